/* Contact law `springnetwork`: rigid bodies and springs that answer as an elastic solid does, with
 * Poisson's effect by the stresses of both balls; bonds soften in tension, weaken in slip, dilate.
 * Formulas: docs/physics.md, springnetwork. */
#include "model/springnetwork.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "model/bond.h"
#include "model/curve.h"

#ifdef SCR_KERNEL
#include "model/network_step.h"

void SCR_NAME(scr_springnetwork_force)(scr_batch *b);
void SCR_NAME(scr_springnetwork_stiff)(scr_batch *b);

static inline void begin(const scr_batch *b, int k, step *t) {
  const bond_load none = {0};
  *t = (step){.z = size_of(b, k), .d = increments(b, k), .state = b->st[SN_STATE][k]};
  t->k = springs_of(b, k, t->z);
  t->over = b->par[RGAP][k] - b->gap[k], t->touches = t->over >= 0;
  t->bonded = t->state >= SCR_BOND_HOLDS, t->was = b->was[k] != 0;
  t->slips = b->st[SN_SLIP][k] != 0, t->sums = b->par[LIN_MODE][k] != 0;
  t->longer = b->st[SN_LONGER][k], t->way = b->st[SN_WAY][k];
  t->dilated = tang_mag(tang_get(tang_col(b->st + SN_SD), k));
  t->old = load_where(t->was, load_get(b, k, FN));
  t->p_old = t->was ? force_at(b, k, SN_PN) : none;
  if (b->report) {
    t->now = t->old, t->p = t->p_old;
    return;
  }
  step_follow(t);
  t->p = t->bonded ? force_at(b, k, SN_QN) : none;
}

static inline void keep(scr_batch *b, int k, const step *t) {
  double *const *st = b->st;
  const bool on = b->act[k] != 0;
  const tcol sd = tang_col(st + SN_SD);
  const tang moved = tang_add(tang_get(sd, k), tang_get(tang_lanes(b->ds), k));
  load_put(b, k, FN, t->now);
  put_poisson(b, k, t->p);
  st[SN_SLIP][k] = t->slips, st[SN_SLIPB][k] = t->slipsb, st[SN_SLIPT][k] = t->slipst;
  st[SN_STATE][k] = t->state;
  st[SN_LONGER][k] = t->longer;
  st[SN_WAY][k] = on ? t->way : 0;
  st[SN_ND][k] = on ? st[SN_ND][k] + b->dn[k] : 0;
  tang_put(sd, k, tang_where(on, moved, (tang){0}));
}

static inline void put_lost(scr_batch *b, int k, const step *t) {
  clear_books(b, k);
  step_lose(b, k, t, b->act[k] != 0);
  put_dashpot_work(b, k, t);
}

/* One by one: whatever a contact does, it is the same steps, and few of them are alike. */
void SCR_NAME(scr_springnetwork_force)(scr_batch *b) {
  for (int k = 0; k < ((b->n + 7) & -8); k++) {
    step t;
    begin(b, k, &t);
    if (!b->report) step_decide(b, k, &t);
    put_total(b, k, &t);
    b->strength[k] = t.breaks ? t.strength : 0, b->spent[k] = t.breaks ? t.spent : 0;
    if (b->want & SCR_WANT_WORK) put_lost(b, k, &t);
    if (!b->report) keep(b, k, &t);
  }
}

void SCR_NAME(scr_springnetwork_stiff)(scr_batch *b) { network_stiff(b); }

#else

enum { D_RADIUS = LINEAR_DERIVED, D_AREA, D_SIGMA, D_TAU, D_SHEAR, D_SDISP };

#define CHOICE(name, slot, hi, doc)                                                                \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, 0, hi, 0, 0, "", doc }
#define DERIVED(name, slot, lo, unit, doc)                                                         \
  { name, SCR_P_REAL, SCR_PROP_DERIVED, slot, lo, HUGE_VAL, 0, SCR_PROP_READONLY, unit, doc }
#define SLIDER(name, column, doc)                                                                  \
  { name, SCR_P_BOOL, SCR_PROP_STATE, column, 0, 1, 0, SCR_PROP_READONLY, "", doc }
