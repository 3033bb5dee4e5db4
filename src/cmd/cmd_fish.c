/* Commands about FISH: histories and callbacks of symbols, structures. Definitions are read in
 * cmd/read.c, lists are in fish_list.c. */
#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/args.h"
#include "cmd/attribute.h"
#include "cmd/commands.h"
#include "cmd/events.h"
#include "cmd/fish_list.h"
#include "cmd/history.h"
#include "cmd/range.h"
#include "cmd/today.h"

static bool fish_define(scr_args *a) {
  return scr_fail(a->diag, &a->loc, SCR_E_SYNTAX,
                  "a function is defined by lines of a file, from 'fish define <name>' to 'end'");
}

static bool fish_history(scr_args *a) { return scr_history_define(a, "fish"); }

/* Off asks for errors where a symbol is not declared. */
static bool automatic_create(scr_args *a) {
  bool on;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_switch(a, &on)) return false;
  if (!on && !scr_warn(a->diag, &at, SCR_E_UNSUPPORTED,
                       "'off' is read and ignored: symbols are made by their first assignment"))
    return false;
  return scr_args_finish(a);
}

static bool fish_operator(scr_args *a) {
  return scr_fail(
      a->diag, &a->loc, SCR_E_SYNTAX,
      "an operator is defined by lines of a file, from 'fish operator <name>' to 'end'");
}

/* What follows is read as FISH reads it. */
static bool fish_structure(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t || !t->loc.src) return scr_args_expected(a, "the name of a structure");
  if (!scr_fish_structure(a->fish, t->loc.src, a->loc.line, t->loc.line, t->loc.col, a->dialect))
    return false;
  while (!scr_args_end(a)) a->k++;
  return true;
}

/* ---- callbacks ---- */

/* Points at which a cycle does something itself. */
static const double stage_point[] = {-10, 0, 10, 15, 20, 30, 35, 40, 42, 45, 60, 70, 80};

/* Forces are half made between 40 and 42, and what runs at the very point of a stage could run
 * before or behind it. */
static bool read_point(scr_args *a, scr_callback *cb) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_real(a, "a cycle point", &cb->point)) return false;
  if (scr_args_checks(a) && a->tok[a->k - 1].unknown) return true;
  for (size_t k = 0; k < SCR_COUNTOF(stage_point); k++) {
    if (cb->point != stage_point[k]) continue;
    scr_fail(a->diag, &at, SCR_E_VALUE,
             "%g is a point of the cycle itself, no function can be called there", cb->point);
    return scr_hint(a->diag, "take a point before or after it: %g or %g", cb->point - 0.1,
                    cb->point + (cb->point == 40 ? 2.1 : 0.1));
  }
  if (cb->point < 40 || cb->point > 42) return true;
  scr_fail(a->diag, &at, SCR_E_VALUE,
           "between points 40 and 42 forces are not complete, no function can be called there");
  return scr_hint(a->diag, "take a point before or after them: 39.9 or 42.1");
}

bool scr_callback_when(scr_args *a, scr_callback *cb) {
  if (scr_args_number_follows(a)) return read_point(a, cb);
  if (scr_args_take(a, "event")) return scr_args_event(a, &cb->event);
  const scr_token *t = scr_args_peek(a);
  if (t && (scr_event_find(t->text) >= 0 || scr_event_refused(t->text)))
    return scr_args_event(a, &cb->event);
  return scr_args_expected(a, "a cycle point or 'event <name>'");
}

enum { CB_INTERVAL, CB_PROCESS };
static const scr_word_row callback_options[] = {
    {"interval", "<i>", "only in cycles that it divides"},
    {"process", "mechanical", "the only process there is"},
    {"interval-time", "<f>", "!'interval' counts cycles, and a function can ask mech.time.total"},
    {NULL, NULL, NULL}};

bool scr_callback_option(scr_args *a, scr_callback *cb) {
  int w;
  int64_t i = 1;
  if (!scr_args_word(a, callback_options, &w)) return false;
  scr_loc loc = scr_args_loc(a);
  if (w == CB_PROCESS) {
    if (!scr_args_take(a, "mechanical")) return scr_args_expected(a, "'mechanical'");
  } else if (!scr_args_int(a, "an interval", &i)) {
    return false;
  }
  if (i < 1 || i > INT32_MAX)
    return scr_fail(a->diag, &loc, SCR_E_VALUE, "an interval is a positive number of cycles");
  if (w == CB_INTERVAL) cb->interval = (int)i;
  return true;
}

static bool read_options(scr_args *a, scr_callback *cb) {
  while (!scr_args_end(a))
    if (!scr_callback_option(a, cb)) return false;
  return true;
}

