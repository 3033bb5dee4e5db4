/* Commands of the program itself: calling files, ending them, echo. */
#include <stdio.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/args.h"
#include "cmd/checking.h"
#include "cmd/commands.h"
#include "cmd/read.h"
#include "cmd/session_kept.h"
#include "cmd/today.h"
#include "cmd/attribute.h"
#include "kernel/law_file.h"
#include "model/models.h"
#include "script/lib.h"

enum { CALL_LINE, CALL_LABEL, CALL_SUPPRESS };
static const scr_word_row call_words[] = {{"line", "<i>", "start with that line"},
                                          {"label", "<s>", "start after the line ':<s>'"},
                                          {"suppress", "", "no echo of its lines"},
                                          {NULL, NULL, NULL}};

typedef struct call {
  char *name;
  scr_loc loc;
  int64_t line;
  char *label;
  scr_loc start_at; /* of the line or label */
  bool suppress;
} call;

static bool is_quoted_suppress(const scr_token *t) {
  return t && t->type == SCR_T_STRING && scr_casecmp(t->text, "suppress") == 0;
}

static bool is_call_word(const scr_args *a) {
  const scr_token *t = scr_args_peek(a);
  if (is_quoted_suppress(t)) return true;
  if (!t || t->type != SCR_T_WORD) return false;
  for (const scr_word_row *r = call_words; r->word; r++)
    if (scr_casecmp(t->text, r->word) == 0) return true;
  return scr_ncasecmp(t->text, "suppress", strlen(t->text)) == 0 && strlen(t->text) > 3;
}

static bool read_call(scr_args *a, call *c) {
  *c = (call){.loc = scr_args_loc(a), .line = 1};
  a->ngiven = 0; /* each file has words of its own */
  if (!scr_args_file(a, false, &c->name)) return false;
  while (is_call_word(a)) {
    int w = CALL_SUPPRESS;
    if (is_quoted_suppress(scr_args_peek(a)))
      a->k++;
    else if (!scr_args_word(a, call_words, &w))
      return false;
    if (w != CALL_SUPPRESS) c->start_at = scr_args_loc(a);
    if (w == CALL_LINE && a->dialect != SCR_MODERN)
      scr_today_leave(a, "a translated file may have other lines: start it at a label");
    if (w == CALL_LABEL) { /* of two the later one */
      scr_free(c->label);
      c->label = NULL;
    }
    if (w == CALL_SUPPRESS)
      c->suppress = true;
    else if (w == CALL_LINE && !scr_args_int(a, "the number of a line", &c->line))
      return false;
    else if (w == CALL_LABEL && !scr_args_string(a, "a label", &c->label))
      return false;
  }
  return true;
}

/* The line behind `:label`; 0 if there is none. */
static int label_line(const scr_source *src, const char *label) {
  for (int k = 0; k < src->nline; k++) {
    const char *p = src->line[k] + strspn(src->line[k], " \t");
    size_t n = strlen(label);
    if (*p == ':' && scr_ncasecmp(p + 1, label, n) == 0 && strchr(" \t;", p[1 + n])) return k + 2;
  }
  return 0;
}

/* Behind the end of the last line stands none, as editors count. */
static int lines_shown(const scr_source *src) {
  return src->nline > 1 && !*src->line[src->nline - 1] ? src->nline - 1 : src->nline;
}

static bool start_line(scr_session *s, const call *c, const scr_source *src, int *line) {
  if (c->label) {
    *line = label_line(src, c->label);
    return *line > 0 || scr_fail(&s->diag, &c->start_at, SCR_E_NAME, "'%s' holds no label ':%s'",
                                 src->name, c->label);
  }
  if (c->line < 1 || c->line > src->nline)
    return scr_fail(&s->diag, c->start_at.src ? &c->start_at : &c->loc, SCR_E_VALUE,
                    lines_shown(src) == 1 ? "'%s' has line %d alone, not %lld"
                                          : "'%s' has lines 1 to %d, not %lld",
                    src->name, lines_shown(src), (long long)c->line);
  *line = (int)c->line;
  return true;
}

/* A line of a file is always reached, so a file that calls itself from its start never ends; a
 * block of FISH may be skipped. */
static bool ends(scr_session *s, const call *c, const char *path) {
  for (const scr_frame *f = s->frame; f && !f->block && c->line == 1 && !c->label; f = f->up)
    if (f->src->path && strcmp(f->src->path, path) == 0)
      return scr_fail(&s->diag, &c->loc, SCR_E_LIMIT, "'%s' calls itself without end", c->name);
  return true;
}

/* The files that called the one with an error; of a long chain its ends. */
static void trace_call(scr_session *s, const call *c) {
  enum { SHOWN = 4 };
  int outer = 0;
  for (const scr_frame *f = s->frame; f; f = f->up) outer++;
  const int inner = s->calls_failed++;
  if (inner < SHOWN || outer <= SHOWN) scr_session_trace(s, &c->loc, "program call");
  if (inner == SHOWN && outer > SHOWN) scr_trace(&s->diag, "  ... more files in between");
}

