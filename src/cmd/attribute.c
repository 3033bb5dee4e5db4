/* What commands on balls and on walls have in common: see attribute.h. */
#include "cmd/attribute.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/num.h"
#include "base/vec3.h"
#include "cmd/check_traps.h"
#include "cmd/columns.h"
#include "cmd/commands.h"
#include "cmd/contact_list.h"
#include "cmd/older.h"
#include "cmd/today.h"
#include "cmd/token.h"

static scr_world *world_of(const scr_args *a) { return a->lib->world; }

/* ---- readers ---- */

bool scr_args_more(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return false;
  return t->type != SCR_T_WORD || strlen(t->text) < 3 || !scr_abbreviates(t->text, "range");
}

bool scr_args_next_is(const scr_args *a, const scr_word_row *rows) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD) return false;
  char today[SCR_OLDER_MAX];
  const bool older = scr_older_word(t->text, today);
  for (; rows->word; rows++)
    if (scr_abbreviates(t->text, rows->word) || (older && scr_abbreviates(today, rows->word)))
      return true;
  return false;
}

bool scr_args_id(scr_args *a, const char *what, uint32_t *id) {
  int64_t i;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, what, &i)) return false;
  if (i < 1) return scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be positive", what);
  if (i >= (int64_t)UINT32_MAX)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be at most %u", what, UINT32_MAX - 1);
  *id = (uint32_t)i;
  return true;
}

bool scr_args_positive(scr_args *a, const char *what, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, what, out)) return false;
  return *out > 0 || scr_fail(a->diag, &at, SCR_E_VALUE, "%s must be positive", what);
}

/* Above 1 the timestep would not be stable. */
bool scr_args_safety(scr_args *a, double *out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "the safety factor", out)) return false;
  return (*out > 0 && *out <= 1) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "the safety factor must lie in (0, 1], not %g", *out);
}

bool scr_args_extent(scr_args *a, double lo[3], double hi[3]) {
  static const char *const axis[] = {"x", "y", "z"};
  int dim = world_of(a)->dim, given = 0;
  assert(dim <= 3);
  for (; given < dim && (given == 0 || scr_args_number_follows(a)); given++) {
    scr_loc at = scr_args_loc(a);
    if (!scr_args_real(a, "the lower bound", &lo[given])) return false;
    scr_loc to = scr_args_loc(a);
    if (!scr_args_real(a, "the upper bound", &hi[given])) return false;
    if (to.line == at.line && to.col > at.col) at.len = to.col + to.len - at.col;
    if (!(lo[given] < hi[given]))
      return scr_fail(a->diag, &at, SCR_E_VALUE, "the lower bound in %s is not below the upper one",
                      axis[given]);
  }
  for (int k = given; k < 3; k++) {
    lo[k] = k < dim ? lo[given - 1] : 0;
    hi[k] = k < dim ? hi[given - 1] : 0;
  }
  return true;
}

bool scr_args_component(scr_args *a, int axis, double x[3]) {
  static const char *const what[] = {"position-x", "position-y", "position-z"};
  if (axis < world_of(a)->dim) return scr_args_real(a, what[axis], &x[axis]);
  scr_loc at = scr_args_last(a);
  return scr_fail(a->diag, &at, SCR_E_NAME, "a position has no %s in 2D", what[axis]);
}

/* ---- groups ---- */

enum { GROUP_SLOT, GROUP_ADD, GROUP_REMOVE, GROUP_FACET };
const scr_word_row scr_group_words[] = {
    {"slot", "<s>", "the slot; else the default one"},
    {"add", "", "assign the group (what happens without a word, too)"},
    {"remove", "", "take the group away from those that have it"},
    {0},
};
static const scr_word_row contact_group_words[] = {
    {"slot", "<s>", "the slot; else the default one"},
    {"add", "", "assign the group (what happens without a word, too)"},
    {"remove", "", "take the group away from those that have it"},
    {"mechanical", "", "the process; may be left out"},
    {"thermal", "", "!scree has the mechanical process only"},
    {0},
};

static const scr_word_row wall_group_words[] = {
    {"slot", "<s>", "the slot; else the default one"},
    {"add", "", "assign the group (what happens without a word, too)"},
    {"remove", "", "take the group away from those that have it"},
    {"facet", "", "the facets get it, and the range is one of facets"},
    {0},
};
static const scr_word_row *const group_words_of[] = {
    [SCR_GROUP_OF_PIECES] = scr_group_words,
    [SCR_GROUP_OF_WALLS] = wall_group_words,
    [SCR_GROUP_OF_CONTACTS] = contact_group_words,
};

bool scr_args_slot(scr_args *a, char **slot) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a slot", slot)) return false;
  const bool computed = a->tok[a->k - 1].type == SCR_T_VALUE;
  if (a->dialect == SCR_PFC5 && computed) scr_today_slot(a, &at);
  if (a->dialect != SCR_PFC5 || strcmp(*slot, "1") != 0) return true;
  scr_free(*slot);
  *slot = scr_strdup("Default");
  if (!computed) scr_today_word(a->s, &a->tok[a->k - 1], "Default");
  scr_args_spell(a, a->k - 1, "Default");
  return true;
}

#define FREE_SLOT "'add' takes the first slot that is free: give it a slot of its own"

/* `add` or `remove`: one of them, once. */
static bool group_verb(scr_args *a, int which, int *said, bool *remove) {
  if (*said)
    return scr_fail(a->diag, &a->tok[a->k - 1].loc, SCR_E_SYNTAX, "'%s' was said before",
                    *said == GROUP_REMOVE ? "remove" : "add");
  *said = which;
  *remove = which == GROUP_REMOVE;
  return true;
}

/* What stands behind the name of group k. */
static bool group_words(scr_args *a, scr_group_form form, scr_group_phrases *g, int k) {
  int said = 0;
  for (;;) {
    if (!g->item[k].slot && scr_args_take(a, "slot")) {
      if (!scr_args_slot(a, &g->item[k].slot)) return false;
    } else if (form == SCR_GROUP_OF_NEW_WALLS && scr_args_take(a, "facet")) {
      g->item[k].facet = true;
    } else if (form >= SCR_GROUP_OF_PIECES && scr_args_more(a)) {
      int which;
      if (!scr_args_word(a, group_words_of[form], &which)) return false;
      scr_args_again(a);
      if (form == SCR_GROUP_OF_WALLS) g->item[k].facet |= which == GROUP_FACET;
      if (which == GROUP_SLOT)
        return scr_fail(a->diag, &a->tok[a->k - 1].loc, SCR_E_SYNTAX, "the slot is given already");
      if (which <= GROUP_REMOVE && !group_verb(a, which, &said, &g->item[k].remove)) return false;
    } else {
      g->item[k].next = said == GROUP_ADD && !g->item[k].slot && a->dialect == SCR_PFC5;
      if (g->item[k].next && form != SCR_GROUP_OF_PIECES) scr_today_refuse(a, FREE_SLOT);
      return true;
    }
  }
}

/* A thing has one group in a slot: of two the second would take the place of the first. */
static bool slot_once(scr_args *a, const scr_group_phrases *g, int k, const scr_loc *at) {
  const char *slot = g->item[k].slot ? g->item[k].slot : "Default";
  for (int i = 0; i < k; i++) {
    const char *other = g->item[i].slot ? g->item[i].slot : "Default";
    if (g->item[i].facet == g->item[k].facet && !g->item[i].remove && !g->item[k].remove &&
        strcmp(slot, other) == 0)
      return scr_fail(a->diag, at, SCR_E_SYNTAX, "a second group for the slot '%s'", slot);
  }
  return true;
}

