/* What laws of grains share whose normal force is their own: the shear spring and the spring
 * against rolling, whose stiffness follows the contact, with sliders; dashpots; works. Parameters
 * are those of hertz.h first. Formulas: docs/physics.md, springs that follow the contact. */
#ifndef SCR_MODEL_GRAIN_H
#define SCR_MODEL_GRAIN_H

#include <math.h>
#include "model/hertz.h"

/* Parameters; a law that builds on these counts on from GRAIN_PARAMS. */
enum { RR_FRIC = HERTZ_PARAMS, KS_FAC, GRAIN_PARAMS };
/* Columns of state, likewise. RT, RB: moment, twist and bending. What the last step ended with:
 * HELD, what the normal spring stores, J; KN, KS, KR, stiffnesses, N/m and N m. */
enum { HELD = POWER, RT = HERTZ_STATES, RB, RR_SLIP = RB + 3, KN, KS, KR, GRAIN_STATES };

/* What the normal direction of one contact is after a step. */
typedef struct grain {
  bool on;
  double fn, held;      /* force of the springs and adhesion, N; stored, J */
  double kn, ks, kr;    /* present stiffnesses: N/m, that of rolling N m */
  double slides, rolls; /* limits of the shear force, N, and of the rolling moment, N m */
  double lost;          /* energy that the contact gave up when it opened, J */
  bool flows;           /* what the step takes beyond what is stored is plastic flow */
} grain;

/* Effective radius R1 R2/(R1 + R2) and modulus G/(1 - nu) from columns that the pass fills. */
static inline double grain_radius(double reff) { return 0.5 * reff; }
static inline double grain_modulus(double modulus) { return 1.5 * modulus; }

/* Stiffnesses of a contact whose patch has the radius a: 2 E* a, 8 G* a, and that of rolling. */
static inline void grain_stiffen(grain *g, double modulus, double ratio, double factor, double r,
                                 double a) {
  g->kn = 2 * (grain_modulus(modulus) * a);
  g->ks = factor * (ratio * g->kn);
  g->kr = g->ks * (r * r);
}

/* Friction and rolling under the normal force n. */
static inline void grain_limit(grain *g, double fric, double rr_fric, double r, double n) {
  g->slides = fric * n;
  g->rolls = rr_fric * r * n;
}

/* Hertz's force and energy at the overlap delta; the patch has the radius sqrt(r delta). */
static inline grain grain_hertz(double modulus, double ratio, double factor, double r,
                                double delta) {
  const double open = delta > 0 ? delta : 0;
  grain g = {.on = delta >= 0};
  grain_stiffen(&g, modulus, ratio, factor, r, sqrt(r * open));
  g.fn = 2.0 / 3.0 * (g.kn * open);
  g.held = 0.4 * (g.fn * open);
  return g;
}

/* Nothing of a contact that is open. */
static inline grain grain_closed(grain g) {
  const grain none = {.lost = g.lost};
  return g.on ? g : none;
}

/* Cube root of x > 0; 0 for what is less than 1e-290: three steps of Halley's from the third part
 * of the exponent, each of which makes three times as many digits. */
static inline double grain_cbrt(double x) {
  uint64_t bits;
  double t;
  __builtin_memcpy(&bits, &x, sizeof bits);
  bits = ((bits >> 32) * 0x55555556u >> 32) + 0x2a9f7893u; /* (1 - 1/3) of the bias, and 3 % */
  bits <<= 32;
  __builtin_memcpy(&t, &bits, sizeof t);
  for (int k = 0; k < 3; k++) {
    const double cube = t * t * t;
    t *= (cube + 2 * x) / (2 * cube + x);
  }
  return x > 1e-290 ? t : 0;
}

#ifdef SCR_KERNEL
#include "model/dashpot.h"
#include "model/slide.h"

