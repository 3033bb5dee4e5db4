/* Messages for users: see diag.h. */
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/mem.h"

/* Old editors of DOS end a text with Ctrl-Z, or fill its last block with it or with zeros. */
static size_t without_end_mark(const char *text, size_t size) {
  size_t n = size;
  while (n && strchr("\x1a\r\n \t", text[n - 1])) n--;
  const char *mark = memchr(text + n, 0x1a, size - n);
  return mark ? (size_t)(mark - text) : size;
}

/* CR LF and a lone CR end a line as LF does; a zero byte becomes a blank, and the source tells
 * where. Returns the size then. */
static size_t unify_lines(scr_source *s, char *text, size_t size) {
  size_t n = 0, nline = 1, start = 0;
  if (!memchr(text, '\r', size) && !memchr(text, 0, size)) return size;
  for (size_t k = 0; k < size; k++) {
    char c = text[k];
    if (c == '\r') {
      if (k + 1 < size && text[k + 1] == '\n') continue;
      c = '\n';
    }
    if (c == 0 && !s->zero_line)
      s->zero_line = s->nline + (int)nline, s->zero_col = (int)(n - start) + 1;
    if (c == 0) c = ' ';
    text[n++] = c;
    if (c == '\n') nline++, start = n;
  }
  return n;
}

/* Lines in their own memory, `block`, with room for a zero after the text. */
static void append_lines(scr_source *s, char *block, char *text, size_t size) {
  SCR_GROW(s->text, s->cap_text, s->ntext + 1);
  s->text[s->ntext++] = block;
  size = unify_lines(s, text, without_end_mark(text, size));
  size_t n = (size_t)s->nline;
  char *p = text, *last = text + size;
  *last = 0;
  for (;;) {
    SCR_GROW(s->line, s->cap_line, n + 1);
    s->line[n++] = p;
    char *end = memchr(p, '\n', (size_t)(last - p));
    if (!end) break;
    *end = 0;
    p = end + 1;
  }
  s->nline = (int)n;
}

void scr_source_append(scr_source *s, const char *text, size_t size) {
  char *block = scr_alloc(size + 1);
  if (size) memcpy(block, text, size);
  append_lines(s, block, block, size);
}

static scr_source *source_named(const char *name, const char *path) {
  scr_source *s = scr_alloc(sizeof *s);
  s->refs = 1;
  s->name = scr_strdup(name);
  s->path = path ? scr_strdup(path) : NULL;
  return s;
}

