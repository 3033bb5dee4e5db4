/* What those who read files, and who runs a session, tell a check (check.h). Each does nothing in a
 * session that runs its files; commands have such functions of their own in args.h. */
#ifndef SCR_CHECKING_H
#define SCR_CHECKING_H

#include "cmd/session.h"

bool scr_checking(const scr_session *s); /* are files checked, and nothing is executed? */
/* Forgets which values of the last line were unknown. */
void scr_checking_line(scr_session *s, int line);
/* A line that is no definition: functions may run. */
void scr_checking_acts(scr_session *s);
/* A value at this place is known only when the file runs: errors about it are dropped. */
void scr_checking_unknown(scr_session *s, const scr_loc *at);
bool scr_checking_is_unknown(const scr_session *s, const scr_loc *at);
void scr_checking_command(scr_session *s, const char *name); /* it is read */
/* The error that comes: a name alone on a line, which nothing defines so far. */
void scr_checking_calls(scr_session *s, const char *name, const scr_loc *at);
/* Takes the pending error into the report. ok: what the line gave; true where files are checked. */
bool scr_checking_recover(scr_session *s, bool ok);
/* Tells a use of a FISH symbol by a command; a call with n arguments. */
void scr_checking_use(scr_session *s, int symbol, scr_use use, const scr_loc *at);
void scr_checking_call(scr_session *s, int symbol, int n, const scr_loc *at);
/* A definition of FISH failed in that line. Where files are checked, *next is the line to go on
 * with. */
void scr_checking_skip(scr_session *s, const scr_source *src, int line, const char *name,
                       int *next);
/* What the lines so far have made may be gone: another model begins, or lines run that are not read
 * again. */
void scr_checking_forget(scr_session *s);
void scr_checking_end(scr_session *s);
/* Is this file, from this line on, known already? Each is read once. */
bool scr_checking_knows(scr_session *s, scr_source *src, int line);
/* The dimension changed: also for the blocks of the files that are being read. */
void scr_checking_dimension(scr_session *s);
/* Names of FISH may come from somewhere else, and why: nothing is said about those that are nowhere
 * assigned, or never used. */
void scr_checking_open(scr_session *s, const char *why);
void scr_checking_saved(scr_session *s, const char *name); /* the files write this state */
/* ... and bring it back. Where the files save it nowhere, its symbols are not known. */
void scr_checking_restored(scr_session *s, const char *name);
/* The file that is read starts a model (`model new`), or ends with `program return`. */
void scr_checking_starts(scr_session *s);
void scr_checking_returns(scr_session *s);

#endif
