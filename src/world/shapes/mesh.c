/* Surfaces: see mesh.h. */
#include "world/shapes/mesh.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"

static const uint32_t *corners(const scr_shape *s, uint32_t f) { return s->facet + 3 * (size_t)f; }

/* ---- single facets ---- */

/* Below 1e-12 of the square of the longest edge, the direction of the normal is lost to rounding.
 */
bool scr_mesh_degenerate(const double x[3][3], int dim) {
  double e[3][3] = {0}, longest = 0, n[3];
  for (int k = 0; k < dim; k++) {
    const double *a = x[k], *b = x[(k + 1) % dim];
    for (int c = 0; c < 3; c++) e[k][c] = b[c] - a[c];
    longest = SCR_MAX(longest, e[k][0] * e[k][0] + e[k][1] * e[k][1] + e[k][2] * e[k][2]);
  }
  if (dim == 2) return !(longest > 0);
  for (int c = 0; c < 3; c++)
    n[c] = e[0][(c + 1) % 3] * e[1][(c + 2) % 3] - e[0][(c + 2) % 3] * e[1][(c + 1) % 3];
  return !(sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]) > 1e-12 * longest);
}

static bool degenerate(const scr_shape *s, int dim, uint32_t f) {
  const uint32_t *v = corners(s, f);
  double x[3][3] = {{0}};
  for (int k = 0; k < dim; k++) memcpy(x[k], s->x + 3 * (size_t)v[k], sizeof x[k]);
  return scr_mesh_degenerate(x, dim);
}

/* ---- facets with the same vertices ---- */

typedef struct sorted {
  uint32_t v[3], facet;
} sorted;

static int by_vertices(const void *p, const void *q) {
  const sorted *a = p, *b = q;
  for (int k = 0; k < 3; k++)
    if (a->v[k] != b->v[k]) return a->v[k] < b->v[k] ? -1 : 1;
  return a->facet < b->facet ? -1 : a->facet > b->facet;
}

static sorted sorted_of(const scr_shape *s, int dim, uint32_t f) {
  sorted q = {.facet = f};
  memcpy(q.v, corners(s, f), (size_t)dim * sizeof *q.v);
  for (int k = 1; k < dim; k++)
    for (int j = k; j > 0 && q.v[j] < q.v[j - 1]; j--) {
      uint32_t t = q.v[j];
      q.v[j] = q.v[j - 1], q.v[j - 1] = t;
    }
  return q;
}

/* first[f]: the first facet with the vertices of f. Owned by the caller. */
static uint32_t *first_of_equals(const scr_shape *s, int dim) {
  sorted *q = scr_alloc(SCR_MAX(s->nf, 1u) * sizeof *q);
  uint32_t *first = scr_alloc(SCR_MAX(s->nf, 1u) * sizeof *first);
  for (uint32_t f = 0; f < s->nf; f++) q[f] = sorted_of(s, dim, f);
  qsort(q, s->nf, sizeof *q, by_vertices);
  for (uint32_t k = 0, head = 0; k < s->nf; k++) {
    if (memcmp(q[k].v, q[head].v, sizeof q[k].v) != 0) head = k;
    first[q[k].facet] = q[head].facet;
  }
  scr_free(q);
  return first;
}

/* ---- faults ---- */

static scr_mesh_fault fault_of_vertices(const scr_shape *s, int dim) {
  for (uint32_t v = 0; v < s->nv; v++)
    for (size_t c = 0; c < 3; c++)
      if (!isfinite(s->x[3 * (size_t)v + c]))
        return (scr_mesh_fault){.kind = SCR_MESH_NOT_FINITE, .vertex = v};
  for (uint32_t f = 0; f < s->nf; f++)
    for (int k = 0; k < dim; k++)
      if (corners(s, f)[k] >= s->nv)
        return (scr_mesh_fault){SCR_MESH_NO_VERTEX, f, f, corners(s, f)[k]};
  return (scr_mesh_fault){0};
}

static scr_mesh_fault fault_of_facets(const scr_shape *s, int dim, const uint32_t *first) {
  scr_mesh_fault fault = {0};
  scr_u64map edges = {
      0}; /* each directed edge once: consistent orientation, two facets an edge at most */
  for (uint32_t f = 0; f < s->nf && !fault.kind && !scr_shape_stopped(s); f++) {
    const uint32_t *v = corners(s, f);
    if (degenerate(s, dim, f)) fault = (scr_mesh_fault){.kind = SCR_MESH_DEGENERATE, .facet = f};
    if (!fault.kind && first[f] != f)
      fault = (scr_mesh_fault){.kind = SCR_MESH_TWICE, .facet = f, .other = first[f]};
    for (int k = 0; k < 3 && !fault.kind && dim == 3; k++) {
      uint64_t key = (uint64_t)v[k] << 32 | v[(k + 1) % 3];
      uint32_t other = scr_u64map_get(&edges, key, UINT32_MAX);
      if (other != UINT32_MAX)
        fault = (scr_mesh_fault){.kind = SCR_MESH_TURNED, .facet = f, .other = other};
      scr_u64map_set(&edges, key, f);
    }
  }
  scr_u64map_free(&edges);
  return fault;
}

