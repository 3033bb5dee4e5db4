/* Bonds of no size, of laws whose forces they let pull and keep from sliding: two strengths, and
 * what descriptors share. Formulas: docs/physics.md, linearcbond. */
#ifndef SCR_MODEL_CBOND_H
#define SCR_MODEL_CBOND_H

#include "model/bond.h"

#ifndef SCR_KERNEL
/* Derived properties, told apart by their slot: the first two that a law has of its own. */
#define CBOND_PROPERTIES(tenf, shearf, state, d_tens, d_shears)                                    \
  {"cb_tenf", SCR_P_REAL, SCR_PROP_PARAM, tenf, 0, HUGE_VAL, 0, 0, "N", "tensile strength"},       \
      {"cb_shearf", SCR_P_REAL, SCR_PROP_PARAM, shearf, 0, HUGE_VAL, 0, 0, "N", "shear strength"}, \
      {"cb_state",                                                                                 \
       SCR_P_INT,                                                                                  \
       SCR_PROP_STATE,                                                                             \
       state,                                                                                      \
       0,                                                                                          \
       3,                                                                                          \
       0,                                                                                          \
       SCR_PROP_READONLY,                                                                          \
       "",                                                                                         \
       "0 not bonded, 1 broken in tension, 2 broken in shear, 3 bonded"},                          \
      {"cb_tens", SCR_P_REAL, SCR_PROP_DERIVED,  d_tens, 0,                                        \
       HUGE_VAL,  0,          SCR_PROP_READONLY, "Pa",   "tensile strength by the cross-section"}, \
  {                                                                                                \
    "cb_shears", SCR_P_REAL, SCR_PROP_DERIVED, d_shears, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "Pa",  \
        "shear strength by the cross-section"                                                      \
  }

#define CBOND_METHODS(make, end, strength)                                                         \
  {"bond", scr_bond_args, make, "bonds the contact if its gap is at most this, or between", true}, \
      {"unbond", scr_bond_args, end, "ends the bond", true}, {                                     \
    "cb_strength", scr_cbond_strength_args, strength, "strengths from stresses", false             \
  }

extern const char *const scr_cbond_strength_args[];
/* Of the methods: `state` is the column that tells of the bond. What is wrong; NULL: nothing. */
const char *scr_cbond_make(const scr_ends *e, const scr_marg *a, double *state);
const char *scr_cbond_end(const scr_ends *e, const scr_marg *a, double *state);
/* Forces (N) that stresses (Pa) make of an area (m2). */
const char *scr_cbond_strength(const scr_marg *a, double area, double *tenf, double *shearf);
#endif

#endif
