/* Delaunay triangulations, point by point (Bowyer 1981, Watson 1981) with exact signs. The hull has
 * cells behind it, up to a point at infinity. What lies on a sphere counts as if places were lifted
 * a little, more the later in order (Devillers and Teillaud, Perturbations and vertex removal in a
 * 3D Delaunay triangulation, SODA 2003): so no cell is flat. */
#include "world/geometry/delaunay.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "kernel/state.h"
#include "world/geometry/sign.h"

#define FAR_AWAY SCR_DELAUNAY_FAR

/* One side of the hole that a new point makes: the cell outside of it, the new one, and the key of
 * an edge (2D: end) that two new cells share. */
typedef struct rim {
  uint64_t key;
  uint32_t cell, side;
} rim;

typedef struct maker {
  scr_delaunay *t;
  uint32_t *hole, *idle; /* cells that go; free places */
  rim *rim;
  size_t nhole, cap_hole, nidle, cap_idle, nrim, cap_rim;
  uint32_t *mark; /* by cell: the point for which it was looked at, and whether it goes */
  bool *goes;
  size_t cap_mark, cap_goes;
} maker;

static const double *place(const scr_delaunay *t, uint32_t p) { return t->x + 3 * (size_t)p; }
static bool is_far(const scr_delaunay *t, const scr_simplex *c) {
  for (int k = 0; k <= t->dim; k++)
    if (c->corner[k] == FAR_AWAY) return true;
  return false;
}

static int side_of(const scr_delaunay *t, const uint32_t *v) {
  const double *a = place(t, v[0]), *b = place(t, v[1]), *c = place(t, v[2]);
  return t->dim == 2 ? scr_side_of_line(a, b, c) : scr_side_of_plane(a, b, c, place(t, v[3]));
}

/* The way that the corners are turned when one of them is another point. */
static int side_with(const scr_delaunay *t, const scr_simplex *c, int k, uint32_t p) {
  uint32_t v[SCR_DELAUNAY_ENDS];
  memcpy(v, c->corner, sizeof v);
  v[k] = p;
  return side_of(t, v);
}

static int sphere_of(const scr_delaunay *t, const scr_simplex *c, uint32_t p, double *sure) {
  const double *corner[SCR_DELAUNAY_ENDS];
  for (int k = 0; k <= t->dim; k++) corner[k] = place(t, c->corner[k]);
  return scr_side_of_sphere(t->dim, corner, place(t, p), sure);
}

/* On the sphere, the last of the points is lifted most. */
static bool lifted_inside(const scr_delaunay *t, const scr_simplex *c, uint32_t p) {
  uint32_t below = SCR_NONE;
  for (;;) {
    int last = -1;
    for (int k = 0; k <= t->dim; k++)
      if (c->corner[k] < below && (last < 0 || c->corner[k] > c->corner[last])) last = k;
    if (last < 0 || (p < below && p > c->corner[last])) return false;
    below = c->corner[last];
    const int side = side_with(t, c, last, p);
    if (side) return side > 0;
  }
}

static int far_corner(const scr_delaunay *t, const scr_simplex *c) {
  for (int k = 0; k <= t->dim; k++)
    if (c->corner[k] == FAR_AWAY) return k;
  return -1;
}

/* Does the cell go when p comes? */
static bool meets(const scr_delaunay *t, const scr_simplex *c, uint32_t p) {
  const int far = far_corner(t, c);
  double sure;
  if (far >= 0) {
    const int side = side_with(t, c, far, p);
    return side ? side > 0 : meets(t, &t->cell[c->beside[far]], p);
  }
  const int inside = sphere_of(t, c, p, &sure);
  return inside ? inside > 0 : lifted_inside(t, c, p);
}

/* ---- where a point lies ---- */

