/* A scene before its camera, in pieces that rays meet. Lengths are in samples: x to the right, y
 * downwards, z towards the viewer, 0 at the camera's centre. Shared by the files that draw it. */
#ifndef SCR_SCENE_SHOT_H
#define SCR_SCENE_SHOT_H

#include "io/scene.h"

typedef struct scr_orb {
  double x[3], r;
} scr_orb;

typedef struct scr_stick {
  double a[3], b[3], r;
  double lo[2][2], hi[2][2]; /* of each end what its sphere covers, from the camera's centre */
  bool around;               /* it reaches behind the eye: these tell nothing */
} scr_stick;

typedef struct scr_plate {
  double v[3][3], n[3]; /* unit normal; zero: no area */
} scr_plate;

/* Samples that a piece may cover, [x0, x1) and [y0, y1), and the z of its nearest point. */
typedef struct scr_cover {
  int32_t x0, x1, y0, y1;
  float near;
} scr_cover;

/* The pieces of each band of rows, one after the other. */
typedef struct scr_bins {
  uint32_t *start; /* [bands + 1] */
  uint32_t *piece;
} scr_bins;

enum { SCR_BAND_PIXELS = 8 };
typedef struct scr_shot {
  const scr_scene *scene;
  int fine;       /* samples a pixel, along each axis */
  int w, h, band; /* samples; rows of a band */
  int bands;
  int port[4];          /* where the model is seen, samples: left, right, top, bottom */
  double cx, cy, scale; /* the camera's centre, samples; samples a metre */
  double eye;           /* its z; 0: parallel rays */
  scr_orb *orb;
  scr_stick *stick;
  scr_plate *plate;
  scr_cover *cover;               /* of all: spheres, then rods, then faces */
  uint32_t norb, nstick, n;       /* n: of all */
  scr_clip clip[SCR_SCENE_CLIPS]; /* in samples */
  scr_bins solid, glass;          /* solid ones from front to back; the others in their order */
  float *depth;                   /* z of each sample, */
  uint32_t *seen;                 /* and the piece; SCR_NOTHING: the ground */
  double reach;                   /* how far shadows of corners reach, samples */
} scr_shot;
#define SCR_NOTHING UINT32_MAX

/* o + t d */
typedef struct scr_ray {
  double o[3], d[3];
} scr_ray;

/* scene_place.c */
/* The samples [x0, x1) of a row outside which piece k covers none: of rods far fewer than their
 * cover has. */
void scr_shot_row(const scr_shot *s, uint32_t k, int y, int *x0, int *x1);
void scr_shot_make(scr_shot *s, const scr_scene *scene, const scr_port *p, int fine, scr_par *pool);
void scr_shot_free(scr_shot *s);
scr_rgba scr_shot_color(const scr_shot *s, uint32_t k);
bool scr_shot_is_line(const scr_shot *s, uint32_t k);
/* scene_hit.c: the ray through the middle of a sample, and where it meets piece k first. n: the
 * unit normal there, towards the viewer; may be NULL. */
scr_ray scr_shot_ray(const scr_shot *s, int x, int y);
bool scr_shot_hit(const scr_shot *s, uint32_t k, const scr_ray *r, float *z, double *n);
/* Of two points, by x, then y, then z. */
bool scr_comes_before(const double *a, const double *b);
/* scene_light.c: the colour of piece k at a sample, each 0 to 255. open: how much of the sky it
 * sees, 0 to 1. */
void scr_shot_light(const scr_shot *s, uint32_t k, const double n[3], double open, float out[3]);
double scr_shot_open(const scr_shot *s, int x, int y, const double n[3]);
/* scene_glass.c: lays what lets light through over the colours of a band of samples. */
void scr_shot_glaze(const scr_shot *s, int band, float (*color)[3]);

#endif
