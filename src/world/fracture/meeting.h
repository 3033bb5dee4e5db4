/* Where two fractures meet. */
#ifndef SCR_MEETING_H
#define SCR_MEETING_H

#include "world/fracture/fracture.h"

/* Do they have a point in common? Ends of the (first) segment in 3D, the point twice in 2D; m.
 * Parallel planes do not meet, whether they are one or not. */
bool scr_fractures_meet(const scr_world *w, uint32_t a, uint32_t b, double end[2][3]);

#endif
