/* How many contacts each ball has, and the largest of these numbers, which the exact sums need room
 * for: kept up to date as contacts come and go. */
#include "world/contacts/count.h"

#include <string.h>
#include "base/mem.h"
#include "world/contacts/kept.h"
#include "world/engine.h"

static void change(struct scr_engine *e, uint32_t row, bool more) {
  assert(row < e->contacts->cap_count && (more || e->contacts->count[row] > 0));
  const uint32_t before = e->contacts->count[row], now = more ? before + 1 : before - 1;
  SCR_GROW(e->contacts->balls_with, e->contacts->cap_balls_with, (size_t)now + 1);
  if (now > e->contacts->max_count) { /* beyond the old maximum nothing is kept */
    e->contacts->max_count = now;
    e->contacts->balls_with[now] = 0;
  }
  e->contacts->count[row] = now;
  e->contacts->balls_with[before]--;
  e->contacts->balls_with[now]++;
  while (e->contacts->max_count > 0 && !e->contacts->balls_with[e->contacts->max_count])
    e->contacts->max_count--;
  assert(now <= e->contacts->max_count);
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
  uint32_t *count = scr_alloc(e->contacts->cap_count * sizeof *count);
  for (uint32_t k = 0; k < n; k++) count[k] = e->contacts->count[from[k]];
  scr_free(e->contacts->count);
  e->contacts->count = count;
}

void scr_count_contacts(scr_world *w) {
  struct scr_engine *e = w->engine;
  SCR_GROW(e->contacts->count, e->contacts->cap_count, w->ball.n);
  if (w->ball.n) memset(e->contacts->count, 0, w->ball.n * sizeof *e->contacts->count);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      e->contacts->count[p->i[k]]++;
      if (t == SCR_BALL_BALL) e->contacts->count[p->j[k]]++;
    }
  }
  e->contacts->max_count = 0;
  for (uint32_t k = 0; k < w->ball.n; k++)
    e->contacts->max_count = SCR_MAX(e->contacts->max_count, e->contacts->count[k]);
  SCR_GROW(e->contacts->balls_with, e->contacts->cap_balls_with,
           (size_t)e->contacts->max_count + 1);
  memset(e->contacts->balls_with, 0,
         ((size_t)e->contacts->max_count + 1) * sizeof *e->contacts->balls_with);
  for (uint32_t k = 0; k < w->ball.n; k++) e->contacts->balls_with[e->contacts->count[k]]++;
  scr_made(w, SCR_COUNTS);
}

uint32_t scr_count_of(const scr_world *w, uint32_t row) {
  assert(scr_fresh(w, SCR_COUNTS) && row < w->ball.n);
  return w->engine->contacts->count[row];
}

uint32_t scr_count_most(const scr_world *w) { return w->engine->contacts->max_count; }

void scr_count_hold(scr_world *w) {
  w->engine->contacts->count_before = w->engine->contacts->max_count;
  w->engine->contacts->held = true;
}

void scr_count_release(scr_world *w) { w->engine->contacts->held = false; }
