/* Commands on measurement regions. */
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/files.h"
#include "cmd/history.h"
#include "cmd/results.h"
#include "world/measure/measure.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- create, modify ---- */

enum { R_BINS, R_ID, R_POSITION, R_X, R_Y, R_Z, R_RADIUS, R_TOLERANCE };
#define REGION_WORDS(of_id, of_position, of_radius)                                                \
  {"bins", "<i> <f> <f>", "number of bins for sizes, and the diameters between which they lie"},   \
      {"id", "<i>", of_id}, {"position", "<v>", of_position}, {"position-x", "<f>", "x of it"},    \
      {"position-y", "<f>", "y of it"}, {"position-z", "<f>", "z of it"},                          \
      {"radius", "<f>", of_radius}, {                                                              \
    "tolerance", "<f>", "what PFC leaves out of porosity; it changes nothing: porosity is exact"   \
  }
static const scr_word_row create_words[] = {
    REGION_WORDS("id; default the largest in use + 1", "centre; default the origin", "default 1"),
    {0}};
static const scr_word_row modify_words[] = {
    REGION_WORDS("the region", "its new centre", "its new radius"), {0}};

/* What the words say; a bit of `given` for each. */
typedef struct region_words {
  scr_measure m;
  unsigned given;
  scr_loc id_at;
} region_words;

static bool gives(const region_words *r, int w) { return r->given >> w & 1; }

static bool read_bins(scr_args *a, scr_measure *m) {
  int64_t n;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "a number of bins", &n)) return false;
  if (n < 1 || n > SCR_MEASURE_BINS)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "there may be 1 to %d bins, not %lld",
                    SCR_MEASURE_BINS, (long long)n);
  m->bins = (uint32_t)n;
  const scr_loc low = scr_args_loc(a);
  if (!scr_args_real(a, "the smallest diameter", &m->size[0])) return false;
  if (m->size[0] < 0) return scr_fail(a->diag, &low, SCR_E_VALUE, "a diameter cannot be negative");
  const scr_loc high = scr_args_loc(a);
  if (!scr_args_real(a, "the largest diameter", &m->size[1])) return false;
  return m->size[0] < m->size[1] ||
         scr_fail(a->diag, &high, SCR_E_VALUE, "the largest diameter must exceed the smallest one");
}

static bool read_tolerance(scr_args *a, scr_measure *m) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the tolerance", &m->tolerance)) return false;
  return (m->tolerance >= 0 && m->tolerance <= 1) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the tolerance lies between 0 and 1");
}

/* `position` gives all that the words of its components give. */
static bool place_once(scr_args *a, int w, const scr_measure *m) {
  const scr_loc at = scr_args_last(a);
  for (int c = 0; c < world_of(a)->dim; c++)
    if ((w == R_POSITION || w == R_X + c) &&
        !scr_args_once(a, &m->x[c], &at, create_words[R_X + c].word))
      return false;
  return true;
}

static bool read_region_word(scr_args *a, const scr_word_row *words, region_words *r) {
  int w;
  if (!scr_args_word(a, words, &w) || !place_once(a, w, &r->m)) return false;
  r->given |= 1u << w;
  switch (w) {
  case R_BINS: return read_bins(a, &r->m);
  case R_ID: r->id_at = scr_args_loc(a); return scr_args_id(a, "the id", &r->m.id);
  case R_POSITION: return scr_args_vector(a, "the position", world_of(a)->dim, r->m.x);
  case R_RADIUS: return scr_args_positive(a, "the radius", &r->m.r);
  case R_TOLERANCE: return read_tolerance(a, &r->m);
  default: return scr_args_component(a, w - R_X, r->m.x);
  }
}

static bool read_region(scr_args *a, const scr_word_row *words, region_words *r) {
  while (scr_args_more(a))
    if (!read_region_word(a, words, r)) return false;
  return true;
}

static bool fail_taken(scr_args *a, const region_words *r) {
  return scr_fail(a->diag, &r->id_at, SCR_E_VALUE,
                  "there is a measurement region with id %u already", (unsigned)r->m.id);
}

/* Where the command is only checked: have the lines above made a region of that id? */
static void check_id(scr_args *a, const region_words *r) {
  char id[16];
  snprintf(id, sizeof id, "%u", (unsigned)r->m.id);
  scr_args_makes(a, "measurement region", gives(r, R_ID) ? id : NULL, &r->id_at);
  if (!a->dry || a->diag->failed || !gives(r, R_ID) || a->dialect == SCR_LEGACY ||
      scr_args_is_new(a, "measure", id, &r->id_at))
    return;
  fail_taken(a, r);
  scr_args_doubled(a, "measure");
}

static bool measure_create(scr_args *a) {
  scr_world *w = world_of(a);
  region_words r = {.m = scr_measure_new()};
  const bool ok = read_region(a, create_words, &r) && scr_args_finish(a);
  check_id(a, &r);
  if (!ok) return false;
  if (!gives(&r, R_ID)) r.m.id = scr_measure_next_id(w);
  if (scr_measure_find(w, r.m.id) != SCR_NONE) return fail_taken(a, &r);
  if (r.m.id > INT32_MAX)
    return scr_fail(a->diag, r.id_at.src ? &r.id_at : NULL, SCR_E_VALUE,
                    "the id %u of a region is too large", (unsigned)r.m.id);
  scr_measure_put(w, &r.m);
  return true;
}

