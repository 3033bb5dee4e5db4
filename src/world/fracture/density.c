/* See density.h. */
#include "world/fracture/density.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "world/fracture/kept.h"

/* The part of a polygon of n corners where sign (x_k - bound) is not above 0, into `out`, which has
 * room for twice as many: how many corners it has (Sutherland and Hodgman 1974). */
static uint32_t clip_side(const double *p, uint32_t n, int k, double sign, double bound,
                          double *out) {
  uint32_t m = 0;
  for (uint32_t i = 0; i < n; i++) {
    const double *a = p + 3 * i, *b = p + 3 * ((i + 1) % n);
    const double da = sign * (a[k] - bound), db = sign * (b[k] - bound);
    if (da <= 0) memcpy(out + 3 * m++, a, 3 * sizeof *a);
    if ((da < 0 && db > 0) || (da > 0 && db < 0)) {
      for (int c = 0; c < 3; c++) out[3 * m + (uint32_t)c] = a[c] + da / (da - db) * (b[c] - a[c]);
      out[3 * m++ + (uint32_t)k] = bound;
    }
  }
  return m;
}

/* A side may add half as many corners as there are, of convex ones one: room for 64 n is enough. */
static uint32_t clip_box(double *p, double *other, uint32_t n, const double lo[3],
                         const double hi[3]) {
  for (int side = 0; side < 6 && n; side++) {
    const int k = side / 2;
    n = clip_side(p, n, k, side % 2 ? 1 : -1, side % 2 ? hi[k] : lo[k], other);
    memcpy(p, other, (size_t)n * 3 * sizeof *p);
  }
  return n;
}

bool scr_point_in(int dim, const double *x, const double *lo, const double *hi) {
  for (int k = 0; k < dim; k++)
    if (x[k] < lo[k] || x[k] > hi[k]) return false;
  return true;
}

bool scr_line_in(int dim, const double *a, const double *b, const double *lo, const double *hi,
                 double *from, double *to) {
  *from = 0, *to = 1;
  for (int k = 0; k < dim; k++) {
    const double along = b[k] - a[k];
    if (along == 0) {
      if (a[k] < lo[k] || a[k] > hi[k]) return false;
      continue;
    }
    const double t = (lo[k] - a[k]) / along, u = (hi[k] - a[k]) / along;
    *from = SCR_MAX(*from, SCR_MIN(t, u));
    *to = SCR_MIN(*to, SCR_MAX(t, u));
  }
  return *to > *from;
}

static double length_in(const scr_world *w, uint32_t place, const double lo[3],
                        const double hi[3]) {
  double end[6], from, to;
  scr_fracture_corners(w, place, end);
  return scr_line_in(2, end, end + 3, lo, hi, &from, &to)
             ? (to - from) * w->fractures.at[place].size
             : 0;
}

/* ---- disks ---- */

static double sector(const double a[2], const double b[2], double r) {
  return 0.5 * r * r * scr_atan2(a[0] * b[1] - a[1] * b[0], a[0] * b[0] + a[1] * b[1]);
}

/* What the triangle of the middle and a, b shares with the disk about it, signed. */
static double share_of_edge(const double a[2], const double b[2], double r) {
  const double u[2] = {b[0] - a[0], b[1] - a[1]}, uu = u[0] * u[0] + u[1] * u[1];
  const double au = a[0] * u[0] + a[1] * u[1], aa = a[0] * a[0] + a[1] * a[1];
  const double root = au * au - uu * (aa - r * r);
  if (uu == 0 || root <= 0) return sector(a, b, r);
  const double t1 = (-au - sqrt(root)) / uu, t2 = (-au + sqrt(root)) / uu;
  if (t2 <= 0 || t1 >= 1) return sector(a, b, r);
  double p[2], q[2];
  for (int k = 0; k < 2; k++) {
    p[k] = t1 > 0 ? a[k] + t1 * u[k] : a[k];
    q[k] = t2 < 1 ? a[k] + t2 * u[k] : b[k];
  }
  return (t1 > 0 ? sector(a, p, r) : 0) + 0.5 * (p[0] * q[1] - p[1] * q[0]) +
         (t2 < 1 ? sector(q, b, r) : 0);
}

