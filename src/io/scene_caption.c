/* Places legends, axes, the scale and the title of a picture: see scene_caption.h. */
#include "io/scene_caption.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "io/figure_axis.h"

/* ---- pieces ---- */

static void quad(scr_overlay *o, const double xy[8], int n, scr_rgba color) {
  SCR_GROW(o->patch, o->cap_patch, o->npatch + 1);
  scr_patch *p = &o->patch[o->npatch++];
  *p = (scr_patch){.n = n, .color = color};
  memcpy(p->xy, xy, 2 * (size_t)n * sizeof *xy);
}

static void box(scr_overlay *o, double x, double y, double w, double h, scr_rgba color) {
  quad(o, (double[8]){x, y, x + w, y, x + w, y + h, x, y + h}, 4, color);
}

static void text(scr_overlay *o, const char *s, double x, double y, double size, int anchor) {
  SCR_GROW(o->label, o->cap_label, o->nlabel + 1);
  o->label[o->nlabel++] = (scr_label){.text = scr_arena_strn(&o->arena, s, strlen(s)),
                                      .x = x,
                                      .y = y,
                                      .size = size,
                                      .anchor = anchor};
}

/* What is too long for the room ends in an ellipsis. */
static void text_in(scr_overlay *o, const char *s, double x, double y, double size, double room) {
  const char *line = "";
  if (scr_text_wrap(&o->arena, s, size, room, 1, &line)) text(o, line, x, y, size, -1);
}

static void line(scr_overlay *o, const double a[2], const double b[2], double width,
                 scr_rgba color) {
  double dx = b[0] - a[0], dy = b[1] - a[1], n = sqrt(dx * dx + dy * dy);
  if (n == 0) return;
  double x = -dy / n * width / 2, y = dx / n * width / 2;
  quad(o,
       (double[8]){a[0] + x, a[1] + y, b[0] + x, b[1] + y, b[0] - x, b[1] - y, a[0] - x, a[1] - y},
       4, color);
}

/* ---- legends ---- */

static double letter(int height) { return SCR_MIN(SCR_MAX(height / 46.0, 9), 60); }

static void ticks_of(const scr_legend *l, scr_axis *axis) {
  scr_axis_fit(axis, false, l->lo, l->hi, 0, 7);
}

/* Title and what the numbers are to be taken times. */
static void head_of(const scr_legend *l, const scr_axis *axis, char *out, size_t size) {
  snprintf(out, size, "%s%s%s%s", l->title, *axis->note ? " (" : "", axis->note,
           *axis->note ? ")" : "");
}

static double legend_width(const scr_legend *l, double f) {
  char head[256];
  scr_axis axis = {0};
  if (!l->name) ticks_of(l, &axis);
  head_of(l, &axis, head, sizeof head);
  double widest = scr_text_width(head, f), inner = 0;
  for (size_t k = 0; k < axis.n; k++) inner = SCR_MAX(inner, scr_text_width(axis.tick[k].label, f));
  for (size_t k = 0; l->name && k < l->n; k++)
    inner = SCR_MAX(inner, scr_text_width(l->name[k], f));
  return SCR_MAX(widest, inner + 2.2 * f);
}

scr_port scr_caption_port(const scr_caption *c, int width, int height) {
  double f = letter(height), w = 0, top = c->title ? 2.4 * f : 0;
  for (int k = 0; k < c->n; k++) w = SCR_MAX(w, legend_width(&c->legend[k], f));
  w = w > 0 ? SCR_MIN(w + 2.4 * f, width / 2.0) : 0;
  double foot = c->scale ? 2.6 * f : 0;
  return (scr_port){width, height, 0, top, width - w, height - top - foot};
}

enum { STEPS = 128 };
static void put_numbers(scr_overlay *o, const scr_legend *l, const double at[2], double room,
                        double h, double f) {
  double x = at[0], y = at[1];
  char head[256];
  scr_axis axis;
  ticks_of(l, &axis);
  head_of(l, &axis, head, sizeof head);
  text_in(o, head, x, y + 0.9 * f, f, room);
  y += 1.9 * f;
  h -= 1.9 * f;
  y = floor(y);
  h = floor(h);
  for (int k = 0; k < STEPS; k++) {
    double from = floor(h * k / STEPS), to = floor(h * (k + 1) / STEPS);
    box(o, floor(x), y + from, floor(1.1 * f), to - from,
        scr_ramp_at(l->ramp, 1 - (k + 0.5) / STEPS));
  }
  double lo = scr_axis_at(&axis, l->lo), hi = scr_axis_at(&axis, l->hi);
  for (size_t k = 0; k < axis.n; k++) {
    double u = hi > lo ? (axis.tick[k].at - lo) / (hi - lo) : axis.tick[k].at;
    if (u < -1e-6 || u > 1 + 1e-6 || !*axis.tick[k].label) continue;
    box(o, x + 1.1 * f, y + h * (1 - u) - f / 20, 0.35 * f, f / 10, o->ink);
    text(o, axis.tick[k].label, x + 1.7 * f, y + h * (1 - u) + 0.36 * f, f, -1);
  }
}

