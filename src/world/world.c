/* The world as a whole: making, freeing, ids, handles, groups, events. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/check.h"
#include "world/engine.h"

#define COLUMN(id, name, type, comps, group, offset, flags, unit, doc)                             \
  {name, SCR_C_##type, comps, group, offset, flags, unit, doc},
const scr_column scr_ball_column[SCR_BALL_NCOL] = {SCR_BALL_COLUMNS(COLUMN)};
const scr_column scr_wall_column[SCR_WALL_NCOL] = {SCR_WALL_COLUMNS(COLUMN)};
const scr_column scr_facet_column[SCR_FACET_NCOL] = {SCR_FACET_COLUMNS(COLUMN)};
const scr_column scr_vertex_column[SCR_VERTEX_NCOL] = {SCR_VERTEX_COLUMNS(COLUMN)};
#undef COLUMN

const char *const scr_contact_type_name[SCR_CONTACT_TYPES] = {"ball-ball", "ball-facet"};
const char *const scr_event_name[SCR_EVENTS] = {
    "ball_create",       "ball_delete", "contact_create", "contact_delete",
    "contact_activated", "slip_change", "bond_break",     "wall_create",
    "wall_delete",       "solve_start", "solve_complete"};

/* ---- handles and ids ---- */

void scr_slots_reserve(scr_slots *s, size_t n) {
  const size_t need = s->n + (n > s->nfree ? n - s->nfree : 0), room = need + need / 8;
  if (need > s->cap_row) SCR_GROW(s->row, s->cap_row, room);
  if (need > s->cap_gen) SCR_GROW(s->gen, s->cap_gen, room);
}

scr_ref scr_slots_take(scr_slots *s, uint32_t row) {
  uint32_t k;
  if (s->nfree) {
    k = s->free[--s->nfree];
    assert(k < s->n && s->row[k] == SCR_NONE);
  } else {
    SCR_GROW(s->row, s->cap_row, s->n + 1);
    SCR_GROW(s->gen, s->cap_gen, s->n + 1);
    k = (uint32_t)s->n++;
    s->gen[k] = 0;
  }
  s->row[k] = row;
  s->gen[k]++;
  return (scr_ref){k, s->gen[k]};
}

void scr_slots_give(scr_slots *s, uint32_t index) {
  assert(index < s->n && s->row[index] != SCR_NONE);
  s->row[index] = SCR_NONE;
  SCR_GROW(s->free, s->cap_free, s->nfree + 1);
  s->free[s->nfree++] = index;
}

uint32_t scr_slots_row(const scr_slots *s, scr_ref ref) {
  return ref.gen && ref.index < s->n && s->gen[ref.index] == ref.gen ? s->row[ref.index] : SCR_NONE;
}

static void slots_free(scr_slots *s) {
  scr_free(s->row);
  scr_free(s->gen);
  scr_free(s->free);
  *s = (scr_slots){0};
}

void scr_ids_take(scr_ids *s, uint32_t id) {
  assert(id > 0 && !scr_ids_has(s, id));
  size_t need = id / 64 + 1, old = s->cap;
  SCR_GROW(s->bit, s->cap, need);
  if (s->cap > old) memset(s->bit + old, 0, (s->cap - old) * sizeof *s->bit);
  s->bit[id / 64] |= (uint64_t)1 << id % 64;
  s->max = SCR_MAX(s->max, id);
}

void scr_ids_give(scr_ids *s, uint32_t id) {
  assert(scr_ids_has(s, id) && id <= s->max);
  s->bit[id / 64] &= ~((uint64_t)1 << id % 64);
  if (id != s->max) return;
  size_t k = id / 64;
  while (k > 0 && !s->bit[k]) k--;
  s->max = s->bit[k] ? (uint32_t)(64 * k + 63 - (size_t)__builtin_clzll(s->bit[k])) : 0;
}

void scr_ids_free(scr_ids *s) {
  scr_free(s->bit);
  *s = (scr_ids){0};
}

/* ---- making and freeing ---- */

static void engine_free(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_facets_free(w);
  scr_par_free(e->par);
  for (int k = 0; k < SCR_MAX_WORKERS; k++) {
    if (e->worker[k]) scr_worker_free(e->worker[k]);
    if (e->aside[k]) scr_worker_free(e->aside[k]);
  }
  scr_finder_free(e->finder);
  scr_free(e->built);
  scr_free(e->runner);
  scr_free(e->work);
  scr_free(e->image_built);
  scr_free(e->fresh);
  scr_free(e->facet.gap);
  for (int c = 0; c < 3; c++)
    scr_free(e->facet.n[c]), scr_free(e->facet.v[c]), scr_free(e->facet.h[c]);
  scr_free(e->facet.spin);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    scr_free(e->first[t]), scr_free(e->kn[t]), scr_free(e->ks[t]);
  scr_free(e->feature);
  scr_free(e->count);
  scr_free(e->balls_with);
  scr_free(e->few);
  scr_scratch_free(w);
  scr_free(e->rough);
  scr_bounds_free(e->bounds);
  scr_free(e->twin);
  scr_free(e->inertia);
  scr_free(e->queue);
  scr_free(e->ahead.later);
  scr_free(e);
}

