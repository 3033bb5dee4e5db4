/* What threads see of the balls together, part by part, against one plain look at all of them. */
#include "world/search/detect.h"
#include "world/scene.h"

enum {
  BALLS = 9001,
  LAST = BALLS - 1,
  MOST_THREADS = 4
}; /* three parts of the survey, the last one small */

/* Radii of three classes; the last ball is the largest, and the outermost on each axis. */
static scr_world *balls(int threads) {
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  scr_rng r;
  scr_rng_seed(&r, 11);
  scene_law(w, 1e-6, 0);
  for (uint32_t k = 0; k < BALLS; k++) {
    const bool last = k == LAST;
    const double size =
        last ? 0.04 : 0.03 / (1 << scr_rng_next(&r) % 3) * (1 - 0.3 * scr_rng_uniform(&r));
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = last ? 9 - c : 16 * scr_rng_uniform(&r) - 8;
    uint32_t row;
    assert_true(scr_ball_create(w, &d, k + 1, x, size, &row));
    assert_true(
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &(double){1000}));
  }
  w->worker_pairs = 50;
  scr_world_set_threads(w, threads);
  return w;
}

static void survey(void **state) {
  SCR_UNUSED(state);
  double rmean = 0;
  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    scr_world *w = balls(threads);
    scr_diag d = {0};
    scene_cycle(w, 1e-9, 1);
    scr_grid *g = &w->engine->search->finder->grid;
    assert_int_equal(scr_finder_workers(w), threads);
    const uint32_t last = scene_row(w, BALLS);
    double lo[3] = {9, 9, 9}, hi[3] = {-9, -9, -9}, rmax = 0, sum = 0;
    for (uint32_t k = 0; k < BALLS; k++) {
      for (int c = 0; c < 3; c++)
        lo[c] = SCR_MIN(lo[c], w->pose[k].x[c]), hi[c] = SCR_MAX(hi[c], w->pose[k].x[c]);
      rmax = SCR_MAX(rmax, w->pose[k].r), sum += w->pose[k].r;
    }
    assert_true(scr_grid_survey(g, w, &d));
    for (int c = 0; c < 3; c++) assert_true(g->lo[c] == lo[c] && g->hi[c] == hi[c]);
    assert_true(g->rmax == rmax && rmax == w->pose[last].r);
    assert_true(fabs(g->rmean - sum / BALLS) < 1e-12 * g->rmean &&
                (threads == 1 || g->rmean == rmean));
    rmean = g->rmean;
    uint32_t n = 0;
    for (int k = 0; k < g->levels; n += g->level[k++].count) assert_int_equal(g->level[k].first, n);
    assert_true(n == BALLS && g->levels >= 3 && g->level[g->levels - 1].top == rmax);
    for (int k = 0; k < 2; k++) { /* the first ball, the last one */
      const uint32_t row = k ? BALLS - 1 : 0;
      const double x = w->pose[row].x[1];
      w->pose[row].x[1] = NAN;
      scene_refused(scr_grid_survey(g, w, &d), &d, "the motion is unstable");
      w->pose[row].x[1] = x;
    }
    scr_world_free(w);
  }
}

/* Steps back in the sweep, cells, and balls of each cell in order. */
static void cells(void **state) {
  SCR_UNUSED(state);
  for (int threads = 1; threads <= MOST_THREADS; threads++) {
    scr_world *w = balls(threads);
    scene_cycle(w, 1e-9, 1);
    scr_grid *g = &w->engine->search->finder->grid;
    for (uint32_t k = 0; k < BALLS;
         k++) { /* out of order everywhere, so where the parts of threads meet, too */
      const double x = w->pose[k].x[2];
      w->pose[k].x[2] = k % 2 ? fabs(x) : -fabs(x);
    }
    uint32_t steps_back = 0;
    const uint32_t found = scr_grid_cells(g, w);
    for (uint32_t k = 1; k < BALLS; k++) steps_back += g->key[k] < g->key[k - 1];
    assert_true(steps_back > BALLS / 4);
    assert_int_equal(found, steps_back);
    scr_grid_fill(g, w);
    uint32_t at = 0;
    for (int level = 0; level < g->levels; level++) {
      const scr_level *l = &g->level[level];
      const uint32_t n = (uint32_t)(l->n[0] * l->n[1] * l->n[2]);
      for (uint32_t cell = 0; cell < n; cell++)
        for (uint32_t k = l->start[cell]; k < l->start[cell + 1]; k++, at++) {
          const uint32_t row = g->all.row[k];
          assert_int_equal(k, at);
          assert_true(g->class[row] == level && g->cell[row] == cell &&
                      (k == l->start[cell] || g->all.row[k - 1] < row));
          assert_true(g->all.x[2][k] == w->pose[row].x[2] && g->all.x[3][k] == w->pose[row].r);
        }
    }
    assert_int_equal(at, BALLS);
    scr_world_free(w);
  }
}

/* ---- ranges of cells ---- */

enum { MOST_CELLS = 9 };

/* Each cell of a range comes once, and no other one. */
static void assert_span(const scr_span s, const int want[MOST_CELLS], int n) {
  int seen[MOST_CELLS] = {0};
  for (int p = 0; p < 2; p++)
    for (int k = s.lo[p]; k < s.hi[p]; k++) {
      assert_in_range(k, 0, n - 1);
      seen[k]++;
    }
  for (int k = 0; k < n; k++) assert_int_equal(seen[k], want[k]);
}

static int cell_of(int k, int n, bool wrap) {
  return wrap ? ((k % n) + n) % n : SCR_MAX(0, SCR_MIN(k, n - 1));
}

/* Of ranges that begin or end in the grid, or have it in their middle. */
static void spans(void **state) {
  SCR_UNUSED(state);
  enum { PARTS = 4 }; /* of a cell */
  for (int n = 1; n <= MOST_CELLS; n++)
    for (int wrap = 0; wrap < 2; wrap++) {
      const scr_level l = {.n = {n, n, n}, .per = {2, 2, 2}, .size = {0.5, 0.5, 0.5}};
      const scr_grid g = {.lo = {-3, -3, -3}, .wrap = {wrap, wrap, wrap}};
      for (int a = -PARTS * n; a < PARTS * n; a++)
        for (int b = SCR_MAX(a, 0); b <= 2 * PARTS * n; b++) {
          int want[MOST_CELLS] = {0};
          const int from = (int)floor(a / (double)PARTS), to = (int)floor(b / (double)PARTS);
          for (int k = from; k <= to; k++) want[cell_of(k, n, wrap)] = 1;
          assert_span(scr_grid_span(&g, &l, 1, -3 + a / (2.0 * PARTS), -3 + b / (2.0 * PARTS)),
                      want, n);
        }
      for (int at = 0; at < n; at++) {
        int want[MOST_CELLS] = {0};
        for (int k = at - 1; k <= at + 1; k++)
          if (wrap || (k >= 0 && k < n)) want[cell_of(k, n, wrap)] = 1;
        assert_span(scr_grid_beside(&g, &l, 2, at), want, n);
      }
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(survey), cmocka_unit_test(cells),
                                     cmocka_unit_test(spans)};
  return cmocka_run_group_tests_name("grid_threads", tests, NULL, NULL);
}
