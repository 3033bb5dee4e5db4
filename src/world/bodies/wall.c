/* Walls: making, deleting, lookup, what users read and write of them. */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/smath.h"
#include "world/contacts/birth.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/facets/facets.h"
#include "world/motion/wall_loads.h"
#include "world/shapes/mesh.h"
#include "world/state/events.h"
#include "world/state/handles.h"
#include "world/state/quantity.h"
#include "world/state/rows.h"
#include "world/bodies/servos.h"
#include "world/state/things.h"
#include "world/state/wall_inertia.h"

uint32_t scr_wall_next_id(const scr_world *w) { return w->wall_ids.max + 1; }
uint32_t scr_wall_find(const scr_world *w, uint32_t id) {
  return scr_idmap_get(&w->wall_by_id, id, SCR_NONE);
}
uint32_t scr_facet_find(const scr_world *w, uint32_t id) {
  return scr_idmap_get(&w->facet_by_id, id, SCR_NONE);
}

uint32_t scr_wall_find_name(const scr_world *w, const char *name) {
  uint32_t word = scr_word_find(&w->words, name);
  for (uint32_t k = 0; k < w->wall.n && word != UINT32_MAX; k++)
    if (scr_colu(&w->wall, SCR_WALL_NAME)[k] == word) return k;
  return SCR_NONE;
}

static scr_ref ref_of(const scr_table *t, int col, const scr_slots *s, uint32_t row) {
  assert(row < t->n);
  uint32_t slot = scr_colu(t, col)[row];
  return (scr_ref){slot, s->gen[slot]};
}
scr_ref scr_wall_ref(const scr_world *w, uint32_t row) {
  return ref_of(&w->wall, SCR_WALL_SLOT, &w->wall_slots, row);
}
scr_ref scr_facet_ref(const scr_world *w, uint32_t row) {
  return ref_of(&w->facet, SCR_FACET_SLOT, &w->facet_slots, row);
}
scr_ref scr_vertex_ref(const scr_world *w, uint32_t row) {
  return ref_of(&w->vertex, SCR_VERTEX_SLOT, &w->vertex_slots, row);
}

/* ---- measures of facets ---- */

static double edge_length(const double *x, uint32_t a, uint32_t b) {
  double d[3];
  for (int c = 0; c < 3; c++) d[c] = x[3 * (size_t)a + (size_t)c] - x[3 * (size_t)b + (size_t)c];
  return sqrt(scr_dot3(d, d));
}

static double area(const double *x, const uint32_t *v) {
  double a[3], b[3], n[3];
  for (int c = 0; c < 3; c++) {
    a[c] = x[3 * (size_t)v[1] + (size_t)c] - x[3 * (size_t)v[0] + (size_t)c];
    b[c] = x[3 * (size_t)v[2] + (size_t)c] - x[3 * (size_t)v[0] + (size_t)c];
  }
  scr_cross3(a, b, n);
  return 0.5 * sqrt(scr_dot3(n, n));
}

/* ---- making and deleting ---- */

/* Neighbour of facet f across its edge k (vertex k to k + 1), from a map of directed edges. */
void scr_facet_neighbours(scr_world *w) {
  scr_u64map edges = {0};
  for (uint32_t f = 0; f < w->facet.n && w->dim == 3; f++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
    for (int k = 0; k < 3; k++) scr_u64map_set(&edges, (uint64_t)v[k] << 32 | v[(k + 1) % 3], f);
  }
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
    for (int k = 0; k < 3; k++) {
      uint32_t g = w->dim == 3
                       ? scr_u64map_get(&edges, (uint64_t)v[(k + 1) % 3] << 32 | v[k], SCR_NONE)
                       : SCR_NONE;
      scr_coli(&w->facet, SCR_FACET_NEIGHBOUR)[3 * (size_t)f + (size_t)k] =
          g == SCR_NONE ? -1 : (int32_t)g;
    }
  }
  scr_u64map_free(&edges);
}

