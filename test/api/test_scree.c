/* The public interface: files, commands, arrays, symbols, errors. */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/base.h"
#include "scree/scree.h"

static const char two_balls[] = "model domain extent -10 10\n"
                                "contact cmat default model linear property kn 1e6 fric 0.5\n"
                                "ball create id 7 radius 1 position (0, 0, 0)\n"
                                "ball create id 3 radius 1 position (0, 0, 1.9)\n"
                                "wall generate name 'w' plane position (0, 0, -0.75)\n"
                                "ball attribute density 1000\n"
                                "model clean\n";

static scree *model(void) {
  scree_options o = SCREE_OPTIONS;
  o.dim = 3, o.threads = 1, o.out = "/tmp";
  scree *s = scree_new(&o);
  assert_non_null(s);
  assert_int_equal(scree_command(s, two_balls), SCREE_OK);
  assert_string_equal(scree_message(s), "");
  return s;
}

static void options(void **state) {
  SCR_UNUSED(state);
  const scree_options bad[] = {{4, 0, NULL, false, SCREE_DIALECT_FIND},
                               {1, 0, NULL, false, SCREE_DIALECT_FIND},
                               {3, -1, NULL, false, SCREE_DIALECT_FIND},
                               {3, 1, NULL, false, (scree_dialect)2}};
  for (size_t k = 0; k < SCR_COUNTOF(bad); k++) assert_null(scree_new(&bad[k]));
  scree *s = scree_new(NULL);
  assert_int_equal(scree_dim(s), 3);
  scree_free(s);
  scree_free(NULL);
  assert_true(strlen(scree_version()) >= 5 && strlen(scree_isa()) >= 4);
}

/* Arrays are in the order of ids, here 3 and 7. */
static void arrays(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  uint32_t id[2];
  double x[6], r[2];
  assert_int_equal(scree_count(s, SCREE_BALL), 2);
  assert_int_equal(scree_count(s, SCREE_WALL), 1);
  assert_int_equal(scree_ids(s, SCREE_BALL, id, 2), SCREE_OK);
  assert_true(id[0] == 3 && id[1] == 7);
  assert_int_equal(scree_components(s, SCREE_BALL, "position"), 3);
  assert_int_equal(scree_components(s, SCREE_BALL, "radius"), 1);
  assert_int_equal(scree_components(s, SCREE_BALL, "colour"), 0);
  assert_int_equal(scree_get(s, SCREE_BALL, "position", x, 6), SCREE_OK);
  assert_true(x[2] == 1.9 && x[5] == 0);
  const double moved[6] = {1, 2, 3, 4, 5, 6};
  assert_int_equal(scree_set(s, SCREE_BALL, "velocity", moved, 6), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_BALL, "velocity", x, 6), SCREE_OK);
  assert_memory_equal(x, moved, sizeof x);
  assert_int_equal(scree_get(s, SCREE_BALL, "radius", r, 2), SCREE_OK);
  assert_true(r[0] == 1 && r[1] == 1);
  scree_free(s);
}

/* Overlap 0.1 of the balls and 0.25 with the wall: F = kn times overlap. */
static void contacts(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  uint32_t id[2];
  double gap[2], f[6], n[6], one[2], two[2], facet[2], kn[2], fric[2], unknown[2];
  assert_int_equal(scree_count(s, SCREE_CONTACT), 2);
  assert_int_equal(scree_ids(s, SCREE_CONTACT, id, 2), SCREE_OK);
  assert_true(id[0] == 1 && id[1] == 1);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "gap", gap, 2), SCREE_OK);
  assert_true(fabs(gap[0] + 0.1) < 1e-15 && fabs(gap[1] + 0.25) < 1e-15);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "normal", n, 6), SCREE_OK);
  assert_true(fabs(n[2] + 1) < 1e-15 &&
              n[5] == -1); /* from ball 3 down to ball 7; from ball 7 down to the wall */
  assert_int_equal(scree_get(s, SCREE_CONTACT, "force", f, 6), SCREE_OK);
  assert_true(fabs(f[2] - 1e6 * gap[0]) < 1e-9 &&
              fabs(f[5] - 1e6 * gap[1]) < 1e-9); /* rounding of 1e5 N */
  assert_int_equal(scree_get(s, SCREE_CONTACT, "end1", one, 2), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "end2", two, 2), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "facet", facet, 2), SCREE_OK);
  assert_true(one[0] == 3 && two[0] == 7 && facet[0] == 0 && one[1] == 7 && facet[1] == 1);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "kn", kn, 2), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "fric", fric, 2), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "hz_shear", unknown, 2), SCREE_OK);
  assert_true(kn[0] == 1e6 && fric[1] == 0.5 && isnan(unknown[0]));
  scree_free(s);
}

