/* Facets whose vertices have velocities of their own. */
#ifndef SCR_DEFORM_H
#define SCR_DEFORM_H

#include "world/world.h"

/* What the own velocities of its vertices did to a facet in a step of dt (s): where it is now, and
 * its first vertex's velocity (m/s), its edges from there (m) and how fast these change (m/s), its
 * normal and by how much that differs from the one before. */
typedef struct scr_deformation {
  int dim;
  double dt, from[3], velocity[3], edge[2][3], rate[2][3], normal[3], turned[3];
  double dual[2][3]; /* pick parts along the edges, 1/m */
} scr_deformation;

/* The own velocity of a vertex, m/s; 3 numbers. */
const double *scr_vertex_velocity(const scr_world *w, uint32_t vertex);
scr_deformation scr_facet_deformation(const scr_world *w, uint32_t f, double dt);
/* What it did to a vector that is r now, m. */
void scr_deformed_by(const scr_deformation *m, const double r[3], double by[3]);
/* Mean velocity in the step of the facet's point that is at x now, m/s; beside the facet of the
 * point that a plane through it would have there. */
void scr_deformed_velocity(const scr_deformation *m, const double x[3], double v[3]);
void scr_deformed_spin(const scr_deformation *m, double spin[3]); /* rad/s */

#endif
