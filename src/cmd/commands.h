/* The registry of commands: all rows of all files, how words select a row, and how a row runs. */
#ifndef SCR_COMMANDS_H
#define SCR_COMMANDS_H

#include "cmd/args.h"
#include "cmd/token.h"

size_t scr_command_count(void);
const scr_command *scr_command_at(size_t k);
/* Selects the row for the first words of a line. *words is how many tokens they are. NULL after an
 * error. */
const scr_command *scr_command_select(scr_session *s, scr_line *l, size_t *words);
/* Runs one command line of modern words: selects, evaluates, checks, calls. `dialect` says whether
 * bare names of FISH count as their values among the arguments. */
bool scr_command_run(scr_session *s, scr_line *l, scr_dialect dialect);
/* Calls a row with tokens k, k+1, ... of an evaluated line. */
bool scr_command_call(scr_session *s, const scr_command *c, scr_line *l, size_t k,
                      scr_dialect dialect);
/* How many of the first two words of a text, which follow each other, are those of a command. */
int scr_command_words(const char *text, bool legacy);
/* Runs a text that is no part of a file. */
bool scr_command_text(scr_session *s, const char *text);
/* A row that takes no effect is told of once; false where that is an error. */
bool scr_command_ignored(scr_session *s, const scr_command *c, const scr_loc *at);
/* What stands after `set`: symbols of FISH and their values in turn. */
bool scr_set_symbols(scr_args *a);
/* Of callbacks: a cycle point or an event; then one option. */
bool scr_callback_when(scr_args *a, scr_callback *cb);
bool scr_callback_option(scr_args *a, scr_callback *cb);
/* Its function, at that place, will be called so. */
void scr_callback_hands(scr_args *a, const scr_callback *cb, const scr_loc *at);
/* Rows under short names of older versions: "cmat" stands for "contact cmat". `to` starts with '!'
 * where nothing stands for them: the reason follows. Ends with NULL. */
typedef struct scr_alias {
  const char *from, *to;
  bool renamed; /* it was the word of PFC 5 */
} scr_alias;
extern const scr_alias scr_aliases[];
/* Words that stand behind a keyword of a command, for help; they end with word NULL. */
extern const scr_word_row scr_condition_words[], scr_timestep_words[], scr_disk_words[],
    scr_plane_words[], scr_box_words[], scr_circle_words[], scr_sphere_words[],
    scr_cylinder_words[], scr_cone_words[], scr_point_words[], scr_polygon_words[],
    scr_group_words[], scr_range_words[], scr_modifier_words[], scr_legacy_fishcall_words[];
/* Commands that are read and ignored (help ignored); those with a function but in part
 * (cmd/plot.h). */
enum {
  SCR_CMD_IGNORED = 4,
  SCR_CMD_SYMBOLS = 8, /* an @ among the arguments names a symbol */
  SCR_CMD_EACH = 64    /* a function that takes arguments is asked for each thing (cmd/each.h) */
};
/* Acts in a file that is only checked, too: it decides how later lines are read. */
enum { SCR_CMD_READING = 16 };
/* Neither looks at the world nor changes it, but by cycling: what contacts tell of the last cycle
 * is not asked for before it. */
enum { SCR_CMD_GOES_ON = 32 };

#endif