static void misuse(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  double x[6] = {0};
  uint32_t id[1];
  assert_int_equal(scree_get(s, SCREE_BALL, "colour", x, 6), SCREE_ERROR_USE);
  assert_non_null(strstr(scree_message(s), "colour"));
  assert_int_equal(scree_get(s, SCREE_BALL, "position", x, 5), SCREE_ERROR_USE);
  assert_int_equal(scree_ids(s, SCREE_BALL, id, 1), SCREE_ERROR_USE);
  assert_int_equal(scree_set(s, SCREE_BALL, "position", x, 5), SCREE_ERROR_USE);
  assert_int_equal(scree_set(s, SCREE_BALL, "force-unbalanced", x, 6), SCREE_ERROR_USE);
  assert_int_equal(scree_set(s, SCREE_CONTACT, "kn", x, 2), SCREE_ERROR_USE);
  const scree_kind none = (scree_kind)99;
  assert_int_equal(scree_get(s, none, "position", x, 6), SCREE_ERROR_USE);
  assert_non_null(strstr(scree_message(s), "kind"));
  assert_int_equal(scree_set(s, none, "position", x, 6), SCREE_ERROR_USE);
  assert_int_equal(scree_ids(s, none, id, 1), SCREE_ERROR_USE);
  assert_int_equal(scree_count(s, none), 0);
  assert_int_equal(scree_components(s, none, "position"), 0);
  assert_int_equal(scree_symbol(s, "nobody", x), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol_set(s, "2x", 1), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol_set(s, "a b", 1), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol_set(s, "if", 1), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol_set(s, "vector", 1), SCREE_ERROR_USE);
  assert_int_equal(scree_get(s, SCREE_BALL, "euler", x, 6), SCREE_ERROR_DATA); /* not tracked */
  scree_free(s);
}

/* NULL for a text or an array is told, not followed; where there is nothing to write, an array may
 * be NULL. */
static void nothing_given(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  double x[2] = {1, 2};
  assert_int_equal(scree_run(s, NULL), SCREE_ERROR_USE);
  assert_int_equal(scree_get(s, SCREE_BALL, NULL, x, 2), SCREE_ERROR_USE);
  assert_string_equal(scree_message(s), "scree_get: NULL is given\n");
  assert_int_equal(scree_command(s, NULL), SCREE_ERROR_USE);
  assert_string_equal(scree_message(s), "scree_command: NULL is given\n");
  assert_int_equal(scree_save(s, NULL), SCREE_ERROR_USE);
  assert_int_equal(scree_restore(s, NULL), SCREE_ERROR_USE);
  assert_int_equal(scree_hash(s, NULL), SCREE_ERROR_USE);
  assert_int_equal(scree_components(s, SCREE_BALL, NULL), 0);
  assert_int_equal(scree_components(s, SCREE_CONTACT, NULL), 0);
  assert_int_equal(scree_ids(s, SCREE_BALL, NULL, 2), SCREE_ERROR_USE);
  assert_int_equal(scree_get(s, SCREE_BALL, "radius", NULL, 2), SCREE_ERROR_USE);
  assert_int_equal(scree_set(s, SCREE_BALL, NULL, x, 2), SCREE_ERROR_USE);
  assert_int_equal(scree_set(s, SCREE_BALL, "radius", NULL, 2), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol(s, NULL, x), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol(s, "a", NULL), SCREE_ERROR_USE);
  assert_int_equal(scree_symbol_set(s, NULL, 1), SCREE_ERROR_USE);
  assert_int_equal(scree_command(s, "ball delete\n"), SCREE_OK);
  assert_int_equal(scree_ids(s, SCREE_BALL, NULL, 0), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_BALL, "radius", NULL, 0), SCREE_OK);
  assert_int_equal(scree_set(s, SCREE_BALL, "radius", NULL, 0), SCREE_OK);
  scree_free(s);
}

/* A bad value changes nothing, even where the values before it are good. */
static void errors_change_nothing(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  char before[33], after[33];
  const double radius[2] = {0.5, -1}, v[6] = {1, 1, 1, 1, 1, NAN};
  assert_int_equal(scree_hash(s, before), SCREE_OK);
  assert_int_equal(scree_set(s, SCREE_BALL, "radius", radius, 2), SCREE_ERROR_DATA);
  assert_int_equal(scree_set(s, SCREE_BALL, "velocity", v, 6), SCREE_ERROR_DATA);
  assert_int_equal(scree_command(s, "ball create id 3 radius 1\n"), SCREE_ERROR_DATA);
  assert_non_null(strstr(scree_message(s), "command:1:16: error"));
  assert_int_equal(scree_run(s, "/nonexistent.dat"), SCREE_ERROR_DATA);
  assert_int_equal(scree_restore(s, "/nonexistent.sav"), SCREE_ERROR_DATA);
  assert_int_equal(scree_save(s, "/nonexistent/x.sav"), SCREE_ERROR_DATA);
  assert_int_equal(scree_hash(s, after), SCREE_OK);
  assert_string_equal(before, after);
  assert_string_equal(scree_message(s), "");
  scree_free(s);
}

