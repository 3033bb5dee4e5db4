/* The law `burgercbond` by itself: a step is as good as many short ones, chains that lack an
 * element have their closed formulas, the law `burger` comes to the same with short steps; the
 * bond, the slider, and the balance of energies. */
#include "law.h"
#include "support/night.h"

enum { FN = 0, FS = 1, U = 5, UKN = 6, UKS = 7, BOND = 10 };
static const unsigned ALL = SCR_WANT_DASH | SCR_WANT_WORK;
static const char *const constant[8] = {"bur_knk", "bur_cnk", "bur_knm", "bur_cnm",
                                        "bur_ksk", "bur_csk", "bur_ksm", "bur_csm"};

/* Bonded, so that nothing is cut: what the chain alone does. */
static contact chained(const char *law, int dim, const double *value) {
  contact c = contact_of(law, dim);
  for (int k = 0; k < 8; k++) set(&c, constant[k], value[k]);
  c.was = true, c.dt = 0x1p-7;
  if (strcmp(law, "burger") == 0) {
    set(&c, "bur_fric", 1e9); /* its Kelvin displacement in shear points against the force */
  } else {
    set(&c, "cb_tenf", 1e300), set(&c, "cb_shearf", 1e150);
    c.st[BOND] = SCR_BOND_HOLDS;
  }
  c.gap = -0.012, c.dn = -0.002;
  c.st[FN] = 3, c.st[U] = 0.01, c.st[UKN] = 0.002;
  for (int x = 0; x < tangents_of(dim); x++)
    c.ds[x] = 0.001 * (x + 1), c.st[FS + x] = 0.5 - x, c.st[UKS + x] = 0.001 * x - 0.0005;
  for (int x = 0; x < tangents_of(dim) && c.st[BOND] == 0; x++) c.st[UKS + x] *= -1;
  return c;
}

/* The same step in n parts. */
static outcome in_parts(contact c, int n) {
  const double u0 = c.st[U], u1 = -c.gap;
  outcome o = {0};
  c.dt /= n, c.dn /= n;
  for (int x = 0; x < tangents_of(c.dim); x++) c.ds[x] /= n;
  for (int k = 1; k <= n; k++) {
    c.gap = -(u0 + (u1 - u0) * k / n);
    o = law_run(&c, 0);
    memcpy(c.st, o.st, sizeof c.st);
  }
  return o;
}

static void assert_like(const contact *c, const outcome *a, const outcome *b, double part) {
  double force = fabs(a->fn) + 3, shear = 2, way = 0.02;
  for (int x = 0; x < tangents_of(c->dim); x++) shear += fabs(a->ft[x]);
  force += get(c, "bur_knm") * 0.012; /* overlaps are rounded */
  shear += get(c, "bur_ksm") * 0.003;
  assert_true(fabs(a->fn - b->fn) <= part * force);
  assert_true(fabs(a->st[UKN] - b->st[UKN]) <= part * way);
  for (int x = 0; x < tangents_of(c->dim); x++) {
    assert_true(fabs(a->ft[x] - b->ft[x]) <= part * shear);
    assert_true(fabs(a->st[UKS + x] - b->st[UKS + x]) <= part * way);
  }
}

/* Rates of the chain between 1e-6 and 1e6 of a step, elements that are 0. */
static void a_step_is_many_short_ones(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 7);
  for (int n = 0; n < by_day(100, 100, 3000); n++) {
    double value[8];
    for (int k = 0; k < 8; k++) {
      value[k] = 1e3 * pow(10, between(&r, -1, 1));
      if (k % 2) value[k] *= pow(10, between(&r, -8, 4));
      if (k % 4 < 2 && chance(&r, 0.1)) value[k] = 0;
    }
    const contact c = chained("burgercbond", 2 + n % 2, value);
    const outcome one = law_run(&c, 0), some = in_parts(c, 7);
    assert_like(&c, &one, &some, 2e-14);
  }
}

/* The central differences of `burger` come to the same, with an error that falls by four where the
 * step is halved. */
