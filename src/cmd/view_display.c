/* Words of PFC's display within an item of a picture: each belongs to the block that it stands in,
 * so that `outline active off` switches the outline and not the item. */
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/view.h"

typedef struct reader {
  scr_args *a;
  scr_view_item *item;
  const scr_token *word, **passed;
} reader;

/* No effect: told of once in a session. */
static void pass(reader *r) {
  if (!*r->passed) *r->passed = r->word;
}

/* ---- words that act ---- */

typedef struct value {
  bool on;                /* of `b`; of `f`: it is not zero */
  const char *text;       /* of `w`; NULL: none */
  const scr_token *token; /* of that text */
  double v[3];            /* of `v` */
} value;

static bool rods(const scr_view_item *i) {
  return i->kind == SCR_VIEW_CONTACT || i->kind == SCR_VIEW_BOND;
}

static void quiet(reader *r, const value *v) { SCR_UNUSED(r), SCR_UNUSED(v); }

static bool faces(const scr_view_item *i) {
  return i->kind == SCR_VIEW_WALL || i->kind == SCR_VIEW_GEOMETRY;
}

/* Balls and rods have no outline. */
static void outline(reader *r, const value *v) {
  if (faces(r->item))
    r->item->bare = !v->on, r->item->meshed = v->on;
  else if (v->on)
    pass(r);
}

static void outline_color(reader *r, const value *v) {
  r->item->has_edge = faces(r->item) && v->text && scr_rgba_named(v->text, &r->item->edge);
  if (!r->item->has_edge) pass(r);
}

static void fill(reader *r, const value *v) {
  if (faces(r->item))
    r->item->hollow = !v->on;
  else if (!v->on)
    pass(r);
}

static void legend(reader *r, const value *v) { r->item->untold = !v->on; }

static void shape(reader *r, const value *v) {
  static const char *const ball[] = {"ball", "sphere", "disk", "circle", NULL};
  static const char *const rod[] = {"cylinder", "rod", NULL};
  const bool line = rods(r->item) && v->text && scr_casecmp(v->text, "line") == 0;
  r->item->lined = line;
  if (line || (v->text && scr_is_one_of(v->text, rods(r->item) ? rod : ball))) return;
  if (v->token) r->word = v->token;
  pass(r);
}

static void axis(reader *r, const value *v) {
  if (!v->text || scr_casecmp(v->text, "xyz") != 0) pass(r);
}

static void shift(reader *r, const value *v) {
  if (v->v[0] != 0 || v->v[1] != 0 || v->v[2] != 0) pass(r);
}

static void stretch(reader *r, const value *v) {
  if (v->v[0] != 1 || v->v[1] != 1 || v->v[2] != 1) pass(r);
}

/* ---- the words ---- */

/* What follows a word: b on or off, which may be left out; w a word or text; f a number or
 * `automatic`; v three numbers. A word without an act is told of, unless it is switched off. */
typedef struct row {
  const char *in, *word, *takes, *opens;
  void (*act)(reader *r, const value *v);
  const char *then; /* it is this word only where that one follows; NULL: anywhere */
} row;

