/* Quanta of the exact sums of forces and moments. */
#ifndef SCR_QUANTUM_H
#define SCR_QUANTUM_H

#include <string.h>
#include "world/world.h"

/* Components lie below 2^exponent, and 2^SCR_HEADROOM of them fit into a sum, or as many as a ball
 * has contacts (force.c tells the whole of it). */
enum { SCR_HEADROOM = 7, SCR_NO_EXPONENT = -1000, SCR_MANTISSA = 53 };

int scr_headroom(const scr_world *w);
/* 2^e of a normal number, from its bits. */
static inline double scr_power_of_two(int e) {
  assert(e > -1023 && e < 1024);
  uint64_t bits = (uint64_t)(e + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}
/* The magic number that rounds to the quantum of an exponent. */
double scr_magic(const scr_world *w, int exponent);
/* The exponent for a largest component: two above its own, so that it may double before a step must
 * be summed again. */
static inline int scr_exponent_for(double largest) {
  assert(!(largest < 0));
  if (!(largest > 0)) return SCR_NO_EXPONENT;
  uint64_t bits;
  memcpy(&bits, &largest, sizeof bits);
  int e = (int)(bits >> 52) -
          1022; /* largest lies in [2^(e-1), 2^e); subnormal ones end below SCR_NO_EXPONENT */
  return SCR_MAX(e + 1, SCR_NO_EXPONENT);
}

#endif
