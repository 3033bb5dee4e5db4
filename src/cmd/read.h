/* Reading: files and texts to frames, frames to commands. */
#ifndef SCR_READ_H
#define SCR_READ_H

#include "cmd/files.h"

/* A file that is being read, or a command block of FISH. */
struct scr_frame {
  struct scr_frame *up;
  scr_source *src;
  int line; /* of the next command, from 1 */
  scr_dialect dialect;
  scr_fish_scope *scope; /* of a command block; NULL in a file */
  bool returned;         /* program return */
  bool block;            /* a command block: commands that replace the world are refused */
};

/* Runs the lines of the innermost frame up to `last`; stops at an error, `program return` or
 * `program stop`.
 */
bool scr_read_frame(scr_session *s, int last);
/* Does this line begin the definition of a FISH function, and does that line end it? */
bool scr_read_defines(const char *line);
bool scr_read_ends(const char *line);
/* Does it go on with the next one? */
bool scr_read_goes_on(const char *line);
/* The name behind `call` in a line; NULL: it calls nothing. Free it. */
char *scr_read_called(const char *line);
/* Runs a source in a frame of its own, from `line` on. Takes no reference. */
bool scr_read_source(scr_session *s, scr_source *src, scr_dialect dialect, int line, int last,
                     scr_fish_scope *scope, bool block);
/* The dialect that a file is written in, and the dimension that it asks for (0: it does not say).
 */
scr_dialect scr_read_dialect(const scr_session *s, const scr_source *src);
int scr_read_dimension(const scr_session *s, const scr_source *src, const char *path);

#endif
