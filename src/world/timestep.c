/* The timestep. Per body and axis K_i = sum [kn n_i^2 + ks (1 - n_i^2)], K_rot,i = sum ks arm^2 (1 - n_i^2); stiffness limit:
 * safety * min sqrt(m/K_i), sqrt(I/K_rot,i); kinematic limit: 0.1 R/|v|. A ball without an active contact counts as one contact
 * with its twin. K is summed in two parts (high and low), exactly in any order. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"

enum { AXES = 6, PARTS = 2 * AXES };

static void stiffness_columns(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_lane *l = e->lane[0];
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pass p;
    uint32_t n = w->pair[t].n;
    SCR_GROW(e->kn[t], e->cap_kn[t], n + 1);
    SCR_GROW(e->ks[t], e->cap_ks[t], n + 1);
    if (!n) continue;
    memset(e->kn[t], 0, n * sizeof(double));
    memset(e->ks[t], 0, n * sizeof(double));
    if (t == SCR_BALL_FACET) scr_facet_geometry_all(w);
    scr_pass_init(w, &p, t, SCR_PASS_STIFF);
    p.kn = e->kn[t];
    p.ks = e->ks[t];
    double move2 = l->max_move2;
    scr_lane_reset(l);
    l->max_move2 = move2;
    e->kernels->pass(&p, l, 0, n);
  }
}

/* Contributions of one contact to one of its ends, by axis. In 2D the rotation is about z, to which n is normal. */
static void contributions(int dim, const double n[3], double kn, double ks, double arm, double out[AXES]) {
  for (int c = 0; c < 3; c++) {
    double n2 = n[c] * n[c], s = 1 - n2;
    out[c] = c < dim ? kn * n2 + ks * s : 0;
    out[3 + c] = dim == 3 || c == 2 ? ks * (arm * arm) * (dim == 3 ? s : 1.0) : 0;
  }
}

/* High part rounded to a quantum far below the largest contribution, the rest to one 2^-44 of it. */
static void add_parts(double *sum, const double k[AXES], double high, double low) {
  for (int c = 0; c < AXES; c++) {
    double h = (k[c] + high) - high, r = k[c] - h;
    sum[c] += h;
    sum[AXES + c] += (r + low) - low;
  }
}

typedef void (*visit)(scr_world *w, uint32_t row, const double k[AXES], scr_contact c, void *user);

static void each_contribution(scr_world *w, visit f, void *user) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    for (uint32_t q = 0; q < p->n; q++) {
      if (!p->law[q] || !(p->flag[q] & SCR_PAIR_ACTIVE)) continue;
      scr_contact c = {(uint32_t)t, q};
      scr_contact_geometry g;
      double k[AXES], kn = w->engine->kn[t][q], ks = w->engine->ks[t][q];
      scr_contact_geometry_of(w, c, &g);
      contributions(w->dim, g.n, kn, ks, g.arm[0], k);
      f(w, p->i[q], k, c, user);
      if (t == SCR_BALL_FACET) continue;
      contributions(w->dim, g.n, kn, ks, g.arm[1], k);
      f(w, p->j[q], k, c, user);
    }
  }
}

/* Bounds of one contribution: max(kn, ks), and ks arm^2 with an arm of twice the largest radius. */
static void bounds(const scr_world *w, double max[2]) {
  double k = 0, ks = 0, r = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t q = 0; q < w->pair[t].n; q++) {
      k = SCR_MAX(k, w->engine->kn[t][q]);
      ks = SCR_MAX(ks, w->engine->ks[t][q]);
    }
  for (uint32_t q = 0; q < w->ball.n; q++) r = SCR_MAX(r, w->pose[q].r);
  max[0] = SCR_MAX(k, ks);
  max[1] = ks * (4 * r * r);
}

typedef struct magics {
  double high[2], low[2];
} magics;

static void add_up(scr_world *w, uint32_t row, const double k[AXES], scr_contact c, void *user) {
  const magics *m = user;
  double *sum = w->engine->stiff + (size_t)PARTS * row, kt[AXES] = {k[0], k[1], k[2], 0, 0, 0},
         kr[AXES] = {0, 0, 0, k[3], k[4], k[5]};
  SCR_UNUSED(c);
  add_parts(sum, kt, m->high[0], m->low[0]);
  add_parts(sum, kr, m->high[1], m->low[1]);
}

static void sum_stiffness(scr_world *w) {
  struct scr_engine *e = w->engine;
  double max[2] = {0, 0};
  magics m;
  SCR_GROW(e->stiff, e->cap_stiff, (size_t)PARTS * w->ball.n);
  if (w->ball.n) memset(e->stiff, 0, sizeof(double) * PARTS * w->ball.n);
  stiffness_columns(w);
  bounds(w, max);
  int room = 8; /* 2^(room + 1) contributions fit below 2^53 quanta */
  while (room < 30 && (1u << room) < e->max_count) room++;
  for (int a = 0; a < 2; a++) {
    int x;
    frexp(max[a] > 0 ? max[a] : 1.0, &x);
    m.high[a] = ldexp(1.5, x + room);
    m.low[a] = ldexp(1.5, x + room - 44);
  }
  each_contribution(w, add_up, &m);
}

