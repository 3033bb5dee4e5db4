/* Contact law `hill`: hertz between grains of soil, and a water bridge of constant suction.
 * Formulas: docs/physics.md, hill. */
#include "model/bridge.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "model/attraction.h"

enum { YOUNG = HERTZ_PARAMS, POISSON, DAMPING, SUCTION, NPARAM };
enum { NSTATE = BRIDGE_STATES };

/* A bridge holds the suction on the cross-section of the smaller grain, and ruptures where the gap
 * is its diameter. */
static inline double bridge_force(int dim, double least, double suction) {
  return suction * bond_size_of(dim, least).area;
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_hill_force)(scr_batch *b);
void SCR_NAME(scr_hill_stiff)(scr_batch *b);

void SCR_NAME(scr_hill_force)(scr_batch *b) {
  const double *suction = b->par[SUCTION], *gap = b->gap, *r1 = b->r1, *r2 = b->r2;
  double *wet = b->st[WET], *act = b->act;
  const bool fails = !b->report && !b->elastic;
  scr_lanes force, range, slope, was;
  SCR_NAME(scr_hertz_force)(b);
  SCR_EACH(k, b->n) {
    const double least = r1[k] < r2[k] ? r1[k] : r2[k], reach = 2 * least;
    const bool bridged = wet[k] >= SCR_BOND_HOLDS, ruptures = bridged & fails & (gap[k] > reach);
    was[k] = bridged ? 1.0 : 0.0;
    force[k] = bridged ? bridge_force(SCR_DIM, least, suction[k]) : 0;
    range[k] = reach;
    slope[k] = force[k] / reach;
    wet[k] = ruptures ? (double)SCR_BOND_TENSION : wet[k];
    act[k] = (act[k] != 0) | (bridged & !ruptures) ? 1.0 : 0.0;
  }
  attract(b, gap, was, force, range, slope);
  if (b->want & SCR_WANT_WORK) SCR_EACH(k, b->n)
  b->work[SCR_BOOK_ROLLING][k] = b->work[SCR_BOOK_BREAK][k] = 0; /* what ruptures holds nothing */
}

void SCR_NAME(scr_hill_stiff)(scr_batch *b) {
  const double *wet = b->st[WET];
  scr_lanes pulled;
  SCR_EACH(k, b->n) pulled[k] = wet[k] >= SCR_BOND_HOLDS ? 1.0 : 0.0;
  SCR_NAME(scr_hertz_stiff_pulled)(b, pulled);
}

#else

enum { P_YOUNG, P_POISSON, P_FRIC };
enum { D_MOIS_FORCE, D_MOIS_STATE };

static const scr_prop prop[] = {
    {"young_mod", SCR_P_REAL, SCR_PROP_PARAM, YOUNG, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "Pa",
     "Young's modulus"},
    {"pois_ratio", SCR_P_REAL, SCR_PROP_PARAM, POISSON, -1, 0.5, 0,
     SCR_PROP_INHERIT | SCR_PROP_OPEN_LO, "", "Poisson's ratio"},
    {"fric_coef", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, 0, "", "friction coefficient"},
    {"damp_con", SCR_P_REAL, SCR_PROP_PARAM, DAMPING, 0, 1, 0, SCR_PROP_DAMPS, "",
     "critical damping ratio, normal and shear"},
    {"suction", SCR_P_REAL, SCR_PROP_PARAM, SUCTION, 0, HUGE_VAL, 0, 0, "Pa",
     "suction of the water in a bridge"},
    {"surf_force", SCR_P_REAL, SCR_PROP_STATE, FN, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N",
     "normal force of the surfaces, without dashpots"},
    {"mois_force", SCR_P_REAL, SCR_PROP_DERIVED, D_MOIS_FORCE, 0, HUGE_VAL, 0, SCR_PROP_READONLY,
     "N", "attraction of the bridge"},
    {"mois_state", SCR_P_INT, SCR_PROP_DERIVED, D_MOIS_STATE, 0, 2, 0, SCR_PROP_READONLY, "",
     "0 dry, 1 dry after a rupture, 2 wet"},
    {"slip", SCR_P_BOOL, SCR_PROP_STATE, SLIP, 0, 1, 0, SCR_PROP_READONLY, "",
     "does the slider slip?"},
    {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",
     "dashpot force"},
};

/* Of two different grains: those of equal grains with the same E* and G*. */
static uint64_t inherit(const double *value[2], const bool *have[2], double *param) {
  double surface[2][2], pair[HERTZ_PARAMS];
  const bool known[] = {true, true, false};
  for (int s = 0; s < 2; s++) {
    if (!have[s][P_YOUNG] || !have[s][P_POISSON] || value[s][P_YOUNG] == 0) return 0;
    surface[s][HZ_POISS] = value[s][P_POISSON];
    surface[s][HZ_SHEAR] = value[s][P_YOUNG] / (2 * (1 + value[s][P_POISSON]));
  }
  scr_hertz_inherit((const double *[]){surface[0], surface[1]}, (const bool *[]){known, known},
                    pair);
  param[POISSON] = pair[HZ_POISS];
  param[YOUNG] = 2 * pair[HZ_SHEAR] * (1 + pair[HZ_POISS]);
  return SCR_SLOT_BIT(YOUNG) | SCR_SLOT_BIT(POISSON);
}

static void prepare(double *p) {
  p[HZ_SHEAR] = p[YOUNG] / (2 * (1 + p[POISSON]));
  p[HZ_POISS] = p[POISSON];
  p[HZ_ALPHA] = 1.5;
  p[DP_NRATIO] = p[DP_SRATIO] = p[DAMPING];
  scr_hertz_prepare(p);
}

static attraction bridge(const scr_ends *e, const double *p, const double *st) {
  const double least = e->facet ? e->radius[0] : fmin(e->radius[0], e->radius[1]);
  const double force = st[WET] >= SCR_BOND_HOLDS ? bridge_force(e->dim, least, p[SUCTION]) : 0;
  return attraction_at(force, 2 * least, force / (2 * least), e->gap);
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  const int wet = (int)st[WET];
  if (m->prop[index].slot == D_MOIS_FORCE)
    out[0] = bridge(e, p, st).force;
  else
    out[0] = wet >= SCR_BOND_HOLDS ? 2 : wet == SCR_BOND_TENSION ? 1 : 0;
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  return what == SCR_STORED_ADHESION ? bridge(e, p, st).held
                                     : scr_hertz_strain(e, dim, p, st, what);
}

static const char *make_wet(const scr_ends *e, const scr_marg *a, double *p, uint64_t *clears,
                            double *st) {
  (void)p, (void)clears;
  if (scr_wet_covers(e, a)) st[WET] = SCR_BOND_HOLDS;
  return NULL;
}

static const scr_method method[] = {
    {"make_wet", scr_wet_args, make_wet, "a water bridge where the gap is at most this (default 0)",
     true},
    {"make_dry", scr_no_args, scr_make_dry, "ends the water bridge", true},
};
static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},     {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},      {"energy-stiffness", true, SCR_BOOK_STIFFNESS},
    {"energy-adhesive", false, SCR_STORED_ADHESION},
};

const scr_model scr_model_hill = {
    .name = "hill",
    .doc = "hertz between grains, with water bridges of constant suction",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = NSTATE,
    .shear_state = (const int[]){FS, -1},
    .bonds = true,
    .bond = WET,
    .wanders = true,
    .method = method,
    .nmethod = SCR_COUNTOF(method),
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = inherit,
    .prepare = prepare,
    .derive = derive,
    .twin_stiffness = scr_hertz_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.reports = true, .settle = scr_bridge_settle},
};

#endif
