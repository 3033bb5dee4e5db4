/* FISH of PFC 3 and 4 about bonds: contact bonds (law linearcbond) and parallel bonds
 * (linearpbond), whose pointer is that of the contact. */
#include <math.h>
#include <string.h>
#include "script/lib_private.h"

static scr_contact contact_of(scr_fish *f, const scr_val *args) {
  return scr_lib_contact(scr_world_of(f), &args[0]);
}

/* Does the contact hold a bond, of that law? */
static bool holds(const scr_world *w, scr_contact c, const char *law) {
  return strcmp(scr_contact_model(w, c)->name, law) == 0 &&
         scr_contact_bond(w, c) >= SCR_BOND_HOLDS;
}

/* Without a bond there is no strength: crack scripts ask for that. */
static bool strength(scr_fish *f, const scr_val *args, const char *property, scr_val *out) {
  const scr_contact c = contact_of(f, args);
  if (holds(scr_world_of(f), c, "linearcbond")) return scr_lib_contact_prop(f, c, property, out);
  *out = scr_val_real(0);
  return true;
}

/* X(name, property) */
#define STRENGTHS(X) X(c_nstrength, "cb_tenf") X(c_sstrength, "cb_shearf")
#define STRENGTH_CALLS(name, property)                                                             \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), strength(f, args, property, out); }              \
  SCR_LIB_SET(set_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_contact_set_prop(f, contact_of(f, args), property, value);       \
  }
STRENGTHS(STRENGTH_CALLS)

SCR_LIB_GET(get_c_pb) {
  SCR_UNUSED(n);
  *out = holds(scr_world_of(f), contact_of(f, args), "linearpbond") ? scr_val_hold(args[0])
                                                                    : scr_val_null();
  return true;
}

/* X(name, property): numbers that may be set, and that may be read. */
#define NUMBERS_RW(X)                                                                              \
  X(pb_kn, "pb_kn")                                                                                \
  X(pb_ks, "pb_ks")                                                                                \
  X(pb_nstrength, "pb_ten")                                                                        \
  X(pb_sstrength, "pb_coh")                                                                        \
  X(pb_coh, "pb_coh")                                                                              \
  X(pb_fa, "pb_fa")                                                                                \
  X(pb_mfac, "pb_mcf")
#define NUMBERS_RO(X) X(pb_rad, "pb_radius") X(pb_nstress, "pb_sigma") X(pb_sstress, "pb_tau")
#define NUMBER_GET(name, property)                                                                 \
  SCR_LIB_GET(get_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_contact_prop(f, contact_of(f, args), property, out);             \
  }
#define NUMBER_SET(name, property)                                                                 \
  SCR_LIB_SET(set_##name) {                                                                        \
    return SCR_UNUSED(n), scr_lib_contact_set_prop(f, contact_of(f, args), property, value);       \
  }
NUMBERS_RW(NUMBER_GET)
NUMBERS_RO(NUMBER_GET)
NUMBERS_RW(NUMBER_SET)

/* Parts of the force (normal, shear) and moment (twist, bending) of the bond in the contact's
 * frame.
 */
static bool part(scr_fish *f, const scr_val *args, const char *property, bool along, scr_val *out) {
  scr_world *w = scr_world_of(f);
  const scr_contact c = contact_of(f, args);
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), property);
  double x[3] = {0};
  if (!p)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME,
                    "it belongs to the law 'linearpbond', not '%s'", scr_contact_model(w, c)->name);
  const int n = scr_contact_get(w, c, p, x);
  const bool flat_moment = n == 1; /* in 2D there is bending alone */
  const double across = flat_moment ? x[0] : n == 2 ? x[1] : hypot(x[1], x[2]);
  *out = scr_val_real(along ? (flat_moment ? 0 : x[0]) : across);
  return true;
}

/* X(name, property, along the normal?) */
#define PARTS(X)                                                                                   \
  X(pb_nforce, "pb_force", true)                                                                   \
  X(pb_sforce, "pb_force", false)                                                                  \
  X(pb_mom, "pb_moment", false)                                                                    \
  X(pb_tmom, "pb_moment", true)
