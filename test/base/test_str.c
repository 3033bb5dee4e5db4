/* Strings: buffers, comparison without case, edit distance, the nearest word. */
#include "test.h"

#include "base/mem.h"
#include "base/str.h"

static void buffers(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  assert_string_equal(b.s, "");
  for (int k = 0; k < 1000; k++) scr_buf_printf(&b, "%d,", k % 10);
  scr_buf_put(&b, "ab\0cd", 5);
  assert_int_equal(b.n, 2005);
  assert_int_equal(b.s[b.n], 0);
  assert_memory_equal(b.s + 2000, "ab\0cd", 6);
  scr_buf_clear(&b);
  assert_int_equal(b.n, 0);
  assert_string_equal(b.s, "");
  scr_buf_free(&b);
  assert_null(b.s);
}

static void long_printf(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  scr_buf_puts(&b, "x");
  scr_buf_printf(&b, "%5000s|", "end");
  assert_int_equal(b.n, 5002);
  assert_string_equal(b.s + 4998, "end|");
  scr_buf_free(&b);
}

static void copies(void **state) {
  SCR_UNUSED(state);
  char *a = scr_strdup("word"), *b = scr_strndup("wordy", 4);
  assert_string_equal(a, b);
  scr_free(a);
  scr_free(b);
}

static void case_is_ascii_only(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(scr_casecmp("BaLL", "ball"), 0);
  assert_true(scr_casecmp("ball", "wall") < 0);
  assert_true(scr_casecmp("ball", "bal") > 0);
  assert_int_equal(scr_ncasecmp("BALLroom", "ballast", 4), 0);
  assert_int_not_equal(scr_ncasecmp("BALLroom", "ballast", 5), 0);
  assert_int_equal(scr_lower('Z'), 'z');
  assert_int_equal(scr_lower('['), '[');
  assert_int_equal(scr_lower(0xc4), 0xc4);
}

static void edit_distances(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(scr_edit_distance("ball", "BALL"), 0);
  assert_int_equal(scr_edit_distance("ball", "bal"), 1);
  assert_int_equal(scr_edit_distance("ball", "balls"), 1);
  assert_int_equal(scr_edit_distance("ball", "wall"), 1);
  assert_int_equal(scr_edit_distance("ball", "blal"), 1);
  assert_int_equal(scr_edit_distance("", "abc"), 3);
}

static void nearest_words(void **state) {
  SCR_UNUSED(state);
  scr_nearest n = {"gravty", NULL, 0};
  scr_nearest_offer(&n, "group");
  scr_nearest_offer(&n, "gravity");
  scr_nearest_offer(&n, "history");
  assert_string_equal(n.best, "gravity");
  scr_nearest none = {"xyzzy", NULL, 0};
  scr_nearest_offer(&none, "gravity");
  assert_null(none.best);
  static const char *const far[][2] = {
      {"a", "f"},         {"ab", "abc"},        {"y", "e"},      {"math.foo", "math.cos"},
      {"undefd", "undo"}, {"ab.dat", "xy.dat"}, {"hist", "wall"}};
  for (size_t k = 0; k < SCR_COUNTOF(far); k++) {
    scr_nearest one = {.word = far[k][0]};
    scr_nearest_offer(&one, far[k][1]);
    assert_null(one.best);
  }
  scr_nearest near = {.word = "math.sqrtt"};
  scr_nearest_offer(&near, "math.sqrt");
  assert_string_equal(near.best, "math.sqrt");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(buffers),        cmocka_unit_test(long_printf),
      cmocka_unit_test(copies),         cmocka_unit_test(case_is_ascii_only),
      cmocka_unit_test(edit_distances), cmocka_unit_test(nearest_words),
  };
  return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}
