/* Orientations of balls and walls, followed on request: in 2D the angle turned, in 3D a unit
 * quaternion (scalar first) that takes axes of the body to global ones. Their columns exist only
 * while they are followed. Laws that follow how balls point read them (world/contacts/given.c). */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/euler.h"
#include "base/smath.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

static const double DEGREE = 180 / SCR_PI;

/* ---- columns ---- */

static int column(const scr_world *w, const scr_table *t) {
  bool ball = t == &w->ball;
  if (w->dim == 2) return ball ? SCR_BALL_ROTATION : SCR_WALL_ROTATION;
  return ball ? SCR_BALL_ORIENTATION : SCR_WALL_ORIENTATION;
}

void scr_orientation_begin(scr_world *w, scr_table *t, uint32_t row) {
  static const double still[] = {1, 0, 0, 0};
  if (w->dim == 3 && t->on[column(w, t)])
    memcpy(scr_table_edit(t, column(w, t), row), still, sizeof still);
}

void scr_orientation_track(scr_world *w, bool on) {
  scr_table *const table[] = {&w->ball, &w->wall};
  if (on == scr_orientation_tracked(w)) return;
  scr_laws_turned(w);
  for (size_t k = 0; k < SCR_COUNTOF(table); k++) {
    scr_table_switch(table[k], column(w, table[k]), on);
    for (uint32_t row = 0; on && row < table[k]->n; row++) scr_orientation_begin(w, table[k], row);
  }
}

static bool good_row(const scr_world *w, const double *q) {
  if (w->dim == 2) return isfinite(q[0]);
  return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-9;
}

bool scr_orientations_fit(const scr_world *w) {
  static const int other[2][2] = {{SCR_BALL_ROTATION, SCR_WALL_ROTATION},
                                  {SCR_BALL_ORIENTATION, SCR_WALL_ORIENTATION}};
  const scr_table *const table[] = {&w->ball, &w->wall};
  for (size_t k = 0; k < SCR_COUNTOF(table); k++) {
    const scr_table *t = table[k];
    if (t->on[other[w->dim == 2][k]] || t->on[column(w, t)] != scr_orientation_tracked(w))
      return false;
    for (uint32_t row = 0; scr_orientation_tracked(w) && row < t->n; row++)
      if (!good_row(w, scr_table_at(t, column(w, t), row))) return false;
  }
  return true;
}

/* ---- the step ---- */

/* q turns by 4 atan |b| about b: its exact quaternion (1 - b^2, 2 b) / (1 + b^2) times q. The
 * factor after takes out what rounding adds to the length. */
static void turn(double q[4], const double b[3]) {
  double s = scr_dot3(b, b), inverse = 1 / (1 + s), u = (1 - s) * inverse, v[3], *p = q + 1, r[4],
         cross[3];
  for (int k = 0; k < 3; k++) v[k] = 2 * b[k] * inverse;
  scr_cross3(v, p, cross);
  r[0] = u * q[0] - scr_dot3(v, p);
  for (int k = 0; k < 3; k++) r[k + 1] = u * p[k] + q[0] * v[k] + cross[k];
  double length2 = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
  for (int k = 0; k < 4; k++) q[k] = r[k] * (1.5 - 0.5 * length2);
}

static void turn_balls(scr_world *w, double dt, uint32_t lo, uint32_t hi) {
  assert(hi <= w->ball.n && scr_orientation_tracked(w));
  double *angle = scr_col(&w->ball, SCR_BALL_ROTATION),
         *q = scr_col(&w->ball, SCR_BALL_ORIENTATION);
  for (uint32_t k = lo; k < hi; k++) {
    const double *spin = w->twist[k].w;
    double b[3] = {0.25 * dt * spin[0], 0.25 * dt * spin[1], 0.25 * dt * spin[2]};
    if (w->dim == 2)
      angle[k] += spin[2] * dt * DEGREE;
    else
      turn(q + 4 * (size_t)k, b);
  }
}

