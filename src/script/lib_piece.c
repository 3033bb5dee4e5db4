/* FISH: what balls, walls, facets and vertices have in common: find, list, near, groups, surface
 * properties, their contacts. */
#include "script/lib_private.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"

/* ---- rows, ids, pointers ---- */

typedef struct piece_kind {
  size_t table, slots; /* offsets in scr_world */
  int id;              /* column */
} piece_kind;

static const piece_kind *piece(scr_kind kind) {
  static const piece_kind all[] = {
      [SCR_K_BALL] = {offsetof(scr_world, ball), offsetof(scr_world, ball_slots), SCR_BALL_ID},
      [SCR_K_WALL] = {offsetof(scr_world, wall), offsetof(scr_world, wall_slots), SCR_WALL_ID},
      [SCR_K_FACET] = {offsetof(scr_world, facet), offsetof(scr_world, facet_slots), SCR_FACET_ID},
      [SCR_K_VERTEX] = {offsetof(scr_world, vertex), offsetof(scr_world, vertex_slots),
                        SCR_VERTEX_ID},
  };
  assert(kind >= SCR_K_BALL && kind <= SCR_K_VERTEX);
  return &all[kind];
}

static const scr_table *table_of(const scr_world *w, scr_kind kind) {
  return (const scr_table *)((const char *)w + piece(kind)->table);
}

static uint32_t u32_at(const scr_table *t, int col, uint32_t row) {
  return *(const uint32_t *)scr_table_at(t, col, row);
}

uint32_t scr_lib_row(const scr_world *w, const scr_val *p) {
  return scr_slots_row((const scr_slots *)((const char *)w + piece(p->kind)->slots), p->ref);
}

scr_val scr_lib_ptr(const scr_world *w, scr_kind kind, uint32_t row) {
  if (row == SCR_NONE) return scr_val_null();
  switch (kind) {
  case SCR_K_BALL: return scr_val_ptr(kind, scr_ball_ref(w, row));
  case SCR_K_WALL: return scr_val_ptr(kind, scr_wall_ref(w, row));
  case SCR_K_FACET: return scr_val_ptr(kind, scr_facet_ref(w, row));
  default: return scr_val_ptr(SCR_K_VERTEX, scr_vertex_ref(w, row));
  }
}

uint32_t scr_lib_id(const scr_world *w, scr_kind kind, uint32_t row) {
  return u32_at(table_of(w, kind), piece(kind)->id, row);
}

uint32_t scr_lib_count(const scr_world *w, scr_kind kind) { return table_of(w, kind)->n; }

uint32_t scr_lib_find(const scr_world *w, scr_kind kind, uint32_t id) {
  switch (kind) {
  case SCR_K_BALL: return scr_ball_find(w, id);
  case SCR_K_WALL: return scr_wall_find(w, id);
  case SCR_K_FACET: return scr_facet_find(w, id);
  default: return scr_idmap_get(&w->vertex_by_id, id, SCR_NONE);
  }
}

uint32_t scr_lib_wall_of(const scr_world *w, const scr_val *p) {
  uint32_t row = scr_lib_row(w, p);
  return p->kind == SCR_K_FACET ? u32_at(&w->facet, SCR_FACET_WALL, row) : row;
}

/* Does a row belong to that wall (SCR_NONE: any)? */
static bool on_wall(const scr_world *w, scr_kind kind, uint32_t row, uint32_t wall) {
  if (wall == SCR_NONE) return true;
  return u32_at(table_of(w, kind), kind == SCR_K_FACET ? SCR_FACET_WALL : SCR_VERTEX_WALL, row) ==
         wall;
}

static uint32_t ball_after(scr_world *w, uint32_t id) {
  const uint32_t *order = scr_ball_order(w);
  uint32_t lo = 0, hi = w->ball.n;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (scr_lib_id(w, SCR_K_BALL, order[mid]) > id)
      hi = mid;
    else
      lo = mid + 1;
  }
  return lo < w->ball.n ? order[lo] : SCR_NONE;
}

uint32_t scr_lib_after(scr_world *w, scr_kind kind, uint32_t id, uint32_t wall) {
  if (kind == SCR_K_BALL) return ball_after(w, id);
  uint32_t best = SCR_NONE, best_id = UINT32_MAX;
  for (uint32_t row = 0; row < scr_lib_count(w, kind); row++) {
    uint32_t here = scr_lib_id(w, kind, row);
    if (here <= id || (best != SCR_NONE && here >= best_id) || !on_wall(w, kind, row, wall))
      continue;
    best = row;
    best_id = here;
  }
  return best;
}

