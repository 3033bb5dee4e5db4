/* Rigid bodies of several pieces: free flight against exact solutions, an impact against the
 * formula for rigid bodies, a body of one piece against a ball, and what may be done to them. */
#include "world/scene.h"

#include "base/smath.h"
#include "base/turn.h"
#include "../support/check.h"
#include "world/check.h"
#include "world/rigid/kept.h"
#include "world/rigid/rigid.h"
#include "world/state/rows.h"

/* ---- bodies ---- */

static uint32_t body_of(scr_world *w, const scr_pose *piece, uint32_t n, double density) {
  scr_diag d = {0};
  scr_body_spec s;
  uint32_t row;
  assert_true(scr_body_of_spheres(&d, w->dim, piece, n, density, &s));
  if (!scr_body_create(w, &d, 0, &s, &row)) fail_msg("%s", d.error.text);
  return row;
}

/* Four spheres with three different moments of inertia. */
static uint32_t odd_body(scr_world *w) {
  static const scr_pose piece[] = {
      {{0, 0, 0}, 0.3}, {{0.5, 0, 0}, 0.2}, {{0, 0.9, 0}, 0.25}, {{0.1, 0.2, -0.4}, 0.15}};
  return body_of(w, piece, 4, 1000);
}

/* Two equal balls whose line is tilted by an angle in the plane of the first and the last axis; the
 * lower one hangs so far above 0. */
static uint32_t dimer(scr_world *w, double tilt, double above) {
  const double r = 0.1, half = 0.12, s = half * sin(tilt), c = half * cos(tilt), z = above + r + c;
  scr_pose piece[2] = {{{-s, 0, 0}, r}, {{s, 0, 0}, r}};
  piece[0].x[w->dim - 1] = z - c, piece[1].x[w->dim - 1] = z + c;
  return body_of(w, piece, 2, 2000);
}

static double *of_body(scr_world *w, int column, uint32_t row) {
  return scr_col(&w->body, column) + (column == SCR_BODY_ORIENTATION ? 4 : 3) * (size_t)row;
}

static double energy_of(scr_world *w, const char *name) {
  double e;
  assert_true(scr_energy(w, name, &e));
  return e;
}

/* ---- what a body is ---- */

/* A dumbbell: along its line 2 (2/5 m r^2), across it that and m a^2 of each ball. */
static void dumbbell_has_its_inertia(void **state) {
  const double r = 0.1, a = 0.3, density = 2500, turn[2] = {0.6, 0.8};
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const scr_pose piece[] = {{{1 + a * turn[0], 2 + a * turn[1], 0}, r},
                              {{1 - a * turn[0], 2 - a * turn[1], 0}, r}};
    const double m = density * (dim == 3 ? 4.0 / 3.0 * SCR_PI * r * r * r : SCR_PI * r * r),
                 own = (dim == 3 ? 0.4 : 0.5) * m * r * r;
    scr_diag d = {0};
    scr_body_spec s;
    assert_true(scr_body_of_spheres(&d, dim, piece, 2, density, &s));
    assert_true(fabs(s.mass - 2 * m) < 1e-14 * m);
    assert_true(fabs(s.x[0] - 1) < 1e-15 && fabs(s.x[1] - 2) < 1e-15);
    double want[3] = {2 * own, 2 * own + 2 * m * a * a, 2 * own + 2 * m * a * a};
    if (dim == 2) {
      assert_true(fabs(s.inertia[2] - want[2]) < 1e-14 * want[2]);
      continue;
    }
    double r9[9];
    scr_axes_of(s.orientation, r9);
    for (int k = 0; k < 3; k++) { /* the axis along the line has the least, the others the most */
      const double along = fabs(r9[k] * turn[0] + r9[3 + k] * turn[1]);
      assert_true(along > 1 - 1e-12 || along < 1e-12);
      const double i = along > 0.5 ? want[0] : want[1];
      assert_true(fabs(s.inertia[k] - i) < 1e-14 * i);
    }
  }
}

/* Sums of inertia in global axes do not depend on which axes were found. */
static void axes_are_principal(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  const uint32_t row = odd_body(w);
  const double *inertia = of_body(w, SCR_BODY_INERTIA, row),
               *x = of_body(w, SCR_BODY_POSITION, row);
  double tensor[9] = {0}, r[9];
  uint32_t n;
  const uint32_t *piece = scr_body_pieces(w, row, &n);
  for (uint32_t k = 0; k < n; k++) {
    const scr_pose *p = &w->pose[piece[k]];
    const double m = 1000 * 4.0 / 3.0 * SCR_PI * p->r * p->r * p->r,
                 y[3] = {p->x[0] - x[0], p->x[1] - x[1], p->x[2] - x[2]};
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++)
        tensor[3 * a + b] += m * ((a == b ? scr_dot3(y, y) + 0.4 * p->r * p->r : 0) - y[a] * y[b]);
  }
  scr_body_axes(w, row, r);
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++) {
      double sum = 0;
      for (int k = 0; k < 3; k++) sum += r[3 * a + k] * inertia[k] * r[3 * b + k];
      assert_true(fabs(sum - tensor[3 * a + b]) < 1e-13 * inertia[0]);
    }
  assert_true(inertia[0] != inertia[1] && inertia[1] != inertia[2]);
  scr_world_free(w);
}

/* ---- free flight ---- */

static const double SPIN[] = {3, -4, 5};

static scr_world *flying(uint32_t *row) {
  scr_world *w = scene_new(3);
  *row = odd_body(w);
  scr_body_set_motion(w, *row, (double[]){0.1, -0.2, 0.3}, SPIN);
  return w;
}

/* Angular momentum to the last bit, whatever the step; energy to second order, without drift. */
static void free_flight_keeps_momentum(void **state) {
  double worst[2];
  SCR_UNUSED(state);
  for (int k = 0; k < 2; k++) {
    uint32_t row;
    double before[3];
    scr_world *w = flying(&row);
    memcpy(before, of_body(w, SCR_BODY_SPIN_MOMENTUM, row), sizeof before);
    const double energy = energy_of(w, "energy-kinetic");
    worst[k] = 0;
    for (int part = 0; part < 100; part++) {
      scene_cycle(w, 0.01 / (1 << k), 20u << k);
      worst[k] = fmax(worst[k], fabs(energy_of(w, "energy-kinetic") / energy - 1));
    }
    assert_memory_equal(before, of_body(w, SCR_BODY_SPIN_MOMENTUM, row), sizeof before);
    scr_world_free(w);
  }
  assert_true(worst[0] < 1e-3); /* (spin dt)^2 = 5e-3, of the energy of the rotation a part */
  assert_true(fabs(log2(worst[0] / worst[1]) - 2) < 0.05);
}

