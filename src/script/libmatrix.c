/* FISH intrinsics matrix.* and tensor.*. */
#include "script/rows.h"

#include <math.h>
#include <string.h>
#include "base/smath.h"

#define CALL(name) static bool name(scr_fish *f, int n, const scr_val *a, scr_val *out)
enum { MATRIX_MAX = 1 << 12 };

static bool sizes(scr_fish *f, int64_t rows, int64_t cols) {
  if (rows >= 1 && cols >= 1 && rows <= MATRIX_MAX && cols <= MATRIX_MAX) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "a matrix cannot have %lld rows and %lld columns", (long long)rows,
                  (long long)cols);
}

/* Tensors serve as matrices where nothing is changed in place. */
#define OF_TENSOR_TOO(name)                                                                        \
  CALL(name##_any) {                                                                               \
    scr_val m = a->type == SCR_V_TENSOR ? scr_val_full(a) : scr_hold(*a);                          \
    const bool good = name(f, n, &m, out);                                                         \
    scr_drop(m);                                                                                   \
    return good;                                                                                   \
  }

/* matrix(rows[,cols]) of zeros, or of a vector (one column), a tensor, a matrix. */
CALL(fn_matrix) {
  if (a->type == SCR_V_VEC) {
    *out = scr_val_matrix(a->dim, 1);
    memcpy(scr_val_reals(out), a->v, a->dim * sizeof(double));
  } else if (a->type == SCR_V_TENSOR) {
    *out = scr_val_full(a);
  } else if (a->type == SCR_V_MATRIX) {
    *out = scr_hold(*a);
  } else if (a->type == SCR_V_INT) {
    int64_t cols = n > 1 ? a[1].i : 1;
    if (!sizes(f, a->i, cols)) return false;
    *out = scr_val_matrix((size_t)a->i, (size_t)cols);
  } else {
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a matrix cannot be made of %s",
                    scr_type_words(f, a));
  }
  return true;
}

CALL(fn_identity) {
  SCR_UNUSED(n);
  if (!sizes(f, a->i, a->i)) return false;
  *out = scr_val_matrix((size_t)a->i, (size_t)a->i);
  for (size_t k = 0; k < (size_t)a->i; k++) scr_val_reals(out)[k * (size_t)a->i + k] = 1;
  return true;
}
CALL(fn_rows) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int((int64_t)scr_val_rows(a));
  return true;
}
CALL(fn_cols) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int((int64_t)scr_val_cols(a));
  return true;
}
CALL(fn_transpose) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  size_t rows = scr_val_rows(a), cols = scr_val_cols(a);
  *out = scr_val_matrix(cols, rows);
  for (size_t i = 0; i < rows; i++)
    for (size_t j = 0; j < cols; j++)
      scr_val_reals(out)[j * rows + i] = scr_val_reals(a)[i * cols + j];
  return true;
}

/* Gauss's elimination with row pivots on m (n by n), applied to b (n by nb) too. Returns the
 * determinant, 0 if singular. */
static double eliminate(double *m, size_t n, double *b, size_t nb) {
  double det = 1;
  for (size_t c = 0; c < n; c++) {
    size_t best = c;
    for (size_t r = c + 1; r < n; r++)
      if (fabs(m[r * n + c]) > fabs(m[best * n + c])) best = r;
    double pivot = m[best * n + c];
    if (pivot == 0) return 0;
    det *= best == c ? pivot : -pivot;
    for (size_t j = 0; best != c && j < n; j++) {
      double t = m[c * n + j];
      m[c * n + j] = m[best * n + j], m[best * n + j] = t;
    }
    for (size_t j = 0; best != c && j < nb; j++) {
      double t = b[c * nb + j];
      b[c * nb + j] = b[best * nb + j], b[best * nb + j] = t;
    }
    for (size_t r = 0; r < n; r++) {
      double q = m[r * n + c] / pivot;
      if (r == c || q == 0) continue;
      for (size_t j = c; j < n; j++) m[r * n + j] -= q * m[c * n + j];
      for (size_t j = 0; j < nb; j++) b[r * nb + j] -= q * b[c * nb + j];
    }
  }
  for (size_t r = 0; r < n; r++)
    for (size_t j = 0; j < nb; j++) b[r * nb + j] /= m[r * n + r];
  return det;
}

