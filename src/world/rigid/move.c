/* Motion of rigid bodies, and of the pieces with them. The angular momentum is kicked as a velocity
 * is, the body turns freely between (turn.c). Pieces hold positions of the end of the step, and
 * their mean velocity over it, by which they move exactly there. */
#include "world/rigid/kept.h"

#include <math.h>
#include <string.h>
#include "base/turn.h"
#include "kernel/kick.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

typedef struct moving {
  scr_world *w;
  const scr_motion *m;
  int workers;
} moving;

/* ---- pieces ---- */

static void wrap(const scr_world *w, double x[3], int32_t image[3]) {
  for (int c = 0; c < w->dim; c++) {
    const double period = scr_period(w, c), lo = w->domain.lo[c], hi = w->domain.hi[c];
    if (!(period > 0)) continue;
    if (x[c] >= hi)
      x[c] -= period, image[c]++;
    else if (x[c] < lo)
      x[c] += period, image[c]--;
  }
}

/* A piece with that arm; true if it went through a periodic side. Workers do this side by side: the
 * motion has made the column of images an array. */
static bool put_piece(scr_world *w, const scr_body_columns *b, uint32_t row, const double arm[3]) {
  double x[3] = {0, 0, 0};
  int32_t image[3] = {b->image[0], b->image[1], b->image[2]}, before[3];
  for (int c = 0; c < w->dim; c++) x[c] = b->x[c] + arm[c];
  wrap(w, x, image);
  memcpy(w->pose[row].x, x, sizeof x);
  memcpy(before, scr_table_at(&w->ball, SCR_BALL_IMAGE, row), sizeof before);
  if (memcmp(before, image, sizeof image) == 0) return false;
  scr_table_write(&w->ball, SCR_BALL_IMAGE, row, image);
  return true;
}

static void put_velocity(scr_world *w, const scr_body_columns *b, uint32_t row,
                         const double spin[3], const double arm[3]) {
  double turn[3];
  scr_cross3(spin, arm, turn);
  for (int c = 0; c < 3; c++) {
    w->twist[row].v[c] = c < w->dim ? b->v[c] + turn[c] : 0;
    w->twist[row].w[c] = spin[c];
  }
}

static void velocities(scr_world *w, uint32_t body, const scr_body_columns *b) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  double r[9], spin[3], arm[3];
  scr_body_axes(w, body, r);
  scr_body_spin_of(w, body, b->momentum, spin);
  for (uint32_t k = 0; k < n; k++) {
    scr_piece_arm(w, r, piece[k], arm);
    put_velocity(w, b, piece[k], spin, arm);
  }
}

void scr_pieces_place(scr_world *w, uint32_t body) {
  const scr_body_columns b = scr_body_columns_of(w, body);
  uint32_t n;
  scr_need(w, NULL, SCR_MEMBERS);
  const uint32_t *piece = scr_members(w, body, &n);
  double r[9], arm[3];
  scr_body_axes(w, body, r);
  for (uint32_t k = 0; k < n; k++) {
    scr_piece_arm(w, r, piece[k], arm);
    w->engine->wrapped |= put_piece(w, &b, piece[k], arm);
  }
  velocities(w, body, &b);
}

/* ---- half-kicks ---- */

/* Bits of a body's fixed spins, of those that the dimension has. */
static unsigned fixed_spins(const scr_world *w, const scr_body_columns *b) {
  return b->fix >> 3 & (w->dim == 3 ? 7u : 4u);
}

/* scr_kick_turned() of the spin, whose inertia has three axes; `over`: h hm/2 without it. */
static void book_turned(const scr_world *w, uint32_t body, const scr_body_columns *b,
                        const double moment[3], const double before[3], const double after[3],
                        double over, double work[3]) {
  const unsigned fix = fixed_spins(w, b);
  double change[3] = {0, 0, 0}, turned[3];
  for (int c = w->dim == 3 ? 0 : 2; c < 3; c++)
    if (!(fix >> c & 1) && before[c] != 0)
      change[c] = b->damp * fabs(moment[c] + b->moment[c]) *
                  (scr_sign_of(after[c]) - scr_sign_of(before[c]));
  scr_body_spin_of(w, body, change, turned);
  for (int c = w->dim == 3 ? 0 : 2; c < 3; c++) {
    if (fix >> c & 1) continue;
    work[0] -= (moment[c] + b->moment[c]) * turned[c] * over;
    work[1] -= b->moment[c] * turned[c] * over;
  }
}

