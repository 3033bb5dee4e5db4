/* Contact law `hertz`: Hertz and Mindlin with a slider, dashpots in parallel. Formulas:
 * docs/physics.md, hertz. */
#include "model/hertz.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"

#ifdef SCR_KERNEL
#include "model/dashpot.h"
#include "model/slide.h"

typedef struct tangents {
  double fn, kn, ks;
} tangents;

/* Fn = hn delta^alpha, kn = dFn/d delta, ks = 2 (1 - nu)/(2 - nu) kn; hn = (2/3) G/(1 - nu) sqrt(2
 * Reff). power = sqrt(2 Reff) delta^(alpha - 1), so that hn delta^(alpha - 1) = modulus power. All
 * of them are 0 without overlap. */
static inline tangents hertz_normal(double modulus, double ratio, double alpha, double delta,
                                    double power) {
  double secant = modulus * power, kn = alpha * secant;
  return (tangents){secant * delta, kn, ratio * kn};
}

/* Hertz's own exponent. */
static inline double own_power(double reff, double delta) { return sqrt(2 * reff * delta); }

/* One square root for Hertz's own exponent, SLEEF's pow for others; delta: overlaps. */
static void power_of(const scr_batch *b, const double *delta, double *power) {
  const double *alpha = b->par[HZ_ALPHA], *reff = b->reff;
  SCR_EACH(k, b->n) power[k] = own_power(reff[k], delta[k]);
  if (all_zero(b, OTHER_ALPHA)) return;
  for (int k = 0; k < b->n; k++)
    if (alpha[k] != 1.5)
      power[k] = delta[k] > 0 ? sqrt(2 * reff[k]) * scr_pow(delta[k], alpha[k] - 1) : 0;
}

static void powers(const scr_batch *b, double *power) {
  const double *rgap = b->par[RGAP], *gap = b->gap;
  scr_lanes delta;
  SCR_EACH(k, b->n) delta[k] = max0(rgap[k] - gap[k]);
  power_of(b, delta, power);
}

/* Scale of the dashpots: delta^dp_alpha where dp_alpha > 0, else 1. */
static void scales(const scr_batch *b, double *fac) {
  const double *alpha = b->par[DP_ALPHA], *rgap = b->par[RGAP], *gap = b->gap;
  SCR_EACH(k, b->n) fac[k] = 1;
  if (all_zero(b, DP_ALPHA)) return;
  for (int k = 0; k < b->n; k++) {
    const double delta = max0(rgap[k] - gap[k]);
    if (alpha[k] > 0) fac[k] = delta > 0 ? scr_pow(delta, alpha[k]) : 0;
  }
}

/* What part of the shear force the contact keeps before it moves on: none if it is new; with
 * hz_mode 1, when it unloads, that of its stiffness. */
static void kept_part(const scr_batch *b, const double *power, double *keep) {
  const double *mode = b->par[HZ_MODE], *last = b->st[POWER], *was = b->was;
  SCR_EACH(k, b->n) keep[k] = was[k] != 0 ? 1.0 : 0.0;
  if (all_zero(b, HZ_MODE)) return;
  SCR_EACH(k, b->n) {
    const double past = fabs(last[k]);
    bool unload = (mode[k] != 0) & (was[k] != 0) & (power[k] < past);
    keep[k] = unload ? power[k] / past : keep[k];
  }
}

/* What a batch may need beyond the plain law: columns by which it differs. For the energies: the
 * shear force that the step began with (after the scaling of hz_mode 1), the power that its spring
 * had before, and what part of the force was left then. */
typedef struct extras {
  scr_lanes power, fac, keep, old[3], fn_old, before, part;
} extras;

/* An edit since the last step has booked what it made of the shear spring, at the overlap that the
 * step begins with. */
