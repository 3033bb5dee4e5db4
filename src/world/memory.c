/* What the data of a world take of memory: see memory.h. */
#include "world/memory.h"

#include "world/bodies/sides.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/force/force.h"
#include "world/fracture/fracture.h"
#include "world/fracture/fragment.h"
#include "world/rigid/rigid.h"
#include "world/search/search.h"
#include "world/timestep/stepper.h"
#include "world/workers/workers.h"

static size_t slots_bytes(const scr_slots *s) {
  return s->cap_row * sizeof *s->row + s->cap_gen * sizeof *s->gen + s->cap_free * sizeof *s->free;
}

static size_t ids_bytes(const scr_ids *s) { return s->cap * sizeof *s->bit; }

static size_t handles_bytes(const scr_world *w) {
  const scr_slots *slots[] = {&w->ball_slots,   &w->wall_slots, &w->facet_slots,
                              &w->vertex_slots, &w->body_slots, &w->contact_slots};
  const scr_idmap *maps[] = {&w->ball_by_id, &w->wall_by_id, &w->facet_by_id, &w->vertex_by_id,
                             &w->body_by_id};
  const scr_ids *ids[] = {&w->ball_ids, &w->wall_ids,       &w->facet_ids,     &w->vertex_ids,
                          &w->body_ids, &w->contact_ids[0], &w->contact_ids[1]};
  size_t n = w->ball_order ? w->ball.n * sizeof *w->ball_order : 0;
  n += w->cap_measure * sizeof *w->measure;
  n += w->cap_servo * sizeof *w->servo;
  n += w->cap_inlet * sizeof *w->inlet + w->cap_held * sizeof *w->held;
  for (size_t k = 0; k < SCR_COUNTOF(slots); k++) n += slots_bytes(slots[k]);
  for (size_t k = 0; k < SCR_COUNTOF(maps); k++) n += scr_idmap_bytes(maps[k]);
  for (size_t k = 0; k < SCR_COUNTOF(ids); k++) n += ids_bytes(ids[k]);
  return n;
}

scr_memory scr_memory_of(const scr_world *w) {
  scr_memory m = {.balls =
                      scr_table_bytes(&w->ball) + scr_table_bytes(&w->body) + scr_rigid_bytes(w),
                  .search = scr_search_bytes(w) + scr_facets_bytes(w),
                  .sums = scr_work_bytes(w) + scr_contacts_bytes(w) + scr_stepper_bytes(w)};
  m.sums += scr_sides_bytes(w);
  m.sums += w->engine->inertia.cap * sizeof *w->engine->inertia.of;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    m.search += w->engine->blocks.cap_first[t] * sizeof *w->engine->blocks.first[t];
  m.walls = scr_table_bytes(&w->wall) + scr_table_bytes(&w->facet) + scr_table_bytes(&w->vertex);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) m.pairs += scr_pairs_bytes(&w->pair[t]);
  m.handles = handles_bytes(w);
  m.records = scr_fractures_bytes(w) + scr_fragments_bytes(w);
  return m;
}

size_t scr_memory_sum(const scr_memory *m) {
#define ADD(name, doc) +m->name
  return 0 SCR_MEMORY_KINDS(ADD);
#undef ADD
}
