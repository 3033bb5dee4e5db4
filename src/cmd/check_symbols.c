/* Symbols of FISH: where they are read, assigned, called and defined, and what that tells. */
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/check_kept.h"
#include "cmd/check_state.h"
#include "cmd/today_kept.h"

/* ---- what lines do to symbols ---- */

scr_check_symbol *scr_check_symbol_of(scr_check *c, int symbol) {
  size_t need = (size_t)symbol + 1;
  SCR_GROW(c->symbol, c->cap_symbol, need);
  for (; c->nsymbol < need; c->nsymbol++) c->symbol[c->nsymbol] = (scr_check_symbol){0};
  return &c->symbol[symbol];
}

static void first(scr_loc *place, const scr_loc *at) {
  if (!place->src) *place = *at;
}

static uint64_t arguments_bit(int n) { return UINT64_C(1) << SCR_MIN(n, 63); }

/* A part of a file that is read once more, from another line. */
static bool same_place(const scr_loc *a, const scr_loc *b) {
  return a->line == b->line && a->src->path && b->src->path &&
         strcmp(a->src->path, b->src->path) == 0;
}

static void note_body(scr_check *c, int symbol, const scr_loc *at) {
  SCR_GROW(c->body, c->cap_body, c->nbody + 1);
  c->body[c->nbody++] = (scr_check_body){.src = at->src,
                                         .symbol = symbol,
                                         .first = at->line,
                                         .last = scr_check_line_of_end(at->src, at->line),
                                         .epoch = c->now};
}

/* The definition that holds a line; NULL: none does. */
static scr_check_body *body_at(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = c->nbody; k-- > 0;)
    if (c->body[k].src == src && c->body[k].first <= line && line <= c->body[k].last)
      return &c->body[k];
  return NULL;
}

int scr_check_epoch_of(const scr_check *c, const scr_source *src, int line) {
  const scr_check_body *body = body_at(c, src, line);
  return body ? body->epoch : 0;
}

enum { GIVEN_KEY = 24 };
static void given_key(char key[GIVEN_KEY], int symbol, int epoch) {
  snprintf(key, GIVEN_KEY, "%d %d", symbol, epoch);
}

static void note_given(scr_check *c, int symbol) {
  char key[GIVEN_KEY];
  given_key(key, symbol, c->now);
  scr_names_set(&c->given, key, 1);
}

/* A function that nothing can have used is defined again: the first definition was for nothing.
 * Functions that use it may have run in the lines between. */
static void note_definition(scr_session *s, scr_check_symbol *y, int symbol, const scr_loc *at) {
  const scr_check *c = s->check;
  const bool idle = !y->asked && !(y->used && y->acts != c->acts);
  if (y->latest.src && y->model == c->model && idle && !y->broken && !same_place(&y->latest, at))
    scr_warn(&s->diag, at, SCR_E_NAME,
             "the function '%s' is defined twice: this replaces the one of %s:%d, which nothing "
             "has used",
             scr_fish_symbol_name(s->fish, symbol), y->latest.src->name, y->latest.line);
  first(&y->definition, at);
  note_body(s->check, symbol, at);
  y->latest = *at;
  y->model = c->model, y->acts = c->acts;
  y->defined = true;
  y->anywhen |= scr_session_in_block(s);
  y->asked = false;
}

/* `[n = n + 1]` counts from 0 on purpose. */
static void note_assigned(scr_session *s, scr_check_symbol *y, const scr_loc *at) {
  if (y->early.src && y->early.src == at->src && y->early.line == at->line) y->early = (scr_loc){0};
  y->assigned = true;
  y->anywhen |= scr_session_in_block(s);
}

/* A line that is no part of a definition calls what is not defined yet. */
static void note_call(scr_session *s, scr_check_symbol *y, int symbol, int n, const scr_loc *at) {
  scr_check *c = s->check;
  SCR_GROW(c->call, c->cap_call, c->ncall + 1);
  c->call[c->ncall++] = (scr_check_called){symbol, n, *at, scr_check_dialect_of(s), false, false};
  y->used = true;
  if (!y->defined && !y->assigned && !scr_session_in_block(s) && !body_at(c, at->src, at->line))
    first(&y->ahead, at);
}

