/* Words of what a picture shows: `plot item create <kind> ...`. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/range.h"
#include "cmd/view.h"
#include "io/dataset_make.h"
#include "world/measure/measure.h"

/* ---- readers ---- */

bool scr_view_take(scr_args *a, const char *word) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || scr_casecmp(t->text, word) != 0) return false;
  a->k++;
  return true;
}

static bool take_switch(scr_args *a, const char *word, bool *on) {
  return scr_view_take(a, word) && scr_args_bool(a, "on or off", on);
}

bool scr_view_vector(scr_args *a, const char *what, double out[3]) {
  int dim = scr_session_world(a->s)->dim;
  out[2] = 0;
  if (!scr_args_vector(a, what, dim, out)) return false;
  return dim == 3 || !scr_args_number_follows(a) || scr_args_real(a, what, &out[2]);
}

/* `automatic`, or a number. */
static bool bound(scr_args *a, bool *has, double *out) {
  *has = !scr_view_take(a, "automatic") && !scr_view_take(a, "auto");
  return !*has || scr_args_real(a, "a number or 'automatic'", out);
}

static bool clip_add(scr_args *a, scr_view *v, const double origin[3], double normal[3],
                     const scr_loc *at) {
  double n = sqrt(normal[0] * normal[0] + normal[1] * normal[1] + normal[2] * normal[2]), d = 0;
  if (!(n > 0)) return scr_fail(a->diag, at, SCR_E_VALUE, "the normal of a plane cannot be zero");
  if (v->nclip == SCR_SCENE_CLIPS - 2)
    return scr_fail(a->diag, at, SCR_E_LIMIT, "at most %d planes cut a picture",
                    SCR_SCENE_CLIPS - 2);
  scr_clip *c = &v->clip[v->nclip++];
  for (int k = 0; k < 3; k++) {
    c->n[k] = normal[k] / n;
    d += c->n[k] * origin[k];
  }
  c->d = d;
  return true;
}

bool scr_view_plane(scr_args *a, scr_view *v) {
  double origin[3] = {0}, normal[3] = {0};
  scr_loc at = scr_args_last(a);
  for (;;) {
    bool is_origin = scr_view_take(a, "origin");
    if (!is_origin && !scr_view_take(a, "normal")) break;
    if (!scr_view_vector(a, is_origin ? "the origin" : "the normal", is_origin ? origin : normal))
      return false;
  }
  return clip_add(a, v, origin, normal, &at);
}

/* ---- colours ---- */

/* What gives a thing its colour, beside what else is said of it. */
enum { HAS_ID = 1, HAS_GROUPS = 2, HAS_PROPERTIES = 4, HAS_LAW = 8, HAS_SET = 16, HAS_STATE = 32 };
static const scr_quantity no_quantity[1];
static const struct colours {
  const scr_quantity *list;
  unsigned has; /* 0: it has one colour */
} colours[SCR_VIEW_KINDS] = {
    [SCR_VIEW_BALL] = {scr_ball_quantity, HAS_ID | HAS_GROUPS | HAS_PROPERTIES},
    [SCR_VIEW_WALL] = {scr_wall_quantity, HAS_ID | HAS_GROUPS | HAS_PROPERTIES},
    [SCR_VIEW_CONTACT] = {scr_contact_quantity, HAS_GROUPS | HAS_PROPERTIES | HAS_LAW},
    [SCR_VIEW_BOND] = {scr_contact_quantity, HAS_GROUPS | HAS_PROPERTIES | HAS_LAW},
    [SCR_VIEW_FRACTURE] = {scr_fracture_columns, HAS_ID | HAS_GROUPS | HAS_PROPERTIES},
    [SCR_VIEW_MEASURE] = {scr_measured_quantity, HAS_ID},
    [SCR_VIEW_GEOMETRY] = {no_quantity, HAS_ID | HAS_GROUPS | HAS_SET},
    [SCR_VIEW_INLET] = {no_quantity, HAS_ID | HAS_GROUPS | HAS_STATE},
    [SCR_VIEW_SERVO] = {no_quantity, HAS_ID | HAS_STATE}};

const scr_quantity *scr_view_quantities(scr_view_kind kind) {
  return colours[kind].list ? colours[kind].list : no_quantity;
}

