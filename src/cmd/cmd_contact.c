/* Commands on contacts and on the CMAT, the table that says what law a new contact gets. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/contact_list.h"
#include "cmd/each.h"
#include "cmd/history.h"
#include "cmd/range.h"
#include "cmd/results.h"
#include "cmd/token.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- laws, properties, methods as words ---- */

enum { MAX_PAIRS = 32 };
/* `kn 1e6 [inheritance off]` */
typedef struct prop_pair {
  const scr_prop *prop; /* of the law asked for, or of the first one that has it */
  scr_loc at;           /* of the value */
  double v[3];
  int n;
  bool inherit_given, inherit;
  scr_each *each; /* gives the value of each contact; NULL: it is the same for all */
} prop_pair;

static bool is_bool_word(const scr_token *t) {
  static const char *const word[] = {"on", "off", "true", "false", "yes", "no"};
  if (t->type == SCR_T_VALUE) return t->val.type == SCR_V_BOOL;
  for (size_t k = 0; k < SCR_COUNTOF(word); k++)
    if (scr_casecmp(t->text, word[k]) == 0) return true;
  return false;
}

/* What cannot be inherited is not switched on in silence. */
static bool may_inherit(scr_args *a, const scr_loc *at, const scr_prop *p, bool on) {
  if (!on || (p->flags & SCR_PROP_INHERIT)) return true;
  return scr_fail(a->diag, at, SCR_E_VALUE, "the property '%s' is not one that contacts inherit",
                  p->name);
}

/* `inheritance` behind a value belongs to that property if a boolean follows it. */
static bool read_inheritance(scr_args *a, prop_pair *p) {
  bool follows = a->k + 1 < a->n && is_bool_word(&a->tok[a->k + 1]);
  if (!follows || !scr_args_take(a, "inheritance")) return true;
  p->inherit_given = true;
  scr_loc at = scr_args_loc(a);
  return scr_args_bool(a, "inheritance", &p->inherit) && may_inherit(a, &at, p->prop, p->inherit);
}

/* m NULL: any law. */
static bool read_prop_name(scr_args *a, const scr_model *m, const scr_prop **out) {
  char *name = NULL;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "the name of a property", &name)) return false;
  *out = m ? scr_model_prop(m, name) : scr_any_prop(name);
  bool ok = *out || scr_prop_unknown(a, &at, m, name);
  scr_free(name);
  return ok;
}

/* Of a property that is given twice the last value counts; two that share a parameter cannot both
 * be meant. */
static bool given_once(scr_args *a, const scr_prop *p, const scr_loc *at) {
  const scr_prop *first = scr_prop_first(p);
  bool again;
  if (!scr_args_twice(a, &p->name, at, p->name, &again)) return false; /* beside `first` */
  bool once = true;
  for (int k = p->slot; once && !again && k < p->slot + scr_prop_slots(p); k++)
    once = scr_args_once(a, (const char *)&first->doc + (k - first->slot), at, p->name);
  if (!once && first->slot == p->slot && first->type == p->type && first != p)
    scr_hint(a->diag, "it is another name of '%s'", first->name);
  return once;
}

static bool read_pair(scr_args *a, const scr_model *m, prop_pair *p) {
  *p = (prop_pair){0};
  const scr_loc name = scr_args_loc(a);
  if (!read_prop_name(a, m, &p->prop) || !given_once(a, p->prop, &name)) return false;
  p->at = scr_args_loc(a);
  if (scr_args_each_follows(a) && !(p->prop->flags & SCR_PROP_NAME))
    p->each = scr_alloc(sizeof *p->each);
  const bool ok =
      p->each ? scr_args_each(a, p->each) : scr_args_prop_value(a, p->prop, p->v, &p->n);
  return ok && read_inheritance(a, p);
}

/* Where the method and the values of its arguments stand, for what it refuses. */
typedef struct method_places {
  scr_loc method, arg[SCR_METHOD_ARGS];
} method_places;

/* The reason of a method starts with, or holds, the name of the argument it is about; else the
 * method is to blame. */
static bool method_refused(scr_args *a, const scr_method *m, const scr_marg *arg,
                           const method_places *at, const char *why) {
  char name[40];
  const scr_loc *blame = &at->method;
  for (int k = 0; m->args[k] && k < SCR_METHOD_ARGS; k++) {
    scr_method_arg_name(m->args[k], name);
    if (arg[k].given && at->arg[k].src && strstr(why, name)) blame = &at->arg[k];
  }
  return scr_fail(a->diag, blame, SCR_E_VALUE, "method '%s': %s", m->name, why);
}

static bool arg_is(const scr_method *m, int k, const char *row) {
  return k < SCR_METHOD_ARGS && m->args[k] && strcmp(m->args[k], row) == 0;
}

/* `gap 0 1e-3` is short for `gap 0 to 1e-3`. */
static bool take_upper(scr_args *a, const scr_method *m, scr_marg *arg, int k, method_places *at) {
  if (!arg_is(m, k, "[to]") || arg[k].given || !scr_args_number_follows(a)) return true;
  arg[k].given = true;
  at->arg[k] = scr_args_loc(a);
  return scr_args_real(a, "to", &arg[k].value);
}

/* A vector: its other components are the arguments "[+]" that follow. The law tells how many it
 * takes. */
static bool take_vector(scr_args *a, const scr_method *m, const char *name, scr_marg *arg, int k) {
  const scr_token *t = scr_args_peek(a);
  double v[3];
  int room = 1, n = 0;
  while (room < 3 && arg_is(m, k + room, "[+]")) room++;
  if (t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC) {
    n = SCR_MIN((int)t->val.dim, room);
    if (!scr_args_vector(a, name, n, v)) return false;
  } else {
    do
      if (!scr_args_real(a, name, &v[n++])) return false;
    while (n < room && scr_args_number_follows(a));
  }
  for (int j = 0; j < n; j++) arg[k + j].value = v[j], arg[k + j].given = true;
  return true;
}

static bool take_method_arg(scr_args *a, const scr_method *m, scr_marg *arg, method_places *at,
                            bool *taken) {
  char name[40];
  *taken = false;
  for (int k = 0; m->args[k] && k < SCR_METHOD_ARGS; k++) {
    scr_method_arg_name(m->args[k], name);
    if (!scr_args_take(a, name)) continue;
    const scr_loc word = scr_args_last(a);
    if (arg[k].given) return scr_fail(a->diag, &word, SCR_E_SYNTAX, "'%s' is given twice", name);
    *taken = arg[k].given = true;
    at->arg[k] = scr_args_loc(a);
    if (arg_is(m, k + 1, "[+]")) return take_vector(a, m, name, arg, k);
    if (!scr_args_real(a, name, &arg[k].value)) return false;
    return take_upper(a, m, arg, k + 1, at);
  }
  return true;
}

/* Methods put two bounds in order, as ranges do. */
static bool tell_order(scr_args *a, const scr_method *m, const scr_marg *arg,
                       const method_places *at) {
  for (int k = 1; k < SCR_METHOD_ARGS && m->args[k - 1]; k++)
    if (arg_is(m, k, "[to]") && arg[k - 1].given && arg[k].given &&
        arg[k].value < arg[k - 1].value && !a->unknowns &&
        !scr_warn(a->diag, &at->arg[k - 1], SCR_E_VALUE,
                  "the bounds are read in the other order: from %g to %g", arg[k].value,
                  arg[k - 1].value))
      return false;
  return true;
}

