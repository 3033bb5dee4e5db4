/* Commands and FISH as they are typed: what belongs together is collected, run, and its value shown. */
#include "app/repl.h"

#include <stdio.h>
#include <string.h>
#include "app/prompt.h"
#include "base/mem.h"
#include "cmd/commands.h"
#include "cmd/legacy.h"
#include "cmd/read.h"

/* ---- what belongs together ---- */

typedef struct typed {
  scr_buf text; /* lines of one command or definition */
  bool define, more;
} typed;

/* A definition goes on to its `end`, a line to the first one that is not continued. */
static void take_line(typed *t, const char *line) {
  bool joined = t->more;
  if (t->text.n) scr_buf_puts(&t->text, "\n");
  if (!t->text.n) t->define = scr_read_defines(line);
  bool end = t->define && !joined && scr_read_ends(line);
  scr_buf_puts(&t->text, line);
  t->more = scr_text_continues(line, t->define);
  if (end) t->define = false;
}

static void forget(typed *t) {
  scr_buf_clear(&t->text);
  t->define = t->more = false;
}

/* ---- bare expressions ---- */

/* Is the word the first one of a command or of an older form, written out? */
static bool is_command_word(const char *word, bool legacy) {
  size_t count = legacy ? scr_legacy_count() : scr_command_count(), n = strlen(word);
  for (size_t k = 0; k < count; k++) {
    const char *name = (legacy ? scr_legacy_at(k) : scr_command_at(k))->name;
    if (strcspn(name, " ") == n && scr_ncasecmp(name, word, n) == 0) return true;
  }
  for (const scr_alias *a = scr_aliases; !legacy && a->from; a++)
    if (strcspn(a->from, " ") == n && scr_ncasecmp(a->from, word, n) == 0) return true;
  return false;
}

/* Numbers, strings, what is in parentheses, and the names that FISH knows; words of commands come first. */
static bool is_expression(scr_session *s, scr_dialect dialect, const char *line) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.";
  const char *p = line + strspn(line, " \t");
  size_t n = strspn(p, letters);
  if (strchr("'\"(-0123456789.", *p)) return *p != 0 && strncmp(p, "...", 3) != 0;
  if (n == 0) return false;
  char *word = scr_strndup(p, n);
  bool legacy = dialect == SCR_LEGACY; /* its functions have no point in their names */
  bool known = scr_fish_symbol(s->fish, word, false) >= 0 || (scr_fish_find(s->fish, word) && (legacy || strchr(word, '.')));
  bool is = known && !is_command_word(word, legacy);
  scr_free(word);
  return is;
}

static bool run_expression(scr_session *s, scr_frame *f, int last) {
  const char *text = f->src->line[f->line - 1];
  scr_loc at = {f->src, f->line, 1 + (int)strspn(text, " \t"), 1};
  s->diag.at = at;
  f->line = last + 1;
  return scr_line_value(s, &at, text + at.col - 1, strcspn(text + at.col - 1, ";"));
}

/* ---- the session ---- */

/* The error is told here; only an interrupt of a pipe stays, as it ends the program. */
static bool run(scr_session *s, scr_frame *f, typed *t, bool terminal) {
  assert(t->text.s);
  bool single = !strchr(t->text.s, '\n') && is_expression(s, f->dialect, t->text.s);
  f->line = f->src->nline + 1;
  scr_source_append(f->src, t->text.s, t->text.n);
  forget(t);
  s->interrupt = false;
  int last = f->src->nline;
  bool ok = single ? run_expression(s, f, last) : scr_read_frame(s, last);
  s->diag.at = (scr_loc){0};
  fflush(stdout);
  if (terminal || s->diag.error.code != SCR_E_INTERRUPT) scr_session_complain(s);
  return ok;
}

static bool loop(scr_session *s, scr_frame *f, scr_prompt *p) {
  bool fine = true, terminal = scr_prompt_is_terminal(p);
  typed t = {0};
  for (bool end = false; !end && !s->stopped && !f->returned && !s->diag.failed;) {
    scr_buf line = {0};
    scr_buf_puts(&line, "");
    bool more = t.define || t.more;
    scr_typed what = scr_prompt_read(p, more, t.text.s ? t.text.s : "", &line);
    end = what == SCR_TYPED_END;
    if (what == SCR_TYPED_LINE) take_line(&t, line.s);
    if (what == SCR_TYPED_CLEAR) forget(&t);
    if (what == SCR_TYPED_CLEAR || (end && terminal)) fputs("\n", stdout);
    scr_buf_free(&line);
    bool whole = what == SCR_TYPED_LINE && !t.define && !t.more;
    if (whole || (end && t.text.n)) fine &= run(s, f, &t, terminal);
  }
  scr_buf_free(&t.text);
  return fine;
}

bool scr_repl(scr_session *s) {
  scr_dialect dialect = s->options.dialect >= 0 ? (scr_dialect)s->options.dialect : SCR_MODERN;
  scr_source *src = scr_source_new("repl", NULL, "", 0);
  src->nline = 0;
  scr_frame f = {.src = src, .line = 1, .dialect = dialect};
  scr_prompt *p = scr_prompt_new(s, dialect);
  s->configured = s->show = true;
  s->frame = &f;
  bool fine = loop(s, &f, p);
  s->frame = NULL;
  scr_prompt_free(p);
  scr_source_drop(src);
  return fine;
}
