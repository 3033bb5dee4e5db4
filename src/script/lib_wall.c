/* FISH: wall.*, wall.facet.*, wall.vertex.* except what they share with other pieces (lib_piece.c).
 */
#include "script/lib_private.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "world/state/rows.h"

/* ---- quantities of walls: each is one row of world/columns.h ---- */

#define SCR_LIB_WORD  "wall"
#define SCR_LIB_THING &scr_lib_wall
SCR_WALL_ROWS(SCR_NO_ROW, SCR_LIB_CALLS, SCR_LIB_CALLS)
static const scr_fish_fn quantity_rows[] = {
    SCR_WALL_ROWS(SCR_NO_ROW, SCR_LIB_ROW_V, SCR_LIB_ROW_Q)};
const scr_lib_rows scr_lib_rows_wall_quantities = {quantity_rows, SCR_COUNTOF(quantity_rows)};

/* ---- walls ---- */

SCR_LIB_GET(wall_name) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  uint32_t word = *(uint32_t *)scr_table_at(&w->wall, SCR_WALL_NAME, scr_lib_row(w, &args[0]));
  *out = scr_val_str(scr_word_text(&w->words, word));
  return true;
}

static bool wall_pieces(scr_fish *f, scr_kind kind, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  size_t count;
  uint32_t *rows = scr_lib_sorted(w, kind, scr_lib_row(w, &args[0]), &count);
  *out = scr_lib_ptr_list(w, kind, rows, count);
  scr_free(rows);
  return true;
}

SCR_LIB_GET(wall_facetlist) { return SCR_UNUSED(n), wall_pieces(f, SCR_K_FACET, args, out); }
SCR_LIB_GET(wall_vertexlist) { return SCR_UNUSED(n), wall_pieces(f, SCR_K_VERTEX, args, out); }

/* Calls `test` for each facet of a wall until one fails. */
typedef bool (*facet_test)(const scr_world *w, uint32_t facet, void *data);
static bool all_facets(scr_world *w, uint32_t wall, facet_test test, void *data) {
  size_t count;
  uint32_t *rows = scr_lib_sorted(w, SCR_K_FACET, wall, &count);
  bool ok = true;
  for (size_t k = 0; ok && k < count; k++) ok = test(w, rows[k], data);
  scr_free(rows);
  return ok;
}

/* In 2D: the other facet with the lowest id that ends in a vertex. */
static uint32_t facet_at_vertex(const scr_world *w, uint32_t vertex, uint32_t besides) {
  uint32_t best = SCR_NONE;
  for (uint32_t f = 0; f < w->facet.n; f++) {
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, f);
    if (f == besides || (v[0] != vertex && v[1] != vertex)) continue;
    if (best == SCR_NONE || scr_lib_id(w, SCR_K_FACET, f) < scr_lib_id(w, SCR_K_FACET, best))
      best = f;
  }
  return best;
}

/* The facet across edge k (in 2D: at vertex k), SCR_NONE if there is none. */
static uint32_t neighbour(const scr_world *w, uint32_t facet, size_t k) {
  if (w->dim == 2)
    return facet_at_vertex(w, ((uint32_t *)scr_table_at(&w->facet, SCR_FACET_VERTEX, facet))[k],
                           facet);
  int32_t row = ((int32_t *)scr_table_at(&w->facet, SCR_FACET_NEIGHBOUR, facet))[k];
  return row < 0 ? SCR_NONE : (uint32_t)row;
}

static bool has_neighbours(const scr_world *w, uint32_t facet, void *data) {
  SCR_UNUSED(data);
  for (size_t k = 0; k < (size_t)w->dim; k++)
    if (neighbour(w, facet, k) == SCR_NONE) return false;
  return true;
}

SCR_LIB_GET(wall_closed) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_bool(all_facets(w, scr_lib_row(w, &args[0]), has_neighbours, NULL));
  return true;
}