/* Distance between two rotations. */
static double off(const double *q, const double *p) {
  double plus = 0, less = 0;
  for (int k = 0; k < 4; k++) {
    less += (q[k] - p[k]) * (q[k] - p[k]);
    plus += (q[k] + p[k]) * (q[k] + p[k]);
  }
  return 2 * sqrt(fmin(less, plus));
}

static void orientation_at(double time, int steps, double q[4]) {
  uint32_t row;
  scr_world *w = flying(&row);
  scene_cycle(w, time / steps, (uint64_t)steps);
  memcpy(q, of_body(w, SCR_BODY_ORIENTATION, row), 4 * sizeof *q);
  scr_world_free(w);
}

/* Against steps so short that their error does not count: a hundredth of the least that is looked
 * at. */
static void tumbling_is_second_order(void **state) {
  double exact[4], error[3];
  SCR_UNUSED(state);
  orientation_at(2, 32000, exact);
  for (int k = 0; k < 3; k++) {
    double q[4];
    orientation_at(2, 800 << k, q);
    error[k] = off(q, exact);
  }
  for (int k = 0; k < 2; k++) assert_true(fabs(log2(error[k] / error[k + 1]) - 2) < 0.02);
}

/* Turned by that spin, rad/s, for so long: the product of quaternions cos(w t/2) + sin(w t/2) w/|w|
 * and q. */
static void turned(double q[4], const double spin[3], double time) {
  const double size = sqrt(scr_dot3(spin, spin)), half = 0.5 * size * time, a = q[0];
  const double c = cos(half), s = sin(half) / size, p[] = {s * spin[0], s * spin[1], s * spin[2]},
               v[] = {q[1], q[2], q[3]};
  q[0] = c * a - scr_dot3(p, v);
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    q[1 + k] = c * v[k] + a * p[k] + p[l] * v[m] - p[m] * v[l];
  }
}

/* Outside of a step each piece has V + w x arm, and the spin of its body. */
static void pieces_go_with(scr_world *w, uint32_t row) {
  const double *x = of_body(w, SCR_BODY_POSITION, row), *v = of_body(w, SCR_BODY_VELOCITY, row);
  uint32_t n;
  const uint32_t *piece = scr_body_pieces(w, row, &n);
  const double *spin = w->twist[piece[0]].w;
  for (uint32_t k = 0; k < n; k++) {
    const scr_twist *t = &w->twist[piece[k]];
    const double *at = w->pose[piece[k]].x;
    for (int c = 0; c < 3; c++) {
      const int l = (c + 1) % 3, m = (c + 2) % 3;
      const double turn = spin[l] * (at[m] - x[m]) - spin[m] * (at[l] - x[l]);
      assert_true(t->w[c] == spin[c] && fabs(t->v[c] - (v[c] + turn)) < 1e-14);
    }
  }
}

/* The spin of a symmetric top: what is along its axis goes round with that, about the momentum. An
 * orientation that is off by 1e-3 (twice that as an angle) turns the former by as much. */
static void check_spin(scr_world *w, uint32_t row, const double own[3], const double about[3],
                       double time) {
  const double size = sqrt(scr_dot3(about, about)), c = cos(size * time), s = sin(size * time);
  const double n[] = {about[0] / size, about[1] / size, about[2] / size}, along = scr_dot3(n, own);
  const double *spin = w->twist[*scr_body_pieces(w, row, &(uint32_t){0})].w;
  for (int k = 0; k < 3; k++) {
    const int l = (k + 1) % 3, m = (k + 2) % 3;
    const double turn = n[l] * own[m] - n[m] * own[l];
    const double want = about[k] + c * own[k] + s * turn + (1 - c) * along * n[k];
    assert_true(fabs(spin[k] - want) < 2e-3 * sqrt(scr_dot3(own, own)));
  }
}

/* A symmetric top turns about its momentum at |L| / I across, and about its own axis at what is
 * left: exactly. */
static void top_precesses(void **state) {
  double error[2];
  SCR_UNUSED(state);
  for (int k = 0; k < 2; k++) {
    const scr_pose piece[] = {{{-0.3, 0, 0}, 0.2}, {{0.3, 0, 0}, 0.2}};
    const double time = 3, spin[] = {2, 1, -1.5};
    const int steps = 500 << k;
    scr_world *w = scene_new(3);
    const uint32_t row = body_of(w, piece, 2, 500);
    scr_body_set_motion(w, row, (double[]){0, 0, 0}, spin);
    const double *i = of_body(w, SCR_BODY_INERTIA, row), along = fmin(i[0], fmin(i[1], i[2])),
                 across = fmax(i[0], fmax(i[1], i[2]));
    double exact[4], own[3] = {0, 0, 0}, about[3];
    memcpy(exact, of_body(w, SCR_BODY_ORIENTATION, row), sizeof exact);
    for (int c = 0; c < 3; c++) about[c] = of_body(w, SCR_BODY_SPIN_MOMENTUM, row)[c] / across;
    own[0] = spin[0] - about[0]; /* the axis is x at first */
    assert_true(fabs(about[0] - spin[0] * along / across) < 1e-14);
    turned(exact, own, time);
    turned(exact, about, time);
    scene_cycle(w, time / steps, (uint64_t)steps);
    error[k] = off(of_body(w, SCR_BODY_ORIENTATION, row), exact);
    pieces_go_with(w, row);
    check_spin(w, row, own, about, time);
    scr_world_free(w);
  }
  assert_true(error[0] < 1e-3 && fabs(log2(error[0] / error[1]) - 2) < 0.02);
}

static void disk_dimer_turns(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(2);
  const uint32_t row = dimer(w, 0.3, 1);
  const double spin = 1.7, time = 2.5;
  double exact[4];
  scr_body_set_motion(w, row, (double[]){1, 0, 0}, (double[]){0, 0, spin});
  memcpy(exact, of_body(w, SCR_BODY_ORIENTATION, row), sizeof exact);
  turned(exact, (double[]){0, 0, spin}, time);
  scene_cycle(w, 1e-3, 2500);
  pieces_go_with(w, row);
  assert_true(off(of_body(w, SCR_BODY_ORIENTATION, row), exact) < 1e-12);
  assert_true(fabs(of_body(w, SCR_BODY_POSITION, row)[0] - time) < 1e-12);
  scr_world_free(w);
}

