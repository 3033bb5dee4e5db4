/* Range phrases: reading them, and asking whether a thing lies in one. Elements are intersected
 * unless `union` stands among them. */
#include "cmd/range.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/polygon.h"
#include "cmd/range_geometry.h"
#include "cmd/session_kept.h"
#include "cmd/today.h"
#include "cmd/token.h"
#include "world/fracture/template.h"

typedef enum elem_kind {
  E_ANNULUS,
  E_BOX,
  E_CONTACT,
  E_CYLINDER,
  E_DFN,
  E_FISH,
  E_FRACTURE,
  E_GEOMETRY,
  E_GROUP,
  E_ID,
  E_ID_LIST,
  E_NAME,
  E_NAMED,
  E_PLANE,
  E_POINT,
  E_POLYGON,
  E_RADIUS,
  E_AXIS,
  E_SPHERE
} elem_kind;

typedef enum side { BELOW = -1, WITHIN = 0, ABOVE = 1 } side;

typedef struct elem {
  elem_kind kind;
  bool negate, extent;
  bool owner;           /* id and name are those of the wall that a facet belongs to */
  int axis, side, type; /* type: of contacts, -1 any; side of a plane */
  int matches; /* of the ends of a contact in a group, so many at least; 0: one, or the contact
                  itself */
  bool unsaid; /* `matches` is not among its words: contact groupbehavior said it */
  int symbol;  /* FISH function */
  bool active, inactive; /* only such contacts */
  bool must;             /* the name is that of a range */
  double a[3], b[3];     /* box, ends of an axis, centre, normal */
  double lo, hi;         /* interval, radii */
  uint32_t *ids;
  size_t nids, cap_ids;
  char **text; /* groups in pairs (group, slot or NULL), names */
  size_t ntext, cap_text;
  scr_polygon *polygon;
  scr_geom_ask *geometry;
  const scr_model *model;
  scr_range *named; /* owned copy of a named range */
  scr_loc at;       /* where it was read: good while its command runs */
} elem;

struct scr_range {
  elem *e;
  size_t n, cap;
  bool any; /* union */
  char *spec;
};

/* ---- reading ---- */

static int dim_of(const scr_args *a) { return a->s->lib.world->dim; }

static void put_text(elem *e, char *text) {
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

static bool read_radius(scr_args *a, double *r) {
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_real(a, "a radius", r)) return false;
  return *r >= 0 || scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "a radius cannot be negative");
}

static bool read_tolerance(scr_args *a, double *out) {
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_real(a, "a tolerance", out)) return false;
  return *out >= 0 || scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "a tolerance cannot be negative");
}

/* One value and those near it, or two bounds. */
static bool read_near(scr_args *a, const char *what, double *lo, double *hi) {
  double near = TOLERANCE;
  const int from = a->k;
  if (!scr_args_real(a, what, lo)) return false;
  if (scr_args_number_follows(a)) return a->k = from, read_interval(a, what, lo, hi);
  if (scr_args_take(a, "tolerance") && !read_tolerance(a, &near)) return false;
  *hi = *lo + near, *lo -= near;
  return true;
}

static bool read_axis(scr_args *a, elem *e, int axis) {
  static const char *const what[] = {"position-x", "position-y", "position-z"};
  e->kind = E_AXIS;
  e->axis = axis;
  if (axis >= dim_of(a)) {
    scr_loc loc = a->tok[a->k - 1].loc;
    return scr_fail(&a->s->diag, &loc, SCR_E_VALUE, "there is no %s in two dimensions", what[axis]);
  }
  return read_near(a, what[axis], &e->lo, &e->hi);
}

static bool read_x(scr_args *a, elem *e) { return read_axis(a, e, 0); }
static bool read_y(scr_args *a, elem *e) { return read_axis(a, e, 1); }
static bool read_z(scr_args *a, elem *e) { return read_axis(a, e, 2); }

static bool read_box(scr_args *a, elem *e) {
  e->kind = E_BOX;
  for (int k = 0; k < dim_of(a); k++)
    if (!read_interval(a, "the box", &e->a[k], &e->b[k])) return false;
  return true;
}

static bool radii_fit(scr_args *a, const elem *e, const scr_loc *outer) {
  return e->lo <= e->hi || scr_fail(&a->s->diag, outer, SCR_E_VALUE,
                                    "the outer radius is smaller than the inner one");
}

static bool read_radii(scr_args *a, elem *e) {
  e->kind = E_RADIUS;
  return read_near(a, "the radius", &e->lo, &e->hi);
}

