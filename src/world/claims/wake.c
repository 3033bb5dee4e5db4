/* Balls near facets in a step: which of their pairs must be computed, births and deaths of
 * contacts, claims; in parallel.
 *
 * Most candidates are far away for many steps. A ball that looks at all of them keeps those that
 * are within reach or nearly so; the others wait until ball and wall have moved by what was between
 * them then. What waits has no contact and is out of reach, so nothing shows of when a ball looks.
 */
#include "world/claims/claim.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/claims/claims.h"
#include "world/contacts/birth.h"
#include "world/contacts/cmat.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

static const double LAST_PLACES = 0x1p-46;

static void push(uint32_t **list, size_t *n, size_t *cap, uint32_t value) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof value);
  (*list)[(*n)++] = value;
}

void scr_claims_new(scr_world *w) { w->engine->claims = scr_alloc(sizeof *w->engine->claims); }

static void worker_free(scr_facet_worker *l) {
  void *const all[] = {l->claim, l->todo,    l->within, l->carry, l->born,
                       l->gone,  l->waiting, l->fresh,  l->tile,  l};
  for (size_t k = 0; k < SCR_COUNTOF(all); k++) scr_free(all[k]);
}

void scr_claims_free(scr_world *w) {
  struct scr_claims *s = w->engine->claims;
  for (int t = 0; t < SCR_MAX_WORKERS; t++)
    if (s->worker[t]) worker_free(s->worker[t]);
  scr_free(s->row);
  scr_free(s->near);
  scr_free(s->fresh);
  scr_free(s);
}

bool scr_claims_fresh(const scr_world *w) { return w->engine->claims->nfresh > 0; }
void scr_claims_forget(scr_world *w) { w->engine->claims->nfresh = 0; }

/* ---- rows ---- */

/* New lists: each ball with candidates is to look at all of them. */
static void make_rows(scr_world *w) {
  struct scr_engine *e = w->engine;
  struct scr_claims *s = e->claims;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  s->nrow = 0;
  SCR_GROW(s->near, s->cap_near, p->n);
  for (uint32_t k = 0; k < p->n; k++) {
    scr_facets_forget(w, k);
    if (k == 0 || p->i[k] != p->i[k - 1]) {
      SCR_GROW(s->row, s->cap_row, s->nrow + 1);
      s->row[s->nrow++] = (scr_facet_row){.ball = p->i[k], .first = k, .room = 0};
    }
    s->row[s->nrow - 1].last = k + 1;
  }
  s->builds = e->builds;
  s->npair = p->n;
  assert(s->nrow <= w->ball.n);
}

static bool rows_hold(const scr_world *w, double gap, double part) {
  const struct scr_claims *s = w->engine->claims;
  return s->builds == w->engine->builds && s->npair == w->pair[SCR_BALL_FACET].n && s->gap == gap &&
         s->part == part;
}

/* May a pair that waits be within reach by now? */
static bool must_look(const scr_world *w, const scr_facet_row *row) {
  assert(row->ball < w->ball.n && row->first < row->last);
  const scr_pose *now = &w->pose[row->ball];
  const double room = row->room - (scr_facets_path(w, row->wall) - row->path);
  double d[3];
  for (int c = 0; c < 3; c++) d[c] = now->x[c] - row->look.x[c];
  return now->r != row->look.r || !(room > 0) || !(scr_dot3(d, d) < 0.999 * (room * room));
}

/* ---- reach ---- */

/* Is a pair near enough to be, or to become, a contact? */
static bool is_within(const scr_world *w, uint32_t k, double r) {
  assert(k < w->pair[SCR_BALL_FACET].n && r > 0);
  const struct scr_claims *s = w->engine->claims;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double gap = scr_facets_geometry(w)->gap[k];
  if (p->flag[k] & SCR_PAIR_BONDED) return true;
  if (p->law[k] && gap <= scr_pset_gap(&w->pset[scr_pair_set(p, k)], r)) return true;
  if (p->law[k]) return w->engine->any_bonds && scr_facet_takes_bond(w, k);
  return gap <= SCR_MAX(s->gap, s->part * r) || scr_facet_predecessor(w, k) != SCR_NONE;
}

