/* Where everything of a figure lies, in points from the upper left corner. Computed once, without
 * fonts; each kind of picture draws the same layout. */
#ifndef SCR_FIGURE_LAYOUT_H
#define SCR_FIGURE_LAYOUT_H

#include "io/figure.h"
#include "io/figure_axis.h"
#include "io/figure_text.h"

typedef struct scr_box {
  double x, y, w, h;
} scr_box;

/* One line of text; x, y are its anchor on the base line. */
typedef struct scr_label {
  const char *text;
  double x, y, size;
  int anchor;   /* -1: x is its start, 0: its middle, 1: its end */
  bool upright; /* runs from bottom to top */
  bool bold;
} scr_label;

enum { SCR_LOOK_COLORS = 8, SCR_LOOK_DASHES = 7, SCR_LOOK_SHAPES = 7 };
/* How a series looks: numbers of a colour, of dashes (0: none) and of a shape of marks. */
typedef struct scr_look {
  int color, dash, shape;
  bool line, marks, filled;
} scr_look;

/* A series as it is drawn: points of its line, NaN where it breaks, and of its marks. */
typedef struct scr_drawn_curve {
  double *line, *mark;
  size_t nline, cap_line, nmark, cap_mark;
  double radius; /* of marks */
} scr_drawn_curve;

enum { SCR_ENTRY_LINES = 4 };
typedef struct scr_entry {
  size_t series;
  const char *line[SCR_ENTRY_LINES];
  size_t nline;
  double x, y, w, h; /* upper left corner and size */
} scr_entry;

typedef struct scr_layout {
  const scr_figure *figure;
  scr_arena arena;
  double width, height;
  scr_box main, beneath; /* the panels; h 0: there is none */
  scr_axis x, left, right, residual;
  bool has_right, has_residual;
  scr_box legend;     /* h 0: there is none */
  bool legend_inside; /* the main panel */
  scr_entry *entry;
  size_t nentry;
  scr_label *label; /* all texts but those of the legend */
  size_t nlabel, cap_label;
  scr_look *look; /* one a series, as are the curves */
  scr_drawn_curve *curve;
} scr_layout;

#define SCR_LEGEND_SIZE   10.0 /* of its text */
#define SCR_LEGEND_SAMPLE 26.0 /* length of the piece of line before it */

void scr_layout_make(scr_layout *l, const scr_figure *f);
void scr_layout_free(scr_layout *l);
/* The extent of a text that is placed. */
scr_box scr_label_box(const scr_label *t);
/* The panel of a series, and a value of it there. */
const scr_box *scr_layout_panel(const scr_layout *l, const scr_series *s);
double scr_layout_x(const scr_layout *l, double x);
double scr_layout_y(const scr_layout *l, const scr_series *s, double y);

/* figure_curve.c: fills `curve` for the present panels. */
void scr_layout_trace(scr_layout *l);
/* Does a curve come into the box? */
bool scr_curve_meets(const scr_drawn_curve *c, const scr_box *box);
/* figure_legend.c: the entries with their texts, broken to that width; a place in the main panel
 * that no curve comes into (false: there is none); a place above the panels, whose height it
 * returns. */
void scr_legend_entries(scr_layout *l, double width);
bool scr_legend_inside(scr_layout *l);
double scr_legend_above(scr_layout *l, double top);

#endif
