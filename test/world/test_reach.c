/* Shortest ways through random networks against ways that are made shorter until none is left that
 * can be, intersection by intersection. */
#include "world/scene.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/fracture/inter.h"
#include "world/fracture/meeting.h"
#include "world/fracture/reach.h"

enum { N = 120 };

static scr_world *network(int dim, uint64_t seed, uint32_t places[N]) {
  scr_world *w = scr_world_new(dim);
  scr_diag d = {0};
  scr_rng rng;
  scr_rng_seed(&rng, seed);
  const uint32_t dfn = scr_dfn_need(w, "a");
  for (int i = 0; i < N; i++) {
    scr_fracture_spec s = {.dfn = dfn, .size = dim == 2 ? 0.15 : 0.3};
    s.dip = 90 * scr_rng_uniform(&rng), s.ddir = 359 * scr_rng_uniform(&rng);
    for (int k = 0; k < dim; k++) s.x[k] = scr_rng_uniform(&rng);
    assert_true(scr_fracture_create(w, &d, &s, &places[i]));
    w->fractures.at[places[i]].aperture = 0.1 + scr_rng_uniform(&rng);
  }
  return w;
}

static double step_of(const scr_world *w, scr_reach_by by, const scr_inter *a, const scr_inter *b) {
  double sum = 0;
  uint32_t shared = 0;
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < 2; k++)
      if (a->fracture[i] == b->fracture[k]) shared = a->fracture[i];
  if (!shared) return HUGE_VAL;
  if (by == SCR_REACH_LEVEL) return 1;
  for (int k = 0; k < 3; k++) {
    const double d = 0.5 * (a->end[0][k] + a->end[1][k]) - 0.5 * (b->end[0][k] + b->end[1][k]);
    sum += d * d;
  }
  const double aperture = w->fractures.at[scr_fracture_find(w, shared)].aperture;
  return sqrt(sum) / pow(aperture, by == SCR_REACH_CUBIC ? 3 : by == SCR_REACH_APERTURE ? 1 : 0);
}

/* From the fracture with id 1, by all pairs of intersections again and again. */
static double *relaxed(const scr_world *w, scr_reach_by by) {
  const scr_fractures *f = &w->fractures;
  double *at = scr_alloc(f->ninter * sizeof *at);
  for (size_t k = 0; k < f->ninter; k++)
    at[k] = f->inter[k].fracture[0] == 1 ? by == SCR_REACH_LEVEL : HUGE_VAL;
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < f->ninter; i++)
      for (size_t k = 0; k < f->ninter; k++) {
        const double there = at[i] + step_of(w, by, &f->inter[i], &f->inter[k]);
        if (there >= at[k] * (1 - 1e-12)) continue;
        at[k] = there, more = true;
      }
  }
  return at;
}

static void check(int dim, uint64_t seed, scr_reach_by by, size_t *far) {
  uint32_t places[N], set;
  scr_diag d = {0};
  double *reach;
  scr_world *w = network(dim, seed, places);
  assert_true(scr_inters_compute(w, &d, NULL, places, N, &set));
  assert_true(scr_fractures_reach(w, &d, set, by, 1, NULL, places, N, &reach));
  double *at = relaxed(w, by);
  for (int k = 0; k < N; k++) {
    double least = HUGE_VAL;
    const uint32_t id = w->fractures.at[places[k]].id;
    for (size_t i = 0; i < w->fractures.ninter; i++)
      if (w->fractures.inter[i].fracture[0] == id || w->fractures.inter[i].fracture[1] == id)
        least = SCR_MIN(least, at[i]);
    if (id == 1) least = 0;
    if (isinf(least)) least = -1;
    *far += least > 4;
    if (fabs(reach[k] - least) > 1e-9 * fabs(least))
      fail_msg("%dD, seed %d, fracture %u: %.17g, not %.17g", dim, (int)seed, id, reach[k], least);
  }
  scr_free(at);
  scr_free(reach);
  scr_world_free(w);
}

