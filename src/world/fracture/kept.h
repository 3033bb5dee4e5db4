/* What the files of this room share. */
#ifndef SCR_FRACTURE_KEPT_H
#define SCR_FRACTURE_KEPT_H

#include "world/fracture/fracture.h"

/* The geometry of a new fracture by its description; false after scr_fail. */
bool scr_fracture_shape(const scr_world *w, scr_diag *d, const scr_fracture_spec *spec,
                        scr_fracture *out);

#endif
