/* Which components of the velocities and spins of walls are free, and which walls may be. What
 * moves them: world/motion/free_walls.c. */
#include "world/bodies/bodies.h"

#include <string.h>
#include "base/mem.h"
#include "world/bodies/servos.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

static uint32_t id_of(const scr_world *w, uint32_t row) {
  return scr_colu(&w->wall, SCR_WALL_ID)[row];
}

static bool any_set(const double *v) { return v[0] != 0 || v[1] != 0 || v[2] != 0; }

/* Which walls have a row of this column that is not zero: one pass for all of them. NULL: none. */
static bool *owners_of(const scr_world *w, const scr_table *t, int col, int wall) {
  if (!t->on[col]) return NULL;
  bool *any = scr_alloc(w->wall.n * sizeof *any);
  for (uint32_t k = 0; k < t->n; k++)
    any[scr_colu(t, wall)[k]] |= any_set(scr_col(t, col) + 3 * (size_t)k);
  return any;
}

/* What parts of walls do by themselves, by the row of the wall. */
typedef struct own_ways {
  bool *conveys, *deforms; /* a facet's surface moves; a vertex has a velocity; NULL: of none */
} own_ways;

static own_ways ways_of(const scr_world *w) {
  return (own_ways){owners_of(w, &w->facet, SCR_FACET_CONVEYOR, SCR_FACET_WALL),
                    owners_of(w, &w->vertex, SCR_VERTEX_VELOCITY, SCR_VERTEX_WALL)};
}

static void ways_free(own_ways *own) {
  scr_free(own->conveys);
  scr_free(own->deforms);
}

/* Does its surface, or that of one of its facets, move without the wall? */
static bool conveys(const scr_world *w, const own_ways *own, uint32_t row) {
  return any_set(scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)row) ||
         (own->conveys && own->conveys[row]);
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

static bool may_turn(const scr_world *w, scr_diag *d, const own_ways *own, uint32_t row) {
  if (!(scr_real_at(&w->wall, SCR_WALL_INERTIA, row)[2] > 0))
    return scr_fail(d, NULL, SCR_E_STATE, "wall %u has no moment of inertia: it cannot turn freely",
                    id_of(w, row)),
           scr_hint(d, "give `wall attribute inertia` first");
  return !(own->deforms && own->deforms[row]) || fail_deforms(w, d, row);
}

/* own: of walls that are to be free. */
static bool may_free(const scr_world *w, scr_diag *d, const own_ways *own, uint32_t row,
                     unsigned mask, bool free) {
  const unsigned bits = scr_wall_free_bits(w, row), after = free ? bits | mask : bits & ~mask;
  const double *spin = scr_real_at(&w->wall, SCR_WALL_SPIN, row);
  if (free && (!may_move(w, d, row, mask & 7) || (mask >> 3 && !may_turn(w, d, own, row))))
    return false;
  if (free && conveys(w, own, row)) return fail_conveyor(w, d, row);
  return w->dim == 2 || spin_fits(w, d, row, after >> 3, spin);
}

bool scr_walls_may_free(const scr_world *w, scr_diag *d, const uint32_t *rows, size_t n,
                        unsigned mask, bool free) {
  own_ways own = free ? ways_of(w) : (own_ways){NULL, NULL};
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) ok = may_free(w, d, &own, rows[k], mask, free);
  ways_free(&own);
  return ok;
}

void scr_walls_free_settle(scr_world *w) {
  if (!scr_any_wall_free(w)) return;
  for (uint32_t k = 0; k < w->wall.n; k++)
    if (scr_wall_free_bits(w, k)) return;
  scr_table_switch(&w->wall, SCR_WALL_FREE, false);
}

void scr_walls_free(scr_world *w, const uint32_t *rows, size_t n, unsigned mask, bool free) {
  assert(mask < 64);
  scr_world_sync(w); /* the half-kick that is due belongs to the conditions of the last cycle */
  if (free && n) scr_table_switch(&w->wall, SCR_WALL_FREE, true);
  if (!scr_any_wall_free(w)) return;
  for (size_t k = 0; k < n; k++) {
    uint8_t *own = (uint8_t *)w->wall.base[SCR_WALL_FREE] + rows[k];
    *own = (uint8_t)(free ? *own | mask : *own & ~mask);
  }
  scr_changed(w, SCR_SPEEDS);
  scr_changed(w, SCR_VALUES);
  scr_walls_free_settle(w);
}
