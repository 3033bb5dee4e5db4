/* The timestep: all that others may ask of it. Which way it comes to it (exact sums, rough ones,
 * bounds) shows nowhere. */
#ifndef SCR_STEPPER_H
#define SCR_STEPPER_H

#include "world/force/force.h"
#include "world/motion/motion.h"
#include "world/world.h"

/* That of the next step goes to w->timestep.current. False: there is none. */
bool scr_timestep_choose(scr_world *w, scr_diag *d);
/* What is kept of stiffness may not be used any more: rough sums, bounds. */
void scr_stiffness_forget(scr_world *w);
/* What the force pass is to leave for the next timestep; NULL: nothing. */
scr_rough *scr_rough_begin(scr_world *w);
extern const scr_mover scr_bounds_mover; /* looks at velocities while balls move */
/* Normal stiffness of these n pairs of a ball and a facet as they lie now, by place in the list,
 * N/m; 0: not active. */
const double *scr_facet_stiffness(scr_world *w, const uint32_t *pair, size_t n);
/* The dashpots of the contacts of one law and one set of parameters: normal, shear, rolling.
 * With the damping ratio b the stiffness k' that counts for the timestep is k (b + sqrt(1 +
 * b^2))^2, and the viscosity is 2 b sqrt(m k); of rolling see scr_dampers. */
typedef struct scr_dashpot {
  int law; /* 0: none yet */
  uint32_t set;
  double twice[3], under[3]; /* 2 b; b + sqrt(1 + b^2) */
  bool known;                /* does the law tell of them (scr_dampers)? */
} scr_dashpot;
/* That of a pair; *of is the last one that was asked for: most walls have contacts of one kind. */
void scr_dashpot_of(const scr_world *w, scr_contact_type type, uint32_t pair, scr_dashpot *of);
/* N s/m, by the mass of the contact (kg) and k' (N/m); of rolling N m s, by kg m2 and N m. */
double scr_viscosity(const scr_dashpot *d, int which, double mass, double stiffness);
void scr_stepper_new(scr_world *w);
void scr_stepper_free(scr_world *w);
size_t scr_stepper_bytes(const scr_world *w); /* of memory */

#endif
