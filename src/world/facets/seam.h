/* The bottom of a valley between nearly flat facets. Floor: world. */
#ifndef SCR_SEAM_H
#define SCR_SEAM_H

#include "base/base.h"

/* A face as a ball sees it: the overlap (negative: a gap), m, and the unit normal from the ball to
 * the face. */
typedef struct scr_seam_side {
  double depth;
  double n[3];
} scr_seam_side;

enum { SCR_SEAM_SIDES = 12 };

/* Rounds the surface that the deepest of n sides (the first one) forms with the others: its edges
 * become arcs of `radius` (m) for the centre of the ball, so that overlap and normal change without
 * a jump from face to face. False: the ball is beside all arcs, and the first side stands as it is.
 * Else gap (m) and n, the normal to the wall. Source: distance to a convex polyhedron. */
bool scr_seam_round(int count, const scr_seam_side *side, double radius, double *gap, double n[3]);

#endif
