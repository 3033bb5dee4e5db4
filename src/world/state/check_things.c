/* Invariants of balls, walls, facets and vertices: ids, handles, maps, and columns that follow from
 * others. */
#include "world/state/checks.h"

#include <math.h>
#include <stdlib.h>
#include "base/mem.h"
#include "world/state/handles.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"
#include "world/state/things.h"

/* ---- ids and handles ---- */

static size_t ids_taken(const scr_ids *s) {
  size_t n = 0;
  for (size_t k = 0; k < s->cap; k++)
    if (s->bit[k]) n += (size_t)__builtin_popcountll(s->bit[k]);
  return n;
}

bool scr_check_ids(const scr_ids *s, const char *name, uint32_t things, scr_buf *why) {
  uint32_t max = 0;
  for (size_t k = s->cap; k-- > 0 && !max;)
    if (s->bit[k]) max = (uint32_t)(64 * k + 63 - (size_t)__builtin_clzll(s->bit[k]));
  SCR_HOLDS(ids_taken(s) == things, "%s: %zu ids are taken, and there are %u", name, ids_taken(s),
            things);
  SCR_HOLDS(s->max == max, "%s: the largest id is %u, not %u", name, max, s->max);
  return true;
}

/* Handles that are given back name no row, and stand in the list once. */
bool scr_check_slots(const scr_slots *s, const char *name, size_t used, scr_buf *why) {
  bool *free = scr_alloc(SCR_MAX(s->n, (size_t)1) * sizeof *free), once = true;
  for (size_t k = 0; k < s->nfree && once; k++) {
    once = s->free[k] < s->n && !free[s->free[k]] && s->row[s->free[k]] == SCR_NONE;
    if (once) free[s->free[k]] = true;
  }
  scr_free(free);
  SCR_HOLDS(once, "%s: a handle that was given back is none, or was twice", name);
  SCR_HOLDS(s->n == s->nfree + used, "%s: %zu handles are used of %zu, and %zu given back", name,
            used, s->n, s->nfree);
  return true;
}

static bool rows_hold(const scr_thing *x, scr_buf *why) {
  const uint32_t *id = scr_colu(x->t, x->id), *slot = scr_colu(x->t, x->slot);
  SCR_HOLDS(x->t->n <= x->t->cap, "%s: more rows than room", x->name);
  for (uint32_t k = 0; k < x->t->n; k++) {
    SCR_HOLDS(id[k] >= 1 && id[k] <= INT32_MAX, "%s: row %u has id %u", x->name, k, id[k]);
    SCR_HOLDS(scr_ids_has(x->ids, id[k]), "%s %u: its id is not taken", x->name, id[k]);
    SCR_HOLDS(scr_idmap_get(x->by_id, id[k], SCR_NONE) == k, "%s %u: its id leads to another row",
              x->name, id[k]);
    SCR_HOLDS(slot[k] < x->slots->n && x->slots->row[slot[k]] == k && x->slots->gen[slot[k]],
              "%s %u: its handle leads to another row", x->name, id[k]);
  }
  SCR_HOLDS(x->by_id->n == x->t->n, "%s: %zu ids lead to rows, and there are %u", x->name,
            x->by_id->n, x->t->n);
  return scr_check_ids(x->ids, x->name, x->t->n, why) &&
         scr_check_slots(x->slots, x->name, x->t->n, why);
}

/* ---- balls ---- */

/* From density and radius: the same bits as when they were set. */
static bool masses_hold(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->ball.n; k++) {
    double m, moi;
    scr_ball_inertia_of(w, k, &m, &moi);
    SCR_HOLDS(w->twist[k].m == m && w->twist[k].moi == moi,
              "ball %u: mass %g and moment of inertia %g, from density and radius %g and %g",
              scr_colu(&w->ball, SCR_BALL_ID)[k], w->twist[k].m, w->twist[k].moi, m, moi);
  }
  return true;
}

