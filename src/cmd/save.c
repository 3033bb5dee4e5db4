/* A whole session to and from a save file: the world's sections, and those of what surrounds it. */
#include "cmd/session.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/history.h"
#include "cmd/legacy_rows.h"
#include "cmd/range.h"
#include "cmd/results.h"
#include "cmd/session_kept.h"
#include "cmd/setting.h"
#include "cmd/view_kept.h"
#include "io/save_bricks.h"
#include "io/save_geometry.h"
#include "io/save_world.h"
#include "script/val_io.h"
#include "world/measure/measure.h"
#include "world/fracture/template.h"
#include "world/fracture/fragment.h"
#include "world/fracture/inter.h"

#define SECTION_TITLE     "title"
#define SECTION_TABLES    "tables"
#define SECTION_VALUES    "fish-values"
#define SECTION_SOURCE    "fish-source"
#define SECTION_RANGES    "ranges"
#define SECTION_HISTORIES "histories"
#define SECTION_CALLBACKS "callbacks"
#define SECTION_LEGACY    "legacy"
#define SECTION_RESULTS   "results"
#define SECTION_MOVIE     "movie"
#define SECTION_CAMERA    "movie-camera"
#define SECTION_BEHAVIOR  "group-behavior"

static bool bad(scr_savefile *f, const char *section, const char *what) {
  return scr_savefile_bad(f, section, "%s", what);
}

/* ---- title, tables ---- */

static void save_title(scr_session *s, scr_saveout *o) {
  scr_put_text(scr_saveout_begin(o, SECTION_TITLE), s->lib.title);
  scr_saveout_end(o);
}

static bool load_title(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_TITLE, &in)) return false;
  scr_free(s->lib.title);
  s->lib.title = scr_get_text(&in);
  return scr_savefile_complete(f, SECTION_TITLE, &in);
}

static void save_tables(scr_session *s, scr_saveout *o) {
  scr_buf *b = scr_saveout_begin(o, SECTION_TABLES);
  scr_put_u64(b, s->lib.tables.n);
  for (size_t k = 0; k < s->lib.tables.n; k++) {
    const scr_xytable *t = s->lib.tables.item[k];
    scr_put_u32(b, t->id);
    scr_put_text(b, t->name);
    scr_put_text(b, t->label);
    scr_put_u64(b, t->n);
    scr_put_f64s(b, t->x, t->n);
    scr_put_f64s(b, t->y, t->n);
  }
  scr_saveout_end(o);
}

/* Makes the table of that name and id behind all others; NULL if there is one already. */
static scr_xytable *new_table(scr_xytables *all, uint32_t id, const char *name) {
  size_t n = all->n;
  if (id == 0 || (n && all->item[n - 1]->id >= id) || scr_xytable_find(all, name)) return NULL;
  scr_xytable *t = scr_xytable_need(all, name);
  if (all->item[n] != t) return NULL;
  t->id = id;
  return t;
}

static void load_table(scr_xytables *all, scr_bytes *in) {
  uint32_t id = scr_get_u32(in);
  char *name = scr_get_text(in), *label = scr_get_text(in);
  size_t n = scr_get_count(in, 2 * sizeof(double));
  scr_xytable *t = in->bad ? NULL : new_table(all, id, name);
  if (t) {
    const unsigned char *at = in->at;
    for (size_t k = 0; k < n; k++) {
      scr_bytes x = {at + 8 * k, in->end, false}, y = {at + 8 * (n + k), in->end, false};
      double px = scr_get_f64(&x), py = scr_get_f64(&y);
      scr_xytable_put(t, k, px, py);
    }
    scr_get_span(in, n * 2 * sizeof(double));
    if (*label) t->label = scr_strdup(label);
  }
  in->bad |= !t;
  scr_free(name);
  scr_free(label);
}

static bool load_tables(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_TABLES, &in)) return false;
  size_t n = scr_get_count(&in, 20);
  for (size_t k = 0; k < n && !in.bad; k++) load_table(&s->lib.tables, &in);
  return scr_savefile_complete(f, SECTION_TABLES, &in);
}

/* ---- FISH: values of symbols, extra variables ---- */

