/* Forces: the passes over pairs, exact sums over balls, births and deaths of contacts. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/cpu.h"
#include "base/mem.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/work/halo.h"

/* ---- exact sums ----
 *
 * Every component is rounded to a multiple of one quantum u before it is added: q = (f + M) - M
 * with M = 1.5 2^52 u. Sums of such multiples are exact while they stay below 2^53 u, so no order
 * matters. Components lie below 2^exponent, and 2^HEADROOM of them fit: u = 2^(exponent + HEADROOM
 * - 53). The exponent is state: it follows the largest component of the step before with one bit of
 * headroom. Components beyond it are set apart: they are summed by themselves, to quanta of their
 * own size, and what they make is added to the sum of the others, once a ball.
 *
 * What rounding leaves of a force is at most u/2, nothing beside the largest force but much for a
 * grain that lies beside a press. Where u could change the acceleration of the lightest ball by
 * more than 2^-FINE of gravity, or of what the largest force does to the heaviest ball, what is
 * left is summed as well, to a quantum as far below u as u lies below the largest force. */
enum { HEADROOM = 7, NO_EXPONENT = -1000, FINE = 20, MANTISSA = 53 };

static int headroom(const scr_world *w) {
  const uint32_t most = SCR_MAX(w->engine->max_count, w->engine->count_before);
  int bits = HEADROOM;
  while (bits < 31 && (1u << bits) < most) bits++;
  return bits;
}

