/* The cycle: one array of stages with their cycle points, callbacks between them, limits of a
 * solve. */
#include "world/cycle/cycle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/tuner.h"
#include "world/bodies/bodies.h"
#include "world/bodies/inlets.h"
#include "world/bodies/sides.h"
#include "world/check.h"
#include "world/claims/claims.h"
#include "world/contacts/birth.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/count.h"
#include "world/contacts/network.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/contacts/tables.h"
#include "world/cycle/kept.h"
#include "world/cycle/traps.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/force/energy.h"
#include "world/force/force.h"
#include "world/fracture/fragment.h"
#include "world/motion/free_walls.h"
#include "world/motion/motion.h"
#include "world/motion/strain.h"
#include "world/rigid/rigid.h"
#include "world/search/search.h"
#include "world/state/events.h"
#include "world/state/rows.h"
#include "world/state/solving.h"
#include "world/state/survey.h"
#include "world/timestep/stepper.h"
#include "world/workers/profile.h"
#include "world/workers/workers.h"

void scr_cycle_new(scr_world *w) { w->engine->cycle = scr_alloc(sizeof *w->engine->cycle); }
void scr_cycle_free(scr_world *w) {
  struct scr_cycle *c = w->engine->cycle;
  scr_free(c->touching);
  scr_free(c->touched);
  scr_free(c->servo_of);
  scr_free(c->sums);
  scr_free(c);
}

/* ---- stages ---- */

static bool make_lists(scr_world *w, scr_diag *d) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    scr_pairs_need(&w->pair[t], scr_states_needed(w), w->energy_on, false);
  scr_survey(w);
  scr_facets_refresh(w, NULL);
  if (!scr_neighbours_build(w, d)) return false;
  scr_made(w, SCR_LISTS);
  return true;
}

bool scr_world_list_restored(scr_world *w, scr_diag *d) {
  scr_lists_hold_all(w, true);
  const bool fine = make_lists(w, d);
  scr_lists_hold_all(w, false);
  return fine;
}

/* Brings lists and contacts up to the present geometry. `before`: scr_energy_state(). */
static bool bring_up_to_date(scr_world *w, scr_diag *d, double before) {
  if (scr_fresh(w, SCR_LISTS)) return true;
  if (!make_lists(w, d)) return false;
  scr_changed(w, SCR_OVERLAPS);
  if (!scr_detect(w, d)) {
    scr_energy_edited(w, before); /* contacts that bodies have left are gone */
    return false;
  }
  return scr_need(w, d, SCR_COUNTS);
}

#ifndef NDEBUG
static bool holds(scr_world *w, double energy) {
  double stored[2];
  scr_energy_stored(w, stored);
  return stored[0] + stored[1] == energy;
}
#endif

/* A velocity that was set leaves lists, contacts and their forces as they are. */
static bool take_edits_in(scr_world *w, scr_diag *d) {
  const bool listed = scr_fresh(w, SCR_LISTS);
  if (listed && scr_fresh(w, SCR_SPRINGS) && scr_fresh(w, SCR_IDLE)) return true;
  scr_world_sync(w); /* the half-kick that is due is not that of contacts which edits make */
  double before = scr_energy_state(w);
  if (!bring_up_to_date(w, d, before)) return false;
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  const bool other = scr_forces_refresh(w) || !listed;
  assert(other || holds(w, before));
  if (other)
    scr_energy_edited(
        w, before); /* overlap at creation, and what edits of bodies and laws brought in */
  scr_made(w, SCR_IDLE);
  return true;
}

static bool stage_validate(scr_world *w, scr_diag *d) {
  const bool edited = !scr_fresh(w, SCR_LISTS) || !scr_fresh(w, SCR_SURVEY);
  scr_claims_forget(w); /* a cycle that failed may have left some, */
  scr_count_release(w); /* and this */
  if (edited) {
    if (!take_edits_in(w, d)) return false;
    scr_survey(w);
    scr_made(w, SCR_SURVEY);
  }
  scr_need(w, d, SCR_STIFFNESS);
  return !edited || (scr_masses_fit(w, d) && scr_events_deliver(w, d, SCR_TELLS_CREATED));
}

static bool stage_begin(scr_world *w, scr_diag *d) {
  return scr_inlets_feed(w, d) && scr_world_announce(w, d) && stage_validate(w, d);
}

