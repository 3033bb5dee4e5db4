/* Contact law `burger`: a Kelvin and a Maxwell element in series, in the normal and the shear
 * direction, with a slider. Central differences in time; formulas: docs/physics.md, burger. */
#include "model/burger.h"

#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/base.h"

enum { MODE = BURGER_PARAMS, NPARAM };

#ifdef SCR_KERNEL
#include "model/slide.h"

/* Coefficients of one direction. f' = (du + e uk - d f) / c; uk' = ratio uk + half (f' + f). A
 * dashpot or spring of the Maxwell element that is 0 carries nothing: `soft`. Without spring and
 * dashpot the Kelvin element is left out. */
typedef struct scheme {
  double c, d, e, ratio, half, im, ic;
  bool soft;
} scheme;
static inline scheme scheme_of(double kk, double ck, double km, double cm, double dt) {
  double a = 2 * ck + kk * dt;
  bool kelvin = a > 0, soft = !((km > 0) & (cm > 0));
  double ia = kelvin ? 1 / a : 0;
  double half = dt * ia, im = soft ? 0 : 1 / km, ic = soft ? 0 : dt / (2 * cm);
  return (scheme){half + im + ic,
                  half - im + ic,
                  2 * kk * dt * ia,
                  kelvin ? (2 * ck - kk * dt) * ia : 0,
                  half,
                  im,
                  ic,
                  soft};
}

/* Normal direction: u is the overlap itself, so that an overlap that exists at activation enters as
 * a step. `same`: one set of parameters, whose coefficients are computed once. */
__attribute__((always_inline)) static inline void normal(scr_batch *b, bool same) {
  const double *kk = b->par[KNK], *ck = b->par[CNK], *km = b->par[KNM], *cm = b->par[CNM],
               *mode = b->par[MODE];
  const double *gap = b->gap, *was = b->was;
  double *fn = b->st[FN], *u = b->st[U], *uk = b->st[UKN], *act = b->act;
  const double dt = b->dt;
  const scheme one = scheme_of(kk[0], ck[0], km[0], cm[0], dt);
  SCR_EACH(k, b->n) {
    bool on = gap[k] <= 0;
    double keep = was[k] != 0 ? 1.0 : 0.0, now = -gap[k];
    double f0 = keep * fn[k], u0 = keep * u[k], uk0 = keep * uk[k];
    const scheme s = same ? one : scheme_of(kk[k], ck[k], km[k], cm[k], dt);
    double f = s.soft ? 0 : scr_fma(-s.d, f0, scr_fma(s.e, uk0, now - u0)) / s.c;
    f = ((mode[k] != 0) & (f < 0)) ? 0 : f;
    act[k] = on ? 1 : 0;
    fn[k] = on ? f : 0;
    uk[k] = on ? scr_fma(s.half, f + f0, s.ratio * uk0) : 0;
    u[k] = on ? now : 0;
  }
}

/* Shear direction with the slider; the Kelvin displacement follows the limited force. */
__attribute__((always_inline)) static inline void shear(scr_batch *b, bool same) {
  const double *kk = b->par[KSK], *ck = b->par[CSK], *km = b->par[KSM], *cm = b->par[CSM],
               *fric = b->par[FRIC];
  const double *was = b->was, *act = b->act, *fn = b->st[FN];
  double *slip = b->st[SLIP];
  const tcol fs = tang_col(b->st + FS), uks = tang_col(b->st + UKS), ds = tang_lanes(b->ds);
  const double dt = b->dt;
  const bool elastic = b->elastic;
  const scheme one = scheme_of(kk[0], ck[0], km[0], cm[0], dt);
  const double one_factor = one.soft ? 0 : -1 / one.c;
  scr_lanes force[3], limit,
      slid; /* trial forces; those beyond the limit, also of contacts that open */
  const tcol f = tang_lanes(force);
  SCR_EACH(k, b->n) {
    const double keep = was[k] != 0 ? 1.0 : 0.0;
    const tang f0 = tang_mul(keep, tang_get(fs, k)), uk0 = tang_mul(keep, tang_get(uks, k));
    const scheme s = same ? one : scheme_of(kk[k], ck[k], km[k], cm[k], dt);
    const tang sum = tang_axpy(s.d, f0, tang_axpy(s.e, uk0, tang_get(ds, k)));
    const tang trial = tang_mul(same ? one_factor : s.soft ? 0 : -1 / s.c, sum);
    limit[k] = max0(fn[k]);
    const bool beyond = slides(trial, fric[k] * limit[k], elastic);
    slid[k] = beyond ? 1.0 : 0.0;
    slip[k] = ((act[k] != 0) & beyond) ? 1.0 : 0.0;
    tang_put(f, k, trial);
  }
  slide_all(b->n, f, slid, fric, limit);
  SCR_EACH(k, b->n) {
    const double keep = was[k] != 0 ? 1.0 : 0.0;
    const tang f0 = tang_mul(keep, tang_get(fs, k)), uk0 = tang_mul(keep, tang_get(uks, k)),
               now = tang_get(f, k);
    const scheme s = same ? one : scheme_of(kk[k], ck[k], km[k], cm[k], dt);
    const tang uk = tang_axpy(-s.half, tang_add(now, f0), tang_mul(s.ratio, uk0));
    tang_put(
        fs, k,
        tang_where(act[k] != 0, now,
                   (tang){0})); /* no zero with a sign, which tiles that are left out have not */
    tang_put(uks, k, tang_where(act[k] != 0, uk, (tang){0}));
  }
}