/* On which side of the planes of the facets the vertices lie: bit 0 above, bit 1 below. */
static bool facet_sides(const scr_world *w, uint32_t facet, void *data) {
  const double *normal = scr_table_at(&w->facet, SCR_FACET_NORMAL, facet);
  const uint32_t wall = *(uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, facet);
  double p[3][3] = {{0}};
  unsigned *sides = data;
  scr_lib_facet_points(w, facet, p);
  double size2 = scr_lib_distance2(p[0], p[1]);
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    if (*(uint32_t *)scr_table_at(&w->vertex, SCR_VERTEX_WALL, v) != wall) continue;
    const double *x = scr_table_at(&w->vertex, SCR_VERTEX_POSITION, v);
    double h = 0;
    for (int a = 0; a < 3; a++) h += normal[a] * (x[a] - p[0][a]);
    if (h * h > 1e-20 * size2) *sides |= h > 0 ? 1 : 2;
  }
  return *sides != 3;
}

SCR_LIB_GET(wall_convex) {
  scr_world *w = scr_world_of(f);
  unsigned sides = 0;
  SCR_UNUSED(n);
  *out = scr_val_bool(all_facets(w, scr_lib_row(w, &args[0]), facet_sides, &sides));
  return true;
}

/* The first facet, by the tree of `up`, of those that hang together with it. */
static uint32_t top_of(uint32_t *up, uint32_t facet) {
  while (up[facet] != facet) facet = up[facet] = up[up[facet]];
  return facet;
}

/* shell[k]: which of the shells of the wall facet rows[k] belongs to. */
static void number_shells(const scr_world *w, const uint32_t *rows, size_t n, uint32_t *shell) {
  uint32_t *up = scr_alloc(w->facet.n * sizeof *up), shells = 0;
  for (size_t k = 0; k < n; k++) up[rows[k]] = rows[k];
  for (size_t k = 0; k < n; k++)
    for (size_t c = 0; c < (size_t)w->dim; c++)
      up[top_of(up, neighbour(w, rows[k], c))] = top_of(up, rows[k]);
  uint32_t *number = scr_alloc(w->facet.n * sizeof *number); /* from 1, of what is a top */
  for (size_t k = 0; k < n; k++) {
    uint32_t *of = &number[top_of(up, rows[k])];
    if (!*of) *of = ++shells;
    shell[k] = *of - 1;
  }
  scr_free(number);
  scr_free(up);
}

/* What a facet hangs together with others by: in 3D the rows of those, in 2D of its vertices. */
static void links_of(const scr_world *w, const uint32_t *rows, size_t n, uint32_t *link) {
  const int by = w->dim == 3 ? SCR_FACET_NEIGHBOUR : SCR_FACET_VERTEX;
  for (size_t k = 0; k < n; k++) {
    link[SCR_SHELL_LINKS * k] = rows[k];
    memcpy(link + SCR_SHELL_LINKS * k + 1, scr_table_at(&w->facet, by, rows[k]),
           (size_t)w->dim * sizeof *link);
  }
}

static void join_shells(const scr_world *w, const uint32_t *rows, size_t n, scr_shells *known) {
  uint32_t *link = scr_alloc(SCR_SHELL_LINKS * n * sizeof *link);
  links_of(w, rows, n, link);
  if (!scr_shells_known(known, w->dim, link, n)) {
    uint32_t *shell = scr_alloc(n * sizeof *shell);
    number_shells(w, rows, n, shell);
    scr_shells_join(known, w->dim, link, shell, n);
    scr_free(shell);
  }
  scr_free(link);
}

static bool surrounds(scr_fish *f, const scr_world *w, const uint32_t *rows, size_t n,
                      const double x[3]) {
  scr_shells *known = &scr_lib_of(f)->shells;
  double *corner = scr_alloc(9 * n * sizeof *corner);
  join_shells(w, rows, n, known);
  for (size_t k = 0; k < n; k++) {
    double p[3][3] = {{0}};
    scr_lib_facet_points(w, rows[k], p);
    memcpy(corner + 9 * k, p, sizeof p);
  }
  scr_shells_place(known, corner);
  scr_free(corner);
  return scr_shells_hold(known, x);
}

/* Of each wall that is told once. */
static bool tell_first(scr_fish *f, const char *name, uint32_t id) {
  char what[32];
  snprintf(what, sizeof what, "%s %u", name, (unsigned)id);
  return scr_extras_tell(&scr_lib_of(f)->props, what);
}

