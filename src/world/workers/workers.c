/* Workers: which balls and which pairs are whose. Each has whole blocks of balls with their facets,
 * as much work as the others, and pairs of two balls that follow each other in the list, as much
 * work again. These may be some tiles more than its blocks have, or fewer: a block can be more than
 * one worker should have (a scene of a thousand balls has four), and what a worker adds to others'
 * balls takes no longer (world/workers/halo.h). Floor: world. */
#include "world/workers/workers.h"

#include <time.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/state/events.h"
#include "world/workers/profile.h"
#include "world/workers/scratch.h"
#include "world/workers/work.h"

void scr_work_new(scr_world *w) { w->engine->work = scr_alloc(sizeof *w->engine->work); }

void scr_work_free(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_scratch_free(w);
  scr_free(e->blocks.work);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(e->blocks.first[t]);
  scr_free(e->work);
}

static size_t halo_bytes(const scr_halo *h) {
  size_t n = h->cap_at * sizeof *h->at + h->cap_run * sizeof *h->run;
  for (int k = 0; k < SCR_HALO_KINDS; k++) n += h->cap_sum[k] * sizeof *h->sum[k];
  return n;
}

size_t scr_work_bytes(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  size_t n = e->work->cap_scratch * sizeof *e->work->scratch;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) n += e->worker[t] ? halo_bytes(&e->worker[t]->halo) : 0;
  return n;
}

void scr_workers_uncut(scr_world *w) { w->engine->work->cut_workers = 0; }
uint64_t scr_workers_cuts(const scr_world *w) { return w->engine->work->cuts; }
const scr_tuner *scr_workers_tuner(const scr_world *w) { return &w->engine->work->tuner; }

/* ---- how many ---- */

/* The system may have refused threads. */
static int workers_with_threads(const struct scr_engine *e) {
  return SCR_MIN(e->nworker, scr_par_threads(e->par));
}

/* As many as have work that is worth a thread. */
static int most_workers(const scr_world *w) {
  enum { PAIRS_A_WORKER = 1000 };
  if (w->engine->nworker == 1 || w->engine->any_calls) return 1;
  const uint32_t pairs = w->worker_pairs ? w->worker_pairs : PAIRS_A_WORKER;
  uint32_t work = SCR_MAX((w->pair[0].n + w->pair[1].n) / pairs, w->ball.n / (2 * pairs));
  return work < 2 ? 1
                  : SCR_MIN(workers_with_threads(w->engine),
                            (int)SCR_MIN(work, (uint32_t)SCR_MAX_WORKERS));
}

int scr_workers_for(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  const int most = scr_telling(w) ? 1 : most_workers(w);
  if (most == 1) return 1;
  if (w->worker_seed) return SCR_MIN(SCR_MAX(e->work->drawn, 1), most);
  return w->tunes ? scr_tuner_threads(&e->work->tuner, most) : most;
}

int scr_workers_settled(const scr_world *w) {
  const scr_tuner *t = &w->engine->work->tuner;
  return w->tunes && t->most > 0 ? SCR_MIN(t->settled, most_workers(w)) : scr_workers_for(w);
}

/* ---- which number is fastest ---- */

