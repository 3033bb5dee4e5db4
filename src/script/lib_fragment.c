/* FISH: fragment.*, and the fragment that a ball or wall belongs to. */
#include "world/fracture/fragment.h"

#include <math.h>
#include "script/lib_private.h"

static scr_val fragment_ptr(const scr_world *w, int64_t id) {
  const bool there = id > 0 && id <= UINT32_MAX && scr_fragment_known(w, (uint32_t)id);
  return there ? scr_val_ptr(SCR_K_FRAGMENT, (scr_ref){(uint32_t)id, 1}) : scr_val_null();
}

/* ---- catalogues ---- */

/* The catalogue that argument `at` numbers (from 1), the last one where it is not given. */
static bool catalog_arg(scr_fish *f, int n, const scr_val *args, int at, size_t *k) {
  const size_t all = scr_world_of(f)->fragments.n;
  if (!all)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "no fragments have been computed") ||
           scr_hint(scr_fish_diag(f), "give `fragment compute` first");
  *k = all - 1;
  return n <= at || scr_lib_index_arg(f, &args[at], "catalogue", all, k);
}

/* The one whose cycle or time is nearest; of equals the first. False after an error. */
static bool nearest(scr_fish *f, double at, bool by_cycle, size_t *k) {
  const scr_fragments *all = &scr_world_of(f)->fragments;
  double least = HUGE_VAL;
  if (!catalog_arg(f, 0, NULL, 0, k)) return false;
  for (size_t i = 0; i < all->n; i++) {
    const double x = by_cycle ? (double)all->catalog[i].cycle : all->catalog[i].time;
    if (!(fabs(x - at) < least)) continue;
    least = fabs(x - at);
    *k = i;
  }
  return true;
}

static scr_val count_of(const scr_world *w, size_t k) {
  return scr_val_int((int64_t)w->fragments.catalog[k].n);
}

scr_val scr_lib_fragments(const scr_world *w, size_t k) {
  const scr_catalog *c = &w->fragments.catalog[k];
  scr_val map = scr_val_map();
  for (size_t i = 0; i < c->n; i++) {
    const scr_val key = scr_val_int(c->fragment[i].id);
    scr_val_map_set(&map, &key, fragment_ptr(w, c->fragment[i].id));
  }
  return map;
}

static scr_val place_of(const scr_world *w, size_t k) {
  return SCR_UNUSED(w), scr_val_int((int64_t)k + 1);
}

/* Before the first computation there are none. */
SCR_LIB_GET(fragment_num) {
  size_t k;
  if (n == 0 && !scr_world_of(f)->fragments.n) return *out = scr_val_int(0), true;
  if (!catalog_arg(f, n, args, 0, &k)) return false;
  *out = count_of(scr_world_of(f), k);
  return true;
}

SCR_LIB_GET(fragment_map) {
  size_t k;
  if (n == 0 && !scr_world_of(f)->fragments.n) return *out = scr_val_map(), true;
  if (!catalog_arg(f, n, args, 0, &k)) return false;
  *out = scr_lib_fragments(scr_world_of(f), k);
  return true;
}

SCR_LIB_GET(fragment_index) {
  size_t k;
  if (n == 0 && !scr_world_of(f)->fragments.n) return *out = scr_val_int(0), true;
  if (!catalog_arg(f, n, args, 0, &k)) return false;
  *out = place_of(scr_world_of(f), k);
  return true;
}

/* The same by cycle or time. */
#define NEAREST(id, by_cycle, of)                                                                  \
  SCR_LIB_GET(id) {                                                                                \
    size_t k;                                                                                      \
    SCR_UNUSED(n);                                                                                 \
    if (!nearest(f, args[0].f, by_cycle, &k)) return false;                                        \
    *out = of(scr_world_of(f), k);                                                                 \
    return true;                                                                                   \
  }
NEAREST(num_cycle, true, count_of)
NEAREST(num_time, false, count_of)
NEAREST(map_cycle, true, scr_lib_fragments)
NEAREST(map_time, false, scr_lib_fragments)
NEAREST(index_cycle, true, place_of)
NEAREST(index_time, false, place_of)

/* ---- one of them ---- */

