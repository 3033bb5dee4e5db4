/* What histories record: definition from words, sampling at the end of a cycle. */
#include "cmd/history.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/sym3.h"
#include "cmd/attribute.h"
#include "cmd/history_law.h"
#include "cmd/range.h"
#include "cmd/token.h"
#include "world/measure/measure.h"

typedef enum history_kind {
  H_FISH = 1,
  H_MODEL,
  H_ENERGY,
  H_BALL,
  H_WALL,
  H_CONTACT,
  H_MEASURE
} history_kind;

/* What a definition resolves to. */
typedef struct target {
  history_kind kind;
  int a, b;
  double num[4];
  char *of; /* see scr_history */
  scr_buf spec;
  bool restoring; /* the piece may be gone */
} target;

/* Words of PFC that are not offered, by family. */
static const scr_word_row refused_contact[] = {
    {"log", "", "!take the logarithm when you plot"},
    {"thermal", "", "!scree has the mechanical process only"},
    {0}};
static const scr_word_row refused_piece[] = {
    {"log", "", "!take the logarithm when you plot"},
    {"stress", "", "!record a FISH function: wall.force.contact by an area"},
    {"zz", "", "!walls have no tensor; of balls it stands behind 'stress quantity'"},
    {"vector", "", "!name a component (velocity-x), or none for the magnitude"},
    {0}};

/* Words that say what of the vector or tensor before them is recorded. */
#define PART_WORDS                                                                                 \
  {"magnitude", "", "the length of the vector before, as without it"},                             \
      {"component", "x|y|z|magnitude",                                                             \
       "of the vector before: 'velocity component x' is velocity-x; of a tensor xx, ..., mean, "   \
       "minimum, maximum"},                                                                        \
  {                                                                                                \
    "quantity", "x|xx|...", "the same as component: 'stress quantity xx' is stress-xx"             \
  }
#define NAMED_WORDS                                                                                \
  {"property", "<s>",                                                                              \
   "a property, of which 'component x' or 'magnitude' may be named; nan while there is none"},     \
      {"extra", "[[index] <i>] [type scalar|vector]",                                              \
       "an extra variable (1); nan while it is no number or vector"},                              \
  {                                                                                                \
    "index", "<i>", "which extra variable, behind 'extra'"                                         \
  }
#define COMMON_WORDS                                                                               \
  {"name", "<s>", "name of the history"}, {"label", "<s>", "text for lists and exports"},          \
      {"id", "<i>", "the piece"}, {                                                                \
    "position", "<v>", "the piece nearest to a point"                                              \
  }
const scr_word_row scr_ball_history_words[] = {
    COMMON_WORDS,
    PART_WORDS,
    NAMED_WORDS,
    {"<quantity>", "",
     "any quantity of ball list; of a vector its length, or -x, -y, -z; of a "
     "tensor -xx, -xy, ..., -mean, -minimum, -maximum"},
    {0}};
const scr_word_row scr_wall_history_words[] = {
    {"name", "<s>", "before the quantity: name of the history; after it: of the wall"},
    {"label", "<s>", "text for lists and exports"},
    {"id", "<i>", "the wall"},
    {"position", "<v>", "the wall nearest to a point"},
    PART_WORDS,
    NAMED_WORDS,
    {"<quantity>", "", "any quantity of wall list; of a vector its length, or -x, -y, -z"},
    {0}};
#define PARTS_SCALAR                                 ""
#define PARTS_VECTOR                                 "[-x|-y|-z]"
#define PARTS_ROTATION                               "[-x|-y|-z]"
#define CONTACT_WORD(id, name, unit, doc, form, ...) {name PARTS_##form, "", doc ", " unit},
/* A normal has no unit. */
#define PLACE_WORD(id, name, unit, doc, form, ...)                                                 \
  {name "-x|-y|-z", "", sizeof unit > 1 ? doc ", " unit : doc},
/* clang-format off */
const scr_word_row scr_contact_history_words[] = {
    COMMON_WORDS,
    {"type", "<s>", "ball-ball (default) or ball-facet"},
    {"mechanical", "", "may be left out"},
    PART_WORDS,
    NAMED_WORDS,
    {"energy", "<s>",
     "an energy of the law, J; the word may be left out: energy-strain. nan while there is none"},
    SCR_CONTACT_ROWS_RECORDED(CONTACT_WORD)
    SCR_CONTACT_ROW_PLACE(PLACE_WORD)
    {0}};
/* clang-format on */
/* What is recorded of the model: word, the row that it is short for or its own, unit, who reads the
 * value, what it is. */
#define MODEL_HISTORIES(X)                                                                         \
  X(CONTACT_AVERAGE, "contact-force-average", CONTACT_AVERAGE, "N", sample_contact_force,          \
    "mean force of active contacts, N")                                                            \
  X(CONTACT_MAXIMUM, "contact-force-maximum", CONTACT_MAXIMUM, "N", sample_contact_force,          \
    "largest force of a contact, N")                                                               \
  X(FRACTURES, "fractures", FRACTURES, "", sample_fractures, "number of fractures")                \
  X(FRAGMENTS, "fragments", FRAGMENTS, "", sample_fragments,                                       \
    "number of fragments when they were computed last")                                            \
  X(RATIO_AVERAGE, "ratio-average", RATIO_AVERAGE, "", sample_ratio, SCR_RATIO_AVERAGE)            \
  X(RATIO_LOCAL, "ratio-local", RATIO_LOCAL, "", sample_ratio, SCR_RATIO_LOCAL)                    \
  X(RATIO_MAXIMUM, "ratio-maximum", RATIO_MAXIMUM, "", sample_ratio, SCR_RATIO_MAXIMUM)            \
  X(TIME, "time-total", TIME, "s", sample_time, "time of the model, s")                            \
  X(TIMESTEP, "timestep", TIMESTEP, "s", sample_timestep, "timestep, s")                           \
  X(TIME_SHORT, "time", TIME, "s", sample_time, "short for time-total")                            \
  X(UNBALANCED_AVERAGE, "unbalanced-average", UNBALANCED_AVERAGE, "N", sample_ratio,               \
    "average unbalanced force, N")                                                                 \
  X(UNBALANCED_MAXIMUM, "unbalanced-maximum", UNBALANCED_MAXIMUM, "N", sample_ratio,               \
    "largest unbalanced force, N")                                                                 \
  X(RATIO_SHORT, "ratio", RATIO_AVERAGE, "", sample_ratio, "the same as ratio-average")            \
  X(CYCLES, "cycles-total", CYCLES, "", sample_cycles, "cycles of the model")
