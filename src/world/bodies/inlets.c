/* Inlets: bricks that slide, and of which balls enter. See inlets.h. */
#include "world/bodies/inlets.h"

#include <math.h>
#include <string.h>
#include "base/euler.h"
#include "base/mem.h"
#include "base/smath.h"
#include "base/turn.h"
#include "world/bodies/brick.h"
#include "world/state/checks.h"
#include "world/state/rows.h"

/* ---- the list ---- */

/* The first place whose id is not below. */
static uint32_t place_of(const scr_world *w, uint32_t id) {
  uint32_t k = w->ninlet;
  while (k > 0 && w->inlet[k - 1].id >= id) k--;
  return k;
}

uint32_t scr_inlet_find(const scr_world *w, uint32_t id) {
  const uint32_t k = place_of(w, id);
  return k < w->ninlet && w->inlet[k].id == id ? k : SCR_NONE;
}

uint32_t scr_inlet_next_id(const scr_world *w) {
  return w->ninlet ? w->inlet[w->ninlet - 1].id + 1 : 1;
}

void scr_inlet_put(scr_world *w, const scr_inlet *i) {
  const uint32_t k = place_of(w, i->id);
  if (k == w->ninlet || w->inlet[k].id != i->id) {
    SCR_GROW(w->inlet, w->cap_inlet, (size_t)w->ninlet + 1);
    memmove(w->inlet + k + 1, w->inlet + k, (w->ninlet - k) * sizeof *w->inlet);
    w->ninlet++;
  }
  w->inlet[k] = *i;
}

/* ---- turns ---- */

/* out = a b: first b, then a. */
static void follow(const double a[4], const double b[4], double out[4]) {
  double cross[3];
  scr_cross3(a + 1, b + 1, cross);
  out[0] = a[0] * b[0] - scr_dot3(a + 1, b + 1);
  for (int c = 0; c < 3; c++) out[c + 1] = a[0] * b[c + 1] + b[0] * a[c + 1] + cross[c];
}

void scr_inlet_orient(scr_inlet *i, const double degrees[3]) {
  memcpy(i->turn, (double[]){1, 0, 0, 0}, sizeof i->turn);
  for (int c = 0; c < 3; c++) {
    double step[4] = {0}, before[4];
    scr_sincos_degrees(0.5 * degrees[c], &step[c + 1], &step[0]);
    memcpy(before, i->turn, sizeof before);
    follow(step, before, i->turn);
  }
}

/* Do these angles turn the box as it is turned, to the last bit? */
static bool turn_so(const scr_inlet *i, const double degrees[3]) {
  scr_inlet other;
  scr_inlet_orient(&other, degrees);
  for (int c = 0; c < 4; c++)
    if (other.turn[c] != i->turn[c]) return false;
  return true;
}

/* The same turn about three axes, with the one about y beyond a right angle. */
static void other_way(const double degrees[3], double out[3]) {
  for (int c = 0; c < 3; c++) {
    const double x = c == 1 ? 180 - degrees[c] : degrees[c] + 180;
    out[c] = x > 180 ? x - 360 : x;
  }
}

/* Turns the other way about the axes in `round`. The more, the less likely were these angles
 * given: first those about few axes, then those without full turns, then those of 0 to 360. */
static int turn_round(double degrees[3], int round) {
  enum { AXIS = 16, UP = 2, DOWN = 3 };
  int unlikely = 0;
  for (int c = 0; c < 3; c++) {
    if (degrees[c] != 0) unlikely += AXIS;
    if (degrees[c] == 0 || !(round >> c & 1)) continue;
    unlikely += degrees[c] < 0 ? UP : DOWN;
    degrees[c] -= copysign(360, degrees[c]);
  }
  return unlikely;
}

/* The likeliest angles with so many decimals that turn the box so; false: none do. */
static bool likeliest(const scr_inlet *i, const double degrees[3], double scale, double out[3]) {
  enum { OTHER = 3, NEVER = 1000 };
  double few[2][3];
  int best = NEVER;
  for (int c = 0; c < 3; c++) few[0][c] = nearbyint(degrees[c] * scale) / scale + 0.0; /* no -0 */
  other_way(few[0], few[1]);
  for (int k = 0; k < 16; k++) {
    double one[3];
    memcpy(one, few[k % 2], sizeof one);
    const int unlikely = turn_round(one, k / 2) + (k % 2 ? OTHER : 0);
    if (unlikely >= best || !turn_so(i, one)) continue;
    best = unlikely;
    memcpy(out, one, sizeof one);
  }
  return best < NEVER;
}

