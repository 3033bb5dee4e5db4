/* Euler angles: see euler.h. */
#include "base/euler.h"

#include <math.h>
#include <string.h>
#include "base/base.h"
#include "base/smath.h"

static const double DEGREE = 180 / SCR_PI;

void scr_euler_to_matrix(const double e[3], double r[9]) {
  double sx, cx, sy, cy, sz, cz;
  scr_sincos_degrees(e[0], &sx, &cx);
  scr_sincos_degrees(e[1], &sy, &cy);
  scr_sincos_degrees(e[2], &sz, &cz);
  memcpy(r,
         (double[]){cy * cz, sx * sy * cz - cx * sz, cx * sy * cz + sx * sz, cy * sz,
                    sx * sy * sz + cx * cz, cx * sy * sz - sx * cz, -sy, sx * cy, cx * cy},
         9 * sizeof *r);
}

void scr_matrix_to_euler(const double r[9], double e[3]) {
  double cy = sqrt(r[0] * r[0] + r[3] * r[3]);
  bool locked = cy < 1e-9;
  e[0] = locked ? 0 : DEGREE * scr_atan2(r[7], r[8]);
  e[1] = DEGREE * scr_atan2(-r[6], cy);
  e[2] = DEGREE * (locked ? scr_atan2(-r[1], r[4]) : scr_atan2(r[3], r[0]));
}
