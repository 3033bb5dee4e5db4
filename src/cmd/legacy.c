/* The legacy dialect: macros, bare names of functions, selection of rows. */
#include "cmd/legacy.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/legacy_rows.h"

static const scr_command_file *const file[] = {&scr_legacy_body, &scr_legacy_set,
                                               &scr_legacy_program};
enum { NFILE = sizeof file / sizeof *file, MAX_MACRO_DEPTH = 20 };

size_t scr_legacy_count(void) {
  size_t n = 0;
  for (size_t k = 0; k < NFILE; k++) n += file[k]->n;
  return n;
}

const scr_command *scr_legacy_at(size_t k) {
  for (size_t f = 0; f < NFILE; f++) {
    if (k < file[f]->n) return &file[f]->row[k];
    k -= file[f]->n;
  }
  return NULL;
}

static const scr_command *passed_row(const char *name) {
  const scr_command *c = NULL;
  for (size_t k = 0; !c && k < scr_legacy_count(); k++)
    if (strcmp(scr_legacy_at(k)->name, name) == 0) c = scr_legacy_at(k);
  assert(c && c->flags & SCR_CMD_IGNORED);
  return c;
}

bool scr_legacy_note(scr_args *a, const char *name) {
  a->k = a->n;
  return scr_command_ignored(a->s, passed_row(name), &a->loc);
}

bool scr_legacy_passes(scr_args *a, const char *name) {
  scr_today_line(a, "; '%s' has no effect: %s", name, passed_row(name)->doc);
  return scr_legacy_note(a, name);
}

/* ---- names ---- */

bool scr_legacy_is_symbol(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  return t && t->type == SCR_T_WORD && scr_fish_symbol(a->fish, t->text, false) >= 0;
}

bool scr_legacy_is_marked(const scr_token *t) {
  return t->loc.src && t->loc.src->line[t->loc.line - 1][t->loc.col - 1] == '@';
}

bool scr_legacy_take(scr_args *a, const char *word) {
  const bool alone = a->n - a->k == 1 && scr_legacy_is_symbol(a);
  if (alone && scr_casecmp(scr_args_peek(a)->text, word) != 0) return false;
  return scr_args_take(a, word);
}

/* ---- state ---- */

/* Old versions know no domain: a wide one stands for it. */
static void widen_domain(scr_world *w) {
  if (w->domain.set) return;
  const double lo[3] = {-1e6, -1e6, -1e6}, hi[3] = {1e6, 1e6, 1e6};
  scr_diag ignored = {0};
  scr_domain_set(w, &ignored, lo, hi);
  scr_diag_clear(&ignored);
}

/* Old versions start with the linear law and local damping of 0.7. */
void scr_legacy_begin(scr_session *s) {
  widen_domain(scr_session_world(s));
  struct scr_legacy **own = scr_session_legacy(s);
  if (!*own) *own = scr_alloc(sizeof **own);
  scr_session_lib(s)->legacy_damp = 0.7;
  const scr_model *linear = scr_model_find("linear");
  for (int t = 0; linear && t < SCR_CONTACT_TYPES; t++) {
    const scr_cmat_entry *old = scr_cmat_default(scr_session_world(s), (scr_contact_type)t);
    if (old->model && strcmp(old->model->name, "null") != 0) continue;
    scr_cmat_entry e = scr_cmat_entry_of(linear);
    scr_cmat_set_default(scr_session_world(s), (scr_contact_type)t, &e);
  }
}

void scr_legacy_free(scr_session *s) {
  struct scr_legacy **own = scr_session_legacy(s), *l = *own;
  if (!l) return;
  for (size_t k = 0; k < l->n; k++) {
    scr_free(l->macro[k].name);
    scr_free(l->macro[k].text);
  }
  scr_free(l->macro);
  scr_free(l);
  *own = NULL;
}

