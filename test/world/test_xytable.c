/* Tables of (x, y): names and ids, order of points, linear interpolation. */
#include "../base/test.h"

#include "base/mem.h"
#include "world/state/xytable.h"

static void end(scr_xytables *all) {
  scr_xytables_clear(all);
  scr_free(all->item);
}

static void names_and_ids(void **state) {
  (void)state;
  scr_xytables all = {0};
  scr_xytable *force = scr_xytable_need(&all, "Force");
  assert_int_equal(force->id, 1);
  scr_xytable *seven = scr_xytable_need(&all, "7");
  assert_int_equal(seven->id, 7);
  scr_xytable *next = scr_xytable_need(&all, "next");
  assert_int_equal(next->id, 8); /* after the largest */
  scr_xytable *three = scr_xytable_need(&all, "3");
  const uint32_t order[] = {1, 3, 7, 8};
  for (size_t k = 0; k < 4; k++) assert_int_equal(all.item[k]->id, order[k]);

  assert_ptr_equal(scr_xytable_find(&all, "fORCE"), force); /* case does not count */
  assert_ptr_equal(scr_xytable_need(&all, "force"), force);
  assert_ptr_equal(scr_xytable_find(&all, "1"), force); /* a number is an id */
  assert_ptr_equal(scr_xytable_by_id(&all, 3), three);
  assert_null(scr_xytable_find(&all, "2"));
  assert_null(scr_xytable_find(&all, "7.0"));
  assert_null(scr_xytable_by_id(&all, 0));

  scr_xytable_delete(&all, seven);
  assert_null(scr_xytable_find(&all, "7"));
  assert_int_equal(all.n, 3);
  assert_ptr_equal(all.item[2], next);
  scr_xytable_delete(&all, NULL); /* none of them */
  assert_int_equal(all.n, 3);
  end(&all);
  assert_int_equal(all.n, 0);
}

/* The largest id leaves room for one more: it is a name like any other. */
static void no_id_overflows(void **state) {
  (void)state;
  scr_xytables all = {0};
  scr_xytable *last = scr_xytable_need(&all, "4294967295"), *other = scr_xytable_need(&all, "a");
  assert_true(last->id > 0 && other->id > last->id);
  assert_ptr_equal(scr_xytable_find(&all, "4294967295"), last);
  end(&all);
}

static void check(const scr_xytable *t, const double (*xy)[2], size_t n) {
  assert_int_equal(t->n, n);
  for (size_t k = 0; k < n; k++) {
    assert_true(t->x[k] == xy[k][0]);
    assert_true(t->y[k] == xy[k][1]);
  }
}

static void order_of_points(void **state) {
  (void)state;
  static const double put[][2] = {{3, 1}, {1, 2}, {9, 4}},
                      set[][2] = {{2, 7}, {2, 1}, {3, 5}, {3, 8}, {5, 3}, {5, 9}},
                      inserted[][2] = {{1, 1}, {2, 0}, {2, 3}, {5, 2}},
                      sorted[][2] = {{1, 0}, {1, 5}, {2, 2}, {2, 6}, {3, 1}, {3, 3}, {4, 4}};
  scr_xytables all = {0};
  scr_xytable *t = scr_xytable_need(&all, "t");
  scr_xytable_put(t, 0, 3, 1);
  scr_xytable_put(t, 1, 7, 7);
  scr_xytable_put(t, 1, 1, 2);  /* in place of the second */
  scr_xytable_put(t, 99, 9, 4); /* appended */
  check(t, put, 3);

  scr_xytable_clear(t);
  scr_xytable_set(t, 5, 2);
  scr_xytable_set(t, 2, 0);
  scr_xytable_set(t, 5, 3);
  scr_xytable_insert(t, 2, 1);
  scr_xytable_insert(t, 5, 4);
  scr_xytable_insert(t, 3, 5);
  scr_xytable_insert(t, 3, 6);
  for (int k = 0; k < 3; k++) {
    const double x = k == 2 ? 5 : 2 + k;
    scr_xytable_set(t, x, 7 + k); /* that of several which is read */
    assert_true(scr_xytable_value(t, x) == 7 + k);
  }
  check(t, set, 6);

  scr_xytable_clear(t);
  scr_xytable_insert(t, 5, 2);
  scr_xytable_insert(t, 2, 0);
  scr_xytable_insert(t, 1, 1);
  scr_xytable_insert(t, 2, 3); /* after its equal */
  check(t, inserted, 4);

  scr_xytable_clear(t);
  const double x[] = {1, 3, 2, 3, 4, 1, 2}, y[] = {0, 1, 2, 3, 4, 5, 6};
  for (size_t k = 0; k < 7; k++) scr_xytable_put(t, k, x[k], y[k]);
  scr_xytable_sort(t); /* equals keep their order */
  check(t, sorted, 7);
  end(&all);
}

static void interpolation(void **state) {
  (void)state;
  static const double at[][2] = {
      {-1, 10}, {0, 10},  {0.5, 15}, {1, 20},    {1.5, 20},
      {2, 0},   {2.5, 4}, {4, 16},   {1e300, 16}}; /* x = 2 is a step from 20 to 0 */
  scr_xytables all = {0};
  scr_xytable *t = scr_xytable_need(&all, "t");
  scr_xytable_put(t, 0, 0, 10);
  assert_true(scr_xytable_value(t, -3) == 10 && scr_xytable_value(t, 3) == 10);
  scr_xytable_put(t, 1, 1, 20);
  scr_xytable_put(t, 2, 2, 20);
  scr_xytable_put(t, 3, 2, 0);
  scr_xytable_put(t, 4, 4, 16);
  for (size_t k = 0; k < sizeof at / sizeof *at; k++)
    assert_true(scr_xytable_value(t, at[k][0]) == at[k][1]);
  end(&all);
}

/* What is known of the order holds only up to the point that changes. */
static void order_is_known(void **state) {
  (void)state;
  scr_xytables all = {0};
  scr_xytable *t = scr_xytable_need(&all, "t");
  assert_true(scr_xytable_is_sorted(t));
  for (int k = 0; k < 3; k++) scr_xytable_put(t, 9, k, 0);
  assert_true(scr_xytable_is_sorted(t));
  scr_xytable_put(t, 0, 1, 0); /* equal to its neighbour */
  assert_true(scr_xytable_is_sorted(t));
  scr_xytable_put(t, 1, 0.5, 0);
  assert_false(scr_xytable_is_sorted(t));
  scr_xytable_put(t, 1, 1.5, 0);
  assert_true(scr_xytable_is_sorted(t));
  scr_xytable_put(t, 3, 1.75, 0);
  assert_false(scr_xytable_is_sorted(t));
  scr_xytable_sort(t);
  assert_true(scr_xytable_is_sorted(t));
  scr_xytable_put(t, 0, 9, 0);
  scr_xytable_insert(t, 1, 0);
  assert_false(scr_xytable_is_sorted(t));
  scr_xytable_clear(t);
  assert_true(scr_xytable_is_sorted(t));
  scr_xytable_insert(t, 2, 0);
  scr_xytable_insert(t, 1, 0);
  assert_true(scr_xytable_is_sorted(t));
  end(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_and_ids),   cmocka_unit_test(no_id_overflows),
      cmocka_unit_test(order_of_points), cmocka_unit_test(interpolation),
      cmocka_unit_test(order_is_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
