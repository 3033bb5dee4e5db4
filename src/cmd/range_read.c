/* Range phrases as they are read: words to elements, and ranges that are kept by name. Asking them:
 * range.c. */
#include "cmd/range_kept.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/session_kept.h"
#include "cmd/today.h"
#include "cmd/token.h"
#include "script/absent.h"

/* ---- reading ---- */

static int dim_of(const scr_args *a) { return a->s->lib.world->dim; }

static void put_text(scr_elem *e, char *text) {
  SCR_GROW(e->text, e->cap_text, e->ntext + 1);
  e->text[e->ntext++] = text;
}

/* What `tolerance` is where it is not given, m. */
#define TOLERANCE 1e-6

static void put_in_order(double *lo, double *hi) {
  if (*lo <= *hi) return;
  const double x = *lo;
  *lo = *hi, *hi = x;
}

/* Two bounds in any order. */
static bool read_interval(scr_args *a, const char *what, double *lo, double *hi) {
  char bound[64];
  snprintf(bound, sizeof bound, "the lower bound of %s", what);
  if (!scr_args_real(a, bound, lo)) return false;
  snprintf(bound, sizeof bound, "the upper bound of %s", what);
  if (!scr_args_real(a, bound, hi)) return false;
  put_in_order(lo, hi);
  return true;
}

static bool read_length(scr_args *a, const char *what, double *out) {
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out >= 0 || scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "%s cannot be negative", what);
}

static bool read_radius(scr_args *a, double *r) { return read_length(a, "a radius", r); }
static bool read_tolerance(scr_args *a, double *out) { return read_length(a, "a tolerance", out); }

/* One value and those near it, or two bounds. */
static bool read_near(scr_args *a, const char *what, double *lo, double *hi) {
  double near = TOLERANCE;
  const int from = a->k;
  if (!scr_args_real(a, what, lo)) return false;
  const bool two = scr_args_number_follows(a);
  if (two && (a->k = from, !read_interval(a, what, lo, hi))) return false;
  if (two) near = 0;
  if (scr_args_take(a, "tolerance") && !read_tolerance(a, &near)) return false;
  *hi = (two ? *hi : *lo) + near, *lo -= near;
  return true;
}

static bool read_axis(scr_args *a, scr_elem *e, int axis) {
  static const char *const what[] = {"position-x", "position-y", "position-z"};
  e->kind = SCR_IN_AXIS;
  e->axis = axis;
  if (axis >= dim_of(a)) {
    scr_loc loc = a->tok[a->k - 1].loc;
    return scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "there is no %s in two dimensions", what[axis]);
  }
  return read_near(a, what[axis], &e->lo, &e->hi);
}

static bool read_x(scr_args *a, scr_elem *e) { return read_axis(a, e, 0); }
static bool read_y(scr_args *a, scr_elem *e) { return read_axis(a, e, 1); }
static bool read_z(scr_args *a, scr_elem *e) { return read_axis(a, e, 2); }

static bool read_box(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_BOX;
  for (int k = 0; k < dim_of(a); k++)
    if (!read_interval(a, "the box", &e->a[k], &e->b[k])) return false;
  return true;
}

static bool radii_fit(scr_args *a, const scr_elem *e, const scr_loc *outer) {
  return e->lo <= e->hi || scr_fail(&a->s->diag, outer, SCR_E_VALUE,
                                    "the outer radius is smaller than the inner one");
}

static bool read_radii(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_RADIUS;
  return read_near(a, "the radius", &e->lo, &e->hi);
}

/* A place in words that a number cannot follow: a third one is meant for 3D. */
static bool read_place(scr_args *a, const char *what, double x[3]) {
  const int dim = dim_of(a);
  if (!scr_args_vector(a, what, dim, x)) return false;
  const scr_loc at = scr_args_loc(a);
  return dim == 3 || !scr_args_number_follows(a) ||
         scr_fail(a->diag, &at, SCR_E_UNSUPPORTED, "%s has 2 numbers in 2D", what);
}

/* center <v> radius <f> [<f>] in any order. */
static bool read_sphere(scr_args *a, scr_elem *e, bool two) {
  scr_loc at = {0};
  bool center = false, radius = false;
  while (!(center && radius)) {
    if (!center && scr_args_take(a, "center")) {
      if (!read_place(a, "the center", e->a)) return false;
      center = true;
    } else if (!radius && scr_args_take(a, "radius")) {
      if (two && !read_radius(a, &e->lo)) return false;
      at = scr_args_loc(a);
      if (!read_radius(a, &e->hi)) return false;
      radius = true;
    } else {
      return scr_args_expected(a, center ? "'radius'" : "'center'");
    }
  }
  return radii_fit(a, e, &at);
}

static bool read_annulus(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_ANNULUS;
  return read_sphere(a, e, true);
}

static bool read_ball(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_SPHERE;
  return read_sphere(a, e, false);
}

/* Without a centre: about the origin. */
static bool read_circle(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_SPHERE;
  if (!scr_args_take(a, "radius")) return read_sphere(a, e, false);
  if (!read_radius(a, &e->hi)) return false;
  return !scr_args_take(a, "center") || read_place(a, "the center", e->a);
}

/* Who checks a file may not know the ends. */
static bool has_axis(scr_args *a, const scr_elem *e, const scr_loc *at) {
  return scr_args_checks(a) || memcmp(e->a, e->b, sizeof e->a) != 0 ||
         scr_fail(&a->s->diag, at, SCR_E_VALUE, "both ends of the cylinder are one");
}

