/* See inter.h. */
#include "world/fracture/inter.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "world/fracture/density.h"
#include "world/fracture/kept.h"
#include "world/fracture/meeting.h"
#include "world/state/checks.h"

/* ---- found ---- */

const scr_inter *scr_inter_find(const scr_world *w, uint32_t id) {
  const scr_fractures *f = &w->fractures;
  size_t lo = 0, hi = f->ninter;
  while (lo < hi) {
    const size_t mid = lo + (hi - lo) / 2;
    if (f->inter[mid].id < id)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo < f->ninter && f->inter[lo].id == id ? &f->inter[lo] : NULL;
}

const scr_interset *scr_interset_find(const scr_world *w, uint32_t id) {
  const scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ninterset; k++)
    if (f->interset[k].id == id) return &f->interset[k];
  return NULL;
}

const scr_interset *scr_interset_named(const scr_world *w, const char *name) {
  const scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ninterset; k++)
    if (scr_casecmp(f->interset[k].name, name) == 0) return &f->interset[k];
  return NULL;
}

/* ---- made ---- */

static void put_set(scr_fractures *f, uint32_t id, const char *name) {
  SCR_GROW(f->interset, f->cap_interset, f->ninterset + 1);
  f->interset[f->ninterset++] = (scr_interset){id, scr_strdup(name)};
  f->last_interset = id;
}

static void put_inter(scr_fractures *f, const scr_inter *i) {
  SCR_GROW(f->inter, f->cap_inter, f->ninter + 1);
  f->inter[f->ninter++] = *i;
  f->last_inter = i->id;
}

/* What meets what: the fractures each other, or what is in a geometry set. */
typedef struct search {
  uint32_t set;
  const uint32_t *places;
  size_t n;
  scr_extent *e; /* of the fractures */
  scr_patch *patch;
  size_t npatch;
} search;

static bool add(scr_world *w, scr_diag *d, const search *s, uint32_t a, uint32_t b,
                scr_inter *met) {
  scr_fractures *f = &w->fractures;
  if (f->last_inter == UINT32_MAX - 1)
    return scr_fail(d, NULL, SCR_E_LIMIT, "there is no id left for an intersection");
  met->set = s->set;
  met->id = f->last_inter + 1;
  met->fracture[0] = a, met->fracture[1] = b;
  put_inter(f, met);
  return true;
}

static bool with_fractures(scr_world *w, scr_diag *d, const search *s, size_t i) {
  const scr_fracture *at = w->fractures.at;
  const uint32_t *places = s->places;
  for (size_t k = i + 1; k < s->n; k++) {
    scr_inter met = {0};
    if (scr_extents_apart(w->dim, &s->e[i], &s->e[k])) continue;
    if (!scr_fractures_meet(w, places[i], places[k], met.end)) continue;
    if (!add(w, d, s, at[places[i]].id, at[places[k]].id, &met)) return false;
  }
  return true;
}

static bool with_patches(scr_world *w, scr_diag *d, const search *s, size_t i) {
  for (size_t k = 0; k < s->npatch; k++) {
    scr_inter met = {0};
    if (!scr_patch_met(w, &s->patch[k], s->places[i], &s->e[i], met.end)) continue;
    if (!add(w, d, s, w->fractures.at[s->places[i]].id, 0, &met)) return false;
  }
  return true;
}

static bool find_all(scr_world *w, scr_diag *d, const search *s) {
  for (size_t i = 0; i < s->n; i++) {
    if (scr_interrupted(d))
      return scr_fail(d, NULL, SCR_E_INTERRUPT, "interrupted: no intersection is kept");
    if (!(s->patch ? with_patches : with_fractures)(w, d, s, i)) return false;
  }
  return true;
}

