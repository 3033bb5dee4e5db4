/* The contact model assignment table: what a new contact gets; sets of parameters. */
#include "world/contacts/cmat.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/contacts/birth.h"
#include "world/contacts/contact.h"
#include "world/contacts/kept.h"
#include "world/contacts/network.h"
#include "world/contacts/pairs.h"
#include "world/contacts/tables.h"
#include "world/engine.h"
#include "world/state/events.h"
#include "world/state/rows.h"
#include "world/state/solving.h"

static uint8_t law_of(const scr_model *m) {
  for (int k = 0; k < scr_model_count(); k++)
    if (scr_model_at(k) == m) return (uint8_t)(k + 1);
  return 0;
}

scr_cmat_entry scr_cmat_entry_of(const scr_model *m) {
  scr_cmat_entry e = {.model = m, .proximity = -1};
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *p = &m->prop[k];
    if (p->kind != SCR_PROP_PARAM) continue;
    for (int s = 0; s < scr_prop_slots(p); s++) e.param[p->slot + s] = p->def;
    if (p->flags & SCR_PROP_INHERIT) e.inherit |= scr_prop_bits(p);
  }
  return e;
}

/* The list of candidates depends on the largest proximity, so that it must be built again. */
static void cmat_changed(scr_world *w) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) w->engine->contacts->cmat_pset[t] = SCR_NONE;
  scr_changed(w, SCR_CMAT);
}

static void need_states(scr_world *w, const scr_model *m, const double *param) {
  assert(m->nstate <= SCR_MAX_STATE && m->nparam <= SCR_MAX_PARAM);
  const int states = scr_model_columns(m, w->dim, param);
  w->engine->contacts->states = SCR_MAX(w->engine->contacts->states, states);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) w->pair[t].rotates |= m->rotates;
  w->engine->any_rotates |= m->rotates;
  w->engine->any_bonds |= m->bonds;
  w->engine->any_silent |= !m->hints.reports;
  w->engine->any_oriented |= m->oriented;
  w->engine->any_networks |= scr_law_is_network(law_of(m));
  w->engine->any_calls |= law_of(m) == 1 + SCR_LAW_fish;
  w->engine->contacts->slip[law_of(m) - 1] = scr_model_slip(m); /* it may have been loaded late */
}

static bool is_null(const scr_model *m) { return m == scr_model_find("null"); }

/* The contacts that there are keep what they have: who forgets that is told (scr_cmat_missed). */
static void late(scr_world *w, scr_contact_type type, const scr_model *to) {
  if (is_null(w->cmat_default[type].model) && !is_null(to))
    w->engine->contacts->lawless[type] = w->contact_ids[type].max;
}

void scr_cmat_set_default(scr_world *w, scr_contact_type type, const scr_cmat_entry *e) {
  assert(type < SCR_CONTACT_TYPES && e->model);
  late(w, type, e->model);
  w->cmat_default[type] = *e;
  need_states(w, e->model, e->param);
  cmat_changed(w);
}

const scr_cmat_entry *scr_cmat_default(const scr_world *w, scr_contact_type type) {
  return &w->cmat_default[type];
}

void scr_cmat_add(scr_world *w, int index, const scr_cmat_entry *e, int range) {
  scr_cmat_remove(w, index);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) late(w, (scr_contact_type)t, e->model);
  SCR_GROW(w->cmat, w->cap_cmat, w->ncmat + 1);
  size_t k = w->ncmat++;
  for (; k > 0 && w->cmat[k - 1].index > index; k--) w->cmat[k] = w->cmat[k - 1];
  w->cmat[k] = (struct scr_cmat_row){index, range, *e};
  need_states(w, e->model, e->param);
  cmat_changed(w);
}

bool scr_cmat_remove(scr_world *w, int index) {
  for (size_t k = 0; k < w->ncmat; k++) {
    if (w->cmat[k].index != index) continue;
    memmove(w->cmat + k, w->cmat + k + 1, (w->ncmat - k - 1) * sizeof *w->cmat);
    w->ncmat--;
    cmat_changed(w);
    return true;
  }
  return false;
}

int scr_cmat_count(const scr_world *w) { return (int)w->ncmat; }

