/* A fixed timestep is compared with the stable one, ball by ball and exactly: the smallest number
 * above it is warned of, and names the ball; it itself is not. */
#include "scene.h"

#include "base/rng.h"
#include "world/state/rows.h"
#include "world/timestep/stepper.h"

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
enum { BALLS = 250 }; /* in some parts, by one thread and by three */

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
  for (uint32_t k = 1; k <= BALLS; k++) {
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

static void hear(void *user, const scr_message *m) {
  scr_buf *heard = user;
  scr_buf_puts(heard, m->text);
}

/* What is said of that timestep. */
static scr_buf said_of(scr_world *w, double dt) {
  scr_buf heard = {0};
  scr_diag d = {.sink = hear, .user = &heard};
  w->timestep.mode = SCR_DT_FIX;
  w->timestep.given = dt;
  scr_changed(w, SCR_SOLVE);
  assert_true(scr_timestep_choose(w, &d));
  return heard;
}

/* Says nothing at the limit, and its ball beyond it. */
static void check(scr_world *w, const char *name) {
  scr_diag d = {0};
  scr_dt_reason why;
  char ball[32];
  w->timestep.mode = SCR_DT_FIX;
  assert_true(scr_timestep_limits(w, &d, &why) && why.stiffness_limit > 0);
  snprintf(ball, sizeof ball, "(ball %u)", scr_colu(&w->ball, SCR_BALL_ID)[why.ball]);
  scr_buf below = said_of(w, why.stiffness_limit),
          above = said_of(w, nextafter(why.stiffness_limit, HUGE_VAL));
  if (below.n) fail_msg("%s %dD: %s", name, w->dim, below.s);
  if (!above.n || !strstr(above.s, ball))
    fail_msg("%s %dD: %s, and the ball is %s", name, w->dim, above.n ? above.s : "nothing", ball);
  scr_buf again = said_of(w, nextafter(why.stiffness_limit, HUGE_VAL));
  assert_int_equal(again.n, 0); /* one warning for each value */
  scr_buf_free(&below), scr_buf_free(&above), scr_buf_free(&again);
}

static void exactly(void **state) {
  (void)state;
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    for (int dim = 2; dim <= 3; dim++)
      for (uint64_t seed = 1; seed <= 6; seed++) {
        scr_world *w = heap(dim, &rows[k], seed, (int)(seed % 3) + 1);
        check(w, rows[k].property);
        scr_world_free(w);
      }
}

/* Of equal balls that with the lowest id is named, wherever it lies in memory. */
static void equal_balls(void **state) {
  (void)state;
  for (int threads = 1; threads <= 3; threads++) {
    scr_world *w = scene_new(3);
    scr_world_set_threads(w, threads);
    w->worker_pairs = 20;
    scene_law(w, 1e6, 5e5);
    for (uint32_t k = 0; k < 361; k++)
      scene_ball(w, 500 - k, 0.998 * (k % 19) - 9, 0.998 * (k / 19) - 9, 0.5, 1000);
    scene_clean(w);
    check(w, "equal");
    scr_world_free(w);
  }
}

/* Nothing has a stiffness: there is no limit. */
static void without_stiffness(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scene_ball(w, 1, 0, 0, 0.5, 1000);
  scene_clean(w);
  scr_buf heard = said_of(w, 1e9);
  assert_int_equal(heard.n, 0);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(exactly), cmocka_unit_test(equal_balls),
                                     cmocka_unit_test(without_stiffness)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
