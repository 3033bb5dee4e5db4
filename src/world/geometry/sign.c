/* Exact signs: see sign.h. Where rounding could have changed the sign of the plain determinant, its
 * products of coordinates are summed exactly. Bounds of the rounding: J. R. Shewchuk, Adaptive
 * precision floating-point arithmetic, Discrete Comput. Geom. 18 (1997), sections 4.2 and 4.3. */
#include "world/geometry/sign.h"

#include <math.h>
#include "base/xsum.h"

__extension__ typedef __int128 wide;

static int sign(double x) { return (x > 0) - (x < 0); }

/* A product, and what its rounding left (Dekker). */
static double product(double a, double b, double *rest) {
  const double a0 = 0x1p27 * a + a, b0 = 0x1p27 * b + b, ah = a0 - (a0 - a), bh = b0 - (b0 - b),
               al = a - ah, bl = b - bh, ab = a * b;
  *rest = ((ah * bh - ab) + ah * bl + al * bh) + al * bl;
  return ab;
}

static void add2(scr_xsum *s, double a, double b) {
  double rest;
  scr_xsum_add(s, product(a, b, &rest));
  scr_xsum_add(s, rest);
}

/* a b - c d */
static void add_minor(scr_xsum *s, double a, double b, double c, double d) {
  add2(s, a, b);
  add2(s, -c, d);
}

static int exact_line(const double *a, const double *b, const double *p) {
  scr_xsum s = {0};
  add_minor(&s, a[0], b[1], a[1], b[0]);
  add_minor(&s, b[0], p[1], b[1], p[0]);
  add_minor(&s, p[0], a[1], p[1], a[0]);
  return sign(scr_xsum_value(&s));
}

int scr_side_of_line(const double a[2], const double b[2], const double p[2]) {
  const double left = (b[0] - a[0]) * (p[1] - a[1]), right = (b[1] - a[1]) * (p[0] - a[0]),
               det = left - right, bound = 3.3306690738754716e-16 * (fabs(left) + fabs(right));
  return fabs(det) > bound ? sign(det) : exact_line(a, b, p);
}

static void add3(scr_xsum *s, double a, double b, double c) {
  double rest;
  const double ab = product(a, b, &rest);
  add2(s, ab, c);
  add2(s, rest, c);
}

/* The determinant of three places, times f (1 or -1). */
static void add_det(scr_xsum *s, double f, const double *a, const double *b, const double *c) {
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    add3(s, f * a[k], b[l], c[m]);
    add3(s, -f * a[k], b[m], c[l]);
  }
}

static int exact_plane(const double *a, const double *b, const double *c, const double *p) {
  scr_xsum s = {0};
  add_det(&s, 1, b, c, p);
  add_det(&s, -1, a, c, p);
  add_det(&s, 1, a, b, p);
  add_det(&s, -1, a, b, c);
  return sign(scr_xsum_value(&s));
}

int scr_side_of_plane(const double a[3], const double b[3], const double c[3], const double p[3]) {
  double u[3], v[3], w[3], det = 0, size = 0;
  for (int k = 0; k < 3; k++) u[k] = a[k] - p[k], v[k] = b[k] - p[k], w[k] = c[k] - p[k];
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    const double x = v[l] * w[m], y = v[m] * w[l];
    det -= u[k] * (x - y);
    size += fabs(u[k]) * (fabs(x) + fabs(y));
  }
  return fabs(det) > 7.771561172376103e-16 * size ? sign(det) : exact_plane(a, b, c, p);
}

/* ---- spheres ---- */

/* f a b c x^2 */
static void add_lifted(scr_xsum *s, double f, double a, double b, double c, double x) {
  double ab[2], abc[4], part[8];
  if (a == 0 || b == 0 || c == 0 || x == 0) return;
  ab[0] = product(f * a, b, &ab[1]);
  for (int k = 0; k < 2; k++) abc[2 * k] = product(ab[k], c, &abc[2 * k + 1]);
  for (int k = 0; k < 4; k++) part[2 * k] = product(abc[k], x, &part[2 * k + 1]);
  for (int k = 0; k < 8; k++) add2(s, part[k], x);
}

