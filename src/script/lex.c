/* Lexer of FISH: see lex.h. */
#include "script/lex.h"

#include <math.h>
#include <string.h>
#include "base/num.h"

/* What is being scanned: p moves towards end; col is that of `start`. */
typedef struct scan {
  scr_lex *x;
  const char *start, *p, *end;
  int line, col;
  bool goes_on; /* the line ended in a continuation mark */
} scan;

static bool blank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
static bool digit(char c) { return c >= '0' && c <= '9'; }
static bool letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || (c & 0x80);
}

static scr_loc loc_at(const scan *s, const char *p, int len) {
  return (scr_loc){s->x->src, s->line, s->col + (int)(p - s->start), len};
}

static scr_token *add(scan *s, scr_tok type, const char *from) {
  scr_lex *x = s->x;
  SCR_GROW(x->tok, x->cap, x->n + 1);
  scr_token *t = &x->tok[x->n++];
  *t = (scr_token){.type = type,
                   .line = s->line,
                   .col = s->col + (int)(from - s->start),
                   .len = (int)(s->p - from)};
  return t;
}

static void scan_name(scan *s) {
  const char *from = s->p;
  while (s->p < s->end &&
         (letter(*s->p) || digit(*s->p) || (*s->p == '.' && s->p + 1 < s->end && letter(s->p[1]))))
    s->p++;
  scr_token *t = add(s, T_NAME, from);
  t->n = (size_t)(s->p - from);
  t->text = scr_arena_strn(&s->x->arena, from, t->n);
}

/* Length of the number at p; a point that starts "..." does not belong to it. */
static size_t number_extent(const scan *s) {
  const char *p = s->p;
  while (p < s->end && digit(*p)) p++;
  if (p < s->end && *p == '.' && !(s->end - p >= 3 && p[1] == '.' && p[2] == '.')) {
    p++;
    while (p < s->end && digit(*p)) p++;
  }
  if (p < s->end && strchr("eEdD", *p)) {
    const char *q = p + 1;
    if (q < s->end && (*q == '+' || *q == '-')) q++;
    if (q < s->end && digit(*q)) {
      while (q < s->end && digit(*q)) q++;
      p = q;
    }
  }
  return (size_t)(p - s->p);
}

/* Is the number that comes next the operand of a sign? A minus after a value is an operator. */
static bool behind_sign(const scan *s) {
  const scr_lex *x = s->x;
  if (x->n == 0 || x->tok[x->n - 1].type != T_OP || x->tok[x->n - 1].op != '-') return false;
  if (x->n == 1) return true;
  const scr_token *t = &x->tok[x->n - 2];
  return t->type == T_OP && t->op != ')';
}

/* What a double, or an integer of 64 bits, cannot hold is an error: it would become infinite, or
 * another number. */
static bool number_fits(const scan *s, const char *from, const char *text, scr_numkind *kind,
                        int64_t *i, double f) {
  const scr_loc loc = loc_at(s, from, (int)(s->p - from));
  if (isinf(f))
    return scr_fail(s->x->diag, &loc, SCR_E_VALUE,
                    "the number is too large for a real (at most 1.8e308)");
  if (*kind != SCR_NUM_REAL || text[strspn(text, "0123456789")]) return true;
  if (strcmp(text, "9223372036854775808") == 0 &&
      behind_sign(s)) { /* the lowest integer, whose sign stands before it */
    *kind = SCR_NUM_INT, *i = INT64_MIN;
    return true;
  }
  scr_fail(s->x->diag, &loc, SCR_E_VALUE,
           "the number is too large for an integer (at most 9223372036854775807)");
  return scr_hint(s->x->diag, "a point makes it a real: %s.0", text);
}

static bool scan_number(scan *s) {
  const char *from = s->p;
  size_t n = number_extent(s), used = 0;
  char *text = scr_arena_strn(&s->x->arena, from, n);
  int64_t i = 0;
  double f = 0;
  scr_numkind kind = scr_parse_number(text, &used, &i, &f);
  s->p += n;
  if (s->p < s->end && letter(*s->p)) {
    while (s->p < s->end && (letter(*s->p) || digit(*s->p))) s->p++;
    scr_loc loc = loc_at(s, from, (int)(s->p - from));
    return scr_fail(s->x->diag, &loc, SCR_E_SYNTAX, "'%.*s' is neither a number nor a name",
                    loc.len, from);
  }
  if (!number_fits(s, from, text, &kind, &i, f)) return false;
  scr_token *t = add(s, kind == SCR_NUM_INT ? T_INT : T_REAL, from);
  t->i = i;
  t->f = f;
  return true;
}

/* A backslash escapes only a quote or a backslash, since it also separates the parts of a path. */
static bool scan_string(scan *s) {
  const char *from = s->p;
  char quote = *s->p++;
  char *text = scr_arena_alloc(&s->x->arena, (size_t)(s->end - from) + 1);
  size_t n = 0;
  while (s->p < s->end && *s->p != quote) {
    if (*s->p == '\\' && s->p + 1 < s->end && strchr("'\"\\", s->p[1])) s->p++;
    text[n++] = *s->p++;
  }
  if (s->p >= s->end) {
    scr_loc loc = loc_at(s, from, (int)(s->end - from));
    scr_fail(s->x->diag, &loc, SCR_E_SYNTAX, "string without its closing %c", quote);
    return scr_hint(s->x->diag, "a backslash before a quote keeps it from closing the string");
  }
  s->p++;
  scr_token *t = add(s, T_STRING, from);
  t->text = text;
  t->n = n;
  return true;
}

