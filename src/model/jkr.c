/* Contact law `jkr`: Hertz and Mindlin with the adhesion of Johnson, Kendall and Roberts, which
 * holds pieces beyond the contact until their neck tears. Formulas: docs/physics.md, jkr. */
#include "model/grain.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"

/* Q: sqrt(2 pi G/E*), where G is the work of adhesion; Q_ROOT: its cube root. */
enum { SURF_ADH = GRAIN_PARAMS, ADH_EXP, Q, Q_ROOT, NPARAM };
/* SCR_BOND_HOLDS while the pieces stick, whatever the gap. */
enum { STICKS = GRAIN_STATES, NSTATE };

/* The neck, as a multiple y^2 of a patch b^2: delta = q b (y^4 - y), F = 4 pi G R (2/3 y^6 - y^3),
 * with b^3 = q R. It tears at y^3 = 1/4. */
#define TEAR_Y 0.62996052494743658238  /* 4^(-1/3) */
#define TEAR_D -0.47247039371057743679 /* -3/4 TEAR_Y */

/* The larger root of y^4 - y = d, at most at TEAR_D for less: Newton's method from above, from the
 * parabola at the tear or the fourth root, whichever is nearer. */
static inline double neck_root(double at) {
  const double d = at > TEAR_D ? at : TEAR_D;
  const double parabola = TEAR_Y + sqrt((d - TEAR_D) / (6 * TEAR_Y * TEAR_Y));
  const double fourth = sqrt(sqrt(d + parabola));
  double y = parabola < fourth ? parabola : fourth;
  for (int k = 0; k < 4; k++) {
    const double cube = y * y * y, slope = 4 * cube - 1;
    y = slope > 1e-12 ? y - (cube * y - y - d) / slope : y;
  }
  return y > TEAR_Y ? y : TEAR_Y;
}

/* What follows from parameters and the effective radius r. */
typedef struct neck {
  double r, q, b, scale; /* scale: of the force, 4 pi G R */
} neck;
static inline neck neck_of(const double q, double q_root, double adhesion, double r) {
  return (neck){r, q, q_root * grain_cbrt(r), 8 * SCR_PI * (adhesion * r)};
}

/* Stored beyond that at delta = 0. */
static inline double neck_energy(neck n, double y) {
  const double y2 = y * y, y4 = y2 * y2, y7 = y4 * y2 * y;
  return n.scale * (n.q * n.b) * (4.0 / 15.0 * (y7 * y2 * y) - 2.0 / 3.0 * y7 + 0.25 * y4 + 0.15);
}

/* Parameters of one contact. */
typedef struct solid {
  double modulus, ratio, factor, fric, rolling;
  bool simple; /* it ends at delta = 0 */
} solid;

/* One contact at the overlap delta; `stuck`: it did before. */
static inline grain normal_of(neck n, solid p, bool stuck, double delta) {
  const bool sticks = n.q > 0;
  const double unit = sticks ? n.q * n.b : 1, d = delta / unit, y = neck_root(sticks ? d : 0),
               cube = y * y * y;
  grain dry = grain_hertz(p.modulus, p.ratio, p.factor, n.r, delta);
  grain g = {.on = (delta >= 0) | (stuck & !p.simple & (d >= TEAR_D))};
  grain_stiffen(&g, p.modulus, p.ratio, p.factor, n.r, n.b * n.b * (y * y));
  g.fn = n.scale * (2.0 / 3.0 * cube * cube - cube);
  g.held = neck_energy(n, y);
  g.lost = (stuck & !g.on) ? neck_energy(n, p.simple ? 1 : TEAR_Y) : 0;
  g = grain_where(sticks, g, dry);
  grain_limit(&g, p.fric, p.rolling, n.r, g.fn + (sticks ? 0.75 * n.scale : 0)); /* 3 pi G R */
  return grain_closed(g);
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_jkr_force)(scr_batch *b);
void SCR_NAME(scr_jkr_stiff)(scr_batch *b);

static inline neck neck_at(const scr_batch *b, int k) {
  return neck_of(b->par[Q][k], b->par[Q_ROOT][k], b->par[SURF_ADH][k], grain_radius(b->reff[k]));
}

static inline solid solid_at(const scr_batch *b, int k) {
  return (solid){b->par[MODULUS][k], b->par[RATIO][k],   b->par[KS_FAC][k],
                 b->par[FRIC][k],    b->par[RR_FRIC][k], b->par[ADH_EXP][k] != 0};
}

/* At the overlap after the step, or before it. */
__attribute__((always_inline)) static inline void normals(const scr_batch *b, bool before,
                                                          grains *to) {
  const double *was = b->was, *gap = b->gap, *dn = b->dn;
  SCR_EACH(k, b->n) {
    const double delta = before ? dn[k] - gap[k] : -gap[k];
    grains_put(to, k, normal_of(neck_at(b, k), solid_at(b, k), was[k] != 0, delta));
  }
}

/* A neck that an edit has left too long has ended there, and was booked: it gives up nothing more.
 */
static void end_edited(const scr_batch *b, grains *now) {
  const double *edited = b->edited;
  SCR_EACH(k, b->n) now->lost[k] = edited[k] != 0 ? 0 : now->lost[k];
}

