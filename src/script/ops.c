/* Operators and elements of FISH values, and the check of arguments against signatures: the slow,
 * complete paths. */
#include "script/internal.h"

#include <math.h>
#include <string.h>
#include "base/smath.h"

static const char *const op_text[] = {"+", "-", "*", "/",  "//", "%", "^",
                                      "=", "#", "<", "<=", ">",  ">="};

const char *scr_type_words(const scr_fish *f, const scr_val *v) {
  if (v->type == SCR_V_VEC) return v->dim == 2 ? "2D vector" : "3D vector";
  if (v->type == SCR_V_PTR && f->host.kinds) return f->host.kinds[v->kind];
  return scr_vtype_name((scr_vtype)v->type);
}

/* A list where its elements may be meant. */
static bool hint_split(scr_fish *f, const scr_val *v) {
  return v->type == SCR_V_LIST &&
         scr_hint(f->diag, "'::' before a list takes it element by element");
}

static bool hint_null(scr_fish *f) {
  return scr_hint(f->diag, "only '=' and '#' take null: ask 'if x # null' before");
}

static bool bad_types(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b) {
  scr_fail(f->diag, NULL, SCR_E_TYPE, "operator %s does not take %s and %s", op_text[op - OP_ADD],
           scr_type_words(f, a), scr_type_words(f, b));
  return (a->type == SCR_V_NULL || b->type == SCR_V_NULL) && hint_null(f);
}

static bool zero_divisor(scr_fish *f) {
  return scr_fail(f->diag, NULL, SCR_E_MATH, "division by zero");
}

/* ---- numbers ---- */

/* Rounds towards minus infinity; the one overflow wraps. */
static int64_t floor_div(int64_t a, int64_t b) {
  if (b == -1) return (int64_t)(0 - (uint64_t)a);
  int64_t q = a / b;
  return q - (a % b != 0 && (a < 0) != (b < 0));
}

static int64_t int_pow(bool short_ints, int64_t a, int64_t n) {
  uint64_t r = 1, x = (uint64_t)a;
  for (; n > 0; n >>= 1, x *= x)
    if (n & 1) r *= x;
  return scr_int_wrap(short_ints, r);
}

static bool too_large(scr_fish *f, const char *op) {
  return scr_fail(f->diag, NULL, SCR_E_MATH,
                  "the result of %s is too large for a real (at most 1.8e308)", op);
}

/* Small whole exponents multiply, so that x^2 has the bits of x*x. */
static bool real_pow(scr_fish *f, double x, double y, scr_val *out) {
  if (x < 0 && y != floor(y))
    return scr_fail(f->diag, NULL, SCR_E_MATH,
                    "a negative number (%g) to a power that is not whole (%g)", x, y);
  if (x == 0 && y < 0) return scr_fail(f->diag, NULL, SCR_E_MATH, "zero to a negative power");
  double r = y == 1 ? x : y == 2 ? x * x : y == 3 ? x * x * x : scr_pow(x, y);
  if (isinf(r) && isfinite(x) && isfinite(y)) return too_large(f, "^");
  *out = scr_val_real(r);
  return true;
}

static bool int_binary(scr_fish *f, scr_op op, bool short_ints, int64_t a, int64_t b,
                       scr_val *out) {
  uint64_t x = (uint64_t)a, y = (uint64_t)b;
  if (b == 0 && (op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD)) return zero_divisor(f);
  switch (op) {
  case OP_ADD: *out = scr_val_int(scr_int_wrap(short_ints, x + y)); break;
  case OP_SUB: *out = scr_val_int(scr_int_wrap(short_ints, x - y)); break;
  case OP_MUL: *out = scr_val_int(scr_int_wrap(short_ints, x * y)); break;
  case OP_DIV:
    *out = short_ints ? scr_val_int(scr_int_wrap(true, b == -1 ? 0 - x : (uint64_t)(a / b)))
                      : scr_val_real((double)a / (double)b);
    break;
  case OP_FLOORDIV: *out = scr_val_int(scr_int_wrap(short_ints, (uint64_t)floor_div(a, b))); break;
  case OP_MOD:
    *out = scr_val_int(b == -1      ? 0
                       : short_ints ? a % b
                                    : (int64_t)(x - (uint64_t)floor_div(a, b) * y));
    break;
  default:
    if (b < 0) return real_pow(f, (double)a, (double)b, out);
    *out = scr_val_int(int_pow(short_ints, a, b));
  }
  return true;
}

bool scr_op_parts(const scr_val *a, const scr_val *b) {
  const bool ints = a->type == SCR_V_INT && b->type == SCR_V_INT;
  return ints && b->i != 0 && b->i != -1 && a->i % b->i != 0;
}

static bool told(scr_fish *f, const scr_loc *at) {
  scr_buf b = {0};
  scr_buf_printf(&b, "%s:%d:%d",
                 !at->src        ? ""
                 : at->src->path ? at->src->path
                                 : at->src->name,
                 at->line, at->col);
  const bool known = scr_names_get(&f->told, b.s, 0) != 0;
  if (!known) scr_names_set(&f->told, b.s, 1);
  scr_buf_free(&b);
  return known;
}

