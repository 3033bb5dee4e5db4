/* A domain that is strained at a rate. */
#ifndef SCR_STRAIN_H
#define SCR_STRAIN_H

#include "world/world.h"

/* False after scr_fail: walls and rigid bodies do not follow a strain. */
bool scr_domain_may_strain(const scr_world *w, scr_diag *d);
bool scr_strain_barred(scr_diag *d, const char *by); /* false: things that do not follow it */
/* May it be strained in this step? False after scr_fail. */
bool scr_strain_fits(const scr_world *w, scr_diag *d);
void scr_domain_strain(scr_world *w);        /* by this step, after the drift */
double scr_strain_limit(const scr_world *w); /* of the timestep, s; HUGE_VAL: none */

#endif
