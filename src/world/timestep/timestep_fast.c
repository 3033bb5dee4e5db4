/* Balls that are much faster than the others: see timestep_fast.h. */
#include "world/timestep/timestep_fast.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/timestep/timestep.h"
#include "world/workers/workers.h"

/* No number counts as infinite. */
static double larger(double most, double v) {
  return v <= most ? most : v < HUGE_VAL ? v : HUGE_VAL;
}

static double speed_of(const scr_world *w, uint32_t row) {
  const double *v = w->twist[row].v;
  return scr_largest_of((double[]){fabs(v[0]), fabs(v[1]), fabs(v[2])});
}

void scr_fast_forget(scr_fast *f) {
  for (size_t k = 0; k < f->n; k++) f->is[f->row[k]] = 0;
  f->n = 0;
}

void scr_fast_free(scr_fast *f) {
  scr_free(f->row);
  scr_free(f->is);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(f->pair[t]);
}

size_t scr_fast_bytes(const scr_fast *f) {
  size_t n = f->cap * sizeof *f->row + f->cap_is;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) n += f->cap_pair[t] * sizeof *f->pair[t];
  return n;
}

/* ---- who they are ---- */

/* The lowest of the halves, quarters, ... of `most` that few balls exceed; `most`: none. */
static double limit_for(const scr_world *w, double most) {
  enum { HALVES = 6, FEW = 8, MANY = 1024 };
  const size_t few = FEW + w->ball.n / MANY;
  double part[HALVES];
  size_t above[HALVES] = {0};
  for (int k = 0; k < HALVES; k++) part[k] = ldexp(most, -k - 1);
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double v = speed_of(w, row);
    for (int k = 0; k < HALVES; k++) above[k] += v > part[k];
  }
  double limit = most;
  for (int k = 0; k < HALVES && above[k] <= few; k++) limit = part[k];
  return limit;
}

static void note(scr_fast *f, uint32_t row) {
  assert(row < f->cap_is && (!f->n || f->row[f->n - 1] < row));
  SCR_GROW(f->row, f->cap, f->n + 1);
  f->row[f->n++] = row;
  f->is[row] = 1;
}

double scr_fast_choose(const scr_world *w, scr_fast *f, double most) {
  double others = 0;
  scr_fast_forget(f);
  const double limit = limit_for(w, most);
  if (!(limit < most)) return most;
  if (f->cap_is < w->ball.n) {
    scr_free(f->is);
    f->cap_is = w->ball.cap;
    f->is = scr_alloc(f->cap_is);
  }
  for (uint32_t row = 0; row < w->ball.n; row++) {
    const double v = speed_of(w, row);
    if (v > limit)
      note(f, row);
    else
      others = larger(others, v);
  }
  memset(f->slow, 0, sizeof f->slow);
  f->slow[0] = others;
  return others;
}

void scr_fast_list_pairs(const scr_world *w, scr_fast *f) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    const scr_pairs *p = &w->pair[t];
    f->npair[t] = 0;
    for (uint32_t q = 0; f->n && q < p->n; q++) {
      if (!p->law[q] || !(f->is[p->i[q]] || (t == SCR_BALL_BALL && f->is[p->j[q]]))) continue;
      SCR_GROW(f->pair[t], f->cap_pair[t], f->npair[t] + 1);
      f->pair[t][f->npair[t]++] = q;
    }
  }
}

/* ---- motion ---- */

/* Moves balls [from, to); returns the largest component of their velocities, and adds those to
 * `most`. */
static double move(const scr_world *w, const scr_motion *m, scr_worker *l, double most[3],
                   uint32_t from, uint32_t to) {
  scr_speeds_forget(l);
  w->engine->kernels->motion(m, l, from, to);
  for (int c = 0; c < 3; c++) most[c] = SCR_MAX(most[c], l->max_v[c]);
  return scr_largest_of(l->max_v);
}

/* Balls that move together with a fast one are looked at one by one. */
static double slow_of(const scr_world *w, const scr_fast *f, uint32_t from, uint32_t to) {
  double slow = 0;
  for (uint32_t row = from; row < to; row++)
    if (!f->is[row]) slow = larger(slow, speed_of(w, row));
  return slow;
}

void scr_fast_move(const scr_world *w, scr_fast *f, const scr_motion *m, int t, uint32_t lo,
                   uint32_t hi) {
  assert(lo <= hi && hi <= w->ball.n && m->drift > 0);
  enum { PART = 64 };
  scr_worker *l = w->engine->worker[t];
  double most[3] = {0}, slow = 0;
  size_t next = 0;
  for (uint32_t row = lo; row < hi;) {
    while (next < f->n && f->row[next] < row) next++;
    const uint32_t end = next < f->n ? SCR_MIN(f->row[next] & -(uint32_t)PART, hi) : hi;
    if (end > row) {
      const double v = move(w, m, l, most, row, end);
      slow = SCR_MAX(slow, v);
      row = end;
      continue;
    }
    const uint32_t last = SCR_MIN((row & -(uint32_t)PART) + PART, hi);
    move(w, m, l, most, row, last);
    const double v = slow_of(w, f, row, last);
    slow = SCR_MAX(slow, v);
    row = last;
  }
  memcpy(l->max_v, most, sizeof most);
  f->slow[t] = slow;
}
