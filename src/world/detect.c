/* Contact detection: balls sorted by cell, candidate pairs, contacts carried over. Nothing here shows in a result. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/sort.h"
#include "world/engine.h"

typedef struct grid {
  double lo[3], size[3]; /* of the cells, m */
  int n[3];
  bool wrap[3];
  double fixed, part; /* a pair can be a contact if its gap is at most `fixed` (m) or this part of the smaller radius, */
  double skin;        /* and is a candidate if it is at most so much (m) above that */
  uint32_t *start;    /* first ball of each cell, n[0] n[1] n[2] + 1 numbers */
} grid;

/* Gaps at which contacts exist: those that were given, and the default one, a part of the smaller radius. */
static void take_proximity(grid *g, double given) {
  if (given >= 0)
    g->fixed = SCR_MAX(g->fixed, given);
  else
    g->part = 0.05;
}

static void proximities(const scr_world *w, grid *g) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) take_proximity(g, w->cmat_default[t].proximity);
  for (size_t k = 0; k < w->ncmat; k++) take_proximity(g, w->cmat[k].entry.proximity);
  for (size_t k = 0; k < w->npset; k++) take_proximity(g, w->pset[k].proximity);
}

static inline double contact_gap(const grid *g, double r) { return SCR_MAX(g->fixed, g->part * r); }

/* Corners of the box of all centres, or of the period; the largest and the mean radius. */
static void extent(const scr_world *w, double lo[3], double hi[3], double *rmax, double *rmean) {
  double sum = 0;
  *rmax = 0;
  for (int c = 0; c < 3; c++) lo[c] = HUGE_VAL, hi[c] = -HUGE_VAL;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    *rmax = SCR_MAX(*rmax, w->pose[k].r);
    sum += w->pose[k].r;
    for (int c = 0; c < 3; c++) lo[c] = SCR_MIN(lo[c], w->pose[k].x[c]), hi[c] = SCR_MAX(hi[c], w->pose[k].x[c]);
  }
  for (int c = 0; c < 3; c++)
    if (scr_period(w, c) > 0) lo[c] = w->domain.lo[c], hi[c] = w->domain.hi[c];
  *rmean = sum / SCR_MAX(w->ball.n, 1u);
}

/* Cells as small as the reach allows, but not many more of them than balls. */
static void grid_shape(const scr_world *w, grid *g, const double hi[3], double cell) {
  for (;; cell *= 1.5) {
    double cells = 1;
    for (int c = 0; c < 3; c++) {
      double length = c < w->dim ? hi[c] - g->lo[c] : 0;
      double n = floor(length / cell);
      g->n[c] = n < 1 ? 1 : n > 1e6 ? 1000000 : (int)n;
      g->size[c] = length > 0 ? length / g->n[c] : 1;
      g->wrap[c] = scr_period(w, c) > 0;
      cells *= g->n[c];
    }
    if (cells <= 4.0 * w->ball.n + 64) return;
  }
}

static int cell_axis(const grid *g, int c, double x) {
  const double k = (x - g->lo[c]) / g->size[c]; /* of a far vertex beyond every integer */
  return !(k > 0) ? 0 : k >= g->n[c] ? g->n[c] - 1 : (int)k;
}

/* Sweep order: the longest axis is the slowest, so that a block of rows is a slab. */
static void sweep_axes(const grid *g, int axis[3]) {
  axis[0] = 0, axis[1] = 1, axis[2] = 2;
  for (int a = 0; a < 2; a++)
    for (int b = a + 1; b < 3; b++)
      if (g->n[axis[b]] < g->n[axis[a]]) {
        int t = axis[a];
        axis[a] = axis[b], axis[b] = t;
      }
}

static uint32_t cell_index(const grid *g, const int axis[3], const int at[3]) {
  return (uint32_t)((at[axis[2]] * g->n[axis[1]] + at[axis[1]]) * g->n[axis[0]] + at[axis[0]]);
}

