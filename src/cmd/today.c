/* Older data files in the words of today: what is told of a line, and the file made of it. */
#include "cmd/today.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/map.h"
#include "base/mem.h"
#include "cmd/dialect.h"
#include "cmd/read.h"
#include "cmd/session_kept.h"
#include "cmd/translate.h"
#include "cmd/today_kept.h"

/* ---- edits of the source ---- */

static bool same_edit(const scr_edit *a, const scr_edit *b) {
  return a->line == b->line && a->col == b->col && a->len == b->len && a->key == b->key &&
         a->part == b->part && strcmp(a->text, b->text) == 0;
}

void scr_today_edit(scr_today *t, const scr_edit *e) {
  for (size_t k = 0; k < t->nedit; k++)
    if (same_edit(&t->edit[k], e)) return;
  SCR_GROW(t->edit, t->cap_edit, t->nedit + 1);
  t->edit[t->nedit] = *e;
  t->edit[t->nedit].text = scr_strdup(e->text);
  t->edit[t->nedit].order = t->nedit;
  t->nedit++;
}

static void add_edit(scr_today *t, int line, int col, int len, int key, const char *text) {
  scr_today_edit(
      t, &(scr_edit){.line = line, .col = col, .len = len, .key = key, .text = (char *)text});
}

scr_today *scr_today_of(const scr_session *s) { return s->today; }
static scr_today *of(const scr_session *s) { return scr_today_of(s); }
bool scr_today_is_mine(const scr_today *t, const scr_loc *at) { return t && at->src == t->src; }
static bool is_mine(const scr_today *t, const scr_loc *at) { return scr_today_is_mine(t, at); }

static int by_place(const void *a, const void *b) {
  const scr_edit *x = a, *y = b;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->col != y->col) return x->col < y->col ? -1 : 1;
  if ((x->len > 0) != (y->len > 0)) return x->len > 0 ? 1 : -1; /* what is put in goes first */
  if (x->opens != y->opens) return x->opens ? 1 : -1;
  return (x->order < y->order) != x->opens ? -1 : 1;
}

/* Columns from, from + 1, ... before `to` of a line (from 1) with their edits. */
static void put_slice(const scr_today *t, int line, int from, int to, scr_buf *out) {
  const char *text = t->src->line[line - 1];
  int at = from;
  for (size_t k = 0; k < t->nedit; k++) {
    const scr_edit *e = &t->edit[k];
    if (e->part || e->line != line || e->col < at || e->col > to || (e->col == to && e->len > 0))
      continue;
    scr_buf_put(out, text + at - 1, (size_t)(e->col - at));
    scr_buf_puts(out, e->text);
    at = e->col + e->len;
  }
  if (at < to) scr_buf_put(out, text + at - 1, (size_t)(to - at));
}

/* How much of a line is code: without a comment and the blanks before it. */
int scr_today_code(const char *line) {
  char quote = 0;
  int n = 0, last = 0;
  for (; line[n]; n++) {
    if (quote)
      quote = line[n] == quote ? 0 : quote;
    else if (line[n] == '\'' || line[n] == '"')
      quote = line[n];
    else if (line[n] == ';')
      break;
    if (line[n] != ' ' && line[n] != '\t' && line[n] != '\r') last = n + 1;
  }
  return last;
}

/* ---- pieces of lines in today's words ---- */

static void drop_line(scr_piece_line *l) {
  for (size_t k = 0; k < l->n; k++) scr_free(l->piece[k].text);
  scr_free(l->piece);
  *l = (scr_piece_line){0};
}

static scr_piece_line *new_line(scr_today *t) {
  SCR_GROW(t->line, t->cap_line, t->nline + 1);
  t->line[t->nline] = (scr_piece_line){0};
  return &t->line[t->nline++];
}

static scr_text_piece *new_piece(scr_piece_line *l, const char *text) {
  SCR_GROW(l->piece, l->cap, l->n + 1);
  l->piece[l->n] = (scr_text_piece){.text = scr_strdup(text)};
  return &l->piece[l->n++];
}

static void put_quoted(scr_buf *b, const char *text) {
  scr_buf_puts(b, "'");
  for (; *text; text++) scr_buf_printf(b, strchr("'\\", *text) ? "\\%c" : "%c", *text);
  scr_buf_puts(b, "'");
}

static void token_text(const scr_token *t, unsigned char raw, scr_buf *b) {
  if (raw == SCR_RAW_AT)
    scr_buf_printf(b, "@%s", t->text);
  else if (raw == SCR_RAW_BRACKET || t->type == SCR_T_VALUE)
    scr_buf_printf(b, "[%s]", t->text);
  else if (t->type == SCR_T_STRING)
    put_quoted(b, t->text);
  else
    scr_buf_puts(b, t->text);
}

/* Does the token stand in the file as it is? What a macro gave, or an alias, does not. */
static bool stands_there(const scr_today *t, const scr_token *tok, unsigned char raw) {
  if (!is_mine(t, &tok->loc) || tok->part) return false;
  const char *p = t->src->line[tok->loc.line - 1] + tok->loc.col - 1;
  const size_t n = strlen(tok->text);
  const bool marked = raw != SCR_RAW_NONE || tok->type >= SCR_T_STRING;
  if (tok->type == SCR_T_STRING) return *p && strchr("'\"", *p);
  const bool bracket = raw == SCR_RAW_BRACKET || tok->type == SCR_T_VALUE;
  if (bracket && (!*p || !strchr("@[", *p))) return false; /* the bare symbol does */
  return strncmp(p + (marked && strchr("@[", *p) ? 1 : 0), tok->text, n) == 0 &&
         (marked ? tok->loc.len >= (int)n : tok->loc.len == (int)n);
}

static void add_token(const scr_today *t, scr_piece_line *l, const scr_token *tok,
                      unsigned char raw) {
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  token_text(tok, raw, &b);
  scr_text_piece *p = new_piece(l, b.s);
  p->at = tok->loc, p->part = tok->part, p->whole = stands_there(t, tok, raw);
  scr_buf_free(&b);
}

/* The edit that a word has at that place. */
static const scr_edit *edit_at(const scr_today *t, const scr_loc *at, int part) {
  for (size_t k = 0; k < t->nedit; k++)
    if (t->edit[k].line == at->line && t->edit[k].col == at->col && t->edit[k].len == at->len &&
        t->edit[k].part == part)
      return &t->edit[k];
  return NULL;
}

static void put_piece(const scr_today *t, const scr_text_piece *p, scr_buf *out) {
  const scr_edit *e = p->at.src == t->src ? edit_at(t, &p->at, p->part) : NULL;
  if (e)
    scr_buf_puts(out, e->text);
  else if (p->whole && p->at.src == t->src)
    put_slice(t, p->at.line, p->at.col, p->at.col + p->at.len, out);
  else
    scr_buf_puts(out, p->text);
}

/* ---- what readers tell ---- */

