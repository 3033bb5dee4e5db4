/* What the functions that draw the items of a picture share: view_build.c and view_outline.c. */
#ifndef SCR_CMD_VIEW_BUILDER_H
#define SCR_CMD_VIEW_BUILDER_H

#include "cmd/range.h"
#include "cmd/view_color.h"

typedef struct scr_builder {
  scr_session *s;
  scr_world *w;
  const scr_view *view;
  scr_scene *scene;
  scr_caption *caption;
  scr_arena *arena;
  size_t item;            /* its number */
  scr_kept_item *keep;    /* of the item, in a movie; else NULL */
  double radius, largest; /* of balls: mean, largest, m */
  double most;            /* largest force of all items of contacts, N */
} scr_builder;

/* The range of an item; false after an error. */
bool scr_view_range(scr_builder *b, const scr_view_item *i, scr_range **r);
/* "velocity-x (m/s)" */
void scr_view_title(int dim, const scr_quantity *list, const scr_view_item *i, const char *thing,
                    char out[128]);
/* A slot in which nothing has a group leaves all in grey: a warning tells of it. */
bool scr_view_check_slot(scr_builder *b, const scr_view_item *i, const scr_tint *t);
void scr_view_line(scr_builder *b, const double *a, const double *c, double pixels, scr_rgba color);
/* The last line lies in that layer: in 2D things lie in layers, disks, walls over them, contacts
 * over these, strong ones over weak ones; what is alike lies in the order of items. */
void scr_view_lift(scr_builder *b, double layer);
scr_rgba scr_view_line_color(const scr_builder *b);

/* Items of view_outline.c. */
bool scr_view_add_measures(scr_builder *b, const scr_view_item *i);
bool scr_view_add_geometry(scr_builder *b, const scr_view_item *i);
bool scr_view_add_inlets(scr_builder *b, const scr_view_item *i);
bool scr_view_add_servos(scr_builder *b, const scr_view_item *i);

#endif