/* Of the angular momentum; spins that are fixed stay. */
static void kick_spin(const scr_world *w, uint32_t body, const scr_body_columns *b,
                      const double moment[3], bool closes, double h, double scale, double *work) {
  const unsigned fix = fixed_spins(w, b);
  double spin[3], after[3], all[3], drag[3] = {0, 0, 0};
  scr_body_spin_of(w, body, b->momentum, spin);
  for (int c = w->dim == 3 ? 0 : 2; c < 3; c++) {
    all[c] = moment[c] + b->moment[c];
    if (!(fix >> c & 1)) drag[c] = b->damp * fabs(all[c]) * scr_sign_of(spin[c]);
    b->momentum[c] += (all[c] - drag[c]) * (h * scale);
  }
  if (!fix && !work) return;
  scr_body_spin_of(w, body, b->momentum, after);
  for (int c = 0; c < 3; c++)
    if (fix >> c & 1) after[c] = spin[c];
  if (fix) scr_body_momentum_of(w, body, after, b->momentum);
  for (int c = w->dim == 3 ? 0 : 2; work && c < 3; c++) {
    const double mean = 0.5 * (spin[c] + after[c]) * h;
    work[0] += drag[c] * mean;
    work[1] += b->moment[c] * mean;
    if (fix >> c & 1) work[2] -= all[c] * spin[c] * h;
  }
  if (work && closes && b->damp > 0)
    book_turned(w, body, b, moment, spin, after, 0.5 * h * (h * scale), work);
}

static const double *scale_of(const scr_world *w, uint32_t body) {
  static const double real[] = {1, 1};
  return w->engine->inertia.scaled ? w->engine->rigid->scale + 2 * (size_t)body : real;
}

/* `closes`: of the step before. */
static void half_kick(const moving *j, uint32_t body, const scr_body_columns *b,
                      const double force[3], const double moment[3], bool closes) {
  const scr_world *w = j->w;
  const double *scale = scale_of(w, body), h = closes ? j->m->closing : j->m->opening,
               hm = h / (b->mass * scale[0]);
  double *work = w->energy_on ? b->work : NULL;
  if (!(h > 0)) return;
  for (int c = 0; c < w->dim; c++) {
    const double own = b->mass * j->m->gravity[c] + b->force[c];
    b->v[c] = scr_kick(b->v[c], force[c] + own, own, b->damp, b->fix >> c & 1, hm, h, closes, work);
  }
  kick_spin(w, body, b, moment, closes, h, 1 / scale[1], work);
}

/* ---- half-kicks that are only foreseen ---- */

typedef struct trial {
  scr_body_columns b;
  double v[3], momentum[3], work[3];
} trial;

static void try_body(const scr_world *w, uint32_t body, trial *t) {
  t->b = scr_body_columns_of(w, body);
  memcpy(t->v, t->b.v, sizeof t->v);
  memcpy(t->momentum, t->b.momentum, sizeof t->momentum);
  memset(t->work, 0, sizeof t->work);
  t->b.v = t->v, t->b.momentum = t->momentum, t->b.work = t->work;
}

static void look_at(const scr_world *w, uint32_t body, const trial *t, double out[6]) {
  memcpy(out, t->v, sizeof t->v);
  scr_body_spin_of(w, body, t->momentum, out + 3);
}

void scr_body_foresee(const scr_world *w, const scr_motion *m, double last, uint32_t body,
                      scr_kicked *out) {
  const moving j = {.w = (scr_world *)w, .m = m};
  trial t;
  double force[3], moment[3];
  *out = (scr_kicked){.row = body};
  try_body(w, body, &t);
  memcpy(out->x, t.b.x, sizeof out->x);
  memcpy(out->worked, scr_real_at(&w->body, SCR_BODY_WORK, body), sizeof out->worked);
  scr_body_gather(w, body, force, moment);
  for (int c = 0; c < 3; c++) {
    out->contact[c] = force[c], out->contact[3 + c] = moment[c];
    out->applied[c] = t.b.mass * m->gravity[c] + t.b.force[c];
    out->applied[3 + c] = t.b.moment[c];
    out->over[c] = m->opening / (t.b.mass * scale_of(w, body)[0]);
    out->over_last[c] = 0.5 * last / (t.b.mass * scale_of(w, body)[0]);
  }
  out->damp = t.b.damp, out->fix = t.b.fix;
  half_kick(&j, body, &t.b, force, moment, true);
  look_at(w, body, &t, out->before);
  half_kick(&j, body, &t.b, force, moment, false);
  look_at(w, body, &t, out->half);
  memcpy(out->work, t.work, sizeof out->work);
}

void scr_body_follow(const scr_world *w, const scr_motion *m, const scr_kicked *k, double now[6],
                     double after[6]) {
  const moving j = {.w = (scr_world *)w, .m = m};
  trial t;
  try_body(w, k->row, &t);
  look_at(w, k->row, &t, now);
  half_kick(&j, k->row, &t.b, k->contact, k->contact + 3, false);
  look_at(w, k->row, &t, after);
}

/* Of a force component along a velocity, less what damping takes. */
static double after_drag(double force, double damp, double v) {
  return v != 0 ? force - copysign(damp * fabs(force), v) : force;
}

double scr_body_rush(const scr_world *w, const scr_motion *m, uint32_t body) {
  const moving j = {.w = (scr_world *)w, .m = m};
  trial t;
  double force[3], moment[3], now[6], turn[3], rate[3], sum = 0;
  try_body(w, body, &t);
  scr_body_gather(w, body, force, moment);
  half_kick(&j, body, &t.b, force, moment, true);
  look_at(w, body, &t, now);
  for (int c = 0; c < 3; c++) {
    const double all = force[c] + t.b.mass * w->gravity[c] + t.b.force[c];
    if (!(t.b.fix >> c & 1)) sum += force[c] * after_drag(all, t.b.damp, now[c]) / t.b.mass;
    turn[c] = after_drag(moment[c] + t.b.moment[c], t.b.damp, now[3 + c]);
  }
  scr_body_spin_of(w, body, turn, rate);
  for (int c = 0; c < 3; c++)
    if (!(t.b.fix >> (3 + c) & 1)) sum += moment[c] * rate[c];
  return sum;
}

