/* What a half-typed word may become: from the names that help lists, which are the rows that the
 * commands read; after commands that read a file from the names of files. */
#ifndef SCR_APP_COMPLETE_H
#define SCR_APP_COMPLETE_H

#include "cmd/session.h"

typedef struct scr_completion {
  size_t start; /* of the word in the line */
  char **word;  /* what it may become, in order of the alphabet */
  size_t n, cap;
  char close;    /* what to write after a word that is the only one: a blank, a quote, 0: nothing */
  size_t common; /* so many first characters are the same in all of them */
} scr_completion;

/* For the line up to a place in it. */
void scr_complete(scr_session *s, scr_dialect dialect, const char *line, size_t at,
                  scr_completion *out);
void scr_completion_free(scr_completion *c);

#endif
