/* scree check: files as a whole. All errors and warnings in order, and nothing executed. */
#include "report.h"

#include <dirent.h>
#include <sys/stat.h>
#include "cmd/files.h"

FOLDER_OF("check")

/* ---- files ---- */

/* `end` may have been meant for `endif`: the true one says nothing more. */
static void test_end_of_block(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f\n"
         "  if ball.num > 0\n"
         "    f = 1\n"
         "  end\n"
         "  f = 2\n"
         "end\n"
         "[io.out(f)]\n"
         "ball createe\n",
         "t.dat:3:3: error syntax: this 'if' has no 'endif'\n"
         "t.dat:9:6: error name: unknown command 'ball createe'\n"
         "2 errors, 0 warnings\n");
}

static void test_all_in_order(void **state) {
  SCR_UNUSED(state);
  expect(
      "model new\n"
      "fish define f\n"
      "  f = unset + ball.foo(1)\n"
      "  if ball.bar(1) > 0 then\n"
      "    local b = (1 +\n"
      "    f = 3 4\n"
      "  endif\n"
      "end\n"
      "ball createe\n"
      "[f]\n"
      "ball fix velo spinn\n",
      "t.dat:3:7: warning name: 'unset' is read but assigned nowhere; its value is 0\n"
      "t.dat:3:15: error name: unknown name 'ball.foo'\n"
      "t.dat:4:6: error name: unknown name 'ball.bar'\n"
      "t.dat:5:19: error syntax: the line ends where a value is expected\n"
      "t.dat:6:11: error syntax: '4' stands where an operator or the end of the line is expected\n"
      "t.dat:9:6: error name: unknown command 'ball createe'\n"
      "t.dat:11:15: error name: 'spinn' is no keyword of this command\n"
      "6 errors, 1 warning\n");
}

static void test_blocks(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f(a)\n"
         "  local b = a\n"
         "  command\n"
         "    ball create id [a] radius [b] position-x [c]\n"
         "    ball create id 3 radiuss 4\n"
         "    fish callback add later 9.5\n"
         "    [later(3)]\n"
         "    model new\n"
         "    program return\n"
         "    model cycle -1\n"
         "  endcommand\n"
         "end\n"
         "fish define later\n"
         "  io.out('x')\n"
         "end\n"
         "[f(1,2)]\n",
         "t.dat:5:47: warning name: 'c' is read but assigned nowhere; its value is 0\n"
         "t.dat:6:22: error name: 'radiuss' is no keyword of this command\n"
         "t.dat:8:6: error value: function 'later' takes 0 arguments, 1 given\n"
         "t.dat:9:5: error state: 'model new' is not possible while a FISH function runs\n"
         "t.dat:11:17: error value: the number of cycles must not be negative\n"
         "t.dat:17:2: error value: function 'f' takes 1 argument, 2 given\n"
         "5 errors, 1 warning\n");
}

/* What FISH will give fits where it stands, but the words around it are read. */
static void test_unknown_values(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "[v = vector(1,2,3)]\n[a = 1.0]\n[law = 'linear']\n[s = 'name']\n"
         "model domain extent [a] [a] [a] [a]\n"
         "ball create id [a] radius [a] position [v] group [s]\n"
         "ball create id [a] radius [a] position [a] [a] 3\n"
         "ball attribute velocity [v] spin (0,[a],0) damp [a]\n"
         "model gravity [v]\n"
         "contact cmat default model [law] property kn [a]\n"
         "contact cmat default model linear method deform emod [a] kratio [a]\n"
         "wall generate disk radius [a] resolution [a] dip [a]\n"
         "ball group [s] range position-x [a] [a]\n"
         "model save [s]\n"
         "history export [s]\n"
         "ball create id [a] radiuss 3\n"
         "ball create id [a] radius -3\n",
         "t.dat:17:20: error name: 'radiuss' is no keyword of this command\n"
         "t.dat:18:27: error value: the radius must be positive\n"
         "2 errors, 0 warnings\n");
}

/* What an error hides is not told of as well. */
static void test_behind_errors(void **state) {
  SCR_UNUSED(state);
  expect("model new\n"
         "fish define f\n"
         "  a = (1\n"
         "  if a > 0\n"
         "    f = a\n"
         "  end_if\n"
         "end\n"
         "fish define g\n"
         "  if (f\n"
         "    w = 3\n"
         "  endif\n"
         "end\n"
         "[g]\n"
         "[io.out(w)]\n"
         "[v = (1]\n"
         "[io.out(v)]\n",
         "t.dat:3:9: error syntax: the line ends where ')' is expected\n"
         "t.dat:9:8: error syntax: the line ends where ')' is expected\n"
         "t.dat:15:8: error syntax: the line ends where ')' is expected\n"
         "3 errors, 0 warnings\n");
}

