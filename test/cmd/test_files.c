/* Files by name: suffixes that may be left out, exports on a full disk, a save of another
 * dimension. */
#include "../base/test.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "cmd/session_kept.h"
#include "base/outfile.h"

static char dir[64];

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user);
  SCR_UNUSED(text);
  return true;
}

static scr_session *session(int dim) {
  scr_options options = {.dim = dim, .threads = 1, .dialect = -1, .out = dir};
  scr_session *s = scr_session_new(&options);
  s->print = silent;
  return s;
}

static void run(scr_session *s, const char *text) {
  if (!scr_session_text(s, "test", text, SCR_MODERN))
    print_error("%s: %s\n", text, s->diag.error.text);
  assert_false(s->diag.failed);
}

static void fails(scr_session *s, const char *text, scr_code code, int col) {
  assert_false(scr_session_text(s, "test", text, SCR_MODERN));
  assert_int_equal(s->diag.error.code, code);
  assert_int_equal(s->diag.error.col, col);
}

static char *in_dir(const char *name) {
  scr_buf b = {0};
  scr_buf_printf(&b, "%s/%s", dir, name);
  return b.s;
}

static void put(const char *name, const char *text) {
  char *path = in_dir(name);
  FILE *f = fopen(path, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
  scr_free(path);
}

static void assert_holds(const char *name, const char *text) {
  char *path = in_dir(name), got[256] = "";
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  got[fread(got, 1, sizeof got - 1, f)] = 0;
  fclose(f);
  scr_free(path);
  assert_string_equal(got, text);
}

static int files(bool remove) {
  int n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; (e = readdir(d));) {
    if (e->d_name[0] == '.') continue;
    n++;
    char *path = in_dir(e->d_name);
    if (remove) unlink(path);
    scr_free(path);
  }
  closedir(d);
  return n;
}

static int make_dir(void **state) {
  SCR_UNUSED(state);
  strcpy(dir, "/tmp/scree-files-XXXXXX");
  return mkdtemp(dir) ? 0 : -1;
}

static int remove_dir(void **state) {
  SCR_UNUSED(state);
  files(true);
  return rmdir(dir);
}

static int empty_dir(void **state) {
  SCR_UNUSED(state);
  files(true);
  return 0;
}

/* ---- suffixes ---- */

static void suffixes_may_be_left_out(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  put("tt.tab", "1 2\n3 4\n");
  put("cc.csv", "x,y\n5,6\n");
  put("balls.txt", "0 0 0 0.1\n");
  put("part.p3dat", "[called = 7]\n");
  run(s, "model domain extent -1 1\ntable 'tt' import 'tt'\ntable 'u' import 'TT'\ntable import "
         "'c' 'cc'\nball import 'balls'\n");
  run(s, "fish define check\n  ok = table.size('tt') = 2 & table.size('u') = 2 & table.y('c',1) = "
         "6 & ball.num = 1\nend\n@check\n");
  scr_val ok = scr_fish_get(s->fish, scr_fish_symbol(s->fish, "ok", false));
  assert_true(scr_val_truth(&ok));
  scr_session_free(s);
}

static void saves_have_three_suffixes(void **state) {
  SCR_UNUSED(state);
  static const char *const suffix[] = {"sav", "p2sav", "p3sav"};
  for (size_t k = 0; k < SCR_COUNTOF(suffix); k++) {
    files(true);
    scr_session *s = session(2);
    char text[64];
    snprintf(text, sizeof text, "model save 'a.%s'\n", suffix[k]);
    run(s, text);
    run(s, "model restore 'a'\n");
    scr_session_free(s);
  }
}

static void the_nearest_file_is_named(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  char *main = in_dir("main.dat");
  put("points.tab", "1 2\n");
  put("main.dat", "table 't' import 'pointz'\n");
  assert_false(scr_session_file(s, main));
  assert_int_equal(s->diag.error.col, 18);
  assert_non_null(strstr(s->diag.error.hint, "points.tab'?"));
  scr_free(main);
  scr_session_free(s);
}

