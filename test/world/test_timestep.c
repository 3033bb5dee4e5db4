/* The timestep of pairs and of single balls by hand, and what limits it. A formula of a few
 * operations: 1e-14. */
#include "scene.h"

#include "base/mem.h"
#include "base/rng.h"
#include "base/smath.h"
#include "world/state/rows.h"
#include "world/timestep/timestep.h"

static const double radius = 0.5, density = 1000;

static void check(scr_world *w, double want, const char *what, uint32_t ball, int axis) {
  scr_diag d = {0};
  scr_dt_reason why;
  double dt;
  assert_true(scr_timestep_next(w, &d, &dt, &why));
  if (!(fabs(dt - want) <= 1e-14 * want)) fail_msg("%.17g, not %.17g", dt, want);
  assert_string_equal(why.what, what);
  assert_true(why.dt == dt);
  if (ball) assert_int_equal(why.ball, scene_row(w, ball));
  if (ball) assert_int_equal(why.axis, axis);
}

/* Two balls with an overlap of 0.25 along x: K_x = kn, K_y = ks, K_rot = ks arm^2 with the arm
 * 0.375. */
static scr_world *pair(int dim, double kn, double ks) {
  scr_world *w = scene_new(dim);
  scene_law(w, kn, ks);
  scene_ball(w, 3, 0, 0, radius, density);
  scene_ball(w, 7, 0.75, 0, radius, density);
  scene_clean(w);
  return w;
}

static double mass(int dim) {
  return density * (dim == 3 ? 4.0 / 3 * SCR_PI * 0.125 : SCR_PI * 0.25);
}
static double inertia(int dim) { return mass(dim) * 0.25 * (dim == 3 ? 0.4 : 0.5); }

static void stiffness_of_a_pair(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_diag d = {0};
    scr_dt_reason why;
    double dt;
    scr_world *w = pair(dim, 4e6, 1e4);
    check(w, 0.8 * sqrt(mass(dim) / 4e6), "stiffness", 3, 0); /* the lower id of equals */
    assert_true(scr_timestep_next(w, &d, &dt, &why));
    assert_true(why.contact_known);
    assert_int_equal(scr_contact_id(w, why.contact), 1);
    scr_world_free(w);

    w = pair(dim, 4e6, 4e6); /* the spin is stiffer: about y in 3D, about z in 2D */
    check(w, 0.8 * sqrt(inertia(dim) / (4e6 * 0.375 * 0.375)), "stiffness", 3, dim == 3 ? 4 : 5);
    w->timestep.safety = 0.5;
    check(w, 0.5 * sqrt(inertia(dim) / (4e6 * 0.375 * 0.375)), "stiffness", 3, dim == 3 ? 4 : 5);
    scr_world_free(w);
  }
}

/* The middle one of three has twice the stiffness; a lighter one beside another the smaller ratio.
 */
static void weakest_ball(void **state) {
  (void)state;
  scr_world *w = pair(3, 4e6, 0);
  scene_ball(w, 9, -0.75, 0, radius, density);
  scene_clean(w);
  check(w, 0.8 * sqrt(mass(3) / 8e6), "stiffness", 3, 0);
  scr_world_free(w);
  w = pair(3, 4e6, 0);
  scr_diag d = {0};
  assert_true(scr_ball_set(w, &d, scene_row(w, 7), scr_quantity_find(scr_ball_quantity, "density"),
                           (double[]){density / 4}));
  check(w, 0.8 * sqrt(mass(3) / 4 / 4e6), "stiffness", 7, 0);
  scr_world_free(w);
}

/* At a right angle one contact adds its shear stiffness to the normal one of the other. */
static void corner_ball(void **state) {
  (void)state;
  scr_world *w = pair(3, 4e6, 1e6);
  scene_ball(w, 9, 0, 0.75, radius, density);
  scene_clean(w);
  check(w, 0.8 * sqrt(mass(3) / 5e6), "stiffness", 3, 0);
  scr_world_free(w);
}

