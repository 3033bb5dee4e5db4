/* The automatic timestep where little moves. One pass finds what stiffness each ball may have at
 * most until a gap has changed by a margin; few balls may then have the shortest timestep
 * (leaders), and of these alone the exact sums are made in each cycle. No ball need be looked at
 * between two steps: for the kinematic limit it is enough that no ball can be as fast as it asks
 * for. Where much moves, bounds do not last, and sums are made in each force pass
 * (timestep_rough.c). Nothing of this shows. */
#include "world/contacts/cmat.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/contacts/count.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/motion/motion.h"
#include "world/state/events.h"
#include "world/state/rows.h"
#include "world/state/solving.h"
#include "world/timestep/stepper.h"
#include "world/timestep/timestep.h"
#include "world/timestep/timestep_fast.h"
#include "world/workers/halo.h"
#include "world/workers/workers.h"

enum {
  BALLS = 1000,   /* fewer are summed anyway */
  LEADERS = 4096, /* at most, and one of so many balls: */
  FOLLOWERS = 32,
  FACETS = SCR_BALL_FACET,
  SHORT_LIFE = 8, /* cycles: bounds that last no longer do not pay */
  FIRST_LIFE = 32,
  LONG_LIFE = 512,
  FRONT_LIFE = 8 /* of the bounds on leaders */
};
static const double BAND = 1 + 1e-9; /* beyond all rounding of plain sums */

/* Some balls, and a bound for all others of those that were asked. */
typedef struct level {
  bool known;
  double margin, path;           /* by how much gaps may change, and have changed at most, m; */
  double fast_margin, fast_path; /* those of fast balls */
  double rest;                   /* all others have a larger m/K */
  uint32_t row[LEADERS];
  double ratio[LEADERS]; /* none of these has a smaller m/K */
  int n;
  uint32_t *pair[SCR_CONTACT_TYPES]; /* their contacts, and all those */
  size_t npair[SCR_CONTACT_TYPES], cap_pair[SCR_CONTACT_TYPES];
  double *facet_gap; /* of contacts with facets then */
  size_t cap_facet_gap;
} level;

struct scr_bounds {
  uint64_t made, cycle; /* when; and the last cycle whose timestep they gave */
  uint64_t builds;      /* of the lists then */
  double reach;         /* of laws then: scr_surveyed.reach */
  double firm;          /* see survey_laws() */
  double damp;          /* the largest coefficient of local damping */
  double distance; /* all.rest was so many times the smallest m/K when the bounds were made; below
                      1: they told nothing */
  double k, ks;    /* the largest kn or ks, and ks, then; only listed pairs may get larger ones */
  uint32_t stiffest[2]; /* pairs that k and ks come from; bit 31: the type */
  uint32_t *stiff;      /* and those that may become stiffer */
  size_t nstiff, cap_stiff;
  scr_fast fast;
  level all;     /* of all balls the leaders */
  level front;   /* of leaders those that are summed in each cycle */
  uint64_t life; /* cycles that the margin is made for */
  uint64_t rest_until,
      pause; /* where they do not last: when to try again, and how long to wait then */
};

static void level_free(level *l) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(l->pair[t]);
  scr_free(l->facet_gap);
}

static size_t level_bytes(const level *l) {
  size_t n = l->cap_facet_gap * sizeof *l->facet_gap;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += l->cap_pair[t] * sizeof *l->pair[t];
  return n;
}

void scr_bounds_free(struct scr_bounds *b) {
  if (!b) return;
  level_free(&b->all);
  level_free(&b->front);
  scr_free(b->stiff);
  scr_fast_free(&b->fast);
  scr_free(b);
}

void scr_bounds_drop(scr_world *w) {
  struct scr_engine *e = w->engine;
  if (e->stepper->bounds) e->stepper->bounds->all.known = false;
  e->stepper->bounds_from =
      w->cycle + 1 +
      (w->timestep.mode != SCR_DT_AUTOMATIC); /* velocities must have been noted since */
}

size_t scr_bounds_bytes(const struct scr_bounds *b) {
  if (!b) return 0;
  return sizeof *b + scr_fast_bytes(&b->fast) + level_bytes(&b->all) + level_bytes(&b->front) +
         b->cap_stiff * sizeof *b->stiff;
}

