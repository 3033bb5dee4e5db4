/* How many contacts each ball has, and the largest of these numbers, which the exact sums need room
 * for: kept up to date as contacts come and go. */
#include "world/contacts/count.h"

#include <string.h>
#include "base/mem.h"
#include "world/engine.h"

static void change(struct scr_engine *e, uint32_t row, bool more) {
  assert(row < e->cap_count && (more || e->count[row] > 0));
  const uint32_t before = e->count[row], now = more ? before + 1 : before - 1;
  SCR_GROW(e->balls_with, e->cap_balls_with, (size_t)now + 1);
  if (now > e->max_count) { /* beyond the old maximum nothing is kept */
    e->max_count = now;
    e->balls_with[now] = 0;
  }
  e->count[row] = now;
  e->balls_with[before]--;
  e->balls_with[now]++;
  while (e->max_count > 0 && !e->balls_with[e->max_count]) e->max_count--;
  assert(now <= e->max_count);
}

void scr_count_change(scr_world *w, scr_contact_type type, uint32_t k, bool more) {
  const scr_pairs *p = &w->pair[type];
  if (!scr_fresh(w, SCR_COUNTS)) return;
  assert(k < p->n && p->i[k] < w->ball.n);
  change(w->engine, p->i[k], more);
  if (type == SCR_BALL_BALL) change(w->engine, p->j[k], more);
}

void scr_count_follow(scr_world *w, const uint32_t *from) {
  struct scr_engine *e = w->engine;
  const uint32_t n = w->ball.n;
  if (!scr_fresh(w, SCR_COUNTS) || !n) return;
  uint32_t *count = scr_alloc(e->cap_count * sizeof *count);
  for (uint32_t k = 0; k < n; k++) count[k] = e->count[from[k]];
  scr_free(e->count);
  e->count = count;
}

void scr_count_contacts(scr_world *w) {
  struct scr_engine *e = w->engine;
  SCR_GROW(e->count, e->cap_count, w->ball.n);
  if (w->ball.n) memset(e->count, 0, w->ball.n * sizeof *e->count);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      e->count[p->i[k]]++;
      if (t == SCR_BALL_BALL) e->count[p->j[k]]++;
    }
  }
  e->max_count = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) e->max_count = SCR_MAX(e->max_count, e->count[k]);
  SCR_GROW(e->balls_with, e->cap_balls_with, (size_t)e->max_count + 1);
  memset(e->balls_with, 0, ((size_t)e->max_count + 1) * sizeof *e->balls_with);
  for (uint32_t k = 0; k < w->ball.n; k++) e->balls_with[e->count[k]]++;
  scr_made(w, SCR_COUNTS);
}
