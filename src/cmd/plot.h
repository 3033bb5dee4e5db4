/* Figures of histories and tables: what commands say about one, and the drawing of it. */
#ifndef SCR_PLOT_H
#define SCR_PLOT_H

#include "cmd/token.h"
#include "io/figure.h"

typedef enum scr_plot_op_kind {
  SCR_PLOT_MAGNITUDE,
  SCR_PLOT_SCALE,
  SCR_PLOT_MINUS
} scr_plot_op_kind;

/* What is done to the values of a series, in the order of the words. */
typedef struct scr_plot_op {
  scr_plot_op_kind kind;
  double factor; /* SCALE */
  char *name;    /* MINUS: the other series */
  bool table;
  scr_loc at;
} scr_plot_op;

enum { SCR_PLOT_OPS = 8, SCR_PLOT_SERIES = 32 };
typedef struct scr_plot_series {
  char *name; /* of the history or table */
  bool table;
  scr_loc at;
  char *as; /* in the legend; NULL: label or name */
  scr_style style;
  bool right, residual;
  char *vs; /* of a history: that of the abscissa; NULL: the cycle number */
  bool vs_negated;
  scr_loc vs_at;
  scr_plot_op op[SCR_PLOT_OPS];
  size_t nop;
} scr_plot_series;

struct scr_view;
typedef struct scr_plot {
  char *name; /* of a plot that is kept; NULL: of none */
  struct scr_view
      *view; /* cmd/view.h: what of the model is drawn, from where; NULL: nothing is said */
  scr_plot_series series[SCR_PLOT_SERIES];
  size_t n;
  char *title, *x_label, *y_label, *right_label, *residual_label;
  bool log_x, log_y, log_right;
  double width, height, scale; /* as in scr_figure */
} scr_plot;

/* The name of a history, which a minus sign before it negates, unless a history has that name:
 * takes the sign off. */
bool scr_plot_negates(scr_args *a, char *name);

/* Named plots of a session (`plot create`). */
typedef struct scr_plots {
  scr_plot **item;
  size_t n, cap;
  scr_plot *current;
  bool told; /* that some words of the display have no effect */
} scr_plots;

/* A new series at the end. NULL after an error: there are too many. Takes the name. */
scr_plot_series *scr_plot_add(scr_diag *d, scr_plot *p, char *name, bool table, const scr_loc *at);
scr_plot_op *scr_plot_add_op(scr_diag *d, scr_plot_series *s, scr_plot_op_kind kind,
                             const scr_loc *at);
void scr_plot_cut(scr_plot *p, size_t n); /* to its first n series */
void scr_plot_clear(scr_plot *p);         /* keeps the name */

/* The path of a figure, with `suffix` where the name has none; NULL after an error: it has another,
 * or cannot be drawn here. */
char *scr_plot_path(scr_session *s, const scr_loc *at, const char *file, const char *suffix);
/* Draws the series as they are now and writes the file; `at` is the place of its name. */
bool scr_plot_write(scr_session *s, const scr_plot *p, const scr_loc *at, const char *path);

/* `table 'name' plot`: the cursor is behind `plot`. */
bool scr_table_plot(scr_args *a, const char *name, const scr_loc *loc);
/* Does a line of the command `plot`, whose words from k on are not yet evaluated, do anything? All
 * others are ignored. */
bool scr_plot_acts(scr_session *s, const scr_line *l, size_t k);
/* A line that adds something of the model, whose words hold FISH that fails, ran before there were
 * pictures: the pending error becomes a warning. False: it is another line. */
bool scr_plot_forgives(scr_session *s, const scr_line *l, size_t k);
void scr_plots_free(scr_session *s);

#endif
