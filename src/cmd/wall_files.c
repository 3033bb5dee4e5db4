/* Walls from and to STL files, and what `wall list mesh` says of a surface. */
#include <stdlib.h>
#include <string.h>
#include "base/str.h"
#include "cmd/columns.h"
#include "cmd/files.h"
#include "cmd/geometry.h"
#include "cmd/range_geometry.h"
#include "cmd/wall_make.h"
#include "io/stl.h"
#include "world/geometry/walk.h"
#include "world/shapes/mesh.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

static bool of_3d(scr_args *a) {
  return world_of(a)->dim == 3 || scr_fail(a->diag, &a->loc, SCR_E_VALUE,
                                           "STL files hold triangles: walls of 2D are segments");
}

/* ---- what a surface is like ---- */

static void put_count(scr_buf *b, uint32_t n, const char *one, const char *more) {
  scr_buf_printf(b, "%u %s", n, n == 1 ? one : more);
}

void scr_mesh_report_print(scr_session *s, const char *what, const scr_mesh_report *r) {
  if (scr_session_options(s)->quiet) return;
  scr_buf b = {0};
  put_count(&b, r->facets, "facet, ", "facets, ");
  put_count(&b, r->vertices, "vertex, ", "vertices, ");
  scr_buf_printf(&b, "%u degenerate, %u duplicate, ", r->degenerate, r->duplicate);
  put_count(&b, r->open, "open edge, ", "open edges, ");
  put_count(&b, r->crowded, "edge of more than two facets, ", "edges of more than two facets, ");
  scr_buf_printf(&b, "%u inverted; ", r->inverted);
  if (r->pieces > 1) put_count(&b, r->pieces, "", "pieces without a common edge, ");
  scr_session_print(s, "%s: %s%s\n", what, b.s, r->closed ? "closed" : "not closed");
  scr_buf_free(&b);
}

/* ---- lists of what walls are made of ---- */

static void list_heads(scr_columns *out, const char *const *head) {
  for (; *head; head++) scr_columns_cell(out, "%s", *head);
  scr_columns_row(out);
}

static void list_mesh(const scr_world *w, uint32_t wall, scr_columns *out) {
  scr_shape s = {0};
  scr_walls_shape(w, &wall, 1, &s);
  const scr_mesh_report r = scr_mesh_survey(&s, w->dim);
  const uint32_t count[] = {r.facets, r.vertices, r.degenerate, r.duplicate,
                            r.open,   r.crowded,  r.inverted};
  scr_columns_cell(out, "%u", scr_wall_piece.id(w, wall));
  scr_columns_cell(out, "%s", scr_wall_piece.called(w, wall));
  for (size_t k = 0; k < SCR_COUNTOF(count); k++) scr_columns_cell(out, "%u", count[k]);
  scr_columns_cell(out, "%s", r.closed ? "yes" : "no");
  scr_columns_row(out);
  scr_shape_free(&s);
}

static const double *place_of(const scr_world *w, uint32_t vertex) {
  return scr_table_at(&w->vertex, SCR_VERTEX_POSITION, vertex);
}

/* Id, wall, the ids of the vertices, the mean of their positions, the normal. */
static void list_facet(const scr_world *w, uint32_t facet, uint32_t wall, scr_columns *out) {
  const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, facet);
  scr_buf ids = {0};
  const double *n = scr_table_at(&w->facet, SCR_FACET_NORMAL, facet);
  double x[3] = {0}, normal[3] = {n[0] + 0.0, n[1] + 0.0, n[2] + 0.0}; /* no negative zero */
  for (int k = 0; k < w->dim; k++) {
    scr_buf_printf(&ids, "%s%u", k ? "," : "",
                   *(const uint32_t *)scr_table_at(&w->vertex, SCR_VERTEX_ID, v[k]));
    for (int c = 0; c < w->dim; c++) x[c] += place_of(w, v[k])[c] / w->dim;
  }
  scr_columns_cell(out, "%u", *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_ID, facet));
  scr_columns_cell(out, "%u", scr_wall_piece.id(w, wall));
  scr_columns_cell(out, "%s", ids.s);
  scr_columns_reals(out, x, w->dim);
  scr_columns_reals(out, normal, w->dim);
  scr_columns_row(out);
  scr_buf_free(&ids);
}

