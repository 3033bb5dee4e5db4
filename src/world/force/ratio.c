/* Unbalanced forces, and their ratios to the forces of contacts. Sums over the system are exact,
 * whatever the order; whether a solve has come to its limit is mostly told by plain sums. */
#include "world/engine.h"

#include <float.h>
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "model/models.h"
#include "world/force/force.h"
#include "world/force/kept.h"
#include "world/motion/free_walls.h"
#include "world/rigid/rigid.h"
#include "world/state/rows.h"
#include "world/workers/scratch.h"
#include "world/workers/workers.h"

typedef enum quantity {
  UNBALANCED_MAXIMUM,
  UNBALANCED_AVERAGE,
  RATIO_AVERAGE,
  RATIO_MAXIMUM,
  RATIO_LOCAL,
  QUANTITIES
} quantity;

static quantity find(const char *name) {
  static const char *const names[] = {"unbalanced-maximum", "unbalanced-average", "ratio-average",
                                      "ratio-maximum", "ratio-local"};
  int k = 0;
  while (k < QUANTITIES && scr_casecmp(names[k], name) != 0) k++;
  return (quantity)k;
}

static double magnitude(const double *f) { return sqrt(scr_dot3(f, f)); }

/* Magnitudes of the force that a ball is left with along axes that are free, and of what is applied
 * to it and its weight, N. */
typedef struct ball_force {
  double unbalanced, body;
} ball_force;

static ball_force ball_force_of(const scr_world *w, uint32_t k) {
  assert(k < w->ball.n);
  if (scr_body_of(w, k)) return (ball_force){0, 0}; /* see body_force_of() */
  const uint8_t fix = ((const uint8_t *)w->ball.base[SCR_BALL_FIX])[k];
  const double *applied = scr_real_at(&w->ball, SCR_BALL_FORCE_APPLIED, k);
  double f[3] = {0, 0, 0}, body[3];
  for (int c = 0; c < w->dim; c++)
    f[c] = fix >> c & 1 ? 0 : w->load[k].f[c] + applied[c] + w->twist[k].m * w->gravity[c];
  for (int c = 0; c < 3; c++) body[c] = w->twist[k].m * w->gravity[c] + applied[c];
  return (ball_force){magnitude(f), magnitude(body)};
}

static ball_force body_force_of(const scr_world *w, uint32_t body) {
  double left[3], applied[3];
  scr_body_unbalanced(w, body, left, applied);
  return (ball_force){magnitude(left), magnitude(applied)};
}

/* Of a free wall. */
static ball_force wall_force_of(const scr_world *w, const scr_free_wall *wall) {
  double left[3] = {0, 0, 0};
  for (int c = 0; c < w->dim; c++)
    if (wall->free >> c & 1) left[c] = wall->force[c] + wall->own[c];
  return (ball_force){magnitude(left), magnitude(wall->own)};
}

/* `most`: the largest of its contact forces, N. */
typedef void (*take_wall)(void *user, ball_force f, double most);

static void each_free_wall(const scr_world *w, take_wall take, void *user) {
  scr_free_wall *wall;
  const uint32_t n = scr_free_walls_find(w, &wall);
  for (uint32_t k = 0; k < n; k++) take(user, wall_force_of(w, &wall[k]), wall[k].most);
  scr_free(wall);
}

/* How many things move by themselves. */
static double movers(const scr_world *w) {
  uint32_t n = w->ball.n;
  for (uint32_t k = 0; scr_any_wall_free(w) && k < w->wall.n; k++)
    n += scr_wall_free_bits(w, k) != 0;
  for (uint32_t k = 0; w->body.n && k < w->ball.n; k++) n -= scr_body_of(w, k) != 0;
  return (double)n + w->body.n;
}

static double contact_force(const scr_pairs *p, uint32_t k) {
  assert(k < p->n);
  return magnitude((double[]){p->force[0][k], p->force[1][k], p->force[2][k]});
}

/* ---- exact ---- */

/* Largest values and sums of magnitudes: of unbalanced forces; of contact forces, at each of a
 * contact's balls; of what is applied to balls and their weight. */
typedef struct forces {
  double max_unbalanced, sum_unbalanced, max_contact, sum_contact, max_body, sum_body;
} forces;

/* The same as it is summed; contact forces with what is applied. */
typedef struct exact_forces {
  forces f;
  scr_xsum unbalanced, contact;
} exact_forces;

static void exact_add(void *user, ball_force f, double most) {
  exact_forces *e = user;
  SCR_UNUSED(most);
  scr_xsum_add(&e->unbalanced, f.unbalanced);
  scr_xsum_add(&e->contact, f.body);
  e->f.max_unbalanced = SCR_MAX(e->f.max_unbalanced, f.unbalanced);
  e->f.max_body = SCR_MAX(e->f.max_body, f.body);
}

