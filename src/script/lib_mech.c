/* FISH: mech.*, global.*, domain.*, and the energies of balls and walls. */
#include "script/lib_private.h"

#include <math.h>
#include <string.h>

/* ---- energies and ratios ---- */

bool scr_lib_energy(scr_fish *f, const char *name, double *out) {
  scr_world *w = scr_world_of(f);
  if (scr_energy(w, name, out)) return true;
  scr_nearest near = {.word = name};
  for (int k = 0; scr_energy_name[k]; k++) scr_nearest_offer(&near, scr_energy_name[k]);
  return scr_lib_unknown(f, "the energy", name, near.best);
}

/* Names of scr_world_ratio, and what they were called before. */
static const char *const ratio_name[][3] = {
    {"ratio-average", "arat", "aratio"},
    {"ratio-maximum", "mrat", "mratio"},
    {"ratio-local", "lrat", "lratio"},
    {"unbalanced-average", "aunbal"},
    {"unbalanced-maximum", "unbal", "unbalanced"},
};

/* Limits that are no ratios. */
static bool clock_limit(const scr_world *w, const char *name, double *out) {
  const bool cycles =
      scr_casecmp(name, "cycles-total") == 0 || scr_casecmp(name, "totalcycles") == 0;
  *out = cycles ? (double)w->cycle : w->time;
  return cycles || scr_casecmp(name, "time-total") == 0 || scr_casecmp(name, "age") == 0;
}

bool scr_lib_ratio(scr_fish *f, const char *name, double *out) {
  scr_nearest near = {.word = name};
  if (clock_limit(scr_world_of(f), name, out)) return true;
  for (size_t k = 0; k < SCR_COUNTOF(ratio_name); k++) {
    const char *const *r = ratio_name[k];
    const bool older = r[2] && scr_casecmp(r[2], name) == 0; /* as PFC 5 writes it */
    if ((older || scr_casecmp(r[0], name) == 0 || scr_casecmp(r[1], name) == 0) &&
        scr_world_ratio(scr_world_of(f), r[0], out))
      return true;
    scr_nearest_offer(&near, r[0]);
  }
  return scr_lib_unknown(f, "the limit", name, near.best);
}

SCR_LIB_GET(energy) {
  double value;
  SCR_UNUSED(n);
  if (!scr_lib_energy(f, scr_val_cstr(&args[0], NULL), &value)) return false;
  *out = scr_val_real(value);
  return true;
}

SCR_LIB_GET(mech_solve) {
  double value;
  SCR_UNUSED(n);
  if (!scr_lib_ratio(f, scr_val_cstr(&args[0], NULL), &value)) return false;
  *out = scr_val_real(value);
  return true;
}

/* ---- numbers of the world ---- */

#define READ(id, expression)                                                                       \
  SCR_LIB_GET(id) {                                                                                \
    const scr_lib *lib = scr_lib_of(f);                                                            \
    const scr_world *w = lib->world;                                                               \
    SCR_UNUSED(w);                                                                                 \
    *out = expression;                                                                             \
    return SCR_UNUSED(n), SCR_UNUSED(args), true;                                                  \
  }
READ(cycle, scr_val_int((int64_t)w->cycle))
READ(time_total, scr_val_real(w->time))
READ(timestep, scr_val_real(w->timestep.current))
READ(timestep_given, scr_val_real(w->timestep.given))
READ(timestep_max, scr_val_real(w->timestep.maximum))
READ(safety_factor, scr_val_real(w->timestep.safety))
READ(dimension, scr_val_int(w->dim))
READ(deterministic, scr_val_bool(true))
READ(title, scr_val_str(lib->title ? lib->title : ""))

static bool domain_corner(scr_fish *f, const double *x, int n, const scr_val *args, scr_val *out) {
  const int dim = scr_world_of(f)->dim;
  int k;
  if (!scr_lib_component_arg(f, n, args, 0, dim, &k)) return false;
  *out = k < 0 ? scr_val_vec(dim, x) : scr_val_real(x[k]);
  return true;
}

SCR_LIB_GET(domain_lo) { return domain_corner(f, scr_world_of(f)->domain.lo, n, args, out); }
SCR_LIB_GET(domain_hi) { return domain_corner(f, scr_world_of(f)->domain.hi, n, args, out); }

/* Moves one corner, where all that there is stays inside. */
static bool set_corner(scr_fish *f, bool upper, int n, const scr_val *args, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  double lo[3], hi[3], *x = upper ? hi : lo;
  int k;
  if (!scr_lib_component_arg(f, n, args, 0, w->dim, &k)) return false;
  memcpy(lo, w->domain.lo, sizeof lo);
  memcpy(hi, w->domain.hi, sizeof hi);
  return scr_lib_numbers_arg(f, value, k < 0 ? w->dim : 1, k < 0 ? x : &x[k]) &&
         scr_domain_set(w, scr_fish_diag(f), lo, hi);
}

