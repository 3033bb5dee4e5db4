/* Balls that are much faster than the others: who they are, their contacts, and the motion that
 * tells how fast the others were.
 */
#include "scene.h"

#include "base/rng.h"
#include "world/timestep/timestep_fast.h"
#include "world/motion/motion.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

enum { BALLS = 700 };

/* Balls at random; every hundredth is fast, and its successor half as fast at most. */
static scr_world *crowd(int dim, unsigned seed) {
  scr_world *w = scene_new(dim);
  scr_rng rng;
  scr_rng_seed(&rng, seed);
  scene_law(w, 1e3, 1e3);
  for (uint32_t id = 1; id <= BALLS; id++) {
    const double speed = id % 100 == 0 ? 1 : id % 100 == 1 ? 0.2 : 0.01;
    const double x = 19 * (scr_rng_uniform(&rng) - 0.5), y = 19 * (scr_rng_uniform(&rng) - 0.5);
    const uint32_t row = scene_ball(w, id, x, y, 0.4, 1000);
    for (int c = 0; c < dim; c++)
      w->twist[row].v[c] = speed * (scr_rng_uniform(&rng) < 0.5 ? -0.9 : 0.9);
    w->twist[row].v[id % (uint32_t)dim] = -speed;
  }
  scene_cycle(w, 1e-9, 1);
  scr_world_sync(w);
  return w;
}

static double largest(const scr_world *w, uint32_t row) {
  double v = 0;
  for (int c = 0; c < 3; c++) v = SCR_MAX(v, fabs(w->twist[row].v[c]));
  return v;
}

static void chosen(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = crowd(dim, 3);
    scr_fast f = {0};
    double most = 0, others = 0;
    for (uint32_t k = 0; k < w->ball.n; k++) most = SCR_MAX(most, largest(w, k));
    const double found = scr_fast_choose(w, &f, most);
    assert_int_equal(f.n, BALLS / 100);
    for (uint32_t k = 0, n = 0; k < w->ball.n; k++) {
      const bool is = scr_colu(&w->ball, SCR_BALL_ID)[k] % 100 == 0;
      assert_int_equal(f.is[k], is);
      if (is)
        assert_int_equal(f.row[n++], k);
      else
        others = SCR_MAX(others, largest(w, k));
    }
    assert_true(found == others);
    scr_fast_list_pairs(w, &f);
    size_t pairs = 0;
    for (uint32_t q = 0; q < w->pair[0].n; q++)
      pairs += w->pair[0].law[q] && (f.is[w->pair[0].i[q]] || f.is[w->pair[0].j[q]]);
    assert_int_equal(f.npair[0], pairs);
    assert_true(pairs > 0);
    for (uint32_t k = 0; k < w->ball.n; k++) w->twist[k].v[0] = 1; /* all alike: there are none */
    assert_true(scr_fast_choose(w, &f, 1) == 1 && f.n == 0);
    for (uint32_t k = 0; k < w->ball.n; k++) assert_int_equal(f.is[k], 0);
    scr_fast_free(&f);
    scr_world_free(w);
  }
}

/* Up to eight of 700 are few; of speeds below a 64th of the largest none is the limit. */
static void few_are_chosen(void **state) {
  SCR_UNUSED(state);
  scr_world *w = crowd(2, 3);
  scr_fast f = {0};
  for (uint32_t fast = 0; fast <= 12; fast++) {
    for (uint32_t k = 0; k < w->ball.n; k++)
      w->twist[k] = (scr_twist){.v = {k < fast ? -1 : 0.001}};
    assert_true(scr_fast_choose(w, &f, 1) == (fast <= 8 ? 0.001 : 1));
    assert_int_equal(f.n, fast <= 8 ? fast : 0);
  }
  for (int half = 1; half <= 8; half++) { /* one in each half of the speeds */
    for (uint32_t k = 0; k < w->ball.n; k++) w->twist[k] = (scr_twist){.v = {0, ldexp(1, -half)}};
    w->twist[5].v[1] = 1;
    assert_true(scr_fast_choose(w, &f, 1) == ldexp(1, -half));
    w->twist[6].v[1] = ldexp(1.01, -6), w->twist[7].v[1] = ldexp(1, -6);
    scr_fast_choose(w, &f, 1);
    assert_int_equal(f.n, half >= 6 ? 2 : 1);
  }
  scr_fast_free(&f);
  scr_world_free(w);
}

/* The same motion as in one piece, and the velocities of all and of the others. */
static void move_both(int dim, uint32_t lo, uint32_t hi) {
  scr_world *w[2] = {crowd(dim, 7), crowd(dim, 7)};
  scr_fast f = {0};
  scr_fast_choose(w[1], &f, 1);
  assert_true(f.n > 0);
  for (int k = 0; k < 2; k++) {
    scr_worker *l = w[k]->engine->worker[0];
    w[k]->timestep.current = 1e-3;
    const scr_motion *m = scr_motion_of_step(w[k], w[k]->timestep.current);
    scr_speeds_forget(l);
    if (k == 0)
      w[k]->engine->kernels->motion(m, l, lo, hi);
    else
      scr_fast_move(w[k], &f, m, 0, lo, hi);
  }
  double others = 0;
  for (uint32_t k = lo; k < hi; k++)
    if (!f.is[k]) others = SCR_MAX(others, largest(w[1], k));
  assert_true(f.slow[0] == others);
  assert_memory_equal(w[0]->engine->worker[0]->max_v, w[1]->engine->worker[0]->max_v,
                      sizeof(double[3]));
  assert_memory_equal(w[0]->pose, w[1]->pose, w[0]->ball.n * sizeof *w[0]->pose);
  assert_memory_equal(w[0]->twist, w[1]->twist, w[0]->ball.n * sizeof *w[0]->twist);
  scr_fast_free(&f);
  scr_world_free(w[0]);
  scr_world_free(w[1]);
}

static void moved(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    move_both(dim, 0, BALLS);
    move_both(dim, 256, BALLS);
    move_both(dim, 512, 512);
    for (uint32_t row = 0; row < BALLS; row += 64)
      move_both(dim, row, SCR_MIN(row + 64, (uint32_t)BALLS));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(chosen), cmocka_unit_test(few_are_chosen),
                                     cmocka_unit_test(moved)};
  return cmocka_run_group_tests_name("fast", tests, NULL, NULL);
}