static void short_steps_of_burger_come_to_it(void **state) {
  SCR_UNUSED(state);
  static const double value[8] = {1000, 30, 2500, 700, 600, 11, 900, 130};
  for (int dim = 2; dim <= 3; dim++) {
    const contact c = chained("burgercbond", dim, value), b = chained("burger", dim, value);
    const outcome exact = law_run(&c, 0);
    double error[2], shear[2], way[2];
    for (int k = 0; k < 2; k++) {
      const outcome o = in_parts(b, 16 << k);
      error[k] = o.fn - exact.fn, shear[k] = o.ft[0] - exact.ft[0];
      way[k] = o.st[UKN] - exact.st[UKN];
    }
    assert_true(error[0] != 0 && fabs(error[0] / error[1] - 4) < 0.05);
    assert_true(shear[0] != 0 && fabs(shear[0] / shear[1] - 4) < 0.05);
    assert_true(way[0] != 0 && fabs(way[0] / way[1] - 4) < 0.05);
    assert_true(fabs(error[1]) < 1e-4 * fabs(exact.fn));
  }
}

/* Maxwell's element alone, with the Kelvin element's spring in series, with its dashpot in series:
 * one rate each. Springs in series share a stretch that they do not hold alike. */
static void chains_of_one_rate(void **state) {
  SCR_UNUSED(state);
  static const struct { double kk, ck; } row[] = {{0, 0}, {800, 0}, {0, 40}};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
      const double kk = row[k].kk, ck = row[k].ck, km = 2500, cm = 20;
      contact c = chained("burgercbond", dim, (double[]){kk, ck, km, cm, kk, ck, km, cm});
      const real uk0 = c.st[UKN], uks0 = c.st[UKS], du = -(real)c.gap - c.st[U];
      const real stiff = kk > 0 ? (real)kk * km / (kk + km) : km,
                 rate = stiff / cm + (ck > 0 ? km / ck : 0), z = rate * c.dt,
                 mean = -expm1l(-z) / z, fed = stiff * mean;
      const real f0 = kk > 0 ? stiff * (3 / (real)km + uk0) : 3,
                 s0 = kk > 0 ? stiff * (0.5L / km + uks0) : 0.5L;
      const outcome o = law_run(&c, 0);
      check_near(o.fn, f0 * expl(-z) + fed * du, 8 + stiff * 0.012);
      check_near(o.ft[0], s0 * expl(-z) - fed * c.ds[0], 2 + stiff * 0.001);
      const real flown = ck > 0 ? c.dt / ck * (mean * 3 + km * (1 - mean) / z * du) : 0;
      check_near(o.st[UKN], kk > 0 ? o.fn / (real)kk : ck > 0 ? uk0 + flown : 0, 0.05);
    }
}

static void nothing_carries_nothing(void **state) {
  SCR_UNUSED(state);
  for (int k = 2; k < 4; k++) {
    double value[8] = {1000, 30, 2500, 700, 600, 11, 900, 130};
    value[k] = value[k + 4] = 0;
    const contact c = chained("burgercbond", 3, value);
    const outcome o = law_run(&c, ALL);
    assert_true(o.fn == 0 && o.ft[0] == 0 && o.st[UKN] == 0 && o.act == 1);
    assert_true(!signbit(o.fn) && !signbit(o.ft[0]) && !signbit(o.ft[2]) && !signbit(o.st[UKN]));
  }
}

/* An overlap that is there before anything moves is a jump: Km u at once, which then relaxes. */
static void overlap_is_a_jump(void **state) {
  SCR_UNUSED(state);
  for (int with = 0; with < 2; with++) {
    double value[8] = {0, 0, 2500, 20, 0, 0, 900, 130};
    if (with) value[0] = 800;
    contact c = chained("burgercbond", 2, value);
    c.was = false, c.dn = 0, c.ds[0] = 0, c.st[BOND] = 0;
    const real stiff = with ? 800 * 2500.0L / 3300 : 2500;
    const outcome o = law_run(&c, ALL);
    check_near(o.fn, stiff * 0.012L * expl(-stiff * c.dt / 20), 30);
    check_near(o.work[SCR_BOOK_STIFFNESS], stiff * 0.012L * 0.012L / 2, 1);
  }
}