static bool balls_hold(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->ball.n; k++) {
    const uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[k];
    SCR_HOLDS(w->pose[k].r > 0, "ball %u: its radius is %g", id, w->pose[k].r);
    SCR_HOLDS(w->dim == 3 || (w->pose[k].x[2] == 0 && w->twist[k].v[2] == 0),
              "ball %u: it has left the plane", id);
    SCR_HOLDS(((const uint8_t *)w->ball.base[SCR_BALL_FIX])[k] < 64, "ball %u: fixed beyond spin",
              id);
    SCR_HOLDS(scr_word_at(&w->ball, SCR_BALL_GROUPS, k) < w->sets.n &&
                  scr_word_at(&w->ball, SCR_BALL_SURFACE, k) < w->sets.n,
              "ball %u: its groups or surface are no set", id);
  }
  return true;
}

/* A cycle that failed may have left one elsewhere. */
static bool cells_hold(const scr_world *w, scr_buf *why) {
  for (int c = 0; c < w->dim && scr_fresh(w, SCR_SPRINGS); c++)
    for (uint32_t k = 0; k < w->ball.n && scr_period(w, c) > 0; k++)
      SCR_HOLDS(w->pose[k].x[c] >= w->domain.lo[c] && w->pose[k].x[c] <= w->domain.hi[c],
                "ball %u: it lies outside of the periodic cell",
                scr_colu(&w->ball, SCR_BALL_ID)[k]);
  return true;
}

/* Pointers into the table, and the order by id, if that was made. */
static bool order_holds(const scr_world *w, scr_buf *why) {
  SCR_HOLDS((void *)w->pose == w->ball.base[SCR_BALL_POSITION] &&
                (void *)w->twist == w->ball.base[SCR_BALL_VELOCITY] &&
                (void *)w->load == w->ball.base[SCR_BALL_FORCE_CONTACT],
            "ball: pointers lead into another table");
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID), *order = w->ball_order;
  if (!scr_fresh(w, SCR_ORDER)) return true;
  SCR_HOLDS(order || !w->ball.n, "ball: the order by id was never made");
  for (uint32_t k = 0; k < w->ball.n; k++)
    SCR_HOLDS(order[k] < w->ball.n && (k == 0 || id[order[k - 1]] < id[order[k]]),
              "ball: the order by id is none from place %u on", k);
  return true;
}

/* ---- the whole ---- */

static bool model_holds(const scr_world *w, scr_buf *why) {
  const scr_timestep *t = &w->timestep;
  for (int c = 0; c < 3 && w->domain.set; c++)
    SCR_HOLDS(w->domain.lo[c] < w->domain.hi[c] && w->domain.condition[c] <= SCR_B_PERIODIC,
              "the domain is impossible along %c", "xyz"[c]);
  SCR_HOLDS(t->mode <= SCR_DT_SCALE && t->current >= 0 && isfinite(t->current),
            "the timestep is %g", t->current);
  SCR_HOLDS(isfinite(w->time), "the time is %g", w->time);
  SCR_HOLDS(abs(w->force_exponent) <= 1100 && abs(w->moment_exponent) <= 1100,
            "the exponents of the sums are %d and %d", w->force_exponent, w->moment_exponent);
  return true;
}

static bool regions_hold(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->nmeasure; k++) {
    const scr_measure *m = &w->measure[k];
    SCR_HOLDS(m->id >= 1 && m->id <= INT32_MAX && (k == 0 || m[-1].id < m->id),
              "measurement regions: the ids are in no order at place %u", k);
    SCR_HOLDS(m->r > 0 && isfinite(m->r) && isfinite(m->x[0]) && isfinite(m->x[1]) &&
                  isfinite(m->x[2]) && (w->dim == 3 || m->x[2] == 0),
              "measurement region %u: its place or radius is impossible", m->id);
  }
  return true;
}

bool scr_check_things(const scr_world *w, scr_buf *why) {
  scr_thing things[SCR_THINGS];
  scr_things_of((scr_world *)(uintptr_t)w, things); /* read only */
  for (int t = 0; t < SCR_THINGS; t++)
    if (!rows_hold(&things[t], why)) return false;
  return model_holds(w, why) && order_holds(w, why) && balls_hold(w, why) && cells_hold(w, why) &&
         masses_hold(w, why) && regions_hold(w, why);
}