SCR_LIB_GET(fragment_find) {
  *out = fragment_ptr(scr_world_of(f), args[0].i);
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(fragment_id) {
  *out = scr_val_int(args[0].ref.index);
  return SCR_UNUSED(f), SCR_UNUSED(n), true;
}

/* Fragment args[0] in the catalogue of argument 1; NULL in *one where it is not in that one. */
static bool in_catalog(scr_fish *f, int n, const scr_val *args, size_t *k,
                       const scr_fragment **one) {
  if (!catalog_arg(f, n, args, 1, k)) return false;
  *one = scr_fragment_find(scr_world_of(f), *k, args[0].ref.index);
  return true;
}

SCR_LIB_GET(fragment_vol) {
  const scr_fragment *one;
  size_t k;
  if (!in_catalog(f, n, args, &k, &one)) return false;
  *out = scr_val_real(one ? one->volume : 0);
  return true;
}

SCR_LIB_GET(fragment_bodynum) {
  const scr_fragment *one;
  size_t k;
  if (!in_catalog(f, n, args, &k, &one)) return false;
  *out = scr_val_int(one ? (int64_t)one->n : 0);
  return true;
}

/* A body that there still is; null else. */
static scr_val body_ptr(const scr_world *w, uint64_t body) {
  const bool wall = body & SCR_FRAGMENT_WALL;
  const uint32_t row = wall ? scr_wall_find(w, (uint32_t)body) : scr_ball_find(w, (uint32_t)body);
  return scr_lib_ptr(w, wall ? SCR_K_WALL : SCR_K_BALL, row);
}

SCR_LIB_GET(fragment_bodymap) {
  const scr_world *w = scr_world_of(f);
  const scr_fragment *one;
  size_t k;
  if (!in_catalog(f, n, args, &k, &one)) return false;
  *out = scr_val_map();
  for (size_t i = 0; one && i < one->n; i++) {
    const uint64_t body = w->fragments.catalog[k].body[one->first + i];
    const bool wall = body & SCR_FRAGMENT_WALL;
    const scr_val key = scr_val_int(wall ? -(int64_t)(uint32_t)body : (int64_t)body);
    const scr_val p = body_ptr(w, body);
    if (p.type == SCR_V_PTR) scr_val_map_set(out, &key, p);
  }
  return true;
}

static bool missing(scr_fish *f, uint32_t id, size_t k) {
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "fragment %u is not in catalogue %zu",
                  (unsigned)id, k + 1);
}

SCR_LIB_GET(fragment_pos_catalog) {
  const scr_fragment *one;
  size_t k;
  if (!in_catalog(f, 2, args, &k, &one)) return false;
  if (!one) return missing(f, args[0].ref.index, k);
  return scr_lib_give_part(f, n, args, 2, one->x, out);
}

/* Where its bodies are now: the mean over those of the last catalogue that there are. */
SCR_LIB_GET(fragment_pos) {
  const scr_fragment *one;
  double x[3];
  size_t k = 0;
  if (!in_catalog(f, 1, args, &k, &one)) return false;
  if (!one || !scr_fragment_where(scr_world_of(f), one, x)) return missing(f, args[0].ref.index, k);
  return scr_lib_give_part(f, n, args, 1, x, out);
}

SCR_LIB_GET(fragment_parent) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  for (size_t k = 0; k < w->fragments.n; k++) {
    const scr_fragment *one = scr_fragment_find(w, k, args[0].ref.index);
    if (one) return *out = fragment_ptr(w, one->parent), true; /* as it came up */
  }
  return *out = scr_val_null(), true;
}

