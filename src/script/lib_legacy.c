/* FISH: names of the 3.x and 4.0 dialect for balls, walls, contacts and the model. Those for tables
 * stand in lib_table.c. */
#include "script/lib_private.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "base/xsum.h"
#include "world/measure/measure.h"

/* ---- quantities of balls and walls ---- */

/* A vector by axis: X(thing, name, quantity, axis, name of today). A ~ in the name of today: what
 * follows belongs to 3D alone. */
#define AXES(X, thing, before, after, quantity, today)                                             \
  X(thing, before##x##after, quantity, 0, today ".x")                                              \
  X(thing, before##y##after, quantity, 1, today ".y")                                              \
  X(thing, before##z##after, quantity, 2, today "~.z")

/* In 2D a rotation is its z component, and has a name without an axis. */
#define AXES_RW(X)                                                                                 \
  AXES(X, ball, b_, , "position", "ball.pos")                                                      \
  AXES(X, ball, b_, vel, "velocity", "ball.vel")                                                   \
  AXES(X, ball, b_, disp, "displacement", "ball.disp")                                             \
  AXES(X, ball, b_, fap, "force-applied", "ball.force.app")                                        \
  AXES(X, ball, b_, map, "moment-applied", "ball.moment.app")                                      \
  AXES(X, ball, b_r, vel, "spin", "ball.spin")                                                     \
  X(ball, b_map, "moment-applied", 2, "ball.moment.app~.z")                                        \
  X(ball, b_rvel, "spin", 2, "ball.spin~.z")                                                       \
  AXES(X, wall, w_, , "displacement", "wall.disp")                                                 \
  AXES(X, wall, w_, vel, "velocity", "wall.vel")                                                   \
  AXES(X, wall, w_r, vel, "spin", "wall.spin")                                                     \
  X(wall, w_rvel, "spin", 2, "wall.spin~.z")

#define AXES_RO(X)                                                                                 \
  AXES(X, ball, b_, fob, "force-unbalanced", "ball.force.unbal")                                   \
  AXES(X, ball, b_, mom, "moment-unbalanced", "ball.moment.unbal")                                 \
  X(ball, b_mom, "moment-unbalanced", 2, "ball.moment.unbal~.z")                                   \
  AXES(X, wall, w_, fob, "force-contact", "wall.force.contact")                                    \
  AXES(X, wall, w_, mom, "moment-contact", "wall.moment.contact")                                  \
  X(wall, w_mom, "moment-contact", 2, "wall.moment.contact~.z")

/* Whole quantities: X(thing, name, quantity, result, name of today). */
#define WHOLE_RW(X)                                                                                \
  X(ball, b_rad, "radius", "f", "ball.radius")                                                     \
  X(ball, b_dens, "density", "f", "ball.density")                                                  \
  X(ball, b_damp, "damp", "f", "ball.damp")                                                        \
  X(ball, b_vpos, "position", "v", "ball.pos")                                                     \
  X(ball, b_vvel, "velocity", "v", "ball.vel")                                                     \
  X(ball, b_vdisp, "displacement", "v", "ball.disp")                                               \
  X(ball, b_vfap, "force-applied", "v", "ball.force.app")                                          \
  X(ball, b_vmap, "moment-applied", "*", "ball.moment.app")                                        \
  X(ball, b_vrvel, "spin", "*", "ball.spin")                                                       \
  X(wall, w_pos, "displacement", "v", "wall.disp")                                                 \
  X(wall, w_vvel, "velocity", "v", "wall.vel")                                                     \
  X(wall, w_vrvel, "spin", "*", "wall.spin")

#define WHOLE_RO(X)                                                                                \
  X(ball, b_mass, "mass", "f", "ball.mass")                                                        \
  X(ball, b_moi, "moi", "f", "ball.moi")                                                           \
  X(ball, b_realmass, "mass", "f", "ball.mass")                                                    \
  X(ball, b_realmoi, "moi", "f", "ball.moi")                                                       \
  X(ball, b_vfob, "force-unbalanced", "v", "ball.force.unbal")                                     \
  X(ball, b_vmom, "moment-unbalanced", "*", "ball.moment.unbal")                                   \
  X(wall, w_vfob, "force-contact", "v", "wall.force.contact")                                      \
  X(wall, w_vmom, "moment-contact", "*", "wall.moment.contact")

/* A wall's place is that of a point which moves along with it, and not the middle of its facets:
 * its displacement. What is assigned to that moves the wall. */
static bool is_point(const scr_lib_thing *t, int q) {
  return t == &scr_lib_wall && q == SCR_Q_WALL_DISPLACEMENT;
}

static bool set_axis(scr_fish *f, const scr_lib_thing *t, int q, int axis, const scr_val *args,
                     const scr_val *value) {
  scr_val place, point;
  if (!is_point(t, q)) return scr_lib_set_axis(f, t, q, axis, args, value);
  if (!scr_lib_axis(f, t, q, axis, args, &point) ||
      !scr_lib_axis(f, t, SCR_Q_WALL_POSITION, axis, args, &place))
    return false;
  place.f += value->f - point.f;
  return scr_lib_set_axis(f, t, SCR_Q_WALL_POSITION, axis, args, &place);
}

static bool set_whole(scr_fish *f, const scr_lib_thing *t, int q, int n, const scr_val *args,
                      const scr_val *value) {
  scr_world *w = scr_world_of(f);
  const uint32_t row = scr_lib_row(w, &args[0]);
  double place[3] = {0}, point[3] = {0}, to[3];
  if (!is_point(t, q) || row == SCR_NONE) return scr_lib_set_quantity(f, t, q, n, args, value);
  if (!scr_lib_vec_arg(f, value, to)) return false;
  scr_wall_get(w, row, SCR_Q_WALL_DISPLACEMENT, point);
  scr_wall_get(w, row, SCR_Q_WALL_POSITION, place);
  for (int k = 0; k < w->dim; k++) place[k] += to[k] - point[k];
  const scr_val moved = scr_lib_vec(w, place);
  return scr_lib_set_quantity(f, t, SCR_Q_WALL_POSITION, n, args, &moved);
}

#define Q(thing, name) scr_quantity_find(scr_lib_##thing.quantity, name)
#define AXIS_GET(thing, name, quantity, axis, today)                                               \
  SCR_LIB_GET(get_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_axis(f, &scr_lib_##thing, Q(thing, quantity), axis, args, out);  \
  }
#define AXIS_SET(thing, name, quantity, axis, today)                                               \
  SCR_LIB_SET(set_##name) {                                                                        \
    return SCR_UNUSED(n), set_axis(f, &scr_lib_##thing, Q(thing, quantity), axis, args, value);    \
  }
#define WHOLE_GET(thing, name, quantity, result, today)                                            \
  SCR_LIB_GET(get_##name) {                                                                        \
    return scr_lib_quantity(f, &scr_lib_##thing, Q(thing, quantity), n, args, out);                \
  }
#define WHOLE_SET(thing, name, quantity, result, today)                                            \
  SCR_LIB_SET(set_##name) {                                                                        \
    return set_whole(f, &scr_lib_##thing, Q(thing, quantity), n, args, value);                     \
  }
AXES_RW(AXIS_GET)
AXES_RW(AXIS_SET)
AXES_RO(AXIS_GET)
WHOLE_RW(WHOLE_GET)
WHOLE_RW(WHOLE_SET)
WHOLE_RO(WHOLE_GET)

/* ---- fixity: X(name, bit of the column "fix", its number today) ---- */

#define FIXES(X)                                                                                   \
  X(b_xfix, 0, "1", FIX_PLAIN)                                                                     \
  X(b_yfix, 1, "2", FIX_PLAIN)                                                                     \
  X(b_zfix, 2, "3", FIX_SPACE)                                                                     \
  X(b_rxfix, 3, "4", FIX_SPACE)                                                                    \
  X(b_ryfix, 4, "5", FIX_SPACE)                                                                    \
  X(b_rzfix, 5, "#", FIX_PLAIN)                                                                    \
  X(b_rfix, 5, "#", FIX_PLAIN)

static bool fix_get(scr_fish *f, int bit, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  unsigned fix = *(uint8_t *)scr_table_at(&w->ball, SCR_BALL_FIX, scr_lib_row(w, &args[0]));
  *out = scr_val_int(fix >> bit & 1u);
  return true;
}

static bool fix_set(scr_fish *f, int bit, const scr_val *args, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  if (w->dim == 2 && bit >= 2 && bit <= 4)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME,
                    "there is no such component in two dimensions");
  scr_ball_fix(w, scr_lib_row(w, &args[0]), 1u << bit, scr_val_truth(value));
  return true;
}

#define FIX_CALLS(name, bit, number, today)                                                        \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), fix_get(f, bit, args, out); }                    \
  SCR_LIB_SET(set_##name) { return SCR_UNUSED(n), fix_set(f, bit, args, value); }
FIXES(FIX_CALLS)

/* All components of one kind as a vector of 0 and 1; the one of turns in 2D is a number. X(name,
 * its first bit, what a translation has for it) */
#define FIX_VECTORS(X)                                                                             \
  X(b_vfix, 0,                                                                                     \
    "(p)\n  b_vfix = vector(int(ball.fix(p,1)),int(ball.fix(p,2)))\n  if global.dim = 3 then\n"    \
    "    b_vfix = vector(int(ball.fix(p,1)),int(ball.fix(p,2)),int(ball.fix(p,3)))\n  endif\n")    \
  X(b_vrfix, 3,                                                                                    \
    "(p)\n  if global.dim = 2 then\n    b_vrfix = int(ball.fix(p,3))\n  else\n    b_vrfix = "      \
    "vector(int(ball.fix(p,4)),int(ball.fix(p,5)),int(ball.fix(p,6)))\n  endif\n")

/* How many bits there are, from the first one on. */
static int fix_bits(const scr_world *w, int *first) {
  const bool number = w->dim == 2 && *first == 3;
  if (number) *first = 5;
  return number ? 1 : w->dim;
}

static bool fix_vector(scr_fish *f, int first, const scr_val *args, scr_val *out) {
  double x[3];
  scr_val one;
  const int n = fix_bits(scr_world_of(f), &first);
  for (int k = 0; k < n; k++) fix_get(f, first + k, args, &one), x[k] = (double)one.i;
  *out = n == 1 ? one : scr_val_vec(n, x);
  return true;
}

static bool set_fix_vector(scr_fish *f, int first, const scr_val *args, const scr_val *value) {
  double x[3];
  const int n = fix_bits(scr_world_of(f), &first);
  if (!scr_lib_numbers_arg(f, value, n, x)) return false;
  for (int k = 0; k < n; k++) {
    const scr_val one = scr_val_bool(x[k] != 0);
    if (!fix_set(f, first + k, args, &one)) return false;
  }
  return true;
}

#define FIX_VECTOR_CALLS(name, first, today)                                                       \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), fix_vector(f, first, args, out); }               \
  SCR_LIB_SET(set_##name) { return SCR_UNUSED(n), set_fix_vector(f, first, args, value); }
FIX_VECTORS(FIX_VECTOR_CALLS)

/* ---- surface properties: X(name, kind of pointer, property) ---- */

#define SURFACES(X)                                                                                \
  X(b_fric, "ball", "fric")                                                                        \
  X(b_kn, "ball", "kn")                                                                            \
  X(b_ks, "ball", "ks")                                                                            \
  X(b_shearmod, "ball", "hz_shear")                                                                \
  X(b_poiss, "ball", "hz_poiss")                                                                   \
  X(w_fric, "wall", "fric")                                                                        \
  X(w_kn, "wall", "kn")                                                                            \
  X(w_ks, "wall", "ks")

#define SURFACE_CALLS(name, kind, property)                                                        \
  SCR_LIB_GET(get_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_surface_old(f, &args[0], property, out);                         \
  }                                                                                                \
  SCR_LIB_SET(set_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_set_surface(f, &args[0], property, value->f);                    \
  }
SURFACES(SURFACE_CALLS)

SCR_LIB_GET(get_b_prop) {
  return SCR_UNUSED(n), scr_lib_surface(f, &args[0], scr_val_cstr(&args[1], NULL), out);
}
SCR_LIB_SET(set_b_prop) {
  return SCR_UNUSED(n), scr_lib_set_surface(f, &args[0], scr_val_cstr(&args[1], NULL), value->f);
}

/* An index of colours, by which pictures may be coloured; scripts mark balls with it. */
SCR_LIB_GET(get_color) {
  const scr_val *v =
      scr_free_prop(&scr_lib_of(f)->props, args[0].kind, args[0].ref, SCR_LEGACY_COLOR);
  double index = 0;
  if (v) scr_val_number(v, &index);
  *out = scr_val_int((int64_t)index);
  return SCR_UNUSED(n), true;
}
SCR_LIB_SET(set_color) {
  if (!scr_lib_may_set(f, &args[0])) return false;
  scr_free_prop_set(&scr_lib_of(f)->props, args[0].kind, args[0].ref, SCR_LEGACY_COLOR,
                    scr_val_real((double)value->i));
  return SCR_UNUSED(n), true;
}

/* ---- lists of balls, walls, facets ---- */

/* The first of a kind, or the one after args[0]. */
static bool first_piece(scr_fish *f, scr_kind kind, uint32_t wall, scr_val *out) {
  scr_world *w = scr_world_of(f);
  *out = scr_lib_ptr(w, kind, scr_lib_after(w, kind, 0, wall));
  return true;
}

static bool next_piece(scr_fish *f, const scr_val *p, uint32_t wall, scr_val *out) {
  scr_world *w = scr_world_of(f);
  uint32_t id = scr_lib_id(w, p->kind, scr_lib_row(w, p));
  *out = scr_lib_ptr(w, p->kind, scr_lib_after(w, p->kind, id, wall));
  return true;
}

SCR_LIB_GET(ball_head) {
  return SCR_UNUSED(n), SCR_UNUSED(args), first_piece(f, SCR_K_BALL, SCR_NONE, out);
}
SCR_LIB_GET(wall_head) {
  return SCR_UNUSED(n), SCR_UNUSED(args), first_piece(f, SCR_K_WALL, SCR_NONE, out);
}
SCR_LIB_GET(get_w_flist) {
  return SCR_UNUSED(n), first_piece(f, SCR_K_FACET, scr_lib_row(scr_world_of(f), &args[0]), out);
}
SCR_LIB_GET(piece_next) { return SCR_UNUSED(n), next_piece(f, &args[0], SCR_NONE, out); }
SCR_LIB_GET(facet_next) {
  return SCR_UNUSED(n), next_piece(f, &args[0], scr_lib_wall_of(scr_world_of(f), &args[0]), out);
}

SCR_LIB_GET(find_ball) { return SCR_UNUSED(n), scr_lib_find_call(f, SCR_K_BALL, args, out); }
SCR_LIB_GET(find_wall) { return SCR_UNUSED(n), scr_lib_find_call(f, SCR_K_WALL, args, out); }

static bool ball_near(scr_fish *f, int dim, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  double x[3] = {args[0].f, args[1].f, dim == 3 ? args[2].f : 0};
  if (w->dim != dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME,
                    "ball_near%d is not for a model of dimension %d", dim, w->dim);
  *out = scr_lib_ptr(w, SCR_K_BALL, scr_ball_near(w, x, 0));
  return true;
}

SCR_LIB_GET(ball_near2) { return SCR_UNUSED(n), ball_near(f, 2, args, out); }
SCR_LIB_GET(ball_near3) { return SCR_UNUSED(n), ball_near(f, 3, args, out); }

SCR_LIB_GET(get_wf_vnum) {
  *out = scr_val_int(scr_world_of(f)->dim);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(get_wf_vpos) {
  const scr_world *w = scr_world_of(f);
  double p[3][3] = {{0}};
  size_t k;
  SCR_UNUSED(n);
  if (!scr_lib_index_arg(f, &args[1], "vertex", (size_t)w->dim, &k)) return false;
  scr_lib_facet_points(w, scr_lib_row(w, &args[0]), p);
  *out = scr_lib_vec(w, p[k]);
  return true;
}

/* One axis of a vector in space. */
static bool axis_of(scr_fish *f, const double x[3], int axis, scr_val *out) {
  if (axis >= scr_world_of(f)->dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME,
                    "there is no z component in two dimensions");
  *out = scr_val_real(x[axis]);
  return true;
}

static bool facet_normal(scr_fish *f, int axis, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  return axis_of(f, scr_table_at(&w->facet, SCR_FACET_NORMAL, scr_lib_row(w, &args[0])), axis, out);
}

SCR_LIB_GET(get_wf_xun) { return SCR_UNUSED(n), facet_normal(f, 0, args, out); }
SCR_LIB_GET(get_wf_yun) { return SCR_UNUSED(n), facet_normal(f, 1, args, out); }
SCR_LIB_GET(get_wf_zun) { return SCR_UNUSED(n), facet_normal(f, 2, args, out); }

/* ---- lists of contacts ---- */

/* What the canonical order of the contacts of a type goes by. */
static uint64_t pair_key(const scr_world *w, uint32_t type, uint32_t k) {
  const scr_pairs *p = &w->pair[type];
  uint32_t one = scr_lib_id(w, SCR_K_BALL, p->i[k]);
  uint32_t two = scr_lib_id(w, type == SCR_BALL_BALL ? SCR_K_BALL : SCR_K_FACET, p->j[k]);
  return (uint64_t)one << 32 | two;
}

/* The contact of a type with the smallest key from `from` on, without listing them all. */
static bool lowest_contact(const scr_world *w, uint32_t type, uint64_t from, scr_contact *c) {
  const scr_pairs *p = &w->pair[type];
  uint64_t best = UINT64_MAX;
  if (p->ncontact == 0) return false;
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    uint64_t key = pair_key(w, type, k);
    if (key < from || key >= best) continue;
    best = key;
    *c = (scr_contact){type, k};
    if (p->ncontact == 1) break;
  }
  return best != UINT64_MAX;
}

SCR_LIB_GET(contact_head) {
  scr_world *w = scr_world_of(f);
  scr_contact c;
  SCR_UNUSED(n);
  SCR_UNUSED(args);
  bool found = lowest_contact(w, SCR_BALL_BALL, 0, &c) || lowest_contact(w, SCR_BALL_FACET, 0, &c);
  *out = found ? scr_lib_contact_ptr(w, c) : scr_val_null();
  return true;
}

SCR_LIB_GET(get_c_next) {
  scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  SCR_UNUSED(n);
  uint32_t type = c.type;
  bool found = lowest_contact(w, type, pair_key(w, type, c.k) + 1, &c);
  if (!found && type == SCR_BALL_BALL) found = lowest_contact(w, SCR_BALL_FACET, 0, &c);
  *out = found ? scr_lib_contact_ptr(w, c) : scr_val_null();
  return true;
}

/* The contacts of a piece as a list: its first one, or the one after `after`. */
static bool piece_contact(scr_fish *f, const scr_val *p, const scr_contact *after, scr_val *out) {
  scr_world *w = scr_world_of(f);
  scr_contact *c = NULL;
  size_t n = scr_contacts_of(w, p->kind, scr_lib_row(w, p), true, &c), k = 0;
  if (after) {
    while (k < n && (c[k].type != after->type || c[k].k != after->k)) k++;
    k++;
  }
  *out = k < n ? scr_lib_contact_ptr(w, c[k]) : scr_val_null();
  scr_free(c);
  return true;
}

/* A facet stands for its wall: legacy contacts are of balls and walls. */
static scr_val contact_body(const scr_world *w, scr_contact c, int end) {
  scr_val p = scr_lib_contact_end(w, c, end);
  return p.kind == SCR_K_FACET ? scr_lib_ptr(w, SCR_K_WALL, scr_lib_wall_of(w, &p)) : p;
}

static bool body_of(scr_fish *f, int end, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  *out = contact_body(w, scr_lib_contact(w, &args[0]), end);
  return true;
}

static bool next_of_end(scr_fish *f, int end, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  scr_val p = contact_body(w, c, end);
  return piece_contact(f, &p, &c, out);
}

SCR_LIB_GET(piece_clist) { return SCR_UNUSED(n), piece_contact(f, &args[0], NULL, out); }
SCR_LIB_GET(get_c_ball1) { return SCR_UNUSED(n), body_of(f, 1, args, out); }
SCR_LIB_GET(get_c_ball2) { return SCR_UNUSED(n), body_of(f, 2, args, out); }
SCR_LIB_GET(get_c_b1clist) { return SCR_UNUSED(n), next_of_end(f, 1, args, out); }
SCR_LIB_GET(get_c_b2clist) { return SCR_UNUSED(n), next_of_end(f, 2, args, out); }

/* ---- contacts: law, properties, place ---- */

static scr_contact contact_of(scr_fish *f, const scr_val *args) {
  return scr_lib_contact(scr_world_of(f), &args[0]);
}

SCR_LIB_GET(get_c_active) {
  const scr_world *w = scr_world_of(f);
  *out = scr_val_int(scr_contact_active(w, contact_of(f, args)));
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(get_c_type) {
  *out = scr_val_int(contact_of(f, args).type);
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(get_c_model) {
  *out = scr_val_str(scr_contact_model(scr_world_of(f), contact_of(f, args))->name);
  return SCR_UNUSED(n), true;
}

SCR_LIB_SET(set_c_model) {
  return SCR_UNUSED(n),
         scr_lib_contact_set_model(f, contact_of(f, args), scr_val_cstr(value, NULL));
}

SCR_LIB_GET(get_c_prop) {
  return SCR_UNUSED(n),
         scr_lib_contact_prop(f, contact_of(f, args), scr_val_cstr(&args[1], NULL), out);
}

SCR_LIB_SET(set_c_prop) {
  return SCR_UNUSED(n),
         scr_lib_contact_set_prop(f, contact_of(f, args), scr_val_cstr(&args[1], NULL), value);
}

/* Tangents of Hertz's law: dFn/d overlap, and that of the shear force. 0 where the pieces do not
 * overlap. */
static bool hertz_tangent(scr_fish *f, const scr_val *args, bool shear, scr_val *out) {
  scr_world *w = scr_world_of(f);
  scr_contact c = contact_of(f, args);
  const scr_model *m = scr_contact_model(w, c);
  static const char *const name[] = {"hz_shear", "hz_poiss", "hz_alpha", "rgap"};
  double x[4] = {0}, one[3];
  if (strcmp(m->name, "hertz") != 0)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "it belongs to the law 'hertz', not '%s'",
                    m->name);
  for (int k = 0; k < 4; k++)
    if (scr_contact_get(w, c, scr_model_prop(m, name[k]), one)) x[k] = one[0];
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  scr_val end[2] = {scr_lib_contact_end(w, c, 1), scr_lib_contact_end(w, c, 2)};
  double r[2] = {0}, overlap = x[3] - g.gap;
  for (int k = 0; k < 2; k++)
    if (end[k].kind == SCR_K_BALL)
      r[k] = *(const double *)scr_table_at(&w->ball, SCR_BALL_RADIUS, scr_lib_row(w, &end[k]));
  double reff = r[1] > 0 ? 2 * r[0] * r[1] / (r[0] + r[1]) : 2 * r[0];
  double hn = 2.0 / 3 * x[0] / (1 - x[1]) * sqrt(2 * reff);
  double kn = overlap > 0 ? x[2] * hn * scr_pow(overlap, x[2] - 1) : 0;
  *out = scr_val_real(shear ? 2 * (1 - x[1]) / (2 - x[1]) * kn : kn);
  return true;
}

SCR_LIB_GET(get_c_hn) { return SCR_UNUSED(n), hertz_tangent(f, args, false, out); }
SCR_LIB_GET(get_c_hs) { return SCR_UNUSED(n), hertz_tangent(f, args, true, out); }

SCR_LIB_GET(get_c_inhibit) {
  *out = scr_val_int(scr_lib_contact_inhibited(scr_world_of(f), contact_of(f, args)));
  return SCR_UNUSED(n), true;
}
SCR_LIB_SET(set_c_inhibit) {
  return SCR_UNUSED(n), scr_lib_contact_inhibit(f, contact_of(f, args), scr_val_truth(value));
}

/* X(name, property) */
#define CONTACT_PROPS(X)                                                                           \
  X(c_kn, "kn")                                                                                    \
  X(c_ks, "ks")                                                                                    \
  X(c_fric, "fric")                                                                                \
  X(c_dampn, "dp_nratio")                                                                          \
  X(c_damps, "dp_sratio")
#define CONTACT_PROP_CALLS(name, property)                                                         \
  SCR_LIB_GET(get_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_contact_prop(f, contact_of(f, args), property, out);             \
  }                                                                                                \
  SCR_LIB_SET(set_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_contact_set_prop(f, contact_of(f, args), property, value);       \
  }
CONTACT_PROPS(CONTACT_PROP_CALLS)

SCR_LIB_GET(get_c_slipwork) {
  scr_world *w = scr_world_of(f);
  scr_contact c = contact_of(f, args);
  double value;
  SCR_UNUSED(n);
  if (!scr_contact_energy(w, c, "energy-slip", &value))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "contacts of the law '%s' do not slip",
                    scr_contact_model(w, c)->name);
  *out = scr_val_real(value);
  return true;
}

/* ---- contacts: vectors ---- */

/* The force without the dashpots', and theirs, both in the contact frame. */
static void split_force(scr_world *w, scr_contact c, double spring[3], double dashpot[3]) {
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), "dp_force");
  dashpot[0] = dashpot[1] = dashpot[2] = 0;
  scr_contact_read(w, c, SCR_Q_CONTACT_LOCAL_FORCE, spring);
  if (w->dim == 2) spring[2] = 0;
  if (!p) return;
  scr_contact_get(w, c, p, dashpot);
  if (w->dim == 2) dashpot[2] = 0;
  for (int a = 0; a < 3; a++) spring[a] -= dashpot[a];
}

static void shear_to_global(const scr_world *w, scr_contact c, const double local[3], double x[3]) {
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  scr_contact_to_global(&g, (double[3]){0, local[1], local[2]}, x);
}

static void contact_shear(scr_world *w, scr_contact c, double x[3]) {
  double spring[3], dashpot[3];
  split_force(w, c, spring, dashpot);
  shear_to_global(w, c, spring, x);
}

static void contact_shear_dashpot(scr_world *w, scr_contact c, double x[3]) {
  double spring[3], dashpot[3];
  split_force(w, c, spring, dashpot);
  shear_to_global(w, c, dashpot, x);
}

/* X(name, quantity or what computes the vector, axis or 3 for the whole, what today has for it) */
#define CONTACT_SHAPES(X)                                                                          \
  X(c_vpos, POSITION, 3, "contact.pos")                                                            \
  X(c_x, POSITION, 0, "contact.pos.x")                                                             \
  X(c_y, POSITION, 1, "contact.pos.y")                                                             \
  X(c_z, POSITION, 2, "contact.pos.z")                                                             \
  X(c_vun, NORMAL, 3, "contact.normal")                                                            \
  X(c_xun, NORMAL, 0, "contact.normal.x")                                                          \
  X(c_yun, NORMAL, 1, "contact.normal.y")                                                          \
  X(c_zun, NORMAL, 2, "contact.normal.z")
#define CONTACT_VECTORS(X)                                                                         \
  X(c_vsforce, contact_shear, 3, SPRING, "")                                                       \
  X(c_xsforce, contact_shear, 0, SPRING, "comp.x")                                                 \
  X(c_ysforce, contact_shear, 1, SPRING, "comp.y")                                                 \
  X(c_zsforce, contact_shear, 2, SPRING, "comp.z")                                                 \
  X(c_vsvforce, contact_shear_dashpot, 3, DASHPOT, "")                                             \
  X(c_xsvforce, contact_shear_dashpot, 0, DASHPOT, "comp.x")                                       \
  X(c_ysvforce, contact_shear_dashpot, 1, DASHPOT, "comp.y")                                       \
  X(c_zsvforce, contact_shear_dashpot, 2, DASHPOT, "comp.z")

/* The whole of a vector of the contact, or one axis. */
static bool part_of(scr_fish *f, const double x[3], int axis, scr_val *out) {
  if (axis < 3) return axis_of(f, x, axis, out);
  *out = scr_lib_vec(scr_world_of(f), x);
  return true;
}

static bool contact_shape(scr_fish *f, int q, int axis, const scr_val *args, scr_val *out) {
  double x[3] = {0};
  scr_contact_read(scr_world_of(f), contact_of(f, args), q, x);
  return part_of(f, x, axis, out);
}

static bool contact_vector(scr_fish *f, void (*compute)(scr_world *w, scr_contact c, double x[3]),
                           int axis, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  double x[3];
  compute(w, contact_of(f, args), x);
  return part_of(f, x, axis, out);
}

#define CONTACT_SHAPE_CALL(name, quantity, axis, today)                                            \
  SCR_LIB_GET(get_##name) {                                                                        \
    return SCR_UNUSED(n), contact_shape(f, SCR_Q_CONTACT_##quantity, axis, args, out);             \
  }
CONTACT_SHAPES(CONTACT_SHAPE_CALL)

#define CONTACT_VECTOR_CALL(name, compute, axis, which, part)                                      \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), contact_vector(f, compute, axis, args, out); }
CONTACT_VECTORS(CONTACT_VECTOR_CALL)

/* The shear part of a force in the contact frame: with its sign in 2D, its magnitude in 3D. */
static double shear_number(const scr_world *w, const double local[3]) {
  return w->dim == 2 ? local[1] : sqrt(local[1] * local[1] + local[2] * local[2]);
}

/* X(name, value of spring[] and dashpot[]) */
#define CONTACT_FORCES(X)                                                                          \
  X(c_nforce, spring[0], "(c)\n" SPRING "  c_nforce = comp.x(f)\n")                                \
  X(c_sforce, shear_number(w, spring), SHEAR_BODY("c_sforce", SPRING))                             \
  X(c_nvforce, dashpot[0], "(c)\n" DASHPOT "  c_nvforce = comp.x(f)\n")                            \
  X(c_svforce, shear_number(w, dashpot), SHEAR_BODY("c_svforce", DASHPOT))
#define CONTACT_FORCE_CALL(name, expression, today)                                                \
  SCR_LIB_GET(get_##name) {                                                                        \
    scr_world *w = scr_world_of(f);                                                                \
    double spring[3], dashpot[3];                                                                  \
    split_force(w, contact_of(f, args), spring, dashpot);                                          \
    *out = scr_val_real(expression);                                                               \
    return SCR_UNUSED(n), true;                                                                    \
  }
CONTACT_FORCES(CONTACT_FORCE_CALL)

/* ---- the model ---- */

/* The argument k (from 0) of the fishcall that runs. */
SCR_LIB_GET(fc_arg) {
  const scr_lib *lib = scr_lib_of(f);
  SCR_UNUSED(n);
  if (args[0].i < 0 || args[0].i >= lib->legacy_fc_narg)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "fc_arg(%lld): this call of the function got %d arguments",
                    (long long)args[0].i, lib->legacy_fc_narg);
  *out = scr_val_hold(lib->legacy_fc_arg[args[0].i]);
  return true;
}

static double largest_contact_force(const scr_world *w) {
  double largest, mean;
  scr_contact_forces(w, &largest, &mean);
  return largest;
}

static double mean_contact_force(const scr_world *w) {
  double largest, mean;
  scr_contact_forces(w, &largest, &mean);
  return mean;
}

/* Of those that are there. */
static int64_t largest_contact_id(const scr_world *w) {
  int64_t largest = 0;
  for (uint32_t type = 0; type < SCR_CONTACT_TYPES; type++)
    for (uint32_t k = 0; k < w->pair[type].n; k++)
      if (w->pair[type].law[k])
        largest = SCR_MAX(largest, (int64_t)scr_contact_id(w, (scr_contact){type, k}));
  return largest;
}

/* X(name, name of today, result, value, documentation) */
#define NUMBERS(X)                                                                                 \
  X(time, "mech.time.total", "f", scr_val_real(w->time), "Time since the model began, s.")         \
  X(cycle, "mech.cycle", "i", scr_val_int((int64_t)w->cycle), "Cycles since the model began.")     \
  X(step, "mech.cycle", "i", scr_val_int((int64_t)w->cycle), "Cycles since the model began.")      \
  X(tdel, "mech.timestep", "f", scr_val_real(w->timestep.current), "Timestep, s.")                 \
  X(given_tdel, "mech.timestep.given", "f", scr_val_real(w->timestep.given),                       \
    "Timestep that was prescribed, s.")                                                            \
  X(dim, "global.dim", "i", scr_val_int(w->dim), "Dimension of the model.")                        \
  X(ccount, "contact.num.all", "i", scr_val_int((int64_t)scr_contact_count(w, -1, true)),          \
    "Contacts there are.")                                                                         \
  X(max_bid, "ball.maxid", "i", scr_val_int(w->ball_ids.max), "Largest id of a ball.")             \
  X(max_wid, "wall.maxid", "i", scr_val_int(w->wall_ids.max), "Largest id of a wall.")             \
  X(max_cid, HELPER_LAST, "i", scr_val_int(largest_contact_id(w)), "Largest id of a contact.")     \
  X(max_cforce, HELPER_LARGEST, "f", scr_val_real(largest_contact_force(w)),                       \
    "Largest contact force, N.")                                                                   \
  X(av_cforce, HELPER_MEAN, "f", scr_val_real(mean_contact_force(w)), "Mean contact force, N.")
#define NUMBER_CALL(name, today, result, value, doc)                                               \
  SCR_LIB_GET(get_##name) {                                                                        \
    scr_world *w = scr_world_of(f);                                                                \
    *out = value;                                                                                  \
    return SCR_UNUSED(n), SCR_UNUSED(args), true;                                                  \
  }
NUMBERS(NUMBER_CALL)

/* X(name, energy or measure of balance, function, function of today) */
#define MEASURES(X)                                                                                \
  X(e_kinetic, "energy-kinetic", scr_lib_energy, "mech.energy")                                    \
  X(e_strain, "energy-strain", scr_lib_energy, "mech.energy")                                      \
  X(e_friction, "energy-slip", scr_lib_energy, "mech.energy")                                      \
  X(e_body, "energy-body", scr_lib_energy, "mech.energy")                                          \
  X(e_bound, "energy-boundary", scr_lib_energy, "mech.energy")                                     \
  X(e_bond, "energy-pbstrain", scr_lib_energy, "mech.energy")                                      \
  X(av_unbal, "unbalanced-average", scr_lib_ratio, "mech.solve")                                   \
  X(max_unbal, "unbalanced-maximum", scr_lib_ratio, "mech.solve")
#define MEASURE_CALL(name, what, compute, today)                                                   \
  SCR_LIB_GET(get_##name) {                                                                        \
    double value;                                                                                  \
    SCR_UNUSED(n);                                                                                 \
    SCR_UNUSED(args);                                                                              \
    if (!compute(f, what, &value)) return false;                                                   \
    *out = scr_val_real(value);                                                                    \
    return true;                                                                                   \
  }
MEASURES(MEASURE_CALL)

static bool gravity_get(scr_fish *f, int axis, scr_val *out) {
  return axis_of(f, scr_world_of(f)->gravity, axis, out);
}

static bool gravity_set(scr_fish *f, int axis, const scr_val *value) {
  double g[3];
  scr_val old;
  if (!gravity_get(f, axis, &old)) return false;
  memcpy(g, scr_world_of(f)->gravity, sizeof g);
  g[axis] = value->f;
  return scr_lib_set_gravity(f, g);
}

/* X(name, axis, name of today) */
#define GRAVITIES(X)                                                                               \
  X(gravx, 0, "global.gravity.x")                                                                  \
  X(gravy, 1, "global.gravity.y")                                                                  \
  X(gravz, 2, "global.gravity.z")
#define GRAVITY_CALLS(name, axis, today)                                                           \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), SCR_UNUSED(args), gravity_get(f, axis, out); }   \
  SCR_LIB_SET(set_##name) { return SCR_UNUSED(n), SCR_UNUSED(args), gravity_set(f, axis, value); }
GRAVITIES(GRAVITY_CALLS)

SCR_LIB_GET(get_grav) {
  const scr_world *w = scr_world_of(f);
  *out = scr_lib_vec(w, w->gravity);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_SET(set_grav) {
  double g[3];
  return SCR_UNUSED(n), SCR_UNUSED(args), scr_lib_vec_arg(f, value, g) && scr_lib_set_gravity(f, g);
}

SCR_LIB_GET(get_safety_fac) {
  *out = scr_val_real(scr_world_of(f)->timestep.safety);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_GET(get_local_damp) {
  *out = scr_val_real(scr_lib_of(f)->legacy_damp);
  return SCR_UNUSED(n), SCR_UNUSED(args), true;
}

SCR_LIB_SET(set_local_damp) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  scr_lib_of(f)->legacy_damp = value->f;
  return true;
}

/* ---- measurement regions ---- */

static const scr_measure *region_of(scr_world *w, const scr_val *p) {
  return &w->measure[scr_measure_find(w, p->ref.index)];
}

static double component_of(scr_world *w, const scr_measure *m, scr_measured what, int k) {
  double v[9];
  scr_measure_read(w, m, what, v);
  return v[k];
}

/* X(name, value, name of today) */
/* 0 in two dimensions, where regions of today have no such component. */
#define SPATIAL(name, call)                                                                        \
  "(p)\n  " name " = 0.0\n  if global.dim = 3 then\n    " name " = " call "\n  endif\n"
#define REGION_TENSOR(X, stem, what, today)                                                        \
  X(stem##11, component_of(w, m, what, 0), today "(*,1,1)")                                        \
  X(stem##12, component_of(w, m, what, 1), today "(*,1,2)")                                        \
  X(stem##13, component_of(w, m, what, 2), SPATIAL(#stem "13", today "(p,1,3)"))                   \
  X(stem##21, component_of(w, m, what, 3), today "(*,2,1)")                                        \
  X(stem##22, component_of(w, m, what, 4), today "(*,2,2)")                                        \
  X(stem##23, component_of(w, m, what, 5), SPATIAL(#stem "23", today "(p,2,3)"))                   \
  X(stem##31, component_of(w, m, what, 6), SPATIAL(#stem "31", today "(p,3,1)"))                   \
  X(stem##32, component_of(w, m, what, 7), SPATIAL(#stem "32", today "(p,3,2)"))                   \
  X(stem##33, component_of(w, m, what, 8), SPATIAL(#stem "33", today "(p,3,3)"))
#define REGION_NUMBERS(X)                                                                          \
  X(m_coord, scr_measure_coordination(w, m), "measure.coordination")                               \
  X(m_poros, scr_measure_porosity(w, m), "measure.porosity")                                       \
  X(m_rad, m->r, "measure.radius")                                                                 \
  X(m_x, m->x[0], "measure.pos.x")                                                                 \
  X(m_y, m->x[1], "measure.pos.y")                                                                 \
  X(m_z, m->x[2], SPATIAL("m_z", "measure.pos.z(p)"))                                              \
  REGION_TENSOR(X, m_s, SCR_MEASURED_STRESS, "measure.stress")                                     \
  REGION_TENSOR(X, m_ed, SCR_MEASURED_STRAIN_RATE, "measure.strain.rate")
#define REGION_CALL(name, value, today)                                                            \
  SCR_LIB_GET(get_##name) {                                                                        \
    scr_world *w = scr_world_of(f);                                                                \
    const scr_measure *m = region_of(w, &args[0]);                                                 \
    return SCR_UNUSED(n), *out = scr_val_real(value), true;                                        \
  }
REGION_NUMBERS(REGION_CALL)

static scr_val region_at(const scr_world *w, uint32_t k) {
  return scr_lib_measure_ptr(k < w->nmeasure ? &w->measure[k] : NULL);
}

SCR_LIB_GET(circ_head) {
  return SCR_UNUSED(n), SCR_UNUSED(args), *out = region_at(scr_counts_of(f), 0), true;
}

SCR_LIB_GET(get_m_next) {
  const scr_world *w = scr_counts_of(f);
  return SCR_UNUSED(n), *out = region_at(w, scr_measure_find(w, args[0].ref.index) + 1), true;
}

SCR_LIB_GET(find_meas) {
  const scr_world *w = scr_counts_of(f);
  const bool fits = args[0].i > 0 && args[0].i <= INT32_MAX;
  *out = region_at(w, fits ? scr_measure_find(w, (uint32_t)args[0].i) : SCR_NONE);
  return SCR_UNUSED(n), true;
}

SCR_LIB_GET(get_m_vpos) {
  scr_world *w = scr_world_of(f);
  return SCR_UNUSED(n), *out = scr_lib_vec(w, region_of(w, &args[0])->x), true;
}

/* Nothing is to be done: all is computed when it is read. */
SCR_LIB_GET(get_measure) {
  return SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args), *out = scr_val_int(0), true;
}

/* ---- ranges ---- */

/* 0 or 1, as all that is asked in this dialect: files count with it. */
SCR_LIB_GET(in_range) {
  if (!scr_lib_range_isin(f, n, args, out)) return false;
  *out = scr_val_int(scr_val_truth(out));
  return true;
}

/* ---- rows ---- */

#define FN(name, count, sig, get, set, doc)                                                        \
  { name, count, count, sig, get, set, NULL, SCR_FN_LEGACY, doc }
#define SHAPE(name, sig, get, doc)                                                                 \
  { name, 1, 1, sig, get, NULL, NULL, SCR_FN_LEGACY | SCR_FN_SHAPE, doc }
#define AXIS_ROW(thing, name, quantity, axis, today)                                               \
  FN(#name, 1, "p{" #thing "}:f", get_##name, NULL,                                                \
     "Component of the " quantity " of a " #thing "."),
#define AXIS_ROW_SET(thing, name, quantity, axis, today)                                           \
  FN(#name, 1, "p{" #thing "}:f=f", get_##name, set_##name,                                        \
     "Component of the " quantity " of a " #thing "."),
#define WHOLE_ROW(thing, name, quantity, result, today)                                            \
  FN(#name, 1, "p{" #thing "}:" result, get_##name, NULL, "The " quantity " of a " #thing "."),
#define WHOLE_ROW_SET(thing, name, quantity, result, today)                                        \
  FN(#name, 1, "p{" #thing "}:" result "=" result, get_##name, set_##name,                         \
     "The " quantity " of a " #thing "."),
#define FIX_ROW(name, bit, number, today)                                                          \
  FN(#name, 1, "p{ball}:i=b", get_##name, set_##name, "1 where the component is fixed."),
#define FIX_VECTOR_ROW(name, first, today)                                                         \
  FN(#name, 1, "p{ball}:*=*", get_##name, set_##name, "1 for each component that is fixed."),
#define SURFACE_ROW(name, kind, property)                                                          \
  FN(#name, 1, "p{" kind "}:f=f", get_##name, set_##name, "Surface property '" property "'."),
#define CONTACT_PROP_ROW(name, property)                                                           \
  FN(#name, 1, "p{contact}:f=f", get_##name, set_##name, "Property '" property "' of the contact."),
#define CONTACT_VECTOR_ROW(name, compute, axis, which, part)                                       \
  FN(#name, 1, (axis) < 3 ? "p{contact}:f" : "p{contact}:v", get_##name, NULL,                     \
     "A vector of the contact."),
#define CONTACT_SHAPE_ROW(name, quantity, axis, today)                                             \
  SHAPE(#name, (axis) < 3 ? "p{contact}:f" : "p{contact}:v", get_##name,                           \
        "A vector of the contact."),
#define CONTACT_FORCE_ROW(name, expression, today)                                                 \
  FN(#name, 1, "p{contact}:f", get_##name, NULL,                                                   \
     "A force of the contact, N; normal: positive in compression."),
#define NUMBER_ROW(name, today, result, value, doc) FN(#name, 0, ":" result, get_##name, NULL, doc),
#define MEASURE_ROW(name, what, compute, today)                                                    \
  FN(#name, 0, ":f", get_##name, NULL, "The quantity " what "."),
#define GRAVITY_ROW(name, axis, today)                                                             \
  FN(#name, 0, ":f=f", get_##name, set_##name, "Gravity, m/s2."),

#define REGION_ROW(name, value, today)                                                             \
  FN(#name, 1, "p{measure}:f", get_##name, NULL, "What a measurement region measures."),

#define OTHER_ROW(today, kind, ...) kind(__VA_ARGS__),

/* clang-format off */
/* What is no call of today by another name is a function that a translation defines: these are
 * their bodies. */
#define HELPER_HEAD(thing)                                                                         \
  "\n  " thing "_head = null\n  loop foreach local p " thing ".list\n    " thing                   \
  "_head = p\n    exit\n  endloop\n"
#define HELPER_NEXT(name, thing)                                                                   \
  "(p)\n  local i = " thing ".id(p) + 1\n  " name " = null\n  loop while i <= " thing              \
  ".maxid\n    " name " = " thing ".find(i)\n    if " name                                         \
  " # null then\n      exit\n    endif\n    i = i + 1\n  endloop\n"
#define HELPER_REGION                                                                              \
  "\n  circ_head = null\n  loop foreach local p measure.list\n    circ_head = p\n"                 \
  "    exit\n  endloop\n"
#define HELPER_CONTACT                                                                             \
  "\n  contact_head = null\n  loop foreach local c contact.list.all\n    contact_head = c\n"       \
  "    exit\n  endloop\n"
#define HELPER_CONTACT_NEXT                                                                        \
  "(p)\n  local found = false\n  c_next = null\n  loop foreach local c contact.list.all\n"         \
  "    if found then\n      c_next = c\n      exit\n    endif\n    found = c == p\n  endloop\n"
#define HELPER_BODY(name)                                                                          \
  "(c)\n  " name " = contact.end2(c)\n  if contact.typeid(c) == contact.typeid('ball-facet') "     \
  "then\n    " name " = wall.facet.wall(" name ")\n  endif\n"

/* Contacts of a piece, in the order of the list of all. */
#define HELPER_END                                                                                 \
  "    local e = contact.end2(c)\n    if contact.typeid(c) == contact.typeid('ball-facet') then\n" \
  "      e = wall.facet.wall(e)\n    endif\n    if contact.end1(c) == b | e == b then\n"
#define HELPER_FIRST(name)                                                                         \
  "(b)\n  " name " = null\n  loop foreach local c contact.list.all\n" HELPER_END "      " name     \
  " = c\n      exit\n    endif\n  endloop\n"
#define HELPER_BESIDE(name, end)                                                                   \
  "(p)\n" end "  local found = false\n  " name                                                     \
  " = null\n  loop foreach local c contact.list.all\n" HELPER_END                                  \
  "      if found then\n        " name                                                             \
  " = c\n        exit\n      endif\n      found = c == p\n    endif\n  endloop\n"
#define OF_END1 "  local b = contact.end1(p)\n"
#define OF_END2                                                                                    \
  "  local b = contact.end2(p)\n  if contact.typeid(p) == contact.typeid('ball-facet') then\n"     \
  "    b = wall.facet.wall(b)\n  endif\n"

/* hertz_tangent in FISH. Quotients come before products there, so each pair has its parentheses. */
#define HERTZ_TANGENT(name, result)                                                                \
  "(c)\n  if contact.model(c) # 'hertz' then\n    system.error = '" name                           \
  " belongs to the law hertz, not to ' + contact.model(c)\n  endif\n"                             \
  "  local nu = contact.prop(c,'hz_poiss')\n  local p = contact.prop(c,'hz_alpha')\n"             \
  "  local overlap = contact.prop(c,'rgap') - contact.gap(c)\n"                                   \
  "  local r = ball.radius(contact.end1(c))\n  local reff = 2*r\n"                                \
  "  if contact.typeid(c) == contact.typeid('ball-ball') then\n"                                  \
  "    local other = ball.radius(contact.end2(c))\n"                                              \
  "    reff = ((2*r)*other)/(r + other)\n  endif\n"                                               \
  "  local h = (((2.0/3)*contact.prop(c,'hz_shear'))/(1 - nu))*math.sqrt(2*reff)\n"               \
  "  local k = 0.0\n  if overlap > 0 then\n    k = (p*h)*overlap^(p - 1)\n  endif\n  " name      \
  " = " result "\n"
/* A free property, 0 while nothing has given it. */
#define HELPER_COLOR(name, kind)                                                                   \
  "=" kind ".prop(*,'" SCR_LEGACY_COLOR "')\n(p)\n  " name " = 0\n  if " kind                      \
  ".isprop(p,'" SCR_LEGACY_COLOR "') then\n    " name " = int(" kind ".prop(p,'" SCR_LEGACY_COLOR  \
  "'))\n  endif\n"

/* X(what today has for it, kind of row, what the row holds): a name; a text in which * stands for
 * the arguments; or the body of a function, before which a line `=text` is for assignments. NULL:
 * nothing. */
#define OTHERS(X)                                                                                  \
  X("ball.prop", FN, "b_prop", 2, "p{ball}s:f=f", get_b_prop, set_b_prop, "A surface property.")   \
  X(HELPER_HEAD("ball"), FN, "ball_head", 0, ":p", ball_head, NULL,                                \
    "The ball with the lowest id, null if there is none.")                                         \
  X(HELPER_NEXT("b_next", "ball"), FN, "b_next", 1, "p{ball}:p", piece_next, NULL,                 \
    "The ball with the next id, null at the end.")                                                 \
  X(NULL, FN, "b_id", 1, "p{ball}:i", scr_lib_id_call, NULL, "Its id.")                            \
  X(HELPER_FIRST("b_clist"), FN, "b_clist", 1, "p{ball}:p", piece_clist, NULL,                     \
    "Its first contact; go on with c_b1clist or c_b2clist.")                                       \
  X("ball.find", FN, "find_ball", 1, "d:p", find_ball, NULL,                                       \
    "The ball with that id, null if there is none.")                                               \
  X("ball.near((*))", FN, "ball_near2", 2, "ff:p", ball_near2, NULL,                               \
    "The ball whose centre is nearest to (x, y).")                                                 \
  X("ball.near((*))", FN, "ball_near3", 3, "fff:p", ball_near3, NULL,                              \
    "The ball whose centre is nearest to (x, y, z).")                                              \
  X(NULL, FN, "del_ball", 1, "p{ball}:i", scr_lib_delete_call, NULL, "Deletes a ball.")            \
  X(NULL, FN, "b_delete", 1, "p{ball}:i", scr_lib_delete_call, NULL, "Deletes a ball.")            \
  X(HELPER_HEAD("wall"), FN, "wall_head", 0, ":p", wall_head, NULL,                                \
    "The wall with the lowest id, null if there is none.")                                         \
  X(HELPER_NEXT("w_next", "wall"), FN, "w_next", 1, "p{wall}:p", piece_next, NULL,                 \
    "The wall with the next id, null at the end.")                                                 \
  X(NULL, FN, "w_id", 1, "p{wall}:i", scr_lib_id_call, NULL, "Its id.")                            \
  X(HELPER_FIRST("w_clist"), FN, "w_clist", 1, "p{wall}:p", piece_clist, NULL,                     \
    "Its first contact; go on with c_b2clist.")                                                    \
  X("(b)\n  w_flist = null\n  loop foreach local f wall.facetlist(b)\n    w_flist = f\n    exit\n" \
    "  endloop\n",                                                                                 \
    FN, "w_flist", 1, "p{wall}:p", get_w_flist, NULL, "Its first facet.")                          \
  X("wall.find", FN, "find_wall", 1, "d:p", find_wall, NULL,                                       \
    "The wall with that id, null if there is none.")                                               \
  X(NULL, FN, "del_wall", 1, "p{wall}:i", scr_lib_delete_call, NULL, "Deletes a wall.")            \
  X(NULL, FN, "w_delete", 1, "p{wall}:i", scr_lib_delete_call, NULL, "Deletes a wall.")            \
  X("(p)\n  local found = false\n  wf_next = null\n  loop foreach local f "                        \
    "wall.facetlist(wall.facet.wall(p))\n    if found then\n      wf_next = f\n      exit\n"       \
    "    endif\n    found = f == p\n  endloop\n",                                                  \
    FN, "wf_next", 1, "p{facet}:p", facet_next, NULL,                                              \
    "The next facet of its wall, null at the end.")                                                \
  X(NULL, FN, "wf_id", 1, "p{facet}:i", scr_lib_id_call, NULL, "Its id.")                          \
  X("(p)\n  wf_vnum = global.dim\n",                                                               \
    FN, "wf_vnum", 1, "p{facet}:i", get_wf_vnum, NULL, "Vertices of a facet.")                     \
  X("wall.vertex.pos(wall.facet.vertex(*))",                                                       \
    FN, "wf_vpos", 2, "p{facet}i{vertex}:v", get_wf_vpos, NULL, "Position of its vertex i, m.")    \
  X("wall.facet.normal.x", FN, "wf_xun", 1, "p{facet}:f", get_wf_xun, NULL,                        \
    "x of its unit normal.")                                                                       \
  X("wall.facet.normal.y", FN, "wf_yun", 1, "p{facet}:f", get_wf_yun, NULL,                        \
    "y of its unit normal.")                                                                       \
  X("wall.facet.normal.z", FN, "wf_zun", 1, "p{facet}:f", get_wf_zun, NULL,                        \
    "z of its unit normal.")                                                                       \
  X(HELPER_CONTACT, FN, "contact_head", 0, ":p", contact_head, NULL,                               \
    "The first contact, null if there is none.")                                                   \
  X(HELPER_CONTACT_NEXT, FN, "c_next", 1, "p{contact}:p", get_c_next, NULL,                        \
    "The next contact, null at the end.")                                                          \
  X("contact.end1", SHAPE, "c_ball1", "p{contact}:p", get_c_ball1, "The ball at its first end.")   \
  X(HELPER_BODY("c_ball2"), SHAPE, "c_ball2", "p{contact}:p", get_c_ball2,                         \
    "The ball or wall at its second end.")                                                         \
  X("contact.end1", SHAPE, "c_gobj1", "p{contact}:p", get_c_ball1, "The ball at its first end.")   \
  X(HELPER_BODY("c_gobj2"), SHAPE, "c_gobj2", "p{contact}:p", get_c_ball2,                         \
    "The ball or wall at its second end.")                                                         \
  X(HELPER_BESIDE("c_b1clist", OF_END1),                                                           \
    FN, "c_b1clist", 1, "p{contact}:p", get_c_b1clist, NULL, "The next contact of c_ball1.")       \
  X(HELPER_BESIDE("c_b2clist", OF_END2),                                                           \
    FN, "c_b2clist", 1, "p{contact}:p", get_c_b2clist, NULL, "The next contact of c_ball2.")       \
  X(HELPER_BESIDE("c_go1clist", OF_END1),                                                          \
    FN, "c_go1clist", 1, "p{contact}:p", get_c_b1clist, NULL,                                      \
    "The next contact of c_gobj1.")                                                                \
  X(HELPER_BESIDE("c_go2clist", OF_END2),                                                          \
    FN, "c_go2clist", 1, "p{contact}:p", get_c_b2clist, NULL,                                      \
    "The next contact of c_gobj2.")                                                                \
  X("int(contact.active(*))", FN, "c_active", 1, "p{contact}:i", get_c_active, NULL,               \
    "1 where it carries force.")                                                                   \
  X("(c)\n  c_type = 0\n  if contact.typeid(c) == contact.typeid('ball-facet') then\n"             \
    "    c_type = 1\n  endif\n",                                                                   \
    SHAPE, "c_type", "p{contact}:i", get_c_type, "0 ball-ball, 1 ball-wall.")                      \
  X("contact.model", FN, "c_model", 1, "p{contact}:s=s", get_c_model, set_c_model,                 \
    "Name of its law.")                                                                            \
  X("contact.prop", FN, "c_prop", 2, "p{contact}s:*=*", get_c_prop, set_c_prop,                    \
    "A property of its law.")                                                                      \
  X(HERTZ_TANGENT("c_hn", "k"), FN, "c_hn", 1, "p{contact}:f", get_c_hn, NULL,                     \
    "Normal tangent stiffness of Hertz's law, N/m.")                                               \
  X(HERTZ_TANGENT("c_hs", "((2*(1 - nu))/(2 - nu))*k"),                                            \
    FN, "c_hs", 1, "p{contact}:f", get_c_hs, NULL,                                                 \
    "Shear tangent stiffness of Hertz's law, N/m.")                                                \
  X("int(contact.inhibit(*))", FN, "c_inhibit", 1, "p{contact}:i=b", get_c_inhibit, set_c_inhibit, \
    "1 where it is switched off.")                                                                 \
  X(NULL, FN, "find_range", 1, "s:*", scr_lib_range_find, NULL,                                    \
    "The name of a range if there is one of it, else null.")                                       \
  X("int(range.isin(*))", FN, "in_range", 2, "s*:i", in_range, NULL,                               \
    "Is a thing or a point in the range of that name?")                                            \
  X("contact.energy(*,'energy-slip')",                                                             \
    FN, "c_slipwork", 1, "p{contact}:f", get_c_slipwork, NULL, "Energy lost in slip, J.")          \
  X(NULL, FN, "fc_arg", 1, "i:*", fc_arg, NULL, "Argument k, from 0, of the fishcall that runs.")  \
  X("global.gravity", FN, "grav", 0, ":v=v", get_grav, set_grav, "Acceleration of gravity, m/s2.") \
  X(HELPER_COLOR("b_color", "ball"), FN, "b_color", 1, "p{ball}:i=i", get_color, set_color,  \
    "Index of its colour: a free property.")                                                       \
  X(HELPER_COLOR("w_color", "wall"), FN, "w_color", 1, "p{wall}:i=i", get_color, set_color,  \
    "Index of its colour: a free property.")                                                       \
  X("local_damp", FN, "local_damp", 0, ":f=f[0,1)", get_local_damp, set_local_damp,                \
    "Local damping that new balls get; see 'damp default'.")                                       \
  X(HELPER_REGION, FN, "circ_head", 0, ":p", circ_head, NULL,                                      \
    "The measurement region with the lowest id, null if there is none.")                           \
  X(HELPER_NEXT("m_next", "measure"), FN, "m_next", 1, "p{measure}:p", get_m_next, NULL,           \
    "The region with the next id, null at the end.")                                               \
  X("measure.find", FN, "find_meas", 1, "d:p", find_meas, NULL,                                    \
    "The region with that id, null if there is none.")                                             \
  X("measure.id", FN, "m_id", 1, "p{measure}:i", scr_lib_id_call, NULL, "Its id.")                 \
  X("measure.pos", FN, "m_vpos", 1, "p{measure}:v", get_m_vpos, NULL, "Its centre, m.")            \
  X("(p,i)\n  measure = 0\n", FN, "measure", 2, "p{measure}i:i", get_measure, NULL,                \
    "0: all is computed when it is read.")                                                         \
  X("mech.safety.factor", FN, "safety_fac", 0, ":f", get_safety_fac, NULL,                         \
    "Share of the stable timestep in use.")

static const scr_fish_fn rows[] = {
    AXES_RW(AXIS_ROW_SET)
    AXES_RO(AXIS_ROW)
    WHOLE_RW(WHOLE_ROW_SET)
    WHOLE_RO(WHOLE_ROW)
    FIXES(FIX_ROW)
    FIX_VECTORS(FIX_VECTOR_ROW)
    SURFACES(SURFACE_ROW)
    CONTACT_PROPS(CONTACT_PROP_ROW)
    CONTACT_SHAPES(CONTACT_SHAPE_ROW)
    CONTACT_VECTORS(CONTACT_VECTOR_ROW)
    CONTACT_FORCES(CONTACT_FORCE_ROW)
    NUMBERS(NUMBER_ROW)
    MEASURES(MEASURE_ROW)
    GRAVITIES(GRAVITY_ROW)
    REGION_NUMBERS(REGION_ROW)
    OTHERS(OTHER_ROW)
};
#define AXIS_TODAY(thing, name, quantity, axis, today) {#name, today},
#define WHOLE_TODAY(thing, name, quantity, result, today) {#name, today},
#define FIX_PLAIN(name, number) "int(ball.fix(*," number "))"
/* One that is free in two dimensions. */
#define FIX_SPACE(name, number)                                                                    \
  "=ball.fix(*," number ")\n(p)\n  " name " = 0\n  if global.dim = 3 then\n    " name              \
  " = int(ball.fix(p," number "))\n  endif\n"
#define FIX_TODAY(name, bit, number, today) {#name, today(#name, number)},
#define FIX_VECTOR_TODAY(name, first, today) {#name, today},
#define SURFACE_TODAY(name, kind, property)                                                        \
  {#name, "=" kind ".prop(*,'" property "')\n(p)\n  " #name " = 0.0\n  if " kind ".isprop(p,'"     \
          property "') then\n    " #name " = " kind ".prop(p,'" property "')\n  endif\n"},
#define CONTACT_PROP_TODAY(name, property) {#name, "contact.prop(*,'" property "')"},
#define CONTACT_SHAPE_TODAY(name, quantity, axis, today) {#name, today},
/* The force in the contact frame without the dashpots', and theirs; shear parts of it. */
#define SPRING                                                                                     \
  "  local f = contact.force.local(c)\n  if contact.isprop(c,'dp_force') then\n"                   \
  "    f = f - contact.prop(c,'dp_force')\n  endif\n"
#define DASHPOT                                                                                    \
  "  local f = vector(0,0,0)\n  if contact.isprop(c,'dp_force') then\n"                            \
  "    f = contact.prop(c,'dp_force')\n  endif\n"
#define SHEAR_BODY(name, which)                                                                    \
  "(c)\n" which "  " name " = comp.y(f)\n  if global.dim = 3 then\n    " name                      \
  " = math.sqrt(comp.y(f)*comp.y(f) + comp.z(f)*comp.z(f))\n  endif\n"
#define CONTACT_VECTOR_TODAY(name, compute, axis, which, part)                                     \
  {#name, "(c)\n" which "  local s = vector(0,comp.y(f))\n  if global.dim = 3 then\n"              \
          "    s = vector(0,comp.y(f),comp.z(f))\n  endif\n  " #name " = " part                    \
          "(contact.to.global(c,s))\n"},
#define CONTACT_FORCE_TODAY(name, expression, today) {#name, today},
#define HELPER_LARGEST                                                                             \
  "\n  max_cforce = 0.0\n  loop foreach local c contact.list\n    max_cforce = "                   \
  "math.max(max_cforce,math.mag(contact.force.global(c)))\n  endloop\n"
/* What each addition loses is added in the end: the sum is rounded once, as scr_xsum rounds it. */
#define HELPER_MEAN                                                                                \
  "\n  local sum = 0.0\n  local lost = 0.0\n  local n = 0\n  loop foreach local c contact.list\n"  \
  "    local x = math.mag(contact.force.global(c))\n    local all = sum + x\n"                     \
  "    local part = all - sum\n    lost = lost + ((sum - (all - part)) + (x - part))\n"            \
  "    sum = all\n    n = n + 1\n  endloop\n  av_cforce = 0.0\n  if n > 0 then\n"                  \
  "    av_cforce = (sum + lost)/n\n  endif\n"
#define HELPER_LAST                                                                                \
  "\n  max_cid = 0\n  loop foreach local c contact.list.all\n    max_cid = "                       \
  "math.max(max_cid,contact.id(c))\n  endloop\n"
/* Degrees, whose sines and cosines a rotation has: radians would round them once more. */
#define SINE_OF(angle, s, c)                                                                       \
  "  m = matrix.from.aangle(vector(0,1,0)," angle ")\n  local " s " = m(1,3) + 0.0\n  local " c    \
  " = m(3,3) + 0.0\n"
#define HELPER_NORMAL                                                                              \
  "(dip)\n  local m = 0\n" SINE_OF("dip", "s", "c") "  normfromdip = vector(s,c)\n"                \
  "  if global.dim = 3 then\n    normfromdip = vector(s,0,c)\n  endif\n"
#define HELPER_NORMAL_DDIR                                                                         \
  "(dip,dd)\n  local m = 0\n" SINE_OF("dip", "s", "c") SINE_OF("dd", "x", "y")                     \
  "  normfromdipdd = vector(s*x + 0.0,s*y + 0.0,c)\n"
#define HELPER_DDIR                                                                                \
  "(n)\n  local s = 1\n  if global.dim = 2 then\n    if comp.y(n) < 0 then\n      s = -1\n"        \
  "    endif\n    ddfromnorm = 90.0\n    if s*comp.x(n) < 0 then\n      ddfromnorm = 270.0\n"      \
  "    endif\n  else\n    if comp.z(n) < 0 then\n      s = -1\n    endif\n"                        \
  "    ddfromnorm = math.atan2(s*comp.x(n),s*comp.y(n))*(180/math.pi)\n"                           \
  "    if ddfromnorm < 0 then\n      ddfromnorm = ddfromnorm + 360\n    endif\n  endif\n"
#define NUMBER_TODAY(name, today, result, value, doc) {#name, today},
#define MEASURE_TODAY(name, what, compute, today) {#name, today "('" what "')"},
#define GRAVITY_TODAY(name, axis, today) {#name, today},
#define REGION_TODAY(name, value, today) {#name, today},
#define OTHER_TODAY(today, kind, name, ...) {name, today},
static const struct {
  const char *name, *today;
} todays[] = {
    AXES_RW(AXIS_TODAY)
    AXES_RO(AXIS_TODAY)
    WHOLE_RW(WHOLE_TODAY)
    WHOLE_RO(WHOLE_TODAY)
    FIXES(FIX_TODAY)
    FIX_VECTORS(FIX_VECTOR_TODAY)
    SURFACES(SURFACE_TODAY)
    CONTACT_PROPS(CONTACT_PROP_TODAY)
    CONTACT_SHAPES(CONTACT_SHAPE_TODAY)
    CONTACT_VECTORS(CONTACT_VECTOR_TODAY)
    CONTACT_FORCES(CONTACT_FORCE_TODAY)
    NUMBERS(NUMBER_TODAY)
    MEASURES(MEASURE_TODAY)
    GRAVITIES(GRAVITY_TODAY)
    REGION_NUMBERS(REGION_TODAY)
    OTHERS(OTHER_TODAY)
    {"b_stress", "ball.stress"},
    {"normfromdip", HELPER_NORMAL},
    {"normfromdipdd", HELPER_NORMAL_DDIR},
    {"dipfromnorm", "(math.dip.from.normal(*)*(180/math.pi))"},
    {"ddfromnorm", HELPER_DDIR},
    {"clump_head", "null"},
    {"out", "(x) ; it gives 0: no error\n  out = 0\n  io.out(x)\n"},
    {"pointer_type", "(p)\n  pointer_type = 0\n  if p # null then\n    pointer_type = 99 + "
                     "type.pointer.id(p)\n  endif\n"},
};
/* clang-format on */

const char *scr_lib_legacy_today(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(todays); k++)
    if (scr_casecmp(todays[k].name, name) == 0) return todays[k].today;
  return scr_lib_legacy_bond_today(name);
}

/* A function that a translation calls with the piece and the value: of all components at once, or
 * of a wall's point, which the wall goes along with. */
#define MOVES_BY(part)                                                                             \
  "(p,v)\n  wall.pos" part "(p) = wall.pos" part "(p) + (v - wall.disp" part "(p))\n"
static const struct {
  const char *name, *body;
} setters[] = {
    {"b_vfix", "(p,v)\n  ball.fix(p,1) = comp.x(v) # 0\n  ball.fix(p,2) = comp.y(v) # 0\n"
               "  if global.dim = 3 then\n    ball.fix(p,3) = comp.z(v) # 0\n  endif\n"},
    {"b_vrfix", "(p,v)\n  if global.dim = 2 then\n    ball.fix(p,3) = v # 0\n  else\n"
                "    ball.fix(p,4) = comp.x(v) # 0\n    ball.fix(p,5) = comp.y(v) # 0\n"
                "    ball.fix(p,6) = comp.z(v) # 0\n  endif\n"},
    {"w_x", MOVES_BY(".x")},
    {"w_y", MOVES_BY(".y")},
    {"w_z", MOVES_BY(".z")},
    {"w_pos", MOVES_BY("")},
};

const char *scr_lib_legacy_sets(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(setters); k++)
    if (scr_casecmp(setters[k].name, name) == 0) return setters[k].body;
  return NULL;
}
const scr_lib_rows scr_lib_rows_legacy = {rows, SCR_COUNTOF(rows)};
