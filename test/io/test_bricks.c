/* Bricks in files: damaged ones are refused, what is saved comes back with the same hash, whatever
 * the number of threads. */
#include "../base/test.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/session_kept.h"
#include "io/save_bricks.h"
#include "support/folder.h"

FOLDER_OF("bricks")

static const char packing[] =
    "model new\n"
    "model domain extent -1 1 condition periodic\n"
    "contact cmat default model linearpbond property kn 1e6 ks 1e6 fric 0.3 pb_kn 1e7 pb_ks 1e7 "
    "pb_ten 1e6 pb_coh 1e6\n"
    "ball create radius 0.25 position -0.9 0 0 group 'a'\n"
    "ball create radius 0.25 position 0.63 0 0\n"
    "ball create radius 0.25 position 0.2 0.1 0\n"
    "ball attribute density 1000 damp 0.7\n"
    "ball property 'fric' 0.4 range id 1\n"
    "model mechanical timestep fix 1e-4\n"
    "model cycle 3\n"
    "contact method bond gap 0.01\n"
    "model cycle 3\n"
    "brick make id 4\n";

static scr_session *session(int threads) {
  scr_session *s =
      scr_session_new(&(scr_options){.threads = threads, .quiet = true, .dialect = -1});
  if (!scr_session_text(s, "test", packing, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
  return s;
}

static void run(scr_session *s, const char *text) {
  if (!scr_session_text(s, "test", text, SCR_MODERN)) fail_msg("%s", s->diag.error.text);
}

static void write_bytes(const char *path, const scr_buf *b) {
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  assert_int_equal(fwrite(b->s, 1, b->n, f), b->n);
  fclose(f);
}

static void read_bytes(const char *path, scr_buf *b) {
  char part[4096];
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  for (size_t n; (n = fread(part, 1, sizeof part, f)) > 0;) scr_buf_put(b, part, n);
  fclose(f);
}

static void refused(const char *path, const scr_buf *b) {
  scr_diag d = {0};
  write_bytes(path, b);
  assert_null(scr_brick_read(&d, path, 3).of);
  assert_true(d.failed);
  scr_diag_clear(&d);
}

/* Each changed byte, and each shorter file. */
static void damaged_files_are_refused(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_session *s = session(1);
  scr_buf whole = {0};
  const char *path = "a.p3brk";
  assert_true(scr_brick_write(&d, &s->lib.bricks.item[0], path));
  read_bytes(path, &whole);
  for (size_t k = 0; k < whole.n; k += 5) {
    whole.s[k] ^= 0x21;
    refused(path, &whole);
    whole.s[k] ^= 0x21;
  }
  for (size_t n = 0; n < whole.n; n += 97) refused(path, &(scr_buf){.s = whole.s, .n = n});
  write_bytes(path, &whole);
  assert_null(scr_brick_read(&d, path, 2).of);
  assert_non_null(strstr(d.error.text, "the brick has 3 dimensions"));
  scr_diag_clear(&d);
  const scr_brick b = scr_brick_read(&d, path, 3);
  assert_non_null(b.of);
  assert_int_equal(b.id, 4);
  scr_world_free(b.of);
  scr_buf_free(&whole);
  scr_session_free(s);
}

static void hash_of(scr_session *s, char out[33]) { assert_true(scr_session_hash(s, out)); }

static void bricks_are_state(void **state) {
  SCR_UNUSED(state);
  char one[33], three[33], back[33], later[33];
  scr_session *s = session(1), *t = session(3);
  scr_buf image = {0};
  hash_of(s, one);
  hash_of(t, three);
  assert_string_equal(one, three);
  assert_true(scr_session_save_image(s, &image));
  run(t, "brick delete\n");
  hash_of(t, later);
  assert_string_not_equal(one, later);
  assert_true(scr_session_restore_image(t, "image", image.s, image.n));
  hash_of(t, back);
  assert_string_equal(one, back);
  static const char more[] =
      "model domain extent -4 4\nbrick assemble id 4 size 2 1 2\nmodel cycle 5\n";
  run(s, more);
  run(t, more);
  hash_of(s, one);
  hash_of(t, back);
  assert_string_equal(one, back);
  scr_buf_free(&image);
  scr_session_free(s);
  scr_session_free(t);
}

/* A world with more than a brick holds, or without periodic sides, in a file of a brick. */
static void others_are_no_bricks(void **state) {
  SCR_UNUSED(state);
  static const char *const more[] = {"wall generate box -0.5 0.5", "measure create",
                                     "model energy mechanical on", "model domain condition stop"};
  for (size_t k = 0; k < SCR_COUNTOF(more); k++) {
    scr_diag d = {0};
    scr_session *s = session(1);
    const scr_brick b = {1, s->lib.world};
    run(s, more[k]);
    assert_true(scr_brick_write(&d, &b, "b.p3brk"));
    assert_null(scr_brick_read(&d, "b.p3brk", 3).of);
    assert_non_null(strstr(d.error.text, k < 3 ? "more than balls and contacts" : "is not"));
    scr_diag_clear(&d);
    scr_session_free(s);
  }
}

/* A stream through an inlet, whatever the threads, and over a save and a restore. */
static void goes_on(const char *words) {
  char stream[400];
  snprintf(stream, sizeof stream,
           "ball delete\n"
           "model domain extent -9 9 condition stop\n"
           "inlet create brick-id 4 flow-velocity 30 1 0 active on group 'in' %s\n"
           "model gravity 10\n"
           "model mechanical timestep fix 1e-3\n"
           "model cycle 200\n",
           words);
  char one[33], three[33];
  scr_session *s = session(1), *t = session(3);
  scr_buf image = {0};
  run(s, stream);
  run(t, stream);
  assert_true(scr_session_save_image(s, &image));
  assert_true(scr_session_restore_image(t, "image", image.s, image.n));
  run(s, "model cycle 55\n");
  run(t, "model cycle 55\n");
  hash_of(s, one);
  hash_of(t, three);
  assert_string_equal(one, three);
  assert_true(s->lib.world->ball.n > 9);
  run(t, "inlet modify id 1 active off\n");
  hash_of(t, three);
  assert_string_not_equal(one, three);
  scr_buf_free(&image);
  scr_session_free(s);
  scr_session_free(t);
}

/* The same of a box that is turned, moves and holds its balls. */
static void streams_go_on(void **state) {
  SCR_UNUSED(state);
  goes_on("");
  goes_on("orientation 10 20 30 velocity 1 -2 0 spin 0.5 -0.25 2 rotation-center 1 0 0 "
          "relaxation-time 0.03 0.15");
  goes_on("relaxation-steps 30 150");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(damaged_files_are_refused), cmocka_unit_test(bricks_are_state),
      cmocka_unit_test(streams_go_on), cmocka_unit_test(others_are_no_bricks)};
  return cmocka_run_group_tests(tests, setup, teardown);
}