static bool run_call(scr_session *s, const call *c, char *path) {
  if (scr_checking(s) && !ends(s, c, path)) return false;
  scr_source *src = scr_read_file(&s->diag, &c->loc, path, path);
  if (!src) return false;
  int line = 1;
  bool echo = s->echo;
  if (c->suppress) s->echo = false;
  bool ok = start_line(s, c, src, &line);
  bool known = ok && scr_checking_knows(s, src, line);
  if (ok && !known)
    ok = scr_read_source(s, src, scr_read_dialect(s, src), line, src->nline, NULL, false);
  if (!ok && !scr_checking(s)) trace_call(s, c);
  if (c->suppress) s->echo = echo;
  scr_source_drop(src);
  return ok;
}

/* In a file that is only checked: a name that FISH makes up when it runs. */
static bool is_unknown_call(scr_session *s, const call *c) {
  if (!scr_checking_is_unknown(s, &c->loc)) return false;
  scr_checking_open(s, "the name of a file is made up by FISH");
  return scr_warn(&s->diag, &c->loc, SCR_E_FILE,
                  "which file is called here is known only when the file runs: it is not checked");
}

static bool find_call(scr_session *s, const call *c, char **path) {
  if (scr_casecmp(scr_path_suffix(c->name), ".py") == 0)
    return scr_fail(&s->diag, &c->loc, SCR_E_UNSUPPORTED,
                    "'%s' is Python, which is not supported by scree: write it in FISH", c->name);
  if (is_unknown_call(s, c)) return true;
  *path = scr_read_find(s, c->name);
  if (!*path) scr_checking_open(s, "a file is missing");
  return *path || scr_read_missing(s, &c->loc, c->name);
}

/* All names are read and all files found before the first one runs. */
static bool program_call(scr_args *a) {
  call list[32];
  char *path[32] = {0};
  size_t n = 0;
  bool ok = true;
  do {
    scr_loc at = scr_args_loc(a);
    if (n == 32)
      ok = scr_fail(&a->s->diag, &at, SCR_E_LIMIT, "at most 32 files in one command");
    else
      ok = read_call(a, &list[n++]);
  } while (ok && !scr_args_end(a));
  for (size_t k = 0; ok && k < n; k++)
    scr_today_calls(a, scr_args_is_unknown(a, &list[k].loc) ? NULL : list[k].name);
  for (size_t k = 0; ok && k < n; k++) ok = find_call(a->s, &list[k], &path[k]);
  for (size_t k = 0; ok && k < n && !a->s->stopped; k++)
    ok = !path[k] || run_call(a->s, &list[k], path[k]);
  for (size_t k = 0; k < n; k++) {
    scr_free(list[k].name);
    scr_free(list[k].label);
    scr_free(path[k]);
  }
  return ok;
}

static bool program_return(scr_args *a) {
  if (!scr_args_finish(a)) return false;
  scr_checking_returns(a->s);
  if (a->s->frame) a->s->frame->returned = true;
  return true;
}

static bool program_stop(scr_args *a) {
  if (!scr_args_finish(a)) return false;
  a->s->stopped = true;
  return true;
}

static bool program_echo(scr_args *a) {
  bool on;
  if (scr_args_take(a, "suppress"))
    on = false;
  else if (!scr_args_switch(a, &on))
    return false;
  if (!scr_args_finish(a)) return false;
  a->s->echo = on;
  return true;
}

/* `notice off`, of PFC 5: a switch, not a text. */
static bool is_switch(const scr_args *a) {
  const scr_token *t = a->n == 1 ? &a->tok[0] : NULL;
  return t && t->type == SCR_T_WORD &&
         (scr_casecmp(t->text, "on") == 0 || scr_casecmp(t->text, "off") == 0);
}

static bool pass_switch(scr_args *a, const char *what) {
  a->k = a->n;
  return scr_warn(&a->s->diag, &a->tok[0].loc, SCR_E_UNSUPPORTED,
                  "'%s' is read and ignored: %s are always shown", a->tok[0].text, what);
}

static bool program_echo_line(scr_args *a) {
  char *text;
  if (!scr_args_string(a, "a text", &text)) return false;
  bool ok = scr_args_finish(a);
  if (ok) scr_session_print(a->s, "%s\n", text);
  scr_free(text);
  return ok;
}

static bool program_notice(scr_args *a) {
  return is_switch(a) ? pass_switch(a, "notices") : program_echo_line(a);
}

static bool program_warning(scr_args *a) {
  char *text;
  if (is_switch(a)) return pass_switch(a, "warnings");
  if (!scr_args_string(a, "a text", &text)) return false;
  bool ok = scr_args_finish(a) && scr_warn(&a->s->diag, &a->loc, SCR_E_STATE, "%s", text);
  scr_free(text);
  return ok;
}

