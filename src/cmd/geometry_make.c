/* Commands that add to geometry sets: nodes, edges, polygons, shapes. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/geometry.h"
#include "cmd/wall_make.h"

static int dim_of(const scr_args *a) { return a->lib->world->dim; }

/* Places, or rows of things that ids name, one behind another. */
typedef struct listed {
  scr_places places;
  uint32_t *id;
  scr_loc *at; /* of the ids */
  size_t n, cap_id, cap_at;
} listed;

static void listed_free(listed *l) {
  scr_places_free(&l->places);
  scr_free(l->id);
  scr_free(l->at);
}

static bool read_ids(scr_args *a, listed *l) {
  do {
    SCR_GROW(l->id, l->cap_id, l->n + 1);
    SCR_GROW(l->at, l->cap_at, l->n + 1);
    l->at[l->n] = scr_args_loc(a);
    if (!scr_args_id(a, "an id", &l->id[l->n])) return false;
    l->n++;
  } while (scr_args_number_follows(a));
  return true;
}

/* Rows of the things with these ids; false after an error. */
static bool rows_of_ids(scr_args *a, const scr_geom *g, scr_geom_kind kind, const listed *l,
                        uint32_t *row) {
  for (size_t k = 0; k < l->n; k++) {
    row[k] = scr_geom_find(g, kind, l->id[k]);
    if (row[k] == SCR_NONE)
      return scr_fail(a->diag, &l->at[k], SCR_E_VALUE, "there is no %s %u in the set '%s'",
                      kind == SCR_GEOM_NODE ? "node" : "edge", (unsigned)l->id[k], g->name);
  }
  return true;
}

/* What is new of a kind, from row `first` on, gets the groups and extra variables of the command.
 */
static void adorn_from(scr_args *a, scr_geom *g, scr_geom_kind kind, uint32_t first,
                       const scr_geom_words *w) {
  const uint32_t groups = scr_geom_words_groups(a, w);
  for (uint32_t k = first; k < g->n[kind]; k++) {
    if (groups) *scr_geom_groups(g, kind, k) = groups;
    scr_geom_words_hang(a, w, g, kind, k);
  }
}

#define EXTRA                                                                                      \
  { "extra", "<i> <value>", "an extra variable of what is made" }

/* The words set, group and extra, which all of them take. */
static bool common_word(scr_args *a, const char *word, scr_geom_words *w) {
  if (strcmp(word, "set") == 0) return scr_geom_words_set(a, w, true);
  scr_args_again(a);
  return strcmp(word, "extra") == 0 ? scr_geom_words_extra(a, w) : scr_geom_words_group(a, w);
}

/* ---- nodes ---- */

const scr_word_row scr_geometry_node_words[] = {EXTRA, SCR_GEOM_WORD_GROUP, SCR_GEOM_WORD_SET, {0}};

static bool read_common(scr_args *a, const scr_word_row *words, scr_geom_words *w) {
  int k;
  while (scr_args_more(a))
    if (!scr_args_word(a, words, &k) || !common_word(a, words[k].word, w)) return false;
  return true;
}

/* The set, as a command that makes things goes on; NULL after an error, or in a check. */
static scr_geom *ready(scr_args *a, bool ok, const scr_geom_words *w) {
  if (ok && !w->set) scr_args_makes(a, "geometry set", SCR_GEOM_DEFAULT, &a->loc);
  return ok && scr_args_finish(a) ? scr_geom_target(a, w) : NULL;
}

bool scr_geometry_node_create(scr_args *a) {
  scr_geom_words w = {0};
  double x[3] = {0};
  scr_args_take(a, "by-position");
  const bool ok =
      scr_args_place(a, "the position", x) && read_common(a, scr_geometry_node_words, &w);
  scr_geom *g = ready(a, ok, &w);
  if (g) {
    const uint32_t before = g->n[SCR_GEOM_NODE], row = scr_geom_node_at(g, x);
    adorn_from(a, g, SCR_GEOM_NODE, row < before ? before : row, &w);
    scr_geom_edited(a, g);
  }
  scr_geom_words_free(&w);
  return g != NULL;
}

/* ---- edges ---- */

