/* What the inner loop of the FISH machine does itself: numbers, copies of values, the numbers of
 * things of the host. What returns false has changed nothing, and the complete form (vm_ops.c) must
 * do it. Where a program goes on must be guessed by the processor, not selected: a selection would
 * wait for the values that decide it. */
#ifndef SCR_VM_FAST_H
#define SCR_VM_FAST_H

#include <float.h>
#include <math.h>
#include <string.h>
#include "script/copy.h"
#include "script/vm.h"

/* ---- values in the inner loop ---- */

static inline void copy_hold(scr_val *to, const scr_val *from) {
  if (from->type >= SCR_V_STR) from->o->refs++;
  copy(to, from);
}
static inline void put(scr_val *to, const scr_val *from) {
  if (SCR_UNLIKELY(to->type >= SCR_V_STR))
    scr_put(to, *from);
  else
    copy(to, from);
}

static inline double number(const scr_val *v) {
  return SCR_LIKELY(v->type == SCR_V_REAL) ? v->f : (double)v->i;
}

/* A number as real. It is loaded for itself: one that was loaded before, as the integer it may be,
 * would go from register to register. */
static inline bool real_of(const scr_val *v, double *x) {
  if (SCR_LIKELY(v->type == SCR_V_REAL)) {
    *x = *(const volatile double *)&v->f;
    return true;
  }
  *x = (double)v->i;
  return v->type == SCR_V_INT;
}

static inline bool is_whole(double x) {
  const double shift = 0x1.8p52; /* beyond 2^51 a whole number may be taken for none */
  return (x + shift) - shift == x;
}

/* Must the complete form do a quotient of integers, which is c? */
static inline bool parts(scr_tells tells, double c) {
  return tells != SCR_TELLS_NONE && (tells == SCR_TELLS_ALL || c < 0) && !is_whole(c);
}

/* What a sum, difference, product or quotient of two numbers is. */
static inline bool arithmetic(scr_op op, bool short_ints, scr_tells tells, const scr_val *x,
                              const scr_val *y, scr_val *r) {
  double a, b;
  if (op != OP_DIV && x->type == SCR_V_INT && y->type == SCR_V_INT) {
    const uint64_t i = (uint64_t)x->i, j = (uint64_t)y->i,
                   n = op == OP_ADD   ? i + j
                       : op == OP_SUB ? i - j
                                      : i * j;
    if (SCR_UNLIKELY(short_ints && (int64_t)n != (int32_t)(uint32_t)n)) return false; /* wraps */
    scr_val_set_int(r, (int64_t)n);
    return true;
  }
  if (SCR_UNLIKELY(!real_of(x, &a) || !real_of(y, &b))) return false;
  if (op == OP_DIV && SCR_UNLIKELY(b == 0)) return false;
  const double c = op == OP_ADD ? a + b : op == OP_SUB ? a - b : op == OP_MUL ? a * b : a / b;
  if (op == OP_DIV && SCR_UNLIKELY(x->type == SCR_V_INT && y->type == SCR_V_INT) &&
      (short_ints || parts(tells, c)))
    return false;
  if (SCR_UNLIKELY(fabs(c) > DBL_MAX)) return false; /* too large, unless an operand is infinite */
  scr_val_set_real(r, c);
  return true;
}

/* A head in one piece: a wide load would wait for the narrow stores that made it. */
static inline void set_vector_type(scr_val *v, int dim) {
  static const scr_val flat = {.type = SCR_V_VEC, .dim = 2}, full = {.type = SCR_V_VEC, .dim = 3};
  memcpy(v, dim == 3 ? &full : &flat, offsetof(scr_val, i));
}

/* The same of vectors, and of a vector and a number, with the bits of the complete form, which
 * judges what is not finite. */
