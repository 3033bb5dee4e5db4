/* The program as a whole: exit status and what goes to standard output and standard error, run in a
 * folder of its own. */
#include "../base/test.h"

#include <math.h>
#include <regex.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/base.h"
#include "support/folder.h"

static char folder[] = "/tmp/scree-main-XXXXXX";

static const struct {
  const char *name, *text;
} files[] = {
    {"plain.dat", "[io.out('hello')]\n"},
    {"dim.dat", "[io.out(global.dim)]\n"},
    {"save.dat", "model domain extent -1 1\nmodel save 'state'\n"},
    {"wrong.dat", "[io.out('first')]\nbal create\n"},
    {"bad.dat", "foo\n[io.out(math.foo(1))]\n"},
    {"warn.dat", "[io.out(never_set)]\n"},
    {"stop.dat", "[io.out('one')]\nprogram stop\n[io.out('two')]\n"},
    {"out.dat", "out hello\nout 'legacy'\n"},
    {"cycles.dat",
     "model domain extent -10 10\nmodel mechanical timestep fix 1e-3\nmodel cycle 20000\n"},
    {"energy.dat",
     "model domain extent -1 1\ncontact cmat default model linear property kn 1e5\nmodel energy "
     "mechanical on\n"
     "ball create id 1 radius 0.1\nball create id 2 radius 0.1 position-x 0.19\n"
     "ball attribute density 1000\nmodel cycle 99\nmodel new\n[io.out('end')]\nmodel cycle 0\n"},
    {"closes.dat", "model domain extent -1 1\ncontact cmat default model linear property kn "
                   "1e5\nmodel energy mechanical on\n"
                   "ball create id 1 radius 0.1\nball create id 2 radius 0.1 position-x 0.19\nball "
                   "attribute density 1000\n"
                   "model mechanical timestep fix 1e-6\nmodel cycle 1\nmodel energy mechanical "
                   "off\nmodel energy mechanical "
                   "on\nmodel cycle 200\n[a = never_set]\n"},
    {"coarse.dat",
     "model domain extent -2 2\nmodel energy mechanical on\ncontact cmat default model linear "
     "property kn 1e5\nball create id 1 radius 0.5 position 0 0 0.6\nball attribute density "
     "1000\nwall generate plane\nmodel gravity 9.81\nmodel mechanical timestep fix 1e-2\n"
     "model cycle 100\n"},
    {"old.dat", "def f\n  f = 3 / 2\nend\nf\nprint f\n"},
    {"missed.dat",
     "model domain extent -1 1\nball create radius 0.1\nball attribute density 1 range group "
     "'arch'\n"
     "wall delete range name 'lid'\nwall delete range id 7\nwall delete range name 'lid'\n"
     "ball attribute density 1000\nmodel mechanical timestep fix 1e-3\nmodel cycle 1\n"},
    {"breaks.dat",
     "model domain extent -1 1\nmodel mechanical timestep fix 1e-3\nmodel cycle 10\nbal crate\n"},
    {"short.dat", "model domain extent -1 1\nmodel mechanical timestep fix 1e-3\nball create "
                  "radius 0.1\nball attribute density 1\n"
                  "model cycle 1\nmodel cycle 2\nball create radius 0.1 position-x 0.5\nball "
                  "attribute density 1\n"
                  "fish define many\n  loop n (1, 30)\n    command\n      model cycle 1\n    "
                  "end_command\n  end_loop\nend\n[many]\n"
                  "model new\n"},
    {"falls.dat", "model domain extent -1 1\nball create radius 0.1\nmodel cycle 5\n"},
    {"ratio.dat", "model domain extent -10 10\ncontact cmat default model linear property kn "
                  "1e5\nwall generate plane\n"
                  "ball create id 1 radius 0.5 position-z 0.49\nball attribute density 1000\nmodel "
                  "gravity 9.81\n"
                  "[io.out('before')]\nmodel solve ratio-average 1e-7 or cycles 400\nmodel solve "
                  "ratio-maximum 1e-7 or cycles 300\n"
                  "wall attribute velocity-x 1\nball attribute damp 0.7\nmodel solve ratio-local "
                  "1e-30 or cycles 500\n[io.out(mech.cycle)]\n"
                  "model save 'ratio'\n"},
    {"none.sav", "this is no save file"},
};

static int setup(void **state) {
  SCR_UNUSED(state);
  folder_begin(folder);
  for (size_t k = 0; k < SCR_COUNTOF(files); k++) {
    FILE *f = fopen(files[k].name, "w");
    assert_non_null(f);
    fputs(files[k].text, f);
    fclose(f);
  }
  return 0;
}

static int teardown(void **state) {
  SCR_UNUSED(state);
  return folder_end(folder);
}

