/* Rows of balls to columns of a tile and back, SCR_GROUP lanes at a time. Data is only moved, so
 * that every path has the same bits: with AVX and AVX-512 registers are shuffled (a gather of
 * single numbers takes three times as long), elsewhere plain loops do it. Floor: kernel. */
#ifndef SCR_ROWS_H
#define SCR_ROWS_H

#include <stdint.h>
#include <string.h>
#if defined(__SSE2__)
#include <immintrin.h>
#endif
#include "kernel/fma.h"

enum { SCR_QUAD = 4 };

/* Where a row of four numbers (scr_pose) lies, in bytes after the first; one of eight (scr_twist,
 * scr_load) lies twice as far. Counted once for a tile, since each use of a row would count again.
 */
typedef uint64_t scr_place;
#define SCR_AT4(from, place) ((const double *)(const void *)((const char *)(from) + (place)))
#define SCR_AT8(from, place) ((const double *)(const void *)((const char *)(from) + 2 * (place)))

/* Four numbers of a row; compilers split it where registers are narrower. */
typedef double scr_row4 __attribute__((vector_size(32), aligned(8), may_alias));

#if defined(__AVX__)

typedef double scr_row2 __attribute__((vector_size(16), aligned(8), may_alias));

/* Four numbers of four rows to four columns of four lanes. */
static inline void scr_transpose(const double *const row[SCR_QUAD], scr_row4 col[4]) {
  for (int h = 0; h < 2; h++) {
    scr_row2 r0 = *(const scr_row2 *)(row[0] + 2 * h), r1 = *(const scr_row2 *)(row[1] + 2 * h);
    scr_row2 r2 = *(const scr_row2 *)(row[2] + 2 * h), r3 = *(const scr_row2 *)(row[3] + 2 * h);
    scr_row4 even = __builtin_shufflevector(r0, r2, 0, 1, 2, 3),
             odd = __builtin_shufflevector(r1, r3, 0, 1, 2, 3);
    col[2 * h] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    col[2 * h + 1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
  }
}

/* Four columns of four lanes to the rows of the lanes. */
static inline void scr_transpose_back(const scr_row4 col[4], scr_row4 row[SCR_QUAD]) {
  scr_row4 a = __builtin_shufflevector(col[0], col[1], 0, 4, 2, 6),
           b = __builtin_shufflevector(col[0], col[1], 1, 5, 3, 7);
  scr_row4 c = __builtin_shufflevector(col[2], col[3], 0, 4, 2, 6),
           d = __builtin_shufflevector(col[2], col[3], 1, 5, 3, 7);
  row[0] = __builtin_shufflevector(a, c, 0, 1, 4, 5);
  row[1] = __builtin_shufflevector(b, d, 0, 1, 4, 5);
  row[2] = __builtin_shufflevector(a, c, 2, 3, 6, 7);
  row[3] = __builtin_shufflevector(b, d, 2, 3, 6, 7);
}

#else

static inline void scr_transpose(const double *const row[SCR_QUAD], scr_row4 col[4]) {
  for (int c = 0; c < 4; c++) col[c] = (scr_row4){row[0][c], row[1][c], row[2][c], row[3][c]};
}

static inline void scr_transpose_back(const scr_row4 col[4], scr_row4 row[SCR_QUAD]) {
  for (int k = 0; k < SCR_QUAD; k++)
    row[k] = (scr_row4){col[0][k], col[1][k], col[2][k], col[3][k]};
}

#endif

#if defined(__AVX512F__)

/* A column of eight lanes, or a row of eight numbers. */
enum { SCR_GROUP = 8 };
typedef double scr_col __attribute__((vector_size(64), aligned(8), may_alias));
typedef struct scr_row8 {
  scr_col all;
} scr_row8;

/* Rows of four numbers to four columns. */
static inline void scr_columns4_at(const double *const at[SCR_GROUP], scr_col col[4]) {
  static const int lower[4] = {0, 1, 4, 5}; /* with the row two after it */
  scr_col half[4];
  for (int k = 0; k < 4; k++)
    half[k] = (scr_col)_mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_loadu_pd(at[lower[k]])),
                                          _mm256_loadu_pd(at[lower[k] + 2]), 1);
  for (int h = 0; h < 2; h++) { /* columns h and h + 2 */
    scr_col a = h ? __builtin_shufflevector(half[0], half[1], 1, 9, 3, 11, 5, 13, 7, 15)
                  : __builtin_shufflevector(half[0], half[1], 0, 8, 2, 10, 4, 12, 6, 14);
    scr_col b = h ? __builtin_shufflevector(half[2], half[3], 1, 9, 3, 11, 5, 13, 7, 15)
                  : __builtin_shufflevector(half[2], half[3], 0, 8, 2, 10, 4, 12, 6, 14);
    col[h] = __builtin_shufflevector(a, b, 0, 1, 4, 5, 8, 9, 12, 13);
    col[h + 2] = __builtin_shufflevector(a, b, 2, 3, 6, 7, 10, 11, 14, 15);
  }
}

