/* Sets of parameters that no contact has any more. */
#include "base/mem.h"
#include "base/num.h"
#include "world/contacts/cmat.h"
#include "world/contacts/kept.h"
#include "world/contacts/pairs.h"
#include "world/engine.h"

/* new[k]: 1 where set k is in use, else 0. */
static void mark(const scr_world *w, uint32_t *new) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    const uint32_t plain = w->engine->contacts->cmat_pset[t];
    if (plain != SCR_NONE) new[plain] = 1;
    for (uint32_t k = 0; k < p->n; k++)
      if (p->law[k]) new[scr_pair_set(p, k)] = 1;
  }
}

/* Those in use move up, in their order; new[k] becomes the number of set k, or that of the first.
 */
static void move_up(scr_world *w, uint32_t *new) {
  size_t n = 0;
  for (size_t k = 0; k < w->npset; k++) {
    const bool used = new[k];
    new[k] = used ? (uint32_t)n : 0;
    if (used) w->pset[n++] = w->pset[k];
  }
  w->npset = n;
}

static void renumber(scr_world *w, const uint32_t *new) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_pairs *p = &w->pair[t];
    uint32_t *plain = &w->engine->contacts->cmat_pset[t];
    if (*plain != SCR_NONE) *plain = new[*plain];
    p->one_set = p->ncontact && !p->pset ? new[p->one_set] : 0;
    for (uint32_t k = 0; k < p->n && p->pset; k++) p->pset[k] = p->law[k] ? new[p->pset[k]] : 0;
  }
}

/* What workers keep spread in their tiles is known by its number. */
static void forget_spread(scr_world *w) {
  const struct scr_engine *e = w->engine;
  for (int k = 0; k < SCR_MAX_WORKERS; k++) {
    if (e->worker[k]) e->worker[k]->pset_cached = UINT32_MAX;
    if (e->aside[k]) e->aside[k]->pset_cached = UINT32_MAX;
  }
}

void scr_psets_settle(scr_world *w) {
  enum { FEW = 1024 };
  size_t *most = &w->engine->contacts->most_psets;
  if (w->npset <= SCR_MAX(*most, (size_t)FEW)) return;
  uint32_t *new = scr_alloc(w->npset * sizeof *new);
  mark(w, new);
  move_up(w, new);
  renumber(w, new);
  forget_spread(w);
  scr_free(new);
  *most = 2 * w->npset;
}
