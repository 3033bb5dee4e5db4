/* The command line: subcommands and their options. */
#ifndef SCR_APP_OPTIONS_H
#define SCR_APP_OPTIONS_H

#include "app/progress.h"
#include "cmd/setting.h"
#include "cmd/view.h"
#include "io/dataset.h"

typedef enum scr_sub {
  SCR_SUB_NONE,
  SCR_SUB_RUN,
  SCR_SUB_CHECK,
  SCR_SUB_TRANSLATE,
  SCR_SUB_REPL,
  SCR_SUB_VERIFY,
  SCR_SUB_DRAW,
  SCR_SUB_HASH,
  SCR_SUB_EXPORT,
  SCR_SUB_HELP,
  SCR_SUB_VERSION,
  SCR_SUB_USAGE
} scr_sub;
typedef struct scr_command_line {
  scr_sub sub;
  scr_sub about; /* whose usage is asked for */
  scr_options options;
  char **word; /* files, words of help; borrowed from argv */
  int nword;
  bool names;    /* help --names */
  bool list;     /* verify --list */
  unsigned what; /* export: a bit for each kind (io/dataset.h) */
  bool profile;
  scr_progress_how progress;
  double progress_seconds;
  scr_progress shows; /* what the session's progress keeps */
  const char *cases;
  const char *program; /* argv[0] */
  scr_draw draw;
  scr_setting *set; /* what options.set points to */
} scr_command_line;

/* Reads argv (and cuts NAME=VALUE in two there); false after a message on standard error: exit
 * status 2. To be freed either way.
 */
bool scr_command_line_read(int argc, char **argv, scr_command_line *c);
void scr_command_line_free(scr_command_line *c);
void scr_usage(scr_sub about);
scr_sub scr_sub_find(const char *name); /* SCR_SUB_NONE: no subcommand */

#endif
