/* The law `linear` by itself: hand-made contacts, random ones against the formulas of
 * docs/physics.md, properties and methods. */
#include "law.h"
#include "support/night.h"

enum { FN, FS };
static const unsigned ALL = SCR_WANT_DASH | SCR_WANT_WORK;

/* ---- contacts whose answer is plain to see: dt 0.25 s, m_c 4 kg, kn 16 and ks 4 N/m, so that a
 * dashpot of ratio 1/2 has the viscosity 8 N s/m in the normal and 4 in the shear direction ---- */

typedef struct hand_row {
  const char *what;
  bool was, elastic;
  double gap, dn, ds, fn0, fs0;             /* before; shear along one direction */
  double rgap, fric, mode, ratio, dp_mode;  /* parameters */
  double act, fn, fs, slip, dash_n, dash_s; /* after */
} hand_row;

static const hand_row hand[] = {
    /* what, was, elastic, gap, dn, ds, fn0, fs0, rgap, fric, mode, ratio, dp_mode, act, fn, fs,
       slip, dash */
    {"overlap", true, false, -0.25, 0, 0, 4, 0, 0, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0},
    {"a gap", true, false, 0.25, 0, 0.5, 4, 1, 0, 1, 0, 0.5, 0, 0, 0, 0, 0, 0, 0},
    {"touching", true, false, 0, 0, 0.5, 4, 1, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0},
    {"reference gap", true, false, 0.25, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 4, 0, 0, 0, 0},
    {"negative reference gap", true, false, -0.25, 0, 0, 0, 0, -0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {"touching at the reference gap", true, false, 0.5, 0, 0, 0, 0, 0.5, 0, 0, 0, 0, 1, 0, 0, 0, 0,
     0},
    {"increments: closing", true, false, -0.25, -0.5, 0, 3, 0, 0, 0, 1, 0, 0, 1, 11, 0, 0, 0, 0},
    {"increments: no tension", true, false, -0.25, 0.5, 0, 3, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0},
    {"increments: half a step in contact", false, false, -0.25, -0.5, 0, 99, 0, 0, 0, 1, 0, 0, 1, 4,
     0, 0, 0, 0},
    {"increments: made at rest", false, false, -0.25, 0, 0, 99, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0},
    {"shear", true, false, -0.25, 0, 0.125, 4, 1, 0, 1, 0, 0, 0, 1, 4, 0.5, 0, 0, 0},
    {"shear: a quarter of a step in contact", false, false, -0.25, -1, 0.5, 0, 99, 0, 1, 0, 0, 0, 1,
     4, -0.5, 0, 0, 0},
    {"shear: the whole step where it opens", false, false, -0.25, 1, 0.5, 0, 99, 0, 1, 0, 0, 0, 1,
     4, -2, 0, 0, 0},
    {"shear: never more than the step", false, false, -1, -0.5, 0.5, 0, 99, 0, 1, 0, 0, 0, 1, 16,
     -2, 0, 0, 0},
    {"shear: made at rest", false, false, -0.25, 0, 0.5, 0, 99, 0, 1, 0, 0, 0, 1, 4, -2, 0, 0, 0},
    {"slip", true, false, -0.25, 0, -1, 4, 0, 0, 0.5, 0, 0, 0, 1, 4, 2, 1, 0, 0},
    {"slip the other way", true, false, -0.25, 0, 1, 4, 0, 0, 0.5, 0, 0, 0, 1, 4, -2, 1, 0, 0},
    {"elastic: no slip", true, true, -0.25, 0, -1, 4, 0, 0, 0.5, 0, 0, 0, 1, 4, 4, 0, 0, 0},
    {"no friction", true, false, -0.25, 0, -1, 4, 0, 0, 0, 0, 0, 0, 1, 4, 0, 1, 0, 0},
    {"dashpots: closing", true, false, -0.25, -0.125, 0.125, 4, 0, 0, 1, 0, 0.5, 0, 1, 4, -0.5, 0,
     4, -2},
    {"dashpots: opening, tension", true, false, -0.25, 0.25, 0.125, 4, 0, 0, 1, 0, 0.5, 0, 1, 4,
     -0.5, 0, -8, -2},
    {"dashpots: opening, no tension", true, false, -0.25, 0.25, 0.125, 4, 0, 0, 1, 0, 0.5, 1, 1, 4,
     -0.5, 0, -4, -2},
    {"dashpots: opening, just no tension", true, false, -0.25, 0.125, 0, 4, 0, 0, 1, 0, 0.5, 1, 1,
     4, 0, 0, -4, 0},
    {"dashpots 2: sticking, tension", true, false, -0.25, 0.25, 0.125, 4, 0, 0, 1, 0, 0.5, 2, 1, 4,
     -0.5, 0, -8, -2},
    {"dashpots 2: slipping, tension", true, false, -0.25, 0.25, 1, 4, 0, 0, 0.5, 0, 0.5, 2, 1, 4,
     -2, 1, -8, 0},
    {"dashpots 3: sticking, no tension", true, false, -0.25, 0.25, 0.125, 4, 0, 0, 1, 0, 0.5, 3, 1,
     4, -0.5, 0, -4, -2},
    {"dashpots 3: slipping, no tension", true, false, -0.25, 0.25, 1, 4, 0, 0, 0.5, 0, 0.5, 3, 1, 4,
     -2, 1, -4, 0},
    {"dashpots 0: slipping", true, false, -0.25, 0.25, 1, 4, 0, 0, 0.5, 0, 0.5, 0, 1, 4, -2, 1, -8,
     -16},
    {"dashpots 1: slipping", true, false, -0.25, 0.25, 1, 4, 0, 0, 0.5, 0, 0.5, 1, 1, 4, -2, 1, -4,
     -16},
};

static contact hand_contact(const hand_row *h, int dim) {
  contact c = contact_of("linear", dim);
  c.was = h->was, c.elastic = h->elastic, c.gap = h->gap, c.dn = h->dn, c.st[FN] = h->fn0;
  along(dim, h->ds, c.ds), along(dim, h->fs0, c.st + FS);
  set(&c, "kn", 16), set(&c, "ks", 4), set(&c, "rgap", h->rgap), set(&c, "fric", h->fric),
      set(&c, "lin_mode", h->mode);
  set(&c, "dp_nratio", h->ratio), set(&c, "dp_sratio", h->ratio), set(&c, "dp_mode", h->dp_mode);
  return c;
}

static void hand_made(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(hand); k++) {
      const hand_row *h = &hand[k];
      contact c = hand_contact(h, dim);
      law_check_hand(
          &c, &(hand_expected){h->what, h->act, h->slip, h->fn, h->fs, h->dash_n, h->dash_s}, 32);
    }
}

