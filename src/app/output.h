/* Standard output of a run: each text goes out at once, so that a log that somebody follows shows
 * every line. */
#ifndef SCR_APP_OUTPUT_H
#define SCR_APP_OUTPUT_H

#include <stdbool.h>

/* For scr_session.print. A signal does not cost a byte, which it may where buffers of stdio are
 * being written. */
bool scr_output_print(void *user, const char *text);
/* errno of the first text that could not be written; 0: all were. */
int scr_output_error(void);

#endif
