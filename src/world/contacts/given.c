/* What laws ask the world in the middle of a pass: the force that a function gives (`fish`), where
 * dipoles point (`lineardipole`), Poisson's force (networks of springs: network.c). A law whose
 * kernels do not know all that they need is a row of `askers`. */
#include "base/vec3.h"
#include "model/fish.h"
#include "model/lineardipole.h"
#include "world/contacts/kept.h"
#include "world/contacts/network.h"
#include "world/contacts/pass.h"
#include "world/engine.h"
#include "world/state/events.h"
#include "world/state/rows.h"

/* ---- fish ---- */

/* The first one that fails ends the pass for the others, and then the cycle. */
static void call_function(scr_world *w, const scr_law_call *call) {
  const scr_contact c = {call->type, call->pair};
  const scr_pset *set = &w->pset[scr_pair_set(&w->pair[c.type], c.k)];
  const char *name = scr_word_text(&w->words, (uint32_t)set->param[FISH_SYMBOL]);
  if (w->engine->call_failed) return;
  assert(!w->giving && w->hooks.law);
  const double point = scr_telling_begin(w);
  w->giving = true, w->given = c;
  const bool fine = w->hooks.law(w->hooks.user, c, name, call);
  w->giving = false;
  scr_telling_end(w, point);
  w->engine->call_failed |= !fine && w->engine->solving;
}

static scr_law_call call_of(const scr_law_ask *a, int k) {
  const scr_batch *b = a->batch;
  scr_law_call c = {.type = a->pass->type, .pair = a->pair[k], .dt = b->dt};
  c.can_fail = !b->elastic;
  c.activated = b->was[k] == 0 || a->pass->pairs->flag[a->pair[k]] & SCR_PAIR_UNASKED;
  c.energies = b->want & SCR_WANT_WORK;
  c.gap = b->gap[k], c.dn = b->dn[k], c.twist = b->twist[k], c.mass = b->meff[k];
  for (int x = 0; x < b->nt; x++) c.ds[x] = b->ds[x][k], c.bend[x] = b->bend[x][k];
  return c;
}

/* The function of one contact reads and writes its state in the list; where that is not the batch's
 * own it then is again what it was before the step, for notes of what changed. */
static void ask_one(scr_world *w, const scr_law_ask *a, int k) {
  const uint32_t q = a->pair[k];
  double *const *list = a->pass->pairs->state, *const *st = a->batch->st, before[FISH_STATES];
  const scr_law_call call = call_of(a, k);
  assert(a->states <= FISH_STATES);
  for (int x = 0; x < a->states; x++) before[x] = list[x][q], list[x][q] = st[x][k];
  a->pass->pairs->flag[q] &= (uint8_t)~SCR_PAIR_UNASKED;
  call_function(w, &call);
  for (int x = 0; x < a->states; x++) {
    st[x][k] = list[x][q];
    if (&st[x][k] != &list[x][q]) list[x][q] = before[x];
  }
}

/* Of contacts that are active; outside of the cycle one may still be without a function. */
static void ask_fish(void *world, const scr_law_ask *a) {
  scr_world *w = world;
  const scr_batch *b = a->batch;
  for (int k = 0; k < b->n && w->hooks.law; k++) {
    const bool held = b->st[FISH_BOND][k] >= SCR_BOND_HOLDS;
    if (!held && !(b->par[FISH_RGAP][k] - b->gap[k] >= 0)) continue;
    if (a->pass->mode == SCR_PASS_STEP || b->par[FISH_SYMBOL][k] != 0) ask_one(w, a, k);
  }
}

/* ---- lineardipole ---- */

/* Where the dipole of an end points now; before orientations are tracked no ball has turned. */
static void put_dipole(const double *orientation, uint32_t row, const scr_batch *b, int param,
                       int state, int k) {
  double original[3], now[3];
  for (int c = 0; c < 3; c++) now[c] = original[c] = b->par[param + c][k];
  if (orientation) scr_turned3(orientation + 4 * (size_t)row, original, now);
  for (int c = 0; c < 3; c++) b->st[state + c][k] = now[c] + 0.0; /* zeros have no sign */
}

/* A facet has no dipole. */
static void ask_dipoles(void *world, const scr_law_ask *a) {
  scr_world *w = world;
  const scr_batch *b = a->batch;
  const bool tracked = w->ball.on[SCR_BALL_ORIENTATION];
  const double *orientation = tracked ? scr_col(&w->ball, SCR_BALL_ORIENTATION) : NULL;
  for (int k = 0; k < b->n; k++) {
    if (!scr_dipoles_act(b->par[RGAP][k], b->par[DIPOLE_D][k], b->gap[k])) continue;
    put_dipole(orientation, a->i[k], b, DIPOLE_MO1, DIPOLE_M1, k);
    if (a->pass->type == SCR_BALL_BALL)
      put_dipole(orientation, a->j[k], b, DIPOLE_MO2, DIPOLE_M2, k);
  }
}

/* ---- all of them ---- */

const scr_law_asker *scr_law_askers(void) {
  static const scr_law_asker askers[SCR_LAWS] = {
      [SCR_LAW_fish] = ask_fish,
      [SCR_LAW_lineardipole] = ask_dipoles,
      [SCR_LAW_springnetwork] = scr_network_ask,
      [SCR_LAW_subspringnetwork] = scr_network_ask,
  };
  return askers;
}

void scr_laws_turned(scr_world *w) {
  if (!w->engine->any_oriented) return;
  scr_changed(w, SCR_SPRINGS);
  scr_changed(w, SCR_VALUES);
}

static bool is_oriented(uint8_t law) { return law && scr_model_at(law - 1)->oriented; }

bool scr_laws_oriented(const scr_world *w, scr_diag *d) {
  const scr_model *m = NULL;
  if (!w->engine->any_oriented || w->ball.on[SCR_BALL_ORIENTATION]) return true;
  for (int t = 0; t < SCR_CONTACT_TYPES && !m; t++) {
    if (w->cmat_default[t].model->oriented) m = w->cmat_default[t].model;
    for (uint32_t k = 0; k < w->pair[t].n && !m; k++)
      if (is_oriented(w->pair[t].law[k])) m = scr_model_at(w->pair[t].law[k] - 1);
  }
  for (size_t k = 0; k < w->ncmat && !m; k++)
    if (w->cmat[k].entry.model->oriented) m = w->cmat[k].entry.model;
  if (!m) return true;
  scr_fail(d, NULL, SCR_E_STATE,
           "the contact law '%s' follows how balls turn, which is not tracked", m->name);
  return scr_hint(d, "'model orientation-tracking on'");
}
