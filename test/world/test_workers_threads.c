/* Workers: which balls and pairs are whose, and what they add to balls of others. */
#include "world/cloud.h"
#include "world/workers/halo.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"
#include "world/workers/work.h"

/* Balls of the lower half touch their neighbours, or most nearly do, those above are alone. */
static scr_world *half_a_pile(int dim, bool touch) {
  const uint32_t rows = touch ? 60 : 48;
  const double pitch = touch ? 0.1 : 0.2;
  scr_world *w = scene_new(dim);
  scene_law(w, 1e-6, 0);
  for (uint32_t k = 0; k < 2 * rows; k++)
    for (uint32_t q = 0; q < 64; q++) {
      const bool low = k < rows;
      const double y = low ? -9.9 + pitch * k : 9.9 - pitch * (k - rows);
      scene_ball(w, 64 * k + q + 1, -6.3 + 0.2 * q, y,
                 low ? (touch || q % 2 ? 0.101 : 0.0985) : 0.04, 1000);
    }
  return w;
}

/* They follow each other from the first ball to the last, and end with blocks. */
static void workers_cover(const scr_world *w, int n) {
  uint32_t row = 0;
  for (int t = 0; t < n; t++) {
    uint32_t lo, hi;
    scr_worker_rows(w, t, n, &lo, &hi);
    assert_int_equal(lo, row);
    assert_true(hi >= lo && (hi % scr_block(w->engine) == 0 || hi == w->ball.n));
    row = hi;
  }
  assert_int_equal(row, w->ball.n);
}

/* What scr_workers_cut() takes for the time of a pair that touches, and of another one. */
static uint64_t work_of(const scr_world *w, uint32_t first, uint32_t last) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  uint64_t work = 0;
  for (uint32_t q = first; q < last; q++) {
    const scr_pose *a = &w->pose[p->i[q]], *b = &w->pose[p->j[q]];
    const double d[3] = {b->x[0] - a->x[0], b->x[1] - a->x[1], b->x[2] - a->x[2]};
    work += sqrt(scr_dot3(d, d)) < a->r + b->r ? SCR_WORK_TOUCHING : SCR_WORK_OTHER;
  }
  return work;
}

/* Pairs follow each other, too, and no worker has more than its share and a tile, though blocks are
 * larger. */
static void workers_even(const scr_world *w, int n) {
  const uint32_t pairs = w->pair[SCR_BALL_BALL].n;
  const double share = (double)work_of(w, 0, pairs) / n;
  uint32_t next = 0;
  for (int t = 0; t < n; t++) {
    uint32_t first, last;
    scr_worker_pairs(w, SCR_BALL_BALL, t, n, &first, &last);
    assert_int_equal(first, next);
    assert_true(last >= first && (last % SCR_TILE == 0 || last == pairs));
    assert_true(fabs((double)work_of(w, first, last) - share) <= SCR_TILE * SCR_WORK_TOUCHING);
    next = last;
  }
  assert_int_equal(next, pairs);
}

static void workers(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int k = 2; k <= 9; k++) {
      const int n = k / 2;
      scr_diag d = {0};
      scr_world *w = half_a_pile(dim, k % 2);
      scr_world_set_threads(w, n);
      workers_cover(w, n);
      scene_cycle(w, 1e-9, 2);
      assert_int_equal(scr_workers_for(w), n);
      workers_cover(w, n);
      workers_even(w, n);
      assert_true(scr_ball_delete(w, &d, (uint32_t[]){3, 500, 2000}, 3));
      for (int other = 1; other <= 5; other++) workers_cover(w, other);
      scene_cycle(w, 1e-9, 1);
      workers_even(w, n);
      scr_world_free(w);
    }
}

/* ---- balls of others ---- */

/* Each ball that worker t's pairs have and that is not its own has a place; no two have the same.
 */
static void has_places(const scr_world *w, int t, int n) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const scr_halo *h = &w->engine->worker[t]->halo;
  uint32_t lo, hi, first, last, *at = scr_alloc((h->n + 1) * sizeof *at);
  scr_worker_rows(w, t, n, &lo, &hi);
  scr_worker_pairs(w, SCR_BALL_BALL, t, n, &first, &last);
  for (uint32_t q = 2 * first; q < 2 * last; q++) {
    const uint32_t row = (q % 2 ? p->j : p->i)[q / 2];
    if (row - lo < hi - lo) continue;
    const size_t spot = scr_halo_place(h, row);
    assert_true(spot < h->n && (at[spot] == 0 || at[spot] == row + 1));
    at[spot] = row + 1;
  }
  scr_free(at);
}

