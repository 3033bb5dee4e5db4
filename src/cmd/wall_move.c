/* wall rotate, wall velocity-conveyor, wall attribute facet|vertex: what moves walls and their
 * parts. */

#include <string.h>
#include "base/vec3.h"
#include "cmd/attribute.h"
#include "cmd/wall_make.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- rotate ---- */

enum { ROTATE_ANGLE, ROTATE_AXIS, ROTATE_POINT, ROTATE_ORIENTATION };
const scr_word_row scr_wall_rotate_words[] = {
    {"angle", "<f>", "degrees, by the right-hand rule"},
    {"axis", "<v>", "direction of the axis; default z, which 2D always has"},
    {"point", "<v>", "a point of it; default the position of each wall"},
    {"update-orientation", "<b>", "on if not given: a tracked orientation turns, too"},
    {0},
};

typedef struct rotate_words {
  scr_wall_turn turn;
  double point[3];
  bool angle;
} rotate_words;

static bool rotate_word(scr_args *a, rotate_words *r) {
  int w;
  if (!scr_args_word(a, scr_wall_rotate_words, &w)) return false;
  switch (w) {
  case ROTATE_ANGLE: r->angle = true; return scr_args_real(a, "the angle", &r->turn.degrees);
  case ROTATE_AXIS: return scr_args_axis(a, r->turn.axis);
  case ROTATE_POINT:
    r->turn.about = r->point;
    return scr_args_vector(a, "the point", world_of(a)->dim, r->point);
  default: return scr_args_bool(a, "on or off", &r->turn.orientation);
  }
}

bool scr_wall_rotate(scr_args *a) {
  rotate_words r = {.turn = {.axis = {0, 0, 1}, .orientation = true}};
  uint32_t *rows = NULL;
  size_t n = 0;
  while (scr_args_more(a))
    if (!rotate_word(a, &r)) return false;
  if (!r.angle) return scr_args_expected(a, "'angle'");
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  scr_world *w = world_of(a);
  const double before = scr_energy_state(w);
  const bool ok = scr_walls_turn(w, a->diag, rows, n, &r.turn);
  scr_energy_edited(w, before);
  scr_free(rows);
  return ok;
}

/* ---- conveyors ---- */

/* May the walls of these facets have conveyors at all? */
static bool may_convey(scr_args *a, const uint32_t *facets, size_t n, const double v[3]) {
  const scr_world *w = world_of(a);
  for (size_t k = 0; k < n; k++) {
    const uint32_t wall = *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, facets[k]);
    if (!scr_wall_may_convey(w, a->diag, wall, v)) return false;
  }
  return true;
}

enum { CONVEYOR_POINT, CONVEYOR_SPIN };
const scr_word_row scr_wall_conveyor_words[] = {
    {"point", "<v>", "about which they turn; default the origin"},
    {"spin", "<v>", "rad/s; in 2D a number"},
    {0},
};

/* `wall conveyor v`: a velocity belongs to the attribute. */
static bool conveyor_of_velocity(scr_args *a) {
  scr_args_expected(a, "'spin' or 'point'");
  return scr_hint(a->diag, "a velocity is given by 'wall attribute velocity-conveyor <v>'");
}

bool scr_wall_conveyor(scr_args *a) {
  double point[3] = {0}, spin[3] = {0}, v[3];
  bool given = false;
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_world *w = world_of(a);
  if (scr_args_number_follows(a)) return conveyor_of_velocity(a);
  while (scr_args_more(a)) {
    int word;
    if (!scr_args_word(a, scr_wall_conveyor_words, &word)) return false;
    const bool whole = word == CONVEYOR_POINT;
    given |= !whole;
    if (whole         ? !scr_args_vector(a, "the point", w->dim, point)
        : w->dim == 2 ? !scr_args_real(a, "the spin", &spin[2])
                      : !scr_args_vector(a, "the spin", 3, spin))
      return false;
  }
  if (!given) return scr_args_expected(a, "'spin'");
  if (!scr_piece_rows(a, &scr_facet_piece, &rows, &n)) return false;
  bool ok = may_convey(a, rows, n, spin);
  for (size_t k = 0; ok && k < n; k++) {
    scr_facet_conveyor_of_spin(w, rows[k], point, spin, v);
    ok = scr_facet_convey(w, a->diag, rows[k], v);
  }
  scr_free(rows);
  return ok;
}

