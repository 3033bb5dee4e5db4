/* The same bits where the domain is strained: by any instruction set and any number of threads,
 * after a save file in between, and whatever the skin of the lists is. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "hash.h"
#include "kernel/kernel.h"
#include "world/engine.h"
#include "world/search/detect.h"

static char out_dir[] = "/tmp/scree-strain-XXXXXX";

static const char cell[] =
    "model new\n"
    "model domain extent -0.01 0.01 condition periodic\n"
    "contact cmat default model rrlinear property kn 2e4 ks 1e4 fric 0.4 rr_fric 0.1 "
    "dp_nratio 0.2\n"
    "ball generate number %d radius 0.0012 0.002\n"
    "ball attribute density 2500 damp 0.3\n"
    "model energy mechanical on\n"
    "model mechanical timestep fix 8e-6\n"
    "model domain strain-rate-xx -120 strain-rate-yy -90\n";

typedef struct how {
  const char *isa;
  int dim, threads;
  bool saved;
  bool often; /* lists are made anew again and again */
} how;

static void cycle(scr_session *s, const how *h) {
  for (int k = 0; k < 5; k++) {
    if (h->often) s->lib.world->engine->search->skin = 0;
    command(s, "model cycle 50\n");
  }
}

static uint64_t run(how h) {
  char text[1600];
  scr_options o = {
      .dim = h.dim, .threads = h.threads, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(h.isa));
  scr_session *s = scr_session_new(&o);
  snprintf(text, sizeof text, cell, h.dim == 3 ? 90 : 22);
  command(s, text);
  cycle(s, &h);
  if (h.saved) command(s, "model save 'cell'\nmodel new\nmodel restore 'cell'\n");
  command(s, "[domain.strain.rate.xx = -20.0]\n");
  cycle(s, &h);
  const scr_world *w = s->lib.world;
  assert_true(w->pair[SCR_BALL_BALL].ncontact > 20 && w->domain.hi[0] < 0.009);
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void strained(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run((how){"base", dim, 1, false, false});
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "saved", 1, run((how){"base", dim, 1, true, false}), base);
    same_hash(name, "base", 3, run((how){"base", dim, 3, false, false}), base);
    same_hash(name, "lists", 1, run((how){"base", dim, 1, false, true}), base);
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 1, run((how){bits_isa[i], dim, 1, false, false}), base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(strained)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char file[64];
  snprintf(file, sizeof file, "%s/cell.sav", out_dir);
  unlink(file);
  rmdir(out_dir);
  return failed;
}