/* The two types of contacts number theirs apart. */
static uint64_t number_of(void *user, int kind, scr_ref ref) {
  scr_session *s = user;
  scr_contact c;
  if (!scr_lib_alive(s, kind, ref)) return 0;
  uint64_t id = (uint64_t)scr_lib_pointer_id(s, kind, ref);
  if (scr_lib_is_geom(kind)) id |= (uint64_t)ref.gen << 32; /* the id of its set */
  if (kind == SCR_K_CONTACT && scr_contact_of_ref(s->lib.world, ref, &c))
    id |= (uint64_t)c.type << 32;
  return id;
}

static bool find_contact(scr_world *w, uint64_t number, scr_ref *ref) {
  scr_contact c;
  uint64_t type = number >> 32;
  if (type >= SCR_CONTACT_TYPES ||
      !scr_contact_find(w, (scr_contact_type)type, (uint32_t)number, &c))
    return false;
  *ref = scr_contact_ref(w, c);
  return true;
}

static uint32_t find_vertex(const scr_world *w, uint32_t id) {
  return scr_idmap_get(&w->vertex_by_id, id, SCR_NONE);
}

/* Things with rows or places: by id, and the handle of one. */
static const struct {
  uint32_t (*find)(const scr_world *w, uint32_t id);
  scr_ref (*ref)(const scr_world *w, uint32_t row);
} in_rows[SCR_KINDS] = {
    [SCR_K_BALL] = {scr_ball_find, scr_ball_ref},
    [SCR_K_WALL] = {scr_wall_find, scr_wall_ref},
    [SCR_K_FACET] = {scr_facet_find, scr_facet_ref},
    [SCR_K_VERTEX] = {find_vertex, scr_vertex_ref},
    [SCR_K_DFN] = {scr_dfn_by_id, scr_dfn_ref},
    [SCR_K_FRACTURE] = {scr_fracture_find, scr_fracture_ref},
    [SCR_K_TEMPLATE] = {scr_template_by_id, scr_template_ref},
};

/* Things whose handle is their id. */
static bool is_known(const scr_lib *lib, int kind, uint32_t id) {
  const scr_world *w = lib->world;
  switch (kind) {
  case SCR_K_MEASURE: return scr_measure_find(w, id) != SCR_NONE;
  case SCR_K_INTER: return scr_inter_find(w, id) != NULL;
  case SCR_K_INTERSET: return scr_interset_find(w, id) != NULL;
  case SCR_K_TABLE: return scr_xytable_by_id(&lib->tables, id) != NULL;
  case SCR_K_FRAGMENT: return scr_fragment_known(w, id);
  case SCR_K_BRICK: return scr_brick_find(&lib->bricks, id) != SCR_NONE;
  default: return false;
  }
}

static bool find_thing(void *user, int kind, uint64_t number, scr_ref *ref) {
  const scr_lib *lib = user;
  const uint32_t id = (uint32_t)number;
  *ref = (scr_ref){0, 0};
  if (kind <= 0 || kind >= SCR_KINDS) return false;
  if (number == 0) return true; /* it was gone when the file was written */
  if (kind == SCR_K_CONTACT) return find_contact(lib->world, number, ref);
  if (scr_lib_is_geom(kind)) {
    *ref = (scr_ref){id, (uint32_t)(number >> 32)};
    return scr_lib_alive(user, kind, *ref);
  }
  if (number > UINT32_MAX) return false;
  if (!in_rows[kind].find) return *ref = (scr_ref){id, 1}, is_known(lib, kind, id);
  const uint32_t row = in_rows[kind].find(lib->world, id);
  if (row != SCR_NONE) *ref = in_rows[kind].ref(lib->world, row);
  return row != SCR_NONE;
}

static int by_name(const void *a, const void *b) {
  return scr_casecmp(*(const char *const *)a, *(const char *const *)b);
}

/* Names of the symbols that hold something, sorted: in the machine they lie in the order in which
 * they were first mentioned. */
static const char **symbol_names(const scr_fish *f, size_t *n) {
  int all = scr_fish_symbols(f);
  const char **name = scr_alloc((size_t)all * sizeof *name);
  *n = 0;
  for (int k = 0; k < all; k++)
    if (scr_fish_was_assigned(f, k)) name[(*n)++] = scr_fish_symbol_name(f, k);
  qsort(name, *n, sizeof *name, by_name);
  return name;
}

static void count_extra(void *user, scr_kind kind, scr_ref ref, const scr_val *value, size_t n) {
  (void)kind, (void)ref, (void)value, (void)n;
  ++*(uint64_t *)user;
}