/* "force_contact" of older files is "force-contact". */
static void plain(const char *name, char out[64]) {
  size_t k = 0;
  for (; name[k] && k < 63; k++) out[k] = name[k] == '_' ? '-' : (char)scr_lower(name[k]);
  out[k] = 0;
}

/* That of "-x" or "-xx"; -1: there is none. */
static int component_of(const scr_quantity *q, int dim, const char *part) {
  for (int k = 0; q->form != SCR_SCALAR && k < scr_quantity_comps(q, dim); k++)
    if (strcmp(part, scr_quantity_part(q, dim, k)) == 0) return k;
  return -1;
}

/* What is no quantity. */
static const struct other_colour {
  const char *name;
  unsigned has;
  scr_view_by by;
} other_colours[] = {{"group", HAS_GROUPS, SCR_BY_GROUP}, {"id", HAS_ID, SCR_BY_ID},
                     {"bond", HAS_LAW, SCR_BY_BOND},      {"bond-state", HAS_LAW, SCR_BY_BOND},
                     {"model", HAS_LAW, SCR_BY_LAW},      {"set", HAS_SET, SCR_BY_SET},
                     {"state", HAS_STATE, SCR_BY_STATE}};

bool scr_view_color_by(scr_view_item *item, int dim, const char *name, scr_nearest *near) {
  char text[64];
  const unsigned has = colours[item->kind].has;
  plain(name, text);
  *near = (scr_nearest){.word = name};
  for (size_t k = 0; k < SCR_COUNTOF(other_colours); k++) {
    if (!(has & other_colours[k].has)) continue;
    scr_nearest_offer(near, other_colours[k].name);
    if (strcmp(text, other_colours[k].name) == 0) return item->by = other_colours[k].by, true;
  }
  const scr_quantity *list = scr_view_quantities(item->kind);
  int q = scr_quantity_find(list, text), comp = -1;
  char *dash = strrchr(text, '-');
  if (q < 0 && dash) {
    *dash = 0;
    q = scr_quantity_find(list, text);
    *dash = '-';
    if (q >= 0 && (comp = component_of(&list[q], dim, dash)) < 0) q = -1;
  }
  for (const scr_quantity *k = list; k->name; k++) scr_nearest_offer(near, k->name);
  if (q < 0) return false;
  item->by = SCR_BY_QUANTITY;
  item->q = q;
  item->comp = comp;
  return true;
}

/* What was given in this command: whether it has an effect is known at the end of it. */
typedef struct given {
  const scr_token *ramp, *bound, *color;
  bool unknown; /* a quantity that is not there, of which a warning told */
} given;

/* slot 's', or, as PFC writes it, the name of the slot right after that of the group. */
static bool read_slot(scr_args *a, scr_view_item *item) {
  const scr_token *t = scr_args_peek(a);
  const bool bare = t && t->type == SCR_T_STRING && item->by == SCR_BY_GROUP;
  if (!bare && !scr_view_take(a, "slot")) return true;
  scr_free(item->slot);
  item->slot = NULL;
  if (item->by != SCR_BY_GROUP &&
      !scr_warn(a->diag, &t->loc, SCR_E_NAME, "'slot' has no effect: only groups have slots"))
    return false;
  if (!scr_args_slot(a, &item->slot)) return false;
  if (scr_casecmp(item->slot, "Any") == 0) { /* PFC's word where it has no slot to say */
    scr_free(item->slot);
    item->slot = NULL;
  }
  return true;
}

static bool warn_quantity(scr_args *a, const scr_view_item *item, const scr_loc *at,
                          const char *name, const char *near) {
  return scr_warn(a->diag, at, SCR_E_NAME,
                  "the item '%s' has no quantity '%s': it keeps its colour%s%s%s",
                  scr_view_kind_name(item->kind), name, near ? "; did you mean '" : "",
                  near ? near : "", near ? "'?" : "");
}

static bool is_property(const char *name) {
  for (int k = 0; k < scr_model_count(); k++)
    if (scr_model_prop(scr_model_at(k), name)) return true;
  return false;
}

/* After `property`: a number that the surface of a piece or the law of a contact has; of fractures
 * they have any names. */
