/* `scree verify`: runs the suite of cases, prints a line for each quantity, writes the report. */
#ifndef SCR_APP_VERIFY_H
#define SCR_APP_VERIFY_H

#include <stdbool.h>

typedef struct scr_verify_options {
  const char *cases, *out; /* NULL: the defaults */
  const char *program;     /* argv[0] */
  int threads;             /* 0: the physical cores */
  bool list, quiet;        /* quiet: only lines that fail */
} scr_verify_options;

/* Returns the exit status: 0 all gates pass; 1 one fails, or a case is unknown or broken; 2 nothing
 * can be written. */
int scr_verify(const scr_verify_options *o, int n, char *const *name);

#endif