/* center <v> radius <f> [<f>] in any order. */
static bool read_sphere(scr_args *a, elem *e, bool two) {
  scr_loc at = {0};
  bool center = false, radius = false;
  while (!(center && radius)) {
    if (!center && scr_args_take(a, "center")) {
      if (!scr_args_vector(a, "the center", dim_of(a), e->a)) return false;
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

static bool read_annulus(scr_args *a, elem *e) {
  e->kind = E_ANNULUS;
  return read_sphere(a, e, true);
}

static bool read_ball(scr_args *a, elem *e) {
  e->kind = E_SPHERE;
  return read_sphere(a, e, false);
}

/* Without a centre: about the origin. */
static bool read_circle(scr_args *a, elem *e) {
  e->kind = E_SPHERE;
  if (!scr_args_take(a, "radius")) return read_sphere(a, e, false);
  if (!read_radius(a, &e->hi)) return false;
  return !scr_args_take(a, "center") || scr_args_vector(a, "the center", dim_of(a), e->a);
}

static bool read_cylinder(scr_args *a, elem *e) {
  int seen = 0;
  e->kind = E_CYLINDER;
  while (seen != 7) {
    if (scr_args_take(a, "end-1")) {
      if (!scr_args_vector(a, "end-1", dim_of(a), e->a)) return false;
      seen |= 1;
    } else if (scr_args_take(a, "end-2")) {
      if (!scr_args_vector(a, "end-2", dim_of(a), e->b)) return false;
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
  return true;
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

static bool read_plane(scr_args *a, elem *e) {
  double dip = 0, dd = 0;
  bool normal = false, sided = false;
  e->kind = E_PLANE;
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
      e->side = ABOVE;
      sided = true;
    } else if (scr_args_take(a, "below")) {
      e->side = BELOW;
      sided = true;
    } else if (scr_args_take(a, "distance")) {
      if (!read_radius(a, &e->hi)) return false;
      e->side = WITHIN;
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

static bool read_point(scr_args *a, elem *e) {
  int dim = dim_of(a);
  e->kind = E_POINT;
  e->hi = TOLERANCE;
  if (!scr_args_vector(a, "a position", dim, e->a)) return false;
  if (vector_follows(a)) {
    e->kind = E_BOX;
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

static bool read_area(scr_args *a, elem *e, size_t most) {
  double *x = NULL;
  size_t n = 0;
  const int from = a->k;
  const char *why = NULL;
  e->kind = E_POLYGON;
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

static bool read_polygon(scr_args *a, elem *e) { return read_area(a, e, SIZE_MAX); }
static bool read_rectangle(scr_args *a, elem *e) { return read_area(a, e, 4); }

static bool read_group(scr_args *a, elem *e) {
  e->kind = E_GROUP;
  do {
    char *group, *slot = NULL;
    if (!scr_args_name(a, "the name of a group", &group)) return false;
    put_text(e, group);
    if (scr_args_take(a, "slot") && !scr_args_name(a, "the name of a slot", &slot)) return false;
    put_text(e, slot);
  } while (scr_args_take(a, "or"));
  if (!scr_args_take(a, "matches")) {
    if (!a->reread) e->matches = a->lib->group_ends; /* a text says what held where it was read */
    e->unsaid = e->matches > 0;
    return true;
  }
  int64_t n;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of ends", &n)) return false;
  e->matches = (int)n;
  return n == 1 || n == 2 ||
         scr_fail(&a->s->diag, &at, SCR_E_VALUE, "a contact has two ends: 'matches' takes 1 or 2");
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

static bool read_ids(scr_args *a, elem *e, bool list) {
  e->kind = list ? E_ID_LIST : E_ID;
  do {
    SCR_GROW(e->ids, e->cap_ids, e->nids + 2);
    if (!read_id(a, &e->ids[e->nids])) return false;
    e->nids++;
  } while (scr_args_number_follows(a) && (list || e->nids < 2));
  if (!list && e->nids == 1) e->ids[1] = e->ids[0];
  scr_loc at = scr_args_last(a);
  return list || e->ids[0] <= e->ids[1] ||
         scr_fail(&a->s->diag, &at, SCR_E_VALUE, "the second id is smaller than the first");
}

static bool read_id_range(scr_args *a, elem *e) { return read_ids(a, e, false); }
static bool read_id_list(scr_args *a, elem *e) { return read_ids(a, e, true); }

/* One number is the upper bound. */
static bool read_gap(scr_args *a, elem *e) {
  const int from = a->k;
  if (!scr_args_real(a, "the gap", &e->hi)) return false;
  if (scr_args_number_follows(a)) return a->k = from, read_interval(a, "the gap", &e->lo, &e->hi);
  return true;
}

static bool read_contact(scr_args *a, elem *e) {
  e->kind = E_CONTACT;
  e->type = -1;
  e->lo = -HUGE_VAL;
  e->hi = HUGE_VAL;
  for (;;) {
    if (scr_args_take(a, "type")) {
      if (!scr_args_contact_type(a, &e->type)) return false;
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
static bool read_type(scr_args *a, elem *e) {
  a->k--;
  return read_contact(a, e);
}

static bool read_fish(scr_args *a, elem *e) {
  e->kind = E_FISH;
  return scr_args_function(a, "a FISH function", &e->symbol);
}

static bool read_dfn(scr_args *a, elem *e) {
  char *name;
  e->kind = E_DFN;
  if (!scr_args_name(a, "the name of a DFN", &name)) return false;
  put_text(e, name);
  return true;
}

/* fracture <i> [distance <f>]: lo is the distance. */
static bool read_fracture(scr_args *a, elem *e) {
  uint32_t id;
  e->kind = E_FRACTURE;
  if (!scr_args_id(a, "the id of a fracture", &id)) return false;
  SCR_GROW(e->ids, e->cap_ids, e->nids + 1);
  e->ids[e->nids++] = id;
  e->lo = 0;
  if (!scr_args_take(a, "distance")) return true;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the distance", &e->lo)) return false;
  return e->lo >= 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "a distance cannot be negative");
}

static bool read_space(scr_args *a, elem *e) {
  e->kind = E_GEOMETRY;
  return (e->geometry = scr_geom_ask_space(a)) != NULL;
}

static bool read_distance(scr_args *a, elem *e) {
  e->kind = E_GEOMETRY;
  return (e->geometry = scr_geom_ask_distance(a)) != NULL;
}

static bool read_geometry(scr_args *a, elem *e) {
  e->kind = E_GEOMETRY;
  return (e->geometry = scr_geom_ask_either(a)) != NULL;
}

static bool read_named(scr_args *a, elem *e, bool must) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a range", &name)) return false;
  int k = scr_named_range_find(a->s, name);
  if (k >= 0) {
    e->kind = E_NAMED;
    e->named = scr_range_parse(a->s, a->s->ranges[k].spec);
    scr_free(name);
    return e->named != NULL;
  }
  e->kind = E_NAME;
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

static bool read_set(scr_args *a, elem *e) {
  e->owner = true;
  if (scr_args_take(a, "id")) return read_ids(a, e, false);
  if (!scr_args_take(a, "name")) return scr_args_expected(a, "'id' or 'name'");
  char *name;
  if (!scr_args_name(a, "the name of a wall", &name)) return false;
  e->kind = E_NAME;
  put_text(e, name);
  return true;
}

static bool read_name(scr_args *a, elem *e) { return read_named(a, e, false); }
static bool read_named_range(scr_args *a, elem *e) { return read_named(a, e, true); }

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

/* `id 5 by wall`: the element is asked of the wall that a facet belongs to. */
static bool ask_owner(scr_args *a, scr_range *r) {
  elem *e = &r->e[r->n - 1];
  if (scr_args_take(a, "facet") || scr_args_take(a, "ball")) return true; /* asked as it is */
  if (!scr_args_take(a, "wall")) return scr_args_expected(a, "'wall', 'facet' or 'ball'");
  const scr_loc at = scr_args_last(a);
  e->owner = e->kind == E_ID || e->kind == E_ID_LIST || e->kind == E_NAME || e->kind == E_GROUP;
  return e->owner ||
         scr_fail(&a->s->diag, &at, SCR_E_UNSUPPORTED, "'by wall' follows 'id', 'name' or 'group'");
}

/* ---- all words ---- */

/* Words of ranges: X(word, arguments, documentation, what reads or does them; NULL: refused) */
#define RANGE_WORDS(X)                                                                             \
  X("annulus", "center <v> radius <f> <f>", "between two spheres (2D: circles)", read_annulus,     \
    NULL)                                                                                          \
  X("box", "<f> <f> for each axis", "inside a box", read_box, NULL)                                \
  X("any", "", "the same as union", NULL, unite)                                                   \
  X("by", "wall|facet|ball", "wall: the element before is asked of the wall of a facet", NULL,     \
    ask_owner)                                                                                     \
  X("circle", "[center <v>] radius <f>", "inside a circle (3D: sphere); about the origin",         \
    read_circle, NULL)                                                                             \
  X("contact", "[type <s>] [model <s>] [gap <f> [<f>]] [active|inactive]",                         \
    "contacts of a type, law, or gap (one number: not above it)", read_contact, NULL)              \
  X("cylinder", "end-1 <v> end-2 <v> radius <f> [<f>]", "inside a cylinder, or between two",       \
    read_cylinder, NULL)                                                                           \
  X("dfn", "<s>", "fractures of a DFN", read_dfn, NULL)                                            \
  X("ellipse", "", "!elliptic ranges are not part of it; use sphere, box or a FISH function",      \
    NULL, NULL)                                                                                    \
  X("extent", "", "the element before counts the whole piece, not its centre alone", NULL, extend) \
  X("extra", "",                                                                                   \
    "!an extra variable may be of any type; use 'fish' with a function that looks at it", NULL,    \
    NULL)                                                                                          \
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
  X("group", "<s> [slot <s>] [or <s> [slot <s>] ...] [matches <i>]",                               \
    "things of a group; contacts that are in it or have an end there, with 'matches 2' both ends", \
    read_group, NULL)                                                                              \
  X("id", "<i> [<i>]", "one id, or all from the first to the second", read_id_range, NULL)         \
  X("id-list", "<i> ...", "some ids", read_id_list, NULL)                                          \
  X("name", "<s>", "a wall of that name, or a named range", read_name, NULL)                       \
  X("named-range", "<s>", "a range made by model range create", read_named_range, NULL)            \
  X("not", "", "the element before is inverted", NULL, negate)                                     \
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
  bool (*read)(scr_args *a, elem *e); /* an element */
  bool (*change)(scr_args *a, scr_range *r);
} range_word[] = {RANGE_WORDS(MEANING)};

static bool change_range(scr_args *a, scr_range *r, int which) {
  if (r->n || range_word[which].change == unite) return range_word[which].change(a, r);
  scr_loc loc = a->tok[a->k - 1].loc;
  return scr_fail(&a->s->diag, &loc, SCR_E_SYNTAX, "'%s' follows an element of the range",
                  scr_range_words[which].word);
}

static bool read_element(scr_args *a, scr_range *r, bool (*read)(scr_args *a, elem *e)) {
  SCR_GROW(r->e, r->cap, r->n + 1);
  r->e[r->n] = (elem){.at = scr_args_loc(a)};
  return read(a, &r->e[r->n++]);
}

static void spec_token(scr_buf *b, const scr_token *t) {
  if (b->n) scr_buf_puts(b, " ");
  const char *text = t->type == SCR_T_STRING ? t->text : NULL;
  if (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR) text = scr_val_cstr(&t->val, NULL);
  if (!text) {
    if (t->type == SCR_T_VALUE)
      scr_val_format(&t->val, b);
    else
      scr_buf_puts(b, t->text);
    return;
  }
  scr_buf_puts(b, "'");
  for (; *text; text++) scr_buf_printf(b, strchr("'\"\\", *text) ? "\\%c" : "%c", *text);
  scr_buf_puts(b, "'");
}

/* `range rr`: old versions name a range without a keyword. */
static bool at_bare_name(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return a->dialect == SCR_LEGACY && t->type == SCR_T_WORD &&
         scr_named_range_find(a->s, t->text) >= 0;
}

static void tell_bare_name(scr_args *a) {
  scr_buf b = {0};
  const scr_loc at = scr_args_loc(a);
  scr_buf_printf(&b, "named-range %s", scr_args_peek(a)->text);
  scr_today_word(a->s, &at, b.s);
  scr_buf_free(&b);
}

/* An element, or a word that changes the one before or the whole range. */
static bool read_next(scr_args *a, scr_range *r) {
  int which = -1;
  const scr_loc at = scr_args_loc(a);
  if (at_bare_name(a)) {
    tell_bare_name(a);
  } else {
    if (!scr_args_word(a, scr_range_words, &which)) return false;
    scr_args_again(a);
    if (!scr_range_words[which].word[1]) /* x, y, z */
      scr_today_word(a->s, &at, scr_range_words[which].doc);
  }
  const struct range_word *w = which < 0 ? NULL : &range_word[which];
  return w && w->change ? change_range(a, r, which)
                        : read_element(a, r, w ? w->read : read_named_range);
}

/* The text of a range says all that its words meant where they stood. */
static void put_words(scr_buf *spec, const scr_range *r, const scr_token *t, int n) {
  for (int k = 0; k < n; k++) spec_token(spec, &t[k]);
  elem *e = r->n ? &r->e[r->n - 1] : NULL;
  if (e && e->unsaid) scr_buf_printf(spec, " matches %d", e->matches);
  if (e) e->unsaid = false;
}

static bool read_elements(scr_args *a, scr_range *r) {
  scr_buf spec = {0};
  scr_buf_puts(&spec, "");
  bool ok = true;
  while (ok && !scr_args_end(a)) {
    const int from = a->k;
    ok = read_next(a, r);
    put_words(&spec, r, &a->tok[from], a->k - from);
  }
  r->spec = spec.s;
  return ok && (r->n > 0 || scr_args_expected(a, "an element of the range"));
}

static scr_range *range_new(scr_args *a) {
  scr_range *r = scr_alloc(sizeof *r);
  if (read_elements(a, r)) return r;
  scr_range_free(r);
  return NULL;
}

/* Names in a range that is only checked. Of several groups, or elements that add up, one may be
 * empty on purpose. */
static void check_names(scr_args *a, const scr_range *r) {
  for (size_t k = 0; k < r->n && !r->any; k++) {
    const elem *e = &r->e[k];
    if (e->negate) continue;
    if (e->kind == E_GROUP && e->ntext == 2) scr_args_selects(a, "group", e->text[0], &e->at);
    if (e->kind == E_NAME && !e->must) scr_args_selects(a, "wall", e->text[0], &e->at);
  }
}

/* Of two names that nothing can have at once the second, and the first in *other; NULL: none. */
static const elem *second_name(const scr_range *r, const elem **other) {
  for (size_t k = 1; k < r->n && !r->any; k++)
    for (size_t i = 0; i < k; i++) {
      const elem *e = &r->e[k];
      *other = &r->e[i];
      if (e->kind == E_NAME && (*other)->kind == E_NAME && !e->negate && !(*other)->negate &&
          scr_casecmp(e->text[0], (*other)->text[0]) != 0)
        return e;
    }
  return NULL;
}

/* False if warnings are errors. */
static bool tell_two_names(scr_session *s, const scr_range *r) {
  const elem *other, *e = second_name(r, &other);
  if (!e || (e->at.src && scr_told_before(s, &e->at, ""))) return true;
  return scr_warn(&s->diag, e->at.src ? &e->at : &s->diag.at, SCR_E_NAME,
                  "the range selects nothing: no wall is named both '%s' and '%s'; 'union' between "
                  "them takes either",
                  other->text[0], e->text[0]);
}

static bool read_range(scr_args *a, bool of_pieces, scr_range **out) {
  *out = NULL;
  if (scr_args_end(a)) return true;
  a->ranged = true;
  if (!scr_args_take(a, "range")) return scr_args_finish(a);
  *out = range_new(a);
  if (*out && of_pieces && scr_args_checks(a)) {
    check_names(a, *out);
    if (!tell_two_names(a->s, *out)) {
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
  if (!r) return;
  for (size_t k = 0; k < r->n; k++) {
    elem *e = &r->e[k];
    for (size_t i = 0; i < e->ntext; i++) scr_free(e->text[i]);
    scr_free(e->text);
    scr_free(e->ids);
    scr_polygon_free(e->polygon);
    scr_geom_ask_free(e->geometry);
    scr_range_free(e->named);
  }
  scr_free(r->e);
  scr_free(r->spec);
  scr_free(r);
}

/* ---- asking ---- */

typedef struct subject {
  scr_kind kind;
  const scr_pose *coming; /* a ball that is not made yet: it has no row */
  uint32_t row;
  scr_contact c;
  uint32_t id, groups;
  uint32_t end_groups[2]; /* of a contact: those of its pieces */
  double x[3], r;         /* r: of a ball or measurement region */
} subject;

static double distance(const double *a, const double *b) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
}

/* A ball of radius r about x and the box: do they meet? r = 0: is x inside? */
static bool in_box(const elem *e, int dim, const double *x, double r) {
  double sum = 0;
  for (int k = 0; k < dim; k++) {
    double out = x[k] < e->a[k] ? e->a[k] - x[k] : x[k] > e->b[k] ? x[k] - e->b[k] : 0;
    sum += out * out;
  }
  return sum <= r * r;
}

static bool in_cylinder(const elem *e, const double *x, double r) {
  double axis[3], len = distance(e->a, e->b), along = 0, off = 0;
  for (int k = 0; k < 3; k++) axis[k] = len > 0 ? (e->b[k] - e->a[k]) / len : 0;
  for (int k = 0; k < 3; k++) along += (x[k] - e->a[k]) * axis[k];
  for (int k = 0; k < 3; k++) {
    double d = x[k] - e->a[k] - along * axis[k];
    off += d * d;
  }
  off = sqrt(off);
  return along >= -r && along <= len + r && off <= e->hi + r && off >= e->lo - r;
}

static bool in_plane(const elem *e, const double *x, double r) {
  double d = 0;
  for (int k = 0; k < 3; k++) d += (x[k] - e->a[k]) * e->b[k];
  if (e->side == ABOVE) return d + r >= 0;
  if (e->side == BELOW) return d - r <= 0;
  return fabs(d) <= e->hi + r;
}

static bool in_space(const elem *e, int dim, const double *x, double r) {
  double d = distance(x, e->a);
  switch (e->kind) {
  case E_AXIS: return x[e->axis] >= e->lo - r && x[e->axis] <= e->hi + r;
  case E_BOX: return in_box(e, dim, x, r);
  case E_CYLINDER: return in_cylinder(e, x, r);
  case E_POLYGON: return scr_polygon_holds(e->polygon, x, r);
  case E_GEOMETRY: return scr_geom_ask_holds(e->geometry, x, r);
  case E_PLANE: return in_plane(e, x, r);
  case E_ANNULUS: return d <= e->hi + r && d >= e->lo - r;
  default: return d <= e->hi + r; /* sphere, point */
  }
}

/* With `extent`: of walls and facets, any vertex. */
static bool piece_in_space(const scr_world *w, const elem *e, const subject *u) {
  if (!e->extent || !u->kind || u->kind == SCR_K_CONTACT || u->kind == SCR_K_FRACTURE ||
      u->kind == SCR_K_BRICK)
    return in_space(e, w->dim, u->x, 0);
  if (u->kind == SCR_K_BALL || u->kind == SCR_K_MEASURE) return in_space(e, w->dim, u->x, u->r);
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *wall = scr_table_at(&w->facet, SCR_FACET_WALL, f);
    if (u->kind == SCR_K_FACET ? f != u->row : *wall != u->row) continue;
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, f);
    for (int k = 0; k < w->dim; k++)
      if (in_space(e, w->dim, scr_table_at(&w->vertex, SCR_VERTEX_POSITION, v[k]), 0)) return true;
  }
  return false;
}

static bool in_ids(const elem *e, uint32_t id) {
  if (e->kind == E_ID) return id >= e->ids[0] && id <= e->ids[1];
  for (size_t k = 0; k < e->nids; k++)
    if (e->ids[k] == id) return true;
  return false;
}

static bool in_groups(const scr_world *w, const elem *e, uint32_t groups) {
  for (size_t k = 0; k + 1 < e->ntext; k += 2)
    if (scr_group_is(w, groups, e->text[k], e->text[k + 1])) return true;
  return false;
}

/* The wall that a wall or facet is or belongs to; SCR_NONE: it is neither. */
static uint32_t wall_of(const scr_world *w, const subject *u) {
  if (u->kind == SCR_K_FACET)
    return *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, u->row);
  return u->kind == SCR_K_WALL ? u->row : SCR_NONE;
}

static bool is_named(const scr_world *w, const elem *e, const subject *u) {
  const uint32_t wall = wall_of(w, u);
  if (u->kind == SCR_K_TEMPLATE)
    return scr_casecmp(w->fractures.templates[u->row].name, e->text[0]) == 0;
  if (wall == SCR_NONE) return false;
  const uint32_t *name = scr_table_at(&w->wall, SCR_WALL_NAME, wall);
  return scr_casecmp(scr_word_text(&w->words, *name), e->text[0]) == 0;
}

static bool has_id(const scr_world *w, const elem *e, const subject *u) {
  if (!e->owner) return in_ids(e, u->id);
  const uint32_t wall = wall_of(w, u);
  return wall != SCR_NONE &&
         in_ids(e, *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, wall));
}

static bool in_group(const scr_world *w, const elem *e, const subject *u) {
  const uint32_t wall = e->owner ? wall_of(w, u) : SCR_NONE;
  if (wall != SCR_NONE)
    return in_groups(w, e, *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, wall));
  if (u->kind != SCR_K_CONTACT) return in_groups(w, e, u->groups);
  int ends = 0;
  for (int k = 0; k < 2; k++) ends += in_groups(w, e, u->end_groups[k]);
  return e->matches ? ends >= e->matches : ends > 0 || in_groups(w, e, u->groups);
}

static bool is_contact(const scr_world *w, const elem *e, const subject *u) {
  if (u->kind != SCR_K_CONTACT) return false;
  if (e->type >= 0 && u->c.type != (uint32_t)e->type) return false;
  if (e->model && (scr_contact_unmade(w, u->c) || scr_contact_model(w, u->c) != e->model))
    return false;
  if (e->active && !scr_contact_active(w, u->c)) return false;
  if (e->inactive && scr_contact_active(w, u->c)) return false;
  if (e->lo == -HUGE_VAL && e->hi == HUGE_VAL) return true;
  scr_contact_geometry g;
  scr_contact_geometry_of(w, u->c, &g);
  return g.gap >= e->lo && g.gap <= e->hi;
}

static bool in_dfn(const scr_world *w, const elem *e, const subject *u) {
  return u->kind == SCR_K_FRACTURE && w->fractures.at[u->row].dfn == scr_dfn_find(w, e->text[0]);
}

static bool at_fracture(const scr_world *w, const elem *e, const subject *u) {
  const uint32_t place = scr_fracture_find(w, e->ids[0]);
  return u->kind == SCR_K_CONTACT && place != SCR_NONE && scr_fracture_meets(w, place, u->c, e->lo);
}

static scr_ref ref_of(scr_world *w, const subject *u) {
  switch (u->kind) {
  case SCR_K_BALL: return scr_ball_ref(w, u->row);
  case SCR_K_WALL: return scr_wall_ref(w, u->row);
  case SCR_K_FACET: return scr_facet_ref(w, u->row);
  case SCR_K_BRICK:
  case SCR_K_MEASURE: return (scr_ref){u->id, 1};
  case SCR_K_FRACTURE: return scr_fracture_ref(w, u->row);
  default: return scr_contact_ref(w, u->c);
  }
}

static void tell_asked(scr_session *s, const elem *e) {
  char phrase[80];
  snprintf(phrase, sizeof phrase, "range fish %s", scr_fish_symbol_name(s->fish, e->symbol));
  scr_session_trace(s, &s->diag.at, phrase);
}

/* Null: a point. */
static scr_val pointer_to(scr_world *w, const subject *u) {
  if (!u->kind) return scr_val_null();
  return scr_val_ptr(u->kind, u->coming ? scr_coming_ref(w) : ref_of(w, u));
}

static bool ask_fish(scr_session *s, const elem *e, const subject *u, bool *in) {
  scr_world *w = s->lib.world;
  const scr_pose *before = w->coming;
  if (u->coming && u->coming != before) w->coming = u->coming, w->comings++;
  scr_val arg[2] = {scr_val_vec(w->dim, u->x), pointer_to(w, u)}, out = {0};
  w->asking++;
  bool ok = scr_fish_run(s->fish, e->symbol, 2, arg, &out);
  w->asking--;
  w->coming = before;
  *in = ok && scr_val_truth(&out);
  scr_val_drop(&out);
  if (!ok) tell_asked(s, e);
  return ok;
}

static bool range_has(scr_session *s, const scr_range *r, const subject *u, bool *in);

static bool elem_has(scr_session *s, const elem *e, const subject *u, bool *in) {
  const scr_world *w = s->lib.world;
  bool ok = true;
  switch (e->kind) {
  case E_ID:
  case E_ID_LIST: *in = has_id(w, e, u); break;
  case E_GROUP: *in = in_group(w, e, u); break;
  case E_NAME: *in = is_named(w, e, u); break;
  case E_CONTACT: *in = is_contact(w, e, u); break;
  case E_RADIUS: *in = u->kind == SCR_K_BALL && u->r >= e->lo && u->r <= e->hi; break;
  case E_DFN: *in = in_dfn(w, e, u); break;
  case E_FRACTURE: *in = at_fracture(w, e, u); break;
  case E_FISH: ok = ask_fish(s, e, u, in); break;
  case E_NAMED: ok = range_has(s, e->named, u, in); break;
  default:
    ok = e->kind != E_GEOMETRY || scr_geom_ask_ready(e->geometry, s);
    *in = ok && piece_in_space(w, e, u);
    break;
  }
  if (e->negate) *in = !*in;
  return ok;
}

static bool range_has(scr_session *s, const scr_range *r, const subject *u, bool *in) {
  *in = true;
  if (!r) return true;
  for (size_t k = 0; k < r->n; k++) {
    if (!elem_has(s, &r->e[k], u, in)) return false;
    if (*in == r->any) return true;
  }
  *in = !r->any;
  return true;
}

bool scr_range_calls(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++)
    if (r->e[k].kind == E_FISH || (r->e[k].kind == E_NAMED && scr_range_calls(r->e[k].named)))
      return true;
  return false;
}

bool scr_range_sizes(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++) {
    const elem *e = &r->e[k];
    if (e->kind == E_RADIUS || e->kind == E_FISH || e->extent || scr_range_sizes(e->named))
      return true;
  }
  return false;
}

/* A facet without groups has those of its wall. */
static uint32_t facet_groups(const scr_world *w, uint32_t row) {
  const uint32_t own = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_GROUPS, row);
  const uint32_t wall = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, row);
  return own ? own : *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, wall);
}

static void subject_of(const scr_world *w, scr_kind kind, uint32_t row, subject *u) {
  *u = (subject){.kind = kind, .row = row};
  const double *x = NULL;
  if (kind == SCR_K_BALL) {
    u->id = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
    u->groups = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_GROUPS, row);
    x = scr_table_at(&w->ball, SCR_BALL_POSITION, row);
    u->r = *(const double *)scr_table_at(&w->ball, SCR_BALL_RADIUS, row);
  } else if (kind == SCR_K_WALL) {
    u->id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
    u->groups = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, row);
    x = scr_table_at(&w->wall, SCR_WALL_POSITION, row);
  } else if (kind == SCR_K_MEASURE) {
    u->id = w->measure[row].id;
    x = w->measure[row].x;
    u->r = w->measure[row].r;
  } else if (kind == SCR_K_FRACTURE) {
    u->id = w->fractures.at[row].id;
    u->groups = w->fractures.at[row].groups;
    x = w->fractures.at[row].x;
  } else if (kind == SCR_K_TEMPLATE) {
    u->id = w->fractures.templates[row].id;
  } else {
    u->id = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_ID, row);
    u->groups = facet_groups(w, row);
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, row);
    for (int k = 0; k < w->dim; k++) {
      const double *p = scr_table_at(&w->vertex, SCR_VERTEX_POSITION, v[k]);
      for (int c = 0; c < 3; c++) u->x[c] += p[c] / w->dim;
    }
  }
  if (x) memcpy(u->x, x, sizeof u->x);
}

