/* Geometry sets: see geom.h. */
#include "world/geometry/geom.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "base/vec3.h"
#include "kernel/state.h"
#include "world/geometry/walk.h"
#include "world/shapes/mesh.h"

/* ---- sets ---- */

scr_geom *scr_geoms_find(const scr_geoms *s, const char *name) {
  for (size_t k = 0; k < s->n; k++)
    if (scr_casecmp(s->item[k]->name, name) == 0) return s->item[k];
  return NULL;
}

scr_geom *scr_geoms_by_id(const scr_geoms *s, uint32_t id) {
  for (size_t k = 0; k < s->n; k++)
    if (s->item[k]->id == id) return s->item[k];
  return NULL;
}

scr_geom *scr_geoms_need(scr_geoms *s, const char *name) {
  scr_geom *g = scr_geoms_find(s, name);
  if (g) return g;
  SCR_GROW(s->item, s->cap, s->n + 1);
  g = s->item[s->n++] = scr_alloc(sizeof *g);
  g->id = ++s->last;
  g->name = scr_strdup(name);
  scr_geom_changed(s, g);
  return g;
}

static void forget_sought(scr_geom *g) {
  scr_u64map_free(&g->places);
  scr_u64map_free(&g->pairs);
  g->places = g->pairs = (scr_u64map){0};
  g->sought = false;
}

static void geom_free(scr_geom *g) {
  forget_sought(g);
  scr_geom_walk_free(&g->walk);
  scr_free(g->name);
  scr_free(g->node);
  scr_free(g->edge);
  scr_free(g->poly);
  scr_free(g->corner);
  scr_free(g);
}

void scr_geoms_delete(scr_geoms *s, scr_geom *g) {
  size_t k = 0;
  while (s->item[k] != g) k++;
  memmove(s->item + k, s->item + k + 1, (s->n - k - 1) * sizeof(scr_geom *));
  s->n--;
  if (s->current == g->id) s->current = 0;
  geom_free(g);
}

void scr_geoms_free(scr_geoms *s) {
  for (size_t k = 0; k < s->n; k++) geom_free(s->item[k]);
  scr_free(s->item);
  *s = (scr_geoms){0};
}

void scr_geom_changed(scr_geoms *s, scr_geom *g) { g->version = ++s->changes; }

/* ---- things ---- */

uint32_t scr_geom_id(const scr_geom *g, scr_geom_kind kind, uint32_t row) {
  return kind == SCR_GEOM_NODE   ? g->node[row].id
         : kind == SCR_GEOM_EDGE ? g->edge[row].id
                                 : g->poly[row].id;
}

uint32_t *scr_geom_groups(const scr_geom *g, scr_geom_kind kind, uint32_t row) {
  return kind == SCR_GEOM_NODE   ? &g->node[row].groups
         : kind == SCR_GEOM_EDGE ? &g->edge[row].groups
                                 : &g->poly[row].groups;
}

