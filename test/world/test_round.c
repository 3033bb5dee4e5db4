/* Shapes with a curved surface, polygons, and what is said of a surface: closed, oriented, exact
 * areas and volumes. */
#include "../base/test.h"

#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "world/shapes/mesh.h"

static const double *corner(const scr_shape *s, uint32_t facet, int k) {
  return s->x + 3 * (size_t)s->facet[3 * (size_t)facet + (size_t)k];
}

/* Signed volume (2D: area) inside; negative when the normals point inward. */
static double inside(const scr_shape *s, int dim) {
  double sum = 0;
  for (uint32_t f = 0; f < s->nf; f++) {
    const double *a = corner(s, f, 0), *b = corner(s, f, 1), *c = corner(s, f, dim - 1);
    if (dim == 2)
      sum -= (a[0] * b[1] - a[1] * b[0]) /
             2; /* the normal lies to the left: inward where the way is counterclockwise */
    else
      sum += (a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
              a[2] * (b[0] * c[1] - b[1] * c[0])) /
             6;
  }
  return sum;
}

static void assert_good(const scr_shape *s, int dim, bool closed) {
  scr_mesh_fault f = scr_mesh_check(s, dim);
  assert_int_equal(f.kind, SCR_MESH_FINE);
  scr_mesh_report r = scr_mesh_survey(s, dim);
  assert_int_equal(r.degenerate + r.duplicate + r.crowded + r.inverted, 0);
  assert_false(r.one_sided);
  assert_int_equal(r.closed, closed);
  if (closed) assert_int_equal(r.open, 0);
}

/* n-gon in a circle of radius 1 with edges below the resolution. */
static uint32_t ring_of(double resolution) {
  uint32_t n = 4;
  while (!(2 * sin(SCR_PI / n) < resolution)) n += 4;
  return n;
}

static void circle(void **state) {
  SCR_UNUSED(state);
  double last = 0;
  for (double h = 0.8; h > 0.01; h /= 2) {
    scr_shape s = {0};
    const double at[3] = {3, -2, 0}, r = 1.7;
    scr_shape_circle(&s, at, r, h);
    uint32_t n = ring_of(h);
    assert_int_equal(s.nf, n);
    assert_good(&s, 2, true);
    for (uint32_t v = 0; v < n; v++)
      assert_float_equal(hypot(s.x[3 * v] - at[0], s.x[3 * v + 1] - at[1]), r, 1e-15 * 8);
    double a = inside(&s, 2), off = SCR_PI * r * r + a;
    assert_float_equal(a, -0.5 * n * sin(2 * SCR_PI / n) * r * r, 1e-13);
    assert_float_equal(scr_shape_area(&s, 2), 2 * n * sin(SCR_PI / n) * r, 1e-13);
    if (last > 0 && h < 0.3)
      assert_true(last / off > 3.5 && last / off < 4.9); /* second order; n is a multiple of four */
    last = off;
    scr_shape_free(&s);
  }
}

/* One wall: side and ends welded. */
static void cone_of(scr_shape *s, const scr_dip *axes, const double base[3], double height,
                    const double r[2], double h) {
  scr_shape_cone(s, axes, base, height, r, h);
  for (int end = 0; end < 2; end++)
    if (r[end] > 0) scr_shape_cone_end(s, axes, base, height, r, h, end);
  scr_shape_weld(s);
}

