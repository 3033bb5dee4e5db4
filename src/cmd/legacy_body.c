/* Legacy commands about balls, walls, contacts, groups. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/attribute.h"
#include "cmd/legacy_bond.h"
#include "cmd/legacy_rows.h"
#include "cmd/range.h"
#include "script/absent.h"
#include "world/measure/measure.h"

static scr_world *world_of(scr_args *a) { return a->lib->world; }

static const struct quantity_row {
  const char *old, *now;
  int comp;
} quantity_row[] = {
    {"xvel", "velocity", 0},        {"yvel", "velocity", 1},        {"zvel", "velocity", 2},
    {"spin", "spin", -1},           {"xspin", "spin", 0},           {"yspin", "spin", 1},
    {"zspin", "spin", 2},           {"rvel", "spin", -1},           {"x", "position", 0},
    {"y", "position", 1},           {"z", "position", 2},           {"xpos", "position", 0},
    {"ypos", "position", 1},        {"zpos", "position", 2},        {"rad", "radius", -1},
    {"radius", "radius", -1},       {"xdisp", "displacement", 0},   {"ydisp", "displacement", 1},
    {"zdisp", "displacement", 2},   {"xforce", "force-contact", 0}, {"yforce", "force-contact", 1},
    {"zforce", "force-contact", 2}, {"xfap", "force-applied", 0},   {"yfap", "force-applied", 1},
    {"zfap", "force-applied", 2},   {"damp", "damp", -1},           {"dens", "density", -1},
    {"density", "density", -1},     {"xfob", "force-contact", 0},   {"yfob", "force-contact", 1},
    {"zfob", "force-contact", 2},   {"damping", "damp", -1}};

/* `xvelocity` is xvel in full, and may be cut off anywhere. */
static const char *shorter(const char *old, char room[8]) {
  static const char *const word[][2] = {
      {"velocity", "vel"}, {"position", "pos"}, {"displacement", "disp"}};
  for (size_t k = 0; *old && strchr("xyzXYZ", *old) && k < SCR_COUNTOF(word); k++) {
    if (strlen(old + 1) <= strlen(word[k][1]) || !scr_abbreviates(old + 1, word[k][0])) continue;
    snprintf(room, 8, "%c%s", *old, word[k][1]);
    return room;
  }
  return old;
}

/* Two letters are enough: xv, xs, xd. Of xforce and xfap, which xf may be, the first is recorded,
 * the second is set. */
const char *scr_legacy_quantity(const char *old, bool sets, int *comp) {
  const struct quantity_row *found = NULL;
  char room[8];
  old = shorter(old, room);
  for (size_t k = 0; k < SCR_COUNTOF(quantity_row); k++) {
    const struct quantity_row *r = &quantity_row[k];
    const bool exact = scr_casecmp(r->old, old) == 0;
    const bool fits = !sets || strcmp(r->now, "force-contact") != 0;
    if (exact || (!found && fits && strlen(old) >= 2 && scr_abbreviates(old, r->old))) found = r;
    if (exact) break;
  }
  if (found) *comp = found->comp;
  return found ? found->now : "";
}

bool scr_legacy_quantity_hint(scr_args *a, const char *word) {
  scr_nearest near = {.word = word};
  for (size_t k = 0; k < SCR_COUNTOF(quantity_row); k++)
    scr_nearest_offer(&near, quantity_row[k].old);
  return near.best ? scr_hint(a->diag, "did you mean '%s'?", near.best) : false;
}

static bool set_damp(scr_args *a, uint32_t row, double damp) {
  return scr_ball_set(world_of(a), a->diag, row, SCR_Q_BALL_DAMP, &damp);
}

/* ---- ball, gen ---- */

enum { B_ID, B_RAD, B_X, B_Y, B_Z, B_HERTZ, B_RADIUS, B_WORDS };
static const scr_word_row ball_words[] = {
    {"id", "<i>", "identifier"}, {"rad", "<f>", "radius"}, {"x", "<f>", "position"},
    {"y", "<f>", "position"},    {"z", "<f>", "position"}, {"hertz", "", "Hertz contacts"},
    {"radius", "<f>", "radius"}, {NULL, NULL, NULL}};

bool scr_legacy_no_z(scr_args *a, int axis) {
  if (axis < world_of(a)->dim) return true;
  scr_loc loc = a->tok[a->k - 1].loc;
  return scr_fail(a->diag, &loc, SCR_E_VALUE, "there is no z in two dimensions");
}

/* Dashpots that `damp default viscous` gave go on from one law to the next. */
static void keep_dashpots(const scr_cmat_entry *old, scr_cmat_entry *e) {
  static const char *const name[] = {"dp_nratio", "dp_sratio"};
  for (size_t k = 0; old->model && k < SCR_COUNTOF(name); k++) {
    const scr_prop *from = scr_model_prop(old->model, name[k]),
                   *to = scr_model_prop(e->model, name[k]);
    if (!from || !to || !(old->given & scr_prop_bits(from))) continue;
    e->param[to->slot] = old->param[from->slot];
    e->given |= scr_prop_bits(to);
  }
}

/* Contacts have one default law: what one ball asks for counts for those before it, too. */
static bool tell_hertz(scr_args *a, const scr_loc *at, uint32_t balls) {
  const scr_model *m = scr_cmat_default(world_of(a), SCR_BALL_BALL)->model;
  return !balls || m == scr_model_find("hertz") ||
         scr_warn(a->diag, at, SCR_E_STATE,
                  "'hertz' makes the contacts of all balls Hertzian, those before it, too");
}

static void default_law(scr_args *a, const scr_model *m) {
  for (int t = 0; t < SCR_CONTACT_TYPES; t++) {
    if (!scr_law_is_for(m, (scr_contact_type)t)) continue;
    scr_cmat_entry e = scr_cmat_entry_of(m);
    keep_dashpots(scr_cmat_default(world_of(a), (scr_contact_type)t), &e);
    scr_cmat_set_default(world_of(a), (scr_contact_type)t, &e);
  }
}

bool scr_legacy_id(scr_args *a, uint32_t *id) {
  int64_t i;
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_int(a, "an id", &i)) return false;
  *id = (uint32_t)i;
  return (i > 0 && i <= UINT32_MAX) ||
         scr_fail(a->diag, &loc, SCR_E_VALUE, "an id is a positive number, not %lld", (long long)i);
}

/* The value to blame if the world refuses the ball. */
static scr_loc ball_blame(scr_args *a, uint32_t id, const double x[3], const scr_loc at[B_WORDS]) {
  const scr_world *w = world_of(a);
  if (id > INT32_MAX || (id && scr_ball_find(w, id) != SCR_NONE)) return at[B_ID];
  for (int c = 0; c < w->dim; c++)
    if (at[B_X + c].src && (x[c] < w->domain.lo[c] || x[c] > w->domain.hi[c])) return at[B_X + c];
  return at[B_RAD].src ? at[B_RAD] : a->loc;
}

