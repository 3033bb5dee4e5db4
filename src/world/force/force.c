/* Forces: the passes over pairs, exact sums over balls, births and deaths of contacts. */
#include "world/force/force.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/claims/claims.h"
#include "world/contacts/birth.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/count.h"
#include "world/contacts/network.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/contacts/quantum.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/force/giants.h"
#include "world/force/kept.h"
#include "world/motion/motion.h"
#include "world/search/search.h"
#include "world/state/events.h"
#include "world/state/survey.h"
#include "world/workers/halo.h"
#include "world/workers/scratch.h"
#include "world/workers/workers.h"

void scr_force_new(scr_world *w) { w->engine->force = scr_alloc(sizeof *w->engine->force); }

void scr_force_free(scr_world *w) { scr_free(w->engine->force); }

/* ---- exact sums ----
 *
 * Every component is rounded to a multiple of one quantum u before it is added: q = (f + M) - M
 * with M = 1.5 2^52 u. Sums of such multiples are exact while they stay below 2^53 u, so no order
 * matters. Components lie below 2^exponent, and 2^H of them fit (SCR_HEADROOM): u = 2^(exponent + H
 * - 53). The exponent is state: it follows the largest component of the step before the last, with
 * one bit of headroom, so that no step waits for a maximum over all workers. Components beyond it
 * are set apart: they are summed by themselves, to quanta of their own size, and what they make is
 * added to the sum of the others, once a ball.
 *
 * What rounding leaves of a force is at most u/2, nothing beside the largest force but much for a
 * grain that lies beside a press. Where u could change the acceleration of the lightest ball by
 * more than 2^-FINE of gravity, or of what the largest force does to the heaviest ball, what is
 * left is summed as well, to a quantum as far below u as u lies below the largest force. */
enum { FINE = 20 };

/* ---- passes ---- */

typedef struct job {
  scr_world *w;
  const scr_pass *pass; /* one for each type */
  int workers;
  bool zero; /* sums start from zero */
} job;

static void zero_sums(scr_world *w, uint32_t lo, uint32_t hi) {
  assert(hi <= w->ball.n);
  if (hi > lo) memset(w->load + lo, 0, sizeof *w->load * (hi - lo));
}

/* Does the pass add to balls, or only look for contacts? */
static bool adds(const job *j) { return j->pass[0].mode == SCR_PASS_STEP; }

static void forces_of_worker(void *user, int t, int threads) {
  const job *j = user;
  struct scr_engine *e = j->w->engine;
  SCR_UNUSED(threads);
  scr_worker *l = e->worker[t];
  scr_worker_rows(j->w, t, j->workers, &l->lo, &l->hi);
  if (j->zero) zero_sums(j->w, l->lo, l->hi);
  if (j->workers > 1 && adds(j)) scr_halo_clear(j->w, t, SCR_HALO_LOAD);
  if (j->workers > 1 && j->pass[0].rough) scr_halo_clear(j->w, t, SCR_HALO_ROUGH);
  const scr_pass *facets = &j->pass[SCR_BALL_FACET], *balls = &j->pass[SCR_BALL_BALL];
  const uint32_t *list;
  size_t n;
  /* facets first: then the balls of a block have everything when it is done. In a step the claims
   * have told which of these pairs carry anything. */
  if (facets->pairs->n && adds(j) && scr_facets_carrying(j->w, t, j->workers, &list, &n))
    e->kernels->pass_list(facets, l, list, n);
  else if (facets->pairs->n)
    scr_worker_pass(j->w, facets, t, j->workers);
  if (balls->pairs->n) scr_worker_pass(j->w, balls, t, j->workers);
  if (j->workers == 1) return;
  scr_par_barrier(e->par, t);
  if (adds(j)) scr_halos_merge(j->w, t, j->workers, SCR_HALO_LOAD, j->w->load);
  if (j->pass[0].rough) scr_halos_merge(j->w, t, j->workers, SCR_HALO_ROUGH, j->pass[0].rough);
}