static void cones_and_cylinders(void **state) {
  SCR_UNUSED(state);
  static const double radius[][2] = {{1, 1}, {1.3, 0.4}, {0.4, 1.3}, {1, 0}, {0, 1}};
  static const double axis[][3] = {{0, 0, 1}, {0, 1, 0}, {-2, 0, 0}, {1, 2, 3}, {1, 1, 1}};
  const double base[3] = {0.3, -0.2, 5}, height = 2.5;
  for (size_t k = 0; k < SCR_COUNTOF(radius); k++)
    for (size_t j = 0; j < SCR_COUNTOF(axis); j++)
      for (double h = 1; h > 0.05; h /= 3) {
        scr_shape s = {0};
        const double *r = radius[k];
        scr_dip axes = scr_axes_along(axis[j]);
        cone_of(&s, &axes, base, height, r, h);
        uint32_t n = ring_of(h), rings = (r[0] > 0) + (r[1] > 0);
        assert_good(&s, 3, true);
        assert_int_equal(s.nf, 2 * rings * n);
        assert_int_equal(s.nv, rings * (n + 1) + (2 - rings));
        double want =
            0.5 * n * sin(2 * SCR_PI / n) * height * (r[0] * r[0] + r[0] * r[1] + r[1] * r[1]) / 3;
        assert_float_equal(inside(&s, 3), -want, 1e-13 * 20);
        for (uint32_t v = 0; v < s.nv; v++) { /* on the surface or on the axis */
          double d[3], along = 0, across2 = 0;
          for (int c = 0; c < 3; c++)
            d[c] = s.x[3 * v + (uint32_t)c] - base[c], along += d[c] * axes.n[c];
          for (int c = 0; c < 3; c++)
            across2 += (d[c] - along * axes.n[c]) * (d[c] - along * axes.n[c]);
          double end = along > 0.5 * height ? r[1] : r[0];
          assert_true(fabs(along) < 1e-14 * 8 || fabs(along - height) < 1e-14 * 8);
          assert_true(sqrt(across2) < 1e-14 * 8 || fabs(sqrt(across2) - end) < 1e-14 * 8);
        }
        scr_shape_free(&s);
      }
}

static void axes_along(void **state) {
  SCR_UNUSED(state);
  for (int k = 0; k < 6; k++) {
    double axis[3] = {0};
    axis[k % 3] = k < 3 ? 2.5 : -0.1;
    scr_dip a = scr_axes_along(axis);
    for (int c = 0; c < 3; c++) {
      assert_true(a.n[c] == (c == k % 3 ? k < 3 ? 1 : -1 : 0));
      assert_true(fabs(a.u[c]) == 0 || fabs(a.u[c]) == 1);
      assert_true(a.n[c] ==
                  a.u[(c + 1) % 3] * a.v[(c + 2) % 3] - a.u[(c + 2) % 3] * a.v[(c + 1) % 3]);
    }
  }
}

static void sphere(void **state) {
  SCR_UNUSED(state);
  const double at[3] = {-1, 2, 0.5}, r = 0.7;
  double last_v = 0, last_a = 0;
  for (double h = 0.7; h > 0.02; h /= 2) {
    scr_shape s = {0};
    scr_shape_sphere(&s, at, r, h);
    assert_good(&s, 3, true);
    for (uint32_t v = 0; v < s.nv; v++) {
      double d2 = 0;
      for (uint32_t c = 0; c < 3; c++) d2 += (s.x[3 * v + c] - at[c]) * (s.x[3 * v + c] - at[c]);
      assert_float_equal(sqrt(d2), r, 1e-15 * 4);
    }
    for (uint32_t f = 0; f < s.nf; f++)
      for (int k = 0; k < 3; k++) {
        const double *a = corner(&s, f, k), *b = corner(&s, f, (k + 1) % 3);
        assert_true(hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]) < h * r);
      }
    double off_v = 4.0 / 3.0 * SCR_PI * r * r * r + inside(&s, 3),
           off_a = 4 * SCR_PI * r * r - scr_shape_area(&s, 3);
    assert_true(off_v > 0 && off_a > 0);
    if (last_v > 0) assert_true(fabs(last_v / off_v - 4) < 0.4 && fabs(last_a / off_a - 4) < 0.4);
    last_v = off_v, last_a = off_a;
    scr_shape_free(&s);
  }
}

