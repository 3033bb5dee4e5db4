/* FISH: ball.* except what balls share with other pieces (lib_piece.c). */
#include "script/lib_private.h"

#include <string.h>

/* ---- quantities: each is one row here ---- */

/* X(id, name in FISH, quantity of world.h, signature, documentation) */
/* Vectors that are columns; loops over balls read them most (scr_lib_places_ball). */
#define COLUMNS(X)                                                                                 \
  X(pos, "ball.pos", "position", ":v=*", "Position of the centre, m.")                             \
  X(vel, "ball.vel", "velocity", ":v=*", "Velocity, m/s.")                                         \
  X(force_app, "ball.force.app", "force-applied", ":v=*", "Applied force, N.")                     \
  X(force_contact, "ball.force.contact", "force-contact", ":v=*", "Sum of contact forces, N.")

#define READ_WRITE(X)                                                                              \
  X(spin, "ball.spin", "spin", ":v=*", "Angular velocity, rad/s; a number in 2D.")                 \
  X(disp, "ball.disp", "displacement", ":v=*", "Displacement, m.")                                 \
  X(moment_app, "ball.moment.app", "moment-applied", ":v=*",                                       \
    "Applied moment, N m; a number in 2D.")                                                        \
  X(moment_contact, "ball.moment.contact", "moment-contact", ":v=*",                               \
    "Sum of contact moments, N m; a number in 2D.")                                                \
  X(radius, "ball.radius", "radius", ":f=f(0,)", "Radius, m.")                                     \
  X(density, "ball.density", "density", ":f=f(0,)", "Density, kg/m3.")                             \
  X(damp, "ball.damp", "damp", ":f=f[0,1]", "Coefficient of local damping.")                       \
  X(rotation, "ball.rotation", "rotation", ":f=f",                                                 \
    "Angle turned, degree; 2D, with 'model orientation-tracking on'.")                             \
  X(euler, "ball.euler", "euler", ":v=v",                                                          \
    "Euler angles about the fixed axes x, y, z, degree; 3D, with 'model orientation-tracking "     \
    "on'.")

#define READ_ONLY(X)                                                                               \
  X(force_unbal, "ball.force.unbal", "force-unbalanced", ":v",                                     \
    "Contact, applied and gravity force, N.")                                                      \
  X(moment_unbal, "ball.moment.unbal", "moment-unbalanced", ":v",                                  \
    "Contact and applied moment, N m; a number in 2D.")                                            \
  X(mass, "ball.mass", "mass", ":f", "Inertial mass, kg.")                                         \
  X(mass_real, "ball.mass.real", "mass", ":f", "Mass, kg.")                                        \
  X(moi, "ball.moi", "moi", ":f", "Inertial moment of inertia, kg m2.")                            \
  X(moi_real, "ball.moi.real", "moi", ":f", "Moment of inertia, kg m2.")