void scr_today_word(scr_session *s, const scr_token *t, const char *today) {
  const scr_loc *at = &t->loc;
  if (!is_mine(of(s), at)) return;
  const scr_edit e = {
      .line = at->line, .col = at->col, .len = at->len, .text = (char *)today, .part = t->part};
  scr_today_edit(of(s), &e);
}

void scr_today_goes_on(scr_session *s, const scr_loc *at) {
  if (is_mine(of(s), at)) add_edit(of(s), at->line, at->col + at->len, 0, 0, " ...");
}

void scr_today_symbol(scr_session *s, const scr_token *t, const char *name) {
  scr_buf b = {0};
  scr_buf_printf(&b, "[%s]", name);
  scr_today_word(s, t, b.s);
  scr_buf_free(&b);
}

/* Alone, a file that has no mark of its own would be read in the words of today. */
static void note_dialect(scr_session *s, const scr_source *src) {
  const bool inherits = s->frame && s->frame->dialect != SCR_MODERN && src != of(s)->src &&
                        scr_dialect_of(NULL, src, NULL) != s->frame->dialect;
  if (inherits) scr_names_set(&of(s)->marked, src->name, (int32_t)s->frame->dialect);
}

void scr_today_begin(scr_session *s, const scr_line *l) {
  scr_today *t = of(s);
  if (t && scr_today_words(t, l->src)) note_dialect(s, l->src);
  if (!t || l->src != t->src || l->n == 0 || t->reading) return;
  t->reading = true;
  t->frame = s->frame;
  t->failed = t->told = t->waits = t->passes = false;
  t->part_waits = t->part_stops = false, t->part = 0;
  for (size_t k = 0; k < t->nline; k++) drop_line(&t->line[k]);
  t->nline = 0;
  SCR_GROW(t->token, t->cap_token, l->n);
  for (t->ntoken = 0; t->ntoken < l->n; t->ntoken++) t->token[t->ntoken] = l->tok[t->ntoken].loc;
}

void scr_today_selected(scr_session *s, const scr_line *l) {
  scr_today *t = of(s);
  if (!t || !t->reading || t->told || t->frame != s->frame) return;
  scr_piece_line *out = new_line(t);
  out->of_source = l->src == t->src;
  for (size_t k = 0; k < l->n; k++) add_token(t, out, &l->tok[k], l->raw[k]);
}

void scr_today_define(scr_session *s, const scr_line *l, size_t k) {
  scr_today *t = of(s);
  if (!t || !t->reading || l->src != t->src) return;
  t->told = t->passes = true;
  if (k == 0)
    add_edit(t, l->tok[0].loc.line, l->tok[0].loc.col, l->tok[0].loc.len, 0, "fish define");
}

bool scr_today_named(scr_session *s, const scr_line *l) {
  if (!of(s)) return false;
  scr_buf b = {0};
  scr_buf_printf(&b, "[%s()]", l->tok[0].text); /* without () a name that is none is 0 */
  if (!of(s)->begun) scr_names_set(&of(s)->lent, l->tok[0].text, 1);
  scr_today_word(s, &l->tok[0], b.s);
  scr_today_selected(s, l);
  scr_buf_free(&b);
  return true;
}

void scr_today_error(scr_session *s, const scr_message *m) {
  scr_today *t = of(s);
  if (!t || !t->reading || !m->where || strcmp(m->where, t->src->name) != 0) return;
  if (m->code == SCR_E_FILE) return;
  t->failed = true;
  scr_today_left(t, m->line, m->col, m->text);
}

/* ---- what commands tell ---- */

void scr_today_calls(scr_args *a, const char *file) {
  scr_today *t = of(a->s);
  if (!t || !is_mine(t, &a->loc)) return;
  scr_names_set(&t->called, file ? file : "", a->loc.line);
  t->hears = true;
}

void scr_today_saves(scr_args *a, const char *file) {
  if (of(a->s)) scr_names_set(&of(a->s)->saved, file, 1);
}

void scr_today_restores(scr_args *a, const char *file) {
  scr_today *t = of(a->s);
  char line[16];
  if (!t) return;
  scr_today_cycles(a);
  snprintf(line, sizeof line, "%d", a->loc.line);
  if (!is_mine(t, &a->loc) || scr_names_get(&t->saved, file, 0)) return;
  scr_names_set(&t->again, line, 1);
  t->hears = true;
}

/* What lines of called files and of blocks tell is not of this line. */
static bool tells(const scr_session *s) {
  return of(s) && of(s)->reading && of(s)->frame == s->frame;
}

bool scr_today_asked(const scr_args *a) { return tells(a->s); }

enum { REF = 1 }; /* in texts of lines: a byte 1, the number of a token, and another */

char *scr_today_tokens(scr_args *a, int from, int to) {
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  for (int k = from; k < to && k < a->n; k++) scr_buf_printf(&b, " %c%d%c", REF, k, REF);
  return b.s;
}

char *scr_today_rest(scr_args *a) { return scr_today_tokens(a, a->k, a->n); }

void scr_today_line(scr_args *a, const char *fmt, ...) {
  scr_today *t = of(a->s);
  if (!tells(a->s)) return;
  scr_buf b = {0}, given = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&given, fmt, ap);
  va_end(ap);
  scr_buf_puts(&b, "");
  scr_today_fit(t, given.s, &b);
  scr_buf_free(&given);
  scr_piece_line *l = new_line(t);
  t->told = true;
  for (char *p = b.s; *p;) {
    char *end = p + strcspn(p, (const char[]){REF, 0});
    const bool last = !*end;
    *end = 0;
    if (*p) new_piece(l, p);
    if (last) break;
    const long k = strtol(end + 1, &p, 10);
    add_token(t, l, &a->tok[k], SCR_RAW_NONE);
    p++;
  }
  l->spaced = true;
  scr_buf_free(&b);
}

void scr_today_instead(scr_args *a) {
  scr_today *t = of(a->s);
  if (!tells(a->s)) return;
  while (t->nline) drop_line(&t->line[--t->nline]);
}

void scr_today_refuse(scr_args *a, const char *why) {
  scr_today *t = of(a->s);
  if (tells(a->s)) scr_today_left(t, a->loc.line, a->loc.col, why);
}

void scr_today_adds(scr_args *a, const char *text) {
  scr_today *t = of(a->s);
  if (tells(a->s) && t->nline) new_piece(&t->line[t->nline - 1], text);
}

void scr_today_before(scr_args *a, const char *line) {
  scr_today *t = of(a->s);
  if (!tells(a->s) || !t->nline) return;
  scr_piece_line l = *new_line(t);
  new_piece(&l, line);
  memmove(t->line + 1, t->line, (t->nline - 1) * sizeof *t->line);
  t->line[0] = l;
}

static void forget_dashpots(scr_today *t) {
  for (int k = 0; k < 2; k++) scr_free(t->dashpot[k]), t->dashpot[k] = NULL, t->dash_symbol[k] = 0;
}