/* Sorts the balls by cell; to[old row] = new row. */
static void sort_balls(scr_world *w, grid *g, const int axis[3], uint32_t *to) {
  uint32_t n = w->ball.n, ncell = (uint32_t)g->n[0] * (uint32_t)g->n[1] * (uint32_t)g->n[2];
  uint32_t *key = scr_alloc(n * sizeof *key), *from = scr_alloc(n * sizeof *from), *sk = scr_alloc(n * sizeof *sk),
           *sv = scr_alloc(n * sizeof *sv);
  g->start = scr_alloc((ncell + 1) * sizeof *g->start);
  bool sorted = true;
  for (uint32_t k = 0; k < n; k++) {
    int at[3];
    for (int c = 0; c < 3; c++) at[c] = cell_axis(g, c, w->pose[k].x[c]);
    key[k] = cell_index(g, axis, at);
    from[k] = k;
    g->start[key[k] + 1]++;
    sorted &= k == 0 || key[k] >= key[k - 1];
  }
  for (uint32_t k = 0; k < ncell; k++) g->start[k + 1] += g->start[k];
  if (!sorted) {
    scr_sort_u32(key, from, n, sk, sv);
    scr_table_permute(&w->ball, from, n);
    scr_world_refresh(w);
    scr_free(w->ball_order);
    w->ball_order = NULL;
    for (uint32_t k = 0; k < n; k++) {
      w->ball_slots.row[scr_colu(&w->ball, SCR_BALL_SLOT)[k]] = k;
      scr_u64map_set(&w->ball_by_id, scr_colu(&w->ball, SCR_BALL_ID)[k], k);
    }
  }
  for (uint32_t k = 0; k < n; k++) to[from[k]] = k;
  scr_free(key);
  scr_free(from);
  scr_free(sk);
  scr_free(sv);
}

/* ---- candidate pairs ---- */

/* Contacts of the old list, bucketed by the smaller new row of their ends, so that the new list finds them by a short scan. */
typedef struct carried {
  scr_pairs old;
  uint32_t *start, *place, *other;
} carried;

static void carry_make(scr_world *w, carried *c, scr_contact_type type, const uint32_t *to) {
  scr_pairs *p = &w->pair[type];
  uint32_t n = w->ball.n, total = 0;
  c->old = *p;
  c->start = scr_alloc((n + 1) * sizeof *c->start);
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    p->i[k] = to[p->i[k]];
    if (type == SCR_BALL_BALL) p->j[k] = to[p->j[k]];
    uint32_t a = type == SCR_BALL_BALL ? SCR_MIN(p->i[k], p->j[k]) : p->i[k];
    c->start[a + 1]++;
    total++;
  }
  for (uint32_t k = 0; k < n; k++) c->start[k + 1] += c->start[k];
  c->place = scr_alloc(total * sizeof *c->place);
  c->other = scr_alloc(total * sizeof *c->other);
  uint32_t *next = scr_alloc(n * sizeof *next);
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k]) continue;
    uint32_t a = type == SCR_BALL_BALL ? SCR_MIN(p->i[k], p->j[k]) : p->i[k];
    uint32_t at = c->start[a] + next[a]++;
    c->place[at] = k;
    c->other[at] = type == SCR_BALL_BALL ? SCR_MAX(p->i[k], p->j[k]) : p->j[k];
  }
  scr_free(next);
  /* the new list starts empty, with the same columns */
  scr_pairs fresh = {0};
  int states = 0;
  while (states < SCR_MAX_STATE && p->state[states]) states++;
  scr_pairs_need(&fresh, SCR_MAX(states, scr_states_needed(w)), p->work[0] != NULL, p->dash[0] != NULL);
  *p = fresh;
}

static void carry_free(carried *c) {
  scr_pairs_free(&c->old);
  scr_free(c->start);
  scr_free(c->place);
  scr_free(c->other);
}

/* Place of a pair in the old list if it was a contact there, else SCR_NONE; found once only. */
static uint32_t find_carried(carried *c, scr_contact_type type, uint32_t a, uint32_t b, uint8_t shift) {
  uint32_t lo = a, hi = b;
  if (type == SCR_BALL_BALL) lo = SCR_MIN(a, b), hi = SCR_MAX(a, b);
  for (uint32_t q = c->start[lo]; q < c->start[lo + 1]; q++) {
    if (c->other[q] != hi || (type == SCR_BALL_FACET && c->old.shift[c->place[q]] != shift)) continue;
    c->other[q] = SCR_NONE;
    return c->place[q];
  }
  return SCR_NONE;
}

/* Appends a pair, with what the old list knew of it. End 1 of two balls has the lower id. */
static void add_pair(scr_world *w, carried *c, scr_contact_type type, uint32_t a, uint32_t b, uint8_t shift) {
  scr_pairs *p = &w->pair[type];
  scr_pairs_grow(p, p->n + 1);
  const uint32_t k = p->n++, *id = scr_colu(&w->ball, SCR_BALL_ID), place = find_carried(c, type, a, b, shift);
  const bool turn = type == SCR_BALL_BALL && id[a] > id[b];
  if (place != SCR_NONE) {
    scr_pairs_copy_row(p, k, &c->old, place);
    w->contact_slots.row[p->slot[k]] = (uint32_t)type << 31 | k;
    p->ncontact++;
  } else {
    scr_pairs_clear_row(p, k);
  }
  p->i[k] = turn ? b : a;
  p->j[k] = turn ? a : b;
  p->shift[k] = shift;
}