/* A function may ask it about each ball. */
static bool tell_open(scr_fish *f, uint32_t id) {
  if (!tell_first(f, "wall.inside", id)) return true;
  return scr_warn(scr_fish_diag(f), NULL, SCR_E_STATE,
                  "wall %u is not closed: nothing is inside of it", (unsigned)id);
}

SCR_LIB_GET(wall_inside) {
  scr_world *w = scr_world_of(f);
  double x[3];
  size_t count;
  SCR_UNUSED(n);
  if (!scr_lib_vec_arg(f, &args[1], x)) return false;
  uint32_t row = scr_lib_row(w, &args[0]);
  if (!all_facets(w, row, has_neighbours, NULL)) {
    *out = scr_val_bool(false);
    return tell_open(f, scr_lib_id(w, SCR_K_WALL, row));
  }
  uint32_t *rows = scr_lib_sorted(w, SCR_K_FACET, row, &count);
  *out = scr_val_bool(surrounds(f, w, rows, count, x));
  scr_free(rows);
  return true;
}

/* ---- facets ---- */

SCR_LIB_GET(facet_pos) {
  const scr_world *w = scr_world_of(f);
  double x[3];
  scr_lib_position(w, SCR_K_FACET, scr_lib_row(w, &args[0]), x);
  return scr_lib_give_part(f, n, args, 1, x, out);
}

SCR_LIB_GET(facet_normal) {
  const scr_world *w = scr_world_of(f);
  const double *normal = scr_table_at(&w->facet, SCR_FACET_NORMAL, scr_lib_row(w, &args[0]));
  return scr_lib_give_part(f, n, args, 1, normal, out);
}

SCR_LIB_GET(facet_wall) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_lib_ptr(w, SCR_K_WALL, scr_lib_wall_of(w, &args[0]));
  return true;
}

SCR_LIB_GET(facet_vertex) {
  const scr_world *w = scr_world_of(f);
  size_t k;
  SCR_UNUSED(n);
  if (!scr_lib_index_arg(f, &args[1], "vertex", (size_t)w->dim, &k)) return false;
  const uint32_t *vertex = scr_table_at(&w->facet, SCR_FACET_VERTEX, scr_lib_row(w, &args[0]));
  *out = scr_lib_ptr(w, SCR_K_VERTEX, vertex[k]);
  return true;
}

SCR_LIB_GET(facet_pair) {
  const scr_world *w = scr_world_of(f);
  size_t k;
  SCR_UNUSED(n);
  if (!scr_lib_index_arg(f, &args[1], "edge", (size_t)w->dim, &k)) return false;
  *out = scr_lib_ptr(w, SCR_K_FACET, neighbour(w, scr_lib_row(w, &args[0]), k));
  return true;
}

SCR_LIB_GET(wall_fix) {
  const scr_world *w = scr_world_of(f);
  unsigned bit;
  SCR_UNUSED(n);
  if (!scr_lib_freedom_arg(f, &args[1], &bit)) return false;
  *out = scr_val_bool(!(scr_wall_free_bits(w, scr_lib_row(w, &args[0])) & bit));
  return true;
}

SCR_LIB_SET(set_wall_fix) {
  scr_world *w = scr_world_of(f);
  const uint32_t row = scr_lib_row(w, &args[0]);
  const bool free = !scr_val_truth(value);
  unsigned bit;
  SCR_UNUSED(n);
  if (!scr_lib_freedom_arg(f, &args[1], &bit) ||
      !scr_walls_may_free(w, scr_fish_diag(f), &row, 1, bit, free))
    return false;
  const double before = scr_energy_state(w);
  scr_walls_free(w, &row, 1, bit, free);
  scr_energy_edited(w, before);
  return true;
}

SCR_LIB_GET(facet_conveyor) {
  const scr_world *w = scr_world_of(f);
  return scr_lib_give_part(f, n, args, 1, scr_facet_conveyor(w, scr_lib_row(w, &args[0])), out);
}

SCR_LIB_SET(set_facet_conveyor) {
  scr_world *w = scr_world_of(f);
  const uint32_t row = scr_lib_row(w, &args[0]);
  double v[3];
  memcpy(v, scr_facet_conveyor(w, row), sizeof v);
  return scr_lib_take_part(f, n, args, value, v) && scr_facet_convey(w, scr_fish_diag(f), row, v);
}

