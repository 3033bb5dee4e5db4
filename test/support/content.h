/* The bytes of a file, for tests. After cmocka's headers. */
#ifndef SCR_TEST_CONTENT_H
#define SCR_TEST_CONTENT_H

#include "base/str.h"

/* The test fails where there is no such file. */
static inline scr_buf content(const char *path) {
  scr_buf b = {0};
  char part[4096];
  FILE *f = fopen(path, "rb");
  if (!f) fail_msg("there is no '%s'", path);
  for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) scr_buf_put(&b, part, n);
  if (f) fclose(f);
  return b;
}

#endif