bool scr_bounds_serve(const scr_world *w) {
  return w->engine->stepper->bounds && w->engine->stepper->bounds->all.known;
}

/* ---- what moves ---- */

/* By how much a gap changes in a cycle at most if no component of a velocity is larger, m. */
static double step_of_gaps(const scr_world *w, double component) {
  assert(!(component < 0));
  return 2 * sqrt(3) * component * BAND * scr_last_dt(w);
}

/* The largest component of the half step before, m/s. */
static double largest_component(const scr_world *w) {
  double v = 0;
  for (int k = 0; k < w->engine->nworker; k++)
    v = SCR_MAX(v, scr_largest_of(w->engine->worker[k]->max_v));
  return v;
}

/* Of balls that are not fast. */
static double slow_component(const scr_world *w, const struct scr_bounds *b) {
  double v = 0;
  for (int k = 0; k < w->engine->nworker && b->fast.n; k++) v = SCR_MAX(v, b->fast.slow[k]);
  return b->fast.n ? v : largest_component(w);
}

static bool move(const scr_world *w, const scr_motion *m, int t, uint32_t lo, uint32_t hi) {
  struct scr_bounds *b = w->engine->stepper->bounds;
  if (!b || !b->all.known || !b->fast.n || !(m->drift > 0)) return false;
  scr_fast_move(w, &b->fast, m, t, lo, hi);
  return true;
}

static void begin_motion(scr_world *w) {
  if (w->engine->stepper->bounds)
    memset(w->engine->stepper->bounds->fast.slow, 0, sizeof w->engine->stepper->bounds->fast.slow);
}

const scr_mover scr_bounds_mover = {begin_motion, move};

/* And after the closing half-kick at most: no contact carries more than the exponent that the last
 * step found says. */
static double full_step_velocity(const scr_world *w, const struct scr_bounds *b) {
  const struct scr_engine *e = w->engine;
  const int exponent = SCR_MAX(w->force_exponent, w->next_force_exponent);
  double g = 0, f = ldexp(1, exponent) * (double)scr_count_most(w) / e->survey.mass_lo;
  for (int c = 0; c < w->dim; c++) g = SCR_MAX(g, fabs(w->gravity[c]));
  return sqrt(3) * largest_component(w) * BAND +
         sqrt(3) * (f + g) * (1 + b->damp) * (0.5 * scr_last_dt(w)) * BAND;
}

static double largest_damp(const scr_world *w) {
  double d = 0;
  for (uint32_t k = 0; k < (w->ball.base[SCR_BALL_DAMP] ? w->ball.n : 1u); k++)
    d = SCR_MAX(d, fabs(*scr_real_at(&w->ball, SCR_BALL_DAMP, k)));
  return d;
}

/* ---- do they hold? ---- */

/* No contact with a facet is nearer or farther than the margin allows, whichever facet has the ball
 * now. */
static bool facets_hold(const scr_world *w, const struct scr_bounds *b, const level *l) {
  assert(w->pair[FACETS].n <= l->cap_facet_gap);
  const scr_pairs *p = &w->pair[FACETS];
  const double *gap = scr_facets_geometry(w)->gap, reach = b->reach;
  bool hold = true;
  for (uint32_t q = 0; q < p->n; q++) {
    const bool carries =
        p->law[q] != 0 && !(p->flag[q] & (SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT)) && gap[q] <= reach;
    const bool fast = b->fast.n && b->fast.is[p->i[q]];
    hold &= !carries || fabs(gap[q] - l->facet_gap[q]) <= (fast ? l->fast_margin : l->margin);
  }
  return hold;
}

static bool level_holds(const scr_world *w, const struct scr_bounds *b, const level *l) {
  return l->known && l->path * BAND <= l->margin && l->fast_path * BAND <= l->fast_margin &&
         facets_hold(w, b, l);
}

static void move_on(const scr_world *w, const struct scr_bounds *b, level *l) {
  l->path += step_of_gaps(w, slow_component(w, b));
  l->fast_path += step_of_gaps(w, largest_component(w));
}

