/* Texts of figures: estimated widths, superscripts, lines. */
#ifndef SCR_FIGURE_TEXT_H
#define SCR_FIGURE_TEXT_H

#include "base/mem.h"
#include "base/str.h"

/* A piece of a text that is written in one size on one line: superscript characters are a raised
 * piece of smaller ones. */
typedef struct scr_run {
  char text[128];
  bool raised;
} scr_run;
#define SCR_RAISED_SIZE 0.72 /* of the size of the text */
#define SCR_RAISED_BY   0.36

/* Takes the next piece of *s; false at its end. Bytes that are not UTF-8 and control characters
 * come out as '?'. */
bool scr_run_next(const char **s, scr_run *run);
/* Width of a text, estimated by the widths of a wide sans font (DejaVu Sans): no font is asked. */
double scr_text_width(const char *s, double size);
/* Breaks a text into at most `max` lines not wider than `width`; what is left over is cut, with an
 * ellipsis. Returns their number. The lines belong to the arena. */
size_t scr_text_wrap(scr_arena *a, const char *s, double size, double width, size_t max,
                     const char **line);

#endif
