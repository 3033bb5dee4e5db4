/* Balls in order of id: found when somebody asks, kept until rows change. */
#include "world/state/rows.h"

#include "base/mem.h"
#include "base/sort.h"

const uint32_t *scr_ball_order(scr_world *w) {
  if (scr_fresh(w, SCR_ORDER)) return w->ball_order;
  size_t n = w->ball.n;
  scr_free(w->ball_order);
  uint32_t *key = scr_alloc(n * sizeof *key), *sk = scr_alloc(n * sizeof *sk),
           *sv = scr_alloc(n * sizeof *sv);
  w->ball_order = scr_alloc(n * sizeof *w->ball_order);
  for (size_t k = 0; k < n; k++)
    key[k] = scr_colu(&w->ball, SCR_BALL_ID)[k], w->ball_order[k] = (uint32_t)k;
  scr_sort_u32(key, w->ball_order, n, sk, sv);
  scr_made(w, SCR_ORDER);
  scr_free(key);
  scr_free(sk);
  scr_free(sv);
  return w->ball_order;
}
