/* Contact law `linearpbond`: linear, and in parallel a bond of finite size that carries tension,
 * shear, bending and twist until it breaks. Formulas: docs/physics.md, linearpbond. */
#include "model/linear.h"

#include <math.h>
#include <stddef.h>
#include "model/bond.h"

enum {
  PB_RMUL = LINEAR_PARAMS,
  PB_KN,
  PB_KS,
  PB_MCF,
  PB_TEN,
  PB_COH,
  PB_FA,
  TAN_FA,   /* of the friction angle */
  FIXED_2D, /* radius that a user's area gives, in 2D and in 3D; 0: none was given */
  FIXED_3D,
  NPARAM
};
enum { BFN = LINEAR_STATES, BFS, BMT = BFS + 3, BMB, PB_STATE = BMB + 3, NSTATE };

#ifdef SCR_KERNEL
#include "model/bond_load.h"

void SCR_NAME(scr_linearpbond_force)(scr_batch *b);
void SCR_NAME(scr_linearpbond_stiff)(scr_batch *b);

static inline bond_size size_of(const scr_batch *b, int k) {
  return bond_size_at(b, k, b->par[SCR_DIM == 3 ? FIXED_3D : FIXED_2D][k], b->par[PB_RMUL][k]);
}

/* What the bond stores under that load, J. */
static inline double stored(const scr_batch *b, int k, bond_load l, bond_size z) {
  return load_stored(l, load_springs(b->par[PB_KN][k], b->par[PB_KS][k], z));
}

/* What the load of a bond becomes in the step, if it does not break. moves: 1; 0 where nothing does
 * (a number, as the compiler makes no vectors of a choice that is the same for all lanes). */
static inline bond_load trial_of(const scr_batch *b, int k, bond_load old, bond_size z,
                                 double moves) {
  const double kn = moves * b->par[PB_KN][k], ks = moves * b->par[PB_KS][k];
  const bond_load d = increments(b, k);
  return (bond_load){scr_fma(-(kn * z.area), d.n, old.n),
                     SCR_DIM == 3 ? scr_fma(-(ks * z.j), d.t, old.t) : 0,
                     tang_axpy(-(ks * z.area), d.s, old.s), tang_axpy(-(kn * z.i), d.b, old.b)};
}

/* The shear strength under that tension. */
static inline double shear_strength(const scr_batch *b, int k, double pull) {
  const double ten = b->par[PB_TEN][k];
  return scr_fma(-b->par[TAN_FA][k], pull < ten ? pull : ten, b->par[PB_COH][k]);
}

/* What to tell of the bonds if they break: before the step the shear strength and what they would
 * store, after it the strength that was exceeded. */
static void foretell(scr_batch *b) {
  for (int k = 0; k < b->n; k++) {
    const bond_size z = size_of(b, k);
    const bond_load trial = trial_of(b, k, load_get(b, k, BFN), z, 1);
    b->strength[k] = shear_strength(b, k, -trial.n / z.area);
    b->spent[k] = stored(b, k, trial, z);
  }
}

static void tell(scr_batch *b) {
  for (int k = 0; k < b->n; k++)
    if (b->st[PB_STATE][k] == SCR_BOND_TENSION) b->strength[k] = b->par[PB_TEN][k];
}

/* What a bond held before the step, less half of what the bodies did along it: lost if it breaks. A
 * loop of its own, as those with a branch that is the same for all lanes are not made vectors of.
 */
static void find_lost(const scr_batch *b, double *lost) {
  const double *state = b->st[PB_STATE];
  SCR_EACH(k, b->n) {
    const bond_load old = load_get(b, k, BFN), held = load_where(state[k] >= SCR_BOND_HOLDS, old);
    lost[k] = stored(b, k, held, size_of(b, k)) - 0.5 * work_along(b, k, old);
  }
}

static void put_lost(scr_batch *b, const double *lost, const double *before) {
  const double *state = b->st[PB_STATE];
  SCR_EACH(k, b->n) {
    const bool broke = (before[k] >= SCR_BOND_HOLDS) & !(state[k] >= SCR_BOND_HOLDS);
    b->work[SCR_BOOK_BREAK][k] += broke ? lost[k] : 0;
  }
}

/* May the bond break under that load? No is certain: it is asked in squares and without quotients,
 * with a margin for what rounds here and in break_of(). Most bonds are far from their strength, and
 * need no roots and no divisions. */
