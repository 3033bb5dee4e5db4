/* One line on a terminal while cycles run. */
#include "app/progress.h"

#include <math.h>
#include <stdio.h>
#include "app/summary.h"

/* Part of the solve that is done, by whichever limit is nearest; 0: no limit tells. */
static double part_done(const scr_session *s) {
  const scr_world *w = s->lib.world;
  double cycles = (double)(w->cycle - s->solve_cycle), time = w->time - s->solve_time, part = 0;
  for (const scr_limits *l = s->solving; l; l = l->or_else) {
    if (l->cycles != UINT64_MAX && l->cycles > 0) part = fmax(part, cycles / (double)l->cycles);
    if (l->time < HUGE_VAL && l->time > 0) part = fmax(part, time / l->time);
    if (l->time_total < HUGE_VAL && l->time_total > s->solve_time) part = fmax(part, time / (l->time_total - s->solve_time));
    if (l->cycles_total != UINT64_MAX && l->cycles_total > s->solve_cycle)
      part = fmax(part, cycles / (double)(l->cycles_total - s->solve_cycle));
  }
  return fmin(part, 1);
}

static void show_left(double seconds) {
  long n = lround(seconds);
  if (n >= 3600)
    fprintf(stderr, "  left %ldh%02ldm", n / 3600, n / 60 % 60);
  else
    fprintf(stderr, "  left %ldm%02lds", n / 60, n % 60);
}

void scr_progress_show(scr_session *s) {
  static uint64_t start_cycle = UINT64_MAX;
  static double start;
  if (!s->solving) {
    start_cycle = UINT64_MAX;
    fputs("\r\033[K", stderr);
    return;
  }
  if (start_cycle != s->solve_cycle) {
    start_cycle = s->solve_cycle;
    start = scr_clock();
  }
  const scr_world *w = s->lib.world;
  double past = scr_clock() - start, part = part_done(s);
  fprintf(stderr, "\r\033[Kcycle %llu  time %.6g s", (unsigned long long)w->cycle, w->time);
  if (past > 0.2) fprintf(stderr, "  %.4g cycles/s", (double)(w->cycle - s->solve_cycle) / past);
  if (past > 0.5 && part > 0) show_left(past * (1 - part) / part);
  fflush(stderr);
}
