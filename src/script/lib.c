/* Bindings of FISH to the world: pointer kinds, values and arguments, quantities, binding. See
 * lib.h and lib_private.h. */
#include "script/lib_private.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "script/rows.h"
#include "world/fracture/template.h"
#include "world/fracture/fragment.h"
#include "world/fracture/inter.h"
#include "world/measure/measure.h"

/* ---- pointer kinds ---- */

const char *const scr_lib_kinds[] = {
    "null",         "ball",      "wall",         "facet",     "vertex",    "contact",
    "table",        "ball-ball", "ball-facet",   "measure",   "dfn",       "fracture",
    "fragment",     "geom.set",  "geom.node",    "geom.edge", "geom.poly", "brick",
    "dfn.template", "dfn.inter", "dfn.setinter", NULL};
static_assert(SCR_COUNTOF(scr_lib_kinds) == SCR_KINDS + 1, "a name for each kind of pointer");

bool scr_lib_alive(void *user, int kind, scr_ref ref) {
  const scr_lib *lib = user;
  const scr_world *w = lib->world;
  scr_contact c;
  uint32_t row;
  if (scr_lib_is_geom(kind)) return scr_lib_geom(lib, kind, ref, &row) != NULL;
  switch (kind) {
  case SCR_K_BALL: return scr_slots_row(&w->ball_slots, ref) != SCR_NONE;
  case SCR_K_WALL: return scr_slots_row(&w->wall_slots, ref) != SCR_NONE;
  case SCR_K_FACET: return scr_slots_row(&w->facet_slots, ref) != SCR_NONE;
  case SCR_K_VERTEX: return scr_slots_row(&w->vertex_slots, ref) != SCR_NONE;
  case SCR_K_CONTACT: return scr_contact_of_ref(w, ref, &c) && !scr_contact_unmade(w, c);
  case SCR_K_TABLE: return scr_xytable_by_id(&lib->tables, ref.index) != NULL;
  case SCR_K_MEASURE: return scr_measure_find(w, ref.index) != SCR_NONE;
  case SCR_K_BRICK: return scr_brick_find(&lib->bricks, ref.index) != SCR_NONE;
  case SCR_K_DFN: return scr_dfn_place(w, ref) != SCR_NONE;
  case SCR_K_FRACTURE: return scr_fracture_place(w, ref) != SCR_NONE;
  case SCR_K_FRAGMENT: return scr_fragment_known(w, ref.index);
  case SCR_K_INTER: return scr_inter_find(w, ref.index) != NULL;
  case SCR_K_INTERSET: return scr_interset_find(w, ref.index) != NULL;
  case SCR_K_TEMPLATE: return scr_template_place(w, ref) != SCR_NONE;
  default: return false;
  }
}

const char *scr_lib_unmade(void *user, int kind, scr_ref ref) {
  const scr_world *w = ((const scr_lib *)user)->world;
  scr_contact c;
  if (kind == SCR_K_BALL && scr_is_coming(w, ref))
    return "it has a position, a radius, and what every new ball has; no groups, properties or "
           "contacts yet";
  if (kind == SCR_K_CONTACT && scr_contact_of_ref(w, ref, &c) && scr_contact_unmade(w, c))
    return "it has no law yet: a range of the CMAT may ask for its ends, position, gap, normal, "
           "type and id";
  return NULL;
}

const char *scr_lib_ends(int kind) {
  if (kind != SCR_K_CONTACT) return NULL;
  return "a contact ends in the step in which its gap exceeds its proximity and it has no bond; a "
         "larger 'proximity' in the CMAT keeps it";
}

