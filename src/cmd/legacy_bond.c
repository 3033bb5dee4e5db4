/* Bonds of PFC 3 and 4 are properties of pairs of balls: here the law of the contact has them. */
#include "cmd/legacy_bond.h"

#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/range.h"
#include "cmd/today.h"
#include "cmd/token.h"

/* word, law, property, what it is */
#define BONDS(X)                                                                                   \
  X("n_bond", "linearcbond", "cb_tenf", "tensile strength of contact bonds, N")                    \
  X("s_bond", "linearcbond", "cb_shearf", "their shear strength, N")                               \
  X("pb_kn", "linearpbond", "pb_kn", "normal stiffness of parallel bonds, Pa/m")                   \
  X("pb_ks", "linearpbond", "pb_ks", "their shear stiffness, Pa/m")                                \
  X("pb_nstrength", "linearpbond", "pb_ten", "their tensile strength, Pa")                         \
  X("pb_sstrength", "linearpbond", "pb_coh", "their shear strength, Pa")                           \
  X("pb_radius", "linearpbond", "pb_rmul", "their radius, as a multiple of the smaller ball's")
#define BOND_ROW(old, law, prop, doc) {old, law, prop},
#define BOND_WORD(old, law, prop, doc)                                                             \
  {old, "<f>", doc " (" prop " of " law "); bonds balls that touch"},
static const scr_legacy_bond rows[] = {BONDS(BOND_ROW)};
const scr_word_row scr_legacy_bond_words[] = {BONDS(BOND_WORD){0}};

const scr_legacy_bond *scr_legacy_bond_find(const char *word) {
  enum { LEAST = 4 };
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++)
    if (strlen(word) >= LEAST && scr_abbreviates(word, rows[k].old)) return &rows[k];
  return NULL;
}

bool scr_legacy_bond_like(const char *word) { return scr_ncasecmp(word, "pb_", 3) == 0; }

void scr_legacy_bond_offer(scr_nearest *near) {
  for (size_t k = 0; k < SCR_COUNTOF(rows); k++) scr_nearest_offer(near, rows[k].old);
}

/* ---- contacts ---- */

/* What one command says of the bonds of one law. */
typedef struct edit {
  const scr_model *law;
  const scr_method *bond, *unbond;
  const scr_prop *prop[SCR_COUNTOF(rows)];
  double value[SCR_COUNTOF(rows)];
  int n;
  size_t bonded; /* contacts that hold now */
} edit;

/* "Near" as PFC 3 has it: up to 1e-6 of the mean radius. */
static double nearness(const scr_ends *e) { return 1e-6 * 0.5 * (e->radius[0] + e->radius[1]); }

/* The law takes over what the contact was given as `linear`, and its shear force. */
static bool change_law(scr_args *a, scr_contact c, const scr_model *to) {
  scr_world *w = a->lib->world;
  const scr_model *from = scr_contact_model(w, c);
  const scr_prop *force = scr_model_prop(from, "lin_force");
  double param[SCR_MAX_PROP][3], held[3], gap[3];
  bool inherits[SCR_MAX_PROP];
  for (int k = 0; k < from->nprop; k++) {
    inherits[k] = scr_contact_inherits(w, c, &from->prop[k]);
    scr_contact_get(w, c, &from->prop[k], param[k]);
  }
  const int n = scr_contact_get(w, c, force, held);
  scr_contact_get(w, c, scr_model_prop(from, "rgap"), gap); /* a force that is set moves it */
  if (!scr_contact_set_model(w, a->diag, c, to)) return false;
  for (int k = 0; k < from->nprop; k++) {
    const scr_prop *p = scr_model_prop(to, from->prop[k].name);
    if (from->prop[k].kind != SCR_PROP_PARAM || !p || (p->flags & SCR_PROP_READONLY)) continue;
    double now[3];
    scr_contact_get(w, c, p, now);
    if (inherits[k] || now[0] == param[k][0]) continue;
    if (!scr_contact_set(w, a->diag, c, p, param[k], 1)) return false;
    if (p->flags & SCR_PROP_INHERIT) scr_contact_set_inherit(w, c, p, false);
  }
  return scr_contact_set(w, a->diag, c, scr_model_prop(to, "lin_force"), held, n) &&
         scr_contact_set(w, a->diag, c, scr_model_prop(to, "rgap"), gap, 1);
}

/* All strengths are 0: there is no bond. */
static bool is_void(scr_world *w, scr_contact c, const edit *e) {
  static const char *const strength[] = {"cb_tenf", "cb_shearf", "pb_ten", "pb_coh"};
  for (size_t k = 0; k < SCR_COUNTOF(strength); k++) {
    const scr_prop *p = scr_model_prop(e->law, strength[k]);
    double x[3] = {0};
    if (p) scr_contact_get(w, c, p, x);
    if (p && x[0] > 0) return false;
  }
  return true;
}