static int by_id(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Sorts rows by id: keys hold the id above the row. */
static void sort_rows(const scr_world *w, scr_kind kind, uint32_t *rows, size_t n) {
  uint64_t *key = scr_alloc(n * sizeof *key);
  for (size_t k = 0; k < n; k++) key[k] = (uint64_t)scr_lib_id(w, kind, rows[k]) << 32 | rows[k];
  qsort(key, n, sizeof *key, by_id);
  for (size_t k = 0; k < n; k++) rows[k] = (uint32_t)key[k];
  scr_free(key);
}

uint32_t *scr_lib_sorted(scr_world *w, scr_kind kind, uint32_t wall, size_t *n) {
  uint32_t total = scr_lib_count(w, kind);
  uint32_t *rows = scr_alloc(total * sizeof *rows);
  *n = 0;
  if (kind == SCR_K_BALL) {
    *n = total;
    if (total) memcpy(rows, scr_ball_order(w), total * sizeof *rows);
    return rows;
  }
  for (uint32_t row = 0; row < total; row++)
    if (on_wall(w, kind, row, wall)) rows[(*n)++] = row;
  sort_rows(w, kind, rows, *n);
  return rows;
}

scr_val scr_lib_ptr_list(const scr_world *w, scr_kind kind, const uint32_t *rows, size_t n) {
  scr_ref *refs;
  scr_val list = scr_val_ptr_list(kind, n, &refs);
  for (size_t k = 0; k < n; k++) refs[k] = scr_lib_ptr(w, kind, rows[k]).ref;
  return list;
}

/* ---- places ---- */

static const double *vertex_position(const scr_world *w, uint32_t vertex) {
  return scr_table_at(&w->vertex, SCR_VERTEX_POSITION, vertex);
}

void scr_lib_facet_points(const scr_world *w, uint32_t facet, double p[3][3]) {
  const uint32_t *v = scr_table_at(&w->facet, SCR_FACET_VERTEX, facet);
  for (int k = 0; k < w->dim; k++) memcpy(p[k], vertex_position(w, v[k]), sizeof p[k]);
}

static void facet_centroid(const scr_world *w, uint32_t facet, double x[3]) {
  double p[3][3] = {{0}};
  scr_lib_facet_points(w, facet, p);
  for (int a = 0; a < 3; a++) x[a] = (p[0][a] + p[1][a] + p[2][a]) / w->dim;
}

void scr_lib_position(const scr_world *w, scr_kind kind, uint32_t row, double x[3]) {
  switch (kind) {
  case SCR_K_BALL: memcpy(x, w->pose[row].x, sizeof w->pose[row].x); break;
  case SCR_K_WALL: memcpy(x, scr_table_at(&w->wall, SCR_WALL_POSITION, row), 3 * sizeof *x); break;
  case SCR_K_FACET: facet_centroid(w, row, x); break;
  default: memcpy(x, vertex_position(w, row), 3 * sizeof *x);
  }
}

double scr_lib_distance2(const double a[3], const double b[3]) {
  double x = a[0] - b[0], y = a[1] - b[1],
         z = a[2] - b[2]; /* NOLINT: callers give three components in 2D, too */
  return x * x + y * y + z * z;
}

/* ---- find, list, num, maxid, typeid, inbox, near ---- */

bool scr_lib_find_call(scr_fish *f, scr_kind kind, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  int64_t id = args[0].i;
  *out = scr_lib_ptr(w, kind,
                     id > 0 && id < UINT32_MAX ? scr_lib_find(w, kind, (uint32_t)id) : SCR_NONE);
  return true;
}

static bool list_pieces(scr_fish *f, scr_kind kind, scr_val *out) {
  scr_world *w = scr_world_of(f);
  size_t n;
  uint32_t *rows = scr_lib_sorted(w, kind, SCR_NONE, &n);
  *out = scr_lib_ptr_list(w, kind, rows, n);
  scr_free(rows);
  return true;
}

static uint32_t largest_id(const scr_world *w, scr_kind kind) {
  switch (kind) {
  case SCR_K_BALL: return w->ball_ids.max;
  case SCR_K_WALL: return w->wall_ids.max;
  case SCR_K_FACET: return w->facet_ids.max;
  default: return w->vertex_ids.max;
  }
}

typedef struct box {
  double lo[3], hi[3];
  bool touch; /* a ball that reaches into the box counts */
} box;

static bool in_box(const scr_world *w, scr_kind kind, uint32_t row, const box *b) {
  double x[3], grow = b->touch && kind == SCR_K_BALL ? w->pose[row].r : 0, d2 = 0;
  scr_lib_position(w, kind, row, x);
  for (int a = 0; a < w->dim; a++) {
    double out = x[a] < b->lo[a] ? b->lo[a] - x[a] : x[a] > b->hi[a] ? x[a] - b->hi[a] : 0;
    d2 += out * out;
  }
  return d2 <= grow * grow;
}

static bool pieces_inbox(scr_fish *f, scr_kind kind, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  box b = {0};
  if (!scr_lib_box_args(f, n, args, b.lo, b.hi, &b.touch)) return false;
  size_t total, kept = 0;
  uint32_t *rows = scr_lib_sorted(w, kind, SCR_NONE, &total);
  for (size_t k = 0; k < total; k++)
    if (in_box(w, kind, rows[k], &b)) rows[kept++] = rows[k];
  *out = scr_lib_ptr_list(w, kind, rows, kept);
  scr_free(rows);
  return true;
}

static double facet_distance2(const scr_world *w, uint32_t facet, const double x[3]) {
  double q[3];
  int feature;
  scr_facet_closest(w, facet, x, q, &feature);
  return scr_lib_distance2(x, q);
}

/* The nearest facet (by its nearest point) or vertex; of several at one distance the one with the
 * lowest id.
 */
static uint32_t nearest_piece(const scr_world *w, scr_kind kind, uint32_t wall, const double x[3],
                              double reach2) {
  uint32_t best = SCR_NONE;
  for (uint32_t row = 0; row < scr_lib_count(w, kind); row++) {
    if (wall != SCR_NONE && u32_at(&w->facet, SCR_FACET_WALL, row) != wall) continue;
    double d2 = kind == SCR_K_FACET ? facet_distance2(w, row, x)
                                    : scr_lib_distance2(x, vertex_position(w, row));
    bool lower =
        best != SCR_NONE && d2 == reach2 && scr_lib_id(w, kind, row) > scr_lib_id(w, kind, best);
    if (d2 > reach2 || lower) continue;
    best = row;
    reach2 = d2;
  }
  return best;
}

/* The last argument may be a wall, to which the facet is to belong. */
static bool wall_arg(scr_fish *f, scr_kind kind, int *n, const scr_val *args, uint32_t *wall) {
  const scr_val *last = &args[*n - 1];
  *wall = SCR_NONE;
  if (kind != SCR_K_FACET || last->type != SCR_V_PTR || last->kind != SCR_K_WALL) return true;
  *wall = scr_lib_row(scr_world_of(f), last);
  --*n;
  return *wall != SCR_NONE || scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                                       "the last argument points to a wall that no longer exists");
}

