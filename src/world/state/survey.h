/* What any ball has at all, so that passes may leave out the rest; extremes of masses and radii. */
#ifndef SCR_SURVEY_H
#define SCR_SURVEY_H

#include "world/world.h"

/* What the motion may leave out. Cheap against a step, and done only when something was edited. */
void scr_survey(scr_world *w);
void scr_masses_survey(scr_world *w); /* masses and radii alone */
/* All have a mass, or the lowest id of those without is told. */
bool scr_masses_fit(scr_world *w, scr_diag *d);

#endif
