/* Exact sums: against an independent big integer, whatever the order and the grouping. */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "base/mem.h"
#include "base/rng.h"
#include "base/xsum.h"

static double random_double(scr_rng *r, int lo, int hi) {
  double m = 1 + scr_rng_uniform(r);
  double x = ldexp(m, lo + (int)(scr_rng_next(r) % (unsigned)(hi - lo + 1)));
  return scr_rng_next(r) & 1 ? -x : x;
}

/* ---- the reference: a sum in single bits, sign and magnitude apart ---- */

enum { BITS = 2200 }; /* bit k counts 2^(k - 1074) */
typedef struct bits {
  int64_t b[BITS];
} bits;

static void bits_add(bits *s, double x) {
  int e;
  double f = frexp(x, &e); /* x = f 2^e, 0.5 <= |f| < 1 */
  int sign = f < 0 ? -1 : 1;
  f = fabs(f);
  for (int k = e - 1; f > 0; k--) {
    f *= 2;
    if (f < 1) continue;
    f -= 1;
    s->b[k + 1074] += sign;
  }
}

static int bits_sign(bits *s) {
  int64_t carry = 0;
  for (int k = 0; k < BITS; k++) {
    int64_t v = s->b[k] + carry;
    s->b[k] = v & 1;
    carry = (v - s->b[k]) / 2;
  }
  if (carry >= 0) return 1;
  carry = 1; /* two's complement */
  for (int k = 0; k < BITS; k++) {
    int64_t v = (s->b[k] ^ 1) + carry;
    s->b[k] = v & 1;
    carry = v >> 1;
  }
  return -1;
}

static double bits_value(const bits *in) {
  static bits s;
  s = *in;
  int sign = bits_sign(&s), top = BITS - 1;
  while (top > 0 && !s.b[top]) top--;
  int low = SCR_MAX(top - 52, 0);
  uint64_t m = 0;
  for (int k = top; k >= low; k--) m = m << 1 | (uint64_t)s.b[k];
  bool half = low > 0 && s.b[low - 1], rest = false;
  for (int k = 0; k < low - 1; k++) rest = rest || s.b[k];
  if (half && (rest || (m & 1))) m++;
  return sign * ldexp((double)m, low - 1074);
}

/* ---- tests ---- */

