/* Telling the dialect of a data file. */
#ifndef SCR_DIALECT_H
#define SCR_DIALECT_H

#include "base/diag.h"
#include "script/fish.h"

/* PFC 3 and 4 are the legacy dialect; 5 and later the modern one, in which words of all of them are
 * read (cmd/older.h). `otherwise`: of a file without any mark. Safe from any thread. */
scr_dialect scr_dialect_of(const scr_source *src, scr_dialect otherwise);

#endif
