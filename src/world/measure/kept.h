/* What lies inside of a region: for this room alone. */
#ifndef SCR_MEASURE_KEPT_H
#define SCR_MEASURE_KEPT_H

#include <math.h>
#include "world/measure/measure.h"
#include "world/state/rows.h"

/* Is x inside? `way` leads from the centre to it. */
static inline bool scr_measure_holds(const scr_world *w, const scr_measure *m, const double x[3],
                                     double way[3]) {
  return scr_nearest_way(w, m->x, x, way) <= m->r * m->r;
}

/* A ball, or a body of several pieces, with its centre inside. */
typedef struct scr_inside {
  double way[3];      /* from the centre of the region, m */
  const double *v;    /* velocity of now, m/s */
  uint32_t row, body; /* of the ball; or else, where row is SCR_NONE, of the body */
} scr_inside;
/* Calls `each` for all of them. */
void scr_measure_each(scr_world *w, const scr_measure *m,
                      void (*each)(void *user, const scr_inside *in), void *user);

/* Does the point of a contact lie inside? `branch` leads from the centre of the ball at end 1 to
 * that of the ball at end 2, or to the point where end 2 is a facet; m. */
bool scr_measure_meets(const scr_world *w, const scr_measure *m, scr_contact c, double branch[3]);
/* A sum over the volume of the region; 0 where that is too small for a number. */
static inline double scr_measure_mean(const scr_world *w, const scr_measure *m, double sum) {
  const double volume = scr_measure_volume(w->dim, m->r);
  return volume > 0 ? sum / volume : 0;
}

/* Volume of all pieces of a body, less what pairs of them share, m3. */
double scr_measure_body_volume(scr_world *w, uint32_t body);

#endif
