/* Candidates of a ball go to their places in the new list, each with its place in the old one if it
 * was a contact there; compiled once for each (SCR_DIM, SCR_ISA). Floor: kernel. See kernel.h. */
#include "kernel/kernel.h"

#include "kernel/dim.h"
#include "kernel/lanes.h"

void SCR_NAME(scr_place_pairs)(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                               uint32_t *own);

/* Pair by pair. */
static void place_each(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                       uint32_t *own) {
  for (uint32_t q = 0; q < n; q++) {
    const uint32_t nearness = pair[q] >> SCR_NEARNESS_BIT;
    scr_place_pair(p, a, pair[q] - (nearness << SCR_NEARNESS_BIT), own[nearness]++);
  }
}

#if defined(__AVX512F__) && defined(__AVX512VL__)

enum { LANES = 16, MOST = 4 * LANES };

/* Up to 16 pairs: which are of each nearness, and where the first of these goes. */
typedef struct group {
  __m512i b;
  __mmask16 there, of[SCR_NEARNESSES];
  uint32_t first[SCR_NEARNESSES];
} group;

static inline uint32_t place_of(const group *g, uint32_t lane) {
  const uint32_t bit = (uint32_t)1 << lane,
                 nearness = (g->of[1] & bit ? 1 : 0) + (g->of[2] & bit ? 2 : 0);
  return g->first[nearness] + (uint32_t)__builtin_popcount(g->of[nearness] & (bit - 1));
}

static inline group place_group(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                                uint32_t *own) {
  group g = {.there = (__mmask16)(n < LANES ? (1u << n) - 1 : 0xffffu)};
  const __m512i with = _mm512_maskz_loadu_epi32(g.there, pair),
                nearness = _mm512_srli_epi32(with, SCR_NEARNESS_BIT);
  g.b = _mm512_and_epi32(with, _mm512_set1_epi32((1 << SCR_NEARNESS_BIT) - 1));
  const __m512i row = _mm512_set1_epi32((int)a),
                id = _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), g.there, g.b, p->id, 4);
  const __mmask16 turn = _mm512_cmplt_epu32_mask(id, _mm512_set1_epi32((int)p->id[a]));
  const __m512i i = _mm512_mask_mov_epi32(row, turn, g.b),
                j = _mm512_mask_mov_epi32(g.b, turn, row);
  for (int c = 0; c < SCR_NEARNESSES; c++) {
    const __mmask16 is = g.of[c] =
        _mm512_mask_cmpeq_epi32_mask(g.there, nearness, _mm512_set1_epi32(c));
    const uint32_t at = g.first[c] = own[c], count = (uint32_t)__builtin_popcount(is);
    const __mmask16 lanes = (__mmask16)((1u << count) - 1);
    _mm512_mask_storeu_epi32(p->i + at, lanes, _mm512_maskz_compress_epi32(is, i));
    _mm512_mask_storeu_epi32(p->j + at, lanes, _mm512_maskz_compress_epi32(is, j));
    own[c] = at + count;
  }
  return g;
}

/* Contacts of this ball with higher rows are asked one by one, with all pairs at once; pairs with
 * lower rows are asked for. */
static inline void find_contacts(const scr_placing *p, uint32_t a, const uint32_t *pair,
                                 const group *g) {
  for (uint32_t q = p->start[a]; q < p->start[a + 1]; q++) {
    const __mmask16 is =
        _mm512_mask_cmpeq_epi32_mask(g->there, g->b, _mm512_set1_epi32((int)p->other[q]));
    if (is) scr_contact_found(p, q, place_of(g, (uint32_t)__builtin_ctz(is)));
  }
  for (uint32_t lower = _mm512_mask_cmplt_epu32_mask(g->there, g->b, _mm512_set1_epi32((int)a));
       lower; lower &= lower - 1) {
    const uint32_t lane = (uint32_t)__builtin_ctz(lower);
    const uint32_t q =
        scr_contact_before(p, pair[lane] & (((uint32_t)1 << SCR_NEARNESS_BIT) - 1), a);
    if (q != SCR_NONE) scr_contact_found(p, q, place_of(g, lane));
  }
}

void SCR_NAME(scr_place_pairs)(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                               uint32_t *own) {
  if (n > MOST || p->start[a + 1] - p->start[a] > SCR_MANY_CONTACTS) {
    place_each(p, a, pair, n, own);
    return;
  }
  for (uint32_t k = 0; k < n; k += LANES) {
    const group g = place_group(p, a, pair + k, n - k, own);
    find_contacts(p, a, pair + k, &g);
  }
}

#else

void SCR_NAME(scr_place_pairs)(const scr_placing *p, uint32_t a, const uint32_t *pair, uint32_t n,
                               uint32_t *own) {
  place_each(p, a, pair, n, own);
}

#endif
