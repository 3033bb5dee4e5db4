/* Buffers of one tile: columns of SCR_TILE numbers that stay in the first-level cache. Floor:
 * kernel. */
#ifndef SCR_TILE_H
#define SCR_TILE_H

#include "kernel/kernel.h"

/* Pairs and where they are. */
typedef struct scr_geometry {
  _Alignas(64) uint32_t i[SCR_TILE], j[SCR_TILE]; /* rows of both ends */
  uint64_t place_i[SCR_TILE], place_j[SCR_TILE];  /* where they lie: scr_place (rows.h) */
  double n[3][SCR_TILE]; /* from end 1 to end 2: the branch vector (m), then the unit normal */
  double dist[SCR_TILE], gap[SCR_TILE], ra[SCR_TILE], rb[SCR_TILE];
  uint32_t near; /* a bit each: contacts may begin at such a gap */
} scr_geometry;

/* Contacts of one law that lie scattered in the list, put together. */
typedef struct scr_gathered {
  int n;
  uint32_t was, slid, held; /* a bit each: active before, slipped, bonded */
  uint32_t pair[SCR_TILE];
  scr_geometry geometry;
} scr_gathered;

typedef struct scr_tile {
  uint32_t pair[SCR_TILE];
  scr_geometry all;
  scr_gathered gathered[SCR_LAWS]; /* by law - 1 */
  /* the contacts of one law */
  scr_batch batch;
  scr_lanes arm1, arm2;
  scr_lanes h[3];       /* branch of the middle of the step, with a part of 1 along the normal */
  scr_lanes turn;       /* angle by which both bodies together turn about the normal in this step */
  scr_lanes wall[3];    /* spin of a wall, rad/s */
  scr_lanes v[3], w[3]; /* velocity of a wall relative to the ball, m/s; spin of the ball, rad/s */
  scr_lanes force[3];   /* on end 2, N */
  scr_lanes couple[3];  /* moment of the contact on end 2, N m */
  scr_lanes max_force, max_moment, max_k, max_ks, max_kr, sum_size, max_size;
  /* copies of columns of state, as many as any law has; those that a law has not are never touched
   */
  scr_lanes *state;
} scr_tile;

#endif
