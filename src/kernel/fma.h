/* a b + c, rounded once: by one instruction where there is one, and with the same bits where there
 * is none. Floor: kernel. */
#ifndef SCR_FMA_H
#define SCR_FMA_H

#include <math.h>
#include <stdint.h>

/* ---- without the instruction, two at a time ---- */

typedef double scr_two __attribute__((vector_size(16), aligned(8), may_alias));
typedef long long scr_two_bits __attribute__((vector_size(16), may_alias));

#define SCR_TWO_SIZE(x) ((scr_two)((scr_two_bits)(x)&INT64_MAX))

/* Sums and what their rounding left (Knuth). */
static inline scr_two scr_two_sum(scr_two a, scr_two b, scr_two *rest) {
  const scr_two sum = a + b, b1 = sum - a;
  *rest = (a - (sum - b1)) + (b - b1);
  return sum;
}

/* Products and what their rounding left (Dekker): factors are split into halves whose products are
 * exact. */
static inline scr_two scr_two_product(scr_two a, scr_two b, scr_two *rest) {
  const scr_two a0 = 0x1p27 * a + a, b0 = 0x1p27 * b + b, ah = a0 - (a0 - a), bh = b0 - (b0 - b),
                al = a - ah, bl = b - bh;
  const scr_two product = a * b;
  *rest = ((ah * bh - product) + ah * bl + al * bh) + al * bl;
  return product;
}

/* a + b rounded to odd: to the neighbour that ends in a 1. Whoever rounds that sum once more rounds
 * a + b itself. */
static inline scr_two scr_two_odd(scr_two a, scr_two b) {
  scr_two rest, sum = scr_two_sum(a, b, &rest);
  const scr_two_bits even = ((scr_two_bits)sum & 1) - 1,
                     away = (rest > 0) ^ ~(sum > 0); /* all ones: yes */
  const scr_two_bits step = (away & 1) - (~away & 1);
  return (scr_two)((scr_two_bits)sum + (step & even & (rest != 0)));
}

/* Boldo and Melquiond, Emulation of a FMA and correctly rounded sums, IEEE Trans. Computers 57
 * (2008), fig. 5. Where numbers could leave their range, or what products leave could, libm does
 * it; that takes some 25 times as long. */
static inline scr_two scr_two_fma(scr_two a, scr_two b, scr_two c) {
  const scr_two product = a * b, size = SCR_TWO_SIZE(product);
  const scr_two_bits nothing = (a == 0) | (b == 0),
                     small = (SCR_TWO_SIZE(a) < 0x1p990) & (SCR_TWO_SIZE(b) < 0x1p990);
  const scr_two_bits exact = nothing | ((size > 0x1p-900) & (size < 0x1p1000));
  const scr_two_bits good = exact & small & (SCR_TWO_SIZE(c) < 0x1p1000);
  if (__builtin_expect((good[0] & good[1]) == 0, 0))
    return (scr_two){fma(a[0], b[0], c[0]), fma(a[1], b[1], c[1])};
  scr_two u_rest, t_rest, v_rest;
  const scr_two u = scr_two_product(a, b, &u_rest), t = scr_two_sum(c, u_rest, &t_rest),
                v = scr_two_sum(u, t, &v_rest);
  const scr_two sum = v + scr_two_odd(t_rest, v_rest), plain = product + c;
  return (scr_two)(((scr_two_bits)plain & nothing) | ((scr_two_bits)sum & ~nothing));
}

/* ---- one at a time ---- */

#if defined(__FP_FAST_FMA) || defined(__FMA__)
static inline double scr_fma(double a, double b, double c) { return fma(a, b, c); }
#else
static inline double scr_fma(double a, double b, double c) {
  return scr_two_fma((scr_two){a}, (scr_two){b}, (scr_two){c})[0];
}
#endif

#endif