/* Stiffness of a ball that nothing touches: its twin under the default law. */
static void twin(const scr_world *w, uint32_t row, double k[2]) {
  const scr_cmat_entry *entry = &w->cmat_default[SCR_BALL_BALL];
  double r = w->pose[row].r, m = w->twist[row].m, param[SCR_MAX_PARAM];
  scr_ends e = {.radius = {r, r}, .curvature = {1 / r, 1 / r}, .mass = {m, m}, .dim = w->dim};
  k[0] = k[1] = 0;
  if (!entry->model->twin_stiffness) return;
  memcpy(param, entry->param, sizeof param);
  for (int a = 0; a < entry->nmethod; a++) {
    uint32_t clears = 0;
    entry->method[a].method->apply(&e, entry->method[a].arg, param, &clears);
  }
  scr_inherit_twin(w, row, entry, param);
  if (entry->model->prepare) entry->model->prepare(param);
  entry->model->twin_stiffness(&e, param, &k[0], &k[1]);
}

/* The smallest m/K of one ball over its axes. Ties: the lowest axis. */
static double ball_limit(scr_world *w, uint32_t row, int *axis) {
  const double *k = w->engine->stiff + (size_t)PARTS * row;
  double best = HUGE_VAL, lone[2];
  bool touched = false;
  for (int a = 0; a < AXES; a++) touched |= k[a] > 0;
  if (!touched) twin(w, row, lone);
  for (int a = 0; a < AXES; a++) {
    bool rot = a >= 3, used = rot ? w->dim == 3 || a == 5 : a < w->dim;
    if (!used) continue;
    double r = w->pose[row].r, K = touched ? k[a] + k[AXES + a] : rot ? lone[1] * (r * r) : SCR_MAX(lone[0], lone[1]);
    double ratio = K > 0 ? (rot ? w->twist[row].moi : w->twist[row].m) / K : HUGE_VAL;
    if (ratio < best) best = ratio, *axis = a;
  }
  return best;
}

static double stiffness_limit(scr_world *w, scr_dt_reason *why) {
  double best = HUGE_VAL;
  const uint32_t *order = scr_ball_order(w);
  sum_stiffness(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    int axis = 0;
    double q = ball_limit(w, order[k], &axis);
    if (!(q < best)) continue;
    best = q;
    why->ball = order[k];
    why->axis = axis;
  }
  return best < HUGE_VAL ? w->timestep.safety * sqrt(best) : HUGE_VAL;
}

static double kinematic_limit(const scr_world *w) {
  double best = HUGE_VAL;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    double v2 = scr_dot3(w->twist[k].v, w->twist[k].v), r = w->pose[k].r;
    if (v2 > 0) best = SCR_MIN(best, r * r / v2);
  }
  return best < HUGE_VAL ? 0.1 * sqrt(best) : HUGE_VAL;
}

/* The ball with the smallest R/|v|; of equal ones that with the lowest id. */
static uint32_t fastest_ball(scr_world *w) {
  const uint32_t *order = scr_ball_order(w);
  double best = HUGE_VAL;
  uint32_t found = SCR_NONE;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const uint32_t row = order[k];
    const double v2 = scr_dot3(w->twist[row].v, w->twist[row].v), r = w->pose[row].r;
    if (v2 > 0 && r * r / v2 < best) best = r * r / v2, found = row;
  }
  return found;
}

typedef struct stiffest {
  const scr_dt_reason *why;
  double k;
  scr_contact c;
  bool any;
} stiffest;

static void find_stiffest(scr_world *w, uint32_t row, const double k[AXES], scr_contact c, void *user) {
  stiffest *s = user;
  if (row != s->why->ball) return;
  double v = k[s->why->axis];
  bool first = !s->any || v > s->k;
  bool tie = s->any && v == s->k && scr_contact_key(w, c.type, c.k) < scr_contact_key(w, s->c.type, s->c.k);
  if (!(first || tie)) return;
  *s = (stiffest){s->why, v, c, true};
}

/* Mode scale: each ball moves as if its mass and moment of inertia were K (dt/safety)^2, so that the given timestep suits all of
 * them. Gravity and dashpots keep the real mass. */
