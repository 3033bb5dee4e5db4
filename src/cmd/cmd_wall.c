/* Commands on walls. */
#include <stdio.h>
#include <string.h>
#include "cmd/attribute.h"
#include "cmd/check_traps.h"
#include "cmd/commands.h"
#include "cmd/history.h"
#include "cmd/results.h"
#include "cmd/wall_make.h"
#include "world/shapes/mesh.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- what walls share with balls ---- */

static uint32_t wall_groups(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_GROUPS, row);
}
static void set_wall_groups(scr_world *w, uint32_t row, uint32_t groups) {
  scr_table_write(&w->wall, SCR_WALL_GROUPS, row, &groups);
}
static uint32_t wall_id(const scr_world *w, uint32_t row) {
  return *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
}

static uint32_t facet_wall(const scr_world *w, uint32_t facet) {
  return *(const uint32_t *)scr_table_at(&w->facet, SCR_FACET_WALL, facet);
}

static const char *wall_called(const scr_world *w, uint32_t row) {
  return scr_word_text(&w->words, *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_NAME, row));
}

static const scr_word_row wall_refused_attributes[] = {
    {"fragment", "<i>", "!fragments follow from contacts: fragment compute"},
    {0},
};
static const char *const wall_list_default[] = {"position", "velocity", "force-contact", NULL};

const scr_piece scr_wall_piece = {
    .name = "wall",
    .quantity = scr_wall_quantity,
    .refused = wall_refused_attributes,
    .list_default = wall_list_default,
    .range = scr_range_walls,
    .get = scr_wall_get,
    .set = scr_wall_set,
    .check = scr_wall_check,
    .allows = scr_wall_allows,
    .set_surface = scr_wall_set_surface,
    .surface = scr_wall_surface,
    .groups = wall_groups,
    .set_groups = set_wall_groups,
    .id = wall_id,
    .called = wall_called,
    .kind = SCR_K_WALL,
    .ref = scr_wall_ref,
};

const scr_piece scr_facet_piece = {.range = scr_range_facets};

static bool wall_attribute(scr_args *a) {
  static const scr_word_row refused[] = {
      {"density", "<f>", "!a wall has no volume: give its mass by 'wall attribute mass'"}, {0}};
  int none;
  if (scr_args_next_is(a, refused)) return scr_args_word(a, refused, &none);
  return scr_args_take(a, "facet")    ? scr_wall_facet_attribute(a)
         : scr_args_take(a, "vertex") ? scr_wall_vertex_attribute(a)
                                      : scr_piece_attribute(a, &scr_wall_piece);
}
static bool wall_property(scr_args *a) { return scr_piece_property(a, &scr_wall_piece); }

static void give_groups(scr_world *w, const scr_group_phrases *g, uint32_t row) {
  uint32_t own;
  if (!g->item[0].facet) {
    set_wall_groups(w, row, scr_groups_applied(w, g, wall_groups(w, row)));
    return;
  }
  memcpy(&own, scr_table_at(&w->facet, SCR_FACET_GROUPS, row), sizeof own);
  own = scr_facet_groups_applied(w, g, own);
  scr_table_write(&w->facet, SCR_FACET_GROUPS, row, &own);
}

static bool wall_group(scr_args *a) {
  scr_group_phrases g = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = scr_args_group(a, SCR_GROUP_OF_WALLS, &g) &&
            scr_piece_rows(a, g.item[0].facet ? &scr_facet_piece : &scr_wall_piece, &rows, &n);
  for (size_t k = 0; ok && k < n; k++) give_groups(world_of(a), &g, rows[k]);
  scr_free(rows);
  scr_group_phrases_free(&g);
  return ok;
}

static bool wall_extra(scr_args *a) { return scr_piece_extra(a, &scr_wall_piece); }
static const scr_word_row list_words[] = {
    {"mesh", "[range]",
     "the surfaces: facets, open edges, inverted normals, whether they are closed"},
    {"facet", "[range]", "the facets of walls: vertices, centres, normals"},
    {"vertex", "[range]", "the vertices of walls and their positions"},
    {"servo", "[range]", "the servos of walls: force, gain, largest velocity, whether active"},
    {"name", "", "names, which a list without words shows, too"},
    {0}};
