/* Facets by cells, for places of balls that are asked one after the other before they are balls:
 * does one there overlap a facet? Each facet counts in all periodic images that balls see. */
#ifndef SCR_FACET_CELLS_H
#define SCR_FACET_CELLS_H

#include "world/world.h"

typedef struct scr_facet_cells scr_facet_cells;

/* For balls of no more than that radius with their centres in a box. Good until facets change.
 * NULL after scr_fail: a facet is so far away that its images have no numbers. */
scr_facet_cells *scr_facet_cells_new(scr_world *w, scr_diag *d, const double lo[3],
                                     const double hi[3], double largest);
void scr_facet_cells_free(scr_facet_cells *s);
/* Is any facet nearer to x than `far`, which is no larger than `largest`? */
bool scr_facet_cells_near(const scr_facet_cells *s, const double x[3], double far);

#endif
