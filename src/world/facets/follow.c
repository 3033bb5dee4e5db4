/* A contact with a facet may follow one with a neighbouring facet that reaches further. */
#include "world/engine.h"

#include <math.h>

#include "world/facets/kept.h"

/* How far a contact of pair q is followed, m: a bond as far as candidates are looked at in each
 * step. */
static double followed_to(const scr_world *w, uint32_t q) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const double reach = w->pset[scr_pair_set(p, q)].reach;
  if (!(p->flag[q] & SCR_PAIR_BONDED)) return reach;
  return SCR_MAX(reach, SCR_ROUND_PART * w->pose[p->i[q]].r);
}

/* May a contact of pair k, whose face the ball sees, take over from contact q of the same ball,
 * which reaches further than what the CMAT gives to new ones? */
static bool may_follow(const scr_world *w, uint32_t k, uint32_t q) {
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  const scr_facet_label *a = &e->facets->label[p->j[q]], *b = &e->facets->label[p->j[k]];
  const double gap = e->facets->geometry.gap[k];
  if (q == k || !p->law[q] || !(p->flag[q] & SCR_PAIR_ACTIVE) || a->wall != b->wall) return false;
  if (!(gap <= followed_to(w, q) && gap <= e->facets->geometry.gap[q])) return false;
  return scr_facets_meet(w, k, q) &&
         scr_nearly_flat(w, p->j[q], p->j[k], e->facets->wall[a->wall].cosine);
}

static uint32_t predecessor(const scr_world *w, uint32_t k) {
  assert(k < w->pair[SCR_BALL_FACET].n);
  const struct scr_engine *e = w->engine;
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  uint32_t best = SCR_NONE, first = k, last = k + 1;
  const double far =
      SCR_MAX(e->survey.reach, e->any_bonds ? SCR_ROUND_PART * w->pose[p->i[k]].r : -HUGE_VAL);
  if (!(e->facets->geometry.gap[k] <= far) || e->facets->feature[k] != 0) return SCR_NONE;
  while (first > 0 && p->i[first - 1] == p->i[k]) first--;
  while (last < p->n && p->i[last] == p->i[k]) last++;
  for (uint32_t q = first; q < last; q++)
    if (may_follow(w, k, q) &&
        (best == SCR_NONE || e->facets->geometry.gap[q] < e->facets->geometry.gap[best]))
      best = q;
  return best;
}

uint32_t scr_facet_predecessor(const scr_world *w, uint32_t k) {
  assert(!w->pair[SCR_BALL_FACET].law[k]);
  return predecessor(w, k);
}

bool scr_facet_takes_bond(const scr_world *w, uint32_t k) {
  const uint32_t q = predecessor(w, k);
  return q != SCR_NONE && w->pair[SCR_BALL_FACET].flag[q] & SCR_PAIR_BONDED;
}
