/* Invariants of rigid bodies: they and their pieces belong together. */
#include <math.h>
#include "world/rigid/kept.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

static bool body_holds(const scr_world *w, uint32_t body, scr_buf *why) {
  const scr_body_columns b = scr_body_columns_of(w, body);
  const uint32_t id = scr_colu(&w->body, SCR_BODY_ID)[body];
  double length2 = 0;
  for (int k = 0; k < 4; k++) length2 += b.q[k] * b.q[k];
  SCR_HOLDS(b.mass > 0 && b.inertia[2] > 0, "body %u: it has no mass or inertia", id);
  SCR_HOLDS(fabs(length2 - 1) < 1e-9, "body %u: its orientation is none", id);
  SCR_HOLDS(b.fix < 64, "body %u: fixed beyond spin", id);
  SCR_HOLDS(w->dim == 3 || (b.x[2] == 0 && b.v[2] == 0 && b.momentum[0] == 0 && b.momentum[1] == 0),
            "body %u: it has left the plane", id);
  return true;
}

/* Positions follow from the body's, but for periods, unless a cycle failed between. */
static bool piece_is_there(const scr_world *w, uint32_t piece, const scr_body_columns *b,
                           const double arm[3], scr_buf *why) {
  const int32_t *image = scr_int_at(&w->ball, SCR_BALL_IMAGE, piece);
  for (int c = 0; c < w->dim && scr_fresh(w, SCR_SPRINGS); c++) {
    const double period = scr_period(w, c), x = b->x[c] + arm[c] + period * b->image[c],
                 at = w->pose[piece].x[c] + period * image[c];
    SCR_HOLDS(fabs(x - at) <= 1e-9 * (fabs(x) + fabs(at) + period),
              "ball %u: body %u has it elsewhere along %c", scr_colu(&w->ball, SCR_BALL_ID)[piece],
              scr_body_of(w, piece), "xyz"[c]);
  }
  return true;
}

/* Velocities are those of the rigid motion, but for the mean ones before a closing half-kick. */
static bool piece_moves_along(const scr_world *w, uint32_t piece, uint32_t body,
                              const scr_body_columns *b, const double arm[3], scr_buf *why) {
  const scr_twist *t = &w->twist[piece];
  const uint32_t id = scr_colu(&w->ball, SCR_BALL_ID)[piece], of = scr_body_of(w, piece);
  double spin[3], turn[3];
  scr_body_spin_of(w, body, b->momentum, spin);
  scr_cross3(spin, arm, turn);
  const double spins = sqrt(scr_dot3(spin, spin)),
               speeds = sqrt(scr_dot3(b->v, b->v)) + spins * sqrt(scr_dot3(arm, arm));
  for (int c = 0; c < 3 && !w->kick_pending; c++) {
    const double v = c < w->dim ? b->v[c] + turn[c] : 0;
    SCR_HOLDS(!(fabs(t->v[c] - v) > 1e-9 * speeds), "ball %u: body %u moves it otherwise along %c",
              id, of, "xyz"[c]);
    SCR_HOLDS(!(fabs(t->w[c] - spin[c]) > 1e-9 * spins),
              "ball %u: body %u turns it otherwise about %c", id, of, "xyz"[c]);
  }
  return true;
}

/* `lies`: whether it is where its body says, too. */
static bool piece_holds(const scr_world *w, uint32_t piece, uint32_t body, bool lies,
                        scr_buf *why) {
  const scr_body_columns b = scr_body_columns_of(w, body);
  double r[9], arm[3];
  scr_body_axes(w, body, r);
  scr_piece_arm(w, r, piece, arm);
  return (!lies || piece_is_there(w, piece, &b, arm, why)) &&
         piece_moves_along(w, piece, body, &b, arm, why);
}

static bool pieces_hold(const scr_world *w, bool lie, scr_buf *why) {
  for (uint32_t k = 0; w->ball.on[SCR_BALL_BODY] && k < w->ball.n; k++) {
    const uint32_t id = scr_body_of(w, k), body = id ? scr_body_row(w, id) : SCR_NONE;
    SCR_HOLDS(!id || body != SCR_NONE, "ball %u: there is no body %u",
              scr_colu(&w->ball, SCR_BALL_ID)[k], id);
    if (id && !piece_holds(w, k, body, lie, why)) return false;
  }
  return true;
}

bool scr_check_pieces(const scr_world *w, scr_buf *why) { return pieces_hold(w, false, why); }

/* Pieces of one body do not touch each other. */
static bool pairs_hold(const scr_world *w, scr_buf *why) {
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  const uint32_t *id = scr_colu(&w->ball, SCR_BALL_ID);
  for (uint32_t k = 0; w->body.n && k < p->n; k++) {
    const bool rows = p->i[k] < w->ball.n && p->j[k] < w->ball.n;
    SCR_HOLDS(!rows || !scr_body_of(w, p->i[k]) ||
                  scr_body_of(w, p->i[k]) != scr_body_of(w, p->j[k]),
              "balls %u and %u of one body are listed as a pair", id[p->i[k]], id[p->j[k]]);
  }
  return true;
}

bool scr_check_bodies(const scr_world *w, scr_buf *why) {
  const bool on = w->ball.on[SCR_BALL_BODY];
  SCR_HOLDS(on || w->body.n == 0, "there are bodies, and no column of pieces");
  if (!pairs_hold(w, why)) return false;
  for (uint32_t body = 0; body < w->body.n; body++)
    if (!body_holds(w, body, why)) return false;
  if (!pieces_hold(w, true, why)) return false;
  for (uint32_t body = 0; body < w->body.n && scr_fresh(w, SCR_MEMBERS); body++) {
    uint32_t n;
    const uint32_t *piece = scr_members(w, body, &n), id = scr_colu(&w->body, SCR_BODY_ID)[body];
    SCR_HOLDS(n > 0, "body %u: it has no piece", id);
    for (uint32_t k = 0; k < n; k++)
      SCR_HOLDS(piece[k] < w->ball.n && scr_body_of(w, piece[k]) == id &&
                    scr_colu(&w->ball, SCR_BALL_PART)[piece[k]] == k,
                "body %u: piece %u is another row", id, k);
  }
  return true;
}
