/* Splitting one logical line into tokens, and evaluating the FISH in it. */
#include "cmd/token.h"

#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/range.h"
#include "cmd/session_kept.h"

typedef struct lexer {
  scr_session *s;
  scr_line *out;
  int line, last;
  const char *p; /* next character of the present physical line */
} lexer;

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
static bool is_noise(char c) { return is_blank(c) || c == ',' || c == '=' || c == '(' || c == ')'; }

static scr_loc lex_loc(const lexer *x, const char *p, int len) {
  scr_source *src = x->out->src;
  return (scr_loc){src, x->line, (int)(p - src->line[x->line - 1]) + 1, len};
}

/* Is this `&` or `...` with nothing but blanks and a comment behind it? */
static bool at_continuation(const char *p) {
  if (*p == '&') {
    p++;
  } else {
    if (strncmp(p, "...", 3) != 0) return false;
    while (*p == '.') p++;
  }
  while (is_blank(*p)) p++;
  return *p == 0 || *p == ';';
}

bool scr_text_continues(const char *p, bool fish) {
  int depth = fish ? 1 : 0;
  for (bool start = true; *p && *p != ';'; p++) {
    if (at_continuation(p)) return true;
    if ((*p == '\'' || *p == '"') && (start || depth > 0)) {
      char quote = *p++;
      for (; *p && *p != quote; p++)
        if (*p == '\\' && p[1]) p++;
      if (!*p) return false;
    }
    depth += *p == '[' ? 1 : *p == ']' ? -1 : 0;
    start = is_noise(*p);
  }
  return false;
}

/* Goes on with the next physical line; false at the end of the text. */
static bool lex_continue(lexer *x) {
  if (x->line >= x->last) {
    x->p = "";
    return false;
  }
  x->p = x->out->src->line[x->line++];
  return true;
}

static scr_token *lex_push(lexer *x, scr_toktype type, scr_loc loc, char *text, unsigned char raw) {
  scr_line *l = x->out;
  SCR_GROW(l->tok, l->cap, l->n + 1);
  SCR_GROW(l->raw, l->cap_raw, l->n + 1);
  l->raw[l->n] = raw;
  scr_token *t = &l->tok[l->n++];
  *t = (scr_token){.type = type, .text = text, .loc = loc};
  return t;
}

/* 'it\'s' and "..": a backslash escapes quotes and itself, and is a plain character elsewhere. */
static bool lex_string(lexer *x) {
  const char *start = x->p, quote = *start;
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  const char *p = start + 1;
  for (; *p && *p != quote; p++) {
    if (*p == '\\' && (p[1] == '\'' || p[1] == '"' || p[1] == '\\')) p++;
    scr_buf_put(&b, p, 1);
  }
  if (!*p) {
    scr_loc loc = lex_loc(x, start, (int)(p - start));
    scr_buf_free(&b);
    scr_fail(&x->s->diag, &loc, SCR_E_SYNTAX, "the string is not closed");
    return scr_hint(&x->s->diag, "expected a second %c on the same line", quote);
  }
  scr_token *t =
      lex_push(x, SCR_T_STRING, lex_loc(x, start, (int)(p + 1 - start)), b.s, SCR_RAW_NONE);
  t->val = scr_val_strn(b.s, b.n);
  x->p = p + 1;
  return true;
}

/* Length of what stands in a bracket on this physical line; *depth counts open brackets. *stray:
 * the first "..." that does not end it. */
static size_t bracket_part(const char *p, int *depth, bool *more, const char **stray) {
  const char *q = p;
  char quote = 0;
  *more = false;
  for (; *q; q++) {
    if (quote) {
      if (*q == '\\' && (q[1] == quote || q[1] == '\\'))
        q++;
      else if (*q == quote)
        quote = 0;
    } else if (*q == '\'' || *q == '"') {
      quote = *q;
    } else if (*q == '[') {
      ++*depth;
    } else if (*q == ']') {
      if (--*depth == 0) break;
    } else if (*q == ';') {
      break;
    } else if ((*q == '.' || *q == '&') && at_continuation(q)) {
      *more = true;
      break;
    } else if (strncmp(q, "...", 3) == 0) {
      if (!*stray) *stray = q;
      q += 2;
    }
  }
  return (size_t)(q - p);
}

