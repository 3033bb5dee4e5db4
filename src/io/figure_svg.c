/* Figures as SVG. Coordinates have two decimals; no number goes through the locale, no font is
 * asked. */
#include "io/figure_canvas.h"

#include <math.h>
#include <string.h>

/* A number with at most two decimals. */
void scr_svg_number(scr_buf *b, double v) {
  long long n = llround(v * 100);
  unsigned long long u = n < 0 ? 0 - (unsigned long long)n : (unsigned long long)n;
  scr_buf_printf(b, "%s%llu", n < 0 ? "-" : "", u / 100);
  if (u % 10)
    scr_buf_printf(b, ".%02llu", u % 100);
  else if (u % 100)
    scr_buf_printf(b, ".%llu", u % 100 / 10);
}

static void put_pair(scr_buf *b, char command, double x, double y) {
  if (command) scr_buf_put(b, &command, 1);
  scr_svg_number(b, x);
  scr_buf_puts(b, " ");
  scr_svg_number(b, y);
}

static void put_attribute(scr_buf *b, const char *name, double v) {
  scr_buf_printf(b, " %s=\"", name);
  scr_svg_number(b, v);
  scr_buf_puts(b, "\"");
}

static void put_escaped(scr_buf *b, const char *s) { scr_buf_put_markup(b, s, strlen(s)); }

static void put_color(scr_buf *b, const char *name, int color) {
  if (color == SCR_COLOR_TEXT || color == SCR_COLOR_BLACK)
    scr_buf_printf(b, " %s=\"currentColor\"", name);
  else
    scr_buf_printf(b, " %s=\"#%06X\"", name, (unsigned)scr_color_rgb[color]);
}

static void put_ink(scr_buf *b, const scr_ink *ink) {
  put_color(b, "stroke", ink->color);
  put_attribute(b, "stroke-width", ink->width);
  if (ink->opacity < 1) put_attribute(b, "stroke-opacity", ink->opacity);
  const double *dash = scr_dash[ink->dash];
  if (dash[0] > 0) scr_buf_puts(b, " stroke-dasharray=\"");
  for (size_t k = 0; dash[k] > 0; k++) {
    if (k) scr_buf_puts(b, " ");
    scr_svg_number(b, dash[k]);
  }
  if (dash[0] > 0) scr_buf_puts(b, "\"");
}

/* Points that the two decimals do not tell apart are one. */
static void svg_path(void *user, const double *xy, size_t n, const scr_ink *ink) {
  scr_buf *b = user;
  bool down = false;
  long long last[2] = {0, 0};
  scr_buf_puts(b, "<path d=\"");
  for (size_t k = 0; k < n; k++) {
    const double *p = xy + 2 * k;
    if (isnan(p[0])) {
      down = false;
      continue;
    }
    long long now[2] = {llround(p[0] * 100), llround(p[1] * 100)};
    if (down && now[0] == last[0] && now[1] == last[1]) continue;
    put_pair(b, down ? 'L' : 'M', p[0], p[1]);
    memcpy(last, now, sizeof last);
    down = true;
  }
  scr_buf_puts(b, "\" fill=\"none\"");
  put_ink(b, ink);
  scr_buf_puts(b, "/>\n");
}

static void put_circle(scr_buf *b, double x, double y, double r) {
  put_pair(b, 'M', x - r, y);
  for (int k = 0; k < 2; k++) {
    put_pair(b, 'a', r, r);
    scr_buf_puts(b, " 0 1 0 ");
    put_pair(b, 0, k ? -2 * r : 2 * r, 0);
  }
  scr_buf_puts(b, "z");
}

static void put_polygon(scr_buf *b, const scr_shape_of_mark *m, double x, double y, double r) {
  bool down = false;
  for (size_t k = 0; k < m->n; k++) {
    if (isnan(m->xy[2 * k])) {
      down = false;
      continue;
    }
    put_pair(b, down ? 'L' : 'M', x + r * m->xy[2 * k], y + r * m->xy[2 * k + 1]);
    down = true;
  }
  if (m->closed) scr_buf_puts(b, "z");
}

