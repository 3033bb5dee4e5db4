/* FISH: geometry sets, and their nodes, edges and polygons. A pointer to one of these holds its id
 * in the set, and the id of the set. */
#include "script/lib_private.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "world/geometry/walk.h"

/* ---- pointers ---- */

static scr_geom_kind part_of(int kind) {
  return kind == SCR_K_GEOM_NODE   ? SCR_GEOM_NODE
         : kind == SCR_K_GEOM_EDGE ? SCR_GEOM_EDGE
                                   : SCR_GEOM_POLY;
}

scr_kind scr_lib_geom_kind(scr_geom_kind part) {
  static const scr_kind of[] = {SCR_K_GEOM_NODE, SCR_K_GEOM_EDGE, SCR_K_GEOM_POLY};
  return of[part];
}

bool scr_lib_is_geom(int kind) { return kind >= SCR_K_GEOM_SET && kind <= SCR_K_GEOM_POLY; }

scr_geom *scr_lib_geom(const scr_lib *lib, int kind, scr_ref ref, uint32_t *row) {
  scr_geom *g = scr_geoms_by_id(&lib->geoms, kind == SCR_K_GEOM_SET ? ref.index : ref.gen);
  *row = !g || kind == SCR_K_GEOM_SET ? 0 : scr_geom_find(g, part_of(kind), ref.index);
  return *row == SCR_NONE ? NULL : g;
}

uint32_t *scr_lib_geom_groups(const scr_lib *lib, int kind, scr_ref ref) {
  uint32_t row;
  const scr_geom *g = scr_lib_geom(lib, kind, ref, &row);
  return scr_geom_groups(g, part_of(kind), row);
}

static scr_val set_ptr(const scr_geom *g) {
  return g ? scr_val_ptr(SCR_K_GEOM_SET, (scr_ref){g->id, 1}) : scr_val_null();
}

static scr_val part_ptr(const scr_geom *g, int kind, uint32_t row) {
  if (row == SCR_NONE) return scr_val_null();
  return scr_val_ptr(kind, (scr_ref){scr_geom_id(g, part_of(kind), row), g->id});
}

static scr_val part_list(const scr_geom *g, int kind) {
  scr_ref *ref;
  const uint32_t n = g->n[part_of(kind)];
  const scr_val list = scr_val_ptr_list(kind, n, &ref);
  for (uint32_t k = 0; k < n; k++) ref[k] = (scr_ref){scr_geom_id(g, part_of(kind), k), g->id};
  return list;
}

static scr_geom *set_of(scr_fish *f, const scr_val *p) {
  return scr_geoms_by_id(&scr_lib_of(f)->geoms,
                         p->kind == SCR_K_GEOM_SET ? p->ref.index : p->ref.gen);
}

static uint32_t row_of(scr_fish *f, const scr_val *p) {
  uint32_t row;
  scr_lib_geom(scr_lib_of(f), p->kind, p->ref, &row);
  return row;
}

/* Sets stay as they are while a range asks a function. */
static bool may_edit(scr_fish *f) {
  return !scr_counts_of(f)->asking ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE,
                  "geometry cannot change while a range asks a function");
}

static void edited(scr_fish *f, scr_geom *g) { scr_geom_changed(&scr_lib_of(f)->geoms, g); }

/* Does the thing belong to the set that is named beside it? */
static bool belongs(scr_fish *f, const scr_val *set, const scr_val *part) {
  return part->ref.gen == set->ref.index ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "it belongs to another set, '%s'",
                  set_of(f, part)->name);
}

/* ---- sets ---- */

static bool no_set(scr_fish *f, const char *name) {
  return *name || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the name of a set is empty");
}

SCR_LIB_GET(set_create) {
  scr_geoms *all = &scr_lib_of(f)->geoms;
  const char *name = scr_val_cstr(&args[0], NULL);
  SCR_UNUSED(n);
  if (!may_edit(f) || !no_set(f, name)) return false;
  if (scr_geoms_find(all, name))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "there is a geometry set '%s' already",
                    name);
  *out = set_ptr(scr_geoms_need(all, name));
  return true;
}