void scr_world_set_threads(scr_world *w, int threads) {
  struct scr_engine *e = w->engine;
  threads = SCR_MAX(1, SCR_MIN(threads, (int)SCR_MAX_WORKERS));
  if (e->par && e->nworker == threads) return;
  if (e->par) scr_par_free(e->par);
  e->par = scr_par_new(threads);
  e->nworker = w->threads = threads;
  for (int k = 0; k < threads; k++)
    if (!e->worker[k]) e->worker[k] = scr_worker_new();
}

scr_par *scr_world_pool(const scr_world *w) { return w->engine->par; }

void scr_world_refresh(scr_world *w) {
  w->pose = (scr_pose *)(void *)w->ball.base[SCR_BALL_POSITION];
  w->twist = (scr_twist *)(void *)w->ball.base[SCR_BALL_VELOCITY];
  w->load = (scr_load *)(void *)w->ball.base[SCR_BALL_FORCE_CONTACT];
}

scr_world *scr_world_new(int dim) {
  assert(dim == 2 || dim == 3);
  scr_world *w = scr_alloc(sizeof *w);
  static const size_t group_size[] = {0, sizeof(scr_pose), sizeof(scr_twist), sizeof(scr_load)};
  w->dim = dim;
  w->pair[SCR_BALL_FACET].facets = true;
  scr_table_init(&w->ball, scr_ball_column, SCR_BALL_NCOL, group_size);
  scr_table_init(&w->wall, scr_wall_column, SCR_WALL_NCOL, group_size);
  scr_table_init(&w->facet, scr_facet_column, SCR_FACET_NCOL, group_size);
  scr_table_init(&w->vertex, scr_vertex_column, SCR_VERTEX_NCOL, group_size);
  scr_sets_init(&w->sets);
  scr_word(&w->words, "");
  scr_word(&w->words, "Default");
  w->engine = scr_alloc(sizeof *w->engine);
  w->engine->rough_cycle = UINT64_MAX;
  scr_facets_new(w);
  w->engine->kernels = scr_kernels_for(dim);
  for (int k = 0; k < SCR_LAWS; k++) w->engine->slip[k] = scr_model_slip(scr_model_at(k));
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    w->cmat_default[t] = scr_cmat_entry_of(scr_model_find("null"));
    w->engine->cmat_pset[t] = SCR_NONE;
  }
  w->timestep = (scr_timestep){
      .mode = SCR_DT_AUTOMATIC, .maximum = HUGE_VAL, .increment = 1.05, .safety = 0.8};
  w->force_exponent = w->moment_exponent = -1000;
  scr_rng_seed(&w->rng, 10000);
  w->point = NAN;
  w->stale = SCR_STALE_AT_FIRST;
  w->checked = scr_world_checked_at_first();
  scr_world_set_threads(w, 1);
  return w;
}

void scr_world_free(scr_world *w) {
  if (!w) return;
  scr_table_free(&w->ball);
  scr_table_free(&w->wall);
  scr_table_free(&w->facet);
  scr_table_free(&w->vertex);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs_free(&w->pair[t]);
    scr_ids_free(&w->contact_ids[t]);
  }
  scr_free(w->pset);
  scr_sets_free(&w->sets);
  scr_words_free(&w->words);
  scr_free(w->cmat);
  scr_free(w->callback);
  scr_slots *slots[] = {&w->ball_slots, &w->wall_slots, &w->facet_slots, &w->vertex_slots,
                        &w->contact_slots};
  for (size_t k = 0; k < SCR_COUNTOF(slots); k++) slots_free(slots[k]);
  scr_ids *ids[] = {&w->ball_ids, &w->wall_ids, &w->facet_ids, &w->vertex_ids};
  for (size_t k = 0; k < SCR_COUNTOF(ids); k++) scr_ids_free(ids[k]);
  scr_idmap *maps[] = {&w->ball_by_id, &w->wall_by_id, &w->facet_by_id, &w->vertex_by_id};
  for (size_t k = 0; k < SCR_COUNTOF(maps); k++) scr_idmap_free(maps[k]);
  scr_free(w->ball_order);
  engine_free(w);
  scr_free(w);
}

static bool refuse_while_asking(scr_diag *d) {
  scr_fail(d, NULL, SCR_E_STATE,
           "bodies, walls and contact laws may not change while a range asks its function");
  return scr_hint(d, "a function of a range reads the model, and gives true or false");
}