/* ---- a full disk ---- */

static const char history[] =
    "model domain extent -1 1\nball create id 1 radius 0.1\nball attribute density 1\n"
    "model mechanical timestep fix 1e-3\nmodel history name 'h' timestep\nhistory interval "
    "1\nmodel cycle 2\n";

/* Programs that run in stages export to one file again and again; its readers skip two lines. A
 * table is replaced. */
static void exports_add_to_their_file(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  run(s, history);
  run(s,
      "history label 'h' 'step of time'\nhistory export 'h' reverse file 'x' truncate begin 2\n");
  assert_holds("x.his", "; 'cycle' 'step of time'\n; 'step' '-h'\n2 -0.001\n");
  run(s, "model history name 't' timestep\nmodel cycle 1\nhistory export 't' vs 'h' file 'x'\n");
  assert_holds("x.his", "; 'cycle' 'step of time'\n; 'step' '-h'\n2 -0.001\n"
                        "; 'step of time' 'model timestep'\n; 'h' 't'\n0.001 0.001\n");
  run(s, "history export 'h' file 'x' truncate begin 3\nhistory export 'h' table 'a' begin 3\n"
         "history export 'h' table 'a'\n");
  assert_holds("x.his", "; 'cycle' 'step of time'\n; 'step' 'h'\n3 0.001\n");
  run(s, "table 'a' export 'a'\n");
  assert_holds("a.tab", "; table 'a'\n3 0.001\n1 0.001\n2 0.001\n3 0.001\n");
  run(s, "history export 'h' table 'a' truncate\ntable 'a' export 'a' truncate\n");
  assert_holds("a.tab", "; table 'a'\n1 0.001\n2 0.001\n3 0.001\n");
  scr_session_free(s);
}

/* Every byte and the rename fail once: the old file stays, and nothing else is left. */
static void a_failed_export_leaves_the_old_file(void **state) {
  SCR_UNUSED(state);
  static const char *const command[] = {"table 't' export 'x.f'\n", "table 't' export 'x.f' csv\n",
                                        "history export 'h' file 'x.f' truncate\n",
                                        "history export 'h' file 'x.f'\n"};
  scr_session *s = session(3);
  run(s, history);
  run(s, "table 't' add (1,2) (3,4)\n");
  for (size_t k = 0; k < SCR_COUNTOF(command); k++) {
    put("x.f", "old\n");
    for (int64_t n = 0;; n++) {
      scr_outfile_fail_after(n);
      bool ok = scr_session_text(s, "test", command[k], SCR_MODERN);
      scr_outfile_fail_after(-1);
      assert_int_equal(files(false), 1);
      if (ok) break;
      assert_int_equal(s->diag.error.code, SCR_E_FILE);
      assert_non_null(strstr(s->diag.error.text, "No space left"));
      assert_holds("x.f", "old\n");
      scr_diag_clear(&s->diag);
      assert_true(n < 1000);
    }
  }
  scr_session_free(s);
}

static void a_failed_append_takes_back_what_it_wrote(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session(3);
  run(s, "table 't' add (1,2)\n");
  put("x.f", "old\n");
  scr_outfile_fail_after(5);
  fails(s, "table 't' export 'x.f' append\n", SCR_E_FILE, 18);
  scr_outfile_fail_after(-1);
  scr_diag_clear(&s->diag);
  assert_holds("x.f", "old\n");
  run(s, "table 't' export 'x.f' append\n");
  assert_holds("x.f", "old\n; table 't'\n1 2\n");
  scr_outfile_fail_after(5);
  fails(s, "table 't' export 'new.f' append\n", SCR_E_FILE, 18);
  scr_outfile_fail_after(-1);
  assert_int_equal(files(false), 1);
  scr_session_free(s);
}

