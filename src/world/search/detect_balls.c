/* Candidate pairs of balls: each with those after it in the cells around its own, large ones with
 * the smaller ones in the cells that they reach, runners with all that their head start brings near
 * (detect_runners.c). What is found is put in order block by block, so that the list is the same
 * whatever the number of threads. */
#include "world/engine.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/search/detect.h"
#include "world/search/grid.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

typedef struct finding {
  scr_world *w;
  struct scr_finder *f;
  void (*gather)(const scr_ball_columns *from, const scr_ball_columns *to, const scr_ball_run *run,
                 int runs);
  scr_near_count (*near)(const scr_near *q, const double a[4], const scr_ball_columns *balls,
                         uint32_t first, uint32_t last, uint32_t limit, uint32_t *out);
  scr_near inside, across; /* where no pair goes through a periodic side, and where some may */
  scr_near wide;           /* as across, for runners */
  scr_placing placing;
  uint32_t buckets; /* SCR_NEARNESSES for each block of balls */
} finding;

/* ---- one ball and the cells around it ---- */

static void empty(scr_finder_worker *l) { l->runs = 0, l->n = 0; }

/* Cells [lo, hi) of a line, those before `least` left out. */
static inline void take_cells(const scr_level *v, scr_finder_worker *l, uint32_t line, int lo,
                              int hi, int least) {
  lo = SCR_MAX(lo, least);
  if (lo >= hi) return;
  assert(l->runs < (int)SCR_COUNTOF(l->run));
  const uint32_t first = v->start[line + (uint32_t)lo], n = v->start[line + (uint32_t)hi] - first;
  if (!n) return;
  scr_ball_run *last = l->run + l->runs - 1;
  if (l->runs && last->first + last->n == first)
    last->n += n;
  else
    l->run[l->runs++] = (scr_ball_run){first, n};
  l->n += n;
}

static void gather(const finding *j, scr_finder_worker *l) {
  enum { GROUP = 8 };
  assert(l->runs <= (int)SCR_COUNTOF(l->run));
  scr_finder_room(l, (size_t)l->n + GROUP);
  j->gather(&j->f->grid.all, &l->around, l->run, l->runs);
}

/* The first bucket of the block of a row. */
static inline uint32_t bucket_of(const finding *j, uint32_t row) {
  assert(row < j->w->ball.n);
  return SCR_NEARNESSES * scr_block_of(j->w->engine, row);
}

/* Pairs of a list that lie in the block of the other ball, the lower row. */
static void count_before(const finding *j, scr_found_list *out, uint32_t row, uint32_t n) {
  uint32_t *own = out->place + bucket_of(j, row);
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t nearness = out->pair[out->n + k] >> SCR_NEARNESS_BIT,
                   b = out->pair[out->n + k] - (nearness << SCR_NEARNESS_BIT);
    own[nearness]--;
    out->place[bucket_of(j, SCR_MIN(row, b)) + nearness]++;
  }
}

/* The first row of the block of a row. */
static inline uint32_t begin_of(const finding *j, uint32_t row) {
  return row & -scr_block(j->w->engine);
}

/* Pieces of one body do not touch each other. */
static scr_near_count without_own(const finding *j, uint32_t row, scr_near_count found,
                                  uint32_t *pair) {
  const uint32_t body = scr_body_of(j->w, row);
  scr_near_count left = {0, {0}, false};
  for (uint32_t k = 0; k < found.n; k++) {
    const uint32_t nearness = pair[k] >> SCR_NEARNESS_BIT,
                   b = pair[k] - (nearness << SCR_NEARNESS_BIT);
    if (scr_body_of(j->w, b) == body) continue;
    left.before |= b < begin_of(j, row);
    left.of[nearness]++;
    pair[left.n++] = pair[k];
  }
  return left;
}

/* Which of the balls that were gathered, from place `first` on, are near ball `row`. */
static inline scr_near_count look(const finding *j, const scr_near *q, const scr_finder_worker *l,
                                  uint32_t row, uint32_t first, uint32_t *to) {
  const scr_pose *a = &j->w->pose[row];
  const double at[4] = {a->x[0], a->x[1], a->x[2], a->r};
  const scr_near_count found = j->near(q, at, &l->around, first, l->n, begin_of(j, row), to);
  return j->w->body.n && scr_body_of(j->w, row) ? without_own(j, row, found, to) : found;
}