static bool lex_bracket(lexer *x) {
  scr_loc loc = lex_loc(x, x->p, 1);
  scr_buf b = {0};
  scr_loc wrong = {0};
  int depth = 1;
  x->p++;
  for (;;) {
    bool more;
    const char *stray = NULL;
    size_t n = bracket_part(x->p, &depth, &more, &stray);
    if (stray && !wrong.src) wrong = lex_loc(x, stray, 3);
    scr_buf_put(&b, x->p, n);
    x->p += n;
    if (depth == 0 || !more || !lex_continue(x)) break;
    scr_buf_puts(&b, " ");
  }
  if (wrong.src) { /* told here, where its line is known */
    scr_buf_free(&b);
    return scr_fail(&x->s->diag, &wrong, SCR_E_SYNTAX, "'...' must be the last word of its line");
  }
  if (depth == 0)
    x->p++;
  else if (!scr_warn(&x->s->diag, &loc, SCR_E_SYNTAX,
                     "'[' is not closed; taken as closed at the end of the line")) {
    scr_buf_free(&b);
    return false;
  }
  if (loc.line == x->line) loc.len = (int)(x->p - x->out->src->line[loc.line - 1]) - loc.col + 1;
  lex_push(x, SCR_T_VALUE, loc, b.s, SCR_RAW_BRACKET);
  return true;
}

/* Length of what a parenthesis or a bracket holds, with both of its signs; 0: it is not closed on
 * this line. */
static size_t enclosed_length(const char *p) {
  const char open = *p, close = open == '[' ? ']' : ')', *q = p;
  int depth = 0;
  for (char quote = 0; *q; q++) {
    if (quote) {
      quote = *q == quote ? 0 : quote;
    } else if (*q == '\'' || *q == '"') {
      quote = *q;
    } else if (*q == ';') {
      return 0;
    } else if (*q == open || *q == close) {
      depth += *q == open ? 1 : -1;
      if (depth == 0) return (size_t)(q + 1 - p);
    }
  }
  return 0;
}

static void lex_word(lexer *x) {
  const char *p = x->p, *q = p;
  while (*q && !is_noise(*q) && *q != ';' && *q != '[' && !at_continuation(q)) q++;
  if (*p == '@' && q > p + 1 && (*q == '(' || *q == '[')) /* @f(1,2) and @a[1,2] are one value */
    q += enclosed_length(q);
  size_t n = (size_t)(q - p), len = 0;
  scr_loc loc = lex_loc(x, p, (int)n);
  x->p = q;
  if (*p == '@' && n > 1) {
    lex_push(x, SCR_T_VALUE, loc, scr_strndup(p + 1, n - 1), SCR_RAW_AT);
    return;
  }
  int64_t i = 0;
  double f = 0;
  char *text =
      scr_strndup(p, n); /* the word alone: a point behind it may begin a continuation mark */
  scr_numkind kind = scr_parse_number(text, &len, &i, &f);
  if (len != n) kind = SCR_NUM_NONE;
  scr_toktype type = kind == SCR_NUM_INT    ? SCR_T_INT
                     : kind == SCR_NUM_REAL ? SCR_T_REAL
                                            : SCR_T_WORD;
  scr_token *t = lex_push(x, type, loc, text, SCR_RAW_NONE);
  t->val = type == SCR_T_INT    ? scr_val_int(i)
           : type == SCR_T_REAL ? scr_val_real(f)
                                : scr_val_strn(p, n);
}

bool scr_lex(scr_session *s, scr_source *src, int line, int last, scr_line *out) {
  if (last > src->nline) last = src->nline;
  *out = (scr_line){.src = src, .first = line};
  lexer x = {s, out, line, last, src->line[line - 1]};
  bool ok = true;
  scr_loc sign = {0}; /* the first one that is no blank */
  while (ok) {
    for (; is_noise(*x.p); x.p++)
      if (!sign.src && !is_blank(*x.p)) sign = lex_loc(&x, x.p, 1);
    if (*x.p == 0 || *x.p == ';') break;
    if (at_continuation(x.p)) {
      if (!lex_continue(&x)) break;
    } else if (*x.p == '\'' || *x.p == '"') {
      ok = lex_string(&x);
    } else if (*x.p == '[') {
      ok = lex_bracket(&x);
    } else {
      lex_word(&x);
    }
  }
  out->next = x.line + 1;
  if (!ok || out->n || !sign.src || scr_told_before(s, &sign, "signs")) return ok;
  return scr_warn(&s->diag, &sign, SCR_E_SYNTAX, "there is no command on this line, only signs");
}

