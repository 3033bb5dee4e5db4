/* FISH: measure.*: measurement regions and what they measure; ball.stress. */
#include "script/lib_private.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "world/measure/measure.h"

scr_val scr_lib_measure_ptr(const scr_measure *m) {
  return m ? scr_val_ptr(SCR_K_MEASURE, (scr_ref){m->id, 1}) : scr_val_null();
}

/* The region of a live pointer. */
static scr_measure *region(scr_world *w, const scr_val *p) {
  return &w->measure[scr_measure_find(w, p->ref.index)];
}

/* ---- find, list, num, maxid, typeid, id, delete ---- */

SCR_LIB_GET(measure_find) {
  scr_world *w = scr_counts_of(f);
  const int64_t id = args[0].i;
  const uint32_t k = id > 0 && id < UINT32_MAX ? scr_measure_find(w, (uint32_t)id) : SCR_NONE;
  SCR_UNUSED(n);
  *out = scr_lib_measure_ptr(k == SCR_NONE ? NULL : &w->measure[k]);
  return true;
}

SCR_LIB_GET(measure_list) {
  const scr_world *w = scr_counts_of(f);
  scr_ref *refs;
  SCR_UNUSED(n), SCR_UNUSED(args);
  *out = scr_val_ptr_list(SCR_K_MEASURE, w->nmeasure, &refs);
  for (uint32_t k = 0; k < w->nmeasure; k++) refs[k] = (scr_ref){w->measure[k].id, 1};
  return true;
}

SCR_LIB_GET(measure_num) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int(scr_counts_of(f)->nmeasure), true;
}

SCR_LIB_GET(measure_maxid) {
  SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int((int64_t)scr_measure_next_id(scr_counts_of(f)) - 1), true;
}

SCR_LIB_GET(measure_typeid) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(args);
  return *out = scr_val_int(SCR_K_MEASURE), true;
}

SCR_LIB_GET(measure_id) {
  SCR_UNUSED(f), SCR_UNUSED(n);
  return *out = scr_val_int(args[0].ref.index), true;
}

SCR_LIB_GET(measure_delete) {
  scr_world *w = scr_counts_of(f);
  SCR_UNUSED(n), SCR_UNUSED(out);
  if (!scr_may_edit_things(w, scr_fish_diag(f))) return false;
  scr_measure_delete(w, scr_measure_find(w, args[0].ref.index));
  return true;
}

/* ---- place and size, which can be assigned ---- */

SCR_LIB_GET(measure_pos) {
  scr_world *w = scr_counts_of(f);
  int k;
  if (!scr_lib_component_arg(f, n, args, 1, w->dim, &k)) return false;
  const double *x = region(w, &args[0])->x;
  *out = k < 0 ? scr_lib_vec(w, x) : scr_val_real(x[k]);
  return true;
}

SCR_LIB_SET(set_measure_pos) {
  scr_world *w = scr_counts_of(f);
  double x[3];
  int k;
  memcpy(x, region(w, &args[0])->x, sizeof x);
  if (!scr_lib_component_arg(f, n, args, 1, w->dim, &k)) return false;
  if (!scr_lib_numbers_arg(f, value, k < 0 ? w->dim : 1, k < 0 ? x : &x[k])) return false;
  for (int c = 0; c < w->dim; c++)
    if (!isfinite(x[c]))
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the position must be finite");
  memcpy(region(w, &args[0])->x, x, sizeof x);
  return true;
}

SCR_LIB_GET(measure_radius) {
  SCR_UNUSED(n);
  return *out = scr_val_real(region(scr_counts_of(f), &args[0])->r), true;
}

SCR_LIB_SET(set_measure_radius) {
  SCR_UNUSED(n);
  if (!isfinite(value->f))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the radius must be finite");
  return region(scr_counts_of(f), &args[0])->r = value->f, true;
}

/* ---- what is measured ---- */

SCR_LIB_GET(measure_porosity) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  return *out = scr_val_real(scr_measure_porosity(w, region(w, &args[0]))), true;
}

SCR_LIB_GET(measure_coordination) {
  scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  return *out = scr_val_real(scr_measure_coordination(w, region(w, &args[0]))), true;
}

/* Of what a pointer points to; not symmetrised. */
typedef void (*tensor_fn)(scr_world *w, const scr_val *p, double out[9]);

static void stress_in(scr_world *w, const scr_val *p, double out[9]) {
  scr_measure_stress(w, region(w, p), out);
}
static void rate_in(scr_world *w, const scr_val *p, double out[9]) {
  scr_measure_strain_rate(w, region(w, p), out);
}
static void fabric_in(scr_world *w, const scr_val *p, double out[9]) {
  scr_measure_fabric(w, region(w, p), out);
}
static void stress_of_ball(scr_world *w, const scr_val *p, double out[9]) {
  scr_ball_stress(w, scr_lib_row(w, p), out);
}

