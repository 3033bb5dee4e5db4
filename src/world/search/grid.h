/* Cells for the search: a grid for each class of radii, so that small balls have small cells
 * whatever else there is. */
#ifndef SCR_GRID_H
#define SCR_GRID_H

#include "kernel/kernel.h"
#include "world/world.h"

enum { SCR_MAX_LEVELS = 16 };

/* The balls of one class of radii in cells at least as wide as any two of them reach. Axes of cells
 * go by `axis`: 0 is the fastest.
 */
typedef struct scr_level {
  double top;     /* the largest radius, m */
  double reach;   /* top and the largest gap of a candidate, m */
  double size[3]; /* of a cell, m */
  double per[3];  /* cells a metre */
  int n[3];
  uint32_t first, count; /* its balls in the columns */
  uint32_t
      *start; /* first ball of each cell, as a place in the columns; one number more than cells */
  size_t cap_start;
} scr_level;

typedef struct scr_grid {
  int levels;
  scr_level level[SCR_MAX_LEVELS]; /* 0 has the smallest balls */
  int main;    /* the level with most balls: its cells are the order of all balls in memory */
  int axis[3]; /* axis[0] is the fastest of the sweep, the one with fewest cells */
  double lo[3], hi[3]; /* box of all centres, or the period, m */
  bool wrap[3];
  double rmax, rmean;
  double period[3];
  scr_ball_columns all; /* level after level, within a level by cell */
  size_t cap_col[4], cap_row;
  uint32_t *key, *cell; /* by row: cell of the main level and of the own one */
  uint8_t *class;
  size_t cap_key, cap_cell, cap_class;
} scr_grid;

/* Extent, classes of radii. False after scr_fail: a ball is nowhere. */
bool scr_grid_survey(scr_grid *g, const scr_world *w, scr_diag *d);
/* Cells wide enough for candidates with that gap on top of the radii (m, by the largest radius of a
 * level). */
void scr_grid_shape(scr_grid *g, const scr_world *w, double fixed, double part, double skin);
/* Cells of all balls; returns how often a ball lies before its predecessor in the sweep. */
uint32_t scr_grid_cells(scr_grid *g, const scr_world *w);
/* from[new row] = old row of the balls in sweep order. */
void scr_grid_order(scr_grid *g, uint32_t n, uint32_t *from);
/* Fills the columns. */
void scr_grid_fill(scr_grid *g, const scr_world *w);
void scr_grid_drop(scr_grid *g); /* its memory */

/* Cell of a coordinate along axis c of a level. */
static inline int scr_grid_at(const scr_grid *g, const scr_level *l, int c, double x) {
  const double k = (x - g->lo[c]) * l->per[c]; /* of a far vertex beyond every integer */
  return !(k > 0) ? 0 : k >= l->n[c] ? l->n[c] - 1 : (int)k;
}

/* Where a row of cells along the fastest axis begins; y and z are those of axis[1] and axis[2]. */
static inline uint32_t scr_grid_line(const scr_grid *g, const scr_level *l, int y, int z) {
  return (uint32_t)(z * l->n[g->axis[1]] + y) * (uint32_t)l->n[g->axis[0]];
}

/* Ranges of cells along one axis, the second one empty unless the range goes through a periodic
 * side. Each cell comes once. */
typedef struct scr_span {
  int lo[2], hi[2]; /* hi: one after the last */
} scr_span;
scr_span scr_grid_span(const scr_grid *g, const scr_level *l, int c, double from,
                       double to); /* cells that hold from ... to */
scr_span scr_grid_beside(const scr_grid *g, const scr_level *l, int c,
                         int at); /* a cell and those beside it */

#endif
