/* Checking data files without running them: every error and every suspicious thing in one report.
 *
 * A session that checks reads its files as always, but `scr_args_finish` ends each command before
 * it is applied, code of FISH is compiled and not run, and values of FISH are unknown: each reader
 * takes them for what it expects. Commands that decide how later lines are read act all the same
 * (SCR_CMD_READING). */
#ifndef SCR_CHECK_H
#define SCR_CHECK_H

#include "cmd/session.h"

typedef struct scr_check_count {
  int errors, warnings;
} scr_check_count;

/* Checks the files as one session would run them. The messages go to `out`, in order of file and
 * line, and a line that counts them. */
scr_check_count scr_check_files(const scr_options *options, int n, char *const *path, scr_buf *out);

/* The same of one file, of which `today` is told; the source is held for the caller, NULL after a
 * message in out. */
struct scr_today;
scr_source *scr_check_today(const scr_options *options, const char *path, struct scr_today *today,
                            scr_buf *out);

/* Checks a text in the place of what the file `path` holds; each error of it is handed over. */
typedef void scr_check_error_fn(void *user, const scr_message *m);
void scr_check_text(const scr_options *options, const char *path, const scr_buf *text,
                    scr_check_error_fn *each, void *user);

#endif
