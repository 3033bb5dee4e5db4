/* The law `hertz` by itself: hand-made contacts, random ones against the formulas of
 * docs/physics.md, properties. */
#include "law.h"
#include "support/night.h"

enum { FN, FS, POWER = 5 };
static const unsigned ALL = SCR_WANT_DASH | SCR_WANT_WORK;

/* ---- contacts whose answer is plain to see: R_eff 2 m, G 3 Pa, nu 0: hn = 4 N/m^1.5, so an
 * overlap of 1/4 m gives Fn = 1/2 N, kn = ks = 3 N/m; m_c 3 kg and a dashpot of ratio 1/2:
 * viscosity 3 N s/m; dt 1/4 s ---- */

typedef struct hand_row {
  const char *what;
  bool was, elastic;
  double gap, dn, ds, fs0, power0;                   /* before; shear along one direction */
  double rgap, fric, mode, ratio, dp_alpha, dp_mode; /* parameters */
  double act, fn, fs, slip, dash_n, dash_s;          /* after */
} hand_row;

static const hand_row hand[] = {
    {"overlap", true, false, -0.25, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 0},
    {"four times the overlap", true, false, -1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0},
    {"a gap", true, false, 0.25, 0.5, 0.5, 1, 1, 0, 1, 0, 0.5, 0, 0, 0, 0, 0, 0, 0, 0},
    {"touching", true, false, 0, 0.5, 0.5, 1, 1, 0, 1, 0, 0.5, 0, 0, 1, 0, 0, 1, 0, 0},
    {"reference gap", true, false, 0.25, 0, 0, 0, 1, 0.5, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 0},
    {"touching at the reference gap",
     true,
     false,
     0.5,
     0,
     0,
     0,
     1,
     0.5,
     0,
     0,
     0,
     0,
     0,
     1,
     0,
     0,
     0,
     0,
     0},
    {"shear", true, false, -0.25, 0, 0.125, 0.75, 1, 0, 2, 0, 0, 0, 0, 1, 0.5, 0.375, 0, 0, 0},
    {"shear: whole step of activation",
     false,
     false,
     -0.25,
     -1,
     0.25,
     99,
     9,
     0,
     2,
     1,
     0,
     0,
     0,
     1,
     0.5,
     -0.75,
     0,
     0,
     0},
    {"mode 0 unloading",
     true,
     false,
     -0.25,
     0,
     0,
     0.75,
     4,
     0,
     2,
     0,
     0,
     0,
     0,
     1,
     0.5,
     0.75,
     0,
     0,
     0},
    {"mode 1 unloading",
     true,
     false,
     -0.25,
     0,
     0,
     0.75,
     4,
     0,
     2,
     1,
     0,
     0,
     0,
     1,
     0.5,
     0.1875,
     0,
     0,
     0},
    {"mode 1 loading",
     true,
     false,
     -0.25,
     0,
     0,
     0.75,
     0.5,
     0,
     2,
     1,
     0,
     0,
     0,
     1,
     0.5,
     0.75,
     0,
     0,
     0},
    {"mode 1 down to touching", true, false, 0, 0, 0, 0.75, 4, 0, 2, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0},
    {"slip", true, false, -0.25, 0, -1, 0, 1, 0, 0.5, 0, 0, 0, 0, 1, 0.5, 0.25, 1, 0, 0},
    {"slip the other way",
     true,
     false,
     -0.25,
     0,
     1,
     0,
     1,
     0,
     0.5,
     0,
     0,
     0,
     0,
     1,
     0.5,
     -0.25,
     1,
     0,
     0},
    {"elastic: no slip", true, true, -0.25, 0, -1, 0, 1, 0, 0.5, 0, 0, 0, 0, 1, 0.5, 3, 0, 0, 0},
    {"dashpots: closing",
     true,
     false,
     -0.25,
     -0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     0,
     0,
     1,
     0.5,
     -0.375,
     0,
     1.5,
     -1.5},
    {"dashpots: opening, tension",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     0,
     0,
     1,
     0.5,
     -0.375,
     0,
     -1.5,
     -1.5},
    {"dashpots: opening, no tension",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     0,
     1,
     1,
     0.5,
     -0.375,
     0,
     -0.5,
     -1.5},
    {"dashpots 2: sticking",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     0,
     2,
     1,
     0.5,
     -0.375,
     0,
     -1.5,
     -1.5},
    {"dashpots 2: slipping",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     0.5,
     0,
     0.5,
     0,
     2,
     1,
     0.5,
     -0.25,
     1,
     -1.5,
     0},
    {"dashpots 3: slipping",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     0.5,
     0,
     0.5,
     0,
     3,
     1,
     0.5,
     -0.25,
     1,
     -0.5,
     0},
    {"dashpots 0: slipping",
     true,
     false,
     -0.25,
     0.125,
     0.125,
     0,
     1,
     0,
     0.5,
     0,
     0.5,
     0,
     0,
     1,
     0.5,
     -0.25,
     1,
     -1.5,
     -1.5},
    {"dashpots times the overlap",
     true,
     false,
     -0.25,
     -0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     1,
     0,
     1,
     0.5,
     -0.375,
     0,
     0.375,
     -0.375},
    {"dashpots times its root",
     true,
     false,
     -0.25,
     -0.125,
     0.125,
     0,
     1,
     0,
     2,
     0,
     0.5,
     0.5,
     0,
     1,
     0.5,
     -0.375,
     0,
     0.75,
     -0.75},
};