static void slurp(const char *path, char *text, size_t size) {
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  text[fread(text, 1, size - 1, f)] = 0;
  fclose(f);
}

typedef struct result {
  int status;
  char out[65536], err[8192];
} result;

/* A line of the shell; `before` sets what the program finds. */
static void run_program(const char *before, const char *args, result *r) {
  char line[1024];
  snprintf(line, sizeof line, "%s '%s' %s >stdout 2>stderr </dev/null", before ? before : "",
           SCREE_PROGRAM, args);
  int status = system(line);
  assert_true(WIFEXITED(status));
  r->status = WEXITSTATUS(status);
  slurp("stdout", r->out, sizeof r->out);
  slurp("stderr", r->err, sizeof r->err);
}

/* NULL: empty; texts begin with out and hold err. */
static const struct {
  const char *before, *args;
  int status;
  const char *out, *err;
} row[] = {
    {NULL, "run plain.dat", 0, "hello\n", NULL},
    {NULL, "run plain.dat plain.dat", 0, "hello\nhello\n", NULL},
    {NULL, "run --threads 1 --quiet --strict plain.dat", 0, "hello\n", NULL},
    {NULL, "run dim.dat", 0, "3\n", NULL},
    {NULL, "run --dim 2 dim.dat", 0, "2\n", NULL},
    {NULL, "run --dim=3 dim.dat", 0, "3\n", NULL},
    {NULL, "run stop.dat plain.dat", 0, "one\n", NULL},
    {NULL, "run wrong.dat plain.dat", 1, "first\n", "wrong.dat:2:1: error"},
    {NULL, "run warn.dat", 0, "0\n", "warning"},
    {NULL, "run --strict warn.dat", 1, NULL, "error"},
    {NULL, "run --strict warn.dat", 1, NULL, "(a warning, an error under --strict)"},
    {NULL, "run --strict --dialect legacy old.dat", 0, "f = 1\n", NULL},
    {NULL, "repl", 0, NULL, NULL}, /* its input is empty */
    {NULL, "repl plain.dat", 2, NULL, "scree repl <plain.dat"},
    {NULL, "run --dialect modern out.dat", 1, NULL, "out.dat:1:1: error"},
    {NULL, "run --out deep/er save.dat", 0, NULL, NULL},
    {NULL, "run --out plain.dat/x save.dat", 2, NULL, "cannot make the directory"},
    {NULL, "run --dim 5 plain.dat", 2, NULL, "hint"},
    {NULL, "run", 2, NULL, "no data file"},
    {NULL, "", 2, NULL, "no subcommand"},
    {NULL, "nonsense", 2, NULL, "unknown subcommand"},
    {NULL, "check plain.dat", 0, NULL, "0 errors, 0 warnings\n"},
    {NULL, "check save.dat cycles.dat", 0, NULL, "0 errors, 0 warnings\n"},
    {NULL, "check warn.dat", 0, NULL,
     "warn.dat:1:9: warning name: 'never_set' is read but assigned nowhere; its value is 0\n"},
    {NULL, "check --strict warn.dat", 1, NULL, "0 errors, 1 warning\n"},
    {NULL, "check bad.dat", 1, NULL, "bad.dat:2:9: error name: unknown name 'math.foo'"},
    {NULL, "check nothere.dat warn.dat", 1, NULL, "error file: cannot open 'nothere.dat'"},
    {NULL, "check --dialect modern out.dat", 1, NULL, "2 errors, 0 warnings\n"},
    {NULL, "check --dim 5 plain.dat", 2, NULL, "hint"},
    {NULL, "check --out here plain.dat", 2, NULL, "unknown option '--out'"},
    {NULL, "check", 2, NULL, "scree check FILE..."},
    {NULL, "check --help", 0, "usage: scree check", NULL},
    {NULL, "hash", 2, NULL, "one save file"},
    {NULL, "hash none.sav", 1, NULL, "error"},
    {NULL, "draw", 2, NULL, "one save file"},
    {NULL, "draw missing.sav", 1, NULL, "cannot open 'missing.sav'"},
    {NULL, "draw plain.dat", 1, NULL, "error"},
    {NULL, "help ball create", 0, "ball create", NULL},
    {NULL, "help ignored", 0, "", NULL},
    {NULL, "help", 0, "", NULL},
    {NULL, "help --names", 0, "command\t", NULL},
    {NULL, "help kratoi", 2, NULL, "did you mean 'kratio'?"},
    {NULL, "--help", 0, "scree ", NULL},
    {NULL, "run -h", 0, "usage: scree run", NULL},
    {NULL, "--version", 0, "scree " SCR_VERSION "\ncompiler: ", NULL},
    {"SCREE_ISA=base", "--version", 0, "scree " SCR_VERSION "\n", NULL},
    {"SCREE_ISA=", "run plain.dat", 0, "hello\n", NULL},
    {"SCREE_ISA=mmx", "run plain.dat", 2, NULL, "SCREE_ISA=mmx"},
};

