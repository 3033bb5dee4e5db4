/* Copies of values that were made a moment ago. */
#ifndef SCR_SCRIPT_COPY_H
#define SCR_SCRIPT_COPY_H

#include <string.h>
#include "script/fish.h"

/* Pairs of 8-byte copies must not be merged, from here to the end of a file that includes this: a
 * wide load stalls behind the narrow stores that made the value. */
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("no-tree-slp-vectorize")
#endif

/* Only vectors are longer than 16 bytes. */
static inline void copy_short(scr_val *to, const scr_val *from) {
  uint64_t head, content;
  memcpy(&head, from, sizeof head);
  memcpy(&content, &from->i, sizeof content);
  memcpy(to, &head, sizeof head);
  memcpy(&to->i, &content, sizeof content);
}
static inline void copy(scr_val *to, const scr_val *from) {
  bool vector = from->type == SCR_V_VEC;
  double y = vector ? from->v[1] : 0, z = vector ? from->v[2] : 0;
  copy_short(to, from);
  if (SCR_UNLIKELY(vector)) to->v[1] = y, to->v[2] = z;
}

#endif
