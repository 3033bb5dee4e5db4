/* Coulomb's limit and the work of a slider, for one contact. */
#ifndef SCR_SLIDE_H
#define SCR_SLIDE_H

#include "kernel/batch.h"

typedef struct slide {
  tang f;
  bool slip;
} slide;

/* Scales the trial force back to `limit` where it is larger (strictly). */
static inline slide slide_limit(tang trial, double limit, bool elastic) {
  double mag = tang_mag(trial);
  bool slip = (mag > limit) & !elastic;
  double s = slip ? limit / mag : 1.0;
  return (slide){tang_mul(s, trial), slip};
}

/* Work of the slider, never negative: -(mean force) . (du + (f_new - f_old) / ks). */
static inline double slide_work(tang fnew, tang fold, tang du, double ks) {
  double inv = ks > 0 ? 1 / ks : 0;
  tang mean = tang_mul(0.5, tang_add(fnew, fold));
  double w = tang_dot(mean, tang_add(du, tang_mul(inv, tang_sub(fnew, fold))));
  return w < 0 ? -w : 0;
}

#endif