/* A ball that nothing touches counts as one contact with its twin. */
static void lone_ball(void **state) {
  (void)state;
  scr_world *w = scene_new(3);
  scene_law(w, 1e6, 0);
  scene_ball(w, 1, 0, 0, radius, density);
  check(w, 0.8 * sqrt(mass(3) / 1e6), "stiffness", 1, 0);
  scr_ball_set_surface(w, scene_row(w, 1), "kn", 8e6); /* two in series: 4e6 */
  check(w, 0.8 * sqrt(mass(3) / 4e6), "stiffness", 1, 0);
  scr_world_free(w);
}

static void other_limits(void **state) {
  (void)state;
  const double stable = 0.8 * sqrt(mass(3) / 4e6);
  scr_world *w = pair(3, 4e6, 0);
  w->twist[scene_row(w, 7)].v[1] = 1000;
  check(w, 0.1 * radius / 1000, "kinematic", 0, 0);
  w->twist[scene_row(w, 7)].v[1] = 0;
  w->timestep.maximum = stable / 2;
  check(w, stable / 2, "maximum", 0, 0);
  w->timestep.current = stable / 8;
  w->timestep.increment = 2;
  check(w, stable / 4, "increment", 0, 0);
  w->timestep.mode = SCR_DT_FIX;
  w->timestep.given = 3;
  check(w, 3, "fix", 0, 0);
  w->timestep.mode = SCR_DT_SCALE;
  check(w, 3, "scale", 0, 0);
  w->timestep.given = 0;
  check(w, 1, "scale", 0, 0);
  scr_world_free(w);
}

/* ---- walls in motion ---- */

static void drive(scr_world *w, const char *quantity, double x, double y, double z) {
  scr_diag d = {0};
  assert_true(
      scr_wall_set(w, &d, 0, scr_quantity_find(scr_wall_quantity, quantity), (double[]){x, y, z}));
}

/* A floor below a ball at the origin, at this distance from its surface; no stiffness. */
static scr_world *floor_below(int dim, double distance) {
  scr_world *w = scene_new(dim);
  scene_law(w, 0, 0);
  scene_floor(w, 4, -radius - distance);
  scene_ball(w, 1, 0, 0, radius, density);
  return w;
}

/* The way to where a contact may begin, or a tenth of the radius; a wall at rest asks for nothing.
 */
static void wall_comes(void **state) {
  (void)state;
  static const double distance[] = {3, 0.5, 0.1, 0.07, 0.01, -0.2};
  for (size_t q = 0; q < 2 * SCR_COUNTOF(distance); q++) {
    const int dim = 2 + (int)(q % 2);
    const double far = distance[q / 2], near = 0.05 * radius, way = fmax(0.1 * radius, far - near),
                 v = dim == 3 ? 0 : 20;
    scr_diag d = {0};
    scr_dt_reason why;
    double dt;
    scr_world *w = floor_below(dim, far);
    assert_false(scr_timestep_next(w, &d, &dt, NULL)); /* nothing moves */
    scr_diag_clear(&d);
    drive(w, "velocity", 0, v, 20 - v);
    check(w, way / 20, "kinematic", 0, 0);
    assert_true(scr_timestep_next(w, &d, &dt, &why));
    assert_true(why.wall == 0 && why.fastest == scene_row(w, 1));
    double *own = w->twist[scene_row(w, 1)].v;
    own[dim - 1] = -5; /* they approach each other: the ball alone is slower */
    check(w, fmin(way / 25, 0.1 * radius / 5), "kinematic", 0, 0);
    own[dim - 1] = 20; /* it rides: its own limit is all there is */
    check(w, 0.1 * radius / 20, "kinematic", 0, 0);
    assert_true(scr_timestep_next(w, &d, &dt, &why));
    assert_true(why.wall == SCR_NONE);
    drive(w, "velocity", 0, 0, 0);
    drive(w, "velocity-conveyor", 1e6, 0, 0); /* moves no facet */
    check(w, 0.1 * radius / 20, "kinematic", 0, 0);
    scr_world_free(w);
  }
}

/* A law that reaches further than the proximity is met earlier. */
static void wall_comes_within_reach(void **state) {
  (void)state;
  scr_world *w = floor_below(3, 2);
  scr_cmat_entry law = scene_linear(0, 0);
  law.param[scene_slot("linear", "rgap")] = 0.5;
  scr_cmat_set_default(w, SCR_BALL_FACET, &law);
  drive(w, "velocity", 0, 0, 10);
  check(w, (2 - 0.5) / 10, "kinematic", 0, 0);
  scr_world_free(w);
}

