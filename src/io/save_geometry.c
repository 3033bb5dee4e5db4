/* Geometry sets in save files: see save_geometry.h. */
#include "io/save_geometry.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

#define SECTION "geometry"

/* ---- groups: sets by first appearance, each in the order of its slots' names ---- */

typedef struct phrases {
  uint32_t *number; /* of a set of the world, from 1; 0: not met */
  uint32_t *set;    /* of a number, from 0 */
  uint32_t n;
  size_t cap;
} phrases;

static void meet(phrases *p, uint32_t set) {
  if (!set || p->number[set]) return;
  SCR_GROW(p->set, p->cap, (size_t)p->n + 1);
  p->set[p->n++] = set;
  p->number[set] = p->n;
}

static void meet_all(phrases *p, const scr_geoms *all) {
  for (size_t i = 0; i < all->n; i++)
    for (int kind = 0; kind < SCR_GEOM_KINDS; kind++)
      for (uint32_t k = 0; k < all->item[i]->n[kind]; k++)
        meet(p, *scr_geom_groups(all->item[i], (scr_geom_kind)kind, k));
}

typedef struct phrase {
  const char *slot, *group;
} phrase;

static int by_slot(const void *a, const void *b) {
  return strcmp(((const phrase *)a)->slot, ((const phrase *)b)->slot);
}

static void put_phrase(scr_buf *b, const scr_world *w, uint32_t set) {
  const uint32_t n = w->sets.count[set];
  phrase *item = scr_alloc(n * sizeof *item);
  for (uint32_t k = 0; k < n; k++) {
    const uint64_t *e = w->sets.entry[set] + 2 * (size_t)k;
    item[k] = (phrase){scr_word_text(&w->words, (uint32_t)e[0]),
                       scr_word_text(&w->words, (uint32_t)e[1])};
  }
  qsort(item, n, sizeof *item, by_slot);
  scr_put_u32(b, n);
  for (uint32_t k = 0; k < n; k++) scr_put_text(b, item[k].slot), scr_put_text(b, item[k].group);
  scr_free(item);
}

/* ---- writing ---- */

static void put_things(scr_buf *b, const scr_geom *g, const phrases *p) {
  for (int kind = 0; kind < SCR_GEOM_KINDS; kind++) {
    scr_put_u32(b, g->last[kind]);
    scr_put_u64(b, g->n[kind]);
    for (uint32_t k = 0; k < g->n[kind]; k++) {
      scr_put_u32(b, scr_geom_id(g, (scr_geom_kind)kind, k));
      scr_put_u32(b, p->number[*scr_geom_groups(g, (scr_geom_kind)kind, k)]);
    }
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) scr_put_f64s(b, g->node[k].x, 3);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE]; k++)
    for (int i = 0; i < 2; i++) scr_put_u32(b, g->edge[k].node[i]);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) {
    const scr_geom_poly *poly = &g->poly[k];
    scr_put_u8(b, poly->closed);
    scr_put_u64(b, poly->n);
    for (uint32_t i = 0; i < poly->n; i++) scr_put_u32(b, g->corner[poly->first + i]);
  }
}

void scr_save_geometry(const scr_geoms *all, const scr_world *w, scr_saveout *o) {
  if (!all->last) return;
  phrases p = {.number = scr_alloc((w->sets.n + 1) * sizeof *p.number)};
  scr_buf *b = scr_saveout_begin(o, SECTION);
  meet_all(&p, all);
  scr_put_u64(b, p.n);
  for (uint32_t k = 0; k < p.n; k++) put_phrase(b, w, p.set[k]);
  scr_put_u32(b, all->last);
  scr_put_u32(b, all->current);
  scr_put_u64(b, all->n);
  for (size_t k = 0; k < all->n; k++) {
    scr_put_u32(b, all->item[k]->id);
    scr_put_text(b, all->item[k]->name);
    put_things(b, all->item[k], &p);
  }
  scr_saveout_end(o);
  scr_free(p.number);
  scr_free(p.set);
}

/* ---- reading ---- */

/* The sets of the world that the phrases make, from number 1. */
static uint32_t *get_phrases(scr_bytes *in, scr_world *w, size_t *n) {
  *n = scr_get_count(in, 4);
  uint32_t *set = scr_alloc((*n + 1) * sizeof *set);
  for (size_t k = 1; k <= *n && !in->bad; k++) {
    const uint32_t pairs = scr_get_u32(in);
    in->bad |= !pairs;
    for (uint32_t i = 0; i < pairs && !in->bad; i++) {
      char *slot = scr_get_text(in), *group = scr_get_text(in);
      in->bad |= !*slot || !*group;
      if (!in->bad) scr_group_set(w, &set[k], group, slot);
      scr_free(slot);
      scr_free(group);
    }
  }
  return set;
}

