/* Surfaces of a few facets: each fault that a wall may not have, what a survey counts, what is
 * mended. Shapes of many facets: test_round.c. */
#include "../base/test.h"

#include "base/mem.h"
#include "world/shapes/mesh.h"

/* Corners: 0 origin, 1 to 3 ends of the axes, 4 twice the end of x. */
static scr_shape shape(const uint32_t (*facet)[3], size_t n) {
  static const double x[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {2, 0, 0}};
  scr_shape s = {0};
  for (size_t k = 0; k < sizeof x / sizeof *x; k++) scr_shape_vertex(&s, x[k]);
  for (size_t k = 0; k < n; k++) scr_shape_facet(&s, facet[k][0], facet[k][1], facet[k][2]);
  return s;
}

static const uint32_t tetrahedron[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

typedef struct fault_row {
  int dim;
  uint32_t facet[2][3];
  scr_mesh_kind kind;
  const char *text;
} fault_row;

static void faults(void **state) {
  (void)state;
  static const fault_row row[] = {
      {3, {{0, 1, 2}, {1, 0, 3}}, SCR_MESH_FINE, NULL},
      {3, {{0, 1, 2}, {1, 2, 9}}, SCR_MESH_NO_VERTEX, "facet 2 names vertex 10 of 5"},
      {3, {{0, 1, 2}, {0, 1, 4}}, SCR_MESH_DEGENERATE, "facet 2 has no area"},
      {3, {{1, 1, 2}, {0, 1, 3}}, SCR_MESH_DEGENERATE, "facet 1 has no area"},
      {3, {{0, 1, 2}, {1, 0, 2}}, SCR_MESH_TWICE, "facet 2 has the vertices of facet 1 again"},
      {3,
       {{0, 1, 2}, {0, 1, 3}},
       SCR_MESH_TURNED,
       "facets 1 and 2 run along one edge in the same direction: their normals disagree"},
      {2, {{0, 1, 0}, {1, 2, 0}}, SCR_MESH_FINE, NULL},
      {2, {{0, 1, 0}, {2, 2, 0}}, SCR_MESH_DEGENERATE, "facet 2 has no length"},
      {2, {{0, 1, 0}, {1, 0, 0}}, SCR_MESH_TWICE, "facet 2 has the vertices of facet 1 again"},
  };
  for (size_t k = 0; k < sizeof row / sizeof *row; k++) {
    scr_diag d = {0};
    scr_shape s = shape(row[k].facet, 2);
    scr_mesh_fault f = scr_mesh_check(&s, row[k].dim);
    assert_int_equal(f.kind, row[k].kind);
    assert_int_equal(scr_mesh_fail(&d, NULL, &s, row[k].dim, &f), row[k].kind == SCR_MESH_FINE);
    if (row[k].text) assert_string_equal(d.error.text, row[k].text);
    scr_diag_clear(&d);
    scr_shape_free(&s);
  }
  scr_shape s = shape(tetrahedron, 4);
  s.x[3 * 2 + 1] = 1e308 * 10;
  scr_mesh_fault f = scr_mesh_check(&s, 3);
  assert_int_equal(f.kind, SCR_MESH_NOT_FINITE);
  assert_int_equal(f.vertex, 2);
  scr_shape_free(&s);
}

static void check_survey(const scr_shape *s, int dim, const scr_mesh_report *want) {
  scr_mesh_report r = scr_mesh_survey(s, dim);
  assert_int_equal(r.facets, s->nf);
  assert_int_equal(r.vertices, s->nv);
  assert_int_equal(r.degenerate, want->degenerate);
  assert_int_equal(r.duplicate, want->duplicate);
  assert_int_equal(r.open, want->open);
  assert_int_equal(r.crowded, want->crowded);
  assert_int_equal(r.inverted, want->inverted);
  assert_int_equal(r.one_sided, want->one_sided);
  assert_int_equal(r.closed, want->closed);
}

static void surveys(void **state) {
  (void)state;
  scr_shape s = shape(tetrahedron, 4);
  check_survey(&s, 3, &(scr_mesh_report){.closed = true});
  scr_shape_free(&s);
  s = shape(tetrahedron, 3); /* without one side */
  check_survey(&s, 3, &(scr_mesh_report){.open = 3});
  scr_shape_facet(&s, 1, 3, 2); /* the wrong way round */
  check_survey(&s, 3, &(scr_mesh_report){.inverted = 1, .closed = true});
  scr_shape_facet(&s, 1, 2, 3); /* and again: the first counts */
  scr_shape_facet(&s, 0, 4, 1);
  check_survey(&s, 3,
               &(scr_mesh_report){.degenerate = 1, .duplicate = 1, .inverted = 1, .closed = true});
  scr_shape_free(&s);

  s = shape((const uint32_t[][3]){{0, 1, 0}, {1, 2, 0}, {2, 0, 0}},
            3); /* 2D: a triangle of segments */
  check_survey(&s, 2, &(scr_mesh_report){.closed = true});
  scr_shape_facet(&s, 1, 3, 0); /* a branch: three segments meet in vertex 1, one ends in 3 */
  check_survey(&s, 2, &(scr_mesh_report){.open = 1, .crowded = 1});
  scr_shape_free(&s);
}

/* Five triangles of five vertices, each of which has an edge in common with the next: the smallest
 * strip with one side. */
static void one_sided(void **state) {
  (void)state;
  static const double x[][3] = {
      {1, 0, 0}, {0.3, 1, 0.4}, {-0.8, 0.6, 1}, {-0.8, -0.6, -1}, {0.3, -1, -0.3}};
  scr_shape s = {0};
  for (uint32_t k = 0; k < 5; k++) scr_shape_vertex(&s, x[k]);
  for (uint32_t k = 0; k < 5; k++) scr_shape_facet(&s, k, (k + 1) % 5, (k + 2) % 5);
  scr_mesh_report r = scr_mesh_survey(&s, 3);
  assert_true(r.one_sided);
  assert_int_equal(r.open, 5);
  assert_false(r.closed);
  scr_shape_free(&s);
}

/* What is mended passes the check: a tetrahedron that looks outwards, with its four vertices. */
static void mended(void **state) {
  (void)state;
  scr_shape s = shape(tetrahedron, 3);
  scr_shape_facet(&s, 0, 4, 1);
  scr_shape_facet(&s, 1, 3, 2);
  scr_shape_facet(&s, 0, 1, 2);
  scr_mesh_mend(&s, 3);
  assert_int_equal(scr_mesh_check(&s, 3).kind, SCR_MESH_FINE);
  assert_int_equal(s.nf, 4);
  assert_int_equal(s.nv, 4); /* corner 4 has no facet any more */
  check_survey(&s, 3, &(scr_mesh_report){.closed = true});
  double n[3];
  scr_shape_normal(&s, 3, 3, n); /* away from the origin */
  assert_true(n[0] > 0.57 && n[1] > 0.57 && n[2] > 0.57);
  scr_shape_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(faults), cmocka_unit_test(surveys),
                                     cmocka_unit_test(one_sided), cmocka_unit_test(mended)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