/* How far a ball may go before it looks again: the more it keeps awake, the longer that lasts. */
static double margin_of(const scr_world *w, uint32_t ball) {
  enum { STEPS = 16 };
  const double *v = w->twist[ball].v;
  return 0.02 * w->pose[ball].r + STEPS * w->timestep.current * sqrt(scr_dot3(v, v));
}

/* Gap, less reach and what rounding may do to it. */
static double beyond(const scr_world *w, const scr_facet_row *row, uint32_t k) {
  const struct scr_engine *e = w->engine;
  const scr_pose *ball = &w->pose[row->ball];
  const struct scr_claims *s = e->claims;
  const double least =
      SCR_MAX(SCR_ROUND_PART * ball->r,
              e->survey.reach); /* sides of valleys; what may take over from a contact */
  const double reach = SCR_MAX(SCR_MAX(s->gap, s->part * ball->r), least);
  double size = ball->r;
  for (int c = 0; c < 3; c++) size += fabs(ball->x[c]) + scr_period(w, c);
  return scr_facets_geometry(w)->gap[k] - reach -
         scr_facets_shapes(w)[w->pair[SCR_BALL_FACET].j[k]].blur - LAST_PLACES * size;
}

/* Which pairs of a ball that looked at all of them stay awake. */
static void fall_asleep(scr_world *w, scr_facet_row *row) {
  struct scr_claims *s = w->engine->claims;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double margin = margin_of(w, row->ball);
  const uint32_t *of = scr_colu(&w->facet, SCR_FACET_WALL);
  bool several = false;
  row->awake = 0;
  row->room = HUGE_VAL;
  row->wall = SCR_NONE;
  for (uint32_t k = row->first; k < row->last; k++) {
    const double far = beyond(w, row, k);
    if (p->law[k] || !(far > margin) || scr_facets_plain(w)) {
      s->near[row->first + row->awake++] = k;
      continue;
    }
    several |= row->wall != SCR_NONE && row->wall != of[p->j[k]];
    row->wall = of[p->j[k]];
    row->room = SCR_MIN(row->room, far);
  }
  if (several) row->wall = SCR_NONE;
  assert(row->awake <= row->last - row->first);
  row->look = w->pose[row->ball];
  row->path = scr_facets_path(w, row->wall);
}

/* ---- one thread ---- */

typedef struct job {
  scr_world *w;
  scr_facets_mode mode;
  int workers;
  bool again; /* the rows that wait for births */
} job;

static void rows_of_worker(const job *j, int t, size_t *from, size_t *to) {
  const struct scr_claims *s = j->w->engine->claims;
  uint32_t edge[2];
  size_t at[2];
  scr_worker_rows(j->w, t, j->workers, &edge[0], &edge[1]);
  for (int k = 0; k < 2; k++) {
    size_t lo = 0, hi = s->nrow;
    while (lo < hi) {
      const size_t mid = (lo + hi) / 2;
      if (s->row[mid].ball < edge[k])
        lo = mid + 1;
      else
        hi = mid;
    }
    at[k] = lo;
  }
  *from = at[0], *to = at[1];
  assert(*from <= *to && *to <= s->nrow);
}

/* What must be computed in this step. */
static void collect(scr_world *w, scr_facet_worker *l, size_t from, size_t to) {
  enum { AHEAD = 8 };
  struct scr_claims *s = w->engine->claims;
  l->ntodo = 0;
  for (size_t k = from; k < to; k++) {
    scr_facet_row *row = &s->row[k];
    __builtin_prefetch(&w->pose[s->row[SCR_MIN(k + AHEAD, to - 1)].ball]);
    row->due = scr_facets_plain(w) || must_look(w, row);
    const uint32_t n = row->due ? row->last - row->first : row->awake;
    SCR_GROW(l->todo, l->cap_todo, l->ntodo + n);
    for (uint32_t q = 0; q < n; q++)
      l->todo[l->ntodo + q] = row->due ? row->first + q : s->near[row->first + q];
    l->ntodo += n;
  }
}

