/* Commands on geometry sets. */
#include <string.h>
#include "base/mem.h"
#include "cmd/columns.h"
#include "cmd/commands.h"
#include "cmd/geometry.h"
#include "cmd/range_geometry.h"
#include "cmd/results.h"

/* ---- sets ---- */

bool scr_geom_words_set(scr_args *a, scr_geom_words *w, bool makes) {
  w->set_at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a geometry set", &w->set)) return false;
  if (makes)
    scr_args_makes(a, "geometry set", w->set, &w->set_at);
  else
    scr_args_needs(a, "geometry set", w->set, &w->set_at);
  return true;
}

bool scr_geom_words_group(scr_args *a, scr_geom_words *w) {
  return scr_args_group(a, SCR_GROUP_OF_NEW, &w->groups);
}

bool scr_geom_words_extra(scr_args *a, scr_geom_words *w) {
  struct scr_geom_extra e = {0};
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_extra(a, &e.k, &e.value)) return false;
  for (size_t i = 0; i < w->nextra; i++) {
    if (w->extra[i].k != e.k) continue;
    scr_val_drop(&e.value);
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "extra variable %zu is given twice", e.k + 1);
  }
  SCR_GROW(w->extra, w->cap_extra, w->nextra + 1);
  w->extra[w->nextra++] = e;
  return true;
}

void scr_geom_words_hang(scr_args *a, const scr_geom_words *w, const scr_geom *g,
                         scr_geom_kind kind, uint32_t row) {
  const scr_ref ref = {scr_geom_id(g, kind, row), g->id};
  for (size_t i = 0; i < w->nextra; i++)
    scr_extra_set(&a->lib->extras, scr_lib_geom_kind(kind), ref, w->extra[i].k,
                  scr_val_hold(w->extra[i].value));
}

void scr_geom_words_free(scr_geom_words *w) {
  for (size_t i = 0; i < w->nextra; i++) scr_val_drop(&w->extra[i].value);
  scr_free(w->extra);
  scr_free(w->set);
  scr_group_phrases_free(&w->groups);
}

uint32_t scr_geom_words_groups(scr_args *a, const scr_geom_words *w) {
  return scr_groups_applied(a->lib->world, &w->groups, 0);
}

static scr_geom *current(const scr_args *a) {
  const scr_geoms *all = &a->lib->geoms;
  return all->current ? scr_geoms_by_id(all, all->current) : scr_geoms_find(all, SCR_GEOM_DEFAULT);
}

scr_geom *scr_geom_target(scr_args *a, const scr_geom_words *w) {
  scr_geom *g = w->set ? NULL : current(a);
  return g ? g : scr_geoms_need(&a->lib->geoms, w->set ? w->set : SCR_GEOM_DEFAULT);
}

scr_geom *scr_geom_wanted(scr_args *a, const scr_geom_words *w) {
  if (w->set) return scr_geom_named(a, w->set, &w->set_at);
  scr_geom *g = current(a);
  if (!g) scr_fail(a->diag, &a->loc, SCR_E_STATE, "there is no geometry set");
  return g;
}

bool scr_geom_cuts(scr_diag *d, const scr_loc *at, const scr_geom *g, const bool *marked) {
  const uint32_t row = scr_geom_uncut(g, marked);
  return row == SCR_NONE ||
         scr_fail(d, at, SCR_E_VALUE,
                  "polygon %u of '%s' is cut into no triangles: its sides cross or touch",
                  (unsigned)g->poly[row].id, g->name);
}

void scr_geom_edited(scr_args *a, scr_geom *g) { scr_geom_changed(&a->lib->geoms, g); }

/* ---- set ---- */

static const scr_command *row_of_words(scr_args *a);

/* `geometry set 's' polygon create ...`: the rest is a command of its own on that set. */
static bool geometry_set(scr_args *a) {
  scr_geom_words w = {0};
  bool ok = scr_geom_words_set(a, &w, true);
  const bool more = ok && scr_args_more(a);
  if (ok && (more ? !a->dry : scr_args_finish(a)))
    a->lib->geoms.current = scr_geom_target(a, &w)->id;
  else if (!more)
    ok = false;
  scr_geom_words_free(&w);
  const scr_command *rest = ok && more ? row_of_words(a) : NULL;
  return ok && (!more || (rest && rest->run(a)));
}

/* ---- list ---- */

