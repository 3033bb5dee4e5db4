/* Contact law `linearcbond`: linear, whose springs hold tension and any shear while a bond of no
 * size lasts. Formulas: docs/physics.md, linearcbond. */
#include "model/linear.h"

#include <math.h>
#include <stddef.h>
#include "model/cbond.h"

enum { CB_TENF = LINEAR_PARAMS, CB_SHEARF, NPARAM };
enum { CB_STATE = LINEAR_STATES, NSTATE };

#ifdef SCR_KERNEL
#include "model/dashpot.h"
#include "model/slide.h"

void SCR_NAME(scr_linearcbond_force)(scr_batch *b);
void SCR_NAME(scr_linearcbond_stiff)(scr_batch *b);

/* Forces of the springs before the step. */
typedef struct before {
  scr_lanes fn, fs[3];
} before;

static void keep(const scr_batch *b, before *old) {
  const double *was = b->was, *fn = b->st[FN];
  const tcol fs = tang_col(b->st + FS), to = tang_lanes(old->fs);
  SCR_EACH(k, b->n) {
    const bool on = was[k] != 0;
    old->fn[k] = on ? fn[k] : 0;
    tang_put(to, k, tang_where(on, tang_get(fs, k), (tang){0}));
  }
}

/* The force of the spring before the step as edits have booked it: that of the overlap. */
static inline double pulled_before(const scr_batch *b, double f, int k) {
  const double of_gap = b->par[KN][k] * (b->par[RGAP][k] - b->gap[k] + b->dn[k]);
  return ((b->par[LIN_MODE][k] == 0) & (b->edited[k] != 0)) ? of_gap : f;
}

/* What to tell of bonds that broke: their strength, and what they stored before they did. */
static void tell(scr_batch *b, before *old) {
  const double *kn = b->par[KN], *ks = b->par[KS], *mode = b->par[LIN_MODE];
  for (int k = 0; k < b->n; k++) {
    const double step = scr_fma(-kn[k], b->dn[k], old->fn[k]);
    const double f = mode[k] == 0 ? kn[k] * (b->par[RGAP][k] - b->gap[k]) : step;
    const tang s =
        tang_axpy(-ks[k], tang_get(tang_lanes(b->ds), k), tang_get(tang_lanes(old->fs), k));
    const bool torn = b->st[CB_STATE][k] == SCR_BOND_TENSION;
    b->strength[k] = b->par[torn ? CB_TENF : CB_SHEARF][k];
    b->spent[k] =
        (kn[k] > 0 ? f * f / (2 * kn[k]) : 0) + (ks[k] > 0 ? tang_dot(s, s) / (2 * ks[k]) : 0);
  }
}

/* Where a bond holds, the springs carry tension and do not slide, and dashpots act in full; where
 * one breaks the law is `linear` at once, as it has just been computed. */
__attribute__((always_inline)) static inline void bond(scr_batch *b, before *old, const bool wants,
                                                       const bool works) {
  const double *kn = b->par[KN], *ks = b->par[KS], *rgap = b->par[RGAP], *mode = b->par[LIN_MODE];
  const double *tenf = b->par[CB_TENF], *shearf = b->par[CB_SHEARF], *dn = b->dn, *gap = b->gap;
  double *state = b->st[CB_STATE], *fn = b->st[FN], *slip = b->st[SLIP], *act = b->act;
  const tcol fs = tang_col(b->st + FS), ds = tang_lanes(b->ds), ft = tang_lanes(b->ft);
  const tcol fs_old = tang_lanes(old->fs), dash = tang_lanes(b->dash + 1);
  /* numbers, as the compiler makes no vectors of a choice that is the same for all lanes */
  const double rate = 2 / b->dt, moves = b->report ? 0 : 1,
               most = b->report || b->elastic ? HUGE_VAL : 0;
  SCR_EACH(k, b->n) {
    const bool bonded = state[k] >= SCR_BOND_HOLDS;
    const double step = scr_fma(-(moves * kn[k]), dn[k], old->fn[k]);
    const double f = mode[k] == 0 ? kn[k] * (rgap[k] - gap[k]) : step;
    const tang shear = tang_axpy(-(moves * ks[k]), tang_get(ds, k), tang_get(fs_old, k));
    const bool tears = bonded & (-f > tenf[k] + most);
    const bool shears = bonded & !tears & slides(shear, shearf[k] + most, false);
    const bool broken = tears | shears, holds = bonded & !broken;
    const double cn = b->par[DP_NRATIO][k] * (rate * sqrt(b->meff[k] * kn[k]));
    const double cs = b->par[DP_SRATIO][k] * (rate * sqrt(b->meff[k] * ks[k]));
    const double all = scr_fma(-cn, dn[k], f);
    const tang total = tang_axpy(-cs, tang_get(ds, k), shear);
    const double booked = pulled_before(b, old->fn[k], k);
    const double lost = kn[k] > 0 ? booked * booked / (2 * kn[k]) - 0.5 * old->fn[k] * dn[k] : 0;
    const bool pulled = broken & (booked < 0) & !(fn[k] > 0);
    state[k] = tears ? SCR_BOND_TENSION : shears ? SCR_BOND_SHEAR : state[k];
    fn[k] = holds ? f : fn[k];
    slip[k] = holds ? 0 : slip[k];
    act[k] = holds ? 1.0 : act[k];
    b->fn[k] = holds ? all : b->fn[k];
    tang_put(fs, k, tang_where(holds, shear, tang_get(fs, k)));
    tang_put(ft, k, tang_where(holds, total, tang_get(ft, k)));
    if (wants) {
      b->dash[0][k] = holds ? all - f : b->dash[0][k];
      tang_put(dash, k, tang_where(holds, tang_sub(total, shear), tang_get(dash, k)));
    }
    if (works) {
      const double damped = dashpot_work(b, k, all, f, total, shear);
      b->work[SCR_BOOK_SLIP][k] = holds ? 0 : b->work[SCR_BOOK_SLIP][k];
      b->work[SCR_BOOK_DASHPOT][k] = holds ? damped : b->work[SCR_BOOK_DASHPOT][k];
      b->work[SCR_BOOK_STEP][k] = holds ? 0 : b->work[SCR_BOOK_STEP][k];
      b->work[SCR_BOOK_BREAK][k] = (holds ? 0 : b->work[SCR_BOOK_BREAK][k]) + (pulled ? lost : 0);
    }
  }
}