/* Which of n pairs of a ball are within reach, *found of them, to l->within. Those of contacts that
 * are to be born or to end are noted; true if there are any. */
static bool find_within(scr_world *w, scr_facet_worker *l, const scr_facet_row *row,
                        const uint32_t *near, uint32_t n, size_t *found) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double r = w->pose[row->ball].r;
  const size_t before = l->nborn + l->ngone;
  *found = 0;
  SCR_GROW(l->within, l->cap_within, n);
  for (uint32_t q = 0; q < n; q++) {
    const uint32_t k = near[q];
    const bool in = is_within(w, k, r);
    l->within[*found] = k, *found += in;
    if (in == (p->law[k] != 0)) continue;
    if (in)
      push(&l->born, &l->nborn, &l->cap_born, k);
    else
      push(&l->gone, &l->ngone, &l->cap_gone, k);
  }
  return l->nborn + l->ngone > before;
}

static void step_of_worker(const job *j, int t) {
  scr_world *w = j->w;
  struct scr_claims *s = w->engine->claims;
  scr_facet_worker *l = s->worker[t];
  size_t from, to;
  rows_of_worker(j, t, &from, &to);
  collect(w, l, from, to);
  scr_facets_closest(w, l->tile, l->todo, l->ntodo);
  const uint32_t *near = l->todo;
  for (size_t k = from; k < to; k++) {
    scr_facet_row *row = &s->row[k];
    const uint32_t n = row->due ? row->last - row->first : row->awake;
    size_t found;
    if (find_within(w, l, row, near, n, &found))
      push(&l->waiting, &l->nwaiting, &l->cap_waiting, (uint32_t)k);
    else
      scr_claims_settle(w, l, l->within, found, j->mode);
    if (row->due) fall_asleep(w, row);
    near += n;
  }
}

/* Balls whose contacts have been born or are gone: nothing has moved since they were computed. */
static void wait_of_worker(const job *j, int t) {
  scr_world *w = j->w;
  const struct scr_claims *s = w->engine->claims;
  scr_facet_worker *l = s->worker[t];
  for (size_t k = 0; k < l->nwaiting; k++) {
    const scr_facet_row *row = &s->row[l->waiting[k]];
    size_t found = 0;
    SCR_GROW(l->within, l->cap_within, row->awake);
    for (uint32_t q = 0; q < row->awake; q++) {
      const uint32_t pair = s->near[row->first + q];
      if (w->pair[SCR_BALL_FACET].law[pair] && is_within(w, pair, w->pose[row->ball].r))
        l->within[found++] = pair;
    }
    scr_claims_settle(w, l, l->within, found, j->mode);
  }
}

static void run_worker(void *user, int t, int threads) {
  const job *j = user;
  SCR_UNUSED(threads);
  if (j->again)
    wait_of_worker(j, t);
  else
    step_of_worker(j, t);
}

/* Few balls near facets are not worth waking a thread for. */
static void run(job *j, size_t rows) {
  enum { ROWS_WORTH_THREADS = 200 };
  if (j->workers > 1 && rows >= ROWS_WORTH_THREADS)
    scr_par_run_by(j->w->engine->par, j->workers, run_worker, j);
  else
    for (int t = 0; t < j->workers; t++) run_worker(j, t, 1);
}

/* ---- the whole ---- */

static void begin_workers(struct scr_claims *s, int workers) {
  assert(workers >= 1 && workers <= SCR_MAX_WORKERS);
  for (int t = 0; t < workers; t++) {
    if (!s->worker[t]) {
      s->worker[t] = scr_alloc(sizeof *s->worker[t]);
      s->worker[t]->tile = scr_alloc_aligned(sizeof *s->worker[t]->tile);
    }
    scr_facet_worker *l = s->worker[t];
    l->ncarry = l->nborn = l->ngone = l->nwaiting = l->nfresh = 0;
  }
}

/* All births (or deaths) in one list, owned by the caller. */
static size_t gather(const struct scr_claims *s, int workers, bool births, uint32_t **out) {
  size_t n = 0, cap = 0;
  *out = NULL;
  for (int t = 0; t < workers; t++) {
    const scr_facet_worker *l = s->worker[t];
    const size_t m = births ? l->nborn : l->ngone;
    if (!m) continue;
    SCR_GROW(*out, cap, n + m);
    memcpy(*out + n, births ? l->born : l->gone, m * sizeof **out);
    n += m;
  }
  return n;
}

