/* Series as they are drawn: points in the panel, thinned where there are many. See figure_layout.h.
 */
#include "io/figure_layout.h"

#include <math.h>
#include <string.h>

enum {
  LINE_POINTS = 4000, /* more are reduced */
  MARKS = 40,         /* along a curve of more than twice as many points */
  CLOUD = 1000        /* where x goes back and forth, so that marks are no curve */
};
#define COLUMN 0.5 /* width of a column of pixels, in points */

static void put(double **xy, size_t *n, size_t *cap, double x, double y) {
  SCR_GROW(*xy, *cap, 2 * (*n + 1));
  (*xy)[2 * *n] = x;
  (*xy)[2 * *n + 1] = y;
  ++*n;
}

static void put_line(scr_drawn_curve *c, double x, double y) {
  put(&c->line, &c->nline, &c->cap_line, x, y);
}
static void put_mark(scr_drawn_curve *c, double x, double y) {
  put(&c->mark, &c->nmark, &c->cap_mark, x, y);
}

/* A place in the picture; NaN, NaN where there is none. */
static void place(const scr_layout *l, const scr_series *s, size_t k, double p[2]) {
  p[0] = scr_layout_x(l, s->x[k]);
  p[1] = scr_layout_y(l, s, s->y[k]);
  if (isnan(p[0]) || isnan(p[1])) p[0] = p[1] = NAN;
}

/* Points that follow each other in one column of pixels: the first, the lowest, the highest and the
 * last of them. */
typedef struct column {
  double number;
  size_t n, low, high; /* places of the extremes among the n */
  double first[2], min[2], max[2], last[2];
} column;

static void column_end(scr_drawn_curve *c, column *col) {
  if (col->n == 0) return;
  put_line(c, col->first[0], col->first[1]);
  const double *one = col->low < col->high ? col->min : col->max,
               *two = col->low < col->high ? col->max : col->min;
  if (SCR_MIN(col->low, col->high) > 0) put_line(c, one[0], one[1]);
  size_t second = SCR_MAX(col->low, col->high);
  if (second > 0 && second + 1 < col->n) put_line(c, two[0], two[1]);
  if (col->n > 1) put_line(c, col->last[0], col->last[1]);
  col->n = 0;
}

static void column_add(scr_drawn_curve *c, column *col, const double p[2]) {
  double number = floor(p[0] / COLUMN);
  if (col->n && number != col->number) column_end(c, col);
  if (col->n == 0) {
    col->number = number;
    col->low = col->high = 0;
    memcpy(col->first, p, sizeof col->first);
    memcpy(col->min, p, sizeof col->min);
    memcpy(col->max, p, sizeof col->max);
  }
  if (p[1] < col->min[1]) col->low = col->n, memcpy(col->min, p, sizeof col->min);
  if (p[1] > col->max[1]) col->high = col->n, memcpy(col->max, p, sizeof col->max);
  memcpy(col->last, p, sizeof col->last);
  col->n++;
}

static void trace_line(const scr_layout *l, const scr_series *s, scr_drawn_curve *c) {
  column col = {.n = 0};
  for (size_t k = 0; k < s->n; k++) {
    double p[2];
    place(l, s, k, p);
    if (isnan(p[0])) {
      column_end(c, &col);
      put_line(c, NAN, NAN);
    } else if (s->n > LINE_POINTS) {
      column_add(c, &col, p);
    } else {
      put_line(c, p[0], p[1]);
    }
  }
  column_end(c, &col);
}

/* A point without neighbours would not be seen in a line: it gets a mark. */
static void mark_lonely(scr_drawn_curve *c) {
  for (size_t k = 0; k < c->nline; k++) {
    const double *p = c->line + 2 * k;
    bool before = k > 0 && !isnan(p[-2]), after = k + 1 < c->nline && !isnan(p[2]);
    if (!isnan(p[0]) && !before && !after) put_mark(c, p[0], p[1]);
  }
}

static bool runs_one_way(const scr_series *s) {
  bool up = true, down = true;
  for (size_t k = 1; k < s->n; k++) {
    if (s->x[k] < s->x[k - 1]) up = false;
    if (s->x[k] > s->x[k - 1]) down = false;
  }
  return up || down;
}

/* Marks evenly among the points, and at the extremes. */
static void trace_marks(const scr_layout *l, const scr_series *s, scr_drawn_curve *c, size_t most) {
  size_t low = 0, high = 0;
  double p[2];
  for (size_t k = 0; k < s->n; k++) {
    if (!(s->y[k] >= s->y[low])) low = isfinite(s->y[k]) ? k : low;
    if (!(s->y[k] <= s->y[high])) high = isfinite(s->y[k]) ? k : high;
  }
  size_t next = 0, taken = 0;
  for (size_t k = 0; k < s->n; k++) {
    bool due = s->n <= 2 * most || k == next;
    if (k == next) next = (size_t)((double)++taken * (double)(s->n - 1) / (double)(most - 1) + 0.5);
    if (!due && k != low && k != high) continue;
    place(l, s, k, p);
    if (!isnan(p[0])) put_mark(c, p[0], p[1]);
  }
}

static void trace(scr_layout *l, size_t k) {
  const scr_series *s = &l->figure->series[k];
  scr_drawn_curve *c = &l->curve[k];
  c->nline = c->nmark = 0;
  bool cloud = !l->look[k].line && !runs_one_way(s);
  if (l->look[k].line) trace_line(l, s, c);
  if (l->look[k].marks)
    trace_marks(l, s, c, cloud ? CLOUD : MARKS);
  else
    mark_lonely(c);
  c->radius = c->nmark > 2 * MARKS ? 1.8 : 3;
}

void scr_layout_trace(scr_layout *l) {
  for (size_t k = 0; k < l->figure->n; k++) trace(l, k);
}

/* ---- what lies in a box ---- */

/* Cuts the part of a segment where d * t <= r away; false if nothing is left. */
static bool clip(double d, double r, double *t0, double *t1) {
  if (d == 0) return r >= 0;
  double t = r / d;
  if (d < 0 && t > *t0) *t0 = t;
  if (d > 0 && t < *t1) *t1 = t;
  return *t0 <= *t1;
}

/* Liang and Barsky: does a segment come into the box? */
static bool segment_meets(const double *p, const scr_box *b) {
  double dx = p[2] - p[0], dy = p[3] - p[1], t0 = 0, t1 = 1;
  return clip(-dx, p[0] - b->x, &t0, &t1) && clip(dx, b->x + b->w - p[0], &t0, &t1) &&
         clip(-dy, p[1] - b->y, &t0, &t1) && clip(dy, b->y + b->h - p[1], &t0, &t1);
}

bool scr_curve_meets(const scr_drawn_curve *c, const scr_box *box) {
  for (size_t k = 1; k < c->nline; k++) {
    const double *p = c->line + 2 * (k - 1);
    if (!isnan(p[0]) && !isnan(p[2]) && segment_meets(p, box)) return true;
  }
  for (size_t k = 0; k < c->nmark; k++) {
    const double *p = c->mark + 2 * k, r = c->radius;
    if (p[0] > box->x - r && p[0] < box->x + box->w + r && p[1] > box->y - r &&
        p[1] < box->y + box->h + r)
      return true;
  }
  return false;
}