typedef struct extra_writer {
  scr_session *s;
  scr_val_writer *w;
} extra_writer;

static void put_extra(void *user, scr_kind kind, scr_ref ref, const scr_val *value, size_t n) {
  const extra_writer *e = user;
  scr_put_u8(e->w->out, (uint8_t)kind);
  scr_put_u64(e->w->out, number_of(e->s, kind, ref));
  scr_put_u8(e->w->out, (uint8_t)n);
  for (size_t k = 0; k < n; k++) scr_val_put(e->w, &value[k]);
}

/* Extra variables stand behind the symbols in one section, since both may hold the same container.
 * Where there are none the section ends. */
static void save_extras(scr_session *s, const scr_extras *x, scr_val_writer *w, uint64_t n) {
  extra_writer e = {s, w};
  scr_put_u64(w->out, n);
  scr_extras_each(x, &s->lib, put_extra, &e);
}

/* Free properties follow them in the same way. */
static void save_hung(scr_session *s, scr_val_writer *w) {
  uint64_t extras = 0, props = 0;
  scr_extras_each(&s->lib.extras, &s->lib, count_extra, &extras);
  scr_extras_each(&s->lib.props, &s->lib, count_extra, &props);
  if (extras || props) save_extras(s, &s->lib.extras, w, extras);
  if (props) save_extras(s, &s->lib.props, w, props);
}

static void load_extra(scr_session *s, scr_extras *x, scr_val_reader *r) {
  uint8_t kind = scr_get_u8(r->in);
  uint64_t number = scr_get_u64(r->in);
  uint8_t n = scr_get_u8(r->in);
  scr_ref ref = {0, 0};
  const bool bears = kind == SCR_K_BALL || kind == SCR_K_WALL || kind == SCR_K_FACET ||
                     kind == SCR_K_CONTACT || kind == SCR_K_FRACTURE ||
                     (scr_lib_is_geom(kind) && kind != SCR_K_GEOM_SET && x == &s->lib.extras);
  const bool fits = bears && n >= 1 && n <= SCR_EXTRA_MAX;
  if (!fits || !find_thing(s, kind, number, &ref) || number == 0) r->in->bad = true;
  for (size_t k = 0; k < n && !r->in->bad; k++) scr_extra_set(x, kind, ref, k, scr_val_get(r));
}

static void load_extras(scr_session *s, scr_extras *x, scr_val_reader *r) {
  if (r->in->bad || r->in->at == r->in->end) return;
  size_t n = scr_get_count(r->in, 11);
  for (size_t k = 0; k < n && !r->in->bad; k++) load_extra(s, x, r);
}

static void save_values(scr_session *s, scr_saveout *o) {
  scr_val_writer w = {
      .out = scr_saveout_begin(o, SECTION_VALUES), .number_of = number_of, .user = s};
  size_t n;
  const char **name = symbol_names(s->fish, &n);
  scr_put_u64(w.out, n);
  for (size_t k = 0; k < n; k++) {
    scr_val v = scr_fish_get(s->fish, scr_fish_symbol(s->fish, name[k], false));
    scr_put_text(w.out, name[k]);
    scr_val_put(&w, &v);
  }
  save_hung(s, &w);
  scr_saveout_end(o);
  scr_val_writer_free(&w);
  scr_free(name);
}

static bool load_values(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_VALUES, &in)) return false;
  scr_val_reader r = {.in = &in, .find = find_thing, .user = s, .fish = s->fish};
  size_t n = scr_get_count(&in, 5);
  for (size_t k = 0; k < n && !in.bad; k++) {
    char *name = scr_get_text(&in);
    scr_fish_set(s->fish, scr_fish_symbol(s->fish, name, true), scr_val_get(&r));
    scr_free(name);
  }
  load_extras(s, &s->lib.extras, &r);
  load_extras(s, &s->lib.props, &r);
  scr_val_reader_free(&r);
  return scr_savefile_complete(f, SECTION_VALUES, &in);
}

/* ---- FISH: definitions as source ---- */

enum { LINE_MAX_SAVED = 10000000 }; /* a file that claims more is not believed */

