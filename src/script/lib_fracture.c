/* FISH: fracture.* and dfn.*, and what PFC 5 calls them. Fractures are records; groups and extra
 * variables are those of all things (lib_piece.c, lib_extra.c). */
#include "world/fracture/fracture.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "script/lib_private.h"

/* ---- places ---- */

static uint32_t place_of(const scr_world *w, const scr_val *p) {
  return scr_fracture_place(w, p->ref);
}

static scr_val fracture_ptr(const scr_world *w, uint32_t place) {
  return place == SCR_NONE ? scr_val_null()
                           : scr_val_ptr(SCR_K_FRACTURE, scr_fracture_ref(w, place));
}

static scr_val dfn_ptr(const scr_world *w, uint32_t place) {
  return place == SCR_NONE ? scr_val_null() : scr_val_ptr(SCR_K_DFN, scr_dfn_ref(w, place));
}

static const scr_fracture *record(const scr_world *w, const scr_val *p) {
  return &w->fractures.at[place_of(w, p)];
}

/* ---- what a new one is to be ---- */

/* The numbers and vectors behind the word of an array that describes a fracture. */
typedef struct words {
  scr_fish *f;
  const scr_val *item;
  size_t n;
} words;

static bool item_fails(const words *a, const char *what, size_t k) {
  scr_diag *d = scr_fish_diag(a->f);
  if (k < a->n && a->item[k].type == SCR_V_VEC)
    return scr_fail(d, NULL, SCR_E_TYPE,
                    "element %zu of the description of a fracture is %s, not a vector of %d", k + 1,
                    what, a->item[k].dim);
  return scr_fail(d, NULL, SCR_E_TYPE, "element %zu of the description of a fracture is %s, not %s",
                  k + 1, what, k < a->n ? scr_vtype_phrase(a->item[k].type) : "missing");
}

static bool item_vector(const words *a, size_t k, double x[3]) {
  const int dim = scr_world_of(a->f)->dim;
  if (k >= a->n || a->item[k].type != SCR_V_VEC || a->item[k].dim != dim)
    return item_fails(a, dim == 2 ? "a vector of 2 components" : "a vector of 3 components", k);
  x[2] = 0;
  memcpy(x, a->item[k].v, (size_t)dim * sizeof *x);
  return true;
}

static bool item_number(const words *a, size_t k, double lo, double hi, const char *name,
                        double *out) {
  if (k >= a->n || !scr_val_number(&a->item[k], out)) return item_fails(a, "a number", k);
  return (*out >= lo && *out <= hi) ||
         scr_fail(scr_fish_diag(a->f), NULL, SCR_E_VALUE,
                  "the %s of a fracture is from %g to %g degrees, not %g", name, lo, hi, *out);
}

/* 'dip', middle, length, dip; 'disk', middle, diameter, dip, dip direction. Degrees. */
static bool describe_plane(const words *a, scr_fracture_spec *s) {
  const int dim = scr_world_of(a->f)->dim;
  if (!item_vector(a, 1, s->x)) return false;
  if (a->n < 3 || !scr_val_number(&a->item[2], &s->size)) return item_fails(a, "a number", 2);
  if (!item_number(a, 3, dim == 2 ? -180 : 0, dim == 2 ? 180 : 90, "dip", &s->dip)) return false;
  return dim == 2 || item_number(a, 4, 0, 360, "dip direction", &s->ddir);
}

/* 'vertices', how many, the vectors. *corner is owned by the caller. */
static bool describe_corners(const words *a, scr_fracture_spec *s, double **corner) {
  const int dim = scr_world_of(a->f)->dim;
  const int64_t n = a->n > 1 && a->item[1].type == SCR_V_INT ? a->item[1].i : 0;
  if (dim == 2 ? n != 2 : n < 3)
    return scr_fail(scr_fish_diag(a->f), NULL, SCR_E_VALUE,
                    dim == 2 ? "a fracture has 2 vertices in two dimensions"
                             : "a fracture has 3 vertices or more");
  if ((uint64_t)n > a->n - 2) return item_fails(a, "a vector", a->n);
  *corner = scr_alloc((size_t)n * 3 * sizeof **corner);
  for (size_t k = 0; k < (size_t)n; k++)
    if (!item_vector(a, k + 2, *corner + 3 * k)) return false;
  s->corners = (uint32_t)n;
  s->corner = *corner;
  return true;
}

