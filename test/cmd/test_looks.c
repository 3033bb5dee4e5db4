/* What contacts tell of the last cycle of a solve is found only when somebody looks, or changes
 * something (scr_hooks.asks): each way to do so finds what one finds who asked at once. */
#include "../base/test.h"

#include "../bits/hash.h"
#include "../support/command.h"
#include "base/str.h"

static const char setup[] =
    "model new\n"
    "model domain extent -0.02 0.02 condition periodic\n"
    "model gravity 9.81\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.25 fric 0.3 dp_nratio 0.2 "
    "dp_sratio 0.1\n"
    "wall generate id 1 plane\n"
    "model random 7\n"
    "ball generate number 120 radius 0.0014 0.002 box -0.015 0.015 -0.015 0.015 0.003 0.018\n"
    "ball attribute density 2500 damp 0.2 radius multiply 1.4\n"
    "ball attribute velocity (0.5, 0.1, -0.2) range position-x 0 1\n"
    "model mechanical timestep fix 2e-6\n"
    "fish define speeds\n"
    "  local sum = 0.0\n"
    "  loop foreach local b ball.list\n"
    "    sum = sum + ball.vel.x(b) + comp.y(ball.vel(b)) + comp.x(ball.force.contact(b))\n"
    "  end_loop\n"
    "  speeds = sum\n"
    "end\n"
    "fish define shift\n"
    "  loop foreach local b ball.list\n"
    "    ball.vel.x(b) = ball.vel.x(b) * 1.5 + 0.01\n"
    "  end_loop\n"
    "end\n"
    "fish define push\n"
    "  loop foreach local b ball.list\n"
    "    ball.force.app(b) = ball.force.app(b) + vector(0.001, 0.0, 0.0)\n"
    "  end_loop\n"
    "end\n"
    "fish define forces\n"
    "  local sum = 0.0\n"
    "  loop foreach local c contact.list('ball-ball')\n"
    "    sum = sum + contact.force.normal(c) + comp.x(contact.force.global(c)) + "
    "comp.x(contact.prop(c, 'dp_force'))\n"
    "  end_loop\n"
    "  forces = sum\n"
    "end\n"
    "fish define nth(n)\n"
    "  local k = 0\n"
    "  loop foreach local c contact.list('ball-ball')\n"
    "    k = k + 1\n"
    "    if k = n then nth = c\n"
    "  end_loop\n"
    "end\n"
    "fish define slips\n"
    "  local n = 0\n"
    "  loop foreach local c contact.list.all\n"
    "    if contact.prop(c, 'hz_slip') then n = n + 1\n"
    "  end_loop\n"
    "  slips = n\n"
    "end\n";