static bool read_method_args(scr_args *a, const scr_method *m, scr_marg *arg, method_places *at) {
  for (int k = 0; k < SCR_METHOD_ARGS; k++) arg[k] = (scr_marg){0};
  for (int k = 0; m->args[k] && k < SCR_METHOD_ARGS; k++) arg[k].name = m->args[k];
  for (bool taken = true; taken && scr_args_more(a);)
    if (!take_method_arg(a, m, arg, at, &taken)) return false;
  if (!tell_order(a, m, arg, at)) return false;
  for (int k = 0; m->args[k] && k < SCR_METHOD_ARGS; k++)
    if (!arg[k].given && m->args[k][0] != '[') {
      char what[48];
      snprintf(what, sizeof what, "'%s'", m->args[k]);
      scr_args_expected(a, what);
      return scr_hint(a->diag, "method '%s' needs '%s <f>'", m->name, m->args[k]);
    }
  return true;
}

static int place_among(const scr_word_row *row, const char *name) {
  int k = 0;
  while (row[k].word && strcmp(row[k].word, name) != 0) k++;
  return k;
}

static int args_of(const scr_method *m) {
  int n = 0;
  while (m->args[n]) n++;
  return n;
}

enum { MAX_METHOD_WORDS = 64 };
/* Names of the methods of m (NULL: of all laws) as words; the first law whose method has the most
 * arguments stands for it. */
static bool read_method_name(scr_args *a, const scr_model *m, const scr_method **out) {
  scr_word_row row[MAX_METHOD_WORDS + 1] = {{0}};
  const scr_method *of[MAX_METHOD_WORDS];
  int n = 0, which;
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *law = scr_model_at(k);
    for (int j = 0; (!m || m == law) && j < law->nmethod && n < MAX_METHOD_WORDS; j++) {
      const scr_method *own = &law->method[j];
      const int at = place_among(row, own->name);
      if (at < n && args_of(own) > args_of(of[at])) of[at] = own;
      if (at < n) continue;
      of[n] = own;
      row[n++] = (scr_word_row){own->name, "", own->doc};
    }
  }
  scr_loc at = scr_args_last(a); /* the word 'method' */
  if (!n)
    return scr_fail(a->diag, &at, SCR_E_NAME, "the law '%s' has no methods", m ? m->name : "");
  if (a->k < a->n && a->tok[a->k].type == SCR_T_STRING)
    a->tok[a->k].type = SCR_T_WORD; /* a method's name may be quoted */
  if (!scr_args_word(a, row, &which)) return false;
  scr_args_again(a);
  *out = of[which];
  return true;
}

/* ---- CMAT ---- */

enum {
  CMAT_INHERITANCE,
  CMAT_MECHANICAL,
  CMAT_METHOD,
  CMAT_MODEL,
  CMAT_PROPERTY,
  CMAT_PROXIMITY,
  CMAT_TYPE
};
static const scr_word_row cmat_words[] = {
    {"inheritance", "<s> <b> ...", "whether properties follow those of the surfaces"},
    {"mechanical", "", "the process; may be left out"},
    {"method", "<s> [<arg> <f>] ...", "methods of the law, run when a contact is made"},
    {"model", "<s>", "contact law"},
    {"property", "<s> <value> [inheritance <b>] ...", "properties of the law"},
    {"proximity", "<f>",
     "a contact exists up to this gap, or up to rgap if that is larger; default 0.05 of the "
     "smaller radius"},
    {"type", "<s>",
     "ball-ball or ball-facet; default both ('default', and 'add', whose range it narrows)"},
    {"thermal", "", SCR_NO_THERMAL},
    {"softbond", "", "!name the law after 'model'"},
    {"rblock-rblock", "", "!there are no rigid blocks"},
    {0},
};

typedef struct cmat_spec {
  scr_cmat_entry entry;
  scr_contact_type of; /* of the default that is read; SCR_BALL_BALL for others */
  bool alone;          /* of the defaults, this one alone is read */
  int type;            /* -1: not given */
  scr_loc type_at;
} cmat_spec;

/* A list of names goes on until a keyword that is no name of the law. */
static bool list_goes_on(const scr_args *a, const scr_model *m) {
  const scr_token *t = scr_args_peek(a);
  if (!scr_args_more(a)) return false;
  return t->type == SCR_T_STRING || (m ? scr_model_prop(m, t->text) : scr_any_prop(t->text)) ||
         !scr_args_next_is(a, cmat_words);
}

static void entry_inherit(scr_cmat_entry *e, const scr_prop *p, bool on) {
  if (!(p->flags & SCR_PROP_INHERIT)) return;
  e->inherit = on ? e->inherit | scr_prop_bits(p) : e->inherit & ~scr_prop_bits(p);
}

/* Does the law take the value? Where a check does not know the law (NULL), any law that has the
 * property will do. */
static bool value_suits(scr_args *a, const scr_model *m, const prop_pair *p) {
  if (m) return scr_prop_check(a->diag, &p->at, m, p->prop, p->v, p->n);
  return scr_surface_check(a, &p->at, p->prop->name, p->v, p->n);
}

/* A property that the law lacks and another has: PFC leaves it aside. */
static bool is_foreign(const scr_args *a, const scr_model *m) {
  const scr_token *t = scr_args_peek(a);
  return m && t && t->type != SCR_T_VALUE && !scr_model_prop(m, t->text) && scr_any_prop(t->text);
}

static bool skip_foreign(scr_args *a, const scr_model *m) {
  const scr_loc at = scr_args_loc(a);
  prop_pair p;
  return read_pair(a, NULL, &p) &&
         (a->reread ||
          scr_warn(a->diag, &at, SCR_E_NAME, "the law '%s' has no property '%s': it is ignored",
                   m->name, p.prop->name));
}

/* Does each of the values suit the law beside the others? */
static bool suits_all(scr_args *a, const scr_cmat_entry *e, const prop_pair *pair, int n) {
  for (int k = 0; k < n && e->model; k++)
    if (!scr_params_suit(a->diag, &pair[k].at, e->model, world_of(a)->dim, pair[k].prop, e->param,
                         NULL))
      return false;
  return true;
}

#define ANY_GAP 1e300