/* Slip begins above the limit, not at it: all numbers are exact. */
static void slip_is_strict(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++)
    for (int over = 0; over < 2; over++) {
      contact c = contact_of("linear", dim);
      c.gap = -0.25, c.ds[0] = over ? -0x1.0000000000001p-1 : -0.5;
      set(&c, "kn", 16), set(&c, "ks", 4), set(&c, "fric", 0.5);
      outcome o = law_run(&c, 0);
      assert_true(o.st[SLIP_STATE] == over);
      assert_true(o.ft[0] == 2);
    }
}

/* Work of a slider dragged at its limit of 2 N by 1 m; of the dashpots, whose forces were 4 N and
 * -6 N before: the mean times the way. */
static void works(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = contact_of("linear", dim);
    c.gap = -0.25, c.dn = 0.25;
    along(dim, 2, c.st + FS), along(dim, -1, c.ds), along(dim, -6, c.dash_old + 1);
    c.dash_old[0] = 4;
    set(&c, "kn", 16), set(&c, "ks", 4), set(&c, "fric", 0.5), set(&c, "dp_nratio", 0.5),
        set(&c, "dp_sratio", 0.5);
    outcome o = law_run(&c, ALL);
    check_near(o.work[0], 2, 32);
    check_near(o.work[1], -0.5 * (4 - 8) * 0.25 + 0.5 * (-6 + 16), 32);
    assert_true(o.work[2] == 0);
    law_check_wants(&c);
  }
}

