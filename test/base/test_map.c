/* Maps: names without case, 64-bit keys with removal, against a plain list. */
#include "test.h"

#include "base/map.h"
#include "base/mem.h"
#include "base/rng.h"

static void names(void **state) {
  SCR_UNUSED(state);
  scr_names m = {0};
  char name[32];
  assert_int_equal(scr_names_get(&m, "ball", -1), -1);
  for (int k = 0; k < 5000; k++) {
    snprintf(name, sizeof name, "Name-%d", k);
    scr_names_set(&m, name, k);
  }
  for (int k = 0; k < 5000; k++) {
    snprintf(name, sizeof name, "nAME-%d", k);
    assert_int_equal(scr_names_get(&m, name, -1), k);
    assert_int_equal(scr_names_get(&m, m.key[k], -1), k); /* in order of insertion, as first spelled */
  }
  scr_names_set(&m, "NAME-7", 70);
  assert_int_equal(m.n, 5000);
  assert_int_equal(scr_names_get(&m, "name-7", -1), 70);
  assert_int_equal(scr_names_getn(&m, "name-77777", 7, -1), 77);
  assert_int_equal(scr_names_get(&m, "name-5000", -1), -1);
  scr_names_free(&m);
}

static void numbers(void **state) {
  SCR_UNUSED(state);
  enum { KEYS = 500 };
  scr_u64map m = {0};
  uint32_t value[KEYS];
  bool in[KEYS] = {0};
  scr_rng r;
  scr_rng_seed(&r, 2);
  scr_u64map_remove(&m, 1);
  for (int round = 0; round < 50000; round++) {
    uint64_t k = scr_rng_next(&r) % KEYS, key = k * 0x100000001u;
    if (scr_rng_next(&r) % 3) {
      value[k] = (uint32_t)scr_rng_next(&r) >> 1;
      in[k] = true;
      scr_u64map_set(&m, key, value[k]);
    } else {
      in[k] = false;
      scr_u64map_remove(&m, key);
    }
    if (round % 500) continue;
    size_t n = 0;
    for (uint64_t i = 0; i < KEYS; i++) {
      assert_int_equal(scr_u64map_get(&m, i * 0x100000001u, UINT32_MAX), in[i] ? value[i] : UINT32_MAX);
      n += in[i];
    }
    assert_int_equal(m.n, n);
  }
  scr_u64map_free(&m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(numbers)};
  return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
