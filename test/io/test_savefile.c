/* The container of save files: whatever is damaged ends with a message, and a full disk leaves the
 * old file.
 */
#include "../base/test.h"

#include <dirent.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/mem.h"
#include "base/rng.h"
#include "base/outfile.h"
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

/* ---- large sections, piece by piece ---- */

enum { PIECES = 40, PIECE = 3000 };

/* Every third piece is zero. */
static void put_piece(void *user, size_t k, scr_buf *to) {
  const uint32_t *mark = user;
  unsigned char *at = memset(scr_put_room(to, PIECE + k), 0, PIECE + k);
  for (size_t i = 0; i < PIECE + k && k % 3; i++) at[i] = (unsigned char)(i * k + *mark);
}

enum { PIECES_SIZE = PIECES * PIECE + PIECES * (PIECES - 1) / 2 };

/* par NULL and no pieces: all at once, as sections of unknown size are written. */
static bool write_pieces(scr_saveout *o, uint32_t mark, bool pieces, scr_par *par) {
  const scr_savepieces large = {PIECES, PIECES_SIZE, put_piece, &mark},
                       small = {3, 3 * PIECE + 3, put_piece, &mark};
  fill(o, mark);
  scr_buf *b = pieces ? NULL : scr_saveout_begin(o, "large");
  for (size_t k = 0; b && k < PIECES; k++) put_piece(&mark, k, b);
  if (b)
    scr_saveout_end(o);
  else
    scr_saveout_pieces(o, "large", &large, par);
  b = pieces ? NULL : scr_saveout_begin(o, "small");
  for (size_t k = 0; b && k < 3; k++) put_piece(&mark, k, b);
  if (b)
    scr_saveout_end(o);
  else
    scr_saveout_pieces(o, "small", &small, par);
  return scr_saveout_close(o, true);
}

static scr_buf pieces_image(uint32_t mark, bool pieces, scr_par *par) {
  scr_buf image = {0};
  scr_diag d = {0};
  assert_true(write_pieces(scr_saveout_memory(&d, &image), mark, pieces, par));
  return image;
}

static void assert_holds(const char *path, const scr_buf *image) {
  FILE *f = fopen(path, "rb");
  assert_non_null(f);
  char *bytes = scr_alloc(image->n + 1);
  assert_int_equal(fread(bytes, 1, image->n + 1, f), image->n);
  assert_memory_equal(bytes, image->s, image->n);
  fclose(f);
  scr_free(bytes);
}

/* The same bytes as at once, by any number of threads, in memory and in a file. */
static void pieces_are_the_same_bytes(void **state) {
  SCR_UNUSED(state);
  scr_buf whole = pieces_image(5, false, NULL);
  assert_true(read_back(whole.s, whole.n, NULL));
  for (int threads = 0; threads <= 4; threads++) {
    scr_par *par = threads ? scr_par_new(threads) : NULL;
    scr_diag d = {0};
    scr_buf image = pieces_image(5, true, par);
    assert_int_equal(image.n, whole.n);
    assert_memory_equal(image.s, whole.s, whole.n);
    assert_true(write_pieces(scr_saveout_file(&d, in_dir("a.sav")), 5, true, par));
    assert_holds(in_dir("a.sav"), &whole);
    scr_buf_free(&image);
    scr_par_free(par);
  }
  scr_buf_free(&whole);
}

typedef struct drain {
  char path[128];
  scr_buf got;
} drain;

static void *drain_all(void *user) {
  drain *r = user;
  FILE *f = fopen(r->path, "rb");
  for (int c; f && (c = fgetc(f)) != EOF;) *scr_put_room(&r->got, 1) = (unsigned char)c;
  if (f) fclose(f);
  return NULL;
}

/* There is no way back in a pipe. */
static void pieces_into_a_pipe(void **state) {
  SCR_UNUSED(state);
  drain r = {{0}, {0}};
  snprintf(r.path, sizeof r.path, "%s", in_dir("pipe"));
  assert_int_equal(mkfifo(r.path, 0600), 0);
  pthread_t reader;
  scr_diag d = {0};
  scr_buf whole = pieces_image(6, false, NULL);
  assert_int_equal(pthread_create(&reader, NULL, drain_all, &r), 0);
  scr_saveout *o = scr_saveout_file(&d, r.path);
  write_pieces(o, 6, true, NULL); /* a pipe cannot be brought to the disk, which is told */
  scr_diag_clear(&d);
  pthread_join(reader, NULL);
  assert_int_equal(r.got.n, whole.n);
  assert_memory_equal(r.got.s, whole.s, whole.n);
  scr_buf_free(&r.got);
  scr_buf_free(&whole);
  unlink(r.path);
}

/* Wherever it happens, in the caller or with workers ahead of it; the place of the checksum is
 * written once more at the end. */
