/* Data files of both dialects: whatever stands in one ends in a result or a message. The first byte chooses dialect and
 * dimension. Only what neither cycles nor writes is worth the time, so lines that would do that are left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/mem.h"
#include "base/str.h"
#include "cmd/session.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool no_print(void *user, const char *text) {
  (void)user;
  (void)text;
  return true;
}

static void no_warning(void *user, const scr_message *m) {
  (void)user;
  (void)m;
}

/* Words that write files, run long, or read other files, in any form: part of a word is enough. */
static bool is_left_out(const char *line, size_t n) {
  static const char *const word[] = {"sav", "sol",  "cyc",    "ste", "exp", "fil", "call", "res",
                                     "gen", "loop", "memory", "log", "imp", "arr", "mat",  "err"};
  for (size_t k = 0; k < SCR_COUNTOF(word); k++)
    for (size_t i = 0; i + strlen(word[k]) <= n; i++)
      if (scr_ncasecmp(line + i, word[k], strlen(word[k])) == 0) return true;
  return false;
}

static char *allowed_lines(const uint8_t *data, size_t size) {
  scr_buf b = {0};
  scr_buf_puts(&b, "");
  for (size_t k = 0; k < size;) {
    const char *line = (const char *)data + k;
    const char *end = memchr(line, '\n', size - k);
    size_t n = end ? (size_t)(end - line) : size - k;
    if (!is_left_out(line, n)) {
      scr_buf_put(&b, line, n);
      scr_buf_puts(&b, "\n");
    }
    k += n + 1;
  }
  return b.s;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  scr_options options = {.dim = data[0] & 1 ? 2 : 3, .threads = 1, .dialect = -1, .out = "/nonexistent", .quiet = true};
  scr_session *s = scr_session_new(&options);
  s->print = no_print;
  s->diag.sink = no_warning;
  char *text = allowed_lines(data + 1, size - 1);
  scr_session_text(s, "fuzz", text, data[0] & 2 ? SCR_LEGACY : SCR_MODERN);
  scr_free(text);
  scr_session_free(s);
  return 0;
}
