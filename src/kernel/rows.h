/* Rows of balls to columns of a tile and back, four lanes at a time. Data is only moved, so that every path has the same bits:
 * with AVX registers are shuffled (a gather of single numbers takes three times as long), elsewhere plain loops do it. Floor:
 * kernel. */
#ifndef SCR_ROWS_H
#define SCR_ROWS_H

#include <string.h>

enum { SCR_QUAD = 4 };

/* Four numbers of a row; compilers split it where registers are narrower. */
typedef double scr_row4 __attribute__((vector_size(32), aligned(8), may_alias));

#if defined(__AVX__)

typedef double scr_row2 __attribute__((vector_size(16), aligned(8), may_alias));

/* Four numbers of four rows to four columns of four lanes. */
static inline void scr_transpose(const double *const row[SCR_QUAD], scr_row4 col[4]) {
  for (int h = 0; h < 2; h++) {
    scr_row2 r0 = *(const scr_row2 *)(row[0] + 2 * h), r1 = *(const scr_row2 *)(row[1] + 2 * h);
    scr_row2 r2 = *(const scr_row2 *)(row[2] + 2 * h), r3 = *(const scr_row2 *)(row[3] + 2 * h);
    scr_row4 even = __builtin_shufflevector(r0, r2, 0, 1, 2, 3), odd = __builtin_shufflevector(r1, r3, 0, 1, 2, 3);
    col[2 * h] = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    col[2 * h + 1] = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
  }
}

/* Four columns of four lanes to the rows of the lanes. */
static inline void scr_transpose_back(const scr_row4 col[4], scr_row4 row[SCR_QUAD]) {
  scr_row4 a = __builtin_shufflevector(col[0], col[1], 0, 4, 2, 6), b = __builtin_shufflevector(col[0], col[1], 1, 5, 3, 7);
  scr_row4 c = __builtin_shufflevector(col[2], col[3], 0, 4, 2, 6), d = __builtin_shufflevector(col[2], col[3], 1, 5, 3, 7);
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
  for (int k = 0; k < SCR_QUAD; k++) row[k] = (scr_row4){col[0][k], col[1][k], col[2][k], col[3][k]};
}

#endif
#endif