uint32_t scr_geom_find(const scr_geom *g, scr_geom_kind kind, uint32_t id) {
  uint32_t lo = 0, hi = g->n[kind];
  while (lo < hi) {
    const uint32_t mid = lo + (hi - lo) / 2;
    if (scr_geom_id(g, kind, mid) < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < g->n[kind] && scr_geom_id(g, kind, lo) == id ? lo : SCR_NONE;
}

static void mean_of(const scr_geom *g, const uint32_t *node, uint32_t n, double x[3]) {
  memset(x, 0, 3 * sizeof *x);
  for (uint32_t k = 0; k < n; k++)
    for (int c = 0; c < 3; c++) x[c] += g->node[node[k]].x[c];
  for (int c = 0; c < 3 && n; c++) x[c] /= n;
}

void scr_geom_centre(const scr_geom *g, scr_geom_kind kind, uint32_t row, double x[3]) {
  if (kind == SCR_GEOM_NODE) memcpy(x, g->node[row].x, 3 * sizeof *x);
  if (kind == SCR_GEOM_EDGE) mean_of(g, g->edge[row].node, 2, x);
  if (kind == SCR_GEOM_POLY) mean_of(g, g->corner + g->poly[row].first, g->poly[row].n, x);
}

/* ---- what is sought by place and by ends ---- */

/* Places with equal keys that differ take the next free key. */
static uint64_t key_of(const double x[3]) {
  uint64_t key = 0x9e3779b97f4a7c15u;
  for (int c = 0; c < 3; c++) {
    const double value = x[c] + 0.0; /* one zero */
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    key = (key ^ bits) * 0xff51afd7ed558ccdu;
    key ^= key >> 32;
  }
  return key;
}

static bool same_place(const double *a, const double *b) {
  return a[0] == b[0] && a[1] == b[1] && a[2] == b[2];
}

/* The node there, or SCR_NONE; *key is where it stands, or would. */
static uint32_t node_there(const scr_geom *g, const double x[3], uint64_t *key) {
  for (*key = key_of(x);; ++*key) {
    const uint32_t row = scr_u64map_get(&g->places, *key, SCR_NONE);
    if (row == SCR_NONE || same_place(g->node[row].x, x)) return row;
  }
}

static uint64_t pair_of(uint32_t a, uint32_t b) {
  return (uint64_t)SCR_MIN(a, b) << 32 | SCR_MAX(a, b);
}

/* Of several nodes at a place, and edges between the same two, the first counts. */
static void seek(scr_geom *g) {
  uint64_t key;
  if (g->sought) return;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
    if (node_there(g, g->node[k].x, &key) == SCR_NONE) scr_u64map_set(&g->places, key, k);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    key = pair_of(g->edge[k].node[0], g->edge[k].node[1]);
    if (scr_u64map_get(&g->pairs, key, SCR_NONE) == SCR_NONE) scr_u64map_set(&g->pairs, key, k);
  }
  g->sought = true;
}

/* ---- making ---- */

uint32_t scr_geom_node_new(scr_geom *g, const double x[3]) {
  uint64_t key;
  const uint32_t row = g->n[SCR_GEOM_NODE]++;
  SCR_GROW(g->node, g->cap[SCR_GEOM_NODE], (size_t)row + 1);
  g->node[row] = (scr_geom_node){.id = ++g->last[SCR_GEOM_NODE], .x = {x[0], x[1], x[2]}};
  if (g->sought && node_there(g, x, &key) == SCR_NONE) scr_u64map_set(&g->places, key, row);
  return row;
}

uint32_t scr_geom_node_at(scr_geom *g, const double x[3]) {
  uint64_t key;
  seek(g);
  const uint32_t row = node_there(g, x, &key);
  return row == SCR_NONE ? scr_geom_node_new(g, x) : row;
}

uint32_t scr_geom_edge_find(scr_geom *g, uint32_t a, uint32_t b) {
  seek(g);
  return scr_u64map_get(&g->pairs, pair_of(a, b), SCR_NONE);
}

uint32_t scr_geom_edge_between(scr_geom *g, uint32_t a, uint32_t b) {
  if (a == b) return SCR_NONE;
  uint32_t row = scr_geom_edge_find(g, a, b);
  if (row != SCR_NONE) return row;
  row = g->n[SCR_GEOM_EDGE]++;
  SCR_GROW(g->edge, g->cap[SCR_GEOM_EDGE], (size_t)row + 1);
  g->edge[row] = (scr_geom_edge){.id = ++g->last[SCR_GEOM_EDGE], .node = {a, b}};
  scr_u64map_set(&g->pairs, pair_of(a, b), row);
  return row;
}

uint32_t scr_geom_poly_begin(scr_geom *g) {
  const uint32_t row = g->n[SCR_GEOM_POLY]++;
  SCR_GROW(g->poly, g->cap[SCR_GEOM_POLY], (size_t)row + 1);
  g->poly[row] = (scr_geom_poly){.id = ++g->last[SCR_GEOM_POLY], .first = g->ncorner};
  return row;
}

/* The corners of a polygon are moved behind all others, where it can grow. */
static void put_last(scr_geom *g, scr_geom_poly *p) {
  if (p->first + p->n == g->ncorner) return;
  SCR_GROW(g->corner, g->cap_corner, (size_t)g->ncorner + p->n);
  memcpy(g->corner + g->ncorner, g->corner + p->first, p->n * sizeof *g->corner);
  p->first = g->ncorner;
  g->ncorner += p->n;
}

bool scr_geom_poly_corner(scr_geom *g, uint32_t poly, uint32_t node) {
  scr_geom_poly *p = &g->poly[poly];
  if (p->n && g->corner[p->first + p->n - 1] == node) return false;
  put_last(g, p);
  SCR_GROW(g->corner, g->cap_corner, (size_t)g->ncorner + 1);
  g->corner[g->ncorner++] = node;
  if (p->n++) scr_geom_edge_between(g, g->corner[g->ncorner - 2], node);
  return true;
}

bool scr_geom_poly_close(scr_geom *g, uint32_t poly) {
  scr_geom_poly *p = &g->poly[poly];
  const uint32_t *corner = g->corner + p->first;
  if (p->n > 1 && corner[p->n - 1] == corner[0]) p->n--; /* the first once more */
  if (p->n < 3) return false;
  scr_geom_edge_between(g, corner[p->n - 1], corner[0]);
  return p->closed = true;
}

bool scr_geom_poly_side(scr_geom *g, uint32_t poly, uint32_t edge) {
  const uint32_t *end = g->edge[edge].node;
  const scr_geom_poly *p = &g->poly[poly];
  if (!p->n) return scr_geom_poly_corner(g, poly, end[0]) && scr_geom_poly_corner(g, poly, end[1]);
  uint32_t *corner = g->corner + p->first, last = corner[p->n - 1];
  const bool turns = p->n == 2 && end[0] != last && end[1] != last;
  if (turns) last = corner[0];
  if (end[0] != last && end[1] != last) return false;
  if (turns) corner[0] = corner[1], corner[1] = last;
  return scr_geom_poly_corner(g, poly, end[end[0] == last]);
}

static uint32_t distinct(const uint32_t *node, uint32_t n) {
  uint32_t count = 0;
  for (uint32_t k = 0; k < n; k++) count += node[k] != node[(k + 1) % n];
  return count;
}

uint32_t scr_geom_poly_of(scr_geom *g, const uint32_t *node, uint32_t n) {
  if (distinct(node, n) < 3) return SCR_NONE;
  const uint32_t row = scr_geom_poly_begin(g);
  for (uint32_t k = 0; k < n; k++) scr_geom_poly_corner(g, row, node[k]);
  scr_geom_poly_close(g, row);
  return row;
}

void scr_geom_place(scr_geom *g, uint32_t node, const double x[3]) {
  memcpy(g->node[node].x, x, sizeof g->node[node].x);
  forget_sought(g);
}

void scr_geom_add_shape(scr_geom *g, int dim, const scr_shape *s, uint32_t groups) {
  scr_geom_add_facets(g, dim, s, groups ? &groups : NULL, false);
}

void scr_geom_add_facets(scr_geom *g, int dim, const scr_shape *s, const uint32_t *groups,
                         bool each) {
  uint32_t *row = scr_alloc(SCR_MAX(s->nv, 1u) * sizeof *row);
  for (uint32_t k = 0; k < s->nv; k++) row[k] = scr_geom_node_at(g, s->x + 3 * (size_t)k);
  for (uint32_t f = 0; f < s->nf; f++) {
    const uint32_t *v = s->facet + 3 * (size_t)f;
    const uint32_t made =
        dim == 2 ? scr_geom_edge_between(g, row[v[0]], row[v[1]])
                 : scr_geom_poly_of(g, (uint32_t[]){row[v[0]], row[v[1]], row[v[2]]}, 3);
    if (made == SCR_NONE || !groups) continue;
    *scr_geom_groups(g, dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY, made) = groups[each ? f : 0];
  }
  scr_free(row);
}

/* ---- removing ---- */

typedef struct marks {
  bool *of[SCR_GEOM_KINDS]; /* those that go */
} marks;

static marks marks_of(const scr_geom *g, const bool *const given[SCR_GEOM_KINDS]) {
  marks m;
  for (int k = 0; k < SCR_GEOM_KINDS; k++) {
    m.of[k] = scr_alloc(g->n[k] * sizeof(bool));
    if (given[k] && g->n[k]) memcpy(m.of[k], given[k], g->n[k] * sizeof(bool));
  }
  return m;
}

static uint32_t sides(const scr_geom_poly *p) { return p->closed ? p->n : p->n ? p->n - 1 : 0; }

/* Ends of side k of a polygon. */
static void side_ends(const scr_geom *g, const scr_geom_poly *p, uint32_t k, uint32_t end[2]) {
  end[0] = g->corner[p->first + k], end[1] = g->corner[p->first + (k + 1) % p->n];
}

/* Whatever stands on something that goes, goes. */
static void mark_upwards(scr_geom *g, marks *m) {
  uint32_t end[2];
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    for (int i = 0; i < 2; i++) m->of[SCR_GEOM_EDGE][k] |= m->of[SCR_GEOM_NODE][g->edge[k].node[i]];
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *p = &g->poly[k];
    bool *gone = &m->of[SCR_GEOM_POLY][k];
    for (uint32_t i = 0; i < p->n; i++) *gone |= m->of[SCR_GEOM_NODE][g->corner[p->first + i]];
    for (uint32_t i = 0; i < sides(p) && !*gone; i++) {
      side_ends(g, p, i, end);
      *gone = m->of[SCR_GEOM_EDGE][scr_geom_edge_find(g, end[0], end[1])];
    }
  }
}

