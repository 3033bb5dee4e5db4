/* How much of fractures lies in a box: circular segments by their formula, boxes in parts against
 * the whole, and which ones a line meets. */
#include "world/scene.h"

#include <math.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/fracture/density.h"

static uint32_t put(scr_world *w, scr_fracture_spec s) {
  scr_diag d = {0};
  uint32_t place;
  s.dfn = scr_dfn_need(w, "a");
  assert_true(scr_fracture_create(w, &d, &s, &place));
  return place;
}

/* A disk of radius 1 and the half-space x > d: r^2 acos(d/r) - d sqrt(r^2 - d^2). */
static void test_segment(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scr_world_new(3);
  for (double dip = 0; dip <= 90; dip += 15) { /* about x, so that x cuts it as before */
    const uint32_t k = put(w, (scr_fracture_spec){.dip = dip, .ddir = 0, .size = 2});
    for (double d = -0.95; d < 1; d += 0.1) {
      const double area = scr_fracture_area_in(w, k, (double[]){d, -5, -5}, (double[]){5, 5, 5});
      assert_true(fabs(area - (acos(d) - d * sqrt(1 - d * d))) < 1e-14 * 32);
    }
  }
  scr_world_free(w);
}

/* A box in eight parts; what lies in the whole space is the area. */
static void test_parts(void **state) {
  SCR_UNUSED(state);
  scr_rng rng;
  scr_rng_seed(&rng, 3);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scr_world_new(dim);
    for (int i = 0; i < 300; i++) {
      double corner[18], cut[3], sum = 0;
      scr_fracture_spec s = {.dip = 90 * scr_rng_uniform(&rng),
                             .ddir = 359 * scr_rng_uniform(&rng),
                             .size = 3 * scr_rng_uniform(&rng)};
      for (int k = 0; k < 6; k++) /* an ell, which is not convex */
        for (int c = 0; c < 3; c++)
          corner[3 * k + c] = c == 2 ? 0.3 : "001121212100"[2 * k + c] - '0';
      for (int k = 0; k < dim; k++) s.x[k] = 2 * scr_rng_uniform(&rng) - 1;
      if (dim == 3 && i % 3 == 0) s.corners = 6, s.corner = corner;
      const uint32_t f = put(w, s);
      scr_fracture_incline(w, f, s.dip, s.ddir);
      for (int k = 0; k < 3; k++) cut[k] = 2 * scr_rng_uniform(&rng) - 1;
      for (int part = 0; part < 8; part++) {
        double lo[3], hi[3];
        for (int k = 0; k < 3; k++) {
          lo[k] = part >> k & 1 ? cut[k] : -9;
          hi[k] = part >> k & 1 ? 9 : cut[k];
        }
        if (dim == 3 || part < 4) sum += scr_fracture_area_in(w, f, lo, hi);
      }
      assert_true(fabs(sum - scr_fracture_area(w, f)) < 1e-13 * 40);
    }
    scr_world_free(w);
  }
}

static void test_crossed(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scr_world_new(3);
  const uint32_t k = put(w, (scr_fracture_spec){.size = 2});
  for (double x = 0.05; x < 2; x += 0.1)
    assert_int_equal(scr_fracture_crossed(w, k, (double[]){x, 0, -1}, (double[]){x, 0, 1}), x <= 1);
  assert_false(scr_fracture_crossed(w, k, (double[]){0, 0, 1}, (double[]){0, 0, 2}));
  assert_true(fabs(scr_fracture_percolation(3, SCR_PI * 4) - SCR_PI * SCR_PI * 8) < 1e-12);
  assert_true(scr_fracture_percolation(2, 3) == 9);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_segment),
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_crossed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
