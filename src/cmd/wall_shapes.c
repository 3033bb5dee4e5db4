/* Shapes of `wall generate`: words, checks, the facets they mean. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "cmd/check_traps.h"
#include "cmd/commands.h"
#include "cmd/import.h"
#include "cmd/wall_make.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- parameters ---- */

#define POSITION(doc)                                                                              \
  {"position", "<v>", doc}, {"position-x", "<f>", "x of it"}, {"position-y", "<f>", "y of it"}, {  \
    "position-z", "<f>", "z of it"                                                                 \
  }
#define RIM                                                                                        \
  { "resolution", "<f>", "edges of the rim are shorter than this part of the radius; default 0.1" }
#define AXIAL                                                                                      \
  {"axis", "<v>", "direction from the bottom to the top; default (0,0,1)"},                        \
      {"base", "<v>", "centre of the bottom; default the origin"},                                 \
      {"cap", "<b> <b>", "has it a bottom, a top? default both"},                                  \
      {"height", "<f>", "distance of bottom and top"}, {                                           \
    "one-wall", "", "one wall, not one each for side, bottom and top"                              \
  }

const scr_word_row scr_disk_words[] = {
    {"dip", "<f>",
     "angle below the horizontal, degrees; 0 looks up, 90 to the dip direction; default 0"},
    {"dip-direction", "<f>", "clockwise from +y, degrees; default 0"},
    POSITION("centre; default the origin"),
    {"radius", "<f>", "radius"},
    RIM,
    {0},
};
const scr_word_row scr_plane_words[] = {
    {"dip", "<f>", "angle below the horizontal, degrees (2D: from +x to +y); default 0"},
    {"dip-direction", "<f>", "clockwise from +y, degrees (3D); default 0"},
    POSITION("a point of the plane; default the origin"),
    {0},
};
const scr_word_row scr_circle_words[] = {
    POSITION("centre; default the origin"), {"radius", "<f>", "radius"}, RIM, {0}};
const scr_word_row scr_sphere_words[] = {
    POSITION("centre; default the origin"),
    {"radius", "<f>", "radius"},
    {"resolution", "<f>",
     "edges are shorter than this part of the radius; default 0.1, at least 0.005"},
    {0},
};
const scr_word_row scr_cylinder_words[] = {AXIAL, {"radius", "<f>", "radius"}, RIM, {0}};
const scr_word_row scr_cone_words[] = {
    AXIAL, {"radius", "<f> [<f>]", "radius of the bottom, and of the top; default 0"}, RIM, {0}};
const scr_word_row scr_point_words[] = {
    POSITION("centre; default the origin"),
    {"resolution", "<f>", "its edges, as part of the smallest extent of the domain; default 0.01"},
    {0},
};
const scr_word_row scr_box_words[] = {
    {"one-wall", "", "one closed wall, not one for each side"},
    {"expand", "<f>",
     "draws each side out by this factor, so that they overlap at the edges; default 1"},
    {0},
};
const scr_word_row scr_polygon_words[] = {
    {"make-planar", "", "moves the corners onto their mean plane first (3D)"},
    {"triangulate", "", "the polygon may be concave: ears are cut off one after the other (3D)"},
    {0},
};

/* All that a shape may ask for. */
typedef struct form {
  double dip, direction, x[3], axis[3], base[3], height, radius[2], resolution, expand;
  bool open[2]; /* without bottom, top */
  bool one, planar, triangulate;
  bool coarse;                            /* a fine resolution would be too many facets */
  bool two_radii;                         /* the shape has two */
  scr_loc resolution_at, expand_at, last; /* last: the word read last */
} form;

static bool read_angle(scr_args *a, const char *what, double hi, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return (*out >= 0 && *out <= hi) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s must lie between 0 and %g degrees", what, hi);
}

