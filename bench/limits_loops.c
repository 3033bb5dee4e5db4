/* The loops of bench/limits.c, compiled once for each instruction set with SCR_ISA defined. */
#include "limits.h"

#include <math.h>

#define JOIN2(a, b) a##b
#define JOIN(a, b)  JOIN2(a, b)
#define TEXT2(a)    #a
#define TEXT(a)     TEXT2(a)

#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
typedef double vec __attribute__((vector_size(LANES * sizeof(double))));

static void triad(double *restrict a, const double *restrict b, const double *restrict c,
                  size_t n) {
#pragma omp simd
  for (size_t k = 0; k < n; k++) a[k] = b[k] + 3.0 * c[k];
}

static double gather(const double *restrict table, const uint32_t *restrict index, size_t n) {
  double sum = 0;
#pragma omp simd reduction(+ : sum)
  for (size_t k = 0; k < n; k++) sum += table[index[k]];
  return sum;
}

static void root(double *restrict a, const double *restrict b, size_t n) {
#pragma omp simd
  for (size_t k = 0; k < n; k++) a[k] = sqrt(b[k]);
}

static void quotient(double *restrict a, const double *restrict b, size_t n) {
#pragma omp simd
  for (size_t k = 0; k < n; k++) a[k] = 1.25 / b[k];
}

/* Ten independent chains hide the latency; none of them can be computed before the run, since they
 * begin with n. */
enum { CHAINS = 10 };

#define EACH_CHAIN(op) op(0) op(1) op(2) op(3) op(4) op(5) op(6) op(7) op(8) op(9)
#define BEGIN(k)       vec a##k = one * (double)(n + (k));
#define FUSED(k)       a##k = a##k * c + d;
#define SEPARATE(k)    a##k = (k) % 2 ? a##k + d : a##k * c;
#define ADD(k)         +a##k

static double first(vec v) { return v[0]; }

static double fused(size_t n) {
  const vec one = (vec){0} + 1.0, c = one * 0.999999, d = one * 1e-9;
  EACH_CHAIN(BEGIN)
  for (size_t k = 0; k < n; k += CHAINS) {
    EACH_CHAIN(FUSED)
  }
  return first(one EACH_CHAIN(ADD));
}

static double separate(size_t n) {
  const vec one = (vec){0} + 1.0, c = one * 0.999999, d = one * 1e-9;
  EACH_CHAIN(BEGIN)
  for (size_t k = 0; k < n; k += CHAINS) {
    EACH_CHAIN(SEPARATE)
  }
  return first(one EACH_CHAIN(ADD));
}

const limits_loops JOIN(limits_, SCR_ISA) = {TEXT(SCR_ISA), LANES,    triad, gather,
                                             root,          quotient, fused, separate};
