/* The viscous dashpots that `linear` and `hertz` share, and what follows from them for both.
 * Source: physics of both laws in docs/physics.md; dp_mode 0 full, 1 no tension in the normal
 * direction, 2 none in shear while slipping, 3 both. */
#ifndef SCR_DASHPOT_H
#define SCR_DASHPOT_H

#include "kernel/batch.h"
#include "model/slide.h"

typedef struct dashpot {
  double fn; /* the whole normal force */
  double cs; /* what they add in shear is this times the displacement increment */
} dashpot;

/* cn, cs: viscosities by the timestep (N/m); fn: elastic normal force (N). Products are rounded
 * with the sum, so that a contact without dashpots has the bits of a law without any. */
static inline dashpot dashpot_force(double mode, double cn, double cs, double fn, bool slip,
                                    double dn) {
  const double sum = scr_fma(-cn, dn, fn);
  const bool no_tension = (mode == 1) | (mode == 3), cut = slip & (mode >= 2);
  return (dashpot){(no_tension & (sum < 0)) ? 0 : sum, cut ? 0 : -cs};
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

/* What one contact's dashpots take, by the mean of their forces before and after the step
 * (docs/physics.md, energies); fn, ft with them, fne, fs without. */
static inline double dashpot_work(const scr_batch *b, int k, double fn, double fne, tang ft,
                                  tang fs) {
  const tang old = tang_get(tang_lanes((scr_lanes *)b->dash_old + 1), k), now = tang_sub(ft, fs);
  const double normal = b->dash_old[0][k] + (fn - fne);
  return -0.5 * (normal * b->dn[k] +
                 tang_dot(tang_add(old, now), tang_get(tang_lanes((scr_lanes *)b->ds), k)));
}

/* Work of the slider and of the dashpots; fs_old: shear force before the step, ks: shear stiffness.
 * What the shear spring of a contact that opens still holds is lost as in a slip. */
static inline void put_works(scr_batch *b, const double *fne, const double *slip, tcol fs,
                             tcol fs_old, const double *ks) {
  const double *fn = b->fn, *act = b->act;
  const tcol ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  SCR_EACH(k, b->n) {
    const bool slides = (slip[k] != 0) | (act[k] == 0);
    b->work[SCR_BOOK_SLIP][k] =
        slides ? slide_work(tang_get(fs, k), tang_get(fs_old, k), tang_get(ds, k), ks[k]) : 0;
    b->work[SCR_BOOK_DASHPOT][k] =
        dashpot_work(b, k, fn[k], fne[k], tang_get(ft, k), tang_get(fs, k));
  }
}

#endif
