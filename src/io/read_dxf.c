/* DXF as text: lines, polylines, faces and polyface meshes of the section ENTITIES. A file consists
 * of pairs of lines, a number (the group code) that says what the next line is, and its value; code
 * 0 begins an entity (Autodesk, DXF Reference, AC1032). */
#include "io/geom_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "base/num.h"

enum { CODE_KIND = 0, CODE_NAME = 2, CODE_LAYER = 8, CODE_BULGE = 42, CODE_FLAGS = 70 };
enum { CLOSED = 1, CURVED = 6, MESH = 16, MESH_CLOSED = 32, POLYFACE = 64, FACE = 128 }; /* flags */

typedef struct dxf {
  const scr_geom_input *in;
  scr_geom *out;
  scr_source *src;
  int line;          /* of the next pair, from 1 */
  int code;          /* the pair read last; its value is line - 1 of the source */
  const char *value; /* without blanks in front */
  size_t len;        /* and behind */
  bool over;         /* there is no pair left, or an error */
  scr_names left;    /* kinds of entities that were left out, and how many of each */
  size_t bulges;     /* arcs of polylines that became straight */
  size_t own_axes;   /* polylines in planes of their own */
  size_t flat;       /* faces that are none */
} dxf;

static const char blank[] = " \t\r\f\v";

static size_t trimmed(const char **text) {
  *text += strspn(*text, blank);
  size_t n = strlen(*text);
  while (n && strchr(blank, (*text)[n - 1])) n--;
  return n;
}

static scr_loc value_place(const dxf *r) {
  const int col = (int)(r->value - r->src->line[r->line - 2]) + 1;
  return (scr_loc){r->src, r->line - 1, col, (int)SCR_MAX(r->len, (size_t)1)};
}

static bool fails(dxf *r, const scr_loc *at, const char *what) {
  r->over = true;
  return scr_fail(r->in->d, at, SCR_E_FILE, "%s", what);
}

/* The next pair; false where there is none. */
static bool next_pair(dxf *r) {
  if (r->over || scr_interrupted(r->in->d)) return r->over = true, false;
  const char *code = r->line <= r->src->nline ? r->src->line[r->line - 1] : "";
  const size_t n = trimmed(&code);
  size_t len = 0;
  int64_t i = 0;
  double f;
  if (!n && r->line >= r->src->nline) return r->over = true, false;
  const scr_loc at = {r->src, r->line, (int)(code - r->src->line[r->line - 1]) + 1,
                      (int)SCR_MAX(n, (size_t)1)};
  if (scr_parse_number(code, &len, &i, &f) != SCR_NUM_INT || len != n || i < -5 || i > 1071)
    return fails(r, &at, "expected a group code of DXF, a whole number from 0 to 1071");
  if (r->line == r->src->nline) return fails(r, &at, "the file ends before the value of this code");
  r->code = (int)i;
  r->value = r->src->line[r->line];
  r->len = trimmed(&r->value);
  r->line += 2;
  return true;
}

static bool is_value(const dxf *r, const char *word) {
  return r->len == strlen(word) && scr_ncasecmp(r->value, word, r->len) == 0;
}

static double number(dxf *r) {
  size_t len = 0;
  int64_t i;
  double f = 0;
  const scr_loc at = value_place(r);
  const bool good =
      scr_parse_number(r->value, &len, &i, &f) != SCR_NUM_NONE && len == r->len && isfinite(f);
  if (!good) fails(r, &at, "expected a number");
  return good ? f : 0;
}

static int integer(dxf *r) {
  const scr_loc at = value_place(r);
  const double f = number(r);
  if (f == trunc(f) && fabs(f) < 1e9) return (int)f;
  fails(r, &at, "expected a whole number");
  return 0;
}

/* ---- entities ---- */

typedef struct entity {
  double x[4][3];
  int flags, index[4]; /* index: codes 71 to 74, corners of a face, or the size of a mesh */
  char layer[256];
  double *at; /* corners of a light polyline, three numbers each */
  uint32_t n;
  size_t cap;
  double height;
  unsigned given[3]; /* by axis the corners that have a number, a bit each */
  uint32_t ys;       /* corners of a light polyline that have their y, one after the other */
  bool bulge, own_axes;
} entity;

