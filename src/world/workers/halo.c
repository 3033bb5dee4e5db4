/* Balls of other workers: see halo.h.
 *
 * A worker adds to its own balls directly, and to all others in arrays of its own, as dense as
 * those of the balls: from the first to the last of them that its pairs have in each block. So
 * adding takes no longer there, and what is merged is read in a row. Which balls these are is known
 * as long as the list stands. Floor: world. */
#include "world/workers/halo.h"

#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/workers/work.h"
#include "world/workers/workers.h"

static const size_t width_of[SCR_HALO_KINDS] = {[SCR_HALO_LOAD] = sizeof(scr_load) / sizeof(double),
                                                [SCR_HALO_ROUGH] =
                                                    sizeof(scr_load) / sizeof(double),
                                                [SCR_HALO_STIFF] = SCR_STIFF};

/* Ball `row` is another worker's. Until all are known `at` counts the run of each block, from 1 on.
 */
static void add_row(scr_halo *h, uint32_t row) {
  assert(row >> h->block_bits < h->cap_at);
  uint32_t *run = &h->at[row >> h->block_bits];
  if (*run == 0) {
    SCR_GROW(h->run, h->cap_run, h->nrun + 1);
    h->run[h->nrun++] = (scr_halo_run){row, row + 1, 0};
    *run = (uint32_t)h->nrun;
  }
  scr_halo_run *r = &h->run[*run - 1];
  r->first = SCR_MIN(r->first, row), r->last = SCR_MAX(r->last, row + 1);
}

/* Ends of pairs [first, last) that are not balls [lo, hi). Few tiles have any. */
static void add_ends(scr_halo *h, const uint32_t *end, uint32_t first, uint32_t last, uint32_t lo,
                     uint32_t hi) {
  for (uint32_t q = first; q < last; q += SCR_TILE) {
    const uint32_t stop = SCR_MIN(q + SCR_TILE, last);
    uint32_t others = 0;
    for (uint32_t k = q; k < stop; k++) others |= (uint32_t)(end[k] - lo >= hi - lo);
    for (uint32_t k = q; others && k < stop; k++)
      if (end[k] - lo >= hi - lo) add_row(h, end[k]);
  }
}

static void give_places(scr_halo *h) {
  h->n = 0;
  for (size_t k = 0; k < h->nrun; k++) {
    scr_halo_run *r = &h->run[k];
    r->at = h->n;
    h->at[r->first >> h->block_bits] = h->n - r->first; /* modulo 2^32 */
    h->n += r->last - r->first;
    assert(r->first < r->last);
  }
}

typedef struct job {
  scr_world *w;
  int workers;
} job;

static void find_of_worker(void *user, int t, int threads) {
  const job *j = user;
  const struct scr_engine *e = j->w->engine;
  const scr_pairs *p = &j->w->pair[SCR_BALL_BALL];
  const uint32_t blocks = scr_blocks(e, j->w->ball.n);
  uint32_t lo, hi, first, last;
  SCR_UNUSED(threads);
  scr_halo *h = &e->worker[t]->halo;
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  scr_worker_pairs(j->w, SCR_BALL_BALL, t, j->workers, &first, &last);
  h->block_bits = e->blocks.bits;
  h->nrun = 0;
  SCR_GROW(h->at, h->cap_at, blocks);
  if (blocks) memset(h->at, 0, blocks * sizeof *h->at);
  add_ends(h, p->i, first, last, lo, hi);
  add_ends(h, p->j, first, last, lo, hi);
  give_places(h);
}

void scr_halos_find(scr_world *w, int workers) {
  assert(workers >= 1 && workers <= w->engine->nworker);
  struct scr_engine *e = w->engine;
  if (workers == 1 || (e->work->halo_builds == e->builds && e->work->halo_workers == workers))
    return;
  e->work->halo_builds = e->builds, e->work->halo_workers = workers;
  job j = {w, workers};
  scr_par_run_by(e->par, workers, find_of_worker, &j);
}

void scr_halo_clear(scr_world *w, int t, scr_halo_kind kind) {
  assert(t < w->engine->work->halo_workers && w->engine->work->halo_builds == w->engine->builds);
  scr_halo *h = &w->engine->worker[t]->halo;
  const size_t numbers = width_of[kind] * h->n;
  if (h->cap_sum[kind] < numbers) {
    scr_free(h->sum[kind]);
    h->cap_sum[kind] = numbers + numbers / 4;
    h->sum[kind] = scr_alloc_aligned(h->cap_sum[kind] * sizeof(double));
  }
  if (numbers) memset(h->sum[kind], 0, numbers * sizeof(double));
}

void scr_halos_merge(const scr_world *w, int t, int workers, scr_halo_kind kind, void *sum) {
  const struct scr_engine *e = w->engine;
  const size_t width = width_of[kind];
  uint32_t lo, hi;
  scr_worker_rows(w, t, workers, &lo, &hi);
  for (int s = 0; s < workers; s++) {
    const scr_halo *h = &e->worker[s]->halo;
    for (size_t k = 0; k < h->nrun && s != t; k++) {
      const scr_halo_run *r = &h->run[k];
      if (r->first - lo >= hi - lo) continue; /* workers have whole blocks */
      double *restrict to = (double *)sum + width * r->first;
      assert(r->last <= hi);
      const double *restrict from = h->sum[kind] + width * r->at;
      for (size_t c = 0; c < width * (r->last - r->first); c++) to[c] += from[c];
    }
  }
}