static double pair_gap2(const scr_world *w, uint32_t a, uint32_t b, const double period[3]) {
  double d2 = 0;
  for (int c = 0; c < 3; c++) {
    double d = w->pose[b].x[c] - w->pose[a].x[c];
    if (period[c] > 0) d = d > 0.5 * period[c] ? d - period[c] : d < -0.5 * period[c] ? d + period[c] : d;
    d2 += d * d;
  }
  return d2;
}

/* Neighbour cells of a cell, each once; with a periodic axis of fewer than three cells some would come twice. */
static int neighbour_cells(const grid *g, const int axis[3], const int at[3], uint32_t out[27]) {
  int n = 0;
  for (int dz = -1; dz <= 1; dz++)
    for (int dy = -1; dy <= 1; dy++)
      for (int dx = -1; dx <= 1; dx++) {
        int to[3] = {at[0] + dx, at[1] + dy, at[2] + dz};
        bool in = true;
        for (int c = 0; c < 3; c++) {
          if (g->wrap[c]) to[c] = (to[c] + g->n[c]) % g->n[c];
          in &= to[c] >= 0 && to[c] < g->n[c];
        }
        if (!in) continue;
        uint32_t cell = cell_index(g, axis, to);
        bool twice = false;
        for (int k = 0; k < n; k++) twice |= out[k] == cell;
        if (!twice) out[n++] = cell;
      }
  return n;
}

/* Pairs too far apart for a contact wait until all others of their block of balls are in the list, so that tiles of contacts have
 * few holes. */
typedef struct waiting {
  uint32_t *a, *b;
  size_t n, cap_a, cap_b;
} waiting;

static void add_later(waiting *l, uint32_t a, uint32_t b) {
  SCR_GROW(l->a, l->cap_a, l->n + 1);
  SCR_GROW(l->b, l->cap_b, l->n + 1);
  l->a[l->n] = a, l->b[l->n++] = b;
}

static void add_waiting(scr_world *w, carried *carry, waiting *l) {
  for (size_t k = 0; k < l->n; k++) add_pair(w, carry, SCR_BALL_BALL, l->a[k], l->b[k], 13);
  l->n = 0;
}

static void ball_pairs(scr_world *w, const grid *g, const int axis[3], carried *carry) {
  struct scr_engine *e = w->engine;
  double period[3];
  for (int c = 0; c < 3; c++) period[c] = scr_period(w, c);
  SCR_GROW(e->first[0], e->cap_first[0], w->ball.n + 1);
  uint32_t near[27], cell_now = UINT32_MAX;
  int nnear = 0;
  waiting later = {0};
  for (uint32_t a = 0; a < w->ball.n; a++) {
    int at[3];
    if (a % SCR_BLOCK == 0) add_waiting(w, carry, &later);
    e->first[0][a] = w->pair[0].n;
    for (int c = 0; c < 3; c++) at[c] = cell_axis(g, c, w->pose[a].x[c]);
    uint32_t cell = cell_index(g, axis, at);
    if (cell != cell_now) nnear = neighbour_cells(g, axis, at, near), cell_now = cell;
    for (int k = 0; k < nnear; k++)
      for (uint32_t b = SCR_MAX(g->start[near[k]], a + 1); b < g->start[near[k] + 1]; b++) {
        const double ra = w->pose[a].r, rb = w->pose[b].r;
        const double near_by = ra + rb + contact_gap(g, SCR_MIN(ra, rb)), far = near_by + g->skin;
        const double d2 = pair_gap2(w, a, b, period);
        if (d2 <= near_by * near_by)
          add_pair(w, carry, SCR_BALL_BALL, a, b, 13);
        else if (d2 <= far * far)
          add_later(&later, a, b);
      }
  }
  add_waiting(w, carry, &later);
  e->first[0][w->ball.n] = w->pair[0].n;
  scr_free(later.a);
  scr_free(later.b);
}

/* ---- ball-facet pairs ---- */

typedef struct found {
  uint32_t ball, facet;
  uint8_t shift;
} found;

static void facet_box(const scr_world *w, uint32_t f, double lo[3], double hi[3]) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  for (int c = 0; c < 3; c++) lo[c] = HUGE_VAL, hi[c] = -HUGE_VAL;
  for (int k = 0; k < w->dim; k++)
    for (int c = 0; c < 3; c++) {
      double x = scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)v[k] + (size_t)c];
      lo[c] = SCR_MIN(lo[c], x), hi[c] = SCR_MAX(hi[c], x);
    }
}

