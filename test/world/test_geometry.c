/* Geometry sets: exact sides of lines and planes, rays through edges and vertices, distances, and
 * what is left of a set when things are removed. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/rng.h"
#include "kernel/state.h"
#include "world/geometry/join.h"
#include "world/geometry/sign.h"
#include "world/geometry/tree.h"

static const double up[3] = {0, 0, 1};

static double uniform(scr_rng *r, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(r);
}

/* ---- signs, against whole numbers ---- */

static int sign_of(__int128 x) { return (x > 0) - (x < 0); }

static int64_t whole(scr_rng *r, int64_t size) {
  return (int64_t)floor(uniform(r, -(double)size, (double)size));
}

static void assert_line_side(const int64_t *a, const int64_t *b, const int64_t *p, int *zeros) {
  const int want =
      sign_of((__int128)(b[0] - a[0]) * (p[1] - a[1]) - (__int128)(b[1] - a[1]) * (p[0] - a[0]));
  double f[3][2];
  for (int c = 0; c < 2; c++)
    f[0][c] = (double)a[c], f[1][c] = (double)b[c], f[2][c] = (double)p[c];
  assert_int_equal(scr_side_of_line(f[0], f[1], f[2]), want);
  *zeros += want == 0;
}

/* Points near a line, or on it: close to its ends, and where differences of coordinates are
 * rounded. */
static void sides_of_lines(void **state) {
  (void)state;
  scr_rng r;
  int zeros = 0;
  scr_rng_seed(&r, 1);
  for (int k = 0; k < 20000; k++) {
    const int64_t a[] = {whole(&r, 1LL << 30), whole(&r, 1LL << 30)},
                  e[] = {whole(&r, 1LL << 20), whole(&r, 1LL << 20)}, t = whole(&r, 1LL << 20),
                  b[] = {a[0] + e[0], a[1] + e[1]},
                  p[] = {a[0] + t * e[0] + whole(&r, 2), a[1] + t * e[1] + whole(&r, 2)};
    const int64_t u[] = {whole(&r, 1LL << 12), whole(&r, 1LL << 12)},
                  far[] = {u[0] * (1LL << 44), u[1] * (1LL << 44)},
                  q[] = {3 * u[0] + whole(&r, 2), 3 * u[1] + whole(&r, 2)};
    assert_line_side(a, b, p, &zeros);
    assert_line_side(u, far, q, &zeros);
  }
  assert_true(zeros > 2000);
}

static void sides_of_planes(void **state) {
  (void)state;
  scr_rng r;
  int zeros = 0;
  scr_rng_seed(&r, 2);
  for (int k = 0; k < 20000; k++) {
    int64_t x[4][3], u[2][3];
    const int64_t s = whole(&r, 1000), t = whole(&r, 1000);
    for (int c = 0; c < 3; c++) {
      x[0][c] = whole(&r, 1LL << 35);
      for (int i = 0; i < 2; i++) u[i][c] = whole(&r, 1LL << 24), x[i + 1][c] = x[0][c] + u[i][c];
      x[3][c] = x[0][c] + s * u[0][c] + t * u[1][c] + (k % 2 ? whole(&r, 2) : 0);
    }
    __int128 det = 0;
    double f[4][3];
    for (int c = 0; c < 3; c++) {
      const int l = (c + 1) % 3, m = (c + 2) % 3;
      det += ((__int128)u[0][l] * u[1][m] - (__int128)u[0][m] * u[1][l]) * (x[3][c] - x[0][c]);
      for (int i = 0; i < 4; i++) f[i][c] = (double)x[i][c] * 0x1p-20;
    }
    assert_int_equal(scr_side_of_plane(f[0], f[1], f[2], f[3]), sign_of(det));
    zeros += det == 0;
  }
  assert_true(zeros > 9000);
}

/* ---- bodies ---- */

typedef struct body {
  double *x; /* triangles, nine numbers each */
  size_t n, cap;
} body;

static void add(body *b, const double *p, const double *q, const double *r) {
  const double *corner[] = {p, q, r};
  SCR_GROW(b->x, b->cap, 9 * (b->n + 1));
  for (size_t k = 0; k < 3; k++) memcpy(b->x + 9 * b->n + 3 * k, corner[k], 3 * sizeof(double));
  b->n++;
}