/* Elements so soft or stiff that squares of their rates would overflow. */
static void extreme_constants(void **state) {
  SCR_UNUSED(state);
  static const double other[][2] = {{0, 1e300}, {0, 1e-300}, {1, 1e-320}, {1, 1e-100},
                                    {1, 1e300}, {2, 1e300},  {3, 1e-310}, {3, 1e300}};
  for (size_t k = 0; k < SCR_COUNTOF(other); k++) {
    double value[8] = {1000, 30, 2500, 700, 600, 11, 900, 130};
    for (int x = 0; x < 8; x += 4) value[x + (int)other[k][0]] = other[k][1];
    const contact c = chained("burgercbond", 3, value);
    const outcome o = law_run(&c, ALL);
    assert_true(isfinite(o.fn) && isfinite(o.ft[0]) && isfinite(o.st[UKN]));
    if (other[k][0] == 1 && other[k][1] < 1) {
      value[1] = value[5] = 0;
      const contact none = chained("burgercbond", 3, value);
      const outcome p = law_run(&none, ALL);
      assert_true(fabs(o.fn - p.fn) < 1e-12 * 30 && fabs(o.ft[0] - p.ft[0]) < 1e-12 * 30);
    }
  }
}

/* ---- the bond ---- */

static contact bonded(int dim) {
  static const double value[8] = {1000, 30, 2500, 700, 600, 11, 900, 130};
  contact c = chained("burgercbond", dim, value);
  for (int x = 0; x < tangents_of(dim); x++) c.ds[x] = 0, c.st[FS + x] = 0, c.st[UKS + x] = 0;
  c.gap = 0.01, c.dn = 0.001, c.st[U] = -0.009, c.st[FN] = -3;
  set(&c, "bur_fric", 0.5);
  return c;
}

static void bonds_break_beyond_their_strength(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = bonded(dim);
    const double pull = -law_run(&c, 0).fn;
    assert_true(pull > 0);
    set(&c, "cb_tenf", pull);
    assert_true(law_run(&c, ALL).st[BOND] == SCR_BOND_HOLDS);
    set(&c, "cb_tenf", nextafter(pull, 0));
    outcome o = law_run(&c, ALL);
    assert_true(o.st[BOND] == SCR_BOND_TENSION && o.act == 0 && o.fn == 0 && o.st[U] == 0);
    c.elastic = true;
    assert_true(law_run(&c, ALL).st[BOND] == SCR_BOND_HOLDS);

    c = bonded(dim);
    c.gap = -0.01, c.dn = 0, c.st[U] = 0.01, c.st[FN] = 4, c.ds[0] = 0.02;
    const double shear = fabs(law_run(&c, 0).ft[0]);
    set(&c, "cb_shearf", shear * 1.0000001);
    o = law_run(&c, ALL);
    assert_true(o.st[BOND] == SCR_BOND_HOLDS && o.st[SLIP_STATE] == 0 && fabs(o.ft[0]) == shear);
    set(&c, "cb_shearf", shear / 1.0000001);
    o = law_run(&c, ALL);
    assert_true(o.st[BOND] == SCR_BOND_SHEAR && o.st[SLIP_STATE] == 1 && o.act == 1);
    check_near(fabs(o.ft[0]), 0.5L * o.fn, o.fn);
  }
}

/* Without a bond nothing pulls, and the Kelvin element goes on under the force that is left. */
static void no_tension_without_bond(void **state) {
  SCR_UNUSED(state);
  contact c = bonded(2);
  c.st[BOND] = SCR_BOND_NONE, c.gap = -0.001, c.st[U] = 0.01, c.st[FN] = 1, c.st[UKN] = 0.002;
  const outcome o = law_run(&c, ALL);
  const real z = 1000 / 30.0L * c.dt, mean = -expm1l(-z) / z, late = (1 - mean) / z;
  assert_true(o.act == 1 && o.fn == 0);
  check_near(o.st[UKN], expl(-z) * 0.002L + c.dt / 30 * (mean - late), 0.02);
}

