/* Telling the dialect of a data file. */
#ifndef SCR_DIALECT_H
#define SCR_DIALECT_H

#include "base/diag.h"
#include "cmd/session.h"
#include "script/fish.h"

/* PFC 3 and 4 are the legacy dialect, 5 is SCR_PFC5; 6 and later are the modern one, in which words
 * of 5 are read, too (cmd/older.h). `caller`: that of the file which calls it, or NULL. A file
 * without any mark has that of the files which it calls, else its caller's, else that of version 5
 * if it has commands that only older versions know. What a modern file calls is modern unless it
 * is legacy. An interrupt of the session (NULL: none) ends it early. Safe from any thread. */
scr_dialect scr_dialect_of(const scr_session *s, const scr_source *src, const scr_dialect *caller);

#endif
