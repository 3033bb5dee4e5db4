/* Contact law `mohr`: springs by the area, with the strength of Mohr and Coulomb, which falls with
 * slip and may heal. Formulas: docs/physics.md, mohr. */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "base/smath.h"
#include "base/vec3.h"
#include "model/bond.h"
#include "model/common.h"

enum {
  KN,
  KS,
  RGAP,
  COH,
  COH_RES,
  FRIC,
  FRIC_RES,
  DIL,
  DIL_RES,
  DIL_ZERO,
  TEN,
  TEN_RES,
  SLIP_DC,
  SLIP_TABLE,
  TABLE_POS, /* without effect: a table has a name, by which its rows are read */
  HEALING,
  PORE,
  DP_NRATIO,
  DP_SRATIO,
  DP_MODE,
  USER_AREA,
  TAN_FRIC, /* of the angles */
  TAN_FRIC_RES,
  TAN_DIL,
  TAN_DIL_RES,
  STIFFER_N,
  STIFFER_S,
  FIXED_2D, /* radius that a user's area gives, in 2D and in 3D; 0: none was given */
  FIXED_3D,
  NPARAM
};
/* SLIPS, SLID: does it slip, has it; TORN_NOW, TORN: tension. WEAK: its strength is no longer the
 * peak. HELD: as in bonds. */
enum { FN, FS, SLIPS = FS + 3, SLID, TORN_NOW, TORN, WEAK, WAY, DN, DS, HELD = DS + 3, NSTATE };

#ifdef SCR_KERNEL
#include "model/bond_load.h"
#include "model/dashpot.h"
#include "model/softening.h"

void SCR_NAME(scr_mohr_force)(scr_batch *b);
void SCR_NAME(scr_mohr_stiff)(scr_batch *b);

static inline double area_of(const scr_batch *b, int k) {
  return bond_size_at(b, k, b->par[SCR_DIM == 3 ? FIXED_3D : FIXED_2D][k], 1).area;
}

/* Forces before or after a step. */
typedef struct joint {
  double n;
  tang s;
} joint;
/* What is left of the strength: part `weak` of the way from peak to residual values. */
typedef struct strength {
  double coh, fric, dil;
} strength;
/* A tile from loop to loop; loops are short, as the compiler makes no vectors of long ones. Forces
 * before and after the step; weak: part of the way from peak to residual strength; way: of the
 * slider in this step; most: what was exceeded; end: of the way along which the strength falls. */
typedef struct steps {
  scr_lanes area, on, held, n_old, s_old[3], n, s[3], weak, way, most, tears, slips, end;
} steps;

static inline joint old_of(const steps *t, int k) {
  return (joint){t->n_old[k], tang_get(tang_lanes((scr_lanes *)t->s_old), k)};
}
static inline joint now_of(const steps *t, int k) {
  return (joint){t->n[k], tang_get(tang_lanes((scr_lanes *)t->s), k)};
}
static inline void put_now(steps *t, int k, joint f) {
  t->n[k] = f.n;
  tang_put(tang_lanes(t->s), k, f.s);
}

static inline double between(double a, double z, double part) { return scr_fma(part, z - a, a); }

static inline strength strength_of(const scr_batch *b, int k, double weak) {
  const double(*p)[SCR_TILE] = b->par;
  return (strength){between(p[COH][k], p[COH_RES][k], weak),
                    between(p[TAN_FRIC][k], p[TAN_FRIC_RES][k], weak),
                    between(p[TAN_DIL][k], p[TAN_DIL_RES][k], weak)};
}

/* In units of force, never negative. */
static inline double limit_of(const scr_batch *b, int k, strength s, double n, double area) {
  return max0(scr_fma(s.fric, n - b->par[PORE][k] * area, s.coh * area));
}

/* How far a contact that was weakened has come to its residual strength, after that way. */
static inline double weakness(double dc, double way) {
  const double part = dc > 0 ? way / dc : 1.0;
  return part < 1 ? part : 1.0;
}

