/* Commands that delete, move, copy and group what is in geometry sets. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/geometry.h"
#include "cmd/range_geometry.h"
#include "world/geometry/join.h"

static int dim_of(const scr_args *a) { return a->lib->world->dim; }

/* ---- deleting ---- */

const scr_word_row scr_geometry_delete_words[] = {
    {"set", "<s>", "the set; without it all of them, with a range the current one"}, {0}};

/* Whatever lies in the range goes, nodes, edges and polygons. */
static bool delete_in_range(scr_args *a, scr_geom *g, const scr_range *r) {
  bool *marked[SCR_GEOM_KINDS] = {NULL}, ok = true;
  for (int k = 0; k < SCR_GEOM_KINDS && ok; k++)
    ok = scr_range_geometry(a->s, r, g, (scr_geom_kind)k, &marked[k]);
  if (ok) scr_geom_remove(g, marked[0], marked[1], marked[2], false);
  if (ok) scr_geom_edited(a, g);
  for (int k = 0; k < SCR_GEOM_KINDS; k++) scr_free(marked[k]);
  return ok;
}

static bool delete_sets(scr_args *a, const scr_geom_words *w) {
  scr_geoms *all = &a->lib->geoms;
  scr_geom *g = w->set ? scr_geom_named(a, w->set, &w->set_at) : NULL;
  if (w->set && !g) return false;
  if (g) return scr_geoms_delete(all, g), true;
  while (all->n) scr_geoms_delete(all, all->item[all->n - 1]);
  return true;
}

bool scr_geometry_delete(scr_args *a) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  bool ok = true;
  int w;
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_geometry_delete_words, &w) && scr_geom_words_set(a, &words, false);
  ok = ok && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  if (ok && r) {
    scr_geom *g = scr_geom_wanted(a, &words);
    ok = g && delete_in_range(a, g, r);
  } else if (ok) {
    ok = delete_sets(a, &words);
  }
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

enum { PART_RETAIN, PART_SET };
const scr_word_row scr_geometry_part_delete_words[] = {
    {"retain", "", "edges and nodes stay that belonged to nothing else"}, SCR_GEOM_WORD_SET, {0}};

static bool part_delete(scr_args *a, scr_geom_kind kind) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  bool ok = true, retain = false, *marked = NULL;
  int w;
  while (ok && scr_args_more(a)) {
    ok = scr_args_word(a, scr_geometry_part_delete_words, &w);
    retain = retain || w == PART_RETAIN;
    if (ok && w == PART_SET) ok = scr_geom_words_set(a, &words, false);
  }
  ok = ok && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  ok = g && scr_range_geometry(a->s, r, g, kind, &marked);
  if (ok) {
    scr_geom_remove(g, kind == SCR_GEOM_NODE ? marked : NULL, kind == SCR_GEOM_EDGE ? marked : NULL,
                    kind == SCR_GEOM_POLY ? marked : NULL, retain);
    scr_geom_edited(a, g);
    scr_free(marked);
  }
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

bool scr_geometry_node_delete(scr_args *a) { return part_delete(a, SCR_GEOM_NODE); }
bool scr_geometry_edge_delete(scr_args *a) { return part_delete(a, SCR_GEOM_EDGE); }
bool scr_geometry_polygon_delete(scr_args *a) { return part_delete(a, SCR_GEOM_POLY); }

/* ---- groups ---- */

const scr_word_row scr_geometry_part_group_words[] = {
    {"remove", "", "takes them out of it"}, SCR_GEOM_WORD_SET, {"slot", "<s>", "the slot"}, {0}};

/* Reads `set` wherever it stands before the range, and takes it out of the words. */
static bool set_aside(scr_args *a, scr_token *rest, int *n, scr_geom_words *w) {
  bool ok = true, ranged = false;
  for (*n = 0; ok && a->k < a->n;) {
    const scr_token *t = scr_args_peek(a);
    ranged = ranged || (t->type == SCR_T_WORD && scr_casecmp(t->text, "range") == 0);
    if (*n && !ranged && !w->set && scr_args_take(a, "set"))
      ok = scr_geom_words_set(a, w, false);
    else
      rest[(*n)++] = a->tok[a->k++];
  }
  return ok;
}

/* The groups, and the things that the range selects. */
static bool read_part_group(scr_args *a, scr_geom_words *words, scr_range **r) {
  scr_token *rest = scr_alloc((size_t)SCR_MAX(a->n, 1) * sizeof *rest);
  scr_args inner = *a;
  bool ok = set_aside(a, rest, &inner.n, words);
  inner.tok = rest, inner.k = 0;
  ok = ok && scr_args_group(&inner, SCR_GROUP_OF_PIECES, &words->groups) &&
       scr_args_range_unasked(&inner, r) && scr_args_finish(&inner);
  scr_free(rest);
  return ok;
}

