/* The model domain: its extent, and what balls meet at its sides. */
#include "world/bodies/bodies.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/bodies/sides.h"
#include "world/engine.h"
#include "world/motion/strain.h"
#include "world/state/rows.h"

int scr_domain_narrow(const scr_domain *domain, int dim, double reach) {
  for (int c = 0; c < dim && domain->set; c++)
    if (domain->condition[c] == SCR_B_PERIODIC && 2 * reach >= domain->hi[c] - domain->lo[c])
      return c;
  return -1;
}

static bool bodies_fit(const scr_world *w, scr_diag *d, const scr_domain *domain) {
  for (uint32_t k = 0; k < w->ball.n && w->body.n; k++) {
    const int c = scr_body_of(w, k) ? scr_domain_narrow(domain, w->dim, scr_piece_reach(w, k)) : -1;
    if (c >= 0)
      return scr_fail(d, NULL, SCR_E_STATE, "body %u is as wide as the period %g along %c",
                      scr_body_of(w, k), domain->hi[c] - domain->lo[c], "xyz"[c]);
  }
  return true;
}

/* Contacts see the nearest image, so that a ball may not touch two images of another. */
static bool periods_fit(const scr_world *w, scr_diag *d, const scr_domain *domain) {
  for (int c = 0; c < w->dim; c++) {
    double period = domain->hi[c] - domain->lo[c];
    for (uint32_t k = 0; k < w->ball.n && domain->set && domain->condition[c] == SCR_B_PERIODIC;
         k++)
      if (4 * w->pose[k].r > period)
        return scr_fail(d, NULL, SCR_E_STATE, "ball %u is larger than half the period %g along %c",
                        scr_colu(&w->ball, SCR_BALL_ID)[k], period, "xyz"[c]);
  }
  return bodies_fit(w, d, domain);
}

bool scr_domain_check(scr_diag *d, const scr_loc *at, int dim, const double lo[3],
                      const double hi[3]) {
  for (int c = 0; c < dim; c++) {
    const double size = hi[c] - lo[c];
    if (size < SCR_LEAST)
      return scr_fail(d, at, SCR_E_VALUE,
                      "the domain is %g m wide along %c, too small to compute with: %g m at least",
                      size, "xyz"[c], SCR_LEAST);
    if (fmax(size, fmax(fabs(lo[c]), fabs(hi[c]))) > SCR_MOST)
      return scr_fail(d, at, SCR_E_VALUE,
                      "the domain reaches beyond %g m along %c, too far to compute with", SCR_MOST,
                      "xyz"[c]);
  }
  return true;
}

bool scr_domain_set(scr_world *w, scr_diag *d, const double lo[3], const double hi[3]) {
  if (!scr_may_edit_bodies(w, d)) return false;
  for (int c = 0; c < w->dim; c++) {
    if (!isfinite(lo[c]) || !isfinite(hi[c]) || !(lo[c] < hi[c]))
      return scr_fail(d, NULL, SCR_E_VALUE,
                      "the domain's lower limit %g along %c must lie below its upper limit %g",
                      lo[c], "xyz"[c], hi[c]);
    for (uint32_t k = 0; k < w->ball.n; k++)
      if (w->pose[k].x[c] < lo[c] || w->pose[k].x[c] > hi[c])
        return scr_fail(d, NULL, SCR_E_STATE, "ball %u lies outside of the new domain",
                        scr_colu(&w->ball, SCR_BALL_ID)[k]);
  }
  if (!scr_domain_check(d, NULL, w->dim, lo, hi)) return false;
  scr_domain changed = w->domain;
  changed.set = true;
  for (int c = 0; c < 3; c++) {
    changed.lo[c] = c < w->dim ? lo[c] : -0.5;
    changed.hi[c] = c < w->dim ? hi[c] : 0.5;
  }
  if (!periods_fit(w, d, &changed)) return false;
  const double before = scr_energy_state(w);
  w->domain = changed;
  scr_changed(w, SCR_DOMAIN);
  scr_energy_edited(w, before); /* a contact over a side that moves away ends */
  return true;
}

/* ---- bonds over a side that is periodic no more ---- */

typedef struct spanning {
  scr_contact contact;
  uint32_t id;
  double gap;
} spanning;

static double gap_of(scr_world *w, scr_contact c) {
  scr_ends e;
  scr_contact_ends_of(w, c, &e);
  return e.gap;
}

/* All bonds, owned by the caller: contacts without one end by themselves. */
static size_t find_bonds(scr_world *w, spanning **out) {
  size_t n = 0, cap = 0;
  *out = NULL;
  for (uint32_t t = 0; t < SCR_CONTACT_TYPES && w->engine->any_bonds; t++)
    for (uint32_t k = 0; k < w->pair[t].n; k++) {
      const scr_contact c = {t, k};
      if (!w->pair[t].law[k] || !(w->pair[t].flag[k] & SCR_PAIR_BONDED)) continue;
      SCR_GROW(*out, cap, n + 1);
      (*out)[n++] = (spanning){c, w->pair[t].id[k], gap_of(w, c)};
    }
  return n;
}

/* Those whose pieces are no longer where they were: the nearest image is another one. */
static size_t end_bonds(scr_world *w, const spanning *bond, size_t n, double period) {
  size_t ended = 0;
  for (size_t k = 0; k < n && !scr_call_failed(w); k++) {
    const scr_contact c = bond[k].contact;
    const scr_pairs *p = &w->pair[c.type];
    if (!p->law[c.k] || p->id[c.k] != bond[k].id) continue; /* a callback has ended it */
    if (fabs(gap_of(w, c) - bond[k].gap) < 1e-6 * period) continue;
    scr_contact_delete(w, c);
    ended++;
  }
  return ended;
}

