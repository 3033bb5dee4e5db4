/* Standard output of a run: see output.h. */
#include "app/output.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int failed;

bool scr_output_print(void *user, const char *text) {
  (void)user;
  fflush(stdout); /* what others wrote before */
  for (size_t n = strlen(text); n && !failed;) {
    const ssize_t put = write(STDOUT_FILENO, text, n);
    if (put < 0 && errno == EAGAIN)
      poll(&(struct pollfd){.fd = STDOUT_FILENO, .events = POLLOUT}, 1, -1);
    else if (put < 0 && errno != EINTR)
      failed = errno;
    if (put < 0) continue;
    text += put;
    n -= (size_t)put;
  }
  return !failed;
}

int scr_output_error(void) { return failed; }
