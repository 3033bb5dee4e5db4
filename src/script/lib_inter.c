/* FISH: sets of intersections, fracture.inter.* and as PFC 5 calls them. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "script/lib_private.h"
#include "world/fracture/inter.h"

static const scr_inter *one(const scr_world *w, const scr_val *p) {
  return scr_inter_find(w, p->ref.index);
}

static scr_val inter_ptr(const scr_inter *i) {
  return i ? scr_val_ptr(SCR_K_INTER, (scr_ref){i->id, 1}) : scr_val_null();
}

static scr_val set_ptr(const scr_interset *s) {
  return s ? scr_val_ptr(SCR_K_INTERSET, (scr_ref){s->id, 1}) : scr_val_null();
}

static scr_val fracture_ptr(const scr_world *w, uint32_t id) {
  if (!id) return scr_val_null();
  return scr_val_ptr(SCR_K_FRACTURE, scr_fracture_ref(w, scr_fracture_find(w, id)));
}

/* Those of a set (0: of all) that have a fracture (0: any) at an end. */
static bool belongs(const scr_inter *i, uint32_t set, uint32_t fracture) {
  return (!set || i->set == set) &&
         (!fracture || i->fracture[0] == fracture || i->fracture[1] == fracture);
}

static size_t count_of(const scr_world *w, uint32_t set) {
  size_t n = 0;
  for (size_t k = 0; k < w->fractures.ninter; k++) n += belongs(&w->fractures.inter[k], set, 0);
  return n;
}

static scr_val list_of(const scr_world *w, uint32_t set) {
  scr_ref *refs;
  size_t n = 0;
  scr_val list = scr_val_ptr_list(SCR_K_INTER, count_of(w, set), &refs);
  for (size_t k = 0; k < w->fractures.ninter; k++)
    if (belongs(&w->fractures.inter[k], set, 0)) refs[n++] = (scr_ref){w->fractures.inter[k].id, 1};
  return list;
}

/* ---- intersections ---- */

#define VALUE(id, expression)                                                                      \
  SCR_LIB_GET(id) {                                                                                \
    const scr_world *w = scr_world_of(f);                                                          \
    *out = expression;                                                                             \
    return SCR_UNUSED(n), SCR_UNUSED(args), true;                                                  \
  }

static const scr_inter *by_id(const scr_world *w, const scr_val *id) {
  return id->i > 0 && id->i < UINT32_MAX ? scr_inter_find(w, (uint32_t)id->i) : NULL;
}

VALUE(inter_find, inter_ptr(by_id(w, &args[0])))
VALUE(inter_list, list_of(w, 0))
VALUE(inter_num, scr_val_int((int64_t)w->fractures.ninter))
VALUE(inter_maxid,
      scr_val_int(w->fractures.ninter ? w->fractures.inter[w->fractures.ninter - 1].id : 0))
VALUE(inter_typeid, (SCR_UNUSED(w), scr_val_int(SCR_K_INTER)))
VALUE(inter_end1, fracture_ptr(w, one(w, &args[0])->fracture[0]))
VALUE(inter_end2, fracture_ptr(w, one(w, &args[0])->fracture[1]))
VALUE(inter_set, set_ptr(scr_interset_find(w, one(w, &args[0])->set)))
VALUE(inter_npoints, (SCR_UNUSED(w), scr_val_int(2)))

SCR_LIB_GET(inter_len) {
  const scr_inter *i = one(scr_world_of(f), &args[0]);
  *out = scr_val_real(sqrt(scr_lib_distance2(i->end[0], i->end[1])));
  return SCR_UNUSED(n), true;
}

static bool place(scr_fish *f, int n, const scr_val *args, int first, int end, scr_val *out) {
  return scr_lib_give_part(f, n, args, first, one(scr_world_of(f), &args[0])->end[end], out);
}

SCR_LIB_GET(inter_pos1) { return place(f, n, args, 1, 0, out); }
SCR_LIB_GET(inter_pos2) { return place(f, n, args, 1, 1, out); }

SCR_LIB_GET(inter_point) {
  if (args[1].i == 1 || args[1].i == 2) return place(f, n, args, 2, (int)args[1].i - 1, out);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "an intersection has points 1 and 2, and no number %lld", (long long)args[1].i);
}

/* ---- sets ---- */

SCR_LIB_GET(set_find) {
  const scr_world *w = scr_world_of(f);
  const char *name;
  uint32_t id;
  SCR_UNUSED(n);
  if (!scr_lib_id_or_name(f, &args[0], "the id or name of a set of intersections", &id, &name))
    return false;
  *out = set_ptr(name ? scr_interset_named(w, name) : id ? scr_interset_find(w, id) : NULL);
  return true;
}

