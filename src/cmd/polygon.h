/* A plane polygon of ranges: an area in 2D, in 3D the prism over it along its normal. */
#ifndef SCR_POLYGON_H
#define SCR_POLYGON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct scr_polygon scr_polygon;

/* Of n corners, three numbers each. NULL: they make none, and *why says why. */
scr_polygon *scr_polygon_new(int dim, size_t n, const double *x, const char **why);
void scr_polygon_free(scr_polygon *p);
/* Does a point, or what lies within r of it, meet the polygon? Its edges belong to it. */
bool scr_polygon_holds(const scr_polygon *p, const double x[3], double r);

#endif
