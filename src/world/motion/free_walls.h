/* Walls that are free: rigid, with a mass and moments of inertia, along the components of velocity
 * and spin that follow the forces on them. Which those are: world/bodies/wall_free.c. */
#ifndef SCR_FREE_WALLS_H
#define SCR_FREE_WALLS_H

#include "kernel/kernel.h"
#include "world/world.h"

typedef struct scr_free_wall {
  uint32_t row;
  unsigned free;      /* bits of the components of the velocity, */
  unsigned spins;     /* and of the spin, from bit 0 */
  double force[3];    /* sum of contact forces, exact, N */
  double own[3];      /* its weight and what is applied to it, N */
  double most;        /* the largest contact force, N */
  double moment[3];   /* of the contacts about the rotation centre, exact, N m */
  double applied[3];  /* the moment that is applied to it, N m */
  double mobility[9]; /* rate of its spin for a moment, 1/(kg m2) */
} scr_free_wall;

/* All of them in order of row; the caller's to free (NULL: none). */
uint32_t scr_free_walls_find(const scr_world *w, scr_free_wall **out);
/* The half-kicks of `m`, as balls have them, with their work. */
void scr_free_walls_kick(scr_world *w, const scr_motion *m);
void scr_free_walls_calm(scr_world *w); /* free components of velocities and spins become 0 */
/* Of the free components, J. */
double scr_free_wall_kinetic(const scr_world *w, uint32_t row);
/* Contact force times acceleration, and contact moment times that of the spin, summed over them,
 * before the opening half-kick of m, W/s. */
double scr_free_walls_rush(scr_world *w, const scr_motion *m);

#endif
