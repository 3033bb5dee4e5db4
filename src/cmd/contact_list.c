/* Contacts and the CMAT as lists: `contact list`, `contact cmat list`. */
#include "cmd/contact_list.h"

#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/columns.h"
#include "cmd/range.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

void scr_method_arg_name(const char *arg, char out[SCR_METHOD_NAME]) {
  size_t n = strcspn(arg + (*arg == '['), "]");
  n = SCR_MIN(n, SCR_METHOD_NAME - 1u);
  memcpy(out, arg + (*arg == '['), n);
  out[n] = 0;
}

bool scr_args_contacts(scr_args *a, bool all, scr_contact **c, size_t *n) {
  scr_range *r = NULL;
  *c = NULL;
  bool ok = scr_args_range(a, &r) && scr_args_finish(a) && scr_range_contacts(a->s, r, all, c, n);
  scr_range_free(r);
  return ok;
}

static void put_real(scr_buf *out, double x) {
  char text[32];
  scr_format_real(text, x, false);
  scr_buf_puts(out, text);
}

static void put_vector(scr_buf *out, const double *v, int n) {
  for (int k = 0; k < n; k++) {
    scr_buf_puts(out, k ? "," : "(");
    put_real(out, v[k]);
  }
  scr_buf_puts(out, ")");
}

static void put_entry(const scr_world *w, const scr_cmat_entry *e, scr_buf *out) {
  scr_buf_printf(out, "model %s", e->model->name);
  for (int k = 0; k < e->nmethod; k++) {
    const scr_cmat_method *m = &e->method[k];
    scr_buf_printf(out, " method %s", m->method->name);
    for (int j = 0; m->method->args[j] && j < SCR_METHOD_ARGS; j++) {
      char name[40];
      scr_method_arg_name(m->method->args[j], name);
      if (!m->arg[j].given) continue;
      scr_buf_printf(out, " %s%s", strcmp(name, "+") == 0 ? "" : name,
                     strcmp(name, "+") == 0 ? "" : " ");
      put_real(out, m->arg[j].value);
    }
  }
  bool first = true;
  for (int k = 0; k < e->model->nprop; k++) {
    const scr_prop *p = &e->model->prop[k];
    if (p->kind != SCR_PROP_PARAM || scr_prop_first(p) != p) continue;
    bool given = e->given & scr_prop_bits(p),
         fixed = (p->flags & SCR_PROP_INHERIT) && !(e->inherit >> p->slot & 1);
    if (!given && !fixed) continue;
    scr_buf_printf(out, "%s %s ", first ? " property" : "", p->name);
    if (p->flags & SCR_PROP_NAME)
      scr_buf_puts(out, scr_word_text(&w->words, (uint32_t)e->param[p->slot]));
    else if (scr_ptype_numbers(p->type, w->dim) > 1)
      put_vector(out, &e->param[p->slot], p->type == SCR_P_PAIR ? 2 : 3);
    else
      put_real(out, e->param[p->slot]);
    if (fixed) scr_buf_puts(out, " inheritance off");
    first = false;
  }
  if (e->proximity < 0) return;
  scr_buf_puts(out, " proximity ");
  put_real(out, e->proximity);
}

bool scr_cmat_list(scr_args *a) {
  scr_world *w = world_of(a);
  scr_columns out = {0};
  scr_columns_cell(&out, "entry");
  scr_columns_cell(&out, "law, methods, properties (SI units)");
  scr_columns_row(&out);
  for (int k = 0; k < scr_cmat_count(w); k++) {
    int index, range;
    scr_buf b = {0};
    const scr_cmat_entry *e = scr_cmat_at(w, k, &index, &range);
    put_entry(w, e, &b);
    char *text = range >= 0 ? scr_range_text(scr_named_range_at(a->s, (size_t)range)->range) : NULL;
    if (index > 0)
      scr_columns_cell(&out, "%d", index);
    else
      scr_columns_cell(&out, "fracture"); /* its range names it */
    scr_columns_cell(&out, "%s%s%s", b.s, text ? " range " : "", text ? text : "");
    scr_columns_row(&out);
    scr_free(text);
    scr_buf_free(&b);
  }
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_buf b = {0};
    put_entry(w, scr_cmat_default(w, (scr_contact_type)t), &b);
    scr_columns_cell(&out, "default type %s", scr_contact_type_name[t]);
    scr_columns_cell(&out, "%s", b.s);
    scr_columns_row(&out);
    scr_buf_free(&b);
  }
  scr_columns_print(a->s, &out);
  return true;
}

