/* One half-kick of one component of a velocity: the plain way, of balls and of bodies. Floor:
 * kernel. */
#ifndef SCR_KICK_H
#define SCR_KICK_H

#include <math.h>
#include <stdbool.h>

static inline double scr_sign_of(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

/* Where a velocity turns in the closing half-kick, drag (of that size, N) turns with the next
 * opening one. The ways of the two half-kicks are so much longer than that of the steps, m. One
 * that was at rest had no drag that could turn. */
static inline double scr_kick_turned(double before, double after, double size, double hm,
                                     double h) {
  if (before == 0) return 0;
  return (size * scr_sign_of(after) - size * scr_sign_of(before)) * (0.5 * h * hm);
}

/* f: contact and body force; body: the body's part of it; hm: half a step over the inertia; h: half
 * a step, s; closes: the second half of a step. Work (damping, body, boundary; NULL: none) is that
 * of this half step with the mean of the velocities before and after, so that it equals the change
 * of kinetic energy to rounding; but for scr_kick_turned(). */
static inline double scr_kick(double v, double f, double body, double damp, bool fixed, double hm,
                              double h, bool closes, double *work) {
  double size = damp * fabs(f), drag = size * scr_sign_of(v);
  double after = fixed ? v : v + (f - drag) * hm;
  if (work) {
    double mean = 0.5 * (v + after) * h;
    if (!fixed) work[0] += drag * mean;
    work[1] += body * mean;
    if (fixed) work[2] -= f * v * h;
    if (closes && !fixed) {
      double turned = scr_kick_turned(v, after, size, hm, h);
      work[0] -= f * turned;
      work[1] -= body * turned;
    }
  }
  return after;
}

#endif
