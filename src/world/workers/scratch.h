/* Numbers by ball that one function needs for a while. */
#ifndef SCR_SCRATCH_H
#define SCR_SCRATCH_H

#include "world/world.h"

/* So many numbers a ball, whatever they are, until the next call. */
double *scr_scratch(scr_world *w, size_t numbers);
void scr_scratch_rest(scr_world *w); /* once a cycle: goes if no cycle needs it any more */
void scr_scratch_free(scr_world *w);

#endif
