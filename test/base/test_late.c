/* Libraries that are loaded when they are needed: functions found, and what is missing. */
#include "test.h"

#include <math.h>
#include "base/late.h"

#define FUNCTIONS(F) F(, cos) F(f, abs)
SCR_LATE(there, FUNCTIONS, "libm.so.6");
SCR_LATE(nowhere, FUNCTIONS, "libscree-nowhere.so.1");

static void functions(void **state) {
  SCR_UNUSED(state);
  assert_true(scr_late_load(&there_library));
  assert_true(there.cos(0) == 1 && there.abs(-2.5) == 2.5);
  double (*const first)(double) = there.abs;
  assert_true(scr_late_load(&there_library));
  assert_ptr_equal(there.abs, first);
}

static void no_library(void **state) {
  SCR_UNUSED(state);
  for (int k = 0; k < 2; k++) assert_false(scr_late_load(&nowhere_library));
  assert_null(nowhere.cos);
}

static void no_function(void **state) {
  SCR_UNUSED(state);
  static const char *const name[] = {"cos", "cos_of_nothing"};
  struct {
    double (*cos)(double);
    void (*missing)(void);
  } found = {0};
  scr_late l = {"libm.so.6", name, SCR_COUNTOF(name), &found, false, false};
  for (int k = 0; k < 2; k++) assert_false(scr_late_load(&l));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(functions),
      cmocka_unit_test(no_library),
      cmocka_unit_test(no_function),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