static bool hold(const scr_world *w, struct scr_bounds *b) {
  const struct scr_engine *e = w->engine;
  move_on(w, b, &b->all);
  move_on(w, b, &b->front);
  return b->cycle + 1 == w->cycle && b->builds == e->builds && e->survey.reach <= b->reach &&
         level_holds(w, b, &b->all);
}

/* From now on gaps may change by as much as in so many cycles at the present velocities. Others may
 * stand still beside fast balls; a margin of 0 is none, any other one is right. */
static void level_begin(const scr_world *w, level *l, double cycles, double slow, double fast) {
  assert(cycles > 0 && slow <= fast);
  const struct scr_engine *e = w->engine;
  const double least = 0x1p-10,
               wall = e->wall_move / (double)SCR_MAX(w->cycle - e->built_cycle, (uint64_t)1);
  l->fast_margin = cycles * (step_of_gaps(w, fast) + wall);
  l->margin = SCR_MAX(cycles * (step_of_gaps(w, slow) + wall), least * l->fast_margin);
  l->path = l->fast_path = 0;
}

static void remember_facets(const scr_world *w, level *l) {
  const scr_pairs *p = &w->pair[FACETS];
  SCR_GROW(l->facet_gap, l->cap_facet_gap, p->n);
  for (uint32_t q = 0; q < p->n; q++)
    l->facet_gap[q] = p->law[q] ? scr_facets_geometry(w)->gap[q] : HUGE_VAL;
}

/* A contact that is born while they hold must not become active. */
static bool births_are_far(const scr_world *w, double margin) {
  const struct scr_engine *e = w->engine;
  double fixed, part;
  bool own = e->survey.proximities;
  for (size_t k = 0; k < w->ncmat; k++) own |= w->cmat[k].entry.proximity >= 0;
  scr_cmat_reach(w, SCR_BALL_BALL, &fixed, &part);
  return !own && fixed == 0 && part * e->survey.radius_lo > (e->survey.reach + margin) * BAND;
}

/* Active contacts at that gap or a smaller one stay active, whatever their law. False: a law does
 * not allow bounds (scr_hints.steady), or has stiffness against rotation, which none are made of.
 */
static bool survey_laws(const scr_world *w, double *firm) {
  bool fine = true;
  *firm = 0;
  for (size_t k = 0; k < w->npset; k++) {
    const scr_model *m = w->pset[k].law ? scr_model_at(w->pset[k].law - 1) : NULL;
    if (!m) continue;
    fine &= m->hints.steady && m->hints.steady(w->pset[k].param) && !m->rotates && !m->bonds;
    if (m->reach) *firm = SCR_MIN(*firm, m->reach(w->pset[k].param));
  }
  return fine;
}

/* ---- one pass over all contacts ---- */

typedef struct job {
  scr_world *w;
  scr_pass pass[SCR_CONTACT_TYPES];
  int workers;
} job;

static void bounds_of_worker(void *user, int t, int threads) {
  job *j = user;
  struct scr_engine *e = j->w->engine;
  scr_worker *l = t < j->workers ? e->worker[t] : NULL;
  SCR_UNUSED(threads);
  if (l) {
    scr_worker_rows(j->w, t, j->workers, &l->lo, &l->hi);
    if (l->hi > l->lo)
      memset(e->stepper->rough.sum + l->lo, 0, (l->hi - l->lo) * sizeof *e->stepper->rough.sum);
    if (j->workers > 1) scr_halo_clear(j->w, t, SCR_HALO_ROUGH);
    for (int type = 0; type < SCR_CONTACT_TYPES; type++)
      scr_worker_pass(j->w, &j->pass[type], t, j->workers);
  }
  if (j->workers == 1) return;
  scr_par_barrier(e->par, t);
  if (l) scr_halos_merge(j->w, t, j->workers, SCR_HALO_ROUGH, e->stepper->rough.sum);
}

static void push(uint32_t **list, size_t *n, size_t *cap, uint32_t pair) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof pair);
  (*list)[(*n)++] = pair;
}