#define MODEL_WORD(id, word, is, unit, reader, doc)   {word, "", doc},
#define MODEL_NUMBER(id, word, is, unit, reader, doc) M_##id,
enum { M_NAME, M_LABEL, M_MECHANICAL, M_ENERGY, MODEL_HISTORIES(MODEL_NUMBER) };
/* clang-format off */
const scr_word_row scr_model_history_words[] = {
    {"name", "<s>", "name of the history; 'id <i>' before all else names it by a number"},
    {"label", "<s>", "text for lists and exports"},
    {"mechanical", "", "may be left out"},
    {"energy", "<energy>", "a sum over the system: energy-kinetic, ..."},
    MODEL_HISTORIES(MODEL_WORD)
    {"damping", "", "!damping energy is 'energy energy-damp'"},
    {"total-stored", "", "!stored energy is 'energy energy-strain'"},
    {"convergence", "", "!" SCR_NO_CONVERGENCE},
    {0}};
/* clang-format on */

/* What is recorded of a measurement region: X(word, what, component, doc). */
#define MEASURE_TENSOR(X, word, what, doc)                                                         \
  X(word "-xx", what, 0, "xx of " doc)                                                             \
  X(word "-xy", what, 1, "xy of " doc)                                                             \
  X(word "-xz", what, 2, "xz of " doc)                                                             \
  X(word "-yx", what, 3, "the same as " word "-xy")                                                \
  X(word "-yy", what, 4, "yy of " doc)                                                             \
  X(word "-yz", what, 5, "yz of " doc)                                                             \
  X(word "-zx", what, 6, "the same as " word "-xz")                                                \
  X(word "-zy", what, 7, "the same as " word "-yz")                                                \
  X(word "-zz", what, 8, "zz of " doc)                                                             \
  X(word "-mean", what, OF_MEAN, "mean of the normal components of " doc)                          \
  X(word "-minimum", what, OF_MINIMUM, "the least principal value of " doc)                        \
  X(word "-maximum", what, OF_MAXIMUM, "the largest principal value of " doc)
enum { OF_MEAN = 9, OF_MINIMUM, OF_MAXIMUM }; /* behind the components of a tensor */
static const char *const tensor_part[] = {"-mean", "-minimum", "-maximum"};
#define MEASURE_HISTORIES(X)                                                                       \
  X("coordination", COORDINATION, 0, "active contacts of a ball, on average")                      \
  X("porosity", POROSITY, 0, "part that balls leave free")                                         \
  X("position-x", POSITION, 0, "x of the centre, m")                                               \
  X("position-y", POSITION, 1, "y of the centre, m")                                               \
  X("position-z", POSITION, 2, "z of the centre, m")                                               \
  X("radius", RADIUS, 0, "radius, m")                                                              \
  MEASURE_TENSOR(X, "strainrate", STRAIN_RATE, "the rate of strain, 1/s")                          \
  MEASURE_TENSOR(X, "stress", STRESS, "the stress, Pa; tension is positive")                       \
  MEASURE_TENSOR(X, "fabric", FABRIC, "the fabric, mean of n (x) n of active contacts")
#define MEASURE_PARTS                       "quantity|component xx|...|zz|mean|minimum|maximum"
#define MEASURE_WORD(word, what, comp, doc) {word, "", doc},
enum { MH_NAME, MH_LABEL, MH_ID, MH_PLACE, MH_QUANTITY };
const scr_word_row scr_measure_history_words[] = {
    {"name", "<s>", "name of the history"},
    {"label", "<s>", "text for lists and exports"},
    {"id", "<i>", "the region"},
    {"position", "<v>", "the region nearest to a point; 'position component x' is position-x"},
    MEASURE_HISTORIES(MEASURE_WORD){"fabric", MEASURE_PARTS, "the same as fabric-xx, ..."},
    {"strainrate", MEASURE_PARTS, "the same as strainrate-xx, ..."},
    {"stress", MEASURE_PARTS, "the same as stress-xx, ..."},
    {"log", "", "!take the logarithm when you plot"},
    {0}};
#define MEASURE_ROW(word, what, comp, doc) {SCR_MEASURED_##what, comp},
static const struct {
  scr_measured what;
  int comp;
} measure_history[] = {MEASURE_HISTORIES(MEASURE_ROW)};

static bool sample_contact_force(scr_session *s, scr_history *h, double *out) {
  double largest, mean;
  scr_world_observe(scr_session_world(s));
  scr_contact_forces(scr_session_world(s), &largest, &mean);
  return *out = h->a == M_CONTACT_MAXIMUM ? largest : mean, true;
}

static bool sample_fractures(scr_session *s, scr_history *h, double *out) {
  SCR_UNUSED(h);
  return *out = scr_session_world(s)->fractures.count, true;
}

static bool sample_fragments(scr_session *s, scr_history *h, double *out) {
  const scr_fragments *f = &scr_session_world(s)->fragments;
  SCR_UNUSED(h);
  return *out = f->n ? (double)f->catalog[f->n - 1].n : 0, true;
}

static bool sample_time(scr_session *s, scr_history *h, double *out) {
  SCR_UNUSED(h);
  return *out = scr_session_world(s)->time, true;
}

static bool sample_cycles(scr_session *s, scr_history *h, double *out) {
  SCR_UNUSED(h);
  *out = (double)scr_session_world(s)->cycle;
  return true;
}

static bool sample_timestep(scr_session *s, scr_history *h, double *out) {
  SCR_UNUSED(h);
  return *out = scr_session_world(s)->timestep.current, true;
}

static bool sample_ratio(scr_session *s, scr_history *h, double *out) {
  return scr_world_ratio(scr_session_world(s), scr_model_history_words[h->a].word, out);
}

#define MODEL_ROW(id, word, is, unit, reader, doc) [M_##id] = {M_##is, unit, reader},
static const struct {
  int is;
  const char *unit;
  bool (*sample)(scr_session *, scr_history *, double *);
} model_history[] = {MODEL_HISTORIES(MODEL_ROW)};

/* ---- quantities and their components as words ---- */

enum {
  F_NAME,
  F_LABEL,
  F_ID,
  F_POSITION,
  F_MAGNITUDE,
  F_COMPONENT,
  F_QUANTITY,
  F_PROPERTY,
  F_EXTRA,
  F_INDEX,
  F_TYPE,
  F_MECHANICAL,
  F_ENERGY,
  FIXED
};
enum { MAX_WORDS = 160 };
typedef struct word_list {
  scr_word_row row[MAX_WORDS];
  int q[MAX_WORDS], comp[MAX_WORDS];
  char text[MAX_WORDS][40];
  int n;
} word_list;

static void add_word(word_list *l, const char *name, const char *suffix, int q, int comp) {
  if (l->n + 1 >= MAX_WORDS) return;
  char *text = l->text[l->n];
  size_t n = strlen(name), m = strlen(suffix);
  if (n + m >= sizeof l->text[0]) return;
  memcpy(text, name, n);
  memcpy(text + n, suffix, m + 1);
  l->row[l->n] = (scr_word_row){text, "", ""};
  l->q[l->n] = q;
  l->comp[l->n++] = comp;
}