/* ---- an impact ---- */

/* Elastic and without friction: the impulse is 2 v over 1/m + a^2/I, a the distance of the contact
 * from the line through the centre of mass along the normal. */
static double impact(int dim, double kn, double out[2]) {
  const double tilt = 0.5, v = 1;
  scr_world *w = scene_new(dim);
  double velocity[3] = {0, 0, 0}, spin[3];
  scene_law(w, kn, 0);
  scene_floor(w, 5, 0);
  const uint32_t row = dimer(w, tilt, 0.001);
  velocity[dim - 1] = -v;
  scr_body_set_motion(w, row, velocity, (double[]){0, 0, 0});
  const double m = scr_col(&w->body, SCR_BODY_MASS)[row], dt = 0.01 * sqrt(m / kn);
  scene_cycle(w, dt, (uint64_t)(0.001 / v / dt + 4 / 0.01));
  const double *i = of_body(w, SCR_BODY_INERTIA, row), a = 0.12 * sin(tilt),
               across = dim == 2 ? i[2] : fmax(i[0], fmax(i[1], i[2])),
               impulse = 2 * v / (1 / m + a * a / across);
  scr_body_spin(w, row, spin);
  /* the contact is at -a along the first axis: the moment is about -z in 2D, about +y in 3D */
  const double want = (dim == 2 ? -1 : 1) * impulse * a / across;
  out[0] = of_body(w, SCR_BODY_VELOCITY, row)[dim - 1] - (impulse / m - v);
  out[1] = spin[dim == 2 ? 2 : 1] - want;
  assert_true(fabs(impulse / m - v) > 0.1 && fabs(want) > 1);
  scr_world_free(w);
  return fabs(want);
}

/* The body turns while it touches, which takes a time as 1/sqrt(kn): errors fall as that. What is
 * left at infinite kn is that of steps of 0.01 of sqrt(m/kn): at most the square of it. */
static void dimer_bounces_as_the_formula_says(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    double error[3][2], size_of_spin = 0;
    for (int k = 0; k < 3; k++) size_of_spin = impact(dim, 1e7 * pow(16, k), error[k]);
    for (int c = 0; c < 2; c++) {
      for (int k = 0; k < 2; k++) assert_true(fabs(error[k][c] / error[k + 1][c] - 4) < 0.25);
      const double left = (4 * error[2][c] - error[1][c]) / 3, size = c == 0 ? 1 : size_of_spin;
      assert_true(fabs(left) < 1e-4 * size);
    }
  }
}

/* ---- beside a ball ---- */

static void set_up_floor(scr_world *w) {
  scene_law_named(w, "hertz");
  scene_floor(w, 5, 0);
  w->gravity[w->dim - 1] = -9.81;
}

/* Falls, slides, rolls with friction, dashpots and local damping. */
static void body_of_one_piece_is_a_ball(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const double r = 0.1, v[3] = {1, 0, 0}, spin[3] = {0, 0, 3};
    scr_pose at = {{0.3, 0, 0}, r};
    scr_diag d = {0};
    scr_world *one = scene_new(dim), *other = scene_new(dim);
    at.x[dim - 1] = r + 0.01;
    set_up_floor(one), set_up_floor(other);
    const uint32_t body = body_of(one, &at, 1, 1500);
    uint32_t ball;
    assert_true(scr_ball_create(other, &d, 1, at.x, r, &ball));
    const double value[] = {1500, 0.1};
    assert_true(scr_ball_set(other, &d, ball, SCR_Q_BALL_DENSITY, value));
    assert_true(scr_ball_set(other, &d, ball, SCR_Q_BALL_DAMP, value + 1));
    assert_true(scr_ball_set(other, &d, ball, SCR_Q_BALL_VELOCITY, v));
    assert_true(scr_ball_set(other, &d, ball, SCR_Q_BALL_SPIN, dim == 3 ? spin : spin + 2));
    scr_body_set_motion(one, body, v, spin);
    scr_body_set_damp(one, body, 0.1);
    scr_energy_switch(one, true), scr_energy_switch(other, true);
    scene_cycle(one, 1e-4, 5000), scene_cycle(other, 1e-4, 5000);
    double turn[3];
    scr_body_spin(one, body, turn);
    for (int c = 0; c < 3; c++) {
      assert_true(fabs(of_body(one, SCR_BODY_POSITION, body)[c] - other->pose[0].x[c]) < 1e-11);
      assert_true(fabs(of_body(one, SCR_BODY_VELOCITY, body)[c] - other->twist[0].v[c]) < 1e-9);
      assert_true(fabs(turn[c] - other->twist[0].w[c]) < 1e-8);
    }
    assert_true(fabs(other->twist[0].w[dim == 2 ? 2 : 1]) > 1); /* it rolls */
    for (int k = 0; scr_energy_name[k]; k++)
      assert_true(fabs(energy_of(one, scr_energy_name[k]) - energy_of(other, scr_energy_name[k])) <
                  1e-9);
    scr_world_free(one), scr_world_free(other);
  }
}

/* ---- energies ---- */

static double open_balance(int dim, double dt) {
  scr_world *w = scene_new(dim);
  scene_law(w, 1e5, 5e4);
  scene_floor(w, 5, 0);
  w->gravity[dim - 1] = -9.81;
  scr_energy_switch(w, true);
  const uint32_t row = dimer(w, 0.4, 0.02);
  scr_body_set_motion(w, row, (double[]){0.3, 0, 0}, (double[]){0, 0, dim == 3 ? 2 : 1});
  const double begun = energy_of(w, "energy-kinetic");
  scene_cycle(w, dt, (uint64_t)(0.4 / dt + 0.5));
  const double left = energy_of(w, "energy-kinetic") + energy_of(w, "energy-strain") +
                      energy_of(w, "energy-slip") + energy_of(w, "energy-dashpot") -
                      energy_of(w, "energy-stiffness") - energy_of(w, "energy-step");
  const double open = left - energy_of(w, "energy-body") - begun;
  scr_world_free(w);
  return fabs(open) / begun;
}

/* What a fixed component leaves out of the power of the forces' change: a dimer on its lower ball
 * turns about y alone. */
