/* What a world takes of memory: counts of bytes, which are the same on every machine. */
#include "world/scene.h"

#include "world/detect.h"
#include "world/memory.h"

enum { SIDE = 12, BALLS = SIDE * SIDE * SIDE };
static const double RADIUS = 0.5, GAP = 0.98; /* neighbours overlap a little */

/* A cube of balls in a lattice, in the air. */
static scr_world *cube(void) {
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  scene_law(w, 1e3, 1e3);
  scr_ball_reserve(w, BALLS);
  for (int k = 0; k < BALLS; k++) {
    const int at[] = {k % SIDE, k / SIDE % SIDE, k / SIDE / SIDE};
    double x[3];
    for (int c = 0; c < 3; c++) x[c] = (at[c] - 0.5 * SIDE) * GAP;
    assert_true(scr_ball_create(w, &d, 0, x, RADIUS, NULL));
  }
  return w;
}

static void set_all(scr_world *w, const char *name, double value) {
  scr_diag d = {0};
  const int q = scr_quantity_find(scr_ball_quantity, name);
  for (uint32_t k = 0; k < w->ball.n; k++) assert_true(scr_ball_set(w, &d, k, q, (double[]){value, value, value}));
}

static void set_one(scr_world *w, uint32_t id, const char *name, double value) {
  scr_diag d = {0};
  assert_true(scr_ball_set(w, &d, scene_row(w, id), scr_quantity_find(scr_ball_quantity, name), (double[]){value, value, value}));
}

static size_t bytes_a_ball(const scr_world *w) {
  assert_int_equal(w->ball.cap, BALLS);
  assert_int_equal(scr_memory_of(w).balls % BALLS, 0);
  return scr_memory_of(w).balls / BALLS;
}

/* id, slot, fix, reference position, and the rows that kernels gather */
static const size_t LEAST = 4 + 4 + 1 + 24 + sizeof(scr_pose) + sizeof(scr_twist) + sizeof(scr_load);

static void balls(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  assert_int_equal(bytes_a_ball(w), LEAST);
  set_all(w, "density", 1000);
  set_all(w, "damp", 0.7);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST); /* one density, one damping */
  set_one(w, 5, "damp", 0.2);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8);
  set_one(w, 6, "force-applied", 1);
  set_one(w, 6, "moment-applied", 1);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24);
  scr_ball_set_surface(w, scene_row(w, 7), "fric", 0.5);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24 + 4);
  scr_energy_switch(w, true);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 8 + 24 + 24 + 4 + 24);
  scr_energy_switch(w, false);
  set_one(w, 5, "damp", 0.7);
  set_one(w, 6, "force-applied", 0);
  set_one(w, 6, "moment-applied", 0);
  scene_cycle(w, 1e-6, 1);
  assert_int_equal(bytes_a_ball(w), LEAST + 4);
  scr_world_free(w);
}

/* ---- in a cycle ---- */

typedef struct seen {
  const scr_world *w;
  scr_memory m;
  size_t pairs; /* bytes of the list of pairs of balls */
  bool dash;
  int times;
} seen;

/* Asked the first time after 64 cycles, whatever the clock says. */
static void look(void *user) {
  seen *s = user;
  if (s->times++) return;
  s->m = scr_memory_of(s->w);
  s->pairs = scr_pairs_bytes(&s->w->pair[SCR_BALL_BALL]);
  s->dash = s->w->pair[SCR_BALL_BALL].dash[0] != NULL;
}

/* What only the search, sums at the beginning and readers need is not there while cycles go on. */
static void cycles(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  seen s = {.w = w};
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 2);
  const size_t contacts = 3 * SIDE * SIDE * (SIDE - 1);
  assert_int_equal(p->ncontact, contacts);
  assert_non_null(p->dash[0]); /* for whoever looks at the end of a solve */
  w->hooks.progress = look;
  w->hooks.user = &s;
  scene_cycle(w, 1e-6, 100);
  assert_true(s.times > 0 && w->engine->builds == 1);
  assert_false(s.dash);
  assert_non_null(p->dash[0]);
  assert_int_equal(s.m.sums, (w->engine->cap_count + w->engine->cap_balls_with) * sizeof(uint32_t));
  const size_t first = (w->engine->cap_first[0] + w->engine->cap_first[1]) * sizeof(uint32_t);
  assert_int_equal(s.m.search, sizeof *w->engine->finder + BALLS * sizeof(scr_pose) + first);
  int states = 0;
  for (int c = 0; c < SCR_MAX_STATE; c++) states += p->state[c] != NULL;
  const size_t pair = 6 * sizeof(uint32_t) + 3 + sizeof(double) * ((size_t)states + 3);
  assert_true(p->cap <= p->n + p->n / 16 + 64);
  assert_int_equal(s.pairs, pair * p->cap);
  assert_true(s.m.pairs >= s.pairs && s.m.pairs < s.pairs + 20000); /* nothing touches a wall */
  scr_world_free(w);
}

/* Lists that follow each other soon keep the memory of the search. */
static void flows(void **state) {
  SCR_UNUSED(state);
  scr_world *w = cube();
  set_all(w, "density", 1000);
  scene_cycle(w, 1e-6, 1);
  const size_t lasting = scr_memory_of(w).search;
  set_one(w, 1, "velocity", 1);
  w->engine->skin = 1e-3;
  scene_cycle(w, 1e-3, 100);
  assert_true(w->engine->builds > 3);
  assert_true(scr_memory_of(w).search > lasting + 36 * (size_t)BALLS); /* cells hold a copy of each ball */
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(balls), cmocka_unit_test(cycles), cmocka_unit_test(flows)};
  return cmocka_run_group_tests_name("memory", tests, NULL, NULL);
}
