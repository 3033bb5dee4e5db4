/* Older data files in the words of today (`scree translate`). A check reads the file; readers and
 * commands tell here what today's word is for each that they take. Nothing happens elsewhere. */
#ifndef SCR_TODAY_H
#define SCR_TODAY_H

#include "cmd/args.h"
#include "cmd/token.h"

typedef struct scr_today scr_today;

/* In texts that become lines or functions of the new file: the name behind it becomes one that no
 * old file has (today_names.c). */
#define SCR_FREE "\2"
/* Symbols that hold what fc_arg(0) and (1) gave. */
#define SCR_FC_ARGUMENT SCR_FREE "fc_argument"
#define SCR_FC_MODE     SCR_FREE "fc_mode"

/* ---- what readers tell ---- */

/* An older word stands for this keyword; a bare word of the legacy dialect for its symbol's value.
 */
void scr_today_word(scr_session *s, const scr_token *t, const char *today);
void scr_today_symbol(scr_session *s, const scr_token *t, const char *name);
/* No variable and no function has the name: where it is one that is not offered, that is told. */
void scr_today_unnamed(scr_session *s, const char *name);
/* The next line belongs to the command, of which this is the last word on its line. */
void scr_today_goes_on(scr_session *s, const scr_loc *at);
/* A line begins to be read, a command of today was selected for its words, and the line ends. */
void scr_today_begin(scr_session *s, const scr_line *l);
void scr_today_selected(scr_session *s, const scr_line *l);
/* A part of the line that is a command of its own has been read. */
void scr_today_part(scr_session *s, bool last);
void scr_today_end(scr_session *s, const scr_line *l);
/* The line begins the definition of a function: token k is the word `define`. */
void scr_today_define(scr_session *s, const scr_line *l, size_t k);
/* A name alone on a line, which may call a function of another file. Is the file written anew? */
bool scr_today_named(scr_session *s, const scr_line *l);
/* An error is taken into the report of the check. */
void scr_today_error(scr_session *s, const scr_message *m);

/* ---- what commands of the legacy dialect tell ---- */

bool scr_today_asked(const scr_args *a); /* is the file written anew? */
/* Adds a line in today's words for the command; one that begins with ; is a comment. Call it when
 * all words are read, before scr_args_finish or scr_args_range. */
void scr_today_line(scr_args *a, const char *fmt, ...) SCR_PRINTF(2, 3);
/* The line itself, in today's words, gives way to those that are added from now on. */
void scr_today_instead(scr_args *a);
/* Lines of the command call this function of FISH: what stands between its name and its `end`. */
void scr_today_helper(scr_args *a, const char *name, const char *body);
/* Nothing of today stands for the command, and why; its line stays as it is. */
void scr_today_refuse(scr_args *a, const char *why);
void scr_today_leave(scr_args *a, const char *why);
/* Today's command needs one more word, which goes behind all others; or a line before it. */
void scr_today_adds(scr_args *a, const char *text);
void scr_today_before(scr_args *a, const char *line);
/* A value of FISH at that place names a slot of version 5. */
void scr_today_slot(scr_args *a, const scr_loc *at);
/* The command stores a value in a symbol. */
void scr_today_stores(scr_args *a, const char *name, const scr_val *value);
/* A number of the file is a real, as integers have not so many bits. */
void scr_today_number(scr_args *a, const scr_loc *at);
/* A model begins, in any dialect. */
void scr_today_begins(scr_session *s);
/* The word stands for what this function of PFC 3 and 4, without arguments, gives. */
void scr_today_own(scr_args *a, const scr_token *t, const scr_fish_fn *fn);
/* Is the file a part so far, which may have this name from its caller? It is told in a note. */
bool scr_today_lends(scr_args *a, const char *name);
/* The command sets a fishcall of an event. */
void scr_today_hears(scr_args *a);
/* A line of that source uses a macro; has a line of another file done so, in some pass? */
void scr_today_expands(scr_session *s, const scr_source *src, const char *macro);
bool scr_today_expanded(const scr_args *a, const char *macro);
/* Has this file begun the model, and has no other file run since? */
bool scr_today_alone(const scr_args *a);
/* The command calls a file; NULL: one that FISH names. */
void scr_today_calls(scr_args *a, const char *file);
/* Tokens from, from + 1, ... before `to`, as today writes them, after a blank each. Free it. */
char *scr_today_tokens(scr_args *a, int from, int to);
/* The rest of the command: its range. Free it. */
char *scr_today_rest(scr_args *a);
/* The command starts a model: these lines follow it. */
void scr_today_starts(scr_args *a);
/* The command makes or moves things: a file must have started a model. */
void scr_today_acts(scr_args *a);
/* The local damping of new balls is asked for. */
void scr_today_damps(scr_args *a);
/* The token read last is a local damping: of new balls, or of those in the range that follows. */
void scr_today_damping(scr_args *a, bool of_new);
/* The command saves a state, or brings one back. */
void scr_today_saves(scr_args *a, const char *file);
void scr_today_restores(scr_args *a, const char *file);
/* The law becomes that of contacts to come: dashpots that were given go on with it. */
void scr_today_law(scr_args *a, const scr_model *law);
/* The token is one of them: normal (0) or shear (1). */
void scr_today_dashpot(scr_args *a, int which, int token);
/* Today's words make the contacts that are due, which those of the line did not: it goes behind
 * lines that may be passed, if one of them asks for contacts. */
void scr_today_waits(scr_args *a);
void scr_today_passes(scr_session *s, bool passes);
/* Do functions run cycles, give the timestep, or save? */
bool scr_today_runs(const scr_session *s);
void scr_today_asks(scr_session *s);
/* The line told last stands where the command stood; those behind it may wait. */
void scr_today_stays(scr_args *a);
/* May contacts have properties of their own, which their balls have no longer? */
bool scr_today_owned(const scr_args *a);
/* The timestep is given from now on, and may have been by now. */
void scr_today_paces(scr_args *a);
bool scr_today_paced(const scr_args *a);
/* Contacts may be there from now on, or were by now. */
void scr_today_cycles(scr_args *a);
bool scr_today_cycled(const scr_args *a);

#endif