/* Two unit vectors that span the plane of a normal. */
static void axes(const double n[3], double e[2][3]) {
  int least = 0;
  for (int k = 1; k < 3; k++)
    if (fabs(n[k]) < fabs(n[least])) least = k;
  double a[3] = {0};
  a[least] = 1;
  scr_cross3(n, a, e[0]);
  const double length = sqrt(scr_dot3(e[0], e[0]));
  for (int k = 0; k < 3; k++) e[0][k] /= length;
  scr_cross3(n, e[0], e[1]);
}

/* Corners of a square about x, whose half side is r. */
static void square(const double x[3], double e[2][3], double r, double p[12]) {
  static const int corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (int i = 0; i < 4; i++)
    for (int k = 0; k < 3; k++)
      p[3 * i + k] = x[k] + r * (corner[i][0] * e[0][k] + corner[i][1] * e[1][k]);
}

/* Sums over edges about a disk that the box does not meet are zero but for this, as part of r^2. */
#define ROUNDING 1e-13

/* The square about the disk is cut by the box; what that shares with the disk is a sum over its
 * edges. */
static double disk_in(const scr_fracture *f, const double lo[3], const double hi[3]) {
  double p[3 * 32], other[3 * 32], e[2][3], sum = 0;
  const double r = 0.5 * f->size;
  axes(f->n, e);
  square(f->x, e, r, p);
  const uint32_t n = clip_box(p, other, 4, lo, hi);
  for (uint32_t i = 0; i < n; i++) {
    double flat[2][2];
    for (uint32_t end = 0; end < 2; end++) {
      double d[3];
      for (uint32_t k = 0; k < 3; k++) d[k] = p[3 * ((i + end) % n) + k] - f->x[k];
      flat[end][0] = scr_dot3(d, e[0]), flat[end][1] = scr_dot3(d, e[1]);
    }
    sum += share_of_edge(flat[0], flat[1], r);
  }
  return fabs(sum) > ROUNDING * r * r ? fabs(sum) : 0;
}

/* As seen from its middle, where corners are known best. */
static double polygon_in(const scr_fracture *f, const double lo[3], const double hi[3]) {
  const size_t room = (size_t)f->corners * 64 * 3;
  double *p = scr_alloc(2 * room * sizeof *p), l[3], h[3], sum[3];
  for (int k = 0; k < 3; k++) l[k] = lo[k] - f->x[k], h[k] = hi[k] - f->x[k];
  memcpy(p, f->corner, (size_t)f->corners * 3 * sizeof *p);
  scr_fracture_newell(p, clip_box(p, p + room, f->corners, l, h), sum);
  scr_free(p);
  return sqrt(scr_dot3(sum, sum));
}

/* ---- planes ---- */

static uint32_t line_in(const double lo[3], const double hi[3], const double x[3],
                        const double n[3], double r, double *corner) {
  const double a[2] = {x[0] - r * n[1], x[1] + r * n[0]}, b[2] = {x[0] + r * n[1], x[1] - r * n[0]};
  double t[2];
  if (!scr_line_in(2, a, b, lo, hi, &t[0], &t[1])) return 0;
  for (int end = 0; end < 2; end++) {
    for (int k = 0; k < 2; k++) corner[3 * end + k] = a[k] + t[end] * (b[k] - a[k]);
    corner[3 * end + 2] = 0;
  }
  return 2;
}

