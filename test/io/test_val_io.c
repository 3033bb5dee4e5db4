/* Values of FISH as bytes: every type, shared and circular containers, pointers by number, damaged
 * bytes. */
#include "../base/test.h"

#include "base/mem.h"
#include "base/rng.h"
#include "script/val_io.h"

/* Handles and numbers differ by 1000; index 99 is gone. */
static uint64_t number_of(void *user, int kind, scr_ref ref) {
  SCR_UNUSED(user), SCR_UNUSED(kind);
  return ref.index == 99 ? 0 : ref.index + 1000u;
}

static bool find(void *user, int kind, uint64_t number, scr_ref *ref) {
  SCR_UNUSED(user);
  *ref = number ? (scr_ref){(uint32_t)number - 1000u, 1} : (scr_ref){0, 0};
  return kind == 3;
}

static scr_buf bytes_of(const scr_val *v, size_t n) {
  scr_buf b = {0};
  scr_val_writer w = {.out = &b, .number_of = number_of};
  for (size_t k = 0; k < n; k++) scr_val_put(&w, &v[k]);
  scr_val_writer_free(&w);
  return b;
}

/* Reads n values; false if the bytes are bad or something is left. */
static bool read_values(const void *s, size_t size, scr_val *v, size_t n) {
  scr_bytes in = {s, (const unsigned char *)s + size, false};
  scr_val_reader r = {.in = &in, .find = find};
  for (size_t k = 0; k < n; k++) v[k] = scr_val_get(&r);
  bool ok = scr_get_done(&in);
  scr_val_reader_free(&r);
  return ok;
}

static void drop(scr_val *v, size_t n) {
  for (size_t k = 0; k < n; k++) scr_val_drop(&v[k]);
}

/* Writes, reads, and writes again: the bytes must be the same. The values read go to *back. */
static void round_trip(const scr_val *v, scr_val *back, size_t n) {
  scr_buf b = bytes_of(v, n);
  assert_true(read_values(b.s, b.n, back, n));
  scr_buf again = bytes_of(back, n);
  assert_int_equal(again.n, b.n);
  assert_memory_equal(again.s, b.s, b.n);
  scr_buf_free(&b);
  scr_buf_free(&again);
}

static void set(scr_val *map, const char *key, scr_val value) {
  scr_val k = scr_val_str(key);
  scr_val_map_set(map, &k, value);
  scr_val_drop(&k);
}

enum { SAMPLES = 12 };
static void make_samples(scr_val v[SAMPLES]) {
  static const double x[] = {1, -2.5, 1e300, 4, 5, 6};
  static const size_t size[] = {2, 1, 3};
  v[0] = scr_val_int(INT64_MIN);
  v[1] = scr_val_real(-0.0);
  v[2] = scr_val_bool(true);
  v[3] = scr_val_null();
  v[4] = scr_val_vec(2, x);
  v[5] = scr_val_vec(3, x);
  v[6] = scr_val_strn("a\0b", 3);
  v[7] = scr_val_list(2);
  scr_val_items(&v[7])[1] = scr_val_str("in a list");
  v[8] = scr_val_array(3, size);
  scr_val_items(&v[8])[5] = scr_val_real(0.1);
  v[9] = scr_val_map();
  set(&v[9], "b", scr_val_int(1));
  set(&v[9], "a", scr_val_list(1));
  scr_val key = scr_val_int(-4);
  scr_val_map_set(&v[9], &key, scr_val_str("first"));
  v[10] = scr_val_matrix(2, 3);
  memcpy(scr_val_reals(&v[10]), x, sizeof x);
  v[11] = scr_val_tensor(x);
}

static void every_type(void **state) {
  SCR_UNUSED(state);
  scr_val v[SAMPLES], back[SAMPLES];
  make_samples(v);
  round_trip(v, back, SAMPLES);
  for (int k = 0; k < SAMPLES; k++) {
    scr_buf a = {0}, b = {0};
    scr_val_format(&v[k], &a);
    scr_val_format(&back[k], &b);
    assert_int_equal(v[k].type, back[k].type);
    assert_string_equal(a.s, b.s);
    scr_buf_free(&a);
    scr_buf_free(&b);
  }
  assert_int_equal(scr_val_ndim(&back[8]), 3);
  assert_int_equal(scr_val_rows(&back[10]), 2);
  drop(v, SAMPLES);
  drop(back, SAMPLES);
}