void scr_line_free(scr_line *l) {
  for (size_t k = 0; k < l->n; k++) {
    scr_free(l->tok[k].text);
    scr_val_drop(&l->tok[k].val);
  }
  scr_free(l->tok);
  scr_free(l->raw);
  *l = (scr_line){0};
}

void scr_line_replace(scr_line *l, size_t drop, const char *text) {
  assert(drop > 0);
  scr_loc loc = l->tok[0].loc;
  if (l->tok[drop - 1].loc.line == loc.line)
    loc.len = l->tok[drop - 1].loc.col + l->tok[drop - 1].loc.len - loc.col;
  size_t add = 0;
  for (const char *p = text; *p;) {
    add += 1;
    p += strcspn(p, " ");
    p += strspn(p, " ");
  }
  for (size_t k = 0; k < drop; k++) {
    scr_free(l->tok[k].text);
    scr_val_drop(&l->tok[k].val);
  }
  SCR_GROW(l->tok, l->cap, l->n + add);
  SCR_GROW(l->raw, l->cap_raw, l->n + add);
  memmove(l->tok + add, l->tok + drop, (l->n - drop) * sizeof *l->tok);
  memmove(l->raw + add, l->raw + drop, l->n - drop);
  l->n += add - drop;
  for (size_t k = 0; k < add; k++) {
    size_t n = strcspn(text, " ");
    l->tok[k] = (scr_token){
        .type = SCR_T_WORD, .text = scr_strndup(text, n), .val = scr_val_strn(text, n), .loc = loc};
    l->raw[k] = SCR_RAW_NONE;
    text += n + strspn(text + n, " ");
  }
}

static scr_dialect line_dialect(const scr_session *s) {
  return s->frame ? s->frame->dialect : SCR_MODERN;
}
static scr_fish_scope *line_scope(const scr_session *s) {
  return s->frame ? s->frame->scope : NULL;
}

bool scr_word_of_fish(const char *name) {
  static const char *const word[] = {
      "end",     "if",         "then",        "else",     "elseif",  "else_if",    "endif",
      "end_if",  "loop",       "endloop",     "end_loop", "exit",    "continue",   "case_of",
      "caseof",  "case",       "endcase",     "end_case", "section", "endsection", "end_section",
      "command", "endcommand", "end_command", "local",    "global",  "argument",   "array",
      "return",  "define",     "def"};
  for (size_t k = 0; k < sizeof word / sizeof *word; k++)
    if (scr_casecmp(word[k], name) == 0) return true;
  return false;
}

/* `[if = 3]` would make a symbol that no function can name. */
static bool check_assigned(scr_session *s, const scr_token *t) {
  const char *p = t->text + strspn(t->text, " \t");
  size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.");
  char *name = scr_strndup(p, n);
  const char *behind = p + n + strspn(p + n, " \t");
  if (*behind && strchr("+-*/^", *behind) && behind[1] == '=') behind++;
  bool assigned = (*behind == '=' && behind[1] != '=') || !*behind,
       bad = assigned && scr_word_of_fish(name);
  scr_loc at = t->loc;
  at.col += 1 + (int)(p - t->text);
  at.len = (int)n;
  if (bad)
    scr_fail(&s->diag, &at, SCR_E_NAME, "'%s' is a word of FISH, it cannot be the name of a symbol",
             name);
  scr_free(name);
  return !bad;
}

/* At the prompt; not where something has been printed meanwhile. */
static void show_value(scr_session *s, const scr_val *v, size_t printed) {
  bool top = s->frame && !s->frame->up && !s->frame->block;
  if (!s->show || !top || s->printed != printed) return;
  scr_val none = {0};
  scr_fish_find(s->fish, "io.out")->call(s->fish, 1, v, &none);
  scr_val_drop(&none);
}

bool scr_line_value(scr_session *s, const scr_loc *at, const char *text, size_t n) {
  scr_val v = {0};
  size_t printed = s->printed;
  bool ok = scr_fish_eval(s->fish, at->src, at->line, at->col, text, n, line_dialect(s),
                          line_scope(s), &v);
  if (ok && !scr_fish_stored(s->fish)) show_value(s, &v, printed);
  scr_val_drop(&v);
  return ok;
}

