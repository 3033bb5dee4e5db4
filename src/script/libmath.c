/* FISH intrinsics math.*: numbers, vectors, angles, bits, random numbers; and their names in the
 * legacy dialect. */
#include "script/rows.h"

#include <math.h>
#include "base/smath.h"
#include "base/vec3.h"

/* ---- numbers ---- */

static bool real(scr_fish *f, const char *name, double x, scr_val *out) {
  if (!isfinite(x))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH,
                    "the result of %s is too large or undefined", name);
  *out = scr_val_real(x);
  return true;
}

static bool domain(scr_fish *f, const char *what, double x) {
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH, "%s of %g is not defined", what, x);
}

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)
#define FUNCTION(name, text, expr)                                                                 \
  CALL(name) {                                                                                     \
    SCR_UNUSED(n);                                                                                 \
    double x = a[0].f;                                                                             \
    return real(f, text, expr, out);                                                               \
  }
#define FUNCTION_ON(name, text, expr, good)                                                        \
  CALL(name) {                                                                                     \
    SCR_UNUSED(n);                                                                                 \
    double x = a[0].f;                                                                             \
    return (good) ? real(f, text, expr, out) : domain(f, text, x);                                 \
  }
FUNCTION(fn_sin, "the sine", scr_sin(x))
FUNCTION(fn_cos, "the cosine", scr_cos(x))
FUNCTION(fn_tan, "the tangent", scr_tan(x))
FUNCTION(fn_sinh, "the hyperbolic sine", scr_sinh(x))
FUNCTION(fn_cosh, "the hyperbolic cosine", scr_cosh(x))
FUNCTION(fn_tanh, "the hyperbolic tangent", scr_tanh(x))
FUNCTION(fn_atan, "the arc tangent", scr_atan(x))
FUNCTION(fn_exp, "the exponential", scr_exp(x))
FUNCTION_ON(fn_asin, "the arc sine", scr_asin(x), x >= -1 && x <= 1)
FUNCTION_ON(fn_acos, "the arc cosine", scr_acos(x), x >= -1 && x <= 1)
FUNCTION_ON(fn_sqrt, "the square root", sqrt(x), x >= 0)
FUNCTION_ON(fn_ln, "the logarithm", scr_log(x), x > 0)
FUNCTION_ON(fn_log, "the logarithm", scr_log10(x), x > 0)

CALL(fn_atan2) {
  SCR_UNUSED(n);
  return real(f, "the arc tangent", scr_atan2(a[0].f, a[1].f), out);
}

static bool not_number(scr_fish *f, const char *name, const scr_val *v) {
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "'%s' takes numbers, not %s", name,
                  scr_type_words(f, v));
}

CALL(fn_abs) {
  SCR_UNUSED(n);
  if (a->type == SCR_V_INT)
    *out = scr_val_int(a->i < 0 ? scr_int_wrap(scr_fish_short_ints(f), 0 - (uint64_t)a->i) : a->i);
  else if (a->type == SCR_V_REAL)
    *out = scr_val_real(fabs(a->f));
  else
    return not_number(f, "abs", a);
  return true;
}

CALL(fn_sgn) {
  SCR_UNUSED(n);
  double x;
  if (!scr_val_number(a, &x)) return not_number(f, "sgn", a);
  *out = a->type == SCR_V_INT ? scr_val_int(x < 0 ? -1 : 1) : scr_val_real(x < 0 ? -1.0 : 1.0);
  return true;
}

/* The largest or smallest keeps its type, so integers stay integers. */
static bool extreme(scr_fish *f, int n, const scr_val *a, int sign, scr_val *out) {
  int best = 0;
  for (int k = 0; k < n; k++) {
    double x, y;
    if (!scr_val_number(&a[k], &x)) return not_number(f, sign > 0 ? "max" : "min", &a[k]);
    scr_val_number(&a[best], &y);
    bool ints = a[k].type == SCR_V_INT && a[best].type == SCR_V_INT;
    bool more = ints ? a[k].i > a[best].i : x > y, less = ints ? a[k].i < a[best].i : x < y;
    if (sign > 0 ? more : less) best = k;
  }
  *out = a[best];
  return true;
}
CALL(fn_max) { return extreme(f, n, a, 1, out); }
CALL(fn_min) { return extreme(f, n, a, -1, out); }