uint32_t scr_vertex_push(scr_world *w, uint32_t wall, const double x[3]) {
  assert(wall < w->wall.n);
  uint32_t k = scr_table_push(&w->vertex), id = w->vertex_ids.max + 1;
  scr_colu(&w->vertex, SCR_VERTEX_ID)[k] = id;
  scr_colu(&w->vertex, SCR_VERTEX_WALL)[k] = wall;
  memcpy(scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)k, x, 3 * sizeof *x);
  scr_colu(&w->vertex, SCR_VERTEX_SLOT)[k] = scr_slots_take(&w->vertex_slots, k).index;
  scr_ids_take(&w->vertex_ids, id);
  scr_idmap_set(&w->vertex_by_id, id, k);
  return k;
}

uint32_t scr_facet_push(scr_world *w, uint32_t wall, uint32_t id, const uint32_t *vertex) {
  assert(wall < w->wall.n && vertex[0] < w->vertex.n);
  uint32_t k = scr_table_push(&w->facet);
  scr_colu(&w->facet, SCR_FACET_ID)[k] = id;
  scr_colu(&w->facet, SCR_FACET_WALL)[k] = wall;
  for (int c = 0; c < 3; c++)
    scr_colu(&w->facet, SCR_FACET_VERTEX)[3 * (size_t)k + (size_t)c] = c < w->dim ? vertex[c] : 0;
  scr_colu(&w->facet, SCR_FACET_SLOT)[k] = scr_slots_take(&w->facet_slots, k).index;
  scr_ids_take(&w->facet_ids, id);
  scr_idmap_set(&w->facet_by_id, id, k);
  return k;
}

/* Mean of the facets' centres, weighted by their size. */
static void centroid(const scr_world *w, const double *x, uint32_t nf, const uint32_t *facet,
                     double out[3]) {
  double total = 0;
  memset(out, 0, 3 * sizeof *out);
  for (uint32_t f = 0; f < nf; f++) {
    const uint32_t *v = facet + 3 * (size_t)f;
    double size = w->dim == 3 ? area(x, v) : edge_length(x, v[0], v[1]);
    total += size;
    for (int c = 0; c < 3; c++)
      for (int k = 0; k < w->dim; k++) out[c] += size * x[3 * (size_t)v[k] + (size_t)c] / w->dim;
  }
  for (int c = 0; c < 3; c++) out[c] /= total;
  assert(total > 0);
}

bool scr_wall_create(scr_world *w, scr_diag *d, uint32_t id, const char *name, uint32_t nv,
                     const double *x, uint32_t nf, const uint32_t *facet, uint32_t *row) {
  if (!scr_may_edit_bodies(w, d)) return false;
  if (!w->domain.set)
    return scr_fail(d, NULL, SCR_E_STATE, "there is no model domain yet"),
           scr_hint(d, "give `model domain extent` first");
  if (id && scr_wall_find(w, id) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a wall with id %u already", id);
  if (id > INT32_MAX) return scr_fail(d, NULL, SCR_E_VALUE, "wall id %u is too large", id);
  if (name && scr_wall_find_name(w, name) != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "there is a wall named '%s' already", name);
  if (nf == 0) return scr_fail(d, NULL, SCR_E_VALUE, "a wall needs at least one facet");
  const scr_shape shape = {.x = (double *)(uintptr_t)x,
                           .facet = (uint32_t *)(uintptr_t)facet,
                           .nv = nv,
                           .nf = nf,
                           .stop = d->interrupt}; /* read only */
  scr_mesh_fault fault = scr_mesh_check(&shape, w->dim);
  if (scr_interrupted(d)) return false;
  if (fault.kind) return scr_mesh_fail(d, NULL, &shape, w->dim, &fault);
  char own[32] = "wall";
  if (!id) id = scr_wall_next_id(w);
  scr_buf b = {0};
  scr_buf_printf(&b, "%s%u", own, id);
  uint32_t k = scr_table_push(&w->wall), first = w->vertex.n;
  scr_colu(&w->wall, SCR_WALL_ID)[k] = id;
  scr_colu(&w->wall, SCR_WALL_NAME)[k] = scr_word(&w->words, name ? name : b.s);
  scr_buf_free(&b);
  double *position = scr_col(&w->wall, SCR_WALL_POSITION) + 3 * (size_t)k;
  centroid(w, x, nf, facet, position);
  scr_table_begin(&w->wall, k);
  scr_orientation_begin(w, &w->wall, k);
  scr_wall_axes_begin(w, k);
  scr_ref ref = scr_slots_take(&w->wall_slots, k);
  scr_colu(&w->wall, SCR_WALL_SLOT)[k] = ref.index;
  scr_ids_take(&w->wall_ids, id);
  scr_idmap_set(&w->wall_by_id, id, k);
  for (uint32_t v = 0; v < nv; v++) scr_vertex_push(w, k, x + 3 * (size_t)v);
  for (uint32_t f = 0; f < nf; f++) {
    const uint32_t *v = facet + 3 * (size_t)f;
    scr_facet_push(w, k, w->facet_ids.max + 1,
                   (uint32_t[]){first + v[0], first + v[1], first + v[2]});
  }
  scr_facet_neighbours(w);
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_BODIES);
  scr_world_event(w, SCR_EV_WALL_CREATE, id, SCR_K_WALL, ref, -1);
  for (uint32_t f = w->facet.n - nf; f < w->facet.n; f++)
    scr_world_event(w, SCR_EV_FACET_CREATE, scr_colu(&w->facet, SCR_FACET_ID)[f], SCR_K_FACET,
                    scr_facet_ref(w, f), -1);
  if (row) *row = k;
  return true;
}

