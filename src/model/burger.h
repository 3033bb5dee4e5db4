/* What `burger` and `burgercbond` share: the chain's parameters, its state, rows of properties,
 * functions of their descriptors. Formulas: docs/physics.md, burger. */
#ifndef SCR_MODEL_BURGER_H
#define SCR_MODEL_BURGER_H

#include <math.h>
#include <stdbool.h>
#include "scree/model.h"

/* Parameters of both directions, springs K and dashpots C of the Kelvin and the Maxwell element; a
 * law counts on from BURGER_PARAMS. */
enum { KNK, CNK, KNM, CNM, KSK, CSK, KSM, CSM, FRIC, BURGER_PARAMS };
/* Columns of state, likewise. U: overlap of the last step; UK: displacement of the Kelvin element.
 */
enum { FN = 0, FS = 1, SLIP = 4, U = 5, UKN = 6, UKS = 7, BURGER_STATES = 10 };

/* By how much an edit has changed the overlap, m: u is that of the last step, `now` that after the
 * edit. What a contact has that no step has seen does not count. */
static inline double burger_edited(double u, double now) { return u != 0 ? now - u : 0; }

/* Force and Kelvin displacement of one direction. */
typedef struct burger_link {
  double f, uk;
} burger_link;

/* After a jump of the displacement: dashpots do not yield, and a Kelvin element without one is a
 * spring in series. Only what `pulls` holds tension. */
static inline burger_link burger_jumped(double kk, double ck, double km, double cm, burger_link was,
                                        double jump, bool pulls) {
  const bool carries = (km > 0) & (cm > 0), yields = (kk > 0) & !(ck > 0);
  const double k = yields ? km / (1 + km / kk) : km, more = carries ? k * jump : 0;
  const bool cut = (was.f + more < 0) & !pulls;
  const double followed = cut ? 0 : was.uk + more / kk;
  return (burger_link){cut ? 0 : was.f + more, yields ? followed : was.uk};
}

/* What both springs of one direction hold. */
static inline double burger_stored(double f, double uk, double kk, double km) {
  return 0.5 * kk * uk * uk + (km > 0 ? f * f / (2 * km) : 0);
}

#ifdef SCR_KERNEL
#include "kernel/batch.h"

void SCR_NAME(scr_burger_force)(scr_batch *b);
void SCR_NAME(scr_burger_stiff)(scr_batch *b);

/* The chain's force is all there is: its dashpots are no part beside it. */
static inline void burger_put_force(scr_batch *b) {
  const tcol fs = tang_col(b->st + FS), ft = tang_lanes(b->ft), dash = tang_lanes(b->dash + 1);
  SCR_EACH(k, b->n) {
    b->fn[k] = b->st[FN][k];
    tang_put(ft, k, tang_get(fs, k));
  }
  if (b->want & SCR_WANT_DASH) SCR_EACH(k, b->n) {
      b->dash[0][k] = 0;
      tang_put(dash, k, (tang){0});
    }
}

/* What an edit of the overlap by `jump` has booked of the normal direction. */
static inline double burger_booked(const scr_batch *b, int k, burger_link was, double jump,
                                   bool pulls) {
  const double kk = b->par[KNK][k], km = b->par[KNM][k];
  if (jump == 0) return 0;
  const burger_link now = burger_jumped(kk, b->par[CNK][k], km, b->par[CNM][k], was, jump, pulls);
  return burger_stored(now.f, now.uk, kk, km) - burger_stored(was.f, was.uk, kk, km);
}

#else

#define BURGER_SPRING(name, slot, doc)                                                             \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, 0, HUGE_VAL, 0, 0, "N/m", doc }
#define BURGER_VISCOSITY(name, slot, doc)                                                          \
  { name, SCR_P_REAL, SCR_PROP_PARAM, slot, 0, HUGE_VAL, 0, SCR_PROP_DAMPS, "N s/m", doc }
#define BURGER_PROPERTIES                                                                          \
  BURGER_SPRING("bur_knk", KNK, "normal stiffness of the Kelvin element"),                         \
      BURGER_VISCOSITY("bur_cnk", CNK, "normal viscosity of the Kelvin element"),                  \
      BURGER_SPRING("bur_knm", KNM, "normal stiffness of the Maxwell element"),                    \
      BURGER_VISCOSITY("bur_cnm", CNM, "normal viscosity of the Maxwell element"),                 \
      BURGER_SPRING("bur_ksk", KSK, "shear stiffness of the Kelvin element"),                      \
      BURGER_VISCOSITY("bur_csk", CSK, "shear viscosity of the Kelvin element"),                   \
      BURGER_SPRING("bur_ksm", KSM, "shear stiffness of the Maxwell element"),                     \
      BURGER_VISCOSITY("bur_csm", CSM, "shear viscosity of the Maxwell element"), {                \
    "bur_fric", SCR_P_REAL, SCR_PROP_PARAM, FRIC, 0, HUGE_VAL, 0, 0, "", "friction coefficient"    \
  }
#define BURGER_STATE                                                                               \
  {"bur_force",                                                                                    \
   SCR_P_VEC,                                                                                      \
   SCR_PROP_STATE,                                                                                 \
   FN,                                                                                             \
   0,                                                                                              \
   0,                                                                                              \
   0,                                                                                              \
   SCR_PROP_READONLY,                                                                              \
   "N",                                                                                            \
   "force: normal (compression positive) and shear"},                                              \
  {                                                                                                \
    "bur_slip", SCR_P_BOOL, SCR_PROP_STATE, SLIP, 0, 1, 0, SCR_PROP_READONLY, "",                  \
        "does the slider slip?"                                                                    \
  }

/* See scr_model for these. */
void scr_burger_twin(const scr_ends *e, const double *param, double *kn, double *ks);
double scr_burger_strain(const scr_ends *e, int dim, const double *param, const double *state,
                         int what);
bool scr_burger_steady(const double *param);
/* What an edit of the overlap makes of the state, before anything relaxes. `bonded`: it lives at
 * any gap. */
void scr_burger_settle(const scr_ends *e, const double *param, double *state, bool bonded,
                       bool pulls);
uint32_t scr_burger_reported(uint64_t zero, bool energies);
#endif

#endif
