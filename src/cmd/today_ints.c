/* Older data files in the words of today: their integers have 32 bits, which wrap, and whole
 * quotients. Functions of the new file do what their operators did. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/today_kept.h"

/* ---- the functions ---- */

#define QUOTIENT  SCR_FREE "quotient"
#define REMAINDER SCR_FREE "remainder"
#define WRAPPED   SCR_FREE "wrapped"

/* Of two operands: lists element by element, lists within lists by themselves. */
#define EACH_OF_TWO(name)                                                                          \
  "  if type(a) = 11 & type(b) = 11 then ; lists\n"                                                \
  "    " name " = " name "(::a, ::b)\n"                                                            \
  "  else if type(a) = 11 then\n"                                                                  \
  "    " name " = " name "(::a, b)\n"                                                              \
  "  else if type(b) = 11 then\n"                                                                  \
  "    " name " = " name "(a, ::b)\n"                                                              \
  "  else "

static const char quotient[] =
    "(a, b) ; of two integers PFC 3 to 5 keep the whole part\n" EACH_OF_TWO(
        QUOTIENT) "if type(a) = 1 & type(b) = 1 then\n"
                  "    " QUOTIENT
                  " = (int(a / b) + 2147483648) % 4294967296 - 2147483648 ; of 32 bits\n"
                  "  else\n"
                  "    " QUOTIENT " = a / b\n"
                  "  endif\n";
static const char remainder_[] =
    "(a, b) ; of two integers PFC 3 to 5 give it the sign of the first\n" EACH_OF_TWO(
        REMAINDER) "if type(a) = 1 & type(b) = 1 then\n"
                   "    " REMAINDER " = a - b*int(a / b)\n"
                   "  else\n"
                   "    " REMAINDER " = a % b\n"
                   "  endif\n";
static const char wrapped[] = "(x) ; an integer of PFC 3 to 5 has 32 bits\n"
                              "  if type(x) = 11 then ; a list\n"
                              "    " WRAPPED " = " WRAPPED "(::x)\n"
                              "  else if type(x) = 1 then\n"
                              "    " WRAPPED " = (x + 2147483648) % 4294967296 - 2147483648\n"
                              "  else\n"
                              "    " WRAPPED " = x\n"
                              "  endif\n";

/* The name that stands for one of them in the file. Free it. */
static char *use(scr_today *t, const char *name, const char *body) {
  scr_buf b = {0};
  scr_today_use(t, name, body);
  scr_today_fit(t, name, &b);
  return b.s;
}

/* ---- edits ---- */

static int behind(const scr_loc *at) { return at->col + at->len; }
static const char *text_at(const scr_today *t, const scr_loc *at) {
  return t->src->line[at->line - 1] + at->col - 1;
}

/* Puts text before the first token and behind the last one. */
static void enclose(scr_today *t, const scr_fish_span *s, int key, const char *before,
                    const char *after) {
  scr_today_edit(t, &(scr_edit){.line = s->first.line,
                                .col = s->first.col,
                                .key = key,
                                .text = (char *)before,
                                .opens = true});
  scr_today_edit(
      t, &(scr_edit){
             .line = s->last.line, .col = behind(&s->last), .key = key, .text = (char *)after});
}

static int key_of(const scr_loc *at) { return at->line * 4096 + at->col; }
/* Several values may begin, or end, with one token. */
static int key_of_span(const scr_fish_span *s) {
  return (int)((unsigned)key_of(&s->first) * 31u + (unsigned)key_of(&s->last));
}

/* The operator becomes a comma behind the dividend. */
static void put_comma(scr_today *t, const scr_loc *end, const scr_loc *sign, const char *closing) {
  scr_buf b = {0};
  const bool beside = end->line == sign->line;
  const int from = beside ? behind(end) : sign->col;
  scr_buf_printf(&b, "%s,", closing);
  scr_today_edit(t, &(scr_edit){.line = sign->line,
                                .col = from,
                                .len = behind(sign) - from,
                                .key = key_of(sign),
                                .text = b.s});
  scr_buf_free(&b);
}

