/* Commands on fractures, the records of planes (world/fracture/fracture.h). */
#include "world/fracture/fracture.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/contact_list.h"
#include "cmd/fracture_law.h"
#include "cmd/fracture.h"
#include "cmd/import.h"
#include "cmd/results.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

bool scr_fracture_chosen(scr_args *a, uint32_t **places, size_t *n) {
  scr_range *range = NULL;
  *places = NULL;
  const bool ok = scr_args_range(a, &range) && scr_args_finish(a) &&
                  scr_range_fractures(a->s, range, places, n);
  scr_range_free(range);
  return ok;
}

bool scr_fracture_excludes(scr_args *a, const scr_word_row *words, const bool *given, int w,
                           const int (*apart)[2], size_t n) {
  const scr_loc at = scr_args_last(a);
  for (size_t k = 0; k < n; k++)
    for (int e = 0; e < 2; e++)
      if (apart[k][e] == w && given[apart[k][1 - e]])
        return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'%s' and '%s' exclude each other",
                        words[apart[k][1 - e]].word, words[w].word);
  return true;
}

/* ---- create ---- */

enum { C_DFN, C_DIP, C_DDIR, C_GROUP, C_ID, C_POSITION, C_SIZE, C_SKIP };
static const scr_word_row create_words[] = {
    {"dfn", "<s>", "the DFN that it joins, made where there is none; default Default"},
    {"dip", "<f>", "degrees below the horizon; default 0"},
    {"dip-direction", "<f>", "degrees from y to x (3D); default 0"},
    {"group", "<s> [slot <s>]", "group of the fracture"},
    {"id", "<i>", "id; default the largest in use + 1"},
    {"position", "<v>", "its middle; default the origin"},
    {"size", "<f>", "diameter of the disk, in 2D length; default 1"},
    {"skip-errors", "", "make none where its middle lies outside the domain"},
    {"name", "<s>",
     "!it is the word of 'dfn addfracture' of PFC 5; write 'dfn <s>'. An empty DFN is made in "
     "FISH: dfn.create('<s>')"},
    {"dominance", "<i>", "!fractures are not cut by others"},
    {"dfn-dominance", "<i>", "!fractures are not cut by others"},
    {"intersection-set", "<s>", "!'fracture intersections compute' finds them afterwards"},
    {0},
};

typedef struct creation {
  scr_fracture_spec spec;
  scr_group_phrases groups;
  char *dfn;
  bool skip;
  scr_loc blame; /* of the position */
} creation;

static bool degrees(scr_args *a, const char *what, double lo, double hi, double *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return (*out >= lo && *out <= hi) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s is from %g to %g degrees", what, lo, hi);
}

bool scr_fracture_dip(scr_args *a, double *dip) {
  return world_of(a)->dim == 2 ? degrees(a, "the dip", -180, 180, dip)
                               : degrees(a, "the dip", 0, 90, dip);
}

bool scr_fracture_ddir(scr_args *a, double *ddir) {
  const scr_loc at = scr_args_last(a);
  if (world_of(a)->dim == 2) return scr_fail(a->diag, &at, SCR_E_NAME, "2D has no dip direction");
  return degrees(a, "the dip direction", 0, 360, ddir);
}

bool scr_fracture_not_negative(scr_args *a, const char *what, const char *one, double *out) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out >= 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "%s cannot be negative", one);
}

bool scr_fracture_size(scr_args *a, double *size) {
  return scr_fracture_not_negative(a, "the size", "a size", size);
}

uint32_t scr_fracture_home(scr_world *w, const char *name, bool *fresh) {
  char text[32];
  snprintf(text, sizeof text, "dfn%" PRIu32, scr_dfn_next_id(w));
  if (!name) name = text;
  *fresh = scr_dfn_find(w, name) == SCR_NONE;
  return scr_dfn_need(w, name);
}

