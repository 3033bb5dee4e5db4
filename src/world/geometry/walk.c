/* From nodes to edges and from edges to polygons: see walk.h. */
#include "world/geometry/walk.h"

#include "base/mem.h"
#include "kernel/state.h"

static uint32_t sides_of(const scr_geom_poly *p) { return p->closed ? p->n : p->n ? p->n - 1 : 0; }

static uint32_t edge_of_side(scr_geom *g, const scr_geom_poly *p, uint32_t side) {
  return scr_geom_edge_find(g, g->corner[p->first + side], g->corner[p->first + (side + 1) % p->n]);
}

/* What ends at each thing is counted, then begins where the one before ends. */
static void begin_from_counts(uint32_t *first, uint32_t n) {
  for (uint32_t k = 0, sum = 0; k <= n; k++) {
    const uint32_t count = first[k];
    first[k] = sum;
    sum += count;
  }
}

/* Filling moves each beginning to the next one. */
static void move_back(uint32_t *first, uint32_t n) {
  for (uint32_t k = n; k > 0; k--) first[k] = first[k - 1];
  first[0] = 0;
}

static void list_edges(const scr_geom *g, scr_geom_walk *w) {
  const uint32_t n = g->n[SCR_GEOM_NODE], edges = g->n[SCR_GEOM_EDGE];
  w->first_edge = scr_alloc(((size_t)n + 1) * sizeof *w->first_edge);
  w->edge = scr_alloc((2 * (size_t)edges + 1) * sizeof *w->edge);
  for (uint32_t k = 0; k < edges; k++)
    for (int i = 0; i < 2; i++) w->first_edge[g->edge[k].node[i]]++;
  begin_from_counts(w->first_edge, n);
  for (uint32_t k = 0; k < edges; k++)
    for (uint32_t i = 0; i < 2; i++)
      w->edge[w->first_edge[g->edge[k].node[i]]++] = (scr_geom_use){k, i};
  move_back(w->first_edge, n);
}

static void list_polygons(scr_geom *g, scr_geom_walk *w) {
  const uint32_t n = g->n[SCR_GEOM_EDGE];
  size_t sides = 0;
  w->first_poly = scr_alloc(((size_t)n + 1) * sizeof *w->first_poly);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; i < sides_of(&g->poly[k]); i++, sides++)
      w->first_poly[edge_of_side(g, &g->poly[k], i)]++;
  begin_from_counts(w->first_poly, n);
  w->poly = scr_alloc((sides + 1) * sizeof *w->poly);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++)
    for (uint32_t i = 0; i < sides_of(&g->poly[k]); i++)
      w->poly[w->first_poly[edge_of_side(g, &g->poly[k], i)]++] = (scr_geom_use){k, i};
  move_back(w->first_poly, n);
}

void scr_geom_walk_free(scr_geom_walk *w) {
  scr_free(w->first_edge);
  scr_free(w->first_poly);
  scr_free(w->edge);
  scr_free(w->poly);
  *w = (scr_geom_walk){0};
}

static void walk_renew(scr_geom *g) {
  if (g->walk.version == g->version) return;
  scr_geom_walk_free(&g->walk);
  list_edges(g, &g->walk);
  list_polygons(g, &g->walk);
  g->walk.version = g->version;
}

static bool next_use(const uint32_t *first, const scr_geom_use *use, uint32_t of, uint32_t after,
                     scr_geom_use *out) {
  uint32_t k = first[of];
  if (after != SCR_NONE)
    while (k < first[of + 1] && use[k].row <= after) k++;
  return k < first[of + 1] && (*out = use[k], true);
}

bool scr_geom_next_edge(scr_geom *g, uint32_t node, uint32_t after, scr_geom_use *out) {
  walk_renew(g);
  return next_use(g->walk.first_edge, g->walk.edge, node, after, out);
}

bool scr_geom_next_poly(scr_geom *g, uint32_t edge, uint32_t after, scr_geom_use *out) {
  walk_renew(g);
  return next_use(g->walk.first_poly, g->walk.poly, edge, after, out);
}
