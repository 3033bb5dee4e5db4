/* What stands beside a model in its picture: legends, the axes, a scale, a title; and the files
 * that pictures become. */
#ifndef SCR_SCENE_CAPTION_H
#define SCR_SCENE_CAPTION_H

#include "base/diag.h"
#include "io/figure.h"
#include "io/figure_layout.h"
#include "io/scene.h"

/* Numbers by a ramp from lo to hi, or names with their colours. All is borrowed. */
typedef struct scr_legend {
  const char *title; /* with its unit */
  scr_ramp ramp;
  double lo, hi;
  const char *const *name; /* NULL: numbers */
  const scr_rgba *color;
  size_t n;
} scr_legend;

enum { SCR_LEGENDS = 6 };
typedef struct scr_caption {
  const char *title; /* NULL: none */
  scr_legend legend[SCR_LEGENDS];
  int n;
  bool axes, scale; /* arrows along x, y, z; in 2D a bar of a round length */
} scr_caption;

/* A convex polygon of up to 4 corners, pixels. */
typedef struct scr_patch {
  double xy[8];
  int n;
  scr_rgba color;
} scr_patch;

typedef struct scr_overlay {
  scr_arena arena;
  scr_patch *patch;
  scr_label *label; /* in one colour, `ink` */
  size_t npatch, nlabel, cap_patch, cap_label;
  scr_rgba ink;
} scr_overlay;

/* The place that a caption leaves to the model in a picture of so many pixels. */
scr_port scr_caption_port(const scr_caption *c, int width, int height);
/* Places the caption of a scene, whose camera is settled. */
void scr_overlay_make(scr_overlay *o, const scr_caption *c, const scr_scene *s, const scr_port *p);
void scr_overlay_free(scr_overlay *o);
/* Paints the patches, not the letters. */
void scr_overlay_paint(const scr_overlay *o, scr_pixels *out);

/* Draws the scene into a file .png or .svg, in which a scene of 2D that no plane cuts consists of
 * lines and circles. Without cairo a PNG has no letters: a warning says so. False after scr_fail.
 */
bool scr_scene_write(scr_diag *d, const scr_loc *at, const scr_scene *s, const scr_caption *c,
                     const scr_port *p, scr_par *pool, const char *path);

/* ---- parts of it, for tests ---- */

/* A PNG of stored bytes. */
void scr_png_put(const scr_pixels *p, scr_buf *out);
void scr_scene_svg(const scr_scene *s, const scr_overlay *o, const scr_port *p,
                   const scr_pixels *pixels, scr_buf *out);
/* figure_cairo.c: the pixels with letters over them, as PNG. Only where cairo is there. */
bool scr_cairo_picture(const scr_pixels *p, const scr_overlay *o, scr_buf *png);

#endif