/* A contact that opens: its dashpots let go half-way through the step, and its shear spring of 2 N
 * and 4 N/m gives back 2 N by 1/8 m at half its force and loses the rest. */
static void works_of_opening(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = contact_of("linear", dim);
    c.gap = 0.25, c.dn = 0.5, c.dash_old[0] = -4;
    along(dim, 2, c.st + FS), along(dim, 0.125, c.ds), along(dim, 6, c.dash_old + 1);
    set(&c, "kn", 16), set(&c, "ks", 4), set(&c, "fric", 0.5), set(&c, "dp_nratio", 0.5),
        set(&c, "dp_sratio", 0.5);
    outcome o = law_run(&c, ALL);
    assert_true(o.act == 0);
    check_near(o.work[0], 2 * 2 / (2 * 4.0) - 0.5 * 2 * 0.125, 1);
    check_near(o.work[1], 0.5 * 4 * 0.5 - 0.5 * 6 * 0.125, 4);
    assert_true(o.work[2] == 0);
    c.was = false; /* nothing was there */
    memset(c.dash_old, 0, sizeof c.dash_old);
    o = law_run(&c, ALL);
    assert_true(o.work[0] == 0 && o.work[1] == 0 && o.work[2] == 0);
  }
}

/* A slider without a spring, and one that is carried back: no work is negative. */
static void slider_work_is_never_negative(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    contact c = contact_of("linear", dim);
    c.gap = -0.25;
    along(dim, 4, c.st + FS), along(dim, 0.25, c.ds);
    set(&c, "kn", 16), set(&c, "fric", 0.5); /* ks 0: the limit of 2 N cuts back the 4 N */
    outcome o = law_run(&c, ALL);
    assert_true(o.st[SLIP_STATE] == 1);
    assert_true(o.work[0] == 0);
    along(dim, -0.25, c.ds);
    o = law_run(&c, ALL);
    check_near(o.work[0], 3 * 0.25, 4); /* mean force 3 N over 1/4 m */
  }
}

/* ---- random contacts ---- */

/* Where the spring begins or ends within the step; before it, f^2/(2 kn) with the force of then:
 * that of the overlap where an edit gave the contact its stiffness, nothing where one opened it. */
static void step_energy(const contact *c, expected *e, real kn) {
  const real before = c->was ? c->st[FN] : 0, overlap = get(c, "rgap") - c->gap + c->dn;
  const bool gained = c->was && before == 0 && get(c, "lin_mode") == 0;
  const real held = overlap >= 0 ? (gained ? kn * overlap : before) : 0;
  if ((e->fn > 0) == (before > 0)) return;
  ref_step(c, e, kn > 0 ? e->fn * e->fn / (2 * kn) : 0, kn > 0 ? held * held / (2 * kn) : 0, e->fn,
           before);
}

static expected formulas(const contact *c) {
  const real kn = get(c, "kn"), ks = get(c, "ks"), delta = (real)get(c, "rgap") - c->gap;
  const int nt = tangents_of(c->dim);
  expected e = {.on = delta >= 0};
  real part = c->was || c->dn == 0 ? 1 : -delta / c->dn,
       fs_old[3] = {0}; /* of the step, in contact */
  for (int x = 0; x < nt && c->was; x++) fs_old[x] = c->st[FS + x];
  if (!e.on) {
    ref_works(c, &e, fs_old, ks);
    step_energy(c, &e, kn);
    return e;
  }
  if (part < 0 || part > 1) part = 1;
  e.fn = get(c, "lin_mode") == 0 ? kn * delta : (c->was ? c->st[FN] : 0) - part * c->dn * kn;
  if (e.fn < 0) e.fn = 0;
  for (int x = 0; x < nt; x++) {
    e.fs[x] = fs_old[x] - ks * part * c->ds[x];
    e.fs_scale += fabsl(fs_old[x]) + ks * fabs(c->ds[x]);
  }
  e.slip = ref_slide(nt, e.fs, get(c, "fric") * e.fn, c->elastic);
  ref_dashpots(c, 2 * get(c, "dp_nratio") * sqrtl(c->meff * kn),
               2 * get(c, "dp_sratio") * sqrtl(c->meff * ks), &e, e.dash);
  ref_works(c, &e, fs_old, ks);
  step_energy(c, &e, kn);
  e.kn = ref_damped(kn, get(c, "dp_nratio"));
  e.ks = ref_damped(ks, get(c, "dp_sratio"));
  return e;
}

