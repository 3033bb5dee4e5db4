/* What the files of the legacy dialect share. */
#ifndef SCR_LEGACY_ROWS_H
#define SCR_LEGACY_ROWS_H

#include "cmd/legacy.h"
#include "cmd/today.h"

typedef struct scr_macro {
  char *name, *text;
} scr_macro;

struct scr_legacy {
  scr_macro *macro;
  size_t n, cap;
};

extern const scr_command_file scr_legacy_set, scr_legacy_body, scr_legacy_program;

/* Names of the old dialect for quantities of balls and walls: xvel is velocity-x. "" if there is
 * none. sets: short forms are those of quantities that can be set. */
const char *scr_legacy_quantity(const char *old, bool sets, int *comp);
/* Adds the nearest of these names to the pending error; returns false. */
bool scr_legacy_quantity_hint(scr_args *a, const char *word);
/* Reads the word before: z in two dimensions is an error. */
bool scr_legacy_no_z(scr_args *a, int axis);
bool scr_legacy_id(scr_args *a, uint32_t *id); /* a positive number */
/* Does a range follow, not another word of the command? */
bool scr_legacy_at_range(const scr_args *a);
/* Is the next word the name of a symbol or function of the file? */
bool scr_legacy_is_symbol(const scr_args *a);
bool scr_legacy_is_marked(const scr_token *t); /* does @ stand before it? */
/* scr_args_take, but the last word of a command is no short form if it is the name of a symbol. */
bool scr_legacy_take(scr_args *a, const char *word);
/* The property of today; the word itself where it is none of PFC 3. */
const char *scr_legacy_prop_name(const char *old);
bool scr_legacy_wall(scr_args *a);
extern const scr_word_row scr_legacy_wall_words[];
/* A command without effect, by the name of its row: the rest of the line is passed over, with a
 * note that is given once; `passes` says so in a translated file, too. */
bool scr_legacy_note(scr_args *a, const char *name);
bool scr_legacy_passes(scr_args *a, const char *name);
/* Runs a command of the modern dialect put together from a format. */
bool scr_legacy_modern(scr_args *a, const char *fmt, ...) SCR_PRINTF(2, 3);
/* A number that the command has read from token k, for such a format: the symbol in brackets where
 * the file is only checked, and the value is not known. */
void scr_legacy_put_int(scr_args *a, int k, int64_t value, scr_buf *out);
void scr_legacy_put_real(scr_args *a, int k, double value, scr_buf *out);
bool scr_legacy_is_unknown(const scr_args *a, int k);
/* The rest of the command as text again, quoted where needed. Free it. */
char *scr_legacy_rest(scr_args *a);
char *scr_legacy_tokens(scr_args *a, int from, int to); /* likewise: some of its tokens */
/* Token k, where it is the name of a variable with a number or a text, becomes that value: a table
 * or a history has the name. */
void scr_legacy_stands(scr_args *a, int k);

#endif
