/* The command `plot`. Charts of histories and tables and pictures of the model act: `plot create`,
 * `plot item create`, `plot view`, `plot export` and what renames, empties and removes plots. The
 * words of windows and of their display are many, and ignored. */
#include "cmd/plot_chart.h"

#include <string.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "cmd/plot.h"
#include "cmd/results.h"
#include "cmd/view.h"

const scr_word_row scr_plot_chart_words[] = {
    {"create", "'name'", "begins a plot; an old one of that name is emptied"},
    {"item", "create <what> ... | modify <i> ... | delete <i>",
     "adds what is drawn, or a chart ('scree help plot item create' lists both); changes or "
     "removes item i, counted from 1"},
    {"add", "<what> ...", "the same as item create"},
    {"view", "...", "where the viewer stands"},
    {"set", "...", "the same as view"},
    {"background", "white|black", "light or dark"},
    {"hist", "[-]<s> ... [vs [-]<s>]",
     "a chart of histories, a minus sign negates one: a plot of its own, which is current"},
    {"chart-history", "history <s> ...",
     "after 'item create'; also: table <s>, vs <s>|step, as <s>, reverse, magnitude, dashed, "
     "residual, axis-x|axis-y label <s>, "
     "log; a minus sign before a name negates the history"},
    {"chart-table", "table <s> ...", "the same"},
    {"export", "bitmap|svg|pdf",
     "draws the picture (bitmap, svg) or the charts; also: filename <s>, size <i> <i> (pixels), "
     "view <s> (the plot of that name)"},
    {"bitmap", "", "the same as export bitmap"},
    {"title", "<s>", "above the figure"},
    {"clear", "", "takes all that is drawn away"},
    {"current", "'name'", "chooses a plot"},
    {"delete", "'name'", "removes a plot"},
    {"rename", "'name' 'new'", "renames a plot"},
    {0}};

/* Words behind `plot`; those from W_OTHERS on are ignored, and known so that abbreviations of them
 * mean them. */
enum {
  W_CREATE,
  W_ITEM,
  W_EXPORT,
  W_TITLE,
  W_CLEAR,
  W_CURRENT,
  W_DELETE,
  W_RENAME,
  W_CHART_HISTORY,
  W_CHART_TABLE,
  W_ADD,
  W_BITMAP,
  W_VIEW,
  W_SET,
  W_BACKGROUND,
  W_MODIFY,
  W_OTHERS
};
static const char *const plot_word[] = {
    "create",     "item",          "export",      "title", "clear",  "current", "delete",
    "rename",     "chart-history", "chart-table", "add",   "bitmap", "view",    "set",
    "background", "modify",        "active",      "copy",  "update"};

/* The word that a text abbreviates best; -1: none, or more than one. */
static int find_word(const char *text) {
  int best = 0, found = -1;
  for (size_t k = 0; k < SCR_COUNTOF(plot_word); k++) {
    int m = scr_abbreviates(text, plot_word[k]);
    if (m > best)
      found = (int)k;
    else if (m == best && m > 0)
      found = -1;
    if (m > best) best = m;
  }
  return found;
}

/* The word that acts and that a text misses by a letter or two; NULL: none. */
static const char *missed_word(const char *text) {
  scr_nearest near = {.word = text};
  for (int k = 0; k < W_OTHERS; k++) scr_nearest_offer(&near, plot_word[k]);
  return near.best && near.distance <= 2 ? near.best : NULL;
}

/* ---- the plots of a session ---- */

static scr_plots *plots_of(scr_session *s) {
  scr_plots **all = scr_session_plots(s);
  if (!*all) *all = scr_alloc(sizeof **all);
  return *all;
}

static scr_plot *find_plot(scr_session *s, const char *name) {
  scr_plots *all = plots_of(s);
  for (size_t k = 0; k < all->n; k++)
    if (scr_casecmp(all->item[k]->name, name) == 0) return all->item[k];
  return NULL;
}

static scr_plot *need_plot(scr_session *s, const char *name) {
  scr_plots *all = plots_of(s);
  scr_plot *p = find_plot(s, name);
  if (p) return p;
  p = scr_alloc(sizeof *p);
  p->name = scr_strdup(name);
  SCR_GROW(all->item, all->cap, all->n + 1);
  return all->item[all->n++] = p;
}

static void free_plot(scr_plot *p) {
  scr_plot_clear(p);
  scr_free(p->name);
  scr_free(p);
}

static void delete_plot(scr_session *s, scr_plot *p) {
  scr_plots *all = plots_of(s);
  size_t kept = 0;
  for (size_t k = 0; k < all->n; k++)
    if (all->item[k] != p) all->item[kept++] = all->item[k];
  all->n = kept;
  if (all->current == p) all->current = NULL;
  free_plot(p);
}

void scr_plots_free(scr_session *s) {
  scr_plots **own = scr_session_plots(s), *all = *own;
  if (!all) return;
  for (size_t k = 0; k < all->n; k++) free_plot(all->item[k]);
  scr_free(all->item);
  scr_free(all);
  *own = NULL;
}

