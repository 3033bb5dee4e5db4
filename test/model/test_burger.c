/* The law `burger` by itself: one step against the equations of its four elements, in each
 * direction with constants of its own, the slider, no tension, and the balance of its energies. */
#include "law.h"
#include "support/night.h"

enum { FN = 0, FS = 1, U = 5, UKN = 6, UKS = 7 };
static const unsigned ALL = SCR_WANT_DASH | SCR_WANT_WORK;

/* ---- the chain in one direction ---- */

typedef struct chain {
  real kk, ck, km, cm, dt;
} chain;

static chain chain_of(const contact *c, bool shear) {
  static const char *const name[2][4] = {{"bur_knk", "bur_cnk", "bur_knm", "bur_cnm"},
                                         {"bur_ksk", "bur_csk", "bur_ksm", "bur_csm"}};
  const char *const *n = name[shear];
  return (chain){get(c, n[0]), get(c, n[1]), get(c, n[2]), get(c, n[3]), c->dt};
}

static bool carries(const chain *h) { return h->km > 0 && h->cm > 0; }

/* Kelvin element, central: (f' + f)/2 = Kk (uk' + uk)/2 + Ck (uk' - uk)/dt. Neither spring nor
 * dashpot: left out. */
static real kelvin_compliance(const chain *h) {
  real k = h->kk / 2 + h->ck / h->dt;
  return k > 0 ? 1 / k : 0;
}

static real kelvin(const chain *h, real f, real f0, real uk) {
  return kelvin_compliance(h) * ((f + f0) / 2 + (h->ck / h->dt - h->kk / 2) * uk);
}

/* The force f' for which the displacements of both elements add up to du:
 * du = (uk' - uk) + (f' - f)/Km + dt (f' + f)/(2 Cm). */
static real chain_force(const chain *h, real du, real f0, real uk, real *scale) {
  if (!carries(h)) return *scale = 0;
  real q = kelvin_compliance(h), sum = q / 2 + 1 / h->km + h->dt / (2 * h->cm);
  real at_zero = (q > 0 ? kelvin(h, 0, f0, uk) - uk : 0) - f0 / h->km +
                 h->dt * f0 / (2 * h->cm); /* displacement with f' = 0 */
  *scale = (fabsl(du) + 2 * fabsl(uk)) / sum + fabsl(f0);
  return (du - at_zero) / sum;
}

typedef struct burger {
  bool on, slip;
  real fn, ukn, fs[3], uks[3], scale_n, scale_s, scale_ukn, scale_uks;
} burger;

static void shear_step(const contact *c, burger *e) {
  chain h = chain_of(c, true);
  real f0[3] = {0}, uk0[3] = {0}, q = kelvin_compliance(&h);
  for (int x = 0; x < tangents_of(c->dim); x++) {
    real scale;
    if (c->was) f0[x] = c->st[FS + x], uk0[x] = c->st[UKS + x];
    e->fs[x] = -chain_force(&h, c->ds[x], -f0[x], uk0[x],
                            &scale); /* a force on end 2 against the displacement */
    e->scale_s += scale, e->scale_uks += fabsl(uk0[x]);
  }
  e->slip = ref_slide(tangents_of(c->dim), e->fs, get(c, "bur_fric") * (e->fn > 0 ? e->fn : 0),
                      c->elastic);
  e->scale_s += get(c, "bur_fric") * e->scale_n;
  e->scale_uks += q * e->scale_s;
  for (int x = 0; x < tangents_of(c->dim); x++) e->uks[x] = kelvin(&h, -e->fs[x], -f0[x], uk0[x]);
}

static burger formulas(const contact *c) {
  burger e = {.on = c->gap <= 0};
  if (!e.on) return e;
  chain h = chain_of(c, false);
  real f0 = c->was ? c->st[FN] : 0, u0 = c->was ? c->st[U] : 0, uk0 = c->was ? c->st[UKN] : 0;
  e.fn = chain_force(&h, -(real)c->gap - u0, f0, uk0, &e.scale_n);
  if (carries(&h))
    e.scale_n *= 2,
        e.scale_n += 2 * fabsl(u0) * h.km; /* the difference of overlaps is rounded too */
  if (get(c, "bur_mode") != 0 && e.fn < 0) e.fn = 0;
  e.ukn = kelvin(&h, e.fn, f0, uk0);
  e.scale_ukn = fabsl(uk0) + kelvin_compliance(&h) * (e.scale_n + fabsl(f0));
  shear_step(c, &e);
  return e;
}

