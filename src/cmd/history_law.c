/* Properties and energies as histories record them: see history_law.h. */
#include "cmd/history_law.h"

#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/contact_list.h"

/* A property that contacts have is one of a law, or of their own; pieces have those of surfaces. */
static const scr_prop *known_property(scr_kind kind, const char *name) {
  return kind == SCR_K_CONTACT ? scr_any_prop(name) : scr_surface_prop(name);
}

static bool read_property(scr_args *a, scr_kind kind, char **name) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a property", name)) return false;
  const scr_prop *p = known_property(kind, *name);
  if (p && p->flags & (SCR_PROP_NAME | SCR_PROP_TEXT))
    return scr_fail(a->diag, &at, SCR_E_TYPE, "the property '%s' is a text, not a number", *name);
  if (p) return true;
  if (scr_lib_prop_is_free(*name)) return scr_args_needs(a, "property", *name, &at), true;
  return kind == SCR_K_CONTACT ? scr_prop_unknown(a, &at, NULL, *name)
                               : scr_surface_unknown(a, &at, *name);
}

bool scr_recorded_read(scr_args *a, scr_recorded what, scr_kind kind, char **name) {
  return what == SCR_RECORDS_ENERGY ? scr_args_law_energy(a, name) : read_property(a, kind, name);
}

int scr_recorded_comps(const scr_world *w, scr_kind kind, const char *name) {
  int most = known_property(kind, name) ? 1 : w->dim; /* of a name of its own it may be a vector */
  if (kind == SCR_K_BALL && scr_end_prop(name)) return 3;
  for (int k = 0; kind == SCR_K_CONTACT && k < scr_model_count(); k++) {
    const scr_prop *p = scr_model_prop(scr_model_at(k), name);
    if (p) most = SCR_MAX(most, scr_ptype_numbers(p->type, w->dim));
  }
  return most;
}

static int of_value(const scr_val *v, double out[3]) {
  if (!v) return 0;
  if (v->type == SCR_V_VEC) return memcpy(out, v->v, sizeof v->v), v->dim;
  if (v->type == SCR_V_BOOL) return out[0] = v->b, 1;
  return scr_val_number(v, out);
}

static const scr_piece *piece_of(const scr_recorded_of *of) {
  return of->kind == SCR_K_BALL ? &scr_ball_piece : &scr_wall_piece;
}

static scr_ref ref_of(scr_world *w, const scr_recorded_of *of) {
  return of->kind == SCR_K_CONTACT ? scr_contact_ref(w, of->contact)
                                   : piece_of(of)->ref(w, of->row);
}

static int of_property(scr_lib *lib, const char *name, const scr_recorded_of *of, double v[3]) {
  scr_world *w = lib->world;
  if (of->kind == SCR_K_CONTACT) {
    const scr_prop *p = scr_model_prop(scr_contact_model(w, of->contact), name);
    if (p) return scr_contact_get(w, of->contact, p, v);
  } else {
    if (of->kind == SCR_K_BALL && scr_ball_vector(w, of->row, name, v)) return 3;
    if (piece_of(of)->surface(w, of->row, name, v)) return 1;
  }
  return of_value(scr_free_prop(&lib->props, of->kind, ref_of(w, of), name), v);
}

static int of_extra(scr_lib *lib, const char *index, const scr_recorded_of *of, double v[3]) {
  const size_t k = (size_t)atoi(index) - 1;
  const scr_val value = scr_extra_get(&lib->extras, of->kind, ref_of(lib->world, of), k);
  return of_value(&value, v);
}

int scr_recorded_value(scr_lib *lib, scr_recorded what, const char *name, const scr_recorded_of *of,
                       double v[3]) {
  switch (what) {
  case SCR_RECORDS_EXTRA: return of_extra(lib, name, of, v);
  case SCR_RECORDS_ENERGY: return scr_contact_energy(lib->world, of->contact, name, v);
  default: return of_property(lib, name, of, v);
  }
}

/* A law that lacks it, or a surface that was given none, may have it later. */
static bool warn_lacks(scr_args *a, const scr_loc *at, scr_recorded what, const char *name,
                       const scr_recorded_of *of) {
  const char *kind = what == SCR_RECORDS_ENERGY ? "energy" : "property";
  if (of->kind == SCR_K_CONTACT)
    return scr_warn(
        a->diag, at, SCR_E_VALUE,
        "the law '%s' of the contact has no %s '%s': samples are nan until a law has it",
        scr_contact_model(a->lib->world, of->contact)->name, kind, name);
  return scr_warn(a->diag, at, SCR_E_VALUE,
                  "the %s has no property '%s' yet: samples are nan until it has one",
                  scr_lib_kinds[of->kind], name);
}

bool scr_recorded_settle(scr_args *a, const scr_loc *at, scr_recorded what, const char *name,
                         const scr_recorded_of *of) {
  double v[3];
  if (scr_recorded_value(a->lib, what, name, of, v) > 0) return true;
  if (what == SCR_RECORDS_EXTRA)
    return scr_warn(a->diag, at, SCR_E_TYPE,
                    "extra variable %s of the %s is no number or vector: samples are nan until it "
                    "is one",
                    name, scr_lib_kinds[of->kind]);
  if (what == SCR_RECORDS_ENERGY || known_property(of->kind, name))
    return warn_lacks(a, at, what, name, of);
  scr_fail(a->diag, at, SCR_E_NAME, "no contact law has a property '%s'", name);
  return scr_hint(a->diag, "nor does the %s keep a number or a vector of that name",
                  scr_lib_kinds[of->kind]);
}

const char *scr_recorded_unit(scr_recorded what, const char *name) {
  if (what != SCR_RECORDS_PROPERTY) return what == SCR_RECORDS_ENERGY ? "J" : "";
  const scr_prop *p = scr_any_prop(name);
  return p || (p = scr_end_prop(name)) ? p->unit : "";
}

bool scr_recorded_booked(const char *name) {
  for (int k = 0; k < scr_model_count(); k++)
    for (int e = 0; e < scr_model_at(k)->nenergy; e++)
      if (scr_model_at(k)->energy[e].accumulated &&
          strcmp(scr_model_at(k)->energy[e].name, name) == 0)
        return true;
  return false;
}