/* How it weakens, contact by contact: a table stands before `slip-dc`. */
static void weaken(const scr_batch *b, steps *t) {
  const double *dc = b->par[SLIP_DC], *gone = b->st[WAY];
  SCR_EACH(k, b->n) t->weak[k] = weakness(dc[k], gone[k]), t->end[k] = dc[k];
  if (all_zero(b, SLIP_TABLE)) return;
  for (int k = 0; k < ((b->n + 7) & -8); k++) {
    const scr_curve *c = curve_of(b, SLIP_TABLE, k);
    if (c) t->weak[k] = 1 - curve_at(c, gone[k]), t->end[k] = curve_end(c);
  }
}

/* The way of the slider, where the force `size` is too large: the strength falls along it, and
 * dilation presses the surfaces on each other (where it `lifts`), which adds to it. */
static inline double way_of(const scr_batch *b, int k, joint f, double size, double gone,
                            double area, bool lifts) {
  const double dc = b->par[SLIP_DC][k], ks = b->par[KS][k] * area,
               kn = lifts ? b->par[KN][k] * area : 0;
  const double weak = weakness(dc, gone);
  const strength now = strength_of(b, k, weak), rest = strength_of(b, k, 1);
  const double lift = kn * now.fric * now.dil, end = limit_of(b, k, rest, f.n, area);
  const double falls =
      ((dc > 0) & (weak < 1)) ? (limit_of(b, k, strength_of(b, k, 0), f.n, area) - end) / dc : 0;
  const double stiff = ks + lift - falls, over = size - limit_of(b, k, now, f.n, area);
  const double whole = (size - end) / (ks + kn * rest.fric * rest.dil), soft = over / stiff;
  const bool ends = (falls > 0) & ((stiff <= 0) | (gone + soft > dc));
  return (ends | (weak >= 1)) ? whole : soft;
}

/* The same along a table: what is left of the peak beyond the residual strength. */
static inline glide way_along(const scr_batch *b, int k, const scr_curve *c, joint f, double size,
                              double gone, double area, bool lifts) {
  const double(*p)[SCR_TILE] = b->par, kn = lifts ? p[KN][k] * area : 0;
  const slider s = {{p[TAN_FRIC_RES][k], p[TAN_FRIC][k] - p[TAN_FRIC_RES][k]},
                    {p[COH_RES][k] * area, (p[COH][k] - p[COH_RES][k]) * area},
                    {p[TAN_DIL_RES][k], p[TAN_DIL][k] - p[TAN_DIL_RES][k]},
                    p[PORE][k] * area,
                    kn,
                    p[KS][k] * area};
  return slide_along(c, &s, gone, size, f.n);
}

/* The springs follow the step; a contact that begins has its overlap, and sheared for the part of
 * the step since then. */
static inline joint trial_of(const scr_batch *b, int k, joint old, double kn, double ks) {
  const double delta = b->par[RGAP][k] - b->gap[k], dn = b->dn[k];
  const bool was = b->was[k] != 0;
  double part = dn != 0 ? -delta / dn : 1.0;
  part = part < 0 ? 1.0 : part > 1 ? 1.0 : part;
  part = was ? 1.0 : part;
  return (joint){was ? scr_fma(-kn, dn, old.n) : kn * delta,
                 tang_axpy(-(ks * part), tang_get(tang_lanes((scr_lanes *)b->ds), k), old.s)};
}

static inline double stored_of(joint f, double kn, double ks) {
  return (kn > 0 ? f.n * f.n / (2 * kn) : 0) + (ks > 0 ? tang_dot(f.s, f.s) / (2 * ks) : 0);
}

static void try_joints(const scr_batch *b, steps *t) {
  const double *kn = b->par[KN], *ks = b->par[KS], *of_n = b->st[FN], *held = b->st[HELD];
  const tcol of_s = tang_col(b->st + FS), s_old = tang_lanes(t->s_old);
  SCR_EACH(k, b->n) {
    const double area = area_of(b, k), n = of_n[k];
    const bool was = b->was[k] != 0, holds = held[k] >= SCR_BOND_HOLDS,
               on = holds | (b->par[RGAP][k] - b->gap[k] >= 0);
    const joint old = {was ? n : 0, tang_where(was, tang_get(of_s, k), (tang){0})},
                trial = trial_of(b, k, old, kn[k] * area, ks[k] * area);
    t->area[k] = area, t->on[k] = on ? 1.0 : 0.0, t->held[k] = holds ? 1.0 : 0.0;
    t->n_old[k] = old.n;
    tang_put(s_old, k, old.s);
    put_now(t, k, (joint){on ? trial.n : 0, tang_where(on, trial.s, (tang){0})});
  }
}

