/* What laws that build on `rrlinear` share with it, as linear.h is for `linear`. */
#ifndef SCR_MODEL_RRLINEAR_H
#define SCR_MODEL_RRLINEAR_H

#include "model/linear.h"

enum { RR_FRIC = LINEAR_PARAMS, RRLINEAR_PARAMS };
/* The moment is a vector like others, whose part about the normal is 0. */
enum { RT = LINEAR_STATES, RB, RR_SLIP = RB + 3, RRLINEAR_STATES };
enum { D_RR_KR = LINEAR_DERIVED, RRLINEAR_DERIVED };

#ifdef SCR_KERNEL

void SCR_NAME(scr_rrlinear_force)(scr_batch *b);
void SCR_NAME(scr_rrlinear_stiff)(scr_batch *b);

#else

/* clang-format off */
#define RRLINEAR_PROPERTIES                                                                        \
  LINEAR_PROPERTIES,                                                                               \
  {"rr_fric", SCR_P_REAL, SCR_PROP_PARAM, RR_FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",           \
   "rolling friction coefficient"},                                                                \
  {"rr_kr", SCR_P_REAL, SCR_PROP_DERIVED, D_RR_KR, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "N m",       \
   "rolling stiffness"},                                                                           \
  {"rr_moment", SCR_P_MOMENT, SCR_PROP_STATE, RT, 0, 0, 0, 0, "N m", "rolling moment"},            \
  {"rr_slip", SCR_P_BOOL, SCR_PROP_STATE, RR_SLIP, 0, 1, 0, SCR_PROP_READONLY, "",                 \
   "does the slider of rolling slip?"}
/* clang-format on */

/* See scr_model for these. */
void scr_rrlinear_derive(const scr_model *m, int index, const scr_ends *e, const double *param,
                         const double *state, double *out);
uint64_t scr_rrlinear_inherit(const double *value[2], const bool *have[2], double *param);
double scr_rrlinear_strain(const scr_ends *e, int dim, const double *param, const double *state,
                           int what);

#endif
#endif
