/* Handles and ids: see world.h and handles.h. */
#include "world/state/handles.h"

#include <string.h>
#include "base/mem.h"

const char *const scr_contact_type_name[SCR_CONTACT_TYPES] = {"ball-ball", "ball-facet"};

int scr_contact_type_find(const char *name) {
  for (int k = 0; k < SCR_CONTACT_TYPES; k++)
    if (scr_casecmp(scr_contact_type_name[k], name) == 0) return k;
  return -1;
}

int scr_contact_type_absent(const char *name) {
  static const char *const absent[] = {"ball-pebble", "pebble-pebble", "pebble-facet",
                                       "ball-rblock", "pebble-rblock", "rblock-rblock",
                                       "rblock-facet"};
  for (int k = 0; k < (int)SCR_COUNTOF(absent); k++)
    if (scr_casecmp(absent[k], name) == 0) return k;
  return -1;
}

void scr_slots_reserve(scr_slots *s, size_t n) {
  const size_t need = s->n + (n > s->nfree ? n - s->nfree : 0), room = need + need / 8;
  if (need > s->cap_row) SCR_GROW(s->row, s->cap_row, room);
  if (need > s->cap_gen) SCR_GROW(s->gen, s->cap_gen, room);
}

scr_ref scr_slots_take(scr_slots *s, uint32_t row) {
  uint32_t k;
  if (s->nfree) {
    k = s->free[--s->nfree];
    assert(k < s->n && s->row[k] == SCR_NONE);
  } else {
    SCR_GROW(s->row, s->cap_row, s->n + 1);
    SCR_GROW(s->gen, s->cap_gen, s->n + 1);
    k = (uint32_t)s->n++;
    s->gen[k] = 0;
  }
  s->row[k] = row;
  s->gen[k]++;
  return (scr_ref){k, s->gen[k]};
}

void scr_slots_give(scr_slots *s, uint32_t index) {
  assert(index < s->n && s->row[index] != SCR_NONE);
  s->row[index] = SCR_NONE;
  SCR_GROW(s->free, s->cap_free, s->nfree + 1);
  s->free[s->nfree++] = index;
}

uint32_t scr_slots_row(const scr_slots *s, scr_ref ref) {
  return ref.gen && ref.index < s->n && s->gen[ref.index] == ref.gen ? s->row[ref.index] : SCR_NONE;
}

void scr_slots_free(scr_slots *s) {
  scr_free(s->row);
  scr_free(s->gen);
  scr_free(s->free);
  *s = (scr_slots){0};
}

void scr_ids_take(scr_ids *s, uint32_t id) {
  assert(id > 0 && !scr_ids_has(s, id));
  size_t need = id / 64 + 1, old = s->cap;
  SCR_GROW(s->bit, s->cap, need);
  if (s->cap > old) memset(s->bit + old, 0, (s->cap - old) * sizeof *s->bit);
  s->bit[id / 64] |= (uint64_t)1 << id % 64;
  s->max = SCR_MAX(s->max, id);
}

void scr_ids_give(scr_ids *s, uint32_t id) {
  assert(scr_ids_has(s, id) && id <= s->max);
  s->bit[id / 64] &= ~((uint64_t)1 << id % 64);
  if (id != s->max) return;
  size_t k = id / 64;
  while (k > 0 && !s->bit[k]) k--;
  s->max = s->bit[k] ? (uint32_t)(64 * k + 63 - (size_t)__builtin_clzll(s->bit[k])) : 0;
}

void scr_ids_free(scr_ids *s) {
  scr_free(s->bit);
  *s = (scr_ids){0};
}