/* Births and deaths of ball-facet contacts are found by facet.c; here those lists hold ball-ball
 * pairs only. */
static void run_passes(scr_world *w, const scr_pass *pass, bool zero) {
  struct scr_engine *e = w->engine;
  job j = {w, pass, scr_workers_for(w), zero};
  assert(j.workers >= 1 && j.workers <= e->nworker);
  for (int k = 0; k < e->nworker; k++) scr_worker_reset(e->worker[k]);
  scr_halos_find(w, j.workers);
  scr_par_run_by(e->par, j.workers, forces_of_worker, &j);
}

static void largest(const scr_world *w, double *force, double *moment) {
  *force = *moment = 0;
  for (int k = 0; k < w->engine->nworker; k++) {
    *force = SCR_MAX(*force, w->engine->worker[k]->max_force);
    *moment = SCR_MAX(*moment, w->engine->worker[k]->max_moment);
  }
}

/* What lies below a quantum, and is summed to one as far below. */
static double below(const scr_world *w) { return scr_power_of_two(scr_headroom(w) - SCR_MANTISSA); }

typedef struct ball_range {
  uint32_t lo, hi;
} ball_range;

static ball_range all_balls(const scr_world *w) { return (ball_range){0, w->ball.n}; }

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
    p.load = scr_rows_from(load, r.lo, sizeof *load);
    p.keep = false;
    if (unkept > 0) p.dt = unkept;
    if (fine) {
      p.force_fine = p.force_magic * below(w);
      p.moment_fine = p.moment_magic * below(w);
    }
    if (apart)
      p.force_limit = scr_power_of_two(w->force_exponent),
      p.moment_limit = scr_power_of_two(w->moment_exponent);
    if (some > 0 && l->drops_others)
      scr_pass_of_balls(w, &p, l);
    else
      e->kernels->pass(&p, l, 0, w->pair[t].n);
  }
  l->drops_others = false;
}

static bool needs_fine_sums(const scr_world *w) {
  assert(w->engine->survey.mass_lo <= w->engine->survey.mass_hi);
  const struct scr_engine *e = w->engine;
  if (!(e->survey.mass_lo > 0) || w->force_exponent < SCR_NO_EXPONENT / 2) return false;
  double a = scr_power_of_two(w->force_exponent) / e->survey.mass_hi;
  for (int c = 0; c < w->dim; c++) a = SCR_MAX(a, fabs(w->gravity[c]));
  return scr_power_of_two(w->force_exponent + scr_headroom(w) - SCR_MANTISSA) >
         scr_power_of_two(-FINE) * a * e->survey.mass_lo;
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
  const double magics[2] = {scr_magic(w, scr_exponent_for(force)),
                            scr_magic(w, scr_exponent_for(moment))};
  scr_giants_add(w, n, magics, (double[]){magics[0] * below(w), magics[1] * below(w)});
}

/* The exponents are those of what the last step added, and what the pairs kept may lie far beyond:
 * a moment is computed from the whole force here, and its rounding remains where the step knows
 * that there is none (no friction). Then the exponents follow the largest component of the last
 * sum_pass(), which is to be made again. */