static bool piece_near(scr_fish *f, scr_kind kind, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  double x[3], reach;
  uint32_t wall;
  if (!wall_arg(f, kind, &n, args, &wall)) return false;
  if (!scr_lib_near_args(f, n, args, x, &reach)) return false;
  uint32_t row = SCR_NONE;
  if (kind == SCR_K_BALL) {
    row = scr_ball_near(w, x, reach);
  } else {
    row = nearest_piece(w, kind == SCR_K_WALL ? SCR_K_FACET : kind, wall, x,
                        reach > 0 ? reach * reach : DBL_MAX);
    if (kind == SCR_K_WALL && row != SCR_NONE) row = u32_at(&w->facet, SCR_FACET_WALL, row);
  }
  *out = scr_lib_ptr(w, kind, row);
  return true;
}

#define PIECE_CALLS(id, kind)                                                                      \
  SCR_LIB_GET(id##_find) { return SCR_UNUSED(n), scr_lib_find_call(f, kind, args, out); }          \
  SCR_LIB_GET(id##_list) { return SCR_UNUSED(n), SCR_UNUSED(args), list_pieces(f, kind, out); }    \
  SCR_LIB_GET(id##_num) {                                                                          \
    *out = scr_val_int(scr_lib_count(scr_counts_of(f), kind));                                     \
    return SCR_UNUSED(n), SCR_UNUSED(args), true;                                                  \
  }                                                                                                \
  SCR_LIB_GET(id##_maxid) {                                                                        \
    *out = scr_val_int(largest_id(scr_counts_of(f), kind));                                        \
    return SCR_UNUSED(n), SCR_UNUSED(args), true;                                                  \
  }                                                                                                \
  SCR_LIB_GET(id##_typeid) {                                                                       \
    *out = scr_val_int(kind);                                                                      \
    return SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args), true;                                   \
  }                                                                                                \
  SCR_LIB_GET(id##_inbox) { return pieces_inbox(f, kind, n, args, out); }                          \
  SCR_LIB_GET(id##_near) { return piece_near(f, kind, n, args, out); }
PIECE_CALLS(ball, SCR_K_BALL)
PIECE_CALLS(wall, SCR_K_WALL)
PIECE_CALLS(facet, SCR_K_FACET)
PIECE_CALLS(vertex, SCR_K_VERTEX)

SCR_LIB_GET(wall_find_any) {
  const scr_world *w = scr_world_of(f);
  if (args[0].type == SCR_V_INT) return wall_find(f, n, args, out);
  if (args[0].type == SCR_V_REAL) {
    scr_val id = args[0];
    return scr_fish_whole(f, "wall.find", 1, &id) && wall_find(f, n, &id, out);
  }
  const char *name;
  if (!scr_lib_name_arg(f, &args[0], "the id or name of a wall", &name)) return false;
  *out = scr_lib_ptr(w, SCR_K_WALL, scr_wall_find_name(w, name));
  return true;
}

bool scr_lib_id_call(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  SCR_UNUSED(n);
  *out = scr_val_int(scr_lib_pointer_id(scr_fish_user(f), args[0].kind, args[0].ref));
  return true;
}

bool scr_lib_delete_call(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  scr_diag *d = scr_fish_diag(f);
  uint32_t row = scr_lib_row(w, &args[0]);
  double before = scr_energy_state(w);
  SCR_UNUSED(n);
  SCR_UNUSED(out);
  const bool done = args[0].kind == SCR_K_BALL    ? scr_ball_delete(w, d, &row, 1)
                    : args[0].kind == SCR_K_FACET ? scr_facet_delete(w, d, &row, 1)
                                                  : scr_wall_delete(w, d, &row, 1);
  if (!done) return false;
  scr_energy_edited(w, before);
  return true;
}

/* ---- groups ---- */

/* Slots are words; a number means the slot of that text. False after an error. */
static bool slot_arg(scr_fish *f, int n, const scr_val *args, int at, char text[32],
                     const char **slot) {
  if (n <= at) return true;
  if (args[at].type != SCR_V_INT) {
    if (!scr_lib_name_arg(f, &args[at], "the name of a slot", slot)) return false;
    if (!**slot)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the name of a slot is empty");
  } else {
    snprintf(text, 32, "%lld", (long long)args[at].i);
    *slot = text;
  }
  if (strcmp(*slot, "1") == 0 && scr_fish_dialect(f) == SCR_PFC5) *slot = "Default";
  return true;
}

/* The table of a ball, wall or facet, and its column of groups. */
static scr_table *groups_table(scr_world *w, const scr_val *p, int *col) {
  switch (p->kind) {
  case SCR_K_BALL: return *col = SCR_BALL_GROUPS, &w->ball;
  case SCR_K_WALL: return *col = SCR_WALL_GROUPS, &w->wall;
  default: return *col = SCR_FACET_GROUPS, &w->facet;
  }
}

static uint32_t groups_get(scr_fish *f, const scr_val *p) {
  scr_world *w = scr_lib_of(f)->world;
  int col;
  if (scr_lib_is_geom(p->kind)) return *scr_lib_geom_groups(scr_lib_of(f), p->kind, p->ref);
  if (p->kind == SCR_K_CONTACT) return scr_contact_groups(w, scr_lib_contact(w, p));
  if (p->kind == SCR_K_FRACTURE) return w->fractures.at[p->ref.index].groups;
  const scr_table *t = groups_table(w, p, &col);
  return u32_at(t, col, scr_lib_row(w, p));
}

static void groups_put(scr_fish *f, const scr_val *p, uint32_t groups) {
  scr_world *w = scr_lib_of(f)->world;
  int col;
  if (scr_lib_is_geom(p->kind)) {
    *scr_lib_geom_groups(scr_lib_of(f), p->kind, p->ref) = groups;
    return;
  }
  if (p->kind == SCR_K_CONTACT) {
    scr_contact_set_group(w, scr_lib_contact(w, p), groups);
    return;
  }
  if (p->kind == SCR_K_FRACTURE) {
    w->fractures.at[p->ref.index].groups = groups;
    return;
  }
  scr_table *t = groups_table(w, p, &col);
  scr_table_write(t, col, scr_lib_row(w, p), &groups);
}

bool scr_lib_may_set(scr_fish *f, const scr_val *p) {
  const scr_world *w = scr_counts_of(f);
  return !w->asking || p->kind > SCR_K_CONTACT || scr_may_edit_bodies(w, scr_fish_diag(f));
}

/* 'slot=name' names a group and its slot, as in commands. Returns the group; the slot is the text's
 * where it has one. */
static const char *split_group(scr_fish *f, const char *name, char slot[128], const char **out) {
  const char *equals = strchr(name, '=');
  const size_t n = equals ? (size_t)(equals - name) : 0;
  if (n == 0 || n >= 128 || !equals[1]) return name;
  memcpy(slot, name, n);
  slot[n] = 0;
  *out = strcmp(slot, "1") == 0 && scr_fish_dialect(f) == SCR_PFC5 ? "Default" : slot;
  return equals + 1;
}

bool scr_lib_group_call(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  char text[32];
  const char *slot = "Default";
  if (!slot_arg(f, n, args, 1, text, &slot)) return false;
  *out = scr_val_str(scr_group_get(w, groups_get(f, &args[0]), slot));
  return true;
}

bool scr_lib_set_group(scr_fish *f, int n, const scr_val *args, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  char text[32], own[128];
  const char *slot = "Default", *group = scr_val_cstr(value, NULL);
  if (!slot_arg(f, n, args, 1, text, &slot)) return false;
  if (n < 2) group = split_group(f, group, own, &slot);
  if (!*scr_val_cstr(value, NULL))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the name of a group is empty");
  if (!scr_lib_may_set(f, &args[0])) return false;
  uint32_t groups = groups_get(f, &args[0]);
  scr_group_set(w, &groups, group, slot);
  groups_put(f, &args[0], groups);
  return true;
}

static bool pieces_groupmap(scr_fish *f, scr_kind kind, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  char text[32], own[128];
  const char *group = scr_val_cstr(&args[0], NULL), *slot = NULL;
  if (!slot_arg(f, n, args, 1, text, &slot)) return false;
  if (n < 2) group = split_group(f, group, own, &slot);
  size_t total, kept = 0;
  uint32_t *rows = scr_lib_sorted(w, kind, SCR_NONE, &total);
  for (size_t k = 0; k < total; k++) {
    const scr_val p = scr_lib_ptr(w, kind, rows[k]);
    if (scr_group_is(w, groups_get(f, &p), group, slot)) rows[kept++] = rows[k];
  }
  *out = scr_lib_ptr_list(w, kind, rows, kept);
  scr_free(rows);
  return true;
}
SCR_LIB_GET(ball_groupmap) { return pieces_groupmap(f, SCR_K_BALL, n, args, out); }
SCR_LIB_GET(wall_groupmap) { return pieces_groupmap(f, SCR_K_WALL, n, args, out); }

bool scr_lib_isgroup_call(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  char text[32], own[128];
  const char *group = scr_val_cstr(&args[1], NULL), *slot = NULL;
  if (!slot_arg(f, n, args, 2, text, &slot)) return false;
  if (n < 3) group = split_group(f, group, own, &slot);
  *out = scr_val_bool(scr_group_is(w, groups_get(f, &args[0]), group, slot));
  return true;
}

/* Takes the thing out of a group, in every slot where it is in it; how many those were. */
bool scr_lib_group_remove_call(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  uint32_t groups = groups_get(f, &args[0]), left = groups, count = w->sets.count[groups];
  int64_t removed = 0;
  if (!scr_lib_may_set(f, &args[0])) return false;
  for (uint32_t k = 0; k < count; k++) {
    const char *slot = scr_word_text(&w->words, (uint32_t)w->sets.entry[groups][2 * k]);
    if (!scr_group_is(w, groups, scr_val_cstr(&args[1], NULL), slot)) continue;
    scr_group_remove(w, &left, slot);
    removed++;
  }
  if (removed) groups_put(f, &args[0], left);
  *out = scr_val_int(removed);
  return true;
}

/* ---- surface properties ---- */

static bool vector_get(const scr_world *w, const scr_val *p, const char *name, double v[3]) {
  return p->kind == SCR_K_BALL && scr_ball_vector(w, scr_lib_row(w, p), name, v);
}

static bool surface_get(const scr_world *w, const scr_val *p, const char *name, double *value) {
  if (p->kind == SCR_K_BALL) return scr_ball_surface(w, scr_lib_row(w, p), name, value);
  return scr_wall_surface(w, scr_lib_wall_of(w, p), name, value);
}

static const char *nearest_any_prop(const char *name) {
  scr_nearest near = {.word = name};
  for (int m = 0; m < scr_model_count(); m++)
    for (int k = 0; k < scr_model_at(m)->nprop; k++)
      scr_nearest_offer(&near, scr_model_at(m)->prop[k].name);
  return near.best;
}

bool scr_lib_prop_is_free(const char *name) {
  return !scr_any_prop(name) && !nearest_any_prop(name);
}

bool scr_lib_any_prop(scr_fish *f, const char *name) {
  return scr_any_prop(name) || scr_lib_unknown(f, "the property", name, nearest_any_prop(name));
}

bool scr_lib_any_surface(scr_fish *f, const char *name) {
  char room[SCR_SURFACE_NAME];
  return scr_surface_prop(name) ||
         scr_lib_unknown(f, "the property", name, scr_surface_nearest(name, room));
}

/* What a name that no law knows holds; a facet that keeps none of its own has its wall's. */
static const scr_val *free_of(scr_fish *f, const scr_val *p, const char *name) {
  const scr_world *w = scr_world_of(f);
  const scr_extras *props = &scr_lib_of(f)->props;
  const scr_val *own = scr_free_prop(props, p->kind, p->ref, name);
  if (own || p->kind != SCR_K_FACET) return own;
  return scr_free_prop(props, SCR_K_WALL, scr_wall_ref(w, scr_lib_wall_of(w, p)), name);
}

bool scr_lib_surface(scr_fish *f, const scr_val *p, const char *name, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  double value, v[3];
  if (surface_get(w, p, name, &value)) {
    *out = scr_val_real(value);
    return true;
  }
  if (vector_get(w, p, name, v)) {
    *out = scr_lib_reals(3, v);
    return true;
  }
  const scr_val *own = free_of(f, p, name);
  if (own) {
    *out = scr_val_hold(*own);
    return true;
  }
  const bool of_law = scr_surface_prop(name);
  char room[SCR_SURFACE_NAME];
  const char *near = of_law ? NULL : scr_surface_nearest(name, room);
  scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "%s %u has no %sproperty '%s'",
           scr_lib_kinds[p->kind], scr_lib_id(w, p->kind, scr_lib_row(w, p)),
           of_law ? "surface " : "", name);
  return near ? scr_hint(scr_fish_diag(f), "did you mean '%s'?", near) : false;
}

bool scr_lib_surface_old(scr_fish *f, const scr_val *p, const char *name, scr_val *out) {
  double value;
  const bool given = surface_get(scr_world_of(f), p, name, &value);
  *out = scr_val_real(given ? value : 0);
  return true;
}

bool scr_free_prop_told(scr_diag *d, const scr_loc *at, scr_extras *x, const char *name) {
  char room[SCR_SURFACE_NAME];
  const char *near = scr_surface_nearest(name, room);
  const bool color = scr_casecmp(name, SCR_LEGACY_COLOR) == 0; /* of older files, on purpose */
  if (color || !near || !scr_extras_tell(x, name)) return true;
  return scr_warn(d, at, SCR_E_NAME,
                  "no contact law has a property '%s': it is kept, and nothing inherits it (there "
                  "is '%s')",
                  name, near);
}

/* A name that no law knows: the piece keeps the value. */
static bool set_free_prop(scr_fish *f, const scr_val *p, const char *name, const scr_val *value) {
  if (!scr_free_prop_fits(value))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a property is a number, a boolean, a string or a vector, not %s",
                    scr_vtype_phrase(value->type));
  if (!scr_lib_may_set(f, p)) return false;
  if (!scr_free_prop_told(scr_fish_diag(f), NULL, &scr_lib_of(f)->props, name)) return false;
  scr_free_prop_set(&scr_lib_of(f)->props, p->kind, p->ref, name, scr_val_hold(*value));
  return true;
}

bool scr_lib_set_surface(scr_fish *f, const scr_val *p, const char *name, double value) {
  scr_world *w = scr_world_of(f);
  const scr_prop *prop = scr_any_prop(name);
  if (!prop) return scr_lib_any_surface(f, name);
  if (!scr_surface_number(prop))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "'%s' cannot be a property of a surface",
                    prop->name);
  if (!scr_surface_prop_check(scr_fish_diag(f), NULL, name, &value, 1)) return false;
  if (!scr_lib_may_set(f, p)) return false;
  double before = scr_energy_state(w);
  if (p->kind == SCR_K_BALL)
    scr_ball_set_surface(w, scr_lib_row(w, p), prop->name, value);
  else
    scr_wall_set_surface(w, scr_lib_wall_of(w, p), prop->name, value);
  scr_energy_edited(w, before);
  return true;
}

