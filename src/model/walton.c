/* Contact law `walton`: the hysteretic linear spring of Walton and Braun, which gives one
 * coefficient of restitution at any speed. Formulas: docs/physics.md, walton. */
#include "model/grain.h"

#include <math.h>
#include <stddef.h>

/* Stiffer in unloading by LIFT = 1/e^2. */
enum { YOUNG = GRAIN_PARAMS, REST, RESIDUE, SLIDING, LIFT, NPARAM };
/* OVERLAP: that of the last step, m. */
enum { OVERLAP = GRAIN_STATES, NSTATE };

/* Parameters of one contact; load, unload: stiffnesses, N/m. */
typedef struct solid {
  double load, unload, residue, factor, fric, rolling, r;
} solid;

/* Springs E L of both pieces in series; L is twice the radius, that of a facet its ball's. */
static inline double loading_stiffness(double young, double r1, double r2) {
  return young * (2 * (r1 * r2) / (r1 + r2));
}

/* What unloading gives back: down the steep line to the residual one, and along that. */
static inline double stored(solid p, double d, double f) {
  const double slope = p.residue * p.load, steep = p.unload - slope;
  const double meets = steep > 0 ? (p.unload * d - f) / steep : d, at = meets > 0 ? meets : 0;
  return 0.5 * ((f + slope * at) * (d - at) + slope * (at * at));
}

/* The contact at the overlap delta; f, d0: force and overlap of the last step; `fresh`: there was
 * none. */
static inline grain normal_of(solid p, double delta, double f, double d0, bool fresh) {
  const double d = delta > 0 ? delta : 0, top = p.load * d, low = p.residue * top,
               steep = f + p.unload * (d - d0);
  /* Both lines bound what an edit has left beyond them, too. */
  const bool loads = fresh | (steep >= top), rests = steep <= low;
  grain g = {.on = delta >= 0};
  g.fn = loads ? top : rests ? low : steep;
  g.held = stored(p, d, g.fn);
  g.kn = loads ? p.load : p.unload;
  g.ks = p.factor * p.load;
  g.kr = g.ks * (p.r * p.r);
  g.flows = g.on & loads & (p.unload > p.load);
  grain_limit(&g, p.fric, p.rolling, p.r, g.fn);
  return grain_closed(g);
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_walton_force)(scr_batch *b);
void SCR_NAME(scr_walton_stiff)(scr_batch *b);

/* Once it slides, it slides under the lower friction. */
static inline solid solid_at(const scr_batch *b, int k) {
  const double load = loading_stiffness(b->par[YOUNG][k], b->r1[k], b->r2[k]);
  const bool slides = (b->was[k] != 0) & (b->st[SLIP][k] != 0);
  return (solid){load,
                 load * b->par[LIFT][k],
                 b->par[RESIDUE][k],
                 b->par[KS_FAC][k],
                 b->par[FRIC][k] * (slides ? b->par[SLIDING][k] : 1),
                 b->par[RR_FRIC][k],
                 grain_radius(b->reff[k])};
}

/* At the overlap after the step, or before it. A contact that has no stiffness yet is fresh. */
__attribute__((always_inline)) static inline void normals(const scr_batch *b, bool before,
                                                          grains *to) {
  const double *f = b->st[FN], *d0 = b->st[OVERLAP], *gap = b->gap, *dn = b->dn;
  SCR_EACH(k, b->n) {
    const double delta = before ? dn[k] - gap[k] : -gap[k];
    const bool fresh = (b->was[k] == 0) | !(b->st[KN][k] > 0);
    grains_put(to, k, normal_of(solid_at(b, k), delta, f[k], d0[k], fresh));
  }
}

void SCR_NAME(scr_walton_force)(scr_batch *b) {
  const double *gap = b->gap;
  double *overlap = b->st[OVERLAP];
  grains now, old;
  if (b->report)
    grains_told(b, &now);
  else
    normals(b, false, &now);
  if (grains_work(b)) normals(b, true, &old);
  grains_end(b, &now, &old);
  if (b->report) return;
  SCR_EACH(k, b->n) overlap[k] = now.on[k] != 0 ? -gap[k] : 0;
}

void SCR_NAME(scr_walton_stiff)(scr_batch *b) {
  const double *young = b->par[YOUNG], *lift = b->par[LIFT], *factor = b->par[KS_FAC],
               *act = b->act, *r1 = b->r1, *r2 = b->r2;
  SCR_EACH(k, b->n) {
    const double kn = loading_stiffness(young[k], r1[k], r2[k]), ks = factor[k] * kn,
                 r = grain_radius(b->reff[k]);
    b->kn[k] = act[k] * (kn * lift[k]);
    b->ks[k] = act[k] * ks;
    b->kb[k] = act[k] * (ks * (r * r));
    b->kt[k] = 0;
  }
}

#else

enum { P_YOUNG, P_FRIC, P_RR_FRIC };
enum { D_LOAD, D_UNLOAD };