static void count_definition(void *user, int symbol, const char *name, const char *text,
                             const char *file, int line, scr_dialect dialect) {
  (void)symbol, (void)name, (void)text, (void)file, (void)line, (void)dialect;
  ++*(uint64_t *)user;
}

static void put_definition(void *user, int symbol, const char *name, const char *text,
                           const char *file, int line, scr_dialect dialect) {
  (void)symbol, (void)file; /* equal states give equal bytes, whatever the data file is called */
  scr_put_text(user, name);
  scr_put_text(user, "");
  scr_put_u32(user, (uint32_t)line);
  scr_put_u8(user, (uint8_t)dialect);
  scr_put_text(user, text);
}

static void save_source(scr_session *s, scr_saveout *o) {
  scr_buf *b = scr_saveout_begin(o, SECTION_SOURCE);
  uint64_t n = 0;
  scr_fish_each_definition(s->fish, count_definition, &n);
  scr_put_u64(b, n);
  scr_fish_each_definition(s->fish, put_definition, b);
  scr_saveout_end(o);
}

static const char *skip(const char *p, bool blanks) {
  while (*p && *p != '\n' && (*p == ' ' || *p == '\t') == blanks) p++;
  return p;
}

/* The word `define`, `def`, `operator` or `structure` with which a definition begins, behind `fish`
 * or not. */
static const char *keyword(const char *text) {
  const char *word = skip(text, true);
  return scr_lower(*word) == 'f' ? skip(skip(word, false), true) : word;
}

static bool define_text(scr_session *s, scr_source *src, int line, scr_dialect dialect,
                        const char *text) {
  const char *word = keyword(text);
  const int col = (int)(skip(word, false) - text) + 1;
  const char kind = scr_lower(*word);
  return kind == 's'   ? scr_fish_structure(s->fish, src, line, line, col, dialect)
         : kind == 'o' ? scr_fish_define_operator(s->fish, src, &line, col, dialect)
                       : scr_fish_define(s->fish, src, &line, col, dialect);
}

/* Blank lines before the definition give it its old place in messages. */
static scr_source *source_of(const char *file, uint32_t line, const char *text) {
  scr_buf b = {0};
  if (line > 1) memset(scr_put_room(&b, line - 1), '\n', line - 1);
  scr_buf_puts(&b, text);
  scr_source *src = scr_source_new(file, NULL, b.s, b.n);
  scr_buf_free(&b);
  return src;
}

static bool define(scr_session *s, scr_savefile *f, const char *name, uint32_t line,
                   scr_dialect dialect, const char *text) {
  scr_source *src = source_of("restored", line, text);
  s->restoring = true; /* callbacks are saved on their own */
  bool ok = define_text(s, src, (int)line, dialect, text);
  s->restoring = false;
  scr_source_drop(src);
  int symbol = scr_fish_symbol(s->fish, name, false);
  const bool there = symbol >= 0 && (scr_fish_is_function(s->fish, symbol) ||
                                     scr_fish_layout(s->fish, symbol).type == SCR_V_LIST);
  return ok && (there || bad(f, SECTION_SOURCE, "a definition defines something else"));
}

static bool load_definition(scr_session *s, scr_savefile *f, scr_bytes *in) {
  char *name = scr_get_text(in), *file = scr_get_text(in);
  uint32_t line = scr_get_below(in, LINE_MAX_SAVED);
  uint8_t dialect = scr_get_u8(in);
  char *text = scr_get_text(in);
  if (line == 0 || dialect > SCR_PFC5) in->bad = true;
  bool ok = in->bad || define(s, f, name, line, (scr_dialect)dialect, text);
  scr_free(name);
  scr_free(file);
  scr_free(text);
  return ok;
}

static bool load_source(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_SOURCE, &in)) return false;
  size_t n = scr_get_count(&in, 17);
  for (size_t k = 0; k < n && !in.bad; k++)
    if (!load_definition(s, f, &in)) return false;
  return scr_savefile_complete(f, SECTION_SOURCE, &in);
}

/* ---- ranges ---- */

static void save_ranges(scr_session *s, scr_saveout *o) {
  scr_buf *b = scr_saveout_begin(o, SECTION_RANGES);
  uint64_t n = 0;
  for (size_t k = 0; k < s->nrange; k++) n += s->ranges[k].range != NULL;
  scr_put_u64(b, n);
  for (size_t k = 0; k < s->nrange; k++) {
    const scr_named_range *r = &s->ranges[k];
    if (!r->range) continue;
    scr_put_u32(b, (uint32_t)k);
    scr_put_u8(b, r->name != NULL);
    scr_put_text(b, r->name);
    scr_put_text(b, r->spec);
  }
  scr_saveout_end(o);
}

