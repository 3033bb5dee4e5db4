/* What a check tells: messages, names that may come from somewhere else, and the report. */
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/check_kept.h"
#include "cmd/check_state.h"
#include "cmd/today.h"

/* ---- messages ---- */

int scr_check_file_of(const scr_check *c, const char *name) {
  for (size_t k = 0; name && k < c->nfile; k++)
    if (strcmp(c->file[k].src->name, name) == 0) return (int)k;
  return (int)c->nfile;
}

void scr_check_forget_naming(scr_check *c) {
  scr_free(c->naming);
  c->naming = NULL;
  c->naming_function = false;
}

void scr_check_add_message(scr_check *c, const scr_message *m) {
  const bool named = c->naming && m->line == c->naming_at.line && m->col == c->naming_at.col;
  SCR_GROW(c->item, c->cap_item, c->nitem + 1);
  c->item[c->nitem] = (scr_check_item){.m = *m,
                                       .name = named ? c->naming : NULL,
                                       .function = named && c->naming_function,
                                       .follows = c->guessed,
                                       .file = scr_check_file_of(c, m->where),
                                       .order = c->nitem};
  if (named) c->naming = NULL;
  scr_check_forget_naming(c);
  c->nitem++;
}

void scr_check_message_drop(const scr_message *m) {
  scr_diag holder = {.error = *m};
  scr_diag_clear(&holder);
}

static char *copy(const char *text) { return text ? scr_strdup(text) : NULL; }

void scr_check_take_warning(void *user, const scr_message *m) {
  scr_message own = *m;
  own.where = copy(m->where);
  own.excerpt = copy(m->excerpt);
  own.text = copy(m->text);
  own.hint = copy(m->hint);
  own.trace = copy(m->trace);
  scr_check_add_message(((scr_session *)user)->check, &own);
}

static bool place_is_unknown(const scr_check *c, int line, int col, int len) {
  for (size_t k = 0; k < c->nunknown; k++) {
    const scr_loc *u = &c->unknown[k];
    if (u->line == line && col <= u->col + u->len && u->col <= col + len) return true;
  }
  return false;
}

bool scr_check_is_unknown(const scr_session *s, const scr_loc *at) {
  return place_is_unknown(s->check, at->line, at->col, at->len);
}

void scr_check_unknown(scr_session *s, const scr_loc *at) {
  scr_check *c = s->check;
  SCR_GROW(c->unknown, c->cap_unknown, c->nunknown + 1);
  c->unknown[c->nunknown++] = *at;
}

void scr_check_naming(scr_session *s, const char *name, const scr_loc *at) {
  scr_check_forget_naming(s->check);
  s->check->naming = scr_strdup(name);
  s->check->naming_at = *at;
}

void scr_check_naming_function(scr_session *s, const char *name, const scr_loc *at) {
  scr_check_naming(s, name, at);
  s->check->naming_function = true;
}

void scr_check_goes_on(scr_session *s, bool guess) {
  scr_check *c = s->check;
  const size_t before = c->nitem;
  scr_check_recover(s);
  if (!guess || c->nitem == before) return;
  if (!c->guessed) c->guessed = ++c->guesses;
  c->item[before].guess = c->guessed;
}

/* What a value stood in for says nothing about the file; that something else must stand there does.
 */
static bool about_unknown(const scr_session *s, const scr_message *m) {
  if (m->code == SCR_E_SYNTAX || s->check->nunknown == 0) return false;
  bool whole = m->line == s->diag.at.line && m->col == s->diag.at.col; /* of the command */
  return whole || place_is_unknown(s->check, m->line, m->col, m->len);
}

/* The word of a message, without the # of macros; NULL: none stands there. The caller frees it. */
static char *word_at(const scr_source *src, int line, int col, int len) {
  if (line < 1 || line > src->nline || col < 1 || len < 1) return NULL;
  const char *text = src->line[line - 1];
  if ((size_t)(col - 1) > strlen(text)) return NULL;
  text += col - 1;
  const size_t hash = *text == '#';
  if (!hash && strchr("'\"", *text)) return NULL;
  return scr_strndup(text + hash, SCR_MIN((size_t)len - hash, strlen(text + hash)));
}