static contact random_contact(scr_rng *r, int dim) {
  contact c = near_contact("linear", dim, r);
  if (chance(r, 0.9)) set(&c, "kn", between(r, 1e2, 1e4));
  if (chance(r, 0.9)) set(&c, "ks", between(r, 1e2, 1e4));
  if (chance(r, 0.8)) set(&c, "fric", between(r, 0.1, 2));
  if (chance(r, 0.3)) set(&c, "rgap", between(r, -0.01, 0.01));
  if (chance(r, 0.6)) set(&c, "dp_nratio", between(r, 0, 1));
  if (chance(r, 0.6)) set(&c, "dp_sratio", between(r, 0, 1));
  set(&c, "lin_mode", chance(r, 0.4));
  set(&c, "dp_mode", floor(between(r, 0, 4)));
  c.st[FN] = between(r, 0, 50);
  for (int x = 0; x < tangents_of(dim); x++) c.st[FS + x] = between(r, -30, 30);
  return c;
}

/* The rounding of fn in lin_mode 1 is that of the two terms it is the difference of. */
static void compare(const contact *c, const outcome *o, const expected *e) {
  real terms = fabsl((real)c->st[FN]) + fabs(c->dn) * get(c, "kn");
  if (get(c, "lin_mode") == 0 || e->fn > terms / 16)
    law_compare(c, o, e); /* 4 bits are left for the difference */
  assert_true(o->st[FN] >= 0);
}

static void random_contacts(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 1);
  for (int k = 0; k < by_day(1000, 1000, 4000); k++) {
    contact c = random_contact(&r, 2 + k % 2);
    outcome o = law_run(&c, ALL);
    expected e = formulas(&c);
    compare(&c, &o, &e);
  }
}

/* A batch without anything special goes through a shorter loop: alone, and among others that need a
 * longer one. */
static void plain_batches(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 3);
  for (int k = 0; k < by_day(120, 120, 600); k++) {
    contact c[SCR_TILE];
    for (int e = 0; e < SCR_TILE; e++) {
      c[e] = random_contact(&r, 2 + k % 2), c[e].dt = c[0].dt, c[e].elastic = c[0].elastic,
      c[e].was = true;
      set(&c[e], "lin_mode", 0), set(&c[e], "dp_mode", 0);
      if (k % 3 != 0) set(&c[e], "dp_sratio", 0);
      if (k % 3 == 2) set(&c[e], "dp_nratio", 0);
    }
    if (k % 4 == 0) c[1].was = false;
    if (k % 4 == 1) set(&c[1], "dp_mode", 3);
    law_check_company(c, SCR_TILE);
  }
}

static void company(void **state) {
  SCR_UNUSED(state);
  scr_rng r;
  scr_rng_seed(&r, 2);
  for (int n = 1; n <= SCR_TILE; n++)
    for (int dim = 2; dim <= 3; dim++) {
      contact c[SCR_TILE];
      for (int k = 0; k < n; k++)
        c[k] = random_contact(&r, dim), c[k].dt = c[0].dt, c[k].elastic = c[0].elastic;
      law_check_company(c, n);
    }
}

/* ---- the descriptor ---- */

static const prop_row params[] = {
    {"kn", 0, HUGE_VAL, 0, .inherits = true},
    {"ks", 0, HUGE_VAL, 0, .inherits = true},
    {"fric", 0, HUGE_VAL, 0, .inherits = true},
    {"rgap", -HUGE_VAL, HUGE_VAL, .def = 0},
    {"lin_mode", 0, 1, 0, .integer = true},
    {"dp_nratio", 0, 1, .def = 0},
    {"dp_sratio", 0, 1, .def = 0},
    {"dp_mode", 0, 3, 0, .integer = true},
    {"user_area", 0, HUGE_VAL, 0, .open_lo = true},
};

