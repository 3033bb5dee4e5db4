/* A facet that is added to a wall. */
#include <string.h>
#include "base/mem.h"
#include "world/bodies/bodies.h"
#include "world/facets/facets.h"
#include "world/shapes/mesh.h"
#include "world/state/events.h"
#include "world/state/rows.h"

enum { STAR = 64 };

/* The new facet as the last of a shape: of those that have a vertex in common with it, where these
 * are few (nstar; rows), else of the whole wall (nstar < 0). */
typedef struct draft {
  scr_shape shape;
  uint32_t vertex[3],
      place[3]; /* of the corners: rows, SCR_NONE where new; vertices of the shape */
  int nstar;
  uint32_t star[STAR];
} draft;

static uint32_t wall_of_vertex(const scr_world *w, uint32_t v) {
  return scr_colu(&w->vertex, SCR_VERTEX_WALL)[v];
}

/* The vertex of the wall at that place; SCR_NONE: there is none. */
static uint32_t vertex_at(const scr_world *w, uint32_t wall, const double x[3]) {
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    const double *at = scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v;
    bool same = wall_of_vertex(w, v) == wall;
    for (int c = 0; c < w->dim; c++) same = same && at[c] == x[c];
    if (same) return v;
  }
  return SCR_NONE;
}

/* Vertices of the shape stand in order of their rows. */
static uint32_t place_of(const scr_world *w, uint32_t wall, uint32_t vertex) {
  uint32_t n = 0;
  for (uint32_t v = 0; v < vertex; v++) n += wall_of_vertex(w, v) == wall;
  return n;
}

static void find_corners(const scr_world *w, uint32_t wall, const scr_facet_corner *corner,
                         draft *t) {
  for (int k = 0; k < w->dim; k++) {
    const bool given = corner[k].vertex != SCR_NONE;
    t->vertex[k] = given ? corner[k].vertex : vertex_at(w, wall, corner[k].x);
  }
}

static void add_last(const scr_world *w, const scr_facet_corner *corner, draft *t) {
  for (int k = 0; k < w->dim; k++)
    if (t->vertex[k] == SCR_NONE) t->place[k] = scr_shape_vertex(&t->shape, corner[k].x);
  scr_shape_facet(&t->shape, t->place[0], t->place[1], t->place[2]);
}

static void draft_of_wall(const scr_world *w, uint32_t wall, const scr_facet_corner *corner,
                          draft *t) {
  find_corners(w, wall, corner, t);
  memset(t->place, 0, sizeof t->place);
  scr_shape_free(&t->shape);
  scr_walls_shape(w, &wall, 1, &t->shape);
  t->nstar = -1;
  for (int k = 0; k < w->dim; k++)
    if (t->vertex[k] != SCR_NONE) t->place[k] = place_of(w, wall, t->vertex[k]);
  add_last(w, corner, t);
}

/* Facets that have a vertex of the new one. False: there are many. */
static bool find_star(const scr_world *w, draft *t) {
  const uint32_t *all = scr_colu(&w->facet, SCR_FACET_VERTEX), *own = t->vertex;
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = all + 3 * (size_t)f;
    bool meets = false;
    for (int k = 0; k < w->dim; k++)
      for (int q = 0; q < w->dim; q++) meets |= v[k] == own[q];
    if (!meets) continue;
    if (t->nstar == STAR) return false;
    t->star[t->nstar++] = f;
  }
  return true;
}

/* What can be wrong with the new facet shows in its star: the rest of the wall is as it was. */
static bool draft_of_star(const scr_world *w, uint32_t wall, const scr_facet_corner *corner,
                          draft *t) {
  uint32_t row[3 * STAR], n = 0;
  find_corners(w, wall, corner, t);
  if (!find_star(w, t)) return false;
  for (int q = 0; q < t->nstar; q++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)t->star[q];
    uint32_t place[3] = {0};
    for (int k = 0; k < w->dim; k++) {
      while (place[k] < n && row[place[k]] != v[k]) place[k]++;
      if (place[k] < n) continue;
      row[n++] = v[k];
      scr_shape_vertex(&t->shape, scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v[k]);
    }
    scr_shape_facet(&t->shape, place[0], place[1], place[2]);
  }
  for (int k = 0; k < w->dim; k++)
    while (t->vertex[k] != SCR_NONE && row[t->place[k]] != t->vertex[k]) t->place[k]++;
  add_last(w, corner, t);
  return true;
}

static bool has_corner(const uint32_t *facet, int dim, uint32_t v) {
  return facet[0] == v || facet[1] == v || (dim == 3 && facet[2] == v);
}

/* Do the facets that were there have an end of the new one, in 3D an edge? */
static bool hangs_on(const draft *t, int dim) {
  const uint32_t *own = t->place;
  for (uint32_t f = 0; f + 1 < t->shape.nf; f++) {
    const uint32_t *v = t->shape.facet + 3 * (size_t)f;
    for (int k = 0; k < dim; k++)
      if (has_corner(v, dim, own[k]) && (dim == 2 || has_corner(v, dim, own[(k + 1) % 3])))
        return true;
  }
  return false;
}

static void swap(uint32_t *a, uint32_t *b) {
  const uint32_t first = *a;
  *a = *b, *b = first;
}

static void turn_last(draft *t, int dim) {
  uint32_t *last = t->shape.facet + 3 * ((size_t)t->shape.nf - 1);
  uint32_t *const all[] = {last, t->place, t->vertex};
  for (size_t k = 0; k < SCR_COUNTOF(all); k++) swap(&all[k][dim - 2], &all[k][dim - 1]);
}

typedef enum verdict { FITS, LOOSE, CROWDED, FAULTY } verdict;

