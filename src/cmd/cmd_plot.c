/* Commands that draw: `history plot` and `table plot`. The command `plot` of PFC is in
 * plot_chart.c. */
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/history.h"
#include "cmd/plot.h"
#include "cmd/plot_chart.h"

typedef struct request {
  scr_plot plot;
  bool table; /* what a name without a kind is */
  char *vs;
  scr_loc vs_at;
  bool vs_given, vs_negated;
  char *file;
  scr_loc file_at, log_right_at, right_label_at, residual_label_at;
} request;

enum {
  P_HISTORY,
  P_TABLE,
  P_AS,
  P_LINE,
  P_DASHED,
  P_MARKS,
  P_BOTH,
  P_RIGHT,
  P_RESIDUAL,
  P_MAGNITUDE,
  P_SCALE,
  P_REVERSE,
  P_MINUS,
  P_VS,
  P_TITLE,
  P_X_LABEL,
  P_Y_LABEL,
  P_RIGHT_LABEL,
  P_RESIDUAL_LABEL,
  P_LOG,
  P_SIZE,
  P_FILE,
  P_TRUNCATE
};
static const scr_word_row words[] = {
    {"history", "[-]<s>", "draws a history; a minus sign negates it"},
    {"table", "<s>", "draws a table"},
    {"as", "<s>", "what the series before is called in the legend"},
    {"line", "", "draws the series before as a solid line"},
    {"dashed", "", "... as a dashed line"},
    {"marks", "", "... as marks"},
    {"both", "", "... as line and marks"},
    {"right", "", "puts the series before on the second y axis"},
    {"residual", "", "... into the panel beneath, with an axis of its own"},
    {"magnitude", "", "takes the absolute values of the series before"},
    {"scale", "<f>", "multiplies the series before"},
    {"reverse", "", "negates the series before"},
    {"minus", "[history|table] <s>", "subtracts another one; tables are interpolated"},
    {"vs", "[-]<s>|step", "abscissa of histories; else the time if it is recorded, else the cycle"},
    {"title", "<s>", "above the figure"},
    {"x-label", "<s>", "of the x axis"},
    {"y-label", "<s>", "of the y axis"},
    {"right-label", "<s>", "of the second y axis"},
    {"residual-label", "<s>", "of the y axis of the panel beneath"},
    {"log", "x|y|right ...", "axes that are logarithmic"},
    {"size", "<width> <height>", "in points (480 320)"},
    {"file", "<s>", "suffix .svg (added), .png or .pdf; else the first name"},
    {"truncate", "", "replaces the file, as without it"},
    {NULL, NULL, NULL}};

/* ---- series ---- */

static bool is_full_word(const char *text) {
  for (const scr_word_row *r = words; r->word; r++)
    if (scr_casecmp(r->word, text) == 0) return true;
  return false;
}

/* In a file that is only checked, any name may be that of a table. */
static bool is_known(const scr_args *a, const char *name, bool table) {
  if (scr_args_checks(a) && (table || scr_args_has_made(a, "history", name))) return true;
  return table ? scr_xytable_find(&a->lib->tables, name) != NULL
               : scr_history_find(&a->lib->histories, name) != NULL;
}

/* Is the next token a keyword rather than a name? Quoted it never is, written in full always. */
static bool at_keyword(const scr_args *a, const request *r) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD) return false;
  return is_full_word(t->text) || (!is_known(a, t->text, r->table) && scr_args_next_is(a, words));
}

