/* Contacts begin and end: what they get from the CMAT, what stays in the totals, and their first
 * evaluation outside of a step. */
#include "world/contacts/birth.h"

#include <math.h>
#include "base/mem.h"
#include "world/contacts/cmat.h"
#include "world/contacts/contact.h"
#include "world/contacts/count.h"
#include "world/contacts/kept.h"
#include "world/contacts/pairs.h"
#include "world/contacts/pass.h"
#include "world/contacts/quantum.h"
#include "world/engine.h"
#include "world/facets/facets.h"
#include "world/state/events.h"
#include "world/state/handles.h"

/* ---- births and deaths ---- */

/* Parameters of a new contact; without methods, inheritance or ranges every contact of a type
 * shares one set. */
static uint32_t new_pset(scr_world *w, scr_contact c, const scr_cmat_entry *entry) {
  struct scr_engine *e = w->engine;
  bool plain = w->ncmat == 0 && entry->nmethod == 0 && !e->survey.any_surface;
  if (plain && e->contacts->cmat_pset[c.type] != SCR_NONE) return e->contacts->cmat_pset[c.type];
  scr_pset p;
  scr_pset_for(w, c, entry, &p);
  e->survey.proximities |= p.proximity >= 0;
  uint32_t k = scr_pset_variant(w, &p);
  if (plain) e->contacts->cmat_pset[c.type] = k;
  return k;
}

/* The entry of the CMAT that a pair falls under may demand a smaller gap than the pass looked for.
 */
static bool near_enough(scr_world *w, scr_contact c, const scr_cmat_entry *entry) {
  scr_contact_geometry g;
  scr_ends e;
  scr_pset own;
  scr_pset_for(w, c, entry, &own);
  scr_contact_geometry_of(w, c, &g);
  scr_contact_ends_of(w, c, &e);
  const double r = e.facet ? e.radius[0] : SCR_MIN(e.radius[0], e.radius[1]);
  return g.gap <= scr_pset_gap(&own, r);
}

/* Is there anything to ask beyond what the pass looked for? */
static bool may_be_too_far(const scr_world *w, scr_contact c) {
  if (w->engine->contacts->apart) return false;
  return w->ncmat ||
         (c.type == SCR_BALL_FACET &&
          (w->engine->any_bonds || scr_facets_geometry(w)->gap[c.k] <= w->engine->survey.reach));
}

/* A pair goes back to what it was, but for its handle. */
static void unmake(scr_world *w, scr_contact c) {
  assert(c.k < w->pair[c.type].n);
  scr_pairs *p = &w->pair[c.type];
  if (p->slot && p->slot[c.k]) scr_slots_give(&w->contact_slots, p->slot[c.k] - 1);
  scr_pairs_clear_row(p, c.k);
}

/* What the CMAT has for a contact that is not there yet: ranges may look at its ends, its place and
 * the id that it will have. */
static const scr_cmat_entry *entry_for_new(scr_world *w, scr_diag *d, scr_contact c) {
  struct scr_engine *e = w->engine;
  e->contacts->making = w->ncmat > 0;
  e->contacts->made = c;
  const scr_cmat_entry *entry = scr_cmat_for(w, d, c);
  e->contacts->making = false;
  return entry;
}

/* How far its ends have come apart in this step, m. */
static double opened(const scr_world *w, scr_contact c, const scr_contact_geometry *g) {
  const scr_pairs *p = &w->pair[c.type];
  const double *v = w->twist[p->i[c.k]].v;
  double sum = 0;
  for (int a = 0; a < w->dim; a++) {
    const double other =
        c.type == SCR_BALL_BALL ? w->twist[p->j[c.k]].v[a] : scr_facets_geometry(w)->v[a][c.k];
    sum += (other - v[a]) * g->n[a];
  }
  return sum * w->timestep.current;
}

/* What a contact holds that has just been made, in the middle of the step: its force takes part in
 * the second half of it. */
