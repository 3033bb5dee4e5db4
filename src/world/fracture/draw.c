/* What templates draw: see template.h, and docs/physics.md for the formulas. */
#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "base/vec3.h"
#include "world/fracture/template.h"

enum { TRIES = 100000 };
#define DEGREES (180 / SCR_PI)

/* Of a density that falls as x^-a from lo to hi, by its inverse. */
static double draw_power(double a, double lo, double hi, double u) {
  if (a == 1) return lo * scr_pow(hi / lo, u);
  const double b = 1 - a, end = isinf(hi) ? 0 : scr_pow(hi, b);
  const double start = lo > 0 ? scr_pow(lo, b) : 0;
  const double x = scr_pow(start + u * (end - start), 1 / b);
  return x < lo ? lo : x > hi ? hi : x;
}

/* One of the samples, by how often each counts. */
static const double *draw_sample(const scr_spread *s, int values, double u) {
  const size_t step = (size_t)values + 1;
  double total = 0;
  for (size_t k = 0; k < s->samples; k++) total += s->sample[k * step + (size_t)values];
  size_t k = 0;
  for (double sum = s->sample[values]; k + 1 < s->samples && sum <= u * total;
       sum += s->sample[k * step + (size_t)values])
    k++;
  return &s->sample[k * step];
}

/* m and s are mean and deviation of the value; those of its logarithm follow from them. */
static double draw_log(double m, double s, double normal) {
  const double var = scr_log(1 + s / m * (s / m));
  return scr_exp(scr_log(m) - 0.5 * var + sqrt(var) * normal);
}

/* Values by the distribution, which may lie outside of lo to hi. */
static void draw_values(const scr_spread *s, int n, const double *lo, const double *hi,
                        scr_rng *rng, double *out) {
  if (s->kind == SCR_SPREAD_SAMPLES) {
    memcpy(out, draw_sample(s, n, scr_rng_uniform(rng)), (size_t)n * sizeof *out);
    return;
  }
  for (int k = 0; k < n; k++)
    if (s->kind == SCR_SPREAD_GAUSS)
      out[k] = s->param[2 * k] + s->param[2 * k + 1] * scr_rng_gauss(rng);
    else if (s->kind == SCR_SPREAD_LOG)
      out[k] = draw_log(s->param[0], s->param[1], scr_rng_gauss(rng));
    else if (s->kind == SCR_SPREAD_POWER)
      out[k] = draw_power(s->param[0], lo[k], hi[k], scr_rng_uniform(rng));
    else
      out[k] = lo[k] + (hi[k] - lo[k]) * scr_rng_uniform(rng);
}

/* The cosine c of the angle to the mean has the density exp(kappa c) (Fisher 1953). */
static double draw_cosine(double kappa, double u) {
  const double c =
      kappa < 1e-9 ? 2 * u - 1 : 1 + scr_log(u + (1 - u) * scr_exp(-2 * kappa)) / kappa;
  return c < -1 ? -1 : c > 1 ? 1 : c;
}

/* A normal about the mean one, to the angles of its plane. */
static void draw_fisher(const double p[3], scr_rng *rng, double angle[2]) {
  double sd, cd, sa, ca, sf, cf, n[3];
  const double c = draw_cosine(p[2], scr_rng_uniform(rng)), s = sqrt((1 - c) * (1 + c));
  scr_sincos_degrees(p[0], &sd, &cd);
  scr_sincos_degrees(p[1], &sa, &ca);
  scr_sincos_degrees(360 * scr_rng_uniform(rng), &sf, &cf);
  n[0] = c * sd * sa + s * (cf * cd * sa + sf * ca);
  n[1] = c * sd * ca + s * (cf * cd * ca - sf * sa);
  n[2] = c * cd - s * cf * sd;
  if (n[2] < 0)
    for (int k = 0; k < 3; k++) n[k] = -n[k];
  angle[0] = scr_atan2(sqrt(n[0] * n[0] + n[1] * n[1]), n[2]) * DEGREES;
  angle[1] = scr_atan2(n[0], n[1]) * DEGREES;
}

/* Angles of a whole turn go round: of dip directions 360, of dips in 2D 180 degrees. */
static double around(double x, double turn) {
  x -= turn * floor(x / turn);
  return x >= turn ? 0 : x;
}

static void draw_angles(const scr_template *t, int dim, scr_rng *rng, double angle[2]) {
  const scr_spread *s = &t->spread[SCR_OF_ORIENTATION];
  const double lo[2] = {t->dip[0], t->ddir[0]}, hi[2] = {t->dip[1], t->ddir[1]};
  if (s->kind == SCR_SPREAD_FISHER)
    draw_fisher(s->param, rng, angle);
  else
    draw_values(s, dim - 1, lo, hi, rng, angle);
  if (dim == 2)
    angle[0] = around(angle[0], 180), angle[1] = 0;
  else
    angle[1] = around(angle[1], 360);
}

static bool within(const double *x, const double *lo, const double *hi, int n) {
  for (int k = 0; k < n; k++)
    if (!(x[k] >= lo[k] && x[k] <= hi[k])) return false;
  return true;
}

static bool none_within(scr_diag *d, const char *what) {
  return scr_fail(d, NULL, SCR_E_VALUE, "no %s lies within the limits: %d were drawn", what, TRIES);
}

static bool draw_orientation(scr_diag *d, const scr_template *t, int dim, scr_rng *rng,
                             scr_fracture_spec *out) {
  const double lo[2] = {t->dip[0], t->ddir[0]}, hi[2] = {t->dip[1], t->ddir[1]};
  double angle[2];
  for (int k = 0; k < TRIES; k++) {
    draw_angles(t, dim, rng, angle);
    if (!within(angle, lo, hi, dim - 1)) continue;
    out->dip = angle[0], out->ddir = angle[1];
    return true;
  }
  return none_within(d, "orientation");
}

bool scr_spread_draw(scr_diag *d, const scr_spread *s, const double limits[2], const char *what,
                     scr_rng *rng, double *out) {
  for (int k = 0; k < TRIES; k++) {
    draw_values(s, 1, &limits[0], &limits[1], rng, out);
    if (within(out, &limits[0], &limits[1], 1) && isfinite(*out)) return true;
  }
  return none_within(d, what);
}

static bool draw_position(scr_diag *d, const scr_template *t, int dim, const double *lo,
                          const double *hi, scr_rng *rng, double x[3]) {
  for (int k = 0; k < TRIES; k++) {
    draw_values(&t->spread[SCR_OF_POSITION], dim, lo, hi, rng, x);
    if (within(x, lo, hi, dim)) return true;
  }
  return none_within(d, "position");
}

bool scr_template_draw(scr_diag *d, const scr_template *t, int dim, const double lo[3],
                       const double hi[3], scr_rng *rng, scr_fracture_spec *out) {
  *out = (scr_fracture_spec){.dfn = out->dfn, .groups = out->groups};
  return draw_position(d, t, dim, lo, hi, rng, out->x) && draw_orientation(d, t, dim, rng, out) &&
         scr_spread_draw(d, &t->spread[SCR_OF_SIZE], t->size, "size", rng, &out->size);
}
