/* Legacy commands that set options of the model: set, and its many words. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/events.h"
#include "cmd/legacy_rows.h"
#include "world/bodies/inlets.h"

static scr_world *world_of(scr_args *a) { return a->lib->world; }

/* Calls of FISH by number, with their macros. */
#define BONDS "!bonds that are made are not told of; walk through contact_head after 'prop'"
#define FLUID "!fluid is not part of it"
const scr_word_row scr_legacy_fishcall_words[] = {
    {"0", "FC_CYC_MOT", "every cycle, just before the law of motion"},
    {"1", "FC_CYC_XMOT", "every cycle, just after 0"},
    {"2", "FC_CYC_FORD", "every cycle, before the forces"},
    {"3", "FC_CYC_XFORD", "every cycle, just after 2"},
    {"4", "FC_BALL_CREATE", "a ball was made: fc_arg(0)"},
    {"5", "FC_BALL_DEL", "a ball goes: fc_arg(0)"},
    {"6", "FC_CONT_CREATE", "a contact was made: fc_arg(0)"},
    {"7", "FC_CONT_DEL", "a contact goes: fc_arg(0)"},
    {"8", "FC_BOND_CREATE", BONDS},
    {"9", "FC_BOND_DEL", "a contact bond broke: fc_arg(0), fc_arg(1) 0 in tension, 1 in shear"},
    {"10", "FC_PB_CREATE", BONDS},
    {"11", "FC_PB_DEL", "a parallel bond broke: likewise"},
    {"12", "FC_CYC_TOP", "every cycle, at its top"},
    {"13", "FC_PIPE_ACTIVE", FLUID},
    {"14", "FC_FCYC_TOP", FLUID},
    {"15", "FC_BUILD_PROGRESS", "!nothing is built in parts"},
    {0}};

/* A cycle point, or an event; of two that are the same event, the point tells which. */
static const struct fishcall_row {
  double point;
  int event; /* -1: the point */
} fishcall_rows[] = {
    {9.9, -1},
    {10.1, -1},
    {39.9, -1},
    {42.1, -1},
    {NAN, SCR_EV_BALL_CREATE},
    {NAN, SCR_EV_BALL_DELETE},
    {NAN, SCR_EV_CONTACT_CREATE},
    {NAN, SCR_EV_CONTACT_DELETE},
    {NAN, -1},
    {SCR_FISHCALL_BOND, SCR_EV_BOND_BREAK},
    {NAN, -1},
    {SCR_FISHCALL_PARALLEL, SCR_EV_BOND_BREAK},
    {-1, -1},
    {NAN, -1},
    {NAN, -1},
    {NAN, -1},
};
enum { NFISHCALL = sizeof fishcall_rows / sizeof *fishcall_rows };

static const char *fishcall_refused(int n) {
  const char *text = scr_legacy_fishcall_words[n].doc;
  return text[0] == '!' ? text + 1 : NULL;
}

/* A number, or #NAME. */
static bool read_number(scr_args *a, int *n) {
  const scr_token *t = scr_args_peek(a);
  scr_loc loc = scr_args_loc(a);
  if (t && t->type == SCR_T_WORD && t->text[0] == '#') {
    for (*n = 0; *n < NFISHCALL; ++*n)
      if (scr_casecmp(t->text + 1, scr_legacy_fishcall_words[*n].args) == 0) {
        a->k++;
        return true;
      }
    return scr_fail(a->diag, &loc, SCR_E_NAME, "no macro '%s' is defined", t->text + 1);
  }
  int64_t i;
  if (!scr_args_int(a, "the number of a fishcall", &i)) return false;
  if (i < 0 || i >= NFISHCALL) {
    scr_fail(a->diag, &loc, SCR_E_VALUE, "there is no fishcall %lld", (long long)i);
    return scr_hint(a->diag, "fishcalls have numbers from 0 to %d", NFISHCALL - 1);
  }
  *n = (int)i;
  return true;
}

#define THING  SCR_FREE "thing"
#define BROKEN SCR_FREE "broken"