int64_t scr_lib_pointer_id(void *user, int kind, scr_ref ref) {
  const scr_world *w = ((scr_lib *)user)->world;
  scr_val p = scr_val_ptr(kind, ref);
  if (kind == SCR_K_TABLE || kind == SCR_K_MEASURE || kind == SCR_K_FRAGMENT ||
      kind == SCR_K_BRICK || kind == SCR_K_INTER || kind == SCR_K_INTERSET || scr_lib_is_geom(kind))
    return ref.index;
  if (kind == SCR_K_DFN) return w->fractures.dfn[ref.index].id;
  if (kind == SCR_K_TEMPLATE) return w->fractures.templates[ref.index].id;
  if (kind == SCR_K_FRACTURE) return w->fractures.at[ref.index].id;
  if (kind == SCR_K_CONTACT) return scr_contact_id(w, scr_lib_contact(w, &p));
  if (kind == SCR_K_BALL && scr_is_coming(w, ref)) return 0;
  return scr_lib_id(w, (scr_kind)kind, scr_lib_row(w, &p));
}

const char *scr_lib_pointer_type(void *user, int kind, scr_ref ref, int64_t *number) {
  scr_contact c;
  if (kind != SCR_K_CONTACT || !scr_contact_of_ref(((scr_lib *)user)->world, ref, &c)) return NULL;
  *number = scr_lib_type_number(c.type);
  return scr_contact_type_name[c.type];
}

/* Balls lie in the order of space, loops go by id. */
void scr_lib_ahead(void *user, int kind, scr_ref ref) {
  const scr_world *w = ((const scr_lib *)user)->world;
  if (kind != SCR_K_BALL || ref.index >= w->ball_slots.n) return;
  const uint32_t row = w->ball_slots.row[ref.index];
  if (row >= w->ball.n) return;
  __builtin_prefetch(&w->pose[row]);
  __builtin_prefetch(&w->twist[row]);
}

/* ---- values and arguments ---- */

scr_val scr_lib_reals(int n, const double *x) {
  return n == 1 ? scr_val_real(x[0]) : scr_val_vec(n, x);
}

scr_val scr_lib_vec(const scr_world *w, const double x[3]) { return scr_val_vec(w->dim, x); }

bool scr_lib_numbers_arg(scr_fish *f, const scr_val *v, int comps, double *x) {
  double one;
  if (comps == 1 && scr_val_number(v, &one)) {
    x[0] = one;
    return true;
  }
  if (comps > 1 && v->type == SCR_V_VEC && v->dim == comps) {
    x[0] = v->v[0], x[1] = v->v[1];
    if (comps == 3) x[2] = v->v[2];
    return true;
  }
  if (comps == 1)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a number is expected, not %s",
                    scr_vtype_phrase(v->type));
  if (v->type == SCR_V_VEC)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a vector of %d components is expected, not of %d", comps, v->dim);
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                  "a vector of %d components is expected, not %s", comps,
                  scr_vtype_phrase(v->type));
}

bool scr_lib_vec_arg(scr_fish *f, const scr_val *v, double x[3]) {
  x[2] = 0;
  return scr_lib_numbers_arg(f, v, scr_world_of(f)->dim, x);
}

bool scr_lib_place_arg(scr_fish *f, int n, const scr_val *args, int *k, double x[3]) {
  const int dim = scr_counts_of(f)->dim;
  x[2] = 0;
  if (*k < n && args[*k].type == SCR_V_VEC) return scr_lib_vec_arg(f, &args[(*k)++], x);
  if (n - *k < dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a place is a vector, or %d numbers", dim);
  for (int c = 0; c < dim; c++)
    if (!scr_lib_numbers_arg(f, &args[(*k)++], 1, &x[c])) return false;
  return true;
}

bool scr_lib_near_args(scr_fish *f, int n, const scr_val *args, double x[3], double *reach) {
  const int dim = scr_counts_of(f)->dim, comps = args[0].type == SCR_V_VEC ? 1 : dim;
  int k = 0;
  *reach = 0;
  if (n < comps || n > comps + 1)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a vector, or %d numbers, and a reach are expected", dim);
  return scr_lib_place_arg(f, n, args, &k, x) &&
         (k == n || scr_lib_numbers_arg(f, &args[k], 1, reach));
}

bool scr_lib_box_args(scr_fish *f, int n, const scr_val *args, double lo[3], double hi[3],
                      bool *truth) {
  int k = 0;
  *truth = false;
  if (!scr_lib_place_arg(f, n, args, &k, lo) || !scr_lib_place_arg(f, n, args, &k, hi))
    return false;
  if (k == n) return true;
  if (k + 1 < n || args[k].type > SCR_V_BOOL)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "two corners and a boolean are expected: vectors, or %d numbers each",
                    scr_counts_of(f)->dim);
  *truth = scr_val_truth(&args[k]);
  return true;
}

