/* Motion of the balls: half-kicks and drift; compiled once for each (SCR_DIM, SCR_ISA). Floor: kernel. See kernel.h. */
#include "kernel/kernel.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/dim.h"
#include "kernel/rows.h"

void SCR_NAME(scr_motion_rows)(const scr_motion *m, scr_lane *l, uint32_t first, uint32_t last);

/* A row of eight numbers (scr_twist, scr_load) as one vector. */
typedef double row8 __attribute__((vector_size(64), aligned(8), may_alias));

static inline double sign_of(double v) { return v > 0 ? 1.0 : v < 0 ? -1.0 : 0.0; }

/* One half-kick of one component. f: contact and body force; body: the body's part of it; hm: half a step over the inertia. Work
 * is that of this half step with the mean of the velocities before and after, so that it equals the change of kinetic energy to
 * rounding. */
static inline double kick_one(double v, double f, double body, double damp, bool fixed, double hm, double h, double *work) {
  double drag = damp * fabs(f) * sign_of(v);
  double after = fixed ? v : v + (f - drag) * hm;
  if (work) {
    double mean = 0.5 * (v + after) * h;
    if (!fixed) work[0] += drag * mean;
    work[1] += body * mean;
    if (fixed) work[2] -= f * v * h;
  }
  return after;
}

static inline void kicks(const scr_motion *m, uint32_t row, double h) {
  scr_twist *t = &m->twist[row];
  const size_t at = 3 * (size_t)row;
  const double damp = m->damp ? m->damp[row] : 0;
  const double hm = h / (m->inertia ? m->inertia[2 * (size_t)row] : t->m),
               hi = h / (m->inertia ? m->inertia[2 * (size_t)row + 1] : t->moi);
  const unsigned fix = m->fix ? m->fix[row] : 0;
  double *work = m->work ? m->work + at : NULL;
  EACH_AXIS(c) {
    double body = t->m * m->gravity[c] + (m->force_app ? m->force_app[at + c] : 0);
    t->v[c] = kick_one(t->v[c], m->load[row].f[c] + body, body, damp, fix >> c & 1, hm, h, work);
  }
  EACH_SPIN(c) {
    double body = m->moment_app ? m->moment_app[at + c] : 0;
    t->w[c] = kick_one(t->w[c], m->load[row].m[c] + body, body, damp, fix >> (3 + c) & 1, hi, h, work);
  }
}

/* The same for a ball without damping, fixing, applied forces and accounts, as one row of eight numbers: v, w and the masses, to
 * which zero is added. */
static inline void kick(row8 *t, const row8 *f, double h, int times) {
  const double hm = h / (*t)[6], hi = h / (*t)[7];
  const row8 scale = {hm, hm, hm, hi, hi, hi, 0, 0}, dv = *f * scale;
  for (int k = 0; k < times; k++) *t += dv;
}

static inline void plain_kicks(const scr_motion *m, uint32_t row) {
  row8 t = *(const row8 *)&m->twist[row];
  const row8 body = {t[6] * m->gravity[0], t[6] * m->gravity[1], t[6] * m->gravity[2]};
  const row8 f = *(const row8 *)&m->load[row] + body;
  if (m->closing == m->opening && m->opening > 0) {
    kick(&t, &f, m->opening, 2); /* nearly always: one division serves both */
  } else {
    if (m->closing > 0) kick(&t, &f, m->closing, 1);
    if (m->opening > 0) kick(&t, &f, m->opening, 1);
  }
  *(row8 *)&m->twist[row] = t;
}

typedef int64_t mask8 __attribute__((vector_size(64), may_alias));

/* 1, 0 or -1 for each number. (Vectors as results would depend on the instruction set.) */
static inline void signs_of(const row8 *v, row8 *sign) {
  const row8 one = {1, 1, 1, 1, 1, 1, 1, 1}, minus = -one, zero = {0};
  *sign = (row8)(((mask8)(*v > zero) & (mask8)one) | ((mask8)(*v < zero) & (mask8)minus));
}

