/* Contact law `springnetwork`: what the world, which finds the stresses of balls, knows of it. */
#ifndef SCR_MODEL_SPRINGNETWORK_H
#define SCR_MODEL_SPRINGNETWORK_H

#include <math.h>
#include "model/bond.h"
#include "model/linear.h"

/* The first parameters are those of `linear`, with stiffnesses by the area. */
enum {
  SN_RMUL = LINEAR_PARAMS,
  SN_BMUL,
  SN_TMUL,
  SN_MCF,
  SN_TEN,
  SN_TENDC,
  SN_TENTAB,
  SN_COH,
  SN_COHDC,
  SN_COHTAB,
  SN_TABPOS, /* without effect: a table has a name, by which its rows are read */
  SN_COHRES,
  SN_FA,
  SN_DIL,
  SN_DILZERO,
  SN_HEAL,
  SN_POIS,
  SN_NON_DIAG,
  SN_PORP,
  SN_KROT,                 /* in 3D against twist, then twice against bending; in 2D the first */
  SN_TAN_FA = SN_KROT + 3, /* of the angles */
  SN_TAN_DIL,
  SN_FIXED_2D, /* radius that a user's area gives, in 2D and in 3D; 0: none was given */
  SN_FIXED_3D,
  NETWORK_PARAMS
};
/* After FN and FS. LONGER: elongation beyond the peak, m; WAY: of the slider, m; ND, SD:
 * displacement since the contact began, m; PN, PS: Poisson's force of the last step, N; QN, QS:
 * what the world says of the next one. */
enum {
  SN_MT = FS + 3,
  SN_MB,
  SN_SLIP = SN_MB + 3,
  SN_SLIPB,
  SN_SLIPT,
  SN_STATE,
  SN_LONGER,
  SN_WAY,
  SN_ND,
  SN_SD,
  SN_PN = SN_SD + 3,
  SN_PS,
  SN_QN = SN_PS + 3,
  SN_QS,
  NETWORK_STATES = SN_QS + 3
};

/* Area of a contact whose smaller radius is `least`. */
static inline double scr_network_area(int dim, const double *p, double least) {
  const double fixed = p[dim == 3 ? SN_FIXED_3D : SN_FIXED_2D],
               r = fixed > 0 ? fixed : p[SN_RMUL] * least;
  return dim == 3 ? SCR_PI * (r * r) : 2 * r;
}
/* The radius of a section of that area. */
static inline double scr_network_radius(int dim, double area) {
  return dim == 3 ? sqrt(area / SCR_PI) : area / 2;
}

#ifndef SCR_KERNEL
/* Rows of both laws' tables: springs, dashpots, strengths of a bond, what surfaces and the solid
 * do. */
