/* A session: one world, one FISH machine, and the files being read. Everything a data file can do,
 * it does to a session. */
#ifndef SCR_SESSION_H
#define SCR_SESSION_H

#include "base/diag.h"
#include "base/map.h"
#include "script/fish.h"
#include "script/lib.h"
#include "world/world.h"

typedef struct scr_setting scr_setting;
typedef struct scr_options {
  int dim; /* 0: find out from the files */
  int threads;
  bool tunes;      /* fewer of them are used where that is faster: clocks choose, and results do not
                      depend on it */
  int worker_seed; /* for tests: see scr_world */
  bool pin;        /* threads keep to cores of their own where that is sensible (base/par.h) */
  int worker_pairs; /* pairs that are worth a thread; 0: as many as pay. Tests let many threads
                       share little */
  int bounds_balls; /* balls from which on bounds serve their timesteps
                       (world/timestep/timestep_bounds.c); 0: as many as pay */
  int ahead_balls;  /* balls from which on they move beside the forces; the same */
  const char *out;  /* NULL: the directory of the first data file */
  bool quiet, strict;
  int dialect;                 /* -1: find out for each file; else scr_dialect */
  struct scr_profile *profile; /* where the time of cycles goes (world/work/profile.h); NULL:
                                  nobody asks; borrowed */
  const scr_setting *set;      /* values of FISH symbols (cmd/setting.h), given at the start, after
                                  `model new` and `model restore`; borrowed */
  int nset;
  struct scr_verdicts *verdicts; /* where the check file of a case writes (cmd/verdict.h); NULL: it
                                    is none; borrowed */
} scr_options;

/* A file that is being read, or a command block of FISH. */
typedef struct scr_frame {
  struct scr_frame *up;
  scr_source *src;
  int line; /* of the next command, from 1 */
  scr_dialect dialect;
  scr_fish_scope *scope; /* of a command block; NULL in a file */
  bool returned;         /* program return */
  bool block;            /* a command block: commands that replace the world are refused */
} scr_frame;

/* What a check knows of traps from the lines so far (cmd/check_traps.c). */
typedef struct scr_check_seen {
  unsigned told;
  struct scr_literal *ball; /* balls whose places and radii stand in the files */
  size_t nball, cap_ball;
  bool ball_edits, wall_edits; /* something else may have made them different */
  double timestep, speed;      /* s; m/s, of the last wall whose velocity was given; 0: not known */
  scr_loc speed_at;
} scr_check_seen;

typedef struct scr_session {
  scr_lib lib; /* must be first: see script/lib.h */
  scr_fish *fish;
  scr_diag diag;
  scr_options options;
  char *out_dir;    /* where files are written */
  scr_frame *frame; /* innermost */
  bool stopped;     /* program stop: the run ends, exit status 0 */
  bool interrupt;   /* set from a signal handler */
  bool restoring;   /* definitions come from a save file */
  bool configured;  /* the dimension is settled */
  bool echo;
  bool show;          /* repl: a line that is an expression prints its value */
  int (*width)(void); /* repl on a terminal: how many characters a line holds; lists have rounded
                         numbers then. NULL: elsewhere */
  size_t printed;     /* how many texts were printed */
  struct scr_named_range *ranges;
  size_t nrange, cap_range;
  scr_names told;    /* places in command blocks that have warned */
  scr_names unnamed; /* what ranges named that was not there: "group 'a'" */
  bool (*print)(void *user, const char *text); /* NULL: standard output */
  void *print_user;
  void (*progress)(struct scr_session *s); /* shows progress, about ten times a second in a solve
                                              and after it; NULL: nobody looks */
  void *progress_user;
  const scr_limits *solving; /* of the solve in progress, for `progress` */
  uint64_t solve_cycle;      /* cycle and time at its start */
  double solve_time;
  int calls_failed; /* files that ended in the pending error so far */
  scr_check_seen seen;
  struct scr_check
      *check;      /* files are checked, nothing is executed (cmd/check.h); NULL: they run */
  uint64_t cycled; /* cycles run so far, whatever `model new` and `model restore` did to the cycle
                      number */
  double energy_gap,
      energy_scale; /* what solves left open in the balance of energies, and their largest, J */
  double model_gap, model_scale; /* the same of this model alone */
  double open_before;            /* what was open when the solve in progress began, J */
  double ball_steps;         /* the same, each times the number of balls at the end of its solve */
  struct scr_plots *plots;   /* charts of `plot create` (cmd/plot.h); NULL before the first */
  struct scr_legacy *legacy; /* state of the legacy dialect: macros, pending properties; NULL before
                                the first legacy file */
} scr_session;

/* options is copied. print goes to standard output, messages to standard error, unless redirected
 * by tests through these hooks.
 */
scr_session *scr_session_new(const scr_options *options);
void scr_session_free(scr_session *s);
/* The run is over: a file that FISH left open is closed, or kept aside after an error
 * (scr_fish_end_file). False after scr_fail.
 */
bool scr_session_end(scr_session *s);
/* Runs one data file; false after an error, which then stands in s->diag.error. */
bool scr_session_file(scr_session *s, const char *path);
/* Runs the commands of a text (tests, repl). */
bool scr_session_text(scr_session *s, const char *name, const char *text, scr_dialect dialect);
/* Replaces the world by an empty one of that dimension (model new). Histories, tables, symbols go;
 * options and random seed stay.
 */
void scr_session_reset(scr_session *s, int dim);
/* Puts w in the place of the session's world, which is freed; hooks, threads and FISH are joined to
 * it (restore). */
void scr_session_use_world(scr_session *s, scr_world *w);
/* scr_world_solve with progress, interrupts and events of the session around it: what commands call
 * to run cycles. */
bool scr_session_solve(scr_session *s, const scr_limits *limits);
/* Has the user asked to stop? Commands that take long ask this and change nothing then. */
bool scr_session_interrupted(const scr_session *s);
/* How far the balance of energies of this model is open by now, and the largest energy that it is
 * to be compared with, J. */
void scr_session_closure(scr_session *s, double *gap, double *scale);
/* Adds a command to the call chain of the pending error. */
void scr_session_trace(scr_session *s, const scr_loc *at, const char *command);
/* The same if the pending error lies in the file of that name, which the command reads. */
void scr_session_trace_file(scr_session *s, const char *file, const scr_loc *at,
                            const char *command);
/* Puts the pending error where warnings go and forgets it. */
void scr_session_complain(scr_session *s);
/* Text for the user on standard output. */
void scr_session_print(scr_session *s, const char *fmt, ...) SCR_PRINTF(2, 3);
/* Path of an output file: absolute ones as they are, else below out_dir; `suffix` is appended where
 * the name has none. Free it.
 */
char *scr_session_out_path(const scr_session *s, const char *name, const char *suffix);

/* Writes or appends a text to an output file; `path` is from scr_session_out_path. */
bool scr_session_write(scr_session *s, const scr_loc *at, const char *path, const scr_buf *text,
                       bool append);

/* cmd/save.c: whole session to and from a file */
bool scr_session_save(scr_session *s, const char *path);
bool scr_session_restore(scr_session *s, const char *path);
/* The same to and from memory; `name` is what messages call the image. */
bool scr_session_save_image(scr_session *s, scr_buf *image);
bool scr_session_restore_image(scr_session *s, const char *name, const void *bytes, size_t size);
/* Hash of the present state, the same as that of its save file. */
bool scr_session_hash(scr_session *s, char out[33]);
/* Hash of the state held in a save file (for `scree hash`): 32 hex digits and a zero go to out. */
bool scr_save_hash(scr_diag *d, const char *path, char out[33]);

#endif
