/* Files under another name: what a killed process left goes, and nothing else; standard output is
 * not replaced. */
#define _GNU_SOURCE /* flock */
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/outfile.h"
#include "support/capture.h"
#include "support/folder.h"

static char folder[] = "/tmp/scree-outfile-XXXXXX";

static int open_files(void) {
  int n = 0;
  for (int fd = 0; fd < 256; fd++) n += fcntl(fd, F_GETFD) >= 0;
  return n;
}

static int open_before;

static int setup(void **state) {
  SCR_UNUSED(state);
  folder_begin(folder);
  open_before = open_files();
  return 0;
}

static int teardown(void **state) {
  SCR_UNUSED(state);
  return folder_end(folder);
}

static bool there(const char *name) { return access(name, F_OK) == 0; }

static void make(const char *name) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs("old\n", f);
  fclose(f);
}

static void write_file(const char *path, const char *text) {
  scr_outfile f;
  assert_true(scr_outfile_open(&f, path, false, NULL));
  assert_true(scr_outfile_put(&f, text, strlen(text)));
  assert_true(scr_outfile_close(&f, true, false));
}

/* A process that writes a file and is killed before its end: the number of that process. */
static pid_t killed_while_writing(const char *path) {
  int ready[2];
  char byte;
  assert_int_equal(pipe(ready), 0);
  pid_t pid = fork();
  if (pid == 0) {
    scr_outfile f;
    scr_outfile_open(&f, path, false, NULL);
    scr_outfile_put(&f, "half", 4);
    if (write(ready[1], "x", 1) == 1) pause();
    _exit(1);
  }
  assert_int_equal(read(ready[0], &byte, 1), 1);
  kill(pid, SIGKILL);
  waitpid(pid, NULL, 0);
  close(ready[0]), close(ready[1]);
  return pid;
}

static void what_a_killed_process_left_goes(void **state) {
  SCR_UNUSED(state);
  char left[64];
  assert_int_equal(mkdir("deep", 0700), 0);
  static const char *const path[] = {"state.sav", "deep/state.sav"};
  for (size_t k = 0; k < SCR_COUNTOF(path); k++) {
    make(path[k]);
    snprintf(left, sizeof left, "%s.tmp%ld", path[k], (long)killed_while_writing(path[k]));
    assert_true(there(left));
    write_file("deep/other.sav", "x");
    assert_true(there(left)); /* another name */
    write_file(path[k], "new");
    assert_false(there(left));
  }
}

/* All that begins so, and nothing of another series. */
static void a_series_is_swept_at_once(void **state) {
  SCR_UNUSED(state);
  static const char *const path[] = {"run-000001.vtp", "run-000012.vtp", "run-", "other-1.vtp"};
  char left[SCR_COUNTOF(path)][64];
  for (size_t k = 0; k < SCR_COUNTOF(path); k++) {
    snprintf(left[k], sizeof left[k], "%s.tmp%ld", path[k], (long)killed_while_writing(path[k]));
    assert_true(there(left[k]));
  }
  scr_outfile f;
  scr_outfile_open_swept(&f, path[0]);
  assert_true(scr_outfile_close(&f, true, false));
  assert_true(there(left[0])); /* nobody looked */
  make("run-1.tmpx");
  scr_outfile_sweep("run-");
  for (size_t k = 0; k < SCR_COUNTOF(path); k++)
    assert_int_equal(there(left[k]), strncmp(path[k], "run-", 4) != 0);
  assert_true(there("run-1.tmpx"));
}

