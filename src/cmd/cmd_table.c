/* Commands about tables of (x, y): both `table add 't' ...` and `table 't' add ...`. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/columns.h"
#include "cmd/args.h"
#include "cmd/plot.h"
#include "cmd/read.h"

static scr_xytables *all_of(const scr_args *a) { return &a->lib->tables; }

bool scr_table_missing(scr_session *s, const char *name, const scr_loc *at) {
  const scr_xytables *all = &scr_session_lib(s)->tables;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < all->n; k++) scr_nearest_offer(&near, all->item[k]->name);
  scr_fail(scr_session_diag(s), at, SCR_E_NAME, "there is no table '%s'", name);
  return near.best ? scr_hint(scr_session_diag(s), "did you mean '%s'?", near.best) : false;
}

scr_xytable *scr_table_named(scr_args *a, const char *name, const scr_loc *at) {
  scr_xytable *t =
      scr_args_checks(a) ? scr_xytable_need(all_of(a), name) : scr_xytable_find(all_of(a), name);
  if (!t) scr_table_missing(a->s, name, at);
  return t;
}

static bool need_table(scr_args *a, const char *name, const scr_loc *loc, scr_xytable **t) {
  *t = scr_table_named(a, name, loc);
  return *t != NULL;
}

/* ---- what can be done with one table; the cursor is behind its name ---- */

typedef bool (*table_fn)(scr_args *a, const char *name, const scr_loc *loc);

/* All points are read before the first is put in. */
static bool read_points(scr_args *a, double **xy, size_t *n) {
  size_t cap = 0;
  *xy = NULL;
  *n = 0;
  do {
    SCR_GROW(*xy, cap, 2 * *n + 2);
    if (scr_args_vector(a, "a point (x,y)", 2, *xy + 2 * *n)) {
      ++*n;
      continue;
    }
    scr_free(*xy);
    return false;
  } while (!scr_args_end(a));
  return true;
}

static bool table_points(scr_args *a, const char *name, bool insert) {
  double *xy;
  size_t n;
  if (!read_points(a, &xy, &n)) return false;
  if (!scr_args_finish(a)) {
    scr_free(xy);
    return false;
  }
  scr_xytable *t = scr_xytable_need(all_of(a), name);
  for (size_t k = 0; k < n; k++) {
    if (insert)
      scr_xytable_insert(t, xy[2 * k], xy[2 * k + 1]);
    else
      scr_xytable_put(t, t->n, xy[2 * k], xy[2 * k + 1]);
  }
  scr_free(xy);
  return true;
}

static bool table_add(scr_args *a, const char *name, const scr_loc *loc) {
  (void)loc;
  return table_points(a, name, false);
}

static bool table_insert(scr_args *a, const char *name, const scr_loc *loc) {
  (void)loc;
  return table_points(a, name, true);
}

static bool table_clear(scr_args *a, const char *name, const scr_loc *loc) {
  scr_xytable *t;
  if (!need_table(a, name, loc, &t) || !scr_args_finish(a)) return false;
  scr_xytable_clear(t);
  return true;
}

static bool table_delete(scr_args *a, const char *name, const scr_loc *loc) {
  scr_xytable *t;
  if (!need_table(a, name, loc, &t) || !scr_args_finish(a)) return false;
  scr_xytable_delete(all_of(a), t);
  return true;
}

static bool table_sort(scr_args *a, const char *name, const scr_loc *loc) {
  scr_xytable *t;
  if (!need_table(a, name, loc, &t) || !scr_args_finish(a)) return false;
  scr_xytable_sort(t);
  return true;
}

static bool table_label(scr_args *a, const char *name, const scr_loc *loc) {
  char *label;
  scr_xytable *t;
  if (!need_table(a, name, loc, &t) || !scr_args_string(a, "a label", &label)) return false;
  if (!scr_args_finish(a)) {
    scr_free(label);
    return false;
  }
  scr_free(t->label);
  t->label = label;
  return true;
}

static void put_points(const scr_xytable *t, const char *gap, scr_buf *b) {
  char x[32], y[32];
  for (size_t k = 0; k < t->n; k++) {
    scr_format_real(x, t->x[k], false);
    scr_format_real(y, t->y[k], false);
    scr_buf_printf(b, "%s%s%s\n", x, gap, y);
  }
}