enum { EDGE_ARC, EDGE_NODES, EDGE_POSITIONS, EDGE_RAY, EDGE_EXTRA };
const scr_word_row scr_geometry_edge_words[] = {
    {"by-arc", "origin <v> start <v> end <v> [segments <i>]",
     "edges along an arc from start to end, the shorter way (default 10)"},
    {"by-nodes", "<i> <i> ...", "edges between nodes with these ids, one after the other"},
    {"by-positions", "<v> <v> ...", "edges between places, one after the other"},
    {"by-ray", "base <v> direction <v> [length <f>] [segments <i>]",
     "edges along a line (default length 1, one segment)"},
    EXTRA,
    SCR_GEOM_WORD_GROUP,
    SCR_GEOM_WORD_SET,
    {0},
};

/* An arc, or a ray. */
typedef struct curve {
  double origin[3], start[3], end[3], length;
  bool has_origin, has_start, has_end;
  int64_t segments;
  scr_loc at;
} curve;

static bool read_segments(scr_args *a, int64_t *n) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of segments", n)) return false;
  return (*n >= 1 && *n <= 1000000) || scr_fail(a->diag, &at, SCR_E_VALUE,
                                                "the number of segments must lie between 1 and "
                                                "1000000");
}

static bool read_length(scr_args *a, double *length) {
  const scr_loc at = scr_args_loc(a);
  return scr_args_positive(a, "the length", length) &&
         scr_vector_fits(a->diag, &at, "the length", (const double[3]){*length});
}

static bool read_curve(scr_args *a, curve *c, bool arc) {
  c->at = scr_args_last(a);
  for (;;) {
    bool ok;
    if (scr_args_take(a, arc ? "origin" : "base"))
      ok = scr_args_place(a, "the origin", c->origin), c->has_origin = true;
    else if (scr_args_take(a, arc ? "start" : "direction"))
      ok = scr_args_place(a, arc ? "the start" : "the direction", c->start), c->has_start = true;
    else if (arc && scr_args_take(a, "end"))
      ok = scr_args_place(a, "the end", c->end), c->has_end = true;
    else if (!arc && scr_args_take(a, "length"))
      ok = read_length(a, &c->length);
    else if (scr_args_take(a, "segments"))
      ok = read_segments(a, &c->segments);
    else
      break;
    if (!ok) return false;
  }
  if (!c->has_origin) return scr_args_expected(a, arc ? "'origin'" : "'base'");
  if (!c->has_start) return scr_args_expected(a, arc ? "'start'" : "'direction'");
  return c->has_end || !arc || scr_args_expected(a, "'end'");
}

static void put_place(scr_places *p, const double *x, const scr_loc *at) {
  SCR_GROW(p->x, p->cap_x, 3 * (p->n + 1));
  SCR_GROW(p->at, p->cap_at, p->n + 1);
  memcpy(p->x + 3 * p->n, x, 3 * sizeof *x);
  p->at[p->n++] = *at;
}

static bool ray_places(scr_args *a, const curve *c, scr_places *p) {
  const double len = sqrt(scr_dot3(c->start, c->start));
  if (!(len > 0)) return scr_fail(a->diag, &c->at, SCR_E_VALUE, "the direction has no length");
  for (int64_t k = 0; k <= c->segments; k++) {
    double x[3];
    for (int i = 0; i < 3; i++)
      x[i] = c->origin[i] + c->start[i] / len * c->length * (double)k / (double)c->segments;
    put_place(p, x, &c->at);
  }
  return true;
}

/* From start to end by equal angles; the radius goes evenly from that of one to that of the other.
 */
static bool arc_places(scr_args *a, const curve *c, scr_places *p) {
  double u[3], v[3], n[3], t[3], radius[2];
  for (int i = 0; i < 3; i++) u[i] = c->start[i] - c->origin[i], v[i] = c->end[i] - c->origin[i];
  radius[0] = sqrt(scr_dot3(u, u)), radius[1] = sqrt(scr_dot3(v, v));
  scr_cross3(u, v, n);
  const double size = sqrt(scr_dot3(n, n));
  if (!(size > 1e-9 * radius[0] * radius[1]))
    return scr_fail(a->diag, &c->at, SCR_E_VALUE,
                    "origin, start and end lie on a line: there are two arcs");
  scr_cross3(n, u, t);
  const double angle = scr_atan2(size, scr_dot3(u, v));
  put_place(p, c->start, &c->at);
  for (int64_t k = 1; k < c->segments; k++) {
    double x[3];
    const double part = (double)k / (double)c->segments, s = scr_sin(part * angle),
                 co = scr_cos(part * angle), r = radius[0] + part * (radius[1] - radius[0]);
    for (int i = 0; i < 3; i++)
      x[i] = c->origin[i] + r * (co * u[i] / radius[0] + s * t[i] / (size * radius[0]));
    put_place(p, x, &c->at);
  }
  put_place(p, c->end, &c->at);
  return true;
}