/* `1=a` of version 5 is in the slot without a name, as `a slot 1` is. */
static void split_first(scr_args *a, int k, const char *name, char **slot) {
  scr_buf phrase = {0}, quoted = {0};
  const scr_token *t = &a->tok[k];
  scr_free(*slot);
  *slot = scr_strdup("Default");
  scr_buf_printf(&phrase, "Default=%s", name);
  scr_put_quoted(&quoted, phrase.s);
  scr_args_spell(a, k, quoted.s);
  if (t->type != SCR_T_VALUE) scr_today_word(a->s, t, quoted.s);
  scr_buf_free(&phrase);
  scr_buf_free(&quoted);
}

void scr_args_group_split(scr_args *a, int k, char **group, char **slot) {
  const char *equals = *slot ? NULL : strchr(*group, '=');
  if (!equals || equals == *group || !equals[1]) return;
  char *name = scr_strdup(equals + 1);
  *slot = scr_strndup(*group, (size_t)(equals - *group));
  scr_free(*group);
  *group = name;
  if (a->dialect == SCR_PFC5 && strcmp(*slot, "1") == 0) split_first(a, k, name, slot);
}

bool scr_args_group(scr_args *a, scr_group_form form, scr_group_phrases *g) {
  scr_loc at = scr_args_last(a), name_at = scr_args_loc(a);
  if (g->n == SCR_MAX_GROUP_PHRASES)
    return scr_fail(a->diag, &at, SCR_E_LIMIT, "more than %d groups in one command", g->n);
  const int k = g->n, token = a->k;
  g->item[k].slot = NULL;
  g->item[k].remove = g->item[k].facet = g->item[k].next = false;
  if (!scr_args_name(a, "the name of a group", &g->item[k].group)) return false;
  g->n++;
  if (!group_words(a, form, g, k)) return false;
  scr_args_group_split(a, token, &g->item[k].group, &g->item[k].slot);
  if (!slot_once(a, g, k, &at)) return false;
  if (!g->item[k].remove) scr_args_makes(a, "group", g->item[k].group, &name_at);
  return true;
}

/* The first slot of version 5 in which a thing has no group; its slots have numbers. */
static const char *free_slot(const scr_world *w, uint32_t groups, char text[16]) {
  const char *slot = "Default";
  for (int k = 2; strcmp(scr_group_get(w, groups, slot), "None") != 0; k++) {
    snprintf(text, 16, "%d", k);
    slot = text;
  }
  return slot;
}

static uint32_t applied(scr_world *w, const scr_group_phrases *g, bool facet, uint32_t groups) {
  for (int k = 0; k < g->n; k++) {
    if (g->item[k].facet != facet) continue;
    char text[16];
    const char *slot = g->item[k].slot ? g->item[k].slot : "Default";
    if (g->item[k].next && scr_group_is(w, groups, g->item[k].group, NULL)) continue;
    if (g->item[k].next) slot = free_slot(w, groups, text);
    if (!g->item[k].remove)
      scr_group_set(w, &groups, g->item[k].group, slot);
    else if (scr_group_is(w, groups, g->item[k].group, slot))
      scr_group_remove(w, &groups, slot);
  }
  return groups;
}

uint32_t scr_groups_applied(scr_world *w, const scr_group_phrases *g, uint32_t groups) {
  return applied(w, g, false, groups);
}
uint32_t scr_facet_groups_applied(scr_world *w, const scr_group_phrases *g, uint32_t groups) {
  return applied(w, g, true, groups);
}

void scr_group_phrases_free(scr_group_phrases *g) {
  for (int k = 0; k < g->n; k++) {
    scr_free(g->item[k].group);
    scr_free(g->item[k].slot);
  }
  g->n = 0;
}

bool scr_wall_unknown(scr_args *a, const scr_loc *at, const char *name) {
  const scr_world *w = a->lib->world;
  scr_nearest near = {.word = name};
  for (uint32_t k = 0; k < w->wall.n; k++) {
    const uint32_t word = *(const uint32_t *)scr_table_at(&w->wall, SCR_WALL_NAME, k);
    scr_nearest_offer(&near, scr_word_text(&w->words, word));
  }
  scr_fail(a->diag, at, SCR_E_NAME, "there is no wall named '%s'", name);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

/* ---- types of contacts ---- */

static bool read_contact_type(scr_args *a, bool absent, int *type) {
  char *name = NULL;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "a type of contact", &name)) return false;
  *type = scr_contact_type_find(name);
  if (absent && scr_contact_type_absent(name) >= 0) *type = SCR_CONTACT_TYPES;
  if (*type < 0) {
    scr_buf all = {0};
    for (int k = 0; k < SCR_CONTACT_TYPES; k++)
      scr_buf_printf(&all, "%s'%s'", k ? " or " : "", scr_contact_type_name[k]);
    scr_fail(a->diag, &at, SCR_E_NAME, "'%s' is no type of contact", name);
    scr_hint(a->diag, "expected %s", all.s);
    scr_buf_free(&all);
  }
  scr_free(name);
  return *type >= 0;
}

bool scr_args_contact_type(scr_args *a, int *type) { return read_contact_type(a, false, type); }
bool scr_args_any_contact_type(scr_args *a, int *type) { return read_contact_type(a, true, type); }

/* ---- extra variables ---- */

bool scr_args_extra_index(scr_args *a, size_t *k) {
  int64_t i;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_int(a, "the index of an extra variable", &i)) return false;
  if (i < 1 || i > SCR_EXTRA_MAX)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "extra variable %lld is out of range: 1 to %d",
                    (long long)i, SCR_EXTRA_MAX);
  *k = (size_t)i - 1;
  return true;
}

/* Two or three numbers, as of (1,2,3), are a vector. */
static int numbers_ahead(const scr_args *a) {
  scr_args ahead = *a;
  int n = 0;
  for (; scr_args_number_follows(&ahead); n++) ahead.k++;
  return n;
}

bool scr_args_extra(scr_args *a, size_t *k, scr_val *value) {
  static const char what[] = "the value of the extra variable";
  double x[3];
  if (!scr_args_extra_index(a, k)) return false;
  const int n = numbers_ahead(a);
  if (n != 2 && n != 3) return scr_args_value(a, what, value);
  return scr_args_vector(a, what, n, x) && (*value = scr_val_vec(n, x), true);
}

/* ---- laws and properties ---- */

bool scr_args_law(scr_args *a, const scr_model **out) {
  char *name = NULL;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, "the name of a contact law", &name)) return false;
  *out = scr_model_find(name);
  if (!*out) scr_lib_law_unknown(a->diag, &at, name);
  scr_free(name);
  return *out != NULL;
}

static bool hint_props(scr_diag *d, const scr_model *m) {
  scr_buf b = {0};
  for (int k = 0; k < m->nprop; k++) scr_buf_printf(&b, "%s%s", k ? ", " : "", m->prop[k].name);
  if (b.n) scr_hint(d, "it has: %s", b.s);
  scr_buf_free(&b);
  return false;
}

bool scr_prop_unknown(scr_args *a, const scr_loc *at, const scr_model *m, const char *name) {
  scr_nearest near = {.word = name};
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *law = scr_model_at(k);
    for (int p = 0; (!m || law == m) && p < law->nprop; p++)
      scr_nearest_offer(&near, law->prop[p].name);
  }
  scr_diag *d = a->diag;
  if (!m)
    scr_fail(d, at, SCR_E_NAME, "no contact law has a property '%s'", name);
  else
    scr_fail(d, at, SCR_E_NAME, "the law '%s' has no property '%s'", m->name, name);
  for (int k = 0; k < a->n; k++)
    if (a->tok[k].loc.line == at->line && a->tok[k].loc.col == at->col &&
        scr_args_misspells_range(a, k))
      return scr_hint(d, "did you mean 'range'?");
  if (near.best) return scr_hint(d, "did you mean '%s'?", near.best);
  return m ? hint_props(d, m) : false;
}

