/* Contact detection: balls sorted by cell, candidate pairs, contacts carried over. Nothing here
 * shows in a result. */
#include "world/search/detect.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/contacts/cmat.h"
#include "world/contacts/count.h"
#include "world/contacts/pairs.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/search/grid.h"
#include "world/search/search.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

/* ---- threads and memory ---- */

void scr_finder_run_by(const scr_world *w, int workers,
                       void (*body)(void *user, int t, int threads), void *user) {
  assert(workers >= 1 && workers <= w->engine->nworker);
  scr_par_run_by(w->engine->par, workers, body, user);
}

void scr_finder_run(const scr_world *w, void (*body)(void *user, int t, int threads), void *user) {
  scr_finder_run_by(w, w->engine->search->finder->workers, body, user);
}

int scr_finder_workers(const scr_world *w) {
  enum { FEW = 4000 };
  return w->ball.n < FEW && !w->worker_pairs ? 1 : w->engine->search->finder->workers;
}

void scr_finder_room(scr_finder_worker *l, size_t n) {
  const size_t room = n + SCR_TILE;
  if (room <= l->cap_row) return;
  for (int c = 0; c < 4; c++) SCR_GROW(l->around.x[c], l->cap_col[c], 2 * room);
  SCR_GROW(l->around.row, l->cap_row, 2 * room);
}

static void worker_drop(scr_finder_worker *l) {
  for (int r = 0; r < SCR_ROUNDS; r++) {
    SCR_DROP(l->found[r].ball, l->found[r].cap_ball);
    SCR_DROP(l->found[r].pair, l->found[r].cap);
    SCR_DROP(l->found[r].place, l->found[r].cap_place);
  }
  for (int c = 0; c < 4; c++) SCR_DROP(l->around.x[c], l->cap_col[c]);
  for (int c = 0; c < 2; c++) SCR_DROP(l->sorted[c], l->cap_sorted[c]);
  SCR_DROP(l->around.row, l->cap_row);
  SCR_DROP(l->facet, l->cap_facet);
  scr_free(l->tile);
  l->tile = NULL;
  SCR_DROP(l->spare, l->cap_spare);
  SCR_DROP(l->next, l->cap_next);
}

/* The memory of a search; what it knows of the lists stays. */
static void drop_column(struct scr_finder *f) {
  scr_column_free(f->column);
  f->column = NULL, f->cap_column = 0;
}