static bool wall_list(scr_args *a) {
  static bool (*const list[])(scr_args *) = {scr_wall_list_mesh, scr_wall_list_facets,
                                             scr_wall_list_vertices, scr_wall_list_servos};
  const scr_token *t = scr_args_peek(a);
  for (size_t k = 0; t && strlen(t->text) > 2 && k < SCR_COUNTOF(list);
       k++) /* shorter ones may be quantities as well */
    if (scr_args_take(a, list_words[k].word)) return list[k](a);
  return scr_piece_list(a, &scr_wall_piece);
}
enum { DELETE_FACETS, DELETE_WALLS };
static const scr_word_row delete_words[] = {
    {"facets", "", "the range is one of facets, as without it; walls without facets go, too"},
    {"walls", "", "the range is one of walls"},
    {0}};
static bool wall_delete(scr_args *a) {
  int w = DELETE_FACETS;
  if (scr_args_more(a) && !scr_args_word(a, delete_words, &w)) return false;
  scr_args_removes(a, "wall");
  scr_trap_walls_differ(a);
  return w == DELETE_WALLS ? scr_piece_delete(a, &scr_wall_piece, scr_wall_delete)
                           : scr_piece_delete(a, &scr_facet_piece, scr_facet_delete);
}
static bool wall_history(scr_args *a) { return scr_history_define(a, "wall"); }

/* ---- making walls ---- */

void scr_wall_batch_free(scr_wall_batch *b) {
  for (int k = 0; k < b->n; k++) scr_shape_free(&b->shape[k]);
  scr_free(b->name);
  scr_group_phrases_free(&b->groups);
}

/* NULL: the world's default, wall<id>. */
static char *batch_name(const scr_wall_batch *b, int k) {
  const bool whole = b->naming == SCR_NAMING_WHOLE, parts = b->naming == SCR_NAMING_PARTS;
  scr_buf text = {0};
  if (b->name)
    scr_buf_puts(&text, b->name);
  else if (b->kind)
    scr_buf_printf(&text, "%s%s", b->kind, parts ? "" : "Wall");
  else
    return NULL;
  if (!whole) scr_buf_puts(&text, b->part[k]);
  if (parts || !b->name) scr_buf_printf(&text, "%u", (unsigned)(b->id + (uint32_t)k));
  return text.s;
}

static bool batch_free_names(scr_args *a, const scr_wall_batch *b) {
  scr_world *w = world_of(a);
  for (int k = 0; k < b->n; k++) {
    unsigned id = b->id + (unsigned)k;
    if (scr_wall_find(w, id) != SCR_NONE)
      return scr_fail(a->diag, b->id_at.src ? &b->id_at : NULL, SCR_E_VALUE,
                      "there is a wall with id %u already", id);
    char *name = batch_name(b, k);
    bool taken = name && scr_wall_find_name(w, name) != SCR_NONE;
    if (taken)
      scr_fail(a->diag, b->name_at.src ? &b->name_at : NULL, SCR_E_VALUE,
               "there is a wall named '%s' already", name);
    scr_free(name);
    if (taken) return false;
  }
  return true;
}

/* The world takes the weighted mean of the facets, which is rounded; a shape may know its centre
 * better. */
void scr_wall_put(scr_world *w, uint32_t row, const double x[3]) {
  static const int col[] = {SCR_WALL_POSITION, SCR_WALL_X_REF, SCR_WALL_CENTER};
  for (size_t k = 0; k < SCR_COUNTOF(col); k++) scr_table_write(&w->wall, col[k], row, x);
}

