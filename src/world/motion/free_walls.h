/* Walls that are free: rigid, with a mass, along the components of the velocity that follow the
 * forces on them. Which those are: world/bodies/wall_free.c. */
#ifndef SCR_FREE_WALLS_H
#define SCR_FREE_WALLS_H

#include "kernel/kernel.h"
#include "world/world.h"

typedef struct scr_free_wall {
  uint32_t row;
  unsigned free;   /* bits of the components */
  double force[3]; /* sum of contact forces, exact, N */
  double own[3];   /* its weight and what is applied to it, N */
  double most;     /* the largest contact force, N */
} scr_free_wall;

/* All of them in order of row; the caller's to free (NULL: none). */
uint32_t scr_free_walls_find(const scr_world *w, scr_free_wall **out);
/* The half-kicks of `m`, as balls have them, with their work. */
void scr_free_walls_kick(scr_world *w, const scr_motion *m);
void scr_free_walls_calm(scr_world *w); /* free components of their velocities become 0 */
/* Of the free components, J. */
double scr_free_wall_kinetic(const scr_world *w, uint32_t row);
/* Contact force times acceleration, summed over them, W/s. */
double scr_free_walls_rush(const scr_world *w);

#endif
