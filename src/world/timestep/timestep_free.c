/* The stiffness limit of free walls. Along each free axis K = sum [kn n_i^2 + ks (1 - n_i^2)] over
 * the contacts of a wall, with the undamped stiffnesses, and C is the same sum of the viscosities
 * of their dashpots: those are given by the masses of the balls, so that a light wall may feel them
 * as strong ones. With b = C/(2 sqrt(M K)) the limit is that of a ball: M/(K (b + sqrt(1 +
 * b^2))^2). */
#include "world/timestep/timestep.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/xsum.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"

/* ---- dashpots ---- */

/* The parameter of a law with that name; -1: it has none. */
static int parameter(int law, const char *name) {
  const scr_model *m = scr_model_at(law - 1);
  for (int k = 0; k < m->nprop; k++)
    if (strcmp(m->prop[k].name, name) == 0 && m->prop[k].kind == SCR_PROP_PARAM)
      return m->prop[k].slot;
  return -1;
}

static scr_dashpot dashpot(const scr_world *w, int law, uint32_t set) {
  static const char *const name[] = {"dp_nratio", "dp_sratio"};
  scr_dashpot d = {.law = law, .set = set};
  for (int k = 0; k < 2; k++) {
    const int ratio = parameter(law, name[k]);
    const double b = ratio < 0 ? 0 : w->pset[set].param[ratio];
    d.twice[k] = b > 0 ? 2 * b : 0;
    d.under[k] = b + sqrt(1 + b * b);
  }
  return d;
}

void scr_dashpot_of(const scr_world *w, uint32_t pair, scr_dashpot *of) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const uint32_t set = scr_pair_set(p, pair);
  if (p->law[pair] != of->law || set != of->set) *of = dashpot(w, p->law[pair], set);
}

double scr_viscosity(const scr_dashpot *d, int shear, double mass, double stiffness) {
  assert(mass > 0 && stiffness >= 0);
  return d->twice[shear] > 0 ? d->twice[shear] * sqrt(mass * stiffness) / d->under[shear] : 0;
}

/* ---- sums ---- */

typedef struct wall_sums {
  scr_xsum stiffness[3], viscosity[3]; /* N/m, N s/m */
} wall_sums;

/* What is summed for the wall at a contact along n. */
static void add_contact(const scr_world *w, uint32_t pair, const scr_dashpot *d, wall_sums *to) {
  const struct scr_stepper *s = w->engine->stepper;
  const scr_facet_geometry *g = scr_facets_geometry(w);
  const double kn = s->kn[SCR_BALL_FACET][pair], ks = s->ks[SCR_BALL_FACET][pair],
               m = w->twist[w->pair[SCR_BALL_FACET].i[pair]].m;
  const double under_n = kn / (d->under[0] * d->under[0]),
               under_s = ks / (d->under[1] * d->under[1]), cn = scr_viscosity(d, 0, m, kn),
               cs = scr_viscosity(d, 1, m, ks);
  for (int c = 0; c < w->dim; c++) {
    const double n2 = g->n[c][pair] * g->n[c][pair];
    scr_xsum_add(&to->stiffness[c], under_n * n2 + under_s * (1 - n2));
    scr_xsum_add(&to->viscosity[c], cn * n2 + cs * (1 - n2));
  }
}

/* The active contacts of free walls, in the order of the list; the caller's to free. */
static uint32_t contacts_of(const scr_world *w, uint32_t **out) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t n = 0;
  *out = scr_alloc(p->n * sizeof **out);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && p->flag[k] & SCR_PAIR_ACTIVE &&
        scr_wall_free_bits(w, scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]))
      (*out)[n++] = k;
  return n;
}

/* By row of wall; the caller's to free. Exact: no order of contacts shows. */
static wall_sums *sums_of(scr_world *w) {
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  wall_sums *sums = scr_alloc(w->wall.n * sizeof *sums);
  uint32_t *pair;
  const uint32_t n = contacts_of(w, &pair);
  scr_dashpot d = {0};
  (void)scr_facet_stiffness(w, pair, n);
  for (uint32_t k = 0; k < n; k++) {
    scr_dashpot_of(w, pair[k], &d);
    add_contact(w, pair[k], &d, &sums[wall[w->pair[SCR_BALL_FACET].j[pair[k]]]]);
  }
  scr_free(pair);
  return sums;
}

/* M/K along one axis; HUGE_VAL: nothing touches the wall. */
static double ratio_along(const wall_sums *s, double mass, int c) {
  const double k = scr_xsum_value(&s->stiffness[c]),
               half = 0.5 * scr_xsum_value(&s->viscosity[c]) / sqrt(mass),
               root = half + sqrt(half * half + k);
  return root > 0 ? mass / (root * root) : HUGE_VAL;
}

scr_stiff_wall scr_free_walls_limit(scr_world *w) {
  scr_stiff_wall least = {.ratio = HUGE_VAL, .wall = SCR_NONE};
  if (!scr_any_wall_free(w) || !w->wall.n) return least;
  const uint32_t *id = scr_colu(&w->wall, SCR_WALL_ID);
  wall_sums *sums = sums_of(w);
  for (uint32_t k = 0; k < w->wall.n; k++)
    for (int c = 0; c < w->dim; c++) {
      if (!(scr_wall_free_bits(w, k) >> c & 1)) continue;
      const double ratio = ratio_along(&sums[k], *scr_real_at(&w->wall, SCR_WALL_MASS, k), c);
      const bool first = ratio == least.ratio && least.wall != SCR_NONE && id[k] < id[least.wall];
      if (ratio < least.ratio || first) least = (scr_stiff_wall){ratio, k, c};
    }
  scr_free(sums);
  return least;
}