/* Facets of a wall that has just been made: they are in no group yet. */
static void set_facet_groups(scr_world *w, uint32_t wall, const scr_group_phrases *g) {
  const uint32_t groups = scr_facet_groups_applied(w, g, 0);
  for (uint32_t f = 0; groups && f < w->facet.n; f++)
    if (facet_wall(w, f) == wall) scr_table_write(&w->facet, SCR_FACET_GROUPS, f, &groups);
}

static bool batch_create_one(scr_args *a, const scr_wall_batch *b, int k, uint32_t groups,
                             uint32_t *row) {
  scr_world *w = world_of(a);
  const scr_shape *s = &b->shape[k];
  char *name = batch_name(b, k);
  bool ok =
      scr_wall_create(w, a->diag, b->id + (uint32_t)k, name, s->nv, s->x, s->nf, s->facet, row);
  if (ok) set_wall_groups(w, *row, groups), set_facet_groups(w, *row, &b->groups);
  if (ok && b->centred[k]) scr_wall_put(w, *row, b->centre[k]);
  scr_free(name);
  return ok;
}

/* The axis along which a facet lies beyond sides that balls do not pass; -1: none. Facets act
 * through periodic sides. */
static int axis_beyond(const scr_domain *o, int dim, const scr_shape *s, uint32_t facet) {
  const uint32_t *v = s->facet + 3 * (size_t)facet;
  for (int c = 0; c < dim; c++) {
    const double margin = 1e-9 * (o->hi[c] - o->lo[c]); /* what rounding may do */
    bool below = o->condition[c] != SCR_B_PERIODIC, above = below;
    for (int k = 0; k < dim; k++) {
      const double x = s->x[3 * (size_t)v[k] + (size_t)c];
      below &= x < o->lo[c] - margin;
      above &= x > o->hi[c] + margin;
    }
    if (below || above) return c;
  }
  return -1;
}

/* False: warnings are errors. */
static bool tell_beyond(scr_args *a, const scr_wall_batch *b) {
  const scr_domain *o = a->unknowns ? NULL : scr_domain_so_far(a);
  uint32_t beyond = 0, all = 0;
  int axis = -1;
  if (!o || !(a->dry || o->set)) return true;
  for (int k = 0; k < b->n; all += b->shape[k++].nf)
    for (uint32_t f = 0; f < b->shape[k].nf; f++) {
      const int c = axis_beyond(o, world_of(a)->dim, &b->shape[k], f);
      beyond += c >= 0;
      axis = axis < 0 ? c : axis;
    }
  return axis < 0 || scr_warn(a->diag, NULL, SCR_E_VALUE,
                              "%u of %u facet%s lie%s outside of the domain, which reaches from %g "
                              "to %g along %c",
                              beyond, all, all == 1 ? "" : "s", beyond == 1 ? "s" : "", o->lo[axis],
                              o->hi[axis], "xyz"[axis]);
}

bool scr_wall_batch_make(scr_args *a, scr_wall_batch *b) {
  scr_world *w = world_of(a);
  if (scr_interrupted(a->diag) || !tell_beyond(a, b)) return false;
  for (int k = 0; k < b->n; k++)
    if (!b->centred[k]) b->centred[k] = scr_shape_centre(&b->shape[k], w->dim, b->centre[k]);
  if (!b->id) b->id = scr_wall_next_id(w);
  if (!batch_free_names(a, b)) return false;
  uint32_t row[SCR_MAX_SHAPES], groups = scr_groups_applied(w, &b->groups, 0);
  double before = scr_energy_state(w);
  int made = 0;
  while (made < b->n && batch_create_one(a, b, made, groups, &row[made])) made++;
  if (made < b->n && made > 0) {
    scr_diag ignored = {0};
    for (int k = 0; k < made; k++) row[k] = scr_wall_find(w, b->id + (uint32_t)k);
    scr_wall_delete(w, &ignored, row, (size_t)made);
    scr_diag_clear(&ignored);
  }
  scr_energy_edited(w, before);
  return made == b->n;
}

