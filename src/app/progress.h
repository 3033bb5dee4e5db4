/* Progress of cycles and of long commands on standard error: one line that changes on a terminal,
 * elsewhere a line now and then. Clocks decide when, and reach nothing else. */
#ifndef SCR_PROGRESS_H
#define SCR_PROGRESS_H

#include "cmd/session.h"

typedef enum scr_progress_how {
  SCR_PROGRESS_AUTO,
  SCR_PROGRESS_OFF,
  SCR_PROGRESS_LINES
} scr_progress_how;
typedef struct scr_progress {
  bool live;      /* on a terminal: one line that changes */
  double seconds; /* else: from line to line */
  /* what it keeps */
  bool shown;   /* the line stands on the terminal */
  double last;  /* when a line came; before the first one: when it began */
  double start; /* of the solve, s, and its first cycle that was seen */
  uint64_t start_cycle, solve_cycle;
  bool solving;
  bool working;      /* a long command is told of */
  double work_shown; /* when it was; before the first time: when it was told of first */
  double pause;      /* s from one time to the next, and before the first */
  bool told;         /* of why a ratio may never be reached */
} scr_progress;

/* Joins p to the session, which calls it; how: SCR_PROGRESS_LINES takes `seconds`. */
void scr_progress_begin(scr_progress *p, scr_session *s, scr_progress_how how, double seconds);
/* Shows cycle, time, rate, time left, ratios and their limits; or what a long command is at. Wipes
 * the line of a terminal when no solve is running, and when the command ends. */
void scr_progress_show(scr_session *s);

#endif