/* Edges of polygons that go or stay: bit 1 or 2. */
static unsigned char *edges_used(scr_geom *g, const marks *m) {
  unsigned char *used = scr_alloc(g->n[SCR_GEOM_EDGE]);
  uint32_t end[2];
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; i < sides(&g->poly[k]); i++) {
      side_ends(g, &g->poly[k], i, end);
      used[scr_geom_edge_find(g, end[0], end[1])] |= m->of[SCR_GEOM_POLY][k] ? 1 : 2;
    }
  return used;
}

/* Edges and nodes that belonged to what goes, and to nothing that stays. */
static void mark_downwards(scr_geom *g, marks *m) {
  unsigned char *edge = edges_used(g, m), *node = scr_alloc(g->n[SCR_GEOM_NODE]);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) m->of[SCR_GEOM_EDGE][k] |= edge[k] == 1;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    for (int i = 0; i < 2; i++) node[g->edge[k].node[i]] |= m->of[SCR_GEOM_EDGE][k] ? 1 : 2;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; i < g->poly[k].n; i++)
      node[g->corner[g->poly[k].first + i]] |= m->of[SCR_GEOM_POLY][k] ? 1 : 2;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) m->of[SCR_GEOM_NODE][k] |= node[k] == 1;
  scr_free(edge);
  scr_free(node);
}

