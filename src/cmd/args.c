/* Reading the words of a command from left to right: typed readers with messages that say what was
 * expected.
 */
#include "cmd/args.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/vec3.h"
#include "cmd/checking.h"
#include "cmd/files.h"
#include "cmd/older.h"
#include "cmd/range.h"
#include "cmd/today.h"
#include "cmd/token.h"

scr_args scr_args_of(scr_session *s, scr_token *tok, size_t n, const scr_loc *loc) {
  return (scr_args){.s = s,
                    .diag = scr_session_diag(s),
                    .lib = scr_session_lib(s),
                    .fish = scr_session_fish(s),
                    .tok = tok,
                    .n = (int)n,
                    .loc = *loc};
}

void scr_args_spell(scr_args *a, int k, const char *text) {
  if (!a->spelt) return;
  scr_free(a->spelt[k]);
  a->spelt[k] = scr_strdup(text);
}

bool scr_args_end(const scr_args *a) { return a->k >= a->n; }
const scr_token *scr_args_peek(const scr_args *a) { return a->k < a->n ? &a->tok[a->k] : NULL; }

scr_loc scr_args_loc(const scr_args *a) {
  return a->tok && a->k < a->n ? a->tok[a->k].loc : scr_args_behind(a);
}

scr_loc scr_args_last(const scr_args *a) { return a->k && a->tok ? a->tok[a->k - 1].loc : a->loc; }

scr_loc scr_args_behind(const scr_args *a) {
  scr_loc loc = scr_args_last(a);
  loc.col += loc.len;
  loc.len = 1;
  return loc;
}

bool scr_args_ignored(const scr_args *a, const scr_loc *at, const scr_word_row *row) {
  return scr_warn(a->diag, at, SCR_E_UNSUPPORTED, "'%s' is %s", row->word, row->doc);
}

scr_loc scr_args_since(const scr_args *a, int from) {
  scr_loc loc = from < a->n ? a->tok[from].loc : scr_args_behind(a), last = scr_args_last(a);
  if (last.src == loc.src && last.line == loc.line && last.col > loc.col)
    loc.len = last.col + last.len - loc.col;
  return loc;
}

static bool is_wordy(const scr_token *t) {
  return t->type == SCR_T_WORD || t->type == SCR_T_STRING ||
         (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR);
}

/* What stands in quotes is a name, never a keyword. */
static bool is_keyword(const scr_token *t) { return is_wordy(t) && t->type != SCR_T_STRING; }

/* The symbol that a bare word of the legacy dialect stands for; -1: none. */
static int legacy_symbol(const scr_args *a, const scr_token *t) {
  if (a->dialect != SCR_LEGACY || t->type != SCR_T_WORD) return -1;
  int symbol = scr_fish_symbol(a->fish, t->text, false);
  return symbol >= 0 && scr_fish_was_assigned(a->fish, symbol) ? symbol : -1;
}

const scr_fish_fn *scr_args_own_function(const scr_args *a, const scr_token *t) {
  if (a->dialect != SCR_LEGACY || !t || t->type != SCR_T_WORD) return NULL;
  const scr_fish_fn *fn = scr_fish_find(a->fish, t->text);
  if (!fn || fn->min || !(fn->flags & (SCR_FN_LEGACY | SCR_FN_BOTH))) return NULL;
  return fn->flags & SCR_FN_REFUSED ? NULL : fn;
}

/* One that gives a number, a vector or a pointer and does nothing else; no symbol has its name. */
static const scr_fish_fn *own_value(const scr_args *a, const scr_token *t) {
  const scr_fish_fn *fn = scr_args_own_function(a, t);
  if (!fn || scr_fish_symbol(a->fish, t->text, false) >= 0) return NULL;
  const char *result = strchr(fn->sig, ':');
  return result && strchr("fivp", result[1]) && strcmp(fn->name, "close") != 0 ? fn : NULL;
}

static bool may_be_symbol(const char *name) {
  return !scr_word_of_fish(name) && !strchr(name, '.'); /* as ball.pos has */
}

bool scr_may_be_symbol(const char *name) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  return may_be_symbol(name) && *name && !strchr("0123456789", *name) &&
         !name[strspn(name, letters)];
}