/* Whoever gave an angle wrote few digits: the fewest that make this turn are taken, and all digits
 * where none do, as of a box that has spun. */
static void as_given(const scr_inlet *i, double degrees[3]) {
  enum { DIGITS = 12 };
  double scale = 1, few[3];
  for (int digits = 0; digits <= DIGITS; digits++, scale *= 10)
    if (likeliest(i, degrees, scale, few)) {
      memcpy(degrees, few, sizeof few);
      return;
    }
}

void scr_inlet_angles(const scr_inlet *i, double degrees[3]) {
  double matrix[9];
  scr_axes_of(i->turn, matrix);
  scr_matrix_to_euler(matrix, degrees);
  for (int c = 0; c < 3; c++) degrees[c] += 0.0; /* no -0 */
  as_given(i, degrees);
}

bool scr_inlet_is_turned(const scr_inlet *i) {
  return i->turn[1] != 0 || i->turn[2] != 0 || i->turn[3] != 0;
}

bool scr_inlet_moves(const scr_inlet *i) {
  bool moves = scr_inlet_is_turned(i) || i->hold[1] > 0;
  for (int c = 0; c < 3; c++)
    moves |= i->velocity[c] != 0 || i->spin[c] != 0 || i->center[c] != i->x[c];
  return moves;
}

void scr_inlet_half(const scr_inlet *i, const scr_domain *brick, int dim, double half[3]) {
  memset(half, 0, 3 * sizeof *half);
  for (int k = 0; k < dim; k++) {
    double axis[3] = {0}, side[3];
    axis[k] = 0.5 * (brick->hi[k] - brick->lo[k]);
    scr_turned3(i->turn, axis, side);
    for (int c = 0; c < 3; c++) half[c] += fabs(side[c]);
  }
}

static scr_world *brick_of(const scr_world *w, const scr_inlet *i) {
  return w->hooks.brick ? w->hooks.brick(w->hooks.user, i->brick) : NULL;
}

bool scr_inlet_corners(const scr_world *w, const scr_inlet *i, double corner[8][3]) {
  const scr_world *of = brick_of(w, i);
  for (int k = 0; of && k < (w->dim == 3 ? 8 : 4); k++) {
    double arm[3] = {0}, now[3];
    for (int c = 0; c < w->dim; c++)
      arm[c] = (k >> c & 1 ? 0.5 : -0.5) * (of->domain.hi[c] - of->domain.lo[c]);
    scr_turned3(i->turn, arm, now);
    for (int c = 0; c < 3; c++) corner[k][c] = i->x[c] + now[c];
  }
  return of != NULL;
}

void scr_inlet_flow(const scr_inlet *i, double v[3]) { scr_turned3(i->turn, i->flow, v); }

/* The box turns about its centre of rotation for dt s, and itself with it. */
static void spin(scr_inlet *i, double dt) {
  double step[4] = {1}, arm[3], now[3];
  if (dt == 0 || scr_dot3(i->spin, i->spin) == 0) return;
  for (int c = 0; c < 3; c++) arm[c] = i->x[c] - i->center[c];
  scr_turn_steadily(step, i->spin, dt);
  scr_turned3(step, arm, now);
  for (int c = 0; c < 3; c++) i->x[c] = i->center[c] + now[c];
  scr_turn_steadily(i->turn, i->spin, dt);
}

/* The time since then, s; one that was set back counts anew. */
static double elapsed(const scr_world *w, const scr_inlet *i) { return fmax(w->time - i->time, 0); }

scr_inlet scr_inlet_now(const scr_world *w, const scr_inlet *i) {
  const double dt = i->active ? elapsed(w, i) : 0;
  scr_inlet n = *i;
  for (int c = 0; c < w->dim; c++) {
    n.slid[c] += i->flow[c] * dt;
    n.x[c] += i->velocity[c] * dt;
    n.center[c] += i->velocity[c] * dt;
  }
  spin(&n, dt);
  n.time = w->time;
  return n;
}

/* ---- feeding ---- */

/* What one inlet does in one cycle. */
typedef struct feeding {
  const scr_inlet *i, *now;
  scr_world *of;
  scr_brick_ball *ball;
  uint32_t n;
  size_t cap;
} feeding;

/* The ball of the brick in that row leaves the box if it comes into another image of it, along any
 * axis. Then it is where it has left. */