static bool set_vector(scr_fish *f, const scr_val *p, const char *name, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  scr_diag *d = scr_fish_diag(f);
  double v[3];
  if (p->kind != SCR_K_BALL)
    return scr_fail(d, NULL, SCR_E_VALUE, "'%s' is a property of balls alone", name);
  if (w->dim != 3) return scr_fail(d, NULL, SCR_E_VALUE, "'%s' is for models in 3D alone", name);
  if (!scr_lib_numbers_arg(f, value, 3, v) || !scr_lib_may_set(f, p)) return false;
  double before = scr_energy_state(w);
  char own[SCR_SURFACE_NAME];
  scr_surface_name(scr_end_prop(name), own);
  scr_ball_set_vector(w, scr_lib_row(w, p), own, v);
  scr_energy_edited(w, before);
  return true;
}

SCR_LIB_GET(piece_prop) {
  return SCR_UNUSED(n), scr_lib_surface(f, &args[0], scr_val_cstr(&args[1], NULL), out);
}

SCR_LIB_SET(set_piece_prop) {
  const char *name = scr_val_cstr(&args[1], NULL);
  double x;
  SCR_UNUSED(n);
  if (scr_end_prop(name)) return set_vector(f, &args[0], name, value);
  if (!scr_any_prop(name)) return set_free_prop(f, &args[0], name, value);
  return scr_lib_numbers_arg(f, value, 1, &x) && scr_lib_set_surface(f, &args[0], name, x);
}