/* The region of that id; NULL after an error. */
static const scr_measure *region_named(scr_args *a, uint32_t id, const scr_loc *at) {
  const uint32_t k = scr_measure_find(world_of(a), id);
  if (k != SCR_NONE) return &world_of(a)->measure[k];
  scr_fail(a->diag, at, SCR_E_NAME, "there is no measurement region %u", (unsigned)id);
  return NULL;
}

/* What was not given stays. */
static void modified(const region_words *r, int dim, scr_measure *m) {
  for (int c = 0; c < dim; c++)
    if (gives(r, R_POSITION) || gives(r, R_X + c)) m->x[c] = r->m.x[c];
  if (gives(r, R_RADIUS)) m->r = r->m.r;
  if (gives(r, R_TOLERANCE)) m->tolerance = r->m.tolerance;
  if (!gives(r, R_BINS)) return;
  m->bins = r->m.bins;
  memcpy(m->size, r->m.size, sizeof m->size);
}

/* A check knows what regions the lines before make. */
static void needs_region(scr_args *a, uint32_t id, const scr_loc *at) {
  char name[16];
  snprintf(name, sizeof name, "%u", (unsigned)id);
  scr_args_needs(a, "measurement region", name, at);
}

static bool measure_modify(scr_args *a) {
  region_words r = {.m = scr_measure_new()};
  if (!read_region(a, modify_words, &r)) return false;
  if (!gives(&r, R_ID)) return scr_args_expected(a, "'id', the region to modify");
  needs_region(a, r.m.id, &r.id_at);
  if (!scr_args_finish(a)) return false;
  const scr_measure *old = region_named(a, r.m.id, &r.id_at);
  if (!old) return false;
  scr_measure m = *old;
  modified(&r, world_of(a)->dim, &m);
  scr_measure_put(world_of(a), &m);
  return true;
}

/* ---- delete, list ---- */

static bool read_range(scr_args *a, uint32_t **rows, size_t *n) {
  scr_range *range = NULL;
  const bool ok =
      scr_args_range(a, &range) && scr_args_finish(a) && scr_range_measures(a->s, range, rows, n);
  scr_range_free(range);
  return ok;
}

static bool measure_delete(scr_args *a) {
  uint32_t *rows;
  size_t n;
  scr_args_removes(a, "measure");
  if (!read_range(a, &rows, &n)) return false;
  while (n > 0) scr_measure_delete(world_of(a), rows[--n]);
  scr_free(rows);
  return true;
}

static void head_normal(scr_columns *out, const char *name, const char *of, scr_measured what) {
  char head[32];
  snprintf(head, sizeof head, "%s %s", name, of);
  scr_columns_head(out, head, scr_measured_quantity[what].unit);
}

static void list_heads(const scr_world *w, scr_columns *out) {
  static const struct {
    const char *name;
    scr_measured what;
  } head[] = {{"position", SCR_MEASURED_POSITION},
              {"radius", SCR_MEASURED_RADIUS},
              {"porosity", SCR_MEASURED_POROSITY},
              {"coordination", SCR_MEASURED_COORDINATION}};
  scr_columns_cell(out, "id");
  for (size_t k = 0; k < SCR_COUNTOF(head); k++)
    scr_columns_head(out, head[k].name, scr_measured_quantity[head[k].what].unit);
  const char *normal = w->dim == 3 ? "xx,yy,zz" : "xx,yy";
  head_normal(out, "stress", normal, SCR_MEASURED_STRESS);
  head_normal(out, "fabric", normal, SCR_MEASURED_FABRIC);
  scr_columns_row(out);
}

static void list_normal(scr_world *w, const scr_measure *m, scr_measured what, scr_columns *out) {
  double s[9];
  scr_measure_read(w, m, what, s);
  const double normal[3] = {s[0], s[4], s[8]};
  scr_columns_reals(out, normal, w->dim);
}

static void list_one(scr_world *w, const scr_measure *m, scr_columns *out) {
  scr_columns_cell(out, "%u", (unsigned)m->id);
  scr_columns_reals(out, m->x, w->dim);
  scr_columns_real(out, m->r);
  scr_columns_real(out, scr_measure_porosity(w, m));
  scr_columns_real(out, scr_measure_coordination(w, m));
  list_normal(w, m, SCR_MEASURED_STRESS, out);
  list_normal(w, m, SCR_MEASURED_FABRIC, out);
  scr_columns_row(out);
}

static bool measure_list(scr_args *a) {
  uint32_t *rows;
  size_t n;
  if (!read_range(a, &rows, &n)) return false;
  scr_columns out = {0};
  list_heads(world_of(a), &out);
  for (size_t k = 0; k < n; k++) list_one(world_of(a), &world_of(a)->measure[rows[k]], &out);
  scr_columns_print(a->s, &out);
  scr_free(rows);
  return true;
}

