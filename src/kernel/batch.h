/* What a contact law's kernels see: up to SCR_TILE contacts of one law, column by column, in the
 * first-level cache.
 *
 * Included with SCR_KERNEL, SCR_DIM (2, 3) and SCR_ISA (base, avx2, avx512) defined. Kernels use
 * only + - * /, sqrt and scr_fma (a b + c, rounded once), so that every instruction set gives the
 * same bits; `SCR_EACH` marks loops that the compiler turns into vectors.
 *
 * Signs: n points from end 1 to end 2; forces act on end 2; the normal force is positive in
 * compression; displacement increments are those of end 2 relative to end 1, so the normal
 * increment is positive when the contact opens. */
#ifndef SCR_BATCH_H
#define SCR_BATCH_H

#include <math.h>
#if defined(__AVX512F__)
#include <immintrin.h>
#endif
#include "base/base.h"
#include "kernel/fma.h"
#include "scree/model.h"

enum { SCR_WANT_DASH = 1, SCR_WANT_WORK = 2, SCR_WANT_BREAK = 4 };

/* One number for each contact of a tile. Columns have fixed places in the batch: a loop needs one
 * register for all of them. */
typedef double scr_lanes[SCR_TILE];

typedef struct scr_batch {
  int n;
  int nt; /* components of vectors in the contact plane: 3 in 3D (global components), 1 in 2D */
  unsigned want;
  uint64_t zero; /* parameters that are 0 throughout: bit = slot */
  bool same;     /* one set of parameters: each column of them holds one number */
  bool elastic;  /* no slip */
  bool report; /* nothing moves: the state is that after a step, and what the law told of that step
                  is asked for again */
  double dt;
  const scr_curve
      *curve;            /* tables of the user's, by the number of their word; NULL: none is used */
  const double *gap;     /* in, m: */
  const double *r1, *r2; /* in, m: radii of the ends; of a facet that of its ball */
  const double *normal[3]; /* in: from end 1 to end 2 (2D: two components) */
  double **st;             /* in and out: columns of the list itself, or copies */
  /* in */
  _Alignas(64) scr_lanes dn; /* normal and shear displacement increments, m */
  scr_lanes ds[3];
  scr_lanes reff, meff; /* 2 / (sum of curvatures), m, not for laws that are `flat`; effective mass,
                           kg */
  scr_lanes was;        /* 1 if the contact was active before */
  scr_lanes edited;     /* with SCR_WANT_WORK: 1 if an edit since the last step has changed what it
                           holds, of laws that say so (scr_hints.edits) */
  scr_lanes dash_old[4]; /* with SCR_WANT_WORK: `dash` of the step before, 0 if it was not active */
  scr_lanes par[SCR_MAX_PARAM];
  /* out */
  scr_lanes act;       /* 1 if active */
  scr_lanes fn, ft[3]; /* total force on end 2 */
  scr_lanes kn, ks;    /* stiffness offered to the timestep: stiff kernels only, which may read gap,
                          radii, reff, act, par and the column that tells bonds */
  scr_lanes dash[4];   /* the dashpots' part of the force (SCR_WANT_DASH) */
  /* of this step (SCR_WANT_WORK), also of contacts that open in it; but for SCR_BOOK_WALL, and for
   * those that scr_model_books() leaves out */
  scr_lanes work[SCR_BOOKS];
  /* laws that rotate: in, increments of the angle of end 2 relative to end 1, rad: bending, a
   * vector in the contact plane (in 2D: about z), and twist, about n (3D) */
  scr_lanes bend[3], twist;
  /* out: the moment of the contact on end 2, N m, likewise; the pieces' arms come on top */
  scr_lanes mb[3], mt;
  scr_lanes kb, kt; /* stiffness against bending and twist, N m: stiff kernels only */
  /* out, with SCR_WANT_BREAK, of bonds that break in this step: the strength that was exceeded, as
   * the property that gives it, and what the bond stored then, J; 0 where the law does not say */
  scr_lanes strength, spent;
  scr_lanes *part_strength, *part_spent; /* the same of each element (scr_model.parts) */
} scr_batch;

typedef void (*scr_law_fn)(scr_batch *b);

#ifdef SCR_KERNEL

#define SCR_CAT3_(a, b, c) a##_##b##_##c
#define SCR_CAT3(a, b, c)  SCR_CAT3_(a, b, c)
#define SCR_NAME(base)     SCR_CAT3(base, SCR_ISA, SCR_DIM)

/* Loops run in whole vectors of 8: columns have SCR_TILE places, those after n hold a contact
 * whose ends are far apart. */
#define SCR_EACH(k, n) _Pragma("omp simd") for (int k = 0; k < (((n) + 7) & -8); k++)