static double names_height(const scr_legend *l, double f) { return (2.0 + 1.5 * (double)l->n) * f; }

static void put_names(scr_overlay *o, const scr_legend *l, const double at[2], double room,
                      double h, double f) {
  double x = at[0], y = at[1];
  size_t fit = h < names_height(l, f) ? (size_t)SCR_MAX(h / (1.5 * f) - 2.4, 1) : l->n;
  text_in(o, l->title, x, y + 0.9 * f, f, room);
  y += 1.8 * f;
  for (size_t k = 0; k < fit; k++, y += 1.5 * f) {
    box(o, x, y, 1.1 * f, 1.1 * f, l->color[k]);
    text_in(o, l->name[k], x + 1.7 * f, y + 0.92 * f, f, room - 1.7 * f);
  }
  if (fit == l->n) return;
  char more[48];
  snprintf(more, sizeof more, "and %zu more", l->n - fit);
  text(o, more, x, y + 0.9 * f, f, -1);
}

/* From top to bottom: names as high as they need, ramps share what is left. */
static void put_legends(scr_overlay *o, const scr_caption *c, const scr_port *p) {
  double f = letter(p->height), y = p->y + 1.4 * f, x = p->w + 0.9 * f;
  double room = p->height - y - 1.4 * f, fixed = 0;
  int ramps = 0;
  for (int k = 0; k < c->n; k++)
    if (c->legend[k].name)
      fixed += names_height(&c->legend[k], f) + f;
    else
      ramps++;
  double each = ramps ? (room - fixed) / ramps - 1.6 * f : 0;
  each = SCR_MIN(SCR_MAX(each, 8 * f), 0.5 * p->height);
  const double width = p->width - x - 0.5 * f, least = 4 * f;
  for (int k = 0; k < c->n; k++) {
    const scr_legend *l = &c->legend[k];
    const double left = p->height - y - f;
    if (left < least) break; /* they end where the picture does */
    if (l->name)
      put_names(o, l, (double[2]){x, y}, width, left, f);
    else
      put_numbers(o, l, (double[2]){x, y}, width, SCR_MIN(each, left), f);
    y += l->name ? names_height(l, f) + f : each + 1.6 * f;
  }
}

/* ---- axes and scale ---- */

static void arrow(scr_overlay *o, const double a[2], const double b[2], double f, scr_rgba color) {
  double dx = b[0] - a[0], dy = b[1] - a[1], n = sqrt(dx * dx + dy * dy);
  if (n < 0.3 * f) return;
  double head = SCR_MIN(0.75 * f, 0.6 * n), ux = dx / n, uy = dy / n, w = 0.3 * f;
  double m[2] = {b[0] - ux * head, b[1] - uy * head};
  line(o, a, m, f / 6, color);
  quad(o, (double[8]){b[0], b[1], m[0] - uy * w, m[1] + ux * w, m[0] + uy * w, m[1] - ux * w}, 3,
       color);
}

static bool is_free(const scr_overlay *o, size_t first, const double at[2], double f) {
  for (size_t k = first; k < o->nlabel; k++)
    if (fabs(o->label[k].x - at[0]) < 0.8 * f && fabs(o->label[k].y - at[1]) < 0.95 * f)
      return false;
  return true;
}

/* Beyond the tip; where another name stands there, beside it or farther out. */
static void put_axis_name(scr_overlay *o, const char *name, const scr_camera *c, int k,
                          const double from[2], double f) {
  static const double aside[][2] = {{0, 0}, {0, 0.95}, {0, -0.95}, {0.95, 0}, {0.95, 0.95}};
  const double n = sqrt(c->right[k] * c->right[k] + c->up[k] * c->up[k]);
  if (n < 0.12) return;
  const double u[2] = {c->right[k] / n, -c->up[k] / n}, out = 2.6 * f * (n + 0.22);
  size_t first = o->nlabel;
  while (first > 0 && o->label[first - 1].anchor == 0) first--; /* names of axes before this one */
  double at[2] = {0};
  for (size_t i = 0; i < SCR_COUNTOF(aside); i++) {
    const double along = out + aside[i][0] * f, across = aside[i][1] * f;
    at[0] = from[0] + u[0] * along - u[1] * across;
    at[1] = from[1] + u[1] * along + u[0] * across + 0.32 * f;
    if (at[0] >= 0.5 * f && is_free(o, first, at, f)) break;
  }
  text(o, name, at[0], at[1], 0.95 * f, 0);
}