/* New contacts have no state yet; but a bond that holds (`sj_state 3`) is what `bond` makes. */
static bool cmat_state(scr_args *a, scr_cmat_entry *e, const prop_pair *p, const scr_loc *at) {
  const scr_model *m = e->model;
  const scr_method *bond = m ? scr_model_method(m, "bond") : NULL;
  if (!bond || !m->bonds || p->prop->kind != SCR_PROP_STATE || p->prop->slot != m->bond)
    return scr_fail(a->diag, at, SCR_E_VALUE,
                    "'%s' is state of a contact; set it with 'contact property'", p->prop->name);
  if (p->v[0] == SCR_BOND_NONE) return true;
  if (p->v[0] != SCR_BOND_HOLDS)
    return scr_fail(a->diag, &p->at, SCR_E_VALUE, "a new contact has no bond (0), or one (3)");
  if (e->nmethod == (int)SCR_COUNTOF(e->method))
    return scr_fail(a->diag, at, SCR_E_LIMIT, "at most %d methods in one entry", e->nmethod);
  if (!scr_args_once(a, bond, at, p->prop->name)) return false;
  scr_cmat_method *own = &e->method[e->nmethod++];
  *own = (scr_cmat_method){.method = bond};
  for (int k = 0; bond->args[k]; k++) own->arg[k].name = bond->args[k];
  own->arg[0].value = ANY_GAP, own->arg[0].given = true;
  return true;
}

/* A property that facets lack, in their default: words for both types mean the balls' one. */
static bool is_of_balls(const cmat_spec *c, const scr_prop *p) {
  return c->of == SCR_BALL_FACET && p->flags & SCR_PROP_END2;
}

static bool skip_of_balls(scr_args *a, const cmat_spec *c, const scr_prop *p, const scr_loc *at) {
  return !c->alone || scr_facet_has_none(a->diag, at, p);
}

static bool cmat_property(scr_args *a, cmat_spec *c) {
  scr_cmat_entry *e = &c->entry;
  prop_pair pair[SCR_MAX_PROP];
  int n = 0;
  do {
    prop_pair p;
    scr_loc at = scr_args_loc(a);
    if (is_foreign(a, e->model)) {
      if (!skip_foreign(a, e->model)) return false;
      continue;
    }
    if (!read_pair(a, e->model, &p) || !value_suits(a, e->model, &p)) return false;
    if (p.prop->kind != SCR_PROP_PARAM) {
      if (!cmat_state(a, e, &p, &at)) return false;
      continue;
    }
    if (is_of_balls(c, p.prop)) {
      if (!skip_of_balls(a, c, p.prop, &at)) return false;
      continue;
    }
    for (int k = 0; k < scr_prop_slots(p.prop); k++) e->param[p.prop->slot + k] = p.v[k] + 0.0;
    e->given |= scr_prop_bits(p.prop);
    if (p.inherit_given) entry_inherit(e, p.prop, p.inherit);
    if (n < SCR_MAX_PROP) pair[n++] = p;
  } while (list_goes_on(a, e->model));
  return suits_all(a, e, pair, n);
}

static bool cmat_inheritance(scr_args *a, cmat_spec *c) {
  scr_cmat_entry *e = &c->entry;
  do {
    const scr_prop *p;
    bool on;
    scr_loc at = scr_args_loc(a);
    if (!read_prop_name(a, e->model, &p) || !scr_args_once(a, &p->flags, &at, p->name))
      return false; /* beside its value */
    if (!scr_args_bool(a, "inheritance", &on) || !may_inherit(a, &at, p, on)) return false;
    if (!is_of_balls(c, p))
      entry_inherit(e, p, on);
    else if (!skip_of_balls(a, c, p, &at))
      return false;
  } while (list_goes_on(a, e->model));
  return true;
}

/* Why a method refuses its arguments on two unit balls; NULL: it does not. */
static const char *refused_by(const scr_args *a, const scr_cmat_entry *e, const scr_method *m,
                              const scr_marg *arg, bool of_entry) {
  const scr_ends unit = {
      .radius = {1, 1}, .curvature = {1, 1}, .mass = {1, 1}, .dim = world_of(a)->dim};
  double param[SCR_MAX_PARAM];
  uint64_t clears;
  if (!e->model) return NULL; /* an entry of a file that is only checked */
  memcpy(param, e->param, sizeof param);
  const char *why = scr_method_try(e->model, m, &unit, arg, param, &clears);
  return why == scr_not_there && !of_entry ? NULL : why; /* in a file that is only checked */
}

/* What a method refuses is refused now, not when a contact is born. */
static bool try_method(scr_args *a, const scr_cmat_entry *e, const scr_method *m,
                       const scr_marg *arg, const method_places *at, bool of_entry) {
  const char *why = refused_by(a, e, m, arg, of_entry);
  return !why || method_refused(a, m, arg, at, why);
}

static bool cmat_method(scr_args *a, scr_cmat_entry *e) {
  const int most = (int)SCR_COUNTOF(e->method);
  do {
    method_places at = {.method = scr_args_loc(a)};
    if (e->nmethod == most)
      return scr_fail(a->diag, &at.method, SCR_E_LIMIT, "at most %d methods in one entry", most);
    scr_cmat_method *m = &e->method[e->nmethod++];
    if (!read_method_name(a, e->model, &m->method) ||
        !scr_args_once(a, m->method, &at.method, m->method->name))
      return false;
    if (!read_method_args(a, m->method, m->arg, &at)) return false;
    if (!try_method(a, e, m->method, m->arg, &at, true)) return false;
  } while (list_goes_on(a, e->model));
  return true;
}

static bool cmat_proximity(scr_args *a, scr_cmat_entry *e) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the proximity", &e->proximity)) return false;
  return e->proximity >= 0 ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the proximity must not be negative");
}

static bool cmat_model(scr_args *a, scr_cmat_entry *e, scr_contact_type of) {
  const scr_model *m;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_law(a, &m) || !scr_law_suits(a->diag, &at, m, world_of(a)->dim, of)) return false;
  double proximity = e->proximity;
  *e = scr_cmat_entry_of(m);
  e->proximity = proximity;
  return true;
}

static bool cmat_word(scr_args *a, cmat_spec *c) {
  int w;
  if (!scr_args_word(a, cmat_words, &w)) return false;
  if (w <= CMAT_METHOD || w == CMAT_PROPERTY) scr_args_again(a);
  switch (w) {
  case CMAT_INHERITANCE: return cmat_inheritance(a, c);
  case CMAT_MECHANICAL: return true;
  case CMAT_METHOD: return cmat_method(a, &c->entry);
  case CMAT_MODEL: return cmat_model(a, &c->entry, c->of);
  case CMAT_PROPERTY: return cmat_property(a, c);
  case CMAT_PROXIMITY: return cmat_proximity(a, &c->entry);
  case CMAT_TYPE: c->type_at = scr_args_last(a); return scr_args_contact_type(a, &c->type);
  }
  return false;
}

static bool cmat_read(scr_args *a, cmat_spec *c) {
  c->type = -1;
  if (a->dry) c->entry.model = NULL; /* whichever law stands there when the command runs */
  if (!scr_args_more(a))
    return scr_args_expected(a, "model, property, method, inheritance or proximity");
  while (scr_args_more(a))
    if (!cmat_word(a, c)) return false;
  return true;
}

/* What a token says, be it written or the value of FISH. */
static const char *name_in(const scr_token *t) {
  return t->type == SCR_T_VALUE && t->val.type == SCR_V_STR ? scr_val_cstr(&t->val, NULL) : t->text;
}

/* The type may stand anywhere among the words, yet decides what they start from. -1: both types;
 * SCR_CONTACT_TYPES: one that contacts never have here. *told: what says so. */