static bool read_cylinder(scr_args *a, scr_elem *e) {
  int seen = 0;
  const scr_loc word = scr_args_last(a);
  e->kind = SCR_IN_CYLINDER;
  while (seen != 7) {
    if (scr_args_take(a, "end-1")) {
      if (!read_place(a, "end-1", e->a)) return false;
      seen |= 1;
    } else if (scr_args_take(a, "end-2")) {
      if (!read_place(a, "end-2", e->b)) return false;
      seen |= 2;
    } else if (scr_args_take(a, "radius")) {
      if (!read_radius(a, &e->hi)) return false;
      if (scr_args_number_follows(a)) {
        scr_loc at = scr_args_loc(a);
        e->lo = e->hi;
        if (!read_radius(a, &e->hi)) return false;
        if (!radii_fit(a, e, &at)) return false;
      }
      seen |= 4;
    } else {
      return scr_args_expected(a, seen & 1 ? seen & 2 ? "'radius'" : "'end-2'" : "'end-1'");
    }
  }
  return has_axis(a, e, &word);
}

/* Normal of a plane from dip and dip direction, degrees: it points upwards. */
static void dip_normal(int dim, double dip, double dd, double n[3]) {
  double sd, cd, sa, ca;
  scr_sincos_degrees(dip, &sd, &cd);
  scr_sincos_degrees(dd, &sa, &ca);
  n[0] = dim == 2 ? -sd : sd * sa;
  n[1] = dim == 2 ? cd : sd * ca;
  n[2] = dim == 2 ? 0 : cd;
}

static bool unit_normal(scr_args *a, const scr_loc *at, double n[3]) {
  double len = sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
  if (!(len > 0))
    return scr_fail(&a->s->diag, at, SCR_E_VALUE, "the normal of the plane has no length");
  for (int k = 0; k < 3; k++) n[k] /= len;
  return true;
}

static bool read_plane(scr_args *a, scr_elem *e) {
  double dip = 0, dd = 0;
  bool normal = false, sided = false;
  e->kind = SCR_IN_PLANE;
  for (bool more = true; more;) {
    if (scr_args_take(a, "dip")) { /* before dip-direction, which it abbreviates */
      if (!scr_args_real(a, "dip", &dip)) return false;
    } else if (scr_args_take(a, "dip-direction")) {
      if (!scr_args_real(a, "dip-direction", &dd)) return false;
    } else if (scr_args_take(a, "normal")) {
      int from = a->k;
      if (!scr_args_vector(a, "the normal", dim_of(a), e->b)) return false;
      scr_loc at = scr_args_since(a, from);
      if (!unit_normal(a, &at, e->b)) return false;
      normal = true;
    } else if (scr_args_take(a, "origin")) {
      if (!scr_args_vector(a, "the origin", dim_of(a), e->a)) return false;
    } else if (scr_args_take(a, "above")) {
      e->side = SCR_ABOVE;
      sided = true;
    } else if (scr_args_take(a, "below")) {
      e->side = SCR_BELOW;
      sided = true;
    } else if (scr_args_take(a, "distance")) {
      if (!read_length(a, "a distance", &e->hi)) return false;
      e->side = SCR_WITHIN;
      sided = true;
    } else {
      more = false;
    }
  }
  if (!normal) dip_normal(dim_of(a), dip, dd, e->b);
  return sided || scr_args_expected(a, "'above', 'below' or 'distance'");
}

static bool vector_follows(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return scr_args_number_follows(a) || (t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC);
}

static bool read_point(scr_args *a, scr_elem *e) {
  int dim = dim_of(a);
  e->kind = SCR_IN_POINT;
  e->hi = TOLERANCE;
  if (!scr_args_vector(a, "a position", dim, e->a)) return false;
  if (vector_follows(a)) {
    e->kind = SCR_IN_BOX;
    if (!scr_args_vector(a, "a position", dim, e->b)) return false;
    for (int k = 0; k < dim; k++) put_in_order(&e->a[k], &e->b[k]);
    return true;
  }
  return !scr_args_take(a, "tolerance") || read_tolerance(a, &e->hi);
}

static bool read_corners(scr_args *a, size_t most, double **x, size_t *n) {
  size_t cap = 0;
  if (!scr_args_take(a, "vertices")) return scr_args_expected(a, "'vertices'");
  do {
    SCR_GROW(*x, cap, 3 * (*n + 1));
    (*x)[3 * *n + 2] = 0;
    if (!scr_args_vector(a, "a corner", dim_of(a), *x + 3 * *n)) return false;
    ++*n;
  } while (*n < most && vector_follows(a));
  return true;
}

/* Two opposite corners of a rectangle along the axes, in 2D, become four. */
static void spread_corners(double **x, size_t *n) {
  const double lo[2] = {(*x)[0], (*x)[1]}, hi[2] = {(*x)[3], (*x)[4]};
  const double all[] = {lo[0], lo[1], 0, hi[0], lo[1], 0, hi[0], hi[1], 0, lo[0], hi[1], 0};
  *x = scr_realloc(*x, sizeof all);
  memcpy(*x, all, sizeof all);
  *n = 4;
}

