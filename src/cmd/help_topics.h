/* Help on what no single table tells. */
#ifndef SCR_CMD_HELP_TOPICS_H
#define SCR_CMD_HELP_TOPICS_H

#include "base/str.h"

/* `plot item create [<kind>]`, `results`, `wall export geometry`. False: it is none. */
bool scr_help_topic(int n, char *const *word, scr_buf *out);

#endif
