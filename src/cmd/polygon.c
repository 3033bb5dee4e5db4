/* Plane polygons of ranges: see polygon.h. */
#include "cmd/polygon.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/shapes/shape.h"

struct scr_polygon {
  double origin[3], u[3], v[3]; /* axes in its plane */
  size_t n;
  double at[]; /* corners along them, two numbers each */
};

static double size_of(size_t n, const double *x) {
  double size = 0;
  for (size_t k = 0; k < n; k++)
    for (int i = 0; i < 3; i++) size = fmax(size, fabs(x[3 * k + (size_t)i] - x[i]));
  return size;
}

/* Two axes in the plane with that unit normal; in 2D x and y. */
static void set_axes(scr_polygon *p, const double normal[3]) {
  double along[3] = {1, 0, 0};
  if (fabs(normal[0]) > 0.9) along[0] = 0, along[1] = 1;
  scr_cross3(normal, along, p->v);
  const double len = sqrt(scr_dot3(p->v, p->v));
  for (int k = 0; k < 3; k++) p->v[k] /= len;
  scr_cross3(p->v, normal, p->u);
}

static void place(const scr_polygon *p, const double *x, double out[2]) {
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = x[k] - p->origin[k];
  out[0] = scr_dot3(d, p->u), out[1] = scr_dot3(d, p->v);
}

scr_polygon *scr_polygon_new(int dim, size_t n, const double *x, const char **why) {
  enum { PLANE = 1000000 }; /* that part of its size a corner may lie off the plane */
  double normal[3];
  scr_newell(x, (uint32_t)n, x, normal);
  const double size = size_of(n, x), twice_area = sqrt(scr_dot3(normal, normal));
  *why = n < 3                                 ? "a polygon has three corners at least"
         : !(twice_area > 1e-12 * size * size) ? "the polygon has no area"
                                               : NULL;
  for (int k = 0; k < 3 && !*why; k++) normal[k] = dim == 2 ? k == 2 : normal[k] / twice_area;
  for (size_t k = 0; k < n && !*why; k++) {
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = x[3 * k + (size_t)i] - x[i];
    if (fabs(scr_dot3(d, normal)) * PLANE > size) *why = "the corners do not lie in one plane";
  }
  if (*why) return NULL;
  scr_polygon *p = scr_alloc(sizeof *p + 2 * n * sizeof *p->at);
  p->n = n;
  memcpy(p->origin, x, sizeof p->origin);
  set_axes(p, normal);
  for (size_t k = 0; k < n; k++) place(p, x + 3 * k, p->at + 2 * k);
  return p;
}

void scr_polygon_free(scr_polygon *p) { scr_free(p); }

/* Square of the distance from a point to an edge. */
static double edge_distance2(const double *a, const double *b, const double *x) {
  const double e[2] = {b[0] - a[0], b[1] - a[1]}, d[2] = {x[0] - a[0], x[1] - a[1]};
  const double len2 = e[0] * e[0] + e[1] * e[1];
  double t = len2 > 0 ? (d[0] * e[0] + d[1] * e[1]) / len2 : 0;
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const double off[2] = {d[0] - t * e[0], d[1] - t * e[1]};
  return off[0] * off[0] + off[1] * off[1];
}

/* Inside is where a ray along the first axis crosses an odd number of edges. */
bool scr_polygon_holds(const scr_polygon *p, const double x[3], double r) {
  double at[2];
  bool inside = false;
  place(p, x, at);
  for (size_t k = 0; k < p->n; k++) {
    const double *a = p->at + 2 * k, *b = p->at + 2 * ((k + 1) % p->n);
    if (edge_distance2(a, b, at) <= r * r) return true;
    if ((a[1] > at[1]) == (b[1] > at[1])) continue;
    inside ^= at[0] < a[0] + (at[1] - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
  }
  return inside;
}