/* What a wall may not have. Turns the new facet round where that mends its normal. */
static verdict judge(const scr_world *w, draft *t, bool *turned, scr_mesh_fault *fault) {
  const scr_shape *s = &t->shape;
  *turned = false;
  if (!hangs_on(t, w->dim)) return LOOSE;
  const scr_mesh_report before = scr_mesh_survey(s, w->dim);
  turn_last(t, w->dim);
  *turned = scr_mesh_survey(s, w->dim).inverted < before.inverted;
  if (!*turned) turn_last(t, w->dim);
  scr_shape others = *s;
  others.nf--;
  if (before.crowded > scr_mesh_survey(&others, w->dim).crowded) return CROWDED;
  *fault = scr_mesh_check(s, w->dim);
  return fault->kind ? FAULTY : FITS;
}

static bool draft_fits(const scr_world *w, scr_diag *d, draft *t, bool *turned) {
  scr_mesh_fault fault;
  switch (judge(w, t, turned, &fault)) {
  case FITS: return true;
  case LOOSE:
    return scr_fail(d, NULL, SCR_E_VALUE, "the facet has no %s of the wall",
                    w->dim == 2 ? "vertex" : "edge");
  case CROWDED:
    return scr_fail(d, NULL, SCR_E_VALUE, "%s of the facet belongs to two others already",
                    w->dim == 2 ? "a vertex" : "an edge");
  case FAULTY: return scr_mesh_fail(d, NULL, &t->shape, w->dim, &fault);
  }
  return false;
}

/* The whole wall is asked where the star cannot tell, and for what an error says of it. */
static bool make_draft(const scr_world *w, scr_diag *d, uint32_t wall,
                       const scr_facet_corner *corner, draft *t, bool *turned) {
  scr_mesh_fault fault;
  if (draft_of_star(w, wall, corner, t) && judge(w, t, turned, &fault) == FITS) return true;
  draft_of_wall(w, wall, corner, t);
  return draft_fits(w, d, t, turned);
}

static bool corners_fit(const scr_world *w, scr_diag *d, uint32_t wall,
                        const scr_facet_corner *corner) {
  for (int k = 0; k < w->dim; k++)
    if (corner[k].vertex != SCR_NONE && wall_of_vertex(w, corner[k].vertex) != wall)
      return scr_fail(d, corner[k].at, SCR_E_NAME, "the wall has no vertex %u",
                      scr_colu(&w->vertex, SCR_VERTEX_ID)[corner[k].vertex]);
  return true;
}

static bool id_fits(const scr_world *w, scr_diag *d, uint32_t id) {
  if (scr_facet_find(w, id) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a facet with id %u already", id);
  if (id > INT32_MAX) return scr_fail(d, NULL, SCR_E_VALUE, "facet id %u is too large", id);
  return id > w->facet_ids.max ||
         scr_fail(d, NULL, SCR_E_VALUE, "ids of facets count up: %u is the least that is free",
                  w->facet_ids.max + 1);
}

/* The last facet and its neighbours across its edges get to know each other. */
static void join_star(scr_world *w, const draft *t, uint32_t row) {
  int32_t *beside = scr_coli(&w->facet, SCR_FACET_NEIGHBOUR);
  const uint32_t *all = scr_colu(&w->facet, SCR_FACET_VERTEX), *v = all + 3 * (size_t)row;
  for (int k = 0; k < 3; k++) beside[3 * (size_t)row + (size_t)k] = -1;
  for (int q = 0; q < t->nstar && w->dim == 3; q++)
    for (int k = 0; k < 3; k++)
      for (int m = 0; m < 3; m++) {
        const uint32_t f = t->star[q], *other = all + 3 * (size_t)f;
        if (other[m] != v[(k + 1) % 3] || other[(m + 1) % 3] != v[k]) continue;
        beside[3 * (size_t)row + (size_t)k] = (int32_t)f;
        beside[3 * (size_t)f + (size_t)m] = (int32_t)row;
      }
}

static void add_facet(scr_world *w, uint32_t wall, uint32_t id, draft *t, uint32_t *row) {
  for (int k = 0; k < w->dim; k++)
    if (t->vertex[k] == SCR_NONE) {
      const uint32_t place = t->place[k];
      t->vertex[k] = scr_vertex_push(w, wall, t->shape.x + 3 * (size_t)place);
    }
  *row = scr_facet_push(w, wall, id ? id : w->facet_ids.max + 1, t->vertex);
  if (w->facet.on[SCR_FACET_CONVEYOR])
    memcpy(scr_col(&w->facet, SCR_FACET_CONVEYOR) + 3 * (size_t)*row,
           scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)wall, 3 * sizeof(double));
  t->nstar < 0 ? scr_facet_neighbours(w) : join_star(w, t, *row);
  scr_facets_refresh_last(w);
  scr_changed(w, SCR_BODIES);
  scr_world_event(w, SCR_EV_FACET_CREATE, scr_colu(&w->facet, SCR_FACET_ID)[*row], SCR_K_FACET,
                  scr_facet_ref(w, *row), -1);
}

bool scr_facet_add(scr_world *w, scr_diag *d, uint32_t wall, uint32_t id,
                   const scr_facet_corner corner[3], bool *turned, uint32_t *row) {
  assert(wall < w->wall.n);
  if (!corners_fit(w, d, wall, corner) || !scr_may_edit_bodies(w, d) || (id && !id_fits(w, d, id)))
    return false;
  scr_world_sync(w);
  draft t = {.shape = {.stop = d->interrupt}};
  const bool ok = make_draft(w, d, wall, corner, &t, turned) && !scr_interrupted(d);
  if (ok) add_facet(w, wall, id, &t, row);
  scr_shape_free(&t.shape);
  return ok;
}