SCR_LIB_GET(facet_active) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_int(scr_facet_sides(w, scr_lib_row(w, &args[0])));
  return true;
}

SCR_LIB_GET(facet_pointnear) {
  const scr_world *w = scr_world_of(f);
  double x[3], q[3];
  int feature;
  SCR_UNUSED(n);
  if (!scr_lib_vec_arg(f, &args[1], x)) return false;
  scr_facet_closest(w, scr_lib_row(w, &args[0]), x, q, &feature);
  *out = scr_lib_vec(w, q);
  return true;
}

/* ---- vertices ---- */

SCR_LIB_GET(vertex_pos) {
  const scr_world *w = scr_world_of(f);
  double x[3];
  scr_lib_position(w, SCR_K_VERTEX, scr_lib_row(w, &args[0]), x);
  return scr_lib_give_part(f, n, args, 1, x, out);
}

SCR_LIB_SET(set_vertex_pos) {
  scr_world *w = scr_world_of(f);
  const uint32_t row = scr_lib_row(w, &args[0]);
  double x[3];
  scr_lib_position(w, SCR_K_VERTEX, row, x);
  if (!scr_lib_take_part(f, n, args, value, x)) return false;
  const double before = scr_energy_state(w);
  if (!scr_vertex_place(w, scr_fish_diag(f), row, x)) return false;
  scr_energy_edited(w, before);
  return true;
}

static void own_velocity(const scr_world *w, const scr_val *arg, double v[3]) {
  memset(v, 0, 3 * sizeof *v);
  if (w->vertex.on[SCR_VERTEX_VELOCITY])
    memcpy(v, scr_table_at(&w->vertex, SCR_VERTEX_VELOCITY, scr_lib_row(w, arg)), 3 * sizeof *v);
}

SCR_LIB_GET(vertex_vel) {
  const scr_world *w = scr_world_of(f);
  double v[3];
  own_velocity(w, &args[0], v);
  return scr_lib_give_part(f, n, args, 1, v, out);
}

SCR_LIB_SET(set_vertex_vel) {
  scr_world *w = scr_world_of(f);
  double v[3];
  own_velocity(w, &args[0], v);
  return scr_lib_take_part(f, n, args, value, v) &&
         scr_vertex_drive(w, scr_fish_diag(f), scr_lib_row(w, &args[0]), v);
}

/* A vertex of the wall, or a place. */
static bool corner_arg(scr_fish *f, const scr_val *v, scr_facet_corner *out) {
  *out = (scr_facet_corner){.vertex = SCR_NONE};
  if (v->type == SCR_V_VEC) return scr_lib_vec_arg(f, v, out->x);
  if (v->type != SCR_V_PTR || v->kind != SCR_K_VERTEX ||
      !scr_lib_alive(scr_lib_of(f), v->kind, v->ref))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a vertex of the wall or a place is expected");
  out->vertex = scr_lib_row(scr_world_of(f), v);
  return true;
}

/* A loop may add many. */
static bool tell_turned(scr_fish *f, uint32_t id) {
  if (!tell_first(f, "wall.addfacet", id)) return true;
  return scr_warn(scr_fish_diag(f), NULL, SCR_E_VALUE, SCR_FACET_TURNED);
}

SCR_LIB_GET(wall_addfacet) {
  scr_world *w = scr_world_of(f);
  const uint32_t wall = scr_lib_row(w, &args[0]);
  scr_facet_corner corner[3];
  bool turned;
  uint32_t row;
  if (n != w->dim + 1)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "a facet has %d corners, not %d", w->dim,
                    n - 1);
  for (int k = 1; k < n; k++)
    if (!corner_arg(f, &args[k], &corner[k - 1])) return false;
  const double before = scr_energy_state(w);
  if (!scr_facet_add(w, scr_fish_diag(f), wall, 0, corner, &turned, &row)) return false;
  scr_energy_edited(w, before);
  *out = scr_lib_ptr(w, SCR_K_FACET, row);
  return !turned || tell_turned(f, *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, wall));
}