SCR_LIB_GET(set_list) {
  const scr_fractures *all = &scr_world_of(f)->fractures;
  scr_ref *refs;
  *out = scr_val_ptr_list(SCR_K_INTERSET, all->ninterset, &refs);
  for (size_t k = 0; k < all->ninterset; k++) refs[k] = (scr_ref){all->interset[k].id, 1};
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

VALUE(set_num, scr_val_int((int64_t)w->fractures.ninterset))
VALUE(set_maxid,
      scr_val_int(w->fractures.ninterset ? w->fractures.interset[w->fractures.ninterset - 1].id
                                         : 0))
VALUE(set_typeid, (SCR_UNUSED(w), scr_val_int(SCR_K_INTERSET)))
VALUE(set_name, scr_val_str(scr_interset_find(w, args[0].ref.index)->name))
VALUE(set_inters, list_of(w, args[0].ref.index))
VALUE(set_internum, scr_val_int((int64_t)count_of(w, args[0].ref.index)))

SCR_LIB_GET(set_delete) {
  if (!scr_may_edit_things(scr_counts_of(f), scr_fish_diag(f))) return false;
  scr_interset_delete(scr_world_of(f), args[0].ref.index);
  return SCR_UNUSED(n), SCR_UNUSED(out), true;
}

SCR_LIB_GET(set_path) {
  scr_world *w = scr_world_of(f);
  scr_ref *refs;
  uint32_t *way;
  SCR_UNUSED(n);
  const size_t count =
      scr_inters_path(w, args[0].ref.index, w->fractures.at[scr_fracture_place(w, args[1].ref)].id,
                      w->fractures.at[scr_fracture_place(w, args[2].ref)].id, &way);
  *out = scr_val_ptr_list(SCR_K_FRACTURE, count, &refs);
  for (size_t k = 0; k < count; k++) refs[k] = scr_fracture_ref(w, scr_fracture_find(w, way[k]));
  scr_free(way);
  return true;
}

/* ---- of a fracture ---- */

SCR_LIB_GET(fracture_inters) {
  const scr_world *w = scr_world_of(f);
  const scr_fractures *all = &w->fractures;
  const uint32_t id = all->at[scr_fracture_place(w, args[0].ref)].id;
  const uint32_t dfn = n > 1 ? scr_dfn_place(w, args[1].ref) : SCR_NONE;
  size_t count = 0;
  scr_val *item = NULL;
  for (int pass = 0; pass < 2; pass++) {
    size_t k = 0;
    for (size_t i = 0; i < all->ninter; i++) {
      const scr_inter *q = &all->inter[i];
      if (!belongs(q, 0, id)) continue;
      const uint32_t other = q->fracture[q->fracture[0] == id];
      if (dfn != SCR_NONE && !other) continue;
      if (dfn != SCR_NONE && all->at[scr_fracture_find(w, other)].dfn != dfn) continue;
      if (pass) item[k] = inter_ptr(q);
      k++;
    }
    if (pass) break;
    count = k;
    *out = scr_val_array(1, &count);
    item = scr_val_items(out);
  }
  return true;
}

/* ---- rows ---- */

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
#define INTER "p{dfn.inter}"
#define SET   "p{dfn.setinter}"
#define INTER_ROWS(stem)                                                                           \
  FN(stem ".find", 1, 1, "d:p", inter_find, "The intersection with that id, null if none."),       \
      FN(stem ".list", 0, 0, ":l", inter_list, "Every intersection of all sets, by id."),          \
      FN(stem ".num", 0, 0, ":i", inter_num, "How many there are."),                               \
      FN(stem ".maxid", 0, 0, ":i", inter_maxid, "The largest id in use."),                        \
      FN(stem ".typeid", 0, 0, ":i", inter_typeid, "The number of this kind of pointer."),         \
      FN(stem ".id", 1, 1, INTER ":i", scr_lib_id_call, "Its id."),                                \
      FN(stem ".end1", 1, 1, INTER ":p", inter_end1, "The fracture with the lower id."),           \
      FN(stem ".end2", 1, 1, INTER ":p", inter_end2, "The other fracture; null: a geometry set."), \
      FN(stem ".len", 1, 1, INTER ":f", inter_len, "Its length, m; in 2D 0."),                     \
      FN(stem ".pos1", 1, 2, INTER "i{component}:v", inter_pos1, "Its first end, m."),             \
      FN(stem ".pos2", 1, 2, INTER "i{component}:v", inter_pos2, "Its second end, m."),            \
      FN(stem ".npolylinept", 1, 1, INTER ":i", inter_npoints, "How many points it has: 2."),      \
      FN(stem ".polylinept", 2, 3, INTER "ii{component}:v", inter_point,                           \
         "Its point of that number, m."),                                                          \
      FN(stem ".set", 1, 1, INTER ":p", inter_set, "The set that it is in.")
#define SET_ROWS(stem)                                                                             \
  FN(stem ".find", 1, 1, "*:p", set_find,                                                          \
     "The set of intersections of that id or name, or null."),                                     \
      FN(stem ".list", 0, 0, ":l", set_list, "Every set of intersections, by id."),                \
      FN(stem ".num", 0, 0, ":i", set_num, "How many sets there are."),                            \
      FN(stem ".maxid", 0, 0, ":i", set_maxid, "The largest id of a set."),                        \
      FN(stem ".typeid", 0, 0, ":i", set_typeid, "The number of this kind of pointer."),           \
      FN(stem ".id", 1, 1, SET ":i", scr_lib_id_call, "Its id."),                                  \
      FN(stem ".name", 1, 1, SET ":s", set_name, "Its name."),                                     \
      FN(stem ".interlist", 1, 1, SET ":l", set_inters, "Its intersections, by id."),              \
      FN(stem ".internum", 1, 1, SET ":i", set_internum, "How many it has."),                      \
      FN(stem ".delete", 1, 1, SET ":i", set_delete, "Deletes it."),                               \
      FN(stem ".path", 3, 3, SET "p{fracture}p{fracture}:l", set_path,                             \
         "The shortest way from one fracture to another by its intersections; empty if none.")

static const scr_fish_fn rows[] = {
    INTER_ROWS("fracture.inter"),
    INTER_ROWS("dfn.inter"),
    SET_ROWS("fracture.inter.set"),
    SET_ROWS("dfn.setinter"),
    FN("fracture.interarray", 1, 2, "p{fracture}p{dfn}:a", fracture_inters,
       "Array of its intersections, or of those with fractures of a DFN."),
    FN("dfn.fracture.interarray", 1, 2, "p{fracture}p{dfn}:a", fracture_inters, "The same."),
};
const scr_lib_rows scr_lib_rows_inter = {rows, SCR_COUNTOF(rows)};
