/* Closest points of facets to balls, a tile of pairs at a time. Floor: kernel. */
#ifndef SCR_CLOSEST_H
#define SCR_CLOSEST_H

#include "kernel/batch.h"
#include "kernel/state.h"

/* What the closest point of a facet depends on, two cache lines a facet. */
typedef struct scr_facet_shape {
  double x[3][3];   /* vertices, m; in 2D the third is unused */
  double normal[3]; /* unit */
  double turned[3]; /* not 0: edge k (vertex k to k + 1) is computed from its end: that vertex has
                       the lower row */
  double blur; /* how far a distance to the facet may be wrong by rounding, where the ball is as far
                  from the origin, m */
} scr_facet_shape;

enum { SCR_SHAPE_NUMBERS = 16 };
static_assert(sizeof(scr_facet_shape) == SCR_SHAPE_NUMBERS * sizeof(double), "a shape has padding");

typedef struct scr_closest {
  int n;
  /* in */
  scr_pose ball[SCR_TILE]; /* in the image that the pair sees */
  const scr_facet_shape *shape[SCR_TILE];
  /* out */
  double gap[SCR_TILE];     /* m */
  double n_to[3][SCR_TILE]; /* unit normal from the ball to the facet; that of its back where the
                               centre lies on it */
  double feature[SCR_TILE]; /* 0 face, 1 to 3 edge, 4 to 6 vertex */
  double best[SCR_TILE];    /* distance of the centre, m */
  /* buffers */
  double p[SCR_SHAPE_NUMBERS][SCR_TILE], x[4][SCR_TILE];
  double point[3][SCR_TILE];
} scr_closest;

/* The same bits as scr_facet_closest of world/facets/facet.c, pair by pair. */
typedef void (*scr_closest_fn)(scr_closest *t);

#endif
