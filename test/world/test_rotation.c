/* Orientations: constant spin against the exact angle, second order in 3D; the length of the
 * quaternion stays 1. */
#include "../base/test.h"

#include <math.h>
#include "base/smath.h"
#include "world/engine.h"
#include "world/state/rows.h"

static scr_world *spinning(int dim, const double spin[3], uint32_t *ball, uint32_t *wall) {
  static const double x[] = {-1, -3, 0, 1, -3, 0, 0, -3, 1};
  static const uint32_t facet[] = {0, 1, 2};
  scr_diag d = {0};
  scr_world *w = scr_world_new(dim);
  assert_true(scr_domain_set(w, &d, (double[]){-10, -10, -10}, (double[]){10, 10, 10}));
  assert_true(scr_ball_create(w, &d, 1, (double[]){0, 0, 0}, 0.5, ball));
  assert_true(scr_wall_create(w, &d, 1, NULL, (uint32_t)dim, x, 1, facet, wall));
  scr_orientation_track(w, true);
  assert_true(scr_ball_set(w, &d, *ball, scr_quantity_find(scr_ball_quantity, "density"),
                           (double[]){1000}));
  memcpy(w->twist[*ball].w, spin, 3 * sizeof *spin);
  memcpy(scr_table_edit(&w->wall, SCR_WALL_SPIN, *wall), spin, 3 * sizeof *spin);
  return w;
}

static void cycle(scr_world *w, double dt, uint64_t n) {
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  w->timestep.mode = SCR_DT_FIX;
  w->timestep.given = dt;
  l.cycles = n;
  if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
}

/* The angle between two rotations, of which `spin` times 1 s is one. */
static double angle_off(const double *q, const double spin[3], double time) {
  double speed = sqrt(scr_dot3(spin, spin)), s = sin(0.5 * speed * time) / speed,
         c = cos(0.5 * speed * time);
  double p[4] = {c, s * spin[0], s * spin[1], s * spin[2]}, sum[4], less = 0;
  for (int k = 0; k < 4; k++) sum[k] = q[k] - p[k];
  for (int k = 0; k < 4; k++) less += sum[k] * sum[k];
  return 2 * sqrt(less);
}

/* A step turns by 4 atan (|w| dt / 4), short of |w| dt by its cube over 48. */
static void second_order(void **state) {
  static const double spin[] = {1.5, -2, 0.7};
  const double speed = sqrt(scr_dot3(spin, spin));
  SCR_UNUSED(state);
  for (int n = 20; n <= 320; n *= 4) {
    uint32_t ball, wall;
    scr_world *w = spinning(3, spin, &ball, &wall);
    cycle(w, 1.0 / n, (uint64_t)n);
    double h = speed / n, want = n * h * h * h / 48;
    double *q = scr_table_edit(&w->ball, SCR_BALL_ORIENTATION, ball);
    assert_true(fabs(angle_off(q, spin, 1) - want) < 0.05 * want);
    /* a wall turns by the exact angle, as its vertices do */
    assert_true(angle_off(scr_table_at(&w->wall, SCR_WALL_ORIENTATION, wall), spin, 1) < 1e-13);
    scr_world_free(w);
  }
}

static void length_stays(void **state) {
  static const double spin[] = {3, 5, -1};
  SCR_UNUSED(state);
  uint32_t ball, wall;
  scr_world *w = spinning(3, spin, &ball, &wall);
  cycle(w, 0.37, 20000);
  const double *q = scr_table_at(&w->ball, SCR_BALL_ORIENTATION, ball);
  assert_true(fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 4e-16);
  scr_world_free(w);
}

static void disk_turns(void **state) {
  static const double spin[] = {0, 0, -2.5};
  SCR_UNUSED(state);
  uint32_t ball, wall;
  double angle;
  scr_world *w = spinning(2, spin, &ball, &wall);
  cycle(w, 1e-3, 4000);
  scr_ball_get(w, ball, scr_quantity_find(scr_ball_quantity, "rotation"), &angle);
  assert_true(fabs(angle + 10 * 180 / SCR_PI) < 1e-9);
  scr_wall_get(w, wall, scr_quantity_find(scr_wall_quantity, "rotation"), &angle);
  assert_true(fabs(angle + 10 * 180 / SCR_PI) < 1e-9);
  scr_world_free(w);
}

/* Euler angles about fixed axes: x first. */
static void euler_angles(void **state) {
  static const double still[3] = {0};
  SCR_UNUSED(state);
  uint32_t ball, wall;
  double e[3];
  scr_diag d = {0};
  scr_world *w = spinning(3, still, &ball, &wall);
  int q = scr_quantity_find(scr_ball_quantity, "euler");
  assert_true(scr_ball_set(w, &d, ball, q, (double[]){90, 0, 90}));
  const double *o = scr_table_at(&w->ball, SCR_BALL_ORIENTATION,
                                 ball); /* z onto x: a third of a turn about (1, 1, 1) */
  for (int k = 0; k < 4; k++) assert_true(fabs(o[k] - 0.5) < 1e-15);
  for (double a = -170; a < 180; a += 35)
    for (double b = -80; b < 90; b += 40) {
      assert_true(scr_ball_set(w, &d, ball, q, (double[]){a, b, -a / 2}));
      scr_ball_get(w, ball, q, e);
      assert_true(fabs(e[0] - a) < 1e-12 && fabs(e[1] - b) < 1e-12 && fabs(e[2] + a / 2) < 1e-12);
    }
  scr_orientation_track(w, false);
  assert_null(w->ball.base[SCR_BALL_ORIENTATION]);
  assert_false(scr_ball_set(w, &d, ball, q, (double[]){1, 2, 3}));
  scr_diag_clear(&d);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(second_order), cmocka_unit_test(length_stays),
                                     cmocka_unit_test(disk_turns), cmocka_unit_test(euler_angles)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
