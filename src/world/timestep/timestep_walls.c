/* The kinematic limit beside walls in motion. What counts is the velocity of a ball as the wall
 * sees it, v - (V + W x (x - c)), and the fastest vertex by itself on top of that: a step may take
 * the ball by 0.1 R of it, or up to where a contact may begin, if that is further; how far off the
 * wall is at least, its box tells. All of it follows from the state, whatever pairs are listed. */
#include "world/contacts/cmat.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/engine.h"
#include "world/facets/deform.h"
#include "world/facets/facets.h"
#include "world/state/rows.h"
#include "world/timestep/timestep.h"
#include "world/workers/workers.h"

static const double BAND = 1 + 1e-9; /* beyond the rounding of one look */

/* A wall in motion. */
typedef struct mover {
  uint32_t wall;
  double velocity[3], spin[3], center[3]; /* m/s, rad/s, m */
  double own;                             /* of the fastest vertex by itself, m/s */
  double lo[3], hi[3];                    /* its box, m */
  bool far;                               /* balls come near it in images that are not beside the
                                             cell: from and to these, by axis */
  int first[3], last[3];
} mover;

typedef struct nearest {
  double limit2; /* s2; HUGE_VAL: no ball comes near one */
  uint32_t ball, wall;
} nearest;

typedef struct looking {
  scr_world *w;
  const mover *mover;
  uint32_t n;
  double fixed, part; /* gap at which a contact with a facet may begin: see scr_cmat_reach */
  double period[3];
  int workers;
  nearest found[SCR_MAX_WORKERS];
} looking;

/* ---- walls ---- */

/* By itself, beside its vertices. */
static bool moves(const scr_world *w, uint32_t wall) {
  const double *v = scr_col(&w->wall, SCR_WALL_VELOCITY) + 3 * (size_t)wall,
               *o = scr_col(&w->wall, SCR_WALL_SPIN) + 3 * (size_t)wall;
  bool any = false;
  for (int c = 0; c < 3; c++) any |= v[c] != 0 || o[c] != 0;
  return any;
}

static mover mover_of(const scr_world *w, uint32_t wall) {
  assert(wall < w->wall.n);
  const size_t at = 3 * (size_t)wall;
  mover m = {.wall = wall};
  memcpy(m.velocity, scr_col(&w->wall, SCR_WALL_VELOCITY) + at, sizeof m.velocity);
  memcpy(m.spin, scr_col(&w->wall, SCR_WALL_SPIN) + at, sizeof m.spin);
  memcpy(m.center, scr_col(&w->wall, SCR_WALL_CENTER) + at, sizeof m.center);
  for (int c = 0; c < 3; c++) m.lo[c] = HUGE_VAL, m.hi[c] = -HUGE_VAL;
  return m;
}

static double length(const double a[3]) { return sqrt(scr_dot3(a, a)); }

/* The fastest vertex of each wall by itself, m/s; the caller's to free. */
static double *speeds_of_vertices(const scr_world *w) {
  double *speed = scr_alloc(w->wall.n * sizeof *speed);
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    double *of = &speed[scr_colu(&w->vertex, SCR_VERTEX_WALL)[v]];
    *of = SCR_MAX(*of, length(scr_vertex_velocity(w, v)));
  }
  return speed;
}

/* Those in motion, with their boxes; the caller's to free. */
static uint32_t find_movers(const scr_world *w, mover **out) {
  const uint32_t *of = scr_colu(&w->vertex, SCR_VERTEX_WALL);
  const double *x = scr_col(&w->vertex, SCR_VERTEX_POSITION);
  uint32_t n = 0, *place = scr_alloc(w->wall.n * sizeof *place);
  double *own = speeds_of_vertices(w);
  *out = scr_alloc(w->wall.n * sizeof **out);
  for (uint32_t k = 0; k < w->wall.n; k++) {
    place[k] = own[k] > 0 || moves(w, k) ? n : SCR_NONE;
    if (place[k] == SCR_NONE) continue;
    (*out)[n] = mover_of(w, k);
    (*out)[n++].own = own[k];
  }
  scr_free(own);
  for (uint32_t v = 0; v < w->vertex.n; v++) {
    if (place[of[v]] == SCR_NONE) continue;
    mover *m = &(*out)[place[of[v]]];
    for (int c = 0; c < 3; c++) {
      m->lo[c] = SCR_MIN(m->lo[c], x[3 * (size_t)v + (size_t)c]);
      m->hi[c] = SCR_MAX(m->hi[c], x[3 * (size_t)v + (size_t)c]);
    }
  }
  scr_free(place);
  return n;
}