static inline void sizes_of(const row8 *f, row8 *size) {
  const mask8 all_but_sign = {INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
  *size = (row8)((mask8)*f & all_but_sign);
}

/* Work of drag and of body forces, component by component in the order of kicks(). */
static inline void book_work(double *work, const row8 *drag, const row8 *body, const row8 *mean) {
  const row8 lost = *drag * *mean, won = *body * *mean;
  double sum0 = work[0], sum1 = work[1];
  EACH_AXIS(c) sum0 += lost[c], sum1 += won[c];
  EACH_SPIN(c) sum0 += lost[3 + c], sum1 += won[3 + c];
  work[0] = sum0, work[1] = sum1;
}

/* A half-kick with damping and accounts, of a ball without fixing, applied forces and scaled inertia, as one row. */
static inline void damped_kick(row8 *t, const row8 *f, const row8 *body, const row8 *scale, double damp, double h, double *work) {
  row8 sign, size;
  signs_of(t, &sign);
  sizes_of(f, &size);
  const row8 drag = damp * size * sign, after = *t + (*f - drag) * *scale;
  if (work) {
    const row8 mean = 0.5 * (*t + after) * h;
    book_work(work, &drag, body, &mean);
  }
  *t = after;
}

static inline void damped_kicks(const scr_motion *m, uint32_t row) {
  row8 t = *(const row8 *)&m->twist[row];
  const row8 body = {t[6] * m->gravity[0], t[6] * m->gravity[1], t[6] * m->gravity[2]};
  const row8 f = *(const row8 *)&m->load[row] + body;
  const double damp = m->damp ? m->damp[row] : 0, step[2] = {m->closing, m->opening};
  double *work = m->work ? m->work + 3 * (size_t)row : NULL;
  row8 scale = {0};
  for (int k = 0; k < 2; k++) {
    const double h = step[k];
    if (!(h > 0)) continue;
    if (k == 0 || h != step[0]) {
      const double hm = h / t[6], hi = h / t[7];
      scale = (row8){hm, hm, hm, hi, hi, hi, 0, 0};
    }
    damped_kick(&t, &f, &body, &scale, damp, h, work);
  }
  *(row8 *)&m->twist[row] = t;
}

/* One ball with everything that may happen to it at the sides of the domain. */
static void drift_far(const scr_motion *m, scr_lane *l, uint32_t row) {
  const size_t at = 3 * (size_t)row;
  double move2 = 0;
  EACH_AXIS(c) {
    double x = m->pose[row].x[c] + m->twist[row].v[c] * m->drift, period = m->period[c];
    if (period > 0) {
      if (x >= m->hi[c])
        x -= period, m->image[at + c]++, l->wrapped = true;
      else if (x < m->lo[c])
        x += period, m->image[at + c]--, l->wrapped = true;
    }
    if ((period > 0 || m->domain) && !(x >= m->lo[c] && x <= m->hi[c])) l->outside = true; /* nor is a NaN inside */
    m->pose[row].x[c] = x;
    double d = x - m->built[row].x[c];
    if (period > 0) d = d > 0.5 * period ? d - period : d < -0.5 * period ? d + period : d;
    move2 += d * d;
  }
  if (!(move2 <= l->max_move2)) l->max_move2 = move2;
}

/* Where nothing happens: inside the sides that matter, and not an image away from where the list was built. */
typedef struct room {
  scr_row4 lo, hi, half;
} room;

static room room_of(const scr_motion *m) {
  room r = {.lo = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL}, .hi = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL}};
  r.half = r.hi;
  EACH_AXIS(c) {
    if (m->period[c] > 0) r.half[c] = 0.5 * m->period[c];
    if (m->period[c] > 0 || m->domain) r.lo[c] = m->lo[c], r.hi[c] = m->hi[c];
  }
  return r;
}

typedef int64_t mask4 __attribute__((vector_size(32)));

enum { BLOCK = 16 };

/* Positions after the drift of `BLOCK` balls; true if nothing else happens to any of them. Same bits as drift_far(). */
static inline bool drift_block(const scr_motion *m, uint32_t row, const room *in, scr_row4 *next, scr_row4 *moved2) {
  mask4 quiet = {-1, -1, -1, -1};
  for (int k = 0; k < BLOCK; k++) {
    const scr_row4 v = *(const scr_row4 *)&m->twist[row + (uint32_t)k], step = {v[0], v[1], DIM == 3 ? v[2] : 0, 0};
    const scr_row4 x = *(const scr_row4 *)&m->pose[row + (uint32_t)k] + step * m->drift;
    const scr_row4 d = x - *(const scr_row4 *)&m->built[row + (uint32_t)k];
    quiet &= (x >= in->lo) & (x < in->hi) & (d <= in->half) & (-d <= in->half);
    next[k] = x;
    moved2[k] = d * d;
  }
  return (quiet[0] & quiet[1] & quiet[2] & quiet[3]) != 0;
}

static inline void largest_move(scr_lane *l, const scr_row4 *moved2) {
  double largest[SCR_QUAD] = {0};
  for (int k = 0; k < BLOCK; k += SCR_QUAD) {
    scr_row4 c[4];
    scr_transpose((const double *const[SCR_QUAD]){(const double *)&moved2[k], (const double *)&moved2[k + 1],
                                                  (const double *)&moved2[k + 2], (const double *)&moved2[k + 3]},
                  c);
    const scr_row4 sum = c[0] + c[1] + c[2];
    for (int e = 0; e < SCR_QUAD; e++) largest[e] = sum[e] > largest[e] ? sum[e] : largest[e];
  }
  for (int e = 0; e < SCR_QUAD; e++) l->max_move2 = SCR_MAX(l->max_move2, largest[e]);
}

static void drifts(const scr_motion *m, scr_lane *l, uint32_t first, uint32_t n, const room *in) {
  scr_row4 next[BLOCK], moved2[BLOCK];
  if (n == BLOCK && l->max_move2 == l->max_move2 && drift_block(m, first, in, next, moved2)) {
    memcpy(&m->pose[first], next, sizeof next);
    largest_move(l, moved2);
    return;
  }
  for (uint32_t k = 0; k < n; k++) drift_far(m, l, first + k);
}

void SCR_NAME(scr_motion_rows)(const scr_motion *m, scr_lane *l, uint32_t first, uint32_t last) {
  const bool free = !m->force_app && !m->moment_app && !m->inertia, plain = free && !m->damp && !m->fix && !m->work;
  const room in = room_of(m);
  for (uint32_t row = first; row < last; row += BLOCK) {
    const uint32_t n = SCR_MIN(last - row, (uint32_t)BLOCK);
    for (uint32_t k = 0; k < n; k++) {
      if (plain) {
        plain_kicks(m, row + k);
        continue;
      }
      if (free && !(m->fix && m->fix[row + k])) {
        damped_kicks(m, row + k);
        continue;
      }
      if (m->closing > 0) kicks(m, row + k, m->closing);
      if (m->opening > 0) kicks(m, row + k, m->opening);
    }
    if (m->clear) memset(&m->load[row], 0, n * sizeof *m->load);
    if (m->drift > 0) drifts(m, l, row, n, &in);
  }
}
