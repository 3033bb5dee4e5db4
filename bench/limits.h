/* The loops that bench/limits.c times, one set for each instruction set. */
#ifndef SCR_BENCH_LIMITS_H
#define SCR_BENCH_LIMITS_H

#include <stddef.h>
#include <stdint.h>

typedef struct limits_loops {
  const char *isa;
  int lanes; /* doubles in a vector */
  void (*triad)(double *a, const double *b, const double *c, size_t n);
  double (*gather)(const double *table, const uint32_t *index, size_t n);
  void (*root)(double *a, const double *b, size_t n);
  void (*quotient)(double *a, const double *b, size_t n);
  double (*fused)(
      size_t n); /* n vector operations a*b + c; two instructions where there is no FMA */
  double (*separate)(size_t n); /* n vector operations, as many sums as products */
} limits_loops;

/* Only those of SCR_ISAS (cmake/kernels.cmake) are there. */
extern const limits_loops limits_base, limits_avx2, limits_avx512;

#endif
