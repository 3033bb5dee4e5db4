/* Fragments: bodies that hang together by registered contacts which are active and bonded. Their
 * ids follow from the ids of bodies and from what was computed before, and from nothing else. See
 * records.h for what is kept. */
#ifndef SCR_FRAGMENT_H
#define SCR_FRAGMENT_H

#include "world/world.h"

/* Which contacts count from now on: types, a bit each; also those without a bond; whether ids last
 * from one computation to the next. */
void scr_fragment_register(scr_world *w, uint32_t types, bool ignore_bonds, bool persist);
/* Computes the fragments of now, and adds a catalogue of them. Bodies that are connected to none
 * are in no fragment (0), unless ids do not persist: then each is one of its own.
 *
 * Ids that last: of the parts of a fragment that broke the largest by volume (of equal ones that
 * with the lowest ball) keeps the id, and is the parent of the others; of fragments that joined the
 * lowest id stays. Who has none gets the next, in order of the lowest bodies. */
bool scr_fragment_compute(scr_world *w, scr_diag *d);
/* Forgets ids and catalogues; what is registered stays. */
void scr_fragment_clear(scr_world *w);
uint32_t scr_fragment_of_ball(const scr_world *w, uint32_t row); /* 0: none */
uint32_t scr_fragment_of_wall(const scr_world *w, uint32_t row);
/* In catalogue k (from 0); NULL: it has none of that id. */
const scr_fragment *scr_fragment_find(const scr_world *w, size_t k, uint32_t id);
/* The mean position of its bodies now, m, of one of the last catalogue: as they hang together
 * through periodic sides, and brought back into the cell. Returns how many of them there are. */
size_t scr_fragment_where(const scr_world *w, const scr_fragment *f, double x[3]);
/* Before the ball in that row counts from zero again how often it has gone through sides. */
void scr_fragment_begin(scr_world *w, uint32_t row);
bool scr_fragment_known(const scr_world *w, uint32_t id); /* is it in any catalogue? */
/* Puts the bodies of each fragment into group fragment<id> of a slot, or those in none into a
 * group. */
void scr_fragment_group(scr_world *w, const char *slot);
void scr_fragment_group_isolated(scr_world *w, const char *group, const char *slot);
/* Computations while cycles run: every so many cycles, or seconds; both 0: none any more. */
void scr_fragment_schedule(scr_world *w, uint64_t cycles, double interval, const char *slot);
/* Called at the end of each cycle: computes if it is time. */
bool scr_fragment_cycle(scr_world *w, scr_diag *d);

/* A catalogue that was saved: its members are known from it. The last one gives the ids of now. */
scr_catalog *scr_fragment_restore(scr_world *w);
void scr_fragment_restored(scr_world *w);
void scr_fragments_free(scr_world *w);
size_t scr_fragments_bytes(const scr_world *w);
bool scr_check_fragments(const scr_world *w, scr_buf *why); /* for scr_world_check */

#endif