typedef struct saved {
  double fn[SCR_TILE], u[SCR_TILE], uk[SCR_TILE], fs[3][SCR_TILE], uks[3][SCR_TILE];
} saved;

static void save_state(const scr_batch *b, saved *o) {
  for (int k = 0; k < b->n; k++) {
    double keep = b->was[k] != 0 ? 1.0 : 0.0;
    o->fn[k] = keep * b->st[FN][k];
    o->u[k] = keep * b->st[U][k];
    o->uk[k] = keep * b->st[UKN][k];
    for (int c = 0; c < b->nt; c++) {
      o->fs[c][k] = keep * b->st[FS + c][k];
      o->uks[c][k] = keep * b->st[UKS + c][k];
    }
  }
}

/* What the two dashpots take in one direction: fm^2 dt/Cm + Ck duk^2/dt, fm the mean force. */
static inline double dashpots(double fm, double duk, double ck, double cm, double dt) {
  return (cm > 0 ? fm * fm * dt / cm : 0) + ck * duk * duk / dt;
}

/* What the springs held before this step. */
static double held(const scr_batch *b, const saved *o, int k) {
  const double knm = b->par[KNM][k], ksm = b->par[KSM][k];
  double sum =
      0.5 * b->par[KNK][k] * o->uk[k] * o->uk[k] + (knm > 0 ? o->fn[k] * o->fn[k] / (2 * knm) : 0);
  for (int c = 0; c < b->nt; c++) {
    sum += 0.5 * b->par[KSK][k] * o->uks[c][k] * o->uks[c][k];
    if (ksm > 0) sum += o->fs[c][k] * o->fs[c][k] / (2 * ksm);
  }
  return sum;
}

/* What an edit of the overlap has booked before this step. It let go all where it opened it. */
static double booked(const scr_batch *b, const saved *o, int k, double *jump) {
  const double before = b->dn[k] - b->gap[k];
  *jump = b->edited[k] != 0 ? burger_edited(o->u[k], before) : 0;
  if (*jump != 0 && before < 0) return -held(b, o, k);
  return burger_booked(b, k, (burger_link){o->fn[k], o->uk[k]}, *jump, b->par[MODE][k] == 0);
}

/* What the step brings into the normal direction beyond the motion and what an edit has booked:
 * that enters along the step, as the force does. */
static double entered(const scr_batch *b, const saved *o, int k, double dash, double by_edit) {
  const double kk = b->par[KNK][k], km = b->par[KNM][k], f = b->st[FN][k], f0 = o->fn[k];
  const double more = burger_stored(f, b->st[UKN][k], kk, km) - burger_stored(f0, o->uk[k], kk, km);
  return more + dash + 0.5 * (f + f0) * b->dn[k] - by_edit;
}

/* Energies of this step: in each direction mean force times displacement = change of strain +
 * dashpots + slider. */
