/* Messages: sources, the first error stays, warnings, the text that users see. */
#include "test.h"

#include "base/diag.h"
#include "base/mem.h"

static void sources(void **state) {
  SCR_UNUSED(state);
  static const char text[] = "\xef\xbb\xbf"
                             "one\r\ntwo\rthree\n\nfive";
  scr_source *s = scr_source_new("a.dat", "/tmp/a.dat", text, sizeof text - 1);
  assert_int_equal(s->nline, 5);
  assert_string_equal(s->line[0], "one");
  assert_string_equal(s->line[1], "two");
  assert_string_equal(s->line[2], "three");
  assert_string_equal(s->line[3], "");
  assert_string_equal(s->line[4], "five");
  scr_source_drop(scr_source_hold(s));
  assert_string_equal(s->name, "a.dat");
  scr_source_drop(s);
}

/* Old texts of DOS end with Ctrl-Z; elsewhere it is a character like others. What is appended moves
 * no line. */
static void more_sources(void **state) {
  SCR_UNUSED(state);
  scr_source *s = scr_source_new("a.dat", NULL, "one\r\nt\x1awo\r\n\x1a\x1a\r\n", 14);
  assert_int_equal(s->nline, 3);
  assert_string_equal(s->line[1], "t\x1awo");
  assert_string_equal(s->line[2], "");
  const char *first = s->line[0];
  scr_source_append(s, "four\nfive", 9);
  assert_int_equal(s->nline, 5);
  assert_ptr_equal(s->line[0], first);
  assert_string_equal(s->line[3], "four");
  assert_string_equal(s->line[4], "five");
  assert_int_equal(s->zero_line, 0);
  scr_source_append(s, "si\0x", 4);
  assert_true(s->zero_line == 6 && s->zero_col == 3);
  scr_source_drop(s);
}

/* Columns count characters; bytes that are none are shown by their number, and the caret moves
 * along. */
static void carets(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *line;
    int col, len;
    const char *want;
  } row[] = {
      {"ab cd", 4, 2, "a:1:4: error name: x\n  ab cd\n     ^~\n"},
      {"\tab\tcd", 5, 2, "a:1:5: error name: x\n  \tab\tcd\n  \t  \t^~\n"},
      {"'gr\xc3\xb6\xc3\x9f' cd", 10, 2,
       "a:1:8: error name: x\n  'gr\xc3\xb6\xc3\x9f' cd\n         ^~\n"},
      {"'\xe4' cd", 5, 2, "a:1:5: error name: x\n  '\\xe4' cd\n         ^~\n"},
      {"\x1b[2J cd", 6, 2, "a:1:6: error name: x\n  \\x1b[2J cd\n          ^~\n"},
      {"c\xfe", 1, 2, "a:1:1: error name: x\n  c\\xfe\n  ^~~~~\n"},
      {"ab", 3, 1, "a:1:3: error name: x\n  ab\n    ^\n"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_source *s = scr_source_new("a", NULL, row[k].line, strlen(row[k].line));
    scr_loc at = {s, 1, row[k].col, row[k].len};
    scr_diag d = {0};
    scr_buf b = {0};
    scr_fail(&d, &at, SCR_E_NAME, "x");
    scr_message_format(&d.error, &b);
    assert_string_equal(b.s, row[k].want);
    scr_buf_free(&b);
    scr_diag_clear(&d);
    scr_source_drop(s);
  }
}

static void first_error_stays(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  assert_false(scr_fail(&d, NULL, SCR_E_VALUE, "first %d", 1));
  assert_false(scr_fail(&d, NULL, SCR_E_NAME, "second"));
  scr_hint(&d, "a hint");
  scr_hint(&d, "another");
  assert_true(d.failed);
  assert_int_equal(d.error.code, SCR_E_VALUE);
  assert_string_equal(d.error.text, "first 1");
  assert_string_equal(d.error.hint, "a hint");
  scr_diag_clear(&d);
  assert_false(d.failed);
  assert_false(scr_fail(&d, NULL, SCR_E_NAME, "second"));
  assert_string_equal(d.error.text, "second");
  scr_diag_clear(&d);
}

