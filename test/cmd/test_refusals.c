/* What is refused changes nothing, prints nothing, and nothing runs behind it: each line of
 * messages/words.txt, and each line that is the title of a piece of messages/legacy.txt. */
#include "../base/test.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "support/command.h"
#include "support/folder.h"

FOLDER_OF("refusals")

static bool count(void *user, const char *text) {
  SCR_UNUSED(text);
  ++*(int *)user;
  return true;
}

static void no_warning(void *user, const scr_message *m) { SCR_UNUSED(user), SCR_UNUSED(m); }

/* Two balls in contact above a floor, a history, a table, a function, a range. */
static const char model[] =
    "model domain extent -10 10\ncontact cmat default model linear property kn 1e5\n"
    "ball create id 1 radius 1 position 0 0 0.95\nball create id 2 radius 0.9 position 1.8 0 1\n"
    "ball attribute density 1000\nwall generate id 1 name 'floor' plane\n"
    "model mechanical timestep fix 1e-5\nmodel history name 'h' timestep\n"
    "table 't' add (1,2) (3,4)\nfish define f\n  f = 1\nend\n"
    "model range create 'r' id 1\nmodel clean\n";

static scr_session *session(int *printed) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = 3, .threads = 1, .dialect = -1, .out = ".", .quiet = true});
  s->diag.sink = no_warning;
  s->print = count;
  s->print_user = printed;
  command(s, model);
  return s;
}

typedef struct tally {
  scr_session *s;
  char before[33];
  int printed, refused;
} tally;

static void begin_anew(tally *t) {
  if (t->s) scr_session_free(t->s);
  t->s = session(&t->printed);
  assert_true(scr_session_hash(t->s, t->before));
}

/* The line, and one behind it that names the model. */
static void try_line(tally *t, const char *line, scr_dialect dialect) {
  char after[33];
  scr_buf text = {0};
  scr_buf_printf(&text, "%s\n%s 'it goes on'\n", line,
                 dialect == SCR_LEGACY ? "title" : "model title");
  t->printed = 0;
  const bool ok = scr_session_text(t->s, "test", text.s, dialect);
  scr_buf_free(&text);
  if (ok != !t->s->diag.failed) fail_msg("%s: %d, but failed is %d", line, ok, t->s->diag.failed);
  if (ok) {
    begin_anew(t);
    return;
  }
  t->refused++;
  if (*t->s->lib.title) fail_msg("%s: the run went on", line);
  if (t->printed) fail_msg("%s: it prints before it is refused", line);
  scr_diag_clear(&t->s->diag);
  assert_true(scr_session_hash(t->s, after));
  if (strcmp(t->before, after) != 0) fail_msg("%s: it is refused, and changed something", line);
}

/* Each line for which `of` gives a text. */
static int try_file(const char *path, const char *(*of)(const char *line), scr_dialect dialect) {
  tally t = {0};
  char line[1024];
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  begin_anew(&t);
  while (fgets(line, sizeof line, f)) {
    line[strcspn(line, "\n")] = 0;
    const char *text = of(line);
    if (text && *text) try_line(&t, text, dialect);
  }
  fclose(f);
  scr_session_free(t.s);
  return t.refused;
}

/* What suits the first ball and not the second, and what ends wrongly. */
static const struct {
  const char *line;
  scr_dialect dialect;
} halves[] = {{"ball attribute radius add -0.95", SCR_MODERN},
              {"ball attribute velocity-x 1 radius add -0.95", SCR_MODERN},
              {"ball attribute density -1 gradient-x 0.5", SCR_MODERN},
              {"contact property kn 1 ks -1", SCR_MODERN},
              {"ini rad add -0.95", SCR_LEGACY},
              {"ini xvel 1 rad add -0.95", SCR_LEGACY},
              {"ini dens mul -1 range id 2", SCR_LEGACY},
              {"his nstep x", SCR_LEGACY},
              {"his nstep 5 junk junk", SCR_LEGACY}};

static void halves_of_commands(void **state) {
  SCR_UNUSED(state);
  tally t = {0};
  begin_anew(&t);
  for (size_t k = 0; k < SCR_COUNTOF(halves); k++) try_line(&t, halves[k].line, halves[k].dialect);
  assert_int_equal(t.refused, SCR_COUNTOF(halves));
  scr_session_free(t.s);
}

static const char *command_of(const char *line) {
  static const char *const family[] = {"ball ", "wall ",  "contact ", "model ",  "program ",
                                       "fish ", "group ", "table ",   "history "};
  for (size_t k = 0; k < SCR_COUNTOF(family); k++)
    if (strncmp(line, family[k], strlen(family[k])) == 0) return line;
  return NULL;
}

static const char *title_of(const char *line) {
  return strncmp(line, "### ", 4) == 0 ? line + 4 : NULL;
}

static void commands(void **state) {
  SCR_UNUSED(state);
  assert_true(try_file(CMD_DIR "/messages/words.txt", command_of, SCR_MODERN) > 700);
}

static void legacy(void **state) {
  SCR_UNUSED(state);
  assert_true(try_file(CMD_DIR "/messages/legacy.txt", title_of, SCR_LEGACY) > 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(commands), cmocka_unit_test(halves_of_commands), cmocka_unit_test(legacy)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
