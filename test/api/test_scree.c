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
                               {3, 1, NULL, false, (scree_dialect)3}};
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

/* What each kind of misuse is told of, word for word; the arrays stay as they were. */
static void misuse_is_told(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  double x[6] = {1, 2, 3, 4, 5, 6};
  uint32_t id[2] = {70, 80};
  const scree_kind none = (scree_kind)-1;
#define TOLD(call, text)                                                                           \
  assert_int_equal(call, SCREE_ERROR_USE);                                                         \
  assert_string_equal(scree_message(s), text "\n")
  TOLD(scree_save(s, NULL), "scree_save: NULL is given");
  TOLD(scree_restore(s, NULL), "scree_restore: NULL is given");
  TOLD(scree_hash(s, NULL), "scree_hash: NULL is given");
  TOLD(scree_run(s, NULL), "scree_run: NULL is given");
  TOLD(scree_ids(s, none, id, 2), "scree_ids: there is no such kind of thing");
  TOLD(scree_ids(s, SCREE_BALL, NULL, 2), "scree_ids: NULL is given");
  TOLD(scree_ids(s, SCREE_BALL, id, 1), "scree_ids: the array is too small");
  TOLD(scree_get(s, none, "radius", x, 6), "scree_get: there is no such kind of thing");
  TOLD(scree_get(s, SCREE_WALL, "radius", x, 6), "scree_get: there is no quantity 'radius'");
  TOLD(scree_get(s, SCREE_CONTACT, "radius", x, 6), "scree_get: there is no quantity 'radius'");
  TOLD(scree_get(s, SCREE_BALL, "spin", NULL, 6), "scree_get: NULL is given for 'spin'");
  TOLD(scree_get(s, SCREE_BALL, "spin", x, 5), "scree_get: the array is too small for 'spin'");
  TOLD(scree_get(s, SCREE_CONTACT, "gap", x, 1), "scree_get: the array is too small for 'gap'");
  TOLD(scree_set(s, none, "spin", x, 6), "scree_set: there is no such kind of thing");
  TOLD(scree_set(s, SCREE_CONTACT, "kn", x, 2),
       "scree_set: 'kn' of contacts is set by 'contact property'");
  TOLD(scree_set(s, SCREE_BALL, "colour", x, 6), "scree_set: 'colour' cannot be set");
  TOLD(scree_set(s, SCREE_BALL, "mass", x, 2), "scree_set: 'mass' cannot be set");
  TOLD(scree_set(s, SCREE_BALL, "spin", x, 5), "scree_set: wrong number of values for 'spin'");
  TOLD(scree_set(s, SCREE_BALL, "spin", x, 7), "scree_set: wrong number of values for 'spin'");
  TOLD(scree_set(s, SCREE_BALL, "spin", NULL, 6), "scree_set: NULL is given for 'spin'");
  TOLD(scree_symbol(s, "nobody", x), "scree_symbol: 'nobody' is no number");
  TOLD(scree_symbol_set(s, "2x", 1), "scree_symbol_set: '2x' cannot be a name");
  TOLD(scree_symbol_set(s, "9", 1), "scree_symbol_set: '9' cannot be a name");
  TOLD(scree_symbol_set(s, "", 1), "scree_symbol_set: '' cannot be a name");
  TOLD(scree_symbol_set(s, "loop", 1), "scree_symbol_set: 'loop' cannot be a name");
  assert_int_equal(scree_command(s, "[t = 'text']\nfish define u\n  v = w\nend\n"), SCREE_OK);
  TOLD(scree_symbol(s, "t", x), "scree_symbol: 't' is no number");
  TOLD(scree_symbol(s, "w", x), "scree_symbol: 'w' is no number");
#undef TOLD
  for (int k = 0; k < 6; k++) assert_true(x[k] == k + 1);
  assert_true(id[0] == 70 && id[1] == 80);
  assert_int_equal(scree_command(s, ""), SCREE_OK);
  assert_string_equal(scree_message(s), "");
  scree_free(s);
}