static bool read_area(scr_args *a, scr_elem *e, size_t most) {
  double *x = NULL;
  size_t n = 0;
  const int from = a->k;
  const char *why = NULL;
  e->kind = SCR_IN_POLYGON;
  bool ok = read_corners(a, most, &x, &n);
  if (ok && most == 4 && n == 2 && dim_of(a) == 2) spread_corners(&x, &n);
  if (ok && most == 4 && n != 4) ok = scr_args_expected(a, "another corner of the rectangle");
  if (ok) e->polygon = scr_polygon_new(dim_of(a), n, x, &why);
  if (why) {
    const scr_loc at = scr_args_since(a, from);
    ok = scr_fail(&a->s->diag, &at, SCR_E_VALUE, "%s", why);
  }
  scr_free(x);
  return ok;
}

static bool read_polygon(scr_args *a, scr_elem *e) { return read_area(a, e, SIZE_MAX); }
static bool read_rectangle(scr_args *a, scr_elem *e) { return read_area(a, e, 4); }

static bool read_extra_number(scr_args *a, scr_elem *e) {
  int64_t n;
  const scr_loc at = scr_args_loc(a);
  e->kind = SCR_IN_EXTRA;
  if (!scr_args_int(a, "the number of an extra variable", &n)) return false;
  if (n < 1 || n > SCR_EXTRA_MAX)
    return scr_fail(&a->s->diag, &at, SCR_E_VALUE, "extra variable %lld is out of range: 1 to %d",
                    (long long)n, SCR_EXTRA_MAX);
  e->axis = (int)n - 1;
  return true;
}

static bool read_extra(scr_args *a, scr_elem *e) {
  return read_extra_number(a, e) && read_near(a, "a value", &e->lo, &e->hi);
}

static bool read_extra_list(scr_args *a, scr_elem *e) {
  if (!read_extra_number(a, e)) return false;
  do {
    SCR_GROW(e->value, e->cap_value, e->nvalue + 1);
    if (!scr_args_real(a, "a value", &e->value[e->nvalue++])) return false;
  } while (scr_args_number_follows(a));
  return true;
}

static bool read_one_group(scr_args *a, scr_elem *e) {
  char *group, *slot = NULL;
  const int from = a->k;
  if (!scr_args_name(a, "the name of a group", &group)) return false;
  if (scr_args_take(a, "slot") && !scr_args_slot(a, &slot)) {
    scr_free(group);
    return false;
  }
  scr_args_group_split(a, from, &group, &slot);
  put_text(e, group);
  put_text(e, slot);
  return true;
}

/* `a or b or c`, or `a and b and c`. */
static bool read_joined(scr_args *a, scr_elem *e, bool *more) {
  const scr_loc at = scr_args_loc(a);
  const bool also = scr_args_take(a, "and");
  *more = also || scr_args_take(a, "or");
  if (*more && e->ntext > 2 && also != e->all)
    return scr_fail(&a->s->diag, &at, SCR_E_SYNTAX,
                    "groups are joined by 'and' or by 'or', not by both");
  e->all |= also;
  return true;
}

static bool read_matches(scr_args *a, scr_elem *e) {
  int64_t n;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of ends", &n)) return false;
  e->matches = (int)n;
  e->assumed = false;
  return n == 1 || n == 2 ||
         scr_fail(&a->s->diag, &at, SCR_E_VALUE, "a contact has two ends: 'matches' takes 1 or 2");
}

/* The slot of one group may stand behind 'matches'. */
static bool late_slot(scr_args *a, scr_elem *e) {
  const bool lacks = e->ntext == 2 && !e->text[1];
  return !lacks || !scr_args_take(a, "slot") || scr_args_slot(a, &e->text[1]);
}

static bool read_group(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_GROUP;
  bool more;
  do
    if (!read_one_group(a, e) || !read_joined(a, e, &more)) return false;
  while (more);
  e->only = scr_args_take(a, "only");
  if (!scr_args_take(a, "matches")) {
    if (!a->reread) e->matches = a->lib->group_ends; /* a text says what held where it was read */
    e->unsaid = e->assumed = e->matches > 0;
    return true;
  }
  return read_matches(a, e) && late_slot(a, e);
}

static bool read_id(scr_args *a, uint32_t *id) {
  int64_t i;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_id_number(a, &i)) return false;
  if (i < 1 || i > UINT32_MAX)
    return scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "an id is a positive number, not %lld",
                    (long long)i);
  *id = (uint32_t)i;
  return true;
}

static bool read_ids(scr_args *a, scr_elem *e, bool list) {
  e->kind = list ? SCR_IN_ID_LIST : SCR_IN_ID;
  do {
    SCR_GROW(e->ids, e->cap_ids, e->nids + 2);
    if (!read_id(a, &e->ids[e->nids])) return false;
    e->nids++;
  } while (scr_args_number_follows(a) && (list || e->nids < 2));
  if (!list && e->nids == 1) e->ids[1] = e->ids[0];
  const uint32_t first = e->ids[0];
  if (!list && first > e->ids[1]) e->ids[0] = e->ids[1], e->ids[1] = first;
  return true;
}

static bool read_id_range(scr_args *a, scr_elem *e) { return read_ids(a, e, false); }
static bool read_id_list(scr_args *a, scr_elem *e) { return read_ids(a, e, true); }

/* One number is the upper bound. */
static bool read_gap(scr_args *a, scr_elem *e) {
  const int from = a->k;
  if (!scr_args_real(a, "the gap", &e->hi)) return false;
  if (scr_args_number_follows(a)) return a->k = from, read_interval(a, "the gap", &e->lo, &e->hi);
  return true;
}

