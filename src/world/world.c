/* The world as a whole: making and freeing. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/bodies/sides.h"
#include "world/check.h"
#include "world/claims/claims.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/cycle/cycle.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/force/force.h"
#include "world/fracture/fracture.h"
#include "world/fracture/fragment.h"
#include "world/motion/motion.h"
#include "world/rigid/rigid.h"
#include "world/search/search.h"
#include "world/state/events.h"
#include "world/state/handles.h"
#include "world/timestep/stepper.h"
#include "world/workers/workers.h"

#define COLUMN(id, name_, type_, comps_, group_, offset_, flags_, unit_, doc_, ...)                \
  {.name = name_,                                                                                  \
   .type = SCR_C_##type_,                                                                          \
   .comps = comps_,                                                                                \
   .group = group_,                                                                                \
   .offset = offset_,                                                                              \
   .flags = flags_,                                                                                \
   .unit = unit_,                                                                                  \
   .doc = doc_},
const scr_column scr_ball_column[SCR_BALL_NCOL] = {SCR_BALL_ROWS(COLUMN, COLUMN, SCR_NO_ROW)};
const scr_column scr_wall_column[SCR_WALL_NCOL] = {SCR_WALL_ROWS(COLUMN, COLUMN, SCR_NO_ROW)};
const scr_column scr_facet_column[SCR_FACET_NCOL] = {SCR_FACET_COLUMNS(COLUMN)};
const scr_column scr_vertex_column[SCR_VERTEX_NCOL] = {SCR_VERTEX_COLUMNS(COLUMN)};
const scr_column scr_body_column[SCR_BODY_NCOL] = {SCR_BODY_COLUMNS(COLUMN)};
#undef COLUMN

static void engine_new(scr_world *w) {
  w->engine = scr_alloc(sizeof *w->engine);
  w->engine->kernels = scr_kernels_for(w->dim);
  scr_events_new(w);
  scr_work_new(w);
  scr_facets_new(w);
  scr_contacts_new(w);
  scr_claims_new(w);
  scr_search_new(w);
  scr_rigid_new(w);
  scr_motion_new(w, &scr_bounds_mover);
  scr_force_new(w);
  scr_stepper_new(w);
  scr_sides_new(w);
  scr_cycle_new(w);
}

static void engine_free(scr_world *w) {
  struct scr_engine *e = w->engine;
  scr_cycle_free(w);
  scr_sides_free(w);
  scr_stepper_free(w);
  scr_force_free(w);
  scr_motion_free(w);
  scr_rigid_free(w);
  scr_search_free(w);
  scr_claims_free(w);
  scr_contacts_free(w);
  scr_facets_free(w);
  scr_work_free(w);
  scr_events_free(w);
  scr_par_free(e->par);
  for (int k = 0; k < SCR_MAX_WORKERS; k++) {
    if (e->worker[k]) scr_worker_free(e->worker[k]);
    if (e->aside[k]) scr_worker_free(e->aside[k]);
  }
  scr_free(e->inertia.of);
  scr_free(e->stress);
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
  scr_table_init(&w->body, scr_body_column, SCR_BODY_NCOL, group_size);
  scr_sets_init(&w->sets);
  scr_word(&w->words, "");
  scr_word(&w->words, "Default");
  engine_new(w);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    w->cmat_default[t] = scr_cmat_entry_of(scr_model_find("null"));
  w->timestep = (scr_timestep){
      .mode = SCR_DT_AUTOMATIC, .maximum = HUGE_VAL, .increment = 1.05, .safety = 0.8};
  w->force_exponent = w->moment_exponent = -1000;
  w->next_force_exponent = w->next_moment_exponent = -1000;
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
  scr_table_free(&w->body);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs_free(&w->pair[t]);
    scr_ids_free(&w->contact_ids[t]);
  }
  scr_free(w->pset);
  scr_sets_free(&w->sets);
  scr_words_free(&w->words);
  scr_fractures_free(w);
  scr_fragments_free(w);
  scr_free(w->cmat);
  scr_free(w->callback);
  scr_free(w->measure);
  scr_free(w->servo);
  scr_free(w->inlet);
  scr_free(w->held);
  scr_slots *slots[] = {&w->ball_slots,   &w->wall_slots, &w->facet_slots,
                        &w->vertex_slots, &w->body_slots, &w->contact_slots};
  for (size_t k = 0; k < SCR_COUNTOF(slots); k++) scr_slots_free(slots[k]);
  scr_ids *ids[] = {&w->ball_ids, &w->wall_ids, &w->facet_ids, &w->vertex_ids, &w->body_ids};
  for (size_t k = 0; k < SCR_COUNTOF(ids); k++) scr_ids_free(ids[k]);
  scr_idmap *maps[] = {&w->ball_by_id, &w->wall_by_id, &w->facet_by_id, &w->vertex_by_id,
                       &w->body_by_id};
  for (size_t k = 0; k < SCR_COUNTOF(maps); k++) scr_idmap_free(maps[k]);
  scr_free(w->ball_order);
  engine_free(w);
  scr_free(w);
}
