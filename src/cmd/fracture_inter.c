/* `fracture intersections` and `fracture cluster`. */
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/fracture.h"
#include "cmd/import.h"
#include "world/fracture/inter.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- compute ---- */

enum { C_SLOT, C_SET, C_SKIP, C_GEOMETRY };
const scr_word_row scr_inter_compute_words[] = {
    {"group-slot", "<s>",
     "fractures that meet another join a group called like the set, in that slot"},
    {"intersection-set", "<s>", "the new set; default intersections1, ..."},
    {"skip-errors", "", "read and ignored: polygons need not be simple"},
    {"with-geometry", "<s>",
     "where fractures meet polygons and other edges of a geometry set, in 2D edges; not each "
     "other"},
    {"clean", "", "!geometry sets are taken as they are"},
    {0},
};

static void group_ends(scr_world *w, uint32_t set, const char *slot) {
  const scr_fractures *f = &w->fractures;
  const char *name = scr_interset_find(w, set)->name;
  for (size_t k = 0; k < f->ninter; k++)
    for (int end = 0; end < 2 && f->inter[k].set == set && f->inter[k].fracture[end]; end++)
      scr_group_set(w, &f->at[scr_fracture_find(w, f->inter[k].fracture[end])].groups, name, slot);
}

typedef struct compute {
  char *slot, *name;
  scr_loc at; /* of the name */
  bool of_geometry;
  const scr_geom *geometry; /* NULL: the file is only checked */
} compute;

static bool compute_word(scr_args *a, compute *c) {
  scr_loc at;
  int w;
  if (!scr_args_word(a, scr_inter_compute_words, &w)) return false;
  if (w == C_SKIP) return true;
  if (w == C_GEOMETRY) return c->of_geometry = scr_fracture_geometry(a, &at, &c->geometry);
  if (w == C_SLOT) return scr_args_slot(a, &c->slot);
  c->at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of the set", &c->name)) return false;
  return scr_args_makes(a, "set of intersections", c->name, &c->at), true;
}

static bool compute_set(scr_args *a, const compute *c, const uint32_t *places, size_t n,
                        uint32_t *set) {
  scr_world *w = world_of(a);
  if (!c->of_geometry) return scr_inters_compute(w, a->diag, c->name, places, n, set);
  scr_geom *g = scr_geoms_by_id(&a->lib->geoms, c->geometry->id);
  return scr_inters_of_geometry(w, a->diag, c->name, places, n, g, set);
}

bool scr_inter_compute(scr_args *a) {
  compute c = {.at = a->loc};
  scr_range *range = NULL;
  uint32_t *places = NULL, set;
  size_t n = 0;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = compute_word(a, &c);
  if (ok && !c.name) scr_args_makes(a, "set of intersections", "*", &c.at);
  ok = ok && scr_args_range(a, &range) && scr_args_finish(a) &&
       scr_range_fractures(a->s, range, &places, &n);
  if (ok) a->diag->at = c.at;
  ok = ok && compute_set(a, &c, places, n, &set);
  if (ok && c.slot) group_ends(world_of(a), set, c.slot);
  scr_range_free(range);
  scr_free(places);
  scr_free(c.slot), scr_free(c.name);
  return ok;
}

/* ---- delete ---- */

const scr_word_row scr_inter_delete_words[] = {
    {"intersection-set", "<s>", "that set; without it all of them"}, {0}};

/* The set of that name: its id, 0 after an error with the nearest one. */
static uint32_t set_named(scr_args *a, const char *name, const scr_loc *at) {
  const scr_world *w = world_of(a);
  const scr_interset *set = scr_interset_named(w, name);
  if (set) return set->id;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < w->fractures.ninterset; k++)
    scr_nearest_offer(&near, w->fractures.interset[k].name);
  scr_fail(a->diag, at, SCR_E_NAME, "there is no set of intersections '%s'", name);
  if (near.best) scr_hint(a->diag, "did you mean '%s'?", near.best);
  return 0;
}

bool scr_inter_read_set(scr_args *a, char **name, scr_loc *at) {
  *at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a set of intersections", name)) return false;
  return scr_args_needs(a, "set of intersections", *name, at), true;
}

