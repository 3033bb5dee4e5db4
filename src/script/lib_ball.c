/* FISH: ball.* except what balls share with other pieces (lib_piece.c). */
#include "script/lib_private.h"

#include <string.h>

/* ---- quantities: each is one row of world/columns.h ---- */

#define SCR_LIB_WORD  "ball"
#define SCR_LIB_THING &scr_lib_ball
SCR_BALL_ROWS(SCR_NO_ROW, SCR_LIB_CALLS, SCR_LIB_CALLS)
static const scr_fish_fn quantity_rows[] = {
    SCR_BALL_ROWS(SCR_NO_ROW, SCR_LIB_ROW_V, SCR_LIB_ROW_Q)};
const scr_lib_rows scr_lib_rows_ball_quantities = {quantity_rows, SCR_COUNTOF(quantity_rows)};

/* ---- columns that the machine reads and writes itself ---- */

/* Row of a live ball; SCR_NONE: the complete form tells. */
static inline uint32_t live_row(const scr_world *w, scr_ref ref) {
  const scr_slots *s = &w->ball_slots;
  return ref.gen && ref.index < s->n && s->gen[ref.index] == ref.gen ? s->row[ref.index] : SCR_NONE;
}

/* Of what is written each row must have its value in memory. Only velocities are not looked at when
 * they change (see scr_ball_set), and energies book every edit. */
static inline double *place_of(void *user, scr_ref ref, bool write, int *n, int column, int form,
                               unsigned flags) {
  scr_world *w = ((scr_lib *)user)->world;
  const bool alone = form == SCR_SCALAR || (form == SCR_ROTATION && w->dim == 2);
  *n = alone ? 1 : w->dim;
  if (flags & SCR_Q_ANGLE || (write && (!(flags & SCR_Q_MOTION) || w->energy_on || w->asking)))
    return NULL;
  const uint32_t row = live_row(w, ref);
  if (row == SCR_NONE) return NULL;
  if (flags & SCR_Q_SYNC) scr_world_sync(w);
  return (double *)scr_table_at(&w->ball, column, row) + (form == SCR_ROTATION && alone ? 2 : 0);
}

#define PLACE(id, name, type, comps, group, offset, colflags, unit, doc, form, assigned, flags,    \
              ...)                                                                                 \
  static double *place_##id(void *user, scr_ref ref, bool write, int *n) {                         \
    return place_of(user, ref, write, n, SCR_##id, SCR_##form, flags);                             \
  }
SCR_BALL_ROWS(SCR_NO_ROW, PLACE, SCR_NO_ROW)

#define PLACE_ROW(id, ...) [SCR_Q_##id] = place_##id,
void scr_lib_places_ball(scr_fish *f) {
  static const scr_fish_place place[SCR_BALL_QUANTITIES] = {
      SCR_BALL_ROWS(SCR_NO_ROW, PLACE_ROW, SCR_NO_ROW)};
  for (int q = 0; q < SCR_BALL_QUANTITIES; q++)
    if (place[q] && scr_ball_quantity[q].fish && !scr_ball_quantity[q].get)
      scr_fish_bind_place(f, scr_ball_quantity[q].fish, place[q]);
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
  return scr_world_announce(w, d);
}

SCR_LIB_GET(ball_fix) {
  const scr_world *w = scr_world_of(f);
  unsigned mask;
  SCR_UNUSED(n);
  if (!scr_lib_freedom_arg(f, &args[1], &mask)) return false;
  *out = scr_val_bool(*(uint8_t *)scr_table_at(&w->ball, SCR_BALL_FIX, scr_lib_row(w, &args[0])) &
                      mask);
  return true;
}

SCR_LIB_SET(set_ball_fix) {
  scr_world *w = scr_world_of(f);
  unsigned mask;
  SCR_UNUSED(n);
  if (!scr_lib_freedom_arg(f, &args[1], &mask) || !scr_lib_may_set(f, &args[0])) return false;
  scr_ball_fix(w, scr_lib_row(w, &args[0]), mask, scr_val_truth(value));
  return true;
}

static const scr_fish_fn rows[] = {
    {"ball.mass.real", 1, 2, "p{ball}i{one}:f", get_BALL_MASS, NULL, NULL, 0, "Mass, kg."},
    {"ball.moi.real", 1, 2, "p{ball}i{one}:f", get_BALL_MOI, NULL, NULL, 0,
     "Moment of inertia, kg m2."},
    {"ball.create", 2, 3, "fvi:p", ball_create, NULL, NULL, 0,
     "Makes a ball: radius, position, id."},
    {"ball.delete", 1, 1, "p{ball}:i", scr_lib_delete_call, NULL, NULL, 0, "Deletes a ball."},
    {"ball.fix", 2, 2, "p{ball}i{freedom}:b=b", ball_fix, set_ball_fix, NULL, 0,
     "Is a component fixed? Velocities from 1, then spins (6 in 3D, 3 in 2D)."},
};
const scr_lib_rows scr_lib_rows_ball = {rows, SCR_COUNTOF(rows)};
