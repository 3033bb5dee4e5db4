/* FISH: ball.extra, contact.extra, geom.node.extra and their like, also of older versions: see
 * lib_extra.h. */
#include "script/lib_extra.h"

#include <string.h>
#include "base/mem.h"
#include "script/lib_private.h"
#include "world/fracture/fracture.h"

/* ---- values by handle ---- */

/* Ids of geometry count in each set anew. */
static uint64_t key_in_sets(scr_ref ref) { return (uint64_t)ref.gen << 32 | ref.index; }

static uint32_t place_of(const struct scr_extra_kind *all, scr_kind kind, scr_ref ref) {
  return scr_lib_is_geom(kind) ? scr_u64map_get(&all->place, key_in_sets(ref), UINT32_MAX)
                               : ref.index;
}

static const scr_extra *find(const scr_extras *x, scr_kind kind, scr_ref ref) {
  const struct scr_extra_kind *all = &x->kind[kind];
  const uint32_t k = place_of(all, kind, ref);
  return k < all->n && all->of[k].gen == ref.gen ? &all->of[k] : NULL;
}

static void drop_values(scr_extra *e) {
  for (size_t k = 0; k < e->n; k++) scr_val_drop(&e->value[k]);
  e->n = 0;
}

/* The values of a thing that is gone are dropped when another one takes its index. */
static scr_extra *need(scr_extras *x, scr_kind kind, scr_ref ref) {
  struct scr_extra_kind *all = &x->kind[kind];
  uint32_t k = place_of(all, kind, ref);
  if (k == UINT32_MAX) {
    k = (uint32_t)all->n;
    scr_u64map_set(&all->place, key_in_sets(ref), k);
  }
  if (k >= all->n) {
    SCR_GROW(all->of, all->cap, (size_t)k + 1);
    memset(all->of + all->n, 0, ((size_t)k + 1 - all->n) * sizeof *all->of);
    all->n = (size_t)k + 1;
  }
  scr_extra *e = &all->of[k];
  if (e->gen != ref.gen) drop_values(e);
  e->gen = ref.gen;
  return e;
}

scr_val scr_extra_get(const scr_extras *x, scr_kind kind, scr_ref ref, size_t k) {
  const scr_extra *e = find(x, kind, ref);
  return e && k < e->n ? e->value[k] : scr_val_int(0);
}

void scr_extra_set(scr_extras *x, scr_kind kind, scr_ref ref, size_t k, scr_val v) {
  scr_extra *e = need(x, kind, ref);
  SCR_GROW(e->value, e->cap, k + 1);
  for (; e->n <= k; e->n++) e->value[e->n] = scr_val_int(0);
  scr_val old = e->value[k];
  e->value[k] = v;
  scr_val_drop(&old);
}

/* Case does not matter. */
static scr_val key_of(const char *name) {
  char *lower = scr_strdup(name);
  scr_lowercase(lower);
  const scr_val key = scr_val_str(lower);
  scr_free(lower);
  return key;
}

const scr_val *scr_free_prop(const scr_extras *x, scr_kind kind, scr_ref ref, const char *name) {
  const scr_extra *e = find(x, kind, ref);
  if (!e || !e->n || e->value[0].type != SCR_V_MAP) return NULL;
  scr_val key = key_of(name);
  const scr_val *v = scr_val_map_find(&e->value[0], &key);
  scr_val_drop(&key);
  return v;
}

void scr_free_prop_set(scr_extras *x, scr_kind kind, scr_ref ref, const char *name, scr_val v) {
  scr_val key = key_of(name);
  if (scr_extra_get(x, kind, ref, 0).type != SCR_V_MAP)
    scr_extra_set(x, kind, ref, 0, scr_val_map());
  scr_val map = scr_extra_get(x, kind, ref, 0);
  scr_val_map_set(&map, &key, v);
  scr_val_drop(&key);
}

void scr_free_props_copy(scr_extras *x, scr_kind kind, scr_ref from, scr_ref to) {
  const scr_val all = scr_extra_get(x, kind, from, 0);
  const size_t n = all.type == SCR_V_MAP ? scr_val_size(&all) : 0;
  for (size_t k = 0; k < n; k++) {
    const scr_val *key;
    scr_val *value;
    scr_val_map_at(&all, k, &key, &value);
    scr_free_prop_set(x, kind, to, scr_val_cstr(key, NULL), scr_val_hold(*value));
  }
}

bool scr_free_prop_fits(const scr_val *v) {
  return v->type <= SCR_V_BOOL || v->type == SCR_V_STR || v->type == SCR_V_VEC;
}

void scr_extras_clear(scr_extras *x) {
  for (int kind = 0; kind < SCR_KINDS; kind++) {
    struct scr_extra_kind *all = &x->kind[kind];
    for (size_t k = 0; k < all->n; k++) {
      drop_values(&all->of[k]);
      scr_free(all->of[k].value);
    }
    scr_free(all->of);
    scr_u64map_free(&all->place);
  }
  scr_names_free(&x->told);
  *x = (scr_extras){0};
}

bool scr_extras_tell(scr_extras *x, const char *what) {
  if (scr_names_get(&x->told, what, 0)) return false;
  scr_names_set(&x->told, what, 1);
  return true;
}

/* ---- in canonical order ---- */

typedef struct visit {
  const scr_extras *x;
  void (*each)(void *user, scr_kind kind, scr_ref ref, const scr_val *value, size_t n);
  void *user;
} visit;

