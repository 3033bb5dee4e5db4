/* Who does what: blocks of balls, and which balls and pairs are whose. */
#ifndef SCR_WORKERS_H
#define SCR_WORKERS_H

#include "world/engine.h"

/* Blocks of balls: the pairs of one lie together, and workers are cut between them. */
static inline uint32_t scr_block(const struct scr_engine *e) {
  return (uint32_t)1 << e->blocks.bits;
} /* balls in each */
static inline uint32_t scr_block_of(const struct scr_engine *e, uint32_t row) {
  return row >> e->blocks.bits;
}
static inline uint32_t scr_blocks(const struct scr_engine *e, uint32_t balls) {
  return scr_block_of(e, balls) + (balls % scr_block(e) != 0);
}
/* Pairs of the balls from row k on, which begins a block, or is the number of balls. */
static inline uint32_t scr_first_pair(const struct scr_engine *e, int type, uint32_t row) {
  return e->blocks.first[type][scr_blocks(e, row)];
}

static inline void scr_speeds_forget(scr_worker *l) { l->max_v[0] = l->max_v[1] = l->max_v[2] = 0; }
/* How many workers are worth their while, have threads, and are fastest. */
int scr_workers_for(const scr_world *w);
int scr_workers_settled(const scr_world *w); /* the same without what is only on trial */
/* A clock for this choice; 0: there is none. */
double scr_workers_clock(const scr_world *w);
void scr_workers_aside(scr_world *w,
                       double begin); /* what has been done since then is no part of the step */
/* A cycle that began then, when there had been so many lists, is over: how many workers has the
 * next one? */
void scr_workers_tune(scr_world *w, double begin, uint64_t builds);
/* Balls [lo, hi) of worker t of n. */
void scr_worker_rows(const scr_world *w, int t, int n, uint32_t *lo, uint32_t *hi);
/* Its pairs, whose ends may be balls of other workers. */
void scr_worker_pairs(const scr_world *w, scr_contact_type type, int t, int n, uint32_t *first,
                      uint32_t *last);
/* A pass over them. */
void scr_worker_pass(const scr_world *w, const scr_pass *p, int t, int n);
/* So much is the work with a pair that touches, and with another one, in scr_block_index.work. */
enum { SCR_WORK_TOUCHING = 5, SCR_WORK_OTHER = 2 };
void scr_workers_cut(scr_world *w);            /* by the lists, which were just made */
void scr_workers_uncut(scr_world *w);          /* the lists are another ones now */
uint64_t scr_workers_cuts(const scr_world *w); /* how often they were cut */
const struct scr_tuner *scr_workers_tuner(const scr_world *w);
void scr_work_new(scr_world *w);
void scr_work_free(scr_world *w);
size_t scr_work_bytes(const scr_world *w); /* of memory */

#endif
