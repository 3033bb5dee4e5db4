/* Neighbour lists: what others may ask of the search. */
#ifndef SCR_SEARCH_H
#define SCR_SEARCH_H

#include "world/world.h"

bool scr_neighbours_build(scr_world *w, scr_diag *d);
bool scr_neighbours_stale(scr_world *w);
double scr_listed_distance(const scr_world *w); /* two balls in no pair are further apart, m, or so
                                                   far apart that they do not matter */
void scr_neighbours_moved(scr_world *w, double drift); /* all balls have drifted for that time, s */
bool scr_neighbours_worn(scr_world *w);                /* to be asked once a cycle */
void scr_search_births(scr_world *w, uint32_t n);      /* contacts of two balls that were born */
double scr_skin(const scr_world *w);                   /* of the lists, m */
/* Do lists that are made hold all contacts, as far as they may be apart? Else the bonded ones. */
void scr_lists_hold_all(scr_world *w, bool on);
void scr_search_new(scr_world *w);
void scr_search_free(scr_world *w);
size_t scr_search_bytes(const scr_world *w); /* of memory */
void scr_finder_rest(scr_world *w); /* the memory of a search goes; the next one takes it again */
/* Forces of contacts of balls, and what their laws only report, were stored and nobody asks: zero
 * again, without memory. */
void scr_results_forget(scr_world *w);

#endif
