/* Geometry of walls before they are walls: see shape.h. */
#include "world/shapes/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "kernel/state.h"
#include "world/shapes/spots.h"

void scr_shape_free(scr_shape *s) {
  scr_free(s->x);
  scr_free(s->facet);
  *s = (scr_shape){0};
}

uint32_t scr_shape_vertex(scr_shape *s, const double x[3]) {
  SCR_GROW(s->x, s->cap_x, 3 * (size_t)(s->nv + 1));
  memcpy(s->x + 3 * (size_t)s->nv, x, 3 * sizeof *x);
  return s->nv++;
}

void scr_shape_facet(scr_shape *s, uint32_t a, uint32_t b, uint32_t c) {
  SCR_GROW(s->facet, s->cap_facet, 3 * (size_t)(s->nf + 1));
  uint32_t *f = s->facet + 3 * (size_t)s->nf++;
  f[0] = a, f[1] = b, f[2] = c;
}

/* ---- measures ---- */

/* Twice the area times the normal; in 2D the edge turned to the left. */
static void facet_vector(const scr_shape *s, int dim, uint32_t facet, double out[3]) {
  const uint32_t *f = s->facet + 3 * (size_t)facet;
  const double *a = s->x + 3 * (size_t)f[0], *b = s->x + 3 * (size_t)f[1];
  if (dim == 2) {
    out[0] = a[1] - b[1], out[1] = b[0] - a[0], out[2] = 0;
    return;
  }
  const double *c = s->x + 3 * (size_t)f[2];
  double p[3], q[3];
  for (int k = 0; k < 3; k++) p[k] = b[k] - a[k], q[k] = c[k] - a[k];
  scr_cross3(p, q, out);
}

static double length(const double v[3]) { return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]); }

double scr_shape_area(const scr_shape *s, int dim) {
  double sum = 0, v[3];
  for (uint32_t k = 0; k < s->nf; k++) {
    facet_vector(s, dim, k, v);
    sum += dim == 2 ? length(v) : 0.5 * length(v);
  }
  return sum;
}

void scr_shape_normal(const scr_shape *s, int dim, uint32_t facet, double n[3]) {
  facet_vector(s, dim, facet, n);
  double l = length(n);
  for (int k = 0; k < 3; k++) n[k] = l > 0 ? n[k] / l : 0;
}

/* ---- welding ---- */

typedef struct weld {
  double x[3];
  uint32_t vertex;
} weld;

static int weld_place(const weld *a, const weld *b) {
  for (int k = 0; k < 3; k++)
    if (a->x[k] != b->x[k]) return a->x[k] < b->x[k] ? -1 : 1;
  return 0;
}