static bool warn_idle(scr_args *a, const scr_prop *p, const scr_loc *at, double value) {
  if (value == p->def || a->reread) return true;
  if (p->flags & SCR_PROP_SPACE && world_of(a)->dim == 2)
    return scr_args_is_unknown(a, at) ||
           scr_warn(a->diag, at, SCR_E_UNSUPPORTED, "property '%s' has no effect in 2D", p->name);
  if (!(p->flags & SCR_PROP_IDLE)) return true;
  return scr_warn(a->diag, at, SCR_E_UNSUPPORTED, "property '%s' is %s", p->name, p->doc);
}

static bool law_symbol(scr_args *a, double *word) {
  const scr_loc at = scr_args_loc(a);
  int symbol;
  if (!scr_args_function(a, "the name of a FISH function", &symbol)) return false;
  const char *name = scr_fish_symbol_name(a->fish, symbol);
  const bool known = !scr_args_checks(a) || scr_fish_is_function(a->fish, symbol);
  if (known && !scr_lib_law_symbol(a->fish, &at, name, symbol)) return false;
  *word = scr_word(&world_of(a)->words, name);
  return true;
}

/* PFC has a table of each contact's own, to which each value adds a point. */
static bool is_point(const scr_args *a) {
  scr_args next = *a;
  const scr_token *t = scr_args_peek(a);
  if (t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC) return true;
  next.k++;
  return scr_args_number_follows(a) && scr_args_number_follows(&next);
}

static bool law_table(scr_args *a, const scr_prop *p, double *value) {
  const scr_loc at = scr_args_loc(a);
  char *name;
  *value = 0;
  if (is_point(a)) {
    scr_fail(a->diag, &at, SCR_E_TYPE, "expected the name of a table, found a point");
    return scr_table_hint(a->diag, p);
  }
  if (!scr_args_name(a, "the name of a table", &name)) return false;
  if (strcmp(name, "0") == 0) return scr_free(name), true;
  const scr_xytable *t = scr_table_named(a, name, &at);
  const bool fits = t && (scr_args_checks(a) || scr_table_suits(a->diag, &at, p, t));
  if (fits) *value = scr_word(&world_of(a)->words, t->name);
  scr_free(name);
  return fits;
}

/* On, off, 1 or 0; a value that is left out means on, so another number would be taken for the next
 * word. */
static bool on_or_off(scr_args *a, const scr_prop *p, const char *what, double *value) {
  const scr_loc at = scr_args_loc(a);
  bool on = true;
  if (scr_args_number_follows(a)) {
    if (!scr_args_real(a, what, value)) return false;
    return *value == 0 || *value == 1 ||
           scr_fail(a->diag, &at, SCR_E_TYPE, "the property '%s' is on or off, not %g", p->name,
                    *value);
  }
  if (!scr_args_bool(a, what, &on)) return false;
  *value = on;
  return true;
}

bool scr_args_prop_value(scr_args *a, const scr_prop *p, double value[3], int *n) {
  const scr_loc at = scr_args_loc(a);
  int64_t i;
  char what[64];
  snprintf(what, sizeof what, "a value of '%s'", p->name);
  *n = 1;
  if (p->flags & SCR_PROP_TEXT)
    return scr_fail(a->diag, &at, SCR_E_NAME, "property '%s' cannot be set", p->name);
  if (p->flags & SCR_PROP_TABLE) return law_table(a, p, value);
  if (p->flags & SCR_PROP_NAME) return law_symbol(a, value);
  switch (p->type) {
  case SCR_P_VEC:
  case SCR_P_XYZ:
  case SCR_P_MOMENT:
  case SCR_P_PAIR:
    *n = scr_ptype_numbers(p->type, world_of(a)->dim);
    if (*n > 1) return scr_args_vector(a, what, *n, value);
    return scr_args_real(a, what, value);
  case SCR_P_BOOL:
    if (!on_or_off(a, p, what, value)) return false;
    return warn_idle(a, p, &at, value[0]);
  case SCR_P_INT:
    if (!scr_args_int(a, what, &i)) return false;
    value[0] = (double)i;
    return warn_idle(a, p, &at, value[0]);
  case SCR_P_REAL: break;
  }
  return scr_args_real(a, what, value) && warn_idle(a, p, &at, value[0]);
}

static const char *article(const char *what) { return strchr("aeiou", *what) ? "an" : "a"; }

static bool fail_taken(scr_args *a, const char *what, uint32_t id, const scr_loc *at) {
  return scr_fail(a->diag, at, SCR_E_VALUE, "there is %s %s with id %u already", article(what),
                  what, (unsigned)id);
}

void scr_args_check_new_id(scr_args *a, const char *what, uint32_t id, const scr_loc *at) {
  char text[16];
  snprintf(text, sizeof text, "%u", (unsigned)id);
  scr_args_makes(a, what, id ? text : NULL, at);
  if (!a->dry || a->diag->failed || !id || scr_args_is_new(a, what, text, at)) return;
  fail_taken(a, what, id, at);
  scr_args_doubled(a, what);
}

uint32_t scr_args_new_id(scr_args *a, const char *what, uint32_t id, const scr_loc *at,
                         uint32_t next, bool there) {
  const uint32_t is = id ? id : next;
  if (is > INT32_MAX)
    scr_fail(a->diag, at, SCR_E_VALUE, "the id %u of %s %s is too large", (unsigned)is,
             article(what), what);
  else if (there)
    fail_taken(a, what, id, at);
  else
    return is;
  return 0;
}

bool scr_args_axis(scr_args *a, double axis[3]) {
  const int from = a->k;
  if (!scr_args_vector(a, "the axis", 3, axis)) return false;
  const scr_loc at = scr_args_since(a, from);
  if (scr_dot3(axis, axis) == 0)
    return scr_fail(a->diag, &at, SCR_E_VALUE, "the axis has no length");
  return a->lib->world->dim == 3 || (axis[0] == 0 && axis[1] == 0) ||
         scr_fail(a->diag, &at, SCR_E_VALUE, "in two dimensions the axis is z");
}

/* ---- words of quantities ---- */

static void words_add(scr_quantity_words *w, const char *name, const char *suffix, int q, int comp,
                      const char *args, const char *doc) {
  size_t n = strlen(name) + strlen(suffix) + 1;
  char *word = scr_arena_alloc(&w->memory, n);
  snprintf(word, n, "%s%s", name, suffix);
  w->row[w->n] = (scr_word_row){word, args, doc};
  w->q[w->n] = q;
  w->comp[w->n++] = comp;
}

static void words_of_quantity(scr_quantity_words *w, const scr_quantity *q, int index, int dim) {
  static const char *const suffix[] = {"-x", "-y", "-z"};
  int comps = scr_quantity_comps(q, dim);
  words_add(w, q->name, "", index, -1, comps == 1 ? "<f>" : "<v>", q->doc);
  for (int k = 0; k < comps && q->form == SCR_TENSOR; k++)
    words_add(w, q->name, scr_quantity_part(q, dim, k), index, k, "<f>", q->doc);
  if (q->form == SCR_TENSOR) return;
  for (int k = 0; k < 3 && q->form != SCR_SCALAR; k++) {
    if (k < comps && comps > 1)
      words_add(w, q->name, suffix[k], index, k, "<f>", q->doc);
    else if (q->form == SCR_ROTATION && k == 2)
      words_add(w, q->name, suffix[k], index, 0, "<f>", q->doc); /* 2D turns about z */
    else
      words_add(w, q->name, suffix[k], index, k, "<f>", "!2D has no such component");
  }
}