bool scr_range_has(scr_session *s, const scr_range *r, scr_kind kind, uint32_t row, bool *in) {
  subject u;
  subject_of(s->lib.world, kind, row, &u);
  return range_has(s, r, &u, in);
}

bool scr_range_has_contact(scr_session *s, const scr_range *r, scr_contact c, bool *in) {
  const scr_world *w = s->lib.world;
  subject u = {.kind = SCR_K_CONTACT,
               .c = c,
               .id = scr_contact_id(w, c),
               .groups = scr_contact_groups(w, c)};
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  memcpy(u.x, g.x, sizeof u.x);
  for (int end = 0; end < 2; end++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(w, c, end, &kind, &row);
    u.end_groups[end] = kind == SCR_K_BALL
                            ? *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_GROUPS, row)
                            : facet_groups(w, row);
  }
  return range_has(s, r, &u, in);
}

bool scr_range_has_place(scr_session *s, const scr_range *r, const double x[3], bool *in) {
  subject u = {.id = 0};
  memcpy(u.x, x, sizeof u.x);
  return range_has(s, r, &u, in);
}

bool scr_range_has_new(scr_session *s, const scr_range *r, const scr_pose *ball, uint32_t groups,
                       bool *in) {
  subject u = {.kind = SCR_K_BALL, .coming = ball, .groups = groups, .r = ball->r};
  memcpy(u.x, ball->x, sizeof u.x);
  return range_has(s, r, &u, in);
}