#define SLOT(id, name, quantity, sig, doc) SLOT_##id,
enum { COLUMNS(SLOT) READ_WRITE(SLOT) READ_ONLY(SLOT) SLOTS };
static_assert((int)SLOTS <= (int)SCR_LIB_QUANTITIES, "room for what is known of each quantity");
#define GETTER(id, name, quantity, sig, doc)                                                       \
  SCR_LIB_GET(get_##id) {                                                                          \
    return scr_lib_quantity(f, &scr_lib_ball, quantity, SLOT_##id, n, args, out);                  \
  }
#define SETTER(id, name, quantity, sig, doc)                                                       \
  SCR_LIB_SET(set_##id) {                                                                          \
    return scr_lib_set_quantity(f, &scr_lib_ball, quantity, SLOT_##id, n, args, value);            \
  }
READ_WRITE(GETTER)
COLUMNS(GETTER)
READ_WRITE(SETTER)
COLUMNS(SETTER)
READ_ONLY(GETTER)

/* ---- columns that the machine reads and writes itself ---- */

/* Row of a live ball; SCR_NONE: the complete form tells. */
static inline uint32_t live_row(const scr_world *w, scr_ref ref) {
  const scr_slots *s = &w->ball_slots;
  return ref.gen && ref.index < s->n && s->gen[ref.index] == ref.gen ? s->row[ref.index] : SCR_NONE;
}

/* To be read; of what is written, each row must have its value in memory. */
static inline double *place_of(void *user, scr_ref ref, int column, bool sync) {
  scr_world *w = ((scr_lib *)user)->world;
  const uint32_t row = live_row(w, ref);
  if (row == SCR_NONE) return NULL;
  if (sync) scr_world_sync(w);
  return (double *)scr_table_at(&w->ball, column, row);
}

static double *place_pos(void *user, scr_ref ref, bool write, int *n) {
  *n = ((scr_lib *)user)->world->dim;
  return write ? NULL : place_of(user, ref, SCR_BALL_POSITION, false);
}
/* What is not looked at again when velocities change: see scr_ball_set. Energies book every edit.
 */
static double *place_vel(void *user, scr_ref ref, bool write, int *n) {
  const scr_world *w = ((scr_lib *)user)->world;
  *n = w->dim;
  return write && w->energy_on ? NULL : place_of(user, ref, SCR_BALL_VELOCITY, true);
}
static double *place_force_app(void *user, scr_ref ref, bool write, int *n) {
  *n = ((scr_lib *)user)->world->dim;
  return write ? NULL : place_of(user, ref, SCR_BALL_FORCE_APPLIED, true);
}
static double *place_force_contact(void *user, scr_ref ref, bool write, int *n) {
  *n = ((scr_lib *)user)->world->dim;
  return write ? NULL : place_of(user, ref, SCR_BALL_FORCE_CONTACT, true);
}
static double *place_radius(void *user, scr_ref ref, bool write, int *n) {
  *n = 1;
  return write ? NULL : place_of(user, ref, SCR_BALL_RADIUS, false);
}
static double *place_mass(void *user, scr_ref ref, bool write, int *n) {
  *n = 1;
  return write ? NULL : place_of(user, ref, SCR_BALL_MASS, false);
}

/* ---- the rest ---- */

SCR_LIB_GET(ball_create) {
  scr_world *w = scr_world_of(f);
  scr_diag *d = scr_fish_diag(f);
  double x[3];
  uint32_t row, id = 0;
  if (!scr_lib_vec_arg(f, &args[1], x)) return false;
  if (n > 2) {
    if (args[2].i < 1 || args[2].i > INT32_MAX)
      return scr_fail(d, NULL, SCR_E_VALUE, "a ball cannot have the id %lld", (long long)args[2].i);
    id = (uint32_t)args[2].i;
  }
  if (!scr_ball_create(w, d, id, x, args[0].f, &row)) return false;
  *out = scr_lib_ptr(w, SCR_K_BALL, row);
  return true;
}

/* Degrees of freedom from 1: velocities, then spins (in 2D one); as a bit of the column "fix". */
static bool fix_bit(scr_fish *f, const scr_val *dof, unsigned *mask) {
  int dim = scr_world_of(f)->dim;
  size_t k;
  if (!scr_lib_index_arg(f, dof, "degree of freedom", dim == 3 ? 6 : 3, &k)) return false;
  *mask = dim == 2 && k == 2 ? 1u << 5 : 1u << k;
  return true;
}

SCR_LIB_GET(ball_fix) {
  const scr_world *w = scr_world_of(f);
  unsigned mask;
  SCR_UNUSED(n);
  if (!fix_bit(f, &args[1], &mask)) return false;
  *out = scr_val_bool(*(uint8_t *)scr_table_at(&w->ball, SCR_BALL_FIX, scr_lib_row(w, &args[0])) &
                      mask);
  return true;
}

SCR_LIB_SET(set_ball_fix) {
  scr_world *w = scr_world_of(f);
  unsigned mask;
  SCR_UNUSED(n);
  if (!fix_bit(f, &args[1], &mask)) return false;
  scr_ball_fix(w, scr_lib_row(w, &args[0]), mask, scr_val_truth(value));
  return true;
}

#define ROW(id, name, quantity, sig, doc)                                                          \
  {name, 1, 2, "p{ball}i" sig, get_##id, NULL, NULL, 0, doc},
#define ROW_SET(id, name, quantity, sig, doc)                                                      \
  {name, 1, 2, "p{ball}i" sig, get_##id, set_##id, NULL, 0, doc},
/* clang-format off */
static const scr_fish_fn rows[] = {
    COLUMNS(ROW_SET)
    READ_WRITE(ROW_SET)
    READ_ONLY(ROW)
    {"ball.create", 2, 3, "fvi:p", ball_create, NULL, NULL, 0,
     "Makes a ball: radius, position, id."},
    {"ball.delete", 1, 1, "p{ball}:i", scr_lib_delete_call, NULL, NULL, 0, "Deletes a ball."},
    {"ball.fix", 2, 2, "p{ball}i:b=b", ball_fix, set_ball_fix, NULL, 0,
     "Is a component fixed? Velocities from 1, then spins (6 in 3D, 3 in 2D)."},
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_ball = {rows, SCR_COUNTOF(rows)};

void scr_lib_places_ball(scr_fish *f) {
  scr_fish_bind_place(f, "ball.pos", place_pos);
  scr_fish_bind_place(f, "ball.vel", place_vel);
  scr_fish_bind_place(f, "ball.force.app", place_force_app);
  scr_fish_bind_place(f, "ball.force.contact", place_force_contact);
  scr_fish_bind_place(f, "ball.radius", place_radius);
  scr_fish_bind_place(f, "ball.mass", place_mass);
}
