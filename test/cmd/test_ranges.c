/* Errors in functions that ranges ask: the command or the cycle ends, and the model is what it was.
 */
#include "../base/test.h"

#include "../bits/hash.h"
#include "../support/command.h"

/* `fails`: what lies at that end is asked for its radius, which a facet does not have. */
static const char setup[] = "model new\n"
                            "model domain extent -1 1\n"
                            "model energy mechanical on\n"
                            "model mechanical timestep fix 1e-4\n"
                            "fish define pair(p, c)\n"
                            "  pair = contact.gap(c) < -0.005\n"
                            "  if fails = 1 then pair = ball.radius(contact.end2(c)) > 0.0\n"
                            "end\n"
                            "[fails = 0]\n"
                            "contact cmat default model linear property kn 1e5\n"
                            "contact cmat add 1 model linear property kn 2e5 range fish pair\n"
                            "ball create id 1 radius 0.1 position-z 0\n"
                            "ball create id 2 radius 0.1 position-z 0.19\n"
                            "ball create id 3 radius 0.1 position-z 0.389\n"
                            "wall generate id 1 plane position (0, 0, -0.09)\n"
                            "ball attribute density 1000\n";

static scr_session *session(void) {
  scr_options options = {.dim = 3, .threads = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  command(s, setup);
  return s;
}

static void must_fail(scr_session *s, const char *text) {
  assert_false(scr_session_text(s, "test", text, SCR_MODERN));
  assert_non_null(strstr(s->diag.error.text, "must be a ball pointer, not facet"));
  assert_non_null(strstr(s->diag.error.trace, "called from 'range fish pair'"));
  scr_diag_clear(&s->diag);
}

static void same_as_without(scr_session *s, const char *failing, const char *after) {
  scr_session *twin = session();
  command(s, "[fails = 1]\n");
  must_fail(s, failing);
  command(s, "[fails = 0]\n");
  command(s, after);
  command(twin, after);
  assert_true(hash_world(s->lib.world) == hash_world(twin->lib.world));
  for (size_t k = 0; scr_energy_name[k]; k++) {
    double a, b;
    assert_true(scr_energy(s->lib.world, scr_energy_name[k], &a) &&
                scr_energy(twin->lib.world, scr_energy_name[k], &b));
    if (a != b) fail_msg("%s: %g, expected %g", scr_energy_name[k], a, b);
  }
  scr_session_free(twin);
}

/* Contacts of balls come first, and their function has no error; they are not made either. */
static void none_is_made(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "[fails = 1]\n");
  must_fail(s, "model clean\n");
  assert_int_equal(scr_contact_count(s->lib.world, -1, true), 0);
  scr_session_free(s);
}

static void later_as_if_nothing_had_been(void **state) {
  SCR_UNUSED(state);
  static const char *const after[] = {"model clean\n", "model cycle 1\n", "model cycle 10\n"};
  static const char *const failing[] = {"model clean\n", "model cycle 1\n"};
  for (size_t f = 0; f < SCR_COUNTOF(failing); f++)
    for (size_t k = 0; k < SCR_COUNTOF(after); k++) {
      scr_session *s = session();
      same_as_without(s, failing[f], after[k]);
      scr_session_free(s);
    }
}

/* The handles that a function has kept of contacts that were not made are not alive. */
static void kept_pointers_die(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "fish define keep(p, c)\n  if type.pointer.name(contact.end2(c)) = 'ball'\n    kept = "
             "c\n  end_if\n"
             "  keep = ball.radius(contact.end2(c)) > 0.0\nend\n"
             "contact cmat remove 1\ncontact cmat add 1 model linear range fish keep\n");
  assert_false(scr_session_text(s, "test", "model clean\n", SCR_MODERN));
  scr_diag_clear(&s->diag);
  assert_false(scr_session_text(s, "test", "[io.out(contact.gap(kept))]\n", SCR_MODERN));
  assert_non_null(strstr(s->diag.error.text, "no longer exists"));
  scr_session_free(s);
}

static void apply_changes_nothing(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "model cycle 3\n[fails = 1]\n");
  const uint64_t before = hash_world(s->lib.world);
  const uint32_t set = scr_pair_set(&s->lib.world->pair[SCR_BALL_BALL], 0);
  must_fail(s, "contact cmat apply\n");
  assert_true(hash_world(s->lib.world) == before);
  assert_int_equal(scr_pair_set(&s->lib.world->pair[SCR_BALL_BALL], 0), set);
  scr_session_free(s);
}

/* A contact that begins within a step: the cycle ends, and the next one makes it. */
static void in_a_step(void **state) {
  SCR_UNUSED(state);
  scr_session *s = session();
  command(s, "ball create id 4 radius 0.1 position (0.5, 0, 0.0255)\nball attribute density 1000 "
             "velocity-z -10 range id 4\n"
             "model cycle 1\n[fails = 1]\n");
  const size_t contacts = scr_contact_count(s->lib.world, -1, true);
  must_fail(s, "model cycle 30\n");
  assert_non_null(s->lib.world);
  assert_int_equal(scr_contact_count(s->lib.world, -1, true), contacts);
  must_fail(s, "model cycle 1\n");
  command(s, "[fails = 0]\nmodel cycle 1\n");
  assert_true(scr_contact_count(s->lib.world, -1, true) > contacts);
  scr_session_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(none_is_made), cmocka_unit_test(later_as_if_nothing_had_been),
      cmocka_unit_test(kept_pointers_die), cmocka_unit_test(apply_changes_nothing),
      cmocka_unit_test(in_a_step)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