static bool describe(scr_fish *f, const scr_val *array, scr_fracture_spec *s, double **corner) {
  const bool items = array->type == SCR_V_ARRAY || array->type == SCR_V_LIST;
  const words a = {f, items ? scr_val_items(array) : NULL, items ? scr_val_size(array) : 0};
  const char *plane = scr_world_of(f)->dim == 2 ? "dip" : "disk";
  if (!a.n || a.item[0].type != SCR_V_STR)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a fracture is described by an array that begins with '%s' or 'vertices'",
                    plane);
  const char *word = scr_val_cstr(&a.item[0], NULL);
  if (scr_casecmp(word, "vertices") == 0) return describe_corners(&a, s, corner);
  if (scr_casecmp(word, plane) == 0) return describe_plane(&a, s);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                  "a fracture is described by '%s' or 'vertices' in %s dimensions, not by '%s'",
                  plane, scr_world_of(f)->dim == 2 ? "two" : "three", word);
}

static bool id_arg(scr_fish *f, const scr_val *v, uint32_t *id) {
  *id = (uint32_t)v->i;
  return (v->i > 0 && v->i < UINT32_MAX) ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "an id is a positive number, not %lld",
                  (long long)v->i);
}

SCR_LIB_GET(fracture_create) {
  scr_world *w = scr_world_of(f);
  scr_fracture_spec s = {.dfn = scr_dfn_place(w, args[0].ref)};
  double *corner = NULL;
  uint32_t place;
  if (!scr_may_edit_things(w, scr_fish_diag(f))) return false;
  if (n > 2 && !id_arg(f, &args[2], &s.id)) return false;
  const bool ok =
      describe(f, &args[1], &s, &corner) && scr_fracture_create(w, scr_fish_diag(f), &s, &place);
  scr_free(corner);
  if (ok) *out = fracture_ptr(w, place);
  return ok;
}

SCR_LIB_GET(fracture_delete) {
  scr_world *w = scr_world_of(f);
  const uint32_t place = place_of(w, &args[0]);
  if (!scr_may_edit_things(w, scr_fish_diag(f))) return false;
  scr_fracture_delete(w, &place, 1);
  return SCR_UNUSED(n), SCR_UNUSED(out), true;
}

/* ---- all of them ---- */

SCR_LIB_GET(fracture_find) {
  const scr_world *w = scr_world_of(f);
  const int64_t id = args[0].i;
  *out = fracture_ptr(w, id > 0 && id < UINT32_MAX ? scr_fracture_find(w, (uint32_t)id) : SCR_NONE);
  return SCR_UNUSED(n), true;
}

/* Of a network; SCR_NONE: all. */
static scr_val list_of(scr_world *w, uint32_t dfn) {
  const scr_fractures *all = &w->fractures;
  const uint32_t *order = scr_fracture_order(w);
  scr_ref *refs;
  scr_val list = scr_val_ptr_list(SCR_K_FRACTURE,
                                  dfn == SCR_NONE ? all->count : all->dfn[dfn].fractures, &refs);
  for (uint32_t k = 0, i = 0; k < all->count; k++)
    if (dfn == SCR_NONE || all->at[order[k]].dfn == dfn) refs[i++] = scr_fracture_ref(w, order[k]);
  return list;
}