void SCR_NAME(scr_linearcbond_force)(scr_batch *b) {
  before old;
  keep(b, &old);
  SCR_NAME(scr_linear_force)(b);
  const bool works = b->want & SCR_WANT_WORK;
  if (b->want & SCR_WANT_DASH && works)
    bond(b, &old, true, true);
  else if (b->want & SCR_WANT_DASH)
    bond(b, &old, true, false);
  else
    bond(b, &old, false, works);
  if (b->want & SCR_WANT_BREAK) tell(b, &old);
}

void SCR_NAME(scr_linearcbond_stiff)(scr_batch *b) { SCR_NAME(scr_linear_stiff)(b); }

#else

enum { D_TENS = LINEAR_DERIVED, D_SHEARS };

static const scr_prop prop[] = {
    LINEAR_PROPERTIES,
    CBOND_PROPERTIES(CB_TENF, CB_SHEARF, CB_STATE, D_TENS, D_SHEARS),
};

static double area_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, 1, p[USER_AREA])).area;
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  switch (m->prop[index].slot) {
  case D_TENS: out[0] = p[CB_TENF] / area_of(e, p); break;
  case D_SHEARS: out[0] = p[CB_SHEARF] / area_of(e, p); break;
  default: scr_linear_derive(m, index, e, p, st, out);
  }
}

static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)p, (void)clears;
  return scr_cbond_make(e, a, &st[CB_STATE]);
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)p, (void)clears;
  return scr_cbond_end(e, a, &st[CB_STATE]);
}

static const char *strength(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                            double *st) {
  (void)clears, (void)st;
  return scr_cbond_strength(a, area_of(e, p), &p[CB_TENF], &p[CB_SHEARF]);
}

static void state_set(const scr_ends *e, int index, double *p, double *st) {
  if (scr_linear_is_force(index)) scr_linear_hold(e, 1, st[CB_STATE] >= SCR_BOND_HOLDS, p, st);
}

/* A bonded spring holds tension. */
static void settle(const scr_ends *e, const double *p, double *st) {
  if (st[CB_STATE] < SCR_BOND_HOLDS)
    scr_linear_settle(e, p, st);
  else if (p[LIN_MODE] == 0)
    st[FN] = p[KN] * (p[RGAP] - e->gap);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)e, (void)what;
  return scr_linear_strain(dim, p, st);
}

static const scr_method method[] = {
    LINEAR_METHODS,
    CBOND_METHODS(make_bond, unbond, strength),
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_linearcbond = {
    .name = "linearcbond",
    .doc = "linear, with a bond of no size",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, -1},
    .bonds = true,
    .bond = CB_STATE,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_linear_inherit,
    .prepare = scr_linear_prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .state_set = state_set,
    .twin_stiffness = scr_linear_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true, .reports = true, .edits = 1u << FN, .settle = settle},
};

#endif
