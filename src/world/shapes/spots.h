/* Places in space that are one where they lie within a distance of each other. */
#ifndef SCR_SPOTS_H
#define SCR_SPOTS_H

#include "base/map.h"

/* Cells as long as that distance; several of them may share a list. */
typedef struct scr_spots {
  double near;     /* m, above 0 */
  scr_u64map last; /* of a cell: the spot that came last */
  uint32_t *before;
  double *x; /* 3 a spot */
  uint32_t n;
  size_t cap, cap_x;
} scr_spots;

/* The number of the new spot, from 0 on. */
uint32_t scr_spots_put(scr_spots *s, const double x[3]);
/* The nearest spot within the distance, of equal ones the first; SCR_NONE: there is none. */
uint32_t scr_spots_find(const scr_spots *s, const double x[3]);
void scr_spots_free(scr_spots *s);

#endif