static bool part_group(scr_args *a, scr_geom_kind kind) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  bool *marked = NULL;
  bool ok = read_part_group(a, &words, &r);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  ok = g && scr_range_geometry(a->s, r, g, kind, &marked);
  for (uint32_t k = 0; ok && k < g->n[kind]; k++) {
    uint32_t *groups = scr_geom_groups(g, kind, k);
    if (marked[k]) *groups = scr_groups_applied(a->lib->world, &words.groups, *groups);
  }
  if (ok) scr_free(marked);
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

bool scr_geometry_node_group(scr_args *a) { return part_group(a, SCR_GEOM_NODE); }
bool scr_geometry_edge_group(scr_args *a) { return part_group(a, SCR_GEOM_EDGE); }
bool scr_geometry_polygon_group(scr_args *a) { return part_group(a, SCR_GEOM_POLY); }

/* ---- extra variables ---- */

const scr_word_row scr_geometry_part_extra_words[] = {SCR_GEOM_WORD_SET, {0}};

static bool part_extra(scr_args *a, scr_geom_kind kind) {
  scr_geom_words words = {0};
  scr_range *r = NULL;
  bool *marked = NULL, ok = scr_geom_words_extra(a, &words);
  int w;
  while (ok && scr_args_more(a))
    ok =
        scr_args_word(a, scr_geometry_part_extra_words, &w) && scr_geom_words_set(a, &words, false);
  ok = ok && scr_args_range_unasked(a, &r) && scr_args_finish(a);
  const scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  ok = g && scr_range_geometry(a->s, r, g, kind, &marked);
  for (uint32_t k = 0; ok && k < g->n[kind]; k++)
    if (marked[k]) scr_geom_words_hang(a, &words, g, kind, k);
  if (ok) scr_free(marked);
  scr_range_free(r);
  scr_geom_words_free(&words);
  return ok;
}

bool scr_geometry_node_extra(scr_args *a) { return part_extra(a, SCR_GEOM_NODE); }
bool scr_geometry_edge_extra(scr_args *a) { return part_extra(a, SCR_GEOM_EDGE); }
bool scr_geometry_polygon_extra(scr_args *a) { return part_extra(a, SCR_GEOM_POLY); }

/* ---- copies ---- */

enum { COPY_EDGES, COPY_NODES, COPY_POLYGONS, COPY_SOURCE, COPY_TARGET };
const scr_word_row scr_geometry_copy_words[] = {
    {"edges", "", "!all of the set is copied; delete what is not wanted of the copy"},
    {"nodes", "", "!all of the set is copied; delete what is not wanted of the copy"},
    {"polygons", "", "!all of the set is copied; delete what is not wanted of the copy"},
    {"source", "<s>", "the set; default the current one"},
    {"target", "<s>", "the set to which it is added, made if there is none"},
    {0},
};

bool scr_geometry_copy(scr_args *a) {
  scr_geom_words from = {0}, to = {0};
  static const double nowhere[3];
  bool ok = true;
  int w;
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_geometry_copy_words, &w) &&
         scr_geom_words_set(a, w == COPY_TARGET ? &to : &from, w == COPY_TARGET);
  if (ok && !to.set) ok = scr_args_expected(a, "'target'");
  ok = ok && scr_args_finish(a);
  const scr_geom *source = ok ? scr_geom_wanted(a, &from) : NULL;
  ok = source != NULL;
  if (ok && scr_casecmp(source->name, to.set) == 0)
    ok = scr_fail(a->diag, &to.set_at, SCR_E_VALUE, "a set cannot be added to itself");
  if (ok) {
    scr_geom *target = scr_geom_target(a, &to);
    scr_geom_join(target, source, nowhere, 0);
    scr_geom_edited(a, target);
  }
  scr_geom_words_free(&from);
  scr_geom_words_free(&to);
  return ok;
}

/* ---- motion ---- */

static void move_all(scr_args *a, scr_geom *g, const double turn[3][3], const double *origin,
                     const double *by) {
  for (uint32_t k = 0; k < g->n[SCR_GEOM_NODE]; k++) {
    double d[3], x[3];
    for (int c = 0; c < 3; c++) d[c] = g->node[k].x[c] - origin[c];
    for (int c = 0; c < 3; c++)
      x[c] = turn ? origin[c] + scr_dot3(turn[c], d) : g->node[k].x[c] + by[c];
    scr_geom_place(g, k, x);
  }
  scr_geom_edited(a, g);
}

