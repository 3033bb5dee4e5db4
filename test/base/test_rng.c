/* Random numbers: the published generator, and distributions that are what they say. */
#include "test.h"

#include <math.h>
#include "base/rng.h"

/* Blackman and Vigna's xoshiro256** from the state {1, 2, 3, 4}. */
static void published_sequence(void **state) {
  SCR_UNUSED(state);
  static const uint64_t expected[] = {11520u, 0u, 1509978240u, 1215971899390074240u};
  scr_rng r = {{1, 2, 3, 4}};
  for (size_t k = 0; k < SCR_COUNTOF(expected); k++) assert_true(scr_rng_next(&r) == expected[k]);
}

/* splitmix64 from 0. */
static void seeding(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 0);
  assert_true(r.s[0] == 0xe220a8397b1dcdafu);
  assert_true(r.s[1] == 0x6e789e6aa1b965f4u);
  scr_rng a, b;
  scr_rng_seed(&a, 1);
  scr_rng_seed(&b, 2);
  assert_true(scr_rng_next(&a) != scr_rng_next(&b));
}

static void moments(double (*draw)(scr_rng *), double mean, double variance) {
  enum { N = 400000 };
  scr_rng r;
  scr_rng_seed(&r, 9);
  double sum = 0, sum2 = 0;
  for (int k = 0; k < N; k++) {
    double x = draw(&r) - mean;
    sum += x;
    sum2 += x * x;
  }
  assert_true(fabs(sum / N) < 5 * sqrt(variance / N));
  assert_true(fabs(sum2 / N / variance - 1) < 0.02);
}

static void distributions(void **state) {
  SCR_UNUSED(state);
  moments(scr_rng_uniform, 0.5, 1.0 / 12);
  moments(scr_rng_gauss, 0, 1);
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < 100000; k++) {
    double x = scr_rng_uniform(&r);
    assert_true(x >= 0 && x < 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_sequence),
      cmocka_unit_test(seeding),
      cmocka_unit_test(distributions),
  };
  return cmocka_run_group_tests_name("rng", tests, NULL, NULL);
}