bool scr_range_in_fish(void *session, const char *name, const scr_val *what, bool *in) {
  scr_session *s = session;
  scr_world *w = s->lib.world;
  int k = scr_named_range_find(s, name);
  *in = k >= 0;
  if (k < 0 || !what) return true;
  const scr_range *r = s->ranges[k].range;
  if (what->type == SCR_V_VEC) {
    subject u = {.id = 0};
    memcpy(u.x, what->v, what->dim * sizeof(double));
    return range_has(s, r, &u, in);
  }
  scr_contact c;
  switch (what->kind) {
  case SCR_K_CONTACT:
    return scr_contact_of_ref(w, what->ref, &c) && scr_range_has_contact(s, r, c, in);
  case SCR_K_BALL:
    if (scr_is_coming(w, what->ref)) return scr_range_has_new(s, r, w->coming, 0, in);
    return scr_range_has(s, r, SCR_K_BALL, scr_slots_row(&w->ball_slots, what->ref), in);
  case SCR_K_WALL:
    return scr_range_has(s, r, SCR_K_WALL, scr_slots_row(&w->wall_slots, what->ref), in);
  case SCR_K_FRACTURE: return scr_range_has(s, r, SCR_K_FRACTURE, what->ref.index, in);
  default: return scr_range_has(s, r, SCR_K_FACET, scr_slots_row(&w->facet_slots, what->ref), in);
  }
}

