/* Sides of the domain: what a ball meets there, in every mixture, against the exact answer; the
 * work is booked. */
#include "exact.h"

#include <stdlib.h>
#include "../support/night.h"
#include "world/energies.h"
#include "world/world.h"

static const char *const word[] = {"stop", "reflect", "destroy", "periodic"};

typedef struct axis {
  double x, v;
  bool stopped, gone;
} axis;

/* One step of one axis in [-1, 1], as a person would write it down. */
static void step(axis *a, int condition, double dt) {
  a->x += a->v * dt;
  if (a->x >= -1 && a->x <= 1 && !(condition == 3 && a->x >= 1)) return;
  double side = a->x < 0 ? -1 : 1;
  if (condition == 0) a->x = side, a->stopped = true;
  if (condition == 1) a->x = side + (side - a->x), a->v = -a->v;
  if (condition == 2) a->gone = true;
  if (condition == 3) a->x -= 2 * side;
}

static void mixture(int dim, const int *condition, lcg *g) {
  run r;
  axis a[3] = {{0}};
  double dt = 1e-3, m = 4.0 / 3.0 * PI * 1e-6 * 1000, boundary = 0, spin = 3;
  for (int c = 0; c < dim; c++) a[c] = (axis){.x = lcg_in(g, -0.9, 0.9), .v = lcg_in(g, -9, 9)};
  if (dim == 2) m = PI * 1e-4 * 1000;
  double moi = (dim == 3 ? 0.4 : 0.5) * m * 1e-4, left = 0;
  run_open(&r, dim, NULL);
  run_text(&r, "model large-strain on\nmodel domain extent -1 1\nmodel domain condition %s %s %s\n",
           word[condition[0]], word[condition[1]], dim == 3 ? word[condition[2]] : "");
  run_text(&r, "contact cmat default model linear property kn 1e4\nball create id 1 radius "
               "0.01\nball attribute density 1000\n");
  for (int c = 0; c < dim; c++)
    run_text(&r, "ball attribute position-%c %.17g velocity-%c %.17g\n", "xyz"[c], a[c].x, "xyz"[c],
             a[c].v);
  run_text(&r,
           "ball attribute %s 3\nmodel mechanical timestep fix 1e-3\nmodel energy mechanical on\n",
           dim == 3 ? "spin-z" : "spin");
  for (int c = 0; c < dim; c++) left += 0.5 * m * a[c].v * a[c].v;
  double all = left + 0.5 * moi * spin * spin;
  bool gone = false;
  for (int n = 0; n < 700 && !gone; n++) {
    bool stopped = false;
    for (int c = 0; c < dim; c++) {
      step(&a[c], condition[c], dt);
      stopped |= a[c].stopped, gone |= a[c].gone;
      a[c].stopped = false;
    }
    for (int c = 0; c < dim && stopped; c++) a[c].v = 0;
    if (stopped || gone) boundary = -all;
    run_text(&r, "model cycle 1");
    assert_int_equal(r.s->lib.world->ball.n, gone ? 0 : 1);
    near("boundary work", run_energy(&r, "energy-boundary"), boundary, 1e-12 * all);
    near("kinetic energy", run_energy(&r, "energy-kinetic"), all + boundary, 1e-12 * all);
    if (gone) break;
    vec x = run_ball(&r, 1, SCR_BALL_POSITION), v = run_ball(&r, 1, SCR_BALL_VELOCITY);
    for (int c = 0; c < dim; c++) {
      assert_true(x.c[c] == a[c].x);
      assert_true(v.c[c] == a[c].v);
    }
  }
  run_close(&r);
}

static void mixtures(void **state) {
  SCR_UNUSED(state);
  lcg g = lcg_begin("sides", 7);
  for (int dim = 2; dim <= 3; dim++)
    for (int k = 0; k < (dim == 2 ? 16 : 64); k++) {
      const int condition[3] = {k % 4, k / 4 % 4, k / 16};
      subject("%dD, %s %s %s", dim, word[condition[0]], word[condition[1]],
              dim == 3 ? word[condition[2]] : "");
      mixture(dim, condition, &g);
    }
}

/* ---- the balance at sides ---- */

enum { STIFFNESS = 1000000, DENSITY = 1000 }; /* N/m, kg/m^3 */
static double mass_of(int dim) { return DENSITY * 0.25 * PI * (dim == 2 ? 1 : 2.0 / 3); }

