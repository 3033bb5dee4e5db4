/* Candidate pairs of balls and facets. Facets that lie beside each other are a patch: for each, as
 * each periodic image shows it, the balls of the cells near it, and of these, for each of its
 * facets, those near its box and its plane; of what is left the closest points tell. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/facets/facets.h"
#include "world/search/detect.h"
#include "world/search/grid.h"
#include "world/workers/workers.h"

typedef struct finding {
  scr_world *w;
  struct scr_finder *f;
  const scr_kernels *kernels;
  double
      more; /* how far beyond the reach of a level its balls reach: runners by their head start */
  scr_image_room room;
} finding;

/* A periodic image: how many periods by axis the balls are shifted. */
typedef struct image {
  int at[3];
  uint64_t shift;
} image;

/* ---- boxes ---- */

static void box_empty(double lo[3], double hi[3]) {
  for (int c = 0; c < 3; c++) lo[c] = HUGE_VAL, hi[c] = -HUGE_VAL;
}

static void box_add(double lo[3], double hi[3], const double low[3], const double high[3]) {
  for (int c = 0; c < 3; c++) lo[c] = SCR_MIN(lo[c], low[c]), hi[c] = SCR_MAX(hi[c], high[c]);
}

static void box_of_facet(const scr_facet_shape *s, double lo[3], double hi[3]) {
  box_empty(lo, hi);
  for (int k = 0; k < 3; k++) box_add(lo, hi, s->x[k], s->x[k]); /* in 2D the third is the first */
}

static double longest(const double lo[3], const double hi[3]) {
  return SCR_MAX(hi[0] - lo[0], SCR_MAX(hi[1] - lo[1], hi[2] - lo[2]));
}

/* ---- patches ---- */

/* Does a facet go into a patch, whose box then is [low, high]? */
static bool joins(const scr_patch *p, const double lo[3], const double hi[3], double room,
                  double low[3], double high[3]) {
  assert(p->n >= 1 && p->n <= SCR_TILE);
  if (p->n == SCR_TILE) return false;
  memcpy(low, p->lo, 3 * sizeof *low), memcpy(high, p->hi, 3 * sizeof *high);
  box_add(low, high, lo, hi);
  return longest(low, high) <= room;
}

/* Facets that follow each other are one patch as long as its box is no longer than `room`. */
static void make_patches(struct scr_finder *f, const scr_facet_shape *shape, uint32_t n,
                         double room) {
  f->npatch = 0;
  for (uint32_t k = 0; k < n; k++) {
    double lo[3], hi[3], low[3], high[3];
    box_of_facet(&shape[k], lo, hi);
    if (f->npatch && joins(&f->patch[f->npatch - 1], lo, hi, room, low, high)) {
      scr_patch *last = &f->patch[f->npatch - 1];
      memcpy(last->lo, low, sizeof low), memcpy(last->hi, high, sizeof high);
      last->n++;
      continue;
    }
    SCR_GROW(f->patch, f->cap_patch, f->npatch + 1);
    scr_patch *next = &f->patch[f->npatch++];
    *next = (scr_patch){.first = k, .n = 1};
    memcpy(next->lo, lo, sizeof lo), memcpy(next->hi, hi, sizeof hi);
  }
}

/* Patches stay while facets do, and balls are about as large. Facets much longer than balls are
 * alone: their planes tell more than boxes. So are those that may hold a whole image of the cell.
 */
static void patches(const finding *j) {
  enum { RADII = 8 };
  const uint64_t version = scr_facets_version(j->w);
  struct scr_finder *f = j->f;
  double room = RADII * f->grid.rmean;
  for (int c = 0; c < j->w->dim; c++)
    if (f->grid.wrap[c]) room = SCR_MIN(room, f->grid.period[c]);
  if (f->patches_of == version && room <= 2 * f->patch_room && room >= 0.5 * f->patch_room) return;
  make_patches(f, scr_facets_shapes(j->w), j->w->facet.n, room);
  f->patches_of = version;
  f->patch_room = room;
}

/* ---- the balls near a patch ---- */

