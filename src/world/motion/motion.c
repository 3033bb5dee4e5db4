/* Motion of the balls: see motion.h. */
#include "world/motion/motion.h"

#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/motion/free_walls.h"
#include "world/motion/held.h"
#include "world/rigid/rigid.h"
#include "world/search/search.h"
#include "world/state/rows.h"
#include "world/workers/workers.h"

struct scr_moving {
  const scr_mover *mover; /* NULL: the kernel moves all balls */
  scr_motion of_step;     /* of the last pass over balls, filled anew for each */
  double last_dt;         /* of the last cycle, for its closing half-kick, s */
  double *force;          /* applied and holding ones, N; 3 a row, where balls are held */
  size_t cap;
};

void scr_motion_new(scr_world *w, const scr_mover *mover) {
  w->engine->motion = scr_alloc(sizeof *w->engine->motion);
  w->engine->motion->mover = mover;
}

void scr_motion_free(scr_world *w) {
  scr_free(w->engine->motion->force);
  scr_free(w->engine->motion);
}
double scr_last_dt(const scr_world *w) { return w->engine->motion->last_dt; }
void scr_step_taken(scr_world *w, double dt) { w->engine->motion->last_dt = dt; }
bool scr_motion_cleared(const scr_world *w) { return w->engine->motion->of_step.clear; }

/* A column that the motion reads by row, or writes. */
static void *spread(scr_world *w, int col) {
  scr_table_spread(&w->ball, col);
  return w->ball.base[col];
}

/* What balls have, and the motion reads. */
typedef struct motion_needs {
  bool fix, damp, force, moment;
} motion_needs;

static motion_needs surveyed(const scr_world *w) {
  const scr_surveyed *s = &w->engine->survey;
  return (motion_needs){s->any_fix, s->any_damp, s->any_force, s->any_moment};
}

/* The same, between steps: the survey may be out of date. */
static motion_needs looked_up(const scr_world *w) {
  return (motion_needs){.fix = true,
                        .damp = scr_any_nonzero(&w->ball, SCR_BALL_DAMP),
                        .force = scr_any_nonzero(&w->ball, SCR_BALL_FORCE_APPLIED),
                        .moment = scr_any_nonzero(&w->ball, SCR_BALL_MOMENT_APPLIED)};
}

/* Applied forces, and those that hold balls; NULL: there are none. */
static const double *forces(scr_world *w, bool any) {
  struct scr_moving *j = w->engine->motion;
  const double *applied = any ? spread(w, SCR_BALL_FORCE_APPLIED) : NULL;
  const size_t n = 3 * (size_t)w->ball.n;
  if (!w->nheld) return applied;
  SCR_GROW(j->force, j->cap, n);
  if (applied)
    memcpy(j->force, applied, n * sizeof *j->force);
  else
    memset(j->force, 0, n * sizeof *j->force);
  scr_held_add(w, j->force);
  return j->force;
}

/* What follows from the world; the rest is for the caller to give. */
static scr_motion *motion_init(scr_world *w, motion_needs needs) {
  struct scr_engine *e = w->engine;
  scr_motion *m = &e->motion->of_step;
  m->closing = m->opening = m->drift = 0;
  m->clear = false;
  m->pose = w->pose, m->twist = w->twist, m->load = w->load;
  m->force_app = forces(w, needs.force);
  m->moment_app = needs.moment ? spread(w, SCR_BALL_MOMENT_APPLIED) : NULL;
  m->damp = needs.damp ? scr_table_at(&w->ball, SCR_BALL_DAMP, 0) : NULL;
  m->damp_alike = !w->ball.base[SCR_BALL_DAMP];
  m->fix = needs.fix ? (const uint8_t *)w->ball.base[SCR_BALL_FIX] : NULL;
  m->inertia = e->inertia.scaled ? e->inertia.of : NULL;
  m->work = w->energy_on ? spread(w, SCR_BALL_WORK) : NULL;
  m->domain = w->domain.set;
  m->image = NULL;
  for (int c = 0; c < 3; c++) {
    m->gravity[c] = w->gravity[c];
    m->lo[c] = w->domain.lo[c];
    m->hi[c] = w->domain.hi[c];
    m->period[c] = scr_period(w, c);
    if (m->period[c] > 0) m->image = spread(w, SCR_BALL_IMAGE);
  }
  return m;
}

/* The closing half-kick of the last step and the opening one of this step are two additions,
 * whether or not somebody looked between. */
const scr_motion *scr_motion_of_step(scr_world *w, double last) {
  assert(last >= 0 && w->timestep.current >= 0);
  scr_motion *m = motion_init(w, surveyed(w));
  m->closing = 0.5 * last;
  m->opening = 0.5 * w->timestep.current;
  m->drift = w->timestep.current;
  m->clear = w->ncallback == 0; /* nothing stands between this and the forces */
  return m;
}

const scr_motion *scr_motion_of_now(scr_world *w) {
  scr_motion *m = motion_init(w, scr_fresh(w, SCR_SURVEY) ? surveyed(w) : looked_up(w));
  m->drift = w->timestep.current;
  return m;
}

const scr_motion *scr_closing_kick(scr_world *w) {
  const bool inside =
      w->point >= 10 && w->point < 42; /* half-step velocities are what one sees here */
  if (!w->kick_pending || inside) return NULL;
  scr_motion *m = motion_init(w, surveyed(w));
  m->closing = 0.5 * w->engine->motion->last_dt;
  scr_free_walls_kick(w, m);
  w->kick_pending = false;
  scr_changed(w, SCR_KICK);
  return m;
}

typedef struct moving {
  scr_world *w;
  const scr_motion *m;
  int workers;
} moving;

/* Balls that are no pieces of other bodies, as far as they follow each other. */
static void move_balls(const moving *j, scr_worker *l, uint32_t lo, uint32_t hi) {
  const struct scr_engine *e = j->w->engine;
  if (!j->w->body.n) {
    e->kernels->motion(j->m, l, lo, hi);
    return;
  }
  for (uint32_t first = lo, last; first < hi; first = last + 1) {
    last = first;
    while (last < hi && !scr_body_of(j->w, last)) last++;
    if (last > first) e->kernels->motion(j->m, l, first, last);
  }
}

static void motion_of_worker(void *user, int t, int threads) {
  const moving *j = user;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  const scr_mover *by = j->w->engine->motion->mover;
  if (j->w->body.n || !by || !by->move(j->w, j->m, t, lo, hi))
    move_balls(j, j->w->engine->worker[t], lo, hi);
}

void scr_motion_run(scr_world *w, const scr_motion *m) {
  assert(m->closing >= 0 && m->opening >= 0 && m->drift >= 0);
  moving j = {w, m, scr_workers_for(w)};
  for (int k = 0; k < w->engine->nworker; k++) {
    w->engine->worker[k]->outside = w->engine->worker[k]->wrapped = false;
    if (m->drift > 0) scr_speeds_forget(w->engine->worker[k]);
  }
  if (m->drift > 0 && w->engine->motion->mover) w->engine->motion->mover->begin(w);
  scr_par_run_by(w->engine->par, j.workers, motion_of_worker, &j);
  if (w->body.n) scr_bodies_move(w, m, j.workers);
  for (int k = 0; k < j.workers; k++) w->engine->wrapped |= w->engine->worker[k]->wrapped;
  if (m->drift > 0) scr_neighbours_moved(w, m->drift);
}
