/* The cycle: what the whole world asks of it. */
#ifndef SCR_CYCLE_H
#define SCR_CYCLE_H

#include "world/world.h"

void scr_gaps_find(scr_world *w); /* engine.busy, engine.crowded */

#endif