/* What a function of fishcall n finds in fc_arg. Of bonds, contact bonds are 9, parallel ones 11.
 */
static void put_caller(scr_buf *b, int n, const char *name) {
  const bool bond = fishcall_rows[n].event == SCR_EV_BOND_BREAK;
  if (!bond) {
    scr_buf_printf(b, "(" THING ") ; fishcall %d\n  " SCR_FC_ARGUMENT " = " THING "\n  %s\n", n,
                   name);
    return;
  }
  scr_buf_printf(b,
                 "(" BROKEN ") ; fishcall %d\n"
                 "  if contact.model(" BROKEN "(1)) %s 'linearpbond' then\n"
                 "    " SCR_FC_ARGUMENT " = " BROKEN "(1)\n"
                 "    " SCR_FC_MODE " = " BROKEN "(2) - 1\n    %s\n"
                 "  endif\n",
                 n, fishcall_rows[n].point == SCR_FISHCALL_PARALLEL ? "=" : "#", name);
}

/* A new callback at a point, or for an event: what it tells is an argument today. known: the
 * function is one of this file. */
static void today_fishcall(scr_args *a, int n, bool removes, bool known, const char *name) {
  const struct fishcall_row *r = &fishcall_rows[n];
  const char *what = removes ? "remove" : "add";
  scr_buf caller = {0}, body = {0};
  if (r->event < 0) {
    scr_today_line(a, "fish callback %s %s %.15g", what, name, r->point);
    return;
  }
  scr_today_asks(a->s);
  if (!removes) scr_today_hears(a);
  scr_buf_printf(&caller, SCR_FREE "fishcall_%d_%s", n, name);
  put_caller(&body, n, name);
  if (known) scr_today_helper(a, caller.s, body.s);
  scr_today_line(a, "fish callback %s %s event %s", what, caller.s, scr_event_name[r->event]);
  scr_buf_free(&caller), scr_buf_free(&body);
}

/* `remove` of a function that is not defined yet, as files of packages do before they begin; or
 * that another file has added. */
static bool removes_nothing(scr_args *a, int n) {
  const scr_token *t = scr_args_peek(a);
  const bool unknown = t && t->type == SCR_T_WORD && a->n - a->k == 1 &&
                       scr_fish_symbol(a->fish, t->text, false) < 0;
  if (unknown && scr_today_alone(a))
    scr_today_line(a, "; nothing calls %s", t->text);
  else if (unknown)
    today_fishcall(a, n, true, false, t->text);
  if (unknown) a->k++;
  return unknown;
}

static bool set_fishcall(scr_args *a) {
  int n = 0, symbol;
  scr_loc loc = scr_args_loc(a);
  if (!read_number(a, &n)) return false;
  const struct fishcall_row *r = &fishcall_rows[n];
  const bool unknown = scr_legacy_is_unknown(a, a->k - 1);
  const char *why = unknown ? NULL : fishcall_refused(n);
  if (why)
    return scr_fail(a->diag, &loc, SCR_E_UNSUPPORTED,
                    "'set fishcall %d' is not supported by scree: %s", n, why);
  bool removes = scr_legacy_take(a, "remove");
  if (removes && !unknown && removes_nothing(a, n)) return true;
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_function_late(a, "a FISH function", &symbol, !removes)) return false;
  if (!removes && !unknown) scr_args_hands(a, symbol, 0, &at);
  if (unknown)
    scr_today_refuse(a, "which fishcall a symbol gives is not known: write its number there");
  else
    today_fishcall(a, n, removes, true, scr_fish_symbol_name(a->fish, symbol));
  if (!scr_args_finish(a)) return false;
  scr_callback cb = {.function = symbol, .point = r->point, .event = r->event, .interval = 1};
  if (!removes)
    scr_callback_add(world_of(a), &cb);
  else if (!scr_callback_remove(world_of(a), symbol, r->point, r->event))
    return scr_warn(a->diag, &loc, SCR_E_NAME, "'%s' is no fishcall %d: nothing is removed",
                    scr_fish_symbol_name(a->fish, symbol), n);
  return true;
}