/* Callbacks between the validation and point 0 may have made or deleted bodies: they are taken in
 * before anything moves. */
static bool stage_timestep(scr_world *w, scr_diag *d) {
  w->engine->cycle->dt_before = w->timestep.current;
  if (!stage_validate(w, d) || !scr_laws_oriented(w, d) || !scr_tables_sound(w, d)) return false;
  if (!scr_timestep_choose(w, d)) return false;
  if (scr_strained(w) && !(scr_strain_fits(w, d) && scr_traps_tell_strain(w, d))) return false;
  if (scr_fresh(w, SCR_TRAPS) && scr_fresh(w, SCR_FAST_WALLS)) return true;
  return scr_traps_tell(w, d, scr_goes_to_ratio(w));
}

static bool stage_motion(scr_world *w, scr_diag *d) {
  if (!scr_fresh(w, SCR_SUMS)) scr_world_sync(w);
  const bool edited = w->energy_on && !scr_fresh(w, SCR_MARKS);
  if (edited) scr_contacts_edited(w);
  const scr_motion *m = scr_motion_of_step(w, w->kick_pending ? scr_last_dt(w) : 0);
  scr_energy_timestep(w, m, w->engine->cycle->dt_before);
  scr_energy_edited_step(w, edited && scr_network_stressed(w));
  scr_sides_foresee(w, m, w->engine->cycle->dt_before);
  scr_changed(w, SCR_MOTION);
  scr_free_walls_kick(w, m);
  scr_motion_run(w, m);
  w->kick_pending = false;
  if (scr_motion_cleared(w))
    scr_made(w, SCR_ZEROS);
  else
    scr_changed(w, SCR_ZEROS);
  memset(w->engine->strain, 0, sizeof w->engine->strain);
  if (scr_strained(w)) scr_domain_strain(w);
  scr_energy_strained(w);
  return scr_walls_move(w, d, w->timestep.current);
}

/* With the spin of the half step, before a side of the domain may change it. */
static bool stage_rotation(scr_world *w, scr_diag *d) {
  assert(!scr_fresh(w, SCR_FORCES) && !w->kick_pending);
  SCR_UNUSED(d);
  if (scr_orientation_tracked(w)) scr_orientations_turn(w, w->timestep.current);
  return true;
}

static bool stage_time(scr_world *w, scr_diag *d) {
  SCR_UNUSED(d);
  double y = w->timestep.current - w->time_carry, t = w->time + y;
  w->time_carry = (t - w->time) - y;
  w->time = t;
  return true;
}

/* Contacts that are too far apart even for candidates end here, where lists are built, others in
 * the force pass or, where a callback stands between, before it. Which it is depends on the skin.
 * So the sums of the step have room for all that there were, whether or not lists are built. */
static bool stage_search(scr_world *w, scr_diag *d) {
  const bool listed = scr_fresh(w, SCR_LISTS), worn = scr_neighbours_worn(w),
             stale = listed && scr_neighbours_stale(w);
  scr_need(w, d, SCR_COUNTS);
  scr_count_hold(w);
  if (listed && !worn && !stale) return true;
  if (!listed) scr_survey(w);
  scr_made(w, SCR_LISTS); /* before: who is told of contacts that end may ask for new ones again */
  /* who is told of contacts that end is told of all of them at once, whichever list there is */
  scr_lists_hold_all(w, scr_watched(w, SCR_EV_CONTACT_DELETE));
  const bool fine = scr_neighbours_build(w, d);
  scr_lists_hold_all(w, false);
  if (!fine) scr_changed(w, SCR_LISTS);
  return fine;
}

/* Births and deaths before the forces, only where somebody stands between or balls have stresses,
 * which follow from all bonds; the force pass finds them itself otherwise. */
static bool stage_contacts(scr_world *w, scr_diag *d) {
  if (!scr_events_split(w) && !scr_network_may_be_stressed(w)) return true;
  return scr_detect(w, d) && scr_events_deliver(w, d, SCR_TELLS_CREATED);
}

/* What the force pass of this cycle is to find. */
static scr_asked asked_of_forces(const scr_world *w) {
  const scr_solving *s = w->engine->solving;
  scr_asked a = {.last = scr_somebody_looks(w)};
  a.reports = scr_contacts_read(w, a.last);
  for (const scr_limits *l = s ? s->limit : NULL; l; l = l->or_else)
    a.sizes |= l->ratio_average < HUGE_VAL || l->ratio_maximum < HUGE_VAL;
  return a;
}

