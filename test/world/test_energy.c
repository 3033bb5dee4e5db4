/* Energies of states whose parts are known: kinetic, strain, body, damping, edits; unbalanced
 * forces of one contact. */
#include "scene.h"

#include "base/mem.h"

static double energy(scr_world *w, const char *name) {
  double e;
  assert_true(scr_energy(w, name, &e));
  return e;
}

static void near_to(double got, double want, double part) {
  if (!(fabs(got - want) <= part * fabs(want))) fail_msg("%.17g, not %.17g", got, want);
}

/* m v^2/2 + I w^2/2; kn overlap^2/2 once the force is there. */
static void of_a_state(void **state) {
  (void)state;
  double none;
  scr_world *w = scene_new(3);
  scene_law(w, 1e4, 0);
  scene_ball(w, 1, 0, 0, 0.5, 1000);
  scene_ball(w, 2, 0.75, 0, 0.5, 1000);
  uint32_t r = scene_row(w, 1);
  memcpy(w->twist[r].v, (double[]){1, 2, -2}, sizeof w->twist[r].v);
  memcpy(w->twist[r].w, (double[]){0, 4, 3}, sizeof w->twist[r].w);
  near_to(energy(w, "energy-kinetic"), 0.5 * w->twist[r].m * 9 + 0.5 * w->twist[r].moi * 25, 1e-15);
  memset(w->twist[r].v, 0, sizeof w->twist[r].v);
  memset(w->twist[r].w, 0, sizeof w->twist[r].w);
  scene_cycle(w, 1e-9, 1); /* they move by 1e-19 m */
  near_to(energy(w, "ENERGY-strain"), 0.5 * 1e4 * 0.0625, 1e-14);
  assert_false(scr_energy(w, "energy-potential", &none));
  scr_world_free(w);
}

/* Free fall for n steps from rest: v = n g dt, work of gravity m v^2/2, nothing else. */
static void of_gravity(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  uint32_t r = scene_ball(w, 1, 0, 0, 0.5, 1000);
  double m = w->twist[r].m;
  w->gravity[2] = -8;
  scr_energy_switch(w, true);
  scene_cycle(w, 0.125, 4);
  assert_true(w->twist[scene_row(w, 1)].v[2] == -4);
  near_to(energy(w, "energy-body"), 8 * m, 1e-14);
  near_to(energy(w, "energy-kinetic"), 8 * m, 1e-14);
  assert_true(energy(w, "energy-edit") == 0);
  scr_energy_switch(w, false);
  assert_true(energy(w, "energy-body") == 0); /* forgotten */
  scr_world_free(w);
}

static void of_an_edit(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  uint32_t r = scene_ball(w, 1, 0, 0, 0.5, 1000);
  assert_true(scr_energy_state(w) == 0);
  scr_energy_edited(w, -5); /* energies are off: nothing is booked */
  scr_energy_switch(w, true);
  assert_true(energy(w, "energy-edit") == 0);
  double before = scr_energy_state(w);
  w->twist[r].v[1] = 3;
  scr_energy_edited(w, before);
  near_to(energy(w, "energy-edit"), 4.5 * w->twist[r].m, 1e-15);
  before = scr_energy_state(w);
  w->twist[r].v[1] = 1;
  scr_energy_edited(w, before);
  near_to(energy(w, "energy-edit"), 0.5 * w->twist[r].m, 1e-14);
  scr_world_free(w);
}

enum { ROW = 12 };

/* A row of overlapping balls with energies on. */
static scr_world *row_of_balls(void) {
  scr_world *w = scene_new(3);
  scene_law(w, 1e4, 1e3);
  for (uint32_t k = 0; k < ROW; k++)
    scene_ball(w, k + 1, -4 + 0.7 * k, 0.01 * k * k, 0.37 + 0.001 * k, 1000 + 37 * k);
  scr_energy_switch(w, true);
  scene_cycle(w, 1e-5, 3);
  return w;
}