SCR_LIB_GET(fracture_list) {
  *out = list_of(scr_world_of(f), SCR_NONE);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(fracture_num) {
  *out = scr_val_int(scr_world_of(f)->fractures.count);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(fracture_maxid) {
  *out = scr_val_int(scr_fracture_max_id(scr_world_of(f)));
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(fracture_typeid) {
  *out = scr_val_int(SCR_K_FRACTURE);
  return SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args), true;
}

/* The one that comes nearest to p, of those with the same distance the one with the lowest id;
 * beyond the reach none. */
static uint32_t nearest(scr_world *w, uint32_t dfn, const double p[3], double reach) {
  const uint32_t *order = scr_fracture_order(w);
  uint32_t best = SCR_NONE;
  double least = reach > 0 ? reach * reach : HUGE_VAL;
  for (uint32_t k = 0; k < w->fractures.count; k++) {
    double q[3];
    if (dfn != SCR_NONE && w->fractures.at[order[k]].dfn != dfn) continue;
    scr_fracture_nearest(w, order[k], p, q);
    const double d2 = scr_lib_distance2(p, q);
    if (best == SCR_NONE ? d2 > least : d2 >= least) continue;
    best = order[k], least = d2;
  }
  return best;
}

SCR_LIB_GET(fracture_near) {
  scr_world *w = scr_world_of(f);
  double p[3], reach;
  if (!scr_lib_near_args(f, n, args, p, &reach)) return false;
  *out = fracture_ptr(w, nearest(w, SCR_NONE, p, reach));
  return true;
}

/* ---- one of them ---- */

/* A row that reads a number of the record. */
#define NUMBER(id, expression)                                                                     \
  SCR_LIB_GET(id) {                                                                                \
    const scr_world *w = scr_world_of(f);                                                          \
    const uint32_t k = place_of(w, &args[0]);                                                      \
    *out = expression;                                                                             \
    return SCR_UNUSED(n), true;                                                                    \
  }
NUMBER(fracture_area, scr_val_real(scr_fracture_area(w, k)))
NUMBER(fracture_dip, scr_val_real(w->fractures.at[k].dip))
NUMBER(fracture_size, scr_val_real(w->fractures.at[k].size))
NUMBER(fracture_aperture, scr_val_real(w->fractures.at[k].aperture))
NUMBER(fracture_isdisk, scr_val_bool(w->dim == 3 && !w->fractures.at[k].corners))
NUMBER(fracture_dfn, dfn_ptr(w, w->fractures.at[k].dfn))

static bool has_ddir(scr_fish *f) {
  return scr_world_of(f)->dim == 3 || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                                               "a fracture has no dip direction in two dimensions");
}

SCR_LIB_GET(fracture_ddir) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  if (!has_ddir(f)) return false;
  *out = scr_val_real(record(w, &args[0])->ddir);
  return true;
}

SCR_LIB_SET(set_fracture_dip) {
  scr_world *w = scr_world_of(f);
  scr_fracture_incline(w, place_of(w, &args[0]), value->f, record(w, &args[0])->ddir);
  return SCR_UNUSED(n), true;
}

SCR_LIB_SET(set_fracture_ddir) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  if (!has_ddir(f)) return false;
  scr_fracture_incline(w, place_of(w, &args[0]), record(w, &args[0])->dip, value->f);
  return true;
}

SCR_LIB_SET(set_fracture_size) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  return scr_fracture_resize(w, scr_fish_diag(f), place_of(w, &args[0]), value->f);
}

SCR_LIB_SET(set_fracture_aperture) {
  scr_world *w = scr_world_of(f);
  w->fractures.at[place_of(w, &args[0])].aperture = value->f;
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(fracture_pos) {
  return scr_lib_give_part(f, n, args, 1, record(scr_world_of(f), &args[0])->x, out);
}

SCR_LIB_SET(set_fracture_pos) {
  scr_world *w = scr_world_of(f);
  double x[3];
  memcpy(x, record(w, &args[0])->x, sizeof x);
  return scr_lib_take_part(f, n, args, value, x) &&
         scr_fracture_move(w, scr_fish_diag(f), place_of(w, &args[0]), x);
}

SCR_LIB_GET(fracture_normal) {
  return scr_lib_give_part(f, n, args, 1, record(scr_world_of(f), &args[0])->n, out);
}

SCR_LIB_SET(set_fracture_normal) {
  scr_world *w = scr_world_of(f);
  double x[3];
  memcpy(x, record(w, &args[0])->n, sizeof x);
  return scr_lib_take_part(f, n, args, value, x) &&
         scr_fracture_turn(w, scr_fish_diag(f), place_of(w, &args[0]), x);
}

SCR_LIB_GET(fracture_vertices) {
  const scr_world *w = scr_world_of(f);
  const uint32_t k = place_of(w, &args[0]);
  const size_t count = scr_fracture_corners(w, k, NULL);
  double *corner = scr_alloc(3 * count * sizeof *corner);
  scr_fracture_corners(w, k, corner);
  *out = scr_val_array(1, &count);
  for (size_t i = 0; i < count; i++) scr_val_items(out)[i] = scr_lib_vec(w, corner + 3 * i);
  scr_free(corner);
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(fracture_pointnear) {
  const scr_world *w = scr_world_of(f);
  double p[3], q[3];
  SCR_UNUSED(n);
  if (!scr_lib_vec_arg(f, &args[1], p)) return false;
  scr_fracture_nearest(w, place_of(w, &args[0]), p, q);
  *out = scr_lib_vec(w, q);
  return true;
}

SCR_LIB_GET(fracture_prop) {
  const char *name = scr_val_cstr(&args[1], NULL);
  const scr_val *own = scr_free_prop(&scr_lib_of(f)->props, SCR_K_FRACTURE, args[0].ref, name);
  SCR_UNUSED(n);
  if (!own)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "fracture %u has no property '%s'",
                    record(scr_world_of(f), &args[0])->id, name);
  *out = scr_val_hold(*own);
  return true;
}

SCR_LIB_SET(set_fracture_prop) {
  SCR_UNUSED(n);
  if (!scr_free_prop_fits(value))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a property is a number, a boolean, a string or a vector, not %s",
                    scr_vtype_phrase(value->type));
  scr_free_prop_set(&scr_lib_of(f)->props, SCR_K_FRACTURE, args[0].ref,
                    scr_val_cstr(&args[1], NULL), scr_val_hold(*value));
  return true;
}

