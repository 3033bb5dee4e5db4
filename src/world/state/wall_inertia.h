/* Inertia of walls that turn by themselves, about their centres of rotation, in global axes.
 * Formulas: docs/physics.md, free walls. */
#ifndef SCR_WALL_INERTIA_H
#define SCR_WALL_INERTIA_H

#include "world/world.h"

enum { SCR_ALL_SPINS = 7 };

/* Bits of the components of its spin that follow the moments, from bit 0; in 2D bit 2. */
unsigned scr_wall_free_spins(const scr_world *w, uint32_t row);
/* The tensor, kg m2, row by row; in 2D zz alone. */
void scr_wall_tensor(const scr_world *w, uint32_t row, double s[9]);
/* The rate of the spin for a moment along these components of it, the others being held: 1/(kg m2).
 * Zero across others. */
void scr_wall_mobility(const scr_world *w, uint32_t row, unsigned spins, double m[9]);
/* Does its spin change as it turns, without a moment? */
bool scr_wall_wobbles(const scr_world *w, uint32_t row);
/* A step of that: axes and spin become those of its end; by: the turn. */
void scr_wall_wobble(scr_world *w, uint32_t row, double dt, double by[4]);
/* Its axes are along x, y and z; there are none where the column is not. */
void scr_wall_axes_begin(scr_world *w, uint32_t row);
/* Its axes turn with it by a spin that does not change, for dt s. */
void scr_wall_axes_turn(scr_world *w, uint32_t row, const double spin[3], double dt);

#endif
