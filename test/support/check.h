/* What tests of numbers share: every instruction set of the processor, equal bits, equal up to
 * rounding. */
#ifndef SCR_TEST_CHECK_H
#define SCR_TEST_CHECK_H

#include "../base/test.h"

#include <math.h>
#include "base/base.h"
#include "base/rng.h"
#include "kernel/kernel.h"

/* Instruction sets; those that the processor lacks are refused by scr_isa_select. */
static const char *const isa_names[] = {"base", "avx2", "avx512"};
#define EACH_ISA(k)                                                                                \
  for (size_t k = 0; k < SCR_COUNTOF(isa_names); k++)                                              \
    if (scr_isa_select(isa_names[k]))

/* cmocka looks at each byte by itself, which takes most of some tests: it tells where they differ.
 */
#define check_memory(got, want, size)                                                              \
  do {                                                                                             \
    if (memcmp((got), (want), (size)) != 0) assert_memory_equal((got), (want), (size));            \
  } while (0)
#define check_bits(got, want) check_memory(&(got), &(want), sizeof(got))

/* Equal up to rounding: a formula of fewer than 64 operations, each of which errs by 2^-53 of a
 * term not larger than `scale`. `want` is computed in long double, so its own error does not count.
 */
#define check_near(got, want, scale) check_near_at((got), (want), (scale), __FILE__, __LINE__)
static inline void check_near_at(double got, long double want, long double scale, const char *file,
                                 int line) {
  long double bound = 64 * 0x1p-53L * fabsl(scale);
  if (fabsl((long double)got - want) <= bound) return;
  print_error("%.17g, expected %.21Lg, at most %.3Lg away\n", got, want, bound);
  _fail(file, line);
}

/* A random number in [lo, hi). */
static inline double between(scr_rng *r, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(r);
}
static inline bool chance(scr_rng *r, double p) { return scr_rng_uniform(r) < p; }

#endif
