/* Every published name of FISH is offered or refused with a reason. The list of names lies beside
 * the checkout; where it is missing the test is skipped and says so. */
#include "base/test.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "support/library.h"

#define LIST SCRIPT_DIR "/../../../shared/reference/intrinsics.txt"

typedef enum fate { DONE, REFUSED, UNKNOWN, FATES } fate;

/* `ball.pos.x` where only ball.pos is a row: a component. */
static const scr_fish_fn *stem_of(bench *b, const char *name) {
  const char *dot = strrchr(name, '.');
  if (!dot || !strchr("xyz", dot[1]) || dot[2]) return NULL;
  char *stem = scr_strndup(name, (size_t)(dot - name));
  const scr_fish_fn *fn = scr_fish_find(b->fish, stem);
  scr_free(stem);
  return fn;
}

static fate fate_of(bench *b, const char *name) {
  const scr_fish_fn *fn = scr_fish_find(b->fish, name);
  if (!fn) fn = stem_of(b, name);
  if (!fn) return UNKNOWN;
  if (!(fn->flags & SCR_FN_REFUSED)) return DONE;
  if (!fn->doc || strlen(fn->doc) < 10) fail_msg("'%s' is refused without a reason", name);
  return REFUSED;
}

/* The first word of a line, in place; NULL for comments and empty lines. */
static char *word_of(char *line) {
  char *end = line + strcspn(line, " \t\r\n");
  *end = 0;
  return *line && *line != '#' ? line : NULL;
}

static void test_every_name(void **state) {
  SCR_UNUSED(state);
  FILE *in = fopen(LIST, "r");
  if (!in) {
    print_message("skipped: there is no %s\n", LIST);
    skip();
  }
  bench *b = bench_new();
  int count[2][FATES] = {{0}}, part = 0;
  char line[256];
  while (fgets(line, sizeof line, in)) {
    if (strncmp(line, "# Legacy", 8) == 0) part = 1;
    const char *name = word_of(line);
    if (!name) continue;
    fate is = fate_of(b, name);
    count[part][is]++;
    if (is == UNKNOWN) print_error("unknown: %s\n", name);
  }
  fclose(in);
  for (part = 0; part < 2; part++)
    print_message("%s names: %d done, %d refused, %d unknown\n", part ? "legacy" : "modern",
                  count[part][DONE], count[part][REFUSED], count[part][UNKNOWN]);
  assert_int_equal(count[0][UNKNOWN] + count[1][UNKNOWN], 0);
  assert_true(count[0][DONE] > 0 && count[1][DONE] > 0);
  bench_free(b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_name)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
