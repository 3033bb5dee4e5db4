/* Invariants of pairs, contacts, sets of parameters and the CMAT. */
#include "world/contacts/kept.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/checks.h"
#include "world/state/handles.h"
#include "world/state/rows.h"

/* ---- one pair ---- */

static bool ends_hold(const scr_world *w, int type, uint32_t k, scr_buf *why) {
  const scr_pairs *p = &w->pair[type];
  const bool balls = type == SCR_BALL_BALL;
  const char *name = scr_contact_type_name[type];
  SCR_HOLDS(p->i[k] < w->ball.n && p->j[k] < (balls ? w->ball.n : w->facet.n),
            "%s pair %u: an end is no row", name, k);
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  SCR_HOLDS(!balls || id[p->i[k]] < id[p->j[k]], "%s pair %u: the higher id comes first", name, k);
  SCR_HOLDS(balls || scr_shift_holds(p->shift[k]), "%s pair %u: its image is %" PRIu64, name, k,
            p->shift[k]);
  return true;
}

/* What no contact is has nothing but its ends. */
static bool candidate_holds(const scr_world *w, int type, uint32_t k, scr_buf *why) {
  const scr_pairs *p = &w->pair[type];
  SCR_HOLDS(!p->flag[k] && !p->id[k] && !(p->slot && p->slot[k]) && !(p->groups && p->groups[k]),
            "%s pair %u: it is no contact, and has something of one", scr_contact_type_name[type],
            k);
  return true;
}

/* Contacts of balls are not claimed, what carries nothing has slipped nowhere, and the flag of a
 * bond follows its state. */
static bool flags_hold(const scr_world *w, int type, uint32_t k, scr_buf *why) {
  enum {
    ALL = SCR_PAIR_ACTIVE | SCR_PAIR_BLOCKED | SCR_PAIR_INHIBIT | SCR_PAIR_SLIP | SCR_PAIR_BONDED |
          SCR_PAIR_BEGUN | SCR_PAIR_UNASKED
  };
  const scr_pairs *p = &w->pair[type];
  const scr_model *m = scr_model_at(p->law[k] - 1);
  const bool holds = m->bonds && p->state[scr_model_lives(m)][k] >= SCR_BOND_HOLDS;
  SCR_HOLDS(holds == ((p->flag[k] & SCR_PAIR_BONDED) != 0), "%s contact %u: its bond %s",
            scr_contact_type_name[type], p->id[k], holds ? "has no flag" : "is a flag alone");
  SCR_HOLDS(!(p->flag[k] & ~ALL) && (type == SCR_BALL_FACET || !(p->flag[k] & SCR_PAIR_BLOCKED)),
            "%s contact %u: flags %d", scr_contact_type_name[type], p->id[k], (int)p->flag[k]);
  return true;
}

static bool contact_holds(const scr_world *w, int type, uint32_t k, scr_buf *why) {
  const scr_pairs *p = &w->pair[type];
  const char *name = scr_contact_type_name[type];
  const uint32_t set = scr_pair_set(p, k), slot = p->slot ? p->slot[k] : 0;
  SCR_HOLDS(p->law[k] <= scr_model_count(), "%s pair %u: law %d", name, k, (int)p->law[k]);
  SCR_HOLDS(scr_ids_has(&w->contact_ids[type], p->id[k]), "%s contact %u: its id is not taken",
            name, p->id[k]);
  SCR_HOLDS(set < w->npset && w->pset[set].law == p->law[k],
            "%s contact %u: its parameters are of another law", name, p->id[k]);
  SCR_HOLDS(scr_pair_groups(p, k) < w->sets.n, "%s contact %u: its groups are no set", name,
            p->id[k]);
  SCR_HOLDS(!slot || (slot <= w->contact_slots.n &&
                      w->contact_slots.row[slot - 1] == ((uint32_t)type << 31 | k)),
            "%s contact %u: its handle leads to another", name, p->id[k]);
  const int states = scr_model_columns(scr_model_at(p->law[k] - 1), w->dim, w->pset[set].param);
  SCR_HOLDS(states <= p->states, "%s contact %u: its law has no room for its state", name,
            p->id[k]);
  return flags_hold(w, type, k, why);
}

/* ---- a list ---- */

/* Each pair stands in the list once; a facet may be there in several images. While the list is to
 * be made anew, candidates may be old. */
static bool pairs_are_unique(const scr_world *w, int type, scr_buf *why) {
  const scr_pairs *p = &w->pair[type];
  const bool all = scr_fresh(w, SCR_LISTS);
  scr_u64map seen = {0};
  uint32_t twice = SCR_NONE, *before = scr_alloc((size_t)p->n * sizeof *before);
  scr_u64map_reserve(&seen, p->n);
  for (uint32_t k = 0; k < p->n && twice == SCR_NONE; k++) {
    if (!p->law[k] && !all) continue;
    const uint64_t key = (uint64_t)p->i[k] << 32 | p->j[k];
    before[k] = scr_u64map_get(&seen, key, SCR_NONE);
    for (uint32_t q = before[k]; q != SCR_NONE; q = before[q])
      if (!p->facets || p->shift[q] == p->shift[k]) twice = k;
    scr_u64map_set(&seen, key, k);
  }
  scr_u64map_free(&seen);
  scr_free(before);
  SCR_HOLDS(twice == SCR_NONE, "%s pair %u: it is listed twice", scr_contact_type_name[type],
            twice);
  return true;
}

