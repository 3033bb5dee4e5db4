/* Figures of histories and tables: from names and words to points, and to a file. See plot.h. */
#include "cmd/plot.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/files.h"
#include "cmd/history.h"
#include "cmd/view.h"

/* ---- descriptions ---- */

scr_plot_series *scr_plot_add(scr_diag *d, scr_plot *p, char *name, bool table, const scr_loc *at) {
  if (p->n == SCR_PLOT_SERIES) {
    scr_fail(d, at, SCR_E_LIMIT, "at most %d series in one figure", SCR_PLOT_SERIES);
    scr_free(name);
    return NULL;
  }
  scr_plot_series *s = &p->series[p->n++];
  *s = (scr_plot_series){.name = name, .table = table, .at = *at};
  return s;
}

scr_plot_op *scr_plot_add_op(scr_diag *d, scr_plot_series *s, scr_plot_op_kind kind,
                             const scr_loc *at) {
  if (s->nop == SCR_PLOT_OPS) {
    scr_fail(d, at, SCR_E_LIMIT,
             "at most %d of 'magnitude', 'scale', 'reverse' and 'minus' for a series",
             SCR_PLOT_OPS);
    return NULL;
  }
  scr_plot_op *op = &s->op[s->nop++];
  *op = (scr_plot_op){.kind = kind, .at = *at};
  return op;
}

static void series_free(scr_plot_series *s) {
  scr_free(s->name);
  scr_free(s->as);
  scr_free(s->vs);
  for (size_t k = 0; k < s->nop; k++) scr_free(s->op[k].name);
}

void scr_plot_cut(scr_plot *p, size_t n) {
  while (p->n > n) series_free(&p->series[--p->n]);
}

void scr_plot_clear(scr_plot *p) {
  char *name = p->name;
  scr_plot_cut(p, 0);
  scr_view_free(p->view);
  scr_free(p->title);
  scr_free(p->x_label);
  scr_free(p->y_label);
  scr_free(p->right_label);
  scr_free(p->residual_label);
  *p = (scr_plot){.name = name};
}

/* ---- points ---- */

typedef struct points {
  double *x, *y;
  size_t n;
  bool instants; /* of histories: point k is that of sampling instant first + k */
  size_t first;
} points;

static void points_free(points *p) {
  scr_free(p->x);
  scr_free(p->y);
  *p = (points){0};
}

static void points_alloc(points *p, size_t n) {
  p->x = scr_alloc(n * sizeof *p->x);
  p->y = scr_alloc(n * sizeof *p->y);
  p->n = n;
}

static scr_history *history_of(scr_session *s, const char *name, const scr_loc *at) {
  scr_history *h = scr_history_find(&scr_session_lib(s)->histories, name);
  if (!h) scr_history_missing(s, name, at);
  return h;
}

/* Histories made at different times begin with the younger one. */
static bool load_history(scr_session *s, const char *name, const scr_loc *at,
                         const scr_plot_series *of, points *p) {
  const char *vs = of->vs;
  const scr_loc *vs_at = &of->vs_at;
  const scr_histories *all = &scr_session_lib(s)->histories;
  const scr_history *h = history_of(s, name, at), *x = NULL;
  if (!h || (vs && !(x = history_of(s, vs, vs_at)))) return false;
  size_t n = x && x->n < h->n ? x->n : h->n;
  if (n == 0) {
    const scr_history *empty = h->n ? x : h;
    scr_fail(scr_session_diag(s), h->n ? vs_at : at, SCR_E_STATE,
             "the history '%s' holds no samples", empty->name);
    return scr_hint(scr_session_diag(s), "samples are taken while cycles run");
  }
  points_alloc(p, n);
  p->instants = true;
  p->first = all->nstep - n;
  for (size_t k = 0; k < n; k++) {
    p->x[k] = x ? x->sample[x->n - n + k] : (double)all->step[p->first + k];
    if (x && of->vs_negated) p->x[k] = -p->x[k];
    p->y[k] = h->sample[h->n - n + k];
  }
  return true;
}

static bool load_table(scr_session *s, const char *name, const scr_loc *at, points *p) {
  const scr_xytable *t = scr_xytable_find(&scr_session_lib(s)->tables, name);
  if (!t) return scr_table_missing(s, name, at);
  if (t->n == 0)
    return scr_fail(scr_session_diag(s), at, SCR_E_STATE, "the table '%s' holds no points",
                    t->name);
  points_alloc(p, t->n);
  memcpy(p->x, t->x, t->n * sizeof *t->x);
  memcpy(p->y, t->y, t->n * sizeof *t->y);
  return true;
}

