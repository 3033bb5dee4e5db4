/* The cycle: what the whole world asks of it. */
#ifndef SCR_CYCLE_H
#define SCR_CYCLE_H

#include "world/world.h"

void scr_gaps_find(scr_world *w); /* which gaps between stages hold callbacks */
void scr_cycle_new(scr_world *w);
void scr_cycle_free(scr_world *w);

#endif