static bool eval_bracket(scr_session *s, scr_token *t) {
  if (!check_assigned(s, t)) return false;
  return scr_fish_eval(s->fish, t->loc.src, t->loc.line, t->loc.col + 1, t->text, strlen(t->text),
                       line_dialect(s), line_scope(s), &t->val);
}

static bool eval_at(scr_session *s, scr_token *t) {
  scr_val v;
  if (!scr_checking(s) && !strchr(t->text, '(') &&
      scr_fish_lookup(s->fish, line_scope(s), t->text, &v)) {
    int f = scr_fish_symbol(s->fish, t->text, false);
    if (f < 0 || !scr_fish_is_function(s->fish, f)) {
      t->val = scr_val_hold(v);
      return true;
    }
  }
  return scr_fish_eval(s->fish, t->loc.src, t->loc.line, t->loc.col + 1, t->text, strlen(t->text),
                       line_dialect(s), line_scope(s), &t->val);
}

static void note_unknown(scr_session *s, scr_token *t) {
  t->unknown = scr_checking(s) && !scr_fish_known(s->fish);
  if (t->unknown) scr_checking_unknown(s, &t->loc);
}

static bool eval_token(scr_session *s, scr_line *l, size_t k) {
  scr_token *t = &l->tok[k];
  bool ok = l->raw[k] == SCR_RAW_BRACKET ? eval_bracket(s, t) : eval_at(s, t);
  if (!ok) return false;
  l->raw[k] = SCR_RAW_NONE;
  note_unknown(s, t);
  return true;
}

/* ---- functions that are asked for each thing ---- */

/* Length up to a comma, or up to the parenthesis that ends the arguments. */
static size_t argument_length(const char *p) {
  const char *q = p;
  int depth = 0;
  for (char quote = 0; *q; q++) {
    if (quote) {
      quote = *q == quote ? 0 : quote;
    } else if (*q == '\'' || *q == '"') {
      quote = *q;
    } else if (depth == 0 && (*q == ',' || *q == ')')) {
      break;
    } else {
      depth += *q == '(' || *q == '[' ? 1 : *q == ')' || *q == ']' ? -1 : 0;
    }
  }
  return (size_t)(q - p);
}

/* `@f`, or `@f(1,2)`, where f takes the thing as its first argument: its symbol, else -1. */
static int asked_for_each(scr_session *s, const scr_token *t) {
  const size_t n = strcspn(t->text, "(");
  char *name = scr_strndup(t->text, n);
  const int symbol = scr_fish_symbol(s->fish, name, false);
  int given = 0;
  scr_free(name);
  for (const char *p = t->text + n; *p && p[1] && p[1] != ')'; given++)
    p += 1 + argument_length(p + 1);
  const int takes = symbol >= 0 ? scr_fish_takes(s->fish, symbol) : 0;
  return takes > 0 && (given == 0 || given == takes - 1) ? symbol : -1;
}

static void insert_token(scr_line *l, size_t k, scr_token t) {
  SCR_GROW(l->tok, l->cap, l->n + 1);
  SCR_GROW(l->raw, l->cap_raw, l->n + 1);
  memmove(l->tok + k + 1, l->tok + k, (l->n - k) * sizeof *l->tok);
  memmove(l->raw + k + 1, l->raw + k, l->n - k);
  l->tok[k] = t;
  l->raw[k] = SCR_RAW_NONE;
  l->n++;
}

/* The arguments in parentheses become the tokens that follow. */
static bool spread_arguments(scr_session *s, scr_line *l, size_t k) {
  const scr_token call = l->tok[k];
  const char *p = call.text + strcspn(call.text, "(");
  while (*p && p[1] && p[1] != ')') {
    const size_t n = argument_length(++p);
    scr_token t = {.type = SCR_T_VALUE, .text = scr_strndup(p, n), .loc = call.loc};
    t.loc.col += 1 + (int)(p - call.text);
    t.loc.len = (int)n;
    insert_token(l, ++k, t);
    if (!scr_fish_eval(s->fish, t.loc.src, t.loc.line, t.loc.col, t.text, n, line_dialect(s),
                       line_scope(s), &l->tok[k].val))
      return false;
    note_unknown(s, &l->tok[k]);
    p += n;
  }
  return true;
}