static void drop_memory(struct scr_finder *f) {
  scr_grid_drop(&f->grid);
  for (int t = 0; t < SCR_MAX_WORKERS; t++) worker_drop(&f->worker[t]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_new_list_free(&f->fresh[t]);
  SCR_DROP(f->old.start, f->old.cap_start);
  SCR_DROP(f->old.place, f->old.cap_place);
  SCR_DROP(f->old.other, f->old.cap_other);
  SCR_DROP(f->old.kept, f->old.cap_kept);
  SCR_DROP(f->old.mark, f->old.cap_mark);
  SCR_DROP(f->old.from, f->old.cap_from);
  SCR_DROP(f->patch, f->cap_patch);
  f->patches_of = f->npatch = 0;
  f->holds = false;
  SCR_DROP(f->order, f->cap_order);
  SCR_DROP(f->to, f->cap_to);
  drop_column(f);
}

/* Among few balls what malloc keeps is not worth the asking. */
void scr_finder_rest(scr_world *w) {
  enum { MANY = 10000 };
  if (!w->engine->search->finder || !w->engine->search->finder->holds) return;
  drop_memory(w->engine->search->finder);
  if (w->ball.n >= MANY) scr_mem_trim();
}

void scr_search_new(scr_world *w) { w->engine->search = scr_alloc(sizeof *w->engine->search); }

void scr_search_free(scr_world *w) {
  struct scr_search *s = w->engine->search;
  if (s->finder) drop_memory(s->finder);
  scr_free(s->finder);
  scr_free(s->built);
  scr_free(s->runner);
  scr_free(s);
}

void scr_search_births(scr_world *w, uint32_t n) { w->engine->search->born += n; }
double scr_skin(const scr_world *w) { return w->engine->search->skin; }

static size_t level_bytes(const scr_grid *g) {
  size_t n = 0;
  for (int k = 0; k < SCR_MAX_LEVELS; k++) n += g->level[k].cap_start * sizeof *g->level[k].start;
  for (int c = 0; c < 4; c++) n += g->cap_col[c] * sizeof *g->all.x[c];
  return n + (g->cap_row + g->cap_key + g->cap_cell) * sizeof(uint32_t) + g->cap_class;
}

static size_t worker_bytes(const scr_finder_worker *l) {
  size_t n = l->cap_facet * sizeof *l->facet +
             (l->cap_row + l->cap_spare + l->cap_next + l->cap_sorted[0] + l->cap_sorted[1]) *
                 sizeof(uint32_t);
  for (int r = 0; r < SCR_ROUNDS; r++)
    n += l->found[r].cap * sizeof *l->found[r].pair +
         l->found[r].cap_ball * sizeof *l->found[r].ball +
         l->found[r].cap_place * sizeof *l->found[r].place;
  for (int c = 0; c < 4; c++) n += l->cap_col[c] * sizeof *l->around.x[c];
  return n + (l->tile ? sizeof *l->tile : 0);
}

static size_t new_list_bytes(const scr_new_list *l) {
  return l->i ? (2 * sizeof *l->i + (l->shift ? sizeof *l->shift : 0)) * l->cap : 0;
}

static size_t finder_bytes(const struct scr_finder *f) {
  if (!f) return 0;
  size_t n = sizeof *f + level_bytes(&f->grid) + (f->cap_order + f->cap_to) * sizeof(uint32_t) +
             f->cap_column + f->cap_patch * sizeof *f->patch;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) n += worker_bytes(&f->worker[t]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += new_list_bytes(&f->fresh[t]);
  n += (f->old.cap_start + f->old.cap_place + f->old.cap_other + f->old.cap_from) *
           sizeof(uint32_t) +
       f->old.cap_kept * sizeof *f->old.kept + f->old.cap_mark * sizeof *f->old.mark;
  return n;
}

size_t scr_search_bytes(const scr_world *w) {
  const struct scr_search *s = w->engine->search;
  return finder_bytes(s->finder) + s->cap_built * sizeof *s->built +
         s->cap_runner * sizeof *s->runner;
}

/* ---- what is a candidate ---- */

static void take_gap(scr_near *q, double fixed, double part) {
  q->fixed = SCR_MAX(q->fixed, fixed), q->part = SCR_MAX(q->part, part);
}

/* Facets are found as far away as any is bonded to a ball; pairs of balls need not be
 * (detect_held.c). */
static double bonded_gap(const scr_world *w) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  double most = 0, x[3], closest[3];
  int feature;
  for (uint32_t k = 0; k < p->n && w->engine->any_bonds; k++) {
    if (!(p->flag[k] & SCR_PAIR_BONDED)) continue;
    scr_facet_ball_position(w, k, x);
    const double dist = scr_facet_closest(w, p->j[k], x, closest, &feature);
    most = SCR_MAX(most, dist - w->pose[p->i[k]].r);
  }
  return most;
}

/* Gaps at which contacts exist, or may begin: those that were given, those that laws reach over,
 * and the default one, a part of the smaller radius. */
static void proximities(const scr_world *w, scr_near *q) {
  *q = (scr_near){.fixed = SCR_MAX(SCR_MAX(w->engine->survey.reach, 0), bonded_gap(w))};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    double fixed, part;
    scr_cmat_reach(w, (scr_contact_type)t, &fixed, &part);
    take_gap(q, fixed, part);
  }
  for (size_t k = 0; k < w->npset; k++)
    take_gap(q, w->pset[k].proximity, w->pset[k].proximity < 0 ? 0.05 : 0);
  for (int c = 0; c < 3; c++) q->period[c] = scr_period(w, c);
}

/* A wider skin makes lists last longer and candidates more; both go about as the skin does. So the
 * cost of building, a cycle, falls as that of candidates rises, and their sum is least where they
 * are equal: where a list with so many candidates (that can be no contact yet) lasted so many
 * cycles that their product is WORTH a ball. A list costs about as much a ball as a look at 50
 * candidates. Nothing is learnt from lists that an edit ended, and from those that births ended
 * only that the skin was wide enough. The skin goes by the mean radius: the many small balls among
 * a few large ones would have too many candidates. */
static void tune_skin(scr_world *w, const struct scr_finder *f) {
  assert(w->cycle >= w->engine->built_cycle || !w->engine->builds);
  struct scr_engine *e = w->engine;
  static const double WORTH = 50, LEAST = 0.02, MOST = 0.8, DOWN = 0.7, UP = 1.4;
  const double r = f->grid.rmean, looks = (double)(w->cycle - e->built_cycle) * f->later;
  const double change = looks > 0 ? sqrt(WORTH * w->ball.n / looks) : UP;
  if (e->search->skin <= 0)
    e->search->skin = 0.1 * r;
  else if (e->search->outrun || (e->search->scattered && change < 1))
    e->search->skin =
        SCR_MAX(LEAST * r, SCR_MIN(MOST * r, e->search->skin * SCR_MAX(DOWN, SCR_MIN(UP, change))));
  e->built_cycle = w->cycle;
  e->search->outrun = e->search->scattered = false;
}

