/* How far fractures are from where something enters: a fracture, or a geometry set. The way leads
 * from one intersection to the next, through the fracture that they share. */
#ifndef SCR_REACH_H
#define SCR_REACH_H

#include "world/fracture/fracture.h"
#include "world/geometry/geom.h"

/* What the part of the way in one fracture counts. */
typedef enum scr_reach_by {
  SCR_REACH_LEVEL,    /* 1: intersections are counted, that with the start included */
  SCR_REACH_DISTANCE, /* m, between middles of intersections */
  SCR_REACH_APERTURE, /* the same by the aperture */
  SCR_REACH_CUBIC     /* by its cube, 1/m2 */
} scr_reach_by;

/* By the intersections of that set; ways lead through the chosen ones alone. *reach is owned by the
 * caller: for each of the places, -1: no way leads there. Start: the fracture of that id (not 0),
 * or the polygons of the set (in 2D its edges). False after scr_fail, an interrupt. */
bool scr_fractures_reach(scr_world *w, scr_diag *d, uint32_t set, scr_reach_by by, uint32_t start,
                         const scr_geom *g, const uint32_t *places, size_t n, double **reach);

#endif
