/* The solve that is running, and what its limits, callbacks and histories say of who looks when. */
#ifndef SCR_SOLVING_H
#define SCR_SOLVING_H

#include <math.h>
#include "world/world.h"

typedef struct scr_solving {
  const scr_limits *limit;
  uint64_t first;
  double start;
  bool ends; /* interrupted: after this cycle */
} scr_solving;

/* Compensated sums leave a few last places; a limit counts as reached within 1e-12 of itself. */
static inline bool scr_reached(double t, double limit) { return t >= limit - 1e-12 * fabs(limit); }
/* Is this one of every so many cycles (0: none)? */
static inline bool scr_every(uint64_t cycle, uint64_t interval) {
  return interval == 1 || (interval && cycle % interval == 0);
}
/* Is a frame of results due at the end of that cycle, whose time has been added? */
bool scr_frame_due(const scr_world *w, uint64_t cycle);
/* Does anything read the world in the cycle that runs now, or after it? */
bool scr_somebody_looks(const scr_world *w);
/* Does anything read the contacts before the forces of the next cycle, or move balls where this may
 * be the last one? */
bool scr_contacts_read(const scr_world *w, bool last);
/* May FISH have set a velocity since the last force pass (at the end of a cycle, in a range of the
 * CMAT)? Callbacks aside. */
bool scr_velocities_open(const scr_world *w);
/* Does an entry of the CMAT ask a function which contacts it is for? */
bool scr_ranges_call(const scr_world *w);
/* Is what was looked at when this solve began to be looked at again before this cycle? By counts of
 * cycles alone. */
bool scr_looks_again(const scr_world *w);
/* Does no contact slip in it? */
bool scr_solves_elastic(const scr_world *w);
/* May this solve end by a ratio, to which only what is damped comes? */
bool scr_goes_to_ratio(const scr_world *w);

#endif
