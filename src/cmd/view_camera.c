/* Words of the camera, `plot view ...`, and of the ground, `plot background ...`. */
#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/view.h"

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
    {"extent", "<v> <v>", "two corners of what is in the picture"},
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
  return scr_view_vector(a, "a direction, or front, back, left, right, top, bottom, isometric",
                         v->from);
}

static bool read_extent(scr_args *a, scr_view *v) {
  const scr_loc at = scr_args_last(a);
  const int dim = scr_session_world(a->s)->dim;
  double lo[3] = {0}, hi[3] = {0}, size = 0;
  if (!scr_args_vector(a, "a corner", dim, lo) || !scr_args_vector(a, "the other corner", dim, hi))
    return false;
  for (int k = 0; k < 3; k++) size += fabs(hi[k] - lo[k]);
  if (!(size > 0)) return scr_fail(a->diag, &at, SCR_E_VALUE, "the corners lie in one place");
  for (int k = 0; k < 3; k++) {
    v->center[k] = 0.5 * (lo[k] + hi[k]);
    v->size[k] = fabs(hi[k] - lo[k]);
  }
  return v->has_center = v->has_size = true;
}

static bool positive(scr_args *a, const char *what, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out > 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be greater than 0", what);
}

static bool read_projection(scr_args *a, scr_view *v) {
  bool parallel = scr_view_take(a, "parallel");
  if (!parallel && !scr_view_take(a, "perspective"))
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

static bool read_of_view(scr_args *a, scr_view *v, double eye[3], scr_loc *eye_at, bool *took) {
  *took = true;
  if (scr_view_take(a, "center") || scr_view_take(a, "centre"))
    return v->has_center = true, v->has_size = false, scr_view_vector(a, "the centre", v->center);
  if (scr_view_take(a, "extent")) return read_extent(a, v);
  if (scr_view_take(a, "eye"))
    return *eye_at = scr_args_last(a), scr_view_vector(a, "the eye", eye);
  if (scr_view_take(a, "from")) return read_from(a, v);
  if (scr_view_take(a, "dip")) return read_angle(a, v, &v->dip);
  if (scr_view_take(a, "dip-direction")) return read_angle(a, v, &v->dip_direction);
  if (scr_view_take(a, "roll")) return scr_args_real(a, "an angle in degrees", &v->roll);
  if (scr_view_take(a, "projection")) return read_projection(a, v);
  if (scr_view_take(a, "distance")) return positive(a, "the distance", &v->distance);
  if (scr_view_take(a, "magnification")) return positive(a, "the magnification", &v->magnification);
  if (scr_view_take(a, "clip-front"))
    return v->has_front = true, scr_args_real(a, "a distance", &v->front);
  if (scr_view_take(a, "clip-back"))
    return v->has_back = true, scr_args_real(a, "a distance", &v->back);
  if (scr_view_take(a, "clip-plane")) return scr_view_plane(a, v);
  if (scr_view_take(a, "isometric"))
    v->has_from = false, v->roll = 0;
  else if (scr_view_take(a, "perspective"))
    v->perspective = true;
  else if (scr_view_take(a, "reset"))
    reset(v);
  else
    *took = false;
  return true;
}

/* `at`: the word. */
static bool use_eye(scr_args *a, scr_view *v, const double eye[3], const scr_loc *at) {
  double d = 0;
  for (int k = 0; k < 3; k++) {
    v->from[k] = eye[k] - (v->has_center ? v->center[k] : 0);
    d += v->from[k] * v->from[k];
  }
  v->has_from = d > 0;
  v->distance = sqrt(d);
  return v->has_from || scr_session_world(a->s)->dim == 2 ||
         scr_warn(a->diag, at, SCR_E_VALUE,
                  "the eye lies in the centre, which gives no direction: the view is isometric");
}

/* Words that PFC has beside these, with values or without. */
static bool is_passed(scr_args *a, const scr_token **passed) {
  static const char *const words[] = {"rotation", "auto", "rotate", "translate", "anaglyph"};
  for (size_t k = 0; k < SCR_COUNTOF(words); k++) {
    const scr_token *t = scr_args_peek(a);
    if (!scr_view_take(a, words[k])) continue;
    if (!*passed) *passed = t;
    while (!scr_args_end(a) && scr_args_peek(a)->type != SCR_T_WORD) a->k++;
    return true;
  }
  return false;
}

/* What only tells how a space is looked at does nothing to a plane; the distance of the eye does
 * nothing to parallel rays. */
static bool warn_flat(scr_args *a) {
  static const char *const words[] = {"eye",           "from",        "isometric", "dip",
                                      "dip-direction", "perspective", "distance",  "projection",
                                      "clip-front",    "clip-back"};
  const scr_token *t = scr_args_peek(a);
  if (scr_session_world(a->s)->dim == 3 || t->type != SCR_T_WORD) return true;
  for (size_t k = 0; k < SCR_COUNTOF(words); k++)
    if (scr_casecmp(words[k], t->text) == 0)
      return scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' has no effect on a model of 2D", t->text);
  return true;
}

static bool read_word(scr_args *a, scr_view *v, double eye[3], scr_loc *eye_at,
                      const scr_token **passed) {
  bool took;
  const scr_token *t = scr_args_peek(a);
  scr_nearest near = {.word = t->text ? t->text : ""};
  if (!warn_flat(a) || !read_of_view(a, v, eye, eye_at, &took)) return false;
  return took || is_passed(a, passed) || scr_view_unknown(a, scr_view_words, &near);
}

/* PFC writes clip-front -1e10 and clip-back 1e10 where nothing is cut. */
bool scr_view_read(scr_args *a, scr_view *v, const scr_token **passed) {
  double eye[3] = {0};
  scr_loc eye_at = {0};
  while (!scr_args_end(a))
    if (!read_word(a, v, eye, &eye_at, passed)) return false;
  if (eye_at.src && !use_eye(a, v, eye, &eye_at)) return false;
  v->has_front = v->has_front && fabs(v->front) < 1e9;
  v->has_back = v->has_back && fabs(v->back) < 1e9;
  return true;
}

/* ---- the ground ---- */

static bool is_light(scr_rgba c) { return (c >> 24) + 2 * (c >> 16 & 255) + (c >> 8 & 255) >= 512; }

static bool is_plain(const char *name) {
  static const char *const plain[] = {"dark", "light", "black", "white"};
  for (size_t k = 0; k < SCR_COUNTOF(plain); k++)
    if (scr_casecmp(name, plain[k]) == 0) return true;
  return false;
}

/* Grounds are dark or light; a colour stands for the one that it is nearer to. */
bool scr_view_background(scr_args *a, scr_view *v) {
  scr_rgba c = 0;
  const scr_token *t = scr_args_peek(a);
  if (!t || !t->text || t->type == SCR_T_INT || t->type == SCR_T_REAL)
    return scr_args_expected(a, "'white', 'black' or another colour");
  const bool dark = scr_casecmp(t->text, "dark") == 0, light = scr_casecmp(t->text, "light") == 0;
  if (!dark && !light && !scr_rgba_named(t->text, &c)) {
    scr_nearest near = {.word = t->text};
    scr_rgba_offer(&near);
    scr_fail(a->diag, &t->loc, SCR_E_NAME, "no colour is named '%s'", t->text);
    return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
  }
  a->k++;
  if (!scr_args_finish(a)) return false;
  v->dark = dark || (!light && !is_light(c));
  return is_plain(t->text) ||
         scr_warn(a->diag, &t->loc, SCR_E_VALUE, "grounds are light or dark: '%s' is taken as %s",
                  t->text, v->dark ? "dark" : "light");
}