/* What PFC lists besides quantities. */
static const scr_word_row list_refused[] = {
    {"contact", "[all]", "!use 'contact list'"},
    {"extra", "<i>", "!extra variables are read from FISH: ball.extra, wall.extra"},
    {"result", "", "!'model results list' tells what frames of results hold"},
    {"results", "", "!'model results list' tells what frames of results hold"},
    {0},
};

static void words_refused(scr_quantity_words *w, const scr_piece *p, const scr_word_row *r,
                          bool settable) {
  for (; r->word; r++) {
    const int q = scr_quantity_find(p->quantity, r->word);
    if (q < 0 || (settable && !scr_quantity_settable(&p->quantity[q]))) w->row[w->n++] = *r;
  }
}

void scr_quantity_words_make(scr_quantity_words *w, const scr_piece *p, int dim, bool settable) {
  *w = (scr_quantity_words){0};
  size_t most = 1;
  for (const scr_quantity *q = p->quantity; q->name; q++) most += 1 + SCR_MOST_COMPS;
  for (const scr_word_row *r = p->refused; r->word; r++) most++;
  most += SCR_COUNTOF(list_refused);
  w->row = scr_arena_alloc(&w->memory, most * sizeof *w->row);
  w->q = scr_arena_alloc(&w->memory, most * sizeof *w->q);
  w->comp = scr_arena_alloc(&w->memory, most * sizeof *w->comp);
  for (int k = 0; p->quantity[k].name; k++)
    if (!settable || scr_quantity_settable(&p->quantity[k]))
      words_of_quantity(w, &p->quantity[k], k, dim);
  words_refused(w, p, p->refused, settable);
  if (!settable) words_refused(w, p, list_refused, false);
}

void scr_quantity_words_free(scr_quantity_words *w) { scr_arena_free(&w->memory); }

bool scr_piece_rows(scr_args *a, const scr_piece *p, uint32_t **rows, size_t *n) {
  scr_range *range = NULL;
  bool ok = scr_args_range(a, &range) && scr_args_finish(a) && p->range(a->s, range, rows, n);
  scr_range_free(range);
  return ok;
}

/* ---- attribute ---- */

typedef enum attr_kind { ATTR_SET, ATTR_ADD, ATTR_MULTIPLY, ATTR_GRADIENT } attr_kind;

/* One step of a command: `velocity-x 1 multiply 2` is a set and a multiply. */
typedef struct attr_op {
  attr_kind kind;
  int touched;  /* index into attr_plan.q */
  int first, n; /* components of the quantity */
  double v[3];  /* of a gradient: by coordinate */
} attr_op;

enum { MAX_OPS = 64, MAX_TOUCHED = 32 };
typedef struct attr_plan {
  const scr_piece *piece;
  int dim, position; /* quantity */
  int nop, ntouched;
  attr_op op[MAX_OPS];
  int q[MAX_TOUCHED];
  scr_loc at[MAX_TOUCHED];     /* of the last value */
  unsigned given[MAX_TOUCHED]; /* components that have got a value, as bits */
} attr_plan;

static int plan_touch(attr_plan *p, int q) {
  for (int k = 0; k < p->ntouched; k++)
    if (p->q[k] == q) return k;
  assert(p->ntouched < MAX_TOUCHED);
  p->q[p->ntouched] = q;
  return p->ntouched++;
}

static attr_op *plan_add(scr_args *a, attr_plan *p, attr_kind kind, int q, int comp) {
  if (p->nop == MAX_OPS) {
    scr_loc last = scr_args_last(a);
    scr_fail(a->diag, &last, SCR_E_LIMIT, "more than %d attributes and modifiers in one command",
             MAX_OPS);
    return NULL;
  }
  scr_loc at = scr_args_loc(a);
  attr_op *op = &p->op[p->nop++];
  int comps = scr_quantity_comps(&p->piece->quantity[q], p->dim);
  *op = (attr_op){.kind = kind,
                  .touched = plan_touch(p, q),
                  .first = SCR_MAX(comp, 0),
                  .n = comp < 0 ? comps : 1};
  p->at[op->touched] = at;
  return op;
}

/* n numbers or, if `spread`, a single one for all. */
static bool read_numbers(scr_args *a, const char *word, int n, bool spread, double *v) {
  char what[64];
  snprintf(what, sizeof what, "a value of '%s'", word);
  if (n == 1) return scr_args_real(a, what, v);
  const scr_token *t = scr_args_peek(a);
  int k = a->k;
  if (spread && t && t->val.type != SCR_V_VEC && scr_args_number_follows(a)) {
    if (!scr_args_real(a, what, v)) return false;
    if (!scr_args_number_follows(a)) {
      v[1] = v[2] = v[0];
      return true;
    }
    a->k = k;
  }
  return scr_args_vector(a, what, n, v);
}

/* A vector with fewer numbers than components is completed by zeros, and told of: files write
 * `displacement 0.0`. In a block that is only checked nothing is said, since it may be for the
 * other dimension, nor of what is refused with a 0. An unknown value is a vector, unless a number
 * stands behind it. */
static bool read_value(scr_args *a, const scr_quantity *q, const char *word, int n, double *v) {
  const scr_token *t = scr_args_peek(a);
  const bool vector = t && (t->unknown ? a->k + 1 >= a->n || a->tok[a->k + 1].type < SCR_T_INT
                                       : t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC);
  if (n == 1 || vector || !scr_args_number_follows(a)) return read_numbers(a, word, n, false, v);
  const scr_loc at = scr_args_loc(a);
  int k = 0;
  do {
    if (!read_numbers(a, word, 1, false, &v[k++])) return false;
  } while (k < n && scr_args_number_follows(a));
  if (k == n || q->flags & SCR_Q_WHOLE || (a->dry && scr_session_in_block(a->s))) return true;
  return scr_warn(a->diag, &at, SCR_E_VALUE,
                  "'%s' has %d components, of which %d %s given: the others are 0", word, n, k,
                  k == 1 ? "is" : "are");
}

const scr_word_row scr_modifier_words[] = {
    {"add", "<f>", "adds to the value"},
    {"multiply", "<f>", "multiplies the value"},
    {"replace", "<f>", "sets the value"},
    {"gradient", "<v>", "adds the product of this and the position"},
    {"gradient-x", "<f>", "adds this times x"},
    {"gradient-y", "<f>", "adds this times y"},
    {"gradient-z", "<f>", "adds this times z (3D)"},
    {0},
};

/* The kinds of scr_modifier_words, row by row. */
static const struct attr_modifier {
  const char *word;
  attr_kind kind;
  int axis; /* of gradient-x, -y, -z; -1: all */
} modifiers[] = {
    {"add", ATTR_ADD, -1},
    {"multiply", ATTR_MULTIPLY, -1},
    {"replace", ATTR_SET, -1},
    {"gradient", ATTR_GRADIENT, -1},
    {"gradient-x", ATTR_GRADIENT, 0},
    {"gradient-y", ATTR_GRADIENT, 1},
    {"gradient-z", ATTR_GRADIENT, 2},
};