SCR_LIB_SET(set_domain_lo) { return set_corner(f, false, n, args, value); }
SCR_LIB_SET(set_domain_hi) { return set_corner(f, true, n, args, value); }

SCR_LIB_SET(set_timestep_max) {
  SCR_UNUSED(n);
  SCR_UNUSED(args);
  scr_world_of(f)->timestep.maximum = value->f;
  return true;
}

SCR_LIB_SET(set_safety_factor) {
  SCR_UNUSED(n);
  SCR_UNUSED(args);
  scr_world_of(f)->timestep.safety = value->f;
  return true;
}

bool scr_lib_set_gravity(scr_fish *f, const double g[3]) {
  for (int a = 0; a < 3; a++)
    if (!isfinite(g[a]))
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "gravity must be finite");
  scr_world_set_gravity(scr_world_of(f), g);
  return true;
}

SCR_LIB_SET(set_gravity) {
  const scr_world *w = scr_world_of(f);
  double g[3];
  int k;
  if (!scr_lib_component_arg(f, n, args, 0, w->dim, &k)) return false;
  memcpy(g, w->gravity, sizeof g);
  return (k < 0 ? scr_lib_vec_arg(f, value, g) : scr_lib_numbers_arg(f, value, 1, &g[k])) &&
         scr_lib_set_gravity(f, g);
}

SCR_LIB_GET(gravity) { return scr_lib_give_part(f, n, args, 0, scr_world_of(f)->gravity, out); }

/* ---- the domain ---- */

static const char *const boundary_name[] = {"stop", "reflect", "destroy", "periodic"};

/* An axis as 1, 2, 3 or 'x', 'y', 'z'. */
static bool axis_arg(scr_fish *f, const scr_val *v, size_t *axis) {
  const scr_world *w = scr_world_of(f);
  if (v->type == SCR_V_INT) return scr_lib_index_arg(f, v, "axis", (size_t)w->dim, axis);
  const char *s;
  if (!scr_lib_string_arg(f, v, "an axis", &s)) return false;
  for (*axis = 0; *axis < (size_t)w->dim; ++*axis)
    if (scr_lower(s[0]) == "xyz"[*axis] && s[1] == 0) return true;
  return scr_lib_unknown(f, "the axis", s, NULL);
}

SCR_LIB_GET(domain_condition) {
  size_t axis;
  SCR_UNUSED(n);
  if (!axis_arg(f, &args[0], &axis)) return false;
  *out = scr_val_str(boundary_name[scr_world_of(f)->domain.condition[axis]]);
  return true;
}

bool scr_lib_condition(scr_fish *f, const char *word, uint8_t *condition) {
  scr_nearest near = {.word = word};
  for (size_t k = 0; k < SCR_COUNTOF(boundary_name); k++) {
    *condition = (uint8_t)k;
    if (scr_casecmp(boundary_name[k], word) == 0) return true;
    scr_nearest_offer(&near, boundary_name[k]);
  }
  return scr_lib_unknown(f, "the boundary condition", word, near.best);
}

SCR_LIB_SET(set_domain_condition) {
  scr_world *w = scr_world_of(f);
  scr_diag *d = scr_fish_diag(f);
  uint8_t condition[3];
  size_t axis;
  SCR_UNUSED(n);
  if (!axis_arg(f, &args[0], &axis) || !scr_may_edit_bodies(w, d)) return false;
  memcpy(condition, w->domain.condition, sizeof condition);
  return scr_lib_condition(f, scr_val_cstr(value, NULL), &condition[axis]) &&
         scr_domain_set_condition(w, d, condition);
}

/* ---- named ranges ---- */

static bool in_range(scr_fish *f, const char *name, const scr_val *what, bool *in) {
  const scr_fish_host *host = scr_fish_host_of(f);
  *in = false;
  return !host->in_range || host->in_range(host->user, name, what, in);
}

/* A range is known by its name. */
bool scr_lib_range_find(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  bool there;
  SCR_UNUSED(n);
  if (!in_range(f, scr_val_cstr(&args[0], NULL), NULL, &there)) return false;
  *out = there ? scr_val_hold(args[0]) : scr_val_null();
  return true;
}

