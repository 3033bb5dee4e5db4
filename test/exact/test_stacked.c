/* Two stacked, compressed spheres (and disks of the same masses): the exact motion without
 * dashpots, Runge-Kutta with them, the published numbers, and the order of convergence. */
#include "exact.h"

static const double density[2] = {20000, 10000},
                    flat_density[2] = {20000 * 4.0 / 3.0 * 5e-4, 10000 * 4.0 / 3.0 * 5e-4};

static stack the_stack(int dim, double restitution) {
  stack s = {.r = {5e-4, 5e-4}, .height = 1.8e-3, .g = 9.81, .y0 = {4.5e-4, 1.35e-3}};
  stack_set(&s, dim, dim == 3 ? density : flat_density, 2e6, restitution);
  return s;
}

static void run_stack(run *r, int dim, double restitution, double dt) {
  run_open(r, dim, NULL);
  run_text(r, "[rest = %.17g]\n[step = %.17g]", restitution, dt);
  run_file(r, root_path(dim == 3 ? "test/exact/data/stacked-3d.p3dat"
                                 : "test/exact/data/stacked-2d.dat"));
}

/* Largest error of both spheres over all steps, against the exact equations in 100 Runge-Kutta
 * steps a millionth of a second: omega h = 2e-4, so its own error is below 1e-16 of the amplitude
 * times the number of steps: 1e-15 m. */
static double largest_error(int dim, double restitution, double dt, double error[2]) {
  run r;
  run_stack(&r, dim, restitution, dt);
  const scr_history *y[2] = {run_history(&r, "lower"), run_history(&r, "upper")},
                    *time = run_history(&r, "time");
  stack s = the_stack(dim, restitution);
  motion at = stack_start(&s, 0);
  size_t steps = (size_t)llround(1e-3 / dt);
  assert_int_equal(y[0]->n, steps);
  error[0] = error[1] = 0;
  for (size_t k = 0; k < steps; k++) {
    stack_advance(&s, 0, &at, dt, (int)llround(dt / 1e-8));
    assert_true(stack_closed(&s, &at));
    near("time", time->sample[k], (double)(k + 1) * dt, 1e-15);
    for (int i = 0; i < 2; i++) error[i] = fmax(error[i], fabs(y[i]->sample[k] - at.y[i]));
  }
  run_close(&r);
  return fmax(error[0], error[1]);
}

/* Runge-Kutta and the sum of modes are two derivations of one motion; they agree to rounding (1e5
 * steps of 1e-16 of 1e-3 m). */
static void references_agree(void **state) {
  SCR_UNUSED(state);
  stack s = the_stack(3, 1);
  modes m = stack_modes(&s);
  near("m1", s.m[0], 1.047197551197e-5, 1e-17);
  near("m2", s.m[1], 5.235987755983e-6, 1e-17);
  near("k", s.k[0], 1000, 1e-10);
  near("rest 1", m.rest[0], 4.332477249335e-4, 1e-15);
  near("rest 2", m.rest[1], 1.366598179947e-3, 1e-15);
  near("omega 1", m.omega[0], 11003.646165652, 1e-8);
  near("omega 2", m.omega[1], 21257.412029500, 1e-8);
  motion at = stack_start(&s, 0);
  for (int k = 1; k <= 100; k++) {
    stack_advance(&s, 0, &at, 1e-5, 1000);
    for (int i = 0; i < 2; i++) near("Runge-Kutta", at.y[i], modes_at(&m, i, k * 1e-5), 1e-13);
  }
}

/* The published positions after a millisecond, to the digits given; and what the references say of
 * the damped case. */
static void published_end(void **state) {
  SCR_UNUSED(state);
  const double want[2][2] = {{4.271279630691e-4, 1.383553133503e-3},
                             {4.308376415e-4, 1.372295984e-3}},
               e[2] = {1, 0.9};
  const double digits[2] = {1e-15, 1e-12}, gate[2] = {1e-8, 1.5e-7};
  for (int k = 0; k < 2; k++) {
    stack s = the_stack(3, e[k]);
    motion at = stack_start(&s, 0);
    stack_advance(&s, 0, &at, 1e-3, 100000);
    run r;
    run_stack(&r, 3, e[k], 1e-6);
    for (int i = 0; i < 2; i++) {
      const scr_history *h = run_history(&r, i ? "upper" : "lower");
      near("reference at 1e-3 s", at.y[i], want[k][i], digits[k]);
      near("engine at 1e-3 s", h->sample[h->n - 1], want[k][i], gate[k]);
    }
    run_close(&r);
  }
}

/* Gate: the larger error at 1e-6 s, and the order between 8e-6 and 1e-6 s from each halving of the
 * timestep. */
static void converge(int dim, double restitution, double gate, double low, double high) {
  double last[2] = {0, 0};
  for (int k = 0; k < 4; k++) {
    double dt = 8e-6 / (1 << k), error[2], largest = largest_error(dim, restitution, dt, error);
    print_message("%dD e %.2g dt %g s: lower %.3g m, upper %.3g m\n", dim, restitution, dt,
                  error[0], error[1]);
    for (int i = 0; i < 2; i++) {
      double order = log2(last[i] / error[i]);
      if (k && !(order >= low && order <= high)) fail_msg("sphere %d: order %.3f", i + 1, order);
      last[i] = error[i];
    }
    if (k == 3 && largest > gate) fail_msg("error %.3g m, gate %.3g m", largest, gate);
  }
}

/* Velocity Verlet is of second order; the gate is that of the verification case. */
static void elastic(void **state) {
  SCR_UNUSED(state);
  converge(3, 1, 1e-8, 1.8, 2.2);
  converge(2, 1, 1e-8, 1.8, 2.2);
}

/* Dashpots see the velocity of half a step ago: first order, here with the margin of 0.2 that the
 * verification case gives the second. */
static void damped(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    converge(dim, 0.9, 1.5e-7, 0.8, 1.2);
    converge(dim, 0.5, 1.5e-7, 0.8, 1.2);
  }
}

/* What velocity Verlet must err by: each mode swings at 2/dt asin(omega dt/2). No more than that
 * bound, and half of it is reached. */
static void error_is_that_of_the_method(void **state) {
  SCR_UNUSED(state);
  stack s = the_stack(3, 1);
  modes m = stack_modes(&s);
  double error[2];
  largest_error(3, 1, 4e-6, error);
  for (int i = 0; i < 2; i++) {
    double bound = modes_verlet_error(&m, i, 4e-6, 1e-3);
    if (error[i] > bound || error[i] < 0.5 * bound)
      fail_msg("error %.3g m, bound %.3g m", error[i], bound);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(references_agree),
      cmocka_unit_test(published_end),
      cmocka_unit_test(elastic),
      cmocka_unit_test(damped),
      cmocka_unit_test(error_is_that_of_the_method),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