/* ---- ranges that select nothing ---- */

/* Is the element about something that the user made and named? */
static bool names_things(const elem *e) {
  return e->kind == E_ID || e->kind == E_ID_LIST || e->kind == E_NAME || e->kind == E_GROUP ||
         e->kind == E_DFN || e->kind == E_FRACTURE;
}

bool scr_range_geometry(scr_session *s, const scr_range *r, const scr_geom *g, scr_geom_kind kind,
                        bool **marked) {
  *marked = scr_alloc((g->n[kind] + (size_t)1) * sizeof **marked);
  for (uint32_t k = 0; k < g->n[kind]; k++) {
    subject u = {.id = scr_geom_id(g, kind, k), .groups = *scr_geom_groups(g, kind, k)};
    scr_geom_centre(g, kind, k, u.x);
    if (range_has(s, r, &u, &(*marked)[k])) continue;
    scr_free(*marked);
    *marked = NULL;
    return false;
  }
  return true;
}

static uint32_t count_of(const scr_world *w, scr_kind kind) {
  switch (kind) {
  case SCR_K_BALL: return w->ball.n;
  case SCR_K_WALL: return w->wall.n;
  case SCR_K_MEASURE: return w->nmeasure;
  case SCR_K_FRACTURE: return (uint32_t)w->fractures.n;
  case SCR_K_BRICK: return 0; /* they are not the world's */
  case SCR_K_TEMPLATE: return (uint32_t)w->fractures.ntemplate;
  default: return w->facet.n;
  }
}