bool scr_wall_batch_name(scr_args *a, scr_wall_batch *b) {
  char *name = NULL;
  b->name_at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a wall", &name)) return false;
  scr_args_makes(a, "wall", name, &b->name_at);
  scr_free(b->name);
  b->name = name;
  return true;
}

scr_shape *scr_wall_batch_shape(scr_wall_batch *b, const char *part) {
  assert(b->n < SCR_MAX_SHAPES);
  b->part[b->n] = part;
  b->shape[b->n].stop = b->stop;
  return &b->shape[b->n++];
}

scr_shape *scr_wall_batch_round(scr_wall_batch *b, const char *part, const double centre[3]) {
  memcpy(b->centre[b->n], centre, sizeof b->centre[b->n]);
  b->centred[b->n] = true;
  return scr_wall_batch_shape(b, part);
}

bool scr_wall_batch_id(scr_args *a, scr_wall_batch *b) {
  b->id_at = scr_args_loc(a);
  return scr_args_id(a, "the id", &b->id);
}

/* Where the command is only checked: have the lines above made a wall of that id or name? Names of
 * parts have ids, which are not known then. */
static void check_walls(scr_args *a, const scr_wall_batch *b) {
  if (!a->dry || a->diag->failed || a->dialect == SCR_LEGACY) return;
  tell_beyond(a, b);
  char id[16];
  snprintf(id, sizeof id, "%u", (unsigned)b->id);
  scr_buf name = {0};
  if (b->name && b->naming != SCR_NAMING_PARTS)
    scr_buf_printf(&name, "%s%s", b->name, b->naming == SCR_NAMING_SIDES ? "Bottom" : "");
  if (b->id_at.src && !scr_args_is_new(a, "wall id", id, &b->id_at))
    scr_fail(a->diag, &b->id_at, SCR_E_VALUE, "there is a wall with id %s already", id);
  else if (name.s && !scr_args_is_new(a, "wall name", name.s, &b->name_at))
    scr_fail(a->diag, &b->name_at, SCR_E_VALUE, "there is a wall named '%s' already", name.s);
  scr_buf_free(&name);
  if (a->diag->failed) scr_args_doubled(a, "wall");
  scr_trap_wall(a);
}

/* ---- generate ---- */

/* id, name and group stand before the shape; the shape reads the rest. */
enum { GENERATE_GROUP, GENERATE_ID, GENERATE_NAME, GENERATE_SHAPES };
static const scr_word_row generate_words[] = {
    {"group", "<s> [slot <s>] [facet]", "group of the walls, or of their facets"},
    {"id", "<i>", "id of the first wall; default the largest in use + 1"},
    {"name", "<s>",
     "name; of the sides of a box, and of the parts of a cone or cylinder, its beginning"},
    SCR_SHAPE_WORDS,
    {0},
};

bool scr_wall_names_itself(const char *name) {
  bool can = scr_ncasecmp(name, "wall", 4) == 0;
  for (const scr_word_row *r = generate_words + GENERATE_SHAPES; r->word; r++)
    can = can || scr_ncasecmp(name, r->word, strlen(r->word)) == 0;
  return can;
}

/* Does a word that belongs before the shape stand behind it? */
static bool in_order(scr_args *a, const char *shape) {
  for (int k = a->k; k < a->n; k++)
    for (int w = 0; a->tok[k].type == SCR_T_WORD && w < GENERATE_SHAPES; w++)
      if (scr_casecmp(a->tok[k].text, generate_words[w].word) == 0)
        return scr_fail(a->diag, &a->tok[k].loc, SCR_E_SYNTAX,
                        "'%s' stands before the shape: 'wall generate %s ... %s ...'",
                        a->tok[k].text, generate_words[w].word, shape);
  return true;
}

