/* Is a timestep that the user fixed surely stable? Told from the largest stiffness of a contact and
 * the number of contacts of each ball, without the sums of all balls, which would be the largest
 * memory of a solve. */
#include "world/contacts/count.h"

#include <math.h>
#include <string.h>
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/timestep/timestep.h"
#include "world/work/scratch.h"

typedef struct extremes {
  double k, ks;   /* largest kn or ks, and ks, N/m */
  double softest; /* the smallest k of an active contact, k the larger of its kn and ks; HUGE_VAL:
                     there is none */
  double arm;     /* the largest of an active contact, in radii of its ball */
} extremes;

/* A pass over stiffnesses that adds nothing: extremes stay in the workers. */
static extremes find_extremes(scr_world *w) {
  struct scr_engine *e = w->engine;
  extremes f = {0};
  double inverse = 0;
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  for (int k = 0; k < e->nworker; k++) scr_worker_reset(e->worker[k]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pass p;
    scr_pass_init(w, &p, (scr_contact_type)t, SCR_PASS_STIFF);
    scr_pass_all(w, &p);
  }
  for (int k = 0; k < e->nworker; k++) {
    f.k = SCR_MAX(f.k, e->worker[k]->max_force);
    f.ks = SCR_MAX(f.ks, e->worker[k]->max_moment);
    f.arm = SCR_MAX(f.arm, e->worker[k]->max_k);
    inverse = SCR_MAX(inverse, e->worker[k]->max_size);
  }
  f.softest = inverse > 0 ? 1 / inverse : HUGE_VAL;
  return f;
}

/* 1 for balls with a contact that is active. */
static void mark_touched(const scr_world *w, uint8_t *touched) {
  memset(touched, 0, w->ball.n);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t q = 0; q < p->n; q++) {
      if (!p->law[q] || !(p->flag[q] & SCR_PAIR_ACTIVE)) continue;
      touched[p->i[q]] = 1;
      if (t == SCR_BALL_BALL) touched[p->j[q]] = 1;
    }
  }
}

/* K <= (number of contacts) (largest kn or ks); about an axis (the same number) (largest ks) arm^2.
 */
static double least_ratio(const scr_world *w, uint32_t row, const extremes *f, bool touched) {
  assert(row < w->ball.n);
  const double r = w->pose[row].r;
  if (!touched) {
    const double *lone = scr_twin_known(w, row);
    return scr_ratio_of(w, row, SCR_MAX(lone[0], lone[1]), lone[1] * (r * r));
  }
  const double n = scr_count_of(w, row), arm = r * f->arm;
  return scr_ratio_of(w, row, n * f->k, n * f->ks * arm * arm);
}

/* A ball that only contacts without stiffness touch has that of its twin: then the sums must tell
 * which balls these are. */
bool scr_fixed_surely_stable(scr_world *w) {
  const double far_below = 1 - 1e-6, soft = 1e-9; /* beside the first rounding is nothing, beside
                                                     the largest the second is something */
  if (w->engine->any_rotates) return false;       /* arms do not bound stiffness against rotation */
  const extremes f = find_extremes(w);
  uint8_t *touched = (uint8_t *)scr_scratch(w, 1);
  double least = HUGE_VAL;
  if (!(f.softest > soft * f.k)) return false;
  scr_need(w, NULL, SCR_COUNTS);
  scr_twins_ready(w);
  mark_touched(w, touched);
  for (uint32_t row = 0; row < w->ball.n; row++)
    least = SCR_MIN(least, least_ratio(w, row, &f, touched[row]));
  return least < HUGE_VAL && w->timestep.given < w->timestep.safety * sqrt(least) * far_below;
}
