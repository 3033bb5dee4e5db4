/* See meeting.h. In 3D the line that both planes share is cut by each fracture. */
#include "world/fracture/meeting.h"

#include <math.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/fracture/density.h"
#include "world/fracture/kept.h"

#define PARALLEL 1e-9 /* sine of an angle between normals that is none */

/* A line x + t u, u of length 1, and parts of it from t[2 k] to t[2 k + 1], which rise. */
typedef struct line {
  double x[3], u[3], *t;
  uint32_t parts;
} line;

static bool line_of(const scr_fracture *a, const scr_fracture *b, line *l) {
  double up[3], off = 0;
  scr_cross3(a->n, b->n, l->u);
  const double sine = sqrt(scr_dot3(l->u, l->u));
  if (sine < PARALLEL) return false;
  for (int k = 0; k < 3; k++) l->u[k] /= sine;
  scr_cross3(l->u, a->n, up); /* in the plane of a, across the line */
  for (int k = 0; k < 3; k++) off += (b->x[k] - a->x[k]) * b->n[k];
  off /= scr_dot3(up, b->n);
  for (int k = 0; k < 3; k++) l->x[k] = a->x[k] + off * up[k];
  return true;
}

static void cut_disk(const scr_fracture *f, line *l) {
  double d[3];
  for (int k = 0; k < 3; k++) d[k] = l->x[k] - f->x[k];
  const double along = scr_dot3(d, l->u);
  const double root = along * along - scr_dot3(d, d) + 0.25 * f->size * f->size;
  l->t = scr_alloc(2 * sizeof *l->t);
  l->parts = root >= 0;
  if (root < 0) return;
  l->t[0] = -along - sqrt(root), l->t[1] = -along + sqrt(root);
}

/* Each edge that passes from one side of the line to the other gives an end of a part. */
static void cut_polygon(const scr_fracture *f, line *l) {
  double across[3];
  uint32_t n = 0;
  l->t = scr_alloc(f->corners * sizeof *l->t);
  scr_cross3(f->n, l->u, across);
  for (uint32_t i = 0; i < f->corners; i++) {
    const double *c[2] = {f->corner + 3 * i, f->corner + 3 * ((i + 1) % f->corners)};
    double d[2], along[2];
    for (int end = 0; end < 2; end++) {
      double v[3];
      for (int k = 0; k < 3; k++) v[k] = c[end][k] + f->x[k] - l->x[k];
      d[end] = scr_dot3(v, across), along[end] = scr_dot3(v, l->u);
    }
    if ((d[0] > 0) == (d[1] > 0)) continue;
    const double t = along[0] + (along[1] - along[0]) * (d[0] / (d[0] - d[1]));
    uint32_t at = n++;
    for (; at > 0 && l->t[at - 1] > t; at--) l->t[at] = l->t[at - 1];
    l->t[at] = t;
  }
  l->parts = n / 2;
}

static bool share(const line *a, const line *b, double t[2]) {
  for (uint32_t i = 0; i < a->parts; i++)
    for (uint32_t k = 0; k < b->parts; k++) {
      t[0] = SCR_MAX(a->t[2 * i], b->t[2 * k]);
      t[1] = SCR_MIN(a->t[2 * i + 1], b->t[2 * k + 1]);
      if (t[0] <= t[1]) return true;
    }
  return false;
}

static bool meet_in_space(const scr_fracture *a, const scr_fracture *b, double end[2][3]) {
  line la, lb;
  double t[2];
  if (!line_of(a, b, &la)) return false;
  lb = la;
  (a->corners ? cut_polygon : cut_disk)(a, &la);
  (b->corners ? cut_polygon : cut_disk)(b, &lb);
  const bool meet = share(&la, &lb, t);
  for (int i = 0; i < 2 && meet; i++)
    for (int k = 0; k < 3; k++) end[i][k] = la.x[k] + t[i] * la.u[k];
  scr_free(la.t);
  scr_free(lb.t);
  return meet;
}

/* Of a fracture and a segment. */
static bool meet_segment(const scr_world *w, uint32_t a, const double p[6], double end[2][3]) {
  const scr_fracture *f = &w->fractures.at[a];
  double d[3], u[3];
  for (int k = 0; k < 3; k++) d[k] = p[k] - f->x[k], u[k] = p[3 + k] - p[k];
  const double across = scr_dot3(u, f->n);
  if (fabs(across) < PARALLEL * sqrt(scr_dot3(u, u))) return false;
  if (!scr_fracture_crossed(w, a, p, p + 3)) return false;
  const double t = -scr_dot3(d, f->n) / across;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 3; k++) end[i][k] = p[k] + t * u[k];
  return true;
}

bool scr_fractures_meet(const scr_world *w, uint32_t a, uint32_t b, double end[2][3]) {
  double p[6];
  if (w->dim == 2) return scr_fracture_corners(w, b, p), meet_segment(w, a, p, end);
  return meet_in_space(&w->fractures.at[a], &w->fractures.at[b], end);
}

bool scr_fracture_meets_polygon(const scr_world *w, uint32_t place, const double *corner,
                                uint32_t n, double end[2][3]) {
  if (n == 2) return meet_segment(w, place, corner, end);
  scr_fracture p = {.corners = n, .corner = scr_alloc(3 * (size_t)n * sizeof *p.corner)};
  for (uint32_t i = 0; i < 3 * n; i++) p.x[i % 3] += corner[i] / n;
  for (uint32_t i = 0; i < 3 * n; i++) p.corner[i] = corner[i] - p.x[i % 3];
  scr_fracture_newell(p.corner, n, p.n);
  const double area = sqrt(scr_dot3(p.n, p.n));
  for (int k = 0; k < 3 && area > 0; k++) p.n[k] /= area;
  const bool meet = area > 0 && meet_in_space(&w->fractures.at[place], &p, end);
  scr_free(p.corner);
  return meet;
}

scr_patch scr_patch_of(const scr_geom *s, scr_geom_kind kind, uint32_t row) {
  const bool edge = kind == SCR_GEOM_EDGE;
  const uint32_t *nodes = edge ? s->edge[row].node : s->corner + s->poly[row].first;
  scr_patch p = {.n = edge ? 2 : s->poly[row].n};
  p.corner = scr_alloc(3 * (size_t)p.n * sizeof *p.corner);
  for (int c = 0; c < 3; c++) p.box.lo[c] = HUGE_VAL, p.box.hi[c] = -HUGE_VAL;
  for (uint32_t i = 0; i < p.n; i++)
    for (int c = 0; c < 3; c++) {
      const double x = p.corner[3 * (size_t)i + (size_t)c] = s->node[nodes[i]].x[c];
      p.box.lo[c] = SCR_MIN(p.box.lo[c], x), p.box.hi[c] = SCR_MAX(p.box.hi[c], x);
    }
  return p;
}

bool scr_patch_met(const scr_world *w, const scr_patch *p, uint32_t place, const scr_extent *e,
                   double end[2][3]) {
  return !scr_extents_apart(w->dim, &p->box, e) &&
         scr_fracture_meets_polygon(w, place, p->corner, p->n, end);
}
