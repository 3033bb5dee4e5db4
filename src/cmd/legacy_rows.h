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
 * none. */
const char *scr_legacy_quantity(const char *old, int *comp);
/* Adds the nearest of these names to the pending error; returns false. */
bool scr_legacy_quantity_hint(scr_args *a, const char *word);
/* Runs a command of the modern dialect put together from a format. */
bool scr_legacy_modern(scr_args *a, const char *fmt, ...) SCR_PRINTF(2, 3);
/* The rest of the command as text again, quoted where needed. Free it. */
char *scr_legacy_rest(scr_args *a);

#endif