static bool edge_source(scr_args *a, int w, listed *l) {
  curve c = {.segments = w == EDGE_ARC ? 10 : 1, .length = 1};
  switch (w) {
  case EDGE_NODES: return read_ids(a, l);
  case EDGE_POSITIONS: return scr_args_places(a, &l->places);
  case EDGE_ARC: return read_curve(a, &c, true) && arc_places(a, &c, &l->places);
  default: return read_curve(a, &c, false) && ray_places(a, &c, &l->places);
  }
}

/* Rows of the nodes that are listed, made where places have none. */
static uint32_t *listed_nodes(scr_args *a, scr_geom *g, const listed *l, size_t *n) {
  *n = l->n + l->places.n;
  uint32_t *row = scr_alloc(*n * sizeof *row);
  if (rows_of_ids(a, g, SCR_GEOM_NODE, l, row)) {
    for (size_t k = 0; k < l->places.n; k++) row[k] = scr_geom_node_at(g, l->places.x + 3 * k);
    return row;
  }
  scr_free(row);
  return NULL;
}

static bool make_edges(scr_args *a, scr_geom *g, const listed *l, const scr_geom_words *w) {
  const uint32_t first = g->n[SCR_GEOM_EDGE];
  size_t n;
  uint32_t *row = listed_nodes(a, g, l, &n);
  if (!row) return false;
  for (size_t k = 0; k + 1 < n; k++) scr_geom_edge_between(g, row[k], row[k + 1]);
  scr_free(row);
  adorn_from(a, g, SCR_GEOM_EDGE, first, w);
  scr_geom_edited(a, g);
  return true;
}

/* `polygon 1` and `edge` of PFC 5 list places without a word. */
static bool bare_places(scr_args *a, listed *l) {
  const scr_token *t = scr_args_peek(a);
  const bool vector = t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC;
  return (!scr_args_number_follows(a) && !vector) || scr_args_places(a, &l->places);
}

static bool few(scr_args *a, const listed *l, size_t least, const char *what) {
  const scr_loc behind = scr_args_behind(a);
  return l->n + l->places.n < least && scr_places_known(a, &l->places) &&
         !scr_fail(a->diag, &behind, SCR_E_SYNTAX, "%s", what);
}

/* Two ends of an edge that are one. */
static bool have_length(scr_args *a, const listed *l) {
  const scr_loc *at = NULL;
  for (size_t k = 1; k < l->n && !at; k++)
    if (l->id[k] == l->id[k - 1]) at = &l->at[k];
  for (size_t k = 1; k < l->places.n && !at; k++) {
    const double *x = l->places.x + 3 * k;
    if (x[0] == x[-3] && x[1] == x[-2] && x[2] == x[-1]) at = &l->places.at[k];
  }
  return !at || a->unknowns ||
         scr_fail(a->diag, at, SCR_E_VALUE, "the edge has no length: it ends here where it begins");
}

bool scr_geometry_edge_create(scr_args *a) {
  scr_geom_words words = {0};
  listed l = {0};
  int w;
  bool ok = bare_places(a, &l);
  while (ok && scr_args_more(a)) {
    ok = scr_args_word(a, scr_geometry_edge_words, &w);
    if (!ok) break;
    ok = w < EDGE_EXTRA ? edge_source(a, w, &l)
                        : common_word(a, scr_geometry_edge_words[w].word, &words);
  }
  ok = ok && !few(a, &l, 2, "expected two places or nodes at least") && have_length(a, &l);
  scr_geom *g = ready(a, ok, &words);
  ok = g && make_edges(a, g, &l, &words);
  listed_free(&l);
  scr_geom_words_free(&words);
  return ok;
}

/* ---- polygons ---- */

enum { POLY_EDGES, POLY_NODES, POLY_POSITIONS, POLY_EXTRA, POLY_EXTRUDE };
const scr_word_row scr_geometry_polygon_words[] = {
    {"by-edges", "<i> <i> <i> ...",
     "of edges with these ids, each of which begins where the one "
     "before ends"},
    {"by-nodes", "<i> <i> <i> ...", "over nodes with these ids"},
    {"by-positions", "<v> <v> <v> ...", "over places"},
    EXTRA,
    {"extrude", "<v>", "the sides of a prism instead: from each side to where it is moved by this"},
    SCR_GEOM_WORD_GROUP,
    {"positions", "<v> <v> <v> ...", "the same as by-positions"},
    SCR_GEOM_WORD_SET,
    {0},
};