/* tok: the token of each value; 0: not given. */
static void today_ball(scr_args *a, const int tok[B_WORDS], bool hertz) {
  static const char *const word[] = {"id", "radius", "position-x", "position-y", "position-z"};
  scr_buf b = {0};
  scr_buf_puts(&b, "ball create");
  for (int w = B_ID; w <= B_Z; w++) {
    char *value = tok[w] ? scr_today_tokens(a, tok[w] - 1, tok[w]) : NULL;
    if (value) scr_buf_printf(&b, " %s%s", word[w], value);
    scr_free(value);
  }
  scr_today_line(a, "%s", b.s);
  char *id =
      tok[B_ID] ? scr_today_tokens(a, tok[B_ID] - 1, tok[B_ID]) : scr_strdup(" [ball.maxid]");
  scr_today_line(a, "ball attribute damp [local_damp] range id%s", id);
  if (hertz) scr_today_law(a, scr_model_find("hertz"));
  scr_today_acts(a);
  scr_today_damps(a);
  scr_free(id);
  scr_buf_free(&b);
}

static bool ball(scr_args *a) {
  uint32_t id = 0, row;
  double r = 0, x[3] = {0};
  bool hertz = false;
  scr_loc at[B_WORDS] = {{0}};
  int tok[B_WORDS] = {0};
  while (!scr_args_end(a)) {
    int w;
    if (!scr_args_word(a, ball_words, &w)) return false;
    if (w == B_RADIUS) w = B_RAD;
    at[w] = scr_args_loc(a);
    tok[w] = a->k + 1;
    bool ok = true;
    if (w == B_ID)
      ok = scr_legacy_id(a, &id);
    else if (w == B_HERTZ)
      hertz = true, at[w] = scr_args_last(a);
    else if (w >= B_X && w <= B_Z)
      ok = scr_legacy_no_z(a, w - B_X) && scr_args_real(a, "a coordinate", &x[w - B_X]);
    else
      ok = a->dry ? scr_args_positive(a, "the radius", &r) : scr_args_real(a, "a radius", &r);
    if (!ok) return false;
  }
  if (!at[B_RAD].src) return scr_args_expected(a, "'rad' and the radius");
  if (at[B_ID].src) scr_args_check_new_id(a, "ball", id, &at[B_ID]);
  if (a->diag->failed) return false;
  if (scr_today_asked(a)) today_ball(a, tok, hertz);
  if (!scr_args_finish(a)) return false;
  a->diag->at = ball_blame(a, id, x, at);
  if (!scr_ball_create(world_of(a), a->diag, id, x, r, &row)) return false;
  const scr_model *m = scr_model_find("hertz");
  if (hertz && m && !tell_hertz(a, &at[B_HERTZ], world_of(a)->ball.n - 1)) return false;
  if (hertz && m) default_law(a, m);
  return set_damp(a, row, a->lib->legacy_damp);
}

enum { G_ID, G_RAD, G_X, G_Y, G_Z, G_GAUSS, G_TRIES, G_NUMBER, G_FILTER, G_HERTZ, G_SHADOW };
static const scr_word_row gen_words[] = {{"id", "<i> <i>", "first and last id"},
                                         {"rad", "<f> <f>", "radii"},
                                         {"x", "<f> <f>", "box"},
                                         {"y", "<f> <f>", "box"},
                                         {"z", "<f> <f>", "box"},
                                         {"gauss", "", "normal distribution of radii"},
                                         {"tries", "<i>", "attempts"},
                                         {"number", "<i>", "how many"},
                                         {"filter", "<function>",
                                          "a function that says 1 of balls to leave out: "
                                          "fc_arg(0) is the radius, the place follows"},
                                         {"hertz", "", "Hertz contacts"},
                                         {"no_shadow", "", "!balls never overlap"},
                                         {NULL, NULL, NULL}};

/* What the words of `gen` say. */
typedef struct gen_spec {
  uint32_t id[2];
  double v[4][2]; /* radii, box: m */
  int64_t number, tries;
  bool gauss, hertz;
  int filter; /* 1 + the symbol; 0: none */
} gen_spec;

static bool read_filter(scr_args *a, gen_spec *g) {
  int symbol;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_function(a, "a FISH function", &symbol)) return false;
  scr_args_hands(a, symbol, 0, &at);
  g->filter = symbol + 1;
  scr_today_refuse(a, "'gen filter' asks a function: 'ball generate ... range fish' does today, of "
                      "balls to keep");
  return true;
}

static bool read_gen_word(scr_args *a, gen_spec *g, int w) {
  switch (w) {
  case G_ID: return scr_legacy_id(a, &g->id[0]) && scr_legacy_id(a, &g->id[1]);
  case G_GAUSS: return g->gauss = true;
  case G_TRIES: return scr_args_int(a, "a number of tries", &g->tries);
  case G_NUMBER: return scr_args_int(a, "a number of balls", &g->number);
  case G_FILTER: return read_filter(a, g);
  case G_HERTZ: return g->hertz = true;
  }
  double *bound = g->v[w - G_RAD];
  return scr_legacy_no_z(a, w - G_X) && scr_args_real(a, "a lower bound", &bound[0]) &&
         scr_args_real(a, "an upper bound", &bound[1]);
}

/* Two numbers, of which the first was read from token `at` (0: not given). */
static void put_pair(scr_args *a, int at, const double pair[2], scr_buf *out) {
  for (int k = 0; k < 2; k++) {
    scr_buf_puts(out, " ");
    if (at)
      scr_legacy_put_real(a, at + k, pair[k], out);
    else
      scr_buf_printf(out, "%.17g", pair[k]);
  }
}

static void put_whole(scr_args *a, const char *word, int at, int64_t value, scr_buf *out) {
  scr_buf_printf(out, " %s ", word);
  if (at)
    scr_legacy_put_int(a, at, value, out);
  else
    scr_buf_printf(out, "%lld", (long long)value);
}

