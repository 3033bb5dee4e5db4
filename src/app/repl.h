/* Commands and FISH as they are typed, or from a pipe. */
#ifndef SCR_APP_REPL_H
#define SCR_APP_REPL_H

#include "cmd/session.h"

/* Reads standard input to its end; false if a line has failed. At a terminal an error leaves the
 * session as it is, and ends nothing; an interrupt in a pipe is left in scr_session_diag(s). */
bool scr_repl(scr_session *s);

#endif