static bool read_property(scr_args *a, scr_view_item *item) {
  const scr_loc at = scr_args_loc(a);
  char *name;
  if (!(colours[item->kind].has & HAS_PROPERTIES))
    return scr_fail(a->diag, &at, SCR_E_VALUE, "the item '%s' has no properties",
                    scr_view_kind_name(item->kind));
  if (!scr_args_name(a, "the name of a property", &name)) return false;
  if (item->kind != SCR_VIEW_FRACTURE && !is_property(name)) {
    scr_prop_unknown(a, &at, NULL, name);
    scr_free(name);
    return false;
  }
  scr_free(item->prop);
  item->prop = name;
  item->by = SCR_BY_PROPERTY;
  item->comp = -1;
  return true;
}

/* Takes a word that PFC writes with hyphens, and PFC 5 without. */
static bool take_joined(scr_args *a, const char *word) {
  char text[64], joined[64];
  size_t n = 0;
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || strlen(t->text) >= sizeof text) return false;
  for (const char *c = t->text; *c; c++)
    if (*c != '-') text[n++] = *c;
  text[n] = 0, n = 0;
  for (const char *c = word; *c; c++)
    if (*c != '-') joined[n++] = *c;
  joined[n] = 0;
  if (scr_casecmp(text, joined) != 0) return false;
  a->k++;
  return true;
}

static const scr_quantity *quantity_of(const scr_view_item *item) {
  return item->by == SCR_BY_QUANTITY ? &scr_view_quantities(item->kind)[item->q] : NULL;
}

static bool is_vector(const scr_quantity *q) {
  return q->form == SCR_VECTOR || q->form == SCR_ROTATION;
}

/* A warning where `kind`, vector-attribute or tensor-attribute, is not what it is. */
static bool warn_form(scr_args *a, const scr_view_item *item, const scr_loc *at, const char *kind) {
  const scr_quantity *q = quantity_of(item);
  const bool vector = strcmp(kind, "vector-attribute") == 0,
             tensor = strcmp(kind, "tensor-attribute") == 0;
  if (!q || !(vector || tensor) || (vector ? is_vector(q) : q->form == SCR_TENSOR)) return true;
  return scr_warn(a->diag, at, SCR_E_VALUE, "'%s' is no %s", q->name, vector ? "vector" : "tensor");
}

/* PFC says of what kind the attribute is; its name tells that. */
static bool read_color_by(scr_args *a, scr_view_item *item, given *g) {
  static const char *const kinds[] = {"vector-attribute",  "tensor-attribute", "scalar-attribute",
                                      "numeric-attribute", "text-attribute",   "integer-attribute",
                                      "attribute",         "numeric",          "text"};
  size_t kind = 0;
  while (kind < SCR_COUNTOF(kinds) && !take_joined(a, kinds[kind])) kind++;
  if (take_joined(a, "property") || take_joined(a, "numeric-property"))
    return read_property(a, item);
  scr_loc at = scr_args_loc(a);
  char *name;
  scr_nearest near;
  if (!scr_args_name(a, "a quantity or 'group'", &name)) return false;
  bool none = scr_casecmp(name, "default") == 0 || scr_casecmp(name, "none") == 0;
  g->unknown = !none && !scr_view_color_by(item, scr_session_world(a->s)->dim, name, &near);
  if (none) item->by = SCR_BY_NOTHING;
  bool ok = !g->unknown || !colours[item->kind].has || warn_quantity(a, item, &at, name, near.best);
  scr_free(name);
  if (ok && !g->unknown && kind < SCR_COUNTOF(kinds)) ok = warn_form(a, item, &at, kinds[kind]);
  return ok && read_slot(a, item);
}

static bool read_quantity(scr_args *a, scr_view_item *item) {
  static const char *const name[] = {"mag", "magnitude", "mean", "x",  "y",  "z",
                                     "xx",  "yy",        "zz",   "xy", "yz", "xz"};
  enum { MEAN = 2, ALL };
  for (int k = 0; k < (int)SCR_COUNTOF(name); k++) {
    if (!scr_view_take(a, name[k])) continue;
    static const char none[] = "what the colour shows has no component '%s'";
    char part[4];
    snprintf(part, sizeof part, "-%s", name[k]);
    const scr_quantity *q = quantity_of(item);
    const int dim = scr_session_world(a->s)->dim;
    const bool parts = q && scr_quantity_comps(q, dim) > 1;
    item->comp = k < ALL ? -1 : parts ? component_of(q, dim, part) : -1;
    scr_loc at = scr_args_last(a);
    if (k < ALL)
      return !q || (k == MEAN ? q->form == SCR_TENSOR : is_vector(q)) ||
             scr_warn(a->diag, &at, SCR_E_VALUE, none, name[k]);
    return item->comp >= 0 || scr_fail(a->diag, &at, SCR_E_VALUE, none, name[k]);
  }
  return true;
}