/* From the centre of rotation to the far corner of the box, m. */
static double arm_of(const mover *m) {
  double far[3];
  for (int c = 0; c < 3; c++)
    far[c] = SCR_MAX(fabs(m->lo[c] - m->center[c]), fabs(m->hi[c] - m->center[c]));
  return length(far);
}

/* No ball has a shorter limit than this, if none is faster than `speed` (m/s). With d from the box
 * to the ball, it has the way max(0.1 R, d - near) and at most the speed `at + |W| d`: the ratio is
 * least where both ways are the same. */
static double least_limit(const looking *j, double speed) {
  assert(!(speed < 0) && j->n > 0);
  const struct scr_engine *e = j->w->engine;
  const double near = SCR_MAX(j->fixed, j->part * e->survey.radius_hi),
               way = 0.1 * e->survey.radius_lo;
  double least = HUGE_VAL;
  for (uint32_t k = 0; k < j->n; k++) {
    const mover *m = &j->mover[k];
    const double arm = arm_of(m) + e->survey.radius_hi + near + 0.1 * e->survey.radius_hi;
    least = SCR_MIN(least,
                    way / (BAND * (speed + m->own + length(m->velocity) + length(m->spin) * arm)));
  }
  return least;
}

/* ---- images ---- */

/* In which images balls come near a wall: the cell, shifted by so much, meets its box. */
static void find_images(const scr_world *w, mover *m) {
  scr_image_room room = {.far = 0};
  for (int c = 0; c < 3; c++) {
    room.lo[c] = w->domain.lo[c], room.hi[c] = w->domain.hi[c];
    room.period[c] = scr_period(w, c);
  }
  const scr_image_span s = scr_images_of_box(&room, m->lo, m->hi);
  for (int c = 0; c < 3; c++) {
    m->first[c] = s.from[c], m->last[c] = s.to[c];
    m->far |= s.from[c] < -1 || s.to[c] > 1;
  }
}

static int next_image(const mover *m, int c, int at) {
  return at == m->first[c] + 1 && at < m->last[c] - 1 ? m->last[c] - 1 : at + 1;
}

/* ---- balls ---- */

/* Squares of the way that a ball at x has, and of its speed as the wall sees it. */
static void meet(const looking *j, const mover *m, const double x[3], double r, const double v[3],
                 double *way2, double *speed2) {
  double d2 = 0, arm[3], u[3];
  for (int c = 0; c < 3; c++) {
    const double off = x[c] < m->lo[c] ? m->lo[c] - x[c] : x[c] > m->hi[c] ? x[c] - m->hi[c] : 0;
    d2 += off * off;
    arm[c] = x[c] - m->center[c];
  }
  scr_cross3(m->spin, arm, u);
  for (int c = 0; c < 3; c++) u[c] = v[c] - (m->velocity[c] + u[c]);
  const double between = sqrt(d2) - r - SCR_MAX(j->fixed, j->part * r),
               way = SCR_MAX(0.1 * r, between);
  *way2 = way * way, *speed2 = scr_dot3(u, u);
  if (m->own > 0) *speed2 = (sqrt(*speed2) + m->own) * (sqrt(*speed2) + m->own);
}

/* Divided only where it may be the smallest. */
static void look_at_mover(const looking *j, const mover *m, uint32_t row, const double x[3],
                          nearest *f) {
  double way2, speed2;
  meet(j, m, x, j->w->pose[row].r, j->w->twist[row].v, &way2, &speed2);
  if (!(speed2 > 0) || way2 > f->limit2 * speed2 * BAND || !(way2 / speed2 < f->limit2)) return;
  *f = (nearest){way2 / speed2, row, m->wall};
}

/* Beside the cell and in it, which every wall is looked at from. */
static void look_at_image(const looking *j, uint32_t row, const double x[3], nearest *f) {
  for (uint32_t k = 0; k < j->n; k++) look_at_mover(j, &j->mover[k], row, x, f);
}

