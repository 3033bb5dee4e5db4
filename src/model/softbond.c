/* Contact law `softbond`: a bond of finite size that softens in tension before it breaks, and
 * afterwards rubs, rolls and twists with the same springs. Formulas: docs/physics.md, softbond. */
#include "model/linear.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "model/bond.h"

/* The first parameters are those of `linear`, with stiffnesses by the area. */
enum {
  SB_RMUL = LINEAR_PARAMS,
  SB_BMUL,
  SB_TMUL,
  SB_SOFT,
  SB_CUT,
  SB_TEN,
  SB_COH,
  SB_FA,
  SB_MCF,
  TAN_FA,   /* of the friction angle */
  FIXED_2D, /* radius that a user's area gives, in 2D and in 3D; 0: none was given */
  FIXED_3D,
  NPARAM
};
/* After FN and FS. LONGEST: the largest elongation so far on the softening branch, m. */
enum { MT = FS + 3, MB, SLIPS = MB + 3, SLIPB, SLIPT, SB_STATE, LONGEST, NSTATE };
enum { SOFTENING = SCR_BOND_HOLDS + 1 };

#ifdef SCR_KERNEL
#include "model/bond_load.h"
#include "model/dashpot.h"

void SCR_NAME(scr_softbond_force)(scr_batch *b);
void SCR_NAME(scr_softbond_stiff)(scr_batch *b);

static inline bond_size size_of(const scr_batch *b, int k) {
  return bond_size_at(b, k, b->par[SCR_DIM == 3 ? FIXED_3D : FIXED_2D][k], b->par[SB_RMUL][k]);
}

/* The springs follow the step, as if nothing slid or broke. A new contact has been one for a part
 * of the step. moves: 1; 0 where nothing does. */
static inline bond_load trial_of(const scr_batch *b, int k, bond_load old, bond_springs s,
                                 bool bonded, double moves) {
  const double delta = b->par[RGAP][k] - b->gap[k], dn = b->dn[k];
  const bond_load d = increments(b, k);
  double part = dn != 0 ? -delta / dn : 1.0;
  part = part < 0 ? 1.0 : part > 1.0 ? 1.0 : part;
  part = b->was[k] == 0 ? part : 1.0;
  const double step = moves * part, turn = moves;
  const double sum = scr_fma(-(s.n * step), dn, old.n);
  const bool sums = bonded | (b->par[LIN_MODE][k] != 0);
  return (bond_load){sums ? sum : s.n * delta,
                     SCR_DIM == 3 ? scr_fma(-(s.t * turn), d.t, old.t) : 0,
                     tang_axpy(-(s.s * step), d.s, old.s), tang_axpy(-(s.b * turn), d.b, old.b)};
}

/* Stresses of a load at the rim: tension, shear. */
static inline double sigma_of(bond_load l, bond_size z, double mcf) {
  return scr_fma(mcf, tang_mag(l.b) * z.r / z.i, -l.n / z.area);
}
static inline double tau_of(bond_load l, bond_size z, double mcf) {
  const double twisting = SCR_DIM == 3 ? fabs(l.t) * z.r / z.j : 0;
  return scr_fma(mcf, twisting, tang_mag(l.s) / z.area);
}

/* Scaled down to the tension `limit`: the pull and the bending, or the bending alone beside a
 * pressure. */
static inline bond_load soften(bond_load l, bond_size z, double sigma, double limit) {
  const double press = l.n > 0 ? l.n / z.area : 0, part = (limit + press) / (sigma + press);
  l.n = l.n > 0 ? l.n : part * l.n + 0.0;
  l.b = tang_axpy(part, l.b, (tang){0});
  return l;
}

/* What the step took: the work of the mean load less what the springs store of it, by part.
 * pressed: the normal force before the step as edits have booked it. */