static inline void room_for(scr_found_list *out, uint32_t n) {
  if (out->n + n + SCR_TILE > out->cap) SCR_GROW(out->pair, out->cap, out->n + n + SCR_TILE);
}

/* What was found of ball `row`, after the pairs of `out`. Nearly all of its pairs belong to its
 * block. */
static inline void take(const finding *j, scr_found_list *out, uint32_t row, scr_near_count is) {
  uint32_t *own = out->place + bucket_of(j, row);
  if (!is.n) return;
  assert(is.of[SCR_TOUCHING] + is.of[SCR_APART] + is.of[SCR_LATER] == is.n);
  for (int k = 0; k < SCR_NEARNESSES; k++) own[k] += is.of[k];
  if (is.before) count_before(j, out, row, is.n);
  if (out->nball + 1 > out->cap_ball) SCR_GROW(out->ball, out->cap_ball, out->nball + 1);
  out->ball[out->nball++] = (scr_found){row, is.n, is.before};
  out->n += is.n;
}

static void find(const finding *j, const scr_near *q, scr_finder_worker *l, scr_found_list *out,
                 uint32_t row, uint32_t first) {
  if (first >= l->n) return;
  room_for(out, l->n);
  take(j, out, row, look(j, q, l, row, first, out->pair + out->n));
}

/* ---- balls of one class ---- */

/* Lines of cells beside a line that lie after it; a periodic side may bring some out of order. */
typedef struct beside {
  uint32_t line[8];
  int n;
  bool across;
} beside;

/* May the cells around a cell lie behind a periodic side? */
static bool at_side(const scr_grid *g, const scr_level *v, int c, int at) {
  return g->wrap[c] && (at == 0 || at == v->n[c] - 1 || v->n[c] <= 3);
}

static beside lines_beside(const scr_grid *g, const scr_level *v, int y, int z) {
  const uint32_t own = scr_grid_line(g, v, y, z);
  const scr_span ys = scr_grid_beside(g, v, g->axis[1], y),
                 zs = scr_grid_beside(g, v, g->axis[2], z);
  beside out = {.across = at_side(g, v, g->axis[1], y) || at_side(g, v, g->axis[2], z)};
  for (int p = 0; p < 4; p++)
    for (int c = zs.lo[p / 2]; c < zs.hi[p / 2]; c++)
      for (int b = ys.lo[p % 2]; b < ys.hi[p % 2]; b++) {
        const uint32_t line = scr_grid_line(g, v, b, c);
        if (line > own) out.line[out.n++] = line;
        assert(out.n <= (int)SCR_COUNTOF(out.line));
      }
  return out;
}

/* The balls of one cell with each other and with those of the cells around that lie after it. */
static void find_in_cell(const finding *j, scr_finder_worker *l, const scr_level *v, uint32_t own,
                         const beside *b, int x) {
  const scr_grid *g = &j->f->grid;
  const uint32_t first = v->start[own + (uint32_t)x], last = v->start[own + (uint32_t)x + 1];
  const scr_span xs = scr_grid_beside(g, v, g->axis[0], x);
  if (first == last) return;
  empty(l);
  take_cells(v, l, own, x, x + 1, 0);
  const int spans = xs.hi[1] ? 2 : 1;
  for (int p = 0; p < spans; p++) take_cells(v, l, own, xs.lo[p], xs.hi[p], x + 1);
  for (int k = 0; k < b->n; k++)
    for (int p = 0; p < spans; p++) take_cells(v, l, b->line[k], xs.lo[p], xs.hi[p], 0);
  gather(j, l);
  const scr_near *q = b->across || at_side(g, v, g->axis[0], x) ? &j->across : &j->inside;
  for (uint32_t k = first; k < last; k++)
    find(j, q, l, &l->found[SCR_ONE_CLASS], g->all.row[k], k - first + 1);
}

