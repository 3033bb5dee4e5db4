/* The same bits where walls are free, in any way (ways.h); and those of walls that are not, once no
 * wall is free any more. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>

#include "ways.h"

/* The bottom of a box is pushed up against its balls, a side comes to them, and both are free: %s
 * says how. */
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

static void make_box(scr_session *s, int dim) {
  char text[1600];
  const bool flat = dim == 2;
  const char down = flat ? 'y' : 'z';
  const int side = flat ? 2 : 4;
  const double heavy = flat ? 0.2 : 0.004; /* kg: some ten balls */
  snprintf(text, sizeof text, box, flat ? "0,-10" : "0,0,-10", flat ? 18 : 110, heavy, down,
           40 * heavy, heavy / 2, side, down, side);
  command(s, text);
}

static uint64_t hash_box(scr_session *s, int dim) {
  scr_world *w = s->lib.world;
  const double *v = scr_table_at(&w->wall, SCR_WALL_VELOCITY, scr_wall_find(w, 1));
  assert_true(w->pair[SCR_BALL_FACET].ncontact > 4 && v[dim == 2 ? 1 : 2] != 0);
  return hash_world(w);
}

static void free_walls(void **state) {
  SCR_UNUSED(state);
  same_in_all_ways(
      &(scene){make_box, hash_box, "wall.vel.x(wall.find(1)) + mech.energy('energy-kinetic')", 60});
}

/* The same where both turn, too: the bottom rolls with its contacts, and its moments of inertia
 * differ; the side is held about an axis. */
static void make_rocking(scr_session *s, int dim) {
  command(s, "model new\n");
  make_box(s, dim);
  command(s, dim == 2 ? "wall attribute inertia 1e-5 moment-applied-z 1e-4 range id 1\n"
                        "wall attribute inertia 2e-6 spin-z 1 range id 2\n"
                        "wall free velocity spin range id 1\n"
                        "wall free spin range id 2\n"
                      : "wall attribute inertia (1e-7,2e-7,2.8e-7) range id 1\n"
                        "wall attribute inertia (6e-8,9e-8,5e-8) range id 4\n"
                        "wall attribute spin (1,2,3) moment-applied-x 1e-6 range id 1\n"
                        "wall free velocity spin range id 1\n"
                        "wall free spin-y spin-z range id 4\n");
  command(s, "contact cmat default model rrlinear property kn 1e5 ks 1e5 fric 0.3 rr_fric 0.1 "
             "dp_nratio 0.2\nmodel clean\ncontact cmat apply\n");
}

static uint64_t hash_rocking(scr_session *s, int dim) {
  static const int of[] = {SCR_WALL_POSITION, SCR_WALL_VELOCITY, SCR_WALL_SPIN, SCR_WALL_AXES};
  scr_world *w = s->lib.world;
  uint64_t hash = hash_world(w);
  const uint32_t side = scr_wall_find(w, dim == 2 ? 2 : 4);
  const double *spin = scr_table_at(&w->wall, SCR_WALL_SPIN, side);
  assert_true(w->pair[SCR_BALL_FACET].ncontact > 2 && spin[2] != 0 && spin[2] != 1);
  for (uint32_t k = 0; k < w->wall.n; k++)
    for (size_t c = 0; c < SCR_COUNTOF(of); c++)
      if (w->wall.on[of[c]])
        hash = XXH3_64bits_withSeed(scr_table_at(&w->wall, of[c], k),
                                    (size_t)w->wall.col[of[c]].comps * sizeof(double), hash);
  return hash;
}

static void turning_walls(void **state) {
  SCR_UNUSED(state);
  same_in_all_ways(&(scene){make_rocking, hash_rocking,
                            "wall.spin(wall.find(1))*mech.energy('energy-kinetic')", 60});
}

/* A plane that was free and is fixed again leaves no trace but its mass. */
static uint64_t fall(int dim, const char *words) {
  scr_options o = {.dim = dim, .threads = 1, .out = ways_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select("base"));
  scr_session *s = scr_session_new(&o);
  command(s, "model domain extent -2 2\nmodel gravity 10\n"
             "contact cmat default model linear property kn 1e6 dp_nratio 0.1\n");
  command(s, dim == 2 ? "wall generate plane position (0,0) dip 0\n"
                        "ball create radius 0.1 position (0.2,0.11)\n"
                      : "wall generate plane position (0,0,0) dip 0\n"
                        "ball create radius 0.1 position (0.2,0.1,0.11)\n");
  command(s, "ball attribute density 1000\nwall attribute mass 3\n");
  command(s, dim == 2 ? "wall attribute inertia 2\n" : "wall attribute inertia (2,3,2.5)\n");
  command(s, words);
  command(s, "model cycle 400\n");
  const uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

static void fixed_again(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t never = fall(dim, ""), moves = fall(dim, "wall free velocity\n");
    same_hash("fixed", "base", 1, fall(dim, "wall free velocity spin\nwall fix velocity spin\n"),
              never);
    assert_true(moves != never);
    assert_true(fall(dim, "wall free velocity spin\n") != moves);
  }
}

static int tests_of_it(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(free_walls), cmocka_unit_test(turning_walls),
                                     cmocka_unit_test(fixed_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

int main(void) { return run_with_folder(tests_of_it); }