static void scale_inertia(scr_world *w, double dt) {
  struct scr_engine *e = w->engine;
  const double factor = (dt / w->timestep.safety) * (dt / w->timestep.safety);
  SCR_GROW(e->inertia, e->cap_inertia, 2 * (size_t)w->ball.n);
  sum_stiffness(w);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double *k = e->stiff + (size_t)PARTS * row;
    double lone[2] = {0, 0}, largest[2] = {0, 0};
    for (int a = 0; a < AXES; a++) largest[a >= 3] = SCR_MAX(largest[a >= 3], k[a] + k[AXES + a]);
    if (!(largest[0] > 0)) {
      twin(w, row, lone);
      largest[0] = SCR_MAX(lone[0], lone[1]);
      largest[1] = lone[1] * (w->pose[row].r * w->pose[row].r);
    }
    e->inertia[2 * (size_t)row] = largest[0] > 0 ? largest[0] * factor : w->twist[row].m;
    e->inertia[2 * (size_t)row + 1] = largest[1] > 0 ? largest[1] * factor : w->twist[row].moi;
  }
}

static bool limits(scr_world *w, scr_diag *d, scr_dt_reason *why) {
  const scr_timestep *t = &w->timestep;
  *why = (scr_dt_reason){.ball = SCR_NONE, .fastest = SCR_NONE, .axis = 0, .what = "none"};
  if (t->mode == SCR_DT_FIX) {
    why->dt = t->given;
    why->what = "fix";
    return true;
  }
  if (t->mode == SCR_DT_SCALE) {
    why->dt = t->given > 0 ? t->given : 1;
    why->what = "scale";
    return true;
  }
  why->stiffness_limit = stiffness_limit(w, why);
  why->kinematic_limit = kinematic_limit(w);
  why->dt = why->stiffness_limit;
  why->what = "stiffness";
  if (why->kinematic_limit < why->dt) why->dt = why->kinematic_limit, why->what = "kinematic";
  if (t->maximum < why->dt) why->dt = t->maximum, why->what = "maximum";
  if (t->current > 0 && t->increment * t->current < why->dt) why->dt = t->increment * t->current, why->what = "increment";
  if (why->dt < HUGE_VAL) return true;
  scr_fail(d, NULL, SCR_E_STATE, "the automatic timestep has nothing to go by: no stiffness and no velocity anywhere");
  return scr_hint(d, "give the contacts a law with `contact cmat default`, or `model mechanical timestep fix`");
}

bool scr_timestep_next(scr_world *w, scr_diag *d, double *dt, scr_dt_reason *why) {
  scr_dt_reason mine, *r = why ? why : &mine;
  scr_world_sync(w);
  if (w->ball.n && w->dirty && !scr_world_clean(w, d)) return false;
  if (!limits(w, d, r)) return false;
  *dt = r->dt;
  if (!why || why->ball == SCR_NONE) return true;
  why->fastest = fastest_ball(w);
  stiffest s = {.why = why};
  each_contribution(w, find_stiffest, &s);
  why->contact_known = s.any;
  why->contact = s.c;
  return true;
}

/* Is there a ball that can translate along an axis of the model? */
static bool any_free(const scr_world *w) {
  const uint8_t *fix = (const uint8_t *)w->ball.base[SCR_BALL_FIX];
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < w->dim; c++)
      if (!(fix[k] >> c & 1)) return true;
  return false;
}

/* A given timestep above the stable one is the user's decision, but not in silence: one warning for each value given. */
static bool warn_of_fix(scr_world *w, scr_diag *d) {
  struct scr_engine *e = w->engine;
  scr_dt_reason why = {.ball = SCR_NONE};
  if (e->fix_checked == w->timestep.given || !w->ball.n || !any_free(w)) return true;
  double stable = stiffness_limit(w, &why);
  if (!(w->timestep.given > stable)) return true; /* asked again: a later contact may be stiffer */
  e->fix_checked = w->timestep.given;
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "the timestep is fixed at %g s, above the stable one of %g s (ball %u): free balls may become unstable",
                  w->timestep.given, stable, scr_colu(&w->ball, SCR_BALL_ID)[why.ball]);
}

bool scr_timestep_choose(scr_world *w, scr_diag *d) {
  scr_dt_reason why;
  if (w->timestep.mode == SCR_DT_FIX) {
    if (w->engine->check_fix) {
      w->engine->check_fix = false;
      if (!warn_of_fix(w, d)) return false;
    }
    if (w->engine->scaled) scr_world_sync(w); /* the half-kick that is due belongs to the scaled masses */
    w->engine->scaled = false;
    w->timestep.current = w->timestep.given;
    return true;
  }
  if (w->ball.n == 0 && w->timestep.current > 0) return true; /* the last ball has left: time goes on as before */
  if (w->ball.n == 0 && w->timestep.maximum == HUGE_VAL)
    return scr_fail(d, NULL, SCR_E_STATE, "there is nothing to cycle: no ball, and no timestep given");
  scr_world_sync(w);
  if (!limits(w, d, &why)) return false;
  if (!(why.dt > 0))
    return scr_fail(d, NULL, SCR_E_MATH, "the automatic timestep has become %g: a velocity or a stiffness is too large", why.dt);
  w->timestep.current = why.dt;
  w->engine->scaled = w->timestep.mode == SCR_DT_SCALE;
  if (w->engine->scaled) scale_inertia(w, why.dt);
  return true;
}
