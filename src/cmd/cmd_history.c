/* Commands about histories: interval, export, list, delete. What is recorded is defined in
 * cmd/history.c. */
#include "cmd/columns.h"
#include "cmd/files.h"
#include "cmd/history.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/today.h"

static scr_histories *all_of(const scr_args *a) { return &a->lib->histories; }

bool scr_history_missing(scr_session *s, const char *name, const scr_loc *at) {
  const scr_histories *all = &scr_session_lib(s)->histories;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < all->n; k++) scr_nearest_offer(&near, all->item[k]->name);
  scr_fail(scr_session_diag(s), at, SCR_E_NAME, "there is no history '%s'", name);
  if (near.best) scr_hint(scr_session_diag(s), "did you mean '%s'?", near.best);
  return false;
}

scr_history *scr_history_named(scr_args *a, const char *name, const scr_loc *at) {
  scr_history *h = scr_history_find(all_of(a), name);
  scr_args_needs(a, "history", name, at);
  if (!h && scr_args_checks(a))
    h = scr_history_add(all_of(a), name, 0, ""); /* it may be made while the file runs */
  if (!h) scr_history_missing(a->s, name, at);
  return h;
}

static bool read_history(scr_args *a, scr_history **h) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a history", &name)) return false;
  *h = scr_history_named(a, name, &loc);
  scr_free(name);
  return *h != NULL;
}

bool scr_history_every(scr_args *a, int64_t *n) {
  const scr_loc loc = scr_args_loc(a);
  if (!scr_args_int(a, "a number of cycles", n)) return false;
  return *n >= 1 || scr_fail(a->diag, &loc, SCR_E_VALUE,
                             "the interval must be at least 1 cycle, not %lld", (long long)*n);
}

void scr_history_sample_every(scr_session *s, int64_t n) {
  scr_session_lib(s)->histories.interval = (uint64_t)n;
  scr_history_schedule(s);
}

static bool history_interval(scr_args *a) {
  int64_t n;
  if (!scr_history_every(a, &n) || !scr_args_finish(a)) return false;
  scr_history_sample_every(a->s, n);
  return true;
}

/* Functions that are recorded run commands, too. */
static bool may_go(scr_args *a) {
  if (!all_of(a)->sampling) return true;
  scr_fail(a->diag, &a->loc, SCR_E_STATE,
           "histories cannot be deleted or purged by a function that one of them records");
  return scr_hint(a->diag, "a callback can do it: 'fish callback add <function> 43'");
}

/* All names are checked before the first history goes. */
static bool history_delete(scr_args *a) {
  scr_history *list[256];
  scr_loc where[256];
  size_t n = 0;
  bool every = scr_args_end(a);
  while (!scr_args_end(a)) {
    scr_loc at = scr_args_loc(a);
    if (n == 256)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most 256 histories in one command");
    where[n] = at;
    if (!read_history(a, &list[n++])) return false;
  }
  for (size_t k = 0; k < n; k++) scr_args_deletes(a, "history", list[k]->name, &where[k]);
  if (every) scr_args_deletes(a, "history", NULL, NULL);
  scr_args_removes(a, "history");
  if (!scr_args_finish(a) || !may_go(a)) return false;
  if (every) scr_history_delete(all_of(a), NULL);
  for (size_t k = 0; k < n; k++) {
    bool again = false;
    for (size_t i = 0; i < k; i++) again = again || list[i] == list[k];
    if (!again) scr_history_delete(all_of(a), list[k]);
  }
  scr_history_schedule(a->s);
  return true;
}

static bool history_purge(scr_args *a) {
  if (!scr_args_finish(a) || !may_go(a)) return false;
  scr_histories_purge(all_of(a));
  return true;
}

static bool history_rename(scr_args *a) {
  scr_history *h;
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!read_history(a, &h)) return false;
  scr_args_deletes(a, "history", h->name, &loc);
  loc = scr_args_loc(a);
  if (!scr_args_name(a, "the new name", &name)) return false;
  scr_args_makes(a, "history", name, &loc), scr_args_removes(a, "history");
  const scr_history *other = scr_history_find(all_of(a), name);
  bool ok = scr_args_finish(a);
  if (ok && other && other != h)
    ok = scr_fail(a->diag, &loc, SCR_E_NAME, "a history named '%s' exists already", name);
  if (!ok) {
    scr_free(name);
    return false;
  }
  scr_free(h->name);
  h->name = name;
  return true;
}