static void list_vertex(const scr_world *w, uint32_t vertex, uint32_t wall, scr_columns *out) {
  scr_columns_cell(out, "%u", *(const uint32_t *)scr_table_at(&w->vertex, SCR_VERTEX_ID, vertex));
  scr_columns_cell(out, "%u", scr_wall_piece.id(w, wall));
  scr_columns_reals(out, place_of(w, vertex), w->dim);
  scr_columns_row(out);
}

/* A facet or vertex; `wall` counts the walls of the list. */
typedef struct part_key {
  uint32_t wall, id, row;
} part_key;

static int by_wall_and_id(const void *a, const void *b) {
  const part_key *x = a, *y = b;
  if (x->wall != y->wall) return x->wall < y->wall ? -1 : 1;
  return x->id < y->id ? -1 : x->id > y->id;
}

/* The parts of n walls, in the order of the walls and then of their own ids; their number. */
static uint32_t parts_of(const scr_world *w, const scr_table *parts, int owner,
                         const uint32_t *rows, size_t n, part_key *key) {
  const int id = parts == &w->facet ? SCR_FACET_ID : SCR_VERTEX_ID;
  uint32_t *place = scr_alloc(w->wall.n * sizeof *place),
           count = 0; /* of a wall in the list, from 1; 0: not there */
  for (size_t k = 0; k < n; k++) place[rows[k]] = (uint32_t)k + 1;
  for (uint32_t k = 0; k < parts->n; k++) {
    const uint32_t wall = place[*(const uint32_t *)scr_table_at(parts, owner, k)];
    if (wall) key[count++] = (part_key){wall - 1, *(const uint32_t *)scr_table_at(parts, id, k), k};
  }
  scr_free(place);
  if (count) qsort(key, count, sizeof *key, by_wall_and_id);
  return count;
}

static bool list_parts(scr_args *a, const scr_table *parts, int owner, const char *const *head,
                       void (*list)(const scr_world *w, uint32_t part, uint32_t wall,
                                    scr_columns *out)) {
  const scr_world *w = world_of(a);
  scr_columns out = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  part_key *key = scr_alloc(parts->n * sizeof *key);
  const uint32_t count = parts_of(w, parts, owner, rows, n, key);
  list_heads(&out, head);
  for (uint32_t k = 0; k < count; k++) list(w, key[k].row, rows[key[k].wall], &out);
  scr_columns_print(a->s, &out);
  scr_free(key);
  scr_free(rows);
  return true;
}

bool scr_wall_list_facets(scr_args *a) {
  static const char *const head[] = {"facet", "wall", "vertices", "position (m)", "normal", NULL};
  return list_parts(a, &world_of(a)->facet, SCR_FACET_WALL, head, list_facet);
}

bool scr_wall_list_vertices(scr_args *a) {
  static const char *const head[] = {"vertex", "wall", "position (m)", NULL};
  return list_parts(a, &world_of(a)->vertex, SCR_VERTEX_WALL, head, list_vertex);
}

bool scr_wall_list_mesh(scr_args *a) {
  const scr_world *w = world_of(a);
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  static const char *const head[] = {"wall",       "name",      "facets",     "vertices",
                                     "degenerate", "duplicate", "open edges", "crowded edges",
                                     "inverted",   "closed",    NULL};
  scr_columns out = {0};
  list_heads(&out, head);
  for (size_t k = 0; k < n; k++) list_mesh(w, rows[k], &out);
  scr_columns_print(a->s, &out);
  scr_free(rows);
  return true;
}

/* ---- import ---- */

