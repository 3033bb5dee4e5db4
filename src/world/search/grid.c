/* Cells for the search: see grid.h. */
#include "world/search/grid.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/search/detect.h"
#include "world/state/rows.h"

/* ---- what there is ---- */

/* A motion that blew up is told here, before its positions reach the cells. */
static bool nowhere(const scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < w->dim; c++)
      if (!(fabs(w->pose[k].x[c]) <= 1e100)) {
        scr_fail(d, NULL, SCR_E_MATH, "ball %u is at %g along %c: the motion is unstable",
                 scr_colu(&w->ball, SCR_BALL_ID)[k], w->pose[k].x[c], "xyz"[c]);
        return scr_hint(d, "a smaller timestep or more damping is needed");
      }
  return true;
}

/* What one worker sees of the balls. */
typedef struct seen {
  double lo[3], hi[3], rmax;
  bool fine; /* no position is no number */
  double top[SCR_MAX_LEVELS];
  uint32_t count[SCR_MAX_LEVELS]; /* by the number of halvings of the largest radius */
} seen;

/* Radii are summed up by parts of so many balls, so that no sum depends on the number of workers.
 */
enum { PART = 4096 };

typedef struct surveying {
  const scr_grid *g;
  const scr_world *w;
  int workers;
  double *sum; /* of each part */
  seen seen[SCR_MAX_WORKERS];
} surveying;

static uint32_t parts_of(const scr_world *w) { return w->ball.n / PART + 1; }