enum { RANGES_MAX = 1 << 20 };

static bool load_ranges(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_RANGES, &in)) return false;
  size_t n = scr_get_count(&in, 13);
  bool ok = true;
  for (size_t i = 0; i < n && ok && !in.bad; i++) {
    uint32_t k = scr_get_below(&in, RANGES_MAX);
    bool named = scr_get_bool(&in);
    char *name = scr_get_text(&in), *spec = scr_get_text(&in);
    ok = in.bad || scr_named_range_set(s, k, named ? name : NULL, spec);
    scr_free(name);
    scr_free(spec);
  }
  return ok && scr_savefile_complete(f, SECTION_RANGES, &in);
}

/* Models in which nobody set it have no such section. */
static void save_behavior(const scr_session *s, scr_saveout *o) {
  if (!s->lib.group_ends) return;
  scr_put_u8(scr_saveout_begin(o, SECTION_BEHAVIOR), (uint8_t)s->lib.group_ends);
  scr_saveout_end(o);
}

static bool load_behavior(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_holds(f, SECTION_BEHAVIOR)) return true;
  if (!scr_savefile_take(f, SECTION_BEHAVIOR, &in)) return false;
  s->lib.group_ends = scr_get_u8(&in);
  if (s->lib.group_ends < 1 || s->lib.group_ends > 2) in.bad = true;
  return scr_savefile_complete(f, SECTION_BEHAVIOR, &in);
}

/* ---- histories ---- */

static void save_histories(scr_session *s, scr_saveout *o) {
  const scr_histories *h = &s->lib.histories;
  scr_buf *b = scr_saveout_begin(o, SECTION_HISTORIES);
  scr_put_u64(b, h->interval);
  scr_put_u64(b, h->nstep);
  for (size_t k = 0; k < h->nstep; k++) scr_put_u64(b, h->step[k]);
  scr_put_u64(b, h->n);
  for (size_t k = 0; k < h->n; k++) {
    const scr_history *item = h->item[k];
    scr_put_u32(b, item->id);
    scr_put_text(b, item->name);
    scr_put_text(b, item->label);
    scr_put_text(b, item->spec);
    scr_put_u64(b, item->n);
    scr_put_f64s(b, item->sample, item->n);
  }
  scr_saveout_end(o);
}

static void load_steps(scr_histories *h, scr_bytes *in) {
  h->interval = scr_get_u64(in);
  if (h->interval == 0) in->bad = true;
  size_t n = scr_get_count(in, sizeof *h->step);
  SCR_GROW(h->step, h->cap_step, n);
  for (size_t k = 0; k < n; k++) h->step[k] = scr_get_u64(in);
  h->nstep = n;
}

static bool known(const scr_histories *h, const char *name, uint32_t id) {
  for (size_t k = 0; k < h->n; k++)
    if (h->item[k]->id == id || scr_casecmp(h->item[k]->name, name) == 0) return true;
  return id == 0;
}

static bool load_history(scr_session *s, scr_bytes *in) {
  scr_histories *h = &s->lib.histories;
  uint32_t id = scr_get_u32(in);
  char *name = scr_get_text(in), *label = scr_get_text(in), *spec = scr_get_text(in);
  size_t n = scr_get_count(in, sizeof(double));
  if (n > h->nstep || known(h, name, id)) in->bad = true;
  scr_history *item = in->bad ? NULL : scr_history_add(h, name, id, spec);
  if (item) {
    scr_free(item->label);
    item->label = scr_strdup(label);
    for (size_t k = 0; k < n; k++) scr_history_put(item, scr_get_f64(in));
  }
  scr_free(name);
  scr_free(label);
  scr_free(spec);
  return !item || scr_history_resolve(s, item);
}

static bool load_histories(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_HISTORIES, &in)) return false;
  load_steps(&s->lib.histories, &in);
  size_t n = scr_get_count(&in, 24);
  for (size_t k = 0; k < n && !in.bad; k++)
    if (!load_history(s, &in)) return false;
  if (!scr_savefile_complete(f, SECTION_HISTORIES, &in)) return false;
  scr_history_schedule(s);
  return true;
}

