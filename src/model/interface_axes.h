/* Axes of an interface between two pieces, in kernels: its elements have places along them. In 3D
 * the three columns of the state from `axis` on hold s, and turn with the contact. */
#ifndef SCR_MODEL_INTERFACE_AXES_H
#define SCR_MODEL_INTERFACE_AXES_H

#include "kernel/batch.h"

/* A vector of the interface along s and t. */
typedef struct pair {
  double s, t;
} pair;

/* Axes of the interface: s, and t = n x s. In 2D s points against z. */
typedef struct axes {
  tang s, t;
} axes;

#if SCR_DIM == 3
static inline tang cross(tang a, tang b) {
  return (tang){scr_fma(a.y, b.z, -(a.z * b.y)), scr_fma(a.z, b.x, -(a.x * b.z)),
                scr_fma(a.x, b.y, -(a.y * b.x))};
}

/* What is left of a direction in the plane across n, of length 1. An interface that begins takes
 * the s of its contact (world/contacts/contact.c). */
static inline axes axes_of(const scr_batch *b, int k, int axis) {
  const tang n = {b->normal[0][k], b->normal[1][k], b->normal[2][k]};
  const tang kept = tang_get(tang_col(b->st + axis), k);
  const bool along = fabs(n.x) > 0.9, begins = !(tang_dot(kept, kept) > 0);
  const tang first = {along ? 0.0 : 1.0, along ? 1.0 : 0.0, 0};
  const tang a = tang_where(begins, first, kept), p = tang_axpy(-tang_dot(a, n), n, a);
  const tang s = tang_axpy(1 / tang_mag(p), p, (tang){0});
  return (axes){s, cross(n, s)};
}
/* Those that a step left, to the last bit. */
static inline axes axes_left(const scr_batch *b, int k, int axis) {
  const tang s = tang_get(tang_col(b->st + axis), k);
  return (axes){s, cross((tang){b->normal[0][k], b->normal[1][k], b->normal[2][k]}, s)};
}
static inline pair shear_along(axes x, tang v) {
  return (pair){tang_dot(v, x.s), tang_dot(v, x.t)};
}
static inline pair turn_along(axes x, tang v) { return shear_along(x, v); }
static inline tang shear_of(axes x, double s, double t) {
  return tang_axpy(s, x.s, tang_axpy(t, x.t, (tang){0}));
}
static inline tang turn_of(axes x, double s, double t) { return shear_of(x, s, t); }
static inline void put_axis(scr_batch *b, int k, int axis, axes x, bool lives) {
  tang_put(tang_col(b->st + axis), k, tang_where(lives, x.s, (tang){0}));
}
#else
static inline axes axes_of(const scr_batch *b, int k, int axis) {
  SCR_UNUSED(b), SCR_UNUSED(k), SCR_UNUSED(axis);
  return (axes){{0}, {0}};
}
static inline axes axes_left(const scr_batch *b, int k, int axis) { return axes_of(b, k, axis); }
static inline pair shear_along(axes x, tang v) {
  SCR_UNUSED(x);
  return (pair){0, v.x};
}
static inline pair turn_along(axes x, tang v) {
  SCR_UNUSED(x);
  return (pair){-v.x, 0};
}
static inline tang shear_of(axes x, double s, double t) {
  SCR_UNUSED(x), SCR_UNUSED(s);
  return (tang){t};
}
static inline tang turn_of(axes x, double s, double t) {
  SCR_UNUSED(x), SCR_UNUSED(t);
  return (tang){-s + 0.0};
}
static inline void put_axis(scr_batch *b, int k, int axis, axes x, bool lives) {
  SCR_UNUSED(b), SCR_UNUSED(k), SCR_UNUSED(axis), SCR_UNUSED(x), SCR_UNUSED(lives);
}
#endif

#endif