static void test_called_files(void **state) {
  SCR_UNUSED(state);
  put_file("part.dat", "[height = 2]\nball createe\nfish define tell\n  "
                       "io.out(height)\nend\nprogram return\nball nonsense\n");
  put_file("open.dat", "ball create id -3\nfish define never\n  x = 3\n");
  expect("model new\nprogram call 'part' 'part'\n[tell]\nball foo\n",
         "t.dat:4:6: error name: unknown command 'ball foo'\n"
         "part.dat:2:6: error name: unknown command 'ball createe'\n"
         "2 errors, 0 warnings\n");
  expect("model new\nprogram call 'open'\nball foo\n[maybe(1)]\n",
         "t.dat:3:6: error name: unknown command 'ball foo'\n"
         "open.dat:1:16: error value: the id must be positive\n"
         "open.dat:2:13: error syntax: this 'define' has no 'end'\n"
         "open.dat:3:1: warning syntax: the file is not checked from here on: the function above "
         "does not end\n"
         "3 errors, 1 warning\n");
  expect("model new\n[f = 'a' + 'b']\nprogram call [f]\n[maybe(1)]\n",
         "t.dat:3:14: warning file: which file is called here is known only when the file runs: it "
         "is not checked\n"
         "0 errors, 1 warning\n");
}

/* Blocks are read in the dimension that their file has, even if another file settles it. */
static void test_dimension_of_blocks(void **state) {
  SCR_UNUSED(state);
  put_file("conf.dat", "model configure dim 2\n");
  expect("model new\nprogram call 'conf'\nfish define f\n  command\n    ball create position-z 1\n"
         "    ball create position 0 0 radius 1\n  endcommand\nend\n[f]\n",
         "t.dat:5:17: error name: a position has no position-z in 2D\n"
         "1 error, 0 warnings\n");
}

/* Files given together know each other's symbols; each may have a dimension of its own. */
static void test_files_together(void **state) {
  SCR_UNUSED(state);
  put_file("a.p2dat", "model new\n[size = 2]\nball create position-z 1\n");
  put_file("b.p3dat", "model new\nball create position-z [size]\n");
  char a[] = "a.p2dat", b[] = "b.p3dat", *path[] = {a, b};
  scr_check_count count;
  char *got = places(&plain, 2, path, &count);
  assert_string_equal(
      got, "a.p2dat:3:13: error name: a position has no position-z in 2D\n"
           "b.p3dat:2:25: warning name: 'size' is read, and nothing of this model assigns it: its "
           "value is 0\n1 error, 1 warning\n");
  assert_int_equal(count.errors, 1);
  scr_free(got);
  scr_options three = plain;
  three.dim = 3;
  got = places(&three, 2, path, &count);
  assert_string_equal(got, "b.p3dat:2:25: warning name: 'size' is read, and nothing of this model "
                           "assigns it: its value is 0\n0 errors, 1 warning\n");
  scr_free(got);
}

static void test_legacy(void **state) {
  SCR_UNUSED(state);
  expect("new\n"
         "set dt max 1e-5\n"
         "macro RR 'rad = r0'\n"
         "def sp\n  r0 = 0.05\n  lost = 3\n  command\n    ball id 3 radd 3\n  endcommand\nend\n"
         "sp\n"
         "spp\n"
         "ball id = 1 RR x = 0 y = r0\n"
         "ball id = 2 rad = -1 x = 0\n"
         "prop bur_knx = 3\n"
         "ini dens -2\n"
         "set fishcall 6 nofn\n"
         "set fishcall 99 sp\n"
         "his id = 1 nowhere\n"
         "his ball xvel id 3\n"
         "hist nstep = 0\n"
         "wall id 5 xvel 3\n"
         "cycle nn\n"
         "delete ball 99\n"
         "call 'nothere.dat'\n",
         "t.dat:8:15: error name: 'radd' is no keyword of this command\n"
         "t.dat:12:1: error name: 'spp' is no command of the legacy dialect, and no function\n"
         "t.dat:14:19: error value: the radius must be positive\n"
         "t.dat:15:6: error name: no ball and no contact law has a property 'bur_knx'\n"
         "t.dat:16:10: error value: density must be positive, not -2\n"
         "t.dat:18:14: error value: there is no fishcall 99\n"
         "t.dat:21:14: error value: the interval must be at least 1 cycle, not 0\n"
         "t.dat:23:7: error syntax: expected a number of cycles, found 'nn'\n"
         "t.dat:25:6: error file: no file 'nothere.dat' is found\n"
         "9 errors, 0 warnings\n");
  expect("new\nset dt max 1e-5\ndef f\n  lost = 3\n  x = c_jset(1)\nend\nhis id = 1 nowhere\n",
         "t.dat:3:5: warning name: the function 'f' is never used\n"
         "t.dat:4:3: warning name: 'lost' is assigned but never used\n"
         "t.dat:5:7: warning unsupported: 'c_jset' is not offered: joint sets of PFC 3 and 4 "
         "are not made; 'fracture create' and a range 'fracture' find what contacts cross a plane\n"
         "t.dat:7:12: warning name: 'nowhere' is read but assigned nowhere; its value is 0\n"
         "0 errors, 4 warnings\n");
}