static void put_lost(scr_batch *b, int k, bond_load old, double pressed, bond_load now,
                     bond_springs s, bool breaks) {
  const bool sums = b->par[LIN_MODE][k] != 0;
  const bond_load d = increments(b, k);
  const bond_load mean = {0.5 * (old.n + now.n), 0.5 * (old.t + now.t),
                          tang_mul(0.5, tang_add(old.s, now.s)),
                          tang_mul(0.5, tang_add(old.b, now.b))};
  const bond_load n0 = {.n = pressed}, n1 = {.n = now.n}, s0 = {.s = old.s}, s1 = {.s = now.s};
  const double gain = load_stored(n1, s) - load_stored(n0, s) + mean.n * d.n;
  const double slid = -tang_dot(mean.s, d.s) - load_stored(s1, s) + load_stored(s0, s);
  bond_load m0 = old, m1 = now;
  m0.n = m1.n = 0, m0.s = m1.s = (tang){0};
  const double rolled =
      -tang_dot(mean.b, d.b) - mean.t * d.t - load_stored(m1, s) + load_stored(m0, s);
  const bool slips = (b->st[SLIPS][k] != 0) | (b->act[k] == 0),
             rolls = (b->st[SLIPB][k] != 0) | (b->st[SLIPT][k] != 0) | (b->act[k] == 0);
  const bool kink = !breaks & ((old.n > 0) != (now.n > 0)) & (d.n != 0);
  const double overlap = b->par[RGAP][k] - b->gap[k] + d.n,
               rest = max0(left_at_end(old.n, s.n, overlap, d.n));
  const bool parts = kink & sums & (b->act[k] == 0);
  const double left = parts ? load_stored((bond_load){.n = rest}, s) : 0;
  b->work[SCR_BOOK_SLIP][k] = (!breaks & slips) ? max0(slid) : 0;
  b->work[SCR_BOOK_ROLLING][k] = (!breaks & rolls) ? max0(rolled) : 0;
  b->work[SCR_BOOK_BREAK][k] = breaks ? slid + rolled - gain : left;
  b->work[SCR_BOOK_STEP][k] = kink ? gain + left : 0;
  b->work[SCR_BOOK_STIFFNESS][k] = 0;
}

/* Bonded contacts are damped in full: their dashpots may pull. */
static inline dashpot damping(const scr_batch *b, int k, bond_springs s, double fn, bool bonded,
                              bool on) {
  const double rate = on ? 2 / b->dt : 0, m = b->meff[k];
  const double cn = b->par[DP_NRATIO][k] * (rate * sqrt(m * s.n)),
               cs = b->par[DP_SRATIO][k] * (rate * sqrt(m * s.s));
  const bool slip = !bonded & (b->st[SLIPS][k] != 0);
  return dashpot_force(bonded ? 0 : b->par[DP_MODE][k], cn, cs, fn, slip, b->dn[k]);
}

/* What loops over a tile hand on to each other: loads before the step, and what bonds become. */
typedef struct steps {
  double *old[8];
  scr_lanes load[8], yields, softens, sigma, strong, limit, state, longest, strength;
} steps;

static inline bond_springs springs_of(const scr_batch *b, int k, bond_size z) {
  return load_springs(b->par[KN][k], b->par[KS][k], z);
}
static inline bool is_bonded(const scr_batch *b, int k) {
  return b->st[SB_STATE][k] >= SCR_BOND_HOLDS;
}

static void try_loads(scr_batch *b, steps *t) {
  const double moves = b->report ? 0 : 1;
  SCR_EACH(k, b->n) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const bond_load old = load_where(b->was[k] != 0, load_get(b, k, FN));
    load_put_to(t->old, k, old);
    load_put(b, k, FN, trial_of(b, k, old, s, is_bonded(b, k), moves));
  }
}

/* Where the tension is beyond the strength bonds soften, or break. never: that no strength exceeds
 * where nothing may break, else 0. */
