/* Contacts with walls that move towards a ball at rest begin in the very step in which the gap is
 * within the proximity, whatever was listed or asleep before, and not one earlier. */
#include "scene.h"

#include "world/facets/facets.h"
#include "world/search/detect.h"

static const double RADIUS = 0.1, DT = 1e-3;

/* Across the last axis at this height, 2 m wide. */
static uint32_t plate(scr_world *w, uint32_t id, double height) {
  static const uint32_t facet[] = {0, 1, 2, 0, 2, 3};
  const double z = height, corner[] = {-1, -1, z, 1, -1, z, 1, 1, z, -1, 1, z},
               line[] = {-1, z, 0, 1, z, 0};
  scr_diag d = {0};
  uint32_t row;
  const bool solid = w->dim == 3;
  assert_true(scr_wall_create(w, &d, id, NULL, solid ? 4 : 2, solid ? corner : line, solid ? 2 : 1,
                              facet, &row));
  return row;
}

static void set_velocity(scr_world *w, uint32_t row, double v) {
  scr_diag d = {0};
  double in[3] = {0};
  in[w->dim - 1] = v;
  assert_true(scr_wall_set(w, &d, row, scr_quantity_find(scr_wall_quantity, "velocity"), in));
}

/* Is there a contact with a facet of that wall? */
static bool touches(const scr_world *w, uint32_t wall) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  bool any = false;
  for (uint32_t k = 0; k < p->n; k++)
    any |= p->law[k] && scr_colu(&w->facet, SCR_FACET_WALL)[p->j[k]] == wall;
  return any;
}

static double height_of(const scr_world *w, uint32_t wall) {
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  for (uint32_t v = 0; v < w->vertex.n; v++)
    if (of[v] == wall)
      return scr_col(&w->vertex, SCR_VERTEX_POSITION)[3 * v + (uint32_t)w->dim - 1];
  fail();
  return 0;
}

static void check_walls(const scr_world *w, uint32_t walls) {
  for (uint32_t k = 0; k < walls; k++) {
    const double gap = fabs(height_of(w, k)) - RADIUS, off = gap - 0.05 * RADIUS;
    if (fabs(off) > 1e-12 && touches(w, k) != (off < 0))
      fail_msg("%dD, wall %u of %u: gap %g", w->dim, k + 1, walls, gap);
  }
}

/* Nothing but the wall moves: the list ends by that alone. */
static void one_wall(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scene_law(w, 1e-9, 0);
    scene_ball(w, 1, 0, 0, RADIUS, 1000);
    set_velocity(w, plate(w, 1, -0.5), 2); /* 0.02 R a step */
    scene_clean(w);
    assert_int_equal(w->pair[SCR_BALL_FACET].n, 0); /* too far even for a candidate */
    for (int k = 0; k < 240; k++) {
      scene_cycle(w, DT, 1);
      check_walls(w, 1);
    }
    assert_true(touches(w, 0));
    scr_world_free(w);
  }
}

/* Two walls beside the ball, both listed and asleep, of which either moves, or both do, one after
 * the other. */
static void two_walls(void **state) {
  SCR_UNUSED(state);
  static const double speed[][2] = {{1, 0}, {0, -1}, {1, -1}, {0.5, -1}, {1, -0.5}};
  for (size_t q = 0; q < 2 * SCR_COUNTOF(speed); q++) {
    const double *v = speed[q / 2];
    scr_world *w = scene_new(2 + (int)(q % 2));
    scene_law(w, 1e-9, 0);
    scene_ball(w, 1, 0, 0, RADIUS, 1000);
    plate(w, 1, -0.15), plate(w, 2, 0.15);
    w->engine->search->skin = 20 * RADIUS;
    scene_clean(w);
    assert_true(w->pair[SCR_BALL_FACET].n >= 2);
    set_velocity(w, 0, v[0]), set_velocity(w, 1, v[1]);
    for (int k = 0; k < 100; k++) {
      scene_cycle(w, DT, 1);
      check_walls(w, 2);
      if (k == 60) set_velocity(w, 0, v[1] < 0 ? 1 : 0.2); /* the slower one follows */
    }
    assert_true(touches(w, 0) || touches(w, 1));
    scr_world_free(w);
  }
}

/* A fast wall meets a ball at rest, or the ball a wall at rest, by the automatic timestep, without
 * damping: the ball leaves with the velocity that it came with, as the wall sees it. A step is 0.1
 * R long at most, beside overlaps of 0.5 R to 0.8 R. */
static void rebounds(void **state) {
  SCR_UNUSED(state);
  static const double wall[] = {15, 0, 7, 20}, ball[] = {0, -15, -8, 5};
  for (size_t q = 0; q < 4 * SCR_COUNTOF(wall); q++) {
    const size_t k = q / 4;
    const double v = ball[k];
    const uint32_t axis = q % 2 ? 2 : 1;
    scr_world *w = scene_new(2 + (int)(q % 2));
    scr_diag d = {0};
    scr_limits l = scr_limits_none();
    if (q / 2 % 2)
      scene_law_named(w, "hertz");
    else
      scene_law(w, w->dim == 3 ? 4e5 : 3e6, 0);
    scr_cmat_entry law = *scr_cmat_default(w, SCR_BALL_FACET);
    if (q / 2 % 2) law.param[scene_slot("hertz", "dp_nratio")] = 0;
    scr_cmat_set_default(w, SCR_BALL_FACET, &law);
    const uint32_t row = scene_ball(w, 1, 0, 0, RADIUS, 1000);
    w->twist[row].v[axis] = v;
    set_velocity(w, plate(w, 1, -1), wall[k]);
    l.time = 2 / (wall[k] - v);
    if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
    scr_world_sync(w);
    const double left = w->twist[scene_row(w, 1)].v[axis] - wall[k];
    if (!(fabs(left - (wall[k] - v)) <= 0.01 * (wall[k] - v)))
      fail_msg("%dD, wall %g, ball %g: left at %g", w->dim, wall[k], v, left);
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(one_wall), cmocka_unit_test(two_walls),
                                     cmocka_unit_test(rebounds)};
  return cmocka_run_group_tests_name("walls near", tests, NULL, NULL);
}
