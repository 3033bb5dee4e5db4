/* Motion of the balls: half-kicks and drift; compiled once for each (SCR_DIM, SCR_ISA). Floor:
 * kernel. See kernel.h. */
#include "kernel/kernel.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "kernel/dim.h"
#include "kernel/kick.h"
#include "kernel/rows.h"

void SCR_NAME(scr_motion_rows)(const scr_motion *m, scr_worker *l, uint32_t first, uint32_t last);
double SCR_NAME(scr_moved_rows)(const scr_motion *m, uint32_t first, uint32_t last);

/* A row of eight numbers (scr_twist, scr_load) as one vector. */
typedef double row8 __attribute__((vector_size(64), aligned(8), may_alias));
typedef double row2 __attribute__((vector_size(16), aligned(8), may_alias));

static inline void kicks(const scr_motion *m, uint32_t row, bool closes) {
  scr_twist *t = &m->twist[row];
  const size_t at = 3 * (size_t)row;
  const double damp = m->damp ? m->damp[m->damp_alike ? 0 : row] : 0,
               h = closes ? m->closing : m->opening,
               hm = h / (m->inertia ? m->inertia[2 * (size_t)row] : t->m),
               hi = h / (m->inertia ? m->inertia[2 * (size_t)row + 1] : t->moi);
  const unsigned fix = m->fix ? m->fix[row] : 0;
  double *work = m->work ? m->work + at : NULL;
  EACH_AXIS(c) {
    double body = t->m * m->gravity[c] + (m->force_app ? m->force_app[at + c] : 0);
    t->v[c] =
        scr_kick(t->v[c], m->load[row].f[c] + body, body, damp, fix >> c & 1, hm, h, closes, work);
  }
  EACH_SPIN(c) {
    double body = m->moment_app ? m->moment_app[at + c] : 0;
    t->w[c] = scr_kick(t->w[c], m->load[row].m[c] + body, body, damp, fix >> (3 + c) & 1, hi, h,
                       closes, work);
  }
}

enum { EVERYTHING = DIM == 3 ? 0x3f : 0x23 }; /* bits of all velocities and spins that there are */

/* h over the mass for v, h over the moment of inertia for w, 0 after. */
#if defined(__AVX512F__)
#define OVER_INERTIA(t, h)                                                                         \
  ((row8)_mm512_maskz_permutexvar_pd(                                                              \
      0x3f, _mm512_setr_epi64(0, 0, 0, 1, 1, 1, 0, 0),                                             \
      _mm512_castpd128_pd512((__m128d)((row2){h, h} / *(const row2 *)(const void *)&(t)->m))))
#else
#define OVER_INERTIA(t, h)                                                                         \
  ((row8){(h) / (t)->m, (h) / (t)->m, (h) / (t)->m, (h) / (t)->moi, (h) / (t)->moi,                \
          (h) / (t)->moi, 0, 0})
#endif

/* The same for balls without damping, fixing, applied forces and accounts, each as one row of eight
 * numbers: v, w and the masses, to which zero is added. `gravity` is such a row, too. */
static inline void plain_kicks(const scr_motion *m, uint32_t row, const row8 *gravity) {
  scr_twist *at = &m->twist[row];
  row8 t = *(const row8 *)at;
  const row8 f = *(const row8 *)&m->load[row] + at->m * *gravity;
  if (m->closing > 0) t += f * OVER_INERTIA(at, m->closing);
  if (m->opening > 0) t += f * OVER_INERTIA(at, m->opening);
  *(row8 *)at = t;
}

/* The same of n balls in nearly all steps, whose halves are equally long: one division serves both.
 * Balls of which `fix` says anything (NULL: none) keep their velocities; `clear` is for them, too.
 * What does not change is handed over, since the compiler must take each row that is stored for a
 * change of anything that lies in memory. */