void scr_today_leave(scr_args *a, const char *why) {
  if (tells(a->s)) of(a->s)->failed = true;
  scr_today_refuse(a, why);
}

void scr_today_starts(scr_args *a) {
  scr_today *t = of(a->s);
  if (!tells(a->s)) return;
  scr_today_line(a, "model new");
  new_line(t)->starts = true;
  t->started = true;
  t->cycled = false;
  forget_dashpots(t);
}

void scr_today_acts(scr_args *a) {
  scr_today *t = of(a->s);
  if (tells(a->s) && !t->started) t->starts_late = true;
}

void scr_today_damps(scr_args *a) {
  if (of(a->s)) of(a->s)->damped = true;
}

void scr_today_damping(scr_args *a, bool of_new) {
  char *value = scr_today_tokens(a, a->k - 1, a->k), *range = scr_today_rest(a);
  if (of_new)
    scr_today_line(a, "[local_damp =%s]", value);
  else
    scr_today_line(a, "ball attribute damp%s%s", value, range);
  scr_today_damps(a);
  scr_today_acts(a); /* a part that begins later would take it back */
  scr_free(value);
  scr_free(range);
}

/* Blocks are read behind all lines, and run before that. */
void scr_today_cycles(scr_args *a) {
  scr_today *t = of(a->s);
  if (!t) return;
  t->cycled = true;
  t->cycles_late |= scr_session_in_block(a->s);
}
bool scr_today_cycled(const scr_args *a) {
  const scr_today *t = of(a->s);
  return t && (t->cycled || t->cycles_late || scr_session_in_block(a->s));
}

static const char *const dashpot_name[] = {"dp_nratio", "dp_sratio"};

void scr_today_dashpot(scr_args *a, int which, int token) {
  static const char *const kept[] = {SCR_FREE "given_nratio", SCR_FREE "given_sratio"};
  scr_today *t = of(a->s);
  const scr_token *tok = &a->tok[token];
  if (!t) return;
  scr_buf b = {0};
  const bool symbol = tok->type == SCR_T_WORD || tok->type == SCR_T_VALUE;
  scr_today_asks(a->s);
  scr_buf_printf(&b, symbol ? " %s [%s]" : " %s %s", dashpot_name[which],
                 symbol ? kept[which] : tok->text);
  if (symbol && t->dashes_kept) {
    char *value = scr_today_tokens(a, token, token + 1);
    scr_today_line(a, "[%s =%s]", kept[which], value);
    scr_free(value);
  }
  scr_free(t->dashpot[which]);
  t->dashpot[which] = b.s;
  t->dash_symbol[which] = symbol;
  t->dashes = true;
  t->dashes_late |= scr_session_in_block(a->s) || (symbol && !tells(a->s));
}

void scr_today_law(scr_args *a, const scr_model *law) {
  scr_today *t = of(a->s);
  scr_buf b = {0};
  if (!tells(a->s)) return;
  const bool damped = scr_model_prop(law, dashpot_name[0]) != NULL;
  scr_today_asks(a->s);
  if (damped && (t->dashes_late || (t->dashes && scr_session_in_block(a->s)))) {
    scr_today_leave(
        a, "dashpots of 'damp default viscous' go on with the law, and which ones lines do not "
           "tell: write 'contact cmat default model ... property dp_nratio ...'");
    return;
  }
  if (damped && !t->begun) {
    char line[16];
    snprintf(line, sizeof line, "%d", a->loc.line);
    scr_names_set(&t->laws, line, 1);
  }
  if (!damped) forget_dashpots(t);
  t->dashes_kept |= t->dash_symbol[0] || t->dash_symbol[1];
  scr_buf_puts(&b, "");
  for (int k = 0; k < 2; k++)
    if (t->dashpot[k] && scr_model_prop(law, dashpot_name[k]))
      scr_buf_printf(&b, "%s%s", b.n ? "" : " property", t->dashpot[k]);
  scr_today_line(a, "contact cmat default model %s%s", law->name, b.s);
  scr_buf_free(&b);
}

bool scr_today_owned(const scr_args *a) { return of(a->s) && of(a->s)->owned; }

void scr_today_waits(scr_args *a) {
  scr_today *t = of(a->s);
  char line[16];
  if (!tells(a->s)) return;
  snprintf(line, sizeof line, "%d", a->loc.line);
  if (scr_session_in_block(a->s))
    scr_names_set(&t->due, line, 1);
  else
    t->waits = t->passes = true;
}

void scr_today_passes(scr_session *s, bool passes) {
  if (!of(s)) return;
  of(s)->passes = passes;
  of(s)->runs_late |= !passes && scr_session_in_block(s);
}
bool scr_today_runs(const scr_session *s) { return of(s) && of(s)->runs_late; }

void scr_today_stays(scr_args *a) {
  scr_today *t = of(a->s);
  if (tells(a->s) && t->nline) t->line[t->nline - 1].stays = true;
}

void scr_today_begins(scr_session *s) {
  if (of(s)) of(s)->begun = true;
}

void scr_today_hears(scr_args *a) {
  if (of(a->s)) of(a->s)->hears = true;
}

void scr_today_expands(scr_session *s, const scr_source *src, const char *macro) {
  scr_today *t = of(s);
  if (!t || src == t->src) return;
  char *key = scr_strdup(macro);
  scr_lowercase(key);
  scr_names_set(&t->macros, key, 1);
  scr_free(key);
}

bool scr_today_expanded(const scr_args *a, const char *macro) {
  if (!tells(a->s)) return false;
  char *key = scr_strdup(macro);
  scr_lowercase(key);
  const bool any = scr_names_get(&of(a->s)->macros, key, 0) != 0;
  scr_free(key);
  return any;
}

static bool begins_alone(const scr_today *t) { return t->begun && !t->called.n && !t->again.n; }
bool scr_today_alone(const scr_args *a) { return of(a->s) && begins_alone(of(a->s)); }

bool scr_today_lends(scr_args *a, const char *name) {
  scr_today *t = of(a->s);
  if (!tells(a->s) || t->begun) return false;
  scr_names_set(&t->lent, name, 1);
  return true;
}

void scr_today_asks(scr_session *s) {
  scr_today *t = of(s);
  for (size_t k = 0; t && k < t->nanew; k++) t->asked |= t->anew[k].before < 0;
}

void scr_today_paces(scr_args *a) {
  if (of(a->s)) of(a->s)->paced = true;
}
bool scr_today_paced(const scr_args *a) {
  return of(a->s) && (of(a->s)->paced || !of(a->s)->started);
}

/* ---- the end of a line ---- */

/* Do the pieces stand in the order of the file? */
static bool in_order(const scr_piece_line *l) {
  for (size_t k = 1; k < l->n; k++) {
    const scr_loc *a = &l->piece[k - 1].at, *b = &l->piece[k].at;
    if (a->line > b->line || (a->line == b->line && a->col > b->col)) return false;
  }
  return true;
}

