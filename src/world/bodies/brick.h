/* Bricks: packings of a domain that is periodic in every direction, kept aside and laid side by
 * side. A brick is a world of its own with balls, their contacts and the domain. Contacts that run
 * through a periodic side run through the seam between two copies. */
#ifndef SCR_BRICK_H
#define SCR_BRICK_H

#include "world/world.h"

typedef struct scr_brick {
  uint32_t id;
  scr_world *of;
} scr_brick;

/* In order of id. Zero is an empty list. */
typedef struct scr_bricks {
  scr_brick *item;
  size_t n, cap;
} scr_bricks;

/* Its place in the list; SCR_NONE: there is none. */
uint32_t scr_brick_find(const scr_bricks *all, uint32_t id);
uint32_t scr_brick_next_id(const scr_bricks *all);
/* Takes the world over. No brick has that id yet. */
void scr_brick_put(scr_bricks *all, uint32_t id, scr_world *of);
void scr_brick_delete(scr_bricks *all, uint32_t k); /* those behind it move */
void scr_bricks_free(scr_bricks *all);

/* A copy of what becomes a brick: balls and their contacts, with laws, forces and state; new ids
 * from 1 on. NULL after scr_fail: a side of the domain is not periodic, or there are rigid bodies.
 */
scr_world *scr_brick_copy(scr_world *w, scr_diag *d);
/* May that world be a brick of a model of so many dimensions? False after scr_fail. */
bool scr_brick_fits(const scr_world *of, scr_diag *d, int dim);
bool scr_brick_sides_fit(const uint8_t condition[3], scr_diag *d, int dim); /* of its domain */

/* Copies of a brick that are to be laid into a world. */
typedef struct scr_brick_plan {
  scr_world *of;
  double origin[3]; /* m, low corner of the first copy */
  uint32_t size[3]; /* copies along each axis, 1 at least; in 2D size[2] is 1 */
  /* The rest is found by scr_brick_plan_make. */
  double shift[3], period[3]; /* m: from the brick to the first copy; sides of the brick */
  bool closed[3];             /* the copies fill a periodic side: their ends are a seam, too */
  uint32_t copies, balls;     /* number of copies; balls in all of them */
  scr_pose *pose;             /* of all of them: ball by ball, in order of the brick's ids, */
  bool *left_out;             /* and copy by copy; none is left out at first */
} scr_brick_plan;
/* False after scr_fail: they do not fit the domain, or there is no room for so many ids. */
bool scr_brick_plan_make(scr_world *w, scr_diag *d, scr_brick_plan *p);
void scr_brick_plan_free(scr_brick_plan *p);
/* Makes the balls that are not left out, with the next ids in the order of the plan, in new rows
 * from *first on; and contacts of those of which both ends are made. Where the domain is periodic
 * and the copies fill it along an axis, contacts run through its sides as they did in the brick;
 * else the outer boundary has none. False after scr_fail: nothing has changed. */
bool scr_brick_lay(scr_world *w, scr_diag *d, const scr_brick_plan *p, uint32_t *first,
                   uint32_t *n);

/* The groups that each ball of a brick will have in w, in order of the brick's ids; owned by the
 * caller. */
uint32_t *scr_brick_groups(scr_world *w, scr_world *of);

/* A ball that becomes one of the model by itself. */
typedef struct scr_brick_ball {
  uint32_t row; /* of the brick */
  scr_pose pose;
  double v[3], spin[3]; /* m/s, rad/s */
} scr_brick_ball;
/* Makes n balls without contacts, with these velocities and the next ids in their order. They have
 * what those of the brick have else, and these groups, too. False after scr_fail: nothing has
 * changed. */
bool scr_brick_drop(scr_world *w, scr_diag *d, const scr_world *of, const scr_brick_ball *ball,
                    uint32_t n, uint32_t groups);

#endif
