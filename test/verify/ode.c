/* The Runge-Kutta tables of verify/stacked-spheres, computed anew by SUNDIALS (ARKODE): classical fourth order, fixed steps.
 * `test_verify_ode write` writes them. */
#include "../base/test.h"

#include <arkode/arkode_arkstep.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include "base/base.h"

enum { ROWS = 125 };
static const double output_every = 8e-6, step = 1e-8; /* s */
static const char *const restitution[] = {"1", "0.9", "0.5"};

/* Spheres of 0.5 mm between walls 1.8 mm apart (MFIX DEM03): two springs E L in series and a dashpot 2 eta sqrt(m* K) at each
 * contact, which stay closed. */
typedef struct stack {
  double m[2], k, c[3]; /* c: lower wall, between, upper wall */
} stack;

static stack the_stack(double e) {
  const double r = 5e-4, volume = 4.0 / 3.0 * acos(-1) * r * r * r;
  stack s = {.m = {20000 * volume, 10000 * volume}, .k = 2e6 * 2 * r / 2};
  const double eta = -log(e) / sqrt(acos(-1) * acos(-1) + log(e) * log(e));
  const double reduced[3] = {s.m[0], s.m[0] * s.m[1] / (s.m[0] + s.m[1]), s.m[1]};
  for (int k = 0; k < 3; k++) s.c[k] = 2 * eta * sqrt(reduced[k] * s.k);
  return s;
}

/* y: positions and velocities of the lower and the upper sphere. */
static int slope(realtype t, N_Vector at, N_Vector rate, void *user) {
  SCR_UNUSED(t);
  const stack *s = user;
  const double *y = NV_DATA_S(at), r = 5e-4, height = 1.8e-3;
  double *d = NV_DATA_S(rate);
  const double floor_force = s->k * (r - y[0]) - s->c[0] * y[2];
  const double between = s->k * (2 * r - (y[1] - y[0])) - s->c[1] * (y[3] - y[2]);
  const double ceiling = s->k * (y[1] + r - height) + s->c[2] * y[3];
  d[0] = y[2], d[1] = y[3];
  d[2] = (floor_force - between) / s->m[0] - 9.81;
  d[3] = (between - ceiling) / s->m[1] - 9.81;
  return 0;
}

static void *solver(SUNContext context, N_Vector y, stack *s) {
  double c[] = {0, 0.5, 0.5, 1}, b[] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  double a[16] = {[4] = 0.5, [9] = 0.5, [14] = 1};
  void *ark = ARKStepCreate(slope, NULL, 0, y, context);
  ARKodeButcherTable table = ARKodeButcherTable_Create(4, 4, 0, c, a, b, NULL);
  assert_non_null(ark);
  assert_non_null(table);
  assert_int_equal(ARKStepSetTables(ark, 4, 0, NULL, table), 0);
  ARKodeButcherTable_Free(table);
  assert_int_equal(ARKStepSetFixedStep(ark, step), 0);
  assert_int_equal(ARKStepSetUserData(ark, s), 0);
  assert_int_equal(ARKStepSetMaxNumSteps(ark, 1000000), 0);
  return ark;
}

static void compute(double e, double out[2][ROWS]) {
  SUNContext context;
  assert_int_equal(SUNContext_Create(NULL, &context), 0);
  N_Vector y = N_VNew_Serial(4, context);
  double *v = NV_DATA_S(y);
  v[0] = 4.5e-4, v[1] = 1.35e-3, v[2] = v[3] = 0;
  stack s = the_stack(e);
  void *ark = solver(context, y, &s);
  for (int k = 0; k < ROWS; k++) {
    realtype t, end = (k + 1) * output_every;
    assert_int_equal(ARKStepSetStopTime(ark, end), 0);
    assert_true(ARKStepEvolve(ark, end, y, &t, ARK_NORMAL) >= 0);
    assert_true(fabs(t - end) < 1e-15);
    assert_true(v[0] < 5e-4 && v[1] > 1.3e-3 && v[1] - v[0] < 1e-3); /* all contacts closed */
    out[0][k] = v[0], out[1][k] = v[1];
  }
  ARKStepFree(&ark);
  N_VDestroy(y);
  SUNContext_Free(&context);
}

static FILE *open_table(const char *e, int sphere, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/../../verify/stacked-spheres/%s-%s.tab", VERIFY_DIR, e, sphere ? "upper" : "lower");
  FILE *f = fopen(path, mode);
  if (!f) fail_msg("cannot open %s", path);
  return f;
}

static void tables(void **state) {
  SCR_UNUSED(state);
  for (size_t i = 0; i < SCR_COUNTOF(restitution); i++) {
    double y[2][ROWS];
    compute(strtod(restitution[i], NULL), y);
    for (int sphere = 0; sphere < 2; sphere++) {
      FILE *f = open_table(restitution[i], sphere, "r");
      for (int k = 0; k < ROWS; k++) {
        double t, x;
        assert_int_equal(fscanf(f, "%lf %lf", &t, &x), 2);
        assert_true(fabs(t - (k + 1) * output_every) < 1e-15 && fabs(x - y[sphere][k]) < 1e-15);
      }
      fclose(f);
    }
  }
}

static void write_tables(void) {
  for (size_t i = 0; i < SCR_COUNTOF(restitution); i++) {
    double y[2][ROWS];
    compute(strtod(restitution[i], NULL), y);
    for (int sphere = 0; sphere < 2; sphere++) {
      FILE *f = open_table(restitution[i], sphere, "w");
      for (int k = 0; k < ROWS; k++) fprintf(f, "%.3e %.16e\n", (k + 1) * output_every, y[sphere][k]);
      fclose(f);
    }
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "write") == 0) {
    write_tables();
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(tables)};
  return cmocka_run_group_tests_name("ode", tests, NULL, NULL);
}
