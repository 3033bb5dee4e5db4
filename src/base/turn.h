/* Orientations that turn: unit quaternions, scalar first, from a body's own axes to global ones. */
#ifndef SCR_TURN_H
#define SCR_TURN_H

/* The matrix of q, row by row. */
void scr_axes_of(const double q[4], double r[9]);
/* Turns q for dt s with that spin, rad/s, about axes that do not move. */
void scr_turn_steadily(double q[4], const double spin[3], double dt);
/* Turns q (principal axes to global ones) by a step of free rotation with that angular momentum,
 * which does not change; in 2D about z alone. */
void scr_turn_free(double q[4], const double momentum[3], const double inertia[3], int dim,
                   double dt);

#endif
