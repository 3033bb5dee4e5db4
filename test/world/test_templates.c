/* What templates draw against exact means and variances. A mean of N may be off by 5 of its
 * standard deviations, a variance by 5 of its own: sqrt((m4 - v^2)/N), m4 the fourth moment. */
#include "base/test.h"

#include <math.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/fracture/template.h"

enum { N = 100000 };

typedef struct moments {
  double mean, var, fourth; /* central */
} moments;

static moments of(const double *x) {
  moments m = {0};
  for (int k = 0; k < N; k++) m.mean += x[k] / N;
  for (int k = 0; k < N; k++) m.var += (x[k] - m.mean) * (x[k] - m.mean) / N;
  return m;
}

static void expect(const char *what, const double *x, moments exact) {
  const moments m = of(x);
  const double off = 5 * sqrt(exact.var / N);
  const double spread = 5 * sqrt((exact.fourth - exact.var * exact.var) / N);
  if (!(fabs(m.mean - exact.mean) <= off))
    fail_msg("%s: mean %.10g, exact %.10g +- %.3g", what, m.mean, exact.mean, off);
  if (!(fabs(m.var - exact.var) <= spread))
    fail_msg("%s: variance %.10g, exact %.10g +- %.3g", what, m.var, exact.var, spread);
}

/* Central moments from those about zero. */
static moments central(const double raw[5]) {
  const double m = raw[1];
  return (moments){m, raw[2] - m * m,
                   raw[4] - 4 * m * raw[3] + 6 * m * m * raw[2] - 3 * m * m * m * m};
}

typedef struct drawn {
  double *x[3], *dip, *ddir, *size;
} drawn;

static drawn draw(const scr_template *t, int dim) {
  static const double lo[3] = {-1, 2, 0}, hi[3] = {1, 3, 5};
  scr_diag d = {0};
  scr_rng rng;
  scr_fracture_spec s = {0};
  drawn a = {.dip = scr_alloc(N * sizeof(double)), .ddir = scr_alloc(N * sizeof(double))};
  a.size = scr_alloc(N * sizeof(double));
  for (int k = 0; k < 3; k++) a.x[k] = scr_alloc(N * sizeof(double));
  scr_rng_seed(&rng, 20261126);
  for (int i = 0; i < N; i++) {
    assert_true(scr_template_draw(&d, t, dim, lo, hi, &rng, &s));
    for (int k = 0; k < 3; k++) a.x[k][i] = s.x[k];
    a.dip[i] = s.dip, a.ddir[i] = s.ddir, a.size[i] = s.size;
  }
  return a;
}

static void drawn_free(drawn *a) {
  for (int k = 0; k < 3; k++) scr_free(a->x[k]);
  scr_free(a->dip), scr_free(a->ddir), scr_free(a->size);
}

static moments uniform(double lo, double hi) {
  const double h = hi - lo;
  return (moments){0.5 * (lo + hi), h * h / 12, h * h * h * h / 80};
}

/* E x^k of a density that falls as x^-a from lo to hi (HUGE_VAL: without end). */
static double power_moment(double a, double lo, double hi, int k) {
  double part[2];
  for (int i = 0; i < 2; i++) {
    const double e = 1 + (i ? k : 0) - a, end = isinf(hi) ? 0 : pow(hi, e);
    part[i] = e == 0 ? log(hi / lo) : (end - pow(lo, e)) / e;
  }
  return part[1] / part[0];
}

static void test_uniform(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_template t = scr_template_new(dim);
    t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_UNIFORM};
    t.size[0] = 0.5, t.size[1] = 2;
    t.dip[0] = 20;
    t.ddir[1] = 180;
    drawn a = draw(&t, dim);
    expect("x", a.x[0], uniform(-1, 1));
    expect("y", a.x[1], uniform(2, 3));
    if (dim == 3) expect("z", a.x[2], uniform(0, 5));
    expect("dip", a.dip, uniform(20, dim == 2 ? 180 : 90));
    if (dim == 3) expect("dip direction", a.ddir, uniform(0, 180));
    expect("size", a.size, uniform(0.5, 2));
    drawn_free(&a);
    scr_template_free(&t);
  }
}