/* The energies of laws, each once. */
static void add_energies(word_list *l) {
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int e = 0; e < m->nenergy; e++) {
      int w = 0;
      while (w < l->n && strcmp(l->text[w], m->energy[e].name) != 0) w++;
      if (w == l->n) add_word(l, m->energy[e].name, "", -1, F_ENERGY);
    }
  }
}

/* The fixed words come first (q < 0), then quantities: whole (magnitude of a vector), then by
 * component. */
static void make_words(word_list *l, history_kind kind, const scr_quantity *q, int dim) {
  static const char *const fixed[FIXED] = {
      "name",     "label", "id",    "position", "magnitude",  "component", "quantity",
      "property", "extra", "index", "type",     "mechanical", "energy"};
  l->n = 0;
  for (int k = 0; k < (kind == H_CONTACT ? FIXED : F_TYPE); k++) add_word(l, fixed[k], "", -1, k);
  for (int k = 0; q[k].name; k++) {
    if (kind == H_CONTACT && k > SCR_Q_CONTACT_NORMAL) break; /* SCR_CONTACT_ROWS_RECORDED */
    int comps = scr_quantity_comps(&q[k], dim);
    /* A place is a word of its own, and a normal has no length to record. */
    const bool parts_alone = strcmp(q[k].name, "position") == 0 || strcmp(q[k].name, "normal") == 0;
    if (!parts_alone) add_word(l, q[k].name, "", k, -1);
    for (int c = 0; (comps > 1 || q[k].form == SCR_ROTATION) && c < comps; c++)
      add_word(l, q[k].name, scr_quantity_part(&q[k], dim, c), k, c);
    for (size_t c = 0; q[k].form == SCR_TENSOR && c < SCR_COUNTOF(tensor_part); c++)
      add_word(l, q[k].name, tensor_part[c], k, OF_MEAN + (int)c);
  }
  if (kind == H_CONTACT) add_energies(l);
  for (const scr_word_row *r = kind == H_CONTACT ? refused_contact : refused_piece; r->word; r++) {
    if (scr_quantity_find(q, r->word) < 0 && l->n + 1 < MAX_WORDS) l->row[l->n++] = *r;
  }
  l->row[l->n] = (scr_word_row){0};
}

/* ---- reading ---- */

typedef struct naming {
  char *name, *label;
  scr_loc at; /* of the name */
} naming;

static bool read_naming(scr_args *a, naming *out, bool label) {
  char **p = label ? &out->label : &out->name;
  scr_loc at = scr_args_last(a);
  if (*p)
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'%s' is given twice", label ? "label" : "name");
  if (!label) out->at = scr_args_loc(a);
  return label ? scr_args_string(a, "a label", p) : scr_args_name(a, "the name of the history", p);
}

static bool read_energy(scr_args *a, target *t) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_string(a, "the name of an energy", &name)) return false;
  scr_nearest near = {.word = name};
  t->a = -1;
  for (int k = 0; scr_energy_name[k]; k++) {
    const char *full = scr_energy_name[k];
    scr_nearest_offer(&near, full);
    if (t->a < 0 && (scr_energy_is(full, name) || scr_abbreviates(name, full) >= 2)) t->a = k;
  }
  if (t->a >= 0) {
    scr_buf_printf(&t->spec, "model energy %s", scr_energy_name[t->a]);
  } else {
    scr_fail(a->diag, &loc, SCR_E_NAME, "no energy is called '%s'", name);
    scr_hint(a->diag, "did you mean '%s'?", near.best ? near.best : scr_energy_name[0]);
  }
  t->kind = H_ENERGY;
  scr_free(name);
  return t->a >= 0;
}

static bool read_model(scr_args *a, naming *n, target *t) {
  while (!t->kind || !scr_args_end(a)) {
    int w;
    if (!scr_args_word(a, scr_model_history_words, &w)) return false;
    if (w == M_NAME || w == M_LABEL) {
      if (!read_naming(a, n, w == M_LABEL)) return false;
    } else if (w != M_MECHANICAL) {
      scr_loc at = scr_args_last(a);
      if (t->kind) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "a history records one quantity");
      if (w == M_ENERGY) {
        if (!read_energy(a, t)) return false;
        continue;
      }
      t->kind = H_MODEL;
      t->a = model_history[w].is;
      scr_buf_printf(&t->spec, "model %s", scr_model_history_words[t->a].word);
    }
  }
  return true;
}

static const scr_word_row fish_words[] = {{"name", "", ""}, {"label", "", ""}, {0}};

/* `nmae 'a' f`: a word that no symbol has, before a name and what is recorded. */
static bool is_misspelt(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (a->n - a->k != 3 || t->type != SCR_T_WORD || a->tok[a->k + 1].type != SCR_T_STRING ||
      scr_fish_symbol(a->fish, t->text, false) >= 0)
    return false;
  scr_nearest near = {.word = t->text};
  for (const scr_word_row *r = fish_words; r->word; r++) scr_nearest_offer(&near, r->word);
  return near.best != NULL;
}

static bool read_fish(scr_args *a, naming *n, target *t) {
  for (;;) {
    if (a->n - a->k > 1 && scr_args_take(a, "name")) {
      if (!read_naming(a, n, false)) return false;
    } else if (a->n - a->k > 1 && scr_args_take(a, "label")) {
      if (!read_naming(a, n, true)) return false;
    } else if (a->n - a->k > 1 && scr_args_take(a, "id")) {
      if (!read_naming(a, n, false)) return false;
    } else if (!t->kind) {
      if (is_misspelt(a)) return scr_args_unknown(a, "keyword of this command", fish_words);
      if (!scr_args_symbol(a, "a FISH symbol", &t->a)) return false;
      t->kind = H_FISH;
      scr_buf_printf(&t->spec, "fish %s", scr_fish_symbol_name(a->fish, t->a));
    } else {
      return scr_args_finish(a);
    }
  }
}

static const char *const piece_name[] = {"ball", "wall", "contact"};

static bool find_piece(scr_args *a, target *t, int64_t id, const scr_loc *loc) {
  const scr_world *w = a->lib->world;
  scr_contact c;
  bool found = id > 0 && id <= UINT32_MAX;
  if (found && t->kind == H_BALL) found = scr_ball_find(w, (uint32_t)id) != SCR_NONE;
  if (found && t->kind == H_WALL) found = scr_wall_find(w, (uint32_t)id) != SCR_NONE;
  if (found && t->kind == H_CONTACT)
    found = scr_contact_find(a->lib->world, (scr_contact_type)t->num[1], (uint32_t)id, &c);
  t->num[0] = (double)id;
  if (t->restoring) return true;
  return found || scr_fail(a->diag, loc, SCR_E_NAME, "there is no %s %lld",
                           piece_name[t->kind - H_BALL], (long long)id);
}