/* ---- parts of walls ---- */

static bool warn_across(scr_args *a, const scr_loc *at, const uint32_t *facets, size_t n,
                        const double v[3]) {
  size_t many = 0;
  for (size_t k = 0; k < n; k++) {
    const double *normal = scr_table_at(&world_of(a)->facet, SCR_FACET_NORMAL, facets[k]);
    const double across = scr_dot3(v, normal);
    many += across * across > 1e-12 * scr_dot3(v, v);
  }
  return !many || scr_warn(a->diag, at, SCR_E_VALUE,
                           "what of this velocity goes across a facet has no effect (%zu %s)", many,
                           many == 1 ? "facet" : "facets");
}

bool scr_wall_facet_attribute(scr_args *a) {
  static const scr_word_row words[] = {
      {"velocity-conveyor", "<v>", "velocity of the surface along the facet, which does not move"},
      {0}};
  int word;
  double v[3] = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_args_word(a, words, &word)) return false;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_vector(a, "the velocity", world_of(a)->dim, v) ||
      !scr_piece_rows(a, &scr_facet_piece, &rows, &n))
    return false;
  bool ok = may_convey(a, rows, n, v);
  for (size_t k = 0; ok && k < n; k++) ok = scr_facet_convey(world_of(a), a->diag, rows[k], v);
  ok = ok && warn_across(a, &at, rows, n, v);
  scr_free(rows);
  return ok;
}

/* velocity <v>, or components, each of which leaves the others as they are. */
static bool read_vertex_velocity(scr_args *a, double v[3], bool given[3]) {
  static const scr_word_row words[] = {{"velocity", "<v>", "its own, beside that of its wall"},
                                       {"velocity-x", "<f>", "x of it"},
                                       {"velocity-y", "<f>", "y of it"},
                                       {"velocity-z", "<f>", "z of it"},
                                       {0}};
  do {
    int word;
    if (!scr_args_word(a, words, &word)) return false;
    for (int c = 0; c < 3; c++) given[c] = given[c] || word == 0 || word == c + 1;
    const scr_loc at = scr_args_last(a);
    if (word > world_of(a)->dim)
      return scr_fail(a->diag, &at, SCR_E_NAME, "a velocity has no %s in 2D", words[word].word);
    if (word == 0 ? !scr_args_vector(a, "the velocity", world_of(a)->dim, v)
                  : !scr_args_real(a, "the velocity", &v[word - 1]))
      return false;
  } while (scr_args_more(a));
  return true;
}

static uint32_t wall_of_vertex(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->vertex, SCR_VERTEX_WALL, row);
}

static bool any_given(const double v[3], const bool given[3]) {
  bool any = false;
  for (int c = 0; c < 3; c++) any |= given[c] && v[c] != 0;
  return any;
}

bool scr_wall_vertex_attribute(scr_args *a) {
  bool given[3] = {false};
  double v[3] = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_range *range = NULL;
  bool ok = read_vertex_velocity(a, v, given) && scr_args_range(a, &range) && scr_args_finish(a) &&
            scr_range_vertices(a->s, range, &rows, &n);
  for (size_t k = 0; ok && any_given(v, given) && k < n; k++)
    ok = scr_wall_may_deform(world_of(a), a->diag, wall_of_vertex(world_of(a), rows[k]));
  for (size_t k = 0; ok && k < n; k++) {
    const scr_table *t = &world_of(a)->vertex;
    double own[3] = {0};
    if (t->on[SCR_VERTEX_VELOCITY])
      memcpy(own, scr_table_at(t, SCR_VERTEX_VELOCITY, rows[k]), sizeof own);
    for (int c = 0; c < 3; c++)
      if (given[c]) own[c] = v[c];
    ok = scr_vertex_drive(world_of(a), a->diag, rows[k], own);
  }
  scr_range_free(range);
  scr_free(rows);
  return ok;
}