static bool stage_forces(scr_world *w, scr_diag *d) {
  assert(!scr_fresh(w, SCR_TRACES) && !w->kick_pending);
  if (w->pair[SCR_BALL_FACET].n) scr_facet_update(w, d, SCR_FACETS_STEP);
  if (d->failed) return false;
  scr_asked asked = asked_of_forces(w);
  asked.rough = scr_rough_begin(w);
  if (!scr_forces(w, d, w->timestep.current, asked)) return false;
  scr_contacts_take_back(w);
  scr_contacts_edits_over(w);
  scr_energy_edited_step(w, false);
  assert(scr_fresh(w, SCR_SUMS) && !scr_fresh(w, SCR_ZEROS));
  scr_energy_strained(w);
  scr_step_taken(w, w->timestep.current);
  w->kick_pending = true;
  scr_made(w, SCR_FORCES);
  if (asked.last && !scr_fresh(w, SCR_REPORTS)) scr_made(w, SCR_TRACES); /* facets have told */
  return true;
}

static bool stage_events(scr_world *w, scr_diag *d) {
  return scr_events_deliver(w, d, SCR_TELLS_ALL_EVENTS);
}

/* The order of a cycle. Callbacks with points between two stages run between them. */
static const struct stage {
  double point;
  const char *name;
  bool (*run)(scr_world *w, scr_diag *d);
} stages[] = {
    {-10, "validate data", stage_begin},
    {0, "timestep", stage_timestep},
    {9.9, "servos", scr_servos_drive},
    {10, "motion", stage_motion},
    {10, "rotation", stage_rotation},
    {10, "domain", scr_domain_enforce},
    {20, "time", stage_time},
    {30, "search", stage_search},
    {35, "contacts", stage_contacts},
    {40, "forces", stage_forces},
    {42, "events", stage_events},
};

/* ---- callbacks ---- */

/* The next callback with a point below `hi`: at the point of *at one of number `last` at most that
 * follows it, else the first of the next point. NULL: there is none. */
static const scr_callback *next_callback(const scr_world *w, const scr_callback *at, double hi,
                                         uint64_t last) {
  const scr_callback *best = NULL;
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    if (c->event >= 0 || !(c->point >= at->point && c->point < hi)) continue;
    if (c->point == at->point && (c->number <= at->number || c->number > last)) continue;
    if (!best || c->point < best->point) best = c;
  }
  return best;
}

/* Callbacks with lo <= point < hi, by point, equal ones in order of registration. `alone`: there is
 * one. */
static bool callbacks_between(scr_world *w, scr_diag *d, double lo, double hi, bool alone) {
  scr_callback at = {.point = lo};
  uint64_t last = scr_callbacks_added(w);
  for (;;) {
    const scr_callback *best = next_callback(w, &at, hi, last);
    if (!best) return true;
    if (best->point > at.point) last = scr_callbacks_added(w);
    at = *best;
    w->point = at.point;
    if (scr_every(w->cycle + 1, (uint64_t)at.interval) && !scr_callback_call(w, d, &at, NULL))
      return false;
    if (alone && scr_fresh(w, SCR_GAPS)) return true; /* it has made no others */
  }
}

void scr_gaps_find(scr_world *w) {
  struct scr_engine *e = w->engine;
  e->cycle->busy = e->cycle->crowded = 0;
  for (size_t c = 0; c < w->ncallback; c++) {
    unsigned gap = 0;
    while (gap < SCR_COUNTOF(stages) && w->callback[c].point >= stages[gap].point) gap++;
    if (w->callback[c].event >= 0) continue;
    e->cycle->crowded |= e->cycle->busy & 1u << gap;
    e->cycle->busy |= 1u << gap;
  }
  scr_made(w, SCR_GAPS);
}

static bool callbacks_in_gap(scr_world *w, scr_diag *d, unsigned gap, double lo, double hi) {
  assert(gap <= SCR_COUNTOF(stages) && lo <= hi);
  scr_need(w, d, SCR_GAPS);
  if (!(w->engine->cycle->busy >> gap & 1)) return true;
  const double begin = scr_workers_clock(w);
  const bool fine = callbacks_between(w, d, lo, hi, !(w->engine->cycle->crowded >> gap & 1));
  scr_workers_aside(w, begin);
  return fine;
}