static bool any_item(scr_session *s) {
  const scr_plots *all = *scr_session_plots(s);
  for (size_t k = 0; all && k < all->n; k++)
    if (all->item[k]->n || all->item[k]->view) return true;
  return false;
}

/* Makes an error of it that no plot has that name; with the nearest one. */
static bool fail_plot(scr_args *a, const char *name, const scr_loc *at) {
  scr_nearest near = {.word = name};
  const scr_plots *all = plots_of(a->s);
  for (size_t k = 0; k < all->n; k++) scr_nearest_offer(&near, all->item[k]->name);
  scr_fail(a->diag, at, SCR_E_NAME, "there is no plot '%s'", name);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

/* A warning instead, which `--strict` makes an error. */
static bool forgive_plot(scr_args *a, const char *name, const scr_loc *at) {
  fail_plot(a, name, at);
  return scr_args_checks(a) ? scr_args_deferred(a, "plot", name) : scr_diag_forgive(a->diag);
}

bool scr_plot_wanted(scr_args *a, const char *name, const scr_loc *at) {
  if (scr_args_checks(a)) return scr_args_needs(a, "plot", name, at), true;
  return find_plot(a->s, name) || fail_plot(a, name, at);
}

scr_view *scr_plot_view(scr_plot *p) {
  if (!p->view) p->view = scr_view_new();
  return p->view;
}

/* ---- which lines act ---- */

static bool is_name(const scr_line *l, size_t k) {
  return k < l->n && (l->raw[k] != SCR_RAW_NONE || l->tok[k].type == SCR_T_STRING);
}

static int word_at(const scr_line *l, size_t k) {
  return k < l->n && l->raw[k] == SCR_RAW_NONE && l->tok[k].type == SCR_T_WORD
             ? find_word(l->tok[k].text)
             : -1;
}

/* `hist 1 vs 2` of PFC 5 is a chart. */
static bool is_history(const scr_token *t) {
  return t->type == SCR_T_WORD &&
         (scr_casecmp(t->text, "hist") == 0 || scr_casecmp(t->text, "history") == 0);
}

static bool history_at(const scr_line *l, size_t k) {
  return k < l->n && l->raw[k] == SCR_RAW_NONE && is_history(&l->tok[k]);
}

/* A slip of the pen: the line is looked at, and told of. */
static bool missed_at(const scr_line *l, size_t k) {
  bool plain = k < l->n && l->raw[k] == SCR_RAW_NONE && l->tok[k].type == SCR_T_WORD;
  return plain && find_word(l->tok[k].text) < 0 && missed_word(l->tok[k].text);
}

/* Does word k name something of the model? */
static bool draws_at(const scr_line *l, size_t k) {
  return k < l->n && l->raw[k] == SCR_RAW_NONE && l->tok[k].type == SCR_T_WORD &&
         scr_view_kind_of(l->tok[k].text) >= 0;
}

bool scr_plot_forgives(scr_session *s, const scr_line *l, size_t k) {
  if (is_name(l, k)) k++;
  int w = word_at(l, k);
  bool looks = w == W_ADD || w == W_VIEW || w == W_SET || w == W_BACKGROUND ||
               (w == W_ITEM && (word_at(l, k + 1) == W_MODIFY || draws_at(l, k + 2)));
  return looks && scr_diag_forgive(scr_session_diag(s));
}

bool scr_plot_acts(scr_session *s, const scr_line *l, size_t k) {
  if (is_name(l, k)) k++;
  int w = word_at(l, k);
  if (w == W_ADD || history_at(l, k)) return true;
  if (w == W_ITEM && (word_at(l, k + 1) == W_MODIFY || word_at(l, k + 1) == W_DELETE)) return true;
  if (w == W_ITEM && word_at(l, k + 1) == W_CREATE) return true;
  if (w == W_MODIFY) return false;
  if (missed_at(l, k) || (w == W_ITEM && missed_at(l, k + 1))) return true;
  if (w == W_ITEM) w = -1;
  if (w == W_CREATE && (word_at(l, k + 1) == W_CHART_HISTORY || word_at(l, k + 1) == W_CHART_TABLE))
    return true;
  if (w == W_TITLE) return any_item(s);
  return w >= 0 && w < W_OTHERS;
}

/* ---- charts ---- */

/* Is the next token this word? Of the words within a chart only whole ones count, since others
 * begin like them. */
static bool take_whole(scr_args *a, const char *word) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || scr_casecmp(t->text, word) != 0) return false;
  a->k++;
  return true;
}

static bool take_kind(scr_args *a, bool *table) {
  *table = take_whole(a, "table");
  return *table || take_whole(a, "history") || take_whole(a, "hist");
}

typedef struct chart {
  scr_plot *plot;
  size_t first; /* of the series of this item */
  int axis;     /* of which is spoken: 0 none, else 'x' or 'y' */
  bool table, behind_name;
} chart;