/* Eight numbers of eight rows to eight columns, or back. */
static inline void scr_turn8(const scr_col in[8], scr_col out[8]) {
  scr_col t[8];
  for (int k = 0; k < 8; k += 2) {
    t[k] = __builtin_shufflevector(in[k], in[k + 1], 0, 8, 2, 10, 4, 12, 6, 14);
    t[k + 1] = __builtin_shufflevector(in[k], in[k + 1], 1, 9, 3, 11, 5, 13, 7, 15);
  }
  for (int h = 0; h < 2; h++) {
    scr_col a = __builtin_shufflevector(t[h], t[h + 2], 0, 1, 4, 5, 8, 9, 12, 13);
    scr_col b = __builtin_shufflevector(t[h], t[h + 2], 2, 3, 6, 7, 10, 11, 14, 15);
    scr_col c = __builtin_shufflevector(t[h + 4], t[h + 6], 0, 1, 4, 5, 8, 9, 12, 13);
    scr_col d = __builtin_shufflevector(t[h + 4], t[h + 6], 2, 3, 6, 7, 10, 11, 14, 15);
    out[h] = __builtin_shufflevector(a, c, 0, 1, 4, 5, 8, 9, 12, 13);
    out[h + 4] = __builtin_shufflevector(a, c, 2, 3, 6, 7, 10, 11, 14, 15);
    out[h + 2] = __builtin_shufflevector(b, d, 0, 1, 4, 5, 8, 9, 12, 13);
    out[h + 6] = __builtin_shufflevector(b, d, 2, 3, 6, 7, 10, 11, 14, 15);
  }
}

/* Rows of eight numbers to eight columns: by halves, since half of the shuffles is then done by
 * loads. */
static inline void scr_columns8(const void *from, const scr_place at[SCR_GROUP], scr_col col[8]) {
  const double *front[SCR_GROUP], *back[SCR_GROUP];
  for (int k = 0; k < SCR_GROUP; k++) front[k] = SCR_AT8(from, at[k]), back[k] = front[k] + 4;
  scr_columns4_at(front, col);
  scr_columns4_at(back, col + 4);
}

/* The same of rows that follow each other. */
static inline void scr_columns8_run(const void *from, scr_col col[8]) {
  scr_col row[8];
  for (int k = 0; k < 8; k++) row[k] = ((const scr_col *)from)[k];
  scr_turn8(row, col);
}

static inline void scr_rows8(const scr_col col[8], scr_row8 row[SCR_GROUP]) {
  scr_col out[8];
  scr_turn8(col, out);
  for (int k = 0; k < 8; k++) row[k].all = out[k];
}

static inline void scr_row8_add(double *to, const scr_row8 *row) { *(scr_col *)to += row->all; }

typedef long long scr_col_bits __attribute__((vector_size(64), may_alias));

