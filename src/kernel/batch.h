/* What a contact law's kernels see: up to SCR_TILE contacts of one law, column by column, in the first-level cache.
 *
 * Included with SCR_KERNEL, SCR_DIM (2, 3) and SCR_ISA (base, avx2, avx512) defined. Kernels use only + - * / and sqrt, so that
 * every instruction set gives the same bits; `SCR_EACH` marks loops that the compiler turns into vectors.
 *
 * Signs: n points from end 1 to end 2; forces act on end 2; the normal force is positive in compression; displacement increments
 * are those of end 2 relative to end 1, so the normal increment is positive when the contact opens. */
#ifndef SCR_BATCH_H
#define SCR_BATCH_H

#include <math.h>
#include "base/base.h"
#include "scree/model.h"

enum { SCR_WANT_DASH = 1, SCR_WANT_WORK = 2 };

typedef struct scr_batch {
  int n;
  int nt; /* components of vectors in the contact plane: 3 in 3D (global components), 1 in 2D */
  unsigned want;
  bool elastic; /* no slip */
  double dt;
  /* in, SCR_TILE values each */
  double *gap, *dn, *ds[3]; /* gap; normal and shear displacement increments, m */
  double *reff, *meff;      /* 2 / (sum of curvatures), m; effective mass, kg */
  double *was;              /* 1 if the contact was active before */
  const double *par[SCR_MAX_PARAM];
  uint32_t zero; /* parameters that are 0 throughout: bit = slot */
  /* in and out */
  double *st[SCR_MAX_STATE];
  /* out */
  double *act;        /* 1 if active */
  double *fn, *ft[3]; /* total force on end 2 */
  double *dash[4];    /* the dashpots' part of it (SCR_WANT_DASH) */
  double *work[3];    /* slip, dashpot, stiffness energy of this step (SCR_WANT_WORK) */
  double *kn, *ks;    /* stiffness offered to the timestep: stiff kernels only, which may read gap, reff, act and par */
} scr_batch;

typedef void (*scr_law_fn)(scr_batch *b);

#ifdef SCR_KERNEL

#define SCR_CAT3_(a, b, c) a##_##b##_##c
#define SCR_CAT3(a, b, c)  SCR_CAT3_(a, b, c)
#define SCR_NAME(base)     SCR_CAT3(base, SCR_ISA, SCR_DIM)

/* Loops run in whole vectors of 8: columns have SCR_TILE places, those behind n hold a contact whose ends are far apart. */
#define SCR_EACH(k, n) _Pragma("omp simd") for (int k = 0; k < (((n) + 7) & -8); k++)

/* A vector in the contact plane, and a column of them. */
#if SCR_DIM == 3
typedef struct tang {
  double x, y, z;
} tang;
typedef struct tcol {
  double *x, *y, *z;
} tcol;
static inline tcol tang_col(double *const *c) { return (tcol){c[0], c[1], c[2]}; }
static inline tang tang_get(tcol c, int k) { return (tang){c.x[k], c.y[k], c.z[k]}; }
static inline void tang_put(tcol c, int k, tang t) { c.x[k] = t.x, c.y[k] = t.y, c.z[k] = t.z; }
static inline tang tang_mul(double a, tang t) { return (tang){a * t.x, a * t.y, a * t.z}; }
static inline tang tang_add(tang a, tang b) { return (tang){a.x + b.x, a.y + b.y, a.z + b.z}; }
static inline tang tang_sub(tang a, tang b) { return (tang){a.x - b.x, a.y - b.y, a.z - b.z}; }
static inline double tang_dot(tang a, tang b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline double tang_mag(tang a) { return sqrt(tang_dot(a, a)); }
#else
typedef struct tang {
  double x;
} tang;
typedef struct tcol {
  double *x;
} tcol;
static inline tcol tang_col(double *const *c) { return (tcol){c[0]}; }
static inline tang tang_get(tcol c, int k) { return (tang){c.x[k]}; }
static inline void tang_put(tcol c, int k, tang t) { c.x[k] = t.x; }
static inline tang tang_mul(double a, tang t) { return (tang){a * t.x}; }
static inline tang tang_add(tang a, tang b) { return (tang){a.x + b.x}; }
static inline tang tang_sub(tang a, tang b) { return (tang){a.x - b.x}; }
static inline double tang_dot(tang a, tang b) { return a.x * b.x; }
static inline double tang_mag(tang a) { return fabs(a.x); }
#endif

static inline double max0(double x) { return x > 0 ? x : 0; }

/* Stiffness that a spring with a dashpot of ratio b offers to the timestep: k / (sqrt(1 + b^2) - b)^2. */
static inline double damped_stiffness(double k, double b) {
  double s = sqrt(1 + b * b) - b;
  return k / (s * s);
}

/* Is a parameter 0 for the whole batch? Then its part of the law can be left out, as long as the bits stay the same. */
static inline bool all_zero(const scr_batch *b, int slot) { return b->zero >> slot & 1; }

#endif
#endif
