/* Fractures and their networks: made, found, deleted. See fracture.h; their geometry is in
 * fracture_shape.c. */
#include "world/fracture/fracture.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/sort.h"
#include "world/fracture/density.h"
#include "world/fracture/kept.h"

/* ---- networks ---- */

uint32_t scr_dfn_find(const scr_world *w, const char *name) {
  for (uint32_t k = 0; k < w->fractures.ndfn; k++)
    if (w->fractures.dfn[k].id && scr_casecmp(w->fractures.dfn[k].name, name) == 0) return k;
  return SCR_NONE;
}

uint32_t scr_dfn_by_id(const scr_world *w, uint32_t id) {
  for (uint32_t k = 0; k < w->fractures.ndfn && id; k++)
    if (w->fractures.dfn[k].id == id) return k;
  return SCR_NONE;
}

uint32_t scr_dfn_next_id(const scr_world *w) {
  uint32_t most = 0;
  for (uint32_t k = 0; k < w->fractures.ndfn; k++) most = SCR_MAX(most, w->fractures.dfn[k].id);
  return most + 1;
}

static uint32_t dfn_place(scr_fractures *f) {
  for (uint32_t k = 0; k < f->ndfn; k++)
    if (!f->dfn[k].id) return k;
  SCR_GROW(f->dfn, f->cap_dfn, f->ndfn + 1);
  f->dfn[f->ndfn] = (scr_dfn){0};
  return (uint32_t)f->ndfn++;
}

static uint32_t dfn_add(scr_world *w, uint32_t id, const char *name) {
  const uint32_t k = dfn_place(&w->fractures);
  scr_dfn *s = &w->fractures.dfn[k];
  *s = (scr_dfn){.id = id, .gen = s->gen + 1, .name = scr_strdup(name)};
  return k;
}

