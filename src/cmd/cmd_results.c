/* Commands about results: when frames are written, what is in them, and files on request. Rows of
 * these commands stand with those of their families. */
#include "cmd/columns.h"
#include "cmd/results.h"

#include <inttypes.h>
#include <string.h>
#include "cmd/attribute.h"
#include "cmd/plot_chart.h"
#include "cmd/range.h"
#include "cmd/view.h"

static scr_results *results_of(const scr_args *a) { return scr_session_results(a->s); }

/* ---- export ---- */

typedef struct request {
  char *file; /* NULL: none is asked for */
  scr_loc at;
  bool append;
} request;

static bool read_request(scr_args *a, request *q) {
  q->at = scr_args_loc(a);
  return scr_args_file(a, true, &q->file);
}

/* What is wrong with the name is seen when the file is only checked, too. */
static bool may_be(scr_args *a, const request *q, unsigned kinds) {
  return !q->file || scr_args_is_unknown(a, &q->at) ||
         scr_results_exportable(a->s, &q->at, q->file, kinds, q->append);
}

/* Kinds that stand in a file of the whole model: those that have frames. */
static unsigned active_kinds(const scr_results *r) {
  unsigned kinds = 0;
  for (int k = 0; k < SCR_DATA_KINDS; k++) kinds |= (unsigned)r->kind[k].active << k;
  return kinds;
}

/* A check is told of the files that one name may stand for. */
static void tell_files(scr_args *a, const request *q, unsigned kinds) {
  for (int k = 0; q->file && k < SCR_DATA_KINDS; k++) {
    if (!(kinds >> k & 1)) continue;
    char *name = scr_results_file_name(q->file, k, true);
    scr_args_writes(a, name, &q->at);
    scr_free(name);
  }
}

/* ---- model results ---- */

enum {
  M_INTERVAL,
  M_ACTIVE,
  M_PREFIX,
  M_MOVIE,
  M_SIZE,
  M_INDEX,
  M_EXPORT,
  M_APPEND,
  M_LIST,
  M_WARN,
  M_CLEAR_MAP,
  M_MAP
};
const scr_word_row scr_model_results_words[] = {
    {"interval", "step <i>|mechanical <f>",
     "frames every so many cycles, or so many seconds of the model's time"},
    {"active", "<b>", "writes frames, or does not for a while"},
    {"prefix", "<s>", "what the names of files begin with; 'result' at first"},
    {"movie", "<s>|off",
     "draws the plot of that name in each frame, too: result-<s>-000000.png and so on"},
    {"size", "<i> <i>", "after 'movie': pixels of its pictures, 1280 960 at first"},
    {"index", "<i>", "the number of the next frame; 0 at first"},
    {"export", "<s>", "writes the model as it is into a file, whose suffix says how"},
    {"append", "", "after 'export': adds to the file (.dump and .xyz)"},
    {"list", "", "prints what is written and when"},
    {"warn", "<b>", "read and ignored: a frame that cannot be written is always an error"},
    {"clear-map", "", "read and ignored: the series (.pvd) go on to list the frames"},
    {"map", "<symbol>", "becomes a map of FISH: the file of each frame by the number of the frame"},
    {"import", "",
     "!frames are for other programs; 'model results movie' draws them as they are written, 'model "
     "save' and 'model restore' go back to a state"},
    {"text", "", "!the suffix of the file says how it is written"},
    {"thermal", "", "!there is no thermal process"},
    {0}};

static const scr_word_row interval_words[] = {
    {"step", "<i>", "cycles"},
    {"mechanical", "<f>", "seconds of the model's time"},
    {"clock", "<f>", "!clocks would make runs differ: give 'step' or 'mechanical'"},
    {0}};

typedef struct plan {
  scr_results to; /* numbers and the switch */
  char *prefix, *movie;
  int64_t size[2];
  request file;
  bool list;
  int map; /* a symbol of FISH; -1: none */
} plan;