/* A device is written in place, never replaced, nor is the link to it. */
static void a_device_stays_one(void **state) {
  SCR_UNUSED(state);
  struct stat st;
  if (stat("/dev/full", &st) != 0 || !S_ISCHR(st.st_mode)) skip();
  scr_session *s = session(3);
  run(s, "table 't' add (1,2)\n");
  char *link = in_dir("full.tab");
  assert_int_equal(symlink("/dev/full", link), 0);
  fails(s, "table 't' export 'full'\n", SCR_E_FILE, 18);
  assert_non_null(strstr(s->diag.error.text, "No space left"));
  assert_int_equal(stat("/dev/full", &st), 0);
  assert_true(S_ISCHR(st.st_mode));
  assert_int_equal(lstat(link, &st), 0);
  assert_true(S_ISLNK(st.st_mode));
  scr_free(link);
  scr_session_free(s);
}

/* ---- dimensions ---- */

static void a_save_of_another_dimension(void **state) {
  SCR_UNUSED(state);
  scr_session *two = session(2), *three = session(3), *any = session(0);
  run(two, "model save 'flat'\n");
  run(three, "model domain extent -1 1\nball create id 3 radius 0.1\n");
  fails(three, "model restore 'flat'\n", SCR_E_STATE, 15);
  assert_non_null(
      strstr(three->diag.error.text, "holds a model of 2 dimensions, but the option --dim says 3"));
  assert_int_equal(three->lib.world->dim, 3);
  assert_int_equal(three->lib.world->ball.n, 1);
  run(any, "model restore 'flat'\n");
  assert_int_equal(any->lib.world->dim, 2);
  scr_session_free(two);
  scr_session_free(three);
  scr_session_free(any);
}

static void assert_refused(const char *path, int reason) {
  assert_false(scr_path_may_make(path));
  assert_int_equal(errno, reason);
  assert_false(scr_path_make(path, 0777));
  assert_int_equal(errno, reason);
}

static void directories_are_made_with_those_above(void **state) {
  SCR_UNUSED(state);
  char *deep = in_dir("a/b/c"), *above = in_dir("a/b"), *top = in_dir("a");
  char *file = in_dir("file"), *below = in_dir("file/b/c");
  assert_true(scr_path_may_make(deep));
  assert_true(access(deep, F_OK) != 0); /* it only looked */
  assert_true(scr_path_make(deep, 0777));
  assert_true(scr_path_may_make(deep));
  assert_true(scr_path_make(deep, 0777)); /* it is there */
  put("file", "");
  assert_refused(file, ENOTDIR);
  assert_refused(below, ENOTDIR);
  char *path[] = {deep, above, top, file, below};
  for (int k = 0; k < 5; k++) {
    if (k < 3) rmdir(path[k]);
    scr_free(path[k]);
  }
}

/* Nobody makes directories there; what is looked up below fails too, for lack of it, which would be
 * another reason. */
static void the_first_reason_counts(void **state) {
  SCR_UNUSED(state);
  if (access("/sys/kernel", F_OK) != 0) skip();
  assert_false(scr_path_make("/sys/scree/a/b", 0777));
  assert_int_not_equal(errno, ENOENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup(suffixes_may_be_left_out, empty_dir),
      cmocka_unit_test_setup(saves_have_three_suffixes, empty_dir),
      cmocka_unit_test_setup(the_nearest_file_is_named, empty_dir),
      cmocka_unit_test_setup(exports_add_to_their_file, empty_dir),
      cmocka_unit_test_setup(a_failed_export_leaves_the_old_file, empty_dir),
      cmocka_unit_test_setup(a_failed_append_takes_back_what_it_wrote, empty_dir),
      cmocka_unit_test_setup(a_device_stays_one, empty_dir),
      cmocka_unit_test_setup(a_save_of_another_dimension, empty_dir),
      cmocka_unit_test_setup(directories_are_made_with_those_above, empty_dir),
      cmocka_unit_test(the_first_reason_counts),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
