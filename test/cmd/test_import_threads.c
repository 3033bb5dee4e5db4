/* Long files of balls are read by several threads: the same balls, and the same message about the
 * first line that is wrong. */
#include "../base/test.h"

#include "base/mem.h"
#include "cmd/session_kept.h"
#include "support/folder.h"
#include "world/engine.h"
#include "world/state/rows.h"

enum { LINES = 30000, THREADS_MAX = 3 };

static char folder[] = "/tmp/scree-import-XXXXXX";

static int begin(void **state) {
  SCR_UNUSED(state);
  folder_begin(folder);
  return 0;
}

static int end(void **state) {
  SCR_UNUSED(state);
  return folder_end(folder);
}

/* Ids fall; a third of the lines is empty or a comment, and so is all of the first part that a
 * thread gets. */
static void write_balls(const int *wrong, const char *const *text, int nwrong) {
  FILE *f = fopen("balls.txt", "w");
  assert_non_null(f);
  fputs("x, y, z, id, radius, velocity-x\n", f);
  for (int k = 0; k < LINES; k++) {
    const char *line = NULL;
    for (int i = 0; i < nwrong; i++)
      if (wrong[i] == k) line = text[i];
    if (line)
      fprintf(f, "%s\n", line);
    else if (k < LINES / 3)
      fputs(k % 2 ? "; nothing\n" : "\n", f);
    else
      fprintf(f, "%.17g %.17g %.17g, %d %.17g %.17g\n", (k % 97) / 98.0, (k % 89) / 91.0,
              k / (LINES + 1.0), LINES - k, 1e-3 / (k + 1), k / 7.0);
  }
  assert_int_equal(fclose(f), 0);
}

static scr_session *session(int threads) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = 3, .threads = threads, .out = folder, .quiet = true, .dialect = -1});
  assert_true(scr_session_text(s, "test", "model domain extent 0 1\n", SCR_MODERN));
  return s;
}

static bool import(scr_session *s) {
  scr_buf text = {0};
  scr_buf_puts(&text, "ball import 'balls.txt'\n");
  const bool ok = scr_session_text(s, "test", text.s, SCR_MODERN);
  scr_buf_free(&text);
  return ok;
}

static void the_same_balls(void **state) {
  SCR_UNUSED(state);
  char hash[THREADS_MAX + 1][33];
  write_balls(NULL, NULL, 0);
  for (int n = 1; n <= THREADS_MAX; n++) {
    scr_session *s = session(n);
    assert_true(import(s));
    const scr_world *w = s->lib.world;
    assert_int_equal(w->ball.n, LINES - LINES / 3);
    for (uint32_t k = 0; k < w->ball.n; k++) {
      const int line = (int)k + LINES / 3;
      assert_int_equal(scr_colu(&w->ball, SCR_BALL_ID)[k], LINES - line);
      assert_true(w->pose[k].r == 1e-3 / (line + 1) && w->pose[k].x[0] == (line % 97) / 98.0 &&
                  w->twist[k].v[0] == line / 7.0);
    }
    assert_true(scr_session_hash(s, hash[n]));
    assert_string_equal(hash[n], hash[1]);
    scr_session_free(s);
  }
}

static void the_first_wrong_line(void **state) {
  SCR_UNUSED(state);
  static const struct {
    int line[3]; /* from 0, without the head */
    const char *text[3], *part;
  } row[] = {
      {{LINES - 1, 20000, 15000},
       {"0.1 0.1 0.1 1 0.1", "0.1 x 0.1 1 0.1 0", "0.1 0.1 0.1 0.5 0.1 0"},
       "whole number"},
      {{LINES - 2, LINES - 1, 25000},
       {"0.1 0.1 0.1 1 -1 0", "", "0.1 0.1 0.1 1 0.1 0 7"},
       "more numbers"},
      {{LINES - 1, 10, 20}, {"0.1 0.1", "", ""}, "too few numbers"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    int first = LINES;
    for (int i = 0; i < 3; i++)
      if (*row[k].text[i]) first = SCR_MIN(first, row[k].line[i]);
    write_balls(row[k].line, row[k].text, 3);
    for (int n = 1; n <= THREADS_MAX; n++) {
      scr_session *s = session(n);
      assert_false(import(s));
      assert_non_null(strstr(s->diag.error.text, row[k].part));
      assert_int_equal(s->diag.error.line, first + 2);
      assert_int_equal(s->lib.world->ball.n, 0);
      scr_session_free(s);
    }
  }
}

/* An id that comes twice is found though neither is in the world yet, and nothing is made. */
static void ids_that_come_twice(void **state) {
  SCR_UNUSED(state);
  write_balls((const int[]){26000}, (const char *const[]){"0.5 0.5 0.5 12000 0.01 0"}, 1);
  for (int n = 1; n <= 2; n++) {
    scr_session *s = session(n);
    assert_false(import(s));
    assert_non_null(strstr(s->diag.error.text, "id 12000 already"));
    assert_int_equal(s->lib.world->ball.n, 0);
    scr_session_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_same_balls),
      cmocka_unit_test(the_first_wrong_line),
      cmocka_unit_test(ids_that_come_twice),
  };
  return cmocka_run_group_tests_name("import_threads", tests, begin, end);
}
