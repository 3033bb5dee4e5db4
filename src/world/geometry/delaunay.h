/* The Delaunay triangulation of points: triangles in 2D, tetrahedra in 3D, in whose circles or
 * spheres no other point lies. Where more points lie on one sphere, which cells are made of them
 * follows from the order of the points by x, y and z alone. */
#ifndef SCR_DELAUNAY_H
#define SCR_DELAUNAY_H

#include "base/base.h"

enum { SCR_DELAUNAY_ENDS = 4 };
static const uint32_t SCR_DELAUNAY_FAR = 0xfffffffe; /* the point at infinity, behind the hull */

/* Corners, turned so that scr_side_of_plane (2D: of_line) of them is 1; one at infinity stands for
 * a place outside. What lies behind the side across from each. */
typedef struct scr_simplex {
  uint32_t corner[SCR_DELAUNAY_ENDS], beside[SCR_DELAUNAY_ENDS];
  bool gone, outside; /* outside: a corner is at infinity, or it is flat and lies at the hull */
} scr_simplex;

typedef struct scr_delaunay {
  int dim;
  uint32_t n; /* points, each place once, in order of x, y, z */
  double *x;  /* m, 3 each; in 2D z is 0 */
  scr_simplex *cell;
  size_t ncell, cap_cell;
} scr_delaunay;

/* x: 3 a point. False: they lie in one plane (2D: on one line), or are too few. To be freed all the
 * same. */
bool scr_delaunay_find(int dim, const double *x, uint32_t n, scr_delaunay *out);
void scr_delaunay_free(scr_delaunay *t);
static inline bool scr_delaunay_inside(const scr_simplex *c) { return !c->gone && !c->outside; }

/* The corners of the Voronoi cells of the points: the middle of the sphere of each cell, 3 a cell,
 * m; cells of one sphere share the one of `same`. Owned by the caller. */
void scr_delaunay_middles(const scr_delaunay *t, double **middle, uint32_t **same);

#endif
