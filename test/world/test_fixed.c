/* A fixed timestep that is told to be surely stable is: never beyond the limit of the exact sums,
 * whoever it comes from; and one far below is told so. */
#include "scene.h"

#include "base/rng.h"
#include "world/timestep/timestep.h"

typedef struct fixed_row {
  const char *law, *property;
  double value;
  double loose; /* radius of balls that nothing touches, m; 0: none */
} fixed_row;

static const fixed_row rows[] = {
    {"linear", "dp_nratio", 0, 0},   {"linear", "dp_nratio", 0.7, 0},
    {"linear", "rgap", 0.05, 0},     {"linear", "ks", 9e6, 0},
    {"linear", "fric", 0, 0.02},     {"hertz", "dp_nratio", 0.5, 0},
    {"hertz", "rgap", 0.03, 0},      {"hertz", "hz_alpha", 1.2, 0},
    {"hertz", "dp_nratio", 0, 0.01}, {"burger", "bur_fric", 0, 0},
    {"burger", "bur_ksm", 3e7, 0},   {"burger", "bur_knm", 1e3, 0.05},
};

/* Balls of many sizes and densities, most of them in touch, on a floor. */
static scr_world *heap(int dim, const fixed_row *f, uint64_t seed, int threads) {
  scr_diag d = {0};
  scr_world *w = scene_new(dim);
  scr_cmat_entry law = scene_entry(f->law);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, seed);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  law.param[scene_slot(f->law, f->property)] = f->value;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &law);
  scene_floor(w, 9, -3);
  for (uint32_t k = 1; k <= 150; k++) {
    const bool loose = f->loose > 0 && k % 10 == 0;
    double x[3] = {0};
    for (int c = 0; c < dim; c++) x[c] = (loose ? 9 : 3) * (2 * scr_rng_uniform(&rng) - 1);
    if (loose) x[dim - 1] = 6 + 3 * scr_rng_uniform(&rng);
    const double density = 500 + 2000 * scr_rng_uniform(&rng);
    assert_true(
        scr_ball_create(w, &d, k, x, loose ? f->loose : 0.1 + 0.5 * scr_rng_uniform(&rng), &row));
    assert_true(
        scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &density));
  }
  scene_clean(w);
  return w;
}

static bool surely(scr_world *w, double dt) {
  w->timestep.given = dt;
  return scr_fixed_surely_stable(w);
}

static void never_beyond_the_limit(void **state) {
  (void)state;
  int proved = 0, scenes = 0;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    for (int dim = 2; dim <= 3; dim++)
      for (uint64_t seed = 1; seed <= 6; seed++, scenes++) {
        scr_world *w = heap(dim, &rows[k], seed, seed % 3 + 1);
        scr_diag d = {0};
        scr_dt_reason why;
        w->timestep.mode = SCR_DT_FIX;
        assert_true(scr_timestep_limits(w, &d, &why) && why.stiffness_limit > 0);
        for (int c = 0; c < 60; c++)
          if (surely(w, why.stiffness_limit * (1 + 1e-9 + 0.02 * c)))
            fail_msg("%s %s %dD: %g times the limit", rows[k].law, rows[k].property, dim,
                     1 + 0.02 * c);
        assert_true(surely(w, why.stiffness_limit * 1e-3));
        proved += surely(w, why.stiffness_limit * 0.25);
        scr_world_free(w);
      }
  assert_true(proved > scenes / 2);
}

static double stable(scr_world *w) {
  scr_diag d = {0};
  scr_dt_reason why;
  w->timestep.mode = SCR_DT_FIX;
  assert_true(scr_timestep_limits(w, &d, &why));
  return why.stiffness_limit;
}

/* Contacts that just touch are active and have no stiffness: a ball that has no others counts as
 * one that nothing touches. */
static void without_overlap(void **state) {
  (void)state;
  const fixed_row soft = {"hertz", "fric", 0.4, 0};
  for (int stiff = 0; stiff < 2; stiff++) {
    scr_world *w = scene_new(3);
    scene_law_named(w, soft.law);
    for (uint32_t k = 0; k < 20; k++)
      scene_ball(w, k + 1, 1.0 * (k % 5) - 2, 1.0 * (k / 5) - 2, 0.5, 1000);
    if (stiff) scene_ball(w, 99, 5, 5, 0.5, 1000), scene_ball(w, 100, 5 + 1 - 1e-9, 5, 0.5, 1000);
    scene_clean(w);
    assert_int_equal(w->pair[SCR_BALL_BALL].ncontact, stiff ? 32 : 31);
    const double limit = stable(w);
    assert_true(limit < HUGE_VAL);
    for (double over = 1 + 1e-9; over < 1e4; over *= 1.3) assert_false(surely(w, over * limit));
    scr_world_free(w);
  }
}

/* Of a small ball deep in a large one the arm is longer than the radius. */
static void deep_inside(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scene_law(w, 1e4, 1e4);
    scene_ball(w, 1, 0, 0, 1, 1000);
    scene_ball(w, 2, 0.2, 0, 0.05, 1000);
    scene_clean(w);
    const double limit = stable(w);
    for (double over = 1 + 1e-9; over < 10; over *= 1.02) assert_false(surely(w, over * limit));
    scr_world_free(w);
  }
}

/* Nothing has a stiffness. */
static void without_stiffness(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scene_ball(w, 1, 0, 0, 0.5, 1000);
  scene_clean(w);
  assert_false(surely(w, 1e9)); /* nor is there a limit: the sums find that out */
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(never_beyond_the_limit), cmocka_unit_test(without_overlap),
      cmocka_unit_test(deep_inside), cmocka_unit_test(without_stiffness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