bool scr_op_tell_parts(scr_fish *f, const scr_loc *at, const scr_val *a, const scr_val *b) {
  if (told(f, at)) return true;
  const scr_val quotient = scr_val_real((double)a->i / (double)b->i);
  scr_buf text = {0};
  scr_val_format(&quotient, &text);
  const bool fine =
      scr_warn(f->diag, at, SCR_E_MATH,
               "the integers %lld/%lld are %s, as in version 7; versions 5 and 6 cut that to %lld "
               "(with a real on one side all agree)",
               (long long)a->i, (long long)b->i, text.s, (long long)(a->i / b->i));
  scr_buf_free(&text);
  return fine;
}

/* ---- x*y/z of versions 3 to 5 ---- */

/* Without a message where it fails. */
static bool quietly(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  scr_diag *diag = f->diag, unheard = {0};
  f->diag = &unheard;
  const bool fine = scr_op_binary(f, op, true, a, b, out);
  f->diag = diag;
  scr_diag_clear(&unheard);
  return fine;
}

static bool by_order(scr_fish *f, bool from_left, const scr_val *x, const scr_val *y,
                     const scr_val *z, scr_val *out) {
  scr_val part = {0};
  if (from_left) return quietly(f, OP_MUL, x, y, &part) && quietly(f, OP_DIV, &part, z, out);
  return quietly(f, OP_DIV, y, z, &part) && quietly(f, OP_MUL, x, &part, out);
}

bool scr_op_tell_order(scr_fish *f, const scr_loc *at, const scr_val *x, const scr_val *y,
                       const scr_val *z) {
  scr_val here = {0}, other = {0};
  const bool whole = x->type == SCR_V_INT;
  if (y->type != SCR_V_INT || z->type != SCR_V_INT) return true;
  if (!whole && ((x->type != SCR_V_REAL && x->type != SCR_V_VEC) || !scr_op_parts(y, z)))
    return true; /* they differ by rounding alone */
  if (!by_order(f, false, x, y, z, &here) || !by_order(f, true, x, y, z, &other) ||
      scr_val_same(&here, &other) || told(f, at))
    return true;
  scr_buf factor = {0}, is = {0}, would_be = {0};
  scr_val_format(x, &factor), scr_val_format(&here, &is), scr_val_format(&other, &would_be);
  const bool fine =
      scr_warn(f->diag, at, SCR_E_MATH,
               "%s*(%lld/%lld) is %s, as '/' comes before '*' in version 7; from left to right "
               "it is %s: parentheses tell which is meant",
               factor.s, (long long)y->i, (long long)z->i, is.s, would_be.s);
  scr_buf_free(&factor), scr_buf_free(&is), scr_buf_free(&would_be);
  return fine;
}

bool scr_op_tell_cut(scr_fish *f, const scr_loc *at, const scr_val *y, const scr_val *z) {
  if (!scr_op_parts(y, z) || told(f, at)) return true;
  return scr_warn(f->diag, at, SCR_E_MATH,
                  "the integers %lld/%lld are cut to %lld before the product, as '/' comes before "
                  "'*' in version 7; from left to right the product is divided: parentheses tell "
                  "which is meant",
                  (long long)y->i, (long long)z->i, (long long)(y->i / z->i));
}

static bool real_binary(scr_fish *f, scr_op op, double a, double b, scr_val *out) {
  if (b == 0 && (op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD)) return zero_divisor(f);
  double r = 0;
  switch (op) {
  case OP_ADD: r = a + b; break;
  case OP_SUB: r = a - b; break;
  case OP_MUL: r = a * b; break;
  case OP_DIV: r = a / b; break;
  case OP_FLOORDIV: r = floor(a / b); break;
  case OP_MOD:
    r = fmod(a, b); /* exact by definition */
    if (r != 0 && (r < 0) != (b < 0)) r += b;
    break;
  default: return real_pow(f, a, b, out);
  }
  *out = scr_val_real(r);
  return true;
}

/* ---- vectors, matrices ---- */

static bool vector_binary(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b,
                          scr_val *out) {
  double x;
  scr_val r = a->type == SCR_V_VEC ? *a : *b;
  bool both = a->type == SCR_V_VEC && b->type == SCR_V_VEC;
  if (both && a->dim == b->dim && (op == OP_ADD || op == OP_SUB)) {
    for (int k = 0; k < r.dim; k++) r.v[k] = op == OP_ADD ? a->v[k] + b->v[k] : a->v[k] - b->v[k];
  } else if (both && a->dim == b->dim && op == OP_MUL) {
    for (int k = 0; k < r.dim; k++) r.v[k] = a->v[k] * b->v[k]; /* component by component */
  } else if (both && a->dim == b->dim && op == OP_DIV) {
    for (int k = 0; k < r.dim; k++) {
      if (b->v[k] == 0) return zero_divisor(f);
      r.v[k] = a->v[k] / b->v[k];
    }
  } else if (!both && op == OP_MUL && scr_val_number(a->type == SCR_V_VEC ? b : a, &x)) {
    for (int k = 0; k < r.dim; k++) r.v[k] *= x;
  } else if (!both && op == OP_DIV && a->type == SCR_V_VEC && scr_val_number(b, &x)) {
    if (x == 0) return zero_divisor(f);
    for (int k = 0; k < r.dim; k++) r.v[k] /= x;
  } else {
    bad_types(f, op, a, b);
    if (both && a->dim != b->dim)
      scr_hint(f->diag, "two numbers make a vector of two components; write the third one out");
    return false;
  }
  *out = r;
  return true;
}

