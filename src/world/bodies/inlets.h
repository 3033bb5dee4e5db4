/* Inlets: scr_world.inlet, in order of id. A brick slides in a box of its own size, and what leaves
 * it at one side comes in again at the other one, since the brick is periodic. Each ball whose
 * centre leaves the box becomes a ball of the model there, with the velocity of the flow and of the
 * box, which may be turned and moves as a rigid body while the inlet is active. Contacts of the
 * brick play no part. */
#ifndef SCR_INLETS_H
#define SCR_INLETS_H

#include "world/motion/held.h"
#include "world/world.h"

/* Its place in w->inlet; SCR_NONE: there is none. */
uint32_t scr_inlet_find(const scr_world *w, uint32_t id);
uint32_t scr_inlet_next_id(const scr_world *w);
/* Puts it in its place by id; one of that id is replaced. */
void scr_inlet_put(scr_world *w, const scr_inlet *i);
/* Turns the box from the axes of the model by angles about the fixed axes x, y and z, in that
 * order, degrees. */
void scr_inlet_orient(scr_inlet *i, const double degrees[3]);
/* Angles of few digits that turn the box so, to the last bit: those that were given, or others that
 * make the same turn. */
void scr_inlet_angles(const scr_inlet *i, double degrees[3]);
bool scr_inlet_is_turned(const scr_inlet *i);
/* How far the box reaches from its middle along the axes of the model, m. */
void scr_inlet_half(const scr_inlet *i, const scr_domain *brick, int dim, double half[3]);
/* The corners of its box, m: 4 in 2D, 8 in 3D; bit c of the number tells whether a corner lies at
 * the upper end of axis c of the box. False: its brick is gone. */
bool scr_inlet_corners(const scr_world *w, const scr_inlet *i, double corner[8][3]);
/* The velocity with which balls enter, along the axes of the model and without that of the box. */
void scr_inlet_flow(const scr_inlet *i, double v[3]);
/* Is it turned, does it move or hold balls? */
bool scr_inlet_moves(const scr_inlet *i);
/* Are its motion and how long it holds balls possible? */
bool scr_inlet_fits(const scr_inlet *i, int dim);
/* Is what is said of number k of those that are held possible, and in order of ids? */
bool scr_held_fits(const scr_world *w, uint32_t k);
/* As it is now: while it is active its brick has slid and its box has moved since i->time. */
scr_inlet scr_inlet_now(const scr_world *w, const scr_inlet *i);
/* Before an edit of w->inlet[k]: what has left its box up to now comes, as it would with the next
 * cycle. Nothing does if it is off or its brick is gone. False after scr_fail: a ball would lie
 * outside of the domain. Not while others use the world. */
bool scr_inlet_catch_up(scr_world *w, scr_diag *d, uint32_t k);
/* Sets the time of the model, s: inlets, and balls that are held for a time, go on as they were.
 * Not while others use the world. */
void scr_clock_set(scr_world *w, double t);
/* At the beginning of a cycle: what has left the boxes of active inlets since the last one comes.
 * False after scr_fail: a brick is gone, or a ball would lie outside of the domain. */
bool scr_inlets_feed(scr_world *w, scr_diag *d);

#endif