enum {
  IMPORT_CLEAN,
  IMPORT_FILE,
  IMPORT_FROM,
  IMPORT_GEOMETRY,
  IMPORT_GROUP,
  IMPORT_ID,
  IMPORT_NAME,
  IMPORT_SKIP,
  IMPORT_KEEPID,
  IMPORT_SEED
};
const scr_word_row scr_wall_import_words[] = {
    {"clean", "", "read and ignored: what can be mended is mended, else nothing is made"},
    {"filename", "<s>", "the file (3D); .stl is appended"},
    {"from-geometry", "<s>",
     "the polygons of a geometry set (2D: its edges) instead; a range is one of these"},
    {"geometry", "<s>", "the same as from-geometry"},
    {"group", "<s> [slot <s>]", "group of the wall"},
    {"id", "<i>", "id; default the largest in use + 1"},
    {"name", "<s>", "name; default wall<id>"},
    {"skip-errors", "", "read and ignored: what can be mended is mended, else nothing is made"},
    {"keepid", "", "!facets get the next free ids"},
    {"seed", "<i>",
     "of a set: what hangs together with the polygon (2D: edge) of that id by edges (2D: nodes)"},
    {0},
};

typedef struct wall_import {
  char *file, *set; /* one of them */
  scr_loc at;
  scr_range *range; /* of polygons */
  uint32_t seed;    /* 0: all of them */
  scr_loc seed_at;
  scr_wall_batch batch;
} wall_import;

static bool import_geometry(scr_args *a, wall_import *m) {
  m->at = scr_args_loc(a);
  return scr_args_name(a, "the name of a geometry set", &m->set) &&
         (scr_geom_named(a, m->set, &m->at) || !a->diag->failed);
}

static bool import_word(scr_args *a, wall_import *m) {
  int w;
  scr_loc at;
  if (!scr_args_word(a, scr_wall_import_words, &w)) return false;
  switch (w) {
  case IMPORT_GROUP:
    scr_args_again(a);
    return scr_args_group(a, SCR_GROUP_OF_NEW_WALLS, &m->batch.groups);
  case IMPORT_ID: return scr_wall_batch_id(a, &m->batch);
  case IMPORT_NAME: return scr_wall_batch_name(a, &m->batch);
  case IMPORT_FROM:
  case IMPORT_GEOMETRY: return import_geometry(a, m);
  case IMPORT_SEED: m->seed_at = scr_args_loc(a); return scr_args_id(a, "an id", &m->seed);
  case IMPORT_CLEAN:
  case IMPORT_SKIP:
    at = scr_args_last(a);
    return scr_args_ignored(a, &at, &scr_wall_import_words[w]);
  }
  m->at = scr_args_loc(a);
  return scr_args_file(a, false, &m->file);
}

/* Warns of what scr_mesh_mend will do; false: it cannot be mended, or warnings are errors. */
static bool can_mend(scr_args *a, const wall_import *m, const scr_mesh_report *r,
                     uint32_t against) {
  scr_diag *d = a->diag;
  const char *what = m->set ? m->set : m->file;
  const struct {
    uint32_t n;
    const char *one, *more;
  } warning[] = {
      {r->degenerate, "facet without area is left out", "facets without area are left out"},
      {r->duplicate, "facet that repeats another one is left out",
       "facets that repeat another one are left out"},
      {r->inverted, "facet is turned round, so that its normal agrees with its neighbours'",
       "facets are turned round, so that their normals agree with their neighbours'"},
      {against, "normal in the file points against the order of its corners, which counts",
       "normals in the file point against the order of their corners, which counts"},
  };
  if (r->crowded)
    return scr_fail(d, &m->at, SCR_E_VALUE, "'%s' is no surface: %u edge%s to more than two facets",
                    what, r->crowded, r->crowded == 1 ? " belongs" : "s belong");
  if (r->one_sided)
    return scr_fail(d, &m->at, SCR_E_VALUE, "'%s' is a surface with one side: no orientation fits",
                    what);
  if (r->degenerate + r->duplicate == r->facets)
    return scr_fail(d, &m->at, SCR_E_VALUE, "no facet of '%s' has an area", what);
  for (size_t k = 0; k < SCR_COUNTOF(warning); k++)
    if (warning[k].n && !scr_warn(d, &m->at, SCR_E_VALUE, "'%s': %u %s", what, warning[k].n,
                                  warning[k].n == 1 ? warning[k].one : warning[k].more))
      return false;
  return true;
}

