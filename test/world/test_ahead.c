/* Motion beside the forces of the step before: a solve of many cycles ends where as many solves of
 * one cycle do, in which each motion is by itself, whoever is born, set apart, wrapped or another
 * thread's meanwhile. */
#include "scene.h"

#include "../bits/hash.h"
#include "base/rng.h"
#include "world/force/kept.h"

enum { CYCLES = 60 };
static const double DT = 2e-4;

typedef struct gas_row {
  int dim, threads;
  double gravity, damp;
  bool energy, fixes;
  uint32_t balls;
  double speed;
} gas_row;

static void rough_law(scr_world *w) {
  scr_cmat_entry law = scene_linear(1e6, 5e5);
  law.param[scene_slot("linear", "fric")] = 0.4;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_cmat_set_default(w, (scr_contact_type)t, &law);
}

/* Fast balls above a floor, in a box that is periodic along x; forces of very different sizes come
 * and go in each cycle. */
static scr_world *gas(const gas_row *g, int threads) {
  scr_diag d = {0};
  scr_world *w = scene_new(g->dim);
  scr_rng rng;
  uint32_t row;
  scr_rng_seed(&rng, 11);
  scr_world_set_threads(w, threads);
  w->worker_pairs = 20;
  w->ahead_balls = 1;
  w->energy_on = g->energy;
  rough_law(w);
  assert_true(
      scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_REFLECT, SCR_B_REFLECT}));
  scene_floor(w, 10, -8);
  for (uint32_t k = 1; k <= g->balls; k++) {
    double x[3] = {0};
    for (int c = 0; c < g->dim; c++) x[c] = (c == 0 ? 9.9 : 8) * (2 * scr_rng_uniform(&rng) - 1);
    assert_true(scr_ball_create(w, &d, k, x, 0.3 + 0.4 * scr_rng_uniform(&rng), &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"),
                             &(double){k % 9 ? 1000 : 1e5}));
    if (g->damp > 0) scr_table_write(&w->ball, SCR_BALL_DAMP, row, &g->damp);
    if (g->fixes && k % 7 == 0) scr_ball_fix(w, row, 1u << k % 3, true);
    for (int c = 0; c < g->dim; c++)
      w->twist[row].v[c] = g->speed * (2 * scr_rng_uniform(&rng) - 1);
  }
  w->gravity[g->dim - 1] = -g->gravity;
  scene_cycle(w, DT, 1);
  return w;
}

static void as_one_by_one(void **state) {
  /* among few balls the largest force of a cycle is often many times that of the cycle before */
  static const gas_row rows[] = {
      {3, 1, 0, 0, false, false, 500, 100},     {3, 2, 1e4, 0, false, false, 500, 100},
      {3, 4, 1e4, 0.7, true, true, 500, 100},   {3, 16, 9.81, 0, false, true, 500, 100},
      {2, 1, 1e4, 0.7, false, true, 300, 100},  {2, 3, 1e4, 0, true, false, 300, 100},
      {3, 1, 1e4, 0.7, true, true, 500, 100},   {3, 1, 9.81, 0, false, false, 100, 2000},
      {3, 4, 9.81, 0, false, false, 100, 2000}, {2, 3, 9.81, 0, false, false, 30, 2000}};
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) {
    scr_world *a = gas(&rows[k], rows[k].threads), *b = gas(&rows[k], 1);
    const uint64_t builds = a->engine->builds;
    uint32_t last = 0, births = 0;
    scene_cycle(a, DT, CYCLES);
    for (int c = 0; c < CYCLES; c++) {
      scene_cycle(b, DT, 1);
      births += b->contact_ids[0].max > last;
      last = b->contact_ids[0].max;
    }
    assert_true(a->engine->force->ahead.steps >
                CYCLES / 2); /* but for cycles without a force, the last one, ... */
    assert_int_equal(b->engine->force->ahead.steps, 0);
    assert_true(births > 5 && a->engine->builds > builds + 2);
    same_hash("gas", "best", rows[k].threads, hash_world(a), hash_world(b));
    scr_world_free(a);
    scr_world_free(b);
  }
}

/* Nothing touches: sums have no scale yet, and each cycle may be the one that gives it. */
static void of_little(void **state) {
  (void)state;
  for (uint32_t balls = 0; balls <= 2; balls++) {
    scr_world *a = scene_new(3), *b = scene_new(3);
    for (uint32_t k = 1; k <= balls; k++)
      scene_ball(a, k, k, 0, 0.25, 1000), scene_ball(b, k, k, 0, 0.25, 1000);
    a->gravity[2] = b->gravity[2] = -1;
    a->ahead_balls = 1;
    scene_cycle(a, 1e-2, 5);
    for (int c = 0; c < 5; c++) scene_cycle(b, 1e-2, 1);
    assert_int_equal(a->engine->force->ahead.steps, 0);
    same_hash("little", "best", 1, hash_world(a), hash_world(b));
    scr_world_free(a);
    scr_world_free(b);
  }
}

static void looked(scr_world *w, uint64_t from, const scr_limits *l) {
  scr_diag d = {0};
  const uint64_t steps = w->engine->force->ahead.steps;
  w->timestep.mode = SCR_DT_FIX, w->timestep.given = DT;
  if (!scr_world_solve(w, &d, l)) fail_msg("%s", d.error.text);
  scr_diag_clear(&d);
  assert_int_equal(w->engine->force->ahead.steps - steps, from);
}

/* Whoever may look at the forces of a cycle finds positions of that cycle. */
static void not_where_somebody_looks(void **state) {
  (void)state;
  const gas_row row = {3, 1, 9.81, 0.7, false, false, 500, 100};
  scr_world *w = gas(&row, 1);
  scr_limits l = scr_limits_none();
  l.cycles = 10;
  looked(w, 9, &l);
  l.calm = 1;
  looked(w, 0, &l);
  l.calm = 0, l.ratio_average = 1e-30;
  looked(w, 0, &l);
  l.ratio_average = HUGE_VAL, w->history_every = 2;
  looked(w, 4, &l); /* of cycles 31 to 41 */
  w->history_every = 0, l.cycles = UINT64_MAX, l.time = 10 * DT;
  looked(w, 9, &l);
  scr_cmat_entry law = scene_linear(1e6, 5e5); /* contacts that begin ask its range */
  scr_cmat_add(w, 1, &law, 0);
  looked(w, 0, &l);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_one_by_one),
      cmocka_unit_test(of_little),
      cmocka_unit_test(not_where_somebody_looks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