/* 2^e of a normal number, from its bits. */
static double power_of_two(int e) {
  assert(e > -1023 && e < 1024);
  uint64_t bits = (uint64_t)(e + 1023) << 52;
  double x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

static double magic(const scr_world *w, int exponent) {
  return 1.5 * power_of_two(exponent + headroom(w) - 1);
}

/* The exponent for a largest component: two above its own, so that it may double before a step must
 * be summed again. */
static int exponent_for(double largest) {
  assert(!(largest < 0));
  if (!(largest > 0)) return NO_EXPONENT;
  uint64_t bits;
  memcpy(&bits, &largest, sizeof bits);
  int e = (int)(bits >> 52) -
          1022; /* largest lies in [2^(e-1), 2^e); subnormal ones end below NO_EXPONENT */
  return SCR_MAX(e + 1, NO_EXPONENT);
}

/* ---- passes ---- */

/* Do so many things lie beyond the caches, so that they had better be asked for before they are
 * needed? What a second-level cache of 1 to 2 MB holds does not, nor does what the last one holds,
 * where its size is known. With 32 MiB it pays from 50,000 balls on, that is 700 bytes a ball (they
 * and their pairs take two thirds of that), and about a third as much for each pair. Nothing but
 * speed depends on it. */
static bool is_far(scr_world *w, uint32_t n, size_t bytes) {
  enum { FEW = 12000 };
  struct scr_engine *e = w->engine;
  if (n <= FEW) return false;
  if (!e->cache_known) e->cache = scr_cpu_last_cache();
  e->cache_known = true;
  return n * bytes > e->cache;
}

/* What each pass over that type of contacts has of the world. */
static void pass_fill(scr_world *w, scr_pass *p, scr_contact_type type) {
  assert(w->load && w->pose && w->twist);
  struct scr_engine *e = w->engine;
  p->dt = w->timestep.current;
  p->elastic = e->elastic;
  p->far_balls = is_far(w, w->ball.n, 700);
  p->far_pairs = is_far(w, w->pair[type].n, 224);
  p->pose = w->pose;
  p->twist = w->twist;
  p->pset = w->pset;
  p->facet = &e->facet;
  scr_cmat_reach(w, type, &p->proximity, &p->proximity_part);
  p->own_proximity = p->proximity > 0 || e->proximities || e->reach > 0;
  for (size_t k = 0; k < w->ncmat; k++) p->own_proximity |= w->cmat[k].entry.proximity >= 0;
  p->reach = e->reach;
  for (int c = 0; c < 3; c++) p->period[c] = type == SCR_BALL_BALL ? scr_period(w, c) : 0;
  p->load = w->load;
  p->keep = true;
  p->force_magic = magic(w, w->force_exponent);
  p->moment_magic = magic(w, w->moment_exponent);
  p->force_limit = p->moment_limit = HUGE_VAL;
  p->slip = e->slip;
  p->law_force = e->kernels->force;
  p->law_stiff = e->kernels->stiff;
}

void scr_pass_init(scr_world *w, scr_pass *p, scr_contact_type type, scr_pass_mode mode) {
  *p = (scr_pass){.mode = mode, .type = type, .pairs = &w->pair[type]};
  if (w->pair[type].n) pass_fill(w, p, type);
}

scr_pass *scr_pass_again(scr_world *w, scr_contact_type type, scr_pass_mode mode) {
  scr_pass *p = &w->engine->pass[mode][type];
  p->mode = mode, p->type = type, p->pairs = &w->pair[type];
  if (w->pair[type].n) pass_fill(w, p, type);
  return p;
}

typedef struct job {
  scr_world *w;
  const scr_pass *pass; /* one for each type */
  int workers;
  bool zero;  /* sums start from zero */
  bool ahead; /* the next step's motion beside it */
} job;

static void zero_sums(scr_world *w, uint32_t lo, uint32_t hi) {
  assert(hi <= w->ball.n);
  if (hi > lo) memset(w->load + lo, 0, sizeof *w->load * (hi - lo));
}

/* In a step the claims have told which of the pairs with facets carry anything. */
static void pass_of_worker(const job *j, scr_worker *l, int t, int type) {
  const struct scr_engine *e = j->w->engine;
  const scr_pass *p = &j->pass[type];
  const uint32_t *list;
  size_t n;
  if (type == SCR_BALL_FACET && p->mode == SCR_PASS_STEP &&
      scr_facets_carrying(j->w, t, j->workers, &list, &n))
    e->kernels->pass_list(p, l, list, n);
  else
    scr_worker_pass(j->w, p, t, j->workers);
}

/* Does the pass add to balls, or only look for contacts? */
static bool adds(const job *j) { return j->pass[0].mode == SCR_PASS_STEP; }

static void forces_of_worker(void *user, int t, int threads) {
  const job *j = user;
  struct scr_engine *e = j->w->engine;
  SCR_UNUSED(threads);
  if (t < j->workers) {
    scr_worker *l = e->worker[t];
    scr_worker_rows(j->w, t, j->workers, &l->lo, &l->hi);
    if (j->zero) zero_sums(j->w, l->lo, l->hi);
    if (j->workers > 1 && adds(j)) scr_halo_clear(j->w, t, SCR_HALO_LOAD);
    if (j->workers > 1 && j->pass[0].rough) scr_halo_clear(j->w, t, SCR_HALO_ROUGH);
    for (int type = SCR_CONTACT_TYPES;
         type-- > 0;) /* facets first: then the balls of a block have everything when it is done */
      if (type == SCR_BALL_BALL && j->ahead)
        scr_ahead_pass(j->w, &j->pass[type], t, j->workers);
      else if (j->pass[type].pairs->n)
        pass_of_worker(j, l, t, type);
  }
  if (j->workers == 1) return;
  scr_par_barrier(e->par, t);
  if (t >= j->workers) return;
  if (adds(j)) scr_halos_merge(j->w, t, j->workers, SCR_HALO_LOAD, j->w->load);
  if (j->pass[0].rough) scr_halos_merge(j->w, t, j->workers, SCR_HALO_ROUGH, j->pass[0].rough);
  if (j->ahead) scr_ahead_merged(j->w, t, j->workers);
}

/* Births and deaths of ball-facet contacts are found by facet.c; here those lists hold ball-ball
 * pairs only. */
static void run_passes(scr_world *w, const scr_pass *pass, bool zero, bool ahead) {
  struct scr_engine *e = w->engine;
  job j = {w, pass, scr_workers_for(w), zero, ahead};
  assert(j.workers >= 1 && j.workers <= e->nworker);
  for (int k = 0; k < e->nworker; k++) {
    scr_worker_reset(e->worker[k]);
    if (!ahead) continue;
    scr_speeds_forget(e->worker[k]);
    e->worker[k]->wrapped = false;
  }
  scr_halos_find(w, j.workers);
  if (ahead) scr_ahead_begin(w, j.workers);
  scr_par_run_by(e->par, j.workers, forces_of_worker, &j);
}

static void pairs_of_worker(void *user, int t, int threads) {
  const job *j = user;
  SCR_UNUSED(threads);
  if (t < j->workers) scr_worker_pass(j->w, j->pass, t, j->workers);
}

void scr_pass_all(scr_world *w, const scr_pass *p) {
  job j = {w, p, scr_workers_for(w), false, false};
  if (p->pairs->n == 0) return;
  scr_par_run_by(w->engine->par, j.workers, pairs_of_worker, &j);
}

static void largest(const scr_world *w, double *force, double *moment) {
  *force = *moment = 0;
  for (int k = 0; k < w->engine->nworker; k++) {
    *force = SCR_MAX(*force, w->engine->worker[k]->max_force);
    *moment = SCR_MAX(*moment, w->engine->worker[k]->max_moment);
  }
}

/* What lies below a quantum, and is summed to one as far below. */
static double below(const scr_world *w) { return power_of_two(headroom(w) - MANTISSA); }

typedef struct ball_range {
  uint32_t lo, hi;
} ball_range;

static ball_range all_balls(const scr_world *w) { return (ball_range){0, w->ball.n}; }

static bool any_end_in(const scr_pass *p, ball_range r, uint32_t first, uint32_t last) {
  assert(first <= last && last <= p->pairs->n && r.lo <= r.hi);
  const uint32_t *i = p->pairs->i, *j = p->pairs->j, count = r.hi - r.lo;
  uint32_t hits = 0;
  for (uint32_t q = first; q < last; q++) hits |= (uint32_t)(i[q] - r.lo < count);
  for (uint32_t q = first; q < last && p->type == SCR_BALL_BALL; q++)
    hits |= (uint32_t)(j[q] - r.lo < count);
  return hits != 0;
}

/* All tiles of the list in which a pair has an end among these balls. */
static void pass_over_tiles_of(const scr_world *w, ball_range r, const scr_pass *p, scr_worker *l) {
  for (uint32_t first = 0; first < p->pairs->n; first += SCR_TILE) {
    const uint32_t last = SCR_MIN(first + SCR_TILE, p->pairs->n);
    if (any_end_in(p, r, first, last)) w->engine->kernels->pass(p, l, first, last);
  }
}

/* One pass over all pairs by one worker; facets as their geometry stands. Sums of the balls of a
 * range are added to `load`, whose first row is the first of them. `apart`: components beyond the
 * exponents do not count, as they were set apart, or (without an exponent) are no sums of this
 * step. `unkept`: timestep of a step that has just been taken and did not keep its forces (s); 0:
 * the pairs kept them. */
static void sum_pass(scr_world *w, ball_range r, scr_load *load, bool fine, bool apart,
                     double unkept) {
  struct scr_engine *e = w->engine;
  scr_worker *l = e->worker[0];
  const uint32_t some = r.hi - r.lo;
  assert(r.lo <= r.hi && r.hi <= w->ball.n && unkept >= 0);
  scr_worker_reset(l);
  l->lo = r.lo, l->hi = r.hi;
  l->drops_others = some < w->ball.n;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pass p;
    if (!w->pair[t].n) continue;
    scr_pass_init(w, &p, t, unkept > 0 && t == SCR_BALL_BALL ? SCR_PASS_SUM_UNKEPT : SCR_PASS_SUM);
    /* where the row of the first of all balls would be: nothing before r.lo is touched, since
     * others are dropped */
    p.load = (scr_load *)((uintptr_t)load - r.lo * sizeof *load);
    p.keep = false;
    if (unkept > 0) p.dt = unkept;
    if (fine) {
      p.force_fine = p.force_magic * below(w);
      p.moment_fine = p.moment_magic * below(w);
    }
    if (apart)
      p.force_limit = power_of_two(w->force_exponent),
      p.moment_limit = power_of_two(w->moment_exponent);
    if (some > 0 && l->drops_others)
      pass_over_tiles_of(w, r, &p, l);
    else
      e->kernels->pass(&p, l, 0, w->pair[t].n);
  }
  l->drops_others = false;
}

