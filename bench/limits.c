/* What the machine can do at most, for comparison with what the kernels take (bench/README.md).
   Prints rows that bench/run.py reads: name, median and minimum of several measurements, unit; a
   tab between them. The time is that of one thread. */
#include "limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MEASUREMENTS = 7, SMALL = 512, CHAIN = 4000000 };

static volatile double sink; /* results go here, so that no loop is left out */

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *get(size_t bytes) {
  void *p = aligned_alloc(64, (bytes + 63) / 64 * 64);
  if (!p) {
    fputs("bench_limits: no memory\n", stderr);
    exit(1);
  }
  memset(p, 0, bytes);
  return p;
}

static int by_size(const void *a, const void *b) {
  const double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void row(const char *name, double *value, const char *unit) {
  qsort(value, MEASUREMENTS, sizeof *value, by_size);
  printf("%s\t%.4g\t%.4g\t%s\n", name, value[MEASUREMENTS / 2], value[0], unit);
}

/* A sequence that visits memory without order. */
static uint64_t random_next(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return *state >> 33;
}

typedef struct place {
  const char *name;
  size_t kib; /* in all */
} place;

static const place places[] = {{"16 KiB", 16}, {"1 MiB", 1024}, {"512 MiB", 512 * 1024}};
enum { PLACES = sizeof places / sizeof *places };

static void time_triad(const limits_loops *loops, const place *p) {
  const size_t n = p->kib * 1024 / 3 / sizeof(double) / 8 * 8, turns = (size_t)20000000 / n + 1;
  double *a = get(n * sizeof *a), *b = get(n * sizeof *b), *c = get(n * sizeof *c),
         value[MEASUREMENTS];
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    for (size_t k = 0; k < turns; k++) loops->triad(a, b, c, n);
    value[m] = 1e9 * (now() - begin) / (double)(n * turns);
  }
  sink = a[n / 2];
  char name[64];
  snprintf(name, sizeof name, "triad, %s", p->name);
  row(name, value, "ns for 24 bytes");
  free(a);
  free(b);
  free(c);
}

static void time_gather(const limits_loops *loops, const place *p) {
  const size_t n = p->kib * 1024 / sizeof(double), reads = 1 << 20, turns = 8;
  double *table = get(n * sizeof *table), value[MEASUREMENTS];
  uint32_t *index = get(reads * sizeof *index);
  uint64_t state = 1;
  for (size_t k = 0; k < reads; k++) index[k] = (uint32_t)(random_next(&state) % n);
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    for (size_t k = 0; k < turns; k++) sink = loops->gather(table, index, reads);
    value[m] = 1e9 * (now() - begin) / (double)(reads * turns);
  }
  char name[64];
  snprintf(name, sizeof name, "gather, %s", p->name);
  row(name, value, "ns a number");
  free(table);
  free(index);
}

/* One cycle through all cache lines in random order (Sattolo's shuffle), each line holding the
 * number of the next. */
static size_t *make_chain(size_t lines) {
  enum { STRIDE = 64 / sizeof(size_t) };
  size_t *chain = get(lines * 64), *order = get(lines * sizeof *order);
  uint64_t state = 1;
  for (size_t k = 0; k < lines; k++) order[k] = k;
  for (size_t k = lines - 1; k > 0; k--) {
    const size_t other = random_next(&state) % k, kept = order[k];
    order[k] = order[other];
    order[other] = kept;
  }
  for (size_t k = 0; k < lines; k++) chain[order[k] * STRIDE] = order[(k + 1) % lines] * STRIDE;
  free(order);
  return chain;
}

static void time_latency(const place *p) {
  const size_t lines = p->kib * 1024 / 64, steps = 1000000;
  size_t *chain = make_chain(lines), at = 0;
  double value[MEASUREMENTS];
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    for (size_t k = 0; k < steps; k++) at = chain[at];
    value[m] = 1e9 * (now() - begin) / (double)steps;
    sink = (double)at;
  }
  char name[64];
  snprintf(name, sizeof name, "latency, %s", p->name);
  row(name, value, "ns a load");
  free(chain);
}

static void time_values(const char *name, void (*loop)(double *, const double *, size_t)) {
  double *a = get(SMALL * sizeof *a), *b = get(SMALL * sizeof *b), value[MEASUREMENTS];
  const size_t turns = 20000;
  for (int k = 0; k < SMALL; k++) b[k] = 1.5 + 0.01 * k;
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    for (size_t k = 0; k < turns; k++) loop(a, b, SMALL);
    value[m] = 1e9 * (now() - begin) / (double)(turns * SMALL);
  }
  sink = a[7];
  row(name, value, "ns a number");
  free(a);
  free(b);
}

static void time_chain(const char *name, double (*loop)(size_t), int lanes) {
  double value[MEASUREMENTS];
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    sink = loop(CHAIN);
    value[m] = 1e9 * (now() - begin) / ((double)CHAIN * lanes);
  }
  row(name, value, "ns a number");
}

/* What decoding and retiring allow: instructions that do nothing. */
static void time_instructions(void) {
#if defined(__GNUC__)
  enum { TURNS = 100000, EACH = 1000 };
  double value[MEASUREMENTS];
  for (int m = 0; m < MEASUREMENTS; m++) {
    const double begin = now();
    for (int k = 0; k < TURNS; k++) __asm__ volatile(".rept 1000\n nop\n .endr");
    value[m] = 1e9 * (now() - begin) / ((double)TURNS * EACH);
  }
  row("instruction", value, "ns an instruction");
#endif
}

static const limits_loops *best_loops(void) {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return &limits_avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return &limits_avx2;
#endif
  return &limits_base;
}

int main(void) {
  const limits_loops *loops = best_loops();
  printf("isa\t%s\n", loops->isa);
  for (int k = 0; k < PLACES; k++) time_triad(loops, &places[k]);
  for (int k = 0; k < PLACES; k++) time_gather(loops, &places[k]);
  for (int k = 0; k < PLACES; k++) time_latency(&places[k]);
  time_values("square root", loops->root);
  time_values("division", loops->quotient);
  time_chain("multiply-add", loops->fused, loops->lanes);
  time_chain("sum or product", loops->separate, loops->lanes);
  time_instructions();
  return 0;
}
