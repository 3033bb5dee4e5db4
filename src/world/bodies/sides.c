/* What sides of the domain do to the books. Where a side changes the way or the velocity of a ball,
 * forces have not gone the way that its half-kicks were booked for. Formulas: docs/physics.md,
 * Energies. The closing half-kick is booked ahead with the forces of the opening one: what that
 * leaves is of second order, and no step leaves anything for the next one. */
#include "world/bodies/sides.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/kick.h"
#include "world/engine.h"
#include "world/force/energy.h"
#include "world/rigid/rigid.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

typedef struct leavers {
  scr_kicked *item; /* by row */
  size_t n, cap;
} leavers;

/* One that a side has met. */
typedef struct met {
  uint32_t place; /* among those that leave */
  bool body;
  double x[3], kinetic; /* where it was outside, m; J */
} met;

/* Where contacts of a ball or piece count from and to, m. */
typedef struct passage {
  uint32_t row;
  double from[3], to[3];
} passage;

struct scr_sides {
  leavers balls[SCR_MAX_WORKERS], bodies; /* of each worker, all in balls[0] in the end */
  double (*start)[3];                     /* of pieces of these bodies, body by body, m */
  met *met;
  passage *passage;
  uint8_t *moved; /* by row: a passage is its own */
  size_t nstart, cap_start, nmet, cap_met, npassage, cap_passage, cap_moved;
  const scr_motion *motion; /* of this step */
  double dt, last;          /* of this step and of the one before, s */
};

void scr_sides_new(scr_world *w) { w->engine->sides = scr_alloc(sizeof *w->engine->sides); }

void scr_sides_free(scr_world *w) {
  struct scr_sides *s = w->engine->sides;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) scr_free(s->balls[t].item);
  scr_free(s->bodies.item);
  scr_free(s->start);
  scr_free(s->met);
  scr_free(s->passage);
  scr_free(s->moved);
  scr_free(s);
}

size_t scr_sides_bytes(const scr_world *w) {
  const struct scr_sides *s = w->engine->sides;
  size_t n = s->cap_start * sizeof *s->start + s->cap_met * sizeof *s->met +
             s->cap_passage * sizeof *s->passage + s->cap_moved;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) n += s->balls[t].cap * sizeof(scr_kicked);
  return n + s->bodies.cap * sizeof(scr_kicked);
}

/* ---- before the step ---- */

static bool keeps(const scr_world *w, int c) {
  return w->domain.condition[c] == SCR_B_STOP || w->domain.condition[c] == SCR_B_REFLECT;
}

/* Does so fast a thing leave by a side that keeps it? Those that nearly do count, too. */
static bool leaves(const scr_world *w, const double *x, const double *v, double dt) {
  for (int c = 0; c < w->dim; c++) {
    const double size = w->domain.hi[c] - w->domain.lo[c], room = 1e-9 * size,
                 end = x[c] + v[c] * dt;
    if (keeps(w, c) && !(end > w->domain.lo[c] + room && end < w->domain.hi[c] - room)) return true;
  }
  return false;
}

static void keep(leavers *l, const scr_kicked *k) {
  SCR_GROW(l->item, l->cap, l->n + 1);
  l->item[l->n++] = *k;
}

/* The half-kicks that this ball is about to get. */
static scr_kicked kicked(const scr_motion *m, double last, uint32_t row, int dim) {
  const scr_twist *t = &m->twist[row];
  const size_t at = 3 * (size_t)row;
  const double real[2] = {t->m, t->moi}, *inertia = m->inertia ? m->inertia + 2 * row : real;
  scr_kicked k = {.row = row,
                  .damp = m->damp ? m->damp[m->damp_alike ? 0 : row] : 0,
                  .fix = m->fix ? m->fix[row] : 0};
  memcpy(k.x, m->pose[row].x, sizeof k.x);
  memcpy(k.worked, m->work + at, sizeof k.worked);
  for (int c = 0; c < 6; c++) {
    const bool spin = c >= 3;
    const double *applied = spin ? m->moment_app : m->force_app;
    if (spin ? dim == 2 && c != 5 : c >= dim) continue;
    k.contact[c] = spin ? m->load[row].m[c - 3] : m->load[row].f[c];
    k.applied[c] =
        (spin ? 0 : t->m * m->gravity[c]) + (applied ? applied[at + (size_t)(c % 3)] : 0);
    k.over[c] = m->opening / inertia[spin];
    k.over_last[c] = 0.5 * last / inertia[spin];
    const double v = spin ? t->w[c - 3] : t->v[c], f = k.contact[c] + k.applied[c],
                 closing = m->closing / inertia[spin];
    k.before[c] =
        scr_kick(v, f, k.applied[c], k.damp, k.fix >> c & 1, closing, m->closing, true, k.work);
    k.half[c] = scr_kick(k.before[c], f, k.applied[c], k.damp, k.fix >> c & 1, k.over[c],
                         m->opening, false, k.work);
  }
  return k;
}