/* The determinant of three places (2D: two), times f and the square of p's distance from 0. */
static void add_part(scr_xsum *s, int dim, double f, const double *const q[], const double *p) {
  for (int axis = 0; axis < dim; axis++)
    for (int k = 0; k < dim; k++) {
      const int l = (k + 1) % dim, m = (k + 2) % dim;
      if (dim == 2) {
        add_lifted(s, k ? -f : f, q[0][k], q[1][l], 1, p[axis]);
        continue;
      }
      add_lifted(s, f, q[0][k], q[1][l], q[2][m], p[axis]);
      add_lifted(s, -f, q[0][k], q[1][m], q[2][l], p[axis]);
    }
}

/* The determinant of rows (x, |x|^2, 1) along its last two columns. In 3D it is negative inside. */
static int exact_sphere(int dim, const double *const corner[], const double *p) {
  scr_xsum s = {0};
  const double *all[5], *rest[4], *q[3];
  for (int k = 0; k < dim + 1; k++) all[k] = corner[k];
  all[dim + 1] = p;
  for (int i = 0; i < dim + 2; i++) {
    for (int k = 0, n = 0; k < dim + 2; k++)
      if (k != i) rest[n++] = all[k];
    for (int j = 0; j < dim + 1; j++) {
      for (int k = 0, n = 0; k < dim + 1; k++)
        if (k != j) q[n++] = rest[k];
      add_part(&s, dim, ((i + j) % 2 == 0) == (dim == 2) ? 1 : -1, q, all[i]);
    }
  }
  return sign(scr_xsum_value(&s));
}

/* Two doubles that count together: some 100 bits. */
typedef struct twin {
  double hi, lo;
} twin;

static twin sum_of(double a, double b) {
  const double s = a + b, part = s - a;
  return (twin){s, (a - (s - part)) + (b - part)};
}

static twin plus(twin a, twin b) {
  const twin s = sum_of(a.hi, b.hi), t = sum_of(a.lo, b.lo), u = sum_of(s.hi, s.lo + t.hi);
  return sum_of(u.hi, u.lo + t.lo);
}

static twin times(twin a, twin b) {
  double rest;
  const double ab = product(a.hi, b.hi, &rest);
  return sum_of(ab, rest + (a.hi * b.lo + a.lo * b.hi));
}

static twin minus(twin a) { return (twin){-a.hi, -a.lo}; }

static twin minor2_twin(const twin *u, const twin *v, int k, int l) {
  return plus(times(u[k], v[l]), minus(times(u[l], v[k])));
}

/* The determinant of scr_side_of_sphere with differences without rounding. */
static double twin_sphere(int dim, twin d[4][3]) {
  twin det = {0, 0};
  for (int i = 0; i < dim + 1; i++) {
    const twin *u[3];
    twin far = {0, 0}, minor = {0, 0};
    for (int c = 0; c < dim; c++) far = plus(far, times(d[i][c], d[i][c]));
    for (int k = 0, n = 0; k < dim + 1; k++)
      if (k != i) u[n++] = d[k];
    if (dim == 2) minor = minor2_twin(u[0], u[1], 0, 1);
    for (int k = 0; k < 3 && dim == 3; k++)
      minor = plus(minor, times(u[2][k], minor2_twin(u[0], u[1], (k + 1) % 3, (k + 2) % 3)));
    const twin part = times(far, minor);
    det = plus(det, i % 2 ? minus(part) : part);
  }
  return det.hi;
}

/* Are all differences whole multiples, of up to 22 bits, of one power of two? As in lattices: then
 * *side is the sign, found in whole numbers. */