static bool positive(scr_args *a, const char *what, double *f) {
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_real(a, what, f)) return false;
  return *f > 0 || scr_fail(a->diag, &loc, SCR_E_VALUE, "%s must be positive", what);
}

/* `word` of today, and the last token where it has a value. */
static void today_option(scr_args *a, const char *word, bool value) {
  if (!scr_today_asked(a)) return;
  char *text = scr_today_tokens(a, value ? a->k - 1 : a->k, a->k);
  scr_today_line(a, "%s%s", word, text);
  scr_free(text);
}

#define GIVEN_DT SCR_FREE "given_dt"

/* The token read last is the timestep, `word` the command that gives it. It waits; the value that a
 * symbol has now is kept until then. */
static void today_timestep(scr_args *a, const char *word) {
  const scr_token *t = &a->tok[a->k - 1];
  const bool number = t->type == SCR_T_INT || t->type == SCR_T_REAL;
  if (!scr_today_asked(a)) return;
  scr_today_waits(a);
  if (number || scr_session_in_block(a->s)) {
    today_option(a, word, true);
    return;
  }
  char *value = scr_today_tokens(a, a->k - 1, a->k);
  scr_today_line(a, "[" GIVEN_DT " =%s]", value);
  scr_today_stays(a);
  scr_today_line(a, "%s [" GIVEN_DT "]", word);
  scr_free(value);
}

static bool set_dt(scr_args *a) {
  scr_timestep *t = &world_of(a)->timestep;
  double f = 0;
  scr_today_passes(a->s, false);
  if (scr_legacy_take(a, "maximum")) {
    if (!positive(a, "the largest timestep", &f)) return false;
    if (scr_today_paced(a))
      today_timestep(a, "model mechanical timestep automatic maximum");
    else
      today_option(a, "model mechanical timestep maximum", true);
    if (!scr_args_finish(a)) return false;
    scr_world_sync(world_of(a)); /* the half-kick that is due belongs to the old step */
    t->mode = SCR_DT_AUTOMATIC;
    t->maximum = f;
  } else if (scr_legacy_take(a, "automatic")) {
    if (scr_today_paced(a)) scr_today_waits(a);
    today_option(a,
                 scr_today_paced(a) ? "model mechanical timestep automatic"
                                    : "; set dt auto: so it is, as no line gives another timestep",
                 false);
    if (!scr_args_finish(a)) return false;
    scr_world_sync(world_of(a));
    t->mode = SCR_DT_AUTOMATIC;
  } else {
    bool scale = scr_legacy_take(a, "dscale");
    const bool value = !scale || !scr_args_end(a);
    f = 1;
    if (value && !positive(a, "the timestep", &f)) return false;
    if (scale)
      today_option(a, "model mechanical timestep scale", value);
    else
      today_timestep(a, "model mechanical timestep fix");
    scr_today_paces(a);
    if (value && !scr_args_finish(a)) return false;
    scr_world_sync(world_of(a));
    t->mode = scale ? SCR_DT_SCALE : SCR_DT_FIX;
    t->given = f;
  }
  return true;
}

static bool set_random(scr_args *a) {
  int64_t seed = 10000;
  const bool given = !scr_args_end(a);
  if (given && !scr_args_int(a, "a seed", &seed)) return false;
  today_option(a, "model random", given);
  if (!scr_args_finish(a)) return false;
  scr_rng_seed(&world_of(a)->rng, (uint64_t)seed);
  return true;
}

static void today_gravity(scr_args *a, int from) {
  char *text = scr_today_asked(a) ? scr_today_tokens(a, from, a->k) : NULL;
  if (text) scr_today_line(a, "model gravity%s", text);
  scr_free(text);
}