bool scr_lib_index_arg(scr_fish *f, const scr_val *v, const char *what, size_t last, size_t *k) {
  if (v->i < 1 || (uint64_t)v->i > last)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "%s %lld is out of range: 1 to %zu", what,
                    (long long)v->i, last);
  *k = (size_t)v->i - 1;
  return true;
}

bool scr_lib_freedom_arg(scr_fish *f, const scr_val *v, unsigned *bit) {
  const int dim = scr_world_of(f)->dim;
  size_t k;
  if (!scr_lib_index_arg(f, v, "degree of freedom", dim == 3 ? 6 : 3, &k)) return false;
  *bit = dim == 2 && k == 2 ? 1u << 5 : 1u << k;
  return true;
}

bool scr_lib_component_arg(scr_fish *f, int n, const scr_val *args, int at, int comps, int *k) {
  size_t index = 0;
  *k = -1;
  if (n <= at) return true;
  if (!scr_lib_index_arg(f, &args[at], "component", (size_t)comps, &index)) return false;
  *k = (int)index;
  return true;
}

bool scr_lib_give_part(scr_fish *f, int n, const scr_val *args, int at, const double *x,
                       scr_val *out) {
  const scr_world *w = scr_counts_of(f);
  int k;
  if (!scr_lib_component_arg(f, n, args, at, w->dim, &k)) return false;
  *out = k < 0 ? scr_lib_vec(w, x) : scr_val_real(x[k]);
  return true;
}

bool scr_lib_take_part(scr_fish *f, int n, const scr_val *args, const scr_val *value, double *x) {
  const int dim = scr_counts_of(f)->dim;
  int k;
  if (!scr_lib_component_arg(f, n, args, 1, dim, &k)) return false;
  return k < 0 ? scr_lib_numbers_arg(f, value, dim, x) : scr_lib_numbers_arg(f, value, 1, &x[k]);
}

static bool string_arg(scr_fish *f, const scr_val *v, const char *what, const char *types,
                       const char **s) {
  if (v->type != SCR_V_STR)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "%s must be %s, not %s", what, types,
                    scr_vtype_phrase(v->type));
  *s = scr_val_cstr(v, NULL);
  return true;
}

bool scr_lib_string_arg(scr_fish *f, const scr_val *v, const char *what, const char **s) {
  return string_arg(f, v, what, "a string", s);
}

bool scr_lib_name_arg(scr_fish *f, const scr_val *v, const char *what, const char **s) {
  return string_arg(f, v, what, "an integer or a string", s);
}

bool scr_lib_id_or_name(scr_fish *f, const scr_val *v, const char *what, uint32_t *id,
                        const char **name) {
  *id = 0, *name = NULL;
  if (v->type != SCR_V_INT) return scr_lib_name_arg(f, v, what, name);
  if (v->i > 0 && v->i < UINT32_MAX) *id = (uint32_t)v->i;
  return true;
}

bool scr_lib_unknown(scr_fish *f, const char *what, const char *word, const char *nearest) {
  scr_diag *d = scr_fish_diag(f);
  scr_fail(d, NULL, SCR_E_NAME, "%s '%s' is unknown", what, word);
  return nearest ? scr_hint(d, "did you mean '%s'?", nearest) : false;
}

/* ---- quantities ---- */

const scr_lib_thing scr_lib_ball = {"ball", SCR_K_BALL, scr_ball_quantity, scr_ball_get,
                                    scr_ball_set};
const scr_lib_thing scr_lib_wall = {"wall", SCR_K_WALL, scr_wall_quantity, scr_wall_get,
                                    scr_wall_set};