static inline double pore_force(const scr_batch *b, const steps *t, int k) {
  return b->par[PORE][k] * t->area[k];
}

/* Which surfaces part, and which slide. */
static void find_failures(const scr_batch *b, steps *t) {
  const double never = b->elastic ? HUGE_VAL : 0; /* no strength exceeds that */
  const double *ten = b->par[TEN], *ten_res = b->par[TEN_RES];
  const double *torn = b->st[TORN], *weak = b->st[WEAK];
  scr_lanes pull, most;
  weaken(b, t);
  SCR_EACH(k, b->n) {
    const double n = t->n[k], way = t->weak[k];
    const strength s = strength_of(b, k, weak[k] != 0 ? way : 0);
    most[k] = limit_of(b, k, s, n, t->area[k]);
    pull[k] = torn[k] != 0 ? ten_res[k] : ten[k];
    t->way[k] = 0;
  }
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0,
               tears = pore_force(b, t, k) - t->n[k] > pull[k] * t->area[k] + never;
    t->tears[k] = (on & tears) ? 1.0 : 0.0;
  }
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0, tears = t->tears[k] != 0,
               slides = tang_mag(now_of(t, k).s) > most[k] + never;
    const double shear = most[k] / t->area[k], exceeded = tears ? pull[k] : shear;
    t->slips[k] = (on & !tears & slides) ? 1.0 : 0.0;
    t->most[k] = on ? exceeded : 0;
  }
}

/* A spring without stiffness takes no way of the slider: it holds the strength that is there. */
static inline void slide_loose(const scr_batch *b, steps *t, int k, joint f, double from) {
  const scr_curve *c = curve_of(b, SLIP_TABLE, k);
  const double weak = c ? 1 - curve_at(c, from) : weakness(b->par[SLIP_DC][k], from),
               left = limit_of(b, k, strength_of(b, k, weak), f.n, t->area[k]);
  put_now(t, k, (joint){f.n, tang_axpy(left / tang_mag(f.s), f.s, (tang){0})});
}

/* Contacts one by one: few slide. */
static void slide_joint(const scr_batch *b, steps *t, int k) {
  const joint f = now_of(t, k);
  const double area = t->area[k], gone = b->st[WAY][k], size = tang_mag(f.s);
  const double from = b->st[WEAK][k] != 0 ? gone : 0;
  const bool lifts = tang_mag(tang_get(tang_col(b->st + DS), k)) < b->par[DIL_ZERO][k];
  const scr_curve *c = curve_of(b, SLIP_TABLE, k);
  if (!(b->par[KS][k] > 0)) {
    slide_loose(b, t, k, f, from);
    return;
  }
  const double dil = strength_of(b, k, t->weak[k]).dil, press = b->par[KN][k] * area * dil;
  const glide along = c ? way_along(b, k, c, f, size, from, area, lifts) : (glide){0};
  const double way = c ? along.way : way_of(b, k, f, size, from, area, lifts),
               lifted = c ? f.n + along.press : scr_fma(press, way, f.n),
               part = (size - b->par[KS][k] * area * way) / size;
  t->way[k] = way;
  put_now(t, k, (joint){lifts ? lifted : f.n, tang_axpy(part, f.s, (tang){0})});
}

static void fail(const scr_batch *b, steps *t) {
  const double *ten_res = b->par[TEN_RES], *rgap = b->par[RGAP], *gap = b->gap;
  if (any_set(t->slips, b->n))
    for (int k = 0; k < ((b->n + 7) & -8); k++)
      if (t->slips[k] != 0) slide_joint(b, t, k);
  SCR_EACH(k, b->n) {
    const bool tears = t->tears[k] != 0;
    const joint f = now_of(t, k);
    const double rest = pore_force(b, t, k) - ten_res[k] * t->area[k];
    const double fails = t->tears[k] + t->slips[k];
    const bool parts = (fails > 0) & (rgap[k] - gap[k] < 0); /* nothing holds it across a gap */
    const tang s = tang_where(tears | parts, (tang){0}, tang_axpy(1, f.s, (tang){0}));
    const double n = tears ? rest : f.n;
    t->on[k] = parts ? 0 : t->on[k];
    put_now(t, k, (joint){parts ? 0 : n, s});
  }
}