/* Of two events nothing is handed over; of the end of a solve only to a function that takes it. */
void scr_callback_hands(scr_args *a, const scr_callback *cb, const scr_loc *at) {
  const bool bare = cb->event == SCR_EV_SOLVE_START || cb->event == SCR_EV_SOLVE_ENDING;
  if (cb->event < 0)
    scr_args_hands(a, cb->function, 0, at);
  else if (cb->event != SCR_EV_SOLVE_COMPLETE && a->dialect != SCR_LEGACY)
    scr_args_may_hand(a, cb->function, bare ? 0 : 1, at);
}

/* Files remove what they are about to add, lest it be there twice. */
static bool remove_callback(scr_args *a, const scr_callback *cb, const scr_loc *at) {
  if (scr_callback_remove(a->lib->world, cb->function, cb->point, cb->event)) return true;
  return scr_told_before(a->s, at, "") ||
         scr_warn(a->diag, at, SCR_E_NAME, "'%s' is no such callback: nothing is removed",
                  scr_fish_symbol_name(a->fish, cb->function));
}

static const scr_word_row callback_words[] = {
    {"add", "<function> <point>|event <name> [interval <i>] [process mechanical]",
     "calls a function in every cycle, or at an event"},
    {"remove", "<function> [<point>|event <name>]", "takes one callback away"},
    {NULL, NULL, NULL}};

static bool fish_callback(scr_args *a) {
  int w;
  scr_callback cb = {.point = NAN, .event = -1, .interval = 1};
  if (!scr_args_word(a, callback_words, &w)) return false;
  scr_loc at = scr_args_loc(a);
  if (!scr_args_function_late(a, "a FISH function", &cb.function, w == 0)) return false;
  if ((w == 0 || !scr_args_end(a)) && !scr_callback_when(a, &cb)) return false;
  if (w == 0) scr_callback_hands(a, &cb, &at);
  if (!read_options(a, &cb) || !scr_args_finish(a)) return false;
  if (w == 1) return remove_callback(a, &cb, &at);
  scr_callback_add(a->lib->world, &cb);
  return true;
}

/* ---- values ---- */

/* Symbols and their values in turn; one without a value becomes 0. All are read first. */
bool scr_set_symbols(scr_args *a) {
  enum { MOST = 40 };
  int symbol[MOST], n = 0;
  scr_val value[MOST] = {{0}};
  bool ok = !scr_args_end(a) || scr_args_expected(a, "the name of a FISH symbol");
  while (ok && !scr_args_end(a)) {
    const scr_loc at = scr_args_loc(a);
    if (n == MOST) ok = scr_fail(a->diag, &at, SCR_E_LIMIT, "at most %d symbols at once", MOST);
    ok = ok && scr_args_symbol(a, "the name of a FISH symbol", &symbol[n]);
    if (ok) scr_args_uses(a, symbol[n], SCR_USE_WRITE, &at);
    if (ok && scr_fish_is_function(a->fish, symbol[n]))
      ok = scr_fail(a->diag, &at, SCR_E_NAME, "'%s' is a function, not a variable",
                    scr_fish_symbol_name(a->fish, symbol[n]));
    ok = ok && (scr_args_end(a) || scr_args_value(a, "a value", &value[n]));
    if (ok) scr_today_stores(a, scr_fish_symbol_name(a->fish, symbol[n]), &value[n]);
    n += ok;
  }
  ok = ok && scr_args_finish(a);
  for (int k = 0; k < n; k++) {
    if (ok)
      scr_fish_set(a->fish, symbol[k], value[k]);
    else
      scr_val_drop(&value[k]);
    if (scr_args_checks(a)) scr_fish_set(a->fish, symbol[k], scr_val_int(0)); /* has a value */
  }
  return ok;
}

static const scr_command rows[] = {
    {"fish define", fish_define, NULL, "<name>[(<arguments>)] ... end", "defines a function",
     SCR_CMD_GOES_ON},
    {"fish operator", fish_operator, NULL, "<name>[(<arguments>)] ... end",
     "defines a function that reads, for the elements of a list", SCR_CMD_GOES_ON},
    {"fish structure", fish_structure, NULL, "<name> <member> ...",
     "names the members of a structure", 0},
    {"fish automatic-create", automatic_create, NULL, "on", "symbols are made by assignment", 0},
    {"fish callback", fish_callback, callback_words, "", "functions called in cycles and at events",
     SCR_CMD_SYMBOLS},
    {"fish history", fish_history, NULL, "[name <s>] [label <s>] <symbol>",
     "records a symbol; functions are run", SCR_CMD_SYMBOLS},
    {"fish list", scr_fish_list, scr_fish_list_words, "[@<symbol> ...]",
     "shows symbols, callbacks, intrinsics; the values of those that are named", SCR_CMD_SYMBOLS},
    {"fish create", scr_set_symbols, NULL, "<symbol> [<value>]", "makes a symbol", 0},
    {"fish set", scr_set_symbols, NULL, "<symbol> <value> ...", "assigns to symbols", 0},
};
const scr_command_file scr_cmd_fish = {rows, sizeof rows / sizeof *rows};