#define PART_CALL(name, property, along)                                                           \
  SCR_LIB_GET(get_##name) { return SCR_UNUSED(n), part(f, args, property, along, out); }
PARTS(PART_CALL)

#define FN(name, sig, get, set, doc)                                                               \
  { name, 1, 1, sig, get, set, NULL, SCR_FN_LEGACY, doc }
#define STRENGTH_ROW(name, property)                                                               \
  FN(#name, "p{contact}:f=f", get_##name, set_##name,                                              \
     "Strength '" property "' of its contact bond, N; 0 where there is none."),
#define NUMBER_RW_ROW(name, property)                                                              \
  FN(#name, "p{contact}:f=f", get_##name, set_##name, "'" property "' of a parallel bond."),
#define NUMBER_RO_ROW(name, property)                                                              \
  FN(#name, "p{contact}:f", get_##name, NULL, "'" property "' of a parallel bond."),
#define PART_ROW(name, property, along)                                                            \
  FN(#name, "p{contact}:f", get_##name, NULL,                                                      \
     "Part of '" property                                                                          \
     "' of a parallel bond; compression positive, shear in 3D its magnitude."),

/* clang-format off */
static const scr_fish_fn rows[] = {
    STRENGTHS(STRENGTH_ROW)
    FN("c_pb", "p{contact}:p", get_c_pb, NULL, "Its parallel bond while that holds, else null."),
    NUMBERS_RW(NUMBER_RW_ROW)
    NUMBERS_RO(NUMBER_RO_ROW)
    PARTS(PART_ROW)
};
/* clang-format on */

/* What today has for them, as in lib_legacy.c. */
#define STRENGTH_TODAY(name, property)                                                             \
  {#name, "=contact.prop(*,'" property "')\n(cp)\n  " #name                                        \
          " = 0.0\n  if contact.model(cp) = 'linearcbond' then\n"                                  \
          "    if contact.prop(cp,'cb_state') = 3 then\n      " #name                              \
          " = contact.prop(cp,'" property "')\n    endif\n  endif\n"},
#define NUMBER_TODAY(name, property) {#name, "contact.prop(*,'" property "')"},
static const struct {
  const char *name, *today;
} todays[] = {
    /* clang-format off */
    STRENGTHS(STRENGTH_TODAY)
    NUMBERS_RW(NUMBER_TODAY)
    NUMBERS_RO(NUMBER_TODAY)
    /* clang-format on */
    {"c_pb", "(cp)\n  c_pb = null\n  if contact.model(cp) = 'linearpbond' then\n"
             "    if contact.prop(cp,'pb_state') = 3 then\n      c_pb = cp\n    endif\n  endif\n"},
    {"pb_nforce", "comp.x(contact.prop(*,'pb_force'))"},
    {"pb_sforce", "(cp)\n  local force = contact.prop(cp,'pb_force')\n  pb_sforce = comp.y(force)\n"
                  "  if global.dim = 3 then\n    pb_sforce = math.sqrt(comp.y(force)^2 + "
                  "comp.z(force)^2)\n  endif\n"},
    {"pb_mom", "(cp)\n  local moment = contact.prop(cp,'pb_moment')\n  pb_mom = moment\n"
               "  if global.dim = 3 then\n    pb_mom = math.sqrt(comp.y(moment)^2 + "
               "comp.z(moment)^2)\n  endif\n"},
    {"pb_tmom", "(cp)\n  pb_tmom = 0.0\n  if global.dim = 3 then\n"
                "    pb_tmom = comp.x(contact.prop(cp,'pb_moment'))\n  endif\n"},
};

const char *scr_lib_legacy_bond_today(const char *name) {
  for (size_t k = 0; k < SCR_COUNTOF(todays); k++)
    if (scr_casecmp(todays[k].name, name) == 0) return todays[k].today;
  return NULL;
}
const scr_lib_rows scr_lib_rows_legacy_bond = {rows, SCR_COUNTOF(rows)};