static const row rows[] = {
    {"item", "outline", "b", "outline", outline, NULL},
    {"outline", "active", "b", NULL, outline, NULL},
    {"outline", "width", "f", NULL, quiet, NULL},
    {"outline", "color", "w", NULL, outline_color, NULL},
    {"outline", "colour", "w", NULL, outline_color, NULL},
    {"outline", "style", "w", NULL, quiet, NULL},

    {"item", "map", "", "map", quiet, NULL},
    {"map", "axis", "w", NULL, axis, NULL},
    {"map", "rotate", "v", NULL, shift, NULL},
    {"map", "translate", "v", NULL, shift, NULL},
    {"map", "scale", "v", NULL, stretch, NULL},

    {"item", "polygons", "", "polygons", quiet, NULL},
    {"polygons", "fill", "b", NULL, fill, NULL},
    {"polygons", "outline", "b", "outline", outline, NULL},
    {"polygons", "polygon-transparency", "f", NULL, NULL, NULL},
    {"polygons", "outline-transparency", "f", NULL, quiet, NULL},
    {"polygons", "lighting", "b", NULL, quiet, NULL},
    {"polygons", "offset", "ff", NULL, quiet, NULL},
    {"item", "fill", "b", NULL, fill, NULL},
    {"item", "lighting", "b", NULL, quiet, NULL},
    {"item", "offset", "ff", NULL, quiet, NULL},

    {"item", "legend", "b", "legend", legend, NULL},
    {"legend", "active", "b", NULL, legend, NULL},
    {"legend", "map", "", "text", quiet, "active"},
    {"legend", "cut", "", NULL, quiet, "title"},
    {"legend", "contour", "", NULL, quiet, "labels"},
    {"legend", "title", "b", "text", quiet, NULL},
    {"legend", "heading", "b", "text", quiet, NULL},
    {"legend", "copyright", "b", "text", quiet, NULL},
    {"legend", "count", "b", "text", quiet, NULL},
    {"legend", "labels", "b", "text", quiet, NULL},
    {"legend", "method", "b", "text", quiet, NULL},
    {"legend", "step", "b", "text", quiet, NULL},
    {"legend", "time-real", "b", "text", quiet, NULL},
    {"legend", "time-model", "b", "text", quiet, NULL},
    {"legend", "view-info", "b", "text", quiet, NULL},
    {"legend", "hide-null", "b", "text", quiet, NULL},
    {"legend", "deformation-factor", "b", "text", quiet, NULL},
    {"legend", "labels-maximum", "f", NULL, quiet, NULL},
    {"legend", "format", "w", NULL, quiet, NULL},
    {"legend", "precision", "f", NULL, quiet, NULL},
    {"legend", "placement", "w", NULL, quiet, NULL},
    {"legend", "position", "ff", NULL, quiet, NULL},
    {"legend", "size", "ff", NULL, quiet, NULL},
    {"text", "active", "b", NULL, quiet, NULL},
    {"text", "text", "w", NULL, quiet, NULL},
    {"text", "size", "f", NULL, quiet, NULL},
    {"text", "family", "w", NULL, quiet, NULL},
    {"text", "style", "w", NULL, quiet, NULL},
    {"text", "color", "w", NULL, quiet, NULL},

    {"item", "shape", "w", "shape", shape, NULL},
    {"shape", "automatic", "", NULL, quiet, NULL},
    {"shape", "scale", "", NULL, quiet, NULL},
    {"shape", "target", "f", NULL, quiet, NULL},
    {"shape", "value", "f", NULL, quiet, NULL},
    {"shape", "radius-factor", "", NULL, quiet, NULL},
    {"shape", "shrink-factor", "", NULL, quiet, NULL},
    {"shape", "arrow-quality", "f", NULL, quiet, NULL},
    {"shape", "pixel-size", "f", NULL, quiet, NULL},
    {"shape", "resolution", "f", NULL, quiet, NULL},
    {"shape", "spheres", "b", NULL, NULL, NULL},
    {"shape", "width", "f", NULL, NULL, NULL},

    {"item", "color-options", "w", "options", quiet, NULL},
    {"options", "maximum-names", "f", NULL, quiet, NULL},
    {"options", "name-controls", "b", NULL, quiet, NULL},
    {"item", "interval", "f", NULL, quiet, NULL},
    {"item", "reversed", "b", NULL, NULL, NULL},
    {"item", "above", "w", NULL, NULL, NULL},
    {"item", "below", "w", NULL, NULL, NULL},

    {"item", "font", "", "text", NULL, NULL},
    {"item", "screen", "ff", NULL, NULL, NULL},
    {"item", "size", "f", NULL, NULL, NULL},
    {"item", "scale", "f", NULL, NULL, NULL},
    {"item", "axis-x", "", "axis", NULL, NULL},
    {"item", "axis-y", "", "axis", NULL, NULL},
    {"item", "axis-z", "", "axis", NULL, NULL},
    {"axis", "color", "w", NULL, quiet, NULL},
    {"axis", "draw-positive", "b", NULL, quiet, NULL},
    {"axis", "draw-negative", "b", NULL, quiet, NULL},
    {"axis", "label-positive", "w", NULL, quiet, NULL},
    {"axis", "label-negative", "w", NULL, quiet, NULL},

    {"item", "scale-by-magnitude", "b", NULL, NULL, NULL},
    {"item", "arrow-quality", "f", NULL, NULL, NULL},
    {"item", "line-width", "f", NULL, NULL, NULL},
    {"item", "line-style", "w", NULL, NULL, NULL},
    {"item", "wireframe", "b", NULL, NULL, NULL},
    {"item", "label", "b", "text", NULL, NULL},
    {"item", "clip", "b", "switch", NULL, NULL},
    {"item", "deformation-factor", "b", "switch", NULL, NULL},
    {"item", "null-faces-only", "b", NULL, NULL, NULL},
    {"switch", "active", "b", NULL, NULL, NULL},
};

