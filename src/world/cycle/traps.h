/* What a run would do without a word. */
#ifndef SCR_TRAPS_H
#define SCR_TRAPS_H

#include "world/world.h"

/* What this solve would do in silence; ratio: it goes on to one. False: a warning is an error. */
bool scr_traps_tell(scr_world *w, scr_diag *d, bool ratio);
/* The same of the strain of the domain, in this step. */
bool scr_traps_tell_strain(scr_world *w, scr_diag *d);

#endif