/* Names of colours that are none, and of ramps, are told of and passed over. */
static bool warn_name(scr_args *a, const char *what, scr_nearest *near) {
  const scr_token *t = scr_args_peek(a);
  a->k++;
  return scr_warn(a->diag, &t->loc, SCR_E_NAME, "no %s is named '%s'%s%s%s", what, t->text,
                  near->best ? "; did you mean '" : "", near->best ? near->best : "",
                  near->best ? "'?" : "");
}

static bool named_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->text && t->type != SCR_T_INT && t->type != SCR_T_REAL;
}

static bool read_color(scr_args *a, scr_view_item *item, given *g) {
  if (!named_follows(a)) return scr_args_expected(a, "the name of a colour, or '#rrggbb'");
  const scr_token *t = scr_args_peek(a);
  scr_nearest near = {.word = t->text};
  if (!scr_rgba_named(t->text, &item->color)) {
    scr_rgba_offer(&near);
    return warn_name(a, "colour", &near);
  }
  item->colored = true;
  g->color = t;
  a->k++;
  return true;
}

static bool read_ramp(scr_args *a, scr_view_item *item, given *g) {
  if (!named_follows(a)) return scr_args_expected(a, "the name of a ramp");
  const scr_token *t = scr_args_peek(a);
  scr_nearest near = {.word = t->text};
  for (int k = 0; k < SCR_RAMPS; k++) {
    scr_nearest_offer(&near, scr_ramp_name[k]);
    if (scr_casecmp(t->text, scr_ramp_name[k]) != 0) continue;
    item->ramp = k;
    g->ramp = t;
    a->k++;
    return true;
  }
  return warn_name(a, "ramp", &near);
}

static bool read_bound(scr_args *a, given *g, bool *has, double *out) {
  const scr_token *t = &a->tok[a->k - 1];
  if (!bound(a, has, out)) return false;
  if (*has) g->bound = t;
  return true;
}

static bool read_transparency(scr_args *a, scr_view_item *item) {
  scr_loc at = scr_args_loc(a);
  double percent;
  if (!scr_args_real(a, "a transparency in percent", &percent)) return false;
  item->opacity = 1 - percent / 100;
  return (percent >= 0 && percent <= 100) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "a transparency lies between 0 and 100");
}

/* ---- items ---- */

static const char *const color_by_words[] = {"color-by", "colour-by", "colorby", "colourby"};

const scr_word_row scr_view_kind_words[] = {
    {"ball", "", "spheres; in 2D disks"},
    {"wall", "", "facets, mostly transparent, with their edges; in 2D lines"},
    {"contact", "", "rods from centre to centre, as thick as the force is large"},
    {"bond", "", "rods where contacts are bonded"},
    {"fracture", "", "disks and polygons, in 2D lines; by their DFN (PFC 5: dfn)"},
    {"domain", "", "the edges of the domain"},
    {"axes", "", "arrows along x, y and z"},
    {"legend", "", "nothing: legends come with what they explain"},
    {"scale", "", "a bar of a round length"},
    {"measure", "", "circles around measurement regions; in 3D three for each"},
    {"geometry", "[set <s>]", "geometry sets: polygons, edges and nodes; by their set"},
    {"inlet", "", "the box of each inlet, and an arrow where balls enter; by whether it feeds"},
    {"servo", "", "an arrow of its force to each wall that has a servo; by whether it drives"},
    {"chart-history", "history <s> ...", "a chart of histories (see 'scree help plot')"},
    {"chart-table", "table <s> ...", "a chart of tables"},
    {0}};