typedef struct polygon {
  listed l;
  bool edges, extruded;
  double extrude[3];
  scr_loc at;
} polygon;

static bool polygon_word(scr_args *a, polygon *p, scr_geom_words *words) {
  int w;
  if (!scr_args_word(a, scr_geometry_polygon_words, &w)) return false;
  const char *word = scr_geometry_polygon_words[w].word;
  if (w == POLY_EXTRUDE) return p->extruded = true, scr_args_place(a, "the way", p->extrude);
  if (w >= POLY_EXTRA && strcmp(word, "positions") != 0) return common_word(a, word, words);
  p->at = scr_args_last(a);
  if (w == POLY_EDGES) p->edges = true;
  return w == POLY_EDGES || w == POLY_NODES ? read_ids(a, &p->l) : scr_args_places(a, &p->l.places);
}

/* Nodes of edges one behind another; NULL after an error. */
static uint32_t *corners_of_edges(scr_args *a, const scr_geom *g, const listed *l, size_t *n) {
  uint32_t *row = scr_alloc(l->n * sizeof *row), *corner = scr_alloc(l->n * sizeof *row);
  bool ok = rows_of_ids(a, g, SCR_GEOM_EDGE, l, row);
  for (size_t k = 0; ok && k < l->n; k++) {
    const uint32_t *e = g->edge[row[k]].node, *f = g->edge[row[(k + 1) % l->n]].node;
    const bool first = e[0] == f[0] || e[0] == f[1];
    corner[k] = e[!first];
    if (!first && e[1] != f[0] && e[1] != f[1])
      ok = scr_fail(a->diag, &l->at[k], SCR_E_VALUE, "edge %u does not meet the next one",
                    (unsigned)l->id[k]);
  }
  scr_free(row);
  *n = l->n;
  if (ok) return corner;
  scr_free(corner);
  return NULL;
}

static void extrude(scr_geom *g, const uint32_t *row, size_t n, const double *way, bool closed) {
  for (size_t k = 0; k + !closed < n; k++) {
    uint32_t side[4] = {row[k], row[(k + 1) % n]};
    for (int i = 0; i < 2; i++) {
      double x[3];
      for (int c = 0; c < 3; c++) x[c] = g->node[side[1 - i]].x[c] + way[c];
      side[2 + i] = scr_geom_node_at(g, x);
    }
    scr_geom_poly_of(g, side, 4);
  }
}

static const char three_different[] = "a polygon has three different corners at least";

static bool different(const uint32_t *row, size_t n) {
  size_t count = 0;
  for (size_t k = 0; k < n; k++) count += row[k] != row[(k + 1) % n];
  return count > 2;
}

static bool make_polygon(scr_args *a, scr_geom *g, const polygon *p, const scr_geom_words *w) {
  const uint32_t first[] = {g->n[SCR_GEOM_EDGE], g->n[SCR_GEOM_POLY]};
  size_t n;
  uint32_t *row = p->edges ? corners_of_edges(a, g, &p->l, &n) : listed_nodes(a, g, &p->l, &n);
  if (!row) return false;
  const bool ok =
      different(row, n) || scr_fail(a->diag, &p->at, SCR_E_VALUE, "%s", three_different);
  if (ok && p->extruded) extrude(g, row, n, p->extrude, true);
  if (ok && !p->extruded) scr_geom_poly_of(g, row, (uint32_t)n);
  scr_free(row);
  if (!ok) return false;
  if (dim_of(a) == 2) adorn_from(a, g, SCR_GEOM_EDGE, first[0], w);
  adorn_from(a, g, SCR_GEOM_POLY, first[1], w);
  scr_geom_edited(a, g);
  return true;
}

/* Asked before nodes are made of places. */
static bool places_differ(scr_args *a, const polygon *p) {
  const scr_places *x = &p->l.places;
  size_t count = 0;
  for (size_t k = 0; k < x->n; k++)
    count += memcmp(x->x + 3 * k, x->x + 3 * ((k + 1) % x->n), 3 * sizeof(double)) != 0;
  return !x->n || scr_args_checks(a) || count > 2 ||
         scr_fail(a->diag, &p->at, SCR_E_VALUE, "%s", three_different);
}

