/* STL files: both forms there and back, and messages for bad ones that name the line or the byte.
 */
#include "../base/test.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "io/stl.h"
#include "world/shapes/mesh.h"

static scr_shape ball(void) {
  scr_shape s = {0};
  scr_shape_sphere(&s, (double[3]){0.1, -3, 1e4}, 0.7, 0.3);
  return s;
}

static void round_trip(bool text) {
  scr_shape s = ball(), got = {0};
  scr_buf out = {0};
  scr_diag d = {0};
  uint32_t against;
  assert_true(scr_stl_write(&d, NULL, &s, text, &out));
  if (!text) assert_int_equal(out.n, 84 + 50 * (size_t)s.nf);
  assert_true(scr_stl_read(&d, NULL, "x.stl", out.s, out.n, &got, &against));
  assert_int_equal(got.nf, s.nf);
  assert_int_equal(got.nv, s.nv);
  if (text) assert_int_equal(against, 0);
  for (uint32_t k = 0; k < 3 * s.nf; k++)
    for (size_t c = 0; c < 3; c++) {
      double x = s.x[3 * (size_t)s.facet[k] + c];
      assert_true(got.x[3 * (size_t)got.facet[k] + c] == (text ? x : (double)(float)x));
    }
  assert_true(scr_mesh_survey(&got, 3).closed);
  /* once more: nothing changes */
  scr_buf again = {0};
  assert_true(scr_stl_write(&d, NULL, &got, text, &again));
  if (text) {
    assert_int_equal(again.n, out.n);
    assert_memory_equal(again.s, out.s, out.n);
  }
  scr_buf_free(&again);
  scr_buf_free(&out);
  scr_shape_free(&got);
  scr_shape_free(&s);
}

static void there_and_back(void **state) {
  SCR_UNUSED(state);
  round_trip(false);
  round_trip(true);
}

static void single_precision(void **state) {
  SCR_UNUSED(state);
  scr_shape s = ball();
  scr_buf out = {0};
  scr_diag d = {0};
  s.x[4] = -1e39;
  assert_false(scr_stl_write(&d, NULL, &s, false, &out));
  assert_string_equal(
      d.error.text,
      "the position -1e+39 is too large for the single precision of a binary STL file");
  scr_diag_clear(&d);
  assert_true(scr_stl_write(&d, NULL, &s, true, &out));
  scr_buf_free(&out);
  scr_shape_free(&s);
}

static void fails(const char *bytes, size_t n, const char *text, int line, int col) {
  scr_shape s = {0};
  scr_diag d = {0};
  scr_buf copy = {0};
  uint32_t against;
  scr_buf_puts(&copy, "");
  scr_buf_put(&copy, bytes, n);
  assert_false(scr_stl_read(&d, NULL, "x.stl", copy.s, n, &s, &against));
  assert_string_equal(d.error.text, text);
  assert_int_equal(d.error.line, line);
  assert_int_equal(d.error.col, col);
  scr_diag_clear(&d);
  scr_buf_free(&copy);
  scr_shape_free(&s);
}

#define TRIANGLE "solid a b\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"

static void bad_texts(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *file, *text;
    int line, col;
  } row[] = {
      {"solid", "expected 'facet' or 'endsolid' at the end of the file", 1, 6},
      {"solid\nendsolid\n", "'x.stl' holds no facet", 0, 0},
      {"solid\nendsolid\nfoo", "expected solid, found 'foo'", 3, 1},
      {"solid\nfact normal", "expected 'facet' or 'endsolid', found 'fact'", 2, 1},
      {"solid\nfacet normal 0 1 n\n", "expected a number, found 'n'", 2, 18},
      {TRIANGLE "vertex 0 nan 0\n", "expected a number, found 'nan'", 6, 10},
      {TRIANGLE "vertex 0 1e999 0\n", "the number is too large", 6, 10},
      {TRIANGLE "vertex 0 1\n", "expected a number at the end of the file", 6, 11},
      {TRIANGLE "endloop\n", "expected vertex, found 'endloop'", 6, 1},
      {TRIANGLE "vertex 0 1 0\nvertex 0 1 2\n", "expected endloop, found 'vertex'", 7, 1},
      {TRIANGLE "vertex 0 1 0\nendloop\nendfacet\n",
       "expected 'facet' or 'endsolid' at the end of the file", 8, 9},
      {"hello, this is a letter",
       "'x.stl' is no STL file: it ends at byte 23, inside of the header of 84 bytes", 0, 0},
      {"", "'x.stl' is no STL file: it ends at byte 0, inside of the header of 84 bytes", 0, 0},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++)
    fails(row[k].file, strlen(row[k].file), row[k].text, row[k].line, row[k].col);
}

