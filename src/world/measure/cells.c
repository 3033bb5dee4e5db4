/* Radical cells of balls. Each face is found by itself: its plane, cut by the half-spaces of all
 * other neighbours. So no cell depends on another one, nor on threads or the order of rows. */
#include "world/measure/cells.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/par.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "world/engine.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

/* ---- where balls are ---- */

/* Balls by the cell of a grid that they lie in. In periodic axes places are those within the
 * period. */
typedef struct grid {
  int n[3];
  double lo[3], size[3], period[3]; /* m; a period of 0: not periodic */
  uint32_t *start, *row;            /* first ball of each cell, one more than cells; rows */
  double *x;                        /* 3 a row */
  double rmax, spacing;
} grid;

static void find_box(const scr_world *w, scr_cells *c) {
  c->lo[2] = -0.5, c->hi[2] = 0.5;
  for (int a = 0; a < w->dim; a++) {
    const bool periodic = scr_period(w, a) > 0;
    c->lo[a] = periodic ? w->domain.lo[a] : HUGE_VAL,
    c->hi[a] = periodic ? w->domain.hi[a] : -HUGE_VAL;
    for (uint32_t k = 0; k < w->ball.n && !periodic; k++) {
      c->lo[a] = SCR_MIN(c->lo[a], w->pose[k].x[a] - w->pose[k].r);
      c->hi[a] = SCR_MAX(c->hi[a], w->pose[k].x[a] + w->pose[k].r);
    }
  }
}

static double volume_of(const scr_cells *c) {
  double v = 1;
  for (int a = 0; a < 3; a++) v *= c->hi[a] - c->lo[a];
  return v;
}

static int at(const grid *g, int a, double x) {
  const int k = (int)floor((x - g->lo[a]) / g->size[a]);
  return k < 0 ? 0 : k >= g->n[a] ? g->n[a] - 1 : k;
}

static uint32_t place_of(const grid *g, const double *x) {
  return ((uint32_t)at(g, 2, x[2]) * (uint32_t)g->n[1] + (uint32_t)at(g, 1, x[1])) *
             (uint32_t)g->n[0] +
         (uint32_t)at(g, 0, x[0]);
}

/* About two balls a cell. */
static void shape_grid(grid *g, const scr_world *w, const scr_cells *c) {
  const double share = volume_of(c) / w->ball.n;
  g->spacing = w->dim == 3 ? scr_pow(share, 1.0 / 3) : sqrt(share);
  for (int a = 0; a < 3; a++) {
    const double wide = c->hi[a] - c->lo[a];
    g->n[a] = a < w->dim ? (int)SCR_MIN(SCR_MAX(wide / (1.25 * g->spacing), 1), 1000) : 1;
    g->lo[a] = c->lo[a], g->size[a] = wide / g->n[a], g->period[a] = scr_period(w, a);
  }
}

static void grid_make(grid *g, const scr_world *w, const scr_cells *c) {
  const uint32_t n = w->ball.n;
  shape_grid(g, w, c);
  const size_t cells = (size_t)g->n[0] * (size_t)g->n[1] * (size_t)g->n[2];
  uint32_t *key = scr_alloc(n * sizeof *key);
  g->start = scr_alloc((cells + 2) * sizeof *g->start);
  g->row = scr_alloc(n * sizeof *g->row), g->x = scr_alloc(3 * (size_t)n * sizeof *g->x);
  for (uint32_t k = 0; k < n; k++) {
    double *x = g->x + 3 * (size_t)k;
    for (int a = 0; a < w->dim; a++) {
      const double p = g->period[a];
      x[a] = w->pose[k].x[a];
      if (p > 0) x[a] -= p * floor((x[a] - g->lo[a]) / p);
    }
    g->rmax = SCR_MAX(g->rmax, w->pose[k].r);
    g->start[(key[k] = place_of(g, x)) + 2]++;
  }
  for (size_t k = 2; k < cells + 2; k++) g->start[k] += g->start[k - 1];
  for (uint32_t k = 0; k < n; k++) g->row[g->start[key[k] + 1]++] = k;
  scr_free(key);
}