static bool load(scr_session *s, const char *name, bool table, const scr_loc *at,
                 const scr_plot_series *of, points *p) {
  return table ? load_table(s, name, at, p) : load_history(s, name, at, of, p);
}

bool scr_plot_negates(scr_args *a, char *name) {
  const bool other =
      scr_history_find(&a->lib->histories, name) || scr_args_has_made(a, "history", name);
  if (name[0] != '-' || !name[1] || other) return false;
  memmove(name, name + 1, strlen(name));
  return true;
}

/* ---- differences ---- */

static bool ascends(const points *p) {
  for (size_t k = 1; k < p->n; k++)
    if (!(p->x[k] >= p->x[k - 1])) return false;
  return true;
}

/* Linear between the points; NaN outside of them. */
static double interpolate(const points *p, double x) {
  assert(p->n > 0 && p->x && p->y);
  size_t lo = 0, hi = p->n - 1;
  if (!(x >= p->x[0]) || !(x <= p->x[hi])) return NAN;
  while (hi - lo > 1) {
    size_t mid = (lo + hi) / 2;
    if (p->x[mid] <= x)
      lo = mid;
    else
      hi = mid;
  }
  if (x == p->x[lo]) return p->y[lo];
  if (x == p->x[hi]) return p->y[hi];
  return p->y[lo] + (p->y[hi] - p->y[lo]) * ((x - p->x[lo]) / (p->x[hi] - p->x[lo]));
}

/* Samples of the same instant are subtracted as they are. */
static double value_of(const points *p, const points *other, size_t k) {
  if (!p->instants || !other->instants) return interpolate(other, p->x[k]);
  size_t instant = p->first + k;
  return instant >= other->first ? other->y[instant - other->first] : NAN;
}

static bool subtract(scr_session *s, const scr_plot_series *of, const scr_plot_op *op, points *p) {
  points other = {0};
  size_t shared = 0;
  if (!load(s, op->name, op->table, &op->at, of, &other)) return false;
  bool ok = (p->instants && other.instants) || ascends(&other);
  if (!ok) {
    scr_fail(scr_session_diag(s), &op->at, SCR_E_VALUE,
             "the points of '%s' are not in order of x, so nothing lies between them", op->name);
    if (op->table) scr_hint(scr_session_diag(s), "table '%s' sort", op->name);
  }
  for (size_t k = 0; ok && k < p->n; k++) {
    p->y[k] -= value_of(p, &other, k);
    shared += isfinite(p->y[k]);
  }
  if (ok && shared == 0)
    ok = scr_fail(scr_session_diag(s), &op->at, SCR_E_VALUE,
                  "'%s' and '%s' have no part of the x axis in common", of->name, op->name);
  points_free(&other);
  return ok;
}

static bool apply(scr_session *s, const scr_plot_series *of, const scr_plot_op *op, points *p) {
  if (op->kind == SCR_PLOT_MINUS) return subtract(s, of, op, p);
  for (size_t k = 0; k < p->n; k++)
    p->y[k] = op->kind == SCR_PLOT_SCALE ? op->factor * p->y[k] : fabs(p->y[k]);
  return true;
}

static bool load_series(scr_session *s, const scr_plot_series *of, points *p) {
  bool ok = load(s, of->name, of->table, &of->at, of, p);
  for (size_t k = 0; ok && k < of->nop; k++) ok = apply(s, of, &of->op[k], p);
  return ok;
}

/* ---- texts ---- */

/* A label that the user gave, else the name, else (it is a mere number) what is recorded. */
static const char *text_of(scr_session *s, const char *name, bool table) {
  if (table) {
    const scr_xytable *t = scr_xytable_find(&scr_session_lib(s)->tables, name);
    return t && t->label ? t->label : t ? t->name : name;
  }
  const scr_history *h = scr_history_find(&scr_session_lib(s)->histories, name);
  if (!h) return name;
  if (strcmp(h->label, h->spec) != 0) return h->label;
  return h->name[strspn(h->name, "0123456789")] ? h->name : h->spec;
}

static const scr_plot_op *difference_of(const scr_plot_series *p) {
  for (size_t k = 0; k < p->nop; k++)
    if (p->op[k].kind == SCR_PLOT_MINUS) return &p->op[k];
  return NULL;
}

