/* Contact law `springnetwork`: rigid bodies and springs that answer as an elastic solid does, with
 * Poisson's effect by the stresses of both balls; bonds soften in tension, weaken in slip, dilate.
 * Formulas: docs/physics.md, springnetwork. */
#include "model/springnetwork.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "model/bond.h"

#ifdef SCR_KERNEL
#include "model/bond_load.h"
#include "model/dashpot.h"

void SCR_NAME(scr_springnetwork_force)(scr_batch *b);
void SCR_NAME(scr_springnetwork_stiff)(scr_batch *b);

/* One contact in one step: springs before it, and as it goes on; Poisson's force before and in it;
 * strength that was exceeded; what the bond stored before it broke. */
typedef struct step {
  bond_size z;
  bond_springs k;
  bond_load old, now, p_old, p;
  bool bonded, was, touches, breaks, softened;
  double state, longer, way, strength, spent;
} step;

static inline bond_size size_of(const scr_batch *b, int k) {
  return bond_size_at(b, k, b->par[SCR_DIM == 3 ? SN_FIXED_3D : SN_FIXED_2D][k],
                      b->par[SN_RMUL][k]);
}

static inline bond_springs springs_of(const scr_batch *b, int k, bond_size z) {
  bond_springs s = load_springs(b->par[KN][k], b->par[KS][k], z);
  const double first = b->par[SN_KROT][k], second = b->par[SN_KROT + 1][k],
               bend = SCR_DIM == 3 ? second : first;
  s.t = first != 0 ? first * z.j : s.t;
  s.b = bend != 0 ? bend * z.i : s.b;
  return s;
}

/* A force without moments, in four columns of the state. */
static inline bond_load force_at(const scr_batch *b, int k, int n) {
  return (bond_load){.n = b->st[n][k], .s = tang_get(tang_col(b->st + n + 1), k)};
}
static inline void put_force(scr_batch *b, int k, int n, bond_load l) {
  b->st[n][k] = l.n;
  tang_put(tang_col(b->st + n + 1), k, l.s);
}

static inline bond_load sum_of(bond_load a, bond_load c) {
  return (bond_load){a.n + c.n, a.t + c.t, tang_add(a.s, c.s), tang_add(a.b, c.b)};
}

/* What the springs hold, and half of what Poisson's force does along their displacements. */
static inline double held_by(bond_load l, bond_load p, bond_springs k) {
  return load_stored(l, k) + (k.n > 0 ? 0.5 * p.n * l.n / k.n : 0) +
         (k.s > 0 ? 0.5 * tang_dot(p.s, l.s) / k.s : 0);
}

/* The springs follow the step, as if nothing slid or broke. A new contact has been one for a part
 * of the step. */
static inline void follow(const scr_batch *b, int k, step *t) {
  const double delta = b->par[RGAP][k] - b->gap[k], dn = b->dn[k];
  const bond_load d = increments(b, k);
  double part = dn != 0 ? -delta / dn : 1.0;
  part = part < 0 ? 1.0 : part > 1.0 ? 1.0 : part;
  part = t->was ? 1.0 : part;
  const bool sums = t->bonded | (b->par[LIN_MODE][k] != 0);
  const double n = t->was ? scr_fma(-t->k.n, dn, t->old.n) : t->k.n * delta;
  t->now.n = sums ? n : t->k.n * delta;
  t->now.t = SCR_DIM == 3 ? scr_fma(-t->k.t, d.t, t->old.t) : 0;
  t->now.s = tang_axpy(-(t->k.s * part), d.s, t->old.s);
  t->now.b = tang_axpy(-t->k.b, d.b, t->old.b);
}

