/* Text of the command language as a step of a test. After cmocka's headers. */
#ifndef SCR_TEST_COMMAND_H
#define SCR_TEST_COMMAND_H

#include "cmd/session_kept.h"

/* Runs it; the test fails with the message of what fails. */
static inline void command(scr_session *s, const char *text) {
  if (scr_session_text(s, "test", text, SCR_MODERN)) return;
  scr_buf b = {0};
  scr_message_format(&s->diag.error, &b);
  fail_msg("%s", b.s);
}

#endif