static void fixed_components_have_no_rush(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scene_law(w, 1e5, 5e4);
  scene_floor(w, 5, 0);
  const uint32_t row = dimer(w, 0.4, -1e-3);
  scene_cycle(w, 1e-9, 1);
  uint8_t *fix = (uint8_t *)w->body.base[SCR_BODY_FIX] + row;
  const scr_motion still = {0};
  const double all = scr_body_rush(w, &still, row);
  double left[6];
  for (int c = 0; c < 6; c++) *fix = (uint8_t)(1 << c), left[c] = scr_body_rush(w, &still, row);
  *fix = 0x38;
  const double translation = scr_body_rush(w, &still, row);
  *fix = 0;
  assert_true(translation > 0 && all > 1.01 * translation);
  assert_true(left[0] == all && left[1] == all && fabs(left[2] + translation - all) < 1e-12 * all);
  assert_true(left[3] == all && left[4] == translation && left[5] == all);
  scr_world_free(w);
}

static void balance_closes_at_second_order(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    const double one = open_balance(dim, 4e-5), half = open_balance(dim, 1e-5);
    assert_true(one < 1e-4);
    assert_true(one / half > 12 && one / half < 20);
  }
}

/* ---- many of them ---- */

enum { SIDE = 4, MANY = SIDE * SIDE * SIDE };

/* Dimers and balls that fall onto a floor in a periodic cell. */
static scr_world *heap(int threads, uint32_t worker_pairs) {
  scr_diag d = {0};
  scr_world *w = scr_world_new(3);
  const uint8_t condition[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_STOP};
  const double lo[] = {0, 0, -1}, hi[] = {1.6, 1.6, 8};
  scr_world_set_threads(w, threads);
  w->worker_pairs = worker_pairs;
  assert_true(scr_domain_set(w, &d, lo, hi));
  assert_true(scr_domain_set_condition(w, &d, condition));
  scene_floor(w, 5, 0);
  scene_law_named(w, "hertz");
  w->gravity[2] = -9.81;
  for (int k = 0; k < MANY; k++) {
    const int a = k % SIDE, b = k / SIDE % SIDE, c = k / SIDE / SIDE;
    const double x = 0.2 + 0.4 * a, y = 0.2 + 0.4 * b, z = 0.2 + 0.4 * c, s = 0.06 * sin(k),
                 t = 0.06 * cos(k), u = 0.05 * sin(3 * k);
    const scr_pose piece[] = {{{x - s, y - t, z - u}, 0.1}, {{x + s, y + t, z + u}, 0.09}};
    uint32_t row;
    if (k % 5 == 0) {
      assert_true(scr_ball_create(w, &d, 0, (double[]){x, y, z}, 0.12, &row));
      assert_true(scr_ball_set(w, &d, row, SCR_Q_BALL_DENSITY, (double[]){2000}));
    } else {
      row = body_of(w, piece, 2, 2000);
      scr_body_set_damp(w, row, 0.2);
    }
  }
  return w;
}

/* All that bodies and balls are, by id. */
static scr_buf state_of(scr_world *w) {
  scr_buf b = {0};
  scr_world_sync(w);
  for (uint32_t id = 1; id <= w->body_ids.max; id++) {
    const uint32_t row = scr_body_find(w, id);
    if (row == SCR_NONE) continue;
    for (int c = SCR_BODY_POSITION; c <= SCR_BODY_SPIN_MOMENTUM; c++)
      scr_buf_put(&b, (const char *)of_body(w, c, row),
                  sizeof(double) * (c == SCR_BODY_ORIENTATION ? 4 : 3));
  }
  for (uint32_t id = 1; id <= w->ball_ids.max; id++) {
    const uint32_t row = scr_ball_find(w, id);
    if (row == SCR_NONE) continue;
    scr_buf_put(&b, (const char *)&w->pose[row], sizeof *w->pose);
    scr_buf_put(&b, (const char *)&w->twist[row], sizeof *w->twist);
    scr_buf_put(&b, (const char *)&w->load[row], sizeof *w->load);
  }
  return b;
}

static void same_bits_by_any_threads_and_looks(void **state) {
  static const struct {
    int threads;
    uint32_t worker_pairs;
    uint64_t look; /* every so many cycles somebody looks */
  } way[] = {{1, 0, 2500}, {2, 20, 2500}, {3, 20, 2500}, {7, 5, 2500}, {1, 0, 3}, {2, 20, 7}};
  const uint64_t all = 2500;
  scr_buf first = {0};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(way); k++) {
    scr_world *w = heap(way[k].threads, way[k].worker_pairs);
    for (uint64_t n = 0; n < all; n += way[k].look)
      scene_cycle(w, 2e-4, SCR_MIN(way[k].look, all - n));
    scr_buf now = state_of(w);
    if (k == 0) {
      first = now;
      assert_true(w->engine->builds > 3 && scr_contact_count(w, -1, false) > 40);
    } else {
      assert_int_equal(first.n, now.n);
      assert_memory_equal(first.s, now.s, now.n);
      scr_buf_free(&now);
    }
    scr_world_free(w);
  }
  scr_buf_free(&first);
}

static void same_bits_in_any_instruction_set(void **state) {
  scr_buf first = {0};
  int sets = 0;
  SCR_UNUSED(state);
  EACH_ISA(k) {
    scr_world *w = heap(2, 20);
    scene_cycle(w, 2e-4, 2000);
    scr_buf now = state_of(w);
    if (sets++ == 0) first = now;
    assert_int_equal(first.n, now.n);
    assert_memory_equal(first.s, now.s, now.n);
    if (now.s != first.s) scr_buf_free(&now);
    scr_world_free(w);
  }
  scr_buf_free(&first);
}

/* Scaled masses change no equilibrium: the floor carries the weight. */
static void scaled_masses_suit_bodies(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scr_diag d = {0};
    scr_limits l = scr_limits_none();
    double force[3], moment[3];
    scene_law(w, 1e6, 5e5);
    scene_floor(w, 5, 0);
    w->gravity[dim - 1] = -9.81;
    const uint32_t row = dimer(w, 1.2, 1e-3);
    const double m = scr_col(&w->body, SCR_BODY_MASS)[row];
    scr_body_set_damp(w, row, 0.7);
    w->timestep.mode = SCR_DT_SCALE, w->timestep.given = 1;
    l.cycles = 4000;
    if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
    scr_body_load(w, row, force, moment);
    for (int c = 0; c < 3; c++) {
      const double weight = c == dim - 1 ? m * 9.81 : 0;
      assert_true(fabs(force[c] - weight) < 1e-6 * m * 9.81 && fabs(moment[c]) < 1e-6 * m * 9.81);
    }
    scr_world_free(w);
  }
}