static contact hertz_of(int dim, double shear, double poiss) {
  contact c = contact_of("hertz", dim);
  c.reff = 2, c.meff = 3;
  set(&c, "hz_shear", shear), set(&c, "hz_poiss", poiss);
  return c;
}

static contact hand_contact(const hand_row *h, int dim) {
  contact c = hertz_of(dim, 3, 0);
  c.was = h->was, c.elastic = h->elastic, c.gap = h->gap, c.dn = h->dn, c.st[POWER] = h->power0;
  along(dim, h->ds, c.ds), along(dim, h->fs0, c.st + FS);
  set(&c, "rgap", h->rgap), set(&c, "fric", h->fric), set(&c, "hz_mode", h->mode);
  set(&c, "dp_nratio", h->ratio), set(&c, "dp_sratio", h->ratio), set(&c, "dp_alpha", h->dp_alpha),
      set(&c, "dp_mode", h->dp_mode);
  return c;
}

static void hand_made(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(hand); k++) {
      const hand_row *h = &hand[k];
      contact c = hand_contact(h, dim);
      law_check_hand(
          &c, &(hand_expected){h->what, h->act, h->slip, h->fn, h->fs, h->dash_n, h->dash_s}, 8);
    }
}

/* hn = (2/3) G/(1 - nu) sqrt(2 R_eff), here of two equal balls of radius 1/2 m; another exponent
 * takes the same hn. */
static void exponents(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = hertz_of(dim, 1e9, 0.25);
    c.reff = 0.5, c.gap = -0x1p-10;
    check_near(law_run(&c, 0).fn, 2e9L / 2.25L * 0x1p-15L, 2e9L / 2.25L * 0x1p-15L);
    set(&c, "hz_alpha", 2);
    check_near(law_run(&c, 0).fn, 2e9L / 2.25L * 0x1p-20L, 2e9L / 2.25L * 0x1p-20L);
    set(&c, "hz_alpha", 1);
    c.gap = 0; /* delta^0 at no overlap */
    assert_true(law_run(&c, 0).fn == 0);
  }
}

/* Slip begins above the limit, not at it: all numbers are exact. */
static void slip_is_strict(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int over = 0; over < 2; over++) {
      contact c = hertz_of(dim, 3, 0);
      c.gap = -0.25, c.st[FS] = over ? 0x1.0000000000001p-2 : 0.25;
      set(&c, "fric", 0.5);
      outcome o = law_run(&c, 0);
      assert_true(o.st[SLIP_STATE] == over);
      assert_true(o.ft[0] == 0.25);
    }
}

static void only_what_is_wanted(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = hertz_of(dim, 3, 0);
    c.gap = -0.25, c.dn = 0.25, c.ds[0] = 1;
    set(&c, "dp_nratio", 0.5);
    law_check_wants(&c);
  }
}

/* ---- random contacts ---- */

