/* FISH: contact.* */
#include "script/lib_private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "base/xsum.h"
#include "world/state/rows.h"

/* ---- shared with the legacy names ---- */

scr_contact scr_lib_contact(const scr_world *w, const scr_val *p) {
  scr_contact c = {0};
  bool alive = scr_contact_of_ref(w, p->ref, &c);
  assert(alive);
  SCR_UNUSED(alive);
  return c;
}

scr_val scr_lib_contact_ptr(scr_world *w, scr_contact c) {
  return scr_val_ptr(SCR_K_CONTACT, scr_contact_ref(w, c));
}

scr_val scr_lib_contact_end(const scr_world *w, scr_contact c, int end) {
  scr_kind kind;
  uint32_t row;
  scr_contact_end(w, c, end - 1, &kind, &row);
  return scr_lib_ptr(w, kind, row);
}

/* ---- properties, laws, methods ---- */

static bool find_prop(scr_fish *f, scr_contact c, const char *name, const scr_prop **p) {
  const scr_model *m = scr_contact_model(scr_world_of(f), c);
  *p = scr_model_prop(m, name);
  if (*p) return true;
  scr_nearest near = {.word = name};
  for (int k = 0; k < m->nprop; k++) scr_nearest_offer(&near, m->prop[k].name);
  scr_diag *d = scr_fish_diag(f);
  scr_fail(d, NULL, SCR_E_NAME, "the contact law '%s' has no property '%s'", m->name, name);
  return near.best ? scr_hint(d, "did you mean '%s'?", near.best) : false;
}

bool scr_lib_contact_prop(scr_fish *f, scr_contact c, const char *name, scr_val *out) {
  const scr_prop *p;
  double x[3];
  char room[SCR_TEXT];
  if (!find_prop(f, c, name, &p)) return false;
  int n = scr_contact_get(scr_world_of(f), c, p, x);
  const char *text = scr_contact_text(scr_world_of(f), c, p, room);
  if (text) {
    *out = scr_val_str(text);
    return true;
  }
  switch (p->type) {
  case SCR_P_INT: *out = scr_val_int((int64_t)x[0]); break;
  case SCR_P_BOOL: *out = scr_val_bool(x[0] != 0); break;
  default: *out = scr_lib_reals(n, x);
  }
  return true;
}

/* The name of a function that may give the force of a contact. */
static bool law_symbol(scr_fish *f, const scr_val *value, double *word) {
  const char *name;
  if (!scr_lib_string_arg(f, value, "the name of a function", &name)) return false;
  const int symbol = scr_fish_symbol(f, name, false);
  if (!scr_lib_law_symbol(f, NULL, name, symbol)) return false;
  *word = scr_word(&scr_world_of(f)->words, scr_fish_symbol_name(f, symbol));
  return true;
}

/* The name of a table of strength; 0: none. */
static bool law_table(scr_fish *f, const scr_prop *p, const scr_val *value, double *word) {
  *word = 0;
  if (value->type == SCR_V_INT && value->i == 0) return true;
  const scr_xytable *t = scr_lib_table_there(f, value);
  if (!t && value->type == SCR_V_VEC) return scr_table_hint(scr_fish_diag(f), p);
  if (!t || !scr_table_suits(scr_fish_diag(f), NULL, p, t)) return false;
  *word = scr_word(&scr_world_of(f)->words, t->name);
  return true;
}

bool scr_lib_law_symbol(scr_fish *f, const scr_loc *at, const char *name, int symbol) {
  scr_diag *d = scr_fish_diag(f);
  if (symbol < 0 || !scr_fish_is_function(f, symbol))
    return scr_fail(d, at, SCR_E_NAME, "no FISH function '%s' is defined", name);
  if (scr_fish_takes(f, symbol) == SCR_LAW_ARGS) return true;
  scr_fail(d, at, SCR_E_VALUE, "'%s' takes %d argument%s; the law 'fish' hands over %d", name,
           scr_fish_takes(f, symbol), scr_fish_takes(f, symbol) == 1 ? "" : "s", SCR_LAW_ARGS);
  return scr_hint(d, "contact, activated, can fail, gap, displacement, rotation, mass, timestep, "
                     "energies");
}

/* The numbers of a value for property p: a vector, a number, a boolean where one is meant. */
static bool prop_value(scr_fish *f, const scr_prop *p, const scr_val *value, double x[3], int *n) {
  *n = 1;
  if (p->flags & SCR_PROP_TEXT)
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "property '%s' cannot be set", p->name);
  if (p->flags & SCR_PROP_TABLE) return law_table(f, p, value, x);
  if (p->flags & SCR_PROP_NAME) return law_symbol(f, value, x);
  const int want = scr_ptype_numbers(p->type, scr_world_of(f)->dim);
  if (want > 1) {
    *n = want;
    return scr_lib_numbers_arg(f, value, want, x) ||
           scr_hint(scr_fish_diag(f), "it is for the property '%s'", p->name);
  }
  if (p->type == SCR_P_BOOL && value->type == SCR_V_BOOL) {
    x[0] = value->b;
    return true;
  }
  if (!scr_lib_numbers_arg(f, value, 1, x))
    return scr_hint(scr_fish_diag(f), "it is for the property '%s'", p->name);
  if (p->type == SCR_P_INT && x[0] != floor(x[0]))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "the property '%s' takes whole numbers",
                    p->name);
  return true;
}