/* Rows that stay, in order; to[old] = new or SCR_NONE. */
static uint32_t keep_rows(const scr_table *t, const bool *gone, uint32_t *from, uint32_t *to) {
  uint32_t n = 0;
  for (uint32_t k = 0; k < t->n; k++) {
    to[k] = gone[k] ? SCR_NONE : n;
    if (!gone[k]) from[n++] = k;
  }
  return n;
}

/* Rows of facets follow to[]; candidates go, the next rebuilding finds them again. */
static void facet_pairs_follow(scr_world *w, const uint32_t *to) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t n = 0;
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    p->j[k] = to[p->j[k]];
    assert(p->j[k] != SCR_NONE);
    scr_pairs_move_row(p, n, k);
    scr_contact_moved(w, (scr_contact){SCR_BALL_FACET, n});
    n++;
  }
  p->n = n;
}

/* Which rows go. */
typedef struct removal {
  bool *wall, *facet, *vertex;
} removal;

static removal removal_new(const scr_world *w) {
  return (removal){scr_alloc(SCR_MAX(w->wall.n, 1u)), scr_alloc(SCR_MAX(w->facet.n, 1u)),
                   scr_alloc(SCR_MAX(w->vertex.n, 1u))};
}

/* A vertex goes with the last facet that uses it. */
static void mark_vertices(const scr_world *w, removal *r) {
  memset(r->vertex, true, w->vertex.n);
  for (uint32_t f = 0; f < w->facet.n; f++)
    for (int c = 0; c < w->dim && !r->facet[f]; c++)
      r->vertex[scr_colu(&w->facet, SCR_FACET_VERTEX)[3 * (size_t)f + (size_t)c]] = false;
}

/* Contacts end first, then facets and walls are announced, while everything still exists. */
static void announce_removal(scr_world *w, const removal *r) {
  scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t n = 0, *list = scr_alloc(p->n * sizeof *list);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && r->facet[p->j[k]]) list[n++] = k;
  scr_contacts_gone(w, SCR_BALL_FACET, list, n);
  scr_free(list);
  for (uint32_t f = 0; f < w->facet.n; f++)
    if (r->facet[f])
      scr_world_event(w, SCR_EV_FACET_DELETE, 0, SCR_K_FACET, scr_facet_ref(w, f), -1);
  for (uint32_t k = 0; k < w->wall.n; k++)
    if (r->wall[k]) scr_world_event(w, SCR_EV_WALL_DELETE, 0, SCR_K_WALL, scr_wall_ref(w, k), -1);
}

