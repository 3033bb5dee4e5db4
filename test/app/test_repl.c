/* `scree repl` at a terminal (a pseudo-terminal here) and from a pipe. */
#define _DEFAULT_SOURCE 1 /* forkpty */
#include "../base/test.h"

#include <errno.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>
#include "base/base.h"
#include "support/folder.h"

static char folder[] = "/tmp/scree-repl-XXXXXX";

static int setup(void **state) {
  SCR_UNUSED(state);
  folder_begin(folder);
  setenv("XDG_STATE_HOME", folder, 1);
  setenv("TERM", "xterm", 1);
  return 0;
}

static int teardown(void **state) {
  SCR_UNUSED(state);
  return folder_end(folder);
}

/* ---- a terminal ---- */

typedef struct terminal {
  pid_t pid;
  int fd;
  char text[65536]; /* what came since the last thing that was waited for */
  size_t n;
} terminal;

static void begin(terminal *t, const char *option, const char *value) {
  struct winsize size = {.ws_row = 24, .ws_col = 120};
  t->n = 0, t->text[0] = 0;
  t->pid = forkpty(&t->fd, NULL, NULL, &size);
  assert_true(t->pid >= 0);
  if (t->pid == 0) {
    setenv("ASAN_OPTIONS", "detect_leaks=0",
           1); /* libedit keeps four strings to its end; leaks of our own show in `pipes` */
    signal(SIGINT, SIG_DFL); /* whoever runs the tests in the background ignores it */
    signal(SIGHUP, SIG_DFL); /* and nohup this one */
    execl(SCREE_PROGRAM, "scree", "repl", "--threads=1", option, value, (char *)NULL);
    _exit(127);
  }
}

static void nap(long milliseconds) {
  nanosleep(&(struct timespec){0, milliseconds * 1000000}, NULL);
}

/* Keys like Ctrl-D mean something else until the program has taken the terminal over, just after
 * its prompt. */
static void type(terminal *t, const char *text) {
  if (strpbrk(text, "\003\004\020\t")) nap(100);
  assert_int_equal(write(t->fd, text, strlen(text)), (ssize_t)strlen(text));
}

/* One more piece of output; false at its end, or when nothing comes for 20 s. */
static bool more(terminal *t) {
  struct pollfd p = {.fd = t->fd, .events = POLLIN};
  if (t->n + 1 >= sizeof t->text || poll(&p, 1, 20000) <= 0) return false;
  ssize_t n = read(t->fd, t->text + t->n, sizeof t->text - 1 - t->n);
  if (n <= 0) return false;
  for (ssize_t k = 0; k < n; k++)
    if (!t->text[t->n + (size_t)k]) t->text[t->n + (size_t)k] = ' ';
  t->n += (size_t)n;
  t->text[t->n] = 0;
  return true;
}

/* Waits for a text and drops what came before its end. */
static void expect(terminal *t, const char *text) {
  char *at;
  while (!(at = strstr(t->text, text)))
    if (!more(t)) {
      print_error("no '%s' in: %s\n", text, t->text);
      kill(t->pid, SIGKILL);
      fail();
    }
  at += strlen(text);
  t->n -= (size_t)(at - t->text);
  memmove(t->text, at, t->n + 1);
}

/* Types the words that end it, and returns the exit status; -1: it goes on for ten seconds. */
static int end(terminal *t, const char *by) {
  int status = 0;
  type(t, by);
  for (int k = 0; k < 200; k++) {
    struct pollfd p = {.fd = t->fd, .events = POLLIN};
    if (t->n > sizeof t->text / 2) t->n = 0;
    if (poll(&p, 1, 50) > 0 && !more(t)) nap(50);
    pid_t done = waitpid(t->pid, &status, WNOHANG);
    if (done == 0) continue;
    close(t->fd);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }
  kill(t->pid, SIGKILL);
  waitpid(t->pid, &status, 0);
  close(t->fd);
  return -1;
}

