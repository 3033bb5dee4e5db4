/* A folder of its own for a test, gone with it: setup and teardown of a group. */
#ifndef SCR_TEST_FOLDER_H
#define SCR_TEST_FOLDER_H

#include "../base/test.h"

#include <stdlib.h>
#include <unistd.h>

/* `folder` ends in XXXXXX and becomes the working directory. */
static inline void folder_begin(char *folder) {
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
}

static inline int folder_end(const char *folder) {
  char line[256];
  snprintf(line, sizeof line, "rm -rf '%s'", folder);
  return system(line);
}

/* A folder of that name for a group of tests, with its setup and teardown. */
#define FOLDER_OF(name)                                                                            \
  static char folder[] = "/tmp/scree-" name "-XXXXXX";                                             \
  static int setup(void **state) {                                                                 \
    SCR_UNUSED(state);                                                                             \
    folder_begin(folder);                                                                          \
    return 0;                                                                                      \
  }                                                                                                \
  static int teardown(void **state) {                                                              \
    SCR_UNUSED(state);                                                                             \
    return folder_end(folder);                                                                     \
  }

#endif