/* Takes one modifier with its value; *found tells whether there was one. */
static bool read_modifier(scr_args *a, attr_plan *p, int q, int comp, bool *found) {
  const scr_token *t = scr_args_peek(a);
  bool long_enough = t && strlen(t->text) >= 3; /* `r` is the radius, not `replace` */
  for (size_t k = 0; long_enough && k < SCR_COUNTOF(modifiers); k++) {
    const struct attr_modifier *m = &modifiers[k];
    if (!scr_args_take(a, m->word)) continue;
    *found = true;
    attr_op *op = plan_add(a, p, m->kind, q, comp);
    if (!op) return false;
    if (m->kind != ATTR_GRADIENT) return read_numbers(a, m->word, op->n, true, op->v);
    if (m->axis < 0) return scr_args_vector(a, "the gradient", p->dim, op->v);
    scr_loc at = scr_args_last(a);
    if (m->axis >= p->dim)
      return scr_fail(a->diag, &at, SCR_E_NAME, "there is no %s in 2D", m->word);
    return scr_args_real(a, "a component of the gradient", &op->v[m->axis]);
  }
  *found = false;
  return true;
}

static bool value_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && (t->type == SCR_T_VALUE || scr_args_number_follows(a));
}

static unsigned bits_of(const attr_op *op) { return ((1u << op->n) - 1) << op->first; }

/* A value replaces one that stands before it in the command, which then says nothing. Behind a
 * modifier it may stand: `spin multiply 0 spin-x 1`. */
static bool value_once(scr_args *a, attr_plan *p, const attr_op *op, const scr_loc *at,
                       const scr_quantity_words *words) {
  const unsigned again = p->given[op->touched] & bits_of(op);
  const unsigned whole =
      (1u << scr_quantity_comps(&p->piece->quantity[p->q[op->touched]], p->dim)) - 1;
  for (int w = 0; again && w < words->n; w++) {
    if (words->row[w].doc[0] == '!' || words->q[w] != p->q[op->touched]) continue;
    const int comp = words->comp[w];
    if (comp < 0 ? again == whole : again >> comp & 1)
      return scr_fail(a->diag, at, SCR_E_SYNTAX, "'%s' is given twice", words->row[w].word);
  }
  p->given[op->touched] |= bits_of(op);
  return true;
}

/* keyword [value] [modifier value]... */
static bool read_attribute(scr_args *a, attr_plan *p, const scr_quantity_words *words) {
  int w, before = p->nop;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_word(a, words->row, &w)) return false;
  scr_args_again(a);
  int q = words->q[w], comp = words->comp[w];
  if (value_follows(a)) {
    attr_op *op = plan_add(a, p, ATTR_SET, q, comp);
    if (!op || !value_once(a, p, op, &at, words) ||
        !read_value(a, &p->piece->quantity[q], words->row[w].word, op->n, op->v))
      return false;
  }
  for (bool found = true; found;)
    if (!read_modifier(a, p, q, comp, &found)) return false;
  return p->nop > before ||
         scr_args_expected(a, "a value, or add, multiply, replace or gradient with one");
}

static bool read_attributes(scr_args *a, attr_plan *p) {
  scr_quantity_words words;
  scr_quantity_words_make(&words, p->piece, p->dim, true);
  bool ok = scr_args_more(a) || scr_args_expected(a, "an attribute");
  while (ok && scr_args_more(a)) ok = read_attribute(a, p, &words);
  scr_quantity_words_free(&words);
  return ok;
}

/* What changes the geometry or the mass of bodies waits for the end of the cycle; velocities and
 * forces need not. */
static bool touches_bodies(const attr_plan *p) {
  for (int k = 0; k < p->ntouched; k++)
    if (p->piece->quantity[p->q[k]].flags & SCR_Q_BODY) return true;
  return false;
}

/* Are these velocities of driven walls? A servo in FISH sets them in each cycle. */
static bool leaves_energies(const attr_plan *p, const scr_world *w, const uint32_t *rows,
                            size_t n) {
  bool all = p->piece->kind == SCR_K_WALL;
  for (int k = 0; k < p->ntouched && all; k++)
    for (size_t r = 0; r < n && all; r++)
      all = scr_wall_without_energy(w, rows[r], &p->piece->quantity[p->q[k]]);
  return all;
}

/* Values of all touched quantities of one piece after the whole command; the world is only read. */
static void plan_values(const attr_plan *p, const scr_world *w, uint32_t row, double value[][3]) {
  double x[3] = {0};
  int moved = -1;
  p->piece->get(w, row, p->position, x);
  for (int k = 0; k < p->ntouched; k++) {
    p->piece->get(w, row, p->q[k], value[k]);
    if (p->q[k] == p->position) moved = k;
  }
  for (int k = 0; k < p->nop; k++) {
    const attr_op *op = &p->op[k];
    const double *at = moved >= 0 ? value[moved] : x;
    double slope = 0;
    for (int c = 0; op->kind == ATTR_GRADIENT && c < p->dim; c++) slope += op->v[c] * at[c];
    for (int c = 0; c < op->n; c++) {
      double *f = &value[op->touched][op->first + c];
      switch (op->kind) {
      case ATTR_SET: *f = op->v[c]; break;
      case ATTR_ADD: *f += op->v[c]; break;
      case ATTR_MULTIPLY: *f *= op->v[c]; break;
      case ATTR_GRADIENT: *f += slope; break;
      }
    }
  }
}

static bool plan_check(const attr_plan *p, const scr_world *w, scr_diag *d, const uint32_t *rows,
                       size_t n) {
  double value[MAX_TOUCHED][3];
  const scr_loc at = d->at;
  for (size_t k = 0; k < n; k++) {
    plan_values(p, w, rows[k], value);
    for (int t = 0; t < p->ntouched; t++) {
      const scr_quantity *q = &p->piece->quantity[p->q[t]];
      for (int c = 0; c < scr_quantity_comps(q, p->dim); c++)
        if (!isfinite(value[t][c]))
          return scr_fail(d, &p->at[t], SCR_E_VALUE, "%s of %s %u would become %s", q->name,
                          p->piece->name, (unsigned)p->piece->id(w, rows[k]),
                          isnan(value[t][c]) ? "not a number" : "infinite");
      d->at = p->at[t];
      if (!p->piece->check(w, d, p->q[t], value[t])) return false;
      if (p->piece->allows && !p->piece->allows(w, d, rows[k], p->q[t], value[t])) return false;
      d->at = at;
    }
  }
  return true;
}

static bool plan_apply(const attr_plan *p, scr_world *w, scr_diag *d, const uint32_t *rows,
                       size_t n) {
  double value[MAX_TOUCHED][3];
  for (size_t k = 0; k < n; k++) {
    plan_values(p, w, rows[k], value);
    for (int t = 0; t < p->ntouched; t++)
      if (!p->piece->set(w, d, rows[k], p->q[t], value[t])) return false;
  }
  return true;
}

bool scr_args_offered(scr_args *a, const scr_quantity *q) {
  scr_world *w = world_of(a);
  if (!scr_quantity_offered(w, a->diag, q)) return false;
  if (!scr_args_checks(a) || scr_today_asked(a) || !(q->flags & SCR_Q_ANGLE)) return true;
  scr_orientation_track(w, false); /* for the error of a run without it */
  scr_quantity_offered(w, a->diag, q);
  scr_orientation_track(w, true);
  return scr_args_tracking_wanted(a);
}

static bool all_offered(scr_args *a, const attr_plan *p) {
  scr_diag *d = a->diag;
  const scr_loc at = d->at;
  bool ok = true;
  for (int k = 0; ok && k < p->ntouched; k++) {
    d->at = p->at[k];
    ok = scr_args_offered(a, &p->piece->quantity[p->q[k]]);
  }
  d->at = at;
  return ok;
}

/* Without pieces to look at: values that are set whole and not changed again. Positions need the
 * domain. */
