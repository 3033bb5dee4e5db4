/* Components of forces that were set apart. */
#ifndef SCR_GIANTS_H
#define SCR_GIANTS_H

#include "world/world.h"

/* All n of them, at these magic numbers, of forces and of moments, and what rounding leaves at
 * finer ones. */
void scr_giants_add(scr_world *w, size_t n, const double magic[2], const double fine[2]);

#endif