/* Is it a symbol of who calls the part that is written anew? */
static bool is_lent(scr_args *a, const scr_token *t) {
  return a->dialect == SCR_LEGACY && t->type == SCR_T_WORD && may_be_symbol(t->text) &&
         scr_today_lends(a, t->text);
}

/* In a file that is only checked, takes a token whose value is not known. */
static bool take_unknown(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!scr_args_checks(a) || !t) return false;
  int symbol = legacy_symbol(a, t);
  if (symbol < 0 && is_lent(a, t)) symbol = scr_fish_symbol(a->fish, t->text, true);
  const scr_fish_fn *own = own_value(a, t);
  if (!t->unknown && symbol < 0 && !own) return false;
  if (own) scr_checking_unknown(a->s, &t->loc);
  if (own) scr_today_own(a, t, own);
  if (symbol >= 0) {
    scr_args_uses(a, symbol, SCR_USE_READ, &t->loc);
    scr_checking_unknown(a->s, &t->loc);
    scr_today_symbol(a->s, t, t->text);
  }
  a->k++;
  a->unknowns++;
  return true;
}

/* Values that unknown ones stand for grow, so that bounds are in order. */
static double made_up(const scr_args *a) { return 1e-3 * a->unknowns; }

/* Text of a word, string or FISH string. */
static const char *wordy_text(const scr_token *t) {
  return t->type == SCR_T_VALUE ? scr_val_cstr(&t->val, NULL) : t->text;
}

static void put_token(scr_fish *f, const scr_token *t, scr_buf *out) {
  if (t->type != SCR_T_VALUE) {
    scr_buf_printf(out, "'%s'", t->text);
    return;
  }
  if (t->val.type != SCR_V_NULL && t->val.type != SCR_V_PTR) /* which are 'ball 3' */
    scr_buf_printf(out, "the %s ", scr_vtype_name(t->val.type));
  scr_format_value(f, &t->val, out);
}

/* A mark of continuation with more than a comment behind it. */
static bool is_stray_mark(const scr_token *t) {
  return t->type == SCR_T_WORD && (strcmp(t->text, "...") == 0 || strcmp(t->text, "&") == 0);
}

static bool fail_mark(scr_args *a) {
  const scr_loc loc = scr_args_loc(a);
  scr_fail(a->diag, &loc, SCR_E_SYNTAX, "'%s' must be the last word of its line",
           scr_args_peek(a)->text);
  return scr_hint(a->diag, "a comment behind it begins with ;");
}

bool scr_args_expected(scr_args *a, const char *what) {
  scr_loc loc = scr_args_loc(a);
  const scr_token *t = scr_args_peek(a);
  if (t && is_stray_mark(t)) return fail_mark(a);
  if (!t)
    return scr_fail(a->diag, &loc, SCR_E_SYNTAX, "expected %s at the end of the command", what);
  scr_buf b = {0};
  put_token(a->fish, t, &b);
  scr_code code = t->type == SCR_T_VALUE ? SCR_E_TYPE : SCR_E_SYNTAX;
  scr_fail(a->diag, &loc, code, "expected %s, found %s", what, b.s);
  scr_buf_free(&b);
  return false;
}

static bool is_refused(const scr_word_row *r) { return r->doc && r->doc[0] == '!'; }

static void list_words(const scr_word_row *rows, scr_buf *b) {
  int shown = 0;
  for (const scr_word_row *r = rows; r && r->word; r++) {
    if (r->doc && r->doc[0] == '!') continue;
    if (shown == 24) {
      scr_buf_puts(b, ", ...");
      break;
    }
    scr_buf_printf(b, "%s%s", shown++ ? ", " : "", r->word);
  }
}

/* `yforce`, of which PFC 5 has several: the words that an axis and what follows it stand in. */
static bool hint_axis(scr_args *a, const char *text, const scr_word_row *rows) {
  const char axis = scr_lower(*text);
  const size_t n = strlen(text) - 1;
  scr_buf b = {0};
  for (const scr_word_row *r = rows; n > 3 && axis >= 'x' && axis <= 'z' && r && r->word; r++) {
    const size_t end = strlen(r->word);
    char then[SCR_OLDER_MAX];
    if (end < n + 3 || scr_ncasecmp(r->word, text + 1, n) != 0 || r->word[n] != '-') continue;
    if (is_refused(r) || r->word[end - 2] != '-' || r->word[end - 1] != axis) continue;
    if (scr_older_spelling(r->word, 0, then)) scr_buf_printf(&b, "%s'%s'", b.n ? " or " : "", then);
  }
  if (b.n) scr_hint(a->diag, "did you mean %s?", b.s);
  const bool hinted = b.n > 0;
  scr_buf_free(&b);
  return hinted;
}

