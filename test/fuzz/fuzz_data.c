/* Data files of both dialects: whatever stands in one ends in a result or a message. The first byte
 * chooses dialect (2: legacy) and dimension (1: 2D). Memory, time and files are bounded by bound.c;
 * what that cannot bound is changed in the text:
 *   - paths: a / or \ in quotes, or in a line that names files, becomes _, so that no file outside
 * of the folder is touched;
 *   - counts of attempts, balls and facets, where work is done before anyone asks for an interrupt,
 * have two digits at most. */
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "bound.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool has_word(const char *line, size_t n, const char *const *word) {
  for (; *word; word++)
    for (size_t i = 0; i + strlen(*word) <= n; i++)
      if (scr_ncasecmp(line + i, *word, strlen(*word)) == 0) return true;
  return false;
}

/* Abbreviations of the words that are followed by the name of a file. */
static const char *const file_word[] = {"sav", "res", "exp", "fil", "cal", "imp",
                                        "log", "loa", "plo", "pri", NULL};
static const char *const count_word[] = {"gen", "tri", "num", "resol", "size", NULL};

static void tame_paths(char *line, size_t n) {
  const bool all = has_word(line, n, file_word);
  char quote = 0;
  for (size_t k = 0; k < n; k++) {
    char c = line[k];
    if ((c == '/' || c == '\\') && (quote || all)) line[k] = '_';
    if (quote ? c == quote : c == '\'' || c == '"') quote = quote ? 0 : c;
  }
}

/* 12345 becomes 12, and 1e9 becomes 109, then 10. */
static void tame_counts(char *line, size_t n) {
  size_t digits = 0;
  for (size_t k = 0; k < n; k++) {
    bool digit = line[k] >= '0' && line[k] <= '9';
    bool power = digits && (line[k] == 'e' || line[k] == 'E' || line[k] == '^');
    digits = digit || power ? digits + 1 : 0;
    if (digits > 2 || power) line[k] = ' ';
  }
}

static char *tamed(const uint8_t *data, size_t size) {
  scr_buf b = {0};
  scr_buf_put(&b, (const char *)data, size);
  for (size_t k = 0; k < b.n;) {
    const char *end = memchr(b.s + k, '\n', b.n - k);
    size_t n = end ? (size_t)(end - b.s) - k : b.n - k;
    tame_paths(b.s + k, n);
    if (has_word(b.s + k, n, count_word)) tame_counts(b.s + k, n);
    static const char *const any_character[] = {"char", NULL}; /* string.char(47) is a slash */
    if (has_word(b.s + k, n, any_character)) memset(b.s + k, ' ', n);
    k += n + 1;
  }
  return b.s ? b.s : scr_strdup("");
}

static void run(const uint8_t *data, size_t size) {
  scr_session *s = bound_session(data[0] & 1 ? 2 : 3);
  char *text = tamed(data + 1, size - 1);
  scr_session_text(s, "fuzz", text, data[0] & 2 ? SCR_LEGACY : SCR_MODERN);
  scr_free(text);
  bound_end(s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size) bound_run(run, data, size);
  return 0;
}