static int cmat_type_ahead(const scr_args *a, const scr_token **told) {
  for (int k = a->k; k + 1 < a->n; k++) {
    if (a->tok[k].type != SCR_T_WORD) continue;
    if (strlen(a->tok[k].text) > 2 && scr_abbreviates(a->tok[k].text, "range")) break;
    if (!scr_abbreviates(a->tok[k].text, "type")) continue;
    *told = &a->tok[k + 1];
    const int type = scr_contact_type_find(name_in(*told));
    if (type >= 0) return type;
    if (scr_contact_type_absent(name_in(*told)) >= 0) return SCR_CONTACT_TYPES;
  }
  return -1;
}

/* A check goes on behind an error in a command with the law that it named, so that later lines are
 * read by it. */
static void cmat_law_known(scr_args *a, const scr_cmat_entry *e, int only) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (only < 0 || only == t) scr_cmat_set_default(world_of(a), (scr_contact_type)t, e);
}

/* `type pebble-facet`: nothing else is to be done. */
static bool cmat_for_nobody(scr_args *a, const scr_token *t) {
  a->k = a->n;
  return scr_warn(a->diag, &t->loc, SCR_E_UNSUPPORTED,
                  "without effect: contacts of type '%s' never come about, as there are neither "
                  "clumps nor rigid blocks",
                  name_in(t));
}

/* The words are read once for each type, because each starts from what its own default holds. */
static bool cmat_default(scr_args *a) {
  scr_world *w = world_of(a);
  cmat_spec spec[SCR_CONTACT_TYPES];
  const scr_token *told;
  int start = a->k, only = cmat_type_ahead(a, &told);
  if (only == SCR_CONTACT_TYPES) return cmat_for_nobody(a, told);
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    if (only >= 0 && only != t) continue;
    spec[t].of = (scr_contact_type)t;
    spec[t].alone = only >= 0;
    spec[t].entry = *scr_cmat_default(w, (scr_contact_type)t);
    a->k = start;
    a->ngiven = 0;
    if (cmat_read(a, &spec[t])) {
      a->reread = true;
      continue;
    }
    if (scr_args_checks(a) && !a->dry) cmat_law_known(a, &spec[t].entry, only);
    return false;
  }
  if (!scr_args_finish(a)) return false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++)
    if (only < 0 || only == t) scr_cmat_set_default(w, (scr_contact_type)t, &spec[t].entry);
  return true;
}

static const scr_word_row process_words[] = {
    {"mechanical", "", "the process; may be left out"},
    {"thermal", "", SCR_NO_THERMAL},
    {0},
};

static bool read_process(scr_args *a) {
  int w;
  return !scr_args_next_is(a, process_words) || scr_args_word(a, process_words, &w);
}

/* The detection distance of all entries, those to come included. */
static bool cmat_list(scr_args *a) {
  return read_process(a) && scr_args_finish(a) && scr_cmat_list(a);
}

static bool cmat_proximities(scr_args *a) {
  scr_world *w = world_of(a);
  scr_cmat_entry given = {0};
  if (!read_process(a)) return false;
  scr_args_take(a, "proximity");
  if (!cmat_proximity(a, &given) || !scr_args_finish(a)) return false;
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    scr_cmat_entry e = *scr_cmat_default(w, (scr_contact_type)t);
    e.proximity = given.proximity;
    scr_cmat_set_default(w, (scr_contact_type)t, &e);
  }
  for (int k = 0; k < scr_cmat_count(w); k++) {
    int index, range;
    scr_cmat_entry e = *scr_cmat_at(w, k, &index, &range);
    e.proximity = given.proximity;
    scr_cmat_add(w, index, &e, range);
  }
  return true;
}

static bool cmat_index(scr_args *a, int *index) {
  int64_t i;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "the number of an entry", &i)) return false;
  if (i < 1 || i > INT32_MAX) return scr_fail(a->diag, &at, SCR_E_VALUE, "entries count from 1");
  *index = (int)i;
  return true;
}

/* Place of an entry in the table; -1: none. */
static int cmat_place(scr_world *w, int index, const scr_cmat_entry **e, int *range) {
  for (int k = 0; k < scr_cmat_count(w); k++) {
    int have;
    scr_cmat_entry *at = scr_cmat_at(w, k, &have, range);
    if (have != index) continue;
    *e = at;
    return k;
  }
  return -1;
}

static bool type_needs_range(scr_args *a, const cmat_spec *c, const char *why) {
  scr_fail(a->diag, &c->type_at, SCR_E_SYNTAX, "%s", why);
  return scr_hint(a->diag, "use a range: range contact type '%s'", scr_contact_type_name[c->type]);
}

static bool cmat_read_entry(scr_args *a, cmat_spec *c) {
  return cmat_read(a, c) &&
         (c->type < 0 || type_needs_range(a, c, "'type' belongs to 'contact cmat default'"));
}

/* A type among the words of a new entry is one more element of its range: contacts of that type
 * alone, also where the range is a union. */
static bool narrow_to_type(scr_args *a, const cmat_spec *c, scr_range **r) {
  if (c->type < 0) return true;
  char *old = *r ? scr_range_text(*r) : NULL;
  scr_buf b = {0};
  if (old) scr_buf_printf(&b, "%s ", old);
  scr_buf_printf(&b, *r && scr_range_is_union(*r) ? "of-type '%s'" : "contact type '%s'",
                 scr_contact_type_name[c->type]);
  scr_range *both = scr_range_parse(a->s, b.s);
  scr_buf_free(&b);
  scr_free(old);
  if (!both) return false;
  scr_range_free(*r);
  *r = both;
  return true;
}

static bool fail_entry(scr_args *a, const scr_loc *at, int index) {
  return scr_fail(a->diag, at, SCR_E_VALUE,
                  "there is an entry %d already; use 'contact cmat modify'", index);
}

static void check_entry(scr_args *a, const scr_loc *at, int index) {
  char name[16];
  snprintf(name, sizeof name, "%d", index);
  if (a->diag->failed || scr_args_is_new(a, "entry", name, at)) return;
  fail_entry(a, at, index);
  scr_args_doubled(a, "entry");
}

/* Reads the range that may end the command; where it is only checked, an entry of that number is
 * there from now on. */
static bool cmat_add_ends(scr_args *a, const scr_loc *at, int index, scr_range **r) {
  const bool ends = scr_args_range(a, r) && scr_args_finish(a);
  if (!ends && a->dry && index) check_entry(a, at, index);
  return ends;
}

static bool cmat_add(scr_args *a) {
  scr_world *w = world_of(a);
  int index = 1, range;
  const scr_cmat_entry *old;
  scr_loc at = scr_args_loc(a);
  for (int k = 0, have; k < scr_cmat_count(w); k++) {
    scr_cmat_at(w, k, &have, &range);
    index = SCR_MAX(index, have + 1);
  }
  const bool numbered = scr_args_number_follows(a);
  if (numbered && !cmat_index(a, &index)) return false;
  if (cmat_place(w, index, &old, &range) >= 0) return fail_entry(a, &at, index);
  const scr_token *told;
  const int type = cmat_type_ahead(a, &told);
  if (type == SCR_CONTACT_TYPES) return cmat_for_nobody(a, told);
  cmat_spec c = {.of = type < 0 ? SCR_BALL_BALL : (scr_contact_type)type, .alone = type >= 0};
  c.entry = *scr_cmat_default(w, c.of);
  scr_range *r = NULL;
  if (!cmat_read(a, &c)) return false;
  if (!cmat_add_ends(a, &at, numbered ? index : 0, &r) || !narrow_to_type(a, &c, &r)) {
    scr_range_free(r);
    return false;
  }
  scr_cmat_add(w, index, &c.entry, r ? scr_range_keep(a->s, r) : -1);
  return true;
}

