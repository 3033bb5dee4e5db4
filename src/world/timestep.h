/* What the two ways to the automatic timestep share: exact sums of stiffness of all balls (timestep.c), or of the few that rough
 * sums point to (timestep_rough.c). */
#ifndef SCR_TIMESTEP_H
#define SCR_TIMESTEP_H

#include "world/engine.h"

typedef struct scr_limits_found {
  double stiffness; /* the smallest m/K */
  double kinematic; /* the smallest (R/|v|)^2 */
  double radius;    /* the largest */
  double k, ks;     /* the largest kn or ks, and ks */
  char line[64];    /* lanes write side by side */
} scr_limits_found;

/* The smaller and larger of both, by field. */
void scr_limits_add(scr_limits_found *all, const scr_limits_found *f);
/* A pass that adds to the exact sums. */
const scr_pass *scr_stiffness_pass(scr_world *w, scr_contact_type type);
/* Sets the magic numbers for contributions up to kn or ks, and ks arm^2 with an arm of twice the largest radius; false: they are
 * the same as before. */
bool scr_stiffness_quanta(scr_world *w, const scr_limits_found *f);
/* Stiffness of the twin contact of a ball that nothing touches: translation, rotation / R^2. scr_twins_ready() first. */
void scr_twins_ready(scr_world *w);
const double *scr_twin_known(const scr_world *w, uint32_t row);
/* m/K, the smaller one of translation and rotation; 0 is no stiffness. */
double scr_ratio_of(const scr_world *w, uint32_t row, double k, double k_rot);
/* The smallest m/K of one ball over its axes, by its exact sums. */
double scr_ball_ratio(const scr_world *w, uint32_t row);
/* The limits from the sums that the force pass left, with the closing half-kick where it is due; false: the exact sums of all
 * balls are needed. */
bool scr_sum_roughly(scr_world *w, scr_limits_found *all);
/* Would scr_sum_roughly() try? */
bool scr_rough_known(const scr_world *w);

#endif