static void collect(void *user, const char *text) { strncat(user, text, 999 - strlen(user)); }

static void texts_and_symbols(void **state) {
  SCR_UNUSED(state);
  char out[1000] = "", warnings[1000] = "";
  double x = 0;
  scree *s = model();
  scree_on_output(s, collect, out);
  scree_on_warning(s, collect, warnings);
  assert_int_equal(scree_symbol_set(s, "load", 2.5), SCREE_OK);
  assert_int_equal(
      scree_command(
          s,
          "fish define twice\n  twice = 2*load\n  io.out('so')\nend\n[answer = twice + nothing]\n"),
      SCREE_OK);
  assert_int_equal(scree_symbol(s, "answer", &x), SCREE_OK);
  assert_true(x == 5);
  assert_non_null(strstr(out, "so"));
  assert_non_null(strstr(warnings, "nothing"));
  assert_int_equal(scree_warnings(s), 1);
  scree_free(s);
}

/* A run that is saved and goes on has the bits of one that never stopped; an interrupt leaves the
 * model whole. */
static void cycles(void **state) {
  SCR_UNUSED(state);
  char path[] = "/tmp/scree-api-XXXXXX", one[33], two[33];
  int fd = mkstemp(path);
  assert_true(fd >= 0);
  close(fd);
  scree *a = model(), *b = scree_new(NULL);
  assert_int_equal(scree_command(a, "model mechanical timestep fix 1e-5\n"), SCREE_OK);
  assert_int_equal(scree_cycle(a, 10), SCREE_OK);
  assert_int_equal(scree_save(a, path), SCREE_OK);
  assert_int_equal(scree_restore(b, path), SCREE_OK);
  assert_int_equal(scree_cycle(a, 10), SCREE_OK);
  assert_int_equal(scree_cycle(b, 10), SCREE_OK);
  assert_int_equal(scree_hash(a, one), SCREE_OK);
  assert_int_equal(scree_hash(b, two), SCREE_OK);
  assert_string_equal(one, two);
  assert_int_equal(scree_cycles(b), 20);
  assert_true(scree_timestep(b) == 1e-5 && fabs(scree_time(b) - 20e-5) < 1e-18);
  unlink(path);
  scree_free(a);
  scree_free(b);
}

static void stop(void *user, const char *text) {
  SCR_UNUSED(text);
  scree_interrupt(user);
}

static void interrupts(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  scree_on_output(s, stop, s);
  assert_int_equal(
      scree_command(
          s, "fish define tell\n  if global.cycle = 5 then\n    io.out('now')\n  endif\nend\n"
             "fish callback add tell 39.5\nmodel cycle 1000\n"),
      SCREE_INTERRUPTED);
  assert_true(scree_cycles(s) >= 4 && scree_cycles(s) < 10);
  assert_int_equal(scree_cycle(s, 1), SCREE_OK);
  scree_free(s);
}

/* Callbacks of events where no file runs. */
static void events(void **state) {
  SCR_UNUSED(state);
  double births = -1;
  scree *s = scree_new(NULL);
  assert_int_equal(
      scree_command(s,
                    "model domain extent -1 1\ncontact cmat default model linear property kn 1e4\n"
                    "fish define born(c)\n  births = births + contact.id(c)\nend\n[births = 0]\n"
                    "fish callback add born event contact_create\n"
                    "ball create id 1 radius 0.1\nball create id 2 radius 0.1 position-x 0.21\n"
                    "ball attribute density 1000\nball attribute velocity-x 1 range id 1\n"
                    "model mechanical timestep fix 1e-3\n"),
      SCREE_OK);
  assert_int_equal(scree_cycle(s, 30), SCREE_OK);
  assert_int_equal(scree_symbol(s, "births", &births), SCREE_OK);
  assert_true(births == 1);
  scree_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(events),
      cmocka_unit_test(options),
      cmocka_unit_test(arrays),
      cmocka_unit_test(contacts),
      cmocka_unit_test(misuse),
      cmocka_unit_test(nothing_given),
      cmocka_unit_test(errors_change_nothing),
      cmocka_unit_test(texts_and_symbols),
      cmocka_unit_test(cycles),
      cmocka_unit_test(interrupts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