SCR_LIB_GET(set_find) {
  const scr_geoms *all = &scr_lib_of(f)->geoms;
  SCR_UNUSED(n);
  if (args[0].type == SCR_V_STR)
    *out = set_ptr(scr_geoms_find(all, scr_val_cstr(&args[0], NULL)));
  else if (args[0].type == SCR_V_INT && args[0].i > 0 && args[0].i < UINT32_MAX)
    *out = set_ptr(scr_geoms_by_id(all, (uint32_t)args[0].i));
  else if (args[0].type == SCR_V_INT)
    *out = scr_val_null();
  else
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a set is named by its id or name");
  return true;
}

SCR_LIB_GET(set_delete) {
  SCR_UNUSED(n);
  SCR_UNUSED(out);
  if (!may_edit(f)) return false;
  scr_geoms_delete(&scr_lib_of(f)->geoms, set_of(f, &args[0]));
  return true;
}

SCR_LIB_GET(set_list) {
  const scr_geoms *all = &scr_lib_of(f)->geoms;
  scr_ref *ref;
  SCR_UNUSED(n);
  SCR_UNUSED(args);
  *out = scr_val_ptr_list(SCR_K_GEOM_SET, all->n, &ref);
  for (size_t k = 0; k < all->n; k++) ref[k] = (scr_ref){all->item[k]->id, 1};
  return true;
}

SCR_LIB_GET(set_num) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  *out = scr_val_int((int64_t)scr_lib_of(f)->geoms.n);
  return true;
}

SCR_LIB_GET(set_maxid) {
  const scr_geoms *all = &scr_lib_of(f)->geoms;
  SCR_UNUSED(n), SCR_UNUSED(args);
  *out = scr_val_int(all->n ? all->item[all->n - 1]->id : 0);
  return true;
}

SCR_LIB_GET(set_name) {
  SCR_UNUSED(n);
  *out = scr_val_str(set_of(f, &args[0])->name);
  return true;
}

SCR_LIB_GET(any_id) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  *out = scr_val_int(args[0].ref.index);
  return true;
}

/* ---- what nodes, edges and polygons have in common ---- */

static bool part_num(scr_fish *f, scr_geom_kind kind, const scr_val *args, scr_val *out) {
  *out = scr_val_int(set_of(f, &args[0])->n[kind]);
  return true;
}

static bool part_maxid(scr_fish *f, scr_geom_kind kind, const scr_val *args, scr_val *out) {
  const scr_geom *g = set_of(f, &args[0]);
  *out = scr_val_int(g->n[kind] ? scr_geom_id(g, kind, g->n[kind] - 1) : 0);
  return true;
}

static bool part_find(scr_fish *f, int kind, const scr_val *args, scr_val *out) {
  const scr_geom *g = set_of(f, &args[0]);
  const bool may = args[1].i > 0 && args[1].i < UINT32_MAX;
  *out = part_ptr(g, kind, may ? scr_geom_find(g, part_of(kind), (uint32_t)args[1].i) : SCR_NONE);
  return true;
}

/* The nearest centre, of equal ones that with the lower id; within a distance, if one is given. */
static bool part_near(scr_fish *f, int kind, int n, const scr_val *args, scr_val *out) {
  const scr_geom *g = set_of(f, &args[0]);
  const int comps = args[1].type == SCR_V_VEC ? 1 : scr_counts_of(f)->dim;
  double x[3], reach;
  uint32_t found = SCR_NONE;
  if (!scr_lib_near_args(f, n - 1, args + 1, x, &reach)) return false;
  double best = n - 1 > comps ? reach * reach : HUGE_VAL;
  for (uint32_t k = 0; k < g->n[part_of(kind)]; k++) {
    double at[3];
    scr_geom_centre(g, part_of(kind), k, at);
    const double off = scr_lib_distance2(at, x);
    if (off > best || (off == best && found != SCR_NONE)) continue;
    best = off, found = k;
  }
  *out = part_ptr(g, kind, found);
  return true;
}