/* `::` before a list in parentheses, whose elements the function takes one by one. */
static const char *opening(const scr_fish_span *s) { return s->split ? "::(" : ""; }
static const char *closing(const scr_fish_span *s) { return s->split ? ")" : ""; }

void scr_today_divides(void *user, const scr_fish_span *a, const scr_loc *sign,
                       const scr_fish_span *b) {
  scr_today *t = scr_today_of(user);
  if (!scr_today_is_mine(t, sign)) return;
  const bool whole = *text_at(t, sign) == '/';
  char *name = whole ? use(t, QUOTIENT, quotient) : use(t, REMAINDER, remainder_);
  scr_buf before = {0}, after = {0};
  scr_buf_printf(&before, "%s(%s", name, opening(a));
  scr_buf_printf(&after, "%s)", closing(b));
  const scr_fish_span both = {.first = a->first, .last = b->last};
  put_comma(t, &a->last, sign, closing(a));
  if (b->split) enclose(t, b, key_of(sign), opening(b), "");
  enclose(t, &both, key_of(sign), before.s, after.s);
  scr_buf_free(&before), scr_buf_free(&after);
  scr_free(name);
}

static void tell_large(scr_today *t, const scr_loc *at) {
  char line[16];
  snprintf(line, sizeof line, "%d", at->line);
  scr_names_set(&t->large, line, at->line);
}

void scr_today_grows(void *user, const scr_fish_span *value, int bits) {
  scr_today *t = scr_today_of(user);
  if (!scr_today_is_mine(t, &value->first)) return;
  if (bits <= SCR_BITS_ALL) {
    tell_large(t, &value->first);
    return;
  }
  char *name = use(t, WRAPPED, wrapped);
  scr_buf before = {0}, after = {0};
  scr_buf_printf(&before, "%s(%s", name, opening(value));
  scr_buf_printf(&after, "%s)", closing(value));
  enclose(t, value, key_of_span(value), before.s, after.s);
  scr_buf_free(&before), scr_buf_free(&after);
  scr_free(name);
}

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

/* Does the text up to an opening parenthesis end with a name that may change something: of a
 * function of the file, or one that draws? */
static bool may_act(scr_session *s, const char *text, size_t n) {
  size_t from = n;
  while (from > 0 && is_part(text[from - 1])) from--;
  char *name = scr_strndup(text + from, n - from);
  const bool acts =
      n > from && (!scr_fish_find(scr_session_fish(s), name) || strstr(name, "random"));
  scr_free(name);
  return acts;
}

/* Does a name without arguments behind the place's own call a function, or draw a number? */
static bool calls_bare(const scr_today *t, const char *text, size_t n) {
  size_t from = 0, to = 0;
  while (to < n && is_part(text[to])) to++;
  for (from = to; from < n; from = to) {
    const char quote = strchr("'\"", text[from]) ? text[from] : 0;
    for (to = from + 1; quote && to < n && text[to] != quote;) to++;
    if (quote) to++;
    while (!quote && is_part(text[from]) && to < n && is_part(text[to])) to++;
    if (quote || !is_part(text[from]) || text[to] == '(') continue;
    char *name = scr_strndup(text + from, to - from);
    const bool acts = scr_today_is_function(t, name, to - from) || strstr(name, "random") ||
                      scr_casecmp(name, "urand") == 0 || scr_casecmp(name, "grand") == 0;
    scr_free(name);
    if (acts) return true;
  }
  return false;
}

/* Does the text of a place do something when it is read, so that it must not stand there twice? */
static bool place_acts(scr_session *s, const scr_fish_span *place) {
  const char *p = text_at(scr_today_of(s), &place->first);
  const size_t n = (size_t)(behind(&place->last) - place->first.col);
  const size_t own = strcspn(p, "("); /* of the place itself */
  if (place->first.line != place->last.line) return false;
  for (size_t k = 0; k < n; k++)
    if (p[k] == '(' && k > own && may_act(s, p, k)) return true;
  return calls_bare(scr_today_of(s), p, n);
}

