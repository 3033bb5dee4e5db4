/* Progress of cycles and of long commands: see progress.h. */
#include "app/progress.h"

#include <math.h>
#include <stdio.h>
#include <unistd.h>
#include "app/summary.h"
#include "world/state/rows.h"

/* Part of the solve that is done, by whichever limit is nearest; 0: no limit tells. */
static double part_done(const scr_session *s) {
  const scr_world *w = scr_session_world(s);
  const scr_solving begun = scr_session_solving(s);
  double cycles = (double)(w->cycle - begun.cycle), time = w->time - begun.time, part = 0;
  for (const scr_limits *l = begun.limits; l; l = l->or_else) {
    if (l->cycles != UINT64_MAX && l->cycles > 0) part = fmax(part, cycles / (double)l->cycles);
    if (l->time < HUGE_VAL && l->time > 0) part = fmax(part, time / l->time);
    if (l->time_total < HUGE_VAL && l->time_total > begun.time)
      part = fmax(part, time / (l->time_total - begun.time));
    if (l->cycles_total != UINT64_MAX && l->cycles_total > begun.cycle)
      part = fmax(part, cycles / (double)(l->cycles_total - begun.cycle));
  }
  return fmin(part, 1);
}

static void put_left(scr_buf *b, double seconds) {
  long n = lround(seconds);
  if (n >= 3600)
    scr_buf_printf(b, "  left %ldh%02ldm", n / 3600, n / 60 % 60);
  else
    scr_buf_printf(b, "  left %ldm%02lds", n / 60, n % 60);
}

/* Each ratio that ends the solve, as the last cycle left it, and its limit. False: there is none.
 */
static bool put_ratios(scr_world *w, const scr_limits *limits, scr_buf *b) {
  bool any = false;
  for (const scr_limits *l = limits; l; l = l->or_else) {
    const struct {
      const char *name;
      double limit;
    } row[] = {{"ratio-average", l->ratio_average},
               {"ratio-maximum", l->ratio_maximum},
               {"ratio-local", l->ratio_local},
               {"unbalanced-average", l->unbalanced_average},
               {"unbalanced-maximum", l->unbalanced_maximum}};
    for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
      double value;
      if (!(row[k].limit < HUGE_VAL)) continue;
      any = true;
      if (scr_world_ratio_about(w, row[k].name, &value))
        scr_buf_printf(b, "  %s %.3g, to end at %.3g", row[k].name, value, row[k].limit);
    }
  }
  return any;
}

/* Why a ratio may never come down to its limit, once a run; that nothing damps is a warning
 * (world/cycle/traps.c). Solves that end soon are not talked about, unless lines are to come
 * sooner. */
static void tell_doubts(scr_progress *p, const scr_session *s, double now) {
  enum { DOUBT = 2 }; /* s */
  const double wait = p->live ? DOUBT : fmin(DOUBT, p->seconds);
  scr_world *w = scr_session_world(s);
  scr_buf ratios = {0};
  if (p->told || now - p->start < wait || !scr_world_driven(w)) return;
  if (put_ratios(w, scr_session_solving(s).limits, &ratios)) {
    p->told = true;
    fprintf(stderr, "%sscree: this solve may never come to its ratio: %s\n",
            p->live ? "\r\033[K" : "", scr_strained(w) ? "the cell is strained" : "a wall moves");
  }
  scr_buf_free(&ratios);
}

static void notice_start(scr_progress *p, const scr_session *s, double now) {
  const uint64_t cycle = scr_session_solving(s).cycle;
  if (p->solving && p->solve_cycle == cycle) return;
  p->solving = true;
  p->solve_cycle = cycle;
  p->start_cycle = scr_session_world(s)->cycle;
  p->start = now;
}

