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

/* a or b. The compiler makes no vectors of truths that are chosen: these are put together. */
static inline grain grain_where(bool first, grain a, grain b) {
  return (grain){.on = (first & a.on) | (!first & b.on),
                 .fn = first ? a.fn : b.fn,
                 .held = first ? a.held : b.held,
                 .kn = first ? a.kn : b.kn,
                 .ks = first ? a.ks : b.ks,
                 .kr = first ? a.kr : b.kr,
                 .slides = first ? a.slides : b.slides,
                 .rolls = first ? a.rolls : b.rolls,
                 .lost = first ? a.lost : b.lost,
                 .flows = (first & a.flows) | (!first & b.flows)};
}

/* Nothing of a contact that is open. */
static inline grain grain_closed(grain g) {
  const grain none = {.lost = g.lost};
  return grain_where(g.on, g, none);
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

/* Grains of a tile, column by column: what the normal direction is and what follows from it are
 * loops of their own, as the compiler makes no vectors of truths that go through long ones. */
typedef struct grains {
  scr_lanes on, fn, held, kn, ks, kr, slides, rolls, lost, flows;
} grains;

static inline void grains_put(grains *to, int k, grain g) {
  to->on[k] = g.on ? 1.0 : 0.0, to->flows[k] = g.flows ? 1.0 : 0.0;
  to->fn[k] = g.fn, to->held[k] = g.held, to->lost[k] = g.lost;
  to->kn[k] = g.kn, to->ks[k] = g.ks, to->kr[k] = g.kr;
  to->slides[k] = g.slides, to->rolls[k] = g.rolls;
}

static inline grain grains_get(const grains *from, int k) {
  return (grain){from->on[k] != 0, from->fn[k],        from->held[k],   from->kn[k],
                 from->ks[k],      from->kr[k],        from->slides[k], from->rolls[k],
                 from->lost[k],    from->flows[k] != 0};
}

/* Of what the step ended with, where that is asked again. */
static inline void grains_told(const scr_batch *b, grains *to) {
  SCR_EACH(k, b->n)
  grains_put(to, k,
             (grain){.on = b->was[k] != 0,
                     .fn = b->st[FN][k],
                     .held = b->st[HELD][k],
                     .kn = b->st[KN][k],
                     .ks = b->st[KS][k],
                     .kr = b->st[KR][k]});
}

/* Shear forces and rolling moments before the step, where works are asked for. */
typedef struct grain_loads {
  scr_lanes fs[3], mb[3];
} grain_loads;

static inline void grains_before(const scr_batch *b, grain_loads *old) {
  const double *was = b->was;
  const tcol fs = tang_col(b->st + FS), mb = tang_col(b->st + RB), fs_old = tang_lanes(old->fs),
             mb_old = tang_lanes(old->mb);
  SCR_EACH(k, b->n) {
    const bool on = was[k] != 0;
    tang_put(fs_old, k, tang_where(on, tang_get(fs, k), (tang){0}));
    tang_put(mb_old, k, tang_where(on, tang_get(mb, k), (tang){0}));
  }
}

/* A spring of stiffness `stiff` and its slider: the force as if nothing slid, and what slides; then
 * that is scaled back, eight contacts of which few do mostly. */
static inline void grains_spring(const scr_batch *b, const double *on, const double *stiff,
                                 const double *limit, tcol step, tcol f, double *slip) {
  const double *was = b->was;
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const tang old = tang_where(was[k] != 0, tang_get(f, k), (tang){0});
    const tang trial = tang_axpy(-stiff[k], tang_get(step, k), old);
    const bool closed = on[k] != 0, slid = closed & slides(trial, limit[k], elastic);
    slip[k] = slid ? 1.0 : 0.0;
    tang_put(f, k, tang_where(closed, trial, (tang){0}));
  }
}
static inline void grains_slide(int n, const double *limit, tcol f, const double *slip) {
  for (int from = 0; from < n; from += 8) {
    if (!any_set(slip + from, 8)) continue;
    SCR_EIGHT(k, from) {
      const tang trial = tang_get(f, k);
      tang_put(f, k, tang_where(slip[k] != 0, slide_back(trial, limit[k]), trial));
    }
  }
}

static inline void grains_springs(scr_batch *b, const grains *now) {
  const tcol fs = tang_col(b->st + FS), mb = tang_col(b->st + RB);
  double *slip = b->st[SLIP], *rolls = b->st[RR_SLIP];
  scr_lanes turns; /* is there a spring against rolling? */
  SCR_EACH(k, b->n) turns[k] = now->kr[k] > 0 ? now->on[k] : 0;
  grains_spring(b, now->on, now->ks, now->slides, tang_lanes(b->ds), fs, slip);
  grains_spring(b, turns, now->kr, now->rolls, tang_lanes(b->bend), mb, rolls);
  grains_slide(b->n, now->slides, fs, slip);
  grains_slide(b->n, now->rolls, mb, rolls);
}