static void random_turn(scr_rng *r, double turn[3][3]) {
  double q[4], size = 0;
  for (int k = 0; k < 4; k++) q[k] = uniform(r, -1, 1), size += q[k] * q[k];
  const double s = 2 / size, w = q[0], x = q[1], y = q[2], z = q[3];
  const double m[3][3] = {{1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)},
                          {s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)},
                          {s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)}};
  memcpy(turn, m, sizeof m);
}

static void turned(const double turn[3][3], const double *x, double *out) {
  for (int k = 0; k < 3; k++) out[k] = turn[k][0] * x[0] + turn[k][1] * x[1] + turn[k][2] * x[2];
}

/* Of a convex body the sides of its faces tell; 0: on one of them. */
static int inside_convex(const body *b, const double *p) {
  int in = 1;
  for (size_t k = 0; k < b->n; k++) {
    const double *x = b->x + 9 * k;
    const int side = scr_side_of_plane(x, x + 3, x + 6, p);
    if (side > 0) return -1;
    if (side == 0) in = 0;
  }
  return in;
}

/* Points straight above and below vertices, edges and faces, and anywhere. */
static void assert_convex(const body *b, scr_rng *r) {
  scr_geom_tree *t = scr_geom_tree_new(3, b->x, b->n, up);
  for (size_t k = 0; k < 40 * b->n; k++) {
    const double *x = b->x + 9 * (k % b->n), part = k % 3 == 0 ? 0 : 0.5;
    double p[3];
    for (int c = 0; c < 3; c++) p[c] = x[c] + part * (x[3 + c] - x[c]);
    p[2] = uniform(r, -2, 2);
    if (k % 5 == 4)
      for (int c = 0; c < 3; c++) p[c] = uniform(r, -1, 1);
    const int want = inside_convex(b, p);
    if (want) assert_int_equal((int)(scr_geom_tree_meets(t, p) & 1), want > 0);
  }
  scr_geom_tree_free(t);
}

static void of_shape(const scr_shape *s, const double turn[3][3], body *b) {
  double *x = scr_alloc(3 * (size_t)s->nv * sizeof *x);
  for (uint32_t k = 0; k < s->nv; k++) turned(turn, s->x + 3 * (size_t)k, x + 3 * (size_t)k);
  for (uint32_t f = 0; f < s->nf; f++) {
    const uint32_t *v = s->facet + 3 * (size_t)f; /* normals point inward: turned round */
    add(b, x + 3 * (size_t)v[0], x + 3 * (size_t)v[2], x + 3 * (size_t)v[1]);
  }
  scr_free(x);
}

static void cubes_and_spheres_turned(void **state) {
  (void)state;
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < 60; k++) {
    double turn[3][3];
    scr_shape s = {0};
    body b = {0};
    random_turn(&r, turn);
    if (k % 2)
      scr_shape_box(&s, 3, (double[3]){-0.6, -0.5, -0.4}, (double[3]){0.3, 0.4, 0.5});
    else
      scr_shape_sphere(&s, (double[3]){0, 0, 0}, 0.9, 0.5);
    if (k < 2) memcpy(turn, (double[3][3]){{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, sizeof turn);
    of_shape(&s, turn, &b);
    if (k % 2)
      assert_convex(&b, &r);
    else {
      scr_geom_tree *t = scr_geom_tree_new(3, b.x, b.n, up);
      for (int i = 0; i < 300; i++) {
        double p[3], size = 0;
        for (int c = 0; c < 3; c++) p[c] = i % 2 ? uniform(&r, -1, 1) : b.x[9 * (i % (int)b.n) + c];
        if (i % 2 == 0) p[2] *= uniform(&r, 0, 2);
        for (int c = 0; c < 3; c++) size += p[c] * p[c];
        size = sqrt(size) / 0.9;
        if (size > 0.9 && size < 1.001) continue;
        assert_int_equal((int)(scr_geom_tree_meets(t, p) & 1), size < 1);
      }
      scr_geom_tree_free(t);
    }
    scr_free(b.x);
    scr_shape_free(&s);
  }
}

/* ---- bodies of unit cubes: all that rays meet is degenerate ---- */

enum { SIDE = 5 };
typedef bool cubes[SIDE][SIDE][SIDE];

static bool filled(cubes c, int i, int j, int k) {
  const bool in = i >= 0 && j >= 0 && k >= 0 && i < SIDE && j < SIDE && k < SIDE;
  return in && c[i][j][k];
}

/* The face of the cube at x across which lies its neighbour along an axis. */
static void add_square(body *b, const int x[3], int axis, bool high) {
  double v[4][3];
  for (int k = 0; k < 4; k++) {
    for (int c = 0; c < 3; c++) v[k][c] = x[c];
    v[k][axis] += high;
    v[k][(axis + 1) % 3] += k == 1 || k == 2;
    v[k][(axis + 2) % 3] += k >= 2;
  }
  add(b, v[0], v[1], v[2]);
  add(b, v[0], v[2], v[3]);
}

static void surface_of(cubes c, body *b) {
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++)
        for (int face = 0; face < 6 && c[i][j][k]; face++) {
          const int axis = face / 2, step = face % 2 ? 1 : -1;
          const int to[] = {i + (axis == 0) * step, j + (axis == 1) * step, k + (axis == 2) * step};
          if (!filled(c, to[0], to[1], to[2])) add_square(b, (int[3]){i, j, k}, axis, step > 0);
        }
}