static bool generate_words_read(scr_args *a, scr_wall_batch *b) {
  for (;;) {
    int w;
    if (!scr_args_word(a, generate_words, &w)) return false;
    b->kind = w >= GENERATE_SHAPES ? generate_words[w].word : NULL;
    if (w >= GENERATE_SHAPES)
      return in_order(a, b->kind) && scr_wall_shape(a, b, w - GENERATE_SHAPES);
    if (w == GENERATE_GROUP) scr_args_again(a);
    if (w == GENERATE_GROUP && !scr_args_group(a, SCR_GROUP_OF_NEW_WALLS, &b->groups)) return false;
    if (w == GENERATE_ID && !scr_wall_batch_id(a, b)) return false;
    if (w == GENERATE_NAME && !scr_wall_batch_name(a, b)) return false;
  }
}

static bool wall_generate(scr_args *a) {
  scr_wall_batch b = {.stop = a->diag->interrupt};
  bool ok = generate_words_read(a, &b) && scr_args_finish(a);
  check_walls(a, &b);
  ok = ok && scr_wall_batch_make(a, &b);
  scr_wall_batch_free(&b);
  return ok;
}

/* ---- create ---- */

enum { CREATE_GROUP, CREATE_ID, CREATE_NAME, CREATE_VERTICES };
static const scr_word_row create_words[] = {
    {"group", "<s> [slot <s>] [facet]", "group of the wall, or of its facets"},
    {"id", "<i>", "id; default the largest in use + 1"},
    {"name", "<s>", "name; default wall<id>"},
    {"vertices", "<v> <v> [<v>] ...",
     "triangles, three places each (2D: segments, two each); equal places are one vertex"},
    {0},
};

static bool vector_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && (scr_args_number_follows(a) || (t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC));
}

bool scr_args_places(scr_args *a, scr_places *p) {
  do {
    double x[3] = {0};
    int from = a->k;
    if (!scr_args_place(a, "a vertex", x)) return false;
    SCR_GROW(p->x, p->cap_x, 3 * (p->n + 1));
    SCR_GROW(p->at, p->cap_at, p->n + 1);
    memcpy(p->x + 3 * p->n, x, sizeof x);
    p->at[p->n++] = scr_args_since(a, from);
  } while (vector_follows(a));
  return true;
}

bool scr_places_known(const scr_args *a, const scr_places *p) {
  for (size_t k = 0; scr_args_checks(a) && k < p->n; k++)
    if (scr_args_is_unknown(a, &p->at[k])) return false;
  return true;
}

void scr_places_free(scr_places *p) {
  scr_free(p->x);
  scr_free(p->at);
}

/* Of a facet without area the corner that repeats another, or else the last one; of other faults
 * the first. */
static const scr_loc *fault_place(const scr_shape *s, int dim, const scr_mesh_fault *f,
                                  const scr_places *p) {
  const uint32_t *v = s->facet + 3 * (size_t)f->facet;
  int k = f->kind == SCR_MESH_DEGENERATE ? dim - 1 : 0;
  if (f->kind == SCR_MESH_DEGENERATE && v[0] == v[1]) k = 1;
  return &p->at[(size_t)dim * f->facet + (size_t)k];
}

/* Facets are turned round where the surface can be oriented; what is left is in `fault`. False: a
 * warning is an error. */
static bool turn_facets(scr_args *a, const scr_places *p, scr_shape *s, scr_mesh_fault *fault) {
  const int dim = world_of(a)->dim;
  const scr_mesh_report r = scr_mesh_survey(s, dim);
  uint32_t first = 0;
  if (r.crowded || r.one_sided || r.degenerate || r.duplicate) return true;
  uint32_t *before = scr_alloc(3 * (size_t)s->nf * sizeof *before);
  memcpy(before, s->facet, 3 * (size_t)s->nf * sizeof *before);
  scr_mesh_mend(s, dim);
  *fault = scr_mesh_check(s, dim);
  while (first + 1 < s->nf &&
         memcmp(before + 3 * (size_t)first, s->facet + 3 * (size_t)first, 3 * sizeof *before) == 0)
    first++;
  scr_free(before);
  return scr_warn(a->diag, &p->at[(size_t)dim * first], SCR_E_VALUE,
                  r.inverted == 1
                      ? "%u facet is turned round, so that its normal agrees with its neighbours'"
                      : "%u facets are turned round, so that their normals agree with their "
                        "neighbours'",
                  r.inverted);
}

