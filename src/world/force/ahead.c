/* Motion of the next step beside the forces of this one: when all pairs of a block of balls are
 * done, its balls move while they still lie in a cache, so that memory is gone through once a step.
 * It is the same motion of the same balls, only earlier; nobody looks between.
 *
 * The list has each pair in the block of its lower row, so a ball's sum is complete when its block
 * is, but for three kinds of balls, which move later: those that another worker adds to, or that
 * lie among such (`FOREIGN`, known since the list was built; they move behind the barrier at which
 * these sums are put together), and those with a contact that was born in this pass or with
 * components that were set apart (`LATE`; they move when everything is added). Floor: world. */
#include "world/force/ahead.h"

#include <string.h>
#include "base/mem.h"
#include "kernel/tile.h"
#include "world/claims/claims.h"
#include "world/engine.h"
#include "world/force/force.h"
#include "world/force/kept.h"
#include "world/search/search.h"
#include "world/state/solving.h"
#include "world/work/profile.h"
#include "world/work/workers.h"

enum { FOREIGN = 1, LATE = 2 };

/* Contacts that are born in the pass may ask ranges, and these functions of FISH, which see all
 * balls: where entries of the CMAT have ranges nothing moves ahead. */
static bool births_look(const scr_world *w) { return w->ncmat > 0; }

/* Fewer balls stay in the caches from their motion to their forces anyway, and two passes have
 * fewer columns to follow each. */
enum { AHEAD_BALLS = 65536 };

bool scr_ahead_possible(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  const scr_timestep *t = &w->timestep;
  const bool enough = w->ball.n >= (w->ahead_balls ? w->ahead_balls : AHEAD_BALLS);
  const bool known = t->mode == SCR_DT_FIX && t->given == t->current && !e->inertia.scaled;
  return known && scr_goes_on(w) && !scr_claims_fresh(w) && scr_fresh(w, SCR_LISTS) && w->ball.n &&
         enough && !w->body.n && !births_look(w);
}

/* ---- which balls move later ---- */

typedef struct marking {
  scr_world *w;
  int workers;
} marking;

/* Of worker t those that lie where another one adds. */
static void mark_foreign(void *user, int t, int threads) {
  const marking *j = user;
  const struct scr_engine *e = j->w->engine;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  if (t >= j->workers) return;
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  if (hi > lo) memset(e->force->ahead.later + lo, 0, hi - lo);
  for (int s = 0; s < j->workers; s++) {
    const scr_halo *h = &e->worker[s]->halo;
    for (size_t k = 0; k < h->nrun && s != t; k++)
      if (h->run[k].first - lo < hi - lo)
        memset(e->force->ahead.later + h->run[k].first, FOREIGN, h->run[k].last - h->run[k].first);
  }
}

void scr_ahead_begin(scr_world *w, int workers) {
  scr_ahead *a = &w->engine->force->ahead;
  if (a->builds == w->engine->builds && a->cuts == scr_workers_cuts(w) && a->workers == workers &&
      a->cap >= w->ball.n)
    return;
  SCR_GROW(a->later, a->cap, w->ball.n);
  a->builds = w->engine->builds, a->cuts = scr_workers_cuts(w), a->workers = workers;
  marking j = {w, workers};
  if (workers == 1)
    memset(a->later, 0, w->ball.n);
  else
    scr_par_run_by(w->engine->par, workers, mark_foreign, &j);
}

/* Ball `row` moves at the end, if it is the worker's own. */
static void put_off(scr_ahead *a, scr_worker *own, uint32_t row) {
  assert(row < a->cap);
  if (row - own->lo >= own->hi - own->lo || (a->later[row] & LATE)) return;
  a->later[row] |= LATE;
  SCR_GROW(own->late, own->cap_late, own->nlate + 1);
  own->late[own->nlate++] = row;
}

/* Worker t's balls among those that worker `from` found since then: births, components that were
 * set apart. */
static void put_off_found(const scr_world *w, int t, const scr_worker *from, size_t births,
                          size_t giants) {
  struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  for (size_t k = births; k < from->nbirth; k++) {
    put_off(&e->force->ahead, e->worker[t], p->i[from->birth[k]]);
    put_off(&e->force->ahead, e->worker[t], p->j[from->birth[k]]);
  }
  for (size_t k = giants; k < from->giant.n; k++)
    put_off(&e->force->ahead, e->worker[t], from->giant.item[k].row);
}

/* ---- motion ---- */

