/* Reports of `scree check` as its tests expect them. */
#ifndef SCR_TEST_REPORT_H
#define SCR_TEST_REPORT_H

#include "../base/test.h"

#include "support/folder.h"
#include "base/mem.h"
#include "base/str.h"
#include "cmd/check.h"

static inline void put_file(const char *name, const char *text) {
  FILE *f = fopen(name, "w");
  assert_non_null(f);
  fputs(text, f);
  fclose(f);
}

static const scr_options plain = {.threads = 1, .dialect = -1};

/* The lines of the report that start with the name of a file, without hints and excerpts; then the
 * count. */
static inline char *places(const scr_options *options, int n, char *const *path,
                           scr_check_count *count) {
  scr_buf all = {0}, out = {0};
  *count = scr_check_files(options, n, path, &all);
  scr_buf_puts(&out, "");
  for (char *p = all.s, *end; *p; p = end + 1) {
    end = strchr(p, '\n');
    *end = 0;
    if (strstr(p, ": error ") || strstr(p, ": warning ") || strstr(p, " error, ") ||
        strstr(p, " errors, "))
      scr_buf_printf(&out, "%s\n", p);
  }
  scr_buf_free(&all);
  return out.s;
}

/* Checks `text` as a file t.dat. */
static inline void expect(const char *text, const char *expected) {
  char name[] = "t.dat", *path[] = {name};
  scr_check_count count;
  put_file(name, text);
  char *got = places(&plain, 1, path, &count);
  if (strcmp(got, expected) != 0) fail_msg("%s\n--- gave\n%s--- expected\n%s", text, got, expected);
  scr_free(got);
}

#endif