/* A force that does not stay is told of once a property. */
static bool warn_loss(scr_fish *f, scr_contact c, const scr_prop *p) {
  char key[SCR_TEXT];
  const scr_loss loss = scr_contact_loses(scr_world_of(f), c, p);
  if (loss == SCR_LOSS_NONE) return true;
  snprintf(key, sizeof key, "force of %s", p->name);
  if (!scr_extras_tell(&scr_lib_of(f)->props, key)) return true;
  return scr_warn(scr_fish_diag(f), NULL, SCR_E_VALUE, "%s'%s' does not stay: %s",
                  scr_loss_text[loss][0], p->name, scr_loss_text[loss][1]);
}

bool scr_lib_contact_set_prop(scr_fish *f, scr_contact c, const char *name, const scr_val *value) {
  scr_world *w = scr_world_of(f);
  const scr_prop *p;
  double x[3];
  int n;
  if (!find_prop(f, c, name, &p) || !prop_value(f, p, value, x, &n)) return false;
  if (w->giving) return scr_contact_set(w, scr_fish_diag(f), c, p, x, n);
  double before = scr_energy_state(w);
  bool ok = scr_contact_set(w, scr_fish_diag(f), c, p, x, n);
  if (ok) scr_energy_edited(w, before);
  return ok && warn_loss(f, c, p);
}

static bool may_change_law(scr_fish *f) {
  return scr_may_edit_laws(scr_world_of(f), scr_fish_diag(f));
}

const char *scr_lib_law_refused(const char *name, const char **why) {
  static const struct {
    const char *name, *why;
  } law[] = {
#define LAW(name, why) {name, why},
#include "script/laws.def"
#undef LAW
  };
  for (size_t k = 0; k < SCR_COUNTOF(law); k++) {
    if (scr_casecmp(law[k].name, name) != 0) continue;
    if (why) *why = law[k].why;
    return law[k].name;
  }
  return NULL;
}

/* The nearest one, or all there are. */
static bool hint_laws(scr_diag *d, const char *name) {
  scr_buf all = {0};
  scr_nearest near = {.word = name};
  for (int k = 0; k < scr_model_count(); k++) {
    scr_nearest_offer(&near, scr_model_at(k)->name);
    scr_buf_printf(&all, "%s%s", k ? ", " : "", scr_model_at(k)->name);
  }
  if (near.best)
    scr_hint(d, "did you mean '%s'?", near.best);
  else
    scr_hint(d, "laws are: %s", all.s);
  scr_buf_free(&all);
  return false;
}

bool scr_lib_law_unknown(scr_diag *d, const scr_loc *at, const char *name) {
  const char *why;
  if (!scr_lib_law_refused(name, &why)) {
    scr_fail(d, at, SCR_E_NAME, "there is no contact law '%s'", name);
    return hint_laws(d, name);
  }
  scr_fail(d, at, SCR_E_UNSUPPORTED, "the contact law '%s' is not supported by scree", name);
  return scr_hint(d, "%s", why);
}

const scr_model *scr_lib_law(scr_fish *f, const char *name) {
  const scr_model *m = scr_model_find(name);
  if (!m) scr_lib_law_unknown(scr_fish_diag(f), NULL, name);
  return m;
}

bool scr_lib_contact_set_model(scr_fish *f, scr_contact c, const char *name) {
  scr_world *w = scr_world_of(f);
  const scr_model *m = may_change_law(f) ? scr_lib_law(f, name) : NULL;
  if (!m) return false;
  double before = scr_energy_state(w);
  bool ok = scr_contact_set_model(w, scr_fish_diag(f), c, m);
  if (ok) scr_energy_edited(w, before);
  return ok;
}

bool scr_lib_contact_inhibited(const scr_world *w, scr_contact c) {
  return w->pair[c.type].flag[c.k] & SCR_PAIR_INHIBIT;
}

bool scr_lib_contact_inhibit(scr_fish *f, scr_contact c, bool on) {
  scr_world *w = scr_world_of(f);
  if (!may_change_law(f)) return false;
  if (on == scr_lib_contact_inhibited(w, c)) return true;
  scr_world_sync(w);
  double before = scr_energy_state(w);
  scr_contact_inhibit(w, c, on);
  scr_world_sync(w); /* sums of forces without this contact */
  scr_energy_edited(w, before);
  return true;
}

