/* Callbacks and events. What happens in a step waits in a queue until its cycle point, and is told
 * in canonical order; deletions are told at once, while the thing still exists. New bodies wait
 * until the command that makes them has ended (scr_world_announce). */
#ifndef SCR_EVENTS_H
#define SCR_EVENTS_H

#include "world/engine.h"

/* `part`: of an element of a contact, its number. */
void scr_world_event_with(scr_world *w, scr_event event, uint64_t key, const scr_event_arg *arg);
void scr_world_event(scr_world *w, scr_event event, uint64_t key, scr_kind kind, scr_ref ref,
                     int mode);
/* False after an error of a callback. */
bool scr_callback_call(scr_world *w, scr_diag *d, const scr_callback *cb, const scr_event_arg *arg);
/* The number of the callback that was added last. Those that a callback adds where it is called
 * have larger ones, and are called there from the next time on: none may follow itself for ever. */
uint64_t scr_callbacks_added(const scr_world *w);
/* Delivers queued events: of new bodies, also of new contacts (at point 35), or all (after 42). Of
 * what is made and deleted in between nothing is told. */
typedef enum scr_tells_of {
  SCR_TELLS_BODIES,
  SCR_TELLS_CREATED,
  SCR_TELLS_ALL_EVENTS
} scr_tells_of;
bool scr_events_deliver(scr_world *w, scr_diag *d, scr_tells_of what);
/* One that concerns no thing, at once. */
bool scr_event_announce(scr_world *w, scr_diag *d, scr_event event);
/* Around what is called while contacts begin or end: bodies may not change meanwhile. `begin`
 * returns the cycle point for `end`. */
double scr_telling_begin(scr_world *w);
void scr_telling_end(scr_world *w, double point);
static inline bool scr_telling(const scr_world *w) { return w->engine->telling > 0; }
bool scr_watched(const scr_world *w, scr_event event); /* is anybody interested? */
/* Does a callback stand between detection and forces, or where contacts begin or end? */
bool scr_events_split(const scr_world *w);
/* May a callback edit between the choice of the timestep and the end of forces? Not where all come
 * before the first, after the last, or with events that are told of after it. */
bool scr_callbacks_early(const scr_world *w);
/* How many wait; those after the first n are taken back: what they tell of was unmade. */
size_t scr_events_queued(const scr_world *w);
void scr_events_unqueue(scr_world *w, size_t n);
void scr_events_new(scr_world *w);
void scr_events_free(scr_world *w);

#endif