static void energies(scr_batch *b, const saved *o) {
  const double dt = b->dt;
  for (int k = 0; k < b->n; k++) {
    b->work[SCR_BOOK_SLIP][k] = b->work[SCR_BOOK_DASHPOT][k] = b->work[SCR_BOOK_STIFFNESS][k] =
        b->work[SCR_BOOK_STEP][k] = 0;
    double jump, by_edit = booked(b, o, k, &jump);
    if (b->act[k] == 0) {
      b->work[SCR_BOOK_DASHPOT][k] =
          b->was[k] != 0 ? held(b, o, k) + by_edit
                         : 0; /* the chain is let go: its springs relax in its own dashpots */
      continue;
    }
    double dash = dashpots(0.5 * (b->st[FN][k] + o->fn[k]), b->st[UKN][k] - o->uk[k],
                           b->par[CNK][k], b->par[CNM][k], dt),
           slip = 0;
    b->work[SCR_BOOK_STEP][k] = jump != 0 ? entered(b, o, k, dash, by_edit) : 0;
    double im = b->par[KSM][k] > 0 ? 1 / b->par[KSM][k] : 0,
           ic = b->par[CSM][k] > 0 ? dt / b->par[CSM][k] : 0;
    for (int c = 0; c < b->nt; c++) {
      double f = b->st[FS + c][k], fm = 0.5 * (f + o->fs[c][k]),
             duk = b->st[UKS + c][k] - o->uks[c][k];
      dash += dashpots(fm, duk, b->par[CSK][k], b->par[CSM][k], dt);
      double spring = duk - (f - o->fs[c][k]) * im - fm * ic;
      if (b->st[SLIP][k] != 0) slip -= fm * (b->ds[c][k] - spring);
    }
    /* an overlap that was there when the contact was made enters as a step: beyond the motion no
     * body does that work */
    double now = b->st[U][k], given = b->was[k] != 0 && o->u[k] == 0 ? now + b->dn[k] : 0;
    b->work[SCR_BOOK_STIFFNESS][k] = 0.5 * (b->st[FN][k] + o->fn[k]) * given;
    b->work[SCR_BOOK_SLIP][k] = slip > 0 ? slip : 0;
    b->work[SCR_BOOK_DASHPOT][k] = dash;
  }
}

void SCR_NAME(scr_burger_force)(scr_batch *b) {
  saved old;
  const bool work = b->want & SCR_WANT_WORK;
  if (work) save_state(b, &old);
  if (b->report) {
    memcpy(b->act, b->was, sizeof b->act);
  } else if (b->same) {
    normal(b, true);
    shear(b, true);
  } else {
    normal(b, false);
    shear(b, false);
  }
  burger_put_force(b);
  if (work) energies(b, &old);
}

void SCR_NAME(scr_burger_stiff)(scr_batch *b) {
  SCR_EACH(k, b->n) {
    b->kn[k] = b->act[k] * b->par[KNM][k];
    b->ks[k] = b->act[k] * b->par[KSM][k];
  }
}

#else

#include "model/common.h"

static const scr_prop prop[] = {
    BURGER_PROPERTIES,
    {"bur_mode", SCR_P_INT, SCR_PROP_PARAM, MODE, 0, 1, 0, 0, "", "1: no tension"},
    BURGER_STATE,
};

void scr_burger_twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  (void)e;
  *kn = p[KNM];
  *ks = p[KSM];
}

double scr_burger_strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)e, (void)what;
  double sum = 0.5 * p[KNK] * st[UKN] * st[UKN] + 0.5 * p[KSK] * scr_shear_square(dim, st + UKS);
  if (p[KNM] > 0) sum += st[FN] * st[FN] / (2 * p[KNM]);
  if (p[KSM] > 0) sum += scr_shear_square(dim, st + FS) / (2 * p[KSM]);
  return sum;
}

void scr_burger_settle(const scr_ends *e, const double *p, double *st, bool bonded, bool pulls) {
  const double now = -e->gap, jump = burger_edited(st[U], now);
  if (jump == 0) return;
  const burger_link n =
      burger_jumped(p[KNK], p[CNK], p[KNM], p[CNM], (burger_link){st[FN], st[UKN]}, jump, pulls);
  st[FN] = n.f, st[UKN] = n.uk, st[U] = now;
  if (bonded || now >= 0) return;
  st[FN] = st[U] = st[UKN] = 0;
  for (int k = 0; k < 3; k++) st[FS + k] = st[UKS + k] = 0;
}

static void settle(const scr_ends *e, const double *p, double *st) {
  scr_burger_settle(e, p, st, false, p[MODE] == 0);
}

uint32_t scr_burger_reported(uint64_t zero, bool energies) {
  (void)zero, (void)energies;
  return 1u << SLIP;
}

bool scr_burger_steady(const double *p) {
  (void)p;
  return true;
}

const scr_model scr_model_burger = {
    .name = "burger",
    .doc = "Burger's creep law: Kelvin and Maxwell elements in series",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = BURGER_STATES,
    .shear_state = (const int[]){FS, UKS, -1},
    .energy = scr_slip_energies,
    .nenergy = 4,
    .twin_stiffness = scr_burger_twin,
    .strain = scr_burger_strain,
    .hints = {.flat = true,
              .reports = true,
              .reported = scr_burger_reported,
              .steady = scr_burger_steady,
              .edits = 1u << U,
              .settle = settle},
};

#endif
