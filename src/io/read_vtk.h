/* Points of VTK's files with their columns: legacy files as text, and PolyData or UnstructuredGrid
 * as XML with its arrays as text, raw or base64, plain or packed by zlib. */
#ifndef SCR_READ_VTK_H
#define SCR_READ_VTK_H

#include "base/diag.h"

typedef struct scr_points_column {
  char *name;
  int comps;
  double *value; /* comps a point */
} scr_points_column;

typedef struct scr_points {
  size_t n;
  double *x; /* 3 a point, as the file has them */
  scr_points_column *col;
  size_t ncol, cap;
  char *group_names; /* texts with a zero after each, that the column `group` counts; NULL: none */
  size_t ngroup;
} scr_points;

/* By the suffix, .vtk or .vtp. */
bool scr_vtk_is(const char *path);
/* Reads n bytes with a zero byte after them; `name` is what messages call the file, `at` the place
 * in the data file to which those on binary files belong. False after scr_fail; *out, zeroed
 * before, is to be freed all the same. */
bool scr_vtk_read(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                  scr_points *out);
void scr_points_free(scr_points *p);

/* One form each, for scr_vtk_read. */
bool scr_vtk_read_text(scr_diag *d, const char *name, const char *bytes, size_t n, scr_points *out);
bool scr_vtk_read_xml(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                      scr_points *out);
/* Adds a column of `count` numbers, not filled; NULL: there is no memory for so many. */
double *scr_points_add(scr_points *p, const char *name, size_t length, int comps);

#endif
