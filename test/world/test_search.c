/* The search for candidates by itself: its lists against all pairs, whatever the sizes, boxes and
 * sides; what lists owe the passes; contacts carried through edits. */
#include "world/cloud.h"
#include "world/search/detect.h"
#include "../support/night.h"
#include "world/contacts/contact.h"
#include "world/contacts/pairs.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

#include <stdlib.h>

static const cloud_row row[] = {
    {2, 400, 0.3, 0.3, {S, S, S}, BOX, -1, 5},
    {3, 600, 0.5, 0.5, {S, S, S}, BOX, 0.02, 5},
    {2, 500, 0.02, 2.0, {P, S, S}, BOX, 0.02, 4},
    {2, 500, 0.01, 2.0, {P, P, S}, BOX, -1, 4},
    {3, 600, 0.01, 2.0, {P, S, S}, BOX, 0.1, 4},
    {3, 600, 0.02, 4.0, {S, P, P}, BOX, 0.02, 4},
    {3, 600, 0.02, 4.0, {P, P, P}, BOX, -1, 4},
    {3, 700, 0.2, 0.9, {P, P, P}, BOX, 0.05, 4},
    {3, 900, 0.02, 4.0, {S, S, S}, SHELL, -1, 3},
    {3, 900, 0.02, 4.0, {P, P, P}, SHELL, 0.01, 3},
    {2, 500, 0.02, 4.0, {P, P, S}, SHELL, -1, 3},
    {3, 400, 0.1, 0.4, {S, S, S}, FLAT, -1, 3},
    {3, 300, 0.1, 3.0, {P, P, P}, FLAT, 0.02, 3},
    {3, 300, 0.05, 0.2, {S, S, S}, NEEDLE, -1, 3},
    {2, 300, 0.05, 0.2, {P, P, S}, NEEDLE, 0.02, 3},
    {3, 60, 0.1, 1.0, {S, S, S}, POINT, -1, 1},
    {3, 1, 1.0, 1.0, {P, P, P}, BOX, -1, 2},
    {2, 1, 1.0, 1.0, {S, S, S}, BOX, -1, 0},
    {3, 2, 4.7, 4.8, {P, P, P}, BOX, 0.02, 0}, /* a period of four radii and a little */
    {3, 0, 1.0, 1.0, {S, S, S}, BOX, -1, 2},
    {3, 300, 0.1, 4.6, {P, P, P}, BOX, 0.02, 0}, /* the same, and many smaller ones */
    {3, 40, 3.5, 4.5, {P, P, P}, BOX, 0.02, 8},  /* several images of several facets of a patch */
};

/* ---- against all pairs ---- */

static double reach_of(const scr_world *w, const cloud_row *c, double r) {
  return (c->proximity >= 0 ? c->proximity : 0.05 * r) + w->engine->search->skin;
}

/* How much further pairs are listed of which one is a runner. */
static double further(const scr_world *w, uint32_t a, uint32_t b) {
  return scr_is_runner(w->engine, a) || scr_is_runner(w->engine, b)
             ? 2 * w->engine->search->head_start
             : 0;
}

static double ball_gap(const scr_world *w, uint32_t a, uint32_t b) {
  double sum = 0;
  for (int c = 0; c < w->dim; c++) {
    double d = w->pose[b].x[c] - w->pose[a].x[c], period = scr_period(w, c);
    if (period > 0) d -= period * round(d / period);
    sum += d * d;
  }
  return sqrt(sum) - w->pose[a].r - w->pose[b].r;
}

/* A pair is listed where `gap` says so, but for those at the reach to rounding. */
static void expect(uint32_t times, double gap, double reach) {
  if (fabs(gap - reach) < 1e-9 * (1 + reach)) return;
  if (times != (gap < reach)) fail_msg("gap %g, reach %g: %u times in the list", gap, reach, times);
}

static void all_ball_pairs(const scr_world *w, const cloud_row *c) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t n = w->ball.n, *id = scr_colu(&w->ball, SCR_BALL_ID);
  uint8_t *times = scr_alloc((size_t)n * n);
  for (uint32_t k = 0; k < p->n; k++) {
    assert_true(id[p->i[k]] < id[p->j[k]]);
    times[(size_t)SCR_MIN(p->i[k], p->j[k]) * n + SCR_MAX(p->i[k], p->j[k])]++;
  }
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++)
      expect(times[(size_t)a * n + b], ball_gap(w, a, b),
             reach_of(w, c, SCR_MIN(w->pose[a].r, w->pose[b].r)) + further(w, a, b));
  scr_free(times);
}