/* Pairs that are as stiff as all others, or may become so. */
static void take_stiffest(struct scr_bounds *b, const struct scr_engine *e) {
  double most[2] = {0, 0};
  b->nstiff = 0;
  for (int t = 0; t < e->nworker; t++) {
    const scr_worker *l = e->worker[t];
    if (l->max_k > most[0]) most[0] = l->max_k, b->stiffest[0] = l->stiffest[0];
    if (l->max_ks > most[1]) most[1] = l->max_ks, b->stiffest[1] = l->stiffest[1];
  }
  b->k = most[0], b->ks = most[1];
  for (int t = 0; t < e->nworker; t++)
    for (size_t k = 0; k < e->worker[t]->nstiff; k++) {
      const scr_stiff_pair *s = &e->worker[t]->stiff[k];
      if (s->k > b->k || s->ks > b->ks) push(&b->stiff, &b->nstiff, &b->cap_stiff, s->pair);
    }
}

static bool too_many_stiff(const scr_world *w, const struct scr_bounds *b) {
  bool many = b->nstiff > LEADERS + w->ball.n / 8;
  for (int t = 0; t < w->engine->nworker; t++) many |= w->engine->worker[t]->nstiff == SCR_STIFFEST;
  return many;
}

/* Once more the contacts of fast balls, with their margin, which is more than enough; none of them
 * is sure to stay. */
static void add_fast(scr_world *w, const struct scr_bounds *b, const level *of, scr_pass *pass) {
  struct scr_engine *e = w->engine;
  scr_worker *l = e->worker[0];
  l->lo = 0, l->hi = w->ball.n;
  for (int t = 0; t < SCR_CONTACT_TYPES && b->fast.n; t++) {
    const scr_pairs *p = &w->pair[t];
    const uint32_t *list = b->fast.pair[t];
    const size_t n = b->fast.npair[t];
    pass[t].margin = of->fast_margin;
    if (n) e->kernels->pass_list(&pass[t], l, list, n);
    for (size_t k = 0; k < n; k++) {
      e->stepper->rough.sum[p->i[list[k]]].firm = 0;
      if (t == SCR_BALL_BALL) e->stepper->rough.sum[p->j[list[k]]].firm = 0;
    }
  }
}

static void bounds_pass(scr_world *w, const struct scr_bounds *b, const level *l,
                        scr_pass pass[SCR_CONTACT_TYPES]) {
  struct scr_engine *e = w->engine;
  assert(l->margin > 0 && l->fast_margin >= l->margin);
  e->stepper->rough_zero = false;
  e->stepper->rough_cycle = UINT64_MAX; /* the sums of the force pass are gone */
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pass_init(w, &pass[t], (scr_contact_type)t, SCR_PASS_STIFF);
    pass[t].rough = e->stepper->rough.sum;
    pass[t].margin = l->margin;
    pass[t].firm = b->firm;
  }
}

/* Of all balls. */
static void sum_bounds(scr_world *w, struct scr_bounds *b) {
  struct scr_engine *e = w->engine;
  job j = {.w = w, .workers = scr_workers_for(w)};
  scr_rough_room(w);
  bounds_pass(w, b, &b->all, j.pass);
  for (int k = 0; k < e->nworker; k++) scr_worker_reset(e->worker[k]);
  scr_halos_find(w, j.workers);
  scr_par_run_by(e->par, j.workers, bounds_of_worker, &j);
  add_fast(w, b, &b->all, j.pass);
  take_stiffest(b, e);
}

/* Of leaders alone. */
static void sum_bounds_of_leaders(scr_world *w, const struct scr_bounds *b) {
  struct scr_engine *e = w->engine;
  scr_worker *l = e->worker[0];
  scr_pass pass[SCR_CONTACT_TYPES];
  bounds_pass(w, b, &b->front, pass);
  for (int k = 0; k < b->all.n; k++)
    e->stepper->rough.sum[b->all.row[k]] = (scr_load){{0}, {0}, 0, 0};
  scr_worker_reset(l);
  l->lo = 0, l->hi = w->ball.n;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (b->all.npair[t]) e->kernels->pass_list(&pass[t], l, b->all.pair[t], b->all.npair[t]);
  add_fast(w, b, &b->front, pass);
}

/* ---- leaders ---- */