static bool chart_name(scr_args *a, bool table, char **name, bool *negated, scr_loc *at) {
  *at = scr_args_loc(a);
  *negated = false;
  if (!scr_args_name(a, table ? "the name of a table" : "the name of a history", name))
    return false;
  if (!table) *negated = scr_plot_negates(a, *name);
  if (!table && a->dialect != SCR_LEGACY) scr_args_needs(a, "history", *name, at);
  return true;
}

static bool chart_op(scr_args *a, scr_plot_series *s, scr_plot_op_kind kind) {
  scr_loc at = scr_args_last(a);
  scr_plot_op *op = scr_plot_add_op(a->diag, s, kind, &at);
  if (op) op->factor = -1;
  return op != NULL;
}

static bool chart_series(scr_args *a, chart *c) {
  char *name;
  scr_loc at;
  bool negated;
  c->behind_name = true;
  return chart_name(a, c->table, &name, &negated, &at) &&
         scr_plot_add(a->diag, c->plot, name, c->table, &at) &&
         (!negated || chart_op(a, &c->plot->series[c->plot->n - 1], SCR_PLOT_SCALE));
}

static bool chart_vs(scr_args *a, chart *c) {
  char *name = NULL;
  bool negated = false;
  scr_loc at = scr_args_loc(a);
  if (!take_whole(a, "step") && !chart_name(a, false, &name, &negated, &at)) return false;
  for (size_t k = c->first; k < c->plot->n; k++) {
    scr_free(c->plot->series[k].vs);
    c->plot->series[k].vs = name ? scr_strdup(name) : NULL;
    c->plot->series[k].vs_negated = negated;
    c->plot->series[k].vs_at = at;
  }
  scr_free(name);
  return true;
}

static bool chart_text(scr_args *a, char **text) {
  scr_free(*text);
  *text = NULL;
  return scr_args_string(a, "a text", text);
}

/* What stands behind `axis-x` and `axis-y`. */
static bool chart_axis(scr_args *a, chart *c, bool *taken) {
  bool on, x = c->axis == 'x';
  *taken = true;
  if (take_whole(a, "label")) return chart_text(a, x ? &c->plot->x_label : &c->plot->y_label);
  *taken = take_whole(a, "log");
  if (!*taken) return true;
  if (!scr_args_bool(a, "on or off", &on)) return false;
  *(x ? &c->plot->log_x : &c->plot->log_y) = on;
  return true;
}

static bool chart_of_series(scr_args *a, scr_plot_series *s, bool *taken) {
  *taken = true;
  if (take_whole(a, "as")) return chart_text(a, &s->as);
  if (take_whole(a, "reverse")) return chart_op(a, s, SCR_PLOT_SCALE);
  if (take_whole(a, "magnitude")) return chart_op(a, s, SCR_PLOT_MAGNITUDE);
  if (take_whole(a, "dashed"))
    s->style = SCR_STYLE_DASHED;
  else if (take_whole(a, "residual"))
    s->residual = true;
  else
    *taken = false;
  return true;
}

/* One word, with what belongs to it. */
static bool chart_word(scr_args *a, chart *c) {
  bool taken = false;
  const scr_token *t = scr_args_peek(a);
  const bool named = t->type == SCR_T_STRING || t->type == SCR_T_INT ||
                     (t->type == SCR_T_WORD && t->text[0] == '-' && t->text[1]);
  if (c->behind_name && named) return chart_series(a, c);
  c->behind_name = false;
  if (take_kind(a, &c->table)) return chart_series(a, c);
  if (take_whole(a, "vs")) return chart_vs(a, c);
  if (take_whole(a, "axis-x") || take_whole(a, "axis-y")) {
    c->axis = a->tok[a->k - 1].text[5] | 0x20;
    return true;
  }
  if (c->plot->n > c->first && !chart_of_series(a, &c->plot->series[c->plot->n - 1], &taken))
    return false;
  if (!taken && c->axis && !chart_axis(a, c, &taken)) return false;
  if (!taken) a->k++; /* a word that is ignored */
  return true;
}

/* Of a chart with an error no series stays. */
static bool add_chart(scr_args *a, scr_plot *p) {
  chart c = {.plot = p, .first = p->n};
  bool ok = true;
  while (ok && !scr_args_end(a)) ok = chart_word(a, &c);
  scr_args_makes(a, "chart", p->name, NULL);
  if (!ok) scr_plot_cut(p, c.first);
  return ok;
}

/* ---- export ---- */

static bool read_text(scr_args *a, char **out) {
  return scr_args_name(a, "the name of a plot", out);
}

typedef struct export {
  const char *suffix; /* what is drawn; NULL: nothing that is offered */
  char *file;
  scr_loc at;
  int64_t size[2];
  scr_plot *plot;         /* that `view` names; NULL: none */
  bool later;             /* it names one that only a check does not know yet */
  const scr_token *other; /* a form that is not written */
}
export;

