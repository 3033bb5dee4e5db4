/* What asks the program from outside to end: SIGINT, SIGTERM, SIGHUP. */
#ifndef SCR_APP_SIGNALS_H
#define SCR_APP_SIGNALS_H

#include "base/base.h"

/* From now on these signals set *interrupt, for a session that looks at it now and then; those that
 * were ignored when the program began stay so (nohup, jobs in the background of a script). A second
 * SIGINT ends the program at once. */
void scr_signals_catch(volatile bool *interrupt);
/* Where a person types, SIGINT ends the command that runs and not the program; `on`: from now on.
 */
void scr_signals_at_terminal(bool on);
/* Has the program to end? Then standard input has ended, too, so that nobody waits for it. */
bool scr_signals_end(void);
/* Nobody looks any longer: the next signal ends the program. */
void scr_signals_release(void);

#endif
