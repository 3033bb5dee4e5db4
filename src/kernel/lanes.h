/* Yes or no for each pair of a whole tile: one bit a lane in one word. The answers are the same on
 * every path; what differs is how many instructions they take. Floor: kernel. */
#ifndef SCR_LANES_H
#define SCR_LANES_H

#include "kernel/batch.h"

_Static_assert(SCR_TILE == 32, "a word has a bit for each pair of a tile");

#if defined(__AVX512BW__) && defined(__AVX512VL__)

#include <immintrin.h>

static inline uint32_t scr_bits_at_most(const double *a, const double *b) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 8)
    bits |= (uint32_t)_mm512_cmp_pd_mask(_mm512_loadu_pd(a + k), _mm512_loadu_pd(b + k), _CMP_LE_OQ)
            << k;
  return bits;
}
static inline uint32_t scr_bits_positive(const double *a) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 8)
    bits |= (uint32_t)_mm512_cmp_pd_mask(_mm512_loadu_pd(a + k), _mm512_setzero_pd(), _CMP_GT_OQ)
            << k;
  return bits;
}
static inline uint32_t scr_bits_of(const uint8_t *byte, uint8_t flags) {
  return _mm256_test_epi8_mask(_mm256_loadu_si256((const __m256i *)byte),
                               _mm256_set1_epi8((char)flags));
}
static inline uint32_t scr_bits_byte_is(const uint8_t *byte, uint8_t value) {
  return _mm256_cmpeq_epi8_mask(_mm256_loadu_si256((const __m256i *)byte),
                                _mm256_set1_epi8((char)value));
}
static inline uint32_t scr_bits_word_is(const uint32_t *word, uint32_t value) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 16)
    bits |= (uint32_t)_mm512_cmpeq_epi32_mask(_mm512_loadu_si512(word + k),
                                              _mm512_set1_epi32((int)value))
            << k;
  return bits;
}
static inline uint32_t scr_bits_within(const uint32_t *word, uint32_t first, uint32_t count) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 16) {
    __m512i from = _mm512_sub_epi32(_mm512_loadu_si512(word + k), _mm512_set1_epi32((int)first));
    bits |= (uint32_t)_mm512_cmplt_epu32_mask(from, _mm512_set1_epi32((int)count)) << k;
  }
  return bits;
}
static inline void scr_bits_spread(uint32_t bits, double *to) {
  for (int k = 0; k < SCR_TILE; k += 8)
    _mm512_storeu_pd(to + k, _mm512_maskz_mov_pd((__mmask8)(bits >> k), _mm512_set1_pd(1)));
}
static inline void scr_bits_else(uint32_t bits, double *column, double other) {
  for (int k = 0; k < SCR_TILE; k += 8)
    _mm512_mask_storeu_pd(column + k, (__mmask8)(~bits >> k), _mm512_set1_pd(other));
}
static inline void scr_bits_to_byte(uint32_t bits, uint8_t *byte, uint8_t flag) {
  const __m256i f = _mm256_set1_epi8((char)flag), old = _mm256_loadu_si256((const __m256i *)byte);
  const __m256i off = _mm256_andnot_si256(f, old);
  _mm256_storeu_si256((__m256i *)byte, _mm256_or_si256(off, _mm256_maskz_mov_epi8(bits, f)));
}

/* The first n of eight lanes. */
static inline __mmask8 scr_first_lanes(int n) { return n >= 8 ? 0xff : (__mmask8)((1u << n) - 1); }
static inline void scr_take(double *to, const double *column, const uint32_t *place, int n) {
  for (int k = 0; k < n; k += 8) {
    const __m256i at = _mm256_loadu_si256((const __m256i *)(place + k));
    _mm512_storeu_pd(to + k, _mm512_mask_i32gather_pd(_mm512_setzero_pd(), scr_first_lanes(n - k),
                                                      at, column, 8));
  }
}
static inline void scr_give(double *column, const double *from, const uint32_t *place, int n) {
  for (int k = 0; k < n; k += 8) {
    const __m256i at = _mm256_loadu_si256((const __m256i *)(place + k));
    _mm512_mask_i32scatter_pd(column, scr_first_lanes(n - k), at, _mm512_loadu_pd(from + k), 8);
  }
}