static bool domain_fits(const scr_world *w, scr_diag *d, double cutoff) {
  for (int c = 0; c < w->dim; c++) {
    double period = scr_period(w, c);
    if (period > 0 && 2 * cutoff > period) {
      scr_fail(d, NULL, SCR_E_STATE,
               "the periodic domain is too small along %c: %g, but a ball reaches over %g",
               "xyz"[c], period, cutoff);
      return scr_hint(
          d, "the period must be at least four times the largest radius and a little more");
    }
  }
  return true;
}

void scr_lists_hold_all(scr_world *w, bool on) { w->engine->search->holds = on; }

/* The largest gap of the contacts with walls, m; the search rounds it another way. */
static double widest_gap(const scr_world *w) {
  double gap = 0;
  for (uint32_t q = 0; q < w->pair[SCR_BALL_FACET].n; q++) {
    scr_ends e;
    if (!w->pair[SCR_BALL_FACET].law[q]) continue;
    scr_contact_ends_of(w, (scr_contact){SCR_BALL_FACET, q}, &e);
    gap = SCR_MAX(gap, e.gap);
  }
  return gap * (1 + 1e-9);
}

/* What makes a candidate this time. */
static bool choose_reach(scr_world *w, scr_diag *d, struct scr_finder *f) {
  const double rmax = f->grid.rmax;
  tune_skin(w, f);
  proximities(w, &f->near);
  const double widest = SCR_MAX(f->near.fixed, f->near.part * rmax);
  double skin = w->engine->search->skin, held = w->engine->search->holds ? widest_gap(w) : 0;
  for (int c = 0; c < w->dim; c++) { /* a small periodic cell leaves no room for a wide skin */
    const double period = scr_period(w, c), room = 0.5 * period - 2 * rmax - widest;
    if (!(period > 0)) continue;
    skin = SCR_MIN(skin, SCR_MAX(0.25 * room, 0.001 * rmax));
    held = SCR_MIN(held, 0.999 * room);
  }
  w->engine->search->skin = skin;
  f->near.skin = SCR_MAX(skin, held);
  assert(w->ball.n == 0 || skin > 0);
  return domain_fits(w, d, 2 * rmax + widest + f->near.skin);
}

/* ---- order in memory ---- */

typedef struct by_rows {
  scr_world *w;
  struct scr_finder *f;
  int workers;
} by_rows;

static void names_of_worker(void *user, int t, int threads) {
  const by_rows *j = user;
  scr_world *w = j->w;
  SCR_UNUSED(threads);
  for (uint32_t k = scr_part(w->ball.n, t, j->workers); k < scr_part(w->ball.n, t + 1, j->workers);
       k++) {
    j->f->to[j->f->order[k]] = k;
    w->ball_slots.row[scr_colu(&w->ball, SCR_BALL_SLOT)[k]] = k;
    scr_idmap_change(&w->ball_by_id, scr_colu(&w->ball, SCR_BALL_ID)[k], k);
  }
}

/* To take and give back memory for a column of fewer balls takes as long as to move it, and that of
 * more would be felt: the search is where a run needs most. */
enum { KEEP_BELOW = 300000 };

static void balls_follow(scr_world *w, struct scr_finder *f) {
  assert(f->cap_order >= w->ball.n && f->cap_to >= w->ball.n);
  const uint32_t n = w->ball.n;
  by_rows j = {w, f, scr_finder_workers(w)};
  const size_t room = scr_table_widest(&w->ball) * n;
  if (f->cap_column < room) {
    drop_column(f);
    f->cap_column = room + room / 16;
    f->column = scr_column_alloc(f->cap_column, 0);
  }
  scr_table_permute_by(&w->ball, f->order, n, w->engine->par, j.workers, f->column);
  if (n > KEEP_BELOW) drop_column(f);
  scr_world_refresh(w);
  scr_inertia_follow(w, f->order, n);
  scr_changed(w, SCR_ORDER);
  scr_changed(w, SCR_STRESSES);
  scr_changed(w, SCR_MEMBERS);
  scr_finder_run_by(w, j.workers, names_of_worker, &j);
  scr_carry_rows(w, f);
  scr_count_follow(w, f->order);
}

