/* Valleys with a round bottom, see seam.h.
 *
 * Merged to the deepest face the overlap of a ball is max(d1, d2, ...): at the bottom of a valley
 * its slope jumps, and a ball at rest there would be thrown to and fro for ever. Where the centre
 * may be without any force is a convex polyhedron; moved inwards by the radius and then rounded by
 * it, the polyhedron keeps its faces, and its edges become arcs. With a_i = d_i + radius the
 * distance to the inner polyhedron is the length of the shortest y with y.n_i >= a_i for all sides;
 * the sum of some normals with weights that are not negative, and y.n_i = a_i for these. */
#include "world/facets/seam.h"

#include <math.h>
#include "world/state/rows.h"

/* Sides that differ less than this from the deepest one belong to it: seams of a plane, and
 * rounding. */
static const double SAME = 1e-9;

/* Does y lie beyond all sides? */
static bool reaches(int count, const scr_seam_side *side, double radius, const double y[3]) {
  for (int k = 0; k < count; k++) {
    const double a = side[k].depth + radius;
    if (scr_dot3(y, side[k].n) < a - SAME * fabs(a)) return false;
  }
  return true;
}

/* y on two sides, in the plane of their normals. */
static bool on_two(const scr_seam_side *p, const scr_seam_side *q, double radius, double y[3]) {
  const double a = p->depth + radius, b = q->depth + radius, c = scr_dot3(p->n, q->n),
               det = 1 - c * c;
  if (!(det > SAME)) return false;
  const double u = (a - c * b) / det, v = (b - c * a) / det;
  for (int k = 0; k < 3; k++) y[k] = u * p->n[k] + v * q->n[k];
  return u >= 0 && v >= 0;
}

/* y on three sides: their common point, if it is a sum of the normals with weights that are not
 * negative. */
static bool on_three(const scr_seam_side *const s[3], double radius, double y[3]) {
  double c[3][3];
  for (int k = 0; k < 3; k++) scr_cross3(s[(k + 1) % 3]->n, s[(k + 2) % 3]->n, c[k]);
  const double det = scr_dot3(s[0]->n, c[0]);
  if (!(fabs(det) > SAME)) return false;
  for (int x = 0; x < 3; x++) {
    y[x] = 0;
    for (int k = 0; k < 3; k++) y[x] += (s[k]->depth + radius) * c[k][x] / det;
  }
  for (int k = 0; k < 3; k++)
    if (scr_dot3(y, c[k]) / det < 0) return false; /* the weight of normal k */
  return true;
}

static bool beside_all(int count, const scr_seam_side *side, double radius) {
  const double a = side[0].depth + radius;
  for (int k = 1; k < count; k++)
    if (side[k].depth + radius > (scr_dot3(side[0].n, side[k].n) + SAME) * a) return false;
  return true;
}

/* The shortest y, which two or three sides hold. */
static bool shortest(int count, const scr_seam_side *side, double radius, double y[3]) {
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      if (on_two(&side[i], &side[j], radius, y) && reaches(count, side, radius, y)) return true;
  for (int i = 0; i < count; i++)
    for (int j = i + 1; j < count; j++)
      for (int k = j + 1; k < count; k++)
        if (on_three((const scr_seam_side *const[3]){&side[i], &side[j], &side[k]}, radius, y) &&
            reaches(count, side, radius, y))
          return true;
  return false;
}

bool scr_seam_round(int count, const scr_seam_side *side, double radius, double *gap, double n[3]) {
  assert(count >= 1 && count <= SCR_SEAM_SIDES && radius > 0);
  double y[3];
  if (!(side[0].depth + radius > 0) || beside_all(count, side, radius) ||
      !shortest(count, side, radius, y))
    return false;
  const double length = sqrt(scr_dot3(y, y));
  *gap = radius - length;
  for (int k = 0; k < 3; k++) n[k] = y[k] / length;
  return true;
}