static void lines(void **state) {
  SCR_UNUSED(state);
  static result r;
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    run_program(row[k].before, row[k].args, &r);
    const char *out = row[k].out, *err = row[k].err;
    bool good = r.status == row[k].status &&
                (out ? strncmp(r.out, out, strlen(out)) == 0 : !*r.out) &&
                (err ? strstr(r.err, err) != NULL : !*r.err);
    if (out && !*out) good &= strlen(r.out) > 40; /* a text of some length */
    if (!good) print_error("scree %s: status %d\n%s\n%s\n", row[k].args, r.status, r.out, r.err);
    assert_true(good);
  }
}

/* A saved state has one hash, whatever made it; --out says where it goes. */
static void hashes(void **state) {
  SCR_UNUSED(state);
  static result a, b;
  run_program("SCREE_ISA=base", "run --out one save.dat", &a);
  run_program(NULL, "run --threads 2 --out two save.dat", &a);
  run_program(NULL, "hash one/state.sav", &a);
  run_program(NULL, "hash two/state.sav", &b);
  assert_int_equal(a.status | b.status, 0);
  assert_string_equal(a.out, b.out);
  assert_int_equal(strspn(a.out, "0123456789abcdef"), 32);
  assert_string_equal(a.out + 32, "\n");
  struct stat s;
  assert_int_equal(stat("one/state.sav", &s), 0);
  assert_int_not_equal(stat("state.sav", &s), 0);
}

/* The instruction set in use is the one that was asked for. */
static void version(void **state) {
  SCR_UNUSED(state);
  static result r;
  run_program("SCREE_ISA=base", "--version", &r);
  assert_non_null(strstr(r.out, "\ninstruction set: base\n"));
}

static bool matches(const char *text, const char *pattern) {
  regex_t r;
  assert_int_equal(regcomp(&r, pattern, REG_EXTENDED | REG_NOSUB), 0);
  bool is = regexec(&r, text, 0, NULL, 0) == 0;
  regfree(&r);
  if (!is) print_error("not %s: %s\n", pattern, text);
  return is;
}

/* Where the time of a run went: many short solves are one report, with all their cycles and the
 * balls of each; a solve that fails at once has one, too. */
static void profiles(void **state) {
  SCR_UNUSED(state);
  static result r;
  run_program(NULL, "run --profile --quiet --threads 1 short.dat", &r);
  assert_int_equal(r.status, 0);
  assert_true(matches(
      r.err, "^scree: where the time went \\([a-z0-9]+, 1 thread\\)\n  33 cycles in 32 solves: "));
  assert_true(matches(r.err, "\n  forces +[0-9.]+ s +[0-9.]+ % +[0-9.]+ ns a particle-step\n"));
  assert_true(matches(r.err, "\n  rest of solves .*\n  outside of them +[0-9.]+ s +[0-9.]+ %\n"));
  assert_true(matches(r.err, "\n  neighbour lists: [1-9][0-9]* in 33 cycles"));
  assert_true(matches(r.err, "\n  threads: 1(, 1){7} in the last 8 solves\n"));
  double seconds, rate;
  const char *solves = strstr(r.err, "solves: ");
  assert_int_equal(sscanf(solves, "solves: %lf s, %lf particle-steps/s", &seconds, &rate), 2);
  assert_true(fabs(seconds * rate - (3 + 2 * 30)) < 0.5 * rate * 1e-3 + 1);
  run_program(NULL, "run --profile --quiet falls.dat", &r);
  assert_int_equal(r.status, 1);
  assert_true(
      matches(r.err, "\nscree: where the time went \\([a-z0-9]+, (1 thread|up to [0-9]+ threads)"));
  assert_true(matches(r.err, "\n  0 cycles in 1 solve: "));
  assert_true(
      matches(r.err, "\n  threads: 1; changed 0 times, 0 % of the cycles tried other numbers\n"));
  assert_true(matches(r.err, "\n  validate data +[0-9.]+ s"));
}