SCR_LIB_GET(contact_inhibit) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_bool(scr_lib_contact_inhibited(w, scr_lib_contact(w, &args[0])));
  return true;
}

SCR_LIB_SET(set_contact_inhibit) {
  SCR_UNUSED(n);
  return scr_lib_contact_inhibit(f, scr_lib_contact(scr_world_of(f), &args[0]),
                                 scr_val_truth(value));
}

/* A property by its name, or by its place among those of the contact's law. */
static bool prop_name(scr_fish *f, const scr_val *args, const char **name) {
  const scr_world *w = scr_world_of(f);
  size_t k = 0;
  if (args[1].type != SCR_V_INT)
    return scr_lib_name_arg(f, &args[1], "the name or the index of a property", name);
  const scr_model *m = scr_contact_model(w, scr_lib_contact(w, &args[0]));
  if (!scr_lib_index_arg(f, &args[1], "the index of a property", (size_t)m->nprop, &k))
    return false;
  *name = m->prop[k].name;
  return true;
}

static scr_extras *own_props(scr_fish *f) { return &scr_lib_of(f)->props; }

/* A value that the contact keeps under a name of its own; NULL: there is none. */
static const scr_val *own_prop(scr_fish *f, const scr_val *c, const char *name) {
  return scr_any_prop(name) ? NULL : scr_free_prop(own_props(f), SCR_K_CONTACT, c->ref, name);
}

SCR_LIB_GET(contact_prop) {
  const char *name;
  SCR_UNUSED(n);
  if (!prop_name(f, args, &name)) return false;
  const scr_val *own = own_prop(f, &args[0], name);
  if (own) {
    *out = scr_val_hold(*own);
    return true;
  }
  return scr_lib_contact_prop(f, scr_lib_contact(scr_world_of(f), &args[0]), name, out);
}

static bool set_own_prop(scr_fish *f, const scr_val *c, const char *name, const scr_val *value) {
  if (!scr_free_prop_fits(value))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE,
                    "a property is a number, a boolean, a string or a vector, not %s",
                    scr_vtype_phrase(value->type));
  if (!scr_lib_may_set(f, c)) return false;
  scr_free_prop_set(own_props(f), SCR_K_CONTACT, c->ref, name, scr_val_hold(*value));
  return true;
}

SCR_LIB_SET(set_contact_prop) {
  const char *name;
  SCR_UNUSED(n);
  if (!prop_name(f, args, &name)) return false;
  if (args[1].type == SCR_V_STR && scr_lib_prop_is_free(name))
    return set_own_prop(f, &args[0], name, value);
  return scr_lib_contact_set_prop(f, scr_lib_contact(scr_world_of(f), &args[0]), name, value);
}

SCR_LIB_GET(contact_prop_index) {
  const scr_world *w = scr_world_of(f);
  const scr_contact c = scr_lib_contact(w, &args[0]);
  const scr_prop *p;
  SCR_UNUSED(n);
  if (!find_prop(f, c, scr_val_cstr(&args[1], NULL), &p)) return false;
  *out = scr_val_int(p - scr_contact_model(w, c)->prop + 1);
  return true;
}

SCR_LIB_GET(contact_isprop) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  const scr_model *m = scr_contact_model(w, scr_lib_contact(w, &args[0]));
  const char *name = scr_val_cstr(&args[1], NULL);
  *out = scr_val_bool(scr_model_prop(m, name) || own_prop(f, &args[0], name));
  return true;
}

SCR_LIB_GET(contact_model) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_str(scr_contact_model(w, scr_lib_contact(w, &args[0]))->name);
  return true;
}

SCR_LIB_SET(set_contact_model) {
  SCR_UNUSED(n);
  return scr_lib_contact_set_model(f, scr_lib_contact(scr_world_of(f), &args[0]),
                                   scr_val_cstr(value, NULL));
}

SCR_LIB_GET(contact_inherit) {
  const scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  const scr_prop *p;
  SCR_UNUSED(n);
  if (!find_prop(f, c, scr_val_cstr(&args[1], NULL), &p)) return false;
  *out = scr_val_bool(scr_contact_inherits(w, c, p));
  return true;
}

SCR_LIB_SET(set_contact_inherit) {
  scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  const scr_prop *p;
  SCR_UNUSED(n);
  if (!find_prop(f, c, scr_val_cstr(&args[1], NULL), &p)) return false;
  if (!(p->flags & SCR_PROP_INHERIT))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                    "the property '%s' is not one that contacts inherit", p->name);
  if (w->giving) return scr_refuse_while_giving(scr_fish_diag(f));
  double before = scr_energy_state(w);
  scr_contact_set_inherit(w, c, p, scr_val_truth(value));
  scr_energy_edited(w, before);
  return true;
}