/* What stands at the place of piece k, which may hold several words, and how many pieces that are.
 */
static size_t put_place(const scr_today *t, const scr_piece_line *l, size_t k, scr_buf *b) {
  const scr_loc at = l->piece[k].at;
  size_t n = 0;
  for (; k + n < l->n && l->piece[k + n].at.line == at.line &&
         (n == 0 || l->piece[k + n].at.col < at.col + at.len);
       n++) {
    const scr_text_piece *p = &l->piece[k + n];
    const scr_edit *e = n == 0 || p->part ? edit_at(t, &p->at, p->part) : NULL; /* an older word */
    scr_buf_printf(b, "%s%s", n ? " " : "", e ? e->text : p->text);
  }
  return n;
}

static void set_edit(scr_today *t, const scr_loc *at, const char *text) {
  scr_edit *e = (scr_edit *)edit_at(t, at, 0);
  if (!e) {
    add_edit(t, at->line, at->col, at->len, 0, text);
    return;
  }
  char *copy = scr_strdup(text);
  scr_free(e->text);
  e->text = copy;
}

/* Pieces that stand for one place of the file take it. */
static void edit_in_place(scr_today *t, const scr_piece_line *l) {
  for (size_t k = 0, n; k < l->n; k += n) {
    scr_buf b = {0};
    const scr_loc at = l->piece[k].at;
    n = put_place(t, l, k, &b);
    const char *old = t->src->line[at.line - 1] + at.col - 1;
    const bool same = strlen(b.s) == (size_t)at.len && strncmp(b.s, old, (size_t)at.len) == 0;
    if (!same && (n > 1 || !l->piece[k].whole)) set_edit(t, &at, b.s);
    scr_buf_free(&b);
  }
}

/* Tokens that no piece stands for are gone: the line is written anew. */
static bool loses_tokens(const scr_piece_line *l, const scr_today *t) {
  for (size_t k = 0; k < t->ntoken; k++) {
    const scr_loc *o = &t->token[k];
    bool found = false;
    for (size_t i = 0; i < l->n && !found; i++) {
      const scr_loc *p = &l->piece[i].at;
      found = p->line == o->line && p->col <= o->col && o->col < p->col + p->len;
    }
    if (!found) return true;
  }
  return false;
}

static scr_anew *new_anew(scr_today *t, const scr_line *old, size_t n) {
  SCR_GROW(t->anew, t->cap_anew, t->nanew + 1);
  scr_anew *a = &t->anew[t->nanew++];
  *a = (scr_anew){.first = old->first, .next = old->next, .n = n};
  a->line = scr_alloc(n * sizeof *a->line);
  return a;
}

static void write_anew(scr_today *t, const scr_line *old) {
  size_t stay = 0;
  while (stay < t->nline && t->line[stay].stays) stay++;
  const size_t rest = t->nline - stay;
  if (stay) memcpy(new_anew(t, old, stay)->line, t->line, stay * sizeof *t->line);
  if (rest) {
    scr_anew *a = new_anew(t, old, rest);
    memcpy(a->line, t->line + stay, rest * sizeof *t->line);
    a->before = t->waits ? -1 : 0;
    a->bare = stay > 0;
  }
  t->nline = 0;
}

/* What waits stands before that line, in the old order; in its own place if it may. */
static void place_waiting(scr_today *t, int line) {
  for (size_t k = 0; k < t->nanew; k++)
    if (t->anew[k].before < 0) t->anew[k].before = t->asked ? line : 0;
  t->asked = false;
}

void scr_today_left(scr_today *t, int line, int col, const char *why) {
  for (size_t k = 0; k < t->nleft; k++)
    if (t->left[k].line == line) return;
  SCR_GROW(t->left, t->cap_left, t->nleft + 1);
  t->left[t->nleft++] = (scr_left){line, col, scr_strdup(why)};
}

/* `@f` calls a function today, too. */
static bool is_call(const scr_line *l) {
  const scr_loc *at = &l->tok[0].loc;
  return l->n == 1 && at->src && l->src->line[at->line - 1][at->col - 1] == '@';
}

/* `:name`, where a call may begin. */
static bool is_label(const scr_source *src, int line) {
  const char *p = src->line[line - 1] + strspn(src->line[line - 1], " \t");
  return p[0] == ':' && p[1] != ':' && (line == 1 || !scr_read_goes_on(src->line[line - 2]));
}

/* Lines that need not wait go before those that do. */
static void parts_in_order(scr_today *t) {
  size_t n = 0;
  for (size_t k = 0; k < t->nline; k++) {
    if (t->line[k].late) continue;
    const scr_piece_line l = t->line[k];
    memmove(t->line + n + 1, t->line + n, (k - n) * sizeof *t->line);
    t->line[n] = l;
    t->line[n++].stays = true;
  }
}

void scr_today_part(scr_session *s, bool last) {
  scr_today *t = of(s);
  if (!t || !t->reading || t->frame != s->frame) return;
  for (; t->part < t->nline; t->part++) t->line[t->part].late = t->waits && !t->line[t->part].stays;
  t->part_waits |= t->waits;
  t->part_stops |= !t->passes;
  t->waits = false;
  if (!last) return;
  t->waits = t->part_waits;
  t->passes = !t->part_stops;
  if (t->waits) parts_in_order(t);
}

void scr_today_end(scr_session *s, const scr_line *l) {
  scr_today *t = of(s);
  if (!t || !t->reading || t->frame != s->frame) return;
  t->reading = false;
  if ((t->failed || !t->passes) && !scr_session_in_block(s)) place_waiting(t, l->first);
  if (t->failed || l->n == 0) return;
  const bool modern = t->nline == 1 && t->line[0].of_source;
  if (modern && in_order(&t->line[0]) && !loses_tokens(&t->line[0], t))
    edit_in_place(t, &t->line[0]);
  else if (t->nline)
    write_anew(t, l);
  else if (!t->told && s->frame && s->frame->dialect == SCR_LEGACY && !scr_line_is_fish(l) &&
           !is_call(l) && !is_label(t->src, l->first))
    scr_today_left(t, l->tok[0].loc.line, l->tok[0].loc.col, "there is no word of today for it");
}

/* ---- FISH ---- */

/* The number that a spin about z has today; what belongs to 3D alone. */
static void fit_dimension(const scr_session *s, const char *template, scr_buf *out) {
  const bool flat = s->lib.world->dim == 2;
  scr_buf_puts(out, "");
  for (const char *p = template; *p; p++) {
    if (*p == '~' && flat) break;
    if (*p == '#')
      scr_buf_puts(out, flat ? "3" : "6");
    else if (*p != '~')
      scr_buf_put(out, p, 1);
  }
}

