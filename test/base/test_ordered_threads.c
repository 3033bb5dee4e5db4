/* Pieces made by several threads: each is made once, all are taken in order on the caller's thread,
 * few wait at a time. */
#include "test.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include "base/ordered.h"

enum { PIECES = 130, THREADS_MAX = 4 };

typedef struct shared {
  atomic_int made[PIECES], waiting, most, wrong;
  size_t taken;
  pthread_t caller;
} shared;

/* Later pieces are often done first. */
static void make(void *user, size_t piece, scr_buf *to) {
  shared *s = user;
  if (to->n) atomic_fetch_add(&s->wrong, 1);
  for (size_t k = 0; k < piece * 7 % 5; k++) sched_yield();
  scr_buf_printf(to, "piece %zu", piece);
  atomic_fetch_add(&s->made[piece], 1);
  const int waiting = atomic_fetch_add(&s->waiting, 1) + 1;
  for (int most = atomic_load(&s->most);
       waiting > most && !atomic_compare_exchange_weak(&s->most, &most, waiting);) {
  }
}

static void take(void *user, const scr_buf *piece) {
  shared *s = user;
  char text[32];
  snprintf(text, sizeof text, "piece %zu", s->taken++);
  if (!piece->s || strcmp(piece->s, text) != 0 || !pthread_equal(s->caller, pthread_self()))
    atomic_fetch_add(&s->wrong, 1);
  atomic_fetch_sub(&s->waiting, 1);
}

static void run(size_t n, int threads) {
  static shared s;
  memset(&s, 0, sizeof s);
  s.caller = pthread_self();
  scr_par *par = threads ? scr_par_new(threads) : NULL;
  scr_ordered_run(&(scr_ordered){n, make, take, &s}, par);
  assert_int_equal(s.taken, n);
  assert_int_equal(atomic_load(&s.wrong), 0);
  for (size_t k = 0; k < PIECES; k++) assert_int_equal(atomic_load(&s.made[k]), k < n);
  assert_in_range(atomic_load(&s.most), n > 0, threads > 1 ? 3 * threads : 1);
  scr_par_free(par);
}

static void all_in_order(void **state) {
  SCR_UNUSED(state);
  for (int threads = 0; threads <= THREADS_MAX; threads++)
    for (size_t n = 0; n <= PIECES; n = 3 * n + 1) run(n, threads);
  run(PIECES, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_in_order)};
  return cmocka_run_group_tests_name("ordered_threads", tests, NULL, NULL);
}