static void forget_rows(const scr_thing *x, const uint32_t *to) {
  for (uint32_t k = 0; k < x->t->n; k++) {
    uint32_t id = scr_colu(x->t, x->id)[k], slot = scr_colu(x->t, x->slot)[k];
    if (to[k] == SCR_NONE) {
      scr_idmap_remove(x->by_id, id);
      scr_ids_give(x->ids, id);
      scr_slots_give(x->slots, slot);
    } else {
      scr_idmap_set(x->by_id, id, to[k]);
      x->slots->row[slot] = to[k];
    }
  }
}

/* Takes away what is marked, and the marks. */
static bool remove_marked(scr_world *w, scr_diag *d, removal *r) {
  mark_vertices(w, r);
  announce_removal(w, r);
  uint32_t *fw = scr_alloc(w->wall.n * sizeof *fw), *tw = scr_alloc(w->wall.n * sizeof *tw);
  uint32_t *ff = scr_alloc(w->facet.n * sizeof *ff), *tf = scr_alloc(w->facet.n * sizeof *tf);
  uint32_t *fv = scr_alloc(w->vertex.n * sizeof *fv), *tv = scr_alloc(w->vertex.n * sizeof *tv);
  uint32_t nw = keep_rows(&w->wall, r->wall, fw, tw);
  uint32_t nf = keep_rows(&w->facet, r->facet, ff, tf);
  uint32_t nv = keep_rows(&w->vertex, r->vertex, fv, tv);
  facet_pairs_follow(w, tf);
  scr_thing things[SCR_THINGS];
  scr_things_of(w, things);
  static const int part[] = {SCR_THING_WALL, SCR_THING_FACET, SCR_THING_VERTEX};
  const uint32_t *to[] = {tw, tf, tv}, *from[] = {fw, ff, fv}, left[] = {nw, nf, nv};
  for (int k = 0; k < 3; k++) {
    forget_rows(&things[part[k]], to[k]);
    scr_table_permute(things[part[k]].t, from[k], left[k]);
  }
  for (uint32_t k = 0; k < nf; k++) {
    scr_colu(&w->facet, SCR_FACET_WALL)[k] = tw[scr_colu(&w->facet, SCR_FACET_WALL)[k]];
    for (int c = 0; c < w->dim; c++) {
      uint32_t *v = &scr_colu(&w->facet, SCR_FACET_VERTEX)[3 * (size_t)k + (size_t)c];
      *v = tv[*v];
      assert(*v < nv);
    }
  }
  for (uint32_t k = 0; k < nv; k++)
    scr_colu(&w->vertex, SCR_VERTEX_WALL)[k] = tw[scr_colu(&w->vertex, SCR_VERTEX_WALL)[k]];
  uint32_t *all[] = {fw, tw, ff, tf, fv, tv};
  for (size_t k = 0; k < SCR_COUNTOF(all); k++) scr_free(all[k]);
  scr_free(r->wall);
  scr_free(r->facet);
  scr_free(r->vertex);
  scr_facet_neighbours(w);
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_GONE);
  scr_servos_prune(w);
  scr_walls_free_settle(w);
  bool fine = !scr_call_failure(w);
  return fine || (d->failed ? false : scr_fail(d, NULL, SCR_E_STATE, "a callback failed"));
}

bool scr_wall_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n) {
  if (!scr_may_edit_bodies(w, d)) return false;
  if (!n) return true;
  scr_world_sync(w);
  removal r = removal_new(w);
  for (size_t k = 0; k < n; k++) r.wall[rows[k]] = true;
  for (uint32_t f = 0; f < w->facet.n; f++)
    r.facet[f] = r.wall[scr_colu(&w->facet, SCR_FACET_WALL)[f]];
  return remove_marked(w, d, &r);
}

bool scr_facet_delete(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n) {
  if (!scr_may_edit_bodies(w, d)) return false;
  if (!n) return true;
  scr_world_sync(w);
  removal r = removal_new(w);
  memset(r.wall, true, w->wall.n);
  for (size_t k = 0; k < n; k++) r.facet[rows[k]] = true;
  for (uint32_t f = 0; f < w->facet.n; f++)
    if (!r.facet[f]) r.wall[scr_colu(&w->facet, SCR_FACET_WALL)[f]] = false;
  return remove_marked(w, d, &r);
}