static bool square(scr_fish *f, const scr_val *m) {
  if (scr_val_rows(m) == scr_val_cols(m)) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the matrix is not square: %zu by %zu",
                  scr_val_rows(m), scr_val_cols(m));
}

/* A result that is not finite, of finite numbers, is an error as it is for sums and products. */
static bool bounded(scr_fish *f, const char *name, const scr_val *of, const scr_val *out) {
  if (scr_val_finite(out) || !scr_val_finite(of)) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH,
                  "the result of %s is too large for a real (at most 1.8e308)", name);
}

CALL(fn_det) {
  SCR_UNUSED(n);
  if (!square(f, a)) return false;
  scr_val m = scr_val_clone(a);
  *out = scr_val_real(eliminate(scr_val_reals(&m), scr_val_rows(a), NULL, 0));
  scr_drop(m);
  return bounded(f, "matrix.det", a, out);
}
CALL(fn_inverse) {
  SCR_UNUSED(n);
  if (!square(f, a)) return false;
  size_t size = scr_val_rows(a);
  scr_val m = scr_val_clone(a), r = scr_val_matrix(size, size);
  for (size_t k = 0; k < size; k++) scr_val_reals(&r)[k * size + k] = 1;
  double det = eliminate(scr_val_reals(&m), size, scr_val_reals(&r), size);
  scr_drop(m);
  if (det == 0) {
    scr_drop(r);
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH, "the matrix is singular");
  }
  *out = r;
  return bounded(f, "matrix.inverse", a, out);
}

OF_TENSOR_TOO(fn_rows)
OF_TENSOR_TOO(fn_cols)
OF_TENSOR_TOO(fn_transpose)
OF_TENSOR_TOO(fn_det)
OF_TENSOR_TOO(fn_inverse)

/* ---- solving in two parts, where the operands stand ---- */

/* The place for n pivots: an array of one dimension. */
static scr_val *pivots(scr_fish *f, const scr_val *v, size_t n) {
  if (scr_val_ndim(v) == 1 && scr_val_size(v) == n) return scr_val_items(v);
  scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
           "the pivots of a matrix of %zu rows need an array of as many", n);
  return NULL;
}

/* matrix.ludcmp(m, a): m becomes its factors L and U, a the row exchanged with row i (from 1) at
 * step i. The sign of the permutation. */
CALL(fn_ludcmp) {
  SCR_UNUSED(n);
  size_t size = scr_val_rows(a);
  double *m = scr_val_reals(a);
  scr_val *pivot = square(f, a) ? pivots(f, &a[1], size) : NULL;
  int sign = 1;
  if (!pivot) return false;
  for (size_t c = 0; c < size; c++) {
    size_t best = c;
    for (size_t r = c + 1; r < size; r++)
      if (fabs(m[r * size + c]) > fabs(m[best * size + c])) best = r;
    if (m[best * size + c] == 0)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH, "the matrix is singular");
    scr_put(&pivot[c], scr_val_int((int64_t)best + 1));
    if (best != c) sign = -sign;
    for (size_t j = 0; best != c && j < size; j++) {
      double t = m[c * size + j];
      m[c * size + j] = m[best * size + j], m[best * size + j] = t;
    }
    for (size_t r = c + 1; r < size; r++) {
      double q = m[r * size + c] /= m[c * size + c];
      for (size_t j = c + 1; j < size; j++) m[r * size + j] -= q * m[c * size + j];
    }
  }
  *out = scr_val_int(sign);
  return true;
}

/* The pivots as rows from 0. */
static bool pivot_rows(scr_fish *f, const scr_val *pivot, size_t n, size_t *row) {
  for (size_t k = 0; k < n; k++) {
    if (pivot[k].type != SCR_V_INT || pivot[k].i < 1 || (uint64_t)pivot[k].i > n)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                      "the pivots are not those of matrix.ludcmp");
    row[k] = (size_t)pivot[k].i - 1;
  }
  return true;
}