/* Zeros at the end are what is read without them. */
static void visit_one(const visit *v, scr_kind kind, scr_ref ref) {
  const scr_extra *e = find(v->x, kind, ref);
  size_t n = e ? e->n : 0;
  while (n && e->value[n - 1].type == SCR_V_INT && e->value[n - 1].i == 0) n--;
  if (n) v->each(v->user, kind, ref, e->value, n);
}

static void visit_pieces(const visit *v, scr_world *w, scr_kind kind) {
  size_t n;
  uint32_t *rows = scr_lib_sorted(w, kind, SCR_NONE, &n);
  for (size_t k = 0; k < n; k++) visit_one(v, kind, scr_lib_ptr(w, kind, rows[k]).ref);
  scr_free(rows);
}

static void visit_contacts(const visit *v, scr_world *w) {
  scr_contact *c;
  size_t n = scr_contact_list(w, -1, true, &c);
  for (size_t k = 0; k < n; k++) visit_one(v, SCR_K_CONTACT, scr_contact_handle(w, c[k]));
  scr_free(c);
}

static void visit_geometry(const visit *v, const scr_geom *g) {
  for (int part = 0; part < SCR_GEOM_KINDS; part++) {
    const scr_kind kind = scr_lib_geom_kind((scr_geom_kind)part);
    for (uint32_t k = 0; v->x->kind[kind].n && k < g->n[part]; k++)
      visit_one(v, kind, (scr_ref){scr_geom_id(g, (scr_geom_kind)part, k), g->id});
  }
}

void scr_extras_each(const scr_extras *x, const scr_lib *lib,
                     void (*each)(void *user, scr_kind kind, scr_ref ref, const scr_val *value,
                                  size_t n),
                     void *user) {
  static const scr_kind piece[] = {SCR_K_BALL, SCR_K_WALL, SCR_K_FACET};
  const visit v = {x, each, user};
  scr_world *w = lib->world;
  for (size_t k = 0; k < SCR_COUNTOF(piece); k++)
    if (x->kind[piece[k]].n) visit_pieces(&v, w, piece[k]);
  if (x->kind[SCR_K_CONTACT].n) visit_contacts(&v, w);
  const uint32_t *fracture = x->kind[SCR_K_FRACTURE].n ? scr_fracture_order(w) : NULL;
  for (uint32_t k = 0; fracture && k < w->fractures.count; k++)
    visit_one(&v, SCR_K_FRACTURE, scr_fracture_ref(w, fracture[k]));
  for (size_t k = 0; k < lib->geoms.n; k++) visit_geometry(&v, lib->geoms.item[k]);
}

/* ---- intrinsics ---- */

/* name(p[, i]); without an index the first. */
static bool index_arg(scr_fish *f, int n, const scr_val *args, size_t *k) {
  *k = 0;
  return n < 2 || scr_lib_index_arg(f, &args[1], "extra variable", SCR_EXTRA_MAX, k);
}

SCR_LIB_GET(get_extra) {
  size_t k;
  if (!index_arg(f, n, args, &k)) return false;
  scr_lib *lib = scr_lib_of(f);
  const scr_val v = scr_extra_get(&lib->extras, args[0].kind, args[0].ref, k);
  const bool gone = v.type == SCR_V_PTR && !scr_lib_alive(lib, v.kind, v.ref);
  *out = gone ? scr_val_null() : scr_val_hold(v);
  return true;
}

SCR_LIB_SET(set_extra) {
  size_t k;
  if (!index_arg(f, n, args, &k)) return false;
  const bool remembers = args[0].kind == SCR_K_CONTACT && scr_counts_of(f)->giving;
  if (!remembers && !scr_lib_may_set(f, &args[0])) return false;
  scr_extra_set(&scr_lib_of(f)->extras, args[0].kind, args[0].ref, k, scr_val_hold(*value));
  return true;
}

#define DOC                                                                                        \
  "An extra variable: any value, by an index from 1 (default) to 128; 0 until it is assigned. "    \
  "A pointer to what is gone is null."
#define MODERN(name, kind)                                                                         \
  { name, 1, 2, "p{" kind "}i{extra}:*=*", get_extra, set_extra, NULL, 0, DOC }
#define LEGACY(name, kind)                                                                         \
  { name, 1, 2, "p{" kind "}i{extra}:*=*", get_extra, set_extra, NULL, SCR_FN_LEGACY, DOC }
static const scr_fish_fn rows[] = {
    MODERN("ball.extra", "ball"),
    MODERN("wall.extra", "wall"),
    MODERN("wall.facet.extra", "facet"),
    MODERN("contact.extra", "contact"),
    MODERN("fracture.extra", "fracture"),
    MODERN("geom.node.extra", "geom.node"),
    MODERN("geom.edge.extra", "geom.edge"),
    MODERN("geom.poly.extra", "geom.poly"),
    {"dfn.fracture.extra", 1, 2, "p{fracture}i{extra}:*=*", get_extra, set_extra, NULL,
     SCR_FN_OLDER, DOC},
    LEGACY("b_extra", "ball"),
    LEGACY("b_ex", "ball"),
    LEGACY("w_extra", "wall"),
    LEGACY("w_ex", "wall"),
    LEGACY("c_extra", "contact"),
    LEGACY("c_ex", "contact"),
};
const scr_lib_rows scr_lib_rows_extra = {rows, SCR_COUNTOF(rows)};
