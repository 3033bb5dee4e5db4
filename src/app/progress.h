/* Progress of long solves on a terminal. */
#ifndef SCR_PROGRESS_H
#define SCR_PROGRESS_H

#include "cmd/session.h"

/* Shows cycle, time, rate and time left; wipes the line when no solve is running. */
void scr_progress_show(scr_session *s);

#endif