static bool history_label(scr_args *a) {
  scr_history *h;
  char *label;
  if (!read_history(a, &h) || !scr_args_string(a, "a label", &label)) return false;
  if (!scr_args_finish(a)) {
    scr_free(label);
    return false;
  }
  scr_free(h->label);
  h->label = label;
  return true;
}

/* ---- list ---- */

static const scr_word_row list_words[] = {{"all", "", "everything"},
                                          {"labels", "", "names and labels"},
                                          {"limits", "", "smallest and largest samples"},
                                          {"step", "", "the interval alone"},
                                          {NULL, NULL, NULL}};

static void put_real(scr_buf *b, double x) {
  char text[32];
  scr_format_real(text, x, false);
  scr_buf_puts(b, text);
}

enum { LIST_ALL, LIST_LABELS, LIST_LIMITS, LIST_STEP };

static void list_heads(int what, scr_columns *out) {
  scr_columns_cell(out, "id");
  scr_columns_cell(out, "name");
  if (what != LIST_LABELS) {
    scr_columns_cell(out, "samples");
    scr_columns_cell(out, "from (SI)");
    scr_columns_cell(out, "to (SI)");
  }
  if (what != LIST_LIMITS) scr_columns_cell(out, "label");
  scr_columns_row(out);
}

static void list_limits(const scr_history *h, scr_columns *out) {
  double limit[2] = {HUGE_VAL, -HUGE_VAL};
  for (size_t k = 0; k < h->n; k++) {
    limit[0] = h->sample[k] < limit[0] ? h->sample[k] : limit[0];
    limit[1] = h->sample[k] > limit[1] ? h->sample[k] : limit[1];
  }
  if (limit[0] > limit[1]) limit[0] = limit[1] = NAN; /* no sample is a number */
  scr_columns_cell(out, "%zu", h->n);
  for (int k = 0; k < 2; k++) {
    if (h->n)
      scr_columns_real(out, limit[k]);
    else
      scr_columns_cell(out, "-");
  }
}

static void list_one(const scr_history *h, int what, scr_columns *out) {
  scr_columns_cell(out, "%u", h->id);
  scr_columns_cell(out, "%s", h->name);
  if (what != LIST_LABELS) list_limits(h, out);
  if (what != LIST_LIMITS) scr_columns_cell(out, "%s", h->label);
  scr_columns_row(out);
}

static bool history_list(scr_args *a) {
  int w = LIST_ALL;
  if (!scr_args_end(a) && !scr_args_word(a, list_words, &w)) return false;
  if (!scr_args_finish(a)) return false;
  const scr_histories *h = all_of(a);
  scr_session_print(a->s, "%zu histor%s, sampled every ", h->n, h->n == 1 ? "y" : "ies");
  if (h->interval == 1)
    scr_session_print(a->s, "cycle\n");
  else
    scr_session_print(a->s, "%llu cycles\n", (unsigned long long)h->interval);
  scr_columns out = {0};
  if (w != LIST_STEP && h->n) list_heads(w, &out);
  for (size_t k = 0; w != LIST_STEP && k < h->n; k++) list_one(h->item[k], w, &out);
  scr_columns_print(a->s, &out);
  return true;
}

/* ---- export ---- */

enum { MAX_EXPORT = 64 };
typedef struct export {
  scr_history *h[MAX_EXPORT];
  double sign[MAX_EXPORT];
  size_t n;
  scr_history *vs; /* NULL: the cycle number */
  double vs_sign;
  char *file, *table;
  scr_loc file_at, table_at; /* of their names */
  bool append, csv;
  scr_loc append_at; /* of the word; no source: it was not given */
  int64_t begin, end, skip;
}
export;