scr_cmat_entry *scr_cmat_at(scr_world *w, int k, int *index, int *range) {
  assert(k >= 0 && (size_t)k < w->ncmat);
  *index = w->cmat[k].index;
  *range = w->cmat[k].range;
  return &w->cmat[k].entry;
}

static double law_reach(const scr_model *m, const double *param) {
  return m->reach ? m->reach(param) : 0;
}

void scr_cmat_reach(const scr_world *w, scr_contact_type type, double *gap, double *part) {
  *gap = *part = 0;
  for (size_t k = 0; k <= w->ncmat; k++) {
    const scr_cmat_entry *e = k < w->ncmat ? &w->cmat[k].entry : &w->cmat_default[type];
    *gap = SCR_MAX(*gap, SCR_MAX(e->proximity, law_reach(e->model, e->param)));
    if (e->proximity < 0) *part = 0.05;
  }
}

/* Does a contact lie in the range of row k? False: an error. */
static bool ask(scr_world *w, scr_diag *d, size_t k, scr_contact c, bool *in) {
  assert(k < w->ncmat && c.k < w->pair[c.type].n);
  *in = false;
  if (!w->hooks.in_range) return true;
  const double point = scr_telling_begin(w);
  const bool fine = w->hooks.in_range(w->hooks.user, w->cmat[k].range, c, in);
  scr_telling_end(w, point);
  if (fine) return true;
  if (!d->failed) scr_fail(d, NULL, SCR_E_STATE, "a range failed");
  scr_trace(d, "  called from the range of entry %d of the CMAT", w->cmat[k].index);
  return false;
}

const scr_cmat_entry *scr_cmat_for(scr_world *w, scr_diag *d, scr_contact c) {
  bool in;
  for (size_t k = 0; k < w->ncmat; k++) {
    if (!ask(w, d, k, c, &in)) return NULL;
    if (in && scr_law_is_for(w->cmat[k].entry.model, c.type)) return &w->cmat[k].entry;
  }
  return &w->cmat_default[c.type];
}

bool scr_cmat_missed(scr_world *w, scr_diag *d, uint32_t *n) {
  *n = 0;
  if (scr_ranges_call(w)) return true; /* what is only told of runs no function of a user */
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    for (uint32_t k = 0; k < p->n && w->engine->contacts->lawless[t]; k++) {
      const bool old = p->law[k] && p->id[k] <= w->engine->contacts->lawless[t];
      if (!old || !is_null(scr_model_at(p->law[k] - 1))) continue;
      const scr_cmat_entry *e = scr_cmat_for(w, d, (scr_contact){(scr_contact_type)t, k});
      if (!e) return false;
      *n += !is_null(e->model);
    }
  }
  return true;
}

/* Never shrinks: columns of state that any law in use so far has needed. */
int scr_states_needed(const scr_world *w) { return w->engine->contacts->states; }

/* ---- parameter sets ---- */

uint32_t scr_pset_add(scr_world *w, const scr_pset *p) {
  assert(p->law >= 1 && p->law <= SCR_LAWS);
  SCR_GROW(w->pset, w->cap_pset, w->npset + 1);
  const scr_model *m = scr_model_at(p->law - 1);
  w->pset[w->npset] = *p;
  if (m->prepare) m->prepare(w->pset[w->npset].param);
  w->pset[w->npset].reach = law_reach(m, w->pset[w->npset].param);
  w->engine->survey.reach = SCR_MAX(w->engine->survey.reach, w->pset[w->npset].reach);
  need_states(w, m, p->param);
  scr_tables_note(w, m, p->param);
  for (int t = 0; t < SCR_CONTACT_TYPES && m->states; t++)
    scr_pairs_need(&w->pair[t], scr_states_needed(w), false, false);
  return (uint32_t)w->npset++;
}

static bool pset_equal(const scr_pset *a, const scr_pset *b) {
  return a->law == b->law && a->inherit == b->inherit && a->proximity == b->proximity &&
         memcmp(a->param, b->param, sizeof a->param) == 0;
}

/* Looks among the first and the last few sets only: a miss costs memory, not correctness (sets are
 * merged when saved). */
