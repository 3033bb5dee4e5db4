/* The timestep. Per body and axis K_i = sum [kn n_i^2 + ks (1 - n_i^2)], K_rot,i = sum ks arm^2 (1
 * - n_i^2); stiffness limit: safety * min sqrt(m/K_i), sqrt(I/K_rot,i); kinematic limit: 0.1 R/|v|.
 * A ball without an active contact counts as one contact with its twin. K is summed in two parts
 * (high and low), exactly in any order. */
#include "world/timestep/timestep.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/count.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/motion/strain.h"
#include "world/state/rows.h"
#include "world/state/solving.h"
#include "world/timestep/stepper.h"
#include "world/workers/halo.h"
#include "world/workers/scratch.h"
#include "world/workers/workers.h"

enum { AXES = 6 };

void scr_stepper_new(scr_world *w) {
  w->engine->stepper = scr_alloc(sizeof *w->engine->stepper);
  w->engine->stepper->rough_cycle = UINT64_MAX;
}

void scr_stepper_free(scr_world *w) {
  struct scr_stepper *s = w->engine->stepper;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    scr_free(s->kn[t]), scr_free(s->ks[t]), scr_free(s->kb[t]), scr_free(s->kt[t]);
  scr_free(s->few);
  scr_free(s->twin);
  scr_free(s->rough.sum);
  scr_bounds_free(s->bounds);
  scr_free(s);
}

size_t scr_stepper_bytes(const scr_world *w) {
  const struct scr_stepper *s = w->engine->stepper;
  size_t n = s->cap_few * sizeof *s->few + s->cap_rough * sizeof *s->rough.sum +
             s->cap_twin * sizeof *s->twin + scr_bounds_bytes(s->bounds);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    n += (s->cap_kn[t] + s->cap_ks[t] + s->cap_kb[t] + s->cap_kt[t]) * sizeof(double);
  return n;
}

static void stiffness_room(struct scr_stepper *s, scr_contact_type t, uint32_t n) {
  SCR_GROW(s->kn[t], s->cap_kn[t], n + 1);
  SCR_GROW(s->ks[t], s->cap_ks[t], n + 1);
  SCR_GROW(s->kb[t], s->cap_kb[t], n + 1);
  SCR_GROW(s->kt[t], s->cap_kt[t], n + 1);
}

/* A pass that writes them, once they are zero. */
static scr_pass stiffness_pass(scr_world *w, scr_contact_type t) {
  const struct scr_stepper *s = w->engine->stepper;
  scr_pass p;
  if (t == SCR_BALL_FACET) scr_facet_geometry_all(w);
  scr_pass_init(w, &p, t, SCR_PASS_STIFF);
  p.kn = s->kn[t], p.ks = s->ks[t], p.kb = s->kb[t], p.kt = s->kt[t];
  scr_worker_reset(w->engine->worker[0]);
  return p;
}

static void stiffness_of(scr_world *w, scr_contact_type t) {
  struct scr_engine *e = w->engine;
  const uint32_t n = w->pair[t].n;
  struct scr_stepper *s = e->stepper;
  stiffness_room(s, t, n);
  if (!n) return;
  double *const column[] = {s->kn[t], s->ks[t], s->kb[t], s->kt[t]};
  for (size_t k = 0; k < SCR_COUNTOF(column); k++) memset(column[k], 0, n * sizeof(double));
  const scr_pass p = stiffness_pass(w, t);
  e->kernels->pass(&p, e->worker[0], 0, n);
}

void scr_stiffness_columns(scr_world *w) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) stiffness_of(w, (scr_contact_type)t);
}

void scr_stiffness_columns_rest(scr_world *w) {
  struct scr_stepper *s = w->engine->stepper;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    SCR_DROP(s->kn[t], s->cap_kn[t]);
    SCR_DROP(s->ks[t], s->cap_ks[t]);
    SCR_DROP(s->kb[t], s->cap_kb[t]);
    SCR_DROP(s->kt[t], s->cap_kt[t]);
  }
}

