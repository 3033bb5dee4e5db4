/* The search gives the same lists with any number of threads: contents, order, places of contacts.
 */
#include "world/cloud.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"
#include "world/search/detect.h"

static void same_list(const scr_world *a, const scr_world *b) {
  assert_true(a->engine->search->skin == b->engine->search->skin);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &a->pair[t], *q = &b->pair[t];
    assert_int_equal(p->n, q->n);
    assert_memory_equal(p->i, q->i, p->n * sizeof *p->i);
    assert_memory_equal(p->j, q->j, p->n * sizeof *p->j);
    if (t == SCR_BALL_FACET) assert_memory_equal(p->shift, q->shift, p->n * sizeof *p->shift);
    assert_memory_equal(p->law, q->law, p->n);
    assert_memory_equal(p->id, q->id, p->n * sizeof *p->id);
    size_t other = 0;
    for (int c = 0; c < 3; c++)
      for (uint32_t k = 0; k < p->n; k++)
        other += p->law[k] && memcmp(p->force[c] + k, q->force[c] + k, sizeof(double)) != 0;
    assert_int_equal(other, 0);
    for (uint32_t k = 0; k <= a->ball.n;
         k = k < a->ball.n ? SCR_MIN(k + scr_block(a->engine), a->ball.n) : k + 1)
      assert_int_equal(scr_first_pair(a->engine, t, k), scr_first_pair(b->engine, t, k));
  }
}

/* A few cycles in which everything moves, lists are built with and without a new order of the
 * balls, and some balls go. In the second turn a few balls are much faster than the others, in the
 * last one balls change places, and nothing is edited. */
static void run(scr_world *w, int turn) {
  scr_diag d = {0};
  const int velocity = scr_quantity_find(scr_ball_quantity, "velocity");
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[k];
    const bool fast = turn == 1 && id % 200 == 7;
    const double slow = turn == 1 && !fast ? 0.1 : 5, size = turn == 3 ? 100 : slow;
    const double v[3] = {size * sin(id), size * cos(id), size * sin(3.0 * id)};
    assert_true(scr_ball_set(w, &d, k, velocity, v));
  }
  if (turn == 2) assert_true(scr_ball_delete(w, &d, (uint32_t[]){3, 500, 2000}, 3));
  scene_cycle(w, 1e-3, turn == 1 ? 20 : 3);
}

static void threads(void **state) {
  SCR_UNUSED(state);
  static const cloud_row many[] = {{3, 2500, 0.5, 1.0, {P, P, S}, BOX, -1, 6},
                                   {2, 2500, 0.1, 0.6, {P, S, S}, BOX, -1, 6}};
  for (size_t c = 0; c < SCR_COUNTOF(many); c++) {
    scr_world *w[4];
    for (int t = 0; t < 4; t++) {
      scr_rng rng;
      scr_rng_seed(&rng, 5);
      w[t] = make(&many[c], &rng);
      scr_world_set_threads(w[t], t + 1);
      w[t]->worker_pairs = 500; /* threads share what is done by balls, too */
    }
    for (int turn = 0; turn < 4; turn++) {
      for (int t = 0; t < 4; t++) run(w[t], turn);
      if (turn == 1) assert_true(w[0]->engine->search->nrunner > 3); /* detect_runners.c */
      for (int t = 1; t < 4; t++)
        assert_int_equal(w[0]->engine->search->nrunner, w[t]->engine->search->nrunner);
      for (int t = 1; t < 4; t++) same_list(w[0], w[t]);
      for (int t = 0; t < 4; t++) counts(w[t]);
      assert_int_equal(scr_workers_for(w[3]), 4);
      assert_true(w[0]->engine->builds > (uint64_t)turn);
    }
    for (int t = 0; t < 4; t++) scr_world_free(w[t]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(threads)};
  return cmocka_run_group_tests_name("search_threads", tests, NULL, NULL);
}
