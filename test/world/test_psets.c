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

/* A ball on a wall whose contact gets so many sets that they are forgotten at the next list; what
 * the last batch of a pass took, of two other balls, has then the number of the first one of the
 * next. */
static scr_session *changed_often(void) {
  const scr_options o = {.dim = 2, .threads = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&o);
  command(s, "model domain extent -50 50\ncontact cmat default model linear property kn 1e6\n"
             "ball create id 1 radius 0.5\nball create id 2 radius 0.5 position 0.99 0\n"
             "ball create id 3 radius 0.5 position 10 0.49\n"
             "ball create id 4 radius 0.5 position 20 5\nball attribute density 1000\n"
             "ball fix velocity range id 1 2\nball attribute velocity 20 0 range id 4\n"
             "ball property 'kn' 2e6 range id 3\nmodel mechanical timestep fix 1e-4\n"
             "model clean\ncontact property kn 9e6\nmodel cycle 2\n"
             "wall create vertices 8 0 12 0\nwall property 'kn' 6e6\nmodel clean\n"
             "fish define many\n  local c = contact.find('ball-facet', 1)\n"
             "  loop local i (1, 1100)\n    contact.prop(c, 'kn') = 2e6 + i\n  end_loop\n"
             "  contact.prop(c, 'kn') = 3e5\nend\nmodel cycle 10\n[many]\n");
  return s;
}

static void spread_again(void **state) {
  (void)state;
  scr_session *some = changed_often(), *all = changed_often();
  all->lib.world->engine->contacts->most_psets = SIZE_MAX;
  command(some, "model cycle 1000\n");
  command(all, "model cycle 1000\n");
  assert_true(all->lib.world->npset > 1024);
  assert_true(some->lib.world->npset < 10);
  assert_true(hash_world(some->lib.world) == hash_world(all->lib.world));
  scr_session_free(some);
  scr_session_free(all);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(forgotten), cmocka_unit_test(spread_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