/* The lightest and the heaviest ball, the smallest and the largest. */
void scr_masses_survey(scr_world *w) {
  struct scr_engine *e = w->engine;
  e->mass_lo = w->ball.n ? HUGE_VAL : 0, e->mass_hi = 0;
  e->radius_lo = w->ball.n ? HUGE_VAL : 0, e->radius_hi = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    e->radius_lo = SCR_MIN(e->radius_lo, w->pose[k].r);
    e->radius_hi = SCR_MAX(e->radius_hi, w->pose[k].r);
    e->mass_lo = SCR_MIN(e->mass_lo, w->twist[k].m);
    e->mass_hi = SCR_MAX(e->mass_hi, w->twist[k].m);
  }
}

static bool needs_fine_sums(const scr_world *w) {
  assert(w->engine->mass_lo <= w->engine->mass_hi);
  const struct scr_engine *e = w->engine;
  if (!(e->mass_lo > 0) || w->force_exponent < NO_EXPONENT / 2) return false;
  double a = power_of_two(w->force_exponent) / e->mass_hi;
  for (int c = 0; c < w->dim; c++) a = SCR_MAX(a, fabs(w->gravity[c]));
  return power_of_two(w->force_exponent + headroom(w) - MANTISSA) >
         power_of_two(-FINE) * a * e->mass_lo;
}

static void add_sums(scr_world *w, const scr_load *more) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < 3; c++) w->load[k].f[c] += more[k].f[c], w->load[k].m[c] += more[k].m[c];
}

static void add_fine(scr_world *w, bool apart) {
  scr_load *fine = (scr_load *)(void *)scr_scratch(w, sizeof(scr_load) / sizeof(double));
  if (w->ball.n) memset(fine, 0, w->ball.n * sizeof *fine);
  sum_pass(w, all_balls(w), fine, true, apart, 0);
  add_sums(w, fine);
}

/* What was set apart, at quanta that follow the largest component of it. */
static void add_giants(scr_world *w, double force, double moment) {
  size_t n = 0;
  for (int t = 0; t < w->engine->nworker; t++) n += w->engine->worker[t]->giant.n;
  if (n == 0) return; /* and quanta of no force would be subnormal numbers, which take long */
  const double magics[2] = {magic(w, exponent_for(force)), magic(w, exponent_for(moment))};
  scr_giants_add(w, n, magics, (double[]){magics[0] * below(w), magics[1] * below(w)});
}

