/* Fractures as text, one a line. The first line is SCREE FRACTURES 3D (or 2D); then
 *   id DISK x y z diameter dip dip-direction
 *   id POLYGON n x y z x y z ...
 *   id SEGMENT x y length dip
 * in m and degrees, followed by APERTURE a, GROUP name SLOT slot, PROPERTY name value. Texts stand
 * in quotes, in which a backslash stands before a quote, a backslash, and n for the end of a line.
 * Numbers read back equal. */
#ifndef SCR_FRACTURE_FILE_H
#define SCR_FRACTURE_FILE_H

#include "base/diag.h"
#include "world/fracture/fracture.h"

typedef struct scr_fracture_prop {
  char *name, *value; /* owned */
  bool text;          /* the value stood in quotes */
  scr_loc at;         /* of the value */
} scr_fracture_prop;

/* What a line tells. */
typedef struct scr_fracture_record {
  scr_fracture_spec spec; /* no id, no DFN */
  double *corner;         /* of the spec; owned */
  uint32_t id;            /* there; what is made gets a new one */
  double aperture;        /* m */
  scr_fracture_prop *prop;
  size_t nprop, cap_prop;
  scr_loc at;
} scr_fracture_record;

typedef struct scr_fracture_records {
  scr_fracture_record *at;
  size_t n, cap;
} scr_fracture_records;

scr_fracture_record *scr_fracture_record_add(scr_fracture_records *r);
void scr_fracture_records_free(scr_fracture_records *r);

/* False after scr_fail; what was read so far is to be freed, too. Groups become sets of the world.
 */
bool scr_fractures_read(scr_diag *d, scr_world *w, scr_source *src, scr_fracture_records *out);
/* `props` adds the properties of a fracture by scr_fracture_put_prop. */
void scr_fractures_write(const scr_world *w, const uint32_t *places, size_t n,
                         void (*props)(void *user, uint32_t place, scr_buf *out), void *user,
                         scr_buf *out);
/* ` PROPERTY name value`; text: the value goes in quotes. */
void scr_fracture_put_prop(scr_buf *out, const char *name, const char *value, bool text);

#endif