/* Lines whose first ball is one of places [from, to) of the columns. */
static void find_in_level(const finding *j, scr_finder_worker *l, const scr_level *v, uint32_t from,
                          uint32_t to) {
  const scr_grid *g = &j->f->grid;
  const int *a = g->axis;
  for (int z = 0; z < v->n[a[2]]; z++) {
    const uint32_t layer = scr_grid_line(g, v, 0, z),
                   behind = layer + (uint32_t)(v->n[a[1]] * v->n[a[0]]);
    if (v->start[behind] <= from || v->start[layer] >= to) continue;
    for (int y = 0; y < v->n[a[1]]; y++) {
      const uint32_t own = scr_grid_line(g, v, y, z), first = v->start[own];
      if (first < from || first >= to || first == v->start[own + (uint32_t)v->n[a[0]]]) continue;
      const beside b = lines_beside(g, v, y, z);
      for (int x = 0; x < v->n[a[0]]; x++) find_in_cell(j, l, v, own, &b, x);
    }
  }
}

/* ---- balls of different classes ---- */

/* How far x lies outside of a cell of that number; 0 along an axis that is swept whole. */
static double outside(const scr_grid *g, const scr_level *v, int c, int at, double x) {
  const double lo = g->lo[c] + at * v->size[c], hi = lo + v->size[c];
  return x < lo ? lo - x : x > hi ? x - hi : 0;
}

/* The least distance from x to a cell or one of its images. */
static double least_outside(const scr_grid *g, const scr_level *v, int c, int at, double x) {
  double d = outside(g, v, c, at, x);
  if (!g->wrap[c]) return d;
  d = SCR_MIN(d, outside(g, v, c, at, x - g->period[c]));
  return SCR_MIN(d, outside(g, v, c, at, x + g->period[c]));
}

/* A ball with those gathered, of one class. */
typedef void find_gathered(const finding *j, scr_finder_worker *l, uint32_t row);

static void find_smaller(const finding *j, scr_finder_worker *l, uint32_t row) {
  find(j, &j->across, l, &l->found[SCR_TWO_CLASSES], row, 0);
}

/* In each line of cells, those that the reach of ball `row` cuts out; what they hold goes to
 * `find_all`, some at a time. */
static void sweep(const finding *j, scr_finder_worker *l, const scr_level *v, uint32_t row,
                  double reach, find_gathered *find_all) {
  enum { ENOUGH = 8 * SCR_TILE };
  const scr_grid *g = &j->f->grid;
  const int *a = g->axis;
  const double *x = j->w->pose[row].x;
  const scr_span ys = scr_grid_span(g, v, a[1], x[a[1]] - reach, x[a[1]] + reach),
                 zs = scr_grid_span(g, v, a[2], x[a[2]] - reach, x[a[2]] + reach);
  empty(l);
  for (int p = 0; p < 4; p++)
    for (int c = zs.lo[p / 2]; c < zs.hi[p / 2]; c++) {
      const double dz = least_outside(g, v, a[2], c, x[a[2]]);
      for (int b = ys.lo[p % 2]; b < ys.hi[p % 2]; b++) {
        const double dy = least_outside(g, v, a[1], b, x[a[1]]),
                     left = reach * reach - dz * dz - dy * dy;
        const uint32_t line = scr_grid_line(g, v, b, c);
        if (left < 0 || v->start[line] == v->start[line + (uint32_t)v->n[a[0]]]) continue;
        const double half = sqrt(left);
        const scr_span xs = scr_grid_span(g, v, a[0], x[a[0]] - half, x[a[0]] + half);
        for (int q = 0; q < 2; q++) take_cells(v, l, line, xs.lo[q], xs.hi[q], 0);
        if (l->n < ENOUGH && l->runs + 2 <= (int)SCR_COUNTOF(l->run)) continue;
        gather(j, l);
        find_all(j, l, row);
        empty(l);
      }
    }
  gather(j, l);
  find_all(j, l, row);
}

/* What a ball of a level costs here, roughly: lines of cells that it reaches in the level below,
 * and its neighbours there. */
static double cost_of(const scr_grid *g, int level) {
  const double ratio = g->level[level].top / g->level[0].top;
  return 1 + ratio * ratio;
}