static bool make_or_end(scr_args *a, scr_contact c, edit *e, double near) {
  scr_world *w = a->lib->world;
  scr_marg arg[3] = {{.name = "[gap]", .value = near, .given = true}};
  if (is_void(w, c, e)) {
    arg[0].value = HUGE_VAL; /* whatever the gap */
    return scr_contact_method(w, a->diag, c, e->unbond, arg);
  }
  if (!scr_contact_method(w, a->diag, c, e->bond, arg)) return false;
  e->bonded += scr_contact_bond(w, c) >= SCR_BOND_HOLDS;
  return true;
}

/* Laws from which a contact may change: those of springs alone, bonds that are none by now. */
static bool may_change(const scr_model *now) {
  static const char *const from[] = {"linear", "linearcbond", "linearpbond"};
  for (size_t k = 0; k < SCR_COUNTOF(from); k++)
    if (strcmp(now->name, from[k]) == 0) return true;
  return false;
}

static bool refuse_second(scr_args *a, scr_contact c, const edit *e) {
  scr_world *w = a->lib->world;
  scr_fail(
      a->diag, NULL, SCR_E_UNSUPPORTED,
      "the contact of balls %u and %u has a bond of the law '%s': it takes none of '%s' as well",
      scr_contact_end_id(w, c, 0), scr_contact_end_id(w, c, 1), scr_contact_model(w, c)->name,
      e->law->name);
  return scr_hint(a->diag, "parallel bonds with large strengths hold what both would");
}

static bool edit_contact(scr_args *a, scr_contact c, edit *e) {
  scr_world *w = a->lib->world;
  const scr_model *now = scr_contact_model(w, c);
  scr_ends ends;
  scr_contact_ends_of(w, c, &ends);
  const double near = nearness(&ends);
  if (now != e->law && scr_contact_bond(w, c) >= SCR_BOND_HOLDS) return refuse_second(a, c, e);
  if (now != e->law && (!may_change(now) || ends.gap > near)) return true;
  if (now != e->law && !change_law(a, c, e->law)) return false;
  for (int k = 0; k < e->n; k++)
    if (!scr_contact_set(w, a->diag, c, e->prop[k], &e->value[k], 1)) return false;
  return make_or_end(a, c, e, near);
}

static bool any_holds(const edit *e) {
  for (int k = 0; k < e->n; k++)
    if (e->value[k] > 0) return true;
  return false;
}

bool scr_legacy_has_balls(scr_args *a, const scr_range *r, scr_contact c, bool *in) {
  *in = true;
  for (int end = 0; *in && end < 2; end++) {
    scr_kind kind;
    uint32_t row;
    scr_contact_end(a->lib->world, c, end, &kind, &row);
    if (kind == SCR_K_BALL && !scr_range_has(a->s, r, kind, row, in)) return false;
  }
  return true;
}

static bool edit_all(scr_args *a, const scr_range *r, edit *e) {
  scr_contact *c;
  const size_t n = scr_contact_list(a->lib->world, SCR_BALL_BALL, true, &c);
  bool ok = true, in = true;
  for (size_t k = 0; ok && k < n; k++) {
    ok = scr_legacy_has_balls(a, r, c[k], &in);
    if (ok && in) ok = edit_contact(a, c[k], e);
  }
  scr_free(c);
  if (!ok || e->bonded || !any_holds(e) || scr_args_checks(a)) return ok;
  if (!n)
    return scr_warn(a->diag, &a->loc, SCR_E_STATE,
                    "no bond is made: there are no contacts yet; 'cycle 1' before finds them");
  return scr_warn(a->diag, &a->loc, SCR_E_STATE,
                  "no bond is made: no contact of two balls of the range is near enough");
}

static void edit_begin(edit *e, const scr_model *law) {
  *e = (edit){
      .law = law, .bond = scr_model_method(law, "bond"), .unbond = scr_model_method(law, "unbond")};
}

bool scr_legacy_bond_set(scr_args *a, const scr_range *r, const scr_legacy_bond *const *row,
                         const double *value, int n) {
  for (int l = 0; l < scr_model_count(); l++) {
    edit e = {0};
    for (int k = 0; k < n; k++) {
      if (!row[k] || strcmp(row[k]->law, scr_model_at(l)->name) != 0) continue;
      if (!e.law) edit_begin(&e, scr_model_at(l));
      e.prop[e.n] = scr_model_prop(e.law, row[k]->prop);
      e.value[e.n++] = value[k];
    }
    if (e.law && (!scr_may_edit_laws(a->lib->world, a->diag) || !edit_all(a, r, &e))) return false;
  }
  return true;
}

/* ---- the words of today ---- */

