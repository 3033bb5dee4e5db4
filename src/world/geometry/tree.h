/* A tree of boxes over segments and triangles, which answers how often a ray meets them and how far
 * away they are. Read by one thread or many.
 *
 * Rays are those of a point that lies a little off the given one, by (e, e^2, -e^3) in the axes of
 * the ray for an e that is smaller than any number. So none goes through an edge, a vertex or along
 * a surface, and a point in two closed bodies that share a surface is always in one of them
 * (Edelsbrunner and Muecke, Simulation of simplicity, ACM Trans. Graphics 9 (1990)). */
#ifndef SCR_TREE_H
#define SCR_TREE_H

#include "base/base.h"

typedef struct scr_geom_tree scr_geom_tree;

/* corner: three places for each of n pieces, three numbers each, m; a segment repeats its second
 * end, a point its place. In 2D, where rays meet segments, z is 0. `direction`: of the rays, not
 * zero. Never NULL. */
scr_geom_tree *scr_geom_tree_new(int dim, const double *corner, size_t n,
                                 const double direction[3]);
void scr_geom_tree_free(scr_geom_tree *t);
/* How many triangles (2D: segments) the ray from x meets. */
size_t scr_geom_tree_meets(const scr_geom_tree *t, const double x[3]);
/* Does any piece come within `far` of x? */
bool scr_geom_tree_near(const scr_geom_tree *t, const double x[3], double far);

#endif
