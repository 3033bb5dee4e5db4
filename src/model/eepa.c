/* Contact law `eepa`, the Edinburgh elasto-plastic adhesive law: contacts flow under load, and
 * stick the more the deeper they were pressed. Formulas: docs/physics.md, eepa. */
#include "model/grain.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"

/* OTHER: 1 where an exponent is not 3/2. */
enum { SURF_ADH = GRAIN_PARAMS, PLASTIC, LU_EXP, ADH_EXP, PULL_OFF, OTHER, NPARAM };
/* MOST: the largest overlap to the power m; GRIP: k_adh, of the branch of adhesion. */
enum { MOST = GRAIN_STATES, GRIP, NSTATE };

/* Parameters of one contact and of its pieces. */
typedef struct solid {
  double modulus, ratio, factor, fric, rolling, adhesion, plastic, m, chi, pull;
  double r, r1, r2;
  bool wall, own; /* own: both exponents are 3/2 */
} solid;
/* Functions of constants: a call, or a choice that is left, would keep loops from being vectors. */
#define INLINED __attribute__((always_inline)) static inline

typedef struct press {
  double most, grip;
} press;

/* x^e; e is 3/2 where `own`. */
INLINED double power(double x, double e, bool own) {
  const double at = x > 0 ? x : 0;
  if (own || e == 1.5) return at * sqrt(at);
  return e == 1 || at == 0 ? at : scr_pow(at, e);
}
/* x^(1/e) */
INLINED double root(double x, double e, bool own) {
  const double at = x > 0 ? x : 0;
  if (own || e == 1.5) {
    const double third = grain_cbrt(at);
    return third * third;
  }
  return e == 1 || at == 0 ? at : scr_pow(at, 1 / e);
}

static inline double loading_stiffness(solid p) {
  const double e = grain_modulus(p.modulus);
  return p.m == 1 ? 2 * (e * p.r) : 4.0 / 3.0 * (e * sqrt(p.r));
}

/* Radius of the patch where the plastic overlap is d: of the circle in which both spheres meet, or
 * the wall cuts the sphere. */
static inline double patch_radius(solid p, double d) {
  const double apart = p.r1 + p.r2 - d, sides = apart * apart - p.r2 * p.r2 + p.r1 * p.r1;
  const double cut = d * (2 * p.r1 - d), lens = p.r1 * p.r1 - sides * sides / (4 * (apart * apart)),
               square = p.wall ? cut : lens;
  return sqrt(square > 0 ? square : 0);
}

/* The largest adhesion after a plastic overlap whose power m is `flowed`, and where it is. */
INLINED double least_force(solid p, double k2, double flowed) {
  const double patch = 1.5 * SCR_PI * (p.adhesion * patch_radius(p, root(flowed, p.m, p.own))),
               most = 0.5 * (k2 * flowed);
  return patch < most ? patch : most;
}
INLINED double grip_of(solid p, double k2, double flowed) {
  const double least = least_force(p, k2, flowed);
  const double at = power(root(flowed - (k2 > 0 ? least / k2 : 0), p.m, p.own), p.chi, p.own);
  return at > 0 ? least / at : 0;
}

/* Work of a spring k2 (x^m - flowed) from where it has no force to d, whose power m is dm. */
INLINED double stored(solid p, double k2, double d, double dm, double flowed) {
  const double rest = root(flowed, p.m, p.own), n = 1 / (p.m + 1);
  return k2 * (d * (n * dm - flowed) + p.m * n * (flowed * rest));
}

static inline double unloading_stiffness(solid p) { return loading_stiffness(p) / (1 - p.plastic); }

/* The grip if the contact is pressed to the overlap delta, or more. */
INLINED double grip_at(solid p, double delta, press was) {
  const double dm = power(delta, p.m, p.own), most = dm > was.most ? dm : was.most;
  return grip_of(p, unloading_stiffness(p), p.plastic * most);
}

/* The contact at the overlap delta, and what it was pressed to: before, then now. pressed:
 * grip_at(). */