/* at: as of today_gen. Of ids of which one is not known the number is neither. */
static bool generate(scr_args *a, gen_spec *g, const int at[G_SHADOW + 1]) {
  scr_buf b = {0};
  const scr_dialect dialect = a->dialect;
  const int id = at[G_ID];
  const bool unknown = id && (scr_legacy_is_unknown(a, id) || scr_legacy_is_unknown(a, id + 1));
  assert(world_of(a)->dim <= 3);
  if (unknown && !at[G_NUMBER]) g->number = 1;
  scr_buf_puts(&b, "ball generate");
  put_whole(a, "number", at[G_NUMBER], g->number, &b);
  if (g->id[0]) put_whole(a, "id", id, g->id[0], &b);
  if (g->id[0]) put_whole(a, "", id + 1, g->id[1], &b);
  scr_buf_puts(&b, " radius");
  put_pair(a, at[G_RAD], g->v[0], &b);
  scr_buf_puts(&b, " box");
  for (int k = 1; k <= world_of(a)->dim; k++) put_pair(a, at[G_RAD + k], g->v[k], &b);
  scr_buf_puts(&b, g->gauss ? " gauss" : "");
  put_whole(a, "tries", at[G_TRIES], g->tries, &b);
  a->dialect = SCR_MODERN; /* a symbol may be called `tries` */
  const bool ok = scr_legacy_modern(a, "%s", b.s);
  a->dialect = dialect;
  scr_buf_free(&b);
  return ok;
}

/* at: the first token of what stands after each word; 0: not given. */
#define GENERATED SCR_FREE "generated"
static void today_gen(scr_args *a, const int at[G_SHADOW + 1]) {
  scr_buf b = {0};
  static const struct {
    int word, tokens;
    const char *today;
  } row[] = {{G_NUMBER, 1, " number"}, {G_ID, 2, " id"},      {G_RAD, 2, " radius"},
             {G_X, 2, " box"},         {G_Y, 2, ""},          {G_Z, 2, ""},
             {G_GAUSS, 0, " gauss"},   {G_TRIES, 1, " tries"}};
  scr_buf_puts(&b, "ball generate");
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    const int from = at[row[k].word];
    char *value = from ? scr_today_tokens(a, from, from + row[k].tokens) : NULL;
    if (value) scr_buf_printf(&b, "%s%s", row[k].today, value);
    scr_free(value);
  }
  char *ids = at[G_ID] ? scr_today_tokens(a, at[G_ID], at[G_ID] + 2) : NULL;
  if (!ids) scr_today_line(a, "[" GENERATED " = ball.maxid + 1]");
  scr_today_line(a, "%s", b.s);
  scr_today_line(a, "ball attribute damp [local_damp] range id%s",
                 ids ? ids : " [" GENERATED "] [ball.maxid]");
  if (at[G_HERTZ]) scr_today_law(a, scr_model_find("hertz"));
  scr_today_acts(a);
  scr_today_damps(a);
  scr_free(ids);
  scr_buf_free(&b);
}

static bool gen(scr_args *a) {
  gen_spec g = {.tries = 20000};
  int at[G_SHADOW + 1] = {0};
  for (int w; !scr_args_end(a);) {
    if (!scr_args_word(a, gen_words, &w)) return false;
    at[w] = a->k;
    if (!read_gen_word(a, &g, w)) return false;
  }
  if (scr_today_asked(a) && g.filter) return true; /* its line stays, with the reason */
  if (scr_today_asked(a)) today_gen(a, at);
  if (g.id[0] && g.id[1] >= g.id[0]) g.number = (int64_t)g.id[1] - g.id[0] + 1;
  const uint32_t before = scr_ball_next_id(world_of(a));
  a->lib->legacy_filter = g.filter;
  bool ok = generate(a, &g, at);
  a->lib->legacy_filter = 0;
  const scr_model *m = scr_model_find("hertz");
  if (ok && g.hertz && m && !a->dry) default_law(a, m);
  for (uint32_t k = g.id[0] && g.id[0] < before ? g.id[0] : before;
       ok && k < scr_ball_next_id(world_of(a)); k++) {
    uint32_t row = scr_ball_find(world_of(a), k);
    if (row != SCR_NONE) ok = set_damp(a, row, a->lib->legacy_damp);
  }
  return ok;
}

/* ---- property ---- */

typedef struct setting {
  char name[32];
  double value;
  const scr_prop *prop; /* NULL: a quantity of balls, or one component of it, or a bond's */
  const scr_legacy_bond *bond;
  bool color;                /* a property that only pictures see */
  int quantity, comp, token; /* token: of the value */
} setting;

/* Old words may be abbreviated to three letters. */
const char *scr_legacy_prop_name(const char *old) {
  static const struct {
    const char *old, *now;
  } name[] = {{"damping", "damp"},
              {"density", "density"},
              {"friction", "fric"},
              {"poissons", "hz_poiss"},
              {"shear", "hz_shear"}};
  for (size_t k = 0; k < SCR_COUNTOF(name); k++)
    if (strlen(old) >= 3 && scr_abbreviates(old, name[k].old)) return name[k].now;
  return old;
}

/* True: it is only checked, and may be a name that the caller gives. */
static bool unknown_property(scr_args *a, const char *name) {
  scr_loc loc = scr_args_loc(a);
  scr_nearest near = {.word = name};
  const bool may = scr_args_may_name(a);
  scr_legacy_bond_offer(&near);
  for (int k = 0; k < scr_model_count(); k++)
    for (int i = 0; i < scr_model_at(k)->nprop; i++)
      scr_nearest_offer(&near, scr_model_at(k)->prop[i].name);
  scr_nearest_offer(&near, "density");
  scr_fail(a->diag, &loc, SCR_E_NAME, "no ball and no contact law has a property '%s'", name);
  if (near.best) scr_hint(a->diag, "did you mean '%s'?", near.best);
  return may && scr_args_goes_on(a, true);
}

/* `prop` also sets how balls move, with the words of `ini`. */
static int quantity_of(const char *name, const char *old, int *comp) {
  static const int all[] = {SCR_Q_BALL_DENSITY,  SCR_Q_BALL_DAMP,         SCR_Q_BALL_RADIUS,
                            SCR_Q_BALL_VELOCITY, SCR_Q_BALL_DISPLACEMENT, SCR_Q_BALL_SPIN};
  *comp = -1;
  int q = scr_quantity_find(scr_ball_quantity, name);
  if (q < 0 && *(name = scr_legacy_quantity(old, true, comp)))
    q = scr_quantity_find(scr_ball_quantity, name);
  for (size_t k = 0; k < SCR_COUNTOF(all); k++)
    if (q == all[k]) return q;
  return -1;
}

/* A spin in the plane is about z. */
static bool component_fits(scr_args *a, int quantity, int comp, const scr_token *t) {
  const int comps = scr_quantity_comps(&scr_ball_quantity[quantity], world_of(a)->dim);
  if (comps == 1 ? comp < 0 || comp == 2 : comp < comps) return true;
  return scr_fail(a->diag, &t->loc, SCR_E_VALUE, "there is no %s in two dimensions", t->text);
}

static const char COLOR[] = SCR_LEGACY_COLOR;
/* An index of colours: kept as a property of that name, by which pictures may be coloured. */
static bool is_color(const char *word) {
  return scr_casecmp(word, "color") == 0 || scr_casecmp(word, "c_index") == 0;
}