/* The facets that meet at a vertex, in order of id. */
SCR_LIB_GET(vertex_facets) {
  scr_world *w = scr_world_of(f);
  uint32_t row = scr_lib_row(w, &args[0]);
  size_t count, kept = 0;
  SCR_UNUSED(n);
  uint32_t *rows = scr_lib_sorted(w, SCR_K_FACET, SCR_NONE, &count);
  for (size_t k = 0; k < count; k++) {
    const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, rows[k]);
    if (v[0] == row || v[1] == row || (w->dim == 3 && v[2] == row)) rows[kept++] = rows[k];
  }
  *out = scr_val_array(1, &kept);
  for (size_t k = 0; k < kept; k++) scr_val_items(out)[k] = scr_lib_ptr(w, SCR_K_FACET, rows[k]);
  scr_free(rows);
  return true;
}

/* ---- rows ---- */

#define FN(name, count, sig, get, doc)                                                             \
  { name, count, count, sig, get, NULL, NULL, 0, doc }
/* clang-format off */
static const scr_fish_fn wall_rows[] = {
    FN("wall.name", 1, "p{wall}:s", wall_name, "Its name."),
    FN("wall.delete", 1, "p{wall}:i", scr_lib_delete_call, "Deletes a wall."),
    {"wall.fix", 2, 2, "p{wall}i{freedom}:b=b", wall_fix, set_wall_fix, NULL, 0,
     "Is a component fixed? Velocities from 1, then spins (6 in 3D, 3 in 2D)."},
    FN("wall.facetlist", 1, "p{wall}:l", wall_facetlist, "Its facets, in order of id."),
    FN("wall.vertexlist", 1, "p{wall}:l", wall_vertexlist, "Its vertices, in order of id."),
    FN("wall.closed", 1, "p{wall}:b", wall_closed, "Has each edge two facets?"),
    FN("wall.convex", 1, "p{wall}:b", wall_convex,
       "Do all vertices lie on one side of each facet?"),
    FN("wall.inside", 2, "p{wall}v:b", wall_inside,
       "Does the wall surround the point? Shells within others are holes. One that is not closed "
       "surrounds nothing."),
    {"wall.facet.pos", 1, 2, "p{facet}i{component}:v", facet_pos, NULL, NULL, 0, "Centroid, m."},
    {"wall.facet.normal", 1, 2, "p{facet}i{component}:v", facet_normal, NULL, NULL, 0,
     "Unit normal."},
    FN("wall.facet.delete", 1, "p{facet}:i", scr_lib_delete_call,
       "Deletes a facet, and its wall with the last one."),
    FN("wall.facet.wall", 1, "p{facet}:p", facet_wall, "The wall it belongs to."),
    FN("wall.facet.vertex", 2, "p{facet}i{vertex}:p", facet_vertex, "Its vertex 1, 2, (3)."),
    FN("wall.facet.pair", 2, "p{facet}i{edge}:p", facet_pair,
       "The facet across edge i (from vertex i to the next; in 2D at vertex i), null if none."),
    {"wall.facet.conveyor", 1, 2, "p{facet}i{component}:v=*", facet_conveyor, set_facet_conveyor,
     NULL, 0,
     "Velocity of its surface, which does not move it, m/s."},
    FN("wall.facet.active", 1, "p{facet}:i", facet_active,
       "Active sides: 0 both, 1 top, 2 bottom, 3 neither."),
    {"wall.addfacet", 3, 4, "p{wall}***:p", wall_addfacet, NULL, NULL, 0,
     "Adds a facet between places and vertices of the wall; it has a vertex (2D) or an edge (3D) "
     "in common with the others."},
    FN("wall.facet.pointnear", 2, "p{facet}v:v", facet_pointnear,
       "Its point nearest to the given one."),
    {"wall.vertex.pos", 1, 2, "p{vertex}i{component}:v=*", vertex_pos, set_vertex_pos, NULL, 0,
     "Position, m; setting it moves the vertex, and its facets with it."},
    {"wall.vertex.vel", 1, 2, "p{vertex}i{component}:v=*", vertex_vel, set_vertex_vel, NULL, 0,
     "Its own velocity, m/s, beside that of the wall; facets follow their vertices."},
    FN("wall.vertex.facetarray", 1, "p{vertex}:a", vertex_facets,
       "Array of the facets that meet there."),
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_wall = {wall_rows, SCR_COUNTOF(wall_rows)};
