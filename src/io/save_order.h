/* The order in which a save file lists things: by id, contacts by the ids of their ends. For
 * io/save_world.c and io/dataset.c. */
#ifndef SCR_SAVE_ORDER_H
#define SCR_SAVE_ORDER_H

#include "world/world.h"

/* Both are freed by the caller: `order` has rows in order of id, `place` the place in that order by
 * row. */
void scr_save_order_rows(const uint32_t *id, uint32_t n, uint32_t **order, uint32_t **place);
/* Places in the list of its contacts, without candidates, in order of (id of end 1, id of end 2),
 * then as they lie; *count of them. `place`: of the balls; id2: ids of the things at end 2, by row.
 */
uint32_t *scr_save_order_contacts(const scr_pairs *p, const uint32_t *place, uint32_t nball,
                                  const uint32_t *id2, uint32_t *count);

#endif
