/* A law with 150 columns of state and parameters that share a slot (support/many.h) through all
 * that befalls contacts: births, lists made anew, other facets, edits, files, exhausted memory. */
#include "../base/test.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../bits/hash.h"
#include "../support/command.h"
#include "../support/many.h"
#include "../support/night.h"
#include "world/contacts/pairs.h"
#include "io/savefile.h"

static char dir[64], file[128];

static bool silent(void *user, const char *text) {
  SCR_UNUSED(user), SCR_UNUSED(text);
  return true;
}

static scr_session *begin(int dim, int threads) {
  scr_session *s = scr_session_new(&(scr_options){.dim = dim,
                                                  .threads = threads,
                                                  .out = dir,
                                                  .quiet = true,
                                                  .dialect = -1,
                                                  .worker_pairs = 50});
  s->print = silent;
  return s;
}

/* Balls fall on a floor and on each other; some contacts have another law. */
static const char *const rain[2] = {
    "model domain extent -1 1 -1 4 condition periodic destroy\n"
    "contact cmat default model many property many_kn 1e6 many_ks 5e5 many_rate 1\n"
    "contact cmat add 1 model linear property kn 1e6 fric 0.2 range id 1 60\n"
    "wall create vertices (-1,-0.9) (0,-0.95) (0,-0.95) (1,-0.9)\n"
    "ball generate number 300 radius 0.03 0.04 box -0.95 0.95 -0.8 0.6\n"
    "ball attribute density 1000 damp 0.7 velocity-y -6\n"
    "model gravity (0, -9.81)\nmodel mechanical timestep fix 5e-4\n",
    "model domain extent -0.2 0.2 -0.2 0.2 -1 4 condition periodic periodic destroy\n"
    "contact cmat default model many property many_kn 1e6 many_ks 5e5 many_rate 1\n"
    "contact cmat add 1 model linear property kn 1e6 fric 0.2 range id 1 60\n"
    "wall generate plane position (0,0,-0.9)\n"
    "ball generate number 300 radius 0.03 0.04 box -0.16 0.16 -0.16 0.16 -0.8 1 tries 60000\n"
    "ball attribute density 2000 damp 0.8 velocity-z -15\n"
    "model gravity (0, 0, -9.81)\nmodel mechanical timestep fix 1e-4\n"};

static double at(const scr_pairs *p, int column, uint32_t k) { return p->state[column][k]; }

/* Columns of an active contact belong together, all else is zero. Returns how many are active. */
static uint32_t look(const scr_world *w) {
  uint32_t seen = 0;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      const bool many = p->law[k] == SCR_LAW_burger + 1,
                 active = many && p->flag[k] & SCR_PAIR_ACTIVE;
      for (int c = many ? 0 : 5; c < p->states && !active; c++) assert_true(at(p, c, k) == 0);
      if (!active) continue;
      for (int c = MANY_MEMORY; c < MANY_LAST_N; c++)
        assert_true(!many_remembers(c) ||
                    at(p, c, k) ==
                        at(p, MANY_MEMORY, k) * (many_weight(c) / many_weight(MANY_MEMORY)));
      assert_true(at(p, MANY_FN, k) == at(p, MANY_LAST_N, k) && at(p, MANY_AGE, k) >= 1);
      seen++;
    }
  }
  return seen;
}

/* ---- cycles ---- */

static uint64_t rained(int dim, int threads, uint64_t *builds, uint32_t *made) {
  scr_session *s = begin(dim, threads);
  command(s, rain[dim - 2]);
  command(s, "model cycle 200\nball delete range id 100 120\nmodel cycle 200\n");
  scr_world *w = s->lib.world;
  assert_int_equal(w->pair[0].states, MANY_STATES);
  const uint32_t active = look(w);
  print_message("%dD: %u active, %u lists, %u made\n", dim, active, (unsigned)w->engine->builds,
                w->contact_ids[0].max);
  assert_true(active > 50);
  *builds = w->engine->builds, *made = w->contact_ids[0].max;
  const uint64_t hash = hash_world(w);
  scr_session_free(s);
  return hash;
}