static bool read_dip(scr_args *a, form *p) {
  return read_angle(a, "dip", world_of(a)->dim == 2 ? 180 : 90, &p->dip);
}
static bool read_direction(scr_args *a, form *p) {
  return read_angle(a, "dip-direction", 360, &p->direction);
}
static bool read_position(scr_args *a, form *p) {
  return scr_args_vector(a, "the position", world_of(a)->dim, p->x);
}
static bool read_x(scr_args *a, form *p) { return scr_args_component(a, 0, p->x); }
static bool read_y(scr_args *a, form *p) { return scr_args_component(a, 1, p->x); }
static bool read_z(scr_args *a, form *p) { return scr_args_component(a, 2, p->x); }
static bool read_base(scr_args *a, form *p) { return scr_args_vector(a, "the base", 3, p->base); }
static bool read_height(scr_args *a, form *p) {
  return scr_args_positive(a, "the height", &p->height);
}
static bool read_one(scr_args *a, form *p) { return SCR_UNUSED(a), p->one = true; }
static bool read_planar(scr_args *a, form *p) { return SCR_UNUSED(a), p->planar = true; }
static bool read_triangulate(scr_args *a, form *p) { return SCR_UNUSED(a), p->triangulate = true; }

static bool read_expand(scr_args *a, form *p) {
  p->expand_at = scr_args_loc(a);
  return scr_args_positive(a, "the factor", &p->expand);
}

static bool read_axis(scr_args *a, form *p) {
  int from = a->k;
  if (!scr_args_vector(a, "the axis", 3, p->axis)) return false;
  if (p->axis[0] != 0 || p->axis[1] != 0 || p->axis[2] != 0) return true;
  scr_loc at = scr_args_since(a, from);
  return scr_fail(a->diag, &at, SCR_E_VALUE, "the axis has no length");
}

static bool read_cap(scr_args *a, form *p) {
  bool cap[2];
  if (!scr_args_bool(a, "whether it has a bottom", &cap[0])) return false;
  if (!scr_args_bool(a, "whether it has a top", &cap[1])) return false;
  p->open[0] = !cap[0], p->open[1] = !cap[1];
  return true;
}

/* Either end of a cone may be a point, not both. */
static bool read_radius(scr_args *a, form *p) {
  scr_loc at = scr_args_loc(a);
  if (!p->two_radii) return scr_args_positive(a, "the radius", &p->radius[0]);
  if (!scr_args_real(a, "the radius", &p->radius[0])) return false;
  if (scr_args_number_follows(a) && !scr_args_real(a, "the radius of the top", &p->radius[1]))
    return false;
  if (p->radius[0] < 0 || p->radius[1] < 0)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "a radius must not be negative");
  return p->radius[0] > 0 || p->radius[1] > 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "one of the radii must be positive");
}

static bool read_resolution(scr_args *a, form *p) {
  p->resolution_at = scr_args_loc(a);
  if (!scr_args_real(a, "the resolution", &p->resolution)) return false;
  return (p->resolution >= (p->coarse ? 0.005 : 1e-4) && p->resolution <= 1) ||
         scr_fail(a->diag, &p->resolution_at, SCR_E_VALUE,
                  "the resolution must lie between %s and 1", p->coarse ? "0.005" : "1e-4");
}

static const struct parameter {
  const char *word;
  bool (*read)(scr_args *a, form *p);
} parameters[] = {
    {"dip", read_dip},
    {"dip-direction", read_direction},
    {"position", read_position},
    {"position-x", read_x},
    {"position-y", read_y},
    {"position-z", read_z},
    {"radius", read_radius},
    {"resolution", read_resolution},
    {"axis", read_axis},
    {"base", read_base},
    {"cap", read_cap},
    {"height", read_height},
    {"one-wall", read_one},
    {"expand", read_expand},
    {"make-planar", read_planar},
    {"triangulate", read_triangulate},
};