static void before_step(const scr_batch *b, extras *x) {
  const double *last = b->st[POWER], *mode = b->par[HZ_MODE], *rgap = b->par[RGAP];
  scr_lanes overlap;
  SCR_EACH(k, b->n) overlap[k] = max0(rgap[k] - b->gap[k] + b->dn[k]);
  power_of(b, overlap, x->before);
  SCR_EACH(k, b->n) {
    const bool edited = last[k] < 0, less = (mode[k] != 0) & (x->before[k] < -last[k]);
    x->part[k] = (edited & less) ? x->before[k] / -last[k] : 1;
    x->before[k] = edited ? x->before[k] : last[k];
  }
}

/* Which parts of the law a batch needs; constants where contacts() is called, so that each call is
 * compiled by itself. `plain`: Hertz's own exponent, no loss in unloading, dashpots in full and
 * without a scale. `report`: what a step that is over told. `works`: energies. */
typedef struct needs {
  bool plain, damped, report, works;
  double rate; /* 2/dt */
} needs;

/* The dashpots of one contact, whose viscosities are 2 dp_nratio sqrt(m kn) and 2 dp_sratio sqrt(m
 * ks); ks/kn is constant. */
__attribute__((always_inline)) static inline dashpot
damping(scr_batch *b, const extras *x, needs need, int k, double kn, double fn, bool slip) {
  const double *bn = b->par[DP_NRATIO], *bs = b->par[SHEAR_DAMPING], *mode = b->par[DP_MODE];
  const double critical = need.rate * sqrt(b->meff[k] * kn),
               c = need.plain ? critical : x->fac[k] * critical;
  return dashpot_force(need.plain ? 0 : mode[k], bn[k] * c, bs[k] * c, fn, slip, b->dn[k]);
}

/* Shear energy that the change of stiffness releases or stores: |Fs|^2/(2 ks) - |Fs_raw|^2/(2
 * ks_last), Fs after the scaling of hz_mode 1, and what the part `off` that it took off would have
 * done in this step. `power`, `last`: POWER of this step and of before. */
static inline double stiffness_work(tang fs, tang raw, tang off, tang ds, double ks, double power,
                                    double last, bool was) {
  const double now = ks > 0 ? tang_dot(fs, fs) / (2 * ks) : 0;
  const double old = last > 0 && power > 0 ? tang_dot(raw, raw) / (2 * (ks / power * last)) : 0;
  return ks > 0 && was ? now - old + 0.5 * tang_dot(off, ds) : 0;
}

/* Springs and dashpots, as if nothing slid; notes what does. */
__attribute__((always_inline)) static inline void contacts(scr_batch *b, extras *x, needs need) {
  const double *modulus = b->par[MODULUS], *ratio = b->par[RATIO], *fric = b->par[FRIC],
               *alpha = b->par[HZ_ALPHA];
  const double *rgap = b->par[RGAP], *gap = b->gap, *was = b->was;
  double *fne = b->st[FN], *slip = b->st[SLIP], *last = b->st[POWER], *act = b->act, *fn = b->fn;
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const double open = rgap[k] - gap[k], delta = max0(open),
                 power = need.plain ? own_power(b->reff[k], delta) : x->power[k];
    const bool on = open >= 0;
    const tangents h = hertz_normal(modulus[k], ratio[k], alpha[k], delta, power);
    const tang none = {0}, fs0 = tang_get(fs, k);
    const tang old =
        need.plain ? tang_where(was[k] != 0, fs0, none) : tang_axpy(x->keep[k], fs0, none);
    const tang trial = need.report ? old : tang_axpy(-h.ks, tang_get(ds, k), old);
    const tang shear = tang_where(on, trial, none);
    const bool slid = need.report ? slip[k] != 0 : on & slides(trial, fric[k] * h.fn, elastic);
    const dashpot d = need.damped ? damping(b, x, need, k, h.kn, h.fn, slid) : (dashpot){0, 0};
    const double force = need.damped ? d.fn : h.fn;
    const tang whole = need.damped ? tang_axpy(d.cs, tang_get(ds, k), shear) : shear;
    if (need.works) {
      const double before = need.plain ? last[k] : x->before[k];
      const tang raw = need.plain ? fs0 : tang_mul(x->part[k], fs0);
      const double ks_last = ratio[k] * (alpha[k] * (modulus[k] * before));
      const double stiff = held_before(b, rgap, k) ? ks_last : 0; /* 0: nothing is stored */
      b->work[SCR_BOOK_SLIP][k] =
          on ? 0 : slide_work(none, tang_mul(was[k], raw), tang_get(ds, k), stiff);
      b->work[SCR_BOOK_DASHPOT][k] = dashpot_work(b, k, force, h.fn, whole, shear);
      b->work[SCR_BOOK_STIFFNESS][k] = stiffness_work(old, raw, tang_sub(fs0, old), tang_get(ds, k),
                                                      h.ks, power, before, was[k] != 0);
      x->fn_old[k] = was[k] * fne[k];
      tang_put(tang_lanes(x->old), k, old);
    }
    act[k] = on ? 1.0 : 0.0;
    slip[k] = slid ? 1.0 : 0.0;
    last[k] = power;
    fne[k] = h.fn;
    fn[k] = force;
    tang_put(fs, k, shear);
    tang_put(ft, k, whole);
  }
}