static double away(const double *a, const double *b) {
  double d[3] = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
  return d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
}

/* Id of the piece nearest to x; 0: there is none. */
static uint32_t nearest_piece(scr_world *w, target *t, const double *x) {
  if (t->kind == H_BALL) {
    uint32_t row = scr_ball_near(w, x, 0);
    return row == SCR_NONE ? 0 : *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
  }
  uint32_t id = 0;
  double best = HUGE_VAL;
  if (t->kind == H_WALL) {
    for (uint32_t k = 0; k < w->wall.n; k++) {
      double d = away(scr_table_at(&w->wall, SCR_WALL_POSITION, k), x);
      if (d >= best) continue;
      best = d;
      id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, k);
    }
    return id;
  }
  scr_contact *list;
  size_t n = scr_contact_list(w, -1, true, &list);
  for (size_t k = 0; k < n; k++) {
    scr_contact_geometry g;
    scr_contact_geometry_of(w, list[k], &g);
    if (away(g.x, x) >= best) continue;
    best = away(g.x, x);
    id = scr_contact_id(w, list[k]);
    t->num[1] = list[k].type;
  }
  scr_free(list);
  return id;
}

static bool read_type(scr_args *a, target *t) {
  int type;
  if (!scr_args_contact_type(a, &type)) return false;
  t->num[1] = type;
  return true;
}

static const scr_quantity *quantities(history_kind kind) {
  return kind == H_BALL   ? scr_ball_quantity
         : kind == H_WALL ? scr_wall_quantity
                          : scr_contact_quantity;
}

/* What the words of a history of a ball, wall or contact say. */
typedef struct piece_words {
  word_list *words;
  int which;    /* the word of the quantity; -1: none yet */
  char *second; /* of a wall: the name that stands behind the quantity */
  char *of;     /* the property or energy, in place of a quantity */
  scr_recorded what;
  int comp; /* of the property; -1: its length */
  scr_loc second_at, loc, of_at;
  bool has_id, has_x, whole; /* whole: the length of the vector is asked for by its word */
  int64_t id;
  double x[3]; /* m */
} piece_words;

/* Behind the quantity `name` is that of the wall, unless the wall is given otherwise and the
 * history has none. */
static bool settle_wall(scr_args *a, naming *n, piece_words *p) {
  const scr_world *w = a->lib->world;
  if ((p->has_id || p->has_x) && !n->name) {
    n->name = scr_strdup(p->second);
    n->at = p->second_at;
    return true;
  }
  if (p->has_id || p->has_x)
    return scr_fail(a->diag, &p->second_at, SCR_E_SYNTAX,
                    "the wall is given already, and so is the history's name");
  uint32_t row = scr_wall_find_name(w, p->second);
  if (row == SCR_NONE) return scr_wall_unknown(a, &p->second_at, p->second);
  p->id = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_ID, row);
  return p->has_id = true;
}

static scr_kind kind_of(const target *t) {
  return t->kind == H_BALL ? SCR_K_BALL : t->kind == H_WALL ? SCR_K_WALL : SCR_K_CONTACT;
}

static bool has_quantity(const piece_words *p) { return p->which >= 0 || p->of; }

/* How many numbers the property may be, while no part of it is named; else 0. */
static int whole_property(const scr_args *a, const target *t, const piece_words *p) {
  if (!p->of || p->what == SCR_RECORDS_ENERGY || p->whole || p->comp >= 0) return 0;
  return scr_recorded_comps(a->lib->world, kind_of(t), p->of);
}

/* Is the quantity so far a vector of which no part is named? */
static bool whole_vector(const target *t, const piece_words *p) {
  return p->which >= 0 && !p->whole && p->words->comp[p->which] < 0 &&
         quantities(t->kind)[p->words->q[p->which]].form != SCR_SCALAR;
}

static bool read_magnitude(scr_args *a, const target *t, piece_words *p) {
  scr_loc at = scr_args_last(a);
  if (whole_vector(t, p) || whole_property(a, t, p) > 1) return p->whole = true;
  return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'magnitude' follows a vector, such as velocity");
}

/* Is 'quantity', or 'component', next? Takes it. */
static bool take_part_word(scr_args *a) {
  return scr_args_take(a, "component") || scr_args_take(a, "quantity");
}

/* A part of quantity k of the list, and the word that it is: "x" of velocity is velocity-x. */
static bool read_part(scr_args *a, const target *t, piece_words *p, int k) {
  const word_list *l = p->words;
  const char *name = quantities(t->kind)[k].name;
  char known[80] = "";
  for (int w = 0; w < l->n; w++) {
    if (l->row[w].word != l->text[w] || l->q[w] != k || l->comp[w] < 0) continue;
    const char *part = l->text[w] + strlen(name) + 1;
    if (scr_args_take(a, part)) return p->which = w, true;
    snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *known ? ", " : "", part);
  }
  const bool length = whole_vector(t, p) && quantities(t->kind)[k].form != SCR_TENSOR;
  if (length && scr_args_take(a, "magnitude")) return p->whole = true;
  snprintf(known + strlen(known), sizeof known - strlen(known), "%s", length ? ", magnitude" : "");
  return scr_args_expected(a, known);
}

/* "property 'lin_force' component x" */
static bool read_property_part(scr_args *a, piece_words *p, int comps) {
  static const char *const part[] = {"x", "y", "z"};
  for (int c = 0; c < comps; c++)
    if (scr_args_take(a, part[c])) return p->comp = c, true;
  if (scr_args_take(a, "magnitude")) return p->whole = true;
  return scr_args_expected(a, comps > 2 ? "x, y, z, magnitude" : "x, y, magnitude");
}

static bool read_component(scr_args *a, const target *t, piece_words *p) {
  const scr_loc at = scr_args_last(a);
  const int comps = whole_property(a, t, p);
  if (comps > 1) return read_property_part(a, p, comps);
  if (whole_vector(t, p)) return read_part(a, t, p, p->words->q[p->which]);
  return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'%s' follows a vector or tensor, such as velocity",
                  a->tok[a->k - 1].text);
}

/* "stress quantity xx": of a tensor a part is named. */
static bool read_tensor_part(scr_args *a, const target *t, piece_words *p) {
  if (!take_part_word(a)) return scr_args_expected(a, "'quantity' and a component");
  return read_part(a, t, p, p->words->q[p->which]);
}

static bool one_quantity(scr_args *a) {
  return scr_fail(a->diag, &a->tok[a->k - 1].loc, SCR_E_SYNTAX, "a history records one quantity");
}