static void grid_free(grid *g) {
  scr_free(g->start);
  scr_free(g->row);
  scr_free(g->x);
}

/* ---- the planes around a ball ---- */

typedef struct plane {
  double n[3], h, d2; /* unit normal outwards; distance of the plane; square of the distance of the
                         other ball, negative of sides */
  uint32_t other, id;
  bool nearest;
} plane;

/* What one thread needs for one cell at a time, and the faces that it found. */
typedef struct finder {
  plane *plane;
  size_t n, cap_plane;
  double *corner[2]; /* 2 numbers each, in the plane of a face */
  size_t cap_corner[2];
  scr_cell_face *face;
  size_t nface, cap_face;
} finder;

typedef struct job {
  const scr_world *w;
  scr_cells *cells;
  const grid *g;
  bool radical;
  finder *of; /* by thread */
  int workers;
  uint32_t lo, hi; /* rows of this round */
} job;

static void add_sides(const job *j, const double *x, finder *f) {
  for (int a = 0; a < j->w->dim; a++)
    for (int up = 0; up < 2 && !(j->g->period[a] > 0); up++) {
      SCR_GROW(f->plane, f->cap_plane, f->n + 1);
      plane *p = &f->plane[f->n++];
      *p = (plane){.h = up ? j->cells->hi[a] - x[a] : x[a] - j->cells->lo[a],
                   .d2 = -1,
                   .other = (uint32_t)(SCR_CELL_SIDE + 2 * a + up)};
      p->n[a] = up ? 1 : -1;
    }
}

/* The radical plane of both balls: h = (d^2 + r_i^2 - r_j^2)/(2 d). */
static void add_plane(const job *j, uint32_t i, uint32_t row, const double way[3], double reach,
                      finder *f) {
  const scr_world *w = j->w;
  const double d2 = scr_dot3(way, way), d = sqrt(d2), ri = w->pose[i].r, rj = w->pose[row].r;
  if (!(d > 0) || d > reach) return;
  SCR_GROW(f->plane, f->cap_plane, f->n + 1);
  plane *p = &f->plane[f->n++];
  *p = (plane){.h = (j->radical ? d2 + (ri * ri - rj * rj) : d2) / (2 * d),
               .d2 = d2,
               .other = row,
               .id = scr_colu(&w->ball, SCR_BALL_ID)[row],
               .nearest = row != i};
  for (int a = 0; a < w->dim; a++) {
    p->n[a] = way[a] / d;
    if (j->g->period[a] > 0) p->nearest &= fabs(way[a]) < 0.5 * j->g->period[a];
  }
}

/* Cells of the grid from k on that may be there are counted beyond the period: `turns` periods
 * away.
 */
static int wrapped(const grid *g, int a, int k, double *away) {
  const int n = g->n[a], turns = k >= 0 ? k / n : -((n - 1 - k) / n);
  *away = turns * g->period[a];
  return k - turns * n;
}

static void add_cell(const job *j, uint32_t i, const int k[3], double reach, finder *f) {
  const grid *g = j->g;
  const double *x = g->x + 3 * (size_t)i;
  double away[3], way[3];
  int c[3];
  for (int a = 0; a < 3; a++) c[a] = wrapped(g, a, k[a], &away[a]);
  const uint32_t q =
      ((uint32_t)c[2] * (uint32_t)g->n[1] + (uint32_t)c[1]) * (uint32_t)g->n[0] + (uint32_t)c[0];
  for (uint32_t m = g->start[q]; m < g->start[q + 1]; m++) {
    const double *y = g->x + 3 * (size_t)g->row[m];
    for (int a = 0; a < 3; a++) way[a] = y[a] - x[a] + away[a];
    add_plane(j, i, g->row[m], way, reach, f);
  }
}

/* Nearest first: those cut off most. What is equally far goes by id and place, as rows may stand in
 * any order. */
