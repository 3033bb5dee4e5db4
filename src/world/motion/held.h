/* Balls that are held since they came through an inlet: a force against the unbalanced one, wholly
 * for a while and then less and less. It acts on the motion alone; who asks for forces sees those
 * of contacts, as ever. scr_world.held, in order of the balls' ids. */
#ifndef SCR_HELD_H
#define SCR_HELD_H

#include "world/world.h"

/* The clock that ends the holding: time in s, or steps, which are counted where the time rises. So
 * a closing half-kick is the same in its own cycle (a callback looks) and in the next one. */
double scr_held_now(const scr_world *w, bool by_steps);
void scr_held_put(scr_world *w, const scr_held *h); /* one of that ball is replaced */
/* Those that nothing holds any more, and those of balls that are gone, go. */
void scr_held_prune(scr_world *w);
/* To force, 3 a row, N: what holds the balls as they are now. */
void scr_held_add(const scr_world *w, double *force);

#endif