static bool facets_of_places(scr_args *a, const scr_places *p, scr_shape *s) {
  const uint32_t dim = (uint32_t)world_of(a)->dim;
  scr_loc behind = scr_args_behind(a);
  if (p->n % dim != 0)
    return scr_fail(a->diag, &behind, SCR_E_VALUE,
                    "expected more vertices: %zu are no whole number of %s", p->n,
                    dim == 2 ? "segments (two each)" : "triangles (three each)");
  for (size_t k = 0; k < p->n; k++) scr_shape_vertex(s, p->x + 3 * k);
  for (uint32_t k = 0; k < s->nv; k += dim) scr_shape_facet(s, k, k + 1, dim == 2 ? 0 : k + 2);
  scr_shape_weld_near(s, 1e-12 * scr_shape_size(s)); /* places that were computed */
  scr_mesh_fault fault = scr_mesh_check(s, (int)dim);
  if (fault.kind == SCR_MESH_TURNED && !turn_facets(a, p, s, &fault)) return false;
  return !fault.kind ||
         scr_mesh_fail(a->diag, fault_place(s, (int)dim, &fault, p), s, (int)dim, &fault);
}

static bool read_vertices(scr_args *a, scr_shape *s) {
  scr_places p = {0};
  bool ok = scr_args_places(a, &p) && facets_of_places(a, &p, s);
  scr_places_free(&p);
  return ok;
}

static bool create_word(scr_args *a, scr_wall_batch *b) {
  int w;
  scr_loc at;
  if (!scr_args_word(a, create_words, &w)) return false;
  switch (w) {
  case CREATE_GROUP:
    scr_args_again(a);
    return scr_args_group(a, SCR_GROUP_OF_NEW_WALLS, &b->groups);
  case CREATE_ID: return scr_wall_batch_id(a, b);
  case CREATE_NAME: return scr_wall_batch_name(a, b);
  case CREATE_VERTICES:
    scr_args_again(a);
    at = scr_args_last(a);
    if (b->n) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "the vertices are given already");
    return read_vertices(a, scr_wall_batch_shape(b, NULL));
  }
  return false;
}

static bool wall_create(scr_args *a) {
  scr_wall_batch b = {.stop = a->diag->interrupt};
  bool ok = true;
  while (ok && scr_args_more(a)) ok = create_word(a, &b);
  if (ok && !b.n) ok = scr_args_expected(a, "vertices");
  ok = ok && scr_args_finish(a);
  check_walls(a, &b);
  ok = ok && scr_wall_batch_make(a, &b);
  scr_wall_batch_free(&b);
  return ok;
}

/* ---- active sides ---- */

static const scr_word_row sides_words[] = {
    {"both", "", "balls on either side feel the wall"},
    {"top", "", "the side to which the normal points"},
    {"bottom", "", "the other side"},
    {"neither", "", "no side"},
    {0},
};

static bool wall_active_sides(scr_args *a) {
  int side;
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_args_word(a, sides_words, &side) || !scr_piece_rows(a, &scr_facet_piece, &rows, &n))
    return false;
  scr_world *w = world_of(a);
  const double before = scr_energy_state(w);
  scr_facets_set_sides(w, rows, n, (uint8_t)side);
  scr_energy_edited(w, before);
  scr_free(rows);
  return true;
}

/* ---- fix and free ---- */

static bool fix_or_free(scr_args *a, bool free) {
  scr_world *w = world_of(a);
  unsigned mask;
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_args_fixed(a, &mask)) return false;
  scr_trap_wall_free(a, mask, free);
  if (!scr_piece_rows(a, &scr_wall_piece, &rows, &n)) return false;
  const bool ok = scr_walls_may_free(w, a->diag, rows, n, mask, free);
  const double before = ok ? scr_energy_state(w) : 0;
  if (ok) scr_walls_free(w, rows, n, mask, free);
  if (ok) scr_energy_edited(w, before);
  scr_free(rows);
  return ok;
}