void scr_walls_shape(const scr_world *w, const uint32_t *rows, size_t n, scr_shape *out) {
  uint32_t *place = scr_alloc(SCR_MAX(w->vertex.n, 1u) * sizeof *place);
  for (size_t k = 0; k < n; k++) {
    for (uint32_t v = 0; v < w->vertex.n; v++)
      if (scr_colu(&w->vertex, SCR_VERTEX_WALL)[v] == rows[k])
        place[v] = scr_shape_vertex(out, scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v);
    for (uint32_t f = 0; f < w->facet.n; f++) {
      const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
      if (scr_colu(&w->facet, SCR_FACET_WALL)[f] == rows[k])
        scr_shape_facet(out, place[v[0]], place[v[1]], w->dim == 3 ? place[v[2]] : 0);
    }
  }
  scr_free(place);
}

/* ---- quantities ---- */

/* What contacts do to a wall: the force, or the moment about the rotation centre. */
static void wall_load(const scr_world *w, uint32_t row, bool moment, double out[3]) {
  assert(row < w->wall.n);
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  scr_wall_load sum = {.most = 0};
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k] && scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]] == row)
      scr_wall_load_add(&sum, w, k, moment);
  for (int c = 0; c < 3; c++) out[c] = scr_xsum_value(moment ? &sum.moment[c] : &sum.force[c]);
}

static void force_contact(const scr_world *w, uint32_t row, double out[3]) {
  wall_load(w, row, false, out);
}

static void moment_contact(const scr_world *w, uint32_t row, double out[3]) {
  wall_load(w, row, true, out);
}

static void move_vertices(scr_world *w, uint32_t row, const double by[3]) {
  assert(row < w->wall.n);
  for (uint32_t v = 0; v < w->vertex.n; v++)
    for (int c = 0; c < w->dim && scr_colu(&w->vertex, SCR_VERTEX_WALL)[v] == row; c++)
      scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)v + (size_t)c] += by[c];
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_PLACES);
}

/* The first facet without area if a vertex lay at x; SCR_NONE: none. */
static uint32_t facet_without_area(const scr_world *w, uint32_t vertex, const double x[3]) {
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
    double corner[3][3] = {{0}};
    bool here = false;
    for (int k = 0; k < w->dim; k++) {
      here |= v[k] == vertex;
      memcpy(corner[k],
             v[k] == vertex ? x : scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)v[k],
             sizeof corner[k]);
    }
    if (here && scr_mesh_degenerate(corner, w->dim)) return f;
  }
  return SCR_NONE;
}