static void values(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  begin(&t, NULL, NULL);
  expect(&t, "scree " SCR_VERSION ": commands and FISH; help explains, Ctrl-D or exit ends\r\n");
  expect(&t, "scree> ");
  type(&t, "[40+2]\n");
  expect(&t, "\n42\r\n");
  expect(&t, "scree> ");
  type(&t, "bal crate\n");
  expect(&t,
         "repl:2:5: error name: unknown command 'ball crate'\r\n  bal crate\r\n      ^~~~~\r\n");
  expect(&t, "scree> ");
  type(&t, "global.dim\n"); /* the session goes on */
  expect(&t, "\n3\r\n");
  expect(&t, "scree> ");
  assert_int_equal(end(&t, "\004"), 0); /* a line has failed, and who typed it has seen that */
}

static void ends(void **state) {
  SCR_UNUSED(state);
  static const char *const by[] = {"exit\n", "quit\n", "\004", "program exit\n"};
  for (size_t k = 0; k < SCR_COUNTOF(by); k++) {
    static terminal t;
    begin(&t, "--dim=2", NULL);
    expect(&t, "scree> ");
    assert_int_equal(end(&t, by[k]), 0);
  }
}

/* Signals end the program at its prompt, and leave the terminal as it was; lines are no longer
 * edited then. */
static void signals(void **state) {
  SCR_UNUSED(state);
  static const int number[] = {SIGTERM, SIGHUP};
  for (size_t k = 0; k < SCR_COUNTOF(number); k++) {
    static terminal t;
    struct termios before, after;
    begin(&t, "--dim=2", NULL);
    assert_int_equal(tcgetattr(t.fd, &before), 0);
    expect(&t, "scree> ");
    type(&t, "[10+1]\n"); /* the answer comes when the prompt has been at work */
    expect(&t, "\n11\r\n");
    expect(&t, "scree> ");
    int fd = dup(t.fd);
    kill(t.pid, number[k]);
    assert_int_equal(end(&t, ""), 130);
    assert_int_equal(tcgetattr(fd, &after), 0);
    assert_int_equal(after.c_lflag & (ICANON | ECHO | ISIG),
                     before.c_lflag & (ICANON | ECHO | ISIG));
    close(fd);
  }
}

/* A definition and a continued line are prompted for to their end. */
static void several_lines(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  begin(&t, "--dim", "2");
  expect(&t, "scree> ");
  type(&t, "fish define sum(n)\n");
  expect(&t, "     > ");
  type(&t, "loop local k (1, n)\n");
  expect(&t, "     > ");
  type(&t, "sum = sum + k\n");
  expect(&t, "     > ");
  type(&t, "end_loop\n");
  expect(&t, "     > ");
  type(&t, "end\n");
  expect(&t, "scree> ");
  type(&t, "[sum(10)]\n");
  expect(&t, "\n55\r\n");
  expect(&t, "scree> ");
  type(&t, "program echo-line ...\n");
  expect(&t, "     > ");
  type(&t, "'be''hind'\n");
  expect(&t, "scree> ");
  end(&t, "exit\n");
}

/* Ctrl-C at the prompt clears the line, and what it continues; in a solve it ends the solve after
 * its cycle. */
static void interrupts(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
#ifdef SCR_HAVE_LIBEDIT
  type(&t, "nonsense\003");
  expect(&t, "^C");
  expect(&t, "scree> ");
  type(&t, "fish define f\n");
  expect(&t, "     > ");
  type(&t, "f = 1\003");
  expect(&t, "scree> ");
#endif
  type(&t, "model domain extent -1 1\n");
  expect(&t, "scree> ");
  type(&t, "model mechanical timestep fix 1e-3\n");
  expect(&t, "scree> ");
  for (int k = 0; k < 2; k++) { /* twice: the first one leaves nothing behind */
    type(&t, "model cycle 100000000000\n");
    expect(&t, "cycles/s");
    type(&t, "\003");
    expect(&t, "error interrupt: interrupted after cycle ");
    expect(&t, "scree> ");
  }
  type(&t, "[global.cycle > 0]\n");
  expect(&t, "\ntrue\r\n");
  end(&t, "exit\n");
}