SCR_LIB_GET(piece_isprop) {
  double value, v[3];
  const char *name = scr_val_cstr(&args[1], NULL);
  SCR_UNUSED(n);
  *out = scr_val_bool(surface_get(scr_world_of(f), &args[0], name, &value) ||
                      vector_get(scr_world_of(f), &args[0], name, v) || free_of(f, &args[0], name));
  return true;
}

/* ---- contacts of a piece ---- */

static bool same_piece(const scr_world *w, const scr_val *end, const scr_val *p) {
  if (end->kind == SCR_K_FACET && p->kind == SCR_K_WALL)
    return scr_lib_wall_of(w, end) == scr_lib_row(w, p);
  return end->kind == p->kind && end->ref.index == p->ref.index;
}

/* Is contact c wanted by a filter: a type ("ball-facet", or its number), else the thing at the
 * other end? */
static bool wanted(const scr_world *w, scr_contact c, const scr_val *filter, int type) {
  if (type >= 0) return (int)c.type == type;
  scr_val one = scr_lib_contact_end(w, c, 1), two = scr_lib_contact_end(w, c, 2);
  return same_piece(w, &one, filter) || same_piece(w, &two, filter);
}

/* The contacts of args[0] that pass the filter args[1], in canonical order; false after an error.
 */