/* The heap comes to rest: a solve to a ratio ends, by the automatic timestep. */
static void heap_comes_to_rest(void **state) {
  SCR_UNUSED(state);
  scr_world *w = heap(2, 0);
  scr_diag d = {0};
  scr_limits l = scr_limits_none();
  double ratio, left[3], applied[3], sum = 0, weight = 0;
  for (uint32_t k = 0; k < w->body.n; k++) scr_body_set_damp(w, k, 0.7);
  for (uint32_t k = 0; k < w->ball.n; k++)
    if (!scr_body_of(w, k)) assert_true(scr_ball_set(w, &d, k, SCR_Q_BALL_DAMP, (double[]){0.7}));
  l.ratio_average = 1e-4, l.cycles = 200000;
  if (!scr_world_solve(w, &d, &l)) fail_msg("%s", d.error.text);
  assert_true(w->cycle < 200000);
  assert_true(scr_world_ratio(w, "ratio-average", &ratio) && ratio <= 1e-4);
  for (uint32_t k = 0; k < w->body.n; k++) {
    scr_body_unbalanced(w, k, left, applied);
    sum += sqrt(scr_dot3(left, left)), weight += fabs(applied[2]);
  }
  assert_true(sum < 0.01 * weight);
  scr_world_free(w);
}

/* ---- timestep ---- */

/* Flat on the floor: both balls touch, side by side. m/K along z; about the axis across, each
 * spring has the arm of its ball. */
static void timestep_knows_arms(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(2);
  const double kn = 1e6, a = 1.5, r = 0.1;
  const scr_pose piece[] = {{{-a, r - 1e-4, 0}, r}, {{a, r - 1e-4, 0}, r}};
  scr_diag d = {0};
  scr_dt_reason why;
  double dt;
  scene_law(w, kn, 0);
  scene_floor(w, 5, 0);
  const uint32_t row = body_of(w, piece, 2, 2000);
  assert_true(scr_timestep_next(w, &d, &dt, &why));
  const double i = of_body(w, SCR_BODY_INERTIA, row)[2], m = scr_col(&w->body, SCR_BODY_MASS)[row];
  const double want = w->timestep.safety * fmin(sqrt(m / (2 * kn)), sqrt(i / (2 * kn * a * a)));
  assert_true(i / (a * a) < m * 1.01);
  assert_true(fabs(dt / want - 1) < 1e-12);
  assert_string_equal(why.what, "stiffness");
  assert_true(why.ball != SCR_NONE);
  scr_world_free(w);
}

/* ---- sides, edits ---- */

static void sides_meet_bodies(void **state) {
  SCR_UNUSED(state);
  for (int side = SCR_B_STOP; side <= SCR_B_PERIODIC; side++) {
    scr_world *w = scene_new(3);
    scr_diag d = {0};
    const uint8_t condition[3] = {(uint8_t)side, SCR_B_STOP, SCR_B_STOP};
    assert_true(scr_domain_set_condition(w, &d, condition));
    const uint32_t row = dimer(w, 0.7, 0);
    scr_body_set_motion(w, row, (double[]){50, 0, 0}, (double[]){0, 1, 0});
    scr_pose before[2] = {w->pose[0], w->pose[1]};
    SCR_UNUSED(before);
    scene_cycle(w, 1e-3, 300); /* 15 m: through the side at 10 */
    if (side == SCR_B_DESTROY) {
      assert_int_equal(w->body.n + w->ball.n, 0);
      assert_int_equal(scr_body_find(w, 1), SCR_NONE);
      scr_world_free(w);
      continue;
    }
    const double x = of_body(w, SCR_BODY_POSITION, row)[0],
                 v = of_body(w, SCR_BODY_VELOCITY, row)[0];
    if (side == SCR_B_STOP) assert_true(x == 10 && v == 0);
    if (side == SCR_B_REFLECT) assert_true(fabs(x - 5) < 1e-11 && v == -50);
    if (side == SCR_B_PERIODIC) {
      assert_true(fabs(x + 5) < 1e-11 && v == 50);
      assert_int_equal(scr_int_at(&w->body, SCR_BODY_IMAGE, row)[0], 1);
      assert_int_equal(scr_int_at(&w->ball, SCR_BALL_IMAGE, 0)[0], 1);
    }
    const double *a = w->pose[0].x, *b = w->pose[1].x, *c = of_body(w, SCR_BODY_POSITION, row);
    for (int k = 0; k < 3; k++) assert_true(fabs(0.5 * (a[k] + b[k]) - c[k]) < 1e-12);
    scr_world_free(w);
  }
}

static void what_is_fixed_stays(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  const uint32_t row = odd_body(w);
  double spin[3];
  w->gravity[2] = -9.81;
  scr_energy_switch(w, true);
  scr_body_set_motion(w, row, (double[]){1, 0, 0}, SPIN);
  scr_body_fix(w, row, 1u << 2 | 7u << 3, true);
  scr_body_apply(w, row, (double[]){0, 10, 0}, (double[]){5, 5, 5});
  const double before = energy_of(w, "energy-kinetic"), m = scr_col(&w->body, SCR_BODY_MASS)[row];
  scene_cycle(w, 1e-3, 1000);
  scr_body_spin(w, row, spin);
  for (int c = 0; c < 3; c++) assert_true(fabs(spin[c] - SPIN[c]) < 1e-11);
  const double *v = of_body(w, SCR_BODY_VELOCITY, row);
  assert_true(v[0] == 1 && fabs(v[1] - 10 / m) < 1e-12 && v[2] == 0);
  const double open = energy_of(w, "energy-kinetic") - before - energy_of(w, "energy-body") -
                      energy_of(w, "energy-boundary");
  assert_true(fabs(open) < 1e-9 * before);
  scr_body_fix(w, row, 63, false);
  scr_world_calm(w);
  assert_true(energy_of(w, "energy-kinetic") == 0);
  scr_world_free(w);
}

