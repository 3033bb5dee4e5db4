/* Walls of PFC 3 and 4: points, planes without end, motion, properties. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/legacy_rows.h"
#include "cmd/range.h"
#include "cmd/wall_make.h"
#include "world/shapes/shape.h"

static scr_world *world_of(scr_args *a) { return a->lib->world; }

enum {
  W_ID,
  W_KN,
  W_KS,
  W_FRIC,
  W_NODES,
  W_FACE,
  W_XVEL,
  W_YVEL,
  W_ZVEL,
  W_ORIGIN,
  W_NORMAL,
  W_X,
  W_Y,
  W_Z,
  W_SPIN,
  W_XSPIN,
  W_YSPIN,
  W_ZSPIN,
  W_FRICTION,
  W_MAXFRIC,
  W_PROPERTY
};
const scr_word_row scr_legacy_wall_words[] = {
    {"id", "<i>", "identifier"},
    {"kn", "<f>", "normal stiffness"},
    {"ks", "<f>", "shear stiffness"},
    {"fric", "<f>", "friction coefficient"},
    {"nodes", "(x,y) (x,y) ...", "line through points, 2D"},
    {"face", "(x,y,z) ...", "polygon, 3D"},
    {"xvel", "<f>", "velocity"},
    {"yvel", "<f>", "velocity"},
    {"zvel", "<f>", "velocity"},
    {"origin", "<v>", "a point of a plane that does not end"},
    {"normal", "<v>", "the side of that plane on which balls lie"},
    {"x", "<f>", "point about which it turns, which w_x reads"},
    {"y", "<f>", "point about which it turns, which w_y reads"},
    {"z", "<f>", "point about which it turns, which w_z reads"},
    {"spin", "<f>", "angular velocity about z, rad/s, 2D"},
    {"xspin", "<f>", "angular velocity, rad/s, 3D"},
    {"yspin", "<f>", "angular velocity, rad/s, 3D"},
    {"zspin", "<f>", "angular velocity, rad/s"},
    {"friction", "<f>", "friction coefficient"},
    {"maxfric", "", "!the friction of a contact is the smaller one of its two pieces"},
    {"property", "<name> <f> ... [id <i>] [range]", "properties of walls, all or some: kn ks fric"},
    {"type", "<shape>",
     "!write 'wall generate cylinder' or 'wall generate sphere' of today, in a file that this one "
     "calls"},
    {NULL, NULL, NULL}};

typedef struct wall_read {
  uint32_t id, nv;
  double x[3 * 256];
  double surface[3], v[3], origin[3], normal[3], center[3], spin[3];
  bool has_surface[3], has_v[3], has_origin, has_normal, has_center[3], has_spin[3];
  bool edits; /* walls that are there: `property` */
  int id_at, points_at, points_end, surface_at[3], v_at[3], center_at[3],
      spin_at[3]; /* tokens; 0: not given */
} wall_read;

/* A vector of FISH; where values are not known, one before a point in parentheses. */
static bool vector_follows(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_VALUE) return false;
  if (!t->unknown || scr_args_enclosed(a)) return t->val.type == SCR_V_VEC;
  a->k++;
  const bool points = scr_args_enclosed(a) > 0;
  a->k--;
  return points;
}

static bool read_nodes(scr_args *a, wall_read *w) {
  int dim = world_of(a)->dim;
  for (;;) {
    const bool vector = vector_follows(a);
    if (!vector && !scr_args_number_follows(a)) break;
    scr_loc at = scr_args_loc(a);
    if (w->nv == 256)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "a wall has at most 256 points here");
    if (vector && scr_args_peek(a)->unknown) {
      a->k++, a->unknowns++, w->nv++;
      continue;
    }
    if (!scr_args_vector(a, "a point", dim, &w->x[3 * w->nv])) return false;
    w->nv++;
  }
  return w->nv >= (uint32_t)dim ||
         scr_args_expected(a, dim == 2 ? "at least two points" : "at least three points");
}

/* A plane that does not end: one so large that balls do not get beyond, and so small that its
 * corners lie where rounding is far below any overlap. */