/* On a table that turns, what counts is the speed below the ball, not that of the rim; a ball that
 * turns with it rides. */
static void table_turns(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scene_law(w, 0, 0);
    scene_floor(w, 9, -radius);
    const uint32_t row = scene_ball(w, 1, 3, 0, radius, density);
    const double *c = scr_col(&w->wall, SCR_WALL_CENTER), W = 7;
    if (dim == 2)
      assert_true(
          scr_wall_set(w, &(scr_diag){0}, 0, scr_quantity_find(scr_wall_quantity, "spin"), &W));
    else
      drive(w, "spin", 0, 0, W);
    double x = 3 - c[0], y = 0 - c[1], *v = w->twist[row].v;
    check(w, 0.1 * radius / (W * sqrt(x * x + y * y)), "kinematic", 0, 0);
    v[0] = -W * y, v[1] = W * x;
    check(w, 0.1 * radius / (W * sqrt(x * x + y * y)), "kinematic", 0, 0); /* its own */
    w->pose[row].x[dim - 1] = 8; /* far above: a step may be as long as takes it there */
    v[0] = v[1] = 0, y = w->pose[row].x[1] - c[1];
    scr_changed(w, SCR_LISTS);
    check(w, (8 - 0.05 * radius) / (W * sqrt(x * x + y * y)), "kinematic", 0, 0);
    scr_world_free(w);
  }
}

/* It may come through a periodic side. */
static void wall_comes_through_a_side(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++) {
    scr_world *w = scene_new(dim);
    scr_diag d = {0};
    const uint8_t all[3] = {SCR_B_PERIODIC, SCR_B_PERIODIC, SCR_B_PERIODIC};
    assert_true(scr_domain_set_condition(w, &d, all));
    scene_law(w, 0, 0);
    scene_floor(w, 10, -9);
    const uint32_t row = scene_ball(w, 1, 0, 0, radius, density);
    w->pose[row].x[dim - 1] = 8; /* 3 m below the image of the floor */
    scr_changed(w, SCR_LISTS);
    drive(w, "velocity", 0, dim == 2 ? -30 : 0, dim == 3 ? -30 : 0);
    check(w, (3 - radius - 0.05 * radius) / 30, "kinematic", 0, 0);
    scr_world_free(w);
  }
}

/* A cloud beside two walls that move and turn, by one to three threads, with the quick look of the
 * cycle and without: the same.
 */
static void clouds_beside_walls(void **state) {
  (void)state;
  static double way[4][60];
  int beside = 0;
  for (int q = 0; q < 8; q++) {
    const int dim = 2 + q % 2, threads = 1 + q / 2;
    scr_world *w = scene_new(dim);
    scr_rng rng;
    scr_rng_seed(&rng, 5);
    scr_world_set_threads(w, q / 2 < 3 ? threads : 1);
    w->worker_pairs = 1;
    scene_law(w, 1e5, 0);
    scene_floor(w, 4, -3);
    for (uint32_t k = 1; k <= 200; k++) {
      const double x = 12 * scr_rng_uniform(&rng) - 6, y = 8 * scr_rng_uniform(&rng) - 2;
      const uint32_t row = scene_ball(w, k, x, y, 0.1 + 0.1 * scr_rng_uniform(&rng), density);
      w->twist[row].v[0] = scr_rng_uniform(&rng) - 0.5;
    }
    drive(w, "velocity", 0.5, dim == 2 ? 30 : 0, dim == 3 ? 30 : 0);
    if (dim == 3) drive(w, "spin", 0, 0, 0.5);
    scr_limits l = scr_limits_none();
    l.cycles = 1;
    for (int k = 0; k < 60; k++) {
      scr_diag d = {0};
      scr_dt_reason why;
      double next;
      if (q / 2 == 3)
        assert_true(scr_timestep_next(w, &d, &next, &why)); /* exactly, whether or not it matters */
      assert_true(scr_world_solve(w, &d, &l));
      if (q / 2 == 3) assert_true(w->timestep.current == next);
      if (q / 2 == 3) beside += why.wall != SCR_NONE && why.dt == why.kinematic_limit;
      if (q / 2 == 0) way[q % 2][k] = w->timestep.current;
      assert_true(way[q % 2][k] == w->timestep.current);
      scr_diag_clear(&d);
    }
    scr_world_free(w);
  }
  assert_true(beside > 10); /* steps that a wall limits */
}

