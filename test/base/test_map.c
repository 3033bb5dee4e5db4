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
    assert_int_equal(scr_names_get(&m, m.key[k], -1),
                     k); /* in order of insertion, as first spelled */
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
      assert_int_equal(scr_u64map_get(&m, i * 0x100000001u, UINT32_MAX),
                       in[i] ? value[i] : UINT32_MAX);
      n += in[i];
    }
    assert_int_equal(m.n, n);
  }
  scr_u64map_free(&m);
}

/* Ids mostly in a row, a few after large gaps which the others come up to later, against a plain
 * list. */
static void ids(void **state) {
  SCR_UNUSED(state);
  enum { IDS = 40000, ROUNDS = 200000 };
  static uint32_t value[IDS];
  scr_idmap m = {0};
  scr_rng r;
  scr_rng_seed(&r, 3);
  size_t n = 0;
  scr_idmap_remove(&m, 1);
  assert_int_equal(scr_idmap_get(&m, 1, 77), 77);
  for (uint32_t round = 1; round <= ROUNDS; round++) {
    const uint32_t most = SCR_MIN(round / 4 + 2, (uint32_t)IDS), far = scr_rng_next(&r) % 50 == 0;
    const uint32_t id = (uint32_t)(scr_rng_next(&r) % (far ? IDS : most));
    const bool in = scr_rng_next(&r) % 4, had = value[id] != 0;
    n += in && !value[id], n -= !in && value[id];
    value[id] = in ? 1 + round : 0;
    if (!in)
      scr_idmap_remove(&m, id);
    else if (had && round % 2)
      scr_idmap_change(&m, id, round);
    else
      scr_idmap_set(&m, id, round);
    if (round == 1000) assert_true(m.far.n > 0 && m.cap < IDS / 2); /* there are both kinds */
    if (round == ROUNDS / 2) scr_idmap_reserve(&m, IDS / 2);
    if (round % 20000 && round != 1000) continue;
    for (uint32_t k = 0; k < IDS; k++)
      assert_int_equal(scr_idmap_get(&m, k, 0), value[k] ? value[k] - 1 : 0);
    assert_int_equal(m.n, n);
  }
  assert_true(m.cap >= IDS && m.far.n == 0);
  scr_idmap_set(&m, UINT32_MAX - 1, 5);
  assert_int_equal(scr_idmap_get(&m, UINT32_MAX - 1, 0), 5);
  assert_int_equal(scr_idmap_get(&m, UINT32_MAX, 6), 6);
  assert_true(scr_idmap_bytes(&m) < 64 * (size_t)IDS);
  scr_idmap_free(&m);
}

/* Ids in a row, addresses, pairs, in any order, with room made before or not. */
static void patterns(void **state) {
  SCR_UNUSED(state);
  static const uint64_t step[] = {1, 16, 4096, 0x100000001u, 0x9e3779b97f4a7c15u};
  enum { KEYS = 3000 };
  for (size_t s = 0; s < SCR_COUNTOF(step); s++)
    for (int reserved = 0; reserved < 2; reserved++) {
      scr_u64map m = {0};
      scr_u64map_set(&m, step[s], 1);
      if (reserved) scr_u64map_reserve(&m, KEYS);
      const size_t room = m.nbucket;
      for (uint32_t k = 0; k < KEYS; k++)
        scr_u64map_set(&m, step[s] * ((k * 1021u) % KEYS), (k * 1021u) % KEYS);
      assert_int_equal(m.n, KEYS);
      assert_true(m.nbucket >= 2 * (size_t)KEYS &&
                  (!reserved || m.nbucket == room)); /* it did not grow any more */
      for (uint32_t k = 0; k < KEYS; k++)
        assert_int_equal(scr_u64map_get(&m, step[s] * k, UINT32_MAX), k);
      assert_int_equal(scr_u64map_get(&m, step[s] * KEYS, UINT32_MAX), UINT32_MAX);
      scr_u64map_reserve(&m, 1); /* never less */
      assert_int_equal(scr_u64map_get(&m, step[s] * 7, UINT32_MAX), 7);
      scr_u64map_free(&m);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(names), cmocka_unit_test(numbers),
                                     cmocka_unit_test(ids), cmocka_unit_test(patterns)};
  return cmocka_run_group_tests_name("map", tests, NULL, NULL);
}