/* Is a contact of the ball sure to stay active? */
static bool surely_touched(const scr_world *w, const struct scr_bounds *b, uint32_t row) {
  return w->engine->stepper->rough.sum[row].firm > 1e-4 * b->k;
}

/* What a ball's one contact with its twin has, in translation and rotation. */
static void lone_stiffness(const scr_world *w, uint32_t row, double k[2]) {
  const double *lone = scr_twin_known(w, row), r = w->pose[row].r;
  k[0] = SCR_MAX(lone[0], lone[1]), k[1] = lone[1] * (r * r);
}

/* A ball that nothing might touch counts as one contact with its twin. */
static double smallest_ratio(const scr_world *w, const struct scr_bounds *b, uint32_t row) {
  const scr_load *s = &w->engine->stepper->rough.sum[row];
  const double touched =
      scr_ratio_of(w, row, scr_largest_of(s->f) * BAND, scr_largest_of(s->m) * BAND);
  double lone[2];
  if (surely_touched(w, b, row)) return touched;
  lone_stiffness(w, row, lone);
  return SCR_MIN(touched, scr_ratio_of(w, row, lone[0], lone[1]));
}

/* A heap: no leader has a larger ratio than the first one. */
static void sift_down(level *b, uint32_t row, double ratio) {
  assert(b->n > 0 && b->n <= LEADERS);
  int at = 0;
  for (int child = 1; child < b->n; child = 2 * at + 1) {
    if (child + 1 < b->n && b->ratio[child + 1] > b->ratio[child]) child++;
    if (!(b->ratio[child] > ratio)) break;
    b->row[at] = b->row[child], b->ratio[at] = b->ratio[child];
    at = child;
  }
  b->row[at] = row, b->ratio[at] = ratio;
}

static void sift_up(level *b, uint32_t row, double ratio) {
  assert(b->n < LEADERS);
  int at = b->n++;
  for (; at > 0 && b->ratio[(at - 1) / 2] < ratio; at = (at - 1) / 2)
    b->row[at] = b->row[(at - 1) / 2], b->ratio[at] = b->ratio[(at - 1) / 2];
  b->row[at] = row, b->ratio[at] = ratio;
}

/* Is m/K of a ball surely larger than that? Compared without a division. */
static bool ratio_exceeds(const scr_world *w, uint32_t row, double ratio, double k, double k_rot) {
  const double most = ratio * BAND * BAND;
  return w->twist[row].m > most * k && w->twist[row].moi > most * k_rot;
}

/* By the bounds, does a ball surely have a larger m/K than that? Nearly all have. */
static bool lies_beyond(const scr_world *w, const struct scr_bounds *b, uint32_t row,
                        double ratio) {
  const scr_load *s = &w->engine->stepper->rough.sum[row];
  if (!ratio_exceeds(w, row, ratio, scr_largest_of(s->f), scr_largest_of(s->m))) return false;
  double lone[2];
  if (surely_touched(w, b, row)) return true;
  lone_stiffness(w, row, lone);
  return ratio_exceeds(w, row, ratio, lone[0], lone[1]);
}

/* Those with the smallest m/K by the bounds. */
static void choose_leaders(scr_world *w, struct scr_bounds *b) {
  level *l = &b->all;
  const int most = (int)SCR_MIN(w->ball.n / FOLLOWERS + FOLLOWERS, (uint32_t)LEADERS);
  l->n = 0;
  l->rest = HUGE_VAL;
  scr_twins_ready(w);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    if (l->n == most && lies_beyond(w, b, row, l->rest)) continue;
    const double ratio = smallest_ratio(w, b, row);
    if (l->n < most) {
      sift_up(l, row, ratio);
    } else {
      l->rest = SCR_MIN(l->rest, SCR_MAX(ratio, l->ratio[0]));
      if (ratio < l->ratio[0]) sift_down(l, row, ratio);
    }
  }
}

/* A pair of the stiffest is listed, if no leader has it. */
static void list_stiff(const scr_world *w, level *l, const uint8_t *leads, uint32_t code) {
  assert((code & INT32_MAX) < w->pair[code >> 31].n);
  const int t = (int)(code >> 31);
  const uint32_t q = code & INT32_MAX;
  const scr_pairs *p = &w->pair[t];
  if (!leads[p->i[q]] && (t == FACETS || !leads[p->j[q]]))
    push(&l->pair[t], &l->npair[t], &l->cap_pair[t], q);
}

