/* Geometry of walls: closed, oriented, exact where angles are exact, areas. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <math.h>
#include "base/rng.h"
#include "base/smath.h"
#include "world/shapes/shape.h"

static const double *vertex(const scr_shape *s, uint32_t facet, int corner) {
  return s->x + 3 * (size_t)s->facet[3 * (size_t)facet + (size_t)corner];
}

/* Times that the directed edge a -> b occurs. */
static int directed(const scr_shape *s, uint32_t a, uint32_t b) {
  int n = 0;
  for (uint32_t f = 0; f < s->nf; f++)
    for (uint32_t k = 0; k < 3; k++)
      n += s->facet[3 * f + k] == a && s->facet[3 * f + (k + 1) % 3] == b;
  return n;
}

static void assert_oriented(const scr_shape *s, bool closed) {
  for (uint32_t f = 0; f < s->nf; f++)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t a = s->facet[3 * f + k], b = s->facet[3 * f + (k + 1) % 3];
      assert_int_equal(directed(s, a, b), 1);
      if (closed) assert_int_equal(directed(s, b, a), 1);
    }
}

/* Volume enclosed; negative when the normals point inward. */
static double volume(const scr_shape *s) {
  double sum = 0;
  for (uint32_t f = 0; f < s->nf; f++) {
    const double *a = vertex(s, f, 0), *b = vertex(s, f, 1), *c = vertex(s, f, 2);
    sum += a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  }
  return sum / 6;
}

static void assert_normals(const scr_shape *s, int dim, const double want[3], double tolerance) {
  for (uint32_t f = 0; f < s->nf; f++) {
    double n[3];
    scr_shape_normal(s, dim, f, n);
    for (int k = 0; k < 3; k++) assert_true(fabs(n[k] - want[k]) <= tolerance);
  }
}

static void disk_of_the_seed_is_exact(void **state) {
  (void)state;
  scr_shape s = {0};
  scr_dip axes = scr_dip_axes(3, 90, 0);
  scr_shape_disk(&s, &axes, (double[3]){0, 0.5, 0}, 0.5, 0.1);
  for (uint32_t k = 0; k < s.nv; k++) assert_true(s.x[3 * k + 1] == 0.5);
  assert_normals(&s, 3, (double[3]){0, 1, 0}, 0);
  assert_oriented(&s, false);
  scr_shape_free(&s);
}

static void disk_edges_and_area(void **state) {
  (void)state;
  double before = 0;
  for (double resolution = 0.8; resolution > 0.005; resolution /= 2) {
    scr_shape s = {0};
    scr_dip axes = scr_dip_axes(3, 33, 251);
    scr_shape_disk(&s, &axes, (double[3]){1, -2, 3}, 2, resolution);
    for (uint32_t f = 0; f < s.nf; f++) {
      const double *a = vertex(&s, f, 1), *b = vertex(&s, f, 2);
      assert_true(hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]) < resolution * 2);
    }
    double area = scr_shape_area(&s, 3), circle = SCR_PI * 4;
    assert_true(area > before && area < circle);
    assert_true(circle - area < circle * resolution * resolution / 6 *
                                    1.001); /* 1 - sin(2a)/(2a), 2 sin(a) < resolution */
    assert_normals(&s, 3, axes.n, 1e-13);
    before = area;
    scr_shape_free(&s);
  }
}

static void axes_are_exact_at_right_angles(void **state) {
  (void)state;
  for (int dip = 0; dip <= 180; dip += 90)
    for (int dd = 0; dd <= 360; dd += 90) {
      scr_dip a = scr_dip_axes(3, dip, dd);
      for (int k = 0; k < 3; k++) {
        assert_true(fabs(a.u[k]) == 0 || fabs(a.u[k]) == 1);
        assert_true(fabs(a.v[k]) == 0 || fabs(a.v[k]) == 1);
        assert_true(a.n[k] ==
                    a.u[(k + 1) % 3] * a.v[(k + 2) % 3] - a.u[(k + 2) % 3] * a.v[(k + 1) % 3]);
      }
    }
}

static void box_is_closed_and_looks_inward(void **state) {
  (void)state;
  const double lo[3] = {-1, 0, 2}, hi[3] = {1, 3, 2.5};
  scr_shape s = {0};
  scr_shape_box(&s, 3, lo, hi);
  assert_int_equal(s.nv, 8);
  assert_int_equal(s.nf, 12);
  assert_oriented(&s, true);
  assert_float_equal(volume(&s), -3.0, 1e-14);
  assert_float_equal(scr_shape_area(&s, 3), 2 * (6 + 1 + 1.5), 1e-13);
  scr_shape_free(&s);

  const double flat_lo[3] = {-1, 0, 0}, flat_hi[3] = {1, 3, 0};
  scr_shape_box(&s, 2, flat_lo, flat_hi);
  assert_int_equal(s.nv, 4);
  assert_int_equal(s.nf, 4);
  assert_float_equal(scr_shape_area(&s, 2), 10, 1e-14);
  for (uint32_t f = 0; f < 4; f++) {
    double n[3];
    scr_shape_normal(&s, 2, f, n);
    const double *a = vertex(&s, f, 0);
    assert_true(n[0] * (0 - a[0]) + n[1] * (1.5 - a[1]) > 0);
  }
  scr_shape_free(&s);
}

