/* Contact law `lineardipole`: what the world, which turns dipoles with their balls, knows of it. */
#ifndef SCR_MODEL_LINEARDIPOLE_H
#define SCR_MODEL_LINEARDIPOLE_H

#include "model/linear.h"

/* Parameters; MO1, MO2: dipoles of both ends as they were before anything turned. */
enum {
  DIPOLE_D = LINEAR_PARAMS,
  DIPOLE_CAP,
  DIPOLE_MO1,
  DIPOLE_MO2 = DIPOLE_MO1 + 3,
  DIPOLE_PARAMS = DIPOLE_MO2 + 3
};
/* Columns of state: force of the dipoles and moment that stands for both of theirs, as normal and
 * shear; dipoles in global axes; energy. */
enum {
  DIPOLE_FN = LINEAR_STATES,
  DIPOLE_FS,
  DIPOLE_MT = DIPOLE_FS + 3,
  DIPOLE_MB,
  DIPOLE_M1 = DIPOLE_MB + 3,
  DIPOLE_M2 = DIPOLE_M1 + 3,
  DIPOLE_U = DIPOLE_M2 + 3,
  DIPOLE_STATES
};

/* Is a contact active? */
static inline bool scr_dipoles_act(double rgap, double range, double gap) {
  return (rgap - gap >= 0) | (gap <= range);
}

#endif
