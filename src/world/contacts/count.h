/* Numbers of contacts by ball, and the largest of them. */
#ifndef SCR_COUNT_H
#define SCR_COUNT_H

#include "world/world.h"

void scr_count_contacts(scr_world *w);
void scr_count_change(scr_world *w, scr_contact_type type, uint32_t k,
                      bool more); /* contact k came, or goes */
/* Of one ball, and the largest; they must be up to date. */
uint32_t scr_count_of(const scr_world *w, uint32_t row);
uint32_t scr_count_most(const scr_world *w);
/* Contacts that are too far apart even for candidates end where lists are made, others with the
 * forces or before them: from `hold` to `release` the sums have the room that they need at `hold`.
 */
void scr_count_hold(scr_world *w);
void scr_count_release(scr_world *w);
void scr_count_follow(scr_world *w, const uint32_t *from); /* all of them, row k was row from[k] */

#endif
