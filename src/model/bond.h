/* Bonds: their size, the methods that make and end them. */
#ifndef SCR_MODEL_BOND_H
#define SCR_MODEL_BOND_H

#include "base/smath.h"
#include "scree/model.h"

/* Cross-section of a bond of radius r: area, second moment of area, polar moment (m2, m4, m4); in
 * 2D of a strip 1 m deep, which does not twist. Source: docs/physics.md, bonds. */
typedef struct bond_size {
  double r, area, i, j;
} bond_size;

static inline bond_size bond_size_of(int dim, double r) {
  const double disk = SCR_PI * (r * r), strip = 2 * r;
  const double area = dim == 3 ? disk : strip;
  const double i = dim == 3 ? 0.25 * area * (r * r) : (2.0 / 3.0) * (r * r * r);
  return (bond_size){r, area, i, dim == 3 ? 2 * i : 0};
}

#ifndef SCR_KERNEL
/* Arguments of `bond` and `unbond`: of a bond that is one, and of elements that are bonded each by
 * itself, where the third one says which. */
extern const char *const scr_bond_args[], *const scr_part_args[];
extern const char *const scr_not_there; /* models.h */
/* Is the gap of the contact among those that `bond` or `unbond` is for? Nothing given: up to 0;
 * one value: up to that; two: between them. */
bool scr_bond_covers(const scr_ends *e, const scr_marg *a);
/* What a bond that is ended leaves to its springs, whose normal force and n - 1 further columns
 * begin at `force`: all of it if they press surfaces that touch, else nothing. */
void scr_bond_leave(const scr_ends *e, double rgap, double *force, int n);
/* The bond's radius: `mult` times the smaller radius (a facet's is its ball's), or that of the area
 * that the user gave. */
double scr_bond_radius(const scr_ends *e, double mult, double user_area);
#endif

#endif