/* Dashpots, and the whole force; bonded contacts are damped in full. */
static void put_totals(scr_batch *b, const steps *t) {
  const double *kn = b->par[KN], *ks = b->par[KS], *bn = b->par[DP_NRATIO], *bs = b->par[DP_SRATIO],
               *of_mode = b->par[DP_MODE], *mass = b->meff, *dn = b->dn, twice = 2 / b->dt;
  const tcol ft = tang_lanes(b->ft), ds = tang_lanes(b->ds);
  scr_lanes mode;
  SCR_EACH(k, b->n) {
    const double holds = t->held[k] - t->tears[k] - t->slips[k]; /* more than 0 if it does */
    mode[k] = holds > 0 ? 0 : of_mode[k];
  }
  SCR_EACH(k, b->n) {
    const joint f = now_of(t, k);
    const bool on = t->on[k] != 0;
    const double rate = on ? twice : 0, cn = bn[k] * (rate * sqrt(mass[k] * (kn[k] * t->area[k]))),
                 cs = bs[k] * (rate * sqrt(mass[k] * (ks[k] * t->area[k])));
    const dashpot d = dashpot_force(mode[k], cn, cs, f.n, t->slips[k] != 0, dn[k]);
    b->act[k] = t->on[k];
    b->fn[k] = on ? d.fn : 0;
    tang_put(ft, k, tang_axpy(on ? d.cs : 0, tang_get(ds, k), f.s));
  }
}

static void tell(scr_batch *b, const steps *t) {
  for (int k = 0; k < b->n; k++) {
    const double kn = b->par[KN][k] * t->area[k], ks = b->par[KS][k] * t->area[k];
    b->strength[k] = t->most[k];
    b->spent[k] = stored_of(trial_of(b, k, old_of(t, k), kn, ks), kn, ks);
  }
}

/* What a contact lets go that parts with a normal force. */
static inline double left_behind(const scr_batch *b, int k, double old, double kn) {
  const double dn = b->dn[k], left = left_at_end(old, kn, b->par[RGAP][k] - b->gap[k] + dn, dn);
  const bool parts = (b->act[k] == 0) & (dn > 0);
  return (parts & (kn > 0)) ? left * left / (2 * kn) : 0;
}

/* What the step took: the work of the mean force less what the springs store of it. */
static inline void put_lost(scr_batch *b, const steps *t, int k) {
  const double kn = b->par[KN][k] * t->area[k], ks = b->par[KS][k] * t->area[k];
  const joint old = old_of(t, k), now = now_of(t, k);
  const bool tears = t->tears[k] != 0, slides = t->slips[k] != 0,
             breaks = tears | ((t->held[k] != 0) & slides);
  const tang ds = tang_get(tang_lanes(b->ds), k), none = {0};
  const joint n0 = {old.n, none}, n1 = {now.n, none}, s0 = {0, old.s}, s1 = {0, now.s};
  const double gain =
      stored_of(n1, kn, ks) - stored_of(n0, kn, ks) + 0.5 * (old.n + now.n) * b->dn[k];
  const double slid =
      stored_of(s0, kn, ks) - stored_of(s1, kn, ks) - 0.5 * tang_dot(tang_add(old.s, now.s), ds);
  const bool kink = ((old.n != 0) != (now.n != 0)) & (b->dn[k] != 0);
  const bool slips = slides | (b->act[k] == 0);
  const double left = (kink & !breaks) ? left_behind(b, k, old.n, kn) : 0;
  b->work[SCR_BOOK_BREAK][k] = breaks ? slid - gain : left;
  b->work[SCR_BOOK_SLIP][k] = (!breaks & slips) ? slid - ((slides & !kink) ? gain : 0) : 0;
  b->work[SCR_BOOK_STEP][k] = (!breaks & kink) ? gain + left - (slips ? 0 : slid) : 0;
  b->work[SCR_BOOK_ROLLING][k] = b->work[SCR_BOOK_STIFFNESS][k] = 0;
  b->work[SCR_BOOK_DASHPOT][k] =
      dashpot_work(b, k, b->fn[k], now.n, tang_get(tang_lanes(b->ft), k), now.s);
}

