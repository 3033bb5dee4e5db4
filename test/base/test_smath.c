/* Transcendental functions: within 1 ulp of libm's long double results, and the same bits
 * everywhere. */
#include "test.h"

#include <math.h>
#include "base/rng.h"
#include "base/smath.h"

typedef struct function {
  const char *name;
  double (*mine)(double);
  long double (*exact)(long double);
  double lo, hi;
} function;

static const function functions[] = {
    {"exp", scr_exp, expl, -700, 700},         {"log", scr_log, logl, 1e-300, 1e3},
    {"log10", scr_log10, log10l, 1e-300, 1e3}, {"sin", scr_sin, sinl, -1e4, 1e4},
    {"cos", scr_cos, cosl, -1e4, 1e4},         {"tan", scr_tan, tanl, -1e3, 1e3},
    {"asin", scr_asin, asinl, -1, 1},          {"acos", scr_acos, acosl, -1, 1},
    {"atan", scr_atan, atanl, -100, 100},      {"sinh", scr_sinh, sinhl, -100, 100},
    {"cosh", scr_cosh, coshl, -100, 100},      {"tanh", scr_tanh, tanhl, -20, 20},
};

static double ulps(double mine, long double exact) {
  double near = (double)exact, ulp = nextafter(fabs(near), INFINITY) - fabs(near);
  return (double)fabsl(((long double)mine - exact) / ulp);
}

static void accuracy(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 4);
  for (size_t f = 0; f < SCR_COUNTOF(functions); f++)
    for (int k = 0; k < 20000; k++) {
      const function *fn = &functions[f];
      double x = fn->lo + (fn->hi - fn->lo) * scr_rng_uniform(&r),
             error = ulps(fn->mine(x), fn->exact(x));
      if (error > 1.01) fail_msg("%s(%.17g) is wrong by %g ulp", fn->name, x, error);
    }
}

static void two_arguments(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int k = 0; k < 20000; k++) {
    double x = 10 * scr_rng_uniform(&r), y = 20 * scr_rng_uniform(&r) - 10;
    assert_true(ulps(scr_pow(x, y), powl(x, y)) < 1.01);
    assert_true(ulps(scr_atan2(y, x - 5), atan2l(y, x - 5)) < 1.01);
  }
}

static void assert_degrees(double degrees, double s, double c) {
  double ms, mc;
  scr_sincos_degrees(degrees, &ms, &mc);
  assert_true(ms == s && mc == c);
}

static void exact_angles(void **state) {
  SCR_UNUSED(state);
  for (int turn = -2; turn <= 2; turn++) {
    assert_degrees(360 * turn, 0, 1);
    assert_degrees(360 * turn + 90, 1, 0);
    assert_degrees(360 * turn + 180, 0, -1);
    assert_degrees(360 * turn + 270, -1, 0);
  }
  double s, c;
  scr_sincos_degrees(30, &s, &c);
  assert_true(s == 0.5);
  scr_sincos_degrees(60, &s, &c);
  assert_true(c == 0.5);
  scr_sincos_degrees(37, &s, &c);
  assert_true(fabs(s * s + c * c - 1) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(accuracy),
      cmocka_unit_test(two_arguments),
      cmocka_unit_test(exact_angles),
  };
  return cmocka_run_group_tests_name("smath", tests, NULL, NULL);
}