static bool create_word(scr_args *a, creation *c) {
  int w;
  if (!scr_args_word(a, create_words, &w)) return false;
  const scr_loc here = scr_args_loc(a);
  switch (w) {
  case C_DFN: return scr_args_name(a, "the name of a DFN", &c->dfn);
  case C_DIP: return scr_fracture_dip(a, &c->spec.dip);
  case C_DDIR: return scr_fracture_ddir(a, &c->spec.ddir);
  case C_GROUP: scr_args_again(a); return scr_args_group(a, SCR_GROUP_OF_NEW, &c->groups);
  case C_ID: return scr_args_id(a, "the id", &c->spec.id);
  case C_POSITION:
    c->blame = here;
    return scr_args_vector(a, "the position", world_of(a)->dim, c->spec.x);
  case C_SIZE: return scr_fracture_size(a, &c->spec.size);
  default: return c->skip = true;
  }
}

/* A fracture that is refused leaves no DFN behind. */
static bool make(scr_args *a, creation *c) {
  scr_world *w = world_of(a);
  const char *name = c->dfn ? c->dfn : "Default";
  const bool fresh = scr_dfn_find(w, name) == SCR_NONE;
  uint32_t place;
  if (c->skip && !scr_fracture_may_lie(w, c->spec.x)) return true;
  c->spec.groups = scr_groups_applied(w, &c->groups, 0);
  c->spec.dfn = scr_dfn_need(w, name);
  if (c->blame.src) a->diag->at = c->blame;
  if (scr_fracture_create(w, a->diag, &c->spec, &place)) return true;
  if (fresh) scr_dfn_delete(w, c->spec.dfn);
  return false;
}

static bool fracture_create(scr_args *a) {
  creation c = {.spec.size = 1};
  bool ok = scr_domain_needed(a);
  while (ok && scr_args_more(a)) ok = create_word(a, &c);
  ok = ok && scr_args_finish(a) && make(a, &c);
  scr_group_phrases_free(&c.groups);
  scr_free(c.dfn);
  return ok;
}

/* ---- delete, group, extra, property ---- */

static bool fracture_delete(scr_args *a) {
  uint32_t *rows;
  size_t n;
  if (!scr_fracture_chosen(a, &rows, &n)) return false;
  scr_fracture_delete(world_of(a), rows, n);
  scr_free(rows);
  return true;
}

static bool fracture_group(scr_args *a) {
  scr_group_phrases g = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  scr_world *w = world_of(a);
  const bool ok = scr_args_group(a, SCR_GROUP_OF_PIECES, &g) && scr_fracture_chosen(a, &rows, &n);
  for (size_t k = 0; ok && k < n; k++) {
    uint32_t *groups = &w->fractures.at[rows[k]].groups;
    *groups = scr_groups_applied(w, &g, *groups);
  }
  scr_free(rows);
  scr_group_phrases_free(&g);
  return ok;
}

static bool fracture_extra(scr_args *a) {
  size_t k, n = 0;
  scr_val value = {0};
  uint32_t *rows = NULL;
  const bool ok = scr_args_extra(a, &k, &value) && scr_fracture_chosen(a, &rows, &n);
  for (size_t i = 0; ok && i < n; i++)
    scr_extra_set(&a->lib->extras, SCR_K_FRACTURE, scr_fracture_ref(world_of(a), rows[i]), k,
                  scr_val_hold(value));
  scr_val_drop(&value);
  scr_free(rows);
  return ok;
}

enum { MAX_PAIRS = 32 };
typedef struct pair {
  char *name;
  scr_val value;
} pair;

/* Words that say yes or no are truths, as for properties of contacts. */
static bool read_value(scr_args *a, scr_val *out) {
  const scr_token *t = scr_args_peek(a);
  const int from = a->k;
  bool on = false;
  if (t && t->type == SCR_T_WORD) scr_args_bool(a, "the value of the property", &on);
  if (a->k > from) return *out = scr_val_bool(on), true;
  return scr_args_value(a, "the value of the property", out);
}