/* Forces and displacements after the step. */
static void keep_motion(scr_batch *b, const steps *t) {
  double *n = b->st[FN], *dn = b->st[DN];
  const tcol s = tang_col(b->st + FS), ds = tang_col(b->st + DS), step = tang_lanes(b->ds);
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0;
    const joint f = now_of(t, k);
    const double gap = dn[k] + b->dn[k];
    const tang moved = tang_add(tang_get(ds, k), tang_get(step, k));
    n[k] = on ? f.n : 0;
    tang_put(s, k, tang_where(on, f.s, (tang){0}));
    dn[k] = on ? gap : 0;
    tang_put(ds, k, tang_where(on, moved, (tang){0}));
  }
}

/* How the contact stands after the step. One that has parted neither slips nor fails: to look at it
 * again changes nothing. */
static void keep_damage(scr_batch *b, const steps *t) {
  double *const *st = b->st;
  const double *healing = b->par[HEALING], *coh = b->par[COH], *ten = b->par[TEN];
  double *torn = st[TORN], *slid = st[SLID], *weak = st[WEAK], *way = st[WAY], *how = st[HELD],
         *slips = st[SLIPS], *tears = st[TORN_NOW];
  SCR_EACH(k, b->n) {
    const bool on = t->on[k] != 0, slides = t->slips[k] != 0, fails = slides | (t->tears[k] != 0);
    const bool is_torn = (torn[k] != 0) | (t->tears[k] != 0),
               heals = (healing[k] != 0) & !is_torn & !(fails & on),
               is_weak = ((weak[k] != 0) | fails) & !heals;
    const bool strong = on & ((coh[k] > 0) | (ten[k] > 0)), held = how[k] >= SCR_BOND_HOLDS;
    const double dc = t->end[k], sum = way[k] + t->way[k], far = heals ? 0 : sum;
    const double ended = fails ? (double)SCR_BOND_SHEAR : 0, was = held ? ended : how[k],
                 parted = on ? 0 : was, stands = strong ? (double)SCR_BOND_HOLDS : parted,
                 hurt = is_weak ? (double)SCR_BOND_SHEAR : stands;
    way[k] = (is_torn & (far < dc)) ? dc : far;
    slips[k] = on ? t->slips[k] : 0, tears[k] = on ? t->tears[k] : 0;
    slid[k] = ((slid[k] != 0) | slides) ? 1.0 : 0.0;
    torn[k] = is_torn ? 1.0 : 0.0, weak[k] = is_weak ? 1.0 : 0.0;
    how[k] = is_torn ? (double)SCR_BOND_TENSION : hurt;
  }
}

void SCR_NAME(scr_mohr_force)(scr_batch *b) {
  steps t;
  try_joints(b, &t);
  find_failures(b, &t);
  fail(b, &t);
  put_totals(b, &t);
  if (b->want & SCR_WANT_BREAK) tell(b, &t);
  if (b->want & SCR_WANT_WORK) SCR_EACH(k, b->n) put_lost(b, &t, k);
  keep_motion(b, &t);
  keep_damage(b, &t);
  if (b->want & SCR_WANT_DASH) put_dash(b, b->st[FN], tang_col(b->st + FS));
}

void SCR_NAME(scr_mohr_stiff)(scr_batch *b) {
  const double *kn = b->par[KN], *ks = b->par[KS], *more_n = b->par[STIFFER_N],
               *more_s = b->par[STIFFER_S], *act = b->act;
  SCR_EACH(k, b->n) {
    const double area = area_of(b, k);
    b->kn[k] = act[k] * (kn[k] * area * more_n[k]);
    b->ks[k] = act[k] * (ks[k] * area * more_s[k]);
  }
}

#else

enum { D_AREA, D_STRESS, D_STATE, D_SHEAR, D_MOVED };

#define PARAM(name, slot, lo, hi, def, flags, unit, doc)                                           \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define CHOICE(name, slot, hi, doc)                                                                \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, 0, hi, 0, 0, "", doc }
#define ANGLE(name, slot, doc)                                                                     \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees", doc }
#define DERIVED(name, type, slot, lo, hi, unit, doc)                                               \
  { name, type, SCR_PROP_DERIVED, slot, lo, hi, 0, SCR_PROP_READONLY, unit, doc }