const scr_word_row scr_view_item_words[] = {
    {"active", "on|off", "an item that is off is not drawn"},
    {"color-by", "<quantity>|group [slot <s>]|property <s>|id|bond|model|set|state",
     "any quantity of 'list' of the thing, of a vector its length, or -x, -y, -z; a property of "
     "the surface or law; the id; state of the bond or law of a contact; the set; whether an inlet "
     "feeds, a servo drives"},
    {"quantity", "mag|x|y|z", "the component of the vector before"},
    {"color", "<s>", "one colour: a name, or '#rrggbb'"},
    {"ramp", "lake|heat|grey|diverging|rainbow", "colours of numbers"},
    {"minimum", "<f>|automatic", "value of the first colour"},
    {"maximum", "<f>|automatic", "value of the last colour"},
    {"transparency", "<f>", "percent"},
    {"legend", "[active] on|off", "shows the legend of the colours"},
    {"outline", "[active] on|off [color <s>]", "of walls and geometry: draws edges of facets"},
    {"fill", "on|off", "of walls and geometry: draws the facets, or their edges alone"},
    {"shape", "cylinder|line", "of contacts and bonds: rods, or lines of one width"},
    {"scale-by-force", "on|off", "of contacts: as thick as the force is large"},
    {"orientation", "on|off", "of balls in 2D: a radius that turns with the ball"},
    {"set", "<s>", "of geometry: that set alone"},
    {"cut", "[active on|off] [front on|off] [back on|off] origin <v> normal <v>",
     "cuts away all that lies beyond the plane; 'front on': what lies before it"},
    {"range", "...", "last: what of it is drawn"},
    {0}};

/* cut active on|off type plane surface on front off back off origin <v> normal <v>. Of the two
 * sides that one goes which is off; usually the one that the normal points to. */
static bool read_cut(scr_args *a, scr_view *v) {
  bool on = true, front = false, back = false, unused, any = true;
  (void)scr_args_bool(a, "on or off", &on);
  while (any) {
    any = take_switch(a, "active", &on) || take_switch(a, "surface", &unused) ||
          take_switch(a, "front", &front) || take_switch(a, "back", &back);
    if (scr_view_take(a, "type")) any = scr_view_take(a, "plane") || any;
  }
  const int before = v->nclip;
  const scr_token *t = scr_args_peek(a);
  bool plane = t && (scr_casecmp(t->text, "origin") == 0 || scr_casecmp(t->text, "normal") == 0);
  if (!plane) return !on || scr_args_expected(a, "'origin' or 'normal' of the plane");
  if (!scr_view_plane(a, v)) return false;
  if (!on || (front && back)) v->nclip = before;
  if (v->nclip > before && front) {
    scr_clip *c = &v->clip[v->nclip - 1];
    for (int k = 0; k < 3; k++) c->n[k] = -c->n[k];
    c->d = -c->d;
  }
  return true;
}

/* In a run the set may come later than the plot that shows it. */
static bool read_set(scr_args *a, scr_view_item *item) {
  char *name;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a geometry set", &name)) return false;
  scr_args_needs(a, "geometry set", name, &at);
  scr_free(item->set);
  item->set = name;
  return true;
}

/* One word with what belongs to it; *took: it was one of these. */
static bool read_of_item(scr_args *a, scr_view_item *i, scr_view *v, given *g, bool *took) {
  bool on;
  *took = true;
  for (size_t k = 0; k < SCR_COUNTOF(color_by_words); k++)
    if (scr_view_take(a, color_by_words[k])) return read_color_by(a, i, g);
  if (scr_view_take(a, "quantity") || scr_view_take(a, "component")) return read_quantity(a, i);
  if (scr_view_take(a, "color") || scr_view_take(a, "colour")) return read_color(a, i, g);
  if (scr_view_take(a, "ramp")) return read_ramp(a, i, g);
  if (scr_view_take(a, "minimum")) return read_bound(a, g, &i->has_lo, &i->lo);
  if (scr_view_take(a, "maximum")) return read_bound(a, g, &i->has_hi, &i->hi);
  if (scr_view_take(a, "transparency")) return read_transparency(a, i);
  if (scr_view_take(a, "cut")) return read_cut(a, v);
  if (scr_view_take(a, "set")) return read_set(a, i);
  if (take_switch(a, "active", &on))
    i->off = !on;
  else if (take_switch(a, "scale-by-force", &on))
    i->unscaled = !on;
  else if (take_switch(a, "orientation", &on))
    i->turned = on;
  else
    *took = false;
  return true;
}

static bool read_range(scr_args *a, scr_view_item *item) {
  scr_range *r;
  if (!scr_args_range(a, &r)) return false;
  scr_free(item->range);
  item->range = r ? scr_range_text(r) : NULL;
  scr_range_free(r);
  return true;
}