bool scr_plot_read_size(scr_args *a, int64_t *size) {
  scr_loc at = {0};
  for (int k = 0; k < 2; k++) {
    at = scr_args_loc(a);
    if (!scr_args_int(a, "a number of pixels", &size[k])) return false;
    if (size[k] < 100 || size[k] > 20000)
      return scr_fail(a->diag, &at, SCR_E_VALUE,
                      "the size of a picture must be between 100 and 20000 pixels");
  }
  return size[0] * size[1] <= SCR_SCENE_MOST ||
         scr_fail(a->diag, &at, SCR_E_LIMIT, "a picture has at most %d million pixels",
                  SCR_SCENE_MOST >> 20);
}

static bool read_file(scr_args *a, export *x) {
  x->at = scr_args_loc(a);
  scr_free(x->file);
  x->file = NULL;
  return scr_args_file(a, true, &x->file);
}

/* Of a plot that is not there a warning tells, as where it stands first; in a check unless
 * something makes it. */
static bool read_view(scr_args *a, export *x) {
  char *name;
  const scr_loc at = scr_args_loc(a);
  if (!read_text(a, &name)) return false;
  x->plot = find_plot(a->s, name);
  x->later = !x->plot;
  const bool ok = x->plot || forgive_plot(a, name, &at);
  scr_free(name);
  return ok;
}

enum {
  X_BITMAP,
  X_PNG,
  X_SVG,
  X_PDF,
  X_SIZE,
  X_FILENAME,
  X_FILE,
  X_VIEW,
  X_PLOT,
  X_DPI,
  X_QUALITY
};
const scr_word_row scr_plot_export_words[] = {
    {"bitmap", "", "PNG: of the model, or of charts"},
    {"png", "", "the same"},
    {"svg", "", "SVG: of the model, or of charts"},
    {"pdf", "", "PDF: of charts alone"},
    {"size", "<i> <i>", "pixels: width and height"},
    {"filename", "<s>", "the suffix is added; by default the name of the plot"},
    {"file", "<s>", "the same"},
    {"view", "<s>", "the plot that is drawn; else the current one"},
    {"plot", "<s>", "the same"},
    {"dpi", "<f>", "no effect: give 'size'"},
    {"quality", "<f>", "no effect"},
    {0}};

/* Forms that PFC or others have and that are not written; instead of those of pixels a PNG is. */
static bool is_other_form(const scr_token *t, bool *pixels) {
  static const char *const raster[] = {"jpeg", "jpg", "bmp", "tiff", "tif", "gif", NULL},
                           *const rest[] = {"csv",   "data",       "datafile", "dxf",
                                            "excel", "postscript", "ps",       "print",
                                            "vrml",  "avi",        NULL};
  *pixels = t->type == SCR_T_WORD && scr_is_one_of(t->text, raster);
  return *pixels || (t->type == SCR_T_WORD && scr_is_one_of(t->text, rest));
}

static int export_word(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  for (int k = 0; t->type == SCR_T_WORD && scr_plot_export_words[k].word; k++)
    if (scr_casecmp(scr_plot_export_words[k].word, t->text) == 0) return k;
  return -1;
}

/* PFC's words for the display of bitmaps, each with a number. */
static bool pass_number(scr_args *a) {
  const scr_token *word = &a->tok[a->k - 1];
  double number;
  return scr_args_real(a, "a number", &number) && scr_plot_tell_passed(a, word);
}

static bool read_export_word(scr_args *a, export *x) {
  static const char *const suffix[] = {".png", ".png", ".svg", ".pdf"};
  const int w = export_word(a);
  bool pixels;
  if (w < 0 && is_other_form(scr_args_peek(a), &pixels)) {
    const scr_token *t = &a->tok[a->k++];
    if (!pixels) return x->other = t, true;
    x->suffix = ".png";
    return scr_warn(a->diag, &t->loc, SCR_E_VALUE, "'%s' is not written: the picture is '.png'",
                    t->text);
  }
  if (w < 0) return scr_args_unknown(a, "word of a picture", scr_plot_export_words);
  a->k++;
  switch (w) {
  case X_SIZE: return scr_plot_read_size(a, x->size);
  case X_FILENAME:
  case X_FILE: return read_file(a, x);
  case X_VIEW:
  case X_PLOT: return read_view(a, x);
  case X_DPI:
  case X_QUALITY: return pass_number(a);
  default: x->suffix = suffix[w]; return true;
  }
}

static bool read_export(scr_args *a, export *x) {
  while (!scr_args_end(a))
    if (!read_export_word(a, x)) return false;
  return true;
}

/* The name of the file must not ask for another kind of picture. */
static bool check_suffix(scr_args *a, const export *x) {
  const char *has = x->file ? scr_path_suffix(x->file) : "";
  if (!x->file || scr_picture_of(x->file) == SCR_PICTURE_NONE || scr_casecmp(has, x->suffix) == 0)
    return true;
  return scr_fail(a->diag, &x->at, SCR_E_VALUE,
                  "a file '%s' is asked for, and its name ends in '%s'", x->suffix, has);
}