/* Cells [lo, hi) along the fastest axis of a line that may hold balls within `far` of the plane. */
static void cut_by_plane(const scr_grid *g, const scr_level *v, double reach, const scr_near_box *m,
                         int y, int z, int *lo, int *hi) {
  const int *a = g->axis, at[3] = {0, y, z};
  double room = reach * (1 + 1e-6), off = -m->height;
  for (int k = 1; k < 3; k++) {
    const int c = a[k];
    off += m->normal[c] * (g->lo[c] + (at[k] + 0.5) * v->size[c]);
    room += fabs(m->normal[c]) * 0.5 * v->size[c];
  }
  const double slope = m->normal[a[0]], from = g->lo[a[0]] + *lo * v->size[a[0]],
               to = g->lo[a[0]] + *hi * v->size[a[0]];
  const double end[2] = {off + slope * from, off + slope * to};
  if (SCR_MIN(end[0], end[1]) > room || SCR_MAX(end[0], end[1]) < -room) {
    *hi = *lo;
    return;
  }
  if (fabs(slope) < 1e-3) return;
  const double x = -off / slope, half = room / fabs(slope);
  *lo = SCR_MAX(*lo, scr_grid_at(g, v, a[0], x - half));
  *hi = SCR_MIN(*hi, scr_grid_at(g, v, a[0], x + half) + 1);
}

static uint32_t first_workers(uint32_t n) {
  return n >= SCR_TILE ? UINT32_MAX : ((uint32_t)1 << n) - 1;
}

/* Those of the balls at places [from, to) that are near the box go to l->around. */
static void take_near(const finding *j, scr_finder_worker *l, const scr_near_box *box,
                      uint32_t from, uint32_t to) {
  assert(from <= to && to <= j->w->ball.n);
  const scr_ball_columns *all = &j->f->grid.all, *near = &l->around;
  scr_finder_room(l, (size_t)l->n + (to - from));
  for (uint32_t k = from; k < to; k += SCR_TILE)
    for (uint32_t in = j->kernels->beside(&j->f->near, box, all, k) & first_workers(to - k); in;
         in &= in - 1) {
      const uint32_t at = k + (uint32_t)__builtin_ctz(in);
      for (int c = 0; c < 4; c++) near->x[c][l->n] = all->x[c][at];
      near->row[l->n++] = all->row[at];
    }
}

/* Balls of one class near a box. */
static void take_class(const finding *j, scr_finder_worker *l, const scr_level *v,
                       const scr_near_box *box) {
  const scr_grid *g = &j->f->grid;
  const int *a = g->axis;
  const double reach = v->reach + j->more;
  int from[3], to[3];
  for (int c = 0; c < 3; c++) {
    if (c < j->w->dim && (box->hi[c] + reach < g->lo[c] || box->lo[c] - reach > g->hi[c])) return;
    from[c] = scr_grid_at(g, v, c, box->lo[c] - reach);
    to[c] = scr_grid_at(g, v, c, box->hi[c] + reach) + 1;
  }
  for (int z = from[a[2]]; z < to[a[2]]; z++)
    for (int y = from[a[1]]; y < to[a[1]]; y++) {
      int lo = from[a[0]], hi = to[a[0]];
      cut_by_plane(g, v, reach, box, y, z, &lo, &hi);
      const uint32_t line = scr_grid_line(g, v, y, z);
      if (lo < hi)
        take_near(j, l, box, v->start[line + (uint32_t)lo], v->start[line + (uint32_t)hi]);
    }
}

/* ---- facets ---- */

/* Whose closest points are near enough becomes a candidate. */
static void close_points(const finding *j, scr_finder_worker *l) {
  const scr_near *q = &j->f->near;
  scr_closest *t = l->tile;
  if (!t->n) return;
  assert(t->n > 0 && t->n <= SCR_TILE);
  j->kernels->closest(t);
  for (int k = 0; k < t->n; k++) {
    if (!(t->gap[k] <= SCR_MAX(q->fixed, q->part * t->ball[k].r) + q->skin)) continue;
    SCR_GROW(l->facet, l->cap_facet, l->nfacet + 1);
    l->facet[l->nfacet++] = l->asked[k];
  }
  t->n = 0;
}

