/* What the check file of a verification case says (commands `verify ...`): which values are varied,
 * what was computed, what is exact, how far they may lie apart and why. docs/verification.md is
 * made from it. */
#ifndef SCR_VERDICT_H
#define SCR_VERDICT_H

#include "base/base.h"

/* A FISH symbol that a case varies: one run for each value, and for each combination with those of
 * others. */
typedef struct scr_vary {
  char *name;
  char **value; /* as written */
  size_t n, cap;
} scr_vary;

/* A quantity of one run. */
typedef struct scr_finding {
  char *name, *unit, *because; /* unit "" and because "": not given */
  double value, expected;
  double error; /* |value - expected|, divided by |expected| if relative; |value| where nothing is
                   expected */
  double gate;  /* the largest error that passes */
  bool compared, relative;
} scr_finding;

/* Order of convergence of a quantity's error over a varied value: the slope of log error over log
 * value. */
typedef struct scr_order {
  char *of, *over, *because;
  double expected, within;
} scr_order;

/* What another program's authors published of the same quantity. */
typedef struct scr_published {
  char *by, *of;
  double error;
} scr_published;

typedef struct scr_verdicts {
  scr_vary *vary;
  scr_finding *finding;
  scr_order *order;
  scr_published *published;
  size_t nvary, nfinding, norder, npublished;
  size_t cap_vary, cap_finding, cap_order, cap_published;
} scr_verdicts;

void scr_verdicts_free(scr_verdicts *v);
const scr_vary *scr_verdicts_vary(const scr_verdicts *v, const char *name); /* NULL: not varied */

enum { SCR_ORDER_RUNS = 4 }; /* the fewest values that an order is found from */

#endif