static bool read_contact(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_CONTACT;
  e->type = -1;
  e->lo = -HUGE_VAL;
  e->hi = HUGE_VAL;
  for (;;) {
    if (scr_args_take(a, "type")) {
      if (!scr_args_any_contact_type(a, &e->type)) return false;
    } else if (scr_args_take(a, "model")) {
      if (!scr_args_law(a, &e->model)) return false;
    } else if (scr_args_take(a, "gap")) {
      if (!read_gap(a, e)) return false;
    } else if (scr_args_take(a, "active")) {
      e->active = true;
    } else if (scr_args_take(a, "inactive")) {
      e->inactive = true;
    } else if (!scr_args_take(a, "all")) {
      return true;
    }
  }
}

/* `type` is one of the words behind `contact`. */
static bool read_type(scr_args *a, scr_elem *e) {
  a->k--;
  return read_contact(a, e);
}

static bool read_fish(scr_args *a, scr_elem *e) {
  const scr_loc at = scr_args_loc(a);
  e->kind = SCR_IN_FISH;
  if (!scr_args_function(a, "a FISH function", &e->symbol)) return false;
  scr_args_hands(a, e->symbol, 2, &at);
  return true;
}

static bool read_dfn(scr_args *a, scr_elem *e) {
  char *name;
  e->kind = SCR_IN_DFN;
  if (!scr_args_name(a, "the name of a DFN", &name)) return false;
  put_text(e, name);
  return true;
}

/* fracture <i> [distance <f>]: lo is the distance. */
static bool read_fracture(scr_args *a, scr_elem *e) {
  uint32_t id;
  e->kind = SCR_IN_FRACTURE;
  if (!scr_args_id(a, "the id of a fracture", &id)) return false;
  SCR_GROW(e->ids, e->cap_ids, e->nids + 1);
  e->ids[e->nids++] = id;
  e->lo = 0;
  return !scr_args_take(a, "distance") || read_length(a, "a distance", &e->lo);
}

static bool read_space(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_GEOMETRY;
  return (e->geometry = scr_geom_ask_space(a)) != NULL;
}

static bool read_distance(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_GEOMETRY;
  return (e->geometry = scr_geom_ask_distance(a)) != NULL;
}

static bool read_geometry(scr_args *a, scr_elem *e) {
  e->kind = SCR_IN_GEOMETRY;
  return (e->geometry = scr_geom_ask_either(a)) != NULL;
}

static scr_range *hold(scr_range *r) {
  r->holders++;
  return r;
}

/* What was read from a text, and is asked later, has no place any more. */
static void forget_places(scr_range *r) {
  for (size_t k = 0; k < r->n; k++) r->e[k].at = (scr_loc){0};
}

/* A kept text holds a named range itself, in braces: its name may mean another one, or none, when
 * the text is read again. */
static bool brace_follows(const scr_args *a, const char *brace) {
  const scr_token *t = scr_args_peek(a);
  return a->reread && t && t->type == SCR_T_WORD && strcmp(t->text, brace) == 0;
}

static void spell_named(scr_args *a, const char *word, const char *name, const scr_range *r) {
  scr_buf b = {0};
  scr_buf_puts(&b, word);
  scr_put_quoted(&b, name);
  scr_buf_printf(&b, " { %s }", r->spec);
  scr_args_spell(a, a->k - 1, b.s);
  scr_buf_free(&b);
}

enum { DEEPEST = 100, MOST_ELEMENTS = 20000 };

static bool fail_deep(scr_args *a, const scr_loc *at) {
  return scr_fail(a->diag, at, SCR_E_LIMIT,
                  "ranges that name others go no deeper than %d, and hold no more than %d elements",
                  DEEPEST, MOST_ELEMENTS);
}

static bool read_braces(scr_args *a, scr_elem *e) {
  const scr_loc at = scr_args_loc(a);
  if (a->nested == DEEPEST) return fail_deep(a, &at);
  a->k++, a->nested++;
  e->named = scr_range_new(a);
  a->nested--;
  if (!e->named) return false;
  forget_places(e->named);
  if (!brace_follows(a, "}")) return scr_args_expected(a, "'}'");
  return a->k++, true;
}

/* word: what the text of the range has before the name, which stands alone. */
static bool read_named(scr_args *a, scr_elem *e, bool must, const char *word) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a range", &name)) return false;
  const bool braces = brace_follows(a, "{");
  int k = braces ? -1 : scr_named_range_find(a->s, name);
  if (braces || k >= 0) {
    e->kind = SCR_IN_NAMED;
    if (k >= 0) spell_named(a, word, name, e->named = hold(a->s->ranges[k].range));
    scr_free(name);
    return k >= 0 || read_braces(a, e);
  }
  e->kind = SCR_IN_NAME;
  e->must = must;
  put_text(e, name);
  if (must) scr_args_needs(a, "range", name, &loc);
  if (!must || scr_args_checks(a)) return true;
  scr_nearest near = {.word = name};
  for (size_t i = 0; i < a->s->nrange; i++)
    if (a->s->ranges[i].name) scr_nearest_offer(&near, a->s->ranges[i].name);
  scr_fail(&a->s->diag, &loc, SCR_E_NAME, "no range is named '%s'", name);
  return near.best ? scr_hint(&a->s->diag, "did you mean '%s'?", near.best) : false;
}

/* What holds beside a union, too. */
static bool read_of_type(scr_args *a, scr_elem *e) {
  e->always = true;
  e->kind = SCR_IN_CONTACT;
  e->lo = -HUGE_VAL;
  e->hi = HUGE_VAL;
  return scr_args_any_contact_type(a, &e->type);
}

