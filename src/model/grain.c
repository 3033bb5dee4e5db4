/* What descriptors of laws of grains share: see grain.h. */
#include "model/grain.h"

uint64_t scr_grain_inherit(const double *value[2], const bool *have[2], double *param) {
  return scr_hertz_inherit(value, have, param) |
         scr_inherit_friction(value, have, 3, RR_FRIC, param);
}

double scr_grain_strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)e, (void)p;
  if (what == SCR_STORED_ROLLING)
    return st[KR] > 0 ? scr_shear_square(dim, st + RB) / (2 * st[KR]) : 0;
  return st[HELD] + (st[KS] > 0 ? scr_shear_square(dim, st + FS) / (2 * st[KS]) : 0);
}

void scr_grain_stiffness(const grain *g, const double *p, double *kn, double *ks) {
  *kn = g->kn * p[STIFFER_N];
  *ks = g->ks * p[STIFFER_S];
}

double scr_grain_reff(const scr_ends *e) {
  const double r1 = e->radius[0], r2 = e->radius[1];
  return e->facet ? 2 * r1 : 2 * r1 * r2 / (r1 + r2);
}

void scr_grain_settle(double *st, grain g) {
  st[FN] = g.fn, st[HELD] = g.held;
  st[KN] = g.kn, st[KS] = g.ks, st[KR] = g.kr;
  for (int k = 0; k < 3 && !g.on; k++) st[FS + k] = st[RB + k] = 0;
  for (int k = 0; k < 3 && !(g.kr > 0); k++) st[RB + k] = 0;
}
