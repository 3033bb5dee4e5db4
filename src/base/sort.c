/* Radix sort: see sort.h. */
#include "base/sort.h"

#include <string.h>

enum { BUCKETS = 256 };

/* Turns counts into first places; false if one bucket holds everything, so that the pass would
 * change nothing. */
static bool places(size_t *count, size_t n) {
  size_t at = 0;
  for (int b = 0; b < BUCKETS; b++) {
    size_t c = count[b];
    if (c == n) return false;
    count[b] = at;
    at += c;
  }
  return true;
}

/* The same sort for keys of both widths. All bytes are counted in one pass over the keys; an odd
 * number of passes leaves the result in the scratch arrays. */
#define DEFINE_SORT(name, type)                                                                    \
  static void name##_count(const type *key, size_t n, size_t(*count)[BUCKETS]) {                   \
    for (size_t k = 0; k < n; k++)                                                                 \
      for (unsigned d = 0; d < sizeof *key; d++) count[d][key[k] >> 8 * d & 255]++;                \
  }                                                                                                \
  void name(type *key, uint32_t *value, size_t n, type *scratch_key, uint32_t *scratch_value) {    \
    size_t count[sizeof *key][BUCKETS] = {{0}};                                                    \
    type *from = key, *to = scratch_key;                                                           \
    uint32_t *vfrom = value, *vto = scratch_value;                                                 \
    name##_count(key, n, count);                                                                   \
    for (unsigned d = 0; d < sizeof *key; d++) {                                                   \
      size_t *place = count[d];                                                                    \
      if (!places(place, n)) continue;                                                             \
      for (size_t k = 0; k < n; k++) {                                                             \
        size_t p = place[from[k] >> 8 * d & 255]++;                                                \
        to[p] = from[k];                                                                           \
        vto[p] = vfrom[k];                                                                         \
      }                                                                                            \
      type *t = from;                                                                              \
      from = to, to = t;                                                                           \
      uint32_t *v = vfrom;                                                                         \
      vfrom = vto, vto = v;                                                                        \
    }                                                                                              \
    if (from == key || n == 0) return;                                                             \
    memcpy(key, from, n * sizeof *key);                                                            \
    memcpy(value, vfrom, n * sizeof *value);                                                       \
  }

DEFINE_SORT(scr_sort_u64, uint64_t)
DEFINE_SORT(scr_sort_u32, uint32_t)
