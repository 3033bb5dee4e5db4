/* Plane polygons cut into triangles: rectilinear ones with corners on one line, and those whose
 * outline reaches holes over bridges, wherever they lie and from whichever corner they begin. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include <string.h>
#include "base/rng.h"
#include "base/smath.h"
#include "base/vec3.h"
#include "world/shapes/shape.h"

enum { SIDE = 8, MOST = 4 * SIDE * SIDE };

typedef struct plane_polygon {
  uint32_t n;
  double at[MOST][2], area;
  uint32_t meet; /* places where holes touch: they are one there */
} plane_polygon;

static void add(plane_polygon *p, double x, double y) {
  assert_in_range(p->n, 0, MOST - 1);
  p->at[p->n][0] = x, p->at[p->n][1] = y;
  p->n++;
}

/* ---- outlines of cells ---- */

static bool is_cell(const bool *cell, int x, int y) {
  return x >= 0 && y >= 0 && x < SIDE && y < SIDE && cell[y * SIDE + x];
}

/* The cell to the left and the one to the right of the way from a corner in direction k. */
static bool is_side(const bool *cell, int x, int y, int k) {
  static const int left[4][2] = {{0, 0}, {-1, 0}, {-1, -1}, {0, -1}};
  const int *l = left[k], *r = left[(k + 3) % 4];
  return is_cell(cell, x + l[0], y + l[1]) && !is_cell(cell, x + r[0], y + r[1]);
}

/* The outline of cells, if it is one line that meets no corner twice. */
static bool outline_of(const bool *cell, plane_polygon *p) {
  static const int step[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  int sides = 0, x0 = -1, y0 = -1, k0 = 0, gone = 0;
  *p = (plane_polygon){.n = 0};
  for (int y = 0; y <= SIDE; y++)
    for (int x = 0; x <= SIDE; x++) {
      int here = 0;
      p->area += is_cell(cell, x, y);
      for (int k = 0; k < 4; k++)
        if (is_side(cell, x, y, k)) here++, x0 = x, y0 = y, k0 = k;
      if (here > 1) return false;
      sides += here;
    }
  if (!sides) return false;
  int x = x0, y = y0, k = k0, last = -1;
  do {
    if (k != last) add(p, x, y);
    last = k;
    x += step[k][0], y += step[k][1], gone++;
    for (k = 0; k < 4 && !is_side(cell, x, y, k);) k++;
    if (k == 4) return false;
  } while (x != x0 || y != y0);
  if (k == last && p->n) { /* the first is no corner */
    memmove(p->at[0], p->at[1], (p->n - 1) * sizeof p->at[0]);
    p->n--;
  }
  return gone == sides && p->n >= 4;
}

static void random_outline(scr_rng *rng, plane_polygon *p) {
  bool cell[SIDE * SIDE];
  do {
    const int cells = 2 + (int)(14 * scr_rng_uniform(rng));
    memset(cell, 0, sizeof cell);
    cell[SIDE * (SIDE / 2) + SIDE / 2] = true;
    for (int made = 1; made < cells;) {
      const int x = (int)(SIDE * scr_rng_uniform(rng)), y = (int)(SIDE * scr_rng_uniform(rng));
      if (cell[y * SIDE + x] || !(is_cell(cell, x - 1, y) || is_cell(cell, x + 1, y) ||
                                  is_cell(cell, x, y - 1) || is_cell(cell, x, y + 1)))
        continue;
      cell[y * SIDE + x] = true, made++;
    }
  } while (!outline_of(cell, p));
}

/* ---- where they lie ---- */

typedef struct place {
  double turn[3][3], scale, shift[3];
} place;

static place random_place(scr_rng *rng, bool still) {
  place m = {.turn = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, .scale = 1};
  if (still) return m;
  double q[4], len = 0;
  for (int k = 0; k < 4; k++) q[k] = scr_rng_gauss(rng), len += q[k] * q[k];
  len = sqrt(len);
  for (int k = 0; k < 4; k++) q[k] /= len;
  for (int i = 0; i < 3; i++)
    for (int k = 0; k < 3; k++) {
      const int other = 3 - i - k;
      const double cross = i == k ? 0 : ((k - i + 3) % 3 == 1 ? -1 : 1) * q[3] * q[other % 3];
      m.turn[i][k] = i == k ? 1 - 2 * (1 - q[3] * q[3] - q[i] * q[i]) : 2 * (q[i] * q[k] + cross);
    }
  m.scale = exp(14 * scr_rng_uniform(rng) - 7);
  for (int k = 0; k < 3; k++)
    m.shift[k] = m.scale * exp(7 * scr_rng_uniform(rng)) * (scr_rng_uniform(rng) - 0.5);
  return m;
}

static void put_corners(const plane_polygon *p, const place *m, uint32_t first, bool back,
                        double *x) {
  for (uint32_t k = 0; k < p->n; k++) {
    const double *at = p->at[back ? (first + p->n - k) % p->n : (first + k) % p->n];
    for (int c = 0; c < 3; c++)
      x[3 * k + (uint32_t)c] =
          m->shift[c] + m->scale * (m->turn[c][0] * at[0] + m->turn[c][1] * at[1]);
  }
}

/* ---- what must hold ---- */

static bool is_outline(const uint32_t *joined, uint32_t n, uint32_t a, uint32_t b) {
  for (uint32_t k = 0; k < n; k++)
    if (joined[k] == a && joined[(k + 1) % n] == b) return true;
  return false;
}

/* Each edge is one of the outline or lies between two triangles. */
static void assert_joined(const plane_polygon *p, const double *x, const scr_shape *s) {
  uint32_t joined[MOST];
  static unsigned char edge[MOST][MOST];
  memset(edge, 0, sizeof edge);
  for (uint32_t k = 0; k < p->n; k++)
    for (joined[k] = 0; memcmp(x + 3 * joined[k], x + 3 * k, 3 * sizeof *x) != 0;) joined[k]++;
  for (uint32_t f = 0; f < s->nf; f++)
    for (uint32_t k = 0; k < 3; k++)
      edge[joined[s->facet[3 * f + k]]][joined[s->facet[3 * f + (k + 1) % 3]]]++;
  for (uint32_t a = 0; a < p->n; a++)
    for (uint32_t b = 0; b < p->n; b++) {
      if (!edge[a][b]) continue;
      assert_int_equal(edge[a][b], 1);
      assert_true(edge[b][a] == 1 || is_outline(joined, p->n, a, b));
    }
}

/* Corners lie on a lattice: no triangle is lower than twice its least area over its longest edge.
 */
static void assert_cut(const plane_polygon *p, const place *m, const double *x) {
  scr_shape s = {0};
  uint32_t at = 0;
  double sum = 0, far = 0;
  assert_int_equal(scr_shape_polygon(&s, 3, x, p->n, false, true, &at), SCR_POLYGON_FINE);
  assert_int_equal(s.nf, p->n - 2 - 2 * p->meet);
  for (uint32_t f = 0; f < s.nf; f++) {
    const double *v[3];
    double a[3], b[3], normal[3];
    for (uint32_t k = 0; k < 3; k++) v[k] = s.x + 3 * (size_t)s.facet[3 * f + k];
    for (int c = 0; c < 3; c++) a[c] = v[1][c] - v[0][c], b[c] = v[2][c] - v[0][c];
    scr_cross3(a, b, normal);
    const double twice = sqrt(scr_dot3(normal, normal)) / (m->scale * m->scale);
    assert_true(twice > 1 - 1e-6); /* of corners of the lattice: a whole number */
    sum += 0.5 * twice;
  }
  for (uint32_t k = 0; k < 3 * p->n; k++) far = fmax(far, fabs(x[k]) / m->scale);
  assert_float_equal(sum, p->area, s.nf * 16.0 * SIDE * 0x1p-52 * (SIDE + far));
  assert_joined(p, x, &s);
  scr_shape_free(&s);
}

static void everywhere(const plane_polygon *p, scr_rng *rng, int places) {
  double x[3 * MOST];
  for (int q = 0; q < places; q++) {
    const place m = random_place(rng, q == 0);
    for (uint32_t first = 0; first < p->n; first++)
      for (int back = 0; back < 2; back++) {
        put_corners(p, &m, first, back, x);
        assert_cut(p, &m, x);
      }
  }
}

static void corners_on_one_line(void **state) {
  SCR_UNUSED(state);
  scr_rng rng;
  plane_polygon p;
  scr_rng_seed(&rng, 5);
  const plane_polygon l = {6, {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}}, 3, 0};
  everywhere(&l, &rng, 200);
  for (int k = 0; k < 400; k++) {
    random_outline(&rng, &p);
    everywhere(&p, &rng, 4);
  }
}