static bool read_form(scr_args *a, const scr_word_row *words, form *p) {
  while (scr_args_more(a)) {
    int w;
    size_t k = 0;
    if (!scr_args_word(a, words, &w)) return false;
    p->last = scr_args_last(a);
    while (strcmp(parameters[k].word, words[w].word) != 0) k++;
    if (!parameters[k].read(a, p)) return false;
  }
  return true;
}

/* Is there what the shape cannot do without? Asked before a command that is only checked ends. */
static bool needs(scr_args *a, double given, const char *what) {
  return given != 0 || scr_args_expected(a, what);
}

/* Behind all words: may facets be made? A check makes them of numbers that it knows, to see where
 * they lie. */
static bool may_make(scr_args *a) {
  return scr_args_finish(a) || (a->dry && scr_args_end(a) && !a->diag->failed && !a->unknowns);
}

/* The domain that the facets are made to fit; NULL: a check does not know it. */
static const scr_domain *domain_of(scr_args *a) {
  return may_make(a) ? scr_domain_so_far(a) : NULL;
}

/* The word of the shape was the last one read. */
static bool of_dimension(scr_args *a, int dim) {
  scr_loc at = scr_args_last(a);
  const scr_token *t = &a->tok[a->k - 1];
  return world_of(a)->dim == dim ||
         scr_fail(a->diag, &at, SCR_E_UNSUPPORTED, "a %s is a shape of %dD", t->text, dim);
}

/* ---- shapes ---- */

static bool shape_disk(scr_args *a, scr_wall_batch *b) {
  form p = {.resolution = 0.1};
  if (!of_dimension(a, 3) || !read_form(a, scr_disk_words, &p)) return false;
  if (!needs(a, p.radius[0], "the radius of the disk") || !may_make(a)) return false;
  scr_dip axes = scr_dip_axes(3, p.dip, p.direction);
  scr_shape_disk(scr_wall_batch_round(b, NULL, p.x), &axes, p.x, p.radius[0], p.resolution);
  return true;
}

static bool shape_plane(scr_args *a, scr_wall_batch *b) {
  const scr_world *w = world_of(a);
  form p = {0};
  int from = a->k;
  if (!scr_domain_needed(a) || !read_form(a, scr_plane_words, &p)) return false;
  const scr_domain *o = domain_of(a);
  if (!o) return false;
  scr_dip axes = scr_dip_axes(w->dim, p.dip, p.direction);
  if (scr_shape_plane(scr_wall_batch_shape(b, NULL), w->dim, &axes, p.x, o->lo, o->hi)) return true;
  scr_loc at = scr_args_since(a, from);
  return scr_fail(a->diag, &at, SCR_E_VALUE, "the plane does not cut the domain");
}

static bool shape_box(scr_args *a, scr_wall_batch *b) {
  int dim = world_of(a)->dim;
  double lo[3], hi[3];
  form p = {.expand = 1};
  if (!scr_args_extent(a, lo, hi) || !read_form(a, scr_box_words, &p)) return false;
  if (p.one && p.expand != 1)
    return scr_fail(a->diag, &p.expand_at, SCR_E_VALUE, "a closed box cannot be expanded");
  b->naming = p.one ? SCR_NAMING_WHOLE : SCR_NAMING_SIDES;
  if (!may_make(a)) return false;
  if (p.one) return scr_shape_box(scr_wall_batch_shape(b, NULL), dim, lo, hi), true;
  const scr_box_side *side;
  for (int n = scr_box_sides(dim, &side), k = 0; k < n; k++)
    scr_shape_box_side(scr_wall_batch_shape(b, side[k].name), dim, &side[k], lo, hi, p.expand);
  return true;
}

static bool shape_circle(scr_args *a, scr_wall_batch *b) {
  form p = {.resolution = 0.1};
  if (!of_dimension(a, 2) || !read_form(a, scr_circle_words, &p)) return false;
  if (!needs(a, p.radius[0], "the radius of the circle") || !may_make(a)) return false;
  scr_shape_circle(scr_wall_batch_round(b, NULL, p.x), p.x, p.radius[0], p.resolution);
  return true;
}