/* The default has no second moment's moment without an end: its sizes are compared by powers whose
 * fourth moment is there. */
static void test_power(void **state) {
  static const double a[] = {4, 3.5, 1, 0.5, 7}, hi[] = {10, 8, 20, 3, HUGE_VAL};
  SCR_UNUSED(state);
  for (size_t i = 0; i < SCR_COUNTOF(a); i++) {
    scr_template t = scr_template_new(3);
    assert_true(t.spread[SCR_OF_SIZE].kind == SCR_SPREAD_POWER);
    t.spread[SCR_OF_SIZE].param[0] = a[i];
    t.size[1] = hi[i];
    double raw[5] = {0};
    for (int k = 0; k < 5; k++) raw[k] = power_moment(a[i], t.size[0], hi[i], k);
    drawn d = draw(&t, 3);
    expect("size by a power", d.size, central(raw));
    drawn_free(&d);
    scr_template_free(&t);
  }
}

static moments gauss(double m, double s) { return (moments){m, s * s, 3 * s * s * s * s}; }

static void test_gauss(void **state) {
  SCR_UNUSED(state);
  scr_template t = scr_template_new(3);
  t.size[0] = 0;
  t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {3, 0.2}};
  t.spread[SCR_OF_ORIENTATION] = (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {45, 3, 0, 10}};
  t.spread[SCR_OF_POSITION] =
      (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {0.1, 0.05, 2.5, 0.04, 2, 0.1}};
  drawn a = draw(&t, 3);
  for (int k = 0; k < N; k++) /* around north */
    if (a.ddir[k] > 180) a.ddir[k] -= 360;
  expect("size", a.size, gauss(3, 0.2));
  expect("dip", a.dip, gauss(45, 3));
  expect("dip direction", a.ddir, gauss(0, 10));
  expect("x", a.x[0], gauss(0.1, 0.05));
  expect("z", a.x[2], gauss(2, 0.1));
  drawn_free(&a);
  scr_template_free(&t);
}

/* x = exp(u + s z), z normal: E x^k = exp(k u + k^2 s^2/2). */
static void test_log(void **state) {
  SCR_UNUSED(state);
  const double u = 0.3, s = 0.25;
  double raw[5];
  for (int k = 0; k < 5; k++) raw[k] = exp(k * u + 0.5 * k * k * s * s);
  scr_template t = scr_template_new(2);
  t.size[0] = 0;
  t.spread[SCR_OF_SIZE] =
      (scr_spread){.kind = SCR_SPREAD_LOG, .param = {raw[1], sqrt(raw[2] - raw[1] * raw[1])}};
  drawn a = draw(&t, 2);
  expect("size of a normal logarithm", a.size, central(raw));
  for (int k = 0; k < N; k++) a.size[k] = log(a.size[k]);
  expect("logarithm", a.size, gauss(u, s));
  drawn_free(&a);
  scr_template_free(&t);
}

/* A distribution that is cut off in the middle is half of one: mean s sqrt(2/pi). */
static void test_limits(void **state) {
  SCR_UNUSED(state);
  const double s = 0.7, m = s * sqrt(2 / SCR_PI),
               raw[5] = {1, m, s * s, 2 * s * s * m, 3 * s * s * s * s};
  scr_template t = scr_template_new(2);
  t.size[0] = 0;
  t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {0, s}};
  t.spread[SCR_OF_ORIENTATION] = (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {-30, 5}};
  drawn a = draw(&t, 2);
  expect("half a size", a.size, central(raw));
  expect("dip", a.dip, gauss(150, 5));
  drawn_free(&a);
  scr_template_free(&t);
}

/* Fisher: cosines have the density exp(kappa c), so L = coth(kappa) - 1/kappa is their mean. */
static double fisher_moment(double kappa, int k) {
  if (k == 0) return 1;
  const double up = (1 + (k % 2 ? 1 : -1) * exp(-2 * kappa)) / (1 - exp(-2 * kappa));
  return up - k * fisher_moment(kappa, k - 1) / kappa;
}

