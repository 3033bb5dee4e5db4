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

/* Do files of versions 3 and 4 see the name? */
static bool is_legacy(const scr_fish_fn *fn) {
  return strchr(fn->name, '.') || fn->flags & (SCR_FN_LEGACY | SCR_FN_BOTH);
}

static fate fate_of(bench *b, const char *name, bool legacy) {
  const scr_fish_fn *fn = scr_fish_find(b->fish, name);
  if (!fn) fn = stem_of(b, name);
  if (!fn || (legacy && !is_legacy(fn))) return UNKNOWN;
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
    fate is = fate_of(b, name, part == 1);
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

/* What PFC 3 and 4 call otherwise has a name or a text of today, by which `scree translate` writes
 * it: of two, code does (cmd/today.c). Names of the list are read in files of that dialect. */
static void test_old_names_have_one_of_today(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new();
  int missing = 0;
  for (size_t k = 0; k < scr_fish_rows(b->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(b->fish, k);
    const bool older = fn->flags & SCR_FN_LEGACY && !(fn->flags & SCR_FN_REFUSED);
    const bool by_code = strcmp(fn->name, "not") == 0 || strcmp(fn->name, "fc_arg") == 0;
    if (!older || by_code || scr_fish_same_today(b->fish, fn) || scr_lib_legacy_today(fn->name))
      continue;
    print_error("nothing of today: %s\n", fn->name);
    missing++;
  }
  bench_free(b);
  assert_int_equal(missing, 0);
}

/* What may be assigned to there is no function of today alone, which gives a value only. */
static void test_old_names_are_assigned_today(void **state) {
  SCR_UNUSED(state);
  bench *b = bench_new();
  int missing = 0;
  for (size_t k = 0; k < scr_fish_rows(b->fish); k++) {
    const scr_fish_fn *fn = scr_fish_row(b->fish, k);
    const char *today = fn->flags & SCR_FN_LEGACY ? scr_lib_legacy_today(fn->name) : NULL;
    const bool reads_only = today && today[0] != '=' && strchr(today, '\n');
    if (!fn->assign || !reads_only || scr_lib_legacy_sets(fn->name)) continue;
    print_error("cannot be assigned to today: %s\n", fn->name);
    missing++;
  }
  bench_free(b);
  assert_int_equal(missing, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_name),
                                     cmocka_unit_test(test_old_names_have_one_of_today),
                                     cmocka_unit_test(test_old_names_are_assigned_today)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