const double *scr_facet_stiffness(scr_world *w, const uint32_t *pair, size_t n) {
  const scr_contact_type t = SCR_BALL_FACET;
  struct scr_engine *e = w->engine;
  struct scr_stepper *s = e->stepper;
  stiffness_room(s, t, w->pair[t].n);
  for (size_t k = 0; k < n; k++)
    s->kn[t][pair[k]] = s->ks[t][pair[k]] = s->kb[t][pair[k]] = s->kt[t][pair[k]] = 0;
  if (!n) return s->kn[t];
  const scr_pass p = stiffness_pass(w, t);
  e->kernels->pass_list(&p, e->worker[0], pair, n);
  return s->kn[t];
}

/* Contributions of one contact to one of its ends, by axis. In 2D the rotation is about z, to which
 * n is normal. */
static void contributions(int dim, const double n[3], const double stiff[4], double arm,
                          double out[AXES]) {
  const double kn = stiff[0], ks = stiff[1], kb = stiff[2], kt = stiff[3];
  for (int c = 0; c < 3; c++) {
    double n2 = n[c] * n[c], s = 1 - n2;
    out[c] = c < dim ? kn * n2 + ks * s : 0;
    const double across = dim == 3 ? s : 1.0;
    out[3 + c] = dim == 3 || c == 2 ? (ks * (arm * arm) + kb) * across + kt * (1 - across) : 0;
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
      const struct scr_stepper *s = w->engine->stepper;
      double k[AXES], stiff[4] = {s->kn[t][q], s->ks[t][q], s->kb[t][q], s->kt[t][q]};
      scr_contact_geometry_of(w, c, &g);
      contributions(w->dim, g.n, stiff, g.arm[0], k);
      f(w, p->i[q], k, c, user);
      if (t == SCR_BALL_FACET) continue;
      contributions(w->dim, g.n, stiff, g.arm[1], k);
      f(w, p->j[q], k, c, user);
    }
  }
}

/* ---- sums ----
 *
 * The quanta of the sums follow from the largest contribution, which is known only when all were
 * looked at: the pass runs with the quanta of the last time, and once more where they turn out to
 * be others. */

typedef struct summing {
  scr_world *w;
  const scr_pass *pass;
  scr_limits_found *found; /* of each worker */
  int workers;
} summing;

void scr_limits_add(scr_limits_found *all, const scr_limits_found *f) {
  assert(!(f->k < 0) && !(f->ks < 0));
  all->stiffness = SCR_MIN(all->stiffness, f->stiffness);
  all->kinematic = SCR_MIN(all->kinematic, f->kinematic);
  all->radius = SCR_MAX(all->radius, f->radius);
  all->k = SCR_MAX(all->k, f->k);
  all->ks = SCR_MAX(all->ks, f->ks);
  all->kr = SCR_MAX(all->kr, f->kr);
}

static void look_at_balls(scr_world *w, scr_limits_found *f, uint32_t lo, uint32_t hi) {
  for (uint32_t row = lo; row < hi; row++) {
    const double v2 = scr_dot3(w->twist[row].v, w->twist[row].v), r = w->pose[row].r;
    if (v2 > 0) f->kinematic = SCR_MIN(f->kinematic, r * r / v2);
    f->radius = SCR_MAX(f->radius, r);
    f->stiffness = SCR_MIN(f->stiffness, scr_ball_ratio(w, row));
  }
}

static void sum_of_worker(void *user, int t, int threads) {
  const summing *j = user;
  struct scr_engine *e = j->w->engine;
  scr_worker *l = t < j->workers ? e->worker[t] : NULL;
  SCR_UNUSED(threads);
  if (l) {
    scr_worker_rows(j->w, t, j->workers, &l->lo, &l->hi);
    if (l->hi > l->lo)
      memset(e->stepper->stiff + (size_t)SCR_STIFF * l->lo, 0,
             sizeof(double) * SCR_STIFF * (l->hi - l->lo));
    if (j->workers > 1) scr_halo_clear(j->w, t, SCR_HALO_STIFF);
    for (int type = 0; type < SCR_CONTACT_TYPES; type++)
      scr_worker_pass(j->w, &j->pass[type], t, j->workers);
  }
  if (j->workers > 1) scr_par_barrier(e->par, t);
  if (!l) return;
  if (j->workers > 1) scr_halos_merge(j->w, t, j->workers, SCR_HALO_STIFF, e->stepper->stiff);
  j->found[t] = (scr_limits_found){.stiffness = HUGE_VAL,
                                   .kinematic = HUGE_VAL,
                                   .k = l->max_k,
                                   .ks = l->max_ks,
                                   .kr = l->max_kr};
  look_at_balls(j->w, &j->found[t], l->lo, l->hi);
}