static const char *frames_now(const scr_results *r) {
  return r->every || r->interval > 0 ? "frames come as before" : "no frames are written";
}

static bool read_interval(scr_args *a, scr_results *to) {
  int w;
  int64_t n;
  const scr_token *next = scr_args_peek(a);
  if (next && scr_casecmp(next->text, "active") == 0)
    return scr_warn(a->diag, &next->loc, SCR_E_VALUE,
                    "an interval without a value leaves it as it is: %s", frames_now(to));
  if (!scr_args_word(a, interval_words, &w)) return false;
  const scr_loc at = scr_args_loc(a);
  to->every = 0, to->interval = 0, to->on = true;
  if (w == 1) return scr_args_positive(a, "the interval", &to->interval);
  if (!scr_args_int(a, "a number of cycles", &n)) return false;
  to->every = (uint64_t)n;
  return n >= 1 || scr_fail(a->diag, &at, SCR_E_VALUE,
                            "the interval must be at least 1 cycle, not %" PRId64, n);
}

static bool read_index(scr_args *a, scr_results *to) {
  int64_t n;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "the number of a frame", &n)) return false;
  to->index = (uint64_t)n;
  return n >= 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the number of a frame cannot be %" PRId64, n);
}

static bool read_append(scr_args *a, request *q) {
  const scr_loc at = scr_args_last(a);
  q->append = true;
  return q->file || scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected 'export' before 'append'");
}

/* The plot must be there: frames come later, when nobody looks. */
static bool read_movie(scr_args *a, char **movie) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a plot", movie)) return false;
  return scr_casecmp(*movie, "off") == 0 || scr_plot_wanted(a, *movie, &at);
}

static bool read_size(scr_args *a, plan *p) {
  const scr_loc at = scr_args_last(a);
  if (!p->movie) return scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected 'movie' before 'size'");
  return scr_plot_read_size(a, p->size);
}

static bool read_warn(scr_args *a) {
  const scr_loc at = scr_args_last(a);
  bool none;
  return scr_args_bool(a, "on or off", &none) &&
         scr_args_ignored(a, &at, &scr_model_results_words[M_WARN]);
}

static bool read_clear_map(scr_args *a) {
  const scr_loc at = scr_args_last(a);
  return scr_args_ignored(a, &at, &scr_model_results_words[M_CLEAR_MAP]);
}

/* Frames have a file for each kind of things: that of the first kind stands for the frame. */
static scr_val map_of_frames(const scr_args *a) {
  const scr_results *r = results_of(a);
  scr_val map = scr_val_map();
  int k = 0;
  while (k + 1 < SCR_DATA_KINDS && !r->kind[k].n) k++;
  for (size_t i = 0; i < r->kind[k].n; i++) {
    const uint64_t index = r->kind[k].frame[i].index;
    const scr_val key = scr_val_int((int64_t)index);
    char *path = scr_results_frame_path(a->s, k, index);
    scr_val_map_set(&map, &key, scr_val_str(path));
    scr_free(path);
  }
  return map;
}

static bool read_word(scr_args *a, plan *p) {
  int w;
  if (!scr_args_word(a, scr_model_results_words, &w)) return false;
  switch (w) {
  case M_INTERVAL: return read_interval(a, &p->to);
  case M_ACTIVE: return scr_args_bool(a, "on or off", &p->to.on);
  case M_PREFIX: return scr_args_name(a, "the beginning of the names", &p->prefix);
  case M_MOVIE: return read_movie(a, &p->movie);
  case M_SIZE: return read_size(a, p);
  case M_INDEX: return read_index(a, &p->to);
  case M_EXPORT: return read_request(a, &p->file);
  case M_APPEND: return read_append(a, &p->file);
  case M_WARN: return read_warn(a);
  case M_CLEAR_MAP: return read_clear_map(a);
  case M_MAP: return scr_args_variable(a, &p->map);
  default: return p->list = true;
  }
}