static void list_all_stiff(const scr_world *w, const struct scr_bounds *b, level *l,
                           const uint8_t *leads) {
  if (b->k > 0) list_stiff(w, l, leads, b->stiffest[0]);
  if (b->ks > 0) list_stiff(w, l, leads, b->stiffest[1]);
  for (size_t k = 0; k < b->nstiff; k++) list_stiff(w, l, leads, b->stiff[k]);
}

/* Contacts of the balls of a level, and the stiffest. (One may be there twice: sums are of these
 * balls alone.) `from`: a level whose contacts they are among; NULL: all. */
static void list_pairs(const scr_world *w, const struct scr_bounds *b, level *l,
                       const level *from) {
  uint8_t *leads = scr_alloc(w->ball.n);
  for (int k = 0; k < l->n; k++) leads[l->row[k]] = 1;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    const size_t n = from ? from->npair[t] : p->n;
    l->npair[t] = 0;
    for (size_t k = 0; k < n; k++) {
      const uint32_t q = from ? from->pair[t][k] : (uint32_t)k;
      if (p->law[q] && (leads[p->i[q]] || (t != FACETS && leads[p->j[q]])))
        push(&l->pair[t], &l->npair[t], &l->cap_pair[t], q);
    }
  }
  list_all_stiff(w, b, l, leads);
  scr_free(leads);
}

/* Those go that come close to the shortest timestep in no case. */
static void keep_nearest(level *l, double best, double near) {
  assert(near >= 1);
  int n = 0;
  for (int k = 0; k < l->n; k++) {
    if (l->ratio[k] <= near * best)
      l->row[n] = l->row[k], l->ratio[n++] = l->ratio[k];
    else
      l->rest = SCR_MIN(l->rest, l->ratio[k]);
  }
  l->n = n;
}

/* ---- limits ---- */

static int binary_exponent(double x) {
  int e;
  frexp(x > 0 ? x : 1.0, &e);
  return e;
}

/* Would sums of all balls have the same quanta? These follow the largest stiffness of any contact:
 * it is that of a listed pair, or lies between this and the largest one when the bounds were made.
 */
static bool same_quanta(const scr_limits_found *most, const scr_worker *least) {
  const double arm2 = 4 * (most->radius * most->radius);
  return binary_exponent(most->k) == binary_exponent(least->max_k) &&
         binary_exponent(most->ks * arm2) == binary_exponent(least->max_ks * arm2);
}

/* (R/|v|)^2, the smallest of all balls. */
static double kinematic_ratio(scr_world *w) {
  double least = HUGE_VAL;
  scr_world_sync(w);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double v2 = scr_dot3(w->twist[row].v, w->twist[row].v), r = w->pose[row].r;
    if (v2 > 0) least = SCR_MIN(least, r * r / v2);
  }
  return least;
}

/* The exact limit of the balls of a level; false: it may be that of another ball, or velocities
 * matter. */
static bool limit_of(scr_world *w, const struct scr_bounds *b, level *l, scr_limits_found *all) {
  *all = (scr_limits_found){
      .kinematic = HUGE_VAL, .radius = w->engine->survey.radius_hi, .k = b->k, .ks = b->ks};
  scr_stiffness_quanta(w, all);
  all->stiffness = scr_exact_ratio(w, l->row, l->n, l->pair, l->npair);
  all->speed = full_step_velocity(w, b);
  if (!same_quanta(all, w->engine->worker[0]) ||
      !(all->stiffness * BAND < SCR_MIN(l->rest, b->all.rest)))
    return false;
  if (scr_velocities_open(w)) {
    all->kinematic = kinematic_ratio(w);
    return true;
  }
  scr_need(w, NULL, SCR_COUNTS);
  const double dt = w->timestep.safety * sqrt(all->stiffness) * BAND;
  return all->speed * dt <= 0.1 * w->engine->survey.radius_lo;
}

