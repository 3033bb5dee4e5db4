/* Fractures that lie nearly in one plane are brought into it, and made one where they overlap. */
#ifndef SCR_COMBINE_H
#define SCR_COMBINE_H

#include "world/fracture/fracture.h"

typedef struct scr_combining {
  double angle;    /* degrees between normals: what is below counts as nearly parallel */
  double distance; /* m, of a middle from the plane of the larger one: the same */
  bool collapse;   /* what is turned comes into the plane as well */
  bool merge;      /* what overlaps there joins the larger one */
} scr_combining;

typedef struct scr_combined {
  size_t turned, merged;
  size_t outside; /* were turned, but have not come into the plane: their middles would leave the
                     domain */
} scr_combined;

/* Of these fractures (places, no doubles), the largest first, of equal ones the lower id. Where
 * they met is forgotten. False after scr_fail, an interrupt: all is as it was. */
bool scr_fractures_combine(scr_world *w, scr_diag *d, const scr_combining *c,
                           const uint32_t *places, size_t n, scr_combined *done);

#endif
