/* The same bits where walls are driven towards forces, and of the stresses of balls, in any way
 * (ways.h). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "ways.h"
#include "world/measure/measure.h"

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

static void make_box(scr_session *s, int dim) {
  char text[1600];
  const bool flat = dim == 2;
  snprintf(text, sizeof text, box, flat ? 18 : 110, flat ? "-10" : "-1", flat ? 2 : 4,
           flat ? "1,-10" : "0.1,0.2,-1", flat ? 3 : 2);
  command(s, text);
}

static uint64_t hash_box(scr_session *s, int dim) {
  scr_world *w = s->lib.world;
  const uint32_t side = scr_wall_find(w, dim == 2 ? 2 : 4);
  const double *right = scr_table_at(&w->wall, SCR_WALL_POSITION, side);
  assert_true(w->pair[SCR_BALL_FACET].ncontact > 4 && right[0] < 0.0099);
  return hash_world(w) ^ hash_stresses(w);
}

static void driven(void **state) {
  SCR_UNUSED(state);
  same_in_all_ways(&(scene){make_box, hash_box, "ball.stress.xx(ball.find(1))", 150});
}

static int tests_of_it(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(driven)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void) { return run_with_folder(tests_of_it); }