/* Pictures in forms that are not written: the name gets the suffix of one that is. */
static bool mend_suffix(scr_args *a, export *x) {
  static const char *const others[] = {".bmp", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".ps"};
  const char *has = x->file ? scr_path_suffix(x->file) : "";
  for (size_t k = 0; k < SCR_COUNTOF(others); k++) {
    if (scr_casecmp(has, others[k]) != 0) continue;
    bool fine = scr_warn(a->diag, &x->at, SCR_E_VALUE, "'%s' is not written: the picture is '%s'",
                         has, x->suffix);
    scr_buf b = {0};
    scr_buf_put(&b, x->file, strlen(x->file) - strlen(has));
    scr_buf_puts(&b, x->suffix);
    scr_free(x->file);
    x->file = b.s;
    return fine;
  }
  return true;
}

static char *model_path(scr_args *a, const export *x, const char *name) {
  char *path = scr_session_out_path(a->s, x->file ? x->file : name, x->suffix);
  if (scr_view_writes(a->diag, &x->at, path)) return path;
  scr_free(path);
  return NULL;
}

static bool export_model(scr_args *a, scr_plot *p, export *x) {
  int64_t w = x->size[0] ? x->size[0] : SCR_VIEW_WIDTH,
          h = x->size[0] ? x->size[1] : SCR_VIEW_HEIGHT;
  char *path = mend_suffix(a, x) && check_suffix(a, x) ? model_path(a, x, p->name) : NULL;
  if (!path) return false;
  bool ok = scr_args_checks(a) ||
            scr_view_write(a->s, p->view, NULL, p->title, (int)w, (int)h, path, &x->at);
  scr_free(path);
  return ok;
}

/* Places of the charts' words are gone: what is wrong with them is told at the export. */
static void move_places(scr_plot *p, const scr_loc *at) {
  for (size_t k = 0; k < p->n; k++) {
    p->series[k].at = p->series[k].vs_at = *at;
    for (size_t i = 0; i < p->series[k].nop; i++) p->series[k].op[i].at = *at;
  }
}

/* A figure keeps its width in points, so that its texts grow with the pixels. */
static void set_size(scr_plot *p, const int64_t *size) {
  p->width = p->height = p->scale = 0;
  if (!size[0]) return;
  p->width = 480;
  p->height = SCR_MAX(480.0 * (double)size[1] / (double)size[0], 150);
  p->scale = (double)size[0] / 480;
}

static bool do_export(scr_args *a, scr_plot *p, export *x) {
  char *path = check_suffix(a, x)
                   ? scr_plot_path(a->s, &x->at, x->file ? x->file : p->name, x->suffix)
                   : NULL;
  if (!path) return false;
  move_places(p, &a->loc);
  set_size(p, x->size);
  bool ok = scr_args_checks(a) || scr_plot_write(a->s, p, &x->at, path);
  scr_free(path);
  return ok;
}

/* Who only checks waits until all is read: a function may make the chart. */
static bool warn_nothing(scr_args *a, const char *name) {
  scr_diag *d = a->diag;
  if (!scr_args_checks(a))
    return scr_warn(d, &a->loc, SCR_E_NAME, "nothing is written: the plot '%s' has no item", name);
  scr_fail(d, &a->loc, SCR_E_NAME, "nothing is written: the plot '%s' has no item", name);
  return scr_args_deferred(a, "chart", name);
}

static bool warn_form(scr_args *a, const export *x) {
  if (x->other)
    return scr_warn(a->diag, &x->other->loc, SCR_E_NAME,
                    "nothing is written: there is no '%s'; pictures are 'bitmap' (PNG), 'svg' and, "
                    "of charts, 'pdf'",
                    x->other->text);
  return scr_warn(a->diag, &a->loc, SCR_E_NAME,
                  "nothing is written: 'bitmap', 'svg' and 'pdf' are, and none is asked for");
}

static bool is_empty(const scr_plot *p) { return p->n == 0 && (!p->view || !p->view->n); }

static bool names_view(const scr_args *a) {
  for (int k = a->k; k < a->n; k++)
    if (a->tok[k].type == SCR_T_WORD &&
        (scr_casecmp(a->tok[k].text, "view") == 0 || scr_casecmp(a->tok[k].text, "plot") == 0))
      return true;
  return false;
}

/* bitmap: that word stands for `export bitmap`. Of a plot that is empty no word is looked at. */
static bool export_plot(scr_args *a, scr_plot *p, bool bitmap) {
  if (is_empty(p) && !names_view(a)) return warn_nothing(a, p->name);
  export x = {.at = a->loc, .suffix = bitmap ? ".png" : NULL};
  bool ok = read_export(a, &x);
  if (x.plot) p = x.plot;
  if (x.later || !ok)
    ok = ok && check_suffix(a, &x);
  else if (!x.suffix || x.other)
    ok = warn_form(a, &x);
  else if (is_empty(p))
    ok = warn_nothing(a, p->name);
  else
    ok = p->n ? do_export(a, p, &x) : export_model(a, p, &x);
  scr_free(x.file);
  return ok;
}