/* The plane of a facet, and its box, where an image shows them to the balls. */
static scr_near_box box_in_image(const finding *j, const scr_facet_shape *s, const image *m) {
  scr_near_box b;
  box_of_facet(s, b.lo, b.hi);
  b.height = 0;
  for (int c = 0; c < 3; c++) {
    const double off = m->at[c] * j->f->grid.period[c];
    b.lo[c] -= off, b.hi[c] -= off;
    b.normal[c] = s->normal[c];
    b.height += s->normal[c] * (s->x[0][c] - off);
  }
  return b;
}

/* A facet and the balls near its patch. */
static void near_facet(const finding *j, scr_finder_worker *l, uint32_t facet,
                       const scr_near_box *box, const image *m) {
  const scr_facet_shape *s = &scr_facets_shapes(j->w)[facet];
  const scr_ball_columns *near = &l->around;
  scr_closest *t = l->tile;
  for (uint32_t k = 0; k < l->n; k += SCR_TILE)
    for (uint32_t in = j->kernels->beside(&j->f->near, box, near, k) & first_workers(l->n - k); in;
         in &= in - 1) {
      const uint32_t at = k + (uint32_t)__builtin_ctz(in);
      for (int c = 0; c < 3; c++)
        t->ball[t->n].x[c] = near->x[c][at] + m->at[c] * j->f->grid.period[c];
      t->ball[t->n].r = near->x[3][at];
      t->shape[t->n] = s;
      l->asked[t->n++] = (scr_found_facet){near->row[at], facet, m->shift};
      if (t->n == SCR_TILE) close_points(j, l);
    }
}

static void near_patch(const finding *j, scr_finder_worker *l, const scr_patch *p, const image *m) {
  const scr_grid *g = &j->f->grid;
  const scr_facet_shape *shape = scr_facets_shapes(j->w);
  scr_near_box box = {.height = 0}; /* of several facets: no plane */
  if (p->n == 1) {
    box = box_in_image(j, &shape[p->first], m);
  } else {
    for (int c = 0; c < 3; c++) {
      const double off = m->at[c] * g->period[c];
      box.lo[c] = p->lo[c] - off, box.hi[c] = p->hi[c] - off;
    }
  }
  l->n = 0;
  for (int k = 0; k < g->levels; k++) take_class(j, l, &g->level[k], &box);
  for (uint32_t f = p->first; f < p->first + p->n && l->n; f++) {
    if (p->n > 1) box = box_in_image(j, &shape[f], m);
    near_facet(j, l, f, &box, m);
  }
}

static void near_images(const finding *j, scr_finder_worker *l, const scr_patch *p) {
  const scr_image_span s = p->n == 1 ? scr_images_of_facet(j->w, p->first, &j->room)
                                     : scr_images_of_box(&j->room, p->lo, p->hi);
  for (int z = s.from[2]; z <= s.to[2]; z++)
    for (int y = s.from[1]; y <= s.to[1]; y++)
      for (int x = s.from[0]; x <= s.to[0]; x++) {
        image m = {.at = {x, y, z}};
        m.shift = scr_shift_of(m.at);
        near_patch(j, l, p, &m);
      }
}

static void find_of_worker(void *user, int t, int threads) {
  const finding *j = user;
  SCR_UNUSED(threads);
  scr_finder_worker *l = &j->f->worker[t];
  const uint64_t n = j->f->npatch, workers = (uint64_t)j->f->workers;
  l->nfacet = 0;
  if (n && !l->tile) l->tile = scr_alloc_aligned(sizeof *l->tile);
  if (!n) return;
  l->tile->n = 0;
  for (uint64_t k = n * (uint64_t)t / workers; k < n * (uint64_t)(t + 1) / workers; k++)
    near_images(j, l, &j->f->patch[k]);
  close_points(j, l);
}

/* ---- the list ---- */

