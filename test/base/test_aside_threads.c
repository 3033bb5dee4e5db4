/* A task beside the caller: what it wrote is seen once it was waited for, and one ends before the
 * next begins. */
#include "test.h"

#include "base/aside.h"

typedef struct work {
  int done, order[3];
  double sum[1000];
} work;

static void first(void *user) {
  work *w = user;
  for (int k = 0; k < 1000; k++) w->sum[k] = k + 0.5;
  w->order[w->done++] = 1;
}

static void second(void *user) {
  work *w = user;
  w->order[w->done++] = 2;
}

static void one_after_the_other(void **state) {
  (void)state;
  work w = {0};
  scr_aside a = {0};
  scr_aside_wait(&a); /* nothing to do */
  scr_aside_start(&a, first, &w);
  scr_aside_start(&a, second, &w);
  scr_aside_start(&a, first, &w);
  scr_aside_wait(&a);
  scr_aside_wait(&a);
  assert_int_equal(w.done, 3);
  assert_true(w.order[0] == 1 && w.order[1] == 2 && w.order[2] == 1);
  assert_true(w.sum[999] == 999.5);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_after_the_other)};
  return cmocka_run_group_tests_name("aside", tests, NULL, NULL);
}
