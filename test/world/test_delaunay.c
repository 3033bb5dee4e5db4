/* Delaunay triangulations: exact signs of spheres, what must hold of any triangulation of random
 * points, lattices and lattices that are turned, and the middles of Voronoi cells. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/rng.h"
#include "world/geometry/delaunay.h"
#include "world/geometry/sign.h"

static double uniform(scr_rng *r, double lo, double hi) {
  return lo + (hi - lo) * scr_rng_uniform(r);
}

/* ---- signs, against whole numbers ---- */

static int64_t whole(scr_rng *r, int64_t size) {
  return (int64_t)floor(uniform(r, -(double)size, (double)size));
}

static __int128 det3(const int64_t *a, const int64_t *b, const int64_t *c) {
  __int128 d = 0;
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    d += (__int128)a[k] * ((__int128)b[l] * c[m] - (__int128)b[m] * c[l]);
  }
  return d;
}

/* Is p, the last point, inside of the sphere of the others, whichever way these are turned? */
static int inside(int dim, int64_t x[5][3]) {
  int64_t d[4][3] = {{0}}, e[3][3] = {{0}};
  __int128 sum = 0, turn;
  for (int k = 0; k < dim + 1; k++)
    for (int c = 0; c < dim; c++) d[k][c] = x[k][c] - x[dim + 1][c];
  for (int k = 0; k < dim; k++)
    for (int c = 0; c < dim; c++) e[k][c] = x[k + 1][c] - x[0][c];
  if (dim == 2) e[2][2] = 1;
  turn = det3(e[0], e[1], e[2]);
  for (int i = 0; i < dim + 1; i++) {
    int64_t u[3][3] = {{0}};
    __int128 far = 0;
    for (int c = 0; c < dim; c++) far += (__int128)d[i][c] * d[i][c];
    for (int k = 0, n = 0; k < dim + 1; k++)
      if (k != i) memcpy(u[n++], d[k], sizeof d[k]);
    if (dim == 2) u[2][2] = 1;
    sum += (i % 2 ? -far : far) * det3(u[0], u[1], u[2]);
  }
  if (turn < 0) sum = -sum;
  return (sum > 0) - (sum < 0);
}

static void assert_sphere(int dim, int64_t x[5][3], int *zeros) {
  double f[5][3];
  const double *corner[4];
  for (int k = 0; k < 5; k++)
    for (int c = 0; c < 3; c++) f[k][c] = (double)x[k][c] * 0x1p-9;
  const int side =
      dim == 2 ? scr_side_of_line(f[0], f[1], f[2]) : scr_side_of_plane(f[0], f[1], f[2], f[3]);
  if (!side) return;
  for (int k = 0; k < dim + 1; k++) corner[k] = f[k];
  if (side < 0) corner[0] = f[1], corner[1] = f[0];
  const int want = inside(dim, x);
  double sure;
  assert_int_equal(scr_side_of_sphere(dim, corner, f[dim + 1], &sure), want);
  *zeros += want == 0;
}

/* Points of one sphere, of which each has the same coordinates in another order and with other
 * signs, moved away from 0; every second time one of them is a little beside it. */
static void sides_of_spheres(void **state) {
  (void)state;
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int dim = 2; dim < 4; dim++) {
    int zeros = 0;
    for (int k = 0; k < 20000; k++) {
      int64_t x[5][3] = {{0}}, from[3], at[3];
      for (int c = 0; c < 3; c++) from[c] = whole(&r, 1LL << 18), at[c] = whole(&r, 1LL << 20);
      for (int i = 0; i < dim + 2; i++) {
        const int first = (int)uniform(&r, 0, dim), step = uniform(&r, 0, 1) < 0.5 ? 1 : dim - 1;
        for (int c = 0; c < dim; c++) {
          const int64_t part = from[(first + c * step) % dim];
          x[i][c] = at[c] + (uniform(&r, 0, 1) < 0.5 ? part : -part);
        }
      }
      if (k % 2) x[(int)uniform(&r, 0, dim + 2)][0] += whole(&r, 2);
      assert_sphere(dim, x, &zeros);
      /* close together: numbers of few digits, after the differences are taken */
      for (int i = 0; i < dim + 2; i++)
        for (int c = 0; c < dim; c++) x[i][c] = (x[i][c] - at[c]) % 512 + at[c];
      assert_sphere(dim, x, &zeros);
    }
    assert_true(zeros > 4000);
  }
}