static int weld_order(const void *p, const void *q) {
  const weld *a = p, *b = q;
  int place = weld_place(a, b);
  return place ? place : a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

void scr_shape_weld(scr_shape *s) {
  weld *w = scr_alloc(s->nv * sizeof *w);
  for (uint32_t k = 0; k < s->nv; k++) {
    memcpy(w[k].x, s->x + 3 * (size_t)k, sizeof w[k].x);
    w[k].vertex = k;
  }
  qsort(w, s->nv, sizeof *w, weld_order);
  /* same[k]: the first vertex at the place of k; then its new number */
  uint32_t *same = scr_alloc(s->nv * sizeof *same), kept = 0;
  for (uint32_t k = 0, first = 0; k < s->nv; k++) {
    if (weld_place(&w[first], &w[k]) != 0) first = k;
    same[w[k].vertex] = w[first].vertex;
  }
  for (uint32_t k = 0; k < s->nv; k++) {
    if (same[k] != k) {
      same[k] = same[same[k]];
      continue;
    }
    memmove(s->x + 3 * (size_t)kept, s->x + 3 * (size_t)k, 3 * sizeof *s->x);
    same[k] = kept++;
  }
  for (size_t k = 0; k < 3 * (size_t)s->nf; k++) s->facet[k] = same[s->facet[k]];
  s->nv = kept;
  scr_free(same);
  scr_free(w);
}

double scr_shape_size(const scr_shape *s) {
  double size = 0;
  for (int c = 0; c < 3; c++) {
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (uint32_t k = 0; k < s->nv; k++) {
      lo = fmin(lo, s->x[3 * (size_t)k + c]);
      hi = fmax(hi, s->x[3 * (size_t)k + c]);
    }
    if (s->nv) size = fmax(size, hi - lo);
  }
  return size;
}

/* The largest coordinate, m; infinite if one is no number. */
static double furthest(const scr_shape *s) {
  double most = 0;
  for (size_t k = 0; k < 3 * (size_t)s->nv; k++)
    most = isfinite(s->x[k]) ? fmax(most, fabs(s->x[k])) : HUGE_VAL;
  return most;
}

void scr_shape_weld_near(scr_shape *s, double near) {
  static const double DIGITS = 1e-15; /* some four steps of the largest numbers */
  scr_spots spots = {.near = fmax(near, DIGITS * furthest(s))};
  if (!(spots.near > 0) || !isfinite(spots.near)) return scr_shape_weld(s);
  for (uint32_t k = 0; k < s->nv; k++) {
    double *x = s->x + 3 * (size_t)k;
    const uint32_t at = scr_spots_find(&spots, x);
    if (at == SCR_NONE)
      scr_spots_put(&spots, x);
    else
      memcpy(x, spots.x + 3 * (size_t)at, 3 * sizeof *x);
  }
  scr_spots_free(&spots);
  scr_shape_weld(s);
}

/* Is there a vertex opposite to vertex k, seen from c? To rounding of the shape's size. */
static bool has_opposite(const scr_shape *s, uint32_t k, const double c[3], double size) {
  for (uint32_t j = 0; j < s->nv; j++) {
    double off = 0;
    for (int i = 0; i < 3; i++) off = fmax(off, fabs(s->x[3 * j + i] + s->x[3 * k + i] - 2 * c[i]));
    if (off <= 1e-14 * size) return true;
  }
  return false;
}

bool scr_shape_centre(const scr_shape *s, int dim, double c[3]) {
  double size = 0;
  if (s->nv < 2 || s->nv > 8) return false;
  for (int i = 0; i < 3; i++) {
    double lo = s->x[i], hi = s->x[i];
    for (uint32_t k = 1; k < s->nv; k++) {
      lo = fmin(lo, s->x[3 * k + i]);
      hi = fmax(hi, s->x[3 * k + i]);
    }
    c[i] = i < dim ? (lo + hi) / 2 : 0;
    size = fmax(size, fmax(fabs(lo), fabs(hi)));
  }
  for (uint32_t k = 0; k < s->nv; k++)
    if (!has_opposite(s, k, c, size)) return false;
  return true;
}

/* ---- axes ---- */

scr_dip scr_dip_axes(int dim, double dip, double dip_direction) {
  double s, c, sd, cd;
  scr_sincos_degrees(dip, &s, &c);
  if (dim == 2) return (scr_dip){.u = {c, s, 0}, .v = {0, 0, -1}, .n = {-s, c, 0}};
  scr_sincos_degrees(dip_direction, &sd, &cd);
  return (scr_dip){.u = {cd, -sd, 0}, .v = {c * sd, c * cd, -s}, .n = {s * sd, s * cd, c}};
}

static void in_plane(const scr_dip *axes, const double at[3], double u, double v, double x[3]) {
  for (int k = 0; k < 3; k++) x[k] = at[k] + (u * axes->u[k] + v * axes->v[k]);
}

/* A multiple of four, so that the rim has points exactly on the axes; the chord 2 R sin(pi/n) is
 * below resolution * R. */
static uint32_t rim_points(double resolution) {
  double least = SCR_PI / scr_asin(0.5 * resolution);
  return 4 * ((uint32_t)floor(least / 4) + 1);
}

/* ---- circle, disk, cone, cylinder ---- */

scr_dip scr_axes_along(const double axis[3]) {
  scr_dip a;
  double l = length(axis), least = HUGE_VAL;
  int k = 0;
  for (int c = 0; c < 3; c++) {
    a.n[c] = axis[c] / l;
    if (fabs(a.n[c]) < least) least = fabs(a.n[c]), k = c;
  }
  for (int c = 0; c < 3; c++) a.u[c] = (c == k) - a.n[k] * a.n[c];
  double lu = length(a.u);
  for (int c = 0; c < 3; c++) a.u[c] /= lu;
  scr_cross3(a.n, a.u, a.v);
  return a;
}

/* n points, counterclockwise seen from above; the same numbers for the same circle. */
static uint32_t ring(scr_shape *s, const scr_dip *axes, const double centre[3], double radius,
                     uint32_t n) {
  uint32_t first = s->nv;
  for (uint32_t k = 0; k < n && !scr_shape_stopped(s); k++) {
    double sine, cosine, x[3];
    scr_sincos_degrees(360.0 * k / n, &sine, &cosine);
    in_plane(axes, centre, radius * cosine, radius * sine, x);
    scr_shape_vertex(s, x);
  }
  return first;
}

static void fan(scr_shape *s, uint32_t hub, uint32_t first, uint32_t n, bool turned) {
  for (uint32_t k = 0; k < n && !scr_shape_stopped(s); k++) {
    uint32_t a = first + k, b = first + (k + 1) % n;
    scr_shape_facet(s, hub, turned ? b : a, turned ? a : b);
  }
}

void scr_shape_disk(scr_shape *s, const scr_dip *axes, const double centre[3], double radius,
                    double resolution) {
  assert(radius > 0 && resolution > 0 && resolution <= 1);
  uint32_t n = rim_points(resolution), hub = scr_shape_vertex(s, centre);
  fan(s, hub, ring(s, axes, centre, radius, n), n, false);
}

void scr_shape_circle(scr_shape *s, const double centre[3], double radius, double resolution) {
  const scr_dip flat = {.u = {1, 0, 0}, .v = {0, 1, 0}, .n = {0, 0, 1}};
  uint32_t n = rim_points(resolution), first = ring(s, &flat, centre, radius, n);
  for (uint32_t k = 0; k < n; k++) scr_shape_facet(s, first + k, first + (k + 1) % n, 0);
}

static void above(const scr_dip *axes, const double base[3], double height, double x[3]) {
  for (int c = 0; c < 3; c++) x[c] = base[c] + height * axes->n[c];
}

void scr_shape_cone(scr_shape *s, const scr_dip *axes, const double base[3], double height,
                    const double r[2], double resolution) {
  assert(height > 0 && SCR_MAX(r[0], r[1]) > 0);
  uint32_t n = rim_points(resolution), first[2], count[2];
  double top[3];
  above(axes, base, height, top);
  for (int end = 0; end < 2; end++) {
    const double *at = end ? top : base;
    count[end] = r[end] > 0 ? n : 1;
    first[end] = r[end] > 0 ? ring(s, axes, at, r[end], n) : scr_shape_vertex(s, at);
  }
  for (uint32_t k = 0; k < n; k++) {
    uint32_t j = (k + 1) % n, b[2] = {first[0] + k % count[0], first[0] + j % count[0]};
    uint32_t t[2] = {first[1] + k % count[1], first[1] + j % count[1]};
    if (b[0] != b[1]) scr_shape_facet(s, b[0], t[1], b[1]);
    if (t[0] != t[1]) scr_shape_facet(s, b[0], t[0], t[1]);
  }
}

void scr_shape_cone_end(scr_shape *s, const scr_dip *axes, const double base[3], double height,
                        const double r[2], double resolution, bool upper) {
  double at[3];
  memcpy(at, base, sizeof at);
  if (upper) above(axes, base, height, at);
  uint32_t n = rim_points(resolution), hub = scr_shape_vertex(s, at);
  fan(s, hub, ring(s, axes, at, r[upper], n), n, upper);
}

/* ---- sphere ---- */

static void push_unit(scr_shape *s, const double v[3]) {
  double l = length(v), x[3] = {v[0] / l, v[1] / l, v[2] / l};
  scr_shape_vertex(s, x);
}

static void icosahedron(scr_shape *s) {
  static const signed char corner[12][3] = {{-1, 2, 0}, {1, 2, 0}, {-1, -2, 0}, {1, -2, 0},
                                            {0, -1, 2}, {0, 1, 2}, {0, -1, -2}, {0, 1, -2},
                                            {2, 0, -1}, {2, 0, 1}, {-2, 0, -1}, {-2, 0, 1}};
  static const unsigned char face[20][3] = {
      {0, 5, 11},  {0, 1, 5},  {0, 7, 1},  {0, 10, 7}, {0, 11, 10}, {1, 9, 5}, {5, 4, 11},
      {11, 2, 10}, {10, 6, 7}, {7, 8, 1},  {3, 4, 9},  {3, 2, 4},   {3, 6, 2}, {3, 8, 6},
      {3, 9, 8},   {4, 5, 9},  {2, 11, 4}, {6, 10, 2}, {8, 7, 6},   {9, 1, 8}};
  const double golden = 0.5 * (1 + sqrt(5.0));
  for (int k = 0; k < 12; k++) {
    double v[3];
    for (int c = 0; c < 3; c++)
      v[c] = corner[k][c] == 2 ? golden : corner[k][c] == -2 ? -golden : corner[k][c];
    push_unit(s, v);
  }
  for (int k = 0; k < 20; k++) scr_shape_facet(s, face[k][0], face[k][1], face[k][2]);
}

static uint32_t middle_of(scr_shape *s, scr_u64map *made, uint32_t a, uint32_t b) {
  uint64_t key = (uint64_t)SCR_MIN(a, b) << 32 | SCR_MAX(a, b);
  uint32_t old = scr_u64map_get(made, key, UINT32_MAX);
  if (old != UINT32_MAX) return old;
  double m[3];
  for (size_t c = 0; c < 3; c++) m[c] = s->x[3 * (size_t)a + c] + s->x[3 * (size_t)b + c];
  scr_u64map_set(made, key, s->nv);
  push_unit(s, m);
  return s->nv - 1;
}

static void cut_in_four(scr_shape *s) {
  scr_u64map made = {0};
  for (uint32_t f = 0, nf = s->nf; f < nf && !scr_shape_stopped(s); f++) {
    uint32_t v[3], m[3];
    memcpy(v, s->facet + 3 * (size_t)f, sizeof v);
    for (int k = 0; k < 3; k++) m[k] = middle_of(s, &made, v[k], v[(k + 1) % 3]);
    for (int k = 0; k < 3; k++) scr_shape_facet(s, v[k], m[k], m[(k + 2) % 3]);
    memcpy(s->facet + 3 * (size_t)f, m, sizeof m);
  }
  scr_u64map_free(&made);
}

static double longest_edge(const scr_shape *s) {
  double most = 0;
  for (uint32_t f = 0; f < s->nf; f++)
    for (int k = 0; k < 3; k++) {
      const double *a = s->x + 3 * (size_t)s->facet[3 * f + (uint32_t)k],
                   *b = s->x + 3 * (size_t)s->facet[3 * f + (uint32_t)(k + 1) % 3];
      double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
      most = SCR_MAX(most, length(d));
    }
  return most;
}

void scr_shape_sphere(scr_shape *s, const double centre[3], double radius, double resolution) {
  assert(radius > 0 && resolution >= 0.005 && resolution <= 1 && s->nv == 0);
  icosahedron(s);
  while (!scr_shape_stopped(s) && !(longest_edge(s) < resolution)) cut_in_four(s);
  for (uint32_t k = 0; k < s->nv; k++)
    for (size_t c = 0; c < 3; c++)
      s->x[3 * (size_t)k + c] = centre[c] + radius * s->x[3 * (size_t)k + c];
}

/* ---- polygon ---- */

/* The polygon in its own plane. */
typedef struct outline {
  uint32_t n, *corner; /* corners that are left */
  double *uv;          /* 2 a corner */
  double size;         /* scale of lengths, for rounding */
  double near;         /* what is nearer than that is on it */
} outline;

static double turn_of(const outline *o, uint32_t a, uint32_t b, uint32_t c) {
  const double *p = o->uv + 2 * (size_t)a, *q = o->uv + 2 * (size_t)b, *r = o->uv + 2 * (size_t)c;
  return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
}

static double apart(const outline *o, uint32_t a, uint32_t b) {
  const double *p = o->uv + 2 * (size_t)a, *q = o->uv + 2 * (size_t)b;
  return sqrt((q[0] - p[0]) * (q[0] - p[0]) + (q[1] - p[1]) * (q[1] - p[1]));
}

/* How far p lies to the left of the line from a to b. */
static double left_of(const outline *o, uint32_t a, uint32_t b, uint32_t p) {
  return turn_of(o, a, b, p) / apart(o, a, b);
}

/* A triangle, counterclockwise and higher than rounding. */
static bool has_area(const outline *o, uint32_t a, uint32_t b, uint32_t c) {
  const double longest = SCR_MAX(apart(o, a, b), SCR_MAX(apart(o, b, c), apart(o, c, a)));
  return turn_of(o, a, b, c) > o->near * longest;
}

/* Corner j of what is left stands where corner v[0] of a triangle does: does a side lead from there
 * into the triangle? */
static bool leads_in(const outline *o, uint32_t j, const uint32_t v[3]) {
  const uint32_t other[2] = {o->corner[(j + o->n - 1) % o->n], o->corner[(j + 1) % o->n]};
  for (int k = 0; k < 2; k++)
    if (left_of(o, v[0], v[1], other[k]) > o->near && left_of(o, v[2], v[0], other[k]) > o->near)
      return true;
  return false;
}

/* Is corner j of what is left, or one of its sides, in the way of a triangle? Outlines that reach a
 * hole and come back stand at some places twice: they touch the triangle there, as its corners do.
 */
static bool is_in_way(const outline *o, uint32_t j, const uint32_t v[3]) {
  const uint32_t p = o->corner[j];
  for (int k = 0; k < 3; k++)
    if (apart(o, p, v[k]) <= o->near)
      return leads_in(o, j, (uint32_t[]){v[k], v[(k + 1) % 3], v[(k + 2) % 3]});
  for (int k = 0; k < 3; k++)
    if (left_of(o, v[k], v[(k + 1) % 3], p) < -o->near) return false;
  return true;
}

/* Is corner k of what is left an ear: convex, and no other corner in it or on its rim? */
static bool is_ear(const outline *o, uint32_t k) {
  const uint32_t before = (k + o->n - 1) % o->n, after = (k + 1) % o->n,
                 v[3] = {o->corner[before], o->corner[k], o->corner[after]};
  if (!has_area(o, v[0], v[1], v[2])) return false;
  for (uint32_t j = 0; j < o->n; j++)
    if (j != before && j != k && j != after && is_in_way(o, j, v)) return false;
  return true;
}

static void drop(outline *o, uint32_t k) {
  memmove(o->corner + k, o->corner + k + 1, (o->n - k - 1) * sizeof *o->corner);
  o->n--;
}

/* A side that is gone and come back at once holds nothing: cuts leave such ones where holes touch.
 */
static bool drop_spike(outline *o) {
  for (uint32_t k = 0; k < o->n; k++) {
    const uint32_t before = (k + o->n - 1) % o->n, after = (k + 1) % o->n;
    if (apart(o, o->corner[before], o->corner[after]) > o->near) continue;
    drop(o, SCR_MAX(k, after));
    drop(o, SCR_MIN(k, after));
    return true;
  }
  return false;
}

static bool cut_ears(scr_shape *s, outline *o, uint32_t first) {
  while (o->n >= 3) {
    uint32_t k = 0;
    if (drop_spike(o)) continue;
    if (o->n == 3) break;
    while (k < o->n && !is_ear(o, k)) k++;
    if (k == o->n) return false;
    scr_shape_facet(s, first + o->corner[(k + o->n - 1) % o->n], first + o->corner[k],
                    first + o->corner[(k + 1) % o->n]);
    drop(o, k);
  }
  if (o->n < 3) return true;
  scr_shape_facet(s, first + o->corner[0], first + o->corner[1], first + o->corner[2]);
  return has_area(o, o->corner[0], o->corner[1], o->corner[2]);
}

/* What lies within that part of the size of a line is on it, as corners are in the plane of the
 * others. Polygons that are thinner than that leave no ears: they are cut by the finer one. */
static const double ON[] = {1e-9, 1e-12};

static bool cut_outline(scr_shape *s, outline *o, uint32_t first) {
  const uint32_t n = o->n, nf = s->nf;
  for (size_t q = 0; q < SCR_COUNTOF(ON); q++) {
    s->nf = nf, o->n = n, o->near = ON[q] * o->size;
    for (uint32_t k = 0; k < n; k++) o->corner[k] = k;
    if (cut_ears(s, o, first)) return true;
  }
  return false;
}

static void mean_of(const double *x, uint32_t n, double m[3]) {
  memset(m, 0, 3 * sizeof *m);
  for (uint32_t k = 0; k < n; k++)
    for (size_t c = 0; c < 3; c++) m[c] += x[3 * (size_t)k + c] / n;
}

void scr_newell(const double *x, uint32_t n, const double m[3], double out[3]) {
  memset(out, 0, 3 * sizeof *out);
  for (uint32_t k = 0; k < n; k++) {
    double a[3], b[3], c[3];
    for (size_t i = 0; i < 3; i++)
      a[i] = x[3 * (size_t)k + i] - m[i], b[i] = x[3 * (size_t)((k + 1) % n) + i] - m[i];
    scr_cross3(a, b, c);
    for (size_t i = 0; i < 3; i++) out[i] += c[i];
  }
}

/* Corners in the plane through m; those off it are moved (planar) or reported. */
static scr_polygon_fault flatten(double *x, outline *o, const scr_dip *axes, const double m[3],
                                 bool planar, uint32_t *corner) {
  for (uint32_t k = 0; k < o->n; k++) {
    double *p = x + 3 * (size_t)k, d[3] = {p[0] - m[0], p[1] - m[1], p[2] - m[2]},
           off = scr_dot3(d, axes->n);
    *corner = k;
    if (!planar && fabs(off) > 1e-9 * o->size) return SCR_POLYGON_BENT;
    for (size_t c = 0; c < 3 && planar; c++) p[c] -= off * axes->n[c];
    o->uv[2 * (size_t)k] = scr_dot3(d, axes->u), o->uv[2 * (size_t)k + 1] = scr_dot3(d, axes->v);
  }
  return SCR_POLYGON_FINE;
}

/* Does the outline turn inward at corner k, back, or not leave it? It may go straight on. */
static bool is_concave(const outline *o, uint32_t k) {
  const uint32_t before = (k + o->n - 1) % o->n, after = (k + 1) % o->n;
  const double *p = o->uv + 2 * (size_t)before, *q = o->uv + 2 * (size_t)k,
               *r = o->uv + 2 * (size_t)after, turn = turn_of(o, before, k, after),
               least = ON[0] * o->size * apart(o, before, after);
  const bool back = (q[0] - p[0]) * (r[0] - q[0]) + (q[1] - p[1]) * (r[1] - q[1]) < 0;
  return turn < -least || (back && turn < least) || apart(o, k, after) <= ON[0] * o->size;
}

static scr_polygon_fault polygon_facets(scr_shape *s, outline *o, uint32_t first, bool concave,
                                        uint32_t *corner) {
  for (uint32_t k = 0; k < o->n && !concave; k++) {
    *corner = k;
    if (is_concave(o, k)) return SCR_POLYGON_CONCAVE;
  }
  return cut_outline(s, o, first) ? SCR_POLYGON_FINE : SCR_POLYGON_CROSSED;
}

static scr_polygon_fault fill_polygon(scr_shape *s, double *x, outline *o, bool planar,
                                      bool concave, uint32_t *corner) {
  double m[3], normal[3];
  mean_of(x, o->n, m);
  scr_newell(x, o->n, m, normal);
  for (size_t k = 0; k < 3 * (size_t)o->n; k++) o->size = SCR_MAX(o->size, fabs(x[k] - m[k % 3]));
  if (!(length(normal) > 1e-12 * o->size * o->size)) return SCR_POLYGON_FLAT;
  scr_dip axes = scr_axes_along(normal);
  scr_polygon_fault fault = flatten(x, o, &axes, m, planar, corner);
  uint32_t first = s->nv;
  for (uint32_t k = 0; k < o->n && !fault; k++) scr_shape_vertex(s, x + 3 * (size_t)k);
  return fault ? fault : polygon_facets(s, o, first, concave, corner);
}

static double turn2(const double *a, const double *b, const double *c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Is p, which lies on the line through a and b, between them? */
static bool is_between(const double *a, const double *b, const double *p) {
  for (int c = 0; c < 2; c++)
    if (p[c] < fmin(a[c], b[c]) || p[c] > fmax(a[c], b[c])) return false;
  return true;
}

static bool sides_meet(const double *a, const double *b, const double *c, const double *d) {
  const double ca = turn2(c, d, a), cb = turn2(c, d, b), ac = turn2(a, b, c), ad = turn2(a, b, d);
  if (((ca < 0 && cb > 0) || (ca > 0 && cb < 0)) && ((ac < 0 && ad > 0) || (ac > 0 && ad < 0)))
    return true;
  return (ca == 0 && is_between(c, d, a)) || (cb == 0 && is_between(c, d, b)) ||
         (ac == 0 && is_between(a, b, c)) || (ad == 0 && is_between(a, b, d));
}

/* Two sides of a closed line of 2D meet at their common corner and nowhere else. */
static bool is_crossed(const double *x, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) {
    const double *a = x + 3 * (size_t)i, *b = x + 3 * (size_t)((i + 1) % n),
                 *next = x + 3 * (size_t)((i + 2) % n);
    const double back = (b[0] - a[0]) * (next[0] - b[0]) + (b[1] - a[1]) * (next[1] - b[1]);
    if (turn2(a, b, next) == 0 && back < 0) return true;
    for (uint32_t j = i + 2; j < n && (j + 1) % n != i; j++)
      if (sides_meet(a, b, x + 3 * (size_t)j, x + 3 * (size_t)((j + 1) % n))) return true;
  }
  return false;
}

scr_polygon_fault scr_shape_polygon(scr_shape *s, int dim, const double *x, uint32_t n, bool planar,
                                    bool concave, uint32_t *corner) {
  if (n < 3) return SCR_POLYGON_FEW;
  for (uint32_t k = 0; k < n; k++) {
    *corner = (k + 1) % n;
    const double *a = x + 3 * (size_t)k, *b = x + 3 * (size_t)*corner;
    if (a[0] == b[0] && a[1] == b[1] && a[2] == b[2]) return SCR_POLYGON_DOUBLE;
  }
  if (dim == 2) {
    if (is_crossed(x, n)) return SCR_POLYGON_CROSSED;
    uint32_t first = s->nv;
    for (uint32_t k = 0; k < n; k++) scr_shape_vertex(s, x + 3 * (size_t)k);
    for (uint32_t k = 0; k < n; k++) scr_shape_facet(s, first + k, first + (k + 1) % n, 0);
    return SCR_POLYGON_FINE;
  }
  outline o = {.n = n,
               .corner = scr_alloc(n * sizeof(uint32_t)),
               .uv = scr_alloc(2 * (size_t)n * sizeof(double))};
  double *copy = scr_alloc(3 * (size_t)n * sizeof *copy);
  memcpy(copy, x, 3 * (size_t)n * sizeof *copy);
  scr_polygon_fault fault = fill_polygon(s, copy, &o, planar, concave, corner);
  scr_free(copy);
  scr_free(o.corner);
  scr_free(o.uv);
  return fault;
}

/* ---- plane ---- */

enum { MAX_CORNERS = 16 }; /* a square cut by six planes has ten at most */
typedef struct polygon {
  int n;
  double x[MAX_CORNERS][3];
} polygon;

static void polygon_add(polygon *p, const double x[3]) {
  assert(p->n < MAX_CORNERS);
  memcpy(p->x[p->n++], x, 3 * sizeof *x);
}

/* Keeps the part where sign * x[axis] <= sign * bound (Sutherland and Hodgman 1974); new corners
 * lie on the bound exactly. A polygon of two corners is an open segment. */
static void clip(polygon *p, int axis, double sign, double bound) {
  polygon q = {0};
  for (int k = 0; k < p->n; k++) {
    const double *a = p->x[k], *b = p->x[(k + 1) % p->n];
    double da = sign * (bound - a[axis]), db = sign * (bound - b[axis]);
    if (da >= 0) polygon_add(&q, a);
    bool closing = p->n == 2 && k == 1;
    if ((da > 0 && db < 0) || (da < 0 && db > 0)) {
      if (closing) continue;
      double x[3], t = da / (da - db);
      for (int c = 0; c < 3; c++) x[c] = a[c] + t * (b[c] - a[c]);
      x[axis] = bound;
      polygon_add(&q, x);
    }
  }
  *p = q;
}

static void drop_doubles(polygon *p, double tolerance) {
  int n = 0;
  for (int k = 0; k < p->n; k++) {
    const double *last = n ? p->x[n - 1] : p->x[p->n - 1];
    double d[3] = {p->x[k][0] - last[0], p->x[k][1] - last[1], p->x[k][2] - last[2]};
    if (length(d) > tolerance) memmove(p->x[n++], p->x[k], sizeof p->x[k]);
  }
  p->n = n;
}

bool scr_shape_plane(scr_shape *s, int dim, const scr_dip *axes, const double at[3],
                     const double lo[3], const double hi[3]) {
  double size = 0;
  for (int k = 0; k < dim; k++) size += (hi[k] - lo[k]) + fabs(at[k] - lo[k]) + fabs(at[k] - hi[k]);
  polygon p = {0};
  static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}},
                      end[2][2] = {{-1, 0}, {1, 0}};
  for (int k = 0; k < (dim == 2 ? 2 : 4); k++) {
    const double *uv = dim == 2 ? end[k] : corner[k];
    double x[3];
    in_plane(axes, at, size * uv[0], size * uv[1], x);
    polygon_add(&p, x);
  }
  for (int k = 0; k < dim; k++) clip(&p, k, 1, hi[k]), clip(&p, k, -1, lo[k]);
  drop_doubles(&p, 1e-12 * size);
  if (p.n < dim) return false;

  uint32_t first = s->nv;
  for (int k = 0; k < p.n; k++) scr_shape_vertex(s, p.x[k]);
  if (dim == 2) scr_shape_facet(s, first, first + 1, 0);
  for (uint32_t k = 1; dim == 3 && k + 1 < (uint32_t)p.n; k++)
    scr_shape_facet(s, first, first + k, first + k + 1);
  return true;
}