static bool substitute(scr_fish *f, const double *m, const size_t *row, size_t n, double *x) {
  for (size_t k = 0; k < n; k++) {
    double t = x[k];
    x[k] = x[row[k]], x[row[k]] = t;
  }
  for (size_t r = 1; r < n; r++)
    for (size_t j = 0; j < r; j++) x[r] -= m[r * n + j] * x[j];
  for (size_t r = n; r-- > 0;) {
    for (size_t j = r + 1; j < n; j++) x[r] -= m[r * n + j] * x[j];
    if (m[r * n + r] == 0)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_MATH, "the matrix is singular");
    x[r] /= m[r * n + r];
  }
  return true;
}

/* matrix.lubksb(m, a, b): b, an array or a column, becomes the solution x of m x = b; m and a are
 * from matrix.ludcmp. Returns b. */
CALL(fn_lubksb) {
  SCR_UNUSED(n);
  size_t size = scr_val_rows(a);
  const scr_val *pivot = square(f, a) ? pivots(f, &a[1], size) : NULL, *b = &a[2];
  if (!pivot) return false;
  if ((b->type != SCR_V_ARRAY && b->type != SCR_V_MATRIX) || scr_val_size(b) != size)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "the right side is an array or a column of %zu numbers", size);
  double *x = scr_alloc(size * sizeof *x);
  size_t *row = scr_alloc(size * sizeof *row);
  bool good = true;
  for (size_t k = 0; good && k < size; k++) {
    if (b->type == SCR_V_MATRIX)
      x[k] = scr_val_reals(b)[k];
    else if (!scr_val_number(&scr_val_items(b)[k], &x[k]))
      good = scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                      "element %zu of the right side is no number", k + 1);
  }
  good = good && pivot_rows(f, pivot, size, row) && substitute(f, scr_val_reals(a), row, size, x);
  for (size_t k = 0; good && k < size; k++) {
    if (b->type == SCR_V_MATRIX)
      scr_val_reals(b)[k] = x[k];
    else
      scr_put(&scr_val_items(b)[k], scr_val_real(x[k]));
  }
  scr_free(x);
  scr_free(row);
  if (good) *out = scr_hold(*b);
  return good;
}

/* ---- tensors ---- */

/* tensor(xx,yy,zz,xy,xz,yz), missing ones are 0; or of a symmetric 3 by 3 matrix. */
CALL(fn_tensor) {
  double t[6] = {0};
  if (n == 1 && a->type == SCR_V_TENSOR) {
    *out = scr_hold(*a);
    return true;
  }
  if (n == 1 && a->type == SCR_V_MATRIX) {
    const double *m = scr_val_reals(a);
    if (scr_val_rows(a) != 3 || scr_val_cols(a) != 3)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a tensor is made of a 3 by 3 matrix");
    *out = scr_val_tensor((double[]){m[0], m[4], m[8], 0.5 * (m[1] + m[3]), 0.5 * (m[2] + m[6]),
                                     0.5 * (m[5] + m[7])});
    return true;
  }
  for (int k = 0; k < n; k++)
    if (!scr_val_number(&a[k], &t[k]))
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                      "component %d of a tensor must be a number, not %s", k + 1,
                      scr_type_words(f, &a[k]));
  *out = scr_val_tensor(t);
  return true;
}

static double trace(const double *t) { return t[0] + t[1] + t[2]; }

/* Second invariant of the deviator: J2 = s:s/2. */
static double j2(const double *t) {
  double m = trace(t) / 3, a = t[0] - m, b = t[1] - m, c = t[2] - m;
  return 0.5 * (a * a + b * b + c * c) + t[3] * t[3] + t[4] * t[4] + t[5] * t[5];
}

CALL(fn_trace) {
  SCR_UNUSED(n);
  *out = scr_val_real(trace(scr_val_reals(a)));
  return bounded(f, "tensor.trace", a, out);
}
CALL(fn_j2) {
  SCR_UNUSED(n);
  *out = scr_val_real(j2(scr_val_reals(a)));
  return bounded(f, "tensor.j2", a, out);
}
/* I2 = xx yy + yy zz + zz xx - xy^2 - xz^2 - yz^2 */
CALL(fn_i2) {
  SCR_UNUSED(n);
  const double *t = scr_val_reals(a);
  *out = scr_val_real(t[0] * t[1] + t[1] * t[2] + t[2] * t[0] - t[3] * t[3] - t[4] * t[4] -
                      t[5] * t[5]);
  return bounded(f, "tensor.i2", a, out);
}
/* Measure of the whole tensor: sqrt(t:t). */
CALL(fn_total) {
  SCR_UNUSED(n);
  const double *t = scr_val_reals(a);
  *out = scr_val_real(sqrt(t[0] * t[0] + t[1] * t[1] + t[2] * t[2] +
                           2 * (t[3] * t[3] + t[4] * t[4] + t[5] * t[5])));
  return bounded(f, "tensor.total", a, out);
}
/* Principal values of a diagonal tensor, exactly. */
static scr_val sorted(double x, double y, double z) {
  double lo = fmin(x, fmin(y, z)), hi = fmax(x, fmax(y, z));
  return scr_val_vec(3, (double[]){lo, fmax(fmin(x, y), fmin(fmax(x, y), z)), hi});
}

