/* Thread pool: each thread runs once, barriers order what is written, more threads than cores work.
 */
#define _GNU_SOURCE /* affinity masks */
#include "test.h"

#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "base/par.h"
#include "base/pin.h"
#include "../support/night.h"

enum { THREADS_MAX = 8 };
static int rounds; /* even; on a busy machine each barrier of many threads waits for all of them */

typedef struct shared {
  scr_par *pool;
  int runs[THREADS_MAX];
  uint64_t value[2][THREADS_MAX]; /* written on one side of a barrier and read on the other */
  atomic_int wrong;
} shared;

static void count(void *user, int thread, int threads) {
  shared *s = user;
  if (threads != scr_par_threads(s->pool)) atomic_fetch_add(&s->wrong, 1);
  s->runs[thread]++;
}

/* Each round adds the neighbours' values of the round before: a barrier that leaks gives another
 * result. */
static void relay(void *user, int thread, int threads) {
  shared *s = user;
  for (int k = 0; k < rounds; k++) {
    const uint64_t *from = s->value[k & 1];
    s->value[~k & 1][thread] = from[thread] + 3 * from[(thread + 1) % threads];
    scr_par_barrier(s->pool, thread);
  }
}

static uint64_t relayed(int threads) {
  uint64_t v[2][THREADS_MAX] = {{1}};
  for (int k = 0; k < rounds; k++)
    for (int t = 0; t < threads; t++) v[~k & 1][t] = v[k & 1][t] + 3 * v[k & 1][(t + 1) % threads];
  return v[rounds & 1][0];
}

static void each_thread_runs_once(void **state) {
  SCR_UNUSED(state);
  for (int n = 1; n <= THREADS_MAX; n++) {
    shared s = {.pool = scr_par_new(n)};
    assert_int_equal(scr_par_threads(s.pool), n);
    for (int k = 0; k < rounds; k++) scr_par_run(s.pool, count, &s);
    for (int t = 0; t < n; t++) assert_int_equal(s.runs[t], rounds);
    assert_int_equal(atomic_load(&s.wrong), 0);
    scr_par_free(s.pool);
  }
}

static void barriers_order_memory(void **state) {
  SCR_UNUSED(state);
  for (int n = 1; n <= THREADS_MAX; n++) {
    shared s = {.pool = scr_par_new(n), .value = {{1}}};
    for (int k = 0; k < rounds; k++) {
      memset(s.value, 0, sizeof s.value);
      s.value[0][0] = 1;
      scr_par_run(s.pool, relay, &s);
      assert_true(s.value[rounds & 1][0] == relayed(n));
    }
    scr_par_free(s.pool);
  }
}

static void take_part(void *user, int thread, int threads) {
  shared *s = user;
  s->runs[thread]++;
  s->value[0][thread] = (uint64_t)threads;
  scr_par_barrier(s->pool, thread);
  for (int t = 0; t < threads; t++)
    if (s->value[0][t] != (uint64_t)threads) atomic_fetch_add(&s->wrong, 1);
  scr_par_barrier(s->pool, thread);
}

/* Now many, now few, in an order that no thread could guess. */
static void some_take_part(void **state) {
  SCR_UNUSED(state);
  for (int n = 1; n <= THREADS_MAX; n++) {
    shared s = {.pool = scr_par_new(n)};
    int want[THREADS_MAX] = {0};
    for (int k = 0; k < 20 * rounds; k++) {
      const int asked = k * k % 11 % (n + 2), part = asked < 1 ? 1 : asked > n ? n : asked;
      scr_par_run_by(s.pool, asked, take_part, &s);
      for (int t = 0; t < part; t++) want[t]++;
    }
    scr_par_run(s.pool, take_part, &s);
    for (int t = 0; t < n; t++) assert_int_equal(s.runs[t], want[t] + 1);
    assert_int_equal(atomic_load(&s.wrong), 0);
    scr_par_free(s.pool);
  }
}

/* Those who have no part leave their cores to others, however often these are called. */
static void the_others_sleep(void **state) {
  SCR_UNUSED(state);
  enum { PART = 2 };
  shared s = {.pool = scr_par_new(THREADS_MAX)};
  scr_par_run(s.pool, count, &s);
  const time_t end = time(NULL) + 60; /* all but the caller: some may be slow to begin */
  while (scr_par_asleep(s.pool) < THREADS_MAX - 1 && time(NULL) < end) sched_yield();
  for (int k = 0; k < rounds; k++) {
    scr_par_run_by(s.pool, PART, take_part, &s);
    assert_true(scr_par_asleep(s.pool) >= THREADS_MAX - PART);
  }
  assert_int_equal(s.runs[PART], 1);
  scr_par_run_by(s.pool, PART + 1, take_part, &s);
  assert_int_equal(s.runs[PART], 2);
  assert_int_equal(atomic_load(&s.wrong), 0);
  scr_par_free(s.pool);
}

