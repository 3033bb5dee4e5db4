/* The number of threads by made-up clocks: machines whose cores are near, far, or busy with others,
 * for a while or for good. */
#include "test.h"

#include <math.h>
#include "base/rng.h"
#include "base/tuner.h"

enum { BALLS = 1000 };

/* What a step takes by n threads at that time, s, but for what chance adds. */
typedef struct machine {
  int cores;
  double (*step)(int n, double now);
  bool busy; /* another process has a core: whoever works on it waits for 3 to 4 ms after each 3 */
  double noise; /* steps differ by so much of themselves */
} machine;

typedef struct course {
  const machine *m;
  scr_rng rng;
  double now, worked; /* s; since the busy core was taken away */
} course;

static double chance(course *c) { return scr_rng_uniform(&c->rng); }

static double step_of(course *c, int n) {
  double s = c->m->step(n, c->now) * (1 + c->m->noise * (chance(c) - 0.5));
  if (c->m->busy && n == c->m->cores && (c->worked += s) > 3e-3) {
    s += 3e-3 + 1e-3 * chance(c);
    c->worked = 0;
  }
  c->now += s;
  return s;
}

static course begin(const machine *m) {
  course c = {.m = m};
  scr_rng_seed(&c.rng, 1);
  return c;
}

/* Steps until that time: how many. One in a hundred builds lists and takes thrice as long; */
static int run_until(course *c, scr_tuner *t, double end) {
  int n = 0;
  for (; c->now < end; n++) {
    const double before = c->now;
    const bool usual = n % 100 != 99;
    step_of(c, scr_tuner_threads(t, c->m->cores));
    if (!usual) c->now += 2 * (c->now - before);
    scr_tuner_step(t, c->now - before, BALLS, usual, c->m->cores);
  }
  return n;
}

/* What a step takes by one number of threads. */
static double seconds_by(const machine *m, int threads, double end) {
  course c = begin(m);
  int n = 0;
  for (; c.now < end; n++) {
    const double before = c.now;
    step_of(&c, threads);
    if (n % 100 == 99) c.now += 2 * (c.now - before);
  }
  return c.now / n;
}

static double best_of(const machine *m, double end) {
  double best = HUGE_VAL;
  for (int n = 1; n <= m->cores; n++) best = fmin(best, seconds_by(m, n, end));
  return best;
}

static double near(int n, double now) { return SCR_UNUSED(now), 27e-6 / n + 2e-6 * (n > 1); }
static double far(int n, double now) { return SCR_UNUSED(now), n == 1 ? 27e-6 : 5 * 27e-6; }
static double far_then_near(int n, double now) { return now < 20 ? far(n, now) : near(n, now); }
static double near_then_far(int n, double now) { return now < 20 ? near(n, now) : far(n, now); }
static double large(int n, double now) { return SCR_UNUSED(now), 4e-3 / n; }
static double larger_than_caches(int n, double now) { return SCR_UNUSED(now), 0.06 / n; }
static double seven_of_eight(int n, double now) {
  return SCR_UNUSED(now), n < 8 ? 300e-6 / n : 600e-6 / n;
}
static double many(int n, double now) { return SCR_UNUSED(now), 300e-6 / n + 3e-6 * n; }

static const struct row {
  const char *name;
  machine m;
  int lo, hi; /* the number that it comes to */
  double end; /* s */
} rows[] = {
    {"near", {2, near, false, 0.1}, 2, 2, 5},
    {"far", {2, far, false, 0.1}, 1, 1, 5},
    {"near, a core is busy", {2, near, true, 0.1}, 1, 1, 5},
    {"large, a core is busy", {2, large, true, 0.1}, 2, 2, 5},
    {"large", {2, large, false, 0.2}, 2, 2, 5},
    {"larger than caches", {2, larger_than_caches, false, 0.2}, 2, 2, 30},
    {"seven of eight", {8, seven_of_eight, false, 0.1}, 7, 7, 5},
    {"64, about ten are best", {64, many, false, 0.1}, 6, 16, 20},
    {"one core", {1, near, false, 0.1}, 1, 1, 1},
};