/* Ctrl-C where a command waits for a line, or looks for room for a ball: the command ends, and has
 * changed nothing. */
static void interrupts_commands(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
  for (int k = 0; k < 2; k++) {
    type(&t, "[a = io.in('which one')]\n");
    expect(&t, "\nwhich one\r\n");
    type(&t, "\003");
    expect(&t, "error interrupt: interrupted\r\n");
    expect(&t, "scree> ");
  }
  type(&t, "[a = io.in('again')]\n");
  expect(&t, "\nagain\r\n");
  type(&t, "17\n");
  expect(&t, "scree> ");
  type(&t, "a + 1\n");
  expect(&t, "\n18\r\n");
  static const char *const lines[] = {"model domain extent -1 1\n",
                                      "fish define fill\n",
                                      "io.out('it begins')\n",
                                      "command\n",
                                      "ball generate number 100 radius 0.9 tries 4000000000\n",
                                      "endcommand\n",
                                      "end\n"};
  for (size_t k = 0; k < SCR_COUNTOF(lines); k++) {
    type(&t, lines[k]);
    expect(&t, "> ");
  }
  type(&t, "[fill]\n");
  expect(&t, "\nit begins\r\n");
  type(&t, "\003");
  expect(&t, "error interrupt: interrupted with a place for 1 ball");
  expect(&t, "scree> ");
  type(&t, "ball.num + 70\n");
  expect(&t, "\n70\r\n");
  assert_int_equal(end(&t, "exit\n"), 0);
}

/* Lists are for people there: 6 digits, and what is wider than the terminal follows below. */
static void lists_fit(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
  assert_int_equal(ioctl(t.fd, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 40}), 0);
  static const char *const lines[] = {"model domain extent -1 1\n",
                                      "ball create id 12 radius [1/3.0]\n", "bal crate\n"};
  for (size_t k = 0; k < SCR_COUNTOF(lines); k++) {
    type(&t, lines[k]);
    expect(&t, "scree> ");
  }
  type(&t, "ball list radius position density damp\n");
  expect(&t, "\nball  radius (m)  position (m)\r\n12    0.333333    (0,0,0)\r\n\r\n"
             "ball  density (kg/m3)  damp\r\n12    0                0\r\n");
  expect(&t, "scree> ");
  assert_int_equal(ioctl(t.fd, TIOCSWINSZ, &(struct winsize){.ws_row = 24, .ws_col = 8}), 0);
  type(&t, "ball list radius id\n");
  expect(&t, "\nball  radius (m)\r\n12    0.333333\r\n\r\nball  id\r\n12    12\r\n");
  assert_int_equal(end(&t, "exit\n"), 0);
}

#ifdef SCR_HAVE_LIBEDIT

static void completes(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *typed, *becomes;
  } row[] = {
      {"ball gen\t", "erate "},
      {"model solve ratio-av\t", "erage "},
      {"solve ratio-max\t", "imum "}, /* an alias */
      {"contact cmat default model her\t", "tz "},
      {"contact cmat default model hertz property hz_poi\t", "ss "},
      {"[ball.rad\t", "ius"},
      {"[math.sq\t", "rt"},
      {"@my_sy\t", "mbol"},
      {"contact cmat default model hertz prop hz_poi\t", "ss "},
      {"contact cmat default model hertz pro hz_poi\t", "ss "},
      {"contact prop hz_she\t", "ar "},
      {"contact pro hz_she\t", "ar "},
      {"contact met defor\t", "mability "},
      {"model history energy energy-ki\t", "netic "},
      {"fish callback add f event bond_b\t", "reak "},
      {"ball attribute den\t", "sity "},
      {"ball group 'g' range annu\t", "lus "},
      {"program call 'longn\t", "ame.dat'"},
      {"call 'fold\t", "er/"},
      {"program call 'folder/inn\t", "er.dat'"},
      {"model restore 'longn\t", "ame.dat'"},
  };
  static terminal t;
  assert_int_equal(mkdir("folder", 0700), 0);
  FILE *f = fopen("longname.dat", "w"), *g = fopen("folder/inner.dat", "w");
  assert_true(f && g && fclose(f) == 0 && fclose(g) == 0);
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
  type(&t, "[my_symbol = 7]\n");
  expect(&t, "scree> ");
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    type(&t, row[k].typed);
    expect(&t, row[k].becomes);
    type(&t, "\003");
    expect(&t, "scree> ");
  }
  type(&t, "model mechanical timestep \t\t"); /* several: a list */
  expect(&t, "\nactive");
  expect(&t, "safety-factor");
  expect(&t, "scree> ");
  type(&t, "\003");
  expect(&t, "scree> ");
  type(&t, "[my_sy\t + 35]\n"); /* the completed line runs */
  expect(&t, "\n42\r\n");
  end(&t, "exit\n");
}

