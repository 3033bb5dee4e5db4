/* Where two fractures meet. */
#ifndef SCR_MEETING_H
#define SCR_MEETING_H

#include "world/fracture/density.h"
#include "world/geometry/geom.h"

/* Do they have a point in common? Ends of the (first) segment in 3D, the point twice in 2D; m.
 * Parallel planes do not meet, whether they are one or not. */
bool scr_fractures_meet(const scr_world *w, uint32_t a, uint32_t b, double end[2][3]);
/* The same of a fracture and a plane polygon of n corners (3 numbers each, m); two of them, in 2D
 * always, are a segment. */
bool scr_fracture_meets_polygon(const scr_world *w, uint32_t place, const double *corner,
                                uint32_t n, double end[2][3]);
/* A polygon of a geometry set, or an edge. */
typedef struct scr_patch {
  uint32_t n;
  double *corner; /* m, 3 numbers each; owned */
  scr_extent box;
} scr_patch;
scr_patch scr_patch_of(const scr_geom *s, scr_geom_kind kind, uint32_t row);
/* Does it meet the fracture at that place, whose box is e? */
bool scr_patch_met(const scr_world *w, const scr_patch *p, uint32_t place, const scr_extent *e,
                   double end[2][3]);

#endif