static bool find_method(scr_fish *f, const scr_model *m, const char *name,
                        const scr_method **method) {
  scr_nearest near = {.word = name};
  for (int k = 0; k < m->nmethod; k++) {
    *method = &m->method[k];
    if (scr_casecmp((*method)->name, name) == 0) return true;
    scr_nearest_offer(&near, (*method)->name);
  }
  scr_diag *d = scr_fish_diag(f);
  scr_fail(d, NULL, SCR_E_NAME, "the contact law '%s' has no method '%s'", m->name, name);
  return near.best ? scr_hint(d, "did you mean '%s'?", near.best) : false;
}

bool scr_lib_law_method(scr_fish *f, const char *name) {
  scr_nearest near = {.word = name};
  for (int m = 0; m < scr_model_count(); m++) {
    const scr_model *model = scr_model_at(m);
    for (int k = 0; k < model->nmethod; k++) {
      if (scr_casecmp(model->method[k].name, name) == 0) return true;
      scr_nearest_offer(&near, model->method[k].name);
    }
  }
  return scr_lib_unknown(f, "the method", name, near.best);
}

enum { METHOD_ARGS = 8 };

/* Values for the arguments of a method in their order; those in brackets may be left out at the
 * end. */
static bool method_args(scr_fish *f, const scr_method *m, size_t n, const scr_val *value,
                        scr_marg *arg) {
  scr_diag *d = scr_fish_diag(f);
  size_t known = 0;
  for (; m->args && m->args[known]; known++) {
    assert(known < METHOD_ARGS);
    arg[known] = (scr_marg){m->args[known], 0, known < n};
    if (known < n && !scr_lib_numbers_arg(f, &value[known], 1, &arg[known].value)) return false;
    if (known >= n && m->args[known][0] != '[')
      return scr_fail(d, NULL, SCR_E_VALUE, "the method '%s' needs a value for '%s'", m->name,
                      m->args[known]);
  }
  if (n <= known) return true;
  return scr_fail(d, NULL, SCR_E_VALUE, "the method '%s' takes %zu values, not %zu", m->name, known,
                  n);
}

/* Is it an array n x 2 of names and values, as PFC 5 has them? */
static bool is_pairs(const scr_val *v) {
  return v->type == SCR_V_ARRAY && scr_val_ndim(v) == 2 && scr_val_dims(v)[1] == 2 &&
         scr_val_size(v) > 0 && scr_val_items(v)[0].type == SCR_V_STR;
}

/* The place of an argument among those of the method, which may be cut short, as in commands; -1:
 * there is none of that name. */
static int arg_named(const scr_method *m, const char *name) {
  const size_t n = strlen(name);
  for (int k = 0; m->args && m->args[k]; k++) {
    const char *own = m->args[k] + (m->args[k][0] == '[');
    if (n > 0 && n <= strcspn(own, "]") && scr_ncasecmp(own, name, n) == 0) return k;
  }
  return -1;
}

/* One value for the argument at place k; a vector is for those that follow it, too. */
static bool put_arg(scr_fish *f, const scr_method *m, int k, const scr_val *v, scr_marg *arg) {
  const int n = v->type == SCR_V_VEC ? v->dim : 1;
  double x[3];
  for (int j = 0; j < n; j++)
    if (!m->args[k + j])
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE,
                      "'%s' of the method '%s' takes %d values", arg[k].name, m->name, j);
  if (!scr_lib_numbers_arg(f, v, n, x)) return false;
  for (int j = 0; j < n; j++) arg[k + j].value = x[j], arg[k + j].given = true;
  return true;
}

static bool named_args(scr_fish *f, const scr_method *m, const scr_val *pairs, scr_marg *arg) {
  const scr_val *item = scr_val_items(pairs);
  for (int k = 0; m->args && m->args[k]; k++) arg[k] = (scr_marg){m->args[k], 0, false};
  for (size_t row = 0; row < scr_val_size(pairs) / 2; row++, item += 2) {
    const char *name;
    if (!scr_lib_string_arg(f, item, "the name of an argument", &name)) return false;
    const int k = arg_named(m, name);
    if (k < 0)
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_NAME, "the method '%s' has no argument '%s'",
                      m->name, name);
    if (!put_arg(f, m, k, item + 1, arg)) return false;
  }
  for (int k = 0; m->args && m->args[k]; k++)
    if (!arg[k].given && m->args[k][0] != '[')
      return scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "the method '%s' needs a value for '%s'",
                      m->name, m->args[k]);
  return true;
}