bool scr_domain_set_condition(scr_world *w, scr_diag *d, const uint8_t condition[3]) {
  if (!scr_may_edit_bodies(w, d)) return false;
  scr_domain changed = w->domain;
  spanning *bond = NULL;
  double period = HUGE_VAL;
  memcpy(changed.condition, condition, sizeof changed.condition);
  if (!periods_fit(w, d, &changed)) return false;
  for (int c = 0; c < w->dim; c++)
    if (scr_period(w, c) > 0 && condition[c] != SCR_B_PERIODIC)
      period = SCR_MIN(period, scr_period(w, c));
  const size_t n = period < HUGE_VAL ? find_bonds(w, &bond) : 0;
  const double before = scr_energy_state(w);
  w->domain = changed;
  scr_changed(w, SCR_DOMAIN);
  const size_t ended = end_bonds(w, bond, n, period);
  scr_world_sync(w); /* sums of forces without these contacts */
  scr_energy_edited(w, before);
  scr_free(bond);
  if (scr_call_failure(w)) return false;
  return !ended || scr_warn(d, NULL, SCR_E_STATE, "%zu %s over a side that is periodic no more %s",
                            ended, ended == 1 ? "bond" : "bonds", ended == 1 ? "ends" : "end");
}

bool scr_domain_set_rate(scr_world *w, scr_diag *d, const double rate[3]) {
  scr_domain next = w->domain;
  bool any = false;
  for (int c = 0; c < 3; c++) {
    next.rate[c] = c < w->dim ? rate[c] + 0.0 : 0;
    any |= next.rate[c] != 0;
    if (!isfinite(next.rate[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the rate of strain along %c must be finite", "xyz"[c]);
  }
  if (any && !w->domain.set)
    return scr_fail(d, NULL, SCR_E_STATE, "there is no model domain yet"),
           scr_hint(d, "give `model domain extent` first");
  if (any && !scr_domain_may_strain(w, d)) return false;
  scr_world_sync(w);
  w->domain = next;
  return true;
}

/* stop: velocities and spins become zero, the centre is put on the side; reflect: the way and the
 * velocity are mirrored. */
static void meet_side(scr_world *w, uint32_t k, int c, bool low) {
  assert(k < w->ball.n && w->domain.condition[c] != SCR_B_PERIODIC);
  const double side = low ? w->domain.lo[c] : w->domain.hi[c];
  double *x = &w->pose[k].x[c], *v = &w->twist[k].v[c];
  if (w->domain.condition[c] == SCR_B_REFLECT) {
    *x = side + (side - *x);
    *v = low ? fabs(*v) : -fabs(*v);
    return;
  }
  *x = side;
  memset(w->twist[k].v, 0, sizeof w->twist[k].v);
  memset(w->twist[k].w, 0, sizeof w->twist[k].w);
}

/* Why a ball cannot be brought back; NULL: it can. */
static const char *lost(const scr_world *w, uint32_t k) {
  assert(k < w->ball.n);
  const scr_domain *o = &w->domain;
  for (int c = 0; c < w->dim; c++) {
    const double x = w->pose[k].x[c], side = x < o->lo[c] ? o->lo[c] : o->hi[c],
                 mirrored = side + (side - x);
    if (!(x == x)) return "has no position any more (not a number)";
    if (x >= o->lo[c] && x <= o->hi[c]) continue;
    if (o->condition[c] == SCR_B_PERIODIC) return "moved by more than a period in one step";
    if (o->condition[c] == SCR_B_REFLECT && !(mirrored >= o->lo[c] && mirrored <= o->hi[c]))
      return "moved by more than the extent of the domain in one step";
  }
  return NULL;
}

/* All balls can be brought back, or the lowest id of those that cannot is told, and nothing has
 * been changed. */
static bool none_lost(const scr_world *w, scr_diag *d) {
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  uint32_t bad = SCR_NONE;
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (!scr_body_of(w, k) && (bad == SCR_NONE || id[k] < id[bad]) && lost(w, k)) bad = k;
  if (bad == SCR_NONE) return true;
  scr_fail(d, NULL, SCR_E_MATH, "ball %u %s: the motion is unstable", id[bad], lost(w, bad));
  return scr_hint(d, "a smaller timestep is needed");
}

/* One ball at all sides; false: it goes. */
static bool meet_sides(scr_world *w, uint32_t k) {
  const scr_domain *o = &w->domain;
  bool stays = true, met = false;
  for (int c = 0; c < w->dim; c++) {
    const double x = w->pose[k].x[c];
    if (x >= o->lo[c] && x <= o->hi[c]) continue;
    if (!met) scr_sides_meet_ball(w, k);
    met = true;
    if (o->condition[c] == SCR_B_DESTROY)
      stays = false;
    else
      meet_side(w, k, c, x < o->lo[c]);
  }
  return stays;
}

bool scr_domain_enforce(scr_world *w, scr_diag *d) {
  bool any = false;
  for (int k = 0; k < w->engine->nworker; k++) any |= w->engine->worker[k]->outside;
  if (!any || !w->domain.set) return true;
  if (!none_lost(w, d)) return false;
  scr_changed(w, SCR_EDIT);
  uint32_t *gone = scr_alloc(w->ball.n * sizeof *gone);
  size_t n = 0;
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (!scr_body_of(w, k) && !meet_sides(w, k)) gone[n++] = k;
  scr_sides_book(w);
  const double before = n ? scr_energy_state(w) : 0;
  if (n) scr_balls_remove(w, gone, n);
  if (n) scr_sides_destroyed(w, before);
  scr_free(gone);
  return !w->body.n || scr_bodies_meet_sides(w, d);
}