static bool table_list_one(scr_args *a, const char *name, const scr_loc *loc) {
  scr_xytable *t;
  if (!need_table(a, name, loc, &t) || !scr_args_finish(a)) return false;
  scr_columns out = {0};
  scr_session_print(a->s, "table %u '%s': %zu point%s\n", t->id, t->name, t->n,
                    t->n == 1 ? "" : "s");
  scr_columns_cell(&out, "x");
  scr_columns_cell(&out, "y");
  scr_columns_row(&out);
  for (size_t k = 0; k < t->n; k++) {
    scr_columns_real(&out, t->x[k]);
    scr_columns_real(&out, t->y[k]);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
  return true;
}

enum { X_APPEND, X_TRUNCATE, X_CSV, X_FILE };
static const scr_word_row export_words[] = {{"append", "", "adds to the file"},
                                            {"truncate", "", "replaces the file"},
                                            {"csv", "", "commas between the columns; suffix .csv"},
                                            {"file", "", "may be left out"},
                                            {NULL, NULL, NULL}};

static bool table_export(scr_args *a, const char *name, const scr_loc *loc) {
  scr_xytable *t;
  char *file;
  bool append = false, csv = false, ok = true;
  if (!need_table(a, name, loc, &t)) return false;
  scr_args_take_filename(a);
  scr_loc at = scr_args_loc(a);
  if (!scr_args_file(a, true, &file)) return false;
  while (ok && !scr_args_end(a)) {
    int w;
    ok = scr_args_word(a, export_words, &w);
    if (ok && w == X_CSV)
      csv = true;
    else if (ok && w != X_FILE)
      append = w == X_APPEND;
  }
  ok = ok && scr_args_finish(a);
  if (ok) {
    scr_buf b = {0};
    char *path = scr_session_out_path(a->s, file, csv ? ".csv" : ".tab");
    if (csv && append && scr_path_is_file(path))
      ; /* a second head would be no row */
    else if (csv)
      scr_buf_puts(&b, "x,y\n");
    else
      scr_buf_printf(&b, "; table '%s'\n", t->name);
    put_points(t, csv ? "," : " ", &b);
    ok = scr_session_write(a->s, &at, path, &b, append);
    scr_free(path);
    scr_buf_free(&b);
  }
  scr_free(file);
  return ok;
}

/* Numbers at the start of a line, three at the most; `last` is where the last word begins that was
 * looked at. */
static int leading_numbers(const char *p, double v[3], const char **last) {
  for (int n = 0;; n++) {
    size_t len;
    int64_t i;
    p += strspn(p, " \t,;");
    *last = p;
    scr_numkind kind = n < 3 ? scr_parse_field(p, &len, &i, &v[n]) : SCR_NUM_NONE;
    if (kind == SCR_NUM_NONE) return n;
    if (n == 2) return 3;
    if (kind == SCR_NUM_INT) v[n] = (double)i;
    p += len;
  }
}

static bool is_comment(const char *p) { return *p == ';' || *p == '#'; }

/* May `rest` stand behind the two numbers of a row? A semicolon separates, and begins a comment,
 * too. */
static bool ends_row(const char *line, const char *rest) {
  if (!*rest || *rest == '#') return true;
  for (const char *p = rest; p > line && strchr(" \t,;", p[-1]); p--)
    if (p[-1] == ';') return true;
  return false;
}

/* Two columns of one name: which is which? */
static bool named_twice(scr_session *s, scr_source *src, int k) {
  const char *line = src->line[k], *cut = strpbrk(line, ",;\t");
  if (!cut) return false;
  const char *first = line + strspn(line, " "), *second = cut + 1 + strspn(cut + 1, " ");
  const char *end = cut, *last = line + strlen(line);
  while (end > first && end[-1] == ' ') end--;
  while (last > second && (last[-1] == ' ' || last[-1] == '\r')) last--;
  const size_t n = (size_t)(end - first);
  if (n == 0 || n != (size_t)(last - second) || scr_ncasecmp(first, second, n) != 0) return false;
  const scr_loc loc = {src, k + 1, (int)(second - line) + 1, (int)n};
  return !scr_fail(scr_session_diag(s), &loc, SCR_E_FILE, "two columns are named %.*s", (int)n,
                   second);
}

/* Two numbers a line. Lines of words are titles, but only above the first row: below it such a line
 * is a row with a slip in it.
 */
static bool parse_line(scr_session *s, scr_source *src, int k, scr_xytable *t) {
  const char *line = src->line[k], *begin = line + strspn(line, " \t"), *last;
  double v[3];
  if (!*begin || is_comment(begin)) return true;
  const int n = leading_numbers(begin, v, &last);
  if (n == 0 && t->n == 0) return !named_twice(s, src, k);
  if (n == 2 && !(isfinite(v[0]) && isfinite(v[1]))) {
    const scr_loc at = {src, k + 1, (int)(begin - line) + 1, (int)(last - begin)};
    return scr_fail(scr_session_diag(s), &at, SCR_E_VALUE, "the number is too large");
  }
  if (n == 2 && ends_row(line, last)) {
    scr_xytable_put(t, t->n, v[0], v[1]);
    return true;
  }
  static const char *const has[] = {"none", "one", "something after them", "more"};
  scr_loc loc = {src, k + 1, n == 1 ? 1 : (int)(last - line) + 1, 1};
  return scr_fail(scr_session_diag(s), &loc, SCR_E_FILE,
                  "a line of a table holds two numbers, this one has %s", has[n]);
}

static bool parse_points(scr_session *s, scr_source *src, scr_xytable *t) {
  for (int k = 0; k < src->nline; k++)
    if (scr_interrupted(scr_session_diag(s)) || !parse_line(s, src, k, t)) return false;
  return true;
}

static bool table_import(scr_args *a, const char *name, const scr_loc *loc) {
  char *file;
  (void)loc;
  scr_args_take_filename(a);
  scr_loc at = scr_args_loc(a);
  if (!scr_args_file(a, false, &file)) return false;
  static const char *const suffix[] = {".tab", ".csv", NULL};
  bool all = scr_args_finish(a);
  scr_args_file_there(a, &at, file, suffix);
  char *path = all ? scr_file_find(a->s, file, suffix) : NULL;
  if (!path) {
    if (all) scr_file_missing(a->s, &at, file, suffix);
    scr_free(file);
    return false;
  }
  scr_source *src = scr_read_file(a->diag, &at, file, path);
  scr_xytable read = {0};
  bool ok = src && parse_points(a->s, src, &read);
  if (src) scr_session_trace_file(a->s, src->name, &a->loc, "table import");
  if (ok) {
    scr_xytable *t = scr_xytable_need(all_of(a), name);
    scr_xytable_clear(t);
    for (size_t k = 0; k < read.n; k++) scr_xytable_put(t, k, read.x[k], read.y[k]);
  }
  scr_free(read.x);
  scr_free(read.y);
  scr_source_drop(src);
  scr_free(path);
  scr_free(file);
  return ok;
}

/* ---- commands ---- */

static bool with_name(scr_args *a, table_fn fn) {
  char *name;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a table", &name)) return false;
  bool ok = fn(a, name, &loc);
  scr_free(name);
  return ok;
}

static bool cmd_add(scr_args *a) { return with_name(a, table_add); }
static bool cmd_insert(scr_args *a) { return with_name(a, table_insert); }
static bool cmd_clear(scr_args *a) { return with_name(a, table_clear); }
static bool cmd_sort(scr_args *a) { return with_name(a, table_sort); }
static bool cmd_label(scr_args *a) { return with_name(a, table_label); }
static bool cmd_export(scr_args *a) { return with_name(a, table_export); }
static bool cmd_import(scr_args *a) { return with_name(a, table_import); }

static bool cmd_delete(scr_args *a) {
  if (!scr_args_end(a)) return with_name(a, table_delete);
  scr_xytables_clear(all_of(a));
  return true;
}

static bool cmd_list(scr_args *a) {
  if (!scr_args_end(a)) return with_name(a, table_list_one);
  static const char *const head[] = {"id", "name", "points", "label"};
  scr_columns out = {0};
  for (size_t k = 0; k < SCR_COUNTOF(head); k++) scr_columns_cell(&out, "%s", head[k]);
  scr_columns_row(&out);
  for (size_t k = 0; k < all_of(a)->n; k++) {
    const scr_xytable *t = all_of(a)->item[k];
    scr_columns_cell(&out, "%u", t->id);
    scr_columns_cell(&out, "%s", t->name);
    scr_columns_cell(&out, "%zu", t->n);
    scr_columns_cell(&out, "%s", t->label ? t->label : "");
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
  return true;
}

static const scr_word_row name_words[] = {
    {"add", "(x,y) ...", "adds points at the end"},
    {"insert", "(x,y) ...", "adds points in order of x"},
    {"clear", "", "removes all points"},
    {"delete", "", "deletes the table"},
    {"export", "<file> [append] [csv]", "writes the points"},
    {"import", "<file>", "reads points"},
    {"label", "<s>", "text for lists"},
    {"list", "", "prints the points"},
    {"plot", "...", "draws it, with the words of 'table plot'"},
    {"sort", "", "orders the points by x"},
    {NULL, NULL, NULL}};
static const table_fn name_fn[] = {table_add,      table_insert, table_clear, table_delete,
                                   table_export,   table_import, table_label, table_list_one,
                                   scr_table_plot, table_sort};

static bool cmd_named(scr_args *a) {
  char *name;
  int w;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a table", &name)) return false;
  bool ok = scr_args_word(a, name_words, &w) && name_fn[w](a, name, &loc);
  scr_free(name);
  return ok;
}

static const scr_command rows[] = {
    {"table", cmd_named, name_words, "<s>", "works on the table of that name", 0},
    {"table add", cmd_add, NULL, "<s> (x,y) ...", "adds points at the end", 0},
    {"table clear", cmd_clear, NULL, "<s>", "removes all points", 0},
    {"table delete", cmd_delete, NULL, "[<s>]", "deletes one table, or all", 0},
    {"table export", cmd_export, export_words, "<s> <file>", "writes the points", 0},
    {"table import", cmd_import, NULL, "<s> <file>",
     "reads points: two numbers a line, with blanks, tabs, commas or semicolons between them", 0},
    {"table insert", cmd_insert, NULL, "<s> (x,y) ...", "adds points in order of x", 0},
    {"table label", cmd_label, NULL, "<s> <label>", "text for lists", 0},
    {"table list", cmd_list, NULL, "[<s>]", "shows the tables, or the points of one", 0},
    {"table sort", cmd_sort, NULL, "<s>", "orders the points by x", 0},
    {"table position", NULL, NULL, "", "points are set from FISH: table.x, table.y", 0},
};
const scr_command_file scr_cmd_table = {rows, sizeof rows / sizeof *rows};
