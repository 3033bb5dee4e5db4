/* The small loops over the lanes of a tile: bits of each lane, against a plain loop. */
#include "../base/test.h"

#pragma GCC diagnostic ignored "-Wunknown-pragmas" /* omp simd, which kernels are built with */
#define SCR_KERNEL 1                               /* what kernels alone see */
#include "kernel/lanes.h"

static uint32_t word[SCR_TILE];
static double column[SCR_TILE];

static void fill(uint32_t turn) {
  for (uint32_t k = 0; k < SCR_TILE; k++) {
    word[k] = (7 * k + turn) % 5;
    column[k] = 0.5 * k + turn;
  }
}

static void words(void **state) {
  SCR_UNUSED(state);
  for (uint32_t turn = 0; turn < 5; turn++) {
    fill(turn);
    for (uint32_t value = 0; value < 6; value++) {
      uint32_t is = 0, within = 0;
      for (uint32_t k = 0; k < SCR_TILE; k++) {
        is |= (uint32_t)(word[k] == value) << k;
        within |= (uint32_t)(word[k] >= value && word[k] < value + 2) << k;
      }
      assert_int_equal(scr_bits_word_is(word, value), is);
      assert_int_equal(scr_bits_within(word, value, 2), within);
      assert_int_equal(scr_bits_within(word, value, 0), 0);
    }
  }
}

static void bytes(void **state) {
  SCR_UNUSED(state);
  uint8_t byte[SCR_TILE];
  double other[SCR_TILE];
  for (uint32_t turn = 0; turn < 9; turn++) {
    uint32_t flags = 0, is = 0, most = 0, positive = 0;
    for (uint32_t k = 0; k < SCR_TILE; k++) {
      byte[k] = (uint8_t)((5 * k + turn) % 9);
      column[k] = (double)((3 * k + turn) % 7) - 3;
      other[k] = (double)((4 * k + turn) % 5) - 2;
      flags |= (uint32_t)((byte[k] & 6) != 0) << k;
      is |= (uint32_t)(byte[k] == 4) << k;
      most |= (uint32_t)(column[k] <= other[k]) << k;
      positive |= (uint32_t)(column[k] > 0) << k;
    }
    assert_int_equal(scr_bits_of(byte, 6), flags);
    assert_int_equal(scr_bits_byte_is(byte, 4), is);
    assert_int_equal(scr_bits_at_most(column, other), most);
    assert_int_equal(scr_bits_positive(column), positive);
    scr_bits_to_byte(0xa5a5a5a5u << turn, byte, 8);
    for (uint32_t k = 0; k < SCR_TILE; k++)
      assert_int_equal(byte[k], ((5 * k + turn) % 9 & ~8u) | ((0xa5a5a5a5u << turn >> k & 1) << 3));
  }
}

static void spread(void **state) {
  SCR_UNUSED(state);
  static const uint32_t some[] = {0, 1, 0x80000000u, 0xa5a5a5a5u, 0x0ff0f00fu, UINT32_MAX};
  for (size_t i = 0; i < SCR_COUNTOF(some); i++) {
    double one[SCR_TILE];
    fill(3);
    scr_bits_spread(some[i], one);
    scr_bits_else(some[i], column, -7);
    for (uint32_t k = 0; k < SCR_TILE; k++) {
      assert_true(one[k] == (some[i] >> k & 1));
      assert_true(column[k] == (some[i] >> k & 1 ? 0.5 * k + 3 : -7));
    }
  }
}

/* The rest of a group of eight is zero, and nothing after it is written. */
static void places(void **state) {
  SCR_UNUSED(state);
  fill(1);
  for (int n = 0; n <= SCR_TILE; n++) {
    uint32_t place[SCR_TILE];
    double to[SCR_TILE + 1], back[SCR_TILE];
    for (int k = 0; k < SCR_TILE; k++) place[k] = (uint32_t)((11 * k + 5) % SCR_TILE);
    for (int k = 0; k <= SCR_TILE; k++) to[k] = -1;
    for (int k = 0; k < SCR_TILE; k++) back[k] = -2;
    scr_take(to, column, place, n);
    for (int k = 0; k <= SCR_TILE; k++)
      assert_true(to[k] == (k < n ? column[place[k]] : k < ((n + 7) & -8) ? 0 : -1));
    scr_give(back, to, place, n);
    for (int k = 0; k < n; k++) assert_true(back[place[k]] == to[k]);
    for (int k = n; k < SCR_TILE; k++) assert_true(back[place[k]] == -2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(bytes),
                                     cmocka_unit_test(spread), cmocka_unit_test(places)};
  return cmocka_run_group_tests_name("lanes", tests, NULL, NULL);
}
