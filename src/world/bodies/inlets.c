/* Inlets: bricks that slide, and of which balls enter. See inlets.h. */
#include "world/bodies/inlets.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/bodies/brick.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

/* ---- the list ---- */

/* The first place whose id is not below. */
static uint32_t place_of(const scr_world *w, uint32_t id) {
  uint32_t k = w->ninlet;
  while (k > 0 && w->inlet[k - 1].id >= id) k--;
  return k;
}

uint32_t scr_inlet_find(const scr_world *w, uint32_t id) {
  const uint32_t k = place_of(w, id);
  return k < w->ninlet && w->inlet[k].id == id ? k : SCR_NONE;
}

uint32_t scr_inlet_next_id(const scr_world *w) {
  return w->ninlet ? w->inlet[w->ninlet - 1].id + 1 : 1;
}

void scr_inlet_put(scr_world *w, const scr_inlet *i) {
  const uint32_t k = place_of(w, i->id);
  if (k == w->ninlet || w->inlet[k].id != i->id) {
    SCR_GROW(w->inlet, w->cap_inlet, (size_t)w->ninlet + 1);
    memmove(w->inlet + k + 1, w->inlet + k, (w->ninlet - k) * sizeof *w->inlet);
    w->ninlet++;
  }
  w->inlet[k] = *i;
}

/* ---- feeding ---- */

/* What one inlet does in one cycle. */
typedef struct feeding {
  const scr_inlet *i;
  scr_world *of;
  double slid[3]; /* m, now */
  scr_brick_ball *ball;
  uint32_t n;
  size_t cap;
} feeding;

/* The ball of the brick in that row leaves the box if it comes into another image of it, along any
 * axis. Then it is where it has left. */
static bool leaves(const feeding *f, uint32_t row, scr_pose *pose) {
  const scr_domain *o = &f->of->domain;
  bool gone = false;
  *pose = f->of->pose[row];
  for (int c = 0; c < f->of->dim; c++) {
    const double size = o->hi[c] - o->lo[c], x = pose->x[c] - o->lo[c],
                 before = floor((x + f->i->slid[c]) / size), now = floor((x + f->slid[c]) / size);
    gone |= now != before;
    pose->x[c] = f->i->x[c] - 0.5 * size + (x + f->slid[c] - before * size);
  }
  return gone;
}

static void gather(feeding *f) {
  const uint32_t *order = scr_ball_order(f->of);
  for (uint32_t k = 0; k < f->of->ball.n; k++) {
    scr_pose pose;
    if (!leaves(f, order[k], &pose)) continue;
    SCR_GROW(f->ball, f->cap, (size_t)f->n + 1);
    f->ball[f->n++] = (scr_brick_ball){order[k], pose};
  }
}

static bool slow_enough(const feeding *f, scr_diag *d) {
  for (int c = 0; c < f->of->dim; c++)
    if (fabs(f->slid[c] - f->i->slid[c]) > f->of->domain.hi[c] - f->of->domain.lo[c])
      return scr_fail(d, NULL, SCR_E_STATE,
                      "inlet %u: in one cycle its brick slides by more than it is long along %c",
                      (unsigned)f->i->id, "xyz"[c]);
  return true;
}

/* The time since then, s; one that was set back counts anew. */
static double elapsed(const scr_world *w, const scr_inlet *i) { return fmax(w->time - i->time, 0); }

static bool feed(scr_world *w, scr_diag *d, scr_inlet *i) {
  feeding f = {.i = i, .of = w->hooks.brick ? w->hooks.brick(w->hooks.user, i->brick) : NULL};
  if (!f.of || f.of->dim != w->dim)
    return scr_fail(d, NULL, SCR_E_STATE, "inlet %u: there is no brick %u", (unsigned)i->id,
                    (unsigned)i->brick);
  for (int c = 0; c < w->dim; c++) f.slid[c] = i->slid[c] + i->flow[c] * elapsed(w, i);
  if (!slow_enough(&f, d)) return false;
  gather(&f);
  const bool ok = scr_brick_drop(w, d, f.of, f.ball, f.n, i->flow, i->groups);
  if (!ok) scr_trace(d, "  made by inlet %u", (unsigned)i->id);
  scr_free(f.ball);
  if (ok) memcpy(i->slid, f.slid, sizeof i->slid), i->time = w->time;
  return ok;
}

/* How long a brick may slide until its smallest ball has come a tenth of its radius, s. */
static double kinematic_limit(const scr_world *w, const scr_inlet *i) {
  const scr_world *of = w->hooks.brick(w->hooks.user, i->brick);
  const double v = sqrt(scr_dot3(i->flow, i->flow));
  double r = HUGE_VAL;
  for (uint32_t k = 0; k < of->ball.n; k++) r = SCR_MIN(r, of->pose[k].r);
  return v > 0 ? 0.1 * r / v : HUGE_VAL;
}

/* Until the first ball has come nothing else gives the automatic timestep. */
static void first_step(scr_world *w) {
  scr_timestep *t = &w->timestep;
  if (w->ball.n || t->mode != SCR_DT_AUTOMATIC || t->current > 0) return;
  double dt = t->maximum;
  for (uint32_t k = 0; k < w->ninlet; k++)
    if (w->inlet[k].active) dt = SCR_MIN(dt, kinematic_limit(w, &w->inlet[k]));
  if (dt < HUGE_VAL) t->current = dt;
}

bool scr_inlets_feed(scr_world *w, scr_diag *d) {
  for (uint32_t k = 0; k < w->ninlet; k++)
    if (w->inlet[k].active && !feed(w, d, &w->inlet[k])) return false;
  if (w->ninlet) first_step(w);
  return true;
}

bool scr_check_inlets(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->ninlet; k++) {
    const scr_inlet *i = &w->inlet[k];
    SCR_HOLDS(i->id > (k ? w->inlet[k - 1].id : 0), "inlet %u is out of order", i->id);
    SCR_HOLDS(i->brick && i->groups < w->sets.n, "inlet %u: its brick or groups are none", i->id);
    for (int c = 0; c < 3; c++)
      SCR_HOLDS(isfinite(i->x[c]) && isfinite(i->flow[c]) && isfinite(i->slid[c]),
                "inlet %u: its place or flow is no number", i->id);
  }
  return true;
}
