/* VTK's XML files that are cut off or damaged: the message tells where, and what is wrong. The
 * files are those of the fuzz target, one of each form. */
#include "../base/test.h"

#include "base/mem.h"
#include "io/deflate.h"
#include "io/read_vtk.h"
#include "support/content.h"

typedef struct form {
  const char *name;
  bool packed, appended;
} form;
static const form forms[] = {{"text", false, false},
                             {"inline", true, false},
                             {"raw", false, true},
                             {"packed", true, true},
                             {"base64", true, true}};

/* Without its first byte, which is for the fuzz target alone. */
static scr_buf form_of(const char *name) {
  char path[512];
  snprintf(path, sizeof path, "%s/../fuzz/corpus/fuzz_points/%s", IO_DIR, name);
  scr_buf b = content(path);
  assert_true(b.n && b.s[0] == '2');
  memmove(b.s, b.s + 1, --b.n);
  return b;
}

/* The first n bytes, in memory of their own, so that a sanitizer sees who reads further. Returns
 * what the message says, NULL: all is well. */
static const char *told(const char *bytes, size_t n) {
  static char text[300];
  scr_diag d = {0};
  scr_points p = {0};
  char *copy = scr_alloc(n + 1);
  memcpy(copy, bytes, n);
  copy[n] = 0;
  const bool ok = scr_vtk_read(&d, NULL, "a.vtp", copy, n, &p);
  if (ok) assert_int_equal(p.n, 2);
  assert_int_equal(d.failed, !ok);
  if (!ok) assert_int_equal(d.error.code, SCR_E_FILE);
  snprintf(text, sizeof text, "%s", ok ? "" : d.error.text);
  scr_diag_clear(&d);
  scr_points_free(&p);
  scr_free(copy);
  return ok ? NULL : text;
}

static void is_told(const char *got, const char *want, const char *of) {
  if (!got || !strstr(got, want)) fail_msg("%s: '%s', expected '%s'", of, got ? got : "", want);
}

/* ---- cut off ---- */

static size_t place(const scr_buf *b, const char *word) {
  const size_t m = strlen(word);
  for (size_t k = 0; k + m <= b->n; k++)
    if (memcmp(b->s + k, word, m) == 0) return k;
  fail_msg("there is no '%s'", word);
  return 0;
}

static void check_cuts(const form *f) {
  scr_buf b = form_of(f->name);
  char want[80];
  const char *const last = "</VTKFile>";
  const size_t whole = place(&b, last) + strlen(last);
  is_told(told(b.s, 0), "'a.vtp' is empty", f->name);
  for (size_t n = 1; n < whole; n++) {
    snprintf(want, sizeof want, "'a.vtp' ends early, at byte %zu", n);
    is_told(told(b.s, n), want, f->name);
  }
  for (size_t n = whole; n <= b.n; n++) assert_null(told(b.s, n));
  if (f->appended) {
    const size_t end = place(&b, "\n  </AppendedData");
    snprintf(want, sizeof want, "at byte %zu of at least %zu: '</VTKFile>' is missing", end - 1,
             end);
    is_told(told(b.s, end - 1), want, f->name);
    snprintf(want, sizeof want, "at byte %zu: '</VTKFile>' is missing", end);
    is_told(told(b.s, end), want, f->name);
  }
  scr_buf_free(&b);
}

static void cut_off(void **state) {
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(forms); k++)
    if (!forms[k].packed || scr_deflate_there()) check_cuts(&forms[k]);
}

/* ---- damaged ---- */

typedef struct damage {
  const char *form, *from, *to, *want; /* `to` takes as many bytes as `from` */
} damage;

static const damage damages[] = {
    {"text", "7 3", "7 x", "its array 'id', at byte 458 of 2288, does not hold 2 numbers"},
    {"text", "0.5 0.25\n", "0.5 1e999", "number 2 of its array 'damp' is not finite"},
    {"text", "NumberOfPoints=\"2\"", "NumberOfPoints=\"3\"",
     "its array 'Points', at byte 823 of 2288, does not hold 9 numbers"},
    {"text", "\"Float32\"", "\"Float00\"", "its array 'diameter' holds no numbers"},
    {"text", "VTKFile t", "VTKfile t", "it has no element VTKFile"},
    {"inline", "eF5jZwYA", "eF5jZ*YA", "its array 'id', at byte "},
    {"raw", "offset=\"12\"", "offset=\"99\"", "its array 'id', at byte "},
    {"raw", "offset=\"12\" ", "offset=\"999\"", "its array 'id' lies outside of its 125 appended"},
    {"raw", "<AppendedData", "<Appendeddata", "it has no appended data"},
    {"raw", "offset=\"18\" ", "offset=\"118\"", "does not hold 16 bytes"},
    {"packed", "x^c`h", "x^cah", "its array 'diameter', at byte "},
    {"base64", "eF5jYGiw", "eF5jYGiz", "its array 'diameter', at byte "},
};

static void check_damage(const damage *w) {
  scr_buf b = form_of(w->form);
  assert_int_equal(strlen(w->from), strlen(w->to));
  memcpy(b.s + place(&b, w->from), w->to, strlen(w->to));
  is_told(told(b.s, b.n), w->want, w->from);
  scr_buf_free(&b);
}

static void damaged(void **state) {
  SCR_UNUSED(state);
  const bool packs = scr_deflate_there();
  for (size_t k = 0; k < SCR_COUNTOF(damages); k++)
    if (packs || strcmp(damages[k].form, "raw") == 0 || strcmp(damages[k].form, "text") == 0)
      check_damage(&damages[k]);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(cut_off), cmocka_unit_test(damaged)};
  return cmocka_run_group_tests_name("read_vtk", tests, NULL, NULL);
}