/* Straight through sides that have the point behind them. */
static uint32_t walk(const scr_delaunay *t, uint32_t from, uint32_t p) {
  const int far = far_corner(t, &t->cell[from]);
  uint32_t at = far >= 0 ? t->cell[from].beside[far] : from;
  for (;;) {
    const scr_simplex *c = &t->cell[at];
    int k = 0;
    while (k <= t->dim && side_with(t, c, k, p) >= 0) k++;
    if (k > t->dim) return at;
    at = c->beside[k];
    if (far_corner(t, &t->cell[at]) >= 0) return at;
  }
}

/* ---- the hole ---- */

static uint32_t cell_new(maker *m) {
  scr_delaunay *t = m->t;
  uint32_t at;
  if (m->nidle) {
    at = m->idle[--m->nidle];
  } else {
    SCR_GROW(t->cell, t->cap_cell, t->ncell + 1);
    SCR_GROW(m->mark, m->cap_mark, t->ncell + 1);
    SCR_GROW(m->goes, m->cap_goes, t->ncell + 1);
    at = (uint32_t)t->ncell++;
  }
  t->cell[at] = (scr_simplex){.gone = false};
  m->mark[at] = SCR_NONE;
  return at;
}

static bool goes(maker *m, uint32_t cell, uint32_t p) {
  if (m->mark[cell] == p) return m->goes[cell];
  m->mark[cell] = p;
  m->goes[cell] = meets(m->t, &m->t->cell[cell], p);
  if (m->goes[cell]) {
    SCR_GROW(m->hole, m->cap_hole, m->nhole + 1);
    m->hole[m->nhole++] = cell;
  }
  return m->goes[cell];
}

static int beside_as(const scr_delaunay *t, uint32_t cell, uint32_t other) {
  int k = 0;
  while (t->cell[cell].beside[k] != other) k++;
  return k;
}

/* The side of a new cell across from its corner k has the other corners but `own`, the new point.
 */
static void rim_add(maker *m, uint32_t cell, int k, int own) {
  uint32_t v[2] = {0};
  int n = 0;
  for (int c = 0; c <= m->t->dim; c++)
    if (c != k && c != own) v[n++] = m->t->cell[cell].corner[c];
  SCR_GROW(m->rim, m->cap_rim, m->nrim + 1);
  m->rim[m->nrim++] = (rim){.key = (uint64_t)SCR_MIN(v[0], v[1]) << 32 | SCR_MAX(v[0], v[1]),
                            .cell = cell,
                            .side = (uint32_t)k};
}

/* From a cell that stays, across the side of one that goes. */
static void close_side(maker *m, uint32_t old, int k, uint32_t p) {
  scr_delaunay *t = m->t;
  const uint32_t outer = t->cell[old].beside[k], made = cell_new(m);
  memcpy(t->cell[made].corner, t->cell[old].corner, sizeof t->cell[made].corner);
  t->cell[made].corner[k] = p;
  t->cell[made].beside[k] = outer;
  t->cell[outer].beside[beside_as(t, outer, old)] = made;
  for (int c = 0; c <= t->dim; c++)
    if (c != k) rim_add(m, made, c, k);
}

static int by_key(const void *a, const void *b) {
  const rim *p = a, *q = b;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->cell < q->cell ? -1 : p->cell > q->cell;
}

static void join_rims(maker *m) {
  qsort(m->rim, m->nrim, sizeof *m->rim, by_key);
  for (size_t k = 0; k + 1 < m->nrim; k += 2) {
    const rim *a = &m->rim[k], *b = a + 1;
    assert(a->key == b->key);
    m->t->cell[a->cell].beside[a->side] = b->cell;
    m->t->cell[b->cell].beside[b->side] = a->cell;
  }
}

/* Returns a new cell. Cells that go are free only behind the others: their places tell what stays.
 */