enum { SHORTEST = 4 /* letters of an older word that is worth a hint */ };

/* The older words for a keyword; `held` keeps the nearest one. */
static void offer_older(scr_nearest *near, const char *today, char held[SCR_OLDER_MAX]) {
  char then[SCR_OLDER_MAX];
  for (size_t k = 0; scr_older_spelling(today, k, then); k++) {
    if (strlen(then) < SHORTEST) continue;
    scr_nearest_offer(near, then);
    if (near->best != then) continue;
    memcpy(held, then, sizeof then);
    near->best = held;
  }
}

/* Index of the best row: exact before part by part before fewer parts, offered before refused. -1
 * none, -2 ambiguous. */
static int match_rows(const char *text, const scr_word_row *rows, const scr_word_row **other) {
  int best = 0, at = -1, count = 0;
  for (int k = 0; rows && rows[k].word; k++) {
    int m = scr_abbreviates(text, rows[k].word);
    if (m == 0) continue;
    m = 2 * m + !is_refused(&rows[k]);
    if (m > best) {
      best = m;
      at = k;
      count = 1;
    } else if (m == best && scr_casecmp(rows[k].word, rows[at].word) != 0) {
      count++;
      *other = &rows[k];
    }
  }
  return count > 1 ? -2 : at;
}

/* Is the word one of those that older versions have, but for one letter too many? */
static bool one_too_many(const char *text, const scr_word_row *rows, char held[SCR_OLDER_MAX]) {
  const size_t n = strlen(text);
  const scr_word_row *other = NULL;
  char today[SCR_OLDER_MAX];
  for (size_t k = n; n > SHORTEST && n < SCR_OLDER_MAX && k-- > 0;) {
    memcpy(held, text, k);
    memcpy(held + k, text + k + 1, n - k);
    if (scr_older_word(held, today) && match_rows(today, rows, &other) >= 0) return true;
  }
  return false;
}

bool scr_args_misspells_range(const scr_args *a, int k) {
  if (k + 1 >= a->n || a->tok[k].type != SCR_T_WORD || a->tok[k + 1].type != SCR_T_WORD)
    return false;
  scr_nearest near = {.word = a->tok[k].text};
  scr_nearest_offer(&near, "range");
  return near.best && scr_casecmp(a->tok[k].text, "range") != 0 &&
         scr_is_range_word(a->tok[k + 1].text);
}

bool scr_args_unknown(scr_args *a, const char *what, const scr_word_row *rows) {
  const scr_token *t = scr_args_peek(a);
  if (!t || is_stray_mark(t)) return scr_args_expected(a, what);
  scr_loc loc = scr_args_loc(a);
  scr_diag *d = a->diag;
  scr_nearest near = {.word = t->text};
  for (const scr_word_row *r = rows; r && r->word; r++)
    if (!is_refused(r)) scr_nearest_offer(&near, r->word);
  char held[SCR_OLDER_MAX];
  for (const scr_word_row *r = rows; r && r->word; r++)
    if (!is_refused(r)) offer_older(&near, r->word, held);
  if (scr_args_misspells_range(a, a->k)) near.best = "range";
  scr_fail(d, &loc, SCR_E_NAME, "'%s' is no %s", t->text, what);
  if (hint_axis(a, t->text, rows)) return false;
  if (!near.best && one_too_many(t->text, rows, held)) near.best = held;
  if (near.best) return scr_hint(d, "did you mean '%s'?", near.best);
  scr_buf b = {0};
  list_words(rows, &b);
  if (b.n)
    scr_hint(d, "expected one of: %s", b.s);
  else
    scr_hint(d, "nothing more is expected here");
  scr_buf_free(&b);
  return false;
}

/* A keyword that FISH gave is no name in quotes. */
static void spell_keyword(scr_args *a) {
  const scr_token *t = &a->tok[a->k];
  if (t->type == SCR_T_VALUE) scr_args_spell(a, a->k, wordy_text(t));
}

