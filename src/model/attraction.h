/* An attraction that is constant where pieces touch, and fades with the distance to nothing at d0.
 * Source: docs/physics.md, arrlinear. */
#ifndef SCR_MODEL_ATTRACTION_H
#define SCR_MODEL_ATTRACTION_H

typedef struct attraction {
  double force, held; /* N; J, never positive */
  int part;           /* of its range: 0 beyond it, 1 where it fades, 2 where it is constant */
} attraction;

/* f0: where the pieces touch, N; slope: f0/d0, N/m; g: gap, m. */
static inline attraction attraction_at(double f0, double d0, double slope, double g) {
  const double left = d0 - g;
  if (g > d0) return (attraction){0, 0, 0};
  if (g > 0) return (attraction){slope * left, -0.5 * slope * (left * left), 1};
  return (attraction){f0, f0 * (g - 0.5 * d0), 2};
}

#ifdef SCR_KERNEL
#include "model/slide.h"

/* On top of all other forces; `was`: 1 where it acted before the step. Where a step meets a kink
 * it stores other than the mean of forces does. */
static inline void attract(scr_batch *b, const double *gap, const double *was, const double *f0,
                           const double *d0, const double *slope) {
  const double *dn = b->dn;
  double *fn = b->fn;
  const bool works = b->want & SCR_WANT_WORK;
  SCR_EACH(k, b->n) {
    const attraction now = attraction_at(f0[k], d0[k], slope[k], gap[k]), none = {0, 0, 0};
    fn[k] -= now.force;
    if (works) {
      const attraction at = attraction_at(f0[k], d0[k], slope[k], gap[k] - dn[k]),
                       old = was[k] != 0 ? at : none;
      const double gain = step_gain(now.held, old.held, -now.force, -old.force, dn[k]);
      b->work[SCR_BOOK_STEP][k] += now.part == old.part ? 0 : gain;
    }
  }
}

#endif
#endif