/* ---- what has no effect ---- */

bool scr_view_unknown(scr_args *a, const scr_word_row *words, scr_nearest *near) {
  const scr_token *t = scr_args_peek(a);
  for (const scr_word_row *r = words; r->word; r++) scr_nearest_offer(near, r->word);
  const char *meant = near->distance <= 2 ? near->best : NULL;
  for (a->k++; scr_args_more(a) && scr_args_peek(a)->type != SCR_T_WORD;) a->k++;
  return scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' is ignored%s%s%s", near->word,
                  meant ? "; did you mean '" : "", meant ? meant : "", meant ? "'?" : "");
}

#define BIT(kind) (1u << SCR_VIEW_##kind)
static const struct effect {
  const char *word;
  bool colored;   /* it has an effect on items of which `colours` has a row, */
  unsigned kinds; /* and on these; words that are not here have one on all */
} effects[] = {{"color-by", true, 0},
               {"colour-by", true, 0},
               {"colorby", true, 0},
               {"colourby", true, 0},
               {"quantity", true, 0},
               {"component", true, 0},
               {"color", true, BIT(DOMAIN)},
               {"colour", true, BIT(DOMAIN)},
               {"ramp", true, 0},
               {"minimum", true, 0},
               {"maximum", true, 0},
               {"transparency", true, 0},
               {"range", false,
                BIT(BALL) | BIT(WALL) | BIT(CONTACT) | BIT(BOND) | BIT(FRACTURE) | BIT(MEASURE) |
                    BIT(GEOMETRY) | BIT(SERVO)},
               {"set", false, BIT(GEOMETRY)},
               {"scale-by-force", false, BIT(CONTACT)},
               {"orientation", false, BIT(BALL)}};

static bool has_effect(const struct effect *e, scr_view_kind kind) {
  return (e->colored && colours[kind].has) || e->kinds >> kind & 1;
}

static bool warn_effect(scr_args *a, const scr_view_item *item) {
  const scr_token *t = scr_args_peek(a);
  for (size_t k = 0; t && t->type == SCR_T_WORD && k < SCR_COUNTOF(effects); k++)
    if (scr_casecmp(effects[k].word, t->text) == 0 && !has_effect(&effects[k], item->kind))
      return scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' has no effect on the item '%s'", t->text,
                      scr_view_kind_name(item->kind));
  return true;
}

static bool warn_useless(scr_args *a, const scr_token *t, const char *why) {
  return !t || scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' has no effect: %s", t->text, why);
}

static bool warn_given(scr_args *a, const scr_view_item *i, const given *g) {
  if (g->unknown || !colours[i->kind].has) return true;
  const bool number = scr_view_by_number(i) ||
                      (i->kind == SCR_VIEW_CONTACT && i->by == SCR_BY_NOTHING && !i->colored);
  const char *why = "the item is not coloured by numbers";
  if (!number && !(warn_useless(a, g->ramp, why) && warn_useless(a, g->bound, why))) return false;
  return i->by == SCR_BY_NOTHING ||
         warn_useless(a, g->color, "what 'color-by' names gives the colours");
}

static bool check_bounds(scr_args *a, const scr_view_item *i, const given *g) {
  if (!g->bound || !i->has_lo || !i->has_hi || i->lo < i->hi) return true;
  return scr_fail(a->diag, &g->bound->loc, SCR_E_VALUE,
                  "the minimum of the colours must lie below the maximum");
}

static bool read_word(scr_args *a, scr_view_item *item, scr_view *v, given *g,
                      const scr_token **passed) {
  bool took;
  const scr_token *t = scr_args_peek(a);
  scr_nearest near = {.word = t->text ? t->text : ""};
  if (!warn_effect(a, item) || !read_of_item(a, item, v, g, &took)) return false;
  if (!took && !scr_view_read_display(a, item, passed, &took)) return false;
  if (took) return true;
  scr_view_offer_display(&near);
  return scr_view_unknown(a, scr_view_item_words, &near);
}

bool scr_view_read_item(scr_args *a, scr_view_item *item, scr_view *v, const scr_token **passed) {
  given g = {0};
  while (scr_args_more(a))
    if (!read_word(a, item, v, &g, passed)) return false;
  return check_bounds(a, item, &g) && warn_given(a, item, &g) && warn_effect(a, item) &&
         read_range(a, item);
}