bool scr_args_take(scr_args *a, const char *word) {
  const scr_token *t = scr_args_peek(a);
  char today[SCR_OLDER_MAX];
  if (!t || !is_keyword(t)) return false;
  if (!scr_abbreviates(wordy_text(t), word)) {
    if (!scr_older_word(wordy_text(t), today) || scr_casecmp(today, word) != 0) return false;
    scr_today_word(a->s, t, word);
  }
  spell_keyword(a);
  a->k++;
  return true;
}

/* The word of today is tried where that of the file is none, or several. */
static int match_word(scr_args *a, const char *text, const scr_word_row *rows) {
  const scr_word_row *other = NULL;
  char today[SCR_OLDER_MAX];
  const int k = match_rows(text, rows, &other);
  if (k >= 0 || !scr_older_word(text, today)) return k;
  const int older = match_rows(today, rows, &other);
  if (older >= 0) scr_today_word(a->s, scr_args_peek(a), rows[older].word);
  return older >= 0 ? older : k;
}

static bool ambiguous_word(scr_args *a, const char *text, const scr_word_row *rows) {
  scr_loc loc = scr_args_loc(a);
  scr_buf b = {0};
  for (const scr_word_row *r = rows; r->word; r++)
    if (scr_abbreviates(text, r->word)) scr_buf_printf(&b, "%s%s", b.n ? ", " : "", r->word);
  scr_fail(a->diag, &loc, SCR_E_NAME, "'%s' is ambiguous", text);
  scr_hint(a->diag, "it may stand for: %s", b.s);
  scr_buf_free(&b);
  return false;
}

static bool hint_words(scr_args *a, const scr_word_row *rows, const char *what) {
  scr_buf b = {0};
  list_words(rows, &b);
  if (b.n) scr_hint(a->diag, "%s: %s", what, b.s);
  scr_buf_free(&b);
  return false;
}

static bool quoted_keyword(scr_args *a, const scr_word_row *rows) {
  const scr_word_row *other = NULL;
  const char *text = scr_args_peek(a)->text;
  scr_args_expected(a, "a keyword");
  if (match_rows(text, rows, &other) >= 0)
    return scr_hint(a->diag, "what stands in quotes is a name; write %s without them", text);
  return hint_words(a, rows, "expected one of");
}

/* A command has one meaning: of two radii none is the right one. */
static bool was_given(const scr_args *a, const void *thing) {
  for (int k = 0; k < a->ngiven; k++)
    if (a->given[k] == thing) return true;
  return false;
}

bool scr_args_twice(scr_args *a, const void *thing, const scr_loc *at, const char *name,
                    bool *again) {
  const bool given = was_given(a, thing);
  if (again) *again = given;
  if (given && scr_told_before(a->s, at, name)) return true; /* read once for each type */
  if (given)
    return scr_warn(a->diag, at, SCR_E_SYNTAX, "'%s' is given twice: the last value counts", name);
  return scr_args_once(a, thing, at, name);
}

bool scr_args_once(scr_args *a, const void *thing, const scr_loc *at, const char *name) {
  if (was_given(a, thing)) return scr_fail(a->diag, at, SCR_E_SYNTAX, "'%s' is given twice", name);
  a->given[SCR_MIN(a->ngiven, SCR_MAX_GIVEN - 1)] = thing;
  a->ngiven = SCR_MIN(a->ngiven + 1, SCR_MAX_GIVEN);
  return true;
}

void scr_args_again(scr_args *a) { a->ngiven--; }

bool scr_args_word(scr_args *a, const scr_word_row *rows, int *which) {
  const scr_token *t = scr_args_peek(a);
  if (!t) {
    scr_args_expected(a, "a keyword");
    return hint_words(a, rows, "one of");
  }
  if (t->unknown) { /* nor is known what may stand behind it */
    a->k = a->n;
    return false;
  }
  if (t->type == SCR_T_STRING) return quoted_keyword(a, rows);
  if (!is_keyword(t)) return scr_args_expected(a, "a keyword");
  const int k = match_word(a, wordy_text(t), rows);
  if (k == -2) return ambiguous_word(a, wordy_text(t), rows);
  if (k < 0) return scr_args_unknown(a, "keyword of this command", rows);
  if (is_refused(&rows[k])) {
    scr_loc loc = scr_args_loc(a);
    return scr_fail(a->diag, &loc, SCR_E_UNSUPPORTED, "'%s' is not supported by scree: %s",
                    rows[k].word, rows[k].doc + 1);
  }
  scr_loc at = scr_args_loc(a);
  if (!scr_args_once(a, &rows[k], &at, rows[k].word)) return false;
  spell_keyword(a);
  a->k++;
  *which = k;
  return true;
}

