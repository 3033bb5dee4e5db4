/* Commands and FISH as they are typed: what belongs together is collected, run, and its value
 * shown. */
#include "app/repl.h"

#include <stdio.h>
#include <string.h>
#include "app/prompt.h"
#include "app/signals.h"
#include "base/mem.h"
#include "cmd/commands.h"
#include "cmd/help.h"
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
    if (*a->to != '!' && strcspn(a->from, " ") == n && scr_ncasecmp(a->from, word, n) == 0)
      return true;
  return false;
}

/* `name = value`, as FISH writes it; not `name == value`. */
static bool is_assignment(const char *behind) {
  behind += strspn(behind, " \t");
  return *behind == '=' && behind[1] != '=';
}

/* What FISH knows under a name, seen with what follows: a symbol, also one that is made here, or a
 * function. */
static bool is_known(scr_session *s, bool legacy, const char *word, const char *behind) {
  if (scr_fish_symbol(scr_session_fish(s), word, false) >= 0) return true;
  if (strchr(word, '.'))
    return true; /* no command has a point in its name, and FISH tells what is wrong with this one
                  */
  if (!legacy && is_assignment(behind)) return true;
  return scr_fish_find(scr_session_fish(s), word) !=
         NULL; /* some have none: string, vector, true */
}

/* Numbers, strings, what is in parentheses, and the names that FISH knows. Words of commands come
 * first, but for a function that is called: list(1,2). */
static bool is_expression(scr_session *s, scr_dialect dialect, const char *line) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.";
  const char *p = line + strspn(line, " \t");
  size_t n = strspn(p, letters);
  if (strchr("'\"(-0123456789.", *p)) return *p != 0 && strncmp(p, "...", 3) != 0;
  if (n == 0) return false;
  char *word = scr_strndup(p, n);
  bool legacy = dialect == SCR_LEGACY,
       called = !legacy && p[n] == '(' && scr_fish_find(scr_session_fish(s), word);
  bool is = called || (is_known(s, legacy, word, p + n) && !is_command_word(word, legacy));
  scr_free(word);
  return is;
}

static bool run_expression(scr_session *s, scr_frame *f, int last) {
  const char *text = f->src->line[f->line - 1];
  scr_loc at = {f->src, f->line, 1 + (int)strspn(text, " \t"), 1};
  scr_session_diag(s)->at = at;
  f->line = last + 1;
  return scr_line_value(s, &at, text + at.col - 1, strcspn(text + at.col - 1, ";"));
}

/* ---- help ---- */

static bool asks_for_help(const char *line) {
  const char *p = line + strspn(line, " \t");
  size_t n = *p == '?' ? 1 : strcspn(p, " \t");
  return *p == '?' || (n == 4 && scr_ncasecmp(p, "help", n) == 0);
}

/* The same as `scree help WORDS`. False: nothing is known about them. */
static bool give_help(scr_session *s, const char *line) {
  enum { MOST = 16 };
  char *text = scr_strdup(line + strspn(line, " \t")), *word[MOST];
  int n = 0;
  for (char *w = strtok(text + (*text == '?' ? 1 : 4), " \t"); w && n < MOST;
       w = strtok(NULL, " \t"))
    word[n++] = w;
  scr_buf out = {0};
  bool good = true;
  if (n == 1 && strcmp(word[0], "ignored") == 0)
    scr_help_ignored(&out);
  else
    good = scr_help(s, n, word, &out);
  fputs(out.s ? out.s : "", good ? stdout : stderr);
  fflush(stdout);
  scr_buf_free(&out);
  scr_free(text);
  return good;
}

/* ---- the session ---- */

/* Editors of Windows begin a file with it, and a pipe brings it here. */
static void drop_mark(scr_buf *line) {
  static const char mark[] = "\xef\xbb\xbf";
  enum { LENGTH = 3 };
  if (line->n < LENGTH || memcmp(line->s, mark, LENGTH) != 0) return;
  memmove(line->s, line->s + LENGTH, line->n - LENGTH + 1);
  line->n -= LENGTH;
}

/* The error is told here; only an interrupt of a pipe stays, as it ends the program. */
static bool run(scr_session *s, scr_frame *f, typed *t, bool terminal) {
  assert(t->text.s);
  bool single = !strchr(t->text.s, '\n') && is_expression(s, f->dialect, t->text.s);
  f->line = f->src->nline + 1;
  scr_source_append(f->src, t->text.s, t->text.n);
  forget(t);
  if (terminal)
    *(volatile bool *)scr_session_interrupt(s) =
        scr_signals_end(); /* Ctrl-C before the line was for what was typed */
  int last = f->src->nline;
  bool ok = single ? run_expression(s, f, last) : scr_read_frame(s, last);
  scr_session_diag(s)->at = (scr_loc){0};
  fflush(stdout);
  if (terminal || scr_session_diag(s)->error.code != SCR_E_INTERRUPT) scr_session_complain(s);
  return ok;
}

static bool loop(scr_session *s, scr_frame *f, scr_prompt *p) {
  bool fine = true, terminal = scr_prompt_is_terminal(p);
  typed t = {0};
  if (terminal)
    printf("scree %s: commands and FISH; help explains, Ctrl-D or exit ends\n", SCR_VERSION);
  for (bool first = true, end = false;
       !end && !scr_session_stopped(s) && !f->returned && !scr_session_diag(s)->failed;) {
    scr_buf line = {0};
    scr_buf_puts(&line, "");
    bool more = t.define || t.more;
    scr_typed what = scr_prompt_read(p, more, t.text.s ? t.text.s : "", &line);
    end = what == SCR_TYPED_END;
    if (first) drop_mark(&line);
    first = false;
    if (what == SCR_TYPED_LINE && !more && asks_for_help(line.s)) {
      fine &= give_help(s, line.s);
      scr_buf_free(&line);
      continue;
    }
    if (what == SCR_TYPED_LINE) take_line(&t, line.s);
    if (what == SCR_TYPED_CLEAR) forget(&t);
    if (what == SCR_TYPED_CLEAR || (end && terminal)) fputs("\n", stdout);
    scr_buf_free(&line);
    bool whole = what == SCR_TYPED_LINE && !t.define && !t.more;
    if (scr_signals_end()) break;
    if (whole || (end && t.text.n)) fine &= run(s, f, &t, terminal);
  }
  scr_buf_free(&t.text);
  if (scr_signals_end() && !scr_session_diag(s)->failed)
    fine = scr_fail(scr_session_diag(s), NULL, SCR_E_INTERRUPT, "interrupted");
  return fine;
}

bool scr_repl(scr_session *s) {
  scr_dialect dialect = scr_session_options(s)->dialect >= 0
                            ? (scr_dialect)scr_session_options(s)->dialect
                            : SCR_MODERN;
  scr_source *src = scr_source_new("repl", NULL, "", 0);
  src->nline = 0;
  scr_frame f = {.src = src, .line = 1, .dialect = dialect};
  scr_prompt *p = scr_prompt_new(s, dialect);
  scr_session_prompt(s, &f, scr_prompt_is_terminal(p) ? scr_prompt_width : NULL);
  scr_signals_at_terminal(scr_prompt_is_terminal(p));
  bool fine = loop(s, &f, p) || scr_prompt_is_terminal(p); /* who types has seen the messages */
  scr_signals_at_terminal(false);
  scr_session_prompt(s, NULL, NULL);
  scr_prompt_free(p);
  scr_source_drop(src);
  return fine;
}