/* Edits of one ball after the other, with whatever looks at the energies between. */
static void edit_one(scr_world *w, int n, bool whole) {
  static const char *const name[] = {"velocity", "spin",     "force-applied", "velocity",
                                     "damp",     "velocity", "density",       "moment-applied"};
  scr_diag d = {0};
  const int q = scr_quantity_find(scr_ball_quantity, name[n % 8]);
  const uint32_t row = scene_row(w, 1 + (uint32_t)(5 * n) % ROW);
  const double to[3] = {0.1 + 1e-3 * n, n % 8 == 4 ? 0 : 1.0 / (n + 3), -0.3},
               dense[1] = {900 + 11.7 * n};
  const scr_quantity *of = &scr_ball_quantity[q];
  const double before = whole ? scr_energy_state(w) : scr_energy_state_of_ball(w, row, of);
  assert_true(scr_ball_set(w, &d, row, q, n % 8 == 6 ? dense : to));
  if (whole)
    scr_energy_edited(w, before);
  else
    scr_energy_edited_of_ball(w, row, of, before);
}

static void stiffen(scr_world *w, double kn) {
  scr_contact *c;
  scr_diag d = {0};
  assert_true(scr_contact_list(w, SCR_BALL_BALL, false, &c) > 3);
  assert_true(scr_contact_set(w, &d, c[3], scr_model_prop(scr_model_find("linear"), "kn"), &kn, 1));
  scr_free(c);
}

/* What a callback edits in each cycle. */
typedef struct editor {
  scr_world *w;
  int n;
  bool whole;
} editor;

static bool edit_in_cycle(void *user, const scr_callback *cb, const scr_event_arg *arg) {
  (void)cb, (void)arg;
  editor *e = user;
  edit_one(e->w, 8 * ++e->n + 3, e->whole); /* velocities */
  return true;
}

static void one_ball_as_all(void **state) {
  (void)state;
  scr_world *a = row_of_balls(), *b = row_of_balls();
  editor of[2] = {{a, 0, true}, {b, 0, false}};
  for (int k = 0; k < 2; k++) {
    of[k].w->hooks.user = &of[k], of[k].w->hooks.call = edit_in_cycle;
    scr_callback_add(of[k].w, &(scr_callback){.point = -1, .event = -1, .interval = 1});
    scr_callback_add(of[k].w, &(scr_callback){.point = 41, .event = -1, .interval = 1});
  }
  for (int n = 0; n < 200; n++) {
    edit_one(a, n, true);
    edit_one(b, n, false);
    if (n % 16 == 4)
      stiffen(a, 9e3 + n),
          stiffen(b, 9e3 + n); /* between two velocities: what is kept must not be believed */
    if (n % 24 == 20) scene_cycle(a, 1e-5, 5), scene_cycle(b, 1e-5, 5);
    const double edited = energy(a, "energy-edit"), same = energy(b, "energy-edit");
    assert_memory_equal(&edited, &same, sizeof same);
  }
  assert_true(energy(a, "energy-edit") != 0 && energy(a, "energy-strain") > 0);
  for (uint32_t id = 1; id <= ROW; id++) {
    assert_memory_equal(&a->twist[scene_row(a, id)], &b->twist[scene_row(b, id)], sizeof *a->twist);
    assert_memory_equal(&a->load[scene_row(a, id)], &b->load[scene_row(b, id)], sizeof *a->load);
  }
  scr_world_free(a);
  scr_world_free(b);
}

/* A ball pushed by 6 N against a fixed one that answers with 2 N: 4 N are unbalanced, of the free
 * ball alone. */
static void unbalanced(void **state) {
  (void)state;
  double value;
  scr_world *w = scene_new(3);
  scene_law(w, 8, 0);
  scene_ball(w, 1, 0, 0, 0.5, 1000);
  scene_ball(w, 2, 0.75, 0, 0.5, 1000);
  scr_ball_fix(w, scene_row(w, 1), 63, true);
  scr_table_write(&w->ball, SCR_BALL_FORCE_APPLIED, scene_row(w, 2), (double[]){-6, 0, 0});
  scene_cycle(w, 1e-9, 1);
  assert_true(scr_world_ratio(w, "unbalanced-maximum", &value));
  near_to(value, 4, 1e-14);
  assert_false(scr_world_ratio(w, "unbalanced", &value));
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(of_a_state), cmocka_unit_test(of_gravity), cmocka_unit_test(of_an_edit),
      cmocka_unit_test(one_ball_as_all), cmocka_unit_test(unbalanced)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
