/* What a check is told, by commands (args.h) and by who reads files (checking.h): nothing where
 * they run. No other file but check*.c knows what a check keeps. */
#include "cmd/checking.h"

#include "cmd/args.h"
#include "cmd/check_kept.h"
#include "cmd/session_kept.h"

/* ---- who reads files ---- */

bool scr_checking(const scr_session *s) { return s->check != NULL; }

void scr_checking_line(scr_session *s, int line) {
  if (s->check) scr_check_line(s, line);
}

void scr_checking_acts(scr_session *s) {
  if (s->check) scr_check_acts(s);
}

void scr_checking_unknown(scr_session *s, const scr_loc *at) {
  if (s->check) scr_check_unknown(s, at);
}

bool scr_checking_is_unknown(const scr_session *s, const scr_loc *at) {
  return s->check && scr_check_is_unknown(s, at);
}

bool scr_checking_recover(scr_session *s, bool ok) { return s->check ? scr_check_recover(s) : ok; }

void scr_checking_use(scr_session *s, int symbol, scr_use use, const scr_loc *at) {
  if (s->check) scr_check_use(s, symbol, use, at);
}

void scr_checking_call(scr_session *s, int symbol, int n, const scr_loc *at) {
  if (s->check) scr_check_call(s, symbol, n, at);
}

void scr_checking_skip(scr_session *s, const scr_source *src, int line, const char *name,
                       int *next) {
  if (s->check) *next = scr_check_skip_definition(s, src, line, name);
}

void scr_checking_calls(scr_session *s, const char *name, const scr_loc *at) {
  if (s->check) scr_check_calls(s, name, at);
}

void scr_checking_forget(scr_session *s) {
  if (s->check) scr_check_forget(s);
}

void scr_checking_end(scr_session *s) { scr_check_seen_free(s); }

bool scr_checking_knows(scr_session *s, scr_source *src, int line) {
  return s->check && !scr_check_enter(s, src, line);
}

void scr_checking_dimension(scr_session *s) {
  if (s->check) scr_check_dimension(s);
}

void scr_checking_open(scr_session *s, const char *why) {
  if (s->check) scr_check_open(s, why);
}

void scr_checking_saved(scr_session *s, const char *name) {
  if (s->check) scr_check_saved(s, name);
}

void scr_checking_restored(scr_session *s, const char *name) {
  if (s->check) scr_check_restored(s, name);
}

void scr_checking_command(scr_session *s, const char *name) {
  if (s->check) scr_check_command(s, name);
}

void scr_checking_starts(scr_session *s) {
  if (s->check) scr_check_starts(s);
}

void scr_checking_returns(scr_session *s) {
  if (s->check) scr_check_returns(s);
}

/* ---- commands ---- */

bool scr_args_checks(const scr_args *a) { return a->s->check != NULL; }

bool scr_args_is_unknown(const scr_args *a, const scr_loc *at) {
  return scr_checking_is_unknown(a->s, at);
}

void scr_args_uses(scr_args *a, int symbol, scr_use use, const scr_loc *at) {
  scr_checking_use(a->s, symbol, use, at);
}

void scr_args_naming(scr_args *a, const char *name) {
  const scr_loc at = scr_args_loc(a);
  if (a->s->check) scr_check_naming(a->s, name, &at);
}

bool scr_args_may_name(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  const bool may = t && t->type == SCR_T_WORD && a->dialect == SCR_LEGACY &&
                   scr_may_be_symbol(t->text) && scr_casecmp(t->text, "range") != 0;
  if (may) scr_args_naming(a, t->text);
  return may;
}

bool scr_args_goes_on(scr_args *a, bool guess) {
  if (!a->s->check || a->s->today || !a->diag->failed) return false;
  scr_check_goes_on(a->s, guess);
  return true;
}

void scr_args_hands(scr_args *a, int symbol, int n, const scr_loc *at) {
  if (a->s->check && symbol >= 0 && !a->reread) scr_check_hands(a->s, symbol, n, false, at);
}

void scr_args_may_hand(scr_args *a, int symbol, int n, const scr_loc *at) {
  if (a->s->check && symbol >= 0 && !a->reread) scr_check_hands(a->s, symbol, n, true, at);
}

void scr_args_naming_function(scr_args *a, const char *name) {
  const scr_loc at = scr_args_loc(a);
  if (a->s->check) scr_check_naming_function(a->s, name, &at);
}

bool scr_args_may_restore(const scr_args *a) { return a->s->check && scr_check_may_restore(a->s); }

bool scr_args_is_broken(const scr_args *a, int symbol) {
  return a->s->check && scr_check_is_broken(a->s, symbol);
}

void scr_args_makes(scr_args *a, const char *what, const char *name, const scr_loc *at) {
  if (a->s->check) scr_check_made(a->s, what, name, at);
}

bool scr_args_has_made(const scr_args *a, const char *what, const char *name) {
  return a->s->check && scr_check_makes(a->s, what, name);
}

void scr_args_needs(scr_args *a, const char *what, const char *name, const scr_loc *at) {
  if (a->s->check) scr_check_needs(a->s, what, name, at);
}

void scr_args_selects(scr_args *a, const char *what, const char *name, const scr_loc *at) {
  if (a->s->check) scr_check_named(a->s, what, name, at);
}

void scr_args_removes(scr_args *a, const char *what) {
  if (a->s->check) scr_check_removed(a->s, what);
}

void scr_args_deletes(scr_args *a, const char *what, const char *name, const scr_loc *at) {
  if (a->s->check) scr_check_deleted(a->s, what, name, at);
}

void scr_args_may_remove(scr_args *a, const char *what) {
  if (a->s->check) scr_check_may_remove(a->s, what);
}

bool scr_args_is_new(scr_args *a, const char *what, const char *name, const scr_loc *at) {
  return !a->s->check || scr_check_new(a->s, what, name, at);
}

void scr_args_doubled(scr_args *a, const char *what) {
  if (a->s->check) scr_check_doubled(a->s, what);
}

void scr_args_writes(scr_args *a, const char *name, const scr_loc *at) {
  if (a->s->check) scr_check_writes(a->s, name, at);
}

void scr_args_file_wanted(scr_args *a, const char *name) {
  if (a->s->check) scr_check_file_wanted(a->s, name);
}

bool scr_args_tracking_wanted(scr_args *a) {
  if (a->s->check) scr_check_tracking_wanted(a->s);
  return !a->diag->failed;
}

bool scr_args_function_wanted(scr_args *a, const char *name) {
  if (a->s->check) scr_check_function_wanted(a->s, name);
  return !a->diag->failed;
}

bool scr_args_deferred(scr_args *a, const char *what, const char *name) {
  if (a->s->check) scr_check_deferred(a->s, what, name);
  return true;
}