/* Neither a name nor a keyword: the nearest of both. */
static bool fail_unknown(scr_args *a, const request *r) {
  scr_loc at = scr_args_loc(a);
  const char *text = scr_args_peek(a)->text;
  scr_nearest near = {.word = text};
  for (const scr_word_row *w = words; w->word; w++) scr_nearest_offer(&near, w->word);
  for (size_t k = 0; r->table && k < a->lib->tables.n; k++)
    scr_nearest_offer(&near, a->lib->tables.item[k]->name);
  for (size_t k = 0; !r->table && k < a->lib->histories.n; k++)
    scr_nearest_offer(&near, a->lib->histories.item[k]->name);
  scr_fail(a->diag, &at, SCR_E_NAME, "'%s' is neither a %s nor a keyword of this command", text,
           r->table ? "table" : "history");
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

static bool check_name(scr_args *a, const char *name, bool table, const scr_loc *at) {
  return table ? scr_table_named(a, name, at) != NULL : scr_history_named(a, name, at) != NULL;
}

/* negated: a minus sign may stand before the name of a history; NULL: none may. */
static bool read_name(scr_args *a, bool table, char **name, bool *negated, scr_loc *at) {
  *at = scr_args_loc(a);
  if (!scr_args_name(a, table ? "the name of a table" : "the name of a history", name))
    return false;
  if (negated) *negated = !table && scr_plot_negates(a, *name);
  if (check_name(a, *name, table, at)) return true;
  scr_free(*name);
  *name = NULL;
  return false;
}

static bool read_series(scr_args *a, request *r, bool table) {
  char *name;
  scr_loc at;
  bool negated;
  if (!read_name(a, table, &name, &negated, &at) ||
      !scr_plot_add(a->diag, &r->plot, name, table, &at))
    return false;
  scr_plot_op *op =
      negated ? scr_plot_add_op(a->diag, &r->plot.series[r->plot.n - 1], SCR_PLOT_SCALE, &at)
              : NULL;
  if (op) op->factor = -1;
  return !negated || op;
}

/* The series that a word stands behind. */
static scr_plot_series *before(scr_args *a, request *r, int w) {
  scr_loc at = scr_args_last(a);
  if (r->plot.n) return &r->plot.series[r->plot.n - 1];
  scr_fail(a->diag, &at, SCR_E_SYNTAX, "expected the name of a %s before '%s'",
           r->table ? "table" : "history", words[w].word);
  return NULL;
}

/* [history|table] <s> */
static bool read_minus(scr_args *a, request *r, scr_plot_op *op) {
  op->table = scr_args_take(a, "table") || (!scr_args_take(a, "history") && r->table);
  return read_name(a, op->table, &op->name, NULL, &op->at);
}

static bool read_op(scr_args *a, request *r, scr_plot_series *s, int w) {
  scr_loc at = scr_args_last(a);
  scr_plot_op_kind kind = w == P_MINUS       ? SCR_PLOT_MINUS
                          : w == P_MAGNITUDE ? SCR_PLOT_MAGNITUDE
                                             : SCR_PLOT_SCALE;
  scr_plot_op *op = scr_plot_add_op(a->diag, s, kind, &at);
  if (!op) return false;
  op->factor = -1;
  if (w == P_SCALE) return scr_args_real(a, "a factor", &op->factor);
  return w != P_MINUS || read_minus(a, r, op);
}

static bool set_panel(scr_args *a, scr_plot_series *s, bool right) {
  scr_loc at = scr_args_last(a);
  *(right ? &s->right : &s->residual) = true;
  return !(s->right && s->residual) || scr_fail(a->diag, &at, SCR_E_VALUE,
                                                "a series is either on the second axis ('right') "
                                                "or in the panel beneath ('residual')");
}

static bool set_text(scr_args *a, const char *what, char **text) {
  scr_free(*text);
  *text = NULL;
  return scr_args_string(a, what, text);
}

static bool read_of_series(scr_args *a, request *r, int w) {
  scr_plot_series *s = before(a, r, w);
  if (!s) return false;
  switch (w) {
  case P_AS: return set_text(a, "a text for the legend", &s->as);
  case P_LINE: s->style = SCR_STYLE_LINE; return true;
  case P_DASHED: s->style = SCR_STYLE_DASHED; return true;
  case P_MARKS: s->style = SCR_STYLE_MARKS; return true;
  case P_BOTH: s->style = SCR_STYLE_BOTH; return true;
  case P_RIGHT:
  case P_RESIDUAL: return set_panel(a, s, w == P_RIGHT);
  default: return read_op(a, r, s, w);
  }
}

/* ---- words of the figure ---- */

static bool read_vs(scr_args *a, request *r) {
  const scr_token *t = scr_args_peek(a);
  scr_free(r->vs);
  r->vs = NULL;
  r->vs_negated = false;
  r->vs_given = true;
  r->vs_at = scr_args_loc(a);
  if (t && t->type == SCR_T_WORD && scr_casecmp(t->text, "step") == 0) {
    a->k++;
    return true;
  }
  return read_name(a, false, &r->vs, &r->vs_negated, &r->vs_at);
}

static const scr_word_row axis_words[] = {
    {"x", "", "the x axis"}, {"y", "", "the y axis"}, {"right", "", "the second y axis"}, {0}};

/* Only whole words count behind the first axis, since y-label begins like one. */
static bool at_axis(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  for (const scr_word_row *r = axis_words; t && t->type == SCR_T_WORD && r->word; r++)
    if (scr_casecmp(r->word, t->text) == 0) return true;
  return false;
}

/* One axis at least; `right` is taken for one, too. */
static bool read_log(scr_args *a, request *r) {
  int w;
  do {
    if (!scr_args_word(a, axis_words, &w)) return false;
    scr_args_again(a);
    *(w == 0 ? &r->plot.log_x : w == 1 ? &r->plot.log_y : &r->plot.log_right) = true;
    if (w == 2) r->log_right_at = scr_args_last(a);
  } while (at_axis(a));
  return true;
}

static bool read_length(scr_args *a, const char *what, double least, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return (*out >= least && *out <= 5000) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be between %g and 5000 points", what, least);
}

static bool read_of_figure(scr_args *a, request *r, int w) {
  scr_plot *p = &r->plot;
  switch (w) {
  case P_VS: return read_vs(a, r);
  case P_TITLE: return set_text(a, "a title", &p->title);
  case P_X_LABEL: return set_text(a, "a label", &p->x_label);
  case P_Y_LABEL: return set_text(a, "a label", &p->y_label);
  case P_RIGHT_LABEL:
    r->right_label_at = scr_args_last(a);
    return set_text(a, "a label", &p->right_label);
  case P_RESIDUAL_LABEL:
    r->residual_label_at = scr_args_last(a);
    return set_text(a, "a label", &p->residual_label);
  case P_LOG: return read_log(a, r);
  case P_SIZE:
    return read_length(a, "the width", 200, &p->width) &&
           read_length(a, "the height", 150, &p->height);
  case P_FILE: r->file_at = scr_args_loc(a); return scr_args_file(a, true, &r->file);
  default: return true; /* truncate */
  }
}

static bool read_word(scr_args *a, request *r) {
  int w;
  if (!scr_args_word(a, words, &w)) return false;
  if (w < P_VS || w == P_LOG) scr_args_again(a); /* of a series, or of an axis */
  if (w == P_HISTORY || w == P_TABLE) return read_series(a, r, w == P_TABLE);
  return w < P_VS ? read_of_series(a, r, w) : read_of_figure(a, r, w);
}

static bool read_words(scr_args *a, request *r) {
  while (!scr_args_end(a)) {
    const scr_token *t = scr_args_peek(a);
    bool keyword = at_keyword(a, r);
    if (!keyword && t->type == SCR_T_WORD && !is_known(a, t->text, r->table) && r->plot.n &&
        !scr_args_checks(a))
      return fail_unknown(a, r);
    if (!(keyword ? read_word(a, r) : read_series(a, r, r->table))) return false;
  }
  return r->plot.n > 0 ||
         scr_args_expected(a, r->table ? "the name of a table" : "the name of a history");
}

/* ---- the whole ---- */

typedef struct census {
  size_t main, right, residual, histories;
} census;

static census count(const scr_plot *p) {
  census c = {0};
  for (size_t k = 0; k < p->n; k++) {
    const scr_plot_series *s = &p->series[k];
    ++*(s->residual ? &c.residual : s->right ? &c.right : &c.main);
    c.histories += !s->table;
  }
  return c;
}

/* Words that would have no effect are mistakes. */
static bool check_words(scr_args *a, const request *r) {
  census c = count(&r->plot);
  scr_diag *d = a->diag;
  if (c.main == 0) {
    scr_fail(d, &r->plot.series[0].at, SCR_E_VALUE,
             "no series is left for the main panel and its first axis");
    return scr_hint(d, "leave 'right' or 'residual' away");
  }
  if (r->vs_given && c.histories == 0)
    return scr_fail(d, &r->vs_at, SCR_E_VALUE, "'vs' is for histories, and none is drawn");
  if (c.right == 0 && (r->plot.log_right || r->plot.right_label))
    return scr_fail(d, r->plot.log_right ? &r->log_right_at : &r->right_label_at, SCR_E_VALUE,
                    "no series has the second axis ('right')");
  return !(r->plot.residual_label && c.residual == 0) ||
         scr_fail(d, &r->residual_label_at, SCR_E_VALUE,
                  "no series is in the panel beneath ('residual')");
}

static bool is_drawn(const scr_plot *p, const scr_history *h) {
  for (size_t k = 0; k < p->n; k++)
    if (!p->series[k].table && scr_casecmp(p->series[k].name, h->name) == 0) return true;
  return false;
}

/* The time, if a history that is not drawn itself has recorded it from the beginning of all that
 * are. */
static const scr_history *time_of(const scr_histories *all, const scr_plot *p) {
  size_t longest = 0;
  for (size_t k = 0; k < p->n; k++) {
    const scr_history *h = p->series[k].table ? NULL : scr_history_find(all, p->series[k].name);
    if (h && h->n > longest) longest = h->n;
  }
  for (size_t k = 0; k < all->n; k++) {
    const scr_history *h = all->item[k];
    if (strcmp(h->spec, "model time-total") == 0 && h->n >= longest && !is_drawn(p, h)) return h;
  }
  return NULL;
}

static void set_abscissa(scr_args *a, request *r) {
  const scr_history *time = r->vs_given ? NULL : time_of(&a->lib->histories, &r->plot);
  const char *vs = time ? time->name : r->vs;
  for (size_t k = 0; vs && k < r->plot.n; k++) {
    r->plot.series[k].vs = scr_strdup(vs);
    r->plot.series[k].vs_negated = !time && r->vs_negated;
    r->plot.series[k].vs_at = time ? r->plot.series[k].at : r->vs_at;
  }
}

/* The name of the first series, which may hold what separates directories. */
static void name_file(request *r) {
  if (r->file) return;
  scr_buf b = {0};
  scr_buf_printf(&b, "%s.svg", r->plot.series[0].name);
  for (char *c = b.s; *c; c++)
    if (*c == '/' || *c == '\\') *c = '_';
  r->file = b.s;
  r->file_at = r->plot.series[0].at;
}

static bool read_request(scr_args *a, request *r, char **path) {
  if (!read_words(a, r) || !check_words(a, r)) return false;
  name_file(r);
  *path = scr_plot_path(a->s, &r->file_at, r->file, ".svg");
  return *path != NULL;
}

static bool draw(scr_args *a, request *r) {
  char *path = NULL;
  bool ok = read_request(a, r, &path) && scr_args_finish(a);
  if (ok) set_abscissa(a, r);
  ok = ok && scr_plot_write(a->s, &r->plot, &r->file_at, path);
  scr_free(path);
  scr_plot_clear(&r->plot);
  scr_free(r->vs);
  scr_free(r->file);
  scr_free(r);
  return ok;
}

static request *new_request(bool table) {
  request *r = scr_alloc(sizeof *r);
  r->table = table;
  return r;
}

static bool history_plot(scr_args *a) { return draw(a, new_request(false)); }
static bool table_plot(scr_args *a) { return draw(a, new_request(true)); }

bool scr_table_plot(scr_args *a, const char *name, const scr_loc *loc) {
  if (!check_name(a, name, true, loc)) return false;
  request *r = new_request(true);
  scr_plot_add(a->diag, &r->plot, scr_strdup(name), true, loc);
  return draw(a, r);
}

static const scr_command rows[] = {
    {"history plot", history_plot, words, "<s> ...", "draws histories and tables: SVG, PNG or PDF",
     0},
    {"table plot", table_plot, words, "<s> ...", "draws tables and histories: SVG, PNG or PDF", 0},
    {"plot", scr_plot_chart, scr_plot_chart_words, "['name']",
     "all but charts and pictures of the model", SCR_CMD_IGNORED | SCR_CMD_READING},
};
const scr_command_file scr_cmd_plot = {rows, sizeof rows / sizeof *rows};