/* What `time` and the like give; who checks knows its type alone. */
static bool own_call(scr_args *a, const scr_token *t, const scr_fish_fn *fn, scr_val *v) {
  const bool real = strchr(fn->sig, ':')[1] == 'f';
  scr_today_own(a, t, fn);
  *v = real ? scr_val_real(0) : scr_val_int(0);
  return scr_args_checks(a) || fn->call(a->fish, 0, NULL, v);
}

/* In the legacy dialect a word may be the name of a FISH variable or function: its value. Borrowed
 * unless *owned. */
static bool legacy_value(scr_args *a, const scr_token *t, scr_val *v) {
  if (a->dialect != SCR_LEGACY || t->type != SCR_T_WORD) return false;
  int symbol = scr_fish_symbol(a->fish, t->text, false);
  if (symbol >= 0) {
    scr_args_uses(a, symbol, SCR_USE_READ, &t->loc);
    scr_today_symbol(a->s, t, t->text);
  }
  if (symbol >= 0 && scr_fish_is_function(a->fish, symbol))
    return scr_fish_run(a->fish, symbol, 0, NULL, v);
  const scr_fish_fn *own = own_value(a, t);
  if (own) return own_call(a, t, own, v);
  scr_val seen;
  if (!scr_fish_lookup(a->fish, scr_session_scope(a->s), t->text, &seen)) return false;
  *v = scr_val_hold(seen);
  return true;
}

static void spell_number(scr_args *a, const scr_val *v) {
  scr_buf b = {0};
  if (!a->spelt) return;
  scr_val_format(v, &b);
  scr_args_spell(a, a->k, b.s);
  scr_buf_free(&b);
}

/* The value of the next token as a number; does not advance. */
static bool peek_number(scr_args *a, scr_val *v) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type == SCR_T_STRING) return false;
  if (t->type == SCR_T_WORD) {
    *v = scr_val_int(0);
    if (!legacy_value(a, t, v)) return false;
    spell_number(a, v);
  } else {
    *v = t->val;
    if (v->type >= SCR_V_STR) return false;
  }
  if (v->type == SCR_V_INT || v->type == SCR_V_REAL) return true;
  if (t->type == SCR_T_WORD) scr_val_drop(v);
  return false;
}

/* Who checks reads on behind a word that a caller may give a value. */
static bool no_number(scr_args *a, const char *what) {
  const bool may = scr_args_may_name(a);
  const scr_loc at = scr_args_loc(a);
  scr_args_expected(a, what);
  if (!may || !scr_args_goes_on(a, true)) return false;
  scr_checking_unknown(a->s, &at);
  a->k++;
  a->unknowns++;
  return true;
}

/* A whole number that an integer of 64 bits cannot hold is a real. */
static bool fail_whole(scr_args *a, const char *what, double x) {
  const scr_token *t = scr_args_peek(a);
  const bool digits = t->type == SCR_T_REAL && !t->text[strspn(t->text, "+-0123456789")];
  const scr_loc at = scr_args_loc(a);
  if (digits || (t->type == SCR_T_VALUE && x == floor(x)))
    return scr_fail(a->diag, &at, SCR_E_VALUE, "%s is too large", what);
  scr_args_expected(a, what);
  return scr_hint(a->diag, "a whole number without a point is needed");
}

bool scr_args_int(scr_args *a, const char *what, int64_t *out) {
  scr_val v;
  if (take_unknown(a)) {
    *out = a->unknowns;
    return true;
  }
  if (!peek_number(a, &v)) {
    *out = a->unknowns + 1;
    return no_number(a, what);
  }
  if (v.type == SCR_V_REAL) {
    bool whole = a->tok[a->k].type != SCR_T_REAL && v.f == floor(v.f) && fabs(v.f) < 9.0e18;
    if (!whole) return fail_whole(a, what, v.f);
    *out = (int64_t)v.f;
  } else {
    *out = v.i;
  }
  a->k++;
  return true;
}

