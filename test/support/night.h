/* ./dev nightly sets SCREE_NIGHT: tests that would take long run at their full size then, and by day prove the same with less.
 * The address sanitizer takes ten times as long and looks for other faults: by day it gets a size of its own. */
#ifndef SCR_TEST_NIGHT_H
#define SCR_TEST_NIGHT_H

#include <stdlib.h>

static inline int by_day(int plain, int sanitized, int night) {
#ifdef __SANITIZE_ADDRESS__
  const int sizes[] = {sanitized, plain};
#else
  const int sizes[] = {plain, sanitized};
#endif
  return getenv("SCREE_NIGHT") ? night : sizes[0];
}

#endif
