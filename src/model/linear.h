/* What laws that build on `linear` share with it: the first parameters, the first columns of state,
 * rows of properties, functions of its descriptor, and its kernels. */
#ifndef SCR_MODEL_LINEAR_H
#define SCR_MODEL_LINEAR_H

#include "model/common.h"

/* Parameters; a law that builds on these counts on from LINEAR_PARAMS. */
enum {
  KN,
  KS,
  FRIC,
  RGAP,
  LIN_MODE,
  DP_NRATIO,
  DP_SRATIO,
  DP_MODE,
  USER_AREA,
  STIFFER_N,
  STIFFER_S,
  LINEAR_PARAMS
};
/* Columns of state, likewise. */
enum { FN = 0, FS = 1, SLIP = 4, LINEAR_STATES = 5 };
/* Derived properties are told apart by their slot, likewise. */
enum { D_EMOD, D_KRATIO, LINEAR_DERIVED };

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_linear_force)(scr_batch *b);
void SCR_NAME(scr_linear_stiff)(scr_batch *b);

/* Of laws whose contacts live on where the springs of `linear` are open: before these are asked,
 * `was` becomes what holds for the springs alone; `all` keeps it for put_column(). In accounts what
 * carried was closed, if no edit has opened it: nothing else depends on it where springs open. */
static inline void was_of_springs(scr_batch *b, double *all) {
  const double *rgap = b->par[RGAP], *gap = b->gap, *dn = b->dn, *fn = b->st[FN],
               *mode = b->par[LIN_MODE];
  double *was = b->was;
  const bool report = b->report; /* what was is what is */
  SCR_EACH(k, b->n) {
    all[k] = was[k];
    const bool touched = (was[k] != 0) & (report | (rgap[k] - gap[k] + dn[k] >= 0));
    was[k] = touched ? 1.0 : 0.0;
  }
  if (b->want & SCR_WANT_WORK) SCR_EACH(k, b->n) {
      const bool opens = (rgap[k] - gap[k] < 0) & (mode[k] != 0) & (fn[k] > 0);
      was[k] = (opens & (b->edited[k] == 0)) ? all[k] : was[k];
    }
}

static inline void put_column(int n, const double *from, double *to) {
  SCR_EACH(k, n) to[k] = from[k];
}

#else

#define LINEAR_PROPERTIES                                                                          \
  {"kn",     SCR_P_REAL, SCR_PROP_PARAM,   KN,    0,                                               \
   HUGE_VAL, 0,          SCR_PROP_INHERIT, "N/m", "normal stiffness"},                             \
      {"ks",     SCR_P_REAL, SCR_PROP_PARAM,   KS,    0,                                           \
       HUGE_VAL, 0,          SCR_PROP_INHERIT, "N/m", "shear stiffness"},                          \
      {"fric",   SCR_P_REAL, SCR_PROP_PARAM,   FRIC, 0,                                            \
       HUGE_VAL, 0,          SCR_PROP_INHERIT, "",   "friction coefficient"},                      \
      {"rgap", SCR_P_REAL, SCR_PROP_PARAM, RGAP, -HUGE_VAL, HUGE_VAL, 0, 0, "m", "reference gap"}, \
      {"lin_mode",                                                                                 \
       SCR_P_INT,                                                                                  \
       SCR_PROP_PARAM,                                                                             \
       LIN_MODE,                                                                                   \
       0,                                                                                          \
       1,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       "",                                                                                         \
       "normal force: 0 from the overlap, 1 summed from increments"},                              \
      {"dp_nratio", SCR_P_REAL, SCR_PROP_PARAM, DP_NRATIO, 0,                                      \
       1,           0,          SCR_PROP_DAMPS, "",        "normal critical damping ratio"},       \
      {"dp_sratio", SCR_P_REAL, SCR_PROP_PARAM, DP_SRATIO, 0,                                      \
       1,           0,          SCR_PROP_DAMPS, "",        "shear critical damping ratio"},        \
      {"dp_mode",                                                                                  \
       SCR_P_INT,                                                                                  \
       SCR_PROP_PARAM,                                                                             \
       DP_MODE,                                                                                    \
       0,                                                                                          \
       3,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       "",                                                                                         \
       "dashpots: 0 full, 1 no tension, 2 none in shear while slipping, 3 both"},                  \
      {"user_area",                                                                                \
       SCR_P_REAL,                                                                                 \
       SCR_PROP_PARAM,                                                                             \
       USER_AREA,                                                                                  \
       0,                                                                                          \
       HUGE_VAL,                                                                                   \
       0,                                                                                          \
       SCR_PROP_OPEN_LO,                                                                           \
       "m2",                                                                                       \
       "area that replaces the pieces' own in emod"},                                              \
      {"lin_force",                                                                                \
       SCR_P_VEC,                                                                                  \
       SCR_PROP_STATE,                                                                             \
       FN,                                                                                         \
       0,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       0,                                                                                          \
       "N",                                                                                        \
       "spring force: normal (compression positive) and shear" SCR_FORCE_STAYS},                   \
      {"lin_slip", SCR_P_BOOL, SCR_PROP_STATE,    SLIP, 0,                                         \
       1,          0,          SCR_PROP_READONLY, "",   "does the slider slip?"},                  \
      {"dp_force",        SCR_P_VEC, SCR_PROP_DERIVED, SCR_DERIVED_DASH, 0, 0, 0,                  \
       SCR_PROP_READONLY, "N",       "dashpot force"},                                             \
      {"emod",   SCR_P_REAL, SCR_PROP_DERIVED,  D_EMOD, 0,                                         \
       HUGE_VAL, 0,          SCR_PROP_READONLY, "Pa",   "effective modulus kn L / A"},             \
  {                                                                                                \
    "kratio", SCR_P_REAL, SCR_PROP_DERIVED, D_KRATIO, 0, HUGE_VAL, 0, SCR_PROP_READONLY, "",       \
        "stiffness ratio kn / ks"                                                                  \
  }