static void find_yields(const scr_batch *b, steps *t, double never) {
  const double *of_soft = b->par[SB_SOFT], *of_ten = b->par[SB_TEN], *mcf = b->par[SB_MCF],
               *of_kn = b->par[KN], *state = b->st[SB_STATE], *most = b->st[LONGEST];
  SCR_EACH(k, b->n) {
    const double kn = of_kn[k], ten = of_ten[k], soft = of_soft[k], onset = kn > 0 ? ten / kn : 0;
    const double before = state[k] >= SOFTENING ? most[k] : onset;
    const double slope = soft > 0 ? kn / soft : 0, strong = ten - slope * (before - onset);
    const double sigma = sigma_of(load_get(b, k, FN), size_of(b, k), mcf[k]);
    const bool yields = sigma > strong + never, softens = yields & (soft > 0) & (kn > 0);
    const double longest = softens ? before + (sigma - strong) / kn : before;
    t->yields[k] = yields ? 1.0 : 0.0, t->softens[k] = softens ? 1.0 : 0.0;
    t->sigma[k] = sigma, t->strong[k] = strong, t->longest[k] = longest;
    t->limit[k] = softens ? ten - slope * (longest - onset) : strong;
  }
}

/* What bonds become. */
static void hold(scr_batch *b, steps *t, double never) {
  const double *of_ten = b->par[SB_TEN], *cut = b->par[SB_CUT], *mcf = b->par[SB_MCF],
               *coh = b->par[SB_COH], *tan_fa = b->par[TAN_FA], *state = b->st[SB_STATE];
  SCR_EACH(k, b->n) {
    const double ten = of_ten[k], limit = t->limit[k];
    const bool softens = t->softens[k] != 0, bonded = state[k] >= SCR_BOND_HOLDS,
               tears = (t->yields[k] != 0) & (!softens | (limit < cut[k] * ten) | (limit <= 0));
    const bond_size z = size_of(b, k);
    const bond_load trial = load_get(b, k, FN),
                    held =
                        load_choose(softens & !tears, soften(trial, z, t->sigma[k], limit), trial);
    const double weak = ten > 0 ? limit / ten : 1,
                 most = weak * scr_fma(tan_fa[k], held.n / z.area, coh[k]);
    const bool shears = !tears & (tau_of(held, z, mcf[k]) > most + never);
    const bool soft = softens | (state[k] >= SOFTENING);
    const double stays = soft ? (double)SOFTENING : (double)SCR_BOND_HOLDS;
    const double becomes = tears    ? (double)SCR_BOND_TENSION
                           : shears ? (double)SCR_BOND_SHEAR
                                    : stays;
    const double longest = becomes == SOFTENING ? t->longest[k] : 0;
    load_put(b, k, FN, load_choose(bonded, held, trial));
    t->state[k] = bonded ? becomes : state[k];
    t->longest[k] = bonded ? longest : 0;
    t->strength[k] = bonded ? (tears ? t->strong[k] : most) : 0;
  }
}

/* Limits of a contact that is not bonded: friction, rolling, twist (Jiang and others). */
static inline double most_rolling(const scr_batch *b, int k, double n) {
  return 2.1 * 0.25 * b->par[SB_BMUL][k] * (size_of(b, k).r * n);
}
static inline double most_twist(const scr_batch *b, int k, double n) {
  return 0.65 * b->par[SB_TMUL][k] * (b->par[FRIC][k] * size_of(b, k).r * n);
}

/* A bond that breaks goes on as if it had not been. */
static void let_go(scr_batch *b, const steps *t) {
  SCR_EACH(k, b->n) {
    const double delta = b->par[RGAP][k] - b->gap[k], state = t->state[k];
    const bool summed = b->par[LIN_MODE][k] != 0, holds = state >= SCR_BOND_HOLDS,
               breaks = is_bonded(b, k) & !holds, torn = breaks & (state == SCR_BOND_TENSION);
    const bond_load l = load_get(b, k, FN);
    bond_load left = load_where(!torn, l);
    left.n = (breaks & !summed) ? springs_of(b, k, size_of(b, k)).n * delta : left.n;
    left = load_where(delta >= 0, left);
    left.n = max0(left.n);
    load_put(b, k, FN, load_choose(holds, l, left));
  }
}

