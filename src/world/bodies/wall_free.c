/* Which components of the velocities and spins of walls are free, and which walls may be. What
 * moves them: world/motion/free_walls.c. */
#include "world/bodies/bodies.h"

#include <string.h>
#include "world/bodies/servos.h"
#include "world/facets/deform.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

static uint32_t id_of(const scr_world *w, uint32_t row) {
  return scr_colu(&w->wall, SCR_WALL_ID)[row];
}

static bool any_set(const double *v) { return v[0] != 0 || v[1] != 0 || v[2] != 0; }

/* Does its surface, or that of one of its facets, move without the wall? */
static bool conveys(const scr_world *w, uint32_t row) {
  bool any = any_set(scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)row);
  for (uint32_t f = 0; f < w->facet.n; f++)
    any |= scr_colu(&w->facet, SCR_FACET_WALL)[f] == row && any_set(scr_facet_conveyor(w, f));
  return any;
}

static bool fail_conveyor(const scr_world *w, scr_diag *d, uint32_t row) {
  return scr_fail(d, NULL, SCR_E_STATE, "wall %u cannot be free and a conveyor", id_of(w, row));
}

bool scr_wall_may_convey(const scr_world *w, scr_diag *d, uint32_t row, const double v[3]) {
  bool any = false;
  for (int c = 0; c < w->dim; c++) any |= v[c] != 0;
  assert(row < w->wall.n);
  return !any || !scr_wall_free_bits(w, row) || fail_conveyor(w, d, row);
}

/* Has one of its vertices a velocity of its own? */
static bool deforms(const scr_world *w, uint32_t row) {
  bool any = false;
  for (uint32_t v = 0; v < w->vertex.n; v++)
    any |= scr_colu(&w->vertex, SCR_VERTEX_WALL)[v] == row && any_set(scr_vertex_velocity(w, v));
  return any;
}

static bool fail_deforms(const scr_world *w, scr_diag *d, uint32_t row) {
  return scr_fail(d, NULL, SCR_E_STATE,
                  "wall %u cannot turn freely while its vertices have velocities of their own",
                  id_of(w, row));
}

bool scr_wall_may_deform(const scr_world *w, scr_diag *d, uint32_t row) {
  assert(row < w->wall.n);
  return !scr_wall_free_spins(w, row) || fail_deforms(w, d, row);
}

/* A wall that turns freely about some axes is told no spin about the others: what that takes would
 * depend on how it stands. */
static bool spin_fits(const scr_world *w, scr_diag *d, uint32_t row, unsigned spins,
                      const double spin[3]) {
  for (int c = 0; spins && c < 3; c++)
    if (!(spins >> c & 1) && spin[c] != 0)
      return scr_fail(
          d, NULL, SCR_E_STATE,
          "wall %u cannot turn freely, and about %c as it is told: give it no spin there",
          id_of(w, row), "xyz"[c]);
  return true;
}

bool scr_wall_may_spin(const scr_world *w, scr_diag *d, uint32_t row, const double *spin) {
  return w->dim == 2 || spin_fits(w, d, row, scr_wall_free_spins(w, row), spin);
}

/* What a mass along these axes, of bits 0 to 2, needs. */
static bool may_move(const scr_world *w, scr_diag *d, uint32_t row, unsigned axes) {
  const scr_servo *s = scr_servo_find(w, id_of(w, row));
  if (!axes) return true;
  if (!(*scr_real_at(&w->wall, SCR_WALL_MASS, row) > 0))
    return scr_fail(d, NULL, SCR_E_STATE, "wall %u has no mass: it cannot be free", id_of(w, row)),
           scr_hint(d, "give `wall attribute mass` first");
  for (int c = 0; s && s->active && c < w->dim; c++)
    if (axes >> c & 1 && s->force[c] != 0)
      return scr_fail(d, NULL, SCR_E_STATE,
                      "wall %u is driven towards a force along %c: it cannot be free there as well",
                      id_of(w, row), "xyz"[c]);
  return true;
}

static bool may_turn(const scr_world *w, scr_diag *d, uint32_t row) {
  if (!(scr_real_at(&w->wall, SCR_WALL_INERTIA, row)[2] > 0))
    return scr_fail(d, NULL, SCR_E_STATE, "wall %u has no moment of inertia: it cannot turn freely",
                    id_of(w, row)),
           scr_hint(d, "give `wall attribute inertia` first");
  return !deforms(w, row) || fail_deforms(w, d, row);
}

bool scr_wall_may_free(const scr_world *w, scr_diag *d, uint32_t row, unsigned mask, bool free) {
  const unsigned own = scr_wall_free_bits(w, row), after = free ? own | mask : own & ~mask;
  const double *spin = scr_real_at(&w->wall, SCR_WALL_SPIN, row);
  if (free && (!may_move(w, d, row, mask & 7) || (mask >> 3 && !may_turn(w, d, row)))) return false;
  if (free && conveys(w, row)) return fail_conveyor(w, d, row);
  return w->dim == 2 || spin_fits(w, d, row, after >> 3, spin);
}

void scr_walls_free_settle(scr_world *w) {
  if (!scr_any_wall_free(w)) return;
  for (uint32_t k = 0; k < w->wall.n; k++)
    if (scr_wall_free_bits(w, k)) return;
  scr_table_switch(&w->wall, SCR_WALL_FREE, false);
}

void scr_wall_free(scr_world *w, uint32_t row, unsigned mask, bool free) {
  assert(row < w->wall.n && mask < 64);
  scr_world_sync(w); /* the half-kick that is due belongs to the conditions of the last cycle */
  if (free) scr_table_switch(&w->wall, SCR_WALL_FREE, true);
  if (!scr_any_wall_free(w)) return;
  uint8_t *own = (uint8_t *)w->wall.base[SCR_WALL_FREE] + row;
  *own = (uint8_t)(free ? *own | mask : *own & ~mask);
  scr_changed(w, SCR_SPEEDS);
  scr_changed(w, SCR_VALUES);
  scr_walls_free_settle(w);
}
