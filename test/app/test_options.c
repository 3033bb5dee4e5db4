/* Reading the command line: what each option sets, what is refused and with which hint. */
#include "support/capture.h"

#include <stdlib.h>
#include "app/options.h"
#include "base/mem.h"

enum { MOST = 10 };

/* Words of a line, separated by one space; `''` stands for an empty word. */
typedef struct line {
  char text[128], *word[MOST];
  int n;
} line;

static void split(line *l, const char *text) {
  static char program[] = "scree";
  snprintf(l->text, sizeof l->text, "%s", text);
  l->word[0] = program, l->n = 1;
  for (char *w = strtok(l->text, " "); w; w = strtok(NULL, " ")) {
    assert_in_range(l->n, 1, MOST - 1);
    if (strcmp(w, "''") == 0) *w = 0;
    l->word[l->n++] = w;
  }
}

typedef struct good_row {
  const char *line;
  scr_sub sub, about;
  int dim, threads, dialect, words;
  const char *out;
  bool quiet, strict, names, no_pin;
} good_row;

static const good_row good[] = {
    {"run a.dat", SCR_SUB_RUN, .dialect = -1, .words = 1},
    {"run a.dat b.dat", SCR_SUB_RUN, .dialect = -1, .words = 2},
    {"run --dim 2 a.dat", SCR_SUB_RUN, .dim = 2, .dialect = -1, .words = 1},
    {"run a.dat --dim=3", SCR_SUB_RUN, .dim = 3, .dialect = -1, .words = 1},
    {"run --threads 1 a.dat", SCR_SUB_RUN, .threads = 1, .dialect = -1, .words = 1},
    {"run --threads=4096 a.dat", SCR_SUB_RUN, .threads = 4096, .dialect = -1, .words = 1},
    {"run --out here a.dat", SCR_SUB_RUN, .out = "here", .dialect = -1, .words = 1},
    {"run --out=a=b a.dat", SCR_SUB_RUN, .out = "a=b", .dialect = -1, .words = 1},
    {"run --no-pin a.dat", SCR_SUB_RUN, .no_pin = true, .dialect = -1, .words = 1},
    {"run --quiet a.dat", SCR_SUB_RUN, .quiet = true, .dialect = -1, .words = 1},
    {"check a.dat --strict --dim 2", SCR_SUB_CHECK, .dim = 2, .strict = true, .dialect = -1,
     .words = 1},
    {"run a.dat --strict", SCR_SUB_RUN, .strict = true, .dialect = -1, .words = 1},
    {"run --dialect modern a.dat", SCR_SUB_RUN, .dialect = SCR_MODERN, .words = 1},
    {"run --dialect=legacy a.dat", SCR_SUB_RUN, .dialect = SCR_LEGACY, .words = 1},
    {"check --set rr=0.5 a.dat", SCR_SUB_CHECK, .dialect = -1, .words = 1},
    {"translate --set rr=0.5 a.dat", SCR_SUB_TRANSLATE, .dialect = -1, .words = 1},
    {"run --dim 2 --dim 3 a.dat", SCR_SUB_RUN, .dim = 3, .dialect = -1, .words = 1},
    {"run -- --dim", SCR_SUB_RUN, .dialect = -1, .words = 1},
    {"run -", SCR_SUB_RUN, .dialect = -1, .words = 1},
    {"check --set n=3 a.dat", SCR_SUB_CHECK, .dialect = -1, .words = 1},
    {"translate --set n=3 a.dat", SCR_SUB_TRANSLATE, .dialect = -1, .words = 1},
    {"repl", SCR_SUB_REPL, .dialect = -1},
    {"repl --dim 2 --threads 3 --out here --dialect legacy", SCR_SUB_REPL, .dim = 2, .threads = 3,
     .out = "here", .dialect = SCR_LEGACY},
    {"repl -h", SCR_SUB_USAGE, SCR_SUB_REPL, .dialect = -1},
    {"hash a.sav", SCR_SUB_HASH, .dialect = -1, .words = 1},
    {"draw a.sav --by velocity --size 640x480 --dark", SCR_SUB_DRAW, .dialect = -1, .words = 1},
    {"export a.sav --out b.vtp", SCR_SUB_EXPORT, .out = "b.vtp", .dialect = -1, .words = 1},
    {"export --out=b.csv a.sav --what all", SCR_SUB_EXPORT, .out = "b.csv", .dialect = -1,
     .words = 1},
    {"help", SCR_SUB_HELP, .dialect = -1},
    {"help ball create", SCR_SUB_HELP, .dialect = -1, .words = 2},
    {"help --names", SCR_SUB_HELP, .names = true, .dialect = -1},
    {"--version", SCR_SUB_VERSION, .dialect = -1},
    {"--version nonsense --and more", SCR_SUB_VERSION, .dialect = -1},
    {"--help", SCR_SUB_USAGE, SCR_SUB_NONE, .dialect = -1},
    {"-h", SCR_SUB_USAGE, SCR_SUB_NONE, .dialect = -1},
    {"run --help", SCR_SUB_USAGE, SCR_SUB_RUN, .dialect = -1},
    {"run a.dat -h", SCR_SUB_USAGE, SCR_SUB_RUN, .dialect = -1, .words = 1},
    {"hash --help", SCR_SUB_USAGE, SCR_SUB_HASH, .dialect = -1},
    {"help --help", SCR_SUB_USAGE, SCR_SUB_HELP, .dialect = -1},
};

