/* Pictures of the model: what the command `plot` says about one, and the drawing of it. A view
 * belongs to a named plot of a session; it is not saved. */
#ifndef SCR_CMD_VIEW_H
#define SCR_CMD_VIEW_H

#include "cmd/args.h"
#include "io/scene_caption.h"

/* What can be drawn: one row each in view_build.c. */
typedef enum scr_view_kind {
  SCR_VIEW_BALL,
  SCR_VIEW_WALL,
  SCR_VIEW_CONTACT,
  SCR_VIEW_BOND,
  SCR_VIEW_FRACTURE,
  SCR_VIEW_DOMAIN,
  SCR_VIEW_AXES,
  SCR_VIEW_LEGEND,
  SCR_VIEW_SCALE,
  SCR_VIEW_MEASURE,
  SCR_VIEW_GEOMETRY,
  SCR_VIEW_INLET,
  SCR_VIEW_SERVO,
  SCR_VIEW_KINDS
} scr_view_kind;

typedef enum scr_view_by {
  SCR_BY_NOTHING,
  SCR_BY_QUANTITY,
  SCR_BY_ID,
  SCR_BY_PROPERTY, /* of the surface of a piece, or of a contact's law */
  SCR_BY_GROUP,    /* from here on names */
  SCR_BY_BOND,
  SCR_BY_LAW,
  SCR_BY_SET,
  SCR_BY_STATE /* does an inlet feed, a servo drive? */
} scr_view_by;

typedef struct scr_view_item {
  scr_view_kind kind;
  bool off; /* active off */
  scr_view_by by;
  int q, comp; /* quantity of the thing; component, -1: the length of a vector, the
                  mean of a tensor's diagonal */
  char *slot;  /* of groups; NULL: the default one */
  char *prop;  /* BY_PROPERTY: its name */
  scr_rgba color;
  bool colored, unscaled, untold; /* color given; rods of one width; no legend */
  bool turned;                    /* disks show a radius that turns with them */
  bool bare, meshed, hollow;      /* facets without edges; with all of them; nothing but these */
  bool lined;                     /* rods as lines */
  bool has_edge;
  scr_rgba edge;  /* colour of edges */
  double opacity; /* below 0: as usual for the thing */
  bool has_lo, has_hi;
  double lo, hi;
  int ramp;    /* -1: as usual */
  char *set;   /* of geometry; NULL: all sets */
  char *range; /* its words; NULL: all */
} scr_view_item;

typedef struct scr_view {
  scr_view_item *item;
  size_t n, cap;
  bool dark, perspective;
  bool has_center, has_from, has_size;
  double center[3], from[3];  /* m; direction from the centre to the viewer */
  double size[3];             /* m, of what is to be seen around the centre */
  double distance;            /* m, of the eye; 0: as usual */
  double magnification, roll; /* 0: 1; degree */
  double dip, dip_direction;  /* degree, from which `from` was made last */
  bool has_front, has_back;
  double front, back; /* m, along the line of sight from the centre: cut beyond */
  scr_clip clip[SCR_SCENE_CLIPS];
  int nclip;
} scr_view;

typedef struct scr_view_kept scr_view_kept; /* what frames of a movie share: view_kept.h */

scr_view *scr_view_new(void);
void scr_view_free(scr_view *v); /* NULL: nothing to do */
bool scr_view_by_number(const scr_view_item *i);
/* A new item, as usual for its kind. */
scr_view_item *scr_view_add(scr_view *v, scr_view_kind kind);
scr_view_item scr_view_copy(const scr_view_item *i); /* with texts of its own */
void scr_view_drop(scr_view *v, size_t k);
scr_view_item *scr_view_first(scr_view *v, scr_view_kind kind); /* NULL: none */
const char *scr_view_kind_name(scr_view_kind kind);             /* NULL: after the last */
/* The kind that a word names; -1: none. */
int scr_view_kind_of(const char *word);

/* view_words.c: the words after `item create <kind>` and `item modify <i>`. Words of the display
 * that mean nothing here are passed over, and *passed is the first of them; of others a warning
 * tells. */
