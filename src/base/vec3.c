/* Vectors that users give: see vec3.h. */
#include "base/vec3.h"

#include <math.h>

bool scr_vector_fits(scr_diag *d, const scr_loc *at, const char *what, const double *v) {
  if (isfinite(scr_dot3(v, v))) return true;
  if (isfinite(v[0]) && isfinite(v[1]) && isfinite(v[2]))
    return scr_fail(d, at, SCR_E_VALUE,
                    "%s is too large: its square does not fit a real (at most 1.8e308)", what);
  return scr_fail(d, at, SCR_E_VALUE, "%s must be finite", what);
}

double scr_length3(const double *v) {
  const double square = scr_dot3(v, v);
  if (isfinite(square) && square > 1e-280) return sqrt(square);
  int e;
  double u[3];
  frexp(fmax(fabs(v[0]), fmax(fabs(v[1]), fabs(v[2]))), &e);
  for (int c = 0; c < 3; c++) u[c] = ldexp(v[c], -e);
  return ldexp(sqrt(scr_dot3(u, u)), e);
}
