/* Contact law `linear`: springs with a slider, dashpots in parallel. Formulas: docs/physics.md,
 * linear. */
#include "model/linear.h"

#include <math.h>
#include <stddef.h>

#ifdef SCR_KERNEL
#include "model/dashpot.h"
#include "model/slide.h"

/* Which parts of the law a batch needs; constants where contacts() is called, so that each call is
 * compiled by itself. `plain`: normal forces from the overlap, dashpots in full; `fresh`: a contact
 * may become active in this step; `report`: what a step that is over told. */
typedef struct needs {
  bool plain, damped, sheared, fresh, report;
  double rate; /* 2/dt */
} needs;

/* The part of the step that a new contact spends in contact, 1 for the others. */
static inline double part_in_contact(double was, double delta, double dn) {
  double part = dn != 0 ? -delta / dn : 1.0;
  part = part < 0 ? 1.0 : part > 1.0 ? 1.0 : part;
  return was == 0 ? part : 1.0;
}

/* The dashpots of one contact, whose viscosities are 2 dp_nratio sqrt(m kn) and 2 dp_sratio sqrt(m
 * ks); those in shear have no root to be taken where no contact has any. */
__attribute__((always_inline)) static inline dashpot damping(scr_batch *b, needs need, int k,
                                                             double act, double fn, bool slip) {
  const double *kn = b->par[KN], *ks = b->par[KS], *bn = b->par[DP_NRATIO], *bs = b->par[DP_SRATIO],
               *mode = b->par[DP_MODE];
  const double rate = act * need.rate, cn = bn[k] * (rate * sqrt(b->meff[k] * kn[k]));
  const double cs = need.sheared ? bs[k] * (rate * sqrt(b->meff[k] * ks[k])) : 0;
  return dashpot_force(need.plain ? 0 : mode[k], cn, cs, fn, slip, b->dn[k]);
}

/* Springs and dashpots, as if nothing slid; notes what does. */
__attribute__((always_inline)) static inline void contacts(scr_batch *b, needs need) {
  const double *kn = b->par[KN], *ks = b->par[KS], *fric = b->par[FRIC], *rgap = b->par[RGAP],
               *mode = b->par[LIN_MODE];
  const double *gap = b->gap, *dn = b->dn, *was = b->was;
  double *fne = b->st[FN], *slip = b->st[SLIP], *act = b->act, *fn = b->fn;
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const double delta = rgap[k] - gap[k],
                 corr = need.fresh ? part_in_contact(was[k], delta, dn[k]) : 1.0;
    const bool on = delta >= 0;
    const double before = was[k] == 0 ? 0 : fne[k];
    const double step = need.plain ? 0 : need.report ? before : before - corr * dn[k] * kn[k];
    double f = kn[k] * delta;
    if (!need.plain) f = mode[k] == 0 ? f : step;
    f = on ? max0(f) : 0;
    const tang old = tang_where(was[k] != 0, tang_get(fs, k), (tang){0});
    const tang trial = need.report ? old : tang_axpy(-(ks[k] * corr), tang_get(ds, k), old);
    const tang shear = tang_where(on, trial, (tang){0});
    const bool slid = need.report ? slip[k] != 0 : on & slides(trial, fric[k] * f, elastic);
    const double active = on ? 1.0 : 0.0;
    const dashpot d = need.damped ? damping(b, need, k, active, f, slid) : (dashpot){0, 0};
    act[k] = active;
    slip[k] = slid ? 1.0 : 0.0;
    fne[k] = f;
    fn[k] = need.damped ? d.fn : f;
    tang_put(fs, k, shear);
    tang_put(ft, k, need.damped ? tang_axpy(d.cs, tang_get(ds, k), shear) : shear);
  }
}