bool scr_args_id_number(scr_args *a, int64_t *out) {
  const scr_token *t = scr_args_peek(a);
  const bool whole = t && t->type == SCR_T_REAL && t->val.f == floor(t->val.f) &&
                     fabs(t->val.f) < (double)UINT32_MAX;
  if (!whole) return scr_args_int(a, "an id", out);
  *out = (int64_t)t->val.f;
  a->k++;
  return true;
}

bool scr_args_real(scr_args *a, const char *what, double *out) {
  scr_val v;
  if (take_unknown(a)) {
    *out = made_up(a);
    return true;
  }
  if (!peek_number(a, &v)) {
    if (!no_number(a, what)) return false;
    *out = made_up(a);
    return true;
  }
  double f = v.type == SCR_V_INT ? (double)v.i : v.f;
  if (!isfinite(f)) {
    scr_loc loc = scr_args_loc(a);
    return scr_fail(a->diag, &loc, SCR_E_VALUE, "%s is %s, not a finite number", what,
                    isnan(f) ? "nan" : "infinite");
  }
  *out = f;
  a->k++;
  return true;
}

static bool is_enclosed(const scr_token *t) {
  if (!t->loc.src) return false;
  const char *line = t->loc.src->line[t->loc.line - 1];
  int depth = 0;
  for (int k = 0; k + 1 < t->loc.col && line[k]; k++)
    depth += line[k] == '(' ? 1 : line[k] == ')' ? -1 : 0;
  return depth > 0;
}

int scr_args_enclosed(const scr_args *a) {
  int n = 0;
  while (a->k + n < a->n && is_enclosed(&a->tok[a->k + n])) n++;
  return n;
}

/* Where a command of PFC 3 and 4 is only checked: a word in parentheses, (x,0), which who calls the
 * file may have given a value. */
static bool is_coordinate(const scr_args *a, const scr_token *t) {
  return scr_args_checks(a) && scr_may_be_symbol(t->text) && is_enclosed(t);
}

bool scr_args_number_follows(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return false;
  if (t->type == SCR_T_INT || t->type == SCR_T_REAL) return true;
  if (t->type == SCR_T_VALUE) return t->val.type == SCR_V_INT || t->val.type == SCR_V_REAL;
  if (a->dialect != SCR_LEGACY || t->type != SCR_T_WORD) return false;
  if (scr_casecmp(t->text, "range") == 0) return false; /* even where a symbol has that name */
  scr_val seen;
  if (!scr_fish_lookup(a->fish, scr_session_scope(a->s), t->text, &seen))
    return is_coordinate(a, t);
  return seen.type == SCR_V_INT || seen.type == SCR_V_REAL;
}

bool scr_args_bool(scr_args *a, const char *what, bool *out) {
  static const char *const yes[] = {"on", "true", "yes"}, *const no[] = {"off", "false", "no"};
  (void)what;
  *out = true;
  const scr_token *t = scr_args_peek(a);
  if (!t) return true;
  if (t->type == SCR_T_VALUE && (t->val.type == SCR_V_BOOL || t->val.type == SCR_V_INT)) {
    *out = scr_val_truth(&t->val);
    a->k++;
    return true;
  }
  if (!is_wordy(t)) return true;
  for (int k = 0; k < 3; k++) {
    bool is_yes = scr_casecmp(wordy_text(t), yes[k]) == 0;
    if (!is_yes && scr_casecmp(wordy_text(t), no[k]) != 0) continue;
    *out = is_yes;
    a->k++;
    return true;
  }
  return true;
}

bool scr_args_switch(scr_args *a, bool *on) {
  int k = a->k;
  const scr_token *t = scr_args_peek(a);
  if (t && t->unknown && take_unknown(a)) return *on = true;
  if (!scr_args_bool(a, "on or off", on)) return false;
  t = scr_args_peek(a);
  bool other =
      k == a->k && t && !t->unknown && !(is_keyword(t) && scr_abbreviates(wordy_text(t), "range"));
  return !other || scr_args_expected(a, "on or off");
}

bool scr_args_string(scr_args *a, const char *what, char **out) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return scr_args_expected(a, what);
  if (t->type != SCR_T_VALUE) {
    *out = scr_strdup(t->text);
  } else if (t->val.type == SCR_V_STR) {
    *out = scr_strdup(scr_val_cstr(&t->val, NULL));
  } else if (t->val.type == SCR_V_INT || t->val.type == SCR_V_REAL || t->val.type == SCR_V_BOOL) {
    scr_buf b = {0};
    scr_val_format(&t->val, &b);
    *out = scr_strdup(b.s);
    scr_buf_free(&b);
  } else {
    return scr_args_expected(a, what);
  }
  a->k++;
  return true;
}

