/* Which components of the velocities of walls are free, and which walls may be. What moves them:
 * world/motion/free_walls.c. */
#include "world/bodies/bodies.h"

#include <string.h>
#include "world/bodies/servos.h"
#include "world/state/rows.h"

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

bool scr_wall_may_free(const scr_world *w, scr_diag *d, uint32_t row, unsigned mask) {
  const scr_servo *s = scr_servo_find(w, id_of(w, row));
  if (!(*scr_real_at(&w->wall, SCR_WALL_MASS, row) > 0))
    return scr_fail(d, NULL, SCR_E_STATE, "wall %u has no mass: it cannot be free", id_of(w, row)),
           scr_hint(d, "give `wall attribute mass` first");
  if (conveys(w, row)) return fail_conveyor(w, d, row);
  for (int c = 0; s && s->active && c < w->dim; c++)
    if (mask >> c & 1 && s->force[c] != 0)
      return scr_fail(d, NULL, SCR_E_STATE,
                      "wall %u is driven towards a force along %c: it cannot be free there as well",
                      id_of(w, row), "xyz"[c]);
  return true;
}

void scr_walls_free_settle(scr_world *w) {
  if (!scr_any_wall_free(w)) return;
  for (uint32_t k = 0; k < w->wall.n; k++)
    if (scr_wall_free_bits(w, k)) return;
  scr_table_switch(&w->wall, SCR_WALL_FREE, false);
}

void scr_wall_free(scr_world *w, uint32_t row, unsigned mask, bool free) {
  assert(row < w->wall.n && mask < 8);
  scr_world_sync(w); /* the half-kick that is due belongs to the conditions of the last cycle */
  if (free) scr_table_switch(&w->wall, SCR_WALL_FREE, true);
  if (!scr_any_wall_free(w)) return;
  uint8_t *own = (uint8_t *)w->wall.base[SCR_WALL_FREE] + row;
  *own = (uint8_t)(free ? *own | mask : *own & ~mask);
  scr_changed(w, SCR_SPEEDS);
  scr_changed(w, SCR_VALUES);
  scr_walls_free_settle(w);
}
