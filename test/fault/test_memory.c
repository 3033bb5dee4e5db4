/* Memory ends at each allocation of a job in turn: the program must leave through its handler (exit
 * status 3), never crash, and a save file that is there already must survive. Each failure happens
 * in a process of its own. */
#include "../base/test.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "../support/night.h"

enum { EXHAUSTED = 3 };

static char dir[64], old_file[128];
static long fail_at; /* which allocation of the job; 0: none */

static const char commands[] =
    "model new\n"
    "model domain extent -10 10 condition periodic destroy stop\n"
    "contact cmat default model hertz property hz_shear 1e9 hz_poiss 0.25 fric 0.3\n"
    "contact cmat add 2 model linear method deformability emod 1e8 kratio 2 range id 1 10\n"
    "ball create id 1 radius 1 position (0, 0, 1) group 'a' slot 'b'\n"
    "ball generate number 5 radius 0.5 box -5 5 -5 5 2 8\n"
    "ball attribute density 1000 velocity-z -1 range id 1 10 union group 'a' slot 'b'\n"
    "wall generate name 'floor' plane\n"
    "table 't' add (1,2) (3,4)\n"
    "ball history name 'z' position-z id 1\n"
    "history interval 1\n"
    "model gravity 9.81\n"
    "model cycle 3\n"
    "ball list position range position-z 0 5\n"
    "history export 'z' table 'zt'\n";

static const char fish[] = "fish define make(n)\n"
                           "  local l = list\n"
                           "  local m = map('one', 1)\n"
                           "  array a(3,2)\n"
                           "  loop local i (1, n)\n"
                           "    l = list(l, string(i) + ' of ' + string(n))\n"
                           "    m(string(i)) = vector(i, 2*i, 3*i)\n"
                           "    a(1,2) = matrix(2,2)\n"
                           "  end_loop\n"
                           "  command\n"
                           "    table 'u' add ([n], [n*n])\n"
                           "  end_command\n"
                           "  case_of n\n"
                           "  case 4\n"
                           "    make = string.build('%1 and %2', list.size(l), map.size(m))\n"
                           "  end_case\n"
                           "end\n"
                           "[s = make(4)]\n";

static const char legacy[] =
    "new\n"
    "set disk on\n"
    "macro kk 'kn 1e6 ks 1e6'\n"
    "def f\n  ff = string(1.5) + 'x'\n  loop while n < 3\n    n = n + 1\n  end_loop\nend\n"
    "ball id = 1 rad = 0.05 x = 0.0 y = 0.0\n"
    "ball id = 2 rad = 0.05 x = 0.0 y = 0.09\n"
    "prop dens = 2600 kk\n"
    "his id=1 ball xvel id 1\n"
    "cycle 2\n"
    "f\n";

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static scr_session *begin(int dim) {
  scr_session *s = scr_session_new(
      &(scr_options){.dim = dim, .threads = 1, .out = dir, .quiet = true, .dialect = -1});
  s->print = silent;
  s->diag.sink = NULL;
  return s;
}

/* A session's start is the same for all jobs, so that one of them has its allocations, and others
 * count from its end. */
static scr_session *session(int dim) {
  scr_session *s = begin(dim);
  scr_mem_fail_at(fail_at);
  return s;
}

/* ---- jobs ---- */

static bool text_job(const char *text, int dim, scr_dialect dialect) {
  scr_session *s = session(dim);
  bool ok = scr_session_text(s, "test", text, dialect);

  scr_session_free(s);
  return ok;
}

static bool run_commands(void) { return text_job(commands, 3, SCR_MODERN); }
static bool run_fish(void) { return text_job(fish, 3, SCR_MODERN); }
static bool run_legacy(void) { return text_job(legacy, 2, SCR_LEGACY); }
static bool run_wrong_word(void) {
  return !text_job("model domain extent -1 1\nball creat id 1 radios 2\n", 3, SCR_MODERN);
}
static bool run_wrong_number(void) { return !text_job("[x = 1/0]\n", 3, SCR_MODERN); }

static bool run_start(void) {
  scr_mem_fail_at(fail_at);
  scr_session_free(begin(3));
  return true;
}

static bool run_save(void) {
  scr_session *s = session(3);
  bool ok =
      scr_session_text(
          s, "test",
          "model domain extent -1 1\nball create id 9 radius 0.1\n[m = map('a', list(1,2))]\n",
          SCR_MODERN) &&
      scr_session_save(s, old_file);
  scr_session_free(s);
  return ok;
}

static bool run_restore(void) {
  scr_session *s = session(3);
  bool ok = scr_session_restore(s, old_file);
  scr_session_free(s);
  return ok;
}

/* ---- failures ---- */

static void leave(size_t size) {
  SCR_UNUSED(size);
  _exit(EXHAUSTED);
}

/* The exit status of a process in which allocation n fails. */
static int status_at(bool (*job)(void), long n) {
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    scr_set_oom_handler(leave);
    fail_at = n;
    bool ok = job();
    scr_mem_fail_at(0);
    _exit(ok ? 0 : 1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (!WIFEXITED(status)) fail_msg("allocation %ld: signal %d", n, WTERMSIG(status));
  return WEXITSTATUS(status);
}

static bool old_file_is_whole(void) {
  scr_diag d = {0};
  char hash[33];
  bool ok = scr_save_hash(&d, old_file, hash);
  scr_diag_clear(&d);
  return ok;
}

static void every_allocation(bool (*job)(void)) {
  assert_int_equal(status_at(job, 0), 0);
  const long stride = by_day(7, 53, 1); /* each failure is a process: by day some must do */
  long n = 1;
  for (int status = EXHAUSTED; status == EXHAUSTED; n += stride) {
    status = status_at(job, n);
    if (status != 0 && status != EXHAUSTED) fail_msg("allocation %ld: exit status %d", n, status);
  }
  assert_true(n > 20); /* it did fail */
  assert_true(old_file_is_whole());
}

static void modern(void **state) { SCR_UNUSED(state), every_allocation(run_commands); }
static void scripts(void **state) { SCR_UNUSED(state), every_allocation(run_fish); }
static void old_dialect(void **state) { SCR_UNUSED(state), every_allocation(run_legacy); }
static void starting(void **state) { SCR_UNUSED(state), every_allocation(run_start); }
static void wrong_word(void **state) { SCR_UNUSED(state), every_allocation(run_wrong_word); }
static void wrong_number(void **state) { SCR_UNUSED(state), every_allocation(run_wrong_number); }
static void saving(void **state) { SCR_UNUSED(state), every_allocation(run_save); }
static void restoring(void **state) { SCR_UNUSED(state), every_allocation(run_restore); }

static int make_dir(void **state) {
  SCR_UNUSED(state);
  strcpy(dir, "/tmp/scree-fault-XXXXXX");
  if (!mkdtemp(dir)) return -1;
  snprintf(old_file, sizeof old_file, "%s/old.sav", dir);
  return run_save() ? 0 : -1;
}

/* What a process left unfinished stays beside the old file under another name. */
static int remove_dir(void **state) {
  SCR_UNUSED(state);
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", dir);
  return system(command);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(modern),   cmocka_unit_test(scripts),    cmocka_unit_test(old_dialect),
      cmocka_unit_test(starting), cmocka_unit_test(wrong_word), cmocka_unit_test(wrong_number),
      cmocka_unit_test(saving),   cmocka_unit_test(restoring),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
