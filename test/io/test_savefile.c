/* The container of save files: whatever is damaged ends with a message, and a full disk leaves the old file.
 */
#include "../base/test.h"

#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/rng.h"
#include "io/outfile.h"
#include "io/savefile.h"

static char dir[64];

static const char *in_dir(const char *name) {
  static char path[128];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  return path;
}

static int make_dir(void **state) {
  SCR_UNUSED(state);
  strcpy(dir, "/tmp/scree-savefile-XXXXXX");
  return mkdtemp(dir) ? 0 : -1;
}

static int files_in_dir(void) {
  int n = 0;
  DIR *d = opendir(dir);
  for (struct dirent *e; (e = readdir(d));) n += e->d_name[0] != '.';
  closedir(d);
  return n;
}

static int remove_dir(void **state) {
  SCR_UNUSED(state);
  unlink(in_dir("a.sav"));
  return rmdir(dir);
}

static void fill(scr_saveout *o, uint32_t mark) {
  scr_buf *b = scr_saveout_begin(o, "numbers");
  for (uint32_t k = 0; k < 50; k++) scr_put_u32(b, mark + k);
  scr_saveout_end(o);
  b = scr_saveout_begin(o, "sixteen-letters!");
  scr_put_text(b, "words");
  scr_put_f64(b, 0.1);
  scr_saveout_end(o);
  scr_saveout_begin(o, "empty");
  scr_saveout_end(o);
}

static scr_buf image_of(uint32_t mark) {
  scr_buf image = {0};
  scr_diag d = {0};
  scr_saveout *o = scr_saveout_memory(&d, &image);
  fill(o, mark);
  assert_true(scr_saveout_close(o, true));
  return image;
}

static bool read_back(const void *bytes, size_t size, char **message) {
  scr_savefile f;
  scr_diag d = {0};
  bool ok = scr_savefile_parse(&f, &d, "x.sav", bytes, size);
  assert_true(ok != d.failed);
  if (!ok) {
    assert_int_equal(d.error.code, SCR_E_SAVE);
    assert_non_null(strstr(d.error.text, "x.sav"));
  }
  if (message) *message = d.error.text ? scr_strdup(d.error.text) : NULL;
  scr_savefile_free(&f);
  scr_diag_clear(&d);
  return ok;
}

static void expect_message(const void *bytes, size_t size, const char *part) {
  char *message;
  assert_false(read_back(bytes, size, &message));
  if (!strstr(message, part)) fail_msg("'%s' does not contain '%s'", message, part);
  scr_free(message);
}

/* ---- tests ---- */

static void round_trip(void **state) {
  SCR_UNUSED(state);
  scr_buf image = image_of(7);
  scr_savefile f;
  scr_diag d = {0};
  scr_bytes in;
  assert_true(scr_savefile_parse(&f, &d, "x.sav", image.s, image.n));
  assert_int_equal(f.n, 3);
  assert_true(scr_savefile_take(&f, "sixteen-letters!", &in));
  char *text = scr_get_text(&in);
  assert_string_equal(text, "words");
  assert_true(scr_get_f64(&in) == 0.1);
  assert_true(scr_savefile_complete(&f, "sixteen-letters!", &in));
  assert_true(scr_savefile_take(&f, "numbers", &in));
  for (uint32_t k = 0; k < 50; k++) assert_int_equal(scr_get_u32(&in), 7 + k);
  assert_true(scr_get_done(&in));
  scr_free(text);
  scr_savefile_free(&f);
  scr_buf_free(&image);
}

static void sections_are_asked_for(void **state) {
  SCR_UNUSED(state);
  scr_buf image = image_of(7);
  scr_savefile f;
  scr_diag d = {0};
  scr_bytes in;
  assert_true(scr_savefile_parse(&f, &d, "x.sav", image.s, image.n));
  assert_false(scr_savefile_take(&f, "balls", &in));
  assert_non_null(strstr(d.error.text, "no section 'balls'"));
  scr_diag_clear(&d);
  assert_true(scr_savefile_take(&f, "numbers", &in));
  assert_true(scr_savefile_take(&f, "empty", &in));
  assert_false(scr_savefile_all_taken(&f));
  assert_non_null(strstr(d.error.text, "'sixteen-letters!'"));
  scr_diag_clear(&d);
  scr_savefile_free(&f);
  scr_buf_free(&image);
}

static void every_flipped_bit_is_found(void **state) {
  SCR_UNUSED(state);
  scr_buf image = image_of(7);
  assert_true(read_back(image.s, image.n, NULL));
  for (size_t k = 0; k < image.n * 8; k++) {
    image.s[k / 8] ^= (char)(1 << k % 8);
    assert_false(read_back(image.s, image.n, NULL));
    image.s[k / 8] ^= (char)(1 << k % 8);
  }
  scr_buf_free(&image);
}

static void every_truncation_is_found(void **state) {
  SCR_UNUSED(state);
  scr_buf image = image_of(7);
  for (size_t n = 0; n < image.n; n++) assert_false(read_back(image.s, n, NULL));
  scr_put_u8(&image, 0);
  expect_message(image.s, image.n, "bytes follow its end");
  scr_buf_free(&image);
}

static void messages(void **state) {
  SCR_UNUSED(state);
  scr_buf image = image_of(7);
  expect_message("", 0, "not a save file");
  expect_message("model new\nball create", 20, "not a save file");
  expect_message(image.s, image.n - 3, "cut off");
  image.s[8]++;
  expect_message(image.s, image.n, "version 2 of the format; this program reads version 1");
  image.s[8]--;
  image.s[12 + 16 + 7] = 0x7f; /* the size of the first section */
  expect_message(image.s, image.n, "section 'numbers' has");
  scr_buf_free(&image);
}

