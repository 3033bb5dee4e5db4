/* What inactive contacts hold is zero to the bit, a sign included, and does not depend on which
 * contacts share a tile with them: whole tiles of them are left out. */
#include "scene.h"

#include "../bits/hash.h"
#include "base/rng.h"

enum { BALLS = 600, CYCLES = 80 };

/* Balls that nearly touch, or do, and move slowly. */
static scr_world *crowd(int dim, const char *law, int threads) {
  const uint32_t side = dim == 3 ? 9 : 25;
  scr_world *w = scene_new(dim);
  scr_rng rng;
  scr_rng_seed(&rng, 17);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  scene_law_named(w, law);
  for (uint32_t k = 0; k < BALLS; k++) {
    const uint32_t at[] = {k % side, dim == 3 ? k / side % side : k / side, k / side / side},
                   row = scene_ball(w, k + 1, 0, 0, 0.2, 1000);
    for (int c = 0; c < dim; c++)
      w->pose[row].x[c] = 0.402 * at[c] - 5 + 0.008 * (scr_rng_uniform(&rng) - 0.5);
    for (int c = 0; c < dim; c++) w->twist[row].v[c] = 0.2 * scr_rng_uniform(&rng) - 0.1;
    w->twist[row].w[2] = 0.2 * scr_rng_uniform(&rng) - 0.1;
  }
  scr_changed(w, SCR_PLACES);
  scene_cycle(w, 2e-4, CYCLES);
  return w;
}

static uint32_t inactive_hold_nothing(const scr_world *w, const char *law) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const double nothing = 0;
  uint32_t seen = 0;
  for (uint32_t q = 0; q < p->n; q++) {
    if (!p->law[q] || p->flag[q] & SCR_PAIR_ACTIVE) continue;
    seen++;
    for (int c = 0; c < p->states; c++)
      if (memcmp(&p->state[c][q], &nothing, sizeof nothing) != 0)
        fail_msg("%s %dD, pair %u, column %d: %g", law, w->dim, q, c, p->state[c][q]);
  }
  return seen;
}

static void nothing_is_left(void **state) {
  static const char *const laws[] = {"linear", "hertz", "burger"};
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(laws); k++) {
      scr_world *one = crowd(dim, laws[k], 1);
      assert_true(inactive_hold_nothing(one, laws[k]) > 100 &&
                  one->pair[SCR_BALL_BALL].ncontact > 500);
      for (int threads = 2; threads <= 4; threads++) {
        scr_world *w = crowd(dim, laws[k], threads);
        inactive_hold_nothing(w, laws[k]);
        same_hash(laws[k], "best", threads, hash_world(w), hash_world(one));
        scr_world_free(w);
      }
      scr_world_free(one);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_left)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