/* In a check, of a plot that is made elsewhere: the words alone. */
static bool read_other_export(scr_args *a, bool bitmap) {
  export x = {.at = a->loc, .suffix = bitmap ? ".png" : NULL};
  const bool ok = read_export(a, &x) && (!x.suffix || check_suffix(a, &x));
  scr_free(x.file);
  return ok;
}

/* ---- the command ---- */

/* The plot that a command is about, by its name; in a run that has none, a warning tells. */
typedef struct named {
  char *name; /* NULL: none is named */
  scr_loc at;
} named;

static bool read_named(scr_args *a, named *n) {
  n->at = scr_args_loc(a);
  return read_text(a, &n->name);
}

/* A new one if there is none of that name. */
static scr_plot *make_named(scr_args *a, const named *n) {
  if (!n->name) return scr_plot_current(a->s);
  scr_args_makes(a, "plot", n->name, &n->at);
  return need_plot(a->s, n->name);
}

/* NULL: there is none, of which a warning tells; in a check unless something makes it. *ok: is the
 * warning no error? */
static scr_plot *find_named(scr_args *a, const named *n, bool *ok) {
  scr_plot *p = n->name ? find_plot(a->s, n->name) : scr_plot_current(a->s);
  if (p) return p;
  *ok = forgive_plot(a, n->name, &n->at);
  return NULL;
}

static bool rename_plot(scr_args *a, scr_plot *p) {
  char *name;
  scr_loc at = scr_args_loc(a);
  if (!read_text(a, &name)) return false;
  const scr_plot *other = find_plot(a->s, name);
  if (other && other != p) {
    scr_fail(a->diag, &at, SCR_E_NAME, "a plot named '%s' exists already", name);
    scr_free(name);
    return false;
  }
  scr_results_rename_movie(scr_session_results(a->s), p->name, name);
  scr_args_makes(a, "plot", name, &at);
  scr_free(p->name);
  p->name = name;
  return true;
}

/* A movie ends with its plot. */
static bool remove_plot(scr_args *a, scr_plot *p) {
  scr_results *r = scr_session_results(a->s);
  const bool drawn = r->movie && scr_casecmp(r->movie, p->name) == 0;
  const bool fine =
      !drawn || scr_warn(a->diag, &a->loc, SCR_E_STATE,
                         "frames hold no pictures any more: they were of the plot '%s'", p->name);
  if (!fine) return false;
  if (drawn) scr_results_movie(r, NULL);
  delete_plot(a->s, p);
  return true;
}

/* The text is the last word: [active on] [text] 's'. */
static bool set_title(scr_args *a, scr_plot *p) {
  const scr_token *t = &a->tok[a->n - 1];
  if (scr_args_end(a) || (t->type != SCR_T_STRING && t->type != SCR_T_VALUE)) return true;
  a->k = a->n - 1;
  return chart_text(a, &p->title);
}

void scr_plot_begin(scr_session *s, const char *name) {
  scr_plot *p = need_plot(s, name);
  scr_plot_clear(p);
  plots_of(s)->current = p;
}

/* `view` and `plot` may stand before a name. */
static void pass_view(scr_args *a) {
  if (a->n - a->k > 1 && !take_whole(a, "view")) take_whole(a, "plot");
}

static bool begin_plot(scr_args *a) {
  named n = {0};
  pass_view(a);
  if (!read_named(a, &n)) return false;
  scr_args_makes(a, "plot", n.name, &n.at);
  scr_plot_begin(a->s, n.name);
  scr_free(n.name);
  const scr_token *t = scr_args_peek(a);
  return !t ||
         scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' is ignored", t->text ? t->text : "a value");
}

scr_plot *scr_plot_current(scr_session *s) {
  scr_plots *all = plots_of(s);
  if (!all->current) all->current = need_plot(s, "plot01");
  return all->current;
}

static int take_plot_word(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  int w = t && t->type == SCR_T_WORD ? find_word(t->text) : -1;
  if (w >= 0) a->k++;
  return w;
}

/* Words that mean nothing here are ignored, but not those that were meant to mean something. */
static bool warn_missed(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  const char *meant =
      t && t->type == SCR_T_WORD && find_word(t->text) < 0 ? missed_word(t->text) : NULL;
  return !meant || scr_warn(a->diag, &t->loc, SCR_E_NAME, "'%s' is ignored; did you mean '%s'?",
                            t->text, meant);
}

/* ---- the model ---- */