/* Which of the loads are too large, and what is left of those. */
static void find_slips(scr_batch *b, const steps *t) {
  const double *fric = b->par[FRIC];
  const bool elastic = b->elastic;
  double *slips = b->st[SLIPS], *slipb = b->st[SLIPB], *slipt = b->st[SLIPT];
  SCR_EACH(k, b->n) {
    const bond_load l = load_get(b, k, FN);
    const bool free = t->state[k] < SCR_BOND_HOLDS;
    slips[k] = (free & slides(l.s, fric[k] * l.n, elastic)) ? 1.0 : 0.0;
    slipb[k] = (free & slides(l.b, most_rolling(b, k, l.n), elastic)) ? 1.0 : 0.0;
    slipt[k] = (free & (fabs(l.t) > most_twist(b, k, l.n)) & !elastic) ? 1.0 : 0.0;
  }
}
static void slide_eight(scr_batch *b, int from) {
  const double *slips = b->st[SLIPS], *slipb = b->st[SLIPB], *slipt = b->st[SLIPT];
  SCR_EIGHT(k, from) {
    bond_load l = load_get(b, k, FN);
    const double most = most_twist(b, k, l.n);
    l.s = tang_where(slips[k] != 0, slide_back(l.s, b->par[FRIC][k] * l.n), l.s);
    l.b = tang_where(slipb[k] != 0, slide_back(l.b, most_rolling(b, k, l.n)), l.b);
    l.t = slipt[k] != 0 ? (l.t > 0 ? most : -most) + 0.0 : l.t;
    load_put(b, k, FN, l);
  }
}
static void rub(scr_batch *b, const steps *t) {
  find_slips(b, t);
  for (int k = 0; k < b->n; k += 8)
    if (any_set(b->st[SLIPS] + k, 8) || any_set(b->st[SLIPB] + k, 8) ||
        any_set(b->st[SLIPT] + k, 8))
      slide_eight(b, k);
}

/* Dashpots, and the whole. */
static void put_totals(scr_batch *b, const steps *t) {
  const tcol ft = tang_lanes(b->ft), mb = tang_lanes(b->mb), ds = tang_lanes(b->ds);
  SCR_EACH(k, b->n) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const bond_load l = load_get(b, k, FN);
    const bool holds = t->state[k] >= SCR_BOND_HOLDS,
               on = holds | (b->par[RGAP][k] - b->gap[k] >= 0);
    const dashpot d = damping(b, k, s, l.n, holds, on);
    b->act[k] = on ? 1.0 : 0.0;
    b->fn[k] = on ? d.fn : 0;
    tang_put(ft, k, tang_axpy(on ? d.cs : 0, tang_get(ds, k), l.s));
    b->mt[k] = l.t;
    tang_put(mb, k, l.b);
  }
}

static void tell(scr_batch *b, const steps *t) {
  const double moves = b->report ? 0 : 1;
  for (int k = 0; k < b->n; k++) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const bond_load old = load_get_from(t->old, k);
    b->strength[k] = t->strength[k];
    b->spent[k] = load_stored(trial_of(b, k, old, s, is_bonded(b, k), moves), s);
  }
}

static void put_losses(scr_batch *b, const steps *t) {
  SCR_EACH(k, b->n) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const bool bonded = is_bonded(b, k), holds = t->state[k] >= SCR_BOND_HOLDS,
               softened = t->longest[k] > b->st[LONGEST][k],
               held = (b->was[k] != 0) &
                      (bonded | held_unedited(b, b->par[RGAP], b->par[LIN_MODE][k] != 0, k));
    const bond_load l = load_get(b, k, FN), old = load_where(held, load_get_from(t->old, k));
    /* an edit gave the contact its stiffness */
    const bool gained = held & !bonded & (b->par[LIN_MODE][k] == 0) & (old.n <= 0);
    const double pressed = gained ? s.n * (b->par[RGAP][k] - b->gap[k] + b->dn[k]) : old.n;
    put_lost(b, k, old, pressed, l, s, bonded & (!holds | softened));
    b->work[SCR_BOOK_DASHPOT][k] =
        dashpot_work(b, k, b->fn[k], l.n, tang_get(tang_lanes(b->ft), k), l.s);
  }
}