scr_mesh_fault scr_mesh_check(const scr_shape *s, int dim) {
  scr_mesh_fault fault = fault_of_vertices(s, dim);
  if (fault.kind) return fault;
  uint32_t *first = first_of_equals(s, dim);
  fault = fault_of_facets(s, dim, first);
  scr_free(first);
  return fault;
}

bool scr_mesh_fail(scr_diag *d, const scr_loc *at, const scr_shape *s, int dim,
                   const scr_mesh_fault *f) {
  unsigned facet = f->facet + 1, other = f->other + 1;
  switch (f->kind) {
  case SCR_MESH_FINE: return true;
  case SCR_MESH_NOT_FINITE:
    return scr_fail(d, at, SCR_E_VALUE, "a vertex of the wall is not a finite position");
  case SCR_MESH_NO_VERTEX:
    return scr_fail(d, at, SCR_E_VALUE, "facet %u names vertex %u of %u", facet, f->vertex + 1,
                    (unsigned)s->nv);
  case SCR_MESH_DEGENERATE:
    return scr_fail(d, at, SCR_E_VALUE, "facet %u has no %s", facet, dim == 3 ? "area" : "length");
  case SCR_MESH_TWICE:
    return scr_fail(d, at, SCR_E_VALUE, "facet %u has the vertices of facet %u again", facet,
                    other);
  case SCR_MESH_TURNED:
    return scr_fail(
        d, at, SCR_E_VALUE,
        "facets %u and %u run along one edge in the same direction: their normals disagree", other,
        facet);
  }
  return false;
}

/* ---- edges ---- */

typedef struct edge {
  uint32_t n, facet[2]; /* facets that share it; the first two */
  bool forward[2]; /* does it run from the lower to the higher vertex; in 2D: does the segment begin
                      here? */
} edge;

typedef struct surface {
  const scr_shape *s;
  int dim;
  bool *out;    /* facets that are left out */
  uint32_t *of; /* edges of each facet, dim a facet */
  edge *edge;
  size_t nedge, cap_edge;
  bool *turned, *seen;
} surface;

static uint32_t edge_number(surface *m, scr_u64map *known, uint64_t key) {
  uint32_t k = scr_u64map_get(known, key, UINT32_MAX);
  if (k != UINT32_MAX) return k;
  SCR_GROW(m->edge, m->cap_edge, m->nedge + 1);
  m->edge[m->nedge] = (edge){0};
  scr_u64map_set(known, key, (uint32_t)m->nedge);
  return (uint32_t)m->nedge++;
}

static void add_edges(surface *m, scr_u64map *known, uint32_t f) {
  const uint32_t *v = corners(m->s, f);
  for (int k = 0; k < m->dim; k++) {
    uint32_t a = v[k], b = m->dim == 3 ? v[(k + 1) % 3] : 0;
    uint64_t key = m->dim == 2 ? a : (uint64_t)SCR_MIN(a, b) << 32 | SCR_MAX(a, b);
    uint32_t e = edge_number(m, known, key);
    m->of[(size_t)m->dim * f + (size_t)k] = e;
    assert(m->edge);
    edge *q = &m->edge[e];
    if (q->n < 2) {
      q->facet[q->n] = f;
      q->forward[q->n] = m->dim == 2 ? k == 0 : a < b;
    }
    q->n++;
  }
}

static surface surface_of(const scr_shape *s, int dim) {
  surface m = {.s = s, .dim = dim};
  scr_u64map known = {0};
  size_t n = SCR_MAX(s->nf, 1u);
  uint32_t *first = first_of_equals(s, dim);
  m.out = scr_alloc(n * sizeof *m.out);
  m.of = scr_alloc(n * (size_t)dim * sizeof *m.of);
  m.turned = scr_alloc(n * sizeof *m.turned);
  m.seen = scr_alloc(n * sizeof *m.seen);
  for (uint32_t f = 0; f < s->nf; f++) {
    m.out[f] = degenerate(s, dim, f) || first[f] != f;
    if (!m.out[f]) add_edges(&m, &known, f);
  }
  scr_u64map_free(&known);
  scr_free(first);
  return m;
}

static void surface_free(surface *m) {
  scr_free(m->out);
  scr_free(m->of);
  scr_free(m->turned);
  scr_free(m->seen);
  scr_free(m->edge);
}

/* ---- orientation ---- */