static void good_lines(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(good); k++) {
    const good_row *g = &good[k];
    line l;
    capture err;
    scr_command_line c;
    split(&l, g->line);
    capture_begin(&err, stderr);
    bool ok = scr_command_line_read(l.n, l.word, &c);
    assert_string_equal(capture_end(&err), "");
    if (!ok) print_error("%s\n", g->line);
    assert_true(ok);
    assert_int_equal(c.sub, g->sub);
    assert_int_equal(c.about, g->about);
    assert_int_equal(c.nword, g->words);
    assert_int_equal(c.options.dim, g->dim);
    assert_int_equal(c.options.threads, g->threads);
    assert_int_equal(c.options.dialect, g->dialect);
    assert_true(c.options.quiet == g->quiet && c.options.strict == g->strict &&
                c.names == g->names);
    assert_true(c.options.pin != g->no_pin);
    assert_true(g->out ? c.options.out && strcmp(c.options.out, g->out) == 0 : !c.options.out);
    scr_command_line_free(&c);
  }
}

static void progress_of(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *line;
    scr_progress_how how;
    double seconds;
  } each[] = {{"run a", SCR_PROGRESS_AUTO, 0},
              {"run --progress auto a", SCR_PROGRESS_AUTO, 0},
              {"run --progress=off a", SCR_PROGRESS_OFF, 0},
              {"run --progress 0 a", SCR_PROGRESS_LINES, 0},
              {"repl --progress 2.5", SCR_PROGRESS_LINES, 2.5}};
  for (size_t k = 0; k < SCR_COUNTOF(each); k++) {
    line l;
    scr_command_line c;
    split(&l, each[k].line);
    assert_true(scr_command_line_read(l.n, l.word, &c));
    assert_int_equal(c.progress, each[k].how);
    assert_true(each[k].how != SCR_PROGRESS_LINES || c.progress_seconds == each[k].seconds);
    scr_command_line_free(&c);
  }
}

/* Words stay in order, wherever options stand between them. */
static void words_in_order(void **state) {
  SCR_UNUSED(state);
  line l;
  scr_command_line c;
  split(&l, "run a --quiet b --dim 2 c");
  assert_true(scr_command_line_read(l.n, l.word, &c));
  assert_int_equal(c.nword, 3);
  for (int k = 0; k < 3; k++) assert_int_equal(c.word[k][0], 'a' + k);
  scr_command_line_free(&c);
}

static const struct {
  const char *line, *says, *hint;
} bad[] = {
    {"", "no subcommand", "scree --help"},
    {"rnu", "unknown subcommand 'rnu'", "did you mean 'run'?"},
    {"hlep", "unknown subcommand 'hlep'", "did you mean 'help'?"},
    {"zzzzzz", "unknown subcommand 'zzzzzz'", "scree --help"},
    {"/dev/null", "unknown subcommand '/dev/null'", "scree "},
    {"''", "unknown subcommand ''", "hint"},
    {"--quiet run a.dat", "unknown option '--quiet'", "hint"},
    {"run", "no data file", "scree run FILE"},
    {"run --set if=3 a.dat", "'if' means something in FISH", "cannot be the name of a symbol"},
    {"run --set n=1e999 a.dat", "'1e999' is too large for a real number", "1.797e308"},
    {"run --set vector=3 a.dat", "'vector' means something in FISH",
     "cannot be the name of a symbol"},
    {"run --quiet", "no data file", "scree run FILE"},
    {"run --progress on a.dat", "'on' is no value for --progress", "auto|off|SECONDS"},
    {"run --progress -1 a.dat", "'-1' is no value for --progress", "auto|off|SECONDS"},
    {"repl --progress 3s", "'3s' is no value for --progress", "auto|off|SECONDS"},
    {"repl a.dat", "repl reads standard input", "scree repl <a.dat"},
    {"repl --quiet", "unknown option '--quiet'", "hint"},
    {"hash", "one save file", "scree hash FILE"},
    {"hash a b", "one save file", "scree hash FILE"},
    {"draw", "one save file", "scree draw FILE"},
    {"draw a.sav --size 640", "'640' is no value for --size", "--size WxH"},
    {"draw a.sav --size 640x48", "'640x48' is no value for --size", "--size WxH"},
    {"draw a.sav --size 20000x20000", "'20000x20000' is no value for --size", "--size WxH"},
    {"draw a.sav --dim 2", "unknown option '--dim'", "hint"},
    {"export --out b.vtp", "one save file", "scree export FILE.sav --out FILE.vtp"},
    {"export a b --out b.vtp", "one save file", "scree export FILE.sav --out FILE.vtp"},
    {"export a", "--out FILE is needed", "scree export FILE.sav --out FILE.vtp"},
    {"export a --out b.vtp --what wall", "'wall' is no value for --what",
     "balls|walls|contacts|bonds|fractures|measures|geometry|inlets|all"},
    {"run --dmi 2 a.dat", "unknown option '--dmi'", "did you mean '--dim'?"},
    {"run --names a.dat", "unknown option '--names'", "hint"},
    {"run --version a.dat", "unknown option '--version'", "hint"},
    {"run -q a.dat", "unknown option '-q'", "hint"},
    {"hash --dim 2 a", "unknown option '--dim'", "hint"},
    {"help --quiet", "unknown option '--quiet'", "hint"},
    {"run --dim 4 a.dat", "'4' is no value for --dim", "--dim 2|3"},
    {"run --dim 2d a.dat", "'2d' is no value for --dim", "--dim 2|3"},
    {"run --dim= a.dat", "'' is no value for --dim", "--dim 2|3"},
    {"run a.dat --dim", "--dim needs a value", "--dim 2|3"},
    {"run a.dat --out", "--out needs a value", "--out DIR"},
    {"run --out '' a.dat", "'' is no value for --out", "--out DIR"},
    {"run --threads 0 a.dat", "'0' is no value for --threads", "--threads N"},
    {"run --threads -1 a.dat", "'-1' is no value for --threads", "--threads N"},
    {"run --threads 4097 a.dat", "'4097' is no value for --threads", "--threads N"},
    {"run --threads 2.0 a.dat", "'2.0' is no value for --threads", "--threads N"},
    {"run --threads 2x a.dat", "'2x' is no value for --threads", "--threads N"},
    {"run --threads two a.dat", "'two' is no value for --threads", "--threads N"},
    {"run --threads= a.dat", "'' is no value for --threads", "--threads N"},
    {"run --dialect old a.dat", "'old' is no value for --dialect", "modern|pfc5|legacy"},
    {"run --dialect MODERN a.dat", "'MODERN' is no value for --dialect", "modern|pfc5|legacy"},
    {"run --quiet=1 a.dat", "takes no value", "--quiet"},
    {"run --help=1 a.dat", "takes no value", "--help"},
};