static bool plan_check_alone(scr_args *a, const attr_plan *p) {
  scr_diag *d = a->diag;
  const scr_loc at = d->at;
  for (int k = 0; k < p->nop; k++) {
    const attr_op *op = &p->op[k];
    int q = p->q[op->touched], times = 0;
    for (int i = 0; i < p->nop; i++) times += p->op[i].touched == op->touched;
    bool whole =
        op->kind == ATTR_SET && op->n == scr_quantity_comps(&p->piece->quantity[q], p->dim);
    if (!whole || times > 1 || q == p->position) continue;
    d->at = p->at[op->touched];
    if (!p->piece->check(world_of(a), d, q, op->v)) return false;
  }
  d->at = at;
  return true;
}

/* The length of what the command gives that quantity; 0: it is not told by values alone. */
static double given_length(const attr_plan *p, int q) {
  double v[3] = {0, 0, 0};
  for (int k = 0; k < p->nop; k++) {
    const attr_op *op = &p->op[k];
    if (p->q[op->touched] != q) continue;
    if (op->kind != ATTR_SET) return 0;
    for (int c = 0; c < op->n; c++) v[op->first + c] = op->v[c];
  }
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/* What `scree check` knows of balls and walls. */
static void tell_check(const scr_args *a, const attr_plan *p) {
  for (int k = 0; k < p->ntouched; k++) {
    const int q = p->q[k];
    if (p->piece == &scr_ball_piece && p->piece->quantity[q].flags & SCR_Q_PLACE)
      scr_trap_balls_differ(a);
    if (p->piece == &scr_wall_piece && q == SCR_Q_WALL_VELOCITY)
      scr_trap_wall_speed(a, given_length(p, q));
  }
}

bool scr_piece_attribute(scr_args *a, const scr_piece *piece) {
  scr_world *w = world_of(a);
  scr_diag *d = a->diag;
  attr_plan p = {
      .piece = piece, .dim = w->dim, .position = scr_quantity_find(piece->quantity, "position")};
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = read_attributes(a, &p) && (!a->dry || (plan_check_alone(a, &p) && all_offered(a, &p)));
  if (ok) tell_check(a, &p);
  ok = ok && (!touches_bodies(&p) || scr_may_edit_bodies(w, d)) &&
       scr_piece_rows(a, piece, &rows, &n);
  if (ok) scr_world_sync(w);
  ok = ok && plan_check(&p, w, d, rows, n);
  if (ok) {
    const bool books = !leaves_energies(&p, w, rows, n);
    const double before = books ? scr_energy_state(w) : 0;
    ok = plan_apply(&p, w, d, rows, n);
    if (books) scr_energy_edited(w, before);
  }
  scr_free(rows);
  return ok;
}

/* ---- property ---- */

enum { MAX_PAIRS = 32 };
typedef struct surface_pair {
  const char *name; /* of a law's property; NULL: the piece keeps `own` under a name of its own */
  double value[3];
  bool vector; /* of a ball */
  char *own_name;
  scr_val own;
} surface_pair;

/* A surface property must suit a law that has it: bounds differ between laws, so the first one that
 * takes the value decides. */
bool scr_surface_check(scr_args *a, const scr_loc *at, const char *name, const double *v, int n) {
  return scr_surface_prop_check(a->diag, at, name, v, n);
}

/* A bare word that names a property itself: the value may have been forgotten. */
static bool warn_named(scr_args *a, const char *name) {
  const scr_token *t = scr_args_peek(a);
  const scr_loc at = scr_args_loc(a);
  if (!t || t->type != SCR_T_WORD || !scr_surface_prop(t->text)) return true;
  return scr_warn(a->diag, &at, SCR_E_VALUE,
                  "'%s' becomes the value of '%s' here, and is the name of a property itself: "
                  "quotes around it say so",
                  t->text, name);
}

bool scr_args_free_prop(scr_args *a, const char *name, scr_val *out) {
  const scr_loc at = scr_args_loc(a);
  const int from = a->k;
  double v[3] = {0};
  int n = 0;
  while (n < 3 && scr_args_number_follows(a) && scr_args_real(a, "a component", &v[n])) n++;
  if (n > 1) return *out = scr_val_vec(n, v), true;
  a->k = from;
  if (!warn_named(a, name) || !scr_args_value(a, "the value of the property", out)) return false;
  return scr_free_prop_fits(out) ||
         scr_fail(a->diag, &at, SCR_E_TYPE,
                  "a property is a number, a boolean, a string or a vector, not %s",
                  scr_vtype_phrase(out->type));
}

/* Takes the name over. */
static bool read_free(scr_args *a, const scr_loc *at, char *name, surface_pair *pair) {
  *pair = (surface_pair){.own_name = name};
  scr_args_makes(a, "property", name, at);
  return scr_args_free_prop(a, name, &pair->own) &&
         scr_free_prop_told(a->diag, at, &a->lib->props, name);
}

/* Takes the name over. */
static bool read_vector(scr_args *a, const scr_piece *piece, const scr_loc *at, char *name,
                        const scr_prop *p, surface_pair *pair) {
  char own[SCR_SURFACE_NAME];
  scr_surface_name(p, own); /* a state keeps the spelling */
  memcpy(name, own, strlen(own));
  *pair = (surface_pair){.own_name = name, .name = name, .vector = true};
  if (!scr_args_twice(a, p, at, name, NULL)) return false;
  if (piece->kind != SCR_K_BALL)
    return scr_fail(a->diag, at, SCR_E_VALUE, "'%s' is a property of balls alone", name);
  if (world_of(a)->dim != 3)
    return scr_fail(a->diag, at, SCR_E_VALUE, "'%s' is for models in 3D alone", name);
  const scr_loc value = scr_args_loc(a);
  if (!scr_args_vector(a, "a vector", 3, pair->value)) return false;
  for (int c = 0; c < 3; c++)
    if (!isfinite(pair->value[c]))
      return scr_fail(a->diag, &value, SCR_E_VALUE, "'%s' must be finite", name);
  return true;
}

static bool read_surface(scr_args *a, const scr_piece *piece, surface_pair *pair) {
  scr_loc at = scr_args_loc(a);
  char *name = NULL;
  const scr_token *t = scr_args_peek(a); /* of (1,2,3) one number too many may stand here */
  if (t && (t->type == SCR_T_INT || t->type == SCR_T_REAL))
    return scr_args_expected(a, "the name of a property");
  if (scr_args_misspells_range(a, a->k))
    return scr_args_unknown(a, "property of this command", NULL);
  if (!scr_args_name(a, "the name of a property", &name)) return false;
  const scr_prop *p = scr_any_prop(name);
  const scr_prop *vector = p ? NULL : scr_end_prop(name);
  if (vector) return read_vector(a, piece, &at, name, vector, pair);
  if (!p) return read_free(a, &at, name, pair);
  scr_free(name);
  if (!scr_args_twice(a, p, &at, p->name, NULL)) return false;
  if (!scr_surface_number(p))
    return scr_fail(a->diag, &at, SCR_E_VALUE, "'%s' cannot be a property of a surface", p->name);
  double value[3];
  int n;
  at = scr_args_loc(a);
  if (!scr_args_prop_value(a, p, value, &n) || !scr_surface_check(a, &at, p->name, value, n))
    return false;
  *pair = (surface_pair){.name = p->name, .value = {value[0]}};
  return true;
}

static bool read_surfaces(scr_args *a, const scr_piece *piece, surface_pair *pair, int *npair) {
  if (!scr_args_more(a)) return scr_args_expected(a, "the name of a property");
  while (scr_args_more(a)) {
    scr_loc at = scr_args_loc(a);
    if (*npair == MAX_PAIRS)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "more than %d properties in one command", *npair);
    if (!read_surface(a, piece, &pair[(*npair)++])) return false;
  }
  return true;
}

