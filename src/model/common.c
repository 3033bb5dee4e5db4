/* What descriptors of laws share: see common.h. */
#include "model/common.h"

#include <math.h>

const char *const scr_no_args[] = {NULL};

const scr_law_energy scr_slip_energies[4] = {{"energy-strain", false, 0},
                                             {"energy-slip", true, SCR_BOOK_SLIP},
                                             {"energy-dashpot", true, SCR_BOOK_DASHPOT},
                                             {"energy-stiffness", true, SCR_BOOK_STIFFNESS}};

double scr_in_series(double a, double b) {
  if (a == 0) return b;
  if (b == 0) return a;
  return a * b / (a + b);
}

uint64_t scr_inherit_friction(const double *value[2], const bool *have[2], int index, int slot,
                              double *param) {
  if (!have[0][index] || !have[1][index]) return 0;
  param[slot] = fmax(0, fmin(value[0][index], value[1][index]));
  return SCR_SLOT_BIT(slot);
}

double scr_damped_stiffness(double k, double ratio) {
  double s = sqrt(1 + ratio * ratio) - ratio;
  return k / (s * s);
}

double scr_shear_square(int dim, const double *v) {
  return dim == 3 ? v[0] * v[0] + v[1] * v[1] + v[2] * v[2] : v[0] * v[0];
}
