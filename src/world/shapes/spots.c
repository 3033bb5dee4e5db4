/* See spots.h. */
#include "world/shapes/spots.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/state.h"

static uint64_t cell_key(const double cell[3]) {
  uint64_t key = 0;
  for (int c = 0; c < 3; c++) key = (key ^ (uint64_t)(int64_t)cell[c]) * 0xff51afd7ed558ccdu;
  return key ^ key >> 29;
}

static void cell_of(const scr_spots *s, const double x[3], double cell[3]) {
  for (int c = 0; c < 3; c++) cell[c] = floor(x[c] / s->near);
}

uint32_t scr_spots_put(scr_spots *s, const double x[3]) {
  double cell[3];
  cell_of(s, x, cell);
  const uint64_t key = cell_key(cell);
  SCR_GROW(s->before, s->cap, (size_t)s->n + 1);
  SCR_GROW(s->x, s->cap_x, 3 * ((size_t)s->n + 1));
  memcpy(s->x + 3 * (size_t)s->n, x, 3 * sizeof *x);
  s->before[s->n] = scr_u64map_get(&s->last, key, SCR_NONE);
  scr_u64map_set(&s->last, key, s->n);
  return s->n++;
}

static double distance2(const double *a, const double *b) {
  double sum = 0;
  for (int c = 0; c < 3; c++) sum += (a[c] - b[c]) * (a[c] - b[c]);
  return sum;
}

uint32_t scr_spots_find(const scr_spots *s, const double x[3]) {
  double cell[3], best = s->near * s->near;
  uint32_t found = SCR_NONE;
  cell_of(s, x, cell);
  for (int k = 0; k < 27; k++) {
    const double at[] = {cell[0] + k % 3 - 1, cell[1] + k / 3 % 3 - 1, cell[2] + k / 9 - 1};
    for (uint32_t spot = scr_u64map_get(&s->last, cell_key(at), SCR_NONE); spot != SCR_NONE;
         spot = s->before[spot]) {
      const double off = distance2(s->x + 3 * (size_t)spot, x);
      if (off > best || (off == best && spot >= found)) continue;
      best = off, found = spot;
    }
  }
  return found;
}

void scr_spots_free(scr_spots *s) {
  scr_u64map_free(&s->last);
  scr_free(s->before);
  scr_free(s->x);
  *s = (scr_spots){0};
}