/* A matrix, its row i, or the number (i, j). */
bool scr_lib_put_tensor(scr_fish *f, int n, const scr_val *args, int first, const double t[9],
                        scr_val *out) {
  const int dim = scr_world_of(f)->dim;
  int i, j;
  if (!scr_lib_component_arg(f, n, args, first, dim, &i)) return false;
  if (!scr_lib_component_arg(f, n, args, first + 1, dim, &j)) return false;
  if (i >= 0) {
    *out = j < 0 ? scr_val_vec(dim, t + 3 * i) : scr_val_real(t[3 * i + j]);
    return true;
  }
  *out = scr_val_matrix((size_t)dim, (size_t)dim);
  for (i = 0; i < dim; i++)
    for (j = 0; j < dim; j++) scr_val_reals(out)[dim * i + j] = t[3 * i + j];
  return true;
}

static void measured(scr_fish *f, const scr_val *p, tensor_fn fn, bool full, double t[9]) {
  scr_world *w = scr_world_of(f);
  fn(w, p, t);
  if (!full) scr_measure_symmetric(t, t);
}

static bool put_component(scr_fish *f, const scr_val *args, tensor_fn fn, bool full, int k,
                          scr_val *out) {
  double t[9];
  if (scr_world_of(f)->dim == 2 && (k % 3 == 2 || k / 3 == 2))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "there is no component along z in 2D");
  measured(f, &args[0], fn, full, t);
  return *out = scr_val_real(t[k]), true;
}