static scr_val matrix_product(const scr_val *a, const scr_val *b) {
  size_t n = scr_val_rows(a), m = scr_val_cols(b), inner = scr_val_cols(a);
  scr_val r = scr_val_matrix(n, m);
  const double *x = scr_val_reals(a), *y = scr_val_reals(b);
  double *z = scr_val_reals(&r);
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < inner; k++)
      for (size_t j = 0; j < m; j++) z[i * m + j] += x[i * inner + k] * y[k * m + j];
  return r;
}

static bool reals_object(const scr_val *v) {
  return v->type == SCR_V_MATRIX || v->type == SCR_V_TENSOR;
}

/* matrix * vector gives a vector of as many components as the matrix has rows. */
static bool matrix_vector(scr_fish *f, const scr_val *a, const scr_val *b, scr_val *out) {
  double r[3] = {0};
  size_t rows = scr_val_rows(a), cols = scr_val_cols(a);
  if (cols != b->dim || rows < 2 || rows > 3) return bad_types(f, OP_MUL, a, b);
  for (size_t i = 0; i < rows; i++)
    for (size_t k = 0; k < cols; k++) r[i] += scr_val_reals(a)[i * cols + k] * b->v[k];
  *out = scr_val_vec((int)rows, r);
  return true;
}

static bool matrix_binary(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b,
                          scr_val *out) {
  double x = 0;
  bool both = a->type == b->type, matrices = both && a->type == SCR_V_MATRIX;
  if (matrices && op == OP_MUL) {
    if (scr_val_cols(a) != scr_val_rows(b))
      return scr_fail(f->diag, NULL, SCR_E_VALUE,
                      "product of a matrix with %zu columns and one with %zu rows", scr_val_cols(a),
                      scr_val_rows(b));
    *out = matrix_product(a, b);
    return true;
  }
  if (a->type == SCR_V_MATRIX && b->type == SCR_V_VEC && op == OP_MUL)
    return matrix_vector(f, a, b, out);
  bool sum = both && (op == OP_ADD || op == OP_SUB);
  bool scale = !both && ((op == OP_MUL && scr_val_number(reals_object(a) ? b : a, &x)) ||
                         (op == OP_DIV && scr_val_number(b, &x)));
  if (!sum && !scale) return bad_types(f, op, a, b);
  if (sum && (scr_val_rows(a) != scr_val_rows(b) || scr_val_cols(a) != scr_val_cols(b)))
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "operator %s takes matrices of one size",
                    op_text[op - OP_ADD]);
  if (op == OP_DIV && x == 0) return zero_divisor(f);
  scr_val r = scr_val_clone(reals_object(a) ? a : b);
  double *z = scr_val_reals(&r);
  for (size_t k = 0; k < scr_val_size(&r); k++)
    z[k] = sum            ? (op == OP_ADD ? z[k] + scr_val_reals(b)[k] : z[k] - scr_val_reals(b)[k])
           : op == OP_MUL ? z[k] * x
                          : z[k] / x;
  *out = r;
  return true;
}

/* ---- comparison ---- */

/* Does a pointer point to what is gone? What is being made is there. */
static bool points_nowhere(const scr_fish *f, const scr_val *v) {
  const scr_fish_host *h = &f->host;
  return v->type == SCR_V_PTR && h->alive && !h->alive(h->user, v->kind, v->ref) &&
         !(h->unmade && h->unmade(h->user, v->kind, v->ref));
}

/* What is compared in the place of a value: null for a pointer to what is gone. */
static const scr_val *compared(const scr_fish *f, const scr_val *v) {
  static const scr_val gone = {.type = SCR_V_NULL};
  return points_nowhere(f, v) ? &gone : v;
}

/* Integers against reals are compared exactly as far as doubles go; unlike types are an error,
 * except that anything may be compared with null, which the 0 of an undefined symbol equals, and a
 * pointer with 0. Returns -1 for unlike types. */
static int compare_values(const scr_fish *f, const scr_val *a, const scr_val *b) {
  a = compared(f, a), b = compared(f, b);
  const bool na = a->type == SCR_V_NULL, nb = b->type == SCR_V_NULL;
  const bool number_a = a->type <= SCR_V_BOOL, number_b = b->type <= SCR_V_BOOL;
  if (na != nb) {
    const scr_val *other = na ? b : a;
    return other->type == SCR_V_INT && other->i == 0;
  }
  if (number_a && number_b && (a->type == SCR_V_BOOL) != (b->type == SCR_V_BOOL)) {
    const scr_val *number = a->type == SCR_V_BOOL ? b : a;
    double x = 0;
    scr_val_number(number, &x);
    return x == (double)(a->type == SCR_V_BOOL ? a->b : b->b);
  }
  if (a->type == SCR_V_LIST && b->type == SCR_V_LIST) return scr_val_same_lists(f, a, b);
  if (a->type == b->type || (number_a && number_b)) return scr_val_same(a, b);
  const scr_val *thing = a->type == SCR_V_PTR ? a : b, *zero = thing == a ? b : a;
  return thing->type == SCR_V_PTR && zero->type == SCR_V_INT && zero->i == 0 ? 0 : -1;
}