/* contact.method(c, name, values...), or all values in one list or array, or by name. */
SCR_LIB_GET(contact_method) {
  scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  const scr_val *value = args + 2;
  size_t count = (size_t)(n - 2);
  const scr_method *m = NULL;
  scr_marg arg[METHOD_ARGS];
  const bool named = count == 1 && is_pairs(value);
  if (!named && count == 1 && (value->type == SCR_V_LIST || value->type == SCR_V_ARRAY)) {
    count = scr_val_size(value);
    value = scr_val_items(value);
  }
  if (!find_method(f, scr_contact_model(w, c), scr_val_cstr(&args[1], NULL), &m)) return false;
  if (!(named ? named_args(f, m, value, arg) : method_args(f, m, count, value, arg))) return false;
  double before = scr_energy_state(w);
  const bool may = !scr_method_bonds(m) || scr_contact_may_bond(w, c, NULL);
  if (may && !scr_contact_method(w, scr_fish_diag(f), c, m, arg)) return false;
  scr_energy_edited(w, before);
  *out = scr_val_bool(may);
  return true;
}

/* ---- find and list ---- */

static bool type_named(scr_fish *f, const scr_val *v, int *type) {
  scr_nearest near = {0};
  const char *name;
  if (!scr_lib_string_arg(f, v, "a type of contact", &name)) return false;
  *type = scr_contact_type_find(name);
  if (*type >= 0) return true;
  near.word = name;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) scr_nearest_offer(&near, scr_contact_type_name[t]);
  return scr_lib_unknown(f, "the contact type", name, near.best);
}

static bool no_type(scr_fish *f, int64_t number) {
  scr_buf b = {0};
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    scr_buf_printf(&b, "%s'%s' (%d)", t ? " or " : "", scr_contact_type_name[t],
                   scr_lib_type_number(t));
  scr_fail(scr_fish_diag(f), NULL, SCR_E_VALUE, "%lld is no type of contacts: expected %s",
           (long long)number, b.s);
  scr_buf_free(&b);
  return false;
}

/* A type by name or number; *type is -1 where args[at] is not given. */
bool scr_lib_contact_type(scr_fish *f, int n, const scr_val *args, int at, int *type) {
  const int first = scr_lib_type_number(0), last = first + SCR_CONTACT_TYPES - 1;
  *type = -1;
  if (n <= at) return true;
  const char *name;
  if (args[at].type != SCR_V_INT)
    return scr_lib_name_arg(f, &args[at], "a type of contact", &name) &&
           type_named(f, &args[at], type);
  if (args[at].i < first || args[at].i > last) return no_type(f, args[at].i);
  *type = (int)args[at].i - first;
  return true;
}

static bool is_id(int64_t id) { return id > 0 && id < UINT32_MAX; }

/* The contact of two pieces, whose ids may come in any order where both are balls. */
static bool find_between(scr_world *w, int type, uint32_t id1, uint32_t id2, scr_contact *out) {
  scr_contact *c = NULL;
  const uint32_t ball = scr_ball_find(w, id1);
  size_t n = ball == SCR_NONE ? 0 : scr_contacts_of(w, SCR_K_BALL, ball, true, &c), k = 0;
  for (; k < n; k++) {
    const uint32_t ends[] = {scr_contact_end_id(w, c[k], 0), scr_contact_end_id(w, c[k], 1)};
    if ((int)c[k].type != type) continue;
    const int other = type != SCR_BALL_BALL || ends[0] == id1;
    if (ends[other] == id2) break;
  }
  if (k < n) *out = c[k];
  scr_free(c);
  return k < n;
}

SCR_LIB_GET(contact_find) {
  scr_world *w = scr_world_of(f);
  scr_contact c;
  int type;
  if (!scr_lib_contact_type(f, n, args, 0, &type)) return false;
  bool found = is_id(args[1].i) && (n < 3 || is_id(args[2].i));
  if (found)
    found = n < 3 ? scr_contact_find(w, (scr_contact_type)type, (uint32_t)args[1].i, &c)
                  : find_between(w, type, (uint32_t)args[1].i, (uint32_t)args[2].i, &c);
  *out = found ? scr_lib_contact_ptr(w, c) : scr_val_null();
  return true;
}

static scr_val contact_values(scr_world *w, const scr_contact *c, size_t n) {
  scr_val list = scr_val_list(n);
  scr_val *item = scr_val_items(&list);
  for (size_t k = 0; k < n; k++) item[k] = scr_lib_contact_ptr(w, c[k]);
  scr_val_fleeting(&list);
  return list;
}

/* Is args[at] a type that contacts never have here? */
static bool never_there(int n, const scr_val *args, int at) {
  return n > at && args[at].type == SCR_V_STR &&
         scr_contact_type_absent(scr_val_cstr(&args[at], NULL)) >= 0;
}

