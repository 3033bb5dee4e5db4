/* geometry tessellate: the convex hull of nodes, their Delaunay triangles or tetrahedra, or their
 * Voronoi cells, as polygons. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/geometry.h"
#include "cmd/range_geometry.h"
#include "world/geometry/delaunay.h"
#include "world/geometry/sign.h"

enum { TO_BOX, TO_HULL, TO_DELAUNAY, TO_SET, TO_START, TO_TARGET, TO_VORONOI };
const scr_word_row scr_geometry_tessellate_words[] = {
    {"box-check", "", "of Voronoi cells those alone that stay within the box around all nodes"},
    {"convex-hull", "", "the polygons of the hull; 2D: one polygon"},
    {"delaunay", "", "tetrahedra, in whose spheres no other node lies; 2D: triangles, circles"},
    SCR_GEOM_WORD_SET,
    {"start-set", "<s>",
     "each tetrahedron, triangle or cell gets a set of its own, named <s> and the set's id"},
    {"to-set", "<s>", "the set that the polygons are added to; default that of the nodes"},
    {"voronoi", "", "what lies nearer to a node than to any other, where that has an end"},
    {0},
};

typedef struct spec {
  scr_geom_words from, to;
  char *start;
  scr_loc start_at;
  bool is[TO_VORONOI + 1];
} spec;

/* A tessellation, and where its polygons go. */
typedef struct weaver {
  scr_args *a;
  const spec *s;
  scr_delaunay t;
  double *middle; /* of Voronoi cells: see scr_delaunay_middles */
  uint32_t *same;
  bool *whole;         /* by point: its cell has an end */
  double lo[3], hi[3]; /* of all points, m */
  scr_geom *to;
  uint32_t *of, made; /* start-set: id of the set of each cell or point */
} weaver;

static const double *corner_of(const weaver *v, uint32_t point) {
  return v->t.x + 3 * (size_t)point;
}

/* ---- polygons ---- */

static scr_geom *set_of(const weaver *v, uint32_t part) {
  return v->of ? scr_geoms_by_id(&v->a->lib->geoms, v->of[part]) : v->to;
}

static void put(scr_geom *to, const double *const *x, uint32_t n) {
  uint32_t *node = scr_alloc((size_t)n * sizeof *node);
  for (uint32_t k = 0; k < n; k++) node[k] = scr_geom_node_at(to, x[k]);
  scr_geom_poly_of(to, node, n);
  scr_free(node);
}

static void put_points(const weaver *v, scr_geom *to, const uint32_t *point, uint32_t n) {
  const double **x = scr_alloc((size_t)n * sizeof *x);
  for (uint32_t k = 0; k < n; k++) x[k] = corner_of(v, point[k]);
  put(to, x, n);
  scr_free(x);
}

/* The corners of a cell but k, so that they turn to the right as seen from it (2D: on its left). */
static void side_across(const weaver *v, uint32_t cell, int k, uint32_t out[3]) {
  const uint32_t *c = v->t.cell[cell].corner;
  if (v->t.dim == 2) {
    out[0] = c[(k + 1) % 3], out[1] = c[(k + 2) % 3];
    return;
  }
  for (int q = 0, n = 0; q < 4; q++)
    if (q != k) out[n++] = c[q];
  if (k % 2 == 0) return;
  const uint32_t other = out[0];
  out[0] = out[1], out[1] = other;
}

/* ---- Delaunay ---- */

static void put_simplex(const weaver *v, uint32_t cell) {
  const scr_simplex *c = &v->t.cell[cell];
  uint32_t side[3];
  if (v->t.dim == 2) {
    put_points(v, set_of(v, cell), c->corner, 3);
    return;
  }
  for (int k = 0; k < 4; k++) {
    const uint32_t other = c->beside[k];
    if (!v->of && scr_delaunay_inside(&v->t.cell[other]) && other < cell) continue;
    side_across(v, cell, k, side);
    put_points(v, set_of(v, cell), side, 3);
  }
}

static void put_delaunay(weaver *v) {
  for (uint32_t k = 0; k < v->t.ncell; k++)
    if (scr_delaunay_inside(&v->t.cell[k])) put_simplex(v, k);
}