/* ---- branches of another dimension ---- */

static void test_left_out(void **state) {
  SCR_UNUSED(state);
  static const char *const head = "model new\nmodel configure dim 2\n[k = 1]\nfish define f\n",
                           *const foot = "end\n[f]\n[io.out(k)]\n";
  static const struct {
    const char *body, *expected;
  } row[] = {
      {"if global.dim = 3\n f = nof(1) + nov + math.sqrt(-1)\n endif\n", NULL},
      {"if 3 = global.dim then\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 3 & k > 0\n f = nof(1)\n endif\n", NULL},
      {"if (global.dim > 2) and (k > 0 | k < 0)\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 2 | k > 0\n f = 1\n else\n f = nof(1)\n endif\n", NULL},
      {"if global.dim = 2\n f = 1\n else if k = 1\n f = nof(1)\n endif\n", NULL},
      {"case_of global.dim\n case 3\n f = nof(1)\n endcase\n", NULL},
      {"if global.dim = 3\n command\n fish callback add nof 1.0\n history export 'no'\n [nov]\n "
       "[nof(1)]\n endcommand\n endif\n",
       NULL},
      {"if global.dim = 2\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 | k > 0\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 & k > 0 | k = 1\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if k > 0 & global.dim = 2\n f = nof(1)\n endif\n",
       "t.dat:6:6: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
      {"if global.dim = 3 & nof(1)\n f = 1\n endif\n",
       "t.dat:5:21: error name: unknown function 'nof'\n1 error, 0 warnings\n"},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_buf text = {0};
    scr_buf_printf(&text, "%s%s%s", head, row[k].body, foot);
    expect(text.s, row[k].expected ? row[k].expected : "0 errors, 0 warnings\n");
    scr_buf_free(&text);
  }
  /* a function that only such a branch calls is used */
  expect("model new\nmodel configure dim 2\nfish define g\n  g = 1\nend\nfish define f\n"
         "  if global.dim = 3\n    f = g\n  endif\nend\n[f]\n",
         "0 errors, 0 warnings\n");
}

/* ---- behind the end of the run ---- */

/* A function may have run before it. */
static void test_stopped(void **state) {
  SCR_UNUSED(state);
  static const char *const ends[] = {"program stop", "program quit", "program exit",
                                     "program return"},
                           *const old[] = {"stop", "quit", "return"};
  char text[400];
  for (size_t k = 0; k < SCR_COUNTOF(ends); k++) {
    snprintf(text, sizeof text,
             "model new\nfish define mk\n  r = 0.05\n  command\n    ball create radius [r]\n"
             "    ball attribute densitty 5\n  endcommand\nend\n[mk]\n%s\n",
             ends[k]);
    expect(text, "t.dat:6:20: error name: 'densitty' is no keyword of this command\n"
                 "1 error, 0 warnings\n");
  }
  for (size_t k = 0; k < SCR_COUNTOF(old); k++) {
    snprintf(text, sizeof text,
             "; PFC3D 3.0\nnew\ndef mk\n  r = 0.05\n  command\n    ball id 1 rad=r\n"
             "    prop densitty 5\n  endcommand\nend\nmk\n%s\n",
             old[k]);
    expect(text, "t.dat:7:10: error name: no ball and no contact law has a property 'densitty'\n"
                 "1 error, 0 warnings\n");
  }
}

/* ---- nothing is executed ---- */

static int files_here(void) {
  int n = 0;
  DIR *d = opendir(".");
  while (readdir(d)) n++;
  closedir(d);
  return n;
}

static void test_nothing_runs(void **state) {
  SCR_UNUSED(state);
  put_file("t.dat", "");
  int before = files_here();
  fflush(stdout);
  int old = dup(STDOUT_FILENO);
  FILE *out = tmpfile();
  dup2(fileno(out), STDOUT_FILENO);
  expect("model new\n"
         "fish define f\n"
         "  io.out('printed')\n"
         "  file.open('written', 1, 1)\n"
         "  loop while true\n  endloop\n"
         "  command\n    model save 'in_block'\n    model cycle 100000000\n    program echo-line "
         "'x'\n  endcommand\n"
         "end\n"
         "program echo on\n"
         "[f]\n"
         "@f\n"
         "fish callback add f 1.0\n"
         "fish history name '1' f\n"
         "model cycle 1000000000\n"
         "model solve\n"
         "model save 'saved'\n"
         "table 't' add (1,2)\n"
         "table 't' export 'exported'\n"
         "history export '1' file 'history'\n"
         "program echo-line 'said'\n"
         "program list\n"
         "table list\n"
         "model list\n"
         "program warning 'warned'\n",
         "0 errors, 0 warnings\n");
  fflush(stdout);
  dup2(old, STDOUT_FILENO);
  close(old);
  fseek(out, 0, SEEK_END);
  assert_int_equal(ftell(out), 0);
  fclose(out);
  assert_int_equal(files_here(), before);
}

/* ---- the seeds and the examples ---- */

static int by_name(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void collect(const char *dir, char **path, int *n) {
  DIR *d = opendir(dir);
  for (struct dirent *e; d && (e = readdir(d));) {
    scr_buf b = {0};
    if (e->d_name[0] == '.' || !scr_file_is_data(e->d_name) || *n == 32)
      continue; /* what runs have left stays out */
    scr_buf_printf(&b, "%s/%s", dir, e->d_name);
    path[(*n)++] = b.s;
  }
  if (d) closedir(d);
  qsort(path, (size_t)*n, sizeof *path, by_name);
}

/* All in one session, and each alone. */
static void check_all(char **path, int n, int warnings) {
  scr_check_count count, sum = {0, 0};
  char *got = places(&plain, n, path, &count);
  if (count.errors || count.warnings != warnings) fail_msg("%s", got);
  scr_free(got);
  for (int k = 0; k < n; k++) {
    got = places(&plain, 1, &path[k], &count);
    if (count.errors) fail_msg("%s", got);
    sum.warnings += count.warnings;
    scr_free(got);
  }
  assert_int_equal(sum.warnings, warnings);
  for (int k = 0; k < n; k++) scr_free(path[k]);
}

static void test_examples(void **state) {
  SCR_UNUSED(state);
  char *path[32];
  int n = 0;
  collect(CMD_DIR "/../../examples", path, &n);
  assert_true(n >= 6);
  check_all(path, n, 0);
}

/* Nor does it matter what runs have left beside the files. */
static void test_products(void **state) {
  SCR_UNUSED(state);
  static const char *const left[] = {"a.his", "a.sav", "a.svg", "a.P3DAT", "b.dat", "c.fis"};
  char *path[32];
  int n = 0;
  assert_int_equal(mkdir("left", 0700), 0);
  for (size_t k = 0; k < SCR_COUNTOF(left); k++) {
    scr_buf b = {0};
    scr_buf_printf(&b, "left/%s", left[k]);
    put_file(b.s, "; nothing\n");
    scr_buf_free(&b);
  }
  collect("left", path, &n);
  assert_int_equal(n, 3);
  check_all(path, n, 0);
}

static void test_seeds(void **state) {
  SCR_UNUSED(state);
  static const char *const folders[] = {"burger-2d", "burger-3d", "burger-legacy", "hertz-3d"};
  char *path[32];
  int n = 0;
  for (size_t k = 0; k < SCR_COUNTOF(folders); k++) {
    scr_buf dir = {0};
    scr_buf_printf(&dir, CMD_DIR "/../../../shared/seeds/%s", folders[k]);
    collect(dir.s, path, &n);
    scr_buf_free(&dir);
  }
  if (n == 0) {
    fputs("the seeds (../shared/seeds) are missing: they are not checked\n", stderr);
    skip();
  }
  assert_int_equal(n, 6);
  check_all(path, n, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_end_of_block),
      cmocka_unit_test(test_all_in_order),
      cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_unknown_values),
      cmocka_unit_test(test_behind_errors),
      cmocka_unit_test(test_called_files),
      cmocka_unit_test(test_dimension_of_blocks),
      cmocka_unit_test(test_files_together),
      cmocka_unit_test(test_legacy),
      cmocka_unit_test(test_left_out),
      cmocka_unit_test(test_stopped),
      cmocka_unit_test(test_nothing_runs),
      cmocka_unit_test(test_examples),
      cmocka_unit_test(test_products),
      cmocka_unit_test(test_seeds),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}
