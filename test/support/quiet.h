/* Sessions of which nothing that they say while they run is seen. */
#ifndef SCR_TEST_QUIET_H
#define SCR_TEST_QUIET_H

#include "capture.h"
#include "cmd/session.h"

static inline void run(scr_session *s, const char *text) {
  capture c;
  capture_begin(&c, stderr);
  const bool ok = scr_session_text(s, "test", text, SCR_MODERN);
  capture_end(&c);
  assert_true(ok);
}

#endif
