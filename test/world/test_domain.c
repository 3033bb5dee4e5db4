/* The domain: what is refused, and what a ball meets at each kind of side. All numbers are exact.
 */
#include "scene.h"

static void extent_and_refusals(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scr_world_new(2);
  scene_refused(scr_domain_set(w, &d, (double[]){1, 0, 0}, (double[]){1, 1, 1}), &d,
                "lower limit 1 along x");
  scene_refused(scr_domain_set(w, &d, (double[]){0, 0, 0}, (double[]){1, HUGE_VAL, 1}), &d,
                "along y");
  assert_false(w->domain.set);
  assert_true(
      scr_domain_set(w, &d, (double[]){-1, -2, 7}, (double[]){3, 4, -7})); /* z does not count */
  assert_true(w->domain.lo[0] == -1 && w->domain.hi[1] == 4);
  assert_true(w->domain.lo[2] == -0.5 && w->domain.hi[2] == 0.5);

  scene_ball(w, 5, 2.5, 0, 0.75, 1000);
  scene_refused(scr_domain_set(w, &d, (double[]){-1, -2, 0}, (double[]){2, 4, 0}), &d,
                "ball 5 lies outside");
  assert_true(w->domain.hi[0] == 3);
  assert_true(scr_domain_set_condition(
      w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_STOP, SCR_B_STOP})); /* 4 r = 3 <= 4 */
  scene_refused(scr_domain_set(w, &d, (double[]){0.25, -2, 0}, (double[]){3, 4, 0}), &d,
                "half the period 2.75 along x");
  assert_true(w->domain.lo[0] == -1);
  assert_true(scr_domain_set(w, &d, (double[]){0, -2, 0},
                             (double[]){3, 4, 0})); /* 4 r = 3, the period itself */
  scr_world_free(w);
}

typedef struct meeting {
  scr_boundary condition;
  double x, v, spin; /* after one step of 0.5 from x = 9.75 at a velocity of 1 */
  bool there;
} meeting;

static void sides(void **state) {
  (void)state;
  static const meeting row[] = {{SCR_B_STOP, 10, 0, 0, true},
                                {SCR_B_REFLECT, 9.75, -1, 3, true},
                                {SCR_B_PERIODIC, -9.75, 1, 3, true},
                                {SCR_B_DESTROY, 0, 0, 0, false}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    for (int low = 0; low < 2; low++) {
      const double sign = low ? -1 : 1;
      scr_diag d = {0};
      scr_world *w = scene_new(3);
      scene_ball(w, 1, sign * 9.75, 0, 0.25, 1000);
      scene_ball(w, 2, 0, 0, 0.25, 1000);
      assert_true(scr_domain_set_condition(
          w, &d, (uint8_t[]){(uint8_t)row[k].condition, SCR_B_STOP, SCR_B_STOP}));
      uint32_t r = scene_row(w, 1);
      scr_ref ref = scr_ball_ref(w, r);
      w->twist[r].v[0] = sign;
      w->twist[r].w[2] = 3;
      scene_cycle(w, 0.5, 1);
      assert_int_equal(w->ball.n, row[k].there ? 2 : 1);
      assert_int_equal(scr_slots_row(&w->ball_slots, ref) != SCR_NONE, row[k].there);
      if (row[k].there) {
        r = scene_row(w, 1);
        assert_true(w->pose[r].x[0] == sign * row[k].x);
        assert_true(w->twist[r].v[0] == sign * row[k].v);
        assert_true(w->twist[r].w[2] == row[k].spin);
      }
      scr_world_free(w);
    }
}

/* A step that leads further than the domain is wide is an error, not a place somewhere. */
static void too_fast(void **state) {
  (void)state;
  static const struct {
    scr_boundary condition;
    const char *text;
  } row[] = {{SCR_B_REFLECT, "ball 1 moved by more than the extent"},
             {SCR_B_PERIODIC, "ball 1 moved by more than a period"}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_diag d = {0};
    scr_world *w = scene_new(3);
    scr_limits l = scr_limits_none();
    w->timestep.mode = SCR_DT_FIX;
    w->timestep.given = 1;
    l.cycles = 1;
    scene_ball(w, 2, -0.5, 0, 0.25, 1000);
    scene_ball(w, 1, 0.5, 0, 0.25, 1000); /* after the other one in memory */
    for (uint32_t r = 0; r < 2; r++) w->twist[r].v[0] = 100;
    assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){(uint8_t)row[k].condition, 0, 0}));
    scene_refused(scr_world_solve(w, &d, &l), &d, row[k].text);
    scr_world_free(w);
  }
}

/* A velocity that is no number leads nowhere. */
static void no_number(void **state) {
  (void)state;
  static const scr_boundary condition[] = {SCR_B_STOP, SCR_B_PERIODIC};
  for (size_t k = 0; k < SCR_COUNTOF(condition); k++) {
    scr_diag d = {0};
    scr_world *w = scene_new(3);
    scr_limits l = scr_limits_none();
    w->timestep.mode = SCR_DT_FIX;
    w->timestep.given = 1;
    l.cycles = 1;
    uint32_t r = scene_ball(w, 1, 0, 0, 0.25, 1000);
    w->twist[r].v[0] = NAN;
    assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){(uint8_t)condition[k], 0, 0}));
    scene_refused(scr_world_solve(w, &d, &l), &d, "ball 1 has no position any more");
    scr_world_free(w);
  }
}

/* What the sides take is booked: stop takes the kinetic energy, 0.5 m. */
static void energy_of_a_side(void **state) {
  (void)state;
  double boundary, kinetic;
  scr_world *w = scene_new(3);
  uint32_t r = scene_ball(w, 1, 9.75, 0, 0.25, 1000);
  double m = w->twist[r].m;
  scr_energy_switch(w, true);
  w->twist[r].v[0] = 1;
  scene_cycle(w, 0.5, 1);
  assert_true(scr_energy(w, "energy-boundary", &boundary) && boundary == -0.5 * m);
  assert_true(scr_energy(w, "energy-kinetic", &kinetic) && kinetic == 0);
  scr_world_free(w);
}

/* A proximity that a periodic domain has no room for, given while a step looks for neighbours. */
static bool widen(void *user, const scr_callback *cb, const scr_event_arg *arg) {
  (void)cb, (void)arg;
  scr_cmat_entry far = scene_linear(1e5, 1e5);
  far.proximity = 15;
  scr_cmat_set_default(user, SCR_BALL_BALL, &far);
  return true;
}

/* Lists that could not be made are not taken for good ones by the next solve. */
static void no_lists(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_world *w = scene_new(2);
  scene_law(w, 1e5, 1e5);
  for (uint32_t id = 1; id <= 2; id++) scene_ball(w, id, 1.5 * id, 0, 0.5, 1000);
  assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_STOP, SCR_B_STOP}));
  w->hooks.user = w, w->hooks.call = widen;
  scr_callback_add(w, &(scr_callback){.point = 25, .event = -1, .interval = 1});
  w->timestep.mode = SCR_DT_FIX, w->timestep.given = 1e-5;
  scr_limits l = scr_limits_none();
  l.cycles = 1;
  for (int k = 0; k < 2; k++) {
    scene_refused(scr_world_solve(w, &d, &l), &d, "the periodic domain is too small along x");
    assert_false(scr_fresh(w, SCR_LISTS));
  }
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(no_lists),  cmocka_unit_test(extent_and_refusals),
      cmocka_unit_test(sides),     cmocka_unit_test(too_fast),
      cmocka_unit_test(no_number), cmocka_unit_test(energy_of_a_side)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