/* Of a ball before it is made: where it will be, how large, and else what a new one has. */
static void read_coming(const scr_world *w, int q, double x[3]) {
  const scr_quantity *of = &scr_ball_quantity[q];
  for (int k = 0; k < 3; k++) x[k] = of->column < 0 ? 0 : w->ball.col[of->column].first;
  if (q == SCR_Q_BALL_POSITION) memcpy(x, w->coming->x, sizeof w->coming->x);
  if (q == SCR_Q_BALL_RADIUS) x[0] = w->coming->r;
}

/* Reads the whole quantity; returns how many numbers it has. */
static int read_quantity(scr_world *w, const scr_lib_thing *t, int q, const scr_val *p,
                         double x[3]) {
  if (t->kind == SCR_K_BALL && scr_is_coming(w, p->ref)) {
    read_coming(w, q, x);
    return scr_quantity_comps(&t->quantity[q], w->dim);
  }
  if (t->quantity[q].flags & SCR_Q_SYNC) scr_world_sync(w); /* sums of forces may be due as well */
  t->get(w, scr_lib_row(w, p), q, x);
  return scr_quantity_comps(&t->quantity[q], w->dim);
}

static bool write_quantity(scr_fish *f, const scr_lib_thing *t, int q, uint32_t row,
                           const double *x) {
  scr_world *w = scr_world_of(f);
  if (t->quantity[q].flags & SCR_Q_SYNC) scr_world_sync(w);
  const bool ball = t->kind == SCR_K_BALL;
  const scr_quantity *of = &t->quantity[q];
  if (t->kind == SCR_K_WALL && scr_wall_without_energy(w, row, of))
    return t->set(w, scr_fish_diag(f), row, q, x);
  const double before = ball ? scr_energy_state_of_ball(w, row, of) : scr_energy_state(w);
  if (!t->set(w, scr_fish_diag(f), row, q, x)) return false;
  if (ball)
    scr_energy_edited_of_ball(w, row, of, before);
  else
    scr_energy_edited(w, before);
  return true;
}

bool scr_lib_quantity(scr_fish *f, const scr_lib_thing *t, int q, int n, const scr_val *args,
                      scr_val *out) {
  scr_world *w = scr_world_of(f);
  double x[3];
  if (!scr_quantity_offered(w, scr_fish_diag(f), &t->quantity[q])) return false;
  int k, comps = read_quantity(w, t, q, &args[0], x);
  if (!scr_lib_component_arg(f, n, args, 1, comps, &k)) return false;
  *out = k < 0 ? scr_lib_reals(comps, x) : scr_val_real(x[k]);
  return true;
}

bool scr_lib_set_quantity(scr_fish *f, const scr_lib_thing *t, int q, int n, const scr_val *args,
                          const scr_val *value) {
  scr_world *w = scr_world_of(f);
  uint32_t row = scr_lib_row(w, &args[0]);
  double x[3];
  if (row == SCR_NONE) return scr_may_edit_bodies(w, scr_fish_diag(f)); /* one that is coming */
  if (!scr_quantity_offered(w, scr_fish_diag(f), &t->quantity[q])) return false;
  int k, comps = n > 1 ? read_quantity(w, t, q, &args[0], x)
                       : scr_quantity_comps(&t->quantity[q], w->dim);
  if (!scr_lib_component_arg(f, n, args, 1, comps, &k)) return false;
  if (!scr_lib_numbers_arg(f, value, k < 0 ? comps : 1, k < 0 ? x : &x[k])) return false;
  return write_quantity(f, t, q, row, x);
}

/* Index of an axis among the numbers of a quantity; false after an error where it has no such axis.
 */
static bool axis_index(scr_fish *f, const scr_lib_thing *t, int q, int axis, int *k) {
  int comps = scr_quantity_comps(&t->quantity[q], scr_world_of(f)->dim);
  *k = comps == 1 && axis == 2 ? 0 : axis;
  if (*k < comps && (comps > 1 || axis == 2)) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME,
                  "the %s of a %s has no %c component in two dimensions", t->quantity[q].name,
                  t->word, "xyz"[axis]);
}