/* `prop rad mul 1.1`: where one value changes another. */
static bool is_operation(const scr_args *a, const setting *s) {
  static const char *const op[] = {"add", "multiply"};
  const scr_token *next = scr_args_peek(a);
  for (size_t k = 0; s->quantity >= 0 && next && k < SCR_COUNTOF(op); k++)
    if (next->type == SCR_T_WORD && strlen(next->text) >= 3 && scr_abbreviates(next->text, op[k]))
      return true;
  return false;
}

static bool read_value(scr_args *a, setting *s, const char *word) {
  if (!is_operation(a, s) || scr_args_number_follows(a))
    return scr_args_real(a, "a value", &s->value);
  scr_args_expected(a, "a value");
  return scr_hint(a->diag, "'ini %s %s <f>' changes what is there", word, scr_args_peek(a)->text);
}

static bool read_setting(scr_args *a, setting *s) {
  const scr_token *t = scr_args_peek(a);
  const char *name = scr_legacy_prop_name(t->text);
  s->quantity = quantity_of(name, t->text, &s->comp);
  s->bond = scr_legacy_bond_find(t->text);
  s->color = is_color(t->text);
  const bool of_law = s->quantity < 0 && !s->bond && !scr_legacy_bond_like(name);
  s->prop = of_law ? scr_any_prop(name) : NULL;
  if (t->type != SCR_T_WORD && t->type != SCR_T_STRING)
    return scr_args_expected(a, "the name of a property");
  if (s->quantity < 0 && !s->prop && !s->bond && !s->color) {
    if (!unknown_property(a, t->text)) return false;
    a->k++; /* a macro may hold the value, too */
    return !scr_args_number_follows(a) || scr_args_real(a, "a value", &s->value);
  }
  if (s->quantity >= 0 && !component_fits(a, s->quantity, s->comp, t)) return false;
  const char *thing = s->prop    ? (const char *)s->prop
                      : s->bond  ? s->bond->old
                      : s->color ? COLOR
                                 : (const char *)&scr_ball_quantity[s->quantity] + s->comp + 1;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_twice(a, thing, &at, t->text, NULL)) return false;
  if (s->prop) name = s->prop->name; /* states keep the spelling */
  if (s->color) name = COLOR;
  size_t n = strlen(name);
  if (n >= sizeof s->name) n = sizeof s->name - 1;
  memcpy(s->name, name, n);
  s->name[n] = 0;
  s->token = ++a->k;
  a->diag->at = scr_args_loc(a);
  if (!read_value(a, s, t->text)) return false;
  const char *checked = s->prop ? s->prop->name : s->bond ? s->bond->prop : NULL;
  if (checked && !scr_surface_check(a, &a->diag->at, checked, &s->value, 1)) return false;
  return s->quantity < 0 ||
         scr_quantity_comps(&scr_ball_quantity[s->quantity], world_of(a)->dim) > 1 ||
         scr_ball_check(world_of(a), a->diag, s->quantity, &s->value);
}

bool scr_legacy_at_range(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && !scr_args_more(a);
}

/* Contacts follow the surfaces of balls in all that laws inherit. */
static bool is_of_contacts(const setting *s) {
  return s->prop && !(s->prop->flags & SCR_PROP_INHERIT);
}

/* Contacts whose balls lie in the range: they have no ids that a file of old could name. They
 * follow their balls again in what a function has set. */
static bool set_contacts(scr_args *a, const scr_range *r, const setting *s) {
  scr_world *w = world_of(a);
  scr_contact *c;
  const size_t n = scr_contact_list(w, -1, true, &c);
  bool ok = true, in;
  for (size_t k = 0; ok && k < n; k++) {
    const scr_model *m = scr_contact_model(w, c[k]);
    const scr_prop *p = m ? scr_model_prop(m, s->name) : NULL;
    const bool follows = p && p->flags & SCR_PROP_INHERIT;
    if (!p || (follows && scr_contact_inherits(w, c[k], p))) continue;
    ok = scr_legacy_has_balls(a, r, c[k], &in);
    if (ok && in && follows)
      scr_contact_set_inherit(w, c[k], p, true);
    else if (ok && in)
      ok = scr_contact_set(w, a->diag, c[k], p, &s->value, 1);
  }
  scr_free(c);
  return ok;
}

static bool set_quantity(scr_args *a, uint32_t row, const setting *s) {
  double v[9];
  const int comps = scr_quantity_comps(&scr_ball_quantity[s->quantity], world_of(a)->dim);
  scr_ball_get(world_of(a), row, s->quantity, v);
  for (int k = 0; k < comps; k++)
    if (comps == 1 || s->comp < 0 || k == s->comp) v[k] = s->value;
  return scr_ball_set(world_of(a), a->diag, row, s->quantity, v);
}

static bool set_balls(scr_args *a, const uint32_t *rows, size_t n, const setting *s) {
  for (size_t k = 0; k < n; k++) {
    if (s->quantity >= 0) {
      if (!set_quantity(a, rows[k], s)) return false;
    } else if (s->prop && s->prop->flags & SCR_PROP_INHERIT) {
      scr_ball_set_surface(world_of(a), rows[k], s->name, s->value);
    } else if (s->color) {
      scr_free_prop_set(&a->lib->props, SCR_K_BALL, scr_ball_ref(world_of(a), rows[k]), s->name,
                        scr_val_real(s->value));
    }
  }
  return true;
}

enum { MAX_SETTINGS = 32 };

static bool set_bonds(scr_args *a, const scr_range *r, const setting *set, int n) {
  const scr_legacy_bond *row[MAX_SETTINGS];
  double value[MAX_SETTINGS];
  for (int k = 0; k < n; k++) row[k] = set[k].bond, value[k] = set[k].value;
  return scr_legacy_bond_set(a, r, row, value, n);
}

/* The words of today for a quantity of balls, or its component, and the value in that token. */
static void put_quantity(scr_args *a, int quantity, int comp, const char *op, int token,
                         scr_buf *out) {
  static const char *const suffix[] = {"", "-x", "-y", "-z"};
  const scr_quantity *q = &scr_ball_quantity[quantity];
  const int comps = scr_quantity_comps(q, world_of(a)->dim);
  const bool each = comps > 1 && comp < 0; /* `ini spin 0.5` sets all three */
  char *value = scr_today_tokens(a, token, token + 1);
  for (int k = each ? 0 : comp; k < (each ? comps : comp + 1); k++)
    scr_buf_printf(out, " %s%s%s%s", q->name, comps > 1 ? suffix[k + 1] : "", op, value);
  scr_free(value);
}

