/* Facets by cells answer as all facets in all images do. */
#include "scene.h"

#include "base/rng.h"
#include "world/facets/cells.h"
#include "world/state/rows.h"

static double within(scr_rng *rng, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(rng);
}

static void random_walls(scr_world *w, scr_rng *rng, int n, double size) {
  static const uint32_t facet[] = {0, 1, 2};
  for (int k = 0; k < n; k++) {
    double x[9] = {0};
    uint32_t row;
    scr_diag d = {0};
    for (int c = 0; c < w->dim; c++) {
      const double middle = within(rng, -14, 14);
      for (int v = 0; v < w->dim; v++) x[3 * v + c] = middle + within(rng, -size, size);
    }
    assert_true(scr_wall_create(w, &d, (uint32_t)k + 1, NULL, (uint32_t)w->dim, x, 1, facet, &row));
  }
}

/* A facet of the plane x + 2y + 2z = h through the whole domain and beyond. */
static void large_wall(scr_world *w, double h) {
  static const uint32_t facet[] = {0, 1, 2};
  const double corner[] = {h + 200, -50, -50, h - 400, 150, 50, h - 400, 50, 150},
               line[] = {h - 100, 50, 0, h + 100, -50, 0};
  uint32_t row;
  scr_diag d = {0};
  assert_true(scr_wall_create(w, &d, 999, NULL, (uint32_t)w->dim, w->dim == 3 ? corner : line, 1,
                              facet, &row));
}

static bool any_near(const scr_world *w, const double x[3], double far) {
  const bool along[3] = {scr_period(w, 0) > 0, scr_period(w, 1) > 0, scr_period(w, 2) > 0};
  int at[3], most = 12;
  for (at[2] = -most * along[2]; at[2] <= most * along[2]; at[2]++)
    for (at[1] = -most * along[1]; at[1] <= most * along[1]; at[1]++)
      for (at[0] = -most * along[0]; at[0] <= most * along[0]; at[0]++)
        for (uint32_t f = 0; f < w->facet.n; f++) {
          double y[3], c[3];
          int feature;
          for (int k = 0; k < 3; k++) y[k] = x[k] + scr_period(w, k) * at[k];
          if (scr_facet_closest(w, f, y, c, &feature) < far) return true;
        }
  return false;
}

static void as_all_facets_do(void **state) {
  SCR_UNUSED(state);
  static const uint8_t sides[][3] = {
      {0, 0, 0}, {SCR_B_PERIODIC, 0, 0}, {SCR_B_PERIODIC, SCR_B_PERIODIC, 0}};
  scr_rng rng;
  scr_rng_seed(&rng, 11);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t q = 0; q < 3 * SCR_COUNTOF(sides); q++) {
      static const double largest[] = {0.05, 0.7, 6};
      const double r = largest[q % 3];
      double lo[3] = {0}, hi[3] = {0};
      int counted[2] = {0, 0};
      scr_diag d = {0};
      scr_world *w = scene_new(dim); /* from -10 to 10 */
      assert_true(scr_domain_set_condition(w, &d, sides[q / 3]));
      random_walls(w, &rng, 12, q % 2 ? 0.5 : 4);
      if (q % 3 == 1) large_wall(w, within(&rng, -3, 3));
      for (int k = 0; k < dim; k++)
        lo[k] = q % 2 ? -10 : within(&rng, -9, 0), hi[k] = q % 2 ? 10 : within(&rng, 1, 9);
      scr_facet_cells *s = scr_facet_cells_new(w, &d, lo, hi, r);
      assert_non_null(s);
      for (int k = 0; k < 400; k++) {
        double x[3] = {0};
        for (int c = 0; c < dim; c++)
          x[c] = k % 7 == c ? lo[c] : k % 7 == 3 + c ? hi[c] : within(&rng, lo[c], hi[c]);
        const double far = k % 3 ? r : within(&rng, 0, r);
        const bool is = any_near(w, x, far);
        assert_int_equal(scr_facet_cells_near(s, x, far), is);
        counted[is]++;
      }
      assert_true(counted[1] > 0 || r < 0.1);
      scr_facet_cells_free(s);
      scr_world_free(w);
    }
}

static void far_facets_fail(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  const double lo[3] = {-10, -10, -10}, hi[3] = {10, 10, 10};
  const double x[] = {1e9, 0, 0, 1e9, 1, 0, 1e9, 0, 1};
  uint32_t row;
  assert_true(scr_wall_create(w, &d, 1, NULL, 3, x, 1, (uint32_t[]){0, 1, 2}, &row));
  scr_facet_cells *s = scr_facet_cells_new(w, &d, lo, hi, 1);
  assert_non_null(s);
  assert_false(scr_facet_cells_near(s, lo, 1));
  scr_facet_cells_free(s);
  assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, 0, 0}));
  assert_null(scr_facet_cells_new(w, &d, lo, hi, 1));
  assert_true(d.failed);
  scr_diag_clear(&d);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_all_facets_do),
      cmocka_unit_test(far_facets_fail),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
