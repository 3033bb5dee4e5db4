/* Finding and reading files. Names may lack their suffix, and case of letters does not matter. */
#ifndef SCR_FILES_H
#define SCR_FILES_H

#include "cmd/session.h"

char *scr_path_dir(const char *path);                   /* "." if there is none */
char *scr_path_join(const char *dir, const char *name); /* name if it is absolute; \ becomes / */
const char *scr_path_suffix(const char *path);          /* with its point; "" if there is none */
char *scr_path_stem(const char *path);                  /* without folders and suffix; free it */
bool scr_path_is_file(const char *path);
/* Makes a directory with those above it; false and errno if there is none afterwards: the first
 * reason that one was not made. */
bool scr_path_make(const char *path, unsigned mode);
/* As far as can be seen without making anything: is there such a directory that may be written to,
 * or may one be made? errno. */
bool scr_path_may_make(const char *path);
/* What is there and called nearly so, with one of the suffixes where `path` has none (suffix NULL:
 * any), and not `but` (may be NULL); NULL: nothing. */
char *scr_path_nearest(const char *path, const char *const *suffix, const char *but);

/* The file of that name: as given, then with each suffix (the list ends with NULL). NULL: none.
 * Free it. */
char *scr_file_in(const char *dir, const char *name, const char *const *suffix);
char *scr_file_beside(const scr_session *s, const char *name,
                      const char *const *suffix); /* the file that runs */
char *scr_file_find(const scr_session *s, const char *name,
                    const char *const *suffix); /* there, then among the output */
char *scr_file_dir(const scr_session *s);       /* the directory of the file that runs */
bool scr_file_is_data(const char *name);        /* by its suffix: commands or FISH */
/* Finds a file that `program call name` means, with the caller's suffix or a usual one: beside the
 * caller, then in the working directory. */
char *scr_read_find(const scr_session *s, const char *name);
char *scr_file_data(const char *caller, const char *name); /* the caller's path, or NULL: no file */
/* The error for a file that was not found, with the nearest name that is there. Returns false. */
bool scr_file_missing(scr_session *s, const scr_loc *at, const char *name,
                      const char *const *suffix);
bool scr_read_missing(scr_session *s, const scr_loc *at, const char *name); /* of `program call` */
/* Reads a file byte by byte, a zero byte behind it; false after scr_fail. */
bool scr_read_bytes(scr_diag *d, const scr_loc *at, const char *name, const char *path,
                    scr_buf *out);
/* The name with the suffix that was added to find the file at path. Free it. */
char *scr_file_called(const char *name, const char *path);
/* Reads a text; NULL after scr_fail. `name` is what messages call it. */
scr_source *scr_read_file(scr_diag *d, const scr_loc *at, const char *name, const char *path);

#endif