bool scr_may_edit_bodies(const scr_world *w, scr_diag *d) {
  if (w->asking) return refuse_while_asking(d);
  if (!(w->point >= 0)) return true; /* NAN outside of a cycle */
  scr_fail(d, NULL, SCR_E_STATE,
           "bodies, walls and contact laws may change only before cycle point 0; this is point %g",
           w->point);
  return scr_hint(d, "register the callback below 0, for instance at -1");
}

bool scr_may_edit_laws(const scr_world *w, scr_diag *d) {
  enum { POINT_OF_CREATION = 35 };
  return (w->point == POINT_OF_CREATION && !w->asking) || scr_may_edit_bodies(w, d);
}

/* ---- groups ---- */

void scr_group_set(scr_world *w, uint32_t *groups, const char *group, const char *slot) {
  *groups = scr_sets_with(&w->sets, *groups, scr_word(&w->words, slot ? slot : "Default"),
                          scr_word(&w->words, group));
}

void scr_group_remove(scr_world *w, uint32_t *groups, const char *slot) {
  uint32_t key = scr_word_find(&w->words, slot ? slot : "Default");
  if (key != UINT32_MAX) *groups = scr_sets_without(&w->sets, *groups, key);
}

const char *scr_group_get(const scr_world *w, uint32_t groups, const char *slot) {
  uint32_t key = scr_word_find(&w->words, slot ? slot : "Default");
  uint64_t value;
  if (key == UINT32_MAX || !scr_sets_get(&w->sets, groups, key, &value)) return "None";
  return scr_word_text(&w->words, (uint32_t)value);
}

bool scr_group_is(const scr_world *w, uint32_t groups, const char *group, const char *slot) {
  uint32_t word = scr_word_find(&w->words, group);
  if (slot) return scr_casecmp(scr_group_get(w, groups, slot), group) == 0;
  return word != UINT32_MAX && scr_sets_has_value(&w->sets, groups, word);
}

/* ---- callbacks and events ---- */

static void watch_update(scr_world *w) {
  struct scr_engine *e = w->engine;
  memset(e->watch, 0, sizeof e->watch);
  e->split = false;
  scr_changed(w, SCR_CALLBACKS);
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    if (c->event >= 0)
      e->watch[c->event] = true;
    else if (c->point > 30 && c->point <= 42)
      e->split = true;
  }
  e->split |= e->watch[SCR_EV_CONTACT_CREATE];
}

void scr_callback_add(scr_world *w, const scr_callback *cb) {
  assert(cb->event >= -1 && cb->event < SCR_EVENTS);
  SCR_GROW(w->callback, w->cap_callback, w->ncallback + 1);
  w->callback[w->ncallback++] = *cb;
  if (w->callback[w->ncallback - 1].interval < 1) w->callback[w->ncallback - 1].interval = 1;
  watch_update(w);
}

bool scr_callback_remove(scr_world *w, int function, double point, int event) {
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    bool here =
        event >= 0 ? c->event == event : c->event < 0 && (isnan(point) || c->point == point);
    if (event < 0 && isnan(point)) here = true;
    if (c->function != function || !here) continue;
    memmove(w->callback + k, w->callback + k + 1, (w->ncallback - k - 1) * sizeof *w->callback);
    w->ncallback--;
    watch_update(w);
    return true;
  }
  return false;
}

static bool is_deletion(scr_event e) {
  return e == SCR_EV_BALL_DELETE || e == SCR_EV_CONTACT_DELETE || e == SCR_EV_WALL_DELETE;
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
  if (!(w->point >= 0)) w->point = 0;
  return point;
}

void scr_telling_end(scr_world *w, double point) {
  assert(w->engine->telling > 0);
  w->point = point;
  if (--w->engine->telling == 0) workers_aside(w->engine);
}

/* Tells of a deletion while the thing still exists. */
static void tell_now(scr_world *w, scr_event event, const scr_event_arg *arg) {
  struct scr_engine *e = w->engine;
  const double point = scr_telling_begin(w);
  for (size_t k = 0; k < w->ncallback && !e->call_failed; k++) {
    scr_callback cb = w->callback[k];
    if (cb.event == (int)event && w->hooks.call)
      e->call_failed = !w->hooks.call(w->hooks.user, &cb, arg);
  }
  scr_telling_end(w, point);
}

void scr_world_event(scr_world *w, scr_event event, uint64_t key, scr_kind kind, scr_ref ref,
                     int mode) {
  assert(event < SCR_EVENTS);
  struct scr_engine *e = w->engine;
  if (!e->watch[event]) return;
  if (is_deletion(event)) {
    tell_now(w, event, &(scr_event_arg){kind, ref, mode});
    return;
  }
  SCR_GROW(e->queue, e->cap_queue, e->nqueue + 1);
  e->queue[e->nqueue++] = (scr_queued){event, key, {kind, ref, mode}};
}
