#include "base/sym3.h"

#include <math.h>
#include <string.h>

/* Off-diagonal element (p, q) of s becomes 0 by a rotation, which is added to the columns of e. */
static void rotate(double s[9], double e[9], int p, int q) {
  const double apq = s[3 * p + q];
  if (apq == 0) return;
  const double theta = (s[4 * q] - s[4 * p]) / (2 * apq),
               t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1)),
               c = 1 / sqrt(t * t + 1), d = t * c;
  for (int k = 0; k < 3; k++) {
    const double kp = s[3 * k + p], kq = s[3 * k + q];
    s[3 * k + p] = c * kp - d * kq, s[3 * k + q] = d * kp + c * kq;
  }
  for (int k = 0; k < 3; k++) {
    const double pk = s[3 * p + k], qk = s[3 * q + k], ep = e[3 * k + p], eq = e[3 * k + q];
    s[3 * p + k] = c * pk - d * qk, s[3 * q + k] = d * pk + c * qk;
    e[3 * k + p] = c * ep - d * eq, e[3 * k + q] = d * ep + c * eq;
  }
  s[3 * p + q] = s[3 * q + p] = 0;
}

void scr_sym3_principal(double s[9], double e[9]) {
  enum { SWEEPS = 12 };
  static const double unit[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1};
  memcpy(e, unit, sizeof unit);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    rotate(s, e, 0, 1), rotate(s, e, 0, 2), rotate(s, e, 1, 2);
}