static void compare(const contact *c, const outcome *o, const burger *e) {
  assert_true(o->act == e->on);
  assert_true(o->st[SLIP_STATE] == e->slip);
  assert_true(o->st[U] == (e->on ? -c->gap : 0));
  assert_true(o->fn == o->st[FN]);
  check_near(o->fn, e->fn, e->scale_n);
  check_near(o->st[UKN], e->ukn, e->scale_ukn);
  for (int x = 0; x < tangents_of(c->dim); x++) {
    assert_true(o->ft[x] == o->st[FS + x]);
    check_near(o->ft[x], e->fs[x], e->scale_s);
    check_near(o->st[UKS + x], e->uks[x], e->scale_uks);
  }
  for (int x = 0; x <= tangents_of(c->dim); x++) assert_true(o->dash[x] == 0);
  assert_true(o->kn == (e->on ? get(c, "bur_knm") : 0));
  assert_true(o->ks == (e->on ? get(c, "bur_ksm") : 0));
}

/* ---- contacts ---- */

/* Eight constants, all different. */
static contact unequal(int dim) {
  contact c = contact_of("burger", dim);
  set(&c, "bur_knk", 1000), set(&c, "bur_cnk", 30), set(&c, "bur_knm", 2500),
      set(&c, "bur_cnm", 700);
  set(&c, "bur_ksk", 600), set(&c, "bur_csk", 11), set(&c, "bur_ksm", 900), set(&c, "bur_csm", 130);
  set(&c, "bur_fric", 0.5);
  c.dt = 0x1p-7;
  return c;
}

/* The constants that may be 0, one by one and together; the formulas hold in each direction by
 * itself. */
static void constants_of_zero(void **state) {
  SCR_UNUSED(state);
  static const char *const pair[4][2] = {{"bur_knk", "bur_ksk"},
                                         {"bur_cnk", "bur_csk"},
                                         {"bur_knm", "bur_ksm"},
                                         {"bur_cnm", "bur_csm"}};
  for (int dim = 2; dim <= 3; dim++)
    for (int zero = 0; zero < 256; zero++) {
      contact c = unequal(dim);
      for (int k = 0; k < 8; k++)
        if (zero >> k & 1) set(&c, pair[k / 2][k % 2], 0);
      c.gap = -0.01, c.dn = -0.002;
      c.st[FN] = 3, c.st[U] = 0.008, c.st[UKN] = 0.002;
      for (int x = 0; x < tangents_of(dim); x++)
        c.ds[x] = 0.001 * (x + 1), c.st[FS + x] = 0.5 - x, c.st[UKS + x] = 0.001 * x - 0.0005;
      outcome o = law_run(&c, ALL);
      burger e = formulas(&c);
      compare(&c, &o, &e);
    }
}

static contact random_contact(scr_rng *r, int dim) {
  contact c = near_contact("burger", dim, r);
  for (int k = 0; k < 8; k++)
    c.param[k] = chance(r, 0.03) ? 0 : between(r, 1e2, 1e4) * (k % 2 ? 0.05 : 1); /* C: odd */
  set(&c, "bur_fric", chance(r, 0.8) ? between(r, 0.1, 2) : 0);
  set(&c, "bur_mode", chance(r, 0.5));
  c.st[FN] = between(r, -20, 50), c.st[U] = chance(r, 0.1) ? 0 : between(r, 0, 0.02),
  c.st[UKN] = between(r, -0.01, 0.02);
  for (int x = 0; x < tangents_of(dim); x++)
    c.st[FS + x] = between(r, -30, 30), c.st[UKS + x] = between(r, -0.01, 0.01);
  return c;
}

static void random_contacts(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int k = 0; k < by_day(1000, 1000, 4000); k++) {
    contact c = random_contact(&r, 2 + k % 2);
    outcome o = law_run(&c, ALL);
    burger e = formulas(&c);
    compare(&c, &o, &e);
  }
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
    }
}

/* An overlap that exists at activation enters as a step; what the state held before does not count.
 */
static void activation(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = unequal(dim), stale;
    c.was = false, c.gap = -0.01, c.ds[0] = 0.001;
    stale = c;
    for (int k = 0; k < LAW_STATES; k++) stale.st[k] = 5;
    outcome a = law_run(&c, ALL), b = law_run(&stale, ALL);
    for (int k = 0; k <= UKS; k++)
      if (dim == 3 || (k != FS + 1 && k != FS + 2)) assert_true(a.st[k] == b.st[k]);
    assert_true(a.work[1] == b.work[1]);
    chain h = chain_of(&c, false);
    real sum = 1 / h.km + h.dt / (2 * h.cm) + kelvin_compliance(&h) / 2;
    check_near(a.fn, 0.01L / sum, 0.01L / sum);
  }
}

