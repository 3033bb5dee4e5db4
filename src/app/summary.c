/* The last line of a run: see summary.h. */
#include "app/summary.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include "base/par.h"
#include "kernel/kernel.h"
#include "world/memory.h"
#include "world/workers/profile.h"

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

/* What the last world takes, and the most that the program ever took. A few particles are no
 * measure. */
static void show_memory(const scr_world *w) {
  enum { FEW = 1000 };
  const scr_memory m = scr_memory_of(w);
  const double peak = peak_of_process();
  const bool few = w->ball.n < FEW;
  const double unit = few ? 1000.0 : w->ball.n;
  fprintf(stderr, "  memory: %.0f %s (", (double)scr_memory_sum(&m) / unit,
          few ? "KB" : "bytes a particle");
  const char *comma = "";
#define SHOW(name, doc)                                                                            \
  fprintf(stderr, "%s%s %.0f", comma, #name, (double)m.name / unit), comma = ", ";
  SCR_MEMORY_KINDS(SHOW)
#undef SHOW
  fprintf(stderr, "), at most %.1f MB in the process", 1e-6 * peak);
  if (!few) fprintf(stderr, ": %.0f a particle", peak / unit);
  fputs("\n", stderr);
}

/* What this very report cost, where cycles are so short that it shows. */
static void show_clock(const scr_profile *p) {
  enum { LOOKS = 2000 };
  const double begin = scr_profile_clock();
  double end = begin;
  for (int k = 0; k < LOOKS; k++) end = scr_profile_clock();
  const double cost = (end - begin) / LOOKS * (double)p->looks;
  if (cost > 0.02 * p->solving)
    fprintf(stderr, "  about %.3f s of this were looks at the clock\n", cost);
}

static void show_solves(const scr_profile *p) {
  fprintf(stderr, "  %llu cycle%s in %llu solve%s: %.3f s, %.3g particle-steps/s\n",
          (unsigned long long)p->cycles, p->cycles == 1 ? "" : "s", (unsigned long long)p->solves,
          p->solves == 1 ? "" : "s", p->solving, p->steps / fmax(p->solving, 1e-9));
}

/* What the choice came to in each of the last solves. */
static void show_threads(const scr_profile *p, bool tunes) {
  const uint64_t n = SCR_MIN(p->solves, (uint64_t)SCR_PROFILE_SOLVES);
  fputs("  threads: ", stderr);
  for (uint64_t k = p->solves - n; k < p->solves; k++)
    fprintf(stderr, "%s%d", k == p->solves - n ? "" : ", ", p->threads[k % SCR_PROFILE_SOLVES]);
  if (p->solves > n) fprintf(stderr, " in the last %d solves", SCR_PROFILE_SOLVES);
  if (tunes)
    fprintf(stderr, "; changed %llu time%s, %.2g %% of the cycles tried other numbers",
            (unsigned long long)p->changes, p->changes == 1 ? "" : "s",
            100 * (double)p->cycles_off / fmax((double)p->cycles, 1));
  fputs("\n", stderr);
}

static void show_lists(const scr_profile *p) {
  fprintf(stderr, "  neighbour lists: %llu in %llu cycles", (unsigned long long)p->builds,
          (unsigned long long)p->cycles);
  if (p->builds > 1) fprintf(stderr, ", one in %.3g", (double)p->cycles / (double)p->builds);
  fprintf(stderr, ", skin %.3g m = %.3g of the largest radius\n", p->skin,
          p->radius > 0 ? p->skin / p->radius : 0.0);
}

void scr_profile_show(const scr_session *s, double seconds) {
  const scr_profile *p = scr_session_options(s)->profile;
  double known = 0;
  fflush(stdout);
  fprintf(stderr, "scree: where the time went (%s, %s%d thread%s%s)\n", scr_isa_name(),
          scr_session_options(s)->tunes && scr_session_options(s)->threads > 1 ? "up to " : "",
          scr_session_options(s)->threads, scr_session_options(s)->threads == 1 ? "" : "s",
          scr_par_pinned(scr_world_pool(scr_session_world(s))) ? " on cores of their own" : "");
  if (p->solves) show_solves(p);
  for (int k = 0; k < p->n; k++) {
    known += p->seconds[k];
    if (p->seconds[k] > 0) show_part(p->name[k], p->seconds[k], seconds, p->steps);
  }
  if (p->solves) show_part("rest of solves", p->solving - known, seconds, p->steps);
  show_part("outside of them", seconds - p->solving, seconds, 0);
  if (p->solves) show_clock(p);
  if (p->solves) show_threads(p, scr_session_options(s)->tunes);
  if (p->cycles) show_lists(p);
  if (scr_session_world(s)->ball.n) show_memory(scr_session_world(s));
}

/* Warnings scroll away; what ranges missed stands again at the end. */
static void show_unnamed(const scr_names *unnamed, const char *lead) {
  enum { MOST = 5 };
  for (size_t k = 0; k < unnamed->n && k < MOST; k++)
    fprintf(stderr, "%s%s%s", k ? ", " : lead, k ? "" : "ranges over nothing: ", unnamed->key[k]);
  if (unnamed->n > MOST) fprintf(stderr, " and %zu more", unnamed->n - MOST);
}

/* What is missing in the balance, and what steps of finite length brought in, as parts of the
 * largest energy. */
static void show_energy(const scr_session *s) {
  enum { TOLD = 1000 }; /* less than one part in so many is not worth a word */
  double step = 0;
  const scr_tally t = scr_session_tally(s);
  const double scale = t.energy_scale;
  fprintf(stderr, ", energy closure %.2g", scale > 0 ? fabs(t.energy_gap) / scale : 0.0);
  if (scale > 0 && scr_energy(scr_session_world(s), "energy-step", &step) &&
      fabs(step) * TOLD > scale)
    fprintf(stderr, ", steps brought in %.2g", step / scale);
}

void scr_summary_show(scr_session *s, double seconds) {
  if (scr_session_options(s)->quiet) return;
  const scr_tally t = scr_session_tally(s);
  if (t.cycles == 0) {
    show_unnamed(t.unnamed, "scree: ");
    if (t.unnamed->n) fputs("\n", stderr);
    return;
  }
  int n = scr_session_diag(s)->warnings;
  fflush(stdout);
  fprintf(stderr, "scree: %llu cycle%s in %.3g s, %.3g particle-steps/s, %d warning%s",
          (unsigned long long)t.cycles, t.cycles == 1 ? "" : "s", seconds,
          t.ball_steps / fmax(seconds, 1e-9), n, n == 1 ? "" : "s");
  if (scr_session_world(s)->energy_on) show_energy(s);
  show_unnamed(t.unnamed, "; ");
  fputs("\n", stderr);
}