static bool widened(scr_world *w) {
  const scr_worker *l = w->engine->worker[0];
  const bool force = l->max_force >= scr_power_of_two(w->force_exponent),
             moment = l->max_moment >= scr_power_of_two(w->moment_exponent);
  if (force) w->force_exponent = scr_exponent_for(l->max_force);
  if (moment) w->moment_exponent = scr_exponent_for(l->max_moment);
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

/* Columns of dashpots come for whoever looks after a solve, and are the largest there are: they
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
  scr_changed(w, SCR_STRESSES);
  scr_made(w, SCR_REPORTS);
  e->force->unread = 0;
  if (w->pair[SCR_BALL_BALL].n == 0) return;
  make_room(w);
  scr_pairs_need(&w->pair[SCR_BALL_BALL], scr_states_needed(w), w->energy_on, true);
  scr_pass p;
  scr_pass_init(w, &p, SCR_BALL_BALL, SCR_PASS_REPORT);
  p.dt = scr_last_dt(w);
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
  if (which.force) w->force_exponent = scr_exponent_for(force);
  if (which.moment) w->moment_exponent = scr_exponent_for(moment);
  if (which.force || which.moment) {
    scr_scratch_free(w); /* once in a while: memory for what the next cycles do not do */
    sum_anew(w, which, keeps ? 0 : step->dt);
  }
  const int next[2] = {scr_exponent_for(force), scr_exponent_for(moment)};
  w->force_exponent = which.force ? next[0] : w->next_force_exponent;
  w->moment_exponent = which.moment ? next[1] : w->next_moment_exponent;
  w->next_force_exponent = next[0];
  w->next_moment_exponent = next[1];
}

/* ---- births and deaths ---- */

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
  size_t ngone = gather_places(w, false, &gone), nborn = gather_places(w, true, born);
  if (ngone) scr_contacts_part(w, SCR_BALL_BALL, gone, ngone);
  if (nborn && !scr_contacts_born(w, d, SCR_BALL_BALL, *born, nborn)) nborn = 0;
  scr_search_births(w, (uint32_t)nborn);
  scr_free(gone);
  drop_long_lists(w);
  if (ngone || nborn) scr_need(w, d, SCR_COUNTS);
  return nborn;
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
    if (n) other |= scr_forces_again(w, t, list, n);
    scr_free(list);
  }
  if (moved) scr_changed(w, SCR_CARRIED); /* also where no contact is left */
  scr_made(w, SCR_SPRINGS);
  scr_made(w, SCR_FORCES);
  return other;
}

bool scr_detect(scr_world *w, scr_diag *d) {
  uint32_t *born = NULL;
  scr_pass_again(w, SCR_BALL_BALL, SCR_PASS_DETECT);
  scr_pass_nothing(w, SCR_BALL_FACET, SCR_PASS_DETECT);
  run_passes(w, scr_passes(w, SCR_PASS_DETECT), false);
  bool outside = !(w->point > 0); /* edits are possible up to point 0 */
  const size_t queued = scr_events_queued(w);
  size_t n = births_and_deaths(w, d, &born); /* pass_list leaves out what was not born after all */
  if (n && outside) scr_forces_start(w, SCR_BALL_BALL, born, n);
  if (!d->failed) scr_facet_update(w, d, outside ? SCR_FACETS_EDIT : SCR_FACETS_DETECT);
  if (d->failed && n) { /* contacts with walls had an error: these are not made either */
    scr_contacts_unborn(w, SCR_BALL_BALL, born, n);
    scr_events_unqueue(w, queued);
  }
  scr_free(born);
  return !d->failed;
}

/* ---- the step ---- */

/* Where births give a ball more contacts than the sums have room for, their forces are set apart.
 */
static void add_late(scr_world *w, scr_diag *d, const scr_pass *pass) {
  struct scr_engine *e = w->engine;
  const int room = scr_headroom(w);
  uint32_t *born;
  scr_count_release(w);
  size_t n = births_and_deaths(w, d, &born);
  if (n) {
    scr_worker *l = e->worker[0];
    scr_pass p = *pass;
    p.pset = w->pset, p.reach = e->survey.reach; /* what was born may have brought new ones */
    if (scr_count_most(w) > UINT32_C(1) << room)
      p.force_limit = p.moment_limit = scr_power_of_two(SCR_NO_EXPONENT);
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
      if (!w->pair[type].law[at] || !scr_watched(w, note->event)) continue;
      const scr_event_arg arg = {.kind = SCR_K_CONTACT,
                                 .ref = scr_contact_ref(w, (scr_contact){type, at}),
                                 .mode = note->mode,
                                 .part = note->part,
                                 .strength = note->strength,
                                 .spent = note->spent};
      scr_world_event_with(w, note->event, scr_contact_key(w, type, at), &arg);
    }
}

