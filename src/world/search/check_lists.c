/* Invariants of neighbour lists: their order by blocks, and that nothing that touches is missing.
 */
#include "world/engine.h"

#include <math.h>
#include "base/mem.h"
#include "world/search/detect.h"
#include "world/state/checks.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

/* Pairs of the balls of block b are entries first[b] ... first[b + 1]. */
static bool blocks_hold(const scr_world *w, int type, scr_buf *why) {
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[type];
  const uint32_t *first = e->blocks.first[type], blocks = scr_blocks(e, w->ball.n);
  SCR_HOLDS(first[0] == 0 && first[blocks] == p->n, "%s: blocks hold %u pairs of %u",
            scr_contact_type_name[type], first[blocks], p->n);
  for (uint32_t b = 0; b < blocks; b++) {
    SCR_HOLDS(first[b] <= first[b + 1], "%s: block %u ends before it begins",
              scr_contact_type_name[type], b);
    for (uint32_t k = first[b]; k < first[b + 1]; k++)
      SCR_HOLDS(scr_block_of(e, type == SCR_BALL_BALL ? SCR_MIN(p->i[k], p->j[k]) : p->i[k]) == b,
                "%s pair %u: it lies in another block", scr_contact_type_name[type], k);
  }
  return true;
}

static bool runners_hold(const scr_world *w, scr_buf *why) {
  const struct scr_engine *e = w->engine;
  for (uint32_t k = 0; k < e->search->nrunner; k++)
    SCR_HOLDS(e->search->runner[k] < w->ball.n &&
                  (k == 0 || e->search->runner[k - 1] < e->search->runner[k]),
              "runner %u is no ball, or out of order", k);
  SCR_HOLDS(!e->search->nrunner == !(e->search->head_start > 0),
            "%u runners have a head start of %g", e->search->nrunner, e->search->head_start);
  return true;
}

/* ---- is anything missing? ---- */

static double gap_of(const scr_world *w, uint32_t a, uint32_t b) {
  double d2 = 0;
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c);
    double x = fabs(w->pose[b].x[c] - w->pose[a].x[c]);
    if (period > 0 && x > 0.5 * period) x = period - x;
    d2 += x * x;
  }
  return sqrt(d2) - w->pose[a].r - w->pose[b].r;
}

/* Pieces of one body do not touch each other. */
static bool are_one(const scr_world *w, uint32_t a, uint32_t b) {
  return scr_body_of(w, a) && scr_body_of(w, a) == scr_body_of(w, b);
}

/* Balls that overlap, of few. */
static bool none_is_missing(const scr_world *w, scr_buf *why) {
  enum { FEW = 100 };
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t n = w->ball.n, *id = scr_colu(&w->ball, SCR_BALL_ID);
  if (n > FEW) return true;
  bool *listed = scr_alloc((size_t)n * n + 1);
  uint32_t a = 0, b = 0;
  bool found = true;
  for (uint32_t k = 0; k < p->n; k++)
    listed[(size_t)p->i[k] * n + p->j[k]] = listed[(size_t)p->j[k] * n + p->i[k]] = true;
  for (uint32_t i = 0; i < n && found; i++)
    for (uint32_t j = i + 1; j < n && found; j++)
      if (!listed[(size_t)i * n + j] && !are_one(w, i, j) && gap_of(w, i, j) < 0)
        a = i, b = j, found = false;
  scr_free(listed);
  SCR_HOLDS(found, "balls %u and %u overlap, and are not listed", id[a], id[b]);
  return true;
}

bool scr_check_lists(const scr_world *w, scr_buf *why) {
  if (!scr_fresh(w, SCR_LISTS)) return true;
  SCR_HOLDS(w->engine->builds, "the lists are up to date, and were never made");
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (!blocks_hold(w, t, why)) return false;
  return runners_hold(w, why) && (!scr_fresh(w, SCR_FORCES) || none_is_missing(w, why));
}