/* Adds to the exact sums. */
const scr_pass *scr_stiffness_pass(scr_world *w, scr_contact_type type) {
  const struct scr_engine *e = w->engine;
  scr_pass *p = scr_pass_again(w, type, SCR_PASS_STIFF);
  p->stiff = e->stepper->stiff;
  for (int a = 0; a < 2; a++)
    p->stiff_high[a] = e->stepper->stiff_high[a], p->stiff_low[a] = e->stepper->stiff_low[a];
  return p;
}

static void run_sums(scr_world *w, scr_limits_found *all) {
  struct scr_engine *e = w->engine;
  scr_limits_found found[SCR_MAX_WORKERS];
  summing j = {w, scr_passes(w, SCR_PASS_STIFF), found, scr_workers_for(w)};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_stiffness_pass(w, (scr_contact_type)t);
  for (int k = 0; k < e->nworker; k++) scr_worker_reset(e->worker[k]);
  scr_halos_find(w, j.workers);
  scr_par_run_by(e->par, j.workers, sum_of_worker, &j);
  *all = (scr_limits_found){.stiffness = HUGE_VAL, .kinematic = HUGE_VAL};
  for (int k = 0; k < j.workers; k++) scr_limits_add(all, &found[k]);
}

/* Sets the magic numbers for contributions up to kn or ks, and ks arm^2 with an arm of twice the
 * largest radius; false: they are the same as before. */
bool scr_stiffness_quanta(scr_world *w, const scr_limits_found *f) {
  struct scr_engine *e = w->engine;
  const double max[2] = {f->k, f->ks * (4 * f->radius * f->radius) + f->kr};
  bool other = false;
  int room = 8; /* 2^(room + 1) contributions fit below 2^53 quanta */
  while (room < 30 && (1u << room) < scr_count_most(w)) room++;
  assert(max[0] >= 0 && max[1] >= 0);
  if (max[0] == e->stepper->stiff_max[0] && max[1] == e->stepper->stiff_max[1] &&
      room == e->stepper->stiff_room)
    return false;
  memcpy(e->stepper->stiff_max, max, sizeof max);
  e->stepper->stiff_room = room;
  for (int a = 0; a < 2; a++) {
    int x;
    frexp(max[a] > 0 ? max[a] : 1.0, &x);
    const double high = ldexp(1.5, x + room), low = ldexp(1.5, x + room - 44);
    other |= high != e->stepper->stiff_high[a] || low != e->stepper->stiff_low[a];
    e->stepper->stiff_high[a] = high, e->stepper->stiff_low[a] = low;
  }
  return other;
}

void scr_twins_ready(scr_world *w) {
  struct scr_engine *e = w->engine;
  if (!scr_fresh(w, SCR_TWINS) && e->stepper->cap_twin)
    memset(e->stepper->twin, 0, e->stepper->cap_twin * sizeof *e->stepper->twin);
  scr_made(w, SCR_TWINS);
  if (w->ball.n <= e->stepper->cap_twin) return;
  SCR_DROP(e->stepper->twin, e->stepper->cap_twin);
  e->stepper->twin = scr_alloc(w->ball.cap * sizeof *e->stepper->twin);
  e->stepper->cap_twin = w->ball.cap;
}

/* The sums of stiffness of all balls, and what the limits are made of. The lists must be those of
 * scr_neighbours_build. */
static void sum_stiffness(scr_world *w, scr_limits_found *f) {
  struct scr_engine *e = w->engine;
  e->stepper->stiff = scr_scratch(w, SCR_STIFF);
  scr_twins_ready(w);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  do run_sums(w, f);
  while (scr_stiffness_quanta(w, f));
  scr_bodies_limit(w, f);
  f->stiffness = SCR_MIN(f->stiffness, scr_free_walls_limit(w).ratio);
}