static inline bool may_break(const scr_batch *b, int k, bond_load l, bond_size z, double most) {
  const double part = 1 - 1e-12, tiny = 1e-290; /* squares below it have lost digits */
  const double bends = SCR_DIM == 3 ? 4 : 3;    /* area r^2 / i; of j half as much */
  const double mcf = b->par[PB_MCF][k], ten = (b->par[PB_TEN][k] + most) * z.area,
               coh = (b->par[PB_COH][k] + most) * z.area, least = l.n > -ten ? l.n : -ten;
  const double pull = (part * ten + (l.n - 1e-12 * fabs(l.n))) * z.r, bend = bends * mcf;
  const double limit = (part * coh + b->par[TAN_FA][k] * (least - 1e-12 * fabs(least))) * z.r;
  const double shear = SCR_DIM == 3 ? limit - 2 * mcf * fabs(l.t) : limit;
  const bool tight = (pull > 0) & (bend * bend * tang_dot(l.b, l.b) + tiny < part * (pull * pull));
  const bool firm =
      (shear > 0) & (tang_dot(l.s, l.s) * (z.r * z.r) + tiny < part * (shear * shear));
  return !(tight & firm);
}

/* What eight contacts have in store: all are bonded, and none may break; none may break; any may.
 */
typedef enum outlook { ALL_HOLD, NONE_BREAKS, ANY } outlook;

/* Takes the step as if all were bonded and nothing broke, and tells what may come of it. most: that
 * no strength exceeds where nothing may break, else 0. */
static outlook step_bonds(scr_batch *b, int from, double most, double moves) {
  double may[8], bonded[8];
  SCR_EIGHT(k, from) {
    const bond_size z = size_of(b, k);
    const double on = b->st[PB_STATE][k] >= SCR_BOND_HOLDS ? 1.0 : 0.0;
    const bond_load trial = trial_of(b, k, load_get(b, k, BFN), z, moves);
    load_put(b, k, BFN, trial);
    bonded[k - from] = on;
    may[k - from] = may_break(b, k, trial, z, most) ? on : 0.0;
  }
  return any_set(may, 8) ? ANY : all_set(bonded, 8) ? ALL_HOLD : NONE_BREAKS;
}

/* Which of eight bonds do break. */
static void break_bonds(scr_batch *b, int from, double most) {
  const double *mcf = b->par[PB_MCF], *ten = b->par[PB_TEN];
  double *state = b->st[PB_STATE];
  SCR_EIGHT(k, from) {
    const bond_size z = size_of(b, k);
    const bool bonded = state[k] >= SCR_BOND_HOLDS;
    const bond_load trial = load_get(b, k, BFN);
    const double pull = -trial.n / z.area, bending = tang_mag(trial.b) * z.r / z.i;
    const double twisting = SCR_DIM == 3 ? fabs(trial.t) * z.r / z.j : 0;
    const double sigma = scr_fma(mcf[k], bending, pull);
    const double tau = scr_fma(mcf[k], twisting, tang_mag(trial.s) / z.area);
    const double limit = shear_strength(b, k, pull);
    const bool tears = bonded & (sigma >= ten[k] + most);
    const bool shears = bonded & !tears & (tau >= limit + most);
    state[k] = tears ? SCR_BOND_TENSION : shears ? SCR_BOND_SHEAR : state[k];
  }
}

/* What eight contacts carry: adds what their bonds do; `all`: all are bonded, a constant. */
__attribute__((always_inline)) static inline void carry_bonds(scr_batch *b, const double *closed,
                                                              int from, bool all) {
  const double *state = b->st[PB_STATE];
  double *act = b->act, *fn = b->fn, *mt = b->mt, *was = b->was;
  const tcol ft = tang_lanes(b->ft), mb = tang_lanes(b->mb);
  SCR_EIGHT(k, from) {
    const bool holds = all || state[k] >= SCR_BOND_HOLDS;
    const bond_load trial = load_get(b, k, BFN), now = all ? trial : load_where(holds, trial);
    if (!all) load_put(b, k, BFN, now);
    act[k] = holds ? 1.0 : act[k];
    fn[k] += now.n;
    tang_put(ft, k, tang_add(tang_get(ft, k), now.s));
    mt[k] = now.t;
    tang_put(mb, k, now.b);
    was[k] = closed[k];
  }
}

static void hold_all(scr_batch *b, const double *closed) {
  const double moves = b->report ? 0 : 1, most = b->report || b->elastic ? HUGE_VAL : 0;
  for (int k = 0; k < b->n; k += 8) {
    const outlook what = step_bonds(b, k, most, moves);
    if (what == ANY) break_bonds(b, k, most);
    if (what == ALL_HOLD)
      carry_bonds(b, closed, k, true);
    else
      carry_bonds(b, closed, k, false);
  }
}