/* The exponents are those of what the last step added, and what the pairs kept may lie far beyond:
 * a moment is computed from the whole force here, and its rounding remains where the step knows
 * that there is none (no friction). Then the exponents follow the largest component of the last
 * sum_pass(), which is to be made again. */
static bool widened(scr_world *w) {
  const scr_worker *l = w->engine->worker[0];
  const bool force = l->max_force >= power_of_two(w->force_exponent),
             moment = l->max_moment >= power_of_two(w->moment_exponent);
  if (force) w->force_exponent = exponent_for(l->max_force);
  if (moment) w->moment_exponent = exponent_for(l->max_moment);
  return force || moment;
}

/* The lists of facets are valid only after scr_neighbours_build; before that all pairs go through
 * one worker. Masses are looked at here: the cycle's own look may lie before an edit, or, after a
 * restore, still ahead. */
void scr_forces_sum(scr_world *w) {
  const int force = w->force_exponent, moment = w->moment_exponent;
  scr_made(w, SCR_SUMS);
  scr_changed(w, SCR_ZEROS);
  scr_masses_survey(w);
  if (w->ball.n) zero_sums(w, 0, w->ball.n);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  sum_pass(w, all_balls(w), w->load, false, false, 0);
  if (w->ball.n && widened(w)) {
    zero_sums(w, 0, w->ball.n);
    sum_pass(w, all_balls(w), w->load, false, false, 0);
  }
  if (needs_fine_sums(w)) add_fine(w, false);
  w->force_exponent = force, w->moment_exponent = moment;
}

/* Which of forces and moments had no exponent, and are summed from what the pairs kept. */
typedef struct unknown {
  bool force, moment;
} unknown;

static void take_sums(scr_world *w, ball_range r, unknown which, const scr_load *from, bool add) {
  for (uint32_t k = r.lo; k < r.hi; k++)
    for (int c = 0; c < 3; c++) {
      scr_load *to = &w->load[k];
      if (which.force) to->f[c] = (add ? to->f[c] : 0) + from[k - r.lo].f[c];
      if (which.moment) to->m[c] = (add ? to->m[c] : 0) + from[k - r.lo].m[c];
    }
}

/* One pair of exponents for all of these sums, however they are divided: a pass finds the largest
 * components, and adds to no ball. */
static void widen_for_all(scr_world *w, double unkept) {
  sum_pass(w, (ball_range){0, 0}, w->load, false, false, unkept);
  (void)widened(w);
}

/* At the beginning, where everything would have to be set apart: sums of high parts and of low
 * parts by two passes over forces of pairs. (Moments come out otherwise than in the step by some
 * last bits: who looks must not decide which way is taken.) A part of the balls at a time: this is
 * where a run needs most memory. */
static void sum_anew(scr_world *w, unknown which, double unkept) {
  assert(which.force || which.moment);
  enum { PARTS = 8, LEAST = 64 };
  const uint32_t n = w->ball.n, size = SCR_MAX((n + PARTS - 1) / PARTS, (uint32_t)LEAST);
  scr_load *sums = scr_alloc(size * sizeof *sums);
  widen_for_all(w, unkept);
  for (uint32_t lo = 0, hi; lo < n; lo = hi) {
    hi = lo + SCR_MIN(size, n - lo);
    for (int low = 0; low < 2; low++) {
      memset(sums, 0, (hi - lo) * sizeof *sums);
      sum_pass(w, (ball_range){lo, hi}, sums, low, false, unkept);
      take_sums(w, (ball_range){lo, hi}, which, sums, low);
    }
  }
  scr_free(sums);
}

/* ---- what only readers need ---- */

/* Columns of dashpots come for whoever looks behind a solve, and are the largest there are: they
 * take what the search gives. (Where somebody looks all the time, the search keeps its memory.) */
static void make_room(scr_world *w) {
  if (w->ncallback || w->history_every) return;
  if (!w->pair[SCR_BALL_BALL].dash[0]) scr_finder_rest(w);
}

/* Facets are not among it: what those contacts have to tell is always kept. */
void scr_forces_report(scr_world *w) {
  struct scr_engine *e = w->engine;
  assert(w->kick_pending && !scr_fresh(w, SCR_REPORTS));
  scr_changed(w, SCR_TRACES);
  scr_changed(w, SCR_BLANKS);
  scr_made(w, SCR_REPORTS);
  e->unread = 0;
  if (w->pair[SCR_BALL_BALL].n == 0) return;
  make_room(w);
  scr_pairs_need(&w->pair[SCR_BALL_BALL], scr_states_needed(w), w->energy_on, true);
  scr_pass p;
  scr_pass_init(w, &p, SCR_BALL_BALL, SCR_PASS_REPORT);
  p.dt = e->last_dt;
  p.want = SCR_WANT_DASH;
  scr_pass_all(w, &p);
}

