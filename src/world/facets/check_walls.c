/* Invariants of walls: facets and their vertices, and what is kept of them for contacts. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "world/facets/kept.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

static bool vertices_hold(const scr_world *w, uint32_t f, scr_buf *why) {
  const uint32_t id = scr_colu(&w->facet, SCR_FACET_ID)[f],
                 wall = scr_colu(&w->facet, SCR_FACET_WALL)[f],
                 *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  SCR_HOLDS(wall < w->wall.n, "facet %u belongs to no wall", id);
  for (int c = 0; c < w->dim; c++)
    SCR_HOLDS(v[c] < w->vertex.n && scr_colu(&w->vertex, SCR_VERTEX_WALL)[v[c]] == wall,
              "facet %u has a vertex of another wall", id);
  return true;
}

static bool has_vertex(const uint32_t *facet, uint32_t v) {
  return facet[0] == v || facet[1] == v || facet[2] == v;
}

/* Across each edge lies a facet with the same edge. */
static bool neighbours_hold(const scr_world *w, uint32_t f, scr_buf *why) {
  const uint32_t *vertex = scr_colu(&w->facet, SCR_FACET_VERTEX), *own = vertex + 3 * (size_t)f,
                 id = scr_colu(&w->facet, SCR_FACET_ID)[f];
  for (int k = 0; k < 3; k++) {
    const int32_t next = scr_coli(&w->facet, SCR_FACET_NEIGHBOUR)[3 * (size_t)f + (size_t)k];
    SCR_HOLDS(next >= -1 && next < (int32_t)w->facet.n, "facet %u: a neighbour is no row", id);
    const uint32_t *its = vertex + 3 * (size_t)SCR_MAX(next, 0);
    SCR_HOLDS(next < 0 || (has_vertex(its, own[k]) && has_vertex(its, own[(k + 1) % 3])),
              "facet %u: a neighbour does not have its edge", id);
  }
  return true;
}

/* Shapes and labels say what the tables say. */
static bool shape_holds(const scr_world *w, uint32_t f, scr_buf *why) {
  const struct scr_facets *s = w->engine->facets;
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f,
                 id = scr_colu(&w->facet, SCR_FACET_ID)[f];
  const double *n = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f, length2 = scr_dot3(n, n);
  SCR_HOLDS(fabs(length2 - 1) < 1e-9 || length2 == 0, "facet %u: its normal has length %g", id,
            sqrt(length2));
  SCR_HOLDS(memcmp(s->shape[f].normal, n, 3 * sizeof *n) == 0, "facet %u: another normal is kept",
            id);
  SCR_HOLDS(s->label[f].id == id && s->label[f].wall == scr_colu(&w->facet, SCR_FACET_WALL)[f],
            "facet %u: another label is kept", id);
  for (int k = 0; k < w->dim; k++) {
    const double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v[k];
    SCR_HOLDS(memcmp(s->shape[f].x[k], x, 3 * sizeof *x) == 0, "facet %u: another vertex is kept",
              id);
  }
  return true;
}

static bool sides_hold(const scr_world *w, uint32_t f, scr_buf *why) {
  SCR_HOLDS(!w->facet.on[SCR_FACET_SIDES] ||
                ((const uint8_t *)w->facet.base[SCR_FACET_SIDES])[f] <= 4,
            "facet %u: sides", scr_colu(&w->facet, SCR_FACET_ID)[f]);
  return true;
}

static bool freedom_holds(const scr_world *w, uint32_t k, scr_buf *why) {
  const uint32_t id = scr_colu(&w->wall, SCR_WALL_ID)[k];
  const unsigned free = scr_wall_free_bits(w, k);
  const double *inertia = scr_real_at(&w->wall, SCR_WALL_INERTIA, k);
  SCR_HOLDS(!(free & ~scr_freedoms(w->dim)), "wall %u: free components", id);
  SCR_HOLDS(!(free & 7) || *scr_real_at(&w->wall, SCR_WALL_MASS, k) > 0,
            "wall %u is free and has no mass", id);
  SCR_HOLDS(!(free >> 3) || inertia[2] > 0, "wall %u turns freely and has no inertia", id);
  SCR_HOLDS(w->wall.on[SCR_WALL_AXES] == (w->dim == 3 && w->wall.on[SCR_WALL_INERTIA]),
            "axes of walls without their inertia");
  return true;
}

static bool walls_hold(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->wall.n; k++) {
    const uint32_t id = scr_colu(&w->wall, SCR_WALL_ID)[k];
    SCR_HOLDS(scr_colu(&w->wall, SCR_WALL_NAME)[k] < w->words.index.n, "wall %u has no name", id);
    SCR_HOLDS(((const uint8_t *)w->wall.base[SCR_WALL_SIDES])[k] <= 3, "wall %u: sides", id);
    SCR_HOLDS(scr_colu(&w->wall, SCR_WALL_GROUPS)[k] < w->sets.n &&
                  scr_colu(&w->wall, SCR_WALL_SURFACE)[k] < w->sets.n,
              "wall %u: its groups or surface are no set", id);
    if (!freedom_holds(w, k, why)) return false;
  }
  return true;
}

bool scr_check_walls(const scr_world *w, scr_buf *why) {
  if (!walls_hold(w, why)) return false;
  for (uint32_t f = 0; f < w->facet.n; f++)
    if (!vertices_hold(w, f, why) || !sides_hold(w, f, why) || !neighbours_hold(w, f, why) ||
        !shape_holds(w, f, why))
      return false;
  return true;
}