/* floor, ceiling and round give integers. */
static bool whole(scr_fish *f, const scr_val *v, double (*fn)(double), scr_val *out) {
  if (v->type == SCR_V_INT) {
    *out = *v;
    return true;
  }
  if (v->type != SCR_V_REAL) return not_number(f, "rounding", v);
  return scr_fish_to_int(f, fn(v->f), out);
}
CALL(fn_floor) {
  SCR_UNUSED(n);
  return whole(f, a, floor, out);
}
CALL(fn_ceiling) {
  SCR_UNUSED(n);
  return whole(f, a, ceil, out);
}
CALL(fn_round) {
  SCR_UNUSED(n);
  return whole(f, a, round, out);
}

CALL(fn_pi) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_real(SCR_PI);
  return true;
}
CALL(fn_degrad) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_real(SCR_PI / 180);
  return true;
}

/* ---- bits ---- */

CALL(fn_and) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int(a[0].i & a[1].i);
  return true;
}
CALL(fn_or) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int(a[0].i | a[1].i);
  return true;
}
CALL(fn_not) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int(~a[0].i);
  return true;
}
static bool shift(scr_fish *f, const scr_val *a, bool left, scr_val *out) {
  const bool short_ints = scr_fish_short_ints(f);
  const int most = short_ints ? 31 : 63;
  if (a[1].i < 0 || a[1].i > most)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "a shift by %lld bits; 0 to %d are possible", (long long)a[1].i, most);
  const uint64_t x = short_ints ? (uint32_t)a[0].i : (uint64_t)a[0].i;
  *out = scr_val_int(scr_int_wrap(short_ints, left ? x << a[1].i : x >> a[1].i));
  return true;
}
CALL(fn_lshift) {
  SCR_UNUSED(n);
  return shift(f, a, true, out);
}
CALL(fn_rshift) {
  SCR_UNUSED(n);
  return shift(f, a, false, out);
}

/* Legacy: not, and, or of truth values as well as of bits. */
CALL(fn_lnot) {
  SCR_UNUSED(n);
  if (a->type == SCR_V_INT && a->i != 0 && a->i != 1) return fn_not(f, n, a, out);
  bool truth;
  if (!scr_op_truth(f, a, &truth)) return false;
  *out = a->type == SCR_V_INT ? scr_val_int(!truth) : scr_val_bool(!truth);
  return true;
}

/* ---- random numbers ---- */

static scr_rng *rng(scr_fish *f) {
  if (!scr_fish_rng(f))
    scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "there is no random number generator here");
  return scr_fish_rng(f);
}
CALL(fn_uniform) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!rng(f)) return false;
  *out = scr_val_real(scr_rng_uniform(rng(f)));
  return true;
}
CALL(fn_gauss) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  if (!rng(f)) return false;
  *out = scr_val_real(scr_rng_gauss(rng(f)));
  return true;
}

/* ---- vectors ---- */

static double dot(const scr_val *a, const scr_val *b) {
  return a->v[0] * b->v[0] + a->v[1] * b->v[1] + a->v[2] * b->v[2];
}

static bool same_dim(scr_fish *f, const scr_val *a) {
  if (a[0].dim == a[1].dim) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                  "two vectors of one size are needed, not a %s and a %s", scr_type_words(f, a),
                  scr_type_words(f, a + 1));
}