/* After the name: the column of ) that closes the arguments; 0: there are none on this line. */
static int arguments_end(const char *line, int col, int *open) {
  const char *p = line + col - 1;
  p += strspn(p, " \t");
  if (*p != '(') return 0;
  *open = (int)(p - line) + 1;
  int depth = 0;
  for (char quote = 0; *p && (quote || *p != ';'); p++) {
    if (quote)
      quote = *p == quote ? 0 : quote;
    else if (*p == '\'' || *p == '"')
      quote = *p;
    else if (*p == '(' || *p == '[')
      depth++;
    else if ((*p == ')' || *p == ']') && --depth == 0)
      return (int)(p - line) + 1;
  }
  return 0;
}

/* Does the line begin with the name, and assign to it? */
static bool is_assigned(const char *line, int col, int close) {
  const char *behind = line + close + strspn(line + close, " \t");
  return (int)strspn(line, " \t") == col - 1 && behind[0] == '=' && behind[1] != '=';
}

/* Does the line assign to the name there? */
static bool assigns(const scr_loc *at) {
  const char *line = at->src->line[at->line - 1];
  int open = 0;
  return is_assigned(line, at->col, arguments_end(line, at->col + at->len, &open));
}

/* name(arguments) becomes a text around the arguments; int() of it where it is read. */
static void edit_template(scr_today *t, const scr_loc *at, const char *text) {
  const char *star = strchr(text, '*');
  int open = 0;
  const int close = arguments_end(t->src->line[at->line - 1], at->col + at->len, &open);
  if (!close) { /* without any, the check tells how many there are */
    if (open || scr_text_continues(t->src->line[at->line - 1], true))
      scr_today_left(t, at->line, at->col, "the arguments must stand on the line of the name");
    return;
  }
  const bool bare =
      strncmp(text, "int(", 4) == 0 && is_assigned(t->src->line[at->line - 1], at->col, close);
  if (bare) text += 4;
  char *head = scr_strndup(text, (size_t)(star - text));
  char *tail = scr_strndup(star + 1, strlen(star + 1) - bare);
  add_edit(t, at->line, at->col, open + 1 - at->col, 0, head);
  add_edit(t, at->line, close, 1, 0, tail);
  scr_free(head), scr_free(tail);
}

/* What fc_arg(0) and (1) gave is kept by the function that an event calls (legacy_set.c), of this
 * file or of a caller. */
static bool edit_argument(scr_today *t, const scr_loc *at) {
  if (t->begun && !t->hears) return false;
  static const char *const kept[] = {SCR_FC_ARGUMENT, SCR_FC_MODE};
  const char *line = t->src->line[at->line - 1];
  int open = 0;
  const int close = arguments_end(line, at->col + at->len, &open);
  if (!close) return false;
  const char *inside = line + open + strspn(line + open, " \t");
  const char *behind = *inside ? inside + 1 + strspn(inside + 1, " \t") : inside;
  if ((*inside != '0' && *inside != '1') || *behind != ')') return false;
  scr_buf b = {0};
  scr_today_fit(t, kept[*inside - '0'], &b);
  add_edit(t, at->line, at->col, close + 1 - at->col, 0, b.s);
  scr_buf_free(&b);
  return true;
}

#define FILTERED "fc_arg(2) and beyond are of 'gen filter', which has other words today"

/* fc_arg(k) of a k that is not written there, or of one that a filter alone is given; or where no
 * event calls a function. */
static void use_argument(scr_today *t, const scr_loc *at) {
  const char *line = t->src->line[at->line - 1];
  int open = 0;
  const int close = arguments_end(line, at->col + at->len, &open);
  char *end = NULL;
  const long k = close ? strtol(line + open, &end, 10) : 0;
  if (k > 1 && end[strspn(end, " \t")] == ')') {
    scr_today_left(t, at->line, at->col, FILTERED);
    return;
  }
  if (t->begun && !t->hears) {
    scr_today_use(t, "fc_arg",
                  "(k) ; no event calls a function\n"
                  "  system.error = 'fc_arg: a fishcall with arguments must be running'\n");
    return;
  }
  scr_today_use(t, "fc_arg",
                "(k)\n  fc_arg = " SCR_FC_ARGUMENT "\n  if k = 1 then\n    fc_arg = " SCR_FC_MODE
                "\n  endif\n  if k > 1 then\n    system.error = \"" FILTERED "\"\n  endif\n");
}

/* name(piece) = value becomes a call of a function that takes both. */
static void edit_setter(scr_today *t, const scr_fish_fn *fn, const char *body, const scr_loc *at) {
  const char *line = t->src->line[at->line - 1];
  int open = 0;
  const int close = arguments_end(line, at->col + at->len, &open), end = scr_today_code(line);
  const int equals = close + (int)strcspn(line + close, "=");
  scr_buf name = {0}, call = {0};
  if (scr_text_continues(line, true)) {
    scr_today_left(t, at->line, at->col, "the value must stand on the line of the name");
    return;
  }
  scr_buf_printf(&name, SCR_FREE "set_%s", fn->name);
  scr_today_use(t, name.s, body);
  scr_today_fit(t, name.s, &call);
  add_edit(t, at->line, at->col, at->len, 0, call.s);
  add_edit(t, at->line, close, equals + 2 - close, 0, ",");
  add_edit(t, at->line, end + 1, 0, 0, ")");
  scr_buf_free(&name), scr_buf_free(&call);
}

/* Argument k, from 0, of the call whose name ends before that column of a line: its column, 0 where
 * it has none there, and its length. */
static int argument_at(const char *line, int col, int k, int *n) {
  const char *p = line + col - 1 + strspn(line + col - 1, " \t");
  int depth = 0;
  *n = 0;
  if (*p++ != '(') return 0;
  for (const char *begin = p; *p; p++) {
    if ((*p == '\'' || *p == '"') && strchr(p + 1, *p)) p = strchr(p + 1, *p);
    const bool ends = depth == 0 && (*p == ',' || *p == ')');
    depth += (*p == '(') - (*p == ')');
    if (ends && k == 0) {
      begin += strspn(begin, " \t");
      *n = (int)(p - begin);
      while (*n && strchr(" \t", begin[*n - 1])) --*n;
      return (int)(begin - line) + 1;
    }
    if (ends && *p == ')') return 0;
    if (ends) k--, begin = p + 1;
  }
  *n = -1; /* the call goes on in the next line */
  return 0;
}

/* What a slot is called today is asked of its value: n bytes from that place. */
static void ask_slot(scr_today *t, int line, int col, int n) {
  scr_buf call = {0};
  scr_today_use(t, SCR_FREE "slot_of",
                "(s) ; slot 1 of version 5 is 'Default' today\n"
                "  " SCR_FREE "slot_of = s\n"
                "  if string(s) = '1' then\n"
                "    " SCR_FREE "slot_of = 'Default'\n"
                "  endif\n");
  scr_today_fit(t, SCR_FREE "slot_of(", &call);
  scr_today_edit(t, &(scr_edit){.line = line, .col = col, .text = call.s, .opens = true});
  add_edit(t, line, col + n, 0, 0, ")");
  scr_buf_free(&call);
}

