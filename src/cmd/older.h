/* Spellings of PFC 5 and of early files of PFC 6, in terms of today's. They are read in all modern
 * files, which mix both. */
#ifndef SCR_OLDER_H
#define SCR_OLDER_H

#include "cmd/token.h"

enum { SCR_OLDER_MAX = 64 };

typedef struct scr_older {
  const char *then, *today;
} scr_older;
extern const scr_older scr_older_words[], scr_older_lines[]; /* words, whole lines; end with NULL */

/* The keyword of today for an older one; false if it is none. Safe from any thread. */
bool scr_older_word(const char *then, char today[SCR_OLDER_MAX]);
/* The k-th older word for a keyword of today; false if it has fewer. */
bool scr_older_spelling(const char *today, size_t k, char then[SCR_OLDER_MAX]);
/* Puts the words of a line in today's order, before its command is looked for: `history id 1 @f`,
 * `list @x`, `set @x 1`. Other lines stay as they are. */
void scr_older_line(scr_line *l);

#endif