static int by_distance(const void *a, const void *b) {
  const plane *p = a, *q = b;
  if (p->d2 != q->d2) return p->d2 < q->d2 ? -1 : 1;
  if (p->d2 < 0) return p->other < q->other ? -1 : 1;
  if (p->id != q->id) return p->id < q->id ? -1 : 1;
  for (int c = 0; c < 3; c++)
    if (p->n[c] != q->n[c]) return p->n[c] < q->n[c] ? -1 : 1;
  return 0;
}

static void find_planes(const job *j, uint32_t i, double reach, finder *f) {
  const grid *g = j->g;
  const double *x = g->x + 3 * (size_t)i;
  int lo[3], hi[3], k[3];
  f->n = 0;
  add_sides(j, x, f);
  for (int a = 0; a < 3; a++) {
    const bool periodic = g->period[a] > 0;
    lo[a] = periodic ? (int)floor((x[a] - reach - g->lo[a]) / g->size[a]) : at(g, a, x[a] - reach);
    hi[a] = periodic ? (int)floor((x[a] + reach - g->lo[a]) / g->size[a]) : at(g, a, x[a] + reach);
  }
  for (k[2] = lo[2]; k[2] <= hi[2]; k[2]++)
    for (k[1] = lo[1]; k[1] <= hi[1]; k[1]++)
      for (k[0] = lo[0]; k[0] <= hi[0]; k[0]++) add_cell(j, i, k, reach, f);
  qsort(f->plane, f->n, sizeof *f->plane, by_distance);
}

/* ---- one face ---- */

/* Two axes of the plane with that normal; in 2D the second one is of no use. */
static void axes_of(int dim, const double n[3], double u[3], double v[3]) {
  int least = 0;
  for (int c = 1; c < 3; c++)
    if (fabs(n[c]) < fabs(n[least])) least = c;
  if (dim == 2) {
    u[0] = -n[1], u[1] = n[0], u[2] = 0, v[0] = v[1] = v[2] = 0;
    return;
  }
  for (int c = 0; c < 3; c++) u[c] = (c == least) - n[least] * n[c];
  const double len = sqrt(scr_dot3(u, u));
  for (int c = 0; c < 3; c++) u[c] /= len;
  scr_cross3(n, u, v);
}

/* The part of a convex polygon where a x + b y <= c; returns how many corners it has. */
static size_t cut(finder *f, size_t n, double a, double b, double c) {
  bool beyond = false;
  for (size_t k = 0; k < n && !beyond; k++)
    beyond = a * f->corner[0][2 * k] + b * f->corner[0][2 * k + 1] > c;
  if (!beyond) return n;
  SCR_GROW(f->corner[1], f->cap_corner[1], 4 * n + 8);
  const double *p = f->corner[0];
  double *to = f->corner[1];
  size_t m = 0;
  for (size_t k = 0; k < n; k++) {
    const double *q = p + 2 * k, *r = p + 2 * (k + 1 < n ? k + 1 : 0);
    const double s = a * q[0] + b * q[1] - c, t = a * r[0] + b * r[1] - c;
    if (s <= 0) to[2 * m] = q[0], to[2 * m + 1] = q[1], m++;
    if ((s <= 0) == (t <= 0)) continue;
    const double part = s / (s - t);
    to[2 * m] = q[0] + part * (r[0] - q[0]), to[2 * m + 1] = q[1] + part * (r[1] - q[1]), m++;
  }
  f->corner[1] = f->corner[0], f->corner[0] = to;
  const size_t cap = f->cap_corner[0];
  f->cap_corner[0] = f->cap_corner[1], f->cap_corner[1] = cap;
  return m;
}

/* Area and middle of a polygon, as a fan from its first corner. */
static double measure(const double *p, size_t n, double mid[2]) {
  double area = 0, sum[2] = {0};
  for (size_t k = 1; k + 1 < n; k++) {
    const double ax = p[2 * k] - p[0], ay = p[2 * k + 1] - p[1], bx = p[2 * k + 2] - p[0],
                 by = p[2 * k + 3] - p[1], part = 0.5 * (ax * by - ay * bx);
    area += part;
    sum[0] += part * ((ax + bx) / 3), sum[1] += part * ((ay + by) / 3);
  }
  for (int c = 0; c < 2; c++) mid[c] = p[c] + (area > 0 ? sum[c] / area : 0);
  return area;
}