/* What slides is scaled back: eight contacts, of which few do mostly. */
__attribute__((always_inline)) static inline void slide_contacts(scr_batch *b, extras *x,
                                                                 needs need, int from) {
  const double *modulus = b->par[MODULUS], *ratio = b->par[RATIO], *fric = b->par[FRIC],
               *alpha = b->par[HZ_ALPHA];
  const double *fne = b->st[FN], *slip = b->st[SLIP], *last = b->st[POWER];
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  SCR_EIGHT(k, from) {
    const bool slid = slip[k] != 0;
    const tang trial = tang_get(fs, k),
               shear = tang_where(slid, slide_back(trial, fric[k] * fne[k]), trial);
    const tangents h = hertz_normal(modulus[k], ratio[k], alpha[k], 0, last[k]);
    const dashpot d = need.damped ? damping(b, x, need, k, h.kn, fne[k], slid) : (dashpot){0, 0};
    const tang whole = need.damped ? tang_axpy(d.cs, tang_get(ds, k), shear) : shear;
    if (need.works) {
      const tang old = tang_get(tang_lanes(x->old), k);
      b->work[SCR_BOOK_SLIP][k] =
          slid ? slide_work(shear, old, tang_get(ds, k), h.ks) : b->work[SCR_BOOK_SLIP][k];
      b->work[SCR_BOOK_DASHPOT][k] = dashpot_work(b, k, b->fn[k], fne[k], whole, shear);
    }
    tang_put(fs, k, shear);
    tang_put(ft, k, whole);
  }
}

/* The normal spring holds Fn delta/(alpha + 1). What it held before is that of the present
 * parameters, as edits have booked it.
 */
static void put_gains(scr_batch *b, const double *fn_old) {
  const double *modulus = b->par[MODULUS], *alpha = b->par[HZ_ALPHA], *rgap = b->par[RGAP],
               *fn = b->st[FN];
  scr_lanes before;
  SCR_EACH(k, b->n) before[k] = b->was[k] * max0(rgap[k] - b->gap[k] + b->dn[k]); /* overlap */
  scr_lanes power;
  power_of(b, before, power);
  SCR_EACH(k, b->n) {
    const double part = 1 / (alpha[k] + 1), now = part * (fn[k] * max0(rgap[k] - b->gap[k]));
    const double old = part * (modulus[k] * power[k] * (before[k] * before[k]));
    b->work[SCR_BOOK_STEP][k] = step_gain(now, old, fn[k], fn_old[k], b->dn[k]);
  }
}