static bool set_gravity(scr_args *a) {
  double g[3] = {0};
  int dim = world_of(a)->dim;
  const int from = a->k;
  if (!scr_args_vector(a, "gravity", dim, g)) return false;
  today_gravity(a, from);
  if (!scr_args_finish(a)) return false;
  scr_world_set_gravity(world_of(a), g);
  return true;
}

static bool set_disk(scr_args *a) {
  bool on;
  scr_loc disk = scr_args_last(a), at = scr_args_loc(a);
  if (!scr_args_switch(a, &on)) return false;
  if (world_of(a)->dim == 3)
    return scr_fail(a->diag, &disk, SCR_E_STATE, "'set disk' is for two dimensions");
  if (on) scr_today_line(a, "; set disk on: balls in 2D always are disks of unit thickness");
  if (on) return scr_args_finish(a);
  scr_fail(a->diag, &at, SCR_E_UNSUPPORTED,
           "'set disk off' is not supported by scree: balls in 2D are disks of unit thickness");
  return scr_hint(a->diag, "scale the density to get other masses");
}

static bool set_safety(scr_args *a) {
  double f;
  if (!scr_args_safety(a, &f)) return false;
  today_option(a, "model mechanical timestep safety-factor", true);
  if (!scr_args_finish(a)) return false;
  world_of(a)->timestep.safety = f;
  return true;
}

static bool set_hist_rep(scr_args *a) {
  int64_t n;
  if (!scr_args_int(a, "a number of cycles", &n)) return false;
  today_option(a, "history interval", true);
  if (!scr_args_finish(a)) return false;
  return scr_legacy_modern(a, "history interval %lld", (long long)n);
}

static bool set_echo(scr_args *a) {
  bool on;
  if (!scr_args_switch(a, &on)) return false;
  today_option(a, on ? "program echo on" : "program echo off", false);
  if (!scr_args_finish(a)) return false;
  scr_session_echo(a->s, on);
  return true;
}

static bool set_damp(scr_args *a) {
  double f;
  scr_legacy_take(a, "default");
  scr_legacy_take(a, "local");
  scr_loc loc = scr_args_loc(a);
  if (!scr_args_real(a, "a damping coefficient", &f)) return false;
  if (f < 0 || f > 1) return scr_fail(a->diag, &loc, SCR_E_VALUE, "local damping lies in [0, 1]");
  if (scr_today_asked(a)) scr_today_damping(a, true);
  if (!scr_args_finish(a)) return false;
  a->lib->legacy_damp = f;
  return true;
}

static bool set_energy(scr_args *a) {
  bool on;
  if (!scr_args_switch(a, &on)) return false;
  today_option(a, on ? "model energy mechanical on" : "model energy mechanical off", false);
  if (!scr_args_finish(a)) return false;
  scr_session_energies(a->s, on);
  return true;
}

static bool set_time(scr_args *a) {
  double t;
  if (!scr_args_real(a, "a time", &t)) return false;
  today_option(a, "model mechanical time-total", true);
  if (!scr_args_finish(a)) return false;
  scr_clock_set(world_of(a), t);
  return true;
}

static const scr_word_row set_words[] = {
#define SET(word, read, values, args, doc) {word, args, doc},
#define SET_PASSED(word, values, why)      {word, "...", "read and ignored: " why},
#include "cmd/legacy_set.def"
    {NULL, NULL, NULL}};
/* What reads them; NULL: they are without effect. */
static bool (*const set_fn[])(scr_args *) = {
#define SET(word, read, values, args, doc) read,
#define SET_PASSED(word, values, why)      NULL,
#include "cmd/legacy_set.def"
};

static bool set_passes(scr_args *a, const char *word) {
  char name[32];
  snprintf(name, sizeof name, "set %s", word);
  return scr_legacy_passes(a, name);
}

static void today_symbols(scr_args *a) {
  char *rest = scr_today_asked(a) ? scr_today_rest(a) : NULL;
  if (rest) scr_today_line(a, "fish set%s", rest);
  scr_free(rest);
}