void scr_twin_beside(const scr_world *w, uint32_t row, scr_contact_type type, double k[2]) {
  assert(row < w->ball.n);
  const scr_cmat_entry *entry = &w->cmat_default[type];
  double r = w->pose[row].r, m = w->twist[row].m, param[SCR_MAX_PARAM];
  scr_ends e = {.radius = {r, r}, .curvature = {1 / r, 1 / r}, .mass = {m, m}, .dim = w->dim};
  if (type == SCR_BALL_FACET) e.facet = true, e.curvature[1] = 0;
  k[0] = k[1] = 0;
  if (!entry->model->twin_stiffness) return;
  memcpy(param, entry->param, sizeof param);
  for (int a = 0; a < entry->nmethod; a++) {
    uint64_t clears;
    scr_method_try(entry->model, entry->method[a].method, &e, entry->method[a].arg, param, &clears);
  }
  scr_inherit_twin(w, row, entry, param);
  if (entry->model->prepare) entry->model->prepare(param);
  entry->model->twin_stiffness(&e, param, &k[0], &k[1]);
}

/* Stiffness of a ball that nothing touches: its twin under the default law. */
static void twin(const scr_world *w, uint32_t row, double k[2]) {
  scr_twin_beside(w, row, SCR_BALL_BALL, k);
}

/* The same, kept from cycle to cycle: a gas of balls asks for nothing else. */
const double *scr_twin_known(const scr_world *w, uint32_t row) {
  assert(row < w->engine->stepper->cap_twin);
  scr_twin *t = &w->engine->stepper->twin[row];
  const double r = w->pose[row].r, m = w->twist[row].m;
  const uint32_t surface = scr_word_at(&w->ball, SCR_BALL_SURFACE, row);
  if (t->r == r && t->m == m && t->surface == surface) return t->k;
  twin(w, row, t->k);
  t->r = r, t->m = m, t->surface = surface;
  return t->k;
}

/* The exact sums of a ball. */
static const double *sums_of(const scr_world *w, uint32_t row) {
  return w->engine->stepper->stiff + (size_t)SCR_STIFF * row;
}

/* K of a ball along axis a by its sums k; `lone` is used where nothing touches it. */
static double stiffness_along(const scr_world *w, uint32_t row, const double *k, int a,
                              bool touched, const double *lone) {
  const double r = w->pose[row].r;
  return touched ? k[a] + k[AXES + a] : a >= 3 ? lone[1] * (r * r) : SCR_MAX(lone[0], lone[1]);
}

static bool is_touched(const double *k) {
  bool touched = false;
  for (int a = 0; a < AXES; a++) touched |= k[a] > 0;
  return touched;
}

static bool axis_used(const scr_world *w, int a) {
  return a >= 3 ? w->dim == 3 || a == 5 : a < w->dim;
}

double scr_ratio_of(const scr_world *w, uint32_t row, double k, double k_rot) {
  assert(row < w->ball.n);
  const double ratio = k > 0 ? w->twist[row].m / k : HUGE_VAL,
               rot = k_rot > 0 ? w->twist[row].moi / k_rot : HUGE_VAL;
  return SCR_MIN(ratio, rot);
}

/* The smallest m/K of one ball over its axes: that of the largest K, as division keeps order. */
static double ratio_by(const scr_world *w, uint32_t row, const double *sums) {
  const bool touched = is_touched(sums);
  const double *lone = touched ? NULL : scr_twin_known(w, row);
  double k = 0, k_rot = 0;
  for (int a = 0; a < AXES; a++) {
    if (!axis_used(w, a)) continue;
    double *most = a >= 3 ? &k_rot : &k;
    *most = SCR_MAX(*most, stiffness_along(w, row, sums, a, touched, lone));
  }
  return scr_ratio_of(w, row, k, k_rot);
}

double scr_ball_ratio(const scr_world *w, uint32_t row) {
  return ratio_by(w, row, sums_of(w, row));
}

/* The same, and which axis it is. Ties: the lowest. */
static double ball_limit(scr_world *w, uint32_t row, int *axis) {
  double best = HUGE_VAL, lone[2];
  const double *sums = sums_of(w, row);
  const bool touched = is_touched(sums);
  if (!touched) twin(w, row, lone);
  for (int a = 0; a < AXES; a++) {
    if (!axis_used(w, a)) continue;
    const double k = stiffness_along(w, row, sums, a, touched, lone);
    const double ratio = k > 0 ? (a >= 3 ? w->twist[row].moi : w->twist[row].m) / k : HUGE_VAL;
    if (ratio < best) best = ratio, *axis = a;
  }
  return best;
}

