/* Motion of the next step beside the forces of this one (world/force/ahead.c). Floor: world. */
#ifndef SCR_AHEAD_H
#define SCR_AHEAD_H

#include "kernel/kernel.h"
#include "world/world.h"

typedef struct scr_ahead {
  const scr_motion *motion; /* of the step after the one whose forces are summed */
  uint8_t *later; /* by row: what the motion of this ball waits for; made for a list and a number of
                     workers */
  size_t cap;
  uint64_t builds, cuts;
  int workers;
  bool moved;     /* the motion of the next step has been done */
  uint64_t steps; /* how often, since the world was made */
  double seconds; /* that the first worker took for it, if anybody profiles */
} scr_ahead;

/* Is the next step known, and does nothing stand between it and the forces of this one? Asked where
 * nobody looks at these forces.
 */
bool scr_ahead_possible(const scr_world *w);
/* Before the pass, on the world's own thread, behind scr_halos_find(): which balls other workers
 * add to. */
void scr_ahead_begin(scr_world *w, int workers);
/* Worker t: all its pairs of two balls, and the motion of its balls; its pairs with facets have
 * been before. */
void scr_ahead_pass(const scr_world *w, const scr_pass *p, int t, int workers);
/* Worker t, behind the barrier: motion of those that other workers have added to. */
void scr_ahead_merged(const scr_world *w, int t, int workers);
/* After all births and components that were set apart: the rest. */
void scr_ahead_end(scr_world *w);

#endif