static void properties(void **state) {
  SCR_UNUSED(state);
  check_params("linear", params, SCR_COUNTOF(params));
  check_settable("linear", (const char *const[]){"lin_force", NULL});
}

/* Stiffnesses in series (one of 0 does not count), the smaller friction, negative as 0; both pieces
 * must have the property. */
static void inheritance(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double a[3], b[3]; /* kn ks fric of both pieces; NAN: it has none */
    double want[3];    /* NAN: not inherited */
  } row[] = {
      {{6, 4, 0.5}, {3, 12, 0.25}, {2, 3, 0.25}},
      {{0, 4, 0.5}, {3, 0, 0.75}, {3, 4, 0.5}},
      {{0, 0, -1}, {0, 0, 1}, {0, 0, 0}},
      {{NAN, 4, 0.5}, {3, 12, NAN}, {NAN, 3, NAN}},
      {{6, NAN, NAN}, {NAN, NAN, 1}, {NAN, NAN, NAN}},
      {{6, 4, 0.5}, {3, NAN, 0.5}, {2, NAN, 0.5}},
  };
  const scr_model *m = scr_model_find("linear");
  static const char *const name[] = {"kn", "ks", "fric"};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    double value[2][16] = {{0}}, param[SCR_MAX_PARAM];
    bool have[2][16] = {{false}};
    uint64_t want = 0;
    for (int p = 0; p < SCR_MAX_PARAM; p++) param[p] = -99;
    for (int p = 0; p < 3; p++) {
      const scr_prop *at = scr_model_prop(m, name[p]);
      long index = at - m->prop;
      value[0][index] = row[k].a[p], value[1][index] = row[k].b[p];
      have[0][index] = !isnan(row[k].a[p]), have[1][index] = !isnan(row[k].b[p]);
      if (!isnan(row[k].want[p])) want |= 1u << at->slot;
    }
    uint64_t got = m->inherit((const double *[2]){value[0], value[1]},
                              (const bool *[2]){have[0], have[1]}, param);
    assert_int_equal(got, want);
    for (int p = 0; p < 3; p++) {
      double is = param[scr_model_prop(m, name[p])->slot];
      if (isnan(row[k].want[p]))
        assert_true(is == -99);
      else
        check_near(is, row[k].want[p], row[k].want[p]);
    }
  }
}

static const scr_method *method_of(const char *name) {
  const scr_model *m = scr_model_find("linear");
  for (int k = 0; k < m->nmethod; k++)
    if (strcmp(m->method[k].name, name) == 0) return &m->method[k];
  fail();
  return NULL;
}

static double derived(const contact *c, const char *name, const scr_ends *e) {
  double out[3] = {NAN, NAN, NAN};
  c->m->derive(c->m, (int)(scr_model_prop(c->m, name) - c->m->prop), e, c->param, c->st, out);
  return out[0];
}

/* After an edit the normal force is that of the present overlap, but where it is a sum of
 * increments; beyond the reference gap there is none, as the kernel has it. */
static void settles(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double mode, gap, rgap, was, want;
  } row[] = {{0, -0.25, 0, 7, 4},
             {0, 0.25, 0, 7, 0},
             {0, 0.25, 0.5, 7, 4},
             {1, -0.25, 0, 7, 7},
             {1, 0.25, 0, 7, 0}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = contact_of("linear", 3);
    set(&c, "kn", 16), set(&c, "lin_mode", row[k].mode), set(&c, "rgap", row[k].rgap);
    const scr_ends e = {.radius = {1, 1},
                        .curvature = {1, 1},
                        .mass = {1, 1},
                        .gap = row[k].gap,
                        .dim = 3,
                        .dt = 1};
    double st[LAW_STATES] = {row[k].was};
    c.m->hints.settle(&e, c.param, st);
    assert_true(st[0] == row[k].want);
  }
}

/* A bar of cross-section pi r^2 (2D: 2 r) and length R1 + R2 (facet: R), r the smaller radius;
 * user_area takes its place. */
