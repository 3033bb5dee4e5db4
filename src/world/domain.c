/* The model domain: its extent, and what balls meet at its sides. */
#include "world/world.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"

bool scr_domain_set(scr_world *w, scr_diag *d, const double lo[3], const double hi[3]) {
  if (!scr_may_edit_bodies(w, d)) return false;
  for (int c = 0; c < w->dim; c++) {
    if (!isfinite(lo[c]) || !isfinite(hi[c]) || !(lo[c] < hi[c]))
      return scr_fail(d, NULL, SCR_E_VALUE, "the domain's lower limit %g along %c must lie below its upper limit %g", lo[c],
                      "xyz"[c], hi[c]);
    for (uint32_t k = 0; k < w->ball.n; k++)
      if (w->pose[k].x[c] < lo[c] || w->pose[k].x[c] > hi[c])
        return scr_fail(d, NULL, SCR_E_STATE, "ball %u lies outside of the new domain", scr_colu(&w->ball, SCR_BALL_ID)[k]);
  }
  w->domain.set = true;
  for (int c = 0; c < 3; c++) {
    w->domain.lo[c] = c < w->dim ? lo[c] : -0.5;
    w->domain.hi[c] = c < w->dim ? hi[c] : 0.5;
  }
  w->dirty = true;
  return true;
}

bool scr_domain_set_condition(scr_world *w, scr_diag *d, const uint8_t condition[3]) {
  if (!scr_may_edit_bodies(w, d)) return false;
  for (int c = 0; c < w->dim; c++) {
    if (condition[c] != SCR_B_PERIODIC || !w->domain.set) continue;
    double period = w->domain.hi[c] - w->domain.lo[c];
    for (uint32_t k = 0; k < w->ball.n; k++)
      if (4 * w->pose[k].r > period)
        return scr_fail(d, NULL, SCR_E_STATE, "ball %u is larger than half the period %g along %c",
                        scr_colu(&w->ball, SCR_BALL_ID)[k], period, "xyz"[c]);
  }
  memcpy(w->domain.condition, condition, sizeof w->domain.condition);
  w->dirty = true;
  return true;
}

/* stop: velocities and spins become zero; reflect: the velocity turns back; both put the centre on the side. */
static void meet_side(scr_world *w, uint32_t k, int c, bool low) {
  w->pose[k].x[c] = low ? w->domain.lo[c] : w->domain.hi[c];
  if (w->domain.condition[c] == SCR_B_STOP) {
    memset(w->twist[k].v, 0, sizeof w->twist[k].v);
    memset(w->twist[k].w, 0, sizeof w->twist[k].w);
  } else if (w->domain.condition[c] == SCR_B_REFLECT) {
    double v = fabs(w->twist[k].v[c]);
    w->twist[k].v[c] = low ? v : -v;
  }
}

bool scr_domain_enforce(scr_world *w, scr_diag *d) {
  bool any = false;
  for (int k = 0; k < w->engine->nlane; k++) any |= w->engine->lane[k]->outside;
  if (!any || !w->domain.set) return true;
  const double before = scr_energy_state(w);
  uint32_t *gone = scr_alloc(w->ball.n * sizeof *gone);
  size_t n = 0;
  for (uint32_t k = 0; k < w->ball.n; k++) {
    bool destroyed = false;
    for (int c = 0; c < w->dim; c++) {
      double x = w->pose[k].x[c];
      if (!(x < w->domain.lo[c]) && !(x > w->domain.hi[c])) {
        if (x == x) continue;
        scr_free(gone);
        return scr_fail(d, NULL, SCR_E_MATH, "ball %u has no position any more (not a number): the motion is unstable",
                        scr_colu(&w->ball, SCR_BALL_ID)[k]);
      }
      if (w->domain.condition[c] == SCR_B_PERIODIC) {
        scr_free(gone);
        scr_fail(d, NULL, SCR_E_MATH, "ball %u moved by more than a period in one step: the motion is unstable",
                 scr_colu(&w->ball, SCR_BALL_ID)[k]);
        return scr_hint(d, "a smaller timestep is needed");
      }
      if (w->domain.condition[c] == SCR_B_DESTROY)
        destroyed = true;
      else
        meet_side(w, k, c, x < w->domain.lo[c]);
    }
    if (destroyed) gone[n++] = k;
  }
  if (n) scr_balls_remove(w, gone, n);
  scr_free(gone);
  if (w->energy_on) scr_xsum_add(&w->energy_total[SCR_TOTAL_BOUNDARY], scr_energy_state(w) - before); /* what the sides took */
  return true;
}