/* Are all cubes round a point of half numbers filled (1), none (0), or some (-1)? */
static int round_point(cubes c, const double *p) {
  int count = 0;
  for (int n = 0; n < 8; n++) {
    int at[3];
    for (int a = 0; a < 3; a++) at[a] = (int)floor(p[a] + (n >> a & 1 ? 0.1 : -0.1));
    count += filled(c, at[0], at[1], at[2]);
  }
  return count == 8 ? 1 : count == 0 ? 0 : -1;
}

static void rays_through_edges_and_vertices(void **state) {
  (void)state;
  static const double way[][3] = {{0, 0, 1},  {0, 0, -1}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0},
                                  {0, -3, 0}, {1, 1, 0},  {1, 2, 3}, {-1, 1, -1}};
  scr_rng r;
  scr_rng_seed(&r, 4);
  for (int round = 0; round < 18; round++) {
    cubes c;
    body b = {0};
    int asked = 0;
    for (int n = 0; n < SIDE * SIDE * SIDE; n++)
      c[n / SIDE / SIDE][n / SIDE % SIDE][n % SIDE] = scr_rng_uniform(&r) < 0.7;
    surface_of(c, &b);
    scr_geom_tree *t = scr_geom_tree_new(3, b.x, b.n, way[round % 9]);
    for (int n = 0; n < 13 * 13 * 13; n++) {
      const double p[] = {0.5 * (n % 13 - 1), 0.5 * (n / 13 % 13 - 1), 0.5 * (n / 169 - 1)};
      const int want = round_point(c, p);
      if (want < 0) continue;
      assert_int_equal((int)(scr_geom_tree_meets(t, p) & 1), want);
      asked++;
    }
    assert_true(asked > 200);
    scr_geom_tree_free(t);
    scr_free(b.x);
  }
}

/* Whatever lies on a surface that two bodies share is in one of them. */
static void shared_surfaces(void **state) {
  (void)state;
  cubes all;
  body half[2] = {{0}, {0}};
  scr_geom_tree *t[2];
  memset(all, 1, sizeof all);
  for (int side = 0; side < 2; side++) {
    cubes c;
    for (int n = 0; n < SIDE * SIDE * SIDE; n++) {
      const int x[] = {n / SIDE / SIDE, n / SIDE % SIDE, n % SIDE};
      c[x[0]][x[1]][x[2]] = ((x[0] + x[1] * 2 + x[2] * 3) % 7 < 3) == side;
    }
    surface_of(c, &half[side]);
    t[side] = scr_geom_tree_new(3, half[side].x, half[side].n, up);
  }
  for (int n = 0; n < 9 * 9 * 9; n++) {
    const double p[] = {0.5 * (n % 9 + 1), 0.5 * (n / 9 % 9 + 1), 0.5 * (n / 81 + 1)};
    assert_int_equal(round_point(all, p), 1);
    const size_t in = (scr_geom_tree_meets(t[0], p) & 1) + (scr_geom_tree_meets(t[1], p) & 1);
    assert_int_equal((int)in, 1);
  }
  for (int side = 0; side < 2; side++) scr_geom_tree_free(t[side]), scr_free(half[side].x);
}

