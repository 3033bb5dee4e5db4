/* The same bits where walls are free: by any instruction set and any number of threads, after a
 * save file in between, whatever the skin of the lists is, and whoever looks; and those of walls
 * that are not, once no wall is free any more. */
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
#include "world/search/detect.h"

static char out_dir[] = "/tmp/scree-free-XXXXXX";

/* The bottom of a box is pushed up against its balls, a side comes to them, and both are free. */
static const char box[] =
    "model new\n"
    "model domain extent -0.06 0.06\n"
    "model gravity (%s)\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.2 fric 0.3 dp_nratio 0.2\n"
    "wall generate id 1 box -0.01 0.01 expand 1.5\n"
    "ball generate number %d radius 0.0012 0.002 box -0.01 0.01\n"
    "ball attribute density 2500 damp 0.3\n"
    "wall attribute mass %g damp 0.1 force-applied-%c %g range id 1\n"
    "wall attribute mass %g velocity-x -0.5 range id %d\n"
    "wall free velocity-%c range id 1\n"
    "wall free velocity range id %d\n"
    "model energy mechanical on\n";

typedef struct how {
  const char *isa;
  int dim, threads;
  bool saved;
  bool often; /* lists are made anew again and again */
  bool looks; /* at velocities and energies, in between and in cycles */
  bool fixed; /* the timestep, half of the way: it asks for velocities itself else */
} how;

static void cycle(scr_session *s, const how *h) {
  if (h->looks) command(s, "fish callback add look 43 interval 7\n");
  for (int k = 0; k < 8; k++) {
    if (h->often) s->lib.world->engine->search->skin = 0;
    command(s, "model cycle 60\n");
    if (h->looks) command(s, "[look]\n");
  }
  if (h->looks) command(s, "fish callback remove look 43\n");
}

static uint64_t run(how h) {
  char text[1600];
  const bool flat = h.dim == 2;
  scr_options o = {
      .dim = h.dim, .threads = h.threads, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(h.isa));
  scr_session *s = scr_session_new(&o);
  const char down = flat ? 'y' : 'z';
  const int side = flat ? 2 : 4;
  const double heavy = flat ? 0.2 : 0.004; /* kg: some ten balls */
  snprintf(text, sizeof text, box, flat ? "0,-10" : "0,0,-10", flat ? 18 : 110, heavy, down,
           40 * heavy, heavy / 2, side, down, side);
  command(s, text);
  command(s, "fish define look\n"
             "global seen = wall.vel.x(wall.find(1)) + mech.energy('energy-kinetic')\nend\n");
  cycle(s, &h);
  if (h.fixed) command(s, "model mechanical timestep fix 2e-6\n");
  if (h.saved) command(s, "model save 'box'\nmodel new\nmodel restore 'box'\n");
  cycle(s, &h);
  scr_world *w = s->lib.world;
  const double *v = scr_table_at(&w->wall, SCR_WALL_VELOCITY, scr_wall_find(w, 1));
  assert_true(w->pair[SCR_BALL_FACET].ncontact > 4 && v[flat ? 1 : 2] != 0);
  const uint64_t hash = hash_world(w);
  scr_session_free(s);
  return hash;
}

static void free_walls(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run((how){.isa = "base", .dim = dim, .threads = 1});
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "saved", 1, run((how){"base", dim, 1, .saved = true}), base);
    same_hash(name, "base", 2, run((how){.isa = "base", .dim = dim, .threads = 2}), base);
    same_hash(name, "base", 3, run((how){.isa = "base", .dim = dim, .threads = 3}), base);
    same_hash(name, "lists", 1, run((how){"base", dim, 1, .often = true}), base);
    same_hash(name, "looks", 1, run((how){"base", dim, 1, .looks = true}), base);
    same_hash(name, "looks, fixed", 1,
              run((how){"base", dim, 2, .looks = true, .saved = true, .fixed = true}),
              run((how){"base", dim, 1, .fixed = true}));
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 1, run((how){.isa = bits_isa[i], .dim = dim, .threads = 1}),
                  base);
  }
}

/* A plane that was free and is fixed again leaves no trace but its mass. */
static uint64_t fall(int dim, const char *words) {
  scr_options o = {.dim = dim, .threads = 1, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select("base"));
  scr_session *s = scr_session_new(&o);
  command(s, "model domain extent -2 2\nmodel gravity 10\n"
             "contact cmat default model linear property kn 1e6 dp_nratio 0.1\n");
  command(s, dim == 2 ? "wall generate plane position (0,0) dip 0\n"
                        "ball create radius 0.1 position (0,0.11)\n"
                      : "wall generate plane position (0,0,0) dip 0\n"
                        "ball create radius 0.1 position (0,0,0.11)\n");
  command(s, "ball attribute density 1000\nwall attribute mass 3\n");
  command(s, words);
  command(s, "model cycle 400\n");
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void fixed_again(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t never = fall(dim, "");
    same_hash("fixed", "base", 1, fall(dim, "wall free velocity\nwall fix velocity\n"), never);
    assert_true(fall(dim, "wall free velocity\n") != never);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(free_walls), cmocka_unit_test(fixed_again)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  char file[64];
  snprintf(file, sizeof file, "%s/box.sav", out_dir);
  unlink(file);
  rmdir(out_dir);
  return failed;
}