void SCR_NAME(scr_softbond_force)(scr_batch *b) {
  const double never = b->report || b->elastic ? HUGE_VAL : 0;
  steps t;
  for (int x = 0; x < 8; x++) t.old[x] = t.load[x];
  try_loads(b, &t);
  find_yields(b, &t, never);
  hold(b, &t, never);
  let_go(b, &t);
  if (!b->report) rub(b, &t);
  put_totals(b, &t);
  if (b->want & SCR_WANT_BREAK) tell(b, &t);
  if (b->want & SCR_WANT_WORK) put_losses(b, &t);
  double *state = b->st[SB_STATE], *longest = b->st[LONGEST];
  SCR_EACH(k, b->n) state[k] = t.state[k], longest[k] = t.longest[k];
  if (b->want & SCR_WANT_DASH) put_dash(b, b->st[FN], tang_col(b->st + FS));
}

void SCR_NAME(scr_softbond_stiff)(scr_batch *b) {
  const double *kn = b->par[KN], *ks = b->par[KS], *more_n = b->par[STIFFER_N],
               *more_s = b->par[STIFFER_S], *act = b->act;
  SCR_EACH(k, b->n) {
    const bond_springs s = load_springs(kn[k], ks[k], size_of(b, k));
    b->kn[k] = act[k] * (s.n * more_n[k]);
    b->ks[k] = act[k] * (s.s * more_s[k]);
    b->kb[k] = act[k] * s.b;
    b->kt[k] = act[k] * s.t;
  }
}

#else

enum { D_RADIUS = LINEAR_DERIVED, D_AREA, D_SIGMA, D_TAU, D_SHEAR };

#define PARAM(name, slot, lo, hi, def, flags, unit, doc)                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define CHOICE(name, slot, hi, doc)                                                                \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, 0, hi, 0, 0, "", doc }
#define DERIVED(name, slot, lo, unit, doc)                                                         \
  { name, SCR_P_REAL, SCR_PROP_DERIVED, slot, lo, HUGE_VAL, 0, SCR_PROP_READONLY, unit, doc }
#define SLIDER(name, column, doc)                                                                  \
  { name, SCR_P_BOOL, SCR_PROP_STATE, column, 0, 1, 0, SCR_PROP_READONLY, "", doc }
