/* Maps: names (without case, ASCII) to int32, 64-bit keys to 32-bit values, ids to rows. Names are
 * kept in order of insertion. */
#ifndef SCR_MAP_H
#define SCR_MAP_H

#include "base/base.h"

/* Names to small integers. Keys are copied. Removal is not offered; give the name the value -1
 * instead. */
typedef struct scr_names {
  char **key;
  int32_t *value;
  uint32_t *hash;
  size_t n, cap_key, cap_value, cap_hash;
  uint32_t *bucket; /* index + 1, 0 for empty */
  size_t nbucket;
} scr_names;
int32_t scr_names_get(const scr_names *m, const char *name, int32_t absent);
int32_t scr_names_getn(const scr_names *m, const char *name, size_t len, int32_t absent);
void scr_names_set(scr_names *m, const char *name, int32_t value);
void scr_names_reserve(scr_names *m, size_t n); /* for so many in all */
void scr_names_free(scr_names *m);

/* uint64 keys to uint32 values, open addressing. */
typedef struct scr_u64map {
  uint64_t *key;
  uint32_t *value; /* value + 1; 0 for empty */
  size_t n, nbucket;
} scr_u64map;
/* Index of the value, or `absent`. */
uint32_t scr_u64map_get(const scr_u64map *m, uint64_t key, uint32_t absent);
void scr_u64map_reserve(scr_u64map *m, size_t n); /* room for n keys in all */
void scr_u64map_set(scr_u64map *m, uint64_t key, uint32_t value);
void scr_u64map_remove(scr_u64map *m, uint64_t key);
void scr_u64map_free(scr_u64map *m);

/* Ids to rows. Ids mostly come one after the other: those below `cap` stand in an array, which
 * grows as long as it stays small for so many ids; the others, after large gaps, in a hash map. */
typedef struct scr_idmap {
  uint32_t *value; /* value + 1; 0 for absent */
  uint32_t cap;
  size_t n; /* in all */
  scr_u64map far;
} scr_idmap;
/* Value of the id, or `absent`. */
static inline uint32_t scr_idmap_get(const scr_idmap *m, uint32_t id, uint32_t absent) {
  if (id >= m->cap) return scr_u64map_get(&m->far, id, absent);
  return m->value[id] ? m->value[id] - 1 : absent;
}
void scr_idmap_reserve(scr_idmap *m, size_t n); /* room for ids up to n */
void scr_idmap_set(scr_idmap *m, uint32_t id, uint32_t value);
/* The id is there. Several threads may do so at once, for different ids. */
void scr_idmap_change(scr_idmap *m, uint32_t id, uint32_t value);
void scr_idmap_remove(scr_idmap *m, uint32_t id);
void scr_idmap_free(scr_idmap *m);
size_t scr_idmap_bytes(const scr_idmap *m); /* of memory */

#endif
