/* Axes of figures: range, ticks and their numbers. */
#ifndef SCR_FIGURE_AXIS_H
#define SCR_FIGURE_AXIS_H

#include "base/base.h"

typedef struct scr_tick {
  double at;      /* 0 to 1 along the axis */
  char label[32]; /* "": a minor one */
} scr_tick;

enum { SCR_TICKS = 96 };
/* A linear axis measures (value / 10^power - offset) / 10^fine, a logarithmic one the logarithm to
 * base 10. */
typedef struct scr_axis {
  bool log;
  int power, fine;
  double offset, lo, hi;
  scr_tick tick[SCR_TICKS];
  size_t n;
  char note[144]; /* what the numbers are to be taken times and plus: "×10⁴"; "" as they stand */
} scr_axis;

/* Fits an axis around values from min to max (min > max: there are none) with about `want` numbers
 * on it. `pad` is the part of the range that stays free at the ends, but not below 0 where no value
 * is negative. Logarithmic: min > 0. */
void scr_axis_fit(scr_axis *a, bool log, double min, double max, double pad, int want);
/* Where a value lies, 0 to 1 along the axis; NaN if it cannot be shown. */
double scr_axis_at(const scr_axis *a, double value);
/* "10" with its exponent as superscript characters, and `factor` times that. */
void scr_power_text(char *out, size_t size, int power);

#endif