bool scr_vertex_place(scr_world *w, scr_diag *d, uint32_t row, const double x[3]) {
  assert(row < w->vertex.n);
  if (!scr_may_edit_bodies(w, d)) return false;
  for (int c = 0; c < w->dim; c++)
    if (!isfinite(x[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the position of a vertex must be finite");
  const uint32_t flat = facet_without_area(w, row, x);
  if (flat != SCR_NONE)
    return scr_fail(d, NULL, SCR_E_VALUE, "facet %u would have no %s with its vertex there",
                    scr_colu(&w->facet, SCR_FACET_ID)[flat], w->dim == 3 ? "area" : "length");
  scr_world_sync(w);
  memcpy(scr_col(&w->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)row, x, (size_t)w->dim * sizeof *x);
  scr_facets_refresh(w, NULL);
  scr_changed(w, SCR_PLACES);
  return true;
}

bool scr_vertex_drive(scr_world *w, scr_diag *d, uint32_t row, const double v[3]) {
  assert(row < w->vertex.n);
  bool any = false;
  for (int c = 0; c < w->dim; c++) {
    any |= v[c] != 0;
    if (!isfinite(v[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the velocity of a vertex must be finite");
  }
  if (any && !scr_wall_may_deform(w, d, scr_colu(&w->vertex, SCR_VERTEX_WALL)[row])) return false;
  scr_world_sync(w);
  if (any) scr_table_switch(&w->vertex, SCR_VERTEX_VELOCITY, true);
  if (!w->vertex.on[SCR_VERTEX_VELOCITY]) return true;
  double *own = scr_col(&w->vertex, SCR_VERTEX_VELOCITY) + 3 * (size_t)row;
  for (int c = 0; c < w->dim; c++) own[c] = v[c] + 0.0; /* no -0: they all go when they are zero */
  if (!any && !scr_any_nonzero(&w->vertex, SCR_VERTEX_VELOCITY))
    scr_table_switch(&w->vertex, SCR_VERTEX_VELOCITY, false);
  scr_changed(w, SCR_DRIVES);
  return true;
}

static void move_wall(scr_world *w, uint32_t row, const double *to) {
  const size_t at = 3 * (size_t)row;
  double by[3] = {0, 0, 0}, *position = scr_col(&w->wall, SCR_WALL_POSITION) + at;
  for (int c = 0; c < w->dim; c++) {
    by[c] = to[c] - position[c];
    scr_col(&w->wall, SCR_WALL_CENTER)[at + (size_t)c] += by[c];
  }
  move_vertices(w, row, by);
  memcpy(position, to, (size_t)w->dim * sizeof *to);
}

static void put_conveyor(scr_world *w, uint32_t row, const double *in) {
  memcpy(scr_col(&w->wall, SCR_WALL_CONVEYOR) + 3 * (size_t)row, in, (size_t)w->dim * sizeof *in);
  scr_facets_convey_as(w, row);
}

static void displacement(const scr_world *w, uint32_t row, double out[3]) {
  const size_t at = 3 * (size_t)row;
  for (size_t c = 0; c < 3; c++)
    out[c] =
        scr_col(&w->wall, SCR_WALL_POSITION)[at + c] - scr_col(&w->wall, SCR_WALL_X_REF)[at + c];
}

static void freed(const scr_world *w, uint32_t row, double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = scr_wall_free_bits(w, row) >> c & 1;
}

static void freed_spin(const scr_world *w, uint32_t row, double out[3]) {
  for (int c = 0; c < 3; c++) out[c] = scr_wall_free_bits(w, row) >> (3 + c) & 1;
}

static void force_servo(const scr_world *w, uint32_t row, double out[3]) {
  const scr_servo *s = scr_servo_find(w, scr_colu(&w->wall, SCR_WALL_ID)[row]);
  memset(out, 0, 3 * sizeof *out);
  if (s && s->active) memcpy(out, s->force, sizeof s->force);
}

static void put_displacement(scr_world *w, uint32_t row, const double *in) {
  const size_t at = 3 * (size_t)row;
  for (size_t c = 0; c < (size_t)w->dim; c++)
    scr_col(&w->wall, SCR_WALL_X_REF)[at + c] =
        scr_col(&w->wall, SCR_WALL_POSITION)[at + c] - in[c];
}

/* A column that is there while any wall has a value of it. */
static void put_option(scr_world *w, int col, uint32_t row, const double *in, int comps) {
  bool any = false;
  for (int c = 0; c < comps; c++) any |= in[c] != 0;
  if (any) scr_table_switch(&w->wall, col, true);
  if (!w->wall.on[col]) return;
  double *own = scr_col(&w->wall, col) + (size_t)w->wall.col[col].comps * row;
  for (int c = 0; c < comps; c++) own[c] = in[c] + 0.0; /* no -0: it goes when all are zero */
  if (!any && !scr_any_nonzero(&w->wall, col)) scr_table_switch(&w->wall, col, false);
}

static void put_rotation(scr_world *w, int col, uint32_t row, const double *in) {
  double x[3] = {0};
  memcpy(w->dim == 3 ? x : x + 2, in, (w->dim == 3 ? 3 : 1) * sizeof *x);
  put_option(w, col, row, x, 3);
}

static void put_mass(scr_world *w, uint32_t row, const double *in) {
  put_option(w, SCR_WALL_MASS, row, in, 1);
}

/* Principal moments are those about x, y and z now. In 3D the axes are there with them. */
static void put_inertia(scr_world *w, uint32_t row, const double *in) {
  const bool axes = w->dim == 3 && !w->wall.on[SCR_WALL_AXES];
  put_rotation(w, SCR_WALL_INERTIA, row, in);
  if (axes) scr_table_switch(&w->wall, SCR_WALL_AXES, true);
  for (uint32_t k = axes ? 0 : row; k < (axes ? w->wall.n : row + 1); k++)
    scr_wall_axes_begin(w, k);
}

static bool fail_moments(scr_diag *d, const double *in) {
  scr_fail(d, NULL, SCR_E_VALUE, "inertia must be positive about x, y and z, not (%g,%g,%g)", in[0],
           in[1], in[2]);
  return scr_hint(d, "in 3D these are three principal moments: write `inertia (Ixx,Iyy,Izz)`");
}

static bool inertia_fits(const scr_world *w, scr_diag *d, const double *in) {
  const int n = w->dim == 3 ? 3 : 1;
  for (int c = 0; c < n; c++)
    if (!(in[c] > 0))
      return n == 3 ? fail_moments(d, in)
                    : scr_fail(d, NULL, SCR_E_VALUE, "inertia must be positive, not %g", in[c]);
  for (int c = 0; c < n; c++)
    if (!scr_size_fits(in[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "inertia must lie in [%g, %g], not %g", SCR_LEAST,
                      SCR_MOST, in[c]);
  return scr_moments_fit(in, w->dim) ||
         scr_fail(d, NULL, SCR_E_VALUE,
                  "nothing has the moments of inertia (%g,%g,%g): none is larger than the sum of "
                  "the other two",
                  in[0], in[1], in[2]);
}

static void put_damp(scr_world *w, uint32_t row, const double *in) {
  put_option(w, SCR_WALL_DAMP, row, in, 1);
}

static void put_force(scr_world *w, uint32_t row, const double *in) {
  put_option(w, SCR_WALL_FORCE_APPLIED, row, in, w->dim);
}

static void put_moment(scr_world *w, uint32_t row, const double *in) {
  put_rotation(w, SCR_WALL_MOMENT_APPLIED, row, in);
}

static void euler(const scr_world *w, uint32_t row, double out[3]) {
  scr_orientation_get(w, &w->wall, row, out);
}

static void put_euler(scr_world *w, uint32_t row, const double *in) {
  scr_orientation_set(w, &w->wall, row, in);
}

SCR_WALL_ROWS(SCR_NO_ROW, SCR_QUANTITY_FITS, SCR_NO_ROW)
const scr_quantity scr_wall_quantity[] = {
    SCR_WALL_ROWS(SCR_NO_ROW, SCR_QUANTITY_V, SCR_QUANTITY_Q){.name = NULL}};

void scr_wall_get(const scr_world *w, uint32_t row, int q, double *out) {
  scr_quantity_get(w, &w->wall, &scr_wall_quantity[q], row, out);
}

bool scr_wall_check(const scr_world *w, scr_diag *d, int q, const double *in) {
  return scr_quantity_check(w, d, &scr_wall_quantity[q], in);
}

bool scr_wall_allows(const scr_world *w, scr_diag *d, uint32_t row, int q, const double *in) {
  assert(row < w->wall.n);
  return q == SCR_Q_WALL_CONVEYOR ? scr_wall_may_convey(w, d, row, in)
         : q == SCR_Q_WALL_SPIN   ? scr_wall_may_spin(w, d, row, in)
                                  : true;
}

bool scr_wall_set(scr_world *w, scr_diag *d, uint32_t row, int q, const double *in) {
  assert(row < w->wall.n);
  const scr_quantity *r = &scr_wall_quantity[q];
  if (!scr_quantity_check(w, d, r, in) || !scr_wall_allows(w, d, row, q, in)) return false;
  if ((r->flags & SCR_Q_BODY || w->asking) && !scr_may_edit_bodies(w, d)) return false;
  scr_world_sync(w);
  scr_quantity_put(w, &w->wall, r, row, in);
  if (r->flags & SCR_Q_MOTION) scr_changed(w, SCR_DRIVES);
  if (scr_wall_free_bits(w, row)) scr_changed(w, SCR_SPEEDS), scr_changed(w, SCR_VALUES);
  return true;
}