static void note_use(scr_session *s, int symbol, scr_use use, int n, const scr_loc *at) {
  scr_check *c = s->check;
  scr_check_symbol *y = scr_check_symbol_of(c, symbol);
  if (c->unheard && use <= SCR_USE_CALL) use = SCR_USE_LEFT_OUT;
  y->asked |= use <= SCR_USE_LEFT_OUT;
  if (use <= SCR_USE_CALL) {
    SCR_GROW(c->asked, c->cap_asked, c->nasked + 1);
    c->asked[c->nasked++] = (scr_check_asked){.symbol = symbol,
                                              .epoch = c->now,
                                              .read = use < SCR_USE_NAME,
                                              .use = use,
                                              .dialect = scr_check_dialect_of(s),
                                              .at = *at};
  }
  if (use >= SCR_USE_WRITE && use != SCR_USE_TAKES) note_given(c, symbol);
  switch (use) {
  case SCR_USE_LEFT_OUT: y->used = true; break;
  case SCR_USE_CALL: note_call(s, y, symbol, n, at); break;
  case SCR_USE_READ_LATE:
    y->late |= !y->read.src;
    first(&y->read, at);
    y->used = true;
    break;
  case SCR_USE_READ_NOW:
    if (!y->assigned && !y->defined && !scr_session_in_block(s)) first(&y->early, at);
    /* fallthrough */
  case SCR_USE_READ:
  case SCR_USE_READ_LATER:
    if (!y->read.src) y->dialect = scr_check_dialect_of(s);
    first(&y->read, at);
    y->used = true;
    break;
  case SCR_USE_NAME:
  case SCR_USE_NAME_NOW: y->used = y->named = true; break;
  case SCR_USE_KEEP:
    y->kept = true;
    note_assigned(s, y, at);
    break;
  case SCR_USE_WRITE:
    first(&y->written, at);
    note_assigned(s, y, at);
    break;
  case SCR_USE_DECLARE: note_assigned(s, y, at); break;
  case SCR_USE_DEFINE: note_definition(s, y, symbol, at); break;
  case SCR_USE_TAKES: y->takes |= arguments_bit(n); break;
  case SCR_USE_BROKEN: y->broken = true; break;
  }
}

void scr_check_use(scr_session *s, int symbol, scr_use use, const scr_loc *at) {
  const size_t before = s->check->nasked;
  note_use(s, symbol, use, 0, at);
  if (s->check->nasked > before) s->check->asked[before].command = true;
  scr_check_symbol_of(s->check, symbol)->anywhen |= use == SCR_USE_WRITE || use == SCR_USE_KEEP;
}

void scr_check_call(scr_session *s, int symbol, int n, const scr_loc *at) {
  note_use(s, symbol, SCR_USE_CALL, n, at);
}

void scr_check_hands(scr_session *s, int symbol, int n, bool rare, const scr_loc *at) {
  scr_check *c = s->check;
  const size_t before = c->ncall, asked = c->nasked;
  const scr_loc ahead = scr_check_symbol_of(c, symbol)->ahead;
  scr_check_call(s, symbol, n, at);
  scr_check_symbol_of(c, symbol)->ahead = ahead;
  if (c->nasked > asked) c->asked[asked].later = true;
  if (c->ncall > before) c->call[before].named = true, c->call[before].rare = rare;
}

bool scr_check_is_broken(scr_session *s, int symbol) {
  return s->check->open || s->check->state || scr_check_symbol_of(s->check, symbol)->broken;
}

/* ---- what FISH tells ---- */

static void host_use(void *user, int symbol, scr_use use, int n, const scr_loc *at) {
  note_use(user, symbol, use, n, at);
}

static void host_recover(void *user) { scr_check_recover(user); }

/* What file.open writes may be read later. */
static void note_written(scr_session *s, const scr_val *name, const scr_val *mode) {
  if (mode && mode->type == SCR_V_INT && mode->i == 0) return;
  bool known = name && name->type == SCR_V_STR;
  if (known)
    scr_check_writes(s, scr_val_cstr(name, NULL), NULL);
  else
    scr_check_made(s, "file", "*", NULL);
}