/* May the text of a place stand there twice? What is written anew in it stands in no copy. */
static bool may_repeat(scr_session *s, const scr_fish_span *place) {
  const scr_today *t = scr_today_of(s);
  const char *p = text_at(t, &place->first);
  const int to = behind(&place->last);
  if (place->first.line != place->last.line) return false;
  for (size_t k = 0; k < t->nedit; k++)
    if (t->edit[k].line == place->first.line && t->edit[k].col >= place->first.col &&
        t->edit[k].col < to)
      return false;
  return !memchr(p, ':', (size_t)(to - place->first.col));
}

/* `place op= value` becomes `place = f(place, value)`. */
void scr_today_updates(void *user, const scr_fish_span *place, const scr_loc *sign,
                       const scr_fish_span *value) {
  scr_today *t = scr_today_of(user);
  if (!scr_today_is_mine(t, sign)) return;
  if (place_acts(user, place)) {
    scr_today_left(t, sign->line, sign->col,
                   "what finds the element may call a function, which would run twice: keep its "
                   "value in a symbol before this line");
    return;
  }
  if (value->split || !may_repeat(user, place)) {
    scr_today_left(
        t, sign->line, sign->col,
        "integers of version 5 have 32 bits and whole quotients: write a plain '=' here");
    return;
  }
  const bool divided = *text_at(t, sign) == '/';
  const bool alone = value->first.line == value->last.line && value->first.col == value->last.col;
  char *name = divided ? use(t, QUOTIENT, quotient) : use(t, WRAPPED, wrapped);
  scr_buf b = {0};
  scr_buf_printf(&b, "= %s(%.*s", name, behind(&place->last) - place->first.col,
                 text_at(t, &place->first));
  scr_buf_printf(&b, divided ? "," : " %c", *text_at(t, sign));
  scr_today_edit(t, &(scr_edit){.line = sign->line,
                                .col = sign->col,
                                .len = sign->len,
                                .key = key_of(sign),
                                .text = b.s});
  enclose(t, value, key_of(sign), divided || alone ? "" : "(", divided || alone ? ")" : "))");
  scr_buf_free(&b);
  scr_free(name);
}

void scr_today_literal(void *user, const scr_loc *at) {
  scr_today *t = scr_today_of(user);
  if (!scr_today_is_mine(t, at)) return;
  scr_today_edit(t, &(scr_edit){.line = at->line, .col = behind(at), .text = ".0"});
}

void scr_today_number(scr_args *a, const scr_loc *at) {
  if (scr_today_of(a->s)) scr_today_literal(a->s, at);
}

/* ---- what symbols hold ---- */

enum { PATIENCE = 8 }; /* passes, after which what still grows is taken to have nearly all bits */

void scr_today_stored(void *user, const char *name, int bits) {
  scr_today *t = scr_today_of(user);
  if (bits < 0) return;
  if (bits == 0) {
    scr_names_set(&t->real, name, 1);
    return;
  }
  const int before = scr_names_get(&t->other, name, 0);
  if (bits > before && t->pass > PATIENCE) bits = SCR_MAX(bits, SCR_BITS_ALL - 1);
  if (bits > before) scr_names_set(&t->other, name, bits);
}

/* What gets no value but by itself, as in n = n + 1, begins as the integer 0. */
int scr_today_bits(void *user, const char *name) {
  const scr_today *t = scr_today_of(user);
  const bool real = scr_names_get(&t->real, name, 0) != 0;
  const int absent = real ? 0 : t->learnt ? SCR_BITS_UNKNOWN : -1;
  return scr_names_get(&t->other, name, absent);
}

size_t scr_today_known(const scr_today *t) {
  size_t n = t->real.n + t->words.n;
  for (size_t k = 0; k < t->other.n; k++) n += (size_t)t->other.value[k];
  return n;
}