/* A number here is a component of a vector that was written as one: (1,2,3) is three values. */
static bool read_pair(scr_args *a, pair *p) {
  if (scr_args_number_follows(a)) return scr_args_expected(a, "the name of a property");
  if (!scr_args_name(a, "the name of a property", &p->name)) return false;
  const scr_loc at = scr_args_loc(a);
  if (!read_value(a, &p->value)) return false;
  return scr_free_prop_fits(&p->value) ||
         scr_fail(a->diag, &at, SCR_E_TYPE,
                  "a property is a number, a boolean, a string or a vector, not %s",
                  scr_vtype_phrase(p->value.type));
}

static bool read_pairs(scr_args *a, pair *p, int *n) {
  do {
    if (*n == MAX_PAIRS)
      return scr_fail(a->diag, &a->loc, SCR_E_LIMIT, "more than %d properties in one command", *n);
    if (!read_pair(a, &p[(*n)++])) return false;
  } while (scr_args_more(a));
  return true;
}

static bool fracture_property(scr_args *a) {
  pair p[MAX_PAIRS] = {{0}};
  int npair = 0;
  uint32_t *rows = NULL;
  size_t n = 0;
  const bool ok = read_pairs(a, p, &npair) && scr_fracture_chosen(a, &rows, &n);
  for (size_t k = 0; ok && k < n; k++)
    for (int i = 0; i < npair; i++)
      scr_free_prop_set(&a->lib->props, SCR_K_FRACTURE, scr_fracture_ref(world_of(a), rows[k]),
                        p[i].name, scr_val_hold(p[i].value));
  for (int i = 0; i < npair; i++) {
    scr_free(p[i].name);
    scr_val_drop(&p[i].value);
  }
  scr_free(rows);
  return ok;
}

/* ---- list ---- */

enum {
  L_ATTRIBUTE,
  L_EXTRA,
  L_GROUP,
  L_POSITION,
  L_PROPERTY,
  L_DIP,
  L_DDIR,
  L_SIZE,
  L_AREA,
  L_APERTURE,
  L_DFN
};
static const scr_word_row list_words[] = {
    {"attribute", "[<s>]", "may stand before the words below"},
    {"extra", "<i>", "an extra variable"},
    {"group", "", "its groups"},
    {"position", "", "its middle, m"},
    {"property", "[<s>]", "a property; without a name all that it has"},
    {"dip", "", "degrees"},
    {"dip-direction", "", "degrees (3D)"},
    {"size", "", "diameter, in 2D length, m"},
    {"area", "", "m2"},
    {"aperture", "", "how far its sides are apart, m"},
    {"dfn", "", "the DFN that it belongs to"},
    {"intersection", "", "!'fracture intersections compute' finds them afterwards"},
    {0},
};

enum { MAX_COLUMNS = 16 };
typedef struct list_plan {
  int n;
  struct {
    int word;
    char *name; /* of a property */
    size_t extra;
  } col[MAX_COLUMNS];
} list_plan;

static bool read_column(scr_args *a, list_plan *p) {
  int w;
  if (p->n == MAX_COLUMNS)
    return scr_fail(a->diag, &a->loc, SCR_E_LIMIT, "more than %d columns in one list", p->n);
  if (!scr_args_word(a, list_words, &w)) return false;
  scr_args_again(a);
  if (w == L_ATTRIBUTE) return true;
  const int k = p->n++;
  p->col[k].word = w;
  if (w == L_EXTRA) return scr_args_extra_index(a, &p->col[k].extra);
  if (w != L_PROPERTY || !scr_args_more(a) || scr_args_next_is(a, list_words)) return true;
  return scr_args_name(a, "the name of a property", &p->col[k].name);
}

static void usual_columns(const scr_world *w, list_plan *p) {
  static const int usual[] = {L_DFN, L_POSITION, L_DIP, L_DDIR, L_SIZE, L_GROUP};
  for (size_t k = 0; k < SCR_COUNTOF(usual); k++)
    if (usual[k] != L_DDIR || w->dim == 3) p->col[p->n++].word = usual[k];
}

