/* Balls in bulk, and the user who asks to stop meanwhile: nothing is made. What data files can see
 * of it is in cases. */
#include "../base/test.h"

#include "cmd/session_kept.h"

static void stops(const char *command) {
  scr_session *s = scr_session_new(&(scr_options){.dim = 3, .threads = 1, .dialect = -1});
  assert_true(scr_session_text(s, "t", "model domain extent -1 1\n", SCR_MODERN));
  const scr_rng before = s->lib.world->rng;
  s->interrupt = true;
  assert_false(scr_session_text(s, "t", command, SCR_MODERN));
  assert_int_equal(s->diag.error.code, SCR_E_INTERRUPT);
  assert_int_equal(s->lib.world->ball.n, 0);
  assert_memory_equal(&s->lib.world->rng, &before, sizeof before);
  scr_diag_clear(&s->diag);
  s->interrupt = false;
  assert_true(scr_session_text(s, "t", "ball generate number 1 radius 0.1", SCR_MODERN));
  assert_int_equal(s->lib.world->ball.n, 1);
  scr_session_free(s);
}

/* The tries would take hours, the lattice long. */
static void generate_stops(void **state) {
  SCR_UNUSED(state);
  stops("ball generate number 100 radius 0.9 tries 4000000000");
  stops("ball generate cubic radius 0.01");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(generate_stops)};
  return cmocka_run_group_tests_name("import", tests, NULL, NULL);
}