static forces forces_of(const scr_world *w) {
  exact_forces e = {.f = {0}};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      const double m = contact_force(p, k);
      for (int end = 0; end < (t == SCR_BALL_BALL ? 2 : 1); end++) scr_xsum_add(&e.contact, m);
      e.f.max_contact = SCR_MAX(e.f.max_contact, m);
    }
  }
  for (uint32_t k = 0; k < w->ball.n; k++) exact_add(&e, ball_force_of(w, k), 0);
  for (uint32_t b = 0; b < w->body.n; b++) exact_add(&e, body_force_of(w, b), 0);
  each_free_wall(w, exact_add, &e);
  e.f.sum_unbalanced = scr_xsum_value(&e.unbalanced);
  e.f.sum_contact = scr_xsum_value(&e.contact);
  return e.f;
}

/* Of a body, to which the largest contact of its pieces counts. */
static double local_ratio_of_body(const scr_world *w, uint32_t body, const double *scale) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  const ball_force f = body_force_of(w, body);
  double most = f.body;
  for (uint32_t k = 0; k < n; k++) most = SCR_MAX(most, scale[piece[k]]);
  return most > 0 ? f.unbalanced / most : 0;
}

static void local_ratio_of_wall(void *user, ball_force f, double most) {
  double *largest = user;
  most = SCR_MAX(most, f.body);
  if (most > 0) *largest = SCR_MAX(*largest, f.unbalanced / most);
}

/* The largest ratio, of all balls, of the unbalanced force to the largest of a ball's contacts or
 * its body force. */
static double local_ratio(scr_world *w) {
  double *scale = scr_scratch(w, 1), largest = 0;
  if (w->ball.n) memset(scale, 0, w->ball.n * sizeof *scale);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      const double m = contact_force(p, k);
      scale[p->i[k]] = SCR_MAX(scale[p->i[k]], m);
      if (t == SCR_BALL_BALL) scale[p->j[k]] = SCR_MAX(scale[p->j[k]], m);
    }
  }
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const ball_force f = ball_force_of(w, k);
    const double most = SCR_MAX(scale[k], f.body);
    if (most > 0) largest = SCR_MAX(largest, f.unbalanced / most);
  }
  for (uint32_t b = 0; b < w->body.n; b++)
    largest = SCR_MAX(largest, local_ratio_of_body(w, b, scale));
  each_free_wall(w, local_ratio_of_wall, &largest);
  return largest;
}

static double part_of(double a, double b) { return b > 0 ? a / b : 0; }

static double value_of(const scr_world *w, quantity q, const forces *f) {
  switch (q) {
  case UNBALANCED_MAXIMUM: return f->max_unbalanced;
  case UNBALANCED_AVERAGE: return part_of(f->sum_unbalanced, movers(w));
  case RATIO_AVERAGE: return part_of(f->sum_unbalanced, f->sum_contact + f->sum_body);
  default: return part_of(f->max_unbalanced, SCR_MAX(f->max_contact, f->max_body));
  }
}

static double exact_value(scr_world *w, quantity q) {
  if (q == RATIO_LOCAL) return local_ratio(w);
  const forces f = forces_of(w);
  return value_of(w, q, &f);
}

bool scr_world_ratio(scr_world *w, const char *name, double *out) {
  const quantity q = find(name);
  if (q == QUANTITIES) return false;
  scr_world_sync(w);
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  *out = exact_value(w, q);
  return true;
}

/* ---- plain ---- */

/* What one worker finds. */
typedef struct found {
  forces f;
  char line[32]; /* workers write side by side */
} found;

typedef struct job {
  const scr_world *w;
  found *found;
  int workers;
  bool contacts[SCR_CONTACT_TYPES]; /* are asked for */
} job;

/* Magnitudes of a tile first, in vectors. */
static void plain_contacts(const scr_pairs *p, uint32_t lo, uint32_t hi, double ends, forces *f) {
  enum { TILE = 64 };
  double m[TILE], sum = 0;
  for (uint32_t first = lo; first < hi; first += TILE) {
    const uint32_t n = SCR_MIN(hi - first, (uint32_t)TILE);
    const double *x = p->force[0] + first, *y = p->force[1] + first, *z = p->force[2] + first;
    for (uint32_t k = 0; k < n; k++) m[k] = sqrt(x[k] * x[k] + y[k] * y[k] + z[k] * z[k]);
    for (uint32_t k = 0; k < n; k++) {
      const double one = p->law[first + k] ? m[k] : 0;
      sum += one;
      f->max_contact = SCR_MAX(f->max_contact, one);
    }
  }
  f->sum_contact += ends * sum;
}