/* The pairs of one ball, by facet and image: few, and nearly so already. */
static void order_images(scr_new_list *list, uint32_t first, uint32_t last) {
  for (uint32_t k = first + 1; k < last; k++) {
    const uint32_t facet = list->j[k];
    const uint64_t shift = list->shift[k];
    uint32_t at = k;
    for (; at > first &&
           (list->j[at - 1] > facet || (list->j[at - 1] == facet && list->shift[at - 1] > shift));
         at--)
      list->j[at] = list->j[at - 1], list->shift[at] = list->shift[at - 1];
    list->j[at] = facet, list->shift[at] = shift;
  }
}

/* By ball, then by facet and image: a counting sort over balls. */
static void sort_found(scr_world *w, struct scr_finder *f) {
  struct scr_engine *e = w->engine;
  scr_new_list *list = &f->fresh[SCR_BALL_FACET];
  const size_t room = (size_t)w->ball.n + 2, blocks = scr_blocks(e, w->ball.n);
  SCR_GROW(e->blocks.first[SCR_BALL_FACET], e->blocks.cap_first[SCR_BALL_FACET], blocks + 1);
  uint32_t *first = scr_alloc(room * sizeof *first);
  for (int t = 0; t < f->workers; t++)
    for (size_t k = 0; k < f->worker[t].nfacet; k++) first[f->worker[t].facet[k].ball + 2]++;
  for (size_t k = 2; k < room; k++) first[k] += first[k - 1];
  scr_carry_room(w, f, SCR_BALL_FACET, first[room - 1]);
  for (int t = 0; t < f->workers; t++)
    for (size_t k = 0; k < f->worker[t].nfacet; k++) {
      const scr_found_facet *found = &f->worker[t].facet[k];
      const uint32_t at = first[found->ball + 1]++;
      assert(at < list->n && found->facet < w->facet.n && scr_shift_holds(found->shift));
      list->i[at] = found->ball;
      list->j[at] = found->facet;
      list->shift[at] = found->shift;
    }
  const bool *wrap = f->grid.wrap;
  if (wrap[0] || wrap[1] || wrap[2]) /* facets come in order, but image after image */
    for (uint32_t k = 0, last; k < list->n; k = last)
      order_images(list, k, last = first[list->i[k] + 1]);
  for (size_t b = 0; b <= blocks; b++)
    e->blocks.first[SCR_BALL_FACET][b] = first[SCR_MIN(b << e->blocks.bits, w->ball.n)];
  scr_free(first);
}

/* For facets, whatever asks, a runner is as much larger as its head start. (Nothing else of this
 * search uses these radii.) */
static void swell_runners(scr_world *w, struct scr_finder *f) {
  const struct scr_engine *e = w->engine;
  const scr_grid *g = &f->grid;
  for (uint32_t k = 0; k < e->search->nrunner; k++) {
    const uint32_t row = e->search->runner[k],
                   *start = g->level[g->class[row]].start + g->cell[row];
    assert(row < w->ball.n && g->class[row] < g -> levels);
    for (uint32_t at = start[0]; at < start[1]; at++)
      if (g->all.row[at] == row) g->all.x[3][at] += e->search->head_start;
  }
}

/* The head start is not known yet: no runner has a longer one than half the mean radius. */
scr_image_room scr_facet_room(const struct scr_finder *f) {
  const scr_grid *g = &f->grid;
  scr_image_room m = {.far = 0};
  for (int k = 0; k < g->levels; k++) m.far = SCR_MAX(m.far, g->level[k].reach);
  m.far += g->rmean * (1 + f->near.part);
  for (int c = 0; c < 3; c++) {
    m.lo[c] = g->lo[c], m.hi[c] = g->hi[c];
    m.period[c] = g->wrap[c] ? g->period[c] : 0;
  }
  return m;
}

void scr_find_facets(scr_world *w, struct scr_finder *f) {
  finding j = {w, f, w->engine->kernels, w->engine->search->head_start * (1 + f->near.part),
               scr_facet_room(f)};
  swell_runners(w, f);
  patches(&j);
  scr_finder_run(w, find_of_worker, &j);
  sort_found(w, f);
}