/* ---- where the time goes ---- */

enum { PART_CALLBACKS = SCR_COUNTOF(stages), PART_HISTORIES, PART_RESULTS, PARTS_OF_CYCLE };
static_assert((int)PARTS_OF_CYCLE <= (int)SCR_PROFILE_MAX, "a part has no place in scr_profile");

static void name_parts(scr_profile *p) {
  for (size_t k = 0; k < SCR_COUNTOF(stages); k++) p->name[k] = stages[k].name;
  p->name[PART_CALLBACKS] = "callbacks";
  p->name[PART_HISTORIES] = "histories";
  p->name[PART_RESULTS] = "results";
  p->n = PARTS_OF_CYCLE;
}

/* `before`: how the choice of threads stood. */
static void count_solve(scr_world *w, double begin, const scr_tuner *before) {
  scr_profile *p = w->hooks.profile;
  if (!p) return;
  p->threads[p->solves++ % SCR_PROFILE_SOLVES] = scr_workers_settled(w);
  p->solving += scr_profile_clock() - begin;
  p->changes += scr_workers_tuner(w)->changes - before->changes;
  p->cycles_off += scr_workers_tuner(w)->steps_off - before->steps_off;
}

static double lap_begin(const scr_world *w) { return w->hooks.profile ? scr_profile_clock() : 0; }

static void lap_end(scr_world *w, int part, double begin) {
  scr_profile *p = w->hooks.profile;
  if (!p) return;
  p->seconds[part] += scr_profile_clock() - begin;
  p->looks += 2;
}

static void count_cycle(scr_world *w, uint64_t builds) {
  scr_profile *p = w->hooks.profile;
  if (!p) return;
  p->cycles++;
  p->steps += w->ball.n;
  p->builds += w->engine->builds - builds;
  p->skin = scr_skin(w);
  if (w->engine->builds == builds && p->radius > 0) return;
  p->radius = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) p->radius = SCR_MAX(p->radius, w->pose[k].r);
}

static bool callbacks_timed(scr_world *w, scr_diag *d, unsigned gap, double lo, double hi) {
  const double begin = lap_begin(w);
  const bool fine = callbacks_in_gap(w, d, gap, lo, hi);
  lap_end(w, PART_CALLBACKS, begin);
  return fine;
}

/* What reads the world at the end of a cycle. */
static bool call_reader(scr_world *w, scr_diag *d, bool (*read)(void *user), int part,
                        const char *failed) {
  const double begin = lap_begin(w), aside = scr_workers_clock(w);
  const bool fine = read(w->hooks.user);
  scr_workers_aside(w, aside);
  lap_end(w, part, begin);
  if (!fine && !d->failed) scr_fail(d, NULL, SCR_E_STATE, "%s", failed);
  return fine;
}

static bool read_world(scr_world *w, scr_diag *d) {
  if (!scr_fragment_cycle(w, d)) return false;
  if (w->hooks.cycle_end && scr_every(w->cycle, w->history_every) &&
      !call_reader(w, d, w->hooks.cycle_end, PART_HISTORIES, "a history could not be sampled"))
    return false;
  return !(w->hooks.frame && scr_frame_due(w, w->cycle)) ||
         call_reader(w, d, w->hooks.frame, PART_RESULTS, "a frame could not be written");
}

static bool one_cycle(scr_world *w, scr_diag *d) {
  assert(isnan(w->point) && !scr_telling(w));
  const uint64_t builds = w->engine->builds;
  double from = -HUGE_VAL;
  for (unsigned k = 0; k < SCR_COUNTOF(stages); k++) {
    if (!callbacks_timed(w, d, k, from, stages[k].point)) return false;
    w->point = stages[k].point;
    from = stages[k].point;
    const double begin = lap_begin(w);
    if (k) scr_changed(w, SCR_ENERGIES); /* nothing moves before it; who edits says so */
    const bool fine = stages[k].run(w, d);
    lap_end(w, (int)k, begin);
    scr_changed(w, SCR_STRESSES); /* callbacks behind it see others */
    if (!fine) return false;
    if (w->engine->call_failed && scr_call_failure(w))
      return d->failed ? false : scr_fail(d, NULL, SCR_E_STATE, "a callback failed");
  }
  if (!callbacks_timed(w, d, SCR_COUNTOF(stages), from, HUGE_VAL)) return false;
  w->cycle++;
  w->point = NAN;
  count_cycle(w, builds);
  if (w->ncallback || scr_velocities_open(w)) scr_changed(w, SCR_APPLIED);
  return read_world(w, d);
}