/* What slides is scaled back: eight contacts, of which few do mostly. */
__attribute__((always_inline)) static inline void slide_contacts(scr_batch *b, needs need,
                                                                 int from) {
  const double *fric = b->par[FRIC], *fne = b->st[FN], *slip = b->st[SLIP], *act = b->act;
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  SCR_EIGHT(k, from) {
    const bool slid = slip[k] != 0;
    const tang trial = tang_get(fs, k),
               shear = tang_where(slid, slide_back(trial, fric[k] * fne[k]), trial);
    const dashpot d = need.damped ? damping(b, need, k, act[k], fne[k], slid) : (dashpot){0, 0};
    tang_put(fs, k, shear);
    tang_put(ft, k, need.damped ? tang_axpy(d.cs, tang_get(ds, k), shear) : shear);
  }
}

__attribute__((always_inline)) static inline void all_contacts(scr_batch *b, needs need) {
  contacts(b, need);
  if (need.report) return;
  for (int k = 0; k < b->n; k += 8)
    if (any_set(b->st[SLIP] + k, 8)) slide_contacts(b, need, k);
}

static inline double overlap_before(const scr_batch *b, int k) {
  return b->par[RGAP][k] - b->gap[k] + b->dn[k];
}

/* What the spring exerted before the step as edits have booked it, by the present parameters: that
 * of the overlap where an edit gave the contact its stiffness or a pull that it does not hold,
 * nothing where one opened it. f: the force of the state. */
static inline double exerted_before(const scr_batch *b, double f, int k) {
  const double overlap = overlap_before(b, k);
  const bool plain = b->par[LIN_MODE][k] == 0, gained = plain & (f <= 0);
  const double force = gained ? b->was[k] * (b->par[KN][k] * max0(overlap)) : f;
  return held_unedited(b, b->par[RGAP], !plain, k) ? force : 0;
}

/* The trapezoidal rule is exact but for the steps in which the spring begins or ends. A sum of
 * increments may still press where the pieces part: that is let go. */
static void put_gains(scr_batch *b, const double *fn_old) {
  const double *kn = b->par[KN], *mode = b->par[LIN_MODE], *fn = b->st[FN], *act = b->act;
  SCR_EACH(k, b->n) {
    const double half = kn[k] > 0 ? 0.5 / kn[k] : 0, now = half * (fn[k] * fn[k]),
                 held = exerted_before(b, fn_old[k], k), before = half * (held * held);
    const bool steady = (fn[k] > 0) == (fn_old[k] > 0), parts = (act[k] == 0) & (mode[k] != 0);
    const double rest = max0(left_at_end(held, kn[k], overlap_before(b, k), b->dn[k])),
                 left = parts ? half * (rest * rest) : 0,
                 gain = step_gain(now, before - left, fn[k], fn_old[k], b->dn[k]);
    b->work[SCR_BOOK_STEP][k] = steady ? 0 : gain;
    b->work[SCR_BOOK_BREAK][k] = left;
    b->work[SCR_BOOK_STIFFNESS][k] = b->work[SCR_BOOK_ROLLING][k] = 0; /* it is constant */
  }
}

void SCR_NAME(scr_linear_force)(scr_batch *b) {
  const bool plain = all_zero(b, LIN_MODE) && all_zero(b, DP_MODE),
             sheared = !all_zero(b, DP_SRATIO);
  const bool damped = sheared || !all_zero(b, DP_NRATIO);
  const double rate = 2 / b->dt;
  const tcol fs = tang_col(b->st + FS);
  scr_lanes old[3], fn_old;
  const tcol before = tang_lanes(old);
  const bool works = b->want & SCR_WANT_WORK;
  if (works) SCR_EACH(k, b->n)
  tang_put(before, k, tang_mul(b->was[k], tang_get(fs, k))), fn_old[k] = b->was[k] * b->st[FN][k];
  const bool full = !plain || !all_set(b->was, b->n);
  if (b->report)
    all_contacts(b, (needs){false, true, true, true, true, rate});
  else if (full && damped)
    all_contacts(b, (needs){false, true, true, true, false, rate});
  else if (full)
    all_contacts(b, (needs){false, false, false, true, false, rate});
  else if (sheared)
    all_contacts(b, (needs){true, true, true, false, false, rate});
  else if (damped)
    all_contacts(b, (needs){true, true, false, false, false, rate});
  else
    all_contacts(b, (needs){true, false, false, false, false, rate});
  if (b->want & SCR_WANT_DASH) put_dash(b, b->st[FN], fs);
  if (!works) return;
  put_works(b, b->st[FN], b->st[SLIP], fs, before, b->par[KS]);
  put_gains(b, fn_old);
}