static bool leaves(const feeding *f, uint32_t row, scr_pose *pose) {
  const scr_domain *o = &f->of->domain;
  bool gone = false;
  *pose = f->of->pose[row];
  for (int c = 0; c < f->of->dim; c++) {
    const double size = o->hi[c] - o->lo[c], x = pose->x[c] - o->lo[c],
                 before = floor((x + f->i->slid[c]) / size),
                 after = floor((x + f->now->slid[c]) / size);
    gone |= after != before;
    pose->x[c] = f->now->x[c] - 0.5 * size + (x + f->now->slid[c] - before * size);
  }
  return gone;
}

/* Places and velocities are along the axes of the box so far. */
static void turn_ball(const feeding *f, scr_brick_ball *b) {
  const scr_inlet *i = f->now;
  double arm[3], v[3];
  for (int c = 0; c < 3; c++) arm[c] = b->pose.x[c] - i->x[c];
  scr_turned3(i->turn, arm, v);
  for (int c = 0; c < f->of->dim; c++) b->pose.x[c] = i->x[c] + v[c];
  scr_turned3(i->turn, i->flow, b->v);
}

/* With the flow, and with the box, which moves as a rigid body. */
static void set_off(const feeding *f, scr_brick_ball *b) {
  const scr_inlet *i = f->now;
  double arm[3], round[3];
  memcpy(b->v, i->flow, sizeof b->v);
  memcpy(b->spin, i->spin, sizeof b->spin);
  if (scr_inlet_is_turned(i)) turn_ball(f, b);
  for (int c = 0; c < 3; c++) arm[c] = b->pose.x[c] - i->center[c];
  scr_cross3(i->spin, arm, round);
  for (int c = 0; c < 3; c++) b->v[c] += i->velocity[c] + round[c];
}

static void gather(feeding *f) {
  const uint32_t *order = scr_ball_order(f->of);
  for (uint32_t k = 0; k < f->of->ball.n; k++) {
    scr_brick_ball ball = {.row = order[k]};
    if (!leaves(f, order[k], &ball.pose)) continue;
    set_off(f, &ball);
    SCR_GROW(f->ball, f->cap, (size_t)f->n + 1);
    f->ball[f->n++] = ball;
  }
}

static bool slow_enough(const feeding *f, scr_diag *d) {
  for (int c = 0; c < f->of->dim; c++)
    if (fabs(f->now->slid[c] - f->i->slid[c]) > f->of->domain.hi[c] - f->of->domain.lo[c])
      return scr_fail(d, NULL, SCR_E_STATE,
                      "inlet %u: in one cycle its brick slides by more than it is long along %c",
                      (unsigned)f->i->id, "xyz"[c]);
  return true;
}

/* n balls with ids from `first` on are held from now on. */
static void hold(scr_world *w, const scr_inlet *i, uint32_t first, uint32_t n) {
  const double since = scr_held_now(w, i->by_steps);
  for (uint32_t k = 0; i->hold[1] > 0 && k < n; k++)
    scr_held_put(w, &(scr_held){.ball = first + k,
                                .by_steps = i->by_steps,
                                .until = {since + i->hold[0], since + i->hold[1]}});
}

static bool feed(scr_world *w, scr_diag *d, scr_inlet *i) {
  const scr_inlet next = scr_inlet_now(w, i);
  feeding f = {.i = i, .now = &next, .of = brick_of(w, i)};
  if (!f.of || f.of->dim != w->dim)
    return scr_fail(d, NULL, SCR_E_STATE, "inlet %u: there is no brick %u", (unsigned)i->id,
                    (unsigned)i->brick);
  if (!slow_enough(&f, d)) return false;
  gather(&f);
  const uint32_t first = scr_ball_next_id(w);
  const bool ok = scr_brick_drop(w, d, f.of, f.ball, f.n, i->groups);
  if (!ok) scr_trace(d, "  made by inlet %u", (unsigned)i->id);
  scr_free(f.ball);
  if (ok) hold(w, i, first, f.n), *i = next;
  return ok;
}

bool scr_inlet_catch_up(scr_world *w, scr_diag *d, uint32_t k) {
  scr_inlet *i = &w->inlet[k];
  if (!i->active || !brick_of(w, i)) return true;
  scr_world_sync(w);
  return feed(w, d, i);
}

