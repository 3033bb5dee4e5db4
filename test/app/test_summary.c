/* The last line of a run and the report of --profile, word for word, for seconds and counts that
 * are given. */
#include "support/quiet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "app/summary.h"
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "kernel/kernel.h"
#include "world/workers/profile.h"

static scr_session *session(scr_profile *p, bool quiet) {
  const scr_options options = {.dim = 3, .threads = 1, .dialect = -1, .quiet = quiet, .profile = p};
  return scr_session_new(&options);
}

static const char *summary(scr_session *s, capture *c, double seconds) {
  capture_begin(c, stderr);
  scr_summary_show(s, seconds);
  return capture_end(c);
}

static const char two_balls[] = "model domain extent -5 5\n"
                                "contact cmat default model linear property kn 1e5\n"
                                "ball create id 1 radius 0.5\n"
                                "ball create id 2 radius 0.5 position-x 0.9\n"
                                "ball attribute density 1000\n"
                                "model mechanical timestep fix 1e-3\n";

static void summaries(void **state) {
  SCR_UNUSED(state);
  capture c;
  scr_session *s = session(NULL, false);
  assert_string_equal(summary(s, &c, 2.5), "");
  run(s, two_balls);
  assert_string_equal(summary(s, &c, 2.5), "");
  run(s, "model cycle 1\n");
  assert_string_equal(summary(s, &c, 2.5),
                      "scree: 1 cycle in 2.5 s, 0.8 particle-steps/s, 0 warnings\n");
  run(s, "model cycle 6\nball list range id 9\n");
  assert_string_equal(summary(s, &c, 0.5),
                      "scree: 7 cycles in 0.5 s, 28 particle-steps/s, 1 warning; ranges over "
                      "nothing: id 9\n");
  assert_non_null(strstr(summary(s, &c, 0), "in 0 s, 1.4e+10 particle-steps/s"));
  run(s, "ball list range id 11\nball list range id 12\nball list range id 13\n"
         "ball list range id 14\n");
  assert_non_null(strstr(summary(s, &c, 1), "nothing: id 9, id 11, id 12, id 13, id 14\n"));
  run(s, "ball list range id 15\nball list range id 16\n");
  assert_string_equal(summary(s, &c, 1),
                      "scree: 7 cycles in 1 s, 14 particle-steps/s, 7 warnings; ranges over "
                      "nothing: id 9, id 11, id 12, id 13, id 14 and 2 more\n");
  s->options.quiet = true;
  assert_string_equal(summary(s, &c, 1), "");
  scr_session_free(s);
}

/* Without a cycle what ranges missed is told alone. */
static void ranges_alone(void **state) {
  SCR_UNUSED(state);
  capture c;
  scr_session *s = session(NULL, false);
  run(s, two_balls);
  run(s, "ball list range id 9\n");
  assert_string_equal(summary(s, &c, 2), "scree: ranges over nothing: id 9\n");
  scr_session_free(s);
}

/* Two balls that bounce: the closure is what the session finds, and energy of steps is told from a
 * thousandth on. */
static void energies(void **state) {
  SCR_UNUSED(state);
  capture c;
  char want[200], steps[60] = "";
  double step = 0;
  scr_session *s = session(NULL, false);
  run(s, two_balls);
  run(s, "model energy mechanical on\nmodel cycle 3\n");
  const scr_tally few = scr_session_tally(s);
  snprintf(want, sizeof want,
           "scree: 3 cycles in 2 s, 3 particle-steps/s, 0 warnings, energy closure %.2g\n",
           few.energy_gap / few.energy_scale);
  assert_true(few.energy_gap > 0 && few.energy_scale > 0);
  assert_true(scr_energy(s->lib.world, "energy-step", &step));
  if (fabs(step) * 1000 <= few.energy_scale) assert_string_equal(summary(s, &c, 2), want);
  run(s, "model mechanical timestep fix 0.025\nmodel cycle 3\n");
  const scr_tally t = scr_session_tally(s);
  assert_true(scr_energy(s->lib.world, "energy-step", &step));
  assert_true(fabs(step) * 1000 > t.energy_scale);
  snprintf(steps, sizeof steps, ", steps brought in %.2g", step / t.energy_scale);
  snprintf(want, sizeof want,
           "scree: 6 cycles in 4 s, 3 particle-steps/s, 0 warnings, energy closure %.2g%s\n",
           fabs(t.energy_gap) / t.energy_scale, steps);
  assert_string_equal(summary(s, &c, 4), want);
  scr_session_free(s);
}

static const char *profile(scr_session *s, capture *c, double seconds) {
  capture_begin(c, stderr);
  scr_profile_show(s, seconds);
  return capture_end(c);
}

