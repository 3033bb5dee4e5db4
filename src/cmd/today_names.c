/* Older data files in the words of today: names that the new file has and the old one had not. */
#include <ctype.h>
#include <string.h>
#include "base/mem.h"
#include "cmd/read.h"
#include "cmd/today_kept.h"

static bool is_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The name of the function whose definition begins on the line; no other word has a parenthesis. */
static void note_function(scr_today *t, const char *line) {
  scr_buf key = {0};
  const char *end = line;
  for (int k = 0, most = 2; k < most; k++) {
    const char *word = end + strspn(end, " \t");
    for (end = word; is_part(*end);) end++;
    if (k == 0 && end - word == 4 && scr_ncasecmp(word, "fish", 4) == 0) most = 3;
    scr_buf_clear(&key);
    scr_buf_put(&key, word, (size_t)(end - word));
  }
  scr_buf_puts(&key, "(");
  scr_names_set(&t->words, key.s, 1);
  scr_buf_free(&key);
}

bool scr_today_is_function(const scr_today *t, const char *name, size_t n) {
  scr_buf key = {0};
  scr_buf_put(&key, name, n);
  scr_buf_puts(&key, "(");
  const bool is = scr_names_get(&t->words, key.s, 0) != 0;
  scr_buf_free(&key);
  return is;
}

/* What stands in quotes counts, too: it may be the name of a function. */
bool scr_today_words(scr_today *t, const scr_source *src) {
  scr_buf file = {0};
  scr_buf_printf(&file, "/%s", src->path ? src->path : src->name); /* no word begins so */
  const bool known = scr_names_get(&t->words, file.s, 0) != 0;
  scr_names_set(&t->words, file.s, 1);
  scr_buf_free(&file);
  for (int k = 0; k < src->nline && !known; k++)
    if (scr_read_defines(src->line[k])) note_function(t, src->line[k]);
  for (int k = 0; k < src->nline && !known; k++)
    for (const char *p = src->line[k], *end, *stop = p + scr_today_code(p); p < stop; p = end) {
      for (end = p; is_part(*end);) end++;
      char *word = scr_strndup(p, (size_t)(end - p));
      if (end > p) scr_names_set(&t->words, word, 1);
      if (end == p) end++;
      scr_free(word);
    }
  return !known;
}

/* Files that are translated one by one may be of one program: no file of theirs has names that
 * begin so. One that has been translated may: then it is the first of name_2, name_3, ... */
#define OURS "scree_"
static void put_free(const scr_today *t, const char *name, size_t n, scr_buf *out) {
  scr_buf b = {0};
  scr_buf_printf(&b, OURS "%.*s", (int)n, name);
  for (int k = 2; scr_names_get(&t->words, b.s, 0); k++) {
    scr_buf_clear(&b);
    scr_buf_printf(&b, OURS "%.*s_%d", (int)n, name, k);
  }
  scr_buf_puts(out, b.s);
  scr_buf_free(&b);
}

void scr_today_fit(const scr_today *t, const char *text, scr_buf *out) {
  for (const char *p = text; *p;) {
    const size_t plain = strcspn(p, SCR_FREE);
    scr_buf_put(out, p, plain);
    p += plain;
    if (!*p) break;
    size_t n = 0;
    for (p++; is_part(p[n]);) n++;
    put_free(t, p, n, out);
    p += n;
  }
}