static bool list_contacts(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  scr_world *w = scr_world_of(f);
  scr_contact *c = NULL;
  int type;
  const bool picks = n == 1 && args[0].type == SCR_V_LIST;
  if (never_there(n, args, 0)) return *out = contact_values(w, NULL, 0), true;
  if (!scr_lib_contact_type(f, picks ? 0 : n, args, 0, &type))
    return args[0].type == SCR_V_INT && args[0].i > 0 &&
           scr_hint(scr_fish_diag(f), "one contact of the list: l = contact.list, then l(%lld)",
                    (long long)args[0].i);
  size_t count = scr_contact_list(w, type, all, &c);
  scr_val list = contact_values(w, c, count);
  scr_free(c);
  if (!picks) return *out = list, true;
  const bool good = scr_fish_pick(f, "contact.list", &list, &args[0], out);
  scr_val_drop(&list);
  return good;
}

static bool grouped_contacts(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  scr_world *w = scr_world_of(f);
  const char *group = scr_val_cstr(&args[0], NULL);
  scr_contact *c = NULL;
  int type;
  if (!scr_lib_contact_type(f, n, args, 1, &type)) return false;
  size_t count = scr_contact_list(w, type, all, &c), kept = 0;
  for (size_t k = 0; k < count; k++)
    if (scr_group_is(w, scr_contact_groups(w, c[k]), group, NULL)) c[kept++] = c[k];
  *out = contact_values(w, c, kept);
  scr_free(c);
  return true;
}

static bool count_contacts(scr_fish *f, int n, const scr_val *args, bool all, scr_val *out) {
  int type;
  if (never_there(n, args, 0)) return *out = scr_val_int(0), true;
  if (!scr_lib_contact_type(f, n, args, 0, &type)) return false;
  *out = scr_val_int((int64_t)scr_contact_count(scr_counts_of(f), type, all));
  return true;
}

SCR_LIB_GET(contact_list) { return list_contacts(f, n, args, false, out); }
SCR_LIB_GET(contact_list_all) { return list_contacts(f, n, args, true, out); }
SCR_LIB_GET(contact_groupmap) { return grouped_contacts(f, n, args, false, out); }
SCR_LIB_GET(contact_groupmap_all) { return grouped_contacts(f, n, args, true, out); }
SCR_LIB_GET(contact_num) { return count_contacts(f, n, args, false, out); }
SCR_LIB_GET(contact_num_all) { return count_contacts(f, n, args, true, out); }

/* Of a contact, or the number of a type given by name. */
SCR_LIB_GET(contact_typeid) {
  int type;
  if (args[0].type == SCR_V_PTR && args[0].kind == SCR_K_CONTACT) {
    *out = scr_val_int(scr_lib_type_number(scr_lib_contact(scr_world_of(f), &args[0]).type));
    return true;
  }
  const int absent =
      args[0].type == SCR_V_STR ? scr_contact_type_absent(scr_val_cstr(&args[0], NULL)) : -1;
  if (absent >= 0)
    type = SCR_CONTACT_TYPES + absent;
  else if (!scr_lib_contact_type(f, n, args, 0, &type))
    return false;
  *out = scr_val_int(scr_lib_type_number(type));
  return true;
}

SCR_LIB_GET(contact_id) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_int(scr_contact_id(w, scr_lib_contact(w, &args[0])));
  return true;
}

SCR_LIB_GET(contact_active) {
  const scr_world *w = scr_world_of(f);
  SCR_UNUSED(n);
  *out = scr_val_bool(scr_contact_active(w, scr_lib_contact(w, &args[0])));
  return true;
}

static bool contact_end(scr_fish *f, int end, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  *out = scr_lib_contact_end(w, scr_lib_contact(w, &args[0]), end);
  return true;
}

SCR_LIB_GET(contact_end1) { return SCR_UNUSED(n), contact_end(f, 1, args, out); }
SCR_LIB_GET(contact_end2) { return SCR_UNUSED(n), contact_end(f, 2, args, out); }

/* ---- quantities: each is one row of world/columns.h ---- */

static bool quantity(scr_fish *f, int q, int n, const scr_val *args, scr_val *out) {
  const scr_world *w = scr_world_of(f);
  const int comps = scr_quantity_comps(&scr_contact_quantity[q], w->dim);
  double x[3];
  int k;
  if (!scr_lib_component_arg(f, n, args, 1, comps, &k)) return false;
  scr_contact_read(w, scr_lib_contact(w, &args[0]), q, x);
  *out = k < 0 ? scr_lib_reals(comps, x) : scr_val_real(x[k]);
  return true;
}