static bool read_set(scr_args *a, scr_elem *e) {
  e->by = SCR_BY_WALL;
  if (scr_args_take(a, "id")) return read_ids(a, e, false);
  if (!scr_args_take(a, "name")) return scr_args_expected(a, "'id' or 'name'");
  char *name;
  if (!scr_args_name(a, "the name of a wall", &name)) return false;
  e->kind = SCR_IN_NAME;
  put_text(e, name);
  return true;
}

static bool read_name(scr_args *a, scr_elem *e) { return read_named(a, e, false, ""); }
static bool read_named_range(scr_args *a, scr_elem *e) { return read_named(a, e, true, ""); }
static bool read_bare_name(scr_args *a, scr_elem *e) {
  return read_named(a, e, true, "named-range ");
}

/* ---- words that change what is before them ---- */

static bool negate(scr_args *a, scr_range *r) {
  SCR_UNUSED(a);
  return r->e[r->n - 1].negate = true;
}
static bool extend(scr_args *a, scr_range *r) {
  SCR_UNUSED(a);
  return r->e[r->n - 1].extent = true;
}
static bool unite(scr_args *a, scr_range *r) {
  SCR_UNUSED(a);
  return r->any = true;
}

/* `id 5 by wall`: the element is asked of the wall that a facet belongs to, or that one end of a
 * contact does. */
static bool ask_by(scr_args *a, scr_range *r) {
  static const scr_word_row words[] = {
      /* in the order of scr_by */
      {"wall", "", ""},
      {"facet", "", ""},
      {"ball", "", ""},
      {"clump", "", "!clumps are not part of it: " SCR_ABOUT_CLUMP},
      {"pebble", "", "!clumps are not part of it: " SCR_ABOUT_CLUMP},
      {"rblock", "", "!they are not part of it: " SCR_ABOUT_RBLOCK},
      {0}};
  int w;
  scr_elem *e = &r->e[r->n - 1];
  if (!scr_args_peek(a)) return scr_args_expected(a, "'wall', 'facet' or 'ball'");
  if (!scr_args_word(a, words, &w)) return false;
  const scr_loc at = scr_args_last(a);
  e->by = (scr_by)(SCR_BY_WALL + w);
  if (e->kind == SCR_IN_GROUP && scr_args_take(a, "matches")) return read_matches(a, e);
  if (e->assumed) e->matches = 1, e->unsaid = true; /* the text says so, too */
  if (e->kind != SCR_IN_CONTACT && e->kind != SCR_IN_DFN && e->kind != SCR_IN_FRACTURE) return true;
  scr_fail(&a->s->diag, &at, SCR_E_SYNTAX, "'by %s' asks a %s what only contacts or fractures are",
           words[w].word, words[w].word);
  return scr_hint(&a->s->diag, "it follows elements like 'id', 'name', 'group' or 'position-x'");
}

/* ---- all words ---- */