static bool make_set(scr_world *w, scr_diag *d, const char *name, search *s, uint32_t *set) {
  scr_fractures *f = &w->fractures;
  char text[40];
  const uint32_t last = f->last_inter;
  snprintf(text, sizeof text, "intersections%u", (unsigned)(f->last_interset + 1));
  if (scr_interset_named(w, name ? name : text))
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a set of intersections '%s' already",
                    name ? name : text);
  s->e = scr_fracture_extents(w, s->places, s->n);
  s->set = *set = f->last_interset + 1;
  put_set(f, *set, name ? name : text);
  const bool ok = find_all(w, d, s);
  scr_free(s->e);
  if (ok) return true;
  scr_interset_delete(w, *set);
  f->last_interset--;
  f->last_inter = last;
  return false;
}

bool scr_inters_compute(scr_world *w, scr_diag *d, const char *name, const uint32_t *places,
                        size_t n, uint32_t *set) {
  return make_set(w, d, name, &(search){.places = places, .n = n}, set);
}

/* Polygons that are closed, then edges that are none of their sides; in 2D all edges. */
static void take_patches(int dim, scr_geom *g, search *s) {
  const uint32_t *n = g->n;
  bool *edge = scr_alloc(SCR_MAX(n[SCR_GEOM_EDGE], 1u)),
       *node = scr_alloc(SCR_MAX(n[SCR_GEOM_NODE], 1u));
  scr_geom_loose(g, edge, node);
  s->patch = scr_alloc(((size_t)n[SCR_GEOM_POLY] + n[SCR_GEOM_EDGE] + 1) * sizeof *s->patch);
  for (uint32_t k = 0; k < n[SCR_GEOM_POLY] && dim == 3; k++)
    if (g->poly[k].closed) s->patch[s->npatch++] = scr_patch_of(g, SCR_GEOM_POLY, k);
  for (uint32_t k = 0; k < n[SCR_GEOM_EDGE]; k++)
    if (dim == 2 || edge[k]) s->patch[s->npatch++] = scr_patch_of(g, SCR_GEOM_EDGE, k);
  scr_free(edge), scr_free(node);
}

bool scr_inters_of_geometry(scr_world *w, scr_diag *d, const char *name, const uint32_t *places,
                            size_t n, scr_geom *g, uint32_t *set) {
  search s = {.places = places, .n = n};
  take_patches(w->dim, g, &s);
  const bool ok = make_set(w, d, name, &s, set);
  for (size_t k = 0; k < s.npatch; k++) scr_free(s.patch[k].corner);
  scr_free(s.patch);
  return ok;
}

/* ---- gone ---- */

static void forget_set(scr_fractures *f, uint32_t set) {
  size_t n = 0;
  for (size_t k = 0; k < f->ninter; k++)
    if (f->inter[k].set != set) f->inter[n++] = f->inter[k];
  f->ninter = n;
}

void scr_interset_delete(scr_world *w, uint32_t id) {
  scr_fractures *f = &w->fractures;
  size_t n = 0;
  forget_set(f, id);
  for (size_t k = 0; k < f->ninterset; k++)
    if (f->interset[k].id == id)
      scr_free(f->interset[k].name);
    else
      f->interset[n++] = f->interset[k];
  f->ninterset = n;
}

static bool ends_there(const scr_world *w, const scr_inter *i) {
  return scr_fracture_find(w, i->fracture[0]) != SCR_NONE &&
         (!i->fracture[1] || scr_fracture_find(w, i->fracture[1]) != SCR_NONE);
}

void scr_inters_forget(scr_world *w) {
  scr_fractures *f = &w->fractures;
  size_t n = 0;
  for (size_t k = 0; k < f->ninter; k++)
    if (ends_there(w, &f->inter[k])) f->inter[n++] = f->inter[k];
  f->ninter = n;
}

void scr_inters_free(scr_fractures *f) {
  for (size_t k = 0; k < f->ninterset; k++) scr_free(f->interset[k].name);
  scr_free(f->interset);
  scr_free(f->inter);
}

/* ---- ways ---- */