void SCR_NAME(scr_linear_stiff)(scr_batch *b) {
  const double *kn = b->par[KN], *ks = b->par[KS], *act = b->act, *more_n = b->par[STIFFER_N],
               *more_s = b->par[STIFFER_S];
  SCR_EACH(k, b->n) {
    b->kn[k] = act[k] * (kn[k] * more_n[k]);
    b->ks[k] = act[k] * (ks[k] * more_s[k]);
  }
}

#else

static const scr_prop prop[] = {LINEAR_PROPERTIES};

void scr_linear_bar(const scr_ends *e, double user_area, double *area, double *length) {
  double r = e->facet ? e->radius[0] : fmin(e->radius[0], e->radius[1]);
  *length = e->radius[0] + (e->facet ? 0 : e->radius[1]);
  *area = e->dim == 3 ? SCR_PI * r * r : 2 * r;
  if (user_area > 0)
    *area = user_area, *length = 2 * (e->dim == 3 ? sqrt(user_area / SCR_PI) : user_area / 2);
}

void scr_linear_derive(const scr_model *m, int index, const scr_ends *e, const double *param,
                       const double *state, double *out) {
  (void)state;
  if (m->prop[index].slot == D_KRATIO) {
    out[0] = param[KN] > 0 && param[KS] > 0 ? param[KN] / param[KS] : 0;
    return;
  }
  double area, length;
  scr_linear_bar(e, param[USER_AREA], &area, &length);
  out[0] = param[KN] * length / area;
}

double scr_linear_length(const scr_ends *e, const double *param) {
  double area, length;
  scr_linear_bar(e, param[USER_AREA], &area, &length);
  return length;
}

const char *scr_linear_moduli(const scr_marg *a, double area, double length, double *kn,
                              double *ks) {
  const double emod = a[0].value, kratio = a[1].value;
  if (!(emod >= 0)) return "emod must not be negative";
  if (!(kratio >= 0)) return "kratio must not be negative";
  *kn = emod * area / length;
  *ks = kratio > 0 ? *kn / kratio : 0;
  return NULL;
}

const char *scr_linear_deformability(const scr_ends *e, const scr_marg *a, double *param,
                                     uint64_t *clears, double *state) {
  (void)state;
  double area, length;
  scr_linear_bar(e, param[USER_AREA], &area, &length);
  const char *why = scr_linear_moduli(a, area, length, &param[KN], &param[KS]);
  if (!why) *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return why;
}

const char *scr_linear_area(const scr_ends *e, const scr_marg *a, double *param, uint64_t *clears,
                            double *state) {
  (void)a, (void)clears, (void)state;
  double area, length;
  scr_linear_bar(e, param[USER_AREA], &area, &length); /* one that is set stays */
  param[USER_AREA] = area;
  return NULL;
}

/* Linear spring dashpot after Rocky: each piece has the stiffness E L, L the size of the particle
 * (a boundary takes that of the particle it touches), two in series; ratio eta = -ln e / sqrt(pi^2
 * + ln^2 e). */
static const char *lsd(const scr_ends *e, const scr_marg *a, double *param, uint64_t *clears,
                       double *state) {
  (void)state;
  double young = a[0].value, rest = a[1].value, ratio = a[2].given ? a[2].value : 1;
  if (!(young >= 0)) return "young must not be negative";
  if (!(rest > 0 && rest <= 1)) return "restitution must lie in (0, 1]";
  if (!(ratio >= 0)) return "shear-ratio must not be negative";
  double k1 = young * (2 * e->radius[0]), k2 = e->facet ? k1 : young * (2 * e->radius[1]);
  double ln = scr_log(rest);
  param[KN] = k1 + k2 > 0 ? k1 * k2 / (k1 + k2) : 0;
  param[KS] = ratio * param[KN];
  param[DP_NRATIO] = rest == 1 ? 0 : -ln / sqrt(SCR_PI * SCR_PI + ln * ln);
  *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return NULL;
}

