/* Where fractures meet, against points that go to and fro between the nearest of both: these end in
 * a common point of two convex sets, where there is one. */
#include "world/scene.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/fracture/meeting.h"

enum { PAIRS = 3000, STEPS = 4000 };

static double draw(scr_rng *g, double lo, double hi) { return lo + (hi - lo) * scr_rng_uniform(g); }

static uint32_t put(scr_world *w, scr_rng *g) {
  scr_diag d = {0};
  double corner[9];
  scr_fracture_spec s = {.dfn = scr_dfn_need(w, "a"), .size = draw(g, 0.2, 2)};
  uint32_t place;
  s.dip = draw(g, 0, 90);
  s.ddir = w->dim == 3 ? draw(g, 0, 360) : 0;
  for (int k = 0; k < w->dim; k++) s.x[k] = draw(g, -0.5, 0.5);
  for (int k = 0; k < 9; k++) corner[k] = draw(g, -1, 1);
  if (w->dim == 3 && scr_rng_uniform(g) < 0.5) s.corners = 3, s.corner = corner;
  assert_true(scr_fracture_create(w, &d, &s, &place));
  return place;
}

static double distance(const double a[3], const double b[3]) {
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = a[k] - b[k];
  return sqrt(scr_dot3(d, d));
}

static double to_and_fro(const scr_world *w, uint32_t a, uint32_t b) {
  double p[3], q[3];
  memcpy(q, w->fractures.at[b].x, sizeof q);
  for (int k = 0; k < STEPS; k++) {
    scr_fracture_nearest(w, a, q, p);
    scr_fracture_nearest(w, b, p, q);
  }
  return distance(p, q);
}

static void test_pairs(void **state) {
  SCR_UNUSED(state);
  scr_rng g;
  scr_rng_seed(&g, 11);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scr_world_new(dim);
    int met = 0, apart = 0;
    for (int i = 0; i < PAIRS / 10; i++) {
      const uint32_t a = put(w, &g), b = put(w, &g);
      double end[2][3], near[3];
      const bool meet = scr_fractures_meet(w, a, b, end);
      const double gap = to_and_fro(w, a, b);
      if (gap < 1e-9) met += meet ? 1 : PAIRS;
      if (gap > 1e-3) apart += meet ? PAIRS : 1;
      for (int k = 0; k < 4 && meet; k++) { /* both ends lie on both */
        scr_fracture_nearest(w, k % 2 ? a : b, end[k / 2], near);
        assert_true(distance(near, end[k / 2]) < 1e-10);
      }
      assert_int_equal(meet, scr_fractures_meet(w, b, a, end));
    }
    assert_in_range(met, 20, PAIRS - 1);
    assert_in_range(apart, 20, PAIRS - 1);
    scr_world_free(w);
  }
}

/* Two disks of radius 1 whose middles are 1 apart, one upright: the chord of both is known. */
static void test_chord(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_world *w = scr_world_new(3);
  uint32_t a, b;
  double end[2][3];
  scr_fracture_spec s = {.dfn = scr_dfn_need(w, "a"), .size = 2};
  assert_true(scr_fracture_create(w, &d, &s, &a));
  s.x[0] = 0.5, s.dip = 90, s.ddir = 90; /* x = 0.5 */
  assert_true(scr_fracture_create(w, &d, &s, &b));
  assert_true(scr_fractures_meet(w, a, b, end));
  assert_true(fabs(distance(end[0], end[1]) - sqrt(3)) < 1e-15);
  assert_false(scr_fractures_meet(w, a, a, end));
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pairs),
      cmocka_unit_test(test_chord),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