static bool make_plane(scr_args *a, wall_read *w) {
  enum { HALF = 10000 };
  const int dim = world_of(a)->dim;
  const double *n = w->normal, size = sqrt(scr_dot3(n, n)),
               up[3] = {n[0] / size, n[1] / size, n[2] / size};
  if (w->nv)
    return scr_fail(a->diag, &a->loc, SCR_E_SYNTAX,
                    "a wall has points, or is a plane of an origin and a normal: not both");
  if (!w->has_origin || !w->has_normal)
    return scr_args_expected(a, w->has_origin ? "'normal' and a direction" : "'origin', a point");
  if (!(size > 0))
    return scr_fail(a->diag, &a->loc, SCR_E_VALUE, "the normal of a wall must have a length");
  double along[3] = {up[1], -up[0], 0}, across[3];
  if (dim == 3) {
    const int least = fabs(up[0]) < 0.6 ? 0 : 1;
    const double axis[3] = {least == 0, least == 1, 0};
    scr_cross3(axis, up, along);
    const double length = sqrt(scr_dot3(along, along));
    for (int k = 0; k < 3; k++) along[k] /= length;
    scr_cross3(up, along, across);
  }
  static const double corner[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (w->nv = 0; w->nv < (dim == 2 ? 2u : 4u); w->nv++)
    for (int k = 0; k < 3; k++)
      w->x[3 * w->nv + k] = w->origin[k] + HALF * (corner[w->nv][0] * along[k] +
                                                   (dim == 3 ? corner[w->nv][1] * across[k] : 0));
  return true;
}

static const char *const surface[] = {"kn", "ks", "fric"};

static bool read_surface(scr_args *a, const char *name, double *value) {
  scr_loc at = scr_args_loc(a);
  return scr_args_real(a, "a value", value) && scr_surface_check(a, &at, name, value, 1);
}

/* Where what stands after a word begins. */
static void note_place(const scr_args *a, wall_read *out, int w) {
  if (w == W_ID) out->id_at = a->k;
  if (w >= W_KN && w <= W_FRIC) out->surface_at[w - W_KN] = a->k;
  if ((w == W_NODES || w == W_FACE) && !out->points_at) out->points_at = a->k;
  if (w >= W_XVEL && w <= W_ZVEL) out->v_at[w - W_XVEL] = a->k;
  if (w >= W_X && w <= W_Z) out->center_at[w - W_X] = a->k;
  if (w >= W_SPIN && w <= W_ZSPIN) out->spin_at[w == W_SPIN ? 2 : w - W_XSPIN] = a->k;
}

/* The corners of each facet in turn. */
static void today_vertices(scr_args *a, const wall_read *r, scr_buf *out) {
  const int dim = world_of(a)->dim;
  scr_buf_puts(out, " vertices");
  for (int k = 0; k + dim <= (int)r->nv; k++)
    for (int c = 0; c < dim; c++) {
      const int corner = dim == 3 && c == 0 ? 0 : k + c;
      const int from = r->points_at + dim * corner;
      char *place = scr_today_tokens(a, from, from + dim);
      scr_buf_printf(out, " (%s )", place);
      scr_free(place);
    }
}

/* The components that were given, each with its word and its token. */
static void put_given(scr_args *a, const char *const word[3], const int at[3], scr_buf *out) {
  for (int k = 0; k < 3; k++) {
    char *value = at[k] ? scr_today_tokens(a, at[k], at[k] + 1) : NULL;
    if (value) scr_buf_printf(out, " %s%s", word[k], value);
    scr_free(value);
  }
}

static void today_wall(scr_args *a, const wall_read *r) {
  static const char
      *const velocity[] = {"velocity-x", "velocity-y", "velocity-z"},
             *const center[] = {"rotation-center-x", "rotation-center-y", "rotation-center-z"},
             *const point[] = {"displacement-x", "displacement-y", "displacement-z"},
             *const spin[] = {"spin-x", "spin-y", "spin-z"}, *const flat[] = {"", "", "spin"};
  scr_buf make = {0}, prop = {0}, move = {0};
  char *id = r->id_at ? scr_today_tokens(a, r->id_at, r->id_at + 1) : NULL;
  const int dim = world_of(a)->dim;
  const bool plain = r->points_end - r->points_at == dim * (int)r->nv;
  if (r->has_origin)
    scr_today_refuse(a,
                     "a wall without end is 'wall generate plane' today, as large as the domain");
  if (r->nv && !plain) goto done; /* points that are vectors of FISH */
  if (r->nv) {
    scr_buf_printf(&make, "wall create%s%s", id ? " id" : "", id ? id : "");
    today_vertices(a, r, &make);
    scr_today_line(a, "%s", make.s);
  }
  put_given(a, surface, r->surface_at, &prop);
  put_given(a, velocity, r->v_at, &move);
  put_given(a, center, r->center_at, &move);
  put_given(a, point, r->center_at, &move);
  put_given(a, dim == 2 ? flat : spin, r->spin_at, &move);
  char *range = r->edits ? scr_today_rest(a) : NULL;
  const char *by = r->edits && !id ? "" : " range id", *which = id         ? id
                                                                : r->edits ? range
                                                                           : " [wall.maxid]";
  if (prop.n) scr_today_line(a, "wall property%s%s%s", prop.s, by, which);
  if (move.n) scr_today_line(a, "wall attribute%s%s%s", move.s, by, which);
  scr_free(range);
  scr_today_acts(a);
done:
  scr_free(id);
  scr_buf_free(&make), scr_buf_free(&prop), scr_buf_free(&move);
}

/* Spins about x and y are those of space. */
static bool read_spin(scr_args *a, wall_read *out, int w) {
  const int axis = w == W_SPIN ? 2 : w - W_XSPIN;
  const scr_loc at = a->tok[a->k - 1].loc;
  if (world_of(a)->dim == 2 && axis < 2)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "in two dimensions walls turn about z alone");
  out->has_spin[axis] = true;
  return scr_args_real(a, "an angular velocity", &out->spin[axis]);
}