/* ---- callbacks ---- */

static void save_callbacks(scr_session *s, scr_saveout *o) {
  const scr_world *w = s->lib.world;
  scr_buf *b = scr_saveout_begin(o, SECTION_CALLBACKS);
  scr_put_u64(b, w->ncallback);
  for (size_t k = 0; k < w->ncallback; k++) {
    const scr_callback *c = &w->callback[k];
    scr_put_text(b, scr_fish_symbol_name(s->fish, c->function));
    scr_put_text(b, c->event >= 0 ? scr_event_name[c->event] : "");
    scr_put_f64(b, isfinite(c->point) ? c->point : 0);
    scr_put_u32(b, (uint32_t)c->interval);
  }
  scr_saveout_end(o);
}

/* -1: no event, a cycle point. */
static int find_event(const char *name, scr_bytes *in) {
  if (!*name) return -1;
  for (int k = 0; k < SCR_EVENTS; k++)
    if (strcmp(scr_event_name[k], name) == 0) return k;
  in->bad = true;
  return -1;
}

#define NAME_SIGNS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"

static void load_callback(scr_session *s, scr_bytes *in) {
  char *name = scr_get_text(in), *event = scr_get_text(in);
  scr_callback c = {.event = find_event(event, in), .point = scr_get_f64(in)};
  uint32_t interval = scr_get_u32(in);
  const bool named = name[0] && !name[strspn(name, NAME_SIGNS)];
  int symbol = scr_fish_symbol(s->fish, name, named); /* it may be defined later */
  if (!isfinite(c.point) || interval == 0 || interval > INT32_MAX || symbol < 0) in->bad = true;
  c.interval = (int)interval;
  c.function = symbol;
  if (!in->bad) scr_callback_add(s->lib.world, &c);
  scr_free(name);
  scr_free(event);
}

static bool load_callbacks(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_CALLBACKS, &in)) return false;
  size_t n = scr_get_count(&in, 20);
  for (size_t k = 0; k < n && !in.bad; k++) load_callback(s, &in);
  return scr_savefile_complete(f, SECTION_CALLBACKS, &in);
}

/* ---- results ---- */

static void save_camera(const scr_session *s, scr_saveout *o) {
  static const scr_view_kept none = {0};
  const scr_results *r = s->results;
  scr_buf *b = scr_saveout_begin(o, SECTION_CAMERA);
  for (int k = 0; k < 2; k++) scr_put_u32(b, (uint32_t)r->size[k]);
  scr_view_kept_put(r->kept ? r->kept : &none, b);
  scr_saveout_end(o);
}

/* Models without frames or movie have no such section, as those of programs that knew none. */
static void save_results(scr_session *s, scr_saveout *o) {
  if (scr_results_are_set(s->results)) {
    scr_results_put(s->results, scr_saveout_begin(o, SECTION_RESULTS));
    scr_saveout_end(o);
  }
  if (s->results->movie) {
    scr_put_text(scr_saveout_begin(o, SECTION_MOVIE), s->results->movie);
    scr_saveout_end(o);
  }
  if (s->results->movie && (s->results->kept || s->results->size[0])) save_camera(s, o);
}

static bool load_camera(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  scr_results *r = s->results;
  if (!scr_savefile_holds(f, SECTION_CAMERA)) return true;
  if (!scr_savefile_take(f, SECTION_CAMERA, &in)) return false;
  for (int k = 0; k < 2; k++) r->size[k] = scr_get_below(&in, 20001);
  if (!r->size[0] != !r->size[1] || r->size[0] * r->size[1] > SCR_SCENE_MOST) in.bad = true;
  r->kept = scr_alloc(sizeof *r->kept);
  scr_view_kept_get(r->kept, &in);
  return scr_savefile_complete(f, SECTION_CAMERA, &in);
}

static bool load_movie(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_holds(f, SECTION_MOVIE)) return true;
  if (!scr_savefile_take(f, SECTION_MOVIE, &in)) return false;
  scr_results_movie(s->results, scr_get_text(&in));
  s->results->awaits = true;
  if (!*s->results->movie) in.bad = true;
  return scr_savefile_complete(f, SECTION_MOVIE, &in);
}