static void polygons(void **state) {
  SCR_UNUSED(state);
  /* a comb in an inclined plane: x, y and z = 2x - y; area of the comb in x and y times sqrt(6) */
  static const double xy[][2] = {{0, 0}, {5, 0}, {5, 3}, {4, 3}, {4, 1}, {3, 1},
                                 {3, 3}, {2, 3}, {2, 1}, {1, 1}, {1, 3}, {0, 3}};
  enum { N = SCR_COUNTOF(xy) };
  double x[3 * N];
  uint32_t at = 0;
  for (int k = 0; k < N; k++)
    x[3 * k] = xy[k][0], x[3 * k + 1] = xy[k][1], x[3 * k + 2] = 2 * xy[k][0] - xy[k][1];
  scr_shape s = {0};
  assert_int_equal(scr_shape_polygon(&s, 3, x, N, false, true, &at), SCR_POLYGON_FINE);
  assert_int_equal(s.nf, N - 2);
  assert_good(&s, 3, false);
  assert_float_equal(scr_shape_area(&s, 3), 11 * sqrt(6), 1e-12);
  for (uint32_t f = 0; f < s.nf; f++) {
    double n[3];
    scr_shape_normal(&s, 3, f, n);
    assert_float_equal(n[2], 1 / sqrt(6), 1e-14);
  }
  scr_shape_free(&s);
  assert_int_equal(scr_shape_polygon(&s, 3, x, N, false, false, &at), SCR_POLYGON_CONCAVE);
  assert_int_equal(at, 4);
  scr_shape_free(&s);
  assert_int_equal(scr_shape_polygon(&s, 3, x, 2, false, false, &at), SCR_POLYGON_FEW);
  x[3 * 5 + 2] += 1e-3;
  assert_int_equal(scr_shape_polygon(&s, 3, x, N, false, true, &at), SCR_POLYGON_BENT);
  scr_shape_free(&s);
  assert_int_equal(scr_shape_polygon(&s, 3, x, N, true, true, &at), SCR_POLYGON_FINE);
  assert_good(&s, 3, false);
  scr_shape_free(&s);
  const double cross[] = {0, 0, 0, 1, 1, 0, 1, 0, 0, 0, 2, 0}, line[] = {0, 0, 0, 1, 1, 1, 2, 2, 2},
               twin[] = {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0};
  assert_int_equal(scr_shape_polygon(&s, 3, cross, 4, false, true, &at), SCR_POLYGON_CROSSED);
  scr_shape_free(&s);
  assert_int_equal(scr_shape_polygon(&s, 3, line, 3, false, true, &at), SCR_POLYGON_FLAT);
  assert_int_equal(scr_shape_polygon(&s, 3, twin, 4, false, true, &at), SCR_POLYGON_DOUBLE);
  assert_int_equal(at, 2);
  scr_shape_free(&s);
  const double flat[] = {0, 0, 0, 1, 0, 0, 1, 1, 0};
  assert_int_equal(scr_shape_polygon(&s, 2, flat, 3, false, false, &at), SCR_POLYGON_FINE);
  assert_good(&s, 2, true);
  assert_float_equal(inside(&s, 2), -0.5, 0);
  scr_shape_free(&s);
}

/* ---- what is wrong with a surface ---- */

static void cube(scr_shape *s) { scr_shape_box(s, 3, (double[3]){0, 0, 0}, (double[3]){1, 1, 1}); }

static void turn(scr_shape *s, uint32_t f) {
  uint32_t *v = s->facet + 3 * (size_t)f, t = v[1];
  v[1] = v[2], v[2] = t;
}