void scr_today_slot(scr_args *a, const scr_loc *at) {
  scr_today *t = of(a->s);
  if (!is_mine(t, at)) return;
  const char mark = t->src->line[at->line - 1][at->col - 1];
  const int n = at->len - 1 - (mark == '[');
  if (mark != '[' && mark != '@') {
    scr_today_refuse(a, "slot 1 of version 5 is 'Default' today: write it there");
    return;
  }
  if (mark == '@') add_edit(t, at->line, at->col, 1, 0, "[");
  ask_slot(t, at->line, at->col + 1, n);
  if (mark == '@') add_edit(t, at->line, at->col + at->len, 0, 1, "]");
}

/* A whole number or a text, and nothing beside it. */
static bool is_literal(const char *text, size_t n) {
  if (n > 1 && strchr("'\"", *text)) return strchr(text + 1, *text) == text + n - 1;
  return strspn(text, "0123456789") == n;
}

/* A literal behind that place which names slot 1 and a group: '1=a'. */
static void edit_first(scr_today *t, const scr_loc *at) {
  const char *line = t->src->line[at->line - 1];
  for (const char *p = line + at->col - 1 + at->len; *p && *p != ';'; p++)
    if (strchr("'\"", *p) && strncmp(p + 1, "1=", 2) == 0)
      add_edit(t, at->line, (int)(p - line) + 2, 1, 0, "Default");
}

/* Slot 1 of version 5, an argument of what has that name, or of the member of it. */
static void edit_slot(scr_today *t, const char *name, bool member, const scr_loc *at) {
  static const struct {
    const char *name;
    int argument;
  } row[] = {{"group", 1}, {"isgroup", 2}, {"groupmap", 1}};
  const char *line = t->src->line[at->line - 1];
  int n, k = -1;
  for (size_t i = 0; i < SCR_COUNTOF(row); i++)
    if (scr_casecmp(name, row[i].name) == 0) k = row[i].argument - member;
  if (k >= 0) edit_first(t, at);
  const int col = k >= 0 ? argument_at(line, at->col + at->len, k, &n) : 0;
  const char *text = line + col - 1;
  if (k < 0 || (!col && n == 0)) return;
  if (col && ((n == 1 && *text == '1') || (n == 3 && text[1] == '1' && strchr("'\"", *text))))
    add_edit(t, at->line, col, n, 0, "'Default'");
  else if (col && is_literal(text, (size_t)n))
    return;
  else if (col && *text != ':')
    ask_slot(t, at->line, col, n);
  else
    scr_today_left(t, at->line, at->col, "slot 1 of version 5 is 'Default' today: write it there");
}

void scr_today_use(scr_today *t, const char *name, const char *body) {
  char *key = scr_strdup(name);
  scr_lowercase(key);
  if (!scr_names_get(&t->helper, key, 0)) {
    scr_names_set(&t->helper, key, 1);
    scr_buf_puts(&t->helpers, "fish define ");
    scr_today_fit(t, key, &t->helpers);
    scr_today_fit(t, body, &t->helpers);
    scr_buf_puts(&t->helpers, "end\n");
  }
  scr_free(key);
}

void scr_today_helper(scr_args *a, const char *name, const char *body) {
  if (tells(a->s)) scr_today_use(of(a->s), name, body);
}

void scr_today_own(scr_args *a, const scr_token *t, const scr_fish_fn *fn) {
  const char *text = fn->flags & SCR_FN_LEGACY ? scr_fish_same_today(a->fish, fn) : fn->name;
  scr_buf fit = {0};
  if (!tells(a->s)) return;
  if (!text) text = scr_lib_legacy_today(fn->name);
  if (text && strchr(text, '\n')) {
    scr_today_use(of(a->s), fn->name, text);
    text = fn->name;
  }
  if (text) {
    fit_dimension(a->s, text, &fit);
    scr_today_symbol(a->s, t, fit.s);
  } else {
    scr_today_refuse(a, "there is no name of today for a value of FISH in it");
  }
  scr_buf_free(&fit);
}

/* Does it set a property of a contact, which does not follow its balls any more? */
static bool owns(const scr_fish_fn *fn, const scr_loc *at) {
  const char *text = fn->flags & SCR_FN_LEGACY ? scr_lib_legacy_today(fn->name) : NULL;
  return text && strncmp(text, "contact.prop", strlen("contact.prop")) == 0 && assigns(at);
}

/* A text for assignments, and in the next lines the body of a function that reads. */
static void edit_property(scr_today *t, const char *name, const char *text, const scr_loc *at) {
  const char *body = strchr(text, '\n') + 1;
  char *place = scr_strndup(text, (size_t)(body - 1 - text));
  if (assigns(at))
    edit_template(t, at, place);
  else
    scr_today_use(t, name, body);
  scr_free(place);
}

/* `not(i)` of PFC 3 and 4 is 0 or 1 for 1 and 0, and turns the bits of other integers. */
static void edit_not(scr_today *t, const scr_loc *at) {
  scr_buf fit = {0};
  scr_today_use(t, SCR_FREE "inverted",
                "(x)\n  " SCR_FREE "inverted = not x\n  if type(x) = type(1) then\n    " SCR_FREE
                "inverted = int(x = 0)\n    if x # 0 then\n      if x # 1 then\n        " SCR_FREE
                "inverted = math.not(x)\n      endif\n    endif\n  endif\n");
  scr_today_fit(t, SCR_FREE "inverted", &fit);
  add_edit(t, at->line, at->col, at->len, 0, fit.s);
  scr_buf_free(&fit);
}

/* Is it the first word of its line, so that nothing takes what it gives? */
static bool stands_first(const scr_loc *at) {
  return (int)strspn(at->src->line[at->line - 1], " \t") == at->col - 1;
}

