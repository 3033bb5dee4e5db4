/* Contacts: ends and geometry of a pair, order of lists, handles of those that ended, forces and
 * moments of a known state. */
#include "scene.h"

#include "base/mem.h"
#include "world/state/rows.h"

static scr_contact the(scr_world *w, scr_contact_type type, uint32_t id) {
  scr_contact c;
  assert_true(scr_contact_find(w, type, id, &c));
  return c;
}

static uint32_t id_of_end(scr_world *w, scr_contact c, int end) {
  scr_kind kind;
  uint32_t row;
  scr_contact_end(w, c, end, &kind, &row);
  return scr_colu(kind == SCR_K_BALL ? &w->ball : &w->facet,
                  kind == SCR_K_BALL ? SCR_BALL_ID : SCR_FACET_ID)[row];
}

/* A ball of radius 1 and one of 0.5 with a gap of -0.25 along (0.6, 0.8): end 1 is the lower id. */
static void geometry(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_contact_geometry g;
    scr_ends e;
    scr_world *w = scene_new(dim);
    scene_law(w, 1, 0);
    scene_ball(w, 9, 0, 0, 1, 1000);
    scene_ball(w, 2, 0.75, 1, 0.5, 1000);
    scene_clean(w);
    scr_contact c = the(w, SCR_BALL_BALL, 1);
    assert_int_equal(id_of_end(w, c, 0), 2);
    assert_int_equal(id_of_end(w, c, 1), 9);
    scr_contact_geometry_of(w, c, &g);
    const double n[3] = {-0.6, -0.8, 0}, s2[3] = {0.8, -0.6, 0}, s3[3] = {0.8, -0.6, 0};
    assert_float_equal(g.gap, -0.25, 1e-15);
    assert_float_equal(g.arm[0], 0.375, 1e-15);
    assert_float_equal(g.arm[1], 0.875, 1e-15);
    for (int k = 0; k < 3; k++) {
      assert_float_equal(g.n[k], n[k], 1e-15);
      assert_float_equal(g.s[k], dim == 2 ? s2[k] : s3[k], 1e-15);
      assert_float_equal(g.x[k], -0.875 * n[k], 1e-15);
    }
    if (dim == 3) assert_float_equal(g.t[2], n[0] * s3[1] - n[1] * s3[0], 1e-15);
    scr_contact_ends_of(w, c, &e);
    assert_true(e.radius[0] == 0.5 && e.radius[1] == 1 && e.curvature[0] == 2 && !e.facet &&
                e.dim == dim);
    scr_world_free(w);
  }
}

/* By the lower id, then the higher, whatever order the balls were made in. */
static void order_of_lists(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scene_law(w, 1, 0);
  static const uint32_t id[] = {5, 1, 4, 2};
  for (uint32_t k = 0; k < 4; k++) scene_ball(w, id[k], 0.75 * k, 0, 0.5, 1000);
  scene_clean(w);
  static const uint32_t want[][2] = {{1, 4}, {1, 5}, {2, 4}};
  scr_contact *c;
  assert_int_equal(scr_contact_list(w, -1, true, &c), 3);
  for (size_t k = 0; k < 3; k++) {
    assert_int_equal(id_of_end(w, c[k], 0), want[k][0]);
    assert_int_equal(id_of_end(w, c[k], 1), want[k][1]);
  }
  scr_free(c);
  assert_int_equal(scr_contacts_of(w, SCR_K_BALL, scene_row(w, 4), true, &c), 2);
  assert_int_equal(id_of_end(w, c[0], 0), 1);
  assert_int_equal(id_of_end(w, c[1], 0), 2);
  scr_free(c);
  assert_int_equal(scr_contact_list(w, SCR_BALL_FACET, true, &c), 0);
  scr_free(c);
  scr_world_free(w);
}

static void handles(void **state) {
  (void)state;
  scr_diag d = {0};
  scr_contact c;
  scr_world *w = scene_new(3);
  scene_law(w, 1, 0);
  for (uint32_t id = 1; id <= 3; id++) scene_ball(w, id, 0.75 * id, 0, 0.5, 1000);
  scene_clean(w);
  scr_ref gone = scr_contact_ref(w, the(w, SCR_BALL_BALL, 1)),
          stays = scr_contact_ref(w, the(w, SCR_BALL_BALL, 2));
  uint32_t row = scene_row(w, 1);
  assert_true(scr_ball_delete(w, &d, &row, 1));
  assert_false(scr_contact_of_ref(w, gone, &c));
  assert_true(scr_contact_of_ref(w, stays, &c));
  assert_int_equal(scr_contact_id(w, c), 2);
  assert_false(scr_contact_find(w, SCR_BALL_BALL, 1, &c));
  scr_contact_delete(
      w, the(w, SCR_BALL_BALL, 2)); /* made anew with another id where they still are near */
  assert_false(scr_contact_of_ref(w, stays, &c));
  scene_clean(w);
  assert_int_equal(scr_contact_count(w, -1, true), 1);
  assert_false(scr_contact_of_ref(w, stays, &c));
  scr_world_free(w);
}

/* kn = 1000 and an overlap of 0.25: 250 N along x on ball 2, none about the centres; sheared by
 * 1/512 along y with ks = 1024: 2 N, at an arm of 0.375 on either side. */
static void force_and_moment(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  double f[3], m[3];
  scene_law(w, 1000, 1024);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_cmat_entry e = *scr_cmat_default(w, (scr_contact_type)t);
    e.param[scene_slot("linear", "fric")] = 1;
    scr_cmat_set_default(w, (scr_contact_type)t, &e);
  }
  scene_ball(w, 1, 0, 0, 0.5, 1000);
  scene_ball(w, 2, 0.75, 0, 0.5, 1000);
  scene_clean(w);
  scr_contact_force(w, the(w, SCR_BALL_BALL, 1), f);
  assert_true(f[0] == 250 && f[1] == 0 && f[2] == 0);
  for (uint32_t id = 1; id <= 2; id++) scr_ball_fix(w, scene_row(w, id), 63, true);
  uint32_t row = scene_row(w, 2);
  w->twist[row].v[1] = 1;
  scene_cycle(w, 1.0 / 512, 1);
  scr_contact c = the(w, SCR_BALL_BALL, 1);
  scr_contact_force(w, c, f);
  assert_float_equal(f[1], 250.0 / 384 - 2, 1e-4); /* the normal has turned by 1/384 */
  for (int end = 0; end < 2; end++) {
    scr_contact_moment(w, c, end, m);
    assert_float_equal(m[2], 0.375 * 2, 4e-5);
    assert_true(m[0] == 0 && m[1] == 0);
  }
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(geometry), cmocka_unit_test(order_of_lists),
                                     cmocka_unit_test(handles), cmocka_unit_test(force_and_moment)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
