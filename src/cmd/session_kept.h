/* What a session holds. For those who run and read it, save it, and check files; commands reach
 * what they need through cmd/args.h, all others through cmd/session.h. */
#ifndef SCR_SESSION_KEPT_H
#define SCR_SESSION_KEPT_H

#include "cmd/read.h"
#include "cmd/session.h"

/* What a check knows of traps from the lines so far (cmd/check_traps.c). */
typedef struct scr_check_seen {
  unsigned told;
  struct scr_literal *ball; /* balls whose places and radii stand in the files */
  size_t nball, cap_ball;
  bool ball_edits, wall_edits; /* something else may have made them different */
  double timestep, speed;      /* s; m/s, of the last wall whose velocity was given; 0: not known */
  scr_loc speed_at;
  scr_loc wall_at, extent_at, condition_at; /* the last line that made a wall, gave the domain */
  scr_domain domain;                        /* what they gave */
  bool side_made_up; /* a condition may be another: a value of it is not known */
  unsigned free;     /* components of all walls that were there, bit by bit */
  scr_loc free_at;   /* the last line that freed some */
} scr_check_seen;

struct scr_session {
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
  uint32_t coming_groups; /* of the ball that a range asks about before it is made */
  scr_names told;         /* places in command blocks that have warned */
  scr_names unnamed;      /* what ranges named that was not there: "group 'a'" */
  bool (*print)(void *user, const char *text); /* NULL: standard output */
  void *print_user;
  void (*progress)(struct scr_session *s); /* shows progress, about ten times a second in a solve
                                              and after it; NULL: nobody looks */
  void *progress_user;
  const struct scr_chore *work; /* of a long command, while progress is told of it */
  const scr_limits *solving;    /* of the solve in progress, for `progress` */
  uint64_t solve_cycle;         /* cycle and time at its start */
  double solve_time;
  int calls_failed;   /* files that ended in the pending error so far */
  const void **noted; /* rows of ignored commands that were told of */
  size_t nnoted, cap_noted;
  scr_check_seen seen;
  struct scr_check
      *check; /* files are checked, nothing is executed (cmd/check.h); NULL: they run */
  struct scr_today *today; /* the checked file is written in the words of today (cmd/today.h); NULL:
                              it is not */
  uint64_t cycled; /* cycles run so far, whatever `model new` and `model restore` did to the cycle
                      number */
  double energy_gap,
      energy_scale; /* what solves left open in the balance of energies, and their largest, J */
  double model_gap, model_scale; /* the same of this model alone, */
  bool restored;                 /* since it was restored */
  double steps_before;           /* `energy-step` of it when it was begun or restored */
  double edits_before;           /* scr_energy_of_edits() that the gaps have */
  bool steps_told;               /* what steps of finite length brought in there was too much */
  double open_before;            /* what was open when the solve in progress began, J */
  double ball_steps;       /* the same, each times the number of balls at the end of its solve */
  struct scr_plots *plots; /* charts of `plot create` (cmd/plot.h); NULL before the first */
  struct scr_results *results; /* cmd/results.h; never NULL */
  struct scr_legacy *legacy; /* state of the legacy dialect: macros, pending properties; NULL before
                                the first legacy file */
};

#endif
