/* The parts of scr_world_check (world/check.h), room by room: each returns false after it has
 * written what does not hold. */
#ifndef SCR_CHECKS_H
#define SCR_CHECKS_H

#include "base/str.h"
#include "world/world.h"

bool scr_check_things(const scr_world *w, scr_buf *why);   /* world/state/check_things.c */
bool scr_check_walls(const scr_world *w, scr_buf *why);    /* world/facets/check_walls.c */
bool scr_check_contacts(const scr_world *w, scr_buf *why); /* world/contacts/check_contacts.c */
bool scr_check_lists(const scr_world *w, scr_buf *why);    /* world/search/check_lists.c */
bool scr_check_bodies(const scr_world *w, scr_buf *why);   /* world/rigid/check_bodies.c */
bool scr_check_pieces(const scr_world *w, scr_buf *why);   /* the same: their motion alone */
bool scr_check_inlets(const scr_world *w, scr_buf *why);   /* world/bodies/inlets.c */
bool scr_check_forces(const scr_world *w, scr_buf *why);   /* world/force/check_forces.c */
bool scr_check_stresses(const scr_world *w, scr_buf *why); /* world/measure/balls.c */
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
