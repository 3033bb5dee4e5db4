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

/* A word in the source. */
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
  int begin, end;         /* lines that may hold balls: from begin, before end */
  bool semicolons;        /* separate, and begin no comments */
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

/* Is it one of these? They set columns and lines; *mine tells. False after scr_fail. */
bool scr_import_lammps(scr_import *m, bool *mine);
/* What stands in another part of the file, once the balls are read. False after scr_fail. */
bool scr_import_lammps_rest(scr_import *m);

/* Points of a file of VTK become balls of the batch and their further values. False after scr_fail.
 */
bool scr_import_vtk(scr_import *m, const scr_loc *at, const char *name, const char *path);

#endif