/* `contact property` has a range over contacts, `prop` one over their balls. */
static const char set_contacts_of[] =
    "(within, values) ; of contacts whose balls lie in a range, as 'prop' of PFC 3 and 4\n"
    "  loop foreach local cp contact.list.all\n"
    "    local chosen = range.isin(within, contact.end1(cp))\n"
    "    if type.pointer(cp) = 'ball-ball' then\n"
    "      chosen = chosen & range.isin(within, contact.end2(cp))\n"
    "    endif\n"
    "    loop local i (1, list.size(values), 2)\n"
    "      if chosen & contact.isprop(cp,values(i)) then\n"
    "        contact.prop(cp,values(i)) = values(i + 1)\n"
    "      endif\n"
    "    endloop\n"
    "  endloop\n";

#define CHOSEN       SCR_FREE "chosen"
#define SET_CONTACTS SCR_FREE "set_contacts_of"
static void today_contacts(scr_args *a, const setting *set, int n) {
  scr_buf values = {0};
  for (int k = 0; k < n; k++) {
    char *value = scr_today_tokens(a, set[k].token, set[k].token + 1);
    if (is_of_contacts(&set[k]))
      scr_buf_printf(&values, "%s'%s',%s", values.n ? ", " : "", set[k].name, value);
    scr_free(value);
  }
  char *range = scr_today_tokens(a, a->k + 1, a->n);
  scr_today_helper(a, SET_CONTACTS, set_contacts_of);
  scr_today_line(a, "model range create '" CHOSEN "'%s", range);
  scr_today_line(a, "[" SET_CONTACTS "('" CHOSEN "', list(%s))]", values.s);
  scr_today_line(a, "model range delete '" CHOSEN "'");
  scr_free(range);
  scr_buf_free(&values);
}

static void today_bonds(scr_args *a, const setting *set, int n) {
  const scr_legacy_bond *row[MAX_SETTINGS];
  int token[MAX_SETTINGS];
  for (int k = 0; k < n; k++) row[k] = set[k].bond, token[k] = set[k].token;
  scr_legacy_bond_today(a, row, token, n);
}

/* `ball property` leaves contacts that have the property as their own; `prop` did not. */
static const char follow_balls[] =
    "(within, names) ; contacts of balls in a range have their properties, as 'prop' of PFC 3 and "
    "4\n"
    "  loop foreach local cp contact.list.all\n"
    "    local chosen = true\n"
    "    if within # '' then\n"
    "      chosen = range.isin(within, contact.end1(cp))\n"
    "      if type.pointer(cp) = 'ball-ball' then\n"
    "        chosen = chosen & range.isin(within, contact.end2(cp))\n"
    "      endif\n"
    "    endif\n"
    "    loop foreach local name names\n"
    "      if chosen & contact.isprop(cp,name) then\n"
    "        contact.inherit(cp,name) = true\n"
    "      endif\n"
    "    endloop\n"
    "  endloop\n";

#define FOLLOW_BALLS SCR_FREE "follow_balls"
static void today_follow(scr_args *a, const setting *set, int n) {
  scr_buf names = {0};
  for (int k = 0; k < n; k++)
    if (set[k].prop && set[k].prop->flags & SCR_PROP_INHERIT)
      scr_buf_printf(&names, "%s'%s'", names.n ? "," : "", set[k].name);
  char *range = scr_today_tokens(a, a->k + 1, a->n);
  const bool any = names.n && scr_today_owned(a), chosen = *range != 0;
  if (any) scr_today_helper(a, FOLLOW_BALLS, follow_balls);
  if (any && chosen) scr_today_line(a, "model range create '" CHOSEN "'%s", range);
  if (any) scr_today_line(a, "[" FOLLOW_BALLS "('%s', list(%s))]", chosen ? CHOSEN : "", names.s);
  if (any && chosen) scr_today_line(a, "model range delete '" CHOSEN "'");
  scr_free(range);
  scr_buf_free(&names);
}

/* A free property keeps what it is given, and was given a real. */
static bool is_whole(const scr_args *a, const setting *s) {
  return s->color && a->tok[s->token].type == SCR_T_INT;
}

static void today_property(scr_args *a, const setting *set, int n) {
  scr_buf attr = {0}, prop = {0}, contact = {0};
  for (int k = 0; k < n; k++) {
    char *value = scr_today_tokens(a, set[k].token, set[k].token + 1);
    if (set[k].quantity >= 0)
      put_quantity(a, set[k].quantity, set[k].comp, "", set[k].token, &attr);
    if (is_of_contacts(&set[k]))
      scr_buf_printf(&contact, " %s%s", set[k].name, value);
    else if (set[k].color || set[k].prop)
      scr_buf_printf(&prop, " %s%s%s", set[k].name, value, is_whole(a, &set[k]) ? ".0" : "");
    scr_free(value);
  }
  char *range = scr_today_rest(a);
  if (attr.n) scr_today_line(a, "ball attribute%s%s", attr.s, range);
  today_follow(a, set, n); /* before: they take what the balls get next */
  if (prop.n) scr_today_line(a, "ball property%s%s", prop.s, range);
  if (contact.n) scr_today_asks(a->s);
  if (contact.n && *range)
    today_contacts(a, set, n);
  else if (contact.n)
    scr_today_line(a, "contact property%s%s", contact.s, range);
  today_bonds(a, set, n);
  scr_free(range);
  scr_buf_free(&attr), scr_buf_free(&prop), scr_buf_free(&contact);
}

/* Sets what was read, of balls and contacts of the range that follows. */
static bool put_settings(scr_args *a, const setting *set, int n) {
  if (scr_today_asked(a)) today_property(a, set, n);
  scr_range *r;
  uint32_t *rows = NULL;
  size_t count = 0;
  if (!scr_args_range(a, &r)) return false;
  bool ok = scr_range_balls(a->s, r, &rows, &count);
  const double before = ok ? scr_energy_state(world_of(a)) : 0;
  for (int k = 0; ok && k < n; k++) {
    ok = (!set[k].prop || set_contacts(a, r, &set[k])) && set_balls(a, rows, count, &set[k]);
  }
  ok = ok && set_bonds(a, r, set, n);
  if (ok) scr_energy_edited(world_of(a), before);
  scr_free(rows);
  scr_range_free(r);
  return ok;
}

static bool property(scr_args *a) {
  setting set[MAX_SETTINGS] = {0};
  int n = 0;
  while (!scr_args_end(a) && !scr_legacy_at_range(a)) {
    scr_loc at = scr_args_loc(a);
    if (n == MAX_SETTINGS)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d properties in one command",
                      MAX_SETTINGS);
    if (!read_setting(a, &set[n++])) return false;
  }
  if (n == 0) return scr_args_expected(a, "the name of a property");
  return put_settings(a, set, n);
}

/* ---- fix, free, ini ---- */