static void gap_and_touch(void **state) {
  SCR_UNUSED(state);
  contact c = unequal(3);
  for (int k = 0; k < 10; k++) c.st[k] = 1;
  c.gap = 0x1p-1074, c.dn = 1;
  outcome o = law_run(&c, ALL);
  for (int k = 0; k < 10; k++) assert_true(o.st[k] == 0);
  assert_true(o.act == 0 && o.fn == 0 && o.kn == 0 && o.ks == 0);
  for (int k = 0; k < 3; k++) assert_true(o.ft[k] == 0);
  /* what the springs held goes to the dashpots: all states were 1, in three directions of shear */
  const real springs = (real)get(&c, "bur_knk") / 2 + 1 / (2 * (real)get(&c, "bur_knm")) +
                       3 * (real)get(&c, "bur_ksk") / 2 + 3 / (2 * (real)get(&c, "bur_ksm"));
  assert_true(o.work[0] == 0 && o.work[2] == 0);
  check_near(o.work[1], springs, springs);
  c.dn = 0, c.edited = true; /* it has opened it, and has taken that */
  o = law_run(&c, ALL);
  assert_true(o.act == 0 && o.work[0] == 0 && o.work[1] == 0 && o.work[2] == 0);
  c.gap = 0;
  assert_true(law_run(&c, 0).act == 1);
}

/* bur_mode 0 holds in tension, without shear strength; 1 lets go. */
static void tension(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int mode = 0; mode < 2; mode++) {
      contact c = unequal(dim);
      set(&c, "bur_mode", mode);
      c.gap = -0.001, c.st[U] = 0.02, c.st[FN] = 1, c.ds[0] = 0.01;
      outcome o = law_run(&c, ALL);
      assert_true(mode ? o.fn == 0 : o.fn < -10);
      assert_true(o.ft[0] == 0 && o.st[SLIP_STATE] == 1);
    }
}

static void only_what_is_wanted(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = unequal(dim);
    c.gap = -0.01, c.ds[0] = 0.5;
    law_check_wants(&c);
  }
}

/* ---- energies ---- */

static double strain_of(const contact *c) {
  scr_ends e = ends_of(c->dim, 0.5, 0.5);
  return c->m->strain(&e, c->dim, c->param, c->st, SCR_STORED_STRAIN);
}

/* Mean force times displacement = change of strain energy + dashpots + slider, to rounding, step by
 * step. */
static void balance(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = unequal(dim);
    bool slipped = false;
    c.gap = -0.01, c.st[U] = 0.01, c.st[FN] = 4;
    set(&c, "bur_fric", 0.2);
    for (int step = 0; step < 100; step++) {
      contact before = c;
      c.gap = -0.01 - 0.005 * (step % 7);
      for (int x = 0; x < tangents_of(dim); x++)
        c.ds[x] = 0.0002 * (x + 1) * (step % 40 < 25 ? 1 : -1);
      outcome o = law_run(&c, ALL);
      memcpy(c.st, o.st, sizeof c.st);
      real fn0 = before.st[FN], input = (fn0 + c.st[FN]) / 2 * ((real)c.st[U] - before.st[U]),
           size = fabsl(input);
      for (int x = 0; x < tangents_of(dim); x++) {
        real work = -((real)before.st[FS + x] + c.st[FS + x]) / 2 * c.ds[x];
        input += work, size += fabsl(work);
      }
      real s0 = strain_of(&before), s1 = strain_of(&c);
      /* where the slider's share comes out negative it counts as none */
      if (o.st[SLIP_STATE] == 0 || o.work[0] > 0)
        check_near(o.work[0] + o.work[1], input - (s1 - s0),
                   size + s0 + s1 + o.work[0] + o.work[1]);
      assert_true(o.work[0] >= 0 && o.work[1] >= 0 && o.work[2] == 0);
      assert_true(o.work[0] == 0 || o.st[SLIP_STATE] == 1);
      slipped |= o.work[0] > 0;
    }
    assert_true(slipped);
  }
}

/* Both dashpots of each direction by themselves: fm^2 dt/Cm + Ck (duk)^2/dt; none where the Maxwell
 * dashpot is missing. */
static void dashpot_work(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int soft = 0; soft < 4; soft++) {
      contact c = unequal(dim);
      if (soft & 1) set(&c, "bur_cnm", 0);
      if (soft & 2) set(&c, "bur_csm", 0);
      c.gap = -0.01, c.st[U] = 0.008, c.st[FN] = 3, c.st[UKN] = 0.001, c.ds[0] = 0.0001;
      outcome o = law_run(&c, ALL);
      chain n = chain_of(&c, false), s = chain_of(&c, true);
      real fm = (o.fn + 3) / 2, duk = o.st[UKN] - (real)0.001, sfm = o.ft[0] / 2, sduk = o.st[UKS];
      real want = n.ck * duk * duk / n.dt + s.ck * sduk * sduk / s.dt;
      if (n.cm > 0) want += fm * fm * n.dt / n.cm;
      if (s.cm > 0) want += sfm * sfm * s.dt / s.cm;
      check_near(o.work[1], want, want * 4); /* duk is a difference of like numbers */
    }
}