/* More than any velocity of the half step along c: nearly all balls are too far from the sides. */
static bool is_near(const scr_world *w, const scr_motion *m, uint32_t row) {
  const scr_twist *t = &m->twist[row];
  const double mass = m->inertia ? m->inertia[2 * (size_t)row] : t->m,
               damp = m->damp ? m->damp[m->damp_alike ? 0 : row] : 0;
  for (int c = 0; c < w->dim; c++) {
    const double applied = m->force_app ? m->force_app[3 * (size_t)row + (size_t)c] : 0,
                 f = m->load[row].f[c] + t->m * m->gravity[c] + applied,
                 speed = fabs(t->v[c]) + (1 + damp) * fabs(f) / mass * (m->closing + m->opening),
                 room = 1.001 * speed * m->drift + 1e-8 * (w->domain.hi[c] - w->domain.lo[c]),
                 x = m->pose[row].x[c];
    if (keeps(w, c) && !(x - room > w->domain.lo[c] && x + room < w->domain.hi[c])) return true;
  }
  return false;
}

typedef struct looking {
  scr_world *w;
  const scr_motion *m;
  int workers;
} looking;

static void look(void *user, int t, int threads) {
  const looking *j = user;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  for (uint32_t row = lo; row < hi; row++) {
    if (scr_body_of(j->w, row) || !is_near(j->w, j->m, row)) continue;
    struct scr_sides *s = j->w->engine->sides;
    const scr_kicked k = kicked(j->m, s->last, row, j->w->dim);
    if (leaves(j->w, j->m->pose[row].x, k.half, j->m->drift)) keep(&s->balls[t], &k);
  }
}

static void look_at_body(scr_world *w, const scr_motion *m, uint32_t body) {
  struct scr_sides *s = w->engine->sides;
  scr_kicked k;
  uint32_t n;
  const uint32_t *piece = scr_members(w, body, &n);
  scr_body_foresee(w, m, s->last, body, &k);
  if (!leaves(w, scr_col(&w->body, SCR_BODY_POSITION) + 3 * (size_t)body, k.half, m->drift)) return;
  k.start = s->nstart;
  keep(&s->bodies, &k);
  SCR_GROW(s->start, s->cap_start, s->nstart + n);
  for (uint32_t p = 0; p < n; p++)
    memcpy(s->start[s->nstart++], w->pose[piece[p]].x, sizeof *s->start);
}

void scr_sides_foresee(scr_world *w, const scr_motion *m, double last) {
  struct scr_sides *s = w->engine->sides;
  looking j = {w, m, scr_workers_for(w)};
  bool any = false;
  s->bodies.n = s->nstart = s->nmet = 0;
  for (int t = 0; t < SCR_MAX_WORKERS; t++) s->balls[t].n = 0;
  for (int c = 0; c < w->dim; c++) any |= keeps(w, c);
  if (!w->energy_on || !w->domain.set || !any) return;
  s->motion = m;
  s->dt = m->drift, s->last = last;
  scr_par_run_by(w->engine->par, j.workers, look, &j);
  for (int t = 1; t < j.workers; t++)
    for (size_t k = 0; k < s->balls[t].n; k++) keep(&s->balls[0], &s->balls[t].item[k]);
  if (w->body.n) scr_need(w, NULL, SCR_MEMBERS);
  for (uint32_t body = 0; body < w->body.n; body++) look_at_body(w, m, body);
}

/* ---- at the sides ---- */

static int by_row(const void *a, const void *b) {
  const uint32_t x = ((const scr_kicked *)a)->row, y = ((const scr_kicked *)b)->row;
  return (x > y) - (x < y);
}

static void meet(scr_world *w, bool body, uint32_t row, const double *x, double kinetic) {
  struct scr_sides *s = w->engine->sides;
  const leavers *l = body ? &s->bodies : &s->balls[0];
  const scr_kicked key = {.row = row},
                   *k = l->n ? bsearch(&key, l->item, l->n, sizeof key, by_row) : NULL;
  if (!k) return; /* it leaves by a side that destroys */
  SCR_GROW(s->met, s->cap_met, s->nmet + 1);
  met *to = &s->met[s->nmet++];
  *to = (met){.place = (uint32_t)(k - l->item), .body = body, .kinetic = kinetic};
  memcpy(to->x, x, sizeof to->x);
}