/* Those that point away from the viewer first. */
static void put_axes(scr_overlay *o, const scr_camera *c, int dim, double x, double y, double f) {
  static const char *const name[] = {"x", "y", "z"};
  static const scr_rgba color[] = {0xC8452FFFu, 0x2E9E6BFFu, 0x2F7FC1FFu};
  int order[3] = {0, 1, 2};
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (c->back[order[k]] > c->back[order[k + 1]]) {
        int was = order[k];
        order[k] = order[k + 1];
        order[k + 1] = was;
      }
  for (int i = 0; i < 3; i++) {
    int k = order[i];
    double size = 2.6 * f, a[2] = {x, y};
    double b[2] = {x + size * c->right[k], y - size * c->up[k]};
    if (k >= dim) continue;
    arrow(o, a, b, f, color[k]);
    put_axis_name(o, name[k], c, k, a, f);
  }
}

/* The largest of 1, 2, 5 times a power of ten that is not larger. */
static double round_length(double most) {
  double unit = 1;
  while (unit * 10 <= most) unit *= 10;
  while (unit > most) unit /= 10;
  return 5 * unit <= most ? 5 * unit : 2 * unit <= most ? 2 * unit : unit;
}

static void put_scale(scr_overlay *o, const scr_camera *c, const scr_port *p, double f) {
  double pixels = p->h / c->height, most = 0.25 * p->w / pixels;
  if (!(most > 0 && most < HUGE_VAL)) return;
  const double size = round_length(most), length = size * pixels;
  scr_axis axis;
  char label[200];
  scr_axis_fit(&axis, false, 0, size, 0, 1);
  const scr_tick *t = &axis.tick[axis.n - 1];
  double x = p->x + p->w - length - 1.5 * f, y = p->height - 1.1 * f;
  snprintf(label, sizeof label, "%s%s%s m", t->label, *axis.note ? " " : "", axis.note);
  box(o, x, y, length, f / 7, o->ink);
  for (int k = 0; k < 2; k++)
    box(o, x + k * length - f / 14, y - 0.22 * f, f / 7, 0.58 * f, o->ink);
  text(o, label, x + length / 2, y - 0.45 * f, 0.95 * f, 0);
}

/* ---- the whole ---- */

void scr_overlay_make(scr_overlay *o, const scr_caption *c, const scr_scene *s, const scr_port *p) {
  double f = letter(p->height);
  *o = (scr_overlay){.ink = s->dark ? 0xE6E8EBFFu : 0x202326FFu};
  if (c->title) text_in(o, c->title, 1.2 * f, 1.9 * f, 1.25 * f, p->width - 2.4 * f);
  put_legends(o, c, p);
  if (c->axes) {
    double low = 0;
    for (int k = 0; k < s->dim; k++) low = SCR_MIN(low, s->camera.up[k]);
    double left = 0;
    for (int k = 0; k < s->dim; k++) left = SCR_MIN(left, s->camera.right[k]);
    put_axes(o, &s->camera, s->dim, (1.3 - 3.2 * left) * f, p->height - (1.3 - 3.2 * low) * f, f);
  }
  if (c->scale) put_scale(o, &s->camera, p, f);
}

void scr_overlay_free(scr_overlay *o) {
  scr_arena_free(&o->arena);
  scr_free(o->patch);
  scr_free(o->label);
  *o = (scr_overlay){0};
}

/* ---- painting ---- */

enum { FINE = 4 };

static bool is_inside(const scr_patch *p, double x, double y) {
  bool left = false, right = false;
  for (int k = 0; k < p->n; k++) {
    const double *a = &p->xy[2 * k], *b = &p->xy[2 * ((k + 1) % p->n)];
    double e = (b[0] - a[0]) * (y - a[1]) - (b[1] - a[1]) * (x - a[0]);
    left = left || e > 0;
    right = right || e < 0;
  }
  return !(left && right);
}

static int covered(const scr_patch *p, int x, int y) {
  int n = 0;
  for (int k = 0; k < FINE * FINE; k++)
    n += is_inside(p, x + (k % FINE + 0.5) / FINE, y + (k / FINE + 0.5) / FINE);
  return n;
}

static void paint(const scr_patch *p, scr_pixels *out) {
  double lo[2] = {HUGE_VAL, HUGE_VAL}, hi[2] = {-HUGE_VAL, -HUGE_VAL};
  for (int k = 0; k < 2 * p->n; k++) {
    lo[k % 2] = SCR_MIN(lo[k % 2], p->xy[k]);
    hi[k % 2] = SCR_MAX(hi[k % 2], p->xy[k]);
  }
  for (int y = (int)SCR_MAX(lo[1], 0); y < out->height && y <= hi[1]; y++)
    for (int x = (int)SCR_MAX(lo[0], 0); x < out->width && x <= hi[0]; x++) {
      int n = covered(p, x, y);
      uint8_t *to = &out->rgb[3 * ((size_t)y * (size_t)out->width + (size_t)x)];
      for (int i = 0; i < 3; i++) {
        int c = (int)(p->color >> (24 - 8 * i) & 255), all = FINE * FINE;
        to[i] = (uint8_t)((c * n + to[i] * (all - n) + all / 2) / all);
      }
    }
}

void scr_overlay_paint(const scr_overlay *o, scr_pixels *out) {
  for (size_t k = 0; k < o->npatch; k++) paint(&o->patch[k], out);
}