__attribute__((always_inline)) static inline void all_contacts(scr_batch *b, extras *x,
                                                               needs need) {
  contacts(b, x, need);
  if (need.report) return;
  for (int k = 0; k < b->n; k += 8)
    if (any_set(b->st[SLIP] + k, 8)) slide_contacts(b, x, need, k);
  if (need.works) put_gains(b, x->fn_old);
}

/* With energies there is no variant without dashpots: such contacts have viscosities of 0, and the
 * same bits. */
static void plain_contacts(scr_batch *b, bool damped, bool works, double rate) {
  extras x;
  if (works)
    all_contacts(b, &x, (needs){true, true, false, true, rate});
  else if (damped)
    all_contacts(b, &x, (needs){true, true, false, false, rate});
  else
    all_contacts(b, &x, (needs){true, false, false, false, rate});
}

/* Everything that plain batches do without. */
static void full_contacts(scr_batch *b, bool damped, bool works, double rate) {
  extras x;
  powers(b, x.power);
  kept_part(b, x.power, x.keep);
  scales(b, x.fac);
  if (b->report)
    all_contacts(b, &x, (needs){false, true, true, false, rate});
  else if (works)
    before_step(b, &x), all_contacts(b, &x, (needs){false, true, false, true, rate});
  else if (damped)
    all_contacts(b, &x, (needs){false, true, false, false, rate});
  else
    all_contacts(b, &x, (needs){false, false, false, false, rate});
}

static bool any_edited(const scr_batch *b) {
  bool any = false;
  for (int k = 0; k < b->n; k++) any |= b->st[POWER][k] < 0;
  return any;
}

void SCR_NAME(scr_hertz_force)(scr_batch *b) {
  const bool damped = !(all_zero(b, DP_NRATIO) && all_zero(b, DP_SRATIO)),
             works = b->want & SCR_WANT_WORK;
  const bool plain = all_zero(b, OTHER_ALPHA) && all_zero(b, HZ_MODE) && all_zero(b, DP_MODE) &&
                     all_zero(b, DP_ALPHA) && !b->report && !(works && any_edited(b));
  assert(!(b->report && works));
  if (plain)
    plain_contacts(b, damped, works, 2 / b->dt);
  else
    full_contacts(b, damped, works, 2 / b->dt);
  if (b->want & SCR_WANT_DASH) put_dash(b, b->st[FN], tang_col(b->st + FS));
}

void SCR_NAME(scr_hertz_stiff)(scr_batch *b) {
  const double *modulus = b->par[MODULUS], *ratio = b->par[RATIO], *alpha = b->par[HZ_ALPHA];
  const double *more_n = b->par[STIFFER_N], *more_s = b->par[STIFFER_S], *act = b->act;
  const double *rgap = b->par[RGAP], *gap = b->gap;
  scr_lanes power;
  powers(b, power);
  SCR_EACH(k, b->n) {
    const tangents h =
        hertz_normal(modulus[k], ratio[k], alpha[k], max0(rgap[k] - gap[k]), power[k]);
    b->kn[k] = act[k] * (h.kn * more_n[k]);
    b->ks[k] = act[k] * (h.ks * more_s[k]);
  }
}

void SCR_NAME(scr_hertz_stiff_pulled)(scr_batch *b, const double *pulled) {
  const double *r1 = b->r1, *r2 = b->r2, *modulus = b->par[MODULUS], *ratio = b->par[RATIO],
               *more_n = b->par[STIFFER_N], *more_s = b->par[STIFFER_S];
  SCR_NAME(scr_hertz_stiff)(b);
  SCR_EACH(k, b->n) {
    const double least = r1[k] < r2[k] ? r1[k] : r2[k];
    const double kn = 1.5 * (modulus[k] * sqrt(2 * b->reff[k] * (0.01 * least)));
    const double soon_n = kn * more_n[k], soon_s = ratio[k] * kn * more_s[k];
    b->kn[k] = ((pulled[k] != 0) & (b->kn[k] < soon_n)) ? soon_n : b->kn[k];
    b->ks[k] = ((pulled[k] != 0) & (b->ks[k] < soon_s)) ? soon_s : b->ks[k];
  }
}