static void surveys(void **state) {
  SCR_UNUSED(state);
  scr_shape s = {0};
  cube(&s);
  turn(&s, 3);
  turn(&s, 8);
  assert_int_equal(scr_mesh_check(&s, 3).kind, SCR_MESH_TURNED);
  scr_mesh_report r = scr_mesh_survey(&s, 3);
  assert_int_equal(r.inverted, 2);
  assert_true(r.closed);
  scr_mesh_mend(&s, 3);
  assert_good(&s, 3, true);
  assert_float_equal(inside(&s, 3), -1, 1e-15);

  scr_shape_facet(&s, s.facet[4], s.facet[5], s.facet[3]); /* facet 1 again */
  scr_shape_facet(&s, s.facet[3], s.facet[5], s.facet[4]); /* and turned */
  uint32_t a = scr_shape_vertex(&s, (double[3]){0.1, 0.1, 0.1}),
           b = scr_shape_vertex(&s, (double[3]){0.2, 0.2, 0.2});
  uint32_t c = scr_shape_vertex(&s, (double[3]){0.3, 0.3, 0.3});
  scr_shape_facet(&s, a, b, c);
  assert_int_equal(scr_mesh_check(&s, 3).kind, SCR_MESH_TWICE);
  r = scr_mesh_survey(&s, 3);
  assert_int_equal(r.facets, 15);
  assert_int_equal(r.duplicate, 2);
  assert_int_equal(r.degenerate, 1);
  assert_true(r.closed);
  scr_mesh_mend(&s, 3);
  assert_int_equal(s.nf, 12);
  assert_int_equal(s.nv, 8);
  assert_good(&s, 3, true);

  s.nf = 11; /* a hole */
  r = scr_mesh_survey(&s, 3);
  assert_int_equal(r.open, 3);
  assert_false(r.closed);
  s.nf = 12;
  scr_shape_facet(&s, s.facet[0], s.facet[1],
                  scr_shape_vertex(&s, (double[3]){5, 5, 5})); /* a fin */
  r = scr_mesh_survey(&s, 3);
  assert_int_equal(r.crowded, 1);
  assert_int_equal(r.open, 2);
  scr_shape_free(&s);
}

/* A strip of five triangles closed with half a turn. */
static void one_side(void **state) {
  SCR_UNUSED(state);
  scr_shape s = {0};
  for (int k = 0; k < 5; k++)
    scr_shape_vertex(&s, (double[3]){cos(k * 1.2), sin(k * 1.2), 0.3 * k * k});
  for (uint32_t k = 0; k < 5; k++) scr_shape_facet(&s, k, (k + 1) % 5, (k + 2) % 5);
  assert_true(scr_mesh_survey(&s, 3).one_sided);
  scr_shape_free(&s);
}

static void faults(void **state) {
  SCR_UNUSED(state);
  scr_shape s = {0};
  cube(&s);
  s.x[5] = NAN;
  assert_int_equal(scr_mesh_check(&s, 3).kind, SCR_MESH_NOT_FINITE);
  assert_int_equal(scr_mesh_check(&s, 3).vertex, 1);
  s.x[5] = 0;
  s.facet[7] = 8;
  assert_int_equal(scr_mesh_check(&s, 3).kind, SCR_MESH_NO_VERTEX);
  scr_shape_free(&s);
  scr_shape_vertex(&s, (double[3]){0, 0, 0});
  scr_shape_vertex(&s, (double[3]){1, 0, 0});
  scr_shape_facet(&s, 0, 1, 0);
  assert_int_equal(scr_mesh_check(&s, 2).kind, SCR_MESH_FINE);
  scr_shape_facet(&s, 1, 0, 0);
  assert_int_equal(scr_mesh_check(&s, 2).kind, SCR_MESH_TWICE);
  s.facet[3] = 0;
  assert_int_equal(scr_mesh_check(&s, 2).kind, SCR_MESH_DEGENERATE);
  scr_shape_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(circle),     cmocka_unit_test(cones_and_cylinders),
      cmocka_unit_test(axes_along), cmocka_unit_test(sphere),
      cmocka_unit_test(polygons),   cmocka_unit_test(surveys),
      cmocka_unit_test(one_side),   cmocka_unit_test(faults),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