static bool shape_sphere(scr_args *a, scr_wall_batch *b) {
  form p = {.resolution = 0.1, .coarse = true};
  if (!of_dimension(a, 3) || !read_form(a, scr_sphere_words, &p)) return false;
  if (!needs(a, p.radius[0], "the radius of the sphere")) return false;
  if (!may_make(a)) return false;
  scr_shape_sphere(scr_wall_batch_round(b, NULL, p.x), p.x, p.radius[0], p.resolution);
  return true;
}

enum { BOTTOM, TOP, SIDE };

static bool has_end(const form *p, int end) { return !p->open[end] && p->radius[end] > 0; }

static scr_wall_naming cone_naming(const form *p) {
  return p->one || (!has_end(p, BOTTOM) && !has_end(p, TOP)) ? SCR_NAMING_WHOLE : SCR_NAMING_PARTS;
}

/* Side and ends, into one shape or each into its own. Ids follow the order: a cone begins with its
 * bottom. */
static void make_cone(scr_wall_batch *b, const form *p, bool cylinder) {
  static const char *const name[] = {[BOTTOM] = "Bottom", [TOP] = "Top", [SIDE] = "Side"};
  static const int order[2][3] = {{BOTTOM, SIDE, TOP}, {SIDE, BOTTOM, TOP}};
  const bool whole = b->naming == SCR_NAMING_WHOLE;
  const scr_dip axes = scr_axes_along(p->axis);
  double top[3], middle[3];
  for (int c = 0; c < 3; c++)
    top[c] = p->base[c] + p->height * axes.n[c], middle[c] = 0.5 * (p->base[c] + top[c]);
  const bool even = p->radius[0] == p->radius[1] && (!whole || p->open[0] == p->open[1]);
  const double *const centre[] = {[BOTTOM] = p->base, [TOP] = top, [SIDE] = middle};
  scr_shape *s = NULL;
  for (int k = 0; k < 3; k++) {
    const int part = order[whole || cylinder][k];
    if (part != SIDE && !has_end(p, part)) continue;
    if (!s || !whole)
      s = part == SIDE && !even ? scr_wall_batch_shape(b, name[part])
                                : scr_wall_batch_round(b, name[part], centre[part]);
    if (part == SIDE)
      scr_shape_cone(s, &axes, p->base, p->height, p->radius, p->resolution);
    else
      scr_shape_cone_end(s, &axes, p->base, p->height, p->radius, p->resolution, part);
  }
  if (whole) scr_shape_weld(s);
}

static bool shape_cone(scr_args *a, scr_wall_batch *b) {
  form p = {.resolution = 0.1, .axis = {0, 0, 1}, .two_radii = true};
  if (!of_dimension(a, 3) || !read_form(a, scr_cone_words, &p)) return false;
  if (!needs(a, p.radius[0] + p.radius[1], "the radius of the cone")) return false;
  if (!needs(a, p.height, "the height of the cone")) return false;
  b->naming = cone_naming(&p);
  if (!may_make(a)) return false;
  make_cone(b, &p, false);
  return true;
}

static bool shape_cylinder(scr_args *a, scr_wall_batch *b) {
  form p = {.resolution = 0.1, .axis = {0, 0, 1}};
  if (!of_dimension(a, 3) || !read_form(a, scr_cylinder_words, &p)) return false;
  if (!needs(a, p.radius[0], "the radius of the cylinder")) return false;
  if (!needs(a, p.height, "the height of the cylinder")) return false;
  p.radius[1] = p.radius[0];
  b->naming = cone_naming(&p);
  if (!may_make(a)) return false;
  make_cone(b, &p, true);
  return true;
}

