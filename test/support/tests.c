/* All tests that are written for cmocka, in one program.
 * usage: scree_tests AREA.NAME [words of the test], or scree_tests alone for the names. */
#include <stdio.h>
#include <string.h>

#define TEST_VOID(area, name)  int test_##area##_##name(void);
#define TEST_WORDS(area, name) int test_##area##_##name(int argc, char **argv);
#include "tests.def"
#undef TEST_VOID
#undef TEST_WORDS

typedef struct test {
  const char *name;
  int (*plain)(void);
  int (*words)(int argc, char **argv);
} test;

#define TEST_VOID(area, name)  {#area "." #name, test_##area##_##name, NULL},
#define TEST_WORDS(area, name) {#area "." #name, NULL, test_##area##_##name},
static const test tests[] = {
#include "tests.def"
};

int main(int argc, char **argv) {
  const size_t n = sizeof tests / sizeof *tests;
  for (size_t k = 0; k < n; k++) {
    if (argc < 2)
      puts(tests[k].name);
    else if (strcmp(argv[1], tests[k].name) == 0)
      return tests[k].plain ? tests[k].plain() : tests[k].words(argc - 1, argv + 1);
  }
  if (argc >= 2) fprintf(stderr, "scree_tests: there is no test %s\n", argv[1]);
  return argc < 2 ? 0 : 2;
}
