/* Histories: names and ids, samples, what stays when some of them go. */
#include "../base/test.h"

#include "base/mem.h"
#include "world/state/history.h"

static void end(scr_histories *all) {
  scr_history_delete(all, NULL);
  scr_free(all->item);
  scr_free(all->step);
}

static void names_and_ids(void **state) {
  (void)state;
  scr_histories all = {0};
  scr_history *one = scr_history_add(&all, NULL, 0, "fish a");
  assert_int_equal(one->id, 1);
  assert_string_equal(one->name, "1");
  assert_string_equal(one->label, "fish a");
  assert_string_equal(one->spec, "fish a");
  scr_history *ten = scr_history_add(&all, "Ten", 10, "fish b"),
              *next = scr_history_add(&all, "x", 0, "fish c");
  assert_int_equal(ten->id, 10);
  assert_int_equal(next->id, 11);

  assert_ptr_equal(scr_history_find(&all, "tEN"), ten);
  assert_ptr_equal(scr_history_find(&all, "10"), ten);
  assert_ptr_equal(scr_history_find(&all, "11"), next);
  assert_null(scr_history_find(&all, "2"));
  assert_null(scr_history_find(&all, "0"));
  assert_null(scr_history_find(&all, "10.0"));
  scr_history *named = scr_history_add(&all, "1", 12, "fish d");
  assert_ptr_equal(scr_history_find(&all, "1"), one); /* the first of that name */
  scr_history_delete(&all, one);
  assert_ptr_equal(scr_history_find(&all, "1"), named);
  end(&all);
}

static void samples(void **state) {
  (void)state;
  scr_histories all = {0};
  scr_history *a = scr_history_add(&all, "a", 0, "fish a"),
              *b = scr_history_add(&all, "b", 0, "fish b");
  for (int k = 0; k < 100; k++) scr_history_put(a, k * k);
  scr_history_put(b, -1);
  all.step = scr_alloc(sizeof *all.step);
  all.nstep = 1;
  assert_int_equal(a->n, 100);
  for (int k = 0; k < 100; k++) assert_true(a->sample[k] == k * k);

  scr_history_delete(&all, a); /* the others keep order, samples and instants */
  assert_int_equal(all.n, 1);
  assert_ptr_equal(all.item[0], b);
  assert_int_equal(b->n, 1);
  assert_int_equal(all.nstep, 1);
  scr_histories_purge(&all); /* the definition stays */
  assert_int_equal(all.n, 1);
  assert_int_equal(b->n, 0);
  assert_int_equal(all.nstep, 0);

  all.nstep = 1;
  scr_history_delete(&all, b); /* the last one takes the instants along */
  assert_int_equal(all.nstep, 0);
  end(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names_and_ids), cmocka_unit_test(samples)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
