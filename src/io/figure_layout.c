/* The layout of a figure: texts around the panels, panels, axes. See figure_layout.h. */
#include "io/figure_layout.h"

#include <math.h>

#define MARGIN     8.0
#define TITLE_SIZE 13.0
#define LABEL_SIZE 11.0
#define TICK_SIZE  10.0
#define LEADING    1.25 /* from line to line, times the size */
#define TICK_GAP   6.0  /* from the frame to the numbers */
#define LABEL_GAP  5.0  /* from the numbers to the label of the axis */
#define PANEL_GAP  14.0
#define BOLD       1.18 /* how much wider bold letters are */

enum { TITLE_LINES = 3, LABEL_LINES = 2 };

scr_box scr_label_box(const scr_label *t) {
  double w = scr_text_width(t->text, t->size) * (t->bold ? BOLD : 1), up = 0.8 * t->size,
         down = 0.24 * t->size;
  double start = t->anchor < 0 ? 0 : t->anchor > 0 ? w : w / 2;
  if (t->upright) return (scr_box){t->x - up, t->y - (w - start), up + down, w};
  return (scr_box){t->x - start, t->y - up, w, up + down};
}

static void add_label(scr_layout *l, const scr_label *t) {
  SCR_GROW(l->label, l->cap_label, l->nlabel + 1);
  l->label[l->nlabel++] = *t;
}

/* ---- panels and axes ---- */

const scr_box *scr_layout_panel(const scr_layout *l, const scr_series *s) {
  return s->residual ? &l->beneath : &l->main;
}

static const scr_axis *axis_of(const scr_layout *l, const scr_series *s) {
  return s->residual ? &l->residual : s->right ? &l->right : &l->left;
}

double scr_layout_x(const scr_layout *l, double x) {
  return l->main.x + scr_axis_at(&l->x, x) * l->main.w;
}

double scr_layout_y(const scr_layout *l, const scr_series *s, double y) {
  const scr_box *b = scr_layout_panel(l, s);
  return b->y + (1 - scr_axis_at(axis_of(l, s), y)) * b->h;
}

typedef enum side { SIDE_X, SIDE_LEFT, SIDE_RIGHT, SIDE_RESIDUAL } side;

static bool belongs(const scr_series *s, side which) {
  if (which == SIDE_X) return true;
  return which == (s->residual ? SIDE_RESIDUAL : s->right ? SIDE_RIGHT : SIDE_LEFT);
}

/* Least and largest of what can be shown: points with both coordinates finite. */
static void extent(const scr_figure *f, side which, double *min, double *max) {
  *min = HUGE_VAL;
  *max = -HUGE_VAL;
  for (size_t k = 0; k < f->n; k++) {
    const scr_series *s = &f->series[k];
    for (size_t i = 0; belongs(s, which) && i < s->n; i++) {
      double v = which == SIDE_X ? s->x[i] : s->y[i];
      if (!isfinite(s->x[i]) || !isfinite(s->y[i])) continue;
      if (v < *min) *min = v;
      if (v > *max) *max = v;
    }
  }
}

static void fit(const scr_layout *l, scr_axis *a, side which, double length, double spacing) {
  const scr_figure *f = l->figure;
  double min, max;
  extent(f, which, &min, &max);
  bool log = which == SIDE_X      ? f->log_x
             : which == SIDE_LEFT ? f->log_y
                                  : which == SIDE_RIGHT && f->log_right;
  scr_axis_fit(a, log, min, max, which == SIDE_X ? 0 : 0.03, (int)(length / spacing));
}

static double widest_number(const scr_axis *a) {
  double widest = 0;
  for (size_t k = 0; k < a->n; k++)
    widest = fmax(widest, scr_text_width(a->tick[k].label, TICK_SIZE));
  return widest;
}

/* Numbers side by side need a gap. */
static bool numbers_collide(const scr_axis *a, double length) {
  double end = -HUGE_VAL;
  for (size_t k = 0; k < a->n; k++) {
    if (!a->tick[k].label[0]) continue;
    double half = scr_text_width(a->tick[k].label, TICK_SIZE) / 2, at = a->tick[k].at * length;
    if (at - half < end + 8) return true;
    end = at + half;
  }
  return false;
}

static void fit_x(scr_layout *l, double length) {
  double spacing = 58;
  do {
    fit(l, &l->x, SIDE_X, length, spacing);
    spacing *= 1.25;
  } while (numbers_collide(&l->x, length) && spacing < length);
  if (!numbers_collide(&l->x, length)) return;
  for (size_t k = 0, shown = 0; k < l->x.n; k++) /* a narrow figure: every other number stays */
    if (l->x.tick[k].label[0] && shown++ % 2) l->x.tick[k].label[0] = 0;
}

/* ---- texts of axes ---- */

