/* Draws a layout on a canvas: the same picture for each kind of file. See figure_canvas.h. */
#include "io/figure_canvas.h"

#include <math.h>
#include <string.h>

/* blue, vermillion, bluish green, reddish purple, orange, sky blue, black, and grey for yellow,
 * which white paper swallows */
const uint32_t scr_color_rgb[SCR_LOOK_COLORS + 1] = {
    0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0xE69F00, 0x56B4E9, 0x000000, 0x808080, 0x000000};

const double scr_dash[SCR_LOOK_DASHES][SCR_DASH_PARTS] = {
    {0}, {6, 3}, {1.5, 2.5}, {8, 2.5, 1.5, 2.5}, {11, 4}, {8, 2.5, 1.5, 2.5, 1.5, 2.5}, {3.5, 2}};

#define GAP_IN_MARK NAN, NAN
const scr_shape_of_mark scr_mark_shape[SCR_LOOK_SHAPES] = {
    {.n = 0, .closed = true},
    {4, true, {-0.88, -0.88, 0.88, -0.88, 0.88, 0.88, -0.88, 0.88}},
    {3, true, {0, -1.15, 1.05, 0.75, -1.05, 0.75}},
    {4, true, {0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0}},
    {5, false, {-0.9, -0.9, 0.9, 0.9, GAP_IN_MARK, -0.9, 0.9, 0.9, -0.9}},
    {3, true, {0, 1.15, 1.05, -0.75, -1.05, -0.75}},
    {5, false, {-1.2, 0, 1.2, 0, GAP_IN_MARK, 0, -1.2, 0, 1.2}},
};

static const scr_ink grid_ink = {.color = SCR_COLOR_TEXT, .width = 0.6, .opacity = 0.16};
static const scr_ink zero_ink = {.color = SCR_COLOR_TEXT, .width = 0.8, .opacity = 0.5};
static const scr_ink frame_ink = {.color = SCR_COLOR_TEXT, .width = 0.9, .opacity = 1};

static void segment(const scr_canvas *c, double x0, double y0, double x1, double y1,
                    const scr_ink *ink) {
  c->path(c->user, (double[4]){x0, y0, x1, y1}, 2, ink);
}

/* ---- frames, grids, ticks ---- */

/* One path of many strokes, each from x0, y0 + off to x1, y1 + off, or with x moved where
 * `along_x`. */
static void strokes(const scr_canvas *c, const scr_axis *a, const scr_box *b, bool along_x,
                    bool minor, double from, double to, const scr_ink *ink) {
  double xy[6 * SCR_TICKS];
  size_t n = 0;
  for (size_t k = 0; k < a->n; k++) {
    if ((a->tick[k].label[0] == 0) != minor) continue;
    double at = along_x ? b->x + a->tick[k].at * b->w : b->y + (1 - a->tick[k].at) * b->h;
    double s[6] = {
        along_x ? at : from, along_x ? from : at, along_x ? at : to, along_x ? to : at, NAN, NAN};
    memcpy(xy + 2 * n, s, sizeof s);
    n += 3;
  }
  if (n) c->path(c->user, xy, n - 1, ink);
}

static void draw_grid(const scr_canvas *c, const scr_axis *x, const scr_axis *y, const scr_box *b) {
  strokes(c, x, b, true, false, b->y, b->y + b->h, &grid_ink);
  strokes(c, y, b, false, false, b->x, b->x + b->w, &grid_ink);
  if (y->log || y->offset != 0 || y->lo >= 0 || y->hi <= 0) return;
  double zero = b->y + (1 - (0 - y->lo) / (y->hi - y->lo)) * b->h;
  segment(c, b->x, zero, b->x + b->w, zero, &zero_ink);
}

/* Ticks point inwards and are long where a number stands. */
static void draw_ticks(const scr_canvas *c, const scr_axis *a, const scr_box *b, bool along_x,
                       double edge, int inwards) {
  strokes(c, a, b, along_x, false, edge, edge + 4.0 * inwards, &frame_ink);
  strokes(c, a, b, along_x, true, edge, edge + 2.2 * inwards, &frame_ink);
}

static void draw_frame(const scr_canvas *c, const scr_box *b) {
  double r = b->x + b->w, d = b->y + b->h;
  c->path(c->user, (double[10]){b->x, b->y, r, b->y, r, d, b->x, d, b->x, b->y}, 5, &frame_ink);
}

static void draw_panel(const scr_layout *l, const scr_canvas *c, const scr_box *b,
                       const scr_axis *y) {
  draw_grid(c, &l->x, y, b);
  draw_frame(c, b);
  draw_ticks(c, &l->x, b, true, b->y + b->h, -1);
  draw_ticks(c, y, b, false, b->x, 1);
}

/* ---- series ---- */

static scr_ink ink_of(const scr_look *look) {
  return (scr_ink){
      .color = look->color, .dash = look->dash, .width = 1.6, .opacity = 1, .filled = look->filled};
}

static void draw_marks(const scr_canvas *c, const double *xy, size_t n, const scr_look *look,
                       double radius) {
  scr_ink ink = ink_of(look);
  ink.dash = 0;
  ink.width = radius < 3 ? 0.9 : 1.2;
  if (n) c->marks(c->user, xy, n, look->shape, radius, &ink);
}

static void draw_curve(const scr_layout *l, const scr_canvas *c, size_t k) {
  const scr_drawn_curve *curve = &l->curve[k];
  scr_ink ink = ink_of(&l->look[k]);
  if (curve->nline) c->path(c->user, curve->line, curve->nline, &ink);
  draw_marks(c, curve->mark, curve->nmark, &l->look[k], curve->radius);
}

static void draw_entry(const scr_layout *l, const scr_canvas *c, const scr_entry *e) {
  const scr_look *look = &l->look[e->series];
  scr_ink ink = ink_of(look);
  double y = e->y + 6.5, middle = e->x + SCR_LEGEND_SAMPLE / 2;
  if (look->line) segment(c, e->x, y, e->x + SCR_LEGEND_SAMPLE, y, &ink);
  if (look->marks) draw_marks(c, (double[2]){middle, y}, 1, look, 3);
  for (size_t k = 0; k < e->nline; k++)
    c->text(c->user, &(scr_label){e->line[k], e->x + SCR_LEGEND_SAMPLE + 6,
                                  e->y + 10 + 13 * (double)k, SCR_LEGEND_SIZE, -1, false, false});
}

void scr_layout_draw(const scr_layout *l, const scr_canvas *c) {
  draw_panel(l, c, &l->main, &l->left);
  if (l->has_right) draw_ticks(c, &l->right, &l->main, false, l->main.x + l->main.w, -1);
  if (l->has_residual) draw_panel(l, c, &l->beneath, &l->residual);
  for (size_t k = 0; k < l->figure->n; k++) draw_curve(l, c, k);
  for (size_t k = 0; k < l->nentry; k++) draw_entry(l, c, &l->entry[k]);
  for (size_t k = 0; k < l->nlabel; k++) c->text(c->user, &l->label[k]);
}
