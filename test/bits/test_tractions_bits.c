/* The same bits of cells of balls, and of what forces by a stress make of a sample: by any number
 * of threads, in any order of rows, after a save file in between. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "hash.h"
#include "world/check.h"

static char out_dir[] = "/tmp/scree-tractions-XXXXXX";

static const char *const sample[2] = {
    "model new\nmodel domain extent 0 1 condition periodic\nmodel random 3\n"
    "contact cmat default model linear property kn 1e7 ks 5e6 fric 0.4 dp_nratio 0.1\n"
    "contact cmat add 1 model hertz property hz_shear 1e8 hz_poiss 0.2 fric 0.4 range id 1 90\n"
    "ball distribute porosity 0.15 radius 0.02 0.03\n"
    "ball attribute density 2500 damp 0.5\nmodel cycle 200 calm 10\n",
    "model new\nmodel domain extent 0 1 0 1 -1 2 condition periodic periodic stop\nmodel random 3\n"
    "contact cmat default model linear property kn 1e7 ks 5e6 fric 0.4 dp_nratio 0.1\n"
    "contact cmat add 1 model hertz property hz_shear 1e8 hz_poiss 0.2 fric 0.4 range id 1 90\n"
    "model gravity 10\nwall generate plane\n"
    "ball distribute porosity 0.5 radius 0.06 0.09 box 0 1 0 1 0 1\n"
    "ball attribute density 2500 damp 0.5\nmodel cycle 200 calm 10\n"};

static const char *const stress[2] = {
    "ball tractions constant -1e5 -2e5 1e4 contact-create on update-area on\n",
    "ball tractions ratio 0.5 0.7 overburden -1e4 direction-x (1,2,0) contact-create on\n"};

typedef struct how {
  int dim, threads;
  bool saved, mixed; /* mixed: rows stand otherwise */
} how;

static void check(const scr_world *w) {
  scr_buf why = {0};
  if (!scr_world_check(w, &why)) fail_msg("%s", why.s);
  scr_buf_free(&why);
}

static uint64_t run(how h) {
  scr_options o = {.dim = h.dim,
                   .threads = h.threads,
                   .out = out_dir,
                   .quiet = true,
                   .dialect = -1,
                   .worker_pairs = 50};
  scr_session *s = scr_session_new(&o);
  command(s, sample[h.dim - 2]);
  if (h.mixed) command(s, "model save 'mixed'\nmodel new\nmodel restore 'mixed'\n");
  command(s, stress[h.dim - 2]);
  check(s->lib.world);
  command(s, "model cycle 40\n");
  check(s->lib.world);
  if (h.saved) command(s, "model save 'sample'\nmodel new\nmodel restore 'sample'\n");
  command(s, "model cycle 40\n");
  assert_true(s->lib.world->pair[SCR_BALL_BALL].ncontact > 500);
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void stressed(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run((how){.dim = dim, .threads = 1});
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "threads", 2, run((how){.dim = dim, .threads = 2}), base);
    same_hash(name, "threads", 3, run((how){.dim = dim, .threads = 3}), base);
    same_hash(name, "saved", 1, run((how){dim, 1, .saved = true}), base);
    same_hash(name, "mixed", 1, run((how){dim, 1, .mixed = true}), base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(stressed)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  static const char *const name[] = {"sample", "mixed"};
  for (int k = 0; k < 2; k++) {
    char file[64];
    snprintf(file, sizeof file, "%s/%s.sav", out_dir, name[k]);
    unlink(file);
  }
  rmdir(out_dir);
  return failed;
}
