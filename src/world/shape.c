/* Geometry of walls before they are walls: see shape.h. */
#include "world/shape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"

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
  for (int k = 0; k < 3; k++) out[k] = p[(k + 1) % 3] * q[(k + 2) % 3] - p[(k + 2) % 3] * q[(k + 1) % 3];
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

/* ---- disk and plane ---- */

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

/* A multiple of four, so that the rim has points exactly on the axes; the chord 2 R sin(pi/n) is below
 * resolution * R. */
static uint32_t rim_points(double resolution) {
  double least = SCR_PI / scr_asin(0.5 * resolution);
  return 4 * ((uint32_t)floor(least / 4) + 1);
}

void scr_shape_disk(scr_shape *s, const scr_dip *axes, const double centre[3], double radius, double resolution) {
  assert(radius > 0 && resolution > 0 && resolution <= 1);
  uint32_t n = rim_points(resolution), hub = scr_shape_vertex(s, centre);
  for (uint32_t k = 0; k < n; k++) {
    double sine, cosine, x[3];
    scr_sincos_degrees(360.0 * k / n, &sine, &cosine);
    in_plane(axes, centre, radius * cosine, radius * sine, x);
    scr_shape_vertex(s, x);
  }
  for (uint32_t k = 0; k < n; k++) scr_shape_facet(s, hub, hub + 1 + k, hub + 1 + (k + 1) % n);
}

enum { MAX_CORNERS = 16 }; /* a square cut by six planes has ten at most */
typedef struct polygon {
  int n;
  double x[MAX_CORNERS][3];
} polygon;

static void polygon_add(polygon *p, const double x[3]) {
  assert(p->n < MAX_CORNERS);
  memcpy(p->x[p->n++], x, 3 * sizeof *x);
}

/* Keeps the part where sign * x[axis] <= sign * bound (Sutherland and Hodgman 1974); new corners lie on the
 * bound exactly. A polygon of two corners is an open segment. */
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

bool scr_shape_plane(scr_shape *s, int dim, const scr_dip *axes, const double at[3], const double lo[3], const double hi[3]) {
  double size = 0;
  for (int k = 0; k < dim; k++) size += (hi[k] - lo[k]) + fabs(at[k] - lo[k]) + fabs(at[k] - hi[k]);
  polygon p = {0};
  static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}, end[2][2] = {{-1, 0}, {1, 0}};
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
  for (uint32_t k = 1; dim == 3 && k + 1 < (uint32_t)p.n; k++) scr_shape_facet(s, first, first + k, first + k + 1);
  return true;
}

/* ---- box ---- */

const scr_box_side scr_box_sides_2d[4] = {{"Top", 1, true}, {"Bottom", 1, false}, {"Left", 0, false}, {"Right", 0, true}};
const scr_box_side scr_box_sides_3d[6] = {{"Top", 2, true},   {"Bottom", 2, false}, {"Left", 0, false},
                                          {"Right", 0, true}, {"Front", 1, false},  {"Back", 1, true}};

void scr_shape_box_side(scr_shape *s, int dim, const scr_box_side *side, const double lo[3], const double hi[3], double expand) {
  double p[3], q[3];
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
  static const int turn[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}}; /* counterclockwise seen from above the axis */
  uint32_t first = s->nv;
  for (int k = 0; k < 4; k++) {
    double x[3];
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
