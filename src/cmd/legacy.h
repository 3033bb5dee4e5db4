/* The dialect of PFC 3 and 4: its commands are rows of a table of their own. */
#ifndef SCR_LEGACY_H
#define SCR_LEGACY_H

#include "cmd/args.h"
#include "cmd/token.h"

/* Fishcalls that are one event, of bonds of two kinds: the point of their callbacks. */
enum { SCR_FISHCALL_BOND = 9, SCR_FISHCALL_PARALLEL = 11 };

/* Runs one line: a command, or the bare name of a function. */
bool scr_legacy_run(scr_session *s, scr_line *l);
/* Does the filter of 'generate' refuse a ball there? It has radius and place as fc_arg(0) to
 * fc_arg(3) and says 1. False after an error. */
bool scr_legacy_filter(scr_session *s, const double x[3], double r, bool *refuses);
/* Warns if a function of that name, which has just been defined, hides a command; false if warnings
 * are errors. */
bool scr_legacy_hides(scr_session *s, const scr_token *name);
/* The rows, for help and the list of names. */
size_t scr_legacy_count(void);
const scr_command *scr_legacy_at(size_t k);
/* What the dialect sets differently in a new world (local damping 0.7). */
void scr_legacy_begin(scr_session *s);
void scr_legacy_free(scr_session *s);

#endif
