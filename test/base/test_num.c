/* Numbers as text: shortest form that reads back equal; what counts as a number. */
#include "test.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include "base/num.h"
#include "base/rng.h"

static void assert_text(double x, bool point, const char *text) {
  char buf[32];
  int n = scr_format_real(buf, x, point);
  assert_string_equal(buf, text);
  assert_int_equal(n, strlen(text));
}

static void shortest_form(void **state) {
  SCR_UNUSED(state);
  assert_text(0.1, false, "0.1");
  assert_text(2, false, "2");
  assert_text(2, true, "2.0");
  assert_text(-0.25, true, "-0.25");
  assert_text(NAN, true, "nan");
  assert_text(INFINITY, true, "inf");
  assert_text(-INFINITY, false, "-inf");
  assert_text(5e-324, true, "5e-324");
  assert_text(-1e-320, true, "-1e-320");
  assert_text(DBL_MIN, true, "2.2250738585072014e-308");
}

static void reads_back_equal(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 1);
  for (int k = 0; k < 50000; k++) {
    uint64_t bits = scr_rng_next(&r), back;
    double x, y;
    memcpy(&x, &bits, sizeof x);
    if (!isfinite(x)) continue;
    char buf[32];
    size_t len;
    int64_t i;
    scr_format_real(buf, x, true);
    scr_numkind kind = scr_parse_number(buf, &len, &i, &y);
    if (kind == SCR_NUM_INT) y = (double)i;
    memcpy(&back, &y, sizeof y);
    assert_int_not_equal(kind, SCR_NUM_NONE);
    assert_int_equal(len, strlen(buf));
    assert_true(back == bits);
  }
}

static void integers(void **state) {
  SCR_UNUSED(state);
  char buf[32];
  scr_format_int(buf, INT64_MIN);
  assert_string_equal(buf, "-9223372036854775808");
  scr_format_int(buf, 0);
  assert_string_equal(buf, "0");
}

static void assert_parsed(const char *text, scr_numkind kind, size_t len, double value) {
  size_t n = 0;
  int64_t i = 0;
  double f = 0;
  scr_numkind got = scr_parse_number(text, &n, &i, &f);
  if (got != kind || (kind && n != len)) fail_msg("'%s': kind %d, length %zu", text, got, n);
  if (kind == SCR_NUM_INT) assert_true((double)i == value);
  if (kind == SCR_NUM_REAL) assert_true(f == value);
}

static void assert_integer(const char *text, int64_t value) {
  size_t n = 0;
  int64_t i = 0;
  double f = 0;
  assert_int_equal(scr_parse_number(text, &n, &i, &f), SCR_NUM_INT);
  assert_int_equal(n, strlen(text));
  assert_true(i == value);
}

static void integers_of_64_bits(void **state) {
  SCR_UNUSED(state);
  assert_integer("9199999999999999999", 9199999999999999999);
  assert_integer("9223372036854775807", INT64_MAX);
  assert_integer("-9223372036854775808", INT64_MIN);
  assert_integer("0000000000000000000000012", 12);
  assert_parsed("9223372036854775808", SCR_NUM_REAL, 19, 9223372036854775808.0);
  assert_parsed("-9223372036854775809", SCR_NUM_REAL, 20, -9223372036854775808.0);
}

static void what_is_a_number(void **state) {
  SCR_UNUSED(state);
  assert_parsed("12", SCR_NUM_INT, 2, 12);
  assert_parsed("-12abc", SCR_NUM_INT, 3, -12);
  assert_parsed("+3.5e-2)", SCR_NUM_REAL, 7, 0.035);
  assert_parsed("1d3", SCR_NUM_REAL, 3, 1000);
  assert_parsed("1D+3", SCR_NUM_REAL, 4, 1000);
  assert_parsed(".5", SCR_NUM_REAL, 2, 0.5);
  assert_parsed("5.", SCR_NUM_REAL, 2, 5);
  assert_parsed("1e", SCR_NUM_INT, 1, 1);
  assert_parsed("99999999999999999999", SCR_NUM_REAL, 20, 1e20);
  assert_parsed("", SCR_NUM_NONE, 0, 0);
  assert_parsed("abc", SCR_NUM_NONE, 0, 0);
  assert_parsed("-", SCR_NUM_NONE, 0, 0);
  assert_parsed(".", SCR_NUM_NONE, 0, 0);
  assert_parsed("inf", SCR_NUM_NONE, 0, 0);
  assert_parsed("nan", SCR_NUM_NONE, 0, 0);
  assert_parsed("0x10", SCR_NUM_INT, 1, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shortest_form),       cmocka_unit_test(reads_back_equal), cmocka_unit_test(integers),
      cmocka_unit_test(integers_of_64_bits), cmocka_unit_test(what_is_a_number),
  };
  return cmocka_run_group_tests_name("num", tests, NULL, NULL);
}
