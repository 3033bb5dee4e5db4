/* The legend of a figure: inside where it covers no curve, else above the panels. See
 * figure_layout.h. */
#include "io/figure_layout.h"

#include <math.h>
#include <string.h>

#define ROW    13.0 /* from line to line */
#define PAD    5.0  /* around the entries */
#define GAP    16.0 /* between columns */
#define INSET  6.0  /* from the frame */
#define MARGIN 8.0  /* of the figure */

static const char *entry_text(scr_layout *l, const scr_series *s) {
  static const char suffix[] = " (right axis)";
  if (!s->right || s->residual) return s->name;
  size_t n = strlen(s->name);
  char *text = scr_arena_alloc(&l->arena, n + sizeof suffix);
  memcpy(text, s->name, n);
  memcpy(text + n, suffix, sizeof suffix);
  return text;
}

void scr_legend_entries(scr_layout *l, double width) {
  l->nentry = 0;
  for (size_t k = 0; k < l->figure->n; k++) {
    const scr_series *s = &l->figure->series[k];
    if (!s->name || !*s->name) continue;
    scr_entry *e = &l->entry[l->nentry++];
    *e = (scr_entry){.series = k};
    e->nline = scr_text_wrap(&l->arena, entry_text(l, s), SCR_LEGEND_SIZE, fmax(width, 40),
                             SCR_ENTRY_LINES, e->line);
    for (size_t i = 0; i < e->nline; i++)
      e->w = fmax(e->w, scr_text_width(e->line[i], SCR_LEGEND_SIZE));
    e->w += SCR_LEGEND_SAMPLE + 6;
    e->h = ROW * (double)e->nline;
  }
}

/* ---- inside ---- */

static scr_box box_inside(const scr_layout *l) {
  scr_box b = {0};
  for (size_t k = 0; k < l->nentry; k++) {
    b.w = fmax(b.w, l->entry[k].w);
    b.h += l->entry[k].h;
  }
  b.w += 2 * PAD;
  b.h += 2 * PAD - 2;
  return b;
}

static bool is_free(const scr_layout *l, const scr_box *b) {
  for (size_t k = 0; k < l->figure->n; k++)
    if (!l->figure->series[k].residual && scr_curve_meets(&l->curve[k], b)) return false;
  return true;
}

static void settle(scr_layout *l, const scr_box *b) {
  double y = b->y + PAD - 1;
  l->legend = *b;
  l->legend_inside = true;
  for (size_t k = 0; k < l->nentry; k++) {
    l->entry[k].x = b->x + PAD;
    l->entry[k].y = y;
    y += l->entry[k].h;
  }
}

bool scr_legend_inside(scr_layout *l) {
  /* places as parts of the room that is left: corners first, upper ones before lower ones */
  static const double place[][2] = {{1, 0},    {0, 0},    {1, 1},    {0, 1},     {0.5, 0},
                                    {0.5, 1},  {1, 0.5},  {0, 0.5},  {0.5, 0.5}, {0.75, 0},
                                    {0.25, 0}, {1, 0.25}, {0, 0.25}, {1, 0.75},  {0, 0.75},
                                    {0.75, 1}, {0.25, 1}};
  scr_box b = box_inside(l);
  if (l->nentry == 0) return true;
  if (b.w > 0.7 * l->main.w || b.h > 0.6 * l->main.h) return false;
  for (size_t k = 0; k < l->nentry; k++)
    if (l->entry[k].nline > 2) return false; /* long texts go where they have room */
  for (size_t k = 0; k < SCR_COUNTOF(place); k++) {
    b.x = l->main.x + INSET + place[k][0] * (l->main.w - 2 * INSET - b.w);
    b.y = l->main.y + INSET + place[k][1] * (l->main.h - 2 * INSET - b.h);
    if (!is_free(l, &b)) continue;
    settle(l, &b);
    return true;
  }
  return false;
}

/* ---- above ---- */

/* The width of column c of n. */
static double column_width(const scr_layout *l, size_t c, size_t n) {
  double w = 0;
  for (size_t k = c; k < l->nentry; k += n) w = fmax(w, l->entry[k].w);
  return w;
}

static double columns_width(const scr_layout *l, size_t n) {
  double w = (double)(n - 1) * GAP;
  for (size_t c = 0; c < n; c++) w += column_width(l, c, n);
  return w;
}

/* Entries go row by row; returns the height of all rows. */
static double place_rows(scr_layout *l, size_t n, double x, double y) {
  double top = y;
  for (size_t k = 0; k < l->nentry; k += n) {
    double at = x, h = 0;
    for (size_t c = 0; c < n && k + c < l->nentry; c++) {
      scr_entry *e = &l->entry[k + c];
      e->x = at;
      e->y = y;
      at += column_width(l, c, n) + GAP;
      h = fmax(h, e->h);
    }
    y += h;
  }
  return y - top;
}

double scr_legend_above(scr_layout *l, double top) {
  size_t n = l->nentry;
  while (n > 1 && columns_width(l, n) > l->width - 2 * MARGIN) n--;
  double w = columns_width(l, n), x = (l->width - w) / 2;
  double h = place_rows(l, n, x, top);
  l->legend = (scr_box){x, top, w, h};
  l->legend_inside = false;
  return h + 6;
}