static double held_in_middle(const scr_world *w, scr_contact c) {
  const scr_pairs *p = &w->pair[c.type];
  const scr_model *m = scr_contact_model(w, c);
  const double *param = w->pset[scr_pair_set(p, c.k)].param;
  double state[SCR_MAX_STATE], sum = 0;
  scr_contact_geometry g;
  scr_ends e;
  if (!m->strain) return 0;
  scr_contact_geometry_of(w, c, &g);
  scr_contact_ends_of(w, c, &e);
  e.gap -= 0.5 * opened(w, c, &g);
  scr_pair_state(p, c.k, m->nstate, state);
  if (m->hints.settle) m->hints.settle(&e, param, state);
  for (int k = 0; k < m->nenergy; k++)
    if (!m->energy[k].accumulated) sum += m->strain(&e, w->dim, param, state, m->energy[k].slot);
  return sum;
}

/* Methods of the entry. Before the motion who makes contacts books what they bring in. */
static void begin_with(scr_world *w, scr_contact c, const scr_cmat_entry *entry, bool bonds) {
  struct scr_contacts *s = w->engine->contacts;
  const bool books = w->energy_on && w->point >= 10;
  if (books && c.type == SCR_BALL_FACET) scr_facet_drive(w, c.k); /* else as of another pair */
  const double before = books ? held_in_middle(w, c) : 0;
  scr_contact_begin(w, c, entry, bonds);
  if (!books) return;
  SCR_GROW(s->brought, s->cap_brought, s->nbrought + 1);
  s->brought[s->nbrought++] =
      (scr_brought){c, w->pair[c.type].id[c.k], held_in_middle(w, c) - before};
}

/* Of facets all contacts must be there before one can be chosen that is bonded. */
static void begin_later(scr_world *w, scr_contact c, const scr_cmat_entry *entry) {
  struct scr_contacts *s = w->engine->contacts;
  SCR_GROW(s->begun, s->cap_begun, s->nbegun + 1);
  s->begun[s->nbegun++] = (scr_begun){c, entry};
}

void scr_contacts_begin(scr_world *w, uint32_t first,
                        bool (*may_bond)(scr_world *w, scr_contact c, uint32_t first)) {
  struct scr_contacts *s = w->engine->contacts;
  for (size_t k = 0; k < s->nbegun; k++) {
    const scr_begun b = s->begun[k];
    begin_with(w, b.contact, b.entry, scr_cmat_bonds(b.entry) && may_bond(w, b.contact, first));
  }
  s->nbegun = 0;
}

static void book_brought(scr_world *w, const scr_brought *b) {
  struct scr_contacts *s = w->engine->contacts;
  scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], b->energy);
  SCR_GROW(s->given, s->cap_given, s->ngiven + 1);
  s->given[s->ngiven++] = *b;
}

void scr_contacts_brought(scr_world *w) {
  struct scr_contacts *s = w->engine->contacts;
  for (size_t k = 0; k < s->nbrought; k++) {
    const scr_contact c = s->brought[k].contact;
    const scr_pairs *p = &w->pair[c.type];
    if (c.k < p->n && p->law[c.k] && p->id[c.k] == s->brought[k].id &&
        !(p->flag[c.k] & SCR_PAIR_BLOCKED))
      book_brought(w, &s->brought[k]);
  }
  s->nbrought = 0;
}

void scr_contacts_take_back(scr_world *w) {
  struct scr_contacts *s = w->engine->contacts;
  for (size_t k = 0; k < s->ngiven; k++) {
    const scr_contact c = s->given[k].contact;
    const scr_pairs *p = &w->pair[c.type];
    if (c.k < p->n && p->id[c.k] == s->given[k].id && !(p->flag[c.k] & SCR_PAIR_ACTIVE))
      scr_xsum_add(&w->energy_total[SCR_TOTAL_EDIT], -s->given[k].energy);
  }
  s->ngiven = 0;
}

