/* A value that a FISH function finds for each thing: `contact property fric @f 0.5`. */
#ifndef SCR_EACH_H
#define SCR_EACH_H

#include "cmd/args.h"

enum { SCR_EACH_MAX_ARGS = 8 };
typedef struct scr_each {
  int symbol; /* the function */
  int n;      /* arguments that follow the pointer to the thing */
  scr_val arg[SCR_EACH_MAX_ARGS];
  scr_loc at;
} scr_each;

/* Is the next token a function that is asked for each thing? */
bool scr_args_each_follows(const scr_args *a);
/* Reads it with the arguments that it takes beside the pointer. False after an error. */
bool scr_args_each(scr_args *a, scr_each *out);
/* Asks it for a thing; *out is owned by the caller. The function must not change the model. */
bool scr_each_ask(scr_session *s, const scr_each *e, scr_val thing, scr_val *out);
void scr_each_free(scr_each *e); /* also NULL */

#endif
