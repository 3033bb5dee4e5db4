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

/* The parts of it, room by room. */
bool scr_check_things(const scr_world *w, scr_buf *why);   /* world/state/check_things.c */
bool scr_check_walls(const scr_world *w, scr_buf *why);    /* world/facets/check_walls.c */
bool scr_check_contacts(const scr_world *w, scr_buf *why); /* world/contacts/check_contacts.c */
bool scr_check_lists(const scr_world *w, scr_buf *why);    /* world/search/check_lists.c */
bool scr_check_forces(const scr_world *w, scr_buf *why);   /* world/force/check_forces.c */
bool scr_check_fresh(const scr_world *w, scr_buf *why);    /* world/check.c */

/* Ids and handles of one kind of thing, of which there are so many. */
bool scr_check_ids(const scr_ids *s, const char *name, uint32_t things, scr_buf *why);
bool scr_check_slots(const scr_slots *s, const char *name, size_t used, scr_buf *why);

/* Ends a check with that text where the condition does not hold. */
#define SCR_HOLDS(condition, ...)                                                                  \
  do {                                                                                             \
    if (!(condition)) {                                                                            \
      scr_buf_printf(why, __VA_ARGS__);                                                            \
      return false;                                                                                \
    }                                                                                              \
  } while (0)

#endif