static void pieces_are_no_balls(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  const uint32_t row = dimer(w, 0.2, 1), piece = 0;
  scene_refused(scr_ball_set(w, &d, 0, SCR_Q_BALL_VELOCITY, (double[]){1, 0, 0}), &d,
                "is a piece of body 1");
  scene_refused(scr_ball_delete(w, &d, &piece, 1), &d, "is a piece of body 1");
  assert_int_equal(w->ball.n, 2);
  scene_ball(w, 0, 3, 3, 0.1, 1000);
  const uint32_t second = dimer(w, 0.2, 3);
  SCR_UNUSED(second);
  assert_true(scr_body_delete(w, &d, &row, 1));
  assert_int_equal(w->ball.n, 3);
  assert_int_equal(w->body.n, 1);
  assert_int_equal(scr_body_find(w, 2), 0);
  uint32_t n;
  const uint32_t *rows = scr_body_pieces(w, 0, &n);
  assert_int_equal(n, 2);
  for (uint32_t k = 0; k < n; k++) assert_int_equal(scr_body_of(w, rows[k]), 2);
  scene_cycle(w, 1e-4, 10);
  scr_world_free(w);
}

static void impossible_bodies_are_refused(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  scr_body_spec s, good;
  const scr_pose piece[] = {{{0, 0, 0}, 0.1}, {{0.1, 0, 0}, 0.1}}, flat = {{0, 0, 0}, 0};
  uint32_t row;
  assert_true(scr_body_of_spheres(&d, 3, piece, 2, 1000, &good));
  scene_refused(scr_body_of_spheres(&d, 3, piece, 0, 1000, &s), &d, "needs a piece");
  scene_refused(scr_body_of_spheres(&d, 3, piece, 2, 0, &s), &d, "density must be positive");
  scene_refused(scr_body_of_spheres(&d, 3, &flat, 1, 1, &s), &d, "radius must be positive");
  s = good, s.n = 0;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "needs a piece");
  s = good, s.mass = -1;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "must be positive, not -1");
  s = good, s.inertia[0] *= 10;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "no larger than the sum");
  s = good, s.mass = HUGE_VAL;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "must be positive, not inf");
  for (int k = 0; k < 3; k++) {
    s = good, s.inertia[k] = 0;
    scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "each must be positive");
    s.inertia[0] = s.inertia[1] = s.inertia[2] = 1, s.inertia[k] = 2.01;
    scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "no larger than the sum");
  }
  s = good, s.orientation[1] = 0.5;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "unit quaternion");
  s = good, s.x[1] = 11;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "outside of the model domain");
  s.x[1] = 0, s.x[2] = -10.5;
  scene_refused(scr_body_create(w, &d, 0, &s, &row), &d, "outside of the model domain");
  scene_refused(scr_body_create(w, &d, (uint32_t)INT32_MAX + 1, &good, &row), &d, "too large");
  scene_refused(scr_body_create(w, &d, UINT32_MAX, &good, &row), &d, "too large");
  assert_true(scr_body_create(w, &d, 4, &good, &row));
  scene_refused(scr_body_create(w, &d, 4, &good, &row), &d, "id 4 already");
  assert_int_equal(w->ball.n, 2);
  scr_world_free(w);
}

/* A body 1.4 long at most about its centre, along x, which turns: no period may be as short, along
 * whichever axis, be it there before the body or after it. */
static void bodies_are_narrower_than_periods(void **state) {
  static const uint8_t along_y[3] = {SCR_B_STOP, SCR_B_PERIODIC, SCR_B_STOP};
  static const double least = 1.4;
  SCR_UNUSED(state);
  for (int late = 0; late < 2; late++)
    for (int fits = 0; fits < 2; fits++) {
      const double half = (fits ? 1.01 : 0.99) * least / 2;
      const double lo[] = {-5, -half, -5}, hi[] = {5, half, 5};
      const scr_pose piece[] = {{{-0.6, 0, 0}, 0.1}, {{0.6, 0, 0}, 0.1}};
      scr_world *w = scene_new(3);
      scr_diag d = {0};
      scr_body_spec s;
      uint32_t row;
      assert_true(scr_body_of_spheres(&d, 3, piece, 2, 1000, &s));
      if (late) assert_true(scr_body_create(w, &d, 3, &s, &row));
      assert_true(scr_domain_set(w, &d, lo, hi));
      const bool done =
          late ? scr_domain_set_condition(w, &d, along_y)
               : scr_domain_set_condition(w, &d, along_y) && scr_body_create(w, &d, 3, &s, &row);
      if (fits)
        assert_true(done);
      else
        scene_refused(done, &d,
                      late ? "body 3 is as wide as the period 1.386 along y"
                           : "a body is as wide as the period 1.386 along y");
      if (late) assert_int_equal(w->domain.condition[1], fits ? SCR_B_PERIODIC : SCR_B_STOP);
      scr_world_free(w);
    }
}

/* Along each axis and at either side, beside a body that stays where it is. */
static void each_side_meets_bodies(void **state) {
  SCR_UNUSED(state);
  for (int side = SCR_B_STOP; side <= SCR_B_PERIODIC; side++)
    for (int end = 0; end < 6; end++) {
      const int c = end / 2;
      const double sign = end % 2 ? 1 : -1, half = c == 1 ? 6 : 10;
      scr_world *w = scene_new(3);
      scr_diag d = {0};
      uint8_t condition[3] = {SCR_B_STOP, SCR_B_STOP, SCR_B_STOP};
      double v[3] = {0.5, 0.25, 0.125};
      condition[c] = (uint8_t)side, v[c] = sign * 30;
      assert_true(scr_domain_set(w, &d, (double[]){-10, -6, -10}, (double[]){10, 6, 10}));
      assert_true(scr_domain_set_condition(w, &d, condition));
      const uint32_t rest = dimer(w, 0.3, 2), row = dimer(w, 0.7, -0.22);
      const double z = of_body(w, SCR_BODY_POSITION, row)[2];
      scr_body_set_motion(w, row, v, (double[]){0, 1, 0});
      scene_cycle(w, 1e-3, 400); /* 12 m */
      const bool gone = side == SCR_B_DESTROY;
      assert_int_equal(w->body.n, gone ? 1 : 2);
      assert_int_equal(w->ball.n, gone ? 2 : 4);
      assert_true(of_body(w, SCR_BODY_POSITION, rest)[0] == 0);
      if (!gone) {
        const double *x = of_body(w, SCR_BODY_POSITION, row), from = c == 2 ? z : 0,
                     far = from + sign * 12, *now = of_body(w, SCR_BODY_VELOCITY, row);
        const double want = side == SCR_B_STOP      ? sign * half
                            : side == SCR_B_REFLECT ? 2 * sign * half - far
                                                    : far - 2 * sign * half;
        const bool out = fabs(far) > half;
        assert_true(fabs(x[c] - (out ? want : far)) < 1e-11);
        if (side == SCR_B_STOP && out)
          assert_true(now[0] == 0 && now[1] == 0 && now[2] == 0 &&
                      of_body(w, SCR_BODY_SPIN_MOMENTUM, row)[1] == 0);
        else
          assert_true(now[c] == (side == SCR_B_REFLECT && out ? -v[c] : v[c]));
        if (side == SCR_B_PERIODIC && out)
          assert_int_equal(scr_int_at(&w->body, SCR_BODY_IMAGE, row)[c], (int)sign);
      }
      scr_world_free(w);
    }
}