bool scr_legacy_filter(scr_session *s, const double x[3], double r, bool *refuses) {
  scr_lib *lib = scr_session_lib(s);
  scr_world *w = scr_session_world(s);
  const scr_lib old = *lib; /* of a fishcall that generates */
  scr_val said = {0};
  *refuses = false;
  if (!lib->legacy_filter) return true;
  lib->legacy_fc_narg = 1 + w->dim;
  lib->legacy_fc_arg[0] = scr_val_real(r);
  for (int k = 0; k < 3; k++) lib->legacy_fc_arg[1 + k] = scr_val_real(x[k]);
  w->asking++;
  const bool ok = scr_fish_run(scr_session_fish(s), lib->legacy_filter - 1, 0, NULL, &said);
  w->asking--;
  lib->legacy_fc_narg = old.legacy_fc_narg;
  memcpy(lib->legacy_fc_arg, old.legacy_fc_arg, sizeof old.legacy_fc_arg);
  *refuses = ok && scr_val_truth(&said);
  scr_val_drop(&said);
  return ok;
}

/* ---- text ---- */

/* A token as text that reads back as the same token. */
static void put_token(scr_buf *b, const scr_token *t) {
  if (t->type == SCR_T_STRING)
    scr_put_quoted(b, t->text);
  else if (t->type == SCR_T_VALUE && t->val.type == SCR_V_STR)
    scr_put_quoted(b, scr_val_cstr(&t->val, NULL));
  else if (t->type == SCR_T_VALUE)
    scr_val_format(&t->val, b);
  else
    scr_buf_puts(b, t->text);
}

char *scr_legacy_tokens(scr_args *a, int from, int to) {
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  for (int k = from; k < to; k++) {
    const scr_token *t = &a->tok[k];
    if (b.n) scr_buf_puts(&b, " ");
    if (t->unknown || (scr_today_asked(a) && t->type == SCR_T_VALUE))
      scr_buf_printf(&b, "[%s]", t->text);
    else
      put_token(&b, t);
  }
  return b.s;
}

bool scr_legacy_is_unknown(const scr_args *a, int k) {
  return scr_args_is_unknown(a, &a->tok[k].loc);
}

static bool put_unknown(const scr_args *a, int k, scr_buf *out) {
  if (!scr_legacy_is_unknown(a, k)) return false;
  scr_buf_printf(out, "[%s]", a->tok[k].text);
  return true;
}

void scr_legacy_put_int(scr_args *a, int k, int64_t value, scr_buf *out) {
  if (!put_unknown(a, k, out)) scr_buf_printf(out, "%lld", (long long)value);
}

void scr_legacy_put_real(scr_args *a, int k, double value, scr_buf *out) {
  if (!put_unknown(a, k, out)) scr_buf_printf(out, "%.17g", value);
}

/* Token i of the command, whose value is not known, in brackets: so it is in the new line, too. */
static bool take_unknown(const scr_args *a, int i, scr_line *l, size_t k) {
  scr_token *t = &l->tok[k];
  if (l->raw[k] != SCR_RAW_BRACKET || strcmp(t->text, a->tok[i].text) != 0 ||
      !scr_legacy_is_unknown(a, i))
    return false;
  l->raw[k] = SCR_RAW_NONE;
  t->type = SCR_T_VALUE;
  t->val = scr_val_int(0);
  return t->unknown = true;
}

char *scr_legacy_rest(scr_args *a) {
  char *rest = scr_legacy_tokens(a, a->k, a->n);
  a->k = a->n;
  return rest;
}

static bool same_token(const scr_token *a, const scr_token *b) {
  scr_buf x = {0}, y = {0};
  put_token(&x, a);
  put_token(&y, b);
  bool same = x.s && y.s && scr_casecmp(x.s, y.s) == 0;
  scr_buf_free(&x);
  scr_buf_free(&y);
  return same;
}

/* Words that came from the command keep their place in it, so that messages point there; what was
 * put between them belongs to the word before. */