static const scr_prop prop[] = {
    NETWORK_SPRINGS,
    CHOICE("sn_mode", LIN_MODE, 1, "normal force: 0 from the overlap, 1 summed from increments"),
    NETWORK_DASHPOTS,
    NETWORK_PARAM("user_area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
                  "area that replaces that of sn_rmul"),
    NETWORK_PARAM("sn_rmul", SN_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
                  "radius of the contact over the smaller radius"),
    NETWORK_PARAM("sn_bmul", SN_BMUL, 0, HUGE_VAL, 1, 0, "", "factor of the limit of bending"),
    NETWORK_PARAM("sn_tmul", SN_TMUL, 0, HUGE_VAL, 1, SCR_PROP_SPACE, "",
                  "factor of the limit of twist"),
    NETWORK_PARAM("sn_mcf", SN_MCF, 0, 1, 1, 0, "",
                  "part of the moments that counts in the stresses"),
    NETWORK_STRENGTHS,
    NETWORK_PARAM("sn_dil", SN_DIL, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
                  "dilation angle of surfaces that slip; with sn_mode 1"),
    NETWORK_SOLID,
    CHOICE("sn_non_diag", SN_NON_DIAG, 1, "does Poisson's force act in shear, too?"),
    {"sn_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, 0, "N",
     "force of the springs: normal (compression positive) and shear" SCR_FORCE_STAYS},
    {"sn_moment", SCR_P_MOMENT, SCR_PROP_STATE, SN_MT, 0, 0, 0, 0, "N m", "moment of the springs"},
    {"sn_pois_force", SCR_P_VEC, SCR_PROP_STATE, SN_PN, 0, 0, 0, SCR_PROP_READONLY, "N",
     "Poisson's force, beside that of the springs"},
    {"sn_state", SCR_P_INT, SCR_PROP_STATE, SN_STATE, 0, 4, 0, SCR_PROP_READONLY, "",
     "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded, 4 softening"},
    SLIDER("sn_slip", SN_SLIP, "does the slider slip?"),
    SLIDER("sn_slipb", SN_SLIPB, "does the slider of bending slip?"),
    SLIDER("sn_slipt", SN_SLIPT, "does the slider of twist slip?"),
    {"sn_ndisp", SCR_P_REAL, SCR_PROP_STATE, SN_ND, -HUGE_VAL, HUGE_VAL, 0, 0, "m",
     "normal displacement, opening positive"},
    {"sn_sdisp", SCR_P_REAL, SCR_PROP_DERIVED, D_SDISP, 0, HUGE_VAL, 0, 0, "m",
     "size of the shear displacement, which keeps its direction"},
    {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",
     "dashpot force"},
    DERIVED("sn_radius", D_RADIUS, 0, "m", "radius of the contact"),
    DERIVED("sn_area", D_AREA, 0, "m2", "area of the contact"),
    DERIVED("emod", D_EMOD, 0, "Pa", "modulus kn h"),
    DERIVED("kratio", D_KRATIO, 0, "", "stiffness ratio kn / ks"),
    DERIVED("sn_sigma", D_SIGMA, -HUGE_VAL, "Pa", "normal stress at the rim, tension positive"),
    DERIVED("sn_tau", D_TAU, 0, "Pa", "shear stress at the rim"),
    DERIVED("sn_shear", D_SHEAR, -HUGE_VAL, "Pa", "shear strength of the bond under that force"),
};

bond_size scr_network_size(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, p[SN_RMUL], p[USER_AREA]));
}

/* The distance of the centres, m; of a ball at a facet its radius. */
double scr_network_spacing(const scr_ends *e) {
  return e->radius[0] + (e->facet ? 0 : e->radius[1]);
}

static double shear_of(const scr_ends *e, const double *st) {
  double v[3];
  for (int c = 0; c < 3; c++) v[c] = st[FS + c] + st[SN_PS + c];
  return sqrt(scr_shear_square(e->dim, v));
}

double scr_network_left(const scr_ends *e, const double *p, double longer) {
  const double ten = p[SN_TEN], dc = p[SN_TENDC], word = p[SN_TENTAB];
  const scr_curve *c = e->curve && word > 0 ? &e->curve[(uint32_t)word] : NULL;
  if (!(ten > 0 && longer > 0)) return 1;
  if (c && c->n > 0) return curve_at(c, longer);
  return dc > 0 ? 1 - longer / dc : 1;
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const bond_size z = scr_network_size(e, p);
  const double bending = sqrt(scr_shear_square(e->dim, st + SN_MB)) * z.r / z.i,
               twisting = e->dim == 3 ? fabs(st[SN_MT]) * z.r / z.j : 0,
               axial = p[SN_PORP] - (st[FN] + st[SN_PN]) / z.area;
  switch (m->prop[index].slot) {
  case D_RADIUS: out[0] = z.r; break;
  case D_AREA: out[0] = z.area; break;
  case D_EMOD: out[0] = p[KN] * scr_network_spacing(e); break;
  case D_KRATIO: out[0] = p[KN] > 0 && p[KS] > 0 ? p[KN] / p[KS] : 0; break;
  case D_SIGMA: out[0] = axial + p[SN_MCF] * bending; break;
  case D_TAU: out[0] = shear_of(e, st) / z.area + p[SN_MCF] * twisting; break;
  case D_SHEAR:
    out[0] = scr_network_left(e, p, st[SN_LONGER]) * (p[SN_COH] - p[SN_TAN_FA] * axial);
    break;
  default: out[0] = sqrt(scr_shear_square(e->dim, st + SN_SD));
  }
}