static void push_found(found **list, size_t *n, size_t *cap, found f) {
  scr_grow_to((void **)list, cap, *n + 1, sizeof f);
  (*list)[(*n)++] = f;
}

/* Balls near one facet, as the periodic image `image` (-1, 0, 1 by axis) shows them. */
static void near_facet(const scr_world *w, const grid *g, const int axis[3], uint32_t f, const int image[3], double rmax,
                       found **list, size_t *n, size_t *cap) {
  double lo[3], hi[3];
  int from[3], to[3];
  facet_box(w, f, lo, hi);
  for (int c = 0; c < 3; c++) {
    double off = image[c] * scr_period(w, c), far = rmax + contact_gap(g, rmax) + g->skin;
    if (c < w->dim && (hi[c] + far - off < g->lo[c] || lo[c] - far - off > g->lo[c] + g->size[c] * g->n[c])) return;
    from[c] = cell_axis(g, c, lo[c] - far - off);
    to[c] = cell_axis(g, c, hi[c] + far - off);
  }
  for (int z = from[2]; z <= to[2]; z++)
    for (int y = from[1]; y <= to[1]; y++)
      for (int x = from[0]; x <= to[0]; x++) {
        uint32_t cell = cell_index(g, axis, (int[3]){x, y, z});
        for (uint32_t b = g->start[cell]; b < g->start[cell + 1]; b++) {
          double p[3], q[3];
          int feature;
          for (int c = 0; c < 3; c++) p[c] = w->pose[b].x[c] + image[c] * scr_period(w, c);
          const double r = w->pose[b].r;
          if (scr_facet_closest(w, f, p, q, &feature) - r > contact_gap(g, r) + g->skin) continue;
          uint8_t shift = (uint8_t)(image[0] + 1 + 3 * (image[1] + 1) + 9 * (image[2] + 1));
          push_found(list, n, cap, (found){b, f, shift});
        }
      }
}

static void facet_pairs(scr_world *w, const grid *g, const int axis[3], double rmax, carried *carry) {
  struct scr_engine *e = w->engine;
  found *list = NULL;
  size_t n = 0, cap = 0;
  for (uint32_t f = 0; f < w->facet.n; f++)
    for (int iz = -1; iz <= 1; iz++)
      for (int iy = -1; iy <= 1; iy++)
        for (int ix = -1; ix <= 1; ix++) {
          int image[3] = {ix, iy, iz};
          bool possible = true;
          for (int c = 0; c < 3; c++) possible &= image[c] == 0 || scr_period(w, c) > 0;
          if (possible) near_facet(w, g, axis, f, image, rmax, &list, &n, &cap);
        }
  /* sorted by ball, then by facet (the order they were found in): a counting sort over balls */
  SCR_GROW(e->first[1], e->cap_first[1], w->ball.n + 1);
  uint32_t *first = e->first[1];
  memset(first, 0, (w->ball.n + 1) * sizeof *first);
  for (size_t k = 0; k < n; k++) first[list[k].ball + 1]++;
  for (uint32_t k = 0; k < w->ball.n; k++) first[k + 1] += first[k];
  found *sorted = scr_alloc(n * sizeof *sorted);
  uint32_t *next = scr_alloc(w->ball.n * sizeof *next);
  for (size_t k = 0; k < n; k++) sorted[first[list[k].ball] + next[list[k].ball]++] = list[k];
  for (size_t k = 0; k < n; k++) {
    add_pair(w, carry, SCR_BALL_FACET, sorted[k].ball, sorted[k].facet, sorted[k].shift);
  }
  scr_free(list);
  scr_free(sorted);
  scr_free(next);
}

/* ---- the whole ---- */

/* A list that had to be built again soon gets a wider skin, one that lasted long a narrower one. It goes by the mean radius: the
 * many small balls among a few large ones would have too many candidates. */
static void tune_skin(scr_world *w, double r) {
  struct scr_engine *e = w->engine;
  enum { SOON = 25, LATE = 200 };
  uint64_t lasted = w->cycle - e->built_cycle;
  if (e->skin <= 0)
    e->skin = 0.1 * r;
  else if (lasted > 0 && lasted < SOON)
    e->skin = SCR_MIN(e->skin * 1.25, 0.8 * r);
  else if (lasted > LATE)
    e->skin = SCR_MAX(e->skin * 0.8, 0.04 * r);
  e->built_cycle = w->cycle;
}

