/* Files that are complete or not there: written beside their place under another name, and renamed
 * at the end. */
#ifndef SCR_OUTFILE_H
#define SCR_OUTFILE_H

#include <stdio.h>
#include "base/base.h"
#include "base/diag.h"

/* What is no regular file (a device, a pipe) is written in place, and so is what standard output or
 * standard error goes to. The file of the other name is locked while it is being written: one that
 * nobody holds was left by a process that was killed, and goes when the same file is written again.
 */
typedef struct scr_outfile {
  char *path, *temp;         /* temp NULL: in place */
  int fd;                    /* -1: none */
  long long start;           /* size before an append, to which a failure goes back; -1: none */
  uint64_t put, sent;        /* bytes put, and of those on their way to the disk */
  const volatile bool *stop; /* becomes true when the user asks to stop: then writing fails with
                                EINTR; NULL: never */
  bool made;                 /* the file of an append was not there before */
  bool failed;
  int error;        /* errno of the first failure */
  const char *what; /* what failed first */
} scr_outfile;

/* After a failure all further calls do nothing. */
bool scr_outfile_open(scr_outfile *f, const char *path, bool append, const volatile bool *stop);
/* For series of files: the first removes what killed processes left of all files whose paths begin
 * so; the second then opens one without a look at its folder, which may hold thousands of them. */
void scr_outfile_sweep(const char *start);
bool scr_outfile_open_swept(scr_outfile *f, const char *path);
bool scr_outfile_put(scr_outfile *f, const void *bytes, size_t n);
/* The same for n zeros, which are not written where a hole does; something must follow them. */
bool scr_outfile_put_zeros(scr_outfile *f, const void *zeros, size_t n);
/* May bytes be written over? Only in a file of its own. They must lie in what was put. */
bool scr_outfile_can_patch(const scr_outfile *f);
bool scr_outfile_patch(scr_outfile *f, uint64_t at, const void *bytes, size_t n);
/* Puts the new file into its place; `durable`: only once it is on the disk. If `ok` is false or
 * something failed before, nothing is left of it and the old file is as it was. */
bool scr_outfile_close(scr_outfile *f, bool ok, bool durable);
/* The new file gets this suffix after its name; the old one will stay. Only in a file of its own.
 */
void scr_outfile_aside(scr_outfile *f, const char *suffix);
/* Makes what failed first the pending error: `cannot VERB 'path': ...`, or that it was interrupted.
 * Returns false. */
bool scr_outfile_blame(const scr_outfile *f, scr_diag *d, const scr_loc *at, scr_code code,
                       const char *verb, const char *path);

/* Would this path be written in place? */
bool scr_outfile_in_place(const char *path);
/* Is what is read a device such as /dev/zero? A pipe ends, and so does what is typed. */
bool scr_file_may_never_end(FILE *f);

/* For tests: in this thread, writing fails as if the disk were full after so many bytes; fsync and
 * rename count one each. -1: off. */
void scr_outfile_fail_after(int64_t bytes);
/* The same, or the process is killed there; and what is left of it, for a thread that takes over
 * what this one would write. */
typedef struct scr_outfile_fault {
  int64_t after; /* bytes; -1: off */
  bool kills;
} scr_outfile_fault;
void scr_outfile_fault_set(scr_outfile_fault fault);
scr_outfile_fault scr_outfile_fault_left(void);

#endif