#define LINEAR_METHODS                                                                             \
  {"deformability", scr_deformability_args, scr_linear_deformability,                              \
   "stiffnesses from a modulus and a stiffness ratio", false},                                     \
  {                                                                                                \
    "area", scr_no_args, scr_linear_area, "keeps the present cross-section as user_area", false    \
  }

#define LINEAR_ROWS (sizeof((scr_prop[]){LINEAR_PROPERTIES}) / sizeof(scr_prop)) /* of these */

extern const char *const scr_deformability_args[];
/* kn = emod area / length and ks = kn / kratio, 0 if kratio is 0. For stiffness by the area: an
 * area of 1. Why it cannot be; NULL: it can. */
const char *scr_linear_moduli(const scr_marg *a, double area, double length, double *kn,
                              double *ks);
double scr_linear_length(const scr_ends *e, const double *param); /* that a modulus is for, m */
const char *scr_linear_deformability(const scr_ends *e, const scr_marg *a, double *param,
                                     uint64_t *clears, double *state);
const char *scr_linear_area(const scr_ends *e, const scr_marg *a, double *param, uint64_t *clears,
                            double *state);
/* See scr_model for these. */
void scr_linear_derive(const scr_model *m, int index, const scr_ends *e, const double *param,
                       const double *state, double *out);
uint64_t scr_linear_inherit(const double *value[2], const bool *have[2], double *param);
void scr_linear_prepare(double *param);
void scr_linear_twin(const scr_ends *e, const double *param, double *kn, double *ks);
/* Is the normal force a sum of increments? */
bool scr_linear_sums(const double *param);
void scr_linear_settle(const scr_ends *e, const double *param, double *state);
/* The same beside a bond or an attraction: an open spring is as good as none, since no step books
 * what its shear still holds. */
void scr_linear_settle_closed(const scr_ends *e, const double *param, double *state);
double scr_linear_reach(const double *param);
/* The normal force in the state is one that the user set: the reference gap becomes that at which
 * it is 0, so that it stays. area: what stiffnesses are multiplied by; pulls: the spring holds
 * tension, too. A spring that does not leaves a force that is not above 0 to the overlap. */
void scr_linear_hold(const scr_ends *e, double area, bool pulls, double *param,
                     const double *state);
/* Is that row of LINEAR_PROPERTIES the force? */
bool scr_linear_is_force(int index);
void scr_linear_state_set(const scr_ends *e, int index, double *param, double *state);
uint32_t scr_linear_reported(uint64_t zero, bool energies);
double scr_linear_strain(int dim, const double *param, const double *state);
/* Cross-section A (m2) and length L (m) of the bar between the centres: r the smaller radius, L =
 * R1 + R2 (a facet: R); or those of the area that the user gave. */
void scr_linear_bar(const scr_ends *e, double user_area, double *area, double *length);

#endif
#endif