static inline void begin(const scr_batch *b, int k, step *t) {
  const bond_load none = {0};
  *t = (step){.z = size_of(b, k), .state = b->st[SN_STATE][k]};
  t->k = springs_of(b, k, t->z);
  t->bonded = t->state >= SCR_BOND_HOLDS, t->was = b->was[k] != 0;
  t->touches = b->par[RGAP][k] - b->gap[k] >= 0;
  t->longer = b->st[SN_LONGER][k], t->way = b->st[SN_WAY][k];
  t->old = load_where(t->was, load_get(b, k, FN));
  t->p_old = t->was ? force_at(b, k, SN_PN) : none;
  if (b->report) {
    t->now = t->old, t->p = t->p_old;
    return;
  }
  follow(b, k, t);
  t->p = t->bonded ? force_at(b, k, SN_QN) : none;
}

/* Stresses of both forces at the rim, effective ones: tension along the axis, of bending, shear. */
typedef struct stress {
  double axial, bending, tau;
} stress;
static inline stress stress_of(const scr_batch *b, int k, const step *t) {
  const double mcf = b->par[SN_MCF][k], twist = SCR_DIM == 3 ? fabs(t->now.t) * t->z.r / t->z.j : 0;
  return (stress){b->par[SN_PORP][k] - (t->now.n + t->p.n) / t->z.area,
                  mcf * (tang_mag(t->now.b) * t->z.r / t->z.i),
                  tang_mag(tang_add(t->now.s, t->p.s)) / t->z.area + mcf * twist};
}

/* The bond is none from now on: what it carries stays as the springs' own. */
static inline void let_go(step *t, double state) {
  t->state = state, t->breaks = true;
  t->now = state == SCR_BOND_TENSION ? (bond_load){0} : sum_of(t->now, t->p);
  t->p = (bond_load){0};
  t->longer = t->way = 0;
}

/* Tension falls with the elongation beyond the peak: scaled down to the line, or broken. */
static inline double tense(const scr_batch *b, int k, step *t) {
  const double ten = b->par[SN_TEN][k], dc = b->par[SN_TENDC][k], kn = b->par[KN][k];
  const stress s = stress_of(b, k, t);
  const double strong = dc > 0 ? ten * (1 - t->longer / dc) : ten, sigma = s.axial + s.bending;
  if (!(sigma > strong)) return strong;
  t->strength = strong;
  const double longer = t->longer + (kn > 0 ? (sigma - strong) / kn : 0),
               limit = dc > 0 ? ten * (1 - longer / dc) : 0;
  if (!(dc > 0 && kn > 0 && limit > 0)) {
    let_go(t, SCR_BOND_TENSION);
    return 0;
  }
  const double press = s.axial < 0 ? -s.axial : 0, part = (limit + press) / (sigma + press);
  if (press == 0) t->now.n = (b->par[SN_PORP][k] - part * s.axial) * t->z.area - t->p.n;
  t->now.b = tang_axpy(part, t->now.b, (tang){0});
  t->longer = longer, t->softened = true;
  t->state = SCR_BOND_HOLDS + 1;
  return limit;
}

static inline void hold(const scr_batch *b, int k, step *t) {
  const double ten = b->par[SN_TEN][k], strong = tense(b, k, t);
  if (t->breaks) return;
  const stress s = stress_of(b, k, t);
  const double weak = ten > 0 ? strong / ten : 1,
               most = weak * (b->par[SN_COH][k] - b->par[SN_TAN_FA][k] * s.axial);
  if (!(s.tau > most)) return;
  t->strength = most;
  let_go(t, SCR_BOND_SHEAR);
}

static inline double friction_of(const scr_batch *b, int k) {
  return b->par[FRIC][k] > 0 ? b->par[FRIC][k] : b->par[SN_TAN_FA][k];
}

/* Cohesion by the area of surfaces that were sheared apart, after that way of the slider. */
static inline double cohesion_of(const scr_batch *b, int k, const step *t, double way) {
  const double coh = b->par[SN_COH][k], rest = b->par[SN_COHRES][k], dc = b->par[SN_COHDC][k];
  if (t->state != SCR_BOND_SHEAR) return 0;
  return way < dc ? coh + (rest - coh) * (way / dc) : rest;
}

