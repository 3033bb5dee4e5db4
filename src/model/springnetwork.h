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
  SN_COH,
  SN_COHDC,
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
/* What `subspringnetwork` shares of the descriptor. */
bond_size scr_network_size(const scr_ends *e, const double *p);
double scr_network_spacing(const scr_ends *e);
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