static const scr_prop prop[] = {
    PARAM("kn", KN, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3", "normal stiffness by the area"),
    PARAM("ks", KS, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3", "shear stiffness by the area"),
    PARAM("fric", FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "", "friction coefficient"),
    PARAM("rgap", RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"),
    CHOICE("sb_mode", LIN_MODE, 1, "normal force: 0 from the overlap, 1 summed from increments"),
    PARAM("dp_nratio", DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "", "normal critical damping ratio"),
    PARAM("dp_sratio", DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "", "shear critical damping ratio"),
    CHOICE("dp_mode", DP_MODE, 3,
           "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"),
    PARAM("user_area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
          "area that replaces that of sb_rmul"),
    PARAM("sb_rmul", SB_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
          "radius of the bond over the smaller radius"),
    PARAM("sb_bmul", SB_BMUL, 0, HUGE_VAL, 1, 0, "", "factor of the limit of bending"),
    PARAM("sb_tmul", SB_TMUL, 0, HUGE_VAL, 1, SCR_PROP_SPACE, "", "factor of the limit of twist"),
    PARAM("sb_soft", SB_SOFT, 0, HUGE_VAL, 0, 0, "",
          "stiffness over the slope of softening; 0: breaks at its strength"),
    PARAM("sb_cut", SB_CUT, 0, 1, 0, 0, "", "part of the strength at which softening ends"),
    PARAM("sb_ten", SB_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),
    PARAM("sb_coh", SB_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),
    PARAM("sb_fa", SB_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
          "friction angle of the shear strength"),
    PARAM("sb_mcf", SB_MCF, 0, 1, 1, 0, "", "part of the moments that counts in the stresses"),
    {"sb_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, 0, "N",
     "force of the springs: normal (compression positive) and shear" SCR_FORCE_STAYS},
    {"sb_moment", SCR_P_MOMENT, SCR_PROP_STATE, MT, 0, 0, 0, 0, "N m", "moment of the springs"},
    {"sb_state", SCR_P_INT, SCR_PROP_STATE, SB_STATE, 0, 4, 0, SCR_PROP_READONLY, "",
     "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded, 4 softening"},
    SLIDER("sb_slip", SLIPS, "does the slider slip?"),
    SLIDER("sb_slipb", SLIPB, "does the slider of bending slip?"),
    SLIDER("sb_slipt", SLIPT, "does the slider of twist slip?"),
    {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",
     "dashpot force"},
    DERIVED("sb_radius", D_RADIUS, 0, "m", "radius of the bond"),
    DERIVED("sb_area", D_AREA, 0, "m2", "area of the bond"),
    DERIVED("emod", D_EMOD, 0, "Pa", "effective modulus kn L"),
    DERIVED("kratio", D_KRATIO, 0, "", "stiffness ratio kn / ks"),
    DERIVED("sb_sigma", D_SIGMA, -HUGE_VAL, "Pa", "normal stress at the rim, tension positive"),
    DERIVED("sb_tau", D_TAU, 0, "Pa", "shear stress at the rim"),
    DERIVED("sb_shear", D_SHEAR, -HUGE_VAL, "Pa", "shear strength under the present force"),
};

static bond_size size_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, p[SB_RMUL], p[USER_AREA]));
}

/* The part of its strengths that a bond that softens has left. */
static double strength_left(const double *p, const double *st) {
  const double kn = p[KN], ten = p[SB_TEN], soft = p[SB_SOFT];
  if (st[SB_STATE] < SOFTENING || !(kn > 0 && ten > 0 && soft > 0)) return 1;
  return (ten - kn / soft * (st[LONGEST] - ten / kn)) / ten;
}

/* The length that a modulus is for, as in linear. */
static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const bond_size z = size_of(e, p);
  const double bending = sqrt(scr_shear_square(e->dim, st + MB)) * z.r / z.i,
               twisting = e->dim == 3 ? fabs(st[MT]) * z.r / z.j : 0;
  switch (m->prop[index].slot) {
  case D_RADIUS: out[0] = z.r; break;
  case D_AREA: out[0] = z.area; break;
  case D_EMOD: out[0] = p[KN] * scr_linear_length(e, p); break;
  case D_KRATIO: out[0] = p[KN] > 0 && p[KS] > 0 ? p[KN] / p[KS] : 0; break;
  case D_SIGMA: out[0] = p[SB_MCF] * bending - st[FN] / z.area; break;
  case D_TAU:
    out[0] = p[SB_MCF] * twisting + sqrt(scr_shear_square(e->dim, st + FS)) / z.area;
    break;
  default: out[0] = strength_left(p, st) * (p[SB_COH] + p[TAN_FA] * st[FN] / z.area);
  }
}

static const char *deformability(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                                 double *st) {
  (void)st;
  const char *why = scr_linear_moduli(a, 1, scr_linear_length(e, p), &p[KN], &p[KS]);
  if (!why) *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return why;
}

enum { ARG_SOFT = 2, ARG_CUT };
static const char *const make_bond_args[] = {"[gap]", "[to]", "[soft]", "[cut]", NULL};