/* kn, ks or fric: of two values the last one counts, as of all properties. */
static bool read_own(scr_args *a, wall_read *out, int k) {
  const scr_loc at = a->tok[a->k - 1].loc;
  if (out->has_surface[k] && !scr_warn(a->diag, &at, SCR_E_SYNTAX,
                                       "'%s' is given twice: the last value counts", surface[k]))
    return false;
  out->has_surface[k] = true;
  return read_surface(a, surface[k], &out->surface[k]);
}

static bool read_wall_word(scr_args *a, wall_read *out, int w) {
  const int dim = world_of(a)->dim;
  switch (w) {
  case W_ID: return scr_legacy_id(a, &out->id);
  case W_NODES:
  case W_FACE: return read_nodes(a, out);
  case W_XVEL:
  case W_YVEL:
  case W_ZVEL:
    out->has_v[w - W_XVEL] = true;
    return scr_legacy_no_z(a, w - W_XVEL) && scr_args_real(a, "a velocity", &out->v[w - W_XVEL]);
  case W_ORIGIN: out->has_origin = true; return scr_args_vector(a, "a point", dim, out->origin);
  case W_NORMAL: out->has_normal = true; return scr_args_vector(a, "a normal", dim, out->normal);
  case W_X:
  case W_Y:
  case W_Z:
    out->has_center[w - W_X] = true;
    return scr_legacy_no_z(a, w - W_X) && scr_args_real(a, "a coordinate", &out->center[w - W_X]);
  case W_SPIN:
  case W_XSPIN:
  case W_YSPIN:
  case W_ZSPIN: return read_spin(a, out, w);
  default: return read_own(a, out, w - W_KN);
  }
}

static bool read_wall(scr_args *a, wall_read *out) {
  while (!scr_args_end(a) && !scr_legacy_at_range(a)) {
    int w;
    if (!scr_args_word(a, scr_legacy_wall_words, &w)) return false;
    if (w == W_NODES || w == W_FACE) scr_args_again(a);
    if (w == W_PROPERTY) continue; /* `wall id 1 property fric 0.5` */
    if (w == W_FRICTION) w = W_FRIC;
    if (w >= W_KN && w <= W_FRIC) scr_args_again(a);
    note_place(a, out, w);
    if (!read_wall_word(a, out, w)) return false;
    if (w == W_NODES || w == W_FACE) out->points_end = a->k;
  }
  return !(out->has_origin || out->has_normal) || make_plane(a, out);
}

/* Segments along the points (2D) or a fan of triangles (3D); their vertices and the centre are
 * those that 'wall create vertices' gives. */
static bool make_wall(scr_args *a, const wall_read *r, uint32_t *row) {
  scr_shape s = {0};
  scr_world *w = world_of(a);
  const uint32_t dim = (uint32_t)w->dim;
  double centre[3];
  for (uint32_t k = 0; k < r->nv; k++) scr_shape_vertex(&s, r->x + 3 * (size_t)k);
  for (uint32_t k = 0; k + dim <= r->nv; k++)
    scr_shape_facet(&s, dim == 2 ? k : 0, k + 1, dim == 2 ? 0 : k + 2);
  scr_shape_weld(&s);
  const bool ok = scr_wall_create(w, a->diag, r->id, NULL, s.nv, s.x, s.nf, s.facet, row);
  if (ok && scr_shape_centre(&s, w->dim, centre)) scr_wall_put(w, *row, centre);
  scr_shape_free(&s);
  return ok;
}