void scr_sides_meet_ball(scr_world *w, uint32_t row) {
  if (w->energy_on) meet(w, false, row, w->pose[row].x, scr_ball_kinetic(w, row));
}

void scr_sides_meet_body(scr_world *w, uint32_t row) {
  if (w->energy_on)
    meet(w, true, row, scr_col(&w->body, SCR_BODY_POSITION) + 3 * (size_t)row,
         scr_body_kinetic(w, row));
}

/* ---- books ---- */

/* The side turns drag before the step: what is turned after the step before was not (kick.h). What
 * rested until then has turned nothing. */
static double turned_before(const scr_kicked *k, int c, double h, double after) {
  const double f = k->contact[c] + k->applied[c];
  const bool rested = k->before[c] == scr_kick(0, f, 0, 0, false, k->over_last[c], 0, true, NULL);
  return k->fix >> c & 1 || rested
             ? 0
             : scr_kick_turned(k->before[c], after, k->damp * fabs(f), k->over[c], h);
}

/* Component c went from `half` to `after`, and by `way` (m, rad). */
static void book_component(const scr_kicked *k, int c, double h, double after, double last,
                           double way, double work[3]) {
  const double f = k->contact[c] + k->applied[c], opening = 0.5 * (k->before[c] + k->half[c]) * h,
               closing = 0.5 * (after + last) * h, damp = k->fix >> c & 1 ? 0 : k->damp * fabs(f);
  const double lost = damp * scr_sign_of(k->before[c]) * (opening - 0.5 * way) +
                      damp * scr_sign_of(after) * (closing - 0.5 * way),
               won = k->applied[c] * (opening + closing - way);
  const double turned = turned_before(k, c, h, after);
  work[0] -= lost + f * turned;
  work[1] -= won + k->applied[c] * turned;
  work[2] += k->contact[c] * (opening + closing - 2 * h * after) + won - lost;
}

/* Rows of pieces may be others than before: balls may have been destroyed. */
static void pass_pieces(scr_world *w, const scr_kicked *k) {
  struct scr_sides *s = w->engine->sides;
  uint32_t n;
  scr_need(w, NULL, SCR_MEMBERS);
  const uint32_t *piece = scr_members(w, k->row, &n);
  SCR_GROW(s->passage, s->cap_passage, s->npassage + n);
  for (uint32_t p = 0; p < n; p++) {
    passage *to = &s->passage[s->npassage++];
    to->row = piece[p];
    for (int c = 0; c < 3; c++) {
      const double half_way = 0.5 * w->twist[piece[p]].v[c] * s->dt;
      to->from[c] = s->start[k->start + p][c] + half_way;
      to->to[c] = w->pose[piece[p]].x[c] - half_way;
    }
  }
}

static void pass_ball(scr_world *w, const scr_kicked *k, const double start[3]) {
  struct scr_sides *s = w->engine->sides;
  SCR_GROW(s->passage, s->cap_passage, s->npassage + 1);
  passage *to = &s->passage[s->npassage++];
  to->row = k->row;
  for (int c = 0; c < 3; c++) {
    const double half_way = 0.5 * w->twist[k->row].v[c] * s->dt;
    to->from[c] = start[c] + half_way;
    to->to[c] = w->pose[k->row].x[c] - half_way;
  }
}

/* Where it was before the step, of strain as it is after it. */
static void starts(const scr_world *w, const scr_kicked *k, const double outside[3],
                   double start[3]) {
  for (int c = 0; c < 3; c++)
    start[c] = scr_strained(w) || scr_period(w, c) > 0
                   ? outside[c] - k->half[c] * w->engine->sides->dt
                   : k->x[c];
}

static void follow_ball(const scr_world *w, const scr_kicked *k, double h, double now[6],
                        double after[6]) {
  for (int c = 0; c < 6; c++) {
    now[c] = c < 3 ? w->twist[k->row].v[c] : w->twist[k->row].w[c - 3];
    after[c] = scr_kick(now[c], k->contact[c] + k->applied[c], k->applied[c], k->damp,
                        k->fix >> c & 1, k->over[c], h, false, NULL);
  }
}

/* The sum so far and the step, so that what rests adds no rounding; but the turn of a body whose
 * spin is held is booked, too. */
static void put_work(scr_world *w, bool body, const scr_kicked *k, const double work[3]) {
  /* while energies are on, each ball has works of its own (motion.c) */
  void *of = w->ball.base[SCR_BALL_WORK];
  double *to = body ? scr_col(&w->body, SCR_BODY_WORK) : of;
  to += 3 * (size_t)k->row;
  for (int c = 0; c < 3; c++)
    to[c] = body && k->fix >> 3 ? to[c] + (work[c] - k->work[c]) : k->worked[c] + work[c];
}

