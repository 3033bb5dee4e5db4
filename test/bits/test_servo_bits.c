/* The same bits where walls are driven towards forces, and of the stresses of balls: by any
 * instruction set and any number of threads, after a save file in between, whatever the skin of the
 * lists is, and whoever looks. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "hash.h"
#include "kernel/kernel.h"
#include "world/engine.h"
#include "world/measure/measure.h"
#include "world/search/detect.h"

static char out_dir[] = "/tmp/scree-servo-XXXXXX";

static const char box[] =
    "model new\n"
    "model domain extent -0.03 0.03\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.2 fric 0.3 dp_nratio 0.2\n"
    "wall generate id 1 box -0.01 0.01 expand 1.5\n"
    "ball generate number %d radius 0.0012 0.002 box -0.01 0.01\n"
    "ball attribute density 2500 damp 0.3\n"
    "model mechanical timestep fix 4e-6\n"
    "wall servo force-x %s velocity-max 2 gain-update 3 range id %d\n"
    "wall servo force (%s) velocity-max 2 range id %d\n";

typedef struct how {
  const char *isa;
  int dim, threads;
  bool saved;
  bool often; /* lists are made anew again and again */
  bool looks; /* at stresses, in between and in cycles */
} how;

static void cycle(scr_session *s, const how *h) {
  if (h->looks) command(s, "fish callback add look 43 interval 7\n");
  for (int k = 0; k < 8; k++) {
    if (h->often) s->lib.world->engine->search->skin = 0;
    command(s, "model cycle 150\n");
    if (h->looks) command(s, "[look]\n");
  }
  if (h->looks) command(s, "fish callback remove look 43\n");
}

/* Of the bits of all components, ball by ball in order of id. */
static uint64_t hash_stresses(scr_world *w) {
  uint64_t hash = 0;
  const uint32_t *order = scr_ball_order(w), n = w->ball.n;
  for (uint32_t k = 0; k < n; k++) {
    double s[9];
    scr_ball_stress(w, order[k], s);
    for (int i = 0; i < 9; i++) {
      uint64_t bits;
      memcpy(&bits, &s[i], sizeof bits);
      hash = (hash ^ bits) * 0x100000001b3u;
      hash ^= hash >> 29;
    }
  }
  return hash;
}

static uint64_t run(how h) {
  char text[1600];
  const bool flat = h.dim == 2;
  scr_options o = {
      .dim = h.dim, .threads = h.threads, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(h.isa));
  scr_session *s = scr_session_new(&o);
  snprintf(text, sizeof text, box, flat ? 18 : 110, flat ? "-10" : "-1", flat ? 2 : 4,
           flat ? "1,-10" : "0.1,0.2,-1", flat ? 3 : 2);
  command(s, text);
  command(s, "fish define look\nglobal seen = ball.stress.xx(ball.find(1))\nend\n");
  cycle(s, &h);
  if (h.saved) command(s, "model save 'box'\nmodel new\nmodel restore 'box'\n");
  cycle(s, &h);
  scr_world *w = s->lib.world;
  const double *right = scr_table_at(&w->wall, SCR_WALL_POSITION, scr_wall_find(w, flat ? 2 : 4));
  assert_true(w->pair[SCR_BALL_FACET].ncontact > 4 && right[0] < 0.0099);
  const uint64_t hash = hash_world(w) ^ hash_stresses(w);
  scr_session_free(s);
  return hash;
}

static void driven(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run((how){.isa = "base", .dim = dim, .threads = 1});
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "saved", 1, run((how){"base", dim, 1, .saved = true}), base);
    same_hash(name, "base", 3, run((how){.isa = "base", .dim = dim, .threads = 3}), base);
    same_hash(name, "lists", 1, run((how){"base", dim, 1, .often = true}), base);
    same_hash(name, "looks", 1, run((how){"base", dim, 1, .looks = true}), base);
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 1, run((how){.isa = bits_isa[i], .dim = dim, .threads = 1}),
                  base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(driven)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char file[64];
  snprintf(file, sizeof file, "%s/box.sav", out_dir);
  unlink(file);
  rmdir(out_dir);
  return failed;
}