/* No ball that enters is faster, m/s. */
static double fastest(const scr_inlet *i, const scr_domain *brick) {
  double reach2 = 0;
  for (int c = 0; c < 3; c++) {
    const double arm = fabs(i->x[c] - i->center[c]) + brick->hi[c] - brick->lo[c];
    reach2 += arm * arm;
  }
  return sqrt(scr_dot3(i->flow, i->flow)) + sqrt(scr_dot3(i->velocity, i->velocity)) +
         sqrt(scr_dot3(i->spin, i->spin) * reach2);
}

/* How long a brick may slide until its smallest ball has come a tenth of its radius, s. */
static double kinematic_limit(const scr_world *w, const scr_inlet *i) {
  const scr_world *of = brick_of(w, i);
  const double v = fastest(i, &of->domain);
  double r = HUGE_VAL;
  for (uint32_t k = 0; k < of->ball.n; k++) r = SCR_MIN(r, of->pose[k].r);
  return v > 0 ? 0.1 * r / v : HUGE_VAL;
}

/* Until the first ball has come nothing else gives the automatic timestep. */
static void first_step(scr_world *w) {
  scr_timestep *t = &w->timestep;
  if (w->ball.n || t->mode != SCR_DT_AUTOMATIC || t->current > 0) return;
  double dt = t->maximum;
  for (uint32_t k = 0; k < w->ninlet; k++)
    if (w->inlet[k].active) dt = SCR_MIN(dt, kinematic_limit(w, &w->inlet[k]));
  if (dt < HUGE_VAL) t->current = dt;
}

bool scr_inlet_fits(const scr_inlet *i, int dim) {
  const double length2 = i->turn[0] * i->turn[0] + scr_dot3(i->turn + 1, i->turn + 1),
               flat = fabs(i->velocity[2]) + fabs(i->spin[0]) + fabs(i->spin[1]) +
                      fabs(i->center[2]) + fabs(i->turn[1]) + fabs(i->turn[2]);
  bool fine = fabs(length2 - 1) < 1e-9 && (dim == 3 || flat == 0);
  for (int c = 0; c < 3; c++)
    fine = fine && isfinite(i->velocity[c]) && isfinite(i->spin[c]) && isfinite(i->center[c]);
  return fine && i->hold[0] >= 0 && i->hold[1] >= i->hold[0] && isfinite(i->hold[1]);
}

bool scr_inlets_feed(scr_world *w, scr_diag *d) {
  scr_held_prune(w);
  for (uint32_t k = 0; k < w->ninlet; k++)
    if (w->inlet[k].active && !feed(w, d, &w->inlet[k])) return false;
  if (w->ninlet) first_step(w);
  return true;
}

void scr_clock_set(scr_world *w, double t) {
  const double jump = t - w->time;
  scr_world_sync(w);
  for (uint32_t k = 0; k < w->ninlet; k++) w->inlet[k].time += jump;
  for (uint32_t k = 0; k < w->nheld; k++) {
    double *until = w->held[k].until;
    for (int c = 0; !w->held[k].by_steps && c < 2; c++) until[c] += jump;
  }
  w->time = t;
}

bool scr_held_fits(const scr_world *w, uint32_t k) {
  const scr_held *h = &w->held[k];
  return h->ball > (k ? w->held[k - 1].ball : 0) && isfinite(h->until[1]) &&
         isfinite(h->until[0]) && (!h->by_steps || h->until[0] >= 0) && h->until[1] >= h->until[0];
}

bool scr_check_inlets(const scr_world *w, scr_buf *why) {
  for (uint32_t k = 0; k < w->nheld; k++)
    SCR_HOLDS(scr_held_fits(w, k) && scr_ball_find(w, w->held[k].ball) != SCR_NONE,
              "ball %u is held, and is none or out of order", (unsigned)w->held[k].ball);
  for (uint32_t k = 0; k < w->ninlet; k++) {
    const scr_inlet *i = &w->inlet[k];
    SCR_HOLDS(i->id > (k ? w->inlet[k - 1].id : 0), "inlet %u is out of order", i->id);
    SCR_HOLDS(i->brick && i->groups < w->sets.n, "inlet %u: its brick or groups are none", i->id);
    for (int c = 0; c < 3; c++)
      SCR_HOLDS(isfinite(i->x[c]) && isfinite(i->flow[c]) && isfinite(i->slid[c]),
                "inlet %u: its place or flow is no number", i->id);
    SCR_HOLDS(scr_inlet_fits(i, w->dim), "inlet %u: its motion or holding is impossible", i->id);
  }
  return true;
}