static bool make_contact(scr_world *w, scr_diag *d, scr_contact c) {
  assert(c.k < w->pair[c.type].n && !w->pair[c.type].law[c.k]);
  scr_pairs *p = &w->pair[c.type];
  scr_pairs_clear_row(p, c.k);
  p->id[c.k] = w->contact_ids[c.type].max + 1;
  const scr_cmat_entry *entry = entry_for_new(w, d, c);
  const bool begins = entry && (!may_be_too_far(w, c) || near_enough(w, c, entry));
  const uint32_t before =
      entry && !begins && c.type == SCR_BALL_FACET ? scr_facet_predecessor(w, c.k) : SCR_NONE;
  if (!entry || (before == SCR_NONE && w->ncmat && !begins)) {
    unmake(w, c);
    return entry != NULL;
  }
  const uint32_t set = before == SCR_NONE ? new_pset(w, c, entry) : scr_pair_set(p, before);
  scr_ids_take(&w->contact_ids[c.type], p->id[c.k]);
  scr_pairs_set_set(p, c.k, set);
  p->law[c.k] = w->pset[set].law;
  p->ncontact++;
  scr_contact_first(w, c);
  if (entry->nmethod && c.type == SCR_BALL_FACET)
    begin_later(w, c, entry);
  else if (entry->nmethod)
    begin_with(w, c, entry, true);
  scr_count_change(w, c.type, c.k, true);
  if (scr_watched(w, SCR_EV_CONTACT_CREATE))
    scr_world_event(w, SCR_EV_CONTACT_CREATE, scr_contact_key(w, c.type, c.k), SCR_K_CONTACT,
                    scr_contact_ref(w, c), -1);
  return true;
}

void scr_contacts_unborn(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  scr_pairs *p = &w->pair[type];
  for (size_t k = 0; k < n; k++) {
    if (!p->law[pairs[k]]) continue;
    scr_ids_give(&w->contact_ids[type], p->id[pairs[k]]);
    p->ncontact--;
    scr_count_change(w, type, pairs[k], false);
    unmake(w, (scr_contact){type, pairs[k]});
  }
  if (n) scr_changed(w, SCR_CARRIED);
}

bool scr_contacts_born(scr_world *w, scr_diag *d, scr_contact_type type, uint32_t *pairs,
                       size_t n) {
  const size_t queued = scr_events_queued(w);
  if (d->failed) return false;
  scr_sort_canonical(w, type, pairs, n);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), w->energy_on, false);
  w->engine->contacts->nbrought = w->engine->contacts->nbegun = 0;
  for (size_t k = 0; k < n; k++) {
    if (make_contact(w, d, (scr_contact){type, pairs[k]})) continue;
    scr_contacts_unborn(w, type, pairs, k);
    scr_events_unqueue(w, queued);
    scr_changed(w, SCR_LISTS);
    w->engine->contacts->nbrought = w->engine->contacts->nbegun = 0;
    return false;
  }
  if (type == SCR_BALL_BALL) scr_contacts_brought(w);
  return true;
}

bool scr_contacts_born_apart(scr_world *w, scr_diag *d, uint32_t *pairs, size_t n) {
  w->engine->contacts->apart = true;
  const bool ok = scr_contacts_born(w, d, SCR_BALL_BALL, pairs, n);
  w->engine->contacts->apart = false;
  return ok;
}

/* The step in which a contact ends is the one in which it opens: what its dashpots and its slider
 * did in it. */
static void book_opening(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  const scr_pairs *p = &w->pair[type];
  if (!w->energy_on || !(w->point > 10)) return; /* nothing has moved */
  uint32_t *open = scr_alloc(n * sizeof *open);
  size_t count = 0;
  for (size_t k = 0; k < n; k++)
    if (p->law[pairs[k]] && p->flag[pairs[k]] & SCR_PAIR_ACTIVE) open[count++] = pairs[k];
  for (size_t k = 0; k < count && type == SCR_BALL_FACET; k++) scr_facet_geometry_one(w, open[k]);
  scr_pairs_need(&w->pair[type], scr_states_needed(w), true, true);
  scr_pass pass;
  scr_pass_init(w, &pass, type, SCR_PASS_END);
  pass.want = SCR_WANT_DASH | SCR_WANT_WORK;
  if (count) w->engine->kernels->pass_list(&pass, w->engine->worker[0], open, count);
  scr_free(open);
}

void scr_contacts_part(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n) {
  scr_pairs *p = &w->pair[type];
  book_opening(w, type, pairs, n);
  for (size_t k = 0; k < n; k++) {
    if (!p->law[pairs[k]]) continue;
    /* by an edit: no force pass comes that would leave it out of the sums */
    if (!(w->point > 10) && p->flag[pairs[k]] & SCR_PAIR_ACTIVE) scr_changed(w, SCR_CARRIED);
    scr_pair_silence(p, pairs[k]);
  }
  scr_contacts_gone(w, type, pairs, n);
}