/* ---- dump ---- */

enum { DUMP_FILE, DUMP_ID, DUMP_TABLE };
static const scr_word_row dump_words[] = {
    {"file", "<s>", "where to: a file of two columns; suffix .tab"},
    {"id", "<i>", "the region"},
    {"table", "<s>", "where to: a table, whose points are replaced"},
    {0}};

typedef struct dump {
  uint32_t id;
  scr_loc id_at, file_at;
  char *file, *table;
} dump;

static bool read_dump(scr_args *a, dump *d) {
  while (!scr_args_end(a)) {
    int w;
    if (!scr_args_word(a, dump_words, &w)) return false;
    scr_loc *at = w == DUMP_FILE ? &d->file_at : &d->id_at;
    if (w != DUMP_TABLE) *at = scr_args_loc(a);
    const bool ok = w == DUMP_ID     ? scr_args_id(a, "the id", &d->id)
                    : w == DUMP_FILE ? scr_args_file(a, true, &d->file)
                                     : scr_args_name(a, "the name of a table", &d->table);
    if (!ok) return false;
  }
  if (!d->id) return scr_args_expected(a, "'id', the region");
  needs_region(a, d->id, &d->id_at);
  return true;
}

static void dump_to_table(scr_args *a, const dump *d, uint32_t n, const double *x,
                          const double *y) {
  scr_xytable *t = scr_xytable_need(&a->lib->tables, d->table);
  scr_xytable_clear(t);
  for (uint32_t k = 0; k < n; k++) scr_xytable_put(t, k, x[k], y[k]);
}

static bool dump_to_file(scr_args *a, const dump *d, uint32_t n, const double *x, const double *y) {
  scr_buf b = {0};
  char *path = scr_session_out_path(a->s, d->file, ".tab");
  scr_buf_printf(&b, "; sizes of measurement region %u\n", (unsigned)d->id);
  for (uint32_t k = 0; k < n; k++) {
    char text[2][32];
    scr_format_real(text[0], x[k], false);
    scr_format_real(text[1], y[k], false);
    scr_buf_printf(&b, "%s %s\n", text[0], text[1]);
  }
  const bool ok = scr_session_write(a->s, &d->file_at, path, &b, false);
  scr_free(path);
  scr_buf_free(&b);
  return ok;
}

static void dump_to_list(scr_args *a, uint32_t n, const double *x, const double *y) {
  scr_columns out = {0};
  scr_columns_head(&out, "diameter", "m");
  scr_columns_head(&out, "part of the volume", "");
  scr_columns_row(&out);
  for (uint32_t k = 0; k < n; k++) {
    scr_columns_real(&out, x[k]);
    scr_columns_real(&out, y[k]);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
}

static bool dump_sizes(scr_args *a, const dump *d) {
  const scr_measure *m = region_named(a, d->id, &d->id_at);
  if (!m) return false;
  const uint32_t n = m->bins;
  if (!n) {
    scr_fail(a->diag, &d->id_at, SCR_E_STATE, "measurement region %u has no bins", (unsigned)d->id);
    return scr_hint(a->diag, "'measure modify id %u bins <i> <f> <f>' gives it some",
                    (unsigned)d->id);
  }
  double *x = scr_alloc(2 * (size_t)n * sizeof *x), *y = x + n;
  bool ok = scr_measure_sizes(world_of(a), m, x, y) ||
            scr_warn(a->diag, &d->id_at, SCR_E_VALUE, "no ball lies in measurement region %u",
                     (unsigned)d->id);
  if (ok && d->table) dump_to_table(a, d, n, x, y);
  if (ok && d->file) ok = dump_to_file(a, d, n, x, y);
  if (ok && !d->table && !d->file) dump_to_list(a, n, x, y);
  scr_free(x);
  return ok;
}

static bool measure_dump(scr_args *a) {
  dump d = {0};
  const bool ok = read_dump(a, &d) && scr_args_finish(a) && dump_sizes(a, &d);
  scr_free(d.file);
  scr_free(d.table);
  return ok;
}

static bool measure_history(scr_args *a) { return scr_history_define(a, "measure"); }

static const scr_command rows[] = {
    {"measure create", measure_create, create_words, "",
     "makes a sphere (2D: disk) over which stress, porosity and more are averaged", 0},
    {"measure delete", measure_delete, NULL, "[range]", "deletes regions", 0},
    {"measure dump", measure_dump, dump_words, "",
     "distribution of sizes: the part of the volume up to each diameter", 0},
    {"measure history", measure_history, scr_measure_history_words, "",
     "records what a region measures", 0},
    {"measure list", measure_list, NULL, "[range]", "shows what regions measure", 0},
    {"measure modify", measure_modify, modify_words, "", "changes a region", 0},
    {"measure results", scr_measure_results, scr_thing_results_words, "",
     "whether frames of results hold measurement regions, and files of them", 0},
};
const scr_command_file scr_cmd_measure = {rows, SCR_COUNTOF(rows)};