static void set_property(scr_args *a, const scr_piece *piece, uint32_t row, const surface_pair *p) {
  scr_world *w = world_of(a);
  if (p->vector)
    scr_ball_set_vector(w, row, p->name, p->value);
  else if (p->name)
    piece->set_surface(w, row, p->name, p->value[0]);
  else
    scr_free_prop_set(&a->lib->props, piece->kind, piece->ref(w, row), p->own_name,
                      scr_val_hold(p->own));
}

bool scr_piece_property(scr_args *a, const scr_piece *piece) {
  surface_pair pair[MAX_PAIRS] = {{0}};
  int npair = 0;
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = read_surfaces(a, piece, pair, &npair) && scr_piece_rows(a, piece, &rows, &n);
  const double before = ok ? scr_energy_state(world_of(a)) : 0;
  for (size_t k = 0; ok && k < n; k++)
    for (int p = 0; p < npair; p++) set_property(a, piece, rows[k], &pair[p]);
  if (ok) scr_energy_edited(world_of(a), before);
  for (int p = 0; p < npair; p++) {
    scr_free(pair[p].own_name);
    scr_val_drop(&pair[p].own);
  }
  scr_free(rows);
  return ok;
}

/* ---- group, delete ---- */

#define ADD_GROUP  SCR_FREE "add_group"
#define GETS_GROUP SCR_FREE "gets_group"

/* `group <s> add` of version 5 in lines of today: the slot is one that the ball has free. The token
 * is the name. */
static void today_adds(scr_args *a, const scr_piece *piece, const scr_group_phrases *g, int token) {
  static const char body[] = "(name,chosen) ; in the first slot that is free\n"
                             "  loop foreach local p ball.list\n"
                             "    local gets = not ball.isgroup(p,name)\n"
                             "    if chosen # '' then\n"
                             "      gets = gets & range.isin(chosen,p)\n"
                             "    end_if\n"
                             "    if gets then\n"
                             "      local slot = 'Default'\n"
                             "      local k = 1\n"
                             "      loop while ball.group(p,slot) # 'None'\n"
                             "        k = k + 1\n"
                             "        slot = string(k)\n"
                             "      end_loop\n"
                             "      ball.group(p,slot) = name\n"
                             "    end_if\n"
                             "  end_loop\n";
  scr_buf name = {0};
  if (!g->item[0].next) return;
  if (piece->kind != SCR_K_BALL || a->tok[token].type == SCR_T_VALUE) {
    scr_today_refuse(a, FREE_SLOT);
    return;
  }
  const bool chosen = !scr_args_end(a);
  char *range = scr_today_tokens(a, a->k + 1, a->n);
  scr_put_quoted(&name, g->item[0].group);
  scr_today_instead(a);
  scr_today_helper(a, ADD_GROUP, body);
  if (chosen) scr_today_line(a, "model range create '" GETS_GROUP "'%s", range);
  scr_today_line(a, "[" ADD_GROUP "(%s,'%s')]", name.s, chosen ? GETS_GROUP : "");
  if (chosen) scr_today_line(a, "model range delete '" GETS_GROUP "'");
  scr_free(range);
  scr_buf_free(&name);
}

bool scr_piece_group(scr_args *a, const scr_piece *piece) {
  scr_group_phrases g = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  const int token = a->k;
  bool ok = scr_args_group(a, SCR_GROUP_OF_PIECES, &g);
  if (ok) today_adds(a, piece, &g, token);
  ok = ok && scr_piece_rows(a, piece, &rows, &n);
  for (size_t k = 0; ok && k < n; k++) {
    scr_world *w = world_of(a);
    piece->set_groups(w, rows[k], scr_groups_applied(w, &g, piece->groups(w, rows[k])));
  }
  scr_free(rows);
  scr_group_phrases_free(&g);
  return ok;
}

bool scr_piece_delete(scr_args *a, const scr_piece *piece,
                      bool (*remove)(scr_world *w, scr_diag *d, const uint32_t *rows, size_t n)) {
  uint32_t *rows = NULL;
  size_t n = 0;
  if (!scr_piece_rows(a, piece, &rows, &n)) return false;
  scr_world *w = world_of(a);
  double before = scr_energy_state(w);
  bool ok = remove(w, a->diag, rows, n);
  scr_energy_edited(w, before);
  scr_free(rows);
  return ok;
}

/* ---- list ---- */

typedef struct list_column {
  int q, comp;      /* comp -1: all */
  char *group_slot; /* of a column of groups; NULL else */
  char *property;   /* of a column of properties; "": of all that a piece has */
  scr_loc at;       /* of its name */
  bool name, id;    /* a column of names, of ids */
} list_column;

enum { MAX_COLUMNS = 24 };
typedef struct list_plan {
  int n;
  list_column col[MAX_COLUMNS];
} list_plan;

/* `group`, `group slot <s>`, or in quotes the slot alone. */
static bool column_group(scr_args *a, char **slot) {
  static const scr_word_row facet[] = {
      {"facet", "", "!a list is one of walls; 'group list' counts facets"}, {0}};
  int none;
  const scr_token *t = scr_args_peek(a);
  if (scr_args_take(a, "slot") || (t && t->type == SCR_T_STRING)) {
    if (!scr_args_slot(a, slot)) return false;
  } else {
    *slot = scr_strdup(""); /* all of them */
  }
  return !scr_args_more(a) || !scr_args_next_is(a, facet) || scr_args_word(a, facet, &none);
}

bool scr_surface_unknown(scr_args *a, const scr_loc *at, const char *name) {
  char room[SCR_SURFACE_NAME];
  const char *near = scr_surface_nearest(name, room);
  scr_fail(a->diag, at, SCR_E_NAME, "no contact law has a property '%s'", name);
  return near ? scr_hint(a->diag, "did you mean '%s'?", near) : false;
}

static bool column_property(scr_args *a, const scr_word_row *words, char **name) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_more(a) || scr_args_next_is(a, words)) return *name = scr_strdup(""), true;
  if (!scr_args_string(a, "the name of a property", name)) return false;
  if (scr_surface_prop(*name)) return true;
  if (!scr_lib_prop_is_free(*name)) return scr_surface_unknown(a, &at, *name);
  scr_args_needs(a, "property", *name, &at);
  return true;
}

static bool read_column(scr_args *a, const scr_piece *piece, const scr_quantity_words *words,
                        list_column *c) {
  *c = (list_column){0};
  if (scr_args_more(a) && scr_abbreviates(scr_args_peek(a)->text, "attribute") == 3) a->k++;
  if (scr_args_take(a, "group")) return column_group(a, &c->group_slot);
  if (scr_args_take(a, "property")) {
    c->at = scr_args_loc(a);
    return column_property(a, words->row, &c->property);
  }
  if (piece->called && (c->name = scr_args_take(a, "name"))) return true;
  if ((c->id = scr_args_take(a, "id"))) return true;
  int w;
  if (!scr_args_word(a, words->row, &w)) return false;
  scr_args_again(a);
  c->q = words->q[w];
  c->comp = words->comp[w];
  return scr_args_offered(a, &piece->quantity[c->q]);
}

static bool read_columns(scr_args *a, const scr_piece *piece, list_plan *p) {
  scr_quantity_words words;
  scr_quantity_words_make(&words, piece, world_of(a)->dim, false);
  bool ok = true;
  while (ok && scr_args_more(a)) {
    scr_loc at = scr_args_loc(a);
    if (p->n == MAX_COLUMNS)
      ok = scr_fail(a->diag, &at, SCR_E_LIMIT, "more than %d columns in one list", p->n);
    else
      ok = read_column(a, piece, &words, &p->col[p->n++]);
  }
  scr_quantity_words_free(&words);
  bool usual = p->n == 0;
  if (usual && piece->called) p->col[p->n++] = (list_column){.name = true};
  for (const char *const *name = piece->list_default; usual && *name; name++)
    p->col[p->n++] = (list_column){.q = scr_quantity_find(piece->quantity, *name), .comp = -1};
  for (int q = 0; usual && piece->quantity[q].name; q++)
    if (scr_quantity_joins(world_of(a), &piece->quantity[q]))
      p->col[p->n++] = (list_column){.q = q, .comp = -1};
  return ok;
}