/* A place that nothing is in. */
static bool is_free(const scr_world *w, scr_kind kind, uint32_t row) {
  return (kind == SCR_K_FRACTURE && !w->fractures.at[row].id) ||
         (kind == SCR_K_TEMPLATE && !w->fractures.templates[row].id);
}

static bool any_piece(const scr_world *w, const elem *e, scr_kind kind) {
  for (uint32_t row = 0; row < count_of(w, kind); row++) {
    subject u;
    if (is_free(w, kind, row)) continue;
    subject_of(w, kind, row, &u);
    if (e->kind == E_NAME    ? is_named(w, e, &u)
        : e->kind == E_GROUP ? in_groups(w, e, u.groups)
                             : has_id(w, e, &u))
      return true;
  }
  return false;
}

static bool any_contact(scr_world *w, const elem *e) {
  scr_contact *list;
  bool found = false;
  size_t n = scr_contact_list(w, -1, true, &list);
  for (size_t k = 0; k < n && !found; k++)
    found = e->kind == E_GROUP ? in_groups(w, e, scr_contact_groups(w, list[k]))
                               : in_ids(e, scr_contact_id(w, list[k]));
  scr_free(list);
  return found;
}

/* Is there a thing that the element names? Contacts come and go: a group of pieces is enough for
 * them. */
