/* Handles (index and generation) and ids in use. */
#ifndef SCR_HANDLES_H
#define SCR_HANDLES_H

#include "world/world.h"

void scr_slots_free(scr_slots *s);
void scr_ids_take(scr_ids *s, uint32_t id);
void scr_ids_give(scr_ids *s, uint32_t id);
void scr_ids_free(scr_ids *s);
static inline bool scr_ids_has(const scr_ids *s, uint32_t id) {
  return id / 64 < s->cap && s->bit[id / 64] >> id % 64 & 1;
}

#endif