static double sum(const double *x, size_t n) {
  scr_xsum s = {0};
  for (size_t k = 0; k < n; k++) scr_xsum_add(&s, x[k]);
  return scr_xsum_value(&s);
}
#define SUM(...)                                                                                   \
  sum((const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

static void assert_same(double a, double b) { assert_memory_equal(&a, &b, sizeof a); }

static void known_sums(void **state) {
  SCR_UNUSED(state);
  assert_same(SUM(1e300, 1, -1e300), 1);
  assert_same(SUM(DBL_MAX, DBL_MAX, -DBL_MAX, -DBL_MAX, DBL_TRUE_MIN), DBL_TRUE_MIN);
  assert_same(SUM(0.1, -0.1), 0);
  assert_same(SUM(-0.0), 0);
  assert_same(SUM(DBL_TRUE_MIN), DBL_TRUE_MIN);
  assert_same(SUM(-DBL_TRUE_MIN, -DBL_TRUE_MIN), -2 * DBL_TRUE_MIN);
  assert_same(SUM(DBL_MIN, -DBL_TRUE_MIN), DBL_MIN - DBL_TRUE_MIN);
  assert_same(SUM(DBL_MAX), DBL_MAX);
  assert_same(SUM(DBL_MAX, DBL_MAX), (double)INFINITY);
  assert_same(SUM(-DBL_MAX, -DBL_MAX), -(double)INFINITY);
  assert_same(SUM(1, 1, 1), 3);
}

/* Nothing is left, and then less than that, whichever limbs the parts lie in. */
static void parts_that_cancel(void **state) {
  SCR_UNUSED(state);
  for (int e = -1070; e <= 1023; e++) {
    const double x = ldexp(1, e), half = ldexp(1, e - 1), least = ldexp(1, SCR_MAX(e - 90, -1074));
    assert_same(SUM(x, -half, -half), 0);
    assert_same(SUM(-x, half, half), 0);
    assert_same(SUM(x, -half, -half, least), least);
    assert_same(SUM(x, -half, -half, -least), -least);
    assert_same(SUM(-half, x, -half, -x), -x);
    assert_same(SUM(x, half, half, -x, -x), 0);
  }
}

/* Ties go to even, and the last bit of all decides a tie. */
static void rounding(void **state) {
  SCR_UNUSED(state);
  assert_same(SUM(1, 0x1p-53), 1);
  assert_same(SUM(1 + 0x1p-52, 0x1p-53), 1 + 0x1p-51);
  assert_same(SUM(1, 0x1p-53, DBL_TRUE_MIN), 1 + 0x1p-52);
  assert_same(SUM(1, 0x1p-53, -DBL_TRUE_MIN), 1);
  assert_same(SUM(-1, -0x1p-53, -DBL_TRUE_MIN), -1 - 0x1p-52);
  assert_same(SUM(DBL_MAX, 0x1p970), (double)INFINITY);
  assert_same(SUM(DBL_MAX, 0x1p970, -1), DBL_MAX);
}

static void single_values(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 1);
  for (int k = 0; k < 20000; k++) {
    double x = random_double(&r, -1074, 1022);
    assert_same(SUM(x), x);
    assert_same(SUM(x, x, -x), x);
  }
}

/* They count as the largest number, and leave what was there when they are taken off again. */
static void not_finite(void **state) {
  SCR_UNUSED(state);
  static const double some[] = {HUGE_VAL, -HUGE_VAL, NAN};
  for (size_t k = 0; k < SCR_COUNTOF(some); k++) {
    scr_xsum s = {0};
    scr_xsum_add(&s, 0.1);
    scr_xsum_add(&s, some[k]);
    assert_same(scr_xsum_value(&s), copysign(DBL_MAX, some[k]));
    scr_xsum_add(&s, -some[k]);
    assert_same(scr_xsum_value(&s), 0.1);
  }
}

static void against_reference(int n, int lo, int hi, uint64_t seed) {
  static bits ref;
  memset(&ref, 0, sizeof ref);
  scr_xsum s = {0};
  scr_rng r;
  scr_rng_seed(&r, seed);
  for (int k = 0; k < n; k++) {
    double x = random_double(&r, lo, hi);
    scr_xsum_add(&s, x);
    bits_add(&ref, x);
  }
  assert_same(scr_xsum_value(&s), bits_value(&ref));
}

static void many_values(void **state) {
  SCR_UNUSED(state);
  for (unsigned k = 0; k < 300; k++) against_reference(1 + (int)(k % 40), -60, 60, k);
  for (unsigned k = 0; k < 300; k++) against_reference(1 + (int)(k % 40), -1074, -1010, k);
  for (unsigned k = 0; k < 100; k++) against_reference(1000, -1074, 1000, k);
  against_reference(1000000, -300, 300, 7);
}

static void any_order_any_grouping(void **state) {
  SCR_UNUSED(state);
  enum { N = 5000 };
  static double x[N];
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < N; k++) x[k] = random_double(&r, -400, 400);
  scr_xsum first = {0};
  for (int k = 0; k < N; k++) scr_xsum_add(&first, x[k]);
  scr_xsum_normalize(&first);
  for (int round = 0; round < 10; round++) {
    scr_xsum part[4] = {{{0}, 0}}, all = {0};
    for (int k = N - 1; k > 0; k--) {
      int other = (int)(scr_rng_next(&r) % (unsigned)(k + 1));
      double t = x[k];
      x[k] = x[other], x[other] = t;
    }
    for (int k = 0; k < N; k++) scr_xsum_add(&part[scr_rng_next(&r) % 4], x[k]);
    for (int p = 0; p < 4; p++) {
      if (round & 1) scr_xsum_normalize(&part[p]);
      scr_xsum_merge(&all, &part[p]);
    }
    scr_xsum_normalize(&all);
    assert_memory_equal(&all, &first, sizeof all);
  }
}

/* Doubling by merging comes to the limit of pending additions soon. */
static void many_merges(void **state) {
  SCR_UNUSED(state);
  scr_xsum s = {0};
  scr_xsum_add(&s, -0x1.fffffffffffffp31);
  for (int k = 0; k < 200; k++) {
    scr_xsum copy = s;
    scr_xsum_merge(&s, &copy);
  }
  assert_same(scr_xsum_value(&s), -0x1.fffffffffffffp231);
}

static double sum_of(double a, double b, double c) {
  scr_xsum s = {0};
  scr_xsum_add(&s, a);
  scr_xsum_add(&s, b);
  scr_xsum_add(&s, c);
  return scr_xsum_value(&s);
}

/* Half of a last place goes to the even side, and the least bit beyond it decides, wherever the
 * sum lies among the limbs. */
static void the_least_bit_decides(void **state) {
  SCR_UNUSED(state);
  for (int e = -70; e <= 70; e++)
    for (int below = 1; below < 140; below++) {
      const double one = ldexp(1, e), odd = one + ldexp(1, e - 52), half = ldexp(1, e - 53),
                   tiny = ldexp(1, e - 53 - below);
      assert_true(sum_of(one, half, 0) == one && sum_of(odd, half, 0) == one + ldexp(1, e - 51));
      assert_true(sum_of(one, half, tiny) == odd && sum_of(one, half, -tiny) == one);
      assert_true(sum_of(-one, -half, -tiny) == -odd && sum_of(-one, -half, tiny) == -one);
      assert_true(sum_of(odd, half, -tiny) == odd);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_least_bit_decides),
      cmocka_unit_test(known_sums),
      cmocka_unit_test(not_finite),
      cmocka_unit_test(rounding),
      cmocka_unit_test(parts_that_cancel),
      cmocka_unit_test(single_values),
      cmocka_unit_test(many_values),
      cmocka_unit_test(many_merges),
      cmocka_unit_test(any_order_any_grouping),
  };
  return cmocka_run_group_tests_name("xsum", tests, NULL, NULL);
}