static uint32_t add_point(maker *m, uint32_t p, uint32_t from) {
  scr_delaunay *t = m->t;
  m->nhole = m->nrim = 0;
  goes(m, walk(t, from, p), p);
  assert(m->nhole);
  for (size_t q = 0; q < m->nhole; q++)
    for (int k = 0; k <= t->dim; k++) goes(m, t->cell[m->hole[q]].beside[k], p);
  for (size_t q = 0; q < m->nhole; q++)
    for (int k = 0; k <= t->dim; k++)
      if (!m->goes[t->cell[m->hole[q]].beside[k]] || m->mark[t->cell[m->hole[q]].beside[k]] != p)
        close_side(m, m->hole[q], k, p);
  join_rims(m);
  for (size_t q = 0; q < m->nhole; q++) {
    t->cell[m->hole[q]].gone = true;
    m->mark[m->hole[q]] = SCR_NONE;
    SCR_GROW(m->idle, m->cap_idle, m->nidle + 1);
    m->idle[m->nidle++] = m->hole[q];
  }
  return m->rim[0].cell;
}

/* ---- the first cell ---- */

static bool on_line(const double *a, const double *b, const double *c) {
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3;
    const double p[3][2] = {{a[k], a[l]}, {b[k], b[l]}, {c[k], c[l]}};
    if (scr_side_of_line(p[0], p[1], p[2])) return false;
  }
  return true;
}

/* The first points that span space, in *v. */
static bool first_corners(const scr_delaunay *t, uint32_t v[4]) {
  if (t->n < (uint32_t)t->dim + 1) return false;
  v[0] = 0, v[1] = 1, v[2] = 2, v[3] = 3;
  while (v[2] < t->n && on_line(place(t, 0), place(t, 1), place(t, v[2]))) v[2]++;
  if (v[2] == t->n) return false;
  for (v[3] = t->dim == 2 ? 3 : v[2] + 1; t->dim == 3 && v[3] < t->n && !side_of(t, v);) v[3]++;
  if (t->dim == 3 && v[3] >= t->n) return false;
  if (side_of(t, v) < 0) {
    const uint32_t other = v[0];
    v[0] = v[1], v[1] = other;
  }
  return true;
}

/* Behind each side a cell up to infinity, turned the other way. */
static void first_cells(maker *m, const uint32_t v[4]) {
  scr_delaunay *t = m->t;
  const uint32_t first = cell_new(m);
  memcpy(t->cell[first].corner, v, sizeof t->cell[first].corner);
  m->nrim = 0;
  for (int k = 0; k <= t->dim; k++) {
    const uint32_t made = cell_new(m);
    uint32_t *corner = t->cell[made].corner;
    memcpy(corner, v, sizeof t->cell[made].corner);
    corner[k] = FAR_AWAY;
    const int p = k ? 0 : 1, q = p + 1 == k ? p + 2 : p + 1; /* two others, changed */
    const uint32_t other = corner[p];
    corner[p] = corner[q], corner[q] = other;
    t->cell[made].beside[k] = first;
    t->cell[first].beside[k] = made;
    for (int c = 0; c <= t->dim; c++)
      if (c != k) rim_add(m, made, c, k);
  }
  join_rims(m);
}

/* ---- points in order ---- */

static int by_place(const void *a, const void *b) {
  const double *x = a, *y = b;
  for (int c = 0; c < 3; c++)
    if (x[c] != y[c]) return x[c] < y[c] ? -1 : 1;
  return 0;
}

static void take_points(scr_delaunay *t, const double *x, uint32_t n) {
  t->x = scr_alloc(3 * ((size_t)n + 1) * sizeof *t->x);
  for (size_t k = 0; k < 3 * (size_t)n; k++) t->x[k] = x[k] + 0.0;
  qsort(t->x, n, 3 * sizeof *t->x, by_place);
  for (uint32_t k = 0; k < n; k++)
    if (!t->n || by_place(place(t, t->n - 1), place(t, k)) != 0)
      memmove(t->x + 3 * (size_t)t->n++, place(t, k), 3 * sizeof *t->x);
}

typedef struct turn_of {
  uint64_t code;
  uint32_t point;
} turn_of;

static int by_code(const void *a, const void *b) {
  const turn_of *p = a, *q = b;
  if (p->code != q->code) return p->code < q->code ? -1 : 1;
  return p->point < q->point ? -1 : p->point > q->point;
}

