/* The verification suite: cases found by listing a folder, their runs, and what is said of each
 * quantity.
 *
 * A case is a folder with
 *   about.md    its title after `# `, then paragraphs: what is checked and where it comes from
 *   case.*      data files (case.dat, case.p2dat, case.p3dat), each run in a session of its own
 *   check.dat   read after each of them, in the same session: commands `verify ...`
 * (cmd/verdict.h), and figures Other files are what those read (tables, FISH). */
#ifndef SCR_SUITE_H
#define SCR_SUITE_H

#include "cmd/setting.h"
#include "cmd/verdict.h"

/* One run of a case: a data file, with one value for each varied symbol. */
typedef struct scr_run {
  const char *file; /* borrowed from the case */
  char *label;      /* what sets it apart from the others: "3D e = 0.9"; "" */
  scr_setting *set; /* nset of them; texts borrowed from the plan */
  int nset;
  char *out; /* where it writes its figures and files */
  scr_verdicts found;
  char *message; /* of the error that ended it; NULL: it ran to its end */
  char hash[33]; /* of its last state */
} scr_run;

/* A line of the results. */
typedef struct scr_row {
  char *quantity; /* its name, with the label of its run */
  const char *unit, *because;
  double value, expected, error, gate;
  bool compared, relative, order, pass;
  char *message; /* what went wrong; then there are no numbers */
} scr_row;

/* The errors that an order was found from, for its figure. */
typedef struct scr_study {
  const char *of, *over, *unit; /* borrowed; unit of the error */
  bool relative;
  char *label;     /* of the runs; "" */
  double expected; /* order */
  double *x, *y;   /* varied value, error */
  size_t n;
} scr_study;

typedef struct scr_case {
  char *name, *dir; /* the folder's name; its path */
  char *title, *about;
  char **file; /* paths of the data files */
  size_t nfile, cap_file;
  char **more; /* data files that those call */
  size_t nmore, cap_more;
  char *check;
  char *out; /* where its figures go */
  scr_verdicts plan;
  scr_run *run;
  size_t nrun;
  scr_row *row;
  size_t nrow, cap_row;
  scr_study *study;
  size_t nstudy, cap_study;
  char **figure; /* names of SVG files below `out`, in order */
  size_t nfigure, cap_figure;
  bool pass;
} scr_case;

typedef struct scr_suite {
  scr_case *item; /* in order of name */
  size_t n, cap;
} scr_suite;

bool scr_suite_has_case(const char *dir); /* is there a folder in it with an about.md? */
/* Reads the cases of a folder; `name` (n of them; 0: all) selects. False with a message in `err`:
 * no such folder or case, a case that lacks a file. */
bool scr_suite_read(scr_suite *s, const char *dir, int n, char *const *name, scr_buf *err);
void scr_suite_free(scr_suite *s);
/* Checks all files of all cases without running them, and plans the runs; errors go to `err`. */
bool scr_suite_plan(scr_suite *s, scr_buf *err);
/* What sets a run apart from the others of its case, without place `but` of its settings (-1: with
 * all). To be freed. */
char *scr_run_label(const scr_case *c, const scr_run *r, int but);
/* Runs them, `threads` at a time; figures go to folders below `out`, which is made. `done` is
 * called for each case, in order, when it and all before it are done. False with a message: the
 * folder cannot be written to. */
bool scr_suite_run(scr_suite *s, const char *out, int threads,
                   void (*done)(void *user, const scr_case *c), void *user, scr_buf *err);

/* How many lines passed, and how many did not. */
void scr_suite_count(const scr_suite *s, int *pass, int *fail);
/* Hash over the last states of all runs: the same on every machine. */
void scr_suite_hash(const scr_suite *s, char out[33]);

/* A line for what went wrong, beside those of quantities; `label` is that of the run or "". */
void scr_case_fail(scr_case *c, const char *name, const char *label, const char *message);
bool scr_case_has_figure(const scr_case *c, const char *name);
/* Draws the orders of a case into its folder: a figure for each quantity, a line for each set of
 * runs. */
void scr_case_draw_orders(scr_case *c);

/* ---- reports ---- */

void scr_row_text(const scr_row *r, scr_buf *out); /* one line for a terminal */
void scr_suite_csv(const scr_suite *s,
                   scr_buf *out); /* case,quantity,value,expected,error,gate,verdict */
void scr_suite_html(const scr_suite *s, int threads,
                    scr_buf *out); /* one page without references to anything outside */
/* The same for docs/: nothing in it depends on the machine. `figures`: the path from the text to
 * the folders of figures. */
void scr_suite_markdown(const scr_suite *s, const char *figures, scr_buf *out);

#endif