static bool part_pos(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  double x[3];
  scr_geom_centre(set_of(f, &args[0]), part_of(args[0].kind), row_of(f, &args[0]), x);
  return scr_lib_give_part(f, n, args, 1, x, out);
}

/* Deletes a thing of the set, with what stands on it and what belonged to it alone. */
static bool part_delete(scr_fish *f, const scr_val *args) {
  scr_geom *g = set_of(f, &args[0]);
  const scr_geom_kind kind = part_of(args[1].kind);
  if (!may_edit(f) || !belongs(f, &args[0], &args[1])) return false;
  bool *flag = scr_alloc(g->n[kind] * sizeof *flag);
  flag[row_of(f, &args[1])] = true;
  scr_geom_remove(g, kind == SCR_GEOM_NODE ? flag : NULL, kind == SCR_GEOM_EDGE ? flag : NULL,
                  kind == SCR_GEOM_POLY ? flag : NULL, false);
  edited(f, g);
  scr_free(flag);
  return true;
}

#define PART_CALLS(id, KIND)                                                                       \
  SCR_LIB_GET(id##_num) { return SCR_UNUSED(n), part_num(f, SCR_GEOM_##KIND, args, out); }         \
  SCR_LIB_GET(id##_maxid) { return SCR_UNUSED(n), part_maxid(f, SCR_GEOM_##KIND, args, out); }     \
  SCR_LIB_GET(id##_find) { return SCR_UNUSED(n), part_find(f, SCR_K_GEOM_##KIND, args, out); }     \
  SCR_LIB_GET(id##_near) { return part_near(f, SCR_K_GEOM_##KIND, n, args, out); }                 \
  SCR_LIB_GET(id##_pos) { return part_pos(f, n, args, out); }                                      \
  SCR_LIB_GET(id##_delete) { return SCR_UNUSED(n), SCR_UNUSED(out), part_delete(f, args); }        \
  SCR_LIB_GET(id##_list) {                                                                         \
    return SCR_UNUSED(n), *out = part_list(set_of(f, &args[0]), SCR_K_GEOM_##KIND), true;          \
  }                                                                                                \
  SCR_LIB_GET(id##_typeid) {                                                                       \
    SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);                                                \
    return *out = scr_val_int(SCR_K_GEOM_##KIND), true;                                            \
  }
PART_CALLS(node, NODE)
PART_CALLS(edge, EDGE)
PART_CALLS(poly, POLY)

SCR_LIB_GET(set_typeid) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  *out = scr_val_int(SCR_K_GEOM_SET);
  return true;
}

/* ---- nodes ---- */

static bool node_fits(scr_fish *f, const double x[3]) {
  return scr_vector_fits(scr_fish_diag(f), NULL, "the position of a node", x);
}

/* A place as a vector, or as numbers. */
static bool place_arg(scr_fish *f, int n, const scr_val *args, double x[3]) {
  const int dim = scr_counts_of(f)->dim;
  x[2] = 0;
  if (n == 1) return scr_lib_vec_arg(f, &args[0], x) && node_fits(f, x);
  if (n != dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a place has %d numbers, not %d", dim, n);
  for (int k = 0; k < n; k++)
    if (!scr_lib_numbers_arg(f, &args[k], 1, &x[k])) return false;
  return node_fits(f, x);
}

SCR_LIB_GET(node_create) {
  scr_geom *g = set_of(f, &args[0]);
  double x[3];
  if (!may_edit(f) || !place_arg(f, n - 1, args + 1, x)) return false;
  *out = part_ptr(g, SCR_K_GEOM_NODE, scr_geom_node_at(g, x));
  edited(f, g);
  return true;
}

SCR_LIB_SET(set_node_pos) {
  scr_geom *g = set_of(f, &args[0]);
  const uint32_t row = row_of(f, &args[0]);
  double x[3];
  memcpy(x, g->node[row].x, sizeof x);
  if (!may_edit(f) || !scr_lib_take_part(f, n, args, value, x) || !node_fits(f, x)) return false;
  scr_geom_place(g, row, x);
  edited(f, g);
  return true;
}

/* A node of the set or a place? Nothing is made yet. */
static bool is_node_arg(scr_fish *f, const scr_val *set, const scr_val *v) {
  double x[3];
  if (v->type == SCR_V_VEC) return scr_lib_vec_arg(f, v, x) && node_fits(f, x);
  if (v->type == SCR_V_PTR && v->kind == SCR_K_GEOM_NODE &&
      scr_lib_alive(scr_lib_of(f), v->kind, v->ref))
    return belongs(f, set, v);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a node of the set or a place is expected");
}

/* Its row; at a place without a node one is made. */
static uint32_t node_of(scr_fish *f, const scr_val *set, const scr_val *v) {
  double x[3];
  if (v->type != SCR_V_VEC) return row_of(f, v);
  scr_lib_vec_arg(f, v, x);
  return scr_geom_node_at(set_of(f, set), x);
}

/* ---- edges ---- */

/* null: both ends are one. */
SCR_LIB_GET(edge_create) {
  scr_geom *g = set_of(f, &args[0]);
  SCR_UNUSED(n);
  if (!may_edit(f) || !is_node_arg(f, &args[0], &args[1]) || !is_node_arg(f, &args[0], &args[2]))
    return false;
  const uint32_t first = node_of(f, &args[0], &args[1]), second = node_of(f, &args[0], &args[2]);
  *out = part_ptr(g, SCR_K_GEOM_EDGE, scr_geom_edge_between(g, first, second));
  edited(f, g);
  return true;
}

static const scr_geom_node *end_arg(scr_fish *f, const scr_val *args, uint32_t *row) {
  const scr_geom *g = set_of(f, &args[0]);
  size_t k;
  if (!scr_lib_index_arg(f, &args[1], "end", 2, &k)) return NULL;
  *row = g->edge[row_of(f, &args[0])].node[k];
  return &g->node[*row];
}

SCR_LIB_GET(edge_node) {
  uint32_t row;
  SCR_UNUSED(n);
  if (!end_arg(f, args, &row)) return false;
  *out = part_ptr(set_of(f, &args[0]), SCR_K_GEOM_NODE, row);
  return true;
}

SCR_LIB_GET(edge_node_pos) {
  uint32_t row;
  const scr_geom_node *node = end_arg(f, args, &row);
  return node && scr_lib_give_part(f, n, args, 2, node->x, out);
}

SCR_LIB_GET(edge_dir) {
  const scr_geom *g = set_of(f, &args[0]);
  const scr_geom_edge *e = &g->edge[row_of(f, &args[0])];
  double d[3];
  for (int c = 0; c < 3; c++) d[c] = g->node[e->node[1]].x[c] - g->node[e->node[0]].x[c];
  const double len = sqrt(scr_dot3(d, d));
  for (int c = 0; c < 3; c++) d[c] = len > 0 ? d[c] / len : 0;
  return scr_lib_give_part(f, n, args, 1, d, out);
}

/* ---- polygons ---- */

static scr_geom_poly *poly_of(scr_fish *f, const scr_val *p) {
  return &set_of(f, p)->poly[row_of(f, p)];
}

SCR_LIB_GET(poly_create) {
  scr_geom *g = set_of(f, &args[0]);
  SCR_UNUSED(n);
  if (!may_edit(f)) return false;
  *out = part_ptr(g, SCR_K_GEOM_POLY, scr_geom_poly_begin(g));
  edited(f, g);
  return true;
}

static bool is_open(scr_fish *f, const scr_val *p) {
  return !poly_of(f, p)->closed ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "the polygon is closed already");
}

SCR_LIB_GET(poly_add_node) {
  scr_geom *g = set_of(f, &args[0]);
  SCR_UNUSED(n);
  if (!may_edit(f) || !belongs(f, &args[0], &args[1]) || !is_open(f, &args[1]) ||
      !is_node_arg(f, &args[0], &args[2]))
    return false;
  const uint32_t node = node_of(f, &args[0], &args[2]);
  *out = scr_val_bool(scr_geom_poly_corner(g, row_of(f, &args[1]), node));
  edited(f, g);
  return true;
}

SCR_LIB_GET(poly_add_edge) {
  scr_geom *g = set_of(f, &args[0]);
  SCR_UNUSED(n);
  if (!may_edit(f) || !belongs(f, &args[0], &args[1]) || !is_open(f, &args[1]) ||
      !belongs(f, &args[0], &args[2]))
    return false;
  *out = scr_val_bool(scr_geom_poly_side(g, row_of(f, &args[1]), row_of(f, &args[2])));
  edited(f, g);
  return true;
}

SCR_LIB_GET(poly_close) {
  scr_geom *g = set_of(f, &args[0]);
  SCR_UNUSED(n);
  if (!may_edit(f) || !belongs(f, &args[0], &args[1]) || !is_open(f, &args[1])) return false;
  *out = scr_val_bool(scr_geom_poly_close(g, row_of(f, &args[1])));
  edited(f, g);
  return true;
}

SCR_LIB_GET(poly_check) {
  SCR_UNUSED(n);
  *out = scr_val_bool(poly_of(f, &args[0])->closed);
  return true;
}

SCR_LIB_GET(poly_area) {
  SCR_UNUSED(n);
  *out = scr_val_real(scr_geom_area(set_of(f, &args[0]), row_of(f, &args[0])));
  return true;
}

SCR_LIB_GET(poly_size) {
  SCR_UNUSED(n);
  *out = scr_val_int(poly_of(f, &args[0])->n);
  return true;
}

SCR_LIB_GET(poly_node) {
  const scr_geom *g = set_of(f, &args[0]);
  const scr_geom_poly *p = poly_of(f, &args[0]);
  size_t k;
  SCR_UNUSED(n);
  if (!scr_lib_index_arg(f, &args[1], "corner", p->n, &k)) return false;
  *out = part_ptr(g, SCR_K_GEOM_NODE, g->corner[p->first + k]);
  return true;
}

/* The edge that is side args[1] of polygon args[0]. */
static bool side_arg(scr_fish *f, const scr_val *args, uint32_t *edge) {
  scr_geom *g = set_of(f, &args[0]);
  const scr_geom_poly *p = poly_of(f, &args[0]);
  size_t k;
  if (!scr_lib_index_arg(f, &args[1], "side", p->closed ? p->n : p->n - (p->n > 0), &k))
    return false;
  *edge = scr_geom_edge_find(g, g->corner[p->first + k], g->corner[p->first + (k + 1) % p->n]);
  return true;
}

SCR_LIB_GET(poly_edge) {
  uint32_t edge;
  SCR_UNUSED(n);
  if (!side_arg(f, args, &edge)) return false;
  *out = part_ptr(set_of(f, &args[0]), SCR_K_GEOM_EDGE, edge);
  return true;
}

/* ---- from nodes to edges, from edges to polygons ---- */

/* Node args[0], or end args[1] of the edge, whose next edge is asked for; and behind which one. */
static bool from_node(scr_fish *f, int n, const scr_val *args, uint32_t *node, uint32_t *after) {
  *node = row_of(f, &args[0]), *after = SCR_NONE;
  if (n < 2) return true;
  *after = *node;
  return end_arg(f, args, node) != NULL;
}

/* Edge args[0], or that of side args[1] of the polygon. */
static bool from_edge(scr_fish *f, int n, const scr_val *args, uint32_t *edge, uint32_t *after) {
  *edge = row_of(f, &args[0]), *after = SCR_NONE;
  if (n < 2) return true;
  *after = *edge;
  return side_arg(f, args, edge);
}

typedef bool (*from_fn)(scr_fish *f, int n, const scr_val *args, uint32_t *of, uint32_t *after);
typedef bool (*next_fn)(scr_geom *g, uint32_t of, uint32_t after, scr_geom_use *out);

/* The thing itself, or (kind 0) which end or side it has there: null or 0, there is none. */
static bool walk(scr_fish *f, int n, const scr_val *args, from_fn from, next_fn next, int kind,
                 scr_val *out) {
  scr_geom *g = set_of(f, &args[0]);
  scr_geom_use use = {SCR_NONE, SCR_NONE};
  uint32_t of, after;
  if (!from(f, n, args, &of, &after)) return false;
  const bool found = next(g, of, after, &use);
  *out = kind ? part_ptr(g, kind, use.row) : scr_val_int(found ? (int64_t)use.as + 1 : 0);
  return true;
}

SCR_LIB_GET(next_edge) {
  return walk(f, n, args, from_node, scr_geom_next_edge, SCR_K_GEOM_EDGE, out);
}
SCR_LIB_GET(next_edge_end) { return walk(f, n, args, from_node, scr_geom_next_edge, 0, out); }
SCR_LIB_GET(next_poly) {
  return walk(f, n, args, from_edge, scr_geom_next_poly, SCR_K_GEOM_POLY, out);
}
SCR_LIB_GET(next_poly_side) { return walk(f, n, args, from_edge, scr_geom_next_poly, 0, out); }

/* ---- rows ---- */

#define FN(name, least, most, sig, get, doc)                                                       \
  { name, least, most, sig, get, NULL, NULL, 0, doc }
#define PART_ROWS(id, name)                                                                        \
  FN("geom.set." name ".num", 1, 1, "p{geom.set}:i", id##_num, "How many the set has."),           \
      FN("geom.set." name ".maxid", 1, 1, "p{geom.set}:i", id##_maxid, "The largest id in it."),   \
      FN("geom." name ".find", 2, 2, "p{geom.set}d:p", id##_find,                                  \
         "The one with an id, null if there is none."),                                            \
      FN("geom." name ".list", 1, 1, "p{geom.set}:l", id##_list, "All, in order of id."),          \
      FN("geom." name ".near", 2, 5, "p{geom.set}****:p", id##_near,                               \
         "The one whose centre is nearest to a place, within a distance."),                        \
      FN("geom." name ".id", 1, 1, "p{geom." name "}:i", any_id, "Its id in the set."),            \
      FN("geom." name ".delete", 2, 2, "p{geom.set}p{geom." name "}:i", id##_delete,               \
         "Deletes it, with what stands on it and what belonged to it alone."),                     \
      FN("geom." name ".typeid", 0, 0, ":i", id##_typeid, "The number of this kind of pointer.")
/* clang-format off */
static const scr_fish_fn rows[] = {
    FN("geom.set.create", 1, 1, "s:p", set_create, "Makes a set of that name."),
    FN("geom.set.find", 1, 1, "*:p", set_find, "The set of that id or name, or null."),
    FN("geom.set.delete", 1, 1, "p{geom.set}:i", set_delete, "Deletes the set."),
    FN("geom.set.list", 0, 0, ":l", set_list, "All sets, in order of id."),
    FN("geom.set.num", 0, 0, ":i", set_num, "How many sets there are."),
    FN("geom.set.maxid", 0, 0, ":i", set_maxid, "The largest id of a set."),
    FN("geom.set.name", 1, 1, "p{geom.set}:s", set_name, "Its name."),
    FN("geom.set.id", 1, 1, "p{geom.set}:i", any_id, "Its id."),
    FN("geom.set.typeid", 0, 0, ":i", set_typeid, "The number of this kind of pointer."),
    PART_ROWS(node, "node"),
    PART_ROWS(edge, "edge"),
    PART_ROWS(poly, "poly"),
    FN("geom.node.create", 2, 4, "p{geom.set}***:p", node_create,
       "The node of the set at a place (vector or numbers), made if there is none."),
    {"geom.node.pos", 1, 2, "p{geom.node}i{component}:v=*", node_pos, set_node_pos, NULL, 0,
     "Its place, m."},
    FN("geom.edge.create", 3, 3, "p{geom.set}**:p", edge_create,
       "The edge between two nodes or places, made if there is none; null if they are one."),
    FN("geom.edge.pos", 1, 2, "p{geom.edge}i{component}:v", edge_pos, "Its middle, m."),
    FN("geom.edge.dir", 1, 2, "p{geom.edge}i{component}:v", edge_dir,
       "Unit vector from its first end to its second."),
    FN("geom.edge.node", 2, 2, "p{geom.edge}i{end}:p", edge_node, "Its end 1 or 2."),
    FN("geom.edge.node.pos", 2, 3, "p{geom.edge}i{end}i{component}:v", edge_node_pos,
       "The place of its end 1 or 2, m."),
    FN("geom.poly.create", 1, 1, "p{geom.set}:p", poly_create, "A polygon without corners."),
    FN("geom.poly.add.node", 3, 3, "p{geom.set}p{geom.poly}*:b", poly_add_node,
       "Adds a corner, a node or a place; false if it is the last one again."),
    FN("geom.poly.add.edge", 3, 3, "p{geom.set}p{geom.poly}p{geom.edge}:b", poly_add_edge,
       "Adds an edge as the next side; false if it does not begin where the last one ends."),
    FN("geom.poly.close", 2, 2, "p{geom.set}p{geom.poly}:b", poly_close,
       "Joins the last corner to the first; false with fewer than three."),
    FN("geom.poly.check", 1, 1, "p{geom.poly}:b", poly_check, "Is it closed?"),
    FN("geom.poly.area", 1, 1, "p{geom.poly}:f", poly_area, "Its area, m2."),
    FN("geom.poly.pos", 1, 2, "p{geom.poly}i{component}:v", poly_pos,
       "The mean of its corners, m."),
    FN("geom.poly.size", 1, 1, "p{geom.poly}:i", poly_size, "How many corners it has."),
    FN("geom.poly.node", 2, 2, "p{geom.poly}i:p", poly_node, "Corner number i."),
    FN("geom.poly.edge", 2, 2, "p{geom.poly}i:p", poly_edge, "Side number i."),
    FN("geom.node.start.edge", 1, 1, "p{geom.node}:p", next_edge,
       "The first edge, in order of id, that ends at the node; null if none does."),
    FN("geom.node.start.index", 1, 1, "p{geom.node}:i", next_edge_end,
       "Which end of that edge the node is, 1 or 2; 0 without an edge."),
    FN("geom.edge.next.edge", 2, 2, "p{geom.edge}i:p", next_edge,
       "The edge behind this one that ends at the node which is end i of this one; or null."),
    FN("geom.edge.next.index", 2, 2, "p{geom.edge}i:i", next_edge_end,
       "Which end of that edge the node is, 1 or 2; 0 without an edge."),
    FN("geom.edge.start.poly", 1, 1, "p{geom.edge}:p", next_poly,
       "The first polygon, in order of id, with that edge as a side; null if none has it."),
    FN("geom.edge.start.index", 1, 1, "p{geom.edge}:i", next_poly_side,
       "Which side of that polygon the edge is; 0 without a polygon."),
    FN("geom.poly.next.poly", 2, 2, "p{geom.poly}i:p", next_poly,
       "The polygon behind this one with the edge which is side i of this one; or null."),
    FN("geom.poly.next.index", 2, 2, "p{geom.poly}i:i", next_poly_side,
       "Which side of that polygon the edge is; 0 without a polygon."),
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_geom = {rows, SCR_COUNTOF(rows)};
