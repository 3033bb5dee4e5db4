/* STL: triangles as text or as binary records, which hold positions in single precision. */
#ifndef SCR_STL_H
#define SCR_STL_H

#include "base/diag.h"
#include "world/shapes/shape.h"

/* Reads either form; `bytes` end in a zero byte after the n that count. `name` is what messages
 * call the file, `at` the place in the data file to which those on binary files belong. Vertices at
 * equal places become one. *against: facets whose normal in the file points against the order of
 * their corners, which is what counts. False after scr_fail; *out is then to be freed all the same.
 */
bool scr_stl_read(scr_diag *d, const scr_loc *at, const char *name, const char *bytes, size_t n,
                  scr_shape *out, uint32_t *against);
/* The solids of a text, in the order of their facets; a binary file has none. */
typedef struct scr_stl_solids {
  struct scr_stl_solid {
    char *name;     /* what stands after `solid` on its line, or "" */
    uint32_t first; /* facet; it goes on to the next solid */
  } * solid;
  size_t n, cap;
} scr_stl_solids;
void scr_stl_solids_free(scr_stl_solids *s);
/* The same, and the solids. */
bool scr_stl_read_solids(scr_diag *d, const scr_loc *at, const char *name, const char *bytes,
                         size_t n, scr_shape *out, uint32_t *against, scr_stl_solids *solids);
/* Text holds every position so that it reads back equal; binary rounds it to single precision.
 * False after scr_fail: a position that single precision cannot hold. */
bool scr_stl_write(scr_diag *d, const scr_loc *at, const scr_shape *s, bool text, scr_buf *out);

#endif