static void put_state(const scr_progress *p, const scr_session *s, double now, scr_buf *b) {
  const scr_world *w = scr_session_world(s);
  const bool solves = scr_session_solving(s).limits != NULL;
  const double past = now - p->start, part = solves ? part_done(s) : 0;
  scr_buf_printf(b, "cycle %llu  time %.6g s", (unsigned long long)w->cycle, w->time);
  if (solves && past > 0.2)
    scr_buf_printf(b, "  %.4g cycles/s", (double)(w->cycle - p->start_cycle) / past);
  if (past > 0.5 && part > 0) put_left(b, past * (1 - part) / part);
}

static void show_live(scr_progress *p, scr_session *s, double now) {
  scr_buf b = {0}, state = {0};
  scr_buf_puts(&b, "\r\033[K");
  put_state(p, s, now, &state);
  put_ratios(scr_session_world(s), scr_session_solving(s).limits, &state);
  scr_buf_puts(&b, state.s);
  fputs(b.s, stderr);
  fflush(stderr);
  p->shown = true;
  scr_buf_free(&b);
  scr_buf_free(&state);
}

static void show_line(scr_progress *p, scr_session *s, double now) {
  scr_buf b = {0}, state = {0};
  if (now - p->last < p->seconds) return;
  p->last = now;
  put_state(p, s, now, &state);
  put_ratios(scr_session_world(s), scr_session_solving(s).limits, &state);
  scr_buf_printf(&b, "scree: %s\n", state.s);
  fputs(b.s, stderr);
  scr_buf_free(&b);
  scr_buf_free(&state);
}

static void put_work(const scr_chore *work, scr_buf *b) {
  scr_buf_printf(b, "%s: %llu ", work->what, (unsigned long long)work->balls);
  if (work->of) scr_buf_printf(b, "of %llu ", (unsigned long long)work->of);
  scr_buf_puts(b, "balls have a place");
  if (work->part > 0) scr_buf_printf(b, "  %.0f %% of the volume", 100 * work->part);
  if (work->tries) scr_buf_printf(b, "  %llu tries", (unsigned long long)work->tries);
}

/* Is it time? Commands that end soon are not talked about. */
static bool work_waits(scr_progress *p, double now) {
  if (!p->working) p->work_shown = now;
  p->working = true;
  if (now - p->work_shown < p->pause || (!p->live && now - p->last < p->seconds)) return true;
  p->work_shown = now;
  if (!p->live) p->last = now;
  return false;
}

static void show_work(scr_progress *p, const scr_chore *work, double now) {
  scr_buf b = {0};
  if (!work->what) {
    if (p->shown) fputs("\r\033[K", stderr);
    p->working = p->shown = false;
    return;
  }
  if (work_waits(p, now)) return;
  scr_buf_puts(&b, p->live ? "\r\033[K" : "scree: ");
  put_work(work, &b);
  if (!p->live) scr_buf_puts(&b, "\n");
  fputs(b.s, stderr);
  fflush(stderr);
  p->shown = p->live;
  scr_buf_free(&b);
}

void scr_progress_show(scr_session *s) {
  scr_progress *p = scr_session_progress_user(s);
  const double now = scr_clock();
  if (scr_session_chore(s)) {
    show_work(p, scr_session_chore(s), now);
    return;
  }
  const bool solves = scr_session_solving(s).limits != NULL;
  if (solves) notice_start(p, s, now);
  if (solves) tell_doubts(p, s, now);
  if (!p->live)
    show_line(p, s, now);
  else if (solves)
    show_live(p, s, now);
  else if (p->shown)
    fputs("\r\033[K", stderr);
  if (solves) return;
  p->solving = p->shown = false;
}

void scr_progress_begin(scr_progress *p, scr_session *s, scr_progress_how how, double seconds) {
  enum { MINUTE = 60 };
  const bool terminal = isatty(STDERR_FILENO) != 0;
  *p = (scr_progress){.live = how == SCR_PROGRESS_AUTO && terminal,
                      .seconds = how == SCR_PROGRESS_LINES ? seconds : MINUTE,
                      .pause = 0.1};
  p->last = scr_clock();
  scr_session_on_progress(s, how == SCR_PROGRESS_OFF ? NULL : scr_progress_show, p);
}