static bool cmat_existing(scr_args *a, int *index, const scr_cmat_entry **e, int *range) {
  scr_loc at = scr_args_loc(a);
  if (!cmat_index(a, index)) return false;
  if (a->dry) return *e = scr_cmat_default(world_of(a), SCR_BALL_BALL), true;
  return cmat_place(world_of(a), *index, e, range) >= 0 ||
         scr_fail(a->diag, &at, SCR_E_NAME, "the CMAT has no entry %d", *index);
}

static bool cmat_modify(scr_args *a) {
  int index, range = -1;
  const scr_cmat_entry *e;
  if (!cmat_existing(a, &index, &e, &range)) return false;
  cmat_spec c = {.entry = *e};
  if (!cmat_read_entry(a, &c) || !scr_args_finish(a)) return false;
  scr_cmat_add(world_of(a), index, &c.entry, range);
  return true;
}

/* Those of fractures stay: `fracture contact-model` has them. */
static bool cmat_remove_all(scr_args *a) {
  scr_world *w = world_of(a);
  if (!scr_args_finish(a)) return false;
  for (int k = scr_cmat_count(w), index, range; k-- > 0;)
    if (scr_cmat_at(w, k, &index, &range) && index > 0) scr_cmat_remove(w, index);
  return true;
}

static bool cmat_remove(scr_args *a) {
  int index, range;
  const scr_cmat_entry *e;
  scr_args_removes(a, "entry");
  if (scr_args_take(a, "all")) return cmat_remove_all(a);
  return cmat_existing(a, &index, &e, &range) && scr_args_finish(a) &&
         scr_cmat_remove(world_of(a), index);
}

/* ---- contacts in a range ---- */

static bool may_change_law(scr_args *a) { return scr_may_edit_laws(world_of(a), a->diag); }

static bool cmat_apply(scr_args *a) {
  scr_contact *c;
  size_t n;
  scr_world *w = world_of(a);
  if (!read_process(a) || !may_change_law(a) || !scr_args_contacts(a, true, &c, &n)) return false;
  double before = scr_energy_state(w);
  const bool fine = scr_cmat_apply(w, a->diag, c, n, scr_contact_may_bond);
  if (fine) scr_energy_edited(w, before);
  scr_free(c);
  return fine;
}

static bool contact_model(scr_args *a) {
  const scr_model *m;
  scr_contact *c;
  size_t n;
  scr_world *w = world_of(a);
  if (!read_process(a)) return false;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_law(a, &m) || !may_change_law(a) || !scr_args_contacts(a, true, &c, &n))
    return false;
  double before = scr_energy_state(w);
  bool ok = true;
  for (size_t k = 0; ok && k < n; k++) ok = scr_law_suits(a->diag, &at, m, w->dim, c[k].type);
  for (size_t k = 0; ok && k < n; k++) ok = scr_contact_set_model(w, a->diag, c[k], m);
  scr_energy_edited(w, before);
  scr_free(c);
  return ok;
}

/* ---- delete, inhibit ---- */

/* Callbacks at the end of a contact may end others: those are stale by then. */
static void delete_each(scr_world *w, const scr_contact *c, size_t n) {
  scr_ref *ref = scr_alloc(SCR_MAX(n, 1u) * sizeof *ref);
  scr_contact now;
  for (size_t k = 0; k < n; k++) ref[k] = scr_contact_ref(w, c[k]);
  for (size_t k = 0; k < n && !scr_call_failed(w); k++)
    if (scr_contact_of_ref(w, ref[k], &now)) scr_contact_delete(w, now);
  scr_free(ref);
}

static bool contact_delete(scr_args *a) {
  scr_contact *c;
  size_t n;
  scr_world *w = world_of(a);
  if (!read_process(a) || !may_change_law(a) || !scr_args_contacts(a, true, &c, &n)) return false;
  scr_world_sync(w);
  double before = scr_energy_state(w);
  delete_each(w, c, n);
  bool ok = !scr_call_failure(w);
  scr_world_sync(w); /* sums of forces without these contacts */
  scr_energy_edited(w, before);
  scr_free(c);
  return ok;
}

static bool contact_inhibit(scr_args *a) {
  scr_contact *c;
  size_t n;
  bool on;
  scr_world *w = world_of(a);
  if (!read_process(a) || !scr_args_switch(a, &on) || !may_change_law(a) ||
      !scr_args_contacts(a, true, &c, &n))
    return false;
  scr_world_sync(w);
  double before = scr_energy_state(w);
  for (size_t k = 0; k < n; k++) scr_contact_inhibit(w, c[k], on);
  scr_world_sync(w); /* sums of forces without these contacts */
  scr_energy_edited(w, before);
  scr_free(c);
  return true;
}

/* ---- property ---- */

/* A value that contacts keep under a name of its own. */
typedef struct own_prop {
  char *name;
  scr_val value;
} own_prop;

typedef struct prop_edit {
  int n, nown;
  prop_pair pair[MAX_PAIRS];
  own_prop own[MAX_PAIRS];
  const scr_prop *of_law[SCR_LAWS][MAX_PAIRS]; /* NULL: this law has no such property */
  bool used[SCR_LAWS];                         /* by a contact in the range */
} prop_edit;

static int law_index(const scr_model *m) {
  int k = 0;
  while (scr_model_at(k) != m) k++;
  return k;
}

/* The value that the function of a pair gives for a contact, as the law's property takes it. */
static bool ask_value(scr_args *a, prop_pair *p, const scr_prop *prop, scr_contact c) {
  scr_world *w = world_of(a);
  scr_token t = {.type = SCR_T_VALUE, .text = (char *)p->prop->name, .loc = p->at};
  scr_args b = *a;
  b.tok = &t, b.n = 1, b.k = 0;
  if (!scr_each_ask(a->s, p->each, scr_val_ptr(SCR_K_CONTACT, scr_contact_ref(w, c)), &t.val))
    return false;
  const bool ok = scr_args_prop_value(&b, prop, p->v, &p->n) &&
                  scr_prop_check(a->diag, &p->at, scr_contact_model(w, c), prop, p->v, p->n);
  scr_val_drop(&t.val);
  return ok;
}

/* Functions are asked once for each contact, before any property changes; `found` holds 3 numbers a
 * contact and property. */
static bool ask_values(scr_args *a, prop_edit *e, const scr_contact *c, size_t n, double *found) {
  for (size_t k = 0; k < n; k++)
    for (int p = 0; p < e->n; p++) {
      const scr_prop *prop = e->of_law[law_index(scr_contact_model(world_of(a), c[k]))][p];
      if (!e->pair[p].each || !prop) continue;
      if (!ask_value(a, &e->pair[p], prop, c[k])) return false;
      memcpy(found + 3 * (k * (size_t)e->n + (size_t)p), e->pair[p].v, sizeof e->pair[p].v);
    }
  return true;
}