/* ---- company, energies ---- */

static contact random_contact(scr_rng *r, int dim) {
  contact c = near_contact("burgercbond", dim, r);
  for (int k = 0; k < 8; k++)
    c.param[k] = chance(r, 0.03) ? 0 : between(r, 1e2, 1e4) * (k % 2 ? 0.05 : 1); /* C: odd */
  set(&c, "bur_fric", chance(r, 0.8) ? between(r, 0.1, 2) : 0);
  set(&c, "cb_tenf", between(r, 0, 30)), set(&c, "cb_shearf", between(r, 0, 60));
  c.st[FN] = between(r, -20, 50), c.st[U] = chance(r, 0.1) ? 0 : between(r, -0.01, 0.02),
  c.st[UKN] = between(r, -0.01, 0.02);
  c.st[BOND] = (double)(int)between(r, 0, 4);
  for (int x = 0; x < tangents_of(dim); x++)
    c.st[FS + x] = between(r, -30, 30), c.st[UKS + x] = between(r, -0.01, 0.01);
  return c;
}

static void company(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 6);
  for (int n = 1; n <= SCR_TILE; n++)
    for (int dim = 2; dim <= 3; dim++) {
      contact c[SCR_TILE];
      for (int k = 0; k < n; k++)
        c[k] = random_contact(&r, dim), c[k].dt = c[0].dt, c[k].elastic = c[0].elastic;
      law_check_company(c, n);
      law_check_wants(c);
    }
}

static double strain_of(const contact *c) {
  scr_ends e = ends_of(c->dim, 0.5, 0.5);
  return c->m->strain(&e, c->dim, c->param, c->st, SCR_STORED_STRAIN);
}

/* The mean of forces before and after along the motion is in the springs, or was taken. */
static void balance(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 8);
  int ended = 0, slipped = 0;
  for (int n = 0; n < by_day(2000, 2000, 8000); n++) {
    contact c = random_contact(&r, 2 + n % 2);
    const bool lives = c.was || c.st[BOND] >= SCR_BOND_HOLDS;
    for (int k = 0; !lives && k < BOND; k++) c.st[k] = 0;
    c.dn = -(-c.gap - c.st[U]); /* what moved; no jump */
    if (c.st[U] == 0) c.dn = c.gap;
    const outcome o = law_run(&c, ALL);
    real in = -(o.fn + (real)c.st[FN]) / 2 * c.dn, size = fabsl(in);
    for (int x = 0; x < tangents_of(c.dim); x++) {
      const real work = -((real)o.ft[x] + c.st[FS + x]) / 2 * c.ds[x];
      in += work, size += fabsl(work);
    }
    real taken = -(real)o.work[SCR_BOOK_STIFFNESS] - o.work[SCR_BOOK_STEP];
    for (int k = SCR_BOOK_SLIP; k <= SCR_BOOK_DASHPOT; k++) taken += o.work[k];
    taken += o.work[SCR_BOOK_BREAK];
    const real before = strain_of(&c);
    memcpy(c.st, o.st, sizeof c.st);
    const real after = strain_of(&c);
    check_near(taken, in - (after - before), 4 * (size + before + after));
    assert_true(o.work[SCR_BOOK_SLIP] >= 0);
    ended += o.work[SCR_BOOK_BREAK] != 0, slipped += o.work[SCR_BOOK_SLIP] > 0;
  }
  assert_true(ended > 50 && slipped > 50);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_step_is_many_short_ones),
      cmocka_unit_test(short_steps_of_burger_come_to_it),
      cmocka_unit_test(chains_of_one_rate),
      cmocka_unit_test(nothing_carries_nothing),
      cmocka_unit_test(overlap_is_a_jump),
      cmocka_unit_test(extreme_constants),
      cmocka_unit_test(bonds_break_beyond_their_strength),
      cmocka_unit_test(no_tension_without_bond),
      cmocka_unit_test(company),
      cmocka_unit_test(balance),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