static void nothing_to_go_by(void **state) {
  (void)state;
  double dt;
  scr_diag d = {0};
  scr_world *w = scene_new(3);
  uint32_t row = scene_ball(w, 1, 0, 0, radius, density);
  scene_refused(scr_timestep_next(w, &d, &dt, NULL), &d, "nothing to go by");
  scr_dt_reason why; /* who lists it gets an answer */
  assert_true(scr_timestep_limits(w, &d, &why));
  assert_true(why.dt == HUGE_VAL && why.ball == SCR_NONE && strcmp(why.what, "none") == 0);
  w->twist[row].v[0] = 2;
  check(w, 0.1 * radius / 2, "kinematic", 0, 0);
  scr_world_free(w);
}

/* Mode scale: the pair moves as if each had the mass K (dt/safety)^2, whatever the real one is. */
static void scaled_masses(void **state) {
  (void)state;
  scr_world *w = pair(3, 4e6, 0);
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  w->timestep.mode = SCR_DT_SCALE;
  w->timestep.given = 1;
  l.cycles = 1;
  assert_true(scr_world_solve(w, &d, &l));
  scr_world_sync(w);
  /* F/m = 0.25/(1/0.8)^2 = 0.16: half a step of it, both move by 0.08, and half a step of
   * 0.09/(1/0.8)^2 */
  double v = w->twist[scene_row(w, 7)].v[0];
  if (!(fabs(v - 0.1088) < 1e-15)) fail_msg("%.17g", v);
  scr_world_free(w);
}

/* ---- many balls: the sums of the passes against sums in long double, and the same bits however
 * they are made ---- */

enum { MANY = 3000 };

/* A dense cloud of balls of many sizes, one of them a hundred times lighter if its id is given, on
 * a floor; many overlap. */
static scr_world *cloud(int dim, int threads, uint64_t seed, uint32_t light) {
  scr_world *w = scene_new(dim);
  scr_diag d = {0};
  scr_rng rng;
  scr_rng_seed(&rng, seed);
  scene_law(w, 3e6, 2e6);
  for (uint32_t k = 1; k <= MANY; k++) {
    const double span = dim == 3 ? 4 : 9, r = 0.1 + 0.3 * scr_rng_uniform(&rng),
                 heavy = k == light ? 10 : 1000;
    uint32_t row;
    double x[3] = {0, 0, 0};
    for (int c = 0; c < dim; c++) x[c] = span * (2 * scr_rng_uniform(&rng) - 1);
    assert_true(scr_ball_create(w, &d, k, x, r, &row));
    assert_true(scr_ball_set(w, &d, row, scr_quantity_find(scr_ball_quantity, "density"), &heavy));
  }
  static const double corner[] = {-9, -9, 0, 9, -9, 0, 0, 9, 0}, end[] = {-9, 0, 0, 9, 0, 0};
  uint32_t row;
  assert_true(scr_wall_create(w, &d, 0, NULL, (uint32_t)dim, dim == 3 ? corner : end, 1,
                              (uint32_t[]){0, 1, 2}, &row));
  scr_world_set_threads(w, threads);
  scene_clean(w);
  return w;
}

static void add_reference(const scr_world *w, scr_contact c, long double sum[][6]) {
  const scr_pairs *p = &w->pair[c.type];
  scr_contact_geometry g;
  scr_contact_geometry_of(w, c, &g);
  for (int end = 0; end < (c.type == SCR_BALL_BALL ? 2 : 1); end++)
    for (int a = 0; a < 3; a++) {
      const long double n2 = (long double)g.n[a] * g.n[a], s = 1 - n2, arm = g.arm[end];
      long double *k = sum[end ? p->j[c.k] : p->i[c.k]];
      if (a < w->dim) k[a] += 3e6L * n2 + 2e6L * s;
      if (w->dim == 3) k[3 + a] += 2e6L * arm * arm * s;
      if (w->dim == 2 && a == 2) k[5] += 2e6L * arm * arm;
    }
}