enum {
  LIST_ALL,
  LIST_ENERGY,
  LIST_FORCE,
  LIST_GAP,
  LIST_GROUP,
  LIST_MECHANICAL,
  LIST_MODEL,
  LIST_NORMAL,
  LIST_PROPERTY,
  LIST_TYPE
};
#define OF_LAW "!'scree help LAW' lists what a contact law has"
const scr_word_row scr_contacts_list_words[] = {
    {"all", "", "inactive contacts, too"},
    {"energy", "[<s>]", "an energy of the law, J; without a name all that it has"},
    {"force", "[local]",
     "force on end 2, N; local: normal (compression positive), and in the contact plane"},
    {"gap", "", "gap, m"},
    {"group", "[slot <s>]", "group"},
    {"mechanical", "", "the process; may be left out"},
    {"model", "", "law"},
    {"normal", "", "unit normal from end 1 to end 2"},
    {"property", "[<s>]", "a property; without a name all that the law has"},
    {"type", "<s>", "only contacts of this type"},
    {"extra", "", "!extra variables are not listed; print contact.extra from FISH"},
    {"domain", "", "!contacts have no domain of their own; 'model list domain' shows that of all"},
    {"energylist", "", OF_LAW},
    {"methodlist", "", OF_LAW},
    {"modellist", "", "!laws are listed by 'scree help'; 'model' shows that of each contact"},
    {"propertylist", "", OF_LAW},
    {"moment", "", "!moments are not listed; FISH has them: contact.moment.on1"},
    {"shear", "", "!the shear direction is not listed; 'force local' has the parts of the force"},
    {"thermal", "", SCR_NO_THERMAL},
    {0},
};

enum { MAX_COLUMNS = 16 };
typedef struct list_plan {
  bool all;
  int type, n;
  struct list_column {
    int what;
    int quantity; /* of the words that are quantities; else -1 */
    char *name;   /* of the property, energy or slot */
    scr_loc at;   /* of the word */
  } col[MAX_COLUMNS];
} list_plan;

static struct list_column list_column_of(int what, const scr_loc *at) {
  return (struct list_column){
      what, scr_quantity_find(scr_contact_quantity, scr_contacts_list_words[what].word), NULL, *at};
}

static bool list_property(scr_args *a, char **name) {
  if (!scr_args_more(a) || scr_args_next_is(a, scr_contacts_list_words))
    return true; /* all of them */
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "the name of a property", name)) return false;
  return scr_any_prop(*name) || scr_lib_prop_is_free(*name) ||
         scr_prop_unknown(a, &at, NULL, *name);
}

bool scr_args_law_energy(scr_args *a, char **name) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "the name of an energy", name)) return false;
  scr_nearest near = {.word = *name};
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int e = 0; e < m->nenergy; e++) {
      scr_nearest_offer(&near, m->energy[e].name);
      if (!scr_energy_is(m->energy[e].name, *name)) continue;
      scr_free(*name);
      return *name = scr_strdup(m->energy[e].name), true;
    }
  }
  scr_fail(a->diag, &at, SCR_E_NAME, "no contact law has an energy '%s'", *name);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

static bool list_energy(scr_args *a, char **name) {
  if (!scr_args_more(a) || scr_args_next_is(a, scr_contacts_list_words)) return true;
  return scr_args_law_energy(a, name);
}

static bool list_word(scr_args *a, list_plan *p) {
  int w;
  if (!scr_args_word(a, scr_contacts_list_words, &w)) return false;
  scr_args_again(a);
  if (w == LIST_ALL) return p->all = true;
  if (w == LIST_MECHANICAL) return true;
  if (w == LIST_TYPE) return scr_args_contact_type(a, &p->type);
  scr_loc at = scr_args_last(a);
  if (p->n == MAX_COLUMNS)
    return scr_fail(a->diag, &at, SCR_E_LIMIT, "more than %d columns in one list", p->n);
  struct list_column *c = &p->col[p->n++];
  *c = list_column_of(w, &at);
  if (w == LIST_PROPERTY && scr_args_more(a)) c->at = scr_args_loc(a);
  if (w == LIST_PROPERTY) return list_property(a, &c->name);
  if (w == LIST_ENERGY) return list_energy(a, &c->name);
  if (w == LIST_FORCE && scr_args_take(a, "local")) {
    c->quantity = SCR_Q_CONTACT_LOCAL_FORCE;
    return (c->name = scr_strdup("local")) != NULL;
  }
  if (w == LIST_GROUP && scr_args_take(a, "slot")) return scr_args_slot(a, &c->name);
  return true;
}