static void box_sides_look_inward_and_expand(void **state) {
  (void)state;
  const double lo[3] = {-1, 0, 2}, hi[3] = {1, 3, 2.5};
  const scr_box_side *side;
  for (int dim = 2; dim <= 3; dim++)
    for (int n = scr_box_sides(dim, &side), k = 0; k < n; k++) {
      scr_shape s = {0};
      scr_shape_box_side(&s, dim, &side[k], lo, hi, 1);
      double one = scr_shape_area(&s, dim), want[3] = {0};
      want[side[k].axis] = side[k].high ? -1 : 1;
      assert_normals(&s, dim, want, 0);
      scr_shape_free(&s);
      scr_shape_box_side(&s, dim, &side[k], lo, hi, 1.5);
      assert_float_equal(scr_shape_area(&s, dim), one * (dim == 2 ? 1.5 : 2.25), 1e-13);
      for (uint32_t v = 0; v < s.nv; v++)
        assert_true(s.x[3 * v + (size_t)side[k].axis] == (side[k].high ? hi : lo)[side[k].axis]);
      scr_shape_free(&s);
    }
}

static bool on_bound(const double *a, const double *b, int dim, const double lo[3],
                     const double hi[3]) {
  for (int k = 0; k < dim; k++)
    if ((a[k] == lo[k] && b[k] == lo[k]) || (a[k] == hi[k] && b[k] == hi[k])) return true;
  return false;
}

/* Every free edge of the polygon lies in the boundary of the domain, so nothing of the plane is
 * missing. */
static void assert_spans(const scr_shape *s, const double lo[3], const double hi[3]) {
  for (uint32_t f = 0; f < s->nf; f++)
    for (uint32_t k = 0; k < 3; k++) {
      uint32_t a = s->facet[3 * f + k], b = s->facet[3 * f + (k + 1) % 3];
      if (directed(s, b, a)) continue;
      assert_true(on_bound(s->x + 3 * a, s->x + 3 * b, 3, lo, hi));
    }
}

static void plane_spans_the_domain(void **state) {
  (void)state;
  const double lo[3] = {-1, -2, 0}, hi[3] = {2, 1, 4};
  scr_rng rng;
  scr_rng_seed(&rng, 10000);
  for (int k = 0; k < 20; k++) {
    double at[3];
    for (int c = 0; c < 3; c++) at[c] = lo[c] + (hi[c] - lo[c]) * scr_rng_uniform(&rng);
    double dip = 90 * scr_rng_uniform(&rng), dd = 360 * scr_rng_uniform(&rng);
    scr_dip axes = scr_dip_axes(3, dip, dd);
    scr_shape s = {0};
    assert_true(scr_shape_plane(&s, 3, &axes, at, lo, hi));
    assert_oriented(&s, false);
    assert_normals(&s, 3, axes.n, 1e-9);
    assert_spans(&s, lo, hi);
    for (uint32_t v = 0; v < s.nv; v++) {
      double off = 0;
      for (int c = 0; c < 3; c++) {
        assert_true(s.x[3 * v + (size_t)c] >= lo[c] && s.x[3 * v + (size_t)c] <= hi[c]);
        off += (s.x[3 * v + (size_t)c] - at[c]) * axes.n[c];
      }
      assert_true(fabs(off) < 1e-13);
    }
    scr_shape_free(&s);

    axes = scr_dip_axes(2, 2 * dip, 0);
    assert_true(scr_shape_plane(&s, 2, &axes, (double[3]){at[0], at[1], 0}, lo, hi));
    assert_int_equal(s.nv, 2);
    for (uint32_t v = 0; v < 2; v++) assert_true(on_bound(s.x + 3 * v, s.x + 3 * v, 2, lo, hi));
    assert_normals(&s, 2, axes.n, 1e-13);
    scr_shape_free(&s);
  }
}

static void level_plane_is_exact(void **state) {
  (void)state;
  const double lo[3] = {-1, -1, -1}, hi[3] = {1, 1, 1};
  for (int dd = 0; dd < 360; dd += 90) {
    scr_shape s = {0};
    scr_dip axes = scr_dip_axes(3, 0, dd);
    assert_true(scr_shape_plane(&s, 3, &axes, (double[3]){0.3, 0.2, 0.1}, lo, hi));
    assert_int_equal(s.nv, 4);
    for (uint32_t v = 0; v < s.nv; v++) assert_true(s.x[3 * v + 2] == 0.1);
    assert_float_equal(scr_shape_area(&s, 3), 4, 1e-15);
    scr_shape_free(&s);
  }
  scr_shape s = {0};
  scr_dip axes = scr_dip_axes(3, 0, 0);
  assert_false(scr_shape_plane(&s, 3, &axes, (double[3]){0, 0, 1.5}, lo, hi));
  assert_true(scr_shape_plane(&s, 3, &axes, (double[3]){0, 0, 1}, lo,
                              hi)); /* a side of the domain itself */
  scr_shape_free(&s);
}

static void weld_joins_equal_places(void **state) {
  (void)state;
  const double x[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {-0.0, 1, 0}};
  scr_shape s = {0};
  for (int k = 0; k < 6; k++) scr_shape_vertex(&s, x[k]);
  scr_shape_facet(&s, 0, 1, 2);
  scr_shape_facet(&s, 3, 4, 5);
  scr_shape_weld(&s);
  assert_int_equal(s.nv, 4);
  const uint32_t want[6] = {0, 1, 2, 1, 3, 2};
  for (int k = 0; k < 6; k++) assert_int_equal(s.facet[k], want[k]);
  scr_shape_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(disk_of_the_seed_is_exact),
      cmocka_unit_test(disk_edges_and_area),
      cmocka_unit_test(axes_are_exact_at_right_angles),
      cmocka_unit_test(box_is_closed_and_looks_inward),
      cmocka_unit_test(box_sides_look_inward_and_expand),
      cmocka_unit_test(plane_spans_the_domain),
      cmocka_unit_test(level_plane_is_exact),
      cmocka_unit_test(weld_joins_equal_places),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