static void place_tokens(scr_line *l, const scr_args *a) {
  int next = 0;
  scr_loc last = a->loc;
  for (size_t k = 0; k < l->n; k++) {
    for (int i = next; i < a->n; i++) {
      if (!take_unknown(a, i, l, k) && !same_token(&l->tok[k], &a->tok[i])) continue;
      last = a->tok[i].loc;
      next = i + 1;
      break;
    }
    l->tok[k].loc = last;
  }
}

bool scr_legacy_modern(scr_args *a, const char *fmt, ...) {
  scr_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  scr_source *src = scr_source_new("command", NULL, b.s, b.n);
  scr_line l;
  scr_loc at = a->diag->at;
  bool ok = scr_lex(a->s, src, 1, 1, &l);
  if (ok) {
    place_tokens(&l, a);
    ok = scr_command_run(a->s, &l, a->dialect);
  }
  scr_line_free(&l);
  scr_source_drop(src);
  scr_buf_free(&b);
  a->diag->at = at;
  return ok;
}

/* ---- macros ---- */

static const scr_macro *find_macro(const struct scr_legacy *own, const char *name) {
  for (size_t k = 0; k < own->n; k++)
    if (scr_casecmp(own->macro[k].name, name) == 0) return &own->macro[k];
  return NULL;
}

/* Token k gives way to the tokens of a text, which stand at its place for messages. */
static bool put_text(scr_session *s, scr_line *l, size_t k, const char *text, int *parts) {
  scr_source *src = scr_source_new(l->src->name, NULL, text, strlen(text));
  scr_line part;
  bool ok = scr_lex(s, src, 1, 1, &part);
  if (ok) {
    const scr_loc at = l->tok[k].loc;
    scr_free(l->tok[k].text);
    scr_val_drop(&l->tok[k].val);
    SCR_GROW(l->tok, l->cap, l->n + part.n);
    SCR_GROW(l->raw, l->cap_raw, l->n + part.n);
    memmove(l->tok + k + part.n, l->tok + k + 1, (l->n - k - 1) * sizeof *l->tok);
    memmove(l->raw + k + part.n, l->raw + k + 1, l->n - k - 1);
    for (size_t i = 0; i < part.n; i++) {
      l->tok[k + i] = part.tok[i];
      l->tok[k + i].loc = at;
      l->tok[k + i].part = ++*parts;
      l->raw[k + i] = part.raw[i];
    }
    l->n += part.n - 1;
    part.n = 0;
  }
  scr_line_free(&part);
  scr_source_drop(src);
  return ok;
}

/* Replaces words that are macros, from left to right, with or without # before them. */
static bool expand_macros(scr_session *s, scr_line *l) {
  const struct scr_legacy *own = *scr_session_legacy(s);
  int count = 0, parts = 0;
  for (size_t k = 0; k < l->n && own->n > 0;) {
    const scr_token *t = &l->tok[k];
    const bool word = t->type == SCR_T_WORD && l->raw[k] == SCR_RAW_NONE;
    const scr_macro *m = word ? find_macro(own, t->text) : NULL;
    if (word && !m && t->text[0] == '#') m = find_macro(own, t->text + 1);
    if (m && ++count > MAX_MACRO_DEPTH)
      return scr_fail(scr_session_diag(s), &t->loc, SCR_E_LIMIT, "macro '%s' stands for itself",
                      m->name);
    if (m) scr_today_expands(s, l->src, m->name);
    if (m && !put_text(s, l, k, m->text, &parts)) return false;
    if (!m) k++; /* what a macro stands for may hold macros */
  }
  return true;
}

/* ---- symbols ---- */

/* Behind `his`, `nstep n`, `id n` and `fish`: what is recorded. */
static size_t recorded(const scr_line *l) {
  size_t k = 1;
  while (k + 1 < l->n &&
         (scr_casecmp(l->tok[k].text, "nstep") == 0 || scr_casecmp(l->tok[k].text, "id") == 0))
    k += 2;
  return k + 1 < l->n && scr_casecmp(l->tok[k].text, "fish") == 0 ? k + 1 : k;
}

