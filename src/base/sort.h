/* Sorting of integer keys that carry a value: least significant byte first, stable, linear time. */
#ifndef SCR_SORT_H
#define SCR_SORT_H

#include "base/base.h"

/* Ascending; equal keys keep their order. The scratch arrays hold n elements each. Bytes that all
 * keys share cost nothing. */
void scr_sort_u64(uint64_t *key, uint32_t *value, size_t n, uint64_t *scratch_key,
                  uint32_t *scratch_value);
void scr_sort_u32(uint32_t *key, uint32_t *value, size_t n, uint32_t *scratch_key,
                  uint32_t *scratch_value);

#endif