static bool load_results(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_holds(f, SECTION_RESULTS)) return true;
  if (!scr_savefile_take(f, SECTION_RESULTS, &in)) return false;
  scr_results_get(s->results, &in);
  return scr_savefile_complete(f, SECTION_RESULTS, &in);
}

/* ---- legacy dialect ---- */

enum { NO_LEGACY, HAS_LEGACY };

static void save_legacy(scr_session *s, scr_saveout *o) {
  scr_buf *b = scr_saveout_begin(o, SECTION_LEGACY);
  scr_put_u8(b, s->legacy ? HAS_LEGACY : NO_LEGACY);
  if (s->legacy) {
    scr_put_f64(b, s->lib.legacy_damp);
    scr_put_u64(b, s->legacy->n);
    for (size_t k = 0; k < s->legacy->n; k++) {
      scr_put_text(b, s->legacy->macro[k].name);
      scr_put_text(b, s->legacy->macro[k].text);
    }
  }
  scr_saveout_end(o);
}

static bool load_legacy(scr_session *s, scr_savefile *f) {
  scr_bytes in;
  if (!scr_savefile_take(f, SECTION_LEGACY, &in)) return false;
  if (scr_get_bool(&in)) {
    struct scr_legacy *l = s->legacy = scr_alloc(sizeof *l);
    s->lib.legacy_damp = scr_get_f64(&in);
    size_t n = scr_get_count(&in, 8);
    SCR_GROW(l->macro, l->cap, n);
    for (; l->n < n; l->n++) {
      l->macro[l->n].name = scr_get_text(&in);
      l->macro[l->n].text = scr_get_text(&in);
    }
    if (!(s->lib.legacy_damp >= 0 && s->lib.legacy_damp < 1)) in.bad = true;
  }
  return scr_savefile_complete(f, SECTION_LEGACY, &in);
}

/* ---- saving ---- */

static bool save_all(scr_session *s, scr_saveout *o) {
  if (!scr_results_settle(s)) return scr_saveout_close(o, false);
  save_title(s, o);
  scr_save_world(s->lib.world, o);
  save_tables(s, o);
  scr_save_geometry(&s->lib.geoms, s->lib.world, o);
  scr_save_bricks(&s->lib.bricks, o);
  save_values(s, o);
  save_source(s, o);
  save_ranges(s, o);
  save_behavior(s, o);
  save_histories(s, o);
  save_callbacks(s, o);
  save_legacy(s, o);
  save_results(s, o);
  return scr_saveout_close(o, true);
}

bool scr_session_save(scr_session *s, const char *path) {
  return save_all(s, scr_saveout_file(&s->diag, path));
}

bool scr_session_hash(scr_session *s, char out[33]) {
  scr_buf image = {0};
  scr_savefile f = {0};
  bool ok = scr_session_save_image(s, &image) &&
            scr_savefile_parse(&f, &s->diag, "memory", image.s, image.n);
  if (ok) scr_savefile_hash(&f, scr_save_is_state, out);
  scr_savefile_free(&f);
  scr_buf_free(&image);
  return ok;
}

/* ---- restoring ---- */

/* What a restore replaces. The new things are made in a session that holds nothing else; only when
 * all of them are complete the old ones go. */
typedef struct contents {
  scr_lib lib;
  scr_fish *fish;
  scr_named_range *ranges;
  size_t nrange, cap_range;
  struct scr_legacy *legacy;
  struct scr_results *results;
} contents;

static contents take_contents(scr_session *s) {
  contents c = {s->lib, s->fish, s->ranges, s->nrange, s->cap_range, s->legacy, s->results};
  s->lib = (scr_lib){0};
  s->fish = NULL;
  s->ranges = NULL;
  s->nrange = s->cap_range = 0;
  s->legacy = NULL;
  s->results = NULL;
  return c;
}

static void put_contents(scr_session *s, const contents *c) {
  s->lib = c->lib;
  s->fish = c->fish;
  s->ranges = c->ranges;
  s->nrange = c->nrange;
  s->cap_range = c->cap_range;
  s->legacy = c->legacy;
  s->results = c->results;
}

