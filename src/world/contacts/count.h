/* Numbers of contacts by ball, and the largest of them. */
#ifndef SCR_COUNT_H
#define SCR_COUNT_H

#include "world/world.h"

void scr_count_contacts(scr_world *w);
void scr_count_change(scr_world *w, scr_contact_type type, uint32_t k,
                      bool more);                          /* contact k came, or goes */
void scr_count_follow(scr_world *w, const uint32_t *from); /* all of them, row k was row from[k] */

#endif