static void profiles(void **state) {
  SCR_UNUSED(state);
  capture c;
  char want[2000];
  scr_profile p = {.name = {"search", "force", "none"},
                   .seconds = {0.5, 1.25, 0},
                   .n = 3,
                   .solving = 2,
                   .steps = 4e6,
                   .solves = 1,
                   .cycles = 1,
                   .builds = 1,
                   .threads = {3},
                   .changes = 1,
                   .cycles_off = 0,
                   .skin = 0.025,
                   .radius = 0.5};
  scr_session *s = session(&p, true);
  snprintf(want, sizeof want,
           "scree: where the time went (%s, 1 thread)\n"
           "  1 cycle in 1 solve: 2.000 s, 2e+06 particle-steps/s\n"
           "  search               0.500 s  20.0 %%     125.0 ns a particle-step\n"
           "  force                1.250 s  50.0 %%     312.5 ns a particle-step\n"
           "  rest of solves       0.250 s  10.0 %%      62.5 ns a particle-step\n"
           "  outside of them      0.500 s  20.0 %%\n"
           "  threads: 3\n"
           "  neighbour lists: 1 in 1 cycles, skin 0.025 m = 0.05 of the largest radius\n",
           scr_isa_name());
  assert_string_equal(profile(s, &c, 2.5), want);
  /* several threads, more solves than are kept, and a choice among threads */
  p.solves = 10, p.cycles = 40, p.builds = 16, p.changes = 5, p.cycles_off = 6, p.radius = 0;
  for (int k = 0; k < SCR_PROFILE_SOLVES; k++) p.threads[k] = k + 1;
  s->options.threads = 4, s->options.tunes = true;
  snprintf(want, sizeof want,
           "scree: where the time went (%s, up to 4 threads)\n"
           "  40 cycles in 10 solves: 2.000 s, 2e+06 particle-steps/s\n"
           "  search               0.500 s  12.5 %%     125.0 ns a particle-step\n"
           "  force                1.250 s  31.2 %%     312.5 ns a particle-step\n"
           "  rest of solves       0.250 s   6.2 %%      62.5 ns a particle-step\n"
           "  outside of them      2.000 s  50.0 %%\n"
           "  threads: 3, 4, 5, 6, 7, 8, 1, 2 in the last 8 solves; changed 5 times, 15 %% of the "
           "cycles tried other numbers\n"
           "  neighbour lists: 16 in 40 cycles, one in 2.5, skin 0.025 m = 0 of the largest "
           "radius\n",
           scr_isa_name());
  assert_string_equal(profile(s, &c, 4), want);
  p.changes = 1;
  assert_non_null(strstr(profile(s, &c, 4), "changed 1 time, 15 %"));
  p = (scr_profile){0}; /* nothing was solved */
  s->options.threads = 1;
  snprintf(want, sizeof want,
           "scree: where the time went (%s, 1 thread)\n"
           "  outside of them      4.000 s 100.0 %%\n",
           scr_isa_name());
  assert_string_equal(profile(s, &c, 4), want);
  p.looks = UINT64_C(1) << 60; /* the clock took longer than all else */
  p.solves = 1, p.solving = 1;
  assert_non_null(strstr(profile(s, &c, 4), " s of this were looks at the clock\n"));
  scr_session_free(s);
}

/* Few particles: kilobytes; else bytes of each. The parts add up. */
static void memory(void **state) {
  SCR_UNUSED(state);
  capture c;
  scr_profile p = {0};
  scr_session *s = session(&p, true);
  run(s, two_balls);
  const char *few = strstr(profile(s, &c, 4), "  memory: ");
  assert_non_null(few);
  long sum = 0, whole = 0, part = 0;
  char *at = NULL;
  whole = strtol(few + strlen("  memory: "), &at, 10);
  assert_int_equal(strncmp(at, " KB (", 5), 0);
  for (const char *q = at + 5; *q && *q != ')'; q++)
    if (*q >= '0' && *q <= '9' && q[-1] == ' ') part = strtol(q, &at, 10), sum += part, q = at - 1;
  assert_true(labs(sum - whole) <= 10);
  assert_non_null(strstr(few, "), at most "));
  assert_non_null(strstr(few, " MB in the process\n"));
  run(s, "ball delete\nball generate cubic radius 0.1 box -1.1 1.1\n");
  assert_int_equal(s->lib.world->ball.n, 1331);
  assert_non_null(strstr(profile(s, &c, 4), " bytes a particle ("));
  assert_non_null(strstr(c.text, " MB in the process: "));
  assert_non_null(strstr(c.text, " a particle\n"));
  run(s, "ball delete range id 1000 1331\nmodel clean\n");
  assert_int_equal(s->lib.world->ball.n, 999);
  assert_non_null(strstr(profile(s, &c, 4), " KB ("));
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(summaries), cmocka_unit_test(ranges_alone), cmocka_unit_test(energies),
      cmocka_unit_test(profiles),  cmocka_unit_test(memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
