/* Transcendental functions: see smath.h. */
#include "base/smath.h"

#include <math.h>
#include <sleef.h>

#define WRAP1(name)                                                                                \
  double scr_##name(double x) { return Sleef_cinz_##name##d1_u10purec(x); }
WRAP1(exp)
WRAP1(log)
WRAP1(log10)
WRAP1(sin)
WRAP1(cos)
WRAP1(tan)
WRAP1(asin)
WRAP1(acos)
WRAP1(atan)
WRAP1(sinh)
WRAP1(cosh)
WRAP1(tanh)

double scr_pow(double x, double y) { return Sleef_cinz_powd1_u10purec(x, y); }
double scr_atan2(double y, double x) { return Sleef_cinz_atan2d1_u10purec(y, x); }

void scr_sincos_degrees(double degrees, double *s, double *c) {
  double a = fmod(degrees, 360.0); /* exact by definition */
  if (a < 0) a += 360.0;
  double quarter = floor(a / 90.0), rest = a - 90.0 * quarter;
  double sr = rest == 30 ? 0.5 : scr_sin(rest * (SCR_PI / 180)),
         cr = rest == 60 ? 0.5 : scr_cos(rest * (SCR_PI / 180));
  if (rest == 0) sr = 0, cr = 1;
  switch ((int)quarter & 3) {
  case 0: *s = sr, *c = cr; break;
  case 1: *s = cr, *c = -sr; break;
  case 2: *s = -sr, *c = -cr; break;
  default: *s = -cr, *c = sr; break;
  }
}

/* Rodrigues: about the unit vector n by the angle whose sine and cosine are s and c. */
void scr_turn_matrix(const double axis[3], double degrees, double turn[3][3]) {
  double s, c, n[3];
  const double len = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  scr_sincos_degrees(degrees, &s, &c);
  for (int k = 0; k < 3; k++) n[k] = axis[k] / len;
  const double cross[3][3] = {{0, -n[2], n[1]}, {n[2], 0, -n[0]}, {-n[1], n[0], 0}};
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++)
      turn[i][j] = (i == j ? c : 0) + s * cross[i][j] + (1 - c) * n[i] * n[j];
}