static void bond(scr_batch *b, const double *all) {
  const bool works = b->want & SCR_WANT_WORK;
  scr_lanes lost, before;
  if (works) find_lost(b, lost), put_column(b->n, b->st[PB_STATE], before);
  hold_all(b, all);
  if (works) put_lost(b, lost, before);
}

void SCR_NAME(scr_linearpbond_force)(scr_batch *b) {
  scr_lanes was;
  was_of_springs(b, was);
  SCR_NAME(scr_linear_force)(b);
  if (b->want & SCR_WANT_BREAK) foretell(b);
  bond(b, was);
  if (b->want & SCR_WANT_BREAK) tell(b);
}

/* The springs count across a gap, too: the bond may close it within a step. */
void SCR_NAME(scr_linearpbond_stiff)(scr_batch *b) {
  const double *kn = b->par[PB_KN], *ks = b->par[PB_KS];
  const double *bond = b->st[PB_STATE];
  SCR_NAME(scr_linear_stiff)(b);
  SCR_EACH(k, b->n) {
    const bond_size z = size_of(b, k);
    const double on = bond[k] >= SCR_BOND_HOLDS ? 1.0 : 0.0;
    b->kn[k] += on * (kn[k] * z.area);
    b->ks[k] += on * (ks[k] * z.area);
    b->kb[k] = on * (kn[k] * z.i);
    b->kt[k] = on * (ks[k] * z.j);
  }
}

#else

enum { D_RADIUS = LINEAR_DERIVED, D_EMOD_PB, D_KRATIO_PB, D_SIGMA, D_TAU, D_SHEAR };

static const scr_prop prop[] = {
    LINEAR_PROPERTIES,
    {"pb_rmul", SCR_P_REAL, SCR_PROP_PARAM, PB_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
     "radius of the bond over the smaller radius"},
    {"pb_kn", SCR_P_REAL, SCR_PROP_PARAM, PB_KN, 0, HUGE_VAL, 0, 0, "N/m3",
     "normal stiffness of the bond by its area"},
    {"pb_ks", SCR_P_REAL, SCR_PROP_PARAM, PB_KS, 0, HUGE_VAL, 0, 0, "N/m3",
     "shear stiffness of the bond by its area"},
    {"pb_mcf", SCR_P_REAL, SCR_PROP_PARAM, PB_MCF, 0, 1, 1, 0, "",
     "part of the moments that counts in the stresses"},
    {"pb_ten", SCR_P_REAL, SCR_PROP_PARAM, PB_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"},
    {"pb_coh", SCR_P_REAL, SCR_PROP_PARAM, PB_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"},
    {"pb_fa", SCR_P_REAL, SCR_PROP_PARAM, PB_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
     "friction angle of the shear strength"},
    {"pb_state", SCR_P_INT, SCR_PROP_STATE, PB_STATE, 0, 3, 0, SCR_PROP_READONLY, "",
     "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded"},
    {"pb_force", SCR_P_VEC, SCR_PROP_STATE, BFN, 0, 0, 0, 0, "N", "force of the bond"},
    {"pb_moment", SCR_P_MOMENT, SCR_PROP_STATE, BMT, 0, 0, 0, 0, "N m", "moment of the bond"},
    {"pb_radius", SCR_P_REAL, SCR_PROP_DERIVED, D_RADIUS, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "m",
     "radius of the bond"},
    {"pb_emod", SCR_P_REAL, SCR_PROP_DERIVED, D_EMOD_PB, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "Pa",
     "effective modulus of the bond pb_kn L"},
    {"pb_kratio", SCR_P_REAL, SCR_PROP_DERIVED, D_KRATIO_PB, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "",
     "stiffness ratio pb_kn / pb_ks"},
    {"pb_sigma", SCR_P_REAL, SCR_PROP_DERIVED, D_SIGMA, -HUGE_VAL, HUGE_VAL, 0, SCR_PROP_READONLY,
     "Pa", "normal stress at the rim of the bond, tension positive"},
    {"pb_tau", SCR_P_REAL, SCR_PROP_DERIVED, D_TAU, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "Pa",
     "shear stress at the rim of the bond"},
    {"pb_shear", SCR_P_REAL, SCR_PROP_DERIVED, D_SHEAR, -HUGE_VAL, HUGE_VAL, 0, SCR_PROP_READONLY,
     "Pa", "shear strength of the bond under that force"},
};

static bond_size size_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, p[PB_RMUL], p[USER_AREA]));
}

/* The length that a modulus of the bond is for, m: R1 + R2, or, where the user gave the area, twice
 * the radius that follows from it. */