/* A lost section is found by the sum over all of them. */
static void lost_sections_are_found(void **state) {
  SCR_UNUSED(state);
  enum { HEAD = 12, SECTION = 16 + 8 + 8 };
  scr_buf image = image_of(7), less = {0};
  scr_buf_put(&less, image.s, HEAD);
  size_t first = SECTION + 50 * 4;
  scr_buf_put(&less, image.s + HEAD + first, image.n - HEAD - first);
  expect_message(less.s, less.n, "sections are missing");
  scr_buf_clear(&less);
  scr_buf_put(&less, image.s, HEAD + first);
  scr_buf_put(&less, image.s + HEAD, image.n - HEAD);
  expect_message(less.s, less.n, "comes twice");
  scr_buf_free(&less);
  scr_buf_free(&image);
}

static void noise(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 5);
  scr_buf image = image_of(7);
  for (int round = 0; round < 20000; round++) {
    scr_buf copy = {0};
    scr_buf_put(&copy, image.s, image.n);
    int n = 1 + (int)(scr_rng_next(&r) % 8);
    for (int k = 0; k < n; k++) copy.s[scr_rng_next(&r) % copy.n] = (char)scr_rng_next(&r);
    if (memcmp(copy.s, image.s, image.n) != 0) assert_false(read_back(copy.s, copy.n, NULL));
    scr_buf_free(&copy);
  }
  scr_buf_free(&image);
}

static bool write_file(uint32_t mark, scr_diag *d) {
  scr_saveout *o = scr_saveout_file(d, in_dir("a.sav"));
  fill(o, mark);
  return scr_saveout_close(o, true);
}

static void assert_file_is(uint32_t mark) {
  scr_buf image = image_of(mark);
  FILE *f = fopen(in_dir("a.sav"), "rb");
  assert_non_null(f);
  char *bytes = scr_alloc(image.n + 1);
  assert_int_equal(fread(bytes, 1, image.n + 1, f), image.n);
  assert_memory_equal(bytes, image.s, image.n);
  fclose(f);
  scr_free(bytes);
  scr_buf_free(&image);
}

/* Every byte, the fsync and the rename fail once: the old file stays, nothing else is left. */
static void a_failure_leaves_the_old_file(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  assert_true(write_file(1, &d));
  assert_file_is(1);
  int64_t k = 0;
  for (bool done = false; !done; k++) {
    scr_outfile_fail_after(k);
    done = write_file(2, &d);
    assert_true(done != d.failed);
    if (d.failed) assert_non_null(strstr(d.error.text, "a.sav': "));
    scr_diag_clear(&d);
    scr_outfile_fail_after(-1);
    assert_int_equal(files_in_dir(), 1);
    if (!done) assert_file_is(1);
  }
  assert_file_is(2);
  scr_buf image = image_of(2);
  assert_int_equal(k - 1, image.n + 2); /* the bytes, fsync, rename */
  scr_buf_free(&image);
}

static void a_given_up_save_leaves_the_old_file(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  assert_true(write_file(1, &d));
  scr_saveout *o = scr_saveout_file(&d, in_dir("a.sav"));
  fill(o, 3);
  assert_false(scr_saveout_close(o, false));
  assert_file_is(1);
  assert_int_equal(files_in_dir(), 1);
}

static void impossible_places(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_saveout *o = scr_saveout_file(&d, "/nowhere/at/all/a.sav");
  fill(o, 1);
  assert_false(scr_saveout_close(o, true));
  assert_non_null(strstr(d.error.text, "/nowhere/at/all/a.sav"));
  scr_diag_clear(&d);
  static const char *const path[] = {"/nowhere/a.sav", "/tmp"};
  for (size_t k = 0; k < SCR_COUNTOF(path); k++) {
    scr_savefile f;
    assert_false(scr_savefile_read(&f, &d, path[k]));
    assert_non_null(strstr(d.error.text, path[k]));
    scr_savefile_free(&f);
    scr_diag_clear(&d);
  }
}

static bool is_numbers(const char *name) { return strcmp(name, "numbers") == 0; }
static bool is_empty(const char *name) { return strcmp(name, "empty") == 0; }

static void hash_of(uint32_t mark, bool (*counts)(const char *), char out[33]) {
  scr_buf image = image_of(mark);
  scr_savefile f;
  scr_diag d = {0};
  assert_true(scr_savefile_parse(&f, &d, "x.sav", image.s, image.n));
  scr_savefile_hash(&f, counts, out);
  scr_savefile_free(&f);
  scr_buf_free(&image);
}

static void hashes(void **state) {
  SCR_UNUSED(state);
  char a[33], b[33];
  hash_of(1, is_numbers, a);
  hash_of(1, is_numbers, b);
  assert_int_equal(strlen(a), 32);
  assert_string_equal(a, b);
  hash_of(2, is_numbers, b);
  assert_string_not_equal(a, b);
  hash_of(1, is_empty, a);
  hash_of(2, is_empty, b);
  assert_string_equal(a, b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(sections_are_asked_for),
      cmocka_unit_test(every_flipped_bit_is_found),
      cmocka_unit_test(every_truncation_is_found),
      cmocka_unit_test(messages),
      cmocka_unit_test(lost_sections_are_found),
      cmocka_unit_test(noise),
      cmocka_unit_test(a_failure_leaves_the_old_file),
      cmocka_unit_test(a_given_up_save_leaves_the_old_file),
      cmocka_unit_test(impossible_places),
      cmocka_unit_test(hashes),
  };
  return cmocka_run_group_tests_name("savefile", tests, make_dir, remove_dir);
}