void scr_contacts_gone(scr_world *w, scr_contact_type type, uint32_t *pairs, size_t n) {
  scr_sort_canonical(w, type, pairs, n);
  for (size_t k = 0; k < n; k++)
    if (w->pair[type].law[pairs[k]])
      scr_contact_drop(w, type, pairs[k]); /* a callback may have been faster */
}

/* ---- the first evaluation ---- */

/* In a cycle, before anything moves: its forces come next, and no FISH between. */
static bool nobody_reads(const scr_world *w) {
  return w->engine->solving && w->point <= 0 && !w->ncallback && !w->energy_on &&
         !w->engine->any_calls; /* which would be called twice */
}

static bool any_active(const scr_pairs *p, const uint32_t *pairs, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (p->flag[pairs[k]] & SCR_PAIR_ACTIVE) return true;
  return false;
}

/* The exponents of the next two steps hold for such a component, too. */
static void raise_to(int *exponent, int *next, double largest) {
  const int least = scr_exponent_for(largest);
  *exponent = SCR_MAX(*exponent, least);
  *next = SCR_MAX(*next, least);
}

/* Those that carry nothing may begin to by this evaluation, and the next step tells of it. */
static void await_beginnings(scr_pairs *p, const uint32_t *pairs, size_t n) {
  for (size_t k = 0; k < n; k++)
    if (p->law[pairs[k]] && !(p->flag[pairs[k]] & SCR_PAIR_ACTIVE))
      p->flag[pairs[k]] |= SCR_PAIR_BEGUN | SCR_PAIR_UNASKED;
}

static bool any_begun(scr_pairs *p, const uint32_t *pairs, size_t n) {
  bool any = false;
  for (size_t k = 0; k < n; k++) {
    uint8_t *flag = &p->flag[pairs[k]];
    if (!(*flag & SCR_PAIR_ACTIVE)) *flag &= (uint8_t) ~(SCR_PAIR_BEGUN | SCR_PAIR_UNASKED);
    any |= *flag & SCR_PAIR_BEGUN;
  }
  return any;
}

/* Contacts made outside of the cycle are evaluated once without increments; what they carry enters
 * the first half-kick. Their forces are always kept, for that sum. Returns whether any of them is
 * active. */
static bool start(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n,
                  bool carries) {
  struct scr_engine *e = w->engine;
  scr_pass p;
  scr_pass_init(w, &p, type, SCR_PASS_START);
  p.dt = 1;
  p.carries = carries;
  p.keep = !(type == SCR_BALL_BALL && nobody_reads(w));
  scr_worker *l = e->worker[0];
  scr_worker_reset(l);
  l->lo = 0, l->hi = w->ball.n;
  await_beginnings(&w->pair[type], pairs, n);
  e->kernels->pass_list(&p, l, pairs, n);
  e->contacts->begun_by_edit |= any_begun(&w->pair[type], pairs, n);
  assert(n <= w->pair[type].n);
  const bool active = any_active(&w->pair[type], pairs, n), all = n == w->pair[type].ncontact;
  /* A cycle that fails before its forces has all contacts evaluated again, as long as none of them
   * has a step behind it; else what these carry is kept by a second pass, which changes nothing. */
  if (!p.keep && active && all) scr_changed(w, SCR_REPORTS);
  if (!p.keep && active && !all) {
    p.keep = true;
    e->kernels->pass_list(&p, l, pairs, n);
  }
  if (active) scr_changed(w, SCR_BLANKS);
  if (type == SCR_BALL_BALL && active && all) scr_made(w, SCR_STARTS);
  raise_to(&w->force_exponent, &w->next_force_exponent, l->max_force);
  raise_to(&w->moment_exponent, &w->next_moment_exponent, l->max_moment);
  if (l->max_force > 0) scr_changed(w, SCR_CARRIED); /* else nothing was added */
  return active;
}

bool scr_forces_start(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  return start(w, type, pairs, n, false);
}

bool scr_forces_again(scr_world *w, scr_contact_type type, const uint32_t *pairs, size_t n) {
  return start(w, type, pairs, n, true);
}

void scr_contact_restart(scr_world *w, scr_contact c) {
  assert(w->pair[c.type].law[c.k]);
  scr_changed(w, SCR_CARRIED);
  if (w->point > 0) return; /* the force pass of this cycle is still to come */
  if (c.type == SCR_BALL_FACET) scr_facet_geometry_one(w, c.k);
  scr_forces_start(w, c.type, &c.k, 1);
}