static void deformability(void **state) {
  SCR_UNUSED(state);
  static const double radius[][2] = {{0.5, 0.25}, {0.25, 0.5}, {0.5, 0}};
  for (int dim = 2; dim <= 3; dim++)
    for (size_t k = 0; k < SCR_COUNTOF(radius); k++)
      for (int own = 0; own < 2; own++) {
        double r1 = radius[k][0], r2 = radius[k][1];
        scr_ends e = ends_of(dim, r1, r2);
        contact c = contact_of("linear", dim);
        real r = r2 > 0 ? fmin(r1, r2) : r1, length = r1 + r2, pi = acosl(-1),
             area = dim == 3 ? pi * r * r : 2 * r;
        if (own)
          set(&c, "user_area", 0.75), area = 0.75, length = dim == 3 ? 2 * sqrtl(area / pi) : area;
        uint64_t clears = 0;
        scr_marg arg[] = {{"emod", 1e6, true}, {"kratio", 2.5, true}};
        assert_null(method_of("deformability")->apply(&e, arg, c.param, &clears, c.st));
        check_near(get(&c, "kn"), 1e6 * area / length, 1e6 * area / length);
        check_near(get(&c, "ks"), 1e6 * area / length / 2.5, 1e6 * area / length / 2.5);
        assert_int_equal(clears, 1u << scr_model_prop(c.m, "kn")->slot |
                                     1u << scr_model_prop(c.m, "ks")->slot);
        check_near(derived(&c, "emod", &e), 1e6, 1e6);
        check_near(derived(&c, "kratio", &e), 2.5, 2.5);
      }
}

/* A ratio of 0 stands for no shear stiffness, a modulus of 0 for none at all. */
static void deformability_of_nothing(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double emod, kratio, kn, ks; /* 2D, r 1/2 and 1/2: A/L = 1 m */
  } row[] = {{16, 0, 16, 0}, {0, 2, 0, 0}, {0, 0, 0, 0}};
  scr_ends e = ends_of(2, 0.5, 0.5);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = contact_of("linear", 2);
    uint64_t clears = 0;
    set(&c, "kn", 8), set(&c, "ks", 2);
    scr_marg arg[] = {{"emod", row[k].emod, true}, {"kratio", row[k].kratio, true}};
    assert_null(method_of("deformability")->apply(&e, arg, c.param, &clears, c.st));
    assert_true(get(&c, "kn") == row[k].kn && get(&c, "ks") == row[k].ks);
    assert_true(derived(&c, "kratio", &e) == 0);
  }
}

static void methods_refuse(void **state) {
  SCR_UNUSED(state);
  static const struct {
    const char *method, *says;
    double value[3];
  } row[] = {
      {"deformability", "emod", {-1, 2}},  {"deformability", "kratio", {1, -2}},
      {"deformability", "emod", {NAN, 2}}, {"deformability", "kratio", {1, NAN}},
      {"lsd", "young", {-1, 0.5, 1}},      {"lsd", "young", {NAN, 0.5, 1}},
      {"lsd", "restitution", {1, 0, 1}},   {"lsd", "restitution", {1, 1.5, 1}},
      {"lsd", "restitution", {1, NAN, 1}}, {"lsd", "shear-ratio", {1, 0.5, -1}},
  };
  scr_ends e = ends_of(3, 0.5, 0.5);
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    contact c = contact_of("linear", 3), before = c;
    uint64_t clears = 0;
    scr_marg arg[3];
    for (int a = 0; a < 3; a++) arg[a] = (scr_marg){"", row[k].value[a], true};
    const char *why = method_of(row[k].method)->apply(&e, arg, c.param, &clears, c.st);
    assert_non_null(why);
    assert_non_null(strstr(why, row[k].says));
    assert_memory_equal(c.param, before.param, sizeof c.param);
    assert_int_equal(clears, 0);
  }
}

