/* Stresses of balls in networks of springs. */
#ifndef SCR_NETWORK_H
#define SCR_NETWORK_H

#include "kernel/kernel.h"
#include "world/world.h"

/* Is it a law of networks? law: its number in a list of pairs. */
bool scr_law_is_network(uint8_t law);
/* Before the forces of a step, where any contact has such a law. */
void scr_network_stresses(scr_world *w);
/* Does any contact ask for stresses, or may one that a cycle makes? */
bool scr_network_may_be_stressed(const scr_world *w);
size_t scr_network_bytes(const scr_world *w);            /* what it keeps for that */
void scr_network_ask(void *world, const scr_law_ask *a); /* a row of scr_law_askers() */

#endif
