/* Words of a text, one after the other, over the ends of its lines; and what was expected instead.
 * For files of other programs that are read word by word. */
#ifndef SCR_WORDS_H
#define SCR_WORDS_H

#include "base/diag.h"

typedef struct scr_words {
  scr_diag *d;
  scr_source *src; /* the caller's to drop */
  int line;
  const char *p; /* next character */
} scr_words;

/* At the first word. */
scr_words scr_words_of(scr_diag *d, scr_source *src);
/* Length of the next word, which begins at p then; 0 at the end of the file, where the reader stays
 * after the last word. */
size_t scr_words_peek(scr_words *r);
/* The place of n characters from p on. */
scr_loc scr_words_here(const scr_words *r, size_t n);
/* Takes the next word if it is this one, in any case of letters. */
bool scr_words_take(scr_words *r, const char *word);
/* The same; an error if it is another. */
bool scr_words_need(scr_words *r, const char *word);
/* A finite number. False after scr_fail. */
bool scr_words_number(scr_words *r, double *out);
/* Error "expected <what>, found ..." at the next word; returns false. */
bool scr_words_expected(scr_words *r, const char *what);

#endif