/* Ids, which rise, and groups. */
static void get_ids(scr_bytes *in, scr_geom *g, scr_geom_kind kind, const uint32_t *set, size_t n) {
  uint32_t before = 0;
  for (uint32_t k = 0; k < g->n[kind] && !in->bad; k++) {
    const uint32_t id = scr_get_u32(in), groups = scr_get_below(in, (uint32_t)n + 1);
    in->bad |= id <= before || id > g->last[kind];
    before = id;
    if (kind == SCR_GEOM_NODE) g->node[k].id = id;
    if (kind == SCR_GEOM_EDGE) g->edge[k].id = id;
    if (kind == SCR_GEOM_POLY) g->poly[k].id = id;
    *scr_geom_groups(g, kind, k) = set[groups];
  }
}

static void get_room(scr_bytes *in, scr_geom *g, scr_geom_kind kind) {
  g->last[kind] = scr_get_u32(in);
  const size_t n = scr_get_count(in, 8);
  if (n > UINT32_MAX - 1) in->bad = true;
  if (in->bad) return;
  if (kind == SCR_GEOM_NODE) g->node = scr_alloc(n * sizeof *g->node);
  if (kind == SCR_GEOM_EDGE) g->edge = scr_alloc(n * sizeof *g->edge);
  if (kind == SCR_GEOM_POLY) g->poly = scr_alloc(n * sizeof *g->poly);
  g->cap[kind] = n;
  g->n[kind] = (uint32_t)n;
}

static void get_polygon(scr_bytes *in, scr_geom *g, scr_geom_poly *p) {
  p->closed = scr_get_bool(in);
  const size_t n = scr_get_count(in, 4);
  if (n > UINT32_MAX - g->ncorner - 1) in->bad = true;
  in->bad |= p->closed && n < 3;
  if (in->bad) return;
  SCR_GROW(g->corner, g->cap_corner, g->ncorner + n);
  p->first = g->ncorner, p->n = (uint32_t)n;
  for (size_t i = 0; i < n; i++)
    g->corner[g->ncorner++] = scr_get_below(in, SCR_MAX(g->n[SCR_GEOM_NODE], 1u));
  in->bad |= n && !g->n[SCR_GEOM_NODE];
  for (uint32_t i = 0; i + !p->closed < p->n && !in->bad; i++)
    in->bad |= scr_geom_edge_find(g, g->corner[p->first + i],
                                  g->corner[p->first + (i + 1) % p->n]) == SCR_NONE;
}

static void get_things(scr_bytes *in, scr_geom *g, const scr_world *w, const uint32_t *set,
                       size_t nset) {
  for (int kind = 0; kind < SCR_GEOM_KINDS && !in->bad; kind++) {
    get_room(in, g, (scr_geom_kind)kind);
    get_ids(in, g, (scr_geom_kind)kind, set, nset);
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE] && !in->bad; k++) {
    double *x = g->node[k].x;
    scr_get_f64s(in, x, 3);
    in->bad |= !isfinite(x[0]) || !isfinite(x[1]) || !isfinite(x[2]) || (w->dim == 2 && x[2] != 0);
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE] && !in->bad; k++) {
    uint32_t *node = g->edge[k].node;
    for (int i = 0; i < 2; i++) node[i] = scr_get_below(in, g->n[SCR_GEOM_NODE]);
    in->bad |= node[0] == node[1];
  }
  for (uint32_t k = 0; k < g->n[SCR_GEOM_EDGE] && !in->bad; k++)
    in->bad |= scr_geom_edge_find(g, g->edge[k].node[0], g->edge[k].node[1]) != k;
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY] && !in->bad; k++) get_polygon(in, g, &g->poly[k]);
}

static void get_set(scr_bytes *in, scr_geoms *all, uint32_t last, const scr_world *w,
                    const uint32_t *set, size_t nset) {
  const uint32_t id = scr_get_u32(in), before = all->last;
  char *name = scr_get_text(in);
  in->bad |= id <= before || id > last || !*name || scr_geoms_find(all, name);
  if (!in->bad) {
    all->last = id - 1; /* it takes the next */
    get_things(in, scr_geoms_need(all, name), w, set, nset);
  }
  scr_free(name);
}

bool scr_load_geometry(scr_savefile *f, scr_world *w, scr_geoms *all) {
  scr_bytes in;
  size_t nset;
  if (!scr_savefile_holds(f, SECTION)) return true;
  if (!scr_savefile_take(f, SECTION, &in)) return false;
  uint32_t *set = get_phrases(&in, w, &nset);
  const uint32_t last = scr_get_u32(&in), current = scr_get_u32(&in);
  const size_t n = scr_get_count(&in, 8);
  in.bad |= last == 0;
  for (size_t k = 0; k < n && !in.bad; k++) get_set(&in, all, last, w, set, nset);
  in.bad |= current && !scr_geoms_by_id(all, current);
  all->last = last;
  all->current = current;
  scr_free(set);
  return scr_savefile_complete(f, SECTION, &in);
}