INLINED grain normal_of(solid p, double delta, double pressed, press *was) {
  const double d = delta > 0 ? delta : 0, dm = power(d, p.m, p.own), da = power(d, p.chi, p.own);
  const double k1 = loading_stiffness(p), k2 = unloading_stiffness(p);
  const bool loads = dm > was->most;
  const double most = loads ? dm : was->most, flowed = p.plastic * most;
  const double grip = loads ? pressed : was->grip;
  const double line = k2 * (dm - flowed), stick = 0.0 - grip * da;
  const bool sticks = !loads & (line < stick);
  const double left = sticks ? dm + (k2 > 0 ? grip / k2 * da : 0) : flowed;
  const double spring = loads ? k1 * dm : sticks ? stick : line;
  grain g = {.on = delta >= 0};
  grain_stiffen(&g, p.modulus, p.ratio, p.factor, p.r, sqrt(p.r * d));
  g.kn = d > 0 ? (loads ? k1 : k2) * (p.m * (dm / d)) : 0;
  g.fn = spring + p.pull;
  g.held = stored(p, k2, d, dm, left) + p.pull * d;
  g.flows = g.on & (p.plastic > 0) & (loads | sticks);
  grain_limit(&g, p.fric, p.rolling, p.r, fabs(spring - stick));
  was->most = !g.on ? 0 : sticks ? (p.plastic > 0 ? left / p.plastic : 0) : most;
  was->grip = g.on ? grip : 0;
  return grain_closed(g);
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_eepa_force)(scr_batch *b);
void SCR_NAME(scr_eepa_stiff)(scr_batch *b);

/* The radius of a facet is that of its ball, whose effective radius is twice as large. */
INLINED solid solid_at(const scr_batch *b, int k, bool own) {
  const double r1 = b->r1[k], r2 = b->r2[k], reff = b->reff[k];
  return (solid){.modulus = b->par[MODULUS][k],
                 .ratio = b->par[RATIO][k],
                 .factor = b->par[KS_FAC][k],
                 .fric = b->par[FRIC][k],
                 .rolling = b->par[RR_FRIC][k],
                 .adhesion = b->par[SURF_ADH][k],
                 .plastic = b->par[PLASTIC][k],
                 .m = own ? 1.5 : b->par[LU_EXP][k],
                 .chi = own ? 1.5 : b->par[ADH_EXP][k],
                 .pull = b->par[PULL_OFF][k],
                 .r = grain_radius(reff),
                 .r1 = r1,
                 .r2 = r2,
                 .wall = reff * (r1 + r2) > 3 * (r1 * r2),
                 .own = own};
}

/* Overlap after the step, or before it; what the contact was pressed to before. */
INLINED double overlap_at(const scr_batch *b, int k, bool before) {
  const double at = b->par[RGAP][k] - b->gap[k];
  return before ? at + b->dn[k] : at;
}
INLINED press pressed_before(const scr_batch *b, int k) {
  const bool was = b->was[k] != 0;
  const double most = b->st[MOST][k], grip = b->st[GRIP][k];
  return (press){was ? most : 0, was ? grip : 0};
}

/* pressed: grips of grip_at(), then what contacts are pressed to. A loop for each, as the compiler
 * makes no vectors where much is computed for one choice only. */
INLINED void one_grip(const scr_batch *b, int k, bool own, bool before, scr_lanes pressed[2]) {
  pressed[1][k] = grip_at(solid_at(b, k, own), overlap_at(b, k, before), pressed_before(b, k));
}
INLINED void one_normal(const scr_batch *b, int k, bool own, bool before, grains *to,
                        scr_lanes pressed[2]) {
  press p = pressed_before(b, k);
  grains_put(to, k, normal_of(solid_at(b, k, own), overlap_at(b, k, before), pressed[1][k], &p));
  pressed[0][k] = p.most, pressed[1][k] = p.grip;
}

INLINED void normals(const scr_batch *b, bool before, grains *to, scr_lanes pressed[2]) {
  if (all_zero(b, OTHER)) {
    SCR_EACH(k, b->n) one_grip(b, k, true, before, pressed);
    SCR_EACH(k, b->n) one_normal(b, k, true, before, to, pressed);
  } else {
    for (int k = 0; k < ((b->n + 7) & -8); k++) {
      one_grip(b, k, false, before, pressed);
      one_normal(b, k, false, before, to, pressed);
    }
  }
}