const scr_word_row scr_geometry_translate_words[] = {SCR_GEOM_WORD_SET, {0}};

bool scr_geometry_translate(scr_args *a) {
  scr_geom_words words = {0};
  double by[3] = {0};
  static const double origin[3];
  int w;
  bool ok = scr_args_place(a, "the way", by);
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_geometry_translate_words, &w) && scr_geom_words_set(a, &words, false);
  ok = ok && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  if (g) move_all(a, g, NULL, origin, by);
  scr_geom_words_free(&words);
  return g != NULL;
}

enum { ROTATE_ANGLE, ROTATE_AXIS, ROTATE_ORIGIN, ROTATE_POINT, ROTATE_SET };
const scr_word_row scr_geometry_rotate_words[] = {
    {"angle", "<f>", "degrees, by the right-hand rule"},
    {"axis", "<v>", "direction of the axis; default z, which 2D always has"},
    {"origin", "<v>", "a point of it; default the origin"},
    {"point", "<v>", "the same as origin"},
    SCR_GEOM_WORD_SET,
    {0},
};

typedef struct rotation {
  double angle, axis[3], origin[3];
  bool given;
} rotation;

static bool rotate_word(scr_args *a, rotation *r, scr_geom_words *words) {
  int w;
  if (!scr_args_word(a, scr_geometry_rotate_words, &w)) return false;
  switch (w) {
  case ROTATE_ANGLE: r->given = true; return scr_args_real(a, "the angle", &r->angle);
  case ROTATE_SET: return scr_geom_words_set(a, words, false);
  case ROTATE_AXIS: return scr_args_axis(a, r->axis);
  default: return scr_args_place(a, "the point", r->origin);
  }
}

bool scr_geometry_rotate(scr_args *a) {
  scr_geom_words words = {0};
  rotation r = {.axis = {0, 0, 1}};
  bool ok = true;
  while (ok && scr_args_more(a)) ok = rotate_word(a, &r, &words);
  if (ok && !r.given) ok = scr_args_expected(a, "'angle'");
  ok = ok && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &words) : NULL;
  double turn[3][3];
  scr_turn_matrix(r.axis, r.angle, turn);
  if (g) move_all(a, g, turn, r.origin, NULL);
  scr_geom_words_free(&words);
  return g != NULL;
}

/* ---- triangles ---- */

enum { TRIANGULATE_CLEAN, TRIANGULATE_SET, TRIANGULATE_TO };
const scr_word_row scr_geometry_triangulate_words[] = {
    {"clean", "", "!polygons are cut at their corners; nothing else is changed"},
    SCR_GEOM_WORD_SET,
    {"to-set", "<s>", "the set to which the triangles are added; default the same one"},
    {0},
};

/* The triangles take the groups of their polygon. */
static void cut_all(const scr_geom *g, scr_geom *to) {
  for (uint32_t k = 0, n = g->n[SCR_GEOM_POLY]; k < n; k++) {
    scr_shape s = {0};
    if (g == to && g->poly[k].n == 3) continue;
    scr_geom_cut(g, k, &s);
    scr_geom_add_shape(to, 3, &s, g->poly[k].groups);
    scr_shape_free(&s);
  }
}

static void remove_large(scr_geom *g) {
  bool *large = scr_alloc(g->n[SCR_GEOM_POLY] * sizeof *large);
  for (uint32_t k = 0; k < g->n[SCR_GEOM_POLY]; k++) large[k] = g->poly[k].n > 3;
  scr_geom_remove(g, NULL, NULL, large, false);
  scr_free(large);
}

bool scr_geometry_triangulate(scr_args *a) {
  scr_geom_words from = {0}, to = {0};
  int w;
  bool ok = dim_of(a) == 3 ||
            scr_fail(a->diag, &a->loc, SCR_E_VALUE, "polygons of 2D are not cut into triangles");
  while (ok && scr_args_more(a))
    ok = scr_args_word(a, scr_geometry_triangulate_words, &w) &&
         scr_geom_words_set(a, w == TRIANGULATE_TO ? &to : &from, w == TRIANGULATE_TO);
  ok = ok && scr_args_finish(a);
  scr_geom *g = ok ? scr_geom_wanted(a, &from) : NULL;
  if (g && !scr_geom_cuts(a->diag, from.set ? &from.set_at : &a->loc, g, NULL)) g = NULL;
  scr_geom *target = g && to.set ? scr_geom_target(a, &to) : g;
  if (g) {
    cut_all(g, target);
    if (target == g) remove_large(g);
    scr_geom_edited(a, target);
  }
  scr_geom_words_free(&from);
  scr_geom_words_free(&to);
  return g != NULL;
}
