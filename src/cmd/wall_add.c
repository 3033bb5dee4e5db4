/* wall addfacet: one facet more of a wall. */
#include "base/mem.h"
#include "cmd/wall_make.h"

enum { ADD_FACET_ID, ADD_GROUP, ADD_ID, ADD_NAME, ADD_VERTEX };
const scr_word_row scr_wall_add_words[] = {
    {"facetid", "<i>", "id of the facet; default the largest in use + 1"},
    {"group", "<s> [slot <s>]", "group of the facet"},
    {"id", "<i>", "the wall"},
    {"name", "<s>", "the wall by its name"},
    {"vertex", "<v> ...|<i>",
     "corners: places, or a vertex of the wall by id; two in 2D, else three"},
    {0},
};

typedef struct addition {
  char *name; /* of the wall; NULL: by id */
  uint32_t id, facet;
  int n;
  bool by_id[3];
  uint32_t vertex[3]; /* ids */
  scr_facet_corner corner[3];
  scr_loc wall_at, at[3];
  scr_group_phrases groups;
} addition;

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* One number is the id of a vertex. */
static bool one_number(const scr_args *a) {
  scr_args ahead = *a;
  if (!scr_args_number_follows(a)) return false;
  ahead.k++;
  return !scr_args_number_follows(&ahead);
}

static bool read_corner(scr_args *a, addition *f) {
  const int dim = world_of(a)->dim;
  scr_args_again(a);
  const scr_loc word = scr_args_last(a);
  if (f->n == dim)
    return scr_fail(a->diag, &word, SCR_E_SYNTAX, "a facet has %s vertices",
                    dim == 2 ? "two" : "three");
  const int k = f->n++;
  f->at[k] = scr_args_loc(a);
  f->by_id[k] = one_number(a);
  return f->by_id[k] ? scr_args_id(a, "the id of a vertex", &f->vertex[k])
                     : scr_args_vector(a, "the place of a vertex", dim, f->corner[k].x);
}

/* Places may follow each other behind one word. */
static bool read_corners(scr_args *a, addition *f) {
  bool ok = read_corner(a, f);
  while (ok && f->n < world_of(a)->dim && scr_args_number_follows(a)) ok = read_corner(a, f);
  return ok;
}

static bool read_wall(scr_args *a, addition *f, bool name) {
  const scr_loc word = scr_args_last(a);
  if (f->name || f->id) return scr_fail(a->diag, &word, SCR_E_SYNTAX, "the wall is given already");
  f->wall_at = scr_args_loc(a);
  if (!name) return scr_args_id(a, "the id of a wall", &f->id);
  if (!scr_args_name(a, "the name of a wall", &f->name)) return false;
  scr_args_selects(a, "wall", f->name, &f->wall_at);
  return true;
}

static bool read_word(scr_args *a, addition *f) {
  int w;
  if (!scr_args_word(a, scr_wall_add_words, &w)) return false;
  switch (w) {
  case ADD_FACET_ID: return scr_args_id(a, "the id", &f->facet);
  case ADD_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &f->groups);
  case ADD_VERTEX: return read_corners(a, f);
  }
  return read_wall(a, f, w == ADD_NAME);
}

static bool is_whole(scr_args *a, const addition *f) {
  if (f->n < world_of(a)->dim) return scr_args_expected(a, "'vertex'");
  return f->name || f->id || scr_args_expected(a, "'id' or 'name' of the wall");
}

static uint32_t find_wall(scr_args *a, const addition *f) {
  const scr_world *w = world_of(a);
  const uint32_t wall = f->name ? scr_wall_find_name(w, f->name) : scr_wall_find(w, f->id);
  if (wall != SCR_NONE) return wall;
  if (f->name)
    scr_wall_unknown(a, &f->wall_at, f->name);
  else
    scr_fail(a->diag, &f->wall_at, SCR_E_NAME, "there is no wall %u", (unsigned)f->id);
  return SCR_NONE;
}

/* Rows of the vertices that are named by their ids; whether they are the wall's is asked later. */
static bool find_vertices(scr_args *a, addition *f) {
  const scr_world *w = world_of(a);
  for (int k = 0; k < f->n; k++) {
    uint32_t *row = &f->corner[k].vertex;
    f->corner[k].at = &f->at[k];
    *row = f->by_id[k] ? scr_idmap_get(&w->vertex_by_id, f->vertex[k], SCR_NONE) : SCR_NONE;
    if (f->by_id[k] && *row == SCR_NONE)
      return scr_fail(a->diag, &f->at[k], SCR_E_NAME, "the wall has no vertex %u",
                      (unsigned)f->vertex[k]);
  }
  return true;
}

static bool add(scr_args *a, addition *f) {
  scr_world *w = world_of(a);
  const uint32_t wall = find_wall(a, f);
  bool turned = false;
  uint32_t row;
  if (wall == SCR_NONE || !find_vertices(a, f)) return false;
  const double before = scr_energy_state(w);
  if (!scr_facet_add(w, a->diag, wall, f->facet, f->corner, &turned, &row)) return false;
  const uint32_t groups = scr_groups_applied(w, &f->groups, 0);
  if (groups) scr_table_write(&w->facet, SCR_FACET_GROUPS, row, &groups);
  scr_energy_edited(w, before);
  return !turned || scr_warn(a->diag, &f->at[0], SCR_E_VALUE, SCR_FACET_TURNED);
}

bool scr_wall_addfacet(scr_args *a) {
  addition f = {.n = 0};
  bool ok = true;
  while (ok && scr_args_more(a)) ok = read_word(a, &f);
  ok = ok && is_whole(a, &f) && scr_args_finish(a) && add(a, &f);
  scr_free(f.name);
  scr_group_phrases_free(&f.groups);
  return ok;
}
