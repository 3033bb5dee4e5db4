/* Vectors of three numbers. */
#ifndef SCR_VEC3_H
#define SCR_VEC3_H

static inline double scr_dot3(const double *a, const double *b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* c is neither a nor b. */
static inline void scr_cross3(const double *a, const double *b, double *c) {
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
}

#endif