/* The ball of a level that may have the smallest m/K. One that fast balls may touch is named only
 * if there are no others: its bound says little. */
static uint32_t least_of(const scr_world *w, const level *l) {
  assert(l->n > 0);
  double least[2] = {HUGE_VAL, HUGE_VAL};
  uint32_t row[2] = {l->row[0], SCR_NONE};
  for (int k = 0; k < l->n; k++) {
    const bool firm = w->engine->stepper->rough.sum[l->row[k]].firm > 0;
    if (l->ratio[k] < least[firm]) least[firm] = l->ratio[k], row[firm] = l->row[k];
  }
  return row[1] == SCR_NONE ? row[0] : row[1];
}

/* Its exact m/K: no limit is larger. `from` lists its contacts; NULL: all are looked through. */
static double ratio_of_least(scr_world *w, const level *l, const level *from) {
  uint32_t *pair[SCR_CONTACT_TYPES] = {NULL};
  size_t npair[SCR_CONTACT_TYPES] = {0}, cap[SCR_CONTACT_TYPES] = {0};
  const uint32_t row = least_of(w, l);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    const size_t n = from ? from->npair[t] : p->n;
    for (size_t k = 0; k < n; k++) {
      const uint32_t q = from ? from->pair[t][k] : (uint32_t)k;
      if (p->law[q] && (p->i[q] == row || (t != FACETS && p->j[q] == row)))
        push(&pair[t], &npair[t], &cap[t], q);
    }
  }
  const double ratio = scr_exact_ratio(w, &row, 1, pair, npair);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(pair[t]);
  return ratio;
}

/* Bounds on leaders for a few cycles: those that lie beyond the exact m/K of one of them need not
 * be summed in these. */
static void make_front(scr_world *w, struct scr_bounds *b) {
  static const double NEAR = 1.01;
  level *l = &b->front;
  level_begin(w, l, FRONT_LIFE, slow_component(w, b), largest_component(w));
  if (!(l->margin > 0))
    l->margin = l->fast_margin = b->all.margin; /* everything stands still now */
  if (w->pair[FACETS].n) scr_facet_geometry_all(w);
  remember_facets(w, l);
  sum_bounds_of_leaders(w, b);
  l->n = b->all.n;
  l->rest = HUGE_VAL;
  for (int k = 0; k < l->n; k++)
    l->row[k] = b->all.row[k], l->ratio[k] = smallest_ratio(w, b, l->row[k]);
  keep_nearest(l, ratio_of_least(w, l, &b->all), NEAR);
  list_pairs(w, b, l, &b->all);
  l->known = true;
}

/* The exact limit of all leaders, from few of them. */
static bool limit_of_front(scr_world *w, struct scr_bounds *b, scr_limits_found *all) {
  if (level_holds(w, b, &b->front) && limit_of(w, b, &b->front, all)) return true;
  make_front(w, b);
  return limit_of(w, b, &b->front, all);
}

/* ---- making them ---- */

/* The margin for b->life cycles at the present velocities, or for as many as the distance of births
 * allows. */
static bool choose_margin(const scr_world *w, struct scr_bounds *b) {
  const double most = largest_component(w), others = scr_fast_choose(w, &b->fast, most);
  for (; b->life >= SHORT_LIFE; b->life /= 2) {
    level_begin(w, &b->all, (double)b->life, others, most);
    if (births_are_far(w, b->all.fast_margin)) return b->all.margin > 0;
  }
  return false;
}

/* Bounds for b->life cycles; false: they leave open which ball it is. */
static bool make_once(scr_world *w, struct scr_bounds *b, scr_limits_found *all) {
  static const double NEAR = 1.2;
  level *l = &b->all;
  b->distance = 0;
  scr_fast_list_pairs(w, &b->fast);
  sum_bounds(w, b);
  choose_leaders(w, b);
  if (too_many_stiff(w, b)) return false;
  scr_stiffness_quanta(
      w, &(scr_limits_found){.radius = w->engine->survey.radius_hi, .k = b->k, .ks = b->ks});
  const double best = ratio_of_least(w, l, NULL);
  const double rest = l->rest;
  keep_nearest(l, best, NEAR);
  list_pairs(w, b, l, NULL);
  make_front(w, b);
  l->known = limit_of(w, b, &b->front, all);
  b->distance = rest / all->stiffness;
  b->made = w->cycle;
  return l->known;
}