__attribute__((always_inline)) static inline void equal_kicks(scr_twist *twist, scr_load *load,
                                                              const uint8_t *fix, uint32_t n,
                                                              double half, bool clear,
                                                              const row8 *gravity) {
  const row8 weight = *gravity, nothing = {0};
  for (uint32_t k = 0; k < n; k++) {
    scr_twist *at = &twist[k];
    const row8 dv = (*(const row8 *)&load[k] + at->m * weight) * OVER_INERTIA(at, half);
    if (!fix || !(fix[k] & EVERYTHING)) *(row8 *)at = *(const row8 *)at + dv + dv;
    if (clear) *(row8 *)&load[k] = nothing;
  }
}

typedef int64_t mask8 __attribute__((vector_size(64), may_alias));
#if defined(__AVX512DQ__)
#define ALL(mask) (_mm512_movepi64_mask((__m512i)(mask)) == 0xff)
#else
#define ALL(mask)                                                                                  \
  (((mask)[0] & (mask)[1] & (mask)[2] & (mask)[3] & (mask)[4] & (mask)[5] & (mask)[6] &            \
    (mask)[7]) != 0)
#endif
static const mask8 SIGN = {INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN,
                           INT64_MIN, INT64_MIN, INT64_MIN, INT64_MIN};

/* Work of drag and of body forces, component by component in the order of kicks(); bodies have no
 * moments here. `turned`: scr_kick_turned(). */
static inline void book_work(double *work, const row8 *drag, const row8 *f, const row8 *body,
                             const row8 *mean, const row8 *turned) {
  const row8 lost = *drag * *mean, won = *body * *mean, less = *f * *turned, due = *body * *turned;
  double sum0 = work[0], sum1 = work[1];
  EACH_AXIS(c) sum0 = sum0 + lost[c] - less[c], sum1 = sum1 + won[c] - due[c];
  EACH_SPIN(c) sum0 = sum0 + lost[3 + c] - less[3 + c];
  work[0] = sum0, work[1] = sum1;
}

/* A half-kick with damping and accounts, of a ball without fixing, applied forces and scaled
 * inertia, as one row. Drag is that part of the force's size, against the velocity; none at rest.
 */
static inline void damped_kick(row8 *t, const row8 *f, const row8 *body, const row8 *scale,
                               double damp, double h, bool closes, double *work) {
  const row8 size = damp * (row8)((mask8)*f & ~SIGN);
  const row8 drag = (row8)(((mask8)size | ((mask8)*t & SIGN)) & (mask8)(*t != 0)),
             after = *t + (*f - drag) * *scale;
  if (work) {
    const row8 mean = 0.5 * (*t + after) * h;
    row8 turned = {0};
    if (closes) {
      const row8 next = (row8)(((mask8)size | ((mask8)after & SIGN)) & (mask8)(after != 0));
      turned = (row8)((mask8)((next - drag) * (0.5 * h * *scale)) & (mask8)(*t != 0));
    }
    book_work(work, &drag, f, body, &mean, &turned);
  }
  *t = after;
}

static inline void damped_kicks(const scr_motion *m, uint32_t row, const row8 *gravity) {
  scr_twist *at = &m->twist[row];
  row8 t = *(const row8 *)at, scale = {0};
  const row8 body = at->m * *gravity, f = *(const row8 *)&m->load[row] + body;
  const double damp = m->damp ? m->damp[m->damp_alike ? 0 : row] : 0,
               step[2] = {m->closing, m->opening};
  double *work = m->work ? m->work + 3 * (size_t)row : NULL;
  for (int k = 0; k < 2; k++) {
    const double h = step[k];
    if (!(h > 0)) continue;
    if (k == 0 || h != step[0]) scale = OVER_INERTIA(at, h);
    damped_kick(&t, &f, &body, &scale, damp, h, k == 0, work);
  }
  *(row8 *)at = t;
}

/* One component v of such half-kicks of h, of SCR_GROUP balls: the same operations, so the same
 * bits. Adds what drag takes to `lost`; returns the means of the velocities before and after, times
 * h. `turned`: where scr_kick_turned() goes, or NULL. */