/* The label of an axis with what its numbers are to be taken times. */
static const char *with_note(scr_layout *l, const char *label, const scr_axis *a) {
  if (!a->note[0]) return label;
  scr_buf b = {0}; /* SVG makes one of several spaces, but for the second kind */
  scr_buf_printf(&b, "%s%s%s", label ? label : "", label && *label ? " \u00A0" : "", a->note);
  const char *text = scr_arena_strn(&l->arena, b.s, b.n);
  scr_buf_free(&b);
  return text;
}

typedef struct lines {
  const char *line[4];
  size_t n;
} lines;

static lines label_lines(scr_layout *l, const char *label, const scr_axis *a, double length) {
  lines out = {.n = 0};
  out.n =
      scr_text_wrap(&l->arena, with_note(l, label, a), LABEL_SIZE, length, LABEL_LINES, out.line);
  return out;
}

static double lines_height(const lines *t, double size) { return (double)t->n * size * LEADING; }

static double margin_of(const lines *label, const scr_axis *a) {
  double text = lines_height(label, LABEL_SIZE);
  return MARGIN + text + (text > 0 ? LABEL_GAP : 0) + widest_number(a) + TICK_GAP;
}

/* Lines that run upwards beside a panel; x is where the first of them has its upper edge. */
static void put_upright(scr_layout *l, const lines *t, const scr_box *b, double x) {
  for (size_t k = 0; k < t->n; k++)
    add_label(l, &(scr_label){t->line[k], x + (0.8 + (double)k * LEADING) * LABEL_SIZE,
                              b->y + b->h / 2, LABEL_SIZE, 0, true, false});
}

static void put_level(scr_layout *l, const lines *t, double x, double y, double size, bool bold) {
  for (size_t k = 0; k < t->n; k++)
    add_label(l, &(scr_label){t->line[k], x, y + (0.9 + (double)k * LEADING) * size, size, 0, false,
                              bold});
}

static void put_numbers_y(scr_layout *l, const scr_axis *a, const scr_box *b, bool right) {
  double x = right ? b->x + b->w + TICK_GAP : b->x - TICK_GAP;
  for (size_t k = 0; k < a->n; k++) {
    double y = b->y + (1 - a->tick[k].at) * b->h + 0.35 * TICK_SIZE;
    if (a->tick[k].label[0])
      add_label(l, &(scr_label){a->tick[k].label, x, y, TICK_SIZE, right ? -1 : 1, false, false});
  }
}

static void put_numbers_x(scr_layout *l, const scr_box *b) {
  double y = b->y + b->h + TICK_GAP + 0.8 * TICK_SIZE;
  for (size_t k = 0; k < l->x.n; k++) {
    const scr_tick *t = &l->x.tick[k];
    if (t->label[0])
      add_label(l, &(scr_label){t->label, b->x + t->at * b->w, y, TICK_SIZE, 0, false, false});
  }
}

/* ---- arrangement ---- */

/* The height of what stands beneath the panels. */
static double foot_of(const lines *x_label) {
  double text = lines_height(x_label, LABEL_SIZE);
  return TICK_GAP + TICK_SIZE + (text > 0 ? LABEL_GAP + text : 0) + MARGIN;
}

static void split_panels(scr_layout *l, double top, double bottom) {
  double inner = bottom - top;
  l->main.y = top;
  l->main.h = l->has_residual ? 0.68 * (inner - PANEL_GAP) : inner;
  l->beneath = (scr_box){0};
  if (!l->has_residual) return;
  l->beneath.y = top + l->main.h + PANEL_GAP;
  l->beneath.h = bottom - l->beneath.y;
}