/* ---- drift ---- */

static void translate(scr_world *w, const scr_motion *m, scr_worker *l, const scr_body_columns *b) {
  for (int c = 0; c < w->dim; c++) b->x[c] += b->v[c] * m->drift;
  wrap(w, b->x, b->image);
  for (int c = 0; c < w->dim; c++)
    if ((m->period[c] > 0 || m->domain) && !(b->x[c] >= m->lo[c] && b->x[c] <= m->hi[c]))
      l->outside = true; /* nor is a NaN inside */
}

/* Spins that are held turn the body as they are; what that costs is work of the boundary. */
static void turn(scr_world *w, uint32_t body, const scr_body_columns *b, double dt) {
  double spin[3];
  if (!fixed_spins(w, b)) {
    scr_turn_free(b->q, b->momentum, b->inertia, w->dim, dt);
    return;
  }
  const double before = scr_body_kinetic(w, body);
  scr_body_spin_of(w, body, b->momentum, spin);
  scr_turn_steadily(b->q, spin, dt);
  scr_body_momentum_of(w, body, spin, b->momentum);
  if (w->energy_on) b->work[2] += scr_body_kinetic(w, body) - before;
}

static void note_speed(scr_worker *l, int c, double v) {
  const double size = fabs(v);
  l->max_v[c] = size <= l->max_v[c] ? l->max_v[c] : size < HUGE_VAL ? size : HUGE_VAL;
}

static void drift_pieces(scr_world *w, const scr_motion *m, scr_worker *l, uint32_t body,
                         const scr_body_columns *b) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  double r0[9], r1[9], spin0[3], spin1[3];
  scr_body_axes(w, body, r0);
  scr_body_spin_of(w, body, b->momentum, spin0);
  turn(w, body, b, m->drift);
  scr_body_axes(w, body, r1);
  scr_body_spin_of(w, body, b->momentum, spin1);
  for (uint32_t k = 0; k < n; k++) {
    scr_twist *t = &w->twist[piece[k]];
    double arm0[3], arm1[3];
    scr_piece_arm(w, r0, piece[k], arm0);
    scr_piece_arm(w, r1, piece[k], arm1);
    for (int c = 0; c < 3; c++) {
      t->v[c] = c < w->dim ? b->v[c] + (arm1[c] - arm0[c]) / m->drift : 0;
      t->w[c] = 0.5 * (spin0[c] + spin1[c]);
      note_speed(l, c, t->v[c]);
    }
    l->wrapped |= put_piece(w, b, piece[k], arm1);
  }
}

/* ---- the whole ---- */

static void clear_pieces(scr_world *w, uint32_t body) {
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  for (uint32_t k = 0; k < n; k++) w->load[piece[k]] = (scr_load){0};
}

static void move_body(const moving *j, scr_worker *l, uint32_t body) {
  const scr_body_columns b = scr_body_columns_of(j->w, body);
  double force[3], moment[3];
  scr_body_gather(j->w, body, force, moment);
  half_kick(j, body, &b, force, moment, true);
  half_kick(j, body, &b, force, moment, false);
  if (j->m->clear) clear_pieces(j->w, body);
  if (j->m->drift > 0) {
    translate(j->w, j->m, l, &b);
    drift_pieces(j->w, j->m, l, body, &b);
  } else {
    velocities(j->w, body, &b);
  }
}

static void move_of_worker(void *user, int t, int threads) {
  const moving *j = user;
  SCR_UNUSED(threads);
  const uint64_t n = j->w->body.n, workers = (uint64_t)j->workers;
  const uint32_t lo = (uint32_t)(n * (uint64_t)t / workers),
                 hi = (uint32_t)(n * ((uint64_t)t + 1) / workers);
  for (uint32_t body = lo; body < hi; body++) move_body(j, j->w->engine->worker[t], body);
}

void scr_bodies_move(scr_world *w, const scr_motion *m, int workers) {
  moving j = {w, m, workers};
  scr_need(w, NULL, SCR_MEMBERS);
  scr_par_run_by(w->engine->par, workers, move_of_worker, &j);
}

void scr_bodies_calm(scr_world *w) {
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  for (uint32_t body = 0; body < w->body.n; body++) {
    const scr_body_columns b = scr_body_columns_of(w, body);
    const unsigned fix = fixed_spins(w, &b);
    double spin[3];
    scr_body_spin_of(w, body, b.momentum, spin);
    for (int c = 0; c < 3; c++) {
      if (!(b.fix >> c & 1)) b.v[c] = 0;
      if (!(fix >> c & 1)) spin[c] = 0;
    }
    scr_body_momentum_of(w, body, spin, b.momentum);
    velocities(w, body, &b);
  }
}