/* Which ball or wall, and which of its axes: the lowest id of equals. */
static void find_ball(scr_world *w, const scr_limits_found *f, scr_dt_reason *why) {
  const uint32_t *order = scr_ball_order(w);
  for (uint32_t k = 0; k < w->ball.n && why->ball == SCR_NONE && f->stiffness < HUGE_VAL; k++)
    if (ball_limit(w, order[k], &why->axis) == f->stiffness) why->ball = order[k];
  if (why->ball == SCR_NONE && f->stiffness < HUGE_VAL)
    why->ball = scr_bodies_limited_by(w, f->stiffness);
  if (why->ball != SCR_NONE || !(f->stiffness < HUGE_VAL)) return;
  const scr_stiff_wall wall = scr_free_walls_limit(w);
  why->stiff_wall = wall.wall, why->axis = wall.axis;
}

static double stiffness_limit(const scr_world *w, const scr_limits_found *f) {
  return f->stiffness < HUGE_VAL ? w->timestep.safety * sqrt(f->stiffness) : HUGE_VAL;
}

static double kinematic_limit(const scr_limits_found *f) {
  return f->kinematic < HUGE_VAL ? 0.1 * sqrt(f->kinematic) : HUGE_VAL;
}

/* The first step of balls that rest and touch nothing: until gravity has made it as long as the
 * kinematic limit would. HUGE_VAL: something else limits it. */
static double fall_limit(const scr_world *w, const scr_dt_reason *why) {
  const double g2 = scr_dot3(w->gravity, w->gravity);
  if (w->timestep.current > 0 || why->stiffness_limit < HUGE_VAL || !(g2 > 0)) return HUGE_VAL;
  double r = HUGE_VAL;
  for (uint32_t k = 0; k < w->ball.n; k++) r = SCR_MIN(r, w->pose[k].r);
  return sqrt(0.1 * r / sqrt(g2));
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

/* No ball is faster, m/s. */
static double speed_bound(const scr_world *w, const scr_limits_found *f) {
  const double bound =
      f->kinematic < HUGE_VAL ? w->engine->survey.radius_hi / sqrt(f->kinematic) * (1 + 1e-9) : 0;
  return SCR_MAX(bound, f->speed);
}

typedef struct stiffest {
  const scr_dt_reason *why;
  double k;
  scr_contact c;
  bool any;
} stiffest;

static void find_stiffest(scr_world *w, uint32_t row, const double k[AXES], scr_contact c,
                          void *user) {
  stiffest *s = user;
  if (row != s->why->ball) return;
  double v = k[s->why->axis];
  bool first = !s->any || v > s->k;
  bool tie = s->any && v == s->k &&
             scr_contact_key(w, c.type, c.k) < scr_contact_key(w, s->c.type, s->c.k);
  if (!(first || tie)) return;
  *s = (stiffest){s->why, v, c, true};
}

/* Mode scale: each ball moves as if its mass and moment of inertia were K (dt/safety)^2, so that
 * the given timestep suits all of them. Gravity and dashpots keep the real mass. */
static void scale_inertia(scr_world *w, double dt) {
  assert(dt > 0 && w->timestep.safety > 0);
  struct scr_engine *e = w->engine;
  const double factor = (dt / w->timestep.safety) * (dt / w->timestep.safety);
  SCR_GROW(e->inertia.of, e->inertia.cap, 2 * (size_t)w->ball.n);
  scr_limits_found f;
  sum_stiffness(w, &f);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double *k = e->stepper->stiff + (size_t)SCR_STIFF * row;
    double lone[2] = {0, 0}, largest[2] = {0, 0};
    for (int a = 0; a < AXES; a++) largest[a >= 3] = SCR_MAX(largest[a >= 3], k[a] + k[AXES + a]);
    if (!(largest[0] > 0)) {
      twin(w, row, lone);
      largest[0] = SCR_MAX(lone[0], lone[1]);
      largest[1] = lone[1] * (w->pose[row].r * w->pose[row].r);
    }
    e->inertia.of[2 * (size_t)row] = largest[0] > 0 ? largest[0] * factor : w->twist[row].m;
    e->inertia.of[2 * (size_t)row + 1] = largest[1] > 0 ? largest[1] * factor : w->twist[row].moi;
  }
  scr_bodies_scale(w, factor);
}

