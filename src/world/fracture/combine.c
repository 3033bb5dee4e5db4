/* See combine.h. Everything happens to copies, which take the places of the fractures at the end.
 */
#include "world/fracture/combine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/sort.h"
#include "base/vec3.h"
#include "world/fracture/inter.h"
#include "world/fracture/kept.h"

#define SAME 1e-9 /* distance that is rounding, as part of the size */

typedef struct draft {
  scr_fracture f; /* corners are its own */
  uint32_t place;
  double area; /* m2, in 2D m */
  bool taken;  /* another one has turned it */
  bool gone;   /* another one has taken it in */
} draft;

static draft draft_of(const scr_world *w, uint32_t place) {
  draft d = {.f = w->fractures.at[place], .place = place, .area = scr_fracture_area(w, place)};
  const size_t bytes = (size_t)d.f.corners * 3 * sizeof *d.f.corner;
  if (bytes) d.f.corner = memcpy(scr_alloc(bytes), d.f.corner, bytes);
  return d;
}

/* The largest first; equal ones stay in order of id. */
static draft *drafts_of(const scr_world *w, const uint32_t *places, size_t n) {
  draft *all = scr_alloc(SCR_MAX(n, 1u) * sizeof *all);
  uint64_t *key = scr_alloc(2 * SCR_MAX(n, 1u) * sizeof *key);
  uint32_t *order = scr_alloc(2 * SCR_MAX(n, 1u) * sizeof *order);
  for (size_t k = 0; k < n; k++) {
    const double area =
        scr_fracture_area(w, places[k]); /* bits of positive numbers rise with them */
    memcpy(&key[k], &area, sizeof area);
    key[k] = ~key[k];
    order[k] = places[k];
  }
  scr_sort_u64(key, order, n, key + n, order + n);
  for (size_t k = 0; k < n; k++) all[k] = draft_of(w, order[k]);
  scr_free(order);
  scr_free(key);
  return all;
}

/* ---- in one plane ---- */

static double apart(const double a[3], const double b[3]) {
  const double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(scr_dot3(d, d));
}

static void corner_of(const scr_fracture *f, uint32_t k, double out[3]) {
  for (int i = 0; i < 3; i++)
    out[i] = f->x[i] + f->corner[3 * (size_t)(k % f->corners) + (size_t)i];
}

/* How far p lies outside of f, in its plane. */
static double outside(int dim, const scr_fracture *f, const double p[3]) {
  double near[3];
  scr_fracture_point_near(dim, f, p, near);
  return apart(near, p);
}

/* On which side of the way from a to b is p, seen against the normal? */
static double side(const double a[3], const double b[3], const double p[3], const double n[3]) {
  double ab[3], ap[3], c[3];
  for (int i = 0; i < 3; i++) ab[i] = b[i] - a[i], ap[i] = p[i] - a[i];
  scr_cross3(ab, ap, c);
  return scr_dot3(c, n);
}

/* Does an edge of one pass through an edge of the other? */
static bool edges_cross(const scr_fracture *f, const scr_fracture *g) {
  const double least = SAME * f->size * f->size;
  for (uint32_t i = 0; i < f->corners; i++)
    for (uint32_t k = 0; k < g->corners; k++) {
      double a[3], b[3], p[3], q[3];
      corner_of(f, i, a), corner_of(f, i + 1, b), corner_of(g, k, p), corner_of(g, k + 1, q);
      const double s[4] = {side(a, b, p, f->n), side(a, b, q, f->n), side(p, q, a, f->n),
                           side(p, q, b, f->n)};
      const bool clear =
          fabs(s[0]) > least && fabs(s[1]) > least && fabs(s[2]) > least && fabs(s[3]) > least;
      if (clear && (s[0] > 0) != (s[1] > 0) && (s[2] > 0) != (s[3] > 0)) return true;
    }
  return false;
}

static bool any_corner_in(const scr_fracture *f, const scr_fracture *of) {
  double c[3];
  for (uint32_t k = 0; k < of->corners; k++) {
    corner_of(of, k, c);
    if (outside(3, f, c) < SAME * f->size) return true;
  }
  return false;
}

static bool overlap(int dim, const scr_fracture *f, const scr_fracture *g) {
  if (!g->corners) return outside(dim, f, g->x) < 0.5 * g->size;
  if (!f->corners) return outside(dim, g, f->x) < 0.5 * f->size;
  return any_corner_in(f, g) || any_corner_in(g, f) || edges_cross(f, g);
}