/* All panels and texts, for a title and a legend of that height above. */
static void arrange(scr_layout *l, const lines *title, double legend) {
  const scr_figure *f = l->figure;
  double head = MARGIN + lines_height(title, TITLE_SIZE) + (title->n ? 3 : 0);
  l->nlabel = 0;
  fit_x(l, 0.75 * l->width);
  lines x = label_lines(l, f->x_label, &l->x, 0.8 * l->width);
  double foot = foot_of(&x),
         least = fmax(0.4 * (f->height > 0 ? f->height : 320), l->has_residual ? 110 : 60);
  if (l->height - head - legend - foot < least) l->height = ceil(head + legend + foot + least);
  split_panels(l, head + legend, l->height - foot);
  fit(l, &l->left, SIDE_LEFT, l->main.h, 30);
  if (l->has_right) fit(l, &l->right, SIDE_RIGHT, l->main.h, 30);
  if (l->has_residual) fit(l, &l->residual, SIDE_RESIDUAL, l->beneath.h, 24);
  lines left = label_lines(l, f->y_label, &l->left, l->main.h), right = {.n = 0}, below = {.n = 0};
  if (l->has_right) right = label_lines(l, f->right_label, &l->right, l->main.h);
  if (l->has_residual) below = label_lines(l, f->residual_label, &l->residual, l->beneath.h);
  double start =
      fmax(margin_of(&left, &l->left), l->has_residual ? margin_of(&below, &l->residual) : 0);
  double end = l->width - fmax(l->has_right ? margin_of(&right, &l->right) : 0,
                               MARGIN + widest_number(&l->x) / 2);
  l->main.x = start;
  l->main.w = end - start;
  l->beneath.x = start;
  l->beneath.w = end - start;
  fit_x(l, l->main.w);
  const scr_box *last = l->has_residual ? &l->beneath : &l->main;
  put_level(l, title, l->width / 2, MARGIN, TITLE_SIZE, true);
  put_upright(l, &left, &l->main, MARGIN);
  put_numbers_y(l, &l->left, &l->main, false);
  put_upright(l, &right, &l->main, l->width - MARGIN - lines_height(&right, LABEL_SIZE));
  if (l->has_right) put_numbers_y(l, &l->right, &l->main, true);
  put_upright(l, &below, &l->beneath, MARGIN);
  if (l->has_residual) put_numbers_y(l, &l->residual, &l->beneath, false);
  put_numbers_x(l, last);
  put_level(l, &x, start + l->main.w / 2, last->y + last->h + TICK_GAP + TICK_SIZE + LABEL_GAP,
            LABEL_SIZE, false);
}

/* ---- looks ---- */

/* Those who say `line` get a solid one. The others of a panel take solid, if nobody has it, and
 * then one kind of dashes after another. */
static void choose_dashes(scr_layout *l, bool residual) {
  const scr_figure *f = l->figure;
  bool solid = false; /* is taken */
  int next = 1;
  for (size_t k = 0; k < f->n; k++)
    if (f->series[k].residual == residual && f->series[k].style == SCR_STYLE_LINE) solid = true;
  for (size_t k = 0; k < f->n; k++) {
    scr_style style = f->series[k].style;
    bool takes_solid = style == SCR_STYLE_AUTO && !solid;
    if (f->series[k].residual != residual || (style != SCR_STYLE_AUTO && style != SCR_STYLE_DASHED))
      continue;
    if (takes_solid) solid = true;
    if (takes_solid) continue;
    l->look[k].dash = next;
    next = next % (SCR_LOOK_DASHES - 1) + 1;
  }
}

static void choose_looks(scr_layout *l) {
  int shape = 0;
  for (size_t k = 0; k < l->figure->n; k++) {
    scr_style style = l->figure->series[k].style;
    scr_look *look = &l->look[k];
    *look = (scr_look){.color = (int)(k % SCR_LOOK_COLORS)};
    look->line = style != SCR_STYLE_MARKS;
    look->marks = style == SCR_STYLE_MARKS || style == SCR_STYLE_BOTH;
    look->filled = style != SCR_STYLE_MARKS;
    if (look->marks) look->shape = shape++ % SCR_LOOK_SHAPES;
  }
  choose_dashes(l, false);
  choose_dashes(l, true);
}

static bool any(const scr_figure *f, side which) {
  for (size_t k = 0; k < f->n; k++)
    if (belongs(&f->series[k], which)) return true;
  return false;
}

void scr_layout_make(scr_layout *l, const scr_figure *f) {
  *l = (scr_layout){.figure = f,
                    .width = f->width > 0 ? f->width : 480,
                    .height = f->height > 0 ? f->height : 320};
  l->has_right = any(f, SIDE_RIGHT);
  l->has_residual = any(f, SIDE_RESIDUAL);
  l->look = scr_alloc(f->n * sizeof *l->look);
  l->curve = scr_alloc(f->n * sizeof *l->curve);
  l->entry = scr_alloc(f->n * sizeof *l->entry);
  choose_looks(l);
  lines title = {.n = 0};
  title.n = scr_text_wrap(&l->arena, f->title, TITLE_SIZE * BOLD, l->width - 2 * MARGIN,
                          TITLE_LINES, title.line);
  arrange(l, &title, 0);
  scr_layout_trace(l);
  scr_legend_entries(l, 0.5 * l->main.w - SCR_LEGEND_SAMPLE);
  if (scr_legend_inside(l)) return;
  scr_legend_entries(l, l->width - 2 * MARGIN - SCR_LEGEND_SAMPLE - 2 * MARGIN);
  double top = MARGIN + lines_height(&title, TITLE_SIZE) + (title.n ? 3 : 0);
  arrange(l, &title, scr_legend_above(l, top));
  scr_layout_trace(l);
}

void scr_layout_free(scr_layout *l) {
  for (size_t k = 0; k < l->figure->n; k++) {
    scr_free(l->curve[k].line);
    scr_free(l->curve[k].mark);
  }
  scr_free(l->look);
  scr_free(l->curve);
  scr_free(l->entry);
  scr_free(l->label);
  scr_arena_free(&l->arena);
}