static void good_texts(void **state) {
  SCR_UNUSED(state);
  static const char *const file[] = {
      TRIANGLE "vertex 0 1 0\nendloop\nendfacet\nendsolid a b\n",
      "\xEF\xBB\xBFSOLID\r\nFACET NORMAL 0 0 -1 OUTER LOOP VERTEX 0 0 0 VERTEX 1 0 0 VERTEX 0 1e0 "
      "0 ENDLOOP ENDFACET\r\nENDSOLID",
      "solid\nfacet normal nan -nan(ind) -inf\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
      "vertex 0 1 0\nendloop\nendfacet\nendsolid\n",
      "solid\nfacet normal -1.#IND 1.#QNAN +1.#INF00\nouter loop\nvertex 0 0 0\nvertex 1 0 0\n"
      "vertex 0 1 0\nendloop\nendfacet\nendsolid\n",
  };
  for (uint32_t k = 0; k < SCR_COUNTOF(file); k++) {
    scr_shape s = {0};
    scr_diag d = {0};
    uint32_t against;
    assert_true(scr_stl_read(&d, NULL, "x.stl", file[k], strlen(file[k]), &s, &against));
    assert_int_equal(s.nf, 1);
    assert_int_equal(against, k == 1); /* its normal points down */
    scr_shape_free(&s);
  }
}

static void bad_binaries(void **state) {
  SCR_UNUSED(state);
  scr_shape s = ball();
  scr_buf out = {0}, text = {0};
  scr_diag d = {0};
  uint32_t against;
  assert_true(scr_stl_write(&d, NULL, &s, false, &out));
  size_t n = out.n;
  fails(out.s, 60, "'x.stl' is no STL file: it ends at byte 60, inside of the header of 84 bytes",
        0, 0);
  for (size_t cut = 84; cut < n; cut += 777) {
    scr_buf_clear(&text);
    scr_buf_printf(&text,
                   "'x.stl' ends at byte %zu, but %u facets, as byte 80 says, need %zu bytes", cut,
                   s.nf, n);
    fails(out.s, cut, text.s, 0, 0);
  }
  scr_buf_put(&out, "junk", 4);
  scr_buf_clear(&text);
  scr_buf_printf(&text, "'x.stl' goes on for 4 bytes after its %u facets, which end at byte %zu",
                 s.nf, n);
  fails(out.s, n + 4, text.s, 0, 0);
  const float bad = NAN;
  memcpy(out.s + 84 + 50 * 7 + 12 + 16, &bad, 4); /* y of corner 2 of facet 8 */
  fails(out.s, n, "'x.stl', byte 462: y of corner 2 of facet 8 is not a finite number", 0, 0);
  /* a binary file whose header begins like a text is read all the same */
  scr_buf_clear(&out);
  assert_true(scr_stl_write(&d, NULL, &s, false, &out));
  memcpy(out.s, "solid thing", 11);
  scr_shape got = {0};
  assert_true(scr_stl_read(&d, NULL, "x.stl", out.s, out.n, &got, &against));
  assert_int_equal(got.nf, s.nf);
  /* nor does one that is cut off become a text */
  for (size_t cut = 84; cut < n; cut += 777) {
    scr_buf_clear(&text);
    scr_buf_printf(&text,
                   "'x.stl' ends at byte %zu, but %u facets, as byte 80 says, need %zu bytes", cut,
                   s.nf, n);
    fails(out.s, cut, text.s, 0, 0);
  }
  scr_shape_free(&got);
  scr_buf_free(&out);
  scr_buf_free(&text);
  scr_shape_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(there_and_back), cmocka_unit_test(single_precision),
      cmocka_unit_test(bad_texts),      cmocka_unit_test(good_texts),
      cmocka_unit_test(bad_binaries),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