/* Principal values, smallest first (trigonometric solution of the cubic, Smith 1961). */
CALL(fn_prin) {
  SCR_UNUSED(n);
  const double *t = scr_val_reals(a);
  if (t[3] == 0 && t[4] == 0 && t[5] == 0) {
    *out = sorted(t[0], t[1], t[2]);
    return true;
  }
  double m = trace(t) / 3, q = sqrt(j2(t) / 3), x = t[0] - m, y = t[1] - m, z = t[2] - m;
  double det =
      x * (y * z - t[5] * t[5]) - t[3] * (t[3] * z - t[5] * t[4]) + t[4] * (t[3] * t[5] - y * t[4]);
  double c = q > 0 ? det / (2 * q * q * q) : 1;
  double angle = scr_acos(c > 1 ? 1 : c < -1 ? -1 : c) / 3;
  double hi = m + 2 * q * scr_cos(angle), lo = m + 2 * q * scr_cos(angle + 2 * SCR_PI / 3);
  *out = scr_val_vec(3, (double[]){lo, 3 * m - hi - lo, hi});
  return bounded(f, "tensor.prin", a, out);
}

static const scr_fish_fn rows[] = {
    ROW("matrix", 1, 2, "*i:M", fn_matrix, SCR_FN_TRY,
        "matrix of zeros by rows and columns, or of a vector or tensor"),
    ROW("matrix.cols", 1, 1, "N:i", fn_cols_any, SCR_FN_TRY, "number of columns"),
    ROW("matrix.det", 1, 1, "N:f", fn_det_any, SCR_FN_TRY, "determinant"),
    ROW("matrix.identity", 1, 1, "i:M", fn_identity, SCR_FN_TRY, "unit matrix"),
    ROW("matrix.inverse", 1, 1, "N:M", fn_inverse_any, SCR_FN_TRY, "inverse matrix"),
    ROW("matrix.lubksb", 3, 3, "Ma*:*", fn_lubksb, 0,
        "solves with the factors of matrix.ludcmp; the right side becomes the solution"),
    ROW("matrix.ludcmp", 2, 2, "Ma:i", fn_ludcmp, 0,
        "factors L and U in place of the matrix, pivots into the array; sign of the permutation"),
    ROW("matrix.rows", 1, 1, "N:i", fn_rows_any, SCR_FN_TRY, "number of rows"),
    ROW("matrix.transpose", 1, 1, "N:M", fn_transpose_any, SCR_FN_TRY, "transposed matrix"),
    ROW("tensor", 1, 6, "******:T", fn_tensor, SCR_FN_TRY,
        "symmetric tensor of xx, yy, zz, xy, xz, yz or of a matrix"),
    ROW("tensor.i2", 1, 1, "T:f", fn_i2, SCR_FN_TRY, "second invariant"),
    ROW("tensor.j2", 1, 1, "T:f", fn_j2, SCR_FN_TRY, "second invariant of the deviator"),
    ROW("tensor.prin", 1, 1, "T:v", fn_prin, SCR_FN_TRY, "principal values, smallest first"),
    ROW("tensor.total", 1, 1, "T:f", fn_total, SCR_FN_TRY,
        "square root of the sum of all squared elements"),
    ROW("tensor.trace", 1, 1, "T:f", fn_trace, SCR_FN_TRY, "sum of the diagonal"),
};

void scr_bind_matrix(scr_fish *f) { scr_fish_bind(f, rows, SCR_COUNTOF(rows)); }