enum {
  X_VS,
  X_STEP,
  X_FILE,
  X_TABLE,
  X_TRUNCATE,
  X_APPEND,
  X_BEGIN,
  X_END,
  X_SKIP,
  X_REVERSE,
  X_S
};
static const scr_word_row export_words[] = {
    {"vs", "<s>|step", "what the first column holds; the cycle number if left out"},
    {"step", "", "the same as 'vs step'"},
    {"file", "<s>",
     "adds columns to a file, after two lines of labels and names; suffix .his; a file .csv is "
     "replaced, and its first line has names and units"},
    {"table", "<s>", "adds one history to a table"},
    {"truncate", "", "replaces the file or table instead of adding to it"},
    {"append", "", "adds to the file or table, as without it"},
    {"begin", "<i>", "first cycle"},
    {"end", "<i>", "last cycle"},
    {"skip", "<i>", "leaves out that many samples between two"},
    {"reverse", "", "negates the history before"},
    {"s", "<i>", "the same as skip (PFC 5)"},
    {NULL, NULL, NULL}};

static bool is_export_word(const char *text) {
  for (const scr_word_row *r = export_words; r->word; r++)
    if (scr_casecmp(r->word, text) == 0) return true;
  return false;
}

/* Is the next token a keyword rather than the name of a history? Quoted it never is, written in
 * full always. Behind the first name an unknown word is taken for one. */
static bool at_keyword(const scr_args *a, bool named) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return true;
  if (t->type != SCR_T_WORD || t->text[0] == '-') return false;
  const bool is_history =
      scr_history_find(all_of(a), t->text) || scr_args_has_made(a, "history", t->text);
  if (!is_export_word(t->text) && is_history) return false;
  return named || scr_args_next_is(a, export_words);
}

/* A name, or with a minus sign the negated history. */
static bool read_signed(scr_args *a, scr_history **h, double *sign) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a history", &name)) return false;
  *sign = 1;
  *h = name[0] == '-' ? scr_history_find(all_of(a), name) : NULL;
  if (!*h) {
    bool minus = name[0] == '-';
    if (minus) *sign = -1;
    *h = scr_history_named(a, name + minus, &loc);
  }
  scr_free(name);
  return *h != NULL;
}

static bool read_vs(scr_args *a, export *x) {
  const scr_token *t = scr_args_peek(a);
  if (t && t->type == SCR_T_WORD && scr_casecmp(t->text, "step") == 0) {
    a->k++;
    return true;
  }
  return read_signed(a, &x->vs, &x->vs_sign);
}

static bool read_count(scr_args *a, const char *what, int64_t *out) {
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_int(a, what, out)) return false;
  return *out >= 0 || scr_fail(a->diag, &loc, SCR_E_VALUE, "%s cannot be negative", what);
}

static bool read_file(scr_args *a, export *x) {
  x->file_at = scr_args_loc(a);
  return scr_args_file(a, true, &x->file);
}

static bool read_table(scr_args *a, export *x) {
  x->table_at = scr_args_loc(a);
  return scr_args_name(a, "the name of a table", &x->table);
}

static bool read_option(scr_args *a, export *x) {
  int w;
  if (!scr_args_word(a, export_words, &w)) return false;
  if (w == X_S) w = X_SKIP;
  if (w > X_SKIP) scr_args_again(a); /* 'reverse' belongs to the history before it */
  switch (w) {
  case X_VS: return read_vs(a, x);
  case X_STEP: x->vs = NULL; return true;
  case X_FILE: return read_file(a, x);
  case X_TABLE: return read_table(a, x);
  case X_APPEND: x->append = true, x->append_at = scr_args_last(a); return true;
  case X_TRUNCATE: x->append = false; return true;
  case X_BEGIN: return read_count(a, "a cycle number", &x->begin);
  case X_END: return read_count(a, "a cycle number", &x->end);
  case X_SKIP: return read_count(a, "a number of samples", &x->skip);
  default: break;
  }
  if (x->n) x->sign[x->n - 1] = -x->sign[x->n - 1];
  scr_loc at = scr_args_last(a);
  return x->n > 0 ||
         scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected the name of a history before 'reverse'");
}