static void births_and_lists(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    uint64_t builds;
    uint32_t made;
    const uint64_t one = rained(dim, 1, &builds, &made);
    assert_true(builds > 5 && made > 300);
    for (int threads = 2; threads <= 3; threads++)
      same_hash("many", "best", threads, rained(dim, threads, &builds, &made), one);
  }
}

/* Another law in the same list later: its columns come then. */
static void columns_come_when_needed(void **state) {
  SCR_UNUSED(state);
  scr_session *s = begin(3, 1);
  command(s, "model domain extent -1 1\ncontact cmat default model linear property kn 1e5\n"
             "ball create id 1 radius 0.1 position (0,0,0)\n"
             "ball create id 2 radius 0.1 position (0.199,0,0)\n"
             "ball attribute density 1000\nmodel mechanical timestep fix 1e-4\nmodel cycle 5\n");
  scr_world *w = s->lib.world;
  assert_int_equal(w->pair[0].states, scr_model_find("linear")->nstate);
  const size_t bytes = scr_pairs_bytes(&w->pair[0]);
  command(s, "contact model many\nmodel cycle 5\n");
  assert_int_equal(w->pair[0].states, MANY_STATES);
  assert_int_equal(look(w), 1);
  assert_true(scr_pairs_bytes(&w->pair[0]) > bytes + 100 * sizeof(double));
  command(s, "contact model linear\n");
  assert_int_equal(look(w), 0); /* nothing is left of it */
  scr_session_free(s);
}

/* The contact of a ball that slides from facet to facet goes on. */
static void facets(void **state) {
  SCR_UNUSED(state);
  static const char *const slide[2] = {
      "model domain extent -2 2\ncontact cmat default model many\n"
      "wall create vertices (-1,0) (0,0) (0,0) (1,0)\n"
      "ball create id 1 radius 0.2 position (-0.3,0.199)\n"
      "ball attribute density 1000 velocity-x 1\nball fix velocity spin\n"
      "model mechanical timestep fix 1e-3\n",
      "model domain extent -2 2\ncontact cmat default model many\n"
      "wall create vertices (-1,-1,0) (1,-1,0) (1,1,0) (-1,-1,0) (1,1,0) (-1,1,0)\n"
      "ball create id 1 radius 0.2 position (-0.3,0.05,0.199)\n"
      "ball attribute density 1000 velocity-x 1\nball fix velocity spin\n"
      "model mechanical timestep fix 1e-3\n"};
  for (int dim = 2; dim <= 3; dim++) {
    scr_session *s = begin(dim, 1);
    command(s, slide[dim - 2]);
    const scr_pairs *p = &s->lib.world->pair[SCR_BALL_FACET];
    uint32_t facet[2] = {0};
    double age[2] = {0};
    for (int part = 0; part < 60; part++) {
      command(s, "model cycle 10\n");
      assert_int_equal(look(s->lib.world), 1);
      for (uint32_t k = 0; k < p->n; k++)
        if (p->law[k] && p->flag[k] & SCR_PAIR_ACTIVE)
          facet[part > 0] = p->j[k], age[part > 0] = at(p, MANY_AGE, k);
    }
    assert_int_not_equal(facet[0], facet[1]);
    assert_true(age[1] == age[0] + 590);
    scr_session_free(s);
  }
}

/* ---- edits ---- */

static const char *const pair_of_balls =
    "model domain extent -1 1\ncontact cmat default model many\n"
    "ball create id 1 radius 0.1 position (0,0,0)\n"
    "ball create id 2 radius 0.1 position (0.199,0,0)\n"
    "ball attribute density 1000\nmodel mechanical timestep fix 1e-4\nmodel clean\n";

