/* What keeps a job of a fuzz target small: its memory, its time, the files it may write. */
#ifndef SCR_FUZZ_BOUND_H
#define SCR_FUZZ_BOUND_H

#include "cmd/session_kept.h"

/* Runs the job. Where it wants more than BOUND_MEMORY bytes it ends there, as the program would,
 * and all that it held is freed; a job that ends by itself must have freed everything, else the
 * process traps. What it wrote to the folder is removed. */
enum { BOUND_MEMORY = 256 << 20 };
void bound_run(void (*job)(const uint8_t *data, size_t size), const uint8_t *data, size_t size);

/* A folder of its own below /tmp, made once and removed at the end: where a session is to write. */
const char *bound_folder(void);
void bound_write(const char *name, const void *bytes, size_t n); /* a file there */

/* A session that prints nowhere, writes there, and is interrupted after a fifth of a second of
 * processor time. At its end the invariants of its world are looked at: the process aborts where
 * one does not hold. */
scr_session *bound_session(int dim);
void bound_end(scr_session *s);

#endif