static bool equal(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  const int same = compare_values(f, a, b);
  if (same < 0) return bad_types(f, op, a, b);
  *out = scr_val_bool((same == 1) == (op == OP_EQ));
  return true;
}

bool scr_op_case(const scr_fish *f, const scr_val *a, const scr_val *b) {
  return compare_values(f, a, b) == 1;
}

static bool ordered(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  double x, y;
  bool less, eq;
  if (a->type == SCR_V_INT && b->type == SCR_V_INT)
    less = a->i < b->i, eq = a->i == b->i;
  else if (scr_val_number(a, &x) && scr_val_number(b, &y)) {
    *out = scr_val_bool(op == OP_LT ? x < y : op == OP_LE ? x <= y : op == OP_GT ? x > y : x >= y);
    return true;
  } else
    return bad_types(f, op, a, b);
  *out = scr_val_bool(op == OP_LT   ? less
                      : op == OP_LE ? less || eq
                      : op == OP_GT ? !less && !eq
                                    : !less);
  return true;
}

bool scr_val_finite(const scr_val *v) {
  const bool object = reals_object(v);
  const double *x = object ? scr_val_reals(v) : v->type == SCR_V_VEC ? v->v : &v->f;
  const size_t n = object ? scr_val_size(v) : v->type == SCR_V_VEC ? v->dim : v->type == SCR_V_REAL;
  for (size_t k = 0; k < n; k++)
    if (!isfinite(x[k])) return false;
  return true;
}

/* Finite operands whose result is too large for a real: an error, as it is for a power. */
static bool in_bounds(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  if (scr_val_finite(out) || !scr_val_finite(a) || !scr_val_finite(b)) return true;
  scr_val_drop(out);
  return too_large(f, op_text[op - OP_ADD]);
}

/* A tensor beside a vector or matrix, or multiplied by a tensor, is the matrix it stands for. */
static bool stands_for_matrix(scr_op op, const scr_val *v, const scr_val *other) {
  return v->type == SCR_V_TENSOR && (other->type == SCR_V_MATRIX || other->type == SCR_V_VEC ||
                                     (other->type == SCR_V_TENSOR && op == OP_MUL));
}

static bool full_binary(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  scr_val x = stands_for_matrix(op, a, b) ? scr_val_full(a) : scr_hold(*a),
          y = stands_for_matrix(op, b, a) ? scr_val_full(b) : scr_hold(*b);
  const bool good = matrix_binary(f, op, &x, &y, out);
  scr_drop(x);
  scr_drop(y);
  return good;
}

static bool reals_binary(scr_fish *f, scr_op op, const scr_val *a, const scr_val *b, scr_val *out) {
  double x, y;
  if (stands_for_matrix(op, a, b) || stands_for_matrix(op, b, a))
    return full_binary(f, op, a, b, out);
  if (scr_val_number(a, &x) && scr_val_number(b, &y)) return real_binary(f, op, x, y, out);
  return reals_object(a) || reals_object(b) ? matrix_binary(f, op, a, b, out)
                                            : vector_binary(f, op, a, b, out);
}

static bool holds_reals(const scr_val *v) { return v->type == SCR_V_VEC || reals_object(v); }

bool scr_op_binary(scr_fish *f, scr_op op, bool short_ints, const scr_val *a, const scr_val *b,
                   scr_val *out) {
  const bool list = a->type == SCR_V_LIST || b->type == SCR_V_LIST;
  if (list && a->type != SCR_V_NULL && b->type != SCR_V_NULL)
    return scr_list_binary(f, op, short_ints, a, b, out);
  if (op == OP_EQ || op == OP_NE) return equal(f, op, a, b, out);
  if (op > OP_NE) return ordered(f, op, a, b, out);
  if (a->type == SCR_V_INT && b->type == SCR_V_INT)
    return int_binary(f, op, short_ints, a->i, b->i, out);
  if ((a->type <= SCR_V_REAL && b->type <= SCR_V_REAL) || holds_reals(a) || holds_reals(b))
    return reals_binary(f, op, a, b, out) && in_bounds(f, op, a, b, out);
  if (op == OP_ADD && a->type == SCR_V_STR && b->type == SCR_V_STR) {
    *out = scr_val_join(a, b);
    return true;
  }
  bad_types(f, op, a, b);
  if (op == OP_ADD && (a->type == SCR_V_STR || b->type == SCR_V_STR))
    scr_hint(f->diag, "string(x) turns a value into text");
  return false;
}

