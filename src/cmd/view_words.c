/* Words of views: `plot item create <kind> ...` and `plot view ...`. PFC has dozens more for the
 * display; they are passed over. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/range.h"
#include "cmd/view.h"

/* ---- readers ---- */

/* Whole words alone count, since words of the display begin like others. */
static bool take(scr_args *a, const char *word) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || scr_casecmp(t->text, word) != 0) return false;
  a->k++;
  return true;
}

static bool take_switch(scr_args *a, const char *word, bool *on) {
  return take(a, word) && scr_args_bool(a, "on or off", on);
}

/* A point or direction: in 2D the third number may be left out. */
static bool vector(scr_args *a, const char *what, double out[3]) {
  int dim = scr_session_world(a->s)->dim;
  out[2] = 0;
  if (!scr_args_vector(a, what, dim, out)) return false;
  return dim == 3 || !scr_args_number_follows(a) || scr_args_real(a, what, &out[2]);
}

/* `automatic`, or a number. */
static bool bound(scr_args *a, bool *has, double *out) {
  *has = !take(a, "automatic") && !take(a, "auto");
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

/* Behind `clip-plane`: origin <v> normal <v>, in any order. */
static bool read_plane(scr_args *a, scr_view *v) {
  double origin[3] = {0}, normal[3] = {0};
  scr_loc at = scr_args_last(a);
  for (;;) {
    bool is_origin = take(a, "origin");
    if (!is_origin && !take(a, "normal")) break;
    if (!vector(a, is_origin ? "the origin" : "the normal", is_origin ? origin : normal))
      return false;
  }
  return clip_add(a, v, origin, normal, &at);
}

/* ---- colours ---- */

static const scr_quantity *quantities_of(const scr_view_item *i) {
  return i->kind == SCR_VIEW_BALL   ? scr_ball_quantity
         : i->kind == SCR_VIEW_WALL ? scr_wall_quantity
                                    : scr_contact_quantity;
}

/* "force_contact" of older files is "force-contact". */
static void plain(const char *name, char out[64]) {
  size_t k = 0;
  for (; name[k] && k < 63; k++) out[k] = name[k] == '_' ? '-' : (char)scr_lower(name[k]);
  out[k] = 0;
}

bool scr_view_color_by(scr_view_item *item, int dim, const char *name, scr_nearest *near) {
  char text[64];
  plain(name, text);
  *near = (scr_nearest){.word = name};
  if (strcmp(text, "group") == 0) {
    item->by = SCR_BY_GROUP;
    return true;
  }
  size_t n = strlen(text);
  bool part = n > 2 && text[n - 2] == '-' && text[n - 1] >= 'x' && text[n - 1] <= 'z';
  const scr_quantity *list = quantities_of(item);
  int q = scr_quantity_find(list, text), comp = -1;
  if (q < 0 && part) {
    comp = text[n - 1] - 'x';
    text[n - 2] = 0;
    q = scr_quantity_find(list, text);
    if (q >= 0 && comp >= scr_quantity_comps(&list[q], dim)) q = -1;
  }
  scr_nearest_offer(near, "group");
  for (const scr_quantity *k = list; k->name; k++) scr_nearest_offer(near, k->name);
  if (q < 0) return false;
  item->by = SCR_BY_QUANTITY;
  item->q = q;
  item->comp = comp;
  return true;
}

static bool read_slot(scr_args *a, scr_view_item *item) {
  if (!take(a, "slot")) return true;
  scr_free(item->slot);
  item->slot = NULL;
  return scr_args_name(a, "the name of a slot", &item->slot);
}

/* PFC says of what kind the attribute is; its name tells that. */
static bool read_color_by(scr_args *a, scr_view_item *item) {
  static const char *const kinds[] = {
      "vector-attribute",  "scalar-attribute", "numeric-attribute", "text-attribute",
      "integer-attribute", "attribute",        "numeric",           "text"};
  for (size_t k = 0; k < SCR_COUNTOF(kinds); k++)
    if (take(a, kinds[k])) break;
  scr_loc at = scr_args_loc(a);
  char *name;
  scr_nearest near;
  if (!scr_args_name(a, "a quantity or 'group'", &name)) return false;
  bool there = scr_view_color_by(item, scr_session_world(a->s)->dim, name, &near);
  bool none = scr_casecmp(name, "default") == 0 || scr_casecmp(name, "none") == 0;
  bool ok =
      there || none ||
      scr_warn(a->diag, &at, SCR_E_NAME, "a %s has no quantity '%s': it keeps its colour%s%s%s",
               scr_view_kind_name(item->kind), name, near.best ? "; did you mean '" : "",
               near.best ? near.best : "", near.best ? "'?" : "");
  scr_free(name);
  return ok && read_slot(a, item);
}

static bool read_quantity(scr_args *a, scr_view_item *item) {
  static const char *const name[] = {"mag", "magnitude", "x", "y", "z"};
  for (int k = 0; k < 5; k++) {
    if (!take(a, name[k])) continue;
    item->comp = k < 2 ? -1 : k - 2;
    int dim = scr_session_world(a->s)->dim;
    int comps =
        item->by == SCR_BY_QUANTITY ? scr_quantity_comps(&quantities_of(item)[item->q], dim) : 0;
    bool has = comps > 1 && item->comp < comps;
    scr_loc at = scr_args_last(a);
    return k < 2 || has ||
           scr_fail(a->diag, &at, SCR_E_VALUE, "what the colour shows has no component '%s'",
                    name[k]);
  }
  return true;
}

static bool read_color(scr_args *a, scr_view_item *item) {
  const scr_token *t = scr_args_peek(a);
  if (!t || (t->type != SCR_T_WORD && t->type != SCR_T_STRING && t->type != SCR_T_VALUE))
    return true;
  if (t->text && scr_rgba_named(t->text, &item->color)) {
    item->colored = true;
    a->k++;
  }
  return true; /* PFC has colours for parts of things, too: their words are passed over */
}

static bool read_ramp(scr_args *a, scr_view_item *item) {
  const scr_token *t = scr_args_peek(a);
  for (int k = 0; t && t->type != SCR_T_VALUE && k < SCR_RAMPS; k++) {
    if (scr_casecmp(t->text, scr_ramp_name[k]) != 0) continue;
    item->ramp = k;
    a->k++;
  }
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

const scr_word_row scr_view_item_words[] = {
    {"active", "on|off", "an item that is off is not drawn"},
    {"color-by", "<quantity>|group [slot <s>]",
     "any quantity of 'list' of the thing; of a vector its length, or -x, -y, -z"},
    {"quantity", "mag|x|y|z", "the component of the vector before"},
    {"color", "<s>", "one colour: a name, or '#rrggbb'"},
    {"ramp", "lake|heat|grey|diverging|rainbow", "colours of numbers"},
    {"minimum", "<f>|automatic", "value of the first colour"},
    {"maximum", "<f>|automatic", "value of the last colour"},
    {"transparency", "<f>", "percent"},
    {"legend", "on|off", "shows the legend of the colours"},
    {"scale-by-force", "on|off", "of contacts: as thick as the force is large"},
    {"orientation", "on|off", "of balls in 2D: a radius that turns with the ball"},
    {"cut", "origin <v> normal <v>", "cuts away all that lies beyond the plane"},
    {"range", "...", "last: what of it is drawn"},
    {0}};

/* legend [active] on|off; words of its display may follow. */
static bool read_legend(scr_args *a, scr_view_item *item) {
  bool on = true;
  (void)take(a, "active");
  if (!scr_args_bool(a, "on or off", &on)) return false;
  item->untold = !on;
  return true;
}

static bool read_cut(scr_args *a, scr_view *v) {
  static const char *const between[] = {"active",  "on",  "type",  "plane",
                                        "surface", "off", "front", "back"};
  for (bool any = true; any;) {
    any = false;
    for (size_t k = 0; k < SCR_COUNTOF(between); k++) any = take(a, between[k]) || any;
  }
  const scr_token *t = scr_args_peek(a);
  if (!t || (scr_casecmp(t->text, "origin") != 0 && scr_casecmp(t->text, "normal") != 0))
    return true;
  return read_plane(a, v);
}

/* One word with what belongs to it; *took: it was one of these. */
static bool read_of_item(scr_args *a, scr_view_item *i, scr_view *v, bool *took) {
  bool on;
  *took = true;
  if (take(a, "color-by") || take(a, "colour-by")) return read_color_by(a, i);
  if (take(a, "quantity") || take(a, "component")) return read_quantity(a, i);
  if (take(a, "color") || take(a, "colour")) return read_color(a, i);
  if (take(a, "ramp")) return read_ramp(a, i);
  if (take(a, "minimum")) return bound(a, &i->has_lo, &i->lo);
  if (take(a, "maximum")) return bound(a, &i->has_hi, &i->hi);
  if (take(a, "transparency")) return read_transparency(a, i);
  if (take(a, "legend")) return read_legend(a, i);
  if (take(a, "cut")) return read_cut(a, v);
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

/* A word that misses one of these by a letter or two is told of; others are words of the display.
 */
static bool pass(scr_args *a, const scr_word_row *rows, const scr_token **passed) {
  const scr_token *t = scr_args_peek(a);
  a->k++;
  if (t->type != SCR_T_WORD) return true;
  scr_nearest near = {.word = t->text};
  for (const scr_word_row *r = rows; r->word; r++) scr_nearest_offer(&near, r->word);
  if (near.best && near.distance > 0 && near.distance <= 2 && strlen(t->text) > 4)
    return scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' is ignored; did you mean '%s'?", t->text,
                    near.best);
  if (!*passed) *passed = t;
  return true;
}

bool scr_view_read_item(scr_args *a, scr_view_item *item, scr_view *v, const scr_token **passed) {
  while (scr_args_more(a)) {
    bool took;
    if (!read_of_item(a, item, v, &took)) return false;
    if (!took && !pass(a, scr_view_item_words, passed)) return false;
  }
  return read_range(a, item);
}

/* ---- the camera ---- */

const scr_word_row scr_view_words[] = {
    {"center", "<v>", "what is in the middle; else the middle of what is drawn"},
    {"eye", "<v>", "where the viewer stands"},
    {"from", "<v>|front|back|left|right|top|bottom|isometric", "direction to the viewer"},
    {"isometric", "", "from the right and above, as without any of these"},
    {"dip", "<f>", "of the plane of the picture, degree: 0 from above, 90 from the side"},
    {"dip-direction", "<f>", "which way the viewer looks, degree from y towards x"},
    {"roll", "<f>", "turns the picture, degree"},
    {"projection", "parallel|perspective", "of the rays; parallel ones are usual"},
    {"perspective", "", "the same"},
    {"distance", "<f>", "of the eye from the centre, m, in perspective"},
    {"magnification", "<f>", "1: all fits"},
    {"clip-front", "<f>",
     "cuts what is nearer than so far behind the centre (negative: before), m"},
    {"clip-back", "<f>", "cuts what is farther away, m"},
    {"clip-plane", "origin <v> normal <v>", "cuts away what lies beyond the plane"},
    {"reset", "", "forgets all this"},
    {0}};

/* dip 0: from above, with the dip direction upwards in the picture; 90: along it. */
static void from_dip(scr_view *v) {
  double s, c, sd, cd;
  scr_sincos_degrees(v->dip, &s, &c);
  scr_sincos_degrees(v->dip_direction, &sd, &cd);
  v->from[0] = -s * sd;
  v->from[1] = -s * cd;
  v->from[2] = c;
  v->has_from = true;
  v->roll = s == 0 ? -v->dip_direction : 0;
}

static bool read_from(scr_args *a, scr_view *v) {
  const scr_token *t = scr_args_peek(a);
  v->has_from = true;
  if (t && t->type != SCR_T_VALUE && scr_view_from_name(t->text, v->from)) {
    a->k++;
    return true;
  }
  return vector(a, "a direction, or front, back, left, right, top, bottom, isometric", v->from);
}

static bool positive(scr_args *a, const char *what, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out > 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be greater than 0", what);
}

static bool read_projection(scr_args *a, scr_view *v) {
  bool parallel = take(a, "parallel");
  if (!parallel && !take(a, "perspective"))
    return scr_args_expected(a, "'parallel' or 'perspective'");
  v->perspective = !parallel;
  return true;
}

/* Forgets the camera, keeps what is drawn. */
static void reset(scr_view *v) {
  scr_view kept = {.item = v->item, .n = v->n, .cap = v->cap, .dark = v->dark};
  *v = kept;
}

static bool read_angle(scr_args *a, scr_view *v, double *angle) {
  if (!scr_args_real(a, "an angle in degrees", angle)) return false;
  from_dip(v);
  return true;
}

static bool read_of_view(scr_args *a, scr_view *v, double eye[3], bool *has_eye, bool *took) {
  *took = true;
  if (take(a, "center") || take(a, "centre"))
    return v->has_center = true, vector(a, "the centre", v->center);
  if (take(a, "eye")) return *has_eye = true, vector(a, "the eye", eye);
  if (take(a, "from")) return read_from(a, v);
  if (take(a, "dip")) return read_angle(a, v, &v->dip);
  if (take(a, "dip-direction")) return read_angle(a, v, &v->dip_direction);
  if (take(a, "roll")) return scr_args_real(a, "an angle in degrees", &v->roll);
  if (take(a, "projection")) return read_projection(a, v);
  if (take(a, "distance")) return positive(a, "the distance", &v->distance);
  if (take(a, "magnification")) return positive(a, "the magnification", &v->magnification);
  if (take(a, "clip-front")) return v->has_front = true, scr_args_real(a, "a distance", &v->front);
  if (take(a, "clip-back")) return v->has_back = true, scr_args_real(a, "a distance", &v->back);
  if (take(a, "clip-plane")) return read_plane(a, v);
  if (take(a, "isometric"))
    v->has_from = false, v->roll = 0;
  else if (take(a, "perspective"))
    v->perspective = true;
  else if (take(a, "reset"))
    reset(v);
  else
    *took = false;
  return true;
}

static void use_eye(scr_view *v, const double eye[3]) {
  double d = 0;
  for (int k = 0; k < 3; k++) {
    v->from[k] = eye[k] - (v->has_center ? v->center[k] : 0);
    d += v->from[k] * v->from[k];
  }
  v->has_from = d > 0;
  v->distance = sqrt(d);
}

/* PFC writes clip-front -1e10 and clip-back 1e10 where nothing is cut. */
bool scr_view_read(scr_args *a, scr_view *v, const scr_token **passed) {
  double eye[3] = {0};
  bool has_eye = false;
  while (!scr_args_end(a)) {
    bool took;
    if (!read_of_view(a, v, eye, &has_eye, &took)) return false;
    if (!took && !pass(a, scr_view_words, passed)) return false;
  }
  if (has_eye) use_eye(v, eye);
  v->has_front = v->has_front && fabs(v->front) < 1e9;
  v->has_back = v->has_back && fabs(v->back) < 1e9;
  return true;
}

bool scr_view_background(scr_args *a, scr_view *v) {
  scr_rgba c;
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type == SCR_T_VALUE || !t->text) return true;
  bool dark = scr_casecmp(t->text, "dark") == 0;
  if (dark || scr_casecmp(t->text, "light") == 0)
    v->dark = dark;
  else if (scr_rgba_named(t->text, &c))
    v->dark = (c >> 24) + 2 * (c >> 16 & 255) + (c >> 8 & 255) < 512;
  a->k++;
  return true;
}