bool scr_inter_set_needed(scr_args *a, const char *name, const scr_loc *at, uint32_t *set) {
  scr_world *w = world_of(a);
  if (name) return (*set = set_named(a, name, at)) != 0;
  return scr_inters_compute(w, a->diag, NULL, scr_fracture_order(w), w->fractures.count, set);
}

bool scr_inter_delete(scr_args *a) {
  scr_world *w = world_of(a);
  char *name = NULL;
  scr_loc at = a->loc;
  bool ok = true;
  int word;
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_inter_delete_words, &word) && scr_inter_read_set(a, &name, &at);
  ok = ok && scr_args_finish(a);
  const uint32_t id = ok && name ? set_named(a, name, &at) : 0;
  ok = ok && (!name || id);
  if (ok && name) scr_interset_delete(w, id);
  while (ok && !name && w->fractures.ninterset) scr_interset_delete(w, w->fractures.interset[0].id);
  scr_free(name);
  return ok;
}

/* ---- clusters ---- */

enum { K_SLOT, K_SET };
const scr_word_row scr_fracture_cluster_words[] = {
    {"group-slot", "<s>", "slot of the groups; default Default"},
    {"intersection-set", "<s>", "the set; without it one of all fractures is computed"},
    {0},
};

static uint32_t root_of(const uint32_t *up, uint32_t k) {
  while (up[k] != k) k = up[k];
  return k;
}

static void join(const scr_world *w, uint32_t set, uint32_t *up, bool *in) {
  const scr_fractures *f = &w->fractures;
  for (size_t k = 0; k < f->ninter; k++) {
    if (f->inter[k].set != set || !f->inter[k].fracture[1]) continue;
    const uint32_t a = scr_fracture_find(w, f->inter[k].fracture[0]),
                   b = scr_fracture_find(w, f->inter[k].fracture[1]);
    const uint32_t p = root_of(up, a), q = root_of(up, b);
    up[q] = p;
    in[a] = in[b] = true;
  }
}

/* Clusters are numbered in order of their lowest fractures. */
static void group_clusters(scr_world *w, uint32_t set, const char *slot) {
  scr_fractures *f = &w->fractures;
  const uint32_t *order = scr_fracture_order(w);
  uint32_t *up = scr_alloc(SCR_MAX(f->n, 1u) * sizeof *up), count = 0;
  uint32_t *number = scr_alloc(SCR_MAX(f->n, 1u) * sizeof *number);
  bool *in = scr_alloc(SCR_MAX(f->n, 1u) * sizeof *in);
  for (uint32_t k = 0; k < f->n; k++) up[k] = k;
  join(w, set, up, in);
  for (uint32_t k = 0; k < f->count; k++) {
    const uint32_t root = root_of(up, order[k]);
    if (!in[order[k]]) continue;
    if (!number[root]) number[root] = ++count;
    scr_buf b = {0};
    scr_buf_printf(&b, "%s%u", scr_interset_find(w, set)->name, (unsigned)number[root]);
    scr_group_set(w, &f->at[order[k]].groups, b.s, slot);
    scr_buf_free(&b);
  }
  scr_free(up), scr_free(number), scr_free(in);
}

static bool cluster_word(scr_args *a, char **slot, char **name, scr_loc *at) {
  int w;
  if (!scr_args_word(a, scr_fracture_cluster_words, &w)) return false;
  return w == K_SLOT ? scr_args_slot(a, slot) : scr_inter_read_set(a, name, at);
}

bool scr_fracture_cluster(scr_args *a) {
  scr_world *w = world_of(a);
  char *slot = NULL, *name = NULL;
  scr_loc at = a->loc;
  uint32_t set = 0;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = cluster_word(a, &slot, &name, &at);
  if (ok && !name) scr_args_makes(a, "set of intersections", "*", &at);
  ok = ok && scr_args_finish(a);
  ok = ok && scr_inter_set_needed(a, name, &at, &set);
  if (ok) group_clusters(w, set, slot);
  scr_free(slot), scr_free(name);
  return ok;
}