bool scr_geometry_polygon_create(scr_args *a) {
  scr_geom_words words = {0};
  polygon p = {.at = a->loc};
  bool ok = bare_places(a, &p.l);
  while (ok && scr_args_more(a)) ok = polygon_word(a, &p, &words);
  ok = ok && !few(a, &p.l, 3, "expected three places, nodes or edges at least") &&
       places_differ(a, &p);
  scr_geom *g = ready(a, ok, &words);
  ok = g && make_polygon(a, g, &p, &words);
  listed_free(&p.l);
  scr_geom_words_free(&words);
  return ok;
}

/* ---- shapes ---- */

/* Shapes have the words of `wall generate`; these may stand before or behind them. */
enum { GENERATE_FROM_EDGES, GENERATE_GROUP, GENERATE_SET, GENERATE_SHAPES };
const scr_word_row scr_geometry_generate_words[] = {
    {"from-edges", "extrude <v> [segments <i>]",
     "polygons from each edge of the set to where it is moved by this"},
    SCR_GEOM_WORD_GROUP,
    SCR_GEOM_WORD_SET,
    SCR_SHAPE_WORDS,
    {0},
};

/* Reads `set` and `group` wherever they stand, and takes them out of the words. */
static bool take_common(scr_args *a, scr_token *rest, int *n, scr_geom_words *w) {
  for (*n = 0; a->k < a->n;) {
    if (scr_args_take(a, "set")) {
      if (!scr_geom_words_set(a, w, true)) return false;
    } else if (scr_args_take(a, "group")) {
      if (!scr_geom_words_group(a, w)) return false;
    } else {
      rest[(*n)++] = a->tok[a->k++];
    }
  }
  return true;
}

/* All edges of the set, of which polygons are made in as many steps as there are segments. */
static bool from_edges(scr_args *a, const scr_geom_words *w) {
  double way[3] = {0};
  int64_t segments = 1;
  if (!scr_args_take(a, "extrude")) return scr_args_expected(a, "'extrude'");
  if (!scr_args_place(a, "the way", way)) return false;
  if (scr_args_take(a, "segments") && !read_segments(a, &segments)) return false;
  if (!scr_args_finish(a)) return false;
  scr_geom *g = scr_geom_wanted(a, w);
  if (!g) return false;
  const uint32_t edges = g->n[SCR_GEOM_EDGE], first = g->n[SCR_GEOM_POLY];
  double step[3];
  for (int c = 0; c < 3; c++) step[c] = way[c] / (double)segments;
  for (uint32_t k = 0; k < edges; k++) {
    uint32_t end[] = {g->edge[k].node[0], g->edge[k].node[1]};
    for (int64_t s = 0; s < segments && !scr_interrupted(a->diag); s++) {
      extrude(g, end, 2, step, false);
      for (int i = 0; i < 2; i++) {
        double x[3];
        for (int c = 0; c < 3; c++) x[c] = g->node[end[i]].x[c] + step[c];
        end[i] = scr_geom_node_at(g, x);
      }
    }
  }
  adorn_from(a, g, SCR_GEOM_POLY, first, w);
  scr_geom_edited(a, g);
  return !a->diag->failed;
}

static bool add_shapes(scr_args *a, scr_wall_batch *b, const scr_geom_words *w) {
  if (scr_interrupted(a->diag)) return false;
  scr_geom *g = scr_geom_target(a, w);
  const uint32_t groups = scr_geom_words_groups(a, w);
  for (int k = 0; k < b->n; k++) {
    scr_shape_weld(&b->shape[k]);
    scr_geom_add_shape(g, dim_of(a), &b->shape[k], groups);
  }
  scr_geom_edited(a, g);
  return true;
}

bool scr_geometry_generate(scr_args *a) {
  scr_geom_words words = {0};
  scr_wall_batch b = {.stop = a->diag->interrupt};
  scr_token *rest = scr_alloc((size_t)SCR_MAX(a->n, 1) * sizeof *rest);
  scr_args inner = *a;
  int w = 0;
  inner.tok = rest;
  bool ok = take_common(a, rest, &inner.n, &words);
  inner.k = 0;
  ok = ok && scr_args_word(&inner, scr_geometry_generate_words, &w);
  if (ok && !words.set) scr_args_makes(a, "geometry set", SCR_GEOM_DEFAULT, &a->loc);
  if (ok && w == GENERATE_FROM_EDGES)
    ok = from_edges(&inner, &words);
  else if (ok)
    ok = scr_wall_shape(&inner, &b, w - GENERATE_SHAPES) && add_shapes(a, &b, &words);
  scr_free(rest);
  scr_wall_batch_free(&b);
  scr_geom_words_free(&words);
  return ok;
}
