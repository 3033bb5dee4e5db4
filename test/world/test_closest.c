/* Closest points of a tile by the kernels against those of one pair: the same bits in each
 * instruction set. Triangles of all shapes, balls over faces, on planes, edges and vertices, by the
 * last place beside them, and far away. */
#include "scene.h"

#include "base/mem.h"
#include "world/facets/kept.h"

enum { FACETS = 400, BALLS_A_FACET = 24 };

static double uniform(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (double)(*state >> 11) * 0x1p-53;
}

static double in(uint64_t *state, double lo, double hi) { return lo + (hi - lo) * uniform(state); }

/* Triangles that share their vertices in turns, so that edges run from lower to higher rows and
 * back; some are needles. */
static scr_world *triangles(int dim, uint64_t *g) {
  scr_world *w = scene_new(dim);
  for (uint32_t k = 0; k < FACETS; k++) {
    scr_diag d = {0};
    double x[9], thin = k % 5 == 0 ? 1e-9 : 1;
    for (int c = 0; c < 9; c++) x[c] = dim == 2 && c % 3 == 2 ? 0 : in(g, -1, 1);
    for (int c = 6; c < 9; c++) x[c] = x[c - 6] + thin * (x[c] - x[c - 6]);
    if (k % 7 == 0)
      for (int c = 0; c < 3; c++)
        x[3 * c] = k / 7 % 2 ? 0 : x[3 * c], x[3 * c + 1] = k / 7 % 2 ? x[3 * c + 1] : 0.25;
    if (k % 7 == 0 && dim == 2) x[0] = -0.5, x[3] = 0.5;
    static const uint32_t order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1},
                                         {0, 2, 1}, {2, 1, 0}, {1, 0, 2}};
    const uint32_t line[2][3] = {{0, 1, 0}, {1, 0, 0}};
    scr_wall_create(w, &d, 0, NULL, (uint32_t)dim, x, 1, dim == 3 ? order[k % 6] : line[k % 2],
                    NULL);
    scr_diag_clear(&d); /* one without area is refused */
  }
  assert_true(w->facet.n > FACETS * 3 / 4);
  return w;
}

/* Places of all kinds by barycentric coordinates and the height over the plane. */
static void place(const scr_world *w, uint32_t f, int kind, uint64_t *g, scr_pose *ball) {
  const uint32_t *v = scr_colu(&w->facet, SCR_FACET_VERTEX) + 3 * (size_t)f;
  const double *n = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f;
  double b[3] = {in(g, -1, 1.5), in(g, -1, 1.5), 0}, h = kind % 6 == 5 ? 0 : in(g, -0.5, 0.5);
  if (kind % 4 == 1) b[1] = 0;                       /* over an edge, */
  if (kind % 4 == 2) b[0] = kind % 8 == 2, b[1] = 0; /* a vertex */
  if (kind % 4 == 3) b[0] = in(g, 0, 0.5), b[1] = in(g, 0, 0.5);
  b[2] = 1 - b[0] - b[1];
  for (int c = 0; c < 3; c++) {
    ball->x[c] = h * n[c];
    for (int k = 0; k < w->dim; k++)
      ball->x[c] += (w->dim == 2 && k == 1 ? 1 - b[0] : b[k]) *
                    scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * (size_t)v[k] + (size_t)c];
  }
  if (kind == 11) ball->x[0] += 1e6;
  if (w->dim == 2) ball->x[2] = 0;
  ball->r = in(g, 0.01, 1);
}

static void check_one(const scr_world *w, const scr_closest *t, int k, uint32_t f, int *seen) {
  const double *front = scr_col(&w->facet, SCR_FACET_NORMAL) + 3 * (size_t)f;
  double c[3], n[3] = {0 - front[0], 0 - front[1], 0 - front[2]};
  int feature;
  const double dist = scr_facet_closest(w, f, t->ball[k].x, c, &feature), gap = dist - t->ball[k].r;
  for (int a = 0; a < 3 && dist > 0; a++) n[a] = (c[a] - t->ball[k].x[a]) * (1 / dist);
  assert_memory_equal(&t->gap[k], &gap, sizeof gap);
  for (int a = 0; a < 3; a++) assert_memory_equal(&t->n_to[a][k], &n[a], sizeof n[a]);
  assert_true(t->feature[k] == feature);
  seen[feature]++;
  seen[7] += dist == 0;
}

static void same_bits(void **state) {
  SCR_UNUSED(state);
  static const char *const isa[] = {"base", "avx2", "avx512"};
  scr_closest *t = scr_alloc_aligned(sizeof *t);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t s = 0; s < SCR_COUNTOF(isa); s++) {
      if (!scr_isa_select(isa[s])) continue;
      uint64_t g = 7;
      int seen[8] = {0};
      scr_world *w = triangles(dim, &g);
      for (uint32_t f = 0; f < w->facet.n; f++)
        for (int kind = 0; kind < BALLS_A_FACET; kind += t->n) {
          t->n = SCR_MIN(1 + (int)(f + (uint32_t)kind) % SCR_TILE, BALLS_A_FACET - kind);
          for (int k = 0; k < t->n; k++) {
            const uint32_t other = (f + (uint32_t)k) % w->facet.n;
            place(w, other, kind + k, &g, &t->ball[k]);
            t->shape[k] = &w->engine->facets->shape[other];
          }
          w->engine->kernels->closest(t);
          for (int k = 0; k < t->n; k++) check_one(w, t, k, (f + (uint32_t)k) % w->facet.n, seen);
        }
      for (int k = dim == 3 ? 0 : 4; k <= (dim == 3 ? 6 : 5); k++) assert_true(seen[k] > 100);
      assert_true(seen[0] > 100 && seen[7] > 10);
      scr_world_free(w);
    }
  scr_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
