/* The contact model assignment table: order of entries, ranges before defaults, what contacts
 * inherit from their pieces. */
#include "scene.h"

#include "base/mem.h"
#include "world/state/rows.h"

static void entry_of_a_law(void **state) {
  (void)state;
  scr_cmat_entry e = scr_cmat_entry_of(scr_model_find("linear"));
  assert_true(e.proximity < 0);
  assert_int_equal(e.given, 0);
  assert_int_equal(e.nmethod, 0);
  uint32_t want = 1u << scene_slot("linear", "kn") | 1u << scene_slot("linear", "ks") |
                  1u << scene_slot("linear", "fric");
  assert_int_equal(e.inherit, want);
}

static void check_order(scr_world *w, const int *index, const int *range, int n) {
  assert_int_equal(scr_cmat_count(w), n);
  for (int k = 0; k < n; k++) {
    int i, r;
    scr_cmat_at(w, k, &i, &r);
    assert_int_equal(i, index[k]);
    assert_int_equal(r, range[k]);
  }
}

static void order_of_entries(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scr_cmat_entry e = scene_linear(1, 1);
  scr_cmat_add(w, 5, &e, 50);
  scr_cmat_add(w, 2, &e, 20);
  scr_cmat_add(w, 9, &e, 90);
  check_order(w, (int[]){2, 5, 9}, (int[]){20, 50, 90}, 3);
  scr_cmat_add(w, 5, &e, 51); /* in its place */
  check_order(w, (int[]){2, 5, 9}, (int[]){20, 51, 90}, 3);
  assert_true(scr_cmat_remove(w, 2));
  assert_false(scr_cmat_remove(w, 2));
  check_order(w, (int[]){5, 9}, (int[]){51, 90}, 2);
  scr_world_free(w);
}

static double property(scr_world *w, uint32_t id, const char *name) {
  scr_contact c;
  double out[3];
  assert_true(scr_contact_find(w, SCR_BALL_BALL, id, &c));
  assert_int_equal(scr_contact_get(w, c, scr_model_prop(scr_contact_model(w, c), name), out), 1);
  return out[0];
}

/* Range 1 holds all contacts, range 2 the one between balls 2 and 3, range 3 none. */
static bool in_range(void *user, int range, scr_contact c, bool *in) {
  scr_world *w = user;
  scr_kind kind;
  uint32_t row;
  scr_contact_end(w, c, 1, &kind, &row);
  *in = range == 1 || (range == 2 && scr_colu(&w->ball, SCR_BALL_ID)[row] == 3);
  return true;
}

static scr_world *chain(void) {
  scr_world *w = scene_new(3);
  scene_law(w, 1, 10);
  for (uint32_t id = 1; id <= 3; id++) scene_ball(w, id, 0.75 * id, 0, 0.5, 1000);
  w->hooks.user = w;
  w->hooks.in_range = in_range;
  return w;
}

static void ranges_before_defaults(void **state) {
  (void)state;
  scr_world *w = chain();
  scr_cmat_entry e[] = {scene_linear(3, 0), scene_linear(2, 0), scene_linear(4, 0)};
  scr_cmat_add(w, 1, &e[0], 3);
  scr_cmat_add(w, 2, &e[1], 2);
  scene_clean(w);
  assert_true(property(w, 1, "kn") == 1); /* balls 1 and 2: the default */
  assert_true(property(w, 2, "kn") == 2);
  scr_cmat_add(w, 3, &e[2],
               1); /* present contacts keep theirs until it is applied; entry 2 comes first */
  assert_true(property(w, 1, "kn") == 1);
  scr_contact *c;
  size_t n = scr_contact_list(w, -1, true, &c);
  assert_int_equal(n, 2);
  scr_diag d = {0};
  assert_true(scr_cmat_apply(w, &d, c, n, scr_contact_may_bond));
  scr_free(c);
  assert_true(property(w, 1, "kn") == 4);
  assert_true(property(w, 2, "kn") == 2);
  scr_world_free(w);
}

/* Stiffnesses in series, the smaller friction; only where both pieces have one and the slot
 * inherits. */
static void inheritance(void **state) {
  (void)state;
  scr_world *w = chain();
  scr_cmat_entry e = scene_linear(1, 10);
  e.inherit &= ~(1u << scene_slot("linear", "ks"));
  scr_cmat_set_default(w, SCR_BALL_BALL, &e);
  static const double kn[] = {0, 2, 6}, fric[] = {0, 0.5, 0.25};
  for (uint32_t id = 1; id <= 2; id++) {
    scr_ball_set_surface(w, scene_row(w, id), "kn", kn[id]);
    scr_ball_set_surface(w, scene_row(w, id), "ks", 100);
    scr_ball_set_surface(w, scene_row(w, id), "fric", fric[id]);
  }
  scene_clean(w);
  assert_true(property(w, 1, "kn") == 1.5); /* 2*6/(2+6) */
  assert_true(property(w, 1, "fric") == 0.25);
  assert_true(property(w, 1, "ks") == 10);           /* switched off */
  assert_true(property(w, 2, "kn") == 1);            /* ball 3 has none */
  scr_ball_set_surface(w, scene_row(w, 3), "kn", 3); /* contacts there follow */
  assert_true(property(w, 2, "kn") == 2);
  assert_true(property(w, 2, "fric") == 0);
  scr_ball_set_surface(w, scene_row(w, 1), "kn", 0); /* no spring: the other one alone */
  assert_true(property(w, 1, "kn") == 6);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(entry_of_a_law), cmocka_unit_test(order_of_entries),
      cmocka_unit_test(ranges_before_defaults), cmocka_unit_test(inheritance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
