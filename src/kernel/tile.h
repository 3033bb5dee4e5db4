/* Buffers of one tile: columns of SCR_TILE numbers that stay in the first-level cache. Floor: kernel. */
#ifndef SCR_TILE_H
#define SCR_TILE_H

#include "kernel/kernel.h"

/* Pairs and where they are. */
typedef struct scr_geometry {
  uint32_t i[SCR_TILE], j[SCR_TILE]; /* rows of both ends */
  double n[3][SCR_TILE];             /* from end 1 to end 2: the branch vector (m), then the unit normal */
  double dist[SCR_TILE], gap[SCR_TILE], ra[SCR_TILE], rb[SCR_TILE];
} scr_geometry;

typedef struct scr_tile {
  uint32_t pair[SCR_TILE];
  scr_geometry all, some; /* of the tile; of the contacts of one law among others */
  /* the contacts of one law */
  double v[3][SCR_TILE], w[3][SCR_TILE]; /* velocity of a wall relative to the ball, m/s; spin of the ball, rad/s */
  double arm1[SCR_TILE], arm2[SCR_TILE], spin[SCR_TILE];
  double *f[3]; /* force on end 2, N: columns of the list or of the buffer */
  double force[3][SCR_TILE];
  double max_force[SCR_TILE], max_moment[SCR_TILE];
  double column[16][SCR_TILE]; /* of the batch: dn ds reff meff was act fn ft kn ks */
  double dash[4][SCR_TILE], work[3][SCR_TILE];
  double state[SCR_MAX_STATE][SCR_TILE];
  double param[SCR_MAX_PARAM][SCR_TILE];  /* mixed parameter sets */
  double common[SCR_MAX_PARAM][SCR_TILE]; /* of the set `pset_cached` of the lane */
} scr_tile;

#endif