static bool host_literal(void *user, const scr_fish_fn *fn, int n, const scr_val *const *args) {
  scr_session *s = user;
  if (strcmp(fn->name, "geom.set.create") == 0)
    scr_check_made(s, "geometry set",
                   args[0] && args[0]->type == SCR_V_STR ? scr_val_cstr(args[0], NULL) : "*", NULL);
  if (n > 1 && (strcmp(fn->name, "file.open") == 0 || scr_casecmp(fn->name, "open") == 0))
    note_written(s, args[0], args[1]);
  return scr_lib_literal(s->fish, fn, n, args);
}

/* Groups are made by FISH, too: of any name, where the value is not known. */
static bool host_literal_value(void *user, const scr_fish_fn *fn, int n, const scr_val *value) {
  scr_session *s = user;
  const char *dot = strrchr(fn->name, '.');
  const bool text = value && value->type == SCR_V_STR;
  if (dot && strcmp(dot, ".group") == 0)
    scr_check_made(s, "group", text ? scr_val_cstr(value, NULL) : "*", NULL);
  if (dot && text && strcmp(dot, ".group") == 0 && !*scr_val_cstr(value, NULL))
    return scr_fail(&s->diag, NULL, SCR_E_VALUE, "the name of a group is empty");
  if (dot && strcmp(dot, ".prop") == 0) scr_check_made(s, "property", "*", NULL);
  if (strcmp(fn->name, "domain.condition") == 0) scr_check_may_remove(s, "ball");
  return !value || scr_lib_literal_value(s->fish, fn, n, value);
}

/* Things are deleted by calls of several kinds, and groups set through members. */
static void host_mentions(void *user, const char *name) {
  static const struct {
    const char *name, *ball, *wall;
  } remover[] = {{"ball.delete", "ball", NULL}, {"b_delete", "ball", NULL},
                 {"del_ball", "ball", NULL},    {"wall.delete", NULL, "wall"},
                 {"w_delete", NULL, "wall"},    {"del_wall", NULL, "wall"},
                 {"delete", "ball", "wall"},    {"wall.facet.delete", NULL, "wall"}};
  for (size_t k = 0; k < SCR_COUNTOF(remover); k++) {
    if (scr_casecmp(remover[k].name, name) != 0) continue;
    if (remover[k].ball) scr_check_may_remove(user, remover[k].ball);
    if (remover[k].wall) scr_check_may_remove(user, remover[k].wall);
  }
  if (scr_casecmp(name, "group") == 0) scr_check_made(user, "group", "*", NULL);
}

void scr_check_hear(scr_session *s) {
  scr_fish_check(s->fish, &(scr_fish_host){.use = host_use,
                                           .recover = host_recover,
                                           .literal = host_literal,
                                           .literal_value = host_literal_value,
                                           .mentions = host_mentions,
                                           .today = s->today ? &scr_today_fish : NULL});
}

static void host_unread(void *user, int symbol, const char *name, bool argument,
                        const scr_loc *at) {
  scr_session *s = user;
  if (!argument)
    scr_warn(&s->diag, at, SCR_E_NAME, "the local variable '%s' is never used", name);
  else if (!scr_check_symbol_of(s->check, symbol)
                ->named) /* what it is handed is not the function's choice */
    scr_warn(&s->diag, at, SCR_E_NAME, "the argument '%s' of '%s' is never used", name,
             scr_fish_symbol_name(s->fish, symbol));
}

void scr_check_judge_locals(scr_session *s) { scr_fish_each_unread(s->fish, host_unread, s); }

/* ---- functions of called files that nothing comes to ---- */

static bool is_given(const scr_check *c, const scr_source *src) {
  for (size_t k = 0; k < c->nfile; k++)
    if (c->file[k].src == src) return c->file[k].given;
  return true;
}

static void list_spans(scr_check *c) {
  for (size_t k = 0; k < c->nsymbol; k++) {
    const scr_loc *at = &c->symbol[k].latest;
    if (!at->src) continue;
    SCR_GROW(c->span, c->cap_span, c->nspan + 1);
    c->span[c->nspan++] = (scr_check_span){
        at->src, (int)k, at->line, scr_check_line_of_end(at->src, at->line), c->symbol[k].named};
  }
}