bool scr_args_name(scr_args *a, const char *what, char **out) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_string(a, what, out)) return false;
  if (**out || scr_args_is_unknown(a, &at)) return true;
  scr_free(*out);
  *out = NULL;
  return scr_fail(a->diag, &at, SCR_E_VALUE, "%s is empty", what);
}

bool scr_args_file(scr_args *a, bool out, char **name) {
  scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a file", name)) return false;
  if (out) scr_args_writes(a, *name, &at);
  return true;
}

/* In full and before something else: a file may have that name. */
void scr_args_take_filename(scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (!t || t->type != SCR_T_WORD || a->k + 1 >= a->n) return;
  if (scr_casecmp(t->text, "filename") == 0 || scr_casecmp(t->text, "file") == 0) a->k++;
}

bool scr_args_file_there(scr_args *a, const scr_loc *at, const char *name,
                         const char *const *suffix) {
  if (!a->dry || a->diag->failed || scr_args_is_unknown(a, at)) return false;
  char *path = scr_file_find(a->s, name, suffix);
  const bool there = path != NULL;
  if (!there) {
    scr_file_missing(a->s, at, name, suffix);
    scr_args_file_wanted(a, name);
  }
  scr_free(path);
  return there;
}

/* Where integers have 32 bits a larger number of the file is a real, as it is in functions. */
static scr_val literal_value(scr_args *a, const scr_token *t) {
  if (t->type != SCR_T_INT || a->dialect == SCR_MODERN) return scr_val_hold(t->val);
  const scr_val v = scr_val_number_of_text(true, t->val.i);
  if (v.type == SCR_V_REAL) scr_today_number(a, &t->loc);
  return v;
}

bool scr_args_value(scr_args *a, const char *what, scr_val *out) {
  const scr_token *t = scr_args_peek(a);
  if (!t) return scr_args_expected(a, what);
  scr_val v = {0};
  if (legacy_value(a, t, &v))
    *out = v;
  else if (a->diag->failed)
    return false;
  else
    *out = literal_value(a, t);
  const scr_loc at = scr_args_loc(a);
  if (t->type == SCR_T_REAL && isinf(out->f))
    return scr_fail(a->diag, &at, SCR_E_VALUE,
                    "the number is too large for a real (at most 1.8e308)");
  a->k++;
  return true;
}

static bool vector_value(scr_args *a, const char *what, int comps, double *out) {
  const scr_token *t = scr_args_peek(a);
  if (t->val.dim != comps) {
    scr_loc loc = scr_args_loc(a);
    return scr_fail(a->diag, &loc, SCR_E_TYPE, "expected %s of %d components, found a vector of %d",
                    what, comps, t->val.dim);
  }
  for (int k = 0; k < comps; k++) {
    out[k] = t->val.v[k];
    if (!isfinite(out[k])) {
      scr_loc loc = scr_args_loc(a);
      return scr_fail(a->diag, &loc, SCR_E_VALUE, "a component of %s is not a finite number", what);
    }
  }
  a->k++;
  return true;
}

/* Do numbers (or unknown values) stand in the next places? */
static bool numbers_stand(const scr_args *a, int n) {
  for (int k = a->k; k < a->k + n; k++)
    if (k >= a->n || a->tok[k].type < SCR_T_INT) return false;
  return true;
}

bool scr_args_vector(scr_args *a, const char *what, int comps, double *out) {
  const scr_token *t = scr_args_peek(a);
  if (t && t->unknown && !numbers_stand(a, comps) && take_unknown(a)) { /* all of the vector */
    for (int k = 0; k < comps; k++) out[k] = made_up(a);
    return true;
  }
  if (t && t->type == SCR_T_VALUE && t->val.type == SCR_V_VEC)
    return vector_value(a, what, comps, out);
  for (int k = 0; k < comps; k++) {
    if (scr_args_real(a, what, &out[k])) continue;
    return scr_hint(a->diag, "%s needs %d numbers", what, comps);
  }
  return true;
}