/* user_area becomes the pieces' own cross-section; one that is given stays. */
static void area(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_ends e = ends_of(dim, 0.5, 0.25);
    contact c = contact_of("linear", dim);
    uint64_t clears = 0;
    assert_null(method_of("area")->apply(&e, NULL, c.param, &clears, c.st));
    real want = dim == 3 ? acosl(-1) * 0.0625L : 0.5L;
    check_near(get(&c, "user_area"), want, want);
    set(&c, "user_area", 9);
    assert_null(method_of("area")->apply(&e, NULL, c.param, &clears, c.st));
    assert_true(get(&c, "user_area") == 9);
    assert_int_equal(clears, 0);
  }
}

/* E d of both pieces in series, d the diameter (a facet takes the ball's); the ratio that gives the
 * restitution back. */
static void lsd(void **state) {
  SCR_UNUSED(state);
  static const struct {
    double r1, r2, young, restitution, ratio, kn; /* ratio NAN: not given, 1 */
  } row[] = {
      {0.5, 0.25, 12, 0.5, 0.5, 4},
      {0.5, 0, 12, 0.5, NAN, 6},
      {0.5, 0.5, 12, 1, 2, 6},
      {0.5, 0.5, 0, 0.25, 2, 0},
  };
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    scr_ends e = ends_of(3, row[k].r1, row[k].r2);
    contact c = contact_of("linear", 3);
    uint64_t clears = 0;
    scr_marg arg[] = {{"", row[k].young, true},
                      {"", row[k].restitution, true},
                      {"", row[k].ratio, !isnan(row[k].ratio)}};
    assert_null(method_of("lsd")->apply(&e, arg, c.param, &clears, c.st));
    real kn = row[k].kn, b = get(&c, "dp_nratio"), pi = acosl(-1);
    check_near(get(&c, "kn"), kn, kn);
    check_near(get(&c, "ks"), isnan(row[k].ratio) ? kn : row[k].ratio * kn, kn * 2);
    check_near((double)expl(-pi * b / sqrtl(1 - b * b)), row[k].restitution,
               1); /* after half a period */
    assert_int_equal(clears,
                     1u << scr_model_prop(c.m, "kn")->slot | 1u << scr_model_prop(c.m, "ks")->slot);
  }
}

static void strain_and_twin(void **state) {
  SCR_UNUSED(state);
  for (int dim = 2; dim <= 3; dim++) {
    scr_ends e = ends_of(dim, 0.5, 0.5);
    contact c = contact_of("linear", dim);
    c.st[FN] = 8, c.st[FS] = 3, c.st[FS + 1] = 4, c.st[FS + 2] = 12;
    double kn, ks, shear = dim == 3 ? 169 : 9;
    assert_true(c.m->strain(&e, dim, c.param, c.st, SCR_STORED_STRAIN) == 0);
    set(&c, "kn", 4), set(&c, "ks", 2);
    check_near(c.m->strain(&e, dim, c.param, c.st, SCR_STORED_STRAIN), 64. / 8 + shear / 4, 64);
    c.m->twin_stiffness(&e, c.param, &kn, &ks);
    assert_true(kn == 4 && ks == 2);
    set(&c, "dp_nratio", 0.75), set(&c, "dp_sratio", 1); /* sqrt(1 + 9/16) - 3/4 = 1/2 */
    c.m->twin_stiffness(&e, c.param, &kn, &ks);
    check_near(kn, 16, 16);
    check_near(ks, ref_damped(2, 1), ref_damped(2, 1));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hand_made),
      cmocka_unit_test(slip_is_strict),
      cmocka_unit_test(works),
      cmocka_unit_test(works_of_opening),
      cmocka_unit_test(slider_work_is_never_negative),
      cmocka_unit_test(random_contacts),
      cmocka_unit_test(company),
      cmocka_unit_test(plain_batches),
      cmocka_unit_test(properties),
      cmocka_unit_test(inheritance),
      cmocka_unit_test(settles),
      cmocka_unit_test(deformability),
      cmocka_unit_test(deformability_of_nothing),
      cmocka_unit_test(methods_refuse),
      cmocka_unit_test(area),
      cmocka_unit_test(lsd),
      cmocka_unit_test(strain_and_twin),
  };
  return cmocka_run_group_tests_name("linear", tests, NULL, NULL);
}