static inline double limit_of(const scr_batch *b, int k, const step *t, double way) {
  const double a = t->z.area, mu = friction_of(b, k);
  return max0(mu * (t->now.n - b->par[SN_PORP][k] * a) + cohesion_of(b, k, t, way) * a);
}

/* The slider goes so far that the spring is as its strength then is: this falls with the way, and
 * dilation adds to it. */
static inline void slip(scr_batch *b, int k, step *t) {
  const double dc = b->par[SN_COHDC][k], a = t->z.area, size = tang_mag(t->now.s),
               over = size - limit_of(b, k, t, t->way);
  const bool lifts = tang_mag(tang_get(tang_col(b->st + SN_SD), k)) < b->par[SN_DILZERO][k];
  const double press = lifts ? t->k.n * b->par[SN_TAN_DIL][k] : 0,
               firm = t->k.s + friction_of(b, k) * press;
  const bool falling = (t->state == SCR_BOND_SHEAR) & (t->way < dc);
  const double falls = falling ? (b->par[SN_COH][k] - b->par[SN_COHRES][k]) * a / dc : 0,
               soft = over / (firm - falls);
  const bool ends = falling & ((firm <= falls) | (t->way + soft > dc));
  const double du = ends ? (size - limit_of(b, k, t, dc)) / firm : soft;
  t->now.s = tang_axpy((size - t->k.s * du) / size, t->now.s, (tang){0});
  t->now.n += press * du;
  t->way += du;
}

/* Surfaces without a bond: friction, rolling, twist (Jiang and others). */
static inline void rub(scr_batch *b, int k, step *t) {
  double *slips = b->st[SN_SLIP], *slipb = b->st[SN_SLIPB], *slipt = b->st[SN_SLIPT];
  slips[k] = slides(t->now.s, limit_of(b, k, t, t->way), b->elastic) ? 1.0 : 0.0;
  if (slips[k] != 0) slip(b, k, t);
  if (slips[k] == 0 && b->par[SN_HEAL][k] != 0) t->way = 0;
  const double n = t->now.n, roll = 2.1 * 0.25 * b->par[SN_BMUL][k] * (t->z.r * n),
               turn = 0.65 * b->par[SN_TMUL][k] * (friction_of(b, k) * t->z.r * n);
  slipb[k] = slides(t->now.b, roll, b->elastic) ? 1.0 : 0.0;
  if (slipb[k] != 0) t->now.b = slide_back(t->now.b, roll);
  slipt[k] = ((fabs(t->now.t) > turn) & !b->elastic) ? 1.0 : 0.0;
  if (slipt[k] != 0) t->now.t = (t->now.t > 0 ? turn : -turn) + 0.0;
}

static inline void decide(scr_batch *b, int k, step *t) {
  double *const *st = b->st;
  if (t->bonded) {
    st[SN_SLIP][k] = st[SN_SLIPB][k] = st[SN_SLIPT][k] = 0;
    if (b->want & SCR_WANT_BREAK) t->spent = load_stored(t->now, t->k);
    if (!b->elastic) hold(b, k, t);
  }
  if (t->state >= SCR_BOND_HOLDS) return;
  if (t->breaks && b->par[LIN_MODE][k] == 0) t->now.n = t->k.n * (b->par[RGAP][k] - b->gap[k]);
  t->now = load_where(t->touches, t->now);
  t->now.n = max0(t->now.n);
  rub(b, k, t);
}

/* Dashpots, and the whole. Bonded contacts are damped in full. */
static inline void put_total(scr_batch *b, int k, const step *t) {
  const bool holds = t->state >= SCR_BOND_HOLDS, on = holds | t->touches;
  const double rate = on ? 2 / b->dt : 0, m = b->meff[k];
  const bond_load l = sum_of(t->now, t->p);
  const dashpot d = dashpot_force(holds ? 0 : b->par[DP_MODE][k],
                                  b->par[DP_NRATIO][k] * (rate * sqrt(m * t->k.n)),
                                  b->par[DP_SRATIO][k] * (rate * sqrt(m * t->k.s)), l.n,
                                  !holds & (b->st[SN_SLIP][k] != 0), b->dn[k]);
  b->act[k] = on ? 1.0 : 0.0;
  b->fn[k] = on ? d.fn : 0;
  tang_put(tang_lanes(b->ft), k, tang_axpy(on ? d.cs : 0, tang_get(tang_lanes(b->ds), k), l.s));
  b->mt[k] = l.t;
  tang_put(tang_lanes(b->mb), k, l.b);
  if (!(b->want & SCR_WANT_DASH)) return;
  b->dash[0][k] = b->fn[k] - l.n;
  tang_put(tang_lanes(b->dash + 1), k, tang_sub(tang_get(tang_lanes(b->ft), k), l.s));
}

