/* How many threads are fastest, found by trying. It is told the time of each step and names the
 * number for the next one; it looks at no clock itself. Nothing but speed may depend on the number.
 */
#ifndef SCR_TUNER_H
#define SCR_TUNER_H

#include "base/base.h"

enum { SCR_FEWER, SCR_MORE };

/* Times by which it is compared, s a unit of work. */
typedef struct scr_tuner_window {
  double seconds, work, least;
  int steps;
} scr_tuner_window;

/* Zero it; the first step tells how many threads there are, and all of them are where it begins. */
typedef struct scr_tuner {
  int most;        /* threads that may be used */
  int settled;     /* the best number so far */
  int tried;       /* the number on trial, 0: none */
  int way;         /* the trial's: SCR_FEWER, SCR_MORE */
  int stride;      /* it lies so many numbers further */
  bool fresh;      /* the number has just changed: what the next step needs is elsewhere */
  int strange;     /* windows in a row that took another time than those before */
  double base;     /* what the settled number takes, s a unit, */
  double variance; /* how far a second of it is off by chance, s2, */
  int windows;     /* and from how many windows that is known */
  scr_tuner_window window;
  double elapsed;    /* s, all steps */
  double lost;       /* by the trial so far, s */
  int odd;           /* its steps that told nothing */
  double rest_until; /* no trial before that time, as others have cost enough, */
  double due[2],
      wait[2];   /* nor one of that way; and how long to wait after the next one that fails */
  double moved;  /* when the settled number changed, */
  int moved_way; /* and which way; -1: never */
  uint64_t changes, steps_off; /* of the settled number; steps by another one */
} scr_tuner;

/* The number for the next step; `most` where nothing is known yet. */
int scr_tuner_threads(const scr_tuner *t, int most);
/* A step by scr_tuner_threads() threads is over.
 * seconds  that it took
 * work     in units that take equally long as long as nothing else changes: balls
 * usual    no: it did what few steps do (build lists), and tells nothing
 * most     threads that may be used from now on */
void scr_tuner_step(scr_tuner *t, double seconds, double work, bool usual, int most);

#endif