static void put_interval(const scr_results *r, scr_columns *out) {
  scr_columns_cell(out, "frames");
  if (!r->on || (!r->every && !(r->interval > 0)))
    scr_columns_cell(out, "none"), scr_columns_cell(out, "%s", "");
  else if (r->every)
    scr_columns_cell(out, "every %" PRIu64, r->every), scr_columns_cell(out, "cycles");
  else
    scr_columns_real(out, r->interval), scr_columns_cell(out, "s");
  scr_columns_row(out);
}

static void put_kind(const scr_results *r, int k, scr_columns *out) {
  scr_columns_cell(out, "%s", scr_dataset_name[k]);
  scr_columns_cell(out, "%s", r->kind[k].active ? "on" : "off");
  scr_columns_cell(out, "%zu written", r->kind[k].n);
  scr_columns_row(out);
}

static const char *movie_state(const scr_args *a, const scr_results *r) {
  return r->movie && !scr_plot_there(a->s, r->movie) ? "no such plot" : "";
}

static void list_results(scr_args *a) {
  const scr_results *r = results_of(a);
  scr_columns out = {0};
  scr_columns_cell(&out, "results"), scr_columns_cell(&out, "value");
  scr_columns_cell(&out, "unit"), scr_columns_row(&out);
  put_interval(r, &out);
  scr_columns_cell(&out, "prefix"), scr_columns_cell(&out, "%s", r->prefix);
  scr_columns_cell(&out, "%s", ""), scr_columns_row(&out);
  scr_columns_cell(&out, "next frame"), scr_columns_cell(&out, "%" PRIu64, r->index);
  scr_columns_cell(&out, "%s", ""), scr_columns_row(&out);
  scr_columns_cell(&out, "movie"), scr_columns_cell(&out, "%s", r->movie ? r->movie : "none");
  scr_columns_cell(&out, "%s", movie_state(a, r)), scr_columns_row(&out);
  for (int k = 0; k < SCR_DATA_KINDS; k++) put_kind(r, k, &out);
  scr_columns_print(a->s, &out);
}

/* Other names begin other series; a lower number takes frames back. */
static void apply(scr_args *a, plan *p) {
  scr_results *r = results_of(a);
  const bool other = p->prefix && strcmp(p->prefix, r->prefix) != 0;
  r->every = p->to.every, r->interval = p->to.interval, r->on = p->to.on;
  r->index = p->to.index;
  for (int k = 0; k < SCR_DATA_KINDS; k++) {
    struct scr_results_kind *kind = &r->kind[k];
    if (other) kind->n = 0;
    while (kind->n && kind->frame[kind->n - 1].index >= r->index) kind->n--;
  }
  if (p->movie) {
    scr_results_movie(r, scr_casecmp(p->movie, "off") == 0 ? NULL : scr_strdup(p->movie));
    memcpy(r->size, p->size, sizeof r->size);
  }
  if (p->prefix) {
    scr_free(r->prefix);
    r->prefix = p->prefix;
    p->prefix = NULL;
  }
  scr_results_schedule(a->s);
}

static bool run_plan(scr_args *a, plan *p) {
  if (p->file.file && !scr_results_export(a->s, &p->file.at, p->file.file,
                                          active_kinds(results_of(a)), p->file.append))
    return false;
  apply(a, p);
  if (p->list) list_results(a);
  if (p->map >= 0) scr_fish_set(a->fish, p->map, map_of_frames(a));
  return true;
}

bool scr_model_results(scr_args *a) {
  const scr_results *r = results_of(a);
  plan p = {.to = {.every = r->every, .interval = r->interval, .on = r->on, .index = r->index},
            .map = -1};
  bool ok = !scr_args_end(a) || scr_args_expected(a, "'interval', 'export' or another word");
  while (ok && !scr_args_end(a)) ok = read_word(a, &p);
  if (ok) tell_files(a, &p.file, active_kinds(r));
  ok = ok && may_be(a, &p.file, active_kinds(r)) && scr_args_finish(a) &&
       scr_results_settle(a->s) && run_plan(a, &p);
  scr_free(p.prefix);
  scr_free(p.movie);
  scr_free(p.file.file);
  return ok;
}