static void extent_of_worker(void *user, int t, int threads) {
  surveying *j = user;
  const uint32_t n = j->w->ball.n;
  SCR_UNUSED(threads);
  seen s = {{HUGE_VAL, HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, .fine = true};
  for (uint32_t part = scr_part(parts_of(j->w), t, j->workers);
       part < scr_part(parts_of(j->w), t + 1, j->workers); part++) {
    double sum = 0;
    for (uint32_t k = part * PART; k < SCR_MIN((part + 1) * PART, n); k++) {
      const scr_pose *p = &j->w->pose[k];
      s.rmax = SCR_MAX(s.rmax, p->r);
      sum += p->r;
      for (int c = 0; c < 3; c++) {
        s.lo[c] = SCR_MIN(s.lo[c], p->x[c]), s.hi[c] = SCR_MAX(s.hi[c], p->x[c]);
        s.fine &= p->x[c] == p->x[c]; /* a NaN shows in no minimum */
      }
    }
    j->sum[part] = sum;
  }
  j->seen[t] = s;
}

/* Box of all centres, or the period; the largest and the mean radius. False: a position is no
 * number, or huge. */
static bool extent(scr_grid *g, surveying *j) {
  const scr_world *w = j->w;
  double sum = 0;
  scr_finder_run_by(w, j->workers, extent_of_worker, j);
  seen all = j->seen[0];
  for (int t = 1; t < j->workers; t++) {
    const seen *s = &j->seen[t];
    for (int c = 0; c < 3; c++)
      all.lo[c] = SCR_MIN(all.lo[c], s->lo[c]), all.hi[c] = SCR_MAX(all.hi[c], s->hi[c]);
    all.rmax = SCR_MAX(all.rmax, s->rmax);
    all.fine &= s->fine;
  }
  for (uint32_t part = 0; part < parts_of(w); part++) sum += j->sum[part];
  for (int c = 0; c < 3; c++) {
    all.fine &= w->ball.n == 0 || (all.lo[c] >= -1e100 && all.hi[c] <= 1e100);
    g->period[c] = scr_period(w, c);
    g->wrap[c] = g->period[c] > 0;
    g->lo[c] = g->wrap[c] ? w->domain.lo[c] : w->ball.n ? all.lo[c] : 0;
    g->hi[c] = g->wrap[c] ? w->domain.hi[c] : w->ball.n ? all.hi[c] : 0;
  }
  g->rmax = all.rmax;
  g->rmean = sum / SCR_MAX(w->ball.n, 1u);
  return all.fine;
}

static int class_of(const scr_grid *g, double r) {
  assert(g->levels > 0 && r <= g->level[g->levels - 1].top);
  int l = 0;
  while (r > g->level[l].top) l++;
  return l;
}

static void classes_of_worker(void *user, int t, int threads) {
  surveying *j = user;
  SCR_UNUSED(threads);
  seen *s = &j->seen[t];
  for (uint32_t k = scr_part(j->w->ball.n, t, j->workers);
       k < scr_part(j->w->ball.n, t + 1, j->workers); k++) {
    const double r = j->w->pose[k].r;
    int halvings = 0;
    for (double limit = 0.5 * j->g->rmax; r <= limit && halvings < SCR_MAX_LEVELS - 1; limit *= 0.5)
      halvings++;
    s->top[halvings] = SCR_MAX(s->top[halvings], r);
    s->count[halvings]++;
  }
}

/* Classes of radii, from each power of two below the largest radius to the next; empty ones are
 * left out. */
static void classes(scr_grid *g, surveying *j) {
  scr_finder_run_by(j->w, j->workers, classes_of_worker, j);
  g->levels = g->main = 0;
  for (int h = SCR_MAX_LEVELS - 1; h >= 0; h--) {
    double top = 0;
    uint32_t count = 0;
    for (int t = 0; t < j->workers; t++)
      top = SCR_MAX(top, j->seen[t].top[h]), count += j->seen[t].count[h];
    if (!count) continue;
    assert(top > 0 && g->levels < SCR_MAX_LEVELS);
    scr_level *l = &g->level[g->levels++];
    l->top = top;
    l->count = count;
    l->first = g->levels > 1 ? l[-1].first + l[-1].count : 0;
    if (l->count > g->level[g->main].count) g->main = g->levels - 1;
  }
}

bool scr_grid_survey(scr_grid *g, const scr_world *w, scr_diag *d) {
  surveying *j = scr_alloc(sizeof *j);
  *j = (surveying){.g = g,
                   .w = w,
                   .workers = scr_finder_workers(w),
                   .sum = scr_alloc(parts_of(w) * sizeof(double))};
  const bool fine = extent(g, j) || nowhere(w, d);
  if (fine) classes(g, j);
  scr_free(j->sum);
  scr_free(j);
  return fine;
}

/* ---- cells ---- */

/* As narrow as the reach allows, but not many more cells than balls. */
static void shape(scr_grid *g, const scr_world *w, scr_level *l, double cell) {
  assert(cell > 0);
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

static uint32_t cells_in(const scr_level *l) {
  return (uint32_t)l->n[0] * (uint32_t)l->n[1] * (uint32_t)l->n[2];
}

typedef struct filling {
  scr_grid *g;
  const scr_world *w;
  int workers;
  uint32_t steps_back[SCR_MAX_WORKERS];
} filling;

static void cells_of_worker(void *user, int t, int threads) {
  filling *j = user;
  scr_grid *g = j->g;
  const scr_pose *pose = j->w->pose;
  SCR_UNUSED(threads);
  const uint32_t lo = scr_part(j->w->ball.n, t, j->workers),
                 hi = scr_part(j->w->ball.n, t + 1, j->workers);
  uint32_t steps_back = 0,
           before = lo > 0 && hi > lo ? cell_of(g, &g->level[g->main], pose[lo - 1].x) : 0;
  for (uint32_t k = lo; k < hi; k++) {
    const int class = class_of(g, pose[k].r);
    g->class[k] = (uint8_t) class;
    g->key[k] = cell_of(g, &g->level[g->main], pose[k].x);
    g->cell[k] = class == g->main ? g->key[k] : cell_of(g, &g->level[class], pose[k].x);
    steps_back += g->key[k] < before;
    before = g->key[k];
  }
  j->steps_back[t] = steps_back;
}

uint32_t scr_grid_cells(scr_grid *g, const scr_world *w) {
  const uint32_t n = w->ball.n;
  filling j = {.g = g, .w = w, .workers = scr_finder_workers(w)};
  uint32_t steps_back = 0;
  SCR_GROW(g->key, g->cap_key, n);
  SCR_GROW(g->cell, g->cap_cell, n);
  SCR_GROW(g->class, g->cap_class, n);
  scr_finder_run_by(w, j.workers, cells_of_worker, &j);
  for (int t = 0; t < j.workers; t++) steps_back += j.steps_back[t];
  return steps_back;
}

static void start_cells(scr_level *l) {
  const uint32_t cells = cells_in(l);
  SCR_GROW(l->start, l->cap_start, (size_t)cells + 2);
  memset(l->start, 0, ((size_t)cells + 2) * sizeof *l->start);
}

/* Numbers of balls (in start[cell + 2]) become the place of the first one, in start[cell + 1];
 * filling a cell moves that on, so that in the end start[cell] is the first place. */
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

/* Each worker has a range of the cells of each level, and goes through the cells of all balls for
 * them. */
typedef struct cell_ranges {
  uint32_t from[SCR_MAX_LEVELS], n[SCR_MAX_LEVELS];
} cell_ranges;

static cell_ranges ranges_of(const filling *j, int t) {
  cell_ranges r;
  for (int k = 0; k < j->g->levels; k++) {
    const uint32_t cells = cells_in(&j->g->level[k]);
    r.from[k] = scr_part(cells, t, j->workers);
    r.n[k] = scr_part(cells, t + 1, j->workers) - r.from[k];
  }
  return r;
}

static void count_of_worker(void *user, int t, int threads) {
  const filling *j = user;
  const scr_grid *g = j->g;
  SCR_UNUSED(threads);
  const cell_ranges r = ranges_of(j, t);
  for (uint32_t k = 0; k < j->w->ball.n; k++) {
    const uint32_t class = g->class[k], cell = g->cell[k];
    if (cell - r.from[class] < r.n[class]) g->level[class].start[cell + 2]++;
  }
}

static void columns_of_worker(void *user, int t, int threads) {
  const filling *j = user;
  const scr_grid *g = j->g;
  const scr_pose *pose = j->w->pose;
  SCR_UNUSED(threads);
  const cell_ranges r = ranges_of(j, t);
  for (uint32_t k = 0; k < j->w->ball.n; k++) {
    const uint32_t class = g->class[k], cell = g->cell[k];
    if (cell - r.from[class] >= r.n[class]) continue;
    assert(class < (uint32_t)g->levels && cell < cells_in(&g->level[class]));
    const uint32_t at = g->level[class].start[cell + 1]++;
    assert(at < j->w->ball.n);
    for (int c = 0; c < 3; c++) g->all.x[c][at] = pose[k].x[c];
    g->all.x[3][at] = pose[k].r;
    g->all.row[at] = k;
  }
}

void scr_grid_fill(scr_grid *g, const scr_world *w) {
  const uint32_t n = w->ball.n;
  const size_t room = (size_t)n + SCR_TILE;
  filling j = {.g = g, .w = w, .workers = scr_finder_workers(w)};
  for (int c = 0; c < 4; c++) SCR_GROW(g->all.x[c], g->cap_col[c], room);
  SCR_GROW(g->all.row, g->cap_row, room);
  for (int k = 0; k < g->levels; k++) start_cells(&g->level[k]);
  scr_finder_run_by(w, j.workers, count_of_worker, &j);
  for (int k = 0; k < g->levels; k++) first_places(&g->level[k], g->level[k].first);
  scr_finder_run_by(w, j.workers, columns_of_worker, &j);
  for (int c = 0; c < 4; c++) memset(g->all.x[c] + n, 0, SCR_TILE * sizeof(double));
  memset(g->all.row + n, 0, SCR_TILE * sizeof(uint32_t));
}

/* ---- ranges of cells ---- */

static scr_span span_of(bool wrap, int n, int lo, int hi) {
  assert(n >= 1 && lo <= hi);
  if (wrap && hi - lo >= n) return (scr_span){{0, 0}, {n, 0}};
  if (wrap && lo < 0) return (scr_span){{0, lo + n}, {hi, n}};
  if (wrap && hi > n) return (scr_span){{0, lo}, {hi - n, n}};
  return (scr_span){{SCR_MAX(lo, 0), 0}, {SCR_MIN(hi, n), 0}};
}

scr_span scr_grid_beside(const scr_grid *g, const scr_level *l, int c, int at) {
  assert(at >= 0 && at < l->n[c]);
  return span_of(g->wrap[c], l->n[c], at - 1, at + 2);
}

scr_span scr_grid_span(const scr_grid *g, const scr_level *l, int c, double from, double to) {
  if (!g->wrap[c])
    return (scr_span){{scr_grid_at(g, l, c, from), 0}, {scr_grid_at(g, l, c, to) + 1, 0}};
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
