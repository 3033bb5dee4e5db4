/* Balls that are held: see held.h. */
#include "world/motion/held.h"

#include <string.h>
#include "base/mem.h"

void scr_held_put(scr_world *w, const scr_held *h) {
  uint32_t k = w->nheld;
  while (k > 0 && w->held[k - 1].ball >= h->ball) k--;
  if (k == w->nheld || w->held[k].ball != h->ball) {
    SCR_GROW(w->held, w->cap_held, (size_t)w->nheld + 1);
    memmove(w->held + k + 1, w->held + k, (w->nheld - k) * sizeof *w->held);
    w->nheld++;
  }
  w->held[k] = *h;
}

static uint32_t row_of(const scr_world *w, const scr_held *h) {
  return scr_idmap_get(&w->ball_by_id, h->ball, SCR_NONE);
}

double scr_held_now(const scr_world *w, bool by_steps) {
  const bool stepped = w->point >= 20; /* the cycle is counted at its end, the time is not */
  return by_steps ? (double)(w->cycle + stepped) : w->time;
}

/* How much of its unbalanced force is taken away, from 1 to 0. */
static double share(const scr_world *w, const scr_held *h) {
  const double now = scr_held_now(w, h->by_steps);
  if (now < h->until[0]) return 1;
  return now >= h->until[1] ? 0 : (h->until[1] - now) / (h->until[1] - h->until[0]);
}

void scr_held_prune(scr_world *w) {
  uint32_t left = 0;
  for (uint32_t k = 0; k < w->nheld; k++)
    if (row_of(w, &w->held[k]) != SCR_NONE && share(w, &w->held[k]) > 0)
      w->held[left++] = w->held[k];
  w->nheld = left;
}

void scr_held_add(const scr_world *w, double *force) {
  for (uint32_t k = 0; k < w->nheld; k++) {
    const uint32_t row = row_of(w, &w->held[k]);
    if (row == SCR_NONE) continue;
    const double part = share(w, &w->held[k]);
    double *f = force + 3 * (size_t)row;
    for (int c = 0; c < w->dim; c++)
      f[c] -= part * (w->load[row].f[c] + w->twist[row].m * w->gravity[c] + f[c]);
  }
}
