/* Commands that take long look whether the user asks to stop: they end, and have changed nothing.
 */
#include "../base/test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/commands.h"
#include "cmd/session_kept.h"
#include "support/command.h"
#include "support/folder.h"

static char folder[] = "/tmp/scree-interrupts-XXXXXX";

static bool silent(void *user, const char *text) {
  ++*(int *)user;
  SCR_UNUSED(text);
  return true;
}

static scr_session *session(int *printed) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = 3, .threads = 2, .dialect = -1, .out = ".", .quiet = true});
  s->print = silent;
  s->print_user = printed;
  return s;
}

static const char model[] =
    "model domain extent -10 10\ncontact cmat default model linear property kn 1e5\n"
    "ball create id 1 radius 1\nball create id 2 radius 1 position-x 1.9\nball attribute density "
    "1\n"
    "model mechanical timestep fix 1e-5\nhistory interval 1\nmodel history name 'h' "
    "timestep\nmodel cycle 5\n"
    "table 't' add (1,2) (3,4)\nmodel save 'state'\nwall generate sphere radius 3\n"
    "wall export 'mesh' text\nwall export 'binary'\n[b = list(1,2,3)]\n"
    "fish define round\n  loop foreach x b\n    command\n      [io.out(x)]\n    endcommand\n  "
    "endloop\nend\n";

static const char *const row[] = {
    "wall generate sphere radius 5 resolution 0.02",
    "wall generate disk radius 5 resolution 0.001",
    "wall generate cylinder radius 5 height 3 resolution 0.001",
    "wall generate box -5 5",
    "wall generate plane",
    "wall create vertices 0 0 0 1 0 0 0 1 0",
    "wall import filename 'mesh'",
    "wall import filename 'binary'",
    "ball generate number 100 radius 0.1",
    "ball generate cubic radius 0.1 box 5 6",
    "ball generate hexagonal radius 0.1 box 5 6",
    "ball import 'balls'",
    "ball list",
    "contact list",
    "wall export 'out'",
    "model save 'out'",
    "model restore 'state'",
    "history export 'h' file 'out'",
    "history export 'h'",
    "table 't' export 'out'",
    "table 'u' import 'points'",
    "table list",
    "history plot 'h' file 'out.svg'",
    "program call 'other'",
    "model cycle 1000000000",
    "model solve ratio-average 0",
};

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static int setup(void **state) {
  SCR_UNUSED(state);
  folder_begin(folder);
  put("balls.txt", "5 5 5 1\n-5 -5 -5 1\n");
  put("points.tab", "1 2\n");
  put("other.dat", "ball create id 9 radius 1 position-x 8\n");
  return 0;
}

static int teardown(void **state) {
  SCR_UNUSED(state);
  return folder_end(folder);
}

static int files(void) {
  FILE *p = popen("ls -A | wc -l", "r");
  int n = -1;
  assert_int_equal(fscanf(p, "%d", &n), 1);
  pclose(p);
  return n;
}

/* The command is called past the look between commands, so that it must look itself; cycles go on
 * to the end of one. */
static void commands(void **state) {
  SCR_UNUSED(state);
  int printed = 0;
  scr_session *s = session(&printed);
  command(s, model);
  const int there = files();
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char before[33], after[33];
    const bool cycles =
        strncmp(row[k], "model cycle", 11) == 0 || strncmp(row[k], "model solve", 11) == 0;
    assert_true(scr_session_hash(s, before));
    printed = 0;
    s->interrupt = true;
    bool ok = scr_command_text(s, row[k]) && !s->diag.failed;
    s->interrupt = false;
    if (ok || s->diag.error.code != SCR_E_INTERRUPT)
      print_error("%s: %s\n", row[k], ok ? "it ran" : s->diag.error.text);
    assert_true(!ok && s->diag.error.code == SCR_E_INTERRUPT);
    scr_diag_clear(&s->diag);
    assert_true(scr_session_hash(s, after));
    if (strcmp(before, after) != 0 && !cycles) print_error("%s has changed something\n", row[k]);
    assert_true(cycles || strcmp(before, after) == 0);
    assert_int_equal(printed, 0);
    assert_int_equal(files(), there);
  }
  scr_session_free(s);
}

/* Nothing runs any more, neither in a file nor in a block; comments do not matter. */
static void between_commands(void **state) {
  SCR_UNUSED(state);
  int printed = 0;
  scr_session *s = session(&printed);
  command(s, model);
  s->interrupt = true;
  assert_true(scr_session_text(s, "test", "; nothing\n\n", SCR_MODERN));
  assert_false(scr_session_text(s, "test", "; nothing\n  ball create id 7 radius 1\n", SCR_MODERN));
  assert_int_equal(s->diag.error.code, SCR_E_INTERRUPT);
  assert_int_equal(s->diag.error.line, 2);
  assert_int_equal(s->diag.error.col, 3);
  assert_int_equal(s->lib.world->ball.n, 2);
  scr_diag_clear(&s->diag);
  assert_false(scr_session_text(s, "test", "ball create id = 7 rad = 1\n", SCR_LEGACY));
  assert_int_equal(s->diag.error.code, SCR_E_INTERRUPT);
  scr_diag_clear(&s->diag);
  printed = 0;
  assert_false(scr_fish_run(s->fish, scr_fish_symbol(s->fish, "round", false), 0, NULL, NULL));
  assert_int_equal(s->diag.error.code, SCR_E_INTERRUPT);
  assert_int_equal(printed, 0);
  s->interrupt = false;
  scr_diag_clear(&s->diag);
  command(s, "[round]\n");
  assert_int_equal(printed, 3);
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands),
      cmocka_unit_test(between_commands),
  };
  return cmocka_run_group_tests_name("interrupts", tests, setup, teardown);
}
