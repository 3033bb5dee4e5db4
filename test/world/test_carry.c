/* Columns of pairs through many lists that nobody looks at, between cycles that are looked at:
 * candidates stay at zero. */
#include "world/cloud.h"
#include "world/state/rows.h"

static void candidates_at_zero(const scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  size_t stale = 0;
  for (uint32_t k = 0; k < p->n; k++) {
    if (p->law[k]) continue;
    stale += p->flag[k] || p->id[k] || (p->slot && p->slot[k]) || scr_pair_groups(p, k);
    for (int c = 0; c < 3; c++) stale += p->force[c][k] != 0;
    for (int c = 0; c < p->states; c++) stale += p->state[c][k] != 0;
  }
  assert_int_equal(stale, 0);
}

static uint32_t with_force(const scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  uint32_t n = 0;
  for (uint32_t k = 0; k < p->n; k++) n += p->law[k] && p->force[0][k] != 0;
  return n;
}

/* Each solve ends with a cycle that is looked at, and builds lists before it. */
static void looked_at_and_not(void **state) {
  SCR_UNUSED(state);
  static const cloud_row row = {3, 800, 0.5, 1.0, {P, P, S}, BOX, -1, 6};
  scr_rng rng;
  scr_rng_seed(&rng, 9);
  scr_world *w = make(&row, &rng);
  const int velocity = scr_quantity_find(scr_ball_quantity, "velocity");
  for (int turn = 0; turn < 8; turn++) {
    scr_diag d = {0};
    for (uint32_t k = 0; k < w->ball.n; k++) {
      const uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[k];
      const double v[3] = {20 * sin(id + turn), 20 * cos(id), 20 * sin(3.0 * id)};
      assert_true(scr_ball_set(w, &d, k, velocity, v));
    }
    const uint64_t builds = w->engine->builds;
    scene_cycle(w, 1e-3, 40);
    assert_true(w->engine->builds > builds + 1);
    assert_true(with_force(w) > 100);
    candidates_at_zero(w);
  }
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(looked_at_and_not)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
