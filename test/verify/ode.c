/* The tables of verify/stacked-spheres, computed anew: Runge-Kutta's classical method of fourth
 * order, fixed steps, sums compensated. `test_verify_ode write` writes them. */
#include "../base/test.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/base.h"

enum { ROWS = 125 };
static const double output_every = 8e-6, step = 1e-8; /* s */
static const char *const restitution[] = {"1", "0.9", "0.5"};

/* Spheres of 0.5 mm between walls 1.8 mm apart (MFIX DEM03): two springs E L in series and a
 * dashpot 2 eta sqrt(m* K) at each contact, which stay closed. */
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

/* y: positions and velocities of the lower and the upper sphere; d: their rates. */
static void slope(const stack *s, const double y[4], double d[4]) {
  const double r = 5e-4, height = 1.8e-3;
  const double floor_force = s->k * (r - y[0]) - s->c[0] * y[2];
  const double between = s->k * (2 * r - (y[1] - y[0])) - s->c[1] * (y[3] - y[2]);
  const double ceiling = s->k * (y[1] + r - height) + s->c[2] * y[3];
  d[0] = y[2], d[1] = y[3];
  d[2] = (floor_force - between) / s->m[0] - 9.81;
  d[3] = (between - ceiling) / s->m[1] - 9.81;
}

/* One step of the classical method; lost: what rounding took from y so far, which the next step
 * adds. */
static void advance(const stack *s, double h, double y[4], double lost[4]) {
  static const double at[4] = {0, 0.5, 0.5, 1}, weight[4] = {1 / 6.0, 1 / 3.0, 1 / 3.0, 1 / 6.0};
  double rate[4] = {0}, sum[4] = {0};
  for (int stage = 0; stage < 4; stage++) {
    double there[4];
    for (int i = 0; i < 4; i++) there[i] = y[i] + at[stage] * h * rate[i];
    slope(s, there, rate);
    for (int i = 0; i < 4; i++) sum[i] += weight[stage] * rate[i];
  }
  for (int i = 0; i < 4; i++) {
    const double move = h * sum[i] + lost[i], next = y[i] + move;
    lost[i] = move - (next - y[i]);
    y[i] = next;
  }
}

/* With steps of h: 1e-8 s for the tables. */
static void compute(double e, double h, double out[2][ROWS]) {
  const stack s = the_stack(e);
  const int steps = (int)(output_every / h + 0.5);
  double y[4] = {4.5e-4, 1.35e-3, 0, 0}, lost[4] = {0};
  for (int k = 0; k < ROWS; k++) {
    for (int i = 0; i < steps; i++) advance(&s, h, y, lost);
    assert_true(y[0] < 5e-4 && y[1] > 1.3e-3 && y[1] - y[0] < 1e-3); /* all contacts closed */
    out[0][k] = y[0], out[1][k] = y[1];
  }
}

static FILE *open_table(const char *e, int sphere, const char *mode) {
  char path[4096];
  snprintf(path, sizeof path, "%s/../../verify/stacked-spheres/%s-%s.tab", VERIFY_DIR, e,
           sphere ? "upper" : "lower");
  FILE *f = fopen(path, mode);
  if (!f) fail_msg("cannot open %s", path);
  return f;
}

static void tables(void **state) {
  SCR_UNUSED(state);
  for (size_t i = 0; i < SCR_COUNTOF(restitution); i++) {
    double y[2][ROWS];
    compute(strtod(restitution[i], NULL), step, y);
    for (int sphere = 0; sphere < 2; sphere++) {
      FILE *f = open_table(restitution[i], sphere, "r");
      for (int k = 0; k < ROWS; k++) {
        double t, x;
        assert_int_equal(fscanf(f, "%lf %lf", &t, &x), 2);
        assert_true(fabs(t - (k + 1) * output_every) < 1e-15 && fabs(x - y[sphere][k]) < 1e-18);
      }
      fclose(f);
    }
  }
}

/* Half of the step takes a sixteenth of the error, which is far below the tables' rounding with the
 * step of the tables. */
static void order(void **state) {
  SCR_UNUSED(state);
  double coarse[2][ROWS], middle[2][ROWS], fine[2][ROWS];
  compute(0.5, 4e-7, coarse);
  compute(0.5, 2e-7, middle);
  compute(0.5, step, fine);
  double first = 0, second = 0;
  for (int sphere = 0; sphere < 2; sphere++) {
    for (int k = 0; k < ROWS; k++) {
      first = fmax(first, fabs(coarse[sphere][k] - fine[sphere][k]));
      second = fmax(second, fabs(middle[sphere][k] - fine[sphere][k]));
    }
  }
  assert_true(fabs(log2(first / second) - 4) < 0.1);
  assert_true(second * pow(step / 2e-7, 4) < 1e-18);
}

static void write_tables(void) {
  for (size_t i = 0; i < SCR_COUNTOF(restitution); i++) {
    double y[2][ROWS];
    compute(strtod(restitution[i], NULL), step, y);
    for (int sphere = 0; sphere < 2; sphere++) {
      FILE *f = open_table(restitution[i], sphere, "w");
      for (int k = 0; k < ROWS; k++)
        fprintf(f, "%.3e %.16e\n", (k + 1) * output_every, y[sphere][k]);
      fclose(f);
    }
  }
}

int main(int argc, char **argv) {
  if (argc == 2 && strcmp(argv[1], "write") == 0) {
    write_tables();
    return 0;
  }
  const struct CMUnitTest tests[] = {cmocka_unit_test(tables), cmocka_unit_test(order)};
  return cmocka_run_group_tests_name("ode", tests, NULL, NULL);
}