static void the_text_of_a_message(void **state) {
  SCR_UNUSED(state);
  static const char text[] = "model new\nball crate id 1\n";
  scr_source *s = scr_source_new("a.dat", NULL, text, sizeof text - 1);
  scr_loc at = {s, 2, 6, 5};
  scr_diag d = {0};
  scr_buf b = {0};
  scr_fail(&d, &at, SCR_E_SYNTAX, "unknown command 'ball crate'");
  scr_hint(&d, "did you mean 'create'?");
  scr_message_format(&d.error, &b);
  assert_int_equal(strncmp(b.s, "a.dat:2:6: error syntax: unknown command 'ball crate'\n", 54), 0);
  assert_non_null(strstr(b.s, "ball crate id 1\n"));
  assert_non_null(strstr(b.s, "     ^~~~~\n"));
  assert_non_null(strstr(b.s, "did you mean 'create'?"));
  assert_int_equal(b.s[b.n - 1], '\n');
  scr_buf_free(&b);
  scr_diag_clear(&d);
  scr_source_drop(s);
}

static void count(void *user, const scr_message *m) {
  assert_false(m->error);
  ++*(int *)user;
}

static void warnings(void **state) {
  SCR_UNUSED(state);
  int seen = 0;
  scr_diag d = {.sink = count, .user = &seen};
  assert_true(scr_warn(&d, NULL, SCR_E_VALUE, "odd"));
  assert_int_equal(seen, 1);
  assert_int_equal(d.warnings, 1);
  assert_false(d.failed);
  d.strict = true;
  assert_false(scr_warn(&d, NULL, SCR_E_VALUE, "odd"));
  assert_true(d.failed);
  scr_diag_clear(&d);
}

/* Of a line of 5 MB what stands around the caret; of a long word its ends. */
static void long_lines(void **state) {
  (void)state;
  enum { LONG = 5000000, AT = 3000000 };
  char *line = scr_alloc(LONG + 1);
  memset(line, 'x', LONG);
  memcpy(line + AT, "\xc3\xa4 here", 7);
  memcpy(line + AT + 102, "\xc3\xa4", 2); /* where the line is cut: the letter stays whole */
  scr_source *src = scr_source_new("long.dat", NULL, line, LONG);
  scr_diag d = {0};
  const scr_loc at = {src, 1, AT + 4, 4};
  scr_fail(&d, &at, SCR_E_NAME, "'%s' is unknown", line);
  scr_buf b = {0};
  scr_message_format(&d.error, &b);
  assert_true(b.n < 2000);
  assert_non_null(strstr(b.s, "long.dat:1:3000003: error name: 'xxx"));
  assert_non_null(strstr(b.s, "xxx' is unknown\n  ... xxx"));
  const char *text = strstr(b.s, "\n  ... ") + 3, *caret = strstr(text, "^~~~\n"),
             *here = strstr(text, " here");
  assert_non_null(caret);
  const char *below = strchr(text, '\n') + 3;
  assert_int_equal(caret - below, here + 1 - text - 1); /* a letter of two bytes stands before it */
  assert_non_null(strstr(text, "xxx\xc3\xa4 ...\n"));
  scr_buf_free(&b);
  scr_diag_clear(&d);
  scr_source_drop(src);
  scr_free(line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_lines),        cmocka_unit_test(sources),
      cmocka_unit_test(more_sources),      cmocka_unit_test(carets),
      cmocka_unit_test(first_error_stays), cmocka_unit_test(the_text_of_a_message),
      cmocka_unit_test(warnings),
  };
  return cmocka_run_group_tests_name("diag", tests, NULL, NULL);
}