/* The function that holds a line; NULL: none does. */
static scr_check_span *span_at(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = 0; k < c->nspan; k++)
    if (c->span[k].src == src && c->span[k].first <= line && line <= c->span[k].last)
      return &c->span[k];
  return NULL;
}

static scr_check_span *span_of(const scr_check *c, int symbol) {
  for (size_t k = 0; k < c->nspan; k++)
    if (c->span[k].symbol == symbol) return &c->span[k];
  return NULL;
}

/* From lines outside of functions to what they call, and on from there. */
static void follow_calls(scr_check *c) {
  scr_check_span **from = scr_alloc(SCR_MAX(c->nasked, 1u) * sizeof *from);
  scr_check_span **to = scr_alloc(SCR_MAX(c->nasked, 1u) * sizeof *to);
  bool more = true;
  list_spans(c);
  for (size_t k = 0; k < c->nasked; k++) {
    from[k] = span_at(c, c->asked[k].at.src, c->asked[k].at.line);
    to[k] = span_of(c, c->asked[k].symbol);
  }
  while (more) {
    more = false;
    for (size_t k = 0; k < c->nasked; k++) {
      if (!to[k] || to[k]->reached || (from[k] && !from[k]->reached)) continue;
      to[k]->reached = more = true;
    }
  }
  scr_free(from), scr_free(to);
}

/* Does the line stand in a function of a called file that nothing comes to? */
static bool is_out_of_reach(const scr_check *c, const scr_source *src, int line) {
  const scr_check_span *in = is_given(c, src) ? NULL : span_at(c, src, line);
  return in && !in->reached;
}

/* What is wrong there is no error of the run; nor is what scree has not, in any function, unless it
 * gets there. */
static void excuse_from(scr_check *c, size_t from, const scr_loc *at) {
  const bool out = is_out_of_reach(c, at->src, at->line), in = span_at(c, at->src, at->line);
  for (size_t k = from; k < c->nitem; k++)
    if (out || (in && c->item[k].m.code == SCR_E_UNSUPPORTED)) c->item[k].m.error = false;
}

static void excuse_out_of_reach(scr_check *c) {
  for (size_t k = 0; k < c->nitem; k++) {
    const scr_check_item *i = &c->item[k];
    if (i->m.code != SCR_E_UNSUPPORTED || (size_t)i->file >= c->nfile) continue;
    const scr_loc at = {.src = c->file[i->file].src, .line = i->m.line};
    if (is_out_of_reach(c, at.src, at.line)) c->item[k].m.error = false;
  }
}

/* ---- calls and symbols ---- */

/* Adds the nearest symbol that has a value to the last warning. */
static void hint_symbol(scr_session *s, const char *name) {
  scr_check *c = s->check;
  scr_nearest near = {.word = name};
  for (size_t k = 0; k < c->nsymbol; k++)
    if (c->symbol[k].assigned || c->symbol[k].defined)
      scr_nearest_offer(&near, scr_fish_symbol_name(s->fish, (int)k));
  if (!near.best || c->nitem == 0) return;
  scr_buf hint = {0};
  scr_buf_printf(&hint, "did you mean '%s'?", near.best);
  c->item[c->nitem - 1].m.hint = hint.s;
}

/* Of a command in a function, of which its first word tells. */
static bool is_second_word(const scr_session *s, const scr_loc *at, bool legacy) {
  if (!at->src || at->line < 1 || at->line > at->src->nline) return false;
  scr_loc first = *at;
  first.col = (int)strspn(at->src->line[at->line - 1], " \t") + 1;
  return first.col != at->col && scr_fish_command_at(s->fish, &first, legacy) == 2;
}