/* What was set apart is added, and what rounding left where a light ball needs it; then the
 * exponents for the next step are chosen. */
static void settle_sums(scr_world *w, const scr_pass *step, bool fine, unknown which) {
  assert(step[0].mode == SCR_PASS_STEP);
  const bool keeps = step[SCR_BALL_BALL].keep;
  double force, moment;
  largest(w, &force, &moment);
  which.force &= force > 0, which.moment &= moment > 0;
  add_giants(w, force, moment);
  if (fine) add_fine(w, true);
  if (which.force) w->force_exponent = exponent_for(force);
  if (which.moment) w->moment_exponent = exponent_for(moment);
  if (which.force || which.moment) {
    scr_scratch_free(w); /* once in a while: memory for what the next cycles do not do */
    sum_anew(w, which, keeps ? 0 : step->dt);
  }
  w->force_exponent = exponent_for(force);
  w->moment_exponent = exponent_for(moment);
}

/* ---- births and deaths ---- */

/* Parameters of a new contact; without methods, inheritance or ranges every contact of a type
 * shares one set. */
static uint32_t new_pset(scr_world *w, scr_contact c, const scr_cmat_entry *entry) {
  struct scr_engine *e = w->engine;
  bool plain = w->ncmat == 0 && entry->nmethod == 0 && !e->any_surface;
  if (plain && e->cmat_pset[c.type] != SCR_NONE) return e->cmat_pset[c.type];
  scr_pset p;
  scr_pset_for(w, c, entry, &p);
  e->proximities |= p.proximity >= 0;
  uint32_t k = scr_pset_variant(w, &p);
  if (plain) e->cmat_pset[c.type] = k;
  return k;
}

/* The entry of the CMAT that a pair falls under may demand a smaller gap than the pass looked for.
 */
static bool near_enough(scr_world *w, scr_contact c, const scr_cmat_entry *entry) {
  scr_contact_geometry g;
  scr_ends e;
  scr_pset own;
  scr_pset_for(w, c, entry, &own);
  scr_contact_geometry_of(w, c, &g);
  scr_contact_ends_of(w, c, &e);
  const double r = e.facet ? e.radius[0] : SCR_MIN(e.radius[0], e.radius[1]);
  return g.gap <= scr_pset_gap(&own, r);
}

/* Is there anything to ask beyond what the pass looked for? */
static bool may_be_too_far(const scr_world *w, scr_contact c) {
  return w->ncmat || (c.type == SCR_BALL_FACET && w->engine->facet.gap[c.k] <= w->engine->reach);
}

/* A pair goes back to what it was, but for its handle. */
static void unmake(scr_world *w, scr_contact c) {
  assert(c.k < w->pair[c.type].n);
  scr_pairs *p = &w->pair[c.type];
  if (p->slot && p->slot[c.k]) scr_slots_give(&w->contact_slots, p->slot[c.k] - 1);
  scr_pairs_clear_row(p, c.k);
}

/* What the CMAT has for a contact that is not there yet: ranges may look at its ends, its place and
 * the id that it will have. */
static const scr_cmat_entry *entry_for_new(scr_world *w, scr_diag *d, scr_contact c) {
  struct scr_engine *e = w->engine;
  e->making = w->ncmat > 0;
  e->made = c;
  const scr_cmat_entry *entry = scr_cmat_for(w, d, c);
  e->making = false;
  return entry;
}

static bool make_contact(scr_world *w, scr_diag *d, scr_contact c) {
  assert(c.k < w->pair[c.type].n && !w->pair[c.type].law[c.k]);
  scr_pairs *p = &w->pair[c.type];
  scr_pairs_clear_row(p, c.k);
  p->id[c.k] = w->contact_ids[c.type].max + 1;
  const scr_cmat_entry *entry = entry_for_new(w, d, c);
  const bool begins = entry && (!may_be_too_far(w, c) || near_enough(w, c, entry));
  const uint32_t before =
      entry && !begins && c.type == SCR_BALL_FACET ? scr_facet_predecessor(w, c.k) : SCR_NONE;
  if (!entry || (before == SCR_NONE && w->ncmat && !begins)) {
    unmake(w, c);
    return entry != NULL;
  }
  const uint32_t set = before == SCR_NONE ? new_pset(w, c, entry) : scr_pair_set(p, before);
  scr_ids_take(&w->contact_ids[c.type], p->id[c.k]);
  scr_pairs_set_set(p, c.k, set);
  p->law[c.k] = w->pset[set].law;
  p->ncontact++;
  scr_count_change(w, c.type, c.k, true);
  if (w->engine->watch[SCR_EV_CONTACT_CREATE])
    scr_world_event(w, SCR_EV_CONTACT_CREATE, scr_contact_key(w, c.type, c.k), SCR_K_CONTACT,
                    scr_contact_ref(w, c), -1);
  return true;
}

