/* FISH: domain.strain.rate, domain.stress. */
#include "script/lib_private.h"

#include <string.h>

static bool component_is_there(scr_fish *f, int axis) {
  return axis < scr_world_of(f)->dim ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "there is no component along z in 2D");
}

/* ---- the rate of strain ---- */

SCR_LIB_GET(strain_rate) {
  const double *r = scr_world_of(f)->domain.rate;
  return scr_lib_put_tensor(f, n, args, 0, (double[]){r[0], 0, 0, 0, r[1], 0, 0, 0, r[2]}, out);
}

/* A place beside the diagonal takes 0 alone. */
static bool put_rate(scr_fish *f, double rate[3], int i, int j, double value) {
  if (i == j) {
    rate[i] = value;
    return true;
  }
  if (value == 0) return true;
  return scr_fail(scr_fish_diag(f), NULL, SCR_E_UNSUPPORTED,
                  "the rate of strain %c%c must be 0: sides of the domain stay at right angles",
                  "xyz"[i], "xyz"[j]);
}

/* A matrix, or a vector with the diagonal. */
static bool whole_rate(scr_fish *f, const scr_val *value, double rate[3]) {
  const int dim = scr_world_of(f)->dim;
  if (value->type != SCR_V_MATRIX) return scr_lib_numbers_arg(f, value, dim, rate);
  if (scr_val_rows(value) != (size_t)dim || scr_val_cols(value) != (size_t)dim)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the matrix must have %d rows and columns",
                    dim);
  for (int i = 0; i < dim; i++)
    for (int j = 0; j < dim; j++)
      if (!put_rate(f, rate, i, j, scr_val_reals(value)[dim * i + j])) return false;
  return true;
}

SCR_LIB_SET(set_strain_rate) {
  scr_world *w = scr_world_of(f);
  double rate[3], one;
  int i, j;
  memcpy(rate, w->domain.rate, sizeof rate);
  if (!scr_lib_component_arg(f, n, args, 0, w->dim, &i) ||
      !scr_lib_component_arg(f, n, args, 1, w->dim, &j))
    return false;
  if (i < 0 ? !whole_rate(f, value, rate)
            : !scr_lib_numbers_arg(f, value, 1, &one) || !put_rate(f, rate, i, j < 0 ? i : j, one))
    return false;
  return scr_domain_set_rate(w, scr_fish_diag(f), rate);
}

static bool set_component(scr_fish *f, int axis, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  double rate[3];
  memcpy(rate, w->domain.rate, sizeof rate);
  rate[axis] = value->f;
  return component_is_there(f, axis) && scr_domain_set_rate(w, scr_fish_diag(f), rate);
}

#define RATE_CALLS(letters, axis)                                                                  \
  SCR_LIB_GET(rate_##letters) {                                                                    \
    SCR_UNUSED(n), SCR_UNUSED(args);                                                               \
    if (!component_is_there(f, axis)) return false;                                                \
    return *out = scr_val_real(scr_world_of(f)->domain.rate[axis]), true;                          \
  }                                                                                                \
  SCR_LIB_SET(set_rate_##letters) {                                                                \
    SCR_UNUSED(n), SCR_UNUSED(args);                                                               \
    return set_component(f, axis, value);                                                          \
  }
RATE_CALLS(xx, 0)
RATE_CALLS(yy, 1)
RATE_CALLS(zz, 2)

/* ---- stress ---- */

SCR_LIB_GET(domain_stress) {
  double t[9];
  scr_domain_stress(scr_world_of(f), t);
  return scr_lib_put_tensor(f, n, args, 0, t, out);
}

/* clang-format off */
static const scr_fish_fn rows[] = {
    {"domain.strain.rate", 0, 2, "i{component}i{component}:*=*", strain_rate, set_strain_rate,
     NULL, 0,
     "Rate at which the domain is strained, 1/s: a matrix, its row i, or the number (i, j)."},
    {"domain.strain.rate.xx", 0, 0, ":f=f", rate_xx, set_rate_xx, NULL, 0, "Along x, 1/s."},
    {"domain.strain.rate.yy", 0, 0, ":f=f", rate_yy, set_rate_yy, NULL, 0, "Along y, 1/s."},
    {"domain.strain.rate.zz", 0, 0, ":f=f", rate_zz, set_rate_zz, NULL, 0, "Along z, 1/s."},
    {"domain.stress", 0, 2, "i{component}i{component}:*", domain_stress, NULL, NULL, 0,
     "Mean stress of the domain by its contacts, Pa, tension positive: a matrix, its row i, or the "
     "number (i, j)."},
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_cell = {rows, SCR_COUNTOF(rows)};
