/* Where the time of a run goes, stage by stage (`scree run --profile`). Clocks are read for it
 * alone, and reach nothing else. */
#ifndef SCR_PROFILE_H
#define SCR_PROFILE_H

#include "base/base.h"

enum { SCR_PROFILE_MAX = 16, SCR_PROFILE_SOLVES = 8 };

/* Zero it, give it to scr_hooks.profile, read it after the run. Worlds that follow each other add
 * to the same one. */
typedef struct scr_profile {
  const char *name[SCR_PROFILE_MAX]; /* of the parts, in the order of the cycle; n of them once a
                                        solve began */
  double seconds[SCR_PROFILE_MAX];
  int n;
  double solving;                  /* s: all of the solves, which is more than their parts */
  double steps;                    /* particle-steps */
  uint64_t solves, looks;          /* at the clock, for the parts */
  uint64_t cycles, builds;         /* builds of the neighbour lists */
  int threads[SCR_PROFILE_SOLVES]; /* that the last solves settled on, solve k at k modulo their
                                      number, */
  uint64_t changes,
      cycles_off; /* how often another number was chosen, and cycles by numbers that had a trial */
  double skin;    /* of the last list, m */
  double radius;  /* the largest then, m */
} scr_profile;

/* Seconds of a clock that only goes forward. */
double scr_profile_clock(void);

#endif