#define NETWORK_PARAM(name, slot, lo, hi, def, flags, unit, doc)                                   \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, lo, hi, def, flags, unit, doc }
#define NETWORK_SPRINGS                                                                            \
  NETWORK_PARAM("kn", KN, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3",                                \
                "normal stiffness by the area"),                                                   \
      NETWORK_PARAM("ks", KS, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "N/m3",                            \
                    "shear stiffness by the area"),                                                \
      NETWORK_PARAM("fric", FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",                            \
                    "friction coefficient; 0: that of sn_fa"),                                     \
      NETWORK_PARAM("rgap", RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap")
#define NETWORK_DASHPOTS                                                                           \
  NETWORK_PARAM("dp_nratio", DP_NRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",                               \
                "normal critical damping ratio"),                                                  \
      NETWORK_PARAM("dp_sratio", DP_SRATIO, 0, 1, 0, SCR_PROP_DAMPS, "",                           \
                    "shear critical damping ratio"),                                               \
  {                                                                                                \
    "dp_mode", SCR_P_INT, SCR_PROP_PARAM, DP_MODE, 0, 3, 0, 0, "",                                 \
        "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"                   \
  }
#define NETWORK_TABLE(name, slot, doc)                                                             \
  { name, SCR_P_INT, SCR_PROP_PARAM, slot, 0, HUGE_VAL, 0, SCR_PROP_NAME | SCR_PROP_TABLE, "", doc }
#define NETWORK_STRENGTHS                                                                          \
  NETWORK_PARAM("sn_ten", SN_TEN, 0, HUGE_VAL, 0, 0, "Pa", "tensile strength"),                    \
      NETWORK_PARAM(                                                                               \
          "sn_tendc", SN_TENDC, 0, HUGE_VAL, 0, 0, "m",                                            \
          "elongation beyond the peak along which tension falls to nothing; 0: at once"),          \
      NETWORK_TABLE("sn_tentab", SN_TENTAB,                                                        \
                    "table of that elongation (m) and what is left of sn_ten, in place of "        \
                    "sn_tendc; 0: none"),                                                          \
      NETWORK_PARAM("sn_coh", SN_COH, 0, HUGE_VAL, 0, 0, "Pa", "cohesion"),                        \
      NETWORK_PARAM("sn_cohdc", SN_COHDC, 0, HUGE_VAL, 0, 0, "m",                                  \
                    "slip along which cohesion falls to sn_cohres; 0: at once"),                   \
      NETWORK_TABLE("sn_cohtab", SN_COHTAB,                                                        \
                    "table of that slip (m) and what is left of sn_coh beyond sn_cohres, in "      \
                    "place of sn_cohdc; 0: none"),                                                 \
      {"sn_tabpos",                                                                                \
       SCR_P_INT,                                                                                  \
       SCR_PROP_PARAM,                                                                             \
       SN_TABPOS,                                                                                  \
       0,                                                                                          \
       HUGE_VAL,                                                                                   \
       0,                                                                                          \
       SCR_PROP_IDLE,                                                                              \
       "",                                                                                         \
       "without effect: tables have names, and table.x and table.y tell their rows"},              \
      NETWORK_PARAM("sn_cohres", SN_COHRES, 0, HUGE_VAL, 0, 0, "Pa", "cohesion after that slip"),  \
      NETWORK_PARAM("sn_fa", SN_FA, 0, 90, 0, SCR_PROP_OPEN_HI, "degrees",                         \
                    "friction angle of the shear strength")
#define NETWORK_SOLID                                                                              \
  NETWORK_PARAM("sn_dilzero", SN_DILZERO, 0, HUGE_VAL, HUGE_VAL, 0, "m",                           \
                "shear displacement from which on nothing dilates"),                               \
      {"sn_heal",                                                                                  \
       SCR_P_INT,                                                                                  \
       SCR_PROP_PARAM,                                                                             \
       SN_HEAL,                                                                                    \
       0,                                                                                          \
       1,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       "",                                                                                         \
       "does cohesion come back where slip ends?"},                                                \
      NETWORK_PARAM("sn_porp", SN_PORP, -HUGE_VAL, HUGE_VAL, 0, 0, "Pa",                           \
                    "pore pressure, taken off the normal stress in all strengths"),                \
      {"krot",                                                                                     \
       SCR_P_MOMENT,                                                                               \
       SCR_PROP_PARAM,                                                                             \
       SN_KROT,                                                                                    \
       0,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       "N/m3",                                                                                     \
       "stiffness by the area against twist and bending; 0: ks and kn"},                           \
      NETWORK_PARAM("sn_pois", SN_POIS, 0, 0.5, 0, SCR_PROP_OPEN_HI, "",                           \
                    "Poisson's ratio of the solid")

/* What `subspringnetwork` shares of the descriptor. */
bond_size scr_network_size(const scr_ends *e, const double *p);
double scr_network_spacing(const scr_ends *e);
/* The part of both strengths that a bond has left, that much longer than at its peak. */
double scr_network_left(const scr_ends *e, const double *p, double longer);
extern const char *const scr_network_compute_args[], *const scr_network_assign_args[];
const char *scr_network_compute_stiffness(const scr_ends *e, const scr_marg *a, double *p,
                                          uint64_t *clears, double *st);
const char *scr_network_assign_stiffness(const scr_ends *e, const scr_marg *a, double *p,
                                         uint64_t *clears, double *st);
const char *scr_network_refuse_krot(int dim, const double *p);
void scr_network_prepare(double *p);
void scr_network_twin(const scr_ends *e, const double *p, double *kn, double *ks);
#endif

#endif