bool scr_lib_range_isin(scr_fish *f, int n, const scr_val *args, scr_val *out) {
  const char *name = scr_val_cstr(&args[0], NULL);
  const scr_val *v = &args[1];
  double x[3];
  bool in;
  SCR_UNUSED(n);
  if (!in_range(f, name, NULL, &in)) return false;
  if (!in) return scr_lib_unknown(f, "the range", name, NULL);
  if (v->type == SCR_V_VEC && !scr_lib_vec_arg(f, v, x)) return false;
  bool thing = v->type == SCR_V_PTR && v->kind != SCR_K_VERTEX &&
               (v->kind <= SCR_K_CONTACT || v->kind == SCR_K_FRACTURE) &&
               (scr_lib_alive(scr_lib_of(f), v->kind, v->ref) ||
                scr_lib_unmade(scr_lib_of(f), v->kind, v->ref));
  if (v->type != SCR_V_VEC && !thing)
    return scr_fail(
        scr_fish_diag(f), NULL, SCR_E_TYPE,
        "a point, a ball, a wall, a facet, a contact or a fracture may be in a range, not %s",
        scr_vtype_phrase(v->type));
  if (!in_range(f, name, v, &in)) return false;
  *out = scr_val_bool(in);
  return true;
}

READ(processors, scr_val_int(1))

/* ---- rows ---- */

#define FN(name, count, sig, get, doc)                                                             \
  { name, count, count, sig, get, NULL, NULL, 0, doc }
#define FN_SET(name, count, sig, get, set, doc)                                                    \
  { name, count, count, sig, get, set, NULL, 0, doc }
static const scr_fish_fn rows[] = {
    FN("mech.time.total", 0, ":f", time_total, "Time since the model began, s."),
    {"mech.age", 0, 0, ":f", time_total, NULL, NULL, SCR_FN_OLDER,
     "Time since the model began, s."},
    FN("mech.cycle.total", 0, ":i", cycle, "Cycles since the model began."),
    FN("mech.cycle", 0, ":i", cycle, "Cycles since the model began."),
    FN("mech.step", 0, ":i", cycle, "Cycles since the model began."),
    FN("mech.timestep", 0, ":f", timestep, "Timestep of the last cycle, s."),
    FN("mech.timestep.given", 0, ":f", timestep_given,
       "Timestep that was prescribed, s; 0 if none."),
    FN_SET("mech.timestep.max", 0, ":f=f(0,)", timestep_max, set_timestep_max,
           "Upper limit of the timestep, s."),
    FN_SET("mech.safety.factor", 0, ":f=f(0,1]", safety_factor, set_safety_factor,
           "Share of the stable timestep in use."),
    FN("mech.energy", 1, "s:f", energy,
       "An energy of the model, J: 'energy-kinetic', 'energy-strain', ..."),
    FN("ball.energy", 1, "s:f", energy, "An energy of the model, J, as mech.energy."),
    FN("wall.energy", 1, "s:f", energy, "An energy of the model, J, as mech.energy."),
    FN("mech.solve", 1, "s:f", mech_solve,
       "What a solve is ended by: 'ratio-average', 'unbalanced-maximum', 'time-total', ..."),
    FN("global.cycle", 0, ":i", cycle, "Cycles since the model began."),
    FN("global.step", 0, ":i", cycle, "Cycles since the model began."),
    FN("global.timestep", 0, ":f", timestep, "Timestep of the last cycle, s."),
    FN("global.dim", 0, ":i", dimension, "Dimension of the model: 2 or 3."),
    FN("global.deterministic", 0, ":b", deterministic,
       "True: equal input gives equal bits, always."),
    FN("global.processors", 0, ":i", processors,
       "Always 1: no result may depend on how many processors there are."),
    FN("range.find", 1, "s:*", scr_lib_range_find,
       "The name of a range if there is one of it, else null."),
    FN("range.isin", 2, "s*:b", scr_lib_range_isin,
       "Is a ball, wall, facet, contact or point in the range of that name?"),
    FN("global.title", 0, ":s", title, "Title of the model."),
    {"global.gravity", 0, 1, "i{component}:v=*", gravity, set_gravity, NULL, 0,
     "Acceleration of gravity, m/s2."},
    {"domain.min", 0, 1, "i{component}:v=*", domain_lo, set_domain_lo, NULL, 0,
     "Lower corner of the domain, m, or one component of it."},
    {"domain.max", 0, 1, "i{component}:v=*", domain_hi, set_domain_hi, NULL, 0,
     "Upper corner of the domain, m, or one component of it."},
    FN_SET(
        "domain.condition", 1, "*:s=s", domain_condition, set_domain_condition,
        "What happens at the boundary across an axis: 'stop', 'reflect', 'destroy', 'periodic'."),
};
const scr_lib_rows scr_lib_rows_mech = {rows, SCR_COUNTOF(rows)};