/* What the step took: the work of the mean load less what is stored of it, by part. */
static inline void put_lost(scr_batch *b, int k, const step *t) {
  const bool held = t->was & (t->bonded | held_before(b, b->par[RGAP], k));
  const bond_load old = load_where(held, t->old), p0 = load_where(held, t->p_old), now = t->now,
                  d = increments(b, k), f = sum_of(sum_of(old, p0), sum_of(now, t->p));
  const bond_load n0 = {.n = old.n}, n1 = {.n = now.n}, s0 = {.s = old.s}, s1 = {.s = now.s},
                  m0 = {.t = old.t, .b = old.b}, m1 = {.t = now.t, .b = now.b};
  const double gain = held_by(n1, t->p, t->k) - held_by(n0, p0, t->k) + 0.5 * f.n * d.n;
  const double slid = held_by(s0, p0, t->k) - held_by(s1, t->p, t->k) - 0.5 * tang_dot(f.s, d.s);
  const double rolled =
      load_stored(m0, t->k) - load_stored(m1, t->k) - 0.5 * (f.t * d.t + tang_dot(f.b, d.b));
  const bool hurt = t->breaks | t->softened, holds = (t->state >= SCR_BOND_HOLDS) & !hurt,
             open = b->act[k] == 0, slips = (b->st[SN_SLIP][k] != 0) | open,
             rolls = (b->st[SN_SLIPB][k] != 0) | (b->st[SN_SLIPT][k] != 0) | open,
             kink = ((old.n > 0) != (now.n > 0)) & (d.n != 0);
  const double pressed = (slips & !kink) ? gain : 0; /* what dilation lifts */
  b->work[SCR_BOOK_BREAK][k] = hurt ? slid + rolled - gain : 0;
  b->work[SCR_BOOK_SLIP][k] = (!hurt & !holds & slips) ? slid - pressed : 0;
  b->work[SCR_BOOK_ROLLING][k] = (!hurt & !holds & rolls) ? max0(rolled) : 0;
  b->work[SCR_BOOK_STEP][k] = holds ? gain - slid - rolled : (!hurt & kink) ? gain : 0;
  b->work[SCR_BOOK_STIFFNESS][k] = 0;
  const bond_load l = sum_of(now, t->p);
  b->work[SCR_BOOK_DASHPOT][k] =
      dashpot_work(b, k, b->fn[k], l.n, tang_get(tang_lanes(b->ft), k), l.s);
}

static inline void keep(scr_batch *b, int k, const step *t) {
  double *const *st = b->st;
  const bool on = b->act[k] != 0;
  const tcol sd = tang_col(st + SN_SD);
  const tang moved = tang_add(tang_get(sd, k), tang_get(tang_lanes(b->ds), k));
  load_put(b, k, FN, t->now);
  put_force(b, k, SN_PN, t->p);
  st[SN_STATE][k] = t->state;
  st[SN_LONGER][k] = t->longer;
  st[SN_WAY][k] = on ? t->way : 0;
  st[SN_ND][k] = on ? st[SN_ND][k] + b->dn[k] : 0;
  tang_put(sd, k, tang_where(on, moved, (tang){0}));
}

