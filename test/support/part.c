/* Long tests run as several tests of ctest: SCREE_PART names the one of a program's tests that is
 * run (cmake/tests.cmake). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>

__attribute__((constructor)) static void choose(void) {
  const char *part = getenv("SCREE_PART");
  if (part) cmocka_set_test_filter(part);
}