void scr_contacts_unborn(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  scr_pairs *p = &w->pair[type];
  for (size_t k = 0; k < n; k++) {
    if (!p->law[pairs[k]]) continue;
    scr_ids_give(&w->contact_ids[type], p->id[pairs[k]]);
    p->ncontact--;
    scr_count_change(w, type, pairs[k], false);
    unmake(w, (scr_contact){type, pairs[k]});
  }
  if (n) scr_changed(w, SCR_CARRIED);
}

bool scr_contacts_born(scr_world *w, scr_diag *d, scr_contact_type type, uint32_t *pairs,
                       size_t n) {
  struct scr_engine *e = w->engine;
  const size_t queued = e->nqueue;
  if (d->failed) return false;
  scr_sort_canonical(w, type, pairs, n);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), w->energy_on, false);
  for (size_t k = 0; k < n; k++) {
    if (make_contact(w, d, (scr_contact){type, pairs[k]})) continue;
    scr_contacts_unborn(w, type, pairs, k);
    e->nqueue = queued;
    scr_changed(w, SCR_LISTS);
    return false;
  }
  return true;
}

/* The step in which a contact ends is the one in which it opens: what its dashpots and its slider
 * did in it. */
static void book_opening(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  const scr_pairs *p = &w->pair[type];
  if (!w->energy_on || !(w->point > 10)) return; /* nothing has moved */
  uint32_t *open = scr_alloc(n * sizeof *open);
  size_t count = 0;
  for (size_t k = 0; k < n; k++)
    if (p->law[pairs[k]] && p->flag[pairs[k]] & SCR_PAIR_ACTIVE) open[count++] = pairs[k];
  for (size_t k = 0; k < count && type == SCR_BALL_FACET; k++) scr_facet_geometry_one(w, open[k]);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), true, true);
  scr_pass pass;
  scr_pass_init(w, &pass, type, SCR_PASS_END);
  pass.want = SCR_WANT_DASH | SCR_WANT_WORK;
  if (count) w->engine->kernels->pass_list(&pass, w->engine->worker[0], open, count);
  scr_free(open);
}

void scr_contacts_part(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n) {
  scr_pairs *p = &w->pair[type];
  book_opening(w, type, pairs, n);
  for (size_t k = 0; k < n; k++)
    if (p->law[pairs[k]]) scr_pair_silence(p, pairs[k]);
  scr_contacts_gone(w, type, pairs, n);
}

void scr_contacts_gone(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n) {
  scr_sort_canonical(w, type, pairs, n);
  for (size_t k = 0; k < n; k++)
    if (w->pair[type].law[pairs[k]])
      scr_contact_drop(w, type, pairs[k]); /* a callback may have been faster */
}

/* All births (or deaths) of the last pass in one list. */
static size_t gather_places(const scr_world *w, bool births, uint32_t **out) {
  size_t n = 0;
  for (int k = 0; k < w->engine->nworker; k++)
    n += births ? w->engine->worker[k]->nbirth : w->engine->worker[k]->ndeath;
  *out = NULL;
  if (n == 0) return 0;
  *out = scr_alloc(n * sizeof **out);
  n = 0;
  for (int k = 0; k < w->engine->nworker; k++) {
    const scr_worker *l = w->engine->worker[k];
    size_t m = births ? l->nbirth : l->ndeath;
    if (m) memcpy(*out + n, births ? l->birth : l->death, m * sizeof **out);
    n += m;
  }
  return n;
}

/* Nearly all contacts are born at once when there are none yet, and few afterwards. */
static void drop_long_lists(scr_world *w) {
  enum { FEW = 1000 };
  for (int k = 0; k < w->engine->nworker; k++) {
    scr_worker *l = w->engine->worker[k];
    if (l->nbirth <= FEW + w->ball.n / 8) continue;
    SCR_DROP(l->birth, l->cap_birth);
    l->nbirth = 0;
  }
}

/* Deaths first, so that their ids are free. Returns how many were born; *born is owned by the
 * caller. */
static size_t births_and_deaths(scr_world *w, scr_diag *d, uint32_t **born) {
  uint32_t *gone;
  w->engine->count_before = 0;
  size_t ngone = gather_places(w, false, &gone), nborn = gather_places(w, true, born);
  if (ngone) scr_contacts_part(w, SCR_BALL_BALL, gone, ngone);
  if (nborn && !scr_contacts_born(w, d, SCR_BALL_BALL, *born, nborn)) nborn = 0;
  w->engine->born += (uint32_t)nborn;
  scr_free(gone);
  drop_long_lists(w);
  if (ngone || nborn) scr_need(w, d, SCR_COUNTS);
  return nborn;
}

/* In a cycle, before anything moves: its forces come next, and no FISH between. */
static bool nobody_reads(const scr_world *w) {
  return w->engine->solving && w->point <= 0 && !w->ncallback && !w->energy_on;
}

static bool any_active(const scr_pairs *p, const uint32_t *pairs, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (p->flag[pairs[k]] & SCR_PAIR_ACTIVE) return true;
  return false;
}

