/* Contact law `rrhertz`: Hertz and Mindlin, with resistance to rolling and twisting. Formulas:
 * docs/physics.md, rrhertz. */
#include "model/grain.h"

#include <math.h>
#include <stddef.h>

/* STIFFER_R: what the dashpot of rolling makes of its stiffness, for the timestep. */
enum { RR_MODE = GRAIN_PARAMS, RR_K, RR_DRATIO, TW_MODE, TW_K, TW_FRIC, STIFFER_R, NPARAM };
/* KT: stiffness against twist, N m; RV: moment of the dashpot of rolling, of that step. */
enum { TW_SLIP = GRAIN_STATES, KT, RV, NSTATE = RV + 3 };
enum { ROLLS_BY_SHEAR, ROLLS_BY_LIMIT, ROLLS_AS_GIVEN };
enum { TWISTS_FREELY, TWISTS_BY_PATCH, TWISTS_AS_GIVEN };

typedef struct solid {
  double modulus, ratio, factor, fric, rolling, r;
  double rr_mode, rr_k, tw_mode, tw_k, tw_fric;
  int dim;
} solid;

/* Stiffness against twist and the limit of its moment, N m. */
typedef struct turning {
  double k, limit;
} turning;

/* Radius of the patch is sqrt(R delta). */
static inline grain normal_of(solid p, double delta, turning *twist) {
  const double square = p.r * (delta > 0 ? delta : 0), limit = p.rolling * p.r;
  grain g = grain_hertz(p.modulus, p.ratio, p.factor, p.r, delta);
  const double secant = 2.0 / 3.0 * g.kn; /* Fn/delta */
  g.kr = p.rr_mode == ROLLS_BY_LIMIT   ? 2.25 * (secant * (limit * limit))
         : p.rr_mode == ROLLS_AS_GIVEN ? p.rr_k
                                       : g.kr;
  grain_limit(&g, p.fric, p.rolling, p.r, g.fn);
  const bool on = g.on & (p.dim == 3);
  twist->k = !on                            ? 0
             : p.tw_mode == TWISTS_BY_PATCH ? 0.5 * (g.ks * square)
             : p.tw_mode == TWISTS_AS_GIVEN ? p.tw_k
                                            : 0;
  twist->limit =
      p.tw_mode == TWISTS_BY_PATCH ? 2.0 / 3.0 * (p.fric * sqrt(square) * g.fn) : p.tw_fric * g.fn;
  return grain_closed(g);
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_rrhertz_force)(scr_batch *b);
void SCR_NAME(scr_rrhertz_stiff)(scr_batch *b);

static inline solid solid_at(const scr_batch *b, int k) {
  return (solid){.modulus = b->par[MODULUS][k],
                 .ratio = b->par[RATIO][k],
                 .factor = b->par[KS_FAC][k],
                 .fric = b->par[FRIC][k],
                 .rolling = b->par[RR_FRIC][k],
                 .r = grain_radius(b->reff[k]),
                 .rr_mode = b->par[RR_MODE][k],
                 .rr_k = b->par[RR_K][k],
                 .tw_mode = b->par[TW_MODE][k],
                 .tw_k = b->par[TW_K][k],
                 .tw_fric = b->par[TW_FRIC][k],
                 .dim = SCR_DIM};
}

/* Stiffness against twist and limits, column by column. */
typedef struct turnings {
  scr_lanes k, limit;
} turnings;

/* At the overlap after the step, or before it. */
__attribute__((always_inline)) static inline void normals(const scr_batch *b, bool before,
                                                          grains *to, turnings *twist) {
  const double *rgap = b->par[RGAP], *gap = b->gap, *dn = b->dn;
  SCR_EACH(k, b->n) {
    const double at = rgap[k] - gap[k], delta = before ? at + dn[k] : at;
    turning t;
    grains_put(to, k, normal_of(solid_at(b, k), delta, &t));
    twist->k[k] = t.k, twist->limit[k] = t.limit;
  }
}

/* The dashpot of rolling, beside a spring that holds: 2 b sqrt(I kr), where I is what the smaller
 * piece has about the contact; exact for equal pieces and for walls. old: its moment before. */
