/* Inertia of walls: see wall_inertia.h. */
#include "world/state/wall_inertia.h"

#include <math.h>
#include <string.h>
#include "base/turn.h"
#include "base/vec3.h"
#include "world/state/rows.h"

static const double *moments_of(const scr_world *w, uint32_t row) {
  return scr_real_at(&w->wall, SCR_WALL_INERTIA, row);
}

static const double *axes_of(const scr_world *w, uint32_t row) {
  return scr_table_at(&w->wall, SCR_WALL_AXES, row);
}

static double *spin_of(const scr_world *w, uint32_t row) {
  return scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)row;
}

unsigned scr_wall_free_spins(const scr_world *w, uint32_t row) {
  return scr_wall_free_bits(w, row) >> 3;
}

/* ---- tensors ---- */

/* R diag(moment) R^T. */
static void tensor_of(const double q[4], const double moment[3], double s[9]) {
  double r[9];
  scr_axes_of(q, r);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      const double *p = r + 3 * a, *o = r + 3 * b;
      s[3 * a + b] =
          moment[0] * (p[0] * o[0]) + moment[1] * (p[1] * o[1]) + moment[2] * (p[2] * o[2]);
    }
}

/* The inverse of the part of s that these components have, by cofactors; what is left of s is taken
 * as of components that do not meet them. In units of the largest moment no product is lost. */
static void inverse_of(const double s[9], unsigned spins, double m[9]) {
  double unit = 0, t[9];
  for (int a = 0; a < 3; a++)
    if (spins >> a & 1) unit = SCR_MAX(unit, s[4 * a]);
  assert(unit > 0);
  for (int k = 0; k < 9; k++) {
    const bool has = spins >> (k / 3) & 1 && spins >> (k % 3) & 1;
    t[k] = has ? s[k] / unit : k % 4 == 0 ? 1 : 0;
  }
  for (int a = 0; a < 3; a++) {
    const double *p = t + 3 * ((a + 1) % 3), *o = t + 3 * ((a + 2) % 3);
    scr_cross3(p, o, m + 3 * a);
  }
  const double scale = 1 / (scr_dot3(t, m) * unit);
  for (int k = 0; k < 9; k++)
    m[k] = spins >> (k / 3) & 1 && spins >> (k % 3) & 1 ? m[k] * scale : 0;
}

void scr_wall_tensor(const scr_world *w, uint32_t row, double s[9]) {
  if (w->dim == 3) {
    tensor_of(axes_of(w, row), moments_of(w, row), s);
    return;
  }
  memset(s, 0, 9 * sizeof *s);
  s[8] = moments_of(w, row)[2];
}

void scr_wall_mobility(const scr_world *w, uint32_t row, unsigned spins, double m[9]) {
  double s[9];
  scr_wall_tensor(w, row, s);
  memset(m, 0, 9 * sizeof *m);
  if (w->dim == 2 && spins)
    m[8] = 1 / s[8];
  else if (spins)
    inverse_of(s, spins, m);
}

bool scr_moments_fit(const double *moment, int dim) {
  static const double rounding = 1e-9;
  if (dim == 2) return true;
  const double most = SCR_MAX(moment[0], SCR_MAX(moment[1], moment[2]));
  return most <= (moment[0] + moment[1] + moment[2] - most) * (1 + rounding);
}

/* ---- axes ---- */

void scr_wall_axes_begin(scr_world *w, uint32_t row) {
  static const double still[] = {1, 0, 0, 0};
  if (w->wall.on[SCR_WALL_AXES])
    memcpy(scr_table_edit(&w->wall, SCR_WALL_AXES, row), still, sizeof still);
}

void scr_wall_axes_turn(scr_world *w, uint32_t row, const double spin[3], double dt) {
  if (w->wall.on[SCR_WALL_AXES])
    scr_turn_steadily(scr_table_edit(&w->wall, SCR_WALL_AXES, row), spin, dt);
}

/* ---- walls that wobble ---- */

bool scr_wall_wobbles(const scr_world *w, uint32_t row) {
  const unsigned spins = scr_wall_free_spins(w, row);
  const double *moment = moments_of(w, row);
  return w->dim == 3 && (spins & (spins - 1)) != 0 &&
         !(moment[0] == moment[1] && moment[1] == moment[2]);
}

static void times(const double m[9], const double v[3], double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = scr_dot3(m + 3 * c, v);
}

/* The spin of a part of the angular momentum. */
static void spin_at(const double q[4], const double moment[3], unsigned spins,
                    const double momentum[3], double spin[3]) {
  double s[9], m[9];
  tensor_of(q, moment, s);
  inverse_of(s, spins, m);
  times(m, momentum, spin);
}

/* Two components follow, and the third is none: by the mean of the spins at both ends of the step,
 * which is found from itself. The same forwards and backwards, so of second order. Some ten rounds
 * do not change it any more. */
static void turn_held(double q[4], const double moment[3], unsigned spins, const double momentum[3],
                      double dt, double spin[3]) {
  enum { ROUNDS = 64 };
  double from[3], mean[3], next[3], end[4];
  memcpy(from, spin, sizeof from);
  memcpy(mean, spin, sizeof mean);
  for (int k = 0; k < ROUNDS; k++) {
    memcpy(end, q, sizeof end);
    scr_turn_steadily(end, mean, dt);
    spin_at(end, moment, spins, momentum, spin);
    for (int c = 0; c < 3; c++) next[c] = 0.5 * (from[c] + spin[c]);
    if (memcmp(next, mean, sizeof mean) == 0) break;
    memcpy(mean, next, sizeof mean);
  }
  memcpy(q, end, sizeof end);
}

/* q times the turn that undoes p. */
static void turn_between(const double q[4], const double p[4], double by[4]) {
  double cross[3];
  scr_cross3(p + 1, q + 1, cross);
  by[0] = q[0] * p[0] + scr_dot3(q + 1, p + 1);
  for (int c = 0; c < 3; c++) by[c + 1] = p[0] * q[c + 1] - q[0] * p[c + 1] + cross[c];
}

void scr_wall_wobble(scr_world *w, uint32_t row, double dt, double by[4]) {
  const unsigned spins = scr_wall_free_spins(w, row);
  const double *moment = moments_of(w, row);
  double *q = scr_table_edit(&w->wall, SCR_WALL_AXES, row), *spin = spin_of(w, row);
  double s[9], before[4], momentum[3];
  assert(scr_wall_wobbles(w, row));
  scr_wall_tensor(w, row, s);
  times(s, spin, momentum);
  memcpy(before, q, sizeof before);
  if (spins == SCR_ALL_SPINS) {
    scr_turn_free(q, momentum, moment, 3, dt);
    spin_at(q, moment, spins, momentum, spin);
  } else {
    turn_held(q, moment, spins, momentum, dt, spin);
  }
  turn_between(q, before, by);
}