static bool vectors(scr_op op, const scr_val *x, const scr_val *y, scr_val *r) {
  const scr_val *v = x->type == SCR_V_VEC ? x : y;
  const bool both = x->type == y->type;
  double z[3] = {0}, c = 0, size = 0;
  if (v->type != SCR_V_VEC || (both ? x->dim != y->dim : !real_of(v == x ? y : x, &c)))
    return false;
  const int dim = v->dim;
  if (both && op == OP_ADD)
    for (int k = 0; k < dim; k++) z[k] = x->v[k] + y->v[k];
  else if (both && op == OP_SUB)
    for (int k = 0; k < dim; k++) z[k] = x->v[k] - y->v[k];
  else if (!both && op == OP_MUL)
    for (int k = 0; k < dim; k++) z[k] = v->v[k] * c;
  else if (!both && op == OP_DIV && v == x && c != 0)
    for (int k = 0; k < dim; k++) z[k] = x->v[k] / c;
  else
    return false;
  for (int k = 0; k < dim; k++) size += fabs(z[k]);
  if (SCR_UNLIKELY(!(size <= DBL_MAX))) return false;
  set_vector_type(r, dim);
  r->v[0] = z[0], r->v[1] = z[1], r->v[2] = z[2];
  return true;
}

#define SCR_ORDER(a, b)                                                                            \
  (op == OP_EQ   ? a == b                                                                          \
   : op == OP_NE ? a != b                                                                          \
   : op == OP_LT ? a < b                                                                           \
   : op == OP_LE ? a <= b                                                                          \
   : op == OP_GT ? a > b                                                                           \
                 : a >= b)
static inline bool compare(scr_op op, const scr_val *x, const scr_val *y, bool *r) {
  double a, b;
  if (x->type == SCR_V_INT && y->type == SCR_V_INT) {
    *r = SCR_ORDER(x->i, y->i);
    return true;
  }
  if (SCR_UNLIKELY(!real_of(x, &a) || !real_of(y, &b))) return false;
  *r = SCR_ORDER(a, b);
  return true;
}

/* ---- elements ---- */

/* The element takes the place of its subscript. */
static inline bool element(const scr_val *container, scr_val *index) {
  const scr_val *item = scr_vm_element(container, index);
  if (!item) return false;
  if (item->type >= SCR_V_STR) item->o->refs++;
  put(index, item);
  return true;
}

/* Takes the value over. Lists are values: the complete form looks who else holds them. */
static inline bool set_element(const scr_val *container, const scr_val *index,
                               const scr_val *value) {
  scr_val *item = container->type != SCR_V_LIST ? scr_vm_element(container, index) : NULL;
  if (!item || value->type > SCR_V_STR) return false;
  put(item, value);
  return true;
}

/* ---- things of the host ---- */

static inline bool finite(const scr_val *v, int n) {
  double size = n == 1 ? number(v) : 0;
  for (int k = 0; n > 1 && k < n; k++) size += fabs(v->v[k]);
  return isfinite(size);
}

/* Where the numbers of a thing lie that a row reads or writes; NULL: its functions must do it. */
static inline double *place(const scr_fish *f, const scr_row *r, const scr_val *thing, bool write,
                            int *n) {
  if (!r->place || thing->type != SCR_V_PTR || thing->kind != r->kind[0]) return NULL;
  return r->place(f->host.user, thing->ref, write, n);
}

/* part: component, -1: all. False: the complete form must do it. */
static inline bool read_place(const scr_fish *f, const scr_row *r, const scr_val *thing, int part,
                              scr_val *out) {
  int n = 0;
  const double *x = place(f, r, thing, false, &n);
  if (!x || (part >= 0 && (n == 1 || part >= n))) return false;
  if (part >= 0 || n == 1) {
    scr_val_set_real(out, x[SCR_MAX(part, 0)]);
    return true;
  }
  set_vector_type(out, n);
  out->v[0] = x[0], out->v[1] = x[1], out->v[2] = n == 3 ? x[2] : 0;
  return true;
}

static inline bool write_place(const scr_fish *f, const scr_row *r, const scr_val *thing, int part,
                               const scr_val *value) {
  int n = 0;
  const bool vector = value->type == SCR_V_VEC;
  if (vector ? part >= 0 : value->type > SCR_V_REAL || part > 2) return false;
  if (!finite(value, vector ? value->dim : 1)) return false;
  double *x = place(f, r, thing, true, &n);
  if (!x || (part < 0 ? n != (vector ? value->dim : 1) : n == 1 || part >= n)) return false;
  if (vector)
    for (int k = 0; k < n; k++) x[k] = value->v[k];
  else
    x[SCR_MAX(part, 0)] = number(value);
  return true;
}

#endif