static bool shape_line(scr_args *a, scr_wall_batch *b) {
  double x[2][3] = {{0}};
  if (!of_dimension(a, 2) || !scr_args_vector(a, "the first end", 2, x[0])) return false;
  int from = a->k;
  if (!scr_args_vector(a, "the second end", 2, x[1])) return false;
  scr_loc at = scr_args_since(a, from);
  if (x[0][0] == x[1][0] && x[0][1] == x[1][1])
    return scr_fail(a->diag, &at, SCR_E_VALUE, "the line has no length");
  scr_shape *s = scr_wall_batch_shape(b, NULL);
  for (int k = 0; k < 2; k++) scr_shape_vertex(s, x[k]);
  scr_shape_facet(s, 0, 1, 0);
  return true;
}

static bool shape_point(scr_args *a, scr_wall_batch *b) {
  const scr_world *w = world_of(a);
  form p = {.resolution = 0.01};
  if (!scr_domain_needed(a) || !read_form(a, scr_point_words, &p)) return false;
  const scr_domain *o = domain_of(a);
  if (!o) return false;
  double l = HUGE_VAL;
  for (int c = 0; c < w->dim; c++) l = SCR_MIN(l, p.resolution * (o->hi[c] - o->lo[c]));
  const double low = w->dim == 2 ? 0 : -l * sqrt(1.0 / 12),
               corner[3][2] = {{-0.5 * l, low}, {0.5 * l, low}, {0, l * sqrt(1.0 / 3)}};
  scr_shape *s = scr_wall_batch_round(b, NULL, p.x);
  for (int k = 0; k < w->dim; k++)
    scr_shape_vertex(s, (double[3]){p.x[0] + corner[k][0], p.x[1] + corner[k][1], p.x[2]});
  scr_shape_facet(s, 0, 1, w->dim == 3 ? 2 : 0);
  return true;
}

/* ---- polygon ---- */

static bool polygon_fails(scr_args *a, scr_polygon_fault fault, const scr_places *p,
                          uint32_t corner) {
  scr_diag *d = a->diag;
  const scr_loc *at = &p->at[corner], *all = &p->at[0];
  switch (fault) {
  case SCR_POLYGON_FINE: return true;
  case SCR_POLYGON_FEW: return scr_args_expected(a, "at least three corners");
  case SCR_POLYGON_DOUBLE:
    return scr_fail(d, at, SCR_E_VALUE, "corner %u stands where the one before it does",
                    corner + 1);
  case SCR_POLYGON_FLAT: return scr_fail(d, all, SCR_E_VALUE, "the polygon has no area");
  case SCR_POLYGON_BENT:
    scr_fail(d, at, SCR_E_VALUE, "corner %u lies off the mean plane of the polygon", corner + 1);
    return scr_hint(d, "'make-planar' moves the corners onto it");
  case SCR_POLYGON_CONCAVE:
    scr_fail(d, at, SCR_E_VALUE, "the polygon is concave at corner %u", corner + 1);
    return scr_hint(d, "'triangulate' divides such a polygon");
  case SCR_POLYGON_CROSSED:
    return scr_fail(d, all, SCR_E_VALUE, "sides of the polygon cross or touch");
  }
  return false;
}

/* Two axes of the plane that holds the corners: along the first that leaves the first one, and
 * across. False: they lie on a line. */
static bool plane_axes(size_t n, const double *x, double u[3], double v[3]) {
  double along[3], best = 0;
  for (int i = 0; i < 3; i++) along[i] = x[3 + i] - x[i];
  for (size_t k = 2; k < n; k++) {
    double to[3], normal[3];
    for (int i = 0; i < 3; i++) to[i] = x[3 * k + (size_t)i] - x[i];
    scr_cross3(along, to, normal);
    const double size = scr_dot3(normal, normal);
    if (!(size > best)) continue;
    best = size;
    scr_cross3(normal, along, v);
  }
  const double lu = sqrt(scr_dot3(along, along)), lv = best > 0 ? sqrt(scr_dot3(v, v)) : 0;
  for (int i = 0; i < 3; i++) u[i] = along[i] / lu, v[i] /= lv > 0 ? lv : 1;
  return lu > 0 && lv > 0;
}

