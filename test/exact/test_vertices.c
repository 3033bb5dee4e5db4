/* Vertices that have velocities of their own: a facet that they turn is felt as a wall that turns,
 * and one that they shear as the velocity of the point that is touched. */
#include "exact.h"

#include "base/mem.h"
#include "world/state/rows.h"
#include "world/world.h"

static const char floor_of[] =
    "model new\nmodel domain extent -10 10\n"
    "contact cmat default model %s\n"
    "wall create id 1 vertices (-4,-4,0) (4,-4,0) (4,4,0) (-4,-4,0) (4,4,0) (-4,4,0)\n";
static const char line_of[] = "model new\nmodel domain extent -10 10\n"
                              "contact cmat default model %s\n"
                              "wall create id 1 vertices (-4,0) (0.2,0) (0.2,0) (4,0)\n";
static const char balls[] = "ball attribute density 1000\nmodel gravity 10\n"
                            "model mechanical timestep fix 2e-4\n";

static void velocity(run *r, uint32_t vertex, vec v) {
  assert_true(scr_vertex_drive(r->s->lib.world, &r->s->diag, vertex, v.c));
}

static vec at(const run *r, uint32_t vertex) {
  const double *x = scr_col(&r->s->lib.world->vertex, SCR_VERTEX_POSITION) + 3 * (size_t)vertex;
  return vec_of(x[0], x[1], x[2]);
}

static void start(run *r, int dim) {
  run_open(r, dim, NULL);
  run_text(r, dim == 3 ? floor_of : line_of,
           "rrlinear property kn 1e6 ks 1e5 fric 0.5 rr_fric 0.2 dp_nratio 0.2");
  run_text(r, "%s%s",
           dim == 3 ? "ball create id 1 radius 0.5 position (0.3,0.7,0.49)\n"
                      "ball create id 2 radius 0.5 position (-0.6,0.7,0.499)\n"
                      "ball create id 3 radius 0.5 position (4.2,0.2,0.39)\n"
                    : "ball create id 1 radius 0.5 position (0.3,0.49)\n"
                      "ball create id 2 radius 0.5 position (-2.6,0.499)\n"
                      "ball create id 3 radius 0.5 position (4.2,0.39)\n",
           balls);
}

/* What a wall does that moves as a whole, its vertices do by themselves: in each step each goes
 * along the chord of its arc. */
static void like_a_rigid_wall(int dim, vec v, vec spin, double bound) {
  enum { CYCLES = 600 };
  const vec center = vec_of(0.2, 0.1, 0);
  const double dt = 2e-4, w = vec_mag(spin);
  run a, b;
  start(&a, dim), start(&b, dim);
  run_text(&a, "wall attribute rotation-center (0.2,0.1%s) velocity (%.17g,%.17g%s",
           dim == 3 ? ",0" : "", v.c[0], v.c[1], dim == 3 ? "," : ")\n");
  if (dim == 3)
    run_text(&a, "wall attribute velocity-z %.17g spin (%.17g,%.17g,%.17g)\n", v.c[2], spin.c[0],
             spin.c[1], spin.c[2]);
  else
    run_text(&a, "wall attribute spin %.17g\n", spin.c[2]);
  for (int k = 0; k < CYCLES; k++) {
    const vec now = vec_add(center, vec_mul(k * dt, v));
    for (uint32_t q = 0; q < b.s->lib.world->vertex.n; q++) {
      const vec arm = vec_sub(at(&b, q), now);
      const vec arc = w > 0 ? vec_sub(vec_turn(arm, vec_unit(spin), sin(w * dt), cos(w * dt)), arm)
                            : vec_of(0, 0, 0);
      velocity(&b, q, vec_add(v, vec_mul(1 / dt, arc)));
    }
    run_text(&a, "model cycle 1\n"), run_text(&b, "model cycle 1\n");
  }
  for (uint32_t id = 1; id <= 3; id++) {
    const scr_world *x = a.s->lib.world, *y = b.s->lib.world;
    const uint32_t p = scr_ball_find(x, id), q = scr_ball_find(y, id);
    for (int c = 0; c < 3; c++) {
      assert_float_equal(x->pose[p].x[c], y->pose[q].x[c], bound);
      assert_float_equal(x->twist[p].v[c], y->twist[q].v[c], 10 * bound);
      assert_float_equal(x->twist[p].w[c], y->twist[q].w[c], 100 * bound);
    }
  }
  run_close(&a), run_close(&b);
}

/* The spin that the kernel is told differs by its third power, times dt squared. */
static void rigid_motions(void **state) {
  SCR_UNUSED(state);
  like_a_rigid_wall(3, vec_of(0.3, -0.2, 0.1), vec_of(0, 0, 0), 1e-13);
  like_a_rigid_wall(3, vec_of(0, 0, 0), vec_of(0, 3, 0), 1e-8);
  like_a_rigid_wall(3, vec_of(0.1, 0, 0), vec_of(0, 0, 3), 1e-8);
  like_a_rigid_wall(3, vec_of(0, 0.1, 0), vec_of(1, -0.5, 2), 1e-8);
  like_a_rigid_wall(2, vec_of(0.3, 0.1, 0), vec_of(0, 0, 0), 1e-13);
  like_a_rigid_wall(2, vec_of(0, 0, 0), vec_of(0, 0, 2), 1e-8);
}