#else

static const scr_prop prop[] = {
    HERTZ_PROPERTIES,
    {"dp_nratio", SCR_P_REAL, SCR_PROP_PARAM, DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "normal critical damping ratio"},
    {"dp_sratio", SCR_P_REAL, SCR_PROP_PARAM, DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "shear critical damping ratio"},
    {"dp_alpha", SCR_P_REAL, SCR_PROP_PARAM, DP_ALPHA, 0, HUGE_VAL, 0, 0, "",
     "exponent of the overlap in the dashpots"},
    {"dp_mode", SCR_P_INT, SCR_PROP_PARAM, DP_MODE, 0, 3, 0, 0, "",
     "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"},
    {"rgap", SCR_P_REAL, SCR_PROP_PARAM, RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"},
    HERTZ_STATE_PROPERTIES(SCR_FORCE_STAYS),
};

void scr_hertz_prepare(double *p) {
  p[MODULUS] = 2.0 / 3.0 * p[HZ_SHEAR] / (1 - p[HZ_POISS]);
  p[RATIO] = 2 * (1 - p[HZ_POISS]) / (2 - p[HZ_POISS]);
  p[SHEAR_DAMPING] = p[DP_SRATIO] * sqrt(p[RATIO]);
  p[OTHER_ALPHA] = p[HZ_ALPHA] != 1.5;
  p[STIFFER_N] = scr_damped_stiffness(1, p[DP_NRATIO]);
  p[STIFFER_S] = scr_damped_stiffness(1, p[DP_SRATIO]);
}

static double reach(const double *p) { return p[RGAP]; }

bool scr_hertz_steady(const double *p) { return p[HZ_ALPHA] >= 1 && p[HZ_ALPHA] <= 16; }

/* The power of the last step is asked for by hz_mode 1 and by the energies alone, its normal force
 * by these. */
static uint32_t reported(uint64_t zero, bool energies) {
  const bool power = energies || !(zero >> HZ_MODE & 1);
  return 1u << SLIP | (energies ? 0 : 1u << FN) | (power ? 0 : 1u << POWER);
}

/* hn of one contact. */
static double coefficient(const scr_ends *e, const double *p) {
  double reff = 2 / (e->curvature[0] + e->curvature[1]);
  return 2.0 / 3.0 * p[HZ_SHEAR] / (1 - p[HZ_POISS]) * sqrt(2 * reff);
}

/* E* and G* of two different pieces: the rules in docs/physics.md. A piece without stiffness:
 * nothing is inherited. */
uint64_t scr_hertz_inherit(const double *value[2], const bool *have[2], double *param) {
  uint64_t set = scr_inherit_friction(value, have, FRIC, FRIC, param);
  for (int s = 0; s < 2; s++)
    if (!have[s][HZ_SHEAR] || !have[s][HZ_POISS] || value[s][HZ_SHEAR] == 0) return set;
  double g1 = value[0][HZ_SHEAR], g2 = value[1][HZ_SHEAR], n1 = value[0][HZ_POISS],
         n2 = value[1][HZ_POISS];
  double es = 1 / ((1 - n1) / (2 * g1) + (1 - n2) / (2 * g2)),
         gs = 1 / ((2 - n1) / g1 + (2 - n2) / g2);
  param[HZ_POISS] = (4 * gs - es) / (2 * gs - es);
  param[HZ_SHEAR] = 2 * gs * (2 - param[HZ_POISS]);
  return set | SCR_SLOT_BIT(HZ_POISS) | SCR_SLOT_BIT(HZ_SHEAR);
}

/* A spring force set by the user moves the reference gap into equilibrium: rgap = gap +
 * (Fn/hn)^(1/alpha). */
static void state_set(const scr_ends *e, int index, double *param, double *state) {
  scr_hertz_follow(e, &prop[index], param, state);
  if (prop[index].slot != FN || prop[index].kind != SCR_PROP_STATE) return;
  double hn = coefficient(e, param);
  if (!(state[FN] > 0) || !(hn > 0)) return;
  double delta = scr_pow(state[FN] / hn, 1 / param[HZ_ALPHA]);
  param[RGAP] = e->gap + delta;
  state[POWER] =
      sqrt(2 * (2 / (e->curvature[0] + e->curvature[1]))) * scr_pow(delta, param[HZ_ALPHA] - 1);
}

/* An untouched ball counts as one contact with its twin at an overlap of 0.01 R. */
void scr_hertz_twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  double k = p[HZ_ALPHA] * coefficient(e, p) * scr_pow(0.01 * e->radius[0], p[HZ_ALPHA] - 1);
  *kn = k * p[STIFFER_N];
  *ks = 2 * (1 - p[HZ_POISS]) / (2 - p[HZ_POISS]) * k * p[STIFFER_S];
}