static real power_of(const contact *c, real delta) {
  return delta > 0 ? sqrtl(2 * c->reff) * powl(delta, get(c, "hz_alpha") - 1) : 0;
}

/* |Fs'|^2/(2 ks_new) - |Fs_old|^2/(2 ks_old), ks_old the stiffness at the overlap of the last step;
 * and what the force that hz_mode 1 took off would have done. */
static void stiffness_energy(const contact *c, expected *e, const real *scaled, real ks,
                             real power) {
  if (!c->was || !(ks > 0)) return;
  real raw[3] = {c->st[FS], c->st[FS + 1], c->st[FS + 2]}, last = c->st[POWER];
  int nt = tangents_of(c->dim);
  real now = ref_dot(nt, scaled, scaled) / (2 * ks),
       old = last > 0 ? ref_dot(nt, raw, raw) / (2 * ks * last / power) : 0;
  e->work[2] = now - old;
  e->work_scale[2] = now + old;
  for (int x = 0; x < nt; x++) {
    e->work[2] += (raw[x] - scaled[x]) / 2 * c->ds[x];
    e->work_scale[2] += fabsl(raw[x]) * fabs(c->ds[x]);
  }
}

/* The spring holds hn delta^(alpha + 1)/(alpha + 1); before the step, with the overlap of then. */
static void step_energy(const contact *c, expected *e, real hn) {
  const real part = 1 / (get(c, "hz_alpha") + 1), open = (real)get(c, "rgap") - c->gap;
  const real now = open > 0 ? open : 0, before = c->was && open + c->dn > 0 ? open + c->dn : 0;
  ref_step(c, e, part * e->fn * now, part * hn * power_of(c, before) * before * before, e->fn,
           c->was ? c->st[FN] : 0);
}

static expected formulas(const contact *c) {
  const real delta = (real)get(c, "rgap") - c->gap, nu = get(c, "hz_poiss"),
             alpha = get(c, "hz_alpha");
  const int nt = tangents_of(c->dim);
  expected e = {.on = delta >= 0};
  real power = power_of(c, delta), hn = 2 * get(c, "hz_shear") / (3 * (1 - nu)), scaled[3] = {0};
  real kn = alpha * hn * power, ratio = 2 * (1 - nu) / (2 - nu), ks = ratio * kn,
       keep = c->was ? 1 : 0;
  if (!e.on) {
    for (int x = 0; x < nt; x++) scaled[x] = keep * c->st[FS + x];
    const bool held = get(c, "rgap") - c->gap + c->dn >= 0; /* else an edit opened it */
    ref_works(c, &e, scaled, held ? ratio * alpha * hn * c->st[POWER] : 0);
    step_energy(c, &e, hn);
    return e;
  }
  e.fn = hn * power * delta;
  if (c->was && get(c, "hz_mode") == 1 && power < c->st[POWER]) keep = power / c->st[POWER];
  for (int x = 0; x < nt; x++) {
    scaled[x] = keep * c->st[FS + x];
    e.fs[x] = scaled[x] - ks * c->ds[x];
    e.fs_scale += fabsl(scaled[x]) + ks * fabs(c->ds[x]);
  }
  e.slip = ref_slide(nt, e.fs, get(c, "fric") * e.fn, c->elastic);
  real fac = get(c, "dp_alpha") > 0 ? powl(delta, get(c, "dp_alpha")) : 1;
  ref_dashpots(c, 2 * fac * get(c, "dp_nratio") * sqrtl(c->meff * kn),
               2 * fac * get(c, "dp_sratio") * sqrtl(c->meff * ks), &e, e.dash);
  ref_works(c, &e, scaled, ks);
  stiffness_energy(c, &e, scaled, ks, power);
  step_energy(c, &e, hn);
  e.kn = ref_damped(kn, get(c, "dp_nratio"));
  e.ks = ref_damped(ks, get(c, "dp_sratio"));
  return e;
}