/* ---- ball, wall, contact results ---- */

enum {
  P_ACTIVE,
  P_ADD,
  P_REMOVE,
  P_EXPORT,
  P_APPEND,
  P_ACTIVATE,
  P_DEACTIVATE,
  P_CLEAR,
  P_CYCLES,
  P_FILENAME,
  P_GENERATE,
  P_LOAD,
  P_MAP,
  P_NOTHROW,
  P_TIME,
  P_ZERO,
  P_BONDS
};
#define PIECE_WORDS                                                                                \
  {"active", "<b>", "frames hold them, or do not"},                                                \
      {"add-attribute", "<s>", "files have a column of this quantity, too"},                       \
      {"remove-attribute", "<s>", "they have it no more"},                                         \
      {"export", "<s>", "writes them as they are into a file, whose suffix says how"},             \
      {"append", "", "after 'export': adds to the file (.dump and .xyz)"},                         \
      {"activate", "", "as 'active on' (PFC 5)"}, {"deactivate", "", "as 'active off' (PFC 5)"},   \
      {"clear", "", "no effect: frames are files"},                                                \
      {"cycles", "<i>", "no effect: see 'model results interval step'"},                           \
      {"filename", "<s>", "no effect: see 'model results prefix'"},                                \
      {"generate", "", "no effect: 'export' writes a file"},                                       \
      {"load", "<s>", "no effect: frames are files"}, {"map", "", "no effect: frames are files"},  \
      {"nothrow", "[<b>]", "no effect"},                                                           \
      {"time", "<f>", "no effect: see 'model results interval'"}, {                                \
    "zero", "", "no effect: see 'model results index'"                                             \
  }
const scr_word_row scr_piece_results_words[] = {PIECE_WORDS, {0}};
const scr_word_row scr_contact_results_words[] = {
    PIECE_WORDS, {"bonds", "<b>", "frames hold bonds in files of their own, or do not"}, {0}};

typedef struct piece {
  scr_dataset_kind kind;
  const scr_quantity *quantity;
  const scr_word_row *words;
} piece;

typedef struct change {
  bool active, bonds;
  int more[SCR_RESULTS_MORE], n;
  request file;
} change;