bool scr_args_place(scr_args *a, const char *what, double x[3]) {
  const int from = a->k;
  if (!scr_args_vector(a, what, a->lib->world->dim, x)) return false;
  const scr_loc at = scr_args_since(a, from);
  return scr_vector_fits(a->diag, &at, what, x);
}

bool scr_args_symbol(scr_args *a, const char *what, int *symbol) {
  const scr_token *t = scr_args_peek(a);
  if (!t || !is_wordy(t)) return scr_args_expected(a, what);
  const char *name = wordy_text(t);
  if (*name == '@') name++;
  *symbol = may_be_symbol(name) ? scr_fish_symbol(a->fish, name, true) : -1;
  if (*symbol < 0) {
    scr_loc loc = scr_args_loc(a);
    return scr_fail(a->diag, &loc, SCR_E_NAME, "'%s' cannot be the name of a FISH symbol", name);
  }
  scr_args_uses(a, *symbol, SCR_USE_READ_LATER, &t->loc);
  a->k++;
  return true;
}

bool scr_args_variable(scr_args *a, int *symbol) {
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_symbol(a, "the name of a FISH symbol", symbol)) return false;
  scr_args_uses(a, *symbol, SCR_USE_WRITE, &at);
  return !scr_fish_is_function(a->fish, *symbol) ||
         scr_fail(a->diag, &at, SCR_E_NAME, "'%s' is a function, not a variable",
                  scr_fish_symbol_name(a->fish, *symbol));
}

bool scr_no_function(scr_fish *f, scr_diag *d, const scr_loc *at, const char *name) {
  scr_fail(d, at, SCR_E_NAME, "no FISH function '%s' is defined", name);
  scr_nearest near = {.word = name};
  for (int k = 0; k < scr_fish_symbols(f); k++)
    if (scr_fish_is_function(f, k)) scr_nearest_offer(&near, scr_fish_symbol_name(f, k));
  return near.best ? scr_hint(d, "did you mean '%s'?", near.best) : false;
}

enum { FUNCTION_NOW, FUNCTION_LATE, FUNCTION_OR_NONE };

static bool read_function(scr_args *a, const char *what, int *symbol, int when) {
  const scr_token *t = scr_args_peek(a);
  if (!t || !is_wordy(t)) return scr_args_expected(a, what);
  const char *name = wordy_text(t);
  if (*name == '@') name++;
  const bool binds = when != FUNCTION_NOW && may_be_symbol(name);
  *symbol = scr_fish_symbol(a->fish, name, binds || scr_args_checks(a));
  scr_args_uses(a, *symbol, binds ? SCR_USE_NAME : SCR_USE_NAME_NOW, &t->loc);
  const bool there =
      *symbol >= 0 && (scr_fish_is_function(a->fish, *symbol) || scr_args_is_broken(a, *symbol) ||
                       (!binds && scr_today_lends(a, name)));
  const bool waits = *symbol >= 0 && binds;
  if (there || (waits && (when == FUNCTION_OR_NONE || !scr_args_checks(a)))) {
    a->k++;
    return true;
  }
  scr_loc loc = scr_args_loc(a);
  scr_args_naming_function(a, name);
  scr_no_function(a->fish, a->diag, &loc, name);
  if (binds ? scr_args_function_wanted(a, name) : *symbol >= 0 && scr_args_goes_on(a, false))
    a->k++;
  return !a->diag->failed;
}

bool scr_args_function(scr_args *a, const char *what, int *symbol) {
  return read_function(a, what, symbol, FUNCTION_NOW);
}

bool scr_args_function_late(scr_args *a, const char *what, int *symbol, bool wanted) {
  return read_function(a, what, symbol, wanted ? FUNCTION_LATE : FUNCTION_OR_NONE);
}

bool scr_args_finish(scr_args *a) {
  if (scr_args_end(a)) return !a->dry;
  if (is_stray_mark(scr_args_peek(a))) return fail_mark(a);
  scr_loc loc = scr_args_loc(a);
  scr_fail(a->diag, &loc, SCR_E_SYNTAX, "'%s' is not expected here", a->tok[a->k].text);
  scr_nearest near = {.word = a->tok[a->k].text};
  if (a->ranged && a->tok[a->k].type == SCR_T_WORD) scr_nearest_offer(&near, "range");
  if (near.best) return scr_hint(a->diag, "did you mean 'range'?");
  return scr_hint(a->diag, "the command is complete before it");
}