/* The fracture at the other end; 0: it is not one of its ends. */
static uint32_t beyond(const scr_inter *i, uint32_t id) {
  return i->fracture[0] == id ? i->fracture[1] : i->fracture[1] == id ? i->fracture[0] : 0;
}

/* From `to` outwards: how many steps it is from each place, 0: not reached. */
static uint32_t *steps_to(scr_world *w, uint32_t set, uint32_t to) {
  const scr_fractures *f = &w->fractures;
  uint32_t *steps = scr_alloc(SCR_MAX(f->n, 1u) * sizeof *steps);
  steps[scr_fracture_find(w, to)] = 1;
  bool more = true;
  for (uint32_t now = 1; more; now++) {
    more = false;
    for (size_t k = 0; k < f->ninter; k++) {
      if (f->inter[k].set != set || !f->inter[k].fracture[1]) continue;
      const uint32_t a = scr_fracture_find(w, f->inter[k].fracture[0]),
                     b = scr_fracture_find(w, f->inter[k].fracture[1]);
      if ((steps[a] == 0) == (steps[b] == 0)) continue;
      if (SCR_MAX(steps[a], steps[b]) != now) continue;
      steps[steps[a] ? b : a] = now + 1;
      more = true;
    }
  }
  return steps;
}

/* The neighbour that is one step nearer, with the lowest id. */
static uint32_t next_on_way(const scr_world *w, uint32_t set, const uint32_t *steps, uint32_t id) {
  const uint32_t here = steps[scr_fracture_find(w, id)];
  uint32_t best = 0;
  for (size_t k = 0; k < w->fractures.ninter; k++) {
    const scr_inter *i = &w->fractures.inter[k];
    const uint32_t other = i->set == set ? beyond(i, id) : 0;
    if (other && steps[scr_fracture_find(w, other)] == here - 1 && (!best || other < best))
      best = other;
  }
  return best;
}

size_t scr_inters_path(scr_world *w, uint32_t set, uint32_t from, uint32_t to, uint32_t **way) {
  uint32_t *steps = steps_to(w, set, to);
  const size_t n = steps[scr_fracture_find(w, from)];
  *way = scr_alloc(SCR_MAX(n, 1u) * sizeof **way);
  for (size_t k = 0; k < n; k++) {
    (*way)[k] = from;
    if (k + 1 < n) from = next_on_way(w, set, steps, from);
  }
  scr_free(steps);
  return n;
}

/* ---- saved ---- */

bool scr_interset_restore(scr_world *w, uint32_t id, const char *name) {
  scr_fractures *f = &w->fractures;
  if (id <= f->last_interset || id == UINT32_MAX || !*name || scr_interset_named(w, name))
    return false;
  return put_set(f, id, name), true;
}

bool scr_inter_restore(scr_world *w, const scr_inter *i) {
  scr_fractures *f = &w->fractures;
  for (int k = 0; k < 6; k++)
    if (!isfinite(i->end[k / 3][k % 3])) return false;
  if (i->id <= f->last_inter || i->id == UINT32_MAX || !scr_interset_find(w, i->set) ||
      (i->fracture[1] && i->fracture[0] >= i->fracture[1]) || !ends_there(w, i))
    return false;
  return put_inter(f, i), true;
}

bool scr_inters_last(scr_world *w, uint32_t set, uint32_t inter) {
  scr_fractures *f = &w->fractures;
  if (set < f->last_interset || inter < f->last_inter || set == UINT32_MAX || inter == UINT32_MAX)
    return false;
  f->last_interset = set, f->last_inter = inter;
  return true;
}

bool scr_check_inters(const scr_world *w, scr_buf *why) {
  const scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ninter; k++) {
    const scr_inter *i = &f->inter[k];
    SCR_HOLDS(i->id <= f->last_inter && (k == 0 || f->inter[k - 1].id < i->id),
              "intersection %u is out of order", i->id);
    SCR_HOLDS(scr_interset_find(w, i->set) && ends_there(w, i),
              "intersection %u is of what is gone", i->id);
  }
  return true;
}