/* What was found for contact k becomes the value of each pair that asks. */
static void take_values(prop_edit *e, size_t k, const double *found) {
  for (int p = 0; p < e->n; p++)
    if (e->pair[p].each)
      memcpy(e->pair[p].v, found + 3 * (k * (size_t)e->n + (size_t)p), sizeof e->pair[p].v);
}

/* Values must suit every law in the range that has the property; one that no contact has is worth a
 * warning.
 */
static bool prop_edit_check(scr_args *a, prop_edit *e, const scr_contact *c, size_t n) {
  scr_diag *d = a->diag;
  for (size_t k = 0; k < n; k++) e->used[law_index(scr_contact_model(world_of(a), c[k]))] = true;
  for (int p = 0; p < e->n; p++) {
    const prop_pair *pair = &e->pair[p];
    bool found = false;
    for (int l = 0; l < scr_model_count(); l++) {
      const scr_prop *prop = e->of_law[l][p] = scr_model_prop(scr_model_at(l), pair->prop->name);
      if (!prop || !e->used[l]) continue;
      found = true;
      if (!pair->each && !scr_prop_check(d, &pair->at, scr_model_at(l), prop, pair->v, pair->n))
        return false;
    }
    if (!found && !scr_warn(d, &pair->at, SCR_E_NAME,
                            "no contact in the range has the property '%s'", pair->prop->name))
      return false;
  }
  return true;
}

/* The contact with all of them: each of the values beside the others. */
static bool prop_edit_suits(scr_args *a, const prop_edit *e, scr_contact c) {
  scr_world *w = world_of(a);
  const scr_prop *const *prop = e->of_law[law_index(scr_contact_model(w, c))];
  if (!scr_contact_model(w, c)->refuse && c.type == SCR_BALL_BALL) return true;
  double param[SCR_MAX_PARAM];
  memcpy(param, w->pset[scr_pair_set(&w->pair[c.type], c.k)].param, sizeof param);
  for (int p = 0; p < e->n; p++)
    for (int k = 0; prop[p] && prop[p]->kind == SCR_PROP_PARAM && k < scr_prop_slots(prop[p]); k++)
      param[prop[p]->slot + k] = e->pair[p].v[k];
  for (int p = 0; p < e->n; p++)
    if (prop[p] && !scr_contact_suits(w, a->diag, &e->pair[p].at, c, prop[p], param)) return false;
  return true;
}

static bool prop_edit_apply(scr_args *a, const prop_edit *e, scr_contact c) {
  scr_world *w = world_of(a);
  const scr_prop *const *prop = e->of_law[law_index(scr_contact_model(w, c))];
  for (int p = 0; p < e->n; p++) {
    if (!prop[p]) continue;
    if (!scr_contact_set(w, a->diag, c, prop[p], e->pair[p].v, e->pair[p].n)) return false;
    if (e->pair[p].inherit_given) scr_contact_set_inherit(w, c, prop[p], e->pair[p].inherit);
  }
  return true;
}

static bool warn_loss(scr_args *a, const prop_pair *p, scr_loss loss, size_t n) {
  return n == 0 || scr_warn(a->diag, &p->at, SCR_E_VALUE, "%s'%s' does not stay: %s (%zu %s)",
                            scr_loss_text[loss][0], p->prop->name, scr_loss_text[loss][1], n,
                            n == 1 ? "contact" : "contacts");
}

/* A force that the next step does not go on from is not lost in silence. */
static bool warn_losses(scr_args *a, const prop_edit *e, const scr_contact *c, size_t n) {
  scr_world *w = world_of(a);
  for (int p = 0; p < e->n; p++) {
    size_t lose[SCR_LOSSES] = {0};
    for (size_t k = 0; k < n; k++) {
      const scr_prop *prop = e->of_law[law_index(scr_contact_model(w, c[k]))][p];
      if (prop) lose[scr_contact_loses(w, c[k], prop)]++;
    }
    for (scr_loss loss = SCR_LOSS_NONE + 1; loss < SCR_LOSSES; loss++)
      if (!warn_loss(a, &e->pair[p], loss, lose[loss])) return false;
  }
  return true;
}

/* Does a name stand here that no law has, nor nearly has? */
static bool own_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  const bool named = t && (t->type <= SCR_T_STRING ||
                           (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR && !t->unknown));
  const bool word = named && t->type == SCR_T_WORD && strlen(t->text) > 3 &&
                    scr_abbreviates(t->text, "inheritance");
  if (scr_args_misspells_range(a, a->k)) return false;
  return named && !word && scr_args_more(a) && scr_lib_prop_is_free(name_in(t));
}

static bool read_own(scr_args *a, own_prop *p) {
  const scr_loc named = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a property", &p->name)) return false;
  const scr_loc at = scr_args_loc(a);
  scr_args_makes(a, "property", p->name, &named);
  if (scr_args_each_follows(a))
    return scr_fail(a->diag, &at, SCR_E_UNSUPPORTED,
                    "a function for each contact gives properties of laws; set '%s' by "
                    "contact.prop in FISH",
                    p->name);
  return scr_args_free_prop(a, p->name, &p->value);
}

static bool prop_edit_read(scr_args *a, prop_edit *e) {
  do {
    scr_loc at = scr_args_loc(a);
    if (e->n + e->nown == MAX_PAIRS)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "more than %d properties in one command",
                      MAX_PAIRS);
    if (own_follows(a)) {
      if (!read_own(a, &e->own[e->nown++])) return false;
      continue;
    }
    prop_pair *p = &e->pair[e->n++];
    if (!read_pair(a, NULL, p)) return false;
    if (a->dry && !p->each && !value_suits(a, NULL, p)) return false;
  } while (scr_args_more(a));
  return true;
}

static void keep_own(scr_args *a, const prop_edit *e, scr_contact c) {
  for (int p = 0; p < e->nown; p++)
    scr_free_prop_set(&a->lib->props, SCR_K_CONTACT, scr_contact_ref(world_of(a), c),
                      e->own[p].name, scr_val_hold(e->own[p].value));
}

/* All or nothing: every value is found and tried before one is set. */
static bool prop_edit_run(scr_args *a, prop_edit *e, const scr_contact *c, size_t n) {
  bool asks = false;
  for (int p = 0; p < e->n; p++) asks |= e->pair[p].each != NULL;
  double *found = asks ? scr_alloc(SCR_MAX(3 * n * (size_t)e->n, 1u) * sizeof *found) : NULL;
  bool ok = prop_edit_check(a, e, c, n) && (!asks || ask_values(a, e, c, n, found));
  for (size_t k = 0; ok && k < n; k++) {
    if (asks) take_values(e, k, found);
    ok = prop_edit_suits(a, e, c[k]);
  }
  if (ok) {
    double before = scr_energy_state(world_of(a));
    for (size_t k = 0; ok && k < n; k++) {
      if (asks) take_values(e, k, found);
      ok = prop_edit_apply(a, e, c[k]);
      if (ok) keep_own(a, e, c[k]);
    }
    scr_energy_edited(world_of(a), before);
    ok = ok && warn_losses(a, e, c, n);
  }
  scr_free(found);
  return ok;
}

