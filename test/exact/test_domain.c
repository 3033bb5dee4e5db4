/* Sides of the domain: what a ball meets there, in every mixture, against the exact answer; the
 * work is booked. */
#include "exact.h"

#include <stdlib.h>
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
  const struct CMUnitTest tests[] = {cmocka_unit_test(mixtures), cmocka_unit_test(goes_on),
                                     cmocka_unit_test(messages), cmocka_unit_test(nothing_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
