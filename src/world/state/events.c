/* Callbacks and events: who is told of what, and when. See events.h. */
#include "world/state/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/state/queue.h"

const char *const scr_event_name[SCR_EVENTS] = {
    "ball_create",  "ball_delete", "contact_create", "contact_delete", "contact_activated",
    "slip_change",  "bond_break",  "wall_create",    "wall_delete",    "facet_create",
    "facet_delete", "solve_start", "solve_ending",   "solve_complete"};

/* ---- callbacks ---- */

static void watch_update(scr_world *w) {
  struct scr_engine *e = w->engine;
  memset(e->events->watch, 0, sizeof e->events->watch);
  e->events->split = e->events->early = false;
  scr_changed(w, SCR_CALLBACKS);
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    if (c->event >= 0)
      e->events->watch[c->event] = true;
    else if (c->point > 30 && c->point <= 42)
      e->events->split = true;
    e->events->early |= c->event < 0 && c->point >= 0 && c->point <= 42;
  }
  e->events->split |=
      e->events->watch[SCR_EV_CONTACT_CREATE] || e->events->watch[SCR_EV_CONTACT_DELETE];
  e->events->early |= e->events->split;
}

uint64_t scr_callback_add(scr_world *w, const scr_callback *cb) {
  assert(cb->event >= -1 && cb->event < SCR_EVENTS);
  SCR_GROW(w->callback, w->cap_callback, w->ncallback + 1);
  scr_callback *own = &w->callback[w->ncallback++];
  *own = *cb;
  own->interval = SCR_MAX(cb->interval, 1);
  own->number = ++w->engine->events->callbacks;
  watch_update(w);
  return own->number;
}

static void take_out(scr_world *w, size_t k) {
  memmove(w->callback + k, w->callback + k + 1, (w->ncallback - k - 1) * sizeof *w->callback);
  w->ncallback--;
  watch_update(w);
}

void scr_callback_end(scr_world *w, uint64_t number) {
  size_t k = 0;
  while (k < w->ncallback && w->callback[k].number != number) k++;
  if (k < w->ncallback) take_out(w, k);
}

bool scr_callback_remove(scr_world *w, int function, double point, int event) {
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    const bool same = !isfinite(point) || !isfinite(c->point) || c->point == point;
    bool here = event >= 0 ? c->event == event && same
                           : c->event < 0 && (isnan(point) || c->point == point);
    if (event < 0 && isnan(point)) here = true;
    if (c->function != function || !here) continue;
    take_out(w, k);
    return true;
  }
  return false;
}

bool scr_callback_call(scr_world *w, scr_diag *d, const scr_callback *cb,
                       const scr_event_arg *arg) {
  scr_callback copy = *cb; /* the list may change while it is called */
  if (arg) scr_changed(w, SCR_ENERGIES);
  if (w->hooks.call && !w->hooks.call(w->hooks.user, &copy, arg)) {
    if (!d->failed) scr_fail(d, NULL, SCR_E_STATE, "a callback failed");
    return false;
  }
  return true;
}

/* ---- what others ask ---- */

void scr_events_new(scr_world *w) { w->engine->events = scr_alloc(sizeof *w->engine->events); }

void scr_events_free(scr_world *w) {
  scr_free(w->engine->events->queue);
  scr_free(w->engine->events);
}

uint64_t scr_callbacks_added(const scr_world *w) { return w->engine->events->callbacks; }
bool scr_events_split(const scr_world *w) { return w->engine->events->split; }

bool scr_callbacks_early(const scr_world *w) { return w->engine->events->early; }
size_t scr_events_queued(const scr_world *w) { return w->engine->events->nqueue; }

bool scr_watched(const scr_world *w, scr_event event) {
  assert(event < SCR_EVENTS);
  return w->engine->events->watch[event];
}

bool scr_call_failed(const scr_world *w) { return w->engine->call_failed; }

bool scr_call_failure(scr_world *w) {
  const bool failed = w->engine->call_failed;
  w->engine->call_failed = false;
  return failed;
}

/* ---- events ---- */

static bool is_deletion(scr_event e) {
  return e == SCR_EV_BALL_DELETE || e == SCR_EV_CONTACT_DELETE || e == SCR_EV_WALL_DELETE ||
         e == SCR_EV_FACET_DELETE;
}

/* The next callback at the event behind *cb, of those up to number `last`; false: there is none.
 * Each call may add and remove some. */
