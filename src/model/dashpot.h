/* The viscous dashpots that `linear` and `hertz` share, and what follows from them for both.
 * Source: physics of both laws in docs/physics.md; dp_mode 0 full, 1 no tension in the normal direction, 2 none in shear while
 * slipping, 3 both. */
#ifndef SCR_DASHPOT_H
#define SCR_DASHPOT_H

#include "kernel/batch.h"
#include "model/slide.h"

typedef struct dashpot {
  double fn;
  tang fs;
} dashpot;

/* cn, cs: viscosities (N s/m); fn: elastic normal force (N); increments times 1/dt are velocities. */
static inline dashpot dashpot_force(double mode, double cn, double cs, double fn, bool slip, double dn, tang ds, double inv_dt) {
  double fdn = -(cn * (dn * inv_dt));
  bool no_tension = (mode == 1) | (mode == 3), cut = slip & (mode >= 2);
  fdn = (no_tension & (fdn + fn < 0)) ? -fn : fdn;
  double c = cut ? 0 : -(cs * inv_dt);
  return (dashpot){fdn, tang_mul(c, ds)};
}

/* Both in shear, with the damping ratios bn and bs. A batch may hold contacts without dashpots: these have the bits of a batch
 * without any, down to the sign of a zero. */
static inline tang spring_and_dash(double bn, double bs, tang spring, tang dash) {
  return tang_where((bn != 0) | (bs != 0), tang_add(spring, dash), spring);
}

/* ---- columns; fne, fs: normal and shear force of the springs ---- */

/* The dashpots' part of the force. */
static inline void put_dash(scr_batch *b, const double *fne, tcol fs) {
  const double *fn = b->fn;
  const tcol ft = tang_lanes(b->ft), dash = tang_lanes(b->dash + 1);
  SCR_EACH(k, b->n) {
    b->dash[0][k] = fn[k] - fne[k];
    tang_put(dash, k, tang_sub(tang_get(ft, k), tang_get(fs, k)));
  }
}

/* Work of the slider and of the dashpots; fs_old: shear force before the step, ks: shear stiffness. */
static inline void put_works(scr_batch *b, const double *fne, const double *slip, tcol fs, tcol fs_old, const double *ks) {
  const double *fn = b->fn, *dn = b->dn;
  const tcol ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  SCR_EACH(k, b->n) {
    b->work[0][k] = slip[k] != 0 ? slide_work(tang_get(fs, k), tang_get(fs_old, k), tang_get(ds, k), ks[k]) : 0;
    b->work[1][k] = -((fn[k] - fne[k]) * dn[k] + tang_dot(tang_sub(tang_get(ft, k), tang_get(fs, k)), tang_get(ds, k)));
  }
}

/* ---- one contact ---- */

/* Viscosity at a critical damping ratio: 2 ratio sqrt(m k). */
static inline double viscosity(double ratio, double m, double k) { return 2 * ratio * sqrt(m * k); }

#endif