/* A contact that was made while it touched: the overlap beyond this step's motion is given,
 * nobody's work. */
static void given_overlap(void **state) {
  SCR_UNUSED(state);
  static const struct {
    bool was;
    double u0, given;
  } row[] = {{true, 0, 0.01 - 0.002}, {true, 0.008, 0}, {false, 0, 0}};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
      contact c = unequal(dim);
      c.was = row[k].was, c.gap = -0.01, c.dn = -0.002, c.st[U] = row[k].u0;
      outcome o = law_run(&c, ALL);
      check_near(o.work[2], o.fn / 2 * (real)row[k].given, o.fn * 0.01);
    }
}

/* Work of the slider where there is no spring, no dashpot of the Maxwell element in shear: no
 * force, no work. */
static void slider_without_springs(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = unequal(dim);
    set(&c, "bur_ksm", 0), set(&c, "bur_csm", 0), set(&c, "bur_fric", 0);
    c.gap = -0.01, c.st[FS] = 2, c.ds[0] = 0.01;
    outcome o = law_run(&c, ALL);
    assert_true(o.ft[0] == 0 && o.work[0] == 0);
  }
}

/* The slider carried back: its force of 1 N against the motion does no negative work. */
static void slider_work_is_never_negative(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 7);
  int clipped = 0;
  for (int k = 0; k < by_day(500, 500, 2000); k++) {
    contact c = random_contact(&r, 2 + k % 2);
    outcome o = law_run(&c, ALL);
    assert_true(o.work[0] >= 0);
    clipped += o.st[SLIP_STATE] == 1 && o.work[0] == 0;
  }
  assert_true(clipped > 0);
}

/* ---- the descriptor ---- */

static const prop_row params[] = {
    {"bur_knk", 0, HUGE_VAL, .def = 0},  {"bur_cnk", 0, HUGE_VAL, .def = 0},
    {"bur_knm", 0, HUGE_VAL, .def = 0},  {"bur_cnm", 0, HUGE_VAL, .def = 0},
    {"bur_ksk", 0, HUGE_VAL, .def = 0},  {"bur_csk", 0, HUGE_VAL, .def = 0},
    {"bur_ksm", 0, HUGE_VAL, .def = 0},  {"bur_csm", 0, HUGE_VAL, .def = 0},
    {"bur_fric", 0, HUGE_VAL, .def = 0}, {"bur_mode", 0, 1, 0, .integer = true},
};

/* Nothing is inherited, no methods: docs/physics.md has parameters alone. The overlap that a new
 * contact has goes to the fourth energy. */
static void properties(void **state) {
  SCR_UNUSED(state);
  const scr_model *m = scr_model_find("burger");
  check_params("burger", params, SCR_COUNTOF(params));
  check_settable("burger", (const char *const[]){NULL});
  assert_null(m->inherit);
  assert_int_equal(m->nmethod, 0);
  assert_false(m->starts_with_force);
  assert_int_equal(m->nenergy, 4);
  assert_string_equal(m->energy[3].name, "energy-stiffness");
}

static void strain_and_twin(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_ends e = ends_of(dim, 0.5, 0.5);
    contact c = contact_of("burger", dim);
    static const double st[] = {8, 1, 2, 2, 0, 0.5, 0.5, 1, 2, 2};
    memcpy(c.st, st, sizeof st);
    const double square = dim == 3 ? 9 : 1;
    assert_true(strain_of(&c) == 0);
    set(&c, "bur_knk", 16), set(&c, "bur_ksk", 4);
    check_near(strain_of(&c), 8 * 0.25 + 2 * square, 32);
    set(&c, "bur_knm", 4), set(&c, "bur_ksm", 2);
    check_near(strain_of(&c), 8 * 0.25 + 2 * square + 8 + square / 4, 64);
    double kn, ks;
    c.m->twin_stiffness(&e, c.param, &kn, &ks);
    assert_true(kn == 4 && ks == 2);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(constants_of_zero),
      cmocka_unit_test(random_contacts),
      cmocka_unit_test(company),
      cmocka_unit_test(activation),
      cmocka_unit_test(gap_and_touch),
      cmocka_unit_test(tension),
      cmocka_unit_test(only_what_is_wanted),
      cmocka_unit_test(balance),
      cmocka_unit_test(dashpot_work),
      cmocka_unit_test(given_overlap),
      cmocka_unit_test(slider_without_springs),
      cmocka_unit_test(slider_work_is_never_negative),
      cmocka_unit_test(properties),
      cmocka_unit_test(strain_and_twin),
  };
  return cmocka_run_group_tests_name("burger", tests, NULL, NULL);
}
