/* Balls in bulk, and the user who asks to stop meanwhile, or a file that is cut off: nothing is
 * made. What data files can see of it is in cases. */
#include "../base/test.h"

#include "support/command.h"
#include "support/content.h"
#include "support/folder.h"

FOLDER_OF("import")

static void stops(const char *command) {
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1});
  assert_true(scr_session_text(s, "t", "model domain extent -1 1\n", SCR_MODERN));
  const scr_rng before = s->lib.world->rng;
  s->interrupt = true;
  assert_false(scr_session_text(s, "t", command, SCR_MODERN));
  assert_int_equal(s->diag.error.code, SCR_E_INTERRUPT);
  assert_int_equal(s->lib.world->ball.n, 0);
  assert_memory_equal(&s->lib.world->rng, &before, sizeof before);
  scr_diag_clear(&s->diag);
  s->interrupt = false;
  assert_true(scr_session_text(s, "t", "ball generate number 1 radius 0.1", SCR_MODERN));
  assert_int_equal(s->lib.world->ball.n, 1);
  scr_session_free(s);
}

/* The tries would take hours, the lattice long. */
static void generate_stops(void **state) {
  SCR_UNUSED(state);
  stops("ball generate number 100 radius 0.9 tries 4000000000");
  stops("ball generate cubic radius 0.01");
}

/* ---- files that are cut off ---- */

static void write_part(const char *path, const scr_buf *b, size_t n) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(b->s, 1, n, f), n);
  fclose(f);
}

/* The state is the one from before, to the byte. */
static void check_cut(scr_session *s, const scr_buf *good, size_t n) {
  char want[80];
  write_part("cut.vtp", good, n);
  command(s, "model save 'before'");
  assert_false(scr_session_text(s, "t", "ball import 'cut.vtp'", SCR_MODERN));
  snprintf(want, sizeof want, "'cut.vtp' ends early, at byte %zu", n);
  if (!strstr(s->diag.error.text, want)) fail_msg("%s: %s", want, s->diag.error.text);
  assert_string_equal(s->diag.error.excerpt, "ball import 'cut.vtp'");
  assert_int_equal(s->diag.error.col, strlen("ball import '"));
  scr_diag_clear(&s->diag);
  command(s, "model save 'after'");
  scr_buf before = content("before.sav"), after = content("after.sav");
  assert_int_equal(before.n, after.n);
  assert_memory_equal(before.s, after.s, after.n);
  scr_buf_free(&before);
  scr_buf_free(&after);
}

static void cut_files(void **state) {
  SCR_UNUSED(state);
  enum { PLACES = 10 };
  scr_session *s = scr_session_new(
      &(scr_options){.dim = 3, .threads = 1, .out = ".", .quiet = true, .dialect = -1});
  command(s, "model domain extent -1 1\n"
             "ball generate cubic radius 0.1 box -0.3 0.3\n"
             "ball group 'left, \"lower\"' range position-x -1 0\n"
             "ball results export 'good.vtp'\n"
             "ball delete\n"
             "ball create id 5 radius 0.1\n");
  scr_buf good = content("good.vtp");
  assert_true(good.n > 2000);
  for (size_t k = 1; k <= PLACES; k++) check_cut(s, &good, k * (good.n - 2) / PLACES);
  write_part("cut.vtp", &good, good.n);
  command(s, "ball delete\nball import 'cut.vtp'");
  assert_int_equal(s->lib.world->ball.n, 27);
  scr_buf_free(&good);
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(generate_stops), cmocka_unit_test(cut_files)};
  return cmocka_run_group_tests_name("import", tests, setup, teardown);
}