/* Balls of the higher levels by their share of the cost. */
static void find_across(const finding *j, scr_finder_worker *l, int t) {
  const scr_grid *g = &j->f->grid;
  double total = 0, before = 0;
  for (int k = 1; k < g->levels; k++) total += g->level[k].count * cost_of(g, k);
  for (int k = 1; k < g->levels; k++) {
    const scr_level *v = &g->level[k];
    const double cost = cost_of(g, k);
    for (uint32_t q = v->first; q < v->first + v->count; q++, before += cost)
      if (SCR_MIN((int)(before / total * j->f->workers), j->f->workers - 1) == t)
        for (int s = 0; s < k; s++) {
          const scr_level *smaller = &g->level[s];
          const uint32_t row = g->all.row[q];
          sweep(j, l, smaller, row, j->w->pose[row].r + smaller->reach, find_smaller);
        }
  }
}

/* ---- runners ---- */

/* Is this pair of ball `row` to be listed here? That of two runners is by the lower row. */
static bool is_theirs(const finding *j, uint32_t row, uint32_t pair) {
  const uint32_t b = pair & (((uint32_t)1 << SCR_NEARNESS_BIT) - 1);
  return b > row || !scr_is_runner(j->w->engine, b);
}

/* A runner with those that its head start brings near: what is there with it, less what is there
 * without, and is listed. (Both come in the order of the cells; the ball itself is in both.) */
static void find_on_the_way(const finding *j, scr_finder_worker *l, uint32_t row) {
  scr_found_list *out = &l->found[SCR_ON_THE_WAY];
  scr_near_count more = {0, {0}, false};
  if (!l->n) return;
  room_for(out, l->n);
  if (l->n + SCR_TILE > l->cap_spare) SCR_GROW(l->spare, l->cap_spare, l->n + SCR_TILE);
  uint32_t *pair = out->pair + out->n, seen = 0;
  const scr_near_count all = look(j, &j->wide, l, row, 0, pair),
                       listed = look(j, &j->across, l, row, 0, l->spare);
  for (uint32_t k = 0; k < all.n; k++) {
    if (seen < listed.n && pair[k] == l->spare[seen]) {
      seen++;
    } else if (is_theirs(j, row, pair[k])) {
      const uint32_t nearness = pair[k] >> SCR_NEARNESS_BIT;
      more.before |= pair[k] - (nearness << SCR_NEARNESS_BIT) < begin_of(j, row);
      more.of[nearness]++;
      pair[more.n++] = pair[k];
    }
  }
  assert(seen == listed.n && more.of[SCR_LATER] == more.n);
  take(j, out, row, more);
}

static void find_runners(const finding *j, scr_finder_worker *l, int t) {
  const scr_grid *g = &j->f->grid;
  const struct scr_engine *e = j->w->engine;
  const uint64_t n = e->search->nrunner, workers = (uint64_t)j->f->workers;
  for (uint64_t k = n * (uint64_t)t / workers; k < n * (uint64_t)(t + 1) / workers; k++)
    for (int s = 0; s < g->levels; s++) {
      const uint32_t row = e->search->runner[k];
      sweep(j, l, &g->level[s], row,
            j->w->pose[row].r + g->level[s].reach + (j->wide.skin - j->across.skin),
            find_on_the_way);
    }
}

/* ---- the list ---- */

static void find_of_worker(void *user, int t, int threads) {
  const finding *j = user;
  const scr_grid *g = &j->f->grid;
  SCR_UNUSED(threads);
  scr_finder_worker *l = &j->f->worker[t];
  for (int r = 0; r < SCR_ROUNDS; r++) {
    scr_found_list *out = &l->found[r];
    out->n = out->nball = 0;
    SCR_GROW(out->place, out->cap_place, j->buckets);
    if (j->buckets) memset(out->place, 0, j->buckets * sizeof *out->place);
  }
  const uint64_t n = j->w->ball.n, workers = (uint64_t)j->f->workers;
  const uint32_t from = (uint32_t)(n * (uint64_t)t / workers),
                 to = (uint32_t)(n * (uint64_t)(t + 1) / workers);
  for (int k = 0; k < g->levels; k++) find_in_level(j, l, &g->level[k], from, to);
  find_across(j, l, t);
  find_runners(j, l, t);
}