/* Codes 10 to 13 are x of a corner, 20 to 23 y, 30 to 33 z. */
static void read_place(dxf *r, entity *e) {
  const int corner = r->code % 10, axis = r->code / 10 - 1;
  if (corner > 3) return;
  e->x[corner][axis] = number(r);
  e->given[axis] |= 1u << corner;
  if (corner == 0 && axis == 0) {
    SCR_GROW(e->at, e->cap, 3 * ((size_t)e->n + 1));
    memset(e->at + 3 * (size_t)e->n++, 0, 3 * sizeof *e->at);
  }
  e->ys += corner == 0 && axis == 1 && e->ys + 1 == e->n;
  if (corner == 0 && e->n) e->at[3 * (size_t)(e->n - 1) + (size_t)axis] = e->x[0][axis];
}

/* The pairs of an entity up to the next one, whose kind is read then. */
static void read_entity(dxf *r, entity *e) {
  while (next_pair(r) && r->code != CODE_KIND) {
    if (r->code >= 10 && r->code < 40 && r->code != 38 && r->code != 39)
      read_place(r, e);
    else if (r->code == 38)
      e->height = number(r);
    else if (r->code == CODE_FLAGS)
      e->flags = integer(r);
    else if (r->code > 70 && r->code < 75)
      e->index[r->code - 71] = integer(r);
    else if (r->code >= 210 && r->code <= 230 && r->code % 10 == 0)
      e->own_axes = e->own_axes || number(r) != (r->code == 230);
    else if (r->code == CODE_BULGE)
      e->bulge = e->bulge || number(r) != 0;
    else if (r->code == CODE_LAYER && r->len < sizeof e->layer)
      memcpy(e->layer, r->value, r->len), e->layer[r->len] = 0;
  }
}

static int corners_of_face(const entity *e) {
  return (e->given[0] | e->given[1] | e->given[2]) & 8 ? 4 : 3;
}

/* Has each of the first `n` corners x and y? Files of flat drawings leave z out, which is 0. */
static bool has_corners(dxf *r, const entity *e, int n, const char *word, const scr_loc *at) {
  for (int corner = 0; corner < n; corner++)
    for (int axis = 0; axis < 2; axis++)
      if (!(e->given[axis] >> corner & 1)) {
        r->over = true;
        return scr_fail(r->in->d, at, SCR_E_FILE, "this %s has no code %d, %c of a corner", word,
                        10 * (axis + 1) + corner, "xy"[axis]);
      }
  return true;
}

static bool has_ys(dxf *r, const entity *e, const scr_loc *at) {
  return e->ys == e->n || fails(r, at, "a corner of this LWPOLYLINE has no code 20, its y");
}

static uint32_t node_of(dxf *r, const double *x) {
  double copy[3] = {x[0], x[1], x[2]};
  return scr_geom_input_node(r->in, r->out, copy);
}

/* Layer 0 is where whatever is in no other layer lies. */
static void set_layer(dxf *r, const entity *e, scr_geom_kind kind, uint32_t row) {
  if (row != SCR_NONE && e->layer[0] && strcmp(e->layer, "0") != 0)
    scr_group_set(r->in->w, scr_geom_groups(r->out, kind, row), e->layer, NULL);
}

static void add_edge(dxf *r, const entity *e, uint32_t a, uint32_t b) {
  set_layer(r, e, SCR_GEOM_EDGE, scr_geom_edge_between(r->out, a, b));
}

static void add_polygon(dxf *r, const entity *e, const uint32_t *node, uint32_t n) {
  const uint32_t row = scr_geom_poly_of(r->out, node, n);
  r->flat += row == SCR_NONE;
  set_layer(r, e, SCR_GEOM_POLY, row);
  for (uint32_t k = 0; k < n && r->in->w->dim == 2; k++)
    set_layer(r, e, SCR_GEOM_EDGE, scr_geom_edge_between(r->out, node[k], node[(k + 1) % n]));
}

static void add_line(dxf *r, const entity *e) {
  const uint32_t first = node_of(r, e->x[0]); /* nodes are numbered in that order */
  add_edge(r, e, first, node_of(r, e->x[1]));
}

static void add_face(dxf *r, const entity *e) {
  const uint32_t n = (uint32_t)corners_of_face(e);
  uint32_t node[4];
  for (uint32_t k = 0; k < n; k++) node[k] = node_of(r, e->x[k]);
  add_polygon(r, e, node, n);
}

static void add_point(dxf *r, const entity *e) {
  set_layer(r, e, SCR_GEOM_NODE, node_of(r, e->x[0]));
}

/* A closed line is a polygon. */
static void add_path(dxf *r, const entity *e, const double *x, uint32_t n) {
  uint32_t *node = scr_alloc(SCR_MAX(n, 1u) * sizeof *node);
  for (uint32_t k = 0; k < n; k++) node[k] = node_of(r, x + 3 * (size_t)k);
  const bool closed = n > 2 && ((e->flags & CLOSED) || (n > 3 && node[0] == node[n - 1]));
  if (closed)
    add_polygon(r, e, node, n - (node[0] == node[n - 1]));
  else
    for (uint32_t k = 0; k + 1 < n; k++) add_edge(r, e, node[k], node[k + 1]);
  scr_free(node);
}

