/* The lexer of FISH: kinds, values and places of tokens, which messages point to. */
#include "base/test.h"

#include "base/mem.h"
#include "script/lex.h"

typedef struct want {
  scr_tok type;
  const char *text; /* of names and strings */
  int op, col, len;
  int64_t i;
  double f;
} want;

enum { MOST = 9 };
static const struct {
  const char *text;
  want tok[MOST];
} row[] = {
    {"a1.b = 3",
     {{T_NAME, "a1.b", 0, 1, 4, 0, 0},
      {T_OP, NULL, '=', 6, 1, 0, 0},
      {T_INT, NULL, 0, 8, 1, 3, 0}}},
    {"1.5e-3 .5 2e3 7.",
     {{T_REAL, NULL, 0, 1, 6, 0, 1.5e-3},
      {T_REAL, NULL, 0, 8, 2, 0, 0.5},
      {T_REAL, NULL, 0, 11, 3, 0, 2e3},
      {T_REAL, NULL, 0, 15, 2, 0, 7}}},
    {"x**y",
     {{T_NAME, "x", 0, 1, 1, 0, 0},
      {T_OP, NULL, '*', 2, 1, 0, 0},
      {T_OP, NULL, '*', 3, 1, 0, 0},
      {T_NAME, "y", 0, 4, 1, 0, 0}}},
    {"a//b::c",
     {{T_NAME, "a", 0, 1, 1, 0, 0},
      {T_OP, NULL, OP2('/', '/'), 2, 2, 0, 0},
      {T_NAME, "b", 0, 4, 1, 0, 0},
      {T_OP, NULL, OP2(':', ':'), 5, 2, 0, 0},
      {T_NAME, "c", 0, 7, 1, 0, 0}}},
    {"'it''s' \"b\"",
     {{T_STRING, "it", 0, 1, 4, 0, 0},
      {T_STRING, "s", 0, 5, 3, 0, 0},
      {T_STRING, "b", 0, 9, 3, 0, 0}}},
    {"a ; b = 'c", {{T_NAME, "a", 0, 1, 1, 0, 0}}},
    {"a->b <= c",
     {{T_NAME, "a", 0, 1, 1, 0, 0},
      {T_OP, NULL, OP2('-', '>'), 2, 2, 0, 0},
      {T_NAME, "b", 0, 4, 1, 0, 0},
      {T_OP, NULL, OP2('<', '='), 6, 2, 0, 0},
      {T_NAME, "c", 0, 9, 1, 0, 0}}},
};

static void same(const scr_token *t, const want *w) {
  assert_int_equal(t->type, w->type);
  assert_int_equal(t->col, w->col);
  assert_int_equal(t->len, w->len);
  if (w->text) assert_string_equal(t->text, w->text);
  if (w->type == T_OP) assert_int_equal(t->op, w->op);
  if (w->type == T_INT) assert_int_equal(t->i, w->i);
  if (w->type == T_REAL) assert_true(t->f == w->f);
}

static void tokens(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_diag d = {0};
    scr_source *src = scr_source_new("t", NULL, row[k].text, strlen(row[k].text));
    scr_lex x = {.diag = &d, .src = src, .line = 1};
    assert_true(scr_lex_line(&x));
    size_t n = 0;
    while (row[k].tok[n].col) n++;
    if (x.n != n + 1) fail_msg("'%s': %zu tokens, not %zu", row[k].text, x.n - 1, n);
    for (size_t i = 0; i < n; i++) same(&x.tok[i], &row[k].tok[i]);
    assert_int_equal(x.tok[n].type, T_EOL);
    assert_false(scr_lex_line(&x));
    scr_lex_free(&x);
    scr_source_drop(src);
    scr_diag_clear(&d);
  }
}

/* A line that goes on: tokens keep the line and column they stand in. */
static void continued(void **state) {
  SCR_UNUSED(state);
  static const char text[] = "a = ...\n  b\nc";
  scr_diag d = {0};
  scr_source *src = scr_source_new("t", NULL, text, sizeof text - 1);
  scr_lex x = {.diag = &d, .src = src, .line = 1};
  assert_true(scr_lex_line(&x));
  assert_int_equal(x.tok[0].line, 1);
  assert_true(x.tok[1].line == 1 && x.tok[1].col == 3);
  assert_true(x.tok[2].line == 2 && x.tok[2].col == 3 && strcmp(x.tok[2].text, "b") == 0);
  assert_int_equal(x.tok[3].type, T_EOL);
  scr_lex_free(&x);
  scr_source_drop(src);
  scr_diag_clear(&d);
}

static void first_words(void **state) {
  SCR_UNUSED(state);
  char word[8];
  scr_lex_first_word("  EndIf ; x", word, sizeof word);
  assert_string_equal(word, "endif");
  scr_lex_first_word("; a", word, sizeof word);
  assert_string_equal(word, "");
  scr_lex_first_word("a_word_that_is_long", word, sizeof word); /* cut, not written beyond */
  assert_true(strlen(word) < sizeof word);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(tokens), cmocka_unit_test(continued),
                                     cmocka_unit_test(first_words)};
  return cmocka_run_group_tests_name("lex", tests, NULL, NULL);
}