/* The name that an error before this one, in the same line, is about. */
static const char *named_before(const scr_check *c, const scr_message *m) {
  for (size_t k = c->nitem; k-- > 0 && c->item[k].m.line == m->line;)
    if (c->item[k].name && m->where && c->item[k].m.where &&
        strcmp(c->item[k].m.where, m->where) == 0)
      return c->item[k].name;
  return NULL;
}

/* In PFC 3 and 4 any word may be a macro or a name, which a restored state may hold: of such an
 * error, and of what follows from it, nothing is known. */
static void name_restored(scr_session *s, const scr_message *m) {
  scr_check *c = s->check;
  const scr_loc at = {NULL, m->line, m->col, m->len};
  if (s->today || scr_check_dialect_of(s) != SCR_LEGACY || !scr_check_may_restore(s)) return;
  if ((m->code != SCR_E_NAME && m->code != SCR_E_SYNTAX) ||
      (c->naming && c->naming_at.line == m->line && c->naming_at.col == m->col))
    return;
  const char *before = named_before(c, m);
  char *word = before ? scr_strdup(before) : word_at(s->frame->src, m->line, m->col, m->len);
  if (word && scr_may_be_symbol(word)) scr_check_naming(s, word, &at);
  scr_free(word);
}

bool scr_check_recover(scr_session *s) {
  scr_diag *d = &s->diag;
  if (!d->failed) return true;
  if (about_unknown(s, &d->error)) {
    scr_diag_clear(d);
    return true;
  }
  scr_today_error(s, &d->error);
  name_restored(s, &d->error);
  scr_check_add_message(s->check, &d->error);
  d->error = (scr_message){0};
  d->failed = false;
  return true;
}

/* ---- names that may come from somewhere else ---- */

void scr_check_open(scr_session *s, const char *why) {
  if (!s->check->open) s->check->open = why;
}
void scr_check_saved(scr_session *s, const char *name) {
  if (s->check->now) s->check->epoch[s->check->now].saved = true;
  char *key = scr_check_file_key(name);
  scr_names_set(&s->check->saved, key, 1 + s->check->state);
  scr_free(key);
}

/* One that was saved holds what its lines had. */
void scr_check_restored(scr_session *s, const char *name) {
  scr_check *c = s->check;
  char *key = name ? scr_check_file_key(name) : scr_strdup("*");
  const int saved = scr_names_get(&c->saved, key, 0);
  int state = saved - 1;
  if (!saved) {
    state = scr_names_get(&c->restored, key, (int32_t)c->restored.n + 1);
    scr_names_set(&c->restored, key, state);
  }
  c->model++;
  c->state = state;
  scr_check_open_epoch(c);
  scr_free(key);
}

int scr_check_marked(const scr_check *c, const scr_source *src, int line) {
  for (size_t k = c->nmark; k-- > 0;)
    if (c->mark[k].src == src && c->mark[k].line <= line) return c->mark[k].state;
  return 0;
}

static void mark_line(scr_session *s, int line) {
  scr_check *c = s->check;
  if (!s->frame || scr_session_in_block(s) || scr_check_marked(c, s->frame->src, line) == c->state)
    return;
  SCR_GROW(c->mark, c->cap_mark, c->nmark + 1);
  c->mark[c->nmark++] = (scr_check_mark){s->frame->src, line, c->state};
}

void scr_check_line(scr_session *s, int line) {
  mark_line(s, line);
  s->check->nunknown = 0;
  s->check->guessed = 0;
  scr_check_forget_naming(s->check);
}

/* A state that these files do not save may hold any name. */
static bool is_state_open(const scr_check *c, int state) {
  for (size_t k = 0; state && k < c->restored.n; k++) {
    const char *name = c->restored.key[k];
    if (scr_names_get(&c->restored, name, 0) == state) return !scr_names_get(&c->saved, name, 0);
  }
  return false;
}

bool scr_check_may_restore(const scr_session *s) {
  return is_state_open(s->check, s->check->state);
}