/* New rows of the nodes that stay; nodes and edges close up. */
static uint32_t *close_up(scr_geom *g, const marks *m) {
  uint32_t *row = scr_alloc(g->n[SCR_GEOM_NODE] * sizeof *row), n = 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
    if (!m->of[SCR_GEOM_NODE][k]) row[k] = n, g->node[n++] = g->node[k];
  g->n[SCR_GEOM_NODE] = n;
  n = 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    if (m->of[SCR_GEOM_EDGE][k]) continue;
    g->edge[n] = g->edge[k];
    for (int i = 0; i < 2; i++) g->edge[n].node[i] = row[g->edge[k].node[i]];
    n++;
  }
  g->n[SCR_GEOM_EDGE] = n;
  return row;
}

static void close_up_polygons(scr_geom *g, const marks *m, const uint32_t *row) {
  uint32_t *corner = NULL, ncorner = 0, n = 0;
  size_t cap = 0;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    scr_geom_poly p = g->poly[k];
    if (m->of[SCR_GEOM_POLY][k]) continue;
    SCR_GROW(corner, cap, (size_t)ncorner + p.n);
    for (uint32_t i = 0; i < p.n; i++) corner[ncorner + i] = row[g->corner[p.first + i]];
    p.first = ncorner;
    ncorner += p.n;
    g->poly[n++] = p;
  }
  g->n[SCR_GEOM_POLY] = n;
  scr_free(g->corner);
  g->corner = corner, g->ncorner = ncorner, g->cap_corner = cap;
}

void scr_geom_remove(scr_geom *g, const bool *node, const bool *edge, const bool *poly,
                     bool retain) {
  marks m = marks_of(g, (const bool *const[SCR_GEOM_KINDS]){node, edge, poly});
  mark_upwards(g, &m);
  if (!retain) mark_downwards(g, &m);
  uint32_t *row = close_up(g, &m);
  close_up_polygons(g, &m, row);
  scr_free(row);
  for (int k = 0; k < SCR_GEOM_KINDS; k++) scr_free(m.of[k]);
  forget_sought(g);
}

/* ---- facets ---- */

static void corners_of(const scr_geom *g, const scr_geom_poly *p, double *x) {
  for (uint32_t k = 0; k < p->n; k++)
    memcpy(x + 3 * (size_t)k, g->node[g->corner[p->first + k]].x, 3 * sizeof *x);
}