/* ---- the hull ---- */

/* A side of the hull, and the face that it belongs to with others in its plane. */
typedef struct facet {
  uint32_t corner[3], up;
} facet;
typedef struct edge {
  uint32_t from, to, of; /* of: a facet, or a face */
} edge;

static int by_ends(const void *a, const void *b) {
  const edge *p = a, *q = b;
  const uint32_t pl = SCR_MIN(p->from, p->to), ql = SCR_MIN(q->from, q->to),
                 ph = SCR_MAX(p->from, p->to), qh = SCR_MAX(q->from, q->to);
  if (pl != ql) return pl < ql ? -1 : 1;
  if (ph != qh) return ph < qh ? -1 : 1;
  return p->of < q->of ? -1 : p->of > q->of;
}

static int by_face(const void *a, const void *b) {
  const edge *p = a, *q = b;
  if (p->of != q->of) return p->of < q->of ? -1 : 1;
  return p->from < q->from ? -1 : p->from > q->from;
}

static uint32_t root_of(const facet *f, uint32_t k) {
  while (f[k].up != k) k = f[k].up;
  return k;
}

static bool in_one_plane(const weaver *v, const facet *f, const facet *g) {
  for (int k = 0; k < 3; k++)
    if (scr_side_of_plane(corner_of(v, f->corner[0]), corner_of(v, f->corner[1]),
                          corner_of(v, f->corner[2]), corner_of(v, g->corner[k])))
      return false;
  return true;
}

static bool on_line(const double *a, const double *b, const double *c) {
  for (int k = 0; k < 3; k++) {
    const double p[3][2] = {{a[k], a[(k + 1) % 3]}, {b[k], b[(k + 1) % 3]}, {c[k], c[(k + 1) % 3]}};
    if (scr_side_of_line(p[0], p[1], p[2])) return false;
  }
  return true;
}

/* The edges of one face, in order of where they begin, as a ring without corners on its sides. */
static void put_face(const weaver *v, const edge *e, uint32_t n) {
  uint32_t *ring = scr_alloc((size_t)n * sizeof *ring), *out = scr_alloc((size_t)n * sizeof *out);
  uint32_t corners = 0, at = 0;
  for (uint32_t k = 0; k < n; k++) {
    const edge key = {.from = e[at].to, .of = e[at].of};
    const edge *next = bsearch(&key, e, n, sizeof *e, by_face);
    ring[k] = e[at].from;
    at = next ? (uint32_t)(next - e) : at;
  }
  for (uint32_t k = 0; k < n; k++)
    if (!on_line(corner_of(v, ring[(k + n - 1) % n]), corner_of(v, ring[k]),
                 corner_of(v, ring[(k + 1) % n])))
      out[corners++] = ring[k];
  put_points(v, v->to, out, corners);
  scr_free(ring);
  scr_free(out);
}

static void put_faces(const weaver *v, edge *e, uint32_t n) {
  qsort(e, n, sizeof *e, by_face);
  for (uint32_t k = 0, end; k < n; k = end) {
    for (end = k; end < n && e[end].of == e[k].of;) end++;
    put_face(v, e + k, end - k);
  }
}

/* Facets of the hull in one plane become one face; what stays are its edges. */
static uint32_t join_facets(const weaver *v, facet *f, edge *e, uint32_t n) {
  uint32_t left = 0;
  qsort(e, n, sizeof *e, by_ends);
  for (uint32_t k = 0; k + 1 < n; k++) {
    if (e[k].from != e[k + 1].to || e[k].to != e[k + 1].from) continue;
    if (!in_one_plane(v, &f[e[k].of], &f[e[k + 1].of])) continue;
    const uint32_t a = root_of(f, e[k].of), b = root_of(f, e[k + 1].of);
    f[SCR_MAX(a, b)].up = SCR_MIN(a, b);
  }
  for (uint32_t k = 0; k < n; k++) e[k].of = root_of(f, e[k].of);
  for (uint32_t k = 0; k < n; k++) {
    const bool inner =
        k + 1 < n && e[k].from == e[k + 1].to && e[k].to == e[k + 1].from && e[k].of == e[k + 1].of;
    if (inner)
      k++;
    else
      e[left++] = e[k];
  }
  return left;
}

