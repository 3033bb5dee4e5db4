/* Frames of results change no bit of a run, whatever they hold, and have the same bytes by any
 * number of threads. */
#include "../base/test.h"

#include "support/command.h"
#include "support/folder.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

FOLDER_OF("results-bits")

static void run(int dim, int threads, const char *results, char hash[33]) {
  scr_session *s = scr_session_new(&(scr_options){.dim = dim,
                                                  .threads = threads,
                                                  .worker_pairs = 1,
                                                  .bounds_balls = 1,
                                                  .out = folder,
                                                  .quiet = true,
                                                  .dialect = -1});
  command(s, "model domain extent -1 1 condition periodic\n"
             "contact cmat default model linearpbond property kn 1e6 ks 5e5 fric 0.4\n"
             "model energy mechanical on\n"
             "ball generate radius 0.06 0.08 box -0.9 0.9 number 90\n"
             "ball attribute density 2000 damp 0.3\n"
             "model gravity 9.81\n"
             "model clean all\n"
             "contact method bond gap 0.02\n"
             "contact property pb_kn 1e9 pb_ks 1e9 pb_ten 1e5 pb_coh 1e5\n"
             "measure create radius 0.7\nmeasure create radius 0.5\n"
             "geometry set 'a'\ngeometry generate box -0.5 0.5\n");
  command(s, results);
  command(s, "model cycle 150");
  assert_true(scr_session_hash(s, hash));
  scr_session_free(s);
}

enum { KINDS = 3 };

/* The hash of a kind's frame of that number; 0: there is none. */
static uint64_t frame(const char *prefix, const char *kind, int number) {
  static char bytes[1 << 20];
  char name[64];
  snprintf(name, sizeof name, "%s-%s-%06d.vtp", prefix, kind, number);
  FILE *f = fopen(name, "rb");
  if (!f) return 0;
  const size_t n = fread(bytes, 1, sizeof bytes, f);
  fclose(f);
  remove(name);
  return XXH3_64bits(bytes, n);
}

static const struct {
  const char *words;
  int number; /* of a frame that is there */
  const char *kinds[KINDS];
} results[] = {
    {"model results interval step 1", 100, {"balls"}},
    {"contact results active on bonds on add-attribute position\n"
     "model results interval mechanical 1e-3",
     2,
     {"balls", "contacts", "bonds"}},
    {"contact results active on bonds on\nball results add-attribute force-unbalanced\n"
     "model results interval step 7",
     20,
     {"balls", "contacts", "bonds"}},
    {"measure results active on\ngeometry results active on\n"
     "ball results add-attribute stress\nmodel results interval step 7",
     20,
     {"balls", "measures", "geometry"}},
};

static void no_bit_changes(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    char want[33], got[33];
    run(dim, 1, "", want);
    for (size_t k = 0; k < SCR_COUNTOF(results); k++) {
      uint64_t first[KINDS] = {0};
      for (int threads = 1; threads <= 3; threads += 2) {
        run(dim, threads, results[k].words, got);
        assert_string_equal(got, want);
        for (int i = 0; i < KINDS && results[k].kinds[i]; i++) {
          const uint64_t now = frame("result", results[k].kinds[i], results[k].number);
          assert_true(now != 0);
          if (threads == 1) first[i] = now;
          assert_true(now == first[i]);
        }
      }
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_bit_changes)};
  return cmocka_run_group_tests_name("results_bits", tests, setup, teardown);
}