/* Corners that lie nearer than so much of the size are one: in a file as `geometry import` has it,
 * in a set what was computed in two ways. */
static const double SAME_IN_FILE = 1e-7, SAME_PLACE = 1e-12;

/* What is wrong with the surface is told, and mended where that can be. */
static bool import_surface(scr_args *a, wall_import *m, scr_shape *s, uint32_t against) {
  const int dim = world_of(a)->dim;
  scr_shape_weld_near(s, (m->set ? SAME_PLACE : SAME_IN_FILE) * scr_shape_size(s));
  scr_mesh_report r = scr_mesh_survey(s, dim);
  if (scr_interrupted(a->diag)) return false;
  if (!a->dry) scr_mesh_report_print(a->s, m->set ? m->set : m->file, &r);
  if (!can_mend(a, m, &r, against) || a->dry) return false;
  scr_mesh_mend(s, dim);
  return scr_wall_batch_make(a, &m->batch);
}

static bool import_bytes(scr_args *a, wall_import *m, const scr_buf *bytes) {
  scr_shape *s = scr_wall_batch_shape(&m->batch, NULL);
  uint32_t against;
  return scr_stl_read(a->diag, &m->at, m->file, bytes->s, bytes->n, s, &against) &&
         import_surface(a, m, s, against);
}

/* What one polygon has in common with others are edges, in 2D what an edge has are nodes. */
static uint32_t count_sides(const scr_geom *g, scr_geom_kind kind, uint32_t row) {
  return kind == SCR_GEOM_EDGE ? 2 : g->poly[row].n;
}

static bool next_beside(scr_geom *g, scr_geom_kind kind, uint32_t row, uint32_t side,
                        uint32_t after, scr_geom_use *out) {
  if (kind == SCR_GEOM_EDGE) return scr_geom_next_edge(g, g->edge[row].node[side], after, out);
  const scr_geom_poly *p = &g->poly[row];
  const uint32_t *corner = g->corner + p->first,
                 edge = scr_geom_edge_find(g, corner[side], corner[(side + 1) % p->n]);
  return edge != SCR_NONE && scr_geom_next_poly(g, edge, after, out);
}

/* Of what is marked, what hangs together with the seed stays marked. */
static void grow(scr_geom *g, scr_geom_kind kind, uint32_t seed, bool *marked) {
  const uint32_t n = g->n[kind];
  uint32_t *stack = scr_alloc(n * sizeof *stack), top = 0;
  bool *in = scr_alloc(n * sizeof *in);
  stack[top++] = seed;
  in[seed] = true;
  while (top) {
    const uint32_t row = stack[--top];
    scr_geom_use use;
    for (uint32_t s = 0; s < count_sides(g, kind, row); s++)
      for (uint32_t k = SCR_NONE; next_beside(g, kind, row, s, k, &use); k = use.row)
        if (marked[use.row] && !in[use.row]) in[use.row] = true, stack[top++] = use.row;
  }
  memcpy(marked, in, n * sizeof *in);
  scr_free(stack);
  scr_free(in);
}

static bool grow_from_seed(scr_args *a, const wall_import *m, scr_geom *g, scr_geom_kind kind,
                           bool *marked) {
  if (!m->seed) return true;
  const char *one = kind == SCR_GEOM_EDGE ? "edge" : "polygon";
  const uint32_t row = scr_geom_find(g, kind, m->seed);
  if (row == SCR_NONE || !marked[row])
    return scr_fail(a->diag, &m->seed_at, SCR_E_VALUE, "there is no %s %u in the %s", one,
                    (unsigned)m->seed, row == SCR_NONE ? "set" : "range");
  grow(g, kind, row, marked);
  return true;
}