static const char *const looks[] = {
    "fish list symbols\n[io.out(speeds)]\n",
    "[io.out(forces)]\n",
    "[io.out(slips)]\n",
    "[shift]\n",
    "[push]\n",
    "[io.out(contact.num)]\n",
    "[io.out(contact.force.normal(nth(1)))]\n",
    "[io.out(contact.energy.sum('energy-strain'))]\n",
    "[io.out(ball.force.unbal.x(ball.near(vector(0, 0, 0.01))))]\n",
    "[io.out(ball.moment.contact.x(ball.find(5)))]\n",
    "[ball.pos.z(ball.find(5)) = 0.0105]\n",
    "[ball.radius(ball.find(5)) = 0.002]\n",
    "[ball.fix(ball.find(5), 1) = 1]\n",
    "[ball.damp(ball.find(5)) = 0.5]\n",
    "[ball.delete(ball.find(9))]\n",
    "[ball.create(0.001, vector(0.0, 0.0, 0.018))]\nball attribute density 2500\n",
    "[contact.prop(nth(3), 'fric') = 0.01]\n",
    "[contact.prop(nth(3), 'hz_force') = vector(0.001, 0.0, 0.0)]\n",
    "[contact.inhibit(nth(3)) = 1]\n",
    "[wall.vel.z(wall.find(1)) = 0.1]\n",
    "[io.out(wall.force.contact.z(wall.find(1)))]\n",
    "[io.out(mech.solve('ratio-average'))]\n",
    "[io.out(mech.energy('energy-kinetic'))]\n",
    "[mech.timestep.max = 1e-6]\n",
    "contact list force range id 1 20\n",
    "contact list property dp_force\n",
    "ball list velocity force-contact range id 1 10\n",
    "contact property fric 0.05\n",
    "contact model linear range id 1 9\n",
    "contact cmat apply\n",
    "contact cmat default type ball-ball model linear property kn 1e3\ncontact cmat apply\n",
    "contact model linear\ncontact method deformability emod 1e4 kratio 1.5\n",
    "contact inhibit on range id 1 30\n",
    "contact delete range id 1 30\n",
    "contact group 'a' range id 1 30\n",
    "ball attribute velocity multiply 0.5\n",
    "ball attribute position-z add 1e-5\n",
    "ball attribute density 2600 range id 1 30\n",
    "ball attribute force-applied (1e-3, 0, 0)\n",
    "ball delete range id 3 8\n",
    "ball fix velocity-x range id 3 8\n",
    "ball group 'b' range id 3 8\n",
    "ball create radius 0.001 position (0, 0, 0.018)\nball attribute density 2500\n",
    "ball property 'fric' 0.1\n",
    "wall attribute velocity (0, 0, 0.1)\n",
    "wall property 'fric' 0.7\n",
    "wall delete\n",
    "wall generate id 5 plane position (0, 0, 0.001)\n",
    "model gravity 5\n",
    "model calm\n",
    "model clean\n",
    "model energy mechanical on\n",
    "model mechanical timestep automatic\n",
    "model domain condition stop\n",
    "model large-strain on\n",
    "model orientation-tracking on\n",
    "model list energy\n",
    "model list timestep\n",
    "ball history velocity-x id 4\nmodel history mechanical ratio-average\n",
    "fish callback add push 10.5\n",
    "fish history forces\n",
};

typedef struct outcome {
  scr_buf printed;
  char behind[33], later[33]; /* hashes of the state: after the look, and some cycles later */
} outcome;

static bool take(void *user, const char *text) {
  scr_buf_puts(user, text);
  return true;
}

/* `at_once`: asked before anybody else looks. */
static void run(const char *look, bool at_once, outcome *o) {
  scr_options options = {.dim = 3, .threads = 2, .quiet = true, .dialect = -1, .worker_pairs = 20};
  scr_session *s = scr_session_new(&options);
  *o = (outcome){.behind = ""};
  command(s, setup);
  command(s, "model cycle 60\nmodel solve ratio-average 1e-9 or cycles 40\n");
  assert_true(scr_fresh(s->lib.world, SCR_TRACES) && s->lib.world->kick_pending);
  if (at_once) scr_world_observe(s->lib.world);
  assert_true(scr_fresh(s->lib.world, SCR_TRACES) == !at_once);
  s->print = take, s->print_user = &o->printed;
  command(s, look);
  assert_true(scr_session_hash(s, o->behind));
  command(s, "model cycle 20\n");
  assert_true(scr_session_hash(s, o->later));
  scr_session_free(s);
}

static void as_asked_at_once(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(looks); k++) {
    outcome a, b;
    run(looks[k], true, &a);
    run(looks[k], false, &b);
    if (strcmp(a.printed.s ? a.printed.s : "", b.printed.s ? b.printed.s : "") != 0)
      fail_msg("%s: %s, expected %s", looks[k], b.printed.s, a.printed.s);
    if (strcmp(a.behind, b.behind) != 0) fail_msg("%s: another state", looks[k]);
    if (strcmp(a.later, b.later) != 0) fail_msg("%s: another state later", looks[k]);
    scr_buf_free(&a.printed);
    scr_buf_free(&b.printed);
  }
}

/* ---- within solves ---- */

