/* Files of geometry: STL, DXF (text), and PFC's own format. Each reader adds to a set that is not
 * in use yet, which is to be freed after an error as well; it asks for interrupts. */
#ifndef SCR_GEOM_FILE_H
#define SCR_GEOM_FILE_H

#include "base/diag.h"
#include "world/geometry/geom.h"
#include "world/world.h"

typedef struct scr_geom_input {
  scr_diag *d;
  const scr_loc *at; /* of the file's name in the data file: warnings stand there */
  const char *name;  /* what messages call the file */
  const char *bytes; /* a zero byte stands behind the n that count */
  size_t n;
  scr_world *w; /* groups become sets of it; 2D: z is dropped */
} scr_geom_input;

/* Warns of faces that were left out, as they have fewer than three different corners. False:
 * warnings are errors. */
bool scr_geom_tell_flat(const scr_geom_input *in, size_t n);

typedef struct scr_geom_format {
  const char *word;                                      /* "stl", as commands call it */
  bool (*is)(const char *bytes, size_t n);               /* does the content look like it? */
  bool (*read)(const scr_geom_input *in, scr_geom *out); /* false after scr_fail */
} scr_geom_format;
/* In the order in which they are asked; the last is STL, which anything may be. */
extern const scr_geom_format scr_geom_formats[];
enum { SCR_GEOM_FORMATS = 3 };

/* The rows of scr_geom_formats: io/read_dxf.c, io/read_geom.c, io/geom_file.c. */
bool scr_is_dxf(const char *bytes, size_t n);
bool scr_read_dxf(const scr_geom_input *in, scr_geom *out);
bool scr_is_geom(const char *bytes, size_t n);
bool scr_read_geom(const scr_geom_input *in, scr_geom *out);

/* DXF as text: polygons of three or four corners as 3DFACE, others as closed POLYLINE, edges of
 * none as LINE; the layer is the group in the slot Default, else 0. */
void scr_write_dxf(scr_geom *g, const scr_world *w, scr_buf *out);

/* PFC's own format, in which positions read back equal. */
void scr_write_geom(const scr_geom *g, const scr_world *w, scr_buf *out);

/* A place in the set, which a reader made of three numbers. */
uint32_t scr_geom_input_node(const scr_geom_input *in, scr_geom *out, double x[3]);

#endif