enum { LIST_DIRECTORY, LIST_INFORMATION, LIST_NAMED_RANGE, LIST_VERSION };
static const scr_word_row list_words[] = {{"directory", "", "where output files go"},
                                          {"information", "", "threads and dimension"},
                                          {"named-range", "", "named ranges"},
                                          {"version", "", "version of scree"},
                                          {"module", "", "!it has no modules to load"},
                                          {"plugins", "", "!it has no modules to load"},
                                          {"symbols", "", "!use fish list symbols"},
                                          {"trend", "", "!it keeps no trends"},
                                          {NULL, NULL, NULL}};

static bool program_list(scr_args *a) {
  int w = LIST_INFORMATION;
  if (!scr_args_end(a) && !scr_args_word(a, list_words, &w)) return false;
  if (!scr_args_finish(a)) return false;
  scr_session *s = a->s;
  if (w == LIST_DIRECTORY)
    scr_session_print(s, "%s\n", s->out_dir ? s->out_dir : ".");
  else if (w == LIST_VERSION)
    scr_session_print(s, "scree %s\n", SCR_VERSION);
  else if (w == LIST_INFORMATION)
    scr_session_print(s, "dimension %d\n", s->lib.world->dim);
  else
    return scr_command_text(s, "model list range");
  return true;
}

/* ---- contact laws in libraries ---- */

static const scr_word_row load_words[] = {
    {"contactmodelmechanical", "<s>",
     "a contact law by its name x, whose library is scree_law_x.so, or a file"},
    {"automatic", "...", "no effect: laws are loaded by name"},
    {"cmodel", "...", "no effect: there are no zones"},
    {"directory", "...", "no effect: a library is looked for where data files are"},
    {"contactmodelthermal", "...", "no effect: there is no heat"},
    {"function", "...", "no effect: FISH functions come with 'program call'"},
    {"guimodule", "...", "no effect: there is no window"},
    {"fish", "...", "no effect: FISH functions come with 'program call'"},
    {"module", "...", "no effect: scree is one program"},
    {"plotitem", "...", "no effect: there is no window"},
    {0}};

/* The library that a name means: itself, or that of a law of that name. */
static char *law_file(scr_session *s, const char *name) {
  static const char *const suffix[] = {".so", NULL};
  char *path = scr_file_find(s, name, suffix);
  if (path) return path;
  scr_buf b = {0};
  scr_buf_printf(&b, "scree_law_%s", name);
  path = scr_file_find(s, b.s, suffix);
  scr_buf_free(&b);
  return path;
}

static bool load_law_file(scr_args *a, const scr_loc *at, const char *name) {
  static const char *const suffix[] = {".so", NULL};
  if (scr_model_find(name)) return true; /* the program has it */
  char *path = law_file(a->s, name);
  if (!path && scr_lib_law_refused(name, NULL)) return scr_lib_law_unknown(a->diag, at, name);
  if (!path) return scr_file_missing(a->s, at, name, suffix);
  const scr_model *law;
  const char *why = scr_law_load(path, &law);
  scr_free(path);
  return !why || scr_fail(a->diag, at, SCR_E_FILE, "'%s' cannot be loaded: %s", name, why);
}

static bool program_load(scr_args *a) {
  char *name;
  int w = 0;
  if (scr_args_next_is(a, load_words) && !scr_args_word(a, load_words, &w)) return false;
  if (w > 0) {
    const scr_loc word = scr_args_last(a);
    a->k = a->n;
    return scr_warn(a->diag, &word, SCR_E_UNSUPPORTED, "'%s' has %s", load_words[w].word,
                    load_words[w].doc);
  }
  const scr_loc at = scr_args_loc(a);
  if (!scr_args_name(a, "the name of a contact law", &name)) return false;
  const bool ok = scr_args_finish(a) && load_law_file(a, &at, name);
  scr_free(name);
  return ok;
}

static const scr_command rows[] = {
    {"program call", program_call, call_words, "<file> ...", "runs data files", SCR_CMD_GOES_ON},
    {"program echo", program_echo, NULL, "<b>", "shows each line before it runs", 0},
    {"program echo-line", program_echo_line, NULL, "<s>", "prints a text", 0},
    {"program notice", program_notice, NULL, "<s>", "prints a text", 0},
    {"program warning", program_warning, NULL, "<s>", "gives a warning", 0},
    {"program exit", program_stop, NULL, "", "ends the run", SCR_CMD_READING},
    {"program quit", program_stop, NULL, "", "ends the run", SCR_CMD_READING},
    {"program load", program_load, load_words, "", "loads a contact law from a library",
     SCR_CMD_READING},
    {"program list", program_list, list_words, "", "shows facts about the program", 0},
    {"program return", program_return, NULL, "", "ends the file", SCR_CMD_READING},
    {"program stop", program_stop, NULL, "", "ends the run", SCR_CMD_READING},
    {"program threads", NULL, NULL, "<i>", "the number of threads is an option: --threads",
     SCR_CMD_IGNORED},
};
const scr_command_file scr_cmd_program = {rows, sizeof rows / sizeof *rows};