static void list_head(const list_plan *p, scr_columns *out) {
  static const char *const unit[] = {
      [L_POSITION] = "m", [L_DIP] = "degree", [L_DDIR] = "degree", [L_SIZE] = "m",
      [L_AREA] = "m2",    [L_APERTURE] = "m", [L_DFN] = NULL};
  scr_columns_cell(out, "fracture");
  for (int k = 0; k < p->n; k++) {
    const int w = p->col[k].word;
    if (w == L_EXTRA)
      scr_columns_cell(out, "extra-%zu", p->col[k].extra + 1);
    else
      scr_columns_head(out, p->col[k].name ? p->col[k].name : list_words[w].word,
                       unit[w] ? unit[w] : "");
  }
  scr_columns_row(out);
}

static void value_cell(const scr_val *v, scr_columns *out) {
  scr_buf b = {0};
  if (v) scr_val_format(v, &b);
  scr_columns_cell(out, "%s", b.n ? b.s : "");
  scr_buf_free(&b);
}

static void properties_cell(const scr_args *a, scr_ref ref, scr_columns *out) {
  scr_buf b = {0};
  scr_free_props_put(&a->lib->props, SCR_K_FRACTURE, ref, &b);
  scr_columns_cell(out, "%s", b.n ? b.s : "-");
  scr_buf_free(&b);
}

static void list_cell(const scr_args *a, const list_plan *p, int c, uint32_t k, scr_columns *out) {
  const scr_world *w = world_of(a);
  const scr_fracture *f = &w->fractures.at[k];
  const scr_ref ref = scr_fracture_ref(w, k);
  scr_val extra;
  switch (p->col[c].word) {
  case L_EXTRA:
    extra = scr_extra_get(&a->lib->extras, SCR_K_FRACTURE, ref, p->col[c].extra);
    value_cell(&extra, out);
    break;
  case L_PROPERTY:
    if (!p->col[c].name) return properties_cell(a, ref, out);
    value_cell(scr_free_prop(&a->lib->props, SCR_K_FRACTURE, ref, p->col[c].name), out);
    break;
  case L_GROUP: scr_columns_groups(out, w, f->groups); break;
  case L_POSITION: scr_columns_reals(out, f->x, w->dim); break;
  case L_DIP: scr_columns_real(out, f->dip); break;
  case L_DDIR: scr_columns_real(out, f->ddir); break;
  case L_SIZE: scr_columns_real(out, f->size); break;
  case L_AREA: scr_columns_real(out, scr_fracture_area(w, k)); break;
  case L_APERTURE: scr_columns_real(out, f->aperture); break;
  default: scr_columns_cell(out, "%s", w->fractures.dfn[f->dfn].name); break;
  }
}