/* ---- box ---- */

const scr_box_side scr_box_sides_2d[4] = {
    {"Bottom", 1, false}, {"Right", 0, true}, {"Top", 1, true}, {"Left", 0, false}};
const scr_box_side scr_box_sides_3d[6] = {{"Bottom", 2, false}, {"Top", 2, true},
                                          {"Left", 0, false},   {"Right", 0, true},
                                          {"Front", 1, false},  {"Back", 1, true}};

void scr_shape_box_side(scr_shape *s, int dim, const scr_box_side *side, const double lo[3],
                        const double hi[3], double expand) {
  double p[3] = {0}, q[3] = {0};
  assert(side->axis >= 0 && side->axis < 3);
  for (int k = 0; k < 3; k++) {
    double grow = k == side->axis ? 0 : 0.5 * (expand - 1) * (hi[k] - lo[k]);
    p[k] = lo[k] - grow, q[k] = hi[k] + grow;
  }
  if (side->high) p[side->axis] = q[side->axis];
  if (dim == 2) {
    /* counterclockwise round the box: inside lies to the left */
    int along = 1 - side->axis;
    bool forward = side->high == (side->axis == 0);
    double a[3] = {p[0], p[1], 0}, b[3] = {p[0], p[1], 0};
    b[along] = q[along];
    uint32_t i = scr_shape_vertex(s, forward ? a : b), j = scr_shape_vertex(s, forward ? b : a);
    scr_shape_facet(s, i, j, 0);
    return;
  }
  int b = (side->axis + 1) % 3, c = (side->axis + 2) % 3;
  static const int turn[4][2] = {
      {0, 0}, {1, 0}, {1, 1}, {0, 1}}; /* counterclockwise seen from above the axis */
  uint32_t first = s->nv;
  for (int k = 0; k < 4; k++) {
    double x[3] = {0};
    x[side->axis] = p[side->axis];
    x[b] = turn[k][0] ? q[b] : p[b];
    x[c] = turn[k][1] ? q[c] : p[c];
    scr_shape_vertex(s, x);
  }
  uint32_t flip = side->high ? 2 : 0; /* the upper sides look down */
  scr_shape_facet(s, first, first + 1 + flip, first + 2);
  scr_shape_facet(s, first, first + 2, first + 3 - flip);
}

void scr_shape_box(scr_shape *s, int dim, const double lo[3], const double hi[3]) {
  const scr_box_side *side;
  int n = scr_box_sides(dim, &side);
  for (int k = 0; k < n; k++) scr_shape_box_side(s, dim, &side[k], lo, hi, 1);
  scr_shape_weld(s);
}
