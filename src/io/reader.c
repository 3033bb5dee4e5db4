/* Words of a text: see reader.h. */
#include "io/reader.h"

#include <math.h>
#include <string.h>
#include "base/mem.h"
#include "base/num.h"
#include "base/str.h"

static const char blank[] = " \t\r\f\v";

scr_reader scr_reader_of(scr_diag *d, scr_source *src) {
  return (scr_reader){.d = d, .src = src, .line = 1, .p = src->nline ? src->line[0] : ""};
}

size_t scr_reader_peek(scr_reader *r) {
  const scr_reader before = *r;
  for (;;) {
    r->p += strspn(r->p, blank);
    if (*r->p || r->line >= r->src->nline) break;
    r->p = r->src->line[r->line++];
  }
  const size_t n = strcspn(r->p, blank);
  if (!n) *r = before;
  return n;
}

scr_loc scr_reader_here(const scr_reader *r, size_t n) {
  return (scr_loc){r->src, r->line, (int)(r->p - r->src->line[r->line - 1]) + 1,
                   (int)SCR_MAX(n, (size_t)1)};
}

bool scr_reader_expected(scr_reader *r, const char *what) {
  const size_t n = scr_reader_peek(r);
  const scr_loc at = scr_reader_here(r, n);
  if (!n) return scr_fail(r->d, &at, SCR_E_FILE, "expected %s at the end of the file", what);
  return scr_fail(r->d, &at, SCR_E_FILE, "expected %s, found '%.*s'", what,
                  (int)SCR_MIN(n, (size_t)40), r->p);
}

bool scr_reader_take(scr_reader *r, const char *word) {
  const size_t n = scr_reader_peek(r);
  if (n != strlen(word) || scr_ncasecmp(r->p, word, n) != 0) return false;
  r->p += n;
  return true;
}

bool scr_reader_need(scr_reader *r, const char *word) {
  return scr_reader_take(r, word) || scr_reader_expected(r, word);
}

bool scr_reader_number(scr_reader *r, double *out) {
  const size_t n = scr_reader_peek(r);
  size_t len = 0;
  int64_t i;
  if (scr_parse_number(r->p, &len, &i, out) == SCR_NUM_NONE || len != n)
    return scr_reader_expected(r, "a number");
  const scr_loc at = scr_reader_here(r, n);
  if (!isfinite(*out)) return scr_fail(r->d, &at, SCR_E_VALUE, "the number is too large");
  r->p += n;
  return true;
}

static bool quoted_text(scr_reader *r, char **out) {
  const scr_loc at = scr_reader_here(r, 1);
  scr_buf b = {0};
  for (r->p++; *r->p && *r->p != '"'; r->p++) {
    const bool escaped = *r->p == '\\' && r->p[1];
    r->p += escaped;
    scr_buf_put(&b, escaped && *r->p == 'n' ? "\n" : r->p, 1);
  }
  const bool closed = *r->p == '"';
  r->p += closed;
  if (closed) *out = scr_strndup(b.n ? b.s : "", b.n);
  scr_buf_free(&b);
  return closed || scr_fail(r->d, &at, SCR_E_FILE, "the text has no second quote on its line");
}

bool scr_reader_text(scr_reader *r, const char *what, char **out, bool *quoted) {
  const size_t n = scr_reader_peek(r);
  const bool quote = *r->p == '"';
  if (quoted) *quoted = quote;
  if (!n) return scr_reader_expected(r, what);
  if (quote) return quoted_text(r, out);
  *out = scr_strndup(r->p, n);
  r->p += n;
  return true;
}
