/* What has ids and handles: a table, and the maps between its rows, ids and handles. */
#ifndef SCR_THINGS_H
#define SCR_THINGS_H

#include "world/world.h"

typedef struct scr_thing {
  const char *name; /* of one row */
  scr_table *t;
  int id, slot; /* columns */
  scr_ids *ids;
  scr_slots *slots;
  scr_idmap *by_id;
} scr_thing;

enum {
  SCR_THING_BALL,
  SCR_THING_WALL,
  SCR_THING_FACET,
  SCR_THING_VERTEX,
  SCR_THING_BODY,
  SCR_THINGS
};
void scr_things_of(scr_world *w, scr_thing out[SCR_THINGS]);
/* Row k is the ball, wall, ... with the id that stands in it: ids, handles and maps say so. */
void scr_thing_index(const scr_thing *x, uint32_t k);

#endif