static void today_named(void *user, const scr_fish_fn *fn, int component, const scr_loc *at) {
  scr_session *s = user;
  scr_today *t = of(s);
  t->owned |= owns(fn, at);
  if (!is_mine(t, at)) return;
  const char *dot = strrchr(fn->name, '.');
  if (dot && s->frame && s->frame->dialect == SCR_PFC5) edit_slot(t, dot + 1, false, at);
  if ((fn->flags & SCR_FN_COMMANDS) && s->frame && s->frame->dialect != SCR_MODERN)
    scr_today_left(t, at->line, at->col,
                   "the commands that it runs are texts, which stay as they are: write them in the "
                   "words of today");
  if (!(fn->flags & (SCR_FN_LEGACY | SCR_FN_OLDER))) return;
  const char *same = scr_fish_same_today(s->fish, fn), *text = same;
  if (!text && fn->flags & SCR_FN_LEGACY) text = scr_lib_legacy_today(fn->name);
  if (!text && scr_casecmp(fn->name, "fc_arg") == 0) {
    if (!edit_argument(t, at)) use_argument(t, at);
    return;
  }
  if (!text && scr_casecmp(fn->name, "not") == 0) {
    edit_not(t, at);
    return;
  }
  if (scr_casecmp(fn->name, "out") == 0 && stands_first(at)) text = "io.out";
  if (!text) {
    scr_buf why = {0};
    scr_buf_printf(&why, "there is no name of today for '%s'", fn->name);
    scr_today_left(t, at->line, at->col, why.s);
    scr_buf_free(&why);
    return;
  }
  const char *sets = scr_lib_legacy_sets(fn->name);
  if (sets && assigns(at)) {
    edit_setter(t, fn, sets, at);
    return;
  }
  if (scr_casecmp(text, "local_damp") == 0) t->damped = true;
  scr_buf fit = {0};
  if (text[0] == '=') {
    edit_property(t, fn->name, text + 1, at);
  } else if (strchr(text, '\n')) {
    scr_today_use(t, fn->name, text);
  } else {
    fit_dimension(s, text, &fit);
    if (component >= 0 && text == same) scr_buf_printf(&fit, ".%c", 'x' + component);
    if (strchr(text, '*'))
      edit_template(t, at, fit.s);
    else
      add_edit(t, at->line, at->col, at->len, 0, fit.s);
  }
  scr_buf_free(&fit);
}

/* A value of which a check knows nothing is an integer there. */
void scr_today_stores(scr_args *a, const char *name, const scr_val *value) {
  const bool real = value->type == SCR_V_REAL, whole = value->type == SCR_V_INT;
  const int bits = whole ? SCR_MIN(scr_fish_bits((uint64_t)llabs(value->i)), SCR_BITS_ALL) : 1;
  if (of(a->s)) scr_today_stored(a->s, name, real ? 0 : SCR_MAX(bits, SCR_BITS_UNKNOWN));
}

static void today_clashes(void *user, const char *name, const scr_loc *at) {
  scr_today *t = of(user);
  if (!is_mine(t, at)) return;
  scr_buf why = {0};
  scr_buf_printf(&why, "'%s' is a name of FISH itself today: give the symbol another one", name);
  scr_today_left(t, at->line, at->col, why.s);
  scr_buf_free(&why);
}

static void today_refused(void *user, const scr_fish_fn *fn, const scr_loc *at) {
  scr_today *t = of(user);
  if (!is_mine(t, at)) return;
  SCR_GROW(t->refused, t->cap_refused, t->nrefused + 1);
  t->refused[t->nrefused++] = (scr_refused){fn, at->line, at->col};
}

void scr_today_unnamed(scr_session *s, const char *name) {
  scr_today *t = of(s);
  for (size_t k = 0; t && k < t->nrefused; k++) {
    const scr_refused *r = &t->refused[k];
    scr_buf why = {0};
    if (scr_casecmp(r->fn->name, name) != 0) continue;
    scr_buf_printf(&why, "'%s' is not offered: %s", r->fn->name, r->fn->doc);
    scr_today_left(t, r->line, r->col, why.s);
    scr_buf_free(&why);
  }
}

static void today_member(void *user, const char *name, const scr_loc *at) {
  const scr_session *s = user;
  if (is_mine(of(s), at) && s->frame && s->frame->dialect == SCR_PFC5)
    edit_slot(of(s), name, true, at);
}

const scr_fish_today scr_today_fish = {.named = today_named,
                                       .stored = scr_today_stored,
                                       .bits = scr_today_bits,
                                       .divides = scr_today_divides,
                                       .grows = scr_today_grows,
                                       .updates = scr_today_updates,
                                       .literal = scr_today_literal,
                                       .clashes = today_clashes,
                                       .refused = today_refused,
                                       .member = today_member};

/* ---- the file ---- */

/* The word that PFC 3 and 4 start a model with: what new worlds of theirs have. */
static void put_start(const scr_today *t, const char *indent, scr_buf *out) {
  scr_buf_printf(out, "%smodel domain extent -1e6 1e6\n%scontact cmat default model linear\n",
                 indent, indent);
  if (t->damped || t->called.n) scr_buf_printf(out, "%s[local_damp = 0.7]\n", indent);
  scr_buf_puts(out, t->helpers.s ? t->helpers.s : "");
}

/* What it is for a file without `new`: where another calls it, there is all of it. */
static void put_start_alone(const scr_today *t, scr_buf *out) {
  scr_buf b = {0};
  scr_buf_printf(&b, "fish define " SCR_FREE "begins_alone ; no caller has begun a model\n"
                     "  if domain.min.x = domain.max.x then\n    command\n"
                     "      model domain extent -1e6 1e6\n"
                     "      contact cmat default model linear\n    end_command\n"
                     "    local_damp = 0.7\n  end_if\nend\n"
                     "[" SCR_FREE "begins_alone]\n");
  scr_today_fit(t, b.s, out);
  scr_buf_puts(out, t->helpers.s ? t->helpers.s : "");
  scr_buf_free(&b);
}

static const scr_left *left_at(const scr_today *t, int line) {
  for (size_t k = 0; k < t->nleft; k++)
    if (t->left[k].line == line) return &t->left[k];
  return NULL;
}

static void put_plain(const scr_today *t, int line, scr_buf *out) {
  const char *text = t->src->line[line - 1];
  const scr_left *left = left_at(t, line);
  const bool last = line == t->src->nline && !*text; /* the end of the line before it */
  if (left && !(line > 1 && strstr(t->src->line[line - 2], SCR_LEFT_MARK)))
    scr_buf_printf(out, "%.*s%s%s\n", (int)strspn(text, " \t"), text, SCR_LEFT_MARK, left->why);
  put_slice(t, line, 1, (int)strlen(text) + 1, out);
  if (!last) scr_buf_puts(out, "\n");
}

static void put_comment(const scr_today *t, int line, scr_buf *out) {
  const char *text = t->src->line[line - 1];
  scr_buf_puts(out, text + scr_today_code(text));
}

static void drop_blanks(scr_buf *b) {
  while (b->n && b->s[b->n - 1] == ' ') b->s[--b->n] = 0;
}

/* The source line of a piece, or of the token that its words stand before; 0: neither. */
static int line_of(const scr_today *t, const scr_piece_line *l, size_t k) {
  if (l->piece[k].at.src != t->src && k > 0 && k + 1 < l->n) k++;
  return l->piece[k].at.src == t->src ? l->piece[k].at.line : 0;
}

/* The rest of what stands on line `at`, up to line `to`. */
static void break_line(const scr_today *t, int at, int to, scr_buf *out) {
  const char *text = t->src->line[to - 1];
  drop_blanks(out);
  scr_buf_puts(out, " ...");
  for (; at < to; at++) put_comment(t, at, out);
  scr_buf_printf(out, "\n%.*s", (int)strspn(text, " \t"), text);
}

/* What stood on lines of its own goes on to do so, beside the comments there. The last line that
 * was reached; 0: no line matters. */