static const char *negated(const char *text, scr_arena *arena) {
  scr_buf b = {0};
  scr_buf_printf(&b, "−%s", text);
  char *out = scr_arena_strn(arena, b.s, b.n);
  scr_buf_free(&b);
  return out;
}

/* Is all that is done to it that its sign changes? */
static bool is_negated(const scr_plot_series *p) {
  bool negated = false;
  for (size_t k = 0; k < p->nop; k++) {
    if (p->op[k].kind != SCR_PLOT_SCALE || p->op[k].factor != -1) return false;
    negated = !negated;
  }
  return negated;
}

/* What a series is called in the legend. */
static const char *legend_of(scr_session *s, const scr_plot_series *p, scr_arena *arena) {
  const scr_plot_op *minus = difference_of(p);
  if (p->as) return p->as;
  if (is_negated(p)) return negated(text_of(s, p->name, p->table), arena);
  if (!minus) return text_of(s, p->name, p->table);
  scr_buf b = {0};
  scr_buf_printf(&b, "%s − %s", text_of(s, p->name, p->table),
                 text_of(s, minus->name, minus->table));
  char *text = scr_arena_strn(arena, b.s, b.n);
  scr_buf_free(&b);
  return text;
}

/* The unit of the values; "" if it is not known: of tables and functions, and of what was scaled.
 */
static const char *unit_of(scr_session *s, const scr_plot_series *p) {
  const scr_history *h =
      p->table ? NULL : scr_history_find(&scr_session_lib(s)->histories, p->name);
  for (size_t k = 0; k < p->nop; k++)
    if (p->op[k].kind == SCR_PLOT_SCALE && fabs(p->op[k].factor) != 1) return "";
  return h ? scr_history_unit(h) : "";
}

static const char *with_unit(const char *text, const char *unit, scr_arena *arena) {
  if (!*unit || strcmp(unit, "-") == 0) return text;
  scr_buf b = {0};
  scr_buf_printf(&b, "%s%s%s", text, *text ? ", " : "", unit);
  char *out = scr_arena_strn(arena, b.s, b.n);
  scr_buf_free(&b);
  return out;
}

static bool on_axis(const scr_plot_series *s, bool right, bool residual) {
  return s->residual == residual && (residual || s->right == right);
}

/* Series k of its axis, which holds others with other units: its name, with the unit behind the
 * last name that has it. */
static void put_with_unit(scr_session *s, const scr_plot *p, size_t k, const size_t *on, size_t n,
                          scr_arena *arena, scr_buf *b) {
  const scr_plot_series *one = &p->series[on[k]];
  const char *unit = unit_of(s, one);
  bool last = k + 1 == n || strcmp(unit_of(s, &p->series[on[k + 1]]), unit) != 0;
  scr_buf_printf(b, "%s%s", k ? ", " : "", legend_of(s, one, arena));
  if (last && *unit && strcmp(unit, "-") != 0) scr_buf_printf(b, " (%s)", unit);
}

enum { MOST_NAMED = 4 };
/* "z, y (m), k (J)": the histories of an axis with several units; NULL: they are too many for a
 * label. */
static const char *units_label(scr_session *s, const scr_plot *p, bool right, bool residual,
                               scr_arena *arena) {
  size_t on[SCR_PLOT_SERIES], n = 0;
  scr_buf b = {0};
  for (size_t k = 0; k < p->n; k++)
    if (on_axis(&p->series[k], right, residual) && !p->series[k].table) on[n++] = k;
  if (n > MOST_NAMED) return NULL;
  for (size_t k = 0; k < n; k++) put_with_unit(s, p, k, on, n, arena, &b);
  const char *text = b.n ? scr_arena_strn(arena, b.s, b.n) : NULL;
  scr_buf_free(&b);
  return text;
}

