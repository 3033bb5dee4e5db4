/* Random numbers: xoshiro256** (Blackman and Vigna 2018), seeded by splitmix64. The state is part
 * of a save file. */
#ifndef SCR_RNG_H
#define SCR_RNG_H

#include "base/base.h"

typedef struct scr_rng {
  uint64_t s[4];
} scr_rng;
void scr_rng_seed(scr_rng *r, uint64_t seed);
uint64_t scr_rng_next(scr_rng *r);
double scr_rng_uniform(scr_rng *r); /* [0, 1), 53 bits */
double scr_rng_gauss(scr_rng *r);   /* mean 0, deviation 1 (polar method, SLEEF's log) */

#endif
