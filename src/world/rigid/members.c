/* Which rows are the pieces of each body, and what a body is to its pieces. */
#include "world/rigid/kept.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/turn.h"
#include "world/state/rows.h"

void scr_rigid_new(scr_world *w) { w->engine->rigid = scr_alloc(sizeof *w->engine->rigid); }

void scr_rigid_free(scr_world *w) {
  struct scr_rigid *s = w->engine->rigid;
  scr_free(s->first);
  scr_free(s->piece);
  scr_free(s->scale);
  scr_free(s);
}

size_t scr_rigid_bytes(const scr_world *w) {
  const struct scr_rigid *s = w->engine->rigid;
  return (s->cap_first + s->cap_piece) * sizeof(uint32_t) + s->cap_scale * sizeof(double);
}

/* Each piece has its number, so that its place follows from the numbers of pieces before. */
void scr_members_find(scr_world *w) {
  struct scr_rigid *s = w->engine->rigid;
  const uint32_t bodies = w->body.n;
  SCR_GROW(s->first, s->cap_first, (size_t)bodies + 1);
  memset(s->first, 0, ((size_t)bodies + 1) * sizeof *s->first);
  for (uint32_t k = 0; bodies && k < w->ball.n; k++)
    if (scr_body_of(w, k)) s->first[scr_body_row(w, scr_body_of(w, k)) + 1]++;
  for (uint32_t b = 0; b < bodies; b++) s->first[b + 1] += s->first[b];
  SCR_GROW(s->piece, s->cap_piece, (size_t)s->first[bodies] + 1);
  for (uint32_t k = 0; bodies && k < w->ball.n; k++) {
    if (!scr_body_of(w, k)) continue;
    const uint32_t body = scr_body_row(w, scr_body_of(w, k)),
                   part = scr_colu(&w->ball, SCR_BALL_PART)[k];
    assert(part < s->first[body + 1] - s->first[body]);
    s->piece[s->first[body] + part] = k;
  }
  scr_made(w, SCR_MEMBERS);
}

const uint32_t *scr_members(const scr_world *w, uint32_t body, uint32_t *n) {
  const struct scr_rigid *s = w->engine->rigid;
  assert(scr_fresh(w, SCR_MEMBERS) && body < w->body.n);
  *n = s->first[body + 1] - s->first[body];
  return s->piece + s->first[body];
}

const uint32_t *scr_body_pieces(scr_world *w, uint32_t row, uint32_t *n) {
  scr_need(w, NULL, SCR_MEMBERS);
  return scr_members(w, row, n);
}

scr_body_columns scr_body_columns_of(const scr_world *w, uint32_t body) {
  assert(body < w->body.n);
  const scr_table *t = &w->body;
  const size_t at = 3 * (size_t)body;
  return (scr_body_columns){scr_col(t, SCR_BODY_POSITION) + at,
                            scr_col(t, SCR_BODY_ORIENTATION) + 4 * (size_t)body,
                            scr_col(t, SCR_BODY_VELOCITY) + at,
                            scr_col(t, SCR_BODY_SPIN_MOMENTUM) + at,
                            scr_col(t, SCR_BODY_WORK) + at,
                            scr_col(t, SCR_BODY_INERTIA) + at,
                            scr_col(t, SCR_BODY_FORCE_APPLIED) + at,
                            scr_col(t, SCR_BODY_MOMENT_APPLIED) + at,
                            scr_col(t, SCR_BODY_MASS)[body],
                            scr_col(t, SCR_BODY_DAMP)[body],
                            ((const uint8_t *)scr_column_of(t, SCR_BODY_FIX))[body],
                            scr_coli(t, SCR_BODY_IMAGE) + at};
}

void scr_body_axes(const scr_world *w, uint32_t body, double r[9]) {
  scr_axes_of(scr_col(&w->body, SCR_BODY_ORIENTATION) + 4 * (size_t)body, r);
}

void scr_piece_arm(const scr_world *w, const double r[9], uint32_t piece, double arm[3]) {
  const double *local = scr_col(&w->ball, SCR_BALL_LOCAL) + 3 * (size_t)piece;
  for (int c = 0; c < 3; c++) arm[c] = scr_dot3(r + 3 * (size_t)c, local);
}

/* I^-1 or I in global axes; in 2D about z alone. */
static void by_inertia(const scr_world *w, uint32_t body, bool divide, const double in[3],
                       double out[3]) {
  const double *inertia = scr_col(&w->body, SCR_BODY_INERTIA) + 3 * (size_t)body;
  double r[9], own[3];
  if (w->dim == 2) {
    out[0] = out[1] = 0;
    out[2] = divide ? in[2] / inertia[2] : in[2] * inertia[2];
    return;
  }
  scr_body_axes(w, body, r);
  for (int c = 0; c < 3; c++) {
    own[c] = r[c] * in[0] + r[3 + c] * in[1] + r[6 + c] * in[2];
    own[c] = divide ? own[c] / inertia[c] : own[c] * inertia[c];
  }
  for (int c = 0; c < 3; c++) out[c] = scr_dot3(r + 3 * (size_t)c, own);
}

void scr_body_spin_of(const scr_world *w, uint32_t body, const double momentum[3], double spin[3]) {
  by_inertia(w, body, true, momentum, spin);
}

void scr_body_momentum_of(const scr_world *w, uint32_t body, const double spin[3],
                          double momentum[3]) {
  by_inertia(w, body, false, spin, momentum);
}

void scr_body_gather(const scr_world *w, uint32_t body, double force[3], double moment[3]) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  double r[9], arm[3], turn[3];
  scr_body_axes(w, body, r);
  for (int c = 0; c < 3; c++) force[c] = moment[c] = 0;
  for (uint32_t k = 0; k < n; k++) {
    const scr_load *load = &w->load[piece[k]];
    scr_piece_arm(w, r, piece[k], arm);
    scr_cross3(arm, load->f, turn);
    for (int c = 0; c < 3; c++) force[c] += load->f[c], moment[c] += load->m[c] + turn[c];
  }
}

double scr_body_kinetic(const scr_world *w, uint32_t body) {
  const scr_body_columns b = scr_body_columns_of(w, body);
  double spin[3];
  scr_body_spin_of(w, body, b.momentum, spin);
  return 0.5 * b.mass * scr_dot3(b.v, b.v) + 0.5 * scr_dot3(b.momentum, spin);
}

void scr_body_unbalanced(const scr_world *w, uint32_t body, double left[3], double applied[3]) {
  const scr_body_columns b = scr_body_columns_of(w, body);
  double force[3], moment[3];
  scr_body_gather(w, body, force, moment);
  for (int c = 0; c < 3; c++) {
    applied[c] = b.mass * w->gravity[c] + b.force[c];
    left[c] = b.fix >> c & 1 || c >= w->dim ? 0 : force[c] + applied[c];
  }
}

void scr_body_scale(scr_world *w, uint32_t body, double mass, double inertia) {
  struct scr_rigid *s = w->engine->rigid;
  SCR_GROW(s->scale, s->cap_scale, 2 * (size_t)w->body.n);
  s->scale[2 * (size_t)body] = mass;
  s->scale[2 * (size_t)body + 1] = inertia;
}