/* One vector of them. */
#define SCR_EIGHT(k, from) _Pragma("omp simd") for (int k = (from); k < (from) + 8; k++)

/* A vector in the contact plane, and a column of them. */
#if SCR_DIM == 3
typedef struct tang {
  double x, y, z;
} tang;
typedef struct tcol {
  double *x, *y, *z;
} tcol;
static inline tcol tang_col(double *const *c) { return (tcol){c[0], c[1], c[2]}; }
static inline tcol tang_lanes(scr_lanes *c) { return (tcol){c[0], c[1], c[2]}; }
static inline tang tang_get(tcol c, int k) { return (tang){c.x[k], c.y[k], c.z[k]}; }
static inline void tang_put(tcol c, int k, tang t) { c.x[k] = t.x, c.y[k] = t.y, c.z[k] = t.z; }
static inline tang tang_mul(double a, tang t) { return (tang){a * t.x, a * t.y, a * t.z}; }
static inline tang tang_add(tang a, tang b) { return (tang){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline tang tang_sub(tang a, tang b) { return (tang){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline tang tang_axpy(double a, tang t, tang u) {
  return (tang){scr_fma(a, t.x, u.x), scr_fma(a, t.y, u.y), scr_fma(a, t.z, u.z)};
}
static inline double tang_dot(tang a, tang b) {
  return scr_fma(a.z, b.z, scr_fma(a.y, b.y, a.x * b.x));
}
static inline double tang_mag(tang a) { return sqrt(tang_dot(a, a)); }
static inline tang tang_where(bool on, tang a, tang b) {
  return (tang){on ? a.x : b.x, on ? a.y : b.y, on ? a.z : b.z};
}
#else
typedef struct tang {
  double x;
} tang;
typedef struct tcol {
  double *x;
} tcol;
static inline tcol tang_col(double *const *c) { return (tcol){c[0]}; }
static inline tcol tang_lanes(scr_lanes *c) { return (tcol){c[0]}; }
static inline tang tang_get(tcol c, int k) { return (tang){c.x[k]}; }
static inline void tang_put(tcol c, int k, tang t) { c.x[k] = t.x; }
static inline tang tang_mul(double a, tang t) { return (tang){a * t.x}; }
static inline tang tang_add(tang a, tang b) { return (tang){a.x + b.x}; }
static inline tang tang_sub(tang a, tang b) { return (tang){a.x - b.x}; }
static inline tang tang_axpy(double a, tang t, tang u) { return (tang){scr_fma(a, t.x, u.x)}; }
static inline double tang_dot(tang a, tang b) { return a.x * b.x; }
static inline double tang_mag(tang a) { return fabs(a.x); }
static inline tang tang_where(bool on, tang a, tang b) { return (tang){on ? a.x : b.x}; }
#endif

static inline double max0(double x) { return x > 0 ? x : 0; }

typedef uint64_t scr_words __attribute__((vector_size(64), aligned(8), may_alias));

/* Is any of eight words set (not 0), are all? Those that are set hold the same number. Compilers
 * take vectors apart for it. */
#if defined(__AVX512F__)
#define SCR_WORDS_SET(w) _mm512_test_epi64_mask((__m512i)(w), (__m512i)(w))
#define SCR_ANY_WORD(w)  (SCR_WORDS_SET(w) != 0)
#define SCR_ALL_WORDS(w) (SCR_WORDS_SET(w) == 0xff)
#else
#define SCR_ANY_WORD(w)                                                                            \
  (((w)[0] | (w)[1] | (w)[2] | (w)[3] | (w)[4] | (w)[5] | (w)[6] | (w)[7]) != 0)
#define SCR_ALL_WORDS(w)                                                                           \
  (((w)[0] & (w)[1] & (w)[2] & (w)[3] & (w)[4] & (w)[5] & (w)[6] & (w)[7]) != 0)
#endif

/* Is any of the n values of a column of zeros and positive numbers not 0? */
static inline bool any_set(const double *column, int n) {
  scr_words any = {0};
  for (int k = 0; k < ((n + 7) & -8); k += 8) any |= *(const scr_words *)(column + k);
  return SCR_ANY_WORD(any);
}

/* Are all of the n values of a column of ones and zeros 1? */
static inline bool all_set(const double *column, int n) {
  scr_words all = ~(scr_words){0};
  for (int k = 0; k < ((n + 7) & -8); k += 8) all &= *(const scr_words *)(column + k);
  return SCR_ALL_WORDS(all);
}

/* Is a parameter 0 for the whole batch? Then its part of the law can be left out, as long as the
 * bits stay the same. */
static inline bool all_zero(const scr_batch *b, int slot) { return b->zero >> slot & 1; }

#endif
#endif