static const double GRAVITY = 9.81;

/* What is open of the balance, J. */
static double open_part(run *r) {
  double sum = 0;
#define PART(id, name, kind, sign, ...) sum += (sign)*run_energy(r, name);
  SCR_ENERGY_ROWS(PART)
#undef PART
  return sum;
}

/* Two balls upon each other, at rest under their weight on the lower side. */
static void pile(run *r, int dim, const char *side, double damp, double dt) {
  const double up = -3 - mass_of(dim) * GRAVITY / STIFFNESS;
  run_open(r, dim, NULL);
  run_text(r, "model domain extent -4 4 condition %s\nmodel gravity %.17g\n", side, GRAVITY);
  run_text(r, "contact cmat default model linear property kn %d ks %d\n", STIFFNESS, STIFFNESS);
  run_text(r, "ball create id 1 radius 0.5 position-%c -4\n", "yz"[dim - 2]);
  run_text(r, "ball create id 2 radius 0.5 position-%c %.17g\n", "yz"[dim - 2], up);
  run_text(r, "ball attribute density %d damp %.17g\nmodel clean\n", DENSITY, damp);
  run_text(r, "model mechanical timestep fix %.17g\nmodel energy mechanical on\n", dt);
}

/* Nothing moves, so nothing is done: the lower ball has the velocity 2 g dt/2 of its last half-kick
 * alone, which the side leaves it from the first step on. In each step a ball may go half a
 * rounding of its place, 4e-16 m, without being moved. */
static void rest_does_no_work(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int damped = 0; damped < 2; damped++)
      for (double dt = 4e-3; dt > 9e-4; dt /= 2) {
        run r;
        const double m = mass_of(dim), tolerance = 2001 * 2.3e-16 * m * GRAVITY,
                     kinetic = 0.5 * m * pow(GRAVITY * dt, 2);
        subject("%dD, damping %d, dt %g", dim, damped, dt);
        pile(&r, dim, "stop", 0.7 * damped, dt);
        for (int k = 0; k < 3; k++) {
          run_text(&r, "model cycle %d\n", k == 0 ? 1 : 1000);
          near("body", run_energy(&r, "energy-body"), 0, tolerance);
          near("boundary", run_energy(&r, "energy-boundary"), kinetic, tolerance);
          near("damp", run_energy(&r, "energy-damp"), 0, tolerance);
          near("kinetic", run_energy(&r, "energy-kinetic"), kinetic, tolerance);
        }
        run_close(&r);
      }
}

/* Damped it goes on in bounces of g dt^2: Verlet's terms of both balls, F^2 dt^2/(8 m) with
 * F = 2 m g, with drag 1.7 of it, and as much again, are all that is open, however long. */
static void rest_on_a_mirror(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (double damp = 0.3; damp < 0.8; damp += 0.4)
      for (double dt = 4e-3; dt > 9e-4; dt /= 2) {
        run r;
        subject("%dD, damping %g, dt %g", dim, damp, dt);
        pile(&r, dim, "reflect", damp, dt);
        const double begun = open_part(&r);
        for (int k = 0; k < 10; k++) {
          run_text(&r, "model cycle 500\n");
          near("open", open_part(&r) - begun, 0, mass_of(dim) * pow(GRAVITY * dt, 2));
        }
        run_close(&r);
      }
}

/* A driven ball presses another one against the side, and is held: Verlet's term is open, and at
 * most what the force grows by in a step, k v dt, along its way, v dt. The gap is rounded in each
 * step, to 4e-16 of 3 m. */
static void pressed(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int cycles = 500; cycles <= 2000; cycles *= 2) {
      run r;
      const double dt = 1.0 / cycles;
      subject("%dD, dt %g", dim, dt);
      run_open(&r, dim, NULL);
      run_text(&r, "model domain extent -4 4 condition stop\nmodel energy mechanical on\n"
                   "contact cmat default model linear property kn 1e6 proximity 0.2\n"
                   "ball create id 1 radius 0.5 position-x 2.95\n"
                   "ball create id 2 radius 0.5 position-x 3.95\nball attribute density 1000\n"
                   "ball fix velocity spin range id 1\nball attribute velocity-x 0.1\n");
      run_text(&r, "model mechanical timestep fix %.17g\nmodel cycle %d\n", dt, cycles);
      run_text(&r, "ball attribute velocity-x 0 range id 1\nmodel cycle 1\n");
      const double boundary = run_energy(&r, "energy-boundary"), force = 5e4,
                   rounding = 2 * cycles * 2.3e-16 * (3 * force);
      run_text(&r, "model cycle 2000\n");
      near("boundary", run_energy(&r, "energy-boundary"), boundary, rounding);
      near("open", open_part(&r), force * force * dt * dt / (8 * mass_of(dim)),
           STIFFNESS * pow(0.1 * dt, 2));
      run_close(&r);
    }
}

