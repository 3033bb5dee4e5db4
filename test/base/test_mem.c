/* Memory: zeroed, aligned, growing; arenas. */
#include "test.h"

#include "base/mem.h"

static void zeroed_and_aligned(void **state) {
  SCR_UNUSED(state);
  for (size_t n = 0; n < 300; n += 7) {
    unsigned char *a = scr_alloc(n), *b = scr_alloc_aligned(n);
    assert_non_null(a);
    assert_int_equal((uintptr_t)b % 64, 0);
    for (size_t k = 0; k < n; k++) assert_int_equal(a[k] | b[k], 0);
    scr_free(a);
    scr_free(b);
  }
  scr_free(NULL);
}

/* Small and large ones, from malloc and from the system: zero to the last byte, at whole lines. */
static void columns(void **state) {
  SCR_UNUSED(state);
  static const size_t size[] = {1, 100, 4096, 2 << 20, (2 << 20) - 64, 5000000};
  for (size_t s = 0; s < SCR_COUNTOF(size); s++)
    for (unsigned k = 0; k < 70; k += 23) {
      unsigned char *a = scr_column_alloc(size[s], k), any = 0;
      assert_int_equal((uintptr_t)a % 64, 0);
      for (size_t b = 0; b < size[s]; b++) any |= a[b];
      assert_int_equal(any, 0);
      memset(a, 0xff, size[s]);
      scr_column_free(a);
    }
  scr_column_free(NULL);
}

/* What lies in neighbouring columns does not meet in a cache, nor modulo 4096, as soon as columns
 * are longer than a few pages. */
static void columns_apart(void **state) {
  SCR_UNUSED(state);
  enum { COLUMNS = 40, LINES = 64 };
  static const size_t size[] = {16384, 100000, 3 << 20};
  unsigned char *column[COLUMNS];
  for (size_t s = 0; s < SCR_COUNTOF(size); s++) {
    for (unsigned k = 0; k < COLUMNS; k++) column[k] = scr_column_alloc(size[s], k);
    for (unsigned k = 0; k < COLUMNS; k++)
      for (unsigned m = k + 1; m < COLUMNS && m <= k + 16; m++) {
        const unsigned apart = (unsigned)((uintptr_t)column[m] - (uintptr_t)column[k]) / 64 % LINES;
        if (apart < 3 || apart > LINES - 3)
          fail_msg("columns %u and %u of %zu bytes are %u lines apart", k, m, size[s], apart);
      }
    for (unsigned k = 0; k < COLUMNS; k++) scr_column_free(column[k]);
  }
}

/* The size that is asked for where it is known, half as much again where an array grows. */
static void growth_is_no_more_than_needed(void **state) {
  SCR_UNUSED(state);
  int *p = NULL;
  size_t cap = 0;
  SCR_GROW(p, cap, 1000);
  assert_int_equal(cap, 1000);
  SCR_GROW(p, cap, 999);
  assert_int_equal(cap, 1000);
  SCR_GROW(p, cap, 1001);
  assert_int_equal(cap, 1508);
  SCR_DROP(p, cap);
  assert_null(p);
  assert_int_equal(cap, 0);
}

static void growth_keeps_what_there_is(void **state) {
  SCR_UNUSED(state);
  int *p = NULL;
  size_t cap = 0, moved = 0;
  for (int k = 0; k < 100000; k++) {
    size_t before = cap;
    SCR_GROW(p, cap, (size_t)k + 1);
    moved += cap != before;
    p[k] = k;
  }
  for (int k = 0; k < 100000; k++) assert_int_equal(p[k], k);
  assert_true(moved < 40);
  scr_free(p);
}

static void arenas(void **state) {
  SCR_UNUSED(state);
  scr_arena a = {0};
  char *first = scr_arena_strn(&a, "hello world", 5);
  for (size_t n = 1; n < 20000; n = n * 3 / 2 + 1) {
    unsigned char *p = scr_arena_alloc(&a, n);
    assert_int_equal((uintptr_t)p % 16, 0);
    for (size_t k = 0; k < n; k++) assert_int_equal(p[k], 0);
    memset(p, 0xff, n);
  }
  assert_string_equal(first, "hello");
  scr_arena_free(&a);
  assert_null(a.head);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(zeroed_and_aligned),
      cmocka_unit_test(columns),
      cmocka_unit_test(columns_apart),
      cmocka_unit_test(growth_is_no_more_than_needed),
      cmocka_unit_test(growth_keeps_what_there_is),
      cmocka_unit_test(arenas),
  };
  return cmocka_run_group_tests_name("mem", tests, NULL, NULL);
}