/* Numbers of pairs become places: by bucket, then by round, then by thread, which is the order they
 * would have in one thread. */
static uint32_t give_places(const finding *j) {
  struct scr_engine *e = j->w->engine;
  static const uint32_t work_of[SCR_NEARNESSES] = {SCR_WORK_TOUCHING, SCR_WORK_OTHER,
                                                   SCR_WORK_OTHER};
  uint32_t n = 0, later = 0;
  uint64_t work = 0;
  for (uint32_t b = 0; b < j->buckets; b++) {
    const uint32_t nearness = b % SCR_NEARNESSES, before = n;
    if (nearness == 0)
      e->blocks.first[SCR_BALL_BALL][b / SCR_NEARNESSES] = n,
                                         e->blocks.work[b / SCR_NEARNESSES] = work;
    for (int r = 0; r < SCR_ROUNDS; r++)
      for (int t = 0; t < j->f->workers; t++) {
        uint32_t *place = &j->f->worker[t].found[r].place[b];
        const uint32_t count = *place;
        *place = n;
        n += count;
        later += nearness == SCR_LATER ? count : 0;
      }
    work += (uint64_t)work_of[nearness] * (n - before);
  }
  e->blocks.first[SCR_BALL_BALL][j->buckets / SCR_NEARNESSES] = n;
  e->blocks.work[j->buckets / SCR_NEARNESSES] = work;
  j->f->later = later;
  return n;
}

/* Pairs of one ball, some of them in the block of the other one. */
static void place_around(const finding *j, scr_found_list *found, uint32_t a, const uint32_t *pair,
                         uint32_t n) {
  for (uint32_t q = 0; q < n; q++) {
    const uint32_t nearness = pair[q] >> SCR_NEARNESS_BIT,
                   b = pair[q] - (nearness << SCR_NEARNESS_BIT);
    scr_place_pair(&j->placing, a, b, found->place[bucket_of(j, SCR_MIN(a, b)) + nearness]++);
  }
}

static void place_of_worker(void *user, int t, int threads) {
  const finding *j = user;
  SCR_UNUSED(threads);
  for (int r = 0; r < SCR_ROUNDS; r++) {
    scr_found_list *found = &j->f->worker[t].found[r];
    const uint32_t *pair = found->pair;
    for (size_t k = 0; k < found->nball; pair += found->ball[k++].n) {
      const scr_found ball = found->ball[k];
      if (ball.before)
        place_around(j, found, ball.a, pair, ball.n);
      else
        j->w->engine->kernels->place(&j->placing, ball.a, pair, ball.n,
                                     found->place + bucket_of(j, ball.a));
    }
  }
}

/* ---- the order of pairs that touch ---- */

/* Did the pair slip when it was last computed? */
static inline bool slipped(const finding *j, uint32_t k) {
  const uint32_t from = j->placing.from[k];
  return from != SCR_NONE && j->w->pair[SCR_BALL_BALL].flag[from] & SCR_PAIR_SLIP;
}

/* Those that slipped come first: what slides is computed eight pairs at a time, and does so for
 * many steps. */
static void slipping_first(const finding *j, scr_finder_worker *l, uint32_t first, uint32_t last) {
  assert(first <= last);
  const scr_placing *p = &j->placing;
  uint32_t *const column[] = {p->i, p->j, p->from};
  const uint32_t n = last - first;
  uint32_t front = 0, behind = 0;
  for (uint32_t k = 0; k < n; k++) behind += slipped(j, first + k);
  if (behind == 0 || behind == n) return;
  SCR_GROW(l->spare, l->cap_spare, 2 * (size_t)n);
  uint32_t *order = l->spare, *was = l->spare + n;
  for (uint32_t k = 0; k < n; k++) order[slipped(j, first + k) ? front++ : behind++] = first + k;
  assert(behind == n);
  for (size_t c = 0; c < SCR_COUNTOF(column); c++) {
    for (uint32_t k = 0; k < n; k++) was[k] = column[c][order[k]];
    memcpy(column[c] + first, was, n * sizeof *was);
  }
}