static contact random_contact(scr_rng *r, int dim) {
  contact c = near_contact("hertz", dim, r);
  if (chance(r, 0.95)) set(&c, "hz_shear", between(r, 1e4, 1e5));
  if (chance(r, 0.9)) set(&c, "hz_poiss", between(r, -0.9, 0.5));
  if (chance(r, 0.8)) set(&c, "fric", between(r, 0.1, 2));
  if (chance(r, 0.3)) set(&c, "rgap", between(r, -0.01, 0.01));
  if (chance(r, 0.3)) set(&c, "hz_alpha", between(r, 1, 3));
  if (chance(r, 0.6)) set(&c, "dp_nratio", between(r, 0, 1));
  if (chance(r, 0.6)) set(&c, "dp_sratio", between(r, 0, 1));
  if (chance(r, 0.3)) set(&c, "dp_alpha", between(r, 0, 1));
  set(&c, "hz_mode", chance(r, 0.5));
  set(&c, "dp_mode", floor(between(r, 0, 4)));
  c.st[FN] = between(r, 0, 50), c.st[POWER] = chance(r, 0.05) ? 0 : between(r, 0, 0.5);
  for (int x = 0; x < tangents_of(dim); x++) c.st[FS + x] = between(r, -30, 30);
  return c;
}

static void random_contacts(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < by_day(1000, 1000, 4000); k++) {
    contact c = random_contact(&r, 2 + k % 2);
    outcome o = law_run(&c, ALL);
    expected e = formulas(&c);
    law_compare(&c, &o, &e);
    real power = e.on ? power_of(&c, (real)get(&c, "rgap") - c.gap) : 0;
    check_near(o.st[POWER], power, power);
  }
}

/* Other contacts of the batch decide which loops run: an own exponent, dashpots, dashpots with an
 * exponent. */
static void company(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 4);
  for (int n = 1; n <= SCR_TILE; n++)
    for (int dim = 2; dim <= 3; dim++) {
      contact c[SCR_TILE];
      for (int k = 0; k < n; k++)
        c[k] = random_contact(&r, dim), c[k].dt = c[0].dt, c[k].elastic = c[0].elastic;
      if (n % 2)
        for (int k = 0; k < n; k++) set(&c[k], "dp_alpha", 0);
      law_check_company(c, n);
    }
}

/* A batch without anything special goes through a shorter loop: alone, without energies, and among
 * others that need them. */
static void plain_batches(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 5);
  for (int k = 0; k < by_day(100, 100, 500); k++) {
    contact c[SCR_TILE];
    for (int e = 0; e < SCR_TILE; e++) {
      c[e] = random_contact(&r, 2 + k % 2), c[e].dt = c[0].dt, c[e].elastic = c[0].elastic;
      set(&c[e], "hz_alpha", 1.5), set(&c[e], "dp_alpha", 0), set(&c[e], "dp_mode", 0),
          set(&c[e], "hz_mode", 0);
      if (k % 3 == 0) set(&c[e], "dp_nratio", 0), set(&c[e], "dp_sratio", 0);
    }
    law_check_wants(&c[0]);
    if (k % 4 == 0) set(&c[1], "hz_mode", 1);
    law_check_company(c, SCR_TILE);
  }
}

/* ---- the descriptor ---- */

static const prop_row params[] = {
    {"hz_shear", 0, HUGE_VAL, 0, .inherits = true},
    {"hz_poiss", -1, 0.5, 0, .open_lo = true, .inherits = true},
    {"fric", 0, HUGE_VAL, 0, .inherits = true},
    {"hz_mode", 0, 1, 0, .integer = true},
    {"hz_alpha", 0, HUGE_VAL, .def = 1.5},
    {"dp_nratio", 0, 1, .def = 0},
    {"dp_sratio", 0, 1, .def = 0},
    {"dp_alpha", 0, HUGE_VAL, .def = 0},
    {"dp_mode", 0, 3, 0, .integer = true},
    {"rgap", -HUGE_VAL, HUGE_VAL, .def = 0},
};

static void properties(void **state) {
  SCR_UNUSED(state);
  check_params("hertz", params, SCR_COUNTOF(params));
  check_settable("hertz", (const char *const[]){"hz_force", NULL});
}

enum { I_SHEAR, I_POISS, I_FRIC }; /* places of the properties, checked below */

/* The contact's own G and nu must give the same E* = G/(1 - nu) and G* = G/(2 (2 - nu)) as the two
 * pieces. */