/* Where there is no direction yet it is the first axis of the contact plane. */
static void assign(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *value, double *st) {
  static const double flat[3] = {1, 0, 0};
  const double size = sqrt(scr_shear_square(e->dim, st + SN_SD)),
               *first = e->dim == 3 ? e->axis[0] : flat;
  (void)p, (void)m, (void)index; /* sn_sdisp alone */
  for (int c = 0; c < 3; c++) {
    const double way = size > 0 ? st[SN_SD + c] / size : first[c];
    st[SN_SD + c] = value[0] * way + 0.0;
  }
}

/* An elastic solid of that modulus and Poisson's ratio. */
const char *scr_network_compute_stiffness(const scr_ends *e, const scr_marg *a, double *p,
                                          uint64_t *clears, double *st) {
  (void)st;
  if (!(a[0].value >= 0)) return "emod must not be negative";
  if (!(a[1].value >= 0 && a[1].value < 0.5)) return "poisson must lie in [0, 0.5)";
  p[KN] = p[KS] = a[0].value / scr_network_spacing(e);
  p[SN_POIS] = a[1].value;
  p[LIN_MODE] = 1;
  *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return NULL;
}

const char *scr_network_assign_stiffness(const scr_ends *e, const scr_marg *a, double *p,
                                         uint64_t *clears, double *st) {
  (void)e, (void)st;
  if (!(a[0].value >= 0)) return "kn must not be negative";
  if (!(a[1].value >= 0)) return "kratio must not be negative";
  p[KN] = a[0].value;
  p[KS] = a[1].value > 0 ? a[0].value / a[1].value : 0;
  p[SN_POIS] = p[SN_KROT] = p[SN_KROT + 1] = p[SN_KROT + 2] = 0;
  p[LIN_MODE] = 1;
  *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return NULL;
}

/* A bond sums its normal force from increments, from what the contact carries. */
static const char *make_bond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                             double *st) {
  (void)clears;
  if (!scr_bond_covers(e, a) || st[SN_STATE] >= SCR_BOND_HOLDS) return NULL;
  st[SN_STATE] = SCR_BOND_HOLDS, st[SN_LONGER] = st[SN_WAY] = 0;
  p[LIN_MODE] = 1;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)clears;
  if (!scr_bond_covers(e, a) || st[SN_STATE] < SCR_BOND_HOLDS) return NULL;
  st[SN_STATE] = SCR_BOND_NONE, st[SN_LONGER] = st[SN_WAY] = 0;
  for (int c = 0; c < 4; c++) st[FN + c] += st[SN_PN + c], st[SN_PN + c] = st[SN_QN + c] = 0;
  scr_bond_leave(e, p[RGAP], st + FN, SN_SLIP - FN);
  return NULL;
}

const char *scr_network_refuse_krot(int dim, const double *p) {
  for (int c = 0; c < 3; c++)
    if (!(p[SN_KROT + c] >= 0)) return "it must not be negative";
  return dim == 3 && p[SN_KROT + 1] != p[SN_KROT + 2]
             ? "both stiffnesses against bending must be the same: the axes turn with the contact"
             : NULL;
}

static const char *refuse(int dim, int index, const double *p, const double *st) {
  (void)st;
  if (prop[index].kind != SCR_PROP_PARAM) return NULL;
  const int slot = prop[index].slot;
  if (slot == SN_KROT) return scr_network_refuse_krot(dim, p);
  if ((slot == SN_DIL || slot == LIN_MODE) && p[SN_DIL] > 0 && p[LIN_MODE] == 0)
    return "dilation needs 'sn_mode' 1: a force from the overlap would forget it";
  return NULL;
}

