/* Bytes: what is written is read again, and nothing is read beyond the end. */
#include "test.h"

#include <math.h>
#include "base/bytes.h"
#include "base/mem.h"

static scr_bytes reader(const scr_buf *b) {
  const unsigned char *s = (const unsigned char *)b->s;
  return (scr_bytes){s, s + b->n, false};
}

static void round_trip(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  const double x[3] = {-0.0, INFINITY, 1e-310};
  double y[3];
  scr_put_u8(&b, 200);
  scr_put_u32(&b, 0xdeadbeef);
  scr_put_u64(&b, UINT64_MAX - 1);
  scr_put_f64(&b, -2.5);
  scr_put_f64s(&b, x, 3);
  scr_put_text(&b, "abc");
  scr_put_text(&b, NULL);
  scr_put_u8(&b, 1);
  scr_bytes in = reader(&b);
  assert_int_equal(scr_get_u8(&in), 200);
  assert_int_equal(scr_get_u32(&in), 0xdeadbeef);
  assert_true(scr_get_u64(&in) == UINT64_MAX - 1);
  assert_true(scr_get_f64(&in) == -2.5);
  scr_get_f64s(&in, y, 3);
  assert_memory_equal(x, y, sizeof x);
  char *abc = scr_get_text(&in), *none = scr_get_text(&in);
  assert_string_equal(abc, "abc");
  assert_string_equal(none, "");
  assert_true(scr_get_bool(&in));
  assert_true(scr_get_done(&in));
  scr_free(abc), scr_free(none), scr_buf_free(&b);
}

static void little_endian(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  scr_put_u32(&b, 0x04030201);
  scr_put_f64(&b, 1);
  assert_memory_equal(b.s, "\1\2\3\4\0\0\0\0\0\0\xf0\x3f", 12);
  scr_buf_free(&b);
}

/* Once bad, a reader yields zeros and stays where it was. */
static void past_the_end(void **state) {
  SCR_UNUSED(state);
  const unsigned char s[] = {9, 9, 9, 9, 9};
  scr_bytes in = {s, s + sizeof s, false};
  assert_int_equal(scr_get_u64(&in), 0);
  assert_true(in.bad);
  assert_int_equal(scr_get_u8(&in), 0);
  assert_ptr_equal(in.at, s);
  assert_false(scr_get_done(&in));
}

static void lengths_that_lie(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  scr_put_u64(&b, 3);
  scr_put_u64(&b, 0);
  scr_put_u64(&b, 0);
  scr_bytes in = reader(&b);
  assert_int_equal(scr_get_count(&in, 5), 3);
  in = reader(&b);
  assert_int_equal(scr_get_count(&in, 6), 0);
  assert_true(in.bad);
  scr_buf_clear(&b);
  scr_put_u32(&b, UINT32_MAX);
  in = reader(&b);
  char *text = scr_get_text(&in);
  assert_string_equal(text, "");
  assert_true(in.bad);
  scr_free(text), scr_buf_free(&b);
}

static void values_out_of_range(void **state) {
  SCR_UNUSED(state);
  const unsigned char s[] = {2, 0, 0, 0};
  scr_bytes in = {s, s + 4, false};
  assert_int_equal(scr_get_below(&in, 3), 2);
  in = (scr_bytes){s, s + 4, false};
  assert_int_equal(scr_get_below(&in, 2), 0);
  assert_true(in.bad);
  in = (scr_bytes){s, s + 4, false};
  assert_false(scr_get_bool(&in));
  assert_true(in.bad);
}

static void zeros_in_texts(void **state) {
  SCR_UNUSED(state);
  const unsigned char s[] = {3, 0, 0, 0, 'a', 0, 'b'};
  scr_bytes in = {s, s + sizeof s, false};
  char *text = scr_get_text(&in);
  assert_true(in.bad);
  scr_free(text);
}

/* Room that was made holds what is added, in place; what was there stays. */
static void reserve(void **state) {
  SCR_UNUSED(state);
  scr_buf b = {0};
  scr_put_reserve(&b, 100);
  const char *place = b.s;
  for (uint32_t k = 0; k < 25; k++) scr_put_u32(&b, k);
  assert_true(b.s == place && b.n == 100);
  scr_put_reserve(&b, 5000);
  place = b.s;
  for (uint32_t k = 0; k < 1250; k++) scr_put_u32(&b, 25 + k);
  assert_true(b.s == place && b.n == 5100);
  scr_bytes in = {(const unsigned char *)b.s, (const unsigned char *)b.s + b.n, false};
  for (uint32_t k = 0; k < 1275; k++) assert_int_equal(scr_get_u32(&in), k);
  scr_put_reserve(&b, 0);
  assert_true(b.s == place);
  scr_buf_free(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(round_trip),
      cmocka_unit_test(little_endian),
      cmocka_unit_test(past_the_end),
      cmocka_unit_test(lengths_that_lie),
      cmocka_unit_test(values_out_of_range),
      cmocka_unit_test(zeros_in_texts),
      cmocka_unit_test(reserve),
  };
  return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
