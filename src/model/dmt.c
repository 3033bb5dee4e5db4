/* Contact law `dmt`: hertz, and a constant attraction of pieces that touch (Derjaguin, Muller and
 * Toporov). Formulas: docs/physics.md, dmt. */
#include "model/hertz.h"

#include <math.h>
#include <stddef.h>
#include "base/smath.h"
#include "model/attraction.h"

enum { SURF_ADH = HERTZ_PARAMS, NPARAM };

/* 4 pi gamma R, where R = R1 R2/(R1 + R2) is half of the effective radius. */
static inline double pull_off(double adhesion, double reff) {
  return 2 * SCR_PI * (adhesion * reff);
}

#ifdef SCR_KERNEL

void SCR_NAME(scr_dmt_force)(scr_batch *b);
void SCR_NAME(scr_dmt_stiff)(scr_batch *b);

void SCR_NAME(scr_dmt_force)(scr_batch *b) {
  const double *adhesion = b->par[SURF_ADH], *reff = b->reff, *was = b->was;
  scr_lanes force, none, before;
  SCR_NAME(scr_hertz_force)(b);
  SCR_EACH(k, b->n) {
    force[k] = pull_off(adhesion[k], reff[k]);
    none[k] = 0;
    before[k] = was[k];
  }
  attract(b, b->gap, before, force, none, none);
}

void SCR_NAME(scr_dmt_stiff)(scr_batch *b) {
  const double *adhesion = b->par[SURF_ADH], *act = b->act;
  scr_lanes pulled;
  SCR_EACH(k, b->n) pulled[k] = adhesion[k] > 0 ? act[k] : 0;
  SCR_NAME(scr_hertz_stiff_pulled)(b, pulled);
}

#else

enum { D_PULL_OFF };

/* The first three are those of scr_hertz_inherit(). */
static const scr_prop prop[] = {
    {"hz_shear", SCR_P_REAL, SCR_PROP_PARAM, HZ_SHEAR, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "Pa",
     "shear modulus"},
    {"hz_poiss", SCR_P_REAL, SCR_PROP_PARAM, HZ_POISS, -1, 0.5, 0,
     SCR_PROP_INHERIT | SCR_PROP_OPEN_LO, "", "Poisson's ratio"},
    {"fric", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",
     "friction coefficient"},
    {"surf_adh", SCR_P_REAL, SCR_PROP_PARAM, SURF_ADH, 0, HUGE_VAL, 0, 0, "J/m2",
     "surface adhesion energy, half of the work of adhesion"},
    {"dp_nratio", SCR_P_REAL, SCR_PROP_PARAM, DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "normal critical damping ratio"},
    {"dp_sratio", SCR_P_REAL, SCR_PROP_PARAM, DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",
     "shear critical damping ratio"},
    HERTZ_STATE_PROPERTIES(SCR_FORCE_PASSES),
    {"pull_off_f", SCR_P_REAL, SCR_PROP_DERIVED, D_PULL_OFF, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N",
     "attraction of pieces that touch: the force that parts them"},
};

static void prepare(double *p) {
  p[HZ_ALPHA] = 1.5;
  scr_hertz_prepare(p);
}

static double pull_off_of(const scr_ends *e, const double *p) {
  return pull_off(p[SURF_ADH], 2 / (e->curvature[0] + e->curvature[1]));
}

static void derive(const scr_model *m, int index, const scr_ends *e, const double *p,
                   const double *st, double *out) {
  (void)m, (void)index, (void)st;
  out[0] = pull_off_of(e, p);
}

static double strain(const scr_ends *e, int dim, const double *p, const double *st, int what) {
  if (what != SCR_STORED_ADHESION) return scr_hertz_strain(e, dim, p, st, what);
  return attraction_at(pull_off_of(e, p), 0, 0, e->gap).held;
}

static const scr_law_energy energy[] = {
    {"energy-strain", false, SCR_STORED_STRAIN},     {"energy-slip", true, SCR_BOOK_SLIP},
    {"energy-dashpot", true, SCR_BOOK_DASHPOT},      {"energy-stiffness", true, SCR_BOOK_STIFFNESS},
    {"energy-adhesive", false, SCR_STORED_ADHESION},
};

const scr_model scr_model_dmt = {
    .name = "dmt",
    .doc = "hertz, with the constant adhesion of stiff grains that touch",
    .prop = prop,
    .nprop = SCR_COUNTOF(prop),
    .nparam = NPARAM,
    .nstate = HERTZ_STATES,
    .shear_state = (const int[]){FS, -1},
    .energy = energy,
    .nenergy = SCR_COUNTOF(energy),
    .starts_with_force = true,
    .inherit = scr_hertz_inherit,
    .prepare = prepare,
    .derive = derive,
    .twin_stiffness = scr_hertz_twin,
    .strain = strain,
    .dampers = SCR_DAMPERS(FRIC, -1),
    .hints = {.reports = true, .settle = scr_hertz_settle},
};

#endif