/* By cells of a grid along a curve, so that each point lies near the one before. */
static turn_of *turns_of(const scr_delaunay *t) {
  enum { BITS = 20 };
  turn_of *turn = scr_alloc(((size_t)t->n + 1) * sizeof *turn);
  double lo[3], size = 0;
  for (int c = 0; c < 3; c++) {
    double hi = -HUGE_VAL;
    lo[c] = HUGE_VAL;
    for (uint32_t k = 0; k < t->n; k++)
      lo[c] = SCR_MIN(lo[c], place(t, k)[c]), hi = SCR_MAX(hi, place(t, k)[c]);
    size = SCR_MAX(size, hi - lo[c]);
  }
  for (uint32_t k = 0; k < t->n; k++) {
    turn[k].point = k;
    for (int c = 0; c < 3; c++) {
      const uint64_t i = (uint64_t)((place(t, k)[c] - lo[c]) / size * ((1 << BITS) - 1));
      for (int b = 0; b < BITS; b++) turn[k].code |= (i >> b & 1) << (3 * b + c);
    }
  }
  qsort(turn, t->n, sizeof *turn, by_code);
  return turn;
}

/* ---- what is flat at the hull ---- */

/* Beside its sides the height of a cell is that of rounding: six times its volume over the product
 * of three edges. */
static double fullness(const scr_delaunay *t, const scr_simplex *c) {
  const double *o = place(t, c->corner[0]);
  double e[3][3] = {{0}}, n[3], size = 1;
  for (int k = 0; k < t->dim; k++) {
    for (int i = 0; i < 3; i++) e[k][i] = place(t, c->corner[k + 1])[i] - o[i];
    size *= sqrt(scr_dot3(e[k], e[k]));
  }
  if (t->dim == 2) e[2][2] = 1;
  scr_cross3(e[0], e[1], n);
  return fabs(scr_dot3(n, e[2])) / size;
}

static const double FLAT = 1e-12;

/* Points of one face of the hull that rounding has moved make cells without a volume. */
static void peel(scr_delaunay *t) {
  bool more = true;
  for (size_t k = 0; k < t->ncell; k++) t->cell[k].outside = is_far(t, &t->cell[k]);
  while (more) {
    more = false;
    for (size_t k = 0; k < t->ncell; k++) {
      scr_simplex *c = &t->cell[k];
      bool at_hull = false;
      if (!scr_delaunay_inside(c)) continue;
      for (int s = 0; s <= t->dim; s++) at_hull |= t->cell[c->beside[s]].outside;
      if (!at_hull || fullness(t, c) > FLAT) continue;
      c->outside = more = true;
    }
  }
}

bool scr_delaunay_find(int dim, const double *x, uint32_t n, scr_delaunay *out) {
  maker m = {.t = out};
  uint32_t v[4];
  *out = (scr_delaunay){.dim = dim};
  take_points(out, x, n);
  if (!first_corners(out, v)) return false;
  first_cells(&m, v);
  turn_of *turn = turns_of(out);
  uint32_t at = 0;
  for (uint32_t k = 0; k < out->n; k++) {
    const uint32_t p = turn[k].point;
    if (p != v[0] && p != v[1] && p != v[2] && (dim == 2 || p != v[3])) at = add_point(&m, p, at);
  }
  peel(out);
  scr_free(turn);
  scr_free(m.hole);
  scr_free(m.idle);
  scr_free(m.rim);
  scr_free(m.mark);
  scr_free(m.goes);
  return true;
}

void scr_delaunay_free(scr_delaunay *t) {
  scr_free(t->x);
  scr_free(t->cell);
  *t = (scr_delaunay){0};
}

/* ---- middles ---- */

static uint32_t root_of(const uint32_t *up, uint32_t k) {
  while (up[k] != k) k = up[k];
  return k;
}

