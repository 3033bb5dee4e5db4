/* Mass, centre of mass and principal axes of a body of spheres or disks. Source: docs/physics.md,
 * rigid bodies. */
#include <math.h>
#include <string.h>
#include "base/smath.h"
#include "base/sym3.h"
#include "world/world.h"

/* Second moments about the centre of mass, kg m2: of mass, not of inertia. */
static void second_moments(int dim, const scr_pose *piece, uint32_t n, double density,
                           const double x[3], double s[9]) {
  memset(s, 0, 9 * sizeof *s);
  for (uint32_t k = 0; k < n; k++) {
    const double r = piece[k].r,
                 m = density * (dim == 3 ? 4.0 / 3.0 * SCR_PI * r * r * r : SCR_PI * r * r);
    for (int a = 0; a < dim; a++) {
      for (int b = 0; b < dim; b++)
        s[3 * a + b] += m * ((piece[k].x[a] - x[a]) * (piece[k].x[b] - x[b]));
      s[4 * a] += m * r * r / (dim == 3 ? 5 : 4);
    }
  }
}

/* The unit quaternion of a rotation matrix whose columns are the axes; scalar part not negative. */
static void quaternion(const double e[9], double q[4]) {
  const double trace[4] = {1 + e[0] + e[4] + e[8], 1 + e[0] - e[4] - e[8], 1 - e[0] + e[4] - e[8],
                           1 - e[0] - e[4] + e[8]};
  int most = 0;
  for (int k = 1; k < 4; k++)
    if (trace[k] > trace[most]) most = k;
  const double root = 2 * sqrt(trace[most]), yz = e[7] - e[5], zx = e[2] - e[6], xy = e[3] - e[1];
  switch (most) {
  case 0: q[0] = root / 4, q[1] = yz / root, q[2] = zx / root, q[3] = xy / root; break;
  case 1:
    q[0] = yz / root, q[1] = root / 4, q[2] = (e[1] + e[3]) / root, q[3] = (e[2] + e[6]) / root;
    break;
  case 2:
    q[0] = zx / root, q[1] = (e[1] + e[3]) / root, q[2] = root / 4, q[3] = (e[5] + e[7]) / root;
    break;
  default:
    q[0] = xy / root, q[1] = (e[2] + e[6]) / root, q[2] = (e[5] + e[7]) / root, q[3] = root / 4;
  }
  const double size = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  for (int k = 0; k < 4; k++) q[k] = (q[0] < 0 ? -1 : 1) * (q[k] / size);
}

static void principal_axes(double s[9], double orientation[4]) {
  double e[9];
  scr_sym3_principal(s, e);
  quaternion(e, orientation);
}

bool scr_body_of_spheres(scr_diag *d, int dim, const scr_pose *piece, uint32_t n, double density,
                         scr_body_spec *out) {
  double s[9], volume = 0;
  *out = (scr_body_spec){.piece = piece, .n = n, .orientation = {1, 0, 0, 0}};
  if (n == 0) return scr_fail(d, NULL, SCR_E_VALUE, "a body needs a piece");
  if (!(density > 0) || !isfinite(density))
    return scr_fail(d, NULL, SCR_E_VALUE, "a density must be positive, not %g", density);
  for (uint32_t k = 0; k < n; k++) {
    const double r = piece[k].r, v = dim == 3 ? 4.0 / 3.0 * SCR_PI * r * r * r : SCR_PI * r * r;
    if (!(r > 0)) return scr_fail(d, NULL, SCR_E_VALUE, "a radius must be positive, not %g", r);
    volume += v;
    for (int c = 0; c < dim; c++) out->x[c] += v * piece[k].x[c];
  }
  for (int c = 0; c < dim; c++) out->x[c] /= volume;
  out->mass = density * volume;
  second_moments(dim, piece, n, density, out->x, s);
  if (dim == 3) principal_axes(s, out->orientation);
  for (int c = 0; c < 3; c++) out->inertia[c] = s[4 * ((c + 1) % 3)] + s[4 * ((c + 2) % 3)];
  return true;
}
