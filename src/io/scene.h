/* Pictures of a model: spheres, rods and facets as plain data, the camera that looks at them, and
 * the pixels that it sees. The pixels are a function of this data alone: they depend neither on the
 * number of threads nor on the machine. Lengths are in m, pixels count from the upper left. */
#ifndef SCR_SCENE_H
#define SCR_SCENE_H

#include "base/mem.h"
#include "base/par.h"
#include "base/str.h"

typedef uint32_t scr_rgba; /* 0xRRGGBBAA; AA below 255 lets through what lies behind */

typedef struct scr_sphere {
  double x[3], r; /* m */
  scr_rgba color;
} scr_sphere;

/* A cylinder with round ends. */
typedef struct scr_rod {
  double a[3], b[3], r; /* m; a radius below 0 is one in pixels, and then the rod is a line */
  scr_rgba color;
  bool whole; /* a line that the picture shows whole, as it does spheres */
} scr_rod;

typedef struct scr_face {
  double v[3][3]; /* m */
  scr_rgba color;
} scr_face;

/* What lies beyond the plane is cut away: n.x > d. */
typedef struct scr_clip {
  double n[3], d; /* unit normal; m */
} scr_clip;

/* Orthonormal axes: `back` points from the centre to the viewer. */
typedef struct scr_camera {
  double center[3], right[3], up[3], back[3];
  double height;   /* m, of the part that is seen at the centre */
  double distance; /* m, of the eye from the centre; 0: parallel rays */
} scr_camera;

enum { SCR_SCENE_CLIPS = 8 };
typedef struct scr_scene {
  int dim; /* 2: spheres are disks */
  bool dark;
  scr_sphere *sphere;
  scr_rod *rod;
  scr_face *face;
  size_t nsphere, nrod, nface, cap_sphere, cap_rod, cap_face;
  scr_clip clip[SCR_SCENE_CLIPS];
  int nclip;
  bool has_box; /* a box belongs to the scene, whose edges are the rods [box_rod, box_end) */
  double box_lo[3], box_hi[3]; /* m */
  size_t box_rod, box_end;
  scr_camera camera;
} scr_scene;

/* Pixels of 3 bytes: red, green, blue. */
typedef struct scr_pixels {
  int width, height;
  uint8_t *rgb;
} scr_pixels;

/* Where the model goes, in pixels; nothing of it is seen in the rest, which is for legends. */
typedef struct scr_port {
  int width, height; /* of the whole picture */
  double x, y, w, h; /* of the part that the camera's centre and height belong to */
} scr_port;

/* A new one at the end, to be filled. */
scr_sphere *scr_scene_sphere(scr_scene *s);
scr_rod *scr_scene_rod(scr_scene *s);
scr_face *scr_scene_face(scr_scene *s);
void scr_scene_free(scr_scene *s);

/* Axes of a camera that looks from that direction (from the centre to the eye), with z up, or y
 * where it looks along z; turned by `roll` degrees. */
void scr_camera_look(scr_camera *c, const double from[3], double roll);
/* Centre and height so that the scene fills a place of that aspect (width by height). Faces and
 * lines that reach far beyond the rest are cut off; its box is, too, if it is over four times as
 * large as what lies in it. Keeps the axes. */
void scr_camera_fit(scr_camera *c, const scr_scene *s, double aspect);
/* In perspective, with distance and centre settled: a larger height where what is nearer to the eye
 * would lie beyond the picture. */
void scr_camera_widen(scr_camera *c, const scr_scene *s, double aspect);
/* Where a point is seen, in pixels. False: behind the eye. */
bool scr_camera_see(const scr_camera *c, const scr_port *p, const double x[3], double out[2]);

/* Draws the scene. `fine` by `fine` samples a pixel (1 to 4). The pool's threads share the rows.
 * out->rgb is owned by the caller. Memory: 8 bytes a sample. */
void scr_scene_draw(const scr_scene *s, const scr_port *p, int fine, scr_par *pool,
                    scr_pixels *out);
#define SCR_SCENE_MOST (64 << 20)     /* pixels of a picture */
scr_rgba scr_scene_ground(bool dark); /* the colour behind all */

/* ---- colours (scene_color.c) ---- */

typedef enum scr_ramp {
  SCR_RAMP_LAKE, /* from dark blue through green to light yellow: lightness grows all along */
  SCR_RAMP_HEAT, /* from light to dark red, for lines on a light ground */
  SCR_RAMP_GREY,
  SCR_RAMP_DIVERGING, /* blue, near white, orange-red */
  SCR_RAMP_RAINBOW,
  SCR_RAMPS
} scr_ramp;
extern const char *const scr_ramp_name[SCR_RAMPS];
/* The colour at u, 0 to 1 (nan: grey), opaque. */
scr_rgba scr_ramp_at(scr_ramp ramp, double u);
/* Colour k of the eight of Okabe and Ito, which people with any colour vision tell apart; further
 * ones are lighter and darker ones of the same. */
scr_rgba scr_palette_at(size_t k);
#define SCR_RGBA_NONE 0x9A9C9EFFu /* of what has no value */
scr_rgba scr_rgba_opacity(scr_rgba c, double opacity);
/* "red", "#ff8800"; false: it is none. */
bool scr_rgba_named(const char *name, scr_rgba *out);
const char *scr_rgba_name(size_t k);    /* of colour k; NULL: there are no more */
void scr_rgba_offer(scr_nearest *near); /* these names */

#endif