static void inheritance(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double g[2], nu[2], f[2];
    bool have_g[2], have_nu[2], have_f[2], elastic, friction; /* what is inherited */
  } row[] = {
      {{3e9, 3e9}, {0.25, 0.25}, {0.5, 0.75}, {1, 1}, {1, 1}, {1, 1}, true, true},
      {{3e9, 1e9}, {0.25, 0.4}, {0.5, -1}, {1, 1}, {1, 1}, {1, 1}, true, true},
      {{3e9, 1e7}, {-0.5, 0.5}, {0.5, 0.25}, {1, 1}, {1, 1}, {0, 1}, true, false},
      {{3e9, 1e9}, {0.25, 0.4}, {0.5, 0.25}, {1, 0}, {1, 1}, {1, 1}, false, true},
      {{3e9, 1e9}, {0.25, 0.4}, {0.5, 0.25}, {0, 1}, {1, 1}, {1, 0}, false, false},
      {{3e9, 1e9}, {0.25, 0.4}, {0.5, 0.25}, {1, 1}, {1, 0}, {1, 1}, false, true},
      {{3e9, 1e9}, {0.25, 0.4}, {0.5, 0.25}, {1, 1}, {0, 1}, {1, 1}, false, true},
      {{0, 1e9}, {0.25, 0.4}, {0.5, 0.25}, {1, 1}, {1, 1}, {1, 1}, false, true},
      {{1e9, 0}, {0.25, 0.4}, {0.5, 0.25}, {1, 1}, {1, 1}, {1, 1}, false, true},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = hertz_of(3, -99, -99);
    set(&c, "fric", -99);
    assert_string_equal(c.m->prop[I_SHEAR].name, "hz_shear");
    assert_string_equal(c.m->prop[I_POISS].name, "hz_poiss");
    assert_string_equal(c.m->prop[I_FRIC].name, "fric");
    double value[2][3];
    bool have[2][3];
    for (int s = 0; s < 2; s++) {
      value[s][I_SHEAR] = row[k].g[s], value[s][I_POISS] = row[k].nu[s],
      value[s][I_FRIC] = row[k].f[s];
      have[s][I_SHEAR] = row[k].have_g[s], have[s][I_POISS] = row[k].have_nu[s],
      have[s][I_FRIC] = row[k].have_f[s];
    }
    uint64_t set_bits = c.m->inherit((const double *[2]){value[0], value[1]},
                                     (const bool *[2]){have[0], have[1]}, c.param);
    uint32_t want =
        (row[k].elastic ? 1u << c.m->prop[I_SHEAR].slot | 1u << c.m->prop[I_POISS].slot : 0) |
        (row[k].friction ? 1u << c.m->prop[I_FRIC].slot : 0);
    assert_int_equal(set_bits, want);
    assert_true(get(&c, "fric") ==
                (row[k].friction ? fmax(0, fmin(row[k].f[0], row[k].f[1])) : -99));
    if (!row[k].elastic) {
      assert_true(get(&c, "hz_shear") == -99 && get(&c, "hz_poiss") == -99);
      continue;
    }
    real g1 = row[k].g[0], g2 = row[k].g[1], n1 = row[k].nu[0], n2 = row[k].nu[1],
         g = get(&c, "hz_shear"), nu = get(&c, "hz_poiss");
    real es = 1 / ((1 - n1) / (2 * g1) + (1 - n2) / (2 * g2)),
         gs = 1 / ((2 - n1) / g1 + (2 - n2) / g2);
    check_near((double)(g / (1 - nu)), es,
               8 * es); /* nu comes from 4 G* - E*, both up to 8 times the difference 2 G* - E* */
    check_near((double)(g / (2 * (2 - nu))), gs, 8 * gs);
  }
}