static long double reference(const scr_world *w, uint32_t *id) {
  static long double sum[MANY][6];
  scr_contact *list;
  const size_t n = scr_contact_list((scr_world *)w, -1, false, &list);
  long double best = HUGE_VAL;
  memset(sum, 0, sizeof sum);
  for (size_t k = 0; k < n; k++) add_reference(w, list[k], sum);
  scr_free(list);
  for (uint32_t row = 0; row < MANY; row++)
    for (int a = 0; a < 6; a++) {
      const long double ratio =
          sum[row][a] > 0 ? (a < 3 ? w->twist[row].m : w->twist[row].moi) / sum[row][a] : best;
      if (ratio < best)
        best = ratio, *id = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
    }
  assert_true(n > MANY);
  return w->timestep.safety * sqrtl(best);
}

/* The sums of each ball, in order of id. */
static void sums_by_id(const scr_world *w, double out[MANY][SCR_STIFF]) {
  for (uint32_t row = 0; row < MANY; row++) {
    const uint32_t id = *(const uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, row);
    memcpy(out[id - 1], w->engine->stepper->stiff + (size_t)SCR_STIFF * row, sizeof out[0]);
  }
}

static void sums_of_many(void **state) {
  (void)state;
  static const char *const isa[] = {"base", "avx2", "avx512"};
  for (int dim = 2; dim <= 3; dim++) {
    static double first[MANY][SCR_STIFF], again[MANY][SCR_STIFF];
    bool known = false;
    for (size_t i = 0; i < SCR_COUNTOF(isa); i++)
      for (int threads = 1; scr_isa_select(isa[i]) && threads <= 3; threads++) {
        scr_world *w = cloud(dim, threads, 7, 77);
        scr_diag d = {0};
        scr_dt_reason why;
        double dt;
        uint32_t id = 0;
        assert_true(scr_timestep_next(w, &d, &dt, &why));
        const long double want = reference(w, &id);
        if (!(fabsl(dt - want) <= 4e-16L * want))
          fail_msg("%s: %.17g, not %.17Lg", isa[i], dt, want);
        assert_int_equal(*(uint32_t *)scr_table_at(&w->ball, SCR_BALL_ID, why.ball), id);
        sums_by_id(w, known ? again : first);
        if (known) assert_memory_equal(first, again, sizeof first);
        known = true;
        scr_world_free(w);
      }
  }
}

/* ---- cycles: rough sums beside the forces lead to the timesteps that exact sums of all balls give
 * ---- */

enum { STEPS = 12 };
typedef struct steps {
  const scr_world *w;
  double dt[STEPS];
  int n;
} steps;

static bool note_step(void *user) {
  steps *s = user;
  if (s->n < STEPS) s->dt[s->n++] = s->w->timestep.current;
  return true;
}

/* Equal balls on a lattice, all with the same limit; or, if the id of a light one is given, no two
 * with the same: where one of its contacts were forgotten, another ball would take its place. */
enum { SIDE = 50 };
static scr_world *lattice(int dim, int threads, uint32_t light) {
  scr_world *w = scene_new(dim);
  scene_law(w, 3e6, 2e6);
  for (uint32_t k = 0; k < SIDE * SIDE; k++)
    scene_ball(w, k + 1, 0.38 * (k % SIDE) - 9.4, 0.38 * (k / SIDE) - 9.4, 0.2,
               light == 0       ? 1000
               : k + 1 == light ? 990
                                : 1000 + 0.01 * k);
  scr_world_set_threads(w, threads);
  scene_clean(w);
  return w;
}

static void steps_of(scr_world *w, bool watched, steps *s) {
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  *s = (steps){.w = w};
  w->bounds_balls = UINT32_MAX;
  w->timestep.safety = 0.02; /* so that stiffness is the limit throughout */
  w->hooks.user = s, w->hooks.cycle_end = note_step, w->history_every = 1;
  if (watched) scr_callback_add(w, &(scr_callback){.point = 5, .event = -1, .interval = 1});
  l.cycles = STEPS;
  assert_true(scr_world_solve(w, &d, &l));
  assert_int_equal(s->n, STEPS);
  assert_true(w->engine->stepper->rough_cycle ==
              (watched ? UINT64_MAX : w->cycle)); /* the way that was meant */
}

