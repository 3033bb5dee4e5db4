/* Traps that `scree check` can see: what commands tell it (check_traps.c). Nothing, where they run.
 */
#ifndef SCR_CHECK_TRAPS_H
#define SCR_CHECK_TRAPS_H

#include "cmd/args.h"

/* Warns of what a command to cycle would do in silence, as far as the words of its file tell;
 * `ratio`: it ends at a ratio or an unbalanced force. */
void scr_trap_solve(const scr_args *a, bool ratio);
/* What the warnings need to know, when such a command is read. Of a wall: a velocity in m/s, of the
 * walls that the rest of the command selects. */
void scr_trap_ball(const scr_args *a, const scr_pose *p);
void scr_trap_timestep(const scr_args *a, double given); /* 0: it follows from the model */
void scr_trap_wall_speed(const scr_args *a, double speed);
void scr_trap_balls_differ(const scr_args *a);
void scr_trap_walls_differ(const scr_args *a);

/* A line that makes a wall; one that gives the domain another extent, conditions or a rate: an
 * error while there are walls. One that makes a brick: an error if the domain is open. */
void scr_trap_wall(const scr_args *a);
void scr_trap_domain(const scr_args *a, const scr_domain *given, bool extent, bool condition);
void scr_trap_brick(const scr_args *a);
/* A line that frees or fixes components of walls, before its range is read: an error if it frees
 * all and no word gives a mass. One that drives all towards a force: an error along what is free.
 */
void scr_trap_wall_free(const scr_args *a, unsigned mask, bool free);
void scr_trap_wall_servo(const scr_args *a, const double force[3]);
/* Do the files leave no doubt that there is no gravity, that there are no balls? */
bool scr_trap_weightless(const scr_args *a);
bool scr_trap_no_balls(const scr_args *a);
/* The extent of the domain at this line. NULL: the line is only checked, and the lines above do not
 * tell it. */
const scr_domain *scr_domain_so_far(const scr_args *a);

#endif
