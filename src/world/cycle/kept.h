/* What the room keeps. Private to it. */
#ifndef SCR_CYCLE_KEPT_H
#define SCR_CYCLE_KEPT_H

#include "world/engine.h"

struct scr_cycle {
  unsigned busy;       /* bit k: a callback stands between stages k - 1 and k of the cycle, */
  unsigned crowded;    /* and another one */
  double dt_before;    /* the timestep as it was when this cycle chose its own, s */
  unsigned traps_told; /* which of them were, in this world (traps.c) */
  /* scratch of servo.c: places of pairs and their servos, servos by wall, sums by servo */
  uint32_t *touching, *touched, *servo_of;
  struct scr_touched *sums;
  size_t cap_touching, cap_touched, cap_servo_of, cap_sums;
};
/* The walls that have a servo get the velocity of this step (servo.c). */
bool scr_servos_drive(scr_world *w, scr_diag *d);
/* Warns of servos without a force, when a solve ends: callbacks have given them none. */
bool scr_servos_tell(scr_world *w, scr_diag *d);

#endif