bool scr_op_negate(scr_fish *f, bool short_ints, const scr_val *a, scr_val *out) {
  scr_val minus = scr_val_int(-1);
  *out = *a;
  if (a->type == SCR_V_INT)
    out->i = scr_int_wrap(short_ints, 0 - (uint64_t)a->i);
  else if (a->type == SCR_V_REAL)
    out->f = -a->f;
  else if (a->type == SCR_V_VEC)
    for (int k = 0; k < a->dim; k++) out->v[k] = -a->v[k];
  else if (reals_object(a))
    return scr_op_binary(f, OP_MUL, short_ints, a, &minus, out);
  else if (a->type == SCR_V_LIST)
    return scr_list_negate(f, short_ints, a, out);
  else {
    scr_fail(f->diag, NULL, SCR_E_TYPE, "operator - does not take %s", scr_type_words(f, a));
    return a->type == SCR_V_NULL && hint_null(f);
  }
  return true;
}

bool scr_op_truth(scr_fish *f, const scr_val *v, bool *truth) {
  if (v->type >= SCR_V_STR || v->type == SCR_V_VEC)
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "%s is neither true nor false",
                    scr_type_words(f, v));
  *truth = scr_val_truth(v) && !points_nowhere(f, v);
  return true;
}

/* ---- what arrays and loops are made of ---- */

enum { ARRAY_MAX = 1 << 27 };
bool scr_op_sizes(scr_fish *f, int n, const scr_val *v, size_t dim[SCR_DIMS_MAX]) {
  size_t all = 1;
  for (int k = 0; k < n; k++) {
    if (v[k].type != SCR_V_INT)
      return scr_fail(f->diag, NULL, SCR_E_TYPE, "the size of an array must be an integer, not %s",
                      scr_type_words(f, &v[k]));
    if (v[k].i < 1 || v[k].i > ARRAY_MAX || (all *= (size_t)v[k].i) > ARRAY_MAX)
      return scr_fail(f->diag, NULL, SCR_E_VALUE, "an array cannot have the size %lld",
                      (long long)v[k].i);
    dim[k] = (size_t)v[k].i;
  }
  return true;
}

bool scr_op_component_fails(scr_fish *f, int k, const scr_val *v) {
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "component %d of a vector must be a number, not %s",
                  k + 1, scr_type_words(f, v));
}

bool scr_op_goes_over(scr_fish *f, const scr_val *v) {
  const bool container = v->type == SCR_V_VEC || (v->type >= SCR_V_LIST && v->type != SCR_V_STRUCT);
  if (container || v->type == SCR_V_STR) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE,
                  "'loop foreach' goes over a list or another container, not %s",
                  scr_type_words(f, v));
}

bool scr_op_counts(scr_fish *f, const scr_val *first, const scr_val *last, const scr_val *step) {
  double x = 0;
  const scr_val *all[] = {first, last, step};
  for (int k = 0; k < 3; k++)
    if (!scr_val_number(all[k], &x))
      return scr_fail(f->diag, NULL, SCR_E_TYPE,
                      "the bounds and the step of a loop are numbers, not %s",
                      scr_type_words(f, all[k]));
  return x != 0 || scr_fail(f->diag, NULL, SCR_E_VALUE, "the step of a loop is zero");
}

/* ---- elements ---- */

static bool subscript(scr_fish *f, const char *name, const scr_val *v, size_t size, size_t *k) {
  if (v->type != SCR_V_INT) {
    scr_fail(f->diag, NULL, SCR_E_TYPE, "subscript of '%s' is %s, not integer", name,
             scr_type_words(f, v));
    return hint_split(f, v);
  }
  if (size == 0)
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "'%s' is empty and has no element %lld", name,
                    (long long)v->i);
  if (v->i < 1 || (uint64_t)v->i > size)
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "subscript %lld of '%s' is outside 1 to %zu",
                    (long long)v->i, name, size);
  *k = (size_t)v->i - 1;
  return true;
}

/* Place of an element by its subscripts, last dimension fastest. */
static bool place(scr_fish *f, const char *name, int ndim, const size_t *dim, int n,
                  const scr_val *index, size_t *at) {
  if (n != ndim)
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "'%s' has %d dimension%s, %d subscript%s given",
                    name, ndim, ndim == 1 ? "" : "s", n, n == 1 ? "" : "s");
  *at = 0;
  for (int d = 0; d < n; d++) {
    size_t k = 0;
    if (!subscript(f, name, &index[d], dim[d], &k)) return false;
    *at = *at * dim[d] + k;
  }
  return true;
}

static bool no_elements(scr_fish *f, const char *name, const scr_val *v) {
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "'%s' is %s and has no elements", name,
                  scr_type_words(f, v));
}

static bool map_key(scr_fish *f, const scr_val *key) {
  if (key->type == SCR_V_INT || key->type == SCR_V_STR) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "the key of a map is an integer or a string, not %s",
                  scr_type_words(f, key));
}

