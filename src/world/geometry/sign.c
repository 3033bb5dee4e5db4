/* Exact signs: see sign.h. Where rounding could have changed the sign of the plain determinant, its
 * products of coordinates are summed exactly. Bounds of the rounding: J. R. Shewchuk, Adaptive
 * precision floating-point arithmetic, Discrete Comput. Geom. 18 (1997), sections 4.2 and 4.3. */
#include "world/geometry/sign.h"

#include <math.h>
#include "base/xsum.h"

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