static int put_line(const scr_today *t, const scr_piece_line *l, int at, scr_buf *out) {
  for (size_t k = 0; k < l->n; k++) {
    const int line = line_of(t, l, k);
    const bool breaks = at && line > at;
    const size_t n = out->n;
    if (breaks) break_line(t, at, line, out);
    if (!breaks && k && !l->spaced) scr_buf_puts(out, " ");
    const size_t begun = out->n;
    put_piece(t, &l->piece[k], out);
    if (breaks && n < begun && out->s[begun] == ' ' && out->s[begun - 1] == ' ') {
      memmove(out->s + begun, out->s + begun + 1, out->n - begun); /* the indent holds it */
      out->n--;
    }
    if (breaks) at = line;
  }
  return at;
}

/* Lines in the place of those of a command. Comments of the old ones stay where they were. */
static void put_anew(const scr_today *t, const scr_anew *a, scr_buf *out) {
  const char *text = t->src->line[a->first - 1];
  char *indent = scr_strndup(text, strspn(text, " \t"));
  int reached = a->first;
  for (size_t k = 0; k < a->n; k++) {
    const scr_piece_line *l = &a->line[k];
    if (a->bare) reached = a->next;
    if (l->starts) {
      put_start(t, indent, out);
      continue;
    }
    scr_buf_puts(out, indent);
    const int last = put_line(t, l, k == 0 ? a->first : 0, out);
    if (k == 0 && !a->bare) put_comment(t, reached = last, out);
    scr_buf_puts(out, "\n");
  }
  for (int line = reached + 1; line < a->next; line++) {
    const char *comment = t->src->line[line - 1] + scr_today_code(t->src->line[line - 1]);
    comment += strspn(comment, " \t\r");
    if (*comment) scr_buf_printf(out, "%s%s\n", indent, comment);
  }
  scr_free(indent);
}

static void put_waiting(const scr_today *t, int line, scr_buf *out) {
  for (size_t k = 0; k < t->nanew; k++)
    if (t->anew[k].before == line) put_anew(t, &t->anew[k], out);
}

static const scr_anew *anew_at(const scr_today *t, int line) {
  for (size_t k = 0; k < t->nanew; k++)
    if (t->anew[k].first == line) return &t->anew[k];
  return NULL;
}

/* The first line with code. */
static int first_code(const scr_today *t) {
  int line = 1;
  while (line < t->src->nline && scr_today_code(t->src->line[line - 1]) == 0) line++;
  return line;
}

/* Does a line of version 5 start a model, which forgets all functions? */
static bool is_new(const char *p) {
  p += strspn(p, " \t");
  if (scr_ncasecmp(p, "model", 5) == 0) p += 5 + strspn(p + 5, " \t");
  return scr_ncasecmp(p, "new", 3) == 0 && strchr(" \t;\r", p[3]);
}

/* The first line that does, from 1; 0: none. */
static int first_new(const scr_today *t) {
  for (int k = 0; !t->started && k < t->src->nline; k++)
    if (is_new(t->src->line[k])) return k + 1;
  return 0;
}

/* Does what stands before that line use one of the functions? */
static bool uses_before(const scr_today *t, int line) {
  for (size_t k = 0; k < t->nedit; k++)
    if (t->edit[k].line < line && (t->edit[k].opens || t->edit[k].text[0] == '=')) return true;
  return false;
}

static void put_again(const scr_today *t, int line, scr_buf *out) {
  char text[16];
  snprintf(text, sizeof text, "%d", line);
  if (t->helpers.n && scr_names_get(&t->again, text, 0)) scr_buf_puts(out, t->helpers.s);
}

/* Who calls the file by a label passes by what stands before that. */
void scr_today_put(const scr_today *t, scr_buf *out) {
  const int later = t->helpers.n ? first_new(t) : 0;
  const int head = first_code(t);
  const bool new_first =
      anew_at(t, head) && anew_at(t, head)->n > 1 && anew_at(t, head)->line[1].starts;
  for (int line = 1; line <= t->src->nline;) {
    const scr_anew *a = anew_at(t, line);
    if (line == head && t->starts_late)
      put_start_alone(t, out);
    else if (line == head && !new_first && !is_label(t->src, line) && t->helpers.n &&
             (!later || uses_before(t, later)))
      scr_buf_puts(out, t->helpers.s);
    const int at = line;
    put_waiting(t, line, out);
    if (a) {
      for (size_t k = 0; k < t->nanew; k++)
        if (t->anew[k].first == line && !t->anew[k].before) put_anew(t, &t->anew[k], out);
      line = a->next;
    } else {
      put_plain(t, line, out);
      const bool forgets = later && is_new(t->src->line[line - 1]);
      if (t->helpers.n && (forgets || is_label(t->src, line))) scr_buf_puts(out, t->helpers.s);
      line++;
    }
    put_again(t, at, out);
  }
  put_waiting(t, t->src->nline + 1, out);
}

static int by_line(const void *a, const void *b) {
  const scr_left *x = a, *y = b;
  return (x->line > y->line) - (x->line < y->line); /* one a line */
}

void scr_today_sort(scr_today *t) {
  place_waiting(t, t->src->nline + 1);
  if (t->nleft) qsort(t->left, t->nleft, sizeof *t->left, by_line);
  if (t->nedit) qsort(t->edit, t->nedit, sizeof *t->edit, by_place);
}

void scr_today_clear(scr_today *t) {
  for (size_t k = 0; k < t->nedit; k++) scr_free(t->edit[k].text);
  for (size_t k = 0; k < t->nline; k++) drop_line(&t->line[k]);
  for (size_t k = 0; k < t->nleft; k++) scr_free(t->left[k].why);
  for (size_t k = 0; k < t->nanew; k++) {
    for (size_t i = 0; i < t->anew[k].n; i++) drop_line(&t->anew[k].line[i]);
    scr_free(t->anew[k].line);
  }
  scr_free(t->edit), scr_free(t->line), scr_free(t->left), scr_free(t->anew), scr_free(t->token);
  scr_free(t->refused);
  forget_dashpots(t);
  scr_buf_free(&t->helpers);
  scr_names_free(&t->helper);
  scr_names_free(&t->called);
  scr_names_free(&t->laws);
  scr_names_free(&t->large);
  scr_names_free(&t->lent);
  scr_names_free(&t->due);
  scr_names_free(&t->saved);
  scr_names_free(&t->again);
  const scr_today kept = {.real = t->real,
                          .other = t->other,
                          .words = t->words,
                          .marked = t->marked,
                          .macros = t->macros,
                          .hears = t->hears,
                          .dashes = t->dashes,
                          .dashes_late = t->dashes_late,
                          .dashes_kept = t->dashes_kept,
                          .cycles_late = t->cycles_late,
                          .runs_late = t->runs_late,
                          .pass = t->pass,
                          .learnt = t->learnt,
                          .paced = t->paced};
  *t = kept;
}