/* A ball that is held lies on a facet that is sheared at the rate g: its point goes at g y, and the
 * facet turns about its normal by -g/2, so that the shear force turns by half of that:
 * F = ks g y (sin(W t), cos(W t) - 1)/W, W = g/4. Errors at steps of dt and dt/2. */
static double shear_error(double dt, int cycles) {
  const double g = 0.5, y = 0.7, ks = 1e5, turn = g / 4, t = dt * cycles;
  run r;
  run_open(&r, 3, NULL);
  run_text(&r, floor_of, "linear property kn 1e6 ks 1e5 fric 1e6");
  run_text(&r,
           "ball create id 1 radius 0.5 position (0.3,%.17g,0.45)\n"
           "ball attribute density 1000\nball fix velocity spin\n"
           "model mechanical timestep fix %.17g\n",
           y, dt);
  for (uint32_t q = 0; q < r.s->lib.world->vertex.n; q++)
    velocity(&r, q, vec_of(g * at(&r, q).c[1], 0, 0));
  run_text(&r, "model cycle %d\n", cycles);
  const double *f = r.s->lib.world->load[0].f;
  scr_world_sync(r.s->lib.world);
  const double ex = ks * g * y * sin(turn * t) / turn, ey = ks * g * y * (cos(turn * t) - 1) / turn;
  const double error = hypot(f[0] - ex, f[1] - ey) / hypot(ex, ey);
  run_close(&r);
  return error;
}

static void sheared(void **state) {
  SCR_UNUSED(state);
  const double coarse = shear_error(4e-2, 25), fine = shear_error(2e-2, 50);
  assert_true(coarse < 1e-5);
  assert_float_equal(log2(coarse / fine), 2, 0.05);
}

/* A facet that grows: of a ball that is held and touches it the point goes along with the growth.
 * In 2D the segment from 0 to 4 grows by e a second. */
static void stretched(void **state) {
  SCR_UNUSED(state);
  const double e = 0.1, x = 0.5, ks = 1e5, dt = 1e-2;
  run r;
  run_open(&r, 2, NULL);
  run_text(&r,
           "model new\nmodel domain extent -10 10\n"
           "contact cmat default model linear property kn 1e6 ks 1e5 fric 1e6\n"
           "wall create id 1 vertices (0,0) (4,0)\n"
           "ball create id 1 radius 0.5 position (%.17g,0.45)\n"
           "ball attribute density 1000\nball fix velocity spin\n"
           "model mechanical timestep fix %.17g\n",
           x, dt);
  for (int k = 0; k < 20; k++) { /* the middle of the step has the rate e */
    const double now = at(&r, 1).c[0];
    velocity(&r, 1, vec_of(e * now / (1 - 0.5 * e * dt), 0, 0));
    run_text(&r, "model cycle 1\n");
  }
  scr_world_sync(r.s->lib.world);
  /* the point of the middle of the step; its rate is right to (e dt)^2/4 */
  assert_float_equal(r.s->lib.world->load[0].f[0], 20 * ks * e * x * dt,
                     0.3 * e * e * dt * dt * 20 * ks * e * x * dt);
  run_close(&r);
}

/* Facets that all have the conveyor of a wall act as that wall, bit by bit; of a facet without one
 * the ball keeps nothing. */
static void conveyors(void **state) {
  SCR_UNUSED(state);
  static const char *const belt[] = {"wall attribute velocity-conveyor (0.25,0.5,0)\n",
                                     "wall attribute facet velocity-conveyor (0.25,0.5,0)\n",
                                     "wall attribute velocity-conveyor (0.25,0.5,0)\n"
                                     "wall attribute facet velocity-conveyor (0,0,0) range id 1\n"};
  double v[3][3], f[3][3];
  for (int k = 0; k < 3; k++) {
    run r;
    start(&r, 3);
    run_text(&r, "ball delete range id 3\n%smodel cycle 500\n", belt[k]);
    scr_world_sync(r.s->lib.world);
    const uint32_t row = scr_ball_find(r.s->lib.world, 1); /* above facet 2 */
    memcpy(v[k], r.s->lib.world->twist[row].v, sizeof v[k]);
    memcpy(f[k], r.s->lib.world->twist[scr_ball_find(r.s->lib.world, 1)].w, sizeof f[k]);
    run_close(&r);
  }
  assert_true(v[0][0] > 0.01 && v[0][1] > 0.02);
  for (int k = 1; k < 3; k++) {
    assert_memory_equal(v[0], v[k], sizeof v[0]);
    assert_memory_equal(f[0], f[k], sizeof f[0]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(rigid_motions), cmocka_unit_test(sheared),
                                     cmocka_unit_test(stretched), cmocka_unit_test(conveyors)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