typedef struct step {
  double dt;
  scr_asked asked;
  bool keep, notes;
  unknown which;
} step;

/* Nothing but pairs, sums and limits is looked at where there are no pairs. */
static void step_fill(scr_world *w, scr_contact_type type, const step *s) {
  assert(s->dt >= 0 && (!s->asked.reports || s->keep));
  const bool dash = w->energy_on || s->asked.reports || (type == SCR_BALL_FACET && s->asked.last);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), w->energy_on, dash);
  scr_pass *p = scr_pass_again(w, type, SCR_PASS_STEP);
  p->dt = s->dt;
  p->rough = s->asked.rough ? s->asked.rough->sum : NULL;
  p->want = (dash ? SCR_WANT_DASH : 0u) | (w->energy_on ? SCR_WANT_WORK : 0u) |
            (scr_watched(w, SCR_EV_BOND_BREAK) ? SCR_WANT_BREAK : 0u);
  p->notes = s->notes;
  p->magnitudes = s->asked.sizes && !s->keep && type == SCR_BALL_BALL;
  p->keep = s->keep || type == SCR_BALL_FACET; /* forces on walls are asked for at any time */
  p->force_limit = s->which.force ? HUGE_VAL : scr_power_of_two(w->force_exponent);
  p->moment_limit = s->which.moment ? HUGE_VAL : scr_power_of_two(w->moment_exponent);
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
  e->force->sum_size = e->force->max_size = 0;
  for (int k = 0; k < e->nworker; k++) {
    e->force->sum_size += e->worker[k]->sum_size;
    e->force->max_size = SCR_MAX(e->force->max_size, e->worker[k]->max_size);
  }
}

static void take_rough(const struct scr_engine *e, scr_rough *rough) {
  rough->k = rough->ks = rough->kr = 0;
  for (int k = 0; k < e->nworker; k++) {
    rough->k = SCR_MAX(rough->k, e->worker[k]->max_k);
    rough->ks = SCR_MAX(rough->ks, e->worker[k]->max_ks);
    rough->kr = SCR_MAX(rough->kr, e->worker[k]->max_kr);
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
  asked.reports |= e->any_silent;
  const bool fine = needs_fine_sums(w), notes = scr_watched(w, SCR_EV_SLIP_CHANGE) ||
                                                scr_watched(w, SCR_EV_CONTACT_ACTIVATED) ||
                                                scr_watched(w, SCR_EV_BOND_BREAK);
  const unknown which = {w->force_exponent == SCR_NO_EXPONENT,
                         w->moment_exponent == SCR_NO_EXPONENT};
  const bool keep = asked.reports || notes || fine;
  const step s = {dt, asked, keep, notes, which};
  const scr_pass *pass = scr_passes(w, SCR_PASS_STEP);
  if (asked.reports) make_room(w);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) step_fill(w, (scr_contact_type)t, &s);
  scr_made(w, SCR_SUMS);
  forget_start(w, which.force || which.moment, keep);
  scr_network_stresses(w);
  run_passes(w, pass, !scr_fresh(w, SCR_ZEROS));
  scr_changed(w, SCR_ZEROS);
  tell(w, SCR_REPORTS, asked.reports);
  if (keep) scr_changed(w, SCR_BLANKS);
  e->force->unread = keep ? 0 : e->force->unread + 1;
  add_late(w, d, &pass[0]);
  tell(w, SCR_SIZES, pass[0].magnitudes);
  if (pass[0].magnitudes) take_sizes(e);
  if (notes) queue_notes(w);
  if (!d->failed) scr_contacts_tell_begun(w);
  if (asked.rough) take_rough(e, asked.rough);
  settle_sums(w, &pass[0], fine, which);
  if (e->force->unread == FORGET) scr_results_forget(w);
  if (scr_claims_fresh(w)) scr_facet_book_fresh(w);
  return !d->failed;
}
