/* The same bits by any instruction set and any number of threads, and after a save file in between,
 * where vertices have velocities of their own: a vessel of facets is squeezed and twisted. */
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "hash.h"
#include "kernel/kernel.h"

static char out_dir[] = "/tmp/scree-vertices-XXXXXX";

static const char vessel[] =
    "model new\n"
    "model domain extent -0.03 0.03\n"
    "contact cmat default model rrlinear property kn 1e5 ks 5e4 fric 0.4 rr_fric 0.1 "
    "dp_nratio 0.2\n"
    "ball generate number %d radius 0.0012 0.002 box -0.0095 0.0095\n"
    "ball attribute density 2500\n"
    "%s\n"
    "model gravity 9.81\n"
    "fish define squeeze\n"
    "  loop foreach local v wall.vertexlist(wall.find(1))\n"
    "    local x = wall.vertex.pos(v)\n"
    "    wall.vertex.vel(v) = -140.0 * x\n"
    "    wall.vertex.vel.x(v) = -140.0 * comp.x(x) + 30.0 * comp.y(x)\n"
    "  end_loop\n"
    "end\n"
    "fish callback add @squeeze 9.0 interval 20\n"
    "wall attribute spin%s 20.0 velocity-x 0.01\n"
    "model mechanical timestep fix 4e-6\n";
static const char *const walls[] = {
    "wall generate circle position 0 0 radius 0.0155 resolution 0.2",
    "wall generate sphere position 0 0 0 radius 0.0185 resolution 0.5"};

static uint64_t run(const char *isa, int dim, int threads, bool saved) {
  char text[1600];
  scr_options o = {.dim = dim, .threads = threads, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(isa));
  scr_session *s = scr_session_new(&o);
  snprintf(text, sizeof text, vessel, dim == 3 ? 80 : 14, walls[dim - 2], dim == 3 ? "-z" : "");
  command(s, text);
  command(s, "model cycle 500\n");
  if (saved) command(s, "model save 'vessel'\nmodel new\nmodel restore 'vessel'\n");
  command(s, "model cycle 500\n");
  assert_true(s->lib.world->pair[SCR_BALL_FACET].ncontact > 5);
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void vertices(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run("base", dim, 1, false);
    const char *name = dim == 3 ? "3D" : "2D";
    same_hash(name, "base", 1, run("base", dim, 1, true), base);
    same_hash(name, "base", 3, run("base", dim, 3, false), base);
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(name, bits_isa[i], 1, run(bits_isa[i], dim, 1, false), base);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(vertices)};
  if (!mkdtemp(out_dir)) return 1;
  const int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rmdir(out_dir);
  return failed;
}
