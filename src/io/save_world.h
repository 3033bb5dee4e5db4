/* A world to and from the sections of a save file. Memory order, handles, candidates and neighbour
 * lists leave no trace in it. */
#ifndef SCR_SAVE_WORLD_H
#define SCR_SAVE_WORLD_H

#include "io/savefile.h"
#include "world/world.h"

/* Writes all sections of w but its callbacks, whose functions only floors above can name. Failures
 * are kept by o. */
void scr_save_world(scr_world *w, scr_saveout *o);
/* A new world made of the sections, without hooks and callbacks; NULL after a message. */
scr_world *scr_load_world(scr_savefile *f, int threads);
/* Does a section of this name belong to the state of the world (what hashes are made of)? */
bool scr_save_is_state(const char *section);

#endif