SCR_LIB_GET(fracture_isprop) {
  const char *name = scr_val_cstr(&args[1], NULL);
  *out = scr_val_bool(scr_free_prop(&scr_lib_of(f)->props, SCR_K_FRACTURE, args[0].ref, name));
  return SCR_UNUSED(n), true;
}

/* ---- networks ---- */

SCR_LIB_GET(dfn_find) {
  const scr_world *w = scr_world_of(f);
  const char *name;
  uint32_t id;
  SCR_UNUSED(n);
  if (!scr_lib_id_or_name(f, &args[0], "the id or name of a DFN", &id, &name)) return false;
  *out = dfn_ptr(w, name ? scr_dfn_find(w, name) : id ? scr_dfn_by_id(w, id) : SCR_NONE);
  return true;
}

static bool dfn_make(scr_fish *f, uint32_t id, const char *name, scr_val *out) {
  scr_world *w = scr_world_of(f);
  uint32_t place;
  if (!scr_may_edit_things(w, scr_fish_diag(f)) ||
      !scr_dfn_create(w, scr_fish_diag(f), id, name, &place))
    return false;
  *out = dfn_ptr(w, place);
  return true;
}

SCR_LIB_GET(dfn_create) {
  uint32_t id = 0;
  if (n > 1 && !id_arg(f, &args[1], &id)) return false;
  return dfn_make(f, id, scr_val_cstr(&args[0], NULL), out);
}

/* dfn.add(name), dfn.add(id, name), in either order; id 0 is the next. */
SCR_LIB_GET(dfn_add) {
  const scr_val *name = &args[0], *number = n > 1 ? &args[1] : NULL;
  const char *text;
  uint32_t id = 0;
  if (number && name->type == SCR_V_INT) name = &args[1], number = &args[0];
  if (!scr_lib_string_arg(f, name, "the name of a DFN", &text)) return false;
  if (number && number->type != SCR_V_INT)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "the id of a DFN is an integer, not %s",
                    scr_vtype_phrase(number->type));
  if (number && number->i != 0 && !id_arg(f, number, &id)) return false;
  return dfn_make(f, id, text, out);
}

SCR_LIB_GET(dfn_delete) {
  scr_world *w = scr_world_of(f);
  if (!scr_may_edit_things(w, scr_fish_diag(f))) return false;
  scr_dfn_delete(w, scr_dfn_place(w, args[0].ref));
  return SCR_UNUSED(n), SCR_UNUSED(out), true;
}

static size_t dfn_count(const scr_world *w) {
  size_t n = 0;
  for (size_t k = 0; k < w->fractures.ndfn; k++) n += w->fractures.dfn[k].id != 0;
  return n;
}

