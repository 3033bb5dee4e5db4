/* One geometry set added to another: see join.h. */
#include "world/geometry/join.h"

#include <math.h>
#include "base/mem.h"
#include "kernel/state.h"

/* Nodes by cells as long as the distance within which they are one; several cells may share a
 * list. */
typedef struct cells {
  double side;
  scr_u64map last; /* of a cell: the node that came last */
  uint32_t *before;
  size_t cap;
} cells;

static uint64_t cell_key(const double cell[3]) {
  uint64_t key = 0;
  for (int c = 0; c < 3; c++) key = (key ^ (uint64_t)(int64_t)cell[c]) * 0xff51afd7ed558ccdu;
  return key ^ key >> 29;
}

static void cell_of(const cells *s, const double x[3], double cell[3]) {
  for (int c = 0; c < 3; c++) cell[c] = floor(x[c] / s->side);
}

static void put_node(cells *s, const scr_geom *g, uint32_t row) {
  double cell[3];
  cell_of(s, g->node[row].x, cell);
  const uint64_t key = cell_key(cell);
  SCR_GROW(s->before, s->cap, (size_t)row + 1);
  s->before[row] = scr_u64map_get(&s->last, key, SCR_NONE);
  scr_u64map_set(&s->last, key, row);
}

static double distance2(const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

/* The nearest node within a side of the cells, of equal ones the first; SCR_NONE. */
static uint32_t node_near(const cells *s, const scr_geom *g, const double x[3]) {
  double cell[3], best = s->side * s->side;
  uint32_t found = SCR_NONE;
  cell_of(s, x, cell);
  for (int k = 0; k < 27; k++) {
    const double at[] = {cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1};
    for (uint32_t row = scr_u64map_get(&s->last, cell_key(at), SCR_NONE); row != SCR_NONE;
         row = s->before[row]) {
      const double off = distance2(g->node[row].x, x);
      if (off > best || (off == best && row >= found)) continue;
      best = off, found = row;
    }
  }
  return found;
}

static uint32_t take_node(cells *s, scr_geom *to, const double x[3], double near) {
  if (!(near > 0)) return near < 0 ? scr_geom_node_new(to, x) : scr_geom_node_at(to, x);
  uint32_t row = node_near(s, to, x);
  if (row == SCR_NONE) put_node(s, to, row = scr_geom_node_new(to, x));
  return row;
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
  cells s = {.side = near};
  const uint32_t first = to->n[SCR_GEOM_NODE];
  uint32_t *row = scr_alloc(from->n[SCR_GEOM_NODE] * sizeof *row);
  for (uint32_t k = 0; k < first && near > 0; k++) put_node(&s, to, k);
  for (uint32_t k = 0; k < from->n[SCR_GEOM_NODE]; k++) {
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = from->node[k].x[c] + offset[c];
    row[k] = take_node(&s, to, x, near);
    group(to, SCR_GEOM_NODE, row[k], first, from->node[k].groups);
  }
  join_edges(to, from, row);
  join_polygons(to, from, row);
  scr_u64map_free(&s.last);
  scr_free(s.before);
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
