/* Signals at each phase of a run: the exit status is 130, files are whole. What the program waits
 * for, the test holds back: no clock decides. */
#define _DEFAULT_SOURCE 1 /* sigaction, popen */
#include "../base/test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/base.h"
#include "support/folder.h"

FOLDER_OF("signals")

/* ---- a program and its ends ---- */

typedef struct program {
  pid_t pid;
  int in, out; /* its standard input, its standard output */
} program;

static void put(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

/* Runs `scree SUB ARGUMENT`; signal `ignored` is as nohup leaves SIGHUP (0: none). Standard error
 * goes to the file stderr. */
static program begin(const char *sub, const char *argument, int ignored) {
  int in[2], out[2];
  assert_int_equal(pipe(in), 0);
  assert_int_equal(pipe(out), 0);
  program p = {.in = in[1], .out = out[0]};
  fcntl(p.in, F_SETFD, FD_CLOEXEC);
  fcntl(p.out, F_SETFD, FD_CLOEXEC);
  p.pid = fork();
  assert_true(p.pid >= 0);
  if (p.pid == 0) {
    int err = open("stderr", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(in[0], 0), dup2(out[1], 1), dup2(err, 2);
    close(in[0]), close(out[1]), close(err);
    /* whoever runs the tests in the background, or by nohup, ignores some */
    signal(SIGINT, SIG_DFL), signal(SIGTERM, SIG_DFL), signal(SIGHUP, SIG_DFL);
    if (ignored) signal(ignored, SIG_IGN);
    execl(SCREE_PROGRAM, "scree", sub, "--threads=2", argument, (char *)NULL);
    _exit(127);
  }
  close(in[0]), close(out[1]);
  return p;
}

/* Its next line. */
static void expect(const program *p, const char *line) {
  char text[128];
  size_t n = 0;
  struct pollfd f = {.fd = p->out, .events = POLLIN};
  while (n + 1 < sizeof text && poll(&f, 1, 60000) == 1 && read(p->out, text + n, 1) == 1 &&
         text[n] != '\n')
    n++;
  text[n] = 0;
  assert_string_equal(text, line);
}

/* Reads what is left, and waits for its end. */
static int end(program *p, char *rest, size_t size) {
  int status;
  size_t n = 0;
  ssize_t got;
  char more[4096];
  while ((got = read(p->out, more, sizeof more)) > 0)
    for (ssize_t k = 0; k < got; k++)
      if (n + 1 < size) rest[n++] = more[k];
  if (size) rest[n] = 0;
  assert_int_equal(waitpid(p->pid, &status, 0), p->pid);
  close(p->in), close(p->out);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static const char *told(void) {
  static char text[4096];
  FILE *f = fopen("stderr", "r");
  assert_non_null(f);
  text[fread(text, 1, sizeof text - 1, f)] = 0;
  fclose(f);
  return text;
}

static const int every[] = {SIGINT, SIGTERM, SIGHUP};

/* ---- phases ---- */

/* Waits for the first byte of what comes next. */
static void expect_byte(const program *p, char byte) {
  char got = 0;
  assert_int_equal(read(p->out, &got, 1), 1);
  assert_int_equal(got, byte);
}

/* The program prints more than a pipe holds, and waits in the midst of it; the signal comes then,
 * and no further command. Nothing of what was printed is lost. */
static void between_commands(void **state) {
  SCR_UNUSED(state);
  put("long.dat", "[t = 'line of text']\nfish define long\n  loop local k (1,14)\n    t = t + t\n  "
                  "end_loop\nend\n@long\n"
                  "[io.out('ready')]\n[io.out(t)]\n[io.out('never')]\n");
  static char text[1 << 20];
  for (size_t k = 0; k < SCR_COUNTOF(every); k++) {
    program p = begin("run", "long.dat", 0);
    expect(&p, "ready");
    expect_byte(&p, 'l');
    kill(p.pid, every[k]);
    assert_int_equal(end(&p, text, sizeof text), 130);
    assert_int_equal(strlen(text), 12 * (1 << 14));
    assert_non_null(
        strstr(told(), "long.dat:10:1: error interrupt: interrupted before this command\n"));
  }
}

/* What was ignored when the program began stays so. */
static void ignored(void **state) {
  SCR_UNUSED(state);
  static char text[1 << 20];
  for (size_t k = 0; k < SCR_COUNTOF(every); k++) {
    program p = begin("run", "long.dat", every[k]);
    expect(&p, "ready");
    kill(p.pid, every[k]);
    assert_int_equal(end(&p, text, sizeof text), 0);
    assert_non_null(strstr(text, "never\n"));
  }
}

static void a_line_is_waited_for(void **state) {
  SCR_UNUSED(state);
  put("input.dat", "[a = io.in('ready')]\n[io.out('never')]\n");
  char text[64];
  for (size_t k = 0; k < SCR_COUNTOF(every); k++) {
    program p = begin("run", "input.dat", 0);
    expect(&p, "ready");
    kill(p.pid, every[k]);
    assert_int_equal(end(&p, text, sizeof text), 130);
    assert_string_equal(text, "");
    assert_non_null(strstr(told(), "input.dat:1:6: error interrupt: interrupted\n"));
  }
}

/* From a pipe a prompt ends, too, with its files whole. */
static void a_command_is_waited_for(void **state) {
  SCR_UNUSED(state);
  static const char typed[] =
      "[a = file.open('x.txt',1,1)]\n[a = file.write('new')]\n[io.out('ready')]\n";
  for (size_t k = 0; k < SCR_COUNTOF(every); k++) {
    put("x.txt", "old\n");
    program p = begin("repl", "--out=.", 0);
    assert_int_equal(write(p.in, typed, strlen(typed)), (ssize_t)strlen(typed));
    expect(&p, "ready");
    kill(p.pid, every[k]);
    assert_int_equal(end(&p, NULL, 0), 130);
    assert_non_null(strstr(told(), "error interrupt: interrupted\n"));
    assert_int_equal(
        system(
            "test \"$(cat x.txt)\" = old && test \"$(cat x.txt.part)\" = new && ! ls x.txt.tmp*"),
        0);
  }
}

/* Each of these takes much longer than a signal needs to come; it may come before the command, too.
 */
static void long_commands(void **state) {
  SCR_UNUSED(state);
  static const char *const row[] = {
      "wall generate sphere radius 1 resolution 0.005", "model cycle 100000000000",
      "ball generate number 1000 radius 0.9 tries 4000000000", "[busy]"};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    FILE *f = fopen("takes.dat", "w");
    fprintf(f,
            "model domain extent -2 2\nmodel mechanical timestep fix 1e-3\nfish define busy\n  "
            "loop while true\n    a = 1\n"
            "  endloop\nend\n[io.out('ready')]\n%s\nmodel save 'never'\n",
            row[k]);
    fclose(f);
    program p = begin("run", "takes.dat", 0);
    expect(&p, "ready");
    kill(p.pid, every[k % 3]);
    const int status = end(&p, NULL, 0);
    if (status != 130) print_error("%s: %d\n%s\n", row[k], status, told());
    assert_int_equal(status, 130);
    assert_non_null(strstr(told(), "error interrupt: interrupted"));
    assert_int_not_equal(access("never.sav", F_OK), 0);
  }
}

/* A save that nobody takes over: what it is written to is full. */
static void a_save_into_a_pipe(void **state) {
  SCR_UNUSED(state);
  char text[16];
  put("save.dat", "model domain extent -2 2\nball generate cubic radius 0.02 box -1.2 "
                  "1.2\n[io.out('ready')]\nmodel save 'pipe.sav'\n"
                  "[io.out('never')]\n");
  assert_int_equal(mkfifo("pipe.sav", 0600), 0);
  for (size_t k = 0; k < SCR_COUNTOF(every); k++) {
    program p = begin("run", "save.dat", 0);
    expect(&p, "ball generate: up to 216000 balls");
    expect(&p, "ready");
    int fd = -1;
    if (k) fd = open("pipe.sav", O_RDONLY); /* else not even its opening ends */
    if (k) assert_int_equal(read(fd, text, 8), 8);
    kill(p.pid, every[k]);
    assert_int_equal(end(&p, text, sizeof text), 130);
    assert_string_equal(text, "");
    assert_non_null(strstr(told(), "error interrupt: interrupted"));
    if (fd >= 0) close(fd);
  }
}

/* Killed in a save: the next one of that name leaves nothing of it. */
static void a_save_that_was_killed(void **state) {
  SCR_UNUSED(state);
  int status;
  put("state.dat", "model domain extent -2 2\nmodel save 'state'\n");
  put("killed.dat", "[file.open('state.txt',1,1)]\n[file.write('half')]\n[a = io.in('ready')]\n");
  put("whole.dat", "[file.open('state.txt',1,1)]\n[file.write('whole')]\n[file.close]\n");
  program p = begin("run", "killed.dat", 0);
  expect(&p, "ready");
  kill(p.pid, SIGKILL);
  waitpid(p.pid, &status, 0);
  close(p.in), close(p.out);
  char line[128];
  snprintf(line, sizeof line,
           "test -e state.txt.tmp%ld && ! test -e state.txt && touch state.sav.tmp%ld", (long)p.pid,
           (long)p.pid);
  assert_int_equal(system(line), 0);
  assert_int_equal(system("'" SCREE_PROGRAM "' run state.dat && '" SCREE_PROGRAM "' run whole.dat"),
                   0);
  assert_int_equal(system("! ls state.*.tmp* 2>/dev/null && test \"$(cat state.txt)\" = whole"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(between_commands),       cmocka_unit_test(ignored),
      cmocka_unit_test(a_line_is_waited_for),   cmocka_unit_test(a_command_is_waited_for),
      cmocka_unit_test(long_commands),          cmocka_unit_test(a_save_into_a_pipe),
      cmocka_unit_test(a_save_that_was_killed),
  };
  return cmocka_run_group_tests_name("signals", tests, setup, teardown);
}