static void list_head(int dim, const scr_piece *piece, const list_plan *p, scr_columns *out) {
  scr_columns_cell(out, "%s", piece->name);
  for (int k = 0; k < p->n; k++) {
    const list_column *c = &p->col[k];
    const scr_quantity *q = &piece->quantity[c->q];
    char name[64];
    snprintf(name, sizeof name, "%s%s", q->name, scr_quantity_part(q, dim, c->comp));
    if (c->name || c->id)
      scr_columns_cell(out, "%s", c->name ? "name" : "id");
    else if (c->group_slot)
      scr_columns_cell(out, "group");
    else if (c->property)
      scr_columns_head(out, *c->property ? c->property : "property",
                       scr_surface_prop(c->property) ? scr_surface_prop(c->property)->unit : "");
    else
      scr_columns_head(out, name, q->unit);
  }
  scr_columns_row(out);
}

static void put_numbers(scr_buf *out, const char *name, const double *v, int n) {
  char text[32];
  scr_buf_printf(out, "%s%s %s", out->n ? "  " : "", name, n > 1 ? "(" : "");
  for (int k = 0; k < n; k++) {
    scr_format_real(text, v[k], false);
    scr_buf_printf(out, "%s%s", k ? "," : "", text);
  }
  if (n > 1) scr_buf_puts(out, ")");
}

/* What laws may ask the surface for, in their order. */
static void put_surfaces(const scr_world *w, const scr_piece *piece, uint32_t row, scr_buf *out) {
  scr_names told = {0};
  for (int k = 0; k < scr_model_count(); k++) {
    const scr_model *m = scr_model_at(k);
    for (int i = 0; i < m->nprop; i++) {
      double v[3];
      char name[SCR_SURFACE_NAME];
      scr_surface_name(&m->prop[i], name);
      const bool vector = piece->kind == SCR_K_BALL && scr_ball_vector(w, row, name, v);
      if (scr_names_get(&told, name, 0) || (!vector && !piece->surface(w, row, name, v))) continue;
      scr_names_set(&told, name, 1);
      put_numbers(out, name, v, vector ? 3 : 1);
    }
  }
  scr_names_free(&told);
}

static void list_properties(scr_session *s, const scr_piece *piece, uint32_t row,
                            scr_columns *out) {
  const scr_world *w = scr_session_world(s);
  scr_buf b = {0};
  put_surfaces(w, piece, row, &b);
  scr_free_props_put(&scr_session_lib(s)->props, piece->kind, piece->ref(w, row), &b);
  scr_columns_cell(out, "%s", b.n ? b.s : "-");
  scr_buf_free(&b);
}

static void list_cell(scr_session *s, const scr_piece *piece, const list_column *c, uint32_t row,
                      scr_columns *out) {
  const scr_world *w = scr_session_world(s);
  double v[SCR_MOST_COMPS];
  if (c->name) {
    scr_columns_cell(out, "%s", piece->called(w, row));
  } else if (c->id) {
    scr_columns_cell(out, "%u", (unsigned)piece->id(w, row));
  } else if (c->group_slot && !*c->group_slot) {
    scr_columns_groups(out, w, piece->groups(w, row));
  } else if (c->group_slot) {
    scr_columns_cell(out, "%s", scr_group_get(w, piece->groups(w, row), c->group_slot));
  } else if (c->property && !*c->property) {
    list_properties(s, piece, row, out);
  } else if (c->property) {
    if (piece->kind == SCR_K_BALL && scr_ball_vector(w, row, c->property, v))
      scr_columns_reals(out, v, 3);
    else if (piece->surface(w, row, c->property, v))
      scr_columns_real(out, v[0]);
    else
      scr_free_prop_cell(&scr_session_lib(s)->props, piece->kind, piece->ref(w, row), c->property,
                         out);
  } else {
    piece->get(w, row, c->q, v);
    if (c->comp < 0)
      scr_columns_reals(out, v, scr_quantity_comps(&piece->quantity[c->q], w->dim));
    else
      scr_columns_real(out, v[c->comp]);
  }
}

static void list_print(scr_session *s, const scr_piece *piece, const list_plan *p,
                       const uint32_t *rows, size_t n) {
  scr_columns out = {0};
  list_head(scr_session_world(s)->dim, piece, p, &out);
  for (size_t k = 0; k < n && !scr_session_interrupted(s); k++) {
    scr_columns_cell(&out, "%u", (unsigned)piece->id(scr_session_world(s), rows[k]));
    for (int c = 0; c < p->n; c++) list_cell(s, piece, &p->col[c], rows[k], &out);
    scr_columns_row(&out);
  }
  scr_columns_print(s, &out);
}

/* A property that no law has must be one that a piece in the list keeps. */
static bool keeps_own(scr_args *a, const scr_piece *piece, const list_column *c,
                      const uint32_t *rows, size_t n) {
  const char *name = c->property;
  if (!name || !*name || scr_surface_prop(name) || !n) return true;
  for (size_t k = 0; k < n; k++)
    if (scr_free_prop(&a->lib->props, piece->kind, piece->ref(world_of(a), rows[k]), name))
      return true;
  scr_fail(a->diag, &c->at, SCR_E_NAME, "no contact law has a property '%s'", name);
  return scr_hint(a->diag, "nor does a %s in the list keep one of that name", piece->name);
}

bool scr_piece_list(scr_args *a, const scr_piece *piece) {
  list_plan p = {0};
  uint32_t *rows = NULL;
  size_t n = 0;
  bool ok = read_columns(a, piece, &p) && scr_piece_rows(a, piece, &rows, &n);
  for (int k = 0; ok && k < p.n; k++) ok = keeps_own(a, piece, &p.col[k], rows, n);
  if (ok) {
    scr_world_sync(world_of(a));
    list_print(a->s, piece, &p, rows, n);
  }
  for (int k = 0; k < p.n; k++) {
    scr_free(p.col[k].group_slot);
    scr_free(p.col[k].property);
  }
  scr_free(rows);
  return ok;
}

/* ---- extra ---- */

/* `facet` behind the value: the range is one of facets, and these get it. */
static bool facets_meant(scr_args *a, const scr_piece *p) {
  return p->kind == SCR_K_WALL && scr_args_more(a) && scr_args_take(a, "facet");
}

static bool facet_rows(scr_args *a, uint32_t **rows, size_t *n) {
  scr_range *r = NULL;
  const bool ok = scr_args_range(a, &r) && scr_args_finish(a) && scr_range_facets(a->s, r, rows, n);
  scr_range_free(r);
  return ok;
}

bool scr_piece_extra(scr_args *a, const scr_piece *p) {
  size_t k, n = 0;
  scr_val value = {0};
  uint32_t *rows = NULL;
  bool ok = scr_args_extra(a, &k, &value);
  const bool facets = ok && facets_meant(a, p);
  ok = ok && (facets ? facet_rows(a, &rows, &n) : scr_piece_rows(a, p, &rows, &n));
  for (size_t i = 0; ok && i < n; i++)
    scr_extra_set(&a->lib->extras, facets ? SCR_K_FACET : p->kind,
                  facets ? scr_facet_ref(world_of(a), rows[i]) : p->ref(world_of(a), rows[i]), k,
                  scr_val_hold(value));
  scr_val_drop(&value);
  scr_free(rows);
  return ok;
}