uint32_t scr_section(int dim, const double lo[3], const double hi[3], const double x[3],
                     const double n[3], double corner[3 * SCR_SECTION_CORNERS]) {
  double p[3 * 32], other[3 * 32], e[2][3], middle[3] = {0}, r2 = 0, off = 0, sum[3];
  for (int k = 0; k < dim; k++) {
    middle[k] = 0.5 * (lo[k] + hi[k]);
    off += (middle[k] - x[k]) * n[k];
    r2 += (hi[k] - lo[k]) * (hi[k] - lo[k]);
  }
  for (int k = 0; k < dim; k++) middle[k] -= off * n[k]; /* nearest to the middle of the box */
  if (dim == 2) return line_in(lo, hi, middle, n, sqrt(r2), corner);
  axes(n, e);
  square(middle, e, sqrt(r2), p);
  const uint32_t count = clip_box(p, other, 4, lo, hi);
  scr_fracture_newell(p, count, sum);
  if (count < 3 || !(scr_dot3(sum, sum) > ROUNDING * r2 * r2)) return 0;
  memcpy(corner, p, (size_t)count * 3 * sizeof *p);
  return count;
}

/* ---- all ---- */

static bool lies_inside(const scr_fracture *f, int dim, const double lo[3], const double hi[3]) {
  for (int k = 0; k < dim && !f->corners; k++)
    if (f->x[k] - 0.5 * f->size < lo[k] || f->x[k] + 0.5 * f->size > hi[k]) return false;
  return !f->corners;
}

double scr_fracture_area_in(const scr_world *w, uint32_t place, const double lo[3],
                            const double hi[3]) {
  const scr_fracture *f = &w->fractures.at[place];
  if (lies_inside(f, w->dim, lo, hi)) return scr_fracture_area(w, place);
  if (w->dim == 2) return length_in(w, place, lo, hi);
  return f->corners ? polygon_in(f, lo, hi) : disk_in(f, lo, hi);
}

double scr_fracture_percolation(int dim, double area) {
  if (dim == 2) return area * area;
  const double r2 = area / SCR_PI;
  return SCR_PI * SCR_PI * r2 * sqrt(r2);
}

scr_fracture_sums scr_fracture_sum(const scr_world *w, const uint32_t *places, size_t n,
                                   const double lo[3], const double hi[3]) {
  scr_fracture_sums s = {0};
  for (size_t k = 0; k < n; k++) {
    const double area = scr_fracture_area_in(w, places[k], lo, hi);
    s.middles += scr_point_in(w->dim, w->fractures.at[places[k]].x, lo, hi);
    s.area += area;
    s.percolation += scr_fracture_percolation(w->dim, area);
  }
  return s;
}

bool scr_extents_apart(int dim, const scr_extent *a, const scr_extent *b) {
  for (int k = 0; k < dim; k++)
    if (a->hi[k] < b->lo[k] || b->hi[k] < a->lo[k]) return true;
  return false;
}

scr_extent *scr_fracture_extents(const scr_world *w, const uint32_t *places, size_t n) {
  scr_extent *e = scr_alloc(n * sizeof *e);
  for (size_t k = 0; k < n; k++) scr_fracture_extent(w, places[k], e[k].lo, e[k].hi);
  return e;
}

void scr_fracture_extent(const scr_world *w, uint32_t place, double lo[3], double hi[3]) {
  const scr_fracture *f = &w->fractures.at[place];
  const double half = 0.5 * f->size;
  for (int k = 0; k < 3; k++) {
    const double off = k < w->dim ? half * sqrt(SCR_MAX(0, 1 - f->n[k] * f->n[k])) : 0;
    lo[k] = f->corners ? HUGE_VAL : f->x[k] - off;
    hi[k] = f->corners ? -HUGE_VAL : f->x[k] + off;
    for (uint32_t i = 0; i < f->corners; i++) {
      lo[k] = SCR_MIN(lo[k], f->x[k] + f->corner[3 * i + (uint32_t)k]);
      hi[k] = SCR_MAX(hi[k], f->x[k] + f->corner[3 * i + (uint32_t)k]);
    }
  }
}