/* The smallest of the limits of the automatic timestep: HUGE_VAL where there is none. */
static void choose_limit(const scr_timestep *t, scr_dt_reason *why) {
  why->dt = HUGE_VAL;
  if (why->stiffness_limit < why->dt) why->dt = why->stiffness_limit, why->what = "stiffness";
  if (why->kinematic_limit < why->dt) why->dt = why->kinematic_limit, why->what = "kinematic";
  if (t->maximum < why->dt) why->dt = t->maximum, why->what = "maximum";
  if (t->current > 0 && t->increment * t->current < why->dt)
    why->dt = t->increment * t->current, why->what = "increment";
}

/* Walls in motion may ask for a shorter one than all other limits. */
static void beside_walls(scr_world *w, double speed, bool who, scr_dt_reason *why) {
  choose_limit(&w->timestep, why);
  const double enough = who ? why->kinematic_limit : why->dt,
               limit = scr_walls_limit(w, speed, enough, who ? why : NULL);
  if (limit < why->kinematic_limit) why->kinematic_limit = limit;
}

/* `who`: the ball that the limit of stiffness comes from is asked for, too. */
static void limits(scr_world *w, scr_dt_reason *why, bool who) {
  const scr_timestep *t = &w->timestep;
  *why = (scr_dt_reason){.ball = SCR_NONE,
                         .fastest = SCR_NONE,
                         .wall = SCR_NONE,
                         .stiff_wall = SCR_NONE,
                         .what = "none"};
  if (t->mode == SCR_DT_SCALE) { /* masses follow the timestep */
    why->dt = t->given > 0 ? t->given : 1;
    why->what = "scale";
    return;
  }
  scr_limits_found f;
  const bool known = !who && !w->body.n && !scr_any_wall_free(w) && t->mode == SCR_DT_AUTOMATIC &&
                     (scr_bounded_limits(w, &f) || scr_sum_roughly(w, &f));
  if (!known) {
    scr_world_sync(w);
    sum_stiffness(w, &f);
  }
  if (who) find_ball(w, &f, why);
  why->stiffness_limit = stiffness_limit(w, &f);
  why->kinematic_limit = SCR_MIN(kinematic_limit(&f), scr_strain_limit(w));
  why->kinematic_limit = SCR_MIN(why->kinematic_limit, fall_limit(w, why));
  if (who) why->fastest = fastest_ball(w);
  beside_walls(w, speed_bound(w, &f), who, why);
  if (t->mode == SCR_DT_FIX)
    why->dt = t->given, why->what = "fix";
  else
    choose_limit(t, why);
}

static bool is_limited(scr_diag *d, const scr_dt_reason *why) {
  if (why->dt < HUGE_VAL) return true;
  scr_fail(d, NULL, SCR_E_STATE,
           "the automatic timestep has nothing to go by: no stiffness and no velocity anywhere");
  return scr_hint(
      d, "give the contacts a law with `contact cmat default`, or `model mechanical timestep fix`");
}

bool scr_timestep_next(scr_world *w, scr_diag *d, double *dt, scr_dt_reason *why) {
  scr_dt_reason mine, *r = why ? why : &mine;
  if (!scr_timestep_limits(w, d, r) || !is_limited(d, r)) return false;
  *dt = r->dt;
  return true;
}

bool scr_timestep_limits(scr_world *w, scr_diag *d, scr_dt_reason *why) {
  scr_world_sync(w);
  if (w->ball.n && !scr_need(w, d, SCR_LISTS)) return false;
  limits(w, why, true);
  if (why->ball == SCR_NONE) return true;
  stiffest s = {.why = why};
  scr_stiffness_columns(w);
  each_contribution(w, find_stiffest, &s);
  why->contact_known = s.any;
  why->contact = s.c;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    struct scr_stepper *stepper = w->engine->stepper;
    SCR_DROP(stepper->kn[t], stepper->cap_kn[t]), SCR_DROP(stepper->ks[t], stepper->cap_ks[t]);
    SCR_DROP(stepper->kb[t], stepper->cap_kb[t]), SCR_DROP(stepper->kt[t], stepper->cap_kt[t]);
  }
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

/* ---- a fixed one ----
 *
 * The exact sums of a part of the balls at a time: those of all would be the largest memory of a
 * run. */