/* How far the rim of a polygon is from a point in it. */
static double from_rim(const scr_fracture *f, const double p[3]) {
  double q[3], near[3];
  for (int i = 0; i < 3; i++) q[i] = p[i] - f->x[i];
  scr_fracture_rim_near(f, q, near);
  return apart(q, near);
}

/* Does g lie within f? */
static bool holds(int dim, const scr_fracture *f, const scr_fracture *g) {
  const double most = SAME * f->size;
  double c[3];
  for (uint32_t k = 0; k < g->corners; k++) {
    corner_of(g, k, c);
    if (outside(dim, f, c) > most) return false;
  }
  if (g->corners) return !f->corners || !edges_cross(f, g);
  if (!f->corners) return apart(f->x, g->x) + 0.5 * g->size <= 0.5 * f->size + most;
  return outside(dim, f, g->x) <= most && from_rim(f, g->x) >= 0.5 * g->size - most;
}

/* ---- combined ---- */

static double above(const scr_fracture *f, const scr_fracture *ref) {
  const double d[3] = {f->x[0] - ref->x[0], f->x[1] - ref->x[1], f->x[2] - ref->x[2]};
  return scr_dot3(d, ref->n);
}

static bool is_near(const scr_combining *c, const scr_fracture *ref, const scr_fracture *f) {
  double cross[3], s, unused;
  scr_cross3(ref->n, f->n, cross);
  scr_sincos_degrees(c->angle, &s, &unused);
  if (!(sqrt(scr_dot3(cross, cross)) < s)) return false;
  return fabs(above(f, ref)) < c->distance;
}

/* Of the sum of both areas, about the same middle. */
static void grow(int dim, draft *d, double by) {
  const double area = d->area + by, factor = sqrt(area / d->area);
  d->f.size *= dim == 2 ? area / d->area : factor;
  for (uint32_t k = 0; k < 3 * d->f.corners; k++) d->f.corner[k] *= factor;
  d->area = area;
}

static bool in_domain(const scr_world *w, const double x[3]) {
  for (int k = 0; k < w->dim && w->domain.set; k++)
    if (x[k] < w->domain.lo[k] || x[k] > w->domain.hi[k]) return false;
  return true;
}

static void take_in(const scr_world *w, const scr_combining *c, draft *ref, draft *d,
                    scr_combined *done) {
  const double up = above(&d->f, &ref->f);
  scr_fracture flat;
  scr_fracture_face(&d->f, &ref->f);
  d->taken = true;
  done->turned++;
  flat = d->f; /* and its corners, which are seen from its middle */
  for (int i = 0; i < 3; i++) flat.x[i] -= up * ref->f.n[i];
  if (c->merge && overlap(w->dim, &ref->f, &flat)) {
    if (!holds(w->dim, &ref->f, &flat)) grow(w->dim, ref, d->area);
    d->gone = true;
    done->merged++;
  } else if (c->collapse && in_domain(w, flat.x)) {
    memcpy(d->f.x, flat.x, sizeof d->f.x);
  } else if (c->collapse) {
    done->outside++;
  }
}

static bool combine(const scr_world *w, scr_diag *d, const scr_combining *c, draft *all, size_t n,
                    scr_combined *done) {
  for (size_t i = 0; i < n; i++) {
    if (scr_interrupted(d))
      return scr_fail(d, NULL, SCR_E_INTERRUPT, "interrupted: no fracture has changed");
    if (all[i].taken || !(all[i].area > 0)) continue;
    for (size_t k = i + 1; k < n; k++)
      if (!all[k].taken && is_near(c, &all[i].f, &all[k].f)) take_in(w, c, &all[i], &all[k], done);
  }
  return true;
}

static void put_back(scr_world *w, draft *all, size_t n) {
  uint32_t *gone = scr_alloc(SCR_MAX(n, 1u) * sizeof *gone);
  size_t ngone = 0;
  for (size_t k = 0; k < n; k++) {
    scr_fracture *f = &w->fractures.at[all[k].place];
    scr_free(f->corner);
    *f = all[k].f;
    if (all[k].gone) gone[ngone++] = all[k].place;
  }
  scr_fracture_delete(w, gone, ngone);
  while (w->fractures.ninterset) scr_interset_delete(w, w->fractures.interset[0].id);
  scr_free(gone);
}

bool scr_fractures_combine(scr_world *w, scr_diag *d, const scr_combining *c,
                           const uint32_t *places, size_t n, scr_combined *done) {
  draft *all = drafts_of(w, places, n);
  *done = (scr_combined){0};
  const bool ok = combine(w, d, c, all, n, done);
  if (ok) put_back(w, all, n);
  for (size_t k = 0; k < n && !ok; k++) scr_free(all[k].f.corner);
  scr_free(all);
  return ok;
}