/* Without names: every history but the one of the first column. */
static bool take_all(scr_args *a, export *x) {
  const scr_histories *all = all_of(a);
  for (size_t k = 0; k < all->n; k++) {
    if (all->item[k] == x->vs) continue;
    if (x->n == MAX_EXPORT)
      return scr_fail(a->diag, NULL, SCR_E_LIMIT, "at most %d histories in one command",
                      MAX_EXPORT);
    x->sign[x->n] = 1;
    x->h[x->n++] = all->item[k];
  }
  return x->n > 0 || scr_args_checks(a) ||
         scr_fail(a->diag, NULL, SCR_E_NAME, "there are no histories to export");
}

static bool read_export(scr_args *a, export *x) {
  while (!scr_args_end(a)) {
    if (at_keyword(a, x->n > 0)) {
      if (!read_option(a, x)) return false;
      continue;
    }
    scr_loc at = scr_args_loc(a);
    if (x->n == MAX_EXPORT)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d histories in one command", MAX_EXPORT);
    if (!read_signed(a, &x->h[x->n], &x->sign[x->n])) return false;
    x->n++;
  }
  if (x->n == 0 && !take_all(a, x)) return false;
  x->csv = x->file && scr_casecmp(scr_path_suffix(x->file), ".csv") == 0;
  if (x->csv && x->append_at.src)
    return scr_fail(a->diag, &x->append_at, SCR_E_VALUE,
                    "a file .csv has one line of names: it is always replaced");
  if (x->table && x->n > 1)
    return scr_fail(a->diag, &x->table_at, SCR_E_VALUE,
                    "only one history can go to a table, not %zu", x->n);
  return !(x->table && x->file) ||
         scr_fail(a->diag, x->file_at.col > x->table_at.col ? &x->file_at : &x->table_at,
                  SCR_E_VALUE, "either 'file' or 'table', not both");
}

/* Value of history h at sampling instant k; it was made at instant nstep - h->n. */
static double value_at(const scr_histories *all, const scr_history *h, double sign, size_t k) {
  return sign * h->sample[k - (all->nstep - h->n)];
}

/* First instant at which everything exported was recorded. */
static size_t first_instant(const scr_histories *all, const export *x) {
  size_t most = all->nstep;
  for (size_t k = 0; k < x->n; k++)
    if (x->h[k]->n < most) most = x->h[k]->n;
  if (x->vs && x->vs->n < most) most = x->vs->n;
  return all->nstep - most;
}

static double abscissa(const scr_histories *all, const export *x, size_t k) {
  return x->vs ? value_at(all, x->vs, x->vs_sign, k) : (double)all->step[k];
}

/* Calls `each` for the instants that are exported, until *stop. */
static void each_instant(const scr_histories *all, const export *x, const volatile bool *stop,
                         void (*each)(const scr_histories *, const export *, size_t, void *),
                         void *user) {
  size_t stride = (size_t)x->skip + 1, count = 0;
  for (size_t k = first_instant(all, x); k < all->nstep && !(stop && *stop); k++) {
    if (all->step[k] < (uint64_t)x->begin || all->step[k] > (uint64_t)x->end) continue;
    if (count++ % stride == 0) each(all, x, k, user);
  }
}

static void put_row(const scr_histories *all, const export *x, size_t k, void *user) {
  scr_buf *b = user;
  put_real(b, abscissa(all, x, k));
  for (size_t i = 0; i < x->n; i++) {
    scr_buf_puts(b, x->csv ? "," : " ");
    put_real(b, value_at(all, x->h[i], x->sign[i], k));
  }
  scr_buf_puts(b, "\n");
}

static void put_point(const scr_histories *all, const export *x, size_t k, void *user) {
  scr_xytable *t = user;
  scr_xytable_put(t, t->n, abscissa(all, x, k), value_at(all, x->h[0], x->sign[0], k));
}

static const char *label_of(const scr_history *h) {
  return h->label && *h->label ? h->label : h->name;
}

/* `name (unit)`; names that hold commas or quotes stand in quotes. */
static void put_column_name(const char *name, const char *minus, const char *unit, scr_buf *b) {
  const bool quotes = strpbrk(name, ",\"") != NULL;
  scr_buf_printf(b, "%s%s", quotes ? "\"" : "", minus);
  for (const char *p = name; *p; p++) scr_buf_printf(b, *p == '"' ? "\"\"" : "%c", *p);
  if (*unit) scr_buf_printf(b, " (%s)", unit);
  scr_buf_puts(b, quotes ? "\"" : "");
}