double scr_hertz_strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  double kn = p[HZ_ALPHA] * p[MODULUS] * fabs(st[POWER]), ks = p[RATIO] * kn;
  (void)e, (void)what;
  if (!(kn > 0)) return 0;
  return p[HZ_ALPHA] * st[FN] * st[FN] / ((p[HZ_ALPHA] + 1) * kn) +
         scr_shear_square(dim, st + FS) / (2 * ks);
}

/* POWER of this overlap, by the operations of the kernel. */
static double power_at(const scr_ends *e, const double *p, double delta) {
  const double r1 = e->radius[0], r2 = e->radius[1];
  const double reff = e->facet ? 2 * r1 : 2 * r1 * r2 / (r1 + r2);
  if (!(delta > 0)) return 0;
  return p[HZ_ALPHA] == 1.5 ? sqrt(2 * reff * delta)
                            : sqrt(2 * reff) * scr_pow(delta, p[HZ_ALPHA] - 1);
}

void scr_hertz_settle(const scr_ends *e, const double *p, double *st) {
  const double delta = SCR_MAX(p[RGAP] - e->gap, 0), last = fabs(st[POWER]);
  st[POWER] = power_at(e, p, delta);
  st[FN] = p[MODULUS] * st[POWER] * delta;
  const bool unloads = p[HZ_MODE] != 0 && delta > 0 && st[POWER] < last;
  for (int k = FS; k < FS + 3 && unloads; k++) st[k] *= st[POWER] / last;
}

/* The edit books what it makes of the shear spring; the next step begins from there, and does what
 * a falling force does to the spring by hz_mode 1. Until then nothing is lost: whoever takes the
 * edit back has the state that was. */
void scr_hertz_follow(const scr_ends *e, const scr_prop *q, const double *p, double *st) {
  const double last = fabs(st[POWER]);
  const bool other = q->kind == SCR_PROP_PARAM && (q->slot == RGAP || q->slot == HZ_ALPHA);
  if (!other || last == 0) return;
  st[POWER] = power_at(e, p, p[RGAP] - e->gap) == last ? last : -last;
}

const scr_model scr_model_hertz = {
    .name = "hertz",
    .doc = "Hertz and Mindlin, slider and dashpots",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = HERTZ_PARAMS,
    .nstate = HERTZ_STATES,
    .shear_state = (const int[]){FS, -1},
    .energy = scr_slip_energies,
    .nenergy = 4,
    .starts_with_force = true,
    .inherit = scr_hertz_inherit,
    .prepare = scr_hertz_prepare,
    .reach = reach,
    .state_set = state_set,
    .twin_stiffness = scr_hertz_twin,
    .strain = scr_hertz_strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.reports = true,
              .reported = reported,
              .steady = scr_hertz_steady,
              .settle = scr_hertz_settle},
};

#endif