/* A history that cannot be written is told of, and the session goes on. */
static void no_place_for_history(void **state) {
  SCR_UNUSED(state);
  char place[sizeof folder + 16];
  static terminal t;
  FILE *f = fopen("taken", "w");
  assert_true(f && fclose(f) == 0);
  snprintf(place, sizeof place, "%s/taken", folder);
  setenv("XDG_STATE_HOME", place, 1);
  begin(&t, NULL, NULL);
  setenv("XDG_STATE_HOME", folder, 1);
  expect(&t, "scree: warning: the history of commands is not kept: cannot write '");
  expect(&t, "/taken/scree/history'");
  expect(&t, "Not a directory");
  expect(&t, "scree> ");
  end(&t, "exit\n");
}

/* What one session typed, the next one finds by the key upwards. */
static void keeps_history(void **state) {
  SCR_UNUSED(state);
  static terminal t;
  struct stat s;
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
  type(&t, "[12345*3]\n");
  expect(&t, "\n37035\r\n");
  end(&t, "exit\n");
  assert_int_equal(stat("scree/history", &s), 0);
  begin(&t, NULL, NULL);
  expect(&t, "scree> ");
  type(&t, "\020\020\n"); /* Ctrl-P, beyond `exit` */
  expect(&t, "\n37035\r\n");
  end(&t, "exit\n");
}

#endif

/* ---- a pipe ---- */

static void slurp(const char *path, char *text, size_t size) {
  FILE *f = fopen(path, "r");
  assert_non_null(f);
  text[fread(text, 1, size - 1, f)] = 0;
  fclose(f);
}