static bool list_holds(const scr_world *w, int type, size_t *handles, scr_buf *why) {
  const scr_pairs *p = &w->pair[type];
  const char *name = scr_contact_type_name[type];
  uint32_t contacts = 0;
  SCR_HOLDS(p->n <= p->cap && p->facets == (type == SCR_BALL_FACET), "%s: more pairs than room",
            name);
  for (uint32_t k = 0; k < p->n; k++) {
    if (!ends_hold(w, type, k, why)) return false;
    if (!(p->law[k] ? contact_holds : candidate_holds)(w, type, k, why)) return false;
    contacts += p->law[k] != 0;
    *handles += p->slot && p->slot[k];
  }
  SCR_HOLDS(contacts == p->ncontact, "%s: there are %u contacts, and %u are counted", name,
            contacts, p->ncontact);
  return scr_check_ids(&w->contact_ids[type], name, contacts, why) &&
         pairs_are_unique(w, type, why);
}

/* ---- counts ---- */

static void count(const scr_world *w, uint32_t *of) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n; k++) {
      if (!p->law[k]) continue;
      of[p->i[k]]++;
      if (t == SCR_BALL_BALL) of[p->j[k]]++;
    }
  }
}

/* Numbers that are kept are those that counting finds. */
static bool counts_hold(const scr_world *w, scr_buf *why) {
  const struct scr_engine *e = w->engine;
  if (!scr_fresh(w, SCR_COUNTS)) return true;
  const uint32_t n = w->ball.n;
  uint32_t *of = scr_alloc(SCR_MAX(n, 1u) * sizeof *of), max = 0, wrong = SCR_NONE;
  count(w, of);
  for (uint32_t k = 0; k < n; k++) {
    max = SCR_MAX(max, of[k]);
    if (of[k] != e->contacts->count[k]) wrong = k;
  }
  scr_free(of);
  SCR_HOLDS(wrong == SCR_NONE, "ball %u: its number of contacts is not the one that is kept",
            scr_colu(&w->ball, SCR_BALL_ID)[wrong]);
  SCR_HOLDS(max == e->contacts->max_count, "the largest number of contacts of a ball is %u, not %u",
            max, e->contacts->max_count);
  return true;
}

/* ---- sets of parameters, the CMAT ---- */

static bool psets_hold(const scr_world *w, scr_buf *why) {
  for (size_t k = 0; k < w->npset; k++) {
    const scr_pset *p = &w->pset[k];
    SCR_HOLDS(p->law >= 1 && p->law <= scr_model_count(), "parameters %zu: law %d", k, (int)p->law);
    const scr_model *m = scr_model_at(p->law - 1);
    SCR_HOLDS(p->reach == (m->reach ? m->reach(p->param) : 0) &&
                  p->reach <= w->engine->survey.reach,
              "parameters %zu: their law reaches over another gap", k);
    SCR_HOLDS(scr_model_columns(m, w->dim, p->param) <= w->engine->contacts->states,
              "parameters %zu: no room for the state of the law", k);
  }
  return true;
}

static bool cmat_holds(const scr_world *w, scr_buf *why) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const uint32_t set = w->engine->contacts->cmat_pset[t];
    SCR_HOLDS(w->cmat_default[t].model, "the CMAT has no default for %s", scr_contact_type_name[t]);
    SCR_HOLDS(set == SCR_NONE || set < w->npset, "the CMAT's default for %s is no set",
              scr_contact_type_name[t]);
  }
  for (size_t k = 0; k < w->ncmat; k++)
    SCR_HOLDS(w->cmat[k].entry.model && (k == 0 || w->cmat[k - 1].index < w->cmat[k].index),
              "entry %d of the CMAT is out of order", w->cmat[k].index);
  return true;
}

/* What is up to date is what a look at the single contact finds. */
static bool geometry_holds(const scr_world *w, scr_buf *why) {
  const scr_pairs *p = &w->pair[SCR_BALL_FACET];
  for (uint32_t k = 0; k < p->n && scr_fresh(w, SCR_FACETS); k++) {
    if (!p->law[k]) continue;
    scr_contact_geometry g;
    scr_contact_geometry_of(w, (scr_contact){SCR_BALL_FACET, k}, &g);
    const double kept = scr_facets_geometry(w)->gap[k];
    SCR_HOLDS(fabs(g.gap - kept) <= 1e-9 * w->pose[p->i[k]].r,
              "ball-facet contact %u: its gap is %g, and %g is kept", p->id[k], g.gap, kept);
  }
  return true;
}

bool scr_check_contacts(const scr_world *w, scr_buf *why) {
  size_t handles = 0;
  if (!psets_hold(w, why) || !cmat_holds(w, why)) return false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (!list_holds(w, t, &handles, why)) return false;
  return scr_check_slots(&w->contact_slots, "contact", handles, why) && counts_hold(w, why) &&
         geometry_holds(w, why);
}
