/* What the data of a world take of memory: see memory.h. */
#include "world/memory.h"

#include "world/contacts/pairs.h"
#include "world/engine.h"
#include "world/search/detect.h"
#include "world/search/grid.h"
#include "world/timestep/stepper.h"

static size_t slots_bytes(const scr_slots *s) {
  return s->cap_row * sizeof *s->row + s->cap_gen * sizeof *s->gen + s->cap_free * sizeof *s->free;
}

static size_t ids_bytes(const scr_ids *s) { return s->cap * sizeof *s->bit; }

static size_t handles_bytes(const scr_world *w) {
  const scr_slots *slots[] = {&w->ball_slots, &w->wall_slots, &w->facet_slots, &w->vertex_slots,
                              &w->contact_slots};
  const scr_idmap *maps[] = {&w->ball_by_id, &w->wall_by_id, &w->facet_by_id, &w->vertex_by_id};
  const scr_ids *ids[] = {&w->ball_ids,   &w->wall_ids,       &w->facet_ids,
                          &w->vertex_ids, &w->contact_ids[0], &w->contact_ids[1]};
  size_t n = w->ball_order ? w->ball.n * sizeof *w->ball_order : 0;
  for (size_t k = 0; k < SCR_COUNTOF(slots); k++) n += slots_bytes(slots[k]);
  for (size_t k = 0; k < SCR_COUNTOF(maps); k++) n += scr_idmap_bytes(maps[k]);
  for (size_t k = 0; k < SCR_COUNTOF(ids); k++) n += ids_bytes(ids[k]);
  return n;
}

static size_t level_bytes(const scr_grid *g) {
  size_t n = 0;
  for (int k = 0; k < SCR_MAX_LEVELS; k++) n += g->level[k].cap_start * sizeof *g->level[k].start;
  for (int c = 0; c < 4; c++) n += g->cap_col[c] * sizeof *g->all.x[c];
  return n + (g->cap_row + g->cap_key + g->cap_cell) * sizeof(uint32_t) + g->cap_class;
}

static size_t worker_bytes(const scr_finder_worker *l) {
  size_t n = l->cap_facet * sizeof *l->facet +
             (l->cap_row + l->cap_spare + l->cap_next + l->cap_sorted[0] + l->cap_sorted[1]) *
                 sizeof(uint32_t);
  for (int r = 0; r < SCR_ROUNDS; r++)
    n += l->found[r].cap * sizeof *l->found[r].pair +
         l->found[r].cap_ball * sizeof *l->found[r].ball +
         l->found[r].cap_place * sizeof *l->found[r].place;
  for (int c = 0; c < 4; c++) n += l->cap_col[c] * sizeof *l->around.x[c];
  return n + (l->tile ? sizeof *l->tile : 0);
}

static size_t new_list_bytes(const scr_new_list *l) {
  return l->i ? (2 * sizeof *l->i + (l->shift ? 1 : 0)) * l->cap : 0;
}

static size_t finder_bytes(const struct scr_finder *f) {
  if (!f) return 0;
  size_t n = sizeof *f + level_bytes(&f->grid) + (f->cap_order + f->cap_to) * sizeof(uint32_t) +
             f->cap_column + f->cap_patch * sizeof *f->patch;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) n += worker_bytes(&f->worker[t]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += new_list_bytes(&f->fresh[t]);
  n += (f->old.cap_start + f->old.cap_place + f->old.cap_other + f->old.cap_from) *
           sizeof(uint32_t) +
       f->old.cap_kept * sizeof *f->old.kept + f->old.cap_mark * sizeof *f->old.mark;
  return n;
}

static size_t search_bytes(const struct scr_engine *e) {
  size_t n = finder_bytes(e->finder) + e->cap_built * sizeof *e->built +
             e->cap_runner * sizeof *e->runner + e->cap_image * sizeof *e->image_built;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += e->cap_first[t] * sizeof *e->first[t];
  return n;
}

static size_t halo_bytes(const scr_halo *h) {
  size_t n = h->cap_at * sizeof *h->at + h->cap_run * sizeof *h->run;
  for (int k = 0; k < SCR_HALO_KINDS; k++) n += h->cap_sum[k] * sizeof *h->sum[k];
  return n;
}

static size_t sums_bytes(const struct scr_engine *e) {
  size_t n = (e->cap_scratch + e->cap_few + e->cap_inertia) * sizeof(double) +
             e->cap_rough * sizeof *e->rough + e->cap_twin * sizeof *e->twin + e->ahead.cap +
             scr_bounds_bytes(e->bounds) + (e->cap_count + e->cap_balls_with) * sizeof *e->count;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += (e->cap_kn[t] + e->cap_ks[t]) * sizeof(double);
  for (int t = 0; t < SCR_MAX_WORKERS; t++) n += e->worker[t] ? halo_bytes(&e->worker[t]->halo) : 0;
  return n;
}

scr_memory scr_memory_of(const scr_world *w) {
  scr_memory m = {.balls = scr_table_bytes(&w->ball),
                  .search = search_bytes(w->engine),
                  .sums = sums_bytes(w->engine)};
  m.walls = scr_table_bytes(&w->wall) + scr_table_bytes(&w->facet) + scr_table_bytes(&w->vertex);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) m.pairs += scr_pairs_bytes(&w->pair[t]);
  m.handles = handles_bytes(w);
  return m;
}

size_t scr_memory_sum(const scr_memory *m) {
#define ADD(name, doc) +m->name
  return 0 SCR_MEMORY_KINDS(ADD);
#undef ADD
}