static bool wall_fix(scr_args *a) { return fix_or_free(a, false); }
static bool wall_free(scr_args *a) { return fix_or_free(a, true); }

/* ---- rows ---- */

static const scr_command rows[] = {
    {"wall generate", wall_generate, generate_words, "",
     "makes walls of a shape; id, name and group come first", SCR_CMD_EDITS_BODIES},
    {"wall create", wall_create, create_words, "", "makes a wall of given facets",
     SCR_CMD_EDITS_BODIES},
    {"wall attribute", wall_attribute, NULL,
     "<quantity> [<value>] [add|multiply|replace <f>] [gradient <v>] ... [range]",
     "sets quantities of walls, from left to right; a modifier without a value changes the present "
     "one; 'facet velocity-conveyor <v>' that of facets, 'vertex velocity <v>' that of vertices",
     0},
    {"wall initialize", wall_attribute, NULL,
     "<quantity> [<value>] [add|multiply|replace <f>] [gradient <v>] ... [range]",
     "the same as 'wall attribute'", 0},
    {"wall property", wall_property, NULL, "<s> <value> ... [range]",
     "sets properties of the surface, from which contacts inherit", 0},
    {"wall group", wall_group, NULL, "<s> [slot <s>] [facet] [remove] [range]",
     "assigns walls, or facets, to a group", 0},
    {"wall extra", wall_extra, NULL, "<i> <value> [facet] [range]",
     "sets an extra variable, which FISH reads as wall.extra", 0},
    {"wall delete", wall_delete, delete_words, "[range]",
     "deletes facets, or whole walls; without a range all", SCR_CMD_EDITS_BODIES},
    {"wall history", wall_history, scr_wall_history_words, "[name <s>]",
     "records a quantity of a wall", 0},
    {"wall list", wall_list, list_words, "[<quantity>|group [slot <s>]|property [<s>]] ... [range]",
     "prints quantities of walls", 0},
    {"wall active-sides", wall_active_sides, sides_words, "",
     "which sides of the facets balls can touch", SCR_CMD_EDITS_BODIES},
    {"wall addfacet", scr_wall_addfacet, scr_wall_add_words, "",
     "adds a facet to a wall, with which it has a vertex (2D) or an edge (3D) in common",
     SCR_CMD_EDITS_BODIES},
    {"wall fix", wall_fix, scr_fix_words, "",
     "keeps components of velocity and spin as they are told, as in a new wall", 0},
    {"wall free", wall_free, scr_fix_words, "",
     "lets components of velocity and spin follow the forces on a wall that has mass and inertia",
     0},
    {"wall export", scr_wall_export, scr_wall_export_words,
     "<s> | geometry [set <s>] [split] [range]",
     "writes walls to an STL file (3D), or makes geometry sets of them", 0},
    {"wall import", scr_wall_import, scr_wall_import_words, "",
     "makes a wall of the triangles of an STL file (3D)", SCR_CMD_EDITS_BODIES},
    {"wall results", scr_wall_results, scr_piece_results_words, "",
     "what frames of results hold of walls, facet by facet, and files of them", 0},
    {"wall rotate", scr_wall_rotate, scr_wall_rotate_words, "[range]",
     "turns walls; velocities stay", SCR_CMD_EDITS_BODIES},
    {"wall servo", scr_wall_servo, scr_wall_servo_words, "[range]",
     "drives walls towards a force that they exert; active unless 'activate off' is given", 0},
    {"wall velocity-conveyor", scr_wall_conveyor, scr_wall_conveyor_words, "[range]",
     "surfaces of facets go as if they turned about a point: spin x (centre - point), in the facet",
     0},
};
const scr_command_file scr_cmd_wall = {rows, SCR_COUNTOF(rows)};
