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

/* The bits of strtod, which reads what is not short. */
static void assert_like_strtod(const char *text) {
  size_t n = 0;
  int64_t i = 0;
  double f = 0;
  const double want = strtod(text, NULL);
  assert_int_not_equal(scr_parse_number(text, &n, &i, &f), SCR_NUM_NONE);
  if (n != strlen(text) || memcmp(&f, &want, sizeof f) != 0)
    fail_msg("'%s' gives %a, not %a", text, f, want);
}

static void random_texts(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < 1000000; k++) {
    char text[64], *p = text;
    const int digits = 1 + (int)(scr_rng_next(&r) % 21), point = (int)(scr_rng_next(&r) % 24),
              exponent = (int)(scr_rng_next(&r) % 80) - 40;
    if (scr_rng_next(&r) % 4 == 0) *p++ = '-';
    for (int d = 0; d < digits; d++) {
      if (d == point) *p++ = '.';
      *p++ = (char)('0' + (d < 3 && k % 3 == 0 ? 0 : scr_rng_next(&r) % 10));
    }
    *p = 0;
    if (k % 2) snprintf(p, 8, "e%d", exponent);
    assert_like_strtod(text);
  }
}

/* Numbers of the files that programs write: 15 to 17 digits of any double of ordinary size. */
static void written_texts(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 4);
  for (int k = 0; k < 300000; k++) {
    char text[64];
    const double x = ldexp((double)(scr_rng_next(&r) >> 11), (int)(scr_rng_next(&r) % 150) - 130);
    snprintf(text, sizeof text, "%.*g", 15 + k % 3, x);
    assert_like_strtod(text);
  }
}

/* Halfway between two doubles, and the next decimal numbers on both sides: odd 54-bit numbers over
 * 2^k are those times 5^k over 10^k. */
static void ties(void **state) {
  SCR_UNUSED(state);
  static const uint64_t five[] = {1, 5, 25, 125};
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int k = 0; k < 100000; k++) {
    char text[64];
    const uint64_t odd = (uint64_t)1 << 53 | (scr_rng_next(&r) >> 11 & ~(uint64_t)1) | 1;
    const int places = k % 4, off = (int)(scr_rng_next(&r) % 3) - 1;
    snprintf(text, sizeof text, "%llue-%d",
             (unsigned long long)(odd * five[places] + (uint64_t)(int64_t)off), places);
    assert_like_strtod(text);
    const int shift = (int)(scr_rng_next(&r) % 10); /* the same among integers: up to 19 digits */
    snprintf(text, sizeof text, "%llu",
             (unsigned long long)((odd << shift) + (uint64_t)(int64_t)off));
    assert_like_strtod(text);
    snprintf(text, sizeof text, "%llue%d", (unsigned long long)(odd >> 4),
             k % 28); /* the product is longer than 64 bits */
    assert_like_strtod(text);
  }
}

static void edges_of_the_short_form(void **state) {
  SCR_UNUSED(state);
  static const char *const text[] = {
      "0",
      "-0",
      "-0.0",
      "0e99",
      "0.000e-400",
      "1e27",
      "1e28",
      "1e-27",
      "1e-28",
      "1e308",
      "1e-308",
      "4.9e-324",
      "9999999999999999999e27",
      "9999999999999999999e-27",
      "10000000000000000000",
      "99999999999999999999",
      "0.00000000000000000000000000000000000000001234567890123456789e30",
      "1e-99999999999",
      "1e000000000000000000000000000000000000001",
      "123456789012345678901234567890e-20"};
  for (size_t k = 0; k < SCR_COUNTOF(text); k++) assert_like_strtod(text[k]);
}

static void fields_in_quotes(void **state) {
  (void)state;
  static const struct {
    const char *text;
    scr_numkind kind;
    size_t len;
    double value;
  } row[] = {{"1.5,", SCR_NUM_REAL, 3, 1.5},    {"\"1.5\",", SCR_NUM_REAL, 5, 1.5},
             {"\" -2 \"x", SCR_NUM_INT, 6, -2}, {"\"1.5", SCR_NUM_NONE, 0, 0},
             {"\"1.5 m\"", SCR_NUM_NONE, 0, 0}, {"\"\"", SCR_NUM_NONE, 0, 0},
             {"\"", SCR_NUM_NONE, 0, 0}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    size_t len = 0;
    int64_t i = 0;
    double f = 0;
    assert_int_equal(scr_parse_field(row[k].text, &len, &i, &f), row[k].kind);
    if (row[k].kind == SCR_NUM_NONE) continue;
    assert_int_equal(len, row[k].len);
    assert_true((row[k].kind == SCR_NUM_INT ? (double)i : f) == row[k].value);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fields_in_quotes),
      cmocka_unit_test(shortest_form),
      cmocka_unit_test(reads_back_equal),
      cmocka_unit_test(integers),
      cmocka_unit_test(integers_of_64_bits),
      cmocka_unit_test(what_is_a_number),
      cmocka_unit_test(random_texts),
      cmocka_unit_test(written_texts),
      cmocka_unit_test(ties),
      cmocka_unit_test(edges_of_the_short_form),
  };
  return cmocka_run_group_tests_name("num", tests, NULL, NULL);
}