typedef struct turning {
  scr_world *w;
  double dt;
  int workers;
} turning;

static void turn_worker(void *user, int t, int threads) {
  const turning *j = user;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  turn_balls(j->w, j->dt, lo, hi);
}

/* The vertices of a wall turn by the exact angle (world/facets/facet.c), and so does its
 * orientation. */
static void turn_wall(scr_world *w, double dt, uint32_t row) {
  const double *spin = scr_wall_spin_of_step(w, row);
  double speed = sqrt(scr_dot3(spin, spin)), b[3];
  if (speed == 0) return;
  double size = scr_tan(0.25 * speed * dt) / speed;
  for (int k = 0; k < 3; k++) b[k] = size * spin[k];
  if (w->dim == 2)
    scr_col(&w->wall, SCR_WALL_ROTATION)[row] += spin[2] * dt * DEGREE;
  else
    turn(scr_table_edit(&w->wall, SCR_WALL_ORIENTATION, row), b);
}

void scr_orientations_turn(scr_world *w, double dt) {
  turning j = {w, dt, scr_workers_for(w)};
  scr_par_run_by(w->engine->par, j.workers, turn_worker, &j);
  for (uint32_t k = 0; k < w->wall.n; k++) turn_wall(w, dt, k);
}

/* ---- what users read and write ---- */

static void matrix_of(const double q[4], double r[9]) {
  double a = q[0], x = q[1], y = q[2], z = q[3];
  memcpy(r,
         (double[]){1 - 2 * (y * y + z * z), 2 * (x * y - a * z), 2 * (x * z + a * y),
                    2 * (x * y + a * z), 1 - 2 * (x * x + z * z), 2 * (y * z - a * x),
                    2 * (x * z - a * y), 2 * (y * z + a * x), 1 - 2 * (x * x + y * y)},
         9 * sizeof *r);
}

void scr_orientation_get(const scr_world *w, const scr_table *t, uint32_t row, double *out) {
  assert(row < t->n);
  double r[9];
  int col = column(w, t);
  memset(out, 0, (w->dim == 2 ? 1 : 3) * sizeof *out);
  if (!t->on[col]) return;
  const double *q = scr_table_at(t, col, row);
  if (w->dim == 2) {
    *out = *q;
  } else {
    matrix_of(q, r);
    scr_matrix_to_euler(r, out);
    for (int k = 0; k < 3; k++) out[k] += 0; /* no negative zero */
  }
}

/* tan of a quarter of an angle, which is taken as one of at most half a turn. */
static double quarter_tangent(double degrees) {
  double s, c;
  scr_sincos_degrees(0.5 * (degrees - 360 * floor((degrees + 180) / 360)), &s, &c);
  return s / (1 + c);
}

void scr_orientation_turn(scr_world *w, scr_table *t, uint32_t row, const double axis[3],
                          double degrees) {
  assert(row < t->n);
  if (!t->on[column(w, t)]) return;
  double *q = scr_table_edit(t, column(w, t), row), b[3];
  const double length = sqrt(scr_dot3(axis, axis));
  scr_laws_turned(w);
  for (int c = 0; c < 3; c++) b[c] = axis[c] / length * quarter_tangent(degrees);
  if (w->dim == 2)
    *q += axis[2] > 0 ? degrees : -degrees;
  else
    turn(q, b);
}

void scr_orientation_set(scr_world *w, scr_table *t, uint32_t row, const double *in) {
  assert(row < t->n && t->on[column(w, t)]);
  double *q = scr_table_edit(t, column(w, t), row);
  scr_laws_turned(w);
  if (w->dim == 2) {
    *q = *in;
    return;
  }
  memcpy(q, (double[]){1, 0, 0, 0}, 4 * sizeof *q);
  for (int axis = 0; axis < 3; axis++) {
    double b[3] = {0};
    b[axis] = quarter_tangent(in[axis]);
    turn(q, b);
  }
}