#else

#if defined(__AVX2__)

#include <immintrin.h>

static inline uint32_t scr_bits_at_most(const double *a, const double *b) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 4)
    bits |= (uint32_t)_mm256_movemask_pd(
                _mm256_cmp_pd(_mm256_loadu_pd(a + k), _mm256_loadu_pd(b + k), _CMP_LE_OQ))
            << k;
  return bits;
}
static inline uint32_t scr_bits_positive(const double *a) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k += 4)
    bits |= (uint32_t)_mm256_movemask_pd(
                _mm256_cmp_pd(_mm256_loadu_pd(a + k), _mm256_setzero_pd(), _CMP_GT_OQ))
            << k;
  return bits;
}
static inline uint32_t scr_bits_byte_is(const uint8_t *byte, uint8_t value) {
  return (uint32_t)_mm256_movemask_epi8(
      _mm256_cmpeq_epi8(_mm256_loadu_si256((const __m256i *)byte), _mm256_set1_epi8((char)value)));
}
static inline uint32_t scr_bits_of(const uint8_t *byte, uint8_t flags) {
  const __m256i some =
      _mm256_and_si256(_mm256_loadu_si256((const __m256i *)byte), _mm256_set1_epi8((char)flags));
  return ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(some, _mm256_setzero_si256()));
}

#else

/* Lane k: a[k] <= b[k]. */
static inline uint32_t scr_bits_at_most(const double *a, const double *b) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)(a[k] <= b[k]) << k;
  return bits;
}
/* Lane k: a[k] > 0. */
static inline uint32_t scr_bits_positive(const double *a) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)(a[k] > 0) << k;
  return bits;
}
/* Lane k: byte[k] is `value`. */
static inline uint32_t scr_bits_byte_is(const uint8_t *byte, uint8_t value) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)(byte[k] == value) << k;
  return bits;
}
/* Lane k: byte[k] has one of `flags`. */
static inline uint32_t scr_bits_of(const uint8_t *byte, uint8_t flags) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)((byte[k] & flags) != 0) << k;
  return bits;
}

#endif

/* to[k] = column[place[k]] for n of the places of a tile, zeros after them to the end of a vector
 * of 8. Places are below 2^31.
 */
static inline void scr_take(double *to, const double *column, const uint32_t *place, int n) {
  for (int k = 0; k < n; k++) to[k] = column[place[k]];
  for (int k = n; k < ((n + 7) & -8); k++) to[k] = 0;
}
/* column[place[k]] = from[k]. */
static inline void scr_give(double *column, const double *from, const uint32_t *place, int n) {
  for (int k = 0; k < n; k++) column[place[k]] = from[k];
}
/* Lane k: word[k] is `value`. */
static inline uint32_t scr_bits_word_is(const uint32_t *word, uint32_t value) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)(word[k] == value) << k;
  return bits;
}
/* Lane k: first <= word[k] < first + count. */
static inline uint32_t scr_bits_within(const uint32_t *word, uint32_t first, uint32_t count) {
  uint32_t bits = 0;
  for (int k = 0; k < SCR_TILE; k++) bits |= (uint32_t)(word[k] - first < count) << k;
  return bits;
}
/* to[k] = 1 where the bit is set, else 0. */
static inline void scr_bits_spread(uint32_t bits, double *to) {
  SCR_EACH(k, SCR_TILE) to[k] = (double)(int32_t)(bits >> k & 1);
}
/* column[k] = other where the bit is not set. */
static inline void scr_bits_else(uint32_t bits, double *column, double other) {
  SCR_EACH(k, SCR_TILE) column[k] = bits >> k & 1 ? column[k] : other;
}
/* The flag in byte[k] becomes the bit. */
static inline void scr_bits_to_byte(uint32_t bits, uint8_t *byte, uint8_t flag) {
  SCR_EACH(k, SCR_TILE) byte[k] = (uint8_t)((byte[k] & ~flag) | (bits >> k & 1 ? flag : 0));
}

#endif
#endif