static void add_fan(scr_shape *out, const uint32_t *corner, uint32_t n) {
  for (uint32_t k = 1; k + 1 < n; k++) scr_shape_facet(out, corner[0], corner[k], corner[k + 1]);
}

/* Does each triangle of a fan look to the side of the polygon? */
static bool fan_faces(const double *x, uint32_t n) {
  double normal[3], one[3], m[3] = {x[0], x[1], x[2]};
  bool faces = true;
  scr_newell(x, n, m, normal);
  for (uint32_t k = 1; k + 1 < n; k++) {
    double a[3], b[3];
    for (size_t c = 0; c < 3; c++)
      a[c] = x[3 * (size_t)k + c] - x[c], b[c] = x[3 * (size_t)k + 3 + c] - x[c];
    scr_cross3(a, b, one);
    faces &= scr_dot3(one, normal) > 0;
  }
  return faces;
}

/* Triangles over n corners that stand apart from the next, in x; those of `out` by their numbers in
 * `corner`. A polygon without area is a fan; one that leaves its plane, too, where that looks to
 * its side. */
static bool cut_corners(const double *x, const uint32_t *corner, uint32_t n, scr_shape *out) {
  scr_shape one = {0};
  uint32_t at;
  scr_polygon_fault fault =
      n > 3 ? scr_shape_polygon(&one, 3, x, n, false, true, &at) : SCR_POLYGON_FLAT;
  if (fault == SCR_POLYGON_BENT && !fan_faces(x, n)) {
    one.nv = one.nf = 0;
    fault = scr_shape_polygon(&one, 3, x, n, true, true, &at);
  }
  if (fault == SCR_POLYGON_FLAT || fault == SCR_POLYGON_BENT) add_fan(out, corner, n);
  for (uint32_t f = 0; fault == SCR_POLYGON_FINE && f < one.nf; f++) {
    const uint32_t *v = one.facet + 3 * (size_t)f;
    scr_shape_facet(out, corner[v[0]], corner[v[1]], corner[v[2]]);
  }
  scr_shape_free(&one);
  return fault != SCR_POLYGON_CROSSED;
}

/* Triangles of a polygon over its own corners, which are the first vertices of *out. Corners where
 * the one before stands count once. False, and there are none: its sides cross or touch. */
static bool cut_polygon(const scr_geom *g, const scr_geom_poly *p, scr_shape *out) {
  double *x = scr_alloc(3 * (size_t)p->n * sizeof *x);
  uint32_t *corner = scr_alloc(p->n * sizeof *corner), n = 0;
  corners_of(g, p, x);
  for (uint32_t k = 0; k < p->n; k++) scr_shape_vertex(out, x + 3 * (size_t)k);
  for (uint32_t k = 0; k < p->n; k++) {
    const double *at = out->x + 3 * (size_t)k, *next = out->x + 3 * (size_t)((k + 1) % p->n);
    if (p->n > 3 && same_place(at, next)) continue;
    memcpy(x + 3 * (size_t)n, at, 3 * sizeof *x);
    corner[n++] = k;
  }
  const bool fine = cut_corners(x, corner, n, out);
  scr_free(corner);
  scr_free(x);
  return fine;
}

uint32_t scr_geom_uncut(const scr_geom *g, const bool *marked) {
  scr_shape one = {0};
  uint32_t found = SCR_NONE;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY] && found == SCR_NONE; k++) {
    if (!g->poly[k].closed || g->poly[k].n == 3 || (marked && !marked[k])) continue;
    one.nv = one.nf = 0;
    if (!cut_polygon(g, &g->poly[k], &one)) found = k;
  }
  scr_shape_free(&one);
  return found;
}

void scr_geom_loose(scr_geom *g, bool *edge, bool *node) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) node[k] = true;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    edge[k] = true;
    for (int end = 0; end < 2; end++) node[g->edge[k].node[end]] = false;
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *p = &g->poly[k];
    for (uint32_t c = 0; p->closed && c < p->n; c++) {
      const uint32_t a = g->corner[p->first + c], b = g->corner[p->first + (c + 1) % p->n],
                     e = scr_geom_edge_find(g, a, b);
      if (e != SCR_NONE) edge[e] = false;
    }
  }
}

