/* Colours of the things of an item, by a quantity or by their groups, and the legend of these. */
#ifndef SCR_CMD_VIEW_COLOR_H
#define SCR_CMD_VIEW_COLOR_H

#include "cmd/view_kept.h"

/* Values of n things, and what colours they come to. */
typedef struct scr_tint {
  const scr_view_item *item;
  double *value;   /* of a quantity: [n] */
  uint32_t *group; /* of groups: [n], numbers of names */
  size_t n;
  scr_names names; /* of the groups, in order of first use */
  double lo, hi;
  bool one; /* all values are equal, but for rounding */
  scr_ramp ramp;
  scr_rgba plain; /* where nothing is coloured by anything */
  size_t *place;  /* of each name in the order of the alphabet and of numbers in it; `none` last */
  size_t first;   /* of the palette: the colour of the first name */
  const char *none; /* the name that has the colour of no value: "None" */
  double opacity;
} scr_tint;

/* For n things in that usual colour and opacity. */
void scr_tint_begin(scr_tint *t, const scr_view_item *item, size_t n, scr_rgba usual,
                    double opacity, scr_ramp ramp);
/* A number from a quantity's numbers, of which there are `comps`. */
double scr_tint_number(const scr_view_item *item, const double *value, int comps);
/* The same of what a quantity holds; of a whole tensor the mean of its diagonal. */
double scr_tint_quantity(const scr_view_item *item, const scr_quantity *q, int dim,
                         const double *value);
void scr_tint_name(scr_tint *t, size_t k, const char *name);
void scr_tint_group(scr_tint *t, const scr_world *w, size_t k, uint32_t groups);
/* All values are there: bounds, order of names. `keep`: of a movie, whose bounds grow; or NULL. */
void scr_tint_end(scr_tint *t, scr_kept_item *keep);
scr_rgba scr_tint_of(const scr_tint *t, size_t k);
/* Adds the legend, unless there is none to add; its texts go to the arena. */
void scr_tint_legend(const scr_tint *t, const char *title, scr_caption *c, scr_arena *arena);
void scr_tint_free(scr_tint *t);

#endif