#elif defined(__AVX__) && defined(__FMA__)

enum { SCR_GROUP = SCR_QUAD };
typedef scr_row4 scr_col;
typedef long long scr_col_bits __attribute__((vector_size(32), may_alias));
typedef struct scr_row8 {
  scr_row4 half[2];
} scr_row8;

static inline void scr_columns4_at(const double *const at[SCR_GROUP], scr_col col[4]) {
  scr_transpose(at, col);
}

static inline void scr_columns8(const void *from, const scr_place at[SCR_GROUP], scr_col col[8]) {
  const double *front[SCR_GROUP], *back[SCR_GROUP];
  for (int k = 0; k < SCR_GROUP; k++) front[k] = SCR_AT8(from, at[k]), back[k] = front[k] + 4;
  scr_transpose(front, col);
  scr_transpose(back, col + 4);
}

static inline void scr_columns8_run(const void *from, scr_col col[8]) {
  const double *x = from;
  scr_transpose((const double *[]){x, x + 8, x + 16, x + 24}, col);
  scr_transpose((const double *[]){x + 4, x + 12, x + 20, x + 28}, col + 4);
}

static inline void scr_rows8(const scr_col col[8], scr_row8 row[SCR_GROUP]) {
  scr_row4 front[SCR_GROUP], back[SCR_GROUP];
  scr_transpose_back(col, front);
  scr_transpose_back(col + 4, back);
  for (int k = 0; k < SCR_GROUP; k++) row[k] = (scr_row8){{front[k], back[k]}};
}

static inline void scr_row8_add(double *to, const scr_row8 *row) {
  ((scr_row4 *)to)[0] += row->half[0];
  ((scr_row4 *)to)[1] += row->half[1];
}

#else

/* Two lanes: SSE2, NEON. */
enum { SCR_GROUP = 2 };
typedef double scr_col __attribute__((vector_size(16), aligned(8), may_alias));
typedef long long scr_col_bits __attribute__((vector_size(16), may_alias));
typedef struct scr_row8 {
  scr_col part[4];
} scr_row8;

static inline void scr_columns(const double *row0, const double *row1, int n, scr_col *col) {
  for (int c = 0; c < n; c += 2) {
    const scr_col a = *(const scr_col *)(row0 + c), b = *(const scr_col *)(row1 + c);
    col[c] = __builtin_shufflevector(a, b, 0, 2);
    col[c + 1] = __builtin_shufflevector(a, b, 1, 3);
  }
}
static inline void scr_columns4_at(const double *const at[SCR_GROUP], scr_col col[4]) {
  scr_columns(at[0], at[1], 4, col);
}
static inline void scr_columns8(const void *from, const scr_place at[SCR_GROUP], scr_col col[8]) {
  scr_columns(SCR_AT8(from, at[0]), SCR_AT8(from, at[1]), 8, col);
}

static inline void scr_columns8_run(const void *from, scr_col col[8]) {
  scr_columns(from, (const double *)from + 8, 8, col);
}

static inline void scr_rows8(const scr_col col[8], scr_row8 row[SCR_GROUP]) {
  for (int h = 0; h < 4; h++) {
    row[0].part[h] = __builtin_shufflevector(col[2 * h], col[2 * h + 1], 0, 2);
    row[1].part[h] = __builtin_shufflevector(col[2 * h], col[2 * h + 1], 1, 3);
  }
}

static inline void scr_row8_add(double *to, const scr_row8 *row) {
  for (int h = 0; h < 4; h++) ((scr_col *)to)[h] += row->part[h];
}

#endif

/* The first two numbers of SCR_GROUP rows of three that follow each other to two columns, and back;
 * the third one stays. */
