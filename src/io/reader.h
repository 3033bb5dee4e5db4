/* Words of a text, one after the other, over the ends of its lines; and what was expected instead.
 * For files of other programs that are read word by word. */
#ifndef SCR_READER_H
#define SCR_READER_H

#include "base/diag.h"

typedef struct scr_reader {
  scr_diag *d;
  scr_source *src; /* the caller's to drop */
  int line;
  const char *p; /* next character */
} scr_reader;

/* At the first word. */
scr_reader scr_reader_of(scr_diag *d, scr_source *src);
/* Length of the next word, which begins at p then; 0 at the end of the file, where the reader stays
 * after the last word. */
size_t scr_reader_peek(scr_reader *r);
/* The place of n characters from p on. */
scr_loc scr_reader_here(const scr_reader *r, size_t n);
/* Takes the next word if it is this one, in any case of letters. */
bool scr_reader_take(scr_reader *r, const char *word);
/* The same; an error if it is another. */
bool scr_reader_need(scr_reader *r, const char *word);
/* A finite number. False after scr_fail. */
bool scr_reader_number(scr_reader *r, double *out);
/* A word, or a text in quotes on one line, where a backslash stands before quotes, backslashes, and
 * n for the end of a line; *quoted (may be NULL): it was the latter. Owned by the caller. */
bool scr_reader_text(scr_reader *r, const char *what, char **out, bool *quoted);
/* Error "expected <what>, found ..." at the next word; returns false. */
bool scr_reader_expected(scr_reader *r, const char *what);

#endif
