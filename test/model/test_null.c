/* The law `null` by itself: no force, no stiffness, nothing else written. */
#include "law.h"

static void nothing(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int gap = -1; gap <= 1; gap++) {
      contact c = contact_of("null", dim);
      c.gap = gap, c.dn = -1, c.ds[0] = 1, c.st[0] = 3;
      outcome o = law_run(&c, SCR_WANT_DASH | SCR_WANT_WORK);
      assert_true(o.act == 0 && o.fn == 0 && o.kn == 0 && o.ks == 0);
      for (int x = 0; x < tangents_of(dim); x++) assert_true(o.ft[x] == 0);
      assert_memory_equal(o.st, c.st, sizeof o.st);
    }
}

static void descriptor(void **state) {
  SCR_UNUSED(state);
  const scr_model *m = scr_model_find("null");
  assert_int_equal(m->nprop + m->nparam + m->nstate + m->nmethod + m->nenergy, 0);
  assert_int_equal(m->shear_state[0], -1);
  assert_false(m->starts_with_force);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing),
      cmocka_unit_test(descriptor),
  };
  return cmocka_run_group_tests_name("null", tests, NULL, NULL);
}