/* The first of balls [lo, hi) with another mark. */
static uint32_t end_of_marked(const uint8_t *later, uint32_t lo, uint32_t hi, uint8_t which) {
  assert(lo < hi && later[lo] == which);
  const uint64_t eight = which * UINT64_C(0x0101010101010101);
  uint32_t row = lo;
  for (uint64_t marks; row + sizeof marks <= hi; row += (uint32_t)sizeof marks) {
    memcpy(&marks, later + row, sizeof marks);
    if (marks != eight) break;
  }
  while (row < hi && later[row] == which) row++;
  return row;
}

/* Those of balls [lo, hi) whose mark is `which`. */
static void move_marked(const scr_world *w, int t, uint32_t lo, uint32_t hi, uint8_t which) {
  const struct scr_engine *e = w->engine;
  const uint8_t *later = e->force->ahead.later, *next;
  for (uint32_t row = lo; row < hi && (next = memchr(later + row, which, hi - row)) != NULL;) {
    const uint32_t first = (uint32_t)(next - later);
    row = end_of_marked(later, first, hi, which);
    e->kernels->motion(e->force->ahead.motion, e->worker[t], first, row);
  }
}

/* Pairs of whole tiles, as without motion: those behind the last block's end wait in the first tile
 * of the next one. */
void scr_ahead_pass(const scr_world *w, const scr_pass *p, int t, int workers) {
  struct scr_engine *e = w->engine;
  scr_worker *l = e->worker[t];
  const bool timed = w->hooks.profile && t == 0;
  uint32_t at, last;
  size_t births = 0, giants = 0; /* those of facets, too */
  double seconds = 0;
  scr_worker_pairs(w, SCR_BALL_BALL, t, workers, &at, &last);
  assert(e->force->ahead.motion && at <= last && l->lo <= l->hi);
  for (uint32_t row = l->lo; row < l->hi; row += scr_block(e)) {
    const uint32_t next = SCR_MIN(row + scr_block(e), l->hi),
                   need = scr_first_pair(e, SCR_BALL_BALL, next);
    const uint32_t tiles = need > at ? (need - at + SCR_TILE - 1) / SCR_TILE : 0;
    const uint32_t end = SCR_MIN(at + tiles * SCR_TILE, last);
    if (end > at) e->kernels->pass(p, l, at, end);
    at = SCR_MAX(at, end);
    put_off_found(w, t, l, births, giants);
    births = l->nbirth, giants = l->giant.n;
    const double begin = timed ? scr_profile_clock() : 0;
    move_marked(w, t, row, next, 0);
    if (timed) seconds += scr_profile_clock() - begin;
  }
  if (last > at)
    e->kernels->pass(p, l, at,
                     last); /* of a block that is another worker's: both ends are, of each pair */
  if (timed) e->force->ahead.seconds += seconds;
}

void scr_ahead_merged(const scr_world *w, int t, int workers) {
  const struct scr_engine *e = w->engine;
  for (int s = 0; s < workers; s++)
    if (s != t) put_off_found(w, t, e->worker[s], 0, 0);
  move_marked(w, t, e->worker[t]->lo, e->worker[t]->hi, FOREIGN);
}

void scr_ahead_end(scr_world *w) {
  struct scr_engine *e = w->engine;
  assert(e->force->ahead.motion && !e->force->ahead.moved);
  for (int t = 0; t < e->nworker; t++) {
    scr_worker *l = e->worker[t];
    for (size_t k = 0; k < l->nlate; k++) {
      e->force->ahead.later[l->late[k]] &= (uint8_t)~LATE;
      e->kernels->motion(e->force->ahead.motion, l, l->late[k], l->late[k] + 1);
    }
    l->nlate = 0;
  }
  for (int t = 0; t < e->nworker; t++) e->wrapped |= e->worker[t]->wrapped;
  scr_neighbours_moved(w, e->force->ahead.motion->drift);
  scr_changed(w, SCR_MOTION);
  e->force->ahead.motion = NULL;
  e->force->ahead.moved = true;
  e->force->ahead.steps++;
}

bool scr_ahead_moved(const scr_world *w) { return w->engine->force->ahead.moved; }
void scr_ahead_taken(scr_world *w) { w->engine->force->ahead.moved = false; }

double scr_ahead_seconds(scr_world *w) {
  const double seconds = w->engine->force->ahead.seconds;
  w->engine->force->ahead.seconds = 0;
  return seconds;
}