static const struct {
  const char *input, *options, *out, *err;
  int status;
} row[] = {
    {"[1+2]\n", "", "3\n", "", 0},
    {"1+2", "", "3\n", "", 0}, /* no end of line */
    {"[a = 3]\na\na*2 ; comment\n[a == 3]\n", "", "3\n6\ntrue\n", "", 0},
    {"[io.out('x')]\n'text'\n(1+2)*3\n", "", "x\ntext\n9\n", "", 0},
    {"bal crate\n[1]\n", "", "1\n",
     "repl:1:5: error name: unknown command 'ball crate'\n  bal crate\n      ^~~~~\n", 1},
    {"\n\n[1/]\n", "", "", "repl:3:4: error syntax:", 1},
    {"fish define f(x)\n f = x ...\n  + 1\nend\nf(2)\n[f(3)]\n@f(4)\n", "", "3\n4\n5\n", "", 0},
    {"fish define f\n  f = 1\n", "", "", "repl:1:13: error syntax: this 'define' has no 'end'", 1},
    {"fish define f\n  f = 1 +\nend\n[1]\n", "", "1\n", "repl:2:10: error", 1},
    {"[1]\nexit\n[2]\n", "", "1\n", "", 0},
    {"bal crate\nexit\n", "", "", "unknown command 'ball crate'", 1},
    {"[1]\nprogram return\n[2]\n", "", "1\n", "", 0},
    {"vector(1,2,3)\nstring(3)\ntrue\nmap('a',1)\nlist(1,2)\n", "",
     "(1,2,3)\n3\ntrue\n{a:1}\n{1,2}\n", "", 0},
    {"myfu = 3\nmyfu\nmyfu == 3\n", "", "3\ntrue\n", "", 0},
    {"\xef\xbb\xbf[1]\n", "", "1\n", "", 0},
    {"list = 3\n", "", "", "repl:1:", 1}, /* a word of commands stays one */
    {"help math.pi\n? math.pi\n", "",
     "FISH: math.pi gives number\n  3.14159...\nFISH: math.pi gives number\n  3.14159...\n", "", 0},
    {"help nonsuch\n[1]\n", "", "1\n", "nothing is known about 'nonsuch'", 1},
    {"[1]\r\n[2]\r\n", "", "1\n2\n", "", 0},
    {"global.dim\n", "--dim 2", "2\n", "", 0},
    {"set random\nball rad 0.1 id=1 x=0 y=0\nball_head\n", "--dim 2 --dialect legacy", "ball 1\n",
     "", 0},
    {"ball create id 1 radius 0.1\nball.num\n", "", "0\n", "the domain must be set first",
     1}, /* nothing has changed */
    {"model domain extent -1 1\nmodel save 'here'\n", "--out deep/er", "", "", 0},
    {"model domain extent -1 1\nball create id 1 radius 0.1 position 0.5 0 "
     "0\nball.pos.x(ball.find(1))\ndomain.min.x\nglobal.gravity.z\n"
     "ball.vel.x(ball.find(1)) = 3\nball.vel.x(ball.find(1))*2\n",
     "", "0.5\n-1.0\n0.0\n6.0\n", "", 0},
    {"ball.pos.q(1)\n", "", "", "repl:1:1: error name: unknown name 'ball.pos.q'", 1},
    {"1 = 1.0\n[1 = 1.0]\n\"a\" = \"A\"\n2 = 3\n(1+1) = 2\n[a = 3]\n[a += 1]\n[b = a = 4]\nb\n1 = "
     "a\n",
     "", "true\ntrue\nfalse\nfalse\ntrue\ntrue\nfalse\n", "", 0}, /* what assigns shows nothing */
    {"[a = io.in]\n17\na\n", "", "17\n", "", 0}, /* FISH reads on where the commands stopped */
};

static void pipes(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    char line[512], out[4096], err[4096];
    FILE *f = fopen("input", "w");
    assert_non_null(f);
    fputs(row[k].input, f);
    fclose(f);
    snprintf(line, sizeof line, "'%s' repl --threads 1 %s <input >stdout 2>stderr", SCREE_PROGRAM,
             row[k].options);
    int status = system(line);
    slurp("stdout", out, sizeof out);
    slurp("stderr", err, sizeof err);
    bool good = WIFEXITED(status) && WEXITSTATUS(status) == row[k].status &&
                strcmp(out, row[k].out) == 0 &&
                (*row[k].err ? strstr(err, row[k].err) != NULL : !*err);
    if (!good) print_error("%s: status %x\n%s\n%s\n", row[k].input, (unsigned)status, out, err);
    assert_true(good);
  }
  struct stat s;
  assert_int_equal(stat("deep/er/here.sav", &s), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values),
      cmocka_unit_test(ends),
      cmocka_unit_test(signals),
      cmocka_unit_test(several_lines),
      cmocka_unit_test(interrupts),
      cmocka_unit_test(interrupts_commands),
      cmocka_unit_test(lists_fit),
#ifdef SCR_HAVE_LIBEDIT
      cmocka_unit_test(completes),
      cmocka_unit_test(keeps_history),
      cmocka_unit_test(no_place_for_history),
#endif
      cmocka_unit_test(pipes),
  };
  return cmocka_run_group_tests_name("repl", tests, setup, teardown);
}
