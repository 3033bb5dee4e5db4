/* Interned sets: equal ones have equal numbers, in whatever order and by whatever way they were
 * made; words. */
#include "../base/test.h"

#include "world/state/sets.h"

static void equal_sets_are_one(void **state) {
  (void)state;
  scr_sets s;
  scr_sets_init(&s);
  uint32_t a = scr_sets_with(&s, 0, 1, 10), ab = scr_sets_with(&s, a, 2, 20),
           b = scr_sets_with(&s, 0, 2, 20);
  assert_true(a != 0 && b != 0 && ab != 0 && a != b);
  assert_int_equal(scr_sets_with(&s, b, 1, 10), ab);
  assert_int_equal(scr_sets_with(&s, ab, 2, 20), ab); /* nothing new */
  assert_int_equal(scr_sets_without(&s, ab, 1), b);
  assert_int_equal(scr_sets_without(&s, ab, 3), ab);
  assert_int_equal(scr_sets_without(&s, a, 1), 0);
  uint32_t other = scr_sets_with(&s, ab, 2, 21); /* another value in its place */
  assert_true(other != ab);
  assert_int_equal(s.count[other], 2);
  assert_int_equal(scr_sets_with(&s, other, 2, 20), ab);
  scr_sets_free(&s);
}

static void values(void **state) {
  (void)state;
  scr_sets s;
  uint64_t v = 5;
  scr_sets_init(&s);
  uint32_t set = scr_sets_with(&s, scr_sets_with(&s, 0, 7, 70), 3, 30);
  assert_true(scr_sets_get(&s, set, 3, &v) && v == 30);
  assert_true(scr_sets_get(&s, set, 7, &v) && v == 70);
  v = 5;
  assert_false(scr_sets_get(&s, set, 30, &v));
  assert_false(scr_sets_get(&s, 0, 3, &v));
  assert_int_equal(v, 5);
  assert_true(scr_sets_has_value(&s, set, 70));
  assert_false(scr_sets_has_value(&s, set, 7));
  scr_sets_free(&s);
}

/* More keys than fit on the stack, from both ends: pairs lie in order of key. */
static void many_keys(void **state) {
  (void)state;
  enum { MANY = 1000 };
  scr_sets s;
  scr_sets_init(&s);
  uint32_t up = 0, down = 0;
  uint64_t v = 0;
  for (uint64_t k = 0; k < MANY; k++) up = scr_sets_with(&s, up, k, k * k);
  for (uint64_t k = MANY; k-- > 0;) down = scr_sets_with(&s, down, k, k * k);
  assert_int_equal(up, down);
  assert_int_equal(s.count[up], MANY);
  for (uint64_t k = 0; k < MANY; k++) {
    assert_int_equal(s.entry[up][2 * k], k);
    assert_true(scr_sets_get(&s, up, k, &v) && v == k * k);
  }
  for (uint64_t k = 0; k < MANY; k++) up = scr_sets_without(&s, up, k);
  assert_int_equal(up, 0);
  scr_sets_free(&s);
}

static void of_pairs(void **state) {
  (void)state;
  scr_sets s;
  scr_sets_init(&s);
  uint32_t want = scr_sets_with(&s, scr_sets_with(&s, 0, 7, 70), 3, 30);
  uint64_t pairs[] = {7, 70, 3, 30}, twice[] = {1, 2, 5, 6, 1, 3};
  assert_int_equal(scr_sets_of(&s, pairs, 2), want);
  assert_int_equal(scr_sets_of(&s, pairs, 0), 0);
  assert_int_equal(scr_sets_of(&s, twice, 3), UINT32_MAX);
  scr_sets_free(&s);
}

static void words(void **state) {
  (void)state;
  scr_words w = {0};
  assert_int_equal(scr_word(&w, ""), 0);
  uint32_t top = scr_word(&w, "Top"), rim = scr_word(&w, "rim");
  assert_true(top != rim && top && rim);
  assert_int_equal(scr_word(&w, "tOP"), top); /* case does not count, and is kept */
  assert_string_equal(scr_word_text(&w, top), "Top");
  assert_int_equal(scr_word_find(&w, "RIM"), rim);
  assert_int_equal(scr_word_find(&w, "side"), UINT32_MAX);
  scr_words_free(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(equal_sets_are_one), cmocka_unit_test(values), cmocka_unit_test(many_keys),
      cmocka_unit_test(of_pairs),           cmocka_unit_test(words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