static bool import_set(scr_args *a, wall_import *m) {
  const int dim = world_of(a)->dim;
  scr_geom *g = scr_geom_named(a, m->set, &m->at);
  const scr_geom_kind kind = dim == 2 ? SCR_GEOM_EDGE : SCR_GEOM_POLY;
  bool *marked = NULL;
  if (!g || !scr_range_geometry(a->s, m->range, g, kind, &marked)) return false;
  if (!grow_from_seed(a, m, g, kind, marked)) return scr_free(marked), false;
  scr_shape *s = scr_wall_batch_shape(&m->batch, NULL);
  const bool cuts = dim == 2 || scr_geom_cuts(a->diag, &m->at, g, marked);
  if (cuts) scr_geom_shape(g, dim, marked, s);
  scr_free(marked);
  if (!cuts) return false;
  if (!s->nf)
    return scr_fail(a->diag, &m->at, SCR_E_VALUE, "'%s' holds no %s%s", m->set,
                    dim == 2 ? "edge" : "polygon", m->range ? " in the range" : "");
  return import_surface(a, m, s, 0);
}

static const char *const stl_suffix[] = {".stl", NULL};

/* Messages about what is in the file name it with its suffix. */
static void name_found(wall_import *m, const char *path) {
  char *called = scr_file_called(m->file, path);
  scr_free(m->file);
  m->file = called;
}

static bool import_file(scr_args *a, wall_import *m) {
  char *path = scr_file_find(a->s, m->file, stl_suffix);
  scr_buf bytes = {0};
  bool ok = path ? scr_read_bytes(a->diag, &m->at, m->file, path, &bytes)
                 : scr_file_missing(a->s, &m->at, m->file, stl_suffix);
  if (ok) name_found(m, path);
  ok = ok && import_bytes(a, m, &bytes);
  scr_session_trace_file(a->s, m->file, &a->loc, "wall import");
  scr_buf_free(&bytes);
  scr_free(path);
  return ok;
}

/* Files that geometry sets are read from, by their suffix. */
static bool is_for_sets(const char *file) {
  const char *suffix = strrchr(file, '.');
  return suffix && (scr_casecmp(suffix, ".dxf") == 0 || scr_casecmp(suffix, ".geom") == 0);
}

/* Either a file, or a set with a range. */
static bool import_source(scr_args *a, const wall_import *m) {
  if (m->set && m->file)
    return scr_fail(a->diag, &m->at, SCR_E_SYNTAX, "a wall comes from a file or from a set");
  if (!m->set && !m->file) return scr_args_expected(a, "filename or from-geometry");
  if (m->seed && !m->set)
    return scr_fail(a->diag, &m->seed_at, SCR_E_SYNTAX, "a seed is one of a geometry set");
  if (m->file && is_for_sets(m->file))
    return scr_fail(a->diag, &m->at, SCR_E_VALUE,
                    "'%s' is no STL file: 'geometry import' reads it, and 'wall import "
                    "from-geometry' makes a wall of the set",
                    m->file);
  return m->set || of_3d(a);
}

bool scr_wall_import(scr_args *a) {
  wall_import m = {.batch = {.stop = a->diag->interrupt}};
  bool ok = true;
  while (ok && scr_args_more(a)) ok = import_word(a, &m);
  ok = ok && import_source(a, &m);
  bool all = ok && (!m.set || scr_args_range_unasked(a, &m.range)) && scr_args_finish(a);
  if (ok && m.file && scr_args_file_there(a, &m.at, m.file, stl_suffix) && !import_file(a, &m) &&
      a->diag->failed)
    scr_args_file_wanted(a, m.file);
  ok = all && (m.set ? import_set(a, &m) : import_file(a, &m));
  scr_free(m.file);
  scr_free(m.set);
  scr_range_free(m.range);
  scr_wall_batch_free(&m.batch);
  return ok;
}

/* ---- export ---- */

