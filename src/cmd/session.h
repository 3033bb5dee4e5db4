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
  const char *out;  /* NULL: the directory of the first data file */
  bool quiet, strict;
  int dialect;                 /* -1: find out for each file; else scr_dialect */
  struct scr_profile *profile; /* where the time of cycles goes (world/workers/profile.h); NULL:
                                  nobody asks; borrowed */
  const scr_setting *set;      /* values of FISH symbols (cmd/setting.h), given at the start, after
                                  `model new` and `model restore`; borrowed */
  int nset;
  struct scr_verdicts *verdicts; /* where the check file of a case writes (cmd/verdict.h); NULL: it
                                    is none; borrowed */
} scr_options;

typedef struct scr_session scr_session;
typedef struct scr_frame scr_frame; /* cmd/read.h */

/* ---- what a session holds ---- */

scr_diag *scr_session_diag(scr_session *s);
scr_lib *scr_session_lib(scr_session *s);
scr_world *scr_session_world(const scr_session *s);
scr_fish *scr_session_fish(const scr_session *s);
const scr_options *scr_session_options(const scr_session *s);
const char *
scr_session_out(const scr_session *s); /* where files are written; NULL: not known yet */
const scr_frame *scr_session_frame(const scr_session *s); /* the innermost; NULL: none is read */
/* Of a command block that runs; NULL in a file. */
scr_fish_scope *scr_session_scope(const scr_session *s);
bool scr_session_in_block(const scr_session *s); /* do the commands stand in one? */
bool scr_session_stopped(const scr_session *s);  /* program stop: the run ends, exit status 0 */
bool *scr_session_interrupt(scr_session *s);     /* to be set by a signal handler */
/* The dimension is settled. */
void scr_session_settle(scr_session *s);
void scr_session_echo(scr_session *s, bool on);
/* What belongs to the legacy dialect (cmd/legacy.c) and to `plot create` (cmd/plot_chart.c); NULL
 * in it before the first. */
struct scr_legacy **scr_session_legacy(scr_session *s);
struct scr_plots **scr_session_plots(scr_session *s);
/* When frames of results are written and what is in them (cmd/results.h). */
struct scr_results *scr_session_results(const scr_session *s);
/* How many characters a line of lists holds at a prompt on a terminal; 0: elsewhere. Lists have
 * rounded numbers there. */
size_t scr_session_room(const scr_session *s);
/* A prompt begins, or ends (NULL): its frame, and what gives the width of the terminal, NULL where
 * there is none. A line that is an expression prints its value. */
void scr_session_prompt(scr_session *s, scr_frame *frame, int (*width)(void));
/* Texts for the user go there; NULL: to standard output. */
void scr_session_on_print(scr_session *s, bool (*print)(void *user, const char *text), void *user);
/* Shows progress, about ten times a second in a solve and after it; NULL: nobody looks. */
void scr_session_on_progress(scr_session *s, void (*progress)(scr_session *s), void *user);
void *scr_session_progress_user(const scr_session *s);

/* What a long command outside of cycles is at. */
typedef struct scr_chore {
  const char *what;   /* the command; NULL: it ends */
  uint64_t balls, of; /* that have a place, of how many; of 0: nobody knows */
  uint64_t tries;     /* 0: it does not try */
  double part;        /* of the volume that is asked for; 0: that is not the measure */
} scr_chore;
/* To be called each some thousand balls or tries: progress may show it, and does not keep `work`.
 * Nothing happens where nobody looks. */
void scr_session_tell(scr_session *s, const scr_chore *work);
/* NULL: no such command is told of. For progress, while it shows. */
const scr_chore *scr_session_chore(const scr_session *s);

/* The solve in progress: its limits (NULL: there is none), cycle and time at its start. */
typedef struct scr_solving {
  const scr_limits *limits;
  uint64_t cycle;
  double time; /* s */
} scr_solving;
scr_solving scr_session_solving(const scr_session *s);

/* What the solves of a session came to, whatever `model new` and `model restore` did. */
typedef struct scr_tally {
  uint64_t cycles;
  double ball_steps;               /* cycles by the number of balls at the end of their solve */
  double energy_gap, energy_scale; /* what solves left open in the balance of energies, and their
                                      largest, J */
  const scr_names *unnamed;        /* what ranges named that was not there: "group 'a'" */
} scr_tally;
scr_tally scr_session_tally(const scr_session *s);

/* ---- what it does ---- */

/* options is copied. print goes to standard output, messages to standard error, unless
 * scr_session_on_print and the sink of scr_session_diag say otherwise.
 */
scr_session *scr_session_new(const scr_options *options);
void scr_session_free(scr_session *s);
/* The run is over: a file that FISH left open is closed, or kept aside after an error
 * (scr_fish_end_file). False after scr_fail.
 */
bool scr_session_end(scr_session *s);
/* Runs one data file; false after an error, which then stands in scr_session_diag(s)->error. */
bool scr_session_file(scr_session *s, const char *path);
/* Of what is read now; before any file that of the options, else of today. */
scr_dialect scr_session_dialect(const scr_session *s);
/* Runs the commands of a text (tests, repl). */
bool scr_session_text(scr_session *s, const char *name, const char *text, scr_dialect dialect);
/* Replaces the world by an empty one of that dimension (model new). Histories, tables, symbols go;
 * options and random seed stay.
 */
void scr_session_reset(scr_session *s, int dim);
/* Puts w in the place of the session's world, which is freed; hooks, threads and FISH are joined to
 * it (restore). */
void scr_session_use_world(scr_session *s, scr_world *w);
/* What was begun or restored is another model: its balance is summed anew. */
void scr_session_other_model(scr_session *s, bool restored);
/* scr_world_solve with progress, interrupts and events of the session around it: what commands call
 * to run cycles. */
bool scr_session_solve(scr_session *s, const scr_limits *limits);
/* Has the user asked to stop? Commands that take long ask this and change nothing then. */
bool scr_session_interrupted(const scr_session *s);
/* How far the balance of energies of this model is open by now, and the largest energy that it is
 * to be compared with, J. True: both since it was restored. */
bool scr_session_closure(scr_session *s, double *gap, double *scale);
/* Switches energies. What carries when they begin is open from there. */
void scr_session_energies(scr_session *s, bool on);
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
