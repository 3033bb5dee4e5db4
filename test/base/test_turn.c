/* Orientations that turn: by a spin that stays, and as a free body. */
#include "test.h"

#include <math.h>
#include <string.h>
#include "base/base.h"
#include "base/smath.h"
#include "base/turn.h"
#include "base/vec3.h"

static double distance(const double *a, const double *b, int n) {
  double d2 = 0;
  for (int k = 0; k < n; k++) d2 += (a[k] - b[k]) * (a[k] - b[k]);
  return sqrt(d2);
}

static void steady(void **state) {
  SCR_UNUSED(state);
  const double spin[3] = {1, -2, 2}, dt = 0.1;
  double q[4] = {1, 0, 0, 0}, r[9], v[3];
  for (int k = 0; k < 10; k++) scr_turn_steadily(q, spin, dt);
  const double half = 1.5, exact[4] = {scr_cos(half), scr_sin(half) / 3, -2 * scr_sin(half) / 3,
                                       2 * scr_sin(half) / 3};
  assert_true(distance(q, exact, 4) < 1e-15);
  scr_axes_of(q, r);
  scr_turned3(q, (const double[3]){0, 0, 1}, v);
  assert_true(distance(v, (const double[3]){r[2], r[5], r[8]}, 3) < 1e-15);
}

/* A symmetric body turns about its axis, and that about its angular momentum, each evenly. */
static double off_after(double time, int steps) {
  static const double inertia[3] = {2, 2, 3.5}, spin[3] = {0.4, -0.3, 1.2};
  double momentum[3], precession[3], q[4] = {1, 0, 0, 0}, exact[4] = {1, 0, 0, 0};
  for (int c = 0; c < 3; c++) momentum[c] = inertia[c] * spin[c], precession[c] = momentum[c] / 2;
  for (int k = 0; k < steps; k++) scr_turn_free(q, momentum, inertia, 3, time / steps);
  scr_turn_steadily(exact, (const double[3]){0, 0, spin[2] * (1 - inertia[2] / inertia[0])}, time);
  scr_turn_steadily(exact, precession, time);
  return distance(q, exact, 4);
}

static void free_body(void **state) {
  SCR_UNUSED(state);
  const double coarse = off_after(10, 500), fine = off_after(10, 1000), order = log2(coarse / fine);
  assert_true(coarse < 1e-3 && coarse > 1e-9);
  if (!(fabs(order - 2) < 0.01)) fail_msg("order %g", order);
}

/* Backwards it comes to where it was. */
static void reversible(void **state) {
  SCR_UNUSED(state);
  static const double inertia[3] = {1, 2, 2.5};
  const double start[4] = {0.5, -0.5, 0.5, 0.5}, momentum[3] = {1, 2, -3};
  double q[4];
  memcpy(q, start, sizeof q);
  for (int k = 0; k < 100; k++) scr_turn_free(q, momentum, inertia, 3, 0.05);
  assert_true(distance(q, start, 4) > 0.1);
  for (int k = 0; k < 100; k++) scr_turn_free(q, momentum, inertia, 3, -0.05);
  assert_true(distance(q, start, 4) < 1e-13);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(steady), cmocka_unit_test(free_body),
                                     cmocka_unit_test(reversible)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
