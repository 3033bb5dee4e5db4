/* Bonded contacts whose balls are too far apart to be found by cells: they stay in the list. So do
 * all contacts where it is to hold them (scr_lists_hold_all). Each is put at the end of its block,
 * the one of its lower row. Few runs ever have any. */
#include <string.h>
#include "base/mem.h"
#include "world/search/detect.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

typedef struct held {
  uint32_t a, b; /* rows, a < b */
} held;

/* Those that were not found, by lower row. */
static size_t find_held(const scr_world *w, const struct scr_finder *f, held **out) {
  const scr_old_list *old = &f->old;
  const uint8_t *flag = w->pair[SCR_BALL_BALL].flag;
  size_t n = 0, cap = 0;
  *out = NULL;
  for (uint32_t a = 0; a < w->ball.n; a++)
    for (uint32_t q = old->start[a]; q < old->start[a + 1]; q++) {
      if (old->place[q] == SCR_NONE) continue;
      if (!(flag[old->place[q]] & SCR_PAIR_BONDED) && !w->engine->search->holds) continue;
      SCR_GROW(*out, cap, n + 1);
      (*out)[n++] = (held){a, old->other[q]};
    }
  return n;
}

/* Room for so many pairs; the list stays as it is. */
static void grow(scr_world *w, struct scr_finder *f, uint32_t n) {
  scr_new_list *list = &f->fresh[SCR_BALL_BALL];
  const uint32_t have = list->n;
  SCR_GROW(f->old.from, f->old.cap_from, n);
  if (n > list->cap) {
    const size_t size = have * sizeof(uint32_t);
    uint32_t *ends = scr_alloc(2 * size + 1);
    memcpy(ends, list->i, size);
    memcpy(ends + have, list->j, size);
    scr_carry_room(w, f, SCR_BALL_BALL, n);
    memcpy(list->i, ends, size);
    memcpy(list->j, ends + have, size);
    scr_free(ends);
  }
  list->n = n;
}

void scr_keep_held(scr_world *w, struct scr_finder *f) {
  struct scr_engine *e = w->engine;
  held *some;
  if (!e->any_bonds && !e->search->holds) return;
  size_t n = find_held(w, f, &some);
  if (n) {
    const uint32_t before = f->fresh[SCR_BALL_BALL].n, blocks = scr_blocks(e, w->ball.n);
    uint32_t *first = e->blocks.first[SCR_BALL_BALL];
    grow(w, f, before + (uint32_t)n);
    scr_new_list *list = &f->fresh[SCR_BALL_BALL];
    const scr_placing p = {scr_colu(&w->ball, SCR_BALL_ID),
                           list->i,
                           list->j,
                           f->old.from,
                           f->old.start,
                           f->old.other,
                           f->old.mark,
                           f->old.place};
    uint32_t *const column[] = {p.i, p.j, p.from};
    /* from the last block on: what lies after those of this block has moved already */
    for (uint32_t b = blocks; b-- > 0;) {
      const uint32_t from = first[b], last = first[b + 1];
      size_t lower = n;
      while (lower > 0 && scr_block_of(e, some[lower - 1].a) >= b) lower--;
      for (size_t c = 0; c < SCR_COUNTOF(column); c++)
        memmove(column[c] + from + lower, column[c] + from, (last - from) * sizeof(uint32_t));
      for (size_t k = lower; k < n; k++) {
        const uint32_t at = last + (uint32_t)k;
        p.from[at] = SCR_NONE;
        scr_place_pair(&p, some[k].a, some[k].b, at);
      }
      first[b + 1] = last + (uint32_t)n;
      n = lower;
    }
  }
  scr_free(some);
}