__attribute__((always_inline)) static inline scr_col damped_part(scr_col *v, scr_col f,
                                                                 scr_col scale, scr_col damp,
                                                                 double h, scr_col *lost,
                                                                 scr_col *turned) {
  const scr_col before = *v, size = damp * SCR_COL_ABS(f);
  const scr_col against = (scr_col)((scr_col_bits)size | ((scr_col_bits)before & INT64_MIN));
  const scr_col drag = SCR_COL_WHERE(before, against), after = before + (f - drag) * scale,
                mean = 0.5 * (before + after) * h;
  *lost += drag * mean;
  if (turned) {
    const scr_col along = (scr_col)((scr_col_bits)size | ((scr_col_bits)after & INT64_MIN)),
                  next = SCR_COL_WHERE(after, along), way = (next - drag) * (0.5 * h * scale);
    *turned = SCR_COL_WHERE(before, way);
    *lost -= f * *turned;
  }
  *v = after;
  return mean;
}

/* SCR_GROUP balls from `row` on as columns, under the conditions of damped_kick(). `work`: their
 * accounts, NULL: none; known where this is called, so that who has none does without. */
__attribute__((always_inline)) static inline void damped_group(const scr_motion *m, uint32_t row,
                                                               double *work) {
  const double step[2] = {m->closing, m->opening};
  scr_col t[8], f[8], body[3], over_m = {0}, over_moi = {0}, damp = {0}, lost = {0}, won = {0};
  scr_row8 out[SCR_GROUP];
  scr_columns8_run(m->twist + row, t);
  scr_columns8_run(m->load + row, f);
  EACH_AXIS(c) body[c] = t[6] * m->gravity[c], f[c] += body[c];
  EACH_SPIN(c) f[3 + c] += 0.0; /* a body's moment, as in the other ways: no zero keeps a sign */
  if (m->damp) damp = m->damp_alike ? SCR_COL_OF(m->damp[0]) : *(const scr_col *)(m->damp + row);
  if (work) scr_columns2_of3(work, &lost, &won);
  for (int k = 0; k < 2; k++) {
    const double h = step[k];
    scr_col turned = {0}, *closes = work && k == 0 ? &turned : NULL;
    if (!(h > 0)) continue;
    if (k == 0 || h != step[0]) over_m = h / t[6], over_moi = h / t[7];
    EACH_AXIS(c) {
      won += body[c] * damped_part(&t[c], f[c], over_m, damp, h, &lost, closes);
      if (closes) won -= body[c] * turned;
    }
    EACH_SPIN(c) damped_part(&t[3 + c], f[3 + c], over_moi, damp, h, &lost, closes);
  }
  if (work) scr_rows2_of3(work, lost, won);
  scr_rows8(t, out);
  memcpy(m->twist + row, out, sizeof out);
}

/* One ball with everything that may happen to it at the sides of the domain. */
static void drift_far(const scr_motion *m, scr_worker *l, uint32_t row) {
  assert(m->drift > 0);
  const size_t at = 3 * (size_t)row;
  EACH_AXIS(c) {
    double x = m->pose[row].x[c] + m->twist[row].v[c] * m->drift, period = m->period[c];
    if (period > 0) {
      if (x >= m->hi[c])
        x -= period, m->image[at + c]++, l->wrapped = true;
      else if (x < m->lo[c])
        x += period, m->image[at + c]--, l->wrapped = true;
    }
    if ((period > 0 || m->domain) && !(x >= m->lo[c] && x <= m->hi[c]))
      l->outside = true; /* nor is a NaN inside */
    m->pose[row].x[c] = x;
  }
}

/* Where nothing happens: inside the sides that matter. Rows of two balls. */
typedef struct room {
  row8 lo, hi;
} room;

static room room_of(const scr_motion *m) {
  room r;
  for (int k = 0; k < 8; k++) r.lo[k] = -HUGE_VAL, r.hi[k] = HUGE_VAL;
  for (int k = 0; k < 8; k += 4) EACH_AXIS(c) {
      if (m->period[c] > 0 || m->domain) r.lo[k + c] = m->lo[c], r.hi[k + c] = m->hi[c];
    }
  return r;
}