/* A result that is not finite, of finite vectors: an error, as for sums and products. */
static bool in_bounds(scr_fish *f, const char *name, int n, const scr_val *a, const double *x,
                      size_t nx) {
  double of = 0, sum = 0;
  for (int k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) of += 0 * a[k].v[c];
  for (size_t k = 0; k < nx; k++) sum += 0 * x[k];
  if (of != 0 || sum == 0) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH,
                  "the result of %s is too large for a real (at most 1.8e308)", name);
}
CALL(fn_dot) {
  const double x = dot(a, a + 1);
  *out = scr_val_real(x);
  return same_dim(f, a) && in_bounds(f, "math.dot", n, a, &x, 1);
}
/* In 2D the cross product has one component, about z. */
CALL(fn_cross) {
  const double *x = a[0].v, *y = a[1].v;
  double r[3] = {x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]};
  *out = a->dim == 2 ? scr_val_real(r[2]) : scr_val_vec(3, r);
  return same_dim(f, a) && in_bounds(f, "math.cross", n, a, r, 3);
}
CALL(fn_mag2) {
  const double x = dot(a, a);
  *out = scr_val_real(x);
  return in_bounds(f, "math.mag2", n, a, &x, 1);
}
CALL(fn_mag) {
  const double x = scr_length3(a->v);
  *out = scr_val_real(x);
  return in_bounds(f, "math.mag", n, a, &x, 1);
}
/* Of a vector of length 0: itself. */
CALL(fn_unit) {
  SCR_UNUSED(n), SCR_UNUSED(f);
  double m = scr_length3(a->v), r[3];
  for (int k = 0; k < 3; k++) r[k] = m > 0 ? a->v[k] / m : 0;
  *out = scr_val_vec(a->dim, r);
  return true;
}
CALL(fn_outer) {
  size_t rows = a[0].dim, cols = a[1].dim;
  *out = scr_val_matrix(rows, cols);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < cols; j++) scr_val_reals(out)[i * cols + j] = a[0].v[i] * a[1].v[j];
  if (in_bounds(f, "math.outer.product", n, a, scr_val_reals(out), rows * cols)) return true;
  scr_val_drop(out);
  return false;
}

/* ---- dip and dip direction: radians, in the legacy dialect degrees; y is north, z is up; the
 * normal of a plane points up ----
 */

static const double DEGREES = 180 / SCR_PI;

/* unit: degrees in one unit of the angles. By way of degrees right angles are exact. */
static bool normal_dip(scr_fish *f, double dip, double unit, scr_val *out) {
  double s, c;
  scr_sincos_degrees(dip * unit, &s, &c);
  *out = scr_fish_dim(f) == 2 ? scr_val_vec(2, (double[]){s + 0.0, c + 0.0})
                              : scr_val_vec(3, (double[]){s + 0.0, 0, c + 0.0});
  return true;
}
static bool normal_dip_ddir(const scr_val *a, double unit, scr_val *out) {
  double sd, cd, sa, ca;
  scr_sincos_degrees(a[0].f * unit, &sd, &cd);
  scr_sincos_degrees(a[1].f * unit, &sa, &ca);
  *out = scr_val_vec(3, (double[]){sd * sa + 0.0, sd * ca + 0.0, cd + 0.0}); /* no -0 */
  return true;
}
/* unit: what a radian is in that unit. */
static bool dip(scr_fish *f, const scr_val *a, double unit, scr_val *out) {
  const double *v = a->v;
  double up = a->dim == 2 ? v[1] : v[2],
         flat = a->dim == 2 ? fabs(v[0]) : scr_length3((const double[3]){v[0], v[1]});
  if (up == 0 && flat == 0)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH, "a vector of length zero has no dip");
  *out = scr_val_real(scr_atan2(flat, fabs(up)) * unit);
  return true;
}
/* From 0 to a full turn. In 2D a plane falls to the right or to the left. */
static bool ddir(const scr_val *a, double quarter, double unit, scr_val *out) {
  const double s = a->v[a->dim - 1] < 0 ? -1 : 1;
  if (a->dim == 2) return *out = scr_val_real(s * a->v[0] < 0 ? 3 * quarter : quarter), true;
  const double d = scr_atan2(s * a->v[0], s * a->v[1]) * unit;
  *out = scr_val_real(d < 0 ? d + 4 * quarter : d);
  return true;
}
/* In 2D, and with the dip alone: the dip direction is +x. */
CALL(fn_normal_dip) { return SCR_UNUSED(n), normal_dip(f, a[0].f, DEGREES, out); }
CALL(fn_normal_dip_ddir) { return SCR_UNUSED(n), SCR_UNUSED(f), normal_dip_ddir(a, DEGREES, out); }
CALL(fn_dip) { return SCR_UNUSED(n), dip(f, a, 1, out); }
CALL(fn_ddir) { return SCR_UNUSED(n), SCR_UNUSED(f), ddir(a, 0.5 * SCR_PI, 1, out); }
CALL(fn_legacy_normal_dip) { return SCR_UNUSED(n), normal_dip(f, a[0].f, 1, out); }
CALL(fn_legacy_normal_dip_ddir) { return SCR_UNUSED(n), SCR_UNUSED(f), normal_dip_ddir(a, 1, out); }
CALL(fn_legacy_dip) { return SCR_UNUSED(n), dip(f, a, DEGREES, out); }
CALL(fn_legacy_ddir) { return SCR_UNUSED(n), SCR_UNUSED(f), ddir(a, 90, DEGREES, out); }