/* `set @x 1 @y 2`, `set fishcall 3 @f`; elsewhere a value follows the option. */
static bool assigned(const scr_line *l, size_t k, bool first) {
  if (k == 1 || (first && k % 2 == 1)) return true;
  return k > 2 && scr_abbreviates(l->tok[1].text, "fishcall");
}

/* Does @name stand for the symbol, as it is set, recorded, shown or called? `first`: so did the
 * first of the line. */
static bool names_symbol(scr_session *s, const scr_command *c, const scr_line *l, size_t k,
                         bool first) {
  if (c->flags & SCR_CMD_IGNORED || strcmp(c->name, "macro") == 0) return true;
  if (strcmp(c->name, "set") == 0) return assigned(l, k, first);
  if (strcmp(c->name, "history") == 0) return k == recorded(l);
  if (strcmp(c->name, "print") == 0) return k == 1 || first;
  if (strcmp(c->name, "generate") == 0) return scr_abbreviates(l->tok[k - 1].text, "filter") > 0;
  const bool text = strcmp(c->name, "title") == 0 || strcmp(c->name, "heading") == 0;
  return text && scr_fish_symbol(scr_session_fish(s), l->tok[k].text, false) < 0;
}

/* All other @name are values. */
static void keep_names(scr_session *s, const scr_command *c, scr_line *l) {
  bool first = false;
  for (size_t k = 1; k < l->n; k++) {
    if (l->raw[k] != SCR_RAW_AT || !names_symbol(s, c, l, k, first)) continue;
    l->tok[k].type = strcmp(c->name, "set") == 0 ? SCR_T_WORD : SCR_T_STRING;
    l->tok[k].val = scr_val_str(l->tok[k].text);
    l->raw[k] = SCR_RAW_NONE;
    first |= k == 1;
  }
}

void scr_legacy_stands(scr_args *a, int k) {
  scr_token *t = k < a->n ? &a->tok[k] : NULL;
  const int symbol = t && t->type == SCR_T_WORD ? scr_fish_symbol(a->fish, t->text, false) : -1;
  scr_val v;
  if (symbol < 0 || scr_fish_is_function(a->fish, symbol) ||
      !scr_fish_lookup(a->fish, scr_session_scope(a->s), t->text, &v))
    return;
  t->unknown = scr_args_checks(a);
  if (!t->unknown && v.type != SCR_V_STR && v.type != SCR_V_INT && v.type != SCR_V_REAL) return;
  scr_args_uses(a, symbol, SCR_USE_READ, &t->loc);
  if (t->unknown) scr_checking_unknown(a->s, &t->loc);
  scr_val_drop(&t->val);
  t->type = SCR_T_VALUE;
  t->val = v.type == SCR_V_REAL && v.f == floor(v.f) && fabs(v.f) < INT32_MAX
               ? scr_val_int((int64_t)v.f)
               : scr_val_hold(v);
}

/* ---- running ---- */

/* Exact before abbreviated; of several abbreviated ones the first row, as old versions did. */
static const scr_command *select_row(const char *word) {
  const scr_command *best = NULL;
  if (scr_casecmp(word, "pr") == 0) word = "print"; /* and not `property` */
  for (size_t k = 0; k < scr_legacy_count(); k++) {
    const scr_command *c = scr_legacy_at(k);
    if (strchr(c->name, ' ')) continue; /* for help only */
    if (scr_casecmp(c->name, word) == 0) return c;
    if (!best && strlen(word) >= 2 && scr_abbreviates(word, c->name)) best = c;
  }
  return best;
}

bool scr_legacy_hides(scr_session *s, const scr_token *name) {
  const scr_command *c = select_row(name->text);
  if (!c) return true;
  return scr_warn(scr_session_diag(s), &name->loc, SCR_E_NAME,
                  "the function '%s' hides the command '%s' where its name stands alone on a line",
                  name->text, c->name);
}