/* As many pairs as a tile holds, as the columns of a table whose rows they were: up to four pairs
 * of one ball, which follow each other, then stand eight places apart, in different groups of
 * eight, and a pass that adds to that ball in one of them need not wait for the one before. */
static void spread_tile(const scr_placing *p, uint32_t first) {
  enum { GROUPS = 4, IN_GROUP = SCR_TILE / GROUPS };
  uint32_t *const column[] = {p->i, p->j, p->from};
  for (size_t c = 0; c < SCR_COUNTOF(column); c++) {
    uint32_t *to = column[c] + first, was[SCR_TILE];
    memcpy(was, to, sizeof was);
    for (int k = 0; k < SCR_TILE; k++) to[k] = was[k % IN_GROUP * GROUPS + k / IN_GROUP];
  }
}

/* Pairs are ordered so only in scenes of fewer balls. With more, a block does not lie in the first
 * caches, and to go through its balls twice, for those that slip and for the others, costs more
 * than it gains; and with still more, a group of many different balls would wait for the memory of
 * more of them. */
enum { SLIPPING_FIRST_BELOW = 16384, SPREAD_BELOW = 65536 };

static void order_of_worker(void *user, int t, int threads) {
  const finding *j = user;
  const struct scr_engine *e = j->w->engine;
  const uint64_t blocks = j->buckets / SCR_NEARNESSES, workers = (uint64_t)j->f->workers;
  SCR_UNUSED(threads);
  const uint32_t *end = j->f->worker[workers - 1]
                            .found[SCR_ROUNDS - 1]
                            .place; /* of each bucket, now that all is in its place */
  for (uint64_t b = blocks * (uint64_t)t / workers; b < blocks * (uint64_t)(t + 1) / workers; b++) {
    const uint32_t first = e->blocks.first[SCR_BALL_BALL][b],
                   last = end[SCR_NEARNESSES * b + SCR_TOUCHING];
    if (j->w->ball.n < SLIPPING_FIRST_BELOW) slipping_first(j, &j->f->worker[t], first, last);
    for (uint32_t k = first; k + SCR_TILE <= last; k += SCR_TILE) spread_tile(&j->placing, k);
  }
}

/* The new list, empty, and the contacts of the old one. */
static scr_placing begin_list(scr_world *w, struct scr_finder *f, uint32_t n) {
  scr_new_list *list = &f->fresh[SCR_BALL_BALL];
  scr_old_list *old = &f->old;
  scr_carry_room(w, f, SCR_BALL_BALL, n);
  SCR_GROW(old->from, old->cap_from, n);
  if (n) memset(old->from, 0xff, n * sizeof *old->from); /* SCR_NONE */
  return (scr_placing){scr_colu(&w->ball, SCR_BALL_ID),
                       list->i,
                       list->j,
                       old->from,
                       old->start,
                       old->other,
                       old->mark,
                       old->place};
}

void scr_find_balls(scr_world *w, struct scr_finder *f) {
  struct scr_engine *e = w->engine;
  finding j = {.w = w,
               .f = f,
               .gather = e->kernels->gather,
               .near = e->kernels->near,
               .inside = f->near,
               .across = f->near};
  j.buckets = SCR_NEARNESSES * scr_blocks(e, w->ball.n);
  j.inside.inside = true;
  j.across.inside = !(f->grid.wrap[0] || f->grid.wrap[1] || f->grid.wrap[2]);
  j.wide = j.across;
  j.wide.skin +=
      2 *
      e->search
          ->head_start; /* of both ends: that of the other one is seldom there, but costs little */
  scr_finder_run(w, find_of_worker, &j);
  SCR_GROW(e->blocks.first[SCR_BALL_BALL], e->blocks.cap_first[SCR_BALL_BALL],
           j.buckets / SCR_NEARNESSES + 1);
  SCR_GROW(e->blocks.work, e->blocks.cap_work, j.buckets / SCR_NEARNESSES + 1);
  j.placing = begin_list(w, f, give_places(&j));
  scr_finder_run(w, place_of_worker, &j);
  if (w->ball.n < SPREAD_BELOW) scr_finder_run(w, order_of_worker, &j);
}
