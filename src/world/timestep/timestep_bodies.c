/* Limits of rigid bodies. A contact with a piece is a spring at an arm from the centre of mass, so
 * that it resists rotation too. For a spring with the stiffness matrix S (which has no negative
 * eigenvalue) u S u <= (sum |u_i| sqrt(S_ii))^2, and the square root of u S u of a sum of arms is
 * at most the sum of the square roots. */
#include <math.h>
#include "world/rigid/rigid.h"
#include "world/state/inertia.h"
#include "world/state/rows.h"
#include "world/timestep/timestep.h"

enum { AXES = 6 };

/* Stiffness of all contacts of one piece along axis a, and about it. */
static double of_piece(const scr_world *w, uint32_t piece, int a) {
  const double *k = w->engine->stepper->stiff + (size_t)SCR_STIFF * piece;
  return k[a] + k[AXES + a];
}

/* About axis a through the centre of mass; no less than the true one. */
static double turning(const scr_world *w, uint32_t piece, const double arm[3], int a) {
  const int b = (a + 1) % 3, c = (a + 2) % 3;
  const double root = sqrt(of_piece(w, piece, 3 + a)) + fabs(arm[c]) * sqrt(of_piece(w, piece, b)) +
                      fabs(arm[b]) * sqrt(of_piece(w, piece, c));
  return root * root;
}

void scr_body_stiffness(const scr_world *w, uint32_t body, double *k, double *k_rot) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  double r[9], arm[3], sum[AXES] = {0};
  scr_body_axes(w, body, r);
  for (uint32_t p = 0; p < n; p++) {
    scr_piece_arm(w, r, piece[p], arm);
    for (int a = 0; a < 3; a++) {
      if (a < w->dim) sum[a] += of_piece(w, piece[p], a);
      if (w->dim == 3 || a == 2) sum[3 + a] += turning(w, piece[p], arm, a);
    }
  }
  *k = scr_largest_of(sum);
  *k_rot = scr_largest_of(sum + 3);
}

/* m/K of a body is at most that of each of its pieces, which have the body's mass: where nothing
 * touches it, theirs tell. */
static double ratio_of(const scr_world *w, uint32_t body) {
  const double least = scr_body_least_inertia(w, body);
  double k, k_rot;
  scr_body_stiffness(w, body, &k, &k_rot);
  const double ratio = k > 0 ? scr_col(&w->body, SCR_BODY_MASS)[body] / k : HUGE_VAL,
               rot = k_rot > 0 ? least / k_rot : HUGE_VAL;
  return SCR_MIN(ratio, rot);
}

void scr_bodies_limit(scr_world *w, scr_limits_found *f) {
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  for (uint32_t body = 0; body < w->body.n; body++)
    f->stiffness = SCR_MIN(f->stiffness, ratio_of(w, body));
}

uint32_t scr_bodies_limited_by(scr_world *w, double stiffness) {
  for (uint32_t body = 0; body < w->body.n; body++) {
    uint32_t n;
    if (ratio_of(w, body) == stiffness) return scr_members(w, body, &n)[0];
  }
  return SCR_NONE;
}

/* Of a body that nothing touches: the most that its pieces would have, by their twins. */
static double scale_untouched(const scr_world *w, uint32_t body) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  double most = 0;
  for (uint32_t p = 0; p < n; p++)
    most = SCR_MAX(most, w->engine->inertia.of[2 * (size_t)piece[p]]);
  return most / scr_col(&w->body, SCR_BODY_MASS)[body];
}

void scr_bodies_scale(scr_world *w, double factor) {
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  for (uint32_t body = 0; body < w->body.n; body++) {
    const double least = scr_body_least_inertia(w, body);
    double k, k_rot;
    scr_body_stiffness(w, body, &k, &k_rot);
    const double mass = k > 0 ? k * factor / scr_col(&w->body, SCR_BODY_MASS)[body]
                              : scale_untouched(w, body),
                 turn = k_rot * factor / least;
    scr_body_scale(w, body, mass, turn > 0 ? turn : mass);
  }
}
