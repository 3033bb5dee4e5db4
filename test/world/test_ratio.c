/* Limits of unbalanced forces: what plain sums tell is what the exact ratio tells, next to the
 * limit too; solves end where it does. */
#include "scene.h"

#include <float.h>
#include "../bits/hash.h"
#include "base/rng.h"

static const char *const names[] = {"unbalanced-maximum", "unbalanced-average", "ratio-average",
                                    "ratio-maximum", "ratio-local"};

/* Balls that overlap at random on a floor, or with little gravity without one; some of them fixed,
 * some pushed. */
static scr_world *heap(int dim, int threads, double gravity) {
  enum { BALLS = 400 };
  scr_diag d = {0};
  scr_world *w = scene_new(dim);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, 5);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 50;
  scene_law(w, 1e4, 3e3);
  if (gravity > 1) scene_floor(w, 9, -9);
  for (uint32_t k = 1; k <= BALLS; k++) {
    double x[3] = {0};
    for (int c = 0; c < dim; c++) x[c] = -8.8 + (c == dim - 1 ? 4 : 17) * scr_rng_uniform(&rng);
    assert_true(scr_ball_create(w, &d, k, x, 0.3 + 0.2 * scr_rng_uniform(&rng), &row));
    assert_true(
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &(double){1000}));
    scr_table_write(&w->ball, SCR_BALL_DAMP, row, &(double){0.7});
    if (k % 7 == 0) scr_ball_fix(w, row, 1u << k % 3, true);
    if (k % 5 == 0)
      scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "force-applied"),
                   (double[]){1.3, 100.7, 9.1});
  }
  w->gravity[dim - 1] = -gravity;
  scene_cycle(w, 1e-5, 3);
  return w;
}

static void next_to_the_limit(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int threads = 1; threads <= 3; threads += 2) {
      scr_world *w = heap(dim, threads, 9.81);
      assert_true(w->pair[0].ncontact > 100 && w->pair[1].ncontact > 5);
      for (size_t k = 0; k < SCR_COUNTOF(names); k++)
        for (int cycle = 0; cycle < 20; cycle++) {
          double v;
          scene_cycle(w, 1e-5, 1);
          assert_true(scr_world_ratio(w, names[k], &v) && v > 0);
          const double limit[] = {0,
                                  v / 2,
                                  v * (1 - 1e-9),
                                  nextafter(v, 0),
                                  v,
                                  nextafter(v, 1e300),
                                  v * (1 + 1e-9),
                                  2 * v,
                                  DBL_MIN};
          for (size_t i = 0; i < SCR_COUNTOF(limit); i++)
            if (scr_world_ratio_met(w, names[k], limit[i]) != (v <= limit[i]))
              fail_msg("%s %.17g, limit %.17g", names[k], v, limit[i]);
        }
      scr_world_free(w);
    }
}

/* Nothing moves, nothing touches. */
static void of_nothing(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  for (int balls = 0; balls < 2; balls++) {
    if (balls) scene_ball(w, 1, 0, 0, 0.5, 1000);
    for (size_t k = 0; k < SCR_COUNTOF(names); k++)
      assert_true(scr_world_ratio_met(w, names[k], 0));
  }
  scr_world_free(w);
}

static double *limit_of(scr_limits *l, size_t name) {
  double *const limit[] = {&l->unbalanced_maximum, &l->unbalanced_average, &l->ratio_average,
                           &l->ratio_maximum, &l->ratio_local};
  return limit[name];
}

/* The smallest value of the first cycles, which one who looks after each of them sees, and which
 * cycle has it. */
static double smallest(const char *name, double gravity, uint64_t cycles, uint64_t *end) {
  scr_world *w = heap(3, 1, gravity);
  double least = HUGE_VAL, v;
  for (uint64_t k = 1; k <= cycles; k++) {
    scene_cycle(w, 1e-2, 1);
    assert_true(scr_world_ratio(w, name, &v));
    if (v < least) least = v, *end = k;
  }
  scr_world_free(w);
  return least;
}

/* A solve ends there, at a limit that is met exactly, and with the same state, forces of contacts
 * included. */
static void ends_a_solve(void **state) {
  (void)state;
  enum { CYCLES = 60 };
  for (size_t name = 0; name < SCR_COUNTOF(names); name++)
    for (int both = 0; both < 4; both++) {
      const double gravity =
          both & 2 ? 1e-3 : 9.81; /* contacts, or weights, are the largest forces */
      scr_world *a = heap(3, 3, gravity), *c = heap(3, 1, gravity);
      scr_limits l = scr_limits_none(), late = l;
      scr_diag d = {0};
      uint64_t end = 0;
      *limit_of(&l, name) = smallest(names[name], gravity, CYCLES, &end);
      assert_true(end > 2);
      if (both & 1) l.all = true, l.cycles = end - 2;
      late.cycles = 2 * CYCLES; /* a limit that is missed must not hold up the tests */
      l.or_else = &late;
      a->timestep.mode = SCR_DT_FIX, a->timestep.given = 1e-2;
      const uint64_t first = a->cycle;
      assert_true(scr_world_solve(a, &d, &l));
      assert_int_equal(a->cycle - first, end);
      assert_int_equal(scr_fresh(a, SCR_SIZES), strncmp(names[name], "ratio-a", 7) == 0 ||
                                                    strncmp(names[name], "ratio-m", 7) == 0);
      scene_cycle(c, 1e-2, end);
      same_hash("heap", names[name], both, hash_world(a), hash_world(c));
      scr_world_free(a);
      scr_world_free(c);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(next_to_the_limit),
      cmocka_unit_test(of_nothing),
      cmocka_unit_test(ends_a_solve),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
