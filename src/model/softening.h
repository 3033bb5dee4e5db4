/* Strengths that fall along the way of a slider as a table of the user's says, in kernels.
 * Formulas: docs/physics.md, tables of strength. */
#ifndef SCR_MODEL_SOFTENING_H
#define SCR_MODEL_SOFTENING_H

#include "kernel/batch.h"
#include "model/curve.h"

/* The table that parameter `slot` names; NULL: none. */
static inline const scr_curve *curve_of(const scr_batch *b, int slot, int k) {
  const double word = b->par[slot][k];
  if (!(word > 0) || !b->curve) return NULL;
  const scr_curve *c = &b->curve[(uint32_t)word];
  return c->n > 0 ? c : NULL;
}

/* A slider whose strength is fric (n - pore) + coh, each with what is left at last and what goes
 * with the table, N; kn, ks: of its springs, N/m; lift: tangent of the dilation likewise. */
typedef struct slider {
  double fric[2], coh[2], lift[2], pore, kn, ks;
} slider;
typedef struct glide {
  double way, press; /* m; what dilation adds to the normal force, N */
} glide;

static inline double slider_part(const double of[2], double left) {
  return scr_fma(left, of[1], of[0]);
}
static inline double slider_limit(const slider *s, double n, double left) {
  return max0(scr_fma(slider_part(s->fric, left), n - s->pore, slider_part(s->coh, left)));
}

/* How far it goes from `gone` on until the spring, whose force is `size`, holds what the strength
 * then is: from point to point of the table, along which everything is straight. Where the strength
 * falls faster than the spring lets go, the slider goes on to the next point. */
static inline glide slide_along(const scr_curve *c, const slider *s, double gone, double size,
                                double n) {
  glide to = {0, 0};
  double at = gone;
  for (int next = curve_before(c, gone);; next++) {
    const double left = curve_at(c, at);
    const double over = size - s->ks * to.way - slider_limit(s, n + to.press, left),
                 lift = s->kn * slider_part(s->lift, left),
                 firm = s->ks + slider_part(s->fric, left) * lift;
    if (!(over > 0)) return to;
    const double room = next < c->n ? c->x[next] - at : HUGE_VAL;
    const double falls =
        next < c->n && next > 0
            ? (slider_limit(s, n + to.press, left) - slider_limit(s, n + to.press, c->y[next])) /
                  room
            : 0;
    const double stiff = firm - falls, way = stiff > 0 ? over / stiff : HUGE_VAL;
    if (way <= room) return (glide){to.way + way, scr_fma(lift, way, to.press)};
    to.press = scr_fma(lift, room, to.press), at = c->x[next], to.way = at - gone;
  }
}

#endif
