/* One half-kick of one component of a velocity: the plain way, of balls and of bodies. Floor:
 * kernel. */
#ifndef SCR_KICK_H
#define SCR_KICK_H

#include <math.h>
#include <stdbool.h>

static inline double scr_sign_of(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

/* f: contact and body force; body: the body's part of it; hm: half a step over the inertia; h: half
 * a step, s. Work (damping, body, boundary; NULL: none) is that of this half step with the mean of
 * the velocities before and after, so that it equals the change of kinetic energy to rounding. */
static inline double scr_kick(double v, double f, double body, double damp, bool fixed, double hm,
                              double h, double *work) {
  double drag = damp * fabs(f) * scr_sign_of(v);
  double after = fixed ? v : v + (f - drag) * hm;
  if (work) {
    double mean = 0.5 * (v + after) * h;
    if (!fixed) work[0] += drag * mean;
    work[1] += body * mean;
    if (fixed) work[2] -= f * v * h;
  }
  return after;
}

#endif