static void put_hull(weaver *v) {
  const scr_delaunay *t = &v->t;
  const size_t most = t->ncell * ((size_t)t->dim + 1);
  facet *f = scr_alloc((most + 1) * sizeof *f);
  edge *e = scr_alloc((3 * most + 1) * sizeof *e);
  uint32_t n = 0, edges = 0;
  for (uint32_t k = 0; k < t->ncell; k++)
    for (int s = 0; s <= t->dim && scr_delaunay_inside(&t->cell[k]); s++) {
      if (!t->cell[t->cell[k].beside[s]].outside) continue;
      side_across(v, k, s, f[n].corner);
      f[n].up = n;
      const uint32_t *c = f[n].corner;
      for (int q = 0; q < (t->dim == 2 ? 1 : 3); q++)
        e[edges++] = (edge){c[q], c[(q + 1) % t->dim], t->dim == 2 ? 0 : n};
      n++;
    }
  if (t->dim == 3) edges = join_facets(v, f, e, edges);
  put_faces(v, e, edges);
  scr_free(f);
  scr_free(e);
}

/* ---- Voronoi ---- */

static const double *middle_of(const weaver *v, uint32_t cell) {
  return v->middle + 3 * (size_t)v->same[cell];
}

static void find_box(weaver *v) {
  for (int c = 0; c < 3; c++) {
    v->lo[c] = HUGE_VAL, v->hi[c] = -HUGE_VAL;
    for (uint32_t k = 0; k < v->t.n; k++) {
      v->lo[c] = SCR_MIN(v->lo[c], corner_of(v, k)[c]);
      v->hi[c] = SCR_MAX(v->hi[c], corner_of(v, k)[c]);
    }
  }
}

static bool in_box(const weaver *v, const double *x) {
  for (int c = 0; c < v->t.dim; c++)
    if (x[c] < v->lo[c] || x[c] > v->hi[c]) return false;
  return true;
}

/* Cells of the hull's points have no end. */
static void find_whole(weaver *v) {
  const scr_delaunay *t = &v->t;
  v->whole = scr_alloc((size_t)t->n + 1);
  memset(v->whole, true, t->n);
  find_box(v);
  for (uint32_t k = 0; k < t->ncell; k++) {
    const scr_simplex *c = &t->cell[k];
    if (c->gone || (!c->outside && !(v->s->is[TO_BOX] && !in_box(v, middle_of(v, k))))) continue;
    for (int q = 0; q <= t->dim; q++)
      if (c->corner[q] != SCR_DELAUNAY_FAR) v->whole[c->corner[q]] = false;
  }
}

static int corner_as(const scr_simplex *c, uint32_t point) {
  int k = 0;
  while (c->corner[k] != point) k++;
  return k;
}

/* The cells around points p and q (2D: around p), from `first` on; their number, 0 where the ring
 * holds one before the first. Across from the corner `leave` is the next. */
static uint32_t ring_of(const scr_delaunay *t, uint32_t first, uint32_t leave, uint32_t enter,
                        uint32_t **ring, size_t *cap) {
  uint32_t n = 0, at = first;
  do {
    const uint32_t next = t->cell[at].beside[corner_as(&t->cell[at], leave)];
    if (at < first) return 0;
    SCR_GROW(*ring, *cap, n + 1);
    (*ring)[n++] = at;
    int k = 0;
    while (t->cell[next].beside[k] != at) k++;
    leave = enter, enter = t->cell[next].corner[k];
    at = next;
  } while (at != first);
  return n;
}

/* What lies on one sphere has one corner. */
static void put_ring(const weaver *v, scr_geom *to, const uint32_t *ring, uint32_t n, bool turned) {
  const double **x = scr_alloc((size_t)n * sizeof *x);
  uint32_t corners = 0;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t at = turned ? n - 1 - k : k, next = turned ? (at + n - 1) % n : (at + 1) % n;
    if (v->same[ring[at]] != v->same[ring[next]]) x[corners++] = middle_of(v, ring[at]);
  }
  if (corners > 2) put(to, x, corners);
  scr_free(x);
}