/* Further images, for a wall that lies or reaches there. Of many beside each other the outermost
 * two at each end are enough: between them the wall's box holds the ball, and its speed grows
 * towards the ends. */
static void look_further(const looking *j, const mover *m, uint32_t row, nearest *f) {
  for (int z = m->first[2]; z <= m->last[2]; z = next_image(m, 2, z))
    for (int y = m->first[1]; y <= m->last[1]; y = next_image(m, 1, y))
      for (int i = m->first[0]; i <= m->last[0]; i = next_image(m, 0, i)) {
        const int at[3] = {i, y, z};
        double x[3];
        for (int c = 0; c < 3; c++) x[c] = j->w->pose[row].x[c] + at[c] * j->period[c];
        look_at_mover(j, m, row, x, f);
      }
}

/* A ball and its images through periodic sides: a wall may reach it through each. */
static void look_at_ball(const looking *j, uint32_t row, nearest *f) {
  for (int q = 0; q < 27; q++) {
    const int at[3] = {q % 3 - 1, q / 3 % 3 - 1, q / 9 - 1};
    bool possible = true;
    double x[3];
    for (int c = 0; c < 3; c++) {
      possible &= at[c] == 0 || j->period[c] > 0;
      x[c] = j->w->pose[row].x[c] + at[c] * j->period[c];
    }
    if (possible) look_at_image(j, row, x, f);
  }
  for (uint32_t k = 0; k < j->n; k++)
    if (j->mover[k].far) look_further(j, &j->mover[k], row, f);
}

static void look_of_worker(void *user, int t, int threads) {
  looking *j = user;
  uint32_t lo, hi;
  SCR_UNUSED(threads);
  scr_worker_rows(j->w, t, j->workers, &lo, &hi);
  for (uint32_t row = lo; row < hi; row++) look_at_ball(j, row, &j->found[t]);
}

static nearest look_at_all(looking *j) {
  nearest all = {HUGE_VAL, SCR_NONE, SCR_NONE};
  j->workers = scr_workers_for(j->w);
  for (int t = 0; t < j->workers; t++) j->found[t] = all;
  scr_par_run_by(j->w->engine->par, j->workers, look_of_worker, j);
  for (int t = 0; t < j->workers; t++)
    if (j->found[t].limit2 < all.limit2) all = j->found[t];
  return all;
}

/* The lowest id of those with that limit, and the first of its walls. */
static void name(looking *j, double limit2, scr_dt_reason *why) {
  const uint32_t *order = scr_ball_order(j->w);
  for (uint32_t k = 0; k < j->w->ball.n; k++) {
    nearest f = {HUGE_VAL, SCR_NONE, SCR_NONE};
    look_at_ball(j, order[k], &f);
    if (f.limit2 > limit2) continue;
    why->fastest = f.ball, why->wall = f.wall;
    return;
  }
}

/* ---- the whole ---- */

static double limit_beside_movers(scr_world *w, double speed, double enough, scr_dt_reason *who) {
  looking j = {.w = w};
  mover *m = NULL;
  double limit = HUGE_VAL;
  j.n = find_movers(w, &m), j.mover = m;
  scr_cmat_reach(w, SCR_BALL_FACET, &j.fixed, &j.part);
  for (int c = 0; c < 3; c++) j.period[c] = scr_period(w, c);
  for (uint32_t k = 0; k < j.n; k++) find_images(w, &m[k]);
  if (who || !(least_limit(&j, speed) >= enough)) {
    scr_world_sync(w);
    const nearest f = look_at_all(&j);
    limit = sqrt(f.limit2);
    if (who && limit < enough) name(&j, f.limit2, who);
  }
  scr_free(m);
  return limit;
}

/* In each step: room for what workers find is taken only where a wall moves. */
double scr_walls_limit(scr_world *w, double speed, double enough, scr_dt_reason *who) {
  for (uint32_t k = 0; k < w->wall.n; k++)
    if (moves(w, k)) return limit_beside_movers(w, speed, enough, who);
  return scr_any_nonzero(&w->vertex, SCR_VERTEX_VELOCITY)
             ? limit_beside_movers(w, speed, enough, who)
             : HUGE_VAL;
}