static const scr_prop prop[] = {
    {"wb_young", SCR_P_REAL, SCR_PROP_PARAM, YOUNG, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "Pa",
     "bulk Young's modulus"},
    {"fric", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",
     "friction coefficient"},
    {"rr_fric", SCR_P_REAL, SCR_PROP_PARAM, RR_FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",
     "rolling friction coefficient"},
    {"wb_rest", SCR_P_REAL, SCR_PROP_PARAM, REST, 0, 1, 1, SCR_PROP_OPEN_LO | SCR_PROP_DAMPS, "",
     "coefficient of restitution"},
    {"wb_residue", SCR_P_REAL, SCR_PROP_PARAM, RESIDUE, 0, 1, 0.001, SCR_PROP_OPEN_HI, "",
     "stiffness of the residual line over that of loading"},
    {"fric_ratio", SCR_P_REAL, SCR_PROP_PARAM, SLIDING, 0, 1, 1, 0, "",
     "friction of what slides over fric"},
    {"ks_fac", SCR_P_REAL, SCR_PROP_PARAM, KS_FAC, 0, HUGE_VAL, 1, 0, "",
     "shear stiffness over that of loading"},
    {"wb_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, SCR_PROP_READONLY, "N",
     "spring force: normal (compression positive) and shear"},
    {"wb_slip", SCR_P_BOOL, SCR_PROP_STATE, SLIP, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the slider slip?"},
    {"rr_moment", SCR_P_MOMENT, SCR_PROP_STATE, RT, 0, 0, 0, 0, "N m", "rolling moment"},
    {"rr_slip", SCR_P_BOOL, SCR_PROP_STATE, RR_SLIP, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the slider of rolling slip?"},
    {"wb_kload", SCR_P_REAL, SCR_PROP_DERIVED, D_LOAD, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N/m",
     "stiffness of loading"},
    {"wb_kunload", SCR_P_REAL, SCR_PROP_DERIVED, D_UNLOAD, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N/m",
     "stiffness of unloading"},
};

/* Of two moduli that of a pair of equal size in series. */
static uint64_t inherit(const double *value[2], const bool *have[2], double *param) {
  const uint64_t set = scr_inherit_friction(value, have, P_FRIC, FRIC, param) |
                       scr_inherit_friction(value, have, P_RR_FRIC, RR_FRIC, param);
  if (!have[0][P_YOUNG] || !have[1][P_YOUNG]) return set;
  param[YOUNG] = 2 * scr_in_series(value[0][P_YOUNG], value[1][P_YOUNG]);
  if (value[0][P_YOUNG] == 0 || value[1][P_YOUNG] == 0) param[YOUNG] *= 0.5;
  return set | SCR_SLOT_BIT(YOUNG);
}

static void prepare(double *p) {
  scr_hertz_prepare(p);
  p[LIFT] = p[REST] > 0 ? 1 / (p[REST] * p[REST]) : 1;
}

static solid solid_of(const scr_ends *e, const double *p, bool slides) {
  const double load = loading_stiffness(p[YOUNG], e->radius[0], e->radius[e->facet ? 0 : 1]);
  return (solid){load,
                 load * p[LIFT],
                 p[RESIDUE],
                 p[KS_FAC],
                 p[FRIC] * (slides ? p[SLIDING] : 1),
                 p[RR_FRIC],
                 grain_radius(scr_grain_reff(e))};
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const solid s = solid_of(e, p, false);
  (void)st;
  out[0] = m->prop[index].slot == D_LOAD ? s.load : s.unload;
}

static void twin(const scr_ends *e, const double *p, double *kn, double *ks) {
  const solid s = solid_of(e, p, false);
  *kn = s.unload;
  *ks = s.factor * s.load;
}

/* Fresh as in the kernel. */
static void settle(const scr_ends *e, const double *p, double *st) {
  const grain g = normal_of(solid_of(e, p, false), -e->gap, st[FN], st[OVERLAP], !(st[KN] > 0));
  scr_grain_settle(st, g);
  st[OVERLAP] = g.on ? -e->gap : 0;
}

static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},    {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-stiffness", true, SCR_BOOK_STIFFNESS}, {"energy-rrstrain", false, SCR_STORED_ROLLING},
    {"energy-rrslip", true, SCR_BOOK_ROLLING},      {"energy-plastic", true, SCR_BOOK_PLASTIC},
};

const scr_model scr_model_walton = {
    .name = "walton",
    .doc = "linear spring that is stiffer in unloading: one restitution at any speed",
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
    .inherit = inherit,
    .prepare = prepare,
    .derive = derive,
    .twin_stiffness = twin,
    .strain = scr_grain_strain,
    .dampers = &(const scr_dampers){{-1, -1, -1}, {-1, FRIC, RR_FRIC}, -1},
    .hints = {.reports = true, .settle = settle},
};

#endif
