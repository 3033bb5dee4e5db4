/* Completion of words, line by line: what completions.txt holds for each; `test_app_complete renew`
 * writes that. A line `> TEXT` there is one of today's dialect, `< TEXT` one of PFC 3 and 4; both
 * are completed at their end. */
#include "../base/test.h"

#include <stdlib.h>
#include <unistd.h>
#include "app/complete.h"
#include "base/mem.h"
#include "cmd/files.h"

#define WANT APP_DIR "/completions.txt"

static char dir[64];

static scr_session *session(void) {
  const scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .quiet = true, .out = dir};
  scr_session *s = scr_session_new(&options);
  assert_true(scr_session_text(s, "test",
                               "[alpha = 3]\n[album = 4]\n[Beta = 5]\n"
                               "fish define alphabet(a)\n  alphabet = a\nend\n",
                               SCR_MODERN));
  return s;
}

/* Where the word begins, what follows it, how much all have in common; of many no names, which
 * come and go. */
static void put(scr_session *s, const char *line, scr_dialect dialect, scr_buf *out) {
  enum { MANY = 24 };
  scr_completion c;
  scr_complete(s, dialect, line, strlen(line), &c);
  scr_buf_printf(out, "  %zu '%c' %zu:", c.start, c.close ? c.close : '0', c.common);
  for (size_t k = 0; k < c.n && c.n <= MANY; k++) scr_buf_printf(out, " %s", c.word[k]);
  scr_buf_puts(out, c.n > MANY ? " many\n" : "\n");
  scr_completion_free(&c);
}

/* The lines of the file that are to be completed, each with what becomes of it now. */
static void put_all(const char *text, scr_buf *out) {
  scr_session *s = session();
  for (size_t n; *text; text += n + (text[n] != 0)) {
    n = strcspn(text, "\n");
    if (*text != '>' && *text != '<') continue;
    char *line = scr_strndup(text, n);
    scr_buf_printf(out, "%s\n", line);
    put(s, line + 2, *line == '<' ? SCR_LEGACY : SCR_MODERN, out);
    scr_free(line);
  }
  scr_session_free(s);
}

static void make_file(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fclose(f);
}

/* A folder of its own, with files whose names are asked for. */
static void begin(void) {
  snprintf(dir, sizeof dir, "/tmp/scree_complete_XXXXXX");
  assert_non_null(mkdtemp(dir));
  assert_int_equal(chdir(dir), 0);
  make_file("one.dat");
  make_file("onset.dat");
  make_file("two.sav");
  make_file(".hidden");
}

static void end(void) {
  unlink("one.dat"), unlink("onset.dat"), unlink("two.sav"), unlink(".hidden");
  assert_int_equal(chdir("/tmp"), 0);
  assert_int_equal(rmdir(dir), 0);
}

static void lines(void **state) {
  SCR_UNUSED(state);
  scr_buf want = {0}, got = {0};
  scr_diag d = {0};
  assert_true(scr_read_bytes(&d, NULL, WANT, WANT, &want));
  put_all(want.s, &got);
  if (strcmp(got.s, want.s) != 0) print_error("%s", got.s);
  assert_string_equal(got.s, want.s);
  scr_buf_free(&want);
  scr_buf_free(&got);
}

static int renew(void) {
  scr_buf want = {0}, got = {0};
  scr_diag d = {0};
  bool ok = scr_read_bytes(&d, NULL, WANT, WANT, &want);
  put_all(ok ? want.s : "", &got);
  FILE *f = ok ? fopen(WANT, "w") : NULL;
  ok = f && fputs(got.s, f) >= 0 && fclose(f) == 0;
  scr_buf_free(&want);
  scr_buf_free(&got);
  return !ok;
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lines)};
  begin();
  const int failed = argc > 1 && strcmp(argv[1], "renew") == 0
                         ? renew()
                         : cmocka_run_group_tests(tests, NULL, NULL);
  end();
  return failed;
}