static bool read_mask(scr_args *a, unsigned *mask, bool fixed) {
  static const struct {
    const char *word;
    unsigned mask2, mask3;
  } row[] = {{"x", 1, 1},     {"y", 2, 2},      {"z", 0, 4},      {"spin", 32, 56},
             {"xspin", 0, 8}, {"yspin", 0, 16}, {"zspin", 32, 32}};
  *mask = 0;
  while (!scr_args_end(a) && !scr_legacy_at_range(a)) {
    unsigned bit = 0;
    for (size_t k = 0; k < sizeof row / sizeof *row; k++)
      if (scr_casecmp(scr_args_peek(a)->text, row[k].word) == 0)
        bit = world_of(a)->dim == 2 ? row[k].mask2 : row[k].mask3;
    if (!bit)
      return scr_args_expected(a, world_of(a)->dim == 2 ? "x, y or spin"
                                                        : "x, y, z, spin, xspin, yspin or zspin");
    *mask |= bit;
    a->k++;
  }
  return *mask != 0 || scr_args_expected(a, fixed ? "a component to fix: x, y, spin"
                                                  : "a component to free: x, y, spin");
}

static void today_fix(scr_args *a, unsigned mask, bool fixed) {
  static const char *const part[] = {" velocity-x", " velocity-y", " velocity-z",
                                     " spin-x",     " spin-y",     " spin-z"};
  const bool flat = world_of(a)->dim == 2;
  char *range = scr_today_rest(a);
  scr_buf b = {0};
  scr_buf_puts(&b, fixed ? "ball fix" : "ball free");
  for (int k = 0; k < 6; k++)
    if (mask >> k & 1u) scr_buf_puts(&b, flat && k == 5 ? " spin" : part[k]);
  scr_today_line(a, "%s%s", b.s, range);
  scr_buf_free(&b);
  scr_free(range);
}

static bool fix_or_free(scr_args *a, bool fixed) {
  unsigned mask;
  scr_range *r;
  uint32_t *rows;
  size_t n;
  if (!read_mask(a, &mask, fixed)) return false;
  if (scr_today_asked(a)) today_fix(a, mask, fixed);
  if (!scr_args_range(a, &r)) return false;
  bool ok = scr_range_balls(a->s, r, &rows, &n);
  for (size_t k = 0; ok && k < n; k++) scr_ball_fix(world_of(a), rows[k], mask, fixed);
  if (ok) scr_free(rows);
  scr_range_free(r);
  return ok;
}

static bool fix(scr_args *a) { return fix_or_free(a, true); }
static bool free_(scr_args *a) { return fix_or_free(a, false); }

typedef struct change {
  int q, comp;
  char op; /* '=', '+', '*' */
  double value;
  scr_loc at; /* of the value */
  int token;
} change;

/* `ini rad mult`: the name of a symbol with nothing behind it is a value. */
static bool is_last_symbol(const scr_args *a) {
  const bool last = a->k + 1 >= a->n || scr_abbreviates(a->tok[a->k + 1].text, "range");
  return last && scr_legacy_is_symbol(a);
}

/* It stands before the value or behind it. */
static void take_operation(scr_args *a, change *c) {
  if (c->op == '=' && !c->token && is_last_symbol(a)) return;
  if (scr_args_take(a, "add"))
    c->op = '+';
  else if (scr_args_take(a, "multiply"))
    c->op = '*';
}

static bool read_change(scr_args *a, change *c) {
  const scr_token *t = scr_args_peek(a);
  const char *name = scr_legacy_quantity(t->text, true, &c->comp);
  c->q = *name ? scr_quantity_find(scr_ball_quantity, name) : -1;
  c->op = '=', c->token = 0;
  if (c->q < 0) {
    scr_args_expected(
        a, "a quantity of balls: xvel, yvel, zvel, spin, x, y, z, rad, xdisp, xfap, damp");
    if (scr_any_prop(scr_legacy_prop_name(t->text)))
      return scr_hint(a->diag, "properties are set by 'prop %s'", t->text);
    return scr_legacy_quantity_hint(a, t->text);
  }
  if (!component_fits(a, c->q, c->comp, t)) return false;
  a->k++;
  take_operation(a, c);
  c->at = scr_args_loc(a), c->token = a->k;
  if (!scr_args_real(a, "a value", &c->value)) return false;
  if (c->op == '=') take_operation(a, c);
  if (!a->dry || c->op != '=') return true;
  if (scr_quantity_comps(&scr_ball_quantity[c->q], world_of(a)->dim) > 1) return true;
  a->diag->at = c->at;
  return scr_ball_check(world_of(a), a->diag, c->q, &c->value);
}

static void changed(const change *c, int dim, double v[9]) {
  int comps = scr_quantity_comps(&scr_ball_quantity[c->q], dim);
  for (int k = 0; k < comps; k++) {
    if (c->comp >= 0 && comps > 1 && k != c->comp) continue;
    v[k] = c->op == '=' ? c->value : c->op == '+' ? v[k] + c->value : v[k] * c->value;
  }
}

/* Would all changes of one ball be accepted, one after the other? */
static bool check_ball(scr_args *a, uint32_t row, const change *list, int n) {
  double v[MAX_SETTINGS][9];
  const scr_world *w = world_of(a);
  for (int i = 0; i < n; i++) {
    int before = i - 1;
    while (before >= 0 && list[before].q != list[i].q) before--;
    if (before >= 0)
      memcpy(v[i], v[before], sizeof v[i]);
    else
      scr_ball_get(w, row, list[i].q, v[i]);
    changed(&list[i], w->dim, v[i]);
    a->diag->at = list[i].at;
    if (!scr_ball_check(w, a->diag, list[i].q, v[i])) return false;
  }
  return true;
}

static bool change_ball(scr_args *a, uint32_t row, const change *c) {
  double v[9];
  scr_world *w = world_of(a);
  scr_ball_get(w, row, c->q, v);
  changed(c, w->dim, v);
  return scr_ball_set(w, a->diag, row, c->q, v);
}

/* A value replaces what stands before it in the command, which then says nothing. */
static bool change_once(scr_args *a, const change *list, int n, int token) {
  const change *c = &list[n];
  for (int i = 0; i < n && c->op == '='; i++) {
    if (list[i].q != c->q || (list[i].comp >= 0 && c->comp >= 0 && list[i].comp != c->comp))
      continue;
    return scr_fail(a->diag, &a->tok[token].loc, SCR_E_SYNTAX, "'%s' is given twice",
                    a->tok[token].text);
  }
  return true;
}

static void today_ini(scr_args *a, const change *list, int n) {
  scr_buf b = {0};
  char *range = scr_today_rest(a);
  for (int k = 0; k < n; k++) {
    const change *c = &list[k];
    const char *op = c->op == '+' ? " add" : c->op == '*' ? " multiply" : "";
    put_quantity(a, c->q, c->comp, op, c->token, &b);
  }
  scr_today_line(a, "ball attribute%s%s", b.s, range);
  scr_free(range);
  scr_buf_free(&b);
}

