/* FISH intrinsics that turn Euler angles, axis angles and rotation matrices into each other.
 *
 * Euler angles are those of base/euler.h, for matrices in radians. An axis angle is a vector
 * along the axis with the angle in degrees as its length; given together with an angle only its
 * direction counts. */
#include "script/rows.h"

#include <math.h>
#include <string.h>
#include "base/euler.h"
#include "base/smath.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)
static const double DEGREE = 180 / SCR_PI;

static bool three(scr_fish *f, const scr_val *v) {
  return v->dim == 3 || scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                                 "angles are a vector of 3 components, not of %d", v->dim);
}

static void from_axis(const double axis[3], double degrees, double r[9]) {
  double len = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]), s, c;
  double u[3] = {len > 0 ? axis[0] / len : 0, len > 0 ? axis[1] / len : 0,
                 len > 0 ? axis[2] / len : 0};
  scr_sincos_degrees(len > 0 ? degrees : 0, &s, &c);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) r[3 * i + j] = (1 - c) * u[i] * u[j] + (i == j ? c : 0);
  r[1] -= s * u[2], r[2] += s * u[1], r[3] += s * u[2];
  r[5] -= s * u[0], r[6] -= s * u[1], r[7] += s * u[0];
}

static void to_axis(const double r[9], double axis[3]) {
  double w[3] = {r[7] - r[5], r[2] - r[6], r[3] - r[1]};
  double s = sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]), c = r[0] + r[4] + r[8] - 1;
  double degrees = DEGREE * scr_atan2(s, c);
  if (s > 1e-9) {
    for (int k = 0; k < 3; k++) axis[k] = w[k] / s * degrees;
    return;
  }
  memset(axis, 0, 3 * sizeof *axis);
  if (c > 0) return;
  /* half a turn: R + I = 2 u u */
  int big = r[0] >= r[4] && r[0] >= r[8] ? 0 : r[4] >= r[8] ? 1 : 2;
  double u = sqrt(fmax(0, 0.5 * (r[4 * big] + 1)));
  for (int k = 0; k < 3; k++)
    axis[k] = 180 * (k == big ? u : (r[3 * big + k] + r[3 * k + big]) / (4 * u));
}

static bool axis_argument(scr_fish *f, int n, const scr_val *a, double r[9]) {
  if (!three(f, a)) return false;
  const double *v = a->v;
  from_axis(v, n > 1 ? a[1].f : sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]), r);
  return true;
}

static bool matrix_argument(scr_fish *f, const scr_val *m) {
  return (scr_val_rows(m) == 3 && scr_val_cols(m) == 3) ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "a rotation is a matrix of 3 by 3, not %zu by %zu", scr_val_rows(m),
                  scr_val_cols(m));
}

CALL(fn_euler_aangle) {
  double r[9], x[3];
  SCR_UNUSED(n);
  if (!three(f, a)) return false;
  scr_euler_to_matrix(a->v, r);
  to_axis(r, x);
  *out = scr_val_vec(3, x);
  return true;
}
CALL(fn_aangle_euler) {
  double r[9], x[3];
  if (!axis_argument(f, n, a, r)) return false;
  scr_matrix_to_euler(r, x);
  *out = scr_val_vec(3, x);
  return true;
}
CALL(fn_from_euler) {
  SCR_UNUSED(n);
  if (!three(f, a)) return false;
  *out = scr_val_matrix(3, 3);
  const double degrees[3] = {a->v[0] * DEGREE, a->v[1] * DEGREE,
                             a->v[2] * DEGREE}; /* right angles stay exact */
  scr_euler_to_matrix(degrees, scr_val_reals(out));
  return true;
}
CALL(fn_from_aangle) {
  double r[9];
  if (!axis_argument(f, n, a, r)) return false;
  *out = scr_val_matrix(3, 3);
  memcpy(scr_val_reals(out), r, sizeof r);
  return true;
}
CALL(fn_to_euler) {
  double x[3];
  SCR_UNUSED(n);
  if (!matrix_argument(f, a)) return false;
  scr_matrix_to_euler(scr_val_reals(a), x);
  for (int k = 0; k < 3; k++) x[k] /= DEGREE;
  *out = scr_val_vec(3, x);
  return true;
}
CALL(fn_to_aangle) {
  double x[3];
  SCR_UNUSED(n);
  if (!matrix_argument(f, a)) return false;
  to_axis(scr_val_reals(a), x);
  *out = scr_val_vec(3, x);
  return true;
}

static const scr_fish_fn rows[] = {
    ROW("math.euler.to.aangle", 1, 1, "v:v", fn_euler_aangle, SCR_FN_PURE,
        "axis with the angle in degrees as its length, of Euler angles in degrees (about x, then "
        "y, then z)"),
    ROW("math.aangle.to.euler", 1, 2, "vf:v", fn_aangle_euler, SCR_FN_PURE,
        "Euler angles in degrees of an axis whose length is the angle, or of an axis and an angle "
        "in degrees"),
    ROW("matrix.from.euler", 1, 1, "v:M", fn_from_euler, 0,
        "rotation matrix of Euler angles in radians (ball.euler is in degrees)"),
    ROW("matrix.from.aangle", 1, 2, "vf:M", fn_from_aangle, 0,
        "rotation matrix of an axis angle in degrees"),
    ROW("matrix.to.euler", 1, 1, "M:v", fn_to_euler, 0,
        "Euler angles in radians of a rotation matrix"),
    ROW("matrix.to.aangle", 1, 1, "M:v", fn_to_aangle, 0,
        "axis angle in degrees of a rotation matrix"),
};

void scr_bind_rotation(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