static void pointers(void **state) {
  SCR_UNUSED(state);
  scr_val v[2] = {scr_val_ptr(3, (scr_ref){17, 5}), scr_val_ptr(3, (scr_ref){99, 5})}, back[2];
  scr_buf b = bytes_of(v, 2);
  assert_true(read_values(b.s, b.n, back, 2));
  assert_int_equal(back[0].ref.index, 17);
  assert_int_equal(back[0].ref.gen, 1);
  assert_int_equal(back[1].kind, 3);
  assert_int_equal(back[1].ref.gen, 0);
  scr_buf_free(&b);
  v[0] = scr_val_ptr(4, (scr_ref){17, 5}); /* the reader knows kind 3 alone */
  b = bytes_of(v, 1);
  assert_false(read_values(b.s, b.n, back, 1));
  scr_buf_free(&b);
}

static void shared_stays_shared(void **state) {
  SCR_UNUSED(state);
  size_t size = 2;
  scr_val a = scr_val_array(1, &size), v[3] = {a, scr_val_hold(a), scr_val_list(1)}, back[3];
  scr_val_items(&v[2])[0] = scr_val_hold(a);
  round_trip(v, back, 3);
  assert_ptr_equal(back[0].o, back[1].o);
  assert_ptr_equal(back[0].o, scr_val_items(&back[2])[0].o);
  drop(v, 3);
  drop(back, 3);
}

/* An array that holds a map that holds the array. */
static void circles(void **state) {
  SCR_UNUSED(state);
  size_t size = 2;
  scr_val v = scr_val_array(1, &size), map = scr_val_map(), back;
  set(&map, "up", scr_val_hold(v));
  scr_val_items(&v)[1] = map;
  round_trip(&v, &back, 1);
  scr_val key = scr_val_str("up"), *inner = &scr_val_items(&back)[1];
  assert_ptr_equal(scr_val_map_find(inner, &key)->o, back.o);
  scr_val_map_remove(inner, &key, NULL);
  scr_val_map_remove(&map, &key, NULL);
  scr_val_drop(&key);
  scr_val_drop(&v);
  scr_val_drop(&back);
}

static void a_long_chain(void **state) {
  SCR_UNUSED(state);
  scr_val v = scr_val_null(), back;
  for (int k = 0; k < 300000; k++) {
    scr_val link = scr_val_list(2);
    scr_val_items(&link)[0] = scr_val_int(k);
    scr_val_items(&link)[1] = v;
    v = link;
  }
  round_trip(&v, &back, 1);
  scr_val_drop(&v);
  scr_val_drop(&back);
}

/* Whatever the bytes: no crash, no leak, and what is accepted can be written. */
static void noise(void **state) {
  SCR_UNUSED(state);
  scr_val v[SAMPLES], back[SAMPLES];
  scr_rng r;
  scr_rng_seed(&r, 8);
  make_samples(v);
  scr_buf b = bytes_of(v, SAMPLES);
  for (size_t n = 0; n < b.n; n++) {
    assert_false(read_values(b.s, n, back, SAMPLES));
    drop(back, SAMPLES);
  }
  for (int round = 0; round < 30000; round++) {
    scr_buf copy = {0};
    scr_buf_put(&copy, b.s, b.n);
    for (int k = (int)(scr_rng_next(&r) % 6); k >= 0; k--)
      copy.s[scr_rng_next(&r) % copy.n] = (char)(scr_rng_next(&r) % 14);
    if (read_values(copy.s, copy.n, back, SAMPLES)) {
      scr_buf again = bytes_of(back, SAMPLES);
      scr_buf_free(&again);
    }
    drop(back, SAMPLES);
    scr_buf_free(&copy);
  }
  scr_buf_free(&b);
  drop(v, SAMPLES);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_type),          cmocka_unit_test(pointers),
      cmocka_unit_test(shared_stays_shared), cmocka_unit_test(circles),
      cmocka_unit_test(a_long_chain),        cmocka_unit_test(noise),
  };
  return cmocka_run_group_tests_name("val_io", tests, NULL, NULL);
}