static void add_light_polyline(dxf *r, const entity *e) {
  for (uint32_t k = 0; k < e->n; k++) e->at[3 * (size_t)k + 2] = e->height;
  add_path(r, e, e->at, e->n);
}

/* ---- polylines with vertices of their own ---- */

typedef struct path {
  double *x;
  uint32_t n;
  size_t cap;
} path;

static void path_add(path *p, const double *x) {
  SCR_GROW(p->x, p->cap, 3 * ((size_t)p->n + 1));
  memcpy(p->x + 3 * (size_t)p->n++, x, 3 * sizeof *x);
}

/* Corners of a face are numbers of vertices from 1; a negative one begins a side that is not drawn.
 */
static void add_polyface(dxf *r, const entity *e, const path *p, const entity *face,
                         const scr_loc *at) {
  uint32_t node[4], n = 0;
  for (int k = 0; k < 4 && face->index[k]; k++) {
    const uint32_t i = (uint32_t)abs(face->index[k]);
    if (i > p->n) {
      fails(r, at, "this face names a vertex that does not stand before it");
      return;
    }
    node[n++] = node_of(r, p->x + 3 * (size_t)(i - 1));
  }
  if (n == 2)
    add_edge(r, e, node[0], node[1]);
  else if (n > 2)
    add_polygon(r, e, node, n);
}

/* A net of m by n vertices becomes quadrangles. */
static void add_mesh(dxf *r, const entity *e, const path *p, const scr_loc *at) {
  const uint32_t m = (uint32_t)SCR_MAX(e->index[0], 0), n = (uint32_t)SCR_MAX(e->index[1], 0);
  if ((uint64_t)m * n != p->n) {
    fails(r, at, "the size of this mesh, codes 71 and 72, is not the number of its vertices");
    return;
  }
  for (uint32_t i = 0; i + !(e->flags & CLOSED) < m; i++)
    for (uint32_t j = 0; j + !(e->flags & MESH_CLOSED) < n; j++) {
      const uint32_t k[] = {i * n + j, (i + 1) % m * n + j, (i + 1) % m * n + (j + 1) % n,
                            i * n + (j + 1) % n};
      uint32_t node[4];
      for (int c = 0; c < 4; c++) node[c] = node_of(r, p->x + 3 * (size_t)k[c]);
      add_polygon(r, e, node, 4);
    }
}

static void entity_free(entity *e) { scr_free(e->at); }

/* After the pairs of a POLYLINE: its vertices up to SEQEND. */
static void read_polyline(dxf *r, const entity *e, const scr_loc *at) {
  path p = {0};
  while (!r->over && is_value(r, "VERTEX")) {
    const scr_loc here = value_place(r);
    entity v = {0};
    read_entity(r, &v);
    r->bulges += v.bulge;
    if ((e->flags & POLYFACE) && (v.flags & FACE) && !(v.flags & POLYFACE))
      add_polyface(r, e, &p, &v, &here);
    else if (has_corners(r, &v, 1, "VERTEX", &here))
      path_add(&p, v.x[0]);
    entity_free(&v);
  }
  if (r->in->d->failed)
    ;
  else if (r->over)
    fails(r, at, "the file ends inside of this POLYLINE");
  else if (e->flags & MESH)
    add_mesh(r, e, &p, at);
  else if (!(e->flags & POLYFACE))
    add_path(r, e, p.x, p.n);
  scr_free(p.x);
}

/* ---- sections ---- */

static const struct kind {
  const char *word;
  void (*add)(dxf *r, const entity *e); /* NULL: it has vertices of its own, or is no entity */
  int corners;                          /* that it must have; 0: other ones count */
} kinds[] = {{"LINE", add_line, 2}, {"3DFACE", add_face, 3}, {"LWPOLYLINE", add_light_polyline, 0},
             {"POLYLINE", NULL, 0}, {"POINT", add_point, 1}, {"SEQEND", NULL, 0}};

static bool is_whole(dxf *r, const struct kind *k, const entity *e, const scr_loc *at) {
  if (k->add == add_light_polyline) return has_ys(r, e, at);
  return has_corners(r, e, k->add == add_face ? corners_of_face(e) : k->corners, k->word, at);
}

static void leave_out(dxf *r, const char *word) {
  if (strcmp(word, "SEQEND") != 0)
    scr_names_set(&r->left, word, scr_names_get(&r->left, word, 0) + 1);
}