static const char restart[] =
    "fish define again\n"
    "  again = 0\n"
    "  if global.cycle = 8 then\n"
    "    loop foreach local c contact.list('ball-ball')\n"
    "      contact.model(c) = 'linear'\n"
    "      contact.prop(c, 'kn') = 2e3\n"
    "    end_loop\n"
    "    ball.delete(ball.find(3))\n"
    "  end_if\n"
    "  if global.cycle = 12 then\n"
    "    command\n"
    "      contact cmat default type ball-ball model linear property kn 1e3\n"
    "      contact cmat apply\n"
    "    end_command\n"
    "    io.out(contact.prop(nth(2), 'lin_force'))\n"
    "  end_if\n"
    "  if global.cycle = 9 then io.out(speeds)\n"
    "end\n"
    "fish define by_force(p, c)\n"
    "  local sum = forces\n"
    "  io.out(sum)\n"
    "  by_force = sum > 0.0\n"
    "end\n";
/* What FISH sees where it runs between cycles, or within the pass. */
static const char *const insides[] = {
    "model solve cycles 30 or fish-halt again\n[io.out(speeds)]\n",
    "fish history again\nmodel history mechanical time-total\nhistory interval 4\nmodel cycle "
    "24\n[io.out(speeds)]\n",
    ("contact cmat add 1 model linear property kn 1e3 range fish by_force\n"
     "model cycle 7\nmodel cycle 3\nmodel cycle 120\n[io.out(speeds)]\ncontact list force\n"),
};

/* `watched`: by a callback that does nothing, for which everything is kept in each cycle. */
static void run_inside(const char *text, bool watched, scr_buf *printed) {
  scr_options options = {.dim = 3, .threads = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  command(s, setup);
  command(s, restart);
  if (watched) command(s, "fish define nil\nend\nfish callback add nil 42.5\n");
  s->print = take, s->print_user = printed;
  command(s, text);
  scr_session_free(s);
}

static void as_watched(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(insides); k++) {
    scr_buf a = {0}, b = {0};
    run_inside(insides[k], true, &a);
    run_inside(insides[k], false, &b);
    assert_true(a.n > 30);
    if (strcmp(a.s, b.s) != 0) fail_msg("%s: %s, expected %s", insides[k], b.s, a.s);
    scr_buf_free(&a);
    scr_buf_free(&b);
  }
}

/* The hash after `last` cycles after a scene, whether a callback watches them or not. */
static uint64_t end_of(const char *scene, const char *last, bool watched) {
  scr_options options = {.dim = 3, .threads = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  command(s, scene);
  command(s, "fish define nil\nend\n");
  if (watched) command(s, "fish callback add nil 42.5\n");
  command(s, last);
  if (watched) command(s, "fish callback remove nil 42.5\n");
  uint64_t hash = hash_world(s->lib.world);
  scr_session_free(s);
  return hash;
}

/* More than a quarter of a turn about the normal in a step turns the sign of what is zero. */
static void zeros_without_a_sign(void **state) {
  SCR_UNUSED(state);
  static const char scene[] =
      "model new\n"
      "model domain extent -0.1 0.1\n"
      "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.2 fric 0.5\n"
      "ball create id 1 radius 0.001 position (0, 0, 0)\n"
      "ball create id 2 radius 0.001 position (0, 0, 0.0019)\n"
      "ball create id 3 radius 0.001 position (0, 0, 0.0038)\n"
      "ball attribute density 2500 spin-z -2e6\n"
      "model mechanical timestep fix 1e-6\n"
      "model cycle 2\n";
  assert_true(end_of(scene, "model cycle 1\n", true) == end_of(scene, "model cycle 1\n", false));
}

/* The first contact of a law that acts over a gap carries from the step on in which it is born. */
static void born_beyond_touch(void **state) {
  SCR_UNUSED(state);
  static const char scene[] = "model new\n"
                              "model domain extent -1 1\n"
                              "contact cmat default model linear property kn 1e4 rgap 1e-3\n"
                              "ball create id 1 radius 0.01 position (0, 0, 0)\n"
                              "ball create id 2 radius 0.01 position (0.022, 0, 0)\n"
                              "ball attribute density 1000\n"
                              "ball attribute velocity (-1, 0, 0) range id 2\n"
                              "model mechanical timestep fix 1e-4\n";
  assert_true(end_of(scene, "model cycle 40\n", true) == end_of(scene, "model cycle 40\n", false));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(as_asked_at_once), cmocka_unit_test(as_watched),
      cmocka_unit_test(zeros_without_a_sign), cmocka_unit_test(born_beyond_touch)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