static const row *find(const scr_args *a, const char *in) {
  const scr_token *t = scr_args_peek(a), *next = t && a->k + 1 < a->n ? t + 1 : NULL;
  if (!t || t->type != SCR_T_WORD) return NULL;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    const row *r = &rows[k];
    if (strcmp(r->in, in) != 0 || scr_casecmp(r->word, t->text) != 0) continue;
    if (!r->then || (next && scr_casecmp(r->then, next->text) == 0)) return r;
  }
  return NULL;
}

/* ---- reading ---- */

static bool read_text(scr_args *a, value *v) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type == SCR_T_VALUE || scr_casecmp(t->text, "range") == 0) return true;
  v->text = t->text;
  v->token = t;
  a->k++;
  return true;
}

/* Zero asks for nothing. */
static bool read_number(scr_args *a, value *v) {
  double number;
  if (scr_view_take(a, "automatic") || scr_view_take(a, "auto")) return true;
  if (!scr_args_real(a, "a number or 'automatic'", &number)) return false;
  v->on = number != 0;
  return true;
}

static bool read_values(scr_args *a, const char *takes, value *v) {
  bool ok = true;
  for (; *takes && ok; takes++)
    ok = *takes == 'b'   ? scr_args_bool(a, "on or off", &v->on)
         : *takes == 'w' ? read_text(a, v)
         : *takes == 'f' ? read_number(a, v)
                         : scr_args_vector(a, "three numbers", 3, v->v);
  return ok;
}

/* A word, and those of the block that it opens: blocks lie at most three deep. The first `active`
 * says what the word itself would. */
static bool read_row(reader *r, const row *at) {
  value v = {.on = true};
  const scr_token *word = r->word = scr_args_peek(r->a);
  const row *next = NULL;
  r->a->k++;
  if (!read_values(r->a, at->takes, &v)) return false;
  if (at->opens) next = find(r->a, at->opens);
  const bool later = next && strcmp(next->word, "active") == 0;
  r->word = word;
  if (at->act && !later)
    at->act(r, &v);
  else if (!at->act && v.on && !later)
    pass(r);
  for (; next; next = find(r->a, at->opens))
    if (!read_row(r, next)) return false;
  return true;
}

bool scr_view_read_display(scr_args *a, scr_view_item *item, const scr_token **passed, bool *took) {
  reader r = {a, item, NULL, passed};
  const row *first = find(a, "item");
  *took = first != NULL;
  return !first || read_row(&r, first);
}

void scr_view_offer_display(scr_nearest *near) {
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    if (strcmp(rows[k].in, "item") == 0) scr_nearest_offer(near, rows[k].word);
}