/* Square holes, clockwise, from the corner that a bridge reaches. */
static void hole(plane_polygon *p, double x, double y) {
  add(p, x, y), add(p, x, y + 1), add(p, x + 1, y + 1), add(p, x + 1, y), add(p, x, y);
  p->area -= 1;
}

/* Of four holes those whose bits are set, each on a bridge from one corner. */
static plane_polygon with_holes(const double where[4][2], unsigned which) {
  static const double corner[4][2] = {{0, 0}, {8, 0}, {8, 8}, {0, 8}};
  plane_polygon p = {.area = 64};
  for (int k = 0; k < 4; k++) add(&p, corner[k][0], corner[k][1]);
  for (int k = 0; k < 4; k++) {
    if (!(which >> k & 1)) continue;
    add(&p, 0, 0);
    hole(&p, where[k][0], where[k][1]);
  }
  return p;
}

static void holes_on_bridges(void **state) {
  SCR_UNUSED(state);
  static const double apart[4][2] = {{1, 6}, {3, 5}, {5, 3}, {6, 1}},
                      touching[4][2] = {{1, 5}, {2, 4}, {3, 3}, {5, 1}};
  scr_rng rng;
  scr_rng_seed(&rng, 6);
  for (unsigned which = 1; which < 16; which++) {
    plane_polygon p = with_holes(apart, which);
    everywhere(&p, &rng, 20);
    p = with_holes(touching, which);
    p.meet = ((which & 3) == 3) + ((which & 6) == 6);
    everywhere(&p, &rng, 20);
  }
}

/* A hole that a bridge reaches from the side of another one. */
static void holes_in_a_row(void **state) {
  SCR_UNUSED(state);
  scr_rng rng;
  scr_rng_seed(&rng, 7);
  const plane_polygon p = {16,
                           {{0, 0},
                            {8, 0},
                            {8, 4},
                            {0, 4},
                            {0, 0},
                            {1, 1},
                            {1, 2},
                            {2, 2},
                            {4, 1},
                            {4, 2},
                            {5, 2},
                            {5, 1},
                            {4, 1},
                            {2, 2},
                            {2, 1},
                            {1, 1}},
                           30,
                           0};
  everywhere(&p, &rng, 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(corners_on_one_line),
      cmocka_unit_test(holes_on_bridges),
      cmocka_unit_test(holes_in_a_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