void SCR_NAME(scr_eepa_force)(scr_batch *b) {
  double *most = b->st[MOST], *grip = b->st[GRIP];
  scr_lanes pressed[2], then[2];
  grains now, old;
  if (b->report)
    grains_told(b, &now);
  else
    normals(b, false, &now, pressed);
  if (grains_work(b)) normals(b, true, &old, then);
  grains_end(b, &now, &old);
  if (b->report) return;
  SCR_EACH(k, b->n) most[k] = pressed[0][k], grip[k] = pressed[1][k];
}

/* As stiff as where it unloads; what an outer attraction pulls, at least as at the overlap of the
 * hundredth part of a radius. */
INLINED void one_stiffness(scr_batch *b, int k, bool own) {
  const solid p = solid_at(b, k, own);
  const double least = 0.01 * (p.r1 < p.r2 ? p.r1 : p.r2), at = b->par[RGAP][k] - b->gap[k];
  press most = {HUGE_VAL, 0};
  const grain g = normal_of(p, ((p.pull < 0) & (at < least)) ? least : at, 0, &most);
  const double act = b->act[k];
  b->kn[k] = act * (g.kn * b->par[STIFFER_N][k]);
  b->ks[k] = act * (g.ks * b->par[STIFFER_S][k]);
  b->kb[k] = act * g.kr;
  b->kt[k] = 0;
}

void SCR_NAME(scr_eepa_stiff)(scr_batch *b) {
  if (all_zero(b, OTHER))
    SCR_EACH(k, b->n) one_stiffness(b, k, true);
  else
    for (int k = 0; k < ((b->n + 7) & -8); k++) one_stiffness(b, k, false);
}

#else

enum { D_OVERLAP_MAX, D_FORCE_MIN };