/* Dashpots, and the whole force and moment. */
static inline void grains_total(scr_batch *b, const grains *now) {
  const double *bn = b->par[DP_NRATIO], *bs = b->par[DP_SRATIO], *mode = b->par[DP_MODE];
  const double *mass = b->meff, *dn = b->dn, *slip = b->st[SLIP], twice = 2 / b->dt;
  double *fn = b->fn, *act = b->act, *mt = b->mt, *twist = b->st[RT];
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  const tcol moment = tang_col(b->st + RB), mb = tang_lanes(b->mb);
  SCR_EACH(k, b->n) {
    const bool on = now->on[k] != 0;
    const double rate = on ? twice : 0, cn = bn[k] * (rate * sqrt(mass[k] * now->kn[k])),
                 cs = bs[k] * (rate * sqrt(mass[k] * now->ks[k]));
    const dashpot d = dashpot_force(mode[k], cn, cs, now->fn[k], slip[k] != 0, dn[k]);
    act[k] = now->on[k];
    fn[k] = on ? d.fn : 0;
    tang_put(ft, k, tang_axpy(on ? d.cs : 0, tang_get(ds, k), tang_get(fs, k)));
    tang_put(mb, k, tang_get(moment, k));
    twist[k] = mt[k] = 0;
  }
}

/* Before the state of the normal direction changes; old: what that was before the step, by the
 * present parameters, as edits have booked it. */
static inline void grains_works(scr_batch *b, const grains *now, const grains *old,
                                const grain_loads *loads) {
  const tcol fs = tang_col(b->st + FS), mb = tang_col(b->st + RB), ft = tang_lanes(b->ft),
             ds = tang_lanes(b->ds), bend = tang_lanes(b->bend),
             fs_old = tang_lanes((scr_lanes *)loads->fs),
             mb_old = tang_lanes((scr_lanes *)loads->mb);
  SCR_EACH(k, b->n) {
    const grain g = grains_get(now, k), was = grains_get(old, k);
    const slide s = {tang_get(fs, k), b->st[SLIP][k] != 0},
                m = {tang_get(mb, k), b->st[RR_SLIP][k] != 0};
    const spent shear = grain_spent(s, tang_get(fs_old, k), tang_get(ds, k), g.ks, was.ks, g.on),
                roll = grain_spent(m, tang_get(mb_old, k), tang_get(bend, k), g.kr, was.kr, g.on);
    const double fn_old = b->was[k] * b->st[FN][k];
    const double step = step_gain(g.held + g.lost, b->was[k] * was.held, g.fn, fn_old, b->dn[k]);
    b->work[SCR_BOOK_SLIP][k] = shear.slid;
    b->work[SCR_BOOK_DASHPOT][k] = dashpot_work(b, k, b->fn[k], g.fn, tang_get(ft, k), s.f);
    b->work[SCR_BOOK_STIFFNESS][k] = shear.gain + roll.gain;
    b->work[SCR_BOOK_STEP][k] = g.flows ? 0 : step;
    b->work[SCR_BOOK_PLASTIC][k] = g.flows ? 0.0 - step : 0;
    b->work[SCR_BOOK_ROLLING][k] = roll.slid;
    b->work[SCR_BOOK_BREAK][k] = g.lost;
  }
}

static inline void grains_keep(scr_batch *b, const grains *now) {
  double *fn = b->st[FN], *held = b->st[HELD], *kn = b->st[KN], *ks = b->st[KS], *kr = b->st[KR];
  SCR_EACH(k, b->n) {
    fn[k] = now->fn[k], held[k] = now->held[k];
    kn[k] = now->kn[k], ks[k] = now->ks[k], kr[k] = now->kr[k];
  }
}

/* Are works asked for of a step that is taken? They need the normal direction before it. */
static inline bool grains_work(const scr_batch *b) {
  return (b->want & SCR_WANT_WORK) && !b->report;
}

/* All that follows from the normal direction: now, and, for works alone, before the step. With
 * scr_batch.report `now` is what grains_told() gives. Neither is const: gcc would miss lanes that
 * no contact has. */
static inline void grains_end(scr_batch *b, grains *now, grains *old) {
  const bool works = grains_work(b);
  grain_loads loads;
  if (works) grains_before(b, &loads);
  if (!b->report) grains_springs(b, now);
  grains_total(b, now);
  if (b->want & SCR_WANT_DASH) put_dash(b, now->fn, tang_col(b->st + FS));
  if (works) grains_works(b, now, old, &loads);
  if (!b->report) grains_keep(b, now);
}

#else

/* The first three are those of scr_hertz_inherit(), the fourth that of scr_grain_inherit(). */
/* clang-format off */
#define GRAIN_PROPERTIES(law, set)                                                                 \
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
   "spring force: normal (compression positive) and shear" set},                                   \
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
