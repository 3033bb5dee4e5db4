/* Commands as tokens: types, places, what is noise, how lines go on, how words abbreviate. */
#include "../base/test.h"

#include "cmd/token.h"

static const struct {
  const char *given, *word;
  int rank;
} abbreviation[] = {
    {"position-x", "position-x", 3}, {"POSITION-X", "position-x", 3},
    {"pos-x", "position-x", 2},      {"z-a-r", "zero-angle-range", 2},
    {"pos", "position-x", 1},        {"positions", "position", 0},
    {"x-pos", "position-x", 0},      {"", "position", 0},
};

static void abbreviations(void **state) {
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(abbreviation); k++) {
    int rank = scr_abbreviates(abbreviation[k].given, abbreviation[k].word);
    if (rank != abbreviation[k].rank)
      fail_msg("'%s' for '%s': %d", abbreviation[k].given, abbreviation[k].word, rank);
  }
}

static const struct {
  const char *text, *words; /* joined by | */
  int types[6];
  int next; /* line after it */
} line[] = {
    {"ball create id=3 , radius 1.5 ; comment",
     "ball|create|id|3|radius|1.5",
     {SCR_T_WORD, SCR_T_WORD, SCR_T_WORD, SCR_T_INT, SCR_T_WORD, SCR_T_REAL},
     2},
    {"ball group 'a b;c' \"d\"",
     "ball|group|a b;c|d",
     {SCR_T_WORD, SCR_T_WORD, SCR_T_STRING, SCR_T_STRING},
     2},
    {"model cycle ...\n  10\nnext", "model|cycle|10", {SCR_T_WORD, SCR_T_WORD, SCR_T_INT}, 3},
    {"a &\nb", "a|b", {SCR_T_WORD, SCR_T_WORD}, 3},
    {"move (1,-2,.5)", "move|1|-2|.5", {SCR_T_WORD, SCR_T_INT, SCR_T_INT, SCR_T_REAL}, 2},
    {"; nothing", "", {0}, 2},
};

static void lines(void **state) {
  (void)state;
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1});
  for (size_t k = 0; k < SCR_COUNTOF(line); k++) {
    scr_source *src = scr_source_new("t", NULL, line[k].text, strlen(line[k].text));
    scr_line l;
    scr_buf words = {0};
    assert_true(scr_lex(s, src, 1, src->nline, &l));
    scr_buf_puts(&words, "");
    for (size_t i = 0; i < l.n; i++) {
      scr_buf_printf(&words, "%s%s", i ? "|" : "", l.tok[i].text);
      if (i < SCR_COUNTOF(line[k].types)) assert_int_equal(l.tok[i].type, line[k].types[i]);
    }
    assert_string_equal(words.s, line[k].words);
    assert_int_equal(l.next, line[k].next);
    scr_buf_free(&words);
    scr_line_free(&l);
    scr_source_drop(src);
  }
  scr_session_free(s);
}

/* What stands in brackets stays text until it is evaluated, and each token knows its place. */
static void brackets(void **state) {
  (void)state;
  static const char text[] = "ball create radius [1 + 2] @x";
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1});
  scr_source *src = scr_source_new("t", NULL, text, sizeof text - 1);
  scr_line l;
  assert_true(scr_lex(s, src, 1, 1, &l));
  assert_int_equal(l.n, 5);
  assert_true(l.raw[3] == SCR_RAW_BRACKET && l.raw[4] == SCR_RAW_AT && l.raw[2] == SCR_RAW_NONE);
  assert_string_equal(l.tok[3].text, "1 + 2");
  assert_int_equal(l.tok[3].loc.col, 20);
  assert_int_equal(l.tok[4].loc.col, 28);
  scr_line_free(&l);
  scr_source_drop(src);
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(abbreviations), cmocka_unit_test(lines),
                                     cmocka_unit_test(brackets)};
  return cmocka_run_group_tests_name("token", tests, NULL, NULL);
}