void SCR_NAME(scr_jkr_force)(scr_batch *b) {
  double *sticks = b->st[STICKS];
  grains now, old;
  if (b->report)
    grains_told(b, &now);
  else
    normals(b, false, &now);
  if (grains_work(b)) normals(b, true, &old), end_edited(b, &now);
  grains_end(b, &now, &old);
  SCR_EACH(k, b->n) sticks[k] = now.on[k] != 0 ? (double)SCR_BOND_HOLDS : 0;
}

/* Adhesion pulls pieces into an overlap that they do not have yet: they are at least as stiff as at
 * that of the hundredth part of a radius. */
void SCR_NAME(scr_jkr_stiff)(scr_batch *b) {
  const double *more_n = b->par[STIFFER_N], *more_s = b->par[STIFFER_S], *act = b->act;
  SCR_EACH(k, b->n) {
    const neck n = neck_at(b, k);
    const double r1 = b->r1[k], r2 = b->r2[k], soon = 0.01 * (r1 < r2 ? r1 : r2);
    const double delta = -b->gap[k] > soon || !(n.q > 0) ? -b->gap[k] : soon;
    const grain g = normal_of(n, solid_at(b, k), act[k] != 0, delta);
    b->kn[k] = act[k] * (g.kn * more_n[k]);
    b->ks[k] = act[k] * (g.ks * more_s[k]);
    b->kb[k] = act[k] * g.kr;
    b->kt[k] = 0;
  }
}

#else

enum { D_A0, D_PULL_OFF, D_TEAR_OFF };

static const scr_prop prop[] = {
    GRAIN_PROPERTIES("jkr", SCR_FORCE_PASSES),
    {"surf_adh", SCR_P_REAL, SCR_PROP_PARAM, SURF_ADH, 0, HUGE_VAL, 0, 0, "J/m2",
     "surface adhesion energy, half of the work of adhesion"},
    {"adh_exp", SCR_P_INT, SCR_PROP_PARAM, ADH_EXP, 0, 1, 0, 0, "",
     "adhesion ends: 0 where the neck tears, 1 where the pieces part"},
    {"a0", SCR_P_REAL, SCR_PROP_DERIVED, D_A0, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "m",
     "radius of the patch without force"},
    {"pull_off_f", SCR_P_REAL, SCR_PROP_DERIVED, D_PULL_OFF, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N",
     "largest attraction"},
    {"tear_off_d", SCR_P_REAL, SCR_PROP_DERIVED, D_TEAR_OFF, -HUGE_VAL, 0, 0, SCR_PROP_READONLY,
     "m", "overlap at which the neck tears (negative: a gap)"},
};

static void prepare(double *p) {
  const double g = 2 * p[SURF_ADH];
  p[HZ_ALPHA] = 1.5;
  scr_hertz_prepare(p);
  p[Q] = g > 0 && p[MODULUS] > 0 ? sqrt(2 * SCR_PI * g / grain_modulus(p[MODULUS])) : 0;
  p[Q_ROOT] = p[Q] > 0 ? scr_pow(p[Q], 1.0 / 3.0) : 0;
}

static neck neck_between(const scr_ends *e, const double *p) {
  return neck_of(p[Q], p[Q_ROOT], p[SURF_ADH], grain_radius(scr_grain_reff(e)));
}

static grain normal_at(const scr_ends *e, const double *p, bool stuck, double delta) {
  const solid s = {p[MODULUS], p[RATIO], p[KS_FAC], p[FRIC], p[RR_FRIC], p[ADH_EXP] != 0};
  return normal_of(neck_between(e, p), s, stuck, delta);
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const neck n = neck_between(e, p);
  (void)st;
  switch (m->prop[index].slot) {
  case D_A0: out[0] = n.b * n.b * scr_pow(1.5, 2.0 / 3.0); break; /* y^3 = 3/2 */
  case D_PULL_OFF: out[0] = 0.375 * n.scale; break;
  default: out[0] = n.q * n.b * TEAR_D + 0.0;
  }
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const grain g = normal_at(e, p, false, 0.01 * e->radius[0]);
  scr_grain_stiffness(&g, p, kn, ks);
}

static void settle(const scr_ends *e, const double *p, double *st) {
  const grain g = normal_at(e, p, st[STICKS] >= SCR_BOND_HOLDS, -e->gap);
  scr_grain_settle(st, g);
  st[STICKS] = g.on ? SCR_BOND_HOLDS : 0;
}

static const scr_law_energy energy[] = {
    GRAIN_ENERGIES,
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_jkr = {
    .name = "jkr",
    .doc = "Hertz and Mindlin, with the adhesion of soft grains",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, RB, -1},
    .rotates = true,
    .bonds = true,
    .clings = true,
    .bond = STICKS,
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_grain_inherit,
    .prepare = prepare,
    .derive = derive,
    .twin_stiffness = twin,
    .strain = scr_grain_strain,
    .dampers = SCR_DAMPERS(FRIC, RR_FRIC),
    .hints = {.reports = true, .edits = 1u << STICKS, .settle = settle},
};

#endif
