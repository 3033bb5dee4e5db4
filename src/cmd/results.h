/* Results: frames of balls, walls and other things (io/dataset.h) in files for other programs,
 * every so many cycles or seconds, with their series; and single files on request. */
#ifndef SCR_RESULTS_H
#define SCR_RESULTS_H

#include "cmd/args.h"
#include "base/bytes.h"
#include "io/format.h"

enum { SCR_RESULTS_MORE = 24 };
typedef struct scr_results {
  uint64_t every;  /* cycles between two frames; 0: not by cycles */
  double interval; /* s; 0: not by time */
  bool on;
  char *prefix;               /* of the names of files, below the folder of outputs */
  char *movie;                /* plot that each frame draws, too; NULL: none */
  struct scr_view_kept *kept; /* what its frames share: view_kept.h; NULL: none was drawn */
  int64_t size[2];            /* of its pictures, pixels; 0: as usual */
  bool awaits;    /* it comes from a save file, which holds no plots: it may not be there */
  uint64_t index; /* of the next frame */
  struct scr_results_kind {
    bool active;
    int more[SCR_RESULTS_MORE], nmore; /* quantities beside the usual ones */
    scr_frame_entry *frame;            /* written so far: what the series lists */
    size_t n, cap;
  } kind[SCR_DATA_KINDS];
  struct scr_frame_job *job; /* the frame that is being written beside the cycles */
} scr_results;

scr_results *scr_results_new(void);
void scr_results_free(scr_results *r); /* NULL: nothing to do */
/* Frames draw the plot of that name, too, from now on; takes the name. NULL: none. */
void scr_results_movie(scr_results *r, char *movie);
/* A plot has another name. */
void scr_results_rename_movie(scr_results *r, const char *from, const char *to);
/* The world is told when frames are due: after commands, and after a restore. */
void scr_results_schedule(scr_session *s);
/* Takes the frame that is due and begins to write it. False after scr_fail: what was wrong with the
 * one before, if it was not settled yet. */
bool scr_results_frame(scr_session *s);
/* Waits for the frame that is being written; false after scr_fail: its kind's series is as it was.
 * Called before anybody looks at the files, or at what results hold: after a solve, and by
 * commands. */
bool scr_results_settle(scr_session *s);
/* Where the file of that kind lies, of the frame of that number. Free it. */
char *scr_results_frame_path(scr_session *s, int kind, uint64_t index);
/* The name, with that of the kind before its suffix if there are `several` files. Free it. */
char *scr_results_file_name(const char *name, int kind, bool several);
/* Can things of the kinds whose bits are set go into a file of that name? Else an error. */
bool scr_results_exportable(scr_session *s, const scr_loc *at, const char *name, unsigned kinds,
                            bool append);
/* Writes things of the kinds whose bits are set into the file `name`, whose suffix says how; where
 * that takes several files each has the name of its kind before the suffix. False after scr_fail.
 */
bool scr_results_export(scr_session *s, const scr_loc *at, const char *name, unsigned kinds,
                        bool append);

/* To and from save files: the content of a section. */
bool scr_results_are_set(const scr_results *r); /* else there is nothing to save */
void scr_results_put(const scr_results *r, scr_buf *b);
void scr_results_get(scr_results *r, scr_bytes *in);

/* A data file that restores a model is told if the plot of its movie is not there. False if
 * warnings are errors. */
bool scr_results_tell_movie(scr_session *s);

bool scr_model_results(scr_args *a);
bool scr_ball_results(scr_args *a);
bool scr_wall_results(scr_args *a);
bool scr_contact_results(scr_args *a);
bool scr_fracture_results(scr_args *a);
bool scr_measure_results(scr_args *a);
bool scr_geometry_results(scr_args *a);
bool scr_inlet_results(scr_args *a);
extern const scr_word_row scr_model_results_words[], scr_piece_results_words[],
    scr_contact_results_words[], scr_thing_results_words[];

#endif
