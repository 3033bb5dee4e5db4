/* Functions in ranges of the CMAT give new contacts the same laws whatever the number of threads,
 * and whenever lists are made. */
#include "../base/test.h"

#include "../support/command.h"
#include "hash.h"
#include "world/search/detect.h"

/* A function that depends on what it is asked, and in which order. */
static const char scene[] =
    "model new\n"
    "model domain extent -0.1 0.1\n"
    "model gravity 9.81\n"
    "fish define pick(p, c)\n"
    "  asked = asked + 1\n"
    "  local ends = contact.end1(c)->id + contact.end2(c)->id + "
    "contact.id(c)\n"
    "  local all = ends + asked\n"
    "  pick = all - 3 * (all // 3) = 0 | contact.normal.z(c) > 0.7 | contact.gap(c) < -1e-4\n"
    "end\n"
    "[asked = 0]\n"
    "contact cmat default model linear property kn 1e4 ks 1e4 fric 0.3\n"
    "contact cmat add 1 model hertz property hz_shear 1e7 hz_poiss 0.25 fric 0.2 range fish pick\n"
    "wall generate id 1 box -0.02 0.02 -0.02 0.02 0 0.04\n"
    "model random 7\n"
    "ball generate number 500 radius 0.0012 0.002 box -0.018 0.018 -0.018 0.018 0.002 0.038\n"
    "ball attribute density 2500 damp 0.3\n";

static uint64_t hash_of(int threads, double skin, const char *before) {
  scr_options options = {
      .dim = 3, .threads = threads, .worker_pairs = 1, .quiet = true, .dialect = -1};
  scr_session *s = scr_session_new(&options);
  command(s, scene);
  command(s, before);
  for (int k = 0; k < 12; k++) {
    if (skin > 0) s->lib.world->engine->search->skin = skin;
    command(s, "model cycle 100\n");
  }
  const uint64_t hash = hash_world(s->lib.world) ^
                        (uint64_t)scr_fish_get(s->fish, scr_fish_symbol(s->fish, "asked", false)).i;
  scr_session_free(s);
  return hash;
}

static void same_bits(void **state) {
  SCR_UNUSED(state);
  const uint64_t want = hash_of(1, 0, "");
  for (int threads = 2; threads <= 4; threads++)
    same_hash("a range with a function", "any", threads, hash_of(threads, 0, ""), want);
  same_hash("narrow skin", "any", 1, hash_of(1, 2e-5, ""), want);
  same_hash("wide skin", "any", 2, hash_of(2, 2e-3, ""), want);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_bits)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