/* Refused: what is not known, not finite, or not for that ball; what a value does to energies. */
static void values(void **state) {
  SCR_UNUSED(state);
  scree *s = model();
  double x[6] = {0};
  assert_int_equal(scree_get(s, SCREE_BALL, "euler", x, 6), SCREE_ERROR_DATA);
  assert_non_null(strstr(scree_message(s), "'euler' is not known"));
  assert_int_equal(scree_set(s, SCREE_BALL, "euler", x, 6), SCREE_ERROR_DATA);
  assert_non_null(strstr(scree_message(s), "'euler' is not known"));
  const double infinite[2] = {0.25, INFINITY}, wrong[2] = {0.25, 1.5}, fine[2] = {0.25, 0.5};
  assert_int_equal(scree_set(s, SCREE_BALL, "damp", infinite, 2), SCREE_ERROR_DATA);
  assert_string_equal(scree_message(s), "error value: damp: every value must be a finite number\n");
  assert_int_equal(scree_set(s, SCREE_BALL, "damp", wrong, 2), SCREE_ERROR_DATA);
  assert_non_null(strstr(scree_message(s), "damp must lie in [0, 1], not 1.5"));
  assert_int_equal(scree_set(s, SCREE_BALL, "damp", fine, 2), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_BALL, "damp", x, 6), SCREE_OK);
  assert_true(x[0] == 0.25 && x[1] == 0.5 && x[2] == 0);
  assert_int_equal(scree_command(s, "ball attribute position-z 5 range id 3\nmodel energy "
                                    "mechanical on\n"),
                   SCREE_OK);
  const double v[6] = {3, 0, 0, 0, 4, 0};
  double edit = 0;
  assert_int_equal(scree_set(s, SCREE_BALL, "velocity", v, 6), SCREE_OK);
  assert_int_equal(scree_command(s, "[edit = mech.energy('energy-edit')]\n"), SCREE_OK);
  assert_int_equal(scree_symbol(s, "edit", &edit), SCREE_OK);
  const double mass = 1000 * 4.0 / 3 * 3.14159265358979323846; /* (3 3 + 4 4) m/2 */
  assert_true(fabs(edit - 12.5 * mass) < 1e-6 * mass);
  scree_free(s);
}

/* Walls have arrays, too; in the plane vectors have two components and spins one. */
static void plane(void **state) {
  SCR_UNUSED(state);
  scree_options o = SCREE_OPTIONS;
  o.dim = 2, o.threads = 1, o.strict = true;
  scree *s = scree_new(&o);
  uint32_t id[2];
  double x[4], f[2], kn[3];
  assert_int_equal(scree_dim(s), 2);
  assert_int_equal(
      scree_command(s,
                    "model domain extent -5 5\ncontact cmat default model linear property kn 1e5\n"
                    "wall create id 9 vertices (-2,0) (2,0)\nwall create id 4 vertices (-2,3) "
                    "(2,3)\nwall attribute velocity 0.5 0.25 range id 4\n"
                    "ball create id 5 radius 0.5 position 0.5 0.45\nball attribute density 1\n"
                    "model clean\n"),
      SCREE_OK);
  assert_int_equal(scree_ids(s, SCREE_WALL, id, 2), SCREE_OK);
  assert_true(id[0] == 4 && id[1] == 9);
  assert_int_equal(scree_components(s, SCREE_WALL, "velocity"), 2);
  assert_int_equal(scree_components(s, SCREE_BALL, "spin"), 1);
  assert_int_equal(scree_components(s, SCREE_CONTACT, "force"), 2);
  assert_int_equal(scree_components(s, SCREE_CONTACT, "lin_force"), 2);
  assert_int_equal(scree_components(s, SCREE_CONTACT, "pb_moment"), 1);
  assert_int_equal(scree_components(s, SCREE_CONTACT, "nothing"), 0);
  assert_int_equal(scree_get(s, SCREE_WALL, "velocity", x, 4), SCREE_OK);
  assert_true(x[0] == 0.5 && x[1] == 0.25 && x[2] == 0 && x[3] == 0);
  const double v[4] = {1, 2, 3, 4};
  assert_int_equal(scree_set(s, SCREE_WALL, "velocity", v, 4), SCREE_OK);
  assert_int_equal(scree_get(s, SCREE_WALL, "velocity", x, 4), SCREE_OK);
  assert_memory_equal(x, v, sizeof v);
  assert_int_equal(scree_count(s, SCREE_CONTACT), 1);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "force", f, 2), SCREE_OK);
  assert_true(f[0] == 0 && fabs(f[1] + 1e5 * 0.05) < 1e-6);
  assert_int_equal(scree_get(s, SCREE_CONTACT, "lin_force", x, 2), SCREE_OK);
  assert_true(fabs(x[0] - 5e3) < 1e-6 && x[1] == 0);
  kn[1] = kn[2] = 7;
  assert_int_equal(scree_get(s, SCREE_CONTACT, "kn", kn, 1), SCREE_OK);
  assert_true(kn[0] == 1e5 && kn[1] == 7);
  assert_int_equal(scree_command(s, "ball list range id 99\n"), SCREE_ERROR_DATA); /* strict */
  assert_int_equal(scree_symbol_set(s, "_a9", 2.5), SCREE_OK);
  assert_int_equal(scree_symbol_set(s, "Z", 3.5), SCREE_OK);
  assert_int_equal(scree_command(s, "[z = z + _a9]\n"), SCREE_OK);
  assert_int_equal(scree_symbol(s, "z", x), SCREE_OK);
  assert_true(x[0] == 6);
  scree_free(s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(events),
      cmocka_unit_test(options),
      cmocka_unit_test(arrays),
      cmocka_unit_test(contacts),
      cmocka_unit_test(misuse),
      cmocka_unit_test(misuse_is_told),
      cmocka_unit_test(values),
      cmocka_unit_test(plane),
      cmocka_unit_test(nothing_given),
      cmocka_unit_test(errors_change_nothing),
      cmocka_unit_test(texts_and_symbols),
      cmocka_unit_test(cycles),
      cmocka_unit_test(interrupts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
