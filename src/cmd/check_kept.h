/* What a check keeps of the files that it reads. Only check*.c and checking.c know this: commands
 * tell it what they are through cmd/args.h, and who reads files through cmd/checking.h. s->check
 * must be there. */
#ifndef SCR_CHECK_KEPT_H
#define SCR_CHECK_KEPT_H

#include "cmd/session.h"

/* Forgets which values of the last line were unknown. */
void scr_check_line(scr_session *s, int line);
/* A line that is no definition: functions may run. */
void scr_check_acts(scr_session *s);
/* A command of that name is read: does it bring a model, or need one? */
void scr_check_command(scr_session *s, const char *name);
/* The message that comes is about a name that nothing defines. */
void scr_check_naming(scr_session *s, const char *name, const scr_loc *at);
void scr_check_naming_function(scr_session *s, const char *name, const scr_loc *at);
/* The pending error is told, and the line is read on. guess: as if a value stood there; what is
 * wrong behind it counts where the error does not. */
void scr_check_goes_on(scr_session *s, bool guess);
void scr_check_seen_forget(scr_session *s);
void scr_check_seen_free(scr_session *s);
/* A value at this place is known only when the file runs: errors about it are dropped. */
void scr_check_unknown(scr_session *s, const scr_loc *at);
bool scr_check_is_unknown(const scr_session *s, const scr_loc *at);
/* Takes the pending error into the report; returns true. */
bool scr_check_recover(scr_session *s);
/* Tells a use of a FISH symbol by a command. */
void scr_check_use(scr_session *s, int symbol, scr_use use, const scr_loc *at);
/* Did the definition of this function fail? An error said so. */
bool scr_check_is_broken(scr_session *s, int symbol);
void scr_check_call(scr_session *s, int symbol, int n, const scr_loc *at); /* with n arguments */
/* Likewise of a function that a command names, to be called later with n arguments; rare: at an
 * event. */
void scr_check_hands(scr_session *s, int symbol, int n, bool rare, const scr_loc *at);
/* A command makes, or asks for, a "history" or a "range" of that name (NULL: it gets a number).
 * Whether there is one is asked when all is read, since what runs when is not known. */
void scr_check_made(scr_session *s, const char *what, const char *name, const scr_loc *at);
void scr_check_needs(scr_session *s, const char *what, const char *name, const scr_loc *at);
/* A range is over a "group" or the name of a "wall" (which may be that of a range): a warning if
 * nothing makes one. */
void scr_check_named(scr_session *s, const char *what, const char *name, const scr_loc *at);
/* A command writes a file of that name; or reads one that is not there, of which the pending error
 * tells: it counts unless the files that are checked write one. */
void scr_check_writes(scr_session *s, const char *name, const scr_loc *at);
void scr_check_file_wanted(scr_session *s, const char *name);
/* The pending error, no function of this name, counts unless some line defines one. */
void scr_check_function_wanted(scr_session *s, const char *name);
/* The pending error, orientations are not tracked, counts where it is sure that no line tracks
 * them.
 */
void scr_check_tracking_wanted(scr_session *s);
/* A line is a name alone that nothing defines: in a part it calls a function of its caller. */
void scr_check_calls(scr_session *s, const char *name, const scr_loc *at);
/* The pending error is a warning, unless some command makes such a thing of that name. */
void scr_check_deferred(scr_session *s, const char *what, const char *name);
/* A line makes a "history", an "entry", a "ball", a "wall" or a "wall name"; false: the lines above
 * have made it, and none of them removed it. The caller's error then goes to scr_check_doubled: it
 * counts unless a block, which may run anywhere, removes things of that kind.
 */
bool scr_check_new(scr_session *s, const char *what, const char *name, const scr_loc *at);
void scr_check_doubled(scr_session *s, const char *what);
/* A line deletes it (NULL: all): an error, where a later line asks for it and no block makes it. */
void scr_check_deleted(scr_session *s, const char *what, const char *name, const scr_loc *at);
void scr_check_removed(scr_session *s, const char *what);    /* some or all of them */
void scr_check_may_remove(scr_session *s, const char *what); /* at a time that is not known */
/* What the lines so far have made may be gone: another model begins, or lines run that are not read
 * again. */
void scr_check_forget(scr_session *s);
/* Has a command made one of that name so far? */
bool scr_check_makes(const scr_session *s, const char *what, const char *name);
/* Is this file, from this line on, still to be read? Each is read once. */
bool scr_check_enter(scr_session *s, scr_source *src, int line);
/* The dimension changed: also for the blocks of the files that are being read. */
void scr_check_dimension(scr_session *s);
/* A definition of FISH failed in that line; the line to go on with. */
int scr_check_skip_definition(scr_session *s, const scr_source *src, int line, const char *name);
/* Names of FISH may come from somewhere else, and why: nothing is said about those that are nowhere
 * assigned, or never used. */
void scr_check_open(scr_session *s, const char *why);
void scr_check_saved(scr_session *s, const char *name); /* the files write this state */
/* ... and bring it back. Where the files save it nowhere, its symbols are not known. */
void scr_check_restored(scr_session *s, const char *name);
/* May the state that the lines so far have restored hold any name? */
bool scr_check_may_restore(const scr_session *s);
/* The file that is read starts a model (`model new`), or ends with `program return`. */
void scr_check_starts(scr_session *s);
void scr_check_returns(scr_session *s);

#endif