/* Components that were given, of a quantity that the wall has. */
static bool set_given(scr_args *a, uint32_t row, int q, const bool has[3], const double value[3]) {
  scr_world *w = world_of(a);
  double v[3];
  if (!has[0] && !has[1] && !has[2]) return true;
  scr_wall_get(w, row, q, v);
  const bool one = scr_quantity_comps(&scr_wall_quantity[q], w->dim) == 1;
  for (int k = 0; k < 3; k++)
    if (has[k]) v[one ? 0 : k] = value[k];
  return scr_wall_set(w, a->diag, row, q, v);
}

/* What was given, of a wall that is there. */
static bool change_wall(scr_args *a, uint32_t row, const wall_read *r) {
  for (int k = 0; k < 3; k++)
    if (r->has_surface[k]) scr_wall_set_surface(world_of(a), row, surface[k], r->surface[k]);
  return set_given(a, row, SCR_Q_WALL_CENTER, r->has_center, r->center) &&
         set_given(a, row, SCR_Q_WALL_DISPLACEMENT, r->has_center, r->center) &&
         set_given(a, row, SCR_Q_WALL_VELOCITY, r->has_v, r->v) &&
         set_given(a, row, SCR_Q_WALL_SPIN, r->has_spin, r->spin);
}

static bool says_anything(const wall_read *r) {
  for (int k = 0; k < 3; k++)
    if (r->has_surface[k] || r->has_v[k] || r->has_center[k] || r->has_spin[k]) return true;
  return false;
}

/* `wall property friction 0.5`: of all walls, of one (`id 3`), or of those in a range. */
static bool wall_property(scr_args *a) {
  wall_read r = {0};
  scr_range *range;
  uint32_t *rows = NULL;
  size_t n = 0;
  const scr_loc at = scr_args_loc(a);
  if (scr_args_end(a)) return scr_args_expected(a, "kn, ks, fric or a velocity");
  r.edits = true;
  if (!read_wall(a, &r)) return false;
  if (r.nv) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'wall property' makes no walls");
  if (!says_anything(&r)) return scr_args_expected(a, "kn, ks, fric or a velocity");
  if (r.id && !scr_args_end(a)) return scr_args_finish(a);
  if (scr_today_asked(a)) today_wall(a, &r);
  if (!scr_args_range(a, &range)) return false;
  const uint32_t one = r.id ? scr_wall_find(world_of(a), r.id) : SCR_NONE;
  bool ok = !r.id || one != SCR_NONE || a->dry ||
            scr_fail(a->diag, &at, SCR_E_NAME, "there is no wall %u", r.id);
  if (ok && !r.id) ok = scr_range_walls(a->s, range, &rows, &n);
  if (one != SCR_NONE) ok = change_wall(a, one, &r);
  for (size_t k = 0; ok && k < n; k++) ok = change_wall(a, rows[k], &r);
  scr_free(rows);
  scr_range_free(range);
  return ok;
}

/* A wall that is there keeps its points: those of the command are left out. */
static bool points_stay(scr_args *a, wall_read *r) {
  char name[16];
  if (!r->id || !r->nv) return true;
  snprintf(name, sizeof name, "%u", r->id);
  const bool there = scr_args_checks(a) ? !scr_args_is_new(a, "wall", name, &a->tok[r->id_at].loc)
                                        : scr_wall_find(world_of(a), r->id) != SCR_NONE;
  if (!there) return true;
  r->nv = 0, r->points_at = r->points_end = 0;
  if (!says_anything(r)) scr_today_refuse(a, "the wall is there already, and its points stay");
  return scr_warn(a->diag, &a->loc, SCR_E_STATE, "wall %u is there already: its points stay",
                  r->id);
}

bool scr_legacy_wall(scr_args *a) {
  wall_read r = {0};
  if (scr_args_take(a, "property")) return wall_property(a);
  if (!read_wall(a, &r) || !points_stay(a, &r)) return false;
  if (scr_today_asked(a)) today_wall(a, &r);
  if (!scr_args_finish(a)) return false;
  scr_world *w = world_of(a);
  uint32_t row = r.id ? scr_wall_find(w, r.id) : SCR_NONE;
  if (row == SCR_NONE && r.nv == 0) return scr_args_expected(a, "'nodes' or 'face'");
  if (row == SCR_NONE && (!scr_may_edit_bodies(w, a->diag) || !make_wall(a, &r, &row)))
    return false;
  return change_wall(a, row, &r);
}
