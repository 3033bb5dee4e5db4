/* Cells for the search: see grid.h. */
#include "world/grid.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"

/* ---- what there is ---- */

/* A motion that blew up is told here, before its positions reach the cells. */
static bool nowhere(const scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < w->dim; c++)
      if (!(fabs(w->pose[k].x[c]) <= 1e100)) {
        scr_fail(d, NULL, SCR_E_MATH, "ball %u is at %g along %c: the motion is unstable", scr_colu(&w->ball, SCR_BALL_ID)[k],
                 w->pose[k].x[c], "xyz"[c]);
        return scr_hint(d, "a smaller timestep or more damping is needed");
      }
  return true;
}

/* Box of all centres, or the period; the largest and the mean radius. False: a position is no number, or huge. */
static bool extent(scr_grid *g, const scr_world *w) {
  double sum = 0, rmax = 0, lo[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, hi[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
  bool fine = true;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const scr_pose *p = &w->pose[k];
    rmax = SCR_MAX(rmax, p->r);
    sum += p->r;
    for (int c = 0; c < 3; c++) {
      lo[c] = SCR_MIN(lo[c], p->x[c]), hi[c] = SCR_MAX(hi[c], p->x[c]);
      fine &= p->x[c] == p->x[c]; /* a NaN shows in no minimum */
    }
  }
  for (int c = 0; c < 3; c++) {
    fine &= w->ball.n == 0 || (lo[c] >= -1e100 && hi[c] <= 1e100);
    g->period[c] = scr_period(w, c);
    g->wrap[c] = g->period[c] > 0;
    g->lo[c] = g->wrap[c] ? w->domain.lo[c] : w->ball.n ? lo[c] : 0;
    g->hi[c] = g->wrap[c] ? w->domain.hi[c] : w->ball.n ? hi[c] : 0;
  }
  g->rmax = rmax;
  g->rmean = sum / SCR_MAX(w->ball.n, 1u);
  return fine;
}

static int class_of(const scr_grid *g, double r) {
  int l = 0;
  while (r > g->level[l].top) l++;
  return l;
}

/* Classes of radii, from each power of two below the largest radius to the next; empty ones are left out. */
static void classes(scr_grid *g, const scr_world *w) {
  double top[SCR_MAX_LEVELS] = {0};
  uint32_t count[SCR_MAX_LEVELS] = {0};
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const double r = w->pose[k].r;
    int halvings = 0;
    for (double limit = 0.5 * g->rmax; r <= limit && halvings < SCR_MAX_LEVELS - 1; limit *= 0.5) halvings++;
    top[halvings] = SCR_MAX(top[halvings], r);
    count[halvings]++;
  }
  g->levels = g->main = 0;
  for (int h = SCR_MAX_LEVELS - 1; h >= 0; h--) {
    if (!count[h]) continue;
    scr_level *l = &g->level[g->levels++];
    l->top = top[h];
    l->count = count[h];
    l->first = g->levels > 1 ? l[-1].first + l[-1].count : 0;
    if (l->count > g->level[g->main].count) g->main = g->levels - 1;
  }
}

bool scr_grid_survey(scr_grid *g, const scr_world *w, scr_diag *d) {
  if (!extent(g, w) && !nowhere(w, d)) return false;
  classes(g, w);
  return true;
}

/* ---- cells ---- */

/* As narrow as the reach allows, but not many more cells than balls. */
static void shape(scr_grid *g, const scr_world *w, scr_level *l, double cell) {
  for (;; cell *= 1.5) {
    double cells = 1;
    for (int c = 0; c < 3; c++) {
      const double length = c < w->dim ? g->hi[c] - g->lo[c] : 0, n = floor(length / cell);
      l->n[c] = n < 1 ? 1 : n > 1e6 ? 1000000 : (int)n;
      l->size[c] = length > 0 ? length / l->n[c] : 1;
      l->per[c] = 1 / l->size[c];
      cells *= l->n[c];
    }
    if (cells <= 4.0 * l->count + 64) return;
  }
}

/* The longest axis is the slowest, so that a block of rows is a slab. */
static void sweep(scr_grid *g) {
  const scr_level *l = &g->level[g->main];
  int *axis = g->axis;
  axis[0] = 0, axis[1] = 1, axis[2] = 2;
  for (int a = 0; a < 2 && g->levels; a++)
    for (int b = a + 1; b < 3; b++)
      if (l->n[axis[b]] < l->n[axis[a]]) {
        const int t = axis[a];
        axis[a] = axis[b], axis[b] = t;
      }
}

void scr_grid_shape(scr_grid *g, const scr_world *w, double fixed, double part, double skin) {
  const double room = 1 + 1e-9; /* for rounding in the number of a cell */
  for (int k = 0; k < g->levels; k++) {
    scr_level *l = &g->level[k];
    l->reach = (l->top + SCR_MAX(fixed, part * l->top) + skin) * room;
    shape(g, w, l, SCR_MAX(l->reach + l->top, 1e-300));
  }
  sweep(g);
}

static uint32_t cell_of(const scr_grid *g, const scr_level *l, const double x[3]) {
  const int *a = g->axis;
  return scr_grid_line(g, l, scr_grid_at(g, l, a[1], x[a[1]]), scr_grid_at(g, l, a[2], x[a[2]])) +
         (uint32_t)scr_grid_at(g, l, a[0], x[a[0]]);
}

