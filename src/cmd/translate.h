/* `scree translate`: a data file of PFC 3 to 5 in the words of today. */
#ifndef SCR_TRANSLATE_H
#define SCR_TRANSLATE_H

#include "cmd/session.h"

typedef struct scr_translation {
  scr_buf text;     /* the whole file; empty: it cannot be read */
  scr_buf messages; /* for the user */
  int left;         /* lines that were not translated */
} scr_translation;

/* Both buffers are to be freed. Running the old and the new file gives the same states. */
void scr_translate_file(const scr_options *options, const char *path, scr_translation *out);

#endif