static void put_names(const export *x, scr_buf *b) {
  if (x->vs)
    put_column_name(x->vs->name, x->vs_sign < 0 ? "-" : "", scr_history_unit(x->vs), b);
  else
    scr_buf_puts(b, "cycle");
  for (size_t k = 0; k < x->n; k++) {
    scr_buf_puts(b, ",");
    put_column_name(x->h[k]->name, x->sign[k] < 0 ? "-" : "", scr_history_unit(x->h[k]), b);
  }
  scr_buf_puts(b, "\n");
}

/* A file has two lines of head, which is what its readers skip. */
static void put_header(const export *x, scr_buf *b) {
  if (x->csv) {
    put_names(x, b);
    return;
  }
  if (x->file) {
    scr_buf_printf(b, "; '%s'", x->vs ? label_of(x->vs) : "cycle");
    for (size_t k = 0; k < x->n; k++) scr_buf_printf(b, " '%s'", label_of(x->h[k]));
    scr_buf_puts(b, "\n");
  }
  scr_buf_printf(b, "; '%s%s'", x->vs && x->vs_sign < 0 ? "-" : "", x->vs ? x->vs->name : "step");
  for (size_t k = 0; k < x->n; k++)
    scr_buf_printf(b, " '%s%s'", x->sign[k] < 0 ? "-" : "", x->h[k]->name);
  scr_buf_puts(b, "\n");
}

static bool do_export(scr_args *a, const export *x) {
  const scr_histories *all = all_of(a);
  if (x->table) {
    scr_xytable *t = scr_xytable_need(&a->lib->tables, x->table);
    if (!x->append) scr_xytable_clear(t);
    each_instant(all, x, NULL, put_point, t);
    return true;
  }
  scr_buf b = {0};
  put_header(x, &b);
  each_instant(all, x, a->diag->interrupt, put_row, &b);
  bool ok = !scr_interrupted(a->diag);
  if (!ok) {
    /* nothing is written */
  } else if (x->file) {
    char *path = scr_session_out_path(a->s, x->file, ".his");
    ok = scr_session_write(a->s, &x->file_at, path, &b, x->append && !x->csv);
    scr_free(path);
  } else {
    scr_session_print(a->s, "%s", b.s);
  }
  scr_buf_free(&b);
  return ok;
}

/* PFC 5 writes to a file of this name where none is given. */
static void take_default(scr_args *a, export *x) {
  if (a->dialect != SCR_PFC5 || x->file || x->table) return;
  const char *name = a->lib->world->dim == 2 ? "pfc2d.his" : "pfc3d.his";
  scr_buf b = {0};
  scr_buf_printf(&b, "file '%s'", name);
  scr_today_adds(a, b.s);
  scr_buf_free(&b);
  x->file = scr_strdup(name);
  x->file_at = a->loc;
}

static bool history_export(scr_args *a) {
  export x = {.end = INT64_MAX, .append = true};
  bool ok = read_export(a, &x);
  if (ok) take_default(a, &x);
  ok = ok && scr_args_finish(a) && do_export(a, &x);
  scr_free(x.file);
  scr_free(x.table);
  return ok;
}

static const scr_command rows[] = {
    {"history delete", history_delete, NULL, "[<s> ...]", "deletes some or all histories", 0},
    {"history export", history_export, export_words, "[<s> ...]",
     "writes samples of some or all histories to a file, a table or the output", 0},
    {"history interval", history_interval, NULL, "<i>", "cycles between two samples (10)", 0},
    {"history label", history_label, NULL, "<s> <label>", "text for lists and exports", 0},
    {"history list", history_list, list_words, "", "shows the histories", 0},
    {"history purge", history_purge, NULL, "", "forgets the samples, keeps the histories", 0},
    {"history rename", history_rename, NULL, "<s> <new>", "gives another name", 0},
};
const scr_command_file scr_cmd_history = {rows, sizeof rows / sizeof *rows};