/* The label of a y axis: name and unit of its only series, or the unit that several share. */
static const char *axis_label(scr_session *s, const scr_plot *p, bool right, bool residual,
                              scr_arena *arena) {
  const scr_plot_series *first = NULL;
  size_t n = 0;
  bool same = true;
  for (size_t k = 0; k < p->n; k++) {
    const scr_plot_series *one = &p->series[k];
    if (!on_axis(one, right, residual)) continue;
    n++;
    if (first && one->table) continue; /* is drawn beside it, so it has its unit */
    if (first && !first->table && strcmp(unit_of(s, one), unit_of(s, first)) != 0) same = false;
    if (!first || first->table) first = one;
  }
  if (n == 0) return NULL;
  if (!same) return units_label(s, p, right, residual, arena);
  const char *text = n == 1 ? legend_of(s, first, arena) : "";
  if (residual && n == 1 && difference_of(first) && !first->as) text = "residual";
  text = with_unit(text, same ? unit_of(s, first) : "", arena);
  return *text ? text : NULL;
}

/* Of the first history; figures of tables alone have none. */
static const char *abscissa_label(scr_session *s, const scr_plot *p, scr_arena *arena) {
  for (size_t k = 0; k < p->n; k++) {
    const scr_plot_series *one = &p->series[k];
    if (one->table) continue;
    const scr_history *vs =
        one->vs ? scr_history_find(&scr_session_lib(s)->histories, one->vs) : NULL;
    if (!vs) return "cycle";
    bool time = strcmp(vs->spec, "model time-total") == 0 && strcmp(vs->label, vs->spec) == 0;
    const char *text = time ? "time" : text_of(s, one->vs, false);
    return with_unit(one->vs_negated ? negated(text, arena) : text, scr_history_unit(vs), arena);
  }
  return NULL;
}

/* ---- files ---- */

char *scr_plot_path(scr_session *s, const scr_loc *at, const char *file, const char *suffix) {
  char *path = scr_session_out_path(s, file, suffix);
  scr_picture kind = scr_picture_of(path);
  if (kind == SCR_PICTURE_NONE) {
    scr_fail(scr_session_diag(s), at, SCR_E_VALUE, "figures are not written as '%s'",
             scr_path_suffix(path));
    scr_hint(scr_session_diag(s), "expected one of: .svg, .png, .pdf");
  } else if (scr_picture_possible(scr_session_diag(s), at, kind)) {
    return path;
  }
  scr_free(path);
  return NULL;
}

typedef struct drawing {
  scr_arena arena;
  points points[SCR_PLOT_SERIES];
  scr_series series[SCR_PLOT_SERIES];
  scr_figure figure;
} drawing;

static bool make_series(scr_session *s, const scr_plot *p, size_t k, drawing *d) {
  const scr_plot_series *of = &p->series[k];
  points *pts = &d->points[k];
  if (!load_series(s, of, pts)) return false;
  d->series[k] = (scr_series){.name = legend_of(s, of, &d->arena),
                              .x = pts->x,
                              .y = pts->y,
                              .n = pts->n,
                              .style = of->style,
                              .right = of->right,
                              .residual = of->residual};
  return true;
}

static bool make_figure(scr_session *s, const scr_plot *p, drawing *d) {
  for (size_t k = 0; k < p->n; k++)
    if (!make_series(s, p, k, d)) return false;
  d->figure = (scr_figure){
      .title = p->title,
      .x_label = p->x_label ? p->x_label : abscissa_label(s, p, &d->arena),
      .y_label = p->y_label ? p->y_label : axis_label(s, p, false, false, &d->arena),
      .right_label = p->right_label ? p->right_label : axis_label(s, p, true, false, &d->arena),
      .residual_label =
          p->residual_label ? p->residual_label : axis_label(s, p, false, true, &d->arena),
      .log_x = p->log_x,
      .log_y = p->log_y,
      .log_right = p->log_right,
      .width = p->width,
      .height = p->height,
      .scale = p->scale,
      .series = d->series,
      .n = p->n};
  scr_buf why = {0};
  size_t bad;
  bool ok = scr_figure_check(&d->figure, &why, &bad) ||
            scr_fail(scr_session_diag(s), &p->series[bad].at, SCR_E_VALUE, "%s", why.s);
  scr_buf_free(&why);
  if (p->n == 1 && !p->series[0].as) d->series[0].name = NULL; /* the label of the axis says it */
  return ok;
}

bool scr_plot_write(scr_session *s, const scr_plot *p, const scr_loc *at, const char *path) {
  drawing *d = scr_alloc(sizeof *d);
  bool ok = make_figure(s, p, d) && scr_figure_write(scr_session_diag(s), at, &d->figure, path);
  for (size_t k = 0; k < p->n; k++) points_free(&d->points[k]);
  scr_arena_free(&d->arena);
  scr_free(d);
  return ok;
}