static double value(scr_session *s, const char *property, int comp) {
  double v[3] = {NAN, NAN, NAN};
  scr_contact c;
  assert_true(scr_contact_find(s->lib.world, SCR_BALL_BALL, 1, &c));
  scr_contact_get(s->lib.world, c, scr_model_prop(&many_model, property), v);
  return v[comp];
}

static bool inherits(scr_session *s, const char *property) {
  scr_contact c;
  assert_true(scr_contact_find(s->lib.world, SCR_BALL_BALL, 1, &c));
  return scr_contact_inherits(s->lib.world, c, scr_model_prop(&many_model, property));
}

static void properties_and_lists(void **state) {
  SCR_UNUSED(state);
  scr_session *s = begin(3, 1);
  command(s, pair_of_balls);
  command(s,
          "contact property many_last (1,2,3) many_first 7e-9\ncontact list property 'many_last'\n"
          "contact list all\n");
  for (int c = 0; c < 3; c++) assert_true(value(s, "many_last", c) == c + 1);
  assert_true(value(s, "many_first", 0) == 7e-9 && value(s, "many_bond", 0) == 0);
  command(s, "contact method bond\nball attribute position-x 0.205 range id 2\nmodel cycle 2\n");
  assert_true(value(s, "many_bond", 0) == SCR_BOND_HOLDS && value(s, "many_age", 0) > 2);
  const scr_pairs *p = &s->lib.world->pair[0];
  assert_true(p->flag[0] & SCR_PAIR_BONDED);
  command(s, "contact method many_soft ks 3\n");
  assert_true(value(s, "many_ks", 0) == 3 && !inherits(s, "many_ks") && inherits(s, "many_kn"));
  command(s, "contact inhibit on\n");
  for (int c = 0; c < MANY_STATES; c++) assert_true(at(p, c, 0) == 0);
  command(s, "contact inhibit off\ncontact method bond\nmodel cycle 2\nball delete range id 2\n");
  for (uint32_t k = 0; k < p->n; k++)
    for (int c = 0; c < MANY_STATES; c++) assert_true(at(p, c, k) == 0);
  scr_session_free(s);
}

static void refused(scr_session *s, const char *text, const char *why, const char *hint) {
  assert_false(scr_session_text(s, "test", text, SCR_MODERN));
  assert_non_null(strstr(s->diag.error.text, why));
  if (hint) assert_non_null(strstr(s->diag.error.hint, hint));
  scr_diag_clear(&s->diag);
}

/* Two properties with one parameter: what is said of one is said of both. */
static void shared_parameters(void **state) {
  SCR_UNUSED(state);
  scr_session *s = begin(3, 1);
  command(s, pair_of_balls);
  refused(s, "contact property many_kn 1 many_normal 2\n", "'many_normal' is given twice",
          "another name of 'many_kn'");
  refused(s, "contact cmat default model many property many_normal 1 many_kn 2\n",
          "'many_kn' is given twice", NULL);
  command(s, "ball property 'many_normal' 4 range id 1\nball property 'many_kn' 5 range id 2\n");
  assert_true(value(s, "many_kn", 0) == 4 && value(s, "many_normal", 0) == 4);
  assert_true(inherits(s, "many_kn") && inherits(s, "many_normal"));
  command(s, "contact property many_normal 9 inheritance off\n");
  assert_true(value(s, "many_kn", 0) == 9 && !inherits(s, "many_kn"));
  command(s, "ball property 'many_kn' 6\n");
  assert_true(value(s, "many_normal", 0) == 9);
  assert_true(scr_session_save(s, file));
  scr_session_free(s);
  s = begin(3, 1);
  assert_true(scr_session_restore(s, file));
  assert_true(value(s, "many_kn", 0) == 9 && !inherits(s, "many_normal") && inherits(s, "many_ks"));
  command(s, "contact property many_kn 9 inheritance on\nball property 'many_kn' 6\n");
  assert_true(value(s, "many_kn", 0) == 4 && inherits(s, "many_normal")); /* ball 1 has 4 */
  scr_session_free(s);
}