/* Place in the storage of a container other than a map; *reals tells that it is numbers. */
static bool locate(scr_fish *f, const char *name, const scr_val *c, int n, const scr_val *index,
                   size_t *at) {
  size_t dim[2] = {scr_val_size(c), 0};
  switch (c->type) {
  case SCR_V_LIST:
  case SCR_V_VEC: return place(f, name, 1, dim, n, index, at);
  case SCR_V_ARRAY: return place(f, name, scr_val_ndim(c), scr_val_dims(c), n, index, at);
  case SCR_V_MATRIX:
    dim[0] = scr_val_rows(c), dim[1] = scr_val_cols(c);
    if (n == 1 && (dim[0] == 1 || dim[1] == 1))
      return subscript(f, name, index, dim[0] * dim[1], at);
    return place(f, name, 2, dim, n, index, at);
  case SCR_V_TENSOR: {
    static const uint8_t sym[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
    dim[0] = dim[1] = 3;
    if (!place(f, name, 2, dim, n, index, at)) return false;
    *at = sym[*at / 3][*at % 3];
    return true;
  }
  default: return no_elements(f, name, c);
  }
}

/* l(list): the elements at the places that the other list names, or those beside a true. */
static bool select_items(scr_fish *f, const char *name, const scr_val *c, const scr_val *index,
                         scr_val *out) {
  const size_t size = scr_val_size(c), n = scr_val_size(index);
  const scr_val *which = scr_val_items(index), *item = scr_val_items(c);
  const bool truths = n && which->type == SCR_V_BOOL;
  if (truths && n != size)
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "%zu booleans select from the %zu elements of '%s'",
                    n, size, name);
  scr_val list = scr_val_list(n);
  size_t kept = 0, at = 0;
  for (size_t k = 0; k < n; k++) {
    if (truths != (which[k].type == SCR_V_BOOL) ||
        (!truths && !subscript(f, name, &which[k], size, &at))) {
      if (!f->diag->failed)
        scr_fail(f->diag, NULL, SCR_E_TYPE,
                 "elements of '%s' are selected by booleans alone or by integers alone", name);
      scr_drop(list);
      return false;
    }
    if (!truths || which[k].b)
      scr_put(&scr_val_items(&list)[kept++], scr_hold(item[truths ? k : at]));
  }
  *out = scr_val_list(kept);
  for (size_t k = 0; k < kept; k++) scr_val_items(out)[k] = scr_hold(scr_val_items(&list)[k]);
  scr_drop(list);
  return true;
}

bool scr_op_not(scr_fish *f, const scr_val *v, scr_val *out) {
  bool truth = false;
  if (v->type != SCR_V_LIST) {
    if (!scr_op_truth(f, v, &truth)) return false;
    *out = scr_val_bool(!truth);
    return true;
  }
  scr_val list = scr_val_list(scr_val_size(v));
  for (size_t k = 0; k < scr_val_size(v); k++) {
    if (!scr_op_truth(f, &scr_val_items(v)[k], &truth)) {
      scr_drop(list);
      return false;
    }
    scr_val_items(&list)[k] = scr_val_bool(!truth);
  }
  *out = list;
  return true;
}

bool scr_op_index(scr_fish *f, const char *name, const scr_val *c, int n, const scr_val *index,
                  scr_val *out) {
  if (c->type == SCR_V_LIST && n == 1 && index->type == SCR_V_LIST)
    return select_items(f, name, c, index, out);
  if (c->type == SCR_V_LIST && n == 2) return scr_list_part(f, name, c, index, out);
  if (c->type == SCR_V_LIST && n == 1 && index->type == SCR_V_STR)
    return scr_list_has_no(f, name, index);
  if (c->type == SCR_V_MAP && n == 1) {
    if (!map_key(f, index)) return false;
    const scr_val *v = scr_val_map_find(c, index);
    scr_buf b = {0};
    if (!v) {
      scr_format_value(f, index, &b);
      scr_fail(f->diag, NULL, SCR_E_VALUE, "map '%s' has no key %s", name, b.s ? b.s : "''");
      scr_buf_free(&b);
      return false;
    }
    *out = scr_hold(*v);
    return true;
  }
  size_t at;
  if (!locate(f, name, c, n, index, &at)) return false;
  if (c->type == SCR_V_VEC)
    *out = scr_val_real(c->v[at]);
  else if (reals_object(c))
    *out = scr_val_real(scr_val_reals(c)[at]);
  else
    *out = scr_hold(scr_val_items(c)[at]);
  return true;
}

bool scr_op_set_index(scr_fish *f, const char *name, scr_val *c, int n, const scr_val *index,
                      const scr_val *value) {
  if (c->type == SCR_V_MAP && n == 1) {
    if (!map_key(f, index)) return false;
    scr_val_map_set(c, index, scr_hold(*value));
    scr_box_holds(f, c, value);
    return true;
  }
  if (c->type == SCR_V_LIST && n == 2) return scr_list_replace(f, name, c, index, value);
  if (c->type == SCR_V_LIST && n == 1 && index->type == SCR_V_STR)
    return scr_list_extend(f, name, c, index, value);
  size_t at;
  double x = 0;
  if (!locate(f, name, c, n, index, &at)) return false;
  bool real = c->type == SCR_V_VEC || reals_object(c);
  if (real && !scr_val_number(value, &x))
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "an element of '%s' is a number, not %s", name,
                    scr_type_words(f, value));
  if (c->type == SCR_V_LIST || reals_object(c)) scr_val_own(c);
  if (c->type == SCR_V_VEC)
    c->v[at] = x;
  else if (real)
    scr_val_reals(c)[at] = x;
  else
    scr_put(&scr_val_items(c)[at], scr_hold(*value)), scr_box_holds(f, c, value);
  return true;
}