/* Functions of the new file, which do what stands above. */
#define TAKE_LAW   SCR_FREE "take_law"
#define HAS_BOND   SCR_FREE "has_bond"
#define MAY_BOND   SCR_FREE "may_bond"
#define BOND_ONE   SCR_FREE "bond_one"
#define BOND_BALLS SCR_FREE "bond_balls"
#define BONDED     SCR_FREE "bonded"
static const char take_law[] =
    "(cp, law) ; a law that has the springs of the present one: they and their force stay\n"
    "  local name = list('kn','ks','fric','rgap','lin_mode','dp_nratio','dp_sratio','dp_mode')\n"
    "  local force = contact.prop(cp,'lin_force')\n"
    "  local own = array.create(8)\n"
    "  local value = array.create(8)\n"
    "  loop local i (1, 8)\n"
    "    own(i) = ~contact.inherit(cp,name(i))\n"
    "    value(i) = contact.prop(cp,name(i))\n"
    "  endloop\n"
    "  contact.model(cp) = law\n"
    "  loop local k (1, 8)\n"
    "    if own(k) & contact.prop(cp,name(k)) # value(k) then\n"
    "      contact.prop(cp,name(k)) = value(k)\n"
    "      if k <= 3 then\n"
    "        contact.inherit(cp,name(k)) = false\n"
    "      endif\n"
    "    endif\n"
    "  endloop\n"
    "  contact.prop(cp,'lin_force') = force\n"
    "  contact.prop(cp,'rgap') = value(4) ; which a force moves\n";
static const char has_bond[] = "(cp)\n"
                               "  local law = contact.model(cp)\n"
                               "  " HAS_BOND " = false\n"
                               "  if law = 'linearcbond' then\n"
                               "    " HAS_BOND " = contact.prop(cp,'cb_state') = 3\n"
                               "  else if law = 'linearpbond' then\n"
                               "    " HAS_BOND " = contact.prop(cp,'pb_state') = 3\n"
                               "  endif\n";
static const char may_bond[] =
    "(cp, law, near) ; has it the law, or may it take it?\n"
    "  local old = contact.model(cp)\n"
    "  " MAY_BOND " = old = law\n"
    "  if ~" MAY_BOND " & " HAS_BOND "(cp) then\n"
    "    system.error = 'a contact has a bond of another law'\n"
    "  else if ~" MAY_BOND " & string.sub(old,1,6) = 'linear' & contact.gap(cp) <= near then\n"
    "    " TAKE_LAW "(cp, law)\n"
    "    " MAY_BOND " = true\n"
    "  endif\n";
static const char bond_one[] =
    "(cp, law, near, values)\n"
    "  local strength = 0\n"
    "  loop local i (1, list.size(values), 2)\n"
    "    contact.prop(cp,values(i)) = values(i + 1)\n"
    "  endloop\n"
    "  if law = 'linearcbond' then\n"
    "    strength = math.max(contact.prop(cp,'cb_tenf'), contact.prop(cp,'cb_shearf'))\n"
    "  else\n"
    "    strength = math.max(contact.prop(cp,'pb_ten'), contact.prop(cp,'pb_coh'))\n"
    "  endif\n"
    "  if strength > 0 then\n"
    "    contact.method(cp,'bond',near)\n"
    "  else\n"
    "    contact.method(cp,'unbond',1e30) ; at any gap\n"
    "  endif\n";
static const char bond_balls[] =
    "(within, law, values) ; of contacts between balls that touch, as 'prop' of PFC 3 and 4\n"
    "  loop foreach local cp contact.list.all('ball-ball')\n"
    "    local one = contact.end1(cp)\n"
    "    local other = contact.end2(cp)\n"
    "    local near = 1e-6 * 0.5 * (ball.radius(one) + ball.radius(other))\n"
    "    local chosen = true\n"
    "    if within # '' then\n"
    "      chosen = range.isin(within, one) & range.isin(within, other)\n"
    "    endif\n"
    "    if chosen then\n"
    "      if " MAY_BOND "(cp, law, near) then\n"
    "        " BOND_ONE "(cp, law, near, values)\n"
    "      endif\n"
    "    endif\n"
    "  endloop\n";

static void helpers(scr_args *a) {
  scr_today_helper(a, TAKE_LAW, take_law);
  scr_today_helper(a, HAS_BOND, has_bond);
  scr_today_helper(a, MAY_BOND, may_bond);
  scr_today_helper(a, BOND_ONE, bond_one);
  scr_today_helper(a, BOND_BALLS, bond_balls);
}

void scr_legacy_bond_today(scr_args *a, const scr_legacy_bond *const *row, const int *token,
                           int n) {
  const bool chosen = a->k < a->n;
  char *range = scr_today_tokens(a, a->k + 1, a->n);
  bool any = false;
  for (int l = 0; l < scr_model_count(); l++) {
    const char *law = scr_model_at(l)->name;
    scr_buf values = {0};
    for (int k = 0; k < n; k++) {
      if (!row[k] || strcmp(row[k]->law, law) != 0) continue;
      char *value = scr_today_tokens(a, token[k], token[k] + 1);
      scr_buf_printf(&values, "%s'%s',%s", values.n ? ", " : "", row[k]->prop, value);
      scr_free(value);
    }
    if (values.n && chosen && !any) scr_today_line(a, "model range create '" BONDED "'%s", range);
    if (values.n)
      scr_today_line(a, "[" BOND_BALLS "('%s', '%s', list(%s))]", chosen ? BONDED : "", law,
                     values.s);
    any |= values.n > 0;
    scr_buf_free(&values);
  }
  if (any) scr_today_asks(a->s);
  if (any) helpers(a);
  if (any && chosen) scr_today_line(a, "model range delete '" BONDED "'");
  scr_free(range);
}