/* Of several that are lost the lowest id is told. */
static void lost_bodies_are_told(void **state) {
  SCR_UNUSED(state);
  for (int side = 0; side < 2; side++) {
    scr_world *w = scene_new(3);
    scr_diag d = {0};
    const uint8_t condition[3] = {SCR_B_STOP, side ? SCR_B_REFLECT : SCR_B_PERIODIC, SCR_B_STOP};
    assert_true(scr_domain_set_condition(w, &d, condition));
    for (int k = 0; k < 3; k++) {
      const uint32_t row = dimer(w, 0.3, 2 + k);
      if (k) scr_body_set_motion(w, row, (double[]){0, k == 1 ? -4e4 : 4e4, 0}, SPIN);
    }
    scr_limits l = scr_limits_none();
    w->timestep.mode = SCR_DT_FIX, w->timestep.given = 1e-3, l.cycles = 1;
    scene_refused(scr_world_solve(w, &d, &l), &d,
                  "body 2 moved too far in one step: the motion is unstable");
    scr_world_free(w);
  }
}

static void those_between_others_go(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(3);
  scr_diag d = {0};
  scr_energy_switch(w, true);
  uint32_t row[5];
  scr_body_spec s;
  for (uint32_t k = 0; k < 5; k++) {
    const scr_pose piece[] = {{{k, 0, 0}, 0.1}, {{k, 0.15, 0}, 0.2}, {{k, 0, 0.3}, 0.1 + 0.02 * k}};
    assert_true(scr_body_of_spheres(&d, 3, piece, 3, 1000 + k, &s));
    assert_true(scr_body_create(w, &d, 10 - k, &s, &row[k]));
    if (k == 2) scene_ball(w, 0, 8, 8, 0.3, 1000);
  }
  const uint32_t middle[] = {row[3], row[1]};
  const double works[5][3] = {{0}, {1, 2.5, 4}, {7, 0.5, 3}, {16, 32, 64}, {0}};
  for (uint32_t k = 0; k < 5; k++) scr_table_write(&w->body, SCR_BODY_WORK, row[k], works[k]);
  const scr_ref last = {scr_colu(&w->body, SCR_BODY_SLOT)[row[4]], 0};
  assert_true(scr_body_delete(w, &d, middle, 0) && w->body.n == 5);
  assert_true(scr_body_delete(w, &d, middle, 2));
  static const uint32_t left[] = {10, 8, 6};
  assert_int_equal(w->body.n, 3);
  assert_int_equal(w->ball.n, 10);
  for (uint32_t k = 0; k < 3; k++) {
    uint32_t n;
    assert_int_equal(scr_colu(&w->body, SCR_BODY_ID)[k], left[k]);
    assert_int_equal(scr_body_find(w, left[k]), k);
    const uint32_t *piece = scr_body_pieces(w, k, &n);
    assert_int_equal(n, 3);
    for (uint32_t i = 0; i < n; i++) {
      assert_int_equal(scr_body_of(w, piece[i]), left[k]);
      assert_int_equal(scr_colu(&w->ball, SCR_BALL_PART)[piece[i]], i);
      assert_true(w->pose[piece[i]].x[0] == 2.0 * k);
    }
  }
  assert_int_equal(scr_body_find(w, 9), SCR_NONE);
  assert_int_equal(scr_body_find(w, 7), SCR_NONE);
  assert_int_equal(w->body_slots.row[last.index], 2);
  assert_true(energy_of(w, "energy-damp") == 24 && energy_of(w, "energy-body") == 35 &&
              energy_of(w, "energy-boundary") == 71); /* of all five */
  assert_true(scr_body_create(w, &d, 0, &s, &row[0]));
  assert_int_equal(scr_colu(&w->body, SCR_BODY_ID)[row[0]], 11);
  scr_buf why = {0};
  if (!scr_world_check(w, &why)) fail_msg("%s", why.s);
  scr_world_free(w);
}

/* In 2D what points out of the plane, or turns about an axis in it, is not kept. */
static void flat_bodies_stay_flat(void **state) {
  SCR_UNUSED(state);
  scr_world *w = scene_new(2);
  scr_diag d = {0};
  const scr_pose piece[] = {{{1, 2, 0}, 0.3}, {{1.5, 2.25, 0}, 0.2}};
  const uint32_t row = body_of(w, piece, 2, 1000);
  double spin[3], force[3], moment[3];
  scr_body_set_motion(w, row, (double[]){3, -4, 5}, (double[]){6, 7, -8});
  scr_body_spin(w, row, spin);
  assert_true(spin[0] == 0 && spin[1] == 0 && fabs(spin[2] + 8) < 1e-14);
  const double *v = of_body(w, SCR_BODY_VELOCITY, row);
  assert_true(v[0] == 3 && v[1] == -4 && v[2] == 0);
  scr_body_apply(w, row, (double[]){3, -4, 5}, (double[]){6, 7, -8});
  const double *f = of_body(w, SCR_BODY_FORCE_APPLIED, row),
               *m = of_body(w, SCR_BODY_MOMENT_APPLIED, row);
  assert_true(f[0] == 3 && f[1] == -4 && f[2] == 0 && m[0] == 0 && m[1] == 0 && m[2] == -8);
  scr_body_load(w, row, force, moment);
  scr_body_set_damp(w, row, 0.25);
  assert_true(scr_col(&w->body, SCR_BODY_DAMP)[row] == 0.25);
  const uint8_t *fix = (const uint8_t *)w->body.base[SCR_BODY_FIX] + row;
  scr_body_fix(w, row, 5, true), scr_body_fix(w, row, 34, true);
  assert_int_equal(*fix, 39);
  scr_body_fix(w, row, 6, false);
  assert_int_equal(*fix, 33);
  scr_body_spec s;
  assert_true(scr_body_of_spheres(&d, 2, piece, 2, 1000, &s));
  s.orientation[0] = 0.6, s.orientation[1] = 0, s.orientation[2] = 0.8, s.orientation[3] = 0;
  scene_refused(scr_body_create(w, &d, 0, &s, NULL), &d, "unit quaternion about z");
  s.orientation[1] = 0.8, s.orientation[2] = 0;
  scene_refused(scr_body_create(w, &d, 0, &s, NULL), &d, "unit quaternion about z");
  s.orientation[1] = 0, s.orientation[3] = 0.8, s.inertia[0] = -1;
  assert_true(scr_body_create(w, &d, 0, &s, NULL));
  s.inertia[2] = 0;
  scene_refused(scr_body_create(w, &d, 0, &s, NULL), &d, "no body has the moments of inertia");
  scr_world_free(w);
}