/* Processes that are there, files that somebody holds, and names that are none of ours stay. */
static void nothing_else_goes(void **state) {
  SCR_UNUSED(state);
  char own[64];
  const pid_t gone = killed_while_writing("elsewhere");
  snprintf(own, sizeof own, "x.tmp%ld", (long)getppid());
  char held[64], kept[64];
  snprintf(held, sizeof held, "x.tmp%ld", (long)gone);
  snprintf(kept, sizeof kept, "x.tmp%ldy", (long)gone);
  const char *const name[] = {own, held, kept, "x.tmp", "x.tmpa", "x.tmp0", "xy.tmp1"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) make(name[k]);
  int fd = open(
      held,
      O_WRONLY | O_CLOEXEC); /* as a process on another machine, whose number says nothing here */
  assert_int_equal(flock(fd, LOCK_EX), 0);
  write_file("x", "new");
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) assert_true(there(name[k]));
  close(fd);
  write_file("x", "new");
  assert_false(there(held));
  assert_true(there(own));
}

/* Two at once in one process. */
static void two_of_one_name(void **state) {
  SCR_UNUSED(state);
  scr_outfile a, b;
  char text[16] = "";
  assert_true(scr_outfile_open(&a, "both", false, NULL) &&
              scr_outfile_open(&b, "both", false, NULL));
  assert_string_not_equal(a.temp, b.temp);
  assert_true(scr_outfile_put(&a, "first", 5) && scr_outfile_put(&b, "second", 6));
  assert_true(scr_outfile_close(&b, true, false) && scr_outfile_close(&a, true, false));
  FILE *f = fopen("both", "r");
  assert_non_null(fgets(text, sizeof text, f));
  fclose(f);
  assert_string_equal(text, "first");
}

/* An append that fails leaves an empty file that was there, and none that was not. */
static void an_append_that_fails(void **state) {
  SCR_UNUSED(state);
  fclose(fopen("empty", "w"));
  static const char *const name[] = {"empty", "none"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    scr_outfile f;
    assert_true(scr_outfile_open(&f, name[k], true, NULL));
    scr_outfile_fail_after(2);
    assert_false(scr_outfile_put(&f, "text", 4));
    scr_outfile_fail_after(-1);
    assert_false(scr_outfile_close(&f, true, false));
    assert_int_equal(there(name[k]), k == 0);
  }
}

/* A log that standard output goes to is not replaced under it: lines come in the order of writing.
 */
static void standard_output(void **state) {
  SCR_UNUSED(state);
  capture c;
  capture_begin(&c, stdout);
  printf("one\n");
  write_file("/dev/stdout", "two\n");
  printf("three\n");
  capture_end(&c);
  assert_string_equal(c.text, "one\ntwo\nthree\n");
}

static void stop(void **state) {
  SCR_UNUSED(state);
  volatile bool flag = false;
  scr_outfile f;
  scr_diag d = {.interrupt = &flag};
  make("stopped");
  assert_true(scr_outfile_open(&f, "stopped", false, &flag));
  assert_true(scr_outfile_put(&f, "new", 3));
  assert_false(scr_interrupted(&d));
  flag = true;
  assert_false(scr_outfile_put(&f, "more", 4));
  assert_false(scr_outfile_close(&f, true, true));
  assert_false(scr_outfile_blame(&f, &d, NULL, SCR_E_FILE, "write", "stopped"));
  assert_int_equal(d.error.code, SCR_E_INTERRUPT);
  scr_diag_clear(&d);
  assert_true(scr_interrupted(&d) && d.error.code == SCR_E_INTERRUPT);
  scr_diag_clear(&d);
  assert_true(there("stopped"));
  assert_int_equal(system("test \"$(cat stopped)\" = old && ! ls stopped.*"), 0);
}

/* Of all files that the tests before have written. */
static void none_stays_open(void **state) {
  SCR_UNUSED(state);
  assert_int_equal(open_files(), open_before);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_a_killed_process_left_goes),
      cmocka_unit_test(a_series_is_swept_at_once),
      cmocka_unit_test(nothing_else_goes),
      cmocka_unit_test(two_of_one_name),
      cmocka_unit_test(an_append_that_fails),
      cmocka_unit_test(standard_output),
      cmocka_unit_test(stop),
      cmocka_unit_test(none_stays_open),
  };
  return cmocka_run_group_tests_name("outfile", tests, setup, teardown);
}