/* Of what the step ended with, where that is asked again. */
static inline grain grain_told(const scr_batch *b, int k) {
  return (grain){.on = b->was[k] != 0,
                 .fn = b->st[FN][k],
                 .held = b->st[HELD][k],
                 .kn = b->st[KN][k],
                 .ks = b->st[KS][k],
                 .kr = b->st[KR][k]};
}

/* A spring of stiffness k with a slider; `told`: whether it slid, where that is asked again. */
static inline slide grain_spring(const scr_batch *b, tang old, tang step, double k, double limit,
                                 bool on, bool told) {
  const tang trial = b->report ? old : tang_axpy(-k, step, old);
  const slide s = slide_limit(trial, limit, b->elastic | b->report);
  return (slide){tang_where(on, s.f, (tang){0}), on & (b->report ? told : s.slip)};
}

/* What the change of a spring's stiffness brings in, and what its slider takes. */
typedef struct spent {
  double gain, slid;
} spent;
static inline spent grain_spent(slide now, tang old, tang step, double k, double k_old, bool on) {
  const double square = 0.5 * tang_dot(old, old), before = k_old > 0 ? square / k_old : 0;
  const bool slides = now.slip | !on;
  return (spent){on ? (k > 0 ? square / k : 0) - before : 0,
                 slides ? slide_work(now.f, old, step, on ? k : k_old) : 0};
}

/* Before the state changes. */
static inline void grain_works(scr_batch *b, int k, grain g, grain old, spent shear, spent roll,
                               double dash) {
  const double fn_old = b->was[k] * b->st[FN][k];
  const double step = step_gain(g.held + g.lost, b->was[k] * old.held, g.fn, fn_old, b->dn[k]);
  b->work[SCR_BOOK_SLIP][k] = shear.slid;
  b->work[SCR_BOOK_DASHPOT][k] = dash;
  b->work[SCR_BOOK_STIFFNESS][k] = shear.gain + roll.gain;
  b->work[SCR_BOOK_STEP][k] = g.flows ? 0 : step;
  b->work[SCR_BOOK_PLASTIC][k] = g.flows ? 0.0 - step : 0;
  b->work[SCR_BOOK_ROLLING][k] = roll.slid;
  b->work[SCR_BOOK_BREAK][k] = g.lost;
}

/* The whole contact. g: its normal direction; old: what that was before the
 * step, by the present parameters, as edits have booked it (for works alone). */
static inline void grain_put(scr_batch *b, int k, grain g, grain old) {
  const bool was = b->was[k] != 0;
  const tcol fs = tang_col(b->st + FS), mb = tang_col(b->st + RB), ft = tang_lanes(b->ft);
  const tang none = {0}, ds = tang_get(tang_lanes(b->ds), k),
             bend = tang_get(tang_lanes(b->bend), k);
  const tang fs0 = tang_where(was, tang_get(fs, k), none),
             mb0 = tang_where(was, tang_get(mb, k), none);
  const double *par_n = b->par[DP_NRATIO], *par_s = b->par[DP_SRATIO];
  const slide s = grain_spring(b, fs0, ds, g.ks, g.slides, g.on, b->st[SLIP][k] != 0),
              m = grain_spring(b, mb0, bend, g.kr, g.rolls, g.on & (g.kr > 0),
                               b->st[RR_SLIP][k] != 0);
  const double rate = g.on ? 2 / b->dt : 0, mass = b->meff[k];
  const double cn = par_n[k] * (rate * sqrt(mass * g.kn)),
               cs = par_s[k] * (rate * sqrt(mass * g.ks));
  const dashpot d = dashpot_force(b->par[DP_MODE][k], cn, cs, g.fn, s.slip, b->dn[k]);
  const double force = g.on ? d.fn : 0;
  const tang whole = tang_axpy(g.on ? d.cs : 0, ds, s.f);
  if (b->want & SCR_WANT_WORK)
    grain_works(b, k, g, old, grain_spent(s, fs0, ds, g.ks, old.ks, g.on),
                grain_spent(m, mb0, bend, g.kr, old.kr, g.on),
                dashpot_work(b, k, force, g.fn, whole, s.f));
  b->act[k] = g.on ? 1.0 : 0.0;
  b->st[FN][k] = g.fn, b->st[HELD][k] = g.held;
  b->st[KN][k] = g.kn, b->st[KS][k] = g.ks, b->st[KR][k] = g.kr;
  b->st[SLIP][k] = s.slip ? 1.0 : 0.0, b->st[RR_SLIP][k] = m.slip ? 1.0 : 0.0;
  b->st[RT][k] = b->mt[k] = 0;
  tang_put(fs, k, s.f);
  tang_put(mb, k, m.f);
  b->fn[k] = force;
  tang_put(ft, k, whole);
  tang_put(tang_lanes(b->mb), k, m.f);
}

