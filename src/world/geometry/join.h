/* One geometry set added to another. */
#ifndef SCR_GEOM_JOIN_H
#define SCR_GEOM_JOIN_H

#include "world/geometry/geom.h"

/* Adds nodes, edges and polygons of `from`, moved by `offset` (m), to another set. `near`: nodes
 * within that distance of one that is there become that one; 0: only equal places do; negative:
 * none. What is there keeps its groups. */
void scr_geom_join(scr_geom *to, const scr_geom *from, const double offset[3], double near);
/* The largest extent of its nodes, m. */
double scr_geom_size(const scr_geom *g);

#endif
