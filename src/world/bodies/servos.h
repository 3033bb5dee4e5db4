/* The walls that are driven towards a force: scr_world.servo, in order of the walls' ids. Which
 * velocity they get, and when: world/cycle/servo.c. */
#ifndef SCR_SERVOS_H
#define SCR_SERVOS_H

#include "world/world.h"

/* Of a wall that has none: not active, without a force; PFC's defaults else. */
scr_servo scr_servo_new(uint32_t wall);
/* That of the wall with an id; NULL: it has none. Valid until one is put or dropped. */
scr_servo *scr_servo_find(const scr_world *w, uint32_t wall);
/* False after scr_fail: its force is too large, or it is active and the wall is free along it. */
bool scr_servo_fits(const scr_world *w, scr_diag *d, const scr_servo *s);
/* Puts it in its place; one of that wall is replaced. */
void scr_servo_put(scr_world *w, const scr_servo *s);
/* Those of walls that are gone go. */
void scr_servos_prune(scr_world *w);

#endif