/* Corners of a box lie on one sphere, however its sides are rounded; the next number beside one of
 * them lies off it. Of most sides the differences are no doubles. */
static void corners_of_boxes(void **state) {
  (void)state;
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int k = 0; k < 3000; k++)
    for (int dim = 2; dim < 4; dim++) {
      double lo[3], hi[3], corner[4][3] = {{0}}, p[3] = {0}, sure;
      for (int c = 0; c < 3; c++) {
        lo[c] = uniform(&r, -1, 1) * scr_rng_uniform(&r) * 1e-5;
        hi[c] = uniform(&r, 1, 2) * (k % 2 ? 1e4 : 1);
      }
      for (int c = 0; c < dim; c++) { /* the first corner, and its neighbour along each axis */
        for (int q = 0; q <= dim; q++) corner[q][c] = q == c + 1 ? hi[c] : lo[c];
        p[c] = hi[c];
      }
      const double *x[] = {corner[0], corner[1], corner[2], corner[3]};
      assert_int_equal(scr_side_of_sphere(dim, x, p, &sure), 0);
      p[k % dim] = nextafter(p[k % dim], 1e9);
      assert_int_equal(scr_side_of_sphere(dim, x, p, &sure), -1);
      p[k % dim] = nextafter(nextafter(p[k % dim], 0), 0);
      assert_int_equal(scr_side_of_sphere(dim, x, p, &sure), 1);
    }
}

/* ---- what holds of every triangulation ---- */

static double volume(const scr_delaunay *t, const scr_simplex *s) {
  const double *o = t->x + 3 * (size_t)s->corner[0];
  double e[3][3] = {{0}}, v = 0;
  for (int k = 0; k < t->dim; k++)
    for (int c = 0; c < 3; c++) e[k][c] = t->x[3 * (size_t)s->corner[k + 1] + (size_t)c] - o[c];
  if (t->dim == 2) e[2][2] = 3;
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    v += e[0][k] * (e[1][l] * e[2][m] - e[1][m] * e[2][l]);
  }
  return v / 6;
}

static bool has(const scr_delaunay *t, const scr_simplex *s, uint32_t p) {
  for (int k = 0; k <= t->dim; k++)
    if (s->corner[k] == p) return true;
  return false;
}

/* Neighbours know each other and share all corners but one; no point lies inside a sphere. */
static double assert_delaunay(const scr_delaunay *t) {
  double sum = 0;
  for (uint32_t q = 0; q < t->ncell; q++) {
    const scr_simplex *s = &t->cell[q];
    if (s->gone) continue;
    for (int k = 0; k <= t->dim; k++) {
      const scr_simplex *o = &t->cell[s->beside[k]];
      int known = 0, shared = 0;
      for (int c = 0; c <= t->dim; c++)
        known += o->beside[c] == q, shared += has(t, o, s->corner[c]);
      assert_false(o->gone);
      assert_int_equal(known, 1);
      assert_int_equal(shared, t->dim);
    }
    if (!scr_delaunay_inside(s)) continue;
    const double *corner[4], part = volume(t, s);
    for (int k = 0; k <= t->dim; k++) corner[k] = t->x + 3 * (size_t)s->corner[k];
    assert_true(part > 0);
    sum += part;
    for (uint32_t p = 0; p < t->n; p++) {
      double sure;
      if (!has(t, s, p))
        assert_true(scr_side_of_sphere(t->dim, corner, t->x + 3 * (size_t)p, &sure) <= 0);
    }
  }
  return sum;
}

static double *points_new(uint32_t n) { return scr_alloc(3 * ((size_t)n + 1) * sizeof(double)); }