double scr_profile_clock(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The clock is read only where there is something to choose: two balls and a function of FISH take
 * less than that. */
double scr_workers_clock(const scr_world *w) {
  return w->tunes && most_workers(w) > 1 ? scr_profile_clock() : 0;
}

void scr_workers_aside(scr_world *w, double begin) {
  if (begin > 0) w->engine->work->besides += scr_profile_clock() - begin;
}

/* Another number each third cycle or so. */
static void draw(scr_world *w) {
  w->worker_seed = w->worker_seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  if ((w->worker_seed >> 33) % 3 == 0)
    w->engine->work->drawn = 1 + (int)((w->worker_seed >> 40) % (unsigned)w->engine->nworker);
}

/* Lists stand between two cycles, unless bodies were edited: then they are cut when they are made.
 */
void scr_workers_tune(scr_world *w, double begin, uint64_t builds) {
  struct scr_engine *e = w->engine;
  const double besides = e->work->besides;
  e->work->besides = 0;
  if (!scr_fresh(w, SCR_LISTS)) return;
  if (w->worker_seed)
    draw(w);
  else if (begin > 0)
    scr_tuner_step(&e->work->tuner, scr_profile_clock() - begin - besides, w->ball.n,
                   builds == e->builds, most_workers(w));
  if (e->work->cut_workers != scr_workers_for(w) && e->work->cut_balls == w->ball.n && e->builds)
    scr_workers_cut(w);
}

/* ---- whose is what ---- */

static bool is_cut(const scr_world *w, int n) {
  return w->engine->work->cut_workers == n && w->engine->work->cut_balls == w->ball.n;
}

/* By work where that is known, else as many blocks each. */
void scr_worker_rows(const scr_world *w, int t, int n, uint32_t *lo, uint32_t *hi) {
  assert(t >= 0 && t < n && n <= SCR_MAX_WORKERS);
  const struct scr_engine *e = w->engine;
  *lo = 0, *hi = w->ball.n;
  if (n == 1) return;
  if (is_cut(w, n)) {
    *lo = e->work->cut[t], *hi = e->work->cut[t + 1];
    return;
  }
  const uint64_t blocks = scr_blocks(e, w->ball.n), size = scr_block(e);
  *lo = (uint32_t)SCR_MIN(blocks * (uint64_t)t / (uint64_t)n * size, w->ball.n);
  *hi = (uint32_t)SCR_MIN(blocks * (uint64_t)(t + 1) / (uint64_t)n * size, w->ball.n);
}

/* Pairs of worker t are entries cut_pair[t] ... cut_pair[t + 1] of the list where workers are cut
 * by work. */
void scr_worker_pairs(const scr_world *w, scr_contact_type type, int t, int n, uint32_t *first,
                      uint32_t *last) {
  const struct scr_engine *e = w->engine;
  uint32_t lo, hi;
  *first = 0, *last = w->pair[type].n;
  if (n == 1) return;
  scr_worker_rows(w, t, n, &lo, &hi);
  *first = scr_first_pair(e, type, lo);
  *last = scr_first_pair(e, type, hi);
  if (type == SCR_BALL_BALL && is_cut(w, n))
    *first = e->work->cut_pair[t], *last = e->work->cut_pair[t + 1];
  assert(*first <= *last && *last <= w->pair[type].n);
}

void scr_worker_pass(const scr_world *w, const scr_pass *p, int t, int n) {
  uint32_t first, last;
  if (p->pairs->n == 0) return;
  scr_worker_pairs(w, p->type, t, n, &first, &last);
  w->engine->kernels->pass(p, w->engine->worker[t], first, last);
}

/* ---- the cut ---- */

/* Of pairs of balls that touched when the list was made, of others, and of a facet near a ball. */
enum { TOUCHING = SCR_WORK_TOUCHING, OTHER = SCR_WORK_OTHER, FACET = 12 };

/* Of all balls before a block. Those below carry more contacts than those on top of them, and pairs
 * of two blocks are those of the lower one. */
static uint64_t work_before(const struct scr_engine *e, uint32_t block) {
  return e->blocks.work[block] + (uint64_t)FACET * e->blocks.first[SCR_BALL_FACET][block];
}

/* The block at which a worker had better begin. */
static uint32_t nearest_block(const struct scr_engine *e, uint32_t block, uint32_t blocks,
                              uint64_t share) {
  while (block < blocks && work_before(e, block) < share) block++;
  if (block > 0 && share - work_before(e, block - 1) < work_before(e, block) - share) block--;
  return block;
}

/* The pair before which there is so much work with pairs. In each block those that touch come
 * first. */
static uint32_t pair_behind(const struct scr_engine *e, uint32_t block, uint64_t work) {
  assert(work >= e->blocks.work[block] && work <= e->blocks.work[block + 1]);
  const uint32_t first = e->blocks.first[SCR_BALL_BALL][block],
                 n = e->blocks.first[SCR_BALL_BALL][block + 1] - first;
  const uint64_t rest = work - e->blocks.work[block],
                 all = e->blocks.work[block + 1] - e->blocks.work[block];
  const uint64_t touching = (all - (uint64_t)OTHER * n) / (TOUCHING - OTHER);
  if (rest < TOUCHING * touching) return first + (uint32_t)(rest / TOUCHING);
  return first + (uint32_t)SCR_MIN(touching + (rest - TOUCHING * touching) / OTHER, n);
}

/* The first pair of a worker that begins with that block: of it or of the block before, as the
 * share of its work demands; a tile begins with it, so that those of all workers lie in the columns
 * alike. */
static uint32_t cut_pairs(const struct scr_engine *e, uint32_t block, uint32_t blocks,
                          uint64_t share) {
  const uint64_t facets = (uint64_t)FACET * e->blocks.first[SCR_BALL_FACET][block],
                 pairs = share > facets ? share - facets : 0;
  const uint32_t n = e->blocks.first[SCR_BALL_BALL][blocks];
  uint32_t first;
  if (pairs < e->blocks.work[block])
    first = block == 0 ? 0 : pair_behind(e, block - 1, SCR_MAX(pairs, e->blocks.work[block - 1]));
  else
    first = block == blocks ? n : pair_behind(e, block, SCR_MIN(pairs, e->blocks.work[block + 1]));
  return SCR_MIN((first + SCR_TILE / 2) / SCR_TILE * SCR_TILE, n);
}

void scr_workers_cut(scr_world *w) {
  struct scr_engine *e = w->engine;
  const int n = scr_workers_for(w);
  const uint32_t blocks = scr_blocks(e, w->ball.n);
  e->work->cut_workers = n, e->work->cut_balls = w->ball.n;
  e->work->halo_workers = 0; /* what was known of other cuts */
  e->work->cuts++;
  if (n == 1) return;
  const uint64_t all = work_before(e, blocks);
  uint32_t block = 0;
  for (int t = 0; t < n; t++) {
    const uint64_t share = all * (uint64_t)t / (uint64_t)n;
    block = nearest_block(e, block, blocks, share);
    e->work->cut[t] = SCR_MIN(block * scr_block(e), w->ball.n);
    e->work->cut_pair[t] =
        t ? SCR_MAX(e->work->cut_pair[t - 1], cut_pairs(e, block, blocks, share)) : 0;
    assert(t == 0 || e->work->cut[t - 1] <= e->work->cut[t]);
  }
  e->work->cut[n] = w->ball.n;
  e->work->cut_pair[n] = e->blocks.first[SCR_BALL_BALL][blocks];
}