bool scr_lib_axis(scr_fish *f, const scr_lib_thing *t, int q, int axis, const scr_val *args,
                  scr_val *out) {
  scr_world *w = scr_world_of(f);
  double x[3];
  int k;
  if (!axis_index(f, t, q, axis, &k)) return false;
  read_quantity(w, t, q, &args[0], x);
  *out = scr_val_real(x[k]);
  return true;
}

bool scr_lib_set_axis(scr_fish *f, const scr_lib_thing *t, int q, int axis, const scr_val *args,
                      const scr_val *value) {
  scr_world *w = scr_world_of(f);
  uint32_t row = scr_lib_row(w, &args[0]);
  double x[3];
  int k;
  if (!axis_index(f, t, q, axis, &k)) return false;
  read_quantity(w, t, q, &args[0], x);
  return scr_lib_numbers_arg(f, value, 1, &x[k]) && write_quantity(f, t, q, row, x);
}

/* ---- names that are known before anything runs ---- */

static bool literal_prop(scr_fish *f, const scr_val *v) {
  return scr_lib_any_prop(f, scr_val_cstr(v, NULL));
}

/* Of a contact, which may keep values under other names. */
static bool literal_contact_prop(scr_fish *f, const scr_val *v) {
  return scr_lib_prop_is_free(scr_val_cstr(v, NULL)) || literal_prop(f, v);
}

/* Of a piece: one that looks like a law's is told of. */
static bool literal_piece_prop(scr_fish *f, const scr_val *v) {
  const char *name = scr_val_cstr(v, NULL);
  return scr_surface_prop(name) ||
         scr_free_prop_told(scr_fish_diag(f), NULL, &scr_lib_of(f)->props, name);
}

/* Of PFC 3: an index of colours is one, too. */
static bool literal_old_prop(scr_fish *f, const scr_val *v) {
  return scr_casecmp(scr_val_cstr(v, NULL), "c_index") == 0 ||
         scr_lib_any_surface(f, scr_val_cstr(v, NULL));
}

static bool literal_type(scr_fish *f, const scr_val *v) {
  int type;
  if (v->type == SCR_V_STR && scr_contact_type_absent(scr_val_cstr(v, NULL)) >= 0) return true;
  return scr_lib_contact_type(f, 1, v, 0, &type);
}

static bool literal_form(scr_fish *f, const scr_val *v) {
  return v->type != SCR_V_INT || scr_fish_text_only(f, v);
}

static bool literal_energy(scr_fish *f, const scr_val *v) {
  double ignored;
  return scr_lib_energy(f, scr_val_cstr(v, NULL), &ignored);
}

static bool literal_ratio(scr_fish *f, const scr_val *v) {
  double ignored;
  return scr_lib_ratio(f, scr_val_cstr(v, NULL), &ignored);
}

static bool literal_law_energy(scr_fish *f, const scr_val *v) {
  return scr_lib_law_energy(f, scr_val_cstr(v, NULL));
}
static bool literal_method(scr_fish *f, const scr_val *v) {
  return scr_lib_law_method(f, scr_val_cstr(v, NULL));
}
static bool literal_law(scr_fish *f, const scr_val *v) {
  return scr_lib_law(f, scr_val_cstr(v, NULL)) != NULL;
}
static bool literal_condition(scr_fish *f, const scr_val *v) {
  uint8_t ignored;
  return scr_lib_condition(f, scr_val_cstr(v, NULL), &ignored);
}