/* The corners in turn around their middle, from the first one on, towards the second. */
static bool in_turn(size_t n, const double *x, double *out) {
  double u[3], v[3] = {0}, middle[3] = {0}, *angle = scr_alloc(n * sizeof *angle);
  size_t *order = scr_alloc(n * sizeof *order);
  const bool ok = plane_axes(n, x, u, v);
  for (size_t k = 0; k < 3 * n; k++) middle[k % 3] += x[k] / (double)n;
  for (size_t k = 0, at; ok && k < n; k++) {
    double d[3];
    for (int i = 0; i < 3; i++) d[i] = x[3 * k + (size_t)i] - middle[i];
    angle[k] = scr_atan2(scr_dot3(d, v), scr_dot3(d, u));
    if (angle[k] < angle[0]) angle[k] += 2 * SCR_PI;
    for (at = k; at > 1 && angle[order[at - 1]] > angle[k]; at--) order[at] = order[at - 1];
    order[at] = k;
  }
  for (size_t k = 0; ok && k < n; k++) memcpy(out + 3 * k, x + 3 * order[k], 3 * sizeof *x);
  scr_free(angle), scr_free(order);
  return ok;
}

/* PFC takes the corners of a convex polygon in any order: so do we, and say so. */
static bool try_in_turn(scr_args *a, scr_shape *s, const scr_places *x, const form *p, bool *made) {
  uint32_t corner;
  double *turned = scr_alloc(3 * x->n * sizeof *turned);
  *made = in_turn(x->n, x->x, turned) && scr_shape_polygon(s, 3, turned, (uint32_t)x->n, p->planar,
                                                           false, &corner) == SCR_POLYGON_FINE;
  scr_free(turned);
  return !*made || scr_warn(a->diag, &x->at[0], SCR_E_VALUE,
                            "sides of the polygon cross: its corners are taken in turn");
}

static bool make_polygon(scr_args *a, scr_wall_batch *b, const scr_places *x, const form *p) {
  uint32_t corner = 0;
  bool made = false;
  scr_shape *s = scr_wall_batch_shape(b, NULL);
  const int dim = world_of(a)->dim;
  const uint32_t nv = s->nv, nf = s->nf;
  scr_polygon_fault fault =
      scr_shape_polygon(s, dim, x->x, (uint32_t)x->n, p->planar, p->triangulate, &corner);
  const bool crosses =
      fault == SCR_POLYGON_FLAT || fault == SCR_POLYGON_CROSSED || fault == SCR_POLYGON_CONCAVE;
  if (crosses && dim == 3 && !p->triangulate) {
    s->nv = nv, s->nf = nf; /* what the first try left */
    if (!try_in_turn(a, s, x, p, &made)) return false;
  }
  return made || polygon_fails(a, fault, x, corner);
}

static bool shape_polygon(scr_args *a, scr_wall_batch *b) {
  const int dim = world_of(a)->dim;
  scr_places x = {0};
  form p = {0};
  bool ok = scr_args_places(a, &x) && read_form(a, scr_polygon_words, &p);
  if (ok && dim == 2 && (p.planar || p.triangulate))
    ok = scr_fail(a->diag, &p.last, SCR_E_UNSUPPORTED, "a polygon of 2D is a line, not a surface");
  ok = ok && (!scr_places_known(a, &x) || make_polygon(a, b, &x, &p)) && scr_args_finish(a);
  scr_places_free(&x);
  return ok;
}

/* In the order of SCR_SHAPE_WORDS. */
bool scr_wall_shape(scr_args *a, scr_wall_batch *b, int which) {
  static bool (*const shape[])(scr_args * a, scr_wall_batch * b) = {
      shape_box,      shape_disk, shape_plane, shape_circle,  shape_cone,
      shape_cylinder, shape_line, shape_point, shape_polygon, shape_sphere};
  return shape[which](a, b);
}
