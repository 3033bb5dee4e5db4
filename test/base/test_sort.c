/* Radix sort: order, stability, every width of key, edge sizes. */
#include "test.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/sort.h"

/* Keys below 2^bits; values are the first places, so that stability shows. */
static void check_u64(size_t n, int bits, uint64_t offset) {
  uint64_t *key = scr_alloc(n * 8), *first = scr_alloc(n * 8), *sk = scr_alloc(n * 8);
  uint32_t *value = scr_alloc(n * 4), *sv = scr_alloc(n * 4);
  scr_rng r;
  scr_rng_seed(&r, n + (unsigned)bits);
  for (size_t k = 0; k < n; k++) {
    key[k] = first[k] = offset + (scr_rng_next(&r) >> (64 - bits));
    value[k] = (uint32_t)k;
  }
  scr_sort_u64(key, value, n, sk, sv);
  for (size_t k = 0; k < n; k++) {
    assert_true(key[k] == first[value[k]]);
    if (k) assert_true(key[k - 1] < key[k] || (key[k - 1] == key[k] && value[k - 1] < value[k]));
  }
  scr_free(key), scr_free(first), scr_free(sk), scr_free(value), scr_free(sv);
}

static void check_u32(size_t n, int bits) {
  uint32_t *key = scr_alloc(n * 4), *first = scr_alloc(n * 4), *sk = scr_alloc(n * 4);
  uint32_t *value = scr_alloc(n * 4), *sv = scr_alloc(n * 4);
  scr_rng r;
  scr_rng_seed(&r, n + (unsigned)bits);
  for (size_t k = 0; k < n; k++) {
    key[k] = first[k] = (uint32_t)(scr_rng_next(&r) >> (64 - bits));
    value[k] = (uint32_t)k;
  }
  scr_sort_u32(key, value, n, sk, sv);
  for (size_t k = 0; k < n; k++) {
    assert_int_equal(key[k], first[value[k]]);
    if (k) assert_true(key[k - 1] < key[k] || (key[k - 1] == key[k] && value[k - 1] < value[k]));
  }
  scr_free(key), scr_free(first), scr_free(sk), scr_free(value), scr_free(sv);
}

static const size_t sizes[] = {0, 1, 2, 3, 255, 256, 257, 10007};

static void wide_keys(void **state) {
  SCR_UNUSED(state);
  for (size_t s = 0; s < SCR_COUNTOF(sizes); s++)
    for (int bits = 1; bits <= 64; bits += 7) check_u64(sizes[s], bits, 0);
}

static void narrow_keys(void **state) {
  SCR_UNUSED(state);
  for (size_t s = 0; s < SCR_COUNTOF(sizes); s++)
    for (int bits = 1; bits <= 32; bits++) check_u32(sizes[s], bits);
}

/* Bytes that all keys share are skipped: above, below and between those that differ. */
static void constant_bytes(void **state) {
  SCR_UNUSED(state);
  check_u64(5000, 9, 0xabcdef0000000000u);
  check_u64(5000, 17, 0x00ff00ff00000000u);
  check_u64(5000, 1, 0xfffffffffffffff0u);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(wide_keys),
      cmocka_unit_test(narrow_keys),
      cmocka_unit_test(constant_bytes),
  };
  return cmocka_run_group_tests_name("sort", tests, NULL, NULL);
}
