/* Walls that are turned, and facets whose surfaces have velocities of their own. */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/state/wall_inertia.h"

/* ---- turning ---- */

typedef struct turn {
  double matrix[3][3], point[3];
} turn;

static void turn_place(const turn *t, int dim, double *x) {
  double r[3];
  for (int c = 0; c < 3; c++) r[c] = x[c] - t->point[c];
  for (int c = 0; c < dim; c++) x[c] = t->point[c] + scr_dot3(t->matrix[c], r);
}

static void turn_wall(scr_world *w, uint32_t row, const turn *t) {
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  for (uint32_t v = 0; v < w->vertex.n; v++)
    if (of[v] == row)
      turn_place(t, w->dim, scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v);
  turn_place(t, w->dim, scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)row);
  turn_place(t, w->dim, scr_col(&w->wall, SCR_WALL_CENTER) + 3 * (size_t)row);
}

static void turn_axes(scr_world *w, uint32_t row, const scr_wall_turn *how) {
  const double angle = how->degrees * (SCR_PI / 180), length = sqrt(scr_dot3(how->axis, how->axis));
  double by[3];
  for (int c = 0; c < 3; c++) by[c] = how->axis[c] / length * angle;
  scr_wall_axes_turn(w, row, by, 1);
}

bool scr_walls_turn(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n,
                    const scr_wall_turn *how) {
  assert(isfinite(how->degrees) && scr_dot3(how->axis, how->axis) > 0);
  if (!scr_may_edit_bodies(w, d)) return false;
  if (!n) return true;
  turn t;
  scr_world_sync(w);
  scr_turn_matrix(how->axis, how->degrees, t.matrix);
  for (size_t k = 0; k < n; k++) {
    const double *own = scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)rows[k];
    memcpy(t.point, how->about ? how->about : own, sizeof t.point);
    turn_wall(w, rows[k], &t);
    turn_axes(w, rows[k], how);
    if (how->orientation) scr_orientation_turn(w, &w->wall, rows[k], how->axis, how->degrees);
  }
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_PLACES);
  return true;
}

/* ---- conveyors ---- */

/* The conveyor of the wall of a facet. */
static const double *of_wall(const scr_world *w, uint32_t f) {
  return scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)scr_colu(&w->facet, SCR_FACET_WALL)[f];
}

static bool differs(const scr_world *w, uint32_t f) {
  const double *own = scr_col(&w->facet, SCR_FACET_CONVEYOR) + 3 * (size_t)f, *wall = of_wall(w, f);
  return own[0] != wall[0] || own[1] != wall[1] || own[2] != wall[2];
}

/* The column is there while it says more than the walls do. */
static void settle(scr_world *w) {
  for (uint32_t f = 0; f < w->facet.n; f++)
    if (differs(w, f)) return;
  scr_table_switch(&w->facet, SCR_FACET_CONVEYOR, false);
}

static void put(scr_world *w, uint32_t f, const double *v) {
  memcpy(scr_col(&w->facet, SCR_FACET_CONVEYOR) + 3 * (size_t)f, v, (size_t)w->dim * sizeof *v);
}

void scr_facets_convey_as(scr_world *w, uint32_t wall) {
  assert(wall < w->wall.n);
  if (!w->facet.on[SCR_FACET_CONVEYOR]) return;
  for (uint32_t f = 0; f < w->facet.n; f++)
    if (scr_colu(&w->facet, SCR_FACET_WALL)[f] == wall)
      put(w, f, scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)wall);
  settle(w);
}

bool scr_facet_convey(scr_world *w, scr_diag *d, uint32_t f, const double v[3]) {
  assert(f < w->facet.n);
  for (int c = 0; c < w->dim; c++)
    if (!isfinite(v[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the velocity of a conveyor must be finite");
  if (!scr_wall_may_convey(w, d, scr_colu(&w->facet, SCR_FACET_WALL)[f], v)) return false;
  scr_world_sync(w);
  if (!w->facet.on[SCR_FACET_CONVEYOR]) {
    scr_table_switch(&w->facet, SCR_FACET_CONVEYOR, true);
    for (uint32_t g = 0; g < w->facet.n; g++) put(w, g, of_wall(w, g));
  }
  put(w, f, v);
  if (!differs(w, f)) settle(w);
  return true;
}

/* ---- active sides ---- */

uint8_t scr_facet_sides(const scr_world *w, uint32_t f) { return scr_facet_sides_of(w, f); }

static uint8_t *own_sides(scr_world *w) { return w->facet.base[SCR_FACET_SIDES]; }

/* A wall that is given whole: its facets have no sides of their own. */
static void put_sides(scr_world *w, uint32_t f, bool whole, uint8_t sides) {
  const uint32_t wall = scr_colu(&w->facet, SCR_FACET_WALL)[f];
  if (whole) scr_table_write(&w->wall, SCR_WALL_SIDES, wall, &sides);
  const uint8_t of_wall = ((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[wall];
  if (w->facet.on[SCR_FACET_SIDES])
    own_sides(w)[f] = whole || sides == of_wall ? 0 : (uint8_t)(sides + 1);
}

void scr_facets_set_sides(scr_world *w, const uint32_t *rows, size_t n, uint8_t sides) {
  const uint32_t *wall = scr_colu(&w->facet, SCR_FACET_WALL);
  uint32_t *left = scr_alloc(SCR_MAX(w->wall.n, 1u) * sizeof *left);
  bool part = false, own = false;
  for (uint32_t f = 0; f < w->facet.n; f++) left[wall[f]]++;
  for (size_t k = 0; k < n; k++) left[wall[rows[k]]]--;
  for (size_t k = 0; k < n; k++) part |= left[wall[rows[k]]] > 0;
  if (part && !w->facet.on[SCR_FACET_SIDES]) scr_table_switch(&w->facet, SCR_FACET_SIDES, true);
  for (size_t k = 0; k < n; k++) put_sides(w, rows[k], left[wall[rows[k]]] == 0, sides);
  scr_free(left);
  for (uint32_t f = 0; f < w->facet.n && w->facet.on[SCR_FACET_SIDES]; f++) own |= own_sides(w)[f];
  if (!own) scr_table_switch(&w->facet, SCR_FACET_SIDES, false);
  scr_changed(w, SCR_SIDES);
}

/* ---- surfaces that turn ---- */

void scr_facet_conveyor_of_spin(const scr_world *w, uint32_t f, const double point[3],
                                const double spin[3], double v[3]) {
  const uint32_t *vertex = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  const double *n = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f;
  double r[3] = {0};
  for (int c = 0; c < 3; c++) {
    for (int k = 0; k < w->dim; k++)
      r[c] += scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)vertex[k] + (size_t)c];
    r[c] = r[c] / w->dim - point[c];
  }
  scr_cross3(spin, r, v);
  const double along = scr_dot3(v, n);
  for (int c = 0; c < 3; c++) v[c] -= along * n[c];
}