static void all_facet_pairs(const scr_world *w, const cloud_row *c) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t first = 0, last = 0; /* pairs of ball a, which lie in its block */
  for (uint32_t a = 0; a < w->ball.n; a++, first = last) {
    const uint32_t block = scr_block(w->engine), lo = a / block * block,
                   hi = SCR_MIN(lo + block, w->ball.n);
    while (last < p->n && p->i[last] == a) last++;
    assert_true(first >= scr_first_pair(w->engine, SCR_BALL_FACET, lo) &&
                last <= scr_first_pair(w->engine, SCR_BALL_FACET, hi));
    for (uint32_t f = 0; f < w->facet.n; f++)
      for (int image = 0; image < 27; image++) {
        const int at[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        double x[3], q[3];
        uint32_t times = 0;
        int feature;
        bool there = true;
        for (int k = 0; k < 3; k++)
          x[k] = w->pose[a].x[k] + at[k] * scr_period(w, k),
          there &= !at[k] || scr_period(w, k) > 0;
        if (!there) continue;
        for (uint32_t k = first; k < last; k++)
          times += p->j[k] == f && p->shift[k] == scr_shift_of(at);
        const double more = scr_is_runner(w->engine, a) ? w->engine->search->head_start : 0,
                     r = w->pose[a].r + more;
        expect(times, scr_facet_closest(w, f, x, q, &feature) - r, reach_of(w, c, r));
      }
  }
  assert_int_equal(scr_first_pair(w->engine, SCR_BALL_FACET, w->ball.n), p->n);
  for (uint32_t k = 1; k < p->n; k++) { /* by ball, facet, image */
    if (p->i[k] == p->i[k - 1])
      assert_true(p->j[k] > p->j[k - 1] ||
                  (p->j[k] == p->j[k - 1] && p->shift[k] > p->shift[k - 1]));
  }
}

/* Pairs lie in the block of their lower row, in each block those that touch first, then those that
 * may be contacts. */
static void blocks(const scr_world *w, const cloud_row *c) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  assert_int_equal(scr_first_pair(w->engine, SCR_BALL_BALL, w->ball.n), p->n);
  const uint32_t block = scr_block(w->engine);
  for (uint32_t lo = 0; lo < w->ball.n; lo += block) {
    const uint32_t hi = SCR_MIN(lo + block, w->ball.n);
    bool later = false, apart = false;
    for (uint32_t k = scr_first_pair(w->engine, SCR_BALL_BALL, lo);
         k < scr_first_pair(w->engine, SCR_BALL_BALL, hi); k++) {
      const uint32_t a = SCR_MIN(p->i[k], p->j[k]), b = SCR_MAX(p->i[k], p->j[k]);
      const double room = reach_of(w, c, SCR_MIN(w->pose[a].r, w->pose[b].r)) -
                          w->engine->search->skin - ball_gap(w, a, b);
      assert_true(a >= lo && a < hi);
      if (fabs(room) > 1e-9) assert_true(!later || room < 0);
      later |= room < -1e-9;
      if (fabs(ball_gap(w, a, b)) > 1e-9) assert_true(!apart || ball_gap(w, a, b) > 0);
      apart |= ball_gap(w, a, b) > 1e-9;
    }
  }
}

static double square_from_first(const scr_world *w, uint32_t k) {
  double d2 = 0;
  for (int c = 0; c < 3; c++)
    d2 += (w->pose[k].x[c] - w->pose[0].x[c]) * (w->pose[k].x[c] - w->pose[0].x[c]);
  return d2;
}

/* The largest square of a distance from the first ball among the `some` nearest ones. */
static double square_of_nearest(const scr_world *w, uint32_t some) {
  double limit = 0;
  for (uint32_t n = 0; n < SCR_MIN(some, w->ball.n); n++) {
    double next = HUGE_VAL;
    for (uint32_t k = 0; k < w->ball.n; k++) {
      const double d2 = square_from_first(w, k);
      if (d2 > limit || (n == 0 && d2 == 0)) next = SCR_MIN(next, d2);
    }
    limit = next;
  }
  return limit;
}

enum { ONE_IN = 150, FAST = 20 };
static bool is_fast(const scr_world *w, uint32_t k) { return w->twist[k].v[0] >= 0.5 * FAST; }

/* One ball in 150 is much faster than the others: some of them by id, or all beside each other.
 * Those are runners, unless they are large or there is no room. */
