/* A pool of threads that stay: one body runs on all of them at once, with barriers inside. */
#ifndef SCR_PAR_H
#define SCR_PAR_H

#include "base/base.h"

typedef struct scr_par scr_par;

/* Bytes of stack that anything of this program finds enough; threads of the pool have as many. */
#define SCR_STACK_BYTES ((size_t)8 << 20)

/* `threads` counts the caller; 1 (or less) makes no thread at all. They are started by the first
 * who runs something or asks how many there are: most short programs never do. Where the system
 * refuses some, the pool has fewer. */
scr_par *scr_par_new(int threads);
void scr_par_free(scr_par *p); /* NULL: nothing to do */
int scr_par_threads(scr_par *p);
/* From its next run on each thread but the caller's keeps to a core, if that is sensible
 * (base/pin.h). */
void scr_par_pin(scr_par *p);
bool scr_par_pinned(const scr_par *p); /* did it come to that? */

/* Runs body once on each thread (0 is the caller) and returns when all are done. One caller at a
 * time, never from inside a body. */
void scr_par_run(scr_par *p, void (*body)(void *user, int thread, int threads), void *user);
/* The same by the first `part` threads alone: the caller, and as many others as there are and are
 * asked for. The rest sleeps, and is not woken: no body sees a thread from `part` on. */
void scr_par_run_by(scr_par *p, int part, void (*body)(void *user, int thread, int threads),
                    void *user);
int scr_par_asleep(const scr_par *p); /* how many threads sleep until they are called */
/* Inside a body: waits until every thread that takes part has come here; what was written before it
 * is seen by all after it. thread: which one this is. */
void scr_par_barrier(scr_par *p, int thread);

#endif