/* The facet across an edge, and whether it must be turned to agree with f as f is now. False: none,
 * or more than one. */
static bool across(const surface *m, uint32_t e, uint32_t f, uint32_t *g, bool *turn) {
  const edge *q = &m->edge[e];
  if (q->n != 2) return false;
  int mine = q->facet[0] == f ? 0 : 1;
  *g = q->facet[1 - mine];
  *turn = m->turned[f] != (q->forward[0] == q->forward[1]);
  return true;
}

/* Facets that hang together with `start`, in order of discovery, each turned to agree with it;
 * false if they cannot all. */
static bool orient_part(surface *m, uint32_t start, uint32_t *list, uint32_t *count) {
  uint32_t n = 0;
  bool fits = true;
  list[n++] = start;
  m->seen[start] = true;
  for (uint32_t k = 0; k < n; k++)
    for (int c = 0; c < m->dim; c++) {
      uint32_t f = list[k], g;
      bool turn;
      if (!across(m, m->of[(size_t)m->dim * f + (size_t)c], f, &g, &turn)) continue;
      fits &= !m->seen[g] || m->turned[g] == turn;
      if (m->seen[g]) continue;
      m->seen[g] = true;
      m->turned[g] = turn;
      list[n++] = g;
    }
  *count = n;
  return fits;
}

/* The larger half of each part stays as it is; of equal halves the one with the first facet. */
static bool orient(surface *m, uint32_t *pieces) {
  uint32_t *list = scr_alloc(SCR_MAX(m->s->nf, 1u) * sizeof *list), n;
  bool fits = true;
  for (uint32_t f = 0; f < m->s->nf; f++) {
    if (m->out[f] || m->seen[f]) continue;
    fits &= orient_part(m, f, list, &n);
    ++*pieces;
    uint32_t turned = 0;
    for (uint32_t k = 0; k < n; k++) turned += m->turned[list[k]];
    for (uint32_t k = 0; k < n && 2 * (uint64_t)turned > n; k++)
      m->turned[list[k]] = !m->turned[list[k]];
  }
  scr_free(list);
  return fits;
}

scr_mesh_report scr_mesh_survey(const scr_shape *s, int dim) {
  surface m = surface_of(s, dim);
  scr_mesh_report r = {.facets = s->nf, .vertices = s->nv};
  r.one_sided = !orient(&m, &r.pieces);
  for (uint32_t f = 0; f < s->nf; f++) {
    bool flat = degenerate(s, dim, f);
    r.degenerate += flat;
    r.duplicate += m.out[f] && !flat;
    r.inverted += m.turned[f];
  }
  for (size_t e = 0; e < m.nedge; e++) {
    r.open += m.edge[e].n == 1;
    r.crowded += m.edge[e].n > 2;
  }
  r.closed = m.nedge > 0 && !r.open && !r.crowded;
  surface_free(&m);
  return r;
}

static void drop_unused_vertices(scr_shape *s, int dim) {
  uint32_t *to = scr_alloc(SCR_MAX(s->nv, 1u) * sizeof *to), n = 0;
  for (uint32_t f = 0; f < s->nf; f++)
    for (int k = 0; k < dim; k++) to[corners(s, f)[k]] = 1;
  for (uint32_t v = 0; v < s->nv; v++) {
    if (!to[v]) continue;
    memmove(s->x + 3 * (size_t)n, s->x + 3 * (size_t)v, 3 * sizeof *s->x);
    to[v] = n++;
  }
  for (uint32_t f = 0; f < s->nf; f++)
    for (int k = 0; k < dim; k++) s->facet[3 * (size_t)f + (size_t)k] = to[corners(s, f)[k]];
  s->nv = n;
  scr_free(to);
}

void scr_mesh_drop_repeated(scr_shape *s, int dim) {
  uint32_t *first = first_of_equals(s, dim), n = 0;
  for (uint32_t f = 0; f < s->nf; f++)
    if (first[f] == f) memmove(s->facet + 3 * (size_t)n++, corners(s, f), 3 * sizeof *s->facet);
  s->nf = n;
  scr_free(first);
}

void scr_mesh_mend(scr_shape *s, int dim) {
  surface m = surface_of(s, dim);
  uint32_t n = 0, pieces = 0;
  orient(&m, &pieces);
  for (uint32_t f = 0; f < s->nf; f++) {
    uint32_t v[3];
    if (m.out[f]) continue;
    memcpy(v, corners(s, f), sizeof v);
    if (m.turned[f]) {
      uint32_t t = v[dim - 2];
      v[dim - 2] = v[dim - 1], v[dim - 1] = t;
    }
    memcpy(s->facet + 3 * (size_t)n++, v, sizeof v);
  }
  s->nf = n;
  drop_unused_vertices(s, dim);
  surface_free(&m);
}