/* The larger of sizes so far and those of v: as integers they are in the same order, and what is no
 * number is above all. */
static inline void larger_size(mask8 *most, const row8 *v) {
  const mask8 size = (mask8)*v & ~SIGN, more = size > *most;
  *most = (size & more) | (*most & ~more);
}

enum { BLOCK = 16 };

/* The drift of `BLOCK` balls where nothing else happens to any of them; false, and they are where
 * they were, if it does. Same bits as drift_far(). */
static inline bool drift_block(const scr_motion *m, uint32_t row, const room *in, mask8 *most) {
  const mask8 axes = {-1, -1, DIM == 3 ? -1 : 0, 0, -1, -1, DIM == 3 ? -1 : 0, 0};
  const row8 lo = in->lo, hi = in->hi;
  row8 next[BLOCK / 2];
  mask8 quiet = {-1, -1, -1, -1, -1, -1, -1, -1}, speed = *most;
  for (uint32_t k = 0; k < BLOCK; k += 2) {
    const scr_row4 v0 = *(const scr_row4 *)&m->twist[row + k],
                   v1 = *(const scr_row4 *)&m->twist[row + k + 1];
    const row8 v = (row8)((mask8)__builtin_shufflevector(v0, v1, 0, 1, 2, 3, 4, 5, 6, 7) & axes);
    const row8 x = *(const row8 *)&m->pose[row + k] + v * m->drift;
    quiet &= (x >= lo) & (x < hi);
    larger_size(&speed, &v);
    next[k / 2] = x;
  }
  *most = speed;
  if (!ALL(quiet)) return false;
  memcpy(&m->pose[row], next, sizeof next);
  return true;
}

static inline void drifts(const scr_motion *m, scr_worker *l, uint32_t first, uint32_t n,
                          const room *in, mask8 *most) {
  if (n == BLOCK && drift_block(m, first, in, most)) return;
  for (uint32_t k = first; k < first + n; k++) {
    const scr_twist *t = &m->twist[k];
    const row8 v = {t->v[0], t->v[1], DIM == 3 ? t->v[2] : 0};
    larger_size(most, &v);
    drift_far(m, l, k);
  }
}

static void note_speeds(scr_worker *l, const mask8 *most) {
  EACH_AXIS(c) {
    for (int ball = 0; ball < 8; ball += 4) { /* of two */
      const double v = ((const row8 *)most)[0][ball + c];
      l->max_v[c] = v <= l->max_v[c] ? l->max_v[c] : v < HUGE_VAL ? v : HUGE_VAL;
    }
  }
}

/* How the balls of a block are held: none is; each is altogether or not at all; some are in part.
 */
typedef enum holds { NOT_HELD, HELD_WHOLLY, HELD_IN_PART } holds;

/* Eight balls in a word: a byte is 0 or EVERYTHING, whose lowest bit is set, if that bit times
 * EVERYTHING gives it back. */
static inline holds holds_of(const uint8_t *fix, uint32_t n) {
  static const uint64_t ones = UINT64_MAX / UINT8_MAX;
  uint64_t word[BLOCK / 8] = {0}, any = 0, part = 0;
  memcpy(word, fix, n == BLOCK ? BLOCK : n); /* nearly always a constant length */
  for (size_t k = 0; k < SCR_COUNTOF(word); k++) {
    const uint64_t held = word[k] & ones * EVERYTHING;
    any |= held, part |= held ^ (held & ones) * EVERYTHING;
  }
  return part ? HELD_IN_PART : any ? HELD_WHOLLY : NOT_HELD;
}