static void bad_lines(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(bad); k++) {
    line l;
    capture err;
    scr_command_line c;
    split(&l, bad[k].line);
    capture_begin(&err, stderr);
    bool ok = scr_command_line_read(l.n, l.word, &c);
    const char *text = capture_end(&err);
    if (ok || !strstr(text, bad[k].says) || !strstr(text, bad[k].hint))
      print_error("%s: %s\n", bad[k].line, text);
    assert_false(ok);
    assert_int_equal(strncmp(text, "scree: error: ", 14), 0);
    assert_non_null(strstr(text, bad[k].says));
    assert_non_null(strstr(text, bad[k].hint));
    assert_int_equal(text[strlen(text) - 1], '\n');
    scr_command_line_free(&c);
  }
}

/* The name of a data file in the place of a subcommand: the hint is the whole line. */
static void file_without_run(void **state) {
  SCR_UNUSED(state);
  char path[] = "/tmp/scree-options-XXXXXX", want[64];
  int file = mkstemp(path);
  assert_true(file >= 0);
  char *argv[] = {path, path};
  capture err;
  scr_command_line c;
  capture_begin(&err, stderr);
  bool ok = scr_command_line_read(2, argv, &c);
  const char *text = capture_end(&err);
  close(file), remove(path);
  snprintf(want, sizeof want, "hint: scree run %s\n", path);
  assert_false(ok);
  assert_non_null(strstr(text, want));
  scr_command_line_free(&c);
}

/* Each subcommand's usage names its own options and no other's. */
static void usage(void **state) {
  SCR_UNUSED(state);
  static const struct {
    scr_sub about;
    const char *first, *has, *lacks;
  } row[] = {
      {SCR_SUB_RUN, "usage: scree run ", "--threads N", "--names"},
      {SCR_SUB_DRAW, "usage: scree draw ", "--size WxH", "--dim"},
      {SCR_SUB_HASH, "usage: scree hash ", "--help", "--dim"},
      {SCR_SUB_EXPORT, "usage: scree export ", "--out FILE", "--threads"},
      {SCR_SUB_HELP, "usage: scree help ", "--names", "--threads"},
      {SCR_SUB_NONE, "scree ", "--version", "usage:"},
      {SCR_SUB_NONE, "scree ", "Exit status: 0 done;", "--names "},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    capture out;
    capture_begin(&out, stdout);
    scr_usage(row[k].about);
    const char *text = capture_end(&out);
    assert_int_equal(strncmp(text, row[k].first, strlen(row[k].first)), 0);
    assert_non_null(strstr(text, row[k].has));
    const char *options = strstr(text, "\n  --");
    assert_non_null(options);
    assert_null(strstr(options, row[k].lacks));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(good_lines),       cmocka_unit_test(progress_of),
      cmocka_unit_test(words_in_order),   cmocka_unit_test(bad_lines),
      cmocka_unit_test(file_without_run), cmocka_unit_test(usage),
  };
  return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
