/* Signals: see signals.h. */
#include "app/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { STATUS = 130 };

static volatile bool *interrupt_flag;
static volatile sig_atomic_t ends, person, nothing = -1;
static struct termios usual; /* how the terminal was before lines were edited */

/* A read that waits for standard input, or is about to, ends when that becomes an empty file. Only
 * calls that a handler may use.
 */
static void end_input(void) {
  if (person) tcsetattr(STDIN_FILENO, TCSANOW, &usual);
  if (nothing >= 0) dup2(nothing, STDIN_FILENO);
}

static void on_signal(int number) {
  const int error = errno;
  if (!interrupt_flag || (*interrupt_flag && number == SIGINT)) _exit(STATUS);
  *interrupt_flag = true;
  if (number != SIGINT || !person) {
    ends = true;
    end_input();
  }
  errno = error;
}

static void catch_one(int number) {
  struct sigaction a;
  if (sigaction(number, NULL, &a) == 0 && a.sa_handler == SIG_IGN) return;
  memset(&a, 0, sizeof a);
  a.sa_handler = on_signal;
  sigaction(number, &a, NULL);
}

void scr_signals_catch(volatile bool *interrupt) {
  static const int number[] = {SIGINT, SIGTERM, SIGHUP};
  interrupt_flag = interrupt;
  if (nothing < 0) nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
  for (size_t k = 0; k < SCR_COUNTOF(number); k++) catch_one(number[k]);
}

void scr_signals_at_terminal(bool on) { person = on && tcgetattr(STDIN_FILENO, &usual) == 0; }

bool scr_signals_end(void) { return ends; }

void scr_signals_release(void) { interrupt_flag = NULL; }