/* The last line of a run that cycled, on standard error. */
static void summary(void **state) {
  SCR_UNUSED(state);
#define NUMBER "[0-9.]+(e[-+][0-9]+)?"
  static result r;
  run_program(NULL, "run --threads 1 cycles.dat", &r);
  assert_true(
      matches(r.err, "^scree: 20000 cycles in " NUMBER " s, 0 particle-steps/s, 0 warnings\n$"));
  assert_string_equal(r.out, "");
  run_program(NULL, "run --threads 1 --quiet cycles.dat", &r);
  assert_string_equal(r.err, "");
  run_program(NULL, "run --threads 1 closes.dat", &r);
  assert_true(matches(r.err, "\nscree: 201 cycles in " NUMBER " s, " NUMBER
                             " particle-steps/s, 1 warning, energy closure [0-9.]+e-[0-9]+\n$"));
  run_program(NULL, "run --threads 1 coarse.dat", &r); /* long steps, as parts of the scale */
  assert_true(matches(r.err, " 0 warnings, energy closure 0.00024, steps brought in -0.0037\n$"));
  run_program(NULL, "run --threads 1 energy.dat", &r); /* cycles count on through `model new` */
  assert_true(matches(r.err, "^scree: 99 cycles in .* [1-9][^ ]* particle-steps/s, 0 warnings\n$"));
  assert_string_equal(r.out, "end\n");
  run_program(NULL, "run --threads 1 missed.dat",
              &r); /* published files name what is not there on purpose: a warning each */
  assert_true(matches(r.err, "\nscree: 1 cycle in .*, 4 warnings; ranges over nothing: group "
                             "'arch', name 'lid', id 7\n$"));
  run_program(NULL, "run --threads 1 breaks.dat", &r);
  assert_int_equal(r.status, 1);
  assert_true(matches(r.err, "^breaks.dat:4:5: error .*\nscree: 10 cycles in .* 0 warnings\n$"));
  run_program(NULL, "run --threads 1 plain.dat", &r);
  assert_string_equal(r.err, "");
}

/* Progress is for terminals: nothing of it goes into a pipe or a file. */
static void no_progress_into_a_pipe(void **state) {
  SCR_UNUSED(state);
  static result r;
  run_program(NULL, "run --threads 1 cycles.dat", &r);
  assert_int_equal(r.status, 0);
  assert_string_equal(r.out, "");
  assert_null(strchr(r.err, '\r'));
  run_program("{ ", "run --threads 1 --quiet cycles.dat 2>&1; } | cat", &r);
  assert_string_equal(r.out, "");
}

/* Lines of progress, where they are asked for: a ratio and its limit, and once why it may never
 * come to that. Nothing of them reaches standard output, and --quiet has none. */
static void progress_lines(void **state) {
  SCR_UNUSED(state);
  static result r, plain;
  run_program(NULL, "run --threads 1 --out told --progress 0 ratio.dat", &r);
  run_program(NULL, "run --threads 1 ratio.dat", &plain);
  assert_int_equal(system("cmp told/ratio.sav ratio.sav"), 0);
  assert_int_equal(r.status | plain.status, 0);
  assert_string_equal(r.out, plain.out);
  assert_true(matches(r.err, "(^|\n)ratio.dat:8:1: warning value: this solve may never come to its "
                             "ratio: there is no damping"));
  assert_true(matches(
      r.err, "\nscree: cycle [0-9]+  time [^ ]+ s .*ratio-average [0-9][^ ]*, to end at 1e-07\n"));
  assert_true(
      matches(r.err, "\nscree: cycle [0-9]+ .*ratio-maximum [0-9][^ ]*, to end at 1e-07\n"));
  assert_true(matches(r.err, "\nscree: this solve may never come to its ratio: a wall moves\n"
                             "scree: cycle [0-9]+ .*ratio-local [0-9][^ ]*, to end at 1e-30\n"));
  const char *wall = strstr(r.err, "a wall moves");
  assert_null(strstr(strstr(r.err, "no damping") + 1, "no damping"));
  assert_null(strstr(wall + 1, "a wall moves"));
  assert_null(strstr(plain.err, "scree: cycle "));
  static const char *const silent[] = {"run --quiet --progress 0 ratio.dat",
                                       "run --progress off ratio.dat"};
  for (size_t k = 0; k < SCR_COUNTOF(silent); k++) {
    run_program(NULL, silent[k], &r);
    assert_null(strstr(r.err, "cycle "));
    assert_string_equal(r.out, plain.out);
  }
}

/* A full disk must not pass in silence. */
static void full_output(void **state) {
  SCR_UNUSED(state);
  struct stat s;
  if (stat("/dev/full", &s) != 0) skip();
  static result r;
  run_program("{ ", "run plain.dat >/dev/full; }", &r);
  assert_int_equal(r.status, 3);
  assert_non_null(strstr(r.err, "cannot write the output"));
  run_program("{ ", "--version >/dev/full; }", &r);
  assert_int_equal(r.status, 3);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines),
      cmocka_unit_test(hashes),
      cmocka_unit_test(version),
      cmocka_unit_test(profiles),
      cmocka_unit_test(no_progress_into_a_pipe),
      cmocka_unit_test(progress_lines),
      cmocka_unit_test(full_output),
      cmocka_unit_test(summary),
  };
  return cmocka_run_group_tests_name("main", tests, setup, teardown);
}
