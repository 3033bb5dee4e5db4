/* The timestep: what others may ask. */
#ifndef SCR_STEPPER_H
#define SCR_STEPPER_H

#include "world/motion/motion.h"
#include "world/world.h"

bool scr_timestep_choose(scr_world *w, scr_diag *d);
/* What is kept of stiffness may not be used any more: rough sums, bounds. */
void scr_stiffness_forget(scr_world *w);
/* Makes the rough sums of stiffness ready for a force pass; NULL where the next timestep does not
 * ask. */
scr_load *scr_rough_begin(scr_world *w);
/* The largest that were added: kn or ks, ks, and against rotation. */
void scr_rough_end(scr_world *w, double k, double ks, double kr);
extern const scr_mover scr_bounds_mover;
void scr_stepper_new(scr_world *w);
void scr_stepper_free(scr_world *w);
size_t scr_stepper_bytes(const scr_world *w); /* of memory */

#endif