static void list_print(scr_args *a, const list_plan *p, const uint32_t *rows, size_t n) {
  scr_columns out = {0};
  list_head(p, &out);
  for (size_t k = 0; k < n && !scr_session_interrupted(a->s); k++) {
    scr_columns_cell(&out, "%u", (unsigned)world_of(a)->fractures.at[rows[k]].id);
    for (int c = 0; c < p->n; c++) list_cell(a, p, c, rows[k], &out);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
}

static bool fracture_list(scr_args *a) {
  list_plan p = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = read_column(a, &p);
  if (!p.n) usual_columns(world_of(a), &p);
  ok = ok && scr_fracture_chosen(a, &rows, &n);
  if (ok) list_print(a, &p, rows, n);
  for (int k = 0; k < p.n; k++) scr_free(p.col[k].name);
  scr_free(rows);
  return ok;
}

/* ---- attribute ---- */

enum { A_APERTURE, A_DIAMETER, A_DIP, A_DDIR, A_LENGTH, A_POSITION, A_X, A_Y, A_Z, A_ALL };
static const scr_word_row attribute_words[] = {
    {"aperture", "<f>", "how far its sides are apart, m; 0: it has none"},
    {"diameter", "<f>", "of a disk, m"},
    {"dip", "<f>", "degrees"},
    {"dip-direction", "<f>", "degrees (3D)"},
    {"length", "<f>", "of a segment (2D), m"},
    {"position", "<v>", "its middle, m"},
    {"position-x", "<f>", "m, the other coordinates stay"},
    {"position-y", "<f>", "likewise"},
    {"position-z", "<f>", "likewise (3D)"},
    {"area", "<f>", "!the area follows from the diameter"},
    {0},
};

typedef struct attributes {
  bool given[A_ALL];
  double size, dip, ddir, aperture, x[3], part[3];
} attributes;

static bool read_attribute(scr_args *a, attributes *t) {
  int w;
  if (!scr_args_word(a, attribute_words, &w)) return false;
  const scr_loc at = scr_args_last(a);
  t->given[w] = true;
  switch (w) {
  case A_APERTURE: return scr_fracture_not_negative(a, "the aperture", "an aperture", &t->aperture);
  case A_DIP: return scr_fracture_dip(a, &t->dip);
  case A_DDIR: return scr_fracture_ddir(a, &t->ddir);
  case A_POSITION: return scr_args_vector(a, "the position", world_of(a)->dim, t->x);
  case A_Z:
    if (world_of(a)->dim == 2)
      return scr_fail(a->diag, &at, SCR_E_NAME, "there is no %s in 2D", attribute_words[w].word);
    /* fallthrough */
  case A_X:
  case A_Y: return scr_args_real(a, "the coordinate", &t->part[w - A_X]);
  default: return scr_fracture_size(a, &t->size);
  }
}

/* Where it is to be; false: where it is. */
static bool place_of(const attributes *t, const scr_fracture *f, double x[3]) {
  bool moves = t->given[A_POSITION];
  memcpy(x, moves ? t->x : f->x, 3 * sizeof *x);
  for (int k = 0; k < 3; k++)
    if (t->given[A_X + k]) x[k] = t->part[k], moves = true;
  return moves;
}

static bool change(scr_world *w, scr_diag *d, const attributes *t, uint32_t k) {
  scr_fracture *f = &w->fractures.at[k];
  double x[3];
  if (place_of(t, f, x) && !scr_fracture_move(w, d, k, x)) return false;
  if (t->given[A_DIP] || t->given[A_DDIR])
    scr_fracture_incline(w, k, t->given[A_DIP] ? t->dip : f->dip,
                         t->given[A_DDIR] ? t->ddir : f->ddir);
  if (t->given[A_APERTURE]) f->aperture = t->aperture;
  return !(t->given[A_DIAMETER] || t->given[A_LENGTH]) || scr_fracture_resize(w, d, k, t->size);
}

/* Before anything is changed: what could not be changed later. */
static bool may_change(scr_args *a, const attributes *t, const uint32_t *rows, size_t n) {
  const scr_world *w = world_of(a);
  double x[3];
  for (size_t k = 0; k < n; k++)
    if (place_of(t, &w->fractures.at[rows[k]], x) && !scr_fracture_may_lie(w, x))
      return scr_fail(a->diag, &a->loc, SCR_E_VALUE, "the position lies outside the domain");
  for (size_t k = 0; k < n && (t->given[A_DIAMETER] || t->given[A_LENGTH]); k++)
    if (w->fractures.at[rows[k]].corners)
      return scr_fail(a->diag, &a->loc, SCR_E_STATE,
                      "fracture %u has corners, and no diameter to be set",
                      w->fractures.at[rows[k]].id);
  return true;
}

static bool fracture_attribute(scr_args *a) {
  attributes t = {.size = 0};
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = scr_args_more(a) || scr_args_expected(a, "an attribute of fractures");
  while (ok && scr_args_more(a)) ok = read_attribute(a, &t);
  ok = ok && scr_fracture_chosen(a, &rows, &n) && may_change(a, &t, rows, n);
  for (size_t k = 0; ok && k < n; k++) ok = change(world_of(a), a->diag, &t, rows[k]);
  scr_free(rows);
  return ok;
}

/* ---- rows ---- */

static const scr_command rows[] = {
    {"fracture aperture", scr_fracture_aperture, scr_fracture_aperture_words, "[range]",
     "gives fractures apertures: a constant, or drawn", 0},
    {"fracture attribute", fracture_attribute, attribute_words, "[range]",
     "moves, turns or resizes fractures", 0},
    {"fracture cluster", scr_fracture_cluster, scr_fracture_cluster_words, "",
     "puts fractures that hang together by intersections into a group: <set>1, ...", 0},
    {"fracture combine", scr_fracture_combine, scr_fracture_combine_words, "[range]",
     "turns fractures that lie nearly in one plane into it; 'merge' makes one of what overlaps", 0},
    {"fracture compute", scr_fracture_compute, scr_fracture_compute_words, "[range]",
     "shows densities of fractures in the domain, and how many a line meets", 0},
    {"fracture connectivity", scr_fracture_connectivity, scr_fracture_connectivity_words, "[range]",
     "gives fractures an extra variable: intersections on the shortest way to them, or its length",
     0},
    {"fracture contact-model", scr_fracture_law, scr_fracture_law_words, "[range]",
     "gives contacts that fractures cross a law; where several do, the lowest id counts", 0},
    {"fracture copy", scr_fracture_copies, scr_fracture_copy_words, "[range]",
     "copies fractures with groups and properties into another DFN", 0},
    {"fracture create", fracture_create, create_words, "",
     "records a disk, in 2D a segment; its middle lies in the domain, its rim may reach beyond", 0},
    {"fracture delete", fracture_delete, NULL, "[range]",
     "deletes fractures; the DFNs that they were in stay", 0},
    {"fracture export", scr_fracture_export, scr_fracture_export_words, "<s> [range]",
     "writes fractures with groups and properties into a file, which 'import' reads", 0},
    {"fracture extra", fracture_extra, NULL, "<i> <value> [range]", "sets an extra variable", 0},
    {"fracture generate", scr_fracture_generate, scr_fracture_generate_words, "",
     "makes fractures by a template, until there are enough of them", 0},
    {"fracture group", fracture_group, NULL, "<s> [slot <s>] [remove] [range]",
     "puts fractures into a group", 0},
    {"fracture import", scr_fracture_import, scr_fracture_import_words, "",
     "makes fractures of a file, or of the polygons of a geometry set, in 2D of its edges", 0},
    {"fracture initialize", fracture_attribute, attribute_words, "[range]",
     "the same as fracture attribute", 0},
    {"fracture intersections compute", scr_inter_compute, scr_inter_compute_words, "[range]",
     "finds where fractures meet, and keeps it as a set", 0},
    {"fracture intersections delete", scr_inter_delete, scr_inter_delete_words, "",
     "deletes sets of intersections", 0},
    {"fracture joint-set", scr_fracture_joint_set, scr_fracture_joint_words, "",
     "makes parallel fractures along their normal, one above the other", 0},
    {"fracture list", fracture_list, list_words, "[range]", "shows fractures", 0},
    {"fracture property", fracture_property, NULL, "<s> <value> ... [range]",
     "gives fractures values to keep, under any names", 0},
    {"fracture prune", scr_fracture_prune, scr_fracture_prune_words, "[range]",
     "deletes fractures that meet few others", 0},
    {"fracture results", scr_fracture_results, scr_thing_results_words, "",
     "whether frames of results hold fractures, and files of them", 0},
    {"fracture template create", scr_template_make, scr_template_words, "<s>",
     "makes a template: how fractures that are generated are spread", 0},
    {"fracture template delete", scr_template_remove, NULL, "[range]",
     "deletes templates, by 'id' or 'name'", 0},
    {"fracture template list", scr_template_show, NULL, "", "shows the default and all templates",
     0},
    {"fracture template modify", scr_template_modify, scr_template_words, "<s>",
     "changes a template", 0},
    {"fracture template modify-default", scr_template_modify_default, scr_template_words, "",
     "changes what is generated from no template", 0},
};
const scr_command_file scr_cmd_fracture = {rows, sizeof rows / sizeof *rows};
