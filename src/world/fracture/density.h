/* How much of fractures lies in a box, and which ones a line meets. */
#ifndef SCR_DENSITY_H
#define SCR_DENSITY_H

#include "world/fracture/fracture.h"

/* Does the point lie between the corners lo and hi of a box, or on its sides? */
bool scr_point_in(int dim, const double *x, const double *lo, const double *hi);
/* The part of the way from a to b that lies in the box, as parts of it, *from to *to. False: none
 * does, or a point alone. */
bool scr_line_in(int dim, const double *a, const double *b, const double *lo, const double *hi,
                 double *from, double *to);
/* Area between lo and hi, m2; in 2D length by unit thickness. Exact but for rounding. */
double scr_fracture_area_in(const scr_world *w, uint32_t place, const double lo[3],
                            const double hi[3]);
/* Does the way from a to b meet it? */
bool scr_fracture_crossed(const scr_world *w, uint32_t place, const double a[3], const double b[3]);
/* What a fracture of that area adds to the percolation parameter, times volume: in 2D the length
 * squared, in 3D pi^2 (area/pi)^1.5, that is pi^2 r^3 of a disk. */
double scr_fracture_percolation(int dim, double area);
/* Sums over fractures, of what lies between lo and hi. */
typedef struct scr_fracture_sums {
  double middles, area, percolation; /* area: m2 */
} scr_fracture_sums;
scr_fracture_sums scr_fracture_sum(const scr_world *w, const uint32_t *places, size_t n,
                                   const double lo[3], const double hi[3]);
/* Corners of the box about it, axes along x, y, z. */
void scr_fracture_extent(const scr_world *w, uint32_t place, double lo[3], double hi[3]);
/* Boxes that do not even touch hold nothing that meets. */
typedef struct scr_extent {
  double lo[3], hi[3];
} scr_extent;
bool scr_extents_apart(int dim, const scr_extent *a, const scr_extent *b);
scr_extent *scr_fracture_extents(const scr_world *w, const uint32_t *places, size_t n); /* owned */
/* Where the plane through x with normal n (2D: the line) meets the box: how many corners of a
 * convex polygon, of a segment 2, 3 numbers each, m; 0: it misses it, or touches. */
enum { SCR_SECTION_CORNERS = 10 };
uint32_t scr_section(int dim, const double lo[3], const double hi[3], const double x[3],
                     const double n[3], double corner[3 * SCR_SECTION_CORNERS]);

#endif