/* The entity whose kind was read last. */
static void read_one(dxf *r) {
  const scr_loc at = value_place(r);
  char *word = scr_strndup(r->value, r->len);
  entity e = {0};
  const struct kind *k = kinds;
  while (k < kinds + SCR_COUNTOF(kinds) && scr_casecmp(k->word, word) != 0) k++;
  const bool known = k < kinds + SCR_COUNTOF(kinds);
  read_entity(r, &e);
  if (!r->in->d->failed && known && k->add && !r->over && is_whole(r, k, &e, &at)) k->add(r, &e);
  const bool polyline = known && strcmp(k->word, "POLYLINE") == 0;
  if (known && k->add) r->bulges += e.bulge;
  if (polyline || (known && k->add == add_light_polyline)) r->own_axes += e.own_axes;
  if (polyline)
    read_polyline(r, &e, &at);
  else if (!known || !k->add)
    leave_out(r, known ? k->word : word);
  entity_free(&e);
  scr_free(word);
}

/* To the section of that name; false: there is none. */
static bool find_section(dxf *r, const char *name) {
  while (next_pair(r)) {
    if (r->code != CODE_KIND || !is_value(r, "SECTION")) continue;
    if (next_pair(r) && r->code == CODE_NAME && is_value(r, name)) return true;
  }
  return false;
}

static bool read_entities(dxf *r) {
  const scr_geom_input *in = r->in;
  if (!find_section(r, "ENTITIES"))
    return in->d->failed ||
           scr_fail(in->d, in->at, SCR_E_FILE,
                    "'%s' has no section ENTITIES, which holds what is drawn", in->name);
  const scr_loc at = value_place(r);
  next_pair(r);
  while (!r->over && !is_value(r, "ENDSEC")) {
    if (r->code == CODE_KIND)
      read_one(r);
    else
      next_pair(r);
  }
  if (r->over && !in->d->failed)
    return scr_fail(in->d, &at, SCR_E_FILE, "the section ENTITIES does not end: no ENDSEC");
  return !in->d->failed;
}

static bool tell_left(dxf *r) {
  const scr_geom_input *in = r->in;
  bool ok = scr_geom_tell_flat(in, r->flat);
  for (size_t k = 0; k < r->left.n && ok; k++)
    ok = scr_warn(in->d, in->at, SCR_E_UNSUPPORTED, "'%s': %d of the kind %s %s left out", in->name,
                  r->left.value[k], r->left.key[k], r->left.value[k] == 1 ? "is" : "are");
  if (ok && r->bulges)
    ok = scr_warn(in->d, in->at, SCR_E_UNSUPPORTED,
                  "'%s': arcs in %zu polyline%s become straight lines", in->name, r->bulges,
                  r->bulges == 1 ? "" : "s");
  if (ok && r->own_axes)
    ok =
        scr_warn(in->d, in->at, SCR_E_UNSUPPORTED,
                 "'%s': %zu polyline%s in axes of their own (codes 210 to 230), which are not read",
                 in->name, r->own_axes, r->own_axes == 1 ? " lies" : "s lie");
  return ok;
}

bool scr_read_dxf(const scr_geom_input *in, scr_geom *out) {
  if (in->n > 18 && memcmp(in->bytes, "AutoCAD Binary DXF", 18) == 0)
    return scr_fail(in->d, in->at, SCR_E_UNSUPPORTED,
                    "'%s' is binary DXF: write it as text (ASCII) instead", in->name);
  dxf r = {.in = in, .out = out, .line = 1};
  r.src = scr_source_new(in->name, NULL, in->bytes, in->n);
  const bool ok = read_entities(&r) && tell_left(&r);
  scr_names_free(&r.left);
  scr_source_drop(r.src);
  return ok;
}

/* A comment (999) or a section comes first; binary files say what they are. */
bool scr_is_dxf(const char *bytes, size_t n) {
  if (n > 18 && memcmp(bytes, "AutoCAD Binary DXF", 18) == 0) return true;
  const char *p = bytes;
  if (n >= 3 && memcmp(p, "\xEF\xBB\xBF", 3) == 0) p += 3;
  p += strspn(p, " \t\r\n");
  const size_t digits = strspn(p, "0123456789");
  const char *rest = p + digits + strspn(p + digits, blank);
  const bool comment = digits == 3 && memcmp(p, "999", 3) == 0, zero = digits == 1 && *p == '0';
  return (comment || zero) && *rest == '\n' &&
         (comment || scr_ncasecmp(rest + 1 + strspn(rest + 1, blank), "SECTION", 7) == 0);
}
