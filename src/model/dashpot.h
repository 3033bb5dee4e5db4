/* The viscous dashpots that `linear` and `hertz` share, for one contact.
 * Source: physics of both laws in docs/physics.md; dp_mode 0 full, 1 no tension in the normal direction, 2 none in shear while
 * slipping, 3 both. */
#ifndef SCR_DASHPOT_H
#define SCR_DASHPOT_H

#include "kernel/batch.h"

typedef struct dashpot {
  double fn;
  tang fs;
} dashpot;

/* fn: elastic normal force (N); kn, ks: tangent stiffnesses; fac: scale of both; increments over dt are velocities. */
static inline dashpot dashpot_force(double mode, double bn, double bs, double fac, double meff, double kn, double ks, double fn,
                                    bool slip, double dn, tang ds, double dt) {
  double cn = fac * (2 * bn * sqrt(meff * kn)), cs = fac * (2 * bs * sqrt(meff * ks));
  double fdn = -(cn * (dn / dt));
  bool no_tension = (mode == 1) | (mode == 3), cut = slip & (mode >= 2);
  fdn = (no_tension & (fdn + fn < 0)) ? -fn : fdn;
  double c = cut ? 0 : -(cs / dt);
  return (dashpot){fdn, tang_mul(c, ds)};
}

#endif
