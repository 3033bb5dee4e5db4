/* The last line of a run: see summary.h. */
#include "app/summary.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include "kernel/kernel.h"
#include "world/memory.h"
#include "world/profile.h"

double scr_clock(void) { return scr_profile_clock(); }

static void show_part(const char *name, double part, double whole, double steps) {
  fprintf(stderr, "  %-16s %9.3f s %5.1f %%", name, part, 100 * part / fmax(whole, 1e-12));
  if (steps > 0) fprintf(stderr, " %9.1f ns a particle-step", 1e9 * part / steps);
  fputs("\n", stderr);
}

/* As the system counts it, bytes. */
static double peak_of_process(void) {
  struct rusage r;
  if (getrusage(RUSAGE_SELF, &r) != 0) return 0;
#ifdef __APPLE__
  return (double)r.ru_maxrss;
#else
  return 1024.0 * (double)r.ru_maxrss;
#endif
}

/* What the last world takes, and the most that the program ever took. */
static void show_memory(const scr_world *w) {
  const scr_memory m = scr_memory_of(w);
  const double n = w->ball.n ? w->ball.n : 1, peak = peak_of_process();
  fprintf(stderr, "  memory: %.0f bytes a particle (", (double)scr_memory_sum(&m) / n);
  const char *comma = "";
#define SHOW(name, doc) fprintf(stderr, "%s%s %.0f", comma, #name, (double)m.name / n), comma = ", ";
  SCR_MEMORY_KINDS(SHOW)
#undef SHOW
  fprintf(stderr, "), at most %.1f MB in the process: %.0f a particle\n", 1e-6 * peak, peak / n);
}

void scr_profile_show(const scr_session *s, double seconds) {
  const scr_profile *p = s->options.profile;
  double known = 0;
  fflush(stdout);
  fprintf(stderr, "scree: where the time went (%s, %d thread%s)\n", scr_isa_name(), s->options.threads,
          s->options.threads == 1 ? "" : "s");
  for (int k = 0; k < p->n; k++) {
    known += p->seconds[k];
    if (p->seconds[k] > 0) show_part(p->name[k], p->seconds[k], seconds, s->ball_steps);
  }
  show_part("everything else", seconds - known, seconds, 0);
  if (p->cycles)
    fprintf(stderr, "  neighbour lists: %llu in %llu cycles, skin %.3g m = %.3g of the largest radius\n",
            (unsigned long long)p->builds, (unsigned long long)p->cycles, p->skin, p->radius > 0 ? p->skin / p->radius : 0.0);
  if (s->lib.world->ball.n) show_memory(s->lib.world);
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
