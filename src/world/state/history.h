/* Histories: series of samples taken at the end of a cycle. How a sample is read is the floor
 * above's business (`spec`). */
#ifndef SCR_HISTORY_H
#define SCR_HISTORY_H

#include "base/base.h"

typedef struct scr_history {
  uint32_t id;
  char *name;     /* the id as text if none was given */
  char *label;    /* what it records, for lists and exports */
  char *spec;     /* canonical words of the command that made it ("fish cal_cf", "ball velocity-x id
                     3"): read again on restore */
  int kind, a, b; /* what `spec` was resolved to; owned by the floor above */
  double num[4];
  char *of;  /* the property or energy that it names; NULL: none */
  bool gone; /* what it records is gone, and that was told */
  size_t n, cap;
  double *sample; /* NAN: there was nothing to record */
} scr_history;

typedef struct scr_histories {
  scr_history **item; /* in order of definition */
  size_t n, cap;
  uint64_t interval; /* cycles, default 10 */
  bool sampling;     /* a sample is taken now, by functions of FISH, too: none may go meanwhile */
  size_t nstep, cap_step;
  uint64_t *step; /* cycle number of each sampling instant since the first history; histories made
                     later begin at `first` of it */
} scr_histories;

scr_history *scr_history_find(const scr_histories *h,
                              const char *name); /* by name, or id if a number */
scr_history *scr_history_add(scr_histories *h, const char *name, uint32_t id,
                             const char *spec);                /* name NULL, id 0: next */
void scr_history_delete(scr_histories *h, scr_history *which); /* NULL: all */
void scr_history_put(scr_history *h, double value);
void scr_histories_purge(scr_histories *h); /* samples go, definitions stay */

#endif