static bool contact_property(scr_args *a) {
  prop_edit e = {0};
  scr_contact *c = NULL;
  size_t n;
  const bool ok = read_process(a) && prop_edit_read(a, &e) && scr_args_contacts(a, true, &c, &n) &&
                  prop_edit_run(a, &e, c, n);
  for (int p = 0; p < e.n; p++) scr_each_free(e.pair[p].each);
  for (int p = 0; p < e.nown; p++) scr_free(e.own[p].name), scr_val_drop(&e.own[p].value);
  scr_free(c);
  return ok;
}

/* ---- method ---- */

typedef struct method_edit {
  method_places at;        /* of its arguments, too */
  const scr_method *first; /* of the law that stands for it, */
  scr_method all;          /* and the same with the arguments that other laws have beside its own */
  const char *name[SCR_METHOD_ARGS + 1];
  scr_marg arg[SCR_METHOD_ARGS];
} method_edit;

/* Laws take different arguments by methods of one name: `bond` an element, or how it softens. */
static void take_in_others(method_edit *e) {
  int n = args_of(e->first);
  assert(n <= SCR_METHOD_ARGS);
  memcpy(e->name, e->first->args, (size_t)n * sizeof *e->name);
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_method *own = scr_model_method(scr_model_at(k), e->first->name);
    for (int j = 0; own && own->args[j]; j++) {
      int same = 0;
      while (same < n && strcmp(e->name[same], own->args[j]) != 0) same++;
      if (same == n && n < SCR_METHOD_ARGS) e->name[n++] = own->args[j];
    }
  }
  e->name[n] = NULL;
  e->all = *e->first;
  e->all.args = e->name;
}

/* The method of the same name in a contact's own law, with its arguments in its own order; NULL: it
 * has none.
 */
static const scr_method *method_for(const method_edit *e, const scr_model *m, scr_marg *arg) {
  const scr_method *own = scr_model_method(m, e->all.name);
  if (own == e->first) return memcpy(arg, e->arg, sizeof e->arg), own;
  for (int k = 0; own && own->args[k] && k < SCR_METHOD_ARGS; k++) {
    char name[40], other[40];
    scr_method_arg_name(own->args[k], name);
    arg[k] = (scr_marg){.name = own->args[k]};
    for (int j = 0; e->all.args[j] && j < SCR_METHOD_ARGS; j++) {
      scr_method_arg_name(e->all.args[j], other);
      if (strcmp(name, other) == 0) arg[k] = e->arg[j];
    }
  }
  return own;
}

/* The first argument that is given and that the method of a law does not take; -1: there is none.
 */
static int foreign_arg(const method_edit *e, const scr_method *own) {
  for (int j = 0; e->all.args[j] && j < SCR_METHOD_ARGS; j++) {
    int k = 0;
    if (!e->arg[j].given) continue;
    while (own->args[k] && strcmp(own->args[k], e->all.args[j]) != 0) k++;
    if (!own->args[k]) return j;
  }
  return -1;
}

/* Does the method of that law take all that is given? */
static bool takes_all(scr_args *a, const method_edit *e, const scr_model *m,
                      const scr_method *own) {
  const int j = foreign_arg(e, own);
  char name[40];
  if (j < 0) return true;
  scr_method_arg_name(e->all.args[j], name);
  return scr_fail(a->diag, &e->at.arg[j], SCR_E_NAME,
                  "the method '%s' of the law '%s' takes no '%s'", own->name, m->name, name);
}

/* All methods of the command, one after the other, on copies of what each contact has; *found: by
 * method, how many contacts have it. */
static bool try_methods(scr_args *a, const method_edit *e, int methods, const scr_contact *c,
                        size_t n, size_t *found) {
  scr_world *w = world_of(a);
  for (size_t k = 0; k < n; k++) {
    const scr_model *m = scr_contact_model(w, c[k]);
    scr_ends ends;
    double param[SCR_MAX_PARAM], state[SCR_MAX_STATE];
    uint64_t clears = 0;
    scr_contact_copy(w, c[k], &ends, param, state);
    for (int i = 0; i < methods; i++) {
      scr_marg arg[SCR_METHOD_ARGS] = {{0}};
      const scr_method *own = method_for(&e[i], m, arg);
      if (!own) continue;
      if (!takes_all(a, &e[i], m, own)) return false;
      found[i]++;
      const char *why = own->apply(&ends, arg, param, &clears, state);
      if (why) return method_refused(a, &e[i].all, e[i].arg, &e[i].at, why);
    }
  }
  return true;
}

/* A whole range that cannot be bonded is told of. */
static bool tell_beaten(scr_args *a, const method_edit *e, scr_contact c, scr_contact by) {
  const scr_pairs *p = world_of(a)->pair;
  return scr_warn(a->diag, &e->at.method, SCR_E_STATE,
                  "no bond is made: in the place of contact %u, contact %u with another facet of "
                  "the wall carries the ball",
                  p[c.type].id[c.k], p[by.type].id[by.k]);
}

static bool apply_method(scr_args *a, const method_edit *e, const scr_contact *c, size_t n) {
  scr_world *w = world_of(a);
  size_t tried = 0, beaten = n;
  scr_contact by = {0}, other = {0};
  for (size_t k = 0; k < n; k++) {
    scr_marg arg[SCR_METHOD_ARGS] = {{0}};
    const scr_method *own = method_for(e, scr_contact_model(w, c[k]), arg);
    if (own && scr_method_bonds(own) && !scr_contact_may_bond(w, c[k], &other)) {
      if (beaten == n && !scr_contact_stays(w, other)) beaten = k, by = other;
      continue;
    }
    tried += own != NULL;
    if (own && !scr_contact_method(w, a->diag, c[k], own, arg)) return false;
  }
  return tried || beaten == n || tell_beaten(a, e, c[beaten], by);
}

/* Does it name an element? How many a contact has nobody knows who only checks. */
static bool names_element(const scr_method *m, const scr_marg *arg) {
  for (int k = 0; m->args[k] && k < SCR_METHOD_ARGS; k++)
    if (strcmp(m->args[k], "[element]") == 0)
      return arg[k].given && arg[k].value >= 1 && arg[k].value <= SCR_MAX_PARTS;
  return false;
}

/* Who only checks has no contacts: it suits if any law with such a method takes it. What is told
 * else is why the first one does not. */
static bool method_suits(scr_args *a, const method_edit *e) {
  const scr_method *first = NULL;
  const scr_model *other = NULL; /* takes less than is given */
  scr_cmat_entry entry, its;
  scr_marg arg[SCR_METHOD_ARGS], its_arg[SCR_METHOD_ARGS];
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    const scr_method *own = method_for(e, m, arg);
    entry = scr_cmat_entry_of(m);
    if (!own) continue;
    if (foreign_arg(e, own) >= 0) {
      other = other ? other : m;
      continue;
    }
    if (!refused_by(a, &entry, own, arg, false)) return true;
    if (m->parts.stride && names_element(own, arg)) return true;
    if (first) continue;
    first = own, its = entry;
    memcpy(its_arg, arg, sizeof arg);
  }
  if (!first) return !other || takes_all(a, e, other, scr_model_method(other, e->all.name));
  return try_method(a, &its, first, its_arg, &e->at, false);
}