/* Kicks of n balls of any kind. */
static inline void block_kicks(const scr_motion *m, uint32_t first, uint32_t n, holds held,
                               const row8 *gravity) {
  const bool free = !m->force_app && !m->moment_app && !m->inertia,
             plain = free && !m->damp && !m->work;
  const row8 nothing = {0};
  const uint32_t grouped = free && !plain && held == NOT_HELD ? n / SCR_GROUP * SCR_GROUP : 0;
  for (uint32_t k = 0; k < grouped; k += SCR_GROUP) {
    if (m->work)
      damped_group(m, first + k, m->work + 3 * (size_t)(first + k));
    else
      damped_group(m, first + k, NULL);
  }
  for (uint32_t row = first + grouped; row < first + n; row++) {
    const unsigned fixed = m->fix ? m->fix[row] : 0;
    if ((fixed & EVERYTHING) == EVERYTHING && !m->work) continue;
    if (plain && !fixed) {
      plain_kicks(m, row, gravity);
    } else if (free && !fixed) {
      damped_kicks(m, row, gravity);
    } else {
      if (m->closing > 0) kicks(m, row, true);
      if (m->opening > 0) kicks(m, row, false);
    }
  }
  for (uint32_t k = 0; k < n && m->clear; k++) *(row8 *)&m->load[first + k] = nothing;
}

void SCR_NAME(scr_motion_rows)(const scr_motion *m, scr_worker *l, uint32_t first, uint32_t last) {
  assert(first <= last && m->closing >= 0 && m->opening >= 0 && m->drift >= 0);
  const bool usual = !m->force_app && !m->moment_app && !m->inertia && !m->damp && !m->work;
  const bool equal = usual && m->closing == m->opening && m->opening > 0;
  const room in = room_of(m);
  const row8 gravity = {m->gravity[0], m->gravity[1], m->gravity[2]};
  mask8 most = {0};
  for (uint32_t row = first; row < last; row += BLOCK) {
    const uint32_t n = SCR_MIN(last - row, (uint32_t)BLOCK);
    const holds held = m->fix ? holds_of(m->fix + row, n) : NOT_HELD;
    if (!equal || held == HELD_IN_PART)
      block_kicks(m, row, n, held, &gravity);
    else if (held == HELD_WHOLLY)
      equal_kicks(m->twist + row, m->load + row, m->fix + row, n, m->opening, m->clear, &gravity);
    else
      equal_kicks(m->twist + row, m->load + row, NULL, n, m->opening, m->clear, &gravity);
    if (m->drift > 0) drifts(m, l, row, n, &in, &most);
  }
  note_speeds(l, &most);
}

/* The larger of `most` and a square, as integers: what is no number is above all. */
#define LARGER_SQUARE(most, square)                                                                \
  {                                                                                                \
    const scr_col_bits size_ = (scr_col_bits)(square)&INT64_MAX, more_ = size_ > (most);           \
    (most) = (size_ & more_) | ((most) & ~more_);                                                  \
  }

/* A number after the last one of `built` is read, and does not count. */
double SCR_NAME(scr_moved_rows)(const scr_motion *m, uint32_t first, uint32_t last) {
  assert(first <= last && m->built);
  scr_col_bits most = {0};
  for (uint32_t row = first; row < last; row += SCR_GROUP) {
    const double *now[SCR_GROUP], *then[SCR_GROUP];
    scr_col x[4], built[4], move2 = {0};
    for (uint32_t k = 0; k < SCR_GROUP; k++) {
      const size_t ball = SCR_MIN(row + k, last - 1);
      now[k] = m->pose[ball].x, then[k] = m->built + 3 * ball;
    }
    scr_columns4_at(now, x);
    scr_columns4_at(then, built);
    EACH_AXIS(c) {
      const double period = m->period[c];
      scr_col d = x[c] - built[c];
      if (period > 0) {
        const scr_col whole = SCR_COL_OF(period), half = SCR_COL_OF(0.5 * period), before = d;
        d -= SCR_COL_WHEN(before > half, whole);
        d += SCR_COL_WHEN(before < -half, whole);
      }
      move2 += d * d;
    }
    LARGER_SQUARE(most, move2)
  }
  double largest = 0;
  for (int k = 0; k < SCR_GROUP; k++) {
    const double move2 = ((const scr_col)most)[k];
    if (!(move2 <= largest)) largest = move2 < HUGE_VAL ? move2 : HUGE_VAL;
  }
  return largest;
}