static void put_cells_2d(const weaver *v) {
  const scr_delaunay *t = &v->t;
  uint32_t *ring = NULL;
  size_t cap = 0;
  for (uint32_t k = 0; k < t->ncell; k++)
    for (int q = 0; q < 3 && scr_delaunay_inside(&t->cell[k]); q++) {
      const uint32_t p = t->cell[k].corner[q];
      if (!v->whole[p]) continue;
      const uint32_t n = ring_of(t, k, t->cell[k].corner[(q + 1) % 3],
                                 t->cell[k].corner[(q + 2) % 3], &ring, &cap);
      if (n) put_ring(v, set_of(v, p), ring, n, false);
    }
  scr_free(ring);
}

/* The face between two points belongs to both cells, and stands once in a set. It turns to the left
 * as seen from outside. */
static void put_between(const weaver *v, uint32_t p, uint32_t q, const uint32_t *ring, uint32_t n) {
  if (!v->of) {
    put_ring(v, v->to, ring, n, !v->whole[p]);
    return;
  }
  if (v->whole[p]) put_ring(v, set_of(v, p), ring, n, false);
  if (v->whole[q]) put_ring(v, set_of(v, q), ring, n, true);
}

static void put_cells_3d(const weaver *v) {
  static const int pair[6][4] = {{0, 1, 2, 3}, {0, 2, 3, 1}, {0, 3, 1, 2},
                                 {1, 2, 0, 3}, {1, 3, 2, 0}, {2, 3, 0, 1}};
  const scr_delaunay *t = &v->t;
  uint32_t *ring = NULL;
  size_t cap = 0;
  for (uint32_t k = 0; k < t->ncell; k++)
    for (int e = 0; e < 6 && scr_delaunay_inside(&t->cell[k]); e++) {
      const uint32_t *c = t->cell[k].corner, p = c[pair[e][0]], q = c[pair[e][1]];
      if (!v->whole[p] && !v->whole[q]) continue;
      const uint32_t n = ring_of(t, k, c[pair[e][2]], c[pair[e][3]], &ring, &cap);
      if (n) put_between(v, p, q, ring, n);
    }
  scr_free(ring);
}

static void put_voronoi(weaver *v) { v->t.dim == 2 ? put_cells_2d(v) : put_cells_3d(v); }

/* ---- the command ---- */

static bool is_part(const weaver *v, uint32_t k) {
  return v->whole ? v->whole[k] : scr_delaunay_inside(&v->t.cell[k]);
}

/* How many there are; sets of the next ids take their names. */
static uint32_t count_parts(const weaver *v) {
  const size_t all = v->whole ? v->t.n : v->t.ncell;
  uint32_t n = 0;
  for (uint32_t k = 0; k < all; k++) n += is_part(v, k);
  return n;
}

static bool names_are_free(weaver *v, uint32_t parts) {
  const scr_geoms *all = &v->a->lib->geoms;
  bool ok = true;
  for (uint32_t k = 1; k <= parts && ok; k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%u", v->s->start, (unsigned)(all->last + k));
    ok = !scr_geoms_find(all, b.s) || scr_fail(v->a->diag, &v->s->start_at, SCR_E_VALUE,
                                               "there is a geometry set '%s' already", b.s);
    scr_buf_free(&b);
  }
  return ok;
}

static void make_sets(weaver *v) {
  scr_geoms *all = &v->a->lib->geoms;
  const size_t n = v->whole ? v->t.n : v->t.ncell;
  v->of = scr_alloc((n + 1) * sizeof *v->of);
  for (uint32_t k = 0; k < n; k++) {
    if (!is_part(v, k)) continue;
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%u", v->s->start, (unsigned)(all->last + 1));
    v->of[k] = scr_geoms_need(all, b.s)->id;
    scr_buf_free(&b);
  }
}