/* A face in its plane: corners, or in 2D the ends of a line. */
typedef struct outline {
  double u[3], v[3], lo, hi;
  size_t n;
} outline;

static bool cut_by(int dim, const plane *p, const plane *q, finder *f, outline *o) {
  const double a = scr_dot3(q->n, o->u), b = scr_dot3(q->n, o->v),
               c = q->h - p->h * scr_dot3(q->n, p->n);
  if (dim == 3) return (o->n = cut(f, o->n, a, b, c)) > 2;
  if (a > 0) o->hi = SCR_MIN(o->hi, c / a);
  if (a < 0) o->lo = SCR_MAX(o->lo, c / a);
  return o->lo < o->hi && (a != 0 || c >= 0);
}

static double distance(const plane *p, double x, double y) {
  return sqrt(p->h * p->h + x * x + y * y);
}

/* Raises *far to the distance of its furthest corner. */
static void put_face(int dim, const plane *p, const outline *o, const double *x, finder *f,
                     double *far) {
  double mid[2] = {0.5 * (o->lo + o->hi), 0};
  const double area = dim == 3 ? measure(f->corner[0], o->n, mid) : o->hi - o->lo;
  for (size_t k = 0; k < o->n; k++)
    *far = SCR_MAX(*far, distance(p, f->corner[0][2 * k], f->corner[0][2 * k + 1]));
  if (dim == 2) *far = SCR_MAX(*far, SCR_MAX(distance(p, o->lo, 0), distance(p, o->hi, 0)));
  if (!(area > 0)) return;
  SCR_GROW(f->face, f->cap_face, f->nface + 1);
  scr_cell_face *to = &f->face[f->nface++];
  *to = (scr_cell_face){.other = p->other,
                        .nearest = p->nearest,
                        .h = p->h,
                        .d = p->d2 > 0 ? sqrt(p->d2) : 0,
                        .area = area};
  for (int c = 0; c < 3; c++) {
    to->n[c] = p->n[c];
    to->x[c] = x[c] + p->h * p->n[c] + mid[0] * o->u[c] + mid[1] * o->v[c];
    to->way[c] = p->h * p->n[c] + mid[0] * o->u[c] + mid[1] * o->v[c];
  }
}

/* wide: the face is looked for as far away from the foot of the plane, m. */
static void find_face(const job *j, const double *x, size_t k, double wide, finder *f,
                      double *far) {
  const int dim = j->w->dim;
  const plane *p = &f->plane[k];
  outline o = {.lo = -wide, .hi = wide, .n = dim == 3 ? 4 : 0};
  const double square[] = {-wide, -wide, wide, -wide, wide, wide, -wide, wide};
  axes_of(dim, p->n, o.u, o.v);
  SCR_GROW(f->corner[0], f->cap_corner[0], 8);
  memcpy(f->corner[0], square, sizeof square);
  for (size_t q = 0; q < f->n; q++)
    if (q != k && !cut_by(dim, p, &f->plane[q], f, &o)) return;
  put_face(dim, p, &o, x, f, far);
}

/* ---- one cell ---- */

/* No ball beyond this distance has a plane that comes as near as `far`, m. */
static double sure_within(const job *j, uint32_t i, double far) {
  const double r = j->w->pose[i].r, more = j->radical ? j->g->rmax * j->g->rmax - r * r : 0;
  return far + sqrt(far * far + more);
}

/* A face smaller than that part of all is what rounding left of a corner or an edge. */
static const double DUST = 1e-12;

static double settle(int dim, finder *f, size_t first) {
  double all = 0, volume = 0;
  size_t n = first;
  for (size_t k = first; k < f->nface; k++) all += f->face[k].area;
  for (size_t k = first; k < f->nface; k++)
    if (f->face[k].area > DUST * all) f->face[n++] = f->face[k];
  f->nface = n;
  for (size_t k = first; k < n; k++) volume += f->face[k].area * f->face[k].h;
  return volume / dim;
}

