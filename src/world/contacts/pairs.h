/* Lists of pairs as columns. */
#ifndef SCR_PAIRS_H
#define SCR_PAIRS_H

#include "world/world.h"

/* Places of the columns in memory: see scr_column_alloc(). */
enum {
  SCR_PLACE_FORCE = 0,
  SCR_PLACE_STATE = 3, /* the first few; the others come after all else */
  SCR_FIRST_STATES = 16,
  SCR_PLACE_WORK = SCR_PLACE_STATE + SCR_FIRST_STATES,
  SCR_PLACE_DASH = SCR_PLACE_WORK + SCR_BOOKS,
  SCR_PLACE_MOMENT = SCR_PLACE_DASH + 4,
  SCR_PLACE_LAST = SCR_PLACE_MOMENT + 3
};
static inline unsigned scr_place_of_state(int c) {
  assert(c >= 0);
  return (unsigned)(c < SCR_FIRST_STATES ? SCR_PLACE_STATE + c
                                         : SCR_PLACE_LAST + c - SCR_FIRST_STATES);
}

void scr_pairs_grow(scr_pairs *p, uint32_t n);
void scr_pairs_free(scr_pairs *p);
void scr_pairs_need(scr_pairs *p, int states, bool work, bool dash); /* columns */
void scr_pairs_drop_dash(scr_pairs *p);                              /* those of dashpots */
size_t scr_pairs_bytes(const scr_pairs *p);                          /* of memory, in all columns */
void scr_pairs_clear_row(scr_pairs *p, uint32_t k);
void scr_pairs_other_law(scr_pairs *p, uint32_t k, uint8_t law,
                         uint32_t set); /* contact k begins anew, with its id and groups */
/* Contacts a and b of one ball change their facets: all that they have, but for the ends. */
void scr_pairs_swap(scr_pairs *p, uint32_t a, uint32_t b);
void scr_pairs_move_row(scr_pairs *p, uint32_t to, uint32_t from);
/* The state of contact k, whose law has n columns, and back. What the list has no column for, since
 * no contact uses it, is 0. */
static inline void scr_pair_state(const scr_pairs *p, uint32_t k, int n, double *state) {
  assert(k < p->n && n <= SCR_MAX_STATE);
  for (int c = 0; c < n; c++) state[c] = c < p->states ? p->state[c][k] : 0;
}
static inline void scr_pair_set_state(scr_pairs *p, uint32_t k, int n, const double *state) {
  assert(k < p->n);
  for (int c = 0; c < SCR_MIN(n, p->states); c++) p->state[c][k] = state[c];
}
void scr_pairs_copy_state(scr_pairs *p, uint32_t to, uint32_t from);
/* What contact k has: number of its parameters (to be called before it is counted), groups, handle.
 */
void scr_pairs_set_set(scr_pairs *p, uint32_t k, uint32_t set);
void scr_pairs_set_groups(scr_pairs *p, uint32_t k, uint32_t groups);
void scr_pairs_set_slot(scr_pairs *p, uint32_t k, uint32_t slot);

#endif
