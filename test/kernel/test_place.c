/* Candidates go to their places in a new list, contacts with what the old list knew of them: each
 * instruction set against the plain rule. Few and many pairs of a ball, few and many contacts,
 * partners before and after it. */
#include "support/check.h"

#include "base/mem.h"

enum { BALLS = 400, PAIRS = 40000 };

typedef struct old_list {
  uint32_t start[BALLS + 1], other[PAIRS], place[PAIRS];
  uint64_t mark[BALLS];
} old_list;

typedef struct new_list {
  uint32_t i[PAIRS], j[PAIRS], from[PAIRS], own[SCR_NEARNESSES];
} new_list;

/* Was it a contact? */
static bool in_old(const uint8_t *is, uint32_t a, uint32_t b) {
  return is[SCR_MIN(a, b) * BALLS + SCR_MAX(a, b)];
}

/* Partners of each ball in order, so that many can be searched in halves; ball 7 has most. */
static void fill_old(old_list *old, const uint8_t *is) {
  uint32_t n = 0;
  for (uint32_t a = 0; a < BALLS; a++) {
    old->start[a] = n;
    old->mark[a] = 0;
    for (uint32_t b = a + 1; b < BALLS; b++)
      if (in_old(is, a, b))
        old->other[n] = b, old->place[n] = 100000 + n, old->mark[a] |= scr_contact_mark(b), n++;
  }
  old->start[BALLS] = n;
}

static uint32_t place_in_old(const old_list *old, uint32_t a, uint32_t b) {
  for (uint32_t q = old->start[a]; q < old->start[a + 1]; q++)
    if (old->other[q] == b) return 100000 + q;
  return SCR_NONE;
}

static void one_ball(const scr_kernels *kernels, scr_rng *rng, const uint32_t *id,
                     const uint8_t *is, old_list *old, int *seen) {
  static const double chances[] = {0, 0.01, 0.05, 0.5};
  const uint32_t a = chance(rng, 0.2) ? 7 : (uint32_t)between(rng, 0, BALLS);
  const double part = chances[(int)between(rng, 0, 4)];
  uint32_t pair[BALLS + SCR_TILE], n = 0, count[SCR_NEARNESSES] = {0};
  new_list *got = scr_alloc(sizeof *got), *want = scr_alloc(sizeof *want);
  fill_old(old, is);
  for (uint32_t b = BALLS; b-- > 0;) { /* in no order that rows have */
    if (b == a || !(chance(rng, part) || (in_old(is, a, b) && chance(rng, 0.8)))) continue;
    const uint32_t nearness = (uint32_t)between(rng, 0, SCR_NEARNESSES);
    pair[n++] = b | nearness << SCR_NEARNESS_BIT;
    count[nearness]++;
  }
  memset(got, 0xff, sizeof *got), memset(want, 0xff, sizeof *want);
  for (uint32_t c = 0, at = 5; c < SCR_NEARNESSES; at += count[c++] + 3)
    got->own[c] = want->own[c] = at;
  for (uint32_t k = 0; k < n; k++) {
    const uint32_t nearness = pair[k] >> SCR_NEARNESS_BIT,
                   b = pair[k] - (nearness << SCR_NEARNESS_BIT), at = want->own[nearness]++;
    want->i[at] = id[a] < id[b] ? a : b, want->j[at] = id[a] < id[b] ? b : a;
    want->from[at] = place_in_old(old, SCR_MIN(a, b), SCR_MAX(a, b));
    seen[want->from[at] == SCR_NONE ? 0 : a < b ? 1 : 2]++;
  }
  const scr_placing p = {id,         got->i,     got->j,    got->from,
                         old->start, old->other, old->mark, old->place};
  kernels->place(&p, a, pair, n, got->own);
  assert_memory_equal(got, want, sizeof *got);
  uint32_t gone = 0, found = 0; /* what was found is marked, and nothing else */
  for (uint32_t q = 0; q < old->start[BALLS]; q++) gone += old->place[q] == SCR_NONE;
  for (uint32_t k = 0; k < PAIRS; k++) found += want->from[k] != SCR_NONE;
  assert_int_equal(gone, found);
  seen[3] += n > 64, seen[4] += old->start[a + 1] - old->start[a] > SCR_MANY_CONTACTS;
  scr_free(got), scr_free(want);
}

static void places(void **state) {
  (void)state;
  old_list *old = scr_alloc(sizeof *old);
  uint8_t *is = scr_alloc(BALLS * BALLS);
  uint32_t id[BALLS];
  EACH_ISA(isa) {
    scr_rng rng;
    int seen[5] = {0};
    scr_rng_seed(&rng, 8);
    for (uint32_t k = 0; k < BALLS * BALLS; k++) is[k] = chance(&rng, k / BALLS == 7 ? 0.4 : 0.01);
    for (uint32_t k = 0; k < BALLS; k++) id[k] = (k * 7919 + 13) % 65521;
    for (int c = 0; c < 600; c++) one_ball(scr_kernels_for(2 + c % 2), &rng, id, is, old, seen);
    for (size_t k = 0; k < SCR_COUNTOF(seen); k++) assert_true(seen[k] > 50);
  }
  scr_free(is), scr_free(old);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(places)};
  return cmocka_run_group_tests_name("place", tests, NULL, NULL);
}