void scr_geom_cut(const scr_geom *g, uint32_t poly, scr_shape *out) {
  if (g->poly[poly].closed) cut_polygon(g, &g->poly[poly], out);
}

static void add_facets(const scr_shape *s, scr_shape *out) {
  const uint32_t first = out->nv;
  for (uint32_t k = 0; k < s->nv; k++) scr_shape_vertex(out, s->x + 3 * (size_t)k);
  for (uint32_t f = 0; f < s->nf; f++) {
    const uint32_t *v = s->facet + 3 * (size_t)f;
    scr_shape_facet(out, first + v[0], first + v[1], first + v[2]);
  }
}

static void polygon_facets(const scr_geom *g, const bool *marked, scr_shape *out) {
  scr_shape one = {0};
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    if (!g->poly[k].closed || (marked && !marked[k])) continue;
    one.nv = one.nf = 0;
    cut_polygon(g, &g->poly[k], &one);
    add_facets(&one, out);
  }
  scr_shape_free(&one);
}

static void edge_facets(const scr_geom *g, const bool *marked, scr_shape *out) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    if (marked && !marked[k]) continue;
    const uint32_t a = scr_shape_vertex(out, g->node[g->edge[k].node[0]].x),
                   b = scr_shape_vertex(out, g->node[g->edge[k].node[1]].x);
    scr_shape_facet(out, a, b, 0);
  }
}

void scr_geom_shape(const scr_geom *g, int dim, const bool *marked, scr_shape *out) {
  if (dim == 2)
    edge_facets(g, marked, out);
  else
    polygon_facets(g, marked, out);
  scr_shape_weld(out);
}

/* ---- pieces ---- */

typedef struct pieces {
  double *x;
  size_t n, cap;
} pieces;

static void add_piece(pieces *p, const double *a, const double *b, const double *c) {
  const double *corner[] = {a, b, c};
  SCR_GROW(p->x, p->cap, 9 * (p->n + 1));
  for (size_t k = 0; k < 3; k++) memcpy(p->x + 9 * p->n + 3 * k, corner[k], 3 * sizeof(double));
  p->n++;
}

static void add_facet_pieces(const scr_shape *s, int dim, pieces *p) {
  for (uint32_t f = 0; f < s->nf; f++) {
    const uint32_t *v = s->facet + 3 * (size_t)f, last = v[dim - 1];
    add_piece(p, s->x + 3 * (size_t)v[0], s->x + 3 * (size_t)v[1], s->x + 3 * (size_t)last);
  }
}

/* Facets that are there twice would turn inside out. */
static void add_surface(const scr_geom *g, int dim, pieces *p) {
  scr_shape s = {0};
  scr_geom_shape(g, dim, NULL, &s);
  scr_mesh_drop_repeated(&s, dim);
  add_facet_pieces(&s, dim, p);
  scr_shape_free(&s);
}

static void add_edges(const scr_geom *g, pieces *p) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++) {
    const double *a = g->node[g->edge[k].node[0]].x, *b = g->node[g->edge[k].node[1]].x;
    add_piece(p, a, b, b);
  }
}

/* Nodes that no edge has. */
static void add_nodes(const scr_geom *g, pieces *p) {
  bool *joined = scr_alloc(g->n[SCR_GEOM_NODE]);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    joined[g->edge[k].node[0]] = joined[g->edge[k].node[1]] = true;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
    if (!joined[k]) add_piece(p, g->node[k].x, g->node[k].x, g->node[k].x);
  scr_free(joined);
}

size_t scr_geom_pieces(const scr_geom *g, int dim, bool surface, double **corner) {
  pieces p = {0};
  if (surface) {
    add_surface(g, dim, &p);
  } else {
    scr_shape s = {0};
    polygon_facets(g, NULL, &s);
    add_facet_pieces(&s, 3, &p);
    scr_shape_free(&s);
    add_edges(g, &p);
    add_nodes(g, &p);
  }
  *corner = p.x;
  return p.n;
}

double scr_geom_area(const scr_geom *g, uint32_t poly) {
  const scr_geom_poly *p = &g->poly[poly];
  double normal[3], *x = scr_alloc(3 * (size_t)p->n * sizeof *x);
  corners_of(g, p, x);
  scr_newell(x, p->n, x, normal);
  scr_free(x);
  return 0.5 * sqrt(scr_dot3(normal, normal));
}