static bool unknown_attribute(scr_args *a, const piece *p, const scr_loc *at, const char *name) {
  scr_nearest near = {.word = name};
  for (const scr_quantity *q = p->quantity; q->name; q++) scr_nearest_offer(&near, q->name);
  scr_fail(a->diag, at, SCR_E_NAME, "%s have no attribute '%s'", scr_dataset_name[p->kind], name);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

static bool read_attribute(scr_args *a, const piece *p, int *q) {
  char *name = NULL;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of an attribute", &name)) return false;
  *q = scr_quantity_find(p->quantity, name);
  const bool ok =
      *q >= 0 ? scr_args_offered(a, &p->quantity[*q]) : unknown_attribute(a, p, &at, name);
  scr_free(name);
  return ok;
}

static int place_of(const change *c, int q) {
  int k = 0;
  while (k < c->n && c->more[k] != q) k++;
  return k;
}

/* What every file of that kind holds, besides scr_dataset_usual(). */
static bool is_there_anyway(const piece *p, const char *name) {
  const bool balls = p->kind == SCR_DATA_BALLS, walls = p->kind == SCR_DATA_WALLS;
  return ((balls || walls) && (scr_casecmp(name, "id") == 0 || scr_casecmp(name, "group") == 0)) ||
         (balls && scr_casecmp(name, "position") == 0);
}

static bool add_attribute(scr_args *a, const piece *p, change *c) {
  int q;
  const scr_loc at = scr_args_loc(a);
  const scr_token *t = scr_args_peek(a);
  scr_args_again(a);
  if (t && t->text && is_there_anyway(p, t->text)) {
    a->k++;
    return true;
  }
  if (t && t->text && scr_casecmp(t->text, "extra") == 0) {
    int64_t n;
    a->k++;
    if (scr_args_number_follows(a) && !scr_args_int(a, "the number of an extra variable", &n))
      return false;
    return scr_warn(a->diag, &at, SCR_E_UNSUPPORTED,
                    "'extra' has no effect: files do not hold extra variables");
  }
  if (!read_attribute(a, p, &q)) return false;
  scr_args_makes(a, "added attribute", p->quantity[q].name, &at);
  if (place_of(c, q) < c->n) return true;
  if (c->n == SCR_RESULTS_MORE)
    return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d attributes", SCR_RESULTS_MORE);
  c->more[c->n++] = q;
  return true;
}

static bool remove_attribute(scr_args *a, const piece *p, change *c) {
  int q;
  const scr_loc at = scr_args_loc(a);
  scr_args_again(a);
  if (!read_attribute(a, p, &q)) return false;
  const int k = place_of(c, q);
  if (k == c->n) scr_args_needs(a, "added attribute", p->quantity[q].name, &at);
  if (k == c->n && !a->dry)
    return scr_fail(a->diag, &at, SCR_E_NAME, "'%s' was not added", p->quantity[q].name);
  if (k == c->n) return true;
  memmove(&c->more[k], &c->more[k + 1], (size_t)(c->n - k - 1) * sizeof *c->more);
  c->n--;
  return true;
}

/* The value that stands behind a word of PFC 5. */
static bool pass_value(scr_args *a, int w) {
  double f;
  int64_t i;
  char *name = NULL;
  if (w == P_TIME) return scr_args_real(a, "a time", &f);
  if (w == P_CYCLES) return scr_args_int(a, "a number of cycles", &i);
  const scr_token *t = scr_args_peek(a);
  const bool word = t && strlen(t->text) > 3 && scr_args_next_is(a, scr_piece_results_words);
  if ((w != P_LOAD && w != P_FILENAME) || word) return true;
  const bool ok = scr_args_name(a, "the name of a file", &name);
  scr_free(name);
  return ok;
}

/* Results of PFC 5 were kept in memory, each kind with a clock of its own. */
static bool pass_over(scr_args *a, int w) {
  const scr_loc at = scr_args_last(a);
  const char *word = a->tok[a->k - 1].text;
  bool on;
  scr_args_again(a);
  if (w == P_NOTHROW) return !scr_args_more(a) || scr_args_bool(a, "on or off", &on);
  if (!pass_value(a, w)) return false;
  return scr_told_once(a->s, "results of PFC 5") ||
         scr_warn(a->diag, &at, SCR_E_UNSUPPORTED,
                  "'%s' has no effect: frames are files, written by 'model results interval'",
                  word);
}

static bool read_change(scr_args *a, const piece *p, change *c) {
  int w;
  if (!scr_args_word(a, p->words, &w)) return false;
  switch (w) {
  case P_ACTIVATE: return c->active = true;
  case P_DEACTIVATE: return !(c->active = false);
  case P_CLEAR:
  case P_CYCLES:
  case P_FILENAME:
  case P_GENERATE:
  case P_LOAD:
  case P_MAP:
  case P_NOTHROW:
  case P_TIME:
  case P_ZERO: return pass_over(a, w);
  case P_ACTIVE: return scr_args_bool(a, "on or off", &c->active);
  case P_ADD: return add_attribute(a, p, c);
  case P_REMOVE: return remove_attribute(a, p, c);
  case P_EXPORT: return read_request(a, &c->file);
  case P_APPEND: return read_append(a, &c->file);
  default: return scr_args_bool(a, "on or off", &c->bonds);
  }
}

static void apply_change(scr_args *a, const piece *p, const change *c) {
  scr_results *r = results_of(a);
  struct scr_results_kind *k = &r->kind[p->kind], *bonds = &r->kind[SCR_DATA_BONDS];
  k->active = c->active, k->nmore = c->n;
  memcpy(k->more, c->more, sizeof k->more);
  if (p->kind == SCR_DATA_CONTACTS) {
    bonds->active = c->bonds, bonds->nmore = c->n;
    memcpy(bonds->more, c->more, sizeof bonds->more);
  }
  scr_results_schedule(a->s);
}

static bool piece_results(scr_args *a, const piece *p) {
  const scr_results *r = results_of(a);
  const struct scr_results_kind *k = &r->kind[p->kind];
  change c = {.active = k->active, .bonds = r->kind[SCR_DATA_BONDS].active, .n = k->nmore};
  memcpy(c.more, k->more, sizeof c.more);
  bool ok = !scr_args_end(a) || scr_args_expected(a, "'active', 'export' or another word");
  while (ok && !scr_args_end(a)) ok = read_change(a, p, &c);
  ok = ok && may_be(a, &c.file, 1u << p->kind) && scr_args_finish(a) && scr_results_settle(a->s);
  if (ok) apply_change(a, p, &c);
  ok = ok && (!c.file.file ||
              scr_results_export(a->s, &c.file.at, c.file.file, 1u << p->kind, c.file.append));
  scr_free(c.file.file);
  return ok;
}

bool scr_ball_results(scr_args *a) {
  static const piece p = {SCR_DATA_BALLS, scr_ball_quantity, scr_piece_results_words};
  return piece_results(a, &p);
}

bool scr_wall_results(scr_args *a) {
  static const piece p = {SCR_DATA_WALLS, scr_wall_quantity, scr_piece_results_words};
  return piece_results(a, &p);
}

bool scr_contact_results(scr_args *a) {
  static const piece p = {SCR_DATA_CONTACTS, scr_contact_quantity, scr_contact_results_words};
  return piece_results(a, &p);
}

/* ---- what has the same columns always: fractures, regions, geometry sets, inlets ---- */

enum { T_ACTIVE, T_EXPORT };
const scr_word_row scr_thing_results_words[] = {
    {"active", "<b>", "frames hold them, or do not; default off"},
    {"export", "<s>", "writes them as they are into a file, whose suffix says how"},
    {0}};

static bool read_thing_word(scr_args *a, bool *active, request *file) {
  int w;
  if (!scr_args_word(a, scr_thing_results_words, &w)) return false;
  return w == T_ACTIVE ? scr_args_bool(a, "on or off", active) : read_request(a, file);
}

static bool thing_results(scr_args *a, scr_dataset_kind kind) {
  struct scr_results_kind *k = &results_of(a)->kind[kind];
  bool active = k->active;
  request file = {0};
  bool ok = !scr_args_end(a) || scr_args_expected(a, "'active' or 'export'");
  while (ok && !scr_args_end(a)) ok = read_thing_word(a, &active, &file);
  ok = ok && may_be(a, &file, 1u << kind) && scr_args_finish(a) && scr_results_settle(a->s);
  if (ok) k->active = active, scr_results_schedule(a->s);
  ok = ok && (!file.file || scr_results_export(a->s, &file.at, file.file, 1u << kind, false));
  scr_free(file.file);
  return ok;
}

bool scr_fracture_results(scr_args *a) { return thing_results(a, SCR_DATA_FRACTURES); }
bool scr_measure_results(scr_args *a) { return thing_results(a, SCR_DATA_MEASURES); }
bool scr_geometry_results(scr_args *a) { return thing_results(a, SCR_DATA_GEOMETRY); }
bool scr_inlet_results(scr_args *a) { return thing_results(a, SCR_DATA_INLETS); }