static bool ini(scr_args *a) {
  change list[MAX_SETTINGS];
  int n = 0;
  while (!scr_args_end(a) && !scr_legacy_at_range(a)) {
    scr_loc at = scr_args_loc(a);
    if (n == MAX_SETTINGS)
      return scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d quantities in one command",
                      MAX_SETTINGS);
    const int token = a->k;
    if (!read_change(a, &list[n]) || !change_once(a, list, n, token)) return false;
    n++;
  }
  if (n == 0) return scr_args_expected(a, "a quantity of balls");
  if (scr_today_asked(a)) today_ini(a, list, n);
  scr_range *r;
  uint32_t *rows;
  size_t count;
  if (!scr_args_range(a, &r)) return false;
  bool ok = scr_range_balls(a->s, r, &rows, &count);
  scr_world_sync(world_of(a));
  for (size_t k = 0; ok && k < count; k++) ok = check_ball(a, rows[k], list, n);
  const double before = ok ? scr_energy_state(world_of(a)) : 0;
  for (size_t k = 0; ok && k < count; k++)
    for (int i = 0; ok && i < n; i++) ok = change_ball(a, rows[k], &list[i]);
  if (ok) scr_energy_edited(world_of(a), before);
  scr_free(rows);
  scr_range_free(r);
  return ok;
}

/* ---- the rest ---- */

enum { D_BALL, D_WALL, D_HISTORY, D_MEASURE };
static const scr_word_row delete_words[] = {{"balls", "[range]", "balls"},
                                            {"walls", "[<i>] [range]", "walls"},
                                            {"history", "[<s>]", "histories"},
                                            {"measure", "[<i>] [range]", "measurement regions"},
                                            {NULL, NULL, NULL}};

static bool delete_(scr_args *a) {
  int w;
  uint32_t id = 0;
  if (!scr_args_word(a, delete_words, &w)) return false;
  scr_loc at = scr_args_loc(a);
  const int token = a->k;
  if (w != D_HISTORY && scr_args_number_follows(a) && !scr_legacy_id(a, &id)) return false;
  const char *kind = w == D_BALL ? "ball" : w == D_WALL ? "wall" : "measurement region";
  const uint32_t row = w == D_BALL   ? scr_ball_find(world_of(a), id)
                       : w == D_WALL ? scr_wall_find(world_of(a), id)
                                     : scr_measure_find(world_of(a), id);
  if (id && row == SCR_NONE && !a->dry)
    return scr_fail(a->diag, &at, SCR_E_NAME, "there is no %s %u", kind, id);
  char *rest = scr_legacy_rest(a);
  scr_buf one = {0};
  static const char *const command[] = {"ball delete", "wall delete walls", "history delete",
                                        "measure delete"};
  if (id) scr_legacy_put_int(a, token, id, &one);
  bool ok = id ? scr_legacy_modern(a, "%s range id %s", command[w], one.s)
               : scr_legacy_modern(a, "%s %s", command[w], rest);
  scr_free(rest);
  scr_buf_free(&one);
  return ok;
}

static const scr_word_row measure_words[] = {
    {"id", "<i>", "identifier; one that is there is changed"},
    {"x", "<f>", "centre"},
    {"y", "<f>", "centre"},
    {"z", "<f>", "centre"},
    {"radius", "<f>", "radius"},
    {"tolerance", "<f>", "changes nothing: porosity is exact"},
    {NULL, NULL, NULL}};

static bool measure(scr_args *a) {
  uint32_t id;
  if (!scr_args_take(a, "id")) return scr_args_expected(a, "'id'");
  const scr_loc at = scr_args_loc(a);
  if (!scr_legacy_id(a, &id)) return false;
  char name[16];
  snprintf(name, sizeof name, "%u", (unsigned)id);
  const bool there = scr_args_checks(a) ? !scr_args_is_new(a, "measure", name, &at)
                                        : scr_measure_find(world_of(a), id) != SCR_NONE;
  scr_buf given = {0};
  scr_legacy_put_int(a, a->k - 1, id, &given);
  char *rest = scr_legacy_rest(a);
  const bool ok =
      scr_legacy_modern(a, "measure %s id %s %s", there ? "modify" : "create", given.s, rest);
  scr_free(rest);
  scr_buf_free(&given);
  return ok;
}

/* The command and what stands from token `from` on. */
static void today_with_range(scr_args *a, const char *command, int from) {
  char *rest = scr_today_asked(a) ? scr_today_tokens(a, from, a->n) : NULL;
  if (rest) scr_today_line(a, "%s%s", command, rest);
  scr_free(rest);
}

static bool group(scr_args *a) {
  char *name;
  scr_range *r;
  uint32_t *rows;
  size_t n;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a group", &name)) return false;
  scr_args_makes(a, "group", name, &at);
  today_with_range(a, "ball group", 0);
  bool ok = scr_args_range(a, &r);
  if (ok) {
    ok = scr_range_balls(a->s, r, &rows, &n);
    for (size_t k = 0; ok && k < n; k++) {
      scr_table *t = &world_of(a)->ball;
      uint32_t groups = *(const uint32_t *)scr_table_at(t, SCR_BALL_GROUPS, rows[k]);
      scr_group_set(world_of(a), &groups, name, "Default");
      scr_table_write(t, SCR_BALL_GROUPS, rows[k], &groups);
    }
    if (ok) scr_free(rows);
    scr_range_free(r);
  }
  scr_free(name);
  return ok;
}

static bool range_delete(scr_args *a) {
  const scr_token *t = &a->tok[a->k - 1];
  char *name = scr_legacy_tokens(a, a->k - 1, a->k);
  const char *quote = t->type == SCR_T_WORD ? "'" : "";
  a->k = a->n;
  const bool ok = scr_legacy_modern(a, "model range delete %s%s%s", quote, name, quote);
  scr_free(name);
  return ok;
}

static bool range(scr_args *a) {
  char *name;
  if (!scr_args_take(a, "name")) return scr_args_expected(a, "'name'");
  if (!scr_args_name(a, "the name of the range", &name)) return false;
  const bool deletes = a->n - a->k == 1 && scr_casecmp(scr_args_peek(a)->text, "delete") == 0;
  if (!deletes) today_with_range(a, "model range create", 1);
  bool ok = deletes ? range_delete(a) : scr_named_range_create(a, name);
  scr_free(name);
  return ok;
}

