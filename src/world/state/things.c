/* What has ids and handles: see things.h. */
#include "world/state/things.h"

#include "world/state/handles.h"
#include "world/state/rows.h"

void scr_things_of(scr_world *w, scr_thing out[SCR_THINGS]) {
  out[SCR_THING_BALL] = (scr_thing){"ball",       &w->ball,       SCR_BALL_ID,   SCR_BALL_SLOT,
                                    &w->ball_ids, &w->ball_slots, &w->ball_by_id};
  out[SCR_THING_WALL] = (scr_thing){"wall",       &w->wall,       SCR_WALL_ID,   SCR_WALL_SLOT,
                                    &w->wall_ids, &w->wall_slots, &w->wall_by_id};
  out[SCR_THING_FACET] = (scr_thing){"facet",       &w->facet,       SCR_FACET_ID,   SCR_FACET_SLOT,
                                     &w->facet_ids, &w->facet_slots, &w->facet_by_id};
  out[SCR_THING_VERTEX] =
      (scr_thing){"vertex",       &w->vertex,       SCR_VERTEX_ID,   SCR_VERTEX_SLOT,
                  &w->vertex_ids, &w->vertex_slots, &w->vertex_by_id};
  out[SCR_THING_BODY] = (scr_thing){"body",       &w->body,       SCR_BODY_ID,   SCR_BODY_SLOT,
                                    &w->body_ids, &w->body_slots, &w->body_by_id};
}

void scr_thing_index(const scr_thing *x, uint32_t k) {
  const uint32_t id = scr_colu(x->t, x->id)[k];
  scr_colu(x->t, x->slot)[k] = scr_slots_take(x->slots, k).index;
  scr_ids_take(x->ids, id);
  scr_idmap_set(x->by_id, id, k);
}