/* A spin that is kept has gone its way, one that is taken none. */
static void book_one(scr_world *w, const met *a) {
  struct scr_sides *s = w->engine->sides;
  const scr_kicked *k = &(a->body ? &s->bodies : &s->balls[0])->item[a->place];
  const double *x =
      a->body ? scr_col(&w->body, SCR_BODY_POSITION) + 3 * (size_t)k->row : w->pose[k->row].x;
  double now[6], after[6], start[3], work[3];
  memcpy(work, k->work, sizeof work);
  starts(w, k, a->x, start);
  if (a->body)
    scr_body_follow(w, s->motion, k, now, after);
  else
    follow_ball(w, k, 0.5 * s->dt, now, after);
  for (int c = 0; c < 6; c++) {
    const double way = c < 3 ? x[c] - start[c] : now[c] * s->dt;
    if (now[c] != k->half[c] || (c < 3 && x[c] != a->x[c]))
      book_component(k, c, 0.5 * s->dt, now[c], after[c], way, work);
  }
  work[2] += (a->body ? scr_body_kinetic(w, k->row) : scr_ball_kinetic(w, k->row)) - a->kinetic;
  put_work(w, a->body, k, work);
  if (a->body)
    pass_pieces(w, k);
  else
    pass_ball(w, k, start);
}

static void put(scr_world *w, bool to) {
  const struct scr_sides *s = w->engine->sides;
  for (size_t k = 0; k < s->npassage; k++)
    memcpy(w->pose[s->passage[k].row].x, to ? s->passage[k].to : s->passage[k].from,
           sizeof s->passage[k].to);
}

enum { MET = 1, BESIDE = 2 };

/* Those that touch them count as they were in the middle of the step. */
static void pass_beside(scr_world *w) {
  struct scr_sides *s = w->engine->sides;
  const scr_pairs *p = &w->pair[SCR_BALL_BALL];
  for (uint32_t k = 0; k < p->n; k++) {
    if (!p->law[k] || (s->moved[p->i[k]] == MET) == (s->moved[p->j[k]] == MET)) continue;
    const uint32_t row = s->moved[p->i[k]] == MET ? p->j[k] : p->i[k];
    if (s->moved[row]) continue;
    s->moved[row] = BESIDE;
    SCR_GROW(s->passage, s->cap_passage, s->npassage + 1);
    passage *to = &s->passage[s->npassage++];
    to->row = row;
    for (int c = 0; c < 3; c++)
      to->from[c] = to->to[c] = w->pose[row].x[c] - 0.5 * w->twist[row].v[c] * s->dt;
  }
  for (uint32_t k = 0; k < w->ball.n; k++) s->moved[k] = s->moved[k] == MET;
}

/* Springs that know the overlap have gone with the place, others with the velocity. */
static void book_springs(scr_world *w) {
  struct scr_sides *s = w->engine->sides;
  scr_xsum *total = &w->energy_total[SCR_TOTAL_BOUNDARY];
  SCR_GROW(s->moved, s->cap_moved, w->ball.n);
  memset(s->moved, 0, w->ball.n);
  for (size_t k = 0; k < s->npassage; k++) s->moved[s->passage[k].row] = MET;
  pass_beside(w);
  double(*now)[3] = scr_alloc(s->npassage * sizeof *now);
  for (size_t k = 0; k < s->npassage; k++)
    memcpy(now[k], w->pose[s->passage[k].row].x, sizeof now[k]);
  put(w, false);
  scr_energy_add_settled(w, s->moved, -1, total);
  put(w, true);
  scr_energy_add_settled(w, s->moved, 1, total);
  for (size_t k = 0; k < s->npassage; k++)
    memcpy(w->pose[s->passage[k].row].x, now[k], sizeof now[k]);
  scr_free(now);
}

void scr_sides_book(scr_world *w) {
  struct scr_sides *s = w->engine->sides;
  bool springs = false;
  s->npassage = 0;
  for (size_t k = 0; k < s->nmet; k++) book_one(w, &s->met[k]);
  for (size_t k = 0; k < s->npassage; k++)
    springs |= memcmp(s->passage[k].from, s->passage[k].to, sizeof s->passage[k].to) != 0;
  if (springs) book_springs(w);
  s->nmet = 0;
}

void scr_sides_destroyed(scr_world *w, double before) {
  if (w->energy_on)
    scr_xsum_add(&w->energy_total[SCR_TOTAL_BOUNDARY], scr_energy_state(w) - before);
}
