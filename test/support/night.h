/* ./dev nightly sets SCREE_NIGHT: tests that would take long run at their full size then, and by
 * day prove the same with less. The address sanitizer takes ten times as long and looks for other
 * faults: by day it gets a size of its own. */
#ifndef SCR_TEST_NIGHT_H
#define SCR_TEST_NIGHT_H

#include <stdbool.h>
#include <stdlib.h>

static inline int by_day(int plain, int sanitized, int night) {
#ifdef SCR_SEES_ADDRESSES /* the tests themselves may be plain code */
  const bool sees_addresses = true;
#else
  const bool sees_addresses = false;
#endif
  if (getenv("SCREE_NIGHT")) return sees_addresses ? plain : night;
  return sees_addresses ? sanitized : plain;
}

#endif