static bool take_quantity(scr_args *a, const target *t, piece_words *p, int w) {
  const scr_quantity *q = &quantities(t->kind)[p->words->q[w]];
  if (has_quantity(p)) return one_quantity(a);
  p->which = w;
  if (q->form == SCR_TENSOR && p->words->comp[w] < 0) return read_tensor_part(a, t, p);
  return t->restoring || scr_args_offered(a, q);
}

/* The name of a property or energy, or the word of an energy itself. */
static bool take_named(scr_args *a, const target *t, piece_words *p, scr_recorded what,
                       const char *word) {
  if (has_quantity(p)) return one_quantity(a);
  p->what = what;
  p->of_at = scr_args_last(a);
  if (what == SCR_RECORDS_ENERGY && strcmp(word, "energy") != 0) {
    p->of = scr_strdup(word);
    return true;
  }
  p->of_at = scr_args_loc(a);
  return scr_recorded_read(a, what, kind_of(t), &p->of);
}

/* `type scalar` or `type vector`, which the value says, too; `type ball-ball` is none. */
static bool read_form(scr_args *a) {
  static const scr_word_row form[] = {
      {"scalar", "", "a number"},
      {"vector", "", "a vector"},
      {"tensor", "", "!of a tensor record a FISH function that gives one of its components"},
      {0}};
  scr_args ahead = *a;
  int w;
  if (!scr_args_take(&ahead, "type") || !scr_args_next_is(&ahead, form)) return true;
  a->k++;
  return scr_args_word(a, form, &w);
}

static bool read_index(scr_args *a, piece_words *p) {
  size_t k;
  char text[32];
  const scr_loc at = scr_args_last(a);
  if (!p->of || p->what != SCR_RECORDS_EXTRA)
    return scr_fail(a->diag, &at, SCR_E_SYNTAX, "'index' follows 'extra'");
  p->of_at = scr_args_loc(a);
  if (!scr_args_extra_index(a, &k)) return false;
  scr_format_int(text, (int64_t)k + 1);
  scr_free(p->of);
  p->of = scr_strdup(text);
  return read_form(a);
}

/* `extra`, `extra 2`, `extra index 2` */
static bool take_extra(scr_args *a, piece_words *p) {
  if (has_quantity(p)) return one_quantity(a);
  p->what = SCR_RECORDS_EXTRA;
  p->of_at = scr_args_last(a);
  p->of = scr_strdup("1");
  return scr_args_number_follows(a) ? read_index(a, p) : read_form(a);
}

static bool read_name(scr_args *a, naming *n, const target *t, piece_words *p) {
  if (t->kind == H_WALL) scr_args_again(a); /* the second is that of the wall */
  if (t->kind != H_WALL || !has_quantity(p) || p->second) return read_naming(a, n, false);
  p->second_at = scr_args_loc(a);
  return scr_args_name(a, "the name of the wall", &p->second);
}

/* A place, at which the piece lies that is nearest; 'position component x' is position-x. */
static bool read_place(scr_args *a, const target *t, piece_words *p) {
  const scr_loc at = scr_args_last(a);
  if (take_part_word(a)) {
    if (has_quantity(p))
      return scr_fail(a->diag, &at, SCR_E_SYNTAX, "a history records one quantity");
    scr_args_again(a);
    return read_part(a, t, p, scr_quantity_find(quantities(t->kind), "position"));
  }
  p->loc = scr_args_loc(a);
  return p->has_x = scr_args_vector(a, "a position", a->lib->world->dim, p->x);
}

/* The rest of the word that was read last. */
static bool read_piece_word(scr_args *a, naming *n, target *t, piece_words *p, int w) {
  if (p->words->q[w] >= 0) return take_quantity(a, t, p, w);
  switch (p->words->comp[w]) {
  case F_NAME: return read_name(a, n, t, p);
  case F_LABEL: return read_naming(a, n, true);
  case F_ID: p->loc = scr_args_loc(a); return p->has_id = scr_args_int(a, "an id", &p->id);
  case F_POSITION: return read_place(a, t, p);
  case F_MAGNITUDE: return read_magnitude(a, t, p);
  case F_COMPONENT:
  case F_QUANTITY: return read_component(a, t, p);
  case F_PROPERTY: return take_named(a, t, p, SCR_RECORDS_PROPERTY, "");
  case F_EXTRA: return take_extra(a, p);
  case F_INDEX: return read_index(a, p);
  case F_ENERGY: return take_named(a, t, p, SCR_RECORDS_ENERGY, p->words->text[w]);
  case F_TYPE: return read_type(a, t);
  }
  return true;
}

/* The thing whose property or energy it is; false: it is not there. */
static bool recorded_of(scr_world *w, history_kind kind, const double *num, scr_recorded_of *of) {
  const uint32_t id = (uint32_t)num[0];
  *of = (scr_recorded_of){.kind = kind == H_BALL   ? SCR_K_BALL
                                  : kind == H_WALL ? SCR_K_WALL
                                                   : SCR_K_CONTACT};
  if (kind == H_CONTACT) return scr_contact_find(w, (scr_contact_type)num[1], id, &of->contact);
  of->row = kind == H_BALL ? scr_ball_find(w, id) : scr_wall_find(w, id);
  return of->row != SCR_NONE;
}

/* As it is read again: in quotes where it is no plain word. */
static void put_name(const char *name, scr_buf *out) {
  static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-0123456789";
  const bool word =
      scr_lower(name[0]) >= 'a' && scr_lower(name[0]) <= 'z' && !name[strspn(name, plain)];
  const char *quote = word ? "" : strchr(name, '\'') ? "\"" : "'";
  scr_buf_printf(out, "%s%s%s", quote, name, quote);
}

/* "property lin_force component x" */
static bool settle_named(scr_args *a, target *t, piece_words *p) {
  static const char *const part[] = {" component x", " component y", " component z"};
  scr_recorded_of of;
  const bool found = recorded_of(a->lib->world, t->kind, t->num, &of);
  if (found && !t->restoring && !scr_recorded_settle(a, &p->of_at, p->what, p->of, &of))
    return false;
  t->a = p->what;
  t->b = p->comp;
  if (p->what == SCR_RECORDS_PROPERTY) scr_buf_puts(&t->spec, "property ");
  if (p->what == SCR_RECORDS_EXTRA)
    scr_buf_printf(&t->spec, "extra index %s", p->of);
  else
    put_name(p->of, &t->spec);
  if (p->comp >= 0) scr_buf_puts(&t->spec, part[p->comp]);
  t->of = p->of;
  p->of = NULL;
  return true;
}