SCR_LIB_GET(fragment_childmap) {
  const scr_world *w = scr_world_of(f);
  *out = scr_val_map();
  for (size_t k = 0; k < w->fragments.n; k++) {
    const scr_catalog *c = &w->fragments.catalog[k];
    for (size_t i = 0; i < c->n; i++) {
      const scr_val key = scr_val_int(c->fragment[i].id);
      if (c->fragment[i].parent == args[0].ref.index)
        scr_val_map_set(out, &key, fragment_ptr(w, c->fragment[i].id));
    }
  }
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(fragment_history) {
  const scr_world *w = scr_world_of(f);
  *out = scr_val_map();
  for (size_t k = 0; k < w->fragments.n; k++) {
    const scr_fragment *one = scr_fragment_find(w, k, args[0].ref.index);
    const scr_val key = place_of(w, k);
    if (one) scr_val_map_set(out, &key, scr_val_real(one->volume));
  }
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(ball_fragment) {
  const scr_world *w = scr_world_of(f);
  *out = scr_val_int(scr_fragment_of_ball(w, scr_lib_row(w, &args[0])));
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(wall_fragment) {
  const scr_world *w = scr_world_of(f);
  *out = scr_val_int(scr_fragment_of_wall(w, scr_lib_row(w, &args[0])));
  return SCR_UNUSED(n), true;
}

/* ---- rows ---- */

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
/* clang-format off */
static const scr_fish_fn rows[] = {
    FN("ball.fragment", 1, 1, "p{ball}:i", ball_fragment,
       "The id of the fragment it was in when fragments were computed last; 0: in none."),
    FN("wall.fragment", 1, 1, "p{wall}:i", wall_fragment, "The same of a wall."),
    FN("fragment.find", 1, 1, "d:p", fragment_find,
       "The fragment with that id, null if there never was one."),
    FN("fragment.id", 1, 1, "p{fragment}:i", fragment_id, "Its id."),
    FN("fragment.num", 0, 1, "i:i", fragment_num,
       "How many fragments a catalogue has (from 1; default the last)."),
    FN("fragment.num.cycle", 1, 1, "f:i", num_cycle,
       "How many, in the catalogue nearest to a cycle."),
    FN("fragment.num.time", 1, 1, "f:i", num_time, "How many, in the catalogue nearest to a time."),
    FN("fragment.map", 0, 1, "i:m", fragment_map,
       "Map from ids to the fragments of a catalogue (default the last)."),
    FN("fragment.map.cycle", 1, 1, "f:m", map_cycle,
       "The same of the catalogue nearest to a cycle."),
    FN("fragment.map.time", 1, 1, "f:m", map_time,
       "The same of the catalogue nearest to a time."),
    FN("fragment.catalog", 1, 1, "f:i", index_time,
       "The number of the catalogue nearest to a time."),
    FN("fragment.catalog.num", 1, 1, "f:i", index_time,
       "The same as fragment.catalog."),
    FN("fragment.index", 0, 1, "i:i", fragment_index,
       "The number of the last catalogue, 0 before the first; of the one given, if it is there."),
    FN("fragment.index.cycle", 1, 1, "f:i", index_cycle,
       "The number of the catalogue nearest to a cycle."),
    FN("fragment.index.time", 1, 1, "f:i", index_time,
       "The number of the catalogue nearest to a time."),
    FN("fragment.history", 1, 1, "p{fragment}:m", fragment_history,
       "Map from the numbers of the catalogues that have it to its volume then, m3, in 2D m2."),
    FN("fragment.vol", 1, 2, "p{fragment}i:f", fragment_vol,
       "Volume of its balls in a catalogue (default the last), m3, in 2D m2; 0: it is not in it."),
    FN("fragment.bodynum", 1, 2, "p{fragment}i:i", fragment_bodynum,
       "How many bodies it has in a catalogue."),
    FN("fragment.bodymap", 1, 2, "p{fragment}i:m", fragment_bodymap,
       "Map from ids to its bodies in a catalogue, as far as they are there; ids of walls are "
       "negative."),
    FN("fragment.pos", 1, 2, "p{fragment}i:v", fragment_pos, "Mean position of its bodies now, m."),
    FN("fragment.pos.catalog", 2, 3, "p{fragment}ii:v", fragment_pos_catalog,
       "Mean position of its bodies when a catalogue was made, m."),
    FN("fragment.parent", 1, 1, "p{fragment}:p", fragment_parent,
       "The fragment it broke off from, null if none."),
    FN("fragment.childmap", 1, 1, "p{fragment}:m", fragment_childmap,
       "Map from ids to the fragments that broke off from it."),
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_fragment = {rows, SCR_COUNTOF(rows)};