static bool contacts_of(scr_fish *f, int n, const scr_val *args, bool all, scr_contact **out,
                        size_t *count) {
  scr_world *w = scr_world_of(f);
  size_t kept = 0;
  int type = -1;
  const bool of_type = n > 1 && args[1].type != SCR_V_PTR;
  if (of_type && !scr_lib_contact_type(f, n, args, 1, &type)) return false;
  *count = scr_contacts_of(w, args[0].kind, scr_lib_row(w, &args[0]), all, out);
  if (n < 2) return true;
  for (size_t k = 0; k < *count; k++)
    if (wanted(w, (*out)[k], &args[1], type)) (*out)[kept++] = (*out)[k];
  *count = kept;
  return true;
}

/* A map from 1, 2, ... to the contacts in canonical order: ids alone would not tell the types
 * apart. */
static bool contact_map(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  scr_contact *c = NULL;
  size_t count;
  if (!contacts_of(f, n, args, all, &c, &count)) return false;
  *out = scr_val_map();
  for (size_t k = 0; k < count; k++) {
    scr_val key = scr_val_int((int64_t)k + 1);
    scr_val_map_set(out, &key, scr_lib_contact_ptr(scr_world_of(f), c[k]));
  }
  scr_val_fleeting(out);
  scr_free(c);
  return true;
}

