/* Thread pool: each thread runs once, barriers order what is written, more threads than cores work. */
#include "test.h"

#include <stdatomic.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "base/par.h"

enum { ROUNDS = 50, THREADS_MAX = 8 };

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

/* Each round adds the neighbours' values of the round before: a barrier that leaks gives another result. */
static void relay(void *user, int thread, int threads) {
  shared *s = user;
  for (int k = 0; k < ROUNDS; k++) {
    const uint64_t *from = s->value[k & 1];
    s->value[~k & 1][thread] = from[thread] + 3 * from[(thread + 1) % threads];
    scr_par_barrier(s->pool);
  }
}

static uint64_t relayed(int threads) {
  uint64_t v[2][THREADS_MAX] = {{1}};
  for (int k = 0; k < ROUNDS; k++)
    for (int t = 0; t < threads; t++) v[~k & 1][t] = v[k & 1][t] + 3 * v[k & 1][(t + 1) % threads];
  return v[ROUNDS & 1][0];
}

static void each_thread_runs_once(void **state) {
  SCR_UNUSED(state);
  for (int n = 1; n <= THREADS_MAX; n++) {
    shared s = {.pool = scr_par_new(n)};
    assert_int_equal(scr_par_threads(s.pool), n);
    for (int k = 0; k < ROUNDS; k++) scr_par_run(s.pool, count, &s);
    for (int t = 0; t < n; t++) assert_int_equal(s.runs[t], ROUNDS);
    assert_int_equal(atomic_load(&s.wrong), 0);
    scr_par_free(s.pool);
  }
}

static void barriers_order_memory(void **state) {
  SCR_UNUSED(state);
  for (int n = 1; n <= THREADS_MAX; n++) {
    shared s = {.pool = scr_par_new(n), .value = {{1}}};
    for (int k = 0; k < ROUNDS; k++) {
      memset(s.value, 0, sizeof s.value);
      s.value[0][0] = 1;
      scr_par_run(s.pool, relay, &s);
      assert_true(s.value[ROUNDS & 1][0] == relayed(n));
    }
    scr_par_free(s.pool);
  }
}

static void pools_that_never_run(void **state) {
  SCR_UNUSED(state);
  for (int n = -1; n <= THREADS_MAX; n++) scr_par_free(scr_par_new(n));
  scr_par_free(NULL);
}

static void cores_are_counted(void **state) {
  SCR_UNUSED(state);
  assert_in_range(scr_cpu_physical_cores(), 1, scr_cpu_usable());
  assert_true(scr_cpu_has_avx2() || !scr_cpu_has_avx512());
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_thread_runs_once),
      cmocka_unit_test(barriers_order_memory),
      cmocka_unit_test(pools_that_never_run),
      cmocka_unit_test(cores_are_counted),
  };
  return cmocka_run_group_tests_name("par", tests, NULL, NULL);
}