uint32_t scr_pset_variant(scr_world *w, const scr_pset *made) {
  enum { NEAR = 8 };
  scr_pset whole = *made, *p = &whole;
  assert(p->law >= 1 && p->law <= SCR_LAWS);
  scr_changed(w, SCR_HELD);
  if (scr_model_at(p->law - 1)->prepare) scr_model_at(p->law - 1)->prepare(p->param);
  for (size_t k = 0; k < w->npset && k < NEAR; k++)
    if (pset_equal(&w->pset[k], p)) return (uint32_t)k;
  for (size_t k = w->npset; k > NEAR && k > w->npset - NEAR; k--)
    if (pset_equal(&w->pset[k - 1], p)) return (uint32_t)(k - 1);
  return scr_pset_add(w, p);
}

static bool surface_of(const scr_world *w, scr_kind kind, uint32_t row, const char *name,
                       double *value) {
  if (kind == SCR_K_BALL) return scr_ball_surface(w, row, name, value);
  return scr_wall_surface(w, scr_colu(&w->facet, SCR_FACET_WALL)[row], name, value);
}

/* Vectors that follow the ball at one end alone. */
static void inherit_vectors(const scr_world *w, scr_contact c, const scr_model *m, scr_pset *p) {
  for (int k = 0; k < m->nprop; k++) {
    const scr_prop *v = &m->prop[k];
    const int end = v->flags & SCR_PROP_END1 ? 0 : v->flags & SCR_PROP_END2 ? 1 : -1;
    if (end < 0 || !(p->inherit & scr_prop_bits(v))) continue;
    char name[SCR_SURFACE_NAME];
    scr_kind kind;
    uint32_t row;
    scr_surface_name(v, name);
    scr_contact_end(w, c, end, &kind, &row);
    if (kind == SCR_K_BALL) scr_ball_vector(w, row, name, &p->param[v->slot]);
  }
}

void scr_contact_inherit(scr_world *w, scr_contact c, scr_pset *p) {
  const scr_model *m = scr_model_at(p->law - 1);
  if (!p->inherit || !m->inherit) return;
  assert(m->nprop <= SCR_MAX_PROP);
  double value[2][SCR_MAX_PROP], param[SCR_MAX_PARAM];
  bool have[2][SCR_MAX_PROP], any = false;
  for (int end = 0; end < 2; end++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(w, c, end, &kind, &row);
    for (int k = 0; k < m->nprop; k++) {
      have[end][k] = false;
      if (!(m->prop[k].flags & SCR_PROP_INHERIT) || m->prop[k].type == SCR_P_XYZ) continue;
      have[end][k] = surface_of(w, kind, row, m->prop[k].name, &value[end][k]);
      any |= have[end][k];
    }
  }
  inherit_vectors(w, c, m, p);
  if (!any) return;
  const double *v[2] = {value[0], value[1]};
  const bool *h[2] = {have[0], have[1]};
  memcpy(param, p->param, sizeof param);
  uint64_t set = m->inherit(v, h, param) & p->inherit;
  for (int s = 0; s < m->nparam; s++)
    if (set >> s & 1) p->param[s] = param[s];
}

void scr_inherit_twin(const scr_world *w, uint32_t row, const scr_cmat_entry *e, double *param) {
  double value[SCR_MAX_PROP];
  bool have[SCR_MAX_PROP];
  const scr_model *m = e->model;
  if (!m->inherit) return;
  assert(m->nprop <= SCR_MAX_PROP && row < w->ball.n);
  for (int k = 0; k < m->nprop; k++)
    have[k] = (m->prop[k].flags & SCR_PROP_INHERIT) &&
              scr_ball_surface(w, row, m->prop[k].name, &value[k]);
  double mixed[SCR_MAX_PARAM];
  memcpy(mixed, param, sizeof mixed);
  uint64_t set =
      m->inherit((const double *[2]){value, value}, (const bool *[2]){have, have}, mixed) &
      e->inherit;
  for (int s = 0; s < m->nparam; s++)
    if (set >> s & 1) param[s] = mixed[s];
}