static void test_fisher(void **state) {
  SCR_UNUSED(state);
  const double kappa = 60, rad = SCR_PI / 180;
  scr_template t = scr_template_new(3);
  t.spread[SCR_OF_ORIENTATION] = (scr_spread){.kind = SCR_SPREAD_FISHER, .param = {35, 250, kappa}};
  drawn a = draw(&t, 3);
  double *turn = scr_alloc(N * sizeof *turn), raw[5];
  for (int k = 0; k < 5; k++) raw[k] = fisher_moment(kappa, k);
  for (int k = 0; k < N; k++) {
    const double p = a.dip[k] * rad, q = (a.ddir[k] - 250) * rad;
    const double c = cos(p) * cos(35 * rad) + sin(p) * sin(35 * rad) * cos(q);
    const double down = sin(p) * cos(35 * rad) * cos(q) - cos(p) * sin(35 * rad);
    a.x[0][k] = c;
    turn[k] = atan2(sin(p) * sin(q), down); /* about the mean normal */
  }
  expect("cosine", a.x[0], central(raw));
  expect("angle about the mean", turn, uniform(-SCR_PI, SCR_PI));
  scr_free(turn);
  drawn_free(&a);
  scr_template_free(&t);
}

/* kappa 0: anywhere on the sphere; seen upwards the cosine of the dip is uniform. */
static void test_sphere(void **state) {
  SCR_UNUSED(state);
  scr_template t = scr_template_new(3);
  t.spread[SCR_OF_ORIENTATION] = (scr_spread){.kind = SCR_SPREAD_FISHER, .param = {35, 250, 0}};
  drawn a = draw(&t, 3);
  for (int k = 0; k < N; k++) a.dip[k] = cos(a.dip[k] * SCR_PI / 180);
  expect("cosine of the dip", a.dip, uniform(0, 1));
  expect("dip direction", a.ddir, uniform(0, 360));
  drawn_free(&a);
  scr_template_free(&t);
}

static void test_samples(void **state) {
  SCR_UNUSED(state);
  static const double sample[] = {1, 1, 2, 2, 5, 1}; /* 1, twice 2, 5 */
  double raw[5];
  for (int k = 0; k < 5; k++) raw[k] = (pow(1, k) + 2 * pow(2, k) + pow(5, k)) / 4;
  scr_template t = scr_template_new(3);
  scr_spread *s = &t.spread[SCR_OF_SIZE];
  *s = (scr_spread){.kind = SCR_SPREAD_SAMPLES, .samples = 3, .sample = scr_alloc(sizeof sample)};
  for (int k = 0; k < 6; k++) s->sample[k] = sample[k];
  drawn a = draw(&t, 3);
  expect("samples", a.size, central(raw));
  drawn_free(&a);
  scr_template_free(&t);
}

/* What cannot lie within its limits ends with an error. */
static void test_none(void **state) {
  static const double lo[3] = {0}, hi[3] = {1, 1, 1};
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_rng rng;
  scr_fracture_spec s = {0};
  scr_template t = scr_template_new(3);
  scr_rng_seed(&rng, 1);
  t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_GAUSS, .param = {-50, 0.1}};
  assert_false(scr_template_draw(&d, &t, 3, lo, hi, &rng, &s));
  scr_diag_clear(&d);
  t.spread[SCR_OF_SIZE] = (scr_spread){.kind = SCR_SPREAD_UNIFORM};
  assert_false(scr_template_fits(&d, &t, 3));
  scr_diag_clear(&d);
  scr_template_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_uniform), cmocka_unit_test(test_power),   cmocka_unit_test(test_gauss),
      cmocka_unit_test(test_log),     cmocka_unit_test(test_limits),  cmocka_unit_test(test_fisher),
      cmocka_unit_test(test_sphere),  cmocka_unit_test(test_samples), cmocka_unit_test(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
