/* Invariants of a world: whatever it is in, outside of a cycle and between two commands. A debug
 * build looks at them by itself where it is asked to, fuzz targets and tests do always. */
#ifndef SCR_CHECK_H
#define SCR_CHECK_H

#include "base/str.h"
#include "world/world.h"

/* Do all hold? If not, `why` gets the first that does not. Nothing is changed. */
bool scr_world_check(const scr_world *w, scr_buf *why);
/* Ends the program where one does not, if the world is to be looked at (scr_world.checked). Nothing
 * in a build without assertions. */
void scr_world_assert(const scr_world *w);
/* Is a new world to be? SCREE_CHECK=0 in the environment says no. */
bool scr_world_checked_at_first(void);

#endif