enum { LIST_EDGES, LIST_INFORMATION, LIST_NODES, LIST_POLYGONS, LIST_SET, LIST_SETS };
static const scr_word_row list_words[] = {
    {"edges", "", "edges and their nodes"},
    {"information", "", "the sets; without a word the same"},
    {"nodes", "", "nodes and their places"},
    {"polygons", "", "polygons, their nodes and areas"},
    SCR_GEOM_WORD_SET,
    {"sets", "", "the sets; without a word the same"},
    {0},
};

static void heads(scr_columns *out, const char *const *head) {
  for (; *head; head++) scr_columns_cell(out, "%s", *head);
  scr_columns_row(out);
}

static void list_sets(const scr_args *a, scr_columns *out) {
  static const char *const head[] = {"geometry", "id", "nodes", "edges", "polygons", NULL};
  const scr_geoms *all = &a->lib->geoms;
  heads(out, head);
  for (size_t k = 0; k < all->n; k++) {
    const scr_geom *g = all->item[k];
    scr_columns_cell(out, "%s", g->name);
    scr_columns_cell(out, "%u", (unsigned)g->id);
    for (int i = 0; i < SCR_GEOM_KINDS; i++) scr_columns_cell(out, "%u", (unsigned)g->n[i]);
    scr_columns_row(out);
  }
}

static void put_nodes(const scr_geom *g, const uint32_t *row, uint32_t n, scr_columns *out) {
  scr_buf ids = {0};
  for (uint32_t k = 0; k < n; k++)
    scr_buf_printf(&ids, "%s%u", k ? "," : "", (unsigned)g->node[row[k]].id);
  scr_columns_cell(out, "%s", ids.s ? ids.s : "");
  scr_buf_free(&ids);
}

static void list_thing(const scr_args *a, const scr_geom *g, scr_geom_kind kind, uint32_t row,
                       scr_columns *out) {
  const scr_world *w = a->lib->world;
  scr_columns_cell(out, "%u", (unsigned)scr_geom_id(g, kind, row));
  if (kind == SCR_GEOM_NODE) scr_columns_reals(out, g->node[row].x, w->dim);
  if (kind == SCR_GEOM_EDGE) put_nodes(g, g->edge[row].node, 2, out);
  if (kind == SCR_GEOM_POLY) {
    put_nodes(g, g->corner + g->poly[row].first, g->poly[row].n, out);
    scr_columns_real(out, scr_geom_area(g, row));
  }
  scr_columns_groups(out, w, *scr_geom_groups(g, kind, row));
  scr_columns_row(out);
}

static bool list_things(scr_args *a, const scr_geom *g, scr_geom_kind kind, const scr_range *r,
                        scr_columns *out) {
  static const char *const node[] = {"node", "position (m)", "group", NULL},
                           *const edge[] = {"edge", "nodes", "group", NULL},
                           *const poly[] = {"polygon", "nodes", "area (m2)", "group", NULL};
  static const char *const *const head[] = {node, edge, poly};
  bool *marked;
  if (!scr_range_geometry(a->s, r, g, kind, &marked)) return false;
  heads(out, head[kind]);
  for (uint32_t k = 0; k < g->n[kind]; k++)
    if (marked[k]) list_thing(a, g, kind, k, out);
  scr_free(marked);
  return true;
}