/* Looks further until no ball beyond can cut the cell. */
static void find_cell(const job *j, uint32_t i, finder *f) {
  const double margin = 1 + 1e-9;
  const size_t first = f->nface;
  double reach = 2.6 * j->g->spacing, need;
  for (;; reach = SCR_MIN(need, 1.6 * reach)) {
    double far = 0;
    find_planes(j, i, reach, f);
    f->nface = first;
    for (size_t k = 0; k < f->n; k++) find_face(j, j->g->x + 3 * (size_t)i, k, 2 * reach, f, &far);
    need = f->n ? margin * sure_within(j, i, far) : HUGE_VAL;
    if (need <= reach) break;
  }
  j->cells->volume[i] = settle(j->w->dim, f, first);
  j->cells->first[i + 1] = f->nface - first;
}

static void find_part(void *user, int t, int threads) {
  const job *j = user;
  const uint64_t n = j->hi - j->lo;
  SCR_UNUSED(threads);
  j->of[t].nface = 0;
  for (uint64_t k = n * (uint64_t)t / (uint64_t)j->workers;
       k < n * (uint64_t)(t + 1) / (uint64_t)j->workers; k++)
    find_cell(j, j->lo + (uint32_t)k, &j->of[t]);
}

static void take_faces(const job *j) {
  scr_cells *c = j->cells;
  for (int t = 0; t < j->workers; t++) {
    SCR_GROW(c->face, c->cap_face, c->nface + j->of[t].nface);
    if (j->of[t].nface) memcpy(c->face + c->nface, j->of[t].face, j->of[t].nface * sizeof *c->face);
    c->nface += j->of[t].nface;
  }
}

static void finders_free(job *j) {
  for (int t = 0; t < j->workers; t++) {
    scr_free(j->of[t].plane);
    scr_free(j->of[t].corner[0]);
    scr_free(j->of[t].corner[1]);
    scr_free(j->of[t].face);
  }
  scr_free(j->of);
}

bool scr_cells_find(scr_world *w, scr_diag *d, bool radical, scr_cells *out) {
  enum { ROUND = 4096 }; /* balls, between two looks for an interrupt */
  grid g = {.rmax = 0};
  bool ok = true;
  *out = (scr_cells){.n = w->ball.n};
  out->first = scr_alloc(((size_t)w->ball.n + 1) * sizeof *out->first);
  out->volume = scr_alloc(((size_t)w->ball.n + 1) * sizeof *out->volume);
  if (!w->ball.n) return scr_fail(d, NULL, SCR_E_STATE, "there are no balls");
  find_box(w, out);
  grid_make(&g, w, out);
  job j = {.w = w, .cells = out, .g = &g, .radical = radical, .workers = scr_workers_for(w)};
  j.of = scr_alloc((size_t)j.workers * sizeof *j.of);
  for (; ok && j.lo < w->ball.n; j.lo = j.hi) {
    j.hi = j.lo + SCR_MIN(w->ball.n - j.lo, (uint32_t)ROUND);
    scr_par_run_by(w->engine->par, j.workers, find_part, &j);
    take_faces(&j);
    ok = !scr_interrupted(d);
  }
  for (uint32_t k = 0; k < w->ball.n; k++) out->first[k + 1] += out->first[k];
  finders_free(&j);
  grid_free(&g);
  return ok;
}

void scr_cells_free(scr_cells *c) {
  scr_free(c->first);
  scr_free(c->volume);
  scr_free(c->face);
  *c = (scr_cells){0};
}

const scr_cell_face *scr_cell_towards(const scr_cells *c, uint32_t i, uint32_t j) {
  assert(i < c->n);
  for (size_t k = c->first[i]; k < c->first[i + 1]; k++)
    if (c->face[k].other == j && c->face[k].nearest) return &c->face[k];
  return NULL;
}