/* X(name of the function, its component): of all tensors, and of those that are not symmetric. */
#define COMPONENTS(X, name, fn, full)                                                              \
  X(name##_xx, fn, full, 0)                                                                        \
  X(name##_xy, fn, full, 1)                                                                        \
  X(name##_xz, fn, full, 2)                                                                        \
  X(name##_yy, fn, full, 4)                                                                        \
  X(name##_yz, fn, full, 5)                                                                        \
  X(name##_zz, fn, full, 8)
#define OTHERS(X, name, fn)                                                                        \
  X(name##_yx, fn, true, 3)                                                                        \
  X(name##_zx, fn, true, 6)                                                                        \
  X(name##_zy, fn, true, 7)
#define COMPONENT_CALL(name, fn, full, k)                                                          \
  SCR_LIB_GET(name) { return SCR_UNUSED(n), put_component(f, args, fn, full, k, out); }
#define TENSOR_CALLS(name, fn, full)                                                               \
  SCR_LIB_GET(name) {                                                                              \
    double t[9];                                                                                   \
    measured(f, &args[0], fn, full, t);                                                            \
    return scr_lib_put_tensor(f, n, args, 1, t, out);                                              \
  }                                                                                                \
  COMPONENTS(COMPONENT_CALL, name, fn, full)
TENSOR_CALLS(stress, stress_in, false)
TENSOR_CALLS(stress_full, stress_in, true)
OTHERS(COMPONENT_CALL, stress_full, stress_in)
TENSOR_CALLS(rate, rate_in, false)
TENSOR_CALLS(rate_full, rate_in, true)
OTHERS(COMPONENT_CALL, rate_full, rate_in)
TENSOR_CALLS(fabric, fabric_in, true)
TENSOR_CALLS(ball_stress, stress_of_ball, false)

/* A row for each bin: its middle, m, and the part of the volume up to it. */
SCR_LIB_GET(measure_size) {
  scr_world *w = scr_world_of(f);
  const scr_measure *m = region(w, &args[0]);
  const size_t bins = m->bins;
  SCR_UNUSED(n);
  if (!bins)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE,
                    "measurement region %u has no bins: 'measure modify id %u bins <i> <f> <f>'",
                    (unsigned)m->id, (unsigned)m->id);
  double *x = scr_alloc(2 * bins * sizeof *x);
  scr_measure_sizes(w, m, x, x + bins);
  *out = scr_val_matrix(bins, 2);
  for (size_t k = 0; k < bins; k++) {
    scr_val_reals(out)[2 * k] = x[k];
    scr_val_reals(out)[2 * k + 1] = x[bins + k];
  }
  scr_free(x);
  return true;
}

/* ---- rows ---- */

#define FN(name, count, sig, get, doc)                                                             \
  { name, count, count, sig, get, NULL, NULL, 0, doc }
#define COMPONENT_ROW(kind, name, letters, get, flags, unit)                                       \
  {name "." #letters,                                                                              \
   1,                                                                                              \
   1,                                                                                              \
   "p{" kind "}:f",                                                                                \
   get##_##letters,                                                                                \
   NULL,                                                                                           \
   NULL,                                                                                           \
   flags,                                                                                          \
   "Its " #letters ", " unit "."},
#define TENSOR_ROW(kind, name, get, flags, doc)                                                    \
  {name, 1, 3, "p{" kind "}i{component}i{component}:*", get, NULL, NULL, flags, doc},
#define TENSOR_ROWS(kind, name, get, flags, unit, doc)                                             \
  TENSOR_ROW(kind, name, get, flags, doc)                                                          \
  COMPONENT_ROW(kind, name, xx, get, flags, unit)                                                  \
  COMPONENT_ROW(kind, name, yy, get, flags, unit)                                                  \
  COMPONENT_ROW(kind, name, zz, get, flags, unit)                                                  \
  COMPONENT_ROW(kind, name, xy, get, flags, unit)                                                  \
  COMPONENT_ROW(kind, name, xz, get, flags, unit)                                                  \
  COMPONENT_ROW(kind, name, yz, get, flags, unit)
#define OTHER_ROWS(name, get, unit)                                                                \
  COMPONENT_ROW("measure", name, yx, get, 0, unit)                                                 \
  COMPONENT_ROW("measure", name, zx, get, 0, unit)                                                 \
  COMPONENT_ROW("measure", name, zy, get, 0, unit)
/* clang-format off */
static const scr_fish_fn rows[] = {
    FN("measure.find", 1, "d:p", measure_find, "The region with that id, null if there is none."),
    FN("measure.list", 0, ":l", measure_list, "All regions, in order of id."),
    FN("measure.num", 0, ":i", measure_num, "How many there are."),
    FN("measure.maxid", 0, ":i", measure_maxid, "The largest id in use."),
    FN("measure.typeid", 0, ":i", measure_typeid, "The number of this kind of pointer."),
    FN("measure.id", 1, "p{measure}:i", measure_id, "Its id."),
    FN("measure.delete", 1, "p{measure}:i", measure_delete, "Deletes a region."),
    {"measure.pos", 1, 2, "p{measure}i{component}:v=*", measure_pos, set_measure_pos, NULL, 0,
     "Centre, m."},
    {"measure.radius", 1, 1, "p{measure}:f=f(0,)", measure_radius, set_measure_radius, NULL, 0,
     "Radius, m."},
    FN("measure.porosity", 1, "p{measure}:f", measure_porosity,
       "The part of the region that balls leave free."),
    FN("measure.coordination", 1, "p{measure}:f", measure_coordination,
       "Active contacts of a ball, on average over those with their centres inside."),
    FN("measure.size", 1, "p{measure}:M", measure_size,
       "Sizes: a row for each bin, its middle, m, and the part of the volume up to it."),
    TENSOR_ROWS("measure", "measure.stress", stress, 0, "Pa",
                "Stress, Pa, tension positive: a matrix, its row i, or the number (i, j).")
    TENSOR_ROWS("measure", "measure.stress.full", stress_full, 0, "Pa",
                "Stress before it is made symmetric, Pa.")
    OTHER_ROWS("measure.stress.full", stress_full, "Pa")
    TENSOR_ROWS("measure", "measure.strain.rate", rate, 0, "1/s",
                "Rate of strain, 1/s: a matrix, its row i, or the number (i, j).")
    TENSOR_ROWS("measure", "measure.strain.rate.full", rate_full, 0, "1/s",
                "Gradient of velocity dv_i/dx_j, 1/s.")
    OTHER_ROWS("measure.strain.rate.full", rate_full, "1/s")
    TENSOR_ROWS("measure", "measure.fabric", fabric, 0, "a number",
                "Mean of n (x) n over active contacts: a matrix, its row i, or the number (i, j).")
    TENSOR_ROWS("measure", "measure.strainrate", rate, SCR_FN_OLDER, "1/s", "Rate of strain, 1/s.")
    TENSOR_ROW("measure", "measure.strainrate.full", rate_full, SCR_FN_OLDER,
               "Gradient of velocity dv_i/dx_j, 1/s.")
    TENSOR_ROWS("ball", "ball.stress", ball_stress, 0, "Pa",
                "Mean stress of a ball by its contacts, Pa, tension positive: a matrix, its row i, "
                "or the number (i, j).")
    TENSOR_ROW("ball", "b_stress", ball_stress, SCR_FN_LEGACY,
               "Mean stress of a ball, Pa, tension positive: a matrix, or the number (i, j).")
};
/* clang-format on */
const scr_lib_rows scr_lib_rows_measure = {rows, SCR_COUNTOF(rows)};
