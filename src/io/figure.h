/* Line plots: several series on common axes, described as plain data and drawn to SVG, PNG or PDF.
 * The bytes of an SVG are a function of the data alone; PNG and PDF are drawn through cairo, where
 * it was found at build time. */
#ifndef SCR_FIGURE_H
#define SCR_FIGURE_H

#include "base/diag.h"

/* Auto is a line whose dashes follow from its place among the others. */
typedef enum scr_style {
  SCR_STYLE_AUTO,
  SCR_STYLE_LINE,
  SCR_STYLE_DASHED,
  SCR_STYLE_MARKS,
  SCR_STYLE_BOTH
} scr_style;

/* All is borrowed. Where x or y is not finite the line is broken. */
typedef struct scr_series {
  const char *name; /* in the legend; NULL: not there */
  const double *x, *y;
  size_t n;
  scr_style style;
  bool right;    /* belongs to the second y axis */
  bool residual; /* drawn in the panel beneath, which shares the x axis */
} scr_series;

/* Texts may be NULL. Superscripts are written as characters: "m/s²", "10⁻³". */
typedef struct scr_figure {
  const char *title, *x_label, *y_label, *right_label, *residual_label;
  bool log_x, log_y, log_right;
  double width,
      height;   /* points; 0: 480 x 320. Where a legend needs more, the picture grows in height. */
  double scale; /* pixels a point in PNG; 0: 2 */
  const scr_series *series;
  size_t n;
} scr_figure;

typedef enum scr_picture {
  SCR_PICTURE_NONE,
  SCR_PICTURE_SVG,
  SCR_PICTURE_PNG,
  SCR_PICTURE_PDF
} scr_picture;

/* By the suffix of the name. NONE: it has another, or none. */
scr_picture scr_picture_of(const char *path);
/* Can it be drawn here? Of the second, for which there must be a kind, d says why not. */
bool scr_picture_offered(scr_picture kind);
bool scr_picture_possible(scr_diag *d, const scr_loc *at, scr_picture kind);
extern const char
    scr_figure_part[]; /* the optional library that PNG and PDF are drawn with; "" without */

/* Can it be drawn? If not (a value that a logarithmic axis cannot show) `why` says so, and *series
 * is the one at fault. */
bool scr_figure_check(const scr_figure *f, scr_buf *why, size_t *series);
/* SVG text. `inlined`: for a place in an HTML page, without ground and in the page's own colour of
 * text; else a file of its own. False: scr_figure_check says why. */
bool scr_figure_svg(const scr_figure *f, bool inlined, scr_buf *out);
/* The bytes of a file of that kind; false after scr_fail. */
bool scr_figure_draw(scr_diag *d, const scr_loc *at, const scr_figure *f, scr_picture kind,
                     scr_buf *out);
/* Draws what the suffix of the path says and replaces the file by it; false after scr_fail. */
bool scr_figure_write(scr_diag *d, const scr_loc *at, const scr_figure *f, const char *path);

#endif