/* A value that the CMAT was given, beyond slot 31, stands against what a method says, also from a
 * file. */
static void given_beyond_a_word(void **state) {
  SCR_UNUSED(state);
  scr_session *s = begin(3, 1);
  command(s, "model domain extent -1 1\n"
             "contact cmat default model many method many_soft ks 7 property many_ks 11\n");
  assert_true(scr_session_save(s, file));
  for (int restored = 0; restored < 2; restored++) {
    if (restored) {
      scr_session_free(s);
      s = begin(3, 1);
      assert_true(scr_session_restore(s, file));
    }
    command(s, "ball create id 1 radius 0.1 position (0,0,0)\n"
               "ball create id 2 radius 0.1 position (0.199,0,0)\n"
               "ball attribute density 1000\nmodel clean\n");
    assert_true(value(s, "many_ks", 0) == 11 && !inherits(s, "many_ks"));
  }
  scr_session_free(s);
}

/* ---- files ---- */

static void saved_and_resumed(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_diag d = {0};
    char before[33], after[33];
    scr_session *s = begin(dim, 1), *t = begin(dim, 2);
    command(s, rain[dim - 2]);
    command(s, "model cycle 200\n");
    assert_true(scr_session_save(s, file) && scr_save_hash(&d, file, before));
    assert_true(scr_session_restore(t, file));
    look(t->lib.world);
    assert_true(scr_session_save(t, file) && scr_save_hash(&d, file, after));
    assert_string_equal(before, after);
    command(s, "model cycle 200\n");
    command(t, "model cycle 200\n");
    assert_true(look(s->lib.world) > 50);
    same_hash("many", "restored", 2, hash_world(t->lib.world), hash_world(s->lib.world));
    scr_session_free(s);
    scr_session_free(t);
  }
}

/* ---- memory ---- */

enum { EXHAUSTED = 3 };

static void leave(size_t size) {
  SCR_UNUSED(size);
  _exit(EXHAUSTED);
}

static int status_at(long n) {
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    scr_set_oom_handler(leave);
    scr_session *s = begin(3, 1);
    s->diag.sink = NULL;
    scr_mem_fail_at(n);
    bool ok = scr_session_text(s, "test", pair_of_balls, SCR_MODERN) &&
              scr_session_text(s, "test", "model cycle 5\ncontact list all\n", SCR_MODERN) &&
              scr_session_save(s, file) && scr_session_restore(s, file);
    scr_mem_fail_at(0);
    _exit(ok ? 0 : 1);
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  if (!WIFEXITED(status)) fail_msg("allocation %ld: signal %d", n, WTERMSIG(status));
  return WEXITSTATUS(status);
}

static void exhausted(void **state) {
  SCR_UNUSED(state);
  long n = 1;
  assert_int_equal(status_at(0), 0);
  for (int status = EXHAUSTED; status == EXHAUSTED; n += by_day(97, 397, 7)) {
    status = status_at(n);
    if (status != 0 && status != EXHAUSTED) fail_msg("allocation %ld: exit status %d", n, status);
  }
  assert_true(n > 300);
}

static int make_dir(void **state) {
  strcpy(dir, "/tmp/scree-states-XXXXXX");
  if (!mkdtemp(dir)) return -1;
  snprintf(file, sizeof file, "%s/a.sav", dir);
  return many_begin(state);
}

static int remove_dir(void **state) {
  SCR_UNUSED(state);
  char text[128];
  snprintf(text, sizeof text, "rm -rf '%s'", dir);
  return system(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(births_and_lists),
      cmocka_unit_test(columns_come_when_needed),
      cmocka_unit_test(facets),
      cmocka_unit_test(properties_and_lists),
      cmocka_unit_test(shared_parameters),
      cmocka_unit_test(given_beyond_a_word),
      cmocka_unit_test(saved_and_resumed),
      cmocka_unit_test(exhausted),
  };
  return cmocka_run_group_tests(tests, make_dir, remove_dir);
}