static void plain_add(forces *f, ball_force b) {
  f->sum_unbalanced += b.unbalanced;
  f->sum_body += b.body;
  f->max_unbalanced = SCR_MAX(f->max_unbalanced, b.unbalanced);
  f->max_body = SCR_MAX(f->max_body, b.body);
}

static void plain_add_wall(void *user, ball_force f, double most) {
  SCR_UNUSED(most);
  plain_add(user, f);
}

/* Balls [lo, hi). */
static void plain_balls(const scr_world *w, uint32_t lo, uint32_t hi, forces *f) {
  for (uint32_t k = lo; k < hi; k++) plain_add(f, ball_force_of(w, k));
}

static void plain_of_worker(void *user, int t, int threads) {
  const job *j = user;
  const scr_world *w = j->w;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  forces f = {0};
  for (int type = 0; type < SCR_CONTACT_TYPES; type++) {
    const uint64_t n = j->contacts[type] ? w->pair[type].n : 0;
    plain_contacts(&w->pair[type], (uint32_t)(n * (uint64_t)t / (uint64_t)j->workers),
                   (uint32_t)(n * ((uint64_t)t + 1) / (uint64_t)j->workers),
                   type == SCR_BALL_BALL ? 2 : 1, &f);
  }
  scr_worker_rows(w, t, j->workers, &lo, &hi);
  plain_balls(w, lo, hi, &f);
  j->found[t].f = f;
}

/* Contacts of two balls were added up beside their forces, unless these were kept. */
static forces plain_forces(const scr_world *w, bool contacts) {
  assert(scr_fresh(w, SCR_SUMS));
  const struct scr_engine *e = w->engine;
  const bool sized = contacts && scr_fresh(w, SCR_SIZES) && !scr_fresh(w, SCR_REPORTS);
  found worker[SCR_MAX_WORKERS];
  job j = {w, worker, scr_workers_for(w), {contacts && !sized, contacts}};
  forces f = {.sum_contact = sized ? 2 * e->force->sum_size : 0,
              .max_contact = sized ? e->force->max_size : 0};
  scr_par_run_by(w->engine->par, j.workers, plain_of_worker, &j);
  for (int k = 0; k < j.workers; k++) {
    f.sum_unbalanced += worker[k].f.sum_unbalanced;
    f.sum_contact += worker[k].f.sum_contact;
    f.sum_body += worker[k].f.sum_body;
    f.max_unbalanced = SCR_MAX(f.max_unbalanced, worker[k].f.max_unbalanced);
    f.max_contact = SCR_MAX(f.max_contact, worker[k].f.max_contact);
    f.max_body = SCR_MAX(f.max_body, worker[k].f.max_body);
  }
  for (uint32_t b = 0; b < w->body.n; b++) plain_add(&f, body_force_of(w, b));
  each_free_wall(w, plain_add_wall, &f);
  return f;
}

/* Mostly a solve is far from its limit, and a few of the balls tell: the value as if the others
 * were at rest. */
static double at_least(const scr_world *w, quantity q) {
  enum { BLOCK = 64, ONE_OF = 16, FACETS_OF = 4 };
  const struct scr_engine *e = w->engine;
  const uint64_t n = w->ball.n;
  const bool contacts = q == RATIO_AVERAGE || q == RATIO_MAXIMUM;
  if ((contacts && (!scr_fresh(w, SCR_SIZES) || scr_fresh(w, SCR_REPORTS) ||
                    w->pair[SCR_BALL_FACET].n > n / FACETS_OF)) ||
      !scr_fresh(w, SCR_APPLIED))
    return 0;
  forces f = {.sum_contact = 2 * e->force->sum_size, .max_contact = e->force->max_size};
  if (contacts) plain_contacts(&w->pair[SCR_BALL_FACET], 0, w->pair[SCR_BALL_FACET].n, 1, &f);
  for (uint64_t k = 0; k < n; k += BLOCK * ONE_OF)
    plain_balls(w, (uint32_t)k, (uint32_t)SCR_MIN(k + BLOCK, n), &f);
  f.sum_body = e->force->sum_body, f.max_body = e->force->max_body;
  return value_of(w, q, &f);
}

/* Largest values are those of the exact way. A plain sum of n numbers that are not negative is
 * right to n 2^-53 of itself in any order, so that only an average as near to the limit as that
 * needs exact sums. Numbers at the ends of the range are left to them, too. */