/* Both are 0 where nothing is bonded. */
static double sigma(const bond_size *z, int dim, const double *p, const double *st) {
  const double bending = sqrt(scr_shear_square(dim, st + BMB)) * z->r / z->i;
  return st[PB_STATE] < SCR_BOND_HOLDS ? 0 : -st[BFN] / z->area + p[PB_MCF] * bending;
}

static double tau(const bond_size *z, int dim, const double *p, const double *st) {
  const double twisting = dim == 3 ? fabs(st[BMT]) * z->r / z->j : 0;
  const double shear = sqrt(scr_shear_square(dim, st + BFS)) / z->area;
  return st[PB_STATE] < SCR_BOND_HOLDS ? 0 : shear + p[PB_MCF] * twisting;
}

/* As the kernel has it. */
static double strength(const bond_size *z, const double *p, const double *st) {
  if (st[PB_STATE] < SCR_BOND_HOLDS) return 0;
  return p[PB_COH] - p[TAN_FA] * fmin(-st[BFN] / z->area, p[PB_TEN]);
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const bond_size z = size_of(e, p);
  switch (m->prop[index].slot) {
  case D_RADIUS: out[0] = z.r; break;
  case D_EMOD_PB: out[0] = p[PB_KN] * scr_linear_length(e, p); break;
  case D_KRATIO_PB: out[0] = p[PB_KN] > 0 && p[PB_KS] > 0 ? p[PB_KN] / p[PB_KS] : 0; break;
  case D_SIGMA: out[0] = sigma(&z, e->dim, p, st); break;
  case D_TAU: out[0] = tau(&z, e->dim, p, st); break;
  case D_SHEAR: out[0] = strength(&z, p, st); break;
  default: scr_linear_derive(m, index, e, p, st, out);
  }
}

static const char *pb_deformability(const scr_ends *e, const scr_marg *a, double *p,
                                    uint64_t *clears, double *st) {
  (void)clears, (void)st;
  return scr_linear_moduli(a, 1, scr_linear_length(e, p), &p[PB_KN], &p[PB_KS]);
}

static void end_bond(double *st, double state) {
  for (int k = BFN; k < PB_STATE; k++) st[k] = 0;
  st[PB_STATE] = state;
}

static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)p, (void)clears;
  if (scr_bond_covers(e, a) && st[PB_STATE] < SCR_BOND_HOLDS) end_bond(st, SCR_BOND_HOLDS);
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)p, (void)clears;
  if (scr_bond_covers(e, a) && st[PB_STATE] >= SCR_BOND_HOLDS) end_bond(st, SCR_BOND_NONE);
  return NULL;
}

static void prepare(double *p) {
  scr_linear_prepare(p);
  p[TAN_FA] = scr_tan(p[PB_FA] * (SCR_PI / 180));
  p[FIXED_2D] = p[USER_AREA] / 2;
  p[FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  if (what == SCR_STORED_STRAIN) return scr_linear_strain(dim, p, st);
  const bond_size z = size_of(e, p);
  const double an = p[PB_KN] * z.area, as = p[PB_KS] * z.area, in = p[PB_KN] * z.i,
               js = p[PB_KS] * z.j;
  return (an > 0 ? st[BFN] * st[BFN] / (2 * an) : 0) +
         (as > 0 ? scr_shear_square(dim, st + BFS) / (2 * as) : 0) +
         (js > 0 ? st[BMT] * st[BMT] / (2 * js) : 0) +
         (in > 0 ? scr_shear_square(dim, st + BMB) / (2 * in) : 0);
}

/* Without a bond the next step keeps nothing of what a user gave it. */
static void settle(const scr_ends *e, const double *p, double *st) {
  scr_linear_settle_closed(e, p, st);
  for (int k = BFN; k < PB_STATE && st[PB_STATE] < SCR_BOND_HOLDS; k++) st[k] = 0;
}

static const scr_method method[] = {
    LINEAR_METHODS,
    {"pb_deformability", scr_deformability_args, pb_deformability,
     "stiffnesses of the bond from a modulus and a stiffness ratio", false},
    {"bond", scr_bond_args, make_bond, "bonds the contact if its gap is at most this, or between",
     true},
    {"unbond", scr_bond_args, unbond, "ends the bond", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},  {"energy-pbstrain", false, SCR_STORED_BOND},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_linearpbond = {
    .name = "linearpbond",
    .doc = "linear, with a parallel bond of finite size",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, BFS, BMB, -1},
    .rotates = true,
    .bonds = true,
    .bond = PB_STATE,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_linear_inherit,
    .prepare = prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .state_set = scr_linear_state_set,
    .twin_stiffness = scr_linear_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true,
              .reports = true,
              .edits = 1u << FN,
              .edits_of = scr_linear_sums,
              .reported = scr_linear_reported,
              .settle = settle},
};

#endif