static uint32_t cells_in(const scr_level *l) { return (uint32_t)l->n[0] * (uint32_t)l->n[1] * (uint32_t)l->n[2]; }

uint32_t scr_grid_cells(scr_grid *g, const scr_world *w) {
  const uint32_t n = w->ball.n;
  uint32_t steps_back = 0;
  SCR_GROW(g->key, g->cap_key, n);
  SCR_GROW(g->cell, g->cap_cell, n);
  SCR_GROW(g->class, g->cap_class, n);
  for (uint32_t k = 0; k < n; k++) {
    const int class = class_of(g, w->pose[k].r);
    g->class[k] = (uint8_t) class;
    g->key[k] = cell_of(g, &g->level[g->main], w->pose[k].x);
    g->cell[k] = class == g->main ? g->key[k] : cell_of(g, &g->level[class], w->pose[k].x);
    steps_back += k > 0 && g->key[k] < g->key[k - 1];
  }
  return steps_back;
}

static void start_cells(scr_level *l) {
  const uint32_t cells = cells_in(l);
  SCR_GROW(l->start, l->cap_start, (size_t)cells + 2);
  memset(l->start, 0, ((size_t)cells + 2) * sizeof *l->start);
}

/* Numbers of balls (in start[cell + 2]) become the place of the first one, in start[cell + 1]; filling a cell moves that on, so
 * that in the end start[cell] is the first place. */
static void first_places(scr_level *l, uint32_t first) {
  const uint32_t cells = cells_in(l);
  l->start[0] = l->start[1] = first;
  for (uint32_t c = 2; c <= cells + 1; c++) l->start[c] += l->start[c - 1];
}

void scr_grid_order(scr_grid *g, uint32_t n, uint32_t *from) {
  scr_level *l = &g->level[g->main];
  start_cells(l);
  for (uint32_t k = 0; k < n; k++) l->start[g->key[k] + 2]++;
  first_places(l, 0);
  for (uint32_t k = 0; k < n; k++) from[l->start[g->key[k] + 1]++] = k;
  for (int pass = 0; pass < 2; pass++) { /* what is known of the balls follows them */
    uint32_t *column = pass ? g->cell : g->key, *moved = scr_alloc(n * sizeof *moved);
    for (uint32_t k = 0; k < n; k++) moved[k] = column[from[k]];
    memcpy(column, moved, n * sizeof *moved);
    scr_free(moved);
  }
  uint8_t *moved = scr_alloc(n);
  for (uint32_t k = 0; k < n; k++) moved[k] = g->class[from[k]];
  memcpy(g->class, moved, n);
  scr_free(moved);
}

void scr_grid_fill(scr_grid *g, const scr_world *w) {
  const uint32_t n = w->ball.n;
  const size_t room = (size_t)n + SCR_TILE;
  for (int c = 0; c < 4; c++) SCR_GROW(g->all.x[c], g->cap_col[c], room);
  SCR_GROW(g->all.row, g->cap_row, room);
  for (int k = 0; k < g->levels; k++) start_cells(&g->level[k]);
  for (uint32_t k = 0; k < n; k++) g->level[g->class[k]].start[g->cell[k] + 2]++;
  for (int k = 0; k < g->levels; k++) first_places(&g->level[k], g->level[k].first);
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t at = g->level[g->class[k]].start[g->cell[k] + 1]++;
    for (int c = 0; c < 3; c++) g->all.x[c][at] = w->pose[k].x[c];
    g->all.x[3][at] = w->pose[k].r;
    g->all.row[at] = k;
  }
  for (int c = 0; c < 4; c++) memset(g->all.x[c] + n, 0, SCR_TILE * sizeof(double));
  memset(g->all.row + n, 0, SCR_TILE * sizeof(uint32_t));
}

/* ---- ranges of cells ---- */

static scr_span span_of(bool wrap, int n, int lo, int hi) {
  if (hi - lo >= n) return (scr_span){{0, 0}, {n, 0}};
  if (wrap && lo < 0) return (scr_span){{0, lo + n}, {hi, n}};
  if (wrap && hi > n) return (scr_span){{0, lo}, {hi - n, n}};
  return (scr_span){{SCR_MAX(lo, 0), 0}, {SCR_MIN(hi, n), 0}};
}

scr_span scr_grid_beside(const scr_grid *g, const scr_level *l, int c, int at) {
  return span_of(g->wrap[c], l->n[c], at - 1, at + 2);
}

scr_span scr_grid_span(const scr_grid *g, const scr_level *l, int c, double from, double to) {
  if (!g->wrap[c]) return (scr_span){{scr_grid_at(g, l, c, from), 0}, {scr_grid_at(g, l, c, to) + 1, 0}};
  const double a = floor((from - g->lo[c]) * l->per[c]), b = floor((to - g->lo[c]) * l->per[c]) + 1;
  if (b - a >= l->n[c]) return (scr_span){{0, 0}, {l->n[c], 0}};
  return span_of(true, l->n[c], (int)a, (int)b);
}

void scr_grid_drop(scr_grid *g) {
  for (int k = 0; k < SCR_MAX_LEVELS; k++) SCR_DROP(g->level[k].start, g->level[k].cap_start);
  for (int c = 0; c < 4; c++) SCR_DROP(g->all.x[c], g->cap_col[c]);
  SCR_DROP(g->all.row, g->cap_row);
  SCR_DROP(g->key, g->cap_key);
  SCR_DROP(g->cell, g->cap_cell);
  SCR_DROP(g->class, g->cap_class);
}
