/* Sets of parameters of contacts that are gone: they are forgotten, and nothing else changes. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <cmocka.h>

#include "../bits/hash.h"
#include "../support/command.h"
#include "world/contacts/kept.h"
#include "world/engine.h"

/* A gas of balls of all sizes, whose contacts have parameters of their own. */
static scr_session *gas(int dim) {
  const scr_options o = {.dim = dim, .threads = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&o);
  char text[900];
  snprintf(text, sizeof text,
           "model domain extent -0.1 0.1 condition periodic\nmodel random 7\n"
           "contact cmat default model linear method deformability emod 1e6 kratio 1.5\n"
           "ball generate number %d radius 0.004 0.006 box -0.1 0.1\n"
           "ball attribute density 1000\nmodel mechanical timestep maximum 1e-4\n"
           "model cycle 100 calm 5\n"
           "fish define kick\n  loop foreach b ball.list\n"
           "    ball.vel.x(b) = math.random.gauss\n    ball.vel.y(b) = math.random.gauss\n"
           "  endloop\nend\n[kick]\n",
           dim == 3 ? 1500 : 200);
  command(s, text);
  return s;
}

static void forgotten(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *some = gas(dim), *all = gas(dim);
    all->lib.world->engine->contacts->most_psets = SIZE_MAX;
    for (int k = 0; k < 40; k++) {
      command(some, "model cycle 100\n");
      command(all, "model cycle 100\n");
    }
    const scr_world *w = some->lib.world, *whole = all->lib.world;
    assert_true(whole->npset > 3 * 1024);
    assert_true(w->npset < 3 * 1024);
    assert_true(hash_world(some->lib.world) == hash_world(all->lib.world));
    /* edits after it meet the right sets */
    command(some, "contact property fric 0.5 range contact type 'ball-ball'\nmodel cycle 100\n");
    command(all, "contact property fric 0.5 range contact type 'ball-ball'\nmodel cycle 100\n");
    assert_true(hash_world(some->lib.world) == hash_world(all->lib.world));
    scr_session_free(some);
    scr_session_free(all);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forgotten)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