static void a_failure_in_a_large_section(void **state) {
  SCR_UNUSED(state);
  scr_diag d = {0};
  scr_par *par = scr_par_new(3);
  scr_buf old = pieces_image(1, false, NULL), new = pieces_image(2, false, NULL);
  assert_true(write_pieces(scr_saveout_file(&d, in_dir("a.sav")), 1, true, par));
  int64_t k = 0;
  for (bool done = false; !done; k += k < 1000 || k + 1000 > (int64_t) new.n ? 1 : 997) {
    scr_outfile_fail_after(k);
    done = write_pieces(scr_saveout_file(&d, in_dir("a.sav")), 2, true, par);
    assert_true(done != d.failed);
    scr_diag_clear(&d);
    scr_outfile_fail_after(-1);
    assert_int_equal(files_in_dir(), 1);
    assert_holds(in_dir("a.sav"), done ? &new : &old);
  }
  assert_in_range(k - 1, new.n + 8 + 2, new.n + 8 + 2); /* all bytes, the checksum, fsync, rename */
  scr_buf_free(&old);
  scr_buf_free(&new);
  scr_par_free(par);
}

/* Several chunks and several large sections. */
static void write_megabytes(void) {
  scr_diag d = {0};
  scr_saveout *o = scr_saveout_file(&d, in_dir("a.sav"));
  const char *const name[] = {"first", "second", "third"};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++) {
    scr_buf *b = scr_saveout_begin(o, name[k]);
    for (uint32_t i = 0; i < 1000000; i++) scr_put_u32(b, i * 2654435761u + (uint32_t)k);
    scr_saveout_end(o);
  }
  fill(o, 9);
  assert_true(scr_saveout_close(o, true));
}

/* NULL: it was read, and holds what was written; else the message. */
static char *read_megabytes(scr_par *par) {
  scr_savefile f;
  scr_diag d = {0};
  char *message = NULL;
  if (scr_savefile_read(&f, &d, in_dir("a.sav"), par)) {
    assert_int_equal(f.n, 6);
    for (uint32_t i = 0; i < 1000000; i++) {
      scr_bytes in = {f.section[2].data + 4 * i, f.section[2].data + f.section[2].size, false};
      assert_int_equal(scr_get_u32(&in), i * 2654435761u + 2);
    }
  } else
    message = scr_strdup(d.error.text);
  scr_savefile_free(&f);
  scr_diag_clear(&d);
  return message;
}

static void change_byte(long at) {
  FILE *f = fopen(in_dir("a.sav"), "r+b");
  assert_non_null(f);
  fseek(f, at, SEEK_SET);
  const int c = fgetc(f);
  fseek(f, at, SEEK_SET);
  fputc(c ^ 16, f);
  fclose(f);
}

/* Whatever is wrong, threads say the same as one of them: the first damage, in the order of the
 * file. */
static void threads_read_the_same(void **state) {
  SCR_UNUSED(state);
  static const struct {
    long byte[2]; /* changed; 0: none */
    long cut;     /* 0: not */
    const char *part;
  } row[] = {{{0}, 0, NULL},
             {{0}, 11000000, "'third' has 4000000 bytes"},
             {{0}, 8000096, "was cut off"},
             {{9000000, 5000000}, 0, "wrong checksum of section 'second'"},
             {{12 + 16 + 2, 9000000}, 0, "section 'first'"}, /* its size */
             {{4000000 + 32 + 12, 9000000}, 0, "wrong checksum of section"}};
  scr_par *par = scr_par_new(3);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    write_megabytes();
    for (int i = 0; i < 2; i++)
      if (row[k].byte[i]) change_byte(row[k].byte[i]);
    if (row[k].cut) assert_int_equal(truncate(in_dir("a.sav"), row[k].cut), 0);
    char *one = read_megabytes(NULL), *three = read_megabytes(par);
    assert_int_equal(one == NULL, row[k].part == NULL);
    assert_int_equal(three == NULL, row[k].part == NULL);
    if (one && !strstr(one, row[k].part)) fail_msg("'%s' does not contain '%s'", one, row[k].part);
    if (one) assert_string_equal(one, three);
    scr_free(one);
    scr_free(three);
  }
  scr_par_free(par);
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
    assert_false(scr_savefile_read(&f, &d, path[k], NULL));
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
      cmocka_unit_test(pieces_are_the_same_bytes),
      cmocka_unit_test(pieces_into_a_pipe),
      cmocka_unit_test(a_failure_in_a_large_section),
      cmocka_unit_test(threads_read_the_same),
      cmocka_unit_test(a_given_up_save_leaves_the_old_file),
      cmocka_unit_test(impossible_places),
      cmocka_unit_test(hashes),
  };
  return cmocka_run_group_tests_name("savefile", tests, make_dir, remove_dir);
}