typedef struct least {
  double ratio; /* m/K */
  uint32_t row; /* of equal balls that with the lowest id */
} least;

typedef struct parts {
  summing sum;
  double *sums;  /* of one part of each worker */
  uint32_t size; /* balls in a part at most */
  least *least;  /* of each worker */
} parts;

static void take_less(const scr_world *w, least *to, least other) {
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  if (other.row == SCR_NONE || other.ratio > to->ratio) return;
  if (other.ratio < to->ratio || to->row == SCR_NONE || id[other.row] < id[to->row]) *to = other;
}

/* Balls [lo, hi), whose sums lie in `sums`. */
static void look_at_part(const parts *j, int t, uint32_t lo, uint32_t hi, double *sums) {
  scr_world *w = j->sum.w;
  scr_worker *l = w->engine->worker[t];
  scr_limits_found *f = &j->sum.found[t];
  memset(sums, 0, (hi - lo) * SCR_STIFF * sizeof *sums);
  l->lo = lo, l->hi = hi;
  for (int type = 0; type < SCR_CONTACT_TYPES; type++) {
    scr_pass p = j->sum.pass[type];
    p.stiff = scr_rows_from(sums, lo, SCR_STIFF * sizeof *sums);
    scr_pass_of_balls(w, &p, l);
  }
  for (uint32_t row = lo; row < hi; row++) {
    f->radius = SCR_MAX(f->radius, w->pose[row].r);
    take_less(w, &j->least[t],
              (least){ratio_by(w, row, sums + (size_t)SCR_STIFF * (row - lo)), row});
  }
}

static void parts_of_worker(void *user, int t, int threads) {
  const parts *j = user;
  SCR_UNUSED(threads);
  scr_worker *l = j->sum.w->engine->worker[t];
  double *sums = j->sums + (size_t)t * j->size * SCR_STIFF;
  uint32_t lo, hi;
  scr_worker_rows(j->sum.w, t, j->sum.workers, &lo, &hi);
  j->sum.found[t] = (scr_limits_found){.stiffness = HUGE_VAL, .kinematic = HUGE_VAL};
  j->least[t] = (least){HUGE_VAL, SCR_NONE};
  l->drops_others = true;
  for (uint32_t row = lo; row < hi; row += SCR_MIN(j->size, hi - row))
    look_at_part(j, t, row, row + SCR_MIN(j->size, hi - row), sums);
  l->drops_others = false;
  j->sum.found[t].k = l->max_k, j->sum.found[t].ks = l->max_ks;
  j->sum.found[t].kr = l->max_kr;
}

/* The ball with the smallest m/K, and the largest stiffnesses. */
static least run_parts(scr_world *w, parts *j, scr_limits_found *f) {
  struct scr_engine *e = w->engine;
  least all = {HUGE_VAL, SCR_NONE};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_stiffness_pass(w, (scr_contact_type)t);
  for (int k = 0; k < e->nworker; k++) scr_worker_reset(e->worker[k]);
  scr_par_run_by(e->par, j->sum.workers, parts_of_worker, j);
  *f = (scr_limits_found){.stiffness = HUGE_VAL, .kinematic = HUGE_VAL};
  for (int k = 0; k < j->sum.workers; k++) {
    scr_limits_add(f, &j->sum.found[k]);
    take_less(w, &all, j->least[k]);
  }
  return all;
}

static least stiffest_ball(scr_world *w) {
  enum { PARTS = 8, LEAST = 64 };
  struct scr_engine *e = w->engine;
  scr_limits_found found[SCR_MAX_WORKERS], all;
  least of[SCR_MAX_WORKERS], ball;
  parts j = {{w, scr_passes(w, SCR_PASS_STIFF), found, scr_workers_for(w)}, .least = of};
  j.size = w->ball.n / (uint32_t)(PARTS * j.sum.workers) + LEAST;
  j.sums = scr_alloc_aligned((size_t)j.sum.workers * j.size * SCR_STIFF * sizeof *j.sums);
  e->stepper->stiff = j.sums;
  scr_twins_ready(w);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  do ball = run_parts(w, &j, &all);
  while (scr_stiffness_quanta(w, &all));
  scr_free(j.sums);
  e->stepper->stiff = NULL;
  SCR_DROP(e->stepper->twin, e->stepper->cap_twin);
  return ball;
}