static void dampen_rolling(scr_batch *b, const grains *g, tcol old) {
  const double *slip = b->st[RR_SLIP], *ratio = b->par[RR_DRATIO], *was = b->was, twice = 2 / b->dt;
  const tcol column = tang_col(b->st + RV), mb = tang_lanes(b->mb), bend = tang_lanes(b->bend);
  const tang none = {0};
  SCR_EACH(k, b->n) {
    const double r1 = b->r1[k], r2 = b->r2[k], least = r1 < r2 ? r1 : r2,
                 inertia = (SCR_DIM == 3 ? 1.4 : 1.5) * (b->meff[k] * (least * least));
    const bool on = (g->on[k] != 0) & (slip[k] == 0);
    const double c = ratio[k] * (twice * sqrt(inertia * g->kr[k]));
    const tang now = tang_axpy(on ? -c : 0, tang_get(bend, k), none);
    tang_put(old, k, tang_where(was[k] != 0, tang_get(column, k), none));
    tang_put(mb, k, tang_add(tang_get(mb, k), now));
    tang_put(column, k, now);
  }
}

/* The spring against twist and its slider, as those against rolling. */
static void put_twist(scr_batch *b, const grains *g, const turnings *t, const double *old) {
  const double *was = b->was, *twist = b->twist;
  double *moment = b->st[RT], *slip = b->st[TW_SLIP], *stiff = b->st[KT], *mt = b->mt;
  const bool elastic = b->elastic;
  SCR_EACH(k, b->n) {
    const double held = was[k] != 0 ? old[k] : 0, step = SCR_DIM == 3 ? twist[k] : 0;
    const double trial = scr_fma(-t->k[k], step, held), limit = t->limit[k];
    const bool on = (g->on[k] != 0) & (t->k[k] > 0), slides = on & (fabs(trial) > limit) & !elastic;
    const double back = (trial > 0 ? limit : -limit) + 0.0, now = slides ? back : trial;
    moment[k] = mt[k] = on ? now : 0;
    slip[k] = slides ? 1.0 : 0.0;
    stiff[k] = t->k[k];
  }
}

/* Of both. twist_old: the moment before; then: stiffness before, which edits have booked. */
static void put_turning_works(scr_batch *b, const grains *g, const turnings *t,
                              const turnings *then, const double *twist_old, tcol damped) {
  const tcol bend = tang_lanes(b->bend), column = tang_col(b->st + RV);
  SCR_EACH(k, b->n) {
    const double old = b->was[k] != 0 ? twist_old[k] : 0, now = b->st[RT][k];
    const double step = SCR_DIM == 3 ? b->twist[k] : 0;
    const bool on = g->on[k] != 0, slides = b->st[TW_SLIP][k] != 0;
    const double k_now = t->k[k], k_old = then->k[k], spring = on ? k_now : k_old;
    const double square = 0.5 * (old * old), before = k_old > 0 ? square / k_old : 0;
    const double slid = -0.5 * (now + old) * (step + (spring > 0 ? (now - old) / spring : 0));
    b->work[SCR_BOOK_DASHPOT][k] -=
        0.5 * tang_dot(tang_add(tang_get(damped, k), tang_get(column, k)), tang_get(bend, k));
    b->work[SCR_BOOK_STIFFNESS][k] += on ? (k_now > 0 ? square / k_now : 0) - before : 0;
    b->work[SCR_BOOK_ROLLING][k] += ((slides | !on) & (slid > 0)) ? slid : 0;
  }
}

void SCR_NAME(scr_rrhertz_force)(scr_batch *b) {
  const double *moment = b->st[RT];
  const bool report = b->report, works = grains_work(b);
  grains now, old;
  turnings twist, then;
  scr_lanes held, damped[3];
  if (report)
    grains_told(b, &now);
  else
    normals(b, false, &now, &twist);
  if (works) normals(b, true, &old, &then);
  SCR_EACH(k, b->n) held[k] = moment[k];
  grains_end(b, &now, &old);
  dampen_rolling(b, &now, tang_lanes(damped));
  if (report)
    SCR_EACH(k, b->n) b->st[RT][k] = b->mt[k] = held[k];
  else
    put_twist(b, &now, &twist, held);
  if (works) put_turning_works(b, &now, &twist, &then, held, tang_lanes(damped));
}

void SCR_NAME(scr_rrhertz_stiff)(scr_batch *b) {
  const double *more_n = b->par[STIFFER_N], *more_s = b->par[STIFFER_S],
               *more_r = b->par[STIFFER_R], *act = b->act;
  SCR_EACH(k, b->n) {
    turning twist;
    const grain g = normal_of(solid_at(b, k), b->par[RGAP][k] - b->gap[k], &twist);
    b->kn[k] = act[k] * (g.kn * more_n[k]);
    b->ks[k] = act[k] * (g.ks * more_s[k]);
    b->kb[k] = act[k] * (g.kr * more_r[k]);
    b->kt[k] = act[k] * twist.k;
  }
}

#else

