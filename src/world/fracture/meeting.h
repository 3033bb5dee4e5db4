/* Where two fractures meet. */
#ifndef SCR_MEETING_H
#define SCR_MEETING_H

#include "world/fracture/fracture.h"

/* Do they have a point in common? Ends of the (first) segment in 3D, the point twice in 2D; m.
 * Parallel planes do not meet, whether they are one or not. */
bool scr_fractures_meet(const scr_world *w, uint32_t a, uint32_t b, double end[2][3]);
/* The same of a fracture and a plane polygon of n corners (3 numbers each, m), in 2D a segment. */
bool scr_fracture_meets_polygon(const scr_world *w, uint32_t place, const double *corner,
                                uint32_t n, double end[2][3]);

#endif
