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

/* The definition: the last letters go, come, change or change places. */
static int distance(const char *a, size_t la, const char *b, size_t lb) {
  if (la == 0 || lb == 0) return (int)(la + lb);
  int best = distance(a, la - 1, b, lb - 1) + (a[la - 1] != b[lb - 1]);
  best = SCR_MIN(best, distance(a, la - 1, b, lb) + 1);
  best = SCR_MIN(best, distance(a, la, b, lb - 1) + 1);
  if (la > 1 && lb > 1 && a[la - 1] == b[lb - 2] && a[la - 2] == b[lb - 1])
    best = SCR_MIN(best, distance(a, la - 2, b, lb - 2) + 1);
  return best;
}

static void distances_are_those_of_the_definition(void **state) {
  SCR_UNUSED(state);
  enum { LONGEST = 5, WORDS = 400 };
  char word[WORDS][LONGEST + 1];
  for (unsigned k = 0, x = 1; k < WORDS; k++) {
    size_t n = 0;
    for (; n < LONGEST && (x = x * 1103515245 + 12345) >> 29; n++)
      word[k][n] = "abc"[(x >> 16) % 3];
    word[k][n] = 0;
  }
  for (int a = 0; a < WORDS; a += 7)
    for (int b = 0; b < WORDS; b += 3)
      assert_int_equal(scr_edit_distance(word[a], word[b]),
                       distance(word[a], strlen(word[a]), word[b], strlen(word[b])));
  static const char w63[] = "123456789012345678901234567890123456789012345678901234567890123",
                    w64[] = "1234567890123456789012345678901234567890123456789012345678901234";
  assert_int_equal(scr_edit_distance(w63, w63), 0);
  assert_int_equal(scr_edit_distance(w63, "1"), 62);
  assert_int_equal(scr_edit_distance("1", w63), 62);
  assert_int_equal(scr_edit_distance(w64, "1"), 63);
  assert_int_equal(scr_edit_distance("1", w64), 63);
}

/* Each code once, and each pair of first bytes with what follows. */
static void characters(void **state) {
  SCR_UNUSED(state);
  for (uint32_t c = 0; c < 0x120000; c++) {
    const size_t len = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    char s[5] = {(char)c};
    if (len > 1) s[0] = (char)(0xf00 >> len | c >> 6 * (len - 1));
    for (size_t k = 1; k < len; k++) s[k] = (char)(0x80 | (c >> 6 * (len - 1 - k) & 0x3f));
    const bool is = c < 0x110000 && (c < 0xd800 || c > 0xdfff);
    if (scr_utf8_length(s, 4) != (is ? len : 0)) fail_msg("U+%x", c);
    if (scr_utf8_length(s, len) != (is ? len : 0)) fail_msg("U+%x alone", c);
    if (len > 1 && scr_utf8_length(s, len - 1) != 0) fail_msg("U+%x, cut", c);
    for (size_t k = 1; k < len; k++) {
      s[k] ^= 0x40;
      if (scr_utf8_length(s, len) != 0) fail_msg("U+%x with a wrong byte", c);
      s[k] ^= 0x40;
    }
  }
  static const char *const not [] = {
      "\x80",         "\xbf\x80",         "\xc0\x80",         "\xc1\xbf",
      "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xf5\x80\x80\x80", "\xff\xbf\xbf\xbf"};
  for (size_t k = 0; k < SCR_COUNTOF(not ); k++)
    assert_int_equal(scr_utf8_length(not [k], strlen(not [k])), 0);
  assert_int_equal(scr_utf8_length("a", 0), 0);
}

static void what_is_shown(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *text, *shown;
    size_t places;
  } row[] = {{"a\tb\nc", "a\tb\nc", 5},
             {"\x1f \x7f", "\\x1f \\x7f", 9},
             {"\xc2\x9f\xc2\xa0", "\\xc2\\x9f\xc2\xa0", 9},
             {"\xc3\x84\xe2\x82\xac", "\xc3\x84\xe2\x82\xac", 2},
             {"\xe2\x82z", "\\xe2\\x82z", 9}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_buf b = {0};
    assert_int_equal(scr_buf_put_safe(&b, row[k].text, strlen(row[k].text)), row[k].places);
    assert_string_equal(b.s, row[k].shown);
    scr_buf_free(&b);
  }
  scr_buf b = {0};
  scr_buf_put_markup(&b, "a<b> & \"c\"!", 11);
  assert_int_equal(b.n, 31);
  assert_string_equal(b.s, "a&lt;b&gt; &amp; &quot;c&quot;!");
  scr_buf_free(&b);
}

static void lists_and_letters(void **state) {
  SCR_UNUSED(state);
  static const char *const list[] = {"one", "Two", NULL};
  char word[] = "AbZ[1";
  assert_true(scr_is_one_of("ONE", list) && scr_is_one_of("two", list));
  assert_false(scr_is_one_of("on", list) || scr_is_one_of("three", list));
  scr_lowercase(word);
  assert_string_equal(word, "abz[1");
  assert_int_equal(scr_ncasecmp("ab", "ab", 5), 0);
  assert_int_equal(scr_ncasecmp("abc", "abd", 0), 0);
  assert_true(scr_ncasecmp("ab", "abc", 5) < 0);
}

/* A word, a candidate, and how far it is; -1: too far to be offered. */
static void how_far_words_are(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *word, *candidate;
    int distance;
  } row[] = {{"grav", "gravity", 1},
             {"gr", "gravity", -1},
             {"GRA", "gravity", 1},
             {"gravitx", "gravity", 1},
             {"grvaiyt", "gravity", 2},
             {"gxvxtx", "gravity", -1},
             {"ball.vel.q", "ball.vel", 1},
             {"ball.velq", "ball.vel", 1},
             {"ab.x", "ab", -1},
             {"abc.x", "abc", 1},
             {"ball.ve", "ball.vel", -1},
             {"ball.we", "ball.vel", -1},
             {"wall.vel", "ball.vel", 1},
             {"xyz.vel", "ball.vel", -1},
             {"ball.pos.x", "wall.pos.x", 1},
             {"bal.pos.x", "ball.pos.x", 1},
             {"ba.pos.x", "ball.pos.x", -1},
             {"a.b.c.dddd", "a.b.c.dddx", 1},
             {"a.b.c.ddd", "a.b.c.ddx", 1},
             {"a.b.c.dd", "a.b.c.dx", -1},
             {"abc", "abd", 1},
             {"ab", "ac", -1}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_nearest n = {.word = row[k].word};
    scr_nearest_offer(&n, row[k].candidate);
    if ((n.best ? n.distance : -1) != row[k].distance)
      fail_msg("%s, %s: %d", row[k].word, row[k].candidate, n.best ? n.distance : -1);
  }
  scr_nearest n = {.word = "position"};
  scr_nearest_offer(&n, "positiom");
  scr_nearest_offer(&n, "positiox"); /* no nearer */
  assert_string_equal(n.best, "positiom");
  scr_nearest_offer(&n, "position");
  assert_string_equal(n.best, "position");
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
      cmocka_unit_test(buffers),
      cmocka_unit_test(long_printf),
      cmocka_unit_test(copies),
      cmocka_unit_test(case_is_ascii_only),
      cmocka_unit_test(edit_distances),
      cmocka_unit_test(nearest_words),
      cmocka_unit_test(distances_are_those_of_the_definition),
      cmocka_unit_test(characters),
      cmocka_unit_test(what_is_shown),
      cmocka_unit_test(lists_and_letters),
      cmocka_unit_test(how_far_words_are),
  };
  return cmocka_run_group_tests_name("str", tests, NULL, NULL);
}