static void run_about(scr_world *w, scr_rng *rng, bool together) {
  scr_diag d = {0};
  const int velocity = scr_quantity_find(scr_ball_quantity, "velocity");
  const double limit = together ? square_of_nearest(w, w->ball.n / ONE_IN) : -1;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const bool fast = together ? square_from_first(w, k) <= limit
                               : scr_colu(&w->ball, SCR_BALL_ID)[k] % ONE_IN == 1;
    const double size = fast ? FAST : 0.02;
    assert_true(
        scr_ball_set(w, &d, k, velocity,
                     (double[]){size * uniform(rng, 0.5, 1), size * uniform(rng, 0, 0.5), 0}));
  }
}

/* How many of these are runners, which are in order. (Some of the others may be, too.) */
static size_t runners(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  size_t n = 0;
  for (uint32_t k = 0; k < e->search->nrunner; k++) {
    assert_true(k == 0 || e->search->runner[k] > e->search->runner[k - 1]);
    n += is_fast(w, e->search->runner[k]);
  }
  return n;
}

/* Whatever is a candidate has but one image that is near enough. */
static void one_image(const scr_world *w, const cloud_row *c) {
  double largest = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) largest = SCR_MAX(largest, w->pose[k].r);
  for (int k = 0; k < w->dim; k++)
    if (scr_period(w, k) > 0)
      assert_true(2 * largest + reach_of(w, c, largest) + 2 * w->engine->search->head_start <=
                  0.5 * scr_period(w, k));
}

static void check(scr_world *w, const cloud_row *c) {
  one_image(w, c);
  all_ball_pairs(w, c);
  if (w->ball.n) all_facet_pairs(w, c);
  blocks(w, c);
  counts(w);
}

/* ---- contacts through edits ---- */

typedef struct known {
  uint64_t key, shift;
  uint32_t type, id, groups;
  scr_ref ref;
} known;

static int by_key(const void *a, const void *b) {
  const known *p = a, *q = b;
  if (p->type != q->type) return p->type < q->type ? -1 : 1;
  if (p->key != q->key) return p->key < q->key ? -1 : 1;
  return (p->shift > q->shift) - (p->shift < q->shift);
}

/* All contacts, by key; each handle leads to its own, and those that have none need none. */
static size_t contacts(const scr_world *w, known **out) {
  size_t n = 0;
  *out = scr_alloc((w->pair[0].n + w->pair[1].n + 1) * sizeof **out);
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      const scr_ref ref = scr_contact_handle(w, (scr_contact){t, k});
      scr_contact back;
      if (ref.gen) assert_true(scr_contact_of_ref(w, ref, &back) && back.type == t && back.k == k);
      const uint64_t shift = t ? scr_facet_shift(w, k) : SCR_NO_SHIFT;
      (*out)[n++] = (known){scr_contact_key(w, (scr_contact_type)t, k),
                            shift,
                            t,
                            p->id[k],
                            scr_pair_groups(p, k),
                            ref};
    }
  }
  qsort(*out, n, sizeof **out, by_key);
  return n;
}

/* Marks every contact with its id, as if that were the number of a set of groups; asks every other
 * one for its handle. */
static void mark(scr_world *w) {
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) {
      if (!w->pair[t].law[k]) continue;
      scr_pairs_set_groups(&w->pair[t], k, 1000 + w->pair[t].id[k]);
      if (w->pair[t].id[k] % 2) assert_true(scr_contact_ref(w, (scr_contact){t, k}).gen);
    }
}

/* Those that were there before have their marks, others have none. Returns how many went on. */
static size_t same_contacts(const known *before, size_t nbefore, const known *after,
                            size_t nafter) {
  size_t went_on = 0;
  for (size_t k = 0; k < nafter; k++) {
    const known *was = bsearch(&after[k], before, nbefore, sizeof *before, by_key);
    assert_int_equal(after[k].groups, was ? 1000 + was->id : 0);
    if (was) assert_int_equal(after[k].id, was->id);
    assert_int_equal(after[k].ref.gen, was ? was->ref.gen : 0);
    assert_int_equal(after[k].ref.index, was ? was->ref.index : 0);
    went_on += was != NULL;
  }
  return went_on;
}