/* Contacts made outside of the cycle are evaluated once without increments; what they carry enters
 * the first half-kick. Their forces are always kept, for that sum. Returns whether any of them is
 * active. */
bool scr_forces_start(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  struct scr_engine *e = w->engine;
  scr_pass p;
  scr_pass_init(w, &p, type, SCR_PASS_START);
  p.dt = 1;
  p.keep = !(type == SCR_BALL_BALL && nobody_reads(w));
  scr_worker *l = e->worker[0];
  scr_worker_reset(l);
  l->lo = 0, l->hi = w->ball.n;
  e->kernels->pass_list(&p, l, pairs, n);
  assert(n <= w->pair[type].n);
  const bool active = any_active(&w->pair[type], pairs, n), all = n == w->pair[type].ncontact;
  /* A cycle that fails before its forces has all contacts evaluated again, as long as none of them
   * has a step behind it; else what these carry is kept by a second pass, which changes nothing. */
  if (!p.keep && active && all) scr_changed(w, SCR_REPORTS);
  if (!p.keep && active && !all) {
    p.keep = true;
    e->kernels->pass_list(&p, l, pairs, n);
  }
  if (active) scr_changed(w, SCR_BLANKS);
  if (type == SCR_BALL_BALL && active && all) scr_made(w, SCR_STARTS);
  w->force_exponent = SCR_MAX(w->force_exponent, exponent_for(l->max_force));
  w->moment_exponent = SCR_MAX(w->moment_exponent, exponent_for(l->max_moment));
  if (l->max_force > 0) scr_changed(w, SCR_CARRIED); /* else nothing was added */
  return active;
}

void scr_contact_restart(scr_world *w, scr_contact c) {
  assert(w->pair[c.type].law[c.k]);
  scr_changed(w, SCR_CARRIED);
  if (w->point > 0) return; /* the force pass of this cycle is still to come */
  if (c.type == SCR_BALL_FACET) scr_facet_geometry_one(w, c.k);
  scr_forces_start(w, c.type, &c.k, 1);
}

/* Contacts that an edit left without force though the pieces touch (another law), or all of them
 * after bodies were moved. False: all springs are what they were. */
bool scr_forces_refresh(scr_world *w) {
  const bool moved = !scr_fresh(w, SCR_SPRINGS);
  bool other = moved;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    uint32_t n = 0, *list = scr_alloc(p->n * sizeof *list);
    for (uint32_t k = 0; k < p->n; k++)
      if (p->law[k] && (moved || !(p->flag[k] & SCR_PAIR_ACTIVE))) list[n++] = k;
    if (n) other |= scr_forces_start(w, t, list, n);
    if (n && moved) scr_changed(w, SCR_CARRIED);
    scr_free(list);
  }
  scr_made(w, SCR_SPRINGS);
  scr_made(w, SCR_FORCES);
  return other;
}

bool scr_detect(scr_world *w, scr_diag *d) {
  struct scr_engine *e = w->engine;
  uint32_t *born = NULL;
  scr_pass_again(w, SCR_BALL_BALL, SCR_PASS_DETECT);
  e->pass[SCR_PASS_DETECT][SCR_BALL_FACET].pairs = &e->none;
  run_passes(w, e->pass[SCR_PASS_DETECT], false, false);
  bool outside = !(w->point > 0); /* edits are possible up to point 0 */
  const size_t queued = e->nqueue;
  size_t n = births_and_deaths(w, d, &born); /* pass_list leaves out what was not born after all */
  if (n && outside) scr_forces_start(w, SCR_BALL_BALL, born, n);
  if (!d->failed) scr_facet_update(w, d, outside ? SCR_FACETS_EDIT : SCR_FACETS_DETECT);
  if (d->failed && n) { /* contacts with walls had an error: these are not made either */
    scr_contacts_unborn(w, SCR_BALL_BALL, born, n);
    e->nqueue = queued;
  }
  scr_free(born);
  return !d->failed;
}

/* ---- the step ---- */

/* Where births give a ball more contacts than the sums have room for, their forces are set apart.
 */
static void add_late(scr_world *w, scr_diag *d, const scr_pass *pass) {
  struct scr_engine *e = w->engine;
  const int room = headroom(w);
  uint32_t *born;
  size_t n = births_and_deaths(w, d, &born);
  if (n) {
    scr_worker *l = e->worker[0];
    scr_pass p = *pass;
    p.pset = w->pset, p.reach = e->reach; /* what was born may have brought new ones */
    if (headroom(w) > room) p.force_limit = p.moment_limit = power_of_two(NO_EXPONENT);
    double force = l->max_force, moment = l->max_moment;
    l->lo = 0, l->hi = w->ball.n;
    l->nbirth = l->ndeath = 0;
    e->kernels->pass_list(&p, l, born, n);
    l->max_force = SCR_MAX(force, l->max_force);
    l->max_moment = SCR_MAX(moment, l->max_moment);
  }
  scr_free(born);
}

