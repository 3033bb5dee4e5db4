/* Buffers of one tile: a few columns of SCR_TILE numbers that stay in the first-level cache. */
#ifndef SCR_TILE_H
#define SCR_TILE_H

#include "kernel/kernel.h"

typedef struct scr_tile {
  /* geometry of all pairs of the tile */
  scr_pose pa[SCR_TILE], pb[SCR_TILE];
  double dx[3][SCR_TILE], dist[SCR_TILE], gap[SCR_TILE], ra[SCR_TILE], rb[SCR_TILE];
  uint32_t pair[SCR_TILE];
  /* the contacts of one law among them */
  scr_twist a[SCR_TILE], b[SCR_TILE]; /* rows of both ends */
  double n[3][SCR_TILE], arm1[SCR_TILE], arm2[SCR_TILE], spin[SCR_TILE];
  double f[3][SCR_TILE], torque[3][SCR_TILE];
  scr_load load1[SCR_TILE], load2[SCR_TILE]; /* what is added to both ends */
  double max_force[SCR_TILE], max_moment[SCR_TILE];
  double column[16][SCR_TILE]; /* of the batch: gap dn ds reff meff was act fn ft kn ks */
  double dash[4][SCR_TILE], work[3][SCR_TILE];
  double state[SCR_MAX_STATE][SCR_TILE];
  double param[SCR_MAX_PARAM][SCR_TILE];  /* mixed parameter sets */
  double common[SCR_MAX_PARAM][SCR_TILE]; /* of the set `pset_cached` of the lane */
} scr_tile;

#endif