static void judge_call(scr_session *s, const scr_check_called *call) {
  const scr_check_symbol *y = &s->check->symbol[call->symbol];
  const char *name = scr_fish_symbol_name(s->fish, call->symbol);
  if (y->broken || scr_check_is_open(s->check, &call->at)) return;
  if (call->named && !y->defined) return;
  if (!y->defined && !y->assigned) {
    const bool legacy = call->dialect == SCR_LEGACY;
    if (is_second_word(s, &call->at, legacy)) return;
    if (scr_fish_command_at(s->fish, &call->at, legacy) < 2) scr_check_naming(s, name, &call->at);
    scr_today_unnamed(s, name);
    scr_fish_undefined(s->fish, call->symbol, true, call->dialect, &call->at);
  } else if (y->takes &&
             !(y->takes & arguments_bit(call->n))) { /* which definition holds then is not asked */
    int takes = 0;
    while (!(y->takes & arguments_bit(takes))) takes++;
    scr_fail(&s->diag, &call->at, SCR_E_VALUE, "function '%s' takes %d argument%s, %d given", name,
             takes, takes == 1 ? "" : "s", call->n);
    if (call->rare) s->diag.error.error = false;
  }
  scr_check_recover(s);
}

/* Places where restored names may be meant tell nothing. */
static scr_check_symbol judged_symbol(const scr_check *c, int symbol) {
  scr_check_symbol y = c->symbol[symbol];
  if (!c->nmark) return y;
  if (y.read.src && scr_check_is_open(c, &y.read)) {
    y.read = (scr_loc){0};
    for (size_t k = 0; !y.read.src && k < c->nasked; k++)
      if (c->asked[k].symbol == symbol && c->asked[k].read &&
          !scr_check_is_open(c, &c->asked[k].at))
        y.read = c->asked[k].at;
  }
  if (y.early.src && scr_check_is_open(c, &y.early)) y.early = (scr_loc){0};
  if (y.ahead.src && scr_check_is_open(c, &y.ahead)) y.ahead = (scr_loc){0};
  if (y.written.src && scr_check_is_open(c, &y.written)) y.written = (scr_loc){0};
  y.used |= y.defined && scr_check_is_open(c, &y.definition);
  return y;
}

/* A function that lines use before one defines it: an error, but for its value alone, which is 0.
 */
static void judge_ahead(scr_session *s, const scr_check_symbol *y, const char *name) {
  const scr_loc *at = y->ahead.src ? &y->ahead : &y->early;
  if (!at->src || y->anywhen || scr_check_in_part(s->check, at)) return;
  scr_fail(&s->diag, at, SCR_E_NAME, "function '%s' is not known yet%s", name,
           y->ahead.src ? "" : ": its value is 0");
  scr_hint(&s->diag, "%s:%d defines it, behind this line", y->definition.src->name,
           y->definition.line);
  if (!y->ahead.src) s->diag.error.error = false;
  scr_check_recover(s);
}

static void judge_symbol(scr_session *s, int symbol) {
  const scr_check_symbol y = judged_symbol(s->check, symbol);
  const char *name = scr_fish_symbol_name(s->fish, symbol);
  bool asked = y.read.src != NULL;
  if (y.broken) return;
  if (y.defined && !y.assigned) judge_ahead(s, &y, name);
  if (asked && y.defined && !y.assigned)
    judge_call(s, &(scr_check_called){symbol, 0, y.read, y.dialect, false, false});
  if (asked && !y.assigned && !y.defined && y.late) {
    scr_warn(&s->diag, &y.read, SCR_E_NAME, SCR_LATE_LOCAL, name);
  } else if (asked && !y.assigned && !y.defined) {
    scr_check_naming(s, name, &y.read);
    scr_today_unnamed(s, name);
    if (scr_fish_undefined(s->fish, symbol, false, y.dialect, &y.read)) hint_symbol(s, name);
    scr_check_recover(s);
  } else if (y.early.src && !y.anywhen && !y.defined) {
    scr_warn(&s->diag, &y.early, SCR_E_NAME,
             "'%s' is read before anything assigns it; its value is 0", name);
  } else if (s->check->saved.n) {
    return; /* the files that restore the state may use it */
  } else if (y.defined && !y.used && !scr_check_in_part(s->check, &y.definition)) {
    scr_warn(&s->diag, &y.definition, SCR_E_NAME, "the function '%s' is never used", name);
  } else if (y.written.src && !y.defined && !y.used && !y.kept &&
             !scr_check_in_part(s->check, &y.written)) {
    scr_warn(&s->diag, &y.written, SCR_E_NAME, "'%s' is assigned but never used", name);
  }
}