static bool is_there(scr_world *w, const elem *e, scr_kind kind) {
  if (e->kind == E_DFN) return scr_dfn_find(w, e->text[0]) != SCR_NONE;
  if (e->kind == E_FRACTURE) return scr_fracture_find(w, e->ids[0]) != SCR_NONE;
  if (kind != SCR_K_CONTACT) return any_piece(w, e, kind);
  if (e->kind == E_GROUP &&
      (any_piece(w, e, SCR_K_BALL) || any_piece(w, e, SCR_K_WALL) || any_piece(w, e, SCR_K_FACET)))
    return true;
  return any_contact(w, e);
}

/* The nearest name of a group or wall that there is. */
static const char *near_name(scr_session *s, const elem *e, scr_kind kind) {
  scr_world *w = s->lib.world;
  scr_nearest near = {.word = e->text[0]};
  for (uint32_t k = 0; k < w->words.index.n; k++) {
    scr_nearest now = near;
    char *text[2] = {(char *)scr_word_text(&w->words, k), NULL};
    scr_nearest_offer(&now, text[0]);
    elem other = {.kind = e->kind, .text = text, .ntext = 2};
    if (now.best != near.best && is_there(w, &other, kind)) near = now;
  }
  for (size_t k = 0; k < s->nrange && e->kind == E_NAME; k++)
    if (s->ranges[k].name && s->ranges[k].range) scr_nearest_offer(&near, s->ranges[k].name);
  return near.best;
}

static const char *name_of_what(const elem *e, scr_kind kind) {
  if (e->owner) return "wall";
  return kind == SCR_K_WALL || kind == SCR_K_FACET ? "wall or range" : "range";
}

static void put_missing(scr_session *s, const elem *e, scr_kind kind, scr_buf *b) {
  const char *thing = e->owner ? scr_lib_kinds[SCR_K_WALL] : scr_lib_kinds[kind];
  const char *near = e->kind == E_NAME || e->kind == E_GROUP ? near_name(s, e, kind) : NULL;
  if (e->kind == E_DFN)
    scr_buf_printf(b, "there is no DFN '%s'", e->text[0]);
  else if (e->kind == E_FRACTURE)
    scr_buf_printf(b, "there is no fracture %u", e->ids[0]);
  else if (e->kind == E_GROUP)
    scr_buf_printf(b, "no %s is in the group '%s'", thing, e->text[0]);
  else if (e->kind == E_NAME)
    scr_buf_printf(b, "no %s is named '%s'", name_of_what(e, kind), e->text[0]);
  else if (e->kind == E_ID && e->ids[0] != e->ids[1])
    scr_buf_printf(b, "no %s has an id from %u to %u", thing, e->ids[0], e->ids[1]);
  else
    scr_buf_printf(b, e->nids > 1 ? "no %s has one of these ids" : "no %s has the id %u", thing,
                   e->ids[0]);
  if (near) scr_buf_printf(b, "; did you mean '%s'?", near);
}

bool scr_told_before(scr_session *s, const scr_loc *at, const char *what) {
  bool again = *what != 0;
  for (const scr_frame *f = s->frame; f; f = f->up) again = again || f->block;
  if (!again || !at->src) return false;
  scr_buf b = {0};
  scr_buf_printf(&b, "%s:%d:%d%s%s", at->src->name, at->line, at->col, *what ? ":" : "", what);
  bool before = scr_names_get(&s->told, b.s, 0) != 0;
  scr_names_set(&s->told, b.s, 1);
  scr_buf_free(&b);
  return before;
}

/* The element that names what is not there; NULL: the range is empty for another reason, as ranges
 * of space may be. */
static const elem *missing(scr_session *s, const scr_range *r, scr_kind kind) {
  for (size_t k = 0; k < r->n; k++)
    if (names_things(&r->e[k]) && !r->e[k].negate && !is_there(s->lib.world, &r->e[k], kind))
      return &r->e[k];
  return NULL;
}

/* For the last line of the run. */
static void keep_missing(scr_session *s, const elem *e) {
  scr_buf b = {0};
  if (e->kind == E_GROUP || e->kind == E_NAME)
    scr_buf_printf(&b, "%s '%s'", e->kind == E_GROUP ? "group" : "name", e->text[0]);
  else if (e->kind == E_DFN)
    scr_buf_printf(&b, "DFN '%s'", e->text[0]);
  else if (e->kind == E_FRACTURE)
    scr_buf_printf(&b, "fracture %u", e->ids[0]);
  else
    scr_buf_printf(&b, "id %u", e->ids[0]);
  scr_names_set(&s->unnamed, b.s, 1);
  scr_buf_free(&b);
}

/* A range that selects nothing since it names what is not there is suspicious. False if warnings
 * are errors. */
static bool tell_empty(scr_session *s, const scr_range *r, scr_kind kind) {
  const elem *e = r ? missing(s, r, kind) : NULL;
  if (!e) return !r || tell_two_names(s, r);
  scr_buf b = {0};
  put_missing(s, e, kind, &b);
  const bool placed = e->at.src != NULL;
  const scr_loc *at = placed ? &e->at : &s->diag.at;
  bool fine = scr_told_before(s, at, placed ? "" : b.s);
  if (!fine) {
    keep_missing(s, e);
    fine = scr_warn(&s->diag, at, SCR_E_NAME, "the range selects nothing: %s", b.s);
  }
  scr_buf_free(&b);
  return fine;
}

/* ---- lists ---- */

