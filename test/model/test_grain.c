/* Laws of grains by themselves: what docs/physics.md says of them, in long double, and figures
 * computed beforehand. */
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

/* ---- eepa ---- */

/* One contact over several steps: its state goes on. */
static double go_to(contact *c, double delta, outcome *o) {
  c->dn = -delta - c->gap, c->gap = -delta;
  *o = law_run(c, SCR_WANT_WORK);
  memcpy(c->st, o->st, sizeof c->st);
  c->was = o->act != 0;
  return o->fn;
}

static contact pressed(int dim, double adhesion) {
  contact c = contact_of("eepa", dim);
  c.was = false, c.dt = 1e-6, c.reff = 5e-3, c.meff = 1e-5;
  set(&c, "eepa_shear", 7e7);
  set(&c, "eepa_poiss", 0.3);
  set(&c, "surf_adh", adhesion);
  return c;
}

static void eepa(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    outcome o;
    contact c = pressed(dim, 100);
    assert_true(fabs(go_to(&c, 5e-5, &o) - 2.35702260) < 5e-9);
    assert_true(fabs(go_to(&c, 2.98104476e-5, &o) + 0.186863960) < 1e-8);
    assert_true(fabs(go_to(&c, 1e-5, &o) + 0.0363055318) < 5e-11);
    /* back on a steep line from there, then on the curve of loading */
    const real k2 = 2 * 4.0L / 3 * 1e8L * sqrtl(2.5e-3L),
               rise = k2 * (powl(1.1e-5L, 1.5L) - powl(1e-5L, 1.5L));
    assert_true(fabsl(go_to(&c, 1.1e-5, &o) - (-0.0363055318L + rise)) < 1e-10L);
    assert_true(fabsl(go_to(&c, 6e-5, &o) - k2 / 2 * powl(6e-5L, 1.5L)) < 1e-12L);
    assert_true(go_to(&c, -1e-9, &o) == 0 && o.act == 0);
  }
}

/* Work in and out in small steps: what is missing is plastic flow. */
static void eepa_works(void **state) {
  SCR_UNUSED(state);
  contact c = pressed(3, 0);
  double flow = 0, in = 0, out = 0, old = 0;
  enum { STEPS = 2000 };
  for (int k = 1; k <= 2 * STEPS; k++) {
    outcome o;
    const double delta = 5e-5 * (k <= STEPS ? k : 2 * STEPS - k) / STEPS;
    const double f = go_to(&c, delta, &o), work = -0.5 * (f + old) * c.dn;
    *(k <= STEPS ? &in : &out) += work;
    flow += o.work[SCR_BOOK_PLASTIC];
    old = f;
  }
  assert_true(fabs(in - 4.71404521e-5) < 1e-6 * in);
  assert_true(fabs(out + 2.09747099e-5) < 1e-5 * in);
  assert_true(fabs(flow - in - out) < 1e-5 * in);
}

/* ---- walton ---- */

static void walton(void **state) {
  SCR_UNUSED(state);
  contact c = contact_of("walton", 3);
  outcome o;
  c.was = false, c.reff = 0.02, c.dt = 1e-4;
  set(&c, "wb_young", 1e6);
  set(&c, "wb_rest", 0.5);
  set(&c, "wb_residue", 0.01);
  const double k = 1e6 * 0.02; /* two springs E 2 r in series, r 0.02 */
  static const struct {
    double delta, force; /* as a multiple of k */
  } row[] = {{1e-4, 1e-4},     {2e-4, 2e-4},       {1.9e-4, 1.6e-4}, {1.95e-4, 1.8e-4},
             {1.6e-4, 0.4e-4}, {1.4e-4, 0.014e-4}, {1e-4, 0.01e-4},  {1.1e-4, 0.41e-4},
             {2.5e-4, 2.5e-4}, {2.25e-4, 1.5e-4}};
  for (size_t n = 0; n < SCR_COUNTOF(row); n++)
    check_near(go_to(&c, row[n].delta, &o), k * row[n].force, k * 2.5e-4);
  assert_true(go_to(&c, -1e-9, &o) == 0 && o.act == 0);
}

/* ---- rrhertz ---- */

/* Without rolling and twist it is hertz: forces, dashpots, stiffnesses. */
static void rrhertz_is_hertz(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int n = 0; n < 200; n++) {
    const int dim = 2 + n % 2;
    contact a = near_contact("hertz", dim, &r), b = contact_of("rrhertz", dim);
    b.was = a.was = false, b.elastic = a.elastic, b.dt = a.dt, b.gap = a.gap, b.dn = a.dn;
    b.reff = a.reff, b.meff = a.meff;
    memcpy(b.ds, a.ds, sizeof b.ds);
    static const char *const name[] = {"hz_shear", "hz_poiss", "fric", "dp_nratio", "dp_sratio"};
    const double value[] = {1e6, 0.3, 0.4, 0.2, 0.1};
    for (size_t k = 0; k < SCR_COUNTOF(name); k++)
      set(&a, name[k], value[k]), set(&b, name[k], value[k]);
    const outcome x = law_run(&a, 0), y = law_run(&b, 0);
    assert_true(x.act == y.act);
    if (x.act == 0) continue;
    const double size = fabs(x.fn) + 1e6 * a.reff * fabs(a.dn);
    check_near(y.fn, x.fn, size);
    check_near(y.kn, x.kn, x.kn);
    check_near(y.ks, x.ks, x.ks);
    for (int k = 0; k < tangents_of(dim); k++) check_near(y.ft[k], x.ft[k], size);
  }
}

/* ---- capillary ---- */

/* A radius of 1 mm, V/R^3 1e-3, surface tension 0.072, angle 0; at 0, 0.01 and 0.05 mm. */
static void capillary(void **state) {
  SCR_UNUSED(state);
  static const double gap[] = {0, 1e-5, 5e-5},
                      force[4][3] = {{4.523893e-4, 2.859533e-4, 5.077210e-5},
                                     {4.156467e-4, 2.810201e-4, 5.857752e-5},
                                     {4.523893e-4, 0, 0},
                                     {4.016817e-4, 2.669973e-4, 6.035704e-5}};
  for (int mode = 0; mode < 4; mode++) {
    contact c = contact_of("capillary", 3);
    c.dt = 1e-6, c.reff = 1e-3, c.was = false;
    set(&c, "cap_vol", 1e-12);
    set(&c, "cap_tension", 0.072);
    set(&c, "cap_mode", mode);
    for (int k = 0; k < 3; k++) {
      outcome o;
      const double f = go_to(&c, -gap[k], &o);
      if (force[mode][k] > 0) assert_true(fabs(-f / force[mode][k] - 1) < 3e-7);
    }
    outcome o;
    assert_true(go_to(&c, -0.99e-4, &o) < 0 && o.act == 1);
    assert_true(go_to(&c, -1.01e-4, &o) == 0 && o.act == 0);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(dmt),        cmocka_unit_test(jkr),
      cmocka_unit_test(jkr_sticks), cmocka_unit_test(jkr_without),
      cmocka_unit_test(eepa),       cmocka_unit_test(eepa_works),
      cmocka_unit_test(walton),     cmocka_unit_test(rrhertz_is_hertz),
      cmocka_unit_test(capillary),
  };
  return cmocka_run_group_tests_name("grain", tests, NULL, NULL);
}
