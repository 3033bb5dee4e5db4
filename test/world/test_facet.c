/* Closest points of one facet, region by region, and which of two facets answers a ball at their
 * edge. */
#include "scene.h"
#include "base/mem.h"
#include "world/bodies/bodies.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/search/detect.h"

static scr_world *one_facet(int dim, const double *x) {
  scr_diag d = {0};
  scr_world *w = scene_new(dim);
  assert_true(scr_wall_create(w, &d, 1, NULL, (uint32_t)dim, x, 1,
                              (uint32_t[]){0, 1, dim == 3 ? 2 : 0}, NULL));
  return w;
}

typedef struct place {
  double x[3], closest[3], distance;
  int feature;
} place;

static void check(const scr_world *w, const place *row, size_t n) {
  for (size_t k = 0; k < n; k++) {
    double c[3];
    int feature;
    assert_true(scr_facet_closest(w, 0, row[k].x, c, &feature) == row[k].distance);
    assert_int_equal(feature, row[k].feature);
    for (int a = 0; a < w->dim; a++) assert_true(c[a] == row[k].closest[a]);
  }
}

/* The triangle (0,0,0) (4,0,0) (0,4,0): edges 1 to 3 begin at its vertices 4 to 6. */
static void of_a_triangle(void **state) {
  (void)state;
  static const place row[] = {
      {{1, 1, 2}, {1, 1, 0}, 2, 0},      {{1, 1, -2}, {1, 1, 0}, 2, 0},
      {{1, 2, 0}, {1, 2, 0}, 0, 0},      {{2, -3, 0}, {2, 0, 0}, 3, 1},
      {{2, -0.5, 0}, {2, 0, 0}, 0.5, 1}, {{2, -3, 4}, {2, 0, 0}, 5, 1},
      {{-3, 1, 4}, {0, 1, 0}, 5, 3},     {{-3, 0, 4}, {0, 0, 0}, 5, 4},
      {{-3, -4, 12}, {0, 0, 0}, 13, 4},  {{7, -4, 0}, {4, 0, 0}, 5, 5},
      {{-4, 7, 0}, {0, 4, 0}, 5, 6},
  };
  scr_world *w = one_facet(3, (double[]){0, 0, 0, 4, 0, 0, 0, 4, 0});
  check(w, row, SCR_COUNTOF(row));
  double c[3];
  int feature; /* across the long edge: 3 along the diagonal from its middle */
  double dist = scr_facet_closest(w, 0, (double[]){5, 5, 0}, c, &feature);
  assert_int_equal(feature, 2);
  assert_float_equal(dist, 3 * 1.4142135623730951, 1e-14);
  assert_float_equal(c[0], 2, 1e-14);
  assert_float_equal(c[1], 2, 1e-14);
  scr_world_free(w);
}

static void of_a_segment(void **state) {
  (void)state;
  static const place row[] = {{{1, 3}, {1, 0}, 3, 0},
                              {{1, -3}, {1, 0}, 3, 0},
                              {{-3, 4}, {0, 0}, 5, 4},
                              {{7, 4}, {4, 0}, 5, 5}};
  scr_world *w = one_facet(2, (double[]){0, 0, 0, 4, 0, 0});
  check(w, row, SCR_COUNTOF(row));
  scr_world_free(w);
}

/* A ball at a facet goes through a periodic side, whichever way and however often it went before:
 * the facet sees it go on. The list stands, and knows images modulo 256. */
static void through_a_side(void **state) {
  (void)state;
  static const int32_t before[] = {0, 300, -300, 127, -128, 255};
  for (size_t k = 0; k < 2 * SCR_COUNTOF(before); k++) {
    const int way = k % 2 ? 1 : -1;
    const int32_t image[3] = {before[k / 2], 0, 0};
    scr_diag d = {0};
    scr_world *w = one_facet(2, (double[]){5, 0, 0, 9.8, 0, 0});
    assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, 0, 0}));
    scene_law(w, 1e3, 1e3);
    const uint32_t ball = scene_ball(w, 1, -9.95 * way, 0.3, 0.5, 1e6);
    assert_true(scr_ball_set(w, &d, ball, scr_quantity_find(scr_ball_quantity, "velocity"),
                             (double[]){-100.0 * way, 0}));
    scr_table_write(&w->ball, SCR_BALL_IMAGE, ball, image);
    w->engine->search->skin = 1;
    scene_cycle(w, 1e-3, 1);
    const scr_pairs *p = &w->pair[SCR_BALL_FACET];
    double x[3];
    assert_true(w->engine->builds == 1 && p->n == 1 && p->ncontact == 1);
    assert_float_equal(w->pose[ball].x[0], 9.95 * way, 1e-9);
    assert_int_equal(scr_int_at(&w->ball, SCR_BALL_IMAGE, ball)[0], image[0] - way);
    scr_facet_ball_position(w, 0, x);
    assert_float_equal(x[0], way > 0 ? 9.95 : 10.05, 1e-9);
    assert_int_equal(scr_facet_shift(w, 0), way > 0 ? SCR_NO_SHIFT : SCR_NO_SHIFT + 1);
    scr_world_free(w);
  }
}