/* Words of ranges: X(word, arguments, documentation, what reads or does them; NULL: refused) */
#define RANGE_WORDS(X)                                                                             \
  X("annulus", "center <v> radius <f> <f>", "between two spheres (2D: circles)", read_annulus,     \
    NULL)                                                                                          \
  X("box", "<f> <f> for each axis", "inside a box", read_box, NULL)                                \
  X("any", "", "the same as union", NULL, unite)                                                   \
  X("by", "wall|facet|ball",                                                                       \
    "the element before is asked of the wall of a facet, the facets of a wall, or the ends of "    \
    "that kind of a contact: one is enough",                                                       \
    NULL, ask_by)                                                                                  \
  X("circle", "[center <v>] radius <f>", "inside a circle (3D: sphere); about the origin",         \
    read_circle, NULL)                                                                             \
  X("color", "", "!colours of PFC 3 are seen in pictures alone; give the balls a group", NULL,     \
    NULL)                                                                                          \
  X("contact", "[type <s>] [model <s>] [gap <f> [<f>]] [active|inactive]",                         \
    "contacts of a type, law, or gap (one number: not above it)", read_contact, NULL)              \
  X("cylinder", "end-1 <v> end-2 <v> radius <f> [<f>]", "inside a cylinder, or between two",       \
    read_cylinder, NULL)                                                                           \
  X("dfn", "<s>", "fractures of a DFN", read_dfn, NULL)                                            \
  X("ellipse", "", "!how its vertices make an ellipse is not known; use polygon or a function",    \
    NULL, NULL)                                                                                    \
  X("extent", "", "the element before takes what reaches into it, not centres alone", NULL,        \
    extend)                                                                                        \
  X("extra", "<i> <f> [<f>] [tolerance <f>]",                                                      \
    "things whose extra variable of that number is near a value, or between two", read_extra,      \
    NULL)                                                                                          \
  X("extra-list", "<i> <f> ...",                                                                   \
    "things whose extra variable of that number is one of the values", read_extra_list, NULL)      \
  X("fish", "<function>", "what a FISH function of position and pointer accepts", read_fish, NULL) \
  X("fracture", "<i> [distance <f>]",                                                              \
    "contacts whose line of centres meets the fracture, or that lie so near it", read_fracture,    \
    NULL)                                                                                          \
  X("geometry", "<s> [count ...] or <s> distance <f>", "what geometry-space or -distance takes",   \
    read_geometry, NULL)                                                                           \
  X("geometry-distance", "<s> [gap <f>]",                                                          \
    "within that distance of a geometry set (default 0), in 2D inside of its polygons, too",       \
    read_distance, NULL)                                                                           \
  X("geometry-space", "<s> [inside|outside|count odd|even|<i>] [direction <v>]",                   \
    "inside of a geometry set: a ray meets its polygons (2D: edges) an odd number of times",       \
    read_space, NULL)                                                                              \
  X("group", "<s> [slot <s>] [or|and <s> [slot <s>] ...] [only] [matches <i>]",                    \
    "things of a group (only: and of no other); contacts that are in it or have an end there, "    \
    "with 'matches 2' both ends",                                                                  \
    read_group, NULL)                                                                              \
  X("id", "<i> [<i>]", "one id, or all from the first to the second", read_id_range, NULL)         \
  X("id-list", "<i> ...", "some ids", read_id_list, NULL)                                          \
  X("jset", "<i> ...", "!joint sets of PFC 3 and 4 are planes; 'fracture' takes what crosses one", \
    NULL, NULL)                                                                                    \
  X("name", "<s>", "a wall of that name, or a named range", read_name, NULL)                       \
  X("named-range", "<s>", "a range made by model range create", read_named_range, NULL)            \
  X("not", "", "the element before is inverted; where a range begins with it, the one behind",     \
    NULL, negate)                                                                                  \
  X("of-type", "<s>", "contacts of that type alone; beside 'union', too", read_of_type, NULL)      \
  X("plane",                                                                                       \
    "dip <f> [dip-direction <f>] or normal <v>, origin <v>, above, below or distance <f>",         \
    "one side of a plane, or near it", read_plane, NULL)                                           \
  X("polygon", "vertices <v> <v> <v> ...", "inside a polygon (3D: the prism over it)",             \
    read_polygon, NULL)                                                                            \
  X("position", "<v> [<v>] [tolerance <f>]", "near a point, or between two corners", read_point,   \
    NULL)                                                                                          \
  X("position-x", "<f> [<f>] [tolerance <f>]", "between two values of x, or near one", read_x,     \
    NULL)                                                                                          \
  X("position-y", "<f> [<f>] [tolerance <f>]", "between two values of y, or near one", read_y,     \
    NULL)                                                                                          \
  X("position-z", "<f> [<f>] [tolerance <f>]", "between two values of z, or near one", read_z,     \
    NULL)                                                                                          \
  X("radius", "<f> [<f>] [tolerance <f>]", "balls with a radius between two, or near one",         \
    read_radii, NULL)                                                                              \
  X("rectangle", "vertices <v> <v> [<v> <v>]",                                                     \
    "inside a rectangle by its corners (3D: the prism over it; 2D: two opposite ones will do)",    \
    read_rectangle, NULL)                                                                          \
  X("seed", "", "!what hangs together with a seed is not found; use group, id or a function",      \
    NULL, NULL)                                                                                    \
  X("set", "id <i> [<i>] or name <s>",                                                             \
    "walls, and the facets of walls, by id or name of the wall", read_set, NULL)                   \
  X("sphere", "center <v> radius <f>", "inside a sphere (2D: circle)", read_ball, NULL)            \
  X("type", "<s>", "contacts of a type; the same as contact type", read_type, NULL)                \
  X("union", "", "things in any of the elements instead of all", NULL, unite)                      \
  X("x", "<f> [<f>] [tolerance <f>]", "position-x", read_x, NULL)                                  \
  X("y", "<f> [<f>] [tolerance <f>]", "position-y", read_y, NULL)                                  \
  X("z", "<f> [<f>] [tolerance <f>]", "position-z", read_z, NULL)

#define WORD(word, args, doc, read, change) {word, args, doc},
const scr_word_row scr_range_words[] = {RANGE_WORDS(WORD){NULL, NULL, NULL}};
#define MEANING(word, args, doc, read, change) {read, change},
static const struct range_word {
  bool (*read)(scr_args *a, scr_elem *e); /* an element */
  bool (*change)(scr_args *a, scr_range *r);
} range_word[] = {RANGE_WORDS(MEANING)};

/* `not` before the first element: in such a range it stands before each that it inverts. */
static bool negates_next(scr_range *r, int which) {
  if (range_word[which].change != negate || (r->n && !r->leading)) return false;
  r->leading = r->inverts = true;
  return true;
}

static bool change_range(scr_args *a, scr_range *r, int which) {
  const scr_loc word = scr_args_last(a);
  if (r->inverts && range_word[which].change == negate)
    return scr_fail(&a->s->diag, &word, SCR_E_SYNTAX, "'not' is given twice");
  if (negates_next(r, which)) return true;
  if (r->n || range_word[which].change == unite) return range_word[which].change(a, r);
  scr_loc loc = a->tok[a->k - 1].loc;
  return scr_fail(&a->s->diag, &loc, SCR_E_SYNTAX, "'%s' follows an element of the range",
                  scr_range_words[which].word);
}

/* Redefined from itself again and again, or of names twice in names, a range would grow without
 * end. */
static bool count_elements(scr_args *a, scr_range *r, const scr_elem *e) {
  r->all += 1 + (e->named ? e->named->all : 0);
  if (!e->named) return true;
  r->depth = SCR_MAX(r->depth, e->named->depth + 1);
  return (r->depth <= DEEPEST && r->all <= MOST_ELEMENTS) || fail_deep(a, &e->at);
}

static bool read_element(scr_args *a, scr_range *r, bool (*read)(scr_args *a, scr_elem *e)) {
  SCR_GROW(r->e, r->cap, r->n + 1);
  r->e[r->n] = (scr_elem){.at = scr_args_loc(a)};
  if (!read(a, &r->e[r->n++])) return false;
  r->e[r->n - 1].negate = r->inverts;
  r->inverts = false;
  return count_elements(a, r, &r->e[r->n - 1]);
}

