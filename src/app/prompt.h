/* Lines from a terminal or a pipe: with libedit where it was found at build time, else as the
 * terminal gives them. */
#ifndef SCR_APP_PROMPT_H
#define SCR_APP_PROMPT_H

#include "cmd/session.h"

extern const char scr_prompt_part[]; /* the optional part that is built in, "" if none */

typedef struct scr_prompt scr_prompt;
typedef enum scr_typed { SCR_TYPED_LINE, SCR_TYPED_CLEAR /* Ctrl-C */, SCR_TYPED_END } scr_typed;

/* On a terminal there are a prompt, history and completion. */
scr_prompt *scr_prompt_new(scr_session *s, scr_dialect dialect);
void scr_prompt_free(scr_prompt *p);
bool scr_prompt_is_terminal(const scr_prompt *p);
int scr_prompt_width(
    void); /* characters that a line of the terminal holds; 80 where it does not say */
/* The next line, without its end; `more`: it continues what was typed before, `above`. */
scr_typed scr_prompt_read(scr_prompt *p, bool more, const char *above, scr_buf *line);

#endif
