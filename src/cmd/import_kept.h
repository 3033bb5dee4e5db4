/* The import of balls, for the files that read it (cmd/import*.c): columns of numbers, a ball a
 * line, and where they lie in the file. */
#ifndef SCR_IMPORT_KEPT_H
#define SCR_IMPORT_KEPT_H

#include "cmd/import.h"

typedef enum scr_import_kind {
  SCR_COLUMN_POSITION,
  SCR_COLUMN_RADIUS,
  SCR_COLUMN_DIAMETER,
  SCR_COLUMN_ID,
  SCR_COLUMN_GROUP, /* a name */
  SCR_COLUMN_NONE,  /* numbers that balls have no place for */
  SCR_COLUMN_QUANTITY
} scr_import_kind;
typedef struct scr_import_column {
  scr_import_kind kind;
  int q, comp; /* component of the position, or quantity and component */
} scr_import_column;

/* How a file gives a position along an axis: as it is, as a part of the box, beyond the box where a
 * ball has gone through its periodic sides, or both. */
typedef enum scr_import_place {
  SCR_PLACE_PLAIN,
  SCR_PLACE_SCALED,
  SCR_PLACE_UNWRAPPED,
  SCR_PLACE_SCALED_UNWRAPPED
} scr_import_place;

/* A word in the source, or in `text`. */
typedef struct scr_import_name {
  const char *p;
  size_t n;
} scr_import_name;

enum { SCR_IMPORT_COLUMNS = 48 };
typedef struct scr_import {
  scr_args *a;
  scr_source *src;
  scr_ball_batch batch;
  scr_import_column col[SCR_IMPORT_COLUMNS];
  int ncol;               /* columns of a line; */
  int nbehind;            /* further ones, whose values stand elsewhere in the file */
  int nextra;             /* of both those of quantities */
  double *extra;          /* their values, nextra a ball */
  scr_import_name *group; /* of each ball; NULL: there is no such column */
  char *text;             /* names that stand in no source; NULL: none */
  scr_import_place place[3];
  double box[3][2]; /* m, of the frame, where places need it */
  bool periodic[3];
  int begin, end;  /* lines that may hold balls: from begin, before end */
  bool semicolons; /* separate, and begin no comments */
} scr_import;

const char *scr_import_skip(const scr_import *m, const char *p); /* to the next word */
size_t scr_import_word(const scr_import *m, const char *p);      /* its length, with its quotes */
bool scr_import_line_ends(const scr_import *m, const char *p);
const char *scr_import_first(const scr_import *m, int line); /* the first word of a line */
/* An error in that line; `word` (may be NULL) stands after the text. Returns false. */
bool scr_import_fail(scr_import *m, int line, const char *p, size_t len, scr_code code,
                     const char *text, const char *word);
/* Which column has that name; false: balls have none such. */
bool scr_import_column_of(const scr_import *m, const scr_quantity_words *words, const char *name,
                          scr_import_column *c);
/* The columns of quantity q, all its components, after those of a line. */
void scr_import_behind(scr_import *m, int q);

/* The column of component `comp` of a quantity of balls, x, y and z being 0, 1 and 2 in 2D, too; or
 * one of no use. */
scr_import_column scr_import_vector(const scr_import *m, int q, int comp);
/* Adds a name to such a list. */
void scr_import_leave(scr_buf *left, const char *name);
/* Warns at a line of columns that are left out, if any are; frees the list. */
bool scr_import_tell_left(scr_import *m, int line, scr_buf *left);
/* import_names.c: is that the line of names of ParaView's or OVITO's tables? The column that such a
 * name stands for; names that balls have no place for go to `left`. */
bool scr_import_is_foreign(const char *line);
void scr_import_foreign(const scr_import *m, const scr_quantity_words *words, const char *name,
                        scr_import_column *c, scr_buf *left);

/* Is it one of these? They set columns and lines; *mine tells. False after scr_fail. */
bool scr_import_lammps(scr_import *m, bool *mine);
bool scr_import_xyz(scr_import *m, bool *mine); /* extended XYZ; the last frame counts */
/* What stands in another part of the file, once the balls are read. False after scr_fail. */
bool scr_import_lammps_rest(scr_import *m);

/* Points of a file of VTK become balls of the batch and their further values. False after scr_fail.
 */
bool scr_import_vtk(scr_import *m, const scr_loc *at, const char *name, const char *path);

#endif
