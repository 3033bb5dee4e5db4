/* What contacts do to walls: sums of their forces, and of moments about the centre of rotation. */
#ifndef SCR_WALL_LOADS_H
#define SCR_WALL_LOADS_H

#include "base/xsum.h"
#include "world/world.h"

/* Exact: no order of contacts shows. */
typedef struct scr_wall_load {
  scr_xsum force[3], moment[3]; /* N, N m */
  double most;                  /* the largest contact force, N */
} scr_wall_load;

/* Adds contact k of a ball and a facet, with its moment if that is asked for. */
void scr_wall_load_add(scr_wall_load *to, const scr_world *w, uint32_t k, bool moment);
/* From the centre of rotation of its wall to contact k, in the nearest image of the ball, m. */
void scr_wall_arm(const scr_world *w, uint32_t k, double arm[3]);

#endif