void scr_network_prepare(double *p) {
  scr_linear_prepare(p);
  p[SN_TAN_FA] = scr_tan(p[SN_FA] * (SCR_PI / 180));
  p[SN_TAN_DIL] = scr_tan(p[SN_DIL] * (SCR_PI / 180));
  p[SN_FIXED_2D] = p[USER_AREA] / 2;
  p[SN_FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
}

void scr_network_twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double area = scr_network_size(e, p).area, nu = p[SN_POIS],
               more = area * ((1 - nu) / ((1 + nu) * (1 - 2 * nu)));
  *kn = p[KN] * more * p[STIFFER_N];
  *ks = p[KS] * more * p[STIFFER_S];
}

static double half_over(double square, double k) { return k > 0 ? square / (2 * k) : 0; }

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  const bond_size z = scr_network_size(e, p);
  if (what == SCR_STORED_STRAIN) {
    double sp = st[FS] * st[SN_PS];
    for (int c = 1; c < (dim == 3 ? 3 : 1); c++) sp += st[FS + c] * st[SN_PS + c];
    return half_over(st[FN] * (st[FN] + st[SN_PN]), p[KN] * z.area) +
           half_over(scr_shear_square(dim, st + FS) + sp, p[KS] * z.area);
  }
  const double first = p[SN_KROT], bend = dim == 3 ? p[SN_KROT + 1] : first;
  return half_over(st[SN_MT] * st[SN_MT], (first != 0 ? first : p[KS]) * z.j) +
         half_over(scr_shear_square(dim, st + SN_MB), (bend != 0 ? bend : p[KN]) * z.i);
}

const char *const scr_network_compute_args[] = {"emod", "poisson", NULL};
const char *const scr_network_assign_args[] = {"kn", "kratio", NULL};

static void state_set(const scr_ends *e, int index, double *p, double *st) {
  if (prop[index].kind != SCR_PROP_STATE || prop[index].slot != FN) return;
  scr_linear_hold(e, scr_network_size(e, p).area, st[SN_STATE] >= SCR_BOND_HOLDS, p, st);
}

/* A bond sums its normal force from increments, whatever the mode, and its Poisson's force is what
 * the world says. */
static void settle(const scr_ends *e, const double *p, double *st) {
  const bool holds = st[SN_STATE] >= SCR_BOND_HOLDS;
  const double over = p[RGAP] - e->gap;
  for (int c = 0; c < 4; c++) st[SN_PN + c] = holds ? st[SN_QN + c] : 0;
  if (holds) return;
  for (int c = FN; c < SN_SLIP && !(over >= 0); c++) st[c] = 0;
  for (int c = SN_ND; c < SN_PN && !(over >= 0); c++) st[c] = 0;
  if (!(over >= 0) || p[SN_HEAL] != 0) st[SN_WAY] = 0;
  if (over >= 0 && p[LIN_MODE] == 0) st[FN] = p[KN] * scr_network_size(e, p).area * over;
  st[FN] = SCR_MAX(st[FN], 0);
}

static const scr_method method[] = {
    {"area", scr_no_args, scr_linear_area, "keeps the present cross-section as user_area", false},
    {"compute-stiffness", scr_network_compute_args, scr_network_compute_stiffness,
     "stiffnesses and Poisson's ratio of an elastic solid", false},
    {"assign-stiffness", scr_network_assign_args, scr_network_assign_stiffness,
     "stiffnesses by the area, without Poisson's effect", false},
    {"bond", scr_bond_args, make_bond, "bonds the contact if its gap is at most this, or between",
     true},
    {"unbond", scr_bond_args, unbond, "ends the bond", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN}, {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},  {"energy-rrstrain", false, SCR_STORED_ROLLING},
    {"energy-rrslip", true, SCR_BOOK_ROLLING},   {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_springnetwork = {
    .name = "springnetwork",
    .doc = "springs of an elastic solid with Poisson's ratio, whose bonds soften and weaken",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NETWORK_PARAMS,
    .nstate = NETWORK_STATES,
    .shear_state = (const int[]){FS, SN_MB, SN_SD, SN_PS, -1},
    .rotates = true,
    .bonds = true,
    .bond = SN_STATE,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .refuse = refuse,
    .inherit = scr_linear_inherit,
    .prepare = scr_network_prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .assign = assign,
    .state_set = state_set,
    .twin_stiffness = scr_network_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.flat = true,
              .reports = true,
              .edits = (1u << SN_SLIP) - 1,
              .edits_of = scr_linear_sums,
              .settle = settle},
};

#endif