/* Balls are put in order of the sweep where too many of them are not: neighbours need to lie near
 * each other in memory, no more.
 */
static void order_balls(scr_world *w, struct scr_finder *f) {
  enum { PART = 6 };
  const uint32_t n = w->ball.n, steps_back = scr_grid_cells(&f->grid, w);
  const bool other = f->listed[SCR_BALL_BALL].balls != n;
  f->moved = steps_back > (other ? 0 : n / PART);
  if (other) scr_changed(w, SCR_ROWS);
  if (!f->moved) return;
  SCR_GROW(f->order, f->cap_order, n);
  SCR_GROW(f->to, f->cap_to, n);
  scr_grid_order(&f->grid, n, f->order);
  balls_follow(w, f);
}

/* ---- the whole ---- */

static void positions_of_worker(void *user, int t, int threads) {
  const by_rows *j = user;
  SCR_UNUSED(threads);
  for (uint32_t k = scr_part(j->w->ball.n, t, j->workers);
       k < scr_part(j->w->ball.n, t + 1, j->workers); k++)
    memcpy(j->w->engine->search->built + 3 * (size_t)k, j->w->pose[k].x, sizeof j->w->pose[k].x);
}

static void remember(scr_world *w, const scr_grid *g) {
  assert(g->levels || !w->ball.n);
  struct scr_engine *e = w->engine;
  double extent = 0;
  for (int c = 0; c < 3; c++) extent = SCR_MAX(extent, SCR_MAX(fabs(g->lo[c]), fabs(g->hi[c])));
  /* a step rounds x + v dt to 2^-53 of a coordinate, and once more where it goes through a periodic
   * side: on three axes that is at most 2 sqrt(3) 2^-53 of the largest one, which may grow by less
   * than the skin and the head start until the next list */
  e->search->travelled = e->search->runners_travelled = 0, e->search->rounding = 0x1p-50 * extent;
  SCR_GROW(e->search->built, e->search->cap_built,
           3 * (size_t)w->ball.n + 1); /* see scr_kernels.moved */
  by_rows j = {w, e->search->finder, scr_finder_workers(w)};
  scr_finder_run_by(w, j.workers, positions_of_worker, &j);
  scr_images_remember(w);
  e->wall_move = e->strain_move = e->search->worn = 0;
  e->search->born = 0;
  e->wrapped = false;
  e->builds++;
  scr_changed(w, SCR_FACETS); /* it goes by places in the list */
}

/* Large blocks have fewer tiles with pairs of several kinds; of small ones there are enough for
 * several threads. */
static int block_bits(uint32_t balls) {
  enum { SMALL = 8, LARGE = 10, ENOUGH = 24 };
  int bits = LARGE;
  while (bits > SMALL && balls >> bits < ENOUGH) bits--;
  return bits;
}

/* Where lists last, the next search can take its memory from what the cycles between do not need.
 */
enum { LASTING = 50 };

bool scr_neighbours_build(scr_world *w, scr_diag *d) {
  struct scr_engine *e = w->engine;
  const bool lasts = e->builds == 0 || w->cycle - e->built_cycle > LASTING;
  if (!e->search->finder) e->search->finder = scr_alloc(sizeof *e->search->finder);
  for (int t = 0; t < SCR_CONTACT_TYPES && scr_results_old(w) && !w->energy_on; t++)
    scr_pairs_drop_dash(&w->pair[t]);
  struct scr_finder *f = e->search->finder;
  scr_psets_settle(w);
  f->workers = scr_workers_for(w);
  assert(f->workers >= 1);
  f->holds = true;
  if (!scr_grid_survey(&f->grid, w, d) || !choose_reach(w, d, f)) return false;
  e->blocks.bits = block_bits(w->ball.n);
  scr_workers_uncut(w);
  scr_grid_shape(&f->grid, w, f->near.fixed, f->near.part, f->near.skin);
  const scr_image_room room = scr_facet_room(f);
  if (!scr_images_hold(w, d, &room)) return false;
  scr_facet_shifts_settle(w, &room);
  order_balls(w, f);
  scr_runners_choose(w, f);
  remember(w, &f->grid);
  scr_grid_fill(&f->grid, w);
  scr_carry_begin(w, f, SCR_BALL_BALL);
  scr_find_balls(w, f);
  scr_keep_held(w, f);
  scr_carry_end(w, f, SCR_BALL_BALL);
  scr_carry_begin(w, f, SCR_BALL_FACET);
  scr_find_facets(w, f);
  scr_carry_end(w, f, SCR_BALL_FACET);
  scr_need(w, d, SCR_COUNTS);
  scr_workers_cut(w);
  if (lasts) scr_finder_rest(w);
  return true;
}