static bool whole_sphere(int dim, twin d[4][3], int *side) {
  enum { BITS = 22 };
  int64_t x[4][3] = {{0}};
  double largest = 0;
  int e;
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) largest = SCR_MAX(largest, fabs(d[k][c].hi));
  frexp(largest, &e);
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) {
      const double y = ldexp(d[k][c].hi, BITS - e);
      if (d[k][c].lo != 0 || y != floor(y)) return false;
      x[k][c] = (int64_t)y;
    }
  wide det = 0;
  for (int i = 0; i < dim + 1; i++) {
    const int64_t *u[3], *q = x[i];
    wide minor = 0;
    for (int k = 0, n = 0; k < dim + 1; k++)
      if (k != i) u[n++] = x[k];
    if (dim == 2) minor = u[0][0] * u[1][1] - u[0][1] * u[1][0];
    for (int k = 0; k < 3 && dim == 3; k++) {
      const int l = (k + 1) % 3, m = (k + 2) % 3;
      minor += (wide)(u[0][l] * u[1][m] - u[0][m] * u[1][l]) * u[2][k];
    }
    const wide part = (q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) * minor;
    det += i % 2 ? -part : part;
  }
  *side = (det > 0) - (det < 0);
  return true;
}

static double minor2(const double *u, const double *v, int k, int l, double *size) {
  const double a = u[k] * v[l], b = u[l] * v[k];
  *size = fabs(a) + fabs(b);
  return a - b;
}

/* The determinant of the rows of three differences (2D: two), and the sum of its products without
 * their signs. */
static double minor_of(int dim, const double *const u[], double *size) {
  double det = 0, part;
  if (dim == 2) return minor2(u[0], u[1], 0, 1, size);
  *size = 0;
  for (int k = 0; k < 3; k++) {
    det += u[2][k] * minor2(u[0], u[1], (k + 1) % 3, (k + 2) % 3, &part);
    *size += fabs(u[2][k]) * part;
  }
  return det;
}

/* Of differences that are whole doubles: the determinant of rows (d, |d|^2). */
static int exact_beside(int dim, twin d[4][3]) {
  scr_xsum s = {0};
  double x[4][3];
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) x[k][c] = d[k][c].hi;
  for (int i = 0; i < dim + 1; i++) {
    const double *q[3];
    for (int k = 0, n = 0; k < dim + 1; k++)
      if (k != i) q[n++] = x[k];
    add_part(&s, dim, i % 2 ? -1 : 1, q, x[i]);
  }
  return sign(scr_xsum_value(&s));
}

static bool is_exact(int dim, twin d[4][3]) {
  bool exact = true;
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) exact &= d[k][c].lo == 0;
  return exact;
}

/* Where rounding could have changed the sign. */
static int sphere_beside(int dim, const double *const corner[], const double *p, double size) {
  const double bound = 1e-28; /* some 200 operations, each wrong by 2^-102 of its result */
  twin d[4][3] = {{{0, 0}}};
  int side;
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) d[k][c] = sum_of(corner[k][c], -p[c]);
  const double det = twin_sphere(dim, d);
  if (fabs(det) > bound * size) return sign(det);
  if (whole_sphere(dim, d, &side)) return side;
  return is_exact(dim, d) ? exact_beside(dim, d) : exact_sphere(dim, corner, p);
}

int scr_side_of_sphere(int dim, const double *const corner[], const double *p, double *sure) {
  const double bound = dim == 2 ? 1.1102230246251577e-15 : 1.7763568394002532e-15;
  double d[4][3] = {{0}}, det = 0, size = 0;
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) d[k][c] = corner[k][c] - p[c];
  for (int i = 0; i < dim + 1; i++) {
    const double *u[3], far = d[i][0] * d[i][0] + d[i][1] * d[i][1] + d[i][2] * d[i][2];
    double part;
    for (int k = 0, n = 0; k < dim + 1; k++)
      if (k != i) u[n++] = d[k];
    const double minor = minor_of(dim, u, &part);
    det += i % 2 ? -far * minor : far * minor;
    size += far * part;
  }
  *sure = size > 0 ? fabs(det) / (bound * size) : 0;
  if (*sure > 1) return sign(det);
  return sphere_beside(dim, corner, p, size);
}
