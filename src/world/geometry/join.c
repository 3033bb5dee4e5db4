/* One geometry set added to another: see join.h. */
#include "world/geometry/join.h"

#include <math.h>
#include "base/mem.h"
#include "kernel/state.h"
#include "world/shapes/spots.h"

/* Rows of nodes are the numbers of their spots. */
static uint32_t take_node(scr_spots *s, scr_geom *to, const double x[3]) {
  if (!(s->near > 0)) return s->near < 0 ? scr_geom_node_new(to, x) : scr_geom_node_at(to, x);
  const uint32_t row = scr_spots_find(s, x);
  if (row != SCR_NONE) return row;
  scr_spots_put(s, x);
  return scr_geom_node_new(to, x);
}

/* Whatever is new stands from `first` on; others keep their groups. */
static void group(scr_geom *to, scr_geom_kind kind, uint32_t row, uint32_t first, uint32_t groups) {
  if (row != SCR_NONE && row >= first) *scr_geom_groups(to, kind, row) = groups;
}

static void join_edges(scr_geom *to, const scr_geom *from, const uint32_t *row) {
  const uint32_t first = to->n[SCR_GEOM_EDGE];
  for (uint32_t k = 0; k < from->n[SCR_GEOM_EDGE]; k++) {
    const scr_geom_edge *e = &from->edge[k];
    const uint32_t made = scr_geom_edge_between(to, row[e->node[0]], row[e->node[1]]);
    group(to, SCR_GEOM_EDGE, made, first, e->groups);
  }
}

static void join_polygons(scr_geom *to, const scr_geom *from, const uint32_t *row) {
  const uint32_t first = to->n[SCR_GEOM_POLY];
  for (uint32_t k = 0; k < from->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *p = &from->poly[k];
    const uint32_t made = scr_geom_poly_begin(to);
    for (uint32_t i = 0; i < p->n; i++)
      scr_geom_poly_corner(to, made, row[from->corner[p->first + i]]);
    if (p->closed) scr_geom_poly_close(to, made);
    group(to, SCR_GEOM_POLY, made, first, p->groups);
  }
}

void scr_geom_join(scr_geom *to, const scr_geom *from, const double offset[3], double near) {
  scr_spots s = {.near = near};
  const uint32_t first = to->n[SCR_GEOM_NODE];
  uint32_t *row = scr_alloc(from->n[SCR_GEOM_NODE] * sizeof *row);
  for (uint32_t k = 0; k < first && near > 0; k++) scr_spots_put(&s, to->node[k].x);
  for (uint32_t k = 0; k < from->n[SCR_GEOM_NODE]; k++) {
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = from->node[k].x[c] + offset[c];
    row[k] = take_node(&s, to, x);
    group(to, SCR_GEOM_NODE, row[k], first, from->node[k].groups);
  }
  join_edges(to, from, row);
  join_polygons(to, from, row);
  scr_spots_free(&s);
  scr_free(row);
}

double scr_geom_size(const scr_geom *g) {
  double size = 0;
  for (int c = 0; c < 3; c++) {
    double lo = HUGE_VAL, hi = -HUGE_VAL;
    for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++)
      lo = fmin(lo, g->node[k].x[c]), hi = fmax(hi, g->node[k].x[c]);
    size = fmax(size, hi - lo);
  }
  return size;
}