#if defined(__AVX512F__)
static inline void scr_columns2_of3(const double *from, scr_col *first, scr_col *second) {
  const scr_col a = *(const scr_col *)from, b = *(const scr_col *)(from + 8),
                c = *(const scr_col *)(from + 16);
  const scr_col ab = __builtin_shufflevector(a, b, 0, 3, 6, 9, 12, 15, 0, 0);
  const scr_col ba = __builtin_shufflevector(a, b, 1, 4, 7, 10, 13, 0, 0, 0);
  *first = __builtin_shufflevector(ab, c, 0, 1, 2, 3, 4, 5, 10, 13);
  *second = __builtin_shufflevector(ba, c, 0, 1, 2, 3, 4, 8, 11, 14);
}
static inline void scr_rows2_of3(double *to, scr_col first, scr_col second) {
  scr_col *a = (scr_col *)to, *b = (scr_col *)(to + 8), *c = (scr_col *)(to + 16);
  *a = __builtin_shufflevector(__builtin_shufflevector(first, second, 0, 8, 0, 1, 9, 0, 2, 10), *a,
                               0, 1, 10, 3, 4, 13, 6, 7);
  *b = __builtin_shufflevector(__builtin_shufflevector(first, second, 0, 3, 11, 0, 4, 12, 0, 5), *b,
                               8, 1, 2, 11, 4, 5, 14, 7);
  *c = __builtin_shufflevector(__builtin_shufflevector(first, second, 13, 0, 6, 14, 0, 7, 15, 0),
                               *c, 0, 9, 2, 3, 12, 5, 6, 15);
}
#else
static inline void scr_columns2_of3(const double *from, scr_col *first, scr_col *second) {
  for (int k = 0; k < SCR_GROUP; k++) (*first)[k] = from[3 * k], (*second)[k] = from[3 * k + 1];
}
static inline void scr_rows2_of3(double *to, scr_col first, scr_col second) {
  for (int k = 0; k < SCR_GROUP; k++) to[3 * k] = first[k], to[3 * k + 1] = second[k];
}
#endif

static inline void scr_columns4(const void *from, const scr_place place[SCR_GROUP],
                                scr_col col[4]) {
  const double *at[SCR_GROUP];
  for (int k = 0; k < SCR_GROUP; k++) at[k] = SCR_AT4(from, place[k]);
  scr_columns4_at(at, col);
}

/* ---- arithmetic that vectors of the compiler do not have; macros, not functions: how vectors are
 * handed over depends on the instruction set ---- */

#if defined(__AVX512F__)
#define SCR_COL_OF(x)         ((scr_col)_mm512_set1_pd(x))
#define SCR_COL_ROOT(a)       ((scr_col)_mm512_sqrt_pd((__m512d)(a)))
#define SCR_COL_LARGER(a, b)  ((scr_col)_mm512_max_pd((__m512d)(a), (__m512d)(b)))
#define SCR_COL_SMALLER(a, b) ((scr_col)_mm512_min_pd((__m512d)(a), (__m512d)(b)))
#define SCR_COL_BITS_AT_MOST(a, b)                                                                 \
  ((uint32_t)_mm512_cmp_pd_mask((__m512d)(a), (__m512d)(b), _CMP_LE_OQ))
#elif defined(__AVX__) && defined(__FMA__)
#define SCR_COL_OF(x)         ((scr_col)_mm256_set1_pd(x))
#define SCR_COL_ROOT(a)       ((scr_col)_mm256_sqrt_pd((__m256d)(a)))
#define SCR_COL_LARGER(a, b)  ((scr_col)_mm256_max_pd((__m256d)(a), (__m256d)(b)))
#define SCR_COL_SMALLER(a, b) ((scr_col)_mm256_min_pd((__m256d)(a), (__m256d)(b)))
#define SCR_COL_BITS_AT_MOST(a, b)                                                                 \
  ((uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)(a), (__m256d)(b), _CMP_LE_OQ)))
