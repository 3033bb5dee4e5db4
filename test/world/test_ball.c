/* Balls: ids and order, handles of deleted ones, the nearest one, what overlaps, quantities and
 * their refusals. */
#include "scene.h"
#include "world/state/rows.h"

static void ids_and_order(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  assert_int_equal(scr_ball_next_id(w), 1);
  scene_ball(w, 7, 1, 0, 0.5, 1000);
  scene_ball(w, 3, 2, 0, 0.5, 1000);
  assert_int_equal(scr_ball_next_id(w), 8);
  uint32_t row = scene_ball(w, 0, 3, 0, 0.5, 1000);
  assert_int_equal(scr_ball_find(w, 8), row);
  static const uint32_t want[] = {3, 7, 8};
  const uint32_t *order = scr_ball_order(w);
  for (size_t k = 0; k < 3; k++)
    assert_int_equal(scr_colu(&w->ball, SCR_BALL_ID)[order[k]], want[k]);
  scene_refused(scr_ball_create(w, &d, 7, (double[]){0, 0, 0}, 0.5, NULL), &d,
                "there is a ball with id 7 already");
  scene_refused(scr_ball_create(w, &d, 0, (double[]){0, 11, 0}, 0.5, NULL), &d,
                "y = 11 lies outside");
  scene_refused(scr_ball_create(w, &d, 0, (double[]){0, 0, 0}, 0, NULL), &d, "radius");
  assert_int_equal(w->ball.n, 3);
  assert_int_equal(scr_ball_find(w, 4), SCR_NONE);
  scr_world_free(w);
}

/* A handle outlives moves of rows, and does not fit the ball that gets its place later. */
static void handles(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  scr_ref ref[4];
  for (uint32_t id = 1; id <= 3; id++)
    ref[id] = scr_ball_ref(w, scene_ball(w, id, id, 0, 0.25, 1000));
  uint32_t gone = scene_row(w, 2);
  assert_true(scr_ball_delete(w, &d, &gone, 1));
  assert_int_equal(scr_slots_row(&w->ball_slots, ref[2]), SCR_NONE);
  assert_int_equal(scr_ball_find(w, 2), SCR_NONE);
  for (uint32_t id = 1; id <= 3; id += 2)
    assert_int_equal(scr_slots_row(&w->ball_slots, ref[id]), scene_row(w, id));

  scr_ref next = scr_ball_ref(w, scene_ball(w, 2, 5, 0, 0.25, 1000));
  assert_int_equal(next.index, ref[2].index);
  assert_true(next.gen != ref[2].gen);
  assert_int_equal(scr_slots_row(&w->ball_slots, ref[2]), SCR_NONE);
  assert_int_equal(scr_slots_row(&w->ball_slots, next), scene_row(w, 2));
  assert_int_equal(scr_slots_row(&w->ball_slots, (scr_ref){0}), SCR_NONE);
  scr_world_free(w);
}

static void nearest_centre(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  assert_int_equal(scr_ball_near(w, (double[]){0, 0, 0}, 0), SCR_NONE);
  scene_ball(w, 5, -2, 0, 0.5, 1000);
  scene_ball(w, 4, 2, 0, 0.5, 1000);
  assert_int_equal(scr_ball_near(w, (double[]){0, 0, 0}, 0),
                   scene_row(w, 4)); /* of equals the lower id */
  assert_int_equal(scr_ball_near(w, (double[]){-0.25, 0, 0}, 0), scene_row(w, 5));
  assert_int_equal(scr_ball_near(w, (double[]){-0.25, 0, 0}, 1.5), SCR_NONE);
  assert_int_equal(scr_ball_near(w, (double[]){-0.25, 0, 0}, 1.75), scene_row(w, 5));
  scene_ball(w, 6, -9.75, 0, 0.5, 1000);
  assert_int_equal(scr_ball_near(w, (double[]){9.75, 0, 0}, 1), SCR_NONE);
  assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, 0, 0}));
  assert_int_equal(scr_ball_near(w, (double[]){9.75, 0, 0}, 1),
                   scene_row(w, 6)); /* through the side */
  scr_world_free(w);
}

static double value(scr_world *w, uint32_t row, const char *name) {
  double v[9];
  scr_ball_get(w, row, scr_quantity_find(scr_ball_quantity, name), v);
  return v[0];
}

static bool set(scr_world *w, scr_diag *d, uint32_t row, const char *name, double v) {
  return scr_ball_set(w, d, row, scr_quantity_find(scr_ball_quantity, name), &v);
}

/* Mass and moment of inertia follow radius and density: spheres in 3D, disks of unit thickness in
 * 2D. */
static void masses(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_diag d = {0};
    scr_world *w = scene_new(dim);
    uint32_t row = scene_ball(w, 1, 0, 0, 0.5, 1000);
    const double volume[] = {0.78539816339744831, 0.52359877559829887}, part[] = {0.5, 0.4};
    double m = 1000 * volume[dim - 2];
    assert_float_equal(value(w, row, "mass"), m, 1e-12);
    assert_float_equal(value(w, row, "moi"), part[dim - 2] * m * 0.25, 1e-12);
    assert_true(set(w, &d, row, "radius", 1));
    assert_float_equal(value(w, row, "mass"), m * (1 << dim), 1e-11);
    assert_true(set(w, &d, row, "density", 500));
    assert_float_equal(value(w, row, "mass"), 0.5 * m * (1 << dim), 1e-11);
    scene_refused(set(w, &d, row, "mass", 3), &d, "mass");
    scene_refused(set(w, &d, row, "density", 0), &d, "density must be positive");
    scene_refused(set(w, &d, row, "radius", -1), &d, "radius must be positive");
    assert_float_equal(value(w, row, "mass"), 0.5 * m * (1 << dim), 1e-11);
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(ids_and_order), cmocka_unit_test(handles),
                                     cmocka_unit_test(nearest_centre), cmocka_unit_test(masses)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