#define QUANTITY_CALL(id, ...)                                                                     \
  SCR_LIB_GET(get_##id) { return quantity(f, SCR_Q_##id, n, args, out); }
SCR_CONTACT_ROWS(QUANTITY_CALL)
#define QUANTITY_ROW(id, name, unit, doc, form, assigned, flags, fish, fishdoc, functions)         \
  {fish,     1,    2,    "p{contact}" SCR_LIB_INDEX_##form ":" SCR_LIB_LETTER_##form,              \
   get_##id, NULL, NULL, (flags)&SCR_Q_SHAPE ? SCR_FN_SHAPE : 0,                                   \
   fishdoc},
static const scr_fish_fn quantity_rows[] = {SCR_CONTACT_ROWS(QUANTITY_ROW)};
const scr_lib_rows scr_lib_rows_contact_quantities = {quantity_rows, SCR_COUNTOF(quantity_rows)};

static bool turn(scr_fish *f, const scr_val *args, scr_val *out,
                 void (*how)(const scr_contact_geometry *g, const double from[3], double to[3])) {
  const scr_world *w = scr_world_of(f);
  scr_contact_geometry g;
  double from[3], to[3];
  if (!scr_lib_vec_arg(f, &args[1], from)) return false;
  scr_contact_geometry_of(w, scr_lib_contact(w, &args[0]), &g);
  how(&g, from, to);
  *out = scr_lib_vec(w, to);
  return true;
}

SCR_LIB_GET(contact_to_global) { return SCR_UNUSED(n), turn(f, args, out, scr_contact_to_global); }
SCR_LIB_GET(contact_to_local) { return SCR_UNUSED(n), turn(f, args, out, scr_contact_to_local); }

/* Rows of a stress; of a matrix as large as the dimension, or of 3 by 3. */
static bool stress_arg(scr_fish *f, const scr_val *a, double m[9]) {
  const size_t dim = (size_t)scr_world_of(f)->dim,
               rows = a->type == SCR_V_MATRIX ? scr_val_rows(a) : 0;
  memset(m, 0, 9 * sizeof *m);
  if (a->type == SCR_V_TENSOR) {
    const double *t = scr_val_reals(a); /* xx, yy, zz, xy, xz, yz */
    memcpy(m, (double[]){t[0], t[3], t[4], t[3], t[1], t[5], t[4], t[5], t[2]}, 9 * sizeof *m);
    return true;
  }
  if (rows == 0 || scr_val_cols(a) != rows || (rows != 3 && rows != dim))
    return scr_fail(scr_fish_diag(f), NULL, SCR_E_TYPE, "a stress is a tensor or a %s matrix",
                    dim == 3 ? "3 by 3" : "2 by 2");
  for (size_t k = 0; k < rows * rows; k++) m[3 * (k / rows) + k % rows] = scr_val_reals(a)[k];
  return true;
}

/* What a stress does to the plane of the contact, by its area. */
SCR_LIB_GET(contact_from_stress) {
  SCR_UNUSED(n);
  const scr_world *w = scr_world_of(f);
  scr_contact_geometry g;
  double m[9], traction[3];
  if (!stress_arg(f, &args[1], m)) return false;
  scr_contact_geometry_of(w, scr_lib_contact(w, &args[0]), &g);
  for (int k = 0; k < 3; k++) traction[k] = scr_dot3(&m[3 * k], g.n);
  scr_contact_to_local(&g, traction, traction);
  *out = scr_lib_vec(w, traction);
  return true;
}

/* ---- energies ---- */

static bool no_energy(scr_fish *f, const scr_model *m, const char *name) {
  scr_nearest near = {.word = name};
  for (int k = 0; k < m->nenergy; k++) scr_nearest_offer(&near, m->energy[k].name);
  scr_diag *d = scr_fish_diag(f);
  scr_fail(d, NULL, SCR_E_NAME, "the contact law '%s' has no energy '%s'", m->name, name);
  return near.best ? scr_hint(d, "did you mean '%s'?", near.best) : false;
}

SCR_LIB_GET(contact_energy) {
  scr_world *w = scr_world_of(f);
  scr_contact c = scr_lib_contact(w, &args[0]);
  const char *name = scr_val_cstr(&args[1], NULL);
  double value;
  SCR_UNUSED(n);
  if (!scr_contact_energy(w, c, name, &value)) return no_energy(f, scr_contact_model(w, c), name);
  *out = scr_val_real(value);
  return true;
}

SCR_LIB_GET(contact_isenergy) {
  scr_world *w = scr_world_of(f);
  double value;
  SCR_UNUSED(n);
  *out = scr_val_bool(
      scr_contact_energy(w, scr_lib_contact(w, &args[0]), scr_val_cstr(&args[1], NULL), &value));
  return true;
}

bool scr_lib_law_energy(scr_fish *f, const char *name) {
  scr_nearest near = {.word = name};
  for (int m = 0; m < scr_model_count(); m++) {
    const scr_model *model = scr_model_at(m);
    for (int k = 0; k < model->nenergy; k++) {
      if (scr_energy_is(model->energy[k].name, name)) return true;
      scr_nearest_offer(&near, model->energy[k].name);
    }
  }
  return scr_lib_unknown(f, "the energy", name, near.best);
}

/* The sum over the contacts there are; correctly rounded, so that it does not depend on their
 * order. */
SCR_LIB_GET(contact_energy_sum) {
  scr_world *w = scr_world_of(f);
  const char *name = scr_val_cstr(&args[0], NULL);
  scr_contact *c = NULL;
  scr_xsum sum = {0};
  double value;
  SCR_UNUSED(n);
  if (!scr_lib_law_energy(f, name)) return false;
  size_t count = scr_contact_list(w, -1, true, &c);
  for (size_t k = 0; k < count; k++)
    if (scr_contact_energy(w, c[k], name, &value)) scr_xsum_add(&sum, value);
  scr_free(c);
  *out = scr_val_real(scr_xsum_value(&sum));
  return true;
}

/* ---- rows ---- */

#define FN(name, min, max, sig, get, doc)                                                          \
  { name, min, max, sig, get, NULL, NULL, 0, doc }
#define OF(name, result, get, doc)                                                                 \
  { name, 1, 1, "p{contact}:" result, get, NULL, NULL, 0, doc }
#define FN_SET(name, min, max, sig, get, set, doc)                                                 \
  { name, min, max, sig, get, set, NULL, 0, doc }
#define SHAPE(name, n, sig, get, doc)                                                              \
  { name, n, n, "p{contact}" sig, get, NULL, NULL, SCR_FN_SHAPE, doc }
static const scr_fish_fn rows[] = {
    FN("contact.find", 2, 3, "*dd:p", contact_find,
       "The contact of a type ('ball-ball') with that id, or between the pieces with two ids; null "
       "if none."),
    FN("contact.list", 0, 1, "*:l", contact_list,
       "The active contacts, of one type or all; a list of booleans or places picks some of all."),
    FN("contact.list.all", 0, 1, "*:l", contact_list_all,
       "The contacts, of one type or all; a list of booleans or places picks some of all."),
    FN("contact.groupmap", 1, 2, "s*:l", contact_groupmap,
       "The active contacts of one type or all that are in a group, in any slot, by type and id."),
    FN("contact.groupmap.all", 1, 2, "s*:l", contact_groupmap_all,
       "The same with inactive contacts."),
    FN("contact.num", 0, 1, "*:i", contact_num,
       "How many active contacts there are, of one type or all."),
    FN("contact.num.all", 0, 1, "*:i", contact_num_all,
       "How many contacts there are, of one type or all."),
    FN("contact.typeid", 1, 1, "*:i", contact_typeid,
       "Number of its type, or of the type with that name."),
    SHAPE("contact.id", 1, ":i", contact_id, "Its id, unique in its type."),
    OF("contact.active", "b", contact_active, "Does it carry force?"),
    SHAPE("contact.end1", 1, ":p", contact_end1, "The ball at its first end."),
    SHAPE("contact.end2", 1, ":p", contact_end2, "The ball or facet at its second end."),
    SHAPE("contact.to.global", 2, "v:v", contact_to_global,
          "A vector of the contact frame (normal, s, t) in the global frame."),
    SHAPE("contact.to.local", 2, "v:v", contact_to_local, "A global vector in the contact frame."),
    SHAPE(
        "contact.force.from.stress", 2, "*:v", contact_from_stress,
        "The traction (Pa) of a stress, a tensor or 3 by 3 matrix, on the plane of the contact, in "
        "the contact frame: times an area it is a force."),
    FN_SET("contact.model", 1, 1, "p{contact}:s=s", contact_model, set_contact_model,
           "Name of its law."),
    FN_SET("contact.prop", 2, 2, "p{contact}*:v=*", contact_prop, set_contact_prop,
           "A property of its law, by name or index: a number, or a vector in the contact frame, "
           "normal positive in compression."),
    FN("contact.prop.index", 2, 2, "p{contact}s:i", contact_prop_index,
       "The index of a property of its law, for contact.prop."),
    FN("contact.isprop", 2, 2, "p{contact}s:b", contact_isprop,
       "Has its law that property, or does it keep one of that name?"),
    FN_SET("contact.inherit", 2, 2, "p{contact}s:b=b", contact_inherit, set_contact_inherit,
           "Does the property follow the surface properties of the pieces?"),
    FN_SET("contact.inhibit", 1, 1, "p{contact}:b=b", contact_inhibit, set_contact_inhibit,
           "Is it switched off?"),
    FN("contact.method", 2, -1, "p{contact}s*...:b", contact_method,
       "Runs a method of its law with values in the order of the method's arguments."),
    FN("contact.energy", 2, 2, "p{contact}s:f", contact_energy,
       "An energy of the contact, J ('energy-strain')."),
    FN("contact.isenergy", 2, 2, "p{contact}s:b", contact_isenergy, "Has its law that energy?"),
    FN("contact.energy.sum", 1, 1, "s:f", contact_energy_sum,
       "An energy summed over all contacts, J."),
};
const scr_lib_rows scr_lib_rows_contact = {rows, SCR_COUNTOF(rows)};
