/* Canonical order for save files: see save_order.h. */
#include "io/save_order.h"

#include <stdlib.h>
#include "base/mem.h"
#include "base/sort.h"

void scr_save_order_rows(const uint32_t *id, uint32_t n, uint32_t **order, uint32_t **place) {
  *order = scr_alloc(n * sizeof **order), *place = scr_alloc(n * sizeof **place);
  uint32_t *key = scr_alloc(n * sizeof *key), *scratch = scr_alloc(n * sizeof *scratch);
  for (uint32_t k = 0; k < n; k++) key[k] = id[k], (*order)[k] = k;
  scr_sort_u32(key, *order, n, scratch, *place);
  for (uint32_t k = 0; k < n; k++) (*place)[(*order)[k]] = k;
  scr_free(key);
  scr_free(scratch);
}

static int by_value(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return x < y ? -1 : x > y;
}

/* Nearly all balls have a few contacts; a large one may have many. No two are equal. */
static void sort_few(uint64_t *v, uint32_t n) {
  enum { FEW = 32 };
  if (n > FEW) {
    qsort(v, n, sizeof *v, by_value);
    return;
  }
  for (uint32_t k = 1; k < n; k++) {
    const uint64_t x = v[k];
    uint32_t at = k;
    for (; at && v[at - 1] > x; at--) v[at] = v[at - 1];
    v[at] = x;
  }
}

/* Contacts go to the place of their first ball; there the second id and the place in the list
 * decide. */
uint32_t *scr_save_order_contacts(const scr_pairs *p, const uint32_t *place, uint32_t nball,
                                  const uint32_t *id2, uint32_t *count) {
  uint32_t *end = scr_alloc(nball * sizeof *end), n = 0;
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k]) end[place[p->i[k]]]++, n++;
  for (uint32_t b = 0, at = 0; b < nball; b++) { /* counts become beginnings */
    const uint32_t c = end[b];
    end[b] = at;
    at += c;
  }
  uint64_t *key = scr_alloc(n * sizeof *key);
  for (uint32_t k = 0; k < p->n; k++)
    if (p->law[k]) key[end[place[p->i[k]]]++] = (uint64_t)id2[p->j[k]] << 32 | k;
  uint32_t *order = scr_alloc(n * sizeof *order);
  for (uint32_t b = 0, at = 0; b < nball; at = end[b++]) {
    sort_few(key + at, end[b] - at);
    for (uint32_t k = at; k < end[b]; k++) order[k] = (uint32_t)key[k];
  }
  scr_free(end);
  scr_free(key);
  *count = n;
  return order;
}