bool scr_world_ratio_met(scr_world *w, const char *name, double limit) {
  const quantity q = find(name);
  assert(q < QUANTITIES);
  if (!scr_fresh(w, SCR_SUMS)) scr_world_sync(w);
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  if (q == RATIO_LOCAL) return local_ratio(w) <= limit;
  const double terms = 2.0 * w->ball.n + 2.0 * w->body.n + 2.0 * w->wall.n + 2.0 * w->pair[0].n +
                       w->pair[1].n,
               band = 4 * (terms + SCR_MAX_WORKERS + 8) * DBL_EPSILON, least = at_least(w, q);
  if (limit > 1e-100 && least > limit * (1 + band) && least < 1e100) return false;
  const forces f = plain_forces(w, q == RATIO_AVERAGE || q == RATIO_MAXIMUM);
  w->engine->force->sum_body = f.sum_body, w->engine->force->max_body = f.max_body;
  scr_made(w, SCR_APPLIED);
  const double value = value_of(w, q, &f), scale = f.sum_contact + f.sum_body;
  const bool usual =
      f.sum_unbalanced > 1e-280 && f.sum_unbalanced < 1e280 && scale < 1e280 && value > 1e-280;
  if (usual && value > limit * (1 + band)) return false;
  if (usual && value < limit * (1 - band)) return true;
  scr_need(w, NULL, SCR_REPORTS);
  return exact_value(w, q) <= limit;
}

/* ---- for progress ---- */

bool scr_world_ratio_about(scr_world *w, const char *name, double *out) {
  const quantity q = find(name);
  const bool contacts = q == RATIO_AVERAGE || q == RATIO_MAXIMUM, kept = scr_fresh(w, SCR_REPORTS);
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  if (q == QUANTITIES || !scr_fresh(w, SCR_SUMS) || !scr_fresh(w, SCR_FORCES)) return false;
  if ((q == RATIO_LOCAL && !kept) || (contacts && !kept && !scr_fresh(w, SCR_SIZES))) return false;
  if (q == RATIO_LOCAL) return *out = local_ratio(w), true;
  const forces f = plain_forces(w, contacts);
  *out = value_of(w, q, &f);
  return true;
}

static bool damps(const scr_model *m, const double *param) {
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *p = &m->prop[k];
    if (p->flags & SCR_PROP_DAMPS && param[p->slot] != p->def) return true;
  }
  return false;
}

/* By the set of parameters: has it a dashpot? NULL: none has. */
static bool *sets_that_damp(const scr_world *w) {
  bool *set = scr_alloc(w->npset * sizeof *set), any = false;
  for (size_t k = 0; k < w->npset; k++)
    any |= set[k] = damps(scr_model_at(w->pset[k].law - 1), w->pset[k].param);
  if (any) return set;
  scr_free(set);
  return NULL;
}

static bool any_of(const scr_pairs *p, const bool *set) {
  if (!p->ncontact) return false;
  if (!p->pset) return set[p->one_set]; /* all of them have it */
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && set[p->pset[k]]) return true;
  return false;
}

/* Sets that no contact has any more do not count: when they are forgotten would show. Contacts are
 * looked at only where some set has a dashpot. */
static bool any_contact_damps(const scr_world *w) {
  bool *set = sets_that_damp(w), any = false;
  for (int t = 0; set && t < SCR_CONTACT_TYPES; t++) any |= any_of(&w->pair[t], set);
  scr_free(set);
  return any;
}

/* What a method may give is not asked. */
static bool entry_damps(const scr_cmat_entry *e) {
  return damps(e->model, e->param) || e->nmethod > 0;
}

/* A contact that is to come may have a dashpot. */
static bool any_entry_damps(const scr_world *w) {
  bool any = false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) any |= entry_damps(&w->cmat_default[t]);
  for (size_t k = 0; k < w->ncmat; k++) any |= entry_damps(&w->cmat[k].entry);
  return any;
}

/* Has a wall a velocity or spin that it is told? One that is free comes to rest as balls do. */
static bool any_driven(const scr_world *w) {
  const double *v = scr_col(&w->wall, SCR_WALL_VELOCITY), *spin = scr_col(&w->wall, SCR_WALL_SPIN);
  bool any = false;
  for (size_t k = 0; k < 3 * (size_t)w->wall.n; k++) {
    const unsigned free = scr_wall_free_bits(w, (uint32_t)(k / 3)) >> k % 3;
    any |= (v[k] != 0 && !(free & 1)) || (spin[k] != 0 && !(free >> 3 & 1));
  }
  return any;
}

bool scr_world_undamped(const scr_world *w) {
  return !scr_any_nonzero(&w->ball, SCR_BALL_DAMP) && !scr_any_nonzero(&w->body, SCR_BODY_DAMP) &&
         !scr_any_nonzero(&w->wall, SCR_WALL_DAMP) && !any_entry_damps(w) && !any_contact_damps(w);
}

bool scr_world_driven(const scr_world *w) {
  return any_driven(w) || scr_any_nonzero(&w->vertex, SCR_VERTEX_VELOCITY) || scr_strained(w);
}