static void svg_marks(void *user, const double *xy, size_t n, int shape, double radius,
                      const scr_ink *ink) {
  scr_buf *b = user;
  const scr_shape_of_mark *m = &scr_mark_shape[shape];
  scr_buf_puts(b, "<path d=\"");
  for (size_t k = 0; k < n; k++) {
    if (m->n)
      put_polygon(b, m, xy[2 * k], xy[2 * k + 1], radius);
    else
      put_circle(b, xy[2 * k], xy[2 * k + 1], radius);
  }
  scr_buf_puts(b, "\"");
  if (ink->filled && m->closed)
    put_color(b, "fill", ink->color);
  else
    scr_buf_puts(b, " fill=\"none\"");
  put_ink(b, ink);
  scr_buf_puts(b, "/>\n");
}

static void put_runs(scr_buf *b, const scr_label *t) {
  scr_run run;
  bool raised = false;
  for (const char *s = t->text; scr_run_next(&s, &run);) {
    if (run.raised == raised && !raised) {
      put_escaped(b, run.text);
      continue;
    }
    scr_buf_puts(b, "<tspan");
    if (run.raised != raised)
      put_attribute(b, "dy", (run.raised ? -SCR_RAISED_BY : SCR_RAISED_BY) * t->size);
    if (run.raised) put_attribute(b, "font-size", SCR_RAISED_SIZE * t->size);
    scr_buf_puts(b, ">");
    put_escaped(b, run.text);
    scr_buf_puts(b, "</tspan>");
    raised = run.raised;
  }
}

void scr_svg_text(void *user, const scr_label *t) {
  scr_buf *b = user;
  static const char *const anchor[] = {"start", "middle", "end"};
  scr_buf_puts(b, "<text");
  put_attribute(b, "x", t->x);
  put_attribute(b, "y", t->y);
  put_attribute(b, "font-size", t->size);
  if (t->anchor >= 0) scr_buf_printf(b, " text-anchor=\"%s\"", anchor[t->anchor + 1]);
  if (t->bold) scr_buf_puts(b, " font-weight=\"bold\"");
  if (t->upright) {
    scr_buf_puts(b, " transform=\"rotate(-90 ");
    put_pair(b, 0, t->x, t->y);
    scr_buf_puts(b, ")\"");
  }
  scr_buf_puts(b, ">");
  put_runs(b, t);
  scr_buf_puts(b, "</text>\n");
}

static void put_title(scr_buf *b, const char *title) {
  scr_run run;
  scr_buf_puts(b, "<title>");
  for (const char *s = title; scr_run_next(&s, &run);) {
    if (run.raised) scr_buf_puts(b, "^");
    put_escaped(b, run.text);
  }
  scr_buf_puts(b, "</title>\n");
}

static void put_head(scr_buf *b, scr_layout *l, bool inlined) {
  scr_buf_puts(b, "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"");
  scr_svg_number(b, l->width);
  scr_buf_puts(b, "pt\" height=\"");
  scr_svg_number(b, l->height);
  scr_buf_puts(b, "pt\" viewBox=\"0 0 ");
  put_pair(b, 0, l->width, l->height);
  scr_buf_puts(b, "\" font-family=\"sans-serif\"");
  if (!inlined) scr_buf_puts(b, " color=\"black\"");
  scr_buf_puts(b, ">\n");
  const char *title = scr_layout_title(l);
  if (*title) put_title(b, title);
  if (!inlined) scr_buf_puts(b, "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
  scr_buf_puts(b, "<g fill=\"currentColor\" stroke-linejoin=\"round\" xml:space=\"preserve\">\n");
}

bool scr_figure_svg(const scr_figure *f, bool inlined, scr_buf *out) {
  scr_buf why = {0};
  size_t series;
  bool ok = scr_figure_check(f, &why, &series);
  scr_buf_free(&why);
  if (!ok) return false;
  scr_layout l;
  scr_layout_make(&l, f);
  put_head(out, &l, inlined);
  scr_layout_draw(
      &l, &(scr_canvas){.user = out, .path = svg_path, .marks = svg_marks, .text = scr_svg_text});
  scr_buf_puts(out, "</g>\n</svg>\n");
  scr_layout_free(&l);
  return true;
}