static bool contact_num(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  scr_contact *c = NULL;
  size_t count;
  if (!contacts_of(f, n, args, all, &c, &count)) return false;
  scr_free(c);
  *out = scr_val_int((int64_t)count);
  return true;
}

/* Does a bond hold a ball, or two balls together? */
SCR_LIB_GET(ball_isbonded) {
  scr_contact *c = NULL;
  size_t count;
  bool bonded = false;
  const bool itself = n > 1 && args[1].ref.index == args[0].ref.index;
  if (itself) return *out = scr_val_bool(false), true;
  if (!contacts_of(f, n, args, true, &c, &count)) return false;
  for (size_t k = 0; k < count; k++)
    bonded |= scr_contact_bond(scr_world_of(f), c[k]) >= SCR_BOND_HOLDS;
  scr_free(c);
  *out = scr_val_bool(bonded);
  return true;
}

SCR_LIB_GET(piece_contactmap) { return contact_map(f, n, args, false, out); }
SCR_LIB_GET(piece_contactmap_all) { return contact_map(f, n, args, true, out); }
SCR_LIB_GET(piece_contactnum) { return contact_num(f, n, args, false, out); }
SCR_LIB_GET(piece_contactnum_all) { return contact_num(f, n, args, true, out); }

/* ---- rows ---- */

#define FN(name, min, max, sig, get, doc)                                                          \
  { name, min, max, sig, get, NULL, NULL, 0, doc }
