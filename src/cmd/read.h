/* Reading: files and texts to frames, frames to commands. */
#ifndef SCR_READ_H
#define SCR_READ_H

#include "cmd/session.h"

/* Runs the lines of the innermost frame up to `last`; stops at an error, `program return` or `program stop`.
 */
bool scr_read_frame(scr_session *s, int last);
/* Runs a source in a frame of its own, from `line` on. Takes no reference. */
bool scr_read_source(scr_session *s, scr_source *src, scr_dialect dialect, int line, int last, scr_fish_scope *scope, bool block);
/* Reads a file; NULL after scr_fail. `name` is what messages call it. */
scr_source *scr_read_file(scr_diag *d, const scr_loc *at, const char *name, const char *path);
/* Finds a file that `program call name` means: relative to the caller, with the usual suffixes, in any case
 * of letters. NULL: none. */
char *scr_read_find(const scr_session *s, const char *name);
/* The dialect that a file is written in, and the dimension that it asks for (0: it does not say). */
scr_dialect scr_read_dialect(const scr_session *s, const scr_source *src);
int scr_read_dimension(const scr_source *src, const char *path);
char *scr_path_dir(const char *path);                   /* "." if there is none */
char *scr_path_join(const char *dir, const char *name); /* name if it is absolute; \ becomes / */
const char *scr_path_suffix(const char *path);          /* with its point; "" if there is none */
bool scr_path_is_file(const char *path);

#endif