static const scr_prop prop[] = {
    GRAIN_PROPERTIES("hz", SCR_FORCE_STAYS),
    {"rgap", SCR_P_REAL, SCR_PROP_PARAM, RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"},
    {"rr_mode", SCR_P_INT, SCR_PROP_PARAM, RR_MODE, 0, 2, 0, 0, "",
     "rolling stiffness: 0 ks R^2, 1 2.25 (Fn/delta) (rr_fric R)^2, 2 rr_k"},
    {"rr_k", SCR_P_REAL, SCR_PROP_PARAM, RR_K, 0, HUGE_VAL, 0, 0, "N m",
     "rolling stiffness of rr_mode 2"},
    {"rr_dratio", SCR_P_REAL, SCR_PROP_PARAM, RR_DRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "critical damping ratio of rolling"},
    {"tw_mode", SCR_P_INT, SCR_PROP_PARAM, TW_MODE, 0, 2, 0, SCR_PROP_SPACE, "",
     "twist (3D): 0 free, 1 by the patch, 2 tw_k and tw_fric"},
    {"tw_k", SCR_P_REAL, SCR_PROP_PARAM, TW_K, 0, HUGE_VAL, 0, SCR_PROP_SPACE, "N m",
     "twisting stiffness of tw_mode 2"},
    {"tw_fric", SCR_P_REAL, SCR_PROP_PARAM, TW_FRIC, 0, HUGE_VAL, 0, SCR_PROP_SPACE, "m",
     "limit of the twisting moment over the normal force, of tw_mode 2"},
    {"tw_slip", SCR_P_BOOL, SCR_PROP_STATE, TW_SLIP, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the slider of twist slip?"},
};

static void prepare(double *p) {
  p[HZ_ALPHA] = 1.5;
  scr_hertz_prepare(p);
  p[STIFFER_R] = scr_damped_stiffness(1, SCR_SPIN_RATIO * p[RR_DRATIO]);
}

static double reach(const double *p) { return p[RGAP]; }

static grain normal_at(const scr_ends *e, const double *p, double delta, turning *twist) {
  const solid s = {.modulus = p[MODULUS],
                   .ratio = p[RATIO],
                   .factor = p[KS_FAC],
                   .fric = p[FRIC],
                   .rolling = p[RR_FRIC],
                   .r = grain_radius(scr_grain_reff(e)),
                   .rr_mode = p[RR_MODE],
                   .rr_k = p[RR_K],
                   .tw_mode = p[TW_MODE],
                   .tw_k = p[TW_K],
                   .tw_fric = p[TW_FRIC],
                   .dim = e->dim};
  return normal_of(s, delta, twist);
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  turning twist;
  const grain g = normal_at(e, p, 0.01 * e->radius[0], &twist);
  scr_grain_stiffness(&g, p, kn, ks);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  const double twisted =
      what == SCR_STORED_ROLLING && st[KT] > 0 ? st[RT] * st[RT] / (2 * st[KT]) : 0;
  return scr_grain_strain(e, dim, p, st, what) + twisted;
}

static void settle(const scr_ends *e, const double *p, double *st) {
  turning twist;
  scr_grain_settle(st, normal_at(e, p, p[RGAP] - e->gap, &twist));
  st[KT] = twist.k;
  if (!(twist.k > 0)) st[RT] = 0;
  for (int k = RV; k < RV + 3; k++) st[k] = 0;
}

/* A spring force that the user set stays: the reference gap moves by Hertz's law turned round. */
static void state_set(const scr_ends *e, int index, double *p, double *st) {
  const double force = st[FN], hn = 2 * (p[MODULUS] * sqrt(grain_radius(scr_grain_reff(e))));
  if (prop[index].kind != SCR_PROP_STATE || prop[index].slot != FN) return;
  if (!(force > 0) || !(hn > 0)) return;
  const double root = grain_cbrt(force / hn);
  p[RGAP] = e->gap + root * root;
  settle(e, p, st);
  st[FN] = force;
}

static const scr_law_energy energy[] = {
    GRAIN_ENERGIES,
};

const scr_model scr_model_rrhertz = {
    .name = "rrhertz",
    .doc = "Hertz and Mindlin, with resistance to rolling and twisting",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, RB, RV, -1},
    .rotates = true,
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_grain_inherit,
    .prepare = prepare,
    .reach = reach,
    .state_set = state_set,
    .twin_stiffness = twin,
    .strain = strain,
    .dampers =
        &(const scr_dampers){{DP_NRATIO, DP_SRATIO, RR_DRATIO}, {-1, FRIC, RR_FRIC}, DP_MODE},
    .hints = {.reports = true, .settle = settle},
};

#endif