extern const scr_word_row scr_view_item_words[], scr_view_words[],
    scr_view_kind_words[]; /* in the order of the kinds, then charts */
bool scr_view_read_item(scr_args *a, scr_view_item *item, scr_view *v, const scr_token **passed);
/* view_camera.c: the same of the words after `view` and `background`. */
bool scr_view_read(scr_args *a, scr_view *v, const scr_token **passed);
bool scr_view_background(scr_args *a, scr_view *v);
/* view_display.c: takes a word of PFC's display with the words that belong to it, as `outline
 * active off`. *took: it was one. */
bool scr_view_read_display(scr_args *a, scr_view_item *item, const scr_token **passed, bool *took);
void scr_view_offer_display(scr_nearest *near); /* these words */

/* Whole words alone count, since words of the display begin like others. */
bool scr_view_take(scr_args *a, const char *word);
/* A point or direction: in 2D the third number may be left out. */
bool scr_view_vector(scr_args *a, const char *what, double out[3]);
/* After `clip-plane`: origin <v> normal <v>, in any order. */
bool scr_view_plane(scr_args *a, scr_view *v);
/* Passes over an unknown word, that of `near`, and the values after it; the warning has the
 * nearest of the rows. */
bool scr_view_unknown(scr_args *a, const scr_word_row *rows, scr_nearest *near);
/* The quantities that colour a thing; none: the list ends at once. */
const scr_quantity *scr_view_quantities(scr_view_kind kind);
/* Colours an item by what `name` says: a quantity of the thing, one component of it, "group", "id",
 * "bond" and "model" of contacts, "set" of geometry. False: there is no such quantity; `near` is
 * the nearest name. */
bool scr_view_color_by(scr_view_item *item, int dim, const char *name, scr_nearest *near);
/* front, back, left, right, top, bottom, isometric; false: none of them. */
bool scr_view_from_name(const char *name, double from[3]);

/* view_build.c: the scene and its caption, whose texts belong to the arena. False after scr_fail (a
 * range, a quantity that is not there). `kept`: of a movie; NULL: the picture stands alone. */
bool scr_view_build(scr_session *s, const scr_view *v, scr_view_kept *kept, scr_scene *scene,
                    scr_caption *caption, scr_arena *arena);
/* Settles the camera of a scene for that place. */
void scr_view_aim(const scr_view *v, scr_view_kept *kept, scr_scene *scene, const scr_port *port);
/* Both, for a picture of so many pixels. */
bool scr_view_shoot(scr_session *s, const scr_view *v, scr_view_kept *kept, scr_scene *scene,
                    scr_caption *caption, scr_port *port, scr_arena *arena);

/* Is it the name of a file .png or .svg? False after scr_fail. */
bool scr_view_writes(scr_diag *d, const scr_loc *at, const char *path);
/* Draws the view into such a file, of so many pixels. False after scr_fail. */
bool scr_view_write(scr_session *s, const scr_view *v, scr_view_kept *kept, const char *title,
                    int width, int height, const char *path, const scr_loc *at);
/* plot_chart.c: draws the plot of that name, model or chart, into a file, .png or .svg, as a frame
 * of a movie. size: two numbers of pixels; NULL: as usual. False after scr_fail: there is no such
 * plot, nothing is in it, or it cannot be drawn. */
bool scr_view_export(scr_session *s, const char *name, scr_view_kept *kept, const int64_t *size,
                     const char *path, const scr_loc *at);

bool scr_plot_there(scr_session *s, const char *name);
bool scr_plot_shows(scr_session *s, const char *name); /* has it an item, or is it not there? */

/* draw.c: `scree draw`. */
typedef struct scr_draw {
  const char *file;                    /* of a saved state */
  const char *by, *out, *from, *range; /* NULL: not given */
  int width, height;                   /* pixels; 0: as usual */
  bool dark;
} scr_draw;
/* Brings the state back into the session and draws it. *path, to be freed: the file that was
 * written. False after scr_fail. */
bool scr_draw_file(scr_session *s, const scr_draw *d, char **path);

enum { SCR_VIEW_WIDTH = 1280, SCR_VIEW_HEIGHT = 960 }; /* pixels, where none are given */

#endif