/* Bodies read the sums of all their pieces. */
static least stiffest_with_bodies(scr_world *w) {
  scr_limits_found f;
  scr_dt_reason why = {.ball = SCR_NONE, .stiff_wall = SCR_NONE};
  sum_stiffness(w, &f);
  find_ball(w, &f, &why);
  SCR_DROP(w->engine->stepper->twin, w->engine->stepper->cap_twin);
  return (least){f.stiffness, why.ball};
}

/* A given timestep above the stable one is the user's decision, but not in silence: one warning for
 * each value given. */
static bool warn_above(scr_world *w, scr_diag *d, double limit, const char *what, uint32_t id) {
  w->engine->stepper->fix_checked = w->timestep.given;
  return scr_warn(d, NULL, SCR_E_VALUE,
                  "the timestep is fixed at %g s, above the stable one of %g s (%s %u): free "
                  "%ss may become unstable",
                  w->timestep.given, limit, what, id, what);
}

static double limit_of(const scr_world *w, double ratio) {
  return stiffness_limit(w, &(scr_limits_found){.stiffness = ratio});
}

/* A fixed timestep above the stable one is told of once; until then it is compared now and then, as
 * a later contact may be stiffer. */
static bool warn_of_fix(scr_world *w, scr_diag *d) {
  const bool balls = any_free(w);
  if (w->engine->stepper->fix_checked == w->timestep.given || !w->ball.n) return true;
  const scr_stiff_wall wall = scr_free_walls_limit(w);
  const double of_wall = limit_of(w, wall.ratio);
  if (w->timestep.given > of_wall)
    return warn_above(w, d, of_wall, "wall", scr_colu(&w->wall, SCR_WALL_ID)[wall.wall]);
  if (!balls) return true;
  const least ball = w->body.n ? stiffest_with_bodies(w) : stiffest_ball(w);
  const double limit = limit_of(w, ball.ratio);
  if (!(w->timestep.given > limit)) return true;
  return warn_above(w, d, limit, "ball", scr_colu(&w->ball, SCR_BALL_ID)[ball.row]);
}

static bool fail_scaled(scr_diag *d) {
  return scr_fail(
      d, NULL, SCR_E_STATE,
      "timestep mode 'scale' has no masses for free walls: take 'automatic' or 'fix', or "
      "give `wall fix velocity spin`");
}

bool scr_timestep_choose(scr_world *w, scr_diag *d) {
  assert(w->timestep.mode <= SCR_DT_SCALE);
  scr_dt_reason why;
  scr_scratch_rest(w);
  if (w->timestep.mode != SCR_DT_AUTOMATIC || w->body.n || scr_any_wall_free(w)) scr_bounds_drop(w);
  if (w->timestep.mode == SCR_DT_SCALE && scr_any_wall_free(w)) return fail_scaled(d);
  if (w->timestep.mode == SCR_DT_FIX) {
    if (!scr_fresh(w, SCR_FIXED) || scr_looks_again(w)) {
      scr_made(w, SCR_FIXED);
      if (!warn_of_fix(w, d)) return false;
    }
    if (w->engine->inertia.scaled)
      scr_world_sync(w); /* the half-kick that is due belongs to the scaled masses */
    w->engine->inertia.scaled = false;
    w->timestep.current = w->timestep.given;
    return scr_dashpots_look(w, d);
  }
  if (w->ball.n == 0 && w->timestep.current > 0)
    return true; /* the last ball has left: time goes on as before */
  if (w->ball.n == 0 && w->timestep.maximum == HUGE_VAL)
    return scr_fail(d, NULL, SCR_E_STATE,
                    "there is nothing to cycle: no ball, and no timestep given");
  if (w->timestep.mode == SCR_DT_SCALE) scr_world_sync(w);
  limits(w, &why, false);
  if (!is_limited(d, &why)) return false;
  if (!(why.dt > 0))
    return scr_fail(d, NULL, SCR_E_MATH,
                    "the automatic timestep has become %g: a velocity or a stiffness is too large, "
                    "or a mass too small",
                    why.dt);
  w->timestep.current = why.dt;
  w->engine->inertia.scaled = w->timestep.mode == SCR_DT_SCALE;
  if (w->engine->inertia.scaled) scale_inertia(w, why.dt);
  return scr_dashpots_look(w, d);
}
