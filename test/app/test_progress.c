/* The line on a terminal while cycles run: what it says, and when it is wiped. */
#include "support/quiet.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>
#include "app/progress.h"
#include "cmd/session_kept.h"

static scr_progress progress;

static scr_session *session_new(void) {
  scr_options options = {.dim = 2, .threads = 1, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  scr_progress_begin(&progress, s, SCR_PROGRESS_AUTO, 0);
  progress.live = true;
  return s;
}

static void show(scr_session *s, capture *c) {
  capture_begin(c, stderr);
  scr_progress_show(s);
  capture_end(c);
}

static void wait(double seconds) {
  struct timespec t = {(time_t)seconds, (long)(1e9 * (seconds - floor(seconds)))};
  while (nanosleep(&t, &t) != 0) continue;
}

/* At the start there is no rate yet; afterwards nothing stays on the line. */
static void start_and_end(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  scr_limits limits = scr_limits_none();
  capture c;
  s->solving = &limits;
  s->lib.world->cycle = 1234, s->lib.world->time = 0.0625;
  show(s, &c);
  assert_string_equal(c.text, "\r\033[Kcycle 1234  time 0.0625 s");
  s->solving = NULL;
  show(s, &c);
  assert_string_equal(c.text, "\r\033[K");
  show(s, &c); /* nothing is to be wiped */
  assert_string_equal(c.text, "");
  scr_session_free(s);
}

/* A line every so many seconds, also where solves are too short to have one; none before that time
 * has passed. */
static void lines(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  scr_limits limits = scr_limits_none();
  capture c;
  scr_progress_begin(&progress, s, SCR_PROGRESS_LINES, 0);
  s->solving = &limits;
  s->lib.world->cycle = 7, s->lib.world->time = 0.5;
  show(s, &c);
  assert_string_equal(c.text, "scree: cycle 7  time 0.5 s\n");
  s->solving = NULL;
  show(s, &c);
  assert_string_equal(c.text, "scree: cycle 7  time 0.5 s\n");
  scr_progress_begin(&progress, s, SCR_PROGRESS_LINES, 1e9);
  show(s, &c);
  assert_string_equal(c.text, "");
  scr_progress_begin(&progress, s, SCR_PROGRESS_AUTO, 0);
  progress.live = false;
  show(s, &c);
  assert_string_equal(c.text, "");
  progress.last -= 61; /* a minute has passed */
  show(s, &c);
  assert_string_equal(c.text, "scree: cycle 7  time 0.5 s\n");
  scr_progress_begin(&progress, s, SCR_PROGRESS_OFF, 0);
  assert_null(s->progress);
  scr_session_free(s);
}

/* Places for balls, and tries; nothing of a command that has just begun. */
static void long_commands(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  const scr_chore tries = {"ball generate", 12, 345, 6789, 0},
                  part = {"ball distribute", 12, 0, 0, 0.256}, none = {0};
  const struct {
    const scr_chore *work;
    bool live;
    const char *says;
  } each[] = {{&tries, true, "\r\033[Kball generate: 12 of 345 balls have a place  6789 tries"},
              {&none, true, "\r\033[K"},
              {&none, true, ""}, /* nothing is to be wiped */
              {&part, false, "scree: ball distribute: 12 balls have a place  26 % of the volume\n"},
              {&none, false, ""}};
  capture c;
  for (size_t k = 0; k < SCR_COUNTOF(each); k++) {
    progress.pause = progress.seconds = 0, progress.live = each[k].live;
    capture_begin(&c, stderr);
    scr_session_tell(s, each[k].work);
    capture_end(&c);
    assert_string_equal(c.text, each[k].says);
  }
  progress.pause = 1e9;
  capture_begin(&c, stderr);
  scr_session_tell(s, &tries);
  capture_end(&c);
  assert_string_equal(c.text, "");
  scr_session_free(s);
}

/* What ball generate and ball distribute tell of: more balls from time to time, as many as asked.
 */
static uint64_t told, last_balls, last_of;
static void listen(scr_session *s) {
  const scr_chore *work = scr_session_chore(s);
  assert_non_null(work);
  if (!work->what) return;
  assert_true(work->balls >= last_balls);
  told++, last_balls = work->balls, last_of = work->of;
  assert_true(work->part <= 1);
}

static void balls_tell(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  const char *make =
                 "model domain extent 0 1\nball generate number 20000 radius 1e-3 tries 100000\n",
             *more = "ball distribute porosity 0.5 radius 2e-3\n";
  scr_session_on_progress(s, listen, NULL);
  assert_true(scr_session_text(s, "t", make, SCR_MODERN));
  assert_true(told >= 4 && last_balls <= 20000 && last_of == 20000);
  told = last_balls = 0;
  assert_true(scr_session_text(s, "t", more, SCR_MODERN));
  assert_true(told >= 9 && last_balls % 4096 == 0);
  scr_session_free(s);
}

/* Runs for `past` seconds and 100 cycles; returns the text after the rate. */
static const char *after(scr_session *s, const scr_limits *limits, double past, double time,
                         capture *c, double *rate) {
  s->solving = limits;
  s->solve_cycle = 1000, s->solve_time = 2;
  s->lib.world->cycle = 1000, s->lib.world->time = 2;
  show(s, c);
  wait(past);
  s->lib.world->cycle = 1100, s->lib.world->time = 2 + time;
  show(s, c);
  s->solving = NULL;
  capture end;
  show(s, &end);
  char *left = strstr(c->text, "  left ");
  char *at = strstr(c->text, " s  ");
  *rate = at ? strtod(at + 4, NULL) : 0;
  return left;
}

/* Cycles over the time that passed, which is at least the wait; printed to four digits. */
static void rate_without_limit(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  scr_limits limits = scr_limits_none();
  capture c;
  double rate;
  assert_null(after(s, &limits, 0.6, 0.5, &c, &rate)); /* no limit tells when it ends */
  assert_int_equal(strncmp(c.text, "\r\033[Kcycle 1100  time 2.5 s  ", 27), 0);
  assert_non_null(strstr(c.text, " cycles/s"));
  assert_true(rate > 0 && rate <= 100 / 0.6 * 1.001);
  scr_session_free(s);
}

/* Time left = time past (1 - part)/part by whichever limit is nearest, in hours from 3600 s on. */
static void time_left(void **state) {
  SCR_UNUSED(state);
  const scr_limits none = scr_limits_none();
  scr_limits by[6];
  for (int k = 0; k < 6; k++) by[k] = none;
  by[0].cycles = 100 * 60;              /* a 60th is done */
  by[1].cycles_total = 1000 + 100 * 60; /* cycles since the start of this solve count */
  by[2].time = 30;                      /* half a second of 30 */
  by[3].time_total = 2 + 30;
  by[4].cycles = 100 * 60, by[4].time = 1e9;
  by[5].cycles = 100 * 36000;
  for (int k = 0; k < 6; k++) {
    scr_session *s = session_new();
    capture c;
    double rate, past;
    long big = 0, small = 0;
    char unit = 0, last = 0;
    const char *left = after(s, &by[k], 0.6, 0.5, &c, &rate);
    assert_non_null(left);
    assert_int_equal(sscanf(left, "  left %ld%c%2ld%c", &big, &unit, &small, &last), 4);
    assert_true(k < 5 ? unit == 'm' && last == 's' : unit == 'h' && last == 'm');
    assert_in_range(small, 0, 59);
    past = 100 / rate; /* four digits of it */
    double want = past * (k < 5 ? 59 : 35999),
           got = k < 5 ? 60. * (double)big + (double)small
                       : 3600. * (double)big + 60. * (double)small;
    assert_true(fabs(got - want) <=
                (k < 5 ? 0.5 : 60) +
                    1e-3 * want); /* shown to the second, to the minute; rate to 1e-4 */
    scr_session_free(s);
  }
}

/* Each ratio that may end the solve stands on the line with its limit, those of other sets of
 * limits, too; that a wall moves is told once, after two seconds or before the first line. */
static void ratios(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"ratio-average", "ratio-maximum", "ratio-local",
                                     "unbalanced-average", "unbalanced-maximum"};
  scr_session *s = session_new();
  scr_limits limits = scr_limits_none(), other = scr_limits_none();
  capture c;
  scr_buf want = {0};
  run(s, "model domain extent -5 5\ncontact cmat default model linear property kn 1e5\n"
         "ball create id 1 radius 0.5\nball create id 2 radius 0.5 position-x 0.9\n"
         "ball create id 3 radius 0.25 position 1.6 0.2\nball attribute density 1000 damp 0.5\n"
         "wall create vertices (-1,-0.45) (1,-0.45)\nwall attribute velocity 0.1 0.2\n"
         "model mechanical timestep fix 1e-4\n"
         "model solve ratio-local 0 ratio-average 0 ratio-maximum 0 unbalanced-average 0 "
         "unbalanced-maximum 0 cycles 3\n");
  limits.ratio_average = 0.125, limits.ratio_maximum = 0.25, limits.unbalanced_maximum = 7.5;
  other.ratio_local = 0.375, other.unbalanced_average = 2.5, limits.or_else = &other;
  const double limit[] = {0.125, 0.25, 0.375, 2.5, 7.5};
  const int order[] = {0, 1, 4, 2, 3};
  scr_buf_printf(&want, "scree: this solve may never come to its ratio: a wall moves\n"
                        "scree: cycle 3  time 0.0003 s");
  for (int k = 0; k < 5; k++) {
    double value;
    assert_true(scr_world_ratio_about(s->lib.world, name[order[k]], &value));
    scr_buf_printf(&want, "  %s %.3g, to end at %.3g", name[order[k]], value, limit[order[k]]);
  }
  scr_buf_puts(&want, "\n");
  s->solving = &limits;
  scr_progress_begin(&progress, s, SCR_PROGRESS_LINES, 0);
  show(s, &c);
  assert_string_equal(c.text, want.s);
  show(s, &c); /* told once */
  assert_string_equal(c.text, strchr(want.s, '\n') + 1);
  scr_progress_begin(&progress, s, SCR_PROGRESS_AUTO, 0);
  progress.live = true;
  show(s, &c); /* solves that end soon are not talked about */
  assert_null(strstr(c.text, "a wall moves"));
  assert_non_null(strstr(c.text, "  ratio-average "));
  progress.start -= 2.5;
  show(s, &c);
  assert_non_null(strstr(c.text, "a wall moves\n"));
  show(s, &c);
  assert_null(strstr(c.text, "a wall moves"));
  scr_progress_begin(&progress, s, SCR_PROGRESS_LINES, 60); /* as where no terminal is */
  show(s, &c);
  assert_string_equal(c.text, "");
  progress.start -= 2.5;
  show(s, &c);
  assert_string_equal(c.text, "scree: this solve may never come to its ratio: a wall moves\n");
  scr_buf_free(&want);
  scr_session_free(s);
}

/* Where there is no wall, none moves: the cell is strained. */
static void strained(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session_new();
  scr_limits limits = scr_limits_none();
  capture c;
  run(s, "model domain extent -5 5 condition periodic\n"
         "contact cmat default model linear property kn 1e5\n"
         "ball create id 1 radius 0.5\nball create id 2 radius 0.5 position-x 0.9\n"
         "ball attribute density 1000 damp 0.5\nmodel mechanical timestep fix 1e-4\n"
         "model domain strain-rate-xx -0.01\nmodel solve ratio-average 0 cycles 3\n");
  limits.ratio_average = 0.125;
  s->solving = &limits;
  scr_progress_begin(&progress, s, SCR_PROGRESS_LINES, 0);
  show(s, &c);
  assert_non_null(strstr(c.text, "may never come to its ratio: the cell is strained\n"));
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(start_and_end), cmocka_unit_test(rate_without_limit),
      cmocka_unit_test(time_left),     cmocka_unit_test(lines),
      cmocka_unit_test(long_commands), cmocka_unit_test(balls_tell),
      cmocka_unit_test(ratios),        cmocka_unit_test(strained),
  };
  return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
