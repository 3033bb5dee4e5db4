/* Lists of pairs as columns. */
#ifndef SCR_PAIRS_H
#define SCR_PAIRS_H

#include "world/world.h"

void scr_pairs_grow(scr_pairs *p, uint32_t n);
void scr_pairs_free(scr_pairs *p);
void scr_pairs_need(scr_pairs *p, int states, bool work, bool dash); /* columns */
void scr_pairs_drop_dash(scr_pairs *p);                              /* those of dashpots */
size_t scr_pairs_bytes(const scr_pairs *p);                          /* of memory, in all columns */
void scr_pairs_clear_row(scr_pairs *p, uint32_t k);
void scr_pairs_other_law(scr_pairs *p, uint32_t k, uint8_t law,
                         uint32_t set); /* contact k begins anew, with its id and groups */
void scr_pairs_move_row(scr_pairs *p, uint32_t to, uint32_t from);
void scr_pairs_copy_state(scr_pairs *p, uint32_t to, uint32_t from);
/* What contact k has: number of its parameters (to be called before it is counted), groups, handle.
 */
void scr_pairs_set_set(scr_pairs *p, uint32_t k, uint32_t set);
void scr_pairs_set_groups(scr_pairs *p, uint32_t k, uint32_t groups);
void scr_pairs_set_slot(scr_pairs *p, uint32_t k, uint32_t slot);

#endif