/* Bonds that the CMAT gives: one where a ball meets several facets as one contact, and none where
 * that contact was there before. */
static bool may_be_born_bonded(scr_world *w, scr_contact c, uint32_t first) {
  return scr_claims_against_bond(w, c.k, first) == SCR_NONE;
}

/* Geometry and births first, claims after them, so that a contact that takes over exists. */
static void births_and_deaths(job *j, scr_diag *d) {
  scr_world *w = j->w;
  struct scr_claims *s = w->engine->claims;
  uint32_t *born, *gone;
  size_t nborn = gather(s, j->workers, true, &born), ngone = gather(s, j->workers, false, &gone),
         waiting = 0;
  if (ngone) scr_contacts_part(w, SCR_BALL_FACET, gone, ngone);
  const uint32_t first = w->contact_ids[SCR_BALL_FACET].max + 1;
  if (nborn && !scr_contacts_born(w, d, SCR_BALL_FACET, born, nborn)) nborn = 0;
  if (nborn) scr_contacts_begin(w, first, may_be_born_bonded);
  for (int t = 0; t < j->workers; t++) waiting += s->worker[t]->nwaiting;
  j->again = true;
  if (waiting && !d->failed) run(j, waiting); /* after an error all balls look anew */
  if (nborn) scr_contacts_brought(w);
  if (j->mode == SCR_FACETS_EDIT && nborn) scr_forces_start(w, SCR_BALL_FACET, born, nborn);
  if (nborn || ngone) scr_need(w, d, SCR_COUNTS);
  scr_free(born);
  scr_free(gone);
}

/* Sums are exact and lists are sorted before they show: the order of workers does not matter. */
static void merge_workers(scr_world *w, int workers) {
  struct scr_engine *e = w->engine;
  for (int t = 0; t < workers; t++) {
    scr_facet_worker *l = e->claims->worker[t];
    for (size_t k = 0; k < l->nfresh; k++) {
      SCR_GROW(e->claims->fresh, e->claims->cap_fresh, e->claims->nfresh + 1);
      e->claims->fresh[e->claims->nfresh++] = l->fresh[k];
    }
    if (l->moved) scr_changed(w, SCR_CARRIED), scr_changed(w, SCR_STIFFNESS);
    l->moved = false;
    if (!l->booked) continue;
    scr_xsum_merge(&w->energy_total[SCR_TOTAL_EDIT], &l->edit);
    l->edit = (scr_xsum){0};
    l->booked = false;
  }
}

void scr_facet_update(scr_world *w, scr_diag *d, scr_facets_mode mode) {
  struct scr_engine *e = w->engine;
  struct scr_claims *s = e->claims;
  double gap, part;
  s->workers = 0;
  if (!w->pair[SCR_BALL_FACET].n) return;
  scr_cmat_reach(w, SCR_BALL_FACET, &gap, &part);
  scr_facets_room(w);
  scr_facets_survey(w);
  if (!rows_hold(w, gap, part)) make_rows(w);
  s->gap = gap, s->part = part;
  job j = {.w = w, .mode = mode, .workers = scr_workers_for(w)};
  begin_workers(s, j.workers);
  run(&j, s->nrow);
  births_and_deaths(&j, d);
  merge_workers(w, j.workers);
  if (mode == SCR_FACETS_STEP) s->workers = j.workers;
  if (e->survey.proximities ||
      part < SCR_ROUND_PART) /* contacts may lie beyond what was looked at */
    scr_changed(w, SCR_FACETS);
  else
    scr_made_if_sound(w, SCR_FACETS);
}

bool scr_facets_carrying(const scr_world *w, int t, int workers, const uint32_t **pair, size_t *n) {
  const struct scr_claims *s = w->engine->claims;
  if (s->workers != workers || scr_facets_plain(w)) return false;
  *pair = s->worker[t]->carry;
  *n = s->worker[t]->ncarry;
  return true;
}