bool scr_lib_literal(scr_fish *f, const scr_fish_fn *fn, int n, const scr_val *const *args) {
  static const struct {
    const char *row;
    int at; /* which argument */
    bool (*known)(scr_fish *f, const scr_val *v);
  } name[] = {
      {"contact.prop", 1, literal_contact_prop},
      {"ball.prop", 1, literal_piece_prop},
      {"wall.prop", 1, literal_piece_prop},
      {"wall.facet.prop", 1, literal_piece_prop},
      {"contact.inherit", 1, literal_prop},
      {"b_prop", 1, literal_old_prop},
      {"c_prop", 1, literal_prop},
      {"contact.find", 0, literal_type},
      {"contact.list", 0, literal_type},
      {"contact.list.all", 0, literal_type},
      {"contact.num", 0, literal_type},
      {"contact.num.all", 0, literal_type},
      {"mech.energy", 0, literal_energy},
      {"ball.energy", 0, literal_energy},
      {"wall.energy", 0, literal_energy},
      {"mech.solve", 0, literal_ratio},
      {"contact.energy", 1, literal_law_energy},
      {"contact.energy.sum", 0, literal_law_energy},
      {"contact.method", 1, literal_method},
      {"file.open", 2, literal_form},
      {"open", 2, literal_form},
  };
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    if (strcmp(fn->name, name[k].row) != 0 || n <= name[k].at || !args[name[k].at]) continue;
    const scr_val *v = args[name[k].at];
    bool judged =
        v->type == SCR_V_STR ||
        (v->type == SCR_V_INT && (name[k].known == literal_type || name[k].known == literal_form));
    return !judged || name[k].known(f, v);
  }
  return true;
}

/* All of a vector is set by a vector, a component of it by a number; the diagonal of the rate of
 * strain by a vector, too. */
static bool literal_vector(scr_fish *f, const scr_fish_fn *fn, int n, const scr_val *v) {
  static const char vector[] = "i{component}:v=*";
  const size_t len = strlen(fn->sig), of = sizeof vector - 1;
  const bool rate = strcmp(fn->name, "domain.strain.rate") == 0;
  const bool part = rate ? n > 0 : n == fn->max;
  double x[3], number;
  if (!rate && (len < of || strcmp(fn->sig + len - of, vector) != 0)) return true;
  if (part || scr_val_number(v, &number))
    return scr_lib_numbers_arg(f, v, part ? 1 : scr_fish_dim(f), x);
  return true;
}

bool scr_lib_literal_value(scr_fish *f, const scr_fish_fn *fn, int n, const scr_val *v) {
  static const struct {
    const char *row;
    bool (*known)(scr_fish *f, const scr_val *v);
  } name[] = {{"contact.model", literal_law},
              {"c_model", literal_law},
              {"domain.condition", literal_condition}};
  for (size_t k = 0; k < SCR_COUNTOF(name) && v->type == SCR_V_STR; k++)
    if (strcmp(fn->name, name[k].row) == 0) return name[k].known(f, v);
  return literal_vector(f, fn, n, v);
}

/* ---- binding ---- */

/* What another floor offers is not refused here. */
static void bind_refused(scr_fish *f, const scr_lib_rows *rows) {
  for (size_t k = 0; k < rows->n; k++)
    if (!scr_fish_find(f, rows->row[k].name)) scr_fish_bind(f, &rows->row[k], 1);
}

/* Not every quantity has a name in FISH. */
static void bind_named(scr_fish *f, const scr_lib_rows *rows) {
  for (size_t k = 0; k < rows->n; k++)
    if (rows->row[k].name) scr_fish_bind(f, &rows->row[k], 1);
}

void scr_lib_bind(scr_fish *f) {
  static const scr_lib_rows *const all[] = {
      &scr_lib_rows_piece,    &scr_lib_rows_ball_quantities,
      &scr_lib_rows_ball,     &scr_lib_rows_wall_quantities,
      &scr_lib_rows_wall,     &scr_lib_rows_servo,
      &scr_lib_rows_contact,  &scr_lib_rows_contact_quantities,
      &scr_lib_rows_table,    &scr_lib_rows_measure,
      &scr_lib_rows_cell,     &scr_lib_rows_geom,
      &scr_lib_rows_brick,    &scr_lib_rows_mech,
      &scr_lib_rows_extra,    &scr_lib_rows_fracture,
      &scr_lib_rows_template, &scr_lib_rows_dfn,
      &scr_lib_rows_inter,    &scr_lib_rows_fragment,
      &scr_lib_rows_legacy,   &scr_lib_rows_legacy_bond,
      &scr_lib_rows_none};
  for (size_t k = 0; k < SCR_COUNTOF(all); k++) bind_named(f, all[k]);
  scr_lib_places_ball(f);
  bind_refused(f, &scr_lib_rows_refused);
}
