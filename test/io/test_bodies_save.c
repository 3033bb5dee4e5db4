/* Rigid bodies in save files: what is resumed goes on with the same bits, and files with impossible
 * bodies are refused. */
#include "../base/test.h"

#include <string.h>
#include "cmd/session_kept.h"
#include "io/save_layout.h"
#include "world/check.h"
#include "world/state/rows.h"

static const char scene[] =
    "model new\n"
    "model domain extent 0 2 condition periodic periodic stop\n"
    "contact cmat default model hertz property hz_shear 2e7 hz_poiss 0.25 fric 0.4 dp_nratio 0.1\n"
    "wall generate id 1 plane position (0, 0, 0.1)\n"
    "ball create id 7 radius 0.1 position (0.4, 0.3, 0.3)\n"
    "ball attribute density 1500\n"
    "model gravity 9.81\n"
    "model energy mechanical on\n"
    "model mechanical timestep fix 1e-4\n";

static scr_session *session(int threads) {
  return scr_session_new(&(scr_options){.threads = threads, .quiet = true, .dialect = -1});
}

static void run(scr_session *s, const char *text) {
  if (!scr_session_text(s, "test", text, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
}

static uint32_t add_body(scr_session *s, double x, double y, double z) {
  const scr_pose piece[] = {
      {{x, y, z}, 0.1}, {{x + 0.12, y, z + 0.03}, 0.08}, {{x, y + 0.1, z - 0.02}, 0.07}};
  scr_world *w = s->lib.world;
  scr_diag d = {0};
  scr_body_spec spec;
  uint32_t row;
  assert_true(scr_body_of_spheres(&d, 3, piece, 3, 2000, &spec));
  if (!scr_body_create(w, &d, 0, &spec, &row)) fail_msg("%s", d.error.text);
  return row;
}

/* Three bodies and a ball fall into each other through periodic sides. */
static scr_session *begun(int threads) {
  scr_session *s = session(threads);
  run(s, scene);
  add_body(s, 0.4, 0.4, 0.6);
  const uint32_t row = add_body(s, 1.9, 0.4, 0.4);
  add_body(s, 0.5, 1.95, 0.5);
  scr_body_set_motion(s->lib.world, row, (double[]){2, 0.5, -1}, (double[]){3, -2, 5});
  scr_body_set_damp(s->lib.world, row, 0.1);
  scr_body_fix(s->lib.world, row, 8, true);
  scr_body_apply(s->lib.world, row, (double[]){1, 0, 0}, (double[]){0, 0.1, 0});
  return s;
}

static void hash_of(scr_session *s, char out[33]) { assert_true(scr_session_hash(s, out)); }

static void resumed_bodies_go_on(void **state) {
  char whole[33], resumed[33], half[33], again[33];
  SCR_UNUSED(state);
  scr_session *s = begun(1);
  run(s, "model cycle 3000\n");
  hash_of(s, whole);
  scr_session_free(s);
  for (int threads = 1; threads <= 2; threads++) {
    scr_buf image = {0}, why = {0};
    s = begun(3 - threads);
    run(s, "model cycle 1234\n");
    assert_true(scr_contact_count(s->lib.world, -1, false) > 0);
    hash_of(s, half);
    assert_true(scr_session_save_image(s, &image));
    scr_session_free(s);
    s = session(threads);
    if (!scr_session_restore_image(s, "test", image.s, image.n)) fail_msg("%s", s->diag.error.text);
    assert_int_equal(s->lib.world->body.n, 3);
    if (!scr_world_check(s->lib.world, &why)) fail_msg("%s", why.s);
    hash_of(s, again);
    assert_string_equal(half, again);
    run(s, "model cycle 1766\n");
    hash_of(s, resumed);
    assert_string_equal(whole, resumed);
    scr_buf_free(&image);
    scr_session_free(s);
  }
}

/* A state without bodies has neither a section nor a column of them. */
static void others_do_not_mention_them(void **state) {
  scr_buf image = {0};
  SCR_UNUSED(state);
  scr_session *s = session(1);
  run(s, scene);
  assert_true(scr_session_save_image(s, &image));
  for (size_t k = 0; k + 4 < image.n; k++) assert_false(memcmp(image.s + k, "body", 4) == 0);
  scr_buf_free(&image);
  scr_session_free(s);
}

static void no_mass(scr_world *w) { scr_col(&w->body, SCR_BODY_MASS)[1] = 0; }
static void no_quaternion(scr_world *w) { scr_col(&w->body, SCR_BODY_ORIENTATION)[0] = 2; }
static void thin(scr_world *w) { scr_col(&w->body, SCR_BODY_INERTIA)[0] *= 100; }
static void fixed_beyond(scr_world *w) { ((uint8_t *)w->body.base[SCR_BODY_FIX])[0] = 64; }
static void no_such_body(scr_world *w) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (scr_body_of(w, k) == 2) scr_colu(&w->ball, SCR_BALL_BODY)[k] = 9;
}
static void twice_a_part(scr_world *w) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (scr_body_of(w, k) == 2) scr_colu(&w->ball, SCR_BALL_PART)[k] = 0;
}
static void nothing_left(scr_world *w) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (scr_body_of(w, k) == 2) scr_colu(&w->ball, SCR_BALL_BODY)[k] = 0;
}

/* A piece that far from its centre would meet the body's own image. */
static void wide(scr_world *w) {
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (scr_body_of(w, k) == 2) scr_col(&w->ball, SCR_BALL_LOCAL)[3 * (size_t)k + 2] = 0.95;
}

static void impossible_bodies_are_refused(void **state) {
  static void (*const spoil[])(scr_world *) = {
      no_mass, no_quaternion, thin, fixed_beyond, no_such_body, twice_a_part, nothing_left, wide};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(spoil); k++) {
    scr_buf image = {0};
    scr_session *s = begun(1);
    s->lib.world->checked = false;
    spoil[k](s->lib.world);
    assert_true(scr_session_save_image(s, &image));
    scr_session_free(s);
    s = session(1);
    assert_false(scr_session_restore_image(s, "test", image.s, image.n));
    assert_non_null(strstr(s->diag.error.text, "impossible body"));
    scr_buf_free(&image);
    scr_session_free(s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(resumed_bodies_go_on),
      cmocka_unit_test(others_do_not_mention_them),
      cmocka_unit_test(impossible_bodies_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
