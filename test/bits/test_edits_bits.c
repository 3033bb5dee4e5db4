/* The same bits by any instruction set where forces are summed from what the contacts kept: after
 * edits, and at the beginning. Without friction no contact makes a moment, but the rounding of its
 * normal force does. */
#include <math.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>

#include "../support/command.h"
#include "hash.h"
#include "kernel/kernel.h"
#include "world/engine.h"
#include "world/contacts/kept.h"
#include "world/search/detect.h"

static char out_dir[] = "/tmp/scree-edits-XXXXXX";

static const char squeezed[] =
    "model new\n"
    "model domain extent -0.02 0.02\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.25 fric %s\n"
    "ball generate number 300 radius 0.001 0.0016\n"
    "ball attribute density 2500\n"
    "ball attribute radius multiply 2.0\n"
    "model mechanical timestep fix 1e-7\n"
    "model cycle 4\n";

/* Hashes after each edit and two more cycles. */
enum { EDITS = 4 };
static const char *const edits[EDITS] = {"ball attribute radius multiply 1.01\n",
                                         "ball delete range id 5\n",
                                         "ball attribute density 2600 range id 1 20\n",
                                         "fish define halve\n"
                                         "  loop foreach local c contact.list\n"
                                         "    local f = contact.prop(c, 'hz_force')\n"
                                         "    contact.prop(c, 'hz_force') = 0.5*f\n"
                                         "  endloop\n"
                                         "end\n[halve]\n"};

static void run(const char *isa, int dim, const char *friction, uint64_t hash[EDITS]) {
  char text[1000];
  scr_options o = {.dim = dim, .threads = 1, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(isa));
  scr_session *s = scr_session_new(&o);
  snprintf(text, sizeof text, squeezed, friction);
  command(s, text);
  assert_true(s->lib.world->pair[SCR_BALL_BALL].ncontact > 50);
  for (int k = 0; k < EDITS; k++) {
    command(s, edits[k]);
    command(s, "model cycle 2\n");
    hash[k] = hash_world(s->lib.world);
  }
  scr_session_free(s);
}

static void same_by_every_set(void **state) {
  SCR_UNUSED(state);
  static const char *const friction[] = {"0.0", "1e-9", "0.3"};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t f = 0; f < SCR_COUNTOF(friction); f++) {
      uint64_t base[EDITS], other[EDITS];
      run("base", dim, friction[f], base);
      for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++) {
        if (!scr_isa_select(bits_isa[i])) continue;
        run(bits_isa[i], dim, friction[f], other);
        for (int k = 0; k < EDITS; k++) {
          char name[64];
          snprintf(name, sizeof name, "%dD, friction %s, edit %d", dim, friction[f], k + 1);
          same_hash(name, bits_isa[i], 1, other[k], base[k]);
        }
      }
    }
}

/* A light ball among heavy ones, so that what rounding leaves is summed, too; no contact makes a
 * moment, and none has been seen.
 */
static uint64_t run_light(const char *isa, int dim) {
  enum { HEAVY = 12 };
  char text[256];
  scr_options o = {.dim = dim, .threads = 1, .out = out_dir, .quiet = true, .dialect = -1};
  assert_true(scr_isa_select(isa));
  scr_session *s = scr_session_new(&o);
  command(
      s,
      "model new\nmodel domain extent -0.1 0.1\ncontact cmat default model linear property kn 1e4\n"
      "ball create id 300 radius 0.02\n");
  for (int k = 0; k < HEAVY; k++) { /* around it, not in any order */
    const double z = dim == 3 ? 1 - (2 * k + 1.1) / HEAVY : 0, r = sqrt(1 - z * z),
                 x = 0.7 - 0.11 * k, y = sqrt(1 - x * x);
    const int id = 2 + 50 * (5 * k % HEAVY);
    int n = snprintf(text, sizeof text, "ball create id %d radius 0.002 position (%.17g, %.17g", id,
                     0.0219 * r * x, 0.0219 * r * (k % 2 ? y : -y));
    snprintf(text + n, sizeof text - (size_t)n, dim == 3 ? ", %.17g)\n" : ")\n", 0.0219 * z);
    command(s, text);
  }
  command(s, "ball attribute density 2500\nball attribute density 1e-9 range id 300\n"
             "model mechanical timestep fix 1e-9\nmodel cycle 1\n");
  uint64_t hash = hash_world(s->lib.world);
  assert_true(s->lib.world->pair[SCR_BALL_BALL].ncontact >= HEAVY);
  for (uint32_t k = 0; k < s->lib.world->ball.n; k++)
    for (int c = 0; c < 3; c++) assert_true(s->lib.world->load[k].m[c] == 0);
  scr_session_free(s);
  return hash;
}

static void a_light_ball(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const uint64_t base = run_light("base", dim);
    for (size_t i = 1; i < SCR_COUNTOF(bits_isa); i++)
      if (scr_isa_select(bits_isa[i]))
        same_hash(dim == 3 ? "3D" : "2D", bits_isa[i], 1, run_light(bits_isa[i], dim), base);
  }
}

/* A ball with so many contacts that the sums need more room for them, which all end in one step:
 * where lists are built, or in the force pass, as the skin will have it. What two other balls feel
 * must not depend on that. */
static const char burst[] =
    "model new\n"
    "model domain extent -9 9\n"
    "contact cmat default model hertz property hz_shear 1e7 hz_poiss 0.25 fric 0.3\n"
    "ball create id 1 radius 1 position (0, 0, 0)\n"
    "fish define shell\n"
    "  loop local k (1, 200)\n"
    "    local z = 1.0 - (2.0 * k - 1.0) / 200.0\n"
    "    local r = math.sqrt(1.0 - z * z)\n"
    "    ball.create(0.05, 1.049 * vector(r * math.cos(2.4 * k), r * math.sin(2.4 * k), z))\n"
    "  end_loop\n"
    "end\n"
    "fish define fly\n"
    "  loop foreach local b ball.list\n"
    "    if comp.x(ball.pos(b)) < 2.0 then ball.vel(b) = 2e4 * ball.pos(b)\n"
    "  end_loop\n"
    "end\n"
    "[shell]\n"
    "ball create id 1001 radius 0.05 position (3, 0, 0)\n"
    "ball create id 1002 radius 0.05 position (3.097, 0.02, 0.01)\n"
    "ball attribute density 2500\n"
    "model mechanical timestep fix 1e-6\n";

static void many_contacts_end(void **state) {
  SCR_UNUSED(state);
  static const double skin[] = {0.1, 0.001};
  uint64_t hash[2];
  for (int k = 0; k < 2; k++) {
    scr_options o = {.dim = 3, .threads = 1, .out = out_dir, .quiet = true, .dialect = -1};
    scr_session *s = scr_session_new(&o);
    command(s, burst);
    struct scr_engine *e = s->lib.world->engine;
    e->search->skin = skin[k];
    command(s, "model cycle 2\n[fly]\n");
    assert_true(e->contacts->max_count == 200 && e->builds == 1);
    command(s, "model cycle 1\n");
    assert_true(e->contacts->max_count < 128 && e->builds == (k ? 2 : 1));
    hash[k] = hash_world(s->lib.world);
    scr_session_free(s);
  }
  assert_true(hash[0] == hash[1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_by_every_set),
                                     cmocka_unit_test(a_light_ball),
                                     cmocka_unit_test(many_contacts_end)};
  if (!mkdtemp(out_dir)) return 1;
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  rmdir(out_dir);
  return failed;
}