/* ---- 2D ---- */

/* A comb whose teeth and gaps are one wide: points of half numbers, rays along its sides. */
static void combs(void **state) {
  (void)state;
  static const double way[][3] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {-1, 0, 0}, {1, 1, 0}};
  scr_geom g = {0};
  uint32_t node[12];
  const double corner[][2] = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                              {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  for (int k = 0; k < 12; k++)
    node[k] = scr_geom_node_at(&g, (double[3]){corner[k][0], corner[k][1], 0});
  scr_geom_poly_of(&g, node, 12);
  double *x;
  const size_t n = scr_geom_pieces(&g, 2, true, &x);
  assert_int_equal((int)n, 12);
  for (size_t d = 0; d < SCR_COUNTOF(way); d++) {
    scr_geom_tree *t = scr_geom_tree_new(2, x, n, way[d]);
    for (int i = -2; i < 24; i++)
      for (int j = -2; j < 16; j++) {
        const double p[] = {0.25 * i, 0.25 * j, 0};
        const bool wide = p[0] > 0 && p[0] < 5 && p[1] > 0 && p[1] < 3;
        const bool rim = p[0] == floor(p[0]) || p[1] == floor(p[1]);
        const bool tooth = p[1] < 1 || ((int)floor(p[0]) & 1) == 0;
        if (!rim || !wide) {
          if (p[0] != 0 && p[0] != 5 && p[1] != 0 && p[1] != 3)
            assert_int_equal((int)(scr_geom_tree_meets(t, p) & 1), wide && tooth);
        }
      }
    scr_geom_tree_free(t);
  }
  scr_free(x);
  scr_geoms_free(&(scr_geoms){0});
  scr_geom_remove(&g, NULL, NULL, NULL, false);
  scr_free(g.node), scr_free(g.edge), scr_free(g.poly), scr_free(g.corner);
}

/* ---- distances ---- */

static double to_box(const double *p, const double *half) {
  double out = 0, in = HUGE_VAL;
  for (int k = 0; k < 3; k++) {
    const double d = fabs(p[k]) - half[k];
    out += d > 0 ? d * d : 0;
    in = fmin(in, -d);
  }
  return out > 0 ? sqrt(out) : in;
}

static void distances_from_a_box(void **state) {
  (void)state;
  const double half[3] = {0.5, 0.3, 0.2};
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int round = 0; round < 20; round++) {
    double turn[3][3];
    scr_shape s = {0};
    body b = {0};
    random_turn(&r, turn);
    scr_shape_box(&s, 3, (double[3]){-0.5, -0.3, -0.2}, half);
    of_shape(&s, turn, &b);
    scr_geom_tree *t = scr_geom_tree_new(3, b.x, b.n, up);
    for (int k = 0; k < 200; k++) {
      double p[3], q[3];
      for (int c = 0; c < 3; c++) p[c] = uniform(&r, -1, 1);
      turned(turn, p, q);
      const double d = to_box(p, half);
      assert_true(scr_geom_tree_near(t, q, d + 1e-12));
      assert_false(scr_geom_tree_near(t, q, d - 1e-12));
    }
    scr_geom_tree_free(t);
    scr_free(b.x);
    scr_shape_free(&s);
  }
}

/* ---- many ---- */