/* One by one: whatever a contact does, it is the same steps, and few of them are alike. */
void SCR_NAME(scr_springnetwork_force)(scr_batch *b) {
  for (int k = 0; k < ((b->n + 7) & -8); k++) {
    step t;
    begin(b, k, &t);
    if (!b->report) decide(b, k, &t);
    put_total(b, k, &t);
    b->strength[k] = t.breaks ? t.strength : 0, b->spent[k] = t.breaks ? t.spent : 0;
    if (b->want & SCR_WANT_WORK) put_lost(b, k, &t);
    if (!b->report) keep(b, k, &t);
  }
}

/* Poisson's force makes a solid stiffer against compression without a way out. */
static inline double firmer(double nu) { return (1 - nu) / ((1 + nu) * (1 - 2 * nu)); }

void SCR_NAME(scr_springnetwork_stiff)(scr_batch *b) {
  const double *act = b->act;
  SCR_EACH(k, b->n) {
    const bond_springs s = springs_of(b, k, size_of(b, k));
    const double more = act[k] * firmer(b->par[SN_POIS][k]);
    b->kn[k] = more * (s.n * b->par[STIFFER_N][k]);
    b->ks[k] = more * (s.s * b->par[STIFFER_S][k]);
    b->kb[k] = act[k] * s.b;
    b->kt[k] = act[k] * s.t;
  }
}

#else

enum { D_RADIUS = LINEAR_DERIVED, D_AREA, D_SIGMA, D_TAU, D_SHEAR, D_SDISP };

#define PARAM(name, slot, lo, hi, def, flags, unit, doc)                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define CHOICE(name, slot, hi, doc)                                                                \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, 0, hi, 0, 0, "", doc }
#define DERIVED(name, slot, lo, unit, doc)                                                         \
  { name, SCR_P_REAL, SCR_PROP_DERIVED, slot, lo, HUGE_VAL, 0, SCR_PROP_READONLY, unit, doc }
#define STATE(name, column, lo, unit, doc)                                                         \
  { name, SCR_P_REAL, SCR_PROP_STATE, column, lo, HUGE_VAL, 0, SCR_PROP_READONLY, unit, doc }
#define SLIDER(name, column, doc)                                                                  \
  { name, SCR_P_BOOL, SCR_PROP_STATE, column, 0, 1, 0, SCR_PROP_READONLY, "", doc }