const scr_word_row scr_wall_export_words[] = {
    {"text", "",
     "as text, in full precision; else binary, in which positions are rounded to single precision"},
    {"split", "", "!one file for each command: choose the walls by a range, or 'export geometry'"},
    {0},
};

static bool export_rows(scr_args *a, const scr_loc *at, const char *file, bool text,
                        const uint32_t *rows, size_t n) {
  scr_shape s = {0};
  scr_buf out = {0};
  scr_walls_shape(world_of(a), rows, n, &s);
  char *path = scr_session_out_path(a->s, file, ".stl");
  bool ok = s.nf || scr_fail(a->diag, at, SCR_E_STATE, "there is no wall to export");
  ok = ok && scr_stl_write(a->diag, at, &s, text, &out) &&
       scr_session_write(a->s, at, path, &out, false);
  scr_free(path);
  scr_buf_free(&out);
  scr_shape_free(&s);
  return ok;
}

/* ---- export to geometry sets ---- */

enum { SETS_SET, SETS_SPLIT };
const scr_word_row scr_wall_sets_words[] = {
    {"set", "<s>", "the set, made if there is none; default walls"},
    {"split", "", "a set for each wall: <s>_wall1, ..., in place of one of that name"},
    {0},
};

/* Facets become polygons (2D: edges) with the groups of their wall. */
static void add_wall(scr_args *a, uint32_t wall, scr_geom *to) {
  scr_world *w = world_of(a);
  scr_shape s = {0};
  scr_walls_shape(w, &wall, 1, &s);
  scr_geom_add_shape(to, w->dim, &s,
                     *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, wall));
  scr_shape_free(&s);
  scr_geom_changed(&a->lib->geoms, to);
}

static scr_geom *set_of_wall(scr_args *a, const char *name, uint32_t wall, bool split) {
  scr_geoms *all = &a->lib->geoms;
  if (!split) return scr_geoms_need(all, name);
  scr_buf own = {0};
  scr_buf_printf(&own, "%s_wall%u", name, (unsigned)scr_wall_piece.id(world_of(a), wall));
  scr_geom *old = scr_geoms_find(all, own.s);
  if (old) scr_geoms_delete(all, old);
  scr_geom *g = scr_geoms_need(all, own.s);
  scr_buf_free(&own);
  return g;
}

static bool export_sets(scr_args *a) {
  char *name = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = true, split = false;
  scr_loc at = a->loc;
  int w;
  while (ok && scr_args_more(a)) {
    ok = scr_args_word(a, scr_wall_sets_words, &w);
    if (ok && w == SETS_SET) {
      at = scr_args_loc(a);
      ok = scr_args_name(a, "the name of a geometry set", &name);
    }
    split = split || (ok && w == SETS_SPLIT);
  }
  if (ok) scr_args_makes(a, "geometry set", split ? "*" : name ? name : "walls", &at);
  ok = ok && scr_piece_rows(a, &scr_wall_piece, &rows, &n);
  if (ok && !n) ok = scr_fail(a->diag, &a->loc, SCR_E_STATE, "there is no wall to export");
  for (size_t k = 0; ok && k < n; k++)
    add_wall(a, rows[k], set_of_wall(a, name ? name : "walls", rows[k], split));
  scr_free(rows);
  scr_free(name);
  return ok;
}

/* ---- either ---- */

bool scr_wall_export(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (t && t->type == SCR_T_WORD && scr_casecmp(t->text, "geometry") == 0)
    return a->k++, export_sets(a);
  char *file = NULL;
  uint32_t *rows = NULL;
  size_t n = 0;
  bool text = false;
  int w;
  scr_loc at = scr_args_loc(a);
  bool ok = of_3d(a) && scr_args_file(a, true, &file);
  while (ok && scr_args_more(a)) ok = scr_args_word(a, scr_wall_export_words, &w), text = true;
  ok = ok && scr_piece_rows(a, &scr_wall_piece, &rows, &n) &&
       export_rows(a, &at, file, text, rows, n);
  scr_free(rows);
  scr_free(file);
  return ok;
}
