/* FISH intrinsics io.*, and the names that are known but not offered. */
#include "script/rows.h"

#include <errno.h>
#include <string.h>
#include "base/num.h"
#include "script/vm.h"

/* Prints values and a newline. */
static bool fn_out(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  scr_buf b = {0};
  for (int k = 0; k < n; k++) {
    if (k) scr_buf_puts(&b, " ");
    scr_format_value(f, &a[k], &b);
  }
  scr_buf_puts(&b, "\n");
  if (f->host.print) f->host.print(f->host.user, b.s);
  scr_buf_free(&b);
  *out = scr_val_bool(true);
  return true;
}

/* In PFC 3 and 4 it gives 0: no error. */
static bool fn_out_legacy(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  if (!fn_out(f, n, a, out)) return false;
  *out = scr_val_int(0);
  return true;
}

/* The last line must not ask for another one. */
static void end_of_commands(scr_buf *b) {
  while (b->n && strchr(" \t\n.&", b->s[b->n - 1])) {
    const bool dots = b->n >= 3 && strncmp(b->s + b->n - 3, "...", 3) == 0;
    if (b->s[b->n - 1] == '.' && !dots) break;
    b->n -= dots ? 3 : 1;
  }
}

/* Commands see the locals of the function that runs them. */
static bool run_commands(scr_fish *f, scr_source *src) {
  const scr_vm_frame *fr = f->nframe ? &f->frame[f->nframe - 1] : NULL;
  if (!fr || fr->code->symbol < 0) return f->host.command(f->host.user, src, 1, src->nline, NULL);
  scr_fish_scope scope = {fr->code, fr->base, (int)(fr->pc - 1 - fr->code->ins)};
  return f->host.command(f->host.user, src, 1, src->nline, &scope);
}

/* Runs texts as lines of commands: those of an array or list follow each other, so that one that
 * ends in `...` goes on in the next. */
static bool fn_command(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  scr_buf b = {0};
  const bool many = a->type == SCR_V_ARRAY || a->type == SCR_V_LIST;
  const scr_val *item = many ? scr_val_items(a) : a;
  bool good = f->host.command != NULL;
  SCR_UNUSED(n), SCR_UNUSED(out);
  for (size_t k = 0; good && k < (many ? scr_val_size(a) : 1); k++) {
    good = item[k].type == SCR_V_STR;
    if (good) scr_buf_printf(&b, "%s\n", scr_val_cstr(&item[k], NULL));
  }
  end_of_commands(&b);
  if (good) {
    scr_source *src = scr_source_new("system.command", NULL, b.s ? b.s : "", b.n);
    good = run_commands(f, src);
    scr_source_drop(src);
  } else {
    scr_fail(f->diag, NULL, SCR_E_TYPE, "a command is a string, or an array or list of strings");
  }
  scr_buf_free(&b);
  return good;
}

/* A character of standard input; a signal that asks for nothing is waited out. EOF at its end, and
 * when the user asks to stop. */
static int read_char(const scr_fish *f) {
  for (;;) {
    if (scr_vm_interrupted(f)) return EOF;
    errno = 0;
    const int c = getchar();
    const bool signalled = c == EOF && ferror(stdin) && errno == EINTR;
    if (!signalled) return c;
    clearerr(stdin); /* the next line can be read */
  }
}

/* A line of standard input without its end; the prompt goes where io.out goes. */
static bool read_line(scr_fish *f, int n, const scr_val *prompt, scr_buf *line) {
  if (n) {
    scr_val ignored = {0};
    fn_out(f, n, prompt, &ignored);
  }
  int c;
  while ((c = read_char(f)) != EOF && c != '\n') scr_buf_put(line, &(char){(char)c}, 1);
  if (scr_fish_diag(f)->failed || scr_vm_interrupted(f)) return false;
  if (line->n && line->s[line->n - 1] == '\r') line->n--;
  return c != EOF || line->n ||
         scr_fail(scr_fish_diag(f), NULL, SCR_E_FILE,
                  "standard input has ended: no line can be read");
}

/* The line as a string. */
static bool fn_input(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  scr_buf line = {0};
  bool good = read_line(f, n, a, &line);
  if (good) *out = scr_val_strn(line.s, line.n);
  scr_buf_free(&line);
  return good;
}

/* The line as an integer or a real where it is one, else as a string. */
static bool fn_in(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  if (!fn_input(f, n, a, out)) return false;
  size_t size, used = 0;
  int64_t i = 0;
  double x = 0;
  const char *s = scr_val_cstr(out, &size);
  scr_numkind kind = scr_parse_number(s, &used, &i, &x);
  if (kind == SCR_NUM_NONE || used != size) return true;
  if (kind == SCR_NUM_REAL && !scr_fish_text_fits(f, s, x)) return false;
  const scr_val whole = scr_val_number_of_text(scr_fish_short_ints(f), i);
  scr_put(out, kind == SCR_NUM_INT ? whole : scr_val_real(x));
  return true;
}

/* Assigning a text ends the run with it as its error. */
static bool fn_error(scr_fish *f, int n, const scr_val *a, scr_val *out) {
  SCR_UNUSED(f), SCR_UNUSED(n), SCR_UNUSED(a);
  *out = scr_val_str("");
  return true;
}
static bool set_error(scr_fish *f, int n, const scr_val *a, const scr_val *value) {
  SCR_UNUSED(n), SCR_UNUSED(a);
  scr_buf b = {0};
  scr_format_value(f, value, &b);
  scr_fail(scr_fish_diag(f), NULL, SCR_E_STATE, "%s", b.s ? b.s : "error");
  scr_buf_free(&b);
  return false;
}

#define ERROR_ROW(name, flags)                                                                     \
  {                                                                                                \
    name, 0, 0, ":s=*", fn_error, set_error, NULL, flags,                                          \
        "assigning a message ends the run with it"                                                 \
  }
static const scr_fish_fn rows[] = {
    ROW("io.out", 1, -1, "*...:b", fn_out, 0, "prints a value on a line of its own"),
    ROW("io.in", 0, 1, "*:*", fn_in, 0, "a line of standard input, as a number where it is one"),
    ROW("io.input", 0, 1, "*:s", fn_input, 0, "a line of standard input, as a string"),
    ROW("in", 0, 1, "*:*", fn_in, SCR_FN_LEGACY,
        "a line of standard input, as a number where it is one"),
    ROW("input", 0, 1, "*:s", fn_input, SCR_FN_LEGACY, "a line of standard input, as a string"),
    ROW("system.command", 1, 1, "*:*", fn_command, SCR_FN_COMMANDS,
        "runs commands: a string, or strings that follow each other as lines"),
    ROW("array.command", 1, 1, "*:*", fn_command, SCR_FN_COMMANDS, "the same as system.command"),
    ERROR_ROW("util.error", SCR_FN_OLDER),
    ERROR_ROW("system.error", 0),
    ERROR_ROW("error", SCR_FN_LEGACY),
    ROW("out", 1, 1, "*:i", fn_out_legacy, SCR_FN_LEGACY,
        "prints a value on a line of its own and gives 0: no error"),
};

static const scr_fish_fn refused[] = {
#define X(name, flags, reason) REFUSED(name, flags, reason),
#include "script/refused.def"
#undef X
};

/* Another floor may offer or refuse some of these names itself; then they are left to it. */
void scr_bind_io(scr_fish *f) {
  scr_fish_bind(f, rows, SCR_COUNTOF(rows));
  for (size_t k = 0; k < SCR_COUNTOF(refused); k++)
    if (!scr_fish_find(f, refused[k].name)) scr_fish_bind(f, &refused[k], 1);
}
