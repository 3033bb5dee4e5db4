/* Coulomb's limit and the work of a slider, for one contact. */
#ifndef SCR_SLIDE_H
#define SCR_SLIDE_H

#include "kernel/batch.h"

typedef struct slide {
  tang f;
  bool slip;
} slide;

/* Is the trial force larger than `limit` (strictly)? Asked in squares: most contacts hold, and need
 * no root. */
static inline bool slides(tang trial, double limit, bool elastic) {
  return (tang_dot(trial, trial) > limit * limit) & !elastic;
}

/* Scales a trial force that slides back to `limit`. Zeros have no sign, here and in all of the
 * state: a sum with them has the bits that it has without. */
static inline tang slide_back(tang trial, double limit) {
  return tang_axpy(limit / tang_mag(trial), trial, (tang){0});
}

/* Both for one contact. */
static inline slide slide_limit(tang trial, double limit, bool elastic) {
  const bool slip = slides(trial, limit, elastic);
  const tang back = slide_back(trial, limit);
  return (slide){tang_where(slip, back, trial), slip};
}

/* Both for a column of trial forces `fs`, where slip[k] says which of them slide; limits are those
 * of friction. */
static inline void slide_all(int n, tcol fs, const double *slip, const double *fric,
                             const double *fn) {
  if (!any_set(slip, n)) return;
  SCR_EACH(k, n) {
    const tang trial = tang_get(fs, k);
    tang_put(fs, k, tang_where(slip[k] != 0, slide_back(trial, fric[k] * fn[k]), trial));
  }
}

/* Work of the slider, never negative: -(mean force) . (du + (f_new - f_old) / ks). */
static inline double slide_work(tang fnew, tang fold, tang du, double ks) {
  double inv = ks > 0 ? 1 / ks : 0;
  tang mean = tang_mul(0.5, tang_add(fnew, fold));
  double w = tang_dot(mean, tang_add(du, tang_mul(inv, tang_sub(fnew, fold))));
  return w < 0 ? -w : 0;
}

/* Was the contact closed before the step, by the parameters of now? What it held is 0 else: an edit
 * opened it. */
static inline bool held_before(const scr_batch *b, const double *rgap, int k) {
  return rgap[k] - b->gap[k] + b->dn[k] >= 0;
}
/* The same of laws that know which sums of increments an edit has changed (scr_hints.edits): where
 * none has, what is below 0 is what increments are wrong by. */
static inline bool held_unedited(const scr_batch *b, const double *rgap, bool sums, int k) {
  return held_before(b, rgap, k) | (sums & (b->edited[k] == 0));
}

/* What a spring stores in a step beyond what the mean of its forces f before and after does along
 * du, the opening: not nothing where its stiffness changes on the way. stored: as many J as it
 * holds. A force that is there without motion does no work. */
static inline double step_gain(double stored, double stored_old, double f, double f_old,
                               double du) {
  return du == 0 ? 0 : stored - stored_old + 0.5 * (f + f_old) * du;
}

/* What is left of the force f of a spring where the pieces part, N: not nothing where increments,
 * dilation or edits have moved the overlap at which it has none. before: overlap before the step,
 * m. Less than a millionth of what the step changes is rounding. Docs: physics.md, energies. */
static inline double left_at_end(double f, double kn, double before, double dn) {
  const double way = before < 0 ? 0 : before > dn ? dn : before, left = scr_fma(-kn, way, f);
  return fabs(left) > 1e-6 * (kn * fabs(dn)) ? left : 0;
}

#endif