/* Some balls go, some come, some jump, some move a little. */
static void edit(scr_world *w, const cloud_row *c, scr_rng *rng, uint32_t *last_id) {
  scr_diag d = {0};
  uint32_t gone[8], n = 0;
  for (; n < 8 && 10 * n < w->ball.n; n++) gone[n] = n * (w->ball.n / 8);
  assert_true(scr_ball_delete(w, &d, gone, n));
  for (uint32_t k = 0; k < n; k++) add_ball(w, c, rng, ++*last_id + c->balls);
  const int position = scr_quantity_find(scr_ball_quantity, "position");
  const double *at = scr_col(&w->wall, SCR_WALL_POSITION);
  for (uint32_t k = 0; k < w->wall.n; k += 2) {
    const double x[3] = {at[3 * k] + 0.3, at[3 * k + 1], at[3 * k + 2]};
    assert_true(scr_wall_set(w, &d, k, scr_quantity_find(scr_wall_quantity, "position"), x));
  }
  for (uint32_t k = 0; k < w->ball.n; k += 3) {
    double x[3];
    scr_ball_get(w, k, position, x);
    if (k % 2 && c->place != SHELL)
      position_of(c, rng, 2, x);
    else
      for (int q = 0; q < w->dim; q++)
        x[q] = SCR_MAX(-9.9, SCR_MIN(9.9, x[q] + uniform(rng, -0.01, 0.01)));
    assert_true(scr_ball_set(w, &d, k, position, x));
  }
}

/* Contacts of one ball with another image of the same facet. */
static size_t images(const known *list, size_t n) {
  size_t found = 0;
  for (size_t k = 1; k < n; k++)
    found += list[k].type == SCR_BALL_FACET && list[k].key == list[k - 1].key;
  return found;
}

static void lists_of(size_t first) {
  size_t went_on = 0, twice = 0, ran = 0;
  for (size_t k = first; k < SCR_COUNTOF(row); k += 2) {
    scr_rng rng;
    uint32_t last_id = 1;
    scr_rng_seed(&rng, 11 + k);
    scr_world *w = make(&row[k], &rng);
    if (k % 4 < 2) run_about(w, &rng, false);
    scene_clean(w);
    ran += runners(w);
    check(w, &row[k]);
    for (int turn = 0; turn < 3; turn++) {
      known *before, *after;
      mark(w);
      const size_t nbefore = contacts(w, &before);
      edit(w, &row[k], &rng, &last_id);
      if (turn < 2) run_about(w, &rng, turn == 1);
      scene_clean(w);
      ran += runners(w);
      check(w, &row[k]);
      const size_t nafter = contacts(w, &after);
      went_on += same_contacts(before, nbefore, after, nafter);
      twice += images(after, nafter);
      scr_free(before);
      scr_free(after);
    }
    scr_world_free(w);
  }
  print_message("%zu go on, %zu twice, %zu run\n", went_on, twice, ran);
  assert_true(went_on > 5000);
  assert_true(twice > 50);
  assert_true(ran > 10);
}

static void lists(void **state) {
  SCR_UNUSED(state);
  lists_of(0);
}
static void other_lists(void **state) {
  SCR_UNUSED(state);
  lists_of(1);
}

/* ---- how long lists last ---- */

/* Each pair near enough for a contact is in the list. */
static void nothing_missed(const scr_world *w, const cloud_row *c) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t n = w->ball.n;
  bool *there = scr_alloc((size_t)n * n);
  for (uint32_t k = 0; k < p->n; k++)
    there[(size_t)SCR_MIN(p->i[k], p->j[k]) * n + SCR_MAX(p->i[k], p->j[k])] = true;
  for (uint32_t a = 0; a < n; a++)
    for (uint32_t b = a + 1; b < n; b++) {
      const double near =
          reach_of(w, c, SCR_MIN(w->pose[a].r, w->pose[b].r)) - w->engine->search->skin;
      if (ball_gap(w, a, b) < near - 1e-9) assert_true(there[(size_t)a * n + b]);
    }
  scr_free(there);
}

/* The same of runners and facets. */
static void no_facet_missed(const scr_world *w, const cloud_row *c) {
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t q = 0; q < e->search->nrunner; q++)
    for (uint32_t f = 0; f < w->facet.n; f++)
      for (int image = 0; image < 27; image++) {
        const uint32_t a = e->search->runner[q];
        const int at[3] = {image % 3 - 1, image / 3 % 3 - 1, image / 9 - 1};
        double x[3], point[3];
        int feature;
        bool possible = true, listed = false;
        for (int k = 0; k < 3; k++)
          x[k] = w->pose[a].x[k] + at[k] * scr_period(w, k),
          possible &= !at[k] || scr_period(w, k) > 0;
        const double near = reach_of(w, c, w->pose[a].r) - e->search->skin;
        if (!possible || scr_facet_closest(w, f, x, point, &feature) - w->pose[a].r > near - 1e-9)
          continue;
        for (uint32_t k = 0; k < p->n && !listed; k++)
          listed = p->i[k] == a && p->j[k] == f && scr_facet_shift(w, k) == scr_shift_of(at);
        assert_true(listed);
      }
}

