/* a b + c rounded once, without the instruction, against libm's fma(), which rounds once by its
 * definition: bit for bit. */
#include "support/check.h"

#include <float.h>
#include "kernel/fma.h"

static bool same(double a, double b) {
  return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static void check(double a, double b, double c) {
  const scr_two out = scr_two_fma((scr_two){a, c}, (scr_two){b, a}, (scr_two){c, b});
  const double got[] = {out[0], out[1], scr_fma(a, b, c)},
               want[] = {fma(a, b, c), fma(c, a, b), fma(a, b, c)};
  for (int k = 0; k < 3; k++) {
    if (same(got[k], want[k])) continue;
    print_error("way %d: %a x %a + %a is %a, not %a\n", k, a, b, c, want[k], got[k]);
    fail();
  }
}

/* All bits at random but the exponent, within `span` of 0; some mantissas are short, so that sums
 * and products end even. */
static double number(scr_rng *r, int span) {
  uint64_t bits =
      (uint64_t)(scr_rng_uniform(r) * 0x1p52) | (chance(r, 0.5) ? (uint64_t)1 << 63 : 0);
  if (chance(r, 0.3)) bits &= ~(uint64_t)0 << (int)between(r, 1, 52);
  bits |= (uint64_t)(1023 + (int)between(r, -span, span)) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static void any_numbers(void **state) {
  SCR_UNUSED(state);
  static const int span[] = {2, 30, 60, 120, 500, 1020};
  scr_rng r;
  scr_rng_seed(&r, 11);
  for (int k = 0; k < 300000; k++) {
    const int s = span[k % (int)SCR_COUNTOF(span)];
    check(number(&r, s), number(&r, s), number(&r, s));
  }
}

/* A product a little above 2^-53 (1 - 2^-53), and a sum in which 2^-53 itself would be half way to
 * the next number. */
static void beside_half_way(scr_rng *r) {
  const double p = floor(between(r, 0, 0x1p30)) * 0x1p-52,
               q = floor((p + 0x1p-53) / (1 + p) * 0x1p53) * 0x1p-53;
  const double c = 1 + 0x1p-52 * (1 + 2 * floor(between(r, 0, 100)));
  check(1 + p, (1 - q) * 0x1p-53, c);
  check(1 + p, (q - 1) * 0x1p-53, -c);
}

/* The sum all but cancels, or lies half way between two numbers, or just beside that. */
static void close_calls(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 12);
  for (int k = 0; k < 300000; k++) {
    beside_half_way(&r);
    const double a = number(&r, 20), b = number(&r, 20), ulp = fabs(a * b) * 0x1p-52;
    check(a, b, -a * b + (int)between(&r, -3, 4) * ulp);
    check(0x1p-500 * a, 0x1p-510 * b, 0x1p-1010 * (-a * b + (int)between(&r, -3, 4) * ulp));
    check(a, b, number(&r, 1) * ldexp(1, (int)between(&r, -8, 8) + 53) * ulp);
    check(1 + 0x1p-52 * (int)between(&r, 0, 9), ldexp(1 + 0x1p-52 * (int)between(&r, 0, 9), -53),
          number(&r, 1));
  }
}

static void the_ends_of_the_range(void **state) {
  SCR_UNUSED(state);
  static const double x[] = {0,         -0.0,      1,           -1,       3,        DBL_MIN,
                             -DBL_MIN,  0x1p-1074, 0x1.8p-1040, 0x1p-500, 0x1p-460, -0x1p-450,
                             0x1.fp500, 0x1p995,   -0x1p1000,   DBL_MAX,  -DBL_MAX, 1e200,
                             5e199,     HUGE_VAL,  -HUGE_VAL,   NAN};
  for (size_t a = 0; a < SCR_COUNTOF(x); a++)
    for (size_t b = 0; b < SCR_COUNTOF(x); b++)
      for (size_t c = 0; c < SCR_COUNTOF(x); c++) check(x[a], x[b], x[c]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(any_numbers),
      cmocka_unit_test(close_calls),
      cmocka_unit_test(the_ends_of_the_range),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