static bool is_restored_at(const scr_check *c, const scr_source *src, int line) {
  return c->nmark && is_state_open(c, scr_check_marked(c, src, line));
}

static bool is_open_at(const scr_check *c, const scr_source *src, int line) {
  return c->open || is_restored_at(c, src, line);
}

bool scr_check_is_open(const scr_check *c, const scr_loc *at) {
  return is_open_at(c, at->src, at->line);
}

static const scr_source *source_of(const scr_check *c, const scr_message *m) {
  const int file = scr_check_file_of(c, m->where);
  return (size_t)file < c->nfile ? c->file[file].src : NULL;
}

bool scr_check_is_open_message(const scr_check *c, const scr_message *m) {
  return is_open_at(c, source_of(c, m), m->line);
}

bool scr_check_is_restored(const scr_check *c, const scr_message *m) {
  return is_restored_at(c, source_of(c, m), m->line);
}

/* Why names are not judged, and whether they are again behind a line that begins a new model; NULL:
 * all are. */
static const char *open_reason(const scr_check *c, bool *ends) {
  bool open = false, any = false;
  *ends = false;
  if (c->open) return c->open;
  for (size_t k = 0; k < c->nmark; k++) {
    const int state = c->mark[k].state;
    if (!is_state_open(c, state)) {
      *ends |= open;
      continue;
    }
    open = true;
    any |= state == scr_names_get(&c->restored, "*", 0);
  }
  return !open ? NULL
         : any ? "a state is restored whose name FISH makes"
               : "a state is restored that these files do not save";
}

/* ---- the report ---- */

static int by_place(const void *a, const void *b) {
  const scr_check_item *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->m.line != y->m.line) return x->m.line < y->m.line ? -1 : 1;
  if (x->m.col != y->m.col) return x->m.col < y->m.col ? -1 : 1;
  return x->order < y->order ? -1 : 1;
}

void scr_check_sort(scr_check *c) {
  if (c->nitem) qsort(c->item, c->nitem, sizeof *c->item, by_place);
}

static bool same_message(const scr_message *a, const scr_message *b) {
  return a->line == b->line && a->col == b->col && strcmp(a->text, b->text) == 0 && a->where &&
         b->where && strcmp(a->where, b->where) == 0;
}

/* Is a value that was taken for granted in that line an error? */
static bool is_wrong_guess(const scr_check *c, int line) {
  for (size_t k = 0; line && k < c->nitem; k++)
    if (c->item[k].guess == line && !c->item[k].follows) return true;
  return false;
}

void scr_check_drop_followers(scr_check *c) {
  size_t kept = 0;
  bool *drop = scr_alloc(SCR_MAX(c->nitem, 1u) * sizeof *drop);
  for (size_t k = 0; k < c->nitem; k++) drop[k] = is_wrong_guess(c, c->item[k].follows);
  for (size_t k = 0; k < c->nitem; k++) {
    if (!drop[k]) {
      c->item[kept++] = c->item[k];
      continue;
    }
    scr_check_message_drop(&c->item[k].m);
    scr_free(c->item[k].name);
  }
  c->nitem = kept;
  scr_free(drop);
}

scr_check_count scr_check_report(scr_check *c, scr_buf *out) {
  scr_check_count count = {0, 0};
  scr_check_sort(c);
  for (size_t k = 0; k < c->nitem; k++) {
    const scr_message *m = &c->item[k].m;
    if (k && same_message(m, &c->item[k - 1].m)) continue;
    ++*(m->error ? &count.errors : &count.warnings);
    scr_message_format(m, out);
  }
  bool ends;
  const char *why = open_reason(c, &ends);
  if (why)
    scr_buf_printf(out,
                   "not checked: whether all symbols of FISH are defined, assigned and used, since "
                   "%s%s%s\n",
                   why, c->open ? "" : ", from there on",
                   ends ? ", up to where a new model begins" : "");
  scr_buf_puts(out, c->callers.s ? c->callers.s : "");
  scr_buf_printf(out, "%d error%s, %d warning%s\n", count.errors, count.errors == 1 ? "" : "s",
                 count.warnings, count.warnings == 1 ? "" : "s");
  return count;
}
