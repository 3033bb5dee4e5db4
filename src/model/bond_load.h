/* Forces and moments of bonds of finite size in kernels: springs against opening, shear, twist and
 * bending. Source: docs/physics.md, linearpbond. */
#ifndef SCR_MODEL_BOND_LOAD_H
#define SCR_MODEL_BOND_LOAD_H

#include "kernel/batch.h"
#include "model/bond.h"

/* The size of a bond whose radius is `fixed`, or `mult` times the smaller one of both ends. */
static inline bond_size bond_size_at(const scr_batch *b, int k, double fixed, double mult) {
  const double r1 = b->r1[k], r2 = b->r2[k], least = r1 < r2 ? r1 : r2;
  return bond_size_of(SCR_DIM, fixed > 0 ? fixed : mult * least);
}

/* Force and moment of a bond on end 2, and its springs, in the same order. */
typedef struct bond_load {
  double n, t; /* normal force, twist */
  tang s, b;   /* shear, bending */
} bond_load;
typedef struct bond_springs {
  double n, t, s, b; /* N/m; twist and bending N m */
} bond_springs;

static inline bond_springs load_springs(double kn, double ks, bond_size z) {
  return (bond_springs){kn * z.area, ks * z.j, ks * z.area, kn * z.i};
}

/* In eight columns: normal force, shear (3), twist, bending (3); in those of the state from `first`
 * on. */
static inline bond_load load_get_from(double *const *c, int k) {
  return (bond_load){c[0][k], c[4][k], tang_get(tang_col(c + 1), k), tang_get(tang_col(c + 5), k)};
}
static inline bond_load load_get(const scr_batch *b, int k, int first) {
  return load_get_from(b->st + first, k);
}

static inline void load_put_to(double *const *c, int k, bond_load l) {
  c[0][k] = l.n, c[4][k] = l.t;
  tang_put(tang_col(c + 1), k, l.s);
  tang_put(tang_col(c + 5), k, l.b);
}
static inline void load_put(scr_batch *b, int k, int first, bond_load l) {
  load_put_to(b->st + first, k, l);
}

static inline bond_load load_choose(bool first, bond_load a, bond_load c) {
  return (bond_load){first ? a.n : c.n, first ? a.t : c.t, tang_where(first, a.s, c.s),
                     tang_where(first, a.b, c.b)};
}
static inline bond_load load_where(bool on, bond_load l) {
  const tang none = {0};
  return (bond_load){on ? l.n : 0, on ? l.t : 0, tang_where(on, l.s, none),
                     tang_where(on, l.b, none)};
}

/* What springs of these stiffnesses store; those without stiffness do not count. */
static inline double load_stored(bond_load l, bond_springs k) {
  return (k.n > 0 ? l.n * l.n / (2 * k.n) : 0) + (k.s > 0 ? tang_dot(l.s, l.s) / (2 * k.s) : 0) +
         (k.t > 0 ? l.t * l.t / (2 * k.t) : 0) + (k.b > 0 ? tang_dot(l.b, l.b) / (2 * k.b) : 0);
}

/* Increments of the step, in the order of a load. */
static inline bond_load increments(const scr_batch *b, int k) {
  return (bond_load){b->dn[k], SCR_DIM == 3 ? b->twist[k] : 0,
                     tang_get(tang_lanes((scr_lanes *)b->ds), k),
                     tang_get(tang_lanes((scr_lanes *)b->bend), k)};
}

/* Twice the work of a load along the increments of the step, on the bodies. */
static inline double work_along(const scr_batch *b, int k, bond_load l) {
  const bond_load d = increments(b, k);
  return l.n * d.n + tang_dot(l.s, d.s) + l.t * d.t + tang_dot(l.b, d.b);
}

#endif
