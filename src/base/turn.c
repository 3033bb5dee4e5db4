/* Free rotation of a rigid body: rotations about its principal axes one after the other, x y z y x,
 * each of them exact. Second order, reversible in time, and the angular momentum in global axes
 * stays what it is to the last bit, since the body turns beneath it. Source: docs/physics.md, rigid
 * bodies. */
#include "base/turn.h"

#include <math.h>
#include "base/smath.h"
#include "base/vec3.h"

void scr_axes_of(const double q[4], double r[9]) {
  const double w = q[0], x = q[1], y = q[2], z = q[3];
  r[0] = 1 - 2 * (y * y + z * z), r[1] = 2 * (x * y - w * z), r[2] = 2 * (x * z + w * y);
  r[3] = 2 * (x * y + w * z), r[4] = 1 - 2 * (x * x + z * z), r[5] = 2 * (y * z - w * x);
  r[6] = 2 * (x * z - w * y), r[7] = 2 * (y * z + w * x), r[8] = 1 - 2 * (x * x + y * y);
}

/* What rounding adds to the length of a unit quaternion is taken out. */
static void keep_unit(double q[4]) {
  const double length2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
  for (int k = 0; k < 4; k++) q[k] *= 1.5 - 0.5 * length2;
}

/* The body turns about its own axis a by an angle, and what it sees of the momentum turns back. */
static void turn_about(double q[4], double seen[3], int a, double angle) {
  const int b = (a + 1) % 3, c = (a + 2) % 3;
  const double ch = scr_cos(0.5 * angle), sh = scr_sin(0.5 * angle);
  const double cosine = (ch - sh) * (ch + sh), sine = 2 * sh * ch;
  const double seen_b = cosine * seen[b] + sine * seen[c],
               seen_c = cosine * seen[c] - sine * seen[b];
  seen[b] = seen_b, seen[c] = seen_c;
  const double w = q[0], qa = q[1 + a], qb = q[1 + b], qc = q[1 + c];
  q[0] = ch * w - sh * qa;
  q[1 + a] = ch * qa + sh * w;
  q[1 + b] = ch * qb + sh * qc;
  q[1 + c] = ch * qc - sh * qb;
}

void scr_turn_free(double q[4], const double momentum[3], const double inertia[3], int dim,
                   double dt) {
  static const int order[] = {0, 1, 2, 1, 0};
  static const double part[] = {0.5, 0.5, 1, 0.5, 0.5};
  double r[9], seen[3];
  scr_axes_of(q, r);
  for (int c = 0; c < 3; c++)
    seen[c] = r[c] * momentum[0] + r[3 + c] * momentum[1] + r[6 + c] * momentum[2];
  for (int k = 0; k < 5; k++) {
    const int a = order[k];
    if (dim == 3 || a == 2) turn_about(q, seen, a, part[k] * dt * (seen[a] / inertia[a]));
  }
  keep_unit(q);
}

void scr_turn_steadily(double q[4], const double spin[3], double dt) {
  const double speed = sqrt(scr_dot3(spin, spin)), angle = 0.5 * speed * dt;
  if (speed == 0) return;
  const double u = scr_cos(angle), size = scr_sin(angle) / speed;
  const double v[3] = {size * spin[0], size * spin[1], size * spin[2]}, *p = q + 1;
  double cross[3], out[4];
  scr_cross3(v, p, cross);
  out[0] = u * q[0] - scr_dot3(v, p);
  for (int k = 0; k < 3; k++) out[k + 1] = u * p[k] + q[0] * v[k] + cross[k];
  for (int k = 0; k < 4; k++) q[k] = out[k];
  keep_unit(q);
}