/* ---- looking from outside ---- */

bool scr_world_clean(scr_world *w, scr_diag *d) {
  assert(!w->asking);
  scr_world_sync(w);
  double before = scr_energy_state(w);
  if (!bring_up_to_date(w, d, before)) return false;
  if (w->pair[SCR_BALL_FACET].n) scr_facet_geometry_all(w);
  scr_forces_refresh(w);
  scr_energy_edited(w, before);
  scr_changed(w, SCR_CLEANING);
  return scr_events_deliver(w, d, SCR_TELLS_CREATED);
}

void scr_world_calm(scr_world *w) {
  if (w->engine->solving) scr_changed(w, SCR_TRACES); /* not the last cycle: nobody asks */
  scr_world_sync(w);
  scr_changed(w, SCR_SPEEDS);
  scr_bodies_calm(w);
  scr_free_walls_calm(w);
  for (uint32_t k = 0; k < w->ball.n; k++) {
    uint8_t fix = ((const uint8_t *)w->ball.base[SCR_BALL_FIX])[k];
    if (scr_body_of(w, k)) continue;
    for (int c = 0; c < 3; c++) {
      if (!(fix >> c & 1)) w->twist[k].v[c] = 0;
      if (!(fix >> (3 + c) & 1)) w->twist[k].w[c] = 0;
    }
  }
}

/* Within a solve: what it takes is an edit. */
static void calm_between_cycles(scr_world *w) {
  scr_changed(w, SCR_TRACES); /* not the last cycle: nobody asks */
  scr_world_sync(w);
  const double before = scr_energy_of_motion(w);
  scr_world_calm(w);
  scr_energy_calmed(w, before);
}

/* ---- solve ---- */

scr_limits scr_limits_none(void) {
  return (scr_limits){.cycles = UINT64_MAX,
                      .cycles_total = UINT64_MAX,
                      .time = HUGE_VAL,
                      .time_total = HUGE_VAL,
                      .ratio_average = HUGE_VAL,
                      .ratio_maximum = HUGE_VAL,
                      .ratio_local = HUGE_VAL,
                      .unbalanced_average = HUGE_VAL,
                      .unbalanced_maximum = HUGE_VAL};
}

/* How many limits are given, and how many of them are met; ratios are asked only where they can
 * still decide. */
static int count_limits(scr_world *w, const scr_solving *s, const scr_limits *l, int *met) {
  int asked = 0;
  *met = 0;
#define LIMIT(given, is_met)                                                                       \
  if (given) asked++, *met += (is_met)
#define RATIO(name, limit)                                                                         \
  LIMIT((limit) < HUGE_VAL,                                                                        \
        (l->all ? *met == asked - 1 : *met == 0) && scr_world_ratio_met(w, name, limit))
  LIMIT(l->cycles != UINT64_MAX, w->cycle - s->first >= l->cycles);
  LIMIT(l->cycles_total != UINT64_MAX, w->cycle >= l->cycles_total);
  LIMIT(l->time < HUGE_VAL, scr_reached(w->time - s->start, l->time));
  LIMIT(l->time_total < HUGE_VAL, scr_reached(w->time, l->time_total));
  RATIO("ratio-average", l->ratio_average);
  RATIO("ratio-maximum", l->ratio_maximum);
  RATIO("ratio-local", l->ratio_local);
  RATIO("unbalanced-average", l->unbalanced_average);
  RATIO("unbalanced-maximum", l->unbalanced_maximum);
  LIMIT(l->halt != NULL, l->halt(l->halt_user));
#undef RATIO
#undef LIMIT
  return asked;
}

/* Every set is looked at, so that each function of a fish-halt is called in each cycle. */
static bool done(scr_world *w, const scr_solving *s) {
  bool end = false;
  for (const scr_limits *l = s->limit; l; l = l->or_else) {
    int met, asked = count_limits(w, s, l, &met);
    end |= l->all ? met == asked : met > 0;
  }
  return end;
}

