/* FISH: ball.* except what balls share with other pieces (lib_piece.c). */
#include "script/lib_private.h"

#include <string.h>

/* ---- quantities: each is one row here ---- */

/* X(id, name in FISH, quantity of world.h, signature, documentation) */
/* Vectors that are columns; loops over balls read them most. */
#define COLUMNS(X)                                                                                                               \
  X(pos, "ball.pos", "position", ":v=*", "Position of the centre, m.")                                                           \
  X(vel, "ball.vel", "velocity", ":v=*", "Velocity, m/s.")                                                                       \
  X(force_app, "ball.force.app", "force-applied", ":v=*", "Applied force, N.")                                                   \
  X(force_contact, "ball.force.contact", "force-contact", ":v=*", "Sum of contact forces, N.")

#define READ_WRITE(X)                                                                                                            \
  X(spin, "ball.spin", "spin", ":v=*", "Angular velocity, rad/s; a number in 2D.")                                               \
  X(disp, "ball.disp", "displacement", ":v=*", "Displacement, m.")                                                               \
  X(moment_app, "ball.moment.app", "moment-applied", ":v=*", "Applied moment, N m; a number in 2D.")                             \
  X(moment_contact, "ball.moment.contact", "moment-contact", ":v=*", "Sum of contact moments, N m; a number in 2D.")             \
  X(radius, "ball.radius", "radius", ":f=f(0,)", "Radius, m.")                                                                   \
  X(density, "ball.density", "density", ":f=f(0,)", "Density, kg/m3.")                                                           \
  X(damp, "ball.damp", "damp", ":f=f[0,1]", "Coefficient of local damping.")                                                     \
  X(rotation, "ball.rotation", "rotation", ":f=f", "Angle turned, degree; 2D, with 'model orientation-tracking on'.")            \
  X(euler, "ball.euler", "euler", ":v=v",                                                                                        \
    "Euler angles about the fixed axes x, y, z, degree; 3D, with 'model orientation-tracking on'.")

#define READ_ONLY(X)                                                                                                             \
  X(force_unbal, "ball.force.unbal", "force-unbalanced", ":v", "Contact, applied and gravity force, N.")                         \
  X(moment_unbal, "ball.moment.unbal", "moment-unbalanced", ":v", "Contact and applied moment, N m; a number in 2D.")            \
  X(mass, "ball.mass", "mass", ":f", "Inertial mass, kg.")                                                                       \
  X(mass_real, "ball.mass.real", "mass", ":f", "Mass, kg.")                                                                      \
  X(moi, "ball.moi", "moi", ":f", "Inertial moment of inertia, kg m2.")                                                          \
  X(moi_real, "ball.moi.real", "moi", ":f", "Moment of inertia, kg m2.")

#define SLOT(id, name, quantity, sig, doc) SLOT_##id,
enum { COLUMNS(SLOT) READ_WRITE(SLOT) READ_ONLY(SLOT) SLOTS };
static_assert((int)SLOTS <= (int)SCR_LIB_QUANTITIES, "room for what is known of each quantity");
#define GETTER(id, name, quantity, sig, doc)                                                                                     \
  SCR_LIB_GET(get_##id) { return scr_lib_quantity(f, &scr_lib_ball, quantity, SLOT_##id, n, args, out); }
#define SETTER(id, name, quantity, sig, doc)                                                                                     \
  SCR_LIB_SET(set_##id) { return scr_lib_set_quantity(f, &scr_lib_ball, quantity, SLOT_##id, n, args, value); }
READ_WRITE(GETTER)
READ_WRITE(SETTER)
COLUMNS(SETTER)
READ_ONLY(GETTER)

/* The whole vector comes straight from the column, a component by the general way. */
#define COLUMN_GETTER(id, name, quantity, sig, doc)                                                                              \
  SCR_LIB_GET(get_##id) {                                                                                                        \
    if (n == 1) return read_column(scr_world_of(f), COLUMN_##id, &args[0], out);                                                 \
    return scr_lib_quantity(f, &scr_lib_ball, quantity, SLOT_##id, n, args, out);                                                \
  }
enum {
  COLUMN_pos = SCR_BALL_POSITION,
  COLUMN_vel = SCR_BALL_VELOCITY,
  COLUMN_force_app = SCR_BALL_FORCE_APPLIED,
  COLUMN_force_contact = SCR_BALL_FORCE_CONTACT
};
static bool read_column(scr_world *w, int column, const scr_val *ball, scr_val *out) {
  if (column != SCR_BALL_POSITION) scr_world_sync(w);
  const double *x = scr_table_at(&w->ball, column, scr_lib_row(w, ball));
  *out = (scr_val){.type = SCR_V_VEC, .dim = (uint8_t)w->dim, .v = {x[0], x[1], w->dim == 3 ? x[2] : 0}};
  return true;
}
COLUMNS(COLUMN_GETTER)

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
  *out = scr_val_bool(*(uint8_t *)scr_table_at(&w->ball, SCR_BALL_FIX, scr_lib_row(w, &args[0])) & mask);
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

#define ROW(id, name, quantity, sig, doc)     {name, 1, 2, "p{ball}i" sig, get_##id, NULL, NULL, 0, doc},
#define ROW_SET(id, name, quantity, sig, doc) {name, 1, 2, "p{ball}i" sig, get_##id, set_##id, NULL, 0, doc},
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