/* ---- symbols that a `model new` takes ---- */

static bool is_given_in(const scr_check *c, int symbol, int epoch) {
  char key[GIVEN_KEY];
  given_key(key, symbol, epoch);
  bool given = scr_names_get(&c->given, key, 0) != 0;
  given_key(key, symbol, 0);
  return given || scr_names_get(&c->given, key, 0) != 0;
}

/* Definitions that run: lines outside of them, of the same epoch, lead there. */
static void follow_bodies(scr_check *c) {
  for (bool more = !c->followed; more;) {
    more = false;
    for (size_t k = 0; k < c->nasked; k++) {
      const scr_check_asked *q = &c->asked[k];
      const scr_check_body *in = body_at(c, q->at.src, q->at.line);
      for (size_t b = 0; (!in || in->runs) && b < c->nbody; b++) {
        if (c->body[b].runs || c->body[b].symbol != q->symbol ||
            !scr_check_outlasts(c, c->body[b].epoch, q->epoch))
          continue;
        c->body[b].runs = more = true;
      }
    }
  }
}

bool scr_check_is_idle_body(scr_check *c, const scr_loc *at) {
  follow_bodies(c);
  c->followed = true;
  const scr_check_body *in = body_at(c, at->src, at->line);
  return in && !in->runs;
}

/* A command of PFC 3 and 4 takes no word for a value that is no symbol, nor any command a function
 * that is none. */
static void tell_emptied(scr_session *s, const scr_check_asked *q) {
  const char *name = scr_fish_symbol_name(s->fish, q->symbol);
  const bool value =
      q->read && !(q->command && q->dialect == SCR_LEGACY && q->use != SCR_USE_READ_LATER);
  scr_check_naming(s, name, &q->at);
  if (q->use == SCR_USE_NAME_NOW || q->use == SCR_USE_NAME)
    scr_fail(&s->diag, &q->at, SCR_E_NAME, "no FISH function '%s' is defined", name);
  else if (value)
    scr_fail(&s->diag, &q->at, SCR_E_NAME,
             "'%s' is read, and nothing of this model assigns it: its value is 0", name);
  else
    scr_fail(&s->diag, &q->at, SCR_E_NAME,
             q->read ? "'%s' is no symbol of this model" : "'%s' is no function of this model",
             name);
  s->diag.error.error = !value && q->use != SCR_USE_NAME;
  scr_check_hint_emptied(s, q->epoch, &q->at);
  scr_check_recover(s);
}

static void judge_emptied(scr_session *s) {
  scr_check *c = s->check;
  scr_names told = {0};
  for (size_t k = 0; k < c->nasked; k++) {
    const scr_check_asked *q = &c->asked[k];
    const scr_check_symbol *y = &c->symbol[q->symbol];
    if (!q->epoch || c->epoch[q->epoch].open || q->later || q->use == SCR_USE_READ_LATE) continue;
    if (y->broken || !(y->assigned || y->defined) || scr_check_is_open(c, &q->at)) continue;
    const bool late = q->use == SCR_USE_READ_LATER || q->use == SCR_USE_NAME;
    if (is_given_in(c, q->symbol, q->epoch) || (late && c->epoch[q->epoch].saved)) continue;
    if (scr_check_is_idle_body(c, &q->at)) continue;
    char key[40];
    snprintf(key, sizeof key, "%d %d %d", q->symbol, q->epoch, q->read);
    if (!scr_names_get(&told, key, 0)) tell_emptied(s, q);
    scr_names_set(&told, key, 1);
  }
  scr_names_free(&told);
}

void scr_check_judge_symbols(scr_session *s) {
  scr_check *c = s->check;
  follow_calls(c);
  excuse_out_of_reach(c);
  for (size_t k = 0; k < c->ncall; k++) {
    const size_t before = c->nitem;
    judge_call(s, &c->call[k]);
    excuse_from(c, before, &c->call[k].at);
  }
  for (size_t k = 0; !c->open && k < c->nsymbol; k++) {
    const size_t before = c->nitem;
    judge_symbol(s, (int)k);
    excuse_from(c, before, &c->symbol[k].read);
  }
  if (!c->open) judge_emptied(s);
}