/* A ball over the common edge of two facets of a plane has one force, not two; over one of them it
 * is that one's. */
static void one_force_at_an_edge(void **state) {
  (void)state;
  static const double x[] = {-4, -4, 0, 4, -4, 0, 4, 4, 0, -4, 4, 0},
                      at[][2] = {{0, 0}, {1, -2}, {-2, 1}};
  static const uint32_t facet[] = {0, 1, 2, 0, 2, 3};
  for (size_t k = 0; k < SCR_COUNTOF(at); k++) {
    scr_diag d = {0};
    scr_world *w = scene_new(3);
    scene_law(w, 1000, 0);
    assert_true(scr_wall_create(w, &d, 1, NULL, 4, x, 2, facet, NULL));
    uint32_t row;
    assert_true(scr_ball_create(w, &d, 1, (double[]){at[k][0], at[k][1], 0.75}, 1, &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"),
                             (double[]){1000}));
    scene_clean(w);
    assert_int_equal(scr_contact_count(w, SCR_BALL_FACET, false), 1);
    double f[9];
    scr_ball_get(w, scene_row(w, 1), scr_quantity_find(scr_ball_quantity, "force-contact"), f);
    assert_true(f[0] == 0 && f[1] == 0 && f[2] == 250);
    scr_world_free(w);
  }
}

/* A grid of triangles, and a fan of more than the star of one holds: facets added one by one, some
 * of them against the order of the others, have the vertices and neighbours of a wall that is made
 * at once. */
static void added_one_by_one(void **state) {
  (void)state;
  enum { N = 9, FAN = 100 };
  scr_shape s = {.nv = 0};
  for (int k = 0; k < N * N; k++) {
    const double x = k % N, y = k / N;
    uint32_t v[4];
    for (int c = 0; c < 4; c++) {
      const double at[3] = {x + (c == 1 || c == 2), y + c / 2, 0};
      v[c] = 0;
      while (v[c] < s.nv && memcmp(s.x + 3 * (size_t)v[c], at, sizeof at) != 0) v[c]++;
      if (v[c] == s.nv) scr_shape_vertex(&s, at);
    }
    if (k % N == 0) scr_shape_facet(&s, v[0], v[1], v[2]); /* each has an edge of those before */
    scr_shape_facet(&s, v[0], v[2], v[3]);
    if (k % N) scr_shape_facet(&s, v[0], v[1], v[2]);
  }
  const uint32_t tip = scr_shape_vertex(&s, (double[]){-3, 1, 4}), rim = s.nv;
  for (int k = 0; k <= FAN; k++)
    scr_shape_vertex(&s, (double[]){-3 + cos(0.01 * k), 1 + sin(0.01 * k), 0});
  for (uint32_t k = 0; k < FAN; k++) scr_shape_facet(&s, rim + k, rim + k + 1, tip);
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  const uint32_t fan = 2 * N * N;
  uint32_t row;
  for (uint32_t from = 0; from < s.nf; from = from ? s.nf : fan) {
    const uint32_t *first = s.facet + 3 * (size_t)from, to = from ? s.nf : fan;
    double x[3][3];
    for (int c = 0; c < 3; c++) memcpy(x[c], s.x + 3 * (size_t)first[c], sizeof x[c]);
    assert_true(scr_wall_create(w, &d, from + 1, NULL, 3, x[0], 1, (uint32_t[]){0, 1, 2}, &row));
    for (uint32_t f = from + 1; f < to; f++) {
      const uint32_t *v = s.facet + 3 * (size_t)f;
      const bool against = f % 5 == 3;
      scr_facet_corner corner[3];
      bool turned;
      uint32_t made;
      for (int c = 0; c < 3; c++) {
        corner[c] = (scr_facet_corner){.vertex = SCR_NONE};
        memcpy(corner[c].x, s.x + 3 * (size_t)v[against ? 2 - c : c], sizeof corner[c].x);
      }
      assert_true(scr_facet_add(w, &d, row, 0, corner, &turned, &made));
      assert_int_equal(turned, against);
    }
  }
  assert_int_equal(w->facet.n, s.nf);
  assert_int_equal(w->vertex.n, s.nv);
  int32_t *was = scr_alloc(3 * (size_t)s.nf * sizeof *was);
  memcpy(was, scr_coli(&w->facet, SCR_FACET_NEIGHBOUR), 3 * (size_t)s.nf * sizeof *was);
  scr_facet_neighbours(w);
  assert_memory_equal(was, scr_coli(&w->facet, SCR_FACET_NEIGHBOUR),
                      3 * (size_t)s.nf * sizeof *was);
  for (uint32_t f = 0; f < fan; f++)
    assert_true(scr_col(&w->facet, SCR_FACET_NORMAL)[3 * (size_t)f + 2] == 1);
  scr_free(was);
  scr_shape_free(&s);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_a_triangle), cmocka_unit_test(of_a_segment),
      cmocka_unit_test(through_a_side), cmocka_unit_test(one_force_at_an_edge),
      cmocka_unit_test(added_one_by_one)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