static void pools_that_never_run(void **state) {
  SCR_UNUSED(state);
  for (int n = -1; n <= THREADS_MAX; n++) scr_par_free(scr_par_new(n));
  scr_par_free(NULL);
}

#if defined(__linux__)
typedef struct masks {
  cpu_set_t of[THREADS_MAX];
} masks;

static void look_at_mask(void *user, int thread, int threads) {
  SCR_UNUSED(threads);
  masks *m = user;
  sched_getaffinity(0, sizeof m->of[thread], &m->of[thread]);
}

static bool within(const cpu_set_t *a, const cpu_set_t *b) {
  cpu_set_t both;
  CPU_AND(&both, a, b);
  return CPU_EQUAL(&both, a);
}

/* The masks of a pool that was asked to pin itself; the caller's is as it was. */
static bool masks_of(int threads, masks *m) {
  cpu_set_t before, after;
  sched_getaffinity(0, sizeof before, &before);
  scr_par *p = scr_par_new(threads);
  scr_par_pin(p);
  assert_false(
      scr_par_pinned(p)); /* at the first run: a short program needs no cores to be counted */
  scr_par_run(p, look_at_mask, m);
  bool pinned = scr_par_pinned(p);
  scr_par_free(p);
  sched_getaffinity(0, sizeof after, &after);
  assert_true(CPU_EQUAL(&before, &after));
  assert_true(CPU_EQUAL(&before, &m->of[0]));
  return pinned;
}

/* With as many threads as cores each worker has a part of the caller's mask that no other has; else
 * all have the whole mask. */
static void expect_masks(int threads, bool may_pin) {
  masks m;
  const bool pinned = masks_of(threads, &m);
  if (!may_pin) assert_false(pinned);
  for (int a = 1; a < threads; a++) {
    assert_true(CPU_COUNT(&m.of[a]) > 0 && within(&m.of[a], &m.of[0]));
    if (!pinned) assert_true(CPU_EQUAL(&m.of[a], &m.of[0]));
    for (int b = 1; pinned && b < a; b++) {
      cpu_set_t both;
      CPU_AND(&both, &m.of[a], &m.of[b]);
      assert_int_equal(CPU_COUNT(&both), 0);
    }
    if (pinned) assert_true(CPU_COUNT(&m.of[a]) < CPU_COUNT(&m.of[0]));
  }
}

static void threads_have_cores_of_their_own(void **state) {
  SCR_UNUSED(state);
  const int cores = scr_cpu_physical_cores();
  masks m;
  for (int n = 1; n <= THREADS_MAX; n++) expect_masks(n, *scr_pin_part && n > 1 && n == cores);
  if (*scr_pin_part && cores > 1 && cores <= THREADS_MAX) assert_true(masks_of(cores, &m));
}

/* One processor is all that the user gives: two threads share it. */
static void a_mask_of_the_user_stays(void **state) {
  SCR_UNUSED(state);
  cpu_set_t all, one;
  sched_getaffinity(0, sizeof all, &all);
  CPU_ZERO(&one);
  CPU_SET(sched_getcpu(), &one);
  assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
  expect_masks(2, false);
  sched_setaffinity(0, sizeof all, &all);
}
#endif

static void cores_are_counted(void **state) {
  SCR_UNUSED(state);
  assert_in_range(scr_cpu_physical_cores(), 1, scr_cpu_usable());
  assert_true(scr_cpu_has_avx2() || !scr_cpu_has_avx512());
  const size_t cache = scr_cpu_last_cache(); /* 0: unknown */
  if (cache) assert_in_range(cache, (size_t)1 << 18, (size_t)1 << 34);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_thread_runs_once),
    cmocka_unit_test(barriers_order_memory),
    cmocka_unit_test(some_take_part),
    cmocka_unit_test(the_others_sleep),
    cmocka_unit_test(pools_that_never_run),
    cmocka_unit_test(cores_are_counted),
#if defined(__linux__)
    cmocka_unit_test(threads_have_cores_of_their_own),
    cmocka_unit_test(a_mask_of_the_user_stays),
#endif
  };
  rounds = by_day(16, 16, 50);
  return cmocka_run_group_tests_name("par", tests, NULL, NULL);
}
