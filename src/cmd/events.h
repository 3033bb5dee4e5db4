/* Events as words: those that callbacks can wait for, and those that are known and refused. */
#ifndef SCR_EVENTS_H
#define SCR_EVENTS_H

#include "cmd/args.h"

int scr_event_find(const char *name); /* -1: no event of the world */
const char *scr_event_refused(
    const char *name); /* why it is known but not offered; NULL: offered, or unknown */
const char *scr_event_doc(int event); /* one line for help */
bool scr_event_hands_array(
    int event); /* is the argument of its functions an array, not the thing itself? */
size_t scr_events_refused(void);              /* how many are refused whatever the laws are */
const char *scr_event_refused_at(size_t k);   /* their names */
bool scr_args_event(scr_args *a, int *event); /* reads the name of an event that is offered */
void scr_event_offer_near(scr_nearest *near); /* for "did you mean": all that are offered */

#endif
