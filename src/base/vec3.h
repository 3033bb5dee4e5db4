/* Vectors of three numbers. */
#ifndef SCR_VEC3_H
#define SCR_VEC3_H

#include "base/diag.h"

/* Finite, as its square is: no length or distance of it overflows. False after scr_fail. */
bool scr_vector_fits(scr_diag *d, const scr_loc *at, const char *what, const double *v);
/* The length, of vectors whose square over- or underflows as well. */
double scr_length3(const double *v);

static inline double scr_dot3(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c is neither a nor b. */
static inline void scr_cross3(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

/* v turned by the unit quaternion q = (s, u): v + 2 s (u x v) + 2 u x (u x v). out is not v. */
static inline void scr_turned3(const double q[4], const double *v, double *out) {
  double once[3], twice[3];
  scr_cross3(q + 1, v, once);
  scr_cross3(q + 1, once, twice);
  for (int c = 0; c < 3; c++) out[c] = v[c] + 2 * (q[0] * once[c] + twice[c]);
}

#endif