enum { MAX_METHODS = 4 };

/* Methods of one command, with their arguments. */
static bool read_methods(scr_args *a, method_edit *e, int *methods) {
  if (!read_process(a)) return false;
  do {
    const scr_loc at = scr_args_loc(a);
    if (*methods == MAX_METHODS)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d methods in one command", MAX_METHODS);
    method_edit *m = &e[(*methods)++];
    *m = (method_edit){.at.method = at};
    if (!read_method_name(a, NULL, &m->first)) return false;
    take_in_others(m);
    if (!read_method_args(a, &m->all, m->arg, &m->at)) return false;
    if (a->dry && !method_suits(a, m)) return false;
  } while (scr_args_more(a));
  return true;
}

static bool tell_unused(scr_args *a, const method_edit *e, int methods, const size_t *found) {
  for (int i = 0; i < methods; i++)
    if (!found[i] && !scr_warn(a->diag, &e[i].at.method, SCR_E_NAME,
                               "no contact in the range has the method '%s'", e[i].all.name))
      return false;
  return true;
}

/* All are tried before the first one is applied. */
static bool contact_method(scr_args *a) {
  method_edit e[MAX_METHODS];
  scr_contact *c;
  size_t n, found[MAX_METHODS] = {0}, any = 0;
  int methods = 0;
  if (!read_methods(a, e, &methods) || !scr_args_contacts(a, true, &c, &n)) return false;
  scr_world *w = world_of(a);
  bool ok = try_methods(a, e, methods, c, n, found) && tell_unused(a, e, methods, found);
  const double before = ok ? scr_energy_state(w) : 0;
  for (int k = 0; k < methods; k++) any += found[k];
  for (int k = 0; k < methods && ok; k++) ok = apply_method(a, &e[k], c, n);
  if (ok && any) scr_energy_edited(w, before);
  scr_free(c);
  return ok;
}

/* ---- group, history ---- */

static bool contact_group(scr_args *a) {
  scr_group_phrases g = {0};
  scr_contact *c = NULL;
  size_t n = 0;
  scr_world *w = world_of(a);
  bool ok = read_process(a) && scr_args_group(a, SCR_GROUP_OF_CONTACTS, &g) &&
            scr_args_contacts(a, true, &c, &n);
  for (size_t k = 0; ok && k < n; k++)
    scr_contact_set_group(w, c[k], scr_groups_applied(w, &g, scr_contact_groups(w, c[k])));
  scr_free(c);
  scr_group_phrases_free(&g);
  return ok;
}

enum { BY_ITSELF, BY_ONE_END, BY_BOTH_ENDS };
static const scr_word_row behavior_words[] = {
    {"contact", "", "those that are in it, or have an end there: so it is at first"},
    {"or", "", "those with an end there, as 'matches 1'"},
    {"and", "", "those with both ends there, as 'matches 2'"},
    {0},
};

static bool contact_groupbehavior(scr_args *a) {
  int which = BY_ITSELF;
  if (scr_args_end(a)) return scr_args_expected(a, "'contact', 'or' or 'and'");
  if (!scr_args_word(a, behavior_words, &which) || !scr_args_finish(a)) return false;
  a->lib->group_ends = which == BY_BOTH_ENDS ? 2 : which == BY_ONE_END;
  return true;
}

static bool contact_extra(scr_args *a) {
  size_t k, n = 0;
  scr_val value = {0};
  scr_contact *c = NULL;
  bool ok = read_process(a) && scr_args_extra(a, &k, &value) && scr_args_contacts(a, true, &c, &n);
  for (size_t i = 0; ok && i < n; i++)
    scr_extra_set(&a->lib->extras, SCR_K_CONTACT, scr_contact_ref(world_of(a), c[i]), k,
                  scr_val_hold(value));
  scr_val_drop(&value);
  scr_free(c);
  return ok;
}

static bool contact_history(scr_args *a) { return scr_history_define(a, "contact"); }

/* ---- rows ---- */

static const scr_command rows[] = {
    {"contact cmat default", cmat_default, cmat_words, "",
     "what contacts get that no entry with a range claims", SCR_CMD_READING},
    {"contact cmat add", cmat_add, cmat_words, "[<i>]",
     "adds an entry for contacts in a range; the lowest number comes first", 0},
    {"contact cmat modify", cmat_modify, cmat_words, "<i>", "changes an entry", 0},
    {"contact cmat remove", cmat_remove, NULL, "<i>|all", "removes an entry, or all", 0},
    {"contact cmat proximity", cmat_proximities, process_words, "<f>",
     "detection distance of all entries and defaults, m", 0},
    {"contact cmat apply", cmat_apply, process_words, "",
     "assigns the CMAT again to contacts in the range; their state is lost", 0},
    {"contact cmat list", cmat_list, process_words, "", "prints the CMAT", 0},
    {"contact model", contact_model, process_words, "<s> [range]",
     "gives contacts a law, with its defaults; scree help LAW tells of one", 0},
    {"contact property", contact_property, process_words,
     "<s> <value> [inheritance <b>] ... [range]",
     "sets properties of contacts, active or not, whose law has them; scree help LAW lists them; "
     "a FISH function that takes arguments is asked for each contact, which is the first of them",
     SCR_CMD_EACH},
    {"contact method", contact_method, process_words, "<s> [<arg> <f>] ... [range]",
     "runs a method of the law on contacts", 0},
    {"contact group", contact_group, process_words, "<s> [slot <s>] [remove] [range]",
     "assigns contacts to a group", 0},
    {"contact groupbehavior", contact_groupbehavior, behavior_words, "",
     "which contacts later ranges of a group take that say nothing of 'matches'", 0},
    {"contact extra", contact_extra, process_words, "<i> <value> [range]",
     "sets an extra variable, which FISH reads as contact.extra", 0},
    {"contact delete", contact_delete, process_words, "[range]",
     "ends contacts; where pieces still touch a new one is made", 0},
    {"contact inhibit", contact_inhibit, process_words, "[<b>] [range]",
     "keeps contacts from carrying force, or lets them again", 0},
    {"contact history", contact_history, scr_contact_history_words, "[name <s>]",
     "records a quantity of a contact", 0},
    {"contact results", scr_contact_results, scr_contact_results_words, "",
     "what frames of results hold of active contacts and of bonds, and files of them", 0},
    {"contact list", scr_contacts_list, scr_contacts_list_words, "[range]", "prints contacts", 0},
    {"contact activate", NULL, NULL, "", "a contact is active while its law carries force", 0},
    {"contact apply-group", NULL, NULL, "",
     "it gives contacts the groups of their pieces; use 'contact group' with 'range group'", 0},
    {"contact fix", NULL, NULL, "", "a contact lasts while the gap is below its proximity", 0},
};
const scr_command_file scr_cmd_contact = {rows, SCR_COUNTOF(rows)};
