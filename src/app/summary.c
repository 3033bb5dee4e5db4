/* The last line of a run: see summary.h. */
#include "app/summary.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

double scr_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void scr_summary_show(scr_session *s, double seconds) {
  if (s->options.quiet || s->cycled == 0) return;
  int n = s->diag.warnings;
  fflush(stdout);
  fprintf(stderr, "scree: %llu cycle%s in %.3g s, %.3g particle-steps/s, %d warning%s", (unsigned long long)s->cycled,
          s->cycled == 1 ? "" : "s", seconds, s->ball_steps / fmax(seconds, 1e-9), n, n == 1 ? "" : "s");
  if (s->lib.world->energy_on)
    fprintf(stderr, ", energy closure %.2g", s->energy_scale > 0 ? fabs(s->energy_gap) / s->energy_scale : 0.0);
  fputs("\n", stderr);
}