#elif defined(__SSE2__)
#define SCR_COL_OF(x)         ((scr_col)_mm_set1_pd(x))
#define SCR_COL_ROOT(a)       ((scr_col)_mm_sqrt_pd((__m128d)(a)))
#define SCR_COL_LARGER(a, b)  ((scr_col)_mm_max_pd((__m128d)(a), (__m128d)(b)))
#define SCR_COL_SMALLER(a, b) ((scr_col)_mm_min_pd((__m128d)(a), (__m128d)(b)))
#define SCR_COL_BITS_AT_MOST(a, b)                                                                 \
  ((uint32_t)_mm_movemask_pd(_mm_cmple_pd((__m128d)(a), (__m128d)(b))))
#else
#define SCR_COL_PICK(on, a, b)                                                                     \
  ((scr_col)(((scr_col_bits)(a) & (scr_col_bits)(on)) | ((scr_col_bits)(b) & ~(scr_col_bits)(on))))
#define SCR_COL_OF(x)         ((scr_col){x, x})
#define SCR_COL_ROOT(a)       ((scr_col){sqrt((a)[0]), sqrt((a)[1])})
#define SCR_COL_LARGER(a, b)  SCR_COL_PICK((a) > (b), a, b) /* a > b ? a : b */
#define SCR_COL_SMALLER(a, b) SCR_COL_PICK((a) < (b), a, b) /* a < b ? a : b */
#define SCR_COL_BITS_AT_MOST(a, b)                                                                 \
  ((uint32_t)((a)[0] <= (b)[0]) | (uint32_t)((a)[1] <= (b)[1]) << 1) /* a bit a lane */
#endif
#define SCR_COL_WHEN(on, x)                                                                        \
  ((scr_col)((scr_col_bits)(x) & (scr_col_bits)(on)))   /* x where a comparison holds, else 0 */
#define SCR_COL_WHERE(on, x) SCR_COL_WHEN((on) != 0, x) /* x where `on` is not 0, else 0 */
#define SCR_COL_ABS(x)       ((scr_col)((scr_col_bits)(x)&INT64_MAX))

/* a b + c, a b - c and c - a b, rounded once. */
#if defined(__AVX512F__)
#define SCR_COL_FMA(a, b, c)  ((scr_col)_mm512_fmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define SCR_COL_FMS(a, b, c)  ((scr_col)_mm512_fmsub_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#define SCR_COL_FNMA(a, b, c) ((scr_col)_mm512_fnmadd_pd((__m512d)(a), (__m512d)(b), (__m512d)(c)))
#elif defined(__AVX__) && defined(__FMA__)
#define SCR_COL_FMA(a, b, c)  ((scr_col)_mm256_fmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define SCR_COL_FMS(a, b, c)  ((scr_col)_mm256_fmsub_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#define SCR_COL_FNMA(a, b, c) ((scr_col)_mm256_fnmadd_pd((__m256d)(a), (__m256d)(b), (__m256d)(c)))
#else
#define SCR_COL_FMA(a, b, c)  ((scr_col)scr_two_fma(a, b, c))
#define SCR_COL_FMS(a, b, c)  SCR_COL_FMA(a, b, -(c))
#define SCR_COL_FNMA(a, b, c) SCR_COL_FMA(-(a), b, c)
#endif
/* The larger of |x| and b, which is not negative. */
#if defined(__AVX512DQ__)
#define SCR_COL_LARGER_SIZE(x, b)                                                                  \
  ((scr_col)_mm512_range_pd((__m512d)(x), (__m512d)(b), 0x0b)) /* by size, sign cleared */
#else
#define SCR_COL_LARGER_SIZE(x, b) SCR_COL_LARGER(SCR_COL_ABS(x), b)
#endif
#define SCR_COL_OR(a, b) ((scr_col)((scr_col_bits)(a) | (scr_col_bits)(b)))
/* Is any lane of `a` at least `limit`? */
#define SCR_COL_ANY_FROM(a, limit) (SCR_COL_BITS_AT_MOST(SCR_COL_OF(limit), a) != 0)

#endif