#define P SCR_FN_PURE
#define L (SCR_FN_PURE | SCR_FN_LEGACY)
static const scr_fish_fn rows[] = {
    ROW("math.abs", 1, 1, "*:*", fn_abs, P, "magnitude of a number"),
    ROW("math.acos", 1, 1, "f:f", fn_acos, P, "arc cosine in radians"),
    ROW("math.and", 2, 2, "ii:i", fn_and, P, "bits that are set in both integers"),
    ROW("math.asin", 1, 1, "f:f", fn_asin, P, "arc sine in radians"),
    ROW("math.atan", 1, 1, "f:f", fn_atan, P, "arc tangent in radians"),
    ROW("math.atan2", 2, 2, "ff:f", fn_atan2, P, "angle of the point (second, first) in radians"),
    ROW("math.ceiling", 1, 1, "*:i", fn_ceiling, P, "smallest integer that is not less"),
    ROW("math.cos", 1, 1, "f:f", fn_cos, P, "cosine of an angle in radians"),
    ROW("math.cosh", 1, 1, "f:f", fn_cosh, P, "hyperbolic cosine"),
    ROW("math.cross", 2, 2, "vv:*", fn_cross, P,
        "cross product; in 2D its component about z, a real"),
    ROW("math.ddir.from.normal", 1, 1, "v:f", fn_ddir, P,
        "dip direction in radians, from 0 to 2 pi, of the plane with that normal"),
    ROW("math.degrad", 0, 0, ":f", fn_degrad, P, "pi/180: degrees times it are radians"),
    ROW("math.dip.from.normal", 1, 1, "v:f", fn_dip, P,
        "dip in radians of the plane with that normal"),
    ROW("math.dot", 2, 2, "vv:f", fn_dot, P, "dot product"),
    ROW("math.exp", 1, 1, "f:f", fn_exp, P, "exponential"),
    ROW("math.floor", 1, 1, "*:i", fn_floor, P | SCR_FN_FLOORS,
        "largest integer that is not greater"),
    ROW("math.ln", 1, 1, "f:f", fn_ln, P, "natural logarithm"),
    ROW("math.log", 1, 1, "f:f", fn_log, P, "logarithm to base 10"),
    ROW("math.lshift", 2, 2, "ii:i", fn_lshift, P, "bits moved to the left"),
    ROW("math.mag", 1, 1, "v:f", fn_mag, P, "length of a vector"),
    ROW("math.mag2", 1, 1, "v:f", fn_mag2, P, "square of the length of a vector"),
    ROW("math.max", 1, -1, "*...:*", fn_max, P, "largest of several numbers"),
    ROW("math.min", 1, -1, "*...:*", fn_min, P, "smallest of several numbers"),
    ROW("math.normal.from.dip", 1, 1, "f:v", fn_normal_dip, 0,
        "upward normal of a plane that dips in direction x, by its dip in radians"),
    ROW("math.normal.from.dip.ddir", 2, 2, "ff:v", fn_normal_dip_ddir, P,
        "upward normal of a plane by dip and dip direction in radians"),
    ROW("math.not", 1, 1, "i:i", fn_not, P, "all bits inverted"),
    ROW("math.or", 2, 2, "ii:i", fn_or, P, "bits that are set in either integer"),
    ROW("math.outer.product", 2, 2, "vv:M", fn_outer, P, "matrix of the products of components"),
    ROW("math.pi", 0, 0, ":f", fn_pi, P, "3.14159..."),
    ROW("math.random.gauss", 0, 0, ":f", fn_gauss, 0, "random number, mean 0 and deviation 1"),
    ROW("math.random.uniform", 0, 0, ":f", fn_uniform, 0, "random number from 0 up to 1"),
    ROW("math.round", 1, 1, "*:i", fn_round, P, "nearest integer, halves away from zero"),
    ROW("math.rshift", 2, 2, "ii:i", fn_rshift, P, "bits moved to the right, zeros come in"),
    ROW("math.sgn", 1, 1, "*:*", fn_sgn, P, "-1 for negative numbers, else 1"),
    ROW("math.sin", 1, 1, "f:f", fn_sin, P, "sine of an angle in radians"),
    ROW("math.sinh", 1, 1, "f:f", fn_sinh, P, "hyperbolic sine"),
    ROW("math.sqrt", 1, 1, "f:f", fn_sqrt, P, "square root"),
    ROW("math.tan", 1, 1, "f:f", fn_tan, P, "tangent of an angle in radians"),
    ROW("math.tanh", 1, 1, "f:f", fn_tanh, P, "hyperbolic tangent"),
    ROW("math.unit", 1, 1, "v:v", fn_unit, P, "vector of length 1 in the same direction"),

    ROW("abs", 1, 1, "*:*", fn_abs, L, "magnitude of a number"),
    ROW("acos", 1, 1, "f:f", fn_acos, L, "arc cosine in radians"),
    ROW("and", 2, 2, "ii:i", fn_and, L, "bits that are set in both integers"),
    ROW("asin", 1, 1, "f:f", fn_asin, L, "arc sine in radians"),
    ROW("atan", 1, 1, "f:f", fn_atan, L, "arc tangent in radians"),
    ROW("atan2", 2, 2, "ff:f", fn_atan2, L, "angle of the point (second, first) in radians"),
    ROW("cos", 1, 1, "f:f", fn_cos, L, "cosine of an angle in radians"),
    ROW("cross", 2, 2, "vv:*", fn_cross, L, "cross product"),
    ROW("ddfromnorm", 1, 1, "v:f", fn_legacy_ddir, L,
        "dip direction in degrees of the plane with that normal"),
    ROW("degrad", 0, 0, ":f", fn_degrad, L, "pi/180"),
    ROW("dipfromnorm", 1, 1, "v:f", fn_legacy_dip, L,
        "dip in degrees of the plane with that normal"),
    ROW("dot", 2, 2, "vv:f", fn_dot, L, "dot product"),
    ROW("exp", 1, 1, "f:f", fn_exp, L, "exponential"),
    ROW("grand", 0, 0, ":f", fn_gauss, SCR_FN_LEGACY, "random number, mean 0 and deviation 1"),
    ROW("ln", 1, 1, "f:f", fn_ln, L, "natural logarithm"),
    ROW("log", 1, 1, "f:f", fn_log, L, "logarithm to base 10"),
    ROW("lshift", 2, 2, "ii:i", fn_lshift, L, "bits moved to the left"),
    ROW("mag", 1, 1, "v:f", fn_mag, L, "length of a vector"),
    ROW("mag2", 1, 1, "v:f", fn_mag2, L, "square of the length of a vector"),
    ROW("max", 1, -1, "*...:*", fn_max, L, "largest of several numbers"),
    ROW("min", 1, -1, "*...:*", fn_min, L, "smallest of several numbers"),
    ROW("normfromdip", 1, 1, "f:v", fn_legacy_normal_dip, SCR_FN_LEGACY,
        "upward normal of a plane that dips in direction x, by its dip in degrees"),
    ROW("normfromdipdd", 2, 2, "ff:v", fn_legacy_normal_dip_ddir, L,
        "upward normal of a plane by dip and dip direction in degrees"),
    ROW("not", 1, 1, "*:*", fn_lnot, L, "inverted truth value, or bits of an integer"),
    ROW("or", 2, 2, "ii:i", fn_or, L, "bits that are set in either integer"),
    ROW("pi", 0, 0, ":f", fn_pi, L, "3.14159..."),
    ROW("round", 1, 1, "*:i", fn_round, L, "nearest integer, halves away from zero"),
    ROW("rshift", 2, 2, "ii:i", fn_rshift, L, "bits moved to the right"),
    ROW("sgn", 1, 1, "*:*", fn_sgn, L, "-1 for negative numbers, else 1"),
    ROW("sin", 1, 1, "f:f", fn_sin, L, "sine of an angle in radians"),
    ROW("sqrt", 1, 1, "f:f", fn_sqrt, L, "square root"),
    ROW("tan", 1, 1, "f:f", fn_tan, L, "tangent of an angle in radians"),
    ROW("unit", 1, 1, "v:v", fn_unit, L, "vector of length 1 in the same direction"),
    ROW("urand", 0, 0, ":f", fn_uniform, SCR_FN_LEGACY, "random number from 0 up to 1"),
};

void scr_bind_math(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
