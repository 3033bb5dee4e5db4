/* Help from the rows of commands, intrinsics and laws. */
#ifndef SCR_HELP_H
#define SCR_HELP_H

#include "cmd/session.h"

/* Overview, or what the words stand for: a command, module, intrinsic, law or property. False:
 * unknown; out says so. */
bool scr_help(scr_session *s, int n, char *const *word, scr_buf *out);
/* One line for each name: kind TAB name; kinds are command, intrinsic, legacy, law and property. */
void scr_help_names(scr_session *s, scr_buf *out);
/* The same for what stands behind commands: keyword, legacy-keyword, method, event, energy. */
void scr_help_words(scr_buf *out);
void scr_help_ignored(scr_buf *out);

#endif