/* Rounding of coordinates, not only of this sum, may have moved a point off the sphere. */
static const double ONE_SPHERE = 1e3;

static bool is_flat(const scr_delaunay *t, const scr_simplex *c) { return fullness(t, c) <= FLAT; }

static void join_spheres(const scr_delaunay *t, uint32_t *up) {
  for (uint32_t k = 0; k < t->ncell; k++) {
    const scr_simplex *c = &t->cell[k];
    up[k] = k;
    if (!scr_delaunay_inside(c) || is_flat(t, c)) continue;
    for (int s = 0; s <= t->dim; s++) {
      const scr_simplex *o = &t->cell[c->beside[s]];
      double sure;
      if (c->beside[s] >= k || !scr_delaunay_inside(o) || is_flat(t, o)) continue;
      const uint32_t p = o->corner[beside_as(t, c->beside[s], k)];
      if (sphere_of(t, c, p, &sure) != 0 && sure > ONE_SPHERE) continue;
      const uint32_t a = root_of(up, c->beside[s]), b = root_of(up, k);
      up[SCR_MAX(a, b)] = SCR_MIN(a, b);
    }
  }
}

/* Four points of one circle make a cell that has no sphere of its own: it takes that of a
 * neighbour, as if it were not there. */
static void join_flat(const scr_delaunay *t, uint32_t *up) {
  bool *open = scr_alloc(t->ncell + 1), more = true;
  for (size_t k = 0; k < t->ncell; k++)
    open[k] = scr_delaunay_inside(&t->cell[k]) && is_flat(t, &t->cell[k]);
  while (more) {
    more = false;
    for (uint32_t k = 0; k < t->ncell; k++)
      for (int s = 0; s <= t->dim && open[k]; s++) {
        const uint32_t o = t->cell[k].beside[s];
        if (open[o] || !scr_delaunay_inside(&t->cell[o])) continue;
        up[k] = root_of(up, o);
        open[k] = false, more = true;
      }
  }
  scr_free(open);
}

/* |x|^2 = 2 m.x for the edges x from the first corner: Cramer's rule. */
static void middle_of(const scr_delaunay *t, const scr_simplex *c, double m[3]) {
  const double *o = place(t, c->corner[0]);
  double e[3][3] = {{0}}, n[3][3], len2[3] = {0};
  for (int k = 0; k < t->dim; k++) {
    for (int i = 0; i < 3; i++) e[k][i] = place(t, c->corner[k + 1])[i] - o[i];
    len2[k] = scr_dot3(e[k], e[k]);
  }
  if (t->dim == 2) e[2][2] = 1;
  for (int k = 0; k < 3; k++) scr_cross3(e[(k + 1) % 3], e[(k + 2) % 3], n[k]);
  const double det = scr_dot3(e[0], n[0]);
  for (int i = 0; i < 3; i++)
    m[i] = o[i] + (len2[0] * n[0][i] + len2[1] * n[1][i] + len2[2] * n[2][i]) / (2 * det);
  if (t->dim == 2) m[2] = 0;
}

/* Of the cells on one sphere, the fullest tells its middle best. */
void scr_delaunay_middles(const scr_delaunay *t, double **middle, uint32_t **same) {
  uint32_t *up = *same = scr_alloc((t->ncell + 1) * sizeof *up);
  double *x = *middle = scr_alloc(3 * (t->ncell + 1) * sizeof *x);
  double *best = scr_alloc((t->ncell + 1) * sizeof *best);
  join_spheres(t, up);
  join_flat(t, up);
  for (uint32_t k = 0; k < t->ncell; k++) up[k] = root_of(up, k);
  for (uint32_t k = 0; k < t->ncell; k++) {
    const double full = scr_delaunay_inside(&t->cell[k]) ? fullness(t, &t->cell[k]) : 0;
    if (full <= best[up[k]]) continue;
    best[up[k]] = full;
    middle_of(t, &t->cell[k], x + 3 * (size_t)up[k]);
  }
  scr_free(best);
}
