/* Reading lines: see prompt.h. */
#include "app/prompt.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>
#include "app/complete.h"
#include "base/late.h"
#include "base/mem.h"
#include "cmd/files.h"
#ifdef SCR_HAVE_LIBEDIT
#include <histedit.h>
#include <locale.h>
#endif

static const char *prompt_text(bool more) { return more ? "     > " : "scree> "; }

/* A line as it comes; the last one may lack its end. */
static scr_typed read_plain(scr_session *s, scr_buf *line) {
  int c;
  errno = 0;
  while ((c = getc(stdin)) != EOF && c != '\n') scr_buf_put(line, &(char){(char)c}, 1);
  if (c == '\n' && line->n && line->s[line->n - 1] == '\r')
    line->s[--line->n] = 0; /* a pipe from Windows */
  bool interrupted = c == EOF && ferror(stdin) && errno == EINTR;
  if (interrupted) clearerr(stdin);
  if (interrupted && *scr_session_interrupt(s)) return SCR_TYPED_CLEAR;
  return c == EOF && !line->n ? SCR_TYPED_END : SCR_TYPED_LINE;
}

#ifdef SCR_HAVE_LIBEDIT

const char scr_prompt_part[] = "libedit";

/* clang-format off */
#define FUNCTIONS(F) \
  F(, el_init) F(, el_end) F(, el_get) F(, el_set) F(, el_gets) F(, el_line) F(, el_cursor) \
  F(, el_deletestr) F(, el_insertstr) F(, history) F(, history_init) F(, history_end)
/* clang-format on */
SCR_LATE(libedit, FUNCTIONS, SCR_HAVE_LIBEDIT);

struct scr_prompt {
  scr_session *s;
  scr_dialect dialect;
  bool terminal, more, cleared;
  const char *above; /* lines of the same command */
  EditLine *edit;
  History *history;
  char *file; /* of the history; NULL: it is not kept */
};

static scr_prompt *prompt_of(EditLine *e) {
  void *p = NULL;
  libedit.el_get(e, EL_CLIENTDATA, &p);
  return p;
}

static char *show_prompt(EditLine *e) {
  static char text[2][8];
  bool more = prompt_of(e)->more;
  snprintf(text[more], sizeof text[more], "%s", prompt_text(more));
  return text[more];
}

/* ---- keys ---- */

/* Ctrl-C: what was typed goes, with the lines above that belong to it. */
static unsigned char key_clear(EditLine *e, int key) {
  SCR_UNUSED(key);
  const LineInfo *l = libedit.el_line(e);
  libedit.el_cursor(e, (int)(l->lastchar - l->cursor));
  l = libedit.el_line(e);
  libedit.el_deletestr(e, (int)(l->lastchar - l->buffer));
  prompt_of(e)->cleared = true;
  fputs("^C", stdout);
  return CC_NEWLINE;
}

static void show_words(const scr_completion *c) {
  size_t width = 0, room = 80, column = 0;
  for (size_t k = 0; k < c->n; k++) width = SCR_MAX(width, strlen(c->word[k]) + 2);
  putchar('\n');
  for (size_t k = 0; k < c->n; k++) {
    bool last = k + 1 == c->n || column + 2 * width > room;
    printf("%-*s%s", last ? 0 : (int)width, c->word[k], last ? "\n" : "");
    column = last ? 0 : column + width;
  }
  fflush(stdout);
}

/* Tab: as much as is certain; what it may be, where nothing is. */
static unsigned char key_complete(EditLine *e, int key) {
  SCR_UNUSED(key);
  const LineInfo *l = libedit.el_line(e);
  scr_prompt *p = prompt_of(e);
  scr_buf text = {0};
  scr_buf_puts(&text, p->more ? p->above : "");
  size_t shift = text.n;
  scr_buf_put(&text, l->buffer, (size_t)(l->cursor - l->buffer));
  scr_completion c;
  scr_complete(p->s, p->dialect, text.s, text.n, &c);
  size_t typed = text.n - c.start;
  unsigned char what = c.n ? CC_REFRESH : CC_REFRESH_BEEP;
  if (c.start >= shift && (c.n == 1 || c.common > typed)) {
    libedit.el_deletestr(e, (int)typed);
    scr_buf word = {0};
    scr_buf_put(&word, c.word[0], c.common);
    bool bracket = text.s[c.start ? c.start - 1 : 0] == '[';
    if (c.n == 1 && c.close && !bracket) scr_buf_put(&word, &c.close, 1);
    libedit.el_insertstr(e, word.s);
    scr_buf_free(&word);
  } else if (c.n > 1) {
    show_words(&c);
    what = CC_REDISPLAY;
  }
  scr_completion_free(&c);
  scr_buf_free(&text);
  return what;
}

