/* Messages for users: see diag.h. */
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"

/* Splits into lines; CR LF and a lone CR end a line as LF does; a UTF-8 byte-order mark is skipped. */
scr_source *scr_source_new(const char *name, const char *path, const char *text, size_t size) {
  scr_source *s = scr_alloc(sizeof *s);
  s->refs = 1;
  s->name = scr_strdup(name);
  s->path = path ? scr_strdup(path) : NULL;
  if (size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) text += 3, size -= 3;
  s->text = scr_alloc(size + 1);
  size_t n = 0, nline = 1;
  for (size_t k = 0; k < size; k++) {
    char c = text[k];
    if (c == '\r') {
      if (k + 1 < size && text[k + 1] == '\n') continue;
      c = '\n';
    }
    if (c == 0) c = ' ';
    nline += c == '\n';
    s->text[n++] = c;
  }
  s->size = n;
  s->line = scr_alloc(nline * sizeof *s->line);
  char *p = s->text;
  for (size_t k = 0; k < nline; k++) {
    s->line[k] = p;
    while (*p && *p != '\n') p++;
    *p++ = 0;
  }
  s->nline = (int)nline;
  return s;
}

scr_source *scr_source_hold(scr_source *s) {
  if (s) s->refs++;
  return s;
}

void scr_source_drop(scr_source *s) {
  if (!s || --s->refs > 0) return;
  scr_free(s->name);
  scr_free(s->path);
  scr_free(s->text);
  scr_free(s->line);
  scr_free(s);
}

const char *scr_code_word(scr_code code) {
  static const char *const word[] = {
#define X(id, w) w,
      SCR_CODES(X)
#undef X
  };
  return word[code];
}

static void message_free(scr_message *m) {
  scr_free(m->where);
  scr_free(m->excerpt);
  scr_free(m->text);
  scr_free(m->hint);
  scr_free(m->trace);
  *m = (scr_message){0};
}

static void message_fill(scr_message *m, const scr_loc *loc, scr_code code, const char *fmt, va_list ap) {
  m->code = code;
  scr_buf b = {0};
  scr_buf_vprintf(&b, fmt, ap);
  m->text = b.s;
  if (!loc || !loc->src) return;
  m->where = scr_strdup(loc->src->name);
  m->line = loc->line;
  m->col = loc->col;
  m->len = loc->len;
  if (loc->line >= 1 && loc->line <= loc->src->nline) m->excerpt = scr_strdup(loc->src->line[loc->line - 1]);
}

bool scr_report(scr_diag *d, const scr_loc *loc, scr_code code, const char *fmt, ...) {
  if (d->failed) return false;
  d->failed = true;
  va_list ap;
  va_start(ap, fmt);
  message_fill(&d->error, loc ? loc : &d->at, code, fmt, ap);
  va_end(ap);
  d->error.error = true;
  return false;
}

bool scr_hint(scr_diag *d, const char *fmt, ...) {
  if (!d->failed || d->error.hint) return false;
  scr_buf b = {0};
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  d->error.hint = b.s;
  return false;
}

void scr_trace(scr_diag *d, const char *fmt, ...) {
  if (!d->failed) return;
  scr_buf b = {0};
  if (d->error.trace) scr_buf_printf(&b, "%s\n", d->error.trace);
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(&b, fmt, ap);
  va_end(ap);
  scr_free(d->error.trace);
  d->error.trace = b.s;
}

bool scr_warn(scr_diag *d, const scr_loc *loc, scr_code code, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  scr_message m = {0};
  message_fill(&m, loc ? loc : &d->at, code, fmt, ap);
  va_end(ap);
  d->warnings++;
  bool fine = true;
  if (d->strict) {
    fine = scr_fail(d, loc, code, "%s (a warning, an error under --strict)", m.text);
  } else if (d->sink) {
    d->sink(d->user, &m);
  }
  message_free(&m);
  return fine;
}

void scr_diag_clear(scr_diag *d) {
  message_free(&d->error);
  d->failed = false;
}

void scr_message_format(const scr_message *m, scr_buf *out) {
  if (m->where) {
    scr_buf_printf(out, "%s:", m->where);
    if (m->line > 0) scr_buf_printf(out, "%d:", m->line);
    if (m->line > 0 && m->col > 0) scr_buf_printf(out, "%d:", m->col);
    scr_buf_puts(out, " ");
  }
  scr_buf_printf(out, "%s %s: %s\n", m->error ? "error" : "warning", scr_code_word(m->code), m->text ? m->text : "");
  if (m->excerpt && m->col > 0 && (size_t)m->col <= strlen(m->excerpt) + 1) {
    scr_buf_printf(out, "  %s\n  ", m->excerpt);
    for (int k = 0; k + 1 < m->col; k++) scr_buf_puts(out, m->excerpt[k] == '\t' ? "\t" : " ");
    scr_buf_puts(out, "^");
    for (int k = 1; k < m->len; k++) scr_buf_puts(out, "~");
    scr_buf_puts(out, "\n");
  }
  if (m->hint) scr_buf_printf(out, "  %s\n", m->hint);
  if (m->trace) scr_buf_printf(out, "%s\n", m->trace);
}

bool scr_diag_exhausted(const scr_diag *d) {
  static const int full[] = {ENOSPC, EFBIG, EDQUOT};
  if (!d->failed) return false;
  for (size_t k = 0; k < SCR_COUNTOF(full); k++)
    if (strstr(d->error.text, strerror(full[k]))) return true;
  return d->error.code == SCR_E_MEMORY;
}