static double mark_of(uint32_t row, int worker, size_t number) {
  return 64.0 * row + worker + 0.125 * (double)number;
}

/* What each worker has for balls of others comes to these, and to no others. */
static void merges(scr_world *w, int n, scr_halo_kind kind, size_t width) {
  double *sum = scr_alloc_aligned(w->ball.n * width * sizeof *sum),
         *want = scr_alloc(w->ball.n * width * sizeof *want);
  for (int t = 0; t < n; t++) {
    scr_halo *h = &w->engine->worker[t]->halo;
    scr_halo_clear(w, t, kind);
    for (size_t k = 0; k < h->n * width; k++) assert_true(h->sum[kind][k] == 0);
    for (size_t k = 0; k < h->nrun; k++)
      for (uint32_t row = h->run[k].first; row < h->run[k].last; row++)
        for (size_t c = 0; c < width; c++) {
          h->sum[kind][width * scr_halo_place(h, row) + c] = mark_of(row, t, c);
          want[width * row + c] += mark_of(row, t, c);
        }
  }
  for (int t = 0; t < n; t++) scr_halos_merge(w, t, n, kind, sum);
  assert_memory_equal(sum, want, w->ball.n * width * sizeof *sum);
  scr_free(sum);
  scr_free(want);
}

static void balls_of_others(void **state) {
  SCR_UNUSED(state);
  static const cloud_row many = {3,   2500, 0.5, 1.0, {P, P, P},
                                 BOX, -1,   6}; /* the first balls have pairs with the last ones */
  for (int n = 2; n <= 16; n++) {
    scr_rng rng;
    scr_rng_seed(&rng, 5);
    scr_world *w = make(&many, &rng);
    w->worker_pairs = 30;
    scr_world_set_threads(w, n);
    scene_cycle(w, 1e-4, 3);
    assert_int_equal(scr_workers_for(w), n);
    workers_cover(w, n);
    for (int t = 0; t < n; t++) has_places(w, t, n);
    assert_true(w->engine->worker[0]->halo.n > 0);
    merges(w, n, SCR_HALO_LOAD, 8);
    merges(w, n, SCR_HALO_STIFF, SCR_STIFF);
    scr_world_free(w);
  }
}

/* Clocks choose, where they are asked to and there is something to choose; lists are cut anew
 * between two cycles. */
static void chosen_numbers(void **state) {
  SCR_UNUSED(state);
  enum { MOST = 4 };
  scr_world *w = half_a_pile(3, true);
  struct scr_engine *e = w->engine;
  assert_true(scr_workers_clock(w) == 0);
  scr_world_set_threads(w, MOST);
  scene_cycle(w, 1e-9, 20);
  assert_true(scr_workers_clock(w) == 0 && e->work->tuner.most == 0);
  w->tunes = true;
  assert_true(scr_workers_clock(w) > 0);
  scene_cycle(w, 1e-9, 20);
  assert_true(e->work->tuner.most == MOST && e->work->tuner.elapsed > 0);
  for (int k = 0; k < 3 * MOST; k++) {
    const int n = 1 + 3 * k % MOST;
    e->work->tuner.settled = n, e->work->tuner.tried = 0;
    scr_workers_tune(w, 0, e->builds);
    assert_int_equal(scr_workers_for(w), n);
    assert_int_equal(e->work->cut_workers, n);
    workers_cover(w, n);
    workers_even(w, n);
    scene_cycle(w, 1e-9, 1);
  }
  w->tunes = false;
  assert_int_equal(scr_workers_for(w), MOST);
  w->worker_pairs = w->pair[0].n; /* nothing is worth a second thread */
  w->tunes = true;
  assert_true(scr_workers_clock(w) == 0);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(workers), cmocka_unit_test(balls_of_others),
                                     cmocka_unit_test(chosen_numbers)};
  return cmocka_run_group_tests_name("workers_threads", tests, NULL, NULL);
}
