/* Inlets: scr_world.inlet, in order of id. A brick slides in a box of its own size, and what leaves
 * it at one side comes in again at the other one, since the brick is periodic. Each ball whose
 * centre leaves the box becomes a ball of the model there, with the velocity of the flow. Contacts
 * of the brick play no part. */
#ifndef SCR_INLETS_H
#define SCR_INLETS_H

#include "world/world.h"

/* Its place in w->inlet; SCR_NONE: there is none. */
uint32_t scr_inlet_find(const scr_world *w, uint32_t id);
uint32_t scr_inlet_next_id(const scr_world *w);
/* Puts it in its place by id; one of that id is replaced. */
void scr_inlet_put(scr_world *w, const scr_inlet *i);
/* At the beginning of a cycle: what has left the boxes of active inlets since the last one comes.
 * False after scr_fail: a brick is gone, or a ball would lie outside of the domain. */
bool scr_inlets_feed(scr_world *w, scr_diag *d);

#endif
