/* Lists for people: cells in rows, printed so that columns are aligned. */
#ifndef SCR_CMD_COLUMNS_H
#define SCR_CMD_COLUMNS_H

#include "cmd/session.h"

typedef struct scr_columns {
  scr_buf text;
  size_t *end, n, cap; /* where each cell ends in the text */
  struct scr_cell_reals
      *reals; /* the numbers of cells, in order, to be printed anew with fewer digits */
  size_t nreals, cap_reals;
  size_t *row, nrow, cap_row; /* where each row ends in the cells */
} scr_columns;

/* Adds a cell to the present row; an empty one is shown as `-`. */
void scr_columns_cell(scr_columns *c, const char *fmt, ...) SCR_PRINTF(2, 3);
/* The groups of a set (world/state/sets.h): that of the default slot by its name, others as
 * slot:group. */
void scr_columns_groups(scr_columns *c, const scr_world *w, uint32_t set);
/* A head: the name, with its unit if it has one. */
void scr_columns_head(scr_columns *c, const char *name, const char *unit);
/* Numbers in the shortest form that reads back equal; n > 1: (1,2,3). */
void scr_columns_real(scr_columns *c, double x);
void scr_columns_reals(scr_columns *c, const double *x, int n);
/* Ends the row. */
void scr_columns_row(scr_columns *c);
/* A row of name, value and unit. */
void scr_columns_fact(scr_columns *c, const char *name, double x, const char *unit);
/* Prints all rows and frees them; no row, if the user asks to stop. At a prompt numbers have 6
 * digits, and what is wider than the terminal is folded: further columns follow below, behind the
 * first one. */
void scr_columns_print(scr_session *s, scr_columns *c);

#endif