static void test_random(void **state) {
  SCR_UNUSED(state);
  size_t far = 0;
  for (int dim = 2; dim <= 3; dim++)
    for (uint64_t seed = 1; seed <= 5; seed++)
      for (int by = SCR_REACH_LEVEL; by <= SCR_REACH_CUBIC; by++)
        check(dim, seed, (scr_reach_by)by, &far);
  assert_true(far > 100); /* networks hang together */
}

/* Edges, in 3D triangles, at random; the first is far from all. */
static void random_set(scr_geom *g, int dim, scr_rng *rng) {
  for (int k = 0; k < 10; k++) {
    uint32_t node[3];
    for (int c = 0; c < dim; c++) {
      double x[3] = {0};
      for (int i = 0; i < dim; i++) x[i] = scr_rng_uniform(rng) + (k ? 0 : 50);
      node[c] = scr_geom_node_at(g, x);
    }
    if (dim == 2)
      scr_geom_edge_between(g, node[0], node[1]);
    else
      scr_geom_poly_of(g, node, 3);
  }
}

/* Is it by that set where the way begins? */
static bool met(const scr_world *w, const scr_geom *g, uint32_t place) {
  bool any = false;
  for (uint32_t k = 0; k < 10; k++) {
    const uint32_t *node = w->dim == 2 ? g->edge[k].node : g->corner + g->poly[k].first;
    double corner[9], end[2][3];
    for (int c = 0; c < w->dim; c++) memcpy(corner + 3 * c, g->node[node[c]].x, 3 * sizeof *corner);
    any |= scr_fracture_meets_polygon(w, place, corner, (uint32_t)w->dim, end);
  }
  return any;
}

static void test_geometry(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    uint32_t places[N], set;
    int near = 0;
    double *reach;
    scr_diag d = {0};
    scr_rng rng;
    scr_geoms sets = {0};
    scr_rng_seed(&rng, 3);
    scr_world *w = network(dim, 7, places);
    scr_geom *g = scr_geoms_need(&sets, "s");
    random_set(g, dim, &rng);
    assert_true(scr_inters_compute(w, &d, NULL, places, N, &set));
    assert_true(scr_fractures_reach(w, &d, set, SCR_REACH_LEVEL, 0, g, places, N, &reach));
    for (int k = 0; k < N; k++) {
      assert_int_equal(reach[k] == 1, met(w, g, places[k]));
      near += reach[k] == 1;
    }
    assert_true(near > 5 && near < N - 5);
    scr_free(reach);
    scr_geoms_free(&sets);
    scr_world_free(w);
  }
}

/* Where nothing meets there is no way that could ask. */
static void test_interrupt(void **state) {
  SCR_UNUSED(state);
  const bool stop = true;
  uint32_t place, set;
  double *reach;
  scr_diag d = {0};
  scr_geoms sets = {0};
  scr_world *w = scr_world_new(3);
  scr_geom *g = scr_geoms_need(&sets, "s");
  uint32_t node[3];
  for (int c = 0; c < 3; c++)
    node[c] = scr_geom_node_at(g, (double[3]){5 + (c == 1), 5 + (c == 2), 5});
  scr_geom_poly_of(g, node, 3);
  const scr_fracture_spec s = {.dfn = scr_dfn_need(w, "a"), .size = 1};
  assert_true(scr_fracture_create(w, &d, &s, &place));
  assert_true(scr_inters_compute(w, &d, NULL, &place, 1, &set));
  d.interrupt = &stop;
  assert_false(scr_fractures_reach(w, &d, set, SCR_REACH_LEVEL, 0, g, &place, 1, &reach));
  assert_int_equal(d.error.code, SCR_E_INTERRUPT);
  scr_diag_clear(&d);
  scr_geoms_free(&sets);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_random), cmocka_unit_test(test_geometry),
                                     cmocka_unit_test(test_interrupt)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