static void queue_notes(scr_world *w) {
  struct scr_engine *e = w->engine;
  for (int k = 0; k < e->nworker; k++)
    for (size_t q = 0; q < e->worker[k]->nnote; q++) {
      const scr_note *note = &e->worker[k]->note[q];
      uint32_t type = note->pair >> 31, at = note->pair & INT32_MAX;
      if (!w->pair[type].law[at] || !e->watch[note->event]) continue;
      scr_world_event(w, note->event, scr_contact_key(w, type, at), SCR_K_CONTACT,
                      scr_contact_ref(w, (scr_contact){type, at}), note->mode);
    }
}

typedef struct step {
  double dt;
  scr_asked asked;
  bool keep, notes;
  unknown which;
  scr_load *rough;
} step;

/* Nothing but pairs, sums and limits is looked at where there are no pairs. */
static void step_fill(scr_world *w, scr_contact_type type, const step *s) {
  assert(s->dt >= 0 && (!s->asked.reports || s->keep));
  const bool dash = w->energy_on || s->asked.reports || (type == SCR_BALL_FACET && s->asked.last);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), w->energy_on, dash);
  scr_pass *p = scr_pass_again(w, type, SCR_PASS_STEP);
  p->dt = s->dt;
  p->rough = s->rough;
  p->want = (dash ? SCR_WANT_DASH : 0u) | (w->energy_on ? SCR_WANT_WORK : 0u);
  p->notes = s->notes;
  p->magnitudes = s->asked.sizes && !s->keep && type == SCR_BALL_BALL;
  p->keep = s->keep || type == SCR_BALL_FACET; /* forces on walls are asked for at any time */
  p->force_limit = s->which.force ? HUGE_VAL : power_of_two(w->force_exponent);
  p->moment_limit = s->which.moment ? HUGE_VAL : power_of_two(w->moment_exponent);
}

/* What all contacts carried at the start has been summed up, and a first step that keeps nothing
 * has no use for it: before it takes memory of its own, where a run needs most. (What a step told
 * goes later, see FORGET.) */
static void forget_start(scr_world *w, bool first, bool keep) {
  if (scr_fresh(w, SCR_STARTS) && first && !keep) scr_results_forget(w);
  scr_changed(w, SCR_STARTS);
}

/* After so many steps that nobody read, memory for readers goes: less often than it could be asked
 * for at little cost. */
enum { FORGET = 50 };

static void take_sizes(struct scr_engine *e) {
  assert(e->nworker >= 1);
  e->sum_size = e->max_size = 0;
  for (int k = 0; k < e->nworker; k++) {
    e->sum_size += e->worker[k]->sum_size;
    e->max_size = SCR_MAX(e->max_size, e->worker[k]->max_size);
  }
}

/* What the pass has made, or not. */
static void tell(scr_world *w, scr_what what, bool made) {
  if (made)
    scr_made(w, what);
  else
    scr_changed(w, what);
}

bool scr_forces(scr_world *w, scr_diag *d, double dt, scr_asked asked) {
  assert(dt == w->timestep.current && !w->kick_pending);
  struct scr_engine *e = w->engine;
  const bool fine = needs_fine_sums(w),
             notes = e->watch[SCR_EV_SLIP_CHANGE] || e->watch[SCR_EV_CONTACT_ACTIVATED];
  const unknown which = {w->force_exponent == NO_EXPONENT, w->moment_exponent == NO_EXPONENT};
  const bool keep = asked.reports || notes || fine;
  const step s = {dt, asked, keep, notes, which, scr_rough_begin(w)};
  const scr_pass *pass = e->pass[SCR_PASS_STEP];
  if (asked.reports) make_room(w);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) step_fill(w, (scr_contact_type)t, &s);
  scr_made(w, SCR_SUMS);
  const bool ahead = !(keep || asked.last || which.force || which.moment) && scr_ahead_possible(w);
  if (ahead) e->ahead.motion = scr_next_motion(w);
  forget_start(w, which.force || which.moment, keep);
  run_passes(w, pass, !scr_fresh(w, SCR_ZEROS), ahead);
  scr_changed(w, SCR_ZEROS);
  tell(w, SCR_REPORTS, asked.reports);
  if (keep) scr_changed(w, SCR_BLANKS);
  e->unread = keep ? 0 : e->unread + 1;
  add_late(w, d, &pass[0]);
  tell(w, SCR_SIZES, pass[0].magnitudes);
  if (pass[0].magnitudes) take_sizes(e);
  if (notes) queue_notes(w);
  if (s.rough) scr_rough_end(w);
  settle_sums(w, &pass[0], fine, which);
  if (ahead) scr_ahead_end(w);
  if (e->unread == FORGET) scr_results_forget(w);
  if (w->engine->nfresh) scr_facet_book_fresh(w);
  return !d->failed;
}