bool scr_dfn_create(scr_world *w, scr_diag *d, uint32_t id, const char *name, uint32_t *place) {
  if (!*name) return scr_fail(d, NULL, SCR_E_VALUE, "the name of a DFN is empty");
  if (scr_dfn_find(w, name) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a DFN '%s' already", name);
  if (scr_dfn_by_id(w, id) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a DFN with id %u already", id);
  if (!id) id = scr_dfn_next_id(w);
  if (!id) return scr_fail(d, NULL, SCR_E_LIMIT, "there is no id left for a DFN");
  *place = dfn_add(w, id, name);
  return true;
}

bool scr_dfn_restore(scr_world *w, uint32_t id, const char *name) {
  const bool fits = id && *name && scr_dfn_find(w, name) == SCR_NONE && !w->fractures.count &&
                    scr_dfn_by_id(w, id) == SCR_NONE;
  if (fits) dfn_add(w, id, name);
  return fits;
}

uint32_t scr_dfn_need(scr_world *w, const char *name) {
  const uint32_t k = scr_dfn_find(w, name);
  return k != SCR_NONE ? k : dfn_add(w, scr_dfn_next_id(w), name);
}

void scr_dfn_delete(scr_world *w, uint32_t place) {
  scr_fractures *f = &w->fractures;
  for (uint32_t k = 0; k < f->n && f->dfn[place].fractures; k++)
    if (f->at[k].id && f->at[k].dfn == place) scr_fracture_delete(w, &k, 1);
  scr_free(f->dfn[place].name);
  f->dfn[place] = (scr_dfn){.gen = f->dfn[place].gen};
}

scr_ref scr_dfn_ref(const scr_world *w, uint32_t place) {
  return (scr_ref){place, w->fractures.dfn[place].gen};
}

uint32_t scr_dfn_place(const scr_world *w, scr_ref ref) {
  const scr_fractures *f = &w->fractures;
  const bool there = ref.index < f->ndfn && f->dfn[ref.index].id;
  return there && f->dfn[ref.index].gen == ref.gen ? ref.index : SCR_NONE;
}

/* ---- fractures ---- */

uint32_t scr_fracture_find(const scr_world *w, uint32_t id) {
  return id ? scr_idmap_get(&w->fractures.by_id, id, SCR_NONE) : SCR_NONE;
}

scr_ref scr_fracture_ref(const scr_world *w, uint32_t place) {
  return (scr_ref){place, w->fractures.at[place].gen};
}

uint32_t scr_fracture_place(const scr_world *w, scr_ref ref) {
  const scr_fractures *f = &w->fractures;
  const bool there = ref.index < f->n && f->at[ref.index].id;
  return there && f->at[ref.index].gen == ref.gen ? ref.index : SCR_NONE;
}

static void sort_order(scr_fractures *f) {
  const size_t n = f->count;
  uint32_t *key = scr_alloc(n * sizeof *key), *scratch = scr_alloc(2 * n * sizeof *scratch);
  size_t k = 0;
  SCR_GROW(f->order, f->cap_order, n);
  for (uint32_t place = 0; place < f->n; place++) {
    if (!f->at[place].id) continue;
    key[k] = f->at[place].id;
    f->order[k++] = place;
  }
  assert(k == n);
  scr_sort_u32(key, f->order, n, scratch, scratch + n);
  scr_free(scratch);
  scr_free(key);
  f->unsorted = false;
}

const uint32_t *scr_fracture_order(scr_world *w) {
  if (w->fractures.unsorted) sort_order(&w->fractures);
  return w->fractures.order;
}

uint32_t scr_fracture_max_id(scr_world *w) {
  const uint32_t n = w->fractures.count;
  return n ? w->fractures.at[scr_fracture_order(w)[n - 1]].id : 0;
}

static uint32_t take_place(scr_fractures *f) {
  if (f->nfree) return f->free[--f->nfree];
  SCR_GROW(f->at, f->cap, f->n + 1);
  f->at[f->n] = (scr_fracture){0};
  return (uint32_t)f->n++;
}

/* Behind all others, mostly. */
static void put_in_order(scr_fractures *f, uint32_t place) {
  f->unsorted |= f->count && !f->unsorted && f->at[f->order[f->count - 1]].id > f->at[place].id;
  SCR_GROW(f->order, f->cap_order, f->count + 1);
  f->order[f->count++] = place;
}

static uint32_t add(scr_fractures *f, const scr_fracture *made) {
  const uint32_t place = take_place(f), gen = f->at[place].gen + 1;
  f->at[place] = *made;
  f->at[place].gen = gen;
  scr_idmap_set(&f->by_id, made->id, place);
  f->dfn[made->dfn].fractures++;
  put_in_order(f, place);
  return place;
}

static bool reaches_domain(const scr_world *w, uint32_t place) {
  const scr_domain *o = &w->domain;
  return !o->set || scr_point_in(w->dim, w->fractures.at[place].x, o->lo, o->hi) ||
         scr_fracture_area_in(w, place, o->lo, o->hi) > 0;
}

bool scr_fracture_create(scr_world *w, scr_diag *d, const scr_fracture_spec *spec,
                         uint32_t *place) {
  scr_fractures *f = &w->fractures;
  scr_fracture made = {.id = spec->id ? spec->id : scr_fracture_max_id(w) + 1,
                       .dfn = spec->dfn,
                       .groups = spec->groups};
  if (made.id == UINT32_MAX || made.id == 0)
    return scr_fail(d, NULL, SCR_E_LIMIT, "there is no id left for a fracture");
  if (scr_fracture_find(w, made.id) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a fracture with id %u already", made.id);
  if (!scr_fracture_shape(w, d, spec, &made)) return false;
  *place = add(f, &made);
  if (spec->beyond && !reaches_domain(w, *place))
    scr_fracture_delete(w, place, 1), *place = SCR_NONE;
  return true;
}

bool scr_fracture_copy(scr_world *w, scr_diag *d, uint32_t from, uint32_t dfn, uint32_t *place) {
  scr_fracture copy = w->fractures.at[from];
  const size_t bytes = (size_t)copy.corners * 3 * sizeof *copy.corner;
  copy.id = scr_fracture_max_id(w) + 1;
  copy.dfn = dfn;
  if (copy.id == UINT32_MAX)
    return scr_fail(d, NULL, SCR_E_LIMIT, "there is no id left for a fracture");
  if (bytes) copy.corner = memcpy(scr_alloc(bytes), copy.corner, bytes);
  *place = add(&w->fractures, &copy);
  return true;
}

void scr_fracture_restore(scr_world *w, const scr_fracture *saved) { add(&w->fractures, saved); }

int scr_cmat_of_fracture(uint32_t id) { return INT32_MIN + (int32_t)(id & INT32_MAX); }

void scr_fracture_delete(scr_world *w, const uint32_t *places, size_t n) {
  scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < n; k++) {
    scr_fracture *gone = &f->at[places[k]];
    scr_cmat_remove(w, scr_cmat_of_fracture(gone->id));
    scr_idmap_remove(&f->by_id, gone->id);
    f->dfn[gone->dfn].fractures--;
    scr_free(gone->corner);
    *gone = (scr_fracture){.gen = gone->gen};
    SCR_GROW(f->free, f->cap_free, f->nfree + 1);
    f->free[f->nfree++] = places[k];
  }
  f->count -= (uint32_t)n;
  f->unsorted |= n > 0;
  scr_inters_forget(w);
}

/* ---- the whole ---- */

void scr_fractures_free(scr_world *w) {
  scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->n; k++) scr_free(f->at[k].corner);
  for (size_t k = 0; k < f->ndfn; k++) scr_free(f->dfn[k].name);
  scr_templates_free(f);
  scr_inters_free(f);
  scr_free(f->at);
  scr_free(f->free);
  scr_free(f->order);
  scr_free(f->dfn);
  scr_idmap_free(&f->by_id);
  *f = (scr_fractures){0};
}

size_t scr_fractures_bytes(const scr_world *w) {
  const scr_fractures *f = &w->fractures;
  size_t n = f->cap * sizeof *f->at + (f->cap_free + f->cap_order) * sizeof *f->free +
             f->cap_dfn * sizeof *f->dfn + scr_idmap_bytes(&f->by_id) + scr_templates_bytes(f) +
             f->cap_inter * sizeof *f->inter + f->cap_interset * sizeof *f->interset;
  for (size_t k = 0; k < f->n; k++) n += f->at[k].corners * 3 * sizeof(double);
  return n;
}