static void spec_token(scr_buf *b, const scr_token *t, const char *spelt) {
  if (b->n) scr_buf_puts(b, " ");
  if (spelt) {
    scr_buf_puts(b, spelt);
    return;
  }
  const char *text = t->type == SCR_T_STRING ? t->text : NULL;
  if (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR) text = scr_val_cstr(&t->val, NULL);
  if (!text) {
    if (t->type == SCR_T_VALUE)
      scr_val_format(&t->val, b);
    else
      scr_buf_puts(b, t->text);
    return;
  }
  scr_put_quoted(b, text);
}

bool scr_is_range_word(const char *text) {
  for (const scr_word_row *w = scr_range_words; w->word; w++)
    if (scr_abbreviates(text, w->word)) return true;
  return false;
}

/* `range rr`: old versions name a range without a keyword; it may be one of the caller's. */
static bool at_bare_name(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (a->dialect != SCR_LEGACY || t->type != SCR_T_WORD) return false;
  if (scr_named_range_find(a->s, t->text) >= 0) return true;
  const scr_token *next = a->k + 1 < a->n ? t + 1 : NULL;
  const bool has_value = next && (next->type == SCR_T_INT || next->type == SCR_T_REAL);
  if (scr_is_range_word(t->text) || has_value) return false;
  scr_args_may_name(a);
  return scr_today_lends(a, t->text);
}

static void tell_bare_name(scr_args *a) {
  scr_buf b = {0};
  scr_buf_printf(&b, "named-range %s", scr_args_peek(a)->text);
  scr_today_word(a->s, scr_args_peek(a), b.s);
  scr_buf_free(&b);
}

/* After an error: who checks reads on behind a name that may be one of the caller's. */
static bool pass_bare_name(scr_args *a) {
  const scr_token *t = scr_args_peek(a), *next = a->k + 1 < a->n ? t + 1 : NULL;
  const bool has_value = next && (next->type == SCR_T_INT || next->type == SCR_T_REAL);
  if (!t || has_value || a->diag->error.code != SCR_E_NAME || !scr_args_may_name(a) ||
      !scr_args_goes_on(a, true))
    return false;
  a->k++;
  return true;
}

/* `range gap` without `contact`: the gap is one of its words. */
static bool is_lone_gap(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  const scr_loc at = scr_args_loc(a);
  if (t->type != SCR_T_WORD || scr_casecmp(t->text, "gap") != 0) return false;
  scr_fail(&a->s->diag, &at, SCR_E_NAME, "'gap' is no keyword of this command");
  scr_hint(&a->s->diag, "did you mean 'contact gap'?");
  return true;
}

/* An element, or a word that changes the one before or the whole range. */
static bool read_next(scr_args *a, scr_range *r, bool *guessed) {
  int which = -1;
  const scr_token *t = scr_args_peek(a);
  if (at_bare_name(a)) {
    tell_bare_name(a);
  } else {
    if (is_lone_gap(a)) return false;
    if (!scr_args_word(a, scr_range_words, &which)) return *guessed = pass_bare_name(a);
    scr_args_again(a);
    if (!scr_range_words[which].word[1]) /* x, y, z */
      scr_today_word(a->s, t, scr_range_words[which].doc);
  }
  const struct range_word *w = which < 0 ? NULL : &range_word[which];
  return w && w->change ? change_range(a, r, which)
                        : read_element(a, r, w ? w->read : read_bare_name);
}

/* The text of a range says all that its words meant where they stood. */
static void put_words(const scr_args *a, int from, const scr_range *r, scr_buf *spec) {
  for (int k = from; k < a->k; k++) spec_token(spec, &a->tok[k], a->spelt[k]);
  scr_elem *e = r->n ? &r->e[r->n - 1] : NULL;
  if (e && e->unsaid) scr_buf_printf(spec, " matches %d", e->matches);
  if (e) e->unsaid = false;
}

static bool read_elements(scr_args *a, scr_range *r) {
  scr_buf spec = {0};
  scr_buf_puts(&spec, "");
  bool ok = true, guessed = false;
  while (ok && !scr_args_end(a) && !(a->nested && brace_follows(a, "}"))) {
    const int from = a->k;
    ok = read_next(a, r, &guessed);
    put_words(a, from, r, &spec);
  }
  r->spec = spec.s;
  return ok &&
         (guessed || (r->n > 0 && !r->inverts) || scr_args_expected(a, "an element of the range"));
}

scr_range *scr_range_new(scr_args *a) {
  scr_range *r = scr_alloc(sizeof *r);
  const bool outer = !a->spelt;
  if (outer) a->spelt = scr_alloc((size_t)SCR_MAX(a->n, 1) * sizeof *a->spelt);
  const bool ok = read_elements(a, r);
  for (int k = 0; outer && k < a->n; k++) scr_free(a->spelt[k]);
  if (outer) scr_free(a->spelt), a->spelt = NULL;
  if (ok) return r;
  scr_range_free(r);
  return NULL;
}

/* `group 'None' slot 's'`: what has no group in that slot; without a slot: in none. */
static bool takes_ungrouped(const scr_elem *e, size_t g) {
  return scr_casecmp(e->text[g], "None") == 0;
}

/* Names in a range that is only checked. Of several groups, or elements that add up, one may be
 * empty on purpose. */