int scr_component(const char *letters) {
  static const char *const names[] = {"x", "y", "z", "xx", "yy", "zz", "xy", "xz", "yz"};
  for (int k = 0; k < (int)SCR_COUNTOF(names); k++)
    if (scr_casecmp(letters, names[k]) == 0) return k;
  return -1;
}

static bool has_component(scr_fish *f, const scr_val *v, int which) {
  if (which < 3 && v->type == SCR_V_VEC && which < v->dim) return true;
  if (which >= 3 && v->type == SCR_V_TENSOR) return true;
  return scr_fail(f->diag, NULL, SCR_E_TYPE, "%s has no component %s", scr_type_words(f, v),
                  (const char *[]){"x", "y", "z", "xx", "yy", "zz", "xy", "xz", "yz"}[which]);
}

bool scr_op_component(scr_fish *f, const scr_val *v, int which, double *x) {
  if (which == 2 && v->type == SCR_V_VEC && v->dim == 2) {
    *x = 0; /* the plane lies at z = 0 */
    return true;
  }
  if (!has_component(f, v, which)) return false;
  *x = which < 3 ? v->v[which] : scr_val_reals(v)[which - 3];
  return true;
}

bool scr_op_set_component(scr_fish *f, scr_val *v, int which, const scr_val *x) {
  double r;
  if (!has_component(f, v, which)) return false;
  if (!scr_val_number(x, &r))
    return scr_fail(f->diag, NULL, SCR_E_TYPE, "a component is a number, not %s",
                    scr_type_words(f, x));
  if (which >= 3) scr_val_own(v);
  if (which < 3)
    v->v[which] = r;
  else
    scr_val_reals(v)[which - 3] = r;
  return true;
}

/* ---- signatures ---- */

#define ONE(t) (1u << (t))
uint16_t scr_letter_accepts(char letter) {
  switch (letter) {
  case 'i': return ONE(SCR_V_INT);
  case 'd':
  case 'f': return ONE(SCR_V_INT) | ONE(SCR_V_REAL);
  case 'b': return ONE(SCR_V_INT) | ONE(SCR_V_REAL) | ONE(SCR_V_BOOL);
  case 's': return ONE(SCR_V_STR);
  case 'v': return ONE(SCR_V_VEC);
  case 'p': return ONE(SCR_V_PTR);
  case 'l': return ONE(SCR_V_LIST);
  case 'a': return ONE(SCR_V_ARRAY);
  case 'm': return ONE(SCR_V_MAP);
  case 'M': return ONE(SCR_V_MATRIX);
  case 'N': return ONE(SCR_V_MATRIX) | ONE(SCR_V_TENSOR);
  case 'T': return ONE(SCR_V_TENSOR);
  case 'c':
    return ONE(SCR_V_LIST) | ONE(SCR_V_ARRAY) | ONE(SCR_V_MAP) | ONE(SCR_V_MATRIX) |
           ONE(SCR_V_TENSOR) | ONE(SCR_V_VEC);
  default: return UINT16_MAX;
  }
}

uint16_t scr_letter_as_is(char letter) {
  switch (letter) {
  case 'd': return ONE(SCR_V_INT);
  case 'f': return ONE(SCR_V_REAL);
  case 'b': return ONE(SCR_V_BOOL);
  case 'p': return 0; /* is the thing still there? */
  default: return scr_letter_accepts(letter);
  }
}

static const char *letter_words(char letter) {
  switch (letter) {
  case 'i': return "an integer";
  case 'd': return "an id";
  case 'f': return "a number";
  case 'b': return "a boolean";
  case 's': return "a string";
  case 'v': return "a vector";
  case 'p': return "a pointer";
  case 'l': return "a list";
  case 'a': return "an array";
  case 'm': return "a map";
  case 'M':
  case 'N': return "a matrix";
  case 'T': return "a tensor";
  default: return "a container";
  }
}

/* Where argument k (from 1) of a call stands, whose name stands at `at`; false if it is not in the
 * same line. */
static bool find_argument(const scr_loc *at, const char *name, int k, scr_loc *out) {
  bool shown = at->src && at->line >= 1 && at->line <= at->src->nline && at->col >= 1;
  const char *line = shown ? at->src->line[at->line - 1] : "";
  if (!shown || strlen(line) < (size_t)at->col) return false;
  const char *p = line + at->col - 1, *from;
  if (scr_ncasecmp(p, name, strlen(name)) != 0) return false;
  p += strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_.0123456789");
  p += strspn(p, " \t");
  if (*p != '(') return false;
  int depth = 0, number = 1;
  char quote = 0;
  for (from = ++p; *p; p++) {
    bool end = !quote && depth == 0 && (*p == ',' || *p == ')');
    if (end && number++ == k) break;
    if (end && *p == ')') return false;
    if (end) from = p + 1;
    if (quote)
      quote = *p == quote ? 0 : quote;
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (*p == ';')
      return false;
    else
      depth += strchr("([{", *p) ? 1 : strchr(")]}", *p) ? -1 : 0;
  }
  if (!*p) return false;
  from += strspn(from, " \t");
  while (p > from && strchr(" \t", p[-1])) p--;
  *out = (scr_loc){at->src, at->line, (int)(from - line) + 1, (int)SCR_MAX(p - from, 1)};
  return true;
}

