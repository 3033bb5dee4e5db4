/* Fractures and their networks in a section of a save file, which worlds without any have not. */
#ifndef SCR_SAVE_FRACTURES_H
#define SCR_SAVE_FRACTURES_H

#include "base/bytes.h"
#include "world/world.h"

#define SCR_SECTION_FRACTURES "fractures"
#define SCR_SECTION_APERTURES "apertures" /* of those that have one */

/* Is there anything to save? */
static inline bool scr_has_fractures(const scr_world *w) {
  for (size_t k = 0; k < w->fractures.ndfn; k++)
    if (w->fractures.dfn[k].id) return true;
  return false;
}
/* In order of ids; `set` gives the number that a set of groups has in the file. */
void scr_put_fractures(scr_world *w, scr_buf *b, uint32_t (*set)(void *user, uint32_t groups),
                       void *user);
/* Into a world that has none. `groups` are the sets of groups by their numbers in the file. What is
 * wrong makes the bytes bad. */
void scr_get_fractures(scr_world *w, scr_bytes *in, const uint32_t *groups, uint32_t ngroups);

bool scr_has_apertures(const scr_world *w);
void scr_put_apertures(scr_world *w, scr_buf *b); /* in order of ids */
void scr_get_apertures(scr_world *w, scr_bytes *in);

#endif
