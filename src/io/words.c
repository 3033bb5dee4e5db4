/* Words of a text: see words.h. */
#include "io/words.h"

#include <math.h>
#include <string.h>
#include "base/num.h"
#include "base/str.h"

static const char blank[] = " \t\r\f\v";

scr_words scr_words_of(scr_diag *d, scr_source *src) {
  return (scr_words){.d = d, .src = src, .line = 1, .p = src->nline ? src->line[0] : ""};
}

size_t scr_words_peek(scr_words *r) {
  const scr_words before = *r;
  for (;;) {
    r->p += strspn(r->p, blank);
    if (*r->p || r->line >= r->src->nline) break;
    r->p = r->src->line[r->line++];
  }
  const size_t n = strcspn(r->p, blank);
  if (!n) *r = before;
  return n;
}

scr_loc scr_words_here(const scr_words *r, size_t n) {
  return (scr_loc){r->src, r->line, (int)(r->p - r->src->line[r->line - 1]) + 1,
                   (int)SCR_MAX(n, (size_t)1)};
}

bool scr_words_expected(scr_words *r, const char *what) {
  const size_t n = scr_words_peek(r);
  const scr_loc at = scr_words_here(r, n);
  if (!n) return scr_fail(r->d, &at, SCR_E_FILE, "expected %s at the end of the file", what);
  return scr_fail(r->d, &at, SCR_E_FILE, "expected %s, found '%.*s'", what,
                  (int)SCR_MIN(n, (size_t)40), r->p);
}

bool scr_words_take(scr_words *r, const char *word) {
  const size_t n = scr_words_peek(r);
  if (n != strlen(word) || scr_ncasecmp(r->p, word, n) != 0) return false;
  r->p += n;
  return true;
}

bool scr_words_need(scr_words *r, const char *word) {
  return scr_words_take(r, word) || scr_words_expected(r, word);
}

bool scr_words_number(scr_words *r, double *out) {
  const size_t n = scr_words_peek(r);
  size_t len = 0;
  int64_t i;
  if (scr_parse_number(r->p, &len, &i, out) == SCR_NUM_NONE || len != n)
    return scr_words_expected(r, "a number");
  const scr_loc at = scr_words_here(r, n);
  if (!isfinite(*out)) return scr_fail(r->d, &at, SCR_E_VALUE, "the number is too large");
  r->p += n;
  return true;
}