/* An entry may be for contacts of both types, and a facet has none of what END2 marks. */
static void clear_of_facet(const scr_model *m, scr_pset *p) {
  for (int k = 0; k < m->nprop; k++)
    for (int s = 0; m->prop[k].flags & SCR_PROP_END2 && s < scr_prop_slots(&m->prop[k]); s++)
      p->param[m->prop[k].slot + s] = 0;
}

void scr_pset_for(scr_world *w, scr_contact c, const scr_cmat_entry *e, scr_pset *out) {
  *out = (scr_pset){.law = law_of(e->model), .inherit = e->inherit, .proximity = e->proximity};
  assert(out->law && e->nmethod <= (int)SCR_COUNTOF(e->method));
  memcpy(out->param, e->param, sizeof out->param);
  if (e->nmethod) {
    scr_ends ends;
    scr_contact_ends_of(w, c, &ends);
    for (int k = 0; k < e->nmethod; k++) {
      uint64_t clears; /* state comes later: scr_contact_begin(); checked when the entry was made */
      scr_method_try(e->model, e->method[k].method, &ends, e->method[k].arg, out->param, &clears);
      out->inherit &= ~clears;
    }
    for (int s = 0; s < e->model->nparam; s++)
      if (e->given >> s & 1) out->param[s] = e->param[s];
  }
  if (c.type == SCR_BALL_FACET) clear_of_facet(e->model, out);
  scr_contact_inherit(w, c, out);
  out->reach = law_reach(e->model, out->param);
}

void scr_contacts_reinherit(scr_world *w, scr_kind kind, uint32_t row) {
  scr_contact *c;
  size_t n = scr_contacts_of(w, kind, row, true, &c);
  for (size_t k = 0; k < n; k++) {
    scr_pset p = w->pset[scr_pair_set(&w->pair[c[k].type], c[k].k)];
    scr_contact_inherit(w, c[k], &p);
    scr_pairs_set_set(&w->pair[c[k].type], c[k].k, scr_pset_variant(w, &p));
  }
  scr_free(c);
}

bool scr_method_bonds(const scr_method *m) { return strcmp(m->name, "bond") == 0; }

bool scr_cmat_bonds(const scr_cmat_entry *e) {
  for (int k = 0; k < e->nmethod; k++)
    if (scr_method_bonds(e->method[k].method)) return true;
  return false;
}

void scr_contact_begin(scr_world *w, scr_contact c, const scr_cmat_entry *e, bool bonds) {
  for (int k = 0; k < e->nmethod; k++) {
    scr_diag none = {0}; /* what a method refuses was refused when the entry was made */
    if (e->method[k].method->touches && (bonds || !scr_method_bonds(e->method[k].method)))
      scr_contact_method(w, &none, c, e->method[k].method, e->method[k].arg);
    scr_diag_clear(&none);
  }
}

static void apply(scr_world *w, scr_contact c, const scr_cmat_entry *e) {
  scr_pset p;
  double force[3];
  scr_pset_for(w, c, e, &p);
  scr_contact_book(w, c.type, c.k);
  scr_contact_force(w, c, force);
  w->engine->contacts->lawless[c.type] = 0;
  scr_pairs_other_law(&w->pair[c.type], c.k, p.law, scr_pset_variant(w, &p));
  scr_contact_replaced(w, c, force);
}

/* Old bonds are all gone before it is asked who may be bonded anew. */
bool scr_cmat_apply(scr_world *w, scr_diag *d, const scr_contact *c, size_t n,
                    scr_may_bond *may_bond) {
  const scr_cmat_entry **entry = scr_alloc(n * sizeof *entry);
  bool fine = true;
  scr_world_sync(w); /* the half-kick that is due belongs to the laws of the last cycle */
  for (size_t k = 0; k < n && fine; k++) fine = (entry[k] = scr_cmat_for(w, d, c[k])) != NULL;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    scr_pairs_need(&w->pair[t], scr_states_needed(w), false, false);
  for (size_t k = 0; k < n && fine; k++) apply(w, c[k], entry[k]);
  for (size_t k = 0; k < n && fine; k++) {
    scr_contact_begin(w, c[k], entry[k], scr_cmat_bonds(entry[k]) && may_bond(w, c[k], NULL));
    scr_contact_restart(w, c[k]);
  }
  scr_free(entry);
  return fine;
}