static void check_names(scr_args *a, const scr_range *r) {
  for (size_t k = 0; k < r->n && !r->any; k++) {
    const scr_elem *e = &r->e[k];
    if (e->negate) continue;
    const bool each = e->kind == SCR_IN_GROUP && (e->ntext == 2 || e->all);
    for (size_t g = 0; each && g < e->ntext; g += 2)
      if (!takes_ungrouped(e, g)) scr_args_selects(a, "group", e->text[g], &e->at);
    if (e->kind == SCR_IN_NAME && !e->must) scr_args_selects(a, "wall", e->text[0], &e->at);
  }
}

static bool read_range(scr_args *a, bool of_pieces, scr_range **out) {
  *out = NULL;
  if (scr_args_end(a)) return true;
  a->ranged = true;
  if (!scr_args_take(a, "range")) return scr_args_finish(a);
  *out = scr_range_new(a);
  if (*out && of_pieces && scr_args_checks(a)) {
    check_names(a, *out);
    if (!scr_range_two_names(a->s, *out)) {
      scr_range_free(*out);
      *out = NULL;
    }
  }
  if (!*out || !a->dry) return *out != NULL;
  scr_range_free(*out);
  *out = NULL;
  return false;
}

bool scr_args_range(scr_args *a, scr_range **out) { return read_range(a, true, out); }
bool scr_args_range_unasked(scr_args *a, scr_range **out) { return read_range(a, false, out); }

void scr_range_free(scr_range *r) {
  if (!r || r->holders-- > 0) return;
  for (size_t k = 0; k < r->n; k++) {
    scr_elem *e = &r->e[k];
    for (size_t i = 0; i < e->ntext; i++) scr_free(e->text[i]);
    scr_free(e->text);
    scr_free(e->ids);
    scr_free(e->value);
    scr_polygon_free(e->polygon);
    scr_geom_ask_free(e->geometry);
    scr_range_free(e->named);
  }
  scr_free(r->e);
  scr_free(r->spec);
  scr_free(r);
}

/* ---- named ranges ---- */

const scr_named_range *scr_named_range_at(const scr_session *s, size_t k) {
  return k < s->nrange ? &s->ranges[k] : NULL;
}

int scr_named_range_find(const scr_session *s, const char *name) {
  for (size_t k = 0; k < s->nrange; k++)
    if (s->ranges[k].name && s->ranges[k].range && scr_casecmp(s->ranges[k].name, name) == 0)
      return (int)k;
  return -1;
}

/* Number of a free place: those of CMAT entries never move. */
static size_t range_place(scr_session *s) {
  for (size_t k = 0; k < s->nrange; k++)
    if (!s->ranges[k].range) return k;
  SCR_GROW(s->ranges, s->cap_range, s->nrange + 1);
  s->ranges[s->nrange] = (scr_named_range){0};
  return s->nrange++;
}

static void named_free(scr_named_range *r) {
  scr_free(r->name);
  scr_free(r->spec);
  scr_range_free(r->range);
  *r = (scr_named_range){0};
}

bool scr_named_range_create(scr_args *a, const char *name) {
  scr_loc at = scr_args_last(a);
  scr_range *r = scr_range_new(a);
  scr_args_makes(a, "range", name, &at);
  if (!r) return false;
  int old = scr_named_range_find(a->s, name);
  size_t k = old >= 0 ? (size_t)old : range_place(a->s);
  char *kept = scr_strdup(name);
  forget_places(r);
  named_free(&a->s->ranges[k]);
  a->s->ranges[k] = (scr_named_range){.name = kept, .spec = scr_strdup(r->spec), .range = r};
  return true;
}

bool scr_named_range_delete(scr_session *s, const scr_loc *at, const char *name) {
  int k = scr_named_range_find(s, name);
  if (k < 0) return scr_fail(&s->diag, at, SCR_E_NAME, "no range is named '%s'", name);
  named_free(&s->ranges[k]);
  return true;
}

int scr_range_keep(scr_session *s, scr_range *r) {
  size_t k = range_place(s);
  s->ranges[k] = (scr_named_range){.spec = scr_strdup(r->spec), .range = r};
  return (int)k;
}

bool scr_range_is_union(const scr_range *r) { return r->any; }
char *scr_range_text(const scr_range *r) { return scr_strdup(r->spec); }

scr_range *scr_range_parse(scr_session *s, const char *text) {
  scr_source *src = scr_source_new("range", NULL, text, strlen(text));
  scr_line l;
  scr_range *r = NULL;
  if (scr_lex(s, src, 1, 1, &l) && scr_line_evaluate(s, &l, 0, 0)) {
    scr_args a = scr_args_of(s, l.tok, l.n, &s->diag.at);
    a.reread = true;
    r = scr_range_new(&a);
  }
  scr_line_free(&l);
  scr_source_drop(src);
  if (r) forget_places(r); /* what is said of it later stands at the command that asks then */
  return r;
}

bool scr_named_range_set(scr_session *s, size_t k, const char *name, const char *spec) {
  scr_range *r = scr_range_parse(s, spec);
  if (!r) return false;
  while (s->nrange <= k) {
    SCR_GROW(s->ranges, s->cap_range, s->nrange + 1);
    s->ranges[s->nrange++] = (scr_named_range){0};
  }
  named_free(&s->ranges[k]);
  s->ranges[k] = (scr_named_range){
      .name = name ? scr_strdup(name) : NULL, .spec = scr_strdup(r->spec), .range = r};
  return true;
}

void scr_named_ranges_clear(scr_session *s) {
  for (size_t k = 0; k < s->nrange; k++) named_free(&s->ranges[k]);
  s->nrange = 0;
}
