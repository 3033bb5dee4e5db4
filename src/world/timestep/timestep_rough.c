/* The automatic timestep from rough sums.
 *
 * The force pass has left sums of stiffness of all balls, right to some 2^-50 (kernel/stiffness.h).
 * They tell the few balls that may have the shortest timestep; of these the exact sums are made.
 * Everything else falls back to exact sums of all balls, so that nothing of this shows. */
#include "world/contacts/count.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/motion/motion.h"
#include "world/state/events.h"
#include "world/state/rows.h"
#include "world/timestep/stepper.h"
#include "world/timestep/timestep.h"
#include "world/workers/workers.h"

enum { ROUGH_FEW = 8 };
static const double ROUGH_BAND = 1 + 1e-9;

typedef struct rough_found {
  scr_limits_found limits; /* stiffness: of balls that nothing touches */
  double best;             /* the smallest m/K by rough sums */
  double ratio[ROUGH_FEW];
  uint32_t row[ROUGH_FEW]; /* balls within the band above it */
  int n;
  bool many; /* more of them than that, or a doubtful one */
} rough_found;

typedef struct rough_job {
  scr_world *w;
  rough_found *found; /* of each worker */
  double doubtful;    /* sums as small as that may be nothing by the exact ones */
  int workers;
  const scr_motion *kick; /* the closing half-kick; NULL: it is not due */
} rough_job;

void scr_rough_room(scr_world *w) {
  struct scr_engine *e = w->engine;
  if (w->ball.n <= e->stepper->cap_rough) return;
  scr_free(e->stepper->rough.sum);
  e->stepper->cap_rough = w->ball.cap;
  e->stepper->rough.sum = scr_alloc_aligned(e->stepper->cap_rough * sizeof *e->stepper->rough.sum);
  e->stepper->rough_zero = false;
}

scr_rough *scr_rough_begin(scr_world *w) {
  struct scr_stepper *s = w->engine->stepper;
  if (w->timestep.mode != SCR_DT_AUTOMATIC || scr_callbacks_early(w) || !w->engine->solving ||
      w->body.n || scr_any_wall_free(w) || scr_bounds_serve(w))
    return NULL;
  scr_rough_room(w);
  if (!s->rough_zero && w->ball.n) memset(s->rough.sum, 0, w->ball.n * sizeof *s->rough.sum);
  s->rough_zero = false;
  s->rough_cycle = w->cycle + 1;
  s->rough.k = s->rough.ks = s->rough.kr = 0;
  return &s->rough;
}

void scr_stiffness_forget(scr_world *w) {
  w->engine->stepper->rough_cycle = UINT64_MAX;
  scr_bounds_drop(w);
  scr_made_if_sound(w, SCR_STIFFNESS);
}

static void note_ball(rough_found *f, uint32_t row, double ratio) {
  assert(f->n <= ROUGH_FEW);
  if (ratio < f->best) {
    int left = 0;
    for (int k = 0; k < f->n; k++)
      if (f->ratio[k] <= ratio * ROUGH_BAND)
        f->ratio[left] = f->ratio[k], f->row[left++] = f->row[k];
    f->n = left;
    f->best = ratio;
  }
  if (f->n == ROUGH_FEW)
    f->many = true;
  else
    f->ratio[f->n] = ratio, f->row[f->n++] = row;
}

/* R^2/v^2 is divided only where it may be the smallest: nearly never. */
static void look_at_velocity(const scr_world *w, scr_limits_found *f, uint32_t row) {
  const double v2 = scr_dot3(w->twist[row].v, w->twist[row].v), r = w->pose[row].r;
  f->radius = SCR_MAX(f->radius, r);
  if (v2 > 0 && !(r * r > f->kinematic * v2 * ROUGH_BAND))
    f->kinematic = SCR_MIN(f->kinematic, r * r / v2);
}

static void look_roughly(const rough_job *j, rough_found *f, uint32_t lo, uint32_t hi) {
  const scr_world *w = j->w;
  for (uint32_t row = lo; row < hi; row++) {
    scr_load *s = &w->engine->stepper->rough.sum[row];
    const double k = scr_largest_of(s->f), k_rot = scr_largest_of(s->m),
                 most = f->best * ROUGH_BAND;
    look_at_velocity(w, &f->limits, row);
    *s = (scr_load){{0}, {0}, 0, 0};
    if (!(k > j->doubtful)) {
      const double *lone = scr_twin_known(w, row), r = w->pose[row].r;
      f->many |= k != 0 || k_rot != 0;
      f->limits.stiffness = SCR_MIN(
          f->limits.stiffness, scr_ratio_of(w, row, SCR_MAX(lone[0], lone[1]), lone[1] * (r * r)));
    } else if (!(w->twist[row].m > most * k && w->twist[row].moi > most * k_rot)) {
      const double ratio = scr_ratio_of(w, row, k, k_rot);
      if (ratio <= most) note_ball(f, row, ratio);
    }
  }
}

static void rough_of_worker(void *user, int t, int threads) {
  const rough_job *j = user;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  enum { PART = 256 }; /* balls that stay in a cache */
  for (uint32_t row = lo; row < hi; row += PART) {
    const uint32_t last = SCR_MIN(row + PART, hi);
    if (j->kick) j->w->engine->kernels->motion(j->kick, j->w->engine->worker[t], row, last);
    look_roughly(j, &j->found[t], row, last);
  }
}