/* ---- history ---- */

static char *history_file(void) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
  scr_buf dir = {0};
  if (state && *state == '/') /* the specification ignores relative ones */
    scr_buf_printf(&dir, "%s/scree", state);
  else if (home && *home)
    scr_buf_printf(&dir, "%s/.local/state/scree", home);
  else
    return NULL;
  bool made = scr_path_make(dir.s, 0700);
  scr_buf_puts(&dir, "/history");
  if (made && (access(dir.s, W_OK) == 0 || errno == ENOENT)) return dir.s;
  fprintf(stderr, "scree: warning: the history of commands is not kept: cannot write '%s': %s\n",
          dir.s, strerror(errno));
  scr_buf_free(&dir);
  return NULL;
}

static void history_begin(scr_prompt *p) {
  HistEvent ev;
  p->history = libedit.history_init();
  libedit.history(p->history, &ev, H_SETSIZE, 1000);
  libedit.history(p->history, &ev, H_SETUNIQUE, 1);
  p->file = history_file();
  if (p->file) libedit.history(p->history, &ev, H_LOAD, p->file);
  libedit.el_set(p->edit, EL_HIST, libedit.history, p->history);
}

/* Kept after each line: a run that is killed loses none. */
static void history_add(scr_prompt *p, const char *line) {
  HistEvent ev;
  if (line[strspn(line, " \t\n")] == 0) return;
  libedit.history(p->history, &ev, H_ENTER, line);
  if (p->file) libedit.history(p->history, &ev, H_SAVE, p->file);
}

/* ---- life ---- */

scr_prompt *scr_prompt_new(scr_session *s, scr_dialect dialect) {
  scr_prompt *p = scr_alloc(sizeof *p);
  *p = (scr_prompt){
      .s = s, .dialect = dialect, .terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
  if (!p->terminal || !scr_late_load(&libedit_library)) return p;
  setlocale(LC_CTYPE, "");
  p->edit = libedit.el_init("scree", stdin, stdout, stderr);
  if (!p->edit) return p;
  libedit.el_set(p->edit, EL_CLIENTDATA, p);
  libedit.el_set(p->edit, EL_PROMPT, show_prompt);
  libedit.el_set(p->edit, EL_EDITOR, "emacs");
  libedit.el_set(p->edit, EL_ADDFN, "scree-complete", "completes a word", key_complete);
  libedit.el_set(p->edit, EL_ADDFN, "scree-clear", "forgets what was typed", key_clear);
  libedit.el_set(p->edit, EL_BIND, "^I", "scree-complete", NULL);
  libedit.el_set(p->edit, EL_BIND, "^C", "scree-clear", NULL);
  libedit.el_set(p->edit, EL_BIND, "^R", "em-inc-search-prev", NULL);
  libedit.el_set(p->edit, EL_SETTY, "-d", "-isig",
                 NULL); /* while a line is edited, Ctrl-C is a key */
  history_begin(p);
  return p;
}

void scr_prompt_free(scr_prompt *p) {
  if (p->edit) {
    libedit.el_end(p->edit);
    libedit.history_end(p->history);
  }
  scr_free(p->file);
  scr_free(p);
}

scr_typed scr_prompt_read(scr_prompt *p, bool more, const char *above, scr_buf *line) {
  if (!p->edit) {
    if (p->terminal) fputs(prompt_text(more), stdout), fflush(stdout);
    return read_plain(p->s, line);
  }
  int n = 0;
  p->more = more, p->above = above, p->cleared = false;
  fflush(stdout);
  const char *text = libedit.el_gets(p->edit, &n);
  if (p->cleared) return SCR_TYPED_CLEAR;
  if (!text) return SCR_TYPED_END;
  history_add(p, text);
  scr_buf_put(line, text, strcspn(text, "\n"));
  return SCR_TYPED_LINE;
}

#else

const char scr_prompt_part[] = "";

struct scr_prompt {
  scr_session *s;
  bool terminal;
};

scr_prompt *scr_prompt_new(scr_session *s, scr_dialect dialect) {
  SCR_UNUSED(dialect);
  scr_prompt *p = scr_alloc(sizeof *p);
  *p = (scr_prompt){s, isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)};
  return p;
}

void scr_prompt_free(scr_prompt *p) { scr_free(p); }

scr_typed scr_prompt_read(scr_prompt *p, bool more, const char *above, scr_buf *line) {
  SCR_UNUSED(above);
  if (p->terminal) fputs(prompt_text(more), stdout), fflush(stdout);
  return read_plain(p->s, line);
}

#endif

bool scr_prompt_is_terminal(const scr_prompt *p) { return p->terminal; }

int scr_prompt_width(void) {
  struct winsize size;
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}
