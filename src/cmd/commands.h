/* The registry of commands: all rows of all files, how words select a row, and how a row runs. */
#ifndef SCR_COMMANDS_H
#define SCR_COMMANDS_H

#include "cmd/args.h"
#include "cmd/token.h"

size_t scr_command_count(void);
const scr_command *scr_command_at(size_t k);
/* Selects the row for the first words of a line. *words is how many tokens they are. NULL after an error. */
const scr_command *scr_command_select(scr_session *s, scr_line *l, size_t *words);
/* Runs one command line of the modern dialect: selects, evaluates, checks, calls. */
bool scr_command_run(scr_session *s, scr_line *l);
/* Calls a row with tokens k, k+1, ... of an evaluated line. */
bool scr_command_call(scr_session *s, const scr_command *c, scr_line *l, size_t k, scr_dialect dialect);
/* The same for text: used by the legacy dialect and by specifications that are read again on restore. */
bool scr_command_text(scr_session *s, const char *text);
/* Rows under short names of older versions: "cmat" stands for "contact cmat". Ends with NULL. */
typedef struct scr_alias {
  const char *from, *to;
} scr_alias;
extern const scr_alias scr_aliases[];
/* Commands that are read and ignored (help ignored). */
enum { SCR_CMD_IGNORED = 4, SCR_CMD_SYMBOLS = 8 /* an @ among the arguments names a symbol */ };

#endif
