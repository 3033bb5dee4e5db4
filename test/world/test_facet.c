/* Closest points of one facet, region by region, and which of two facets answers a ball at their
 * edge. */
#include "scene.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/search/detect.h"

static scr_world *one_facet(int dim, const double *x) {
  scr_diag d = {0};
  scr_world *w = scene_new(dim);
  assert_true(scr_wall_create(w, &d, 1, NULL, (uint32_t)dim, x, 1,
                              (uint32_t[]){0, 1, dim == 3 ? 2 : 0}, NULL));
  return w;
}

typedef struct place {
  double x[3], closest[3], distance;
  int feature;
} place;

static void check(const scr_world *w, const place *row, size_t n) {
  for (size_t k = 0; k < n; k++) {
    double c[3];
    int feature;
    assert_true(scr_facet_closest(w, 0, row[k].x, c, &feature) == row[k].distance);
    assert_int_equal(feature, row[k].feature);
    for (int a = 0; a < w->dim; a++) assert_true(c[a] == row[k].closest[a]);
  }
}

/* The triangle (0,0,0) (4,0,0) (0,4,0): edges 1 to 3 begin at its vertices 4 to 6. */
static void of_a_triangle(void **state) {
  (void)state;
  static const place row[] = {
      {{1, 1, 2}, {1, 1, 0}, 2, 0},      {{1, 1, -2}, {1, 1, 0}, 2, 0},
      {{1, 2, 0}, {1, 2, 0}, 0, 0},      {{2, -3, 0}, {2, 0, 0}, 3, 1},
      {{2, -0.5, 0}, {2, 0, 0}, 0.5, 1}, {{2, -3, 4}, {2, 0, 0}, 5, 1},
      {{-3, 1, 4}, {0, 1, 0}, 5, 3},     {{-3, 0, 4}, {0, 0, 0}, 5, 4},
      {{-3, -4, 12}, {0, 0, 0}, 13, 4},  {{7, -4, 0}, {4, 0, 0}, 5, 5},
      {{-4, 7, 0}, {0, 4, 0}, 5, 6},
  };
  scr_world *w = one_facet(3, (double[]){0, 0, 0, 4, 0, 0, 0, 4, 0});
  check(w, row, SCR_COUNTOF(row));
  double c[3];
  int feature; /* across the long edge: 3 along the diagonal from its middle */
  double dist = scr_facet_closest(w, 0, (double[]){5, 5, 0}, c, &feature);
  assert_int_equal(feature, 2);
  assert_float_equal(dist, 3 * 1.4142135623730951, 1e-14);
  assert_float_equal(c[0], 2, 1e-14);
  assert_float_equal(c[1], 2, 1e-14);
  scr_world_free(w);
}

static void of_a_segment(void **state) {
  (void)state;
  static const place row[] = {{{1, 3}, {1, 0}, 3, 0},
                              {{1, -3}, {1, 0}, 3, 0},
                              {{-3, 4}, {0, 0}, 5, 4},
                              {{7, 4}, {4, 0}, 5, 5}};
  scr_world *w = one_facet(2, (double[]){0, 0, 0, 4, 0, 0});
  check(w, row, SCR_COUNTOF(row));
  scr_world_free(w);
}

/* A ball at a facet goes through a periodic side, whichever way and however often it went before:
 * the facet sees it go on. The list stands, and knows images modulo 256. */
static void through_a_side(void **state) {
  (void)state;
  static const int32_t before[] = {0, 300, -300, 127, -128, 255};
  for (size_t k = 0; k < 2 * SCR_COUNTOF(before); k++) {
    const int way = k % 2 ? 1 : -1;
    const int32_t image[3] = {before[k / 2], 0, 0};
    scr_diag d = {0};
    scr_world *w = one_facet(2, (double[]){5, 0, 0, 9.8, 0, 0});
    assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, 0, 0}));
    scene_law(w, 1e3, 1e3);
    const uint32_t ball = scene_ball(w, 1, -9.95 * way, 0.3, 0.5, 1e6);
    assert_true(scr_ball_set(w, &d, ball, scr_quantity_find(scr_ball_quantity, "velocity"),
                             (double[]){-100.0 * way, 0}));
    scr_table_write(&w->ball, SCR_BALL_IMAGE, ball, image);
    w->engine->search->skin = 1;
    scene_cycle(w, 1e-3, 1);
    const scr_pairs *p = &w->pair[SCR_BALL_FACET];
    double x[3];
    assert_true(w->engine->builds == 1 && p->n == 1 && p->ncontact == 1);
    assert_float_equal(w->pose[ball].x[0], 9.95 * way, 1e-9);
    assert_int_equal(scr_int_at(&w->ball, SCR_BALL_IMAGE, ball)[0], image[0] - way);
    scr_facet_ball_position(w, 0, x);
    assert_float_equal(x[0], way > 0 ? 9.95 : 10.05, 1e-9);
    assert_int_equal(scr_facet_shift(w, 0), way > 0 ? SCR_NO_SHIFT : SCR_NO_SHIFT + 1);
    scr_world_free(w);
  }
}

/* A ball over the common edge of two facets of a plane has one force, not two; over one of them it
 * is that one's. */
static void one_force_at_an_edge(void **state) {
  (void)state;
  static const double x[] = {-4, -4, 0, 4, -4, 0, 4, 4, 0, -4, 4, 0},
                      at[][2] = {{0, 0}, {1, -2}, {-2, 1}};
  static const uint32_t facet[] = {0, 1, 2, 0, 2, 3};
  for (size_t k = 0; k < SCR_COUNTOF(at); k++) {
    scr_diag d = {0};
    scr_world *w = scene_new(3);
    scene_law(w, 1000, 0);
    assert_true(scr_wall_create(w, &d, 1, NULL, 4, x, 2, facet, NULL));
    uint32_t row;
    assert_true(scr_ball_create(w, &d, 1, (double[]){at[k][0], at[k][1], 0.75}, 1, &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"),
                             (double[]){1000}));
    scene_clean(w);
    assert_int_equal(scr_contact_count(w, SCR_BALL_FACET, false), 1);
    double f[9];
    scr_ball_get(w, scene_row(w, 1), scr_quantity_find(scr_ball_quantity, "force-contact"), f);
    assert_true(f[0] == 0 && f[1] == 0 && f[2] == 250);
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_a_triangle), cmocka_unit_test(of_a_segment),
      cmocka_unit_test(through_a_side), cmocka_unit_test(one_force_at_an_edge)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
