/* A domain that is strained at a rate: after the drift of a step all positions and the sides go
 * from the middle by 1 + rate dt. Velocities are those beside that. */
#include "world/motion/strain.h"

#include <math.h>
#include <string.h>
#include "world/engine.h"
#include "world/search/search.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

static const double MOST = 0.25; /* in one step */

bool scr_strain_barred(scr_diag *d, const char *by) {
  return scr_fail(d, NULL, SCR_E_STATE, "the domain cannot be strained while there are %s", by);
}

bool scr_domain_may_strain(const scr_world *w, scr_diag *d) {
  if (!w->wall.n && !w->body.n) return true;
  return scr_strain_barred(d, w->wall.n ? "walls" : "rigid bodies of several pieces");
}

bool scr_strain_fits(const scr_world *w, scr_diag *d) {
  const double dt = w->timestep.current;
  if (!scr_domain_may_strain(w, d)) return false;
  for (int c = 0; c < w->dim; c++) {
    const double by = w->domain.rate[c] * dt, size = w->domain.hi[c] - w->domain.lo[c];
    if (!(fabs(by) <= MOST))
      return scr_fail(d, NULL, SCR_E_VALUE, "the domain would be strained by %g along %c in a step",
                      by, "xyz"[c]);
    if (scr_period(w, c) > 0 && 4 * w->engine->survey.radius_hi > (1 + by) * size)
      return scr_fail(d, NULL, SCR_E_STATE,
                      "strain makes the period along %c, %g m, shorter than four radii", "xyz"[c],
                      (1 + by) * size);
  }
  return true;
}

typedef struct straining {
  scr_world *w;
  double by[3], middle[3];
  int workers;
} straining;

static void strain_worker(void *user, int t, int threads) {
  const straining *j = user;
  const scr_domain *o = &j->w->domain;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  for (uint32_t k = lo; k < hi; k++)
    for (int c = 0; c < j->w->dim; c++) {
      double *x = &j->w->pose[k].x[c];
      const double from = *x - j->middle[c], to = j->middle[c] + from * (1 + j->by[c]);
      const bool inside = fabs(from) <= 0.5 * (o->hi[c] - o->lo[c]) / (1 + j->by[c]);
      *x = inside ? SCR_MAX(o->lo[c], SCR_MIN(o->hi[c], to)) : to;
    }
}

/* Which pairs are missing in the lists is known up to the largest reach of any of them; what lies
 * further apart comes nearer by more, but stays further. */
static void note(scr_world *w, const double by[3]) {
  struct scr_engine *e = w->engine;
  double most = 0;
  for (int c = 0; c < w->dim; c++) most = SCR_MAX(most, fabs(by[c]));
  e->strain_move += most * scr_listed_distance(w);
}

void scr_domain_strain(scr_world *w) {
  straining j = {.w = w, .workers = scr_workers_for(w)};
  scr_domain *o = &w->domain;
  for (int c = 0; c < w->dim; c++) {
    j.by[c] = o->rate[c] * w->timestep.current;
    j.middle[c] = 0.5 * (o->lo[c] + o->hi[c]);
    const double half = 0.5 * (o->hi[c] - o->lo[c]) * (1 + j.by[c]);
    o->lo[c] = j.middle[c] - half, o->hi[c] = j.middle[c] + half;
    w->engine->strain[c] = o->rate[c] / (1 + j.by[c]);
  }
  scr_par_run_by(w->engine->par, j.workers, strain_worker, &j);
  note(w, j.by);
  scr_changed(w, SCR_STIFFNESS);
}

double scr_strain_limit(const scr_world *w) {
  static const double PART = 0.05; /* of the distance of two balls: 0.1 of the mean radius */
  double most = 0;
  for (int c = 0; c < w->dim; c++) most = SCR_MAX(most, fabs(w->domain.rate[c]));
  return most > 0 ? PART / most : HUGE_VAL;
}