/* It comes to the best number, and what it tries afterwards takes a few hundredths of the time. */
static void comes_to_the_best(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    const struct row *r = &rows[k];
    scr_tuner t = {0};
    course c = begin(&r->m);
    run_until(&c, &t, r->end);
    const double half = c.now;
    const int steps = run_until(&c, &t, 2 * r->end);
    const double part = (c.now - half) / steps / best_of(&r->m, r->end);
    print_message("%s: %d threads, %.3f of the best, %d changes\n", r->name, t.settled, part,
                  (int)t.changes);
    assert_in_range(t.settled, r->lo, r->hi);
    assert_true(part < 1.05);
  }
}

/* The first half second, from all threads on: short runs pay for what is not known yet. */
static void finds_it_soon(void **state) {
  SCR_UNUSED(state);
  const machine m[] = {
      {2, near, false, 0.1}, {2, far, false, 0.1}, {2, near, true, 0.1}, {2, large, false, 0.1}};
  for (size_t k = 0; k < SCR_COUNTOF(m); k++) {
    scr_tuner t = {0};
    course c = begin(&m[k]);
    const int steps = run_until(&c, &t, 0.5);
    assert_true(c.now / steps < 1.1 * best_of(&m[k], 0.5));
  }
}

/* How long after a change of the machine the other number is settled. */
static double delay(double (*step)(int n, double now), int before, int after) {
  const machine m = {2, step, false, 0.1};
  scr_tuner t = {0};
  course c = begin(&m);
  run_until(&c, &t, 20);
  assert_int_equal(t.settled, before);
  while (c.now < 40 && t.settled != after) run_until(&c, &t, c.now + 1e-3);
  assert_int_equal(t.settled, after);
  return c.now - 20;
}

static void follows_the_machine(void **state) {
  SCR_UNUSED(state);
  assert_true(delay(near_then_far, 2, 1) < 0.1);
  assert_true(delay(far_then_near, 1, 2) < 1.2); /* nothing tells it: it asks once a second */
}

/* As balls come and go, the time of each stays. */
static void balls_come_and_go(void **state) {
  SCR_UNUSED(state);
  scr_tuner t = {0};
  double now = 0;
  for (int k = 0; now < 5; k++) {
    const double balls = 1000 + 900 * sin(now);
    const double s = 27e-9 * balls / scr_tuner_threads(&t, 2);
    scr_tuner_step(&t, s, balls, true, 2);
    now += s;
  }
  assert_int_equal(t.settled, 2);
  assert_int_equal(t.changes, 0);
}

/* Fewer threads have work, then more again. */
static void most_changes(void **state) {
  SCR_UNUSED(state);
  scr_tuner t = {0};
  static const int most[] = {8, 3, 8};
  for (size_t part = 0; part < SCR_COUNTOF(most); part++) {
    for (int k = 0; k < 50000; k++) {
      const int n = scr_tuner_threads(&t, most[part]);
      scr_tuner_step(&t, large(n, 0) / 100, BALLS, true, most[part]);
    }
    assert_int_equal(scr_tuner_threads(&t, most[part]), most[part]);
  }
}

/* Steps that build lists all the time tell nothing, and a trial does not last for ever. */
static void nothing_usual(void **state) {
  SCR_UNUSED(state);
  scr_tuner t = {0};
  for (int k = 0; k < 10000; k++) scr_tuner_step(&t, 27e-6, BALLS, k < 2000, 2);
  assert_int_equal(scr_tuner_threads(&t, 2), 2);
  assert_true(t.tried == 0 && t.steps_off > 0);
}

/* Nobody is told a number that there is not. */
static void numbers_are_there(void **state) {
  SCR_UNUSED(state);
  scr_rng rng;
  scr_rng_seed(&rng, 7);
  for (int round = 0; round < 20; round++) {
    scr_tuner t = {0};
    for (int k = 0; k < 5000; k++) {
      const int most = 2 + (int)(scr_rng_uniform(&rng) * 30), n = scr_tuner_threads(&t, most);
      assert_in_range(n, 1, most);
      const double u = scr_rng_uniform(&rng);
      scr_tuner_step(&t, u < 0.1 ? 0 : u * u * 1e-2, u < 0.2 ? 0 : 1000 * u, u > 0.3, most);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(comes_to_the_best),   cmocka_unit_test(finds_it_soon),
      cmocka_unit_test(follows_the_machine), cmocka_unit_test(balls_come_and_go),
      cmocka_unit_test(most_changes),        cmocka_unit_test(nothing_usual),
      cmocka_unit_test(numbers_are_there),
  };
  return cmocka_run_group_tests_name("tuner", tests, NULL, NULL);
}