/* The thing that the words name, and the words that name it again. */
static bool settle_piece(scr_args *a, target *t, piece_words *p) {
  const char *kind = piece_name[t->kind - H_BALL];
  if (!p->has_id && !p->has_x)
    return scr_args_expected(a, t->kind == H_WALL ? "'id', 'name' or 'position'"
                                                  : "'id' or 'position'");
  if (!p->has_id && (p->id = nearest_piece(a->lib->world, t, p->x)) == 0)
    return scr_fail(a->diag, &p->loc, SCR_E_NAME, "there is no %s", kind);
  if (!find_piece(a, t, p->id, &p->loc)) return false;
  scr_buf_printf(&t->spec, "%s ", kind);
  if (p->of && !settle_named(a, t, p)) return false;
  if (p->which >= 0) {
    t->a = p->words->q[p->which];
    t->b = p->words->comp[p->which];
    scr_buf_puts(&t->spec, p->words->row[p->which].word);
  }
  scr_buf_printf(&t->spec, " id %lld", (long long)p->id);
  if (t->kind == H_CONTACT)
    scr_buf_printf(&t->spec, " type %s", scr_contact_type_name[(int)t->num[1]]);
  return true;
}

static bool read_piece_words(scr_args *a, naming *n, target *t, piece_words *p) {
  make_words(p->words, t->kind, quantities(t->kind), a->lib->world->dim);
  for (int w; !scr_args_end(a);)
    if (!scr_args_word(a, p->words->row, &w) || !read_piece_word(a, n, t, p, w)) return false;
  if (!has_quantity(p)) return scr_args_expected(a, "a quantity to record");
  const bool placed = p->has_id || p->has_x;
  if (a->dry && (p->second || placed)) /* what comes next asks the world */
    return (!p->second || !placed || settle_wall(a, n, p)) && scr_args_finish(a);
  return (!p->second || settle_wall(a, n, p)) && settle_piece(a, t, p);
}

static bool read_piece(scr_args *a, naming *n, target *t, word_list *words) {
  piece_words p = {
      .words = words, .which = -1, .comp = -1, .second_at = a->loc, .loc = a->loc, .of_at = a->loc};
  bool ok = read_piece_words(a, n, t, &p);
  scr_free(p.second);
  scr_free(p.of);
  return ok;
}

/* ---- measurement regions ---- */

/* What the words say. */
typedef struct measure_words {
  int which; /* row of measure_history; -1: none yet */
  bool has_id, has_x;
  int64_t id;
  double x[3]; /* m */
  scr_loc at;  /* of the region */
} measure_words;

/* A part of what the word before names: "stress quantity xx" is stress-xx. */
static bool read_measure_part(scr_args *a, const char *stem, int *w) {
  const size_t n = strlen(stem);
  char known[80] = "";
  for (int k = 0; k < (int)SCR_COUNTOF(measure_history); k++) {
    const char *word = scr_measure_history_words[MH_QUANTITY + k].word;
    if (strncmp(word, stem, n) != 0 || word[n] != '-') continue;
    if (scr_args_take(a, word + n + 1)) return *w = MH_QUANTITY + k, true;
    snprintf(known + strlen(known), sizeof known - strlen(known), "%s%s", *known ? ", " : "",
             word + n + 1);
  }
  return scr_args_expected(a, known);
}

static bool read_measure_word(scr_args *a, naming *n, measure_words *m) {
  int w;
  const int dim = a->lib->world->dim;
  if (!scr_args_word(a, scr_measure_history_words, &w)) return false;
  if (w == MH_NAME || w == MH_LABEL) return read_naming(a, n, w == MH_LABEL);
  const scr_loc at = scr_args_last(a);
  const bool whole = w >= MH_QUANTITY + (int)SCR_COUNTOF(measure_history);
  const bool part = (whole || w == MH_PLACE) && take_part_word(a);
  if (whole && !part) return scr_args_expected(a, "'quantity' and a component");
  if (w == MH_PLACE && part) scr_args_again(a);
  if (w == MH_ID || (w == MH_PLACE && !part)) m->at = scr_args_loc(a);
  if (w == MH_ID) return m->has_id = scr_args_int(a, "an id", &m->id);
  if (w == MH_PLACE && !part) return m->has_x = scr_args_vector(a, "a position", dim, m->x);
  if (m->which >= 0) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "a history records one quantity");
  if (part && !read_measure_part(a, scr_measure_history_words[w].word, &w)) return false;
  m->which = w - MH_QUANTITY;
  return dim == 3 || !strchr(scr_measure_history_words[w].word, 'z') ||
         scr_fail(a->diag, &at, SCR_E_NAME, "there is no %s in 2D",
                  scr_measure_history_words[w].word);
}

/* Id of the region nearest to x; 0: there is none. */
static uint32_t nearest_region(const scr_world *w, const double *x) {
  uint32_t id = 0;
  double best = HUGE_VAL;
  for (uint32_t k = 0; k < w->nmeasure; k++)
    if (away(w->measure[k].x, x) < best) best = away(w->measure[k].x, x), id = w->measure[k].id;
  return id;
}

static bool settle_measure(scr_args *a, target *t, measure_words *m) {
  const scr_world *w = a->lib->world;
  if (!m->has_id) m->id = nearest_region(w, m->x);
  const bool fits = m->id > 0 && m->id <= INT32_MAX;
  if (!m->has_id && !fits)
    return scr_fail(a->diag, &m->at, SCR_E_NAME, "there is no measurement region");
  if (!t->restoring && (!fits || scr_measure_find(w, (uint32_t)m->id) == SCR_NONE))
    return scr_fail(a->diag, &m->at, SCR_E_NAME, "there is no measurement region %lld",
                    (long long)m->id);
  t->a = m->which;
  t->num[0] = (double)m->id;
  scr_buf_printf(&t->spec, "measure %s id %lld",
                 scr_measure_history_words[MH_QUANTITY + m->which].word, (long long)m->id);
  return true;
}

static bool read_measure(scr_args *a, naming *n, target *t) {
  measure_words m = {.which = -1, .at = a->loc};
  t->kind = H_MEASURE;
  while (!scr_args_end(a))
    if (!read_measure_word(a, n, &m)) return false;
  if (m.which < 0) return scr_args_expected(a, "a quantity to record");
  if (!m.has_id && !m.has_x) return scr_args_expected(a, "'id' or 'position'");
  char id[24];
  snprintf(id, sizeof id, "%lld", (long long)m.id);
  if (m.has_id) scr_args_needs(a, "measurement region", id, &m.at);
  if (a->dry) return scr_args_finish(a); /* what comes next asks the world */
  return settle_measure(a, t, &m);
}

/* ---- definition ---- */

static bool read_family(scr_args *a, const char *family, naming *n, target *t) {
  if (strcmp(family, "model") == 0) return read_model(a, n, t);
  if (strcmp(family, "fish") == 0) return read_fish(a, n, t);
  if (strcmp(family, "measure") == 0) return read_measure(a, n, t);
  t->kind = strcmp(family, "ball") == 0 ? H_BALL : strcmp(family, "wall") == 0 ? H_WALL : H_CONTACT;
  word_list *words = scr_alloc(sizeof *words);
  bool ok = read_piece(a, n, t, words);
  scr_free(words);
  return ok;
}