static bool eval_each(scr_session *s, scr_line *l, size_t k, int symbol) {
  l->tok[k].each = symbol + 1;
  l->raw[k] = SCR_RAW_NONE;
  return spread_arguments(s, l, k);
}

/* Does the token that stands `back` places before k begin so? */
static bool word_before(const scr_line *l, size_t k, size_t back, const char *word) {
  return k >= back && l->tok[k - back].type == SCR_T_WORD &&
         scr_ncasecmp(l->tok[k - back].text, word, strlen(word)) == 0;
}

/* `fracture generate ... modify @f`; elsewhere that word changes what has the name or the id that
 * follows. */
static bool modifies_by(const scr_line *l, size_t k) {
  return k > 3 && word_before(l, k, 1, "modify") && l->tok[1].type == SCR_T_WORD &&
         scr_abbreviates(l->tok[1].text, "generate");
}

/* In `fish-halt @f`, `range fish @f`, `fish-call 1.0 @f` and `fish-call event e @f` the symbol is
 * meant, not its value. */
static bool names_symbol(const scr_line *l, size_t k) {
  return word_before(l, k, 1, "fish") || modifies_by(l, k) || word_before(l, k, 2, "fish-call") ||
         (word_before(l, k, 3, "fish-call") && word_before(l, k, 2, "event"));
}

bool scr_line_evaluate(scr_session *s, scr_line *l, size_t k, unsigned flags) {
  for (; k < l->n; k++) {
    const bool at = l->raw[k] == SCR_RAW_AT;
    int each = -1;
    if (l->raw[k] == SCR_RAW_NONE) continue;
    if (at && ((flags & SCR_CMD_SYMBOLS) || names_symbol(l, k))) {
      l->tok[k].type = SCR_T_STRING;
      l->tok[k].val = scr_val_str(l->tok[k].text);
      l->raw[k] = SCR_RAW_NONE;
    } else if (at && (flags & SCR_CMD_EACH) && (each = asked_for_each(s, &l->tok[k])) >= 0) {
      if (!eval_each(s, l, k, each)) return false;
    } else if (!eval_token(s, l, k)) {
      return false;
    }
  }
  return true;
}

bool scr_line_is_fish(const scr_line *l) { return l->n > 0 && l->raw[0] != SCR_RAW_NONE; }

/* `@f(1,2)`: noise has removed the parentheses, so the arguments are taken from the text of the
 * line. */
static bool run_at_call(scr_session *s, scr_line *l) {
  scr_token *t = &l->tok[0];
  const char *text = l->src->line[t->loc.line - 1] + t->loc.col;
  size_t n = strcspn(text, ";");
  scr_loc at = t->loc;
  at.col++;
  return scr_line_value(s, &at, text, n);
}

bool scr_line_run_fish(scr_session *s, scr_line *l) {
  if (l->raw[0] == SCR_RAW_AT && l->n > 1) return run_at_call(s, l);
  for (size_t k = 0; k < l->n; k++) {
    if (l->raw[k] == SCR_RAW_NONE) {
      scr_fail(&s->diag, &l->tok[k].loc, SCR_E_SYNTAX, "unexpected '%s' after ']'", l->tok[k].text);
      return scr_hint(&s->diag, "a line that starts with [..] holds nothing else");
    }
    s->diag.at = l->tok[k].loc;
    size_t printed = s->printed;
    const bool bracket = l->raw[k] == SCR_RAW_BRACKET; /* what stands behind @ assigns nothing */
    if (!eval_token(s, l, k)) return false;
    if (!bracket || !scr_fish_stored(s->fish)) show_value(s, &l->tok[k].val, printed);
  }
  return true;
}

void scr_put_quoted(scr_buf *b, const char *text) {
  scr_buf_puts(b, "'");
  for (; *text; text++) scr_buf_printf(b, strchr("'\"\\", *text) ? "\\%c" : "%c", *text);
  scr_buf_puts(b, "'");
}

/* Part by part at hyphens: "z a-r" stands for "zz any-row". */
int scr_abbreviates(const char *given, const char *word) {
  if (scr_casecmp(given, word) == 0) return 3;
  for (;;) {
    size_t n = strcspn(given, "-"), m = strcspn(word, "-");
    if (n == 0 || n > m || scr_ncasecmp(given, word, n) != 0) return 0;
    given += n;
    word += m;
    if (!*given) return *word ? 1 : 2;
    if (!*word) return 0;
    given++;
    word++;
  }
}