static bool next_at(const scr_world *w, scr_event event, uint64_t last, scr_callback *cb) {
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    if (c->event != (int)event || c->number <= cb->number || c->number > last) continue;
    *cb = *c;
    return true;
  }
  return false;
}

static bool is_of_body(scr_event e) {
  return e == SCR_EV_BALL_CREATE || e == SCR_EV_WALL_CREATE || e == SCR_EV_FACET_CREATE;
}

void scr_events_unqueue(scr_world *w, size_t n) {
  struct scr_events *e = w->engine->events;
  assert(n <= e->nqueue);
  while (e->nqueue > n) e->nbody -= is_of_body(e->queue[--e->nqueue].event);
}

/* Contacts begin and end in the midst of steps and searches: whoever looks then must not touch what
 * these have found so far. */
static void workers_aside(struct scr_engine *e) {
  for (int k = 0; k < e->nworker; k++) {
    scr_worker *own = e->worker[k];
    e->worker[k] = e->aside[k] ? e->aside[k] : scr_worker_new();
    e->aside[k] = own;
  }
}

double scr_telling_begin(scr_world *w) {
  assert(w->engine->telling >= 0);
  struct scr_engine *e = w->engine;
  const double point = w->point;
  if (e->telling++ == 0) workers_aside(e);
  scr_changed(w, SCR_ENERGIES);
  if (!(w->point >= 0)) w->point = 0, e->barred = true;
  return point;
}

void scr_telling_end(scr_world *w, double point) {
  assert(w->engine->telling > 0);
  w->point = point;
  if (!(point >= 0)) w->engine->barred = false;
  if (--w->engine->telling == 0) workers_aside(w->engine);
}

/* Tells of a deletion while the thing still exists. */
static void tell_now(scr_world *w, scr_event event, const scr_event_arg *arg) {
  struct scr_engine *e = w->engine;
  const double point = scr_telling_begin(w);
  const uint64_t last = e->events->callbacks;
  scr_callback cb = {0};
  while (w->hooks.call && !e->call_failed && next_at(w, event, last, &cb))
    e->call_failed = !w->hooks.call(w->hooks.user, &cb, arg);
  scr_telling_end(w, point);
}

void scr_world_event(scr_world *w, scr_event event, uint64_t key, scr_kind kind, scr_ref ref,
                     int mode) {
  scr_world_event_with(w, event, key, &(scr_event_arg){.kind = kind, .ref = ref, .mode = mode});
}

void scr_world_event_with(scr_world *w, scr_event event, uint64_t key, const scr_event_arg *arg) {
  assert(event < SCR_EVENTS);
  struct scr_engine *e = w->engine;
  if (!e->events->watch[event]) return;
  if (is_deletion(event)) {
    tell_now(w, event, arg);
    return;
  }
  SCR_GROW(e->events->queue, e->events->cap_queue, e->events->nqueue + 1);
  e->events->queue[e->events->nqueue++] = (scr_queued){event, key, *arg};
  e->events->nbody += is_of_body(event);
}

/* Bodies come before their contacts. */
static int by_event_and_key(const void *a, const void *b) {
  const scr_queued *p = a, *q = b;
  const bool body[2] = {is_of_body(p->event), is_of_body(q->event)};
  if (body[0] != body[1]) return body[0] ? -1 : 1;
  if (p->event != q->event) return p->event < q->event ? -1 : 1;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return p->arg.part - q->arg.part;
}

/* What a function called before has deleted is told of no more. */
static bool is_gone(const scr_world *w, const scr_queued *q) {
  switch (q->event) {
  case SCR_EV_BALL_CREATE: return scr_slots_row(&w->ball_slots, q->arg.ref) == SCR_NONE;
  case SCR_EV_WALL_CREATE: return scr_slots_row(&w->wall_slots, q->arg.ref) == SCR_NONE;
  case SCR_EV_FACET_CREATE: return scr_slots_row(&w->facet_slots, q->arg.ref) == SCR_NONE;
  case SCR_EV_CONTACT_CREATE: return scr_slots_row(&w->contact_slots, q->arg.ref) == SCR_NONE;
  default: return false;
  }
}

static bool tell_one(scr_world *w, scr_diag *d, const scr_queued *q) {
  bool fine = true;
  const uint64_t last = w->engine->events->callbacks;
  scr_callback cb = {0};
  while (fine && !is_gone(w, q) && next_at(w, q->event, last, &cb))
    fine = scr_callback_call(w, d, &cb, &q->arg);
  return fine;
}

