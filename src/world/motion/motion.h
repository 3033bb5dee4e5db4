/* Motion of the balls: half-kicks and drifts, as passes of the kernel over all of them. */
#ifndef SCR_MOTION_H
#define SCR_MOTION_H

#include "kernel/kernel.h"
#include "world/world.h"

/* The motion of this step. The closing half-kick of the last step (s; 0: it was done) and the
 * opening one of this step are two additions, whether or not somebody looked between. */
const scr_motion *scr_motion_of_step(scr_world *w, double last);
/* Nothing moves, in a step as long as the last one; also between an edit and the next survey. */
const scr_motion *scr_motion_of_now(scr_world *w);
/* The closing half-kick, if it is due: then it is the caller's to run, for balls; free walls have
 * had theirs. NULL: it is not due. */
const scr_motion *scr_closing_kick(scr_world *w);
/* Runs it for all balls. */
void scr_motion_run(scr_world *w, const scr_motion *m);

/* Who moves balls instead, and watches them: false where it leaves balls [lo, hi), those of worker
 * t, to the kernel. `begin` comes before a drift. */
typedef struct scr_mover {
  void (*begin)(scr_world *w);
  bool (*move)(const scr_world *w, const scr_motion *m, int t, uint32_t lo, uint32_t hi);
} scr_mover;
void scr_motion_new(scr_world *w, const scr_mover *mover); /* NULL: nobody does */
void scr_motion_free(scr_world *w);
/* Of the last step that has come to its forces, s. */
double scr_last_dt(const scr_world *w);
void scr_step_taken(scr_world *w, double dt);
bool scr_motion_cleared(const scr_world *w); /* did the last motion set sums of forces to zero? */

#endif