/* 1e5 triangles and 1e5 points, which takes a second at most. */
static void large_sphere(void **state) {
  (void)state;
  const double turn[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  scr_shape s = {0};
  body b = {0};
  scr_rng r;
  scr_rng_seed(&r, 6);
  scr_shape_sphere(&s, (double[3]){0, 0, 0}, 1, 0.01);
  assert_true(s.nf > 80000);
  of_shape(&s, turn, &b);
  scr_geom_tree *t = scr_geom_tree_new(3, b.x, b.n, up);
  for (int k = 0; k < 100000; k++) {
    double p[3], size = 0;
    for (int c = 0; c < 3; c++) p[c] = uniform(&r, -1.1, 1.1), size += p[c] * p[c];
    if (size > 0.9998 && size < 1) continue;
    assert_int_equal((int)(scr_geom_tree_meets(t, p) & 1), size < 1);
  }
  scr_geom_tree_free(t);
  scr_free(b.x);
  scr_shape_free(&s);
}

/* ---- sets ---- */

/* Two triangles with a side in common, and an edge by itself. */
static scr_geom *two_triangles(scr_geoms *all) {
  scr_geom *g = scr_geoms_need(all, "two");
  uint32_t v[5];
  for (int k = 0; k < 5; k++) v[k] = scr_geom_node_at(g, (double[3]){k % 2, k / 2, 0});
  assert_int_equal(scr_geom_node_at(g, (double[3]){1, 0, -0.0}), v[1]);
  scr_geom_poly_of(g, (uint32_t[]){v[0], v[1], v[2]}, 3);
  scr_geom_poly_of(g, (uint32_t[]){v[1], v[3], v[2]}, 3);
  scr_geom_edge_between(g, v[3], v[4]);
  return g;
}

static void assert_counts(const scr_geom *g, uint32_t nodes, uint32_t edges, uint32_t polys) {
  assert_int_equal(g->n[SCR_GEOM_NODE], nodes);
  assert_int_equal(g->n[SCR_GEOM_EDGE], edges);
  assert_int_equal(g->n[SCR_GEOM_POLY], polys);
}

static void removing(void **state) {
  (void)state;
  scr_geoms all = {0};
  scr_geom *g = two_triangles(&all);
  assert_counts(g, 5, 6, 2);
  assert_int_equal(scr_geom_poly_of(g, (uint32_t[]){0, 0, 1}, 3), SCR_NONE);
  scr_geom_remove(g, NULL, NULL, (bool[]){true, false}, false); /* what they share stays */
  assert_counts(g, 4, 4, 1);
  assert_int_equal(scr_geom_find(g, SCR_GEOM_NODE, 1), SCR_NONE);
  assert_int_equal(scr_geom_find(g, SCR_GEOM_POLY, 2), 0);
  assert_true(fabs(scr_geom_area(g, 0) - 0.5) < 1e-15);
  scr_geom_remove(g, (bool[]){true, false, false, false}, NULL, NULL, true);
  assert_counts(g, 3, 2, 0);
  assert_int_equal(scr_geom_node_new(g, (double[3]){7, 7, 7}), 3);
  assert_int_equal(g->node[3].id, 6); /* ids are not given again */
  scr_geoms_free(&all);

  g = two_triangles(&all);
  const uint32_t shared = scr_geom_edge_find(g, 1, 2);
  bool edge[6] = {false};
  edge[shared] = true;
  scr_geom_remove(g, NULL, edge, NULL, false);
  assert_counts(g, 2, 1, 0);
  scr_geoms_free(&all);
}

static void joining(void **state) {
  (void)state;
  scr_geoms all = {0};
  scr_geom *g = two_triangles(&all), *to = scr_geoms_need(&all, "to");
  const double off[] = {0, 0, 0}, near[] = {1e-9, -1e-9, 1e-9};
  g->poly[0].groups = 7;
  scr_geom_join(to, g, off, 0);
  g->poly[0].groups = 3;
  scr_geom_join(to, g, near, 0);
  assert_counts(to, 10, 12, 4);
  scr_geom_join(to, g, near, 1e-8);
  assert_counts(to, 10, 12, 6); /* polygons may lie on one another; nodes and edges do not */
  assert_int_equal(to->poly[0].groups, 7);
  assert_int_equal(to->poly[2].groups, 3);
  assert_int_equal(to->poly[1].groups, 0);
  assert_true(scr_geom_size(g) == 2);
  scr_geoms_free(&all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sides_of_lines),
      cmocka_unit_test(sides_of_planes),
      cmocka_unit_test(cubes_and_spheres_turned),
      cmocka_unit_test(rays_through_edges_and_vertices),
      cmocka_unit_test(shared_surfaces),
      cmocka_unit_test(combs),
      cmocka_unit_test(distances_from_a_box),
      cmocka_unit_test(large_sphere),
      cmocka_unit_test(removing),
      cmocka_unit_test(joining),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