/* Nothing moves before the first cycle: limits of ratios are asked only after one. */
static bool nothing_to_do(const scr_world *w, const scr_solving *s) {
  for (const scr_limits *l = s->limit; l; l = l->or_else)
    if (!l->all && (l->cycles == 0 || w->cycle >= l->cycles_total || !(l->time > 0) ||
                    scr_reached(w->time, l->time_total)))
      return true;
  return false;
}

/* Cycles before progress is told of first: a large model's take long. */
static uint64_t patience(const scr_world *w) {
  enum { MOST = 64, BALLS = 1000000 };
  return SCR_MAX(SCR_MIN((uint64_t)MOST, (uint64_t)BALLS / (w->ball.n + 1)), (uint64_t)1);
}

/* About ten times a second, found from cycles: the clock is read seldom and reaches nothing but the
 * progress line. */
static void progress(scr_world *w, uint64_t *next, uint64_t *every, double *last) {
  if (!w->hooks.progress || w->cycle < *next) return;
  const double t = scr_profile_clock();
  if (*last > 0)
    *every = t - *last < 0.05 ? *every * 2 : t - *last > 0.2 && *every > 1 ? *every / 2 : *every;
  *last = t;
  *next = w->cycle + *every;
  w->hooks.progress(w->hooks.user);
}

/* Are the contacts of the last step known, or can they be? */
static bool can_be_told(const scr_world *w) {
  return scr_fresh(w, SCR_REPORTS) || scr_fresh(w, SCR_TRACES);
}

static bool solve(scr_world *w, scr_diag *d, const scr_limits *limits) {
  assert(!w->engine->solving);
  scr_solving s = {.limit = limits, .first = w->cycle, .start = w->time};
  uint64_t every = patience(w), next = w->cycle + every;
  double last = 0;
  bool fine = true, goes_on;
  w->engine->solving = &s;
  scr_changed(w, SCR_SOLVE);
  if (scr_ranges_call(w)) scr_world_observe(w);
  if (!scr_event_announce(w, d, SCR_EV_SOLVE_START)) {
    w->engine->solving = NULL;
    return false;
  }
  if (!nothing_to_do(w, &s)) {
    do {
      const double begin = scr_workers_clock(w);
      const uint64_t builds = w->engine->builds;
      fine = one_cycle(w, d);
      if (!fine) break;
      if (limits->calm > 0 && (w->cycle - s.first) % (uint64_t)limits->calm == 0)
        calm_between_cycles(w);
      s.ends |= w->hooks.interrupted && w->hooks.interrupted(w->hooks.user);
      if (s.ends && can_be_told(w)) { /* else one more cycle, which can be looked at */
        scr_fail(d, NULL, SCR_E_INTERRUPT, "interrupted after cycle %llu",
                 (unsigned long long)w->cycle);
        fine = false;
      }
      progress(w, &next, &every, &last);
      goes_on = fine && !done(w, &s);
      scr_workers_tune(w, begin, builds);
    } while (goes_on);
  }
  w->point = NAN;
  fine = fine && (w->cycle == s.first || scr_servos_tell(w, d));
  w->engine->solving = NULL;
  if (!fine && !(scr_fresh(w, SCR_FORCES) && can_be_told(w))) {
    scr_changed(w, SCR_FAILURE); /* forces are found anew before anybody reads them */
    for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_pairs_drop_dash(&w->pair[t]);
  }
  if (!(scr_fresh(w, SCR_TRACES) && w->hooks.asks)) scr_world_sync(w);
  return fine && scr_event_announce(w, d, SCR_EV_SOLVE_ENDING) &&
         scr_event_announce(w, d, SCR_EV_SOLVE_COMPLETE);
}

bool scr_world_solve(scr_world *w, scr_diag *d, const scr_limits *limits) {
  if (!isnan(w->point))
    return scr_fail(d, NULL, SCR_E_STATE, "cycling cannot start inside of a cycle");
  if (w->hooks.profile)
    name_parts(w->hooks.profile); /* a solve that fails in its first cycle has parts, too */
  const double begin = lap_begin(w);
  const scr_tuner before = *scr_workers_tuner(w);
  const bool fine = solve(w, d, limits);
  count_solve(w, begin, &before);
  scr_world_assert(w);
  return fine;
}
