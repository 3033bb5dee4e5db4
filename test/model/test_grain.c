/* Laws of grains by themselves: what docs/physics.md says of dmt and jkr, in long double. */
#include "law.h"

#include <math.h>

static real pi(void) { return acosl(-1); }

/* Hand-made pairs of the published checks: R* 5e-4, E* 1e7, gamma 0.05. */
static contact published(const char *law, int dim, bool hertz_names) {
  contact c = contact_of(law, dim);
  c.dt = 1e-6, c.reff = 1e-3, c.meff = 1e-5;
  set(&c, hertz_names ? "hz_shear" : "jkr_shear", 7e6);
  set(&c, hertz_names ? "hz_poiss" : "jkr_poiss", 0.3);
  set(&c, "surf_adh", 0.05);
  return c;
}

static double force_at(contact c, double delta) {
  c.gap = -delta;
  return law_run(&c, 0).fn;
}

static void dmt(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = published("dmt", dim, true);
    const real hn = 4.0L / 3 * 1e7L * sqrtl(5e-4L), pull = 4 * pi() * 0.05L * 5e-4L;
    for (double delta = 0; delta < 1e-5; delta += 1.7e-7)
      check_near(force_at(c, delta), hn * powl(delta, 1.5L) - pull, pull);
    assert_true(fabs(force_at(c, 0) + 3.14159265e-4) < 5e-13);
    assert_true(fabs(force_at(c, 1.03550156e-6)) < 5e-12);
    c.gap = 1e-12;
    assert_true(law_run(&c, 0).act == 0);
  }
}

/* The root of delta = a^2/R - sqrt(2 pi G a/E*) by bisection: a law of its own, not that of the
 * kernel. */
static real jkr_force(real delta, real r, real modulus, real work) {
  const real a0 = cbrtl(9 * pi() * work * r * r / (2 * modulus));
  real lo = a0 / cbrtl(36), hi = 4 * (a0 + sqrtl(r * fabsl(delta)));
  for (int k = 0; k < 200; k++) {
    const real a = (lo + hi) / 2, at = a * a / r - sqrtl(2 * pi() * work * a / modulus);
    *(at < delta ? &lo : &hi) = a;
  }
  return 4 * modulus * lo * lo * lo / (3 * r) - sqrtl(8 * pi() * work * modulus * lo * lo * lo);
}

static void jkr(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = published("jkr", dim, false);
    for (double delta = -5.8e-7; delta < 1e-4; delta += delta < 2e-6 ? 1.1e-8 : 1.3e-6) {
      const real exact = jkr_force(delta, 5e-4L, 1e7L, 0.1L);
      assert_true(fabsl(force_at(c, delta) - exact) <= 1e-12L * (fabsl(exact) + 2.4e-4L));
    }
    assert_true(fabs(force_at(c, -2.84929e-7) + 2.35619449e-4) < 5e-13); /* flat there */
    assert_true(fabs(force_at(c, 0) + 2.09439510e-4) < 5e-13);
    assert_true(fabs(force_at(c, 7.17976679e-7)) < 5e-12);
    assert_true(fabs(force_at(c, 2e-6) - 6.71807960e-4) < 5e-13);
  }
}

/* Pieces stick from a touch to the tear; with adh_exp 1 to the gap 0. */
static void jkr_sticks(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double gap;
    bool was;
    int mode;
    bool act;
  } row[] = {{1e-12, false, 0, false},     {0, false, 0, true},           {1e-12, true, 0, true},
             {5.926766e-7, true, 0, true}, {5.926768e-7, true, 0, false}, {1e-12, true, 1, false},
             {-1e-12, true, 1, true}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = published("jkr", 3, false);
    c.gap = row[k].gap, c.was = row[k].was;
    set(&c, "adh_exp", row[k].mode);
    const outcome o = law_run(&c, SCR_WANT_WORK);
    assert_true(o.act == (row[k].act ? 1 : 0));
    if (!row[k].act) assert_true(o.fn == 0 && o.kn == 0);
  }
}

/* Without adhesion it is hertz; a small one changes little. */
static void jkr_without(void **state) {
  SCR_UNUSED(state);
  contact c = published("jkr", 3, false);
  for (double adhesion = 0; adhesion < 1e-9; adhesion += 5e-10) {
    set(&c, "surf_adh", adhesion);
    for (double delta = 1e-7; delta < 1e-4; delta *= 3) {
      const real hertz = 4.0L / 3 * 1e7L * sqrtl(5e-4L) * powl(delta, 1.5L);
      const double bound = adhesion > 0 ? 1e-4 : 1e-15;
      assert_true(fabsl(force_at(c, delta) - hertz) <= bound * hertz);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dmt),
      cmocka_unit_test(jkr),
      cmocka_unit_test(jkr_sticks),
      cmocka_unit_test(jkr_without),
  };
  return cmocka_run_group_tests_name("grain", tests, NULL, NULL);
}
