/* Works at the sides of the domain that stop or reflect: see sides.c. */
#ifndef SCR_SIDES_H
#define SCR_SIDES_H

#include "kernel/kernel.h"
#include "world/world.h"

void scr_sides_new(scr_world *w);
void scr_sides_free(scr_world *w);
size_t scr_sides_bytes(const scr_world *w); /* of memory */
/* Before m is run, after a step of `last`: keeps what the books need of balls and bodies that will
 * leave the domain. */
void scr_sides_foresee(scr_world *w, const scr_motion *m, double last);
/* A ball or a body (rows) is outside, before anything is done about it. */
void scr_sides_meet_ball(scr_world *w, uint32_t row);
void scr_sides_meet_body(scr_world *w, uint32_t row);
/* All of those are where their sides have put them: books the step anew. */
void scr_sides_book(scr_world *w);
/* Some went by a side that destroys. `before`: scr_energy_state(). */
void scr_sides_destroyed(scr_world *w, double before);

#endif
