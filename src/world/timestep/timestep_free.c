/* The stiffness limit of free walls. Along each free axis K = sum [kn n_i^2 + ks (1 - n_i^2)] over
 * the contacts of a wall, with the undamped stiffnesses, and C is the same sum of the viscosities
 * of their dashpots: those are given by the masses of the balls, so that a light wall may feel them
 * as strong ones. With b = C/(2 sqrt(M K)) the limit is that of a ball: M/(K (b + sqrt(1 +
 * b^2))^2). Contacts that carry nothing yet count as if they just did, and a wall without any as if
 * it had one, with its stiffest ball: else the step in which they begin would be too long. */
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
  scr_dashpot d = {.law = law, .set = set, .known = parameter(law, name[0]) >= 0};
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
  bool touched;
} wall_sums;

/* What a law tells of a ball that begins to touch a wall, N/m. */
static void begins(const scr_world *w, uint32_t ball, const scr_model *m, const double *param,
                   double k[2]) {
  const double r = w->pose[ball].r, mass = w->twist[ball].m;
  const scr_ends e = {
      .radius = {r, r}, .curvature = {1 / r, 0}, .mass = {mass, mass}, .dim = w->dim};
  k[0] = k[1] = 0;
  if (m->twin_stiffness) m->twin_stiffness(&e, param, &k[0], &k[1]);
}

/* Stiffnesses of a contact with dashpots in them, as timesteps take them. */
static void stiffness_of(const scr_world *w, uint32_t pair, double k[2]) {
  const struct scr_stepper *s = w->engine->stepper;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  k[0] = s->kn[SCR_BALL_FACET][pair], k[1] = s->ks[SCR_BALL_FACET][pair];
  if (p->flag[pair] & SCR_PAIR_ACTIVE) return;
  begins(w, p->i[pair], scr_model_at(p->law[pair] - 1), w->pset[scr_pair_set(p, pair)].param, k);
}

/* What is summed for a wall of that mass at a contact along n. Where the viscosity of a law is not
 * known, its share in the stiffness is that of a ball: for a lighter wall it is at most m/M times
 * as large. */
static void add_contact(const scr_world *w, uint32_t pair, const scr_dashpot *d, double mass,
                        wall_sums *to) {
  const scr_facet_geometry *g = scr_facets_geometry(w);
  const double m = w->twist[w->pair[SCR_BALL_FACET].i[pair]].m,
               more = d->known || m <= mass ? 1 : m / mass;
  double k[2];
  stiffness_of(w, pair, k);
  const double under_n = more * k[0] / (d->under[0] * d->under[0]),
               under_s = more * k[1] / (d->under[1] * d->under[1]),
               cn = scr_viscosity(d, 0, m, k[0]), cs = scr_viscosity(d, 1, m, k[1]);
  for (int c = 0; c < w->dim; c++) {
    const double n2 = g->n[c][pair] * g->n[c][pair];
    scr_xsum_add(&to->stiffness[c], under_n * n2 + under_s * (1 - n2));
    scr_xsum_add(&to->viscosity[c], cn * n2 + cs * (1 - n2));
  }
}

/* The contacts of free walls, in the order of the list; the caller's to free. */
static uint32_t contacts_of(const scr_world *w, uint32_t **out) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t n = 0;
  *out = scr_alloc(p->n * sizeof **out);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && scr_wall_free_bits(w, scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]]))
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
    const uint32_t row = wall[w->pair[SCR_BALL_FACET].j[pair[k]]];
    sums[row].touched = true;
    add_contact(w, pair[k], &d, *scr_real_at(&w->wall, SCR_WALL_MASS, row), &sums[row]);
  }
  scr_free(pair);
  return sums;
}

/* The stiffest contact that a ball could have with a wall by the default law, N/m. */
static double stiffest_ball(const scr_world *w) {
  const scr_cmat_entry *e = &w->cmat_default[SCR_BALL_FACET];
  double most = 0, k[2];
  for (uint32_t row = 0; row < w->ball.n; row++) {
    begins(w, row, e->model, e->param, k);
    most = fmax(most, fmax(k[0], k[1]));
  }
  return most;
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
  double lone = -1; /* asked once */
  for (uint32_t k = 0; k < w->wall.n; k++) {
    if (scr_wall_free_bits(w, k) && !sums[k].touched) {
      lone = lone < 0 ? stiffest_ball(w) : lone;
      for (int c = 0; c < w->dim; c++) scr_xsum_add(&sums[k].stiffness[c], lone);
    }
    for (int c = 0; c < w->dim; c++) {
      if (!(scr_wall_free_bits(w, k) >> c & 1)) continue;
      const double ratio = ratio_along(&sums[k], *scr_real_at(&w->wall, SCR_WALL_MASS, k), c);
      const bool first = ratio == least.ratio && least.wall != SCR_NONE && id[k] < id[least.wall];
      if (ratio < least.ratio || first) least = (scr_stiff_wall){ratio, k, c};
    }
  }
  scr_free(sums);
  return least;
}