static bool geometry_list(scr_args *a) {
  static const int kind_of[] = {SCR_GEOM_EDGE, -1, SCR_GEOM_NODE, SCR_GEOM_POLY, -1, -1};
  scr_geom_words words = {0};
  scr_columns out = {0};
  scr_range *r = NULL;
  int kind = -1, w;
  bool ok = true;
  while (ok && scr_args_more(a)) {
    ok = scr_args_word(a, list_words, &w);
    if (ok && w == LIST_SET) ok = scr_geom_words_set(a, &words, false);
    if (ok && w != LIST_SET) kind = kind_of[w];
  }
  ok = ok && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  const scr_geom *g = ok && kind >= 0 ? scr_geom_wanted(a, &words) : NULL;
  if (ok && kind < 0)
    list_sets(a, &out);
  else
    ok = g && list_things(a, g, (scr_geom_kind)kind, r, &out);
  if (ok) scr_columns_print(a->s, &out);
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"geometry copy", scr_geometry_copy, scr_geometry_copy_words, "",
     "adds what is in one set to another", 0},
    {"geometry delete", scr_geometry_delete, scr_geometry_delete_words, "[range]",
     "deletes all sets, or a set; with a range what of the set lies in it", 0},
    {"geometry edge create", scr_geometry_edge_create, scr_geometry_edge_words, "",
     "adds edges to a set", 0},
    {"geometry edge delete", scr_geometry_edge_delete, scr_geometry_part_delete_words, "[range]",
     "deletes edges, with polygons that have them", 0},
    {"geometry edge extra", scr_geometry_edge_extra, scr_geometry_part_extra_words,
     "<i> <value> [range]", "sets an extra variable of edges", 0},
    {"geometry edge group", scr_geometry_edge_group, scr_geometry_part_group_words,
     "<s> [slot <s>] [remove] [range]", "assigns edges to a group", 0},
    {"geometry export", scr_geometry_export, scr_geometry_export_words, "<s>",
     "writes a set to a file: PFC's own format, DXF or STL", 0},
    {"geometry fill", scr_geometry_fill, scr_geometry_fill_words, "<f> [<f>]",
     "adds nodes of a grid inside of a closed set, moved by a normal distribution of that "
     "deviation",
     0},
    {"geometry generate", scr_geometry_generate, scr_geometry_generate_words, "",
     "adds a shape to a set, with the words of 'wall generate'", 0},
    {"geometry import", scr_geometry_import, scr_geometry_import_words, "<s>",
     "reads a file (STL, DXF or PFC's own format) into a set", 0},
    {"geometry list", geometry_list, list_words, "", "prints the sets, or what is in one", 0},
    {"geometry node create", scr_geometry_node_create, scr_geometry_node_words, "<v>",
     "adds a node to a set, where there is none at that place", 0},
    {"geometry node delete", scr_geometry_node_delete, scr_geometry_part_delete_words, "[range]",
     "deletes nodes, with edges and polygons that have them", 0},
    {"geometry node extra", scr_geometry_node_extra, scr_geometry_part_extra_words,
     "<i> <value> [range]", "sets an extra variable of nodes", 0},
    {"geometry node group", scr_geometry_node_group, scr_geometry_part_group_words,
     "<s> [slot <s>] [remove] [range]", "assigns nodes to a group", 0},
    {"geometry polygon create", scr_geometry_polygon_create, scr_geometry_polygon_words, "",
     "adds a polygon to a set", 0},
    {"geometry polygon delete", scr_geometry_polygon_delete, scr_geometry_part_delete_words,
     "[range]", "deletes polygons", 0},
    {"geometry polygon extra", scr_geometry_polygon_extra, scr_geometry_part_extra_words,
     "<i> <value> [range]", "sets an extra variable of polygons", 0},
    {"geometry polygon group", scr_geometry_polygon_group, scr_geometry_part_group_words,
     "<s> [slot <s>] [remove] [range]", "assigns polygons to a group", 0},
    {"geometry refine", scr_geometry_refine, scr_geometry_refine_words, "[<i>] [range]",
     "cuts triangles and quadrilaterals into four, once or i times", 0},
    {"geometry results", scr_geometry_results, scr_thing_results_words, "",
     "whether frames of results hold geometry sets, and files of them", 0},
    {"geometry separate", scr_geometry_separate, scr_geometry_separate_words, "[range]",
     "copies parts of a set into sets of their own", 0},
    {"geometry rotate", scr_geometry_rotate, scr_geometry_rotate_words, "",
     "turns a set about an axis (2D: a point)", 0},
    {"geometry set", geometry_set, NULL, "<s> [<command>]",
     "makes a set, if there is none of that name, and the current one; a command on it may follow",
     0},
    {"geometry tessellate", scr_geometry_tessellate, scr_geometry_tessellate_words, "[range]",
     "makes polygons of nodes: their hull, Delaunay triangulation or Voronoi cells", 0},
    {"geometry translate", scr_geometry_translate, scr_geometry_translate_words, "<v>",
     "moves a set", 0},
    {"geometry triangulate", scr_geometry_triangulate, scr_geometry_triangulate_words, "",
     "cuts polygons of more than three corners into triangles (3D)", 0},
};
const scr_command_file scr_cmd_geometry = {rows, SCR_COUNTOF(rows)};

/* The row that the next words name, without `geometry`; NULL after an error. */
static const scr_command *row_of_words(scr_args *a) {
  const scr_loc at = scr_args_loc(a);
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    const char *name = rows[k].name + strlen("geometry "), *second = strchr(name, ' ');
    char first[32] = {0};
    memcpy(first, name, second ? (size_t)(second - name) : strlen(name));
    const int from = a->k;
    if (rows[k].run && scr_args_take(a, first) && (!second || scr_args_take(a, second + 1)))
      return &rows[k];
    a->k = from;
  }
  scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected a command on geometry, as 'polygon create'");
  return NULL;
}