/* k: number of the argument from 1; 0: the value to be assigned. */
static bool wrong(scr_fish *f, const scr_row *r, int k, char letter, int kind, const scr_val *v) {
  char which[32] = "the value";
  if (k > 0) {
    scr_buf b = {0};
    scr_buf_printf(&b, "argument %d", k);
    strncpy(which, b.s, sizeof which - 1);
    scr_buf_free(&b);
  }
  scr_loc place = f->diag->at;
  find_argument(&f->diag->at, r->fn->name, k, &place);
  const char *is = v->type == SCR_V_NULL ? "null" : scr_type_words(f, v);
  if (kind >= 0)
    scr_fail(f->diag, &place, SCR_E_TYPE, "%s of '%s' must be a %s pointer, not %s", which,
             r->fn->name, f->host.kinds[kind], is);
  else
    scr_fail(f->diag, &place, SCR_E_TYPE, "%s of '%s' must be %s, not %s", which, r->fn->name,
             letter_words(letter), is);
  const bool would = v->type == SCR_V_LIST && scr_val_size(v) &&
                     scr_letter_accepts(letter) & ONE(scr_val_items(v)->type);
  return would ? hint_split(f, v) : false;
}

/* A pointer to what is gone; or to what is being made, of which some rows tell. */
static bool not_alive(scr_fish *f, const scr_row *r, const scr_val *v) {
  const char *is = scr_type_words(f, v);
  const char *unmade = f->host.unmade ? f->host.unmade(f->host.user, v->kind, v->ref) : NULL;
  if (unmade && (r->fn->flags & SCR_FN_SHAPE)) return true;
  if (unmade) {
    scr_fail(f->diag, NULL, SCR_E_STATE, "'%s' asks about a %s that is being made", r->fn->name,
             is);
    return scr_hint(f->diag, "%s", unmade);
  }
  const char *ends = f->host.ends ? f->host.ends(v->kind) : NULL;
  scr_fail(f->diag, NULL, SCR_E_VALUE, "argument of '%s' points to a %s that no longer exists",
           r->fn->name, is);
  return ends ? scr_hint(f->diag, "%s", ends) : false;
}

bool scr_fish_whole(scr_fish *f, const char *row, int k, scr_val *v) {
  if (v->type == SCR_V_INT) return true;
  if (!(fabs(v->f) < 0x1p53) || v->f != floor(v->f))
    return scr_fail(f->diag, NULL, SCR_E_VALUE,
                    "argument %d of '%s' is an id: a whole number, not %g", k, row, v->f);
  *v = scr_val_int((int64_t)v->f);
  return true;
}

/* A value whose type is among those accepted: what is left to convert or to ask. */
static inline bool convert(scr_fish *f, const scr_row *r, int k, char letter, int kind,
                           scr_val *v) {
  if (letter == 'f' && v->type == SCR_V_INT)
    *v = scr_val_real((double)v->i);
  else if (letter == 'b' && v->type != SCR_V_BOOL)
    *v = scr_val_bool(scr_val_truth(v));
  else if (letter == 'd')
    return scr_fish_whole(f, r->fn->name, k, v);
  else if (letter == 'p') {
    if (kind >= 0 && v->kind != kind) return wrong(f, r, k, letter, kind, v);
    if (f->host.alive && !f->host.alive(f->host.user, v->kind, v->ref)) return not_alive(f, r, v);
  }
  return true;
}

/* A null or stale pointer may be asked about by rows that take anything: '*' lets it pass. */
bool scr_row_check(scr_fish *f, const scr_row *r, int first, int n, scr_val *args) {
  for (int j = 0; j < n; j++) {
    int k = j + first;
    int s = k < r->nsig ? k : r->repeat ? r->nsig - 1 : -1;
    if (s < 0 || r->letter[s] == '*') continue;
    if (!(r->accepts[s] & ONE(args[j].type)))
      return wrong(f, r, k + 1, r->letter[s], r->kind[s], &args[j]);
    if (!convert(f, r, k + 1, r->letter[s], r->kind[s], &args[j])) return false;
  }
  return true;
}

static bool in_interval(scr_fish *f, const scr_row *r, double x) {
  const double lo = r->bound[0], hi = r->bound[1];
  if ((r->open[0] ? x > lo : x >= lo) && (r->open[1] ? x < hi || isinf(hi) : x <= hi)) return true;
  if ((lo == 0 && isinf(hi)) || (lo > 0 && x <= 0))
    return scr_fail(f->diag, NULL, SCR_E_VALUE, "%s must %s, not %g", r->fn->name,
                    r->open[0] || lo > 0 ? "be positive" : "not be negative", x);
  return scr_fail(f->diag, NULL, SCR_E_VALUE, "%s must lie in %c%g, %g%c, not %g", r->fn->name,
                  "[("[r->open[0]], lo, hi, "])"[r->open[1]], x);
}

bool scr_row_check_value(scr_fish *f, const scr_row *r, scr_val *value) {
  if (!r->value || r->value == '*') return true;
  if (!(r->value_accepts & ONE(value->type))) return wrong(f, r, 0, r->value, r->value_kind, value);
  return convert(f, r, 0, r->value, r->value_kind, value) &&
         (!r->bounded || in_interval(f, r, value->f));
}
