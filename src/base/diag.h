/* Messages for users: an error or warning with file, line, column, what was expected and the
 * nearest known word. */
#ifndef SCR_DIAG_H
#define SCR_DIAG_H

#include "base/base.h"
#include "base/str.h"

/* A text that is being read. Reference counted, since functions, callbacks and messages point into
 * it. */
typedef struct scr_source {
  int refs;
  char *name;  /* as the user wrote it, used in messages */
  char *path;  /* where it was found; NULL for text that is no file */
  char **text; /* the memory of the lines: one piece for each part of the text */
  size_t ntext, cap_text, cap_line;
  int nline;
  int zero_line, zero_col; /* of the first zero byte, which no text holds; 0: there is none */
  char **line;             /* line[k] is line k+1; each zero terminated, without its newline */
} scr_source;
/* A byte-order mark in front and Ctrl-Z at the end are left out. */
scr_source *scr_source_new(const char *name, const char *path, const char *text, size_t size);
/* The same of a text from scr_alloc() with room for a byte after it, which the source takes. */
scr_source *scr_source_own(const char *name, const char *path, char *text, size_t size);
/* More lines at the end (what is typed); lines that are there stay where they are. */
void scr_source_append(scr_source *s, const char *text, size_t size);
scr_source *scr_source_hold(scr_source *s);
void scr_source_drop(scr_source *s);

/* A place in a source. line and col count from 1; 0 means unknown. len is the width of the caret
 * line. In bytes: messages turn them into characters. */
typedef struct scr_loc {
  scr_source *src; /* borrowed */
  int line, col, len;
} scr_loc;

/* Kinds of messages, the word printed after "error". */
#define SCR_CODES(X)                                                                               \
  X(NONE, "none")                                                                                  \
  X(SYNTAX, "syntax")                                                                              \
  X(NAME, "name")                                                                                  \
  X(TYPE, "type")                                                                                  \
  X(VALUE, "value")                                                                                \
  X(STATE, "state")                                                                                \
  X(MATH, "math")                                                                                  \
  X(LIMIT, "limit")                                                                                \
  X(FILE, "file")                                                                                  \
  X(SAVE, "save")                                                                                  \
  X(UNSUPPORTED, "unsupported")                                                                    \
  X(MEMORY, "memory")                                                                              \
  X(INTERRUPT, "interrupt")
typedef enum scr_code {
#define X(id, word) SCR_E_##id,
  SCR_CODES(X)
#undef X
} scr_code;
const char *scr_code_word(scr_code code);

typedef struct scr_message {
  bool error; /* else a warning */
  scr_code code;
  char *where;   /* name of the source, copied; NULL when the message belongs to no place */
  char *excerpt; /* the source line, copied, or NULL */
  int line, col, len;
  char *text;
  char *hint;  /* or NULL */
  char *trace; /* call chain, one line each, or NULL */
} scr_message;

/* Receives each warning as it happens. */
typedef void (*scr_warning_sink)(void *user, const scr_message *m);

/* Holds at most one pending error (the first stays; what follows from it is dropped) and counts
 * warnings. Not thread safe: one a session; kernels report through flags. */
typedef struct scr_diag {
  bool failed;
  scr_message error;
  scr_loc at; /* where messages without a place of their own belong: the command being run */
  int warnings;
  bool strict;                    /* warnings are errors */
  const volatile bool *interrupt; /* becomes true when the user asks to stop, in a signal handler or
                                     another thread; NULL: never */
  scr_warning_sink sink;
  void *user;
} scr_diag;

/* Records an error; always returns false, so that a function can end with `return scr_fail(...)`.
 * `loc` may be NULL: d->at. */
SCR_COLD bool scr_report(scr_diag *d, const scr_loc *loc, scr_code code, const char *fmt, ...)
    SCR_PRINTF(4, 5);
static inline bool scr_failed(void) { return false; }
#define scr_fail(...) (scr_report(__VA_ARGS__), scr_failed())
/* Moves the pending error to a place in a text, and puts `about` in front of it (may be ""). */
void scr_diag_place(scr_diag *d, const scr_loc *loc, const char *about);
/* Adds a hint ("expected ...", "did you mean ...?") to the pending error; returns false. Keeps the
 * first hint. */
SCR_COLD bool scr_hint(scr_diag *d, const char *fmt, ...) SCR_PRINTF(2, 3);
/* Adds a line to the call chain of the pending error. */
SCR_COLD void scr_trace(scr_diag *d, const char *fmt, ...) SCR_PRINTF(2, 3);
/* Sends a warning; false if warnings are errors (--strict), true else. */
SCR_COLD bool scr_warn(scr_diag *d, const scr_loc *loc, scr_code code, const char *fmt, ...)
    SCR_PRINTF(4, 5);
/* Has the user asked to stop? Then that is the pending error. What takes long asks now and then,
 * where nothing is half done. */
bool scr_interrupted(scr_diag *d);
/* Is the pending error one of resources: memory, or a full disk? Messages about files end with the
 * system's own words. */
bool scr_diag_exhausted(const scr_diag *d);
/* Makes the pending error a warning. False, and it stays: warnings are errors, or it is one of
 * those that end a run in any case (an interrupt, memory), or there is none. */
bool scr_diag_forgive(scr_diag *d);
/* Forgets the pending error. */
void scr_diag_clear(scr_diag *d);
/* `file:line:col: error CODE: text`, excerpt, caret line, hint, call chain; ends in a newline. */
void scr_message_format(const scr_message *m, scr_buf *out);

#endif