#define FN_SET(name, min, max, sig, get, set, doc)                                                 \
  { name, min, max, sig, get, set, NULL, 0, doc }

#define NEAR_OF_ball
#define NEAR_OF_wall
#define NEAR_OF_vertex
#define NEAR_OF_facet " A wall may follow: then it is one of its facets."
#define KIND_ROWS(name, id, find, findsig)                                                         \
  FN(name ".find", 1, 1, findsig ":p", find, "The " name " with that id, null if there is none."), \
      FN(name ".list", 0, 0, ":l", id##_list, "Every " name ", in order of id."),                  \
      FN(name ".num", 0, 0, ":i", id##_num, "How many there are."),                                \
      FN(name ".maxid", 0, 0, ":i", id##_maxid, "The largest id in use."),                         \
      FN(name ".typeid", 0, 0, ":i", id##_typeid, "The number of this kind of pointer."),          \
      FN(name ".inbox", 2, 7, "*******:l", id##_inbox,                                             \
         "Those whose centre lies in the box from corner to corner; with true balls that reach "   \
         "into it "                                                                                \
         "too."),                                                                                  \
      FN(name ".near", 1, 4, "****:p", id##_near,                                                  \
         "The nearest to a point, within a radius if one is given; else null." NEAR_OF_##id),      \
  {                                                                                                \
    name ".id", 1, 1, "p{" #id "}:i", scr_lib_id_call, NULL, NULL, SCR_FN_SHAPE, "Its id."         \
  }

#define GROUP_ROWS(name, kind)                                                                     \
  FN_SET(name ".group", 1, 2, "p{" kind "}*:s=s", scr_lib_group_call, scr_lib_set_group,           \
         "Its group in a slot (Default), 'None' if it has none."),                                 \
      FN(name ".isgroup", 2, 3, "p{" kind "}s*:b", scr_lib_isgroup_call,                           \
         "Is it in that group, in a slot or in any?"),                                             \
      FN(name ".group.remove", 2, 2, "p{" kind "}s:i", scr_lib_group_remove_call,                  \
         "Takes it out of a group in every slot; returns from how many.")

#define CONTACT_ROWS(name, kind)                                                                   \
  FN(name ".contactmap", 1, 2, "p{" kind "}*:m", piece_contactmap,                                 \
     "Map from 1, 2, ... to its active contacts; a type of contact or the other end restricts "    \
     "them."),                                                                                     \
      FN(name ".contactmap.all", 1, 2, "p{" kind "}*:m", piece_contactmap_all,                     \
         "The same with inactive contacts."),                                                      \
      FN(name ".contactnum", 1, 2, "p{" kind "}*:i", piece_contactnum,                             \
         "How many active contacts it has."),                                                      \
      FN(name ".contactnum.all", 1, 2, "p{" kind "}*:i", piece_contactnum_all,                     \
         "How many contacts it has."),                                                             \
      FN_SET(name ".prop", 2, 2, "p{" kind "}s:*=*", piece_prop, set_piece_prop,                   \
             "A surface property (of the whole wall for facets), from which contacts inherit; "    \
             "under any other name a value that it keeps."),                                       \
      FN(name ".isprop", 2, 2, "p{" kind "}s:b", piece_isprop, "Does it hold that property?")

static const scr_fish_fn rows[] = {
    GROUP_ROWS("geom.node", "geom.node"),
    GROUP_ROWS("geom.edge", "geom.edge"),
    GROUP_ROWS("geom.poly", "geom.poly"),
    KIND_ROWS("ball", ball, ball_find, "d"),
    FN("ball.isbonded", 1, 2, "p{ball}p{ball}:b", ball_isbonded,
       "Does a bond hold it, or hold it to another ball?"),
    FN("ball.groupmap", 1, 2, "s*:l", ball_groupmap,
       "Those in a group, in a slot or in any, in order of id."),
    GROUP_ROWS("ball", "ball"),
    CONTACT_ROWS("ball", "ball"),
    KIND_ROWS("wall", wall, wall_find_any, "*"),
    FN("wall.groupmap", 1, 2, "s*:l", wall_groupmap,
       "Those in a group, in a slot or in any, in order of id."),
    GROUP_ROWS("wall", "wall"),
    CONTACT_ROWS("wall", "wall"),
    KIND_ROWS("wall.facet", facet, facet_find, "d"),
    GROUP_ROWS("wall.facet", "facet"),
    CONTACT_ROWS("wall.facet", "facet"),
    KIND_ROWS("wall.vertex", vertex, vertex_find, "d"),
    GROUP_ROWS("contact", "contact"),
};
const scr_lib_rows scr_lib_rows_piece = {rows, SCR_COUNTOF(rows)};
