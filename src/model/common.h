/* What descriptors of laws share: mixing rules of surface properties, energies, small formulas. */
#ifndef SCR_MODEL_COMMON_H
#define SCR_MODEL_COMMON_H

#include "base/base.h"
#include "base/smath.h"
#include "scree/model.h"

/* Slot of the derived property `dp_force`: the frame answers it from the pair's own columns. */
enum { SCR_DERIVED_DASH = 1000 };

/* What help says of a force that users may set: a law with a reference gap keeps it by that. */
#define SCR_FORCE_STAYS  "; a force that is set moves rgap"
#define SCR_FORCE_PASSES "; the step takes the normal part from the overlap anew"

/* Slip, dashpot, strain; hertz and burger add stiffness. */
extern const scr_law_energy scr_slip_energies[4];
extern const char *const scr_no_args[]; /* of a method */

/* Two springs in series; a spring of stiffness 0 does not count. */
double scr_in_series(double a, double b);
/* The smaller friction of two pieces, negative values as 0; index: of the property, slot: of the
 * parameter. */
uint64_t scr_inherit_friction(const double *value[2], const bool *have[2], int index, int slot,
                              double *param);
double scr_damped_stiffness(double k, double ratio);
/* The dashpots of laws that build on `linear` and `hertz`. rolling: the friction of rolling. */
#define SCR_DAMPERS(fric, rolling)                                                                 \
  (&(const scr_dampers){{DP_NRATIO, DP_SRATIO, -1}, {-1, fric, rolling}, DP_MODE})
/* Square of the length of a state vector in the contact plane. */
double scr_shear_square(int dim, const double *v);

#endif