bool scr_plot_tell_passed(scr_args *a, const scr_token *passed) {
  scr_plots *all = plots_of(a->s);
  if (!passed || all->told) return true;
  all->told = true;
  return scr_warn(a->diag, &passed->loc, SCR_E_NAME,
                  "'%s' has no effect on pictures; further words of the display that have none "
                  "are passed over",
                  passed->text);
}

/* After `item create`: a kind that is not drawn. */
static bool warn_kind(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t || !t->text) return scr_args_expected(a, "what is to be drawn");
  scr_nearest near = {.word = t->text};
  scr_buf all = {0};
  for (const scr_word_row *r = scr_view_kind_words; r->word; r++) {
    scr_nearest_offer(&near, r->word);
    scr_buf_printf(&all, "%s%s", all.n ? ", " : "", r->word);
  }
  const bool meant = near.best && near.distance <= 2;
  const bool fine = scr_warn(
      a->diag, &t->loc, SCR_E_NAME, "'%s' is not drawn%s%s%s", t->text,
      meant ? "; did you mean '" : "; items are: ", meant ? near.best : all.s, meant ? "'?" : "");
  scr_buf_free(&all);
  return fine;
}

/* What a line with an error says has no effect at all. */
static bool add_item(scr_args *a, scr_plot *p) {
  scr_view *v = scr_plot_view(p);
  const scr_token *passed = NULL;
  scr_view_item *i = scr_view_add(v, (scr_view_kind)scr_view_kind_of(scr_args_peek(a)->text));
  int nclip = v->nclip;
  a->k++;
  scr_args_makes(a, "chart", p->name, NULL);
  if (scr_view_read_item(a, i, v, &passed)) return scr_plot_tell_passed(a, passed);
  v->nclip = nclip;
  scr_view_drop(v, v->n - 1);
  return false;
}

/* The item of that number, counted from 1; NULL after an error. */
static scr_view_item *item_of(scr_args *a, scr_plot *p, int64_t *k) {
  scr_loc at = scr_args_loc(a);
  size_t n = p->view ? p->view->n : 0;
  if (!scr_args_int(a, "the number of an item", k)) return NULL;
  if (*k >= 1 && *k <= (int64_t)n) return &p->view->item[*k - 1];
  scr_fail(a->diag, &at, SCR_E_VALUE, "the picture of '%s' has %zu item%s", p->name, n,
           n == 1 ? "" : "s");
  return NULL;
}

/* After an error the item is as it was. */
static bool modify_item(scr_args *a, scr_plot *p) {
  int64_t k;
  const scr_token *passed = NULL;
  scr_view_item *i = item_of(a, p, &k);
  if (!i) return false;
  scr_view before = {.nclip = p->view->nclip};
  *scr_view_add(&before, i->kind) = scr_view_copy(i);
  if (scr_args_peek(a) && scr_view_kind_of(scr_args_peek(a)->text) == (int)i->kind) a->k++;
  bool ok = scr_view_read_item(a, i, p->view, &passed);
  if (!ok) {
    scr_view_item changed = *i;
    *i = before.item[0];
    before.item[0] = changed;
    p->view->nclip = before.nclip;
  }
  scr_view_drop(&before, 0);
  scr_free(before.item);
  return ok && scr_plot_tell_passed(a, passed);
}

static bool delete_item(scr_args *a, scr_plot *p) {
  int64_t k;
  if (!item_of(a, p, &k)) return false;
  scr_view_drop(p->view, (size_t)k - 1);
  return true;
}

static bool set_view(scr_args *a, scr_plot *p) {
  const scr_token *passed = NULL;
  scr_view *v = scr_plot_view(p), before = *v;
  if (take_whole(a, "background")) return scr_view_background(a, v);
  if (scr_view_read(a, v, &passed)) return scr_plot_tell_passed(a, passed);
  *v = before;
  return false;
}

/* Commands that say how the picture looks. Files ran with them before there were pictures, and a
 * run of hours does not end for one: their errors are warnings. */
static bool on_model(scr_args *a, int w, scr_plot *p) {
  bool ok = w == W_ADD          ? add_item(a, p)
            : w == W_MODIFY     ? modify_item(a, p)
            : w == W_DELETE     ? delete_item(a, p)
            : w == W_BACKGROUND ? scr_view_background(a, scr_plot_view(p))
                                : set_view(a, p);
  return ok || scr_diag_forgive(a->diag);
}

bool scr_plot_there(scr_session *s, const char *name) { return find_plot(s, name) != NULL; }

bool scr_plot_shows(scr_session *s, const char *name) {
  const scr_plot *p = find_plot(s, name);
  return !p || !is_empty(p);
}