const char *const scr_deformability_args[] = {"emod", "kratio", NULL};
static const char *const lsd_args[] = {"young", "restitution", "[shear-ratio]", NULL};
static const scr_method method[] = {
    LINEAR_METHODS,
    {"lsd", lsd_args, lsd, "linear spring dashpot from Young's modulus and restitution", false},
};

/* What the dashpots make of the stiffnesses, for the timestep. */
void scr_linear_prepare(double *p) {
  p[STIFFER_N] = scr_damped_stiffness(1, p[DP_NRATIO]);
  p[STIFFER_S] = scr_damped_stiffness(1, p[DP_SRATIO]);
}

double scr_linear_reach(const double *p) { return p[RGAP]; }

void scr_linear_hold(const scr_ends *e, double area, bool pulls, double *p, const double *st) {
  const double kn = p[KN] * area;
  if (kn > 0 && (pulls || st[FN] > 0)) p[RGAP] = e->gap + st[FN] / kn;
}

bool scr_linear_is_force(int index) {
  return index < (int)SCR_COUNTOF(prop) && prop[index].kind == SCR_PROP_STATE &&
         prop[index].slot == FN;
}

void scr_linear_state_set(const scr_ends *e, int index, double *p, double *st) {
  if (scr_linear_is_force(index)) scr_linear_hold(e, 1, false, p, st);
}

/* The normal force of the last step is asked for by the energies, and where it is summed from
 * increments. */
uint32_t scr_linear_reported(uint64_t zero, bool energies) {
  return 1u << SLIP | (zero >> LIN_MODE & 1 && !energies ? 1u << FN : 0);
}

uint64_t scr_linear_inherit(const double *value[2], const bool *have[2], double *param) {
  uint64_t set = 0;
  for (int s = KN; s <= KS; s++) {
    if (!have[0][s] || !have[1][s]) continue;
    param[s] = scr_in_series(value[0][s], value[1][s]);
    set |= SCR_SLOT_BIT(s);
  }
  return set | scr_inherit_friction(value, have, FRIC, FRIC, param);
}

void scr_linear_twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  (void)e;
  *kn = p[KN] * p[STIFFER_N];
  *ks = p[KS] * p[STIFFER_S];
}

double scr_linear_strain(int dim, const double *p, const double *st) {
  double fs2 = scr_shear_square(dim, st + FS);
  return (p[KN] > 0 ? st[FN] * st[FN] / (2 * p[KN]) : 0) + (p[KS] > 0 ? fs2 / (2 * p[KS]) : 0);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)e, (void)what;
  return scr_linear_strain(dim, p, st);
}

static bool steady(const double *p) {
  (void)p;
  return true;
}

bool scr_linear_sums(const double *p) { return p[LIN_MODE] != 0; }

/* With lin_mode 1 the force is a sum of increments, whatever the overlap, as long as there is one;
 * it never pulls. */
void scr_linear_settle(const scr_ends *e, const double *p, double *st) {
  const double delta = p[RGAP] - e->gap;
  if (!(delta >= 0))
    st[FN] = 0;
  else if (p[LIN_MODE] == 0)
    st[FN] = p[KN] * delta;
  else
    st[FN] = SCR_MAX(st[FN], 0);
}

void scr_linear_settle_closed(const scr_ends *e, const double *p, double *st) {
  scr_linear_settle(e, p, st);
  for (int k = FS; k < FS + 3 && !(p[RGAP] - e->gap >= 0); k++) st[k] = 0;
}

static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_linear = {
    .name = "linear",
    .doc = "linear springs, slider and dashpots",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = LINEAR_PARAMS,
    .nstate = LINEAR_STATES,
    .shear_state = (const int[]){FS, -1},
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_linear_inherit,
    .prepare = scr_linear_prepare,
    .reach = scr_linear_reach,
    .derive = scr_linear_derive,
    .state_set = scr_linear_state_set,
    .twin_stiffness = scr_linear_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true,
              .reports = true,
              .edits = 1u << FN,
              .edits_of = scr_linear_sums,
              .reported = scr_linear_reported,
              .steady = steady,
              .settle = scr_linear_settle},
};

#endif