/* Does a = stand between two tokens of a line? */
static bool assigns(const scr_token *to, const scr_token *value) {
  if (!to->loc.src || to->loc.src != value->loc.src || to->loc.line != value->loc.line)
    return false;
  const char *line = to->loc.src->line[to->loc.line - 1] + to->loc.col + to->loc.len - 1;
  return line[strspn(line, " \t")] == '=';
}

/* A symbol of FISH, or a name that may become one: a value stands after it, which may be that of
 * another symbol. */
static bool names_variable(const scr_args *a, const scr_token *t) {
  if (scr_fish_symbol(a->fish, t->text, false) >= 0) return true;
  const scr_fish_fn *fn = scr_fish_find(a->fish, t->text);
  const scr_token *value = a->k + 1 < a->n ? &a->tok[a->k + 1] : NULL;
  if ((fn && !(fn->flags & SCR_FN_REFUSED)) || !value) return false;
  return value->type != SCR_T_WORD || assigns(t, value) || scr_args_own_function(a, value) ||
         scr_fish_symbol(a->fish, value->text, false) >= 0;
}

static bool set_variables(scr_args *a, const scr_token *t) {
  const bool meant = scr_legacy_is_marked(t);
  if (!meant && scr_fish_symbol(a->fish, t->text, false) < 0 && !scr_args_may_restore(a) &&
      !scr_warn(a->diag, &t->loc, SCR_E_NAME,
                "'%s' is no word of 'set': it becomes a symbol of FISH", t->text))
    return false;
  scr_today_asks(a->s);
  today_symbols(a);
  return scr_set_symbols(a);
}

/* The word without effect that is given; NULL: none. */
static const char *passed_long(const scr_token *t) {
  static const char *const word[] = {
#define SET_LONG(word, why) word,
#include "cmd/legacy_set.def"
  };
  for (size_t k = 0; t && t->type == SCR_T_WORD && k < SCR_COUNTOF(word); k++)
    if (strlen(t->text) > 2 && scr_abbreviates(t->text, word[k])) return word[k];
  return NULL;
}

/* Words of the periodic space of PFC 3 and 4: a symbol would leave the model without one. */
static bool is_periodic(scr_args *a, const scr_token *t) {
  static const char *const word[] = {"per_extent", "per_flag", "per_srate"};
  bool found = false;
  for (size_t k = 0; k < SCR_COUNTOF(word); k++)
    found |= t->type == SCR_T_WORD && scr_casecmp(t->text, word[k]) == 0;
  if (!found || scr_fish_symbol(a->fish, t->text, false) >= 0) return false;
  return !scr_fail(a->diag, &t->loc, SCR_E_UNSUPPORTED,
                   "'set %s' is not supported by scree: write 'model domain condition periodic' of "
                   "today, in a file that this one calls",
                   t->text);
}

static bool set(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  const char *passed = passed_long(t);
  bool known = passed != NULL, full = passed && scr_casecmp(t->text, passed) == 0;
  for (const scr_word_row *r = set_words; t && r->word; r++) {
    known = known || scr_abbreviates(t->text, r->word);
    full = full || scr_casecmp(t->text, r->word) == 0;
  }
  if (t && is_periodic(a, t)) return false;
  const bool other = t && t->type == SCR_T_WORD && !known && names_variable(a, t);
  if (other || (!full && scr_legacy_is_symbol(a))) return set_variables(a, t);
  if (passed) return set_passes(a, passed);
  int w;
  if (!scr_args_word(a, set_words, &w)) return false;
  return set_fn[w] ? set_fn[w](a) : set_passes(a, set_words[w].word);
}

#define IGNORED(word, why) {"set " word, NULL, NULL, "...", why, SCR_CMD_IGNORED},
static const scr_command rows[] = {
    {"set", set, set_words, "", "sets options, or a FISH variable", 0},
#define SET_PASSED(word, values, why) IGNORED(word, why)
#define SET_LONG(word, why)           IGNORED(word, why)
#include "cmd/legacy_set.def"
};
const scr_command_file scr_legacy_set = {rows, sizeof rows / sizeof *rows};