static bool rest_is_blank(const scan *s, const char *p) {
  while (p < s->end && blank(*p)) p++;
  return p >= s->end || *p == ';';
}

static bool scan_operator(scan *s) {
  static const char pairs[][3] = {"//", "==", "!=", "<>", ">=", "<=", "&&", "||",
                                  "+=", "-=", "*=", "/=", "^=", "->", "::"};
  const char *from = s->p;
  for (size_t k = 0; k < SCR_COUNTOF(pairs); k++) {
    if (s->end - from < 2 || from[0] != pairs[k][0] || from[1] != pairs[k][1]) continue;
    s->p += 2;
    add(s, T_OP, from)->op = OP2(pairs[k][0], pairs[k][1]);
    return true;
  }
  if (!strchr("+-*/^%=#<>&|~!(),[]{}:.@?", *from)) {
    scr_loc loc = loc_at(s, from, 1);
    return scr_fail(s->x->diag, &loc, SCR_E_SYNTAX, "unexpected character '%c'", *from);
  }
  s->p++;
  add(s, T_OP, from)->op = *from;
  return true;
}

enum { DEEPEST = 64 }; /* of the brackets that are kept apart */

/* Square brackets are round ones: PFC 5 writes [x] for (x), and all versions a[i] for a(i). Each
 * closes its own kind. */
static bool scan_bracket(scan *s) {
  scr_lex *x = s->x;
  const char c = *s->p;
  const bool opens = c == '(' || c == '[', square = c == '[' || c == ']';
  const uint64_t bit = (uint64_t)1 << ((unsigned)(x->depth - !opens) % DEEPEST);
  const bool known = opens ? x->depth < DEEPEST : x->depth > 0 && x->depth <= DEEPEST;
  if (opens && known) x->square = square ? x->square | bit : x->square & ~bit;
  if (!opens && known && square != ((x->square & bit) != 0)) {
    scr_loc loc = loc_at(s, s->p, 1);
    return scr_fail(x->diag, &loc, SCR_E_SYNTAX, "'%c' does not close the '%c' before it", c,
                    square ? '(' : '[');
  }
  const bool closes_none = !opens && x->depth == 0;
  if (opens || x->depth) x->depth += opens ? 1 : -1;
  s->p++;
  add(s, T_OP, s->p - 1)->op = closes_none ? c : opens ? '(' : ')';
  return true;
}

/* "..." or "&" as the last thing of a line joins the next one to it. */
static bool continuation(scan *s) {
  const char *p = s->p;
  if (*p == '&' && rest_is_blank(s, p + 1)) return true;
  return s->end - p >= 3 && memcmp(p, "...", 3) == 0;
}

static bool scan_line(scan *s) {
  s->goes_on = false;
  while (s->p < s->end && *s->p != ';') {
    char c = *s->p;
    bool good = true;
    if (blank(c)) {
      s->p++;
    } else if (continuation(s)) {
      if (c == '.' && !rest_is_blank(s, s->p + 3)) {
        scr_loc loc = loc_at(s, s->p, 3);
        return scr_fail(s->x->diag, &loc, SCR_E_SYNTAX, "'...' must be the last word of its line");
      }
      s->goes_on = true;
      break;
    } else if (letter(c)) {
      scan_name(s);
    } else if (digit(c) || (c == '.' && s->p + 1 < s->end && digit(s->p[1]))) {
      good = scan_number(s);
    } else if (c == '\'' || c == '"') {
      good = scan_string(s);
    } else if (strchr("()[]", c)) {
      good = scan_bracket(s);
    } else if (c == '@' && s->p + 1 < s->end && letter(s->p[1])) {
      s->p++; /* commands name a symbol so, and PFC 5 does in functions, too */
    } else {
      good = scan_operator(s);
    }
    if (!good) return false;
  }
  return true;
}

static void finish(scan *s) {
  if (s->p > s->end) s->p = s->end;
  const char *from = s->p;
  add(s, T_EOL, from);
}

bool scr_lex_from(scr_lex *x, int line, int col) {
  x->n = x->at = x->depth = 0;
  for (;; line++, col = 1) {
    if (line > x->src->nline) return false;
    const char *text = x->src->line[line - 1];
    size_t size = strlen(text);
    const char *p = text + SCR_MIN((size_t)(col - 1), size);
    scan s = {x, text, p, text + size, line, 1, false};
    if (!scan_line(&s)) return false;
    x->line = line + 1;
    if (s.goes_on && line < x->src->nline) continue;
    finish(&s);
    return true;
  }
}

bool scr_lex_line(scr_lex *x) { return scr_lex_from(x, x->line, 1); }

bool scr_lex_text(scr_lex *x, const char *text, size_t n, int line, int col) {
  x->n = x->at = x->depth = 0;
  const char *p = text;
  for (;;) {
    scan s = {x, text, p, text + n, line, col, false};
    if (!scan_line(&s)) return false;
    const char *newline = memchr(s.p, '\n', (size_t)(s.end - s.p));
    if (newline) {
      p = newline + 1;
      continue;
    }
    finish(&s);
    return true;
  }
}

void scr_lex_first_word(const char *line, char *word, size_t size) {
  size_t n = 0;
  while (blank(*line)) line++;
  while (*line && !blank(*line) && *line != ';' && n + 1 < size)
    word[n++] = (char)scr_lower((unsigned char)*line++);
  word[n] = 0;
}

void scr_lex_free(scr_lex *x) {
  scr_arena_free(&x->arena);
  scr_free(x->tok);
}
