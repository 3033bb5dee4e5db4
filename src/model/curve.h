/* Tables of the user's, between their points. Formulas: docs/physics.md, tables of strength. */
#ifndef SCR_MODEL_CURVE_H
#define SCR_MODEL_CURVE_H

#include "kernel/fma.h"
#include "scree/model.h"

/* How many points lie at x or before it. */
static inline int curve_before(const scr_curve *c, double x) {
  int lo = 0, hi = c->n;
  while (lo < hi) {
    const int mid = (lo + hi) / 2;
    if (c->x[mid] <= x)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo;
}

/* Straight between points, level before the first and behind the last. */
static inline double curve_at(const scr_curve *c, double x) {
  const int next = curve_before(c, x), last = c->n - 1;
  if (next == 0) return c->y[0];
  if (next > last) return c->y[last];
  const double part = (x - c->x[next - 1]) / (c->x[next] - c->x[next - 1]);
  return scr_fma(part, c->y[next] - c->y[next - 1], c->y[next - 1]);
}

static inline double curve_end(const scr_curve *c) { return c->x[c->n - 1]; }

#endif