static const scr_prop prop[] = {
    PARAM("kn", KN, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3", "normal stiffness by the area"),
    PARAM("ks", KS, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3", "shear stiffness by the area"),
    PARAM("fric", FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",
          "friction coefficient; 0: that of sn_fa"),
    PARAM("rgap", RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"),
    CHOICE("sn_mode", LIN_MODE, 1, "normal force: 0 from the overlap, 1 summed from increments"),
    PARAM("dp_nratio", DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "", "normal critical damping ratio"),
    PARAM("dp_sratio", DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "", "shear critical damping ratio"),
    CHOICE("dp_mode", DP_MODE, 3,
           "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"),
    PARAM("user_area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
          "area that replaces that of sn_rmul"),
    PARAM("sn_rmul", SN_RMUL, 0, HUGE_VAL, 1, SCR_PROP_OPEN_LO, "",
          "radius of the contact over the smaller radius"),
    PARAM("sn_bmul", SN_BMUL, 0, HUGE_VAL, 1, 0, "", "factor of the limit of bending"),
    PARAM("sn_tmul", SN_TMUL, 0, HUGE_VAL, 1, 0, "", "factor of the limit of twist"),
    PARAM("sn_mcf", SN_MCF, 0, 1, 1, 0, "", "part of the moments that counts in the stresses"),
    PARAM("sn_ten", SN_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),
    PARAM("sn_tendc", SN_TENDC, 0, HUGE_VAL, 0, 0, "m",
          "elongation beyond the peak along which tension falls to nothing; 0: at once"),
    PARAM("sn_coh", SN_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),
    PARAM("sn_cohdc", SN_COHDC, 0, HUGE_VAL, 0, 0, "m",
          "slip along which cohesion falls to sn_cohres; 0: at once"),
    PARAM("sn_cohres", SN_COHRES, 0, HUGE_VAL, 0, 0, "Pa", "cohesion after that slip"),
    PARAM("sn_fa", SN_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
          "friction angle of the shear strength"),
    PARAM("sn_dil", SN_DIL, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",
          "dilation angle of surfaces that slip; with sn_mode 1"),
    PARAM("sn_dilzero", SN_DILZERO, 0, HUGE_VAL, HUGE_VAL, 0, "m",
          "shear displacement from which on nothing dilates"),
    CHOICE("sn_heal", SN_HEAL, 1, "does cohesion come back where slip ends?"),
    PARAM("sn_porp", SN_PORP, -HUGE_VAL, HUGE_VAL, 0, 0, "Pa",
          "pore pressure, taken off the normal stress in all strengths"),
    {"krot", SCR_P_MOMENT, SCR_PROP_PARAM, SN_KROT, 0, 0, 0, 0, "N/m3",
     "stiffness by the area against twist and bending; 0: ks and kn"},
    PARAM("sn_pois", SN_POIS, 0, 0.5, 0, SCR_PROP_OPEN_HI, "", "Poisson's ratio of the solid"),
    CHOICE("sn_non_diag", SN_NON_DIAG, 1, "does Poisson's force act in shear, too?"),
    {"sn_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, 0, "N",
     "force of the springs: normal (compression positive) and shear"},
    {"sn_moment", SCR_P_MOMENT, SCR_PROP_STATE, SN_MT, 0, 0, 0, 0, "N m", "moment of the springs"},
    {"sn_pois_force", SCR_P_VEC, SCR_PROP_STATE, SN_PN, 0, 0, 0, SCR_PROP_READONLY, "N",
     "Poisson's force, beside that of the springs"},
    {"sn_state", SCR_P_INT, SCR_PROP_STATE, SN_STATE, 0, 4, 0, SCR_PROP_READONLY, "",
     "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded, 4 softening"},
    SLIDER("sn_slip", SN_SLIP, "does the slider slip?"),
    SLIDER("sn_slipb", SN_SLIPB, "does the slider of bending slip?"),
    SLIDER("sn_slipt", SN_SLIPT, "does the slider of twist slip?"),
    STATE("sn_ndisp", SN_ND, -HUGE_VAL, "m", "normal displacement, opening positive"),
    DERIVED("sn_sdisp", D_SDISP, 0, "m", "size of the shear displacement"),
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

static bond_size size_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, p[SN_RMUL], p[USER_AREA]));
}

/* The distance of the centres, m; of a ball at a facet its radius. */
static double spacing(const scr_ends *e) { return e->radius[0] + (e->facet ? 0 : e->radius[1]); }

static double shear_of(const scr_ends *e, const double *st) {
  double v[3];
  for (int c = 0; c < 3; c++) v[c] = st[FS + c] + st[SN_PS + c];
  return sqrt(scr_shear_square(e->dim, v));
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const bond_size z = size_of(e, p);
  const double bending = sqrt(scr_shear_square(e->dim, st + SN_MB)) * z.r / z.i,
               twisting = e->dim == 3 ? fabs(st[SN_MT]) * z.r / z.j : 0,
               axial = p[SN_PORP] - (st[FN] + st[SN_PN]) / z.area;
  switch (m->prop[index].slot) {
  case D_RADIUS: out[0] = z.r; break;
  case D_AREA: out[0] = z.area; break;
  case D_EMOD: out[0] = p[KN] * spacing(e); break;
  case D_KRATIO: out[0] = p[KN] > 0 && p[KS] > 0 ? p[KN] / p[KS] : 0; break;
  case D_SIGMA: out[0] = axial + p[SN_MCF] * bending; break;
  case D_TAU: out[0] = shear_of(e, st) / z.area + p[SN_MCF] * twisting; break;
  case D_SHEAR: out[0] = p[SN_COH] - p[SN_TAN_FA] * axial; break;
  default: out[0] = sqrt(scr_shear_square(e->dim, st + SN_SD));
  }
}

/* An elastic solid of that modulus and Poisson's ratio. */
static const char *compute_stiffness(const scr_ends *e, const scr_marg *a, double *p,
                                     uint64_t *clears, double *st) {
  (void)st;
  if (!(a[0].value >= 0)) return "emod must not be negative";
  if (!(a[1].value >= 0 && a[1].value < 0.5)) return "poisson must lie in [0, 0.5)";
  p[KN] = p[KS] = a[0].value / spacing(e);
  p[SN_POIS] = a[1].value;
  p[LIN_MODE] = 1;
  *clears = SCR_SLOT_BIT(KN) | SCR_SLOT_BIT(KS);
  return NULL;
}

static const char *assign_stiffness(const scr_ends *e, const scr_marg *a, double *p,
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
  if (a[2].given) return scr_no_element;
  if (!scr_bond_covers(e, a) || st[SN_STATE] >= SCR_BOND_HOLDS) return NULL;
  st[SN_STATE] = SCR_BOND_HOLDS, st[SN_LONGER] = st[SN_WAY] = 0;
  p[LIN_MODE] = 1;
  return NULL;
}

static const char *unbond(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                          double *st) {
  (void)p, (void)clears;
  if (a[2].given) return scr_no_element;
  if (!scr_unbond_covers(e, a) || st[SN_STATE] < SCR_BOND_HOLDS) return NULL;
  st[SN_STATE] = SCR_BOND_NONE, st[SN_LONGER] = st[SN_WAY] = 0;
  return NULL;
}

static const char *refuse(int dim, int index, const double *p, const double *st) {
  (void)st;
  if (prop[index].kind != SCR_PROP_PARAM) return NULL;
  const int slot = prop[index].slot;
  if (slot == SN_KROT) {
    for (int c = 0; c < 3; c++)
      if (!(p[SN_KROT + c] >= 0)) return "it must not be negative";
    if (dim == 3 && p[SN_KROT + 1] != p[SN_KROT + 2])
      return "both stiffnesses against bending must be the same: the axes turn with the contact";
  }
  if ((slot == SN_DIL || slot == LIN_MODE) && p[SN_DIL] > 0 && p[LIN_MODE] == 0)
    return "dilation needs 'sn_mode' 1: a force from the overlap would forget it";
  return NULL;
}

static void prepare(double *p) {
  scr_linear_prepare(p);
  p[SN_TAN_FA] = scr_tan(p[SN_FA] * (SCR_PI / 180));
  p[SN_TAN_DIL] = scr_tan(p[SN_DIL] * (SCR_PI / 180));
  p[SN_FIXED_2D] = p[USER_AREA] / 2;
  p[SN_FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double area = size_of(e, p).area, nu = p[SN_POIS],
               more = area * ((1 - nu) / ((1 + nu) * (1 - 2 * nu)));
  *kn = p[KN] * more * p[STIFFER_N];
  *ks = p[KS] * more * p[STIFFER_S];
}

static double half_over(double square, double k) { return k > 0 ? square / (2 * k) : 0; }

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  const bond_size z = size_of(e, p);
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

static const char *const compute_args[] = {"emod", "poisson", NULL};
static const char *const assign_args[] = {"kn", "kratio", NULL};
static const scr_method method[] = {
    {"area", scr_no_args, scr_linear_area, "keeps the present cross-section as user_area", false},
    {"compute-stiffness", compute_args, compute_stiffness,
     "stiffnesses and Poisson's ratio of an elastic solid", false},
    {"assign-stiffness", assign_args, assign_stiffness,
     "stiffnesses by the area, without Poisson's effect", false},
    {"bond", scr_bond_args, make_bond, "bonds the contact if its gap is at most this, or between",
     true},
    {"unbond", scr_unbond_args, unbond, "ends the bond", true},
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
    .prepare = prepare,
    .reach = scr_linear_reach,
    .derive = derive,
    .twin_stiffness = twin,
    .strain = strain,
    .hints = {.flat = true, .reports = true},
};

#endif