/* Editors put a mark in front of a text in UTF-8. */
static size_t mark_size(const char *text, size_t size) {
  return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

scr_source *scr_source_new(const char *name, const char *path, const char *text, size_t size) {
  scr_source *s = source_named(name, path);
  const size_t mark = mark_size(text, size);
  scr_source_append(s, text + mark, size - mark);
  return s;
}

scr_source *scr_source_own(const char *name, const char *path, char *text, size_t size) {
  scr_source *s = source_named(name, path);
  const size_t mark = mark_size(text, size);
  append_lines(s, text, text + mark, size - mark);
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
  for (size_t k = 0; k < s->ntext; k++) scr_free(s->text[k]);
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

static void message_place(scr_message *m, const scr_loc *loc) {
  scr_free(m->where);
  scr_free(m->excerpt);
  m->where = scr_strdup(loc->src->name);
  m->excerpt = loc->line >= 1 && loc->line <= loc->src->nline
                   ? scr_strdup(loc->src->line[loc->line - 1])
                   : NULL;
  m->line = loc->line;
  m->col = loc->col;
  m->len = loc->len;
}

/* A printed number that is none has no sign. */
static void drop_sign_of_nan(char *text) {
  for (char *p = text; (p = strstr(p, "-nan")) != NULL; p++)
    if ((p == text || strchr(" (,=", p[-1])) &&
        !strchr("0123456789abcdefghijklmnopqrstuvwxyz_-", p[4] ? p[4] : ' '))
      memmove(p, p + 1, strlen(p));
}

static void message_fill(scr_message *m, const scr_loc *loc, scr_code code, const char *fmt,
                         va_list ap) {
  m->code = code;
  scr_buf b = {0};
  scr_buf_vprintf(&b, fmt, ap);
  drop_sign_of_nan(b.s);
  m->text = b.s;
  if (loc && loc->src) message_place(m, loc);
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

void scr_diag_place(scr_diag *d, const scr_loc *loc, const char *about) {
  if (!d->failed) return;
  scr_buf b = {0};
  scr_buf_printf(&b, "%s%s", about, d->error.text);
  scr_free(d->error.text);
  d->error.text = b.s;
  message_place(&d->error, loc);
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

bool scr_diag_forgive(scr_diag *d) {
  const scr_code code = d->error.code;
  if (!d->failed || d->strict || code == SCR_E_INTERRUPT || code == SCR_E_MEMORY) return false;
  d->error.error = false;
  d->warnings++;
  if (d->sink) d->sink(d->user, &d->error);
  scr_diag_clear(d);
  return true;
}

void scr_diag_clear(scr_diag *d) {
  message_free(&d->error);
  d->failed = false;
}

static void put_safe(scr_buf *out, const char *text) { scr_buf_put_safe(out, text, strlen(text)); }

static bool inside_character(char c) { return ((unsigned char)c & 0xc0) == 0x80; }

/* A word of a message may be as long as a file. */
static void put_part(scr_buf *out, const char *text) {
  enum { SHOWN = 1000, BEGIN = 700, END = 200 };
  size_t all = strlen(text), head = BEGIN, tail = all - SCR_MIN(all, (size_t)END);
  if (all <= SHOWN) {
    put_safe(out, text);
    return;
  }
  while (inside_character(text[head])) head++;
  while (inside_character(text[tail])) tail++;
  scr_buf_put_safe(out, text, head);
  scr_buf_puts(out, " ... ");
  put_safe(out, text + tail);
}

/* Columns count characters, whatever their bytes; a tab is one. */
static size_t characters(const char *text, size_t n) {
  size_t count = 0;
  for (size_t k = 0; k < n; count++) {
    size_t len = scr_utf8_length(text + k, n - k);
    k += len ? len : 1;
  }
  return count;
}

/* Of a long line what stands around a place, bytes [from, from + len) of it, which move with it;
 * dots stand for the rest. */
static char *around(const char *text, size_t *from, size_t *len) {
  enum { SHOWN = 200, BEFORE = 80, BEHIND = 100 };
  size_t all = strlen(text), lo = *from > BEFORE ? *from - BEFORE : 0,
         hi = SCR_MIN(all, *from + BEHIND);
  if (all <= SHOWN) return scr_strdup(text);
  while (lo > 0 && inside_character(text[lo])) lo--;
  while (hi < all && inside_character(text[hi])) hi++;
  scr_buf b = {0};
  scr_buf_puts(&b, lo ? "... " : "");
  *len = SCR_MIN(*len, SCR_MAX(hi - *from, (size_t)1));
  *from = *from - lo + b.n;
  scr_buf_put(&b, text + lo, hi - lo);
  scr_buf_puts(&b, hi < all ? " ..." : "");
  return b.s;
}

/* The line, and below it a caret under its place; tabs stay tabs, so that both lines are equally
 * wide. */
static void put_excerpt(const scr_message *m, scr_buf *out) {
  size_t from = (size_t)m->col - 1, len = m->len > 1 ? (size_t)m->len : 1;
  char *text = around(m->excerpt, &from, &len);
  size_t all = strlen(text);
  scr_buf dropped = {0};
  scr_buf_puts(out, "  ");
  put_safe(out, text);
  scr_buf_puts(out, "\n  ");
  for (size_t k = 0; k < from;) {
    size_t n = scr_utf8_length(text + k, from - k),
           width = scr_buf_put_safe(&dropped, text + k, n ? n : 1);
    scr_buf_printf(out, "%*s", (int)width, text[k] == '\t' ? "\t" : " ");
    k += n ? n : 1;
  }
  size_t seen = SCR_MIN(len, all - from),
         width = scr_buf_put_safe(&dropped, text + from, seen) + (len - seen);
  scr_buf_puts(out, "^");
  for (size_t k = 1; k < width; k++) scr_buf_puts(out, "~");
  scr_buf_puts(out, "\n");
  scr_buf_free(&dropped);
  scr_free(text);
}

enum { TRACE_HEAD = 10, TRACE_TAIL = 3 };

/* A chain without end is cut in its middle. */
static void put_trace(scr_buf *out, const char *trace) {
  size_t n = 1, k = 0, left = 0;
  for (const char *p = trace; *p; p++) n += *p == '\n';
  bool cut = n > TRACE_HEAD + TRACE_TAIL + 1;
  for (const char *p = trace; *p; k++) {
    size_t len = strcspn(p, "\n");
    char *line = scr_strndup(p, len);
    bool inner = cut && k >= TRACE_HEAD && k < n - TRACE_TAIL;
    size_t more = 0;
    left += !inner ? 0 : sscanf(line, "  ... %zu more calls", &more) == 1 ? more : 1;
    if (cut && k + TRACE_TAIL == n) scr_buf_printf(out, "  ... %zu more calls\n", left);
    if (!inner) {
      put_safe(out, line);
      scr_buf_puts(out, "\n");
    }
    scr_free(line);
    p += len + (p[len] != 0);
  }
}

void scr_message_format(const scr_message *m, scr_buf *out) {
  bool shown = m->excerpt && m->col > 0 && (size_t)m->col <= strlen(m->excerpt) + 1;
  if (m->where) {
    put_safe(out, m->where);
    scr_buf_puts(out, ":");
    if (m->line > 0) scr_buf_printf(out, "%d:", m->line);
    if (m->line > 0 && m->col > 0)
      scr_buf_printf(out,
                     "%d:", shown ? (int)characters(m->excerpt, (size_t)m->col - 1) + 1 : m->col);
    scr_buf_puts(out, " ");
  }
  scr_buf_printf(out, "%s %s: ", m->error ? "error" : "warning", scr_code_word(m->code));
  put_part(out, m->text ? m->text : "");
  scr_buf_puts(out, "\n");
  if (shown) put_excerpt(m, out);
  if (m->hint) {
    scr_buf_puts(out, "  ");
    put_part(out, m->hint);
    scr_buf_puts(out, "\n");
  }
  if (m->trace) put_trace(out, m->trace);
}

bool scr_interrupted(scr_diag *d) {
  if (!d->interrupt || !*d->interrupt) return false;
  scr_fail(d, NULL, SCR_E_INTERRUPT, "interrupted");
  return true;
}

bool scr_diag_exhausted(const scr_diag *d) {
  static const int full[] = {ENOSPC, EFBIG, EDQUOT};
  if (!d->failed) return false;
  for (size_t k = 0; k < SCR_COUNTOF(full); k++)
    if (strstr(d->error.text, strerror(full[k]))) return true;
  return d->error.code == SCR_E_MEMORY;
}