/* Pieces beyond a periodic side lie at the other one; the body's centre stays. */
static void pieces_lie_in_the_period(void **state) {
  static const uint8_t periodic[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};
  SCR_UNUSED(state);
  for (int c = 0; c < 3; c++)
    for (int sign = -1; sign <= 1; sign += 2) {
      scr_world *w = scene_new(3);
      scr_diag d = {0};
      scr_pose piece[] = {{{1, 2, 3}, 0.3}, {{1, 2, 3}, 0.3}};
      assert_true(scr_domain_set_condition(w, &d, periodic));
      piece[0].x[c] = sign * 9.75, piece[1].x[c] = sign * 10.125;
      const uint32_t row = body_of(w, piece, 2, 1000);
      assert_true(of_body(w, SCR_BODY_POSITION, row)[c] == sign * 9.9375);
      uint32_t n;
      const uint32_t *at = scr_body_pieces(w, row, &n);
      assert_true(w->pose[at[0]].x[c] == sign * 9.75 && w->pose[at[1]].x[c] == sign * -9.875);
      assert_true(w->pose[at[1]].x[(c + 1) % 3] == piece[1].x[(c + 1) % 3]);
      scr_world_free(w);
    }
}

/* ---- invariants ---- */

static void no_mass(scr_world *w) { scr_col(&w->body, SCR_BODY_MASS)[0] = 0; }
static void long_quaternion(scr_world *w) { of_body(w, SCR_BODY_ORIENTATION, 0)[0] += 0.1; }
static void fixed_beyond(scr_world *w) { ((uint8_t *)w->body.base[SCR_BODY_FIX])[0] = 64; }
static void elsewhere(scr_world *w) { w->pose[scene_row(w, 1)].x[0] += 1e-3; }
static void other_body(scr_world *w) { scr_colu(&w->ball, SCR_BALL_BODY)[scene_row(w, 1)] = 9; }
static void other_row(scr_world *w) { w->engine->rigid->piece[0] = scene_row(w, 3); }
static void no_column(scr_world *w) { scr_table_switch(&w->ball, SCR_BALL_BODY, false); }
static void mass_of_piece(scr_world *w) { w->twist[scene_row(w, 1)].m *= 2; }
static void faster(scr_world *w) { w->twist[scene_row(w, 1)].v[1] += 1e-6; }
static void turning(scr_world *w) { w->twist[scene_row(w, 2)].w[0] += 1e-6; }
static void listed(scr_world *w) {
  const uint32_t n = w->pair[SCR_BALL_BALL].n;
  assert_true(n > 0);
  w->pair[SCR_BALL_BALL].i[0] = scene_row(w, 1), w->pair[SCR_BALL_BALL].j[0] = scene_row(w, 2);
}

static void spoilt_bodies_are_noticed(void **state) {
  static const struct {
    void (*spoil)(scr_world *w);
    const char *text;
  } row[] = {{no_mass, "it has no mass"},
             {long_quaternion, "orientation is none"},
             {fixed_beyond, "beyond spin"},
             {elsewhere, "has it elsewhere"},
             {other_body, "no body 9"},
             {other_row, "is another row"},
             {no_column, "no column"},
             {mass_of_piece, "mass"},
             {listed, "of one body"},
             {faster, "moves it otherwise along y"},
             {turning, "turns it otherwise about x"}};
  SCR_UNUSED(state);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_world *w = scene_new(3);
    scr_buf why = {0};
    scene_law(w, 0, 0);
    dimer(w, 0.2, 1);
    const uint32_t ball = scene_ball(w, 0, 0.19, 0, 0.1, 1000); /* beside the lower one */
    scr_diag d = {0};
    assert_true(scr_ball_set(w, &d, ball, SCR_Q_BALL_POSITION, (double[]){0.15, 0, 1.1}));
    scene_clean(w);
    scr_body_pieces(w, 0, &(uint32_t){0});
    if (!scr_world_check(w, &why)) fail_msg("%s", why.s);
    w->checked = false;
    row[k].spoil(w);
    if (scr_world_check(w, &why)) fail_msg("%zu: nothing was noticed", k);
    if (!strstr(why.s, row[k].text)) fail_msg("%zu: %s", k, why.s);
    scr_buf_free(&why);
    scr_world_free(w);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dumbbell_has_its_inertia),
      cmocka_unit_test(axes_are_principal),
      cmocka_unit_test(free_flight_keeps_momentum),
      cmocka_unit_test(tumbling_is_second_order),
      cmocka_unit_test(top_precesses),
      cmocka_unit_test(disk_dimer_turns),
      cmocka_unit_test(dimer_bounces_as_the_formula_says),
      cmocka_unit_test(body_of_one_piece_is_a_ball),
      cmocka_unit_test(fixed_components_have_no_rush),
      cmocka_unit_test(balance_closes_at_second_order),
      cmocka_unit_test(same_bits_by_any_threads_and_looks),
      cmocka_unit_test(same_bits_in_any_instruction_set),
      cmocka_unit_test(heap_comes_to_rest),
      cmocka_unit_test(scaled_masses_suit_bodies),
      cmocka_unit_test(timestep_knows_arms),
      cmocka_unit_test(sides_meet_bodies),
      cmocka_unit_test(each_side_meets_bodies),
      cmocka_unit_test(lost_bodies_are_told),
      cmocka_unit_test(those_between_others_go),
      cmocka_unit_test(flat_bodies_stay_flat),
      cmocka_unit_test(pieces_lie_in_the_period),
      cmocka_unit_test(what_is_fixed_stays),
      cmocka_unit_test(pieces_are_no_balls),
      cmocka_unit_test(impossible_bodies_are_refused),
      cmocka_unit_test(bodies_are_narrower_than_periods),
      cmocka_unit_test(spoilt_bodies_are_noticed),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