static bool make(scr_world *w, struct scr_bounds *b, scr_limits_found *all) {
  static const double LITTLE_SHORT = 0.9;
  if (!survey_laws(w, &b->firm) || !choose_margin(w, b)) return false;
  if (w->pair[FACETS].n) scr_facet_geometry_all(w);
  remember_facets(w, &b->all);
  b->builds = w->engine->builds;
  b->reach = w->engine->survey.reach;
  b->damp = largest_damp(w);
  if (make_once(w, b, all)) return true;
  if (b->life == SHORT_LIFE) return false;
  b->life = b->distance > LITTLE_SHORT ? SCR_MAX(b->life / 2, (uint64_t)SHORT_LIFE)
                                       : (uint64_t)SHORT_LIFE;
  return choose_margin(w, b) && make_once(w, b, all);
}

static void give_up(const scr_world *w, struct scr_bounds *b) {
  enum { FIRST = 16, MOST = 4096 };
  b->all.known = false;
  b->life = SHORT_LIFE;
  b->pause = b->pause ? SCR_MIN(2 * b->pause, (uint64_t)MOST) : FIRST;
  b->rest_until = w->cycle + b->pause;
}

/* Bounds that have ended: the next ones are made for more cycles where these lasted and the other
 * balls were far behind the leaders, for fewer where they came close. */
static void learn(const scr_world *w, struct scr_bounds *b) {
  static const double FAR = 1.25, BEHIND = 1.1, CLOSE = 1.005;
  const uint64_t lasted = w->cycle - b->made;
  const bool soon = lasted < SHORT_LIFE - 2, other_list = b->builds != w->engine->builds;
  if (soon && (b->pause > 0 || !other_list)) {
    give_up(w, b);
    return;
  }
  b->all.known = false;
  b->pause = soon;
  if (b->distance < CLOSE)
    b->life = SCR_MAX(b->life * 3 / 4, (uint64_t)SHORT_LIFE);
  else if (b->distance > BEHIND && lasted >= b->life)
    b->life = SCR_MIN(b->distance > FAR ? 2 * b->life : b->life * 3 / 2, (uint64_t)LONG_LIFE);
}

/* Nothing but motion and forces came between, and velocities follow from contacts and gravity
 * alone. */
static bool may_serve(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  const uint32_t least = w->bounds_balls ? w->bounds_balls : BALLS;
  return w->timestep.mode == SCR_DT_AUTOMATIC && e->solving && !scr_callbacks_early(w) &&
         w->ball.n >= least && w->cycle >= e->stepper->bounds_from && scr_fresh(w, SCR_LISTS) &&
         scr_fresh(w, SCR_SUMS) && !e->survey.any_force && !w->nheld && w->timestep.current > 0;
}

bool scr_bounded_limits(scr_world *w, scr_limits_found *all) {
  struct scr_engine *e = w->engine;
  if (!may_serve(w)) {
    if (e->stepper->bounds) e->stepper->bounds->all.known = false;
    return false;
  }
  if (!e->stepper->bounds) {
    e->stepper->bounds = scr_alloc(sizeof *e->stepper->bounds);
    e->stepper->bounds->life = FIRST_LIFE;
  }
  struct scr_bounds *b = e->stepper->bounds;
  if (b->all.known && !(hold(w, b) && limit_of_front(w, b, all))) learn(w, b);
  if (!b->all.known && w->cycle >= b->rest_until && !make(w, b, all)) give_up(w, b);
  b->cycle = w->cycle;
  return b->all.known;
}

double scr_bounds_rest(const scr_world *w, bool *leads) {
  const struct scr_bounds *b = w->engine->stepper->bounds;
  if (!b || !b->all.known || b->cycle + 1 != w->cycle || b->builds != w->engine->builds) return 0;
  const level *l = &b->front;
  for (int k = 0; k < l->n; k++) leads[l->row[k]] = true;
  return SCR_MIN(l->rest, b->all.rest);
}