/* A spring force set by hand is in equilibrium at the present gap. */
static void force_set(void **state) {
  SCR_UNUSED(state);
  static const double alphas[] = {1.5, 2};
  scr_ends e = ends_of(3, 0.5, 0.25);
  e.gap = 0.125;
  for (size_t k = 0; k < SCR_COUNTOF(alphas); k++) {
    contact c = hertz_of(3, 1e5, 0.25);
    int force = (int)(scr_model_prop(c.m, "hz_force") - c.m->prop);
    c.reff = 2 / (1 / 0.5 + 1 / 0.25), c.gap = e.gap, c.st[FN] = 10;
    set(&c, "hz_alpha", alphas[k]);
    c.m->state_set(&e, force, c.param, c.st);
    real hn = 2e5L / 3 / 0.75L * sqrtl(2 * c.reff), delta = powl(10 / hn, 1 / alphas[k]);
    check_near(get(&c, "rgap"), 0.125 + delta, 0.125 + delta);
    check_near(c.st[POWER], 10 / hn / delta * sqrtl(2 * c.reff),
               10 / hn / delta * sqrtl(2 * c.reff));
    outcome o = law_run(&c, 0);
    check_near(o.fn, 10,
               10 * (0.125 + delta) / delta *
                   alphas[k]); /* rgap - gap loses what rgap rounds away */
  }
}

static void force_set_in_vain(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *property;
    double force, shear;
  } row[] = {{"hz_force", 0, 1e5}, {"hz_force", -1, 1e5}, {"hz_force", 10, 0},
             {"hz_slip", 10, 1e5}, {"fric", 10, 1e5},     {"hz_shear", 10, 1e5}};
  scr_ends e = ends_of(3, 0.5, 0.25);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = hertz_of(3, row[k].shear, 0.25);
    c.st[FN] = row[k].force;
    contact before = c;
    c.m->state_set(&e, (int)(scr_model_prop(c.m, row[k].property) - c.m->prop), c.param, c.st);
    assert_memory_equal(c.param, before.param, sizeof c.param);
    assert_memory_equal(c.st, before.st, sizeof c.st);
  }
}

/* The untouched ball against its twin: an overlap of 0.01 R, R_eff = R. */
static void twin_stiffness(void **state) {
  SCR_UNUSED(state);
  scr_ends e = ends_of(3, 0.5, 0.5);
  contact c = hertz_of(3, 1e5, 0.25);
  double kn, ks;
  set(&c, "dp_nratio", 0.5), set(&c, "dp_sratio", 0.25);
  c.m->twin_stiffness(&e, c.param, &kn, &ks);
  real k = 1.5L * 2e5L / 3 / 0.75L * sqrtl(2 * 0.5L) * sqrtl(0.005L);
  check_near(kn, ref_damped(k, 0.5), ref_damped(k, 0.5));
  check_near(ks, ref_damped(1.5L / 1.75L * k, 0.25), ref_damped(k, 0.25));
}

static void strain(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_ends e = ends_of(dim, 0.5, 0.5);
    contact c = hertz_of(dim, 3, 0);
    c.gap = -0.25;
    c.st[FN] = 0.5, c.st[FS] = 3, c.st[FS + 1] = 4, c.st[FS + 2] = 12;
    assert_true(c.m->strain(&e, dim, c.param, c.st, SCR_STORED_STRAIN) ==
                0);  /* POWER 0: inactive */
    c.st[POWER] = 1; /* kn = ks = 3 N/m, see above */
    real want = 1.5L * 0.25L / (2.5L * 3) +
                (dim == 3 ? 169.L : 9.L) / 6; /* integral of 4 delta^1.5 to 1/4 is 1/20 J */
    check_near(c.m->strain(&e, dim, c.param, c.st, SCR_STORED_STRAIN), want, want);
    assert_true(fabsl(want - 0.05L - (dim == 3 ? 169.L : 9.L) / 6) < 1e-15L);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hand_made),
      cmocka_unit_test(exponents),
      cmocka_unit_test(slip_is_strict),
      cmocka_unit_test(only_what_is_wanted),
      cmocka_unit_test(random_contacts),
      cmocka_unit_test(company),
      cmocka_unit_test(plain_batches),
      cmocka_unit_test(properties),
      cmocka_unit_test(inheritance),
      cmocka_unit_test(force_set),
      cmocka_unit_test(force_set_in_vain),
      cmocka_unit_test(twin_stiffness),
      cmocka_unit_test(strain),
  };
  return cmocka_run_group_tests_name("hertz", tests, NULL, NULL);
}