/* A list keeps pairs that touch, those that may be contacts and the others apart; contacts that are
 * born and end scatter what has to be computed over more and more tiles. That is counted as a tile
 * a birth and step (an eighth of it was 3 % slower in a bed of 1e4), and paid for by building the
 * list anew: that costs about as much a ball as 20 pairs in a step. */
bool scr_neighbours_worn(scr_world *w) {
  enum { BUILD = 20 };
  struct scr_engine *e = w->engine;
  if (!e->search->finder) return false;
  e->search->worn += SCR_MIN((double)e->search->born * SCR_TILE, (double)e->search->finder->later);
  e->search->scattered = e->search->worn > (double)BUILD * w->ball.n;
  return e->search->scattered;
}

double scr_speed_bound(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  double v2 = 0;
  for (int c = 0; c < w->dim; c++) {
    double v = 0;
    for (int k = 0; k < e->nworker; k++) v = SCR_MAX(v, e->worker[k]->max_v[c]);
    v2 += v * v;
  }
  return sqrt(v2);
}

void scr_neighbours_moved(scr_world *w, double drift) {
  assert(drift > 0);
  struct scr_engine *e = w->engine;
  const double way = scr_speed_bound(w) * drift * (1 + 1e-12) + e->search->rounding;
  e->search->travelled += way;
  e->search->runners_travelled += way;
}

/* Squares of displacements since the list was built, m2. */
typedef struct moves {
  double others, runners; /* of all balls but the runners, and of these */
} moves;

typedef struct looking {
  scr_world *w;
  scr_motion m;
  int workers;
  moves *most; /* of each worker */
} looking;

static void moved_of_worker(void *user, int t, int threads) {
  looking *j = user;
  const struct scr_engine *e = j->w->engine;
  moves most = {0, 0};
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  for (uint32_t k = scr_runners_from(e, lo); k < e->search->nrunner && e->search->runner[k] < hi;
       lo = e->search->runner[k++] + 1) {
    most.others = SCR_MAX(most.others, e->kernels->moved(&j->m, lo, e->search->runner[k]));
    most.runners = SCR_MAX(
        most.runners, e->kernels->moved(&j->m, e->search->runner[k], e->search->runner[k] + 1));
  }
  most.others = SCR_MAX(most.others, e->kernels->moved(&j->m, lo, hi));
  j->most[t] = most;
}

static moves largest_moves(scr_world *w) {
  moves found[SCR_MAX_WORKERS];
  looking j = {.w = w,
               .m = {.pose = w->pose, .built = w->engine->search->built},
               .workers = scr_workers_for(w),
               .most = found};
  moves most = {0, 0};
  for (int c = 0; c < 3; c++) j.m.period[c] = scr_period(w, c);
  scr_par_run_by(w->engine->par, j.workers, moved_of_worker, &j);
  for (int t = 0; t < j.workers; t++)
    most =
        (moves){SCR_MAX(most.others, j.most[t].others), SCR_MAX(most.runners, j.most[t].runners)};
  return most;
}

double scr_listed_distance(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  double fixed, part;
  scr_cmat_reach(w, SCR_BALL_BALL, &fixed, &part);
  const double r = e->survey.radius_hi, near = SCR_MAX(SCR_MAX(fixed, part * r), e->survey.reach);
  return 2 * r + near + e->search->skin + 2 * e->search->head_start;
}

/* Does any pair that is no candidate possibly touch by now? What is found is remembered. Two balls
 * may each have moved half the skin, a ball and a vertex the skin together, and runners their head
 * start more. Positions are looked at only where the largest velocities of all steps since then do
 * not answer that. */
bool scr_neighbours_stale(scr_world *w) {
  struct scr_engine *e = w->engine;
  const double room = SCR_MIN(0.5 * (e->search->skin - e->strain_move),
                              e->search->skin - e->wall_move),
               more = room + e->search->head_start;
  assert(e->builds && e->search->head_start >= 0 && e->wall_move >= 0);
  if (e->search->finder && e->survey.reach > e->search->finder->near.fixed)
    return true; /* a law was given a longer reach since */
  if (e->search->travelled < room && e->search->runners_travelled < more) return false;
  const moves most = largest_moves(w);
  e->search->travelled = sqrt(most.others) * (1 + 1e-12);
  e->search->runners_travelled = sqrt(most.runners) * (1 + 1e-12);
  e->search->outrun = room <= 0 || !(most.others < room * room) || !(most.runners < more * more);
  return e->search->outrun;
}