SCR_LIB_GET(dfn_num) {
  *out = scr_val_int((int64_t)dfn_count(scr_world_of(f)));
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(dfn_maxid) {
  *out = scr_val_int((int64_t)scr_dfn_next_id(scr_world_of(f)) - 1);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(dfn_typeid) {
  *out = scr_val_int(SCR_K_DFN);
  return SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args), true;
}

/* In order of id. */
SCR_LIB_GET(dfn_list) {
  const scr_world *w = scr_world_of(f);
  const scr_dfn *dfn = w->fractures.dfn;
  scr_ref *refs;
  uint32_t n_listed = 0;
  *out = scr_val_ptr_list(SCR_K_DFN, dfn_count(w), &refs);
  for (uint32_t k = 0; k < w->fractures.ndfn; k++) {
    if (!dfn[k].id) continue;
    uint32_t i = n_listed++;
    for (; i > 0 && dfn[refs[i - 1].index].id > dfn[k].id; i--) refs[i] = refs[i - 1];
    refs[i] = scr_dfn_ref(w, k);
  }
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

#define OF_DFN(id, expression)                                                                     \
  SCR_LIB_GET(id) {                                                                                \
    scr_world *w = scr_world_of(f);                                                                \
    const uint32_t k = scr_dfn_place(w, args[0].ref);                                              \
    *out = expression;                                                                             \
    return SCR_UNUSED(n), true;                                                                    \
  }
OF_DFN(dfn_name, scr_val_str(w->fractures.dfn[k].name))
OF_DFN(dfn_fractures, list_of(w, k))
OF_DFN(dfn_fracturenum, scr_val_int(w->fractures.dfn[k].fractures))

SCR_LIB_GET(dfn_near) {
  scr_world *w = scr_world_of(f);
  double p[3], reach;
  if (!scr_lib_near_args(f, n - 1, args + 1, p, &reach)) return false;
  const uint32_t dfn = scr_dfn_place(w, args[0].ref);
  *out = fracture_ptr(w, nearest(w, dfn, p, reach));
  return true;
}

/* ---- rows ---- */

/* X(name of today, name of PFC 5, least and most arguments, signature, get, set, documentation) */
#define BOTH(X)                                                                                    \
  X("fracture.create", "dfn.addfracture", 2, 3, "p{dfn}*d:p", fracture_create, NULL,               \
    "Makes a fracture of a DFN as an array says: 'disk', position, diameter, dip, dip direction; " \
    "in 2D 'dip', position, length, dip; or 'vertices', how many, and these. Degrees.")            \
  X("fracture.delete", "dfn.deletefracture", 1, 1, "p{fracture}:i", fracture_delete, NULL,         \
    "Deletes it.")                                                                                 \
  X("fracture.find", "dfn.fracture.find", 1, 1, "d:p", fracture_find, NULL,                        \
    "The fracture with that id, null if there is none.")                                           \
  X("fracture.list", "dfn.fracture.list", 0, 0, ":l", fracture_list, NULL,                         \
    "Every fracture, in order of id.")                                                             \
  X("fracture.num", "dfn.fracture.num", 0, 0, ":i", fracture_num, NULL, "How many there are.")     \
  X("fracture.maxid", "dfn.fracture.maxid", 0, 0, ":i", fracture_maxid, NULL,                      \
    "The largest id in use.")                                                                      \
  X("fracture.typeid", "dfn.fracture.typeid", 0, 0, ":i", fracture_typeid, NULL,                   \
    "The number of this kind of pointer.")                                                         \
  X("fracture.id", "dfn.fracture.id", 1, 1, "p{fracture}:i", scr_lib_id_call, NULL, "Its id.")     \
  X("fracture.dfn", "dfn.fracture.dfn", 1, 1, "p{fracture}:p", fracture_dfn, NULL,                 \
    "The DFN that it belongs to.")                                                                 \
  X("fracture.pos", "dfn.fracture.pos", 1, 2, "p{fracture}i{component}:v=*", fracture_pos,         \
    set_fracture_pos, "Its middle, m.")                                                            \
  X("fracture.normal", "dfn.fracture.normal", 1, 2, "p{fracture}i{component}:v=*",                 \
    fracture_normal, set_fracture_normal,                                                          \
    "Its unit normal, which points up; setting it turns the fracture.")                            \
  X("fracture.dip", "dfn.fracture.dip", 1, 1, "p{fracture}:f=f", fracture_dip, set_fracture_dip,   \
    "Its dip, degrees.")                                                                           \
  X("fracture.ddir", "dfn.fracture.ddir", 1, 1, "p{fracture}:f=f", fracture_ddir,                  \
    set_fracture_ddir, "Its dip direction, degrees; 3D.")                                          \
  X("fracture.diameter", "dfn.fracture.diameter", 1, 1, "p{fracture}:f=f[0,)", fracture_size,      \
    set_fracture_size,                                                                             \
    "Its diameter, of one with vertices that of the disk of its area; in 2D its length, m.")       \
  X("fracture.len", "dfn.fracture.len", 1, 1, "p{fracture}:f=f[0,)", fracture_size,                \
    set_fracture_size, "The same.")                                                                \
  X("fracture.area", "dfn.fracture.area", 1, 1, "p{fracture}:f", fracture_area, NULL,              \
    "Its area, m2; in 2D its length by unit thickness.")                                           \
  X("fracture.aperture", "dfn.fracture.aperture", 1, 1, "p{fracture}:f=f[0,)", fracture_aperture,  \
    set_fracture_aperture, "How far its sides are apart, m; 0 where nobody said.")                 \
  X("fracture.isdisk", "dfn.fracture.isdisk", 1, 1, "p{fracture}:b", fracture_isdisk, NULL,        \
    "Is it a disk?")                                                                               \
  X("fracture.vertexarray", "dfn.fracture.vertexarray", 1, 1, "p{fracture}:a", fracture_vertices,  \
    NULL, "Array of its vertices, in 2D of its ends; empty for a disk.")                           \
  X("fracture.pointnear", "dfn.fracture.pointnear", 2, 2, "p{fracture}v:v", fracture_pointnear,    \
    NULL, "Its point nearest to the given one.")                                                   \
  X("fracture.prop", "dfn.fracture.prop", 2, 2, "p{fracture}s:*=*", fracture_prop,                 \
    set_fracture_prop, "A value that it keeps, under any name.")                                   \
  X("fracture.isprop", "dfn.fracture.isprop", 2, 2, "p{fracture}s:b", fracture_isprop, NULL,       \
    "Does it keep a value of that name?")                                                          \
  X("fracture.group", "dfn.fracture.group", 1, 2, "p{fracture}*:s=s", scr_lib_group_call,          \
    scr_lib_set_group, "Its group in a slot (Default), 'None' if it has none.")                    \
  X("fracture.isgroup", "dfn.fracture.isgroup", 2, 3, "p{fracture}s*:b", scr_lib_isgroup_call,     \
    NULL, "Is it in that group, in a slot or in any?")                                             \
  X("fracture.group.remove", "dfn.fracture.group.remove", 2, 2, "p{fracture}s:i",                  \
    scr_lib_group_remove_call, NULL,                                                               \
    "Takes it out of a group in every slot; returns from how many.")

#define TODAY(today, older, least, most, sig, get, set, doc)                                       \
  {today, least, most, sig, get, set, NULL, 0, doc},
#define OLDER(today, older, least, most, sig, get, set, doc)                                       \
  {older, least, most, sig, get, set, NULL, SCR_FN_OLDER, doc},
#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
/* clang-format off */
static const scr_fish_fn rows[] = {
    BOTH(TODAY)
    BOTH(OLDER)
    FN("fracture.near", 1, 4, "****:p", fracture_near,
       "The fracture nearest to a point, within a radius if one is given; else null."),
    FN("dfn.create", 1, 2, "sd:p", dfn_create, "Makes an empty DFN of that name."),
    {"dfn.add", 1, 2, "**:p", dfn_add, NULL, NULL, 0,
     "Makes an empty DFN of that name; an id, or 0 for the next, may come with it (PFC 5)."},
    FN("dfn.find", 1, 1, "*:p", dfn_find,
       "The DFN with that name or id, null if there is none."),
    FN("dfn.delete", 1, 1, "p{dfn}:i", dfn_delete, "Deletes a DFN with its fractures."),
    FN("dfn.list", 0, 0, ":l", dfn_list, "Every DFN, in order of id."),
    FN("dfn.num", 0, 0, ":i", dfn_num, "How many there are."),
    FN("dfn.maxid", 0, 0, ":i", dfn_maxid, "The largest id in use."),
    FN("dfn.typeid", 0, 0, ":i", dfn_typeid, "The number of this kind of pointer."),
    FN("dfn.id", 1, 1, "p{dfn}:i", scr_lib_id_call, "Its id."),
    FN("dfn.name", 1, 1, "p{dfn}:s", dfn_name, "Its name."),
    FN("dfn.fracturelist", 1, 1, "p{dfn}:l", dfn_fractures, "Its fractures, in order of id."),
    FN("dfn.fracturenum", 1, 1, "p{dfn}:i", dfn_fracturenum, "How many fractures it has."),
    FN("dfn.fracturenear", 2, 5, "p{dfn}****:p", dfn_near,
       "Its fracture nearest to a point, within a radius if one is given; else null."),
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_fracture = {rows, SCR_COUNTOF(rows)};