/* Thrown into a corner, obliquely, of a domain that may strain: what is open at most of so many
 * looks, J. */
static double thrown(int dim, const char *side, const char *law, bool held, bool strains,
                     double dt) {
  static const double place[5][3] = {
      {2.4, 2.5, 2.6}, {3.38, 2.6, 2.5}, {2.5, 3.48, 2.6}, {3.4, 3.4, 2.9}, {2.0, 1.6, 2.2}};
  run r;
  double most = 0;
  run_open(&r, dim, NULL);
  run_text(&r, "model domain extent -4 4\nmodel domain condition %s\n", side);
  run_text(&r, "model energy mechanical on\ncontact cmat default model %s proximity 0.2\n", law);
  for (int k = 0; k < 5; k++) {
    run_text(&r, "ball create id %d radius 0.5\n", k + 1);
    for (int c = 0; c < dim; c++)
      run_text(&r, "ball attribute position-%c %.17g range id %d\n", "xyz"[c], place[k][c], k + 1);
  }
  run_text(&r, "ball attribute density 1000\nmodel clean\ncontact method bond gap 0.15\n");
  run_text(&r, "model gravity %s\nball attribute damp %g %s 1\n", dim == 2 ? "(1,-2)" : "(1,-2,1)",
           held ? 0.3 : 0.0, dim == 2 ? "spin" : "spin-z");
  run_text(&r, "ball attribute velocity %s\nball attribute velocity %s range id 3 5\n",
           dim == 2 ? "(3,2)" : "(3,2,1)", dim == 2 ? "(2,3)" : "(2,3,2)");
  if (held) run_text(&r, "ball fix velocity spin range id 5\n");
  if (strains)
    run_text(&r, "model domain strain-rate %s\n", dim == 2 ? "(-0.2,-0.3)" : "(-0.2,-0.3,-0.1)");
  run_text(&r, "model mechanical timestep fix %.17g\n", dt);
  for (int k = 0; k < (strains ? 5 : 10); k++) {
    run_text(&r, "model cycle %d\n", (int)(0.1 / dt + 0.5));
    most = fmax(most, fabs(open_part(&r)));
  }
  run_close(&r);
  return most;
}

/* Of second order: a quarter of the step leaves a sixteenth, and twice that for the phases of the
 * steps in which balls meet sides and each other. */
static void thrown_into_a_corner(void **state) {
  SCR_UNUSED(state);
  static const char *const side[][2] = {{"stop stop", "stop stop stop"},
                                        {"reflect reflect", "reflect reflect reflect"},
                                        {"reflect stop", "reflect stop reflect"}},
                           *const law[] = {"linear property kn 1e6 ks 1e6 fric 0.3",
                                           "linearpbond property kn 1e6 ks 1e6 fric 0.3 pb_kn 2e6 "
                                           "pb_ks 1e6 pb_ten 1e9 pb_coh 1e9"};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t s = 0; s < SCR_COUNTOF(side); s++)
      for (size_t k = 0; k < SCR_COUNTOF(law); k++)
        for (int held = 0; held < 2; held++)
          for (int strains = 0; strains < 2; strains++) {
            const bool turn = strains == (int)(s + k + (size_t)held) % 2; /* by day every other */
            double open[3];
            if (!turn && by_day(1, 1, 0)) continue;
            subject("%dD, %s, law %zu, held %d, strains %d", dim, side[s][dim - 2], k, held,
                    strains);
            for (int n = 0; n < 3; n++)
              open[n] = thrown(dim, side[s][dim - 2], law[k], held, strains, 4e-4 / (1 << n));
            near("open at a quarter of the step", open[2], 0, open[0] / 8);
          }
}

