/* The same bits where a packing is laid side by side and balls of it enter: by any instruction set
 * and any number of threads, with a save file in between, by way of a file of the brick, and
 * whatever the skin of the lists is. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "../support/folder.h"
#include "hash.h"
#include "kernel/kernel.h"
#include "world/engine.h"
#include "world/search/detect.h"

FOLDER_OF("bricks")

static const char packing[] =
    "model new\n"
    "model random 3\n"
    "model domain extent -0.01 0.01 condition periodic\n"
    "contact cmat default model linearpbond property kn 2e4 ks 1e4 fric 0.4 dp_nratio 0.2 "
    "pb_kn 1e9 pb_ks 1e9 pb_ten 1e5 pb_coh 1e5\n"
    "ball generate number %d radius 0.0015 0.002\n"
    "ball attribute radius multiply 1.2\n"
    "ball attribute density 2500 damp 0.3\n"
    "model mechanical timestep fix 8e-6\n"
    "model cycle 100\n"
    "contact method bond gap 0\n"
    "model cycle 10\n"
    "brick make id 3\n";

/* Balls of the brick run into what it was assembled to. */
static const char laid[] =
    "ball delete\n"
    "model domain extent -0.04 0.04 condition stop\n"
    "brick assemble id 3 origin -0.04 -0.04%s size 3 2%s group 'laid'\n"
    "ball attribute velocity-x 0.2 range position-x -0.04 -0.02\n"
    "inlet create brick-id 3 position 0 0.02%s flow-velocity 0 -20%s active on "
    "orientation %s relaxation-steps 5 40\n";

typedef struct how {
  const char *isa;
  int dim, threads;
  bool saved, exported;
  bool often; /* lists are made anew again and again */
} how;

static uint64_t run(how h) {
  char text[1600];
  scr_options o = {.dim = h.dim, .threads = h.threads, .out = folder, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(h.isa));
  scr_session *s = scr_session_new(&o);
  s->diag.sink = NULL;
  snprintf(text, sizeof text, packing, h.dim == 3 ? 90 : 20);
  command(s, text);
  if (h.exported)
    command(s, "brick export id 3 filename 'b' skip-errors\nbrick delete\n"
               "brick import filename 'b'\n");
  const bool deep = h.dim == 3;
  snprintf(text, sizeof text, laid, deep ? " -0.04" : "", deep ? " 2" : "", deep ? " -0.02" : "",
           deep ? " 0" : "", deep ? "5 0 10" : "5");
  command(s, text);
  if (h.saved) command(s, "model save 'laid'\nmodel new\nmodel restore 'laid'\n");
  for (int k = 0; k < 4; k++) {
    if (h.often) s->lib.world->engine->search->skin = 0;
    command(s, "model cycle 20\n");
  }
  const scr_world *w = s->lib.world;
  assert_true(w->pair[SCR_BALL_BALL].ncontact > 100);
  assert_true(w->ball.n > (h.dim == 3 ? 12u * 60u : 6u * 15u));
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void laid_and_fed(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const char *name = dim == 3 ? "3D" : "2D";
    const uint64_t base = run((how){.isa = "base", .dim = dim, .threads = 1});
    same_hash(name, "saved", 1, run((how){"base", dim, 1, true, false, false}), base);
    same_hash(name, "exported", 1, run((how){"base", dim, 1, false, true, false}), base);
    same_hash(name, "lists", 1, run((how){"base", dim, 1, false, false, true}), base);
    same_hash(name, "base", 3, run((how){"base", dim, 3, false, false, false}), base);
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 2, run((how){bits_isa[i], dim, 2, false, false, false}), base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(laid_and_fed)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