#else

/* The first three are those of scr_hertz_inherit(), the fourth that of scr_grain_inherit(). */
/* clang-format off */
#define GRAIN_PROPERTIES(law)                                                                      \
  {law "_shear", SCR_P_REAL, SCR_PROP_PARAM, HZ_SHEAR, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "Pa",     \
   "shear modulus"},                                                                               \
  {law "_poiss", SCR_P_REAL, SCR_PROP_PARAM, HZ_POISS, -1, 0.5, 0,                                 \
   SCR_PROP_INHERIT | SCR_PROP_OPEN_LO, "", "Poisson's ratio"},                                    \
  {"fric", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",                 \
   "friction coefficient"},                                                                        \
  {"rr_fric", SCR_P_REAL, SCR_PROP_PARAM, RR_FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",           \
   "rolling friction coefficient"},                                                                \
  {"ks_fac", SCR_P_REAL, SCR_PROP_PARAM, KS_FAC, 0, HUGE_VAL, 1, 0, "",                            \
   "factor of the shear stiffness"},                                                               \
  {"dp_nratio", SCR_P_REAL, SCR_PROP_PARAM, DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",                \
   "normal critical damping ratio"},                                                               \
  {"dp_sratio", SCR_P_REAL, SCR_PROP_PARAM, DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",                \
   "shear critical damping ratio"},                                                                \
  {"dp_mode", SCR_P_INT, SCR_PROP_PARAM, DP_MODE, 0, 3, 0, 0, "",                                  \
   "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"},                      \
  {law "_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, 0, "N",                                   \
   "spring force: normal (compression positive) and shear"},                                       \
  {law "_slip", SCR_P_BOOL, SCR_PROP_STATE, SLIP, 0, 1, 0, SCR_PROP_READONLY, "",                  \
   "does the slider slip?"},                                                                       \
  {"rr_moment", SCR_P_MOMENT, SCR_PROP_STATE, RT, 0, 0, 0, 0, "N m", "rolling moment"},            \
  {"rr_slip", SCR_P_BOOL, SCR_PROP_STATE, RR_SLIP, 0, 1, 0, SCR_PROP_READONLY, "",                 \
   "does the slider of rolling slip?"},                                                            \
  {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",     \
   "dashpot force"}
#define GRAIN_ENERGIES                                                                             \
  {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},               \
  {"energy-dashpot", true, SCR_BOOK_DASHPOT}, {"energy-stiffness", true, SCR_BOOK_STIFFNESS},      \
  {"energy-rrstrain", false, SCR_STORED_ROLLING}, {"energy-rrslip", true, SCR_BOOK_ROLLING}
/* clang-format on */

/* See scr_model for these. */
uint64_t scr_grain_inherit(const double *value[2], const bool *have[2], double *param);
double scr_grain_strain(const scr_ends *e, int dim, const double *param, const double *state,
                        int what);
/* What the timestep has to reckon with, N/m: stiffnesses with what dashpots add. */
void scr_grain_stiffness(const grain *g, const double *param, double *kn, double *ks);
/* Effective radius as kernels have it, m. */
double scr_grain_reff(const scr_ends *e);
/* What a contact that no step moves becomes; what opens keeps neither shear nor moment. */
void scr_grain_settle(double *state, grain g);

#endif
#endif