bool scr_range_balls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  *rows = NULL;
  scr_world *w = s->lib.world;
  uint32_t count = w->ball.n;
  uint32_t *out = scr_alloc(count * sizeof *out);
  if (count) memcpy(out, scr_ball_order(w), count * sizeof *out);
  *n = 0;
  for (uint32_t k = 0; k < count; k++) {
    bool in = true;
    if (r && !scr_range_has(s, r, SCR_K_BALL, out[k], &in)) {
      scr_free(out);
      return false;
    }
    if (in) out[(*n)++] = out[k];
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_BALL)) {
    scr_free(out);
    return false;
  }
  *rows = out;
  return true;
}

static void sort_walls(const scr_world *w, uint32_t *rows, size_t n) {
  for (size_t k = 1; k < n; k++) {
    uint32_t row = rows[k], id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
    size_t i = k;
    for (; i > 0 && *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, rows[i - 1]) > id; i--)
      rows[i] = rows[i - 1];
    rows[i] = row;
  }
}

bool scr_range_walls(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  *rows = NULL;
  scr_world *w = s->lib.world;
  uint32_t count = w->wall.n;
  uint32_t *out = scr_alloc(count * sizeof *out);
  *n = 0;
  for (uint32_t row = 0; row < count; row++) {
    bool in = true;
    if (r && !scr_range_has(s, r, SCR_K_WALL, row, &in)) {
      scr_free(out);
      return false;
    }
    if (in) out[(*n)++] = row;
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_WALL)) {
    scr_free(out);
    return false;
  }
  sort_walls(w, out, *n);
  *rows = out;
  return true;
}

/* Those of `out` that lie in the range, into *rows, which takes it over. */
static bool keep_rows(scr_session *s, const scr_range *r, scr_kind kind, uint32_t *out,
                      uint32_t count, uint32_t **rows, size_t *n) {
  bool ok = true;
  *n = 0;
  for (uint32_t k = 0; k < count && ok; k++) {
    bool in = true;
    ok = !r || scr_range_has(s, r, kind, out[k], &in);
    if (in) out[(*n)++] = out[k];
  }
  if (ok && (*n || tell_empty(s, r, kind))) return *rows = out, true;
  scr_free(out);
  return false;
}

/* Of things that keep the order of their ids. */
static bool range_rows(scr_session *s, const scr_range *r, scr_kind kind, uint32_t **rows,
                       size_t *n) {
  *rows = NULL;
  const uint32_t count = count_of(s->lib.world, kind);
  uint32_t *out = scr_alloc(SCR_MAX(count, 1u) * sizeof *out);
  for (uint32_t row = 0; row < count; row++) out[row] = row;
  return keep_rows(s, r, kind, out, count, rows, n);
}

bool scr_range_facets(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  return range_rows(s, r, SCR_K_FACET, rows, n);
}

bool scr_range_measures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  return range_rows(s, r, SCR_K_MEASURE, rows, n);
}

/* A template has an id and a name; it lies nowhere. */
bool scr_range_templates(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  uint32_t count;
  uint32_t *out = scr_template_order(s->lib.world, &count);
  return keep_rows(s, r, SCR_K_TEMPLATE, out, count, rows, n);
}

bool scr_range_fractures(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  scr_world *w = s->lib.world;
  const uint32_t count = w->fractures.count;
  uint32_t *out = scr_alloc(SCR_MAX(count, 1u) * sizeof *out);
  if (count) memcpy(out, scr_fracture_order(w), count * sizeof *out);
  return keep_rows(s, r, SCR_K_FRACTURE, out, count, rows, n);
}

bool scr_range_bricks(scr_session *s, const scr_range *r, uint32_t **rows, size_t *n) {
  const scr_bricks *all = &s->lib.bricks;
  uint32_t *out = scr_alloc((all->n + 1) * sizeof *out);
  bool ok = true;
  *n = 0;
  for (uint32_t k = 0; k < all->n && ok; k++) {
    const subject u = {.kind = SCR_K_BRICK, .row = k, .id = all->item[k].id};
    bool in = true;
    ok = range_has(s, r, &u, &in);
    if (in) out[(*n)++] = k;
  }
  if (ok && (*n || tell_empty(s, r, SCR_K_BRICK))) return *rows = out, true;
  scr_free(out);
  return false;
}

static bool wants_inactive(const scr_range *r) {
  for (size_t k = 0; r && k < r->n; k++)
    if (r->e[k].inactive || (r->e[k].named && wants_inactive(r->e[k].named))) return true;
  return false;
}

bool scr_range_contacts(scr_session *s, const scr_range *r, bool all, scr_contact **c, size_t *n) {
  *c = NULL;
  scr_contact *list;
  size_t count = scr_contact_list(s->lib.world, -1, all || wants_inactive(r), &list);
  *n = 0;
  for (size_t k = 0; k < count; k++) {
    bool in = true;
    if (r && !scr_range_has_contact(s, r, list[k], &in)) {
      scr_free(list);
      return false;
    }
    if (in) list[(*n)++] = list[k];
  }
  if (*n == 0 && !tell_empty(s, r, SCR_K_CONTACT)) {
    scr_free(list);
    return false;
  }
  *c = list;
  return true;
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
  scr_range *r = range_new(a);
  scr_args_makes(a, "range", name, &at);
  if (!r) return false;
  int old = scr_named_range_find(a->s, name);
  size_t k = old >= 0 ? (size_t)old : range_place(a->s);
  char *kept = scr_strdup(name);
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

char *scr_range_text(const scr_range *r) { return scr_strdup(r->spec); }

scr_range *scr_range_parse(scr_session *s, const char *text) {
  scr_source *src = scr_source_new("range", NULL, text, strlen(text));
  scr_line l;
  scr_range *r = NULL;
  if (scr_lex(s, src, 1, 1, &l) && scr_line_evaluate(s, &l, 0, 0)) {
    scr_args a = scr_args_of(s, l.tok, l.n, &s->diag.at);
    a.reread = true;
    r = range_new(&a);
  }
  scr_line_free(&l);
  scr_source_drop(src);
  /* the text goes: what is said of the range later stands at the command that asks then */
  for (size_t k = 0; r && k < r->n; k++) r->e[k].at = (scr_loc){0};
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
      .name = name ? scr_strdup(name) : NULL, .spec = scr_strdup(spec), .range = r};
  return true;
}

void scr_named_ranges_clear(scr_session *s) {
  for (size_t k = 0; k < s->nrange; k++) named_free(&s->ranges[k]);
  s->nrange = 0;
}