/* Takes what is to be told out of the queue, in order; *n: how many. */
static scr_queued *take(struct scr_events *e, scr_tells_of what, size_t *n) {
  size_t left = 0;
  scr_queued *now = scr_alloc(e->nqueue * sizeof *now);
  for (size_t k = *n = 0; k < e->nqueue; k++) {
    const scr_event event = e->queue[k].event;
    if (what == SCR_TELLS_ALL_EVENTS || is_of_body(event) ||
        (what == SCR_TELLS_CREATED && event == SCR_EV_CONTACT_CREATE))
      now[(*n)++] = e->queue[k];
    else
      e->queue[left++] = e->queue[k];
  }
  e->nqueue = left;
  e->nbody = 0;
  assert(*n + left <= e->cap_queue);
  qsort(now, *n, sizeof *now, by_event_and_key);
  return now;
}

/* A function that is told of a body may make contacts, also those of bodies not told of yet. */
static bool put_off(scr_world *w) {
  struct scr_events *e = w->engine->events;
  const bool here = w->point == e->announced || (isnan(w->point) && isnan(e->announced));
  if (!e->announcing || !here) return false;
  return e->put_off = true;
}

bool scr_events_deliver(scr_world *w, scr_diag *d, scr_tells_of what) {
  struct scr_events *e = w->engine->events;
  size_t n;
  if (!e->nqueue || (what == SCR_TELLS_CREATED && put_off(w))) return true;
  scr_queued *now = take(e, what, &n);
  bool fine = true;
  for (size_t k = 0; k < n && fine; k++) fine = tell_one(w, d, &now[k]);
  scr_free(now);
  return fine;
}

bool scr_world_announce(scr_world *w, scr_diag *d) {
  struct scr_events *e = w->engine->events;
  if (!e->nbody || w->asking || scr_telling(w) || w->point >= 0) return true;
  if (!e->announcing++) e->announced = w->point;
  const bool fine = scr_events_deliver(w, d, SCR_TELLS_BODIES);
  if (--e->announcing || !e->put_off) return fine;
  e->put_off = false;
  return fine && scr_events_deliver(w, d, SCR_TELLS_CREATED);
}

bool scr_event_announce(scr_world *w, scr_diag *d, scr_event event) {
  scr_world_event(w, event, 0, 0, (scr_ref){0, 0}, -1);
  return scr_events_deliver(w, d, SCR_TELLS_ALL_EVENTS);
}

/* ---- what may change ---- */

static bool refuse_while_asking(scr_diag *d) {
  scr_fail(d, NULL, SCR_E_STATE,
           "bodies, walls and contact laws may not change while a function is asked about them");
  return scr_hint(d, "such a function reads the model, and gives its answer");
}

/* Whoever deletes goes on with the lists and rows that there were. */
static bool refuse_while_ending(const scr_world *w, scr_diag *d) {
  if (w->giving)
    return scr_fail(d, NULL, SCR_E_STATE,
                    "bodies, walls and contact laws may not change while a function gives a force");
  scr_fail(d, NULL, SCR_E_STATE,
           "bodies, walls and contact laws may not change while something is deleted");
  return scr_hint(d,
                  "a callback of a deletion can note what is to change: a line behind the command "
                  "changes it, or a callback at point -1");
}

bool scr_may_edit_bodies(const scr_world *w, scr_diag *d) {
  if (w->asking) return refuse_while_asking(d);
  if (!(w->point >= 0)) return true; /* NAN outside of a cycle */
  if (w->engine->barred) return refuse_while_ending(w, d);
  scr_fail(d, NULL, SCR_E_STATE,
           "bodies, walls and contact laws may change only before cycle point 0; this is point %g",
           w->point);
  return scr_hint(d, "register the callback below 0, for instance at -1");
}

bool scr_may_edit_things(const scr_world *w, scr_diag *d) {
  if (!w->choosing) return true;
  scr_fail(d, NULL, SCR_E_STATE,
           "regions, fractures, DFNs, intersections and bricks may not come or go while a function "
           "is asked about things");
  return scr_hint(d, "such a function reads the model, and gives its answer");
}

bool scr_may_edit_laws(const scr_world *w, scr_diag *d) {
  enum { POINT_OF_CREATION = 35 };
  return (w->point == POINT_OF_CREATION && !w->asking) || scr_may_edit_bodies(w, d);
}
