/* The round bottom of a valley: the shortest vector beyond all sides, continuous, with the
 * overlap's gradient for its normal. */
#include "../base/test.h"

#include <math.h>
#include "world/engine.h"
#include "world/facets/seam.h"
#include "world/state/rows.h"

enum { MOST = 6 };
static const double RADIUS = 1e-3;

/* `count` sides around the direction -z, tilted by `tilt` (its sine), irregularly; seen from x. */
static void make_sides(int count, double tilt, const double x[3], scr_seam_side *side) {
  for (int k = 0; k < count; k++) {
    const double a = 2 * 3.14159265358979 * k / count + 0.3 * k, t = tilt * (1 + 0.1 * k);
    const double n[3] = {t * cos(a), t * sin(a), -sqrt(1 - t * t)};
    side[k].depth = 1e-4;
    for (int c = 0; c < 3; c++) side[k].n[c] = n[c], side[k].depth += n[c] * x[c];
  }
  for (int k = 1; k < count; k++) /* the deepest first */
    if (side[k].depth > side[0].depth) {
      const scr_seam_side deepest = side[k];
      side[k] = side[0];
      side[0] = deepest;
    }
}

/* Length of the shortest vector along z that is beyond all sides; HUGE_VAL if there is none. */
static double length_along(const double z[3], int count, const scr_seam_side *side) {
  double most = 0;
  for (int k = 0; k < count; k++) {
    const double along = scr_dot3(z, side[k].n), a = side[k].depth + RADIUS;
    if (a > 0 && !(along > 0)) return HUGE_VAL;
    if (a > 0) most = fmax(most, a / along);
  }
  return most;
}

static double uniform(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return *seed / 4294967296.0 - 0.5;
}

/* Gap and normal at x: of the arc, or of the deepest side. */
static double gap_at(int count, double tilt, const double x[3], double n[3], bool *round) {
  scr_seam_side side[MOST];
  double gap;
  make_sides(count, tilt, x, side);
  *round = scr_seam_round(count, side, RADIUS, &gap, n);
  if (*round) return gap;
  for (int c = 0; c < 3; c++) n[c] = side[0].n[c];
  return -side[0].depth;
}

static void it_is_the_shortest(void **state) {
  SCR_UNUSED(state);
  unsigned seed = 1;
  int rounds = 0;
  for (int trial = 0; trial < 300; trial++) {
    const int count = 2 + trial % 4;
    const double tilt = 0.02 + 0.02 * (trial % 5),
                 x[3] = {4e-4 * uniform(&seed), 4e-4 * uniform(&seed), 1e-4 * uniform(&seed)};
    double n[3], shortest = HUGE_VAL;
    bool round;
    const double length = RADIUS - gap_at(count, tilt, x, n, &round);
    scr_seam_side side[MOST];
    make_sides(count, tilt, x, side);
    rounds += round;
    assert_true(fabs(scr_dot3(n, n) - 1) < 1e-14);
    assert_true(length_along(n, count, side) <= length * (1 + 1e-9)); /* it is beyond all sides */
    for (int k = 0; k < 4000; k++) {
      double z[3], scale = 0;
      for (int c = 0; c < 3; c++)
        z[c] = n[c] + 0.05 * uniform(&seed) * (k % 10 + 1) * 0.1, scale += z[c] * z[c];
      for (int c = 0; c < 3; c++) z[c] /= sqrt(scale);
      shortest = fmin(shortest, length_along(z, count, side));
    }
    assert_true(shortest >= length * (1 - 1e-9)); /* nothing is shorter */
  }
  assert_true(rounds > 100);
}

/* Across faces and arcs the gap changes by what the normal says: no jumps. */
static void the_normal_is_the_gradient(void **state) {
  SCR_UNUSED(state);
  for (int count = 2; count <= 5; count++)
    for (int k = -200; k <= 200; k++) {
      const double h = 1e-9, x[3] = {3e-6 * k, 1.3e-6 * k + 1e-5, 0};
      double n[3], other[3];
      bool round, ignored;
      gap_at(count, 0.08, x, n, &round);
      for (int c = 0; c < 3; c++) {
        double ahead[3] = {x[0], x[1], x[2]}, behind[3] = {x[0], x[1], x[2]};
        ahead[c] += h, behind[c] -= h;
        const double slope = (gap_at(count, 0.08, ahead, other, &ignored) -
                              gap_at(count, 0.08, behind, other, &ignored)) /
                             (2 * h);
        assert_true(fabs(slope + n[c]) < 1e-5); /* rounding 1e-19/1e-9, and h over the radius */
      }
    }
}

static void planes_stay_planes(void **state) {
  SCR_UNUSED(state);
  const scr_seam_side flat[3] = {
      {1e-4, {0, 0, -1}}, {1e-4 * (1 - 1e-15), {0, 1e-12, -1}}, {1e-4, {0, 0, -1}}};
  const scr_seam_side far[2] = {{-2e-3, {0, 0, -1}}, {-2e-3, {0.1, 0, -sqrt(0.99)}}};
  double gap = 7, n[3];
  assert_false(scr_seam_round(3, flat, RADIUS, &gap, n));
  assert_false(scr_seam_round(1, flat, RADIUS, &gap, n));
  assert_false(scr_seam_round(2, far, RADIUS, &gap, n));
  assert_true(gap == 7);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(it_is_the_shortest),
      cmocka_unit_test(the_normal_is_the_gradient),
      cmocka_unit_test(planes_stay_planes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
