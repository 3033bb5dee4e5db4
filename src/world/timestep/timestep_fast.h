/* The few balls that are much faster than all others: bounds on stiffness (timestep_bounds.c) last
 * as long as the others allow, and give contacts of these a margin of their own. Floor: world. */
#ifndef SCR_TIMESTEP_FAST_H
#define SCR_TIMESTEP_FAST_H

#include "world/engine.h"

typedef struct scr_fast {
  uint32_t *row; /* in order */
  size_t n, cap;
  uint8_t *is; /* by row */
  size_t cap_is;
  uint32_t *pair[SCR_CONTACT_TYPES]; /* their contacts */
  size_t npair[SCR_CONTACT_TYPES], cap_pair[SCR_CONTACT_TYPES];
  double slow[SCR_MAX_WORKERS]; /* largest components of the velocities of the others, by worker of
                                   the last motion, m/s */
} scr_fast;

/* Chooses them, if that helps: all but `n` of the balls are at most half as fast as the fastest,
 * whose largest component is `most`. Returns the largest component of the others, m/s. */
double scr_fast_choose(const scr_world *w, scr_fast *f, double most);
/* Lists their contacts. */
void scr_fast_list_pairs(const scr_world *w, scr_fast *f);
/* The motion of balls [lo, hi), those of worker t, with a look at the velocities of the others. */
void scr_fast_move(const scr_world *w, scr_fast *f, const scr_motion *m, int t, uint32_t lo,
                   uint32_t hi);
void scr_fast_forget(scr_fast *f); /* there are none */
void scr_fast_free(scr_fast *f);
size_t scr_fast_bytes(const scr_fast *f);

#endif