/* A name that is a number becomes the id as well, if that is free. */
static uint32_t id_of_name(const scr_histories *h, const char *name) {
  size_t len;
  int64_t i;
  double f;
  if (!name || scr_parse_number(name, &len, &i, &f) != SCR_NUM_INT || name[len] || i < 1 ||
      i > INT32_MAX)
    return 0;
  for (size_t k = 0; k < h->n; k++)
    if (h->item[k]->id == (uint32_t)i) return 0;
  return (uint32_t)i;
}

/* Takes what `of` names over. */
static void apply_target(scr_history *h, target *t) {
  scr_free(h->of);
  h->of = t->of;
  t->of = NULL;
  h->kind = t->kind;
  h->a = t->a;
  h->b = t->b;
  memcpy(h->num, t->num, sizeof h->num);
}

static bool fail_exists(scr_args *a, const naming *n) {
  scr_fail(a->diag, n->at.src ? &n->at : &a->loc, SCR_E_NAME, "a history named '%s' exists already",
           n->name);
  return scr_hint(a->diag, "history delete '%s' removes it", n->name);
}

static void check_history(scr_args *a, const naming *n) {
  if (!scr_args_checks(a) || a->diag->failed) return;
  scr_args_makes(a, "history", n->name, &n->at);
  if (scr_args_is_new(a, "history", n->name, &n->at)) return;
  fail_exists(a, n);
  scr_args_doubled(a, "history");
}

static bool add_history(scr_args *a, const naming *n, target *t) {
  scr_histories *all = &a->lib->histories;
  if (n->name && scr_history_find(all, n->name)) return fail_exists(a, n);
  scr_history *h = scr_history_add(all, n->name, id_of_name(all, n->name), t->spec.s);
  if (n->label) {
    scr_free(h->label);
    h->label = scr_strdup(n->label);
  }
  apply_target(h, t);
  scr_history_schedule(a->s);
  return true;
}

bool scr_history_nstep(scr_args *a, int64_t *every) {
  const int k = a->k, at = a->n - 2;
  if (at <= k || a->tok[at].type != SCR_T_WORD || scr_casecmp(a->tok[at].text, "nstep") != 0)
    return true;
  a->k = at + 1;
  const bool ok = scr_history_every(a, every);
  a->k = k;
  a->n = at;
  return ok;
}

bool scr_history_define(scr_args *a, const char *family) {
  naming n = {0};
  target t = {.b = -1};
  int64_t every = 0;
  bool ok = scr_history_nstep(a, &every) && read_family(a, family, &n, &t) && scr_args_finish(a) &&
            add_history(a, &n, &t);
  if (ok && every) scr_history_sample_every(a->s, every);
  check_history(a, &n);
  scr_buf_free(&t.spec);
  scr_free(t.of);
  scr_free(n.name);
  scr_free(n.label);
  return ok;
}

bool scr_history_resolve(scr_session *s, scr_history *h) {
  scr_source *src = scr_source_new("history", NULL, h->spec, strlen(h->spec));
  scr_line l;
  naming n = {0};
  target t = {.b = -1, .restoring = true};
  bool ok = scr_lex(s, src, 1, 1, &l) && l.n > 0;
  if (ok) {
    scr_args a = scr_args_of(s, l.tok + 1, l.n - 1, &l.tok[0].loc);
    ok = read_family(&a, l.tok[0].text, &n, &t);
  }
  if (ok) apply_target(h, &t);
  scr_buf_free(&t.spec);
  scr_free(t.of);
  scr_free(n.name);
  scr_free(n.label);
  scr_line_free(&l);
  scr_source_drop(src);
  return ok;
}

void scr_history_schedule(scr_session *s) {
  const scr_histories *h = &scr_session_lib(s)->histories;
  scr_session_world(s)->history_every = h->n ? h->interval : 0;
}

/* ---- sampling ---- */

/* Mean, least or largest principal value; in 2D of the plane. */
static double of_tensor(int dim, const double t[9], int what) {
  double s[9], e[9];
  memcpy(s, t, sizeof s);
  if (what == OF_MEAN) return (s[0] + s[4] + (dim == 3 ? s[8] : 0)) / dim;
  scr_sym3_principal(s, e);
  double best = s[0];
  for (int c = 1; c < dim; c++)
    best = what == OF_MINIMUM ? SCR_MIN(best, s[4 * c]) : SCR_MAX(best, s[4 * c]);
  return best;
}

/* Of a tensor as quantities have it: xx, yy, zz, xy, yz, xz, in 2D xx, yy, xy. */
static double of_row(const double *v, int comps, int what) {
  const double flat[9] = {v[0], v[2], 0, v[2], v[1]};
  if (comps == 3) return of_tensor(2, flat, what);
  const double full[9] = {v[0], v[3], v[5], v[3], v[1], v[4], v[5], v[4], v[2]};
  return of_tensor(3, full, what);
}

static double pick(const double *v, int comps, int comp) {
  if (comp >= OF_MEAN) return of_row(v, comps, comp);
  if (comp >= 0) return v[comp];
  if (comps == 1) return v[0];
  double sum = 0;
  for (int k = 0; k < comps; k++) sum += v[k] * v[k];
  return sqrt(sum);
}

/* A property or an energy is nan where the thing is gone, or has none now. */
static void sample_named(scr_session *s, const scr_history *h, double *out) {
  scr_lib *lib = scr_session_lib(s);
  scr_recorded_of of;
  double v[3];
  *out = NAN;
  if (!recorded_of(lib->world, h->kind, h->num, &of)) return;
  const int comps = scr_recorded_value(lib, h->a, h->of, &of, v);
  if (comps > 0 && h->b < comps) *out = pick(v, comps, h->b);
}

/* A contact that is gone, or was never there, carries nothing; where it is cannot be said. */
static void sample_contact(scr_world *w, const scr_history *h, double *out) {
  const scr_quantity *q = &scr_contact_quantity[h->a];
  scr_contact c;
  double v[3];
  *out = q->flags & SCR_Q_SHAPE ? NAN : 0;
  if (!scr_contact_find(w, (scr_contact_type)h->num[1], (uint32_t)h->num[0], &c)) return;
  scr_contact_read(w, c, h->a, v);
  *out = pick(v, scr_quantity_comps(q, w->dim), h->b);
}

/* Told once: cycles go on without it, and nan stands for every sample from here on. */
static bool tell_gone(scr_session *s, scr_history *h) {
  const char *what = h->kind == H_MEASURE ? "measurement region" : piece_name[h->kind - H_BALL];
  if (h->gone) return true;
  h->gone = true;
  return scr_warn(
      scr_session_diag(s), NULL, SCR_E_STATE,
      "history '%s' records %s %lld, which is gone (seen in cycle %llu); its samples are nan",
      h->name, what, (long long)h->num[0], (unsigned long long)scr_session_world(s)->cycle);
}