#define IN_PLANE(name, slot, unit, doc)                                                            \
  { name, SCR_P_XYZ, SCR_PROP_DERIVED, slot, 0, 0, 0, 0, unit, doc }
static const scr_prop prop[] = {
    PARAM("stiffness-normal", KN, 0, HUGE_VAL, 0, 0, "N/m3", "normal stiffness by the area"),
    PARAM("stiffness-shear", KS, 0, HUGE_VAL, 0, 0, "N/m3", "shear stiffness by the area"),
    PARAM("rgap", RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"),
    PARAM("cohesion", COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),
    PARAM("cohesion-residual", COH_RES, 0, HUGE_VAL, 0, 0, "Pa", "cohesion after slip"),
    ANGLE("friction", FRIC, "friction angle"),
    ANGLE("friction-residual", FRIC_RES, "friction angle after slip"),
    ANGLE("dilation", DIL, "dilation angle"),
    ANGLE("dilation-residual", DIL_RES, "dilation angle after slip"),
    PARAM("dilation-zero", DIL_ZERO, 0, HUGE_VAL, HUGE_VAL, 0, "m",
          "shear displacement from which on nothing dilates"),
    PARAM("tension", TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),
    PARAM("tension-residual", TEN_RES, 0, HUGE_VAL, 0, 0, "Pa",
          "tensile strength after it was exceeded"),
    PARAM("slip-dc", SLIP_DC, 0, HUGE_VAL, 0, 0, "m",
          "slip along which the strength falls; 0: at once"),
    {"slip-table", SCR_P_INT, SCR_PROP_PARAM, SLIP_TABLE, 0, HUGE_VAL, 0,
     SCR_PROP_NAME | SCR_PROP_TABLE, "",
     "table of slip (m) and what is left of the strength beyond the residual one, in place of "
     "slip-dc; 0: none"},
    {"table-pos", SCR_P_INT, SCR_PROP_PARAM, TABLE_POS, 0, HUGE_VAL, 0, SCR_PROP_IDLE, "",
     "without effect: slip-table names a table, whose rows table.x and table.y tell"},
    CHOICE("healing", HEALING, 1, "does the strength come back where slip ends?"),
    PARAM("pore-pressure", PORE, -HUGE_VAL, HUGE_VAL, 0, 0, "Pa",
          "taken off the normal stress in all strengths"),
    PARAM("dashpot-ratio-normal", DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
          "normal critical damping ratio"),
    PARAM("dashpot-ratio-shear", DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
          "shear critical damping ratio"),
    CHOICE("dashpot-mode", DP_MODE, 3,
           "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"),
    PARAM("user-area", USER_AREA, 0, HUGE_VAL, 0, SCR_PROP_OPEN_LO, "m2",
          "area that replaces that of the smaller radius"),
    {"force-normal", SCR_P_REAL, SCR_PROP_STATE, FN, -HUGE_VAL, HUGE_VAL, 0, 0, "N",
     "normal force of the springs, compression positive"},
    {"slip", SCR_P_REAL, SCR_PROP_STATE, WAY, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "m",
     "way of the slider since it was healed"},
    {"slips", SCR_P_BOOL, SCR_PROP_STATE, SLIPS, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the contact slip?"},
    {"disp-normal", SCR_P_REAL, SCR_PROP_STATE, DN, -HUGE_VAL, HUGE_VAL, 0, 0, "m",
     "normal displacement since it touches, opening positive"},
    IN_PLANE("disp-shear", D_MOVED, "m",
             "shear displacement since it touches, in global axes; the part in the contact plane "
             "counts"),
    IN_PLANE("force-shear", D_SHEAR, "N",
             "shear force, in global axes; the part in the contact plane counts"),
    {"dashpot-force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY,
     "N", "dashpot force"},
    DERIVED("area", SCR_P_REAL, D_AREA, 0, HUGE_VAL, "m2", "area of the contact"),
    DERIVED("stress-effective", SCR_P_REAL, D_STRESS, -HUGE_VAL, HUGE_VAL, "Pa",
            "normal stress less the pore pressure, compression positive"),
    DERIVED("state", SCR_P_INT, D_STATE, 0, 15, "",
            "sum of: 1 slips, 2 fails in tension, 4 has slipped, 8 has failed in tension"),
    {"state-string", SCR_P_INT, SCR_PROP_DERIVED, D_STATE, 0, 15, 0,
     SCR_PROP_READONLY | SCR_PROP_TEXT, "",
     "the state in words: slip-n, tension-n (now), slip-p, tension-p (past), or none"},
};

static double area_of(const scr_ends *e, const double *p) {
  return bond_size_of(e->dim, scr_bond_radius(e, 1, p[USER_AREA])).area;
}

/* A vector of the contact plane in global axes. */
static void in_space(const scr_ends *e, const double *v, double *out) {
  for (int x = 0; x < e->dim; x++) out[x] = e->dim == 3 ? v[x] : v[0] * e->axis[0][x] + 0.0;
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  switch (m->prop[index].slot) {
  case D_AREA: out[0] = area_of(e, p); break;
  case D_STRESS: out[0] = st[FN] / area_of(e, p) - p[PORE]; break;
  case D_STATE: out[0] = st[SLIPS] + 2 * st[TORN_NOW] + 4 * st[SLID] + 8 * st[TORN]; break;
  case D_SHEAR: in_space(e, st + FS, out); break;
  default: in_space(e, st + DS, out);
  }
}

/* The part of a vector in global axes that lies in the contact plane. */
static void in_contact(const scr_ends *e, const double *in, double *v) {
  double n[3];
  if (e->dim == 2) {
    v[0] = in[0] * e->axis[0][0] + in[1] * e->axis[0][1] + 0.0;
    return;
  }
  scr_cross3(e->axis[0], e->axis[1], n);
  const double along = scr_dot3(in, n);
  for (int x = 0; x < 3; x++) v[x] = in[x] - along * n[x] + 0.0;
}

static void assign(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *value, double *st) {
  (void)p;
  in_contact(e, value, st + (m->prop[index].slot == D_SHEAR ? FS : DS));
}

static void text(int index, int dim, const double *number, char *to) {
  static const char *const word[] = {"slip-n", "tension-n", "slip-p", "tension-p"};
  (void)index, (void)dim;
  strcpy(to, number[0] == 0 ? "none" : "");
  for (int k = 0; k < 4; k++) {
    if (!((int)number[0] >> k & 1)) continue;
    if (*to) strcat(to, " ");
    strcat(to, word[k]);
  }
}

static void prepare(double *p) {
  static const int angle[] = {FRIC, FRIC_RES, DIL, DIL_RES};
  for (int k = 0; k < 4; k++) p[TAN_FRIC + k] = scr_tan(p[angle[k]] * (SCR_PI / 180));
  p[STIFFER_N] = scr_damped_stiffness(1, p[DP_NRATIO]);
  p[STIFFER_S] = scr_damped_stiffness(1, p[DP_SRATIO]);
  p[FIXED_2D] = p[USER_AREA] / 2;
  p[FIXED_3D] = sqrt(p[USER_AREA] / SCR_PI);
}

static double reach(const double *p) { return p[RGAP]; }

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const double area = area_of(e, p);
  *kn = p[KN] * area * p[STIFFER_N];
  *ks = p[KS] * area * p[STIFFER_S];
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  (void)what;
  const double area = area_of(e, p), kn = p[KN] * area, ks = p[KS] * area;
  return (kn > 0 ? st[FN] * st[FN] / (2 * kn) : 0) +
         (ks > 0 ? scr_shear_square(dim, st + FS) / (2 * ks) : 0);
}

static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},
    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},
    {"energy-break", true, SCR_BOOK_BREAK},
};

const scr_model scr_model_mohr = {
    .name = "mohr",
    .doc =
        "springs by the area with Mohr's and Coulomb's strength, which falls with slip and heals",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, DS, -1},
    .bonds = true,
    .bond = HELD,
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .prepare = prepare,
    .reach = reach,
    .derive = derive,
    .assign = assign,
    .text = text,
    .twin_stiffness = twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(-1, -1),
    .hints = {.flat = true},
};

#endif
