/* Energies: what rooms ask beyond world.h. */
#ifndef SCR_ENERGY_H
#define SCR_ENERGY_H

#include "kernel/kernel.h"
#include "world/world.h"

void scr_energies_find(scr_world *w); /* kinetic, strain */
/* A step after an edit of networks of springs begins; false: it is over, if it was one. What the
 * edit makes of Poisson's forces is found, and booked, in it. */
void scr_energy_edited_step(scr_world *w, bool begins);
bool scr_energies_hold(const scr_world *w);                /* are they those of now? */
double scr_ball_kinetic(const scr_world *w, uint32_t row); /* J; of a piece: 0 */
/* Adds `sign` times what contacts of these balls (by row: 1) hold where their ends are, as edits
 * find it. */
void scr_energy_add_settled(const scr_world *w, const uint8_t *of, double sign, scr_xsum *sum);
/* Energies on: books what a step of another length than the last one (s; 0: there was none) brings
 * in, docs/physics.md; before m is run. */
void scr_energy_timestep(scr_world *w, const scr_motion *m, double last);

/* The part of a ball in Verlet's term between two steps (scr_world_sync before), J; 0 while
 * energies are off. Books for the next step what an edit has made of it. */
double scr_energy_verlet_of_ball(scr_world *w, uint32_t row);
void scr_energy_verlet_edited(scr_world *w, double before, double now);

/* Kinetic energy, J, 0 while energies are off; books what the velocities that became 0 since have
 * taken of it. */
double scr_energy_of_motion(scr_world *w);
void scr_energy_calmed(scr_world *w, double before);

/* The domain was strained in this step: half of the work of the forces of now, J. Once before the
 * forces of the step, and once with them. */
void scr_energy_strained(scr_world *w);

#endif
