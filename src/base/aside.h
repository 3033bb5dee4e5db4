/* One task at a time beside the caller, on a thread of its own. */
#ifndef SCR_ASIDE_H
#define SCR_ASIDE_H

#include <pthread.h>
#include "base/base.h"

/* Zeroed it has no task. One caller at a time. */
typedef struct scr_aside {
  pthread_t thread;
  void (*task)(void *user);
  void *user;
  bool runs;
} scr_aside;

/* Starts `task`, once what was started before is done. Where the system has no thread left the
 * caller does it. */
void scr_aside_start(scr_aside *a, void (*task)(void *user), void *user);
/* Returns when the task is done; what it wrote is seen. Nothing to do where there is none. */
void scr_aside_wait(scr_aside *a);

#endif
