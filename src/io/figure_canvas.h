/* What a kind of picture must be able to do for figures, and the drawing of a layout with it. */
#ifndef SCR_FIGURE_CANVAS_H
#define SCR_FIGURE_CANVAS_H

#include "io/figure_layout.h"

/* The colours of series come first (of Okabe and Ito, which people with any colour vision tell
 * apart), then that of text. */
enum { SCR_COLOR_TEXT = SCR_LOOK_COLORS, SCR_COLOR_BLACK = 6 /* drawn like text */ };
extern const uint32_t scr_color_rgb[SCR_LOOK_COLORS + 1]; /* 0xRRGGBB */

/* Lengths of dashes and gaps; ends with 0. */
enum { SCR_DASH_PARTS = 7 };
extern const double scr_dash[SCR_LOOK_DASHES][SCR_DASH_PARTS];

/* Corners of a mark of radius 1, NaN between two strokes; n 0: a circle. */
typedef struct scr_shape_of_mark {
  size_t n;
  bool closed;
  double xy[16];
} scr_shape_of_mark;
extern const scr_shape_of_mark scr_mark_shape[SCR_LOOK_SHAPES];

typedef struct scr_ink {
  int color, dash;
  double width, opacity;
  bool filled; /* marks alone */
} scr_ink;

typedef struct scr_canvas {
  void *user;
  void (*path)(void *user, const double *xy, size_t n,
               const scr_ink *ink); /* NaN, NaN: the pen is lifted */
  void (*marks)(void *user, const double *xy, size_t n, int shape, double radius,
                const scr_ink *ink);
  void (*text)(void *user, const scr_label *t);
} scr_canvas;

void scr_layout_draw(const scr_layout *l, const scr_canvas *c);

/* figure_svg.c: a number with at most two decimals; a line of text, whose `user` is a scr_buf. */
void scr_svg_number(scr_buf *b, double v);
void scr_svg_text(void *user, const scr_label *t);

/* figure_cairo.c: whether it can be drawn with; it is loaded by the first who asks. */
bool scr_cairo_there(void);
/* Only where it is there; false: it failed. */
bool scr_cairo_draw(const scr_layout *l, scr_picture kind, double scale, const char *title,
                    scr_buf *out);
/* What a figure is called where it has no title: of its labels; "" if it has none. Owned by the
 * arena of the layout. */
const char *scr_layout_title(scr_layout *l);

#endif