static bool sample_piece(scr_session *s, scr_history *h, double *out) {
  const scr_world *w = scr_session_world(s);
  double v[SCR_MOST_COMPS] = {0};
  bool ball = h->kind == H_BALL;
  uint32_t id = (uint32_t)h->num[0], row = ball ? scr_ball_find(w, id) : scr_wall_find(w, id);
  *out = NAN;
  if (row == SCR_NONE) return tell_gone(s, h);
  h->gone = false;
  if (h->of) return sample_named(s, h, out), true;
  if (ball)
    scr_ball_get(w, row, h->a, v);
  else
    scr_wall_get(w, row, h->a, v);
  *out = pick(v, scr_quantity_comps(&quantities(h->kind)[h->a], w->dim), h->b);
  return true;
}

/* What was measured last: components of one tensor are often recorded one after the other. */
typedef struct last_measured {
  uint32_t id; /* 0: nothing */
  scr_measured what;
  double v[9];
} last_measured;

static bool sample_measure(scr_session *s, scr_history *h, last_measured *last, double *out) {
  scr_world *w = scr_session_world(s);
  const uint32_t id = (uint32_t)h->num[0], k = scr_measure_find(w, id);
  const scr_measured what = measure_history[h->a].what;
  *out = NAN;
  if (k == SCR_NONE) return tell_gone(s, h);
  h->gone = false;
  if (last->id != id || last->what != what) {
    scr_measure_read(w, &w->measure[k], what, last->v);
    last->id = id, last->what = what;
  }
  const int comp = measure_history[h->a].comp;
  *out = comp < OF_MEAN ? last->v[comp] : of_tensor(w->dim, last->v, comp);
  return true;
}

static bool sample_fish(scr_session *s, const scr_history *h, double *out) {
  scr_val v = {0};
  bool function = scr_fish_is_function(scr_session_fish(s), h->a);
  if (function && !scr_fish_run(scr_session_fish(s), h->a, 0, NULL, &v)) {
    scr_trace(scr_session_diag(s), "  called from history '%s'", h->name);
    return false;
  }
  if (!function) v = scr_val_hold(scr_fish_get(scr_session_fish(s), h->a));
  bool number = scr_val_number(&v, out);
  if (!number && v.type == SCR_V_BOOL) {
    *out = v.b;
    number = true;
  }
  if (!number)
    scr_fail(scr_session_diag(s), NULL, SCR_E_TYPE,
             "history '%s': the value of '%s' is %s, not a number", h->name,
             scr_fish_symbol_name(scr_session_fish(s), h->a), scr_vtype_phrase(v.type));
  scr_val_drop(&v);
  return number;
}

static bool sample(scr_session *s, scr_history *h, last_measured *last, double *out) {
  scr_world *w = scr_session_world(s);
  *out = 0;
  switch ((history_kind)h->kind) {
  case H_FISH: last->id = 0; return sample_fish(s, h, out); /* which may change anything */
  case H_MODEL: return model_history[h->a].sample(s, h, out);
  case H_ENERGY: return scr_energy(w, scr_energy_name[h->a], out);
  case H_CONTACT:
    if (h->of)
      sample_named(s, h, out);
    else
      sample_contact(w, h, out);
    return true;
  case H_MEASURE: return sample_measure(s, h, last, out);
  default: return sample_piece(s, h, out);
  }
}

const char *scr_history_unit(const scr_history *h) {
  if (h->of) return scr_recorded_unit(h->a, h->of);
  switch ((history_kind)h->kind) {
  case H_MODEL: return model_history[h->a].unit;
  case H_ENERGY: return "J";
  case H_MEASURE: return scr_measured_quantity[measure_history[h->a].what].unit;
  case H_BALL:
  case H_WALL:
  case H_CONTACT: return quantities(h->kind)[h->a].unit;
  default: return "";
  }
}

/* Sums over the cycles are kept while energies are on; told once. */
static bool tell_energies_off(scr_session *s, const scr_history *h) {
  enum { HELD, BOOKED };
#define HOW(id, name, kind, sign, source, doc) kind,
  static const int how[] = {SCR_ENERGY_ROWS(HOW)};
  const bool of_model = h->kind == H_ENERGY && how[h->a] != HELD;
  const bool booked =
      of_model || (h->of && h->a == SCR_RECORDS_ENERGY && scr_recorded_booked(h->of));
  if (!booked || scr_session_world(s)->energy_on || scr_told_once(s, "energies are off"))
    return true;
  return scr_warn(scr_session_diag(s), NULL, SCR_E_STATE,
                  "history '%s' records %s, which is 0 while energies are off: 'model energy "
                  "mechanical on' switches them on",
                  h->name, of_model ? scr_energy_name[h->a] : h->of);
}

bool scr_history_ready(scr_session *s) {
  const scr_histories *all = &scr_session_lib(s)->histories;
  for (size_t k = 0; k < all->n; k++)
    if (!tell_energies_off(s, all->item[k])) return false;
  for (size_t k = 0; k < all->n; k++) {
    const scr_history *h = all->item[k];
    if (h->kind != H_FISH || scr_fish_was_assigned(scr_session_fish(s), h->a) ||
        scr_fish_told(scr_session_fish(s), h->a))
      continue;
    const char *name = scr_fish_symbol_name(scr_session_fish(s), h->a);
    scr_nearest near = {.word = name};
    for (int i = 0; i < scr_fish_symbols(scr_session_fish(s)); i++)
      if (scr_fish_was_assigned(scr_session_fish(s), i))
        scr_nearest_offer(&near, scr_fish_symbol_name(scr_session_fish(s), i));
    if (!scr_warn(scr_session_diag(s), NULL, SCR_E_NAME,
                  "history '%s' records '%s', which is assigned nowhere; its value is 0%s%s%s",
                  h->name, name, near.best ? "; did you mean '" : "", near.best ? near.best : "",
                  near.best ? "'?" : ""))
      return false;
  }
  return true;
}

static bool sample_all(scr_session *s, const scr_histories *all) {
  last_measured last = {.id = 0};
  for (size_t k = 0; k < all->n; k++) {
    double v;
    if (!sample(s, all->item[k], &last, &v)) return false;
    scr_history_put(all->item[k], v);
  }
  return true;
}

bool scr_history_sample(scr_session *s) {
  scr_histories *all = &scr_session_lib(s)->histories;
  scr_world_sync(scr_session_world(s));
  all->sampling = true;
  const bool fine = sample_all(s, all);
  all->sampling = false;
  if (!fine) return false;
  SCR_GROW(all->step, all->cap_step, all->nstep + 1);
  all->step[all->nstep++] = scr_session_world(s)->cycle;
  return true;
}