/* Energies switched on at rest count from there; a model that was saved goes on with the same bits.
 */
static void goes_on(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int mirror = 0; mirror < 2; mirror++) {
      double is[2][SCR_TOTALS + 8];
      size_t n = 0;
      subject("%dD, mirror %d", dim, mirror);
      for (int cut = 0; cut < 2; cut++) {
        run r;
        pile(&r, dim, mirror ? "reflect" : "stop", 0.3, 1e-3);
        run_text(&r, "model energy mechanical off\nmodel cycle 77\nmodel energy mechanical on\n"
                     "model cycle 50\n");
        if (cut) run_text(&r, "model save 'half'\nmodel new\nmodel restore 'half'\n");
        run_text(&r, "model cycle 50\n");
        n = 0;
#define PUT(id, name, ...) is[cut][n++] = run_energy(&r, name);
        SCR_ENERGY_ROWS(PUT)
#undef PUT
        if (!mirror) near("boundary", run_energy(&r, "energy-boundary"), 0, 1e-10);
        run_close(&r);
      }
      assert_memory_equal(is[0], is[1], n * sizeof(double));
    }
}

/* ---- messages ---- */

static void fails(int dim, const char *setup, const char *line, int col, const char *text) {
  run r;
  run_open(&r, dim, NULL);
  run_text(&r, "%s", setup);
  assert_false(scr_session_text(r.s, "test", line, SCR_MODERN));
  assert_string_equal(r.s->diag.error.text, text);
  assert_int_equal(r.s->diag.error.col, col);
  run_close(&r);
}

static void messages(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    fails(dim, "model domain extent -1 1\nball create\nball attribute radius 0.6",
          "model domain condition periodic", 1, "ball 1 is larger than half the period 2 along x");
    fails(dim,
          dim == 3 ? "model domain extent -2 2 -1 1\nmodel domain condition stop periodic stop"
                   : "model domain extent -2 2 -1 1\nmodel domain condition stop periodic",
          "ball create radius 0.6", 20,
          "the radius must be below a quarter of the domain's extent, 0.5 m along y");
    fails(dim, "model domain extent -5 5\nmodel domain condition periodic\nball create radius 0.6",
          dim == 3 ? "model domain extent -5 5 -1 1 -5 5" : "model domain extent -5 5 -1 1", 1,
          "ball 1 is larger than half the period 2 along y");
    fails(dim, "model domain extent -1 1\nball create radius 0.1 position-x 0.9",
          "model domain extent -0.5 0.5", 1, "ball 1 lies outside of the new domain");
    fails(dim, "model domain extent -1 1", "ball create radius 0.1 position-x 1.5", 35,
          "position x = 1.5 lies outside of the model domain [-1, 1]");
    fails(dim, "", "ball create radius 0.1", 1, "the domain must be set first");
  }
}

/* Refused changes leave the domain alone; a reflected ball may not cross the whole domain in a
 * step. */
static void nothing_changes(void **state) {
  SCR_UNUSED(state);
  run r;
  run_open(&r, 3, NULL);
  run_text(&r, "model domain extent -5 5\nmodel domain condition periodic\nball create radius 0.6");
  assert_false(scr_session_text(r.s, "test", "model domain extent -1 1", SCR_MODERN));
  assert_true(r.s->lib.world->domain.lo[0] == -5 && r.s->lib.world->domain.hi[2] == 5);
  run_close(&r);
  run_open(&r, 3, NULL);
  run_text(&r, "model domain extent -1 1\nmodel domain condition reflect\nball create radius "
               "0.1\nball attribute density 1 velocity-x "
               "4e6\nmodel mechanical timestep fix 1e-6");
  assert_false(scr_session_text(r.s, "test", "model cycle 1", SCR_MODERN));
  assert_string_equal(
      r.s->diag.error.text,
      "ball 1 moved by more than the extent of the domain in one step: the motion is unstable");
  run_close(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mixtures),
                                     cmocka_unit_test(rest_does_no_work),
                                     cmocka_unit_test(rest_on_a_mirror),
                                     cmocka_unit_test(pressed),
                                     cmocka_unit_test(thrown_into_a_corner),
                                     cmocka_unit_test(goes_on),
                                     cmocka_unit_test(messages),
                                     cmocka_unit_test(nothing_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
