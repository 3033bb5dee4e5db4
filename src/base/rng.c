/* Random numbers: see rng.h. */
#include "base/rng.h"

#include <math.h>
#include "base/smath.h"

static uint64_t rotl(uint64_t x, int k) { return x << k | x >> (64 - k); }

void scr_rng_seed(scr_rng *r, uint64_t seed) {
  for (int k = 0; k < 4; k++) {
    uint64_t z = seed += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    r->s[k] = z ^ z >> 31;
  }
}

uint64_t scr_rng_next(scr_rng *r) {
  uint64_t *s = r->s, result = rotl(s[1] * 5, 7) * 9, t = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= t;
  s[3] = rotl(s[3], 45);
  return result;
}

double scr_rng_uniform(scr_rng *r) { return (double)(scr_rng_next(r) >> 11) * 0x1p-53; }

double scr_rng_gauss(scr_rng *r) {
  for (;;) {
    double x = 2 * scr_rng_uniform(r) - 1, y = 2 * scr_rng_uniform(r) - 1, q = x * x + y * y;
    if (q > 0 && q < 1) return x * sqrt(-2 * scr_log(q) / q);
  }
}