bool scr_view_export(scr_session *s, const char *name, scr_view_kept *kept, const int64_t *size,
                     const char *path, const scr_loc *at) {
  scr_plot *p = find_plot(s, name);
  scr_diag *d = scr_session_diag(s);
  if (!p) return scr_fail(d, at, SCR_E_NAME, "there is no plot '%s'", name);
  if (p->n) {
    move_places(p, at);
    return scr_view_writes(d, at, path) && scr_picture_possible(d, at, scr_picture_of(path)) &&
           scr_plot_write(s, p, at, path);
  }
  if (!p->view || !p->view->n)
    return scr_fail(d, at, SCR_E_NAME, "the plot '%s' has no item", name);
  return scr_view_writes(d, at, path) &&
         scr_view_write(s, p->view, kept, p->title, size ? (int)size[0] : SCR_VIEW_WIDTH,
                        size ? (int)size[1] : SCR_VIEW_HEIGHT, path, at);
}

static bool at_kind(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->type == SCR_T_WORD && scr_view_kind_of(t->text) >= 0;
}

/* After `item create` or `add`. */
static bool create_item(scr_args *a, scr_plot *p) {
  if (at_kind(a)) return on_model(a, W_ADD, p);
  if (scr_args_peek(a) && is_history(scr_args_peek(a))) return add_chart(a, p);
  const int k = a->k, w = take_plot_word(a);
  if (w == W_CHART_HISTORY || w == W_CHART_TABLE) return add_chart(a, p);
  a->k = k;
  return warn_kind(a);
}

/* Words of a plot that must be there. Some of them may be followed by its name. */
static bool on_plot(scr_args *a, int w, named *n) {
  bool ok = true;
  const bool follows = w == W_CURRENT || w == W_DELETE || w == W_RENAME || w == W_CLEAR;
  if (!n->name && follows) pass_view(a);
  if (!n->name && follows && !scr_args_end(a) && !read_named(a, n)) return false;
  scr_plot *p = find_named(a, n, &ok);
  const bool exports = w == W_EXPORT || w == W_BITMAP;
  if (!p && ok && exports && scr_args_checks(a)) return read_other_export(a, w == W_BITMAP);
  if (!p) return ok;
  switch (w) {
  case W_EXPORT:
  case W_BITMAP: return export_plot(a, p, w == W_BITMAP);
  case W_TITLE: return set_title(a, p);
  case W_CLEAR: scr_plot_clear(p); return true;
  case W_CURRENT: plots_of(a->s)->current = p; return true;
  case W_RENAME: return rename_plot(a, p);
  case W_DELETE: return remove_plot(a, p);
  default: return true;
  }
}

/* After `item`. */
static bool on_item(scr_args *a, const named *n) {
  const int w = take_plot_word(a);
  if (w == W_CREATE) return create_item(a, make_named(a, n));
  if (w == W_MODIFY || w == W_DELETE) return on_model(a, w, make_named(a, n));
  return warn_missed(a);
}

/* `plot hist 1 vs 2`: a plot of its own, 'history-1', which is current from then on. */
static bool history_plot(scr_args *a, named *n) {
  const scr_token *t = a->k + 1 < a->n ? &a->tok[a->k + 1] : NULL;
  scr_buf b = {0};
  if (n->name || !t || !t->text) return add_chart(a, make_named(a, n));
  scr_buf_printf(&b, "history-%s", t->text);
  scr_args_makes(a, "plot", b.s, &t->loc);
  scr_plot_begin(a->s, b.s);
  scr_buf_free(&b);
  return add_chart(a, scr_plot_current(a->s));
}

bool scr_plot_at_history(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->type == SCR_T_WORD && strlen(t->text) >= 3 &&
         scr_ncasecmp("history", t->text, strlen(t->text)) == 0;
}

bool scr_plot_history(scr_args *a, bool own) {
  scr_token *t = &a->tok[a->k];
  named none = {0};
  scr_free(t->text);
  t->text = scr_strdup("history");
  if (a->k + 1 == a->n) return true; /* a list of them, in a window */
  return own ? history_plot(a, &none) : add_chart(a, scr_plot_current(a->s));
}

static bool act(scr_args *a, named *n) {
  if (scr_args_peek(a) && is_history(scr_args_peek(a))) return history_plot(a, n);
  const int w = take_plot_word(a);
  switch (w) {
  case W_ITEM: return on_item(a, n);
  case W_ADD: return create_item(a, make_named(a, n));
  case W_CHART_HISTORY:
  case W_CHART_TABLE: return add_chart(a, make_named(a, n));
  case W_VIEW:
  case W_SET:
  case W_BACKGROUND: return on_model(a, w, make_named(a, n));
  default: break;
  }
  if (w < 0) return warn_missed(a);
  if (w != W_CREATE) return on_plot(a, w, n);
  const int k = a->k, item = take_plot_word(a);
  if (item == W_CHART_HISTORY || item == W_CHART_TABLE) return add_chart(a, make_named(a, n));
  a->k = k;
  return scr_args_end(a) || begin_plot(a);
}

bool scr_plot_chart(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  named n = {0};
  const bool first = t && (t->type == SCR_T_STRING || t->type == SCR_T_VALUE);
  const bool ok = (!first || read_named(a, &n)) && act(a, &n);
  scr_free(n.name);
  return ok;
}
