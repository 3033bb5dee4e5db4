/* Strings: see str.h. */
#include "base/str.h"

#include <stdio.h>
#include <string.h>
#include "base/mem.h"

void scr_buf_put(scr_buf *b, const char *s, size_t n) {
  SCR_GROW(b->s, b->cap, b->n + n + 1);
  if (n) memcpy(b->s + b->n, s, n);
  b->n += n;
  b->s[b->n] = 0;
}

void scr_buf_puts(scr_buf *b, const char *s) { scr_buf_put(b, s, strlen(s)); }

void scr_buf_put_markup(scr_buf *b, const char *s, size_t n) {
  for (size_t k = 0; k < n; k++) {
    const char c = s[k], *as = c == '&'   ? "&amp;"
                               : c == '<' ? "&lt;"
                               : c == '>' ? "&gt;"
                               : c == '"' ? "&quot;"
                                          : NULL;
    scr_buf_put(b, as ? as : s + k, as ? strlen(as) : 1);
  }
}

void scr_buf_vprintf(scr_buf *b, const char *fmt, va_list ap) {
  va_list again;
  va_copy(again, ap);
  int n = vsnprintf(NULL, 0, fmt, ap); /* NOLINT: the caller began it */
  SCR_GROW(b->s, b->cap, b->n + (size_t)n + 1);
  vsnprintf(b->s + b->n, (size_t)n + 1, fmt, again);
  va_end(again);
  b->n += (size_t)n;
}

void scr_buf_printf(scr_buf *b, const char *fmt, ...) {
  va_list ap;
  va_start(ap, fmt);
  scr_buf_vprintf(b, fmt, ap);
  va_end(ap);
}

/* Sequences that are too long, surrogates and what lies above U+10FFFF are no characters. */
size_t scr_utf8_length(const char *s, size_t n) {
  const unsigned char *u = (const unsigned char *)s;
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (n == 0) return 0;
  if (u[0] < 0x80) return 1;
  size_t len = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
  if (u[0] < 0xc2 || u[0] > 0xf4 || len > n) return 0;
  uint32_t code = u[0] & (0x7fu >> len);
  for (size_t k = 1; k < len; k++) {
    if ((u[k] & 0xc0) != 0x80) return 0;
    code = code << 6 | (u[k] & 0x3f);
  }
  return code < least[len] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000) ? 0 : len;
}

size_t scr_buf_put_safe(scr_buf *b, const char *s, size_t n) {
  size_t shown = 0;
  for (size_t k = 0; k < n;) {
    unsigned char c = (unsigned char)s[k];
    size_t len = scr_utf8_length(s + k, n - k);
    bool control = (c < 0x20 && c != '\t' && c != '\n') || c == 0x7f ||
                   (len == 2 && c == 0xc2 && (unsigned char)s[k + 1] < 0xa0);
    if (len && !control) {
      scr_buf_put(b, s + k, len);
      shown++;
    } else {
      len = 1;
      scr_buf_printf(b, "\\x%02x", c);
      shown += 4;
    }
    k += len;
  }
  return shown;
}

void scr_buf_clear(scr_buf *b) {
  b->n = 0;
  if (b->s) b->s[0] = 0;
}

void scr_buf_free(scr_buf *b) {
  scr_free(b->s);
  *b = (scr_buf){0};
}

char *scr_strndup(const char *s, size_t n) {
  char *t = scr_alloc(n + 1);
  memcpy(t, s, n);
  return t;
}

char *scr_strdup(const char *s) { return scr_strndup(s, strlen(s)); }

void scr_lowercase(char *s) {
  for (; *s; s++) *s = (char)scr_lower((unsigned char)*s);
}

bool scr_is_one_of(const char *s, const char *const *list) {
  while (*list && scr_casecmp(*list, s) != 0) list++;
  return *list != NULL;
}

int scr_casecmp(const char *a, const char *b) {
  for (; scr_lower((unsigned char)*a) == scr_lower((unsigned char)*b); a++, b++)
    if (!*a) return 0;
  return scr_lower((unsigned char)*a) - scr_lower((unsigned char)*b);
}

int scr_ncasecmp(const char *a, const char *b, size_t n) {
  for (; n > 0; n--, a++, b++) {
    int d = scr_lower((unsigned char)*a) - scr_lower((unsigned char)*b);
    if (d || !*a) return d;
  }
  return 0;
}

enum { WORD_MAX = 63 };

/* Damerau's distance (optimal string alignment) over three rows of the table. */
int scr_edit_distance(const char *a, const char *b) {
  size_t la = strlen(a), lb = strlen(b);
  if (la > WORD_MAX || lb > WORD_MAX) return WORD_MAX;
  int row[3][WORD_MAX + 1];
  for (size_t j = 0; j <= lb; j++) row[0][j] = (int)j;
  for (size_t i = 1; i <= la; i++) {
    int *now = row[i % 3], *before = row[(i + 2) % 3], *two = row[(i + 1) % 3];
    now[0] = (int)i;
    for (size_t j = 1; j <= lb; j++) {
      int ca = scr_lower((unsigned char)a[i - 1]), cb = scr_lower((unsigned char)b[j - 1]);
      int best = before[j - 1] + (ca != cb);
      best = SCR_MIN(best, before[j] + 1);
      best = SCR_MIN(best, now[j - 1] + 1);
      if (i > 1 && j > 1 && ca == scr_lower((unsigned char)b[j - 2]) &&
          cb == scr_lower((unsigned char)a[i - 2]))
        best = SCR_MIN(best, two[j - 2] + 1);
      now[j] = best;
    }
  }
  return row[la % 3][lb];
}

/* How many letters of the word say what is meant: not those up to a point, or from one on, that the
 * candidate has as well. */
static size_t own_letters(const char *word, const char *candidate) {
  size_t n = strlen(word), m = strlen(candidate), head = 0, tail = 0;
  for (size_t k = 0; k < n && k < m &&
                     scr_lower((unsigned char)word[k]) == scr_lower((unsigned char)candidate[k]);
       k++)
    if (word[k] == '.') head = k + 1;
  for (size_t k = 1; k <= n - head && k <= m; k++) {
    if (scr_lower((unsigned char)word[n - k]) != scr_lower((unsigned char)candidate[m - k])) break;
    if (word[n - k] == '.') tail = k;
  }
  return n - head - tail;
}

/* ball.vel.q: a name with a part too many. */
static bool is_head(const char *candidate, const char *word) {
  size_t m = strlen(candidate);
  return m > 2 && scr_ncasecmp(candidate, word, m) == 0 && word[m] == '.';
}

/* The beginning of a word is as near as one change. */
void scr_nearest_offer(scr_nearest *n, const char *candidate) {
  size_t len = strlen(n->word);
  int d = scr_edit_distance(n->word, candidate), bound = (int)(own_letters(n->word, candidate) / 3);
  if (len > 2 && d > 1 && scr_ncasecmp(n->word, candidate, len) == 0) d = 1;
  if (is_head(candidate, n->word)) d = bound = 1;
  if (d > bound || (n->best && d >= n->distance)) return;
  n->best = candidate;
  n->distance = d;
}