static void free_contents(scr_session *s) {
  scr_history_delete(&s->lib.histories, NULL);
  scr_free(s->lib.histories.item);
  scr_free(s->lib.histories.step);
  scr_xytables_clear(&s->lib.tables);
  scr_geoms_free(&s->lib.geoms);
  scr_bricks_free(&s->lib.bricks);
  scr_extras_clear(&s->lib.extras);
  scr_extras_clear(&s->lib.props);
  scr_shells_free(&s->lib.shells);
  scr_free(s->lib.tables.item);
  scr_free(s->lib.title);
  scr_named_ranges_clear(s);
  scr_free(s->ranges);
  scr_legacy_free(s);
  scr_results_free(s->results);
  scr_fish_free(s->fish);
  scr_world_free(s->lib.world);
  take_contents(s);
}

/* Values come before definitions, which may call a global what was one; tables come before values,
 * which may point to them. */
static bool load_contents(scr_session *s, scr_savefile *f) {
  s->lib.world = scr_load_world(f, s->options.threads);
  if (!s->lib.world) return false;
  if (s->options.dim && s->options.dim != s->lib.world->dim)
    return scr_fail(&s->diag, NULL, SCR_E_STATE,
                    "'%s' holds a model of %d dimensions, but the option --dim says %d", f->path,
                    s->lib.world->dim, s->options.dim);
  scr_fish_set_dim(s->fish, s->lib.world->dim);
  return load_title(s, f) && load_tables(s, f) &&
         scr_load_geometry(f, s->lib.world, &s->lib.geoms) &&
         scr_load_bricks(f, s->lib.world->dim, &s->lib.bricks) && load_values(s, f) &&
         load_source(s, f) && load_ranges(s, f) && load_behavior(s, f) && load_histories(s, f) &&
         load_callbacks(s, f) && load_legacy(s, f) && load_results(s, f) && load_movie(s, f) &&
         load_camera(s, f) && scr_savefile_all_taken(f);
}

/* Warnings about a definition were given when it was first read. */
static bool load_quietly(scr_session *s, scr_savefile *f) {
  scr_diag kept = s->diag;
  s->diag.sink = NULL;
  s->diag.strict = false;
  bool ok = load_contents(s, f);
  s->diag.sink = kept.sink;
  s->diag.strict = kept.strict;
  s->diag.warnings = kept.warnings;
  return ok;
}

static bool replace_contents(scr_session *s, scr_savefile *f) {
  contents old = take_contents(s);
  s->fish = scr_fish_twin(old.fish);
  s->results = scr_results_new();
  bool ok = load_quietly(s, f) && scr_savefile_tell_skipped(f);
  if (s->frame) ok = ok && scr_results_tell_movie(s); /* who draws a file needs no movie */
  assert(ok == !s->diag.failed);
  if (ok) {
    contents fresh = take_contents(s);
    scr_fish_move_run(old.fish, fresh.fish);
    put_contents(s, &old);
    free_contents(s);
    put_contents(s, &fresh);
    scr_session_use_world(s, s->lib.world);
    scr_session_other_model(s, true);
    scr_results_schedule(s);
    s->configured = true;
    scr_settings_give(s);
  } else {
    free_contents(s);
    put_contents(s, &old);
  }
  return ok;
}

static bool may_restore(scr_session *s) {
  return !scr_fish_running(s->fish) ||
         scr_fail(&s->diag, NULL, SCR_E_STATE, "a model cannot be restored while a function runs");
}

bool scr_session_restore(scr_session *s, const char *path) {
  if (!may_restore(s)) return false;
  scr_savefile f;
  bool ok = scr_savefile_read(&f, &s->diag, path, scr_world_pool(s->lib.world)) &&
            replace_contents(s, &f);
  scr_savefile_free(&f);
  return ok;
}

bool scr_session_restore_image(scr_session *s, const char *name, const void *bytes, size_t size) {
  if (!may_restore(s)) return false;
  scr_savefile f;
  bool ok = scr_savefile_parse(&f, &s->diag, name, bytes, size) && replace_contents(s, &f);
  scr_savefile_free(&f);
  return ok;
}

bool scr_session_save_image(scr_session *s, scr_buf *image) {
  return save_all(s, scr_saveout_memory(&s->diag, image));
}

bool scr_save_hash(scr_diag *d, const char *path, char out[33]) {
  scr_savefile f;
  bool ok = scr_savefile_read(&f, d, path, NULL);
  if (ok) scr_savefile_hash(&f, scr_save_is_state, out);
  scr_savefile_free(&f);
  return ok;
}
