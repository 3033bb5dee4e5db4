/* Masses and moments of inertia, those that follow from radius and density, and scaled ones. */
#include "world/state/inertia.h"

#include "base/mem.h"
#include "base/smath.h"
#include "world/engine.h"
#include "world/state/rows.h"

double scr_body_least_inertia(const scr_world *w, uint32_t body) {
  assert(body < w->body.n);
  const double *i = scr_col(&w->body, SCR_BODY_INERTIA) + 3 * (size_t)body;
  return w->dim == 2 ? i[2] : SCR_MIN(i[0], SCR_MIN(i[1], i[2]));
}

/* A piece offers its contacts the mass of its body, and the least of its moments of inertia. */
static void of_piece(const scr_world *w, uint32_t body, double *m, double *moi) {
  *moi = scr_body_least_inertia(w, body);
  *m = scr_col(&w->body, SCR_BODY_MASS)[body];
}

/* Mass and moment of inertia: sphere 4/3 pi r^3 rho, 2/5 m r^2; disk of unit thickness pi r^2 rho,
 * 1/2 m r^2. */
void scr_ball_inertia_of(const scr_world *w, uint32_t row, double *m, double *moi) {
  if (scr_body_of(w, row)) {
    of_piece(w, scr_body_row(w, scr_body_of(w, row)), m, moi);
    return;
  }
  double r = w->pose[row].r, rho = *scr_real_at(&w->ball, SCR_BALL_DENSITY, row);
  double volume = w->dim == 3 ? 4.0 / 3.0 * SCR_PI * r * r * r : SCR_PI * r * r;
  *m = rho * volume;
  *moi = (w->dim == 3 ? 0.4 : 0.5) * *m * r * r;
}

void scr_ball_inertia(scr_world *w, uint32_t row) {
  assert(row < w->ball.n);
  scr_ball_inertia_of(w, row, &w->twist[row].m, &w->twist[row].moi);
}

void scr_inertia_follow(scr_world *w, const uint32_t *from, uint32_t n) {
  struct scr_engine *e = w->engine;
  if (!e->inertia.scaled || !n) return;
  double *fresh = scr_alloc(2 * (size_t)n * sizeof *fresh);
  for (uint32_t k = 0; k < n; k++) {
    const size_t row = from[k];
    assert(row < w->ball.cap);
    const bool known = 2 * row + 1 < e->inertia.cap;
    fresh[2 * (size_t)k] = known ? e->inertia.of[2 * row] : w->twist[k].m;
    fresh[2 * (size_t)k + 1] = known ? e->inertia.of[2 * row + 1] : w->twist[k].moi;
  }
  scr_free(e->inertia.of);
  e->inertia.of = fresh;
  e->inertia.cap = 2 * (size_t)n;
}