/* A bond sums its normal force from increments, from what the contact carries. */
static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)clears;
  if (!(a[ARG_SOFT].value >= 0)) return "soft must not be negative";
  if (!(a[ARG_CUT].value >= 0 && a[ARG_CUT].value <= 1)) return "cut must be between 0 and 1";
  if (!scr_bond_covers(e, a) || st[SB_STATE] >= SCR_BOND_HOLDS) return NULL;
  if (a[ARG_SOFT].given) p[SB_SOFT] = a[ARG_SOFT].value;
  if (a[ARG_CUT].given) p[SB_CUT] = a[ARG_CUT].value;
  st[SB_STATE] = SCR_BOND_HOLDS, st[LONGEST] = 0;
  p[LIN_MODE] = 1;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears;
  if (!scr_bond_covers(e, a) || st[SB_STATE] < SCR_BOND_HOLDS) return NULL;
  st[SB_STATE] = SCR_BOND_NONE;
  scr_bond_leave(e, p[RGAP], st + FN, MB + 3);
  return NULL;
}

static void prepare(double *p) {
  scr_linear_prepare(p);
  p[TAN_FA] = scr_tan(p[SB_FA] * (SCR_PI / 180));
  p[FIXED_2D] = p[USER_AREA] / 2;
  p[FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double area = size_of(e, p).area;
  *kn = p[KN] * area * p[STIFFER_N];
  *ks = p[KS] * area * p[STIFFER_S];
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  const bond_size z = size_of(e, p);
  const double an = p[KN] * z.area, as = p[KS] * z.area, in = p[KN] * z.i, js = p[KS] * z.j;
  if (what == SCR_STORED_STRAIN)
    return (an > 0 ? st[FN] * st[FN] / (2 * an) : 0) +
           (as > 0 ? scr_shear_square(dim, st + FS) / (2 * as) : 0);
  return (js > 0 ? st[MT] * st[MT] / (2 * js) : 0) +
         (in > 0 ? scr_shear_square(dim, st + MB) / (2 * in) : 0);
}

static void state_set(const scr_ends *e, int index, double *p, double *st) {
  if (prop[index].kind != SCR_PROP_STATE || prop[index].slot != FN) return;
  scr_linear_hold(e, size_of(e, p).area, st[SB_STATE] >= SCR_BOND_HOLDS, p, st);
}

/* A bond sums its normal force from increments, whatever the mode. */
static void settle(const scr_ends *e, const double *p, double *st) {
  const double delta = p[RGAP] - e->gap;
  if (st[SB_STATE] >= SCR_BOND_HOLDS) return;
  for (int k = FN; k < MB + 3 && !(delta >= 0); k++) st[k] = 0;
  if (delta >= 0 && p[LIN_MODE] == 0) st[FN] = p[KN] * size_of(e, p).area * delta;
  st[FN] = SCR_MAX(st[FN], 0);
}

static const scr_method method[] = {
    {"deformability", scr_deformability_args, deformability,
     "stiffnesses from a modulus and a stiffness ratio", false},
    {"area", scr_no_args, scr_linear_area, "keeps the present cross-section as user_area", false},
    {"bond", make_bond_args, make_bond,
     "bonds the contact if its gap is at most this, or between; sets sb_soft and sb_cut", true},
    {"unbond", scr_bond_args, unbond, "ends the bond", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},  {"energy-rrstrain", false, SCR_STORED_ROLLING},
    {"energy-rrslip", true, SCR_BOOK_ROLLING},   {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_softbond = {
    .name = "softbond",
    .doc = "a bond of finite size that softens, then rubs, rolls and twists",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, MB, -1},
    .rotates = true,
    .bonds = true,
    .bond = SB_STATE,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_linear_inherit,
    .prepare = prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .state_set = state_set,
    .twin_stiffness = twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true,
              .reports = true,
              .edits = (1u << (MB + 3)) - 1,
              .edits_of = scr_linear_sums,
              .settle = settle},
};

#endif