static void put_ends(const scr_world *w, scr_contact c, scr_columns *out) {
  for (int end = 0; end < 2; end++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(w, c, end, &kind, &row);
    scr_columns_cell(out, "%s %u", scr_lib_kinds[kind], (unsigned)scr_contact_end_id(w, c, end));
  }
}

static void put_quantity(const scr_world *w, scr_contact c, int q, scr_columns *out) {
  double v[3];
  scr_contact_read(w, c, q, v);
  scr_columns_reals(out, v, scr_quantity_comps(&scr_contact_quantity[q], w->dim));
}

void scr_free_prop_cell(const scr_extras *props, scr_kind kind, scr_ref ref, const char *name,
                        scr_columns *out) {
  const scr_val *own = scr_free_prop(props, kind, ref, name);
  scr_buf b = {0};
  if (own) scr_val_format(own, &b);
  scr_columns_cell(out, "%s", own ? b.s : "-");
  scr_buf_free(&b);
}

static void put_property(const scr_args *a, scr_contact c, const char *name, scr_columns *out) {
  double v[3];
  char room[SCR_TEXT];
  scr_world *w = world_of(a);
  const scr_prop *p = scr_model_prop(scr_contact_model(w, c), name);
  const char *text = p ? scr_contact_text(w, c, p, room) : NULL;
  if (text)
    scr_columns_cell(out, "%s", text);
  else if (p)
    scr_columns_reals(out, v, scr_contact_get(w, c, p, v));
  else
    scr_free_prop_cell(&a->lib->props, SCR_K_CONTACT, scr_contact_ref(w, c), name, out);
}

void scr_free_props_put(const scr_extras *props, scr_kind kind, scr_ref ref, scr_buf *b) {
  const scr_val all = scr_extra_get(props, kind, ref, 0);
  const size_t n = all.type == SCR_V_MAP ? scr_val_size(&all) : 0;
  for (size_t k = 0; k < n; k++) {
    const scr_val *key;
    scr_val *value;
    scr_val_map_at(&all, k, &key, &value);
    scr_buf_printf(b, "%s%s ", b->n ? "  " : "", scr_val_cstr(key, NULL));
    scr_val_format(value, b);
  }
}

/* Name and value of each property of the law. */
static void put_properties(const scr_args *a, scr_contact c, scr_columns *out) {
  scr_world *w = world_of(a);
  const scr_model *m = scr_contact_model(w, c);
  scr_buf b = {0};
  for (int k = 0; k < m->nprop; k++) {
    double v[3];
    char text[32], room[SCR_TEXT];
    const int n = scr_contact_get(w, c, &m->prop[k], v);
    scr_buf_printf(&b, "%s%s %s", k ? "  " : "", m->prop[k].name, n > 1 ? "(" : "");
    const char *own = scr_contact_text(w, c, &m->prop[k], room);
    if (own) {
      scr_buf_puts(&b, own);
      continue;
    }
    for (int i = 0; i < n; i++) {
      scr_format_real(text, v[i], false);
      scr_buf_printf(&b, "%s%s", i ? "," : "", text);
    }
    if (n > 1) scr_buf_puts(&b, ")");
  }
  scr_free_props_put(&a->lib->props, SCR_K_CONTACT, scr_contact_ref(w, c), &b);
  scr_columns_cell(out, "%s", b.s ? b.s : "-");
  scr_buf_free(&b);
}

/* Name and value of each energy of the law, J. */
static void put_energies(const scr_args *a, scr_contact c, scr_columns *out) {
  scr_world *w = world_of(a);
  const scr_model *m = scr_contact_model(w, c);
  scr_buf b = {0};
  for (int k = 0; k < m->nenergy; k++) {
    double value;
    if (!scr_contact_energy(w, c, m->energy[k].name, &value)) continue;
    scr_buf_printf(&b, "%s%s ", b.n ? "  " : "", m->energy[k].name);
    put_real(&b, value);
  }
  scr_columns_cell(out, "%s", b.s ? b.s : "-");
  scr_buf_free(&b);
}

