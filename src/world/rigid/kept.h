/* What the room of rigid bodies keeps to itself. */
#ifndef SCR_RIGID_KEPT_H
#define SCR_RIGID_KEPT_H

#include "world/engine.h"
#include "world/rigid/rigid.h"

struct scr_rigid {
  uint32_t *first; /* of each body, and the end: places in `piece` */
  uint32_t *piece; /* rows, body by body, by number */
  size_t cap_first, cap_piece;
  double *scale; /* 2 a body: mass and inertia over the real ones, in mode scale */
  size_t cap_scale;
};

/* One body's columns. */
typedef struct scr_body_columns {
  double *x, *q, *v, *momentum, *work;
  const double *inertia, *force, *moment;
  double mass, damp;
  unsigned fix;
  int32_t *image;
} scr_body_columns;
scr_body_columns scr_body_columns_of(const scr_world *w, uint32_t body);

#endif