static bool unknown(scr_session *s, const scr_token *t) {
  scr_nearest near = {.word = t->text};
  for (size_t k = 0; k < scr_legacy_count(); k++) scr_nearest_offer(&near, scr_legacy_at(k)->name);
  for (int k = 0; k < scr_fish_symbols(scr_session_fish(s)); k++)
    if (scr_fish_is_function(scr_session_fish(s), k))
      scr_nearest_offer(&near, scr_fish_symbol_name(scr_session_fish(s), k));
  if (scr_word_of_fish(t->text)) {
    scr_fail(scr_session_diag(s), &t->loc, SCR_E_SYNTAX, "'%s' is a word of FISH, not a command",
             t->text);
    return scr_hint(scr_session_diag(s),
                    "it belongs inside of a function: between 'define <name>' and its 'end'");
  }
  scr_fail(scr_session_diag(s), &t->loc, SCR_E_NAME,
           "'%s' is no command of the legacy dialect, and no function", t->text);
  if (near.best) return scr_hint(scr_session_diag(s), "did you mean '%s'?", near.best);
  return scr_hint(scr_session_diag(s), "--dialect modern reads the file as version 5 and later");
}

/* Commands that neither cycle nor show or keep the timestep, and whether contacts that are made
 * before or behind them are others. What they call functions for, functions do. */
static bool may_be_passed(scr_session *s, const scr_command *c) {
  static const struct {
    const char *name;
    bool asks;
  } row[] = {{"ball", true},     {"damp", true},       {"delete", true}, {"fix", true},
             {"free", true},     {"generate", true},   {"group", true},  {"heading", false},
             {"history", false}, {"initialize", true}, {"macro", false}, {"measure", false},
             {"model", false},   {"pause", false},     {"plot", false},  {"print", false},
             {"property", true}, {"range", false},     {"set", false},   {"table", false},
             {"title", false},   {"wall", true}};
  for (size_t k = 0; k < SCR_COUNTOF(row); k++) {
    if (strcmp(c->name, row[k].name) != 0) continue;
    if (row[k].asks) scr_today_asks(s);
    return true;
  }
  return false;
}

/* A function that runs no cycles may make, move and ask whatever it likes. */
static bool passes_function(scr_session *s) {
  if (!scr_today_runs(s)) scr_today_asks(s);
  return !scr_today_runs(s);
}

bool scr_legacy_run(scr_session *s, scr_line *l) {
  if (!*scr_session_legacy(s)) scr_legacy_begin(s);
  if (scr_casecmp(l->tok[0].text, "macro") != 0 && !expand_macros(s, l)) return false;
  if (l->n == 0) return true;
  int f = scr_fish_symbol(scr_session_fish(s), l->tok[0].text, false);
  bool function = l->n == 1 && f >= 0 && scr_fish_is_function(scr_session_fish(s), f);
  if (function) scr_checking_call(s, f, 0, &l->tok[0].loc);
  if (function) scr_today_passes(s, passes_function(s));
  if (function) scr_today_symbol(s, &l->tok[0], l->tok[0].text);
  if (function) scr_today_selected(s, l);
  if (function) return scr_fish_run(scr_session_fish(s), f, 0, NULL, NULL);
  const scr_command *c = select_row(l->tok[0].text);
  scr_today_passes(s, c && may_be_passed(s, c));
  if (!c && l->n == 1 && scr_today_named(s, l)) return true;
  if (!c && l->n == 1) scr_checking_calls(s, l->tok[0].text, &l->tok[0].loc);
  if (!c) return unknown(s, &l->tok[0]);
  keep_names(s, c, l);
  if (c->run && !scr_line_evaluate(s, l, 1, 0)) return false;
  return scr_command_call(s, c, l, 1, SCR_LEGACY);
}