/* Pairs of one ball, but for those with balls named before it, looked for backwards from its block
 * (where they are listed, or before) until all its contacts are found; `left` of them. */
static size_t pairs_of_ball(const scr_world *w, scr_contact_type type, const uint32_t *rows,
                            int nth, uint32_t *left, uint32_t **list, size_t *cap, size_t n) {
  assert(rows[nth] < w->ball.n && n <= *cap);
  enum { STRIDE = 64 };
  const scr_pairs *p = &w->pair[type];
  const bool facets = type == SCR_BALL_FACET;
  const uint32_t row = rows[nth],
                 end = SCR_MIN((row & -scr_block(w->engine)) + scr_block(w->engine), w->ball.n);
  for (uint32_t last = p->n ? scr_first_pair(w->engine, type, end) : 0; last > 0 && *left > 0;) {
    const uint32_t first = last > STRIDE ? last - STRIDE : 0;
    uint32_t hits = 0;
    for (uint32_t q = first; q < last; q++)
      hits |= (uint32_t)(p->i[q] == row) | (uint32_t)(!facets && p->j[q] == row);
    for (uint32_t q = first; hits && q < last; q++) {
      if (!p->law[q] || !(p->i[q] == row || (!facets && p->j[q] == row))) continue;
      bool before = false;
      (*left)--;
      for (int k = 0; k < nth && !facets; k++) before |= p->i[q] == rows[k] || p->j[q] == rows[k];
      if (before) continue;
      scr_grow_to((void **)list, cap, n + 1, sizeof **list);
      (*list)[n++] = q;
    }
    last = first;
  }
  return n;
}

double scr_exact_ratio(scr_world *w, const uint32_t *rows, int nrow, uint32_t *const list[],
                       const size_t n[]) {
  assert(nrow >= 0 && nrow <= (int)w->ball.n);
  struct scr_engine *e = w->engine;
  scr_worker *l = e->worker[0];
  double best = HUGE_VAL;
  SCR_GROW(e->stepper->few, e->stepper->cap_few, (size_t)SCR_STIFF * w->ball.n);
  e->stepper->stiff = e->stepper->few;
  for (int k = 0; k < nrow; k++)
    memset(e->stepper->stiff + (size_t)SCR_STIFF * rows[k], 0, SCR_STIFF * sizeof(double));
  scr_worker_reset(l);
  l->lo = 0, l->hi = w->ball.n;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (n[t]) e->kernels->pass_list(scr_stiffness_pass(w, (scr_contact_type)t), l, list[t], n[t]);
  for (int k = 0; k < nrow; k++) best = SCR_MIN(best, scr_ball_ratio(w, rows[k]));
  return best;
}

/* The smallest m/K of some balls, exactly. */
static double ratio_of_few(scr_world *w, const uint32_t *rows, int nrow) {
  uint32_t left[ROUGH_FEW], *list[SCR_CONTACT_TYPES] = {NULL};
  size_t cap[SCR_CONTACT_TYPES] = {0}, n[SCR_CONTACT_TYPES] = {0};
  scr_need(w, NULL, SCR_COUNTS);
  for (int k = 0; k < nrow; k++) left[k] = scr_count_of(w, rows[k]);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    for (int k = 0; k < nrow; k++)
      n[t] = pairs_of_ball(w, (scr_contact_type)t, rows, k, &left[k], &list[t], &cap[t], n[t]);
  const double best = scr_exact_ratio(w, rows, nrow, list, n);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_free(list[t]);
  return best;
}

/* Did the last force pass leave sums? */
static bool is_known(const scr_world *w) {
  const struct scr_engine *e = w->engine;
  return w->timestep.mode == SCR_DT_AUTOMATIC && e->stepper->rough_cycle == w->cycle &&
         !e->stepper->rough_zero && scr_fresh(w, SCR_LISTS) && scr_fresh(w, SCR_SUMS);
}

static bool sum_roughly(scr_world *w, scr_limits_found *all) {
  assert(w->engine->stepper->cap_rough >= w->ball.n);
  struct scr_engine *e = w->engine;
  rough_found found[SCR_MAX_WORKERS], few = {.best = HUGE_VAL};
  rough_job j = {.w = w, .found = found, .workers = scr_workers_for(w)};
  j.kick = scr_closing_kick(w);
  scr_twins_ready(w);
  *all = (scr_limits_found){.stiffness = HUGE_VAL, .kinematic = HUGE_VAL};
  all->k = e->stepper->rough.k, all->ks = e->stepper->rough.ks, all->kr = e->stepper->rough.kr;
  j.doubtful = 1e-20 * all->k;
  for (int k = 0; k < j.workers; k++) found[k] = (rough_found){.best = HUGE_VAL, .limits = *all};
  scr_par_run_by(e->par, j.workers, rough_of_worker, &j);
  e->stepper->rough_zero = true;
  for (int k = 0; k < j.workers; k++) {
    scr_limits_add(all, &found[k].limits);
    few.many |= found[k].many;
    for (int b = 0; b < found[k].n; b++)
      if (found[k].ratio[b] <= few.best * ROUGH_BAND)
        note_ball(&few, found[k].row[b], found[k].ratio[b]);
  }
  if (few.many) return false;
  scr_stiffness_quanta(w, all);
  all->stiffness = SCR_MIN(all->stiffness, ratio_of_few(w, few.row, few.n));
  return true;
}

bool scr_sum_roughly(scr_world *w, scr_limits_found *all) {
  return is_known(w) && sum_roughly(w, all);
}