static bool domain_fits(const scr_world *w, scr_diag *d, double cutoff) {
  for (int c = 0; c < w->dim; c++) {
    double period = scr_period(w, c);
    if (period > 0 && 2 * cutoff > period) {
      scr_fail(d, NULL, SCR_E_STATE, "the periodic domain is too small along %c: %g, but a ball reaches over %g", "xyz"[c],
               period, cutoff);
      return scr_hint(d, "the period must be at least four times the largest radius and a little more");
    }
  }
  return true;
}

static void remember(scr_world *w) {
  struct scr_engine *e = w->engine;
  size_t n = 3 * (size_t)w->ball.n;
  SCR_GROW(e->built, e->cap_built, w->ball.n);
  SCR_GROW(e->image_built, e->cap_image, n);
  if (n) memcpy(e->built, w->pose, w->ball.n * sizeof *e->built);
  if (n) memcpy(e->image_built, scr_coli(&w->ball, SCR_BALL_IMAGE), n * sizeof *e->image_built);
  e->wall_move = 0;
  e->wrapped = false;
  e->builds++;
}

/* A motion that blew up is told here, before its positions reach the grid. */
static bool positions_fit(const scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    for (int c = 0; c < w->dim; c++)
      if (!(fabs(w->pose[k].x[c]) <= 1e100)) {
        scr_fail(d, NULL, SCR_E_MATH, "ball %u is at %g along %c: the motion is unstable", scr_colu(&w->ball, SCR_BALL_ID)[k],
                 w->pose[k].x[c], "xyz"[c]);
        return scr_hint(d, "a smaller timestep or more damping is needed");
      }
  return true;
}

bool scr_neighbours_build(scr_world *w, scr_diag *d) {
  if (!positions_fit(w, d)) return false;
  grid g = {0};
  double hi[3], rmax, rmean;
  int axis[3];
  carried carry[SCR_CONTACT_TYPES];
  extent(w, g.lo, hi, &rmax, &rmean);
  tune_skin(w, rmean);
  proximities(w, &g);
  double widest = contact_gap(&g, rmax), skin = w->engine->skin;
  for (int c = 0; c < w->dim; c++) { /* a small periodic cell leaves no room for a wide skin */
    double period = scr_period(w, c);
    if (period > 0) skin = SCR_MIN(skin, SCR_MAX(0.25 * (0.5 * period - 2 * rmax - widest), 0.001 * rmax));
  }
  w->engine->skin = skin;
  g.skin = skin;
  const double cutoff = 2 * rmax + widest + skin;
  if (!domain_fits(w, d, cutoff)) return false;
  if (w->ball.n == 0)
    for (int c = 0; c < 3; c++) g.lo[c] = 0, hi[c] = 0;
  grid_shape(w, &g, hi, SCR_MAX(cutoff, 1e-300));
  sweep_axes(&g, axis);
  scr_facet_shifts_settle(w);
  uint32_t *to = scr_alloc(w->ball.n * sizeof *to);
  sort_balls(w, &g, axis, to);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) carry_make(w, &carry[t], t, to);
  ball_pairs(w, &g, axis, &carry[0]);
  facet_pairs(w, &g, axis, rmax, &carry[1]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_carry_leftovers(w, t, &carry[t].old, carry[t].place, carry[t].other, carry[t].start[w->ball.n]);
    carry_free(&carry[t]);
  }
  scr_free(to);
  scr_free(g.start);
  remember(w);
  scr_count_contacts(w);
  return true;
}

/* Contacts that lie outside of the reach after an edit of positions or proximities: they end. */
void scr_carry_leftovers(scr_world *w, scr_contact_type type, scr_pairs *old, const uint32_t *place, const uint32_t *other,
                         uint32_t n) {
  scr_pairs *p = &w->pair[type], fresh;
  for (uint32_t q = 0; q < n; q++) {
    if (other[q] == SCR_NONE) continue;
    fresh = *p;
    *p = *old;
    scr_contact_drop(w, type, place[q]);
    *old = *p;
    *p = fresh;
  }
}

/* Does any pair that is no candidate possibly touch by now? Two balls, or a ball and a vertex, may each have moved half the skin.
 */
bool scr_neighbours_stale(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  double move2 = 0;
  for (int k = 0; k < e->nlane; k++) {
    if (!(e->lane[k]->max_move2 <= move2)) move2 = e->lane[k]->max_move2;
  }
  double room = 0.5 * e->skin - e->wall_move;
  return room <= 0 || !(move2 < room * room);
}