/* `model load` is ignored; else the law becomes that of all contacts, present and future. */
static bool model(scr_args *a) {
  const scr_model *m;
  if (scr_args_take(a, "load")) {
    today_with_range(a, "program load contactmodelmechanical", 1);
    return true; /* the law is there without it */
  }
  if (!scr_args_law(a, &m)) return false;
  if (scr_args_end(a)) scr_today_law(a, m);
  if (!scr_args_end(a) || scr_today_cycled(a)) today_with_range(a, "contact model", 0);
  scr_today_acts(a);
  scr_range *r;
  scr_contact *c;
  size_t n;
  if (!scr_args_range(a, &r)) return false;
  if (!r) default_law(a, m);
  bool ok = scr_range_contacts(a->s, r, true, &c, &n);
  for (size_t k = 0; ok && k < n; k++)
    if (scr_law_is_for(m, c[k].type)) ok = scr_contact_set_model(world_of(a), a->diag, c[k], m);
  if (ok) scr_free(c);
  scr_range_free(r);
  return ok;
}

static void today_dashpots(scr_args *a, const setting *set, int n) {
  scr_buf b = {0};
  for (int k = 0; k < n; k++) {
    char *value = scr_today_tokens(a, set[k].token, set[k].token + 1);
    scr_buf_printf(&b, " %s%s", set[k].name, value);
    scr_free(value);
  }
  scr_today_line(a, "contact cmat default property%s", b.s);
  scr_buf_free(&b);
}

/* It is for contacts that are there: without any it does nothing. */
static bool tell_no_contacts(scr_args *a, bool done) {
  size_t n = 0;
  for (int t = 0; done && t < SCR_CONTACT_TYPES; t++) {
    scr_contact *c;
    n += scr_contact_list(world_of(a), (scr_contact_type)t, true, &c);
    scr_free(c);
  }
  if (!done || n || scr_args_checks(a)) return done;
  return scr_warn(a->diag, &a->loc, SCR_E_STATE,
                  "no contact gets dashpots: there are none yet; 'damp default viscous' gives them "
                  "to contacts to come");
}

/* Parts of critical damping: of contacts to come (all), or of those of the balls in a range, as
 * `prop dp_nratio` sets them. */
static bool damp_viscous(scr_args *a, bool all) {
  static const scr_word_row words[] = {{"normal", "<f>", "part of critical damping"},
                                       {"shear", "<f>", "part of critical damping"},
                                       {"notension", "", "!set dp_mode of the law"},
                                       {0}};
  static const char *const name[] = {"dp_nratio", "dp_sratio"};
  setting set[2] = {0};
  scr_buf b = {0};
  int n = 0;
  while (!scr_args_end(a) && !scr_legacy_at_range(a)) {
    int w;
    if (!scr_args_word(a, words, &w)) return scr_buf_free(&b), false;
    setting *s = &set[n++];
    *s = (setting){.prop = scr_any_prop(name[w]), .quantity = -1, .token = a->k};
    memcpy(s->name, name[w], strlen(name[w]) + 1);
    const scr_loc loc = scr_args_loc(a);
    char text[32];
    if (all) scr_today_dashpot(a, w, a->k);
    if (!scr_args_real(a, "a part of critical damping", &s->value) ||
        !scr_surface_check(a, &loc, name[w], &s->value, 1))
      return scr_buf_free(&b), false;
    scr_format_real(text, s->value, false);
    scr_buf_printf(&b, " %s %s", name[w], text);
  }
  bool ok = n > 0 || scr_args_expected(a, "'normal' or 'shear'");
  if (ok && all) today_dashpots(a, set, n), scr_today_acts(a);
  if (ok && all)
    ok = (scr_args_end(a) || scr_args_finish(a)) &&
         scr_legacy_modern(a, "contact cmat default property%s", b.s);
  else if (ok)
    ok = tell_no_contacts(a, put_settings(a, set, n));
  scr_buf_free(&b);
  return ok;
}

static bool damp(scr_args *a) {
  bool all = scr_legacy_take(a, "default");
  double f = 0;
  if (scr_legacy_take(a, "viscous")) return damp_viscous(a, all);
  scr_legacy_take(a, "local");
  scr_loc loc;
  loc = scr_args_loc(a);
  if (!scr_args_real(a, "a damping coefficient", &f)) return false;
  if (f < 0 || f > 1) return scr_fail(a->diag, &loc, SCR_E_VALUE, "local damping lies in [0, 1]");
  if (scr_today_asked(a)) scr_today_damping(a, all);
  scr_range *r;
  uint32_t *rows;
  size_t n;
  if (!scr_args_range(a, &r)) return false;
  bool ok = true;
  if (all) a->lib->legacy_damp = f;
  if (!all && (ok = scr_range_balls(a->s, r, &rows, &n))) {
    const double before = scr_energy_state(world_of(a));
    for (size_t k = 0; ok && k < n; k++) ok = set_damp(a, rows[k], f);
    scr_energy_edited(world_of(a), before);
    scr_free(rows);
  }
  scr_range_free(r);
  return ok;
}

#define NO(name, why)                                                                              \
  { name, NULL, NULL, "", why, 0 }
static const scr_command rows[] = {
    {"ball", ball, ball_words, "", "creates a ball", SCR_CMD_EDITS_BODIES},
    {"damp", damp, NULL, "[default] [local] <f> | [default] viscous normal <f> shear <f> [range]",
     "local damping of balls, dashpots of contacts", 0},
    {"delete", delete_, delete_words, "", "deletes balls, walls, histories", SCR_CMD_EDITS_BODIES},
    {"fix", fix, NULL, "x y [z] spin [range]", "fixes velocities", 0},
    {"free", free_, NULL, "x y [z] spin [range]", "frees velocities", 0},
    {"generate", gen, gen_words, "", "fills a box with balls that do not touch",
     SCR_CMD_EDITS_BODIES},
    {"group", group, NULL, "<s> [range]", "puts balls into a group", 0},
    {"initialize", ini, NULL, "<quantity> <f> [add|mul] ... [range]", "sets quantities of balls",
     0},
    {"measure", measure, measure_words, "", "makes a measurement region, or changes it", 0},
    {"model", model, NULL, "<law> [range] | load <file>",
     "law of all contacts; load is read and ignored", 0},
    {"property", property, scr_legacy_bond_words, "<name> <f> ... [range]",
     "properties of balls and of contacts", 0},
    {"range", range, NULL, "name <s> <elements>", "names a range", 0},
    {"wall", scr_legacy_wall, scr_legacy_wall_words, "", "makes a wall, or moves one", 0},
    NO("clump", "clumps are not part of it: " SCR_ABOUT_CLUMP),
    NO("jset",
       "how it counts planes and contacts is in no public text; in today's words 'fracture "
       "joint-set' makes the planes, and 'range fracture' takes the contacts that cross one"),
    NO("change", "groups of bonds are not part of it"),
};
const scr_command_file scr_legacy_body = {rows, sizeof rows / sizeof *rows};
