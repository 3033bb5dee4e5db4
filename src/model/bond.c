/* Bonds: what descriptors of laws with bonds share. See bond.h and cbond.h. */
#include "model/cbond.h"

#include <math.h>
#include <stddef.h>

const char *const scr_bond_args[] = {"[gap]", "[to]", NULL};
const char *const scr_part_args[] = {"[gap]", "[to]", "[element]", NULL};

bool scr_bond_covers(const scr_ends *e, const scr_marg *a) {
  const double first = a[0].given ? a[0].value : 0;
  if (!a[1].given) return e->gap <= first;
  return e->gap >= fmin(first, a[1].value) && e->gap <= fmax(first, a[1].value);
}

void scr_bond_leave(const scr_ends *e, double rgap, double *force, int n) {
  if (rgap - e->gap >= 0 && force[0] > 0) return;
  for (int k = 0; k < n; k++) force[k] = 0;
}

double scr_bond_radius(const scr_ends *e, double mult, double user_area) {
  const double least = e->facet ? e->radius[0] : fmin(e->radius[0], e->radius[1]);
  if (user_area > 0) return e->dim == 3 ? sqrt(user_area / SCR_PI) : user_area / 2;
  return mult * least;
}

const char *const scr_cbond_strength_args[] = {"tensile", "shear", NULL};

const char *scr_cbond_make(const scr_ends *e, const scr_marg *a, double *state) {
  if (scr_bond_covers(e, a)) *state = SCR_BOND_HOLDS;
  return NULL;
}

const char *scr_cbond_end(const scr_ends *e, const scr_marg *a, double *state) {
  if (scr_bond_covers(e, a) && *state >= SCR_BOND_HOLDS) *state = SCR_BOND_NONE;
  return NULL;
}

const char *scr_cbond_strength(const scr_marg *a, double area, double *tenf, double *shearf) {
  if (!(a[0].value >= 0)) return "tensile must not be negative";
  if (!(a[1].value >= 0)) return "shear must not be negative";
  *tenf = a[0].value * area;
  *shearf = a[1].value * area;
  return NULL;
}