/* Balls after a runner in memory become fast while the list stands. */
static void start_others(scr_world *w) {
  enum { OTHERS = 30 };
  scr_diag d = {0};
  const int velocity = scr_quantity_find(scr_ball_quantity, "velocity");
  const uint32_t behind = w->engine->search->runner[0] + 1,
                 last = SCR_MIN(behind + OTHERS, w->ball.n);
  for (uint32_t k = behind; k < last; k++)
    assert_true(scr_ball_set(w, &d, k, velocity, (double[]){FAST, 0, 0}));
}

static double fastest(const scr_world *w) {
  double v = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) v = SCR_MAX(v, fabs(w->twist[k].v[0]));
  return v;
}

/* Ends of lists that runners do not bring about come much later than they would; but they come. */
static void lists_outlast_runners(void **state) {
  enum { CYCLES = 300 };
  static const double STEP = 5e-4;
  const size_t turns = (size_t)by_day(4, 4, 24);
  SCR_UNUSED(state);
  static const cloud_row cloud[] = {{3, 450, 0.6, 0.8, {P, P, P}, BOX, 0.02, 30},
                                    {2, 450, 0.2, 0.3, {P, S, S}, BOX, -1, 60}};
  for (size_t k = 0; k < turns; k++) {
    const cloud_row *c = &cloud[k % SCR_COUNTOF(cloud)];
    scr_rng rng;
    scr_rng_seed(&rng, 3 + k);
    scr_world *w = make(c, &rng);
    run_about(w, &rng, k % 3 == 2);
    scene_clean(w);
    assert_int_equal(runners(w), 3);
    const double half = 0.5 * w->engine->search->skin;
    const uint64_t before = w->engine->builds;
    double way = 0; /* of the fastest */
    for (int cycle = 0; cycle < CYCLES; cycle++) {
      if (k >= turns / 2 && cycle == 0) start_others(w);
      way += fastest(w) * STEP;
      scene_cycle(w, STEP, 1);
      if (cycle % 5 == 0) nothing_missed(w, c);
      no_facet_missed(w, c);
    }
    assert_true(w->engine->builds > before);
    if (k < turns / 2) assert_true((double)(w->engine->builds - before) < 0.5 * way / half);
    scr_world_free(w);
  }
}

/* The balls that will be runners come near the first facet, which is large and level; others go
 * from above `top`, so that cells do not lie evenly about it. */
static void bring_near(scr_world *w, scr_rng *rng, double top) {
  scr_diag d = {0};
  const int position = scr_quantity_find(scr_ball_quantity, "position");
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const double *x = w->pose[k].x, near[3] = {uniform(rng, 0, 9), uniform(rng, -9, 0),
                                               w->pose[k].r * uniform(rng, 1, 1.7)};
    const double lower[3] = {x[0], x[1], x[2] > top ? x[2] - 10 : x[2]};
    const bool runs = scr_colu(&w->ball, SCR_BALL_ID)[k] % ONE_IN == 1;
    assert_true(scr_ball_set(w, &d, k, position, runs ? near : lower));
  }
}

/* Candidates of runners, wherever they and the cells lie. */
static void runners_anywhere(void **state) {
  enum { SEEDS = 30 };
  SCR_UNUSED(state);
  size_t ran = 0;
  static const cloud_row cloud[] = {{3, 300, 0.4, 0.5, {P, S, S}, BOX, -1, 4},
                                    {2, 300, 0.2, 0.4, {S, P, S}, BOX, 0.1, 4},
                                    {3, 300, 0.3, 0.6, {P, S, S}, BOX, -1, 4},
                                    {3, 300, 0.5, 0.8, {S, S, P}, BOX, 0.05, 4}};
  for (uint64_t k = 0; k < SEEDS; k++) {
    const cloud_row *c = &cloud[k % SCR_COUNTOF(cloud)];
    scr_rng rng;
    scr_rng_seed(&rng, 100 + k);
    scr_world *w = make(c, &rng);
    if (c->dim == 3) bring_near(w, &rng, 5 + 0.1 * (double)k);
    run_about(w, &rng, k % 5 == 1);
    scene_clean(w);
    ran += runners(w);
    check(w, c);
    scr_world_free(w);
  }
  assert_true(ran >= 2 * SEEDS - 6); /* chance may take some for many */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(lists), cmocka_unit_test(other_lists),
                                     cmocka_unit_test(lists_outlast_runners),
                                     cmocka_unit_test(runners_anywhere)};
  return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