static bool weave(weaver *v, const scr_geom *g) {
  scr_args *a = v->a;
  const spec *s = v->s;
  if (s->is[TO_VORONOI]) {
    scr_delaunay_middles(&v->t, &v->middle, &v->same);
    find_whole(v);
  }
  const uint32_t parts = count_parts(v);
  if (!parts)
    return scr_warn(a->diag, &a->loc, SCR_E_STATE,
                    "no Voronoi cell of the nodes of '%s' %s: nothing is made", g->name,
                    s->is[TO_BOX] ? "stays within their box" : "has an end");
  if (s->start && !names_are_free(v, parts)) return false;
  if (s->start)
    make_sets(v);
  else
    v->to = s->to.set ? scr_geom_target(a, &s->to) : scr_geoms_by_id(&a->lib->geoms, g->id);
  s->is[TO_HULL] ? put_hull(v) : s->is[TO_DELAUNAY] ? put_delaunay(v) : put_voronoi(v);
  if (v->to) scr_geom_edited(a, v->to);
  const size_t n = v->whole ? v->t.n : v->t.ncell;
  for (uint32_t k = 0; v->of && k < n; k++)
    if (is_part(v, k)) scr_geom_edited(a, set_of(v, k));
  return true;
}

static bool tessellate(scr_args *a, const spec *s, const scr_geom *g, const bool *marked) {
  const int dim = a->lib->world->dim;
  weaver v = {.a = a, .s = s};
  double *x = scr_alloc(3 * ((size_t)g->n[SCR_GEOM_NODE] + 1) * sizeof *x);
  uint32_t n = 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
    if (marked[k]) memcpy(x + 3 * (size_t)n++, g->node[k].x, sizeof g->node[k].x);
  bool ok = scr_delaunay_find(dim, x, n, &v.t);
  if (!ok && v.t.n < (uint32_t)dim + 1)
    scr_fail(a->diag, &a->loc, SCR_E_VALUE, "%u places are too few: it takes %d nodes",
             (unsigned)v.t.n, dim + 1);
  else if (!ok)
    scr_fail(a->diag, &a->loc, SCR_E_VALUE, "all nodes lie %s",
             dim == 2 ? "on one line" : "in one plane");
  ok = ok && weave(&v, g);
  scr_delaunay_free(&v.t);
  scr_free(v.middle);
  scr_free(v.same);
  scr_free(v.whole);
  scr_free(v.of);
  scr_free(x);
  return ok;
}

static bool read_word(scr_args *a, spec *s) {
  int w;
  if (!scr_args_word(a, scr_geometry_tessellate_words, &w)) return false;
  s->is[w] = true;
  switch (w) {
  case TO_SET: return scr_geom_words_set(a, &s->from, false);
  case TO_TARGET: return scr_geom_words_set(a, &s->to, true);
  case TO_START:
    s->start_at = scr_args_loc(a);
    scr_args_makes(a, "geometry set", "*", &s->start_at);
    return scr_args_name(a, "the beginning of names of sets", &s->start);
  default: return true;
  }
}

static bool fits(scr_args *a, const spec *s) {
  if (s->is[TO_HULL] + s->is[TO_DELAUNAY] + s->is[TO_VORONOI] != 1)
    return scr_args_expected(a, "one of 'convex-hull', 'delaunay' and 'voronoi'");
  if (s->is[TO_START] && s->is[TO_HULL])
    return scr_fail(a->diag, &s->start_at, SCR_E_VALUE,
                    "a hull is one thing: give 'to-set' for 'start-set'");
  if (s->is[TO_START] && s->is[TO_TARGET])
    return scr_fail(a->diag, &s->start_at, SCR_E_VALUE,
                    "'start-set' and 'to-set' both tell where the polygons go");
  return !s->is[TO_BOX] || s->is[TO_VORONOI] ||
         scr_fail(a->diag, &a->loc, SCR_E_VALUE, "'box-check' is a word of 'voronoi'");
}

bool scr_geometry_tessellate(scr_args *a) {
  spec s = {.start = NULL};
  scr_range *r = NULL;
  bool ok = true, *marked = NULL;
  while (ok && scr_args_more(a)) ok = read_word(a, &s);
  ok = ok && fits(a, &s) && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  const scr_geom *g = ok ? scr_geom_wanted(a, &s.from) : NULL;
  ok = g && scr_range_geometry(a->s, r, g, SCR_GEOM_NODE, &marked) && tessellate(a, &s, g, marked);
  scr_free(marked);
  scr_range_free(r);
  scr_free(s.start);
  scr_geom_words_free(&s.from);
  scr_geom_words_free(&s.to);
  return ok;
}