static void put_cell(const scr_args *a, scr_contact c, const struct list_column *col,
                     scr_columns *out) {
  double v[3];
  scr_world *w = world_of(a);
  if (col->quantity >= 0) return put_quantity(w, c, col->quantity, out);
  switch (col->what) {
  case LIST_ENERGY:
    if (!col->name)
      put_energies(a, c, out);
    else if (scr_contact_energy(w, c, col->name, v))
      scr_columns_real(out, v[0]);
    else
      scr_columns_cell(out, "-");
    break;
  case LIST_GROUP:
    if (col->name)
      scr_columns_cell(out, "%s", scr_group_get(w, scr_contact_groups(w, c), col->name));
    else
      scr_columns_groups(out, w, scr_contact_groups(w, c));
    break;
  case LIST_MODEL: scr_columns_cell(out, "%s", scr_contact_model(w, c)->name); break;
  case LIST_PROPERTY:
    if (col->name)
      put_property(a, c, col->name, out);
    else
      put_properties(a, c, out);
    break;
  }
}

static const char *unit_of(const struct list_column *c) {
  if (c->quantity >= 0) return scr_contact_quantity[c->quantity].unit;
  switch (c->what) {
  case LIST_ENERGY: return "J";
  case LIST_PROPERTY: return c->name && scr_any_prop(c->name) ? scr_any_prop(c->name)->unit : "";
  default: return "";
  }
}

static void list_heads(const list_plan *p, scr_columns *out) {
  static const char *const head[] = {"contact", "type", "end1", "end2", "active"};
  for (size_t k = 0; k < SCR_COUNTOF(head); k++) scr_columns_cell(out, "%s", head[k]);
  for (int k = 0; k < p->n; k++) {
    const struct list_column *c = &p->col[k];
    char name[80];
    snprintf(name, sizeof name, "%s%s%s", scr_contacts_list_words[c->what].word, c->name ? " " : "",
             c->name ? c->name : "");
    scr_columns_head(out, name, unit_of(c));
  }
  scr_columns_row(out);
}

static void list_print(scr_args *a, const list_plan *p, const scr_contact *c, size_t n) {
  scr_world *w = world_of(a);
  scr_columns out = {0};
  list_heads(p, &out);
  for (size_t k = 0; k < n && !scr_session_interrupted(a->s); k++) {
    if (p->type >= 0 && c[k].type != (uint32_t)p->type) continue;
    scr_columns_cell(&out, "%u", (unsigned)scr_contact_id(w, c[k]));
    scr_columns_cell(&out, "%s", scr_contact_type_name[c[k].type]);
    put_ends(w, c[k], &out);
    scr_columns_cell(&out, "%s", scr_contact_active(w, c[k]) ? "yes" : "no");
    for (int j = 0; j < p->n; j++) put_cell(a, c[k], &p->col[j], &out);
    scr_columns_row(&out);
  }
  scr_columns_print(a->s, &out);
}

/* A property that no law has must be one that a contact in the list keeps. */
static bool list_own(scr_args *a, const struct list_column *col, const scr_contact *c, size_t n) {
  if (col->what != LIST_PROPERTY || !col->name || scr_any_prop(col->name) || !n) return true;
  for (size_t k = 0; k < n; k++)
    if (scr_free_prop(&a->lib->props, SCR_K_CONTACT, scr_contact_ref(world_of(a), c[k]), col->name))
      return true;
  scr_fail(a->diag, &col->at, SCR_E_NAME, "no contact law has a property '%s'", col->name);
  return scr_hint(a->diag, "nor does a contact in the list keep one of that name");
}

bool scr_contacts_list(scr_args *a) {
  list_plan p = {.type = -1};
  scr_contact *c = NULL;
  size_t n = 0;
  bool ok = true;
  while (ok && scr_args_more(a)) ok = list_word(a, &p);
  ok = ok && scr_args_contacts(a, p.all, &c, &n);
  static const int usual[] = {LIST_MODEL, LIST_GAP, LIST_FORCE};
  if (p.n == 0)
    for (size_t k = 0; k < SCR_COUNTOF(usual); k++)
      p.col[p.n++] = list_column_of(usual[k], &a->loc);
  for (int k = 0; ok && k < p.n; k++) ok = list_own(a, &p.col[k], c, n);
  if (ok) list_print(a, &p, c, n);
  for (int k = 0; k < p.n; k++) scr_free(p.col[k].name);
  scr_free(c);
  return ok;
}