static const scr_prop prop[] = {
    GRAIN_PROPERTIES("eepa", SCR_FORCE_STAYS),
    {"rgap", SCR_P_REAL, SCR_PROP_PARAM, RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"},
    {"surf_adh", SCR_P_REAL, SCR_PROP_PARAM, SURF_ADH, 0, HUGE_VAL, 0, 0, "J/m2",
     "effective surface adhesion energy"},
    {"plas_ratio", SCR_P_REAL, SCR_PROP_PARAM, PLASTIC, 0, 1, 0.5, SCR_PROP_OPEN_HI, "",
     "plastic part of the overlap, to the power lu_exp"},
    {"lu_exp", SCR_P_REAL, SCR_PROP_PARAM, LU_EXP, 1, HUGE_VAL, 1.5, 0, "",
     "exponent of the overlap under load and without it"},
    {"adh_exp", SCR_P_REAL, SCR_PROP_PARAM, ADH_EXP, 0, HUGE_VAL, 1.5, SCR_PROP_OPEN_LO, "",
     "exponent of the overlap on the branch of adhesion"},
    {"pull_off", SCR_P_REAL, SCR_PROP_PARAM, PULL_OFF, -HUGE_VAL, 0, 0, 0, "N",
     "force of pieces that touch without overlap, negative: attraction"},
    {"overlap_max", SCR_P_REAL, SCR_PROP_DERIVED, D_OVERLAP_MAX, 0, HUGE_VAL, 0, SCR_PROP_READONLY,
     "m", "overlap from which the contact flows on"},
    {"force_min", SCR_P_REAL, SCR_PROP_DERIVED, D_FORCE_MIN, -HUGE_VAL, 0, 0, SCR_PROP_READONLY,
     "N", "largest adhesion after that overlap (negative)"},
};

static void prepare(double *p) {
  p[HZ_ALPHA] = 1.5;
  scr_hertz_prepare(p);
  p[OTHER] = p[LU_EXP] != 1.5 || p[ADH_EXP] != 1.5;
}

static solid solid_of(const scr_ends *e, const double *p) {
  return (solid){.modulus = p[MODULUS],
                 .ratio = p[RATIO],
                 .factor = p[KS_FAC],
                 .fric = p[FRIC],
                 .rolling = p[RR_FRIC],
                 .adhesion = p[SURF_ADH],
                 .plastic = p[PLASTIC],
                 .m = p[LU_EXP],
                 .chi = p[ADH_EXP],
                 .pull = p[PULL_OFF],
                 .r = grain_radius(scr_grain_reff(e)),
                 .r1 = e->radius[0],
                 .r2 = e->radius[e->facet ? 0 : 1],
                 .wall = e->facet};
}

static double reach(const double *p) { return p[RGAP]; }

/* The largest adhesion of a contact that is pulled from here: on the branch of adhesion, which the
 * curve without load meets at an overlap where k2 (x^m - flowed) = -k_adh x^chi. */
static double adhesion_ahead(solid s, double k2, double flowed, double grip) {
  double low = 0, high = root(flowed, s.m, false);
  if (grip == grip_of(s, k2, flowed)) return least_force(s, k2, flowed); /* loaded last */
  if (!(k2 > 0)) return 0;
  for (int k = 0; k < 100; k++) {
    const double x = 0.5 * (low + high);
    const bool above = k2 * (power(x, s.m, false) - flowed) > -grip * power(x, s.chi, false);
    low = above ? low : x, high = above ? x : high;
  }
  return k2 * (flowed - power(0.5 * (low + high), s.m, false));
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const solid s = solid_of(e, p);
  const double k2 = loading_stiffness(s) / (1 - s.plastic);
  if (m->prop[index].slot == D_OVERLAP_MAX)
    out[0] = root(st[MOST], s.m, false);
  else
    out[0] = 0.0 - adhesion_ahead(s, k2, s.plastic * st[MOST], st[GRIP]);
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  press most = {HUGE_VAL, 0};
  const grain g = normal_of(solid_of(e, p), 0.01 * e->radius[0], 0, &most);
  scr_grain_stiffness(&g, p, kn, ks);
}

static void settle(const scr_ends *e, const double *p, double *st) {
  press most = {st[MOST], st[GRIP]};
  const solid s = solid_of(e, p);
  const double delta = p[RGAP] - e->gap;
  const grain g = normal_of(s, delta, grip_at(s, delta, most), &most);
  scr_grain_settle(st, g);
  st[MOST] = most.most, st[GRIP] = most.grip;
}

/* The overlap, to the power m, at which the springs hold that force: they load the contact on, or
 * it is on the line without load. */
static double power_of_force(solid s, double spring, double most) {
  const double k1 = loading_stiffness(s), k2 = k1 / (1 - s.plastic);
  return spring > k1 * most ? spring / k1 : s.plastic * most + spring / k2;
}

/* A force that the user set stays: the reference gap moves to where the contact, with what it was
 * pressed to, has it. A pull that it does not hold moves nothing. */
static void state_set(const scr_ends *e, int index, double *p, double *st) {
  const solid s = solid_of(e, p);
  const double force = st[FN], rgap = p[RGAP];
  double was[NSTATE];
  if (prop[index].kind != SCR_PROP_STATE || prop[index].slot != FN) return;
  if (force == 0 || !(loading_stiffness(s) > 0)) return;
  for (int k = 0; k < NSTATE; k++) was[k] = st[k];
  p[RGAP] = e->gap + root(power_of_force(s, force - s.pull, st[MOST]), s.m, false);
  settle(e, p, st);
  const bool holds = fabs(st[FN] - force) <= 1e-9 * fabs(force);
  for (int k = 0; k < NSTATE && !holds; k++) st[k] = was[k];
  if (!holds) p[RGAP] = rgap;
  st[FN] = force;
}

static const scr_law_energy energy[] = {
    GRAIN_ENERGIES,
    {"energy-plastic", true, SCR_BOOK_PLASTIC},
};

const scr_model scr_model_eepa = {
    .name = "eepa",
    .doc = "grains that flow under load, and stick the more for it",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, RB, -1},
    .rotates = true,
    .yields = true,
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_grain_inherit,
    .prepare = prepare,
    .reach = reach,
    .derive = derive,
    .state_set = state_set,
    .twin_stiffness = twin,
    .strain = scr_grain_strain,
    .dampers = SCR_DAMPERS(FRIC, RR_FRIC),
    .hints = {.reports = true, .settle = settle},
};

#endif
