/* Radical (Laguerre) cells of balls: what lies nearer to a ball than to any other by the power
 * distance |x - x_i|^2 - r_i^2. Together they fill the box around all balls, or the period.
 * Formulas: docs/physics.md, tractions. */
#ifndef SCR_CELLS_H
#define SCR_CELLS_H

#include "world/world.h"

/* What lies behind a face: the row of a ball, or a side of the box, 2 c + 1 the upper one along c.
 */
enum { SCR_CELL_SIDE = 0x40000000 };

typedef struct scr_cell_face {
  uint32_t other;
  bool nearest;  /* of a ball: its image that contacts see */
  double n[3];   /* unit normal outwards */
  double h;      /* how far its plane lies along n from the centre of the ball, m */
  double d;      /* to the centre of the other ball, m; 0: a side */
  double area;   /* m2 (2D: length times 1 m) */
  double x[3];   /* its middle, m, in the image that the ball stands for, */
  double way[3]; /* and from the centre of the ball */
} scr_cell_face;

typedef struct scr_cells {
  double lo[3], hi[3]; /* of the box, m; in 2D z is [-0.5, 0.5] */
  uint32_t n;          /* cells, by row */
  size_t *first;       /* face of each, and the end */
  double *volume;      /* of each, m3 (2D: area times 1 m) */
  scr_cell_face *face;
  size_t nface, cap_face;
} scr_cells;

static inline bool scr_cell_is_side(const scr_cell_face *f) { return f->other >= SCR_CELL_SIDE; }
/* radical: else all balls count alike (Voronoi). False after an interrupt, or if there is no ball;
 * *out is to be freed all the same. */
bool scr_cells_find(scr_world *w, scr_diag *d, bool radical, scr_cells *out);
void scr_cells_free(scr_cells *c);
/* The face of the cell of row i towards the ball of row j, as a contact of both sees it; NULL: they
 * share none. */
const scr_cell_face *scr_cell_towards(const scr_cells *c, uint32_t i, uint32_t j);

#endif
