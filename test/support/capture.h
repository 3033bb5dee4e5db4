/* What a function prints to standard output or standard error, as a string. */
#ifndef SCR_TEST_CAPTURE_H
#define SCR_TEST_CAPTURE_H

#include "../base/test.h"

#include <unistd.h>

typedef struct capture {
  FILE *stream, *file;
  int saved;
  char text[4096];
} capture;

static inline void capture_begin(capture *c, FILE *stream) {
  c->stream = stream, c->file = tmpfile();
  assert_non_null(c->file);
  fflush(stream);
  c->saved = dup(fileno(stream));
  assert_true(dup2(fileno(c->file), fileno(stream)) >= 0);
}

static inline const char *capture_end(capture *c) {
  fflush(c->stream);
  assert_true(dup2(c->saved, fileno(c->stream)) >= 0);
  close(c->saved);
  rewind(c->file);
  size_t n = fread(c->text, 1, sizeof c->text - 1, c->file);
  c->text[n] = 0;
  fclose(c->file);
  return c->text;
}

#endif
