/* From a node to the edges that end there, and from an edge to the polygons that have it as a side,
 * in order of id. Lists of both are made when they are asked for after a change. */
#ifndef SCR_GEOM_WALK_H
#define SCR_GEOM_WALK_H

#include "world/geometry/geom.h"

/* The first one behind row `after` (SCR_NONE: of all), with the number from 0 of the node in the
 * edge, or of the edge among the sides of the polygon. False: there is none. */
bool scr_geom_next_edge(scr_geom *g, uint32_t node, uint32_t after, scr_geom_use *out);
bool scr_geom_next_poly(scr_geom *g, uint32_t edge, uint32_t after, scr_geom_use *out);
void scr_geom_walk_free(scr_geom_walk *w);

#endif
