/* What laws that build on `hertz` share with it, as linear.h is for `linear`. */
#ifndef SCR_MODEL_HERTZ_H
#define SCR_MODEL_HERTZ_H

#include "model/common.h"

/* Parameters; a law that builds on these counts on from HERTZ_PARAMS. */
enum {
  HZ_SHEAR,
  HZ_POISS,
  FRIC,
  HZ_MODE,
  HZ_ALPHA,
  DP_NRATIO,
  DP_SRATIO,
  DP_ALPHA,
  DP_MODE,
  RGAP,
  /* prepared: 2/3 G/(1 - nu); 2 (1 - nu)/(2 - nu); dp_sratio by the root of that; 1 where the
     exponent is not Hertz's own */
  MODULUS,
  RATIO,
  SHEAR_DAMPING,
  OTHER_ALPHA,
  STIFFER_N, /* what the dashpots make of the stiffnesses, for the timestep */
  STIFFER_S,
  HERTZ_PARAMS
};
/* POWER is sqrt(2 Reff) overlap^(alpha - 1) of the last step, 0 while inactive; with a minus where
 * an edit since has made that another one. */
enum { FN = 0, FS = 1, SLIP = 4, POWER = 5, HERTZ_STATES = 6 };

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_hertz_force)(scr_batch *b);
void SCR_NAME(scr_hertz_stiff)(scr_batch *b);
/* The same where an attraction pulls pieces into an overlap that they do not have yet (pulled: not
 * 0): they offer at least the stiffness of the hundredth part of a radius, as balls do that nothing
 * touches. */
void SCR_NAME(scr_hertz_stiff_pulled)(scr_batch *b, const double *pulled);

#else

/* The first three are those of scr_hertz_inherit(). */
/* clang-format off */
#define HERTZ_PROPERTIES                                                                           \
  {"hz_shear", SCR_P_REAL, SCR_PROP_PARAM, HZ_SHEAR, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "Pa",       \
   "shear modulus"},                                                                               \
  {"hz_poiss", SCR_P_REAL, SCR_PROP_PARAM, HZ_POISS, -1, 0.5, 0,                                   \
   SCR_PROP_INHERIT | SCR_PROP_OPEN_LO, "", "Poisson's ratio"},                                    \
  {"fric", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, SCR_PROP_INHERIT, "",                 \
   "friction coefficient"},                                                                        \
  {"hz_mode", SCR_P_INT, SCR_PROP_PARAM, HZ_MODE, 0, 1, 0, 0, "",                                  \
   "1: the shear force shrinks with its stiffness when unloading"},                                \
  {"hz_alpha", SCR_P_REAL, SCR_PROP_PARAM, HZ_ALPHA, 0, HUGE_VAL, 1.5, 0, "",                      \
   "exponent of the overlap"}
#define HERTZ_STATE_PROPERTIES(set)                                                                \
  {"hz_force", SCR_P_VEC, SCR_PROP_STATE, FN, 0, 0, 0, 0, "N",                                     \
   "spring force: normal (compression positive) and shear" set},                                   \
  {"hz_slip", SCR_P_BOOL, SCR_PROP_STATE, SLIP, 0, 1, 0, SCR_PROP_READONLY, "",                    \
   "does the slider slip?"},                                                                       \
  {"dp_force", SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0, SCR_PROP_READONLY, "N",     \
   "dashpot force"}
/* clang-format on */

/* See scr_model for these. */
uint64_t scr_hertz_inherit(const double *value[2], const bool *have[2], double *param);
void scr_hertz_prepare(double *param);
void scr_hertz_twin(const scr_ends *e, const double *param, double *kn, double *ks);
double scr_hertz_strain(const scr_ends *e, int dim, const double *param, const double *state,
                        int what);
bool scr_hertz_steady(const double *param);
void scr_hertz_settle(const scr_ends *e, const double *param, double *state);
/* For state_set: after property q was set, the state says whether the power is another one. */
void scr_hertz_follow(const scr_ends *e, const scr_prop *q, const double *param, double *state);

#endif
#endif