/* A cloud with two light balls that touch each other alone: both have the shortest timestep. */
static scr_world *twins(int dim, int threads) {
  scr_world *w = cloud(dim, threads, 7, 0);
  scene_ball(w, MANY + 1, 9.2, 9.2, 0.25, 10);
  scene_ball(w, MANY + 2, 9.6, 9.2, 0.25, 10);
  scene_clean(w);
  return w;
}

static scr_world *some_scene(int dim, int threads, int which) {
  if (which == 0) return lattice(dim, threads, 0);
  if (which == 1) return twins(dim, threads);
  if (which <= 6) return cloud(dim, threads, (uint64_t)which, 0);
  const uint32_t at = 12 + (uint32_t)which -
                      7; /* on the diagonal, across a third of all balls: where a thread ends */
  return lattice(dim, threads, at * SIDE + at);
}

static void rough_sums(void **state) {
  (void)state;
  for (int dim = 2; dim <= 3; dim++)
    for (int which = 0; which < 17; which++) {
      scr_world *b = some_scene(dim, 1, which);
      steps exact;
      steps_of(b, true, &exact);
      for (int threads = 1; threads <= 3; threads++) {
        scr_world *a = some_scene(dim, threads, which);
        steps rough;
        steps_of(a, false, &rough);
        assert_memory_equal(rough.dt, exact.dt, sizeof rough.dt);
        for (uint32_t k = 1; k <= a->ball.n; k++)
          assert_memory_equal(&a->pose[scene_row(a, k)], &b->pose[scene_row(b, k)],
                              sizeof *a->pose);
        scr_world_free(a);
      }
      scr_world_free(b);
    }
}

/* Nothing touches, so that scaled masses are the real ones and all balls fall alike, wherever the
 * sweep puts their rows. */
static void scaled_masses_follow(void **state) {
  (void)state;
  enum { BALLS = 300 };
  scr_world *w = scene_new(2);
  scr_limits l = scr_limits_none();
  scr_diag d = {0};
  scr_rng rng;
  scr_rng_seed(&rng, 3);
  for (uint32_t id = 1; id <= BALLS; id++)
    scene_ball(w, id, -9 + (id * 7 % 20) * 0.9, -9 + (id * 7 / 20 % 20) * 0.9,
               0.1 + 0.3 * scr_rng_uniform(&rng), 1000);
  assert_true(scr_domain_set_condition(w, &d, (uint8_t[]){SCR_B_PERIODIC, SCR_B_STOP, SCR_B_STOP}));
  for (uint32_t k = 0; k < BALLS; k++)
    w->twist[k].v[0] = 4000 * scr_rng_uniform(&rng) - 2000; /* 2 m in a step */
  w->gravity[1] = -10;
  w->timestep.mode = SCR_DT_SCALE, w->timestep.given = 1e-3;
  l.cycles = 3;
  const uint32_t row = scene_row(w, 1);
  assert_true(scr_world_solve(w, &d, &l));
  scr_world_sync(w);
  assert_true(scene_row(w, 1) != row);
  for (uint32_t k = 0; k < BALLS; k++)
    if (!(fabs(w->twist[k].v[1] + 0.03) < 1e-15))
      fail_msg("row %u falls at %.17g", k, w->twist[k].v[1]);
  scr_world_free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(stiffness_of_a_pair), cmocka_unit_test(weakest_ball),
      cmocka_unit_test(corner_ball),         cmocka_unit_test(lone_ball),
      cmocka_unit_test(other_limits),        cmocka_unit_test(nothing_to_go_by),
      cmocka_unit_test(scaled_masses),       cmocka_unit_test(scaled_masses_follow),
      cmocka_unit_test(sums_of_many),        cmocka_unit_test(rough_sums),
      cmocka_unit_test(wall_comes),          cmocka_unit_test(wall_comes_within_reach),
      cmocka_unit_test(table_turns),         cmocka_unit_test(wall_comes_through_a_side),
      cmocka_unit_test(clouds_beside_walls)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