/* In a cube with its corners, and some points twice: the cells fill it. */
static void random_points(void **state) {
  (void)state;
  enum { N = 250 };
  scr_rng r;
  scr_rng_seed(&r, 4);
  for (int dim = 2; dim < 4; dim++)
    for (int round = 0; round < 4; round++) {
      double *x = points_new(N);
      const uint32_t corners = dim == 2 ? 4 : 8;
      for (uint32_t k = 0; k < N; k++)
        for (int c = 0; c < dim; c++)
          x[3 * k + (uint32_t)c] = k < corners ? (double)(k >> c & 1) : uniform(&r, 0, 1);
      for (uint32_t k = 100; k < 110; k++) memcpy(x + 3 * k, x + 3 * (k - 50), 3 * sizeof *x);
      scr_delaunay t;
      assert_true(scr_delaunay_find(dim, x, N, &t));
      assert_int_equal(t.n, N - 10);
      assert_true(fabs(assert_delaunay(&t) - 1) < 1e-12);
      scr_delaunay_free(&t);
      scr_free(x);
    }
}

/* Every cell of a lattice has many points on its sphere. */
static void lattices(void **state) {
  (void)state;
  for (int dim = 2; dim < 4; dim++) {
    const uint32_t side = dim == 2 ? 12 : 6, n = dim == 2 ? side * side : side * side * side;
    double *x = points_new(n);
    for (uint32_t k = 0; k < n; k++) {
      x[3 * k] = k % side, x[3 * k + 1] = k / side % side, x[3 * k + 2] = k / side / side;
      if (dim == 2) x[3 * k + 2] = 0;
    }
    scr_delaunay t;
    assert_true(scr_delaunay_find(dim, x, n, &t));
    assert_true(fabs(assert_delaunay(&t) - pow(side - 1, dim)) < 1e-11);
    scr_delaunay_free(&t);
    scr_free(x);
  }
}

static void flat(void **state) {
  (void)state;
  const double x[] = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 0, 1, 2, 1, 2, 3};
  for (uint32_t n = 0; n <= 6; n++) {
    scr_delaunay t;
    assert_false(scr_delaunay_find(3, x, n, &t));
    assert_int_equal(t.n, n);
    scr_delaunay_free(&t);
  }
}

/* ---- middles ---- */

/* A lattice that is turned, whose places are rounded: each inner cube has one middle, in its
 * centre, and what is flat at the hull is left out. */
static void turned_lattice(void **state) {
  (void)state;
  enum { SIDE = 5, N = SIDE * SIDE * SIDE };
  const double a = 0.7, b = 0.4, ca = cos(a), sa = sin(a), cb = cos(b), sb = sin(b),
               turn[3][3] = {{ca, -sa * cb, sa * sb}, {sa, ca * cb, -ca * sb}, {0, sb, cb}};
  double *x = points_new(N), *middle;
  uint32_t *same, found = 0;
  for (uint32_t k = 0; k < N; k++) {
    const double p[] = {k % SIDE, k / SIDE % SIDE, k / SIDE / SIDE};
    for (uint32_t c = 0; c < 3; c++)
      x[3 * k + c] = 0.1 * (turn[c][0] * p[0] + turn[c][1] * p[1] + turn[c][2] * p[2]) + 10;
  }
  scr_delaunay t;
  assert_true(scr_delaunay_find(3, x, N, &t));
  assert_true(fabs(assert_delaunay(&t) - 0.064) < 1e-14);
  scr_delaunay_middles(&t, &middle, &same);
  for (uint32_t k = 0; k < t.ncell; k++) {
    if (!scr_delaunay_inside(&t.cell[k])) continue;
    double cell[3] = {0};
    for (uint32_t c = 0; c < 3; c++)
      for (uint32_t i = 0; i < 3; i++) cell[c] += turn[i][c] * (middle[3 * same[k] + i] - 10) / 0.1;
    for (int c = 0; c < 3; c++) assert_true(fabs(cell[c] - floor(cell[c]) - 0.5) < 1e-11);
    found += same[k] == k;
  }
  assert_int_equal(found, (SIDE - 1) * (SIDE - 1) * (SIDE - 1));
  scr_free(middle);
  scr_free(same);
  scr_delaunay_free(&t);
  scr_free(x);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sides_of_spheres),
      cmocka_unit_test(corners_of_boxes),
      cmocka_unit_test(random_points),
      cmocka_unit_test(lattices),
      cmocka_unit_test(flat),
      cmocka_unit_test(turned_lattice),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
